"""A table as the client is sent it: scene, turn, log and all that docs/protocol.md describes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec import Raw

from menagerie.core import seed_commitment
from menagerie.core.display.choosing import Choice, Placements
from menagerie.core.display.scene import Change, Scene
from menagerie.core.display.sheet import capital
from menagerie.core.seats import LETTERS, counted
from menagerie.core.state import State
from menagerie.server.base import clock
from menagerie.server.base.cooperation import is_cooperative
from menagerie.server.base.errors import Refused
from menagerie.server.protocol.incoming import write
from menagerie.server.show import animation, time_payloads, title_catalog
from menagerie.server.store.seats import Seat, names
from menagerie.server.table import lessons, shared_deals, standing_orders, timeout_outcome
from menagerie.server.table.open_questions import SIT, UNDO
from menagerie.server.table.table import Table
from menagerie.server.table.values import LogLine

JSON = dict[str, Any]
CHOICES: Final = 4096
"""How many choices are remembered as they are sent."""


def about(table: Table, guest: str | None, *, invited: bool = False) -> JSON:
    """The table object, as one guest may see it."""
    facts, mine, claims = table.facts, table.held_by(guest), table.claims(guest)
    is_owner = guest is not None and guest == facts.owner
    is_invited = bool(mine or claims or is_owner or invited)
    return {
        "id": facts.id,
        "title": facts.title,
        "name": table.game.name,
        "status": facts.status,
        "players": facts.players,
        "options": table.state.setup.options,
        "hints": facts.hints,
        "stand_in": table.stand_in,
        "trials": table.game.has_trials,
        "overlays": table.game.overlay_names,
        "public": facts.public,
        "research": facts.research,
        "rated": facts.rated,
        **time_payloads.about(facts.pace, facts.overtime),
        "takeover": facts.pace is None,
        "created": facts.created,
        "rules_version": facts.rules_version,
        "seats": seat_objects(table.seats, guest),
        "mine": mine,
        "claims": claims if facts.status == "playing" else (),
        "out": time_payloads.out(table, guest),
        "owner": is_owner,
        "link": f"/join/{facts.link}" if facts.status != "replay" and (is_invited or is_open_to_all(table)) else None,
        "lesson": lessons.about(table),
        "deal": shared_deals.about(facts.deal),
        "fair": promise(table, table.is_settled() and table.is_deal_told),
        "seq": table.number,
        "decisions": table.n,
        "to_act": table.to_act,
        "source": source(table),
        "from": None if facts.from_table is None else origin(table, is_owner),
        "next": table.rematch.address_for(guest or "") if table.rematch and (mine or is_owner) else None,
        "again": table.rematch.question_for(guest or "") if table.rematch else None,
        "stood_in": sorted(table.stood_in) if facts.status == "playing" and not facts.rated else [],
    }


def promise(table: Table, is_shown: bool) -> JSON | None:
    """What is promised about a table's seed; once it may be shown, the seed too. Of a game that was played elsewhere
    what its record says, if it says anything."""
    if (imported := table.imported) is not None:
        told = {"commitment": imported.commitment, "seed": str(table.deals.last_seed), "salt": imported.salt}
        return told if imported.commitment else None
    salt, seed = table.facts.salt, table.deals.last_seed
    shown = {"seed": str(seed), "salt": salt} if is_shown else {"seed": None, "salt": None}
    return {"commitment": seed_commitment.commitment(seed, salt), **shown}


def source(table: Table) -> JSON | None:
    """Where a game comes from that was played elsewhere."""
    imported = table.imported
    return None if imported is None else {"source": imported.source, "started": imported.started}


def is_open_to_all(table: Table) -> bool:
    """Whether anybody who watches may sit down: a table that everybody finds, with a free seat."""
    if table.facts.rated and table.status == "playing":
        return False
    is_free = any(seat.kind == "open" for seat in table.seats) or (table.status == "playing" and table.stood_in)
    return table.facts.public and bool(is_free) and not table.is_settled()


def origin(table: Table, is_owner: bool) -> JSON:
    """Which game a table continues; `anew`: with fresh chance.

    Who knows a table's id may watch it, and that game may still be played: only who played on from it knew the id.
    """
    facts = table.facts
    is_anew = facts.from_table in table.deals.continues
    return {"table": facts.from_table if is_owner else None, "moment": facts.from_moment, "anew": is_anew}


def seat_objects(seats: Sequence[Seat], guest: str | None) -> list[JSON]:
    """Who sits where, as a guest may see it."""
    return [_seat_object(seat, name, guest) for seat, name in zip(seats, names(seats), strict=True)]


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


def whole_scene(scene: Scene, eyes: int | None, title: str) -> JSON:
    """Everything that a client needs to draw a scene from nothing."""
    return {
        "seat": eyes,
        "style": title_catalog.style_address(title),
        "defs": scene.defs,
        "parts": parts(scene),
        **scene.changes_since(None),
    }


def scene_changes(scene: Scene, before: Scene, eyes: int | None = None, eyes_before: int | None = None) -> Raw:
    """What a client that shows `before` needs; if it was seen through other eyes, that too."""
    return Raw(_written_changes(scene, before, eyes, eyes_before))


def _written_changes(scene: Scene, before: Scene, eyes: int | None, eyes_before: int | None) -> bytes:
    defs, shown = scene.defs, before.defs
    changes, gone = scene.changes_by_part(before)
    rest: JSON = {}
    if defs is not shown and not defs.keys() <= shown.keys():
        rest["defs"] = {id: shape for id, shape in defs.items() if id not in shown}
    if scene.parts is not before.parts and list(scene.parts.items()) != list(before.parts.items()):
        rest["parts"] = parts(scene)
    if eyes != eyes_before:
        rest["seat"] = eyes
    if not gone and not rest:  # mostly
        return b'{"set":{%b},"del":[],"defs":{}}' % _pieces(changes)
    return b'{"set":{%b},%b' % (_pieces(changes), write({"del": gone, "defs": {}, **rest})[1:])


def _pieces(changes: Sequence[Change]) -> bytes:
    """The pieces that have changed, without the braces around them. Those of a part are written once for all."""
    for change in changes:
        if change.written is None:
            change.written = write(change.pieces)[1:-1]
    return b",".join([change.written for change in changes if change.written])


def parts(scene: Scene) -> JSON:
    """The parts of a scene, in the order in which they are read."""
    return {name: part.wire() for name, part in scene.parts.items()}


def turn(table: Table, seats: tuple[int, ...]) -> JSON:
    """What is asked of these seats, and how the game stands."""
    return standing(table) | own_turn(table, seats)


def _written_turn(table: Table, seats: tuple[int, ...]) -> bytes:
    """The same as it is sent."""
    common = table.drawings.written.get("standing")
    if common is None:
        common = table.drawings.written["standing"] = write(standing(table))[:-1]
    return b"%b,%b" % (common, write(own_turn(table, seats))[1:])


def own_turn(table: Table, seats: tuple[int, ...]) -> JSON:
    """What is asked of these seats, and what they can do besides."""
    state = table.state
    asks = [
        {
            "seat": seat,
            "prompt": state.prompt(seat),
            "choices": _written_choices(table.game.choices(state, seat)),
        }
        for seat in table.to_act
        if seat in seats and table.script is None
    ]
    return {
        "trials": [seat for seat in seats if not table.is_over and table.game.can_try(state, seat)],
        "asks": asks,
        "coach": lessons.told(table, seats),
        "orders": standing_orders.told(table, seats),
        "undo": {"free": table.free_undo(seats), "first": table.deals.dealt_at},
    }


def _written_choices(choices: Sequence[Choice | Placements]) -> Raw:
    """Choices as they are sent; many are the same again and again."""
    written = [_written(one) if isinstance(one, Choice) else write(one.wire()) for one in choices]
    return Raw(b"[%b]" % b",".join(written))


@lru_cache(CHOICES)
def _written(choice: Choice) -> bytes:
    return write(choice.wire())


def standing(table: Table) -> JSON:
    """How the game stands, which all who look are told alike."""
    state = table.state
    return {
        "over": table.is_over,
        "to_act": table.to_act,
        "since": table.since,
        "clock": [round(seconds, 1) for seconds in table.clock],
        "scores": state.scores,
        "told_scores": told_scores(state),
        "hands": sorted(table.questions.raised(table).values()) if table.talks else None,
        "time": time_payloads.standing(table),
        "result": result(table) if table.is_over else None,
    }


def told_scores(state: State) -> list[str]:
    """The scores as people read them."""
    return [state.told_score(seat) for seat in range(state.players)]


def result(table: Table) -> JSON:
    """How the game ended."""
    state, ended = table.state, table.outcome()
    parts = [state.breakdown(seat) for seat in range(state.players)]
    names = list(dict.fromkeys([name for part in parts for name in part]))
    return {
        "sentence": ended.sentence,
        "winners": ended.winners,
        "together": state.players == 1 or is_cooperative(table.game),
        "ranking": ended.ranking,
        "aborted": bool(table.aborted),
        "lost_by_time": sorted(table.lost_by_time),
        "lost": timeout_outcome.reason_texts(table.lost),
        "ties": [
            {"first": tie.first, "told": tie.told, "sentence": tie.sentence(table.names)}
            for tie in timeout_outcome.ties(state, table.lost)
        ],
        "scores": state.scores,
        "told_scores": told_scores(state),
        "points": [{"name": capital(name), "points": [part.get(name, 0) for part in parts]} for name in names],
        "tie_break": "" if table.lost else state.told_tie_break().removeprefix(", "),
    }


def ask(table: Table) -> JSON | None:
    """What somebody asks the others."""
    question = table.questions.ask
    if question is None:
        return None
    asked, waiting = question.asked, table.questions.waiting(table)
    body: JSON = {"ask": question.number, "what": asked.what, "by": asked.name, "waiting": waiting}
    if asked.what == UNDO:
        assert asked.to is not None
        much = taken_back(table, asked.to)
        anew = "; what is hidden will be dealt anew" if table.is_told_since(asked.to) else ""
        sentence = f"{asked.name} would like to take back {much}{anew}."
        return body | {"to": asked.to, "count": table.n - asked.to, "sentence": sentence}
    assert asked.seat is not None
    if asked.what == SIT:
        whose = f"at seat {LETTERS[asked.seat]}, where a bot ({table.seats[asked.seat].bot}) plays now"
        return body | {"seat": asked.seat, "sentence": f"{asked.name} would like to play on {whose}."}
    sentence = f"{asked.name} would like a bot ({table.stand_in}) to go on for {table.whom(asked.seat)}."
    return body | {"seat": asked.seat, "bot": table.stand_in, "sentence": sentence}


def taken_back(table: Table, to: int) -> str:
    """How much going back to a moment takes back: how many decisions, and which is the oldest, as the log told it."""
    oldest = entry_of(table, to + 1)
    told = oldest.text[0].rstrip(".") if oldest is not None and oldest.text else ""
    where = f"to before “{told}”" if told else "to the beginning" if to == 0 else f"to decision {to}"
    return f"{counted(table.n - to, 'decision', 'decisions')}, {where}"


def moment(table: Table, guest: str | None, n: int, since: int | None) -> JSON:
    """The table after so many decisions, as a guest may see it; with `since` as differences from that moment."""
    state = table.moment(n)
    eyes = eyes_of(table.held_by(guest), table.state.to_act)
    now = eyes_at(table, n, eyes)
    scene = sketch(table, n, now)
    if since is None:
        drawn: JSON | Raw = whole_scene(scene, now, table.facts.title)
    else:
        then = eyes_at(table, since, eyes)
        drawn = scene_changes(scene, sketch(table, since, then), now, then)
    return {
        "n": n,
        "scene": drawn,
        "to_act": state.to_act,
        "scores": state.scores,
        "told_scores": told_scores(state),
        "entry": entry_of(table, n),
        "about": animation.about(table, n) if n else None,
        "decisions": table.n,
    }


def sheet(table: Table, guest: str | None, n: int) -> JSON:
    """The tables of words and numbers after so many decisions, as a guest may see them."""
    eyes = eyes_at(table, n, eyes_of(table.held_by(guest), table.state.to_act))
    return {"n": n, "sheet": table.game.sheet(table.moment(n), eyes).data()}


def overlays(table: Table, guest: str | None, n: int) -> JSON:
    """What can be laid over the table after so many decisions, as a guest may know it."""
    eyes = eyes_at(table, n, eyes_of(table.held_by(guest), table.state.to_act))
    return {"n": n, "overlays": [one.wire() for one in table.game.overlays(table.moment(n), eyes)]}


def sketch(table: Table, n: int, eyes: int | None) -> Scene:
    """A moment's scene. Who looks through a game goes to a moment near the last: some are kept for that."""
    return table.drawings.moment(table.stamp(n), table.moment(n), eyes)


