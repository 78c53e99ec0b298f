"""Define steps of coming and going: names, accounts, devices, email, friends, moderation."""

from __future__ import annotations

from typing import Any

from tests.server.support.authenticator import Passkey
from tests.server.support.people import Person, key
from tests.server.support.receiver import Browser
from tests.server.walk.step import step
from tests.server.walk.world import MODERATOR, PASSWORD, Actor, World

MOST_PEOPLE = 12


def proved(world: World, actor: Actor) -> None:
    """Do what needs a recently proved identity."""
    if actor.has_password:
        world.post(actor, "/api/me/prove", {"password": PASSWORD})
    elif actor.passkey is not None:
        options = world.post(actor, "/api/sign-in/passkey/begin")
        world.post(actor, "/api/me/prove/passkey", actor.passkey.sign(options.json()))


@step(6, "/api/me")
def come(world: World) -> None:
    if len(world.people) < MOST_PEOPLE:
        world.come()


@step(12, "/api/me/keep")
def keep(world: World) -> None:
    actor = world.someone(lambda one: not one.has_account)
    if actor is not None:
        answer = world.post(actor, "/api/me/keep", {"password": PASSWORD})
        if answer.is_success:
            actor.has_account, actor.has_password, actor.codes = True, True, answer.json()["codes"]


@step(3, "/api/me", "/api/me/prove")
def rename(world: World) -> None:
    actor = world.someone(lambda one: one.name != MODERATOR)
    if actor is not None:
        proved(world, actor)
        name = f"{actor.name.split()[0]} {''.join(world.chance.choices('bcdfghklmnprst', k=5))}"
        if world.post(actor, "/api/me", {"name": name}).is_success:
            actor.name = name


@step(2, "/api/me/password")
def change_password(world: World) -> None:
    actor = world.someone(lambda one: one.has_account)
    if actor is not None:
        proved(world, actor)
        if world.post(actor, "/api/me/password", {"password": PASSWORD}).is_success:
            actor.has_password = True


@step(2, "/api/me/codes")
def new_codes(world: World) -> None:
    actor = world.someone(lambda one: one.has_account)
    if actor is not None:
        proved(world, actor)
        answer = world.post(actor, "/api/me/codes")
        if answer.is_success:
            actor.codes = answer.json()["codes"]


@step(2, "/api/me/passkey/begin", "/api/me/passkey")
def make_passkey(world: World) -> None:
    actor = world.someone(lambda one: one.passkey is None)
    if actor is None:
        return
    proved(world, actor)
    asked = world.post(actor, "/api/me/passkey/begin")
    if asked.is_success:
        passkey = Passkey(f"http://localhost:{world.server.port}", "localhost")
        if world.post(actor, "/api/me/passkey", passkey.make(asked.json())).is_success:
            actor.passkey, actor.has_account = passkey, True


@step(1, "/api/me/passkeys/{id}/remove")
def remove_passkey(world: World) -> None:
    actor = world.someone(lambda one: one.passkey is not None and one.has_password)
    if actor is None:
        return
    proved(world, actor)
    account = (world.look(actor, "/api/me/account") or {}).get("account") or {}
    for passkey in account.get("passkeys", []):
        if world.post(actor, "/api/me/passkeys/{id}/remove", id=passkey["id"]).is_success:
            actor.passkey = None


@step(2, "/api/sign-in/passkey/begin", "/api/sign-in/passkey", "/api/me/prove/passkey")
def use_passkey(world: World) -> None:
    actor = world.someone(lambda one: one.passkey is not None)
    if actor is None or actor.passkey is None:
        return
    options = world.post(actor, "/api/sign-in/passkey/begin")
    address = world.chance.choice(("/api/sign-in/passkey", "/api/me/prove/passkey"))
    world.post(actor, address, actor.passkey.sign(options.json()))


@step(4, "/api/me/sign-out", "/api/sign-in/password")
def out_and_in(world: World) -> None:
    """Sign out, perhaps play as a guest meanwhile, and sign in again, with or without the guest's data."""
    actor = world.someone(lambda one: one.has_password)
    if actor is None:
        return
    world.post(actor, "/api/me/sign-out")
    if world.chance.random() < 0.5:
        world.post(actor, "/api/me", {"name": "Passing by"})
        world.remember(world.post(actor, "/api/tables", new_table("me", "open")))
    bring = world.chance.random() < 0.5
    answer = world.post(actor, "/api/sign-in/password", {"name": actor.name, "password": PASSWORD, "bring": bring})
    assert answer.is_success, world.story


