"""Where games come from. In reading order:

worker        many games side by side in one thread
beginnings    where they begin
resignation   when they may be called
source        the threads of this process
"""
