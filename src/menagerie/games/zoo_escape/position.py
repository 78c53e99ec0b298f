"""A table of Dr. Potamus' Incredible Escape as text (docs/positions.md)."""

from __future__ import annotations

import re
from typing import Any, Final

from menagerie.core.phase import Phase
from menagerie.core.position import OTHERS, Form, Section, one_of
from menagerie.games.zoo_escape.board import (
    CORNER_MASK,
    CORNERS,
    DIRECTIONS,
    EDGE_PLACES,
    INNER,
    INNER_PLACES,
    NAMES,
    NO_PATH,
    OUTSIDE,
    PLACES,
    RESERVE,
    wall_turns,
)
from menagerie.games.zoo_escape.phases.animals import MOVES, TURN
from menagerie.games.zoo_escape.phases.captures import LOSE_PART
from menagerie.games.zoo_escape.phases.keepers import KEEPERS
from menagerie.games.zoo_escape.phases.machine import MACHINE_TURN, PART_USE
from menagerie.games.zoo_escape.phases.rounds import ROUND
from menagerie.games.zoo_escape.phases.tiles import LANDING, LAY_TILE
from menagerie.games.zoo_escape.phases.workshop import AT_WORKSHOP
from menagerie.games.zoo_escape.pieces import (
    BUILDING,
    CORNER_TILE,
    EDGE_TILE,
    HIGHEST_POWER,
    INNER_TILE,
    WORKSHOP,
    Face,
    Laid,
)
from menagerie.games.zoo_escape.scoring import ENDINGS, KIND_GONE, NO_KEEPER, PLAYING
from menagerie.games.zoo_escape.state import NO_TURN, Position

_STEPS: Final[dict[str, Phase[Any]]] = {
    "round": ROUND,
    "turn": TURN,
    "machine turn": MACHINE_TURN,
    "use part": PART_USE,
    "lay tile": LAY_TILE,
    "land": LANDING,
    "workshop": AT_WORKSHOP,
    "keepers": KEEPERS,
    "lose part": LOSE_PART,
}
_TILE: Final = re.compile(r"(down )?([a-z-]+)(?: r([0-3]))?(?:, loot ([0-9]))?")
_SPOT: Final = re.compile(r"([A-F][1-6])(?:/([12-]))?")
_KEEPER: Final = re.compile(r"([A-F][1-6](?:/[12-])?)(?:, facing (north|east|south|west))?(, busy)?")
_SPOTS: Final = "a spot like 'C4' or 'C4/2'"


def exchange(form: Form, state: Position) -> None:
    """Write the table into a form, or lay it out as a form says."""
    table = form.section("table")
    _exchange_animals(table, state)
    state.round = table.number("round", state.round, 1, 1, state.pieces.rounds)
    state.ending = table.choice("ending", state.ending, ENDINGS, PLAYING)
    _exchange_tiles(form, state)
    for number, animal in enumerate(state.animals):
        _exchange_animal(form.section(animal.id), state, number)
    _exchange_keepers(form.section("keepers"), state)
    _exchange_machine(form.section("machine"), state)
    _exchange_poop(table, state)
    _exchange_power(form.section("power cards"), state)
    _exchange_cards(form, state)
    _exchange_course(table, state)
    if form.reading:
        _check(table, state)


def _exchange_animals(table: Section, state: Position) -> None:
    """Rule 2.2."""
    kinds = state.pieces.animals
    numbers = table.numbered("animals", [animal.index for animal in state.animals], [kind.id for kind in kinds], None)
    chosen = [state.setup.options[f"animal_{number}"] for number in range(1, state.team + 1)]
    fits = [kinds[number].id for number in numbers]
    if len(numbers) != state.team or any(name not in ("any", fit) for name, fit in zip(chosen, fits, strict=True)):
        raise table.wrong("animals", f"the {state.team} Animals in play, as the options say")
    state.animals = tuple([kinds[number] for number in numbers])
    state.number_of = tuple([numbers.index(kind.index) if kind.index in numbers else -1 for kind in kinds])


# The zoo.


