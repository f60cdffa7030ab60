"""A seat at the board. In reading order:

analysis    what a network and a search think of one position
opponent    a network and a search as a player, for a person to meet
clock       thinking time, and how much of it a turn may take
search      a search in steps, which can be watched and stopped
evaluators  who is asked about a position
session     the seat: set up, play, undo, think, analyse
status      which stones are dead
"""
