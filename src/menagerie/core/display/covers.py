"""A title's cover: a picture composed from its own pieces, `display/cover.svg` in its folder."""

from __future__ import annotations

import re
from typing import Final

from menagerie.core.display.scene import look, symbol
from menagerie.core.game import Game

SIZE: Final = (480, 300)
_USED: Final = re.compile(r'href="#([a-z-]+)"')


def cover(game: Game, theme: str = "light") -> str:
    """Return the cover as an SVG document. A title without one shows its table at the start of a game."""
    path = game.folder / "display" / "cover.svg"
    if not path.is_file():
        return game.scene(game.new(seed=1)).svg(theme)
    body = path.read_text(encoding="utf-8")
    defs = "\n".join([symbol(name) for name in sorted(set(_USED.findall(body)))])
    dusk = '<rect class="dusk" width="480" height="300"/>' if theme == "dark" else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE[0]} {SIZE[1]}" class="scene {theme}" role="img" '
        f'preserveAspectRatio="xMidYMid slice">\n<style>{look()}</style>\n<defs>{defs}</defs>\n{body}{dusk}</svg>\n'
    )
