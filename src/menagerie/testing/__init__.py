"""The conformance suite: what every title must be able to do, for ours and for those of others (docs/testing.md).

It knows only `core` and what a title's tests tell it (`Case`). It must not know a title, a bot or a test program.
"""

from menagerie.testing.cases import Case
from menagerie.testing.encoding import thawed
from menagerie.testing.ordering import idle
from menagerie.testing.seen import by_phase, unseen
from menagerie.testing.suite import PICTURES, PROPERTIES, Property, check
from menagerie.testing.tiers import COMPLETE, missing
from menagerie.testing.walks import Beginning, Way

__all__ = [
    "COMPLETE",
    "PICTURES",
    "PROPERTIES",
    "Beginning",
    "Case",
    "Property",
    "Way",
    "by_phase",
    "check",
    "idle",
    "missing",
    "thawed",
    "unseen",
]
