"""Tree search for many games at once. In reading order:

tree      nodes and edges in flat arrays
method    what a search method is
puct      which child next, by value and prior
gumbel    which child next, by halving at the root and the improved policy below
chance    randomness that belongs to a tree
priors    from logits to priors
arrays    what a forest's trees own
conduct   how games are played out
turns     the end of a turn: write down, play, go on
forest    leaves out as one batch, answers in
pause     games in flight, taken out and put back
findings  what a search found at its root
"""
