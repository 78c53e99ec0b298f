"""The log's sentences about turned tiles and stopped work."""

from __future__ import annotations

import re
from random import Random

from menagerie import Event

from .position import begin, carry, cover, play, put, zoo
from .test_machine import machine
from .test_random_games import new


def test_how_a_tile_lies() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C4")
    cover(state, "C5 fork")
    begin(state, "gorilla")
    told = play(state, "move south", "turn tile r3")
    assert told[1] == "On tile C5, Path 1 leads north, east and west. Path 2 leads south."


def test_where_the_machine_lands() -> None:
    state = machine("C4", "rotor", "treads", "horn", down=("C5 fork",))
    told = play(state, "machine rotor south", "turn tile r3", "path 2")
    assert told[-1] == "The Machine lands on Path 2 of tile C5."


def test_the_team_stops_using_a_part() -> None:
    state = machine("C4", "cart-wheels", "kite", "horn")
    told = play(state, "machine cart-wheels east", "stop")
    assert told[1:] == ["The Machine stops using the Shopping-Cart Wheels."]


def test_an_animal_stops_working() -> None:
    state = zoo("gorilla", "owl", level="easy")
    carry(state, "gorilla", "kite", "horn", "treads")
    put(state, "gorilla", "C3")
    begin(state, "gorilla")
    assert play(state, "add kite", "stop")[1:] == ["The Gorilla stops working on the Machine."]


def test_a_place_is_always_called_a_tile() -> None:
    """A bare C3 could be anything, so all sentences of a whole game say tile."""
    state, chance = new(3, 2, "standard", stocked=True), Random(2)
    told: list[str] = []
    while not state.is_over:
        events: list[Event] = []
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat, events)
        told += [event.tell(state.names) for event in events]
    places = [words for words in told if re.search(r"\b[A-F][1-6]\b", words)]
    assert len(places) > 50
    assert [words for words in places if re.search(r"(?<![Tt]ile )\b[A-F][1-6]\b", words)] == []
