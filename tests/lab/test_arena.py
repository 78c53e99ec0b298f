"""The arena: paired deals from every seat, honest intervals, matches that stop when decided and go on."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import menagerie
from menagerie import BadSetup, MenagerieError, Record
from menagerie.cli import main
from menagerie.lab import arena, side_by_side
from menagerie.lab.arena import Played
from menagerie.lab.entrants import Entrant
from menagerie.lab.match import Match
from menagerie.lab.match_stats import Result, wilson
from menagerie.lab.parallel import Here, hands

TITLE = "zooloretto-mini"


def match(*names: str, games: int = 6, players: int = 2, title: str = TITLE) -> Match:
    return Match(title, players, tuple([Entrant.parse(name) for name in names]), games)


def run(match: Match, folder: Path | None = None, stop: float | None = None, records: bool = False) -> Result:
    return arena.run(match, Here(), lambda result: None, folder, records, stop)


def test_an_entrant_says_its_kind_and_its_limit() -> None:
    assert Entrant.parse("random", seconds=2).seconds == 2
    assert Entrant.parse("montecarlo:12", seconds=2) == Entrant("montecarlo:12", "montecarlo", None, 12)
    assert Entrant.parse("montecarlo:0.5s").seconds == 0.5


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("lion", "There is no bot 'lion'"),
        ("lion.py", r"lion\.py: say which class in it is the bot, as in lion\.py:MyBot\."),
        ("nothing.py:Lion", "There is no file nothing.py with a bot Lion. Check the name."),
        (f"{__file__}:Match", "has no subclass of menagerie.bots.Bot called Match."),
        ("random:", "There is no bot 'random:'|There is no file random"),
    ],
)
def test_a_bot_that_there_is_not_is_refused_in_a_sentence(name: str, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        Entrant.parse(name)


def test_every_deal_is_played_from_every_seat() -> None:
    three = match("montecarlo:4", "random", players=3, games=6)
    assert [[one.name for one in three.seats(number)] for number in range(3)] == [
        ["montecarlo:4", "random", "random"],
        ["random", "random", "montecarlo:4"],
        ["random", "montecarlo:4", "random"],
    ]
    assert Counter([three.deal(number) for number in range(6)]).most_common(1)[0][1] == 3


def test_the_better_bot_wins_and_every_seat_counts() -> None:
    result = run(match("montecarlo:12", "random", games=8))
    figures = result.figures()
    assert figures["games"] == 8
    assert figures["bots"]["montecarlo:12"]["wins"] + figures["bots"]["random"]["wins"] == 8
    assert figures["bots"]["montecarlo:12"]["wins"] >= 6
    assert figures["bots"]["random"]["games"] == 8
    assert figures["bots"]["montecarlo:12"]["cpu_per_turn"] > figures["bots"]["random"]["cpu_per_turn"] > 0
    assert "montecarlo:12" in result.table()
    assert max(len(line) for line in result.table().splitlines()) <= 80, "it fits on any terminal"


def test_how_a_match_stands_is_told_with_what_it_says_so_far() -> None:
    result = Result(match("director", "keeper", games=10))
    for number, won in enumerate([1.0, 1.0, 1.0, 0.0]):
        names = [entrant.name for entrant in result.match.seats(number)]
        wins = [won if name == "director" else 1 - won for name in names]
        result.add(Played(number, names, wins, [0, 0], [0.0, 0.0], [1, 1]))
    assert result.standing() == "director 3 (30% to 95%), keeper 1"


def test_results_are_the_same_from_the_same_seed() -> None:
    first, second = (run(match("montecarlo:4", "random")) for _ in range(2))
    assert [line.score for line in first.lines.values()] == [line.score for line in second.lines.values()]


def test_a_match_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    run(match("random", "montecarlo:2", games=2), tmp_path)
    file = tmp_path / arena.RESULTS
    played = file.read_text()
    with file.open("a") as cut:
        cut.write('{"number": 2, "na')  # the machine went down here
    told: list[int] = []
    longer = arena.run(
        match("random", "montecarlo:2", games=4), Here(), lambda result: told.append(len(result.played)), tmp_path
    )
    assert told == [3, 4], "two games were there already"
    assert file.read_text().startswith(played)
    assert longer.figures()["games"] == 4
    with pytest.raises(BadSetup, match="holds another match"):
        run(match("random", "montecarlo:3"), tmp_path)


LAST = """
from menagerie.bots import Bot

