"""Operating rounds, squirrels and the end (docs/rules/18zoo.md, sections 3, 7 and 8)."""

from __future__ import annotations

import pytest

from menagerie.games.eighteen_zoo.state import Position

from .position import (
    cell,
    deck_from,
    family,
    hire,
    lay,
    legal,
    monday,
    number,
    on_map_a,
    operate,
    owner,
    play,
    power,
    refused,
    step,
    value,
)


def penguins(**more: object) -> Position:
    """The Penguins of A at K17, joined to the Y area K15 (30 nuts) and the O area L14."""
    state = monday()
    state.tickets = [0, 0, 0]
    family(state, "PE", **{"A": "parents, child 1", "B": "child 2", "treasury": 10, **more})  # type: ignore[arg-type]
    for tile, rotation, at in (("6", 1, "K17"), ("202", 4, "K15"), ("8", 1, "L14")):
        lay(state, tile, rotation, at)
    return state


def names(state: Position, family_id: str) -> list[str]:
    return [hired.name for hired in state.squirrels[number(state, family_id)]]


# 1.3 Money


def test_rule_1_3_a_family_cannot_pay_with_its_owners_money() -> None:
    state = penguins(treasury=1, squirrels="2S")
    state.cash[0], state.tickets[0] = 100, 1
    refused(operate(state, "PE", "station"), "station at K15", "7.3")
    refused(operate(state, "PE", "squirrels"), "buy 2S from deck", "7.6")
    play(state, "cash ticket", "treasury 5")
    assert (state.treasury[number(state, "PE")], state.cash[0]) == (6, 100)


@pytest.mark.parametrize(
    ("cash", "decision", "rule"), [(6, "buy PE child 1 from lounge", "6.4"), (2, "buy power RABBITS", "6.5")]
)
def test_rule_1_3_a_player_cannot_pay_with_the_money_of_a_family(cash: int, decision: str, rule: str) -> None:
    """A card of the Penguins costs 7 $N and the power 3, which the family has."""
    state = on_map_a(
        f"""
        [table]
        round: SR1
        last launched: PE

        [player A]
        cash: {cash}

        [map]
        K17: -; PE

        [family PE]
        reputation: 7,1,1
        treasury: 100
        A: parents

        [bank]
        on offer: Rabbits
        """
    )
    refused(state, decision, rule)


def test_rule_1_3_a_family_pays_for_mountains_itself() -> None:
    state = monday()
    family(state, "LI", A="parents", treasury=1)
    lay(state, "6", 3, "E15")
    lay(state, "9", 0, "E13")
    refused(operate(state, "LI"), "lay 9 r0 at E11", "7.2")


# 7. The round


def test_rule_7_cards_in_the_kitchen_pay_their_family() -> None:
    state = on_map_a(
        """
        [table]
        round: SR1
        last launched: LI

        [map]
        E15: -; LI

        [family LI]
        reputation: 7,1,1
        treasury: 3
        A: parents
        kitchen: child 1, child 2
        """
    )
    told = play(state, "pass", "pass", "pass")
    assert state.treasury[number(state, "LI")] == 7
    assert [line for line in told if "kitchen" in line] == ["The Lions get 4 $N for their cards in the kitchen."]


def test_rule_7_order_by_value_then_column_then_stack() -> None:
    """The rulebook's example: two nines in different columns, and two sevens in one cell."""
    state = on_map_a(
        """
        [table]
        round: SR1
        last launched: PB

        [map]
        E15: -; LI
        H14: -; TI
        K9: -; GI
        K17: -; PE
        N10: -; PB

        [family TI]
        reputation: 8,1,2
        arrived: 0
        A: parents

        [family LI]
        reputation: 9,0,2
        arrived: 1
        A: parents

        [family PE]
        reputation: 9,1,3
        arrived: 2
        A: parents

        [family GI]
        reputation: 7,1,1
        arrived: 3
        A: parents

        [family PB]
        reputation: 7,1,1
        arrived: 4
        A: parents
        """
    )
    ids = [state.pieces.families[one].id for one in state.operating_order()]
    assert ids == ["PE", "LI", "TI", "GI", "PB"]


