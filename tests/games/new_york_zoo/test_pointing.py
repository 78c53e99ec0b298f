"""Pointing at the scene: how decisions are made, what is said to those who point elsewhere, and what can be tried."""

from __future__ import annotations

import json

import pytest

from menagerie.core.choosing import Choice, Placements, why_not
from menagerie.games.new_york_zoo.state import Table

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


def told(table: Table, *path: str) -> tuple[str, str]:
    """The reason and its rule; empty if pointing there is a decision."""
    assert set(path) <= set(GAME.scene(table, table.to_act[0]).pieces)
    answer = why_not(table, table.to_act[0], path)
    return ("", "") if answer is None else (answer.reason, answer.rule)


# How decisions are made.


def paths(table: Table) -> dict[str, tuple[str, ...]]:
    found = GAME.choices(table, table.to_act[0])
    return {choice.notation: choice.path for choice in found if isinstance(choice, Choice)}


def test_pointing_at_spaces_animals_and_enclosures() -> None:
    table = position(zoos={0: ["E5-01 r0 at E9: 2 penguin"]}, houses={0: "fox penguin"})
    assert paths(table)["walk 2"] == ("space-2",)
    play(table, "walk 2")
    assert paths(table)["acquire penguin into E5-01"] == ("supply-penguin", "tile-E5-01")
    assert paths(table)["acquire penguin into house"] == ("supply-penguin", "house-A-2")
    play(table, "acquire penguin into E5-01")
    assert paths(table) == {"follow up in E5-01": ("tile-E5-01",), "no follow-up": ("button:No follow-up",)}


def test_pointing_at_breeders() -> None:
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox")
    assert paths(table) == {
        "breed E4-01": ("tile-E4-01",),
        "breed E4-01 E5-01": ("tile-E4-01", "tile-E5-01"),
        "breed E5-01": ("tile-E5-01",),
        "no breeding": ("button:No breeding",),
    }


def test_pointing_with_markers() -> None:
    table = position(1, houses={0: "fox"})
    assert paths(table)["walk 2"] == ("marker-2", "space-2")
    assert paths(table)["walk 6"] == ("marker-4", "space-6")
    assert paths(table)["walk free"] == ("button:Walk on without a marker",)


def test_a_tile_is_laid_by_turning_mirroring_and_a_cell() -> None:
    table = position(stacks={1: "E7-05"})
    play(table, "walk 1")
    (way,) = GAME.choices(table, 0)
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
    board = GAME.scene(table, 0).pieces["zoo-A"]
    assert (way.x, way.y) == (board.x + 8, board.y + 40), "the grid lies where the board's spaces are"


def test_attractions_are_taken_from_the_market() -> None:
    found = GAME.choices(completed("3 fox"), 0)
    ways = [way for way in found if isinstance(way, Placements)]
    assert [way.path for way in ways] == [
        (f"market-{id}",) for id in ("A1", "A2", "A3I", "A3L", "A4I", "A4O", "A6", "A8")
    ]


# What is said to those who point elsewhere. 3 and 9: the elephant.


def test_3_1_too_far_for_the_elephant() -> None:
    table = position(stacks={3: "E5-02", 8: "E6-01"}, zoos=BUSY)
    assert told(table, "space-3") == ("", "")
    assert told(table, "tile-E5-02") == ("", ""), "a tile stands for its slot"
    assert told(table, "space-8") == ("That is 8 counted spaces ahead; the elephant walks 1 to 4.", "3.1")
    assert told(table, "tile-E6-01") == told(table, "space-8")
    assert told(table, "space-0") == ("The elephant must move on, by 1 to 4 counted spaces.", "3.1")


def test_3_2_an_empty_slot_is_no_goal() -> None:
    table = position(stacks={3: ""}, zoos=BUSY)
    assert told(table, "space-3") == ("Move the elephant 1 to 4 spaces; empty slots do not count.", "")


def test_3_3_a_slot_that_is_of_no_use() -> None:
    table = position(elephant=4, stacks={6: "E5-01"}, zoos={0: ["E4-01 r0 at E1: 1 fox"]}, houses={0: ""})
    reason = "Nobody could move into E5-01: you need an animal in a house, or two in an enclosure."
    assert told(table, "space-6") == told(table, "tile-E5-01") == (reason, "3.3")
    table = position(elephant=4, stacks={6: "E5-02"}, zoos=BUSY)
    leave_open(table, 0, "E6", "F6", "G6", "H6")
    assert told(table, "tile-E5-02") == ("E5-02 fits nowhere on your board in any way: walk elsewhere.", "3.3")


