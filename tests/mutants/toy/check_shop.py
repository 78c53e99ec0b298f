"""Tests that know nothing of exactly ten apples."""

from __future__ import annotations

from tests.mutants.toy.shop import PEARS, Shop, change, table


def test_price() -> None:
    assert [Shop().price(apples) for apples in (1, 2, 20)] == [3, 6, 40]


def test_sell() -> None:
    shop = Shop()
    assert [shop.sell(2), shop.sell(3)] == [2, 5]


def test_change() -> None:
    assert change(20, 13) == [5, 1, 1]
    assert change(10, 5) == [5]
    assert change(10, 10) == []


def test_pears() -> None:
    assert PEARS == [0, 4, 8, 12]


def test_no_pears() -> None:
    assert table(0) == []


def test_that_fails_anyway() -> None:
    assert Shop().price(1) == 1
