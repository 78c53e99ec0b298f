"""What runs of recorded games brought at the site, where that is not what we count (docs/rules/18zoo.md, 11.26)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from menagerie.games.eighteen_zoo.actions import Run
from menagerie.games.eighteen_zoo.phases import operating
from menagerie.games.eighteen_zoo.running.harvest import Harvest
from menagerie.games.eighteen_zoo.state import Position

if TYPE_CHECKING:
    from menagerie.core.record import Record

NONE: Final = (-1, -1)


def of(state: Position, action: Run) -> list[tuple[int, int]] | None:
    """Return nuts and O areas of each leg as we count them; None if this is not a right run now."""
    if not action.legs or state.operator < 0:
        return None
    harvest = operating.harvest_of(state, Run(action.legs))
    if not isinstance(harvest, Harvest):
        return None
    ids = [operating.run_id(state, one) for one in operating.awake(state, state.operator)]
    return [(harvest.nuts_by_run[ids.index(card)], harvest.pools_by_run[ids.index(card)]) for card, _ in action.legs]


def differences(record: Record) -> list[str]:
    """Return every run of a record for which the site counted otherwise, in a sentence."""
    found: list[str] = []
    state = record.begin()
    assert isinstance(state, Position)
    for number, (_, text) in enumerate(record.decisions, start=1):
        if text.startswith("run ") and " for " in text:
            action = record.game.parse(text)
            assert isinstance(action, Run)
            for _ in record.follow(state, number - 1):
                pass
            found += _told(state, action, number)
    return found


def _told(state: Position, action: Run, number: int) -> list[str]:
    found: list[str] = []
    for (card, _), theirs, ours in zip(action.legs, action.counted, of(state, action) or [], strict=True):
        if theirs not in (NONE, ours):
            found.append(
                f"decision {number}: the site counted {theirs[0]} nuts and {theirs[1]} $N for the {card}, "
                f"we count {ours[0]} and {ours[1]}."
            )
    return found
