"""What somebody is told who points at something that cannot be chosen, and what can be tried."""

from __future__ import annotations

from menagerie.core.choosing import why_not

from .position import play, position


def told(table, *path: str) -> tuple[str, str]:
    """The reason and its rule; empty if pointing there is a decision."""
    answer = why_not(table, table.to_act[0], path)
    return ("", "") if answer is None else (answer.reason, answer.rule)


def tile(table, name: str, where) -> str:
    return next(f"tile-{tile.number}" for tile in where if tile.name == name)


def test_2_4_a_truck_without_tiles_cannot_be_taken() -> None:
    table = position(trucks=("rhino", "", ""))
    assert told(table, "truck-1") == ("", "")
    assert told(table, "truck-2") == ("Truck 2 is empty: a truck can be taken once it holds a tile.", "2.4")


def test_2_3_a_full_truck_takes_no_more() -> None:
    table = position(trucks=("3 rhino", "", ""), pile="impala")
    play(table, "draw")
    assert told(table, "truck-1") == ("Truck 1 is full.", "2.3")
    assert told(table, tile(table, "rhino", table.trucks[0])) == ("Truck 1 is full.", "2.3")
    assert told(table, "pile") == ("The impala must be loaded onto a truck first.", "2.3")


def test_3_3_an_enclosure_has_one_kind() -> None:
    table = position(trucks=("rhino, pond, impala", "", ""), zoos={0: ("2 impala", "", "")})
    play(table, "take 1")
    rhino = tile(table, "rhino", table.hand)
    assert told(table, rhino, "enclosure-A-2") == ("", "")
    reason, rule = told(table, rhino, "enclosure-A-1")
    assert reason.startswith("Enclosure 1 already holds impalas")
    assert rule == "3.3"


def test_5_2_barns_are_for_the_bonus_action() -> None:
    table = position(trucks=("rhino, impala", "", ""), barns={1: "wolf"})
    wolf = tile(table, "wolf", table.barns[1])
    assert told(table, wolf) == ("Draw a tile, or take a truck that holds a tile.", "2.1")


def test_what_is_no_part_of_the_question_is_answered_by_the_question() -> None:
    table = position(trucks=("rhino", "", ""))
    assert told(table, "zoo-B") == ("Draw a tile, or take a truck.", "")
    assert str(why_not(table, 1, ("pile",))) == "It is not B's turn: A may act now."


def test_tiles_on_trucks_can_be_tried_off_turn() -> None:
    table = position(trucks=("rhino", "", ""), zoos={1: ("impala", "", "")})
    rhino = tile(table, "rhino", table.trucks[0])
    tried = {trial.path for trial in table.game.trials(table, 1)}
    assert tried == {(rhino, place) for place in ("enclosure-B-2", "enclosure-B-3", "barn-B")}
