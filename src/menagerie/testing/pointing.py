"""Properties of deciding by pointing at the picture."""

from __future__ import annotations

import re

from menagerie.core.display.choosing import Choice, Placements, why_not
from menagerie.testing.cases import Case
from menagerie.testing.looking import everything
from menagerie.testing.walks import Way

CODE = re.compile(
    r"[A-Za-z]\w*[-_]\d|\w_\w|\b\d\w*-\d|\br\d+m?\b|[{}]|(?<!tile )(?<!hex )(?<!space )(?<!entrance )\b[A-Z]+\d"
)
"""What is written and not said: ids (`E7-03`, `sand-15`, `TI_455`), rotations (`r2m`), bare coordinates (`J2`)."""

ID = re.compile(r"[A-Za-z]\w*[-_]\d|\w_\w|\br\d+m?\b")


def every_decision_has_words(case: Case, way: Way) -> None:
    """What people read about a decision, on buttons and in lists, holds no codes; nor does what a piece is called."""
    for number, state in enumerate(way.positions()):
        if number % 3:
            continue
        for seat in state.to_act:
            assert not ID.search(state.prompt(seat)), f"a code: {state.prompt(seat)}"
            for choice in case.game.choices(state, seat):
                check_words(choice.words)
                if isinstance(choice, Choice) and choice.then:
                    assert not CODE.search(choice.then), f"a code: {choice.then}"
                assert choice.words != choice.notation, f"{choice.notation} is written, not said"
                for target in choice.path:
                    if target.startswith("button:"):
                        check_words(target.removeprefix("button:"))
                if isinstance(choice, Choice) and choice.notation:
                    action = case.game.parse(choice.notation)
                    assert case.game.words(state, seat, action) == choice.words
        if number % 9 == 0:
            for piece in case.game.scene(state, 0).pieces.values():
                assert not ID.search(piece.label), f"a code: {piece.label}"


def what_is_foretold_comes_true(case: Case, way: Way) -> None:
    """What a button says would come of a decision does come of it, and can be known: it is the same if all that the
    seat does not know is redealt."""
    for number, state in enumerate(way.positions()):
        if number % 3:
            continue
        for seat in state.to_act:
            for choice in case.game.choices(state, seat):
                if isinstance(choice, Placements) or not choice.then:
                    continue
                action = case.game.parse(choice.notation)
                for world in (state, state.imagine(seat, way.seed + number)):
                    after = world.copy()
                    after.play(action, seat)
                    came = case.game.wording().outcome(world, after, seat, action)
                    assert came == choice.then, f"{choice.words} was to bring {choice.then!r}, but brought {came!r}"


def check_words(words: str) -> None:
    """Something, on one line, that begins like a sentence, does not end like one, and has no codes."""
    assert words, "a decision without words"
    assert words.isprintable(), f"not one line: {words!r}"
    assert not words[0].islower(), f"begins small: {words}"
    assert not words.endswith((".", "?")), f"a whole sentence: {words}"
    assert not CODE.search(words), f"a code: {words}"


def every_decision_can_be_pointed_at(case: Case, way: Way) -> None:
    """There is a path of targets for every listed decision, and for each another one."""
    for number, state in enumerate(way.positions()):
        if number % 3:
            continue
        for seat in state.to_act:
            choices = case.game.choices(state, seat)
            offered = [notation for choice in choices for notation in notations(choice)]
            assert set(offered) == {str(action) for action in state.legal(seat)}
            pieces = case.game.scene(state, seat).pieces
            for choice in choices:
                for target in choice.path:
                    assert target in pieces or target.startswith("button:"), f"{target} is not in the scene"
            paths = [choice.path for choice in choices if isinstance(choice, Choice)]
            assert len(set(paths)) == len(paths), f"two decisions have the same path: {paths}"


def pointing_at_anything_is_answered(case: Case, way: Way) -> None:
    """Pointing at a piece gives a decision or a reason."""
    for number, state in enumerate(way.positions()):
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
    """Trials point at pieces of the scene, and can be read."""
    for number, state in enumerate(way.positions()):
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
        return [choice.notation] if choice.notation else []
    found = []
    for turn, fits in choice.fits.items():
        bits = int(fits or "0", 16)
        for bit in range(bits.bit_length()):
            if bits >> bit & 1:
                row, column = divmod(bit, choice.columns)
                cell = f"{chr(ord('A') + column)}{row + 1}"
                found.append(choice.notation.format(turn=turn, cell=cell))
    return found
