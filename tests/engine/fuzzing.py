"""Lines that nobody should send, and many that somebody might."""

from collections.abc import Iterator, Sequence

import numpy as np

JUNK = [
    "",
    "#",
    "-1",
    "0",
    "1e9",
    "nan",
    "é",
    "\x00\x07",
    "\t",
    "a" * 3000,
    '{"ko":',
    "999999999999",
    "=",
    "?",
    "1,2",
]


def lines(
    count: int, commands: Sequence[str], words: Sequence[str], seed: int, numbered: float = 0.1
) -> Iterator[str]:
    """Commands with fitting and unfitting words; now and then a number before them, or letters exchanged."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        said = [commands[int(random.integers(len(commands)))]]
        said += [words[int(each)] for each in random.integers(len(words), size=random.integers(5))]
        if random.random() < 0.1:
            said.insert(int(random.integers(len(said) + 1)), JUNK[random.integers(len(JUNK))])
        line = " ".join(said)
        if random.random() < numbered:
            line = f"{random.integers(100)} {line}"
        yield spoilt(line, random) if random.random() < 0.05 else line


def spoilt(line: str, random: np.random.Generator) -> str:
    """A few characters are lost or become others."""
    letters = list(line)
    for _ in range(int(random.integers(1, 4))):
        place = int(random.integers(len(letters) + 1))
        letters[place : place + int(random.integers(3))] = chr(int(random.integers(1, 300)))
    return "".join(letters).replace("\n", " ").replace("/", "|")


class Jumpy:
    """A time source that goes on in leaps, so that no clock lasts."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        self.seconds += 3.7
        return self.seconds


class Impatient:
    """Something comes when somebody has looked up a few times, and waits until `looks` is 0 again."""

    def __init__(self) -> None:
        self.looks = 0

    def waiting(self) -> bool:
        self.looks += 1
        return self.looks >= 4

    def urgent(self) -> str:
        return "YXSTOP" if self.waiting() else ""
