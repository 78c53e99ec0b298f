"""What the coach of 18ZOO says without looking it up is true: of what he orders, and of other decisions."""

from __future__ import annotations

from typing import Any

import pytest

import menagerie
from menagerie.bots import Clock, decide, make
from menagerie.core.display.coach import Coach
from menagerie.core.display.lessons import Lesson, lesson, lessons
from menagerie.core.event import Event
from menagerie.core.state import State
from menagerie.games.eighteen_zoo.actions import LayTile
from menagerie.games.eighteen_zoo.state import Position
from tests.core.test_lessons import play_to

TITLE = menagerie.load("18zoo")
DRAFT, STOCK, LAUNCHING, TRACK, DIVIDENDS, SQUIRRELS, POWERS = range(1, 8)


def at(number: int, step: int) -> State:
    """The table at a step of a lesson, both counted from 1."""
    return play_to(lesson(TITLE, number), step - 1)[1]


def family(state: State, id: str) -> Any:
    return state.view(0)["families"][id]


def cash(state: State, seat: int) -> int:
    held: int = state.view(0)["seats"][seat]["cash"]
    return held


def after(state: State, *decisions: str) -> State:
    """What comes of other decisions of the learner."""
    state = state.copy()
    for decision in decisions:
        state.play(decision, 0)
    return state


def test_there_are_seven_lessons_and_the_last_is_a_game() -> None:
    known = lessons(TITLE)
    assert [one.id for one in known] == [
        "1-draft",
        "2-stock-round",
        "3-launching",
        "4-track",
        "5-dividends",
        "6-squirrels",
        "7-powers",
    ]
    assert [one.is_game for one in known] == [False] * 6 + [True]


def test_the_pot_of_gold_gives_its_price_back_at_once_and_pays_again() -> None:
    before, pot = at(DRAFT, 2), at(DRAFT, 3)
    assert cash(pot, 0) == cash(before, 0) + 2
    quick = after(before, "buy power TOO MUCH RESPONSIBILITY")
    assert cash(quick, 0) == cash(pot, 0)  # as much today; the pot pays on two more days


def test_in_the_first_lesson_b_launches_after_the_learner() -> None:
    state = at(DRAFT, 7)
    assert [family(state, id)["owner"] for id in ("PE", "LI")] == ["A", "B"]
    assert "TOO MUCH RESPONSIBILITY" in [name.upper() for name in state.view(0)["powers"]], "the quick money can wait"


def test_the_third_lion_brings_the_parents_and_two_sales_cost_two_rows() -> None:
    assert [family(at(STOCK, step), "LI")["owner"] for step in (3, 4, 5)] == ["B", "B", "A"]
    before, sold = family(at(STOCK, 5), "LI"), at(STOCK, 6)
    assert family(sold, "LI")["cell"][0] == before["cell"][0] + 2
    assert sold.view(0)["seats"][1]["may_not_buy"] == ["LI"]


@pytest.mark.parametrize(("value", "is_enough"), [(5, False), (6, False), (7, False), (9, True)])
def test_only_at_9_the_giraffes_can_pay_their_squirrel(value: int, is_enough: bool) -> None:
    launched = after(at(LAUNCHING, 3), f"launch GI at {value}")
    assert launched.view(0)["deck"] == "4S"
    assert (family(launched, "GI")["treasury"] >= 20) is is_enough


@pytest.mark.parametrize("value", [5, 6, 7])
def test_below_9_the_giraffes_need_a_squirrel_of_the_lions(value: int) -> None:
    """They can have one for a bag, so the launch is not dear; but they cannot buy the first 4S themselves."""
    launched = after(at(LAUNCHING, 3), f"launch GI at {value}")
    lions = [one["name"] for one in family(launched, "LI")["squirrels"]]
    assert len(lions) == 3
    assert 1 <= family(launched, "GI")["treasury"] < 20


def test_after_a_power_the_giraffes_at_9_are_too_dear() -> None:
    before = at(LAUNCHING, 3)
    prices = {str(action): before.view(0)["seats"][0]["cash"] for action in before.legal(0)}
    for decision in (one for one in prices if one.startswith("buy power")):
        assert cash(after(before, decision), 0) < 18 <= cash(before, 0)


