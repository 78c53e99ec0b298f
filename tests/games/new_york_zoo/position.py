"""Positions of New York Zoo in a line or two."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

import menagerie
from menagerie import IllegalAction
from menagerie.core.seats import LETTERS
from menagerie.games.new_york_zoo.actions import Place
from menagerie.games.new_york_zoo.pieces import NONE, Tile
from menagerie.games.new_york_zoo.state import Position
from tests.games.laying import laid

GAME = menagerie.load("new-york-zoo")

BUSY = {
    0: ["E4-01 r0 at E1: 2 meerkat", "E5-01 r0 at E2: 2 flamingo"],
    1: ["E4-06 r0 at F1: 2 penguin"],
}
"""A position in which both players have enclosures."""


def tile(id: str) -> Tile:
    found: Tile = GAME.pieces.tiles_by_id[id]  # type: ignore[attr-defined]
    return found


def species(state: Position, id: str) -> int:
    return state.pieces.species_by_id[id]


def position(
    players: int = 2,
    *,
    elephant: int = 0,
    zoos: dict[int, list[str]] | None = None,
    houses: dict[int, str] | None = None,
    stacks: dict[int, str] | None = None,
    mover: int = 0,
    **options: Any,
) -> Position:
    """A table at the beginning of a turn.

    zoos: by seat, enclosures as `"E4-01 r0 at E1: 2 meerkat"` (nothing after the colon: empty). houses: by seat, all
    that stands there, as `"meerkat 2 fox"`. stacks: by space, tiles from the lowest up; all other slots keep what
    the seed gave them.
    """
    lines = [f"players: {players}", *[f"option {name}: {_option(value)}" for name, value in options.items()]]
    lines += ["[table]", f"elephant: {elephant}", f"turn: {LETTERS[mover]}"]
    for seat in range(players):
        lines += [f"[zoo {LETTERS[seat]}]", *[_enclosure(text) for text in (zoos or {}).get(seat, [])]]
        if seat in (houses or {}):
            animals = re.findall(r"(?:\d+ )?[a-z]+", (houses or {})[seat])
            lines.append(f"houses: {', '.join(animals) or 'none'}")
    lines += ["[strip]", *[f"{space}: {', '.join(text.split()) or 'none'}" for space, text in (stacks or {}).items()]]
    state = laid("new-york-zoo", "\n".join(lines))
    assert isinstance(state, Position)
    return state


def _option(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _enclosure(text: str) -> str:
    """`E4-01 r0 at E1: 2 meerkat` as a line of a position."""
    where, _, animals = text.partition(":")
    id, _, place = where.strip().partition(" ")
    return f"{id}: {place}, {animals.strip()}" if animals.strip() else f"{id}: {place}"


def lay(state: Position, seat: int, text: str) -> Tile:
    where, _, animals = text.partition(":")
    place = GAME.parse(f"place {where.strip()}")
    assert isinstance(place, Place)
    assert state.is_free(seat, place), f"{place} does not fit"
    state.lay(seat, place)
    for count, name in re.findall(r"(\d+) (\w+)", animals):
        state.residents[place.tile.index] = species(state, name)
        state.animals[place.tile.index] = int(count)
    return place.tile


def fill_houses(state: Position, seat: int, text: str) -> None:
    for one in state.pieces.species:
        while state.in_houses(seat, one.index):
            state.out_of_house(seat, one.index)
    for count, name in re.findall(r"(?:(\d+) )?([a-z]+)", text):
        for _ in range(int(count or 1)):
            state.into_house(seat, species(state, name))
    assert state.house_room[seat] >= 0, "too many for the houses"


def leave_open(state: Position, seat: int, *cells: str) -> None:
    """Cover everything but these cells, by nothing in particular."""
    board = state.boards[seat]
    free = [(int(cell[1:]) - 1, ord(cell[0]) - ord("A")) for cell in cells]
    covered = [cell for cell in state.pieces.bits if cell not in free]
    state.taken_low[seat], state.taken_high[seat] = state.pieces.words(tuple(covered))
    assert all(board.is_construction(row, column) for row, column in free)
    state.open[seat] = len(cells)
    state.settle()


def play(state: Position, *decisions: str) -> list[str]:
    """Play decisions of the seat to act and return the log."""
    state.changed_by_hand()
    log: list[menagerie.Event] = []
    for decision in decisions:
        state.play(decision, state.to_act[0], log=log)
    return [str(event) for event in log]


def choices(state: Position, seat: int | None = None) -> list[str]:
    state.changed_by_hand()
    return [str(action) for action in state.legal(state.to_act[0] if seat is None else seat)]


def living(state: Position, *ids: str) -> list[tuple[str | None, int]]:
    """Who lives in these enclosures, and how many."""
    found: list[tuple[str | None, int]] = []
    for id in ids:
        index = tile(id).index
        resident = state.residents[index]
        found.append((None if resident == NONE else state.pieces.species[resident].id, state.animals[index]))
    return found


def in_houses(state: Position, seat: int = 0) -> dict[str, int]:
    found: dict[str, int] = state.view(None)["zoos"][seat]["in_houses"]
    return found


def walks(state: Position) -> set[str]:
    return {text for text in choices(state) if text.startswith("walk")}


def cells_of(texts: Iterable[str]) -> set[str]:
    """The corner cells in these `place` decisions."""
    return {text.rsplit(" ", 1)[1] for text in texts if text.startswith("place ")}


# Asked again each time, so that no type checker believes that an answer stays.


def over(state: Position) -> bool:
    return state.is_over


def acting(state: Position) -> tuple[int, ...]:
    return state.to_act


def ranking(state: Position) -> tuple[tuple[int, ...], ...]:
    return state.ranking


def refused(state: Position, decision: str, seat: int | None = None) -> IllegalAction:
    state.changed_by_hand()
    seat = state.to_act[0] if seat is None else seat
    before = (state.view(None), state.history, choices(state, seat))
    with pytest.raises(IllegalAction) as caught:
        state.play(decision, seat)
    assert (state.view(None), state.history, choices(state, seat)) == before
    return caught.value


# Moments of a turn.


def new_enclosure(houses: str, *zoo: str) -> Position:
    state = position(stacks={1: "E5-01"}, zoos={0: list(zoo)}, houses={0: houses})
    play(state, "walk 1", "place E5-01 r0 at E9")
    return state


def at_animals(houses: str, *zoo: str, **more: object) -> Position:
    """Seat 0 stands on space 2, which shows penguin and kangaroo."""
    state = position(zoos={0: list(zoo)}, houses={0: houses}, **more)  # type: ignore[arg-type]
    if state.elephant == 0:  # else there was no other way
        play(state, "walk 2")
    return state


def completed(houses: str = "", **more: object) -> Position:
    state = at_animals(houses, "E4-01 r0 at E1: 3 penguin", **more)
    if "acquire penguin into E4-01" in choices(state):  # else it was the only place
        play(state, "acquire penguin into E4-01")
    return state


def two_full(houses: str = "") -> Position:
    zoos = {0: ["E4-01 r0 at E1: 3 fox", "E5-01 r0 at E2: 4 fox"]}
    state = position(zoos=zoos, elephant=3, houses={0: houses})
    play(state, "walk 2", "acquire penguin into house", "breed E4-01 E5-01")
    return state


def breeding(*zoo: str, players: int = 2, houses: str = "", others: dict[int, list[str]] | None = None) -> Position:
    """Seat 0 has crossed the fox line and stands on space 5."""
    zoos = {0: list(zoo), **(others or {})}
    state = position(players, zoos=zoos, elephant=3, houses={0: houses})
    play(state, "walk 2", "acquire penguin into house")
    return state


def two_lines(**more: object) -> Position:
    """From 13 over the flamingo and the kangaroo line to 20."""
    empty = {14: "", 16: "", 18: "", 19: ""}
    zoos = {0: ["E4-01 r0 at E1: 2 flamingo", "E5-01 r0 at E2: 2 kangaroo"]}
    return position(zoos=zoos, elephant=13, stacks=empty, houses={0: ""}, **more)  # type: ignore[arg-type]
