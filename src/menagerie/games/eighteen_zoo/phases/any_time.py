"""What a family may do at any moment of its operating turn: tickets, acquiring powers, using powers (rule 7.1)."""

from __future__ import annotations

from typing import Final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo import events, refusals, squirrels
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
from menagerie.games.eighteen_zoo.ground import lay_hex
from menagerie.games.eighteen_zoo.phases import building
from menagerie.games.eighteen_zoo.phases.deals import (
    POWERS_FROM,
    SPLIT_TICKET,
    ask,
    best_refused,
    no_better_offer,
)
from menagerie.games.eighteen_zoo.phases.elsewhere import whose
from menagerie.games.eighteen_zoo.phases.marks import ANCIENT_MAPS, SECOND_HOLE
from menagerie.games.eighteen_zoo.squirrels import POWER_LIMIT
from menagerie.games.eighteen_zoo.state import NOBODY, Table
from menagerie.games.eighteen_zoo.track import MOLE, NEW, RABBIT

NO_TURNED: Final[tuple[int, ...]] = ()
BY_THEMSELVES: Final = (box.SHINING_GOLD, box.A_SQUEEZE, box.WINGS, box.A_TIP_OF_SUGAR)
"""Powers that work without being used."""


# What is possible.


def options(state: Table, actions: list[Action], tickets: bool = True) -> None:
    """Add everything that the operating family and its owner may do at any moment."""
    family = state.operator
    seat = state.owner(family)
    if tickets and state.tickets[seat]:
        actions.append(CASH_TICKET)
    if len(state.mats[family]) < POWER_LIMIT:
        for owner in state.order:
            for power in state.hands[owner]:
                if may_acquire(state, power):
                    actions.append(state.ready.acquire[power])
    for power in state.mats[family]:
        uses(state, family, power, actions)
    if squirrels.may_patch(state, family):
        for hired in state.squirrels[family]:
            if _first_of_its_name(state, family, hired.card.index):
                actions.append(state.ready.patch[hired.card.index])


def may_acquire(state: Table, power: int) -> bool:
    """A green power at a price that has not been refused yet and that the treasury can pay."""
    card = state.pieces.powers[power]
    return not card.blue and best_refused(state, POWERS_FROM + power) < min(card.cost, state.treasury[state.operator])


def _first_of_its_name(state: Table, family: int, card: int) -> bool:
    """Squirrels of one kind are alike: one is enough to choose from."""
    name = ""
    for hired in state.squirrels[family]:
        if hired.card.index == card:
            name = hired.name
    for hired in state.squirrels[family]:
        if hired.name == name:
            return hired.card.index == card
    return False


def uses(state: Table, family: int, power: int, actions: list[Action]) -> None:
    """Add what a power of the family can be used for now."""
    board, places = state.board, state.places
    if power == box.RABBITS:
        actions += [places.lay(code, power) for code in board.lays(family, RABBIT, 4, 0, NO_TURNED)]
    elif power == box.MOLES:
        actions += [places.lay(code, power) for code in board.lays(family, MOLE, 4, 0, NO_TURNED)]
    elif power == box.ANCIENT_MAPS:
        if state.uses[power]:
            purse = building.purse(state, family)
            actions += [places.lay(code, power) for code in board.lays(family, NEW, 1, purse, NO_TURNED)]
    elif power == box.HOLE:
        actions += [places.at(power, at) for at in board.hole_hexes()]
    elif power == box.ON_A_DIET:
        if not state.has_station and state.stations_left[family]:
            actions += [places.at(power, at) for at in board.diet_hexes(family)]
    elif power == box.THAT_S_MINE:
        _mine_uses(state, family, actions)
    elif power == box.WORK_IN_PROGRESS:
        actions += [places.at(power, at) for at in board.open_hexes()]
    elif power == box.WHEAT:
        actions += [places.at(power, at) for at in board.stations(family)]
    elif power == box.PATCH and state.patched(family) is not None:
        actions.append(TAKE_OFF_PATCH)


def _mine_uses(state: Table, family: int, actions: list[Action]) -> None:
    board, places = state.board, state.places
    if state.uses[box.THAT_S_MINE]:
        for at in board.open_hexes():
            if not board.spots[at].holds(family):
                actions.append(places.at(box.THAT_S_MINE, at))
    else:
        for at in board.reserved_for(family):
            if _refuse_reserved(state, family, at) is None:
                actions.append(places.reserved[at])


# What is not.


