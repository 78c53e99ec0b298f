"""Judge answers to puzzles and show their solutions, with the help of a bot process."""

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
    """Judges answers, a limited number per network and minute."""

    def __init__(self, bot_pool: BotPool, limits: Limits) -> None:
        self._bot_pool: Final = bot_pool
        # An answer takes less thought than a hint.
        self._limit: Final = Buckets(limits.hints_per_minute / 30, limits.hints_per_minute)

    async def verdict(self, puzzle: Puzzle, played: list[str], network: str) -> Verdict:
        """Return whether the decisions are right, and why, or what they cost. Raises Refused."""
        table = await asyncio.to_thread(puzzle_tables.table, puzzle, played)
        if not table.n:
            raise Refused("not-now", "There is nothing to judge yet. Make a decision first.")
        self._charge(network)
        decisions = [decision for _, decision in table.decisions]
        arguments = [puzzle.title, puzzle.number, decisions]
        return msgspec.convert(await self._bot_pool.puzzle("judge_puzzle", arguments, network), Verdict)

    async def solution(self, puzzle: Puzzle, network: str) -> Solution:
        """Return the solution step by step, like a hint. Raises Refused."""
        self._charge(network)
        arguments = [puzzle.title, puzzle.number]
        return msgspec.convert(await self._bot_pool.puzzle("solve_puzzle", arguments, network), Solution)

    def _charge(self, network: str) -> None:
        if not self._limit.take(network):
            raise Refused("busy", "Too many answers. Wait a few seconds.", retry=5)
