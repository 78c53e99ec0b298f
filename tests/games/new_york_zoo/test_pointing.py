"""Pointing at the scene: how decisions are made, what is said to those who point elsewhere, and what can be tried."""

from __future__ import annotations

import json

import pytest

from menagerie.core.display.choosing import Choice, Placements, why_not
from menagerie.games.new_york_zoo.state import Position

from .position import (
    BUSY,
    GAME,
    at_animals,
    breeding,
    choices,
    completed,
    leave_open,
    new_enclosure,
    play,
    position,
    tile,
    two_full,
)


def told(state: Position, *path: str) -> tuple[str, str]:
    """The reason and its rule; empty if pointing there is a decision."""
    assert set(path) <= set(GAME.scene(state, state.to_act[0]).pieces)
    answer = why_not(state, state.to_act[0], path)
    return ("", "") if answer is None else (answer.reason, answer.rule)


# How decisions are made.


def paths(state: Position) -> dict[str, tuple[str, ...]]:
    found = GAME.choices(state, state.to_act[0])
    return {choice.notation: choice.path for choice in found if isinstance(choice, Choice)}


def all_paths(state: Position) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for choice in GAME.choices(state, state.to_act[0]):
        assert isinstance(choice, Choice)
        found.setdefault(choice.notation, []).append(choice.path)
    return found


def test_pointing_at_spaces_animals_and_enclosures() -> None:
    state = position(zoos={0: ["E5-01 r0 at E9: 2 penguin"]}, houses={0: "fox penguin"})
    assert paths(state)["walk 2"] == ("space-2",)
    play(state, "walk 2")
    assert paths(state)["acquire penguin into E5-01"] == ("supply-penguin", "tile-E5-01")
    assert paths(state)["acquire penguin into house"] == ("supply-penguin", "house-A-2")
    play(state, "acquire penguin into E5-01")
    assert paths(state) == {"follow up in E5-01": ("tile-E5-01",), "no follow-up": ("button:Move none",)}


def test_rule_7_3_two_breeders_are_pointed_at_in_either_order() -> None:
    """A player who starts with the one placed later is still asked for the other."""
    state = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox")
    assert all_paths(state) == {
        "breed E4-01": [("tile-E4-01", "button:Breed only in the 4-space enclosure of the arctic foxes")],
        "breed E4-01 E5-01": [("tile-E4-01", "tile-E5-01"), ("tile-E5-01", "tile-E4-01")],
        "breed E5-01": [("tile-E5-01", "button:Breed only in the 5-space enclosure of the arctic foxes")],
        "no breeding": [("button:Skip breeding",)],
    }


def test_rule_7_3_a_single_breeder_is_pointed_at_and_that_is_all() -> None:
    assert paths(breeding("E4-01 r0 at E1: 2 fox")) == {
        "breed E4-01": ("tile-E4-01",),
        "no breeding": ("button:Skip breeding",),
    }


def test_rule_10_6_pointing_follows_the_order_where_it_matters() -> None:
    zoos = {0: ["E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox"]}
    state = position(zoos=zoos, elephant=3, houses={0: ""}, rules="reference")
    play(state, "walk 2", "acquire penguin into house")
    assert all_paths(state)["breed E4-01 E5-01"] == [("tile-E4-01", "tile-E5-01")]
    assert all_paths(state)["breed E5-01 E4-01"] == [("tile-E5-01", "tile-E4-01")]


def test_rule_6_3_and_7_6_buttons_say_what_is_skipped() -> None:
    assert paths(completed("3 fox")) == {"no attraction": ("button:Skip the attraction",)}
    state = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat")
    play(state, "breed E4-01")
    assert paths(state)["no bonus"] == ("button:Skip bonus",)


