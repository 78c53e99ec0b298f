"""How a game ended at which somebody lost before its end, and the sentences about that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Final

import msgspec

from menagerie import bots
from menagerie.core.seats import LETTERS, counted, listed
from menagerie.core.state import State
from menagerie.server.base.cooperation import is_cooperative
from menagerie.server.store.seats import Seat

Lost = Mapping[int, str]
"""The seats that have lost before the end of the game, the first one first, and why: time, left or absent."""

TIME: Final = "time"
LEFT: Final = "left"
ABSENT: Final = "absent"
_DID: Final = {TIME: "ran out of time", LEFT: "left", ABSENT: "never came"}
_HAVING: Final = {TIME: "out of time", LEFT: "having left the game", ABSENT: "having never come"}
_ORDINALS: Final = ("", "first", "second", "third", "fourth", "fifth")


class Tie(msgspec.Struct, frozen=True):
    """Two seats with equal points whose places differ, and what parts them."""

    first: int
    second: int
    told: str
    """`by 4 landscape tiles to 2`."""

    def sentence(self, names: Sequence[str]) -> str:
        """The same in a sentence."""
        return f"{names[self.first]} is ahead of {names[self.second]}, {self.told}."


class Outcome(msgspec.Struct, frozen=True):
    """Who won, who came after them, and that in a sentence."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    sentence: str


def left(seats: Sequence[Seat], lost: Lost) -> list[int]:
    """The seats of the people who have not lost."""
    return [seat.seat for seat in seats if seat.guest is not None and seat.seat not in lost]


def ends_at_once(state: State, seats: Sequence[Seat], lost: Lost) -> bool:
    """Whether nobody need play on: a team or somebody alone has lost, or at most one person is left."""
    return bool(lost) and (is_cooperative(state.game) or len(left(seats, lost)) <= 1)


def outcome(state: State, seats: Sequence[Seat], lost: Lost, names: Sequence[str]) -> Outcome:
    """How a game ended, at its end or before it. Those who have lost are last: the first to run out of time behind the
    others, and behind them, together, those who left."""
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
    winners = places[0] if places else ()
    late = [(seat,) for seat in reversed([*lost]) if lost[seat] == TIME]
    away = tuple(sorted([seat for seat in lost if lost[seat] != TIME]))
    ranking = (*places, *late, *([away] if away else []))
    return Outcome(winners, ranking, _sentence(state, places, ranking, lost, names))


def _sentence(
    state: State, places: Sequence[Sequence[int]], ranking: Sequence[Sequence[int]], lost: Lost, names: Sequence[str]
) -> str:
    """Who wins, and the reason for the place of everybody who has lost."""
    if not places:
        return f"Nobody wins. {_all_did(lost, names)}"
    if state.is_over and set(places[0]) == set(state.winners):
        return f"{state.result(names)} {_placed(ranking, lost, names)}"
    head = f"{listed(places[0], names)} {'wins' if len(places[0]) == 1 else 'share the win'}"
    if state.is_over:
        points = state.told_score(places[0][0])
        points = counted(int(points), "point", "points") if points.lstrip("-").isdigit() else points
        return f"{head} with {points}. {_placed(ranking, lost, names)}"
    if len(set(lost.values())) == 1:
        return f"{head}. {_all_did(lost, names)}"
    return f"{head}. {_placed(ranking, lost, names)}"


def _all_did(lost: Lost, names: Sequence[str]) -> str:
    """`Ben ran out of time.`"""
    reasons = dict.fromkeys(lost.values())
    told = [f"{listed([seat for seat in lost if lost[seat] == why], names)} {_DID[why]}" for why in reasons]
    return " ".join([f"{sentence[0].upper()}{sentence[1:]}." for sentence in told])


def _placed(ranking: Sequence[Sequence[int]], lost: Lost, names: Sequence[str]) -> str:
    """`Eva is third, out of time. Ben is last, having left the game.`"""
    told, before = [], 0
    for place in ranking:
        if place[0] in lost:
            which = "last" if place is ranking[-1] else _ORDINALS[before + 1]
            why = ", ".join(dict.fromkeys([_HAVING[lost[seat]] for seat in place]))
            told.append(f"{listed(place, names)} {'is' if len(place) == 1 else 'are'} {which}, {why}.")
        before += len(place)
    return " ".join(told)


def ties(state: State, lost: Lost) -> list[Tie]:
    """Every tie that was broken at the end of a game, from the first place to the last."""
    if not state.is_over:
        return []
    standing = [[seat for seat in place if seat not in lost] for place in state.ranking]
    leaders = [place[0] for place in standing if place]
    found = [Tie(first, second, state.told_tie(first, second)) for first, second in pairwise(leaders)]
    return [tie for tie in found if tie.told]


def reason_texts(lost: Lost) -> dict[int, str]:
    """Why each of these seats has lost, beside a name."""
    return {seat: _HAVING[why] if why == TIME else _DID[why] for seat, why in lost.items()}


def called(seats: Sequence[Seat], names: Sequence[str], lost: Lost) -> list[str]:
    """What the players are called: those who have lost by their own names, and not as the bot that plays on."""
    return [seat.name if seat.guest and seat.seat in lost else names[seat.seat] for seat in seats]


def result_in_letters(state: State, seats: Sequence[Seat], lost: Lost) -> str:
    """The same for a record, in which players go by their letters."""
    return outcome(state, seats, lost, LETTERS).sentence


def told(then: str, name: str, bot: str, *, is_team: bool, is_end: bool) -> str:
    """What has become of it that somebody's time ran out."""
    playing = bots.name_of(bot)
    out = "The team's time ran out" if is_team else f"{name}'s time ran out"
    if then == "wait":
        return f"{name} gets more time."
    if then == "others":
        return f"{out}: the others decide what happens."
    if then == "bot":
        return f"{out}: a bot ({playing}) goes on for {name}."
    if is_team:
        return f"{out}: the game is lost."
    return (
        f"{out}: the game is lost for {name}." if is_end else f"{out}: {name} is last, and a bot ({playing}) plays on."
    )


def loss_text(why: str, name: str, bot: str, *, is_end: bool) -> str:
    """That somebody has lost for another reason than time."""
    playing = bots.name_of(bot)
    did = f"{name} {_DID[why]}"
    return f"{did}, and so loses the game." if is_end else f"{did}, and so is last. A bot ({playing}) plays on."


def holiday_text(name: str, until: float, now: float) -> str:
    """That somebody is on holiday, or not any more."""
    return f"{name} is on holiday until {day(until)}." if until > now else f"{name} is back from holiday."


def day(at: float) -> str:
    """`3 May`."""
    date = datetime.fromtimestamp(at, UTC)
    return f"{date.day} {date:%B}"


def places(ranking: Sequence[Sequence[int]]) -> dict[int, int]:
    """Everybody's place; those who share one have the same."""
    found: dict[int, int] = {}
    for group in ranking:
        place = len(found) + 1
        found |= dict.fromkeys(group, place)
    return found
