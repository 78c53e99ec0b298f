"""How a game ended at which somebody's time ran out, and the sentences about that."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from menagerie.core.seats import LETTERS, listed
from menagerie.core.state import State
from menagerie.server.seats import Seat
from menagerie.server.team import is_cooperative


class Outcome(msgspec.Struct, frozen=True):
    """Who won, who came after them, and that in a sentence."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    sentence: str


def left(seats: Sequence[Seat], lost: Sequence[int]) -> list[int]:
    """The seats of the people who have not lost by time."""
    return [seat.seat for seat in seats if seat.guest is not None and seat.seat not in lost]


def ends_at_once(state: State, seats: Sequence[Seat], lost: Sequence[int]) -> bool:
    """Whether nobody need play on: a team or somebody alone has lost, or at most one person is left."""
    return bool(lost) and (is_cooperative(state.game) or len(left(seats, lost)) <= 1)


def outcome(state: State, seats: Sequence[Seat], lost: Sequence[int], names: Sequence[str]) -> Outcome:
    """How a game ended, at its end or before it. `lost`: who has lost by time, the first one first; they are last."""
    if not lost:
        return Outcome(state.winners, state.ranking, state.result(names))
    everybody = tuple(range(state.players))
    if is_cooperative(state.game) or state.players == 1:
        return Outcome((), (everybody,), "The time ran out: the game is lost.")
    standing = [tuple([seat for seat in place if seat not in lost]) for place in state.ranking]
    places = [place for place in standing if place]
    people = left(seats, lost)
    if not state.is_over and len(people) == 1:
        others = [tuple([seat for seat in place if seat not in people]) for place in places]
        places = [tuple(people), *[place for place in others if place]]
    ranking = (*places, *[(seat,) for seat in reversed(lost)])
    winners = places[0] if places else ()
    out = f"the time of {listed(lost, names)} ran out"
    if not winners:
        return Outcome((), ranking, f"Nobody wins: {out}.")
    wins = "wins" if len(winners) == 1 else "share the win"
    return Outcome(winners, ranking, f"{listed(winners, names)} {wins}: {out}.")


def called(seats: Sequence[Seat], names: Sequence[str], lost: Sequence[int]) -> list[str]:
    """What the players are called: who has lost by time by the own name, and not as the bot that plays on."""
    return [seat.name if seat.guest and seat.seat in lost else names[seat.seat] for seat in seats]


def result_in_letters(state: State, seats: Sequence[Seat], lost: Sequence[int]) -> str:
    """The same for a record, in which players go by their letters."""
    return outcome(state, seats, lost, LETTERS).sentence


def told(then: str, name: str, bot: str, *, is_team: bool, is_end: bool) -> str:
    """What has become of it that somebody's time ran out."""
    out = "The team's time ran out" if is_team else f"{name}'s time ran out"
    if then == "wait":
        return f"{name} gets more time."
    if then == "others":
        return f"{out}: the others decide what happens."
    if then == "bot":
        return f"{out}: a bot ({bot}) goes on for {name}."
    if is_team:
        return f"{out}: the game is lost."
    return f"{out}: the game is lost for {name}." if is_end else f"{out}: {name} is last, and a bot ({bot}) plays on."


def told_holiday(name: str, until: float, now: float) -> str:
    """That somebody is on holiday, or not any more."""
    return f"{name} is on holiday until {day(until)}." if until > now else f"{name} is back from holiday."


def day(at: float) -> str:
    """`3 May`."""
    date = datetime.fromtimestamp(at, UTC)
    return f"{date.day} {date:%B}"
