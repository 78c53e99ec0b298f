"""What it costs to bring an animal home from any place: movements, and tiles that are still missing on the way."""

from __future__ import annotations

from typing import Final, final

from menagerie.games.night_at_the_zoo.board import ASLEEP
from menagerie.games.night_at_the_zoo.pieces import ANIMALS, PENGUIN, SLOTH, SNAKE, WOLF, Pieces
from menagerie.games.night_at_the_zoo.places import NOWHERE, PLACES, SPACES, UNDISCOVERED, ZOO

FAR: Final = 99.0
MOST_TABLES: Final = 20_000
"""How many tables stay in memory before it is cleared."""


@final
class WaysHome:
    """Tables of costs, made once for every set of free spaces: a search comes back to the same ones again and again."""

    def __init__(self, pieces: Pieces, missing: float) -> None:
        """A missing tile costs as much as `missing` movements."""
        self._next: Final = pieces.next
        self._missing: Final = missing
        self._onto: Final[list[list[tuple[int, int]]]] = [
            [(place, bit.bit_length() - 1) for place, bit in entries] for entries in pieces.opens
        ]
        """By space: from which places a step leads onto it, each with the direction."""
        self._tables: Final[list[dict[int, list[float]]]] = [{} for _ in ANIMALS]
        """By animal and free spaces; who walks like a wolf has the wolf's."""

    def table(self, animal: int, free: int) -> list[float]:
        """By place, for a snake by place * 4 + the direction that it faces; for a sloth as if it were asleep."""
        tables = self._tables[animal if animal in (PENGUIN, SNAKE, SLOTH) else WOLF]
        table = tables.get(free)
        if table is None:
            if len(tables) >= MOST_TABLES:
                tables.clear()
            table = self._made(animal, free)
            tables[free] = table
        return table

    def _made(self, animal: int, free: int) -> list[float]:
        if animal == PENGUIN:
            return self._sliding(free)
        if animal == SNAKE:
            return self._turning(free)
        return self._walking(free, 2.0 if animal == SLOTH else 1.0)

    def cost(self, animal: int, free: int, place: int, posture: int) -> float:
        """From one place."""
        table = self.table(animal, free)
        if animal == SNAKE:
            return table[place * 4 + posture]
        if animal == SLOTH and posture != ASLEEP:
            return table[place] - 1  # the first step needs no waking
        return table[place]

    def _tolls(self, free: int, step: float) -> list[float]:
        """By space: what it costs to enter it."""
        return [step + self._missing if free >> space & 1 else step for space in range(SPACES)]

    def _walking(self, free: int, step: float) -> list[float]:
        """One space at a time, for so many movements each."""
        tolls = self._tolls(free, step)
        cost = [FAR] * PLACES
        cost[ZOO] = 0.0
        waiting = [ZOO]
        for there in waiting:  # it grows as costs fall
            through = cost[there] + tolls[there]
            for place, _ in self._onto[there]:
                if through < cost[place]:
                    cost[place] = through
                    if place < SPACES:
                        waiting.append(place)
        return cost

    def _turning(self, free: int) -> list[float]:
        """A snake goes where it faces; a turn is a movement (rule 7.4)."""
        tolls = self._tolls(free, 1.0)
        cost = [FAR] * (4 * PLACES)
        for direction in range(4):
            cost[ZOO * 4 + direction] = 0.0
        waiting = [ZOO]
        for there in waiting:
            toll = tolls[there]
            for place, direction in self._onto[there]:
                ahead = cost[there * 4 + direction] + toll
                if ahead >= cost[place * 4 + direction]:
                    continue
                for faces in range(place * 4, place * 4 + 4):
                    if ahead + 1 < cost[faces]:
                        cost[faces] = ahead + 1
                cost[place * 4 + direction] = ahead
                if place < SPACES:
                    waiting.append(place)
        return cost

    def _sliding(self, free: int) -> list[float]:
        """A penguin slides until the next space has no tile (rule 7.1)."""
        cost = [FAR] * PLACES
        cost[ZOO] = 0.0
        changed = True
        while changed:
            changed = False
            for place in range(UNDISCOVERED):
                for direction in range(4):
                    best = self._slide(free, place, direction, cost)
                    if best < cost[place]:
                        cost[place] = best
                        changed = True
        return cost

    def _slide(self, free: int, place: int, direction: int, cost: list[float]) -> float:
        """The least cost of a slide in this direction: over laid tiles, and over tiles still to be laid."""
        best, toll = FAR, 1.0
        there = self._next[place][direction]
        while there != NOWHERE:
            if free >> there & 1:
                toll += self._missing
            ahead = self._next[there][direction]
            if (ahead == NOWHERE or free >> ahead & 1) and toll + cost[there] < best:
                best = toll + cost[there]
            there = ahead
        return best
