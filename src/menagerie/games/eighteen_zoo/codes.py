"""The codes of decisions about hexes: all lays of all maps, stations, and powers used on a hex.

Maps share the names of hexes and so the codes. A lay is here if the tile may lie like that on some map: it fits the
hex, and no track points off the map or at a wall. Rotations that give the same track have one code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from menagerie.core.action import Action
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import LayTile, PowerAt, Station
from menagerie.games.eighteen_zoo.map.tiles import HOME_TILE, MOLE_TILE, Y_TILE, YELLOW, Tile

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.map.ground import Ground, Hex
    from menagerie.games.eighteen_zoo.pieces import Pieces

ON_STATIONS: Final = (box.ON_A_DIET, box.THAT_S_MINE, box.WORK_IN_PROGRESS, box.WHEAT)
"""Powers that are used where stations are, or may be."""


@final
class MapCodes:
    """What can be decided about hexes, with its codes. Worked out when first needed: simulations need none of it."""

    def __init__(self, pieces: Pieces, power_names: list[str], first: int) -> None:
        self.first: Final = first
        """The first of these codes."""
        self._pieces: Final = pieces
        self._power_names: Final = power_names
        self._actions: list[Action] = []
        self._codes: dict[str, int] = {}
        self._hexes: list[str] = []

    def of(self, notation: str) -> int:
        """Return the code of a decision; -1 if it is legal on no map, or is written as recorded games write it."""
        self._work_out()
        return self._codes.get(notation, -1)

    @property
    def actions(self) -> list[Action]:
        """Return all decisions about hexes, in the order of their codes."""
        self._work_out()
        return self._actions

    @property
    def hexes(self) -> list[str]:
        """Return the names of all hexes, whatever the map."""
        self._work_out()
        return self._hexes

    def grounds(self) -> list[Ground]:
        """Return every map with every centre, under both sets of rules."""
        return [
            self._pieces.ground(name, centre, site)
            for name in box.MAPS
            for centre in box.CENTRES
            for site in (False, True)
        ]

    def _work_out(self) -> None:
        if self._codes:
            return
        uses: dict[str, set[int]] = {}
        """By hex the uses of the tiles that it takes on some map."""
        lays: dict[str, set[int]] = {}
        """By hex the lays that are possible on some map, as stock * 6 + rotation."""
        holes: set[str] = set()
        for ground in self.grounds():
            for area in ground.hexes:
                uses.setdefault(area.name, set()).add(area.use)
                lays.setdefault(area.name, set()).update(lays_on(ground, area))
            holes.update([ground.hexes[at].name for at in ground.hole_areas])
        self._hexes = sorted(uses, key=_position)
        for name in self._hexes:
            if HOME_TILE in uses[name] or Y_TILE in uses[name]:
                self._actions += [Station(name, False, self), Station(name, True, self)]
                self._actions += [self._power_at(power, name) for power in ON_STATIONS]
            if name in holes:
                self._actions.append(self._power_at(box.HOLE, name))
            for lay in sorted(lays[name]):
                self._add_lays(name, self._pieces.tiles.tiles[lay // 6], lay % 6)
        self._codes = {str(action): self.first + number for number, action in enumerate(self._actions)}

    def _power_at(self, power: int, name: str) -> Action:
        return PowerAt(power, self._power_names[power], name, self)

    def _add_lays(self, name: str, tile: Tile, rotation: int) -> None:
        """Add a lay without a power, and with each power that can make it."""
        if tile.use == MOLE_TILE:
            powers = [box.MOLES]
        elif tile.colour == YELLOW:
            powers = [-1, box.ANCIENT_MAPS]
        else:
            powers = [-1, box.RABBITS]
        for power in powers:
            word = self._power_names[power] if power >= 0 else ""
            self._actions.append(LayTile(tile.number, rotation, name, -1, power, word, self))


def lays_on(ground: Ground, area: Hex) -> list[int]:
    """Return how tiles may lie on a hex, as stock * 6 + rotation: no track leads off the map or against a wall."""
    shut = ~ground.open_edges[area.index]
    return [
        tile.stock * 6 + rotation
        for tile in ground.tiles.tiles
        if ground.takes(area, tile)
        for rotation in tile.rotations
        if not tile.turned[rotation].exits & shut
    ]


def _position(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])
