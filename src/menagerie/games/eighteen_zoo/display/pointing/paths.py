"""How each decision of 18ZOO is made by pointing at the scene: paths of pieces and buttons."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from menagerie.core.action import Action
from menagerie.core.display.choosing import Choice, button
from menagerie.core.display.consequences import Foretold
from menagerie.core.display.sheet import capital
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import (
    Acquire,
    AskFor,
    BuyCard,
    BuyPower,
    BuySquirrel,
    DaysOff,
    Discard,
    Launch,
    LayTile,
    Patch,
    PowerAt,
    Sell,
    Station,
    UsePower,
    Whatsup,
)
from menagerie.games.eighteen_zoo.display import wording
from menagerie.games.eighteen_zoo.display.drawing import ghost, ghost_of_runs
from menagerie.games.eighteen_zoo.display.pointing.amounts import amount_of, usual_amount
from menagerie.games.eighteen_zoo.display.pointing.drawn_runs import DRAW
from menagerie.games.eighteen_zoo.display.pointing.prices import names_price
from menagerie.games.eighteen_zoo.display.pointing.runs import harvests, suggestions
from menagerie.games.eighteen_zoo.display.wording import bought, paths_of, side, sold_words, tile_words, words
from menagerie.games.eighteen_zoo.map.ground import lay_hex, lay_rotation, lay_tile
from menagerie.games.eighteen_zoo.map.tiles import EDGES_OF, Turned
from menagerie.games.eighteen_zoo.phases import building
from menagerie.games.eighteen_zoo.phases.second_steps import ANCIENT_MAPS, SECOND_HOLE
from menagerie.games.eighteen_zoo.running.harvest import Harvest
from menagerie.games.eighteen_zoo.state import NO_ONE, Position


def choices(state: State, seat: int) -> list[Choice]:
    """Return how that seat's decisions are made by pointing."""
    state = cast(Position, state)
    told = Foretold(state, seat, wording)
    legal = state.legal(seat)
    runs = harvests(state, legal)
    best = suggestions(state, runs)
    numbers = [amount for amount in map(amount_of, legal) if amount >= 0]
    usual = usual_amount(state, numbers) if numbers else -1
    found: list[Choice] = []
    for action in legal:
        shown = _ghost(state, action, runs)
        choice = Choice(
            str(action),
            best.get(action) or path_to(state, seat, action),
            shown,
            part="map" if shown else "",
            words=words(state, seat, action),
            then=told.of(action),
            amount=amount_of(action),
            usual=0 <= amount_of(action) == usual,
            by_steps=names_price(state, action),
        )
        found.append(choice)
        if isinstance(action, Launch):
            # The cell on the stock board, or a number beside the family.
            label = f"Launch at {action.value} for {2 * action.value} $N"
            path = (_mat(state, action.family), button(label))
            found.append(choice._replace(path=path, amount=action.value))
    if runs:
        # After the runs that are suggested, before everything else.
        found.insert(len(runs), Choice("", (DRAW,), words=DRAW.removeprefix("button:"), by_steps=True))
    return found


def _ghost(state: Position, action: Action, runs: dict[Action, Harvest]) -> str:
    if isinstance(action, LayTile):
        return ghost(state, building.code_of(state, action))
    return ghost_of_runs(state, runs[action].chains) if action in runs else ""


def path_to(state: Position, seat: int, action: Action) -> tuple[str, ...]:
    """Return the targets that lead to a decision: ids of pieces, or buttons."""
    found = _on_the_map(state, action) or _in_the_market(state, seat, action) or _at_the_bank(state, action)
    return found or (button(words(state, seat, action)),)


def _power(state: Position, power: int) -> str:
    return f"power-{state.pieces.powers[power].id}"


def _mat(state: Position, family: int) -> str:
    return f"mat-{state.pieces.families[family].id}"


def _on_the_map(state: Position, action: Action) -> tuple[str, ...]:
    # The second half of a power is about a hex alone.
    going_on = state.stack[-1] is SECOND_HOLE or state.stack[-1] is ANCIENT_MAPS
    if isinstance(action, LayTile):
        first = (_power(state, action.power),) if action.power >= 0 and not going_on else ()
        code = building.code_of(state, action)
        builder = state.operator if state.newcomer == NO_ONE else state.newcomer
        return (*first, *lay_path(state, code, building.price(state, builder, code)))
    if isinstance(action, Station):
        return (_power(state, box.THAT_S_MINE), f"hex-{action.at}") if action.reserved else (f"hex-{action.at}",)
    if isinstance(action, PowerAt):
        return (f"hex-{action.at}",) if going_on else (_power(state, action.power), f"hex-{action.at}")
    return ()


def lay_path(state: Position, code: int, price: int) -> tuple[str, ...]:
    """Return a hex, a tile and its rotation."""
    ground = state.board.ground
    tile = ground.tiles.tiles[lay_tile(code)]
    facts = [tile_words(tile), f"{state.board.left(tile)} left"]
    if price:
        facts.insert(1, f"{price} $N" if price > 0 else f"earns {-price} $N")
    way = _way(tile.turned[lay_rotation(code)])
    return (f"hex-{ground.hexes[lay_hex(code)].name}", button(", ".join(facts)), button(way))


@lru_cache(1024)
def _way(shape: Turned) -> str:
    """Return a rotation in words: the sides that it joins."""
    if shape.station:
        return capital(", ".join([side(edge) for edge in EDGES_OF[shape.exits]]))
    return capital(", ".join([f"{side(a)} to {side(b)}" for a, b in paths_of(shape)]))


def _in_the_market(state: Position, seat: int, action: Action) -> tuple[str, ...]:
    if isinstance(action, Launch):
        return (_mat(state, action.family), f"cell-{state.pieces.launches[action.option].cell}")
    if isinstance(action, BuyCard):
        card = box.CARDS[action.card]
        label = f"Buy {card} from the kitchen" if action.kitchen else f"Buy {card} from the lounge"
        return (_mat(state, action.family), button(label))
    if isinstance(action, Sell):
        cards = f"cards-{LETTERS[seat]}-{state.pieces.families[action.family].id}"
        return (cards, button(f"Sell {sold_words(action)}"))
    if isinstance(action, UsePower | BuyPower):
        return (_power(state, action.power),)
    if isinstance(action, Acquire):
        return (_power(state, action.power), button("Buy it for the family"))
    if isinstance(action, DaysOff):
        return (_power(state, box.DAYS_OFF), _mat(state, action.family))
    if isinstance(action, Whatsup):
        return (_power(state, box.WHATSUP), _mat(state, action.family), button(bought(state, action.card, action.face)))
    return ()


def _at_the_bank(state: Position, action: Action) -> tuple[str, ...]:
    if isinstance(action, BuySquirrel):
        if action.card >= 0:
            card = f"squirrel-{state.pieces.squirrels[action.card].id}"
            return (card, button("Force the purchase")) if action.forced else (card,)
        squirrel = bought(state, -1, action.face)
        return ("deck", button(f"Force the purchase of a {squirrel}" if action.forced else f"Buy a {squirrel}"))
    if isinstance(action, AskFor):
        return (f"squirrel-{state.pieces.squirrels[action.card].id}",)
    if isinstance(action, Discard):
        return (f"squirrel-{action.card_id}",)
    if isinstance(action, Patch):
        return (_power(state, box.PATCH), f"squirrel-{state.pieces.squirrels[action.card].id}")
    return ()
