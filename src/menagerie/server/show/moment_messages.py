"""What can be looked up about a moment of a game: its scene, its sheet, what can be laid over it, its film."""

from __future__ import annotations

from typing import cast

from msgspec import structs

from menagerie.core.display.scene import Scene
from menagerie.server.base.errors import Refused
from menagerie.server.protocol.outgoing import scene as sent
from menagerie.server.protocol.outgoing.log import Film
from menagerie.server.protocol.outgoing.moments import Moment, MomentFacts, MomentSince
from menagerie.server.show import animation
from menagerie.server.show.table_messages import (
    entry_of,
    eyes_at,
    eyes_of,
    scene_changes,
    score_texts,
    sketch,
    whole_scene,
)
from menagerie.server.table.table import Table


def moment(table: Table, guest: str | None, n: int, since: int | None) -> Moment | MomentSince:
    """Return the table after so many decisions as a guest may see it; with `since` as differences from that moment."""
    state = table.moment(n)
    eyes = eyes_of(table.held_by(guest), table.state.to_act)
    now = eyes_at(table, n, eyes)
    scene = sketch(table, n, now)
    facts = MomentFacts(
        n=n,
        to_act=state.to_act,
        scores=state.scores,
        told_scores=score_texts(state),
        entry=entry_of(table, n),
        about=animation.about(table, n) if n else None,
        decisions=table.n,
    )
    if since is None:
        return Moment(scene=whole_scene(scene, now, table.facts.title), **structs.asdict(facts))
    then = eyes_at(table, since, eyes)
    return MomentSince(scene=scene_changes(scene, sketch(table, since, then), now, then), **structs.asdict(facts))


def scene_of(table: Table, guest: str | None, n: int) -> Scene:
    """Return the scene after so many decisions as a guest may see it."""
    eyes = eyes_of(table.held_by(guest), table.state.to_act)
    return table.game.scene(table.moment(n), eyes_at(table, n, eyes))


def sheet(table: Table, guest: str | None, n: int) -> sent.Sheet:
    """Return the tables of words and numbers after so many decisions as a guest may see them."""
    eyes = eyes_at(table, n, eyes_of(table.held_by(guest), table.state.to_act))
    charts = table.game.sheet(table.moment(n), eyes).data()
    return sent.Sheet(n=n, sheet=cast(list[sent.Chart], charts))


def overlays(table: Table, guest: str | None, n: int) -> sent.Overlays:
    """Return the overlays after so many decisions as a guest may see them."""
    eyes = eyes_at(table, n, eyes_of(table.held_by(guest), table.state.to_act))
    found = [one.wire() for one in table.game.overlays(table.moment(n), eyes)]
    return sent.Overlays(n=n, overlays=cast(list[sent.Overlay], found))


def film(table: Table, guest: str | None, n: int) -> Film:
    """Return what decision number n caused, as a guest may see it: the table before it, and the changes by step."""
    table.history.check(n)
    if n == 0:
        raise Refused("missing", "Nothing was decided before the first moment.")
    eyes = eyes_at(table, n - 1, eyes_of(table.held_by(guest), table.state.to_act))
    before = table.game.scene(table.moment(n - 1), eyes)
    shown = [before, *animation.scenes(table, n, eyes), table.game.scene(table.moment(n), eyes)]
    steps = [
        structs.replace(caption, scene=scene_changes(after, earlier))
        for caption, earlier, after in zip(animation.captions(table, n), shown, shown[1:], strict=False)
    ]
    return Film(n=n, scene=whole_scene(before, eyes, table.facts.title), steps=steps)
