"""Refusals by number: each says what is wrong and what to do, with the players' names."""

from __future__ import annotations

import pytest

from menagerie.core.action import Action
from menagerie.games.zoo_escape.actions import AtKeeper
from menagerie.games.zoo_escape.phases.captures import LOSE_PART
from menagerie.games.zoo_escape.state import Position

from .position import begin, built, carry, cover, keeper, lay, legal, play, put, refused, zoo
from .test_machine import machine

# 3: whose turn


def test_rule_3_1_the_player_of_an_animal_is_called_by_name() -> None:
    state = zoo("gorilla", "owl", "monkey")
    state.names = ("Lisa", "Ben", "Mia")
    refusal = refused(state, "begin owl", 0)
    assert (refusal.reason, refusal.rule) == ("Ben plays the Owl.", "3.1")
    play(state, "begin gorilla")
    assert refused(state, "begin monkey", 2).reason == "It isn't Mia's turn. Lisa may act now."


def test_rule_3_1_before_a_turn_the_refusal_names_the_turns_to_take() -> None:
    state = zoo("gorilla", "owl", "monkey")
    built(state, "C4", "treads", "kite", "horn", aboard="gorilla")
    refusal = refused(state, "machine kite east", 0)
    assert (refusal.reason, refusal.rule) == ("First take the Machine's turn.", "3.1")
    assert refused(state, "poop", 1).reason == "First take the Owl's or the Machine's turn."


# 4.7.6: the Workshop


def at_workshop(*parts: str, level: str = "standard") -> str:
    """Return the prompt in the Workshop after adding the first Part. Walking away is refused with the same words."""
    state = zoo("gorilla", "owl", level=level)
    carry(state, "gorilla", *parts)
    state.machine_parts = state.pieces.card_named["treads"].bit | state.pieces.card_named["horn"].bit
    put(state, "gorilla", "C3")
    begin(state, "gorilla")
    play(state, f"add {parts[0]}")
    prompt = state.prompt(0)
    assert refused(state, "move north").reason == f"First finish at the Workshop. {prompt}"
    return prompt


def test_rule_4_7_6_what_can_still_be_done_in_the_workshop() -> None:
    assert at_workshop("kite") == "Build the Machine or stop working."
    both = "Add another Part, build the Machine or stop working."
    assert at_workshop("kite", "crane", level="easy") == both
    assert at_workshop("lasso", "crane", level="easy") == "Add another Part or stop working."


# 8: the Machine


def test_rule_8_2_the_machines_parts_are_not_for_an_animals_turn() -> None:
    state = zoo("gorilla", "owl")
    built(state, "C3", "kite", "horn", "treads")
    begin(state, "gorilla")
    refusal = refused(state, "machine kite north")
    reason = "The Machine uses its Parts on its own turn. This is the Gorilla's turn."
    assert (refusal.reason, refusal.rule) == (reason, "8.2")


def test_rule_8_4_1_a_roll_goes_where_the_path_leads() -> None:
    state = machine("C4/1", "cart-wheels", "kite", "horn", tiles=("C4 bends r0",))
    refusal = refused(state, "machine cart-wheels south")
    reason = "The Machine's Path doesn't lead south. It leads north or east."
    assert (refusal.reason, refusal.rule) == (reason, "8.4.1")
    wall = machine("C1", "cart-wheels", "kite", "horn")
    reason = "The wall of the Zoo is to the north. The Path leads east, south or west."
    assert refused(wall, "machine cart-wheels north").reason == reason
    gate = machine("C1", "cart-wheels", "kite", "horn", aboard="gorilla owl", tiles=("C1 gate",))
    for part in ("cart-wheels", "kite"):
        assert refused(gate, f"machine {part} north").reason == "Choose Escape to leave through the gateway."
    gate = machine("C1", "cart-wheels", "kite", "horn", tiles=("C1 gate",))
    for part in ("cart-wheels", "kite"):
        reason = "You would leave the Owl behind. First get every Animal aboard."
        assert refused(gate, f"machine {part} north").reason == reason


def test_rule_8_4_2_a_roll_in_line_keeps_its_direction() -> None:
    state = machine("B4", "bogie", "kite", "horn")
    play(state, "machine bogie east")
    refusal = refused(state, "machine bogie south")
    reason = "With the Monorail Bogie, the Machine must keep going east or stop."
    assert (refusal.reason, refusal.rule) == (reason, "8.4.2")


def test_rule_8_4_3_treads_path_1_while_on_path_1() -> None:
    state = machine("C4/1", "treads", "kite", "horn", tiles=("C4 bends r0",))
    refusal = refused(state, "machine treads path 1")
    reason = "The Machine is already on Path 1 of tile C4. Choose Path 2."
    assert (refusal.reason, refusal.rule) == (reason, "8.4.3")


