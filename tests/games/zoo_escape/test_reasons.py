"""Refusals by number: each says what is wrong and what would be right, in the players' own names."""

from __future__ import annotations

import pytest

from menagerie.core.action import Action
from menagerie.games.zoo_escape.actions import AtKeeper
from menagerie.games.zoo_escape.phases.captures import LOSE_PART
from menagerie.games.zoo_escape.state import Position

from .position import begin, built, carry, cover, keeper, lay, legal, play, put, refused, zoo
from .test_machine import machine

# 3: whose turn


def test_rule_3_1_who_leads_an_animal_is_called_by_name() -> None:
    state = zoo("gorilla", "owl", "monkey")
    state.names = ("Lisa", "Ben", "Mia")
    refusal = refused(state, "begin owl", 0)
    assert (refusal.reason, refusal.rule) == ("The Owl is Ben's to lead.", "3.1")
    play(state, "begin gorilla")
    assert refused(state, "begin monkey", 2).reason == "It is not Mia's turn: Lisa may act now."


def test_rule_3_1_before_a_turn_begins_it_is_said_whose_could() -> None:
    state = zoo("gorilla", "owl", "monkey")
    built(state, "C4", "treads", "kite", "horn", aboard="gorilla")
    refusal = refused(state, "machine kite east", 0)
    assert (refusal.reason, refusal.rule) == ("Nobody's turn has begun: begin that of the Machine first.", "3.1")
    assert refused(state, "poop", 1).reason == "Nobody's turn has begun: begin that of the Owl or the Machine first."


# 4.7.6: the Workshop


def at_workshop(*parts: str, level: str = "standard") -> str:
    """What is said to somebody who walks away while the Workshop is in use; the first Part has just been added."""
    state = zoo("gorilla", "owl", level=level)
    carry(state, "gorilla", *parts)
    state.machine_parts = state.pieces.card_named["treads"].bit | state.pieces.card_named["horn"].bit
    put(state, "gorilla", "C3")
    begin(state, "gorilla")
    play(state, f"add {parts[0]}")
    assert state.prompt(0).endswith("or stop.")
    return f"{refused(state, 'move north').reason} {state.prompt(0)}"


def test_rule_4_7_6_what_can_still_be_done_in_the_workshop() -> None:
    first = "Finish the use of the Workshop first:"
    assert at_workshop("kite") == (
        f"{first} build, or stop. The Machine has a Part of each kind: build it now, or stop."
    )
    assert at_workshop("kite", "crane", level="easy") == (
        f"{first} add a Part, build, or stop. Add another Part, build the Machine, or stop."
    )
    assert at_workshop("lasso", "crane", level="easy") == f"{first} add a Part, or stop. Add another Part, or stop."


# 8: the Machine


def test_rule_8_2_the_machines_parts_are_not_for_an_animals_turn() -> None:
    state = zoo("gorilla", "owl")
    built(state, "C3", "kite", "horn", "treads")
    begin(state, "gorilla")
    refusal = refused(state, "machine kite north")
    reason = "The Machine uses its Parts on its own turn; this is the turn of the Gorilla."
    assert (refusal.reason, refusal.rule) == (reason, "8.2")


def test_rule_8_4_1_a_roll_goes_where_the_path_leads() -> None:
    state = machine("C4/1", "cart-wheels", "kite", "horn", tiles=("C4 bends r0",))
    refusal = refused(state, "machine cart-wheels south")
    reason = "The Path of the Machine does not lead south; it leads north or east."
    assert (refusal.reason, refusal.rule) == (reason, "8.4.1")
    wall = machine("C1", "cart-wheels", "kite", "horn")
    reason = "To the north is the wall of the Zoo; the Path leads east, south or west."
    assert refused(wall, "machine cart-wheels north").reason == reason
    gate = machine("C1", "cart-wheels", "kite", "horn", aboard="gorilla owl", tiles=("C1 gate",))
    for part in ("cart-wheels", "kite"):
        assert refused(gate, f"machine {part} north").reason == f"There is the gateway: say machine {part} escape."
    gate = machine("C1", "cart-wheels", "kite", "horn", tiles=("C1 gate",))
    for part in ("cart-wheels", "kite"):
        reason = "Not everybody is aboard: the Owl would be left behind."
        assert refused(gate, f"machine {part} north").reason == reason


