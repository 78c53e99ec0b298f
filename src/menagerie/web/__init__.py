"""What the browser gets: pages, style sheets and the small client. Files only; the server sends them."""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
"""Where `pages` and `static` lie."""
