"""The browser's files: pages, style sheets and the client's scripts (ARCHITECTURE.md lists their folders).

Files only; the server sends them. Scripts must not know a title: the server says what a table looks like and what
can be chosen.
"""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
"""The folder with `pages` and `static`."""
