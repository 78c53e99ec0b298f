"""Number what is legal. A short list is shown as it is; hundreds are grouped by their first words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LONGEST_LIST: Final = 40
"""More decisions than this are shown in groups."""


@dataclass(frozen=True, slots=True)
class ListedChoice:
    """A line to choose: one decision, or several that begin alike."""

    label: str
    decisions: tuple[str, ...]

    @property
    def is_group(self) -> bool:
        """Return whether choosing it narrows the list instead of deciding."""
        return len(self.decisions) > 1


def entries(decisions: list[str]) -> list[ListedChoice]:
    """Return the lines to number."""
    groups = _by_next_word(decisions) if len(decisions) > LONGEST_LIST else {}
    if len(groups) in (0, len(decisions)):
        return [ListedChoice(decision, (decision,)) for decision in decisions]
    return [ListedChoice(_label(members), tuple(members)) for members in groups.values()]


def matching(decisions: list[str], typed: str) -> list[str]:
    """Return the typed decision, or else all that begin with it."""
    wanted = _plain(typed)
    exact = [decision for decision in decisions if _plain(decision) == wanted]
    return exact or [decision for decision in decisions if _plain(decision).startswith(wanted)]


def abbreviated(names: list[str], typed: str) -> list[str]:
    """Return all names that have these words, or words that begin so, in order: `load rhino 2`."""
    wanted = _plain(typed).split()
    return [name for name in names if wanted and _has_in_order(_plain(name).replace(",", "").split(), wanted)]


def _has_in_order(words: list[str], wanted: list[str]) -> bool:
    left = iter(words)
    return all(any(_begins(word, beginning) for word in left) for beginning in wanted)


def _begins(word: str, beginning: str) -> bool:
    """Return whether a word begins so. Numbers must match whole, or truck 1 would be 10 too."""
    word = word.strip(".:()")
    return word == beginning if beginning.isdecimal() else word.startswith(beginning)


def columns(lines: list[str], width: int) -> list[str]:
    """Return the lines in as many columns as fit, read downwards."""
    cell = max([len(line) for line in lines], default=0) + 3
    rows = -(-len(lines) // max(1, (width + 3) // cell)) if lines else 0
    return ["".join([line.ljust(cell) for line in lines[row::rows]]).rstrip() for row in range(rows)]


def numbered(labels: list[str]) -> list[str]:
    """Return the lines with their numbers."""
    digits = len(str(len(labels)))
    return [f"{number:>{digits}}  {label}" for number, label in enumerate(labels, start=1)]


def beside(labels: list[str], words: list[str], width: int) -> list[str] | None:
    """Return the lines with their words in a second column; None if that is too wide."""
    wide = max([len(label) for label in labels], default=0)
    lines = [f"{label:<{wide}}   {name}".rstrip() for label, name in zip(labels, words, strict=True)]
    return lines if max([len(line) for line in lines], default=0) <= width else None


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _by_next_word(decisions: list[str]) -> dict[tuple[str, ...], list[str]]:
    """Return groups of decisions that share one word more than all of them do."""
    common = len(_common_words(decisions))
    groups: dict[tuple[str, ...], list[str]] = {}
    for decision in decisions:
        groups.setdefault(tuple(decision.split()[: common + 1]), []).append(decision)
    return groups


def _label(members: list[str]) -> str:
    if len(members) == 1:
        return members[0]
    return f"{' '.join(_common_words(members))} ... ({len(members)})"


def _common_words(decisions: list[str]) -> list[str]:
    """Return the words that all of them begin with."""
    first, *others = [decision.split() for decision in decisions]
    count = len(first)
    for words in others:
        count = min(count, len(words))
        while words[:count] != first[:count]:
            count -= 1
    return first[:count]
