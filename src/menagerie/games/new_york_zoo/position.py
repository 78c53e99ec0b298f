"""A table of New York Zoo as text (docs/positions.md)."""

from __future__ import annotations

from typing import Any, Final

from menagerie.core.phase import Phase
from menagerie.core.position import Form, Section
from menagerie.core.seats import LETTERS
from menagerie.games.new_york_zoo.actions import Place
from menagerie.games.new_york_zoo.phases.acquiring import ACQUIRE_FIRST, ACQUIRE_SECOND, FollowUps
from menagerie.games.new_york_zoo.phases.breeding import BONUS_BREEDING, BREED_ANIMALS
from menagerie.games.new_york_zoo.phases.completing import TAKE_ATTRACTION, KeepOne
from menagerie.games.new_york_zoo.phases.dealing import PlaceDealt
from menagerie.games.new_york_zoo.phases.laying import PLACE_ENCLOSURE, POPULATE_FIRST, POPULATE_SECOND
from menagerie.games.new_york_zoo.phases.walking import TURN, can_populate
from menagerie.games.new_york_zoo.pieces import NONE, Tile, cell_name
from menagerie.games.new_york_zoo.reference import FIRST_TURN, NOTHING_OPEN, OPEN_BONUS, OPEN_BREEDING, CheckFull
from menagerie.games.new_york_zoo.rulebook import AFTER_DEALT, AFTER_MAIN_ACTION, BREEDINGS, Completions
from menagerie.games.new_york_zoo.state import Memory, Position

_STEPS: Final[dict[str, Phase[Any]]] = {
    "turn": TURN,
    "first turn": FIRST_TURN,
    "after dealt": AFTER_DEALT,
    "after main action": AFTER_MAIN_ACTION,
    "breedings": BREEDINGS,
    "nothing open": NOTHING_OPEN,
    "open breeding": OPEN_BREEDING,
    "open bonus": OPEN_BONUS,
    "place": PLACE_ENCLOSURE,
    "settle first": POPULATE_FIRST,
    "settle second": POPULATE_SECOND,
    "acquire first": ACQUIRE_FIRST,
    "acquire second": ACQUIRE_SECOND,
    "breed": BREED_ANIMALS,
    "bonus": BONUS_BREEDING,
    "attraction": TAKE_ATTRACTION,
}
_NEW: Final = (POPULATE_FIRST, POPULATE_SECOND)
_RULEBOOK: Final = (AFTER_DEALT, AFTER_MAIN_ACTION, BREEDINGS)
_REFERENCE: Final = (FIRST_TURN, NOTHING_OPEN, OPEN_BREEDING, OPEN_BONUS)


def exchange(form: Form, state: Position) -> None:
    """Write the table into a form, or lay it out as a form says."""
    table = form.section("table")
    for seat in range(state.players):
        _exchange_zoo(form.section(f"zoo {LETTERS[seat]}"), state, seat)
    _exchange_strip(form.section("strip"), state)
    _exchange_course(table, state)
    _exchange_breeding(form.section("breeding"), state)
    if state.memory is not None:
        _exchange_memory(form.section("memory"), state, state.memory)
    _exchange_steps(table, state)


def _species(state: Position) -> list[str]:
    return [species.id for species in state.pieces.species]


def _enclosures(state: Position) -> list[str]:
    return [tile.id for tile in state.pieces.enclosures]


def _exchange_course(table: Section, state: Position) -> None:
    state.elephant = table.number("elephant", state.elephant, 0, high=len(state.pieces.strip) - 1)
    state.mover = table.seat("turn", state.mover, state.players, 0)
    state.active = table.seat("decides", state.active, state.players, state.mover)
    state.laps = table.number("laps", state.laps, 0, high=1000)
    if state.mode.steps == 0:
        last = state.pieces.markers - 1
        names = [*[str(marker) for marker in range(last)], f"{last}+"]
        state.markers = table.mask("markers", state.markers, names, (1 << len(names)) - 1)
    state.passed = table.flag("passed", state.passed)


# Zoos and strip.


def _exchange_zoo(section: Section, state: Position, seat: int) -> None:
    if section.reading:
        _lay_zoo(section, state, seat)
    else:
        for place in state.zoos[seat]:
            section.text(place.tile.id, _told(state, place))
    rides = section.texts("attractions", [str(ride).removeprefix("place ") for ride in state.rides[seat]])
    if section.reading:
        for ride in rides:
            _lay(section, "attractions", state, seat, ride, True)
    _exchange_houses(section, state, seat)
    usual = None if state.mode.id == "short" else ()
    hand = section.numbered("hand", [tile.index for tile in state.hands[seat]], _enclosures(state), usual)
    state.hands[seat] = tuple([state.pieces.enclosures[index] for index in hand])


def _told(state: Position, place: Place) -> str:
    """`r0 at E1, 2 meerkat`."""
    where = f"{place.orientation.name} at {cell_name(place.row, place.column)}"
    resident, count = state.residents[place.tile.index], state.animals[place.tile.index]
    return where if resident == NONE else f"{where}, {count} {state.pieces.species[resident].id}"


