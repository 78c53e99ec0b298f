"""The map: tiles, stations and marks."""

from __future__ import annotations

import re
from typing import Final

from menagerie.core.position import Form, Section
from menagerie.games.eighteen_zoo.map.board import BLOCK, FREE, RESERVED, Board, Spot
from menagerie.games.eighteen_zoo.map.ground import POOL, Hex
from menagerie.games.eighteen_zoo.map.tiles import Tile
from menagerie.games.eighteen_zoo.position.words import families, hexes
from menagerie.games.eighteen_zoo.state import NO_ONE, Position

_TILE: Final = re.compile(r"(\S+) r([0-5])(?: copy ([0-9]{1,2}))?")
_NO_TILE: Final = "-"
_FORM: Final = "like '57 r2; GI, free' or '8 r1': a tile, its turn, and the spaces for stations"


def exchange_map(form: Form, state: Position) -> None:
    """Read the tiles hex by hex, then what else is on the map."""
    section, supply = form.section("map"), form.section("supply")
    if form.reading:
        state.board = Board(state.board.ground)
    told = Board(state.board.ground)  # the number of an identical tile is written only if it isn't the first
    for area in state.board.ground.hexes:
        text = section.text(area.name, _told(state, area, told), "")
        if form.reading and text:
            _lay(section, state, area, text)
    _exchange_supply(supply, state.board, told)
    names, ids = hexes(state), families(state)
    state.board.holes = tuple(section.numbered("holes", state.board.holes, names))
    wheat = [f"{ids[family]} {names[at]}" for family, at in enumerate(state.board.wheat) if at != NO_ONE]
    texts = section.texts("wheat", wheat)
    if form.reading:
        for text in texts:
            family, _, name = text.partition(" ")
            if family not in ids or name not in names:
                raise section.wrong("wheat", "a list like 'GI K9, PB N10'")
            state.board.sow(ids.index(family), names.index(name))
        _check(section, state)


def _told(state: Position, area: Hex, told: Board) -> str:
    """`57 r2; GI, free; beside PB`; empty for a hex as it is printed."""
    spot, printed = state.board.spots[area.index], told.spots[area.index]
    if spot.tile is None and (spot.slots, spot.extra) == (printed.slots, ()):
        return ""
    parts = [_NO_TILE]
    if spot.tile is not None:
        copy = "" if spot.copy == told.first_copy(spot.tile) else f" copy {spot.copy}"
        parts = [f"{spot.tile.number} r{spot.rotation}{copy}"]
    ids = families(state)
    if spot.slots:
        parts.append(", ".join([_holder(ids, holder) for holder in spot.slots]))
    if spot.extra:
        parts.append("beside " + ", ".join([ids[family] for family in spot.extra]))
    if spot.marked != _is_marked(area, spot.tile):
        parts.append("marked" if spot.marked else "not marked")
    told.put(area.index, spot)
    return "; ".join(parts)


def _holder(ids: list[str], holder: int) -> str:
    if holder in (FREE, BLOCK):
        return "free" if holder == FREE else "blocked"
    return f"for {ids[RESERVED - holder]}" if holder <= RESERVED else ids[holder]


def _is_marked(area: Hex, tile: Tile | None) -> bool:
    """Return whether a tile there has a marker if nothing special was done."""
    return tile is not None and (area.kind == POOL or area.cost > 0)


def _lay(section: Section, state: Position, area: Hex, text: str) -> None:
    first, *others = [part.strip() for part in text.split(";")]
    board, ids = state.board, families(state)
    tile, rotation, copy = _read_tile(section, board, area, first)
    usual = board.spots[area.index].slots if tile is None else (FREE,) * tile.slots
    marked = _is_marked(area, tile)
    slots: tuple[int, ...] = usual
    extra: tuple[int, ...] = ()
    for part in others:
        if part in ("marked", "not marked"):
            marked = part == "marked"
        elif part.startswith("beside "):
            extra = _read_holders(section, area.name, ids, part.removeprefix("beside "))
        else:
            slots = _read_holders(section, area.name, ids, part)
    if len(slots) < len(usual) or (slots and not usual) or (tile is None and not slots) or min((0, *extra)) < 0:
        raise section.problem(area.name, f"a tile has {len(usual)} spaces for stations there, each 'GI' or 'free'.")
    track = area.printed if tile is None else tile.turned[rotation]
    board.put(area.index, Spot(tile, rotation, copy, marked, slots, extra, track))


def _read_tile(section: Section, board: Board, area: Hex, text: str) -> tuple[Tile | None, int, int]:
    if text == _NO_TILE:
        return None, 0, 0
    found = _TILE.fullmatch(text)
    tile = None if found is None else board.ground.tile_named(found[1], area.index)
    if found is None or tile is None or not area.buildable:
        raise section.wrong(area.name, _FORM)
    if not board.ground.takes(area, tile):
        raise section.problem(area.name, f"tile {tile.number} does not fit this hex.")
    first = board.first_copy(tile)
    copy = first if found[3] is None else int(found[3])
    is_there = 0 <= copy < tile.count and (board.ground.site or board.has_copy(tile, copy, False))
    if not is_there:
        raise section.problem(area.name, f"there are not so many tiles {tile.number}.")
    return tile, int(found[2]), copy


def _read_holders(section: Section, key: str, ids: list[str], text: str) -> tuple[int, ...]:
    found: list[int] = []
    for word in [part.strip() for part in text.split(",")]:
        family = word.removeprefix("for ")
        if word in ("free", "blocked"):
            found.append(FREE if word == "free" else BLOCK)
        elif family in ids:
            found.append(RESERVED - ids.index(family) if family != word else ids.index(family))
        else:
            raise section.wrong(key, _FORM)
    return tuple(found)


def _exchange_supply(section: Section, board: Board, told: Board) -> None:
    """Read the copies left of a tile, if they aren't simply those not on the map (11.15)."""
    tiles = board.ground.tiles
    usual = board.supply if section.reading else told.supply
    for at in range(2 * tiles.stocks):
        tile = tiles.tiles[at % tiles.stocks]
        name = f"X{tile.number}" if at >= tiles.stocks else tile.number
        left = section.numbers(name, _copies(board.supply[at]), _copies(usual[at]))
        if left and max(left) >= tile.count:
            raise section.wrong(name, f"numbers of copies, from 0 to {tile.count - 1}")
        board.supply[at] = sum([1 << copy for copy in set(left)])


def _copies(mask: int) -> list[int]:
    return [copy for copy in range(mask.bit_length()) if mask >> copy & 1]


def _check(section: Section, state: Position) -> None:
    """Raise BadSetup for marks where there can be none."""
    board = state.board
    if len(board.holes) > 2 or any(at not in board.ground.hole_areas for at in board.holes):
        raise section.wrong("holes", "at most two R areas outside the centre")
    for family, at in enumerate(board.wheat):
        if at != NO_ONE and not board.spots[at].holds(family):
            raise section.problem("wheat", "WHEAT lies on a station of its family.")
