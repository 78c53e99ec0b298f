"""Build the messages about a table: scene, turn, log and everything else that docs/protocol.md describes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, cast

from msgspec import structs

from menagerie import bots
from menagerie.core.display.choosing import Choice, Placements
from menagerie.core.display.scene import Change, Scene
from menagerie.core.display.sheet import capital
from menagerie.core.seats import LETTERS, counted
from menagerie.core.state import State
from menagerie.server.base import clock
from menagerie.server.base.cooperation import is_cooperative
from menagerie.server.protocol.incoming import write
from menagerie.server.protocol.outgoing import scene as sent
from menagerie.server.protocol.outgoing.base import written
from menagerie.server.protocol.outgoing.live import Proposal, Proposed, Remark, Update, WholeTable
from menagerie.server.protocol.outgoing.log import Caption, Entry, LogChanges
from menagerie.server.protocol.outgoing.scene import SceneChanges
from menagerie.server.protocol.outgoing.turn import Question, Result, ScorePart, TieBreak, Turn, UndoRange
from menagerie.server.show import animation, table_object, time_payloads, title_catalog
from menagerie.server.table import lessons, standing_orders, timeout_outcome
from menagerie.server.table.open_questions import SIT, UNDO
from menagerie.server.table.table import Table

CHOICES: Final = 4096
"""How many encoded choices are kept."""


def whole_scene(scene: Scene, eyes: int | None, title: str) -> sent.Scene:
    """Return everything a client needs to draw a scene from scratch."""
    return sent.Scene(
        seat=eyes,
        style=title_catalog.style_address(title),
        defs=scene.defs,
        layout=title if scene.layout else "",
        parts=parts(scene),
        set=cast(dict[str, sent.Piece], scene.pieces),
        del_=[],
    )


def scene_changes(scene: Scene, before: Scene, eyes: int | None = None, eyes_before: int | None = None) -> SceneChanges:
    """Return what a client that shows `before` needs, including a change of seats."""
    changes, gone = scene.changes_by_part(before)
    found = SceneChanges(set=written(b"{%b}" % _pieces(changes)), del_=gone, defs={})
    defs, shown = scene.defs, before.defs
    if defs is not shown and not defs.keys() <= shown.keys():
        found.defs = {id: shape for id, shape in defs.items() if id not in shown}
    if scene.parts is not before.parts and list(scene.parts.items()) != list(before.parts.items()):
        found.parts = parts(scene)
    if eyes != eyes_before:
        found.seat = eyes
    return found


def _pieces(changes: Sequence[Change]) -> bytes:
    """Return the changed pieces as JSON without the outer braces. Each part is encoded once for all viewers."""
    for change in changes:
        if change.written is None:
            change.written = write(change.pieces)[1:-1]
    return b",".join([change.written for change in changes if change.written])


def parts(scene: Scene) -> dict[str, sent.Part]:
    """Return the parts of a scene in reading order."""
    return cast(dict[str, sent.Part], {name: part.wire() for name, part in scene.parts.items()})


def turn(table: Table, seats: tuple[int, ...]) -> Turn:
    """Return the decisions of these seats, and the state of the game."""
    kept = table.drawings.standing
    if kept is None:
        kept = table.drawings.standing = standing(table)
    state = table.state
    asked = [seat for seat in table.to_act if seat in seats] if table.script is None else []
    return structs.replace(
        kept,
        trials=[seat for seat in seats if not table.is_over and table.game.can_try(state, seat)],
        asks=[
            Question(seat=seat, prompt=state.prompt(seat), choices=_written_choices(table.game.choices(state, seat)))
            for seat in asked
        ],
        coach=lessons.coach_payload(table, seats),
        orders=standing_orders.payload(table, seats),
        undo=UndoRange(free=table.free_undo(seats), first=table.deals.dealt_at),
    )


def _written_choices(choices: Sequence[Choice | Placements]) -> Any:
    """Return encoded choices, many of which recur."""
    found = [_written(one) if isinstance(one, Choice) else write(one.wire()) for one in choices]
    return written(b"[%b]" % b",".join(found))


@lru_cache(CHOICES)
def _written(choice: Choice) -> bytes:
    return write(choice.wire())


def standing(table: Table) -> Turn:
    """Return the state of the game, the same for all viewers and without anyone's decisions."""
    state = table.state
    return Turn(
        over=table.is_over,
        to_act=table.to_act,
        since=table.since,
        clock=[round(seconds, 1) for seconds in table.clock],
        scores=state.scores,
        told_scores=score_texts(state),
        hands=sorted(table.questions.raised(table).values()) if table.talks else None,
        time=time_payloads.standing(table),
        result=result(table) if table.is_over else None,
        trials=(),
        asks=(),
        coach=None,
        orders=(),
        undo=UndoRange(free=None, first=table.deals.dealt_at),
    )