def _exchange_tiles(form: Form, state: Position) -> None:
    section = form.section("tiles")
    if not form.reading:
        for place in range(PLACES):
            if form.tells_hidden or state.up >> place & 1:
                section.text(NAMES[place], _told_tile(state, place))
        return
    zoo: list[Laid | None] = [None] * PLACES
    loot = [0] * PLACES
    state.up = CORNER_MASK
    for place in range(PLACES):
        if section.has(NAMES[place]):
            zoo[place] = _read_tile(section, state, place, loot)
        else:
            section.text(NAMES[place], "", "")
    for places, sort in ((INNER_PLACES, INNER_TILE), (EDGE_PLACES, EDGE_TILE), (CORNERS, CORNER_TILE)):
        _deal_others(section, state, zoo, places, sort)
    state.zoo = tuple([laid for laid in zoo if laid is not None])
    state.workshop = next(place for place in INNER_PLACES if state.zoo[place].feature == WORKSHOP)
    state.up |= 1 << state.workshop
    state.loot = tuple(loot)


def _told_tile(state: Position, place: int) -> str:
    """Return a tile as text: `fork r2`, `down gate` or `building, loot 1`."""
    laid, is_up = state.zoo[place], state.up >> place & 1
    told = laid.face.id if is_up else f"down {laid.face.id}"
    if laid.turns != wall_turns(place):
        told += f" r{laid.turns}"
    return f"{told}, loot {state.loot[place]}" if is_up and laid.feature == BUILDING else told


def _read_tile(section: Section, state: Position, place: int, loot: list[int]) -> Laid:
    key, pieces = NAMES[place], state.pieces
    found = _TILE.fullmatch(section.text(key, ""))
    face = None if found is None else pieces.face_named.get(found[2])
    sort = INNER_TILE if INNER[place] else CORNER_TILE if place in CORNERS else EDGE_TILE
    if found is None or face is None or face.place != sort:
        names = [face.id for face in pieces.faces if face.place == sort]
        raise section.wrong(key, f"a tile like 'fork r2' or 'down fork': {one_of('', names)}")
    if found[3] is not None and not INNER[place]:
        raise section.problem(key, "only inner tiles can be turned.")
    if not found[1]:
        state.up |= 1 << place
    elif place in CORNERS or face.feature == WORKSHOP:
        raise section.problem(key, "corners and the Workshop are never face down.")
    if face.feature == BUILDING and not found[1]:
        loot[place] = pieces.loot if found[4] is None else int(found[4])
    if loot[place] > pieces.loot or (found[4] is not None and (face.feature != BUILDING or found[1])):
        raise section.problem(key, f"a face-up Building has at most {pieces.loot} loot markers.")
    return pieces.laid[face.index][wall_turns(place) if found[3] is None else int(found[3])]


def _deal_others(section: Section, state: Position, zoo: list[Laid | None], places: tuple[int, ...], sort: int) -> None:
    """Place the tiles that the text leaves out face down, in random order."""
    left: list[Face] = list(state.level.tiles[sort])
    for place in places:
        laid = zoo[place]
        if laid is not None and laid.face not in left:
            raise section.problem(NAMES[place], f"there are fewer tiles {laid.face.id} at this level.")
        if laid is not None:
            left.remove(laid.face)
    left.sort(key=lambda face: face.index)
    state.rng.shuffle(left)
    for place in places:
        if zoo[place] is None:
            zoo[place] = state.pieces.laid_at[left.pop(0).index][place]


def _spot_name(state: Position, spot: int) -> str:
    """Return `C4` on a tile with one Path or face down, else `C4/2`; `C4/-` while the tile is being turned."""
    place, path = spot >> 2, spot & NO_PATH
    if path == NO_PATH:
        return f"{NAMES[place]}/-" if state.up >> place & 1 else NAMES[place]
    return NAMES[place] if len(state.zoo[place].sides) == 1 else f"{NAMES[place]}/{path + 1}"


