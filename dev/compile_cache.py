"""Keep what was compiled, in the user's cache folder: every checkout of this machine finds it there.

An entry is one file, named by a digest of all that decides what is in it. It is written aside and then renamed, so
that processes that write at the same time leave a whole entry, and it begins with a digest of its content, so that a
damaged one counts as missing. Entries that were not used for the longest time make room for new ones. A folder that
cannot be read or written is a cache that holds nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

LIMIT = 300_000_000  # bytes: about 15 engines, or all objects of as many
CHECKED = hashlib.sha256().digest_size


def user_folder() -> Path:
    """Return the folder of this user's cache, for all checkouts."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "menagerie" / "compiled"


def key_of(*parts: str | bytes) -> str:
    """Return the name of an entry that these parts decide; where one part ends and the next begins counts, too."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(f"{len(data)}:".encode() + data)
    return digest.hexdigest()


class Cache:
    """A folder of entries, bounded in size."""

    def __init__(self, folder: Path, limit: int = LIMIT) -> None:
        self.folder = folder
        self.limit = limit
        self.is_used = True

    def get(self, key: str) -> bytes | None:
        """Return what was stored under a key, if it is there and whole."""
        if not self.is_used:
            return None
        path = self.folder / key
        try:
            entry = path.read_bytes()
        except OSError:
            return None
        content = entry[CHECKED:]
        is_whole = hashlib.sha256(content).digest() == entry[:CHECKED]
        with contextlib.suppress(OSError):
            if is_whole:
                os.utime(path)  # used just now
            else:
                path.unlink()
        return content if is_whole else None

    def put(self, key: str, content: bytes) -> None:
        """Store something under a key."""
        if not self.is_used:
            return
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self.folder, prefix="aside-", delete=False) as aside:
                aside.write(hashlib.sha256(content).digest() + content)
            Path(aside.name).replace(self.folder / key)

    def make_room(self) -> None:
        """Remove the entries that were not used for the longest time, until the rest is within the limit."""
        with contextlib.suppress(OSError):
            entries = [(entry.stat(), entry.path) for entry in os.scandir(self.folder)]
            found = sorted((status.st_mtime, status.st_size, path) for status, path in entries)
            total = sum(size for _, size, _ in found)
            for _, size, path in found:
                if total <= self.limit:
                    return
                Path(path).unlink(missing_ok=True)
                total -= size