def test_rule_9_6_a_walk_that_loses_at_once_is_behind_a_button_that_says_so() -> None:
    """On space 22 in the second lap: 3 leads to the start space, 4 beyond it."""
    state = position(1, elephant=22, houses={0: "fox meerkat"}, zoos={0: ["E4-01 r0 at E1: 2 fox"]})
    assert not [path for path in paths(state).values() if path[0].startswith("button:Pass")], "in the first lap"
    state.laps = 1
    state.changed_by_hand()
    found = paths(state)
    assert found["walk 3"] == ("marker-3", "space-0")
    assert found["walk 4"] == ("button:Pass the start space and lose", "marker-4", "space-1")
    assert found["walk free"] == ("button:Move without a marker",)
    losing = {text for text, path in found.items() if path[0].startswith("button:Pass")}
    assert losing == {f"walk {steps}" for steps in range(4, 25)}
    told = {choice.notation: choice.then for choice in state.game.choices(state, 0) if isinstance(choice, Choice)}
    assert not any(told[text] for text in losing), "who has lost need not know who would breed"


def test_pointing_with_markers() -> None:
    state = position(1, houses={0: "fox"})
    assert paths(state)["walk 2"] == ("marker-2", "space-2")
    assert paths(state)["walk 6"] == ("marker-4", "space-6")
    assert paths(state)["walk free"] == ("button:Move without a marker",)


def test_a_tile_is_laid_by_turning_mirroring_and_a_cell() -> None:
    state = position(stacks={1: "E7-05"})
    play(state, "walk 1")
    (way,) = GAME.choices(state, 0)
    assert isinstance(way, Placements)
    assert way.path == (), "it is in hand already"
    json.dumps(way.wire())
    for name in way.ghosts:
        four = name
        for _ in range(4):
            four = way.turned[four]
        assert four == name
        assert way.mirrored[way.mirrored[name]] == name
    assert way.turned["r0"] == "r1"
    assert way.mirrored["r0"] == "r0m"
    board = GAME.scene(state, 0).pieces["zoo-A"]
    assert (way.x, way.y) == (board.x + 8, board.y + 40), "the grid lies where the board's spaces are"


def test_attractions_are_taken_from_the_market() -> None:
    found = GAME.choices(completed("3 fox"), 0)
    ways = [way for way in found if isinstance(way, Placements)]
    assert [way.path for way in ways] == [
        (f"market-{id}",) for id in ("A1", "A2", "A3I", "A3L", "A4I", "A4O", "A6", "A8")
    ]


# What is said to those who point elsewhere. 3 and 9: the elephant.


def test_3_1_too_far_for_the_elephant() -> None:
    state = position(stacks={3: "E5-02", 8: "E6-01"}, zoos=BUSY)
    assert told(state, "space-3") == ("", "")
    assert told(state, "tile-E5-02") == ("", ""), "a tile stands for its slot"
    assert told(state, "space-8") == ("That's 8 spaces away. Move 1 to 4.", "3.1")
    assert told(state, "tile-E6-01") == told(state, "space-8")
    assert told(state, "space-0") == ("The elephant must move. Move it 1 to 4 spaces.", "3.1")


def test_3_2_an_empty_slot_is_no_goal() -> None:
    state = position(stacks={3: ""}, zoos=BUSY)
    assert told(state, "space-3") == ("Move the elephant 1 to 4 spaces. Empty slots don't count.", "")


def test_3_3_a_slot_that_is_of_no_use() -> None:
    state = position(elephant=4, stacks={6: "E5-01"}, zoos={0: ["E4-01 r0 at E1: 1 fox"]}, houses={0: ""})
    reason = "You have no animal for the 5-space enclosure. You need one in a house, or two in an enclosure."
    assert told(state, "space-6") == told(state, "tile-E5-01") == (reason, "3.3")
    state = position(elephant=4, stacks={6: "E5-02"}, zoos=BUSY)
    leave_open(state, 0, "E6", "F6", "G6", "H6")
    nowhere = "The 5-space enclosure doesn't fit anywhere on your board. Choose another space."
    assert told(state, "tile-E5-02") == (nowhere, "3.3")


def test_3_4_no_room_for_new_animals() -> None:
    state = position(houses={0: "3 fox"})
    reason = "You have no free house and no enclosure for a new animal. Move to a slot."
    assert told(state, "space-2") == (reason, "3.4")


@pytest.mark.parametrize(
    ("piece", "reason", "rule"),
    [
        ("supply-fox", "First move the elephant to a slot or to an animals space.", "3.1"),
        ("market-A8", "You get an attraction for filling an enclosure. Move the elephant.", "6.3"),
        ("tile-E4-01", "Move the elephant 1 to 4 spaces.", ""),
        ("animal-E4-06-0", "Move the elephant 1 to 4 spaces.", ""),
        ("zoo-B", "Move the elephant 1 to 4 spaces.", ""),
        ("walker", "Move the elephant 1 to 4 spaces.", ""),
    ],
)
def test_3_7_a_turn_begins_with_the_elephant(piece: str, reason: str, rule: str) -> None:
    assert told(position(zoos=BUSY), piece) == (reason, rule)


