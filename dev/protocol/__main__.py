"""Write or check the files: `python -m dev.protocol [--check]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dev.protocol import asyncapi, tables, types_js
from dev.protocol.messages import subjects

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "protocol").glob("*.md"))
"""The pages of the protocol. Some have tables between marks."""


def files() -> dict[Path, str]:
    """Return what each file must contain."""
    found = subjects()
    return {
        ROOT / "src" / "menagerie" / "web" / "static" / "shared" / "protocol.js": types_js.write(found),
        ROOT / "docs" / "messages.md": tables.page(found),
        **{page: tables.among_text(page.read_text(encoding="utf-8"), found) for page in PAGES},
        ROOT / "docs" / "asyncapi.json": asyncapi.write(found),
    }


def main() -> int:
    """Write the files, or name the old ones."""
    parser = argparse.ArgumentParser(prog="python -m dev.protocol", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, and fail if a file is old")
    asked = parser.parse_args()
    wanted = files()
    old = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if asked.check:
        for path in old:
            print(f"{path.relative_to(ROOT)} is older than the messages of the server. Run python -m dev.protocol.")
        return 1 if old else 0
    for path in old:
        path.write_text(wanted[path], encoding="utf-8")
        print(f"{path.relative_to(ROOT)} is written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
