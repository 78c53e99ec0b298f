"""The standing orders of New York Zoo: yes where the question is only whether."""

from __future__ import annotations

from menagerie.core.orders import Ended
from menagerie.games.new_york_zoo.phases.acquiring import FollowUps
from menagerie.games.new_york_zoo.phases.breeding import BONUS_BREEDING, BREED_ANIMALS
from menagerie.games.new_york_zoo.phases.completing import TAKE_ATTRACTION, KeepOne
from menagerie.games.new_york_zoo.state import Position

from .position import GAME, position, species, tile

ONE = {0: ["E4-01 r0 at E1: 2 meerkat"]}
TWO = {0: ["E4-01 r0 at E1: 2 meerkat", "E5-01 r0 at E2: 2 meerkat"]}


def answer(order: str, state: Position, seat: int = 0) -> str:
    state.changed_by_hand()
    found = GAME.order(order)
    assert found is not None
    assert found.can_be_given(state, seat)
    said = found.follow(state, seat, state)
    assert not isinstance(said, Ended)
    return str(said or "")


def breeding(zoos: dict[int, list[str]]) -> Position:
    state = position(zoos=zoos)
    state.breeding = species(state, "meerkat")
    state.stack.append(BREED_ANIMALS)
    return state


def test_breed_where_one_enclosure_can() -> None:
    assert answer("breed", breeding(ONE)) == "breed E4-01"
    assert answer("breed", breeding(ONE), 1) == "", "it is A's zoo"
    assert answer("breed", breeding(TWO)) == "", "which of two is a choice"
    assert answer("breed", position(zoos=ONE)) == "", "nothing breeds in a turn that begins"


def test_the_bonus_offspring_is_taken_where_one_enclosure_can_have_it() -> None:
    state = position(zoos=ONE)
    state.stack.append(BONUS_BREEDING)
    assert answer("breed", state) == "bonus E4-01"
    state = position(zoos=TWO)
    state.stack.append(BONUS_BREEDING)
    assert answer("breed", state) == ""


def test_let_an_animal_follow() -> None:
    state = position(zoos=TWO, houses={0: "meerkat"})
    state.stack.append(FollowUps((tile("E4-01"),)))
    assert answer("follow-up", state) == "follow up in E4-01"
    state.stack[-1] = FollowUps((tile("E4-01"), tile("E5-01")))
    assert answer("follow-up", state) == ""


def test_keep_one_or_none() -> None:
    state = position(zoos=ONE)
    state.stack.append(KeepOne(species(state, "meerkat")))
    assert answer("keep-one", state) == "keep one"
    assert answer("keep-none", state) == "keep none"
    keep_one, keep_none = GAME.order("keep-one"), GAME.order("keep-none")
    assert keep_one is not None
    assert keep_none is not None
    assert keep_one.about == keep_none.about, "one takes the place of the other"
    state.stack[-1] = TAKE_ATTRACTION
    assert answer("keep-one", state) == answer("keep-none", state) == ""
