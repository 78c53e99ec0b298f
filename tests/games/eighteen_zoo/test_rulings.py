"""Where the rulebook is silent: the answers that we took over (docs/rules/18zoo.md), by the numbers of the rulings.

Those not here are tested with the rule, power, run or tile that they belong to.
"""

from __future__ import annotations

from .position import (
    cell,
    deck_from,
    drafting,
    family,
    hire,
    lay,
    legal,
    monday,
    number,
    operate,
    play,
    power,
    refused,
    step,
    value,
)
from .test_operating_round import names, penguins


def test_ruling_2_3_on_a_diet_where_a_space_is_free() -> None:
    table = operate(penguins(powers=("ON_A_DIET",), squirrels="2S"), "PE")
    play(table, "ON A DIET at K15")
    spot = table.board.spots[table.board.ground.by_name["K15"]]
    assert (spot.extra, spot.holds(number(table, "PE"))) == ((number(table, "PE"),), True)
    assert number(table, "PE") not in spot.slots, "the space stays free"


def test_ruling_2_5_a_forced_purchase_may_be_from_the_kitchen_or_of_a_dearer_squirrel() -> None:
    table = monday()
    family(table, "LI", A="parents", treasury=8)
    card = hire(table, "GI", "4S").card
    table.squirrels[number(table, "GI")] = ()
    table.kitchen = (card,)
    deck_from(table, "5S")
    operate(table, "LI", "squirrels")
    assert legal(table) == ["force 5S from deck", "force 4S-0 from kitchen"]
    play(table, "force 4S-0 from kitchen")
    assert (names(table, "LI"), table.cash[0], len(table.kitchen)) == (["4S"], 28 - 12, 0)
    assert value(table, "LI") == 7, "no bonus for the kitchen"


def test_ruling_2_5_the_owner_does_not_help_to_buy_from_a_family() -> None:
    table = monday()
    family(table, "LI", A="parents", treasury=0)
    family(table, "GI", B="parents", squirrels="5S")
    deck_from(table, "4J")
    operate(table, "LI", "squirrels")
    refused(table, "ask GI for 5S-0", "7.6")


def test_ruling_2_11_a_squirrel_that_ran_as_1s_survives_the_clean_up() -> None:
    table = penguins(powers=("PATCH",), treasury=0)
    hire(table, "PE", "3S Long", last_run=True, patched=True)
    operate(table, "PE", "run")
    play(table, "run 1S-0 K17", "take off patch", "distribute")
    assert [(one.name, one.last_run) for one in table.squirrels[number(table, "PE")]] == [("3S Long", True)]


def test_ruling_2_14_leprechaun_bought_in_the_draft_pays_at_once_and_on_monday() -> None:
    table = drafting()
    table.on_offer = (power(table, "LEPRECHAUN_POT_OF_GOLD"), *table.on_offer[1:])
    play(table, "buy power LEPRECHAUN POT OF GOLD")
    assert table.cash[2] == 28 - 2 + 2
    play(table, "pass", "pass")
    assert table.cash[2] == 30


def test_ruling_2_16_a_launch_at_7_where_home_has_a_tile() -> None:
    for rules in ("rulebook", "site"):
        table = monday(rules=rules)
        lay(table, "6", 1, "K17")
        play(table, "launch PE at 7")
        if rules == "site":
            assert (step(table), legal(table)) == ("HomeTile", ["pass"])
            play(table, "pass")
        assert table.to_act == (1,)


def test_ruling_2_16_a_launch_at_9_may_raise_it() -> None:
    table = monday()
    deck_from(table, "4S")
    lay(table, "6", 1, "K17")
    play(table, "launch PE at 9")
    assert "pass" in legal(table)
    play(table, next(text for text in legal(table) if text.startswith("lay 15")))
    assert step(table) == "BonusTiles"


def test_ruling_2_17_no_home_tile_left() -> None:
    table = monday()
    for tile in ("5", "6", "57"):
        sort = table.pieces.tiles.by_name[tile]
        table.board.supply[sort.stock] = 0
    play(table, "launch PE at 7")
    assert table.board.spots[table.board.ground.by_name["K17"]].tile is None
    assert table.to_act == (1,)


def test_ruling_2_18_bonus_tiles_may_be_any_yellow_ones() -> None:
    table = monday()
    deck_from(table, "4S")
    play(table, "launch PE at 9", "lay 6 r1 at K17")
    kinds = {text.split()[1] for text in legal(table) if text.startswith("lay")}
    assert {"7", "8", "9"} <= kinds
    assert kinds & {"201", "202", "621"}, "the Y area K15 is within reach"


def test_ruling_2_19_numbers_that_are_missing_are_skipped() -> None:
    """Map A has no H1, H7 and H8: after the Tigers (H6) come the Giraffes (H2)."""
    table = monday()
    table.cash = [60, 60, 60]
    play(table, "launch TI at 5", "lay 5 r0 at H14")
    assert {text.split()[1] for text in legal(table) if text.startswith("launch")} == {"LI", "GI"}


def test_ruling_2_28_several_families_rise_in_operating_order() -> None:
    table = monday()
    family(table, "PE", at=(2, 2), A="parents, child 1", B="child 2, child 3")
    family(table, "GI", at=(2, 2), A="parents, child 1", B="child 2, child 3")
    family(table, "PB", at=(1, 2), A="parents", B="child 1")
    while not table.operating:
        table.play("pass")
    ids = [table.pieces.families[one].id for one in table.operating_order()]
    assert ids == ["PB", "PE", "GI"], "each goes under what is there"
    assert table.cell[number(table, "GI")] == cell(table, 1, 2)


def test_ruling_2_2_and_7_3_without_stations_left_the_step_is_skipped() -> None:
    table = operate(penguins(squirrels="2S"), "PE", "station")
    table.stations_left[number(table, "PE")] = ()
    table.settle()
    assert step(table) == "run"