def test_rule_7_1_steps_follow_each_other() -> None:
    state = operate(penguins(squirrels="2S"), "PE")
    assert step(state) == "track"
    play(state, "pass")
    assert step(state) == "station"
    play(state, "pass")
    assert step(state) == "run"
    play(state, legal(state)[0])
    assert step(state) == "dividend"
    play(state, "distribute")
    assert step(state) == "squirrels"


# 7.2 and 7.3 Track and stations


def test_rule_7_2_two_yellow_tiles() -> None:
    state = operate(penguins(), "PE")
    play(state, "lay 9 r1 at J18")
    assert (state.lays, state.upgraded) == (1, False)
    refused(state, "lay 9 r0 at D10")
    play(state, next(text for text in legal(state) if text.endswith("at L12")))
    assert step(state) != "track"


def test_rule_7_2_one_upgrade_only_and_not_of_a_tile_just_laid() -> None:
    state = penguins()
    deck_from(state, "3S Long")
    operate(state, "PE")
    play(state, next(text for text in legal(state) if text.endswith("at L12")))
    assert not [text for text in legal(state) if text.endswith("at L12")]
    for rotation in range(6):
        refused(state, f"lay 24 r{rotation} at L12")
    upgrade = next(text for text in legal(state) if text.endswith("at K17"))
    play(state, upgrade)
    assert step(state) != "track"
    state = penguins()
    deck_from(state, "3S Long")
    operate(state, "PE")
    play(state, upgrade)
    assert not [text for text in legal(state) if text.endswith("at K15")], "one upgrade is enough"
    assert [text for text in legal(state) if text.endswith("at L12")]


def test_rule_7_2_m_costs_money() -> None:
    state = operate(penguins(treasury=10), "PE")
    play(state, "lay 9 r1 at J18", next(text for text in legal(state) if text.endswith("at L12")))
    assert state.treasury[number(state, "PE")] == 10
    state = operate(penguins(treasury=0), "PE")
    lay(state, "9", 0, "L12")
    assert all(
        state.board.ground.hexes[state.board.ground.by_name[text.split()[-1]]].cost == 0
        for text in legal(state)
        if "lay" in text
    )


def test_rule_7_3_station_prices_and_one_in_a_turn() -> None:
    state = operate(penguins(treasury=3, squirrels="2S"), "PE", "station")
    assert legal(state) == ["station at K15", "pass"]
    play(state, "station at K15")
    assert (state.treasury[number(state, "PE")], state.stations_left[number(state, "PE")]) == (1, (4, 4))
    assert step(state) != "station"


def test_rule_7_3_a_station_with_the_help_of_a_ticket() -> None:
    state = penguins(treasury=0)
    state.tickets[0] = 1
    operate(state, "PE", "station")
    refused(state, "station at K15", "7.3")
    play(state, "cash ticket", "treasury 3")
    assert (state.treasury[number(state, "PE")], state.cash[0]) == (3, 28 + 2)
    play(state, "station at K15")


def test_rule_7_3_the_home_of_a_family_not_launched_stays_open_for_it() -> None:
    state = monday()
    family(state, "LI", A="parents", treasury=10)
    lay(state, "57", 1, "E15")
    lay(state, "9", 1, "F14")
    lay(state, "9", 1, "G13")
    lay(state, "5", 1, "H14")
    operate(state, "LI", "station")
    refused(state, "station at H14", "7.3")


# 7.4 Runs


def test_rule_7_4_the_best_run_and_none() -> None:
    state = operate(penguins(squirrels="2S", at=(4, 0)), "PE", "run")
    assert legal(state) == ["run 2S-0 K17 K15 L14", "run nothing"]
    told = play(state, legal(state)[0])
    assert (state.nuts, state.income) == (60, 1)
    assert told[0] == "The Penguins' squirrels harvest 60 nuts and 1 $N from water: 2S from hex K17 to hex L14 for 60."


