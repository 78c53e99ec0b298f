"""A family's turn in an operating round up to the dividend (rules 7.1 to 7.5)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo import events, market, squirrels
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import (
    DISTRIBUTE,
    KEEP,
    PASS,
    RUN_NOTHING,
    LayTile,
    Run,
    Station,
    UsePower,
)
from menagerie.games.eighteen_zoo.map import refusals
from menagerie.games.eighteen_zoo.map.board import NEW, RECORDED, UPGRADE
from menagerie.games.eighteen_zoo.map.ground import lay_hex, lay_tile
from menagerie.games.eighteen_zoo.map.tiles import YELLOW
from menagerie.games.eighteen_zoo.phases import any_time, auto_pass, building
from menagerie.games.eighteen_zoo.phases.cleanup import CLEAN_UP
from menagerie.games.eighteen_zoo.phases.squirrel_step import SQUIRRELS
from menagerie.games.eighteen_zoo.phases.wrong_step import not_now
from menagerie.games.eighteen_zoo.pieces import Runner
from menagerie.games.eighteen_zoo.powers import green
from menagerie.games.eighteen_zoo.powers.owners import spend
from menagerie.games.eighteen_zoo.running.best import can_run, useful_runs
from menagerie.games.eighteen_zoo.running.check import measure
from menagerie.games.eighteen_zoo.running.harvest import DISTRIBUTED, KEPT, UNDECIDED, Aids, Harvest, LastRun
from menagerie.games.eighteen_zoo.running.reach import reaches_another
from menagerie.games.eighteen_zoo.state import NO_ONE, Hired, Position

LAYS: Final = 2
"""How many tiles a family may lay in a turn."""
BAG: Final = 25
"""Nuts in a bag, which is 1 $N."""
SQUEEZE_PAYS: Final = 3
NO_TILE_PROMPTS: Final = {
    (True, True): "No tile can be laid yet. Use a power or ticket, or pass.",
    (True, False): "No tile can be laid yet. Use a power or pass.",
    (False, True): "No tile can be laid yet. Cash a ticket or pass.",
    (False, False): "No tile can be laid. Pass.",
}
"""By whether a power can be used or acquired, and whether a ticket can be cashed."""
NO_STATION_PROMPTS: Final = {
    (True, True): "No station can be built yet. Use a power or ticket, or pass.",
    (True, False): "No station can be built yet. Use a power or pass.",
    (False, True): "No station can be built yet. Cash a ticket or pass.",
    (False, False): "No station can be built. Pass.",
}
NO_RUN_PROMPTS: Final = {
    (True, True): "No squirrel can run yet. Use a power or ticket, or skip.",
    (True, False): "No squirrel can run yet. Use a power or skip.",
    (False, True): "No squirrel can run yet. Cash a ticket or skip.",
    (False, False): "No squirrel can run. Skip.",
}


@final
class TrackStep(any_time.FamilyStep):
    """Rule 7.2: two yellow tiles, or one yellow tile and one upgrade."""

    def kinds(self, state: Position) -> int:
        """Return what may still be laid."""
        return NEW if state.upgraded else NEW | UPGRADE

    def codes(self, state: Position) -> list[int]:
        """Return the legal lays."""
        family = state.operator
        colours = state.pieces.phases[state.phase_number].colours
        return state.board.lays(family, self.kinds(state), colours, building.purse(state, family), state.laid)

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = [state.places.lay(code, -1) for code in self.codes(state)]
        any_time.options(state, actions)
        actions.append(PASS)
        return actions

    def accepts(self, state: Position, seat: int, action: Action) -> bool:
        """Accept other rotations of the same track."""
        if isinstance(action, LayTile) and not action.by_power:
            return self.refuse_lay(state, action) is None
        return any_time.accepts(state, action)

    def accepts_recorded(self, state: Position, seat: int, action: Action) -> bool:
        """Accept a tile copy that isn't in the supply here, or an upgrade of a marked tile (11.25)."""
        if isinstance(action, LayTile) and not action.by_power:
            return state.rules.site and self.refuse_lay(state, action, True) is None
        return any_time.accepts_recorded(state, action)

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if any_time.concerns(action):
            return any_time.why_not(state, action)
        refusal = self.refuse_lay(state, action) if isinstance(action, LayTile) else None
        return not_now(state, action, Refusal(self.prompt(state, seat), "7.2")) if refusal is None else refusal

    def refuse_lay(self, state: Position, action: LayTile, recorded: bool = False) -> Refusal | None:
        """Return why this tile can't be laid, if so; `recorded`: in a game recorded at the site."""
        code = building.code_of(state, action, recorded)
        if code == building.NO_LAY:
            return building.no_such_lay(action)
        family = state.operator
        colours = state.pieces.phases[state.phase_number].colours
        yellow = state.board.ground.tiles.tiles[lay_tile(code)].colour == YELLOW
        if state.upgraded and not yellow and state.board.spots[lay_hex(code)].tile is not None:
            return Refusal("The family already upgraded a tile this turn. Lay a yellow tile or pass.", "7.2")
        purse = building.purse(state, family)
        kinds = self.kinds(state) | (RECORDED if recorded else 0)
        return refusals.refuse_lay(state.board, family, kinds, colours, purse, state.laid, code)

    def play(self, state: Position, seat: int, action: Action) -> None:
        if action is PASS:
            state.stack[-1] = STATION_STEP
            if state.log is not None:
                sentence = events.NO_SECOND_TILE if state.lays else events.NO_TILE
                state.log.append(events.LaidNone(state.pieces.families[state.operator], sentence))
        elif isinstance(action, LayTile) and not action.by_power:
            code = building.played_code(state, action)
            at = lay_hex(code)
            if state.board.spots[at].tile is not None:
                state.upgraded = True
            state.lays += 1
            state.laid += (at,)
            building.lay(state, state.operator, code, action.copy, "")
        else:
            any_time.play(state, action)

    def settle(self, state: Position) -> bool:
        """End the step after two tiles, or if nothing can be done."""
        if state.lays < LAYS:
            if state.rules.explicit_passes or self.could_lay(state):
                return False
            if state.rules.asks_for_powers and auto_pass.could_acquire_track(state, state.operator):
                return False
            actions: list[Action] = []
            any_time.options(state, actions, False)
            if actions:
                return False
        state.stack[-1] = STATION_STEP
        return True

    def could_lay(self, state: Position) -> bool:
        """Return whether any lay is possible, counting the leader's tickets."""
        family = state.operator
        colours = state.pieces.phases[state.phase_number].colours
        purse = building.purse(state, family)
        if state.rules.asks_for_powers:
            purse = max(purse, auto_pass.money(state, family))
        return state.board.can_lay(family, self.kinds(state), colours, purse, state.laid)

    def reveals(self, state: Position) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Position, seat: int) -> str:
        family = state.pieces.families[state.operator].name
        legal = self.legal(state, seat)
        if not any(isinstance(action, LayTile) and not action.by_power for action in legal):
            return NO_TILE_PROMPTS[any_time.Help(legal).key]
        if state.lays:
            return f"Lay a second tile for the {family}, or pass."
        return f"Lay up to two tiles for the {family}, or pass."


