"""What somebody is told who points at something that cannot be chosen, and what can be tried."""

from __future__ import annotations

from menagerie.core.display.choosing import why_not
from menagerie.games.zooloretto_mini.state import Position

from .position import play, position


def told(state, *path: str) -> tuple[str, str]:
    """The reason and its rule; empty if pointing there is a decision."""
    answer = why_not(state, state.to_act[0], path)
    return ("", "") if answer is None else (answer.reason, answer.rule)


def tile(state, name: str, where) -> str:
    return next(f"tile-{tile.number}" for tile in where if tile.name == name)


def test_2_4_a_truck_without_tiles_cannot_be_taken() -> None:
    state = position(trucks=("rhino", "", ""))
    assert told(state, "truck-1") == ("", "")
    assert told(state, "truck-2") == ("Truck 2 is empty: a truck can be taken once it holds a tile.", "2.4")


def test_2_3_a_full_truck_takes_no_more() -> None:
    state = position(trucks=("3 rhino", "", ""), pile="impala")
    play(state, "draw")
    assert told(state, "truck-1") == ("Truck 1 is full.", "2.3")
    assert told(state, tile(state, "rhino", state.trucks[0])) == ("Truck 1 is full.", "2.3")
    assert told(state, "pile") == ("The impala must be loaded onto a truck first.", "2.3")


def test_3_3_an_enclosure_has_one_kind() -> None:
    state = position(trucks=("rhino, pond, impala", "", ""), zoos={0: ("2 impala", "", "")})
    play(state, "take 1")
    rhino = tile(state, "rhino", state.hand)
    assert told(state, rhino, "enclosure-A-2") == ("", "")
    reason, rule = told(state, rhino, "enclosure-A-1")
    assert reason.startswith("Enclosure 1 already holds impalas")
    assert rule == "3.3"


def test_5_2_barns_are_for_the_bonus_action() -> None:
    state = position(trucks=("rhino, impala", "", ""), barns={1: "wolf"})
    wolf = tile(state, "wolf", state.barns[1])
    assert told(state, wolf) == ("Draw a tile, or take a truck that holds a tile.", "2.1")


def bonus() -> Position:
    """A has a bonus action; enclosure 1 is full, rhinos live in enclosure 2."""
    state = position(
        trucks=("llama", "", ""), zoos={0: ("5 llama", "rhino", "")}, barns={0: "wolf", 1: "rock, male wolf"}
    )
    play(state, "take 1", "place llama in enclosure 1")
    return state


def test_rule_5_3_pointing_from_an_opponents_barn_to_the_own_one() -> None:
    state = bonus()
    wolf = tile(state, "male wolf", state.barns[1])
    reason = "A tile that is taken over goes into one of your enclosures, not into your barn."
    own = tile(state, "wolf", state.barns[0])
    assert told(state, wolf, "barn-A") == told(state, wolf, own) == (reason, "5.3")
    assert told(state, wolf, "enclosure-A-3") == ("", "")
    assert told(state, wolf, "enclosure-A-1") == ("Enclosure 1 is full: it holds six tiles.", "3.2")
    rhino = tile(state, "rhino", state.zoo(0)[1].tiles)
    assert told(state, wolf, rhino) == ("Enclosure 2 already holds rhinos; wolves need another one.", "3.3")
    assert told(state, wolf) == ("", ""), "it can be taken over: into enclosure 3"


def test_rule_3_6_pointing_from_the_own_barn_to_an_enclosure() -> None:
    state = bonus()
    wolf = tile(state, "wolf", state.barns[0])
    reason = "Tiles are never moved inside a zoo: the wolf can only be discarded."
    assert told(state, wolf, "enclosure-A-3") == (reason, "3.6")
    assert told(state, wolf) == ("", ""), "it can be discarded"


def test_rule_3_1_a_tile_goes_into_the_own_zoo() -> None:
    """Pointing at another zoo is no decision, not even one about the own first enclosure."""
    state = position(trucks=("rhino, pond", "", ""))
    play(state, "take 1")
    rhino = tile(state, "rhino", state.hand)
    assert told(state, rhino, "enclosure-A-1") == told(state, rhino) == ("", "")
    assert told(state, rhino, "enclosure-B-1") == ("Place the rhino and pond in your zoo.", "")


def test_what_is_no_part_of_the_question_is_answered_by_the_question() -> None:
    state = position(trucks=("rhino", "", ""))
    assert told(state, "zoo-B") == ("Draw a tile, or take a truck.", "")
    assert str(why_not(state, 1, ("pile",))) == "It is not B's turn: A may act now."


def test_tiles_on_trucks_can_be_tried_off_turn() -> None:
    state = position(trucks=("rhino", "", ""), zoos={1: ("impala", "", "")})
    rhino = tile(state, "rhino", state.trucks[0])
    tried = {trial.path for trial in state.game.trials(state, 1)}
    assert tried == {(rhino, place) for place in ("enclosure-B-2", "enclosure-B-3", "barn-B")}
