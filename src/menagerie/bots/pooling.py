"""Pool several searches: the same level thinks about a turn in several processes, and their results are combined."""

from __future__ import annotations

from typing import Final, final

from menagerie.bots.turn_bot import TurnBot

MOST: Final = 12
"""How many plans each process reports."""


@final
class Verdict:
    """One process's opinion of a plan: its decisions in notation, its value, and in how many worlds it was tried."""

    __slots__ = ("plan", "tries", "value")

    def __init__(self, plan: tuple[str, ...], value: float, tries: int) -> None:
        self.plan: Final = plan
        self.value: Final = value
        self.tries: Final = tries

    def __reduce__(self) -> tuple[type[Verdict], tuple[tuple[str, ...], float, int]]:
        return Verdict, (self.plan, self.value, self.tries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Verdict) and (self.plan, self.value, self.tries) == (
            other.plan,
            other.value,
            other.tries,
        )

    def __hash__(self) -> int:
        return hash(self.plan)


def verdicts(bot: TurnBot) -> list[Verdict]:
    """Return a bot's opinions of its last best plans, the best first. If some were played on, only those, because the
    others were measured in another way."""
    played_on = [option for option in bot.options if option.is_finalist and option.tries]
    return [
        Verdict(tuple([str(action) for action in option.plan]), option.value, max(1, option.tries))
        for option in (played_on or bot.options)[:MOST]
    ]


def pooled(opinions: list[list[Verdict]]) -> tuple[str, ...]:
    """Return the plan that does best on average over all worlds tried.

    Plans dropped early were tried in few worlds and may look good by luck, so a plan needs at least half as many tries
    as the one tried most.
    """
    tries: dict[tuple[str, ...], int] = {}
    sums: dict[tuple[str, ...], float] = {}
    for opinion in opinions:
        for verdict in opinion:
            tries[verdict.plan] = tries.get(verdict.plan, 0) + verdict.tries
            sums[verdict.plan] = sums.get(verdict.plan, 0.0) + verdict.tries * verdict.value
    most = max(tries.values())
    best: tuple[str, ...] = ()
    highest = 0.0
    for plan, count in tries.items():
        value = sums[plan] / count
        if 2 * count >= most and (not best or value > highest):
            best, highest = plan, value
    return best
