"""What a step is about, at the terminal: the words that the browser's table has for newcomers."""

from __future__ import annotations

from menagerie.core.display.step_guide import guide
from menagerie.core.state import State
from menagerie.terminal.screen import Screen


def explain(state: State, seat: int, screen: Screen, with_texts: bool = False) -> None:
    """What is asked of that seat, and on request what the rules say of all that it would have to look up."""
    told = guide(state, seat)
    if told is None:
        screen.say("There is nothing to explain here.", "quiet")
        return
    screen.say(f"{told.step.words} (help {told.step.rule} has the rule.)", "quiet")
    for name, text in told.texts if with_texts else ():
        screen.say(f"  {name}: {text}")
