"""SGF as it is meant: what is written is read again, and other readers read the same."""

import contextlib
import functools
import itertools
import os
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tengen.records import psq, sgf
from tengen.records.record import BLACK, WHITE, Record, RecordError, alternating, positions
from tests.records.other_readers import Reading, by_pysgf, by_sgfmill, ours
from tests.records.random_records import mutations, played_gomoku, random_go, random_gomoku

DATA = Path(__file__).parent / "data"


def only(data: bytes | str) -> Record:
    (record,) = sgf.parse(data, "game.sgf")
    return record


def moves(record: Record) -> str:
    """The actions as they are written."""
    nodes = sgf.tree_of(record).main_line()
    return " ".join(
        name + node.properties[name][0] for node in nodes for name in "BW" if name in node.properties
    )


@pytest.mark.parametrize("random_record", [random_gomoku, random_go])
def test_five_thousand_games_come_back_as_they_were(random_record: Callable[[random.Random], Record]) -> None:
    rng = random.Random(1)
    for _ in range(5):
        records = [random_record(rng) for _ in range(1_000)]
        found = list(sgf.parse(sgf.text_of(records).encode()))
        assert found == records


def play_write_read_replay(count: int, seed: int) -> int:
    """Play random games, send them through SGF and PSQ, replay what comes back; count the plies."""
    rng, plies = random.Random(seed), 0
    for _ in range(count):
        game = played_gomoku(rng)
        again = only(sgf.text_of([game]))
        assert again == game
        if game.size >= 5:
            assert psq.parse(psq.text_of(game)) == game
        *_, last = positions(again)
        assert (last.over, last.result) == (True, game.result)
        plies += last.ply
    return plies


def test_played_games_come_back_and_replay() -> None:
    assert play_write_read_replay(50, seed=6) > 1_000


@pytest.mark.prove
def test_ten_thousand_played_games_come_back_and_replay() -> None:
    plies = play_write_read_replay(10_000, seed=7)
    print(
        f"10,000 random games of Gomoku, sizes 3 to 20, {plies:,} plies: SGF and PSQ give them back, replayed"
    )


@pytest.mark.parametrize("random_record", [random_gomoku, random_go])
def test_other_libraries_read_what_we_write(random_record: Callable[[random.Random], Record]) -> None:
    rng = random.Random(2)
    for _ in range(200):
        record = random_record(rng)
        text = sgf.text_of([record])
        assert by_sgfmill(text.encode()) == ours(record)
        assert by_pysgf(text) == ours(record)


def readings(data: bytes, text: str) -> list[Reading]:
    """What the other libraries make of a file, where they can read it."""
    found = []
    for reader in (functools.partial(by_sgfmill, data), functools.partial(by_pysgf, text)):
        with contextlib.suppress(ValueError):
            found.append(reader())
    return found


@pytest.mark.parametrize(
    ("name", "encoding", "readers"),
    [
        ("go-with-everything", "utf-8", 2),
        ("latin-1", "latin-1", 2),
        ("gb18030", "gb18030", 2),
        ("gomoku-h8", "utf-8", 0),
    ],
)
def test_other_libraries_read_the_golden_files_alike(name: str, encoding: str, readers: int) -> None:
    path = DATA / f"{name}.sgf"
    record = next(sgf.read(path))
    found = readings(path.read_bytes(), path.read_text(encoding=encoding))
    assert found == [ours(record)] * readers


def test_golden_go_with_everything() -> None:
    game, old = sgf.read(DATA / "go-with-everything.sgf")
    assert (game.game, game.options) == ("go", {"size": 13, "komi": 0.5})
    assert (game.black, game.white) == ("李昌镐 [9p]", "White: the second")
    assert (game.handicap, game.first) == (3, WHITE)
    assert (game.result, game.ending) == (BLACK, "3.5")
    assert list(game.setup) == [9 * 13 + 3, 3 * 13 + 9, 9 * 13 + 9]
    assert set(game.setup.values()) == {BLACK}
    assert moves(game) == "Wjg Bgd W B Wcg"
    assert list(game.properties) == ["ST", "RU", "BR", "WR", "DT", "GC", "XY"]
    assert (old.size, old.first, old.black) == (9, WHITE, "old")
    assert old.setup == {2 * 9 + 2: BLACK, 6 * 9 + 2: WHITE}
    assert moves(old) == "Wee Bce"


def test_golden_gomoku_with_names_of_points() -> None:
    record = next(sgf.read(DATA / "gomoku-h8.sgf"))
    assert (record.game, record.options) == ("gomoku", {"size": 15, "rule": "renju"})
    assert record.actions.tolist() == [7 * 15 + 7, 6 * 15 + 7, 5 * 15 + 8, 6 * 15 + 6]
    assert (record.result, record.ending) == (WHITE, "resign")