@final
class StationStep(any_time.FamilyStep):
    """Rule 7.3: build one station per turn."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        family = state.operator
        actions: list[Action] = []
        left = state.stations_left[family]
        if left and not state.has_station and left[0] <= state.treasury[family]:
            actions += [state.places.stations[at] for at in state.board.station_hexes(family)]
        any_time.options(state, actions)
        actions.append(PASS)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if any_time.concerns(action):
            return any_time.why_not(state, action)
        usual = Refusal(self.prompt(state, seat), "7.3")
        if not isinstance(action, Station):
            return not_now(state, action, usual)
        family = state.operator
        barred = green.no_station(state, family)
        if barred is not None:
            return barred
        at = building.hex_of(state, action.at)
        refusal = (
            building.no_such_hex(action.at)
            if at == building.NOWHERE
            else refusals.refuse_station(state.board, family, at)
        )
        return usual if refusal is None else refusal

    def play(self, state: Position, seat: int, action: Action) -> None:
        if action is PASS:
            state.stack[-1] = RUN_STEP
            if state.log is not None:
                state.log.append(events.BuiltNone(state.pieces.families[state.operator]))
        elif isinstance(action, Station) and not action.reserved:
            self.build(state, state.operator, building.hex_of(state, action.at))
        else:
            any_time.play(state, action)

    def build(self, state: Position, family: int, at: int) -> None:
        """Build a station; one in the space that THAT'S MINE kept uses up that power (11.17)."""
        mine = at in state.board.reserved_for(family)
        building.build(state, family, at)
        if mine and not state.rules.dead_mine_stays:
            spend(state, family, box.THAT_S_MINE)

    def settle(self, state: Position) -> bool:
        """Skip the step if no station could be built, even with tickets and powers."""
        family = state.operator
        left = state.stations_left[family]
        if left and not state.has_station:
            free = state.rules.diet_keeps_station_step and box.ON_A_DIET in state.mats[family]
            if (free or left[0] <= auto_pass.money(state, family)) and state.board.station_hexes(family):
                return False
            if state.rules.asks_for_powers and auto_pass.could_build(state, family):
                return False
        state.stack[-1] = RUN_STEP
        return True

    def reveals(self, state: Position) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Position, seat: int) -> str:
        family = state.operator
        legal = self.legal(state, seat)
        if not any(isinstance(action, Station) and not action.reserved for action in legal):
            return NO_STATION_PROMPTS[any_time.Help(legal).key]
        return f"Build a station for {state.stations_left[family][0]} $N, or pass."


