"""Every power (docs/rules/18zoo.md, section 10)."""

from __future__ import annotations

from menagerie.games.eighteen_zoo import refusals
from menagerie.games.eighteen_zoo.state import Table

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


def holding(table: Table, seat: int, *powers: str) -> Table:
    table.hands[seat] = tuple(power(table, one) for one in powers)
    return table


def mat(table: Table, name: str) -> list[str]:
    return [table.pieces.powers[one].id for one in table.mats[number(table, name)]]


# 4.3 Who uses them, and when


def test_rule_4_3_blue_powers_are_for_players_in_stock_rounds() -> None:
    table = holding(monday(), 1, "DAYS_OFF")
    family(table, "PE", at=(1, 1), A="parents, child 1", B="child 2", squirrels="2S")
    refused(table, "use DAYS OFF for PE", "4.3")
    play(table, "pass")
    play(table, "use DAYS OFF for PE")
    assert (table.to_act, table.bought) == ((1,), False)
    assert "buy PE child 3 from lounge" in legal(table), "it was no action"
    play(table, "pass", "pass")
    assert table.operating, "and the turn was a pass"
    table.hands[0] = (power(table, "DAYS_OFF"),)
    operate(table, "PE")
    assert not [text for text in legal(table) if "DAYS OFF" in text]
    refused(table, "use DAYS OFF for PE")
    refused(table, "acquire DAYS OFF", "4.3")


def test_rule_4_3_green_powers_are_for_families_in_their_own_turns() -> None:
    table = holding(penguins(powers=("WHEAT",)), 0, "HOLE")
    family(table, "GI", A="parents")
    assert not [text for text in legal(table) if text.startswith(("HOLE", "WHEAT"))]
    refused(table, "WHEAT at K17", "6")
    refused(table, "HOLE at M5", "6")
    refused(operate(table, "GI"), "WHEAT at K17", "4.3")
    operate(table, "PE")
    refused(table, "HOLE at M5", "4.3")
    play(table, "WHEAT at K17")
    assert (step(table), table.lays, mat(table, "PE")) == ("track", 0, []), "it was no action"
    play(table, "lay 9 r1 at J18", next(text for text in legal(table) if text.endswith("at L12")))
    assert step(table) == "station", "two tiles were laid all the same"


# Blue powers


def test_rule_10_1_days_off() -> None:
    table = holding(monday(), 0, "DAYS_OFF")
    family(table, "PE", at=(1, 1), B="parents")
    refused(table, "use DAYS OFF for GI", "10.1")
    play(table, "use DAYS OFF for PE")
    assert (value(table, "PE"), table.hands[0]) == (8, ())
    assert table.to_act == (0,), "it is no action"


def test_rule_10_2_midas() -> None:
    table = holding(monday(), 2, "MIDAS")
    family(table, "PE", at=(0, 9))
    table.cash = [5, 9, 1]
    table.tickets[2] = 1
    play(table, "pass")
    assert table.to_act == (2,), "B has no choice"
    play(table, "use MIDAS")
    refused(table, "use MIDAS", "10.2")
    play(table, "pass")
    assert (table.operating, table.order, table.hands[2]) == (True, (2, 1, 0), ())


def test_rule_10_3_too_much_responsibility() -> None:
    table = monday()
    table.on_offer = (power(table, "TOO_MUCH_RESPONSIBILITY"),)
    told = play(table, "buy power TOO MUCH RESPONSIBILITY")
    assert (table.cash[0], table.hands[0]) == (28 - 1 + 3, ())
    assert told[1] == "TOO MUCH RESPONSIBILITY pays A 3 $N."


def test_rule_10_4_leprechaun_pays_at_every_stock_round() -> None:
    table = monday()
    table.on_offer = (power(table, "LEPRECHAUN_POT_OF_GOLD"),)
    play(table, "buy power LEPRECHAUN POT OF GOLD")
    assert table.cash[0] == 28 - 2 + 2
    table.cash = [28, 0, 0]
    table.stack = table.stack[:1]
    table.slot = next(one.index for one in table.pieces.slots if one.id == "OR1.2")
    table.settle()
    assert (table.pieces.slots[table.slot].id, table.cash[0]) == ("SR2", 30)


def test_rule_10_5_greek_gives_another_turn_after_a_purchase() -> None:
    table = holding(monday(), 0, "IT_S_ALL_GREEK_TO_ME")
    family(table, "PE", B="parents")
    refused(table, "use IT'S ALL GREEK TO ME", "10.5")
    play(table, "buy PE child 1 from lounge", "use IT'S ALL GREEK TO ME")
    assert (table.to_act, table.hands[0], table.bought) == ((0,), (), False), "the first turn is over"
    play(table, "buy PE child 2 from lounge")
    assert table.to_act == (1,)