def test_golden_encodings() -> None:
    western, chinese = next(sgf.read(DATA / "latin-1.sgf")), next(sgf.read(DATA / "gb18030.sgf"))
    assert (western.black, western.white, western.result) == ("Müller", "Gonçalves", 0)
    assert (chinese.black, chinese.white, chinese.size) == ("李昌镐", "常昊", 19)
    assert (chinese.result, chinese.properties["RE"]) == (None, ["黑中盘胜"])
    assert only(sgf.text_of([chinese])) == chinese


@pytest.mark.parametrize(
    ("text", "result", "ending"),
    [
        ("B+3.5", BLACK, "3.5"),
        ("W+12", WHITE, "12"),
        ("B+2.0", BLACK, "2"),
        ("W+0,5", WHITE, "0.5"),
        ("B+3.5 points", BLACK, "3.5"),
        ("W+R", WHITE, "resign"),
        ("W+Resign", WHITE, "resign"),
        ("w+r", WHITE, "resign"),
        ("B+Resignation", BLACK, "resign"),
        ("Black wins by resignation.", BLACK, "resign"),
        ("White+R", WHITE, "resign"),
        ("White won", WHITE, ""),
        ("B+T", BLACK, "time"),
        ("W+Time", WHITE, "time"),
        ("B+F", BLACK, "forfeit"),
        ("W+Forfeit", WHITE, "forfeit"),
        ("B+", BLACK, ""),
        ("B + 7.5", BLACK, "7.5"),
        ("B+Score", BLACK, "score"),
        ("0", 0, ""),
        ("Draw", 0, ""),
        ("Jigo", 0, ""),
        ("Void", None, "void"),
        ("?", None, ""),
        ("", None, ""),
    ],
)
def test_results_in_the_spellings_of_practice(text: str, result: int | None, ending: str) -> None:
    record = only(f"(;RE[{text}])")
    assert (record.result, record.ending) == (result, ending)
    assert "RE" not in record.properties
    assert only(sgf.text_of([record])) == record


@pytest.mark.parametrize("text", ["Both lost", "Blackbird", "B", "unfinished", "白+R"])
def test_results_that_nobody_knows_are_kept(text: str) -> None:
    record = only(f"(;RE[{text}])")
    assert (record.result, record.ending, record.properties) == (None, "", {"RE": [text]})
    assert only(sgf.text_of([record])) == record


def test_passes() -> None:
    assert only("(;SZ[19];B[];W[tt];B[ss])").actions.tolist() == [361, 361, 360]
    assert only("(;SZ[20];B[];W[tt])").actions.tolist() == [400, 399]
    assert only("(;GM[4]SZ[20];B[tt])").actions.tolist() == [399]
    assert moves(Record(game="go", options={"size": 19}, actions=[361], colours=[1])) == "B"  # type: ignore[arg-type]


def test_large_boards_use_capitals() -> None:
    assert only("(;SZ[52];B[ZZ];W[Aa])").actions.tolist() == [52 * 52 - 1, 26]


def test_defaults() -> None:
    assert (only("(;B[aa])").game, only("(;B[aa])").options) == ("go", {"size": 19})
    assert only("(;GM[4];B[aa])").options == {"size": 15}
    assert only("(;SZ[13:13];B[aa])").options == {"size": 13}
    assert (only("(;)").plies, only("(;)").first) == (0, BLACK)
    assert only("(;HA[2])").first == WHITE
    assert only("(;HA[2]AB[aa][bb];B[cc])").first == BLACK  # as some servers write further handicap stones
    assert only("(;AB[aa]PL[W])").first == WHITE


def test_what_sgf_has_no_property_for_comes_back() -> None:
    options = {"size": 7, "rule": "freestyle", "line": 4, "odd:name": [1, "two]"]}
    three, black = np.array([3], np.int16), alternating(BLACK, 1)
    record = Record(game="gomoku", options=options, actions=three, colours=black)
    assert r'TENGEN[line:4][odd\:name:[1, "two\]"\]]' in sgf.text_of([record])
    assert only(sgf.text_of([record])) == record
    toy = Record(game="toy", options={"size": 3, "komi": 1}, actions=three, colours=black)
    assert 'TENGEN[komi:1][game:"toy"]' in sgf.text_of([toy])
    assert only(sgf.text_of([toy])) == toy


def test_our_own_property_cannot_overrule_the_standard_ones() -> None:
    record = only('(;GM[4]SZ[7]RU[Renju]TENGEN[size:"x"][rule:1][black:2];B[aa])')
    assert record.options == {"size": 7, "rule": "renju", "black": 2}
    with pytest.raises(RecordError, match=r"before the first ply: .*black"):
        list(positions(record))


