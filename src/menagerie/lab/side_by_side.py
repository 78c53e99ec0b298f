"""One match with several contents: what a rule variant changes for the bots, on the same deals."""

from __future__ import annotations

from typing import Any

from menagerie.lab.estimates import Estimate, mean, rounded
from menagerie.lab.match_stats import Result


def difference(variant: Result, own: Result) -> Estimate:
    """How much more the first bot wins with a variant than with the title's own content, game by game."""
    both = sorted(set(variant.won) & set(own.won))
    return mean([variant.won[number] - own.won[number] for number in both])


def told(variant: Result, own: Result) -> str:
    """The same in a sentence."""
    name, content = own.match.entrants[0].name, variant.match.content.name
    more = difference(variant, own)
    return (
        f"On the same deals {name} wins {rounded(100 * more.value, signed=True)} percentage points with {content} "
        f"({rounded(100 * more.low, signed=True)} to {rounded(100 * more.high, signed=True)})."
    )


def figures(results: list[Result]) -> dict[str, Any]:
    """As `--json` prints it: the title's own content first."""
    own, *variants = results
    return {
        **own.figures(),
        "contents": {
            variant.match.content.name: {**variant.figures(), "difference": difference(variant, own).data}
            for variant in variants
        },
    }