def test_rule_7_4_a_squirrel_runs_once() -> None:
    state = operate(penguins(squirrels="2S", at=(4, 0)), "PE", "run")
    assert refused(state, "run 2S-0 K17 K15 L14 + 2S-0 K17 K15", "7.4") == "Squirrel 2S-0 has two routes. Give it one."


def lions(rules: str = "rulebook", **more: object) -> Position:
    """The Lions of A with a 2J: 100 nuts between Y area, HOME and Tigers, or 80 nuts and 1 $N at the O beyond them."""
    state = monday(rules=rules)
    index = family(state, "LI", **{"A": "parents", "treasury": 0, "squirrels": "2J", **more})  # type: ignore[arg-type]
    for line in ("E15 5 4", "F14 9 1", "G13 8 5", "H14 15 0", "H12 8 4", "I11 9 1", "F16 9 2", "G17 8 0", "G19 201 2"):
        at, tile, rotation = line.split()
        lay(state, tile, int(rotation), at)
    state.board.place(index, state.board.ground.by_name["H14"])
    return operate(state, "LI", "run")


MORE_NUTS = "run 4J-0 E15 F14 G13 H14"
MORE_WATER = "run 4J-0 H14 H12 I11"


def test_rule_7_4_a_player_chooses_between_the_step_of_the_token_and_the_water() -> None:
    """A threshold of 100: more nuts move the token, fewer bring as many bags and 1 $N more."""
    state = lions(at=(1, 1))
    assert legal(state) == [MORE_NUTS, MORE_WATER, "run nothing"]
    play(state, MORE_WATER, "keep")
    assert state.treasury[number(state, "LI")] == 4 + 1


@pytest.mark.parametrize("at", [(4, 0), (0, 5)])
def test_rule_7_4_the_most_nuts_and_the_most_water_are_offered_whatever_the_threshold(at: tuple[int, int]) -> None:
    """Thresholds of 40 and 250, where 100 and 80 nuts come to the same: neither run beats the other in everything."""
    assert legal(lions(at=at)) == [MORE_NUTS, MORE_WATER, "run nothing"]


def test_rule_7_4_more_bags_are_a_reason_too() -> None:
    """WHEAT at HOME: 160 nuts in seven bags, or 80 nuts in four and 1 $N; both are above the threshold of 40."""
    state = lions(at=(4, 0))
    state.board.sow(number(state, "LI"), state.board.ground.by_name["E15"])
    assert legal(state) == [MORE_NUTS, MORE_WATER, "run nothing"]


def test_rule_7_4_two_barrels_take_the_water_away_and_the_choice_with_it() -> None:
    """A threshold of 200, which two 2J reach, or bring 180 nuts and 1 $N."""
    state = lions(at=(0, 3), squirrels="2J, 2J", powers=("TWO_BARRELS",))
    assert len([text for text in legal(state) if text.startswith("run 4J")]) == 2
    play(state, "use TWO BARRELS")
    assert len([text for text in legal(state) if text.startswith("run 4J")]) == 1


def test_rule_7_4_a_run_that_is_not_offered_is_taken_if_it_is_right() -> None:
    """The way to the Y area brings 100 nuts like the one to the Tigers: one of the two is offered, both are right."""
    state = lions(at=(4, 0))
    other = "run 4J-0 E15 F16 G17 G19"
    assert other not in legal(state)
    play(state, other)
    assert (state.nuts, state.income) == (100, 0)


def test_rule_7_4_any_right_run_is_taken_and_a_wrong_one_is_explained() -> None:
    state = operate(penguins(squirrels="2S"), "PE", "run")
    refused(state, "run 2S-0 K17", "7.4")
    refused(state, "run 3S-0 K17 K15", "7.4")
    refused(state, "run 2S-0 K17 Z9", "4.1")
    refused(state, "run 2S-0 K17 L14", "7.4")
    play(state, "run 2S-0 K15 K17")
    assert (state.nuts, state.income) == (50, 0)


