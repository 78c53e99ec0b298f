"""Who there is, which tables there are, and what was said; who sits where, as far as the events tell (`table_rows`)."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import (
    URL,
    BindParameter,
    ColumnElement,
    Connection,
    Row,
    Select,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from menagerie.server.base import clock
from menagerie.server.base.errors import unquoted
from menagerie.server.base.names import folded
from menagerie.server.store import engines, row_seals
from menagerie.server.store.bus import CHANNEL
from menagerie.server.store.events import Damaged
from menagerie.server.store.file_lock import Unusable
from menagerie.server.store.migrations import upgrade
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS, SESSION_ROWS
from menagerie.server.store.schema.tables import (
    EVENT_ROWS,
    GUEST_ROWS,
    LEASE_ROWS,
    REMARK_ROWS,
    REVIEW_ROWS,
    SEAT_ROWS,
    TABLE_ROWS,
    VERSION,
)
from menagerie.server.store.schema.time import DUE_ROWS
from menagerie.server.store.seats import Seat
from menagerie.server.store.sqlite import database_file

LOG: Final = logging.getLogger("menagerie.server")
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
LISTED: Final = 50
"""The most tables in one list."""


def new_id(letters: int) -> str:
    """An id that cannot be guessed and can be read aloud."""
    return "".join([secrets.choice(_ALPHABET) for _ in range(letters)])


class Guest(msgspec.Struct, frozen=True):
    """A person, known by the token in a cookie."""

    id: str
    name: str
    account: bool = False
    """Whether the name is kept by an account."""


class Standing(msgspec.Struct, frozen=True):
    """Who somebody is by now."""

    id: str
    """Of the account that the guest has become, if so."""
    name: str
    gone: bool
    """Whether that person has had everything deleted."""


class TableFacts(msgspec.Struct, frozen=True):
    """What a table was made with, and its status. What happened at it is in its events."""

    id: str
    title: str
    rules_version: int
    players: int
    options: dict[str, str]
    """As in a record: those that differ from their defaults, as text."""
    seed: int
    salt: str
    owner: str
    hints: bool
    public: bool
    status: str
    """open, playing, over or replay."""
    link: str
    created: float
    from_table: str | None = None
    from_moment: int | None = None
    result: str | None = None
    """How the game ended, in a sentence."""
    stand_in: str | None = None
    """The kind of bot that goes on for who is away or has left; None: the title's usual one."""
    lesson: str | None = None
    """The lesson that is taught there, as `table.lessons` names it; None: a game like any other."""
    research: bool = False
    """Whether whoever made it lets the game be studied once it is over, without names: `features.research_export`."""
    rated: bool = False
    """Whether its result counts for the ratings of those who play: see `ratings`."""
    pace: str | None = None
    """How much time players have, as `table.time_controls` writes it; None: there is no clock."""
    overtime: str = "bot"
    """What happens when somebody's time runs out: bot, lost or others."""
    deal: str | None = None
    """What several tables are dealt alike, by name (`table.shared_deals`); None: this table has a deal of its own."""
    imported: str | None = None
    """Of a game that was played elsewhere, what its record says of that (`table_values.Imported`), as JSON."""


class Quota(msgspec.Struct, frozen=True):
    """How many tables of a kind a guest may have."""

    most: int
    statuses: tuple[str, ...]
    sentence: str
    only_bots: bool = False


class Full(Exception):
    """A guest has as many tables as one may have."""

    def __init__(self, quota: Quota) -> None:
        super().__init__(quota.sentence)
        self.quota = quota


class Taken(Exception):
    """An account has that name already, or one that looks like it."""


class Remark(msgspec.Struct, frozen=True):
    """Something said at a table."""

    id: int
    name: str
    seat: int | None
    text: str
    at: float
    guest: str
    """Who said it: for the server alone."""

    def told(self) -> dict[str, Any]:
        """What people are told of it."""
        told: dict[str, Any] = msgspec.structs.asdict(self)
        del told["guest"]
        return told


def _is_older(version: str) -> bool:
    """Whether a version of the schema is one before ours. They are numbered."""
    return version < VERSION


def hashed(token: str) -> str:
    """What is stored of something secret that cannot be guessed."""
    return hashlib.sha256(token.encode()).hexdigest()


