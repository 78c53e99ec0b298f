"""Which engine runs: the compiled one where it fits the sources, else the sources themselves.

`./menagerie build` puts compiled modules beside the sources of `core` and `games`, and Python prefers them without
asking whether they are still true. So the build leaves a stamp that says what each compiled source looked like, and
`install`, the first statement of the package, compares. Where they differ, a finder makes Python read the sources
instead.

The environment variable MENAGERIE_ENGINE forces one: `interpreted`, or `compiled` (an error where that cannot be).
This module is never compiled and imports nothing of the package.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import json
import os
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent
STAMP = PACKAGE / "_compiled.json"
ENGINE_PACKAGES = ("core", "games")
VARIABLE = "MENAGERIE_ENGINE"

# How many times faster the compiled engine plays: `menagerie bench`, both engines, the smallest gain of any title.
SPEEDUP = 4

_NOT_BUILT = f"./menagerie build makes it {SPEEDUP} times faster"
_STALE = "the compiled files are older than the sources and were not used; ./menagerie build renews them"
_OTHER_PYTHON = "the compiled files are for another Python and were not used; ./menagerie build renews them"
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
    return "engine: compiled" if COMPILED else f"engine: interpreted ({_why_not})"


def reason_not_compiled(package: Path = PACKAGE) -> str:
    """Why the compiled files cannot be used, in words; empty if they can."""
    try:
        stamp = json.loads((package / STAMP.name).read_bytes())
        tag, sources = stamp["python"], stamp["sources"]
    except FileNotFoundError:
        return _NOT_BUILT
    except (OSError, ValueError, KeyError, TypeError):
        return _STALE
    if tag != python_tag():
        return _OTHER_PYTHON
    try:
        fresh = all(_is_same(package / name, entry) for name, entry in sources.items())
    except (OSError, ValueError, TypeError):
        fresh = False
    return "" if fresh else _STALE


def _is_same(source: Path, entry: Sequence[object]) -> bool:
    """Whether a source is what was compiled; its time and size stand for its content where both are unchanged."""
    modified, size, digest = entry
    now = source.stat()
    if now.st_size != size:
        return False
    return now.st_mtime_ns == modified or _digest(source) == digest


def _digest(source: Path) -> str:
    return hashlib.sha256(source.read_bytes()).hexdigest()


def python_tag() -> str:
    """What compiled files for this Python end in."""
    return str(sysconfig.get_config_var("EXT_SUFFIX"))


def make_stamp(sources: Iterable[Path], recipe: str = "", package: Path = PACKAGE) -> str:
    """The text of the stamp for sources as they are now (the build takes it before it starts compiling)."""
    entries = {}
    for source in sorted(sources):
        status = source.stat()
        name = source.relative_to(package).as_posix()
        entries[name] = [status.st_mtime_ns, status.st_size, _digest(source)]
    return json.dumps({"python": python_tag(), "recipe": recipe, "sources": entries}, indent=1) + "\n"


class SourcesOnly(MetaPathFinder):
    """Finds the engine's modules as sources, whatever compiled files lie beside them."""

    def __init__(self, package: str = "menagerie") -> None:
        """Look after the engine's packages inside `package`."""
        self._prefixes = tuple(f"{package}.{name}" for name in ENGINE_PACKAGES)
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
