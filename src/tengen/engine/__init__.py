"""A seat at the board, and the protocols that are spoken there. In reading order:

analysis      what a network and a search think of one position
opponent      a network and a search as a player, for a person to meet
clock         thinking time, and how much of it a turn may take
search        a search in steps, which can be watched and stopped
evaluators    who is asked about a position
opinion       what an evaluator says before any search, under any symmetry
session       the seat: set up, play, undo, think, analyse
status        which stones of Go are dead
opening       our part in swap2
lines         the lines that a program is told, read by a thread of its own
gtp_words     the words of GTP, and the desk at which its commands are obeyed
gtp_board     its commands: boards, moves, scores
gtp_time      clocks
gtp_records   games in files
gtp_rules     rules and settings
gtp_analysis  reports that go on until the next line comes
gtp_gogui     what GoGui draws, and the rules of a game for it
gtp           the protocol itself
gomocup_words  the words of the Gomocup protocol
gomocup_info  what managers wish: time, memory, rules
gomocup       the protocol itself
"""
