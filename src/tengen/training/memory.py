"""Memory that a step has freed is kept for the next one.

The C library hands large blocks back to the system as soon as they are free, and the system clears every page
when it is asked again: a fifth of the time of a step (docs/decisions/0009).
"""

import ctypes

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3  # malloc.h
KEPT, LARGEST = 2**31 - 1, 2**25  # bytes; larger blocks than the second the library will not keep


def keep_freed() -> bool:
    """Ask the C library to keep what is freed; False where it is another than glibc, which is no harm."""
    try:
        choose = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    return bool(choose(TRIM_THRESHOLD, KEPT)) and bool(choose(MMAP_THRESHOLD, LARGEST))
