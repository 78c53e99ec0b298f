"""18ZOO in numbers, part by part."""

from menagerie.games.eighteen_zoo.encoding.whole import TitleEncoding

__all__ = ["TitleEncoding"]