def _spot(section: Section, key: str, state: Position, text: str) -> int:
    found = _SPOT.fullmatch(text)
    if found is None:
        raise section.wrong(key, _SPOTS)
    place = NAMES.index(found[1])
    if not state.up >> place & 1 or found[2] == "-":
        return place << 2 | NO_PATH
    path = int(found[2] or 1) - 1
    if path >= len(state.zoo[place].sides):
        raise section.problem(key, f"tile {NAMES[place]} has only one Path.")
    return place << 2 | path


# Animals and Keepers.


def _exchange_animal(section: Section, state: Position, number: int) -> None:
    bit, home, aboard = 1 << number, state.home(number), "aboard"
    told = aboard if state.loaded & bit else _spot_name(state, state.spots[number])
    text = section.text("spot", told, _spot_name(state, home))
    if section.reading:
        is_loaded = text == aboard
        state.spots[number] = OUTSIDE if is_loaded else _spot(section, "spot", state, text)
        state.loaded = _with(state.loaded, bit, is_loaded)
        if not is_loaded and state.spots[number] & NO_PATH == NO_PATH:
            raise section.problem("spot", "an Animal must stand on a face-up tile.")
    state.poop_left[number] = section.number("poop", state.poop_left[number], state.pieces.poop, 0, state.pieces.poop)
    state.carried[number] = section.mask("cards", state.carried[number], _cards(state))
    state.hiding = _with(state.hiding, bit, section.flag("hiding", bool(state.hiding & bit)))
    state.captured = _with(state.captured, bit, section.flag("captured", bool(state.captured & bit)))
    state.had_turn = _with(state.had_turn, bit, section.flag("had turn", bool(state.had_turn & bit)))


def _with(mask: int, bit: int, is_set: bool) -> int:
    return mask | bit if is_set else mask & ~bit


def _cards(state: Position) -> list[str]:
    return [card.id for card in state.pieces.cards]


def _exchange_keepers(section: Section, state: Position) -> None:
    """Set Keepers by number, the Billionaire last.

    An Animal's first Keeper waits outside if it is not named. The others are in reserve.
    """
    for keeper in range(state.billionaire + 1):
        is_him = keeper == state.billionaire
        key = "billionaire" if is_him else str(keeper + 1)
        usual = "outside" if keeper < state.team or is_him else "reserve"
        text = section.text(key, _told_keeper(state, keeper), usual)
        if section.reading:
            _place_keeper(section, key, state, keeper, text)
    state.duty = tuple([keeper for keeper in range(state.billionaire) if state.stands[keeper] != RESERVE])


def _told_keeper(state: Position, keeper: int) -> str:
    spot = state.stands[keeper]
    if spot < 0:
        return "reserve" if spot == RESERVE else "outside"
    facing = f", facing {DIRECTIONS[state.facing[keeper]]}" if state.facing[keeper] >= 0 else ""
    busy = ", busy" if state.busy >> keeper & 1 else ""
    return f"{_spot_name(state, spot)}{facing}{busy}"


def _place_keeper(section: Section, key: str, state: Position, keeper: int, text: str) -> None:
    state.busy &= ~(1 << keeper)
    state.facing[keeper] = -1
    if text == "outside" or (text == "reserve" and keeper < state.billionaire):
        state.stands[keeper] = OUTSIDE if text == "outside" else RESERVE
        return
    found = _KEEPER.fullmatch(text)
    if found is None:
        raise section.wrong(key, "outside, reserve, or like 'C4, facing north' or 'C4, facing north, busy'")
    state.stands[keeper] = _spot(section, key, state, found[1])
    if found[2]:
        state.facing[keeper] = DIRECTIONS.index(found[2])
    elif state.ending == PLAYING:  # the last one to enter may not have turned when the game ended
        raise section.wrong(key, "like 'C4, facing north'")
    is_down = state.stands[keeper] & NO_PATH == NO_PATH
    if found[3]:
        state.busy |= 1 << keeper
    if found[3] and not is_down:
        raise section.problem(key, "a Keeper is only busy on a face-down tile.")


