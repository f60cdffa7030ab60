"""SGF as it is written (FF[4]): games, variations, nodes, properties.

A value is kept as it stands between its brackets, escapes and all: what nobody understands here is
written again as it was. What the properties mean is the business of sgf.py.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tengen.records.encoding import decode
from tengen.records.record import RecordError

MAX_BYTES = 10_000_000  # of a file
MAX_TOKENS = 200_000  # nodes, values and brackets of one game
LINE_WIDTH = 80

VALUE = r"[^\]\\]*+(?:\\.[^\]\\]*+)*+"  # up to the first bracket that is not escaped
NAME = r"[A-Za-z][A-Za-z0-9]*+"  # FF[3] had lower-case letters in it, which mean nothing
# A property, perhaps at the beginning of a node; a node without one; a further value; a bracket; an error.
TOKEN = re.compile(rf"(?:(;)?\s*+({NAME})\s*+\[({VALUE})\]|(;)|\[({VALUE})\]|([()])|(.))\s*+", re.DOTALL)
WHOLE_VALUE, WHOLE_NAME = re.compile(VALUE, re.DOTALL), re.compile("[A-Z][A-Z0-9]*")
GAME_BEGINS = re.compile(r"\(\s*+;")
UNCLOSED = re.compile(rf"(?:{NAME})?\s*+\[(?!{VALUE}\])", re.DOTALL)
LOWER_CASE = re.compile("[a-z]")
DECLARED = re.compile(rb"(?<![A-Za-z])CA\s*\[([^\]\\]{1,40})\]")
NEWLINE = re.compile(r"\r\n|\n\r|\n|\r")
ESCAPE = re.compile(r"\\(\r\n|\n\r|.)|(\r\n|\n\r|\r)|([\t\v\f])", re.DOTALL)
COMPOSED = re.compile(r"((?:[^\\:]|\\.)*+):(.*)", re.DOTALL)


@dataclass(slots=True, eq=False)
class Node:
    """One step of a game: its properties in order, each with its values, and the nodes that may follow."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list["Node"] = field(default_factory=list)
    offset: int = 0  # where the node began in the text that it was read from


@dataclass(frozen=True, slots=True)
class GameTree:
    """One game of a collection, and the text it came from, to say where something is wrong."""

    root: Node
    text: str = ""
    file: str = ""

    def main_line(self) -> Iterator[Node]:
        """The root, its first child, the first child of that, and so on."""
        node = self.root
        yield node
        while node.children:
            node = node.children[0]
            yield node

    def error(self, message: str, node: Node, name: str = "") -> RecordError:
        """An error that names the place of a node, or of the property of this name in it."""
        offset = node.offset
        for token in TOKEN.finditer(self.text, node.offset):
            if token.start() > node.offset and (token[1] or token[4] or token[6]):
                break  # the next node begins, or this one ends
            if token[2] and LOWER_CASE.sub("", token[2]) == name:
                offset = token.start(2)
                break
        return _error(message, self.text, offset, self.file)


def read(path: str | Path, encoding: str = "") -> Iterator[GameTree]:
    """The games of a file, one by one; encoding overrules what the file says of itself."""
    path = Path(path)
    size = path.stat().st_size
    if size > MAX_BYTES:
        limit = f"at most {MAX_BYTES // 10**6} MB are read; split it"
        raise RecordError(f"a file of {size / 1e6:.1f} MB: {limit}", path.name)
    yield from parse(path.read_bytes(), path.name, encoding)


def parse(data: bytes | str, file: str = "", encoding: str = "") -> Iterator[GameTree]:
    """The games of a text, one by one; what stands before the first game is not SGF and is skipped."""
    if len(data) > MAX_BYTES:
        raise RecordError(f"{len(data) / 1e6:.1f} MB of text: at most {MAX_BYTES // 10**6} MB are read", file)
    text = data if isinstance(data, str) else decode(data, encoding or _declared(data, file), file)
    begin = GAME_BEGINS.search(text)
    if begin is None:
        raise RecordError(f"no SGF game begins here: expected '(;', got {text[:20]!r}", file)
    yield from _games(text, begin.start(), file)


def _declared(data: bytes, file: str) -> str:
    """The encoding that the CA properties of a file name."""
    names = {name.strip().upper() for name in DECLARED.findall(data)}
    if len(names) > 1 and not data.isascii():
        listed = ", ".join(sorted(name.decode("latin-1") for name in names))
        raise RecordError(f"games in several encodings ({listed}): split the file, or give encoding=", file)
    return next(iter(names), b"").decode("latin-1")


def _games(text: str, start: int, file: str) -> Iterator[GameTree]:
    """Read tokens with one compiled expression; a stack of open brackets replaces recursion."""
    game, limit = _Game(text, file), MAX_TOKENS
    for number, token in enumerate(TOKEN.finditer(text, start)):
        match token.lastindex:
            case 3:
                if token[1]:
                    game.node(token)
                game.property(token)
            case 4:
                game.node(token)
            case 5:
                game.value(token)
            case 6 if token[6] == "(":
                game.open(token)
            case 6:
                game.close(token)
                if not game.open_at:
                    yield GameTree(game.root, text, file)
                    game, limit = _Game(text, file), number + MAX_TOKENS
            case 7:
                raise game.unexpected(token)
        if number > limit:
            raise game.error(f"a game of more than {MAX_TOKENS:,} nodes and values", token)
    if game.open_at:
        raise _error(
            f"the text ends inside a game: {len(game.open_at)} '(' not closed", text, len(text), file
        )


