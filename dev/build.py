"""Compile the engine (`core`, `games`, `bots`) in place with mypyc: `./menagerie build`.

Everything is made under build/. What is ready is moved beside the sources, and a stamp says what it was made of
(src/menagerie/_engine.py reads it). `--clean` removes all of it. A start of `./menagerie` does this in the background
(dev/background.py) unless `--off` was said, and a wheel takes along what was compiled (dev/wheel.py).

What was compiled is also kept in the user's cache folder (dev/compile_cache.py): the whole engine, so that a second
checkout of the same sources compiles nothing, and each object file, so that a change compiles only what differs.

Exit codes: 0 done, 1 failed, 3 there is no C compiler.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import importlib.util
import io
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from dev.compile_cache import Cache, key_of, user_folder  # noqa: E402

SRC = ROOT / "src"
PACKAGE = SRC / "menagerie"
BUILD = ROOT / "build" / "engine"
NO_COMPILER = 3
CACHE = Cache(user_folder())

OFF = ROOT / "build" / "background" / "off"
"""There if nothing shall be compiled unasked: from `--off` until the next plain `./menagerie build`."""

# Folders that stay interpreted wherever they are in the engine, because they would gain nothing: what people see and
# point at, and the files of other programs. But for what a server needs at every decision. (`drawing.py` is not among
# these: mypyc 2.4 made of four titles' drawings, whose numbers are `int | float`, programs that crash.)
INTERPRETED = ("display", "site")
AT_EVERY_DECISION = ("scene.py", "consequences.py", "pointing.py", "wording.py", "marking.py")

# A compiled error cannot have a built-in one as a second base, as `MissingExtra(MenagerieError, ImportError)` needs.
ERRORS = PACKAGE / "core" / "errors.py"

# What of the server is compiled too: a table, who looks at it, and what they are sent.
SERVED = (
    *("table/table.py", "table/game_history.py", "table/table_log.py", "table/drawings.py", "table/standing_orders.py"),
    *("show/animation.py", "show/table_messages.py", "show/table_object.py", "show/hub.py"),
)

# How mypy reads the sources here. Nothing but the build group is needed: other packages count as untyped even where
# they are installed, so that a wheel is the same wherever it is built. Only what is compiled is checked, and not
# strictly: `./menagerie test` does that.
TYPES = (
    *("--config-file", ""),
    "--no-site-packages",
    "--ignore-missing-imports",
    *("--follow-imports", "silent"),
)

# The library that all compiled modules share. One library with a C file per module: calls between modules stay direct,
# and the files compile side by side.
LIBRARY = "menagerie_engine"

# What setuptools say to the compiler about a file, without the paths, which differ from checkout to checkout.
DECISIVE = ("macros", "debug", "extra_preargs", "extra_postargs")


def load_engine_module() -> ModuleType:
    """Return menagerie._engine without importing the package, which may be broken or about to be replaced."""
    spec = importlib.util.spec_from_file_location("_engine", PACKAGE / "_engine.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_engine = load_engine_module()


def sources() -> list[Path]:
    """Return the files to compile."""
    found: list[Path] = []
    for name in _engine.ENGINE_PACKAGES:
        found += (path for path in (PACKAGE / name).rglob("*.py") if is_compiled(path))
    found += (path for path in (PACKAGE / "server" / name for name in SERVED) if path.exists())
    return sorted(found)


def is_compiled(path: Path) -> bool:
    """Whether a source is to be compiled; a compiled __init__.py would hide its folder from importlib.resources."""
    folders = set(path.relative_to(PACKAGE).parent.parts)
    if folders & set(INTERPRETED):
        return path.name in AT_EVERY_DECISION
    return path.name != "__init__.py" and path != ERRORS


def compiled_files() -> list[Path]:
    """Return the compiled files that lie beside the sources."""
    return [*PACKAGE.rglob("*.so"), *SRC.glob(f"{LIBRARY}__mypyc*.so")]


def clean() -> int:
    """Remove everything that a build made; return how many compiled files that were."""
    _engine.STAMP.unlink(missing_ok=True)
    files = compiled_files()
    for path in files:
        path.unlink()
    shutil.rmtree(BUILD, ignore_errors=True)
    return len(files)


def take_lock(wait: bool) -> int:
    """Become the only build of this checkout; return the open file that holds the lock, or -1 if there is another.

    The lock ends with the last process that has this file open, however it ends.
    """
    lock: Path = _engine.BUILD_LOCK
    lock.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(lock, os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        if not wait:
            os.close(file)
            return -1
        print(f"waiting for the build of process {lock.read_text().strip()}", flush=True)
        fcntl.flock(file, fcntl.LOCK_EX)
    sign_lock(file, os.getpid())
    return file


def sign_lock(file: int, process: int) -> None:
    """Write down whose lock it is, for people."""
    os.truncate(file, 0)
    os.pwrite(file, f"{process}\n".encode(), 0)


def compiler_command() -> list[str]:
    """Return the C compiler and its options, as setuptools choose them."""
    return shlex.split(os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc"))


def compiler_problem() -> str:
    """Say why no C extension can be compiled here; empty if one can."""
    command = compiler_command()
    if not shutil.which(command[0]):
        return f"no C compiler ({command[0]}): install one (Debian and Ubuntu: apt install gcc libc6-dev python3-dev)"
    include = sysconfig.get_path("include")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "try.c"
        program.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
        done = subprocess.run(
            [*command, f"-I{include}", "-c", str(program), "-o", f"{program}.o"], capture_output=True, check=False
        )
    if done.returncode:
        return f"{command[0]} cannot compile against Python.h: install it (Debian and Ubuntu: apt install python3-dev)"
    return ""


@contextmanager
def step(what: str) -> Iterator[None]:
    """Print what is being done, and then how long it took."""
    print(f"{what} ...", end="", flush=True)
    start = time.perf_counter()
    try:
        yield
    except BaseException:
        print(" failed", flush=True)
        raise
    print(f" {time.perf_counter() - start:.1f} s", flush=True)


def generate(files: list[Path], folder: Path) -> list[Any]:
    """Translate to C; mypyc prints the errors of a source and ends the program."""
    from mypyc.build import mypycify

    options = [*TYPES, "--cache-dir", str(folder / "mypy")]
    paths = [str(path.relative_to(ROOT)) for path in files]
    extensions: list[Any] = mypycify(
        [*options, *paths],
        opt_level="2",  # level 3 takes a third longer to compile, and what it makes is no faster here
        debug_level="0",
        multi_file=True,
        group_name=LIBRARY,
        target_dir=str((folder / "c").relative_to(ROOT)),
    )
    return extensions


def compile_all(extensions: list[Any], jobs: int, folder: Path) -> Path:
    """Compile and link; return the folder with the results, which is laid out as src/ is."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class ParallelBuild(build_ext):
        def build_extensions(self) -> None:
            compiler: Any = self.compiler
            one_by_one = compiler.compile

            def compile_or_copy(file: str, options: dict[str, Any]) -> list[str]:
                key = key_of(same, json.dumps([options.get(name) for name in DECISIVE]), Path(file).read_bytes())
                (target,) = compiler.object_filenames([file], output_dir=options["output_dir"])
                found = CACHE.get(key)
                if found is not None:
                    Path(target).parent.mkdir(parents=True, exist_ok=True)
                    Path(target).write_bytes(found)
                    return [target]
                objects: list[str] = one_by_one([file], **options)
                CACHE.put(key, Path(target).read_bytes())
                return objects

            # setuptools compiles the files of one extension one after another, and nearly all of ours are in one.
            def side_by_side(files: list[str], **options: Any) -> list[str]:
                objects: list[str] = []
                for part in pool.map(lambda file: compile_or_copy(file, options), files):
                    objects += part
                    done.append(1)
                    if sys.stdout.isatty():
                        print(f"\rcompiling C, {len(done)} of {total} files ...", end="", flush=True)
                return objects

            headers = [path.read_bytes() for path in sorted((folder / "c").rglob("*.h"))]
            same = key_of(*toolchain(), version("mypy"), *headers)
            done: list[int] = []
            total = sum(len(extension.sources) for extension in self.extensions)
            with ThreadPoolExecutor(jobs) as pool:
                compiler.compile = side_by_side
                super().build_extensions()

    distribution = Distribution({"name": "menagerie", "ext_modules": extensions, "package_dir": {"": "src"}})
    distribution.script_name = "build.py"
    command = ParallelBuild(distribution)
    command.build_lib = str(folder / "lib")
    command.build_temp = str(folder / "objects")
    command.ensure_finalized()
    command.run()
    return folder / "lib"