def concerns(action: Action) -> bool:
    """Whether this is such an action at all."""
    if isinstance(action, Word):
        return action is CASH_TICKET or action is TAKE_OFF_PATCH
    if isinstance(action, LayTile):
        return action.power >= 0
    if isinstance(action, Station):
        return action.reserved
    return isinstance(action, (Acquire, PowerAt, Patch, UsePower))


def refuse(state: Table, action: Action) -> Refusal | None:
    """Why the operating family may not do this now."""
    family = state.operator
    if isinstance(action, Word):
        return _refuse_word(state, family, action)
    if isinstance(action, Acquire):
        return _refuse_acquire(state, family, action)
    if isinstance(action, Patch):
        return _refuse_patch(state, family, action.card)
    if isinstance(action, UsePower):
        return _refuse_use(state, family, action)
    if isinstance(action, Station):
        return _refuse_fill(state, family, action)
    if isinstance(action, PowerAt):
        return _refuse_at(state, family, action)
    assert isinstance(action, LayTile)
    return _refuse_power_lay(state, family, action)


def _refuse_word(state: Table, family: int, action: Word) -> Refusal | None:
    if action is CASH_TICKET:
        return None if state.tickets[state.owner(family)] else Refusal("You have no ticket left.", "4.4")
    if state.patched(family) is None:
        return Refusal("No squirrel of this family wears a patch.", "10.18")
    return None


def _refuse_acquire(state: Table, family: int, action: Acquire) -> Refusal | None:
    card = state.pieces.powers[action.power]
    if card.blue:
        return _blue(action.name)
    if _holder(state, action.power) == NOBODY:
        owned = whose(state, action.power)
        return Refusal(f"{action.name} {owned} for good." if owned else f"No player holds {action.name}.", "7.1")
    if len(state.mats[family]) >= POWER_LIMIT:
        return Refusal(f"A family may have at most {POWER_LIMIT} powers.", "6.5.1")
    if not may_acquire(state, action.power):
        return no_better_offer(state, POWERS_FROM + action.power)
    return None


def _holder(state: Table, power: int) -> int:
    for seat in range(state.players):
        if power in state.hands[seat]:
            return seat
    return NOBODY


def _refuse_patch(state: Table, family: int, card: int) -> Refusal | None:
    if squirrels.employer(state, card) != family:
        return Refusal("PATCH is put on a squirrel of the operating family.", "10.18")
    if squirrels.may_patch(state, family):
        return None
    if box.PATCH in state.mats[family]:
        return Refusal("PATCH is on a squirrel of the family already.", "10.18")
    if box.PATCH in state.hands[state.owner(family)]:
        return Refusal(f"A family may have at most {POWER_LIMIT} powers: there is no room for PATCH.", "6.5.1")
    return Refusal("Neither the family nor its leader has PATCH.", "10.18")


def missing(state: Table, family: int, power: int) -> Refusal | None:
    """A family uses the powers on its own mat."""
    if power in state.mats[family]:
        return None
    name = state.ready.power_names[power]
    if state.pieces.powers[power].blue:
        return _blue(name)
    if _holder(state, power) != NOBODY:
        return Refusal(f"{name} {whose(state, power)}: the family has to acquire it first.", "4.3")
    owned = whose(state, power)
    who = state.pieces.families[family].name
    return Refusal(f"{name} {owned}, not to the {who}." if owned else f"The {who} do not have {name}.", "4.3")


def _blue(name: str) -> Refusal:
    return Refusal(f"{name} is a blue power: it works for players in stock rounds, not for families.", "4.3")


def _refuse_use(state: Table, family: int, action: UsePower) -> Refusal:
    """A power by itself, without saying what for."""
    refusal = missing(state, family, action.power)
    if refusal is not None:
        return refusal
    rule = f"10.{action.power + 1}"
    if action.power in BY_THEMSELVES:
        return Refusal(f"{action.name} is always in force: there is nothing to choose.", rule)
    if action.power == box.TWO_BARRELS:
        return Refusal("TWO BARRELS are opened just before the squirrels run.", rule)
    if action.power == box.PATCH:
        return Refusal("The family has no squirrel that could wear PATCH.", rule)
    return Refusal(f"There is nothing on the table that {action.name} could be used on now.", rule)


