"""Pointing at the scene: how decisions are made, and the refusals for pointing elsewhere.

The suite sees no Machine; this does.
"""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from menagerie.core.display.choosing import why_not
from menagerie.games.zoo_escape.phases.captures import LOSE_PART
from menagerie.games.zoo_escape.state import Position

from .position import GAME, begin, built, carry, cover, keeper, lay, paths, play, put, spot, zoo
from .test_random_games import new


def told(state: Position, *path: str, seat: int = 0) -> tuple[str, str]:
    """Return the reason and its rule; empty if pointing there is a decision."""
    assert set(path) <= set(GAME.scene(state, seat).pieces)
    state.changed_by_hand()
    answer = why_not(state, seat, path)
    return ("", "") if answer is None else (answer.reason, answer.rule)


# How decisions are made.


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_decision_of_a_whole_game_can_be_pointed_at(players: int) -> None:
    for seed in range(6):
        state = new(players, seed, "standard", stocked=True)
        chance = Random(seed)
        while state.to_act:
            seat = chance.choice(state.to_act)
            offered = paths(state, seat)
            assert sorted(offered) == sorted(str(action) for action in state.legal(seat))
            assert len(set(offered.values())) == len(offered)
            pieces = GAME.scene(state, seat).pieces
            for path in offered.values():
                assert all(target in pieces or target.startswith("button:") for target in path), path
            state.play(chance.choice(state.legal(seat)), seat)
        ElementTree.fromstring(GAME.scene(state, None).svg())


@pytest.mark.parametrize("players", [1, 3])
def test_pointing_at_anything_in_a_game_with_the_machine_is_answered(players: int) -> None:
    for seed in range(4):
        state = new(players, seed, "standard", stocked=True)
        chance = Random(seed)
        for _ in range(60):
            if not state.to_act:
                break
            seat = chance.choice(state.to_act)
            offered = [path for path in paths(state, seat).values() if not path[-1].startswith("button:")]
            assert all(why_not(state, seat, path) is None for path in offered)
            pieces = list(GAME.scene(state, seat).pieces)
            for begun in ((), *[path[:1] for path in offered[:2]]):
                for piece in chance.sample(pieces, 12):
                    answer = why_not(state, seat, (*begun, piece))
                    assert answer is None or answer.reason.endswith((".", "?"))
            state.play(chance.choice(state.legal(seat)), seat)


def test_a_part_is_pointed_at_first_then_where_it_leads() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "C5 bends r0")
    built(state, "C4", "rotor", "treads", "horn", "crane", aboard="gorilla")
    put(state, "owl", "D4")
    keeper(state, 2, "E4", "west")
    begin(state, "machine")
    found = paths(state)
    assert found["machine rotor south path 2"] == ("card-rotor", "tile-C5", "path-C5-2")
    assert found["machine treads east"] == ("card-treads", "tile-D4")
    assert found["machine horn keeper 2"] == ("card-horn", "keeper-2")
    assert found["machine crane owl"] == ("card-crane", "animal-owl")
    assert found["end turn"] == ("button:End turn",)


# Refusals for pointing elsewhere. 3: the round.


def test_3_1_whose_turn_may_begin() -> None:
    state = zoo("gorilla", "owl")
    assert told(state, "animal-gorilla") == told(state, "panel-gorilla") == ("", "")
    assert told(state, "animal-owl") == told(state, "panel-owl") == ("B plays the Owl.", "3.1")
    asked = ("Take the Gorilla's turn when the team is ready.", "")
    for piece in ("tile-B1", "keeper-1", "deck", "wall"):
        assert told(state, piece) == asked
    state.had_turn = 1
    assert told(state, "animal-gorilla") == ("It isn't A's turn. B may act now.", "")


def test_3_2_the_turn_of_the_machine() -> None:
    state = zoo("gorilla", "owl")
    assert told(state, "machine-panel") == ("The Machine isn't built yet.", "3.2")
    built(state, "C3", "kite", "horn", "treads")
    assert told(state, "the-machine") == told(state, "machine-panel") == ("", "")
    state.had_turn = 1 << state.team
    assert told(state, "the-machine") == ("The Machine has already had its turn this round.", "3.2")


