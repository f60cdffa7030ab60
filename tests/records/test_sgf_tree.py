"""SGF as it is written: trees come back as they were, and what is wrong is named with its place."""

import itertools
import random
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.records.record import RecordError
from tengen.records.sgf_tree import (
    MAX_BYTES,
    MAX_TOKENS,
    GameTree,
    Node,
    compose,
    escape,
    parse,
    read,
    split,
    text_of,
    unescape,
)
from tests.records.random_records import mutations

DATA = Path(__file__).parent / "data"


def flat(root: Node) -> list[object]:
    """A tree as a list: each node's properties, with the number of its children."""
    found: list[object] = []
    stack = [root]
    while stack:
        node = stack.pop()
        found.append((list(node.properties.items()), len(node.children)))
        stack += node.children
    return found


def only(data: bytes | str) -> GameTree:
    (tree,) = parse(data)
    return tree


names = st.text(string.ascii_uppercase, min_size=1, max_size=3).filter(lambda name: name != "CA")
values = st.text(st.characters(codec="utf-8"), max_size=12).map(escape)
property_lists = st.dictionaries(names, st.lists(values, min_size=1, max_size=3), max_size=3)
trees = st.recursive(
    st.builds(Node, property_lists),
    lambda children: st.builds(Node, property_lists, st.lists(children, max_size=3)),
    max_leaves=8,
)
few = settings(max_examples=50, deadline=None)


@few
@given(st.lists(trees, min_size=1, max_size=3))
def test_trees_come_back_as_they_were(roots: list[Node]) -> None:
    found = list(parse(text_of(roots)))
    for root, tree in zip(roots, found, strict=True):
        tree.root.properties.pop("CA", None)  # added where a text goes beyond ASCII
        assert flat(tree.root) == flat(root)


@few
@given(st.lists(trees, min_size=1, max_size=3))
def test_what_was_read_is_written_alike(roots: list[Node]) -> None:
    text = text_of(tree.root for tree in parse(text_of(roots)))
    assert text_of(tree.root for tree in parse(text.encode())) == text


