"""Beside the Zoo: a panel for each Animal, the Machine, the Power Cards and the Building cards.

All have the same width, so that two of them fit side by side on a phone.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from menagerie.core.display.scene import Canvas, badge, paved, rect, text, use
from menagerie.core.seats import LETTERS, counted, joined
from menagerie.games.zoo_escape.board import NAMES
from menagerie.games.zoo_escape.pieces import Card
from menagerie.games.zoo_escape.state import NO_TURN, Position

WIDTH: Final = 306
PANEL: Final = (WIDTH, 98)
MACHINE: Final = (WIDTH, 118)
POWER: Final = 168
DECK: Final = 104
CARDS: Final = (WIDTH, POWER + 8 + DECK)
"""The Power Cards, and below them the Building cards."""
CARD: Final = 44

UNDER, ABOVE = 0, 2
"""Layers."""


def seen_of(state: Position, animal: int) -> Hashable:
    """Return all that an Animal's panel shows."""
    turn = (_is_to_move(state, animal), _state_of(state, animal), state.loaded >> animal & 1)
    has = (state.carried[animal], state.carried[animal] & state.used, state.poop_left[animal])
    return state.pieces, state.animals[animal], state.leader_of(animal), turn, has, len(state.reserve_of(animal))


def put_animal_panel(canvas: Canvas, state: Position, animal: int) -> None:
    """An Animal: its turn, its poop, the Keepers that can still be called for it, and what it carries."""
    sort = state.animals[animal]
    width, height = PANEL
    body = rect(0, 0, width, height, "paper", 10) + paved("paper", 0, 0, width, height, 10)
    if _is_to_move(state, animal):
        body += rect(1, 1, width - 2, height - 2, "acts", 9)
    body += badge(animal, 22, 26) + use(sort.id, 40, 5, 42) + text(sort.name, 88, 32, "bold")
    body += text(_state_of(state, animal), width - 12, 32, "small soft e")
    poop, keepers = state.poop_left[animal], len(state.reserve_of(animal))
    body += use("poop", 9, 54, 28) + text(poop, 38, 77, "small bold") + use("keeper", 54, 49, 34)
    body += text(keepers, 89, 77, "small bold")
    label = f"{sort.name}, played by {LETTERS[state.leader_of(animal)]}. {sort.ability} drives out {sort.help}. "
    label += f"Poop: {poop}. Keepers in reserve: {keepers}"
    canvas.put(f"panel-{sort.id}", body, layer=UNDER, label=label)
    cards = [card for card in state.pieces.cards if state.carried[animal] & card.bit]
    _put_row(canvas, state, cards, 116, 46)
    if state.loaded >> animal & 1:
        canvas.put(f"animal-{sort.id}", use("machine", -18, -18, 36), WIDTH - 30, 70, layer=ABOVE, label="aboard")


def _put_row(canvas: Canvas, state: Position, cards: list[Card], x: float, y: float) -> None:
    """Cards side by side up to the right edge of a panel; many overlap."""
    pitch = min(CARD + 4.0, (WIDTH - 8 - x - CARD) / max(1, len(cards) - 1))
    for number, card in enumerate(cards):
        _put_card(canvas, state, card, x + number * pitch, y)


def _is_to_move(state: Position, animal: int) -> bool:
    waits = state.active == NO_TURN and not (state.had_turn | state.loaded) >> animal & 1
    return animal == state.active or waits


def _state_of(state: Position, animal: int) -> str:
    if state.loaded >> animal & 1:
        return "aboard"
    if animal == state.active:
        return counted(state.moves_left, "move", "moves")
    if state.captured >> animal & 1:
        return "captured"
    if state.had_turn >> animal & 1:
        return "turn done"
    return "hiding" if state.hiding >> animal & 1 else ""


