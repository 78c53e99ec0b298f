"""What the browser gets: pages, style sheets and the scripts of the client (ARCHITECTURE.md lists their folders).

Files only; the server sends them. Scripts must not know a title: what a table looks like and what can be chosen comes
from the server.
"""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
"""Where `pages` and `static` lie."""
