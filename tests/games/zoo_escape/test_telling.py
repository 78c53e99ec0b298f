"""What the log says about tiles that are turned and work that is stopped."""

from __future__ import annotations

from .position import begin, carry, cover, play, put, zoo
from .test_machine import machine


def test_how_a_tile_lies() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C4")
    cover(state, "C5 fork")
    begin(state, "gorilla")
    told = play(state, "move south", "turn tile r3")
    assert told[1] == "On C5 path 1 leads north, east and west, path 2 leads south."


def test_where_the_machine_lands() -> None:
    state = machine("C4", "rotor", "treads", "horn", down=("C5 fork",))
    told = play(state, "machine rotor south", "turn tile r3", "path 2")
    assert told[-1] == "The Machine lands on path 2 of C5."


def test_a_part_is_used_no_more() -> None:
    state = machine("C4", "cart-wheels", "kite", "horn")
    told = play(state, "machine cart-wheels east", "stop")
    assert told[1:] == ["The Machine makes no more use of the Shopping-Cart Wheels."]


def test_the_workshop_is_left() -> None:
    state = zoo("gorilla", "owl", level="easy")
    carry(state, "gorilla", "kite", "horn", "treads")
    put(state, "gorilla", "C3")
    begin(state, "gorilla")
    assert play(state, "add kite", "stop")[1:] == ["The Gorilla stops its work on the Machine."]
