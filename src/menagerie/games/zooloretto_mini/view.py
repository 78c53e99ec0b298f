"""What may be seen of a table of Zooloretto Mini, as plain data: all but the order of face-down tiles (rule 1.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from menagerie.core.seats import LETTERS

if TYPE_CHECKING:
    from menagerie.games.zooloretto_mini.state import Position


def view(state: Position, seat: int | None) -> dict[str, Any]:
    """Return the table as that seat sees it: as all seats do."""
    return {
        "title": state.game.id,
        "players": state.players,
        "kinds": list(state.kinds),
        "round": state.round,
        "last_round": state.is_last_round,
        "to_act": list(state.to_act),
        "tiles_left": state.tiles_left,
        "end_pile_left": state.end_pile_left,
        "drawn": None if state.drawn is None else state.drawn.name,
        "hand": [tile.name for tile in state.hand],
        "bonus": state.has_filled,
        "trucks": [
            {
                "spaces": state.size.trucks[truck],
                "tiles": [tile.name for tile in tiles],
                "in_middle": bool((state.with_room | state.with_tiles) >> truck & 1),
            }
            for truck, tiles in enumerate(state.trucks)
        ],
        "zoos": [_view_zoo(state, owner) for owner in range(state.players)],
        "supply": dict(zip(state.pieces.kinds, state.supply, strict=True)),
        "gone": [tile.name for tile in state.gone],
        "scores": list(state.scores),
    }


def _view_zoo(state: Position, seat: int) -> dict[str, Any]:
    return {
        "seat": LETTERS[seat],
        "out": bool(state.out >> seat & 1),
        "enclosures": [[tile.name for tile in enclosure.tiles] for enclosure in state.zoo(seat)],
        "barn": [tile.name for tile in state.barns[seat]],
    }