@few
@given(st.text(st.characters(codec="utf-8")))
def test_texts_survive_as_values(text: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n")
    for blank in "\t\v\f":
        plain = plain.replace(blank, " ")
    assert unescape(only(f"(;C[{escape(text)}])").root.properties["C"][0]) == plain
    assert split(compose(plain, plain)) == (plain, plain)


def test_escapes_and_line_breaks() -> None:
    assert unescape(r"a\]b\\c\:d\e") == r"a]b\c:de"
    assert unescape("soft\\\nbreak, soft\\\r\nbreak, soft\\\rbreak") == "softbreak, softbreak, softbreak"
    assert unescape("hard\nbreak\r\nbreak\rbreak\n\rbreak") == "hard\nbreak\nbreak\nbreak\nbreak"
    assert unescape("a\tb\vc") == "a b c"
    assert split(r"aa:one\:two\]") == ("aa", "one:two]")
    assert split("no colon") == ("no colon", "")
    assert only("(;C[a\\\\];N[x\\]y])").root.properties == {"C": ["a\\\\"]}


def test_collections_variations_and_white_space() -> None:
    text = (
        "to whom it may concern (see below):\n( ;\nFF [4] C\n[one]\t[two] ( ; B[aa] ) (;W[bb](;)(;)) )(;)\n\n"
    )
    first, second = parse(text)
    assert first.root.properties == {"FF": ["4"], "C": ["one", "two"]}
    assert [node.properties for node in first.root.children] == [{"B": ["aa"]}, {"W": ["bb"]}]
    assert [len(node.children) for node in first.root.children] == [0, 2]
    assert flat(second.root) == [([], 0)]


def test_old_names_lose_their_small_letters_and_repeated_ones_are_joined() -> None:
    assert only("(;SiZe[9]AddBlack[aa]AB[bb]AW[cc])").root.properties == {
        "SZ": ["9"],
        "AB": ["aa", "bb"],
        "AW": ["cc"],
    }


def test_the_main_line_is_the_first_of_all_variations() -> None:
    tree = only("(;N[0](;N[1](;N[2])(;N[x]))(;N[x];N[x]))")
    assert [node.properties["N"] for node in tree.main_line()] == [["0"], ["1"], ["2"]]


def test_the_encoding_is_the_one_that_the_file_names() -> None:
    game = "(;CA[{}]PB[李昌镐];C[\\]])"
    assert only(game.format("GB18030").encode("gb18030")).root.properties["PB"] == ["李昌镐"]
    assert only(game.format("UTF-8").encode()).root.properties["PB"] == ["李昌镐"]
    (tree,) = parse(game.format("UTF-8").encode("gb18030"), encoding="gb18030")
    assert text_of([tree.root]).startswith("(;CA[UTF-8]PB[李昌镐]")
    with pytest.raises(RecordError, match="not utf-8"):
        only(game.format("UTF-8").encode("gb18030"))
    both = game.format("GB18030").encode("gb18030") + game.format("UTF-8").encode()
    with pytest.raises(RecordError, match=r"several encodings \(GB18030, UTF-8\)"):
        list(parse(both))


def test_the_written_text_says_its_encoding_only_when_it_matters() -> None:
    assert text_of([Node({"PB": ["Bo"]})]) == "(;PB[Bo])\n"
    assert text_of([Node({"PB": ["Bó"]})]) == "(;PB[Bó]CA[UTF-8])\n"
    assert text_of([Node({"CA": ["gbk"], "PB": ["Bo"]})]) == "(;CA[UTF-8]PB[Bo])\n"


def test_lines_are_short_and_variations_begin_them() -> None:
    root = node = Node({"SZ": ["9"]})
    for _ in range(40):
        node.children.append(Node({"B": ["aa"]}))
        node = node.children[0]
    node.children += [Node({"W": ["bb"]}), Node({"W": ["cc"]})]
    lines = text_of([root]).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[-2:] == ["(;W[bb])", "(;W[cc]))"]


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("", "", "no SGF game begins here: expected '(;', got ''"),
        ("hello", "", "got 'hello'"),
        ("(;B[aa]", "line 1, column 8", "the text ends inside a game: 1 '(' not closed"),
        ("(;B[aa]\n;W[b", "line 2, column 2", "a value that is never closed"),
        ("(;B[aa]\r\n\r\n  W[b\\]", "line 3, column 3", "a value that is never closed"),
        ("(;B[aa]\r\rW [b", "line 3, column 1", "a value that is never closed"),
        ("(;B[aa][b", "line 1, column 8", "a value that is never closed"),
        ("(;B aa)", "line 1, column 3", "expected a property, ';', '(' or ')', got 'B aa)'"),
        ("(;[aa])", "line 1, column 3", "a value without the name of its property"),
        ("(;b[aa])", "line 1, column 3", "got 'b[aa])'"),
        ("(;B[aa]%)", "line 1, column 8", "got '%)'"),
        ("(;(B[aa]))", "line 1, column 4", "expected '(' or ')', got 'B[aa]))'"),
        ("(;((;B[aa])))", "line 1, column 4", "a variation without a node"),
        ("(;())", "line 1, column 4", "')' without a node"),
        ("(;(;B[aa]);W[bb])", "line 1, column 11", "a node after the end of a variation"),
        ("(;B[aa]))", "line 1, column 9", "')' without '('"),
        ("(;B[aa]) ;W[bb]", "line 1, column 10", "a node after the end"),
        ("(;B[aa]) W[bb]", "line 1, column 10", "expected '(' or ')', got 'W[bb]'"),
        ("(;C[" + "a" * MAX_BYTES + "])", "", "10.0 MB of text: at most 10 MB are read"),
    ],
)
def test_errors_name_file_line_and_column(text: str, place: str, complaint: str) -> None:
    with pytest.raises(RecordError) as caught:
        list(parse(text, "game.sgf"))
    message = str(caught.value)
    assert message.startswith(f"game.sgf, {place}: " if place else "game.sgf: ")
    assert complaint in message
    assert "\n" not in message


def test_games_before_a_mistake_are_read() -> None:
    found = parse("(;B[aa])(;B[bb]")
    assert next(found).root.properties == {"B": ["aa"]}
    with pytest.raises(RecordError, match="column 16"):
        next(found)


