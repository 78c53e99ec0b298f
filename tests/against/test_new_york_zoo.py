"""The games of another program, where they are at hand; all of them: `python -m tests.against new-york-zoo FILE...`"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.against import new_york_zoo
from tests.against.__main__ import main

RECORDS = Path(__file__).resolve().parents[3] / "shared" / "records" / "new-york-zoo"
GAMES_OF_A_FILE = 2

present = pytest.mark.skipif(
    not RECORDS.is_dir(), reason="the recorded games of another program are not beside this checkout"
)


def files() -> list[str]:
    return sorted(str(path) for path in RECORDS.glob("*.jsonl.gz"))


@present
@pytest.mark.parametrize("file", files(), ids=lambda file: Path(file).name)
def test_its_games_replay(file: str) -> None:
    for game in new_york_zoo.games(file)[:GAMES_OF_A_FILE]:
        new_york_zoo.replay(game)


def sample() -> list[dict[str, Any]]:
    return new_york_zoo.games(files()[0])[1]


@present
@pytest.mark.parametrize("line", [1, 4, 20])
def test_a_difference_is_found(line: int) -> None:
    game = sample()
    game[line]["after"]["players"][0]["empty"] += 1
    with pytest.raises(new_york_zoo.Difference, match=f"move {game[line]['n']}: state, players 0, empty"):
        new_york_zoo.replay(game)


@present
def test_a_difference_in_what_is_legal_is_found() -> None:
    game = sample()
    tiles = game[1]["legal"]["tiles"]
    tiles[next(iter(tiles))]["places"] = "1:0"
    with pytest.raises(new_york_zoo.Difference, match="move 1: legal, tiles"):
        new_york_zoo.replay(game)


@present
def test_a_wrong_end_is_found() -> None:
    game = sample()
    game[-1]["scores"][0]["score"] -= 1
    with pytest.raises(new_york_zoo.Difference, match="the end: scores 0, score"):
        new_york_zoo.replay(game)


@present
@pytest.mark.parametrize("named", [True, False])
def test_starting_over_is_followed(named: bool) -> None:
    """The second player of a short game places a tile, takes it back, and lays it again."""
    game = new_york_zoo.games(str(RECORDS / "p2fast-mixed-1000.jsonl.gz"))[0]
    first = next(number for number, line in enumerate(game) if line["t"] == "move" and line["move"].get("seat") == 2)
    before = game[first - 1]["after"]
    back = {
        "t": "move",
        "n": 0,
        "seat": 1,
        "phase": "placeStartFences",
        "move": {"type": "reset_start"},
        "after": before,
    }
    if named:
        back["move"] = {"type": "reset_start", "seat": 2}
    new_york_zoo.replay([*game[: first + 1], back, *game[first:]])


@present
def test_the_command_says_how_many_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong = sample(), sample()
    wrong[3]["after"]["elephant"] = 24
    plain, packed = tmp_path / "right.jsonl", tmp_path / "wrong.jsonl.gz"
    plain.write_text("\n".join(json.dumps(line) for line in right), encoding="utf-8")
    packed.write_bytes(gzip.compress("\n".join(json.dumps(line) for line in wrong).encode()))
    assert main(["new-york-zoo", str(plain)]) == 0
    assert capsys.readouterr().out == "1 of 1 games agree\n"
    assert main(["new-york-zoo", str(plain), str(packed)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(
        f"{packed}, game {wrong[0]['game']}, move {wrong[3]['n']}: state, elephant: it has 24, we have"
    )
    assert out[1] == "1 of 2 games agree"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "usage: "),
        (["new-york-zoo"], "usage: "),
        (["new-york-zo", "x"], "did you mean 'new-york-zoo'"),
        (["zooloretto-mini", "x"], "There are no games of another program for zooloretto-mini."),
        (["new-york-zoo", "no-such-file"], "no-such-file: cannot be read: No such file or directory."),
    ],
)
def test_the_command_with_wrong_arguments(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "holds no games"),
        (b"\x1f\x8bnot gzip", "damaged, or not text"),
        (b"\xff\xfe", "damaged, or not text"),
        (b"hello", "line 1: is not a JSON object"),
        (b"[1, 2]", "line 1: is not a JSON object"),
        (b'{"t": "move"}', "line 1: is no line of a recorded game"),
    ],
)
def test_the_command_with_a_bad_file(
    tmp_path: Path, content: bytes, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(content)
    assert main(["new-york-zoo", str(file)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert len(error.splitlines()) == 1