def ends(state: State, decision: str) -> set[str]:
    """The hexes to which a tile leads."""
    assert isinstance(state, Position)
    (action,) = [one for one in state.legal(0) if str(one) == decision]
    assert isinstance(action, LayTile)
    ground = state.board.ground
    at = ground.by_name[action.at]
    tile = ground.tile_named(action.tile, at)
    assert tile is not None
    exits = tile.turned[action.rotation].exits
    return {ground.hexes[ground.across[at * 6 + edge] // 6].name for edge in range(6) if exits >> edge & 1}


def lays(state: State, at: str) -> list[str]:
    return [str(action) for action in state.legal(0) if str(action).startswith("lay") and str(action).endswith(at)]


def test_every_home_tile_with_track_to_the_north_and_south_is_accepted() -> None:
    one = lesson(TITLE, LAUNCHING)
    state = at(LAUNCHING, 4)
    both = {decision for decision in lays(state, "K9") if {"K7", "K11"} <= ends(state, decision)}
    assert both == {pattern.text for pattern in one.steps[3].accepts}


def test_of_the_tiles_on_k15_only_the_ordered_one_ends_at_the_water() -> None:
    state = at(TRACK, 2)
    assert [one for one in lays(state, "K15") if "L14" in ends(state, one)] == ["lay 202 r4 at K15"]


@pytest.mark.parametrize("step", [2, 3, 7, 8])
def test_of_the_tiles_on_j18_only_the_straight_one_reaches_i19(step: int) -> None:
    state = at(TRACK, step)
    assert [one for one in lays(state, "J18") if "I19" in ends(state, one)] == ["lay 9 r1 at J18"]


def test_on_k15_one_guards_40_nuts_or_shares_50() -> None:
    state = at(TRACK, 7)
    found = set()
    for notation in [str(action) for action in state.legal(0) if str(action).endswith("at K15")]:
        run = after(state, notation, "lay 9 r1 at J18", "run 2S-0 K17 K15 L14")
        spaces = run.view(0)["tiles"]["K15"]["stations"]
        found.add((len(spaces), run.view(0)["nuts"] - 20 - 10))  # without HOME and water
    assert found == {(1, 40), (2, 50)}


def test_to_keep_moves_the_token_left_and_to_share_leaves_it_or_moves_it_right() -> None:
    few, many = at(DIVIDENDS, 4), at(DIVIDENDS, 7)
    assert [family(after(few, how), "PE")["value"] for how in ("keep", "distribute")] == [6, 7]
    assert [family(after(many, how), "LI")["value"] for how in ("keep", "distribute")] == [4, 6]


def test_the_first_4s_retires_every_2s_and_a_ticket_would_just_have_paid_the_next() -> None:
    before, bought = at(SQUIRRELS, 2), at(SQUIRRELS, 3)
    names = [
        {one["name"] for id in ("PE", "PB") for one in family(state, id)["squirrels"]} for state in (before, bought)
    ]
    assert names == [{"2S", "3S"}, {"3S"}]
    helped = after(at(SQUIRRELS, 7), "cash ticket", "treasury 8")
    assert "buy 4S from deck" in [str(action) for action in helped.legal(0)]


def test_b_pays_for_the_tigers_by_force() -> None:
    before, forced = at(SQUIRRELS, 8), at(SQUIRRELS, 9)
    assert family(forced, "TI")["treasury"] == 0
    assert cash(forced, 1) == cash(before, 1) - (20 - family(before, "TI")["treasury"])


def test_the_last_lesson_names_what_the_lessons_leave_out() -> None:
    rules = {one.rule for one in lesson(TITLE, POWERS).more}
    assert {"6.3.1", "2.3", "6.4.1", "6.2.1", "6.7", "7.6.1", "4.4", "7.6.2", "4.2", "3.2", "10", "8.1"} <= rules


def played(one: Lesson) -> list[str]:
    """What the coach says in the last lesson if bots play it."""
    coach, state = Coach(one), one.begin()
    bots = [make("visitor", 1), make(one.bot, 2)]
    said: list[str] = []
    coach.seen = len(one.steps)
    while not state.is_over:
        (seat,) = state.to_act
        events: list[Event] = []
        state.play(decide(bots[seat], state, seat, Clock(playouts=20)), seat, events)
        coach.hear(state, seat, events)
        while (bubble := coach.bubble(state)) is not None:
            said.append(bubble.words)
            coach.read(bubble.number)
            if bubble.last:
                return said
    raise AssertionError("the coach has no last word")


def test_in_the_game_the_coach_speaks_up_at_the_first_run_and_dividend_and_at_the_end() -> None:
    said = played(lesson(TITLE, POWERS))
    assert len(said) == len(set(said))
    for words in (
        "The last stock round is over",
        "Compare that with the threshold",
        "for each animal",
        "The last round!",
    ):
        assert sum(words in one for one in said) == 1, words
    assert said[-1].endswith("The rules have a few more details:")
