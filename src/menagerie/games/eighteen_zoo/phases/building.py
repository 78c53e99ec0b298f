"""Laying tiles and building stations: what lays of every kind share (rules 4.2, 7.2 and 7.3)."""

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
"""In place of a lay that makes no sense on this map."""


def purse(state: Position, family: int) -> int:
    """What a family can pay for M and MM; SHINING GOLD makes them free (rule 10.12)."""
    return 99 if box.SHINING_GOLD in state.mats[family] else state.treasury[family]


def hex_of(state: Position, name: str) -> int:
    """A hex by its name, or NOWHERE."""
    return state.board.ground.by_name.get(name, NOWHERE)


def no_such_hex(name: str) -> Refusal:
    """The answer to a hex that is not on this map."""
    return Refusal(f"There is no hex {name} on this map.", "4.1")


def code_of(state: Position, action: LayTile, recorded: bool = False) -> int:
    """The lay as a number, or NO_LAY if there is no such hex on this map, no such tile for it, or not this very one,
    which is not asked of a game `recorded` at the site."""
    at = hex_of(state, action.at)
    if at == NOWHERE:
        return NO_LAY
    tile = state.board.ground.tile_named(action.tile, at)
    if tile is None or (action.copy >= 0 and not state.board.has_copy(tile, action.copy, recorded)):
        return NO_LAY
    return lay_code(at, tile.index, action.rotation)


def played_code(state: Position, action: LayTile) -> int:
    """The same for a lay that has been accepted."""
    return code_of(state, action, state.rules.site)


class Laying(Phase[Position]):
    """A phase in which tiles are laid, and where of rotations with the same track one is listed."""

    def refuse_lay(self, state: Position, action: LayTile, recorded: bool = False) -> Refusal | None:
        """Why this tile may not be laid; `recorded`: in a game that the site has recorded."""
        raise NotImplementedError

    def accepts(self, state: Position, seat: int, action: Action) -> bool:
        """Any rotation, and which one of several like tiles."""
        return isinstance(action, LayTile) and self.refuse_lay(state, action) is None

    def accepts_recorded(self, state: Position, seat: int, action: Action) -> bool:
        """A very tile that is not in the supply here, or a marked one (11.25)."""
        return state.rules.site and isinstance(action, LayTile) and self.refuse_lay(state, action, True) is None


def no_such_lay(action: LayTile) -> Refusal:
    """The answer to a lay that makes no sense on this map."""
    if action.copy >= 0:
        return Refusal(f"Tile {action.tile}-{action.copy} is not in the supply for hex {action.at}.", "4.2")
    return Refusal(f"There is no hex {action.at} on this map that takes tile {action.tile}.", "4.2")


def build(state: Position, family: int, at: int) -> None:
    """Rule 7.3: a station at its usual price."""
    left = state.stations_left[family]
    state.treasury[family] -= left[0]
    state.stations_left[family] = left[1:]
    state.board.place(family, at)
    state.has_station = True
    if state.log is not None:
        state.log.append(events.Built(state.pieces.families[family], state.board.ground.hexes[at].name, left[0]))


def price(state: Position, family: int, code: int) -> int:
    """What a lay costs the family; SHINING GOLD turns the price of M and MM into income, which is less than 0."""
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
