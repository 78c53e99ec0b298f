"""The sheet of Dr. Potamus' Incredible Escape: the team, the cards, the tiles and what ends the game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from menagerie.core.display.sheet import Chart, Row, Sheet, capital, chart
from menagerie.games.zoo_escape.board import NAMES, PLACES
from menagerie.games.zoo_escape.view import spot_name

if TYPE_CHECKING:
    from menagerie.games.zoo_escape.state import Position


def sheet(state: Position, seat: int | None) -> Sheet:
    """Return the sheet, which is the same for every viewer (rule 1.8)."""
    return Sheet((_goal(state), _team(state), _power(state), _parts(state), _tiles(state)))


def _goal(state: Position) -> Chart:
    """Return how far the escape is, and how close to being lost (section 10)."""
    pieces = state.pieces
    kinds = [
        f"{kind}: {'added' if state.machine_parts & pieces.of_kind[number] else 'missing'}"
        for number, kind in enumerate(pieces.kinds)
    ]
    keepers = min([len(state.reserve_of(animal)) for animal in range(state.team)])
    rows: list[Row] = [
        ("Round", f"{state.round} of {pieces.rounds}"),
        ("Parts in the Machine", ", ".join(kinds)),
        ("The Machine", f"on {spot_name(state.machine)}" if state.is_built else "not built"),
        ("Aboard", f"{state.loaded.bit_count()} of {state.team}"),
        ("Fewest Keepers in reserve", keepers),
        ("Power Cards to add", len(state.supply)),
    ]
    for number, kind in enumerate(pieces.kinds):
        rows.append((f"Parts still in the game: {kind}", (pieces.of_kind[number] & ~state.gone).bit_count()))
    note = (
        "You lose at dawn, when all Animals are captured in one round, when a Keeper or a Power Card must be added "
        "and none is left, or when all Parts of a kind are gone."
    )
    return chart("The escape", ("", ""), rows, note)


def _team(state: Position) -> Chart:
    rows: list[Row] = []
    for number, animal in enumerate(state.animals):
        spot = "aboard" if state.loaded >> number & 1 else spot_name(state.spots[number]) or "-"
        cards = ", ".join(_names(state, state.carried[number])) or "-"
        leader = state.names[state.leader_of(number)]
        rows.append(
            (animal.name, leader, spot, state.poop_left[number], len(state.reserve_of(number)), cards, animal.help)
        )
    return chart("The team", ("", "Player", "On", "Poop", "Keepers in reserve", "Carries", "Ability"), rows)


def _power(state: Position) -> Chart:
    supply = Counter(state.supply)
    rows = [
        (f"Card {value}", state.pile[value], state.discards[value], supply[value])
        for value in range(len(state.pile))
        if state.pile[value] or state.discards[value] or supply[value]
    ]
    return chart("Power Cards", ("", "Draw pile", "Discards", "Left to add"), rows)


def _parts(state: Position) -> Chart:
    """Return where every Building card is. Those not drawn yet are in the deck, in an unknown order."""
    pieces = state.pieces
    hidden = set(state.deck[state.drawn :])
    rows: list[Row] = []
    for card in pieces.cards:
        where = "in the deck" if card.index in hidden else _place_of(state, card.bit)
        rows.append((card.name, capital(pieces.kinds[card.kind]) if card.kind >= 0 else "Find", where))
    return chart("Building cards", ("", "Kind", "Where"), rows)


def _place_of(state: Position, bit: int) -> str:
    if state.machine_parts & bit:
        return "in the Machine"
    if state.gone & bit:
        return "gone"
    for number, animal in enumerate(state.animals):
        if state.carried[number] & bit:
            return f"with the {animal.name}"
    return "drawn"


def _tiles(state: Position) -> Chart:
    """Return the tiles by name: where the revealed ones are, and how many are still face down."""
    up: dict[str, list[str]] = {}
    down: Counter[str] = Counter()
    for place in range(PLACES):
        name = state.zoo[place].face.name
        if state.up >> place & 1:
            up.setdefault(name, []).append(NAMES[place])
        else:
            down[name] += 1
    rows = [(name, ", ".join(up.get(name, [])) or "-", down[name]) for name in sorted({*up, *down})]
    return chart("Tiles of the Zoo", ("", "Revealed on", "Face down"), rows)


def _names(state: Position, cards: int) -> list[str]:
    return [card.name for card in state.pieces.cards if cards & card.bit]