def entry_of(table: Table, n: int) -> LogLine | None:
    """The line of the log that tells of decision number n."""
    return next((entry for entry in table.log if entry.n == n and entry.decision is not None), None)


def eyes_of(seats: tuple[int, ...], to_act: tuple[int, ...]) -> int | None:
    """Through whose eyes the holder of these seats looks: of several the one that is to decide."""
    for seat in seats:
        if seat in to_act:
            return seat
    return seats[0] if seats else None


def eyes_at(table: Table, n: int, eyes: int | None) -> int | None:
    """Through whose eyes a moment is seen. Before a new deal lies somebody else's game: all are onlookers there."""
    return eyes if n >= table.deals.dealt_at else None


def film(table: Table, guest: str | None, n: int) -> JSON:
    """What decision number n set off, step by step, as a guest may see it: the table before it, and the changes."""
    table.history.check(n)
    if n == 0:
        raise Refused("missing", "Nothing was decided before the first moment.")
    eyes = eyes_at(table, n - 1, eyes_of(table.held_by(guest), table.state.to_act))
    before = table.game.scene(table.moment(n - 1), eyes)
    shown = [before, *animation.scenes(table, n, eyes), table.game.scene(table.moment(n), eyes)]
    return {
        "n": n,
        "scene": whole_scene(before, eyes, table.facts.title),
        "steps": [
            caption | {"scene": scene_changes(after, earlier)}
            for caption, earlier, after in zip(animation.captions(table, n), shown, shown[1:], strict=False)
        ],
    }


