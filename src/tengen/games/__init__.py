"""The rules. In reading order:

compiled   how a plain function becomes machine code, once
grid       points, colours, symmetries, names of points
base       what a game is; the generic functions that search and self-play call
planes     what a network is shown
rows       rows of stones as bits
renju      the points forbidden to Black
gomoku     the rules of Gomoku
strings    strings of stones and their liberties
territory  regions of points, and whom they belong to
superko    boards that must not come back
glance     where the side to move may put a stone, for the whole board at once
go         the rules of Go
life       what is settled on a Go board whatever happens
reversi    the rules of Reversi
policies   turns and policies as they are kept
position   a position for people
text       a position as text
windows    stretches of cells that a row could fill: what Gomoku's tactics look at
fours      who makes five where, and who wins by continuous fours
openings   random openings; those of Gomoku leave the game open
swap2      an opening that two people can agree to be fair
"""
