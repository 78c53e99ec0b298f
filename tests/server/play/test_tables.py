"""Test people at tables: sitting down, deciding, undoing, chatting, leaving."""

from __future__ import annotations

import random

import pytest

import menagerie
from tests.server.support.people import key


def play_to_end(screens, chance):
    """Let the holders of the seats decide at random until the game is over; screens by seat."""
    some = screens[0]
    while not some.turn["over"]:
        seat = some.turn["to_act"][0]
        screen = screens[seat]
        screen.reach(some.seq)
        answer = screen.play(chance.choice(screen.choices(seat)), seat)
        assert answer["ok"], answer
        for other in screens.values():
            other.reach(answer["seq"])


def test_a_chat_message_cannot_cover_its_neighbours(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")["id"]
    refused = lisa.do(table, do="chat", text="He\u0301llo" + "\u0301" * 300, key=key()).json()
    assert refused["error"].endswith("has too many marks on one letter. Use at most 2.")
    assert lisa.do(table, do="chat", text="\u0e19\u0e49\u0e33 xin ch\u00e0o", key=key()).json()["ok"]


def test_two_people_play_a_whole_game_and_see_the_same_table(person):
    lisa, ben, onlooker = person("Lisa"), person("Ben"), person()
    table = lisa.table("me", "open")
    assert table["status"] == "open"
    assert table["fair"]["seed"] is None
    assert ben.get(f"/api{table['link']}")["seats"][0]["name"] == "Lisa"
    joined = ben.join(table)
    assert joined["status"] == "playing"
    assert joined["mine"] == [1]
    with lisa.watch(table["id"]) as a, ben.watch(table["id"]) as b, onlooker.watch(table["id"]) as o:
        assert (a.scene["seat"], b.scene["seat"], o.scene["seat"]) == (0, 1, None)
        assert o.turn["asks"] == []
        play_to_end({0: a, 1: b}, random.Random(3))
        o.until(lambda one: one.turn["over"])
        a.until(lambda one: one.table["status"] == "over")
        assert a.turn["scores"] == b.turn["scores"] == o.turn["scores"] == a.turn["result"]["scores"]
        assert a.log == b.log == o.log
        # What was assembled from differences equals what a new viewer sees.
        for screen, who in ((a, lisa), (b, ben), (o, onlooker)):
            with who.watch(table["id"]) as fresh:
                assert fresh.pieces == screen.pieces
                assert fresh.log == screen.log
        commitment, shown = table["fair"]["commitment"], a.table["fair"]
    assert shown["commitment"] == commitment
    record = onlooker.http.get(f"/api/tables/{table['id']}/record")
    assert record.headers["content-disposition"].endswith('.zoo"')
    from menagerie import Record
    from menagerie.core.seed_commitment import verify

    assert "matches the commitment" in list(verify(Record.parse(record.text), commitment))[-1]


def test_a_record_is_not_given_out_before_the_end(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")
    answer = lisa.http.get(f"/api/tables/{table['id']}/record")
    assert (answer.status_code, answer.json()["code"]) == (409, "not-now")
    seats = [{"kind": "me"}, {"kind": "hotseat"}]
    error = lisa.refused(f"/api/tables/{table['id']}/play-on", {"n": 0, "seats": seats, "anew": False})
    assert (error["status"], error["code"]) == (409, "not-now")


DECISIONS = 150
"""After so many a game counts as played; the smaller titles end before."""


@pytest.mark.parametrize("title", menagerie.titles())
def test_hotseat_one_screen_decides_for_all_seats(person, title):
    lisa = person("Lisa")
    players = menagerie.load(title).players
    count = 2 if 2 in players else players[0]
    seats = [{"kind": "me"}] + [{"kind": "hotseat", "name": f"Guest {number}"} for number in range(1, count)]
    table = lisa.table(*seats, title=title)
    assert table["mine"] == list(range(count))
    with lisa.watch(table["id"]) as screen:
        chance = random.Random(title)
        while not screen.turn["over"] and screen.n < DECISIONS:
            seat = chance.choice(screen.turn["to_act"])
            assert screen.scene["seat"] in screen.turn["to_act"]
            assert all(target in screen.pieces or target.startswith("button:") for target in targets(screen, seat))
            seq = screen.seq
            answer = screen.play(chance.choice(screen.choices(seat)), seat)
            assert answer["ok"], answer
            screen.reach(seq + 1)
        with lisa.watch(table["id"]) as fresh:
            assert fresh.pieces == screen.pieces
            assert fresh.log == screen.log
        assert count == 1 or any("Guest 1" in line for entry in screen.log for line in entry["text"])


def targets(screen, seat):
    """Return everything that the seat can point at."""
    asked = next(asked for asked in screen.turn["asks"] if asked["seat"] == seat)
    return {target for choice in asked["choices"] for target in choice["path"]}


def test_bots_play_a_whole_game_alone_and_with_a_person(person):
    lisa = person("Lisa")
    table = lisa.table({"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}, public=True)
    with lisa.watch(table["id"]) as screen:
        screen.until(lambda one: one.turn["over"])
    with_bot = lisa.table("me", {"kind": "bot", "bot": "montecarlo"})
    with lisa.watch(with_bot["id"]) as screen:
        chance, decided = random.Random(5), 0
        while decided < 6:
            screen.until(lambda one: one.turn["over"] or 0 in one.turn["to_act"])
            seq = screen.seq
            assert screen.play(chance.choice(screen.choices(0)), 0)["ok"]
            screen.reach(seq + 1)
            decided += 1
        screen.until(lambda one: any(entry["seat"] == 1 for entry in one.log))


def test_illegal_decisions_are_refused_with_the_reason_and_the_rule(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")
    with lisa.watch(table["id"]) as screen:
        (seat,) = screen.turn["to_act"]
        answer = screen.play("take 1", seat)
        assert (answer["ok"], answer["code"]) == (False, "illegal")
        assert "is empty" in answer["error"]
        assert answer["rule"] == "2.4"
        assert screen.play("dance", seat)["code"] == "illegal"
        why = screen.ask_for(do="why", seat=seat, decision="take 1")
        assert why["ok"]
        assert "is empty" in why["reason"]
        assert screen.ask_for(do="why", seat=seat, decision="draw")["reason"] == ""
        assert screen.n == 0
        assert screen.play("draw", 1 - seat)["code"] in ("illegal", "stale")


def test_several_decisions_are_carried_out_together_or_not_at_all(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat", title="new-york-zoo")
    with lisa.watch(table["id"]) as screen:
        (seat,) = screen.turn["to_act"]
        assert screen.play("walk 1", seat)["ok"]
        screen.until(lambda one: one.n == 1)
        second = screen.choices(seat)[0]
        assert screen.ask_for(do="undo", to=0, seq=screen.seq, key=key())["ok"]
        screen.until(lambda one: one.n == 0)
        refused = screen.play("walk 1\nwalk 1", seat)
        assert (refused["ok"], refused["code"]) == (False, "illegal")
        assert lisa.get(f"/api/tables/{table['id']}")["decisions"] == 0
        assert screen.play(f"walk 1\n{second}", seat)["ok"]
        assert lisa.get(f"/api/tables/{table['id']}")["decisions"] == 2


def test_decisions_with_a_reveal_in_between_cannot_be_made_together(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")
    with lisa.watch(table["id"]) as screen:
        (seat,) = screen.turn["to_act"]
        for second in ("load 1", "load 9"):  # the answer must not reveal what would be drawn
            refused = screen.play(f"draw\n{second}", seat)
            assert (refused["ok"], refused["code"]) == (False, "not-now")
        assert lisa.get(f"/api/tables/{table['id']}")["decisions"] == 0


def test_step_by_step_decisions_are_requested_from_the_server(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")
    with lisa.watch(table["id"]) as screen:
        (seat,) = screen.turn["to_act"]
        assert screen.ask_for(do="draw", seat=seat, path=["pile"])["code"] == "not-now"
        assert screen.ask_for(do="draw", seat=seat, path=["tile-x"])["code"] == "missing"


def test_pointing_at_something_that_cannot_be_chosen_gives_the_reason(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")
    with lisa.watch(table["id"]) as screen:
        seat = screen.turn["to_act"][0]
        why = screen.ask_for(do="why", seat=seat, path=["truck-1"])
        assert why["reason"] == "Truck 1 is empty. Draw a tile."
        assert why["rule"] == "2.4"
        assert screen.ask_for(do="why", seat=seat, path=["pile"])["reason"] == ""
        assert "turn" in screen.ask_for(do="why", seat=1 - seat, path=["pile"])["reason"]
        assert screen.ask_for(do="why", seat=seat, path=["tile-x"])["code"] == "missing"
        assert screen.ask_for(do="why", seat=seat)["code"] == "bad"
        assert screen.ask_for(do="why", seat=seat, path=["pile"], decision="draw")["code"] == "bad"


def test_out_of_turn_players_can_try_where_tiles_would_fit(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")
    assert table["trials"]
    with lisa.watch(table["id"]) as screen:
        seat = screen.turn["to_act"][0]
        screen.play("draw", seat)
        screen.play("load 1", seat)
        screen.until(lambda one: one.n == 2)
        tried = screen.ask_for(do="try", seat=seat)["choices"]
        places = [f"enclosure-{'AB'[seat]}-{number}" for number in (1, 2, 3)] + [f"barn-{'AB'[seat]}"]
        assert [choice["path"][1] for choice in tried] == places
        assert screen.n == 2


def test_undo_is_free_until_something_hidden_was_shown(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = lisa.table("me", "open")
    ben.join(table)
    with lisa.watch(table["id"]) as a, ben.watch(table["id"]) as b:
        screens = {0: a, 1: b}
        seat = a.turn["to_act"][0]
        me, other = screens[seat], screens[1 - seat]
        assert me.play("draw", seat)["ok"]
        me.until(lambda one: one.n == 1)
        assert me.turn["undo"] == {"free": None, "first": 0}
        assert me.play("load 1", seat)["ok"]
        me.until(lambda one: one.n == 2)
        assert me.turn["undo"] == {"free": 1, "first": 0}
        before = len(me.pieces)
        answer = me.ask_for(do="undo", to=1, seq=me.seq, key=key())
        assert answer["ok"]
        assert "asked" not in answer
        me.until(lambda one: one.n == 1)
        other.until(lambda one: one.n == 1 and one.log[-1]["decision"] is None)
        assert "undoes 1 decision" in other.log[-1]["text"][0]
        assert me.play("load 2", seat)["ok"]
        me.until(lambda one: one.n == 2)
        assert len(me.pieces) == before
        # Further back, the other player must agree.
        asked = me.ask_for(do="undo", to=0, seq=me.seq, key=key())
        assert asked["ok"]
        other.until(lambda one: one.ask is not None)
        assert other.ask["waiting"] == [1 - seat]
        assert me.ask_for(do="agree", ask=asked["asked"], agree=True, key=key())["code"] == "seat"
        assert other.ask_for(do="agree", ask=asked["asked"], agree=False, key=key())["ok"]
        me.until(lambda one: one.ask is None)
        assert me.n == 2
        again = me.ask_for(do="undo", to=0, seq=me.seq, key=key())
        other.until(lambda one: one.ask is not None)
        assert other.ask_for(do="agree", ask=again["asked"], agree=True, key=key())["ok"]
        me.until(lambda one: one.n == 0)
        assert [entry["decision"] for entry in me.log if entry["decision"]] == []
        assert me.turn["to_act"] == [seat]


def test_undo_is_free_until_a_tile_is_turned_up(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = lisa.table("me", "open", title="zoo-escape", options={"animal_1": "gorilla", "animal_2": "owl"})
    ben.join(table)
    with lisa.watch(table["id"]) as screen:
        for n, (decision, free) in enumerate((("begin gorilla", 0), ("poop", 0), ("move east", None)), start=1):
            assert screen.play(decision, 0)["ok"]
            screen.until(lambda one, n=n: one.n == n)
            assert screen.turn["undo"]["free"] == free, decision


def test_a_person_alone_with_bots_may_undo_everything(person):
    lisa = person("Lisa")
    table = lisa.table("me", {"kind": "bot", "bot": "random"})
    with lisa.watch(table["id"]) as screen:
        screen.until(lambda one: one.turn["to_act"] == [0])
        assert screen.play("draw", 0)["ok"]
        screen.until(lambda one: one.turn["to_act"] == [0] and one.n > 0)
        answer = screen.ask_for(do="undo", to=0, seq=screen.seq, key=key())
        assert answer["ok"], answer
        assert "asked" not in answer


def test_an_abandoned_seat_can_be_taken_by_a_bot_or_another_person(person):
    lisa, ben, eva = person("Lisa"), person("Ben"), person("Eva")
    table = lisa.table("me", "open", "open")
    ben.join(table)
    eva.join(table)
    with lisa.watch(table["id"]) as a, ben.watch(table["id"]) as b:
        eva.post(f"/api/tables/{table['id']}/leave", {})
        a.until(lambda one: one.table["seats"][2]["kind"] == "open")
        assert "Eva leaves" in a.log[-1]["text"][0]
        asked = a.ask_for(do="takeover", seat=2, key=key())
        assert asked["ok"], asked
        b.until(lambda one: one.ask is not None)
        assert b.ask_for(do="agree", ask=asked["asked"], agree=True, key=key())["ok"]
        a.until(lambda one: one.table["seats"][2]["kind"] == "bot")
        ben.post(f"/api/tables/{table['id']}/leave", {})
        assert eva.join(table)["mine"] == [1]
        a.until(lambda one: one.table["seats"][1]["name"] == "Eva")
        assert lisa.refused(f"/api/tables/{table['id']}/seat", {"seat": 1, "kind": "open"})["code"] == "not-now"


def test_chat_reaches_everyone_once_and_stays(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = lisa.table("me", "open")
    with lisa.watch(table["id"]) as a, ben.watch(table["id"]) as b:
        same = key()
        for _ in range(3):
            assert a.ask_for(do="chat", text="  Hello <script>alert(1)</script> ", key=same)["ok"]
        assert b.ask_for(do="chat", text="Hi", key=key())["ok"]
        a.until(lambda one: len(one.chat) == 2)
    with ben.watch(table["id"]) as later:
        texts = [(message["name"], message["seat"], message["text"]) for message in later.chat]
        assert texts == [("Lisa", 0, "Hello <script>alert(1)</script>"), ("Ben", None, "Hi")]


def test_a_hint_is_a_legal_decision_with_its_path(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")
    with lisa.watch(table["id"]) as screen:
        (seat,) = screen.turn["to_act"]
        hint = screen.ask_for(do="hint", seat=seat)
        assert hint["ok"], hint
        assert hint["decision"] in screen.choices(seat)
        assert hint["path"]
        assert hint["decision"] == hint["steps"][0]["decision"]
        assert hint["reason"].endswith(".")
        assert all(other["steps"] and other["reason"] for other in hint["alternatives"])
    without = lisa.table("me", "hotseat", hints=False)
    with lisa.watch(without["id"]) as screen:
        assert screen.ask_for(do="hint", seat=screen.turn["to_act"][0])["code"] == "not-now"


def test_owner_fills_seats_with_bots_and_the_game_starts(person):
    lisa = person("Lisa")
    table = lisa.table("me", "open", "open")
    with lisa.watch(table["id"]) as screen:
        assert screen.turn["to_act"] == []
        lisa.post(f"/api/tables/{table['id']}/seat", {"seat": 1, "kind": "bot", "bot": "random"})
        begun = lisa.post(f"/api/tables/{table['id']}/seat", {"seat": 2, "kind": "hotseat", "name": "Tim"})
        assert begun["status"] == "playing"
        screen.until(lambda one: one.table["status"] == "playing")
    lists = lisa.get("/api/tables")
    assert lists["mine"][0]["id"] == table["id"]
    assert lists["mine"][0]["to_act"] != []


def test_lists_show_public_tables_only(person):
    lisa, ben = person("Lisa"), person("Ben")
    private, public = lisa.table("me", "open"), lisa.table("me", "open", public=True)
    watched = lisa.table("me", "hotseat", public=True)
    lists = ben.get("/api/tables")
    assert [entry["id"] for entry in lists["mine"]] == []
    assert public["id"] in [entry["id"] for entry in lists["open"]]
    assert watched["id"] in [entry["id"] for entry in lists["watch"]]
    assert private["id"] not in str(lists)
    lisa.post(f"/api/tables/{private['id']}/leave", {})
    assert lisa.http.get(f"/api/tables/{private['id']}").status_code == 404


def test_again_and_rename(person):
    lisa = person("Lisa")
    table = lisa.table("me", {"kind": "hotseat", "name": "Ben"}, "open", options={"removed": ["wolf", "rhino"]})
    with lisa.watch(table["id"]) as screen:
        assert lisa.post("/api/me", {"name": "Elisabeth"})["guest"]["name"] == "Elisabeth"
        screen.until(lambda one: one.table["seats"][0]["name"] == "Elisabeth")
    second = lisa.post(f"/api/tables/{table['id']}/again", {})
    assert [seat["kind"] for seat in second["seats"]] == ["person", "hotseat", "open"]
    assert sorted(second["options"]["removed"]) == ["rhino", "wolf"]
    assert second["id"] != table["id"]