def test_rule_10_6_whatsup() -> None:
    table = holding(monday(), 0, "WHATSUP")
    family(table, "PE", at=(1, 1), A="parents", treasury=12)
    family(table, "GI", at=(1, 1), B="parents", treasury=12)
    deck_from(table, "3S")
    refused(table, "use WHATSUP: GI buy 3S from deck", "10.6")
    refused(table, "use WHATSUP: PE buy 2S from deck", "10.6")
    play(table, "use WHATSUP: PE buy 3S from deck")
    (squirrel,) = table.squirrels[number(table, "PE")]
    assert (squirrel.name, squirrel.asleep, table.treasury[number(table, "PE")]) == ("3S", True, 0)
    assert (value(table, "PE"), table.hands[0]) == (8, ()), "new squirrel, not new phase"
    assert table.pieces.phases[table.phase_number].name == "3S"


def test_rule_10_6_asleep_for_one_turn() -> None:
    table = penguins(treasury=0)
    hire(table, "PE", "2S", asleep=True)
    family(table, "GI", at=(3, 1), B="parents", squirrels="2S", treasury=0)
    operate(table, "PE", "run")
    table.settle()
    assert table.operator == number(table, "GI"), "it did not run, and nothing else can be done"
    assert [one.asleep for one in table.squirrels[number(table, "PE")]] == [False]
    play(operate(table, "PE", "run"), "run 2S-0 K17 K15")


# Green powers: track


def test_rule_10_7_rabbits_upgrade_before_the_phase_and_over_markers() -> None:
    table = operate(penguins(powers=("RABBITS",)), "PE")
    assert not any(text.startswith("lay 14") for text in legal(table))
    rabbits = [text for text in legal(table) if text.startswith("RABBITS")]
    assert any(text.endswith("at L14") for text in rabbits), "an O tile"
    assert any(text.endswith("at K17") for text in rabbits)
    play(table, next(text for text in rabbits if text.endswith("at L14")))
    assert (table.lays, table.uses[power(table, "RABBITS")], mat(table, "PE")) == (0, 1, ["RABBITS"])
    again = [text for text in legal(table) if text.startswith("RABBITS")]
    assert not any(text.endswith("at L14") for text in again), "the marker bars any further change"
    play(table, next(text for text in again if text.endswith("at K17")))
    assert mat(table, "PE") == []


def test_rule_10_8_moles_replace_yellow_track_for_ever() -> None:
    table = penguins(powers=("MOLES",))
    operate(table, "PE")
    moles = [text for text in legal(table) if text.startswith("MOLES")]
    assert moles
    assert {text.split()[2] for text in moles} <= {"80", "81", "82", "83"}
    assert all(text.endswith("at L14") for text in moles), "stations are not replaced"
    play(table, moles[0])
    assert (mat(table, "PE"), table.uses[power(table, "MOLES")]) == (["MOLES"], 3)
    table.mats[number(table, "PE")] += (power(table, "RABBITS"),)
    assert not any(text.endswith("at L14") for text in legal(table)), "they can never be upgraded"


def test_rule_10_9_ancient_maps_two_tiles_more() -> None:
    table = operate(penguins(powers=("ANCIENT_MAPS",)), "PE")
    first = next(text for text in legal(table) if text.startswith("ANCIENT MAPS"))
    play(table, first)
    assert (step(table), table.lays) == ("SecondMapTile", 0)
    refused(table, "cash ticket", "10.9")
    play(table, legal(table)[0])
    assert (step(table), table.lays, mat(table, "PE")) == ("track", 0, [])


def test_rule_10_10_hole_joins_two_r_areas_for_everybody() -> None:
    table = operate(penguins(powers=("HOLE",)), "PE")
    holes = [text for text in legal(table) if text.startswith("HOLE")]
    assert len(holes) == 5
    refused(table, "HOLE at K17", "10.10")
    play(table, holes[0])
    assert step(table) == "SecondHole"
    refused(table, holes[0], "10.10")
    play(table, holes[1])
    assert (len(table.board.holes), mat(table, "PE"), step(table)) == (2, [], "track")


def test_rule_10_12_shining_gold_earns_on_m_and_mm() -> None:
    for kind, price in (("m", 2), ("mm", 1)):
        table = monday()
        family(table, "LI", A="parents", treasury=0, powers=("SHINING_GOLD",))
        lay(table, "57", 0, "E15")
        if kind == "m":
            operate(table, "LI")
            play(table, next(text for text in legal(table) if text.endswith("at E17")))
        else:
            lay(table, "9", 0, "E13")
            operate(table, "LI")
            play(table, next(text for text in legal(table) if text.endswith("at E11")))
        assert table.treasury[number(table, "LI")] == price


