"""Pointing at the scene: how decisions are made, and what is said to those who point elsewhere.

The suite sees no Machine; this does.
"""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from menagerie.core.choosing import why_not
from menagerie.games.zoo_escape.phases.captures import LOSE_PART
from menagerie.games.zoo_escape.state import Table

from .position import GAME, begin, built, carry, cover, keeper, lay, paths, play, put, spot, zoo
from .test_random_games import new


def told(table: Table, *path: str, seat: int = 0) -> tuple[str, str]:
    """The reason and its rule; empty if pointing there is a decision."""
    assert set(path) <= set(GAME.scene(table, seat).pieces)
    answer = why_not(table, seat, path)
    return ("", "") if answer is None else (answer.reason, answer.rule)


# How decisions are made.


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_decision_of_a_whole_game_can_be_pointed_at(players: int) -> None:
    for seed in range(6):
        table = new(players, seed, "standard", stocked=True)
        chance = Random(seed)
        while table.to_act:
            seat = chance.choice(table.to_act)
            offered = paths(table, seat)
            assert sorted(offered) == sorted(str(action) for action in table.legal(seat))
            assert len(set(offered.values())) == len(offered)
            pieces = GAME.scene(table, seat).pieces
            for path in offered.values():
                assert all(target in pieces or target.startswith("button:") for target in path), path
            table.play(chance.choice(table.legal(seat)), seat)
        ElementTree.fromstring(GAME.scene(table, None).svg())


@pytest.mark.parametrize("players", [1, 3])
def test_pointing_at_anything_in_a_game_with_the_machine_is_answered(players: int) -> None:
    for seed in range(4):
        table = new(players, seed, "standard", stocked=True)
        chance = Random(seed)
        for _ in range(60):
            if not table.to_act:
                break
            seat = chance.choice(table.to_act)
            offered = [path for path in paths(table, seat).values() if not path[-1].startswith("button:")]
            assert all(why_not(table, seat, path) is None for path in offered)
            pieces = list(GAME.scene(table, seat).pieces)
            for begun in ((), *[path[:1] for path in offered[:2]]):
                for piece in chance.sample(pieces, 12):
                    answer = why_not(table, seat, (*begun, piece))
                    assert answer is None or answer.reason.endswith((".", "?"))
            table.play(chance.choice(table.legal(seat)), seat)


def test_a_part_is_pointed_at_first_then_where_it_leads() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "C5 bends r0")
    built(table, "C4", "rotor", "treads", "horn", "crane", aboard="gorilla")
    put(table, "owl", "D4")
    keeper(table, 2, "E4", "west")
    begin(table, "machine")
    found = paths(table)
    assert found["machine rotor south path 2"] == ("card-rotor", "tile-C5", "path-C5-2")
    assert found["machine treads east"] == ("card-treads", "tile-D4")
    assert found["machine horn keeper 2"] == ("card-horn", "keeper-2")
    assert found["machine crane owl"] == ("card-crane", "animal-owl")
    assert found["end turn"] == ("button:End turn",)


# What is said to those who point elsewhere. 3: the round.


def test_3_1_whose_turn_may_begin() -> None:
    table = zoo("gorilla", "owl")
    assert told(table, "animal-gorilla") == told(table, "panel-gorilla") == ("", "")
    assert told(table, "animal-owl") == told(table, "panel-owl") == ("The Owl is not yours to lead.", "3.1")
    asked = ("Begin the turn of the Gorilla when it suits the team.", "")
    for piece in ("tile-B1", "keeper-1", "deck", "wall"):
        assert told(table, piece) == asked
    table.had_turn = 1
    assert told(table, "animal-gorilla") == ("It is not A's turn: B may act now.", "")


def test_3_2_the_turn_of_the_machine() -> None:
    table = zoo("gorilla", "owl")
    assert told(table, "machine-panel") == ("The Machine is not built yet.", "3.2")
    built(table, "C3", "kite", "horn", "treads")
    assert told(table, "the-machine") == told(table, "machine-panel") == ("", "")
    table.had_turn = 1 << table.team
    assert told(table, "the-machine") == ("The Machine has had its turn this round.", "3.2")