def toolchain() -> list[str]:
    """Return what decides beside the sources what a compiler makes of them: Python, system, compiler and flags."""
    command = compiler_command()
    told = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout
    flags = [os.environ.get(name, "") for name in ("CFLAGS", "CPPFLAGS", "LDFLAGS", "LDSHARED")]
    return [sys.version, _engine.python_tag(), *platform.libc_ver(), shlex.join(command), told, *flags]


def recipe() -> str:
    """Return a digest of what else decides what a build makes: this file, and the versions of its tools."""
    parts = (Path(__file__), ROOT / "requirements" / "build.txt")
    return hashlib.sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()


def is_current(files: list[Path]) -> bool:
    """Whether the last build made exactly what a build would make now."""
    if _engine.reason_not_compiled():
        return False
    stamp = json.loads(_engine.STAMP.read_bytes())
    names = {path.relative_to(PACKAGE).as_posix() for path in files}
    return bool(stamp.get("recipe") == recipe() and stamp["sources"].keys() == names)


def fingerprint() -> str:
    """Return a digest of all that a build would be made of now; where it is the same, so is what the build makes."""
    return digest_of(_engine.make_stamp(sources(), recipe()))


def digest_of(stamp: dict[str, Any]) -> str:
    """Return a digest of what a stamp says about contents; it leaves out when they were changed."""
    parts = [stamp["python"], stamp["recipe"], *[f"{name} {entry[2]}" for name, entry in stamp["sources"].items()]]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def has_locked_tools() -> bool:
    """Whether what translates is exactly what the lock names: only what such tools make is kept for others."""
    return f"mypy=={version('mypy')} " in (ROOT / "requirements" / "build.txt").read_text(encoding="utf-8")


