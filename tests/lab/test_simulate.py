"""Simulations: make: the same seed makes the same puzzles file, whoever plays and however often it is interrupted."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import menagerie
from menagerie import BadSetup
from menagerie.cli import main
from menagerie.core.errors import BadContent
from menagerie.lab import grid
from menagerie.lab.entrants import Entrant
from menagerie.lab.grid import Grid
from menagerie.lab.parallel import Here, processes
from menagerie.lab.simulate import Table, schema, simulate
from menagerie.lab.variants import OWN, Variant, variants

parquet = pytest.importorskip("pyarrow.parquet", reason="the extra lab is not installed")

TITLE = "zooloretto-mini"
CONTENT = Path(menagerie.load(TITLE).folder) / "content"


def small(**changes: Any) -> Grid:
    lineups = ((Entrant.parse("random"),), (Entrant.parse("montecarlo:2"), Entrant.parse("random")))
    return replace(Grid(TITLE, lineups, (2, 3), games=6, seed=5), **changes)


def quietly(games: int) -> None:
    """Nobody watches."""


def made(wanted: Grid, file: Path) -> Table:
    assert simulate(wanted, file, Here(), quietly)
    return Table.read(file)


def variant(folder: Path, name: str = "dear", points: str = "[0, 1, 2, 3, 4, 9, 14]") -> Path:
    """Full enclosures count more."""
    shutil.copytree(CONTENT, folder / name)
    file = folder / name / "box.toml"
    changed = file.read_text().replace("by_animals = [0, 1, 2, 3, 4, 8, 12]", f"by_animals = {points}")
    file.write_text(changed)
    return folder / name


def test_the_file_is_the_same_on_any_number_of_cores(tmp_path: Path) -> None:
    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    simulate(small(), one, Here(), quietly)
    with processes(2) as executor:
        simulate(small(), two, executor, quietly)
    assert one.read_bytes() == two.read_bytes()
    assert made(small(seed=6), tmp_path / "other.parquet").rows != Table.read(one).rows


def test_what_was_interrupted_goes_on_to_the_same_file(tmp_path: Path) -> None:
    whole, file = tmp_path / "whole.parquet", tmp_path / "games.parquet"
    simulate(small(), whole, Here(), quietly)
    done = 0

    def stop(games: int) -> None:
        nonlocal done
        done += games
        if done >= 11:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(small(), file, Here(), stop)
    assert not file.exists()
    journal = tmp_path / "games.parquet.part"
    journal.write_bytes(journal.read_bytes()[:-7])  # the machine went down while it wrote
    told: list[int] = []
    assert simulate(small(), file, Here(), told.append)
    assert told[0] == 6, "one task of five games and one of one were whole; the third was cut off"
    assert sum(told) == 24
    assert file.read_bytes() == whole.read_bytes()
    assert not journal.exists()


def test_what_is_there_is_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    assert simulate(small(games=1), file, Here(), quietly)
    assert not simulate(small(games=1), file, Here(), quietly)
    with pytest.raises(BadSetup, match=r"games\.parquet holds another simulation\. Give another file, or remove it\."):
        simulate(small(games=2), file, Here(), quietly)
    (tmp_path / "new.parquet.part").write_text("{}\n")
    with pytest.raises(BadSetup, match="holds another simulation, not yet done"):
        simulate(small(games=1), tmp_path / "new.parquet", Here(), quietly)
    (tmp_path / "no.parquet").write_text("no table")
    with pytest.raises(BadSetup, match="is no table that menagerie lab simulate has written"):
        simulate(small(games=1), tmp_path / "no.parquet", Here(), quietly)


def test_a_row_for_every_game_and_seat(tmp_path: Path) -> None:
    table = made(small(), tmp_path / "games.parquet")
    assert parquet.read_schema(tmp_path / "games.parquet").equals(schema())
    assert len(table.rows) == 6 * (2 + 3) * 2
    assert list(table.rows[0]) == schema().names
    for row in table.rows:
        assert sum([item["points"] for item in row["points"]]) == row["score"]
        assert row["decisions"] >= row["free_decisions"] > 0
        assert row["choices"] >= row["decisions"]
        assert 1 <= row["place"] <= row["players"]
    games: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for row in table.rows:
        games.setdefault((row["players"], row["lineup"], row["game"]), []).append(row)
    for rows in games.values():
        assert sum([row["won"] for row in rows]) == pytest.approx(1)
        assert sorted([row["place"] for row in rows]) == list(range(1, len(rows) + 1))
        best = max([row["score"] for row in rows])
        assert max([row["margin"] for row in rows]) >= 0
        assert all(row["rank"] > 1 or row["score"] == best for row in rows)


def test_lineups_and_contents_are_played_on_the_same_deals(tmp_path: Path) -> None:
    contents = variants([str(variant(tmp_path))])
    table = made(small(contents=contents, players=(3,), games=3), tmp_path / "games.parquet")
    deals: dict[tuple[str, str], list[int]] = {}
    for row in table.rows:
        if row["seat"] == 0:
            deals.setdefault((row["lineup"], row["content"]), []).append(row["deal"])
    assert set(deals) == {(lineup, name) for lineup in ("random", "montecarlo:2, random") for name in ("own", "dear")}
    assert deals["random", "own"] == deals["random", "dear"]
    assert len(set(deals["montecarlo:2, random", "own"])) == 1, "all three rotations of the seats"


def test_a_variant_counts_as_its_pieces_say(tmp_path: Path) -> None:
    """Random players do not care what is printed: the same decisions, other points."""
    contents = variants([str(variant(tmp_path, points="[0, 10, 20, 30, 40, 80, 120]"))])
    lineups = ((Entrant.parse("random"),),)
    table = made(small(contents=contents, lineups=lineups, players=(2,)), tmp_path / "games.parquet")
    sums = {"own": 0, "dear": 0}
    for row in table.rows:
        animals = next(item["points"] for item in row["points"] if item["name"] == "animals in enclosures")
        sums[row["content"]] += animals
    assert sums["dear"] == 10 * sums["own"] > 0
    assert set(table.about["contents"]) == {"own", "dear"}
    assert table.about["contents"]["own"] == "" != table.about["contents"]["dear"]


def test_contents_that_cannot_be_used_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadContent, match="is not a folder"):
        variants([str(tmp_path / "nowhere")])
    with pytest.raises(BadContent, match="holds no content"):
        variants([str(tmp_path)])
    (tmp_path / "other").mkdir()
    with pytest.raises(BadSetup, match="There are two contents called 'dear'"):
        variants([str(variant(tmp_path)), str(variant(tmp_path / "other"))])
    broken = Variant("broken", (("box.toml", "kinds = 3"),))
    with pytest.raises(BadContent, match="kinds"):
        small(contents=(OWN, broken)).check()


def test_levels_count_positions_so_that_games_are_the_same_everywhere() -> None:
    game = menagerie.load(TITLE)
    assert grid.entrant("keeper", game) == Entrant("keeper:1000", "keeper", None, 1000)
    assert grid.entrant("greedy", game) == Entrant("greedy", "greedy")
    assert grid.entrant("keeper:0.2s", game).seconds == 0.2
    assert Grid(TITLE, ((grid.entrant("keeper:0.2s", game),),), (2,)).depends_on_time


def test_every_combination_is_played() -> None:
    wanted = Grid(
        "zoo-escape", ((Entrant.parse("random"),),), (1, 2), (("level", ("easy", "hard")), ("animal_1", ("owl",)))
    )
    assert [(cell.match.players, cell.match.options) for cell in wanted.cells()] == [
        (players, {"level": level, "animal_1": "owl"}) for players in (1, 2) for level in ("easy", "hard")
    ]
    assert wanted.command == (
        "menagerie lab simulate zoo-escape random --players 1,2 --option level=easy --option level=hard "
        "--option animal_1=owl --games 100 --seed 0"
    )


# The command.


def test_the_command_prints_a_table_or_one_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["lab", "simulate", TITLE, "random", "--players", "2,3", "--games", "4", "--jobs", "1"]
    assert main([*command, "--out", str(tmp_path / "games.parquet")]) == 0
    shown = capsys.readouterr().out
    assert "Zooloretto Mini: written to" in shown
    assert "3 players, random" in shown
    assert max(len(line) for line in shown.splitlines()[1:]) <= 100
    assert main([*command, "--out", str(tmp_path / "games.parquet"), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert [cell["players"] for cell in figures["cells"]] == [2, 3]
    first = figures["cells"][0]["wins_by_place"]["1"]
    assert first["low"] <= first["value"] <= first["high"]
    assert first["count"] == 4


def test_a_table_is_written_as_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.csv"
    command = ["lab", "simulate", TITLE, "random", "--games", "4", "--jobs", "1", "--out", str(file)]
    assert main(command) == 0
    assert f"Reports read {tmp_path / 'games.parquet'}, which has the same rows." in capsys.readouterr().out
    table = Table.read(tmp_path / "games.parquet")
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [int(row["score"]) for row in rows] == [row["score"] for row in table.rows]
    for row, known in zip(rows, table.rows, strict=True):
        assert json.loads(row["points"]) == [[item["name"], item["points"]] for item in known["points"]]
    before = file.read_bytes()
    file.unlink()
    assert main(command) == 0
    assert file.read_bytes() == before, "made again of what was played"


def test_a_csv_file_of_somebody_else_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.csv"
    file.write_text("name\nLisa\n")
    assert main(["lab", "simulate", TITLE, "random", "--games", "1", "--out", str(file)]) == 2
    assert "Give another file, or remove it." in capsys.readouterr().err
    assert file.read_text() == "name\nLisa\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["chess", "random"], "There is no title 'chess'"),
        ([TITLE, "lion"], "There is no bot 'lion'"),
        ([TITLE, "random", "--players", "1"], "is for 2 to 5 players, not 1"),
        ([TITLE, "random", "--players", "two"], "Numbers of players look like 2,3,4, not 'two'."),
        ([TITLE, "random,random,random"], "There are 3 bots for 2 seats."),
        ([TITLE, "random", "--games", "0"], "At least one game must be played, not 0."),
        ([TITLE, "random", "--option", "colour=red"], "has no option 'colour'"),
        ([TITLE, "random", "--content", "nowhere"], "nowhere is not a folder."),
        (["zoo-escape", "random", "--option", "level=easy", "--option", "level=easy"], "level=easy is given twice."),
        ([TITLE, "random", "--out", "games.xlsx"], "A table is a .parquet or a .csv file; games.xlsx is neither."),
        ([TITLE, "random", "--out", "/nowhere/games.parquet"], "cannot be written: No such file or directory."),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lab", "simulate", *arguments, "--jobs", "1"]) == 2
    assert reason in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("hands", ["--jobs=2", "--cluster=local:1"])
def test_who_stops_a_simulation_can_go_on(tmp_path: Path, hands: str) -> None:
    command = [sys.executable, "-m", "menagerie", "lab", "simulate", TITLE, "random", "--games", "100000"]
    running = subprocess.Popen(
        [*command, hands], cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    journal = tmp_path / f"{TITLE}.parquet.part"
    while running.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") > 3):
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    _, told = running.communicate()
    assert running.returncode == 130, told
    assert "Traceback" not in told
    assert told.splitlines()[-1] == f"Stopped; the same command continues with what is in {TITLE}.parquet.part."
