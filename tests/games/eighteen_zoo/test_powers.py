"""Every power (docs/rules/18zoo.md, section 10)."""

from __future__ import annotations

import pytest

from menagerie.games.eighteen_zoo.map import refusals
from menagerie.games.eighteen_zoo.phases import deals
from menagerie.games.eighteen_zoo.pieces import POWERS_FROM
from menagerie.games.eighteen_zoo.state import Position

from .position import (
    deck_from,
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


def holding(state: Position, seat: int, *powers: str) -> Position:
    state.hands[seat] = tuple(power(state, one) for one in powers)
    return state


def mat(state: Position, name: str) -> list[str]:
    return [state.pieces.powers[one].id for one in state.mats[number(state, name)]]


# 4.3 Who uses them, and when


def test_rule_4_3_blue_powers_are_for_players_in_stock_rounds() -> None:
    state = holding(monday(), 1, "DAYS_OFF")
    family(state, "PE", at=(1, 1), A="parents, child 1", B="child 2", squirrels="2S")
    refused(state, "use DAYS OFF for PE", "4.3")
    play(state, "pass")
    play(state, "use DAYS OFF for PE")
    assert (state.to_act, state.bought) == ((1,), False)
    assert "buy PE child 3 from lounge" in legal(state), "it was no action"
    play(state, "pass", "pass")
    assert state.operating, "and the turn was a pass"
    state.hands[0] = (power(state, "DAYS_OFF"),)
    operate(state, "PE")
    assert not [text for text in legal(state) if "DAYS OFF" in text]
    refused(state, "use DAYS OFF for PE")
    refused(state, "acquire DAYS OFF", "4.3")


def test_rule_4_3_green_powers_are_for_families_in_their_own_turns() -> None:
    state = holding(penguins(powers=("WHEAT",)), 0, "HOLE")
    family(state, "GI", A="parents")
    assert not [text for text in legal(state) if text.startswith(("HOLE", "WHEAT"))]
    refused(state, "WHEAT at K17", "6")
    refused(state, "HOLE at M5", "6")
    refused(operate(state, "GI"), "WHEAT at K17", "4.3")
    operate(state, "PE")
    refused(state, "HOLE at M5", "4.3")
    play(state, "WHEAT at K17")
    assert (step(state), state.lays, mat(state, "PE")) == ("track", 0, []), "it was no action"
    play(state, "lay 9 r1 at J18", next(text for text in legal(state) if text.endswith("at L12")))
    assert step(state) == "station", "two tiles were laid all the same"


# Blue powers


def test_rule_10_1_days_off() -> None:
    state = holding(monday(), 0, "DAYS_OFF")
    family(state, "PE", at=(1, 1), B="parents")
    refused(state, "use DAYS OFF for GI", "10.1")
    play(state, "use DAYS OFF for PE")
    assert (value(state, "PE"), state.hands[0]) == (8, ())
    assert state.to_act == (0,), "it is no action"


def test_rule_10_2_midas() -> None:
    state = holding(monday(), 2, "MIDAS")
    family(state, "PE", at=(0, 9))
    state.cash = [5, 9, 1]
    state.tickets[2] = 1
    play(state, "pass")
    assert state.to_act == (2,), "B has no choice"
    play(state, "use MIDAS")
    refused(state, "use MIDAS", "10.2")
    play(state, "pass")
    assert (state.operating, state.order, state.hands[2]) == (True, (2, 1, 0), ())


def test_rule_10_3_too_much_responsibility() -> None:
    state = monday()
    state.on_offer = (power(state, "TOO_MUCH_RESPONSIBILITY"),)
    told = play(state, "buy power TOO MUCH RESPONSIBILITY")
    assert (state.cash[0], state.hands[0]) == (28 - 1 + 3, ())
    assert told[1] == "TOO MUCH RESPONSIBILITY pays A 3 $N."


def test_rule_10_4_leprechaun_pays_at_every_stock_round() -> None:
    state = monday()
    state.on_offer = (power(state, "LEPRECHAUN_POT_OF_GOLD"),)
    play(state, "buy power LEPRECHAUN POT OF GOLD")
    assert state.cash[0] == 28 - 2 + 2
    state.cash = [28, 0, 0]
    state.stack = state.stack[:1]
    state.slot = next(one.index for one in state.pieces.slots if one.id == "OR1.2")
    state.settle()
    assert (state.pieces.slots[state.slot].id, state.cash[0]) == ("SR2", 30)


def test_rule_10_5_greek_gives_another_turn_after_a_purchase() -> None:
    state = holding(monday(), 0, "IT_S_ALL_GREEK_TO_ME")
    family(state, "PE", B="parents")
    refused(state, "use IT'S ALL GREEK TO ME", "10.5")
    play(state, "buy PE child 1 from lounge", "use IT'S ALL GREEK TO ME")
    assert (state.to_act, state.hands[0], state.bought) == ((0,), (), False), "the first turn is over"
    play(state, "buy PE child 2 from lounge")
    assert state.to_act == (1,)


def test_rule_10_6_whatsup() -> None:
    state = holding(monday(), 0, "WHATSUP")
    family(state, "PE", at=(1, 1), A="parents", treasury=12)
    family(state, "GI", at=(1, 1), B="parents", treasury=12)
    deck_from(state, "3S")
    refused(state, "use WHATSUP: GI buy 3S from deck", "10.6")
    refused(state, "use WHATSUP: PE buy 2S from deck", "10.6")
    told = play(state, "use WHATSUP: PE buy 3S from deck")
    assert "A uses WHATSUP for the Penguins." in told
    (squirrel,) = state.squirrels[number(state, "PE")]
    assert (squirrel.name, squirrel.asleep, state.treasury[number(state, "PE")]) == ("3S", True, 0)
    assert (value(state, "PE"), state.hands[0]) == (8, ()), "new squirrel, not new phase"
    assert state.pieces.phases[state.phase_number].name == "3S"


def test_rule_10_6_asleep_for_one_turn() -> None:
    state = penguins(treasury=0)
    hire(state, "PE", "2S", asleep=True)
    family(state, "GI", at=(3, 1), B="parents", squirrels="2S", treasury=0)
    operate(state, "PE", "run")
    state.settle()
    assert state.operator == number(state, "GI"), "it didn't run, and nothing else is possible"
    assert [one.asleep for one in state.squirrels[number(state, "PE")]] == [False]
    play(operate(state, "PE", "run"), "run 2S-0 K17 K15")


# Green powers: track


def test_rule_10_7_rabbits_upgrade_before_the_phase_and_over_markers() -> None:
    state = operate(penguins(powers=("RABBITS",)), "PE")
    assert not any(text.startswith("lay 14") for text in legal(state))
    rabbits = [text for text in legal(state) if text.startswith("RABBITS")]
    assert any(text.endswith("at L14") for text in rabbits), "an O tile"
    assert any(text.endswith("at K17") for text in rabbits)
    play(state, next(text for text in rabbits if text.endswith("at L14")))
    assert (state.lays, state.uses[power(state, "RABBITS")], mat(state, "PE")) == (0, 1, ["RABBITS"])
    again = [text for text in legal(state) if text.startswith("RABBITS")]
    assert not any(text.endswith("at L14") for text in again), "the marker bars any further change"
    play(state, next(text for text in again if text.endswith("at K17")))
    assert mat(state, "PE") == []


def test_rule_7_2_and_10_7_a_tile_that_rabbits_laid_may_be_upgraded_in_the_same_turn() -> None:
    """The Y tile of this turn is not replaced by the other lay, but the green one that RABBITS put there is."""
    state = monday()
    family(state, "GI", A="parents", powers=("RABBITS",))
    lay(state, "57", 1, "K9")
    lay(state, "14", 0, "K9")
    deck_from(state, "5S")
    play(operate(state, "GI"), "lay 201 r5 at L4")
    assert not [text for text in legal(state) if text.startswith("lay") and text.endswith("at L4")]
    play(state, "RABBITS: lay 576 r5 at L4", "lay 582 r2 at L4")


def test_rule_10_8_moles_replace_yellow_track_for_ever() -> None:
    state = penguins(powers=("MOLES",))
    operate(state, "PE")
    moles = [text for text in legal(state) if text.startswith("MOLES")]
    assert moles
    assert {text.split()[2] for text in moles} <= {"80", "81", "82", "83"}
    assert all(text.endswith("at L14") for text in moles), "stations are not replaced"
    play(state, moles[0])
    assert (mat(state, "PE"), state.uses[power(state, "MOLES")]) == (["MOLES"], 3)
    state.mats[number(state, "PE")] += (power(state, "RABBITS"),)
    assert not any(text.endswith("at L14") for text in legal(state)), "they can never be upgraded"


def test_rule_10_9_ancient_maps_two_tiles_more() -> None:
    state = operate(penguins(powers=("ANCIENT_MAPS",)), "PE")
    first = next(text for text in legal(state) if text.startswith("ANCIENT MAPS"))
    play(state, first)
    assert (step(state), state.lays) == ("SecondMapTile", 0)
    refused(state, "cash ticket", "10.9")
    play(state, legal(state)[0])
    assert (step(state), state.lays, mat(state, "PE")) == ("track", 0, [])


def test_rule_10_10_hole_joins_two_r_areas_for_everybody() -> None:
    state = operate(penguins(powers=("HOLE",)), "PE")
    holes = [text for text in legal(state) if text.startswith("HOLE")]
    assert len(holes) == 5
    refused(state, "HOLE at K17", "10.10")
    play(state, holes[0])
    assert step(state) == "SecondHole"
    refused(state, holes[0], "10.10")
    play(state, holes[1])
    assert (len(state.board.holes), mat(state, "PE"), step(state)) == (2, [], "track")


def test_rule_10_12_shining_gold_earns_on_m_and_mm() -> None:
    for kind, price in (("m", 2), ("mm", 1)):
        state = monday()
        family(state, "LI", A="parents", treasury=0, powers=("SHINING_GOLD",))
        lay(state, "57", 0, "E15")
        if kind == "m":
            operate(state, "LI")
            play(state, next(text for text in legal(state) if text.endswith("at E17")))
        else:
            lay(state, "9", 0, "E13")
            operate(state, "LI")
            play(state, next(text for text in legal(state) if text.endswith("at E11")))
        assert state.treasury[number(state, "LI")] == price


# Green powers: stations


def test_rule_10_11_on_a_diet_is_free_and_fits_beside_full_spaces() -> None:
    state = penguins(powers=("ON_A_DIET",), treasury=0)
    other = family(state, "GI", B="parents")
    state.board.place(other, state.board.ground.by_name["K15"])
    operate(state, "PE")
    play(state, "ON A DIET at K15")
    spot = state.board.spots[state.board.ground.by_name["K15"]]
    assert (spot.slots, spot.extra) == ((other,), (number(state, "PE"),))
    assert (state.stations_left[number(state, "PE")], mat(state, "PE"), state.has_station) == ((4, 4), [], True)


def test_rule_10_13_thats_mine_keeps_a_space_and_is_gone_when_it_is_filled() -> None:
    state = penguins(powers=("THAT_S_MINE",), squirrels="2S")
    other = family(state, "GI", B="parents")
    operate(state, "PE")
    refused(state, "THAT'S MINE! at K17", "10.13")
    play(state, "THAT'S MINE! at K15")
    assert refusals.refuse_station(state.board, other, state.board.ground.by_name["K15"]) is not None
    assert mat(state, "PE") == ["THAT_S_MINE"]
    refused(state, "THAT'S MINE! at K15", "10.13")
    play(state, "reserved station at K15")
    assert (mat(state, "PE"), state.treasury[number(state, "PE")], state.has_station) == ([], 8, True)


def test_rule_10_13_not_without_money_or_after_another_station() -> None:
    state = penguins(powers=("THAT_S_MINE",), treasury=1, squirrels="2S")
    operate(state, "PE")
    play(state, "THAT'S MINE! at K15")
    refused(state, "reserved station at K15", "7.3")
    state.treasury[number(state, "PE")] = 9
    state.has_station = True
    refused(state, "reserved station at K15", "7.3")


def test_rule_10_14_work_in_progress_and_ruling_2_24() -> None:
    state = penguins(powers=("WORK_IN_PROGRESS",))
    operate(state, "PE")
    state.board.reserve(number(state, "TI"), state.board.ground.by_name["K15"])
    refused(state, "WORK IN PROGRESS at K15")
    state = operate(penguins(powers=("WORK_IN_PROGRESS",)), "PE")
    play(state, "WORK IN PROGRESS at K15")
    assert mat(state, "PE") == []
    assert state.board.spots[state.board.ground.by_name["K15"]].blocks(number(state, "PE"))


# Green powers: runs


def test_rule_10_15_wheat_adds_30_and_for_j_60() -> None:
    for squirrel, nuts in (("2S", 20 + 30 + 30), ("2J", 2 * (20 + 30 + 30))):
        state = penguins(powers=("WHEAT",), squirrels=squirrel)
        operate(state, "PE", "run")
        refused(state, "WHEAT at K15", "10.15")
        play(state, "WHEAT at K17")
        assert mat(state, "PE") == []
        card = state.squirrels[number(state, "PE")][0].card.id
        play(state, f"run {card} K17 K15")
        assert state.nuts == nuts


def test_rule_10_16_two_barrels() -> None:
    state = penguins(powers=("TWO_BARRELS", "A_SQUEEZE"), squirrels="2S")
    operate(state, "PE", "run")
    play(state, "use TWO BARRELS")
    refused(state, "use TWO BARRELS", "10.16")
    play(state, "run 2S-0 K17 K15 L14")
    assert (state.nuts, state.income) == (70, 0)
    assert mat(state, "PE") == ["TWO_BARRELS", "A_SQUEEZE"]
    operate(state, "PE", "run")
    state.barrels = False
    play(state, "use TWO BARRELS", "run 2S-0 K17 K15 L14")
    assert mat(state, "PE") == ["A_SQUEEZE"]


def test_rule_10_17_and_ruling_2_1_a_squeeze_comes_on_top() -> None:
    state = penguins(powers=("A_SQUEEZE",), squirrels="2S")
    play(operate(state, "PE", "run"), "run 2S-0 K17 K15 L14")
    assert state.income == 1 + 3
    state = penguins(powers=("A_SQUEEZE",), squirrels="2S")
    play(operate(state, "PE", "run"), "run 2S-0 K17 K15")
    assert state.income == 0


def test_rule_10_20_a_tip_of_sugar_and_10_19_wings_reach_the_runs() -> None:
    from menagerie.games.eighteen_zoo.phases.operating import aids_of

    state = penguins(powers=("A_TIP_OF_SUGAR", "WINGS"), squirrels="2S")
    aids = aids_of(state, number(state, "PE"))
    assert (aids.sugar, aids.wings, aids.r_value) == (True, True, 30)


# PATCH


def retiring(*, hand: int | None = None, mats: tuple[str, ...] = ()) -> Position:
    """The Giraffes of B have two 2S; the Penguins of A are about to buy the first 4S."""
    state = penguins(treasury=60, squirrels="3S")
    family(state, "GI", B="parents", squirrels="2S, 2S", powers=mats)
    if hand is not None:
        holding(state, hand, "PATCH")
    deck_from(state, "4S")
    return operate(state, "PE", "squirrels")


def test_rule_10_18_a_player_saves_a_squirrel_outside_the_familys_turn() -> None:
    state = retiring(hand=1)
    play(state, "buy 4S from deck")
    assert (state.to_act, legal(state)) == ((1,), ["patch 2S-0", "pass"])
    refused(state, "patch 3S-0", "10.18")
    told = play(state, "patch 2S-0")
    assert (names(state, "GI"), mat(state, "GI"), state.hands[1]) == (["1S"], ["PATCH"], ())
    assert "The Giraffes' 2S gets PATCH and runs as a 1S." in told
    assert state.to_act == (0,), "the buyer continues"


def test_rule_10_18_a_family_saves_a_squirrel_with_its_own_patch_or_declines() -> None:
    state = retiring(mats=("PATCH",))
    play(state, "buy 4S from deck", "pass")
    assert (names(state, "GI"), mat(state, "GI")) == ([], ["PATCH"])


def test_rule_10_18_and_ruling_2_9_not_for_a_family_with_three_powers() -> None:
    state = retiring(hand=1, mats=("WHEAT", "WINGS", "HOLE"))
    play(state, "buy 4S from deck")
    assert names(state, "GI") == []


def test_rule_10_18_nobody_else_is_asked() -> None:
    state = retiring(hand=2)
    play(state, "buy 4S from deck")
    assert (names(state, "GI"), state.to_act) == ([], (0,))


def test_rule_10_18_in_a_stock_round() -> None:
    state = monday()
    holding(state, 0, "WHATSUP")
    holding(state, 1, "PATCH")
    family(state, "PE", A="parents", treasury=20)
    family(state, "GI", B="parents", squirrels="2S")
    deck_from(state, "4S")
    play(state, "use WHATSUP: PE buy 4S from deck")
    assert state.to_act == (1,)
    play(state, "patch 2S-0")
    assert (names(state, "GI"), state.to_act) == (["1S"], (0,))


def test_rule_10_18_and_ruling_2_10_before_any_retirement_and_taken_off_again() -> None:
    state = penguins(powers=("PATCH",), squirrels="3S", treasury=40)
    operate(state, "PE")
    play(state, "patch 3S-0")
    assert names(state, "PE") == ["1S"]
    operate(state, "PE", "squirrels")
    refused(state, "buy 2S from deck", "10.18")
    play(state, "take off patch")
    assert (names(state, "PE"), mat(state, "PE")) == (["3S"], [])
    play(state, "buy 2S from deck")


def test_rule_10_18_taken_off_after_its_time_the_squirrel_retires() -> None:
    state = penguins(powers=("PATCH",), treasury=40)
    hire(state, "PE", "2S", patched=True)
    deck_from(state, "5S")
    operate(state, "PE", "closing")
    play(state, "take off patch")
    assert names(state, "PE") == ["5S"], "a squirrel has to be bought, and there is one way only"


def test_rule_10_18_the_1s_runs_one_station_and_the_water_beside_it() -> None:
    state = penguins(powers=("PATCH",))
    state.board.place(number(state, "PE"), state.board.ground.by_name["K15"])
    hire(state, "PE", "3S", patched=True)
    operate(state, "PE", "run")
    refused(state, "run 1S-0 K17 K15")
    play(state, "run 1S-0 K15 L14")
    assert (state.nuts, state.income) == (40, 1)


def test_rule_10_18_on_a_last_run_it_is_put_on_afterwards() -> None:
    state = penguins(powers=("PATCH",), treasury=0)
    hire(state, "PE", "3S Long", last_run=True)
    hire(state, "PE", "5S")
    operate(state, "PE", "run")
    play(state, "run 3S Long-0 K17 K15", "distribute")
    assert legal(state) == ["patch 3S Long-0", "pass"]
    play(state, "patch 3S Long-0")
    assert names(state, "PE") == ["5S", "1S"]


def test_rule_10_18_a_patched_squirrel_is_not_for_sale() -> None:
    state = penguins(treasury=9, squirrels="2S")
    family(state, "GI", A="parents", powers=("PATCH",))
    hire(state, "GI", "3S", patched=True)
    refused(operate(state, "PE", "squirrels"), "ask GI for 3S-0", "7.6")


def test_rule_10_18_and_7_6_the_squirrel_step_waits_for_patch_to_be_taken_off() -> None:
    """1S and 4S, limit 3, and the money for a 4S."""
    state = penguins(powers=("PATCH",), treasury=20, squirrels="4S")
    hire(state, "PE", "3S", patched=True)
    deck_from(state, "5S")
    state.kitchen = (state.pieces.kinds[3].copies[1],)
    operate(state, "PE", "squirrels")
    state.settle()
    assert (step(state), legal(state)) == ("squirrels", ["take off patch", "pass"])
    assert state.prompt(0) == "Take PATCH off to buy squirrels for the Penguins, or pass."
    play(state, "take off patch")
    assert [text for text in legal(state) if text.startswith("buy")]


def test_rule_10_18_and_7_6_patch_taken_off_in_the_last_moments_still_allows_the_purchase() -> None:
    state = penguins(powers=("PATCH",), treasury=30, squirrels="4S")
    hire(state, "PE", "3S", patched=True)
    deck_from(state, "5S")
    operate(state, "PE", "squirrels")
    play(state, "pass")
    assert step(state) == "closing"
    play(state, "take off patch")
    assert step(state) == "squirrels"
    play(state, "buy 5S from deck")
    assert names(state, "PE") == ["4S", "5S"], "the 3S retires"


@pytest.mark.parametrize(
    ("treasury", "team", "asked"),
    [
        (29, "4S", False),
        (30, "4S", True),
        (30, "4S, 4S Perm", False),
    ],
)
def test_rule_10_18_the_step_waits_only_where_something_could_be_bought_without_patch(
    treasury: int, team: str, asked: bool
) -> None:
    """The next squirrel is a 5S for 30 $N, the limit is 3."""
    state = penguins(powers=("PATCH",), treasury=treasury, squirrels=team)
    hire(state, "PE", "3S", patched=True)
    deck_from(state, "5S")
    operate(state, "PE", "squirrels")
    state.settle()
    assert (step(state) == "squirrels") is asked


def test_rule_10_18_a_squirrel_whose_time_has_passed_makes_room_when_patch_is_taken_off() -> None:
    """The limit is 3, and the 2S under PATCH would go: there is room for a 5S."""
    state = penguins(powers=("PATCH",), treasury=30, squirrels="4S, 4S Perm")
    hire(state, "PE", "2S", patched=True)
    deck_from(state, "5S")
    operate(state, "PE", "squirrels")
    state.settle()
    assert step(state) == "squirrels"
    play(state, "take off patch", "buy 5S from deck")


def last_runs(*squirrels: str, patched: str = "") -> Position:
    """The Penguins in phase 4J with squirrels on their last run, and one that wears PATCH."""
    state = penguins(powers=("PATCH",), treasury=0)
    deck_from(state, "4J")
    state.phase_number += 1
    for squirrel in squirrels:
        hire(state, "PE", squirrel, last_run=squirrel in ("4S", "3S Long"))
    if patched:
        hire(state, "PE", patched, last_run=patched in ("4S", "3S Long"), patched=True)
    return operate(state, "PE", "run")


def test_rule_3_2_another_squirrel_that_runs_as_1s_saves_none() -> None:
    state = last_runs("4S", patched="3S Long")
    play(state, "run 1S-0 K17", "distribute")
    assert names(state, "PE") == ["1S"], "the 4S had its chance"


def test_rule_3_2_the_card_itself_stays_when_it_ran_as_1s_and_the_other_goes() -> None:
    state = last_runs("4S", patched="3S Long")
    play(state, "run 1S-0 K17", "take off patch", "distribute")
    assert names(state, "PE") == ["3S Long"]


def test_rule_3_2_and_10_18_there_is_no_second_last_run() -> None:
    """A 4S runs for the last time and is saved by PATCH; in a later turn it is taken off, and the 4S goes."""
    state = last_runs("4S", "5S")
    play(state, "run 4S-0 K17 K15", "distribute", "patch 4S-0")
    assert names(state, "PE") == ["5S", "1S"]
    assert [one["saved"] for one in state.view(None)["families"]["PE"]["squirrels"]] == [False, True]
    state.treasury[number(state, "PE")] = 0
    operate(state, "PE", "track")
    play(state, "take off patch")
    assert (names(state, "PE"), mat(state, "PE")) == (["5S"], [])


@pytest.mark.parametrize("run", ["run 4S-0 K17 K15", "run 5S-0 K17 K15", "run nothing"])
def test_rule_3_2_and_10_18_patch_put_on_between_run_and_dividend_gives_no_second_last_run(run: str) -> None:
    """It makes no difference whether the 4S is patched before it would leave or when it would."""
    state = last_runs("4S", "5S")
    if run == "run nothing":
        play(state, "patch 4S-0", run)
    else:
        play(state, run, "patch 4S-0", "distribute")
    assert [(one.name, one.saved) for one in state.squirrels[number(state, "PE")]] == [("5S", False), ("1S", True)]
    state.treasury[number(state, "PE")] = 0
    play(operate(state, "PE", "track"), "take off patch")
    assert names(state, "PE") == ["5S"]


def test_rule_3_2_and_10_18_who_ran_as_1s_in_the_last_turn_has_the_last_run_to_come() -> None:
    state = last_runs("5S", patched="4S")
    play(state, "run 1S-0 K17", "distribute")
    assert [(one.name, one.saved) for one in state.squirrels[number(state, "PE")]] == [("5S", False), ("1S", False)]
    state.treasury[number(state, "PE")] = 0
    play(operate(state, "PE", "run"), "take off patch", "run 4S-0 K17 K15", "distribute")
    assert names(state, "PE") == ["5S"]


def test_rule_3_2_and_10_18_who_wore_patch_all_the_time_has_the_last_run_to_come() -> None:
    state = last_runs("5S", patched="4S")
    play(state, "take off patch")
    assert [(one.name, one.last_run) for one in state.squirrels[number(state, "PE")]] == [("5S", False), ("4S", True)]
    play(state, "run 4S-0 K17 K15", "distribute")
    assert names(state, "PE") == ["5S"]


def test_rule_3_2_and_10_18_another_family_buys_the_first_j_while_patch_is_on() -> None:
    state = penguins(powers=("PATCH",), treasury=0, squirrels="5S")
    hire(state, "PE", "4S", patched=True)
    family(state, "GI", A="parents", treasury=60, squirrels="5S")
    deck_from(state, "4J")
    play(operate(state, "GI", "squirrels"), "buy 4J from deck")
    play(operate(state, "PE", "track"), "take off patch")
    assert [(one.name, one.last_run) for one in state.squirrels[number(state, "PE")]] == [("5S", False), ("4S", True)]


def test_rule_3_2_and_10_18_the_4s_of_who_buys_the_first_j_has_no_last_run() -> None:
    """PATCH saves it when it has to leave at once; without PATCH it leaves."""
    state = penguins(powers=("PATCH",), treasury=47, squirrels="4S")
    deck_from(state, "4J")
    play(operate(state, "PE", "squirrels"), "buy 4J from deck", "patch 4S-0")
    assert names(state, "PE") == ["4J", "1S"]
    play(operate(state, "PE", "track"), "take off patch")
    assert names(state, "PE") == ["4J"]


def test_rule_10_18_on_a_last_run_it_counts_for_the_limit() -> None:
    """Two squirrels are the limit: the 4S that puts PATCH on is the third."""
    state = last_runs("4S", "5S", "4S Perm")
    play(state, "run 4S-0 K17 K15", "distribute", "patch 4S-0")
    assert (step(state), legal(state)) == ("CleanUp", ["discard 5S-0", "discard 4S Perm-0"])
    refused(state, "discard 4S-0", "3.1")
    play(state, "discard 5S-0")
    assert names(state, "PE") == ["4S Perm", "1S"]


def test_rule_3_1_and_10_18_squirrels_on_their_last_run_or_with_patch_are_not_given_up() -> None:
    """The limit is two: the 4S still has its last run, and the 3S Long has just put PATCH on."""
    state = last_runs("4S", "3S Long", "5S", "4S Perm")
    play(state, "patch 3S Long-0")
    assert legal(state) == ["discard 5S-0", "discard 4S Perm-0"]
    reason = "You can't give up a squirrel with PATCH or on its last run. Choose another."
    assert refused(state, "discard 4S-0", "3.1") == refused(state, "discard 3S Long-0", "3.1") == reason


def test_rule_3_1_and_10_18_the_1s_is_not_given_up_when_the_limit_falls() -> None:
    state = penguins(treasury=30, squirrels="4S Perm")
    family(state, "GI", B="parents", squirrels="4S, 4S", powers=("PATCH",))
    hire(state, "GI", "2S", patched=True)
    deck_from(state, "5S")
    play(operate(state, "PE", "squirrels"), "buy 5S from deck")
    assert names(state, "GI") == ["4S", "1S"], "one of the two 4S, which are alike, goes"


def test_rule_10_18_put_on_in_the_turn_it_counts_for_the_limit_at_once() -> None:
    state = last_runs("4S", "5S", "4S Perm")
    play(state, "patch 4S-0")
    assert legal(state) == ["discard 5S-0", "discard 4S Perm-0"]
    play(state, "discard 5S-0")
    assert step(state) == "run"


def test_rule_3_1_and_10_18_a_patched_squirrel_on_its_last_run_leaves_no_room() -> None:
    """On the site, where a family with PATCH comes to the squirrel step if it has room: limit 2."""
    for squirrel, asked in (("4S Perm", "closing"), ("", "squirrels")):
        state = monday(rules="site")
        family(state, "PE", A="parents", treasury=60, powers=("PATCH",), squirrels=squirrel)
        deck_from(state, "4J")
        state.phase_number += 1
        hire(state, "PE", "4S", last_run=True, patched=True)
        operate(state, "PE", "squirrels")
        state.settle()
        assert step(state) == asked


def test_rule_10_11_on_a_diet_needs_a_station_that_is_left() -> None:
    state = operate(penguins(powers=("ON_A_DIET",)), "PE")
    state.stations_left[number(state, "PE")] = ()
    assert refused(state, "ON A DIET at K15", "7.3") == "The family has no stations left."


def test_rule_10_6_whatsup_may_take_the_whole_treasury() -> None:
    state = holding(monday(), 0, "WHATSUP")
    family(state, "PE", A="parents", treasury=0)
    deck_from(state, "3S")
    price = state.next_squirrel().kind.prices[0]
    state.treasury[number(state, "PE")] = price - 1
    refused(state, "use WHATSUP: PE buy 3S from deck", "10.6")
    state.treasury[number(state, "PE")] = price
    play(state, "use WHATSUP: PE buy 3S from deck")
    assert state.treasury[number(state, "PE")] == 0


def test_rule_7_1_no_power_costs_a_family_more_than_is_printed_on_it() -> None:
    state = monday()
    family(state, "PE", treasury=99)
    operate(state, "PE", "track")
    prices = [deals.highest_price(state, POWERS_FROM + power.index) for power in state.pieces.powers]
    assert prices == [power.cost for power in state.pieces.powers]
