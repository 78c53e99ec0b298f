"""Nobody is sent what their seat may not know: what is hidden from them is dealt anew, and the bytes stay the same."""

from __future__ import annotations

import random

import pytest

import menagerie
from menagerie.core import registry
from menagerie.core.choosing import why_not
from menagerie.core.errors import MenagerieError
from menagerie.core.event import Event
from menagerie.server import painting
from menagerie.server.directory import Seat, TableRow
from menagerie.server.store import Stored
from menagerie.server.table import LiveTable
from menagerie.server.wire import replace, write
from tests.conformance.toy.pebbles import Pebbles

SEED, SALT = 0xFEEDFACE_DEADBEEF_0123456789, "5a17" * 8
LOOKS = 24
"""At how many moments of a game everybody's bytes are compared."""


def new_table(title: str, players: int) -> LiveTable:
    game = menagerie.load(title)
    row = TableRow(
        "t", title, game.rules_version, players, {}, SEED, SALT, "g0", True, False, "playing", "secret-link", 0.0
    )
    return LiveTable(row, [Seat(seat, "person", f"g{seat}", f"Player {seat}") for seat in range(players)])


class Twin(LiveTable):
    """The same table, with everything that one seat (None: an onlooker) cannot know dealt otherwise."""

    def __init__(self, table: LiveTable, seat: int | None, seed: int) -> None:
        self.__dict__ = dict(table.__dict__)
        self.real, self.seat, self.seed = table, seat, seed
        self.state = table.state.imagine(seat, seed)
        self.sketches = {}

    def moment(self, n):
        return self.real.moment(n).imagine(self.seat, self.seed)


