"""Rule 3.7: players act at the same time and meet only at the Bonus piles, where the first player has precedence.

No player is stopped. Only taking from a pile is held, if players with precedence could still take all that is left. A
player who wants that tile may wait for them, and is asked again after each of their decisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from menagerie.games.night_at_the_zoo import events
from menagerie.games.night_at_the_zoo.phases import waiting_v1
from menagerie.games.night_at_the_zoo.phases.own import OwnPhase
from menagerie.games.night_at_the_zoo.pieces import TERRAINS

if TYPE_CHECKING:
    from menagerie.games.night_at_the_zoo.state import Position


def with_precedence(state: Position, seat: int) -> list[int]:
    """The seats that go before this one and are not done with their tiles."""
    ahead: list[int] = []
    other = state.first
    while other != seat:
        if state.lanes[other] or state.waiting[other]:
            ahead.append(other)
        other = (other + 1) % state.players
    return ahead


def held(state: Position, seat: int) -> int:
    """The piles, as a mask, of which players with precedence could still take all that is left."""
    if not state.lanes or state.setup.rules_version == 1:
        return 0
    ahead = with_precedence(state, seat)
    piles = 0
    for terrain, left in enumerate(state.piles):
        if left and ahead and sum([most_wanted(state, other, terrain) for other in ahead]) >= left:
            piles |= 1 << terrain
    return piles


def most_wanted(state: Position, seat: int, terrain: int) -> int:
    """How many Bonus tiles of this terrain a player who is not done could still take in this phase, at most."""
    board, offered = state.boards[seat], 0
    tiles = [*board.stored] if board.drafted is None else [board.drafted, *board.stored]
    for phase in state.lanes[seat] or state.waiting[seat]:
        if isinstance(phase, OwnPhase):
            offered += phase.bonus_tiles_offered()
            if phase.terrain_in_hand() >= 0:
                tiles.append(state.pieces.bonus_tiles[phase.terrain_in_hand()])
    return board.most_bonus_tiles(terrain, offered, tiles, state.in_piles)


def waited_for(state: Position, seat: int) -> list[int]:
    """For whom the taking of a Bonus tile waits now that this player is offered; [] if it does not."""
    if not state.lanes:
        return []
    if state.setup.rules_version == 1:
        return with_precedence(state, seat) if state.waiting[seat] else []
    lane = state.lanes[seat] or state.waiting[seat]
    phase = lane[-1] if lane else None
    piles = held(state, seat) if isinstance(phase, OwnPhase) and phase.bonus_tiles_offered() else 0
    terrains = [terrain for terrain in range(len(TERRAINS)) if piles >> terrain & 1]
    return [
        other
        for other in with_precedence(state, seat)
        if any(most_wanted(state, other, terrain) for terrain in terrains)
    ]


def wait(state: Position, seat: int) -> None:
    """Put a player's phases aside until nothing is held from them."""
    if state.log is not None:
        state.log.append(events.Waits(seat, tuple(waited_for(state, seat))))
    state.waiting[seat] = state.lanes[seat].copy()
    state.lanes[seat].clear()


def ask_again(state: Position) -> None:
    """After a decision, a player who waited continues if nothing is held any more; what no pile can give is skipped."""
    if not state.lanes:
        return
    if state.setup.rules_version == 1:
        return
    for seat in range(state.players):
        lane = state.lanes[seat]
        if state.waiting[seat] and not held(state, seat):
            lane += state.waiting[seat]
            state.waiting[seat] = []
        if not state.in_piles:
            while lane and lane[-1].settle(state):
                pass


def finish(state: Position, seat: int) -> None:
    """Rule 3.6: a player is done with all tiles; others may have waited for that."""
    state.lane(seat).pop()
    if state.lanes and state.setup.rules_version == 1:
        waiting_v1.let_others_go_on(state)
    ask_again(state)
