"""A table as the client is sent it: scene, turn, log and all that docs/protocol.md describes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

from menagerie.core.scene import Scene
from menagerie.core.seats import LETTERS
from menagerie.server import fair, seating
from menagerie.server.directory import Seat
from menagerie.server.table import Entry, LiveTable
from menagerie.server.wire import write

JSON = dict[str, Any]
SKETCHES: Final = 6


def about(table: LiveTable, guest: str | None, *, invited: bool = False) -> JSON:
    """The table object, as one guest may see it."""
    row, mine, claims = table.row, table.held_by(guest), table.claims(guest)
    is_owner = guest is not None and guest == row.owner
    shown = table.is_settled()
    return {
        "id": row.id,
        "title": row.title,
        "name": table.game.name,
        "status": row.status,
        "players": row.players,
        "options": table.state.setup.options,
        "hints": row.hints,
        "trials": table.game.has_trials,
        "public": row.public,
        "created": row.created,
        "rules_version": row.rules_version,
        "seats": seat_objects(table.seats, guest),
        "mine": mine,
        "claims": claims if row.status == "playing" else (),
        "owner": is_owner,
        "link": f"/join/{row.link}" if (mine or claims or is_owner or invited) and row.status != "replay" else None,
        "fair": {
            "commitment": fair.commitment(table.last_seed, row.salt),
            "seed": str(table.last_seed) if shown else None,
            "salt": row.salt if shown else None,
        },
        "seq": table.seq,
        "decisions": table.n,
        "to_act": table.to_act,
        "from": None if row.from_table is None else origin(table, is_owner),
    }


def origin(table: LiveTable, is_owner: bool) -> JSON:
    """Which game a table continues; `anew`: with fresh chance.

    Who knows a table's id may watch it, and that game may still be played: only who played on from it knew the id.
    """
    row = table.row
    is_anew = bool(table.deals) and row.from_table in table.deals[-1].tables
    return {"table": row.from_table if is_owner else None, "moment": row.from_moment, "anew": is_anew}


def seat_objects(seats: Sequence[Seat], guest: str | None) -> list[JSON]:
    """Who sits where, as a guest may see it."""
    return [_seat_object(seat, name, guest) for seat, name in zip(seats, seating.names(seats), strict=True)]


def _seat_object(seat: Seat, name: str, guest: str | None) -> JSON:
    return {
        "seat": seat.seat,
        "letter": LETTERS[seat.seat],
        "kind": seat.kind if seat.bot is None else "bot",
        "name": name if seat.name else "",
        "mine": guest is not None and seat.holder == guest,
        "bot": seat.bot,
        "for": None if seat.claimant is None else seat.name,
    }


def whole_scene(scene: Scene, eyes: int | None, title: str, touched: list[str]) -> JSON:
    """Everything that a client needs to draw a scene from nothing."""
    return {
        "width": scene.width,
        "height": scene.height,
        "seat": eyes,
        "style": f"/style/{title}.css",
        "defs": scene.defs,
        "areas": scene.areas,
        **scene.changes_since(None),
        "touched": touched,
    }


def scene_changes(scene: Scene, before: Scene) -> JSON:
    """What a client that shows `before` needs."""
    changes: JSON = scene.changes_since(before)
    changes["defs"] = {id: shape for id, shape in scene.defs.items() if id not in before.defs}
    for name in ("width", "height", "areas"):
        value = getattr(scene, name)
        if value != getattr(before, name):
            changes[name] = value
    return changes


def changed_pieces(scene: Scene, before: Scene) -> list[str]:
    """The ids of the pieces that are new or look or lie otherwise."""
    return [id for id, piece in scene.pieces.items() if before.pieces.get(id) != piece]


def turn(table: LiveTable, seats: tuple[int, ...]) -> JSON:
    """What is asked of these seats, and how the game stands."""
    state = table.state
    asks = [
        {
            "seat": seat,
            "prompt": state.prompt(seat),
            "choices": [choice.wire() for choice in table.game.choices(state, seat)],
        }
        for seat in table.to_act
        if seat in seats
    ]
    return {
        "over": state.is_over,
        "to_act": table.to_act,
        "since": table.since,
        "clock": [round(seconds, 1) for seconds in table.clock],
        "scores": state.scores,
        "asks": asks,
        "undo": {"free": table.free_undo(seats), "first": table.dealt_at},
        "result": result(table) if state.is_over else None,
    }


def result(table: LiveTable) -> JSON:
    """How the game ended."""
    state = table.state
    return {
        "sentence": state.result(),
        "winners": state.winners,
        "ranking": state.ranking,
        "scores": state.scores,
    }


def ask(table: LiveTable) -> JSON | None:
    """What somebody asks the others."""
    asked = table.ask
    if asked is None:
        return None
    body: JSON = {"ask": asked.number, "what": asked.what, "by": asked.name, "waiting": table.waiting()}
    if asked.what == "undo":
        sentence = f"{asked.name} would like to go back to decision {asked.to}."
        if asked.to == 0:
            sentence = f"{asked.name} would like to go back to the beginning."
        return body | {"to": asked.to, "sentence": sentence}
    assert asked.seat is not None
    sentence = f"{asked.name} would like a bot ({asked.bot}) to go on for {table.whom(asked.seat)}."
    return body | {"seat": asked.seat, "bot": asked.bot, "sentence": sentence}


def moment(table: LiveTable, guest: str | None, n: int, since: int | None) -> JSON:
    """The table after so many decisions, as a guest may see it; with `since` as differences from that moment."""
    state = table.moment(n)
    eyes = eyes_of(table.held_by(guest), table.state.to_act)
    now, earlier = eyes_at(table, n, eyes), eyes_at(table, max(n - 1, 0), eyes)
    scene = sketch(table, n, now)
    touched = changed_pieces(sketch(table, n, earlier), sketch(table, n - 1, earlier)) if n else []
    if since is None:
        drawn = whole_scene(scene, now, table.row.title, touched)
    else:
        then = eyes_at(table, since, eyes)
        drawn = scene_changes(scene, sketch(table, since, then)) | {"touched": touched}
        if now != then:
            drawn["seat"] = now
    return {
        "n": n,
        "scene": drawn,
        "to_act": state.to_act,
        "scores": state.scores,
        "entry": entry_of(table, n),
        "decisions": table.n,
    }


def sketch(table: LiveTable, n: int, eyes: int | None) -> Scene:
    """A moment's scene. Who looks through a game goes to a moment near the last: some are kept for that."""
    table.check(n)
    key = (table.stamp(n), eyes)
    scene = table.sketches.pop(key, None) or table.game.scene(table.moment(n), eyes)
    table.sketches[key] = scene
    if len(table.sketches) > SKETCHES:
        del table.sketches[next(iter(table.sketches))]
    return scene


