"""Lists and counts in sentences."""

from __future__ import annotations

import pytest

from menagerie.core.seats import change, counted, either, joined, listed


@pytest.mark.parametrize(
    ("words", "both", "one_of_them"),
    [
        (["a rhino"], "a rhino", "a rhino"),
        (["a rhino", "a pond"], "a rhino and a pond", "a rhino or a pond"),
        (["a rhino", "a pond", "a wolf"], "a rhino, a pond and a wolf", "a rhino, a pond or a wolf"),
    ],
)
def test_a_list_ends_with_and_or_with_or(words: list[str], both: str, one_of_them: str) -> None:
    assert joined(words) == both
    assert either(words) == one_of_them


def test_seats_are_listed_by_name() -> None:
    assert listed([2, 0], ["Lisa", "Tom", "Mia"]) == "Mia and Lisa"


@pytest.mark.parametrize(("number", "words"), [(0, "0 points"), (1, "1 point"), (2, "2 points")])
def test_only_one_thing_is_singular(number: int, words: str) -> None:
    assert counted(number, "point", "points") == words


@pytest.mark.parametrize(("number", "words"), [(1, "+1 point"), (-1, "-1 point"), (3, "+3 points"), (-2, "-2 points")])
def test_a_change_has_its_sign(number: int, words: str) -> None:
    assert change(number, "point", "points") == words
