"""Assemble a running server."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final

from menagerie.server.base.errors import mistake
from menagerie.server.base.mailer import Mailer
from menagerie.server.base.rate_limits import Buckets, Uploads
from menagerie.server.base.settings import Settings
from menagerie.server.bot_pool.pool import BotPool
from menagerie.server.bot_pool.reviews import Reviews
from menagerie.server.features.accounts.authentication import Authentication
from menagerie.server.features.accounts.email_addresses import EmailAddresses
from menagerie.server.features.accounts.guest_retention import GuestRetention
from menagerie.server.features.accounts.identity_sync import IdentitySync
from menagerie.server.features.accounts.own_name import OwnName
from menagerie.server.features.daily import duplicates
from menagerie.server.features.daily.access import DealPolicy
from menagerie.server.features.daily.attempt_results import AttemptResults
from menagerie.server.features.daily.seeds import Seeds
from menagerie.server.features.notices import changed_tables
from menagerie.server.features.notices.account_data import NoticeData
from menagerie.server.features.notices.service import NoticeService
from menagerie.server.features.ratings import seat_profiles
from menagerie.server.features.ratings.account_data import RatingData
from menagerie.server.features.ratings.counter import RatingCounter
from menagerie.server.features.ratings.policy import RatedPolicy
from menagerie.server.features.tournaments.account_data import TournamentData
from menagerie.server.features.tournaments.policy import TournamentPolicy
from menagerie.server.features.tournaments.records import rounds_of
from menagerie.server.features.tournaments.runner import TournamentRunner
from menagerie.server.people.accounts.accounts import Accounts
from menagerie.server.people.accounts.guests import Guests
from menagerie.server.people.social.account_data import SocialData
from menagerie.server.people.social.service import SocialService
from menagerie.server.play.bot_turns import BotTurns
from menagerie.server.play.commands import Commands
from menagerie.server.play.feature import Feature
from menagerie.server.play.new_table import TableMaker
from menagerie.server.play.order_runner import OrderRunner
from menagerie.server.play.puzzle_answers import PuzzleAnswers
from menagerie.server.play.seating import Seating
from menagerie.server.play.time.downtime import Downtime
from menagerie.server.play.time.holidays import HolidayData
from menagerie.server.play.time.timekeeper import Timekeeper
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import Answer
from menagerie.server.protocol.outgoing.ratings import TablePeople
from menagerie.server.services.data_export import DataExport
from menagerie.server.services.health import Health
from menagerie.server.services.lobby_lists import LobbyLists
from menagerie.server.services.owner_relay import Relay
from menagerie.server.show.hub import Hub
from menagerie.server.store import engines
from menagerie.server.store.bus import MemoryBus
from menagerie.server.store.guests import Guest
from menagerie.server.store.storage import Storage
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table

if TYPE_CHECKING:
    from menagerie.server.services.cluster import ServerCluster

Do = Callable[[Guest | None, str, incoming.AnyCommand], Awaitable[Answer]]
LOG: Final = logging.getLogger("menagerie.server")
SWEEP: Final = 10.0
"""Seconds between checks for idle spectators, and for requests that no one can answer any more."""
BEAT: Final = 1.0
"""Seconds between checks of the database."""
YOUNG: Final = 50_000
NEVER: Final = 1_000_000_000
"""How many new objects trigger a garbage collection of the young ones, which takes ten milliseconds or more, but is
rare: requests leave garbage, decisions don't. Full collections run only in quiet moments."""
AT_LEAST: Final = 60
"""After so many sweeps a full collection runs even without a quiet moment."""


