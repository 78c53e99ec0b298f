"""The pages' few drawings are those of the tables."""

from menagerie.core.scene import symbol
from menagerie.web import FOLDER

NAMES = ("chair", "crown", "logo", "moon", "robot")


def test_the_pages_use_our_drawings() -> None:
    text = "\n".join(symbol(name) for name in NAMES)
    assert (FOLDER / "static" / "symbols.svg").read_text(encoding="utf-8") == (
        f'<svg xmlns="http://www.w3.org/2000/svg">\n{text}\n</svg>\n'
    ), "write static/symbols.svg anew from core/symbols"
