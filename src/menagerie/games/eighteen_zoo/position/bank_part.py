"""The bank: squirrels in the deck and the kitchen, and powers."""

from __future__ import annotations

from menagerie.core.position import OTHERS, Form, Section
from menagerie.games.eighteen_zoo.pieces import POWERS_A_DAY
from menagerie.games.eighteen_zoo.position.words import cards, powers
from menagerie.games.eighteen_zoo.state import Position


def exchange_squirrels(section: Section, state: Position) -> None:
    """Read how many cards of the deck are gone, and those that families gave up. By default as many are gone as it
    takes for the squirrels that work, and the phase is the last one that these have started."""
    state.kitchen = tuple(
        [
            state.pieces.squirrels[card]
            for card in section.numbered("kitchen", [card.index for card in state.kitchen], cards(state))
        ]
    )
    used = [hired.card.index for team in state.squirrels for hired in team] + [card.index for card in state.kitchen]
    if len(set(used)) < len(used) or any(card not in state.deck for card in used):
        raise section.problem("kitchen", "each squirrel of the deck works for one family, or is in the kitchen.")
    least = max([state.deck.index(card) + 1 for card in used], default=0)
    state.dealt = section.number("squirrels dealt", state.dealt, least, least, len(state.deck) - 1)
    kinds = [state.pieces.squirrels[card].kind.index for card in state.deck[: state.dealt]]
    begun = [phase.index for phase in state.pieces.phases if phase.kind in kinds]
    phases = [phase.name for phase in state.pieces.phases]
    state.phase_number = section.choice("phase", state.phase_number, phases, max(begun, default=0))


def exchange_powers(form: Form, section: Section, state: Position) -> None:
    """Powers for sale, those that lie open and come later, those still hidden, and those that are gone."""
    names = powers(state)
    uses = [
        f"{power.name} {state.uses[power.index]}"
        for power in state.pieces.powers
        if state.uses[power.index] != power.uses
    ]
    texts = section.texts("uses left", uses)
    if form.reading:
        state.uses = [power.uses for power in state.pieces.powers]
        for text in texts:
            name, _, number = text.rpartition(" ")
            if name not in names or number not in ("0", "1", "2", "3"):
                raise section.wrong("uses left", "a list like 'Two Barrels 1'")
            state.uses[names.index(name)] = int(number)
    state.on_offer = tuple(section.numbered("on offer", state.on_offer, names))
    start, seen = state.draft_row + POWERS_A_DAY * state.day, state.powers_seen
    placed = [*state.on_offer, *[power for hand in (*state.hands, *state.mats) for power in hand]]
    past = sorted([power for power in state.power_deck[:start] if power not in placed])
    gone = section.numbered("gone", past, names)
    coming = section.names("coming", [names[power] for power in state.power_deck[start:seen]], names)
    if not form.reading:
        if form.tells_hidden:
            section.names("hidden", [names[power] for power in state.power_deck[seen:]], names)
        return
    hidden = section.names("hidden", [], names)
    ahead = [names.index(name) for name in coming + hidden if name != OTHERS]
    known = placed + gone + ahead
    if len(set(known)) < len(known):
        name = next(names[power] for power in known if known.count(power) > 1)
        raise section.problem("on offer", f"{name} is in two places.")
    others = sorted([power for power in range(len(names)) if power not in known])
    state.rng.shuffle(others)
    wanted = len(names) - start
    if len(ahead) > wanted or len(ahead) + len(others) < wanted:
        raise section.problem("hidden", f"on this day {wanted} powers are still to come, not {len(ahead)}.")
    ahead += others[: wanted - len(ahead)]
    behind = [power for power in range(len(names)) if power not in ahead]
    state.power_deck = (*behind, *ahead)
