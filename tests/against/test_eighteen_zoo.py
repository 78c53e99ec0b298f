"""The games of 18xx.games, where they are at hand; all of them: `python -m tests.against 18zoo GAME.json STATES...`"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from menagerie import Record
from tests.against import eighteen_zoo
from tests.against.__main__ import main

RECORDS = Path(__file__).resolve().parents[3] / "shared" / "records" / "18zoo"
GOLDEN = Path(__file__).resolve().parents[1] / "games" / "eighteen_zoo" / "golden" / "site-map-b-2-players.zoo"

present = pytest.mark.skipif(not RECORDS.is_dir(), reason="the recorded games are not beside this checkout")


@present
@pytest.mark.parametrize("record", sorted(RECORDS.glob("*.json")), ids=lambda path: str(path.stem))
def test_every_state_agrees(record: Path) -> None:
    assert eighteen_zoo.difference(str(record), str(record.parent / "states" / f"{record.stem}.jsonl.gz")) == ""


@pytest.fixture
def pair(tmp_path: Path) -> tuple[str, str]:
    """A golden game, and states that our own engine wrote: they agree until somebody changes them."""
    data = Record.load(GOLDEN).to_18xx()
    game = tmp_path / "game.json"
    game.write_text(json.dumps(data), encoding="utf-8")
    reader = eighteen_zoo.reader_of(str(game))
    names = {seat: name for name, seat in reader.seats.items()}
    states = [{"id": 0, "state": eighteen_zoo.snapshot(reader.state, names)}]
    for action in reader.steps():
        states.append({"id": action["id"], "state": eighteen_zoo.snapshot(reader.state, names)})
    lines = "\n".join(json.dumps(eighteen_zoo.as_recorded(one)) for one in states)
    file = tmp_path / "states.jsonl.gz"
    file.write_bytes(gzip.compress(lines.encode()))
    return str(game), str(file)


def test_agreement_is_told(pair: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["18zoo", *pair]) == 0
    assert capsys.readouterr().out == "1 of 1 games agree\n"


def test_a_difference_is_told_with_its_action(pair: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    lines = gzip.decompress(Path(pair[1]).read_bytes()).decode().splitlines()
    state = json.loads(lines[50])
    state["state"]["players"][next(iter(state["state"]["players"]))]["cash"] += 1
    lines[50] = json.dumps(state)
    Path(pair[1]).write_bytes(gzip.compress("\n".join(lines).encode()))
    assert main(["18zoo", *pair]) == 1
    told = capsys.readouterr().out
    assert "after action 50 " in told
    assert ".cash is " in told
    assert told.endswith("0 of 1 games agree\n")


def test_an_action_that_cannot_be_applied_is_told(pair: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(Path(pair[0]).read_text(encoding="utf-8"))
    data["actions"][20] = {"type": "par", "id": 21, "entity": "Lisa", "corporation": "XX", "share_price": "7,1,1"}
    Path(pair[0]).write_text(json.dumps(data), encoding="utf-8")
    assert main(["18zoo", *pair]) == 1
    assert "Action 21" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "{", "[]", '{"id": 1}'])
def test_files_that_are_none_of_ours(pair: tuple[str, str], text: str, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text(text, encoding="utf-8")
    assert main(["18zoo", pair[0], str(other)]) == 2
    assert main(["18zoo", pair[0]]) == 2
    assert main(["18zoo", str(tmp_path / "none"), pair[1]]) == 2