def test_8_3_an_animal_aboard_has_no_turn() -> None:
    state = zoo("gorilla", "owl", "monkey", players=3)
    built(state, "C3", "kite", "horn", "treads", aboard="gorilla")
    assert told(state, "animal-gorilla") == ("The Gorilla is aboard the Machine and takes no turns.", "8.3")


# 4: the turn of an Animal.


def gorilla(where: str = "B1") -> Position:
    """Start the Gorilla's turn there."""
    state = zoo("gorilla", "owl")
    lay(state, "B2 bends r0")
    put(state, "gorilla", where)
    begin(state, "gorilla")
    return state


def test_4_2_where_an_animal_can_go() -> None:
    state = gorilla("B2/1")
    ways = [name for name in ("B1", "C2", "B3", "A2") if told(state, f"tile-{name}") == ("", "")]
    assert len(ways) == 2
    closed = next(name for name in ("B1", "C2", "B3", "A2") if name not in ways)
    reason, rule = told(state, f"tile-{closed}")
    assert reason.startswith("The Gorilla's Path doesn't lead ")
    assert rule == "4.2"
    far = "Tile D4 isn't next to the Gorilla. Animals move one tile at a time, along Paths."
    assert told(state, "tile-D4") == (far, "4.2")


def test_4_2_two_tiles_in_a_turn() -> None:
    state = gorilla()
    play(state, "move east", "move east")
    spent = "The Gorilla has used its 2 moves for this turn."
    assert told(state, "tile-E1") == told(state, "tile-D4") == (spent, "4.2")


def test_4_2_poop_and_the_machine_stand_for_their_tiles() -> None:
    state = gorilla()
    state.poop[0] |= 1 << (spot("C1") >> 2)
    built(state, "A1", "kite", "horn", "treads")
    assert told(state, "poop-C1-1") == told(state, "the-machine") == ("", "")
    assert told(state, "machine-panel") == ("It's the Gorilla's turn. End it before you start another.", "3.1")


def test_3_1_one_turn_after_the_other() -> None:
    state = gorilla()
    reason = "It's the Gorilla's turn. End it before you start another."
    assert told(state, "animal-owl") == told(state, "panel-owl") == (reason, "3.1")
    assert told(state, "animal-gorilla") == ("Move the Gorilla up to 2 tiles, act or end its turn.", "")
    assert told(state, "power-cards") == ("Move the Gorilla up to 2 tiles, act or end its turn.", "")


def test_4_5_a_keeper_in_reach_of_the_ability() -> None:
    state = gorilla()
    keeper(state, 1, "C1", "south")
    keeper(state, 2, "D4", "south")
    assert told(state, "keeper-1") == ("", "")
    far = "Keeper 2 is out of reach. Chest Thump reaches a Keeper on a neighbouring tile."
    assert told(state, "keeper-2") == (far, "4.5")
    play(state, "ability keeper 1")
    assert told(state, "keeper-2") == ("The Gorilla has already used Chest Thump this turn.", "4.5")
    state = gorilla()
    assert told(state, "keeper-1") == ("Keeper 1 isn't in the Zoo.", "4.5")


def test_9_2_the_billionaire_cannot_be_removed() -> None:
    state = gorilla()
    state.stands[state.billionaire] = spot("C1")
    state.facing[state.billionaire] = 1
    assert told(state, "the-billionaire") == ("You can't remove, scare or turn the Billionaire.", "9.2")


def test_4_8_the_whistle() -> None:
    state = gorilla()
    keeper(state, 1, "F6", "north")
    carry(state, "owl", "whistle")
    assert told(state, "card-whistle") == ("The Gorilla has no Whistle.", "4.8")
    carry(state, "owl")
    carry(state, "gorilla", "whistle")
    far = "Keeper 1 is out of the Whistle's range."
    assert told(state, "card-whistle") == (far, "4.8")
    keeper(state, 1, "D2", "north")
    assert told(state, "keeper-1") == told(state, "card-whistle") == ("", "")


def test_4_7_what_is_on_the_own_tile() -> None:
    state = gorilla("C4")
    assert told(state, "tile-C4") == ("The Gorilla already has all its poop.", "4.7.2")
    assert told(state, "deck") == (
        "You can only ransack a Building. The Gorilla is on tile C4 (Funnel Cake Stand).",
        "4.7.1",
    )
    lay(state, "C4 building")
    assert told(state, "tile-C4") == told(state, "deck") == ("", "")


