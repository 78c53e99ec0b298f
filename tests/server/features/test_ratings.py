"""Test ratings: what the formula promises, that each game counts once, and that a recount gives the same."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from menagerie.cli import main
from menagerie.core.registry import load, titles
from menagerie.server.base import bot_anchors, clock, rating_scale
from menagerie.server.base.errors import Refused
from menagerie.server.base.rating_scale import Rating
from menagerie.server.base.settings import Limits, Settings
from menagerie.server.features.ratings import profiles, seat_profiles
from menagerie.server.features.ratings.game_search import GameQuery, search
from menagerie.server.features.ratings.ledger import Ledger
from menagerie.server.play import rematch, replays
from menagerie.server.play.new_table import new_facts
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.ratings import SeatProfile
from menagerie.server.services.assembly import Services
from menagerie.server.show import table_object
from menagerie.server.store.schema.ratings import KEPT_ROWS, PROFILE_ROWS, RESULT_ROWS
from menagerie.server.store.seats import Seat
from menagerie.server.store.storage import Storage
from menagerie.server.table import timeout_outcome
from tests.budget import budget
from tests.server.support.days import DAY
from tests.server.support.people import PATIENCE, key, with_services
from tests.server.support.postgres import name_of
from tests.server.support.rated import TITLE, play, ratings, results, sit, with_account

FREE: dict[str, Any] = {"limits": Limits(tables_per_guest=10_000, moves_per_minute=10**6, bot_tables_per_guest=10**6)}
ALONE = "night-at-the-zoo"
MEANS = st.floats(0, 50)
RATINGS = st.builds(Rating, MEANS, st.floats(0.5, 8))
GAMES = st.lists(st.tuples(RATINGS, st.integers(1, 5)), min_size=2, max_size=5)


# The formula.


@given(GAMES, st.randoms(use_true_random=False))
def test_the_order_of_seats_makes_no_difference(game, chance):
    before, places = [rating for rating, _ in game], [place for _, place in game]
    order = list(range(len(game)))
    chance.shuffle(order)
    after = rating_scale.rate(before, places)
    turned = rating_scale.rate([before[one] for one in order], [places[one] for one in order])
    assert turned == [after[one] for one in order]


@given(RATINGS, RATINGS)
def test_winners_rise_and_losers_fall(winner, loser):
    first, second = rating_scale.rate([winner, loser], [1, 2])
    assert first.mu >= winner.mu
    assert second.mu <= loser.mu


@given(RATINGS)
def test_equal_players_who_share_the_win_keep_their_ratings(rating):
    first, second = rating_scale.rate([rating, rating], [1, 1])
    assert first == second
    assert first.mu == pytest.approx(rating.mu)


@given(GAMES)
def test_only_the_order_of_places_counts(game):
    before, places = [rating for rating, _ in game], [place for _, place in game]
    assert rating_scale.rate(before, places) == rating_scale.rate(before, [10 * place for place in places])


def test_what_people_read():
    assert (Rating().shown, Rating().margin) == (1500, 500)
    assert Rating(25 + 100 / 30, 1).shown == 1600


@pytest.mark.parametrize(
    ("ranking", "places"),
    [
        ([(1,), (0, 2)], {1: 1, 0: 2, 2: 2}),
        ([(0, 1), (2,)], {0: 1, 1: 1, 2: 3}),
        ([(2,), (1,), (0,)], {2: 1, 1: 2, 0: 3}),
    ],
)
def test_those_who_share_a_place_have_the_same(ranking, places):
    assert timeout_outcome.places(ranking) == places


# Bots.


def test_the_bots_ratings_follow_from_their_matches():
    measured = [bot_anchors.of_title(title) for title in titles() if bot_anchors.kinds(title)]
    assert len(measured) > 1
    for anchors in measured:
        assert anchors.ratings == bot_anchors.computed(anchors)


def test_every_title_that_can_be_rated_has_its_anchors():
    for title in titles():
        game = load(title)
        known = bot_anchors.kinds(title)
        assert known == ([] if rating_scale.why_not(game, 2) else ["visitor", "keeper", "director"])
        for of in rating_scale.CLASSES if known else ():
            visitor, keeper, director = [bot_anchors.rating(title, of, kind) or Rating(0) for kind in known]
            assert visitor < keeper == Rating(rating_scale.MU, bot_anchors.SIGMA) < director


def test_a_fit_explains_what_was_won():
    played = [
        bot_anchors.Match(2, "director", "keeper", 76, 100),
        bot_anchors.Match(2, "keeper", "visitor", 50, 100),
    ]
    means = bot_anchors.fit(played)
    assert bot_anchors.share(means["director"] - means["keeper"], 2) == pytest.approx(76.5 / 101, abs=0.01)
    assert means["visitor"] == pytest.approx(25, abs=0.1)


# Counting.


def test_each_game_counts_once_and_a_recount_gives_the_same(tmp_path):
    """Bots play as people; their games are counted as they come, then all of them again."""
    games = budget(80, 200)

    async def work(services):
        people = [await with_account(services, f"Person {letter}") for letter in "ABCDEF"]
        chance = random.Random(3)
        for number in range(games):
            game = load(("zooloretto-mini", "night-at-the-zoo")[number % 2])
            await finished(services, chance.sample(people, 2 + number % 3), game, chance)
        book = services.rating_counter.ledger
        waiting = book.uncounted()
        assert len(waiting) == games
        # In a realistic order: some long after their end, the last ones at once and twice.
        almost = games - 40
        late = waiting[20 : almost - 20 : 12]
        for id in [id for id in waiting[:almost] if id not in late] + late:
            await services.rating_counter.count(id)
        await asyncio.gather(*[services.rating_counter.count(id) for id in 2 * waiting[almost - 10 :]])
        assert book.uncounted() == []
        assert book.totals() == (games, games)

    with_services(tmp_path, work, **FREE)
    before = everything(tmp_path)
    assert main(["rate", place(tmp_path), "--again"]) == 0
    assert everything(tmp_path) == before
    assert main(["rate", place(tmp_path)]) == 0
    assert everything(tmp_path) == before
    assert len({row[4] for row in before[0]}) == 6
    assert len([row for row in before[0] if row[-1]]) > 12, "everyone has ratings on several scales"


async def finished(services, people, game, chance):
    """A game between some people, played up to the last decision."""
    seed = chance.getrandbits(64)
    state = game.begin(game.setup(len(people), seed, game.rules_version, {}))
    first = state.copy()
    while not state.is_over:
        seat = state.to_act[0]
        state.play(chance.choice(state.legal(seat)), seat)
    line = [(seat, str(action)) for seat, action in state.history]
    seats = [Seat(number, "person", guest.id, guest.name) for number, guest in enumerate(people)]
    facts = new_facts(people[0], first, seed, hints=False, public=True, rated=True, stand_in="visitor")
    table = await services.tables.add(facts, seats, line[:-1])
    (seat, decision), who = line[-1], people[line[-1][0]]
    command = incoming.Play(seat=seat, decision=decision, seq=table.seq, key=key())
    await services.commands.do(who, table.id, command)
    assert table.status == "over"


def place(folder):
    return str(name_of(folder / "tables.db"))


def everything(folder):
    storage = Storage(place(folder))
    try:
        return ratings(storage.database), results(storage.database)
    finally:
        storage.close()


def test_a_finished_game_is_counted_automatically_and_after_kill_9_at_the_next_start(tmp_path):
    """The event that ends a game and its entry in the list of uncounted games are one transaction."""

    async def stopped(services):
        lisa, ben = [await with_account(services, name) for name in ("Lisa", "Ben")]
        await play(services, [lisa, ben], await sit(services, [lisa, ben]), random.Random(1))
        assert services.rating_counter.ledger.totals() == (0, 0)

    async def begun(services):
        services.start()
        await counted(services, 1)
        lisa, ben = [await with_account(services, name) for name in ("Mia", "Tom")]
        await play(services, [lisa, ben], await sit(services, [lisa, ben]), random.Random(2))
        await counted(services, 2)

    with_services(tmp_path, stopped, **FREE)
    with_services(tmp_path, begun, **FREE)
    assert len(everything(tmp_path)[0]) == 4


async def counted(services, games):
    """Wait until so many games are counted in total."""
    async with asyncio.timeout(PATIENCE):
        while services.rating_counter.ledger.totals()[0] < games:
            await asyncio.sleep(0.05)


def test_bots_are_fixed_anchors(tmp_path):
    """A player who loses to a visitor falls far, and the visitor keeps its rating."""

    async def work(services):
        lisa = await with_account(services, "Lisa")
        table = await sit(services, [lisa], "visitor", pace="60+0")
        assert (table.facts.stand_in, table.facts.hints) == ("visitor", False)
        told = seat_profiles.people(services.database, table)
        assert told[0] == SeatProfile(seat=0, profile=f"/people/{lisa.id}", rating=1500, margin=500, change=None)
        assert told[1] == SeatProfile(seat=1, profile="/bots/visitor", rating=651, change=None)
        services.start()
        chance = random.Random(1)
        async with asyncio.timeout(PATIENCE):
            while table.status != "over":
                if 0 in table.to_act:
                    decision = str(chance.choice(table.state.legal(0)))
                    command = incoming.Play(seat=0, decision=decision, seq=table.seq, key=key())
                    await services.commands.do(lisa, table.id, command)
                await asyncio.sleep(0.01)
        await counted(services, 1)
        ((_, _, title, of, guest, *_),) = ratings(services.database)
        assert (title, of, guest) == (TITLE, "two", lisa.id)
        after = seat_profiles.people(services.database, table)
        assert after[1] == told[1]
        assert isinstance(after[0].rating, int)
        assert after[0].change == after[0].rating - 1500 != 0

    with_services(tmp_path, work, **FREE, bot_pause=0.0, workers=1)


# Rules of rated tables.


async def refusal(work):
    """Return the sentence of a refusal."""
    try:
        await work
    except Refused as error:
        return error.code, error.sentence
    raise AssertionError("it was not refused")


def test_who_may_sit_at_a_rated_table(tmp_path):
    async def work(services):
        lisa, ben = [await with_account(services, name) for name in ("Lisa", "Ben")]
        guest, _ = await services.guests.add("Gast")
        me, free = incoming.SeatWish(kind="me"), incoming.SeatWish(kind="open")

        async def make(who, *seats, title=TITLE, **more):
            return await services.make_table(who, incoming.NewTable(title=title, seats=list(seats), rated=True, **more))

        code, told = await refusal(make(guest, me, free))
        assert (code, "no email is needed" in told) == ("account", True)
        assert "their own screen" in (await refusal(make(lisa, me, incoming.SeatWish(kind="hotseat", name="Ben"))))[1]
        told = (await refusal(make(lisa, me, incoming.SeatWish(kind="bot", bot="random"))))[1]
        assert told.endswith("visitor, keeper, director.")
        bots = [incoming.SeatWish(kind="bot", bot="keeper")] * 2
        assert "at least one seat for a person" in (await refusal(make(lisa, *bots)))[1]
        assert "Solo games aren't rated" in (await refusal(make(lisa, me, title="night-at-the-zoo")))[1]
        assert "win or lose together" in (await refusal(make(lisa, me, free, title="zoo-escape")))[1]
        table = await make(lisa, me, free, free, hints=True, stand_in="director")
        assert (table.facts.rated, table.facts.hints, table.facts.stand_in) == (True, False, "visitor")
        assert (await refusal(services.seating.join(guest, table.facts.link, None)))[0] == "account"
        change = incoming.SeatChange(seat=1, kind="hotseat", name="Ben")
        assert (await refusal(services.seating.change_seat(lisa, table.id, change)))[0] == "setup"
        change = incoming.SeatChange(seat=1, kind="bot", bot="greedy")
        assert (await refusal(services.seating.change_seat(lisa, table.id, change)))[0] == "setup"
        await services.seating.join(ben, table.facts.link, None)
        await services.seating.change_seat(lisa, table.id, incoming.SeatChange(seat=2, kind="bot", bot="visitor"))
        assert table.status == "playing"

    with_services(tmp_path, work, **FREE)


def test_no_hints_no_peeking_and_no_one_takes_over_a_seat(tmp_path):
    async def work(services):
        lisa, ben, mia = [await with_account(services, name) for name in ("Lisa", "Ben", "Mia")]
        people = [lisa, ben]
        table = await sit(services, people)
        seat = table.to_act[0]
        who, other = people[seat], people[1 - seat]
        do = services.commands.do
        told = (await refusal(do(who, table.id, incoming.Hint(seat=seat))))[1]
        assert told == "This game is rated, so there are no hints."
        seats = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="open")]
        told = (await refusal(replays.play_on(services.maker, mia, table, incoming.PlayOn(n=0, seats=seats))))[1]
        assert "once it's over" in told
        await do(who, table.id, incoming.Play(seat=seat, decision="draw", seq=table.seq, key=key()))
        # A tile was revealed: not even the other player can agree to undo that.
        undo = incoming.Undo(to=0, seq=table.seq, key=key())
        assert "revealed information" in (await refusal(do(who, table.id, undo)))[1]
        assert table.questions.ask is None
        await do(who, table.id, incoming.Play(seat=seat, decision="load 1", seq=table.seq, key=key()))
        # What revealed nothing can be undone as usual.
        await do(who, table.id, incoming.Undo(to=1, seq=table.seq, key=key()))
        assert table.n == 1
        await services.seating.leave(other, table.id)
        assert table.seats[1 - seat].bot == "visitor"
        assert table_object.about(table, who.id).stood_in == [], "no one may take over there"
        assert "take over a seat during it" in (await refusal(services.seating.join(mia, table.facts.link, None)))[1]
        sit_down = incoming.Sit(seat=1 - seat, link=table.facts.link, key=key())
        assert "take over a seat during it" in (await refusal(do(mia, table.id, sit_down)))[1]

    with_services(tmp_path, work, **FREE)


def test_alone_with_bots_only_the_latest_decision_can_be_undone(tmp_path):
    async def work(services):
        lisa = await with_account(services, "Lisa")
        table = await sit(services, [lisa], "visitor", pace="60+0")
        async with asyncio.timeout(PATIENCE):
            if 0 not in table.to_act:
                services.start()
            while 0 not in table.to_act:
                await asyncio.sleep(0.01)
        n = table.n
        await services.commands.do(lisa, table.id, incoming.Play(seat=0, decision="draw", seq=table.seq, key=key()))
        told = await refusal(services.commands.do(lisa, table.id, incoming.Undo(to=n, seq=table.seq, key=key())))
        assert told[0] == "not-now"
        assert table.free_undo((0,)) is None

    with_services(tmp_path, work, **FREE, bot_pause=0.0, workers=1)


def test_leaving_does_not_undo_a_loss(tmp_path):
    """A seat that a bot finishes is the result of the person who started there."""

    async def work(services):
        lisa, ben = [await with_account(services, name) for name in ("Lisa", "Ben")]
        table = await sit(services, [lisa, ben])
        await services.seating.leave(ben, table.id)
        services.start()
        async with asyncio.timeout(PATIENCE):
            while table.status != "over":
                if 0 in table.to_act:
                    decision = str(table.state.legal(0)[0])
                    command = incoming.Play(seat=0, decision=decision, seq=table.seq, key=key())
                    await services.commands.do(lisa, table.id, command)
                await asyncio.sleep(0.01)
        await counted(services, 1)
        with services.database.engine.connect() as connection:
            found = {row.guest: row.how for row in connection.execute(select(RESULT_ROWS))}
        assert found == {lisa.id: "played", ben.id: "left"}
        assert {row[4] for row in ratings(services.database)} == {lisa.id, ben.id}
        (game,) = search(services.database, lisa.id, GameQuery(), only_listed=False).games
        assert [seat.name for seat in game.seats] == ["Lisa", "Ben"]

    with_services(tmp_path, work, **FREE, bot_pause=0.0, workers=1)


def test_leaving_bots_alone_still_gives_a_result(tmp_path):
    """With no one left the game is neither removed nor abandoned: bots finish it, even after a restart."""
    people = []

    async def leave(services):
        lisa = await with_account(services, "Lisa")
        people.append(lisa.id)
        table = await sit(services, [lisa], "keeper", pace="10+5")
        await services.seating.leave(lisa, table.id)
        assert (await refusal(services.seating.leave(lisa, table.id)))[1] == "You aren't at this table."
        assert table.log[-1].text == ["Lisa leaves the table. A bot (Visitor) takes over."]

    async def work(services):
        services.start()
        await counted(services, 1)
        with services.database.engine.connect() as connection:
            found = {row.guest: row.how for row in connection.execute(select(RESULT_ROWS))}
        assert found == {people[0]: "left", None: "played"}
        assert [row[4] for row in ratings(services.database)] == people

    with_services(tmp_path, leave, **FREE)
    with_services(tmp_path, work, **FREE, bot_pause=0.0, bot_seconds=0.01, workers=1)


def test_against_bots_alone_there_is_a_clock(tmp_path):
    """Otherwise a losing player would simply never decide again."""

    async def work(services):
        lisa, ben = [await with_account(services, name) for name in ("Lisa", "Ben")]
        assert "needs a clock" in (await refusal(sit(services, [lisa], "keeper")))[1]
        assert (await sit(services, [lisa], "keeper", pace="1d")).facts.rated
        seats = [incoming.SeatWish(kind=kind) for kind in ("me", "open")]
        table = await services.make_table(lisa, incoming.NewTable(title=TITLE, seats=seats, rated=True))
        change = incoming.SeatChange(seat=1, kind="bot", bot="keeper")
        assert "needs a clock" in (await refusal(services.seating.change_seat(lisa, table.id, change)))[1]
        # After a player has left, a bot joins the next game, which isn't rated without a clock.
        table = await services.seating.join(ben, table.facts.link, None)
        await services.seating.leave(ben, table.id)
        services.start()
        async with asyncio.timeout(PATIENCE):
            while table.status != "over":
                if 0 in table.to_act:
                    command = incoming.Play(seat=0, decision=str(table.state.legal(0)[0]), seq=table.seq, key=key())
                    await services.commands.do(lisa, table.id, command)
                await asyncio.sleep(0.01)
        assert not (await rematch.again(services.maker, lisa, table, incoming.Again())).facts.rated

    with_services(tmp_path, work, **FREE, bot_pause=0.0, bot_seconds=0.01, workers=1)


def test_tables_that_are_not_rated_have_results_and_no_ratings(tmp_path):
    async def work(services):
        lisa, ben = [await with_account(services, name) for name in ("Lisa", "Ben")]
        await play(services, [lisa, ben], await sit(services, [lisa, ben], rated=False), random.Random(1))
        book = services.rating_counter.ledger
        for id in book.uncounted():
            book.count(id)
        assert book.totals() == (1, 0)
        told = profiles.profile(services.database, lisa.id, None)
        assert [(one.title, one.played) for one in told.titles] == [(TITLE, 1)]
        assert told.ratings == []
        assert told.favourites[0].animals, "the animals in one's enclosures"

    with_services(tmp_path, work, **FREE)


def test_a_rematch_of_a_rated_game_is_rated(tmp_path):
    async def work(services):
        lisa, ben = [await with_account(services, name) for name in ("Lisa", "Ben")]
        table = await play(services, [lisa, ben], await sit(services, [lisa, ben]), random.Random(1))
        again = await rematch.again(services.maker, lisa, table, incoming.Again())
        assert again.facts.rated
        guest, _ = await services.guests.add("Gast")
        assert not (await rematch.again(services.maker, guest, table, incoming.Again())).facts.rated

    with_services(tmp_path, work, **FREE)


def test_several_processes_count_each_game_once(postgres):
    """Two servers on one database try all games at the same time; a recount gives the same."""
    place = postgres.new()

    async def games():
        services = Services(Settings(place, **FREE))
        people = [await with_account(services, f"Person {letter}") for letter in "ABCD"]
        chance = random.Random(7)
        for _ in range(30):
            await finished(services, chance.sample(people, 2), load(TITLE), chance)
        await services.close()

    asyncio.run(games())
    servers = [Storage(place, shared=True) for _ in range(2)]
    books = [Ledger(server.database) for server in servers]
    waiting = books[0].uncounted()
    with ThreadPoolExecutor(4) as threads:
        tried = list(threads.map(lambda one: books[one % 2].count(waiting[one // 2]), range(2 * len(waiting))))
    assert sum(tried) == len(waiting) == 30
    counted = ratings(servers[0].database)
    assert len(counted) == 60
    for server in servers:
        server.close()
    assert main(["rate", place, "--again"]) == 0
    again = Storage(place)
    assert ratings(again.database) == counted
    again.close()


def test_ratings_and_results_move_along(postgres, tmp_path):
    """`menagerie move` takes everything to PostgreSQL, including uncounted games."""
    file = tmp_path / "tables.db"

    async def games():
        services = Services(Settings(str(file), **FREE))
        people = [await with_account(services, f"Person {letter}") for letter in "ABC"]
        chance = random.Random(9)
        for _ in range(6):
            await finished(services, people, load(TITLE), chance)
        for id in services.rating_counter.ledger.uncounted()[:5]:
            services.rating_counter.ledger.count(id)
        profiles.hide(services.database, people[0], people[0].id, True)
        await services.close()

    asyncio.run(games())
    target = postgres.new()
    assert main(["move", str(file), target]) == 0
    source, moved = Storage(str(file)), Storage(target)
    assert ratings(moved.database) == ratings(source.database)
    assert results(moved.database) == results(source.database)
    assert Ledger(moved.database).uncounted() == Ledger(source.database).uncounted() != []
    with moved.database.engine.connect() as connection:
        assert len(connection.execute(select(PROFILE_ROWS).where(PROFILE_ROWS.c.hidden)).all()) == 1
        assert connection.execute(select(KEPT_ROWS)).all()
    source.close()
    moved.close()


def test_a_game_that_ends_by_time_counts_as_the_tables_rule_says(tmp_path):
    async def work(services):
        lisa, ben = [await with_account(services, name) for name in ("Lisa", "Ben")]
        table = await sit(services, [lisa, ben], pace="3d", overtime="lost")
        (late,) = table.to_act
        draw = incoming.Play(seat=late, decision="draw", seq=table.seq, key=key())
        await services.commands.do([lisa, ben][late], table.id, draw)
        clock.shift(4 * DAY)
        await services.timekeeper.look()
        table = await services.tables.get(table.id)
        assert (table.status, table.lost_by_time) == ("over", {late})
        await services.rating_counter.count(table.id)
        with services.database.engine.connect() as connection:
            found = {row.seat: (row.place, row.won, row.how) for row in connection.execute(select(RESULT_ROWS))}
        assert found == {late: (2, False, "time"), 1 - late: (1, True, "played")}
        change = {row[1]: row[9] - row[8] for row in ratings(services.database)}
        assert change[late] < 0 < change[1 - late]

    with_services(tmp_path, work, **FREE)


def test_a_continued_game_counts_for_nothing_but_is_listed(tmp_path):
    """Otherwise a player who knows the cards would have the best solo game."""

    async def work(services):
        lisa = await with_account(services, "Lisa")
        alone = await sit(services, [lisa], rated=False, title="night-at-the-zoo")
        await play(services, [lisa], alone, random.Random(1))
        on = incoming.PlayOn(n=2, seats=[incoming.SeatWish(kind="me")], anew=False)
        await play(services, [lisa], await replays.play_on(services.maker, lisa, alone, on), random.Random(2))
        for id in services.rating_counter.ledger.uncounted():
            services.rating_counter.ledger.count(id)
        told = profiles.profile(services.database, lisa.id, None)
        assert [one.played for one in told.titles] == [1]
        assert [one.table for one in told.solo] == [alone.id]
        found = search(services.database, lisa.id, GameQuery(), only_listed=False).games
        assert sorted([game.how for game in found]) == ["continued", "played"]

    with_services(tmp_path, work, **FREE)


def test_two_players_and_more_are_rated_apart_and_every_title_too(tmp_path):
    async def work(services):
        people = [await with_account(services, name) for name in ("Lisa", "Ben", "Mia")]
        chance = random.Random(2)
        await play(services, people[:2], await sit(services, people[:2]), chance)
        await play(services, people, await sit(services, people), chance)
        await play(services, people[:2], await sit(services, people[:2], title="night-at-the-zoo"), chance)
        for id in services.rating_counter.ledger.uncounted():
            services.rating_counter.ledger.count(id)
        found = {
            guest.name: [(one.title, one.class_, one.games) for one in told.ratings]
            for guest in people
            for told in [profiles.profile(services.database, guest.id, None)]
        }
        both = [("night-at-the-zoo", "two", 1), (TITLE, "many", 1), (TITLE, "two", 1)]
        assert found == {"Lisa": both, "Ben": both, "Mia": [(TITLE, "many", 1)]}

    with_services(tmp_path, work, **FREE)


def test_the_best_solo_game_is_on_the_profile(tmp_path):
    async def work(services):
        lisa = await with_account(services, "Lisa")
        for seed in range(4):
            await play(services, [lisa], await sit(services, [lisa], title=ALONE, rated=False), random.Random(seed))
        for id in services.rating_counter.ledger.uncounted():
            services.rating_counter.ledger.count(id)
        with services.database.engine.connect() as connection:
            scores = list(connection.execute(select(RESULT_ROWS.c.score)).scalars())
        (solo,) = profiles.profile(services.database, lisa.id, None).solo
        assert len(set(scores)) > 1
        assert (solo.title, solo.told) == (ALONE, str(max(scores)))

    with_services(tmp_path, work, **FREE)