def test_rule_8_4_2_a_roll_in_line_keeps_its_direction() -> None:
    state = machine("B4", "bogie", "kite", "horn")
    play(state, "machine bogie east")
    refusal = refused(state, "machine bogie south")
    reason = "The Monorail Bogie rolls in one direction, and it went east: go on so, or stop."
    assert (refusal.reason, refusal.rule) == (reason, "8.4.2")


def test_rule_8_4_3_treads_path_1_while_on_path_1() -> None:
    state = machine("C4/1", "treads", "kite", "horn", tiles=("C4 bends r0",))
    refusal = refused(state, "machine treads path 1")
    reason = "The Machine is on path 1 of tile C4 already; the other one is path 2."
    assert (refusal.reason, refusal.rule) == (reason, "8.4.3")


def test_rule_8_4_3_treads_change_the_path_and_creep_once_each() -> None:
    state = machine("C4/1", "treads", "kite", "horn", tiles=("C4 bends r0", "B4 bends r0"))
    play(state, "machine treads path 2")
    for path in (1, 2):
        reason = "With the Mower Treads the Machine has changed the Path this turn; once is all."
        assert refused(state, f"machine treads path {path}").reason == reason
    state = machine("C4/2", "treads", "kite", "horn", tiles=("C4 bends r0", "B4 bends r0"))
    play(state, "machine treads west")
    assert legal(state) == ["machine treads path 2", "stop"]
    reason = "With the Mower Treads the Machine has crept 1 tile already: change to the other Path, or stop."
    assert refused(state, "machine treads east").reason == reason


@pytest.mark.parametrize(
    ("part", "said", "place", "rule"),
    [
        ("kite", "east", "D4", "8.4.4"),
        ("springs", "east", "E4", "8.4.5"),
        ("rocket", "east 3", "F4", "8.4.6"),
        ("rocket", "north 2", "C2", "8.4.6"),
    ],
)
def test_rule_8_4_4_onto_a_tile_with_two_paths_the_path_must_be_said(
    part: str, said: str, place: str, rule: str
) -> None:
    tile = "promenade" if place == "F4" else "bends r0"
    state = machine("C4", part, "horn", "treads", tiles=(f"{place} {tile}",))
    refusal = refused(state, f"machine {part} {said}")
    reason = f"Tile {place} has two Paths: say on which the Machine lands, machine {part} {said} path 1 or path 2."
    assert (refusal.reason, refusal.rule) == (reason, rule)


def test_rule_8_4_4_where_there_is_no_path_to_choose_yet() -> None:
    state = machine("C4", "kite", "horn", "treads", down=("C5 bends",))
    assert refused(state, "machine kite east path 2").reason == "Tile D4 has a single Path: say machine kite east."
    reason = "Tile C5 is face down: say machine kite south; the Path is chosen once it is turned up."
    assert refused(state, "machine kite south path 1").reason == reason


def test_rule_8_4_5_and_8_4_6_flights_end_at_the_wall() -> None:
    state = machine("B4", "springs", "rocket", "kite", "horn")
    reason = "2 tiles to the west of tile B4 is beyond the wall of the Zoo."
    assert refused(state, "machine springs west").reason == reason
    assert refused(state, "machine rocket west 2 path 1").reason == reason
    edge = machine("A4", "kite", "horn", "treads")
    assert refused(edge, "machine kite west").reason == "To the west is the wall of the Zoo."


def test_rule_8_4_7_and_8_4_8_there_is_no_such_keeper() -> None:
    state = machine("C4", "horn", "lasso", "kite", "treads")
    for part, rule in (("horn", "8.4.7"), ("lasso", "8.4.8")):
        refusal = refused(state, f"machine {part} keeper 11")
        assert (refusal.reason, refusal.rule) == ("There are Keepers 1 to 10, no Keeper 11.", rule)


