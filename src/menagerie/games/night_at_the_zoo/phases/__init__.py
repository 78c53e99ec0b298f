"""The decisions of Night at the Zoo, one class each (docs/rules/night-at-the-zoo.md): drafting, using tiles, moving."""

from menagerie.games.night_at_the_zoo.phases.drafting import DRAFTING

__all__ = ["DRAFTING"]