def score_texts(state: State) -> list[str]:
    """Return the scores as text."""
    return [state.told_score(seat) for seat in range(state.players)]


def result(table: Table) -> Result:
    """Return how the game ended."""
    state, ended = table.state, table.outcome()
    parts = [state.breakdown(seat) for seat in range(state.players)]
    names = list(dict.fromkeys([name for part in parts for name in part]))
    return Result(
        sentence=ended.sentence,
        winners=ended.winners,
        together=state.players == 1 or is_cooperative(table.game),
        ranking=ended.ranking,
        aborted=bool(table.aborted),
        lost_by_time=sorted(table.lost_by_time),
        lost=timeout_outcome.reason_texts(table.lost),
        ties=[
            TieBreak(first=tie.first, told=tie.told, sentence=tie.sentence(table.names))
            for tie in timeout_outcome.ties(state, table.lost)
        ],
        scores=state.scores,
        told_scores=score_texts(state),
        points=[ScorePart(name=capital(name), points=[part.get(name, 0) for part in parts]) for name in names],
        tie_break="" if table.lost else state.told_tie_break().removeprefix(", "),
    )


def ask(table: Table) -> Proposal | None:
    """Return the open request to the players."""
    question = table.questions.ask
    if question is None:
        return None
    asked, waiting = question.asked, table.questions.waiting(table)
    what = cast(Proposed, asked.what)
    found = Proposal(ask=question.number, what=what, by=asked.name, waiting=waiting, sentence="")
    if asked.what == UNDO:
        assert asked.to is not None
        found.to, found.count = asked.to, table.n - asked.to
        found.sentence = _undo_request(table, asked.name, asked.to)
        return found
    assert asked.seat is not None
    found.seat = asked.seat
    if asked.what == SIT:
        bot = bots.name_of(table.seats[asked.seat].bot or "")
        found.sentence = f"{asked.name} would like to take seat {LETTERS[asked.seat]} from the bot ({bot})."
        return found
    found.bot = table.stand_in
    found.sentence = (
        f"{asked.name} would like a bot ({bots.name_of(table.stand_in)}) to take over for {table.whom(asked.seat)}."
    )
    return found


def _undo_request(table: Table, name: str, to: int) -> str:
    """Return who wants to undo how much: the number of decisions, and the first of them as the log has it."""
    request = f"{name} would like to undo {counted(table.n - to, 'decision', 'decisions')}."
    first = entry_of(table, to + 1)
    if first is not None and first.text:
        request = f"{request} The first is: “{first.text[0]}”"
    return f"{request} Hidden information will be redealt." if table.is_revealed_since(to) else request


def sketch(table: Table, n: int, eyes: int | None) -> Scene:
    """Return a moment's scene. Some near the last are kept, for viewers who step through the game."""
    return table.drawings.moment(table.stamp(n), table.moment(n), eyes)


