"""Which engine runs: the compiled one where it fits the sources, else the sources themselves.

A build (`./menagerie build`, a start of `./menagerie` in the background, or a wheel) puts compiled modules beside the
sources of `core`, `games` and `bots` (and of a few of `server`), and Python prefers them without asking whether they
are still true. So the build leaves a stamp that says what each compiled source looked like and how large each compiled
file is, and `install`, the first statement of the package, compares. Where they differ, a finder makes Python read the
sources instead.

The environment variable MENAGERIE_ENGINE forces one: `interpreted`, or `compiled` (an error where that cannot be).
This module is never compiled and imports nothing of the package, and of the standard library what every start needs:
what few starts need is imported there.
"""

from __future__ import annotations

import importlib.machinery
import json
import os
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = Path(__file__).parent
STAMP = PACKAGE / "_compiled.json"
ENGINE_PACKAGES = ("core", "games", "bots")
PACKAGES_WITH_COMPILED = (*ENGINE_PACKAGES, "server")
VARIABLE = "MENAGERIE_ENGINE"

CHECKOUT = PACKAGE.parent.parent
BUILD_LOCK = CHECKOUT / "build" / "background" / "lock"
"""Locked while something is being compiled (dev/build.py)."""

# How many times faster the compiled engine plays: `menagerie bench`, both engines, the smallest gain of any title.
SPEEDUP = 4

if (CHECKOUT / "dev" / "build.py").is_file():
    _NOT_BUILT = f"./menagerie build makes it {SPEEDUP} times faster"
    _RENEWED = "./menagerie build renews them"
else:
    _NOT_BUILT = f"installed without the compiled one, which is {SPEEDUP} times faster"
    _RENEWED = "pip install --force-reinstall --no-deps menagerie renews them"
_STALE = f"the compiled files are older than the sources and were not used; {_RENEWED}"
_OTHER_PYTHON = f"the compiled files are for another Python and were not used; {_RENEWED}"
_INCOMPLETE = f"the compiled files are not complete and were not used; {_RENEWED}"
_FORCED = f"asked for by {VARIABLE}"

COMPILED: bool = False
_why_not: str = _NOT_BUILT


def install() -> bool:
    """Decide, arrange for it, and return whether the compiled engine will be loaded."""
    global COMPILED, _why_not
    wanted = os.environ.get(VARIABLE, "")
    if wanted not in ("", "interpreted", "compiled"):
        raise _refusal(f"{VARIABLE} is {wanted!r}; it may be 'interpreted' or 'compiled'")
    _why_not = _FORCED if wanted == "interpreted" else reason_not_compiled()
    COMPILED = not _why_not
    if wanted == "compiled" and not COMPILED:
        raise _refusal(f"{VARIABLE} asks for the compiled engine, but there is none to use: {_why_not}")
    if not COMPILED and not any(isinstance(finder, SourcesOnly) for finder in sys.meta_path):
        sys.meta_path.insert(0, SourcesOnly())
    return COMPILED


def _refusal(problem: str) -> BaseException:
    """An error for programs; for the command line, which is not yet there to catch it, one line and the end."""
    if sys.argv[:1] == ["-m"]:  # `python -m menagerie`, while Python still looks for the package
        print(f"menagerie: {problem}", file=sys.stderr)
        return SystemExit(2)
    return ImportError(problem)


def describe() -> str:
    """One line for people: which engine runs, and why not the faster one."""
    if COMPILED:
        return "engine: compiled"
    if _why_not != _FORCED and _is_being_compiled():
        return "engine: interpreted (it is being compiled; the next start may be faster)"
    return f"engine: interpreted ({_why_not})"


def _is_being_compiled() -> bool:
    import fcntl

    try:
        with BUILD_LOCK.open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def reason_not_compiled(package: Path = PACKAGE) -> str:
    """Why the compiled files cannot be used, in words; empty if they can."""
    try:
        stamp = json.loads((package / STAMP.name).read_bytes())
        if "problem" in stamp:  # a wheel whose engine could not be compiled (dev/wheel.py)
            return f"installed without the compiled one: {stamp['problem']}"
        tag, sources, files = stamp["python"], stamp["sources"], stamp["files"]
    except FileNotFoundError:
        return _NOT_BUILT
    except (OSError, ValueError, KeyError, TypeError):
        return _STALE
    if tag != python_tag():
        return _OTHER_PYTHON
    try:
        if not all(_is_same(package / name, entry) for name, entry in sources.items()):
            return _STALE
    except (OSError, ValueError, TypeError, AttributeError):
        return _STALE
    try:
        complete = all((package.parent / name).stat().st_size == size for name, size in files.items())
    except (OSError, TypeError, AttributeError):
        complete = False
    return "" if complete else _INCOMPLETE


def _is_same(source: Path, entry: Sequence[object]) -> bool:
    """Whether a source is what was compiled; its time and size stand for its content where both are unchanged."""
    modified, size, digest = entry
    now = source.stat()
    if now.st_size != size:
        return False
    return now.st_mtime_ns == modified or _digest(source) == digest


def _digest(source: Path) -> str:
    import hashlib

    return hashlib.sha256(source.read_bytes()).hexdigest()


def python_tag() -> str:
    """What compiled files for this Python end in."""
    return str(sysconfig.get_config_var("EXT_SUFFIX"))


def make_stamp(sources: Iterable[Path], recipe: str = "", package: Path = PACKAGE) -> dict[str, Any]:
    """The stamp for sources as they are now. A build takes it before it starts, and in the end adds its `files`."""
    entries = {}
    for source in sorted(sources):
        status = source.stat()
        name = source.relative_to(package).as_posix()
        entries[name] = [status.st_mtime_ns, status.st_size, _digest(source)]
    return {"python": python_tag(), "recipe": recipe, "sources": entries, "files": {}}


class SourcesOnly:
    """Finds the engine's modules as sources, whatever compiled files lie beside them."""

    def __init__(self, package: str = "menagerie") -> None:
        """Look after the engine's packages inside `package`."""
        self._prefixes = tuple(f"{package}.{name}" for name in PACKAGES_WITH_COMPILED)
        self._finders: dict[str, importlib.machinery.FileFinder] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Find a module of the engine; nothing for any other, which Python then looks for as usual."""
        if path is None or not self._is_engine(fullname):
            return None
        for folder in path:
            spec = self._finder(folder).find_spec(fullname)
            if spec is not None and spec.loader is not None:
                return spec
        return None

    def invalidate_caches(self) -> None:
        """Forget what the folders held."""
        for finder in self._finders.values():
            finder.invalidate_caches()

    def _is_engine(self, fullname: str) -> bool:
        return any(fullname == prefix or fullname.startswith(prefix + ".") for prefix in self._prefixes)

    def _finder(self, folder: str) -> importlib.machinery.FileFinder:
        if folder not in self._finders:
            loader = (importlib.machinery.SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES)
            self._finders[folder] = importlib.machinery.FileFinder(folder, loader)
        return self._finders[folder]
