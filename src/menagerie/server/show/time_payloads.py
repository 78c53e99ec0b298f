"""Describe the time control and the clocks for everyone at a table."""

from __future__ import annotations

from collections import Counter
from typing import cast

from menagerie import bots
from menagerie.server.base import clock
from menagerie.server.protocol.outgoing.table import Overtime, TimeControl
from menagerie.server.protocol.outgoing.turn import Overdue, Time, VoteChoices, Votes
from menagerie.server.table import time_controls
from menagerie.server.table.table import Table
from menagerie.server.table.timeout_outcome import day


def time_control(pace: str | None, rule: str) -> TimeControl:
    """Return the pace of a table and its timeout rule, in words for the API and for people."""
    found = time_controls.read(pace)
    return TimeControl(
        pace=pace,
        overtime=None if found is None else cast(Overtime, rule),
        told_pace="no clock" if found is None else found.text(),
        told_time=time_controls.sentence(pace, rule),
    )


def standing(table: Table) -> Time | None:
    """Return the clocks by seat: the time `left`, and for running ones when it will run out (`due`)."""
    clocks = table.clocks
    if clocks is None:
        return None
    seats, running, now = range(table.facts.players), clocks.running(), clock.now()
    return Time(
        days=clocks.pace.by_days,
        team=clocks.team,
        left=[round(max(0.0, clocks.left[clocks.of(seat)]), 1) for seat in seats],
        due=[round(clocks.due(seat), 1) if seat in running else None for seat in seats],
        holidays={seat: until for seat in seats if (until := clocks.on_holiday(seat, now)) is not None},
        lost=list(table.lost),
        overdue=[_question(table, seat) for seat in sorted(table.questions.overdue)],
    )


def out(table: Table, guest: str | None) -> str | None:
    """Return the message to a player whose seat a bot plays after a timeout, or who has lost by leaving."""
    away = [seat for seat in table.owned_by(guest) if table.seats[seat].bot is not None]
    if table.status != "playing" or not away:
        return None
    seat = away[0]
    bot = bots.name_of(table.seats[seat].bot or "")
    if seat in table.forfeited:
        return f"You have lost this game. A bot ({bot}) plays your seat to the end."
    if seat in table.lost:
        return f"Your time ran out, so you come last. A bot ({bot}) plays your seat to the end."
    if table.clocks is None:
        return None  # a bot stands in only for an absent player
    if table.may_come_back(seat):
        return f"Your time ran out. A bot ({bot}) plays for you until you take your seat back."
    return f"Your time ran out. A bot ({bot}) plays your seat to the end."


def _question(table: Table, seat: int) -> Overdue:
    """Return the vote on a player whose time ran out."""
    overdue, asked = table.questions.overdue[seat], table.voters(seat)
    counted = Counter([vote for voter, vote in overdue.votes.items() if voter in asked])
    clocks = table.clocks
    assert clocks is not None
    name, by = table.names[seat], clocks.decided_by(seat)
    by_days = f"Wait: {name} gets {time_controls.span_text(clocks.pace.grace)} more"
    wait = by_days if clocks.pace.by_days else f"Wait: {name} gets a few more minutes"
    return Overdue(
        ask=overdue.number,
        seat=seat,
        voters=sorted([one.seat for one in table.seats if one.guest in asked]),
        waiting=sorted([one.seat for one in table.seats if one.guest in asked and one.guest not in overdue.votes]),
        votes=Votes(wait=counted["wait"], bot=counted["bot"], lost=counted["lost"]),
        until=by,
        sentence=f"{name} ran out of time. How do you want to continue?",
        choices=VoteChoices(
            wait=wait, bot=f"Let a bot ({bots.name_of(table.stand_in)}) take over", lost=f"{name} loses the game"
        ),
        told_until=f"The vote ends on {day(by)}." if clocks.pace.by_days else "",
    )
