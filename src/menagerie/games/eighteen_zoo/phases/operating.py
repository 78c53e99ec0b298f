"""A family's turn in an operating round up to the dividend (rules 7.1 to 7.5)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.eighteen_zoo import events, judging, market, refusals, runs, squirrels
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
from menagerie.games.eighteen_zoo.finder import Aids
from menagerie.games.eighteen_zoo.ground import lay_hex
from menagerie.games.eighteen_zoo.phases import any_time, building
from menagerie.games.eighteen_zoo.phases.cleanup import CLEAN_UP
from menagerie.games.eighteen_zoo.phases.elsewhere import not_now
from menagerie.games.eighteen_zoo.phases.hiring import SQUIRRELS
from menagerie.games.eighteen_zoo.pieces import Runner
from menagerie.games.eighteen_zoo.runs import Harvest
from menagerie.games.eighteen_zoo.state import Hired, Table
from menagerie.games.eighteen_zoo.track import NEW, UPGRADE

LAYS: Final = 2
"""Tiles that a family may lay in a turn."""
BAG: Final = 25
"""Nuts in a bag: 1 $N."""
SQUEEZE_PAYS: Final = 3


@final
class TrackStep(Phase[Table]):
    """Rule 7.2: two yellow tiles, or one yellow tile and one upgrade."""

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def kinds(self, state: Table) -> int:
        """What may still be laid."""
        return NEW if state.upgraded else NEW | UPGRADE

    def codes(self, state: Table) -> list[int]:
        """The lays that are possible."""
        family = state.operator
        colours = state.pieces.phases[state.phase_number].colours
        return state.board.lays(family, self.kinds(state), colours, building.purse(state, family), state.laid)

    def legal(self, state: Table, seat: int) -> list[Action]:
        actions: list[Action] = [state.places.lay(code, -1) for code in self.codes(state)]
        any_time.options(state, actions)
        actions.append(PASS)
        return actions

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if action is PASS:
            return None
        if any_time.concerns(action):
            return any_time.refuse(state, action)
        if not isinstance(action, LayTile):
            return not_now(state, action, Refusal("Lay a tile, or pass.", "7.2"))
        code = building.code_of(state, action)
        if code < 0:
            return building.no_such_lay(action)
        family = state.operator
        colours = state.pieces.phases[state.phase_number].colours
        if state.upgraded and state.board.spots[lay_hex(code)].tile is not None:
            return Refusal("A family upgrades one tile in its turn, and it has done so.", "7.2")
        purse = building.purse(state, family)
        return refusals.refuse_lay(state.board, family, self.kinds(state), colours, purse, state.laid, code)

    def play(self, state: Table, seat: int, action: Action) -> None:
        if action is PASS:
            state.stack[-1] = STATION_STEP
            if state.log is not None:
                tile = "second tile" if state.lays else "tile"
                state.log.append(events.LaidNone(state.pieces.families[state.operator], tile))
        elif isinstance(action, LayTile) and action.power < 0:
            code = building.code_of(state, action)
            at = lay_hex(code)
            if state.board.spots[at].tile is not None:
                state.upgraded = True
            state.lays += 1
            state.laid += (at,)
            building.lay(state, state.operator, code, action.copy, "")
        else:
            any_time.play(state, action)

    def settle(self, state: Table) -> bool:
        """After two tiles the step is over; also where nothing can be done at all."""
        if state.lays < LAYS:
            if state.rules.explicit_passes or self.can_lay(state):
                return False
            actions: list[Action] = []
            any_time.options(state, actions, False)
            if actions:
                return False
        state.stack[-1] = STATION_STEP
        return True

    def can_lay(self, state: Table) -> bool:
        """Whether any lay is possible."""
        family = state.operator
        colours = state.pieces.phases[state.phase_number].colours
        return state.board.can_lay(family, self.kinds(state), colours, building.purse(state, family), state.laid)

    def reveals(self, state: Table) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Table, seat: int) -> str:
        family = state.pieces.families[state.operator].name
        left = "a tile" if state.lays else "up to two tiles"
        return f"Lay {left} for the {family}, or pass."


@final
class StationStep(Phase[Table]):
    """Rule 7.3: one station in a turn."""

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def legal(self, state: Table, seat: int) -> list[Action]:
        family = state.operator
        actions: list[Action] = []
        left = state.stations_left[family]
        if left and not state.has_station and left[0] <= state.treasury[family]:
            actions += [state.places.stations[at] for at in state.board.station_hexes(family)]
        any_time.options(state, actions)
        actions.append(PASS)
        return actions

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if action is PASS:
            return None
        if any_time.concerns(action):
            return any_time.refuse(state, action)
        if not isinstance(action, Station):
            return not_now(state, action, Refusal("Build a station, or pass.", "7.3"))
        family = state.operator
        left = state.stations_left[family]
        if not left:
            return Refusal("The family has no station left.", "7.3")
        if state.has_station:
            return Refusal("A family builds one station in a turn, and it has done so.", "7.3")
        if left[0] > state.treasury[family]:
            return Refusal(f"The station costs {left[0]} $N; the treasury has {state.treasury[family]}.", "7.3")
        at = building.hex_of(state, action.at)
        return building.no_such_hex(action.at) if at < 0 else refusals.refuse_station(state.board, family, at)

    def play(self, state: Table, seat: int, action: Action) -> None:
        if action is PASS:
            state.stack[-1] = RUN_STEP
            if state.log is not None:
                state.log.append(events.BuiltNone(state.pieces.families[state.operator]))
        elif isinstance(action, Station) and not action.reserved:
            self.build(state, state.operator, building.hex_of(state, action.at))
        else:
            any_time.play(state, action)

    def build(self, state: Table, family: int, at: int) -> None:
        """An ordinary station may fill the space that THAT'S MINE kept: then the power is used up (11.17)."""
        mine = at in state.board.reserved_for(family)
        building.build(state, family, at)
        if mine and not state.rules.dead_mine_stays:
            building.spend(state, family, box.THAT_S_MINE)

    def settle(self, state: Table) -> bool:
        """Only where a station could be built, with the owner's tickets if need be."""
        family = state.operator
        left = state.stations_left[family]
        if left and not state.has_station:
            money = state.treasury[family] + state.tickets[state.owner(family)] * state.ticket_value
            if left[0] <= money and state.board.station_hexes(family):
                return False
        state.stack[-1] = RUN_STEP
        return True

    def reveals(self, state: Table) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Table, seat: int) -> str:
        family = state.operator
        price = state.stations_left[family][0] if state.stations_left[family] else 0
        return f"Build a station for {price} $N, or pass."