def test_rule_7_4_without_squirrels_or_track_there_is_nothing_to_decide() -> None:
    state = operate(penguins(at=(1, 1), treasury=20), "PE", "run")
    deck_from(state, "4J")
    state.log = []
    state.settle()
    told = [str(event) for event in state.log]
    assert told[:2] == [
        "The Penguins have no harvest.",
        "The Penguins' reputation falls from 7 to 6.",
    ]
    assert step(state) == "squirrels"


# 7.5 Dividend


def test_rule_7_5_distribute_above_the_threshold() -> None:
    """The dividend is that of the cell after the move, for animals in players' hands, PARENTS with the bonus."""
    state = operate(penguins(at=(0, 3), squirrels="2S"), "PE", "dividend")
    state.nuts, state.income = 200, 2
    told = play(state, "distribute")
    assert (value(state, "PE"), state.cash) == (11, [28 + 3 * 2 + 2, 28 + 2, 28])
    assert state.treasury[number(state, "PE")] == 12
    assert told[0] == "The Penguins pay 2 $N per animal and 2 $N for the parents: A 8 $N, B 2 $N."


def test_rule_7_5_distribute_below_the_threshold_and_11_3_the_stack() -> None:
    for rules, first in (("rulebook", "GI"), ("site", "PE")):
        state = monday(rules=rules)
        family(state, "PE", at=(1, 1), A="parents", B="child 2", squirrels="2S", treasury=0)
        family(state, "GI", at=(1, 1), A="parents", squirrels="2S", treasury=0)
        operate(state, "PE", "dividend")
        state.nuts = 90
        play(state, "distribute")
        assert (value(state, "PE"), state.cash) == (7, [28 + 2, 28 + 1, 28])
        assert state.pieces.families[state.operating_order()[0]].id == first


def test_rule_7_5_keep_fills_bags_of_25() -> None:
    """The rulebook's example: 110 nuts are five bags."""
    state = operate(penguins(at=(1, 1), treasury=0, squirrels="2S"), "PE", "dividend")
    state.nuts, state.income = 110, 1
    play(state, "keep")
    assert (state.treasury[number(state, "PE")], value(state, "PE"), state.cash[0]) == (6, 6, 28)


def test_rule_7_5_left_of_the_board_is_down() -> None:
    state = operate(penguins(at=(1, 0), squirrels="2S"), "PE", "dividend")
    state.nuts = 10
    play(state, "keep")
    assert state.cell[number(state, "PE")] == cell(state, 2, 0)


def test_rule_7_5_right_of_the_board_is_up() -> None:
    state = operate(penguins(at=(1, 8), squirrels="2S"), "PE", "dividend")
    state.nuts = 300
    play(state, "distribute")
    assert state.cell[number(state, "PE")] == cell(state, 0, 8)


# 3 and 7.6 Squirrels


def test_rule_7_6_bonus_for_the_first_squirrel_of_the_turn_only() -> None:
    state = operate(penguins(treasury=30, at=(1, 1)), "PE", "squirrels")
    play(state, "buy 2S from deck")
    assert (value(state, "PE"), state.treasury[number(state, "PE")]) == (8, 23)
    play(state, "buy 2S from deck")
    assert (value(state, "PE"), names(state, "PE")) == (8, ["2S", "2S"])


def test_rule_7_6_bonus_for_a_new_phase() -> None:
    state = penguins(treasury=30, at=(1, 1))
    deck_from(state, "3S")
    told = play(operate(state, "PE", "squirrels"), "buy 3S from deck")
    assert value(state, "PE") == 9
    assert "Phase 3S begins. A family may have 4 squirrels." in told


def test_rule_7_6_no_bonus_of_a_phase_for_4s_perm() -> None:
    state = penguins(treasury=30, at=(1, 1))
    deck_from(state, "4S Perm")
    play(operate(state, "PE", "squirrels"), "buy 4S Perm from deck")
    assert (value(state, "PE"), state.pieces.phases[state.phase_number].r_value) == (8, 60)