def test_9_2_markers_lead_to_their_spaces() -> None:
    state = position(1, houses={0: "fox"})
    assert told(state, "marker-2", "space-2") == ("", "")
    asked = "Move the elephant with a range marker, or free to the next animals space."
    assert told(state, "marker-2", "space-3") == (asked, "")
    play(state, "walk 2", "acquire fox into house")
    reason = "You've used that marker. Choose 0, 1, 3, 4+ or the free move."
    assert told(state, "space-4") == (reason, "9.2")
    state = position(1, stacks={1: "E5-01"}, houses={0: ""}, zoos={0: ["E4-01 r0 at E1: 1 fox"]})
    assert told(state, "marker-1")[1] == "3.3", "a marker stands for where it leads"


# 2 and 4: a new enclosure.


def test_4_1_the_tile_where_the_elephant_stands() -> None:
    state = position(stacks={1: "E5-02", 3: "E6-01"}, zoos=BUSY)
    play(state, "walk 1")
    assert told(state, "zoo-A") == ("Place the 5-space enclosure on your board.", "")
    reason = "The elephant is at the 5-space enclosure. Place that tile."
    assert told(state, "tile-E6-01") == told(state, "market-A8") == (reason, "4.1")
    assert told(state, "space-2") == ("First place the 5-space enclosure on your board.", "4.1")


def test_4_3_who_moves_in() -> None:
    state = new_enclosure("fox", "E4-01 r0 at E1: 2 meerkat", "E4-06 r0 at E2: 1 penguin")
    assert told(state, "house-A-0") == told(state, "tile-E4-01") == told(state, "animal-E4-01-1") == ("", "")
    stays = "The last animal must stay. The 4-space enclosure has only one penguin."
    assert told(state, "tile-E4-06") == told(state, "animal-E4-06-0") == (stays, "4.3")
    asked = "Choose an animal for the new enclosure."
    assert told(state, "house-A-1") == told(state, "house-B-0") == told(state, "tile-E5-01") == (asked, "")
    own = "First choose an animal for the new enclosure."
    assert told(state, "supply-fox") == (own, "4.2")


def test_4_3_no_animal_comes_from_another_zoo() -> None:
    state = position(stacks={1: "E5-02"}, zoos=BUSY)
    play(state, "walk 1", "place E5-02 r0 at E6")
    reason = "The 4-space enclosure isn't in your zoo. Choose one of your own animals."
    assert told(state, "tile-E4-06") == told(state, "animal-E4-06-1") == (reason, "4.3")


def test_4_4_the_second_is_of_the_same_species() -> None:
    state = new_enclosure("fox", "E4-01 r0 at E1: 3 meerkat")
    play(state, "settle meerkat from E4-01")
    assert told(state, "tile-E4-01") == ("", "")
    assert told(state, "house-A-0") == ("The new enclosure has a meerkat. The second animal must be one too.", "4.4")
    assert told(state, "tile-E5-01") == (
        "Add a second animal of the same species, or skip.",
        "",
    )


# 5 and 6: new animals, full enclosures.


def test_5_1_only_the_other_animal_shown_follows() -> None:
    state = at_animals("")
    assert told(state, "supply-fox") == ("", "")
    play(state, "acquire penguin into house")
    reason = "You can only add the tree kangaroo now, or skip it."
    assert told(state, "supply-fox") == told(state, "supply-penguin", "house-A-1") == (reason, "5.1")
    assert told(state, "house-A-1") == ("", ""), "the tree kangaroo is meant"


def test_5_2_a_new_animal_is_placed_first() -> None:
    state = at_animals("")
    reason = "First put the new animal in a house or in one of your enclosures."
    for piece in ("space-3", "market-A8", f"tile-{state.stacks[1][-1]}"):
        assert told(state, "supply-fox", piece) == (reason, "5.2")


