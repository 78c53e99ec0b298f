"""What the coach says is true: of the move that he orders, of the others, and of what comes then."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import menagerie
from menagerie import Event, State
from menagerie.core.display.coach import Coach
from menagerie.core.display.lessons import lessons
from menagerie.games.night_at_the_zoo.state import Position
from tests.games.coaching import at_step, lesson, orders, shortfall

TITLE = "night-at-the-zoo"
AMONG_THE_BEST = 0.06
PLAYOUTS = 3000
BY_STEP = [1, 2, 3, 4]
HONEST = ("For this lesson", "for this lesson", "to see", "to learn", "To see")


def happens(state: State, *decisions: str) -> list[str]:
    events: list[Event] = []
    for decision in decisions:
        state.play(decision, 0, events)
    return [event.tell(["A", "B"]) for event in events]


def told(number: int, step: int, state: State, decision: str) -> str:
    coach = Coach(lesson(TITLE, number))
    coach.seen = step
    return coach.answer(state, decision).words


@pytest.mark.parametrize("number", BY_STEP)
def test_a_draft_that_a_director_would_not_choose_is_ordered_for_the_lesson_only(number: int) -> None:
    one = lesson(TITLE, number)
    for step, state, accepted in orders(one):
        if accepted[0].startswith("draft") and shortfall(state, 0, accepted[0], PLAYOUTS) >= AMONG_THE_BEST:
            answers = [told(number, step, state, str(other)) for other in state.legal(0) if str(other) != accepted[0]]
            assert any(words in one.steps[step].says for words in HONEST) or all(
                any(words in answer for words in HONEST) for answer in answers
            ), (step, answers)


def test_lesson_1_food_is_on_offer_and_is_called_the_better_choice() -> None:
    state = at_step(lesson(TITLE, 1), 1)
    assert state.view(0)["market"][2]["food"]
    assert told(1, 1, state, "draft 3").startswith("Food is often the best choice")


def test_lesson_1_every_turn_leads_the_snakes_eyes_away_from_the_board() -> None:
    state = at_step(lesson(TITLE, 1), 4)
    assert sorted(str(action) for action in state.legal(0)) == [
        "done",
        "turn snake N1 east",
        "turn snake N1 north",
        "turn snake N1 west",
    ]


def test_lesson_1_the_cheetah_would_not_move_on_grass() -> None:
    state = at_step(lesson(TITLE, 1), 6)
    assert happens(state, "discard grass-12") == [
        "A discards the grass tile (double move or discover). No animal is on grass."
    ]


def test_lesson_2_no_animal_of_mine_is_on_grass() -> None:
    state = at_step(lesson(TITLE, 2), 1)
    assert happens(state, "discard grass-05")[0].endswith("No animal is on grass.")


def test_lesson_2_the_wolf_moves_once_if_the_bonus_tile_is_discarded() -> None:
    state = at_step(lesson(TITLE, 2), 3)
    assert happens(state, "discard rocks-bonus")[0].endswith("for a special move on rocks: wolf of entrance E2.")


def test_lesson_3_a_snake_stands_on_sand_and_the_coach_says_so() -> None:
    state = at_step(lesson(TITLE, 3), 2)
    assert "on sand" in told(3, 2, state, "discard sand-15")
    assert happens(state, "discard sand-15")[0].endswith("for a special move on sand: snake of entrance W2.")


def test_lesson_3_e5_gives_two_things_as_well() -> None:
    state = at_step(lesson(TITLE, 3), 2)
    spaces = state.view(0)["boards"][0]["spaces"]
    assert len(spaces["A5"]["gives"]) == len(spaces["E5"]["gives"]) == 2
    assert all(len(space["gives"]) < 2 for name, space in spaces.items() if name not in ("A5", "E5"))


def test_lesson_3_the_wolf_could_go_home_and_does_so_later() -> None:
    one = lesson(TITLE, 3)
    assert happens(at_step(one, 3), "move wolf S2 north")[0] == "A's wolf of entrance S2 moves north into the Zoo."
    assert one.steps[12].accepts[0].text == "move wolf S2 north"


def test_lesson_3_the_points_add_up() -> None:
    one = lesson(TITLE, 3)
    said = one.steps[-1].says
    points = play_through(3).view(0)["boards"][0]["points"]
    assert all(f"points.{name}}}" in said for name in points)
    assert sum(points.values()) == 81


def play_through(number: int) -> State:
    one = lesson(TITLE, number)
    coach, state = Coach(one), one.begin()
    while not coach.is_done(state):
        step = coach.step(state.ply)
        if step is None:
            seat, decision = one.script[state.ply]
            state.play(decision, seat)
        elif step.accepts:
            legal = [str(action) for action in state.legal(0)]
            state.play(next(text for text in legal if step.accepts[0].fits(text)), 0)
        else:
            coach.read(one.steps.index(step))
    return state


def test_every_animal_is_in_a_lesson() -> None:
    met: set[str] = set()
    for one in lessons(menagerie.load(TITLE)):
        state = one.begin()
        met |= set(state.view(0)["animals"])
    assert met == {"penguin", "cheetah", "wolf", "snake", "butterfly", "sloth"}


def test_lesson_4_only_the_sloth_would_move_on_sand() -> None:
    state = at_step(lesson(TITLE, 4), 2)
    assert happens(state, "discard sand-03")[0].endswith("for a special move on sand: sloth of entrance W1.")


def test_lesson_4_a_penguin_slides_home_a_sloth_falls_asleep_a_butterfly_gets_pollen() -> None:
    heard: list[str] = []
    one = lesson(TITLE, 4)
    for _, state, accepted in orders(one):
        heard += happens(state.copy(), accepted[0])
    assert "A's penguin of entrance N2 slides south into the Zoo." in heard
    assert "A's sloth of entrance W1 moves east to space A2 and falls asleep." in heard
    assert "A's butterfly of entrance N3 now carries 1 pollen." in heard
    assert "A's sloth of entrance W1 wakes up." in heard


def test_lesson_4_no_animal_is_on_sand_when_the_rocks_are_ordered() -> None:
    state = at_step(lesson(TITLE, 4), 5)
    assert isinstance(state, Position)
    assert state.boards[0].on_terrain(2) == 0
    assert state.boards[0].on_terrain(0).bit_count() == 2


def test_the_last_lesson_names_what_the_lessons_leave_out() -> None:
    assert {one.rule for one in lesson(TITLE, 5).more} == {"3.4", "3.7", "7.1", "9.2", "10.4", "10.5"}


# Prompts name only what is possible now.


def positions() -> Iterator[tuple[State, int]]:
    from random import Random

    for seed in range(3):
        state, chance = menagerie.load(TITLE).new(1 + seed, seed), Random(seed)
        while not state.is_over:
            for seat in state.to_act:
                yield state, seat
            seat = chance.choice(state.to_act)
            state.play(chance.choice(state.legal(seat)), seat)


def test_prompts_name_only_what_is_possible() -> None:
    seen = 0
    for state, seat in positions():
        prompt, legal = state.prompt(seat), [str(action) for action in state.legal(seat)]
        assert isinstance(state, Position)
        if prompt.startswith("Use the"):
            assert ("place" in prompt.split(":")[1]) == any(text.startswith("place") for text in legal), prompt
            assert (" store" in prompt.split(":")[1].split(".")[0]) == any(text.startswith("store") for text in legal)
            if "Bonus tile:" not in prompt:
                assert ("stored tiles" in prompt) == bool(state.boards[seat].stored)
            seen += 1
        moves = ("move", "slide", "turn", "wake")
        if "may move once" in prompt:
            named = prompt.partition(": ")[2]
            for figure in named.partition("once: ")[2].rstrip(".").split(", ") if "once: " in named else []:
                entrance = figure.split()[-1]
                assert any(text.startswith(moves) and f" {entrance}" in text for text in legal), prompt
        if "move an animal" in prompt:
            assert any(text.startswith(moves) for text in legal), prompt
        if "discover an animal" in prompt:
            assert any(text.startswith("discover") for text in legal), prompt
    assert seen > 20