def test_rule_8_4_9_the_crane_cannot_lift_an_animal_that_is_not_in_the_game() -> None:
    state = zoo("gorilla", "monkey")
    built(state, "C4", "crane", "kite", "treads", aboard="gorilla")
    begin(state, "machine")
    refusal = refused(state, "machine crane owl")
    assert (refusal.reason, refusal.rule) == ("The Owl is not in this game.", "8.4.9")


def test_rule_8_4_10_where_muck_cannot_fall() -> None:
    state = machine("C1", "muck-spreader", "kite", "treads", down=("C2 fork",))
    play(state, "machine muck-spreader west")
    for direction, reason in (
        ("north", "To the north is the wall of the Zoo."),
        ("south", "Tile C2 is face down; muck falls on face-up tiles."),
        ("west", "There is a poop on that Path of tile B1 already; there is room for one."),
    ):
        refusal = refused(state, f"machine muck-spreader {direction}")
        assert (refusal.reason, refusal.rule) == (reason, "8.4.10")


def pointed_at(state: Position, action: Action) -> str:
    """Why what a player points at cannot be done, where no notation says it."""
    phase = state.phase()
    assert phase is not None
    refusal = phase.refuse(state, state.only_seat(), action)
    assert refusal is not None
    return refusal.reason


def test_rule_8_5_why_a_part_does_not_lead_through_the_gateway() -> None:
    state = machine("B6", "bogie", "treads", "horn", "kite", aboard="gorilla owl", tiles=("C6 gate",))
    play(state, "machine bogie east")
    refusal = refused(state, "machine bogie escape")
    reason = "The Monorail Bogie rolls in one direction, and it went east; the gateway is in the south."
    assert (refusal.reason, refusal.rule) == (reason, "8.5")
    state = machine("C6", "horn", "springs", "kite", aboard="gorilla owl", tiles=("C6 gate",))
    horn = state.catalogue.escape[state.pieces.card_named["horn"].index]
    reason = "The Brass Horn does not move the Machine by one tile, so not through the gateway."
    assert pointed_at(state, horn) == reason


def test_rule_9_2_the_billionaire_is_no_keeper() -> None:
    state = machine("C4", "horn", "kite", "treads")
    horn = state.pieces.card_named["horn"]
    assert pointed_at(state, AtKeeper(horn, -1)) == "The Billionaire cannot be removed, scared or turned."


def test_rule_6_4_a_captured_machine_loses_a_part_first() -> None:
    state = zoo("gorilla", "owl")
    built(state, "C3", "kite", "horn", "treads")
    state.stack.append(LOSE_PART)
    assert refused(state, "begin owl", 1).reason == "The captured Machine must lose a Part first: remove one."


# 1.8: what is turned up or drawn is no longer hidden


def test_rule_1_8_turning_up_a_tile_tells_what_was_hidden() -> None:
    state = zoo("gorilla", "owl")
    cover(state, "B1 edge-fork", "B2 fork")
    begin(state, "gorilla")
    hidden = state.secrets()
    play(state, "poop")
    assert state.secrets() == hidden, "nothing was learnt: this can be taken back"
    play(state, "move east")
    assert state.secrets() != hidden, "B1 was turned up"
    hidden = state.secrets()
    play(state, "move south")
    assert state.secrets() != hidden, "B2 was turned up"
    hidden = state.secrets()
    play(state, "turn tile r1")
    assert state.secrets() == hidden, "how it lies is a choice and tells nothing"


def test_rule_1_8_ransacking_tells_what_was_hidden() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 ticket-office")
    put(state, "gorilla", "B1")
    keeper(state, 1, "C4", "east")
    begin(state, "gorilla")
    hidden = state.secrets()
    play(state, "ransack")
    assert state.secrets() != hidden