def test_8_3_who_is_aboard_has_no_turn() -> None:
    table = zoo("gorilla", "owl", "monkey", players=3)
    built(table, "C3", "kite", "horn", "treads", aboard="gorilla")
    assert told(table, "animal-gorilla") == ("The Gorilla is aboard the Machine and has no turn of its own.", "8.3")


# 4: the turn of an Animal.


def gorilla(where: str = "B1") -> Table:
    """The turn of the Gorilla has begun, there."""
    table = zoo("gorilla", "owl")
    lay(table, "B2 bends r0")
    put(table, "gorilla", where)
    begin(table, "gorilla")
    return table


def test_4_2_where_an_animal_can_go() -> None:
    table = gorilla("B2/1")
    ways = [name for name in ("B1", "C2", "B3", "A2") if told(table, f"tile-{name}") == ("", "")]
    assert len(ways) == 2
    closed = next(name for name in ("B1", "C2", "B3", "A2") if name not in ways)
    reason, rule = told(table, f"tile-{closed}")
    assert reason.startswith("The Path of the Gorilla does not lead ")
    assert rule == "4.2"
    far = "D4 is not next to the Gorilla, who moves from tile to tile along its Path."
    assert told(table, "tile-D4") == (far, "4.2")


def test_4_2_two_tiles_in_a_turn() -> None:
    table = gorilla()
    play(table, "move east", "move east")
    spent = "The Gorilla has moved 2 tiles already; that is all in a turn."
    assert told(table, "tile-E1") == told(table, "tile-D4") == (spent, "4.2")


def test_4_2_poop_and_the_machine_stand_for_their_tiles() -> None:
    table = gorilla()
    table.poop[0] |= 1 << (spot("C1") >> 2)
    built(table, "A1", "kite", "horn", "treads")
    assert told(table, "poop-C1-1") == told(table, "the-machine") == ("", "")
    assert told(table, "machine-panel") == ("It is the turn of the Gorilla: end it before another turn begins.", "3.1")


def test_3_1_one_turn_after_the_other() -> None:
    table = gorilla()
    reason = "It is the turn of the Gorilla: end it before another turn begins."
    assert told(table, "animal-owl") == told(table, "panel-owl") == (reason, "3.1")
    assert told(table, "animal-gorilla") == ("The Gorilla may move 2 tiles and act, or end its turn.", "")
    assert told(table, "power-cards") == ("The Gorilla may move 2 tiles and act, or end its turn.", "")


def test_4_5_a_keeper_in_reach_of_the_ability() -> None:
    table = gorilla()
    keeper(table, 1, "C1", "south")
    keeper(table, 2, "D4", "south")
    assert told(table, "keeper-1") == ("", "")
    far = "Keeper 2 is out of reach: Chest Thump reaches a Keeper on a neighbouring tile."
    assert told(table, "keeper-2") == (far, "4.5")
    play(table, "ability keeper 1")
    assert told(table, "keeper-2") == ("The Gorilla has used Chest Thump this turn.", "4.5")
    table = gorilla()
    assert told(table, "keeper-1") == ("Keeper 1 is not in the Zoo.", "4.5")


def test_9_2_the_billionaire_cannot_be_removed() -> None:
    table = gorilla()
    table.stands[table.billionaire] = spot("C1")
    table.facing[table.billionaire] = 1
    assert told(table, "the-billionaire") == ("The Billionaire cannot be removed, scared or turned.", "9.2")


def test_4_8_the_whistle() -> None:
    table = gorilla()
    keeper(table, 1, "F6", "north")
    carry(table, "owl", "whistle")
    assert told(table, "card-whistle") == ("The Gorilla has no Whistle.", "4.8")
    carry(table, "owl")
    carry(table, "gorilla", "whistle")
    far = "Keeper 1 is out of reach: the Whistle does not carry so far."
    assert told(table, "card-whistle") == (far, "4.8")
    keeper(table, 1, "D2", "north")
    assert told(table, "keeper-1") == told(table, "card-whistle") == ("", "")


def test_4_7_what_is_on_the_own_tile() -> None:
    table = gorilla("C4")
    assert told(table, "tile-C4") == ("The Gorilla has all its poop.", "4.7.2")
    assert told(table, "deck") == ("That needs a Building; the Gorilla is on C4, Funnel Cake Stand.", "4.7.1")
    lay(table, "C4 building")
    assert told(table, "tile-C4") == told(table, "deck") == ("", "")