def test_unknown_rules_stay_as_they_are() -> None:
    record = only("(;GM[4]RU[Caro])")
    assert (record.options, record.properties) == ({"size": 15}, {"RU": ["Caro"]})
    assert "RU[Japanese]" in sgf.text_of([only("(;RU[Japanese])")])
    assert "RU[Chinese]" in sgf.text_of([only("(;SZ[9])")])


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("(;GM[3])", "line 1, column 3", "GM[3]: expected a game known here (1 for go, "),
        ("(;GM[1]\nSZ[0])", "line 2, column 1", "SZ[0]: expected a whole number from 1 to 52"),
        ("(;SZ[nine])", "line 1, column 3", "SZ[nine]: expected a whole number"),
        ("(;SZ[15:20])", "line 1, column 3", "expected a square board"),
        ("(;SZ[9];B[aa]\n;W[jj])", "line 2, column 2", "W[jj]: expected a point, two letters from a to i"),
        ("(;SZ[9];B[a])", "line 1, column 9", "B[a]: expected a point"),
        ("(;SZ[9];B[h8])", "line 1, column 9", "B[h8]: expected a point"),
        ("(;GM[4]SZ[7];B[h8])", "line 1, column 14", "B[h8]: expected a point"),
        ("(;B[aa][bb])", "line 1, column 3", "2 points after B: a move has one"),
        ("(;B[aa];AW[bb])", "line 1, column 8", "stones are set up after ply 1"),
        ("(;AB[])", "line 1, column 3", "AB[]: expected points, and each of them once"),
        ("(;AB[aa:])", "line 1, column 3", "AB[aa:]: expected points"),
        ("(;AB[aa:bb:cc])", "line 1, column 3", "AB[bb:cc]: expected a point"),
        ("(;HA[many])", "line 1, column 3", "HA[many]: expected a whole number from 0 to 361"),
        ("(;KM[six])", "line 1, column 3", "KM[six]: expected a number"),
        ("(;KM[nan])", "line 1, column 3", "KM[nan]: expected a number"),
        ("(;TENGEN[line:four])", "line 1, column 3", "TENGEN[line:four]: expected name:value"),
        ("(;TENGEN[line:" + "[" * 100_000 + "])", "line 1, column 3", "TENGEN[line:[[["),
    ],
)
def test_errors_name_file_line_and_column(text: str, place: str, complaint: str) -> None:
    with pytest.raises(RecordError) as caught:
        only(text)
    message = str(caught.value)
    assert message.startswith(f"game.sgf, {place}: ")
    assert complaint in message
    assert "\n" not in message


def test_rectangles_of_setup() -> None:
    record = only("(;SZ[5]AB[aa:cb][ee]AW[dd:ee]AE[ba])")
    black, white = (0, 2, 5, 6, 7), (18, 19, 23, 24)
    assert record.setup == dict.fromkeys(black, BLACK) | dict.fromkeys(white, WHITE)
    assert only("(;SZ[5]AB[cb:aa])").setup == only("(;SZ[5]AB[aa:cb])").setup


def test_files(tmp_path: Path) -> None:
    rng = random.Random(3)
    records = [random_go(rng) for _ in range(5)]
    sgf.write(tmp_path / "games.sgf", records)
    assert list(sgf.read(tmp_path / "games.sgf")) == records
    (tmp_path / "gbk.sgf").write_bytes("(;PB[李昌镐])".encode("gbk"))
    with pytest.raises(RecordError, match=r"gbk\.sgf, line 1, column 6: .*not named"):
        list(sgf.read(tmp_path / "gbk.sgf"))
    assert [record.black for record in sgf.read(tmp_path / "gbk.sgf", encoding="gbk")] == ["李昌镐"]


def test_broken_files_are_read_or_refused() -> None:
    rng, refusals, found = random.Random(5), 0, 0
    for path in sorted(DATA.glob("*.sgf")):
        for text in itertools.islice(mutations(rng, path.read_bytes().decode("latin-1")), 400):
            try:
                found += len(list(sgf.parse(text.encode("latin-1"), path.name)))
            except RecordError:
                refusals += 1
    assert found > 100
    assert refusals > 100


def test_the_tree_of_a_record_is_a_single_line() -> None:
    record = only("(;SZ[3];B[aa];W[bb])")
    nodes = list(sgf.tree_of(record).main_line())
    assert all(len(node.children) <= 1 for node in nodes)
    assert [node.properties for node in nodes[1:]] == [{"B": ["aa"]}, {"W": ["bb"]}]


def collection() -> dict[str, bytes]:
    """The files of a collection of real games, which is not part of the project."""
    folder = Path(os.environ.get("TENGEN_DATA") or Path(__file__).parents[3] / "shared" / "data")
    path = folder / "go9-games.zip"
    if not path.exists():
        pytest.skip(f"no {path}: let TENGEN_DATA name the folder that holds go9-games.zip")
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name.endswith(".sgf")}


def test_real_games_are_read_and_written_alike() -> None:
    files = collection()
    for name in sorted(files)[::10]:
        (record,) = sgf.parse(files[name], name)
        assert record.plies > 0
        assert record.result is not None
        assert only(sgf.text_of([record])) == record


@pytest.mark.prove
def test_all_real_games_are_read_as_others_read_them() -> None:
    files = collection()
    for name, data in files.items():
        reading = ours(only(data))
        assert by_sgfmill(data) == reading, name
        assert by_pysgf(data.decode()) == reading, name
    print(f"{len(files):,} real games: sgfmill and pysgf read every one of them as we do")
    assert len(files) == 9_468