def test_rule_7_6_and_ruling_2_7_the_kitchen_has_printed_prices_and_no_bonus() -> None:
    state = penguins(treasury=30, at=(1, 1), squirrels="2S")
    other = hire(state, "GI", "3S")
    state.squirrels[number(state, "GI")] = ()
    state.kitchen = (other.card,)
    play(operate(state, "PE", "squirrels"), "buy 3S-0 from kitchen")
    assert (value(state, "PE"), state.treasury[number(state, "PE")], len(state.kitchen)) == (7, 18, 0)


def test_rule_7_6_a_family_must_have_a_squirrel() -> None:
    state = operate(penguins(treasury=7), "PE", "squirrels")
    refused(state, "pass", "7.6")
    state.settle()
    assert names(state, "PE") == ["2S"], "the only way is taken without asking"


def test_rule_3_limit_of_squirrels() -> None:
    state = operate(penguins(treasury=50, squirrels="2S, 2S, 2S"), "PE", "squirrels")
    state.deck = state.pieces.deck(5)
    play(state, "buy 2S from deck")
    refused(operate(state, "PE", "squirrels"), "buy 2S from deck", "3")


def test_rule_3_1_all_2s_retire_with_the_first_4s_and_the_excess_goes_to_the_kitchen() -> None:
    state = penguins(treasury=30, squirrels="2S")
    family(state, "GI", B="parents", squirrels="2S, 3S, 3S, 3S, 3S Long")
    deck_from(state, "4S")
    old = next(kind.copies[-1] for kind in state.pieces.kinds if kind.code == "2S")
    young = next(kind.copies[-1] for kind in state.pieces.kinds if kind.code == "5S")
    state.kitchen = (old, young)
    told = play(operate(state, "PE", "squirrels"), "buy 4S from deck")
    assert "The 2S in the kitchen retires." in told
    assert [card.id for card in state.kitchen] == [young.id]
    assert names(state, "PE") == ["4S"]
    assert (step(state), state.to_act) == ("CleanUp", (1,))
    assert legal(state) == ["discard 3S-0", "discard 3S Long-0"]
    refused(state, "discard 4S-0", "3.1")
    play(state, "discard 3S-0")
    assert names(state, "GI") == ["3S", "3S", "3S Long"]
    assert [card.id for card in state.kitchen] == ["5S-1", "3S-0"]


def test_rule_3_2_the_first_j_squirrel() -> None:
    state = penguins(treasury=60, squirrels="4S")
    family(state, "GI", B="parents", squirrels="4S, 3S Long")
    deck_from(state, "4J")
    play(operate(state, "PE", "squirrels"), "buy 4J from deck")
    assert names(state, "PE") == ["4J"]
    assert [hired.last_run for hired in state.squirrels[number(state, "GI")]] == [True, True]
    assert state.has_room(number(state, "GI")), "they do not count for the limit"
    refused(operate(state, "PE", "squirrels"), "ask GI for 4S-1", "7.6")


def test_rule_3_2_and_ruling_2_12_a_last_run_ends_with_the_dividend_even_without_a_run() -> None:
    state = penguins()
    hire(state, "PE", "3S Long", last_run=True)
    hire(state, "PE", "5S")
    operate(state, "PE", "dividend")
    state.settle()
    assert names(state, "PE") == ["5S"]


def test_rule_7_6_buying_from_an_own_family() -> None:
    state = penguins(treasury=10)
    family(state, "GI", A="parents", squirrels="2S", treasury=0)
    play(operate(state, "PE", "squirrels"), "ask GI for 2S-0", "offer 3")
    assert (names(state, "PE"), names(state, "GI")) == (["2S"], [])
    assert state.treasury[number(state, "GI")] == 3


