"""Define steps at tables: making, joining, playing, asking, leaving, playing on."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import Any

from tests.server.support.people import Screen
from tests.server.walk.step import step
from tests.server.walk.steps_people import new_table, pair
from tests.server.walk.world import AWAY, QUOTA, Actor, World

HOUR, DAY = 3600.0, 24 * 3600.0
PACES = (None, None, "5+5", "12h", "1d", "3d")
TITLES = (*["zooloretto-mini"] * 5, "new-york-zoo", "night-at-the-zoo", "zoo-escape", "18zoo")


@step(24, "/api/tables", "/api/join/{link}")
def make(world: World) -> None:
    """Make a table of any kind, and let someone sit down."""
    found = pair(world)
    if found is None:
        return
    actor, other = found
    chance = world.chance
    seats = chance.choice(
        (("me", "open"), ("me", "open", "open"), ("me", "bot"), ("me", "hotseat"), ("me", "open", "bot"))
    )
    pace = chance.choice(PACES)
    body = new_table(
        *seats,
        title=chance.choice(TITLES),
        public=chance.random() < 0.5,
        pace=pace,
        overtime=chance.choice(("bot", "lost", "others")),
    )
    body |= {
        "rated": actor.has_account and other.has_account and chance.random() < 0.6,
        "duplicate": chance.random() < 0.15,
        "research": chance.random() < 0.2,
    }
    for seat in body["seats"]:
        seat.update({"bot": "random"} if seat["kind"] == "bot" else {})
        seat.update({"name": "Grandma"} if seat["kind"] == "hotseat" else {})
    before = len(unfinished(world, actor))
    answer = world.post(actor, "/api/tables", body)
    if "unfinished tables" in answer.text:
        assert before >= QUOTA, f"{actor.name} has {before} tables\n{world.story}"
    if table := world.remember(answer):
        world.post(other, "/api/join/{link}", link=world.tables[table].rpartition("/")[2])


def unfinished(world: World, actor: Actor) -> list[dict[str, Any]]:
    """The tables that count for someone: those of the lobby whose games are not over, lessons apart."""
    return [table for table in world.mine(actor, "open", "playing") if not table["lesson"]]


@step(6, "/api/join/{link}")
def join(world: World) -> None:
    actor = world.someone()
    if actor is not None and world.tables:
        link = world.chance.choice(list(world.tables.values())).rpartition("/")[2]
        world.post(actor, "/api/join/{link}", {"seat": world.chance.choice((None, 0, 1))}, link=link)


@step(3, "/api/tables/{table}/seat")
def change_seat(world: World) -> None:
    actor = world.someone()
    assert actor is not None
    for table in world.mine(actor, "open")[:1]:
        kind = world.chance.choice(("open", "bot", "hotseat"))
        body = {"seat": world.chance.randrange(len(table["seats"])), "kind": kind}
        body |= {"bot": "random"} if kind == "bot" else {"name": "Grandpa"} if kind == "hotseat" else {}
        world.post(actor, "/api/tables/{table}/seat", body, table=table["id"])


def play_on_screens(world: World, table: str, most: int) -> None:
    """Let everyone who is here play at a table, with at most so many decisions."""
    with ExitStack() as stack:
        screens: dict[int, tuple[Actor, Screen]] = {}
        for actor in world.people:
            about = world.look(actor, f"/api/tables/{table}")
            if about is None or about["status"] != "playing":
                continue
            for seat in about["mine"]:
                screens[seat] = actor, stack.enter_context(actor.browser.watch(table))
        newest = 0
        for _ in range(most):
            if not screens:
                return
            _, first = next(iter(screens.values()))
            first.until(lambda one, newest=newest: one.seq >= newest and settled(one))  # type: ignore[misc]
            acting = [seat for seat in first.turn["to_act"] if seat in screens]
            if first.turn["over"] or first.table["status"] != "playing" or not acting or first.turn["hands"]:
                return
            actor, screen = screens[acting[0]]
            screen.reach(first.seq)
            if not (choices := screen.choices(acting[0])):
                return
            answer = screen.play(world.chance.choice(choices), acting[0])
            world.diary.append(f"{actor.name} plays at {table}: {answer}")
            if not answer["ok"]:
                return
            world.done["do play"] += 1
            newest = answer["seq"]


def settled(screen: Screen) -> bool:
    """Return whether a table waits for people: no bot is about to play."""
    waits_for = [screen.table["seats"][seat] for seat in screen.turn["to_act"]]
    return bool(screen.turn["over"]) or not any(seat["bot"] for seat in waits_for)


@step(20, "do play")
def play(world: World) -> None:
    actor = world.someone()
    assert actor is not None
    if playing := world.mine(actor, "playing"):
        play_on_screens(world, world.chance.choice(playing)["id"], world.chance.choice((1, 3, 10)))


@step(8, "do play")
def finish(world: World) -> None:
    """Play one game to its end."""
    actor = world.someone()
    assert actor is not None
    if playing := [table for table in world.mine(actor, "playing") if table["title"] == "zooloretto-mini"]:
        play_on_screens(world, world.chance.choice(playing)["id"], 300)


@step(10, "do undo", "do takeover", "do return", "do chat", "do hand", "do order", "do vote", "do agree", "do sit")
def command(world: World) -> None:
    """Send any command at a table, sensible or not, and answer open requests there."""
    actor = world.someone()
    assert actor is not None
    tables = world.mine(actor, "playing", "over")
    if not tables:
        return
    table = world.chance.choice(tables)["id"]
    about = world.look(actor, f"/api/tables/{table}")
    if about is None:
        return
    seat = world.chance.randrange(about["players"])
    ways: list[dict[str, Any]] = [
        {"do": "undo", "to": max(0, about["decisions"] - world.chance.randrange(1, 4)), "seq": about["seq"]},
        {"do": "undo", "to": 0, "seq": about["seq"]},
        {"do": "takeover", "seat": seat},
        {"do": "return", "seat": seat},
        {"do": "chat", "text": "Good luck!"},
        {"do": "hand", "up": True},
        {"do": "order", "seat": seat, "order": "pass", "give": True},
        {"do": "sit", "seat": seat, "link": world.tables.get(table, "x").rpartition("/")[2]},
    ]
    world.do(actor, table, **world.chance.choice(ways))
    if world.chance.random() < 0.7:
        answer_what_is_asked(world, table)


@step(5, "do takeover", "do return")
def stand_in(world: World) -> None:
    """Have a bot play for someone who is not here; take back the seats where one plays for me."""
    actor = world.someone()
    assert actor is not None
    for table in world.mine(actor, "playing"):
        for seat in table["claims"]:
            world.do(actor, table["id"], do="return", seat=seat)
        others = [one["seat"] for one in table["seats"] if one["kind"] == "person" and not one["mine"]]
        if others and table["mine"] and table["pace"] is None and not table["rated"]:
            time.sleep(2 * AWAY)
            if world.do(actor, table["id"], do="takeover", seat=world.chance.choice(others)).is_success:
                return


@step(4, "do sit")
def sit_down_instead(world: World) -> None:
    """Someone leaves in the middle of a game, and someone else plays on in their place."""
    found = pair(world)
    if found is None:
        return
    for table in world.mine(found[0], "playing"):
        if link := world.tables.get(table["id"]):
            world.post(found[0], "/api/tables/{table}/leave", table=table["id"])
            about = world.look(found[1], f"/api/tables/{table['id']}")
            for seat in about["stood_in"] if about else ():
                world.do(found[1], table["id"], do="sit", seat=seat, link=link.rpartition("/")[2])
                answer_what_is_asked(world, table["id"])
            return


@step(4, "do order")
def give_order(world: World) -> None:
    """Give a standing order that is offered, or withdraw it again."""
    actor = world.someone()
    assert actor is not None
    for table in world.mine(actor, "playing")[:3]:
        with actor.browser.watch(table["id"]) as screen:
            orders = screen.turn["orders"]
        for mine in orders:
            for offered in (*mine["offered"], *mine["given"])[:1]:
                is_new = offered in mine["offered"]
                world.do(actor, table["id"], do="order", seat=mine["seat"], order=offered["order"], give=is_new)


@step(2, "do hand")
def raise_hand(world: World) -> None:
    """In a team, ask the others to wait, and let them go on."""
    for actor in world.people:
        for table in world.mine(actor, "playing"):
            if table["title"] == "zoo-escape":
                world.do(actor, table["id"], do="hand", up=True)
                world.do(actor, table["id"], do="hand", up=world.chance.random() < 0.2)
                return


@step(6, "do agree", "do vote")
def answer(world: World) -> None:
    if world.tables:
        answer_what_is_asked(world, world.chance.choice(list(world.tables)))


def answer_what_is_asked(world: World, table: str) -> None:
    """Let people answer a request at a table, in time or too late."""
    for actor in world.people:
        if world.look(actor, f"/api/tables/{table}") is None:
            return
        with actor.browser.watch(table) as screen:
            ask = screen.ask
            overdue = (screen.turn.get("time") or {}).get("overdue", [])
        if ask:
            agree = world.chance.random() < 0.7
            if world.chance.random() < 0.3:
                world.days.pass_by(world.chance.choice((HOUR, 2 * DAY)))  # too late, perhaps
            world.do(actor, table, do="agree", ask=ask["ask"], agree=agree)
        for late in overdue:
            world.do(actor, table, do="vote", ask=late["ask"], choice=world.chance.choice(("wait", "bot", "lost")))


@step(3, "do why", "do try", "do draw", "do hint", "do ping")
def ask(world: World) -> None:
    actor = world.someone()
    assert actor is not None
    for table in world.mine(actor, "playing")[:1]:
        ways: list[dict[str, Any]] = [
            {"do": "why", "seat": 0, "decision": "take 1"},
            {"do": "try", "seat": 0},
            {"do": "draw", "seat": 0, "path": ["x"]},
            {"do": "hint", "seat": 0},
            {"do": "ping"},
        ]
        with actor.browser.watch(table["id"]) as screen:
            way = world.chance.choice(ways)
            if screen.ask_for(**way)["ok"]:
                world.done[f"do {way['do']}"] += 1


@step(5, "/api/tables/{table}/leave")
def leave(world: World) -> None:
    actor = world.someone()
    assert actor is not None
    if tables := world.mine(actor, "open", "playing"):
        world.post(actor, "/api/tables/{table}/leave", table=world.chance.choice(tables)["id"])


@step(4, "/api/tables/{table}/again", "/api/tables/{table}/decline", "/api/tables/{table}/invite")
def again(world: World) -> None:
    actor = world.someone()
    assert actor is not None
    for table in world.mine(actor, "over")[:1]:
        world.remember(world.post(actor, "/api/tables/{table}/again", table=table["id"]))
    for asked in (world.look(actor, "/api/tables") or {}).get("asked", [])[:1]:
        if world.chance.random() < 0.5:
            world.post(actor, "/api/tables/{table}/decline", table=str(asked.get("table") or asked.get("id")))
    friends = (world.look(actor, "/api/friends") or {}).get("friends", [])
    for table in world.mine(actor, "open")[:1]:
        for friend in friends[:1]:
            body = {"friend": str(friend.get("id") or friend.get("person"))}
            world.post(actor, "/api/tables/{table}/invite", body, table=table["id"])


@step(3, "/api/tables/{table}/play-on")
def play_on(world: World) -> None:
    actor = world.someone()
    assert actor is not None
    for table in world.mine(actor, "over", "playing")[:1]:
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"} for _ in table["seats"][1:]]]
        body = {"n": 2, "seats": seats, "anew": world.chance.random() < 0.5, "stand_in": "random"}
        world.remember(world.post(actor, "/api/tables/{table}/play-on", body, table=table["id"]))


@step(2, "/api/tables/{table}/review", "/api/replays")
def look_again(world: World) -> None:
    """Ask for a review, and upload the record of a finished game."""
    actor = world.someone()
    assert actor is not None
    for table in world.mine(actor, "over")[:1]:
        world.post(actor, "/api/tables/{table}/review", table=table["id"])
        record = actor.browser.http.get(f"/api/tables/{table['id']}/record")
        if record.is_success:
            # Without its names: a saved file keeps them, whoever is deleted later.
            lines = [line for line in record.text.splitlines(keepends=True) if not line.startswith("name ")]
            sent = actor.browser.http.post(
                "/api/replays",
                content="".join(lines),
                headers={"x-csrf-token": actor.browser.csrf, "content-type": "text/plain"},
            )
            world.note(actor, "/api/replays", "/api/replays", None, sent)


@step(8)
def wait(world: World) -> None:
    """Let time pass: a moment, an hour, a day, a week."""
    seconds = world.chance.choice((60.0, HOUR, 6 * HOUR, DAY, DAY, 4 * DAY))
    world.diary.append(f"{seconds:.0f} seconds pass")
    world.days.pass_by(seconds)


@step(3)
def restart(world: World) -> None:
    world.restart(is_kill=world.chance.random() < 0.5)
