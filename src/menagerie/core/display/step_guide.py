"""Explanations for newcomers beside each question: `guide.toml` in a title's folder.

For each phase it explains the step, and for the start of each decision what that would mean, each with the number of
the rule. Numbers in braces are looked up, as on cards. Whatever else a player would have to look up (powers, symbols,
abilities) comes from `texts` in the title's module `display.wording`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol, cast

from menagerie.core import rules_page
from menagerie.core.content import Content, Entry
from menagerie.core.display import figures
from menagerie.core.display.facts import Facts
from menagerie.core.display.sheet import capital
from menagerie.core.errors import MenagerieError
from menagerie.core.game import Game
from menagerie.core.phase import Phase
from menagerie.core.state import State

GUIDE: Final = "guide.toml"

_NAME: Final = re.compile(r"(?:- )?\*\*[^*]+\*\*(?: \([^)]*\))?:?\s*(?:[\w, ]{0,20}: )?")
"""The start of a rule: its number and name, a remark in brackets, or its name only here: `**7.3** Wolf: `."""
_RULING: Final = re.compile(r" [(\[][A-Z]\d+(?:, [A-Z]\d+)*[)\]]")


class Explaining(Protocol):
    """What a title's module `display.wording` may add."""

    def texts(self, state: State, seat: int) -> list[tuple[str, str]]:
        """Return what that seat would have to look up: names, and what the rules say about them."""


@dataclass(frozen=True)
class StepText:
    """A few sentences and their rule."""

    words: str
    rule: str

    def data(self) -> dict[str, str]:
        """As the client is sent it."""
        return {"words": self.words, "rule": self.rule}


@dataclass(frozen=True)
class Guide:
    """The explanation for a seat that is asked something now."""

    step: StepText
    decisions: dict[str, StepText]
    """What decisions would mean, by how they begin."""
    texts: list[tuple[str, str]]

    def data(self) -> dict[str, Any]:
        """As the client is sent it."""
        decisions = [{"begins": begins} | told.data() for begins, told in self.decisions.items()]
        return {**self.step.data(), "decisions": decisions, "texts": self.texts}


def guide(state: State, seat: int) -> Guide | None:
    """Return the explanation for that seat now, or None if it isn't asked anything or the title has none."""
    phase, game = state.phase(seat), state.game
    if phase is None or not (game.folder / GUIDE).is_file():
        return None
    fitting = [entry for entry in _phases(game.folder) if _fits(entry, phase, state.prompt(seat))]
    if not fitting:
        return None
    decisions: dict[str, StepText] = {}
    for entry in fitting:
        for one in entry.entries("decision"):
            decisions.setdefault(one.text("begins"), _told(state, seat, one))
        if not entry.has("continues"):
            break
    return Guide(_told(state, seat, fitting[0]), decisions, _texts(state, seat))


def _fits(entry: Entry, phase: Phase[Any], prompt: str) -> bool:
    """Return whether an entry is about this phase and, if it says how the prompt begins or ends, this prompt."""
    begins = entry.text("prompt") if entry.has("prompt") else ""
    ends = entry.text("ends") if entry.has("ends") else ""
    return entry.text("name") == type(phase).__name__ and prompt.startswith(begins) and prompt.endswith(ends)


@cache
def _phases(folder: Path) -> list[Entry]:
    return Content(folder).read(GUIDE).entries("phase")


def _told(state: State, seat: int, entry: Entry) -> StepText:
    return StepText(Facts(state, seat).fill(entry.text("words"), entry), entry.text("rule"))


def _texts(state: State, seat: int) -> list[tuple[str, str]]:
    if not state.game.has_pictures or not hasattr(state.game.wording(), "texts"):
        return []
    return cast("Explaining", state.game.wording()).texts(state, seat)


@cache
def rule_text(game: Game, number: str) -> str:
    """Return a rule's text in one paragraph, without number, name and rulings; empty without a rules page."""
    try:
        section = rules_page.section(rules_page.read(game), number)
    except MenagerieError:
        return ""
    words = " ".join(_NAME.sub("", figures.without(section).split("\n\n")[0], count=1).split())
    return capital(_RULING.sub("", words).replace("*", ""))