def _exchange_machine(section: Section, state: Position) -> None:
    bit, cards = 1 << state.team, _cards(state)
    text = section.text("spot", _spot_name(state, state.machine) if state.is_built else "not built", "not built")
    if section.reading:
        state.machine = OUTSIDE if text == "not built" else _spot(section, "spot", state, text)
        if state.is_built and state.machine & NO_PATH == NO_PATH:
            raise section.problem("spot", "the Machine must stand on a face-up tile.")
    state.machine_parts = section.mask("parts", state.machine_parts, cards)
    if state.machine_parts & ~state.pieces.parts or state.machine_parts.bit_count() > state.pieces.machine_parts:
        raise section.wrong("parts", f"at most {state.pieces.machine_parts} Parts")
    state.captured = _with(state.captured, bit, section.flag("captured", bool(state.captured & bit)))
    state.had_turn = _with(state.had_turn, bit, section.flag("had turn", bool(state.had_turn & bit)))


def _exchange_poop(table: Section, state: Position) -> None:
    spots = [place << 2 | path for place in range(PLACES) for path in range(2) if state.poop[path] >> place & 1]
    texts = table.texts("poop", [_spot_name(state, spot) for spot in spots])
    if table.reading:
        state.poop = [0, 0]
        for text in texts:
            spot = _spot(table, "poop", state, text)
            if spot & NO_PATH == NO_PATH:
                raise table.problem("poop", f"poop lies on face-up tiles, not on {text}.")
            state.poop[spot & NO_PATH] |= 1 << (spot >> 2)


# Cards.


def _exchange_power(section: Section, state: Position) -> None:
    """Rules 2.4 and 5.2: refuse a Power Card in two places."""
    power = state.pieces.power[state.team]
    state.added = section.number("added", state.added, 0, 0, len(power.supply))
    every = [count + power.supply[: state.added].count(value) for value, count in enumerate(power.counts)]
    discards = section.numbers("discards", _values(state.discards))
    state.discards = [discards.count(value) for value in range(HIGHEST_POWER + 1)]
    pile = section.numbers(
        "pile", _values(state.pile), _values([a - b for a, b in zip(every, state.discards, strict=True)])
    )
    state.pile = [pile.count(value) for value in range(HIGHEST_POWER + 1)]
    state.in_pile = len(pile)
    if sorted(pile + discards) != _values(every):
        raise section.wrong("pile", f"with the discards {', '.join([str(value) for value in _values(every)])}")


def _values(counts: list[int]) -> list[int]:
    """Return the cards of counts by value."""
    return [value for value, count in enumerate(counts) for _ in range(count)]


def _exchange_cards(form: Form, state: Position) -> None:
    """Set Building cards: those in the deck in their order, and those out of the game."""
    section, cards = form.section("building cards"), _cards(state)
    state.gone = section.mask("gone", state.gone, cards)
    if not form.reading:
        if form.tells_hidden:
            section.names("deck", [cards[card] for card in state.deck[state.drawn :]], cards, None)
        return
    seen = state.gone
    for mask in (*state.carried, state.machine_parts):
        if seen & mask:
            twice = ", ".join(state.pieces.names_of(seen & mask))
            raise section.problem("gone", f"these cards are in two places: {twice}.")
        seen |= mask
    names = section.names("deck", (), cards)
    deck = [cards.index(name) for name in names if name != OTHERS]
    others = [card for card in range(len(cards)) if not seen >> card & 1 and card not in deck]
    state.rng.shuffle(others)
    if len(set(deck)) < len(deck) or any(seen >> card & 1 for card in deck):
        raise section.wrong("deck", "cards that are nowhere else, each once")
    if section.has("deck") and others and OTHERS not in names:
        raise section.problem("deck", f"{len(others)} cards are missing; end this list with {OTHERS!r}.")
    drawn = [card for card in range(len(cards)) if seen >> card & 1]
    state.deck, state.drawn = (*drawn, *deck, *others), len(drawn)


# The turn.