# Green powers: stations


def test_rule_10_11_on_a_diet_is_free_and_fits_beside_full_spaces() -> None:
    table = penguins(powers=("ON_A_DIET",), treasury=0)
    other = family(table, "GI", B="parents")
    table.board.place(other, table.board.ground.by_name["K15"])
    operate(table, "PE")
    play(table, "ON A DIET at K15")
    spot = table.board.spots[table.board.ground.by_name["K15"]]
    assert (spot.slots, spot.extra) == ((other,), (number(table, "PE"),))
    assert (table.stations_left[number(table, "PE")], mat(table, "PE"), table.has_station) == ((4, 4), [], True)


def test_rule_10_13_thats_mine_keeps_a_space_and_is_gone_when_it_is_filled() -> None:
    table = penguins(powers=("THAT_S_MINE",), squirrels="2S")
    other = family(table, "GI", B="parents")
    operate(table, "PE")
    refused(table, "THAT'S MINE! at K17", "10.13")
    play(table, "THAT'S MINE! at K15")
    assert refusals.refuse_station(table.board, other, table.board.ground.by_name["K15"]) is not None
    assert mat(table, "PE") == ["THAT_S_MINE"]
    refused(table, "THAT'S MINE! at K15", "10.13")
    play(table, "reserved station at K15")
    assert (mat(table, "PE"), table.treasury[number(table, "PE")], table.has_station) == ([], 8, True)


def test_rule_10_13_not_without_money_or_after_another_station() -> None:
    table = penguins(powers=("THAT_S_MINE",), treasury=1, squirrels="2S")
    operate(table, "PE")
    play(table, "THAT'S MINE! at K15")
    refused(table, "reserved station at K15", "7.3")
    table.treasury[number(table, "PE")] = 9
    table.has_station = True
    refused(table, "reserved station at K15", "7.3")


def test_rule_10_14_work_in_progress_and_ruling_2_24() -> None:
    table = penguins(powers=("WORK_IN_PROGRESS",))
    operate(table, "PE")
    table.board.reserve(number(table, "TI"), table.board.ground.by_name["K15"])
    refused(table, "WORK IN PROGRESS at K15")
    table = operate(penguins(powers=("WORK_IN_PROGRESS",)), "PE")
    play(table, "WORK IN PROGRESS at K15")
    assert mat(table, "PE") == []
    assert table.board.spots[table.board.ground.by_name["K15"]].blocks(number(table, "PE"))


# Green powers: runs


def test_rule_10_15_wheat_adds_30_and_for_j_60() -> None:
    for squirrel, nuts in (("2S", 20 + 30 + 30), ("2J", 2 * (20 + 30 + 30))):
        table = penguins(powers=("WHEAT",), squirrels=squirrel)
        operate(table, "PE", "run")
        refused(table, "WHEAT at K15", "10.15")
        play(table, "WHEAT at K17")
        assert mat(table, "PE") == []
        card = table.squirrels[number(table, "PE")][0].card.id
        play(table, f"run {card} K17 K15")
        assert table.nuts == nuts


def test_rule_10_16_two_barrels() -> None:
    table = penguins(powers=("TWO_BARRELS", "A_SQUEEZE"), squirrels="2S")
    operate(table, "PE", "run")
    play(table, "use TWO BARRELS")
    refused(table, "use TWO BARRELS", "10.16")
    play(table, "run 2S-0 K17 K15 L14")
    assert (table.nuts, table.income) == (70, 0)
    assert mat(table, "PE") == ["TWO_BARRELS", "A_SQUEEZE"]
    operate(table, "PE", "run")
    table.barrels = False
    play(table, "use TWO BARRELS", "run 2S-0 K17 K15 L14")
    assert mat(table, "PE") == ["A_SQUEEZE"]


def test_rule_10_17_and_ruling_2_1_a_squeeze_comes_on_top() -> None:
    table = penguins(powers=("A_SQUEEZE",), squirrels="2S")
    play(operate(table, "PE", "run"), "run 2S-0 K17 K15 L14")
    assert table.income == 1 + 3
    table = penguins(powers=("A_SQUEEZE",), squirrels="2S")
    play(operate(table, "PE", "run"), "run 2S-0 K17 K15")
    assert table.income == 0


def test_rule_10_20_a_tip_of_sugar_and_10_19_wings_reach_the_runs() -> None:
    from menagerie.games.eighteen_zoo.phases.operating import aids_of

    table = penguins(powers=("A_TIP_OF_SUGAR", "WINGS"), squirrels="2S")
    aids = aids_of(table, number(table, "PE"))
    assert (aids.sugar, aids.wings, aids.r_value) == (True, True, 30)


