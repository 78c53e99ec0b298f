"""What can be laid over the Zoo: where the Keepers can move and what they see, and what would lose the game.

All of it is public (rule 1.8). Each Keeper is looked at alone, with all other pieces where they are now.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, cast

from menagerie.core.display.overlays import Overlay
from menagerie.core.display.scene import rect, text
from menagerie.core.seats import counted, joined
from menagerie.core.state import State
from menagerie.games.zoo_escape.board import OPPOSITE, PLACES, TOWARDS, ahead
from menagerie.games.zoo_escape.danger import cards_to_come, reach_of, risks
from menagerie.games.zoo_escape.display.drawing import HALF, STEP, TILE, corner, stand
from menagerie.games.zoo_escape.phases.keepers import target_of
from menagerie.games.zoo_escape.state import Position

NAMES: Final = ("Danger",)
ZOO: Final = "zoo"
"""The part that all of it lies on."""
CLEAR: Final = 26
"""How far from a Keeper its lines start, so that its number stays legible."""


def overlays(state: State, seat: int | None) -> Sequence[Overlay]:
    """Return the overlays, which are the same for every viewer."""
    state = cast(Position, state)
    if state.is_over:
        return [Overlay("Danger", ["The game is over."])]
    return [_danger(state)]


def _danger(state: Position) -> Overlay:
    keepers = [*state.duty]
    if state.stands[state.billionaire] >= 0:
        keepers.append(state.billionaire)
    reach = {keeper: reach_of(state, keeper) for keeper in keepers}
    to_come = cards_to_come(state)
    lowest: dict[int, int] = {}
    for spots in reach.values():
        for spot, card in spots.items():
            lowest[spot] = min(card, lowest.get(spot, card))
    overlay = Overlay("Danger", _words(state, any(card not in to_come for card in lowest.values())))
    for keeper in keepers:
        name = piece_of(state, keeper)
        overlay.put(f"sight-{name}", _lines(state, keeper), part=ZOO)
        overlay.put(f"field-{name}", _field(state, keeper), part=ZOO, about=name)
        for spot, card in reach[keeper].items():
            _put_card(overlay, state, f"reach-{name}-{spot}", spot, card, card in to_come, name)
    for spot, card in lowest.items():
        _put_card(overlay, state, f"reach-{spot}", spot, card, card in to_come, "")
    return overlay


def piece_of(state: Position, keeper: int) -> str:
    """Return a Keeper's piece in the scene."""
    return "the-billionaire" if keeper == state.billionaire else f"keeper-{keeper + 1}"


def _put_card(overlay: Overlay, state: Position, id: str, spot: int, card: int, may_come: bool, about: str) -> None:
    """Put the lowest card that brings a Keeper there, beside the pieces on the spot."""
    x, y = stand(state, spot)
    if spot in (*state.spots, *state.stands, state.machine):
        x, y = x + 19, y + 19
    body = f'<circle class="peril peril-{card}{"" if may_come else " idle"}" r="13"/>' + text(
        card, 0, 6.5, "small bold m"
    )
    overlay.put(id, body, x, y, part=ZOO, about=about)


# What they see.


def _looks(state: Position, keeper: int) -> list[tuple[int, int]]:
    """Return the directions in which a Keeper sees its target, each with its number of tiles (rule 7.7)."""
    spot, facing = state.stands[keeper], state.facing[keeper]
    if spot < 0 or facing < 0 or state.busy >> keeper & 1:
        return []
    found: list[tuple[int, int]] = []
    for side in range(4):
        tiles = 0
        while ahead(spot >> 2, side, tiles + 1) >= 0:
            tiles += 1
        if side != OPPOSITE[facing] and tiles:
            found.append((side, tiles))
    return found


def _lines(state: Position, keeper: int) -> str:
    """Return a thin line wherever it looks, and a thick one to its target if it sees that now."""
    colour = "edge-boss" if keeper == state.billionaire else f"edge-{keeper % state.team}"
    spot, body = state.stands[keeper], ""
    for side, tiles in _looks(state, keeper):
        x, y = corner(spot >> 2)
        x, y = x + HALF, y + HALF
        dx, dy = STEP[side]
        first, last = CLEAR, tiles * TILE - CLEAR
        body += f'<path class="look {colour}" d="M{x + dx * first:g} {y + dy * first:g}l{dx * last:g} {dy * last:g}"/>'
    target = seen_target(state, keeper)
    if target >= 0:
        (x, y), (tx, ty) = stand(state, spot), stand(state, target)
        away = CLEAR / max(1.0, math.hypot(tx - x, ty - y))
        x, y, tx, ty = x + (tx - x) * away, y + (ty - y) * away, tx - (tx - x) * away, ty - (ty - y) * away
        body += f'<path class="looks-at {colour}" d="M{x:g} {y:g}L{tx:g} {ty:g}"/>'
    return body