def test_rule_8_4_3_treads_change_the_path_and_creep_once_each() -> None:
    state = machine("C4/1", "treads", "kite", "horn", tiles=("C4 bends r0", "B4 bends r0"))
    play(state, "machine treads path 2")
    for path in (1, 2):
        reason = "With the Mower Treads, the Machine can change Path once per turn."
        assert refused(state, f"machine treads path {path}").reason == reason
    state = machine("C4/2", "treads", "kite", "horn", tiles=("C4 bends r0", "B4 bends r0"))
    play(state, "machine treads west")
    assert legal(state) == ["machine treads path 2", "stop"]
    reason = "The Machine has already crept 1 tile. Change to the other Path or stop."
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
    reason = f"Tile {place} has 2 Paths. Choose one to land on."
    assert (refusal.reason, refusal.rule) == (reason, rule)


def test_rule_8_4_4_where_there_is_no_path_to_choose_yet() -> None:
    state = machine("C4", "kite", "horn", "treads", down=("C5 bends",))
    assert refused(state, "machine kite east path 2").reason == "Tile D4 has only one Path, so there is none to choose."
    reason = "Tile C5 is face down. You choose the Path after it is revealed."
    assert refused(state, "machine kite south path 1").reason == reason


def test_rule_8_4_5_and_8_4_6_flights_end_at_the_wall() -> None:
    state = machine("B4", "springs", "rocket", "kite", "horn")
    reason = "2 tiles west of tile B4 is outside the Zoo."
    assert refused(state, "machine springs west").reason == reason
    assert refused(state, "machine rocket west 2 path 1").reason == reason
    edge = machine("A4", "kite", "horn", "treads")
    assert refused(edge, "machine kite west").reason == "The wall of the Zoo is to the west."


def test_rule_8_4_7_and_8_4_8_there_is_no_such_keeper() -> None:
    state = machine("C4", "horn", "lasso", "kite", "treads")
    for part, rule in (("horn", "8.4.7"), ("lasso", "8.4.8")):
        refusal = refused(state, f"machine {part} keeper 11")
        assert (refusal.reason, refusal.rule) == ("There is no Keeper 11. They are numbered 1 to 10.", rule)


def test_rule_8_4_9_the_crane_cannot_lift_an_animal_that_is_not_in_the_game() -> None:
    state = zoo("gorilla", "monkey")
    built(state, "C4", "crane", "kite", "treads", aboard="gorilla")
    begin(state, "machine")
    refusal = refused(state, "machine crane owl")
    assert (refusal.reason, refusal.rule) == ("The Owl isn't in this game.", "8.4.9")


def test_rule_8_4_10_where_muck_cannot_fall() -> None:
    state = machine("C1", "muck-spreader", "kite", "treads", down=("C2 fork",))
    play(state, "machine muck-spreader west")
    for direction, reason in (
        ("north", "The wall of the Zoo is to the north."),
        ("south", "Tile C2 is face down. Choose a face-up tile."),
        ("west", "That Path of tile B1 already has a poop."),
    ):
        refusal = refused(state, f"machine muck-spreader {direction}")
        assert (refusal.reason, refusal.rule) == (reason, "8.4.10")


def pointed_at(state: Position, action: Action) -> str:
    """Return why what a player points at is refused, for decisions without a notation."""
    phase = state.phase()
    assert phase is not None
    refusal = phase.refuse(state, state.only_seat(), action)
    assert refusal is not None
    return refusal.reason


def test_rule_8_5_why_a_part_does_not_lead_through_the_gateway() -> None:
    state = machine("B6", "bogie", "treads", "horn", "kite", aboard="gorilla owl", tiles=("C6 gate",))
    play(state, "machine bogie east")
    refusal = refused(state, "machine bogie escape")
    reason = "With the Monorail Bogie, the Machine must keep going east. The gateway is to the south."
    assert (refusal.reason, refusal.rule) == (reason, "8.5")
    state = machine("C6", "horn", "springs", "kite", aboard="gorilla owl", tiles=("C6 gate",))
    horn = state.catalogue.escape[state.pieces.card_named["horn"].index]
    reason = "You can't escape with the Brass Horn. Use a Part that moves the Machine by 1 tile."
    assert pointed_at(state, horn) == reason


def test_rule_9_2_the_billionaire_is_no_keeper() -> None:
    state = machine("C4", "horn", "kite", "treads")
    horn = state.pieces.card_named["horn"]
    assert pointed_at(state, AtKeeper(horn, -1)) == "You can't remove, scare or turn the Billionaire."


def test_rule_6_4_a_captured_machine_loses_a_part_first() -> None:
    state = zoo("gorilla", "owl")
    built(state, "C3", "kite", "horn", "treads")
    state.stack.append(LOSE_PART)
    assert refused(state, "begin owl", 1).reason == "The captured Machine must lose a Part first. Choose one."


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
