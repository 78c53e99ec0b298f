"""Make new tables."""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import Any

from menagerie.core import seed_commitment
from menagerie.core.errors import BadSetup, UnknownGame
from menagerie.core.game import Game
from menagerie.core.registry import load
from menagerie.core.rng import fresh_seed
from menagerie.core.state import State
from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.base.ids import new_id
from menagerie.server.people.social.service import SocialService
from menagerie.server.play.seating import known_bot, requested_seats
from menagerie.server.protocol.incoming import NewTable
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts
from menagerie.server.table import time_controls
from menagerie.server.table.registry import Tables


class TableMaker:
    """What the makers of new tables need: the registry of tables, and people's relationships."""

    def __init__(self, tables: Tables, social: SocialService) -> None:
        self.tables = tables
        self.social = social

    async def prepare(self, guest: Guest, wish: NewTable) -> tuple[TableFacts, list[Seat]]:
        """Return the facts and seats of a requested table; raise Refused if it cannot be made."""
        await asyncio.to_thread(self.social.moderation.check_begin, guest.id)
        game, seed = _game(wish.title), fresh_seed()
        if wish.research and not wish.public:
            raise Refused(
                "setup",
                "Only publicly listed games can be offered for research. List the game or leave the option off.",
            )
        wishes = list(wish.seats)
        if wish.shuffle:
            random.SystemRandom().shuffle(wishes)
        try:
            state = game.begin(game.setup(len(wishes), seed, game.rules_version, wish.options))
        except BadSetup as error:
            raise Refused("setup", str(error)) from None
        stand_in = None if wish.stand_in is None else known_bot(wish.stand_in)
        time_controls.check_rule(wish.overtime, time_controls.read(wish.pace), game, len(wishes))
        seats = await asyncio.to_thread(requested_seats, self.social.texts, guest, wishes)
        asked = {"hints": wish.hints, "public": wish.public, "research": wish.research, "stand_in": stand_in}
        asked |= {"pace": wish.pace, "overtime": wish.overtime, "rated": wish.rated}
        for policy in self.tables.policies:
            asked |= policy.facts_of_new(guest, game, seats, asked)
        return new_facts(guest, state, seed, **asked), seats


def _game(title: str) -> Game:
    try:
        return load(title)
    except UnknownGame as error:
        raise Refused("setup", str(error)) from None


def new_facts(guest: Guest, state: State, seed: int, **more: Any) -> TableFacts:
    """Return the facts of a new table for a game with this setup."""
    game, setup = state.game, state.setup
    return TableFacts(
        id=new_id(16),
        title=game.id,
        rules_version=setup.rules_version,
        players=setup.players,
        options=game.write_options(setup.options),
        seed=seed,
        salt=seed_commitment.new_salt(),
        owner=guest.id,
        status=more.pop("status", "open"),
        link=secrets.token_urlsafe(18),
        created=clock.now(),
        **more,
    )