def _put_card(canvas: Canvas, state: Position, card: Card, x: float, y: float) -> None:
    kind = state.pieces.kinds[card.kind] if card.kind >= 0 else "find"
    body = rect(0, 0, CARD, CARD, f"card kind-{card.kind}", 6) + use(card.id, 6, 4, 32)
    body += f'<path class="kind-mark" d="{_KIND_MARKS[min(card.kind, 2)]}"/>' if card.kind >= 0 else ""
    if state.used & card.bit:
        body += f'<path class="used" d="M4 {CARD - 4}L{CARD - 4} 4"/>'
    canvas.put(f"card-{card.id}", body, x, y, layer=ABOVE, label=f"{card.name} ({kind})")


_KIND_MARKS: Final = ("M34 40a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "M33 42l5 -9l5 9z", "M34 34h8v8h-8z")
"""Besides a colour each kind has a shape: drive a wheel, lift a triangle, gadget a box."""


def put_machine_panel(canvas: Canvas, state: Position) -> None:
    """The Machine: its Parts, what it still needs, and who is aboard."""
    missing = [
        kind
        for kind, mask in zip(state.pieces.kinds, state.pieces.of_kind, strict=True)
        if not state.machine_parts & mask
    ]
    where = f"on tile {NAMES[state.machine >> 2]}" if state.is_built else "not built"
    note = f"needs {joined(missing)}" if missing else where if state.is_built else "can be built"
    width, height = MACHINE
    body = rect(0, 0, width, height, "paper", 10) + paved("paper", 0, 0, width, height, 10)
    if state.active == state.team:
        body += rect(1, 1, width - 2, height - 2, "acts", 9)
    body += use("machine", 8, 6, 46) + text("Machine", 60, 28, "bold")
    body += text(f"{state.loaded.bit_count()} of {state.team} aboard", width - 12, 28, "small e")
    body += text(note, 60, 52, "small soft")
    gap = (width - 16 - CARD) / (state.pieces.machine_parts - 1)
    for number in range(state.pieces.machine_parts):
        body += rect(8 + number * gap, 64, CARD, CARD, "space", 6)
    canvas.put("machine-panel", body, layer=UNDER, label=f"The Machine, {where}, {note}")
    parts = [card for card in state.pieces.cards if state.machine_parts & card.bit]
    for number, card in enumerate(parts):
        _put_card(canvas, state, card, 8 + number * gap, 64)


def put_power(canvas: Canvas, state: Position) -> None:
    """The Power Cards: the draw pile, the discards, and the supply for alarms and captures."""
    body = rect(0, 0, WIDTH, POWER, "paper", 10) + paved("paper", 0, 0, WIDTH, POWER, 10)
    body += text("Power Cards", 12, 27, "bold")
    supply = [state.supply.count(value) for value in range(len(state.pile))]
    for row, (name, counts) in enumerate((("pile", state.pile), ("discards", state.discards), ("supply", supply))):
        top = 36 + row * 43
        body += text(name, 12, top + 26, "small soft")
        for number, (value, count) in enumerate([pair for pair in enumerate(counts) if pair[1]]):
            left = 94 + number * 53
            body += rect(left, top, 25, 36, f"power power-{min(value, 4)}", 4)
            body += text(value, left + 12.5, top + 25, "bold m") + text(f"x{count}", left + 27, top + 26, "small")
    label = "Power Cards. The cards in the draw pile are known, their order is not"
    canvas.put("power-cards", body, layer=UNDER, label=label)


def put_deck(canvas: Canvas, state: Position) -> None:
    """The Building cards, and the Parts that are out of the game."""
    y = POWER + 8
    left = len(state.deck) - state.drawn
    body = rect(0, 0, WIDTH, DECK, "paper", 10) + paved("paper", 0, 0, WIDTH, DECK, 10)
    body += rect(12, 9, 36, 42, "back", 4) + text(left, 30, 37, "on-seat m") + text("Building cards", 58, 37, "")
    gone = [card for card in state.pieces.cards if state.gone & card.bit]
    body += text("lost: none" if not gone else "lost", 12, 84, "small soft")
    canvas.put("deck", body, 0, y, layer=UNDER, label=f"{counted(left, 'Building card', 'Building cards')} left")
    _put_row(canvas, state, gone, 62, y + 56)