def entry_of(table: LiveTable, n: int) -> Entry | None:
    """The line of the log that tells of decision number n."""
    return next((entry for entry in table.log if entry.n == n and entry.decision is not None), None)


def eyes_of(seats: tuple[int, ...], to_act: tuple[int, ...]) -> int | None:
    """Through whose eyes the holder of these seats looks: of several the one that is to decide."""
    for seat in seats:
        if seat in to_act:
            return seat
    return seats[0] if seats else None


def eyes_at(table: LiveTable, n: int, eyes: int | None) -> int | None:
    """Through whose eyes a moment is seen. Before a new deal lies somebody else's game: all are onlookers there."""
    return eyes if n >= table.dealt_at else None


class Audience:
    """All who look at a table from the same seats (none: the onlookers). They are sent the same bytes.

    It remembers what they see now, so that they can be sent the differences.
    """

    def __init__(self, table: LiveTable, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self._look(table)
        self._begin_run(table, table.game.scene(table.moment(table.run_start()), self.eyes))
        self.touched = changed_pieces(self.scene, self._base_scene)

    def _look(self, table: LiveTable) -> None:
        self.seq, self.stamp = table.seq, table.stamp(table.n)
        self.eyes = eyes_of(self.seats, table.to_act)
        self.scene = table.game.scene(table.state, self.eyes)
        self.log = list(table.log)

    def _begin_run(self, table: LiveTable, scene: Scene) -> None:
        """Remember the table before the last player's decisions: `touched` is what these changed."""
        self._base = (table.stamp(table.run_start()), self.eyes)
        self._base_scene = scene

    def whole(self, table: LiveTable) -> JSON:
        """Everything, for somebody who has just come."""
        return {
            "seq": self.seq,
            "n": table.n,
            "now": time.time(),
            "scene": whole_scene(self.scene, self.eyes, table.row.title, self.touched),
            "turn": turn(table, self.seats),
            "log": {"keep": 0, "add": self.log},
            "ask": ask(table),
        }

    def update(self, table: LiveTable) -> bytes:
        """What has changed since the last time, as a message."""
        before, shown, log = self.scene, (self.stamp, self.eyes), self.log
        self._look(table)
        changes = scene_changes(self.scene, before)
        changes["touched"] = self.touched = self._touched(table, before, shown, changes["set"])
        if self.eyes != shown[1]:
            changes["seat"] = self.eyes
        keep = common(log, self.log)
        return write(
            {
                "type": "update",
                "seq": self.seq,
                "n": table.n,
                "now": time.time(),
                "scene": changes,
                "turn": turn(table, self.seats),
                "log": {"keep": keep, "add": self.log[keep:]},
                "ask": ask(table),
            }
        )

    def _touched(self, table: LiveTable, before: Scene, shown: tuple[int, int | None], changed: JSON) -> list[str]:
        """The pieces that the last player's decisions changed. `before` is what was shown last."""
        base = (table.stamp(table.run_start()), self.eyes)
        if base == shown:
            # A player's first decision since the others': what it changed is known already.
            self._begin_run(table, before)
            return list(changed)
        if base == self._base and self.eyes == shown[1]:
            pieces, old = self.scene.pieces, self._base_scene.pieces
            return [
                id for id in {**dict.fromkeys(self.touched), **changed} if id in pieces and pieces[id] != old.get(id)
            ]
        self._begin_run(table, table.game.scene(table.moment(table.run_start()), self.eyes))
        return changed_pieces(self.scene, self._base_scene)


def common(before: list[Entry], after: list[Entry]) -> int:
    """How many entries at the beginning are the same. An undo takes some from the end; the rest never changes."""
    keep = min(len(before), len(after))
    while keep > 0 and before[keep - 1] is not after[keep - 1]:
        keep -= 1
    return keep
