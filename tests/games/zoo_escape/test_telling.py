"""What the log says about tiles that are turned and work that is stopped."""

from __future__ import annotations

from .position import begin, carry, cover, play, put, zoo
from .test_machine import machine


def test_how_a_tile_lies() -> None:
    table = zoo("gorilla", "owl")
    put(table, "gorilla", "C4")
    cover(table, "C5 fork")
    begin(table, "gorilla")
    told = play(table, "move south", "turn tile r3")
    assert told[2] == "On C5 path 1 leads north, east and west, path 2 leads south."


def test_where_the_machine_lands() -> None:
    table = machine("C4", "rotor", "treads", "horn", down=("C5 fork",))
    told = play(table, "machine rotor south", "turn tile r3", "path 2")
    assert told[-1] == "The Machine lands on path 2 of C5."


def test_a_part_is_used_no_more() -> None:
    table = machine("C4", "cart-wheels", "kite", "horn")
    told = play(table, "machine cart-wheels east", "stop")
    assert told[1:] == ["The Machine makes no more use of the Shopping-Cart Wheels."]


def test_the_workshop_is_left() -> None:
    table = zoo("gorilla", "owl", level="easy")
    carry(table, "gorilla", "kite", "horn", "treads")
    put(table, "gorilla", "C3")
    begin(table, "gorilla")
    assert play(table, "add kite", "stop")[1:] == ["The Gorilla stops its work on the Machine."]
