"""Learning from games. In reading order:

window   the newest games, in flat arrays
draw     which samples are drawn, and how often
batch    what a network learns from: positions replayed and turned, with their targets
replay   batches out of the window, prepared ahead
"""