def test_5_3_an_enclosure_has_one_species() -> None:
    state = position(zoos={**BUSY, 0: ["E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5:"]}, houses={0: ""})
    play(state, "walk 2")
    assert told(state, "supply-penguin", "tile-E5-01") == told(state, "supply-penguin", "house-A-0") == ("", "")
    reason = "The 4-space enclosure holds arctic foxes. Put the penguin in another enclosure or a house."
    assert told(state, "supply-penguin", "tile-E4-01") == (reason, "5.3")
    assert told(state, "supply-penguin", "animal-E4-01-0") == (reason, "5.3")
    assert told(state, "tile-E4-01") == ("", ""), "one more of those who live there"
    other = "The 4-space enclosure isn't in your zoo. Choose a house or one of your enclosures."
    assert told(state, "supply-penguin", "tile-E4-06") == (other, "5.3")
    assert told(state, "supply-penguin", "house-B-0")[0].startswith("Take the penguin and the tree kangaroo")


def test_5_3_full_houses() -> None:
    state = at_animals("3 fox", "E4-01 r0 at E1: 1 penguin", "E5-01 r0 at E2: 1 kangaroo")
    assert told(state, "supply-penguin", "house-A-0") == ("All your houses are full. Choose an enclosure.", "5.3")
    reason = "You have no free house, and no enclosure for an arctic fox."
    assert told(state, "supply-fox") == (reason, "5.3")


def test_5_7_two_animals_at_most() -> None:
    state = at_animals("penguin", "E4-01 r0 at E1: 2 penguin")
    play(state, "acquire penguin into E4-01", "follow up in E4-01", "keep none", "no attraction")
    reason = "The 4-space enclosure already got two animals in this action."
    assert told(state, "supply-kangaroo", "tile-E4-01") == (reason, "5.7")


def test_5_5_where_a_house_animal_follows() -> None:
    state = at_animals("penguin", "E5-01 r0 at E9: 2 penguin", "E4-01 r0 at E1: 1 penguin")
    play(state, "acquire penguin into E5-01")
    assert told(state, "tile-E5-01") == told(state, "animal-E5-01-0") == ("", "")
    assert told(state, "tile-E4-01") == (
        "You can only move an animal from a house to the 5-space enclosure, one to each.",
        "5.5",
    )
    assert told(state, "supply-fox") == ("First decide whether to move an animal from a house.", "5.5")
    assert told(state, "house-A-0") == ("Also move a penguin from a house to the 5-space enclosure?", "")


def test_6_2_one_to_keep() -> None:
    state = completed()
    assert told(state, "market-A8") == ("First decide whether to keep one of the animals.", "6.2")
    assert told(state, "house-A-0") == told(state, "tile-E4-01") == ("Keep one penguin in a house?", "")


def test_6_3_an_attraction_and_nothing_else() -> None:
    state = completed("3 fox")
    assert told(state, "market-A8") == ("", "")
    strip = f"tile-{state.stacks[1][-1]}"
    assert told(state, strip) == ("Choose an attraction to place, or skip it.", "6.3")


def test_6_4_what_is_left_and_fits() -> None:
    state = completed("3 fox")
    state.market[tile("A8").index - len(state.pieces.enclosures)] = 0
    leave_open(state, 0, "E6", "F6")
    assert told(state, "market-A8") == ("None of these are left in the market. Choose another attraction.", "6.4")
    assert told(state, "market-A4O") == (
        "The 4-space attraction doesn't fit anywhere on your board.",
        "2.3",
    )


def test_6_6_the_first_of_two() -> None:
    state = two_full()
    assert told(state, "tile-E4-01") == ("", "")
    reason = "First choose which full enclosure to finish: the 4-space enclosure or the 5-space enclosure."
    assert told(state, "market-A8") == (reason, "6.6")


# 7: breeding.


def test_7_2_who_can_breed() -> None:
    others = {1: ["E4-02 r0 at F6: 2 fox"]}
    state = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat", others=others)
    assert told(state, "tile-E4-01") == told(state, "animal-E4-01-0") == ("", "")
    reason = "Only your enclosures with at least two arctic foxes can breed now."
    for piece in ("tile-E5-01", "animal-E5-01-1", "tile-E4-02"):
        assert told(state, piece) == told(state, "tile-E4-01", piece) == (reason, "7.2")


