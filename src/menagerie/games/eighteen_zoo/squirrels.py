"""Buying and retiring squirrels (rules 3 and 7.6), and PATCH (rule 10.18)."""

from __future__ import annotations

from menagerie.games.eighteen_zoo import events, market
from menagerie.games.eighteen_zoo.pieces import PATCH, GamePhase, Squirrel
from menagerie.games.eighteen_zoo.powers.owners import POWER_LIMIT
from menagerie.games.eighteen_zoo.state import NO_ONE, Hired, Position


def price_of(card: Squirrel, face: int) -> int:
    """Return what the bank asks."""
    return card.kind.prices[face]


def cheapest(card: Squirrel) -> int:
    """Return the lower price where a squirrel has two faces."""
    return min(card.kind.prices)


def dearest_needed(card: Squirrel) -> int:
    """Return the higher price where a squirrel has two faces."""
    return max(card.kind.prices)


def hire(state: Position, family: int, card: Squirrel, face: int, asleep: bool) -> None:
    """Give a paid squirrel of the bank to a family; a new phase may begin, and the bonuses follow."""
    source = "deck"
    from_deck = card not in state.kitchen
    if from_deck:
        state.dealt += 1
    else:
        source = "kitchen"
        state.kitchen = tuple([other for other in state.kitchen if other is not card])
    hired = Hired(card, face, asleep, False, False)
    state.squirrels[family] += (hired,)
    if state.log is not None:
        state.log.append(events.Hiring(state.pieces.families[family], hired.name, source, price_of(card, face)))
    new_phase = False
    if from_deck:
        new_phase = begin_phase(state, family, card)
    if asleep:
        # WHATSUP: the NEW SQUIRREL bonus, never the NEW PHASE bonus (rule 10.6).
        market.right(state, family)
    elif from_deck:
        if not state.hired_new:
            state.hired_new = True
            market.right(state, family)
        if new_phase and state.pieces.phases[state.phase_number].new_phase_bonus:
            market.right(state, family)


def begin_phase(state: Position, buyer: int, card: Squirrel) -> bool:
    """Rule 3: return the first squirrel of its kind starts a phase; who has to go goes, or PATCH is asked for."""
    following = state.phase_number + 1
    phases = state.pieces.phases
    if following == len(phases) or phases[following].kind != card.kind.index:
        return False
    state.phase_number = following
    phase = phases[following]
    if state.log is not None:
        state.log.append(events.PhaseBegan(phase.name, phase.limit))
    empty_kitchen(state, phase)
    leaving: list[int] = []
    keeps = state.rules.buyer_keeps_last_run and not state.operating
    for family in state.families:
        turned: list[Hired] = []
        for hired in state.squirrels[family]:
            kind = hired.card.kind.index
            last = kind in phase.last_run
            if not hired.patched and (kind in phase.retire or (last and family == buyer and not keeps)):
                leaving.append(hired.card.index)
            turned.append(Hired(hired.card, hired.face, hired.asleep, True, hired.patched) if last else hired)
        state.squirrels[family] = tuple(turned)
    retire(state, leaving)
    return True


def empty_kitchen(state: Position, phase: GamePhase) -> None:
    """Retire squirrels in the kitchen; they have no last run."""
    staying: list[Squirrel] = []
    for card in state.kitchen:
        if card.kind.index in phase.retire or card.kind.index in phase.last_run:
            if state.log is not None:
                state.log.append(events.Retired(None, card.kind.code))
        else:
            staying.append(card)
    state.kitchen = tuple(staying)


def employer(state: Position, card: int) -> int:
    """Return the family that a squirrel works for, or -1."""
    for family in state.families:
        for hired in state.squirrels[family]:
            if hired.card.index == card:
                return family
    return NO_ONE


def remove(state: Position, family: int, card: int) -> Hired:
    """Take a squirrel from its family; the caller says where it goes."""
    team = state.squirrels[family]
    at = 0
    while team[at].card.index != card:
        at += 1
    state.squirrels[family] = team[:at] + team[at + 1 :]
    return team[at]


def may_patch(state: Position, family: int) -> bool:
    """Return whether PATCH could be put on a squirrel of this family: it lies on its mat, unused, or in its
    owner's hand while the family has room for it."""
    if PATCH in state.mats[family]:
        return state.patched(family) is None
    owner = state.owner(family)
    return owner != NO_ONE and PATCH in state.hands[owner] and len(state.mats[family]) < POWER_LIMIT


