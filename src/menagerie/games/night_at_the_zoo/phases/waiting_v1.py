"""How waiting for Bonus tiles was played under rules version 1, so that games recorded then still replay.

It put all of a player's phases aside, and too early. If a player with precedence had finished and kept a stored tile,
the waiting player only continued in a later draft. Nothing here is for new games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from menagerie.games.night_at_the_zoo import events
from menagerie.games.night_at_the_zoo.board import Board
from menagerie.games.night_at_the_zoo.phases.own import OwnPhase
from menagerie.games.night_at_the_zoo.places import NOWHERE

if TYPE_CHECKING:
    from menagerie.games.night_at_the_zoo.state import Position


def put_aside(state: Position, seat: int) -> bool:
    """Put a lane aside whose player may take a Bonus tile that others might need. Whether it was."""
    if not state.lanes or not must_wait(state, seat):
        return False
    lane = state.lanes[seat]
    state.waiting[seat] = lane.copy()
    lane.clear()
    if state.log is not None:
        others = [(state.first + distance) % state.players for distance in range(state.players)]
        state.log.append(events.Waits(seat, tuple(others[: others.index(seat)])))
    return True


def let_others_go_on(state: Position) -> None:
    """A player has finished: players without a reason to wait continue."""
    for other in range(state.players):
        if state.waiting[other] and not must_wait(state, other):
            state.lanes[other] += state.waiting[other]
            state.waiting[other] = []


def must_wait(state: Position, seat: int) -> bool:
    """Whether players with precedence could take all that is left of a pile."""
    if not state.in_piles:
        return False
    fewest = min([count for count in state.piles if count])
    wanted = 0
    other = state.first
    while other != seat:
        wanted += _most_wanted(state, other)
        if wanted >= fewest:
            return True
        other = (other + 1) % state.players
    return False


def _most_wanted(state: Position, seat: int) -> int:
    offered = taken = 0
    for phase in state.lanes[seat] or state.waiting[seat]:
        if isinstance(phase, OwnPhase):
            offered += phase.bonus_tiles_offered()
            taken += 1 if phase.terrain_in_hand() >= 0 else 0
    return _most_bonus_tiles(state.boards[seat], offered, taken)


def _most_bonus_tiles(board: Board, offered: int, taken: int) -> int:
    count = offered + sum([tile.bonus_tiles for tile in board.stored])
    hand = count + taken + len(board.stored)
    if board.drafted is not None:
        count += board.drafted.bonus_tiles
        hand += board.drafted.bonus_tiles + 1
    if not hand:
        return 0
    in_pairs = 0
    for space in board.pieces.bonus_spaces:
        if not board.free >> space & 1:
            continue
        gives = board.pieces.spaces[space].gain.bonus_tiles
        partner = board.pieces.partner[space]
        if partner == NOWHERE or not board.free >> partner & 1:
            count += gives
            hand += gives - 1
        elif space < partner:
            in_pairs += gives
    return count + in_pairs if hand > 1 else count
