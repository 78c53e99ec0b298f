"""Positions on the command line: written from a record, looked at, and played."""

from __future__ import annotations

from pathlib import Path

import pytest

import menagerie
from menagerie import Record, cli

from .run import TITLE, run, saved_games

AT = 30


@pytest.fixture
def record(tmp_path: Path) -> Record:
    state = menagerie.load(TITLE).new(players=2, seed=7)
    for number in range(AT + 10):
        state.play(state.legal()[number % 2 % len(state.legal())])
    record = Record.of(state, names={0: "Lisa"})
    record.save(tmp_path / "game.zoo")
    return record


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(list(arguments)) == 0
    return capsys.readouterr().out


def test_a_moment_of_a_record_is_written_as_a_position(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "game.zoo")
    state = record.at(AT)
    assert said(capsys, "position", file, "--at", str(AT)) == state.position()
    assert said(capsys, "position", file, "--at", str(AT), "--seat", "b") == state.position(1)
    assert said(capsys, "position", file) == record.at(AT + 10).position()
    target = tmp_path / "table.txt"
    assert said(capsys, "position", file, "--at", str(AT), "-o", str(target)) == f"Written to {target}.\n"
    assert target.read_text(encoding="utf-8") == state.position()


def test_a_position_can_be_looked_at(record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "table.txt"
    table.write_text(record.at(AT).position(), encoding="utf-8")
    assert said(capsys, "position", str(table)) == record.at(AT).position()
    assert "Kinds of animals in the barn" in said(capsys, "sheet", str(table))
    assert said(capsys, "draw", str(table), "-o", "-").startswith("<svg ")


def test_a_game_begins_from_a_position_and_is_saved_as_one(record: Record, tmp_path: Path) -> None:
    text = record.at(AT).position()
    (tmp_path / "table.txt").write_text(text, encoding="utf-8")
    typed = "1\nsave after\nundo\nquit\n"
    done = run("play", "--position", "table.txt", "--names", "Lisa,Ben", "--bots", "none", folder=tmp_path, typed=typed)
    assert done.returncode == 0, done.stderr
    assert "Saved as after.txt." in done.stdout
    state = menagerie.load(TITLE).from_position(text)
    state.play(state.legal()[0])
    assert (tmp_path / "after.txt").read_text(encoding="utf-8") == state.position()
    assert saved_games(tmp_path) == [tmp_path / "game.zoo"]


def test_leaving_such_a_game_says_how_to_continue(record: Record, tmp_path: Path) -> None:
    (tmp_path / "table.txt").write_text(record.at(AT).position(), encoding="utf-8")
    done = run("play", TITLE, "--position", "table.txt", "--bots", "none", folder=tmp_path, typed="1\nquit\n")
    (saved,) = [path for path in tmp_path.glob("*.txt") if path.name != "table.txt"]
    assert f"menagerie play --position {saved.name}" in done.stdout
    again = run("play", "--position", saved.name, "--bots", "none", folder=tmp_path, typed="quit\n")
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("play --position nothing.txt", "nothing.txt cannot be read: No such file or directory."),
        ("play --position game.zoo", "game.zoo: line 1: the first line must be 'menagerie position 1'."),
        ("play 18zoo --position table.txt", "table.txt is a position of zooloretto-mini, not of 18zoo."),
        ("play --position table.txt --players 3", "table.txt is a position of 2 players."),
        ("play --position table.txt --option removed=wolf", "A position has its own options. Leave out --option."),
        ("play --position table.txt --from game.zoo", "use --from or --position, not both."),
        ("play --position picture.txt", "picture.txt is not a text file."),
        ("play --position round.txt", "round.txt: line 4: 'round' must be a whole number from 1 on, not 'x'."),
        ("sheet table.txt --at 3", "table.txt is a position, not a record: it has no --at."),
        ("position game.zoo --seat E", "There is no seat 'E'; the seats are A, B."),
        ("position game.zoo -o nowhere/table.txt", "cannot be written"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    arguments: str,
    problem: str,
    record: Record,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.txt").write_text(record.at(AT).position(), encoding="utf-8")
    Path("picture.txt").write_bytes(b"\x89PNG\xff")
    Path("round.txt").write_text(f"menagerie position 1\ntitle: {TITLE}\n[table]\nround: x\n", encoding="utf-8")
    assert cli.main(arguments.split()) == 2
    assert problem in capsys.readouterr().err