def test_a_property_is_found_again_for_an_error() -> None:
    tree = only("(;FF[4]\nSiZe[9]\n;B[aa]\n\n  C[x]\n;SZ[2])")
    root, move, *_ = tree.main_line()
    assert str(tree.error("wrong", root, "SZ")) == "line 2, column 1: wrong"
    assert str(tree.error("wrong", move, "C")) == "line 5, column 3: wrong"
    assert str(tree.error("wrong", move, "SZ")) == "line 3, column 1: wrong"
    assert str(GameTree(Node()).error("wrong", Node())) == "wrong"


@pytest.mark.parametrize(
    "properties",
    [{"B": ["a]b"]}, {"B": ["a\\"]}, {"b": ["aa"]}, {"": ["aa"]}, {"B": []}, {"B[x]": ["aa"]}],
)
def test_what_could_not_be_read_again_is_not_written(properties: dict[str, list[str]]) -> None:
    with pytest.raises(RecordError):
        text_of([Node(properties)])


def test_broken_files_are_read_or_refused() -> None:
    rng, read_well, refusals = random.Random(4), 0, []
    for path in sorted(DATA.glob("*.sgf")):
        broken = mutations(rng, path.read_bytes().decode("latin-1"))
        for text in itertools.islice(broken, 400):
            try:
                read_well += len(list(parse(text.encode("latin-1"), path.name)))
            except RecordError as error:
                refusals.append(str(error))
    assert read_well > 100
    assert len(refusals) > 100
    assert all(re.match(r"[\w-]+\.sgf[:,] ", refusal) for refusal in refusals)


LIMITS = """
import pathlib, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))  # a reader that hangs is killed; it takes about a second
from tengen.records import sgf
from tengen.records.record import RecordError
try:
    print(sum(record.plies for record in sgf.read(sys.argv[1])), "plies")
except RecordError as error:
    print(error)
# The most memory of this program; getrusage would tell that of the tests which started it.
print(pathlib.Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
"""
DEPTH, MOVES = 5_000, MAX_TOKENS - 10
# A piece of text, how often it stands there, what comes before and after; what the reader says.
MONSTERS = {
    "deep": ("(;B[aa]", DEPTH, "", ")" * DEPTH, f"{DEPTH} plies"),
    "one property": ("a", 100_000_000, "(;C[", "])", "a file of 100.0 MB: at most 10 MB are read"),
    "one smaller property": ("a\\]", 3_000_000, "(;C[", "]\n;B[aa])", "1 plies"),
    "truncated": ("a", MAX_BYTES - 9, "(;C[", "", "line 1, column 3: a value that is never closed"),
    "wide letters": (";B[aa]", MOVES, "(;C[" + "😀" * 2_000_000 + "]", ")", f"{MOVES} plies"),
    "moves": (";B[aa]", MAX_BYTES // 6 - 9, "(", "", "a game of more than 200,000 nodes and values"),
    "brackets": ("(;", MAX_BYTES // 2 - 9, "", "", "a game of more than 200,000 nodes and values"),
    "letters": ("B", MAX_BYTES - 9, "(;", "", "line 1, column 3: expected a property"),
    "blanks": ("B ", MAX_BYTES // 2 - 9, "(;", "", "line 1, column 3: expected a property"),
    "lines": ("ab\n", MAX_BYTES // 3 - 9, "", "(;B[", "line 3333325, column 3: a value that is never closed"),
    "setup": (";AB[aa:ZZ]", 60_000, "(;SZ[52]", ")", "expected points, and each of them once"),
}


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="only Linux tells the memory that was used"
)
@pytest.mark.parametrize("name", MONSTERS)
def test_monstrous_files_take_little_time_and_memory(name: str, tmp_path: Path) -> None:
    piece, count, before, after, answer = MONSTERS[name]
    path = tmp_path / "monster.sgf"
    path.write_text(before + piece * count + after, encoding="utf-8")
    command = [sys.executable, "-c", LIMITS, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    said, kilobytes = done.stdout.splitlines()
    assert answer in said
    assert int(kilobytes) < 200_000


def test_a_file_is_named_without_its_folder(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_bytes(b"(;B[aa]")
    with pytest.raises(RecordError, match=r"^a\.sgf, line 1, column 8: "):
        list(read(tmp_path / "a.sgf"))
