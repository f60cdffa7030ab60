"""The network: its shape, its file, and its fast evaluation.

shape.py            what a network is made of
model.py            the network itself, in torch: read this to learn what it does
card.py             what the file of a network says about it
export.py           one ONNX file from a trained network, and back
evaluator.py        planes in, policy and value out, at the speed of the CPU
torch_evaluator.py  the same through torch, for graphics processors
plain.py            evaluators without a network: uniform, random
rollouts.py         and by playing on at random
zoo.py              networks by name
"""