def _exchange_course(table: Section, state: Position) -> None:
    names = list(_STEPS)
    order = list(_STEPS.values())
    steps = [names[number] for number in [order.index(step) for step in state.stack]]
    texts = table.texts("steps", steps, ["round"] if state.ending == PLAYING else [])
    for text in texts:
        if text not in names:
            raise table.problem("steps", f"{text[:40]!r} is not a step; it must be {one_of(text, names)}.")
    state.stack = [_STEPS[text] for text in texts]
    state.ending_of = table.number("ending of", state.ending_of, -1, -1, len(state.pieces.kinds))
    state.held = table.flag("held", state.held)
    players = [*[animal.id for animal in state.animals], "machine"]
    state.active = table.choice("active", state.active, players, NO_TURN)
    # These are kept from turn to turn: the Machine's turn does not reset them.
    state.ability_used = table.flag("ability used", state.ability_used)
    state.feature_used = table.flag("feature used", state.feature_used)
    state.line = table.choice("line", state.line, DIRECTIONS, -1)
    if state.active != NO_TURN:
        _exchange_turn(table, state)
    if KEEPERS in state.stack:
        state.walker = table.number("walker", state.walker, -1, -1, len(state.duty))
        state.walk_left = table.number("walk left", state.walk_left, 0, 0, HIGHEST_POWER)


def _exchange_turn(table: Section, state: Position) -> None:
    """Set the turn of an Animal or the Machine. Nothing is left of a turn that is over."""
    is_animal = state.active < state.team
    leads = state.leader_of(state.active) if is_animal else 0
    state.leader = table.seat("leader", state.leader, state.players, leads)
    if is_animal:
        state.moves_left = table.number("moves left", state.moves_left, MOVES, 0, MOVES)
    else:
        cards = _cards(state)
        state.used = table.mask("used", state.used, cards)
        state.using = table.choice("part", state.using, cards, -1)
        state.steps_left = table.number("steps left", state.steps_left, 0, 0, HIGHEST_POWER)
        state.path_changed = table.flag("path changed", state.path_changed)
    state.turning = table.choice("turning", state.turning, NAMES, -1)
    if state.turning >= 0:
        state.entered = table.choice("entered from", state.entered, DIRECTIONS, -1)


def _check(table: Section, state: Position) -> None:
    """Raise BadSetup for a table to which the rules cannot lead."""
    if bool(state.stack) != (state.ending == PLAYING):
        raise table.problem("steps", "a game in progress needs steps, and a finished game has none.")
    if state.stack and (state.stack[0] is not ROUND or state.stack.count(ROUND) > 1):
        raise table.problem("steps", "the first step must be 'round', and only the first.")
    of = {NO_KEEPER: state.team, KIND_GONE: len(state.pieces.kinds)}.get(state.ending, 0)
    if state.ending_of >= of or (of and state.ending_of < 0):
        raise table.problem(
            "ending of", "this ending needs the number of an Animal or of a kind of Parts, others none."
        )
    _check_steps(table, state)


def _check_steps(table: Section, state: Position) -> None:
    """Refuse steps without the pieces they need."""
    stack, is_machine = state.stack, state.active == state.team
    is_animal = 0 <= state.active < state.team and not state.loaded >> max(0, state.active) & 1
    if (TURN in stack or AT_WORKSHOP in stack) and not is_animal:
        raise table.problem("active", "this turn belongs to an Animal that is not aboard.")
    if (MACHINE_TURN in stack or LANDING in stack) and not (is_machine and state.is_built):
        raise table.problem("active", "this turn belongs to the Machine, which must be built.")
    if PART_USE in stack and (MACHINE_TURN not in stack or not state.machine_parts >> max(0, state.using) & 1):
        raise table.problem("part", "the Part in use must be one of the Machine's.")
    if (LAY_TILE in stack or LANDING in stack) and not (state.turning >= 0 and state.up >> state.turning & 1):
        raise table.problem("turning", "name the tile that was just revealed.")
    if LAY_TILE in stack and not INNER[state.turning]:
        raise table.problem("turning", "only an inner tile can be turned.")
    if stack and state.active >= 0 and TURN not in stack and MACHINE_TURN not in stack:
        raise table.problem("active", "no turn has started; add 'turn' or 'machine turn' to the steps.")
    if stack and state.is_built and not state.is_complete:
        raise table.problem("steps", "a built Machine has a Part of each kind.")