def test_rule_7_6_2_another_owner_is_asked() -> None:
    state = penguins(treasury=10)
    family(state, "GI", B="parents", squirrels="2S", treasury=0)
    told = play(operate(state, "PE", "squirrels"), "ask GI for 2S-0", "offer 3")
    assert state.to_act == (1,)
    assert told == ["The Penguins want the Giraffes' 2S and will name a price.", "The Penguins offer B 3 $N."]
    refused(state, "pass", "7.6.2")
    play(state, "decline")
    play(state, "ask GI for 2S-0")
    refused(state, "offer 3", "7.6.2")
    play(state, "offer 4", "accept")
    assert (names(state, "PE"), state.treasury[number(state, "GI")]) == (["2S"], 4)


def test_rule_7_6_2_after_two_refusals_nobody_is_asked_again() -> None:
    state = penguins(treasury=10, squirrels="2S")
    family(state, "GI", B="parents", squirrels="3S", treasury=0)
    operate(state, "PE", "squirrels")
    play(state, "ask GI for 3S-0", "offer 1", "decline", "ask GI for 3S-0", "offer 5", "decline")
    refused(state, "ask GI for 3S-0", "7.6.2")
    assert legal(state) == ["buy 2S from deck", "pass"]


def test_rule_7_1_a_family_acquires_a_power() -> None:
    state = penguins(treasury=10)
    wings = power(state, "WINGS")
    state.hands[1] = (wings, power(state, "MIDAS"))
    operate(state, "PE")
    refused(state, "acquire MIDAS", "4.3")
    refused(state, "acquire HOLE", "7.1")
    play(state, "acquire WINGS")
    refused(state, "offer 3", "7.6.2")
    play(state, "offer 2", "accept")
    assert (state.mats[number(state, "PE")], state.cash[1], state.treasury[number(state, "PE")]) == ((wings,), 30, 8)


def test_rule_6_5_1_a_family_has_three_powers_at_most() -> None:
    state = penguins(powers=("WHEAT", "WINGS", "HOLE"))
    state.hands[1] = (power(state, "MOLES"),)
    refused(operate(state, "PE"), "acquire MOLES", "6.5.1")


def test_rule_4_4_ticket_split() -> None:
    """The rulebook's example: on Tuesday 8 $N, 5 to the family and 3 to the player."""
    state = penguins(treasury=0)
    state.tickets[0] = 1
    operate(state, "PE", "track", "OR2.1")
    play(state, "cash ticket")
    refused(state, "treasury 9", "4.4")
    told = play(state, "treasury 5")
    assert (state.treasury[number(state, "PE")], state.cash[0], state.tickets[0]) == (5, 31, 0)
    assert told == ["A gives 5 $N to the Penguins and keeps 3 $N."]


@pytest.mark.parametrize(("slot", "worth"), [("OR1.1", 5), ("OR2.2", 9), ("OR3.1", 12), ("OR3.3", 18)])
def test_rule_4_4_ticket_values(slot: str, worth: int) -> None:
    state = penguins()
    state.tickets[0] = 1
    play(operate(state, "PE", "track", slot), "cash ticket", "treasury 0")
    assert state.cash[0] == 28 + worth


# 7.6.1 Forced purchase


def forced(cash: int = 2, **lions: object) -> Position:
    """The rulebook's example: Lions with 8 $N face a 5S of 30 $N; A has 2 $N, tigers and a penguin."""
    state = monday()
    family(state, "LI", **{"A": "parents", "treasury": 8, **lions})  # type: ignore[arg-type]
    deck_from(state, "5S")
    state.cash = [cash, 0, 0]
    return state


