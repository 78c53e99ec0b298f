"""Test team talk before the turn of absent players starts: a raised hand holds the last end of turn."""

from __future__ import annotations

import asyncio

import pytest

from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Limits
from menagerie.server.protocol import incoming
from menagerie.server.protocol.incoming import SeatWish
from menagerie.server.show import table_messages
from tests.games.zoo_escape.position import blocked_way
from tests.server.support.people import key, there, with_services

pytestmark = pytest.mark.one_store

TEAM = "zoo-escape"


async def seated(services, *names, title=TEAM, bots=0):
    """A game of these people, all connected, and some bots."""
    people = [(await services.guests.add(name))[0] for name in names]
    wishes = [SeatWish(kind="me"), *[SeatWish(kind="open") for _ in people[1:]]]
    wishes += [SeatWish(kind="bot", bot="random") for _ in range(bots)]
    table = await services.make_table(people[0], incoming.NewTable(title=title, seats=wishes))
    for one in people[1:]:
        await services.seating.join(one, table.facts.link, None)
    for one in people:
        services.tables.presence.come(table.id, one.id)
    return table, people


def hand(up=True):
    return incoming.Hand(up=up, key=key())


async def decide(services, table, people, decision):
    """Let the player to act decide."""
    seat = table.to_act[0]
    command = incoming.Play(seat=seat, decision=decision, seq=table.seq, key=key())
    return await services.commands.do(people[seat], table.id, command)


async def to_the_last_turn(services, table, people):
    """End all turns but one, and start the last."""
    while not (table.state.active >= 0 and table.state.had_turn.bit_count() == table.state.team - 1):
        legal = [str(action) for action in table.state.legal(table.to_act[0])]
        await decide(services, table, people, "end turn" if "end turn" in legal else legal[0])


def run(tmp_path, work, **settings):
    with_services(tmp_path, work, bot_pause=0.0, bot_seconds=0.05, workers=1, **settings)


def keepers_have_set_off(table):
    return any("The Keepers set off." in entry.text for entry in table.log)


def test_while_a_hand_is_up_the_teams_turn_does_not_end(tmp_path):
    async def work(services):
        table, people = await seated(services, "Lisa", "Ben")
        await to_the_last_turn(services, table, people)
        last = table.to_act[0]
        other = people[1 - last]
        await services.commands.do(other, table.id, hand())
        assert table_messages.turn(table, (last,)).hands == [1 - last], "everyone sees it"
        assert table.log[-1].text == [f"{other.name} wants to talk before the team ends its turn."]
        await decide(services, table, people, "poop")
        with pytest.raises(Refused) as refused:
            await decide(services, table, people, "end turn")
        assert refused.value.code == "talk"
        assert refused.value.sentence == f"{other.name} wants to talk first. You can do this once the hand is down."
        assert not keepers_have_set_off(table)
        await services.commands.do(other, table.id, hand(False))
        assert table_messages.turn(table, (last,)).hands == []
        assert table.log[-1].text == [f"{other.name} is ready to continue."]
        await decide(services, table, people, "end turn")
        assert keepers_have_set_off(table)

    run(tmp_path, work)


def test_an_earlier_turn_ends_despite_raised_hands(tmp_path):
    async def work(services):
        table, people = await seated(services, "Lisa", "Ben")
        for one in people:
            await services.commands.do(one, table.id, hand())
        await to_the_last_turn(services, table, people)
        with pytest.raises(Refused, match="Lisa and Ben want to talk first"):
            await decide(services, table, people, "end turn")

    run(tmp_path, work)


def test_absent_players_hold_up_no_one(tmp_path):
    async def work(services):
        table, people = await seated(services, "Lisa", "Ben", "Eva")
        await to_the_last_turn(services, table, people)
        last = table.to_act[0]
        first, second = [one for seat, one in enumerate(people) if seat != last]
        for one in (first, second):
            await services.commands.do(one, table.id, hand())
        await services.seating.leave(first, table.id)
        seats = there(table_messages.turn(table, ()).hands)
        assert [table.names[seat] for seat in seats] == [second.name]
        services.tables.presence.go(table.id, second.id)
        await decide(services, table, people, "end turn")
        assert keepers_have_set_off(table)

    run(tmp_path, work, limits=Limits(away_seconds=0))