@step(2, "/api/me/sign-out-everywhere", "/api/sign-in/code")
def out_everywhere(world: World) -> None:
    actor = world.someone(lambda one: bool(one.codes))
    if actor is None:
        return
    proved(world, actor)
    world.post(actor, "/api/me/sign-out-everywhere")
    answer = world.post(actor, "/api/sign-in/code", {"code": actor.codes.pop()})
    assert answer.is_success, world.story


@step(3, "/api/me/device", "/api/sign-in/device/look", "/api/sign-in/device", "/api/me/devices/{id}/end")
def second_device(world: World) -> None:
    """Use a second browser for a moment, and sign it out from the first."""
    actor = world.someone()
    assert actor is not None
    proved(world, actor)
    given = world.post(actor, "/api/me/device")
    if not given.is_success:
        return
    phone = Actor(Person(world.server), actor.name)
    world.post(phone, "/api/sign-in/device/look", {"code": given.json()["code"]})
    world.post(phone, "/api/sign-in/device", {"code": given.json()["code"]})
    for device in (world.look(actor, "/api/me/account") or {}).get("devices", []):
        if not device["here"]:
            world.post(actor, "/api/me/devices/{id}/end", id=device["id"])
    phone.browser.close()


def address_of(actor: Actor) -> str:
    """Return an email address that belongs to no one else."""
    return f"{actor.browser.id}@zoo.example"


@step(2, "/api/me/mail", "/api/me/mail/confirm")
def give_address(world: World) -> None:
    actor = world.someone(lambda one: one.has_account)
    if actor is None:
        return
    proved(world, actor)
    if world.post(actor, "/api/me/mail", {"email": address_of(actor)}).is_success:
        codes = world.letters.find(address_of(actor), r"/me#letter=(\S+)")
        if codes:  # the newest, or an expired one, if the email is still on its way
            world.post(actor, "/api/me/mail/confirm", {"code": codes[-1]})


@step(1, "/api/sign-in/letter/send", "/api/sign-in/letter")
def sign_in_by_letter(world: World) -> None:
    actor = world.someone(lambda one: one.has_account)
    if actor is None:
        return
    world.post(actor, "/api/sign-in/letter/send", {"email": address_of(actor)})
    codes = world.letters.find(address_of(actor), r"/sign-in#letter=(\S+)")
    if codes:
        world.post(actor, "/api/sign-in/letter", {"code": codes[-1]})


@step(1, "/api/me/mail/remove")
def remove_address(world: World) -> None:
    actor = world.someone(lambda one: one.has_account)
    if actor is not None:
        proved(world, actor)
        world.post(actor, "/api/me/mail/remove")


@step(3, "/api/me/delete")
def delete(world: World) -> None:
    actor = world.someone(lambda one: one.name != MODERATOR)
    if actor is None or len(world.people) < 4:
        return
    proved(world, actor)
    if world.post(actor, "/api/me/delete", {"name": actor.name}).is_success:
        actor.browser.close()
        world.people.remove(actor)
        world.gone.append(actor.name)


@step(2, "/api/people/{person}/privacy")
def hide(world: World) -> None:
    actor = world.someone(lambda one: one.has_account)
    if actor is not None:
        body = {"hidden": world.chance.random() < 0.5}
        world.post(actor, "/api/people/{person}/privacy", body, person=actor.id or "nobody")


def pair(world: World) -> tuple[Actor, Actor] | None:
    """Return two different people."""
    return tuple(world.chance.sample(world.people, 2)) if len(world.people) > 1 else None  # type: ignore[return-value]


def whom(world: World, actor: Actor, other: Actor) -> dict[str, Any]:
    """Return how one person refers to another: by id, or by a seat at one of their own tables."""
    for table in world.mine(actor, "playing", "over"):
        theirs = [seat["seat"] for seat in table["seats"] if seat["kind"] == "person" and not seat["mine"]]
        if theirs and world.chance.random() < 0.5:
            return {"table": table["id"], "seat": world.chance.choice(theirs)}
    return {"person": other.id or "nobody"}