def everything(table: LiveTable, seat: int | None) -> bytes:
    """All that a viewer can be sent at this moment, but for the differences to other moments."""
    seats = () if seat is None else (seat,)
    guest = None if seat is None else f"g{seat}"
    whole = painting.Audience(table, seats).whole(table)
    about = painting.about(table, guest)
    picture = table.game.scene(table.state, seat).svg("dark")
    moments = [painting.moment(table, guest, n, since) for n, since in ((table.n, None), (table.n // 2, table.n))]
    return write([whole, about, picture, moments, [] if seat is None else answers(table, seat)])


def answers(table: LiveTable, seat: int) -> list[object]:
    """What a seat is told when it asks."""
    pieces = list(table.game.scene(table.state, seat).pieces)
    reasons = [str(why_not(table.state, seat, (piece,))) for piece in pieces[:: 1 + len(pieces) // 12]]
    return [reasons, [trial.wire() for trial in table.game.trials(table.state, seat)]]


def counts():
    for title in menagerie.titles():
        players = menagerie.load(title).players
        for count in sorted({players[0], players[-1]}):
            yield pytest.param(title, count, id=f"{title}-{count}")


@pytest.mark.parametrize(("title", "players"), list(counts()))
def test_bytes_tell_no_seat_and_no_onlooker_what_is_hidden(title, players, monkeypatch):
    monkeypatch.setattr("menagerie.server.painting.time.time", lambda: 5.0)
    chance = random.Random(f"{title} {players}")
    length = play_randomly(new_table(title, players), chance, None)
    stops = set(chance.sample(range(length), min(LOOKS, length)))
    chance = random.Random(f"{title} {players}")
    play_randomly(new_table(title, players), chance, stops)


def play_randomly(table: LiveTable, chance: random.Random, stops: set[int] | None) -> int:
    """Play a game to its end; compare at the stops. How many decisions there were."""
    drawn = random.Random(chance.random())
    audiences = {seat: painting.Audience(table, seats_of(seat)) for seat in (None, *range(table.row.players))}
    while table.to_act:
        looks = stops is not None and table.n in stops
        if looks:
            compare(table, drawn)
        seat = chance.choice(table.to_act)
        decision = str(chance.choice(table.state.legal(seat)))
        if looks:
            compare_stories(table, seat, decision, drawn)
        after, told = table.try_decision(seat, decision)
        table.apply(Stored(table.id, table.seq + 1, "play", seat, decision, float(table.seq), ""), after, told)
        if looks:
            for audience in audiences.values():
                sent = audience.update(table)
                assert str(SEED).encode() not in sent
                assert SALT.encode() not in sent
    return table.n


def seats_of(seat: int | None) -> tuple[int, ...]:
    return () if seat is None else (seat,)


def compare(table: LiveTable, chance: random.Random) -> None:
    """Everybody is sent the same, whatever is hidden from them."""
    for seat in (None, *range(table.row.players)):
        twin = Twin(table, seat, chance.getrandbits(64))
        sent = everything(table, seat)
        assert sent == everything(twin, seat)
        assert str(SEED).encode() not in sent
        assert SALT.encode() not in sent
        if seat is None:
            assert b"secret-link" not in sent


def compare_stories(table: LiveTable, seat: int, decision: str, chance: random.Random) -> None:
    """Where somebody cannot see a difference after a decision, the sentences about it do not tell one either."""
    for viewer in (None, *range(table.row.players)):
        twin = table.state.imagine(viewer, chance.getrandbits(64))
        twin.rng = table.state.rng.copy()  # dice that all see fall the same way; only what lies hidden differs
        story: list[Event] = []
        other: list[Event] = []
        after = table.state.copy()
        after.play(decision, seat, story)
        try:
            twin.play(decision, seat, other)
        except MenagerieError:
            continue  # the decision itself needs what is hidden from the viewer
        if after.view(viewer) == twin.view(viewer):
            assert [str(event) for event in story] == [str(event) for event in other]


@pytest.mark.parametrize("players", [2, 3])
def test_hands_that_each_seat_sees_otherwise(players, monkeypatch):
    """The same for a toy in which every seat has secrets of its own."""
    add_toy(monkeypatch)
    test_bytes_tell_no_seat_and_no_onlooker_what_is_hidden("pebbles", players, monkeypatch)
    table = new_table("pebbles", 2)
    assert everything(table, 0) != everything(table, None)


def test_a_hotseat_is_shown_the_hand_of_who_decides_only(monkeypatch):
    add_toy(monkeypatch)
    table = new_table("pebbles", 2)
    audience = painting.Audience(table, (0, 1))
    for decision in ("draw", "keep", "draw", "trade"):
        seat = table.to_act[0]
        assert audience.eyes == seat
        whole = audience.whole(table)
        assert whole["scene"]["set"]["all"][4] == table.game.scene(table.state, seat).pieces["all"].body
        after, told = table.try_decision(seat, decision)
        table.apply(Stored(table.id, table.seq + 1, "play", seat, decision, 0.0, ""), after, told)
        audience.update(table)


def test_a_bot_that_stands_in_shows_nobody_anything_new(monkeypatch):
    """Not to the others, and not to whose seat it is: until they take it back they watch."""
    add_toy(monkeypatch)
    monkeypatch.setattr("menagerie.server.painting.time.time", lambda: 5.0)
    table, plain = new_table("pebbles", 3), new_table("pebbles", 3)
    table.seats[1] = replace(table.seats[1], bot="random")
    assert (table.held_by("g1"), table.claims("g1")) == ((), (1,))
    for decision in ("draw", "keep", "draw", "trade"):
        for one in (table, plain):
            seat = one.to_act[0]
            after, _ = one.try_decision(seat, decision)
            one.apply(Stored(one.id, one.seq + 1, "play", seat, decision, 0.0, ""), after)
        for viewer in (None, 0, 2):
            assert sent_to(table, viewer) == sent_to(plain, viewer)
        assert sent_to(table, 1) == sent_to(table, None) != sent_to(plain, 1)


def sent_to(table: LiveTable, seat: int | None) -> bytes:
    """What the guest of a seat (None: an onlooker) is sent, but for names."""
    guest = None if seat is None else f"g{seat}"
    whole = painting.Audience(table, table.held_by(guest)).whole(table)
    moments = [painting.moment(table, guest, n, None) for n in (table.n, table.n // 2)]
    return write([whole["scene"], whole["turn"], [one["scene"] for one in moments]])


def add_toy(monkeypatch):
    game = Pebbles()
    monkeypatch.setitem(registry._LOADED, game.id, game)
    monkeypatch.setitem(registry._folders(), game.id, "")


def test_the_comparison_notices_a_leak(monkeypatch):
    """A scene that shows the next hidden tile must fail: otherwise the test above proves nothing."""
    table = new_table("zooloretto-mini", 2)
    honest = table.game.scene

    def leaking(state, seat=None):
        scene = honest(state, seat)
        scene.put("leak", str(state.secrets()["pile"]))
        return scene

    monkeypatch.setattr("menagerie.server.painting.time.time", lambda: 5.0)
    monkeypatch.setattr(table.game, "scene", leaking)
    with pytest.raises(AssertionError):
        compare(table, random.Random(1))