def seen_target(state: Position, keeper: int) -> int:
    """Return the spot of its target if a Keeper in the Zoo sees it now, else a negative number."""
    spot, target = state.stands[keeper], target_of(state, keeper)
    if spot < 0 or target < 0 or state.busy >> keeper & 1:
        return -1
    direction = TOWARDS[(spot >> 2) * PLACES + (target >> 2)]
    return target if direction >= 0 and direction != OPPOSITE[state.facing[keeper]] else -1


def _field(state: Position, keeper: int) -> str:
    """Return all that one Keeper sees, as bands."""
    body, spot = "", state.stands[keeper]
    for side, tiles in _looks(state, keeper):
        dx, dy = STEP[side]
        x, y = corner(ahead(spot >> 2, side, 1 if dx + dy > 0 else tiles))
        across, down = (tiles * TILE, TILE) if dx else (TILE, tiles * TILE)
        body += rect(x, y, across, down, "field", 4)
    return body


# In words.


def _words(state: Position, has_idle: bool) -> list[str]:
    """Return the legend, the most urgent first: a small screen shows the rest on request."""
    words = [_odds(state), *_endings(state), "Numbers: the lowest Power Card that can bring a Keeper there."]
    if has_idle:
        words.append("Pale numbers: that card can't be drawn in the next Keepers' phase.")
    words.append("Thin lines: where Keepers look for their own Animal. Thick lines: they see it.")
    return [*words, "Point at a Keeper to see its own reach and sight."]


def _odds(state: Position) -> str:
    names = [animal.name for animal in state.animals] + ["Machine"]
    at_risk = [_odds_of(name, risk) for name, risk in zip(names, risks(state), strict=True) if risk > 0]
    if not at_risk:
        return "If the Keepers moved now, they couldn't capture anyone."
    return f"If the Keepers moved now, they could capture {joined(at_risk)}."


def _odds_of(name: str, risk: float) -> str:
    if risk > 0.995:
        return f"the {name} (certain)"
    return f"the {name} (about {max(1, round(100 * risk))} %)"


def _endings(state: Position) -> list[str]:
    """Return what would lose the game, the nearest first (rule 10.2)."""
    found = [_all_captured(state), _no_keeper(state), _no_power(state), _no_part(state), _dawn(state)]
    return [words for _, words in sorted(found, key=lambda one: one[0])]


def _all_captured(state: Position) -> tuple[int, str]:
    captured, count = (state.captured & state.whole_team).bit_count(), state.team
    return count - captured, f"You lose if all Animals are captured in one round. So far: {captured} of {count}."


def _no_keeper(state: Position) -> tuple[int, str]:
    left = [len(state.reserve_of(animal)) for animal in range(state.team)]
    fewest = min(left)
    names = joined([f"the {animal.name}" for animal, count in zip(state.animals, left, strict=True) if count == fewest])
    return fewest + 1, f"You lose if an alarm finds no Keeper in reserve. Fewest left: {fewest} ({names})."


def _no_power(state: Position) -> tuple[int, str]:
    left = len(state.supply)
    return left + 1, f"You lose if a Power Card must be added and none is left. Left: {left}."


def _no_part(state: Position) -> tuple[int, str]:
    pieces = state.pieces
    if state.is_built:
        counts = [(state.machine_parts & mask).bit_count() for mask in pieces.of_kind]
        left = joined([f"{kind} {count}" for kind, count in zip(pieces.kinds, counts, strict=True)])
        return min(counts), f"You lose if the Machine has no Part of a kind. It has: {left}."
    counts = [(mask & ~state.gone).bit_count() for mask in pieces.of_kind]
    left = joined([f"{kind} {count}" for kind, count in zip(pieces.kinds, counts, strict=True)])
    return min(counts), f"You lose if all Parts of a kind are gone. Left: {left}."


def _dawn(state: Position) -> tuple[int, str]:
    left = state.pieces.rounds - state.round
    if not left:
        return 1, "You lose at dawn, after this round."
    return left + 1, f"You lose at dawn, after {counted(left, 'more round', 'more rounds')}."