def _lay_zoo(section: Section, state: Position, seat: int) -> None:
    """The enclosures in the order in which they were laid, each with its animals."""
    known = _enclosures(state)
    for key in section.given():
        if key not in known:
            continue
        where, comma, living = section.text(key, "").partition(",")
        tile = _lay(section, key, state, seat, f"{key} {where.strip()}", False)
        if comma:
            count, _, name = living.strip().partition(" ")
            if name not in state.pieces.species_by_id or not count.isdecimal() or not 0 < int(count[:3]) <= tile.size:
                raise section.wrong(key, f"like 'r0 at E1, 2 meerkat', with 1 to {tile.size} animals")
            state.residents[tile.index] = state.pieces.species_by_id[name]
            state.animals[tile.index] = int(count)


def _lay(section: Section, key: str, state: Position, seat: int, text: str, is_attraction: bool) -> Tile:
    """Rule 2: inside the construction area, and covering no other tile."""
    place = state.catalogue.read(f"place {text}")
    if not isinstance(place, Place) or place.tile.is_attraction != is_attraction:
        wanted = "a list like 'A1 r0 at E1, A3L r1m at F2'" if is_attraction else "like 'r0 at E1, 2 meerkat'"
        raise section.wrong(key, wanted)
    if any(state.owns(other, place.tile) for other in range(state.players)):
        raise section.problem(key, f"the {place.tile.id} lies in two places.")
    if not state.is_free(seat, place):
        raise section.problem(key, f"{text} lies outside the construction area or on another tile.")
    if is_attraction and not state.market[place.tile.index - len(state.pieces.enclosures)]:
        raise section.problem(key, f"there are not so many attractions {place.tile.id}.")
    state.lay(seat, place)
    return place.tile


def _exchange_houses(section: Section, state: Position, seat: int) -> None:
    names, board = _species(state), state.boards[seat]
    usual = sorted([names[species] for species in board.animals], key=names.index)
    now = [name for species, name in enumerate(names) for _ in range(state.in_houses(seat, species))]
    animals = section.names("houses", now, names, usual)
    if len(animals) > board.houses:
        raise section.problem("houses", f"this board has {board.houses} houses, not {len(animals)}.")
    if any(name not in names for name in animals):
        raise section.wrong("houses", "species with commas between")
    first = seat * len(names)
    state.houses[first : first + len(names)] = [animals.count(name) for name in names]
    state.house_room[seat] = board.houses - len(animals)


def _exchange_strip(section: Section, state: Position) -> None:
    """The stacks, the lowest tile first. What lies elsewhere leaves the stacks that the text does not name."""
    tiles, names = state.pieces.enclosures, _enclosures(state)
    used = [place.tile for zoo in state.zoos for place in zoo] + [tile for hand in state.hands for tile in hand]
    slots = [space.index for space in state.pieces.strip if not space.animals]
    for slot in slots:
        if not section.reading or section.has(str(slot)):
            found = section.numbered(str(slot), [tile.index for tile in state.stacks[slot]], names, None)
            state.stacks[slot] = tuple([tiles[index] for index in found])
            used += state.stacks[slot]
    if not section.reading:
        return
    for slot in slots:
        if not section.has(str(slot)):
            section.text(str(slot), "")
            state.stacks[slot] = tuple([tile for tile in state.stacks[slot] if tile not in used])
    twice = [tile.id for tile in used if used.count(tile) > 1]
    if twice:
        raise section.problem("", f"the {twice[0]} lies in two places.")


# The step in progress.


def _exchange_breeding(section: Section, state: Position) -> None:
    names, enclosures = _species(state), _enclosures(state)
    state.second = section.choice("second", state.second, names, NONE)
    is_new = not section.reading and any(step in _NEW for step in state.stack)
    state.new = _exchange_tile(section, "new", state, state.new if is_new else None)
    state.lines = tuple(section.numbered("lines", state.lines, names))
    state.breeding = section.choice("species", state.breeding, names, NONE)
    asked = 0 if state.breeding == NONE else state.breeder
    state.breeder = section.number("asked", asked, 0, high=state.players)
    state.received = section.mask("received", state.received, enclosures)
    state.received_twice = section.mask("received twice", state.received_twice, enclosures)
    state.followed = section.mask("followed", state.followed, enclosures)


def _exchange_memory(section: Section, state: Position, memory: Memory) -> None:
    """Rule 10: what the other program remembers."""
    names, seats = _species(state), LETTERS[: state.players]
    memory.second_line = section.choice("second line", memory.second_line, names, NONE)
    memory.trigger = section.seat("trigger", memory.trigger, state.players, 0)
    memory.remaining = section.numbers("remaining", memory.remaining, [0] * state.players)
    if len(memory.remaining) != state.players:
        raise section.wrong("remaining", f"{state.players} whole numbers with commas between")
    memory.bred = section.mask("bred", memory.bred, seats)
    memory.bonus_done = section.mask("bonus done", memory.bonus_done, seats)
    memory.bonus = section.flag("bonus", memory.bonus)
    memory.resolving = section.number("resolving", memory.resolving, 0, high=2)
    memory.offered_species = section.choice("offered species", memory.offered_species, names, NONE)
    memory.offered = _exchange_tile(section, "offered", state, memory.offered)
    memory.offered_second = _exchange_tile(section, "offered second", state, memory.offered_second)