def test_3_4_no_room_for_new_animals() -> None:
    table = position(houses={0: "3 fox"})
    reason = "You have no free house and no enclosure for a new animal: take an enclosure."
    assert told(table, "space-2") == (reason, "3.4")


@pytest.mark.parametrize(
    ("piece", "reason", "rule"),
    [
        ("supply-fox", "Move the elephant first: walk to a slot or to an animals space.", "3.1"),
        ("market-A8", "Attractions are for those who fill an enclosure: move the elephant now.", "6.3"),
        ("tile-E4-01", "Move the elephant 1 to 4 spaces.", ""),
        ("animal-E4-06-0", "Move the elephant 1 to 4 spaces.", ""),
        ("zoo-B", "Move the elephant 1 to 4 spaces.", ""),
        ("walker", "Move the elephant 1 to 4 spaces.", ""),
    ],
)
def test_3_7_a_turn_begins_with_the_elephant(piece: str, reason: str, rule: str) -> None:
    assert told(position(zoos=BUSY), piece) == (reason, rule)


def test_9_2_markers_lead_to_their_spaces() -> None:
    table = position(1, houses={0: "fox"})
    assert told(table, "marker-2", "space-2") == ("", "")
    asked = "Move the elephant with a range marker, or free to the next animals space."
    assert told(table, "marker-2", "space-3") == (asked, "")
    play(table, "walk 2", "acquire fox into house")
    reason = "You have no marker for that; walk with one that you have, or free."
    assert told(table, "space-4") == (reason, "9.2")
    table = position(1, stacks={1: "E5-01"}, houses={0: ""}, zoos={0: ["E4-01 r0 at E1: 1 fox"]})
    assert told(table, "marker-1")[1] == "3.3", "a marker stands for where it leads"


# 2 and 4: a new enclosure.


def test_4_1_the_tile_where_the_elephant_stands() -> None:
    table = position(stacks={1: "E5-02", 3: "E6-01"}, zoos=BUSY)
    play(table, "walk 1")
    assert told(table, "zoo-A") == ("Lay the enclosure E5-02 on your board.", "")
    reason = "The elephant stands at E5-02: that tile must be laid, not {}."
    assert told(table, "tile-E6-01") == (reason.format("E6-01"), "4.1")
    assert told(table, "market-A8") == (reason.format("A8"), "4.1")
    assert told(table, "space-2") == ("Lay the enclosure E5-02 on your board first.", "4.1")


def test_4_3_who_moves_in() -> None:
    table = new_enclosure("fox", "E4-01 r0 at E1: 2 meerkat", "E4-06 r0 at E2: 1 penguin")
    assert told(table, "house-A-0") == told(table, "tile-E4-01") == told(table, "animal-E4-01-1") == ("", "")
    stays = "The last animal never leaves an enclosure: E4-06 must keep its penguin."
    assert told(table, "tile-E4-06") == told(table, "animal-E4-06-0") == (stays, "4.3")
    asked = "Choose an animal that moves into the new enclosure E5-01."
    assert told(table, "house-A-1") == told(table, "house-B-0") == told(table, "tile-E5-01") == (asked, "")
    own = "Choose an animal of yours that moves into E5-01, from a house or an enclosure."
    assert told(table, "supply-fox") == (own, "4.2")


def test_4_3_nobody_comes_from_another_zoo() -> None:
    table = position(stacks={1: "E5-02"}, zoos=BUSY)
    play(table, "walk 1", "place E5-02 r0 at E6")
    reason = "E4-06 is not in your zoo: let an animal of your own move in."
    assert told(table, "tile-E4-06") == told(table, "animal-E4-06-1") == (reason, "4.3")


def test_4_4_the_second_is_of_the_same_species() -> None:
    table = new_enclosure("fox", "E4-01 r0 at E1: 3 meerkat")
    play(table, "settle meerkat from E4-01")
    assert told(table, "tile-E4-01") == ("", "")
    assert told(table, "house-A-0") == ("E5-01 holds a meerkat; the second animal must be one too.", "4.4")
    assert told(table, "tile-E5-01") == ("Choose a second animal of the same species for E5-01, or none.", "")


# 5 and 6: new animals, full enclosures.


def test_5_1_only_the_other_animal_shown_follows() -> None:
    table = at_animals("")
    assert told(table, "supply-fox") == ("", "")
    play(table, "acquire penguin into house")
    reason = "After one of the two animals shown only the other follows: the tree kangaroo, or none."
    assert told(table, "supply-fox") == told(table, "supply-penguin", "house-A-1") == (reason, "5.1")
    assert told(table, "house-A-1") == ("", ""), "the tree kangaroo is meant"


