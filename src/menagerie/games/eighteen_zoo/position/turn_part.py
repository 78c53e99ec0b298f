"""The turn under way: what has happened in it, and what is still to be decided."""

from __future__ import annotations

from typing import Any, Final

from menagerie.core.phase import Phase
from menagerie.core.position import Section, one_of
from menagerie.games.eighteen_zoo.actions import BuySquirrel
from menagerie.games.eighteen_zoo.phases.cleanup import CLEAN_UP
from menagerie.games.eighteen_zoo.phases.deals import CONSENT, NAME_PRICE, SPLIT_TICKET, seller
from menagerie.games.eighteen_zoo.phases.draft import DRAFT
from menagerie.games.eighteen_zoo.phases.launch import BONUS_TILES, HOME_TILE
from menagerie.games.eighteen_zoo.phases.operating import DIVIDEND, RUN_STEP, STATION_STEP, TRACK_STEP
from menagerie.games.eighteen_zoo.phases.rounds import LAST_CALL, OPERATING_ROUND, STOCK_ROUND, TIMELINE
from menagerie.games.eighteen_zoo.phases.second_steps import ANCIENT_MAPS, SECOND_HOLE
from menagerie.games.eighteen_zoo.phases.squirrel_step import CLOSING, FORCED_SALE, SQUIRRELS
from menagerie.games.eighteen_zoo.phases.stock import STOCK_TURN
from menagerie.games.eighteen_zoo.pieces import POWERS_FROM
from menagerie.games.eighteen_zoo.position.words import cards, exchange_team, families, hexes, things
from menagerie.games.eighteen_zoo.squirrels import employer
from menagerie.games.eighteen_zoo.state import NO_ONE, NOT_LAUNCHED, Position

_STEPS: Final[dict[str, Phase[Any]]] = {
    "timeline": TIMELINE,
    "draft": DRAFT,
    "stock round": STOCK_ROUND,
    "stock turn": STOCK_TURN,
    "last call": LAST_CALL,
    "home tile": HOME_TILE,
    "bonus tiles": BONUS_TILES,
    "operating round": OPERATING_ROUND,
    "track": TRACK_STEP,
    "station": STATION_STEP,
    "run": RUN_STEP,
    "dividend": DIVIDEND,
    "squirrels": SQUIRRELS,
    "closing": CLOSING,
    "clean up": CLEAN_UP,
    "forced sale": FORCED_SALE,
    "name price": NAME_PRICE,
    "consent": CONSENT,
    "split ticket": SPLIT_TICKET,
    "second hole": SECOND_HOLE,
    "second map tile": ANCIENT_MAPS,
}
_OF_ANY: Final[tuple[Phase[Any], ...]] = (TIMELINE, CLEAN_UP)
_OF_STOCK: Final[tuple[Phase[Any], ...]] = (STOCK_ROUND, STOCK_TURN, LAST_CALL, HOME_TILE, BONUS_TILES)
_OF_FAMILY: Final[tuple[Phase[Any], ...]] = (
    TRACK_STEP, STATION_STEP, RUN_STEP, DIVIDEND, SQUIRRELS, CLOSING, FORCED_SALE, NAME_PRICE, CONSENT, SPLIT_TICKET,
    SECOND_HOLE, ANCIENT_MAPS,
)  # fmt: skip
_OF_KIND: Final[dict[str, tuple[Phase[Any], ...]]] = {
    "draft": (DRAFT,),
    "stock": _OF_STOCK,
    "operating": (OPERATING_ROUND, *_OF_FAMILY),
}
_USUAL: Final = {"draft": ["timeline", "draft"], "stock": ["timeline", "stock round", "stock turn"], "end": []}


def exchange_turn(section: Section, state: Position) -> None:
    """Read stock round and operating round."""
    ids, places, last = families(state), hexes(state), state.players - 1
    state.turn = section.number("turn", state.turn, 0, 0, state.players if state.slot == 0 else last)
    state.sold_now = section.mask("sold now", state.sold_now, ids)
    state.bought = section.flag("bought", state.bought)
    if state.rules.bundles_protected:
        state.turned = tuple(section.numbers("sold bundles", state.turned))
    state.launched_now = section.flag("launched now", state.launched_now)
    state.midas = section.seat("midas", state.midas, state.players, NO_ONE)
    state.greek = section.flag("another turn", state.greek)
    state.newcomer = section.choice("newcomer", state.newcomer, ids, NO_ONE)
    state.extra_tiles = section.number("bonus tiles", state.extra_tiles, 0, 0, 9)
    state.option = section.number("launch", state.option, 0, 0, len(state.pieces.launches) - 1)
    state.operated = section.mask("operated", state.operated, ids)
    state.operator = section.choice("operating", state.operator, ids, NO_ONE)
    state.lays = section.number("lays", state.lays, 0, 0, 99)
    state.upgraded = section.flag("upgraded", state.upgraded)
    state.laid = tuple(section.numbered("laid", state.laid, places))
    state.has_station = section.flag("station built", state.has_station)
    state.barrels = section.flag("barrels", state.barrels)
    _exchange_harvest(section, state)
    state.hired_new = section.flag("new squirrel", state.hired_new)
    state.helped = section.flag("helped", state.helped)
    _exchange_deals(section, state)
    _exchange_steps(section, state)


