"""What a family may do at any time in its operating turn: tickets, acquiring powers, using powers (rule 7.1)."""

from __future__ import annotations

from typing import Final, final

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
from menagerie.games.eighteen_zoo.powers.owners import POWER_LIMIT, holder, mat_of
from menagerie.games.eighteen_zoo.state import NO_ONE, Position

# What is possible.


def options(state: Position, actions: list[Action], tickets: bool = True) -> None:
    """Add everything that the operating family and its leader may do at any time."""
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
        names: list[str] = []  # of identical squirrels one is listed
        for hired in state.squirrels[family]:
            if hired.name not in names:
                names.append(hired.name)
                actions.append(state.catalogue.patch[hired.card.index])


def may_acquire(state: Position, power: int, money: int) -> bool:
    """Return whether the family could still offer a price for this green power, and afford it."""
    card = state.pieces.powers[power]
    return not card.blue and best_refused(state, POWERS_FROM + power) < min(card.cost, money)


@final
class Help:
    """What else is legal in a step beside its own decisions, for prompts."""

    __slots__ = ("acquires", "tickets", "uses")

    def __init__(self, legal: list[Action]) -> None:
        self.uses: Final = any(is_power_use(action) for action in legal)
        self.acquires: Final = any(isinstance(action, Acquire) for action in legal)
        self.tickets: Final = CASH_TICKET in legal

    @property
    def key(self) -> tuple[bool, bool]:
        """Return whether a power can be used or acquired, and whether a ticket can be cashed."""
        return (self.uses or self.acquires, self.tickets)


def is_power_use(action: Action) -> bool:
    """Return whether the decision uses a power."""
    return concerns(action) and action is not CASH_TICKET and not isinstance(action, Acquire)


# What is not listed.


class FamilyStep(Phase[Position]):
    """A step of a family's turn: its leader decides, and may also do what this module is about."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def accepts(self, state: Position, seat: int, action: Action) -> bool:
        return accepts(state, action)

    def accepts_recorded(self, state: Position, seat: int, action: Action) -> bool:
        return accepts_recorded(state, action)


def concerns(action: Action) -> bool:
    """Return whether this is such a decision at all."""
    if isinstance(action, Word):
        return action is CASH_TICKET or action is TAKE_OFF_PATCH
    if isinstance(action, LayTile):
        return action.by_power
    if isinstance(action, Station):
        return action.reserved
    return isinstance(action, (Acquire, PowerAt, Patch, UsePower))


def accepts(state: Position, action: Action) -> bool:
    """Accept other rotations of the same track, and any of several identical squirrels."""
    family = state.operator
    if isinstance(action, LayTile):
        return action.by_power and green.refuse_lay(state, family, action) is None
    if isinstance(action, Patch):
        return squirrels.may_patch(state, family) and squirrels.employer(state, action.card) == family
    return False


def accepts_recorded(state: Position, action: Action) -> bool:
    """Accept a tile copy that isn't in the supply here (11.25)."""
    if not state.rules.site or not isinstance(action, LayTile) or not action.by_power:
        return False
    return green.refuse_lay(state, state.operator, action, True) is None


def why_not(state: Position, action: Action) -> Refusal:
    """Return why the operating family can't do this now."""
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
        return Refusal("You have no tickets left.", "4.4")
    return Refusal("No squirrel of this family wears PATCH.", "10.18")


def _why_not_acquire(state: Position, family: int, action: Acquire) -> Refusal:
    card = state.pieces.powers[action.power]
    if card.blue:
        return green.for_players(action.name)
    if holder(state, action.power) == NO_ONE:
        family_with_it = mat_of(state, action.power)
        if family_with_it == NO_ONE:
            return Refusal(f"No player has {action.name} to sell.", "7.1")
        name = state.pieces.families[family_with_it].name
        return Refusal(f"{action.name} belongs to the {name}. Families keep their powers.", "7.1")
    if len(state.mats[family]) >= POWER_LIMIT:
        name = state.pieces.families[family].name
        return Refusal(f"The {name} already have {POWER_LIMIT} powers, the most a family may have.", "6.5.1")
    return no_better_offer(state, POWERS_FROM + action.power)


def _why_not_patch(state: Position, family: int, card: int) -> Refusal:
    if squirrels.employer(state, card) != family:
        return Refusal("Put PATCH on a squirrel of the operating family.", "10.18")
    if box.PATCH in state.mats[family]:
        return Refusal("This family already has PATCH on a squirrel.", "10.18")
    if box.PATCH in state.hands[state.owner(family)]:
        return Refusal(f"The family already has {POWER_LIMIT} powers. There is no room for PATCH.", "6.5.1")
    return Refusal("Neither the family nor its leader has PATCH.", "10.18")


# What happens then.


def play(state: Position, action: Action) -> None:
    """Do it; the step continues."""
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
