"""Positions of New York Zoo in a line or two."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

import menagerie
from menagerie import IllegalAction
from menagerie.games.new_york_zoo.actions import Place
from menagerie.games.new_york_zoo.pieces import NONE, Tile
from menagerie.games.new_york_zoo.state import Table

GAME = menagerie.load("new-york-zoo")

BUSY = {
    0: ["E4-01 r0 at E1: 2 meerkat", "E5-01 r0 at E2: 2 flamingo"],
    1: ["E4-06 r0 at F1: 2 penguin"],
}
"""A position in which both players have enclosures."""


def tile(id: str) -> Tile:
    found: Tile = GAME.pieces.tiles_by_id[id]  # type: ignore[attr-defined]
    return found


def species(table: Table, id: str) -> int:
    return table.pieces.species_by_id[id]


def position(
    players: int = 2,
    *,
    elephant: int = 0,
    zoos: dict[int, list[str]] | None = None,
    houses: dict[int, str] | None = None,
    stacks: dict[int, str] | None = None,
    mover: int = 0,
    **options: Any,
) -> Table:
    """A table at the beginning of a turn.

    zoos: by seat, enclosures as `"E4-01 r0 at E1: 2 meerkat"` (nothing after the colon: empty). houses: by seat, all
    that stands there, as `"meerkat 2 fox"`. stacks: by space, tiles from the lowest up; all other slots keep what
    the seed gave them.
    """
    table = GAME.new(players=players, seed=1, **options)
    assert isinstance(table, Table)
    table.elephant = elephant
    table.mover = table.active = mover
    laid: set[str] = set()
    for seat, enclosures in (zoos or {}).items():
        for text in enclosures:
            laid.add(lay(table, seat, text).id)
    laid |= {id for text in (stacks or {}).values() for id in text.split()}
    for space in table.pieces.strip:
        table.stacks[space.index] = tuple(one for one in table.stacks[space.index] if one.id not in laid)
    for index, text in (stacks or {}).items():
        table.stacks[index] = tuple(tile(id) for id in text.split())
    for seat, text in (houses or {}).items():
        fill_houses(table, seat, text)
    table.settle()
    return table


def lay(table: Table, seat: int, text: str) -> Tile:
    where, _, animals = text.partition(":")
    place = GAME.parse(f"place {where.strip()}")
    assert isinstance(place, Place)
    assert table.is_free(seat, place), f"{place} does not fit"
    table.lay(seat, place)
    for count, name in re.findall(r"(\d+) (\w+)", animals):
        table.residents[place.tile.index] = species(table, name)
        table.animals[place.tile.index] = int(count)
    return place.tile


def fill_houses(table: Table, seat: int, text: str) -> None:
    for one in table.pieces.species:
        while table.in_houses(seat, one.index):
            table.out_of_house(seat, one.index)
    for count, name in re.findall(r"(?:(\d+) )?([a-z]+)", text):
        for _ in range(int(count or 1)):
            table.into_house(seat, species(table, name))
    assert table.house_room[seat] >= 0, "too many for the houses"


def leave_open(table: Table, seat: int, *cells: str) -> None:
    """Cover everything but these cells, by nothing in particular."""
    board = table.boards[seat]
    free = [(int(cell[1:]) - 1, ord(cell[0]) - ord("A")) for cell in cells]
    covered = [cell for cell in table.pieces.bits if cell not in free]
    table.taken_low[seat], table.taken_high[seat] = table.pieces.words(tuple(covered))
    assert all(board.is_construction(row, column) for row, column in free)
    table.open[seat] = len(cells)
    table.settle()


def play(table: Table, *decisions: str) -> list[str]:
    """Play decisions of whoever is to act and return the log."""
    log: list[menagerie.Event] = []
    for decision in decisions:
        table.play(decision, table.to_act[0], log=log)
    return [str(event) for event in log]


def choices(table: Table, seat: int | None = None) -> list[str]:
    return [str(action) for action in table.legal(table.to_act[0] if seat is None else seat)]


def living(table: Table, *ids: str) -> list[tuple[str | None, int]]:
    """Who lives in these enclosures, and how many."""
    found: list[tuple[str | None, int]] = []
    for id in ids:
        index = tile(id).index
        resident = table.residents[index]
        found.append((None if resident == NONE else table.pieces.species[resident].id, table.animals[index]))
    return found


def in_houses(table: Table, seat: int = 0) -> dict[str, int]:
    found: dict[str, int] = table.view(None)["zoos"][seat]["in_houses"]
    return found


def walks(table: Table) -> set[str]:
    return {text for text in choices(table) if text.startswith("walk")}


def cells_of(texts: Iterable[str]) -> set[str]:
    """The corner cells in these `place` decisions."""
    return {text.rsplit(" ", 1)[1] for text in texts if text.startswith("place ")}


# Asked anew each time, so that no type checker believes that an answer stays.


def over(table: Table) -> bool:
    return table.is_over


def acting(table: Table) -> tuple[int, ...]:
    return table.to_act


def ranking(table: Table) -> tuple[tuple[int, ...], ...]:
    return table.ranking


def refused(table: Table, decision: str, seat: int | None = None) -> IllegalAction:
    seat = table.to_act[0] if seat is None else seat
    before = (table.view(None), table.history, choices(table, seat))
    with pytest.raises(IllegalAction) as caught:
        table.play(decision, seat)
    assert (table.view(None), table.history, choices(table, seat)) == before
    return caught.value


# Moments of a turn.


def new_enclosure(houses: str, *zoo: str) -> Table:
    table = position(stacks={1: "E5-01"}, zoos={0: list(zoo)}, houses={0: houses})
    play(table, "walk 1", "place E5-01 r0 at E9")
    return table


def at_animals(houses: str, *zoo: str, **more: object) -> Table:
    """Seat 0 stands on space 2, which shows penguin and kangaroo."""
    table = position(zoos={0: list(zoo)}, houses={0: houses}, **more)  # type: ignore[arg-type]
    if table.elephant == 0:  # else there was no other way
        play(table, "walk 2")
    return table


def completed(houses: str = "", **more: object) -> Table:
    table = at_animals(houses, "E4-01 r0 at E1: 3 penguin", **more)
    if "acquire penguin into E4-01" in choices(table):  # else it was the only place
        play(table, "acquire penguin into E4-01")
    return table


def two_full(houses: str = "") -> Table:
    zoos = {0: ["E4-01 r0 at E1: 3 fox", "E5-01 r0 at E2: 4 fox"]}
    table = position(zoos=zoos, elephant=3, houses={0: houses})
    play(table, "walk 2", "acquire penguin into house", "breed E4-01 E5-01")
    return table


def breeding(*zoo: str, players: int = 2, houses: str = "", others: dict[int, list[str]] | None = None) -> Table:
    """Seat 0 has crossed the fox line and stands on space 5."""
    zoos = {0: list(zoo), **(others or {})}
    table = position(players, zoos=zoos, elephant=3, houses={0: houses})
    play(table, "walk 2", "acquire penguin into house")
    return table


def two_lines(**more: object) -> Table:
    """From 13 over the flamingo and the kangaroo line to 20."""
    empty = {14: "", 16: "", 18: "", 19: ""}
    zoos = {0: ["E4-01 r0 at E1: 2 flamingo", "E5-01 r0 at E2: 2 kangaroo"]}
    return position(zoos=zoos, elephant=13, stacks=empty, houses={0: ""}, **more)  # type: ignore[arg-type]