class Audience:
    """All who look at a table from the same seats (none: the onlookers). They are sent the same bytes.

    It remembers what they see now, so that they can be sent the differences.
    """

    def __init__(self, table: Table, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self._look(table)

    def _look(self, table: Table) -> None:
        self.heard, self.names, self.stamp = table.seq_for(self.seats), table.names, table.stamp(table.n)
        self.eyes = eyes_of(self.seats, table.to_act)
        self.scene = table.drawings.scene(table.state, self.eyes)
        self.log, self.lines = table.log, len(table.log)

    def is_current(self, table: Table) -> bool:
        """Whether they see the table as it is: nothing has happened since, and nobody is called otherwise."""
        return (self.heard, self.names) == (table.seq_for(self.seats), table.names)

    def whole(self, table: Table) -> JSON:
        """Everything, for somebody who has just come."""
        return {
            "seq": table.number,
            "n": table.n,
            "now": clock.now(),
            "scene": whole_scene(self.scene, self.eyes, table.facts.title),
            "turn": Raw(_written_turn(table, self.seats)),
            "log": {"keep": 0, "add": self.log[: self.lines]},
            "ask": ask(table),
        }

    def update(self, table: Table) -> bytes:
        """What has changed since the last time, as a message."""
        before, stamp, eyes, log, lines = self.scene, self.stamp, self.eyes, self.log, self.lines
        self._look(table)
        # Most of it is written already, and much for all alike: it is only put together.
        return b'{"type":"update","film":%b,"seq":%d,"n":%d,"now":%b,"scene":%b,"turn":%b,"log":%b,"ask":%b}' % (
            self._film(table, before, stamp, eyes),
            table.number,
            table.n,
            write(clock.now()),
            _written_changes(self.scene, before, self.eyes, eyes),
            _written_turn(table, self.seats),
            _log_since(table, common(log, lines, self.log)),
            b"null" if table.questions.ask is None else write(ask(table)),
        )

    def _film(self, table: Table, before: Scene, stamp: int, eyes: int | None) -> bytes:
        """How the last decision came about, if it is all that is new to who was shown `before` at that moment, through
        those eyes. The last step shows the table as it is: it needs no scene of its own.
        """
        if table.n == 0 or not table.last_events or stamp != table.stamp(table.n - 1) or self.stamp == stamp:
            return b"[]"
        if len(table.last_events) == 1:  # all are shown the same
            written = table.drawings.written.get("film")
            if written is None:
                written = table.drawings.written["film"] = write(animation.captions(table, table.n))
            return written
        steps = animation.captions(table, table.n)
        for step, scene in zip(steps, animation.scenes(table, table.n, eyes), strict=False):
            step["scene"] = scene_changes(scene, before)
            before = scene
        return write(steps)


def _log_since(table: Table, keep: int) -> bytes:
    """The log after its first lines, which most who look are told alike."""
    written = table.drawings.written.get(keep)
    if written is None:
        written = table.drawings.written[keep] = write({"keep": keep, "add": table.log[keep:]})
    return written


def common(before: list[LogLine], lines: int, after: list[LogLine]) -> int:
    """How many of the first lines of a log are the same in another. They are if it is the same log: it has grown. In
    one that somebody has taken something back from, some at the end are missing."""
    keep = min(lines, len(after))
    while before is not after and keep > 0 and before[keep - 1] is not after[keep - 1]:
        keep -= 1
    return keep
