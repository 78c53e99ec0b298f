"""Several minds about one turn: the same level thinks in several processes, and what they found is put together."""

from __future__ import annotations

from typing import Final, final

from menagerie.bots.turn_bot import TurnBot

MOST: Final = 12
"""So many plans of each are worth telling."""


@final
class Verdict:
    """What one of them thinks of a plan: its decisions in notation, its value, and in how many worlds it was tried."""

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
    """What a bot thought of the best plans when it last planned, the best first; of those that were played on, if any
    were: the others were tried in another way."""
    played_on = [option for option in bot.options if option.is_finalist and option.tries]
    return [
        Verdict(tuple([str(action) for action in option.plan]), option.value, max(1, option.tries))
        for option in (played_on or bot.options)[:MOST]
    ]


def pooled(opinions: list[list[Verdict]]) -> tuple[str, ...]:
    """The plan that does best on average over all worlds that anybody tried.

    Plans that were soon dropped were tried in few worlds, and may look good by luck: at least half as many tries as the
    plan that was tried most are needed.
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
