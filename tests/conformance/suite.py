"""The properties. Each takes a case (a title, players, options) and a way through a game, and raises if it fails.

A title registers by `tests/games/<folder>/conformance.py`, which offers
- `CASES`: pairs of players and options that between them reach every mode,
- `census(state)`: what must be the same in every position of a game (pieces, wherever they are),
- `naive_scores(state)`: the scores, counted a second time from `state.view(None)` in the simplest way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any
from xml.etree import ElementTree

from menagerie import Event, Game, IllegalAction, Record, State
from menagerie.core.action import Action
from menagerie.core.choosing import Choice, Placements, why_not
from menagerie.core.playout import play_randomly


@dataclass(frozen=True)
class Case:
    """A title with a number of players and options, and what its tests know about it."""

    game: Game
    players: int
    options: dict[str, Any]
    census: Callable[[State], object]
    naive_scores: Callable[[State], tuple[int, ...]]

    def new(self, seed: int) -> State:
        return self.game.new(players=self.players, seed=seed, **self.options)

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"{self.game.id} {self.players}p{options}"


@dataclass
class Way:
    """A way through a game: numbers that pick a decision each, then nothing more."""

    seed: int
    picks: list[int] = field(default_factory=list)

    def positions(self, case: Case, log: list[Event] | None = None) -> Iterator[State]:
        """The same state again and again, after each decision; what happens is added to `log`."""
        state = case.new(self.seed)
        yield state
        for pick in self.picks:
            acting = state.to_act
            if not acting:
                return
            seat = acting[pick % len(acting)]
            actions = state.legal(seat)
            state.play(actions[(pick // len(acting)) % len(actions)], seat, log)
            yield state


def everything(state: State) -> dict[str, Any]:
    """All that there is to know about a state."""
    return {
        "views": [state.view(seat) for seat in (*range(state.players), None)],
        "secrets": state.secrets(),
        "history": [(seat, str(action)) for seat, action in state.history],
        "to_act": state.to_act,
        "legal": [[str(action) for action in state.legal(seat)] for seat in range(state.players)],
        "scores": state.scores,
    }


def known_to(state: State, seat: int | None) -> str:
    """All that a seat is ever shown, as one text."""
    shown: dict[str, Any] = {
        "view": state.view(seat),
        "to_act": state.to_act,
        "scene": state.game.scene(state, seat).changes_since(None),
    }
    if seat is not None:
        shown["legal"] = [str(action) for action in state.legal(seat)]
        shown["prompt"] = state.prompt(seat)
        shown["choices"] = [choice.wire() for choice in state.game.choices(state, seat)] if seat in state.to_act else []
        shown["trials"] = [trial.wire() for trial in state.game.trials(state, seat)]
    return json.dumps(shown, sort_keys=True)


# The properties.


def the_same_seed_and_decisions_lead_to_the_same_state(case: Case, way: Way) -> None:
    ends = [list(way.positions(case))[-1] for _ in range(2)]
    assert everything(ends[0]) == everything(ends[1])


def copies_are_independent(case: Case, way: Way) -> None:
    for number, state in enumerate(way.positions(case)):
        if number % 5:
            continue
        before = everything(state)
        twin = state.copy()
        assert everything(twin) == before, "a copy differs from its original"
        play_some(twin, way.seed + number, 12)
        assert everything(state) == before, "playing on a copy changed the original"
        twin, untouched = state.copy(), state.copy()
        play_some(twin, way.seed - number, 3)
        assert everything(untouched) == before, "two copies share something"


def play_some(state: State, seed: int, decisions: int) -> None:
    chance = Random(seed)
    for _ in range(decisions):
        if state.is_over:
            return
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)


def legal_means_playable(case: Case, way: Way) -> None:
    seen: dict[str, Action] = {}
    for number, state in enumerate(way.positions(case)):
        legal = {seat: state.legal(seat) for seat in range(state.players)}
        for seat, actions in legal.items():
            texts = [str(action) for action in actions]
            assert len(set(texts)) == len(texts), f"a decision is listed twice: {texts}"
            assert texts == [str(action) for action in state.legal(seat)], "the order is not stable"
            assert bool(texts) == (seat in state.to_act), "who is to act has decisions, and nobody else"
            seen.update(zip(texts, actions, strict=True))
        if number % 3 == 0:
            for seat in state.to_act:
                for action in Random(number).sample(legal[seat], min(8, len(legal[seat]))):
                    state.copy().play(action, seat)
                    assert state.refusal(action, seat) == ""
    assert seen


def what_is_not_legal_is_refused_and_leaves_no_trace(case: Case, way: Way) -> None:
    seen: dict[str, Action] = {}
    for number, state in enumerate(way.positions(case)):
        if number % 3 == 0 and seen:
            before = everything(state)
            chance = Random(number)
            for action in chance.sample(list(seen.values()), min(10, len(seen))):
                for seat in range(state.players):
                    refuse_or_accept(state, seat, action)
            assert everything(state) == before, "a refused decision left a trace"
        for seat in state.to_act:
            seen.update({str(action): action for action in state.legal(seat)[:40]})


def refuse_or_accept(state: State, seat: int, action: Action) -> None:
    """Decisions outside `legal` may be accepted where a title says so (any correct run): then on a copy."""
    listed = action in state.legal(seat)
    try:
        state.copy().play(action, seat)
        accepted, reason = True, ""
    except IllegalAction as error:
        accepted, reason = False, error.reason
    if accepted:
        assert listed or getattr(state.game, "accepts_unlisted", False), f"{action} is not listed, but was accepted"
        return
    assert not listed, f"{action} is listed, but was refused"
    assert reason, "a refusal without a reason"
    try:
        state.play(action, seat)
    except IllegalAction:
        return
    raise AssertionError(f"{action} was refused by a copy and accepted by the original")


def notation_is_exact_both_ways(case: Case, way: Way) -> None:
    for state in way.positions(case):
        for seat in state.to_act:
            for action in state.legal(seat)[:60]:
                text = str(action)
                assert text.isprintable(), f"not one line: {text!r}"
                assert text == text.strip()
                assert " @ " not in text, "' @ ' stands before the time in a record"
                parsed = case.game.parse(text)
                assert parsed == action
                assert str(parsed) == text


def records_replay_to_the_same_state(case: Case, way: Way) -> None:
    state = list(way.positions(case))[-1]
    record = Record.of(state, names={0: "Lisa"})
    text = str(record)
    again = Record.parse(text)
    assert str(again) == text
    assert everything(again.final()) == everything(state)


def nobody_is_shown_what_is_hidden(case: Case, way: Way) -> None:
    for number, state in enumerate(way.positions(case)):
        if number % 11:
            continue
        for seat in (*range(state.players), None):
            shown = known_to(state, seat)
            for seed in (1, 2):
                assert known_to(state.imagine(seat, seed), seat) == shown, f"seat {seat} can see what is hidden from it"


def imagining_depends_on_nothing_hidden(case: Case, way: Way) -> None:
    for number, state in enumerate(way.positions(case)):
        if number % 5:
            continue
        before = everything(state)
        for seat in (*range(state.players), None):
            imagined = everything(state.imagine(seat, 5))
            other_world = state.imagine(seat, 99)
            assert everything(other_world.imagine(seat, 5)) == imagined, "an imagined state gives the real one away"
            assert other_world.setup.seed != state.setup.seed
        assert everything(state) == before, "imagining changed the state"


def a_new_deal_is_a_game_of_its_own(case: Case, way: Way) -> None:
    for number, state in enumerate(way.positions(case)):
        if number % 29 != 4:
            continue
        before, seed = everything(state), way.seed + number
        anew, elsewhere = state.copy(), state.imagine(None, 99)
        for table in (anew, elsewhere):
            table.deal_anew(seed)
        dealt = everything(anew)
        assert known_to(anew, None) == known_to(state, None), "an onlooker can tell that it was dealt anew"
        assert case.census(anew) == case.census(state), "pieces came or went"
        assert everything(elsewhere) == dealt, "a new deal gives away what was hidden"
        assert everything(state) == before, "dealing a copy anew changed the original"
        for table in (anew, elsewhere):
            play_randomly(table, Random(number), limit=case.game.longest)
        assert everything(elsewhere) == everything(anew), "the game after a new deal gives away what was hidden"
        record = Record.parse(str(Record.of(anew)))
        assert record.anew == [(number, seed)]
        assert everything(record.final()) == everything(anew)
        assert everything(record.at(number)) == dealt


def every_game_ends(case: Case, way: Way) -> None:
    state = list(way.positions(case))[-1]
    play_randomly(state, Random(way.seed), limit=case.game.longest)
    assert state.decisions <= case.game.longest
    assert (state.to_act, state.legal(0), state.is_over) == ((), [], True)
    assert state.result()
    assert sorted(seat for group in state.ranking for seat in group) == list(range(state.players))


def pieces_are_conserved(case: Case, way: Way) -> None:
    first: object = None
    for state in way.positions(case):
        first = case.census(state) if first is None else first
        assert case.census(state) == first, f"pieces came or went: {case.census(state)} instead of {first}"


def scores_agree_with_a_naive_count(case: Case, way: Way) -> None:
    for state in way.positions(case):
        assert state.scores == case.naive_scores(state)
    play_randomly(state, Random(way.seed))
    assert state.scores == case.naive_scores(state)


def nothing_is_asked_that_is_not_a_choice(case: Case, way: Way) -> None:
    for state in way.positions(case):
        for seat in state.to_act:
            phase = state.phase(seat)
            assert phase is not None
            assert state.prompt(seat)
            if len(state.legal(seat)) == 1:
                assert phase.reveals(state), f"{phase} asks for the only decision there is: {state.legal(seat)}"


def every_decision_can_be_pointed_at(case: Case, way: Way) -> None:
    for number, state in enumerate(way.positions(case)):
        if number % 3:
            continue
        for seat in state.to_act:
            choices = case.game.choices(state, seat)
            offered = [notation for choice in choices for notation in notations(choice)]
            assert sorted(offered) == sorted(str(action) for action in state.legal(seat))
            pieces = case.game.scene(state, seat).pieces
            for choice in choices:
                for target in choice.path:
                    assert target in pieces or target.startswith("button:"), f"{target} is not in the scene"
            paths = [choice.path for choice in choices if isinstance(choice, Choice)]
            assert len(set(paths)) == len(paths), f"two decisions have the same path: {paths}"


def pointing_at_anything_is_answered(case: Case, way: Way) -> None:
    for number, state in enumerate(way.positions(case)):
        if number % 7:
            continue
        for seat in state.to_act:
            pieces = list(case.game.scene(state, seat).pieces)
            paths = [choice.path for choice in case.game.choices(state, seat) if isinstance(choice, Choice)]
            for path in paths:
                if not any(target.startswith("button:") for target in path):
                    assert why_not(state, seat, path) is None, f"{path} leads to a decision, but was not understood"
            begun = [(path[0],) for path in paths if len(path) > 1][:2]
            for path in [
                *[(piece,) for piece in pieces],
                *[(*first, piece) for first in begun for piece in pieces[::3]],
            ]:
                answer = why_not(state, seat, path)
                assert answer is None or answer.reason.endswith((".", "?")), f"{path}: {answer}"


def what_can_be_tried_lies_on_the_table(case: Case, way: Way) -> None:
    for number, state in enumerate(way.positions(case)):
        if number % 17:
            continue
        before = everything(state)
        for seat in range(state.players):
            trials = case.game.trials(state, seat)
            assert case.game.has_trials or not trials
            pieces = case.game.scene(state, seat).pieces
            for trial in trials:
                targets = [target for target in trial.path if not target.startswith("button:")]
                assert targets, f"{trial.notation} has nothing to point at"
                assert set(targets) <= set(pieces), f"{targets} are not in the scene"
                assert all(str(case.game.parse(notation)) for notation in notations(trial)[:3])
        assert everything(state) == before


def notations(choice: Choice | Placements) -> list[str]:
    """What a choice stands for, as the browser would read it."""
    if isinstance(choice, Choice):
        return [choice.notation]
    found = []
    for turn, fits in choice.fits.items():
        bits = int(fits or "0", 16)
        for bit in range(bits.bit_length()):
            if bits >> bit & 1:
                row, column = divmod(bit, choice.columns)
                cell = f"{chr(ord('A') + column)}{row + 1}"
                found.append(choice.notation.format(turn=turn, cell=cell))
    return found


NAMES = ("Lisa", "Tom", "Mia", "Ben", "Zoe", "Max")
BARE_LETTER = re.compile(r"\b[B-F]\b|\bA\b(?! [A-Za-z])")
"""A seat's letter where a name belongs: `B`, `A:`, `A 12`, but not `A penguin` and not `E4-01`."""