def test_7_3_two_in_either_order() -> None:
    state = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox")
    assert told(state, "tile-E4-01", "tile-E5-01") == told(state, "tile-E4-01", "tile-E4-01") == ("", "")
    assert told(state, "tile-E5-01", "tile-E4-01") == ("", "")
    assert told(state, "space-8") == ("Choose where your arctic foxes breed, or skip.", "7.3")


def test_7_6_the_bonus_is_for_another_enclosure() -> None:
    state = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat", "E4-06 r0 at E2: 1 fox")
    play(state, "breed E4-01")
    assert told(state, "tile-E5-01") == ("", "")
    reason = "The 4-space enclosure already got an animal in this breeding. Choose another."
    assert told(state, "tile-E4-01") == (reason, "7.6")
    pair = "Only your enclosures with at least two animals can have the bonus offspring."
    assert told(state, "animal-E4-06-0") == (pair, "7.6")


# 11: the short game.


def test_11_2_and_11_3_dealt_enclosures() -> None:
    state = GAME.new(players=2, seed=2, short=True)
    assert isinstance(state, Position)
    own, foreign = state.hands[0][0], state.hands[1][0]
    assert told(state, f"tile-{own}") == ("", "")
    for one in (f"tile-{foreign}", f"tile-{state.stacks[1][-1]}"):
        assert told(state, one)[0].endswith("wasn't dealt to you. Place one of yours.")
    assert told(state, "space-2") == ("First place the enclosures dealt to you.", "11.2")
    play(state, next(text for text in choices(state, 0) if own.id in text))
    reason = "The 7-space enclosure is already placed. Start over to move it."
    assert told(state, f"tile-{own}") == (reason, "11.3")
    state.hands[0] = ()
    assert told(state, "space-2")[0].startswith("All enclosures are placed. Press Ready")


# Trying out.


def tried(state: Position, seat: int) -> dict[str, Placements]:
    found = {way.path[0]: way for way in GAME.trials(state, seat) if isinstance(way, Placements)}
    assert len(found) == len(GAME.trials(state, seat))
    return found


@pytest.mark.parametrize("seat", [0, 1])
def test_every_tile_at_the_strip_can_be_tried_on_turn_and_off_it(seat: int) -> None:
    state = position(zoos=BUSY)
    ways = tried(state, seat)
    assert set(ways) == {
        *[f"tile-{stack[-1]}" for stack in state.stacks if stack],
        *[f"market-{attraction}" for attraction in state.pieces.attractions],
    }
    board = GAME.scene(state, seat).pieces[f"zoo-{'AB'[seat]}"]
    assert {(way.x, way.y) for way in ways.values()} == {(board.x + 8, board.y + 40)}


def test_what_is_tried_fits_as_it_would_if_it_were_played() -> None:
    state = position(stacks={1: "E7-05"}, zoos=BUSY)
    way = tried(state, 0)["tile-E7-05"]
    play(state, "walk 1")
    (real,) = GAME.choices(state, 0)
    assert isinstance(real, Placements)
    assert (way.fits, way.ghosts, way.notation) == (real.fits, real.ghosts, real.notation)


def test_what_is_sold_out_or_fits_nowhere_is_not_tried() -> None:
    state = position(stacks={1: "E7-05", 3: "E4-06"}, zoos={0: BUSY[0]})
    leave_open(state, 0, "E8", "F8", "E9", "F9")
    state.market[tile("A1").index - len(state.pieces.enclosures)] = 0
    ways = tried(state, 0)
    assert "tile-E4-06" in ways
    assert "market-A4O" in ways
    assert not {"tile-E7-05", "market-A8", "market-A1"} & set(ways)


def test_a_tile_in_hand_can_be_tried_no_less() -> None:
    state = position(stacks={1: "E7-05"}, zoos=BUSY)
    play(state, "walk 1")
    assert "tile-E7-05" in tried(state, 0)


@pytest.mark.parametrize("players", range(1, 6))
def test_all_that_can_be_tried_is_sent_at_once(players: int) -> None:
    state = GAME.new(players=players, seed=1)
    sent = json.dumps([way.wire() for way in GAME.trials(state, players - 1)])
    assert len(sent) < 100_000
