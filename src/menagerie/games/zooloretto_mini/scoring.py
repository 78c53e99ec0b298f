"""Points and ranking of Zooloretto Mini (rules 7.3 to 7.6)."""

from menagerie.games.zooloretto_mini.pieces import Enclosure, Pieces, Tile


def points(pieces: Pieces, zoo: list[Enclosure], barn: tuple[Tile, ...]) -> int:
    """A zoo's points, as if the game ended now."""
    total = 0
    types = 0
    for enclosure in zoo:
        total += pieces.by_animals[enclosure.animals]
        types |= enclosure.landscape_bits
    total += pieces.landscape_in_enclosures * types.bit_count()
    groups = 0
    for tile in barn:
        groups |= tile.bit
    total += pieces.kind_in_barn * (groups & pieces.animal_bits).bit_count()
    return total + pieces.landscape_in_barn * (groups & pieces.landscape_bits).bit_count()


def landscapes(zoo: list[Enclosure]) -> int:
    """The tie-break: landscape tiles in enclosures, whatever their type."""
    return sum([enclosure.landscapes for enclosure in zoo])
