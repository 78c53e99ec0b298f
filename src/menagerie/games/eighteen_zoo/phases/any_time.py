"""What a family may do at any moment of its operating turn: tickets, acquiring powers, using powers (rule 7.1)."""

from __future__ import annotations

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.eighteen_zoo import events, squirrels
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import (
    CASH_TICKET,
    TAKE_OFF_PATCH,
    Acquire,
    LayTile,
    Patch,
    PowerAt,
    Station,
    UsePower,
    Word,
)
from menagerie.games.eighteen_zoo.phases.cleanup import CLEAN_UP
from menagerie.games.eighteen_zoo.phases.deals import (
    SPLIT_TICKET,
    ask,
    best_refused,
    no_better_offer,
)
from menagerie.games.eighteen_zoo.pieces import POWERS_FROM
from menagerie.games.eighteen_zoo.powers import green
from menagerie.games.eighteen_zoo.powers.owners import POWER_LIMIT, holder, whose
from menagerie.games.eighteen_zoo.state import NOBODY, Position

# What is possible.


def options(state: Position, actions: list[Action], tickets: bool = True) -> None:
    """Add everything that the operating family and its owner may do at any moment."""
    family = state.operator
    seat = state.owner(family)
    if tickets and state.tickets[seat]:
        actions.append(CASH_TICKET)
    if len(state.mats[family]) < POWER_LIMIT:
        for owner in state.order:
            for power in state.hands[owner]:
                if may_acquire(state, power, state.treasury[family]):
                    actions.append(state.catalogue.acquire[power])
    for power in state.mats[family]:
        green.uses(state, family, power, actions)
    if squirrels.may_patch(state, family):
        names: list[str] = []  # squirrels of one kind are alike: one is enough to choose from
        for hired in state.squirrels[family]:
            if hired.name not in names:
                names.append(hired.name)
                actions.append(state.catalogue.patch[hired.card.index])


def may_acquire(state: Position, power: int, money: int) -> bool:
    """A green power at a price that has not been refused yet and that this money can pay."""
    card = state.pieces.powers[power]
    return not card.blue and best_refused(state, POWERS_FROM + power) < min(card.cost, money)


# What is not listed.


class FamilyStep(Phase[Position]):
    """A step in a family's turn: its owner decides, and may do at any moment what this module is about."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def accepts(self, state: Position, seat: int, action: Action) -> bool:
        return accepts(state, action)

    def accepts_recorded(self, state: Position, seat: int, action: Action) -> bool:
        return accepts_recorded(state, action)


def concerns(action: Action) -> bool:
    """Whether this is such an action at all."""
    if isinstance(action, Word):
        return action is CASH_TICKET or action is TAKE_OFF_PATCH
    if isinstance(action, LayTile):
        return action.by_power
    if isinstance(action, Station):
        return action.reserved
    return isinstance(action, (Acquire, PowerAt, Patch, UsePower))


def accepts(state: Position, action: Action) -> bool:
    """Other rotations of the same track, and any of several like squirrels."""
    family = state.operator
    if isinstance(action, LayTile):
        return action.by_power and green.refuse_lay(state, family, action) is None
    if isinstance(action, Patch):
        return squirrels.may_patch(state, family) and squirrels.employer(state, action.card) == family
    return False


def accepts_recorded(state: Position, action: Action) -> bool:
    """A very tile that is not in the supply here (11.25)."""
    if not state.rules.site or not isinstance(action, LayTile) or not action.by_power:
        return False
    return green.refuse_lay(state, state.operator, action, True) is None


def why_not(state: Position, action: Action) -> Refusal:
    """Why the operating family may not do this now."""
    family = state.operator
    if isinstance(action, Acquire):
        return _why_not_acquire(state, family, action)
    if isinstance(action, Patch):
        return _why_not_patch(state, family, action.card)
    if isinstance(action, UsePower):
        return green.why_not_use(state, family, action)
    if isinstance(action, Station):
        return green.why_not_fill(state, family, action)
    if isinstance(action, PowerAt):
        return green.why_not_at(state, family, action)
    if isinstance(action, LayTile):
        return green.why_not_lay(state, family, action)
    if action is CASH_TICKET:
        return Refusal("You have no ticket left.", "4.4")
    return Refusal("No squirrel of this family wears a patch.", "10.18")


def _why_not_acquire(state: Position, family: int, action: Acquire) -> Refusal:
    card = state.pieces.powers[action.power]
    if card.blue:
        return green.for_players(action.name)
    if holder(state, action.power) == NOBODY:
        owned = whose(state, action.power)
        return Refusal(f"{action.name} {owned} for good." if owned else f"No player holds {action.name}.", "7.1")
    if len(state.mats[family]) >= POWER_LIMIT:
        return Refusal(f"A family may have at most {POWER_LIMIT} powers.", "6.5.1")
    return no_better_offer(state, POWERS_FROM + action.power)


def _why_not_patch(state: Position, family: int, card: int) -> Refusal:
    if squirrels.employer(state, card) != family:
        return Refusal("PATCH is put on a squirrel of the operating family.", "10.18")
    if box.PATCH in state.mats[family]:
        return Refusal("PATCH is on a squirrel of the family already.", "10.18")
    if box.PATCH in state.hands[state.owner(family)]:
        return Refusal(f"A family may have at most {POWER_LIMIT} powers: there is no room for PATCH.", "6.5.1")
    return Refusal("Neither the family nor its leader has PATCH.", "10.18")


# What happens then.


def play(state: Position, action: Action) -> None:
    """Do it; the step of the turn goes on."""
    family = state.operator
    if isinstance(action, Word):
        if action is CASH_TICKET:
            state.stack.append(SPLIT_TICKET)
            if state.log is not None:
                state.log.append(events.CashedTicket(state.owner(family), state.ticket_value))
        else:
            squirrels.take_off_patch(state, family)
    elif isinstance(action, Acquire):
        ask(state, POWERS_FROM + action.power)
    elif isinstance(action, Patch):
        squirrels.put_patch(state, action.card, False)
        if state.rules.patch_counts_at_once:
            state.stack.append(CLEAN_UP)
    elif isinstance(action, Station):
        green.play_fill(state, family, action)
    elif isinstance(action, PowerAt):
        green.play_at(state, family, action)
    elif isinstance(action, LayTile):
        green.play_power_lay(state, family, action)