def _exchange_harvest(section: Section, state: Position) -> None:
    """Read the last runs, which are the last ones of some family."""
    state.harvest_of = section.choice("ran last", state.harvest_of, families(state), NO_ONE)
    state.runners = exchange_team(section, "runners", state, state.runners)
    state.ran = section.flag("ran", state.ran)
    state.nuts = section.number("nuts", state.nuts, 0)
    state.income = section.number("income", state.income, 0)
    if not section.reading:
        return
    run = state.last_runs[state.harvest_of] if state.harvest_of != NO_ONE else None
    state.harvest = None if run is None else run.harvest
    chains = () if run is None else run.harvest.chains
    if len(chains) != len(state.runners) or (state.ran and run is None):
        raise section.wrong("runners", "the squirrels of the last run of the family that 'ran last'")


def _exchange_deals(section: Section, state: Position) -> None:
    """What a family asks for, what it was refused, and what it is forced to buy."""
    known = things(state)
    names = {number: name for name, number in known.items()}
    refused = section.texts("refused", [f"{names[thing]} at {price}" for thing, price in state.declined])
    asking = section.text("asks for", names.get(state.asking, "none"), "none")
    state.offered = section.number("offers", state.offered, 0)
    state.retiring = tuple(section.numbered("retiring", state.retiring, cards(state)))
    forced = section.text("forced to", "none" if state.forced is None else str(state.forced), "none")
    if not section.reading:
        return
    if asking not in known and asking != "none":
        raise section.wrong("asks for", "a squirrel of another family, like 2S-0, or a power of a player")
    state.asking = known.get(asking, NO_ONE)
    declined: list[tuple[int, int]] = []
    for text in refused:
        name, _, price = text.rpartition(" at ")
        if name not in known or not price.isascii() or not price.isdigit() or len(price) > 6:
            raise section.wrong("refused", "a list like '2S-0 at 5'")
        declined.append((known[name], int(price)))
    state.declined = tuple(declined)
    action = None if forced == "none" else state.catalogue.read(forced)
    if forced != "none" and not (isinstance(action, BuySquirrel) and action.forced):
        raise section.wrong("forced to", "a forced purchase, like 'force 4S from deck'")
    state.forced = action if isinstance(action, BuySquirrel) else None


def _exchange_steps(section: Section, state: Position) -> None:
    """Read what is still to be decided, the next step last."""
    names, order = list(_STEPS), list(_STEPS.values())
    kind = state.pieces.slots[state.slot].kind
    usual = _USUAL.get(kind, ["timeline", "operating round", "track"])
    texts = section.texts("steps", [names[order.index(step)] for step in state.stack], usual)
    for text in texts:
        if text not in names:
            raise section.problem("steps", f"{text[:40]!r} is no step; it must be {one_of(text, names)}.")
    state.stack = [_STEPS[text] for text in texts]
    if section.reading:
        _check_steps(section, state, kind)


def _check_steps(section: Section, state: Position, kind: str) -> None:
    """Raise BadSetup where a step does not belong to the round, or has nothing to be about."""
    stack = state.stack
    if bool(stack) == (kind == "end") or (stack and (stack[0] is not TIMELINE or stack.count(TIMELINE) > 1)):
        raise section.problem("steps", "the first step is 'timeline', and only that; at the end there is none.")
    allowed = _OF_ANY + _OF_KIND.get(kind, ())
    if any(step not in allowed for step in stack) or len(set(map(id, stack))) < len(stack):
        raise section.problem(
            "steps", f"there is a step that does not belong to a {kind} round, or stands there twice."
        )
    if any(step in _OF_FAMILY for step in stack) and (
        OPERATING_ROUND not in stack or state.operator == NO_ONE or state.cell[state.operator] == NOT_LAUNCHED
    ):
        raise section.problem("operating", "the family whose turn it is must be named, and launched.")
    is_new = state.newcomer != NO_ONE and state.cell[state.newcomer] != NOT_LAUNCHED
    if (HOME_TILE in stack or BONUS_TILES in stack) and not is_new:
        raise section.problem("newcomer", "the family that was just launched must be named.")
    if NAME_PRICE in stack or CONSENT in stack:
        thing = state.asking
        owner = seller(state, thing) if thing >= POWERS_FROM else employer(state, thing)
        if owner == NO_ONE:
            raise section.problem("asks for", "this must be a squirrel of another family, or a power of a player.")
    if FORCED_SALE in stack and state.forced is None:
        raise section.problem("forced to", "what the family is forced to buy must be named.")
