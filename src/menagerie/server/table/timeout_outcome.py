"""Work out how a game ended in which a player lost early, and describe it."""

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
"""The seats that lost before the end of the game, in order, with the reason: time, left or absent."""

TIME: Final = "time"
LEFT: Final = "left"
ABSENT: Final = "absent"
_SENTENCES: Final = {TIME: "{} ran out of time.", LEFT: "{} left the game.", ABSENT: "{} never came."}
_LAST: Final = {
    TIME: "{} ran out of time and comes last.",
    LEFT: "{} left the game and comes last.",
    ABSENT: "{} never came and comes last.",
}
_DEFEATS: Final = {
    TIME: "{} ran out of time and loses the game.",
    LEFT: "{} left the game and loses.",
    ABSENT: "{} never came and loses the game.",
}
_REASONS: Final = {TIME: "out of time", LEFT: "left", ABSENT: "never came"}
_PLACES: Final = ("", "First place", "Second place", "Third place", "Fourth place", "Fifth place")


class Tie(msgspec.Struct, frozen=True):
    """Two seats with equal points but different places, and what decided between them."""

    first: int
    second: int
    told: str
    """`by 4 landscape tiles to 2`."""

    def sentence(self, names: Sequence[str]) -> str:
        """Return this as a sentence."""
        return f"{names[self.first]} is ahead of {names[self.second]}, {self.told}."


class Outcome(msgspec.Struct, frozen=True):
    """The winners, the ranking, and a sentence about the result."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    sentence: str


def left(seats: Sequence[Seat], lost: Lost) -> list[int]:
    """Return the seats of the people who haven't lost."""
    return [seat.seat for seat in seats if seat.guest is not None and seat.seat not in lost]


def ends_at_once(state: State, seats: Sequence[Seat], lost: Lost) -> bool:
    """Return whether the game ends at once: a team or a solo player has lost, or at most one person is left."""
    return bool(lost) and (is_cooperative(state.game) or len(left(seats, lost)) <= 1)


def outcome(state: State, seats: Sequence[Seat], lost: Lost, names: Sequence[str]) -> Outcome:
    """Return how a game ended, at its end or before it. Players who lost early come last: those who ran out of time in
    reverse order, then, together, those who left."""
    if not lost:
        return Outcome(state.winners, state.ranking, state.result(names))
    all_seats = tuple(range(state.players))
    if is_cooperative(state.game) or state.players == 1:
        why = "The time ran out." if TIME in lost.values() else _reason_sentences(lost, names)
        return Outcome((), (all_seats,), f"{why} The game is lost.")
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
    """Return who wins, and why each player who lost early is where they are."""
    if not places:
        return f"There is no winner. {_reason_sentences(lost, names)}"
    if state.is_over and set(places[0]) == set(state.winners):
        return f"{state.result(names)} {_placed(ranking, lost, names)}"
    best, is_shared = listed(places[0], names), len(places[0]) > 1
    if state.is_over:
        points = state.told_score(places[0][0])
        points = counted(int(points), "point", "points") if points.lstrip("-").isdigit() else points
        head = f"{best} share the win with {points}." if is_shared else f"{best} wins with {points}."
        return f"{head} {_placed(ranking, lost, names)}"
    head = f"{best} share the win." if is_shared else f"{best} wins."
    reasons = _reason_sentences(lost, names) if len(set(lost.values())) == 1 else _placed(ranking, lost, names)
    return f"{head} {reasons}"


def _reason_sentences(lost: Lost, names: Sequence[str]) -> str:
    """Return what happened to them: `Ben ran out of time.`"""
    reasons = dict.fromkeys(lost.values())
    found = [_SENTENCES[why].format(listed([seat for seat in lost if lost[seat] == why], names)) for why in reasons]
    return " ".join([f"{sentence[0].upper()}{sentence[1:]}" for sentence in found])


def _placed(ranking: Sequence[Sequence[int]], lost: Lost, names: Sequence[str]) -> str:
    """Return their places: `Third place: Eva (out of time). Last place: Ben (left the game).`"""
    found, before = [], 0
    for place in ranking:
        if place[0] in lost:
            which = "Last place" if place is ranking[-1] else _PLACES[before + 1]
            why = ", ".join(dict.fromkeys([_REASONS[lost[seat]] for seat in place]))
            found.append(f"{which}: {listed(place, names)} ({why}).")
        before += len(place)
    return " ".join(found)


def ties(state: State, lost: Lost) -> list[Tie]:
    """Return every tie that was broken at the end of a game, from the first place to the last."""
    if not state.is_over:
        return []
    standing = [[seat for seat in place if seat not in lost] for place in state.ranking]
    leaders = [place[0] for place in standing if place]
    found = [Tie(first, second, state.told_tie(first, second)) for first, second in pairwise(leaders)]
    return [tie for tie in found if tie.told]


def reason_texts(lost: Lost) -> dict[int, str]:
    """Return why each of these seats has lost, to show beside a name."""
    return {seat: _REASONS[why] for seat, why in lost.items()}


def called(seats: Sequence[Seat], names: Sequence[str], lost: Lost) -> list[str]:
    """Return the players' names, not the bot's where a player lost early and was replaced."""
    return [seat.name if seat.guest and seat.seat in lost else names[seat.seat] for seat in seats]


def result_in_letters(state: State, seats: Sequence[Seat], lost: Lost) -> str:
    """Return the result for a record, in which players go by their letters."""
    return outcome(state, seats, lost, LETTERS).sentence


def timeout_text(then: str, name: str, bot: str, *, is_team: bool, is_end: bool) -> str:
    """Return the log line about a player whose time ran out."""
    if then == "wait":
        return f"{name} gets more time."
    if then == "others":
        return f"{name} ran out of time. The others decide how to continue."
    if then == "bot":
        playing = bots.name_of(bot)
        team = f"The team ran out of time. A bot ({playing}) takes over for {name}."
        return team if is_team else f"{name} ran out of time. A bot ({playing}) takes over."
    if is_team:
        return "The team ran out of time. The game is lost."
    return loss_text(TIME, name, bot, is_end=is_end)


def loss_text(why: str, name: str, bot: str, *, is_end: bool) -> str:
    """Return the log line about a player who has lost before the end."""
    if is_end:
        return _DEFEATS[why].format(name)
    return f"{_LAST[why].format(name)} A bot ({bots.name_of(bot)}) takes over."


def holiday_text(name: str, until: float, now: float) -> str:
    """Return the log line about a player's holiday."""
    return f"{name} is on holiday until {day(until)}." if until > now else f"{name} is back from holiday."


def day(at: float) -> str:
    """Return a date: `3 May`."""
    date = datetime.fromtimestamp(at, UTC)
    return f"{date.day} {date:%B}"


def places(ranking: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return every seat's place; tied seats share one."""
    found: dict[int, int] = {}
    for group in ranking:
        place = len(found) + 1
        found |= dict.fromkeys(group, place)
    return found
