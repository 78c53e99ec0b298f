"""Setting up, the draft and stock rounds (docs/rules/18zoo.md, sections 2, 5 and 6)."""

from __future__ import annotations

import pytest

from menagerie import BadSetup
from menagerie.games.eighteen_zoo.state import Table

from .position import (
    GAME,
    cards,
    cell,
    deck_from,
    drafting,
    family,
    lay,
    legal,
    monday,
    number,
    operate,
    owner,
    play,
    power,
    refused,
    step,
    value,
)

# 1. Words


def test_rule_1_1_families_and_what_is_their_own() -> None:
    assert [(one.name, one.id) for one in drafting().pieces.families] == [
        ("Crocodiles", "CR"), ("Giraffes", "GI"), ("Polar bears", "PB"), ("Penguins", "PE"),
        ("Lions", "LI"), ("Tigers", "TI"), ("Brown bears", "BB"), ("Elephants", "EL"),
    ]  # fmt: skip
    table = monday()
    giraffes = family(table, "GI", A="parents", treasury=9)
    penguins = family(table, "PE", A="parents", treasury=9, tile=True, powers=("WHEAT",))
    lay(table, "202", 4, "K15")
    play(operate(table, "PE", "station"), "WHEAT at K17", "station at K15")
    assert (table.treasury[penguins], len(table.squirrels[penguins]), table.stations_left[penguins]) == (
        0,
        1,
        (4, 4),
    ), "with 7 $N left they had to buy a 2S"
    assert (table.treasury[giraffes], len(table.squirrels[giraffes]), table.stations_left[giraffes]) == (9, 0, (2,))
    refused(operate(table, "GI"), "WHEAT at K9", "4.3")


def test_rule_1_2_five_cards_and_who_holds_parents_decides() -> None:
    table = monday()
    assert table.holdings[number(table, "PE")].in_lounge == cards("parents, child 1, child 2, child 3, cousin")
    penguins = family(table, "PE", A="child 1, child 2", B="parents", C="child 3")
    assert table.holdings[penguins].units[:3] == (2, 2, 1)
    play(table, "sell PE child 1 and child 2")
    assert table.holdings[penguins].in_kitchen == cards("child 1, child 2")
    assert table.holdings[penguins].in_lounge == cards("cousin")
    assert operate(table, "PE").to_act == (1,)


# 2. Setting up


@pytest.mark.parametrize(
    ("players", "letter", "capital", "limit"),
    [
        (2, "A", 40, 10),
        (2, "F", 48, 12),
        (3, "B", 28, 7),
        (3, "D", 32, 9),
        (4, "A", 23, 5),
        (4, "E", 27, 7),
        (5, "D", 22, 6),
    ],
)
def test_rule_2_3_capital_and_card_limit(players: int, letter: str, capital: int, limit: int) -> None:
    table = drafting(players, map=letter)
    assert (table.cash, table.card_limit) == ([capital] * players, limit)
    assert table.tickets == [2 if players == 5 else 3] * players


def test_rule_2_1_suggested_maps_by_players() -> None:
    assert [GAME.new(players=players).board.ground.key[0] for players in (2, 3, 4, 5)] == ["A", "A", "D", "D"]  # type: ignore[attr-defined]


