"""Test absence during a game: a bot takes over, and gives the seat back."""

from __future__ import annotations

import time
from typing import Any

import pytest

from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Limits
from menagerie.server.protocol import incoming
from menagerie.server.show import table_object
from menagerie.server.store import table_index
from tests.server.support.people import PATIENCE, Person, Server, is_asked, key, with_services

pytestmark = [pytest.mark.slow, pytest.mark.one_store]

SHORT = 0.3
"""Seconds after which a guest counts as away on a server of this module."""


@pytest.fixture
def quick(tmp_path):
    """A server on which no one waits long for absent players."""
    limits = {"away_seconds": SHORT, "gets_burst": 10**6, "posts_burst": 10**6}
    running = Server(tmp_path / "tables.db", limits=limits).start()
    yield running
    running.stop()
    assert "Traceback" not in running.log


@pytest.fixture
def three(quick):
    """Lisa, Ben and Eva at a table in play."""
    people = [Person(quick, name) for name in ("Lisa", "Ben", "Eva")]
    table = people[0].table("me", "open", "open")
    for one in people[1:]:
        one.join(table)
    yield table, *people
    for one in people:
        one.close()


def take_over(screen, seat, **more):
    """Propose a bot for an absent player, as soon as the client may."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = screen.ask_for(do="takeover", seat=seat, **{"key": key()} | more)
        if answer["ok"] or "retry" not in answer:
            return answer
        assert time.monotonic() < end
        time.sleep(SHORT / 3)


def play_until(screens, holds):
    """Let the people at these screens (by seat) decide until the first screen shows something."""
    some = next(iter(screens.values()))
    while not holds(some):
        some.until(lambda one: holds(one) or set(one.turn["to_act"]) & set(screens))
        if holds(some):
            return
        seat = next(seat for seat in some.turn["to_act"] if seat in screens)
        screen = screens[seat].reach(some.seq)
        if screen.seq > some.seq:
            some.reach(screen.seq)
            continue
        answer = screen.play(screen.choices(seat)[0], seat)
        assert answer["ok"] or answer["code"] == "stale", answer
        some.reach(answer["seq"])


def texts(screen):
    return [line for entry in screen.log for line in entry["text"]]


def decided_by(screen, seat, since=0):
    """Return the first sentences about a seat's decisions after so many entries of the log."""
    entries = [entry for entry in screen.log[since:] if entry["seat"] == seat and entry["decision"]]
    return [entry["text"][0] for entry in entries if entry["text"]]


# Over the wire.


