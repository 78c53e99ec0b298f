"""Build the messages about tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from msgspec import structs

from menagerie.core.registry import load
from menagerie.core.seats import counted, joined
from menagerie.server.base import bot_anchors
from menagerie.server.base.errors import missing
from menagerie.server.base.names import ERASED_NAME
from menagerie.server.features.tournaments import records, registration, setup
from menagerie.server.features.tournaments.records import Paired, Tournament, Whole
from menagerie.server.features.tournaments.standings import POINT, standings
from menagerie.server.protocol.outgoing import tournaments as outgoing
from menagerie.server.protocol.outgoing.tournaments import (
    ColumnKey,
    MayDo,
    PairedPlayer,
    PairedTable,
    Round,
    Standing,
    StandingsColumn,
)
from menagerie.server.show import time_payloads
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest, people_now

SYSTEMS: Final = {"swiss": "Swiss", "robin": "Round robin"}
HOW: Final = {
    "bye": "A bye, worth a full point.",
    "left": "A player had left and lost.",
    "the table is gone": "The table no longer exists.",
    "the table cannot be read": "The table is damaged.",
    "never came": "Decided at the deadline. Players who never came have lost.",
}
_COLUMNS: Final = {
    "points": (
        "Points",
        "A win is worth one point. At larger tables you get the share of opponents you beat, and half "
        "for a tie. A bye is a "
        "full point; a round before you entered, half a point.",
    ),
    "buchholz": (
        "Buchholz",
        "First tie-break: the sum of your opponents' points, or their average at larger tables. A "
        "round without an "
        "opponent counts as one against a player with your own points.",
    ),
    "sonneborn": (
        "Sonneborn-Berger",
        "First tie-break: the points of everyone you beat, plus half the points of everyone you tied with.",
    ),
    "wins": ("Wins", "Second tie-break: games won alone, not counting byes."),
    "share": ("Share", "Third tie-break: your share of the points available at your tables, not counting byes."),
}


def number(value: float) -> str:
    """Return a number as text: `2`, `2.5`, `1.67`."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def lists(database: Database, guest: Guest | None) -> outgoing.Tournaments:
    """Return open, running and finished tournaments. Waits for the disk."""
    found = outgoing.Tournaments(open=[], running=[], finished=[])
    by_status = {"open": found.open, "running": found.running}
    for tournament, people, entered in records.lists(database, guest.id if guest else None):
        listed = outgoing.ListedTournament(people=people, entered=entered, **structs.asdict(about(tournament)))
        by_status.get(tournament.status, found.finished).append(listed)
    return found


def about(tournament: Tournament) -> outgoing.TournamentAbout:
    """Return what lists show of a tournament, too."""
    game = load(tournament.title)
    time = time_payloads.time_control(tournament.pace, tournament.overtime)
    return outgoing.TournamentAbout(
        id=tournament.id,
        name=tournament.name,
        title=game.id,
        game=game.name,
        players=tournament.players,
        system=cast(outgoing.TournamentSystem, tournament.system),
        told_system=SYSTEMS[tournament.system],
        rounds=tournament.rounds,
        round=tournament.round,
        status=cast(outgoing.TournamentStatus, tournament.status),
        reason=tournament.reason,
        public=tournament.public,
        rated=not bot_anchors.why_not_rated(game, tournament.players),
        starts=tournament.starts,
        late=tournament.late,
        hours=None if tournament.deadline is None else tournament.deadline / 3600,
        automatic=tournament.automatic,
        created=tournament.created,
        pace=time.pace,
        overtime=time.overtime,
        told_pace=time.told_pace,
        told_time=time.told_time,
    )


def page(database: Database, guest: Guest | None, id: str) -> outgoing.Tournament:
    """Return everything about one tournament. Waits for the disk; raises Refused."""
    found = records.read(database, id)
    if found is None:
        raise missing("tournament")
    tournament, me = found.tournament, guest.id if guest else None
    people = people_now(database, [*[one.guest for one in found.entrants], tournament.owner])
    names = {one: ERASED_NAME if now.gone else now.name for one, now in people.items()}
    tables = records.statuses(database, [one.table for one in found.paired if one.table])
    entrant = found.entrant(me) if me else None
    return outgoing.Tournament(
        owner=names[tournament.owner],
        people=len(found.entrants),
        entered=entrant is not None and entrant.last is None,
        columns=_columns(tournament),
        standings=_standings(found, names, me),
        played=_rounds(found, names, tables, me),
        mine=next((one.table for one in found.now() if me in one.meeting.guests and one.table in tables), None),
        next=_next(found, names),
        maker=tournament.owner == (guest.id if guest else ""),
        may=_may(found, guest),
        **structs.asdict(about(tournament)),
    )


