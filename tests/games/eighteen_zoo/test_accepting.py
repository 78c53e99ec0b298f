"""What is legal though it is not listed (docs/contract.md), and true reasons for what is neither."""

from __future__ import annotations

import pytest

from menagerie.games.eighteen_zoo.state import Position

from .position import deck_from, family, hire, lay, legal, monday, number, operate, play, refused, step
from .test_operating_round import names, penguins

# What is accepted.


def test_rule_7_2_a_tile_may_be_turned_so_that_its_track_is_the_same() -> None:
    state = operate(penguins(), "PE")
    assert "lay 9 r1 at J18" in legal(state)
    assert "lay 9 r4 at J18" not in legal(state)
    play(state, "lay 9 r4 at J18")
    assert state.board.spots[state.board.ground.by_name["J18"]].rotation == 4


def test_rule_7_2_which_of_several_like_tiles_is_laid_may_be_said_if_it_is_left() -> None:
    state = operate(penguins(), "PE")
    assert refused(state, "lay 9 r1 at J18 copy 77", "4.2") == "Tile 9-77 isn't in the supply for hex J18."
    play(state, "lay 9 r1 at J18 copy 2")
    assert state.board.spots[state.board.ground.by_name["J18"]].tile_id() == "9-2"
    refused(state, "lay 9 r0 at L12 copy 2", "4.2")


def test_rule_10_9_the_second_tile_of_ancient_maps_too() -> None:
    state = operate(penguins(powers=("ANCIENT_MAPS",)), "PE")
    play(state, "ANCIENT MAPS: lay 9 r4 at J18")
    assert step(state) == "SecondMapTile"
    refused(state, "lay 9 r0 at L12", "10.9")
    play(state, next(text for text in legal(state) if text.endswith("at L12")))


def test_rule_7_6_any_of_several_like_squirrels_may_be_asked_for() -> None:
    state = penguins(treasury=10)
    family(state, "GI", A="parents", squirrels="2S, 2S, 3S", treasury=0)
    operate(state, "PE", "squirrels")
    assert [text for text in legal(state) if text.startswith("ask")] == ["ask GI for 2S-0", "ask GI for 3S-0"]
    play(state, "ask GI for 2S-1", "offer 1")
    assert [one.card.id for one in state.squirrels[number(state, "PE")]] == ["2S-1"]


def test_rule_3_1_any_of_several_like_squirrels_may_be_given_up() -> None:
    state = penguins(treasury=30, squirrels="2S")
    family(state, "GI", B="parents", squirrels="3S, 3S, 3S, 3S Long")
    deck_from(state, "4S")
    play(operate(state, "PE", "squirrels"), "buy 4S from deck")
    assert legal(state) == ["discard 3S-0", "discard 3S Long-0"]
    refused(state, "discard 4S-0", "3.1")
    play(state, "discard 3S-2")
    assert [card.id for card in state.kitchen] == ["3S-2"]


def test_rule_10_18_any_of_several_like_squirrels_may_wear_patch() -> None:
    state = penguins(powers=("PATCH",), squirrels="2S, 2S")
    family(state, "GI", B="parents", squirrels="3S")
    operate(state, "PE")
    assert [text for text in legal(state) if text.startswith("patch")] == ["patch 2S-0"]
    refused(state, "patch 3S-0", "10.18")
    play(state, "patch 2S-1")
    assert [(one.card.id, one.patched) for one in state.squirrels[number(state, "PE")]] == [
        ("2S-0", False),
        ("2S-1", True),
    ]


def test_rule_7_6_1_any_of_several_like_cards_may_be_sold_in_a_forced_purchase() -> None:
    state = monday()
    family(state, "LI", A="parents", treasury=0)
    family(state, "PE", A="child 1, child 2", B="parents")
    family(state, "GI", A="child 3", B="parents")
    deck_from(state, "5S")
    state.cash = [2, 0, 0]
    play(operate(state, "LI", "squirrels"), "force 5S from deck")
    assert legal(state) == ["sell GI child 3", "sell PE child 1"]
    refused(state, "sell PE child 1 and child 2", "7.6.1")
    refused(state, "sell PE child 3", "6.2")
    refused(state, "sell LI half of parents", "6.2.2")
    play(state, "sell PE child 2")
    assert state.holdings[number(state, "PE")].in_kitchen == (2,)


# True reasons.


def lions_on_mm() -> Position:
    """The Lions with track over the MM area E11, in the brown phase."""
    state = monday()
    family(state, "LI", A="parents", powers=("RABBITS",))
    deck_from(state, "5S")
    for tile, rotation, at in (("6", 3, "E15"), ("9", 0, "E13"), ("9", 0, "E11")):
        lay(state, tile, rotation, at)
    return operate(state, "LI")


def test_rule_7_2_a_yellow_tile_with_a_marker_waits_for_rabbits_or_moles() -> None:
    reason = "Hex E11 has a marker. You can only change its tile with RABBITS or MOLES."
    assert refused(lions_on_mm(), "lay 23 r0 at E11", "7.2") == reason


