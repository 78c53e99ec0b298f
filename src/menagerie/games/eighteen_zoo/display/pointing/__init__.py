"""How decisions of 18ZOO are made by pointing at the scene, what else that may mean, and what can be tried out."""

from menagerie.games.eighteen_zoo.display.pointing.meaning import meant
from menagerie.games.eighteen_zoo.display.pointing.paths import choices
from menagerie.games.eighteen_zoo.display.pointing.steps import sketch
from menagerie.games.eighteen_zoo.display.pointing.trying import can_try, trials
from menagerie.games.eighteen_zoo.display.text import shape
from menagerie.games.eighteen_zoo.display.wording import words

__all__ = ["can_try", "choices", "meant", "shape", "sketch", "trials", "words"]
