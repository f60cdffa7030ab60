"""A GTP program that does as it is told on its command line: `fake_gtp.py LOG SIZE HABIT`.

It plays the first free point, counted from A1 to the right and up. What it is told goes into LOG, after the
number of its process. Its habit shows when it has put so many stones as SIZE.
"""

import itertools
import os
import sys
from pathlib import Path

LETTERS = "ABCDEFGHJKLMNOPQRST"


def main(log: Path, when: int, habit: str) -> None:
    taken: set[str] = set()
    size = put = 0
    for line in sys.stdin:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{os.getpid()} {line}")
        word, *arguments = line.split()
        text, sign = "", "="
        if word == "name":
            text = "Fake"
        elif word == "version":
            text = "7"
        elif word == "boardsize":
            size = int(arguments[0])
            sign, text = ("?", "unacceptable size") if habit == "picky" else ("=", "")
        elif word == "clear_board":
            taken, put = set(), 0
        elif word == "play":
            taken.add(arguments[1])
            sign, text = ("?", "illegal move") if habit == "refuse" and put >= when else ("=", "")
        elif word == "genmove":
            vertices = (f"{letter}{row}" for row in range(1, size + 1) for letter in LETTERS[:size])
            text = next(vertex for vertex in vertices if vertex not in taken)
            if put >= when and habit != "refuse":
                sign, text = misbehave(habit, taken, text)
            put += 1
            taken.add(text)
        print(f"{sign} {text}\n", flush=True)
        if word == "quit" and habit != "stay":
            return


def misbehave(habit: str, taken: set[str], text: str) -> tuple[str, str]:
    """Its answer, if it gives one."""
    if habit == "die":
        print("trouble in the engine room", file=sys.stderr)
        sys.exit(3)
    if habit == "hang":
        sys.stdin.read()
    if habit == "flood":
        for _ in itertools.repeat(None, 100_000):
            print("blah")
    answers = {
        "lie": ("hello", ""),
        "stray": ("=", "Z99"),
        "pass": ("=", "pass"),
        "cheat": ("=", min(taken, default="A1")),
        "resign": ("=", "RESIGN"),
        "spread": ("\n\n=", text.lower()),
    }
    return answers.get(habit, ("=", text))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
