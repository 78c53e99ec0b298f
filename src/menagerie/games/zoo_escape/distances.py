"""Distances between spots of the Zoo along Paths.

A face-down tile counts as a crossing that can be left over every side, because the player who reveals it may turn it.
A camera counts as a detour.
"""

from typing import Final, final

from menagerie.games.zoo_escape.board import EDGE_PLACES, INNER_PLACES, NEXT, NO_PATH, OPEN, OPPOSITE, PLACES
from menagerie.games.zoo_escape.pieces import BUILDING, GATE, Laid
from menagerie.games.zoo_escape.state import Position

FAR: Final = 99
FARTHEST: Final = 24
"""The farthest distance that is followed."""
SPOTS: Final = PLACES << 2
MOST_KEPT: Final = 3000

_OPEN_SIDES: Final = [sum([1 << side for side in sides]) for sides in OPEN]
"""By place, the mask of sides without a wall."""


@final
class Layout:
    """A layout of face-up tiles, and what is known of the others."""

    __slots__ = (
        "_detour",
        "_found",
        "gates",
        "hidden_buildings",
        "hidden_edge",
        "hidden_gates",
        "hidden_inner",
        "tiles",
        "up",
        "zoo",
    )

    def __init__(self, state: Position, detour: int, found: dict[int, list[int]]) -> None:
        self._detour: Final = detour
        """How many moves of detour avoid a camera."""
        self.zoo: Final[tuple[Laid, ...]] = state.zoo
        self.up: Final[int] = state.up
        self.tiles: Final = hash(state.zoo)
        """Equal for the same tiles in the same positions."""
        self._found: Final = found
        """By places, the moves to the nearest of them: equal in all worlds with the same face-up tiles."""
        hidden = ~state.up
        self.hidden_inner: Final[int] = hidden & _mask(INNER_PLACES)
        self.hidden_edge: Final[int] = hidden & _mask(EDGE_PLACES)
        gates, hidden_gates = 0, 0
        for place in EDGE_PLACES:
            if self.zoo[place].feature == GATE:
                if hidden >> place & 1:
                    hidden_gates += 1
                else:
                    gates |= 1 << place
        self.gates: Final[int] = gates
        """The mask of places with face-up Gates."""
        self.hidden_gates: Final[int] = hidden_gates
        """How many Gates are face down. Their number is public, their places are not."""
        self.hidden_buildings: Final[int] = sum(
            [1 for place in INNER_PLACES if hidden >> place & 1 and self.zoo[place].feature == BUILDING]
        )

    def to_any(self, places: int) -> list[int]:
        """Return by spot the moves along Paths to the nearest of these places, a mask; FAR if there is no way."""
        found = self._found.get(places)
        if found is None:
            found = self._search(places)
            self._found[places] = found
        return found

    def _search(self, places: int) -> list[int]:
        zoo, up = self.zoo, self.up
        found = [FAR] * SPOTS
        by_moves: list[list[int]] = [[] for _ in range(FARTHEST)]
        for place in range(PLACES):
            if places >> place & 1:
                paths = len(zoo[place].sides) if up >> place & 1 else 0
                by_moves[0] += [place << 2 | path for path in range(paths)] if paths else [place << 2 | NO_PATH]
        for spot in by_moves[0]:
            found[spot] = 0
        for moves in range(FARTHEST):
            for spot in by_moves[moves]:
                if found[spot] != moves:
                    continue  # reached on a shorter way since
                place = spot >> 2
                path = spot & 3
                sides = _OPEN_SIDES[place] if path == NO_PATH else zoo[place].sides[path]
                farther = moves + 1
                if path != NO_PATH and zoo[place].cameras >> path & 1:
                    farther += self._detour
                for side in OPEN[place]:
                    if not sides >> side & 1:
                        continue
                    there = NEXT[place << 2 | side]
                    other = there << 2 | (zoo[there].path_at[OPPOSITE[side]] if up >> there & 1 else NO_PATH)
                    if found[other] > farther and farther < FARTHEST:
                        found[other] = farther
                        by_moves[farther].append(other)
        return found


def _mask(places: tuple[int, ...]) -> int:
    return sum([1 << place for place in places])


@final
class Layouts:
    """A cache of layouts by their tiles: positions of one turn share most of them."""

    __slots__ = ("_detour", "_distances", "_kept", "_last")

    def __init__(self, detour: int) -> None:
        self._detour: Final = detour
        self._kept: dict[int, Layout] = {}
        self._distances: dict[tuple[object, ...], dict[int, list[int]]] = {}
        """The layouts, by their face-up tiles."""
        self._last: Layout | None = None

    def of(self, state: Position) -> Layout:
        """Return the layout of this position."""
        last = self._last
        if last is not None and last.zoo is state.zoo and last.up == state.up:
            return last
        key = id(state.zoo) + 31 * state.up
        layout = self._kept.get(key)
        if layout is None or layout.zoo is not state.zoo or layout.up != state.up:
            if len(self._kept) >= MOST_KEPT:
                self._kept = {}
                self._distances = {}
            layout = self._lay_out(state)
            self._kept[key] = layout
        self._last = layout
        return layout

    def _lay_out(self, state: Position) -> Layout:
        detour = self._detour if state.level.cameras else 0
        face_up: list[object] = [detour, state.up]
        for place in range(PLACES):
            if state.up >> place & 1:
                face_up.append(state.zoo[place])
        tiles = tuple(face_up)
        distances = self._distances.get(tiles)
        if distances is None:
            distances = {}
            self._distances[tiles] = distances
        return Layout(state, detour, distances)