def entry_of(table: Table, n: int) -> Entry | None:
    """Return the log entry of decision number n."""
    return next((entry for entry in table.log if entry.n == n and entry.decision is not None), None)


def eyes_of(seats: tuple[int, ...], to_act: tuple[int, ...]) -> int | None:
    """Return the seat that the holder of these seats sees through: of several, the one to act."""
    for seat in seats:
        if seat in to_act:
            return seat
    return seats[0] if seats else None


def eyes_at(table: Table, n: int, eyes: int | None) -> int | None:
    """Return the seat through which a moment is seen. Before a redeal it was another game, in which everyone is a
    spectator."""
    return eyes if n >= table.deals.dealt_at else None


class Audience:
    """All viewers from the same seats (or none: the spectators), who get the same bytes.

    It remembers what they see now, so that only differences are sent."""

    def __init__(self, table: Table, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self._look(table)

    def _look(self, table: Table) -> None:
        self.heard, self.names, self.stamp = table.seq_for(self.seats), table.names, table.stamp(table.n)
        self.eyes = eyes_of(self.seats, table.to_act)
        self.scene = table.drawings.scene(table.state, self.eyes)
        self.log, self.lines = table.log, len(table.log)

    def is_current(self, table: Table) -> bool:
        """Return whether they see the table as it is: nothing has happened since, and no name has changed."""
        return (self.heard, self.names) == (table.seq_for(self.seats), table.names)

    def whole(self, table: Table, guest: str | None = None, chat: Sequence[Remark] = ()) -> WholeTable:
        """Return everything, for a guest who has just come."""
        return WholeTable(
            seq=table.number,
            n=table.n,
            now=clock.now(),
            scene=whole_scene(self.scene, self.eyes, table.facts.title),
            turn=turn(table, self.seats),
            log=LogChanges(keep=0, add=self.log[: self.lines]),
            ask=ask(table),
            table=table_object.about(table, guest),
            chat=chat,
        )

    def update(self, table: Table) -> Update:
        """Return what has changed since the last time."""
        before, stamp, eyes, log, lines = self.scene, self.stamp, self.eyes, self.log, self.lines
        self._look(table)
        return Update(
            film=self._film(table, before, stamp, eyes),
            seq=table.number,
            n=table.n,
            now=clock.now(),
            scene=scene_changes(self.scene, before, self.eyes, eyes),
            turn=turn(table, self.seats),
            log=_log_since(table, common(log, lines, self.log)),
            ask=ask(table),
        )

    def _film(self, table: Table, before: Scene, stamp: int, eyes: int | None) -> Any:
        """Return the last decision's animation if it is the only news to viewers who saw `before` at that moment,
        through those eyes. The last step is the table as it is and needs no scene."""
        if table.n == 0 or not table.last_events or stamp != table.stamp(table.n - 1) or self.stamp == stamp:
            return ()
        if len(table.last_events) == 1:  # the same for all
            kept = table.drawings.written.get("film")
            if kept is None:
                kept = table.drawings.written["film"] = write(animation.captions(table, table.n))
            return written(kept)
        steps: list[Caption] = [structs.replace(step) for step in animation.captions(table, table.n)]
        for step, scene in zip(steps, animation.scenes(table, table.n, eyes), strict=False):
            step.scene = scene_changes(scene, before)
            before = scene
        return steps


def _log_since(table: Table, keep: int) -> Any:
    """Return the log after its first lines, which most viewers get alike."""
    kept = table.drawings.written.get(keep)
    if kept is None:
        kept = table.drawings.written[keep] = write(LogChanges(keep=keep, add=table.log[keep:]))
    return written(kept)


def common(before: list[Entry], lines: int, after: list[Entry]) -> int:
    """Return how many first lines two logs share. The same log has only grown; one with an undo lacks some lines at the
    end."""
    keep = min(lines, len(after))
    while before is not after and keep > 0 and before[keep - 1] is not after[keep - 1]:
        keep -= 1
    return keep
