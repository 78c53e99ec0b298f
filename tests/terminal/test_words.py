"""What can be typed at the table: in every title the words of the buttons do, beginnings of them, and some of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import menagerie
from menagerie import Record, State
from menagerie.terminal import choices
from menagerie.terminal.match import Match, Thinking, seat_players
from menagerie.terminal.plain_text import can_draw, spelled
from menagerie.terminal.play import Play
from tests.tiers import COMPLETE

from .run import COMMAND, PATIENCE, environment
from .test_parts import Scripted

MOMENTS = 24
titles = pytest.mark.parametrize("title", COMPLETE)


def moments(title: str) -> list[State]:
    """Some moments of a good game, spread over it."""
    record = Record.load(menagerie.load(title).folder / "learn.zoo")
    last = len(record.decisions) - 1
    return [record.at(last * number // MOMENTS) for number in range(MOMENTS)]


def typed(state: State, line: str) -> list[str]:
    """What comes of typing a line: the decision that was made, or those that were listed instead."""
    match = Match(state.copy(), seat_players(state.players, ["x"] * state.players, []), Thinking())
    play = Play(match, Scripted())
    before = match.state.ply
    done = play._answer(line)
    return [str(match.state.history[before][1])] if done else play._decisions


@titles
def test_the_words_of_every_button_are_taken(title: str) -> None:
    tried = 0
    for state in moments(title):
        seat = state.to_act[0]
        by_words: dict[str, list[str]] = {}
        for action in state.legal(seat):
            by_words.setdefault(state.game.words(state, seat, action), []).append(str(action))
        for words, decisions in list(by_words.items())[:6]:
            others = [name for name in by_words if name != words and name.lower().startswith(words.lower())]
            if not others:
                assert sorted(typed(state, words.upper())) == sorted(decisions), words
                tried += 1
    assert tried > MOMENTS


@titles
def test_what_is_not_listed_is_refused_and_never_taken_for_something_else(title: str) -> None:
    state = moments(title)[MOMENTS // 2]
    seat = state.to_act[0]
    assert typed(state, "sing a song") == [str(action) for action in state.legal(seat)]


def test_some_words_in_their_order_are_enough() -> None:
    names = ["Load the rhino onto truck 1", "Load the rhino onto truck 2", "Load the rhino onto truck 12"]
    assert choices.abbreviated(names, "load rhino 2") == [names[1]]
    assert choices.abbreviated(names, "rh 1") == [names[0]]
    assert choices.abbreviated(names, "load") == names
    assert choices.abbreviated(names, "rhino load") == []
    assert choices.abbreviated(names, "") == []


def test_an_illegal_decision_is_refused_and_not_taken_for_the_words_of_another() -> None:
    state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
    state.play("draw")
    state.play("load 2")
    screen = Scripted("take 1", "truck 2")
    match = Match(state, seat_players(3, ["a", "b", "c"], []), Thinking())
    assert Play(match, screen).run() == 0
    assert "Truck 1 is empty. Take a truck with at least one tile. (Type help 2.4 for the rule.)" in screen.said
    assert str(state.history[-1][1]) == "take 2"


def test_short_lists_have_words_and_shapes_beside_them() -> None:
    record = Record.load(menagerie.load("zoo-escape").folder / "learn.zoo")
    state = record.at(4)
    screen = Scripted()
    Play(Match(state, seat_players(2, ["a", "b"], []), Thinking()), screen).run()
    turned = "Turn it so that Path 1 leads north and east, Path 2 south and west"
    assert f"  1  turn tile r0 1└ 2┐   {turned}" in screen.said


def test_groups_have_the_shape_that_all_in_them_have() -> None:
    record = Record.load(menagerie.load("new-york-zoo").folder / "learn.zoo")
    screen = Scripted()
    Play(Match(record.at(1), seat_players(2, ["a", "b"], []), Thinking()), screen).run()
    listed = "\n".join(screen.said)
    assert "place E7-03 r0 at ... (" in listed
    assert ") ⠷⠃" in listed


# Terminals that know plain letters only.


def test_drawings_are_spelled_where_they_cannot_be_shown() -> None:
    assert can_draw("utf-8")
    assert not can_draw("ascii")
    assert not can_draw("latin-1")
    assert not can_draw("no such letters")
    assert spelled("K15 202r4 ↓-↗[free]   L14 8r1* ↙-↑") == "K15 202r4 s-ne[free]  L14 8r1* sw-n"
    assert spelled("E4-07 ⠙⠂ 1 meerkat") == "E4-07 1 meerkat"


def test_columns_stay_when_drawings_are_spelled() -> None:
    before = "  |┼ $$       |1└ 2┐      |┤          |"
    after = spelled(before)
    assert after == "  |NESW $$    |1NE 2SW    |NSW        |"
    assert len(after) == len(before)


@titles
def test_a_plain_terminal_shows_every_table_in_plain_letters(title: str, tmp_path: Path) -> None:
    path = menagerie.load(title).folder / "learn.zoo"
    done = subprocess.run(
        [*COMMAND, "replay", str(path), "--to", "40"],
        cwd=tmp_path,
        env=environment(PYTHONIOENCODING="ascii"),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    assert b"?" not in done.stdout
    done.stdout.decode("ascii")