def test_rule_7_6_1_the_example() -> None:
    state = forced()
    family(state, "TI", at=(2, 1), A="parents", B="child 1, child 2", squirrels="3S, 3S")
    family(state, "PE", at=(0, 5), A="child 1", C="parents")
    operate(state, "LI", "squirrels")
    assert "force 5S from deck" in legal(state)
    refused(state, "buy 5S from deck", "7.6")
    play(state, "force 5S from deck")
    refused(state, "cash ticket", "7.6.1")
    play(state, "sell TI half of parents")
    assert (owner(state, "TI"), value(state, "TI"), state.cash[0]) == ("B", 5, 8)
    play(state, "sell TI child 2")
    assert value(state, "TI") == 4
    assert names(state, "LI") == ["5S"], "the penguin is the last card to sell, and is sold without asking"
    assert names(state, "TI") == [], "all 3S retire"
    assert (state.cash[0], state.treasury[number(state, "LI")], state.debts[0]) == (2 + 6 + 5 + 12 - 22, 0, 0)
    assert state.operator != number(state, "LI"), "the turn is over"
    assert value(state, "LI") == 9, "both bonuses (ruling 2.4)"


def test_rule_7_6_1_debt_is_twice_what_the_bank_pays() -> None:
    """The rulebook's example: 24 of 30 raised, a debt of 12."""
    state = forced(cash=16)
    operate(state, "LI", "squirrels")
    state.settle()
    assert (state.cash[0], state.debts[0], names(state, "LI")) == (0, 12, ["5S"])
    assert state.scores[0] == value(state, "LI") * 2 - 12


def test_rule_7_6_1_the_parents_of_the_buying_family_are_not_given_away() -> None:
    state = forced(A="parents, child 1", B="child 2, child 3")
    family(state, "PE", at=(0, 5), A="child 1", C="parents")
    family(state, "GI", at=(0, 5), A="child 1", C="parents")
    play(operate(state, "LI", "squirrels"), "force 5S from deck")
    assert legal(state) == ["sell GI child 1", "sell PE child 1", "sell LI child 1"]
    state.holdings[number(state, "LI")] = state.holdings[number(state, "LI")].buy(1, 4, state.order)
    refused(state, "sell LI child 1", "7.6.1")
    refused(state, "sell GI child 1 and child 2")


def test_rule_7_6_1_not_with_enough_money_but_for_the_4j_side() -> None:
    state = forced(treasury=30)
    refused(operate(state, "LI", "squirrels"), "force 5S from deck", "7.6.1")
    state = forced(treasury=40)
    deck_from(state, "4J")
    state.cash[0] = 20
    operate(state, "LI", "squirrels")
    assert legal(state) == ["force 4J from deck", "buy 2J from deck"]
    play(state, "force 4J from deck")
    assert (names(state, "LI"), state.cash[0]) == (["4J"], 13)


# 8. The end


def test_rule_8_1_a_value_of_24_ends_the_game_after_the_operating_round() -> None:
    state = monday()
    family(state, "PE", at=(0, 10), A="parents", squirrels="2S")
    family(state, "GI", at=(1, 1), B="parents", squirrels="2S")
    operate(state, "PE", "dividend")
    state.nuts = 450
    play(state, "distribute")
    assert state.ending
    while state.operator == number(state, "PE"):
        state.play("pass")
    assert state.operator == number(state, "GI"), "the others have their turns"
    for _ in range(20):
        if state.to_act:
            state.play(next(text for text in ("pass", "run nothing") if text in legal(state)))
    assert (state.is_over, state.ticket_value) == (True, 20)


def test_rule_8_2_points_and_equals_by_turn_order() -> None:
    state = on_map_a(
        """
        [table]
        round: OR3.3
        order: C, B, A
        last launched: PE

        [turn]
        operating: PE
        steps: timeline, operating round, track

        [player A]
        cash: 10
        tickets: 1
        debt: 8

        [player B]
        cash: 22
        tickets: 1

        [player C]
        cash: 34
        tickets: 1

        [map]
        K17: -; PE

        [family PE]
        reputation: 12,0,5
        A: parents
        B: child 1
        """
    )
    assert state.scores == (10 + 24 + 20 - 8, 22 + 12 + 20, 34 + 20)
    assert state.breakdown(0) == {"cash": 10, "tickets": 20, "debt": -8, "Penguins": 24}
    assert state.breakdown(2) == {"cash": 34, "tickets": 20}, "no family in which C has no card"
    assert state.ranking == ((2,), (1,), (0,))