def test_4_7_6_cards_are_for_the_workshop() -> None:
    state = gorilla()
    carry(state, "gorilla", "kite")
    carry(state, "owl", "horn")
    state.gone = state.pieces.card_named["treads"].bit
    away = "You can only work on the Machine in the Workshop. The Gorilla is on tile B1 (Junction)."
    assert told(state, "card-kite") == told(state, "card-horn") == (away, "4.7.6")
    assert told(state, "card-treads") == ("Move the Gorilla up to 2 tiles, act or end its turn.", "")
    put(state, "gorilla", "C3")
    assert told(state, "card-kite") == ("", "")
    assert told(state, "card-horn") == ("The Gorilla isn't carrying the Brass Horn.", "4.7.6")
    assert told(state, "tile-C3") == ("The Machine needs a Part of each kind. It has no drive yet.", "4.7.6")


def test_4_7_6_one_part_at_a_time() -> None:
    state = gorilla("C3")
    carry(state, "gorilla", "kite", "rotor")
    state.machine_parts = state.pieces.card_named["horn"].bit | state.pieces.card_named["treads"].bit
    play(state, "add kite")
    once = "You can add one Part per turn. Add the next one on a later turn."
    assert told(state, "card-rotor") == (once, "4.7.6")
    assert told(state, "tile-B3") == ("First finish at the Workshop. Build the Machine or stop working.", "4.7.6")


def test_8_2_parts_are_used_on_the_turn_of_the_machine() -> None:
    state = gorilla()
    built(state, "C3", "kite", "horn", "treads")
    reason = "The Machine uses its Parts on its own turn. This is the Gorilla's turn."
    assert told(state, "card-kite") == (reason, "8.2")


def test_4_4_first_the_tile_that_was_turned_up() -> None:
    state = zoo("gorilla", "owl")
    cover(state, "B2 bends")
    put(state, "gorilla", "B1")
    begin(state, "gorilla")
    play(state, "move south")
    assert told(state, "way-r0") == told(state, "way-r1") == ("", "")
    first = ("First choose how tile B2 lies.", "4.4")
    for piece in ("tile-C1", "keeper-1", "animal-owl", "deck"):
        assert told(state, piece) == first
    assert told(state, "ways") == ("Choose how tile B2 lies.", "")


# 8: the Machine.


def machine(at: str, *parts: str, aboard: str = "gorilla") -> Position:
    """Start the Machine's turn, with the Owl at home."""
    state = zoo("gorilla", "owl")
    built(state, at, *parts, aboard=aboard)
    begin(state, "machine")
    return state


def test_8_2_one_of_its_parts() -> None:
    state = machine("C4", "kite", "horn", "treads")
    carry(state, "owl", "rotor")
    assert told(state, "card-kite") == told(state, "tile-C5") == ("", "")
    asked = ("Use a Part of the Machine or end its turn.", "")
    assert told(state, "keeper-1") == told(state, "animal-owl") == told(state, "the-machine") == asked
    assert told(state, "card-rotor") == ("The Machine has no Ceiling-Fan Rotor.", "8.2")
    play(state, "machine kite east")
    assert told(state, "card-kite") == ("The Machine has already used the Kite Wing this turn.", "8.2")


@pytest.mark.parametrize(
    ("part", "far", "does", "rule"),
    [
        ("cart-wheels", "C6", "rolls along Paths from tile to tile", "8.4.1"),
        ("bogie", "D5", "rolls along Paths in one direction", "8.4.2"),
        ("treads", "C6", "creeps along its Path, or to another Path of its tile", "8.4.3"),
        ("kite", "C6", "hops to a neighbouring tile", "8.4.4"),
        ("springs", "C5", "leaps exactly 2 tiles in one direction", "8.4.5"),
        ("rocket", "D5", "flies up to 3 tiles in one direction", "8.4.6"),
        ("crane", "D4", "loads an Animal on its own tile or a neighbouring one", "8.4.9"),
        ("muck-spreader", "C6", "drops poop on clean Paths that lead to it, on face-up tiles", "8.4.10"),
    ],
)
def test_8_4_where_a_part_leads(part: str, far: str, does: str, rule: str) -> None:
    state = machine("C4", part, "paddles")
    name = state.pieces.card_named[part].name
    assert told(state, f"card-{part}", f"tile-{far}") == (
        f"You can't do that. With the {name}, the Machine {does}.",
        rule,
    )