class Last(Bot):
    def choose(self, state, seat, clock):
        return state.legal(seat)[-1]
"""


def test_a_bot_whose_file_has_changed_is_another_bot(tmp_path: Path) -> None:
    """Its kept games would be counted as those of the new one."""
    file = tmp_path / "mine.py"
    file.write_text(LAST)
    entered = match(f"{file}:Last", "random", games=2)
    run(entered, tmp_path / "kept")
    assert run(entered, tmp_path / "kept").figures()["games"] == 2, "the same goes on"
    file.write_text(LAST.replace("[-1]", "[0]"))
    with pytest.raises(BadSetup, match="holds another match"):
        run(entered, tmp_path / "kept")


def test_games_are_kept_as_records(tmp_path: Path) -> None:
    run(match("random", "montecarlo:2", games=2), tmp_path, records=True)
    record = Record.load(tmp_path / "00002.zoo")
    assert record.names == {0: "montecarlo:2 (bot)", 1: "random (bot)"}
    assert record.final().is_over


@pytest.mark.slow
def test_it_stops_when_it_is_decided() -> None:
    result = run(match("montecarlo:12", "random", games=400), stop=0.5)
    assert len(result.played) < 100
    assert result.verdict() == f"Decided after {len(result.played)} games: montecarlo:12 wins more than 50%."
    undecided = Result(match("random", "montecarlo:2"), stop=0.5)
    assert undecided.verdict() == "Whether random wins more than 50% is not decided after 0 games."


def test_wilson_covers_what_a_table_of_it_says() -> None:
    """Newcombe (1998), table I: 81 of 263."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_team_counts_once_a_game() -> None:
    result = Result(match("random", players=2, title="zoo-escape"))
    result.add(Played(0, ["random", "random"], [1.0, 1.0], [1, 1], [0.1, 0.1], [3, 4]))
    figures = result.figures()["bots"]["random"]
    assert (figures["wins"], figures["games"], figures["mean_score"]) == (1.0, 1, 1.0)
    assert figures["cpu_per_turn"] == pytest.approx(0.2 / 7, abs=1e-5)


def test_the_command_prints_one_object(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "menagerie", "arena", TITLE, "montecarlo:2", "random"]
    done = subprocess.run([*command, "--games", "4", "--json"], capture_output=True, text=True, check=True)
    figures = json.loads(done.stdout)
    assert (figures["title"], figures["players"], figures["games"]) == (TITLE, 2, 4)
    assert set(figures) == {"title", "players", "games", "bots"}
    assert set(figures["bots"]["random"]) == {"wins", "games", "low", "high", "mean_score", "cpu_per_turn"}


