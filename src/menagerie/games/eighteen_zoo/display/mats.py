"""A mat for each family of 18ZOO, and a panel for each player."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from menagerie.core.display.arranging import MINE, OTHER
from menagerie.core.display.scene import Canvas, Scene, badge, paved, rect, text, use
from menagerie.core.seats import LETTERS, counted
from menagerie.games.eighteen_zoo import view
from menagerie.games.eighteen_zoo.nearby import may_come_next
from menagerie.games.eighteen_zoo.pieces import COUSIN, PARENTS
from menagerie.games.eighteen_zoo.state import Hired, Position

MAT: Final = (200, 136)
PANEL: Final = (312, 152)
"""A family's mat (three of them lie side by side on a phone), and a player's panel."""
CARD: Final = (44, 29)
"""A squirrel."""
ICON: Final = 36
SMALL_ICON: Final = 30
"""A power in a hand, and on a mat."""

UNDER, ON_BOARD = 0, 1


def card(name: str, state: str) -> str:
    """Return a squirrel."""
    short = {"3S Long": "3SL", "4S Perm": "4SP"}.get(name, name)
    return rect(0, 0, *CARD, f"card {state}".strip(), 6) + text(short, CARD[0] / 2, 22, "m small bold")


# Families.


def put_families(picture: Scene, state: Position, purpose: str, at_work: Canvas | None) -> None:
    """Draw a part for every family. The operating one moves to the place of the family at work."""
    for family in state.families:
        one = state.pieces.families[family]
        canvas = picture.part(f"the {one.name}", *MAT, purpose, group="families")
        if at_work is not None and family in (state.operator, state.newcomer):
            canvas.put(f"place-{one.id}", _empty_place(state, family), layer=UNDER, label=f"The {one.name} are at work")
            canvas = at_work
        canvas.show(_put_mat, state, family, by=_seen_of_family(state, family))


def _seen_of_family(state: Position, family: int) -> Hashable:
    """Return all that a mat shows."""
    launched = state.cell[family] >= 0
    stock = (state.holdings[family], state.turned, state.day == 3, state.last_runs[family])
    has = (state.treasury[family], state.stations_left[family], state.squirrels[family], state.mats[family])
    uses = tuple([state.uses[power] for power in state.mats[family]])
    when = state.value(family) if launched else family in may_come_next(state)
    return state.pieces, state.rules, launched, family == state.operator, when, stock, has, uses


def _empty_place(state: Position, family: int) -> str:
    one = state.pieces.families[family]
    body = rect(0, 0, *MAT, "space", 10) + use(one.symbol, 7, 7, 30, "faint")
    return body + text(one.name, 46, 29, "on-table")


def _put_mat(canvas: Canvas, state: Position, family: int) -> None:
    one = state.pieces.families[family]
    launched = state.cell[family] >= 0
    width, height = MAT
    body = rect(0, 0, width, height, "paper" if launched else "paper2", 10) + paved("paper", 0, 0, width, height, 10)
    if family == state.operator:
        body += rect(2, 2, width - 4, height - 4, "acts", 9)
    body += f'<circle class="reputation fill-{one.id}" cx="23" cy="23" r="18"/>' + use(one.symbol, 8, 8, 30)
    body += _squeezed(one.name, 45, 21, 117, "bold" if len(one.name) < 10 else "small bold")
    label = f"The {one.name}, not launched, later"
    if launched:
        body += text(f"{state.treasury[family]} $N", 46, 42, "bold")
        body += badge(state.holdings[family].owner, width - 19, 20) + _stations_left(state, family)
        body += _cards(state, family) + text(f"at {state.value(family)} $N", width - 10, 62, "small e")
        label = f"The {one.name} ({one.id}): treasury {state.treasury[family]} $N, animals cost "
        label += f"{state.value(family)} $N each, {_cards_in_words(state, family)}"
        last = state.last_runs[family]
        label += f", last run {last.harvest.nuts} nuts in {state.pieces.slots[last.slot].id}" if last else ""
    else:
        when = "later"
        if family in may_come_next(state):
            when, label = "may come next", f"The {one.name}, not launched, may come next"
        body += text(when, 46, 42, "small soft") + _cards(state, family)
        body += text(f"HOME {one.index + 1}", width - 10, 62, "small soft e")
    canvas.put(f"mat-{one.id}", body, layer=UNDER, label=label)
    for number, hired in enumerate(state.squirrels[family]):
        name = _CONDITIONS[_state(hired)].format(one.name, hired.name)
        spot = (8 + number * (CARD[0] + 3), 70)
        canvas.put(f"squirrel-{hired.card.id}", card(hired.name, _state(hired)), *spot, layer=ON_BOARD, label=name)
    _put_icons(canvas, state, state.mats[family], (104, width - 6), height - SMALL_ICON - 3, f"the {one.name}")


def _for_sale(state: Position, family: int) -> tuple[int, int, int]:
    """Return how many of its animals are in the lounge, in the kitchen, and there face down."""
    one, holdings = state.pieces.families[family], state.holdings[family]
    lounge = sum(1 for animal in holdings.in_lounge if animal != COUSIN or state.day == 3)
    turned = len(view.face_down(state, holdings.kitchen).get(one.id, []))
    return lounge, len(holdings.in_kitchen), turned


def _cards(state: Position, family: int) -> str:
    """Draw its animals for sale: a chair for the lounge, a pot for the kitchen, a card's back for face down."""
    lounge, kitchen, turned = _for_sale(state, family)
    body = use("chair", 8, 45, 20) + text(lounge, 30, 62, "small")
    if kitchen:
        body += use("kitchen", 46, 44, 21) + text(kitchen, 69, 62, "small")
    if turned:
        body += rect(85, 47, 12, 17, "face-down", 3) + text(turned, 101, 62, "small")
    return body


