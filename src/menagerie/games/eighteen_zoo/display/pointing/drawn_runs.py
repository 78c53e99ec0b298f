"""Runs drawn by hand (rule 7.4), squirrel by squirrel and place by place, with reasons for what isn't possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from menagerie.core.display.choosing import Choice, Sketch, button
from menagerie.core.display.consequences import Foretold
from menagerie.core.phase import Refusal
from menagerie.core.seats import joined
from menagerie.games.eighteen_zoo.display import wording
from menagerie.games.eighteen_zoo.display.drawing import ghost_of_runs
from menagerie.games.eighteen_zoo.display.wording import harvest_words, words
from menagerie.games.eighteen_zoo.phases.operating import action_of, aids_of, awake, runners_of
from menagerie.games.eighteen_zoo.running.check import RULE_RUN, measure
from menagerie.games.eighteen_zoo.running.graph import STATION, Graph, Place, Way
from menagerie.games.eighteen_zoo.running.harvest import Chain, Harvest
from menagerie.games.eighteen_zoo.running.search import lets_through
from menagerie.games.eighteen_zoo.state import Hired, Position

DRAW: Final = button("Draw a run by hand")
NO_SQUIRREL: Final = -1
_TRIED: Final = 300
"""After trying this many ways on, a run is assumed to have an end."""


def sketch(state: Position, seat: int, path: Sequence[str]) -> Sketch:
    """Return how far the runs are drawn, what can follow, and why the last target can't."""
    pen = _Pen(state)
    for target in path[:-1]:
        refusal = pen.go(target)
        if refusal is not None:
            return pen.sketch(seat, refusal)
    return pen.sketch(seat, pen.go(path[-1]) if path else None)


