"""Runs drawn by hand (rule 7.4): squirrel by squirrel and place by place, with the reason where one cannot go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from menagerie.core.display.choosing import Choice, Sketch, button
from menagerie.core.display.consequences import Foretold
from menagerie.core.phase import Refusal
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
NOBODY: Final = -1
_TRIED: Final = 300
"""So many ways on are tried to find out whether a run can be ended; then it is taken for granted."""
_PLACES: Final = "a station, an R area or an O area"


def sketch(state: Position, seat: int, path: Sequence[str]) -> Sketch:
    """How far the runs are drawn, what can follow, and why the last target cannot."""
    pen = _Pen(state)
    for target in path[:-1]:
        refusal = pen.go(target)
        if refusal is not None:
            return pen.sketch(seat, refusal)
    return pen.sketch(seat, pen.go(path[-1]) if path else None)


class _Pen:
    """Draws runs, target by target."""

    def __init__(self, state: Position) -> None:
        self.state = state
        self.family = state.operator
        self.hired = awake(state, self.family)
        self.runners = runners_of(state, self.hired)
        self.aids = aids_of(state, self.family)
        self.graph = Graph(state.board)
        self.chains: list[Chain] = [() for _ in self.hired]
        self.at = 0 if len(self.hired) == 1 else NOBODY
        """The squirrel that runs now."""
        self.ends: list[Place] = []
        """Where it is: the O's of a hex may not be told apart yet."""
        self.fork: dict[str, tuple[Chain, list[Place]]] = {}
        """Ways to the same hex, by the buttons that tell them apart."""

    # Steps.

    def go(self, target: str) -> Refusal | None:
        """Draw on; a reason if that cannot be."""
        kind, _, name = target.partition("-")
        if target in self.fork:
            chain, self.ends = self.fork[target]
            self.chains[self.at] = chain
            self.fork = {}
            return None
        if self.fork:
            return Refusal("Say first which way the squirrel takes.", RULE_RUN)
        if kind == "hex":
            return self._to(self.state.board.ground.by_name[name])
        called = [
            number for number, one in enumerate(self.hired) if target in (_card(one), button(self._turn_of(number)))
        ]
        if not called:
            return Refusal("Pick a squirrel of the family that can run, then the places of its run.", RULE_RUN)
        return self._next(min(called, key=lambda number: len(self.chains[number])))

    def _next(self, number: int) -> Refusal | None:
        """Another squirrel runs."""
        name = self.hired[number].name
        if self.chains[number]:
            return Refusal(f"The {name} runs already; step back to draw its run anew.", RULE_RUN)
        if self.at != NOBODY and self.chains[self.at]:
            finished = self._measure()
            if isinstance(finished, Refusal):
                return finished
        self.at, self.ends = number, []
        return None

    def _to(self, at: int) -> Refusal | None:
        """The squirrel begins at a hex, or runs on to it."""
        if self.at == NOBODY:
            return Refusal("Pick the squirrel that runs first.", RULE_RUN)
        name = self._name(at)
        if not self.chains[self.at]:
            if not self.graph.at[at]:
                return Refusal(f"A run begins and ends at {_PLACES}; hex {name} has none of them.", RULE_RUN)
            if at not in self._starts():
                free = "No free track" if any(self.chains) else "No track"
                return Refusal(f"{free} joins hex {name} to a station of the family.", RULE_RUN)
            self.chains[self.at], self.ends = (at,), self.graph.at[at]
            return None
        ways = self._ways_on()
        there = {chain: ends for chain, ends in ways.items() if chain[-1] == at}
        right = {chain: ends for chain, ends in there.items() if self._can_end(chain, ends)}
        if not right:
            return self._why_not(there or ways, at, bool(there))
        if len(right) > 1:
            self.fork = self._told_apart(right)
        else:
            ((self.chains[self.at], self.ends),) = right.items()
        return None

    def _why_not(self, chains: dict[Chain, list[Place]], at: int, there: bool) -> Refusal:
        """Why the run cannot go to a hex: what is wrong with the ways there, else with all ways on, else no way is."""
        wrong = [told for told in map(self._so_far, chains) if isinstance(told, Refusal)]
        if there and not wrong:
            return Refusal(f"By hex {self._name(at)} no run can be ended: {self._unfinished(chains)}", RULE_RUN)
        name, here = self._name(at), self._name(self.chains[self.at][-1])
        if at in self.chains[self.at][:-1] and self.graph.at[at]:
            return Refusal(f"The run has visited hex {name} already.", RULE_RUN)
        if wrong and (there or len(wrong) == len(chains)):
            return wrong[0]
        if at == self.chains[self.at][-1]:
            return Refusal(f"The run is on hex {name} already.", RULE_RUN)
        if not self.graph.at[at]:
            return Refusal(f"A run goes from place to place: hex {name} has no station, R area or O area.", RULE_RUN)
        between = "without another place between"
        return Refusal(f"No track leads from hex {here} to hex {name} {between}.", RULE_RUN)

    # The track.

    def _starts(self) -> dict[int, Chain]:
        """Hexes with a place that track joins to a station of the family."""
        board, family = self.state.board, self.family
        found = [place for place in self.graph.places if place.kind == STATION and board.spots[place.at].holds(family)]
        for place in found:  # it grows meanwhile
            if place.kind == STATION and not self.aids.wings and not lets_through(board, place, family):
                continue
            found += [way.end for way in self.graph.ways_from[place.index] if way.end not in found]
        return {place.at: (place.at,) for place in found if self._leads_on(place)}

    def _leads_on(self, place: Place) -> bool:
        """Whether a run can begin there: by track that nobody else uses; PATCH is content with one place."""
        return self._can_end((place.at,), self.graph.at[place.at])

    def _can_end(self, chain: Chain, ends: list[Place]) -> bool:
        """Whether a run that has come so far is right as it is, or can become so: nobody is led to a dead end."""
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
        """What is missing to runs that have come so far."""
        missing = [told.reason for told in map(self._measure, chains) if isinstance(told, Refusal)]
        return f"{missing[0][0].lower()}{missing[0][1:]}" if missing else "there is no way on."

    def _ways(self, chain: Chain, ends: list[Place]) -> dict[Chain, list[Place]]:
        """The run with one stretch more, whether or not that is right, and where it is then."""
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
        """The same for the run that is being drawn."""
        return self._ways(self.chains[self.at], self.ends)

    def _told_apart(self, ways: dict[Chain, list[Place]]) -> dict[str, tuple[Chain, list[Place]]]:
        """Ways to one hex, by a hex that no other way passes."""
        found: dict[str, tuple[Chain, list[Place]]] = {}
        for chain, ends in ways.items():
            passed = {at for other in ways if other != chain for at in other}
            own = [self._name(at) for at in chain if at not in passed]
            found[button(f"By hex {own[0]}" if own else f"Way {len(found) + 1}")] = (chain, ends)
        return found

    def _measure(self, chain: Chain | None = None) -> Harvest | Refusal:
        """What the runs bring as they are, or with this one as the squirrel's."""
        chains = tuple(self.chains) if chain is None else self._with(chain)
        return measure(self.state.board, self.family, self.runners, self.aids, chains)

    def _so_far(self, chain: Chain) -> Harvest | Refusal:
        """What they bring if the squirrel has come so far."""
        return measure(self.state.board, self.family, self.runners, self.aids, self._with(chain), self.at)

    def _with(self, chain: Chain) -> tuple[Chain, ...]:
        """All runs, if the squirrel runs so."""
        return (*self.chains[: self.at], chain, *self.chains[self.at + 1 :])

    def _name(self, at: int) -> str:
        return self.state.board.ground.hexes[at].name

    # What is shown.

    def sketch(self, seat: int, refusal: Refusal | None) -> Sketch:
        """How far it is, and how it can go on."""
        return Sketch(
            self._words(),
            [*self._on(), *self._end(seat), *self._others()],
            ghost_of_runs(self.state, tuple(self.chains)),
            "map",
            "" if refusal is None else refusal.reason,
            "" if refusal is None else refusal.rule,
        )

    def _told(self, harvest: Harvest) -> str:
        return harvest_words(self.state, harvest)

    def _words(self) -> str:
        """What is drawn so far, and what is asked."""
        if self.at == NOBODY:
            return "Which squirrel runs first?"
        chain, who = self.chains[self.at], self.hired[self.at].name
        if not chain:
            return f"Where does the run of the {who} begin?"
        so_far = self._so_far(chain)
        told = f"{who}: {self._told(so_far)} so far" if isinstance(so_far, Harvest) else who
        if len(self.hired) > 1:
            told += " with the others" if sum(map(bool, self.chains)) > 1 else ""
        if self.fork:
            return f"{told}. Several ways lead there: which one?"
        ways = self._ways_on()
        if any(self._can_end(on, ends) for on, ends in ways.items()):
            return f"{told}. Where to next?"
        wrong = [refusal.reason for refusal in map(self._so_far, ways) if isinstance(refusal, Refusal)]
        here = self._name(chain[-1])
        return f"{told}. The run ends here: {wrong[0] if wrong else f'no other track leads on from hex {here}.'}"

    def _on(self) -> list[Choice]:
        """The hexes to begin at or to run on to; where several ways lead to one, the ways."""
        if self.at == NOBODY:
            return []
        if self.fork:
            return [
                self._step((target,), target.removeprefix("button:"), chain) for target, (chain, _) in self.fork.items()
            ]
        begun = bool(self.chains[self.at])
        found = list(self._starts().values())
        if begun:
            found = [chain for chain, ends in self._ways_on().items() if self._can_end(chain, ends)]
        verb = "Run on to" if begun else "Begin on"
        steps = {chain[-1]: chain for chain in reversed(found)}
        names = {self._name(at): steps[at] for at in sorted(steps)}
        return [self._step((f"hex-{name}",), f"{verb} hex {name}", chain) for name, chain in names.items()]

    def _step(self, path: tuple[str, ...], words: str, chain: Chain) -> Choice:
        so_far = self._so_far(chain)
        told = self._told(so_far) if isinstance(so_far, Harvest) and len(chain) > 1 else ""
        return Choice("", path, ghost_of_runs(self.state, self._with(chain)), part="map", words=words, then=told)

    def _others(self) -> list[Choice]:
        """The squirrels that can run next, by their cards or by buttons."""
        begun = self.at != NOBODY and bool(self.chains[self.at])
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
        """The button for a squirrel; those that are called alike run alike, and the first of them stands for all."""
        return f"Now the {self.hired[number].name}"

    def _end(self, seat: int) -> list[Choice]:
        """The runs as a decision, if they are right as they are."""
        harvest = self._measure()
        if self.fork or not any(self.chains) or isinstance(harvest, Refusal):
            return []
        action = action_of(self.state, self.hired, harvest)
        home = [one.name for one, chain in zip(self.hired, self.chains, strict=True) if not chain]
        told = [Foretold(self.state, seat, wording).of(action)]
        if home:
            told.append(f"the {' and the '.join(home)} {'stays' if len(home) == 1 else 'stay'} at home")
        label = button(f"Run: {self._told(harvest)}")
        then = "; ".join(filter(None, told))
        return [Choice(str(action), (label,), words=words(self.state, seat, action), then=then)]


def _card(hired: Hired) -> str:
    return f"squirrel-{hired.card.id}"
