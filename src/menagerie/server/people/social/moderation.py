"""Store reports and moderators' decisions. Each decision names its moderator and reason, and the person concerned is
notified.

Silenced people can't chat; suspended ones may finish their games but start none. The methods wait for the disk, so call
them in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.base.ids import new_id
from menagerie.server.base.names import ERASED_NAME
from menagerie.server.people.social.relationships import all_ids
from menagerie.server.protocol.outgoing import social as outgoing
from menagerie.server.protocol.outgoing.lobby import ModeratorNote
from menagerie.server.protocol.outgoing.social import ModeratorStep, ReportedLine, Reports
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest, Standing, people_now, same_person
from menagerie.server.store.schema.social import REPORT_ROWS, STEP_ROWS
from menagerie.server.store.schema.tables import REMARK_ROWS

AROUND: Final = 12
"""How many messages before and after a reported one are kept with it."""
MOST_OPEN: Final = 20
"""The most open reports by one person."""
LISTED: Final = 100
LONGEST: Final = 365 * 24 * 3600.0
STEPS: Final = ("warn", "silence", "suspend", "lift", "close")
FOR_A_TIME: Final = ("silence", "suspend")


class Line(msgspec.Struct, frozen=True):
    """A chat message as it was when reported."""

    name: str
    text: str
    at: float
    meant: bool
    """Whether it is the reported one."""
    theirs: bool
    """Whether the reported person wrote it."""
    guest: str = ""
    """The author, whose name is hidden if they have been deleted by the time it is read."""


class Report(msgspec.Struct, frozen=True):
    """What a person reports."""

    about: str
    name: str
    reason: str
    table: str | None = None
    remark: int | None = None


class Moderation:
    """Reports and decisions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Reporting.

    def report(self, reporter: Guest, report: Report) -> str:
        """Store a report with the messages around it; return its id. Raises Refused."""
        if report.about == reporter.id:
            raise Refused("bad", "You can't report yourself.")
        mine = (REPORT_ROWS.c.reporter == reporter.id) & ~REPORT_ROWS.c.closed
        with self._database.writing() as connection:
            if connection.execute(select(func.count()).select_from(REPORT_ROWS).where(mine)).scalar_one() >= MOST_OPEN:
                raise Refused("busy", "You have many open reports. Moderators will look at those first.", retry=3600)
            lines = self._context(connection, report)
            id = new_id(12)
            row = {
                "id": id,
                "at": clock.now(),
                "reporter": reporter.id,
                "about": report.about,
                "name": report.name,
                "table_id": report.table,
                "reason": report.reason,
                "context": msgspec.json.encode(lines).decode(),
                "closed": False,
            }
            connection.execute(insert(REPORT_ROWS).values(row))
        return id

    @staticmethod
    def _context(connection: Any, report: Report) -> list[Line]:
        """Return the messages around the reported one, or the table's latest."""
        if report.table is None:
            return []
        columns, here = REMARK_ROWS.c, REMARK_ROWS.c.table_id == report.table
        meant = report.remark
        before = here if meant is None else here & (columns.id <= meant)
        query = select(REMARK_ROWS).where(before).order_by(columns.id.desc()).limit(AROUND + 1)
        rows = list(reversed(connection.execute(query).all()))
        if meant is not None:
            after = select(REMARK_ROWS).where(here & (columns.id > meant)).order_by(columns.id).limit(AROUND)
            rows += connection.execute(after).all()
        return [Line(row.name, row.text, row.at, row.id == meant, row.guest == report.about, row.guest) for row in rows]

    # What moderators see and do.

    def reports(self, closed: bool) -> Reports:
        """Return reports, the newest first, with the decisions on them and earlier ones about the same person."""
        newest = REPORT_ROWS.c.closed == closed, REPORT_ROWS.c.at.desc()
        with self._database.engine.connect() as connection:
            rows = connection.execute(select(REPORT_ROWS).where(newest[0]).order_by(newest[1]).limit(LISTED)).all()
            about = all_ids(connection, [row.about for row in rows])
            taken = connection.execute(
                select(STEP_ROWS).where(STEP_ROWS.c.about.in_(about)).order_by(STEP_ROWS.c.at)
            ).all()
        lines = {row.id: msgspec.json.decode(row.context, type=list[Line]) for row in rows}
        said = {line.guest for context in lines.values() for line in context}
        people = people_now(
            self._database, {*about, *said, *[row.reporter for row in rows], *[step.moderator for step in taken]}
        )
        found = [
            outgoing.Report(
                id=row.id,
                at=row.at,
                by=_called(people[row.reporter]),
                name=row.name,
                called=_called(people[row.about]),
                table=row.table_id,
                reason=row.reason,
                context=[_shown(line, people.get(line.guest or row.about)) for line in lines[row.id]],
                closed=row.closed,
                steps=[
                    ModeratorStep(
                        step=step.step,
                        why=step.why,
                        until=step.until,
                        at=step.at,
                        by=_called(people[step.moderator]),
                        report=step.report,
                    )
                    for step in taken
                    if people[step.about].id == people[row.about].id
                ],
            )
            for row in rows
        ]
        return Reports(reports=found)

    def take_step(self, moderator: Guest, report: str, step: str, why: str, hours: float | None) -> None:
        """Decide on a report, noting who did and why. This closes it."""
        if step not in STEPS:
            raise Refused("bad", f"Unknown decision. Choose one of these: {', '.join(STEPS)}.")
        if (hours is not None) != (step in FOR_A_TIME):
            raise Refused("bad", "Silencing and suspending need a number of hours. Other decisions have none.")
        with self._database.writing() as connection:
            about = connection.execute(select(REPORT_ROWS.c.about).where(REPORT_ROWS.c.id == report)).scalar()
            if about is None:
                raise Refused("missing", "This report doesn't exist.")
            if moderator.id in all_ids(connection, [about]):
                raise Refused("seat", "This report is about you. Another moderator has to decide on it.")
            _add_step(connection, moderator.id, about, step, why, hours, report)
            connection.execute(update(REPORT_ROWS).where(REPORT_ROWS.c.id == report).values(closed=True))

    def step_of_operator(self, about: str, step: str, why: str, hours: float | None = None) -> None:
        """Note a decision of the server's operator, made without a report or a moderator."""
        with self._database.writing() as connection:
            _add_step(connection, about, about, step, why, hours, None)

    # Effects.

    def check_talk(self, guest: str) -> None:
        """Refuse a person who is silenced or suspended."""
        held = self._held(guest)
        for step in FOR_A_TIME:
            if step in held:
                raise Refused("not-now", _sentence(step, *held[step]))

    def check_begin(self, guest: str) -> None:
        """Refuse a suspended person who wants to sit down, make a table or invite others."""
        held = self._held(guest)
        if "suspend" in held:
            raise Refused("not-now", _sentence("suspend", *held["suspend"]))

    def suspended(self, guests: Sequence[str]) -> set[str]:
        """Return which of these people are suspended now."""
        return {guest for guest in guests if "suspend" in self._held(guest)}

    def unread_notes(self, guest: str) -> list[ModeratorNote]:
        """Return the moderators' messages that a person hasn't read yet."""
        mine = STEP_ROWS.c.about.in_(same_person(guest)) & ~STEP_ROWS.c.read
        with self._database.engine.connect() as connection:
            rows = connection.execute(select(STEP_ROWS).where(mine).order_by(STEP_ROWS.c.at)).all()
        return [ModeratorNote(id=row.id, sentence=_sentence(row.step, row.until, row.why)) for row in rows]

    def have_read(self, guest: str, step: str) -> None:
        """Note that a person has read a moderator's message."""
        mine = STEP_ROWS.c.about.in_(same_person(guest)) & (STEP_ROWS.c.id == step)
        with self._database.writing() as connection:
            connection.execute(update(STEP_ROWS).where(mine).values(read=True))

    def _held(self, guest: str) -> dict[str, tuple[float, str]]:
        """Return a person's current restrictions, with their ends and reasons. A lift ends all earlier ones."""
        query = select(STEP_ROWS).where(STEP_ROWS.c.about.in_(same_person(guest))).order_by(STEP_ROWS.c.at)
        held: dict[str, tuple[float, str]] = {}
        with self._database.engine.connect() as connection:
            for row in connection.execute(query):
                if row.step == "lift":
                    held = {}
                elif row.step in FOR_A_TIME:
                    held[row.step] = (row.until, row.why)
        return {step: (until, why) for step, (until, why) in held.items() if until > clock.now()}


