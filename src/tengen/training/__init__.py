"""Learning from games. In reading order:

loop        play, learn, publish, evaluate: all of it on one page
progress    what people see of a step, and the report of each that is done
networks    the first position and the network that a configuration wants
soundness   a configuration is tried before anything is made of it
rehearsal   a small round of everything, so that all is compiled before training is timed
window      the newest games, in flat arrays
draw        which samples are drawn, and how often
batch       what a network learns from: positions replayed and turned, with their targets
replay      batches out of the window, prepared ahead
learner     batches in, better weights out
losses      how far a network's answers are from what its samples say
replicas    one step of learning on all cores
optimizer   the rule of descent, and what it remembers
rates       the learning rate of each step
weights     the weights of a network as arrays, and back
memory      what a step has freed is kept for the next one
seats       seats in a match for the networks of a run
gate        whether a network that has learnt becomes the best
evaluation  matches against fixed opponents, into the run's curves
figures     the numbers that a step leaves in the curves
checkpoint  the training state, and how a run is taken up again
"""