class Services:
    """A server without the web, which the handlers call."""

    def __init__(self, settings: Settings, more_features: Sequence[Callable[[Tables], Feature]] = ()) -> None:
        """Raise Unusable if the database can't be used or is partly damaged."""
        self.settings = settings
        self.storage = Storage(settings.database, shared=True)
        try:
            with engines.explaining(self.storage.database.engine.url):
                self._put_together(settings)
                self._add(*[make(self.tables) for make in more_features])
        except BaseException:
            self.storage.close()
            raise

    def _put_together(self, settings: Settings) -> None:
        bus, limits = MemoryBus(), settings.limits
        self.database = self.storage.database
        self.store = self.storage.store
        self.guests = Guests(self.database)
        self.downtime = Downtime(self.database, is_alone=self.storage.processes is None)
        stops = self.downtime.stops
        self.tables = Tables(self.store, self.database, bus, settings, self.storage.ownership, stops)
        self.timekeeper = Timekeeper(self.tables, self.downtime)
        self.social = SocialService.of(self.database, settings.moderators)
        self.seating = Seating(self.tables, self.social)
        self.maker = TableMaker(self.tables, self.social)
        self.lobby_lists = LobbyLists(self.tables, self.social)
        self.seeds = Seeds(self.database)
        """Derives the seeds of the daily deals."""
        self.tournaments = TournamentRunner(self.tables, self.seating, self.social.moderation)
        self.hub = Hub(self.tables, self.social, limits)
        self.identity_sync = IdentitySync(self.database, self.guests, self.seating, self.hub)
        self.accounts = Accounts(self.database)
        mailer = Mailer(settings)
        self.authentication = Authentication(
            self.accounts, self.seating, self.identity_sync, self.social, mailer, limits
        )
        self.own_name = OwnName(self.authentication, self.guests, self.seating, self.social.texts, limits)
        self.data_export = DataExport(self.tables, self.authentication)
        self.guest_retention = GuestRetention(self.authentication, settings.guest_days)
        self.email_addresses = EmailAddresses(self.authentication, mailer, limits)
        self.notices = NoticeService(self.tables, self.email_addresses.mailer)
        self.hub.when_entered = self.notices.come
        self.social.invitations.when_changed = changed_tables.mark
        self.bot_pool = BotPool(settings)
        self.commands = Commands(self.tables, self.social, self.bot_pool, self.hub, limits)
        self.do: Do = self._do
        """Carries out people's commands. Metrics replace it with a timed version."""
        self.commands_done = 0
        self.under_way = 0
        """Commands without an answer yet, except those waiting for a bot."""
        self.rating_counter = RatingCounter(self.tables)
        self.reviews = Reviews(self.tables, self.bot_pool)
        self.orders = OrderRunner(self.tables, self.commands)
        self.bots = BotTurns(self.tables, self.commands, self.bot_pool, settings)
        self.posts = Buckets(limits.posts_per_second, limits.posts_burst)
        self.gets = Buckets(limits.gets_per_second, limits.gets_burst)
        self.draws = Buckets(limits.gets_per_second / 2, limits.gets_burst / 2)
        """Limits slow drawings, per address."""
        self.uploads = Uploads(limits.uploads_per_minute)
        self.puzzle_answers = PuzzleAnswers(self.bot_pool, limits)
        self.requests = Buckets(limits.questions_per_minute / 60, limits.questions_per_minute)
        """Limits friend requests, invitations and reports, per person."""
        self.health = Health(self.store, self.bot_pool, self.timekeeper.why_late)
        self.relay: Relay | None = None
        self.cluster: ServerCluster | None = None
        """The cluster, if other processes share the database."""
        if (processes := self.storage.processes) is not None:
            # Not at the top: servers with an SQLite file may lack the driver.
            from menagerie.server.bot_pool.shared_queue import SharedQueue
            from menagerie.server.services.cluster import ServerCluster

            bot_pool, engine = self.bot_pool, self.database.engine
            bot_pool.shared = queue = SharedQueue(engine, processes.id, bot_pool.places, bot_pool.carry_out)
            self.relay = Relay(processes.secret)
            self.cluster = ServerCluster(
                processes, self.relay, queue, self.tables, self.guests, self.identity_sync, self.bots, self.hub
            )
        self._add(
            Feature(RatedPolicy(), self.rating_counter, RatingData()),
            Feature(DealPolicy(self.database), AttemptResults()),
            Feature(TournamentPolicy(self.database), self.tournaments, TournamentData()),
            Feature(listener=self.notices.changed, person_data=NoticeData()),
            Feature(person_data=HolidayData()),
            Feature(person_data=SocialData()),
        )
        self.further: list[Callable[[], Coroutine[Any, Any, None]]] = []
        """Further background tasks."""
        self._tasks: list[asyncio.Task[None]] = []

    def _add(self, *features: Feature) -> None:
        """Register the features."""
        for feature in features:
            if feature.policy is not None:
                self.tables.policies.append(feature.policy)
            if feature.listener is not None:
                self.tables.listeners.add(feature.listener)
            if feature.person_data is not None:
                self.accounts.person_data.append(feature.person_data)

    def start(self) -> None:
        """Start the background tasks."""
        # Everything so far will stay, so the collector need not look at it again.
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)
        gc.enable()
        itself = (
            *(self.bots.wake_all, self._sweep, self._settle_requests),
            *(self.timekeeper.keep, self.rating_counter.run, self.notices.work, self.tournaments.keep),
            self.guest_retention.keep,
        )
        self._tasks = [asyncio.ensure_future(work()) for work in (*itself, *self.further)]
        self.authentication.background_tasks.begin(self.authentication.catch_up())
        if self.cluster is not None:
            self.cluster.start()
        self.health.is_serving = True

    async def make_table(self, guest: Guest, wish: incoming.NewTable) -> Table:
        """Make a new table. The game starts at once if all seats are filled."""
        facts, seats = await self.maker.prepare(guest, wish)
        return await (duplicates.make(self.tables, facts, seats) if wish.duplicate else self.tables.add(facts, seats))

    async def people_at(self, table: str) -> TablePeople:
        """Return links and ratings of the people at a table, and the tournament it belongs to."""
        found = await self.tables.get(table)
        if found.facts.rated and found.status == "over":
            await self.rating_counter.count(found.id)  # so that a request just after the end gets the result
        people = await asyncio.to_thread(seat_profiles.people, self.database, found)
        rounds = await asyncio.to_thread(rounds_of, self.database, [found.id])
        return TablePeople(seats=people, tournament=rounds.get(found.id))

    async def _do(self, guest: Guest | None, table: str, command: incoming.AnyCommand) -> Answer:
        if isinstance(command, incoming.Hint):
            return await self.commands.do(guest, table, command)
        self.under_way += 1
        try:
            return await self.commands.do(guest, table, command)
        finally:
            self.under_way -= 1
            self.commands_done += 1

    async def _sweep(self) -> None:
        done = collected = sweeps = 0
        while True:
            await asyncio.sleep(SWEEP)
            sweeps += 1
            is_quiet, done = self.commands_done == done, self.commands_done
            if done > collected and (is_quiet or sweeps >= AT_LEAST):
                # All tables stand still meanwhile: with many of them, for a tenth of a second.
                collected, sweeps = done, 0
                gc.collect()
            self.hub.send_idle_away()
            where = self.hub.who_is_where()
            self.tables.presence.forget_old()
            try:
                await self.commands.look_again()
                await self.seating.remove_unjoined()
                await self.seating.remove_deserted()
                await asyncio.to_thread(self.social.last_seen.see_all, where)
                await self.guests.mark_seen()
            except Exception as error:
                # Another process was faster, or the disk is full. The next sweep tries again.
                LOG.warning("Tables could not be cleaned up: %s", mistake(error))

    async def _settle_requests(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self.store.give_up()

    async def close(self) -> None:
        """Stop, with everything acknowledged on disk."""
        self.health.is_serving = False
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if self.cluster is not None:
            self.cluster.close()
        self.authentication.background_tasks.close()
        await self.notices.close()
        self.timekeeper.close()
        self.hub.close()
        self.orders.close()
        self.bots.close()
        self.reviews.close()
        self.bot_pool.close()
        await asyncio.to_thread(self.downtime.end)
        await asyncio.to_thread(self.storage.close)
