"""Numbers for what is legal. A short list is shown as it is; hundreds are grouped by the words that they begin with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LONGEST_LIST: Final = 40
"""More decisions than this are shown in groups."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line that can be chosen: one decision, or several that begin alike."""

    label: str
    decisions: tuple[str, ...]

    @property
    def is_group(self) -> bool:
        """Whether choosing it narrows the list instead of deciding."""
        return len(self.decisions) > 1


def entries(decisions: list[str]) -> list[Entry]:
    """The lines to number."""
    groups = _by_next_word(decisions) if len(decisions) > LONGEST_LIST else {}
    if len(groups) in (0, len(decisions)):
        return [Entry(decision, (decision,)) for decision in decisions]
    return [Entry(_label(members), tuple(members)) for members in groups.values()]


def matching(decisions: list[str], typed: str) -> list[str]:
    """The decision that was typed, or else all that begin with it."""
    wanted = _plain(typed)
    exact = [decision for decision in decisions if _plain(decision) == wanted]
    return exact or [decision for decision in decisions if _plain(decision).startswith(wanted)]


def columns(lines: list[str], width: int) -> list[str]:
    """The lines side by side, as many columns as fit, to be read downwards."""
    cell = max([len(line) for line in lines], default=0) + 3
    rows = -(-len(lines) // max(1, (width + 3) // cell)) if lines else 0
    return ["".join([line.ljust(cell) for line in lines[row::rows]]).rstrip() for row in range(rows)]


def numbered(found: list[Entry]) -> list[str]:
    """The entries with their numbers."""
    digits = len(str(len(found)))
    return [f"{number:>{digits}}  {entry.label}" for number, entry in enumerate(found, start=1)]


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _by_next_word(decisions: list[str]) -> dict[tuple[str, ...], list[str]]:
    """Groups of decisions that share one word more than all of them share."""
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
    """The words that all of them begin with."""
    first, *others = [decision.split() for decision in decisions]
    count = len(first)
    for words in others:
        count = min(count, len(words))
        while words[:count] != first[:count]:
            count -= 1
    return first[:count]