def test_5_2_a_new_animal_is_placed_first() -> None:
    table = at_animals("")
    reason = "Place the new animal first, in a house or an enclosure of yours."
    for piece in ("space-3", "market-A8", f"tile-{table.stacks[1][-1]}"):
        assert told(table, "supply-fox", piece) == (reason, "5.2")


def test_5_3_an_enclosure_has_one_species() -> None:
    table = position(zoos={**BUSY, 0: ["E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5:"]}, houses={0: ""})
    play(table, "walk 2")
    assert told(table, "supply-penguin", "tile-E5-01") == told(table, "supply-penguin", "house-A-0") == ("", "")
    reason = "E4-01 holds arctic foxes; a penguin needs another enclosure, or a house."
    assert told(table, "supply-penguin", "tile-E4-01") == (reason, "5.3")
    assert told(table, "supply-penguin", "animal-E4-01-0") == (reason, "5.3")
    assert told(table, "tile-E4-01") == ("", ""), "one more of those who live there"
    other = "E4-06 is not in your zoo: choose a house or an enclosure of yours."
    assert told(table, "supply-penguin", "tile-E4-06") == (other, "5.3")
    assert told(table, "supply-penguin", "house-B-0")[0].startswith("Acquire the penguin and the tree kangaroo")


def test_5_3_full_houses() -> None:
    table = at_animals("3 fox", "E4-01 r0 at E1: 1 penguin", "E5-01 r0 at E2: 1 kangaroo")
    assert told(table, "supply-penguin", "house-A-0") == ("All your houses are full: choose an enclosure.", "5.3")
    reason = "You have no free house, and no enclosure that takes an arctic fox."
    assert told(table, "supply-fox") == (reason, "5.3")


def test_5_7_two_animals_at_most() -> None:
    table = at_animals("penguin", "E4-01 r0 at E1: 2 penguin")
    play(table, "acquire penguin into E4-01", "follow up in E4-01", "keep none", "no attraction")
    reason = "E4-01 has already received two animals in this action."
    assert told(table, "supply-kangaroo", "tile-E4-01") == (reason, "5.7")


def test_5_5_where_a_house_animal_follows() -> None:
    table = at_animals("penguin", "E5-01 r0 at E9: 2 penguin", "E4-01 r0 at E1: 1 penguin")
    play(table, "acquire penguin into E5-01")
    assert told(table, "tile-E5-01") == told(table, "animal-E5-01-0") == ("", "")
    assert told(table, "tile-E4-01") == ("A house animal can follow into E5-01 only, one into each.", "5.5")
    assert told(table, "supply-fox") == ("Say first whether a house animal follows into E5-01.", "5.5")
    assert told(table, "house-A-0") == ("Let a penguin from a house follow into E5-01?", "")


def test_6_2_one_to_keep() -> None:
    table = completed()
    assert told(table, "market-A8") == ("Say first whether you keep one of the animals.", "6.2")
    assert told(table, "house-A-0") == told(table, "tile-E4-01") == ("Keep one penguin in a house?", "")


def test_6_3_an_attraction_and_nothing_else() -> None:
    table = completed("3 fox")
    assert told(table, "market-A8") == ("", "")
    strip = f"tile-{table.stacks[1][-1]}"
    assert told(table, strip) == ("Choose an attraction and lay it, or do without one.", "6.3")


def test_6_4_what_is_left_and_fits() -> None:
    table = completed("3 fox")
    table.market[tile("A8").index - len(table.pieces.enclosures)] = 0
    leave_open(table, 0, "E6", "F6")
    assert told(table, "market-A8") == ("There is no A8 left in the market.", "6.4")
    assert told(table, "market-A4O") == ("A4O fits nowhere on your board, whichever way it is turned.", "2.3")


def test_6_6_the_first_of_two() -> None:
    table = two_full()
    assert told(table, "tile-E4-01") == ("", "")
    reason = "Say which of the full enclosures comes first: E4-01 or E5-01."
    assert told(table, "market-A8") == (reason, "6.6")


# 7: breeding.


def test_7_2_who_can_breed() -> None:
    others = {1: ["E4-02 r0 at F6: 2 fox"]}
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat", others=others)
    assert told(table, "tile-E4-01") == told(table, "animal-E4-01-0") == ("", "")
    reason = "Only enclosures of yours with at least two arctic foxes breed now."
    for piece in ("tile-E5-01", "animal-E5-01-1", "tile-E4-02"):
        assert told(table, piece) == told(table, "tile-E4-01", piece) == (reason, "7.2")


