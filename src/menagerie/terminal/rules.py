"""Look something up in the rules by its number or by a word. Figures are the table as text."""

from __future__ import annotations

import re
from typing import Final

from menagerie.core import rules_page
from menagerie.core.display import figures
from menagerie.core.display.figures import Figure
from menagerie.core.errors import MenagerieError
from menagerie.core.game import Game
from menagerie.terminal import paint

_WIDEST: Final = 90
"""The width of a figure in characters."""
_LOWEST: Final = 24
"""The height up to which a figure needs no second column."""


def look_up(game: Game, wanted: str = "") -> str:
    """Return the chapter or rule of that number, all rules with these words (as a phrase if there are any), or the
    whole page. Raises MenagerieError if there is no such rule."""
    page = rules_page.read(game)
    found = _find(page, wanted) if wanted else page
    return figures.replaced(found, [_shown(figure) for figure in figures.figures(game, page, found)])


def _find(page: str, wanted: str) -> str:
    if re.fullmatch(r"[\d.]+", wanted):
        return rules_page.section(page, wanted)
    rules = {rule: " ".join(figures.without(rule).split()).lower() for rule in _rules(page)}
    found = [rule for rule, said in rules.items() if wanted.lower() in said]
    if not found:  # not side by side, but in one rule
        found = [rule for rule, said in rules.items() if all(word in said for word in wanted.lower().split())]
    if not found:
        raise MenagerieError(f"The rules don't mention {wanted!r}. Leave out the words to see all rules.")
    return "\n\n".join(found)


def _rules(page: str) -> list[str]:
    """Return the page cut at its numbers. Text before the first is not a rule."""
    parts: list[list[str]] = []
    for line in page.splitlines():
        if rules_page.number_of(line):
            parts.append([])
        if parts:
            parts[-1].append(line)
    return ["\n".join(lines).strip() for lines in parts]


def _shown(figure: Figure) -> str:
    """Return a figure in Markdown."""
    return f"```text\n{paint.arrange(figure.text(), _WIDEST, _LOWEST)}\n```\n\n*{figure.words}*"
