"""Decisions that only a game recorded by another program may hold are refused at a live table."""

from __future__ import annotations

import random

import pytest

from menagerie.server import wire
from menagerie.server.errors import Refused
from tests.server.people import with_services

SEATS = [wire.SeatWish(kind="me"), wire.SeatWish(kind="hotseat")]


def test_nobody_writes_the_nuts_of_their_run_themselves(tmp_path):
    """With `rules=site` a record may carry the site's own figures of a run (18ZOO, rule 11.26)."""

    async def work(services):
        guest, _ = services.database.add_guest("Lisa")
        wish = wire.NewTable(title="18zoo", seats=SEATS, options={"rules": "site", "map": "A"})
        table = await services.lobby.create(guest, wish)
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
            with pytest.raises(Refused, match="another program recorded"):
                await services.commands.decide(table, seat, f"{runs[0]} for 990 nuts and 9 $N", table.seq, None)
            assert (table.n, table.state.view(None)["nuts"]) == (before, 0)
            await services.commands.decide(table, seat, runs[0], table.seq, None)
            assert table.n == before + 1

    with_services(tmp_path, work)
