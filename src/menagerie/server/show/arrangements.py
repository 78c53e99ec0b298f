"""Where the parts of a scene lie on a viewer's screen, with the grounds below them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from menagerie.core.display import arranging
from menagerie.server.protocol.incoming import Extent
from menagerie.server.protocol.outgoing.scene import Arrangement, Card, Place
from menagerie.server.show import title_catalog


def arrangement(
    parts: Mapping[str, Extent], width: float, height: float, asked: Collection[str], title: str
) -> Arrangement:
    """Return where everything lies: as the title composes it, or else as it fits best what is asked about."""
    shapes = {
        name: arranging.Part(one.width, one.height, one.purpose, one.least, one.seat, one.group, one.tight)
        for name, one in parts.items()
    }
    layout = title_catalog.title(title).layout() if title else None
    composed = None if layout is None else layout.arrange(shapes, width, height)
    places = arranging.arrange(shapes, width, height, frozenset(asked)) if composed is None else composed.places
    return Arrangement(
        places={name: Place(*place) for name, place in places.items()},
        cards=[] if composed is None else [Card(*card) for card in composed.cards],
        composed=composed is not None,
        ground="" if layout is None else layout.ground,
        surface="" if layout is None else layout.surface,
    )
