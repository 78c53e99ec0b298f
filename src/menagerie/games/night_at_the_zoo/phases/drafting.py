"""The course of a draft: drafting, then using tiles, then maintenance, and the end of a round (rules 2 and 9)."""

from typing import Any, Final, final

from menagerie.core.action import Action
from menagerie.core.event import GameEnded
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.night_at_the_zoo import events
from menagerie.games.night_at_the_zoo.actions import Draft
from menagerie.games.night_at_the_zoo.phases.moving import ROUND_MOVE
from menagerie.games.night_at_the_zoo.phases.using import USE_TILES
from menagerie.games.night_at_the_zoo.state import Position


@final
class Drafting(Phase[Position]):
    """Rule 2.2: take a tile from the market."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.active]

    def legal(self, state: Position, seat: int) -> list[Action]:
        return list(state.catalogue.drafts[state.in_market])

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if not isinstance(action, Draft):
            return Refusal("Draft a tile from the market first.", "2.2")
        if action.position >= len(state.market):
            return Refusal(f"There is no position {action.position + 1}. Choose 1 to {len(state.market)}.", "2.2")
        return Refusal(f"Position {action.position + 1} is empty. Choose another tile.", "2.2")

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, Draft)
        tile = state.take_from_market(action.position)
        state.boards[seat].drafted = tile
        if state.log is not None:
            state.log.append(events.Drafted(seat, tile))
        next_drafter(state)

    def settle(self, state: Position) -> bool:
        """Let Leo draft: it needs no decision."""
        if state.active < state.players:
            return False
        leo_drafts(state)
        next_drafter(state)
        return True

    def prompt(self, state: Position, seat: int) -> str:
        return "Draft a tile from the market."


@final
class Maintenance(Phase[Position]):
    """Rules 9.1 and 9.2: a new market and first player; after five drafts, the end of the round."""

    def settle(self, state: Position) -> bool:
        if not state.is_last_draft:
            state.fill_market()
        state.first = (state.first + 1) % state.drafters
        state.active = state.first
        if not state.ends_round:
            next_draft(state)
            return True
        terrain = state.leading
        for board in state.boards:
            board.movers = board.on_terrain(terrain)
        state.stack[-1] = END_OF_ROUND
        if state.log is not None:
            state.log.append(events.RoundMoves(state.round, terrain))
        together(state, [ROUND_MOVE[seat] for seat in range(state.players)])
        return True


@final
class EndOfRound(Phase[Position]):
    """Rules 9.3 and 9.4: the Leftover zone is emptied; after the last round the game is over."""

    def settle(self, state: Position) -> bool:
        state.gone += state.leftovers
        state.leftovers = ()
        if not state.is_last_draft:
            next_draft(state)
            return True
        state.stack.clear()
        if state.log is not None:
            rank = state.pieces.rank(state.score(0)) if state.players == 1 else ""
            state.log.append(GameEnded(state.scores, rank))
        return True


DRAFTING: Final = Drafting()
MAINTENANCE: Final = Maintenance()
END_OF_ROUND: Final = EndOfRound()


def next_drafter(state: Position) -> None:
    """Rules 2.2 and 2.3: the next one drafts, until one tile is left."""
    left = state.in_market
    if left & (left - 1):
        state.active = (state.active + 1) % state.drafters
        return
    tile = state.take_from_market(left.bit_length() - 1)
    state.leftovers += (tile,)
    if state.log is not None:
        state.log.append(events.LeftOver(tile))
    for board in state.boards:
        board.stored += board.kept
        board.kept = ()
    state.stack[-1] = MAINTENANCE
    together(state, [USE_TILES[seat] for seat in range(state.players)])


def together(state: Position, phases: list[Any]) -> None:
    """Each player goes through a phase of their own, at the same time; the only player simply goes through it."""
    if state.players == 1:
        state.stack.append(phases[0])
    else:
        state.act_together([[phase] for phase in phases])


def next_draft(state: Position) -> None:
    """The market is full again."""
    state.draft += 1
    state.stack[-1] = DRAFTING
    if state.log is not None:
        leo = "Leo" if state.first >= state.players else ""
        state.log.append(events.DraftBegan(state.round, state.draft, leo, state.first))


def leo_drafts(state: Position) -> None:
    """Rules 11.2 and 11.3."""
    if state.leo_seen == len(state.leo):
        state.shuffle_leo()
    order = state.leo[state.leo_seen]
    state.leo_seen += 1
    state.leo_last = order
    choice = 0
    while not state.in_market >> order.takes[choice] & 1:
        choice += 1
    tile = state.take_from_market(order.takes[choice])
    state.gone += (tile,)
    if state.log is not None:
        state.log.append(events.LeoDrafted(order, tile))
    if order.shuffle:
        state.shuffle_leo()
