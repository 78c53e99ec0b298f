"""Answers to puzzles: what is said about one, and the solution. A bots' process looks at them."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from menagerie.puzzles.book import Puzzle
from menagerie.server.base.errors import Refused
from menagerie.server.base.rate_limits import Buckets
from menagerie.server.base.settings import Limits
from menagerie.server.bot_pool.pool import BotPool
from menagerie.server.play import puzzle_tables
from menagerie.server.protocol.outgoing.puzzles import Solution, Verdict


class PuzzleAnswers:
    """Has answers judged, of each network so many a minute."""

    def __init__(self, bot_pool: BotPool, limits: Limits) -> None:
        self._bot_pool: Final = bot_pool
        # A try costs less thought than a hint.
        self._limit: Final = Buckets(limits.hints_per_minute / 30, limits.hints_per_minute)

    async def verdict(self, puzzle: Puzzle, played: list[str], network: str) -> Verdict:
        """Return whether what was played is right, and why; or what it costs. Raises Refused."""
        table = await asyncio.to_thread(puzzle_tables.table, puzzle, played)
        if not table.n:
            raise Refused("not-now", "Nothing has been decided yet.")
        self._charge(network)
        decisions = [decision for _, decision in table.decisions]
        arguments = [puzzle.title, puzzle.number, decisions]
        return msgspec.convert(await self._bot_pool.puzzle("judge_puzzle", arguments, network), Verdict)

    async def solution(self, puzzle: Puzzle, network: str) -> Solution:
        """Return the answer, step by step as a hint is told. Raises Refused."""
        self._charge(network)
        arguments = [puzzle.title, puzzle.number]
        return msgspec.convert(await self._bot_pool.puzzle("solve_puzzle", arguments, network), Solution)

    def _charge(self, network: str) -> None:
        if not self._limit.take(network):
            raise Refused("busy", "Those are many answers; wait a little.", retry=5)