# PATCH


def retiring(*, hand: int | None = None, mats: tuple[str, ...] = ()) -> Table:
    """The Giraffes of B have two 2S; the Penguins of A are about to buy the first 4S."""
    table = penguins(treasury=60, squirrels="3S")
    family(table, "GI", B="parents", squirrels="2S, 2S", powers=mats)
    if hand is not None:
        holding(table, hand, "PATCH")
    deck_from(table, "4S")
    return operate(table, "PE", "squirrels")


def test_rule_10_18_a_player_saves_a_squirrel_outside_the_familys_turn() -> None:
    table = retiring(hand=1)
    play(table, "buy 4S from deck")
    assert (table.to_act, legal(table)) == ((1,), ["patch 2S-0", "pass"])
    refused(table, "patch 3S-0", "10.18")
    told = play(table, "patch 2S-0")
    assert (names(table, "GI"), mat(table, "GI"), table.hands[1]) == (["1S"], ["PATCH"], ())
    assert "The 2S of the Giraffes gets a patch and runs as 1S." in told
    assert table.to_act == (0,), "the buyer goes on"


def test_rule_10_18_a_family_saves_a_squirrel_with_its_own_patch_or_declines() -> None:
    table = retiring(mats=("PATCH",))
    play(table, "buy 4S from deck", "pass")
    assert (names(table, "GI"), mat(table, "GI")) == ([], ["PATCH"])


def test_rule_10_18_and_ruling_2_9_not_for_a_family_with_three_powers() -> None:
    table = retiring(hand=1, mats=("WHEAT", "WINGS", "HOLE"))
    play(table, "buy 4S from deck")
    assert names(table, "GI") == []


def test_rule_10_18_nobody_else_is_asked() -> None:
    table = retiring(hand=2)
    play(table, "buy 4S from deck")
    assert (names(table, "GI"), table.to_act) == ([], (0,))


def test_rule_10_18_in_a_stock_round() -> None:
    table = monday()
    holding(table, 0, "WHATSUP")
    holding(table, 1, "PATCH")
    family(table, "PE", A="parents", treasury=20)
    family(table, "GI", B="parents", squirrels="2S")
    deck_from(table, "4S")
    play(table, "use WHATSUP: PE buy 4S from deck")
    assert table.to_act == (1,)
    play(table, "patch 2S-0")
    assert (names(table, "GI"), table.to_act) == (["1S"], (0,))


def test_rule_10_18_and_ruling_2_10_before_any_retirement_and_taken_off_again() -> None:
    table = penguins(powers=("PATCH",), squirrels="3S", treasury=40)
    operate(table, "PE")
    play(table, "patch 3S-0")
    assert names(table, "PE") == ["1S"]
    operate(table, "PE", "squirrels")
    refused(table, "buy 2S from deck", "10.18")
    play(table, "take off patch")
    assert (names(table, "PE"), mat(table, "PE")) == (["3S"], [])
    play(table, "buy 2S from deck")


def test_rule_10_18_taken_off_after_its_time_the_squirrel_retires() -> None:
    table = penguins(powers=("PATCH",), treasury=40)
    hire(table, "PE", "2S", patched=True)
    deck_from(table, "5S")
    operate(table, "PE", "closing")
    play(table, "take off patch")
    assert names(table, "PE") == ["5S"], "a squirrel has to be bought, and there is one way only"


def test_rule_10_18_the_1s_runs_one_station_and_the_water_beside_it() -> None:
    table = penguins(powers=("PATCH",))
    table.board.place(number(table, "PE"), table.board.ground.by_name["K15"])
    hire(table, "PE", "3S", patched=True)
    operate(table, "PE", "run")
    refused(table, "run 1S-0 K17 K15")
    play(table, "run 1S-0 K15 L14")
    assert (table.nuts, table.income) == (40, 1)


def test_rule_10_18_on_a_last_run_it_is_put_on_afterwards() -> None:
    table = penguins(powers=("PATCH",), treasury=0)
    hire(table, "PE", "3S Long", last_run=True)
    hire(table, "PE", "5S")
    operate(table, "PE", "run")
    play(table, "run 3S Long-0 K17 K15", "distribute")
    assert legal(table) == ["patch 3S Long-0", "pass"]
    play(table, "patch 3S Long-0")
    assert names(table, "PE") == ["5S", "1S"]


def test_rule_10_18_a_patched_squirrel_is_not_for_sale() -> None:
    table = penguins(treasury=9, squirrels="2S")
    family(table, "GI", A="parents", powers=("PATCH",))
    hire(table, "GI", "3S", patched=True)
    refused(operate(table, "PE", "squirrels"), "ask GI for 3S-0", "7.6")