def test_4_7_6_cards_are_for_the_workshop() -> None:
    table = gorilla()
    carry(table, "gorilla", "kite")
    carry(table, "owl", "horn")
    table.gone = table.pieces.card_named["treads"].bit
    away = "That needs the Workshop; the Gorilla is on B1, Junction."
    assert told(table, "card-kite") == told(table, "card-horn") == (away, "4.7.6")
    assert told(table, "card-treads") == ("The Gorilla may move 2 tiles and act, or end its turn.", "")
    put(table, "gorilla", "C3")
    assert told(table, "card-kite") == ("", "")
    assert told(table, "card-horn") == ("The Gorilla does not carry the Brass Horn.", "4.7.6")
    assert told(table, "tile-C3") == ("The Machine needs a Part of each kind; a drive is missing.", "4.7.6")


def test_4_7_6_one_part_at_a_time() -> None:
    table = gorilla("C3")
    carry(table, "gorilla", "kite", "rotor")
    table.machine_parts = table.pieces.card_named["horn"].bit | table.pieces.card_named["treads"].bit
    play(table, "add kite")
    once = "One use of the Workshop adds one Part; come back on another turn."
    assert told(table, "card-rotor") == (once, "4.7.6")
    assert told(table, "tile-B3") == ("Finish the use of the Workshop first: build, or stop.", "4.7.6")


def test_8_2_parts_are_used_on_the_turn_of_the_machine() -> None:
    table = gorilla()
    built(table, "C3", "kite", "horn", "treads")
    reason = "The Machine uses its Parts on its own turn; this is the turn of the Gorilla."
    assert told(table, "card-kite") == (reason, "8.2")


def test_4_4_first_the_tile_that_was_turned_up() -> None:
    table = zoo("gorilla", "owl")
    cover(table, "B2 bends")
    put(table, "gorilla", "B1")
    begin(table, "gorilla")
    play(table, "move south")
    assert told(table, "way-r0") == told(table, "way-r1") == ("", "")
    first = ("First choose how the tile on B2 lies.", "4.4")
    for piece in ("tile-C1", "keeper-1", "animal-owl", "deck"):
        assert told(table, piece) == first
    assert told(table, "ways") == ("Turn the tile on B2 as you like.", "")


# 8: the Machine.


def machine(at: str, *parts: str, aboard: str = "gorilla") -> Table:
    """The Machine's turn has begun; the Owl is at home."""
    table = zoo("gorilla", "owl")
    built(table, at, *parts, aboard=aboard)
    begin(table, "machine")
    return table


def test_8_2_one_of_its_parts() -> None:
    table = machine("C4", "kite", "horn", "treads")
    carry(table, "owl", "rotor")
    assert told(table, "card-kite") == told(table, "tile-C5") == ("", "")
    asked = ("Use a Part of the Machine, or end its turn.", "")
    assert told(table, "keeper-1") == told(table, "animal-owl") == told(table, "the-machine") == asked
    assert told(table, "card-rotor") == ("The Machine has no Ceiling-Fan Rotor.", "8.2")
    play(table, "machine kite east")
    assert told(table, "card-kite") == ("The Machine has used the Kite Wing this turn.", "8.2")


@pytest.mark.parametrize(
    ("part", "far", "does", "rule"),
    [
        ("cart-wheels", "C6", "rolls along its Path to a neighbouring tile, then on from there", "8.4.1"),
        ("bogie", "D5", "rolls along Paths in one direction", "8.4.2"),
        ("treads", "C6", "creeps along its Path to a neighbouring tile, or to another Path of its tile", "8.4.3"),
        ("kite", "C6", "hops to a neighbouring tile", "8.4.4"),
        ("springs", "C5", "leaps exactly 2 tiles in one direction", "8.4.5"),
        ("rocket", "D5", "flies 1 to 3 tiles in one direction", "8.4.6"),
        ("crane", "D4", "loads an Animal on its own tile or a neighbouring one", "8.4.9"),
        ("muck-spreader", "C6", "spreads muck on clean Paths that lead to it, on face-up tiles", "8.4.10"),
    ],
)
def test_8_4_where_a_part_leads(part: str, far: str, does: str, rule: str) -> None:
    table = machine("C4", part, "paddles")
    name = table.pieces.card_named[part].name
    assert told(table, f"card-{part}", f"tile-{far}") == (f"That cannot be: with the {name} the Machine {does}.", rule)