def test_8_4_7_and_8_4_8_which_keepers() -> None:
    state = machine("C4", "horn", "catapult", "lasso", "kite")
    keeper(state, 1, "E4", "west")
    keeper(state, 2, "D6", "west")
    assert told(state, "card-horn", "keeper-1") == told(state, "keeper-1") == ("", "")
    does = "With the Popcorn Catapult, the Machine drives out a Keeper within 2 tiles."
    assert told(state, "card-catapult", "keeper-2") == (f"You can't choose Keeper 2. {does}", "8.4.8")
    away = "turns away a Keeper in line on another tile, unless it would face a wall."
    assert told(state, "card-horn", "keeper-2")[0].endswith(away)
    hops = "You can't do that. With the Kite Wing, the Machine hops to a neighbouring tile."
    assert told(state, "card-kite", "keeper-2") == (hops, "8.4.4"), "where that Keeper stands"
    state.stands[state.billionaire] = spot("C6")
    state.facing[state.billionaire] = 1
    never = "You can't remove, scare or turn the Billionaire."
    assert told(state, "card-lasso", "the-billionaire") == (never, "9.2")


def test_8_4_9_which_animals_the_crane_lifts() -> None:
    state = machine("C4", "crane", "kite")
    far = "The Owl is too far away. Choose an Animal on the Machine's tile or a neighbouring one."
    assert told(state, "card-crane", "animal-owl") == (far, "8.4.9")
    assert told(state, "card-crane", "animal-gorilla") == ("The Gorilla is already aboard.", "8.4.9")
    put(state, "owl", "D4")
    assert told(state, "card-crane", "animal-owl") == ("", "")


def test_8_2_a_part_is_used_to_the_end() -> None:
    state = machine("C4", "cart-wheels", "kite")
    play(state, "machine cart-wheels east")
    assert told(state, "tile-D5") == told(state, "card-cart-wheels", "tile-D5") == ("", "")
    finish = "First finish using the Shopping-Cart Wheels, or stop."
    assert told(state, "card-kite") == (finish, "8.2")
    assert told(state, "tile-A1")[1] == "8.4.1"
    assert told(state, "round") == ("Keep using the Shopping-Cart Wheels or stop.", "")


def test_8_5_an_animal_is_left_behind() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "C1 gate")
    built(state, "C1", "kite", "horn", "treads", aboard="gorilla")
    begin(state, "machine")
    reason = "You would leave the Owl behind. First get every Animal aboard."
    assert told(state, "card-kite", "tile-C1") == told(state, "card-kite", "the-machine") == (reason, "8.5")


def test_8_4_4_the_path_on_which_it_lands() -> None:
    state = zoo("gorilla", "owl")
    cover(state, "D4 bends r0")
    built(state, "C4", "kite", "horn", "treads", aboard="gorilla")
    begin(state, "machine")
    play(state, "machine kite east", "turn tile r0")
    assert told(state, "path-D4-1") == told(state, "path-D4-2") == ("", "")
    assert told(state, "card-horn")[0].startswith("First choose where the Machine lands on tile D4: Path 1 or Path 2.")
    assert told(state, "tile-A1") == ("Choose where the Machine lands on tile D4.", "")


def test_6_4_the_part_that_is_lost() -> None:
    state = zoo("gorilla", "owl")
    built(state, "C3", "kite", "horn", "treads")
    carry(state, "owl", "rotor")
    state.stack.append(LOSE_PART)
    assert told(state, "card-kite", seat=1) == ("", "")
    none = "The Machine has no Ceiling-Fan Rotor. Choose from its Parts: Mower Treads, Kite Wing or Brass Horn."
    assert told(state, "card-rotor", seat=1) == (none, "6.4")
    assert told(state, "tile-A1") == ("The Machine was captured. Choose a Part to lose.", "")


def test_nothing_is_laid_to_try_it_out() -> None:
    assert GAME.trials(gorilla(), 1) == []
    assert not GAME.has_trials
