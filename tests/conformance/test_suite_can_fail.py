"""The suite passes a toy title that keeps every promise, and catches each of the broken ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from menagerie import Action
from menagerie.core import registry
from menagerie.core.phase import Phase
from menagerie.testing import PROPERTIES, Case, Property, Way, check, idle, unseen
from menagerie.testing.encoding import (
    codes_are_exact_both_ways,
    observations_hide_what_is_hidden,
    observations_tell_what_can_be_seen,
    rows_are_kept_up_to_date,
)
from menagerie.testing.ordering import standing_orders_decide_what_is_legal, standing_orders_know_what_their_seat_knows
from menagerie.testing.suite import shortest

from .broken import BROKEN, KeepAll, Numbers, numbered_by, ordered
from .toy.pebbles import Choose, Pebbles, Position, census, naive_scores

ENCODED = (
    codes_are_exact_both_ways,
    observations_hide_what_is_hidden,
    observations_tell_what_can_be_seen,
    rows_are_kept_up_to_date,
)


@pytest.fixture(autouse=True)
def _only_our_titles_afterwards() -> Iterator[None]:
    yield
    registry._FOLDERS.pop("pebbles", None)
    registry._LOADED.pop("pebbles", None)


def case(game: Pebbles) -> Case:
    registry.register(game)
    return Case(game, [(2, {}), (3, {})], census, naive_scores)


def check_everywhere(case: Case, holds: Property) -> None:
    for beginning in case.beginnings:
        for way in beginning.ways:
            check(case, way, holds)


@pytest.mark.parametrize("holds", PROPERTIES, ids=lambda holds: holds.__name__)
def test_the_toy_keeps_every_promise(holds: Property) -> None:
    check_everywhere(case(Pebbles()), holds)


@pytest.mark.parametrize(
    ("game", "holds"), [row[1:] for row in BROKEN], ids=[f"{row[0]}: {row[2].__name__}" for row in BROKEN]
)
def test_a_broken_toy_is_caught(game: Pebbles, holds: Property) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - whatever it is, the suite has noticed
        check_everywhere(case(game), holds)
    assert "menagerie record 1" in caught.value.__notes__[0], "a failure carries the record of the game"


@pytest.mark.parametrize("holds", [standing_orders_know_what_their_seat_knows, standing_orders_decide_what_is_legal])
def test_an_honest_order_passes(holds: Property) -> None:
    check_everywhere(case(ordered(KeepAll())), holds)


@pytest.mark.parametrize("holds", ENCODED, ids=lambda holds: holds.__name__)
def test_honest_numbers_pass(holds: Property) -> None:
    check_everywhere(case(numbered_by(Numbers)), holds)


def test_an_order_that_never_decides_is_noticed() -> None:
    class Sleeps(KeepAll):
        def follow(self, state: Position, seat: int, since: Position) -> None:
            return None

    assert idle(case(ordered(KeepAll()))) == []
    assert idle(case(ordered(Sleeps()))) == ["keep"]


def test_every_property_has_a_toy_that_breaks_it() -> None:
    covered = {holds.__name__ for _, _, holds in BROKEN}
    left = {holds.__name__ for holds in PROPERTIES} - covered
    assert left == {"the_table_can_be_read_as_text", "every_picture_is_a_whole_document"}


def test_the_toy_is_seen_whole() -> None:
    assert unseen(case(Pebbles())) == []


def test_a_phase_that_is_never_asked_and_a_decision_that_is_never_made_are_noticed() -> None:
    """Both are classes of the title's own package, which nothing uses."""

    class Swap(Action):
        """Nowhere offered, and in no catalogue."""

    class Point(Action):
        """Never legal, and the title says so: not missed."""

    class Haggle(Choose):
        pass

    class OnlySettles(Phase[Position]):
        """Asks nobody: not missed."""

    for kind in (Swap, Point, Haggle, OnlySettles):
        kind.__module__ = Pebbles.__module__
    assert unseen(replace(case(Pebbles()), only_meant=[Point])) == ["Haggle", "Swap"]


def test_a_failure_is_made_short() -> None:
    """The first way of a walk that fails somewhere is cut off soon after the fault."""
    toy = case(Pebbles())
    way = toy.beginnings[0].ways[0]

    def holds(case: Case, way: Way) -> None:
        assert way.end().ply < 6

    assert len(shortest(toy, way, holds).picks) == 8