def _cards_in_words(state: Position, family: int) -> str:
    lounge, kitchen, turned = _for_sale(state, family)
    words = f"lounge {lounge}" + (f", kitchen {kitchen}" if kitchen else "")
    return words + (f", {turned} face down" if turned else "")


def _squeezed(words: str, x: float, y: float, width: float, classes: str = "small soft") -> str:
    """Draw a line of text, narrower if it is long."""
    letter = 11 if "bold" in classes else 9
    narrow = f' textLength="{width:g}" lengthAdjust="spacingAndGlyphs"' if len(words) > width / letter else ""
    return f'<text class="{classes}" x="{x:g}" y="{y:g}"{narrow}>{words}</text>'


_CONDITIONS: Final = {
    "": "The {}' {}",
    "patched": "The {}' {} with PATCH",
    "last-run": "The {}' {} on its last run",
    "asleep": "The {}' {}, asleep",
}


def _state(hired: Hired) -> str:
    return "patched" if hired.patched else "last-run" if hired.last_run else "asleep" if hired.asleep else ""


def _stations_left(state: Position, family: int) -> str:
    """Draw the stations that it can still build, with their prices."""
    one, body = state.pieces.families[family], ""
    for number, price in enumerate(state.stations_left[family]):
        x = 19 + number * 31
        body += f'<circle class="station edge-{one.id}" cx="{x}" cy="117" r="12.5"/>' + text(price, x, 123.5, "m token")
    return body


def _put_icons(
    canvas: Canvas, state: Position, powers: tuple[int, ...], room: tuple[float, float], y: float, whose: str
) -> None:
    """Draw powers up to the right end of their room; if there are many, they overlap."""
    left, right = room
    size = SMALL_ICON if whose.startswith("the ") else ICON
    for number, power in enumerate(powers):
        one = state.pieces.powers[power]
        body = rect(0, 0, size, size, f"power-{'blue' if one.blue else 'green'}", 7) + use(one.symbol, 3, 3, size - 6)
        if one.uses > 1:
            body += text(state.uses[power], size - 3, size - 3, "small bold e")
        label = f"{one.name} of {whose}: {one.line}"
        x = right - (len(powers) - number) * min(size + 4, (right - left) / len(powers))
        canvas.put(f"power-{one.id}", body, x, y, layer=ON_BOARD, label=label)


# Players.

_ROOM: Final = 27
"""How many letters of names fit on a player's panel after "sold"."""
_PLACES: Final = ("1st", "2nd", "3rd", "4th", "5th")
"""Places in the turn order."""


