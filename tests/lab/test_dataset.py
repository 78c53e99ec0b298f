"""Datasets: what a seat saw, could do and did, and what came of it; the same files whoever makes them, no names."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import datasets
import numpy as np
import pandas
import polars
import pyarrow.dataset
import pyarrow.parquet as pq
import pytest

import menagerie
from menagerie import BadSetup, Record
from menagerie.cli import main
from menagerie.lab.dataset import making, sources
from menagerie.lab.dataset.making import Counts, Dataset
from menagerie.lab.dataset.reading import Rows
from menagerie.lab.dataset.rows import COLUMNS, observed, rows
from menagerie.lab.dataset.sources import BotGame, Game, by_bots, in_folder, without_names
from menagerie.lab.entrants import Entrant
from menagerie.lab.match import Match
from menagerie.lab.parallel import Here, hands

TITLE = "zooloretto-mini"
GOLDEN = Path(__file__).parents[1] / "games" / "eighteen_zoo" / "golden"


def match(*bots: str, games: int = 3, title: str = TITLE, players: int = 2, seed: int = 0) -> Match:
    return Match(title, players, tuple([Entrant.parse(bot) for bot in bots]), games, seed)


def made(folder: Path, source: sources.Source | None = None, title: str = TITLE) -> Counts:
    dataset = Dataset(menagerie.load(title), source or by_bots(match("greedy", "random")), folder)
    return dataset.make(Here(), lambda games: None)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def finished(title: str = TITLE, players: int = 2, seed: int = 3) -> Record:
    state = menagerie.load(title).new(players=players, seed=seed)
    menagerie.play_randomly(state, Random(seed))
    return Record.of(state)


# Rows.


def encoded() -> list[str]:
    return [title for title in menagerie.titles() if menagerie.load(title).has_encoding]


@pytest.mark.parametrize("title", encoded())
def test_every_decision_is_a_row_of_what_the_seat_saw_could_do_and_did(title: str) -> None:
    record = finished(title)
    game, encoding = record.game, record.game.encoding()
    told = rows(Game("g", record, ["random"] * len(record.decisions)))
    assert list(told) == list(COLUMNS)
    states = record.replay()
    for ply, (seat, notation) in enumerate(record.decisions):
        state = next(states)
        row = {name: told[name][ply] for name in COLUMNS}
        assert (row["title"], row["rules_version"], row["encoding"]) == (title, game.rules_version, encoding.digest())
        assert (row["game"], row["ply"], row["length"]) == ("g", ply, len(record.decisions))
        assert (row["players"], row["seat"], row["player"]) == (2, seat, "random")
        assert row["observation"] == encoding.observe(state, seat).tobytes()
        assert np.flatnonzero(np.asarray(encoding.mask_of(state, seat))).tolist() == sorted(row["legal"])
        assert row["choice"] in row["legal"]
        assert str(encoding.action(state, seat, row["choice"])) == row["notation"] == notation


@pytest.mark.parametrize("title", encoded())
def test_nothing_in_a_row_was_hidden_from_the_seat(title: str) -> None:
    """In another world that the seat cannot tell from the real one, the same decision makes the same row."""
    record = finished(title)
    encoding = record.game.encoding()
    for state, (seat, notation) in zip(record.replay(), record.decisions, strict=False):
        if state.ply % 7 == 0:
            world = state.imagine(seat, state.ply)
            assert observed(encoding, world, seat, notation) == observed(encoding, state, seat, notation)


def test_a_row_tells_what_came_of_it_for_its_seat() -> None:
    record = finished(players=3)
    final = record.final()
    told = rows(Game("g", record, ["random"] * len(record.decisions)))
    for seat, win, score, margin in zip(told["seat"], told["win"], told["score"], told["margin"], strict=True):
        assert win == (1 / len(final.winners) if seat in final.winners else 0)
        assert score == final.scores[seat]
        assert margin == score - max(other for place, other in enumerate(final.scores) if place != seat)


@pytest.mark.parametrize(("title", "players"), [("zoo-escape", 2), ("new-york-zoo", 1)])
def test_there_is_no_margin_where_nobody_competes(title: str, players: int) -> None:
    told = rows(Game("g", (record := finished(title, players)), ["random"] * len(record.decisions)))
    assert set(told["margin"]) == {None}
    assert set(told["win"]) <= {0.0, 1.0}


# Files.


def test_the_same_games_make_the_same_files_whatever_the_number_of_workers(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(making, "GAMES", 2)
    made(tmp_path / "one")
    dataset = Dataset(menagerie.load(TITLE), by_bots(match("greedy", "random")), tmp_path / "two")
    with hands(2) as executor:
        dataset.make(executor, lambda games: None)
    assert files(tmp_path / "one") == files(tmp_path / "two")
    assert list(files(tmp_path / "one")) == ["part-00000.parquet", "part-00001.parquet"]


def test_a_dataset_that_was_interrupted_goes_on_and_repeats_nothing(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(making, "GAMES", 2)
    source = by_bots(match("greedy", "random", games=5))
    whole = made(tmp_path / "whole", source)
    played: Counter[int] = Counter()
    play = BotGame.game

    def counting(task: BotGame) -> Game:
        played[task.number] += 1
        if played.total() == 4:
            raise KeyboardInterrupt
        return play(task)

    monkeypatch.setattr(BotGame, "game", counting)
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path / "again", source)
    assert [path.name for path in sorted((tmp_path / "again").glob("part*"))] == ["part-00000.parquet"]
    assert made(tmp_path / "again", source) == whole
    assert files(tmp_path / "again") == files(tmp_path / "whole")
    assert played == {0: 1, 1: 1, 2: 2, 3: 2, 4: 1}
    assert made(tmp_path / "again", source) == whole
    assert played.total() == 7


def test_progress_is_told_from_where_it_goes_on(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(making, "GAMES", 2)
    dataset = Dataset(menagerie.load(TITLE), by_bots(match("random")), tmp_path)
    told: list[int] = []
    dataset.make(Here(), told.append)
    (tmp_path / "part-00001.parquet").unlink()
    dataset.make(Here(), told.append)
    assert told == [0, 1, 1, 1] + [2, 1]


def test_files_describe_themselves(tmp_path) -> None:
    counts = made(tmp_path)
    schema = pq.read_schema(tmp_path / "part-00000.parquet")
    assert schema.names == list(COLUMNS)
    assert schema.field("observation").type.byte_width == menagerie.load(TITLE).observation.size
    assert schema.field("win").metadata[b"words"].decode() == COLUMNS["win"][1]
    layout = menagerie.load(TITLE).observation.data()
    assert json.loads(schema.metadata[b"menagerie observation"]) == json.loads(json.dumps(layout))
    assert making.counted_in(tmp_path / "part-00000.parquet") == counts
    about = json.loads(schema.metadata[b"menagerie dataset"])
    assert (about["title"], about["encoding"]) == (TITLE, menagerie.load(TITLE).encoding().digest())


def test_the_folder_is_one_table_to_every_program_that_reads_parquet(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(making, "GAMES", 2)
    run(TITLE, tmp_path / "set", "--bots", "random", "--games", 4)
    folder, rows = str(tmp_path / "set"), len(Rows(tmp_path / "set"))
    assert len(files(tmp_path / "set")) == 2
    assert pyarrow.dataset.dataset(folder).count_rows() == rows
    assert len(pandas.read_parquet(folder)) == rows
    assert len(polars.read_parquet(folder)) == rows
    assert len(datasets.load_dataset(folder, cache_dir=str(tmp_path / "cache"))["train"]) == rows


def test_another_dataset_is_not_added_to(tmp_path) -> None:
    made(tmp_path / "one")
    with pytest.raises(BadSetup, match="holds a dataset of other games or versions"):
        made(tmp_path / "one", by_bots(match("greedy", "random", seed=1)))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("mine")
    with pytest.raises(BadSetup, match="already holds something else"):
        made(tmp_path / "other")
    (tmp_path / "one" / "part-00000.parquet").write_bytes(b"PAR1")
    with pytest.raises(BadSetup, match="is not a whole part of a dataset"):
        made(tmp_path / "one")


def test_rows_are_read_as_arrays(tmp_path) -> None:
    made(tmp_path)
    told = Rows(tmp_path)
    encoding = menagerie.load(TITLE).encoding()
    assert told.observations.shape == (len(told), encoding.layout.size)
    assert told.masks.shape == (len(told), encoding.decisions)
    assert told.masks[np.arange(len(told)), told.column("choice")].all()
    task = BotGame(match("greedy", "random"), 0).game()
    seat = task.record.decisions[5][0]
    state = task.record.at(5)
    assert told.observations[5].tolist() == encoding.observe(state, seat).tolist()
    assert np.flatnonzero(told.masks[5]).tolist() == sorted(told.table["legal"][5].as_py())
    with pytest.raises(BadSetup, match="There is no dataset in"):
        Rows(tmp_path / "nowhere")


# Sources.


def test_bots_sit_on_every_seat_in_turn_and_are_told_apart(tmp_path) -> None:
    games = [BotGame(match("greedy", "random"), number).game() for number in range(2)]
    assert games[0].record.seed == games[1].record.seed
    for number, game in enumerate(games):
        names = {seat: name for (seat, _), name in zip(game.record.decisions, game.players, strict=True)}
        assert names == {number: "greedy", 1 - number: "random"}
    assert games[0].id != games[1].id
    assert games[0].id[:8] == games[1].id[:8]


def test_records_of_a_folder_lose_names_and_those_that_cannot_be_used_are_counted(tmp_path) -> None:
    folder = tmp_path / "records"
    (folder / "more").mkdir(parents=True)
    record = finished()
    record.names = {0: "Lisa of the Valley", 1: "keeper:50 (bot)"}
    record.started, record.comments = "2026-11-17T20:00:00", {3: ["Lisa laughs"]}
    record.seconds = [float(number) for number in range(len(record.decisions))]
    record.result = "Lisa of the Valley wins."
    record.save(folder / "more" / "game.zoo")
    Record.of(record.at(20)).save(folder / "unfinished.zoo")
    finished("night-at-the-zoo").save(folder / "other.zoo")
    (folder / "broken.zoo").write_text("menagerie record 1\n")
    (folder / "game.review.json").write_text("{}")
    cheated = Record.parse(str(record))
    assert cheated.scores
    cheated.scores = (cheated.scores[0] + 1, *cheated.scores[1:])
    cheated.save(folder / "wrong.zoo")
    counts = made(tmp_path / "set", in_folder(folder))
    assert (counts.games, counts.rows) == (1, len(record.decisions))
    assert counts.left_out == {
        "it is of another title": 1,
        "it is not over": 1,
        "it cannot be read, or does not replay": 2,
    }
    told = Rows(tmp_path / "set")
    assert {(row["seat"], row["player"]) for row in told.table.select(["seat", "player"]).to_pylist()} == {
        (0, "unknown"),
        (1, "keeper:50"),
    }
    for row in told.table.to_pylist():
        assert "Lisa" not in repr(row)
        assert "2026" not in row["game"]


def test_the_number_of_a_game_does_not_depend_on_who_played() -> None:
    named = finished()
    named.names = {0: "Lisa"}
    assert str(without_names(named)) == str(without_names(finished()))


def test_a_folder_without_games_says_so(tmp_path) -> None:
    with pytest.raises(BadSetup, match="There are no recorded games in"):
        in_folder(tmp_path)


def test_games_that_18xx_games_has_exported_are_people_s(tmp_path) -> None:
    exported = tmp_path / "exported"
    exported.mkdir()
    data = Record.load(GOLDEN / "site-map-a-3-players.zoo").to_18xx()
    (exported / "game.json").write_text(json.dumps(data))
    counts = made(tmp_path / "set", in_folder(exported), "18zoo")
    assert counts.games == 1
    assert set(counts.deciders) == {"person"}
    assert "1 of these is as 18xx.games exports a game" in " ".join(in_folder(exported).about)


# The command.


def run(*arguments: Any) -> int:
    return main(["lab", "dataset", *map(str, arguments), "--jobs", "1"])


def test_the_command_makes_a_dataset_and_its_datasheet(tmp_path, capsys) -> None:
    arguments = (TITLE, tmp_path / "set", "--bots", "random", "--games", 2, "--by", "Lisa", "--licence", "CC0-1.0")
    assert run(*arguments) == 0
    told = Rows(tmp_path / "set")
    shown = capsys.readouterr().out
    assert shown.splitlines()[0] == f"{len(told)} decisions of 2 games in {tmp_path / 'set'}."
    sheet = (tmp_path / "set.md").read_text(encoding="utf-8")
    for words in (
        f"{len(told)} decisions of 2 games",
        "menagerie lab dataset zooloretto-mini set --bots random --games 2 --seed 0",
        "Made by: Lisa.",
        "Licence: CC0-1.0.",
        f"Menagerie {menagerie.__version__}, Zooloretto Mini with rules version 1, encoding `{told.about['encoding']}`",
        "| games with 2 players | 2 |",
        f"| decisions by `random` | {len(told)} |",
        "No person has taken part.",
        "What the seat could see and the observation does not tell:",
    ):
        assert words in sheet
    for part in menagerie.load(TITLE).observation.slices:
        assert f"| `{part.name}` | {part.start} |" in sheet
    assert str(tmp_path) not in sheet
    before = files(tmp_path / "set")
    assert run(*arguments) == 0
    assert files(tmp_path / "set") == before


def test_what_the_datasheet_says_about_reading_is_true(tmp_path, monkeypatch) -> None:
    run(TITLE, tmp_path / "set", "--bots", "random", "--games", 1)
    sheet = (tmp_path / "set.md").read_text(encoding="utf-8")
    program = re.search(r"```python\n(.*?)```", sheet, re.DOTALL)
    assert program
    monkeypatch.chdir(tmp_path)
    exec(program[1], {})


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Say where the games come from"),
        (("--bots", "random", "--records", "x"), "Say where the games come from"),
        (("--bots", "random", "--games", "0"), "At least one game must be played, not 0."),
        (("--records", "nowhere"), "There are no recorded games in nowhere"),
        (("--tables", "nowhere.db"), "There is no file nowhere.db. Check the name."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(tmp_path, capsys, monkeypatch, arguments, sentence) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(TITLE, "set", *arguments) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "set").exists()
