"""Many games at once, for agents that learn from large arrays: `menagerie.envs.Batch("zooloretto-mini", 256)`."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import menagerie
from menagerie import bots
from menagerie.core.errors import BadSetup, IllegalAction
from menagerie.core.game import Game
from menagerie.envs.crew import Crew, Order
from menagerie.envs.rewards import Rewards

PLAYOUTS: Final = 40
"""How long bots think about a decision, unless the caller says otherwise."""


class Batch:
    """So many games of a title, stepped together.

    `observations`, `masks`, `seats`, `rewards` and `done` have a row for every game. A step writes into them what it
    has changed: copy what you want to keep, and write nothing into them. Codes are those of the title's
    encoding, and one more, the last: to wait, where any may go first. A game that ends is followed by the next one at
    once: `done` says so, `rewards` are those of the end, and `observations` show the new game.

    Without `opponents` all seats decide by codes: `seats` says whose turn it is, and `rewards` has a column for every
    seat. With `opponents`, a kind of bot or one for each other seat, they play until `seat` is to decide (None: another
    seat in every game), and `rewards` has one number a game.

    What happens in a game depends on `seed`, its row and the codes; not on `size`, the other rows, or `processes`.
    """

    def __init__(
        self,
        title: str | Game,
        size: int,
        players: int | None = None,
        opponents: str | Sequence[str] | None = None,
        seed: int = 0,
        seat: int | None = 0,
        reward: str = "win",
        playouts: int = PLAYOUTS,
        processes: int = 1,
        **options: Any,
    ) -> None:
        game = menagerie.load(title) if isinstance(title, str) else title
        setup = game.setup(players, seed, game.rules_version, options)
        if size < 1 or not 1 <= processes <= size:
            raise BadSetup(
                f"A batch has 1 game or more, and 1 to {max(1, size)} processes, not {size} and {processes}."
            )
        if playouts < 1:
            raise BadSetup(f"Bots think for 1 playout or more, not {playouts}.")
        if seat is not None and seat not in range(setup.players):
            raise BadSetup(f"There is no seat {seat}: the seats are 0 to {setup.players - 1}, or None for any.")
        self.game: Final = game
        self.size: Final = size
        self.players: Final = setup.players
        self.encoding: Final = game.encoding()
        self.wait: Final = self.encoding.decisions
        """The code of waiting."""
        self.codes: Final = self.encoding.decisions + 1
        """How many codes there are."""
        kinds = _one_for_each(opponents, setup.players)
        Rewards(game, setup.players, reward)  # complains about one that does not exist
        content = str(game.content_folder) if game.content_digest else ""
        order = Order(game.id, content, setup, tuple(kinds), seat, playouts, seed, reward)
        self._crew: Final = Crew(order, game, size, processes)
        arrays = self._crew.arrays
        self.observations: Final[NDArray[Any]] = arrays["observations"]
        self.masks: Final[NDArray[np.bool_]] = arrays["masks"].view(np.bool_)
        self.seats: Final[NDArray[np.int8]] = arrays["seats"]
        self.done: Final[NDArray[np.bool_]] = arrays["done"].view(np.bool_)
        self._given: Final[NDArray[np.float32]] = arrays["rewards"]
        self._rows: Final = np.arange(size)
        self._has_bots: Final = bool(kinds)
        self.rewards: NDArray[np.float32] = self._given
        if self._has_bots:
            self.rewards = np.zeros(size, np.float32)

    def step(
        self, codes: NDArray[np.integer[Any]] | Sequence[int]
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_]]:
        """Carry out one code in each game; observations, rewards and done. Raises IllegalAction, and nothing has
        happened in any game, if a code is not legal."""
        if self._crew.is_closed:
            raise BadSetup("This batch was closed: make another one.")
        chosen = self._whole(codes)
        self._check(chosen)
        deciding = self.seats.copy() if self._has_bots else self.seats
        self._given.fill(0)
        self._crew.step(chosen)
        if self._has_bots:
            self.rewards[:] = self._given[self._rows, deciding]
        return self.observations, self.rewards, self.done

    def _whole(self, codes: NDArray[np.integer[Any]] | Sequence[int]) -> NDArray[np.int64]:
        """The codes as an array; raises BadSetup if that is something else than a whole number for each game."""
        try:
            given = np.asarray(codes)
        except ValueError:  # rows of different lengths
            raise BadSetup(f"A step needs {self.size} codes, one for each game, not lists of several.") from None
        if given.shape != (self.size,):
            raise BadSetup(f"A step needs {self.size} codes, one for each game, not an array of shape {given.shape}.")
        if given.dtype.kind not in "iu":
            raise BadSetup(f"Codes are whole numbers, not {given.dtype}.")
        return given.astype(np.int64)

    def _check(self, chosen: NDArray[np.int64]) -> None:
        legal = (chosen >= 0) & (chosen < self.codes)
        if legal.all():
            legal = self.masks[self._rows, chosen]
            if legal.all():
                return
        row = int(legal.argmin())
        code = int(chosen[row])
        if not 0 <= code < self.codes:
            raise IllegalAction(f"Codes are 0 to {self.codes - 1}, not {code} as for game {row}.")
        name = "wait" if code == self.wait else self.encoding.name(code)
        raise IllegalAction(f"In game {row} the code {code}, {name!r}, is not legal now; masks[{row}] tells which are.")

    def close(self) -> None:
        """End the other processes, if there are some. The arrays stay as they are."""
        self._crew.close()

    def __enter__(self) -> Batch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{self.size} games of {self.game.name}, {self.players} players>"


def _one_for_each(opponents: str | Sequence[str] | None, players: int) -> list[str]:
    """The kind of bot on each seat but one; raises BadSetup."""
    if opponents is None:
        return []
    others = players - 1
    kinds = [opponents] * others if isinstance(opponents, str) else list(opponents)
    if len(kinds) != others or not kinds:
        raise BadSetup(f"There are {others} other seats, and {len(kinds)} opponents were named.")
    for kind in kinds:
        bots.make(kind)  # complains about one that does not exist
    return kinds