def retire(state: Position, cards: list[int]) -> None:
    """Take squirrels out of the game, except those that PATCH may save: their leader is asked."""
    waiting: list[int] = []
    for card in cards:
        if may_patch(state, employer(state, card)):
            waiting.append(card)
        else:
            let_go(state, card)
    state.retiring = tuple(waiting)


def let_go(state: Position, card: int) -> None:
    """Take a squirrel out of the game."""
    family = employer(state, card)
    hired = remove(state, family, card)
    if state.log is not None:
        state.log.append(events.Retired(state.pieces.families[family], hired.name))


def put_patch(state: Position, card: int, saved: bool) -> None:
    """Make a squirrel a 1S, with PATCH on the family's mat. `saved`: it had to retire."""
    family = employer(state, card)
    owner = state.owner(family)
    if PATCH in state.hands[owner]:
        state.hands[owner] = tuple([power for power in state.hands[owner] if power != PATCH])
        state.mats[family] += (PATCH,)
    hired = remove(state, family, card)
    asleep = hired.asleep and not state.rules.site
    state.squirrels[family] += (Hired(hired.card, hired.face, asleep, hired.last_run, True, saved),)
    if state.log is not None:
        state.log.append(events.Patched(state.pieces.families[family], hired.name, True))


def take_off_patch(state: Position, family: int) -> None:
    """Take PATCH off a squirrel, which retires if its time has passed."""
    patched = state.patched(family)
    assert patched is not None
    hired = remove(state, family, patched.card.index)
    itself = Hired(hired.card, hired.face, hired.asleep, hired.last_run, False)
    state.squirrels[family] += (itself,)
    state.mats[family] = tuple([power for power in state.mats[family] if power != PATCH])
    if state.log is not None:
        state.log.append(events.Patched(state.pieces.families[family], itself.name, False))
    if is_over_for(state, hired):
        let_go(state, itself.card.index)


def is_over_for(state: Position, hired: Hired) -> bool:
    """Return whether a squirrel with PATCH would have to retire without it: its kind has, or it has had its last
    run."""
    if hired.saved and state.rules.patch_saves_once:
        return True
    retired = [phase for phase in state.pieces.phases if hired.card.kind.index in phase.retire]
    return len(retired) > 0 and retired[0].index <= state.phase_number


def has_room_without_patch(state: Position, family: int) -> bool:
    """Return whether one squirrel more would be within the limit once PATCH is taken off."""
    count = 0
    for hired in state.squirrels[family]:
        if not hired.last_run and not (hired.patched and is_over_for(state, hired)):
            count += 1
    return count < state.limit()


def crowded(state: Position) -> int:
    """Return a family with more squirrels than the phase allows, or -1."""
    for family in state.families:
        if is_crowded(state, family):
            return family
    return NO_ONE


def is_crowded(state: Position, family: int) -> bool:
    """Return whether a family has more squirrels than the phase allows; those on their last run do not count."""
    count = 0
    for hired in state.squirrels[family]:
        if not hired.last_run or hired.patched:
            count += 1
    return count > state.limit()


def give_up(state: Position, family: int, card: int) -> None:
    """Put a squirrel above the limit in the kitchen."""
    hired = remove(state, family, card)
    state.kitchen += (hired.card,)
    if state.log is not None:
        state.log.append(events.Discarded(state.pieces.families[family], hired.name))


def end_last_runs(state: Position, family: int) -> None:
    """Rule 3.2: take out squirrels on their last run when the harvest is used, except one that ran as a 1S this turn.
    On the site none of them leaves then, but for those that ran as themselves. One that put PATCH on after its run, or
    instead of one, is saved from leaving: it goes when PATCH is taken off."""
    as_itself: list[int] = []
    as_patched: list[int] = []
    if state.ran and state.harvest is not None:
        for hired, chain in zip(state.runners, state.harvest.chains, strict=True):
            if chain and hired.patched:
                as_patched.append(hired.card.index)
            elif chain:
                as_itself.append(hired.card.index)
    leaving: list[int] = []
    team: list[Hired] = []
    for hired in state.squirrels[family]:
        card = hired.card.index
        stays = card in as_patched if state.rules.one_last_run else len(as_patched) > 0 and card not in as_itself
        ends = hired.last_run and not stays
        if ends and not hired.patched:
            leaving.append(card)
        saved = ends and hired.patched and state.rules.one_last_run
        team.append(Hired(hired.card, hired.face, hired.asleep, True, True, True) if saved else hired)
    state.squirrels[family] = tuple(team)
    if leaving:
        retire(state, leaving)


def sellable(state: Position, hired: Hired) -> bool:
    """Return whether other families may ask for this squirrel."""
    return not hired.patched and not hired.last_run