def awake(state: Table, family: int) -> tuple[Hired, ...]:
    """The squirrels that may run."""
    return tuple([hired for hired in state.squirrels[family] if not hired.asleep])


def runners_of(state: Table, hired: tuple[Hired, ...]) -> tuple[Runner, ...]:
    """How they run."""
    patched = state.pieces.kinds[-1].faces[0]
    return tuple([one.runner(patched) for one in hired])


def run_id(state: Table, hired: Hired) -> str:
    """The name of a squirrel in the notation of runs."""
    return state.pieces.kinds[-1].copies[0].id if hired.patched else hired.card.id


def aids_of(state: Table, family: int) -> Aids:
    """What changes the runs of this family now."""
    mat = state.mats[family]
    r_value = state.pieces.phases[state.phase_number].r_value
    return Aids(r_value, box.WINGS in mat, box.A_TIP_OF_SUGAR in mat, state.barrels)


@final
class RunStep(Phase[Table]):
    """Rule 7.4: the squirrels run."""

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def legal(self, state: Table, seat: int) -> list[Action]:
        """The best runs, the poorest that reach the threshold, and none; other right runs are accepted, too."""
        family = state.operator
        hired = awake(state, family)
        runners = runners_of(state, hired)
        aids = aids_of(state, family)
        best = runs.best_runs(state.board, family, runners, aids)
        actions: list[Action] = []
        if best.nuts:
            actions.append(action_of(state, hired, best))
            threshold = state.cell_of(family).threshold
            if best.nuts > threshold:
                enough = runs.enough_runs(state.board, family, runners, aids, threshold)
                if enough is not None and enough.nuts < best.nuts:
                    actions.append(action_of(state, hired, enough))
        if box.TWO_BARRELS in state.mats[family] and not state.barrels and state.uses[box.TWO_BARRELS]:
            actions.append(state.ready.use[box.TWO_BARRELS])
        any_time.options(state, actions)
        actions.append(RUN_NOTHING)
        return actions

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if isinstance(action, UsePower) and action.power == box.TWO_BARRELS:
            missing = any_time.missing(state, state.operator, action.power)
            if missing is not None:
                return missing
            return None if not state.barrels else Refusal("A barrel has been opened in this turn.", "10.16")
        if any_time.concerns(action):
            return any_time.refuse(state, action)
        if not isinstance(action, Run):
            return not_now(state, action, Refusal("Let the squirrels run, or run nothing.", "7.4"))
        if not action.legs:
            return None
        harvest = harvest_of(state, action)
        return None if isinstance(harvest, Harvest) else harvest

    def play(self, state: Table, seat: int, action: Action) -> None:
        if isinstance(action, Run):
            harvest = harvest_of(state, action) if action.legs else None
            assert not isinstance(harvest, Refusal)
            self.run(state, harvest)
        elif isinstance(action, UsePower):
            state.barrels = True
            state.uses[box.TWO_BARRELS] -= 1
            if state.log is not None:
                state.log.append(events.UsedPower(-1, state.pieces.families[state.operator], action.name, ""))
        else:
            any_time.play(state, action)

    def run(self, state: Table, harvest: Harvest | None) -> None:
        """What the runs bring: nuts, and $N for water (10.16 and 10.17)."""
        family = state.operator
        if harvest is not None:
            state.harvest = harvest
            state.harvest_of = family
            state.runners = awake(state, family)
            state.ran = True
            state.nuts = harvest.nuts
            if harvest.pools and not state.barrels:
                state.income = harvest.pools + (SQUEEZE_PAYS if box.A_SQUEEZE in state.mats[family] else 0)
            if state.log is not None:
                state.log.append(events.Ran(state.pieces.families[family], state.nuts, state.income))
        if state.barrels and not state.uses[box.TWO_BARRELS]:
            building.spend(state, family, box.TWO_BARRELS)
        state.stack[-1] = DIVIDEND

    def settle(self, state: Table) -> bool:
        """Only where some squirrel can run; the site also asks where track leads to a second place."""
        family = state.operator
        hired = awake(state, family)
        if hired:
            if state.rules.site:
                if state.patched(family) is not None or leads_somewhere(state, family):
                    return False
            elif runs.can_run(state.board, family, runners_of(state, hired), aids_of(state, family)):
                return False
        state.stack[-1] = DIVIDEND
        return True

    def reveals(self, state: Table) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Table, seat: int) -> str:
        return f"Let the squirrels of the {state.pieces.families[state.operator].name} run."


