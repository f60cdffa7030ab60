"""Where games come from. In reading order:

worker   many games side by side in one thread
"""
