"""Three levels of the same player. No title uses their names: its pieces have names of their own."""

from typing import ClassVar

from menagerie.bots.turn_bot import TurnBot


class Visitor(TurnBot):
    """Sees what is obvious and may settle for second best."""

    kind: ClassVar[str] = "visitor"
    name: ClassVar[str] = "Visitor"
    about: ClassVar[str] = "Sees what is obvious and may settle for second best. A good opponent for a first game."
    line: ClassVar[str] = "easy, for a first game"


class Keeper(TurnBot):
    """A decent club player who plays quickly."""

    kind: ClassVar[str] = "keeper"
    name: ClassVar[str] = "Ranger"
    about: ClassVar[str] = (
        "A decent club player who plays quickly. Players without a rated game are assumed to be as strong."
    )
    line: ClassVar[str] = "decent, and quick"


class Director(TurnBot):
    """As strong as a second or two of thought allows."""

    kind: ClassVar[str] = "director"
    name: ClassVar[str] = "Director"
    about: ClassVar[str] = (
        "As strong as a second or two of thought allows. It considers whole turns and plays on from the best of them."
    )
    line: ClassVar[str] = "the strongest"