def test_the_hand_of_an_absent_player_is_lowered_automatically(tmp_path):
    async def work(services):
        table, (_, ben) = await seated(services, "Lisa", "Ben")
        await services.commands.do(ben, table.id, hand())
        await services.commands.look_again()
        assert table.questions.hands == [ben.id], "he is here"
        services.tables.presence.go(table.id, ben.id)
        await services.commands.look_again()
        assert (table.questions.hands, table_messages.turn(table, (0,)).hands) == ([], [])
        assert table.log[-1].text == ["Ben is away, so no one waits to talk."]

    run(tmp_path, work, limits=Limits(away_seconds=0))


def test_bots_wait_until_the_hand_is_down(tmp_path):
    async def work(services):
        table, people = await seated(services, "Lisa", "Ben", bots=1)
        await services.commands.do(people[0], table.id, hand())

        async def go_on(until):
            """Let people end their turns, and bots take theirs."""
            while not until():
                mine = [seat for seat in table.to_act if seat < len(people)]
                if not mine:
                    await asyncio.sleep(0.01)
                    continue
                legal = [str(action) for action in table.state.legal(mine[0])]
                command = incoming.Play(
                    seat=mine[0], decision="end turn" if "end turn" in legal else legal[0], seq=table.seq, key=key()
                )
                try:
                    await services.commands.do(people[mine[0]], table.id, command)
                except Refused as refused:
                    if refused.code != "stale":
                        return

        def bot_is_held():
            # The bot has the last turn, and its task has ended without ending that turn.
            return table.to_act == (2,) and table.state.had_turn == 0b011 and table.id not in services.bots._tasks

        await go_on(bot_is_held)
        assert not keepers_have_set_off(table)
        await services.commands.do(people[0], table.id, hand(False))
        await go_on(lambda: keepers_have_set_off(table) or table.state.is_over)
        assert keepers_have_set_off(table)

    run(tmp_path, work)


@pytest.mark.parametrize(("names", "bots", "title"), [(["Lisa"], 1, TEAM), (["Lisa", "Ben"], 0, "zooloretto-mini")])
def test_solo_players_and_opponents_have_no_raised_hands(tmp_path, names, bots, title):
    async def work(services):
        table, people = await seated(services, *names, bots=bots, title=title)
        assert table_messages.turn(table, (0,)).hands is None
        with pytest.raises(Refused, match="Raised hands are for team games") as refused:
            await services.commands.do(people[0], table.id, hand())
        assert refused.value.code == "not-now"

    run(tmp_path, work)


def test_only_players_can_raise_a_hand_and_twice_counts_once(tmp_path):
    async def work(services):
        table, (lisa, _) = await seated(services, "Lisa", "Ben")
        eva = (await services.guests.add("Eva"))[0]
        with pytest.raises(Refused, match="This seat isn't yours"):
            await services.commands.do(eva, table.id, hand())
        first = await services.commands.do(lisa, table.id, hand())
        assert await services.commands.do(lisa, table.id, hand()) == first
        assert len([entry for entry in table.log if "wants to talk" in entry.text[0]]) == 1

    run(tmp_path, work)


def test_a_raised_hand_survives_a_restart(tmp_path):
    ids = []

    async def before(services):
        table, (lisa, _) = await seated(services, "Lisa", "Ben")
        await services.commands.do(lisa, table.id, hand())
        ids.append(table.id)

    async def after(services):
        table = await services.tables.get(ids[0])
        assert list(table.questions.raised(table).values()) == [0]

    run(tmp_path, before)
    run(tmp_path, after)


def test_bots_let_a_person_go_first(tmp_path):
    async def work(services):
        (lisa, _) = await services.guests.add("Lisa")
        seats = [SeatWish(kind="me"), SeatWish(kind="bot", bot="keeper")]
        table = await services.make_table(lisa, incoming.NewTable(title=TEAM, seats=seats))
        services.bots.close()
        table.history.state = blocked_way("owl", "kangaroo")
        assert await services.bots._next_bot(table) is None, "Lisa's Owl opens the way for the bot's Kangaroo"
        table.history.state = blocked_way("kangaroo", "owl")
        assert await services.bots._next_bot(table) == 1, "now the bot leads the Owl, and goes first"

    run(tmp_path, work)
