"""A seat at the board. In reading order:

analysis   what a network and a search think of one position
opponent   a network and a search as a player, for a person to meet
"""