def awake(state: Position, family: int) -> tuple[Hired, ...]:
    """Return the squirrels that may run."""
    return tuple([hired for hired in state.squirrels[family] if not hired.asleep])


def runners_of(state: Position, hired: tuple[Hired, ...]) -> tuple[Runner, ...]:
    """Return how they run."""
    patched = state.pieces.kinds[-1].faces[0]
    return tuple([one.runner(patched) for one in hired])


def run_id(state: Position, hired: Hired) -> str:
    """Return the name of a squirrel in the notation of runs."""
    return state.pieces.kinds[-1].copies[0].id if hired.patched else hired.card.id


def aids_of(state: Position, family: int) -> Aids:
    """Return what changes the runs of this family now."""
    mat = state.mats[family]
    r_value = state.pieces.phases[state.phase_number].r_value
    return Aids(r_value, box.WINGS in mat, box.A_TIP_OF_SUGAR in mat, state.barrels)


@final
class RunStep(any_time.FamilyStep):
    """Rule 7.4: run the squirrels."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        """List the runs that no other beats in both nuts and $N for water, most nuts first, and running nothing.

        Other valid runs are accepted too.
        """
        family = state.operator
        hired = awake(state, family)
        runs = useful_runs(state.board, family, runners_of(state, hired), aids_of(state, family))
        actions: list[Action] = [action_of(state, hired, harvest) for harvest in runs]
        if box.TWO_BARRELS in state.mats[family] and not state.barrels and state.uses[box.TWO_BARRELS]:
            actions.append(state.catalogue.use[box.TWO_BARRELS])
        any_time.options(state, actions)
        actions.append(RUN_NOTHING)
        return actions

    def accepts(self, state: Position, seat: int, action: Action) -> bool:
        """Accept any valid run."""
        if isinstance(action, Run):
            return len(action.legs) > 0 and not action.counted and isinstance(harvest_of(state, action), Harvest)
        return any_time.accepts(state, action)

    def accepts_recorded(self, state: Position, seat: int, action: Action) -> bool:
        """Accept a valid run with the figures that the site stored (11.26)."""
        if isinstance(action, Run):
            return state.rules.site and len(action.counted) > 0 and isinstance(harvest_of(state, action), Harvest)
        return any_time.accepts_recorded(state, action)

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if isinstance(action, UsePower) and action.power == box.TWO_BARRELS:
            missing = green.missing(state, state.operator, action.power)
            return Refusal("The family already used TWO BARRELS this turn.", "10.16") if missing is None else missing
        if any_time.concerns(action):
            return any_time.why_not(state, action)
        if isinstance(action, Run):
            harvest = harvest_of(state, action)
            if isinstance(harvest, Refusal):
                return harvest
            return Refusal("Only games recorded at 18xx.games store figures with runs. Leave them out.", "11.26")
        return not_now(state, action, Refusal(self.prompt(state, seat), "7.4"))

    def play(self, state: Position, seat: int, action: Action) -> None:
        if isinstance(action, Run):
            harvest = harvest_of(state, action) if action.legs else None
            assert not isinstance(harvest, Refusal)
            self.run(state, harvest)
        elif isinstance(action, UsePower):
            state.barrels = True
            state.uses[box.TWO_BARRELS] -= 1
            if state.log is not None:
                state.log.append(events.UsedPower(NO_ONE, state.pieces.families[state.operator], action.name))
        else:
            any_time.play(state, action)

    def run(self, state: Position, harvest: Harvest | None) -> None:
        """Count what the runs bring: nuts, and $N for water (10.16 and 10.17)."""
        family = state.operator
        if harvest is not None:
            state.harvest = harvest
            state.harvest_of = family
            state.runners = awake(state, family)
            state.ran = True
            state.nuts = harvest.nuts
            state.income = income_of(state, family, harvest)
            names = tuple([hired.name for hired in state.runners])
            last = LastRun(state.slot, names, harvest, state.income, state.last_runs[family])
            state.last_runs = (*state.last_runs[:family], last, *state.last_runs[family + 1 :])
            if state.log is not None:
                routes = routes_of(state, state.runners, harvest)
                state.log.append(events.Ran(state.pieces.families[family], state.nuts, state.income, routes))
        if state.barrels and not state.uses[box.TWO_BARRELS]:
            spend(state, family, box.TWO_BARRELS)
        state.stack[-1] = DIVIDEND

    def settle(self, state: Position) -> bool:
        """Skip the step if no squirrel could run."""
        family = state.operator
        hired = awake(state, family)
        if hired and self.could_run(state, family, runners_of(state, hired)):
            return False
        state.stack[-1] = DIVIDEND
        return True

    def could_run(self, state: Position, family: int, runners: tuple[Runner, ...]) -> bool:
        """Return whether they can run, or could with a power; the site asks if track leads to a second place."""
        if state.rules.site:
            return state.patched(family) is not None or leads_somewhere(state, family)
        if can_run(state.board, family, runners, aids_of(state, family)):
            return True
        return state.rules.asks_for_powers and auto_pass.could_run(state, family, runners)

    def reveals(self, state: Position) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Position, seat: int) -> str:
        family = state.operator
        name = state.pieces.families[family].name
        if can_run(state.board, family, runners_of(state, awake(state, family)), aids_of(state, family)):
            return f"Run the {name}' squirrels, or skip."
        return NO_RUN_PROMPTS[any_time.Help(self.legal(state, seat)).key]


def leads_somewhere(state: Position, family: int) -> bool:
    """Return whether track joins a station of the family to another station, an R area, an O or a dead end."""
    loops = False
    arrivals = state.board.reach(family).arrivals
    for at, mask in enumerate(arrivals):
        if not mask:
            continue
        track = state.board.spots[at].track
        if track is None or not mask & track.exits:
            continue
        if track.station:
            if state.rules.loops_count_as_places or not state.board.spots[at].holds(family):
                return True
            loops = True
        for pool in track.pools:
            if pool & mask:
                return True
        for edge in range(6):
            # Track that ends in the hex: an R area or a dead end.
            if (mask & track.exits) >> edge & 1 and not track.links[edge]:
                return True
    return loops and reaches_another(state.board, family)


def bags_of(nuts: int) -> int:
    """Rule 7.5: return a bag for every 25 nuts, rounded up."""
    return (nuts + BAG - 1) // BAG


def income_of(state: Position, family: int, harvest: Harvest) -> int:
    """Return the $N for water (rules 7.4, 10.16 and 10.17)."""
    if not harvest.pools or state.barrels:
        return 0
    return harvest.pools + (SQUEEZE_PAYS if box.A_SQUEEZE in state.mats[family] else 0)


def action_of(state: Position, hired: tuple[Hired, ...], harvest: Harvest) -> Run:
    """Return runs as a decision."""
    hexes = state.board.ground.hexes
    legs: list[tuple[str, tuple[str, ...]]] = []
    for one, chain in zip(hired, harvest.chains, strict=True):
        if chain:
            legs.append((run_id(state, one), tuple([hexes[at].name for at in chain])))
    return Run(tuple(legs))


def routes_of(state: Position, hired: tuple[Hired, ...], harvest: Harvest) -> tuple[str, ...]:
    """Return each squirrel's route and nuts in words."""
    hexes = state.board.ground.hexes
    routes: list[str] = []
    for number, chain in enumerate(harvest.chains):
        name, nuts = hired[number].name, harvest.nuts_by_run[number]
        if len(chain) > 1:
            routes.append(f"{name} from hex {hexes[chain[0]].name} to hex {hexes[chain[-1]].name} for {nuts}")
        elif chain:
            routes.append(f"{name} at hex {hexes[chain[0]].name} for {nuts}")
    return tuple(routes)


