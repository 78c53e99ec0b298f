"""Setting up, the draft and stock rounds (docs/rules/18zoo.md, sections 2, 5 and 6)."""

from __future__ import annotations

import pytest

from menagerie import BadSetup
from menagerie.games.eighteen_zoo.holdings import Holdings

from .position import (
    GAME,
    cards,
    cell,
    deck_from,
    drafting,
    family,
    finish,
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
    state = monday()
    giraffes = family(state, "GI", A="parents", treasury=9)
    penguins = family(state, "PE", A="parents", treasury=9, tile=True, powers=("WHEAT",))
    lay(state, "202", 4, "K15")
    play(operate(state, "PE", "station"), "WHEAT at K17", "station at K15")
    assert (state.treasury[penguins], len(state.squirrels[penguins]), state.stations_left[penguins]) == (
        0,
        1,
        (4, 4),
    ), "with 7 $N left they had to buy a 2S"
    assert (state.treasury[giraffes], len(state.squirrels[giraffes]), state.stations_left[giraffes]) == (9, 0, (2,))
    refused(operate(state, "GI"), "WHEAT at K9", "4.3")


def test_rule_1_2_five_cards_and_who_holds_parents_decides() -> None:
    state = monday()
    assert state.holdings[number(state, "PE")].in_lounge == cards("parents, child 1, child 2, child 3, cousin")
    penguins = family(state, "PE", A="child 1, child 2", B="parents", C="child 3")
    assert state.holdings[penguins].units[:3] == (2, 2, 1)
    play(state, "sell PE child 1 and child 2")
    assert state.holdings[penguins].in_kitchen == cards("child 1, child 2")
    assert state.holdings[penguins].in_lounge == cards("cousin")
    assert operate(state, "PE").to_act == (1,)


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
    state = drafting(players, map=letter)
    assert (state.cash, state.card_limit) == ([capital] * players, limit)
    assert state.tickets == [2 if players == 5 else 3] * players


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
    state = monday(players)
    family(state, "PE", A="parents")
    state.cash = [40] * players
    for seat in range(players):
        assert state.to_act == (seat,)
        play(state, "pass")
    assert state.operating


# 4.4 and 5. Tickets and the draft


def test_rule_5_1_draft_goes_backwards_and_everybody_buys_one() -> None:
    state = drafting(seed=3)
    first = state.on_offer[0]
    cost = state.pieces.powers[first].cost
    assert state.to_act == (2,)
    play(state, f"buy power {state.pieces.powers[first].name}")
    assert (state.hands[2], state.cash[2]) == ((first,), 28 - cost)
    assert state.to_act == (1,)
    play(state, "pass")
    assert state.to_act == (0,)


def test_rule_5_2_future_powers_come_for_sale_and_four_more_are_shown() -> None:
    state = drafting()
    row, future = state.on_offer, state.future
    assert (len(row), len(future)) == (4, 4)
    play(state, "pass", "pass", "pass")
    assert state.on_offer == row + future
    assert len(state.future) == 4
    assert not set(state.future) & set(state.on_offer)


def test_rule_9_1_and_9_2_six_powers_in_the_draft_of_five_and_open_powers() -> None:
    assert len(drafting(5).on_offer) == 6
    state = drafting(powers="open")
    assert len(state.future) == 12
    assert len(state.secrets()["powers"]) == 4


def test_rule_11_7_tickets_in_the_draft() -> None:
    state = drafting()
    play(state, "cash ticket")
    assert (state.cash[2], state.tickets[2], state.to_act) == (32, 2, (2,))
    refused(drafting(rules="site"), "cash ticket", "11.7")


# 6. Turns


def test_rule_6_sell_then_buy_one_thing() -> None:
    state = monday()
    family(state, "PE", A="parents, child 1", B="child 2")
    state.tickets[0] = 1
    play(state, "sell PE child 1", "launch PB at 5", "lay 6 r1 at N10")
    assert state.to_act == (0,)
    refused(state, "buy PE child 3 from lounge", "6")
    refused(state, "sell PE parents", "6")
    assert legal(state) == ["cash ticket", "pass"]


def test_rule_6_6_the_round_ends_when_all_pass_in_a_row() -> None:
    state = monday()
    family(state, "PE")
    state.on_offer = (power(state, "MIDAS"),)
    play(state, "pass", "pass", "buy power MIDAS", "pass")
    assert (state.slot, state.to_act) == (1, (0,))
    play(state, "pass", "pass", "pass")
    assert state.pieces.slots[state.slot].id == "OR1.1"


def test_rule_6_6_who_can_do_nothing_is_passed_over() -> None:
    state = monday()
    family(state, "PE", A="parents", B="child 1")
    state.cash = [28, 0, 0]
    play(state, "pass")
    assert state.to_act == (1,), "B can sell"
    play(state, "pass")
    assert state.operating, "C has nothing to sell and no money"


# 6.1 Reputation


def test_rule_6_1_a_token_that_moves_goes_under_the_others() -> None:
    state = monday()
    state.cash[0] = 100
    family(state, "PE", at=(2, 1), B="parents")
    family(state, "GI", at=(1, 1), A="parents, child 1")
    play(state, "sell GI child 1")
    assert state.cell[number(state, "GI")] == cell(state, 2, 1)
    assert state.operating_order() == [number(state, "PE"), number(state, "GI")]


def test_rule_6_1_a_token_that_cannot_fall_keeps_its_place_in_a_stock_round() -> None:
    state = monday()
    family(state, "PE", at=(5, 0), A="parents, child 1")
    family(state, "GI", at=(5, 0), B="parents")
    play(state, "sell PE child 1")
    assert state.operating_order() == [number(state, "PE"), number(state, "GI")]


# 6.2 Selling


def test_rule_6_2_value_before_the_sale_and_a_row_down_for_each() -> None:
    state = monday()
    family(state, "PE", at=(0, 1), A="parents, child 1, child 2")
    play(state, "sell PE child 1 and child 2")
    assert (state.cash[0], value(state, "PE")) == (28 + 16, 6)
    assert state.holdings[number(state, "PE")].in_kitchen == (1, 2)
    refused(state, "buy PE child 3 from lounge", "6.4.3")


def test_rule_6_2_all_cards_of_a_family_at_once() -> None:
    state = monday()
    family(state, "PE", A="parents, child 1, child 2")
    play(state, "sell PE child 1")
    refused(state, "sell PE child 2", "6.2")


def test_rule_6_2_1_a_card_face_down_does_not_lower_the_reputation_again() -> None:
    state = monday()
    state.cash = [50, 50, 50]
    family(state, "PE", at=(0, 3), A="parents", B="child 1", C="child 2")
    play(state, "pass", "sell PE child 1", "pass")
    assert value(state, "PE") == 9
    play(state, "buy PE child 1 from kitchen")
    assert legal(state, 0) == legal(state), "C's turn is over: nothing else to do"
    play(state, "pass", "pass")
    told = play(state, "sell PE child 1 and child 2")
    assert value(state, "PE") == 8, "only child 2 counts"
    assert "2 animals" in told[0]


def test_rule_6_2_1_the_holder_of_parents_lowers_it_again() -> None:
    state = monday()
    state.cash = [50, 50, 50]
    family(state, "PE", at=(0, 3), A="parents", B="child 1")
    play(state, "pass", "sell PE child 1", "pass", "pass", "buy PE child 1 from kitchen", "pass", "pass")
    assert value(state, "PE") == 9
    play(state, "sell PE child 1")
    assert value(state, "PE") == 8


def test_rule_6_2_2_parents_are_sold_after_a_swap() -> None:
    """The rulebook's example: PARENTS and a child against two children and a cousin."""
    state = monday()
    family(state, "GI", at=(1, 1), A="parents, child 1", B="child 2, child 3, cousin")
    told = play(state, "sell GI child 1 and parents")
    assert owner(state, "GI") == "B"
    assert state.holdings[number(state, "GI")].units == (0, 3, 0)
    assert state.cash[0] == 28 + 3 * 7
    assert any("B swaps two single cards" in line for line in told)


def test_rule_6_2_2_half_of_the_parents() -> None:
    state = monday()
    family(state, "GI", A="parents", B="child 2, child 3")
    play(state, "sell GI half of parents")
    assert state.holdings[number(state, "GI")].units == (1, 2, 0)
    assert (state.cash[0], owner(state, "GI")) == (35, "B")


@pytest.mark.parametrize("rules", ["rulebook", "site"])
@pytest.mark.parametrize("kept", ["child 1", "cousin"])
def test_rule_6_2_2_half_of_the_parents_and_a_card_kept(rules: str, kept: str) -> None:
    """Three animals each and no card left: A keeps its own single and one of the two that it gets for the PARENTS."""
    state = monday(rules=rules)
    others = {"child 1", "child 2", "child 3", "cousin"} - {kept}
    index = family(state, "GI", A=f"parents, {kept}", B=", ".join(sorted(others)))
    play(state, "sell GI half of parents")
    after = state.holdings[index]
    assert (owner(state, "GI"), after.units, len(after.in_kitchen)) == ("B", (2, 3, 0), 1)
    assert sorted(card for place in after.places for card in place) == list(range(5))
    assert state.cash[0] == 28 + 7


def test_rule_6_2_2_parents_stay_where_nobody_has_two_animals() -> None:
    state = monday()
    family(state, "GI", A="parents", B="child 2", C="child 3")
    refused(state, "sell GI parents", "6.2.2")
    assert not [text for text in legal(state) if text.startswith("sell")]


def test_rule_6_2_2_equal_candidates_are_taken_in_turn_order() -> None:
    """The rulebook's example with four players: the next after the holder of PARENTS."""
    state = monday(4, map="D")
    state.turn = 1
    family(state, "GI", B="parents", C="child 1, child 2", A="child 3, cousin")
    play(state, "sell GI parents")
    assert owner(state, "GI") == "C"


def test_ruling_2_13_selling_singles_passes_the_parents_too() -> None:
    state = monday()
    family(state, "GI", A="parents, child 1", B="child 2, child 3, cousin")
    play(state, "sell GI child 1")
    assert owner(state, "GI") == "B"
    assert state.holdings[number(state, "GI")].units == (2, 3, 0)


def test_rule_6_2_3_above_the_limit_cards_must_be_sold() -> None:
    state = monday()
    family(state, "GI", A="parents, child 1, child 2, child 3")
    family(state, "PE", A="parents, child 1, child 2, child 3")
    state.tickets[0] = 1
    state.settle()
    assert state.cards_held(0) > state.card_limit, "where there is a choice nothing is sold unasked"
    refused(state, "pass", "6.2.3")
    refused(state, "cash ticket", "6.2.3")
    assert all(text.startswith("sell") for text in legal(state))
    play(state, "sell GI child 1")
    play(state, "cash ticket", "pass")


# 6.3 Launching


def test_rule_6_3_launch_at_7() -> None:
    state = monday()
    told = play(state, "launch PE at 7")
    penguins = number(state, "PE")
    assert (state.cash[0], state.treasury[penguins], value(state, "PE")) == (14, 14, 7)
    assert state.stations_left[penguins] == (2, 4, 4)
    assert "launches the Penguins at 7 for 14 $N" in told[0]
    assert step(state) == "HomeTile"
    refused(state, "pass", "6.3")
    play(state, "lay 6 r1 at K17")
    assert state.to_act == (1,), "A's turn is over"


def test_rule_6_3_launch_values_follow_the_phase() -> None:
    state = monday()
    state.cash[0] = 60
    refused(state, "launch PE at 9", "6.3")
    deck_from(state, "3S Long")
    assert {"launch PE at 5", "launch PE at 9"} <= set(legal(state))
    refused(state, "launch PE at 12", "6.3")
    deck_from(state, "5S")
    assert "launch PE at 12" in legal(state)


def test_rule_6_3_bonus_of_9_and_its_two_tiles() -> None:
    state = monday()
    deck_from(state, "4S")
    play(state, "launch PE at 9")
    assert state.treasury[number(state, "PE")] == 23
    assert any("lay 14" in text for text in legal(state)), "a green HOME tile"
    play(state, next(text for text in legal(state) if text.startswith("lay 15")))
    assert step(state) == "BonusTiles"
    play(state, legal(state)[0])
    assert state.extra_tiles == 1
    play(state, "pass")
    assert state.to_act == (1,)


def test_rule_6_3_m_is_paid_at_a_launch_and_marked() -> None:
    state = monday()
    deck_from(state, "4S")
    play(state, "launch PE at 9", "lay 619 r1 at K17")
    ground = state.board.ground
    costly = [text for text in legal(state) if text != "pass" and ground.hexes[ground.by_name[text.split()[-1]]].cost]
    place = ground.by_name[costly[0].split()[-1]]
    before = state.treasury[number(state, "PE")]
    play(state, costly[0])
    assert state.treasury[number(state, "PE")] == before - ground.hexes[place].cost
    assert state.board.spots[place].marked


def test_rule_6_3_1_nearby_families() -> None:
    state = monday()
    state.cash = [60, 60, 60]
    play(state, "launch PE at 5", "lay 6 r1 at K17")
    launches = {text.split()[1] for text in legal(state) if text.startswith("launch")}
    assert launches == {"PB", "LI"}
    refused(state, "launch GI at 5", "6.3.1")
    play(state, "launch PB at 5", "lay 6 r1 at N10")
    assert {text.split()[1] for text in legal(state) if text.startswith("launch")} == {"GI"}
    play(state, "launch GI at 5", "lay 57 r1 at K9", "pass", "pass")
    assert {text.split()[1] for text in legal(state) if text.startswith("launch")} == {"TI"}, "round the corner"


def test_rule_9_1_five_players_launch_as_they_like() -> None:
    state = monday(5, map="D")
    state.cash = [60] * 5
    play(state, "launch PE at 5")
    play(state, legal(state)[0])
    assert len({text.split()[1] for text in legal(state) if text.startswith("launch")}) == 6


# 6.4 Buying cards


def test_rule_6_4_payment_to_the_family_or_to_the_bank() -> None:
    state = monday()
    penguins = family(state, "PE", A="parents", kitchen="child 3", treasury=0)
    play(state, "buy PE child 1 from lounge")
    assert (state.cash[0], state.treasury[penguins]) == (21, 7)
    play(state, "buy PE child 3 from kitchen")
    assert (state.cash[1], state.treasury[penguins]) == (21, 7)


def test_rule_6_4_only_of_launched_families_and_cousins_on_wednesday() -> None:
    state = monday()
    refused(state, "buy PE child 1 from lounge", "6.3")
    family(state, "PE", A="parents, child 1, child 2", B="child 3")
    refused(state, "buy PE cousin from lounge", "2.2")
    state.slot = next(one.index for one in state.pieces.slots if one.id == "SR3")
    state.turn = 2
    assert "buy PE cousin from lounge" in legal(state)


def test_rule_6_4_1_four_animals_are_enough_from_the_lounge() -> None:
    state = monday()
    family(state, "PE", A="parents, child 1, child 2", kitchen="child 3")
    state.slot = next(one.index for one in state.pieces.slots if one.id == "SR3")
    refused(state, "buy PE cousin from lounge", "6.4.1")
    assert "buy PE child 3 from kitchen" in legal(state)


def test_rule_6_4_2_card_limit_and_11_4_the_swap_that_wins_the_parents() -> None:
    """The rulebook's example: seven cards, two of them elephants, against bare PARENTS."""
    for rules in ("rulebook", "site"):
        state = monday(rules=rules)
        family(state, "PE", A="child 1, child 2", B="parents")
        family(state, "GI", A="parents, child 1, child 2")
        family(state, "PB", A="child 1, child 2", B="parents, child 3")
        assert state.cards_held(0) == state.card_limit == 7
        refused(state, "buy GI child 3 from lounge", "6.4.1")
        refused(state, "buy PB cousin from kitchen", "6.4")
        if rules == "site":
            refused(state, "buy PE child 3 from lounge", "6.4.2")
            continue
        play(state, "buy PE child 3 from lounge")
        assert (owner(state, "PE"), state.cards_held(0)) == ("A", 7)


def test_rule_6_4_3_who_sold_a_family_does_not_buy_it_in_this_round() -> None:
    state = monday()
    family(state, "PE", A="child 1, child 2", B="parents")
    family(state, "GI", A="child 1", C="parents")
    play(state, "sell PE child 1")
    refused(state, "buy PE child 3 from lounge", "6.4.3")
    refused(state, "buy PE child 1 from kitchen", "6.4.3")
    play(state, "buy GI child 2 from lounge", "buy PE child 1 from kitchen", "pass")
    assert state.to_act == (0,), "the next turn of the same round"
    refused(state, "buy PE child 3 from lounge", "6.4.3")
    assert not [text for text in legal(state) if text.startswith("buy PE")]
    while not state.operating:
        play(state, "pass")
    state.stack = state.stack[:1]
    state.slot = next(one.index for one in state.pieces.slots if one.id == "OR1.2")
    state.settle()
    while state.to_act != (0,):
        play(state, "pass")
    assert state.pieces.slots[state.slot].id == "SR2"
    assert "buy PE child 3 from lounge" in legal(state), "a new round"


# 6.5 Powers


def test_rule_6_5_and_6_5_1_powers() -> None:
    state = monday()
    wings, hole = power(state, "WINGS"), power(state, "HOLE")
    state.on_offer = (wings, hole)
    state.cash[0] = 1
    refused(state, "buy power WINGS", "6.5")
    state.cash[0] = 10
    state.hands[0] = (power(state, "WHEAT"), power(state, "MOLES"), power(state, "PATCH"))
    refused(state, "buy power WINGS", "6.5.1")
    refused(state, "buy power MIDAS", "6.5")
    state.hands[0] = ()
    play(state, "buy power WINGS")
    assert (list(state.hands[0]), list(state.on_offer), state.cash[0]) == ([wings], [hole], 8)


# 6.7 After the round


def test_rule_6_7_families_wholly_owned_rise() -> None:
    state = monday()
    family(state, "PE", at=(2, 2), A="parents, child 1", B="child 2, child 3")
    family(state, "GI", at=(2, 2), A="parents", B="child 2, child 3")
    finish(state)
    assert (value(state, "PE"), value(state, "GI")) == (8, 7)


def test_rule_6_7_and_ruling_2_15_on_wednesday_the_cousin_counts() -> None:
    state = monday()
    family(state, "PE", at=(2, 2), A="parents, child 1", B="child 2, child 3")
    state.slot = next(one.index for one in state.pieces.slots if one.id == "SR3")
    finish(state)
    assert value(state, "PE") == 7


def test_rule_6_7_turn_order_by_cash_and_equals_as_before() -> None:
    state = monday()
    family(state, "PE")
    state.cash = [10, 30, 10]
    finish(state)
    assert state.order == (1, 0, 2)


def test_rule_6_7_tickets_before_the_turn_order() -> None:
    state = monday()
    family(state, "PE", at=(0, 9))
    state.cash = [2, 3, 1]
    state.tickets = [0, 0, 1]
    play(state, "pass", "pass")
    assert step(state) == "LastCall"
    assert state.to_act == (2,)
    play(state, "cash ticket")
    assert (state.order, state.operating) == ((2, 1, 0), True)


def test_rule_6_7_nobody_is_asked_for_tickets_in_vain() -> None:
    state = monday()
    family(state, "PE")
    state.cash = [20, 10, 0]
    state.tickets = [1, 0, 1]
    play(state, "pass", "pass", "pass")
    assert state.operating


def test_a_family_that_is_not_launched_is_worth_nothing() -> None:
    state = monday()
    assert [state.value(family) for family in state.families] == [0] * len(state.families)


def test_a_family_whose_parents_nobody_has_belongs_to_nobody() -> None:
    assert Holdings.new(3).owner == -1
