"""The conformance suite: what every title must be able to do, for ours and for anybody's (docs/testing.md)."""

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
