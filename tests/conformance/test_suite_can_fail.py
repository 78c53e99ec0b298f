"""The suite passes a toy title that keeps every promise, and catches each of the broken ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from menagerie.core import registry

from .suite import PROPERTIES, Case, Way, check
from .toy.broken import BROKEN
from .toy.pebbles import Pebbles, census, naive_scores


@pytest.fixture(autouse=True)
def _only_our_titles_afterwards() -> Iterator[None]:
    yield
    registry._FOLDERS.pop("pebbles", None)
    registry._LOADED.pop("pebbles", None)


def case(game: Pebbles) -> Case:
    registry.register(game)
    return Case(game, 2, {}, census, naive_scores)


def ways() -> list[Way]:
    chance = Random(1)
    return [Way(seed, [chance.randrange(100) for _ in range(18)]) for seed in range(6)]


@pytest.mark.parametrize("holds", PROPERTIES, ids=lambda holds: holds.__name__)
def test_the_toy_keeps_every_promise(holds: Callable[[Case, Way], None]) -> None:
    for way in ways():
        check(case(Pebbles()), way, holds)


@pytest.mark.parametrize(
    ("game", "holds"), [row[1:] for row in BROKEN], ids=[f"{row[0]}: {row[2].__name__}" for row in BROKEN]
)
def test_a_broken_toy_is_caught(game: Pebbles, holds: Callable[[Case, Way], None]) -> None:
    def run() -> None:
        for way in ways():
            check(case(game), way, holds)

    with pytest.raises(Exception) as caught:  # noqa: PT011 - whatever it is, the suite has noticed
        run()
    assert "menagerie record 1" in caught.value.__notes__[0], "a failure carries the record of the game"


def test_every_property_has_a_toy_that_breaks_it() -> None:
    covered = {holds.__name__ for _, _, holds in BROKEN}
    left = {holds.__name__ for holds in PROPERTIES} - covered
    assert left == {"the_table_can_be_read_as_text", "every_picture_is_a_whole_document"}