def every_decision_is_told(case: Case, way: Way) -> None:
    log: list[Event] = []
    for number, state in enumerate(way.positions(case, log)):
        assert log or not number, f"nothing is told about {state.history[-1][1]}"
        for event in log:
            sentence = event.tell(NAMES)
            assert sentence.isprintable(), f"not one line: {sentence!r}"
            assert sentence.endswith((".", "?", "!")), f"not a sentence: {sentence}"
            assert not BARE_LETTER.search(sentence), f"a letter for a name: {sentence}"
        log.clear()


def the_table_can_be_read_as_text(case: Case, way: Way) -> None:
    for state in way.positions(case):
        assert str(state).strip()


def every_picture_is_a_whole_document(case: Case, way: Way) -> None:
    for number, state in enumerate(way.positions(case)):
        if number % 9:
            continue
        for seat in (0, None):
            scene = case.game.scene(state, seat)
            document = ElementTree.fromstring(scene.svg())
            drawn = {element.get("id") for element in document.iter() if element.get("id")}
            used = {element.get("href", "").removeprefix("#") for element in document.iter() if element.get("href")}
            assert used <= drawn, f"used, but not there: {used - drawn}"
            assert f"seat-{seat or 0}" in scene.areas, "a board to look at closely"


PROPERTIES: tuple[Callable[[Case, Way], None], ...] = (
    the_same_seed_and_decisions_lead_to_the_same_state,
    copies_are_independent,
    legal_means_playable,
    what_is_not_legal_is_refused_and_leaves_no_trace,
    notation_is_exact_both_ways,
    records_replay_to_the_same_state,
    nobody_is_shown_what_is_hidden,
    imagining_depends_on_nothing_hidden,
    a_new_deal_is_a_game_of_its_own,
    every_game_ends,
    pieces_are_conserved,
    scores_agree_with_a_naive_count,
    nothing_is_asked_that_is_not_a_choice,
    every_decision_can_be_pointed_at,
    pointing_at_anything_is_answered,
    what_can_be_tried_lies_on_the_table,
    every_decision_is_told,
    the_table_can_be_read_as_text,
    every_picture_is_a_whole_document,
)


def check(case: Case, way: Way, holds: Callable[[Case, Way], None]) -> None:
    """Check one property; a failure carries the record of the game, so that it can be replayed."""
    try:
        holds(case, way)
    except Exception as error:
        error.add_note(f"{case}, {holds.__name__}; the game:\n{_record(case, way)}")
        raise


def _record(case: Case, way: Way) -> str:
    record = "(it cannot be set up)"
    try:
        for state in way.positions(case):
            record = str(Record.of(state))
    except Exception as error:
        record += f"; then {type(error).__name__}: {error}"
    return record
