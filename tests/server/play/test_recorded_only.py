"""Test decisions that only an imported game may contain: refused at a live table, shown in a replay."""

from __future__ import annotations

import random

import pytest

import menagerie
from menagerie.server.base.errors import Refused
from menagerie.server.play import replays
from menagerie.server.protocol import incoming
from menagerie.server.show import animation
from menagerie.server.store.guests import add_guest
from tests.server.support.people import with_services

pytestmark = pytest.mark.one_store

SEATS = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]


def test_players_cannot_set_the_nuts_of_their_run(tmp_path):
    """With `rules=site` a record may contain the site's own figures of a run (18ZOO, rule 11.26)."""

    async def work(services):
        guest, _ = add_guest(services.database, "Lisa")
        wish = incoming.NewTable(title="18zoo", seats=SEATS, options={"rules": "site", "map": "A"})
        table = await services.make_table(guest, wish)
        chance = random.Random(5)
        async with table.lock:
            while True:
                seat = table.to_act[0]
                legal = [str(action) for action in table.state.legal(seat)]
                runs = [text for text in legal if text.startswith("run ") and text != "run nothing"]
                if runs:
                    break
                launches = [text for text in legal if text.startswith(("launch", "buy", "lay"))]
                await services.commands.decide(table, seat, chance.choice(launches or legal), table.seq, None)
            before = table.n
            with pytest.raises(Refused, match=r"Only games recorded at 18xx\.games store figures with runs"):
                await services.commands.decide(table, seat, f"{runs[0]} for 990 nuts and 9 $N", table.seq, None)
            assert (table.n, table.state.view(None)["nuts"]) == (before, 0)
            await services.commands.decide(table, seat, runs[0], table.seq, None)
            assert table.n == before + 1

    with_services(tmp_path, work)


def test_players_cannot_set_the_price_of_a_power(tmp_path):
    """With `rules=site` a record may contain another price than the printed one (11.25)."""

    async def work(services):
        guest, _ = add_guest(services.database, "Lisa")
        wish = incoming.NewTable(title="18zoo", seats=SEATS, options={"rules": "site", "map": "A"})
        table = await services.make_table(guest, wish)
        seat = table.to_act[0]
        name = next(str(action) for action in table.state.legal(seat))
        async with table.lock:
            with pytest.raises(Refused, match=r"costs exactly \d+ \$N\. Buy it without naming a price"):
                await services.commands.decide(table, seat, f"{name} for 0", table.seq, None)
            assert table.n == 0

    with_services(tmp_path, work)


def test_a_table_with_such_a_decision_can_be_viewed(tmp_path):
    """Whatever shows a game plays it as it was recorded: moments, animations, the table after a restart."""
    state = menagerie.load("18zoo").new(players=2, seed=1, rules="site", map="A")
    state.replay(f"{state.legal()[0]} for 0")
    state.play("pass")
    text = str(menagerie.Record.of(state))

    async def work(services):
        guest, _ = add_guest(services.database, "Lisa")
        table = await replays.upload(services.maker, services.bot_pool, guest, text.encode())
        assert next(str(frame.event) for frame in animation.frames(table, 1)).startswith("B buys")
        assert table.moment(1).ply == 1
        services.tables.forget(table.id)
        again = await services.tables.look_at(table.id)
        assert again is not table
        assert again.state.history == state.history

    with_services(tmp_path, work)