def test_rule_10_7_a_marked_tile_that_was_changed_is_final_for_everybody() -> None:
    state = lions_on_mm()
    play(state, "RABBITS: lay 23 r0 at E11")
    final = "The marked tile at hex E11 was already changed once. It can't change again."
    assert refused(state, "lay 43 r0 at E11", "10.7") == final
    assert refused(state, "RABBITS: lay 43 r0 at E11", "10.7") == final


def test_rule_4_2_no_brown_tile_has_an_o() -> None:
    reason = "Hex L14 is an O area, but tile 43 has no O."
    assert refused(operate(penguins(), "PE"), "lay 43 r0 at L14", "7.2") == reason


def test_rule_7_6_1_reasons_against_a_forced_purchase() -> None:
    """12 $N, a 5S on top of the deck; what is in the kitchen decides."""
    state = monday()
    family(state, "LI", A="parents", treasury=12)
    deck_from(state, "5S")
    operate(state, "LI", "squirrels")
    assert "force 5S from deck" in legal(state)
    reason = refused(state, "buy 5S from deck", "7.6")
    assert reason == "The treasury has only 12 of 30 $N. Force the purchase instead."
    state.kitchen = (hire(state, "GI", "3S").card,)
    state.squirrels[number(state, "GI")] = ()
    cheaper = "The treasury can afford the 3S in the kitchen. Buy that one."
    assert refused(state, "force 5S from deck", "7.6.1") == cheaper
    own = "The treasury can afford it. Buy it normally."
    assert refused(state, "force 3S-0 from kitchen", "7.6.1") == own
    hire(state, "LI", "4S")
    reason = "Only a family without squirrels can force a purchase."
    assert refused(state, "force 5S from deck", "7.6.1") == reason


def test_rule_7_6_only_the_squirrel_on_top_of_the_deck_is_for_sale() -> None:
    state = operate(penguins(treasury=60, squirrels="2S"), "PE", "squirrels")
    assert refused(state, "buy 3S from deck", "7.6") == "The squirrel on top of the deck is a 2S."
    assert refused(state, "buy 3S-0 from kitchen", "7.6") == "Squirrel 3S-0 isn't in the kitchen."
    play(state, "buy 2S from deck")
    assert names(state, "PE") == ["2S", "2S"]


def test_rule_7_6_a_j_squirrel_of_the_kitchen_has_both_its_sides_again() -> None:
    state = penguins(treasury=40, squirrels="5S")
    deck_from(state, "4J")
    state.phase_number += 1
    state.kitchen = (hire(state, "GI", "2J").card,)
    state.squirrels[number(state, "GI")] = ()
    state.dealt += 1
    operate(state, "PE", "squirrels")
    kitchen = [text for text in legal(state) if text.endswith("kitchen")]
    assert kitchen == ["buy 4J-0 as 2J from kitchen"], "40 $N are not enough for the 4J side"
    state.treasury[number(state, "PE")] = 47
    assert "buy 4J-0 from kitchen" in legal(state)
    play(state, "buy 4J-0 as 2J from kitchen")
    assert (names(state, "PE"), state.treasury[number(state, "PE")]) == (["5S", "2J"], 10)


@pytest.mark.parametrize(
    ("where", "decision", "rule", "reason"),
    [
        ("station", "station at L14", "7.3", "Hex L14 has no station tile."),
        ("station", "station at K17", "7.3", "The family already has a station at hex K17."),
        ("station", "station at Z9", "4.1", "There is no hex Z9 on this map."),
        ("station", "distribute", "7.3", "Build a station for 2 $N, or pass."),
        ("track", "run nothing", "7.2", "Lay up to two tiles for the Penguins, or pass."),
        (
            "run",
            "lay 9 r1 at J18",
            "7.1",
            "Tiles are laid in the track step, first in a family's turn.",
        ),
        ("run", "use TWO BARRELS", "4.3", "TWO BARRELS isn't on the Penguins' mat."),
        ("run", "keep", "7.4", "Run the Penguins' squirrels, or skip."),
        ("closing", "distribute", "7.1", "End the Penguins' turn."),
        ("squirrels", "keep", "7.6", "Buy squirrels for the Penguins, or pass."),
        ("squirrels", "cash ticket", "4.4", "You have no tickets left."),
        ("squirrels", "take off patch", "10.18", "No squirrel of this family wears PATCH."),
        ("squirrels", "reserved station at K15", "4.3", "THAT'S MINE! isn't on the Penguins' mat."),
    ],
)
def test_rule_7_1_reasons_in_a_turn(where: str, decision: str, rule: str, reason: str) -> None:
    state = operate(penguins(squirrels="2S"), "PE", where)
    assert refused(state, decision, rule) == reason


def test_rule_10_13_reasons_about_a_space_that_is_kept() -> None:
    state = penguins(powers=("THAT_S_MINE",), squirrels="2S")
    lay(state, "201", 5, "L4")
    play(operate(state, "PE"), "THAT'S MINE! at L4")
    refused(state, "reserved station at K15", "10.13")
    assert refused(state, "reserved station at L4", "7.3") == "Hex L4 is out of the family's reach."
    state.stations_left[number(state, "PE")] = ()
    assert "no stations left" in refused(state, "reserved station at L4", "10.13")