def test_8_4_7_and_8_4_8_which_keepers() -> None:
    table = machine("C4", "horn", "catapult", "lasso", "kite")
    keeper(table, 1, "E4", "west")
    keeper(table, 2, "D6", "west")
    assert told(table, "card-horn", "keeper-1") == told(table, "keeper-1") == ("", "")
    does = "with the Popcorn Catapult the Machine removes a Keeper within 2 tiles."
    assert told(table, "card-catapult", "keeper-2") == (f"Keeper 2 cannot be chosen: {does}", "8.4.8")
    away = "turns away a Keeper in line on another tile, unless it would then face a wall."
    assert told(table, "card-horn", "keeper-2")[0].endswith(away)
    hops = "That cannot be: with the Kite Wing the Machine hops to a neighbouring tile."
    assert told(table, "card-kite", "keeper-2") == (hops, "8.4.4"), "where that Keeper stands"
    table.stands[table.billionaire] = spot("C6")
    table.facing[table.billionaire] = 1
    never = "The Billionaire cannot be removed, scared or turned."
    assert told(table, "card-lasso", "the-billionaire") == (never, "9.2")


def test_8_4_9_whom_the_crane_lifts() -> None:
    table = machine("C4", "crane", "kite")
    far = "The Owl is not near the Machine: the Crane reaches its own tile and the neighbouring ones."
    assert told(table, "card-crane", "animal-owl") == (far, "8.4.9")
    assert told(table, "card-crane", "animal-gorilla") == ("The Gorilla is aboard already.", "8.4.9")
    put(table, "owl", "D4")
    assert told(table, "card-crane", "animal-owl") == ("", "")


def test_8_2_a_part_is_used_to_the_end() -> None:
    table = machine("C4", "cart-wheels", "kite")
    play(table, "machine cart-wheels east")
    assert told(table, "tile-D5") == told(table, "card-cart-wheels", "tile-D5") == ("", "")
    finish = "Finish the use of the Shopping-Cart Wheels first: go on with it, or stop."
    assert told(table, "card-kite") == (finish, "8.2")
    assert told(table, "tile-A1")[1] == "8.4.1"
    assert told(table, "round") == ("Go on with the Shopping-Cart Wheels, or stop.", "")


def test_8_5_not_everybody_is_aboard() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "C1 gate")
    built(table, "C1", "kite", "horn", "treads", aboard="gorilla")
    begin(table, "machine")
    reason = "Not everybody is aboard: the Owl would be left behind."
    assert told(table, "card-kite", "tile-C1") == told(table, "card-kite", "the-machine") == (reason, "8.5")


def test_8_4_4_the_path_on_which_it_lands() -> None:
    table = zoo("gorilla", "owl")
    cover(table, "D4 bends r0")
    built(table, "C4", "kite", "horn", "treads", aboard="gorilla")
    begin(table, "machine")
    play(table, "machine kite east", "turn tile r0")
    assert told(table, "path-D4-1") == told(table, "path-D4-2") == ("", "")
    assert told(table, "card-horn")[0].startswith("First choose the Path of D4 on which the Machine lands")
    assert told(table, "tile-A1") == ("Choose the path of D4 on which the Machine lands.", "")


def test_6_4_the_part_that_is_lost() -> None:
    table = zoo("gorilla", "owl")
    built(table, "C3", "kite", "horn", "treads")
    carry(table, "owl", "rotor")
    table.stack.append(LOSE_PART)
    assert told(table, "card-kite", seat=1) == ("", "")
    none = "The Machine has no Ceiling-Fan Rotor; its Parts are: treads, kite, horn."
    assert told(table, "card-rotor", seat=1) == (none, "6.4")
    assert told(table, "tile-A1") == ("The Machine was captured: choose the Part that it loses.", "")


def test_nothing_is_laid_to_try_it_out() -> None:
    assert GAME.trials(gorilla(), 1) == []
    assert not GAME.has_trials
