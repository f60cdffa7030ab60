"""Finished games, as arrays and as text. In reading order:

record     a finished game: its rules, its actions, its result; and the positions it went through
history    a position tells how it came about: its record
encoding   which letters the bytes of a file stand for
sgf_tree   SGF as it is written: games, variations, nodes, properties
sgf        SGF as it is meant: the main line of a tree is a record, and a record is a tree
lesson     a game of self-play with what was thought at each ply; a result becomes a value here
shelf      many lessons in flat arrays, as they are stored and learnt from
psq        the files of Piskvork, which Gomoku programs exchange
"""
