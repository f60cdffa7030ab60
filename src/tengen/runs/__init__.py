"""What a run leaves on disk, and how it is read back. In reading order:

folder   a run: created, gone on with by one process, looked at by any number
rows     the rows of its database, as values
schema   the tables, and how SQLite is opened and what its complaints mean
reader   what can be read from the database
store    what is written to it, one transaction for each step of the loop
state    the training state: one file that is whole, checked, or not there
pack     a run as one file that travels
prune    what a run can do without, when the disk is small
atomic   files and folders that are whole or not there
lock     one process at a time
"""
