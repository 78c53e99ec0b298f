"""Three levels of the same player. No title uses their names: its pieces have names of their own."""

from typing import ClassVar

from menagerie.bots.turn_bot import TurnBot


class Visitor(TurnBot):
    """Sees what lies at hand, and is content with the second best."""

    kind: ClassVar[str] = "visitor"
    name: ClassVar[str] = "Visitor"
    about: ClassVar[str] = (
        "Sees what lies at hand, and is content with the second best. A good opponent for a first game."
    )
    line: ClassVar[str] = "easy, for a first game"


class Keeper(TurnBot):
    """A decent club player, who does not take long."""

    kind: ClassVar[str] = "keeper"
    name: ClassVar[str] = "Ranger"
    about: ClassVar[str] = (
        "A decent club player, who does not take long. Players without a rated game are assumed to be as strong."
    )
    line: ClassVar[str] = "decent, and quick"


class Director(TurnBot):
    """As strong as a second or two can be."""

    kind: ClassVar[str] = "director"
    name: ClassVar[str] = "Director"
    about: ClassVar[str] = (
        "As strong as a second or two of thought can make it: it looks at whole turns, "
        "and plays on from the best of them."
    )
    line: ClassVar[str] = "the strongest"