def put_players(picture: Scene, state: Position, own: int) -> None:
    """Draw a part for every player, the viewer's first, then in turn order."""
    for seat in (own, *[other for other in state.order if other != own]):
        purpose = MINE if seat == own else OTHER
        canvas = picture.part(f"player {LETTERS[seat]}", *PANEL, purpose, seat=seat)
        canvas.show(_put_player, state, seat, state.order.index(seat), by=_seen_of_player(state, seat))


def _seen_of_player(state: Position, seat: int) -> Hashable:
    """Return everything that a player's panel shows."""
    turn = (seat in state.to_act, seat == state.midas, tuple(view.may_not_buy(state, seat)))
    money = (state.cash[seat], state.debts[seat], state.tickets[seat], state.score(seat), state.card_limit)
    cards = tuple([state.holdings[family].places[seat] for family in state.families])
    uses = tuple([state.uses[power] for power in state.hands[seat]])
    return state.pieces, state.rules, state.families, turn, money, cards, state.turned, state.hands[seat], uses


def _put_player(canvas: Canvas, state: Position, seat: int, place: int) -> None:
    letter, (width, height) = LETTERS[seat], PANEL
    body = rect(0, 0, width, height, "paper", 10) + paved("paper", 0, 0, width, height, 10)
    if seat in state.to_act:
        body += rect(2, 2, width - 4, height - 4, "acts", 9)
    body += badge(seat, 24, 21) + text(f"{state.cash[seat]} $N", 48, 29, "big")
    body += text(_PLACES[place], 148, 29, "small soft") + text(f"{state.score(seat)} points", width - 12, 29, "e")
    barred, midas = view.may_not_buy(state, seat), seat == state.midas
    notes = [f"debt {state.debts[seat]}"] if state.debts[seat] else []
    notes += ["MIDAS"] if midas else []
    sold = [family.name for family in state.pieces.families if family.id in barred]
    told = sold if len(", ".join(sold)) <= _ROOM else sorted(barred)  # names, or else the letters of their tokens
    notes += [f"sold {', '.join(told)}"] if sold and not state.is_over else []
    body += _squeezed(", ".join(notes), 12, 49, width - 24)
    body += text(f"cards {state.cards_held(seat)}/{state.card_limit}", 12, height - 12, "small soft")
    body += use("ticket", 132, height - 38, 32) + text(f"x{state.tickets[seat]}", 167, height - 12, "small")
    tickets = counted(state.tickets[seat], "ticket", "tickets")
    label = f"{letter}: {state.cash[seat]} $N, {tickets}, {state.score(seat)} points"
    label += ", first in the next turn order by MIDAS" if midas else ""
    label += f"; can't buy again this stock round: {', '.join(sold)}" if sold else ""
    canvas.put(f"player-{letter}", body, layer=UNDER, label=label)
    _put_cards(canvas, state, seat)
    _put_icons(canvas, state, state.hands[seat], (194, width - 8), height - ICON - 5, letter)


def _put_cards(canvas: Canvas, state: Position, seat: int) -> None:
    """Draw a player's animals, one chip for each family; the crown is the parents."""
    held = [family for family in state.families if state.holdings[family].places[seat]]
    step = (PANEL[0] - 20) / 4
    for number, family in enumerate(held):
        one = state.pieces.families[family]
        units = state.holdings[family].units[seat]
        parents = PARENTS in state.holdings[family].places[seat]
        body = rect(0, 0, step - 6, 31, f"animal fill-{one.id}", 6) + use(one.symbol, 1, 2, 28)
        body += text(units, 31, 22, "token")
        if parents:
            body += use("crown", step - 25, 8, 17)
        whose = " with the parents" if parents else ""
        turned = len(view.face_down(state, seat).get(one.id, []))
        if turned:
            body += text(f"-{turned}", step - 9, 23, "small e letter")
            whose += f", {turned} face down"
        label = f"{LETTERS[seat]}'s {units} {one.name}{whose}"
        spot = (12 + number % 4 * step, 55 + number // 4 * 33)
        canvas.put(f"cards-{LETTERS[seat]}-{one.id}", body, *spot, layer=ON_BOARD, label=label)
