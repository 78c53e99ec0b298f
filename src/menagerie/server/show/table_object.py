"""A table as lists and pages tell of it: what is played there, who sits where, what is promised about its seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from menagerie.core import seed_commitment
from menagerie.core.seats import LETTERS
from menagerie.server.protocol.outgoing.table import Fair, Origin, SeatKind, Source, TableStatus
from menagerie.server.protocol.outgoing.table import Seat as SeatAbout
from menagerie.server.protocol.outgoing.table import Table as TableAbout
from menagerie.server.show import time_payloads
from menagerie.server.store.seats import Seat, names
from menagerie.server.table import lessons
from menagerie.server.table.table import Table


def about(table: Table, guest: str | None, *, invited: bool = False) -> TableAbout:
    """Return the table object as one guest may see it."""
    facts, mine, claims = table.facts, table.held_by(guest), table.claims(guest)
    is_owner = guest is not None and guest == facts.owner
    is_invited = bool(mine or claims or is_owner or invited)
    time = time_payloads.time_control(facts.pace, facts.overtime)
    return TableAbout(
        id=facts.id,
        title=facts.title,
        name=table.game.name,
        status=cast(TableStatus, facts.status),
        players=facts.players,
        options=table.state.setup.options,
        hints=facts.hints,
        stand_in=table.stand_in,
        trials=table.game.has_trials,
        overlays=table.game.overlay_names,
        public=facts.public,
        research=facts.research,
        rated=facts.rated,
        pace=time.pace,
        overtime=time.overtime,
        told_pace=time.told_pace,
        told_time=time.told_time,
        takeover=facts.pace is None,
        created=facts.created,
        rules_version=facts.rules_version,
        seats=seat_objects(table.seats, guest),
        mine=mine,
        claims=claims if facts.status == "playing" else (),
        out=time_payloads.out(table, guest),
        owner=is_owner,
        link=f"/join/{facts.link}" if facts.status != "replay" and (is_invited or is_open_to_all(table)) else None,
        lesson=lessons.about(table),
        deal=table.shared_deal(),
        fair=promise(table, table.is_settled() and table.is_deal_open),
        seq=table.number,
        decisions=table.n,
        to_act=table.to_act,
        source=source(table),
        from_=None if facts.from_table is None else origin(table, is_owner),
        next=table.rematch.address_for(guest or "") if table.rematch and (mine or is_owner) else None,
        again=table.rematch.question_for(guest or "") if table.rematch else None,
        stood_in=sorted(table.stood_in) if facts.status == "playing" and not facts.rated else [],
    )


def promise(table: Table, is_shown: bool) -> Fair | None:
    """Return the promise about a table's seed, with the seed once it may be shown. Of an imported game return what its
    record says, if anything."""
    if (imported := table.imported) is not None:
        if not imported.commitment:
            return None
        return Fair(commitment=imported.commitment, seed=str(table.deals.last_seed), salt=imported.salt)
    salt, seed = table.facts.salt, table.deals.last_seed
    commitment = seed_commitment.commitment(seed, salt)
    if not is_shown:
        return Fair(commitment=commitment, seed=None, salt=None)
    return Fair(commitment=commitment, seed=str(seed), salt=salt)


def source(table: Table) -> Source | None:
    """Return where an imported game comes from."""
    imported = table.imported
    return None if imported is None else Source(source=imported.source, started=imported.started)


def is_open_to_all(table: Table) -> bool:
    """Return whether any viewer may sit down: the table is listed and has a free seat."""
    if table.facts.rated and table.status == "playing":
        return False
    is_free = any(seat.kind == "open" for seat in table.seats) or (table.status == "playing" and table.stood_in)
    return table.facts.public and bool(is_free) and not table.is_settled()


def origin(table: Table, is_owner: bool) -> Origin:
    """Return the game that a table continues; `anew`: with fresh chance.

    Anyone with a table's id may watch it, and that game may still be running. So only the player who continued it gets
    the id."""
    facts = table.facts
    is_fresh = facts.from_table in table.deals.continues
    return Origin(table=facts.from_table if is_owner else None, moment=facts.from_moment, anew=is_fresh)


def seat_objects(seats: Sequence[Seat], guest: str | None) -> list[SeatAbout]:
    """Return who sits where, as a guest may see it."""
    return [_seat_object(seat, name, guest) for seat, name in zip(seats, names(seats), strict=True)]


def _seat_object(seat: Seat, name: str, guest: str | None) -> SeatAbout:
    return SeatAbout(
        seat=seat.seat,
        letter=LETTERS[seat.seat],
        kind=cast(SeatKind, seat.kind if seat.bot is None else "bot"),
        name=name if seat.name else "",
        mine=guest is not None and seat.holder == guest,
        bot=seat.bot,
        for_=None if seat.claimant is None else seat.name,
    )