def test_asking_too_early_is_refused_with_the_time_left(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = lisa.table("me", "open", {"kind": "bot", "bot": "random"})
    ben.join(table)
    with lisa.watch(table["id"]) as a:
        assert a.here["away_after"] == 60
        assert list(a.here["away"]) == ["1"]
        refused = a.ask_for(do="takeover", seat=1, key=key())
        assert (refused["ok"], refused["code"]) == (False, "not-now")
        assert refused["error"].startswith("Ben has not been away long enough. Try again in ")
        assert 30 < refused["retry"] <= 60
        with ben.watch(table["id"]) as b:
            assert b.here["away"] == {}
            a.until(lambda one: one.here["away"] == {})
            answer = a.ask_for(do="takeover", seat=1, key=key())
            assert answer["error"] == "Ben is here. A bot can only take over for players who are away."
        a.until(lambda one: one.here["away"] == {"1": 0})
        assert a.ask_for(do="takeover", seat=1, key=key())["retry"] > 30
        answer = a.ask_for(do="takeover", seat=2, key=key())
        assert answer["error"] == "A bot already plays seat C."
        assert "Lisa is here" in a.ask_for(do="takeover", seat=0, key=key())["error"]
    assert lisa.do(table["id"], do="takeover", seat=1, bot="director", key=key()).json()["code"] == "bad"
    answer = person("Eve").do(table["id"], do="takeover", seat=1, key=key())
    assert answer.json()["code"] == "seat"


def test_all_agree_the_bot_plays_and_the_person_comes_back(three):
    table, lisa, ben, eva = three
    id = table["id"]
    with eva.watch(id) as c:
        assert c.scene["seat"] == 2
    with lisa.watch(id) as a, ben.watch(id) as b:
        a.until(lambda one: "1" not in one.here["away"])
        asked = take_over(a, 2)
        assert asked["ok"], asked
        b.until(lambda one: one.ask is not None)
        assert b.ask["sentence"] == "Lisa would like a bot (Random) to take over for Eva, who is away."
        assert (b.ask["waiting"], b.ask["seat"]) == ([1], 2)
        assert eva.do(id, do="return", seat=2, key=key()).json()["error"] == "You're already in this seat."
        assert b.ask_for(do="agree", ask=asked["asked"], agree=True, key=key())["ok"]
        a.until(lambda one: one.table["seats"][2]["kind"] == "bot")
        assert a.ask is None
        assert "A bot (Random) takes over for Eva, who is away." in texts(a)
        seat = a.table["seats"][2]
        assert (seat["name"], seat["bot"], seat["for"], seat["mine"]) == ("Random", "random", "Eva", False)
        a.until(lambda one: "2" not in one.here["away"])
        play_until({0: a, 1: b}, lambda one: any(decided_by(one, 2)))
        assert all(text.startswith("Random ") for text in decided_by(a, 2))
        # No one got to see or control more than before.
        assert (a.scene["seat"], b.scene["seat"]) == (0, 1)
        assert (a.table["mine"], a.table["claims"], b.table["mine"], b.table["claims"]) == ([0], [], [1], [])
        for somebody in (lisa, ben):
            assert somebody.do(id, do="return", seat=2, key=key()).json()["code"] == "seat"
        assert eva.join(table)["mine"] == []
        listed = eva.get("/api/tables")["mine"][0]
        assert (listed["id"], listed["mine"], listed["claims"]) == (id, [], [2])
        with eva.watch(id) as c:
            assert (c.scene["seat"], c.table["mine"], c.table["claims"], c.turn["asks"]) == (None, [], [2], [])
            assert c.table["link"] == table["link"]
            assert c.ask_for(do="play", seat=2, decision="draw", seq=c.seq, key=key())["code"] == "seat"
            same = key()
            back = c.ask_for(do="return", seat=2, key=same)
            assert back["ok"], back
            c.until(lambda one: one.table["mine"] == [2])
            assert (c.scene["seat"], c.table["claims"], c.table["seats"][2]["for"]) == (2, [], None)
            a.until(lambda one: one.table["seats"][2] | {"mine": True} == c.table["seats"][2])
            assert (a.table["seats"][2]["kind"], a.table["seats"][2]["name"]) == ("person", "Eva")
            assert "Eva is back in seat C." in texts(a)
            again = c.ask_for(do="return", seat=2, key=same)
            assert (again["ok"], again["seq"]) == (True, back["seq"])
            log = len(c.log)
            play_until({2: c, 0: a, 1: b}, lambda one: any(decided_by(one, 2, since=log)))
            assert all(text.startswith("Eva ") for text in decided_by(c, 2, since=log))


def test_with_one_other_person_it_happens_at_once_and_survives_a_restart(quick):
    lisa, ben = Person(quick, "Lisa"), Person(quick, "Ben")
    table = lisa.table("me", "open")
    ben.join(table)
    with lisa.watch(table["id"]) as a:
        same = key()
        answer = take_over(a, 1, key=same)
        assert answer["ok"], answer
        assert "asked" not in answer
        a.until(lambda one: one.table["seats"][1]["kind"] == "bot")
        again = a.ask_for(do="takeover", seat=1, key=same)
        assert (again["ok"], again["seq"]) == (True, answer["seq"])
        play_until({0: a}, lambda one: one.n > 2 and one.turn["to_act"] == [0])
    quick.kill()
    quick.start()
    with lisa.watch(table["id"]) as a, ben.watch(table["id"]) as b:
        assert (a.table["seats"][1]["kind"], a.table["seats"][1]["for"]) == ("bot", "Ben")
        n = a.n
        play_until({0: a}, lambda one: any(entry["seat"] == 1 and entry["n"] > n for entry in one.log))
        assert b.table["claims"] == [1]
        assert b.ask_for(do="return", seat=1, key=key())["ok"]
        b.until(lambda one: one.scene["seat"] == 1)
        n = b.n
        play_until({0: a, 1: b}, lambda one: one.n > n + 4)
    lisa.close()
    ben.close()


def test_a_bot_that_stands_in_continues_automatically_after_a_restart(quick):
    lisa, ben = Person(quick, "Lisa"), Person(quick, "Ben")
    table = lisa.table("me", "open")
    ben.join(table)
    with lisa.watch(table["id"]) as a:
        assert take_over(a, 1)["ok"]
        # Lisa's last decision before the stop may leave the next one to the bot.
        play_until({0: a}, lambda one: one.n > 3 and one.turn["to_act"] == [0])
        answer = a.play(a.choices(0)[0], 0)
    quick.kill()
    quick.start()
    end = time.monotonic() + PATIENCE
    while True:
        shown = lisa.get(f"/api/tables/{table['id']}")
        if shown["to_act"] == [0] and shown["seq"] >= answer["seq"]:
            break
        assert time.monotonic() < end
        time.sleep(0.05)
    lisa.close()
    ben.close()


def test_people_at_one_screen_go_and_come_together(quick):
    lisa, ben = Person(quick, "Lisa"), Person(quick, "Ben")
    table = lisa.table({"kind": "hotseat", "name": "Tim"}, "me", "open")
    ben.join(table)
    with ben.watch(table["id"]) as b:
        assert sorted(b.here["away"]) == ["0", "1"]
        assert take_over(b, 1)["ok"]
        b.until(lambda one: one.table["seats"][1]["kind"] == "bot")
        assert [seat["for"] for seat in b.table["seats"]] == ["Tim", "Lisa", None]
        assert [seat["name"] for seat in b.table["seats"]] == ["Random A", "Random B", "Ben"]
        assert "A bot (Random) takes over for Tim and Lisa, who are away." in texts(b)
        lisa.post("/api/me", {"name": "Elisabeth"})
        b.until(lambda one: one.table["seats"][1]["for"] == "Elisabeth")
        with lisa.watch(table["id"]) as a:
            assert a.table["claims"] == [0, 1]
            assert a.ask_for(do="return", seat=0, key=key())["ok"]
            a.until(lambda one: one.table["mine"] == [0, 1])
        b.until(lambda one: one.table["seats"][1]["kind"] == "person")
        assert [seat["kind"] for seat in b.table["seats"]] == ["hotseat", "person", "person"]
        assert "Tim and Elisabeth are back in seats A and B." in texts(b)
        # Away once more, this time for good.
        assert take_over(b, 0)["ok"]
        b.until(lambda one: one.table["seats"][0]["kind"] == "bot")
        lisa.post(f"/api/tables/{table['id']}/leave", {})
        b.until(lambda one: one.table["seats"][1]["for"] is None)
        assert [seat["bot"] for seat in b.table["seats"]] == ["random", "random", None]
        assert "Tim and Elisabeth leave the table. The bot stays." in texts(b)
        assert lisa.get(f"/api/tables/{table['id']}")["claims"] == []
        assert lisa.do(table["id"], do="return", seat=1, key=key()).json()["code"] == "seat"
    lisa.close()
    ben.close()


# Without the web.


async def seated(services, *names, seats=None):
    """People at a table in play, who count as away until they connect."""
    people = [(await services.guests.add(name))[0] for name in names]
    wishes = seats or [incoming.SeatWish(kind="me")] + [incoming.SeatWish(kind="open")] * (len(names) - 1)
    table = await services.make_table(
        people[0], incoming.NewTable(title="zooloretto-mini", seats=wishes, stand_in="random")
    )
    for one in people[1:]:
        await services.seating.join(one, table.facts.link, None)
    return table, people


def at_once(tmp_path, work):
    """Run a test on a server where everyone who isn't connected is away."""
    with_services(tmp_path, work, limits=Limits(away_seconds=0), bot_pause=0.0, bot_seconds=0.05, workers=1)


def takeover(seat):
    return incoming.Takeover(seat=seat, key=key())


def test_others_who_are_away_are_not_asked(tmp_path):
    async def work(services):
        table, (lisa, ben, eva) = await seated(services, "Lisa", "Ben", "Eva")
        presence = services.tables.presence
        presence.come(table.id, lisa.id)
        answer = await services.commands.do(lisa, table.id, takeover(2))
        assert not is_asked(answer)
        assert table.people() == {lisa.id, ben.id}
        assert (table.held_by(eva.id), table.claims(eva.id)) == ((), (2,))
        assert table.id in table_index.with_bots(services.database)

    at_once(tmp_path, work)


def test_a_person_who_leaves_while_asked_does_not_keep_the_others_waiting(tmp_path):
    async def work(services):
        table, (lisa, ben, eva) = await seated(services, "Lisa", "Ben", "Eva")
        presence = services.tables.presence
        presence.come(table.id, lisa.id)
        presence.come(table.id, ben.id)
        assert is_asked(await services.commands.do(lisa, table.id, takeover(2)))
        await services.commands.look_again()
        assert table.questions.waiting(table) == [1]
        presence.go(table.id, ben.id)
        await services.commands.look_again()
        assert (table.questions.ask, table.claims(eva.id)) == (None, (2,))
        assert table.log[-1].text == ["A bot (Random) takes over for Eva, who is away."]

    at_once(tmp_path, work)


@pytest.mark.parametrize("answers", [True, False])
def test_a_person_who_returns_in_time_keeps_the_seat(tmp_path, answers):
    async def work(services):
        table, (lisa, ben, eva) = await seated(services, "Lisa", "Ben", "Eva")
        for one in (lisa, ben):
            services.tables.presence.come(table.id, one.id)
        asked = await services.commands.do(lisa, table.id, takeover(2))
        services.tables.presence.come(table.id, eva.id)
        if answers:
            await services.commands.do(ben, table.id, incoming.Agree(ask=asked.asked, agree=True, key=key()))
        else:
            await services.commands.look_again()
        assert (table.questions.ask, table.held_by(eva.id)) == (None, (2,))
        assert table.log[-1].text == ["Eva is back, so no bot is needed."]

    at_once(tmp_path, work)


def test_a_request_to_an_absent_player_does_not_block_others(tmp_path):
    async def work(services):
        table, (lisa, ben, eva) = await seated(services, "Lisa", "Ben", "Eva")
        presence = services.tables.presence
        for one in (lisa, ben, eva):
            presence.come(table.id, one.id)
        (seat,) = table.to_act
        who = (lisa, ben, eva)[seat]
        await services.commands.do(who, table.id, incoming.Play(seat=seat, decision="draw", seq=table.seq, key=key()))
        await services.commands.do(who, table.id, incoming.Undo(to=0, seq=table.seq, key=key()))
        others = [other for other in range(3) if other != seat]
        with pytest.raises(Refused, match="is here"):
            await services.commands.do(who, table.id, takeover(others[0]))
        presence.go(table.id, (lisa, ben, eva)[others[0]].id)
        asked = await services.commands.do(who, table.id, takeover(others[0]))
        assert table.questions.waiting(table) == [others[1]]
        with pytest.raises(Refused, match="already asking for something"):
            await services.commands.do(who, table.id, takeover(others[0]))
        agree = incoming.Agree(ask=asked.asked, agree=True, key=key())
        await services.commands.do((lisa, ben, eva)[others[1]], table.id, agree)
        assert table.seats[others[0]].bot == "random"

    at_once(tmp_path, work)


def test_a_person_who_sits_down_meanwhile_is_not_replaced_by_a_bot(tmp_path):
    async def work(services):
        table, (lisa, ben, eva) = await seated(services, "Lisa", "Ben", "Eva")
        for one in (lisa, ben):
            services.tables.presence.come(table.id, one.id)
        await services.seating.leave(eva, table.id)
        asked = await services.commands.do(lisa, table.id, takeover(2))
        tom, _ = await services.guests.add("Tom")
        await services.seating.join(tom, table.facts.link, 2)
        with pytest.raises(Refused, match="no longer open"):
            await services.commands.do(ben, table.id, incoming.Agree(ask=asked.asked, agree=True, key=key()))
        assert table.held_by(tom.id) == (2,)

    at_once(tmp_path, work)


def test_a_request_from_before_a_restart_can_be_answered_after_it(tmp_path):
    async def before(services):
        table, (lisa, ben, eva, tom) = await seated(services, "Lisa", "Ben", "Eva", "Tom")
        for one in (lisa, ben):
            services.tables.presence.come(table.id, one.id)
        answer = await services.commands.do(lisa, table.id, takeover(2))
        remembered.append((table.id, ben, eva, tom, answer.asked))

    async def after(services):
        id, ben, eva, tom, asked = remembered[0]
        table = await services.tables.get(id)
        services.tables.presence.come(id, ben.id)
        # Tom was away when it was asked, and isn't asked now.
        assert table.questions.waiting(table) == [1]
        await services.commands.look_again()
        await services.commands.do(ben, id, incoming.Agree(ask=asked, agree=True, key=key()))
        assert (table.claims(eva.id), table.held_by(tom.id)) == ((2,), (3,))

    remembered: list[Any] = []
    at_once(tmp_path, before)
    with_services(tmp_path, after)


def test_an_owner_of_only_hotseat_players_can_agree(tmp_path):
    async def work(services):
        wishes = [
            incoming.SeatWish(kind="hotseat", name="Tim"),
            incoming.SeatWish(kind="open"),
            incoming.SeatWish(kind="open"),
        ]
        table, (lisa, ben) = await seated(services, "Lisa", "Ben", seats=wishes)
        eva, _ = await services.guests.add("Eva")
        await services.seating.join(eva, table.facts.link, None)
        for one in (lisa, ben):
            services.tables.presence.come(table.id, one.id)
        asked = await services.commands.do(ben, table.id, takeover(2))
        assert table.questions.waiting(table) == [0]
        await services.commands.do(lisa, table.id, incoming.Agree(ask=asked.asked, agree=True, key=key()))
        assert table.claims(eva.id) == (2,)

    at_once(tmp_path, work)


def test_after_a_start_everyone_counts_as_just_seen(tmp_path):
    async def work(services):
        table, (lisa, _) = await seated(services, "Lisa", "Ben")
        services.tables.forget(table.id)
        services.tables.presence._seen.clear()
        with pytest.raises(Refused, match="Ben has not been away long enough"):
            await services.commands.do(lisa, table.id, takeover(1))
        services.tables.presence._start -= 60
        await services.commands.do(lisa, table.id, takeover(1))

    with_services(tmp_path, work)


def test_a_seat_cannot_be_taken_back_after_the_end(tmp_path):
    async def work(services):
        table, (lisa, ben) = await seated(services, "Lisa", "Ben")
        services.tables.presence.come(table.id, lisa.id)
        await services.commands.do(lisa, table.id, takeover(1))
        table.set_status("over")
        assert table_object.about(table, ben.id).claims == ()
        with pytest.raises(Refused, match="The game is over"):
            await services.commands.do(ben, table.id, incoming.Return(seat=1, key=key()))

    at_once(tmp_path, work)
