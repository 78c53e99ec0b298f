"""Define steps of what a site offers besides tables: tournaments, the deal of the day, duplicates, lessons, puzzles,
holidays."""

from __future__ import annotations

from typing import Any

from tests.server.support.people import key, notations
from tests.server.walk.step import step
from tests.server.walk.steps_tables import play_on_screens
from tests.server.walk.world import World

SOLO = "night-at-the-zoo"


@step(3, "/api/tournaments")
def make_tournament(world: World) -> None:
    actor = world.someone(lambda one: one.has_account)
    if actor is None:
        return
    body: dict[str, Any] = {
        "name": "Spring Cup",
        "title": "zooloretto-mini",
        "system": world.chance.choice(("swiss", "robin")),
    }
    body |= {"pace": world.chance.choice(("5+5", "1d")), "late": world.chance.choice((0, 1))}
    body |= {"hours": world.chance.choice((None, 12.0))}
    made = world.post(actor, "/api/tournaments", body)
    if made.is_success:
        world.tournaments.append(made.json()["id"])


@step(10, "/api/tournaments/{tournament}/enter", "/api/tournaments/{tournament}/next")
def enter(world: World) -> None:
    """Let everyone with an account enter a tournament, and let its host start it or the next round."""
    if not world.tournaments:
        return
    tournament = world.chance.choice(world.tournaments)
    for actor in world.people:
        if actor.has_account and world.chance.random() < 0.8:
            world.post(actor, "/api/tournaments/{tournament}/enter", tournament=tournament)
    for actor in world.people:
        page = world.look(actor, f"/api/tournaments/{tournament}")
        if page and page["maker"]:
            world.post(actor, "/api/tournaments/{tournament}/next", tournament=tournament)


@step(6)
def play_a_round(world: World) -> None:
    """Play the running games of a tournament."""
    for tournament in world.tournaments[-1:]:
        for actor in list(world.people):
            page = world.look(actor, f"/api/tournaments/{tournament}")
            if page and page["mine"]:
                play_on_screens(world, page["mine"], 300)


@step(
    3,
    "/api/tournaments/{tournament}/leave",
    "/api/tournaments/{tournament}/remove",
    "/api/tournaments/{tournament}/cancel",
)
def leave_tournament(world: World) -> None:
    actor = world.someone(lambda one: one.has_account)
    if actor is None or not world.tournaments:
        return
    tournament = world.chance.choice(world.tournaments)
    page = world.look(actor, f"/api/tournaments/{tournament}")
    if page is None:
        return
    if page["maker"] and page["standings"] and world.chance.random() < 0.5:
        person = world.chance.choice(page["standings"])["person"]
        body = {"person": person or "nobody", "reason": "They never came."}
        world.post(actor, "/api/tournaments/{tournament}/remove", body, tournament=tournament)
    elif page["maker"] and world.chance.random() < 0.3:
        world.post(actor, "/api/tournaments/{tournament}/cancel", {"reason": "Rain."}, tournament=tournament)
    else:
        world.post(actor, "/api/tournaments/{tournament}/leave", tournament=tournament)


@step(7, "/api/daily/{day}/{title}")
def try_the_day(world: World) -> None:
    """Try the deal of the day, and perhaps play it to its end."""
    actor = world.someone()
    assert actor is not None
    today = world.look(actor, "/api/daily")["today"]
    body = {"free": world.chance.random() < 0.2}
    made = world.post(actor, "/api/daily/{day}/{title}", body, day=today, title=SOLO)
    if made.is_success and world.chance.random() < 0.7:
        play_on_screens(world, made.json()["id"], 300)


@step(3, "/api/duplicates/{code}")
def duplicate(world: World) -> None:
    """Open one more table of a duplicate: someone who has not seen its deal, or tries all the same."""
    if codes := duplicates(world):
        actor = world.come() if world.chance.random() < 0.3 else world.someone()
        assert actor is not None
        world.remember(world.post(actor, "/api/duplicates/{code}", code=world.chance.choice(codes)))


@step(1, "/api/duplicates/{code}/close")
def close_duplicate(world: World) -> None:
    for code in duplicates(world)[:1]:
        for actor in world.people:
            world.post(actor, "/api/duplicates/{code}/close", code=code)


def duplicates(world: World) -> list[str]:
    """The codes of the duplicates that people here play."""
    deals = [table["deal"] or {} for actor in world.people for table in world.mine(actor, "open", "playing", "over")]
    return sorted({deal["address"].rpartition("/")[2] for deal in deals if deal.get("kind") == "group"})


@step(2, "/api/titles/{title}/lessons/{number}", "do read")
def lesson(world: World) -> None:
    actor = world.someone()
    assert actor is not None
    body = {"again": world.chance.random() < 0.5}
    begun = world.post(actor, "/api/titles/{title}/lessons/{number}", body, title="zooloretto-mini", number="1")
    if begun.is_success:
        world.do(actor, begun.json()["id"], do="read", step=0)


@step(
    2,
    "/api/puzzles/{title}/{number}/do",
    "/api/puzzles/{title}/{number}/verdict",
    "/api/puzzles/{title}/{number}/solution",
)
def puzzle(world: World) -> None:
    actor = world.someone()
    assert actor is not None
    which = {"title": "zooloretto-mini", "number": "1"}
    shown = world.look(actor, "/api/puzzles/zooloretto-mini/1")["message"]["turn"]["asks"][0]
    decision = next(notation for choice in shown["choices"] for notation in notations(choice))
    command = {"do": "play", "seat": shown["seat"], "decision": decision, "seq": 0, "key": key()}
    world.post(actor, "/api/puzzles/{title}/{number}/do", {"played": [], "command": command}, **which)
    world.post(actor, "/api/puzzles/{title}/{number}/verdict", {"played": [decision]}, **which)
    world.post(actor, "/api/puzzles/{title}/{number}/solution", **which)


@step(3, "/api/holiday", "/api/holiday/end")
def holiday(world: World) -> None:
    actor = world.someone()
    assert actor is not None
    if world.chance.random() < 0.6:
        world.post(actor, "/api/holiday", {"days": world.chance.randint(1, 5)})
    else:
        world.post(actor, "/api/holiday/end")
