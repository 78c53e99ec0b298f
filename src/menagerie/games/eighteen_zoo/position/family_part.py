"""One family: reputation, cards, treasury, squirrels, and its runs so far."""

from __future__ import annotations

import re
from typing import Final

from menagerie.core.position import Form, Section
from menagerie.core.seats import LETTERS
from menagerie.games.eighteen_zoo.holdings import Holdings, turned_number
from menagerie.games.eighteen_zoo.pieces import CARDS, PARENTS
from menagerie.games.eighteen_zoo.position.words import exchange_team, families, hexes, powers
from menagerie.games.eighteen_zoo.running.harvest import DISTRIBUTED, KEPT, UNDECIDED, Chain, Harvest, LastRun
from menagerie.games.eighteen_zoo.state import NOT_LAUNCHED, Position

_USES: Final = {UNDECIDED: "undecided", KEPT: "kept", DISTRIBUTED: "distributed"}
_END: Final = re.compile(r"income ([0-9]{1,4}), (undecided|kept|distributed)(?:, from ([0-9]{1,3}) to ([0-9]{1,3}))?")
_LEG: Final = re.compile(r"(.+) over ([A-Z0-9 ]+) for ([0-9]{1,4}) nuts and ([0-9]{1,2}) O")
_STAYS: Final = " stays"


def exchange_family(form: Form, state: Position, family: int) -> None:
    """Read what belongs to a family on this map."""
    section = form.section(f"family {families(state)[family]}")
    cells = [cell.name for cell in state.pieces.cells]
    state.cell[family] = section.choice("reputation", state.cell[family], cells, NOT_LAUNCHED)
    state.arrived[family] = section.number("arrived", state.arrived[family], 0)
    state.treasury[family] = section.number("treasury", state.treasury[family], 0)
    _exchange_cards(section, state, family)
    state.squirrels[family] = exchange_team(section, "squirrels", state, state.squirrels[family])
    if section.reading:
        state.stations_left[family] = _stations_left(section, state, family)
    state.mats[family] = tuple(section.numbered("powers", state.mats[family], powers(state)))
    _exchange_runs(form.section(f"runs {families(state)[family]}"), state, family)


def _stations_left(section: Section, state: Position, family: int) -> tuple[int, ...]:
    """Rule 7.3: those on the map were the first ones."""
    costs, built = state.pieces.families[family], len(state.board.stations(family))
    prices = costs.station_costs_site if state.rules.site else costs.station_costs
    if built > len(prices) or (built == 0) != (state.cell[family] == NOT_LAUNCHED):
        raise section.problem("reputation", f"a family that was launched has 1 to {len(prices)} stations on the map.")
    return prices[built:]


def _exchange_cards(section: Section, state: Position, family: int) -> None:
    """Read the holders of cards, in the order in which cards came. All other cards are in the lounge."""
    places = [*LETTERS[: state.players], "lounge", "kitchen"]
    rows = state.holdings[family].places
    held = [place for place in range(len(places)) if place != state.players]
    found: list[tuple[int, ...]] = [()] * len(places)
    for place in held:
        found[place] = tuple(section.numbered(places[place], rows[place], CARDS))
    every = [card for row in found for card in row]
    others = [card for card in range(len(CARDS)) if card not in every]
    found[state.players] = tuple(section.numbered("lounge", rows[state.players], CARDS, others))
    if sorted([card for row in found for card in row]) != list(range(len(CARDS))):
        raise section.problem("lounge", f"each of the five cards, {', '.join(CARDS)}, is in one place.")
    if section.reading:
        state.holdings[family] = Holdings(tuple(found))
    if not state.rules.bundles_protected:
        _exchange_turned(section, state, family)
    if section.reading:
        _check(section, state, family)


def _exchange_turned(section: Section, state: Position, family: int) -> None:
    """Rule 6.2.1: read the face-down cards, in their order among those of the family."""
    numbers = [turned_number(family, card) for card in range(len(CARDS))]
    turned = [numbers.index(number) for number in state.turned if number in numbers]
    face_down = section.numbered("face down", turned, CARDS)
    if section.reading:
        state.turned += tuple([numbers[card] for card in face_down])


def _check(section: Section, state: Position, family: int) -> None:
    holdings, is_launched = state.holdings[family], state.cell[family] != NOT_LAUNCHED
    if is_launched and holdings.owner < 0:
        raise section.problem("lounge", "the parents of a family that was launched are with a player.")
    if not is_launched and PARENTS not in holdings.in_lounge:
        raise section.problem("reputation", "a family that was not launched has all its cards in the lounge.")
    most = max(holdings.units)
    if is_launched and holdings.units[holdings.owner] < most:
        raise section.problem(LETTERS[holdings.owner], "the parents are with a player who has the most animals.")


# Runs.


def _exchange_runs(section: Section, state: Position, family: int) -> None:
    """The runs so far by round, the first one first."""
    if section.reading:
        slots = [slot.id for slot in state.pieces.slots]
        run: LastRun | None = None
        for key in section.given():
            if key in slots:
                run = _read_run(section, key, state, slots.index(key), run)
        state.last_runs = (*state.last_runs[:family], run, *state.last_runs[family + 1 :])
        return
    runs: list[LastRun] = []
    last = state.last_runs[family]
    while last is not None:
        runs.append(last)
        last = last.before
    for run in reversed(runs):
        section.text(state.pieces.slots[run.slot].id, _told(state, run))


def _told(state: Position, run: LastRun) -> str:
    """`2S over K9 L8 M7 for 30 nuts and 1 O; 3S stays; income 1, kept, from 7 to 6`."""
    names, parts = hexes(state), []
    for number, squirrel in enumerate(run.squirrels):
        chain = run.harvest.chains[number]
        way = " ".join([names[at] for at in chain])
        nuts, pools = run.harvest.nuts_by_run[number], run.harvest.pools_by_run[number]
        parts.append(f"{squirrel} over {way} for {nuts} nuts and {pools} O" if chain else f"{squirrel}{_STAYS}")
    moved = "" if run.use == UNDECIDED else f", from {run.went_from} to {run.went_to}"
    return "; ".join([*parts, f"income {run.income}, {_USES[run.use]}{moved}"])


def _read_run(section: Section, key: str, state: Position, slot: int, before: LastRun | None) -> LastRun:
    *legs, end = [part.strip() for part in section.text(key, "").split(";")]
    found = _END.fullmatch(end)
    wanted = "like '2S over K9 L8 for 30 nuts and 1 O; 3S stays; income 1, kept, from 7 to 6'"
    if found is None:
        raise section.wrong(key, wanted)
    squirrels: list[str] = []
    chains: list[Chain] = []
    nuts: list[int] = []
    pools: list[int] = []
    for leg in legs:
        told = _LEG.fullmatch(leg)
        names = [] if told is None else told[2].split()
        if (told is None and not leg.endswith(_STAYS)) or any(name not in state.board.ground.by_name for name in names):
            raise section.wrong(key, wanted)
        squirrels.append(leg.removesuffix(_STAYS) if told is None else told[1])
        chains.append(tuple([state.board.ground.by_name[name] for name in names]))
        nuts.append(0 if told is None else int(told[3]))
        pools.append(0 if told is None else int(told[4]))
    run = LastRun(slot, tuple(squirrels), Harvest(tuple(chains), tuple(nuts), tuple(pools)), int(found[1]), before)
    use = {word: number for number, word in _USES.items()}[found[2]]
    return run if use == UNDECIDED else run.used(use, int(found[3] or 0), int(found[4] or 0))
