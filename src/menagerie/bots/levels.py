"""The people of the zoo: three levels of the same player."""

from typing import ClassVar

from menagerie.bots.turn_bot import TurnBot


class Visitor(TurnBot):
    """Sees what lies at hand, and is content with the second best."""

    kind: ClassVar[str] = "visitor"
    line: ClassVar[str] = "easy, for a first game"


class Keeper(TurnBot):
    """A decent club player, who does not take long."""

    kind: ClassVar[str] = "keeper"
    line: ClassVar[str] = "decent, and quick"


class Director(TurnBot):
    """As strong as a second or two can be."""

    kind: ClassVar[str] = "director"
    line: ClassVar[str] = "the strongest"
