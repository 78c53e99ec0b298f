"""What the coach of 18ZOO claims without looking it up: what a decision leads to, and what others would have led to."""

from __future__ import annotations

from typing import Any

import pytest

import menagerie
from menagerie.bots import Clock, decide, make
from menagerie.core.display.coach import Coach
from menagerie.core.display.lessons import Lesson, lesson, lessons
from menagerie.core.event import Event
from menagerie.core.state import State
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
    for words in ("The last stock round is over", "Compare that with the number", "for each animal", "The last round!"):
        assert sum(words in one for one in said) == 1, words
    assert said[-1].endswith("Your next table is a real one!")