def pack(folder: Path) -> bytes:
    """Return the compiled files of a folder as one file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path in sorted(folder.rglob("*.so")):
            archive.write(path, path.relative_to(folder).as_posix())
    return packed.getvalue()


def unpack(packed: bytes, folder: Path) -> Path:
    """Lay the compiled files of such a file out in a folder."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(folder)
    return folder


def make(files: list[Path], jobs: int) -> tuple[Path, dict[str, Any]]:
    """Compile everything aside, or take it from the cache; return the folder with the results, and their stamp.

    Every build has a folder of its own: compilers that a killed build left running cannot write into the next one's.
    """
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True)
    folder = Path(tempfile.mkdtemp(dir=BUILD))
    # Taken first: a source that changes meanwhile makes the result stale, not trusted.
    stamp: dict[str, Any] = _engine.make_stamp(files, recipe())
    key = key_of(digest_of(stamp), *toolchain())
    packed = CACHE.get(key)
    if packed is not None:
        with step(f"taking {len(files)} modules from the cache"):
            made = unpack(packed, folder / "lib")
    else:
        with step(f"translating {len(files)} modules to C"):
            extensions = generate(files, folder)
        with step("compiling C"):
            made = compile_all(extensions, jobs, folder)
        if has_locked_tools() and digest_of(_engine.make_stamp(files, recipe())) == digest_of(stamp):
            CACHE.put(key, pack(made))
        CACHE.make_room()
    stamp["files"] = {path.relative_to(made).as_posix(): path.stat().st_size for path in sorted(made.rglob("*.so"))}
    return made, stamp


def place(made: Path, stamp: dict[str, Any]) -> None:
    """Move what was made beside the sources.

    From the first change to the last there is no stamp, so that a start meanwhile, or after a build that was killed
    here, uses the sources. Nothing is written over: who runs the engine of before keeps its files.
    """
    _engine.STAMP.unlink(missing_ok=True)
    for name in stamp["files"]:
        (made / name).replace(SRC / name)
    for path in compiled_files():
        if path.relative_to(SRC).as_posix() not in stamp["files"]:
            path.unlink()
    aside = made / "stamp"
    aside.write_text(json.dumps(stamp, indent=1) + "\n")
    aside.replace(_engine.STAMP)


def build(jobs: int, if_needed: bool) -> int:
    """Compile everything; return the exit code."""
    files = sources()
    if not files:
        print("nothing to compile", file=sys.stderr)
        return 1
    if if_needed and is_current(files):
        print(f"{len(files)} modules are compiled already")
        return 0
    start = time.perf_counter()
    place(*make(files, jobs))
    print(f"{len(files)} modules are ready after {time.perf_counter() - start:.0f} s")
    return 0


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="./menagerie build", description="Compile the engine with mypyc.")
    parser.add_argument("--clean", action="store_true", help="remove everything that a build made, and stop")
    parser.add_argument("--off", action="store_true", help="the same, and compile nothing unasked from now on")
    parser.add_argument("--if-needed", action="store_true", help="do nothing if the last build is still true")
    parser.add_argument("--no-cache", action="store_true", help="compile everything, whatever the cache holds")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="files compiled at a time")
    # Started by dev/background.py and dev/wheel.py, which hold the lock.
    parser.add_argument("--background", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--aside", type=Path, help=argparse.SUPPRESS)  # where to write what was made, and its stamp
    arguments = parser.parse_args()
    os.chdir(ROOT)
    CACHE.is_used = not arguments.no_cache
    if arguments.clean or arguments.off:
        take_lock(wait=True)
        print(f"removed {clean()} compiled files")
        if arguments.off:
            OFF.touch()
        return 0
    problem = compiler_problem()
    if problem:
        print(f"not compiled: {problem}", file=sys.stderr)
        return NO_COMPILER
    if arguments.background:
        return build(max(1, arguments.jobs // 2), if_needed=True)
    if arguments.aside:
        made, stamp = make(sources(), max(1, arguments.jobs))
        arguments.aside.write_text(json.dumps({"folder": str(made), "stamp": stamp}))
        return 0
    has_waited = take_lock(wait=False) < 0
    if has_waited:
        take_lock(wait=True)
    if not arguments.if_needed:  # this build was asked for
        OFF.unlink(missing_ok=True)
    return build(max(1, arguments.jobs), arguments.if_needed or has_waited)


if __name__ == "__main__":
    sys.exit(main())