def _refuse_fill(state: Table, family: int, action: Station) -> Refusal | None:
    refusal = missing(state, family, box.THAT_S_MINE)
    if refusal is not None:
        return refusal
    at = building.hex_of(state, action.at)
    if at < 0 or at not in state.board.reserved_for(family):
        return Refusal(f"There is no space kept for the family at {action.at}.", "10.13")
    return _refuse_reserved(state, family, at)


def _refuse_reserved(state: Table, family: int, at: int) -> Refusal | None:
    if state.has_station:
        return Refusal("A family builds one station in a turn, and it has done so.", "7.3")
    left = state.stations_left[family]
    if not left:
        return Refusal("The family has no station left; the space stays kept.", "10.13")
    if left[0] > state.treasury[family]:
        return Refusal(f"The station costs {left[0]} $N; the treasury has {state.treasury[family]}.", "7.3")
    return refusals.refuse_station(state.board, family, at)


def _refuse_at(state: Table, family: int, action: PowerAt) -> Refusal | None:
    power = action.power
    refusal = missing(state, family, power)
    if refusal is not None:
        return refusal
    at = building.hex_of(state, action.at)
    if at < 0:
        return building.no_such_hex(action.at)
    board = state.board
    if power == box.HOLE:
        return refusals.refuse_hole(board, at)
    if power == box.WHEAT:
        if at in board.stations(family):
            return None
        return Refusal(f"The family has no station at {action.at}, and WHEAT is sown where it has one.", "10.15")
    if power == box.ON_A_DIET:
        if state.has_station:
            return Refusal("A family builds one station in a turn, and it has done so.", "7.3")
        if not state.stations_left[family]:
            return Refusal("The family has no station left.", "7.3")
        return refusals.refuse_diet(board, family, at)
    if power == box.THAT_S_MINE:
        if not state.uses[power]:
            return Refusal("THAT'S MINE keeps a space already; a station can be built there.", "10.13")
        if board.spots[at].holds(family):
            return Refusal("The family has a station there already.", "10.13")
    return refusals.refuse_open(board, at)


def _refuse_power_lay(state: Table, family: int, action: LayTile) -> Refusal | None:
    refusal = missing(state, family, action.power)
    if refusal is not None:
        return refusal
    if action.power == box.ANCIENT_MAPS and not state.uses[action.power]:
        return Refusal("ANCIENT MAPS have been used already.", "10.9")
    kinds, colours, money = _terms(state, family, action.power)
    code = building.code_of(state, action)
    if code < 0:
        return building.no_such_lay(action)
    return refusals.refuse_lay(state.board, family, kinds, colours, money, NO_TURNED, code)


def _terms(state: Table, family: int, power: int) -> tuple[int, int, int]:
    if power == box.RABBITS:
        return RABBIT, 4, 0
    if power == box.MOLES:
        return MOLE, 4, 0
    return NEW, 1, building.purse(state, family)


# What happens then.


def play(state: Table, action: Action) -> None:
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
        squirrels.put_patch(state, action.card)
    elif isinstance(action, Station):
        building.build(state, family, building.hex_of(state, action.at))
        building.spend(state, family, box.THAT_S_MINE)
    elif isinstance(action, PowerAt):
        _play_at(state, family, action)
    elif isinstance(action, LayTile):
        _play_power_lay(state, family, action)


def _play_at(state: Table, family: int, action: PowerAt) -> None:
    at = building.hex_of(state, action.at)
    board, power = state.board, action.power
    if state.log is not None:
        where = f"at {action.at}"
        state.log.append(events.UsedPower(NOBODY, state.pieces.families[family], action.name, where))
    if power == box.HOLE:
        board.dig(at)
        state.stack.append(SECOND_HOLE)
    elif power == box.WHEAT:
        board.sow(family, at)
        building.spend(state, family, power)
    elif power == box.ON_A_DIET:
        board.place_beside(family, at)
        state.stations_left[family] = state.stations_left[family][1:]
        state.has_station = True
        building.spend(state, family, power)
    elif power == box.THAT_S_MINE:
        board.reserve(family, at)
        state.uses[power] = 0
    else:
        board.block(at)
        building.spend(state, family, power)


def _play_power_lay(state: Table, family: int, action: LayTile) -> None:
    code = building.code_of(state, action)
    building.lay(state, family, code, action.copy, action.power_name)
    at = lay_hex(code)
    state.laid = tuple([other for other in state.laid if other != at])
    state.uses[action.power] -= 1
    if action.power == box.ANCIENT_MAPS:
        state.stack.append(ANCIENT_MAPS)
    elif not state.uses[action.power]:
        building.spend(state, family, action.power)
