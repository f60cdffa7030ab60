"""A seat at the board. In reading order:

analysis   what a network and a search think of one position
"""