@step(6, "/api/friends", "/api/friends/by-name", "/api/friends/by-name/end", "/api/friends/end")
def befriend(world: World) -> None:
    found = pair(world)
    if found is None:
        return
    actor, other = found
    match world.chance.randrange(4):
        case 0:
            world.post(actor, "/api/friends/by-name", {"name": other.name})
            if world.chance.random() < 0.3:
                world.post(actor, "/api/friends/by-name/end", {"name": other.name})
        case 1:
            world.post(actor, "/api/friends/end", {"person": other.id or "nobody"})
        case _:
            if world.post(actor, "/api/friends", whom(world, actor, other)).is_success:
                world.post(other, "/api/friends", {"person": actor.id or "nobody"})


@step(3, "/api/blocks", "/api/blocks/end", "/api/mutes", "/api/mutes/end")
def block(world: World) -> None:
    found = pair(world)
    if found is not None:
        address = world.chance.choice(("/api/blocks", "/api/blocks/end", "/api/mutes", "/api/mutes/end"))
        world.post(found[0], address, whom(world, *found))


@step(3, "/api/reports", "/api/moderation/{report}", "/api/told/{step}")
def moderate(world: World) -> None:
    """Report a person; the moderator decides on a report."""
    found = pair(world)
    olga = next(one for one in world.people if one.name == MODERATOR)
    if found is None or olga is found[1]:
        return
    world.post(found[0], "/api/reports", {**whom(world, *found), "reason": "That was rude."})
    reports = (world.look(olga, "/api/moderation") or {}).get("reports", [])
    if reports:
        what = world.chance.choice(("warn", "silence", "suspend", "lift", "lift", "close"))
        body: dict[str, Any] = {"step": what, "why": "Be kind."}
        body |= {"hours": 1} if what in ("silence", "suspend") else {}
        world.post(olga, "/api/moderation/{report}", body, report=world.chance.choice(reports)["id"])
    for told in (world.look(found[1], "/api/tables") or {}).get("told", []):
        world.post(found[1], "/api/told/{step}", step=told["id"])


@step(4, "/api/notices", "/api/notices/devices", "/api/notices/devices/{id}/remove", "/api/notices/tables/{id}")
def wish_for_notices(world: World) -> None:
    actor = world.someone()
    assert actor is not None
    wished = world.look(actor, "/api/notices")
    if wished is None:
        return
    kinds = {kind: world.chance.sample(["push", "webhook", "mail"], 2) for kind in ("turn", "ask", "over")}
    world.post(actor, "/api/notices", {"kinds": kinds, "zone": "Europe/Berlin", "digest": world.chance.choice((0, 6))})
    device = Browser(f"{world.receiver.base}/push/{key()}").device
    body = {"endpoint": device.endpoint, "p256dh": device.p256dh, "auth": device.auth}
    world.post(actor, "/api/notices/devices", body)
    for device in (world.look(actor, "/api/notices") or {}).get("devices", []):
        world.post(actor, "/api/notices/devices/{id}/remove", id=str(device["id"]))
    for table in world.mine(actor, "playing")[:1]:
        world.post(actor, "/api/notices/tables/{id}", {"kinds": {"turn": []}}, id=table["id"])


@step(2, "/api/notices/webhook", "/api/notices/webhook/remove", "/api/notices/off/{token}")
def webhook(world: World) -> None:
    actor = world.someone()
    assert actor is not None
    address = f"{world.receiver.base}/hook/{actor.browser.id}"
    world.post(actor, "/api/notices/webhook", {"form": "plain", "address": address})
    if world.chance.random() < 0.3:
        world.post(actor, "/api/notices/webhook/remove")
    for token in world.letters.find(address_of(actor), r"/api/notices/off/([^>\s]+)")[:1]:
        world.post(actor, "/api/notices/off/{token}", token=token)


def new_table(*kinds: str, **more: Any) -> dict[str, Any]:
    """Return the body of a request for a small table."""
    return {
        "title": "zooloretto-mini",
        "seats": [{"kind": kind} for kind in kinds],
        "stand_in": "random",
        **more,
    }
