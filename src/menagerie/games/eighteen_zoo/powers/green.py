"""Green powers, which families use in their operating turns (rules 4.3 and 10.7 to 10.20)."""

from __future__ import annotations

from typing import Final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo import events
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import TAKE_OFF_PATCH, LayTile, PowerAt, Station, UsePower
from menagerie.games.eighteen_zoo.map import refusals
from menagerie.games.eighteen_zoo.map.board import MOLE, NEW, RABBIT
from menagerie.games.eighteen_zoo.map.ground import lay_hex
from menagerie.games.eighteen_zoo.phases import building
from menagerie.games.eighteen_zoo.phases.second_steps import ANCIENT_MAPS, SECOND_HOLE
from menagerie.games.eighteen_zoo.powers.owners import holder, mat_of, spend
from menagerie.games.eighteen_zoo.state import NO_ONE, NOT_LAUNCHED, Position

NO_TURNED: Final[tuple[int, ...]] = ()
AUTOMATIC: Final = (box.SHINING_GOLD, box.A_SQUEEZE, box.WINGS, box.A_TIP_OF_SUGAR)
"""Powers that work without being used."""


# What they can be used for.


def uses(state: Position, family: int, power: int, actions: list[Action]) -> None:
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
        actions += [places.at(power, at) for at in board.open_hexes() if not _is_kept_free(state, at)]
    elif power == box.WHEAT:
        actions += [places.at(power, at) for at in board.stations(family)]
    elif power == box.PATCH and state.patched(family) is not None:
        actions.append(TAKE_OFF_PATCH)


def _mine_uses(state: Position, family: int, actions: list[Action]) -> None:
    board, places = state.board, state.places
    if state.uses[box.THAT_S_MINE]:
        for at in board.open_hexes():
            if not board.spots[at].holds(family):
                actions.append(places.at(box.THAT_S_MINE, at))
    elif no_station(state, family) is None:
        within = board.station_hexes(family)
        actions += [places.reserved[at] for at in board.reserved_for(family) if at in within]


def _is_kept_free(state: Position, at: int) -> bool:
    """Return whether this is the HOME of a family not launched yet, which WORK IN PROGRESS can't block (13.7)."""
    family = state.board.ground.hexes[at].family
    return state.rules.homes_stay_open and family != NO_ONE and state.cell[family] == NOT_LAUNCHED


# Why not.


def missing(state: Position, family: int, power: int) -> Refusal | None:
    """Return why a family can't use this power, if it doesn't have it."""
    if power in state.mats[family]:
        return None
    name = state.catalogue.power_names[power]
    if state.pieces.powers[power].blue:
        return for_players(name)
    player, other = holder(state, power), mat_of(state, power)
    families = state.pieces.families
    if player != NO_ONE:
        return Refusal(f"{name} is in {state.names[player]}'s hand. The family must acquire it first.", "4.3")
    if other != NO_ONE:
        return Refusal(f"{name} belongs to the {families[other].name}, not to the {families[family].name}.", "4.3")
    return Refusal(f"{name} isn't on the {families[family].name}' mat.", "4.3")


def for_players(name: str) -> Refusal:
    """Return the refusal of a blue power."""
    return Refusal(f"{name} is a blue power. Players use it in stock rounds.", "4.3")


def why_not_use(state: Position, family: int, action: UsePower) -> Refusal:
    """Return why a power can't be used without naming a target."""
    refusal = missing(state, family, action.power)
    if refusal is not None:
        return refusal
    rule = f"10.{action.power + 1}"
    if action.power in AUTOMATIC:
        return Refusal(f"{action.name} works automatically. There is nothing to choose.", rule)
    if action.power == box.TWO_BARRELS:
        return Refusal("Use TWO BARRELS just before the squirrels run.", rule)
    if action.power == box.PATCH:
        return Refusal("The family has no squirrel for PATCH.", rule)
    return Refusal(f"There is nothing to use {action.name} on now.", rule)


def why_not_fill(state: Position, family: int, action: Station) -> Refusal:
    """Return why no station can be built in the space that THAT'S MINE keeps."""
    refusal = missing(state, family, box.THAT_S_MINE)
    if refusal is not None:
        return refusal
    at = building.hex_of(state, action.at)
    if at not in state.board.reserved_for(family):
        return Refusal(f"No space is kept for the family at hex {action.at}.", "10.13")
    if not state.stations_left[family]:
        return Refusal("The family has no stations left. The space stays kept.", "10.13")
    refusal = no_station(state, family)
    return Refusal(f"Hex {action.at} is out of the family's reach.", "7.3") if refusal is None else refusal


