"""The rules. In reading order:

compiled   how a plain function becomes machine code, once
grid       points, colours, symmetries, names of points
base       what a game is; the generic functions that search and self-play call
planes     what a network is shown
rows       rows of stones as bits
renju      the points forbidden to Black
gomoku     the rules of Gomoku
reversi    the rules of Reversi
position   a position for people
text       a position as text
"""
