"""Where the rulebook and 18xx.games differ, both sides (docs/rules/18zoo.md, section 11).

11.3 and 11.4 are tested with the rules that they belong to, 11.11, 11.12 and 11.14 with the runs and tiles.
"""

from __future__ import annotations

import pytest

from menagerie.games.eighteen_zoo.state import Table

from .position import (
    cards,
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

BOTH = pytest.mark.parametrize("site", [False, True])


def rules(site: bool) -> str:
    return "site" if site else "rulebook"


@BOTH
def test_switch_11_1_elephants_stations(site: bool) -> None:
    table = drafting(map="C", rules=rules(site))
    assert table.stations_left[number(table, "EL")] == ((0, 2, 4) if site else (0, 2, 4, 4))


@BOTH
def test_switch_11_2_capital_of_four_on_map_a(site: bool) -> None:
    assert drafting(4, map="A", rules=rules(site)).cash[0] == (27 if site else 23)
    assert drafting(4, map="B", rules=rules(site)).cash[0] == 23


@BOTH
def test_switch_11_5_above_the_card_limit(site: bool) -> None:
    table = monday(rules=rules(site))
    family(table, "GI", A="parents, child 1, child 2, child 3")
    family(table, "PE", A="parents, child 1, child 2, child 3")
    table.tickets[0] = 1
    if not site:
        refused(table, "pass", "6.2.3")
        return
    assert "pass" in legal(table)
    play(table, "cash ticket", "pass")


@BOTH
def test_switch_11_6_cards_sold_twice(site: bool) -> None:
    """Child 1 alone, then with child 2: the rulebook spares child 1, the site counts both."""
    table = monday(rules=rules(site))
    table.cash = [50, 50, 50]
    family(table, "PE", at=(0, 3), A="parents", B="child 1", C="child 2")
    play(table, "pass", "sell PE child 1", "pass", "buy PE child 1 from kitchen")
    while table.to_act != (2,):
        play(table, "pass")
    assert value(table, "PE") == 9
    play(table, "sell PE child 1 and child 2")
    assert value(table, "PE") == (7 if site else 8)


def test_switch_11_6_the_site_protects_the_same_single_card() -> None:
    table = monday(rules="site")
    table.cash = [50, 50, 50]
    family(table, "PE", at=(0, 3), A="parents", B="child 1")
    play(table, "pass", "sell PE child 1", "pass", "buy PE child 1 from kitchen")
    while table.to_act != (2,):
        play(table, "pass")
    told = play(table, "sell PE child 1")
    assert value(table, "PE") == 9
    assert "stays" in told[0]


@BOTH
def test_switch_11_7_all_of_a_ticket_for_the_pocket(site: bool) -> None:
    table = monday(rules=rules(site))
    family(table, "PE")
    table.tickets[0] = 1
    play(operate(table, "PE"), "cash ticket")
    if site:
        refused(table, "treasury 0", "4.4")
    else:
        play(table, "treasury 0")


@BOTH
def test_switch_11_7_who_is_asked_may_cash_a_ticket(site: bool) -> None:
    table = monday(rules=rules(site))
    family(table, "PE", A="parents", squirrels="2S", treasury=9)
    family(table, "GI", B="parents", squirrels="3S")
    table.tickets[1] = 1
    play(operate(table, "PE", "squirrels"), "ask GI for 3S-0", "offer 3")
    if site:
        assert len(table.squirrels[number(table, "PE")]) == 2, "11.21: nobody is asked"
    else:
        play(table, "cash ticket", "decline")
        assert table.cash[1] == 28 + 5


@BOTH
def test_switch_11_8_tickets_and_sales_in_a_forced_purchase(site: bool) -> None:
    table = monday(rules=rules(site))
    family(table, "LI", A="parents", treasury=8)
    family(table, "PE", at=(0, 5), A="child 1, child 2", C="parents, child 3")
    family(table, "GI", at=(0, 5), A="child 1", C="parents")
    deck_from(table, "5S")
    table.cash, table.tickets = [2, 0, 0], [1, 0, 0]
    operate(table, "LI", "squirrels")
    if site:
        play(table, "sell PE child 1 and child 2")
        assert value(table, "PE") == 10
        play(table, "cash ticket", "treasury 5", "buy 5S from deck")
    else:
        play(table, "force 5S from deck")
        refused(table, "cash ticket", "7.6.1")
        refused(table, "sell PE child 1 and child 2", "7.6.1")
        play(table, "sell PE child 1", "sell GI child 1")
    assert [one.name for one in table.squirrels[number(table, "LI")]] == ["5S"]
    assert table.operator != number(table, "LI")


def test_switch_11_8_and_ruling_2_6_the_site_sells_no_card_too_many() -> None:
    table = monday(rules="site")
    family(table, "LI", A="parents", treasury=20)
    family(table, "PE", at=(0, 5), A="child 1, child 2", C="parents, child 3")
    deck_from(table, "5S")
    table.cash = [0, 0, 0]
    operate(table, "LI", "squirrels")
    refused(table, "sell PE child 1 and child 2", "7.6.1")
    refused(table, "buy 5S from deck", "7.6.1")
    play(table, "sell PE child 1", "buy 5S from deck")
    assert (table.cash[0], table.debts[0]) == (2, 0)


@BOTH
def test_switch_11_9_the_first_j_by_whatsup(site: bool) -> None:
    table = monday(rules=rules(site))
    family(table, "PE", A="parents", squirrels="4S", treasury=40)
    table.hands[0] = (power(table, "WHATSUP"),)
    deck_from(table, "4J")
    play(table, "use WHATSUP: PE buy 2J from deck")
    left = [(one.name, one.last_run) for one in table.squirrels[number(table, "PE")]]
    assert left == ([("4S", True), ("2J", False)] if site else [("2J", False)])


@BOTH
def test_switch_11_10_whatsup_from_the_kitchen(site: bool) -> None:
    table = monday(rules=rules(site))
    family(table, "PE", A="parents", treasury=40)
    table.hands[0] = (power(table, "WHATSUP"),)
    card = hire(table, "GI", "3S").card
    table.squirrels[number(table, "GI")] = ()
    table.kitchen = (card,)
    if site:
        play(table, "use WHATSUP: PE buy 3S-0 from kitchen")
        assert len(table.kitchen) == 0
    else:
        refused(table, "use WHATSUP: PE buy 3S-0 from kitchen", "10.6")


@BOTH
def test_switch_11_13_income_counts_for_the_dividend(site: bool) -> None:
    """Nuts below, nuts and income above the threshold of 100: the next cell pays 2, this one 1."""
    table = monday(rules=rules(site))
    family(table, "PE", at=(1, 1), A="parents", squirrels="2S", treasury=0)
    operate(table, "PE", "dividend")
    table.nuts, table.income = 98, 4
    play(table, "distribute")
    assert table.cash[0] == 28 + 2 * (2 if site else 1)
    assert value(table, "PE") == 7, "the token stays"


@BOTH
def test_switch_11_15_launch_tiles_on_m(site: bool) -> None:
    table = monday(rules=rules(site))
    deck_from(table, "4S")
    play(table, "launch LI at 9", "lay 57 r0 at E15")
    play(table, next(text for text in legal(table) if text.endswith("at E17")))
    assert table.board.spots[table.board.ground.by_name["E17"]].marked is not site


@BOTH
def test_switch_11_16_ancient_maps_second_tile_declined(site: bool) -> None:
    table = monday(rules=rules(site))
    family(table, "LI", A="parents", powers=("ANCIENT_MAPS",))
    lay(table, "57", 0, "E15")
    operate(table, "LI")
    play(table, next(text for text in legal(table) if text.startswith("ANCIENT")), "pass")
    assert len(table.mats[number(table, "LI")]) == (1 if site else 0)
    assert not [text for text in legal(table) if text.startswith("ANCIENT")]


@BOTH
def test_switch_11_17_that_is_mine_filled_by_an_ordinary_station(site: bool) -> None:
    table = monday(rules=rules(site))
    family(table, "PE", A="parents", powers=("THAT_S_MINE",), squirrels="2S", treasury=9)
    for tile, rotation, at in (("6", 1, "K17"), ("202", 4, "K15")):
        lay(table, tile, rotation, at)
    operate(table, "PE", "station")
    play(table, "THAT'S MINE! at K15", "station at K15")
    assert len(table.mats[number(table, "PE")]) == (1 if site else 0)


@BOTH
def test_switch_11_18_every_single_card_has_room_in_the_kitchen(site: bool) -> None:
    """PARENTS are swapped, never sold, so the four singles of 20 % each are the most that can lie there."""
    table = monday(rules=rules(site))
    penguins = family(table, "PE", A="parents", B="child 1, child 2", kitchen="child 3, cousin")
    play(table, "sell PE parents")
    assert table.holdings[penguins].in_kitchen == cards("child 3, cousin, child 1, child 2")
    assert table.owner(penguins) == 1
    play(table, "pass")
    assert table.to_act == (1,)
    refused(table, "sell PE parents", "6.2.2")


@BOTH
def test_switch_11_19_a_value_of_24_in_a_stock_round(site: bool) -> None:
    table = monday(rules=rules(site))
    family(table, "PE", at=(0, 10), A="parents", squirrels="2S")
    table.hands[0] = (power(table, "DAYS_OFF"),)
    play(table, "use DAYS OFF for PE")
    assert table.cell[number(table, "PE")] == cell(table, 0, 11)
    assert table.ending is site


@BOTH
def test_switch_11_20_greek_without_a_deal(site: bool) -> None:
    table = monday(rules=rules(site))
    table.launched_now = True
    family(table, "PE", B="parents")
    table.hands[0] = (power(table, "IT_S_ALL_GREEK_TO_ME"),)
    if site:
        play(table, "use IT'S ALL GREEK TO ME", "pass")
        assert table.to_act == (0,)
    else:
        refused(table, "use IT'S ALL GREEK TO ME", "10.5")


@BOTH
def test_switch_11_21_buying_from_other_owners(site: bool) -> None:
    table = monday(rules=rules(site))
    penguins = family(table, "PE", A="parents", squirrels="2S", treasury=9)
    giraffes = family(table, "GI", B="parents", squirrels="3S", treasury=0)
    table.hands[1] = (power(table, "WINGS"),)
    operate(table, "PE", "squirrels")
    for asking in (("acquire WINGS", "offer 0"), ("ask GI for 3S-0", "offer 1")):
        play(table, *asking)
        if not site:
            assert table.to_act == (1,)
            play(table, "decline")
    bought = (len(table.mats[penguins]), len(table.squirrels[penguins]), table.treasury[giraffes])
    assert bought == ((1, 2, 1) if site else (0, 1, 0))


@BOTH
def test_switch_11_22_steps_with_nothing_but_a_pass(site: bool) -> None:
    table = monday(rules=rules(site))
    family(table, "PE", A="parents", squirrels="2S", treasury=0)
    operate(table, "PE", "closing")
    table.settle()
    assert (step(table) == "closing") is site


@BOTH
def test_switch_11_23_passing_in_a_row(site: bool) -> None:
    """B passes; A buys and passes its extra turn: on the site all have passed now."""
    table = monday(2, rules=rules(site))
    family(table, "PE", B="parents", A="child 1")
    table.turn = 1
    play(table, "pass")
    table.hands[0] = (power(table, "IT_S_ALL_GREEK_TO_ME"),)
    play(table, "buy PE child 2 from lounge", "use IT'S ALL GREEK TO ME")
    if table.to_act == (0,):
        play(table, "pass")
    assert table.operating is site


@BOTH
def test_switch_11_24_half_of_the_parents(site: bool) -> None:
    table = monday(rules=rules(site))
    family(table, "GI", A="parents", B="child 2, child 3", kitchen="child 1")
    play(table, "sell GI half of parents")
    assert table.holdings[number(table, "GI")].places[0] == ((1,) if site else (3,))


def only_on_the_screen(table: Table, decision: str, rule: str) -> None:
    """Nobody is offered it; the rulebook refuses it and the site lets it pass."""
    assert decision not in legal(table)
    if table.rules.site:
        play(table, decision)
    else:
        refused(table, decision, rule)


@BOTH
def test_switch_11_25_nearby_families_and_launch_values(site: bool) -> None:
    table = monday(rules=rules(site))
    family(table, "PE", B="parents")
    only_on_the_screen(table, "launch GI at 5", "6.3.1")
    only_on_the_screen(monday(rules=rules(site)), "launch GI at 9", "6.3")


@BOTH
def test_switch_11_25_powers(site: bool) -> None:
    table = monday(rules=rules(site))
    table.on_offer = (power(table, "WINGS"),)
    table.hands[0] = (power(table, "WHEAT"), power(table, "MOLES"), power(table, "PATCH"))
    only_on_the_screen(table, "buy power WINGS", "6.5.1")
    assert len(table.hands[0]) == (4 if site else 3)
    table = drafting(rules=rules(site))
    offered = table.pieces.powers[table.on_offer[0]]
    only_on_the_screen(table, f"buy power {offered.name} for 0", "6.5")
    assert (table.cash[2], len(table.hands[2])) == (28, 1 if site else 0)


@BOTH
def test_switch_11_25_upgrades_of_marked_tiles(site: bool) -> None:
    table = monday(rules=rules(site))
    family(table, "LI", A="parents")
    deck_from(table, "4S")
    for tile, rotation, at in (("6", 3, "E15"), ("9", 0, "E13"), ("9", 0, "E11")):
        lay(table, tile, rotation, at)
    only_on_the_screen(operate(table, "LI"), "lay 23 r0 at E11", "7.2")


def test_powers_of_a_site_game_come_in_the_order_of_its_seed() -> None:
    """The first rows of a game with the seed 81965, as its file shows them."""
    table = drafting(map="C", rules="site", seed=81965)
    ids = [table.pieces.powers[one].id for one in (*table.on_offer, *table.future)]
    assert ids == [
        "WORK_IN_PROGRESS", "WHEAT", "ANCIENT_MAPS", "IT_S_ALL_GREEK_TO_ME",
        "A_SQUEEZE", "WINGS", "SHINING_GOLD", "PATCH",
    ]  # fmt: skip