def no_station(state: Position, family: int) -> Refusal | None:
    """Return why the family can't build a station at its usual price now."""
    left = state.stations_left[family]
    if not left:
        return Refusal("The family has no stations left.", "7.3")
    if state.has_station:
        return Refusal("The family already built a station this turn. One station per turn.", "7.3")
    if left[0] > state.treasury[family]:
        return Refusal(f"The station costs {left[0]} $N. The treasury has {state.treasury[family]}.", "7.3")
    return None


def why_not_at(state: Position, family: int, action: PowerAt) -> Refusal:
    """Return why a power can't be used on this hex."""
    power = action.power
    at = building.hex_of(state, action.at)
    board = state.board
    refusal = missing(state, family, power)
    if refusal is not None:
        return refusal
    if at == building.NOWHERE:
        return building.no_such_hex(action.at)
    if power == box.WHEAT:
        return Refusal(f"The family has no station at hex {action.at}. Put WHEAT where it has one.", "10.15")
    if power == box.HOLE:
        refusal = refusals.refuse_hole(board, at)
    elif power == box.ON_A_DIET:
        if state.has_station:
            return Refusal("The family already built a station this turn. One station per turn.", "7.3")
        if not state.stations_left[family]:
            return Refusal("The family has no stations left.", "7.3")
        refusal = refusals.refuse_diet(board, family, at)
    elif power == box.THAT_S_MINE and not state.uses[power]:
        return Refusal("THAT'S MINE already keeps a space. Build a station there.", "10.13")
    elif power == box.THAT_S_MINE and board.spots[at].holds(family):
        return Refusal("The family already has a station there.", "10.13")
    elif power == box.WORK_IN_PROGRESS and _is_kept_free(state, at):
        refusal = Refusal(f"Hex {action.at} is the HOME of a family not launched yet. It must stay free.", "10.14")
    else:
        refusal = refusals.refuse_open(board, at)
    return (
        Refusal(f"You can't use {action.name} on hex {action.at}.", f"10.{power + 1}") if refusal is None else refusal
    )


def why_not_lay(state: Position, family: int, action: LayTile) -> Refusal:
    """Return why this tile can't be laid with this power."""
    refusal = refuse_lay(state, family, action)
    return building.no_such_lay(action) if refusal is None else refusal


def refuse_lay(state: Position, family: int, action: LayTile, recorded: bool = False) -> Refusal | None:
    """Return why this tile can't be laid with this power, if so; `recorded`: in a game recorded at the site."""
    refusal = missing(state, family, action.power)
    if refusal is not None:
        return refusal
    if action.power == box.ANCIENT_MAPS and not state.uses[action.power]:
        return Refusal("ANCIENT MAPS are already used.", "10.9")
    kinds, colours, money = _terms(state, family, action.power)
    code = building.code_of(state, action, recorded)
    if code == building.NO_LAY:
        return building.no_such_lay(action)
    return refusals.refuse_lay(state.board, family, kinds, colours, money, NO_TURNED, code)


def _terms(state: Position, family: int, power: int) -> tuple[int, int, int]:
    if power == box.RABBITS:
        return RABBIT, 4, 0
    if power == box.MOLES:
        return MOLE, 4, 0
    return NEW, 1, building.purse(state, family)


# What happens then.


def play_fill(state: Position, family: int, action: Station) -> None:
    """Build the station for which THAT'S MINE kept the space."""
    building.build(state, family, building.hex_of(state, action.at))
    spend(state, family, box.THAT_S_MINE)


def play_at(state: Position, family: int, action: PowerAt) -> None:
    """Use a power on a hex."""
    at = building.hex_of(state, action.at)
    board, power = state.board, action.power
    if state.log is not None:
        state.log.append(events.UsedPower(NO_ONE, state.pieces.families[family], action.name, at=action.at))
    if power == box.HOLE:
        board.dig(at)
        state.stack.append(SECOND_HOLE)
    elif power == box.WHEAT:
        board.sow(family, at)
        spend(state, family, power)
    elif power == box.ON_A_DIET:
        board.place_beside(family, at)
        state.stations_left[family] = state.stations_left[family][1:]
        state.has_station = True
        spend(state, family, power)
    elif power == box.THAT_S_MINE:
        board.reserve(family, at)
        state.uses[power] = 0
    else:
        board.block(at)
        spend(state, family, power)


def play_power_lay(state: Position, family: int, action: LayTile) -> None:
    """Lay a tile with a power."""
    code = building.played_code(state, action)
    building.lay(state, family, code, action.copy, action.power_name)
    at = lay_hex(code)
    state.laid = tuple([other for other in state.laid if other != at])
    state.uses[action.power] -= 1
    if action.power == box.ANCIENT_MAPS:
        state.stack.append(ANCIENT_MAPS)
    elif not state.uses[action.power]:
        spend(state, family, action.power)