class _Game:
    """A game under construction: where new nodes, values and variations go."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.root = Node()
        self.open_at: list[Node | None] = []  # for each open bracket, the node that it follows
        self.last: Node | None = None  # the node that the next one follows
        self.current: Node | None = None  # the node that takes properties
        self.values: list[str] | None = None  # where further values of a property go
        self.fresh = False  # a bracket was just opened: a node must come

    def node(self, token: re.Match[str]) -> None:
        if not self.fresh and self.current is None:
            raise self.error("a node after the end of a variation: expected '(' or ')'", token)
        node = Node({}, [], token.start())
        if self.last is None:
            self.root = node
        else:
            self.last.children.append(node)
        self.last = self.current = node
        self.values, self.fresh = None, False

    def property(self, token: re.Match[str]) -> None:
        name = token[2] if token[2].isupper() else LOWER_CASE.sub("", token[2])
        if self.current is None or not name:
            raise self.unexpected(token)
        self.values = self.current.properties.setdefault(name, [])
        self.values.append(token[3])

    def value(self, token: re.Match[str]) -> None:
        if self.current is None or self.values is None:
            raise self.error("a value without the name of its property", token)
        self.values.append(token[5])

    def open(self, token: re.Match[str]) -> None:
        if self.fresh:
            raise self.error("a variation without a node: expected ';' after '('", token)
        self.open_at.append(self.last)
        self.current, self.fresh = None, True

    def close(self, token: re.Match[str]) -> None:
        if self.fresh or not self.open_at:
            raise self.error("')' without a node before it" if self.fresh else "')' without '('", token)
        self.last, self.current = self.open_at.pop(), None

    def unexpected(self, token: re.Match[str]) -> RecordError:
        """What is wrong with a token that has no place here."""
        if UNCLOSED.match(self.text, token.start()):
            return self.error("a value that is never closed: expected ']'", token)
        offset = token.start(2) if token[2] else token.start()
        wanted = "a property, ';', '(' or ')'" if self.current else "'(' or ')'"
        message = f"expected {wanted}, got {self.text[offset : offset + 20]!r}"
        return _error(message, self.text, offset, self.file)

    def error(self, message: str, token: re.Match[str]) -> RecordError:
        return _error(message, self.text, token.start(), self.file)


def _error(message: str, text: str, offset: int, file: str) -> RecordError:
    if not text:  # the tree was not read from anywhere
        return RecordError(message, file)
    newline = "\n" if "\n" in text else "\r"
    line, column = text.count(newline, 0, offset) + 1, offset - text.rfind(newline, 0, offset)
    return RecordError(message, file, line, column)


def text_of(roots: Iterable[Node]) -> str:
    """A collection as text, to be kept as UTF-8."""
    return "".join(_game_text(root) for root in roots)


def _game_text(root: Node) -> str:
    tokens = list(_tokens(root))
    if "CA" in root.properties or not all(token.isascii() for token in tokens):
        tokens[1] = _node_text({**root.properties, "CA": ["UTF-8"]})
    lines, width = [""], 0
    for token in tokens:
        if width > 1 and (token == "(" or width + len(token) > LINE_WIDTH):
            lines.append("")
            width = 0
        lines[-1] += token
        width += len(token)
    return "\n".join([*lines, ""])


def _tokens(root: Node) -> Iterator[str]:
    stack: list[Node | str] = [")", root, "("]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
            continue
        yield _node_text(item.properties)
        if len(item.children) == 1:
            stack.append(item.children[0])
        else:
            for child in reversed(item.children):
                stack += (")", child, "(")


def _node_text(properties: Mapping[str, Sequence[str]]) -> str:
    for name, values in properties.items():
        if not WHOLE_NAME.fullmatch(name) or not values:
            raise RecordError(f"property {name!r} with {len(values)} values: expected capitals, and a value")
        for value in values:
            if not WHOLE_VALUE.fullmatch(value):
                raise RecordError(
                    f"{name} cannot hold {value[:40]!r}: escape() makes a text fit to be a value"
                )
    return ";" + "".join(f"{name}[{']['.join(values)}]" for name, values in properties.items())


def escape(text: str) -> str:
    """A text as a value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def unescape(value: str) -> str:
    """The text that a value stands for: an escaped line break is none."""
    return ESCAPE.sub(_unescaped, value)


def _unescaped(found: re.Match[str]) -> str:
    escaped, newline, _ = found.groups()
    if escaped:
        return "" if NEWLINE.fullmatch(escaped) else escaped
    return "\n" if newline else " "


def compose(left: str, right: str) -> str:
    """Two texts as one value, left:right."""
    return ":".join(escape(part).replace(":", "\\:") for part in (left, right))


def split(value: str) -> tuple[str, str]:
    """The two texts of a composed value; the second is empty where there is no colon."""
    parts = COMPOSED.fullmatch(value)
    left, right = parts.groups() if parts else (value, "")
    return unescape(left), unescape(right)
