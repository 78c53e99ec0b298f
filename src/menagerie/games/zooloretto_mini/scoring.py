"""Points and ranking of Zooloretto Mini (rules 7.3 to 7.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from menagerie.core.seats import counted

if TYPE_CHECKING:
    from menagerie.games.zooloretto_mini.state import Position


def points(state: Position, seat: int) -> int:
    """A zoo's points, as if the game ended now."""
    pieces = state.pieces
    total = 0
    types = 0
    for enclosure in state.zoo(seat):
        total += pieces.by_animals[enclosure.animals]
        types |= enclosure.landscape_bits
    total += pieces.landscape_in_enclosures * types.bit_count()
    groups = 0
    for tile in state.barns[seat]:
        groups |= tile.bit
    total += pieces.kind_in_barn * (groups & pieces.animal_bits).bit_count()
    return total + pieces.landscape_in_barn * (groups & pieces.landscape_bits).bit_count()


def breakdown(state: Position, seat: int) -> dict[str, int]:
    """Rules 7.3 to 7.5: the points by what they are for."""
    pieces = state.pieces
    animals = types = groups = 0
    for enclosure in state.zoo(seat):
        animals += pieces.by_animals[enclosure.animals]
        types |= enclosure.landscape_bits
    for tile in state.barns[seat]:
        groups |= tile.bit
    return {
        "animals in enclosures": animals,
        "kinds of landscape": pieces.landscape_in_enclosures * types.bit_count(),
        "kinds of animals in the barn": pieces.kind_in_barn * (groups & pieces.animal_bits).bit_count(),
        "landscapes in the barn": pieces.landscape_in_barn * (groups & pieces.landscape_bits).bit_count(),
    }


def landscapes(state: Position, seat: int) -> int:
    """The tie-break: landscape tiles in enclosures, whatever their type (rule 7.6)."""
    return sum([enclosure.landscapes for enclosure in state.zoo(seat)])


def standing(state: Position, seat: int) -> tuple[int, ...]:
    """What the ranking compares: points, then landscape tiles."""
    return (points(state, seat), landscapes(state, seat))


def tie_break(state: Position, first: int, second: int) -> str:
    """`by 4 landscape tiles to 2`."""
    tiles = counted(landscapes(state, first), "landscape tile", "landscape tiles")
    return f"by {tiles} to {landscapes(state, second)}"