def leads_somewhere(state: Table, family: int) -> bool:
    """Whether track joins a station of the family to another place: a station, an R area, an O or a dead end."""
    arrivals = state.board.reach(family).arrivals
    for at, mask in enumerate(arrivals):
        if not mask:
            continue
        track = state.board.spots[at].track
        if track is None or not mask & track.exits:
            continue
        if track.station:
            return True
        for pool in track.pools:
            if pool & mask:
                return True
        for edge in range(6):
            # Track that ends in the hex: an R area or a dead end.
            if (mask & track.exits) >> edge & 1 and not track.links[edge]:
                return True
    return False


def action_of(state: Table, hired: tuple[Hired, ...], harvest: Harvest) -> Run:
    """Runs as a decision."""
    hexes = state.board.ground.hexes
    legs: list[tuple[str, tuple[str, ...]]] = []
    for one, chain in zip(hired, harvest.chains, strict=True):
        if chain:
            legs.append((run_id(state, one), tuple([hexes[at].name for at in chain])))
    return Run(tuple(legs))


def harvest_of(state: Table, action: Run) -> Harvest | Refusal:
    """What a decision brings, or what is wrong with it."""
    family = state.operator
    hired = awake(state, family)
    ids = [run_id(state, one) for one in hired]
    chains: list[tuple[int, ...]] = [()] * len(hired)
    by_name = state.board.ground.by_name
    for card, names in action.legs:
        if card not in ids:
            return Refusal(f"The family has no {card} that can run.", "7.4")
        chain: list[int] = []
        for name in names:
            if name not in by_name:
                return building.no_such_hex(name)
            chain.append(by_name[name])
        if chains[ids.index(card)]:
            return Refusal(f"The {card} runs once.", "7.4")
        chains[ids.index(card)] = tuple(chain)
    return judging.measure(state.board, family, runners_of(state, hired), aids_of(state, family), tuple(chains))


@final
class Dividend(Phase[Table]):
    """Rule 7.5: distribute the harvest or keep it."""

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def legal(self, state: Table, seat: int) -> list[Action]:
        actions: list[Action] = [DISTRIBUTE, KEEP]
        any_time.options(state, actions)
        return actions

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if action is DISTRIBUTE or action is KEEP:
            return None
        if any_time.concerns(action):
            return any_time.refuse(state, action)
        return not_now(state, action, Refusal("Distribute the harvest or keep it.", "7.5"))

    def play(self, state: Table, seat: int, action: Action) -> None:
        if action is DISTRIBUTE:
            squirrels.end_last_runs(state, state.operator)
            self.distribute(state)
        elif action is KEEP:
            squirrels.end_last_runs(state, state.operator)
            self.keep(state)
        else:
            any_time.play(state, action)
            return
        self.go_on(state)

    def distribute(self, state: Table) -> None:
        """Every animal in players' hands earns the dividend of the cell after the move, and PARENTS the bonus."""
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

    def keep(self, state: Table) -> None:
        """A bag for every 25 nuts, the last one perhaps not full; the reputation goes left."""
        family = state.operator
        bags = (state.nuts + BAG - 1) // BAG
        state.treasury[family] += bags + state.income
        if state.log is not None:
            state.log.append(events.Kept(state.pieces.families[family], bags))
        market.left(state, family)

    def go_on(self, state: Table) -> None:
        """Squirrels on their last run leave, and new ones may be bought."""
        state.stack[-1] = SQUIRRELS
        state.stack.append(CLEAN_UP)

    def settle(self, state: Table) -> bool:
        """Rule 7.5: no nuts cannot be distributed."""
        if state.nuts:
            return False
        squirrels.end_last_runs(state, state.operator)
        self.keep(state)
        self.go_on(state)
        return True

    def prompt(self, state: Table, seat: int) -> str:
        cell = state.cell_of(state.operator)
        return f"{state.nuts} nuts (threshold {cell.threshold}): distribute or keep?"


TRACK_STEP: Final = TrackStep()
STATION_STEP: Final = StationStep()
RUN_STEP: Final = RunStep()
DIVIDEND: Final = Dividend()
