"""How the pieces of 18ZOO are called in a position."""

from __future__ import annotations

import re
from typing import Final

from menagerie.core.position import Section
from menagerie.games.eighteen_zoo.pieces import POWERS_FROM
from menagerie.games.eighteen_zoo.state import Hired, Position

_FLAGS: Final = ("asleep", "last run", "patch", "saved")
_SQUIRREL: Final = re.compile(r"(.+?-[0-9]+)(?: as ([0-9][SJ]))?((?: (?:asleep|last run|patch|saved))*)")


def families(state: Position) -> list[str]:
    """Return all eight families by their ids, also those not on this map."""
    return [family.id for family in state.pieces.families]


def powers(state: Position) -> list[str]:
    """Return all powers, in the order of the box."""
    return [power.name for power in state.pieces.powers]


def cards(state: Position) -> list[str]:
    """Return all squirrel cards, in the order of the box."""
    return [squirrel.id for squirrel in state.pieces.squirrels]


def hexes(state: Position) -> list[str]:
    """Return all hexes of this map."""
    return [area.name for area in state.board.ground.hexes]


def things(state: Position) -> dict[str, int]:
    """Return what a family can ask for: squirrel cards and powers, with their numbers."""
    found = {squirrel.id: squirrel.index for squirrel in state.pieces.squirrels}
    found.update({power.name: POWERS_FROM + power.index for power in state.pieces.powers})
    return found


def exchange_team(section: Section, key: str, state: Position, team: tuple[Hired, ...]) -> tuple[Hired, ...]:
    """Return squirrels with what is to be known of each: `2S-0, 4J-1 as 2J asleep, 3S-2 last run`."""
    texts = section.texts(key, [_told(hired) for hired in team])
    return tuple([_read(section, key, state, text) for text in texts]) if section.reading else team


def _told(hired: Hired) -> str:
    face = f" as {hired.card.kind.faces[hired.face].name}" if hired.face else ""
    has = (hired.asleep, hired.last_run, hired.patched, hired.saved)
    return f"{hired.card.id}{face}" + "".join([f" {word}" for word, is_so in zip(_FLAGS, has, strict=True) if is_so])


def _read(section: Section, key: str, state: Position, text: str) -> Hired:
    found, names = _SQUIRREL.fullmatch(text), cards(state)
    if found is None or found[1] not in names:
        raise section.wrong(key, "a list of squirrels like '2S-0', '4J-1 as 2J asleep' or '3S-2 last run'")
    card = state.pieces.squirrels[names.index(found[1])]
    faces = [runner.name for runner in card.kind.faces]
    if found[2] is not None and found[2] not in faces:
        raise section.problem(key, f"a {card.id} runs as {' or '.join(faces)}, not as {found[2]}.")
    asleep, last_run, patched, saved = [f" {word}" in found[3] for word in _FLAGS]
    return Hired(card, 0 if found[2] is None else faces.index(found[2]), asleep, last_run, patched, saved)
