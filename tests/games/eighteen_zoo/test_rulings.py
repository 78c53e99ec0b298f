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
    state = operate(penguins(powers=("ON_A_DIET",), squirrels="2S"), "PE")
    play(state, "ON A DIET at K15")
    spot = state.board.spots[state.board.ground.by_name["K15"]]
    assert (spot.extra, spot.holds(number(state, "PE"))) == ((number(state, "PE"),), True)
    assert number(state, "PE") not in spot.slots, "the space stays free"


def test_ruling_2_5_a_forced_purchase_may_be_from_the_kitchen_or_of_a_dearer_squirrel() -> None:
    state = monday()
    family(state, "LI", A="parents", treasury=8)
    card = hire(state, "GI", "4S").card
    state.squirrels[number(state, "GI")] = ()
    state.kitchen = (card,)
    deck_from(state, "5S")
    operate(state, "LI", "squirrels")
    assert legal(state) == ["force 5S from deck", "force 4S-0 from kitchen"]
    play(state, "force 4S-0 from kitchen")
    assert (names(state, "LI"), state.cash[0], len(state.kitchen)) == (["4S"], 28 - 12, 0)
    assert value(state, "LI") == 7, "no bonus for the kitchen"


def test_ruling_2_5_the_owner_does_not_help_to_buy_from_a_family() -> None:
    state = monday()
    family(state, "LI", A="parents", treasury=0)
    family(state, "GI", B="parents", squirrels="5S")
    deck_from(state, "4J")
    operate(state, "LI", "squirrels")
    refused(state, "ask GI for 5S-0", "7.6")


def test_ruling_2_11_a_squirrel_that_ran_as_1s_survives_the_clean_up() -> None:
    state = penguins(powers=("PATCH",), treasury=0)
    hire(state, "PE", "3S Long", last_run=True, patched=True)
    operate(state, "PE", "run")
    play(state, "run 1S-0 K17", "take off patch", "distribute")
    assert [(one.name, one.last_run) for one in state.squirrels[number(state, "PE")]] == [("3S Long", True)]


def test_ruling_2_14_leprechaun_bought_in_the_draft_pays_at_once_and_on_monday() -> None:
    state = drafting()
    state.on_offer = (power(state, "LEPRECHAUN_POT_OF_GOLD"), *state.on_offer[1:])
    play(state, "buy power LEPRECHAUN POT OF GOLD")
    assert state.cash[2] == 28 - 2 + 2
    play(state, "pass", "pass")
    assert state.cash[2] == 30


def test_ruling_2_16_a_launch_at_7_where_home_has_a_tile() -> None:
    for rules in ("rulebook", "site"):
        state = monday(rules=rules)
        lay(state, "6", 1, "K17")
        play(state, "launch PE at 7")
        if rules == "site":
            assert (step(state), legal(state)) == ("HomeTile", ["pass"])
            play(state, "pass")
        assert state.to_act == (1,)


def test_ruling_2_16_a_launch_at_9_may_raise_it() -> None:
    state = monday()
    deck_from(state, "4S")
    lay(state, "6", 1, "K17")
    play(state, "launch PE at 9")
    assert "pass" in legal(state)
    play(state, next(text for text in legal(state) if text.startswith("lay 15")))
    assert step(state) == "BonusTiles"


def test_ruling_2_17_no_home_tile_left() -> None:
    state = monday()
    for tile in ("5", "6", "57"):
        sort = state.pieces.tiles.by_name[tile]
        state.board.supply[sort.stock] = 0
    play(state, "launch PE at 7")
    assert state.board.spots[state.board.ground.by_name["K17"]].tile is None
    assert state.to_act == (1,)


def test_ruling_2_18_bonus_tiles_may_be_any_yellow_ones() -> None:
    state = monday()
    deck_from(state, "4S")
    play(state, "launch PE at 9", "lay 6 r1 at K17")
    kinds = {text.split()[1] for text in legal(state) if text.startswith("lay")}
    assert {"7", "8", "9"} <= kinds
    assert kinds & {"201", "202", "621"}, "the Y area K15 is within reach"


def test_ruling_2_19_numbers_that_are_missing_are_skipped() -> None:
    """Map A has no H1, H7 and H8: after the Tigers (H6) come the Giraffes (H2)."""
    state = monday()
    state.cash = [60, 60, 60]
    play(state, "launch TI at 5", "lay 5 r0 at H14")
    assert {text.split()[1] for text in legal(state) if text.startswith("launch")} == {"LI", "GI"}


def test_ruling_2_28_several_families_rise_in_operating_order() -> None:
    state = monday()
    family(state, "PE", at=(2, 2), A="parents, child 1", B="child 2, child 3")
    family(state, "GI", at=(2, 2), A="parents, child 1", B="child 2, child 3")
    family(state, "PB", at=(1, 2), A="parents", B="child 1")
    while not state.operating:
        state.play("pass")
    ids = [state.pieces.families[one].id for one in state.operating_order()]
    assert ids == ["PB", "PE", "GI"], "each goes under what is there"
    assert state.cell[number(state, "GI")] == cell(state, 1, 2)


def test_ruling_2_2_and_7_3_without_stations_left_the_step_is_skipped() -> None:
    state = operate(penguins(squirrels="2S"), "PE", "station")
    state.stations_left[number(state, "PE")] = ()
    state.settle()
    assert step(state) == "run"