def test_rule_2_2_only_families_with_a_home_take_part() -> None:
    assert [GAME.pieces.families[one].id for one in drafting(map="A").families] == ["GI", "PB", "PE", "LI", "TI"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("options", [{"map": "G"}, {"centre": "BASE-4"}, {"rules": "house"}, {"powers": "some"}])
def test_bad_options_are_named(options: dict[str, str]) -> None:
    with pytest.raises(BadSetup, match=next(iter(options))):
        GAME.new(players=3, **options)
    with pytest.raises(BadSetup, match="2 to 5"):
        GAME.new(players=6)


def test_rule_2_4_as_many_2s_as_players() -> None:
    for players in (2, 5):
        ids = drafting(players).view(None)["deck_left"]
        assert ids[: players + 1] == [f"2S-{n}" for n in range(players)] + ["3S-0"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rule_2_5_turn_order_at_first_is_that_of_the_seats(players: int) -> None:
    table = monday(players)
    family(table, "PE", A="parents")
    table.cash = [40] * players
    for seat in range(players):
        assert table.to_act == (seat,)
        play(table, "pass")
    assert table.operating


# 4.4 and 5. Tickets and the draft


def test_rule_5_1_draft_goes_backwards_and_everybody_buys_one() -> None:
    table = drafting(seed=3)
    first = table.on_offer[0]
    cost = table.pieces.powers[first].cost
    assert table.to_act == (2,)
    play(table, f"buy power {table.pieces.powers[first].name}")
    assert (table.hands[2], table.cash[2]) == ((first,), 28 - cost)
    assert table.to_act == (1,)
    play(table, "pass")
    assert table.to_act == (0,)


def test_rule_5_2_future_powers_come_for_sale_and_four_more_are_shown() -> None:
    table = drafting()
    row, future = table.on_offer, table.future
    assert (len(row), len(future)) == (4, 4)
    play(table, "pass", "pass", "pass")
    assert table.on_offer == row + future
    assert len(table.future) == 4
    assert not set(table.future) & set(table.on_offer)


def test_rule_9_1_and_9_2_six_powers_in_the_draft_of_five_and_open_powers() -> None:
    assert len(drafting(5).on_offer) == 6
    table = drafting(powers="open")
    assert len(table.future) == 12
    assert len(table.secrets()["powers"]) == 4


def test_rule_11_7_tickets_in_the_draft() -> None:
    table = drafting()
    play(table, "cash ticket")
    assert (table.cash[2], table.tickets[2], table.to_act) == (32, 2, (2,))
    refused(drafting(rules="site"), "cash ticket", "11.7")


# 6. Turns


def test_rule_6_sell_then_buy_one_thing() -> None:
    table = monday()
    family(table, "PE", A="parents, child 1", B="child 2")
    table.tickets[0] = 1
    play(table, "sell PE child 1", "launch PB at 5", "lay 6 r1 at N10")
    assert table.to_act == (0,)
    refused(table, "buy PE child 3 from lounge", "6")
    refused(table, "sell PE parents", "6")
    assert legal(table) == ["cash ticket", "pass"]


def test_rule_6_6_the_round_ends_when_all_pass_in_a_row() -> None:
    table = monday()
    family(table, "PE")
    table.on_offer = (power(table, "MIDAS"),)
    play(table, "pass", "pass", "buy power MIDAS", "pass")
    assert (table.slot, table.to_act) == (1, (0,))
    play(table, "pass", "pass", "pass")
    assert table.pieces.slots[table.slot].id == "OR1.1"


def test_rule_6_6_who_can_do_nothing_is_passed_over() -> None:
    table = monday()
    family(table, "PE", A="parents", B="child 1")
    table.cash = [28, 0, 0]
    play(table, "pass")
    assert table.to_act == (1,), "B can sell"
    play(table, "pass")
    assert table.operating, "C has nothing to sell and no money"


# 6.1 Reputation


def test_rule_6_1_a_token_that_moves_goes_under_the_others() -> None:
    table = monday()
    table.cash[0] = 100
    family(table, "PE", at=(2, 1), B="parents")
    family(table, "GI", at=(1, 1), A="parents, child 1")
    play(table, "sell GI child 1")
    assert table.cell[number(table, "GI")] == cell(table, 2, 1)
    assert table.operating_order() == [number(table, "PE"), number(table, "GI")]


def test_rule_6_1_a_token_that_cannot_fall_keeps_its_place_in_a_stock_round() -> None:
    table = monday()
    family(table, "PE", at=(5, 0), A="parents, child 1")
    family(table, "GI", at=(5, 0), B="parents")
    play(table, "sell PE child 1")
    assert table.operating_order() == [number(table, "PE"), number(table, "GI")]


# 6.2 Selling


def test_rule_6_2_value_before_the_sale_and_a_row_down_for_each() -> None:
    table = monday()
    family(table, "PE", at=(0, 1), A="parents, child 1, child 2")
    play(table, "sell PE child 1 and child 2")
    assert (table.cash[0], value(table, "PE")) == (28 + 16, 6)
    assert table.holdings[number(table, "PE")].in_kitchen == (1, 2)
    refused(table, "buy PE child 3 from lounge", "6.4.3")


def test_rule_6_2_all_cards_of_a_family_at_once() -> None:
    table = monday()
    family(table, "PE", A="parents, child 1, child 2")
    play(table, "sell PE child 1")
    refused(table, "sell PE child 2", "6.2")


def test_rule_6_2_1_a_card_face_down_does_not_lower_the_reputation_again() -> None:
    table = monday()
    table.cash = [50, 50, 50]
    family(table, "PE", at=(0, 3), A="parents", B="child 1", C="child 2")
    play(table, "pass", "sell PE child 1", "pass")
    assert value(table, "PE") == 9
    play(table, "buy PE child 1 from kitchen")
    assert legal(table, 0) == legal(table), "C's turn is over: nothing else to do"
    play(table, "pass", "pass")
    told = play(table, "sell PE child 1 and child 2")
    assert value(table, "PE") == 8, "only child 2 counts"
    assert "2 animals" in told[0]


def test_rule_6_2_1_the_holder_of_parents_lowers_it_again() -> None:
    table = monday()
    table.cash = [50, 50, 50]
    family(table, "PE", at=(0, 3), A="parents", B="child 1")
    play(table, "pass", "sell PE child 1", "pass", "pass", "buy PE child 1 from kitchen", "pass", "pass")
    assert value(table, "PE") == 9
    play(table, "sell PE child 1")
    assert value(table, "PE") == 8


def test_rule_6_2_2_parents_are_sold_after_a_swap() -> None:
    """The rulebook's example: PARENTS and a child against two children and a cousin."""
    table = monday()
    family(table, "GI", at=(1, 1), A="parents, child 1", B="child 2, child 3, cousin")
    told = play(table, "sell GI child 1 and parents")
    assert owner(table, "GI") == "B"
    assert table.holdings[number(table, "GI")].units == (0, 3, 0)
    assert table.cash[0] == 28 + 3 * 7
    assert any("B takes the parents" in line for line in told)


def test_rule_6_2_2_half_of_the_parents() -> None:
    table = monday()
    family(table, "GI", A="parents", B="child 2, child 3")
    play(table, "sell GI half of parents")
    assert table.holdings[number(table, "GI")].units == (1, 2, 0)
    assert (table.cash[0], owner(table, "GI")) == (35, "B")


def test_rule_6_2_2_parents_stay_where_nobody_has_two_animals() -> None:
    table = monday()
    family(table, "GI", A="parents", B="child 2", C="child 3")
    refused(table, "sell GI parents", "6.2.2")
    assert not [text for text in legal(table) if text.startswith("sell")]


def test_rule_6_2_2_equal_candidates_are_taken_in_turn_order() -> None:
    """The rulebook's example with four players: the next after the holder of PARENTS."""
    table = monday(4, map="D")
    table.turn = 1
    family(table, "GI", B="parents", C="child 1, child 2", A="child 3, cousin")
    play(table, "sell GI parents")
    assert owner(table, "GI") == "C"


def test_ruling_2_13_selling_singles_passes_the_parents_too() -> None:
    table = monday()
    family(table, "GI", A="parents, child 1", B="child 2, child 3, cousin")
    play(table, "sell GI child 1")
    assert owner(table, "GI") == "B"
    assert table.holdings[number(table, "GI")].units == (2, 3, 0)


def test_rule_6_2_3_above_the_limit_cards_must_be_sold() -> None:
    table = monday()
    family(table, "GI", A="parents, child 1, child 2, child 3")
    family(table, "PE", A="parents, child 1, child 2, child 3")
    table.tickets[0] = 1
    refused(table, "pass", "6.2.3")
    refused(table, "cash ticket", "6.2.3")
    assert all(text.startswith("sell") for text in legal(table))
    play(table, "sell GI child 1")
    play(table, "cash ticket", "pass")


# 6.3 Launching


def test_rule_6_3_launch_at_7() -> None:
    table = monday()
    told = play(table, "launch PE at 7")
    penguins = number(table, "PE")
    assert (table.cash[0], table.treasury[penguins], value(table, "PE")) == (14, 14, 7)
    assert table.stations_left[penguins] == (2, 4, 4)
    assert "launches the Penguins at 7 for 14 $N" in told[0]
    assert step(table) == "HomeTile"
    refused(table, "pass", "6.3")
    play(table, "lay 6 r1 at K17")
    assert table.to_act == (1,), "A's turn is over"


def test_rule_6_3_launch_values_follow_the_phase() -> None:
    table = monday()
    table.cash[0] = 60
    refused(table, "launch PE at 9", "6.3")
    deck_from(table, "3S Long")
    assert {"launch PE at 5", "launch PE at 9"} <= set(legal(table))
    refused(table, "launch PE at 12", "6.3")
    deck_from(table, "5S")
    assert "launch PE at 12" in legal(table)


def test_rule_6_3_bonus_of_9_and_its_two_tiles() -> None:
    table = monday()
    deck_from(table, "4S")
    play(table, "launch PE at 9")
    assert table.treasury[number(table, "PE")] == 23
    assert any("lay 14" in text for text in legal(table)), "a green HOME tile"
    play(table, next(text for text in legal(table) if text.startswith("lay 15")))
    assert step(table) == "BonusTiles"
    play(table, legal(table)[0])
    assert table.extra_tiles == 1
    play(table, "pass")
    assert table.to_act == (1,)


def test_rule_6_3_m_is_paid_at_a_launch_and_marked() -> None:
    table = monday()
    deck_from(table, "4S")
    play(table, "launch PE at 9", "lay 619 r1 at K17")
    ground = table.board.ground
    costly = [text for text in legal(table) if text != "pass" and ground.hexes[ground.by_name[text.split()[-1]]].cost]
    place = ground.by_name[costly[0].split()[-1]]
    before = table.treasury[number(table, "PE")]
    play(table, costly[0])
    assert table.treasury[number(table, "PE")] == before - ground.hexes[place].cost
    assert table.board.spots[place].marked


def test_rule_6_3_1_nearby_families() -> None:
    table = monday()
    table.cash = [60, 60, 60]
    play(table, "launch PE at 5", "lay 6 r1 at K17")
    launches = {text.split()[1] for text in legal(table) if text.startswith("launch")}
    assert launches == {"PB", "LI"}
    refused(table, "launch GI at 5", "6.3.1")
    play(table, "launch PB at 5", "lay 6 r1 at N10")
    assert {text.split()[1] for text in legal(table) if text.startswith("launch")} == {"GI"}
    play(table, "launch GI at 5", "lay 57 r1 at K9", "pass", "pass")
    assert {text.split()[1] for text in legal(table) if text.startswith("launch")} == {"TI"}, "round the corner"


def test_rule_9_1_five_players_launch_as_they_like() -> None:
    table = monday(5, map="D")
    table.cash = [60] * 5
    play(table, "launch PE at 5")
    play(table, legal(table)[0])
    assert len({text.split()[1] for text in legal(table) if text.startswith("launch")}) == 6


# 6.4 Buying cards


def test_rule_6_4_payment_to_the_family_or_to_the_bank() -> None:
    table = monday()
    penguins = family(table, "PE", A="parents", kitchen="child 3", treasury=0)
    play(table, "buy PE child 1 from lounge")
    assert (table.cash[0], table.treasury[penguins]) == (21, 7)
    play(table, "buy PE child 3 from kitchen")
    assert (table.cash[1], table.treasury[penguins]) == (21, 7)


def test_rule_6_4_only_of_launched_families_and_cousins_on_wednesday() -> None:
    table = monday()
    refused(table, "buy PE child 1 from lounge", "6.3")
    family(table, "PE", A="parents, child 1, child 2", B="child 3")
    refused(table, "buy PE cousin from lounge", "2.2")
    table.slot = next(one.index for one in table.pieces.slots if one.id == "SR3")
    table.turn = 2
    assert "buy PE cousin from lounge" in legal(table)


def test_rule_6_4_1_four_animals_are_enough_from_the_lounge() -> None:
    table = monday()
    family(table, "PE", A="parents, child 1, child 2", kitchen="child 3")
    table.slot = next(one.index for one in table.pieces.slots if one.id == "SR3")
    refused(table, "buy PE cousin from lounge", "6.4.1")
    assert "buy PE child 3 from kitchen" in legal(table)


def test_rule_6_4_2_card_limit_and_11_4_the_swap_that_wins_the_parents() -> None:
    """The rulebook's example: seven cards, two of them elephants, against bare PARENTS."""
    for rules in ("rulebook", "site"):
        table = monday(rules=rules)
        family(table, "PE", A="child 1, child 2", B="parents")
        family(table, "GI", A="parents, child 1, child 2")
        family(table, "PB", A="child 1, child 2", B="parents, child 3")
        assert table.cards_held(0) == table.card_limit == 7
        refused(table, "buy GI child 3 from lounge", "6.4.1")
        refused(table, "buy PB cousin from kitchen", "6.4")
        if rules == "site":
            refused(table, "buy PE child 3 from lounge", "6.4.2")
            continue
        play(table, "buy PE child 3 from lounge")
        assert (owner(table, "PE"), table.cards_held(0)) == ("A", 7)


def test_rule_6_4_3_who_sold_a_family_does_not_buy_it_in_this_round() -> None:
    table = monday()
    family(table, "PE", A="child 1, child 2", B="parents")
    family(table, "GI", A="child 1", C="parents")
    play(table, "sell PE child 1")
    refused(table, "buy PE child 3 from lounge", "6.4.3")
    refused(table, "buy PE child 1 from kitchen", "6.4.3")
    play(table, "buy GI child 2 from lounge", "buy PE child 1 from kitchen", "pass")
    assert table.to_act == (0,), "the next turn of the same round"
    refused(table, "buy PE child 3 from lounge", "6.4.3")
    assert not [text for text in legal(table) if text.startswith("buy PE")]
    while not table.operating:
        play(table, "pass")
    table.stack = table.stack[:1]
    table.slot = next(one.index for one in table.pieces.slots if one.id == "OR1.2")
    table.settle()
    while table.to_act != (0,):
        play(table, "pass")
    assert table.pieces.slots[table.slot].id == "SR2"
    assert "buy PE child 3 from lounge" in legal(table), "a new round"


# 6.5 Powers


def test_rule_6_5_and_6_5_1_powers() -> None:
    table = monday()
    wings, hole = power(table, "WINGS"), power(table, "HOLE")
    table.on_offer = (wings, hole)
    table.cash[0] = 1
    refused(table, "buy power WINGS", "6.5")
    table.cash[0] = 10
    table.hands[0] = (power(table, "WHEAT"), power(table, "MOLES"), power(table, "PATCH"))
    refused(table, "buy power WINGS", "6.5.1")
    refused(table, "buy power MIDAS", "6.5")
    table.hands[0] = ()
    play(table, "buy power WINGS")
    assert (list(table.hands[0]), list(table.on_offer), table.cash[0]) == ([wings], [hole], 8)


# 6.7 After the round


def finish(table: Table) -> None:
    while not table.operating:
        table.play("pass")


def test_rule_6_7_families_wholly_owned_rise() -> None:
    table = monday()
    family(table, "PE", at=(2, 2), A="parents, child 1", B="child 2, child 3")
    family(table, "GI", at=(2, 2), A="parents", B="child 2, child 3")
    finish(table)
    assert (value(table, "PE"), value(table, "GI")) == (8, 7)


def test_rule_6_7_and_ruling_2_15_on_wednesday_the_cousin_counts() -> None:
    table = monday()
    family(table, "PE", at=(2, 2), A="parents, child 1", B="child 2, child 3")
    table.slot = next(one.index for one in table.pieces.slots if one.id == "SR3")
    finish(table)
    assert value(table, "PE") == 7


def test_rule_6_7_turn_order_by_cash_and_equals_as_before() -> None:
    table = monday()
    family(table, "PE")
    table.cash = [10, 30, 10]
    finish(table)
    assert table.order == (1, 0, 2)


def test_rule_6_7_tickets_before_the_turn_order() -> None:
    table = monday()
    family(table, "PE", at=(0, 9))
    table.cash = [2, 3, 1]
    table.tickets = [0, 0, 1]
    play(table, "pass", "pass")
    assert step(table) == "LastCall"
    assert table.to_act == (2,)
    play(table, "cash ticket")
    assert (table.order, table.operating) == ((2, 1, 0), True)


def test_rule_6_7_nobody_is_asked_for_tickets_in_vain() -> None:
    table = monday()
    family(table, "PE")
    table.cash = [20, 10, 0]
    table.tickets = [1, 0, 1]
    play(table, "pass", "pass", "pass")
    assert table.operating