def test_7_3_two_in_their_order() -> None:
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox")
    assert told(table, "tile-E4-01", "tile-E5-01") == told(table, "tile-E4-01", "tile-E4-01") == ("", "")
    reason = "Name the two in the order in which they were laid: E4-01 first, then E5-01."
    assert told(table, "tile-E5-01", "tile-E4-01") == (reason, "7.3")
    assert told(table, "space-8") == ("Choose where your arctic foxes breed, or forgo it.", "7.3")


def test_7_6_the_bonus_is_for_another_enclosure() -> None:
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat", "E4-06 r0 at E2: 1 fox")
    play(table, "breed E4-01")
    assert told(table, "tile-E5-01") == ("", "")
    reason = "E4-01 has already received an animal in this breeding; choose another."
    assert told(table, "tile-E4-01") == (reason, "7.6")
    pair = "Only an enclosure of yours with at least two animals can have the bonus offspring."
    assert told(table, "animal-E4-06-0") == (pair, "7.6")


# 11: the short game.


def test_11_2_and_11_3_dealt_enclosures() -> None:
    table = GAME.new(players=2, seed=2, short=True)
    assert isinstance(table, Table)
    own, foreign = table.hands[0][0], table.hands[1][0]
    assert told(table, f"tile-{own}") == ("", "")
    for one in (f"tile-{foreign}", f"tile-{table.stacks[1][-1]}"):
        assert told(table, one)[0].endswith("was not dealt to you: lay those that were.")
    assert told(table, "space-2") == ("Lay the enclosures dealt to you before the game begins.", "11.2")
    play(table, next(text for text in choices(table, 0) if own.id in text))
    reason = f"{own} lies where you laid it; start over if you want to lay all anew."
    assert told(table, f"tile-{own}") == (reason, "11.3")
    table.hands[0] = ()
    assert told(table, "space-2")[0].startswith("All your enclosures are laid: say that you are ready")


# Trying out.


def tried(table: Table, seat: int) -> dict[str, Placements]:
    found = {way.path[0]: way for way in GAME.trials(table, seat) if isinstance(way, Placements)}
    assert len(found) == len(GAME.trials(table, seat))
    return found


@pytest.mark.parametrize("seat", [0, 1])
def test_every_tile_at_the_strip_can_be_tried_on_turn_and_off_it(seat: int) -> None:
    table = position(zoos=BUSY)
    ways = tried(table, seat)
    assert set(ways) == {
        *[f"tile-{stack[-1]}" for stack in table.stacks if stack],
        *[f"market-{attraction}" for attraction in table.pieces.attractions],
    }
    board = GAME.scene(table, seat).pieces[f"zoo-{'AB'[seat]}"]
    assert {(way.x, way.y) for way in ways.values()} == {(board.x + 8, board.y + 40)}


def test_what_is_tried_fits_as_it_would_if_it_were_played() -> None:
    table = position(stacks={1: "E7-05"}, zoos=BUSY)
    way = tried(table, 0)["tile-E7-05"]
    play(table, "walk 1")
    (real,) = GAME.choices(table, 0)
    assert isinstance(real, Placements)
    assert (way.fits, way.ghosts, way.notation) == (real.fits, real.ghosts, real.notation)


def test_what_is_sold_out_or_fits_nowhere_is_not_tried() -> None:
    table = position(stacks={1: "E7-05", 3: "E4-06"}, zoos=BUSY)
    leave_open(table, 0, "E8", "F8", "E9", "F9")
    table.market[tile("A1").index - len(table.pieces.enclosures)] = 0
    ways = tried(table, 0)
    assert "tile-E4-06" in ways
    assert "market-A4O" in ways
    assert not {"tile-E7-05", "market-A8", "market-A1"} & set(ways)


def test_a_tile_in_hand_can_be_tried_no_less() -> None:
    table = position(stacks={1: "E7-05"}, zoos=BUSY)
    play(table, "walk 1")
    assert "tile-E7-05" in tried(table, 0)


@pytest.mark.parametrize("players", range(1, 6))
def test_all_that_can_be_tried_is_sent_at_once(players: int) -> None:
    table = GAME.new(players=players, seed=1)
    sent = json.dumps([way.wire() for way in GAME.trials(table, players - 1)])
    assert len(sent) < 100_000
