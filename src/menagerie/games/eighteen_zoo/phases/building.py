"""Laying tiles and building stations: what all lays share (rules 4.2, 7.2 and 7.3)."""

from __future__ import annotations

from typing import Final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.games.eighteen_zoo import events
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import LayTile
from menagerie.games.eighteen_zoo.map.ground import lay_code, lay_hex, lay_tile
from menagerie.games.eighteen_zoo.state import Position

NOWHERE: Final = -1
"""In place of a hex that is not on this map."""
NO_LAY: Final = -1
"""In place of a lay that is impossible on this map."""


def purse(state: Position, family: int) -> int:
    """Return what a family can pay for M and MM; SHINING GOLD makes them free (rule 10.12)."""
    return 99 if box.SHINING_GOLD in state.mats[family] else state.treasury[family]


def hex_of(state: Position, name: str) -> int:
    """Return a hex by its name, or NOWHERE."""
    return state.board.ground.by_name.get(name, NOWHERE)


def no_such_hex(name: str) -> Refusal:
    """Return the refusal of a hex that isn't on this map."""
    return Refusal(f"There is no hex {name} on this map.", "4.1")


def code_of(state: Position, action: LayTile, recorded: bool = False) -> int:
    """Return the lay as a number, or NO_LAY if the map has no such hex, or no such tile or copy for it.

    The copy isn't checked in a game `recorded` at the site.
    """
    at = hex_of(state, action.at)
    if at == NOWHERE:
        return NO_LAY
    tile = state.board.ground.tile_named(action.tile, at)
    if tile is None or (action.copy >= 0 and not state.board.has_copy(tile, action.copy, recorded)):
        return NO_LAY
    return lay_code(at, tile.index, action.rotation)


def played_code(state: Position, action: LayTile) -> int:
    """Return the code of a lay that was accepted."""
    return code_of(state, action, state.rules.site)


class Laying(Phase[Position]):
    """A phase in which tiles are laid. Of rotations with the same track one is listed."""

    def refuse_lay(self, state: Position, action: LayTile, recorded: bool = False) -> Refusal | None:
        """Return why this tile can't be laid, if so; `recorded`: in a game recorded at the site."""
        raise NotImplementedError

    def accepts(self, state: Position, seat: int, action: Action) -> bool:
        """Accept any rotation, and any of several identical tiles."""
        return isinstance(action, LayTile) and self.refuse_lay(state, action) is None

    def accepts_recorded(self, state: Position, seat: int, action: Action) -> bool:
        """Accept a tile copy that isn't in the supply here, or a marked tile (11.25)."""
        return state.rules.site and isinstance(action, LayTile) and self.refuse_lay(state, action, True) is None


def no_such_lay(action: LayTile) -> Refusal:
    """Return the refusal of a lay that is impossible on this map."""
    if action.copy >= 0:
        return Refusal(f"Tile {action.tile}-{action.copy} isn't in the supply for hex {action.at}.", "4.2")
    return Refusal(f"Tile {action.tile} can't go on hex {action.at} on this map.", "4.2")


def build(state: Position, family: int, at: int) -> None:
    """Rule 7.3: build a station at its usual price."""
    left = state.stations_left[family]
    state.treasury[family] -= left[0]
    state.stations_left[family] = left[1:]
    state.board.place(family, at)
    state.has_station = True
    if state.log is not None:
        state.log.append(events.Built(state.pieces.families[family], state.board.ground.hexes[at].name, left[0]))


def price(state: Position, family: int, code: int) -> int:
    """Return what a lay costs the family; with SHINING GOLD, M and MM pay instead, which is below 0."""
    cost = state.board.cost(code)
    return cost - 3 if cost and box.SHINING_GOLD in state.mats[family] else cost


def lay(state: Position, family: int, code: int, copy: int, power: str, launch: bool = False) -> None:
    """Lay a tile and settle the price of M and MM (rules 4.2 and 10.12)."""
    at = lay_hex(code)
    area = state.board.ground.hexes[at]
    new = state.board.spots[at].tile is None
    paid = price(state, family, code)
    state.treasury[family] -= paid
    state.board.lay(code, copy, launch)
    if state.log is not None:
        number = state.board.ground.tiles.tiles[lay_tile(code)].number
        state.log.append(events.Laid(state.pieces.families[family], number, area.name, not new, paid, power))
