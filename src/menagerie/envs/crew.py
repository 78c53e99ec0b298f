"""Who steps the games of a batch: this process, or several that share its arrays.

Compiled code of ours holds Python's one lock while it plays, so that threads would wait for each other: more than one
core needs more than one process. Each has its share of the games, and writes the rows of these.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final, Literal, cast

import numpy as np
from numpy.typing import NDArray

import menagerie
from menagerie.bots.batch import GameBatch, Players, Room
from menagerie.core.errors import MenagerieError
from menagerie.core.game import Game, Setup
from menagerie.envs.rewards import Rewards

Arrays = dict[str, NDArray[Any]]

STEP: Final = b"step"
DONE: Final = b"done"
MEMORY: Final = Path("/dev/shm")  # noqa: S108 # where there is one, a file in it is never written to a disk
ALIGNED: Final = 64
"""Arrays in a file begin at multiples of this."""


@dataclass(frozen=True)
class Order:
    """All that decides what happens in a batch but its size: what a process that plays a part of it receives."""

    title: str
    content: str
    setup: Setup
    opponents: tuple[str, ...]
    seat: int | None
    playouts: int
    seed: int
    reward: str

    def game(self) -> Game:
        """The title, in another process."""
        game = menagerie.load(self.title)
        return game.with_content(Path(self.content)) if self.content else game

    def shapes(self, game: Game, size: int) -> dict[str, tuple[tuple[int, ...], str]]:
        """The arrays: how large they are, and of what."""
        encoding = game.encoding()
        return {
            "observations": ((size, encoding.layout.size), encoding.layout.dtype),
            "masks": ((size, encoding.decisions + 1), "uint8"),
            "rewards": ((size, self.setup.players), "float32"),
            "seats": ((size,), "int8"),
            "done": ((size,), "uint8"),
            "codes": ((size,), "int64"),
        }

    def batch(self, game: Game, arrays: Arrays, first: int, last: int) -> GameBatch:
        """The games of these rows."""
        room = Room(
            [row.data for row in arrays["observations"][first:last]],
            [row.data for row in arrays["masks"][first:last]],
            arrays["seats"][first:last].data,
            cast("memoryview[float]", arrays["rewards"][first:last].reshape(-1).data),
            arrays["done"][first:last].data,
        )
        players = Players(self.setup, self.opponents, self.seat, self.playouts)
        rewards = Rewards(game, self.setup.players, self.reward)
        return GameBatch(game, players, self.seed, first, room, rewards.of_end, self.reward == "points")


class Crew:
    """One process, or several."""

    def __init__(self, order: Order, game: Game, size: int, processes: int) -> None:
        self._batch: GameBatch | None = None
        self._others: list[tuple[BaseProcess, Connection]] = []
        shapes = order.shapes(game, size)
        self.arrays: Arrays
        if processes == 1:
            self.arrays = {name: np.zeros(shape, kind) for name, (shape, kind) in shapes.items()}
            self._batch = order.batch(game, self.arrays, 0, size)
            return
        file, name = tempfile.mkstemp(prefix="menagerie-", dir=MEMORY if MEMORY.is_dir() else None)
        try:
            os.close(file)
            self.arrays = _mapped(name, shapes, "w+")
            self._start(order, name, size, processes)
            self._hear()
        finally:
            Path(name).unlink()  # who has opened it keeps it

    def _start(self, order: Order, name: str, size: int, processes: int) -> None:
        # Forked, a process could hang on a lock that some thread of ours holds, so each starts fresh.
        context = multiprocessing.get_context("spawn")
        for first, last in pairwise([size * part // processes for part in range(processes + 1)]):
            here, there = context.Pipe()
            process = context.Process(target=_serve, args=(order, name, size, first, last, there), daemon=True)
            process.start()
            there.close()
            self._others.append((process, here))

    @property
    def is_closed(self) -> bool:
        """Return whether no process is left to step the games."""
        return self._batch is None and not self._others

    def step(self, codes: NDArray[np.int64]) -> None:
        """Carry out one code in each game."""
        if self._batch is not None:
            self._batch.step(codes.tolist())
            return
        self.arrays["codes"][:] = codes
        for _, connection in self._others:
            with suppress(BrokenPipeError):  # no process is there to answer, either
                connection.send_bytes(STEP)
        self._hear()

    def _hear(self) -> None:
        """Wait until all have done their part."""
        problems: list[str] = []
        for process, connection in self._others:
            try:
                answer = connection.recv_bytes()
            except (EOFError, OSError):
                process.join()
                answer = f"A process of the batch has ended with code {process.exitcode}.".encode()
            if answer != DONE:
                problems.append(answer.decode())
        if problems:
            self.close()
            raise MenagerieError(problems[0])

    def close(self) -> None:
        """End the other processes. They also end on their own once the batch is gone."""
        for process, connection in self._others:
            connection.close()  # it hears that, and ends
            process.join()
        self._others = []


def _mapped(name: str, shapes: dict[str, tuple[tuple[int, ...], str]], mode: Literal["r+", "w+"]) -> Arrays:
    """The arrays, one after the other in a file that several processes see."""
    starts: dict[str, int] = {}
    end = 0
    for array, (shape, kind) in shapes.items():
        starts[array] = end
        end += -(-int(np.prod(shape)) * np.dtype(kind).itemsize // ALIGNED) * ALIGNED
    memory = np.memmap(name, np.uint8, mode, shape=(end,))
    return {array: np.ndarray(shape, kind, memory, starts[array]) for array, (shape, kind) in shapes.items()}


def _serve(order: Order, name: str, size: int, first: int, last: int, connection: Connection) -> None:
    """Run another process: play its rows at every command, until the other end is closed."""
    try:
        game = order.game()
        arrays = _mapped(name, order.shapes(game, size), "r+")
        batch = order.batch(game, arrays, first, last)
        connection.send_bytes(DONE)
        while connection.recv_bytes() == STEP:
            batch.step(arrays["codes"][first:last].tolist())
            connection.send_bytes(DONE)
    except MenagerieError as error:
        connection.send_bytes(str(error).encode())
    except (EOFError, KeyboardInterrupt):
        return
