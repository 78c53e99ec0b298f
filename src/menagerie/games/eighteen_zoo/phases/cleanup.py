"""After a purchase that began a new phase: who retires, PATCH, and squirrels above the limit (rules 3 and 10.18)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.eighteen_zoo import squirrels
from menagerie.games.eighteen_zoo.actions import PASS, Discard, Patch
from menagerie.games.eighteen_zoo.state import NOBODY, Hired, Table


@final
class CleanUp(Phase[Table]):
    """Asks for PATCH while squirrels wait for their retirement, then for those to give up; then it is done."""

    def asks_to_discard(self, state: Table) -> bool:
        """In a stock round the site asks for squirrels above the limit before it asks for PATCH."""
        if not state.retiring:
            return True
        return state.rules.site and not state.operating and squirrels.crowded(state) != NOBODY

    def seats(self, state: Table) -> tuple[int, ...]:
        if self.asks_to_discard(state):
            return SEATS[state.owner(squirrels.crowded(state))]
        return SEATS[state.owner(squirrels.employer(state, state.retiring[0]))]

    def legal(self, state: Table, seat: int) -> list[Action]:
        if self.asks_to_discard(state):
            return [state.ready.discard[hired.card.index] for hired in self.candidates(state)]
        actions: list[Action] = []
        seen: list[tuple[int, int]] = []
        for card in state.retiring:
            sort = (squirrels.employer(state, card), state.pieces.squirrels[card].kind.index)
            if sort not in seen:
                seen.append(sort)
                actions.append(state.ready.patch[card])
        actions.append(PASS)
        return actions

    def candidates(self, state: Table) -> list[Hired]:
        """The squirrels that a crowded family may give up: one of each sort, and not those on their last run."""
        found: list[Hired] = []
        names: list[str] = []
        for hired in state.squirrels[squirrels.crowded(state)]:
            if not hired.last_run and not hired.patched and hired.name not in names:
                names.append(hired.name)
                found.append(hired)
        return found

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if self.asks_to_discard(state):
            return self.refuse_discard(state, action)
        if action is PASS or (isinstance(action, Patch) and action.card in state.retiring):
            return None
        if isinstance(action, Patch):
            return Refusal("This squirrel is not about to retire: put PATCH on one that is, or pass.", "10.18")
        return Refusal("Put PATCH on a squirrel that is about to retire, or pass.", "10.18")

    def refuse_discard(self, state: Table, action: Action) -> Refusal | None:
        """Crowded families come one after the other; the site takes them in any order."""
        family = squirrels.crowded(state)
        if isinstance(action, Discard):
            other = squirrels.employer(state, action.card)
            if other == family or (state.rules.site and other != NOBODY and squirrels.is_crowded(state, other)):
                for hired in state.squirrels[other]:
                    if hired.card.index == action.card and not hired.patched and not hired.last_run:
                        return None
                return Refusal("With PATCH or on its last run a squirrel stays: give up another one.", "3.1")
        name = state.pieces.families[family].name
        return Refusal(f"The {name} have to give up one of their own squirrels.", "3.1")

    def play(self, state: Table, seat: int, action: Action) -> None:
        if isinstance(action, Discard):
            squirrels.give_up(state, squirrels.employer(state, action.card), action.card)
            return
        leaving = state.retiring
        state.retiring = ()
        if isinstance(action, Patch):
            squirrels.put_patch(state, action.card)
        for card in leaving:
            if not isinstance(action, Patch) or card != action.card:
                squirrels.let_go(state, card)

    def settle(self, state: Table) -> bool:
        if state.retiring:
            return False
        family = squirrels.crowded(state)
        if family == NOBODY:
            state.stack.pop()
            return True
        choices = self.candidates(state)
        if len(choices) == 1 and not state.rules.explicit_passes:
            squirrels.give_up(state, family, choices[0].card.index)
            return True
        return False

    def reveals(self, state: Table) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Table, seat: int) -> str:
        if self.asks_to_discard(state):
            family = state.pieces.families[squirrels.crowded(state)].name
            return f"The {family} have too many squirrels: give one up."
        return "Put PATCH on a squirrel that is about to retire, or pass."


CLEAN_UP: Final = CleanUp()