def _columns(tournament: Tournament) -> list[StandingsColumn]:
    first: ColumnKey = "sonneborn" if tournament.system == "robin" else "buchholz"
    shown: tuple[ColumnKey, ...] = ("points", first, "wins", "share")
    return [StandingsColumn(key=key, name=_COLUMNS[key][0], help=_COLUMNS[key][1]) for key in shown]


def _standings(found: Whole, names: dict[str, str], me: str | None) -> list[Standing]:
    entrants = {one.guest: one for one in found.entrants}
    return [
        Standing(
            place=line.place,
            person=line.guest if found.tournament.owner == me else None,  # so that the host can remove someone
            name=names[line.guest],
            me=line.guest == me,
            points=number(line.points / POINT),
            buchholz=number(line.buchholz / POINT),
            sonneborn=number(line.sonneborn / POINT**2),
            wins=str(line.wins),
            share=f"{line.share / 10:.0f} %" if line.games else "none",
            first=entrants[line.guest].first,
            left=entrants[line.guest].last is not None,
            reason=entrants[line.guest].reason,
        )
        for line in standings(found.entrants, found.meetings, found.tournament.system == "robin")
    ]


def _rounds(found: Whole, names: dict[str, str], tables: dict[str, str], me: str | None) -> list[Round]:
    """Return all rounds, the last one first."""
    return [
        Round(
            round=round,
            tables=[_table(one, names, tables, me) for one in found.paired if one.meeting.round == round],
        )
        for round in range(found.tournament.round, 0, -1)
    ]


def _table(paired: Paired, names: dict[str, str], tables: dict[str, str], me: str | None) -> PairedTable:
    points = paired.meeting.points
    return PairedTable(
        people=[
            PairedPlayer(
                name=names[guest],
                me=guest == me,
                points=None if points is None else number(points[seat] / POINT),
            )
            for seat, guest in enumerate(paired.meeting.guests)
        ],
        table=paired.table if paired.table in tables else None,
        bye=len(paired.meeting.guests) == 1,
        done=points is not None,
        how=HOW.get(paired.how, paired.how) if paired.how else None,
    )


def _next(found: Whole, names: dict[str, str]) -> str:
    """Return what happens next, as a sentence, or who won."""
    tournament, people = found.tournament, len(found.entrants)
    if tournament.status == "cancelled":
        return f"The tournament was cancelled. Reason: {tournament.reason}"
    if tournament.status == "over":
        lines = standings(found.entrants, found.meetings, tournament.system == "robin")
        first = [names[line.guest] for line in lines if line.place == 1]
        return f"The tournament is over. {_winners(first)}"
    if tournament.status == "open":
        more = setup.FEWEST - people
        missing = f"{counted(more, 'more player is', 'more players are')} needed."
        enough = missing if more > 0 else f"{counted(people, 'player has', 'players have')} entered."
        starts = "It starts automatically at the time below." if tournament.starts else "The host starts it."
        return f"{enough} {starts}"
    playing = sum([one.meeting.points is None for one in found.now()])
    if playing:
        games = counted(playing, "game is", "games are")
        return f"Round {tournament.round} of {tournament.rounds}. {games} still being played."
    return f"Round {tournament.round} of {tournament.rounds} is over. The host starts the next one."


def _winners(names: Sequence[str]) -> str:
    return f"{names[0]} wins." if len(names) == 1 else f"{joined(names)} share the win."


def _may(found: Whole, guest: Guest | None) -> MayDo:
    """Return what a guest can do now. Entering is also offered to people without a name."""
    tournament = found.tournament
    me = guest.id if guest else ""
    entrant = found.entrant(me)
    goes_on = tournament.status in ("open", "running")
    is_maker = tournament.owner == me and goes_on
    plays = entrant is not None and entrant.last is None
    waits = tournament.status == "running" and found.is_round_done() and not tournament.automatic
    return MayDo(
        enter=not plays and registration.why_not_enter(found, me) is None,
        leave=plays and goes_on,
        start=is_maker and tournament.status == "open" and len(found.entrants) >= setup.FEWEST,
        next=is_maker and waits,
        remove=is_maker,
        cancel=is_maker,
    )