def _add_step(
    connection: Connection, moderator: str, about: str, step: str, why: str, hours: float | None, report: str | None
) -> None:
    now = clock.now()
    row = {
        "id": new_id(12),
        "at": now,
        "moderator": moderator,
        "about": about,
        "report": report,
        "step": step,
        "why": why,
        "until": None if hours is None else now + min(3600 * hours, LONGEST),
        # A person whose report is closed without action isn't notified.
        "read": step == "close",
    }
    connection.execute(insert(STEP_ROWS).values(row))


def _called(person: Standing) -> str:
    return ERASED_NAME if person.gone else person.name


def _shown(line: Line, who: Standing | None) -> ReportedLine:
    """Return a message as moderators see it. Old reports only note whether the reported person wrote it."""
    is_known = bool(line.guest) or line.theirs
    name = ERASED_NAME if is_known and who is not None and who.gone else line.name
    return ReportedLine(name=name, text=line.text, at=line.at, meant=line.meant, theirs=line.theirs)


def _sentence(step: str, until: float | None, why: str) -> str:
    """Return the message to the person concerned."""
    end = "" if until is None else f"{datetime.fromtimestamp(until, UTC):%d %B %Y, %H:%M} UTC"
    return {
        "warn": f"A moderator has warned you. Reason: {why}",
        "silence": f"You can't chat until {end}. Reason: {why}",
        "suspend": f"Until {end} you can finish your games but not start or join new ones. Reason: {why}",
        "lift": f"A moderator has lifted your restrictions. Reason: {why}",
        "close": f"A moderator has looked at a report about you. Result: {why}",
    }[step]
