"""What the coach says is true: of the move that he orders, of the others, and of what comes then."""

from __future__ import annotations

from random import Random

import pytest

import menagerie
from menagerie import State
from menagerie.core.display.consequences import consequence
from menagerie.core.display.step_guide import guide
from menagerie.games.new_york_zoo.phases.walking import Turn
from menagerie.games.new_york_zoo.state import Position
from tests.games.coaching import at_step, lesson, orders, shortfall

TITLE = "new-york-zoo"
AMONG_THE_BEST = 0.04
PLAYOUTS = 1500


def played(number: int, step: int, decision: str) -> State:
    state = at_step(lesson(TITLE, number), step)
    state.play(decision, 0)
    return state


def offered(state: State) -> set[str]:
    return {str(action).split()[0] for action in state.legal(state.to_act[0])}


@pytest.mark.parametrize("number", [1, 2])
def test_a_director_agrees_with_every_walk_that_is_ordered(number: int) -> None:
    for step, state, accepted in orders(lesson(TITLE, number)):
        if accepted[0].startswith("walk"):
            assert shortfall(state, 0, accepted[0], PLAYOUTS) < AMONG_THE_BEST, step


@pytest.mark.parametrize(
    ("number", "step", "walk", "brings"),
    [
        (1, 1, "walk 1", "place"),
        (1, 1, "walk 2", "acquire"),
        (1, 1, "walk 3", "place"),
        (1, 1, "walk 4", "place"),
        (1, 4, "walk 1", "place"),
        (1, 4, "walk 2", "acquire"),
        (1, 4, "walk 3", "place"),
        (1, 4, "walk 4", "acquire"),
        (2, 1, "walk 1", "place"),
        (2, 1, "walk 2", "place"),
        (2, 1, "walk 3", "acquire"),
        (2, 1, "walk 4", "place"),
    ],
)
def test_a_walk_brings_what_the_coach_says(number: int, step: int, walk: str, brings: str) -> None:
    assert offered(played(number, step, walk)) == {brings}


def test_lesson_1_a_flamingo_waits_in_a_house() -> None:
    state = played(1, 4, "walk 1")
    events: list[menagerie.Event] = []
    state.play(state.legal(0)[0], 0, events)
    assert "A moves a flamingo from a house to the new 7-space enclosure." in map(str, events)


@pytest.mark.parametrize(("walk", "crosses"), [(1, False), (2, True), (3, True), (4, True)])
def test_lesson_2_which_walks_cross_the_line_of_the_meerkats(walk: int, crosses: bool) -> None:
    state = at_step(lesson(TITLE, 2), 1)
    told = consequence(state, 0, state.game.parse(f"walk {walk}"))
    assert ("meerkats breed, you have 1 pair now" in told) == crosses


def test_lesson_3_the_flamingo_may_go_in_its_enclosure_right_away_and_still_wins() -> None:
    """The coach no longer says that one would be missing."""
    state = at_step(lesson(TITLE, 3), 3)
    for decision in ("acquire flamingo into E5-10", "acquire no more", "breed E5-04", "keep none"):
        state.play(decision, 0)
    state.play(next(text for text in map(str, state.legal(0)) if text.startswith("place A3L")), 0)
    state.play("bonus E5-10", 0)
    while not state.is_over and state.to_act == (0,):
        legal = [str(action) for action in state.legal(0)]
        state.play(next((text for text in legal if text.startswith("place A2")), legal[-1]), 0)
    assert isinstance(state, Position)
    assert state.open[0] == 0


def test_the_last_lesson_names_what_the_lessons_leave_out() -> None:
    rules = {one.rule for one in lesson(TITLE, 4).more}
    assert rules == {"4.4", "5.7", "6.1", "6.6", "7.6", "8.3", "9.1", "11.1"}


# Prompts, buttons and guides name only what is possible now.


def test_the_prompt_names_only_the_steps_that_are_allowed() -> None:
    seen: set[str] = set()
    for seed in range(6):
        state, chance = menagerie.load(TITLE).new(2, seed), Random(seed)
        while not state.is_over:
            seat = state.to_act[0]
            legal = [str(action) for action in state.legal(seat)]
            if isinstance(state.phase(seat), Turn):
                steps = sorted(int(text.split()[1]) for text in legal)
                prompt = state.prompt(seat).removeprefix("Move the elephant ").partition(" space")[0]
                if " to " in prompt:
                    assert steps == list(range(1, int(prompt[-1]) + 1)), prompt
                else:
                    assert steps == [int(text) for text in prompt.replace(" or ", ", ").split(", ")], prompt
                seen.add(prompt)
            state.play(chance.choice(legal), seat)
    assert len(seen) > 1


def test_a_button_says_no_pair_yet_where_the_walk_could_still_make_one() -> None:
    state = menagerie.Record.load(menagerie.load(TITLE).folder / "learn.zoo").at(9)
    seat = state.to_act[0]
    assert "you have no pair yet" in consequence(state, seat, state.game.parse("walk 3"))
    state.play("walk 3", seat)
    state.play("acquire meerkat into E7-04", seat)
    while "breed E7-04" not in map(str, state.legal(seat)):
        state.play(state.legal(seat)[-1], seat)


def test_the_guide_of_the_second_animal_offers_no_single_one_of_any_species() -> None:
    state = played(1, 4, "walk 2")
    state.play("acquire meerkat into E7-02", 0)
    told = guide(state, 0)
    assert told is not None
    assert told.step.words.startswith("You took one of the two animals shown")