def test_the_bot_of_the_documentation_enters_as_it_says(tmp_path: Path) -> None:
    """The first example of docs/bots.md, put into a file."""
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    assert "arena zooloretto-mini careful.py:Careful keeper" in page
    example = page.partition("```pycon")[2].partition("```")[0].splitlines()
    code = [line[4:] for line in example if line.startswith((">>>", "..."))]
    assert len(code) <= 30
    (tmp_path / "careful.py").write_text("\n".join(code))
    result = run(match(f"{tmp_path / 'careful.py'}:Careful:8", "random", games=2))
    assert result.figures()["games"] == 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["chess", "random"], "There is no title 'chess'"),
        ([TITLE, "random", "lion"], "There is no bot 'lion'"),
        ([TITLE, "random", "random", "--players", "7"], "is for 2 to 5 players, not 7"),
        ([TITLE, "random", "--players", "0"], "is for 2 to 5 players, not 0"),
        ([TITLE, "random", "random", "random", "--players", "2"], "There are 3 bots for 2 seats."),
        (["new-york-zoo", "random", "random", "--players", "1"], "There are 2 bots for 1 seat."),
        ([TITLE, "random", "--games", "0"], "At least one game must be played, not 0."),
        ([TITLE, "random", "--stop", "2"], "invalid share between 0 and 1 value"),
        ([TITLE, "random", "--records"], "--records needs --keep"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(arguments: list[str], reason: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "menagerie", "arena", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert reason in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_one_bot_against_itself_has_its_fair_share() -> None:
    """With one name every seat counts, where seats do not win together."""
    figures = run(match("random", players=3, games=4)).figures()["bots"]["random"]
    assert (figures["wins"], figures["games"]) == (pytest.approx(4), 12)


@pytest.mark.parametrize("limit", ["0", "0s", "-1", "-0.5s", "1x", "1e999s", "+"])
def test_limits_that_are_none(limit: str) -> None:
    with pytest.raises(BadSetup, match=r"a limit is playouts \(montecarlo:400\) or seconds"):
        Entrant.parse(f"random:{limit}")


def test_a_game_after_one_that_was_cut_off_is_not_lost(tmp_path: Path) -> None:
    run(match("random", "montecarlo:2", games=2), tmp_path)
    file = tmp_path / arena.RESULTS
    file.write_text(file.read_text()[:-20])
    run(match("random", "montecarlo:2", games=3), tmp_path)
    told: list[int] = []
    arena.run(
        match("random", "montecarlo:2", games=3), Here(), lambda result: told.append(len(result.played)), tmp_path
    )
    assert told == [], "all three are there"


REST = '"scores": [1, 0], "cpu": [1, 1], "turns": [1, 1]}'


@pytest.mark.parametrize(
    "line",
    [
        "5",
        "[]",
        '{"number": "0", "names": ["random", "random"], "won": [1, 0], ' + REST,
        '{"number": 0, "names": ["lion", "random"], "won": [1, 0], ' + REST,
        '{"number": 0, "names": ["random", "random"], "won": [1], ' + REST,
        '{"number": 0, "names": ["random", "random"], "won": ["x", 0], ' + REST,
    ],
)
def test_what_is_no_result_is_played_again(tmp_path: Path, line: str) -> None:
    wanted = match("random", "random", games=1)
    (tmp_path / arena.RESULTS).write_text(f"{wanted.key()}\n{line}\n")
    assert run(wanted, tmp_path).figures()["games"] == 1
    assert (tmp_path / arena.RESULTS).read_text().count("\n") == 3, "the game is kept"


def test_a_file_that_holds_no_results_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / arena.RESULTS).write_bytes(b"\x8b\xff\x00")
    with pytest.raises(BadSetup, match="is no file of results"):
        run(match("random", "random"), tmp_path)


def test_whether_a_bot_is_better_than_itself_is_no_question() -> None:
    with pytest.raises(BadSetup, match="if others play against it"):
        run(match("random", "random"), stop=0.5)


FAILING = """
from menagerie.bots import Bot

class Failing(Bot):
    kind = "failing"

    def choose(self, state, seat, clock):
        return 1 / 0

class Seedless(Bot):
    def __init__(self):
        pass
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_fails_is_told_in_a_sentence(tmp_path: Path, jobs: int) -> None:
    (tmp_path / "failing.py").write_text(FAILING)
    failing = match(f"{tmp_path / 'failing.py'}:Failing", "random")
    why = r"bot failing failed: ZeroDivisionError: .* \(failing\.py, line 8\)\.$"
    with pytest.raises(MenagerieError, match=why), hands(jobs) as executor:
        arena.run(failing, executor, lambda result: None)
    with pytest.raises(BadSetup, match="Seedless cannot be made from a seed: TypeError"):
        Entrant.parse(f"{tmp_path / 'failing.py'}:Seedless")


@pytest.mark.parametrize("kept", [[], ["--records"]])
def test_where_there_is_no_room_any_more_that_is_told_in_a_sentence(tmp_path: Path, kept: list[str]) -> None:
    """No file may be larger than 2 KiB."""
    folder = str(tmp_path / "kept")
    arguments = [TITLE, "random", "montecarlo:2", "--games", "40", "--jobs", "1", "--keep", folder, *kept]
    limited = ["sh", "-c", 'ulimit -f 4; exec "$@"', "sh", sys.executable, "-m", "menagerie", "arena", *arguments]
    done = subprocess.run(limited, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    why = "cannot be written to any more: File too large. The same command continues it."
    assert done.stderr.splitlines()[-1] == f"menagerie: {folder} {why}"
    again = subprocess.run(limited[4:], capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    assert "Zooloretto Mini, 2 players, 40 games" in again.stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_who_stops_a_match_sees_how_it_stands(tmp_path: Path, jobs: str) -> None:
    arguments = [TITLE, "random", "montecarlo:2", "--games", "100000", "--jobs", jobs, "--keep", str(tmp_path)]
    command = [sys.executable, "-m", "menagerie", "arena", *arguments]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    file = tmp_path / arena.RESULTS
    while running.poll() is None and not (file.exists() and file.read_text().count("\n") > 3):
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    table, told = running.communicate()
    assert running.returncode == 130, told
    assert "montecarlo:2" in table
    assert told.splitlines()[-1].startswith("Stopped after ")
    assert told.splitlines()[-1].endswith(" of 100000 games; the same command continues.")
    assert "Traceback" not in told


def test_a_variant_is_played_on_the_same_deals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the variant the better bot's careful play is worth less: everything in the barn is free."""
    folder = tmp_path / "barn"
    shutil.copytree(menagerie.load(TITLE).folder / "content", folder)
    box = folder / "box.toml"
    box.write_text(box.read_text().replace("kind_in_barn = -2", "kind_in_barn = 0"))
    command = ["arena", TITLE, "montecarlo:4", "random", "--games", "6", "--jobs", "1", "--content", str(folder)]
    kept = tmp_path / "kept"
    assert main([*command, "--keep", str(kept), "--records"]) == 0
    shown = capsys.readouterr().out
    assert "Zooloretto Mini, 2 players, 6 games, content own" in shown
    assert "Zooloretto Mini, 2 players, 6 games, content barn" in shown
    assert re.search(
        r"On the same deals montecarlo:4 wins [+-][\d.]+ percentage points with barn \(.* to .*\)\.", shown
    )
    own, other = [Record.parse((kept / name).read_text()) for name in ("00001.zoo", "barn/00001.zoo")]
    assert own.seed == other.seed
    assert main([*command, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["games"], figures["contents"]["barn"]["games"]) == (6, 6)
    assert set(figures["contents"]["barn"]["difference"]) == {"value", "low", "high", "count"}
    assert main([*command, "--stop", "0.5"]) == 2
    assert "--stop ends a match early, but variants need all games" in capsys.readouterr().err


def test_a_difference_is_that_of_the_same_games() -> None:
    own, other = Result(match("director", "keeper", games=2)), Result(match("director", "keeper", games=2))
    for number, (before, after) in enumerate([(1.0, 1.0), (0.0, 1.0)]):
        names = [entrant.name for entrant in own.match.seats(number)]
        for result, won in ((own, before), (other, after)):
            wins = [won if name == "director" else 1 - won for name in names]
            result.add(Played(number, names, wins, [0, 0], [0.0, 0.0], [1, 1]))
    assert (side_by_side.difference(other, own).value, side_by_side.difference(other, own).count) == (0.5, 2)
    assert side_by_side.difference(own, own).value == 0