class _Pen:
    """Draw runs, target by target."""

    def __init__(self, state: Position) -> None:
        self.state = state
        self.family = state.operator
        self.hired = awake(state, self.family)
        self.runners = runners_of(state, self.hired)
        self.aids = aids_of(state, self.family)
        self.graph = Graph(state.board)
        self.chains: list[Chain] = [() for _ in self.hired]
        self.at = 0 if len(self.hired) == 1 else NO_SQUIRREL
        """The squirrel that runs now."""
        self.ends: list[Place] = []
        """Where it is: which O of a hex may still be open."""
        self.fork: dict[str, tuple[Chain, list[Place]]] = {}
        """Ways to the same hex, by the buttons that distinguish them."""

    # Steps.

    def go(self, target: str) -> Refusal | None:
        """Draw on, or return why not."""
        kind, _, name = target.partition("-")
        if target in self.fork:
            chain, self.ends = self.fork[target]
            self.chains[self.at] = chain
            self.fork = {}
            return None
        if self.fork:
            return Refusal("First choose which way the squirrel goes.", RULE_RUN)
        if kind == "hex":
            return self._to(self.state.board.ground.by_name[name])
        called = [
            number for number, one in enumerate(self.hired) if target in (_card(one), button(self._turn_of(number)))
        ]
        if not called:
            return Refusal("Choose a squirrel that can run, then the places of its run.", RULE_RUN)
        return self._next(min(called, key=lambda number: len(self.chains[number])))

    def _next(self, number: int) -> Refusal | None:
        """Continue with another squirrel."""
        name = self.hired[number].name
        if self.chains[number]:
            return Refusal(f"The {name} already has a run. Step back to draw it again.", RULE_RUN)
        if self.at != NO_SQUIRREL and self.chains[self.at]:
            finished = self._measure()
            if isinstance(finished, Refusal):
                return finished
        self.at, self.ends = number, []
        return None

    def _to(self, at: int) -> Refusal | None:
        """Begin at a hex, or run on to it."""
        if self.at == NO_SQUIRREL:
            return Refusal("First choose a squirrel.", RULE_RUN)
        name = self._name(at)
        if not self.chains[self.at]:
            if not self.graph.at[at]:
                return Refusal(f"Hex {name} has no station, R area or O area. Begin where there is one.", RULE_RUN)
            if at not in self._starts():
                if any(self.chains):
                    return Refusal(f"No free track connects hex {name} to a station of the family.", RULE_RUN)
                return Refusal(f"No track connects hex {name} to a station of the family.", RULE_RUN)
            self.chains[self.at], self.ends = (at,), self.graph.at[at]
            return None
        ways = self._ways_on()
        there = {chain: ends for chain, ends in ways.items() if chain[-1] == at}
        right = {chain: ends for chain, ends in there.items() if self._can_end(chain, ends)}
        if not right:
            return self._why_not(there or ways, at, bool(there))
        if len(right) > 1:
            self.fork = self._distinguished(right)
        else:
            ((self.chains[self.at], self.ends),) = right.items()
        return None

    def _why_not(self, chains: dict[Chain, list[Place]], at: int, there: bool) -> Refusal:
        """Return why the run can't go to a hex: what is wrong with the ways there, or else with all ways on."""
        wrong = [found for found in map(self._so_far, chains) if isinstance(found, Refusal)]
        if there and not wrong:
            return Refusal(f"No run can end after hex {self._name(at)}. {self._unfinished(chains)}", RULE_RUN)
        name, here = self._name(at), self._name(self.chains[self.at][-1])
        if at in self.chains[self.at][:-1] and self.graph.at[at]:
            return Refusal(f"The run already visited hex {name}.", RULE_RUN)
        if wrong and (there or len(wrong) == len(chains)):
            return wrong[0]
        if at == self.chains[self.at][-1]:
            return Refusal(f"The run is already at hex {name}.", RULE_RUN)
        if not self.graph.at[at]:
            return Refusal(f"Hex {name} has no station, R area or O area. Choose one that has.", RULE_RUN)
        return Refusal(f"No track leads directly from hex {here} to hex {name}.", RULE_RUN)

    # The track.

    def _starts(self) -> dict[int, Chain]:
        """Return the hexes with a place that track connects to a station of the family."""
        board, family = self.state.board, self.family
        found = [place for place in self.graph.places if place.kind == STATION and board.spots[place.at].holds(family)]
        for place in found:  # it grows meanwhile
            if place.kind == STATION and not self.aids.wings and not lets_through(board, place, family):
                continue
            found += [way.end for way in self.graph.ways_from[place.index] if way.end not in found]
        return {place.at: (place.at,) for place in found if self._leads_on(place)}

    def _leads_on(self, place: Place) -> bool:
        """Return whether a run can begin there, by track that is still free; with PATCH one place is enough."""
        return self._can_end((place.at,), self.graph.at[place.at])

    def _can_end(self, chain: Chain, ends: list[Place]) -> bool:
        """Return whether a run that has come this far is valid or can become so."""
        tried, waiting = 0, [(chain, ends)]
        while waiting and tried < _TRIED:
            tried += 1
            run, there = waiting.pop()
            if not isinstance(self._measure(run), Refusal):
                return True
            if not isinstance(self._so_far(run), Refusal) or len(run) == 1:
                waiting += self._ways(run, there).items()
        return tried == _TRIED

    def _unfinished(self, chains: dict[Chain, list[Place]]) -> str:
        """Return what runs that have come this far still lack."""
        missing = [found.reason for found in map(self._measure, chains) if isinstance(found, Refusal)]
        return missing[0] if missing else "There is no way on."

    def _ways(self, chain: Chain, ends: list[Place]) -> dict[Chain, list[Place]]:
        """Return the run with one stretch more, valid or not, and where it is then."""
        if len(chain) == 1:
            ways: list[Way] = [way for way in self.graph.ways if way.start.at == chain[0]]
        else:
            ways = [way for place in ends for way in self.graph.ways_from[place.index]]
            ways = [way for way in ways if way.hexes[:2] != chain[:-3:-1]]
        found: dict[Chain, list[Place]] = {}
        for way in ways:
            # A stretch that begins elsewhere is one beyond HOLE.
            on = way.hexes[1:] if way.hexes[0] == chain[-1] else way.hexes
            found.setdefault(chain + on, []).append(way.end)
        return found

    def _ways_on(self) -> dict[Chain, list[Place]]:
        """Return the same for the run being drawn."""
        return self._ways(self.chains[self.at], self.ends)

    def _distinguished(self, ways: dict[Chain, list[Place]]) -> dict[str, tuple[Chain, list[Place]]]:
        """Return the ways to one hex, by a hex that no other way passes."""
        found: dict[str, tuple[Chain, list[Place]]] = {}
        for chain, ends in ways.items():
            passed = {at for other in ways if other != chain for at in other}
            own = [self._name(at) for at in chain if at not in passed]
            found[button(f"Via hex {own[0]}" if own else f"Way {len(found) + 1}")] = (chain, ends)
        return found

    def _measure(self, chain: Chain | None = None) -> Harvest | Refusal:
        """Return what the runs bring as they are, or with this one as the squirrel's."""
        chains = tuple(self.chains) if chain is None else self._with(chain)
        return measure(self.state.board, self.family, self.runners, self.aids, chains)

    def _so_far(self, chain: Chain) -> Harvest | Refusal:
        """Return what they bring if the squirrel has come this far."""
        return measure(self.state.board, self.family, self.runners, self.aids, self._with(chain), self.at)

    def _with(self, chain: Chain) -> tuple[Chain, ...]:
        """Return all runs, with this one as the squirrel's."""
        return (*self.chains[: self.at], chain, *self.chains[self.at + 1 :])

    def _name(self, at: int) -> str:
        return self.state.board.ground.hexes[at].name

    # What is shown.

    def sketch(self, seat: int, refusal: Refusal | None) -> Sketch:
        """Return what is drawn, and what can follow."""
        return Sketch(
            self._words(),
            [*self._on(), *self._end(seat), *self._others()],
            ghost_of_runs(self.state, tuple(self.chains)),
            "map",
            "" if refusal is None else refusal.reason,
            "" if refusal is None else refusal.rule,
        )

    def _harvest_text(self, harvest: Harvest) -> str:
        return harvest_words(self.state, harvest)

    def _words(self) -> str:
        """Return what is drawn so far, and what to choose next."""
        if self.at == NO_SQUIRREL:
            return "Choose the squirrel that runs first."
        chain, who = self.chains[self.at], self.hired[self.at].name
        if not chain:
            return f"Choose where the {who} begins its run."
        so_far = self._so_far(chain)
        drawn = self._drawn(who, so_far)
        if self.fork:
            return f"{drawn} Choose a way."
        ways = self._ways_on()
        if any(self._can_end(on, ends) for on, ends in ways.items()):
            return f"{drawn} Choose the next place."
        wrong = [refusal.reason for refusal in map(self._so_far, ways) if isinstance(refusal, Refusal)]
        here = self._name(chain[-1])
        reason = wrong[0] if wrong else f"No other track leads on from hex {here}."
        return f"{drawn} The run ends here. {reason}"

    def _drawn(self, name: str, so_far: Harvest | Refusal) -> str:
        """Return what is drawn so far as a sentence."""
        if isinstance(so_far, Refusal):
            return f"{name} is running."
        if sum(map(bool, self.chains)) > 1:
            return f"{name} and others: {self._harvest_text(so_far)}."
        return f"{name}: {self._harvest_text(so_far)}."

    def _on(self) -> list[Choice]:
        """Return the hexes to begin at or run on to; if several ways lead to one, the ways."""
        if self.at == NO_SQUIRREL:
            return []
        if self.fork:
            return [
                self._step((target,), target.removeprefix("button:"), chain) for target, (chain, _) in self.fork.items()
            ]
        begun = bool(self.chains[self.at])
        found = list(self._starts().values())
        if begun:
            found = [chain for chain, ends in self._ways_on().items() if self._can_end(chain, ends)]
        steps = {chain[-1]: chain for chain in reversed(found)}
        names = {self._name(at): steps[at] for at in sorted(steps)}
        if begun:
            return [self._step((f"hex-{name}",), f"Run to hex {name}", chain) for name, chain in names.items()]
        return [self._step((f"hex-{name}",), f"Begin at hex {name}", chain) for name, chain in names.items()]

    def _step(self, path: tuple[str, ...], words: str, chain: Chain) -> Choice:
        so_far = self._so_far(chain)
        then = self._harvest_text(so_far) if isinstance(so_far, Harvest) and len(chain) > 1 else ""
        return Choice("", path, ghost_of_runs(self.state, self._with(chain)), part="map", words=words, then=then)

    def _others(self) -> list[Choice]:
        """Return the squirrels that can run next, by card or button."""
        begun = self.at != NO_SQUIRREL and bool(self.chains[self.at])
        if self.fork or len(self.hired) == 1 or (begun and isinstance(self._measure(), Refusal)):
            return []
        found: list[Choice] = []
        for number, one in enumerate(self.hired):
            if number != self.at and not self.chains[number]:
                label = self._turn_of(number)
                found.append(Choice("", (_card(one),), words=label))
                if not any(choice.path == (button(label),) for choice in found):
                    found.append(Choice("", (button(label),), words=label))
        return found

    def _turn_of(self, number: int) -> str:
        """Return the button for a squirrel; the first of several with the same name stands for all."""
        return f"Run the {self.hired[number].name}"

    def _end(self, seat: int) -> list[Choice]:
        """Return the runs as a decision, if they are valid."""
        harvest = self._measure()
        if self.fork or not any(self.chains) or isinstance(harvest, Refusal):
            return []
        action = action_of(self.state, self.hired, harvest)
        home = [one.name for one, chain in zip(self.hired, self.chains, strict=True) if not chain]
        consequences = [Foretold(self.state, seat, wording).of(action)]
        if home:
            consequences.append(f"not running: {joined(home)}")
        label = button(f"Run for {self._harvest_text(harvest)}")
        then = "; ".join(filter(None, consequences))
        return [Choice(str(action), (label,), words=words(self.state, seat, action), then=then)]


def _card(hired: Hired) -> str:
    return f"squirrel-{hired.card.id}"
