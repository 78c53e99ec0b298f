"""Hooks for bots: distances, danger and prospects."""

from __future__ import annotations

from menagerie import Event
from menagerie.core.rng import Rng
from menagerie.games.zoo_escape import advice
from menagerie.games.zoo_escape.board import DISTANCE, OUTSIDE
from menagerie.games.zoo_escape.events import Captured
from menagerie.games.zoo_escape.state import Table

from .position import GAME, built, carry, cover, keeper, lay, only, put, set_power, spot, zoo


def test_distances_go_along_paths() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "C4 bends r0")
    found = advice.distances(table, [spot("C5") >> 2])
    assert found[spot("C5")] == 0
    assert found[spot("C4/2")] == 1, "the bend that leads south"
    assert found[spot("C4/1")] == 3, "the other one has to go round: north or east, then over D4, D5 or so"
    assert found[spot("C3")] == 4


def test_distances_over_unknown_tiles_count_them_as_crossings() -> None:
    table = zoo("gorilla", "owl")
    cover(table, "C4 fork")
    found = advice.distances(table, [spot("C5") >> 2])
    assert found[spot("C4/-")] == 1
    assert found[spot("C3")] == 2


def measured(table: Table, animal: int, games: int = 300) -> float:
    """How often the Animal is captured where it stands, in keepers' phases by the rules themselves."""
    caught = 0
    for seed in range(games):
        twin = table.copy()
        twin.rng = Rng(seed)
        twin.had_turn = twin.everybody
        log: list[Event] = []
        twin.log = log
        twin.settle()
        caught += any(isinstance(event, Captured) and event.animal is twin.animals[animal] for event in log)
    return caught / games


def test_danger_agrees_with_keepers_phases_by_the_rules() -> None:
    """The Walk in `advice` is a second telling of section 7: for one Keeper it must give the same chances."""
    compared = 0
    for seed in range(10):
        table = GAME.new(players=2, seed=seed, animal_1="gorilla", animal_2="owl")
        assert isinstance(table, Table)
        table.up |= Rng(seed).word() << 4 & (1 << 36) - 1
        places = [place for place in range(36) if table.up >> place & 1]
        chance = Rng(seed + 100)
        table.spots[1] = table.workshop << 2
        at = chance.choice(places)
        hunter = seed % 2
        only(table, hunter + 1)
        if seed % 3:
            keeper(table, hunter + 1, "A1", "south")
            table.stands[hunter] = at << 2
            table.facing[hunter] = chance.below(4)
        else:
            table.stands[hunter] = OUTSIDE
            table.facing[hunter] = -1
            at = 35 * hunter
        set_power(table, [1, 2, 2, 3, 3, 4])
        told = advice.danger(table, 0)
        for place in [place for place in places if 0 < DISTANCE[at * 36 + place] <= 3 and place != table.workshop]:
            table.spots[0] = place << 2
            assert abs(told[place << 2] - measured(table, 0)) < 0.09, (seed, place)
            compared += told[place << 2] > 0.1
    assert compared >= 15


def test_danger_by_hand() -> None:
    table = zoo("gorilla", "owl")
    put(table, "owl", "E6")
    only(table, 2)
    keeper(table, 2, "B4", "east")
    only(table, 2)
    set_power(table, [1, 2])
    told = advice.danger(table, 0)
    assert (told[spot("C4")], told[spot("D4")], told[spot("E4")]) == (1.0, 0.5, 0.0)


def test_prospects_rise_with_every_step_of_the_escape() -> None:
    steps: list[float] = []

    def note(table: Table) -> None:
        steps.append(advice.prospects(table))

    table = zoo("gorilla", "owl")
    lay(table, "C6 gate")
    note(table)
    carry(table, "gorilla", "kite")
    note(table)
    put(table, "gorilla", "C3")
    note(table)
    table.carried[0] = 0
    table.machine_parts = table.pieces.card_named["kite"].bit
    note(table)
    built(table, "C3", "kite", "horn", "treads", aboard="gorilla")
    note(table)
    put(table, "owl", "C5")
    note(table)
    built(table, "C5", "kite", "horn", "treads", aboard="gorilla owl")
    note(table)
    assert steps == sorted(steps)
    assert len(set(steps)) == len(steps)
    table.play("begin machine", 0)
    table.play("machine kite south", 0)
    table.play("machine treads escape", 0)
    assert advice.prospects(table) == 1.0


def test_prospects_fall_with_alarms_and_end_at_nothing() -> None:
    table = zoo("gorilla", "owl")
    before = advice.prospects(table)
    table.added = 4
    assert advice.prospects(table) < before
    table.round = 60
    only(table)
    table.had_turn = 3
    table.settle()
    assert advice.prospects(table) == 0.0
