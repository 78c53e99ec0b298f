"""Looking something up in the rules: by its number, or by a word."""

from __future__ import annotations

import re

from menagerie.core import rules_page
from menagerie.core.errors import MenagerieError


def look_up(page: str, wanted: str) -> str:
    """The chapter or rule of that number, or all rules with these words; raises MenagerieError if there is none."""
    if re.fullmatch(r"[\d.]+", wanted):
        return rules_page.section(page, wanted)
    found = [rule for rule in _rules(page) if wanted.lower() in " ".join(rule.split()).lower()]
    if not found:
        raise MenagerieError(f"The rules say nothing of {wanted!r}; without a word you see all of them.")
    return "\n\n".join(found)


def _rules(page: str) -> list[str]:
    """The page cut at its numbers. What stands before the first is no rule."""
    parts: list[list[str]] = []
    for line in page.splitlines():
        if rules_page.number_of(line):
            parts.append([])
        if parts:
            parts[-1].append(line)
    return ["\n".join(lines).strip() for lines in parts]