def _exchange_tile(section: Section, key: str, state: Position, tile: Tile | None) -> Tile | None:
    found = section.choice(key, NONE if tile is None else tile.index, _enclosures(state), NONE)
    return None if found == NONE else state.pieces.enclosures[found]


def _exchange_steps(table: Section, state: Position) -> None:
    """What is left to do, the next step last; the steps of dealt enclosures by seat."""
    dealing = [seat for seat, lane in enumerate(state.lanes) if lane]
    usual = None if state.mode.id == "short" else ()
    seats = table.numbered("dealing", dealing, LETTERS[: state.players], usual)
    steps = table.texts("steps", [_name(state, step) for step in state.stack], None)
    if not table.reading:
        return
    state.lanes = [[PlaceDealt(seat)] if seat in seats else [] for seat in range(state.players)] if seats else []
    if seats and state.mode.id != "short":
        raise table.problem("dealing", "enclosures are dealt in the short game only.")
    if table.has("steps"):
        state.stack = [_step(table, state, text) for text in steps]
    _check_steps(table, state)


def _name(state: Position, step: Phase[Any]) -> str:
    for name, known in _STEPS.items():
        if step is known:
            return name
    if isinstance(step, KeepOne):
        return f"keep {state.pieces.species[step.species].id}"
    if isinstance(step, CheckFull):
        return f"full {step.tile.id}"
    assert isinstance(step, (Completions, FollowUps))
    word = "complete" if isinstance(step, Completions) else "follow up"
    return " ".join([word, *[tile.id for tile in step.tiles]])


def _step(table: Section, state: Position, text: str) -> Phase[Any]:
    if text in _STEPS:
        return _STEPS[text]
    words = text.removeprefix("follow up").split()
    by_id = state.pieces.tiles_by_id
    if len(words) == 2 and words[0] == "keep" and words[1] in state.pieces.species_by_id:
        return KeepOne(state.pieces.species_by_id[words[1]])
    tiles = tuple([by_id[word] for word in words if word in by_id and not by_id[word].is_attraction])
    if text.startswith("follow up ") and len(tiles) == len(words) > 0:
        return FollowUps(tiles)
    if words and words[0] == "complete" and len(tiles) == len(words) - 1 > 0:
        return Completions(tiles)
    if words and words[0] == "full" and len(tiles) == len(words) - 1 == 1:
        return CheckFull(tiles[0])
    raise table.wrong(
        "steps", f"a list of {', '.join(_STEPS)}, keep SPECIES, follow up TILE, complete TILE or full TILE"
    )


def _check_steps(table: Section, state: Position) -> None:
    """Raise BadSetup where a step is not one of these rules, or has nothing to be about."""
    stack = state.stack
    other = _REFERENCE if state.memory is None else _RULEBOOK
    other_kind = CheckFull if state.memory is None else Completions
    if any(step in other or isinstance(step, other_kind) for step in stack):
        raise table.problem("steps", "there is a step that does not belong to the option 'rules'.")
    if PLACE_ENCLOSURE in stack and not state.stacks[state.elephant]:
        raise table.problem("steps", "the elephant stands at no tile that could be laid.")
    if PLACE_ENCLOSURE in stack and not can_populate(state, state.active):
        raise table.problem("steps", "the player who decides has no animal that could move into a new enclosure.")
    if PLACE_ENCLOSURE in stack:
        state.new = state.stacks[state.elephant][-1]
    new = state.new
    if any(step in _NEW for step in stack) and (new is None or not state.owns(state.active, new)):
        raise table.problem("steps", "there is no new enclosure in the zoo of the player who decides.")
    if POPULATE_SECOND in stack and new is not None and state.residents[new.index] == NONE:
        raise table.problem("steps", "the first animal has not moved into the new enclosure.")
    if ACQUIRE_FIRST in stack and not state.pieces.strip[state.elephant].animals:
        raise table.problem("steps", "the elephant does not stand on an animals space.")
    if ACQUIRE_SECOND in stack and state.second == NONE:
        raise table.problem("steps", "the second species is missing: [breeding], 'second'.")
    if BREED_ANIMALS in stack and state.breeding == NONE:
        raise table.problem("steps", "the species that breeds is missing: [breeding], 'species'.")
    asked = [tile for step in stack if isinstance(step, (FollowUps, Completions)) for tile in step.tiles]
    if not all(state.owns(state.active, tile) for tile in asked):
        raise table.problem("steps", "these enclosures are not in the zoo of the player who decides.")