def add_session(connection: Connection, guest: str, device: str, is_proved: bool = False) -> str:
    """Let one more device be that person; the token for its cookie."""
    token, now = secrets.token_urlsafe(32), clock.now()
    row: dict[str, Any] = {"token_hash": hashed(token), "id": new_id(12), "guest": guest, "device": device}
    row |= {"created": now, "seen": now, "proved": now if is_proved else 0.0}
    connection.execute(insert(SESSION_ROWS).values(row))
    return token


class Database:
    """The database, through SQLAlchemy. Its methods wait for the disk: call them in a thread."""

    def __init__(self, url: URL, turn: AbstractContextManager[object], may_upgrade: bool = True) -> None:
        """`turn` is held by whoever writes in this process."""
        self.engine = engines.open_engine(url)
        self._turn = turn
        row_seals.keep(self.engine)
        try:
            self._upgrade(may_upgrade)
        except BaseException:
            self.close()
            raise

    def _upgrade(self, may_upgrade: bool) -> None:
        """Bring the relations to the newest version of the schema: all of it or nothing."""
        with self._turn, self.engine.connect() as connection:
            version = engines.version_of(connection)
            if version == VERSION:
                engines.check_columns(connection)
                return
        url = self.engine.url
        if version is not None and may_upgrade and engines.is_file(url) and _is_older(version):
            aside = database_file.put_aside(Path(str(url.database)), f"-schema-{version}")
            LOG.info("the database as it is, of version %s of the schema, is kept as %s", version, aside)
        self._migrate(may_upgrade)
        if version is not None:
            LOG.info("the database was brought from version %s of the schema to %s", version, VERSION)

    def _migrate(self, may_upgrade: bool) -> None:
        with self._turn, self.engine.begin() as connection:
            version = engines.version_of(connection)
            if version is not None and version not in upgrade.known():
                written = f"was written by a newer Menagerie (version {version} of the schema)"
                raise Unusable(f"{engines.place(self.engine.url)} {written}: start that one.")
            if not may_upgrade:
                older = f"is of version {version} of the schema, and servers of that version use it"
                raise Unusable(f"{engines.place(self.engine.url)} {older}: stop them first.")
            upgrade.migrate(connection)
            for relation in row_seals.SEALED:
                row_seals.seal_new(connection, relation)

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()

    def tell(self, connection: Connection, words: str) -> None:
        """Have the other processes of the server told something once this transaction is done. A file has none."""
        if not engines.is_file(self.engine.url):
            connection.execute(select(func.pg_notify(CHANNEL, words)))

    # Guests.

    def add_guest(self, name: str, device: str = "") -> tuple[Guest, str]:
        """A new guest and the token that proves it, for one device."""
        guest = Guest(new_id(12), name)
        row = {"id": guest.id, "name": name, "token_hash": guest.id, "created": clock.now()}
        with self._turn, self.engine.begin() as connection:
            connection.execute(insert(GUEST_ROWS).values(row))
            token = add_session(connection, guest.id, device)
        return guest, token

    def guest_by_token(self, token: str) -> Guest | None:
        """Whose token that is."""
        with self.engine.connect() as connection:
            row = connection.execute(_GUEST, {"token_hash": hashed(token)}).first()
        return None if row is None else Guest(row.id, row.name, row.guest is not None)

    def mark_seen(self, tokens: Iterable[str]) -> None:
        """Note that the devices with these tokens were just seen."""
        seen = SESSION_ROWS.c.token_hash.in_([hashed(token) for token in tokens])
        with self.writing() as connection:
            connection.execute(update(SESSION_ROWS).where(seen).values(seen=clock.now()))

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection to write with: all of it is stored in the end, or nothing."""
        with self._turn, self.engine.begin() as connection:
            yield connection

    def tell_of(self, connection: Connection, guest: str) -> None:
        """Let the other processes look again who somebody is, once all this is stored."""
        self.tell(connection, f"guest {guest}")

    def rename(self, guest: str, name: str) -> None:
        """Change a guest's name. What a seat is called is an event of its table. Raises Taken."""
        try:
            with self.writing() as connection:
                connection.execute(update(GUEST_ROWS).where(GUEST_ROWS.c.id == guest).values(name=name))
                account = update(ACCOUNT_ROWS).where(ACCOUNT_ROWS.c.guest == guest)
                connection.execute(account.values(folded=folded(name)))
                self.tell_of(connection, guest)
        except IntegrityError:
            raise Taken from None

    def people_now(self, guests: Iterable[str]) -> dict[str, Standing]:
        """Who these guests are by now."""
        with self.engine.connect() as connection:
            found = connection.execute(_PEOPLE_NOW, {"guests": list(guests)})
            return {row.was: Standing(row.id, row.name, row.gone) for row in found}

    # Tables.

    def add_table(self, facts: TableFacts, seats: Sequence[Seat], quotas: Sequence[Quota] = ()) -> None:
        """Store a new table; raises Full."""
        values = msgspec.to_builtins(facts) | {"options": json.dumps(facts.options), "seed": str(facts.seed)}
        with self._turn, self.engine.begin() as connection:
            # Counted in the same transaction: of two tables made at once the second finds the first.
            self.wait_for_turn(connection, facts.owner)
            _check_quotas(connection, facts.owner, quotas)
            connection.execute(insert(TABLE_ROWS).values(values))
            connection.execute(insert(SEAT_ROWS), [_seat_values(facts.id, seat) for seat in seats])

    def wait_for_turn(self, connection: Connection, guest: str) -> None:
        """Let one process after another count what a guest has. On a file there is but one."""
        if not engines.is_file(self.engine.url):
            connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(guest))))

    def table(self, id: str) -> TableFacts | None:
        """A table. Raises Damaged."""
        try:
            with self.engine.connect() as connection:
                row = connection.execute(_TABLE, {"id": id}).first()
        except (DatabaseError, UnicodeDecodeError) as error:
            if isinstance(error, OperationalError) and "decode" not in str(error):
                raise  # no connection, or a lock: what is stored may be as it was
            raise Damaged(id, f"it cannot be read ({' '.join(unquoted(error).split())[:100]})") from None
        return None if row is None else facts_of(row)

    def table_by_link(self, link: str) -> str | None:
        """The id of the table that a link leads to."""
        with self.engine.connect() as connection:
            return connection.execute(select(TABLE_ROWS.c.id).where(TABLE_ROWS.c.link == link)).scalar()

    def remove_table(self, table: str) -> None:
        """Forget a table and everything about it."""
        with self._turn, self.engine.begin() as connection:
            connection.execute(delete(REMARK_ROWS).where(REMARK_ROWS.c.table_id == table))
            connection.execute(delete(SEAT_ROWS).where(SEAT_ROWS.c.table_id == table))
            connection.execute(delete(EVENT_ROWS).where(EVENT_ROWS.c.table_id == table))
            connection.execute(delete(DUE_ROWS).where(DUE_ROWS.c.table_id == table))
            connection.execute(delete(LEASE_ROWS).where(LEASE_ROWS.c.table_id == table))
            connection.execute(delete(TABLE_ROWS).where(TABLE_ROWS.c.id == table))

    def check_quotas(self, owner: str, quotas: Sequence[Quota]) -> None:
        """Raise Full for a guest who has too many tables."""
        with self.engine.connect() as connection:
            _check_quotas(connection, owner, quotas)

    def unjoined(self, before: float) -> list[str]:
        """Tables made before that time which have not begun, and at which nobody sits but who made them."""
        joined = select(SEAT_ROWS.c.table_id).where(
            (SEAT_ROWS.c.table_id == TABLE_ROWS.c.id) & (SEAT_ROWS.c.guest != TABLE_ROWS.c.owner)
        )
        is_old = (TABLE_ROWS.c.status == "open") & (TABLE_ROWS.c.created < before)
        with self.engine.connect() as connection:
            return list(connection.execute(select(TABLE_ROWS.c.id).where(is_old & ~joined.exists())).scalars())

    def deserted(self, before: float) -> list[str]:
        """Games being played at which no person has a seat, and where nothing has happened since that time. Bots play
        rated games to their end."""
        here = (SEAT_ROWS.c.table_id == TABLE_ROWS.c.id) & SEAT_ROWS.c.guest.is_not(None)
        people = select(SEAT_ROWS.c.seat).where(here).exists()
        events = (EVENT_ROWS.c.table_id == TABLE_ROWS.c.id) & (EVENT_ROWS.c.at >= before)
        lately = select(EVENT_ROWS.c.seq).where(events).exists()
        is_left = (TABLE_ROWS.c.status == "playing") & ~TABLE_ROWS.c.rated & ~people & ~lately
        with self.engine.connect() as connection:
            return list(connection.execute(select(TABLE_ROWS.c.id).where(is_left)).scalars())

    def unfinished(self, tables: Sequence[str]) -> list[str]:
        """Those of these tables that are there and whose game is not over."""
        query = select(TABLE_ROWS.c.id).where(
            TABLE_ROWS.c.id.in_(tables) & TABLE_ROWS.c.status.in_(("open", "playing"))
        )
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def unfinished_of(self, guest: str) -> list[str]:
        """The tables where a guest sits, or that the guest has made, and whose games are not over."""
        going_on = TABLE_ROWS.c.status.in_(("open", "playing"))
        with self.engine.connect() as connection:
            return list(connection.execute(select(TABLE_ROWS.c.id).where(concerns(guest) & going_on)).scalars())

    def running_of(self, guest: str) -> list[tuple[TableFacts, list[Seat]]]:
        """All tables of a guest whose games are not over, the newest first."""
        return self._list(is_running_of(guest), most=None)

    def settled_of(self, guest: str, page: int) -> tuple[list[tuple[TableFacts, list[Seat]]], int]:
        """A page of the tables where a guest sat, or that the guest has made, and whose games are over or were brought
        here, the newest first; and how many pages there are. Lessons that are done are none of them."""
        done = TABLE_ROWS.c.status.in_(("over", "replay")) & TABLE_ROWS.c.lesson.is_(None)
        mine = concerns(guest) & done
        with self.engine.connect() as connection:
            total = connection.execute(select(func.count()).select_from(TABLE_ROWS).where(mine)).scalar_one()
        return self._list(mine, skipped=(page - 1) * LISTED), max(1, -(-total // LISTED))

    def finished(self, guest: str, title: str) -> int:
        """How many games of a title a guest has played to the end, here or on another device; lessons are none."""
        here = (SEAT_ROWS.c.table_id == TABLE_ROWS.c.id) & SEAT_ROWS.c.bot.is_(None)
        sat = here & SEAT_ROWS.c.guest.in_(same_person(guest))
        over = (TABLE_ROWS.c.title == title) & (TABLE_ROWS.c.status == "over") & TABLE_ROWS.c.lesson.is_(None)
        query = select(func.count()).select_from(TABLE_ROWS).where(over & select(SEAT_ROWS.c.seat).where(sat).exists())
        with self.engine.connect() as connection:
            return connection.execute(query).scalar_one()

    def public_tables(self, status: str, by_owner: int) -> list[tuple[TableFacts, list[Seat]]]:
        """Tables that everybody may find: of each owner the newest few."""
        newest = func.row_number().over(partition_by=TABLE_ROWS.c.owner, order_by=TABLE_ROWS.c.created.desc())
        offered = TABLE_ROWS.c.public & (TABLE_ROWS.c.status == status)
        numbered = select(TABLE_ROWS.c.id, newest.label("number")).where(offered).subquery()
        return self._list(TABLE_ROWS.c.id.in_(select(numbered.c.id).where(numbered.c.number <= by_owner)))

    def _list(self, condition: Any, most: int | None = LISTED, skipped: int = 0) -> list[tuple[TableFacts, list[Seat]]]:
        newest = (TABLE_ROWS.c.created.desc(), TABLE_ROWS.c.id)
        query = select(TABLE_ROWS).where(condition).order_by(*newest).limit(most).offset(skipped)
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
            seats = _seats(connection, rows)
            listed = []
            for row in rows:
                with contextlib.suppress(Damaged):  # whoever goes to that table is told
                    listed.append((facts_of(row), seats[row.id]))
            return listed

    def lessons_of(self, guest: str) -> list[tuple[str, str, str, str]]:
        """The tables at which a guest has or had lessons, in the order in which they were begun: id, title, lesson and
        status."""
        columns = (TABLE_ROWS.c.id, TABLE_ROWS.c.title, TABLE_ROWS.c.lesson, TABLE_ROWS.c.status)
        mine = TABLE_ROWS.c.owner.in_(same_person(guest)) & TABLE_ROWS.c.lesson.is_not(None)
        with self.engine.connect() as connection:
            rows = connection.execute(select(*columns).where(mine).order_by(TABLE_ROWS.c.created))
            return [(row.id, row.title, row.lesson, row.status) for row in rows]

    def with_bots(self) -> list[str]:
        """Games being played at which a bot sits and does not rest, since a person sits there too, or it goes on for
        people whose time ran out or who have left a rated game: after a start these bots have to be woken."""
        sits = select(SEAT_ROWS.c.table_id).where(SEAT_ROWS.c.guest.is_not(None) & SEAT_ROWS.c.bot.is_(None))
        owns = select(SEAT_ROWS.c.table_id).where(SEAT_ROWS.c.guest.is_not(None))
        has_bot = (TABLE_ROWS.c.status == "playing") & SEAT_ROWS.c.bot.is_not(None)
        ran_out = TABLE_ROWS.c.pace.is_not(None) & TABLE_ROWS.c.id.in_(owns)
        goes_on = TABLE_ROWS.c.rated | TABLE_ROWS.c.id.in_(sits) | ran_out
        query = select(TABLE_ROWS.c.id).join(SEAT_ROWS).where(has_bot & goes_on)
        with self.engine.connect() as connection:
            return list(connection.execute(query.distinct()).scalars())

    # Chat.

    def say(self, table: str, guest: Guest, seat: int | None, words: str, key: str) -> tuple[Remark, bool]:
        """Store what somebody says; with a key that was there before, what was said then. Whether it is new."""
        values: dict[str, Any] = {"table_id": table, "guest": guest.id, "name": guest.name, "seat": seat, "text": words}
        values |= {"at": clock.now(), "key": f"{guest.id} {key}"}
        try:
            with self._turn, self.engine.begin() as connection:
                connection.execute(insert(REMARK_ROWS).values(values))
            is_new = True
        except IntegrityError:
            is_new = False
        with self.engine.connect() as connection:
            query = select(REMARK_ROWS).where((REMARK_ROWS.c.table_id == table) & (REMARK_ROWS.c.key == values["key"]))
            return _remark(connection.execute(query).one()), is_new

    def said(self, table: str, count: int = 100) -> list[Remark]:
        """The last things said at a table, in order."""
        with self.engine.connect() as connection:
            rows = connection.execute(_SAID, {"table": table, "count": count}).all()
            return [_remark(row) for row in reversed(rows)]

    def remark(self, table: str, id: int) -> Remark | None:
        """Something that was said at a table."""
        query = select(REMARK_ROWS).where((REMARK_ROWS.c.table_id == table) & (REMARK_ROWS.c.id == id))
        with self.engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else _remark(row)

    # Reviews.

    def keep_review(self, table: str, review: dict[str, Any], people: Iterable[str]) -> bool:
        """Keep the review of a game with it; not if one of these people, whom it names, is gone by now."""
        row = {"table_id": table, "data": json.dumps(review), "at": clock.now()}
        # Held until this is stored: a deletion that comes later finds the review, and takes it away.
        named = select(GUEST_ROWS.c.gone).where(GUEST_ROWS.c.id.in_(list(people))).with_for_update(read=True)
        with self._turn, self.engine.begin() as connection:
            if any(connection.execute(named).scalars()):
                return False
            connection.execute(delete(REVIEW_ROWS).where(REVIEW_ROWS.c.table_id == table))
            connection.execute(insert(REVIEW_ROWS).values(row))
            return True

    def review(self, table: str) -> dict[str, Any] | None:
        """The review of a game, if one was kept."""
        with self.engine.connect() as connection:
            data = connection.execute(select(REVIEW_ROWS.c.data).where(REVIEW_ROWS.c.table_id == table)).scalar()
        return None if data is None else dict(json.loads(data))


# Made once: these are asked for every table that is read, or that somebody comes to.
_now = GUEST_ROWS.alias()
_PEOPLE_NOW: Final = (
    select(GUEST_ROWS.c.id.label("was"), _now.c.id, _now.c.name, _now.c.gone)
    .join(_now, _now.c.id == func.coalesce(GUEST_ROWS.c.became, GUEST_ROWS.c.id))
    .where(GUEST_ROWS.c.id.in_(bindparam("guests", expanding=True)))
)
_GUEST: Final = (
    select(GUEST_ROWS.c.id, GUEST_ROWS.c.name, ACCOUNT_ROWS.c.guest)
    .join(SESSION_ROWS, SESSION_ROWS.c.guest == GUEST_ROWS.c.id)
    .outerjoin(ACCOUNT_ROWS)
    .where(SESSION_ROWS.c.token_hash == bindparam("token_hash"))
)
_TABLE: Final = select(TABLE_ROWS).where(TABLE_ROWS.c.id == bindparam("id"))
_SAID: Final = (
    select(REMARK_ROWS)
    .where(REMARK_ROWS.c.table_id == bindparam("table"))
    .order_by(REMARK_ROWS.c.id.desc())
    .limit(bindparam("count"))
)


def same_person(guest: str | BindParameter[str]) -> Select[tuple[str]]:
    """The ids by which tables may know a person: of guests who have become that account, too."""
    return select(GUEST_ROWS.c.id).where((GUEST_ROWS.c.id == guest) | (GUEST_ROWS.c.became == guest))


def concerns(guest: str) -> ColumnElement[bool]:
    """Whether somebody sits at a table, or has made it."""
    sits = select(SEAT_ROWS.c.table_id).where(SEAT_ROWS.c.guest.in_(same_person(guest)))
    return TABLE_ROWS.c.owner.in_(same_person(guest)) | TABLE_ROWS.c.id.in_(sits)


def is_running_of(guest: str) -> ColumnElement[bool]:
    """Whether a game that is not over is somebody's: they sit there, or have made the table and nobody else plays. A
    table that its maker has left and where others play on is no longer the maker's concern."""
    here = SEAT_ROWS.c.table_id == TABLE_ROWS.c.id
    sits = select(SEAT_ROWS.c.seat).where(here & SEAT_ROWS.c.guest.in_(same_person(guest))).exists()
    people = select(SEAT_ROWS.c.seat).where(here & SEAT_ROWS.c.guest.is_not(None)).exists()
    made = TABLE_ROWS.c.owner.in_(same_person(guest)) & ((TABLE_ROWS.c.status == "open") | ~people)
    return TABLE_ROWS.c.status.in_(("open", "playing")) & (sits | made)


def _check_quotas(connection: Connection, owner: str, quotas: Sequence[Quota]) -> None:
    for quota in quotas:
        counted = TABLE_ROWS.c.owner.in_(same_person(owner)) & TABLE_ROWS.c.status.in_(quota.statuses)
        if "playing" in quota.statuses:
            counted &= is_running_of(owner)
        if quota.only_bots:
            of_table = SEAT_ROWS.c.table_id == TABLE_ROWS.c.id
            counted &= ~select(SEAT_ROWS.c.seat).where(of_table & (SEAT_ROWS.c.kind != "bot")).exists()
        if connection.execute(select(func.count()).select_from(TABLE_ROWS).where(counted)).scalar_one() >= quota.most:
            raise Full(quota)


def _seat_values(table: str, seat: Seat) -> dict[str, Any]:
    values: dict[str, Any] = msgspec.to_builtins(seat)
    return values | {"table_id": table}


def _seats(connection: Connection, tables: Sequence[Row[Any]]) -> dict[str, list[Seat]]:
    """Who sits where at these tables. People who have taken another name are called by it, unless the game is over; who
    is gone is somebody. A guest who has become an account sits there as that one."""
    ended = {table.id for table in tables if table.status == "over"}
    seats: dict[str, list[Seat]] = {table.id: [] for table in tables}
    was, now = GUEST_ROWS.alias(), GUEST_ROWS.alias()
    query = select(SEAT_ROWS, now.c.id.label("now"), now.c.name.label("called"), now.c.gone)
    query = query.outerjoin(was, SEAT_ROWS.c.guest == was.c.id)
    query = query.outerjoin(now, now.c.id == func.coalesce(was.c.became, was.c.id))
    for row in connection.execute(query.where(SEAT_ROWS.c.table_id.in_(list(seats))).order_by(SEAT_ROWS.c.seat)):
        is_renamed = row.kind == "person" and row.called is not None and row.table_id not in ended
        name = row.called if is_renamed or row.gone else row.name
        seats[row.table_id].append(Seat(row.seat, row.kind, row.now, name, row.bot))
    return seats


def facts_of(row: Row[Any]) -> TableFacts:
    """A table's facts as they are stored; raises Damaged."""
    values = dict(row._mapping)
    try:
        return TableFacts(**values | {"options": json.loads(row.options), "seed": int(row.seed)})
    except (ValueError, TypeError):
        raise Damaged(row.id, "its facts cannot be read") from None


def _remark(row: Row[Any]) -> Remark:
    return Remark(row.id, row.name, row.seat, row.text, row.at, row.guest)