def harvest_of(state: Position, action: Run) -> Harvest | Refusal:
    """Return what a decision brings, or what is wrong with it."""
    family = state.operator
    hired = awake(state, family)
    ids = [run_id(state, one) for one in hired]
    chains: list[tuple[int, ...]] = [()] * len(hired)
    by_name = state.board.ground.by_name
    for card, names in action.legs:
        if card not in ids:
            return Refusal(f"The family has no squirrel {card} that can run.", "7.4")
        chain: list[int] = []
        for name in names:
            if name not in by_name:
                return building.no_such_hex(name)
            chain.append(by_name[name])
        if chains[ids.index(card)]:
            return Refusal(f"Squirrel {card} has two routes. Give it one.", "7.4")
        chains[ids.index(card)] = tuple(chain)
    harvest = measure(state.board, family, runners_of(state, hired), aids_of(state, family), tuple(chains))
    if action.counted and isinstance(harvest, Harvest):
        return as_counted(action, harvest, ids)
    return harvest


def as_counted(action: Run, harvest: Harvest, ids: list[str]) -> Harvest:
    """Return the same runs with the figures that a recorded game stores (11.26)."""
    nuts, pools = list(harvest.nuts_by_run), list(harvest.pools_by_run)
    for (card, _), (more_nuts, more_pools) in zip(action.legs, action.counted, strict=True):
        if more_nuts >= 0:
            nuts[ids.index(card)], pools[ids.index(card)] = more_nuts, more_pools
    return Harvest(harvest.chains, tuple(nuts), tuple(pools))


