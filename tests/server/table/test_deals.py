"""Test where a table's game starts, and which seeds its record holds."""

from __future__ import annotations

import pytest

from menagerie.server.table.deals import Deal, Deals

pytestmark = pytest.mark.one_store


def test_a_game_that_was_dealt_once_starts_at_zero() -> None:
    deals = Deals(5)
    assert (deals.last_seed, deals.dealt_at, deals.continues, deals.is_after(0)) == (5, 0, (), False)


def test_a_lesson_starts_where_it_is_taught() -> None:
    assert Deals(5, begins=7).dealt_at == 7


def test_a_redeal_brings_another_seed_and_keeps_the_start() -> None:
    deals = Deals(5)
    deals.add(Deal(3, 11))
    assert (deals.last_seed, deals.dealt_at, deals.is_at(3), deals.is_after(2)) == (11, 0, True, True)


def test_a_continued_game_starts_at_its_redeal() -> None:
    deals = Deals(5)
    deals.add(Deal(3, 11, ("one", "two")))
    deals.add(Deal(8, 12, ("two", "three")))
    assert (deals.dealt_at, deals.continues) == (8, ("one", "two", "three"))


def test_a_redeal_replaces_another_at_the_same_moment_and_keeps_its_tables() -> None:
    deals = Deals(5)
    deals.add(Deal(3, 11, ("one",)))
    again = deals.new(3)
    deals.add(again)
    assert again.seed != 11
    assert deals.later == (Deal(3, again.seed, ("one",)),)


def test_an_undo_drops_later_redeals() -> None:
    deals = Deals(5)
    for deal in (Deal(3, 11), Deal(8, 12)):
        deals.add(deal)
    deals.go_back(3)
    assert (deals.later, deals.last_seed) == ((Deal(3, 11),), 11)
