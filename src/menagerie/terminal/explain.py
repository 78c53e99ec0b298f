"""What a step is about: the explanations that the browser's table shows to newcomers."""

from __future__ import annotations

from menagerie.core.display.step_guide import guide
from menagerie.core.state import State
from menagerie.terminal.screen import Screen


def explain(state: State, seat: int, screen: Screen, with_texts: bool = False) -> None:
    """Return what is asked of that seat and, on request, what the rules say about everything to look up."""
    told = guide(state, seat)
    if told is None:
        screen.say("There is nothing to explain here.", "quiet")
        return
    screen.say(f"{told.step.words} (Type help {told.step.rule} for the rule.)", "quiet")
    for name, text in told.texts if with_texts else ():
        screen.say(f"  {name}: {text}")