@final
class Dividend(any_time.FamilyStep):
    """Rule 7.5: distribute the harvest or keep it."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = [DISTRIBUTE, KEEP]
        any_time.options(state, actions)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if any_time.concerns(action):
            return any_time.why_not(state, action)
        return not_now(state, action, Refusal("Distribute the harvest or keep it.", "7.5"))

    def play(self, state: Position, seat: int, action: Action) -> None:
        if action is DISTRIBUTE:
            squirrels.end_last_runs(state, state.operator)
            self.distribute(state)
        elif action is KEEP:
            squirrels.end_last_runs(state, state.operator)
            self.keep(state)
        else:
            any_time.play(state, action)
            return
        self.finish(state)

    def distribute(self, state: Position) -> None:
        """Pay every animal in players' hands the dividend of the new cell, and the parents its bonus."""
        family = state.operator
        state.treasury[family] += state.income
        cells = state.pieces.cells
        before = state.cell_of(family)
        after = cells[before.right] if state.nuts >= before.threshold else before
        counted = state.nuts + state.income if state.rules.dividend_counts_income else state.nuts
        each = (cells[before.right] if counted >= before.threshold else before).dividend
        holdings = state.holdings[family]
        payments: list[tuple[int, int]] = []
        for seat, units in enumerate(holdings.units):
            amount = units * each
            if seat == holdings.owner:
                amount += after.bonus
            state.cash[seat] += amount
            if amount:
                payments.append((seat, amount))
        if state.log is not None:
            paid = tuple(payments)
            state.log.append(events.Distributed(state.pieces.families[family], each, after.bonus, paid))
        market.move(state, family, after.index)
        self.remember(state, family, DISTRIBUTED, before.value)

    def keep(self, state: Position) -> None:
        """Put a bag for every 25 nuts, rounded up, in the treasury; the reputation goes left."""
        family = state.operator
        bags = bags_of(state.nuts)
        before = state.value(family)
        state.treasury[family] += bags + state.income
        if state.log is not None:
            state.log.append(events.Kept(state.pieces.families[family], bags))
        market.left(state, family)
        self.remember(state, family, KEPT, before)

    def remember(self, state: Position, family: int, use: int, before: int) -> None:
        """Note how the harvest was used, for the history of the family's runs."""
        last = state.last_runs[family]
        if last is not None and last.use == UNDECIDED:
            used = last.used(use, before, state.value(family))
            state.last_runs = (*state.last_runs[:family], used, *state.last_runs[family + 1 :])

    def finish(self, state: Position) -> None:
        """Continue with the squirrel step, after squirrels on their last run have left."""
        state.stack[-1] = SQUIRRELS
        state.stack.append(CLEAN_UP)

    def settle(self, state: Position) -> bool:
        """Rule 7.5: keep a harvest of no nuts."""
        if state.ran and state.harvest is not None and state.rules.squeeze_pays_late:
            state.income = income_of(state, state.operator, state.harvest)
        if state.nuts:
            return False
        squirrels.end_last_runs(state, state.operator)
        self.keep(state)
        self.finish(state)
        return True

    def prompt(self, state: Position, seat: int) -> str:
        cell = state.cell_of(state.operator)
        if cell.ends_game:
            return f"Distribute or keep {state.nuts} nuts."
        return f"Distribute or keep {state.nuts} nuts (threshold {cell.threshold})."


TRACK_STEP: Final = TrackStep()
STATION_STEP: Final = StationStep()
RUN_STEP: Final = RunStep()
DIVIDEND: Final = Dividend()
