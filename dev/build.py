"""Compile the engine (`core` and `games`) in place with mypyc: `./menagerie build`.

The compiled modules are put beside their sources, everything in between goes under build/, and a stamp says which
sources they were made of (src/menagerie/_engine.py reads it). `--clean` removes all of it.

Exit codes: 0 done, 1 failed, 3 there is no C compiler.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
PACKAGE = SRC / "menagerie"
BUILD = ROOT / "build" / "engine"
NO_COMPILER = 3

# Names of files that stay interpreted wherever they are in the engine: pictures, texts for people and other programs'
# files gain nothing, and a compiled __init__.py would hide the folder's contents from importlib.resources.
INTERPRETED = (
    "__init__.py",
    "choosing.py",
    "drawing.py",
    "exchange.py",
    "export.py",
    "map_drawing.py",
    "pointing.py",
    "scene.py",
    "text.py",
)

# The library that all compiled modules share. One library with a C file per module: calls between modules stay direct,
# and the files compile side by side.
LIBRARY = "menagerie_engine"


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
        found += (path for path in (PACKAGE / name).rglob("*.py") if path.name not in INTERPRETED)
    return sorted(found)


def clean() -> int:
    """Remove everything that a build made; return how many compiled files that were."""
    _engine.STAMP.unlink(missing_ok=True)
    compiled = [*PACKAGE.rglob("*.so"), *SRC.glob(f"{LIBRARY}__mypyc*.so")]
    for path in compiled:
        path.unlink()
    shutil.rmtree(BUILD, ignore_errors=True)
    return len(compiled)


def compiler_problem() -> str:
    """Say why no C extension can be compiled here; empty if one can."""
    command = shlex.split(os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc"))
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


def generate(files: list[Path]) -> list[Any]:
    """Translate to C; mypyc prints the errors of a source and ends the program."""
    from mypyc.build import mypycify

    options = ["--cache-dir", str(BUILD / "mypy")]
    paths = [str(path.relative_to(ROOT)) for path in files]
    extensions: list[Any] = mypycify(
        [*options, *paths],
        opt_level="2",  # level 3 takes a third longer to compile, and what it makes is no faster here
        debug_level="0",
        multi_file=True,
        group_name=LIBRARY,
        target_dir=str((BUILD / "c").relative_to(ROOT)),
    )
    return extensions


def compile_all(extensions: list[Any], jobs: int) -> None:
    """Compile and link, and put the results beside the sources."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class ParallelBuild(build_ext):
        def build_extensions(self) -> None:
            compiler: Any = self.compiler
            one_by_one = compiler.compile

            # setuptools compiles the files of one extension one after another, and nearly all of ours are in one.
            def side_by_side(files: list[str], **options: Any) -> list[str]:
                objects: list[str] = []
                for part in pool.map(lambda file: one_by_one([file], **options), files):
                    objects += part
                    done.append(1)
                    if sys.stdout.isatty():
                        print(f"\rcompiling C, {len(done)} of {total} files ...", end="", flush=True)
                return objects

            done: list[int] = []
            total = sum(len(extension.sources) for extension in self.extensions)
            with ThreadPoolExecutor(jobs) as pool:
                compiler.compile = side_by_side
                super().build_extensions()

    distribution = Distribution({"name": "menagerie", "ext_modules": extensions, "package_dir": {"": "src"}})
    distribution.script_name = "build.py"
    command = ParallelBuild(distribution)
    command.inplace = True
    command.build_lib = str(BUILD / "lib")
    command.build_temp = str(BUILD / "objects")
    command.ensure_finalized()
    command.run()


def recipe() -> str:
    """Return a digest of what else decides what a build makes: this file, and the versions of its tools."""
    parts = (Path(__file__), ROOT / "requirements" / "dev.txt")
    return hashlib.sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()


def is_current(files: list[Path]) -> bool:
    """Whether the last build made exactly what a build would make now."""
    if _engine.reason_not_compiled():
        return False
    stamp = json.loads(_engine.STAMP.read_bytes())
    names = {path.relative_to(PACKAGE).as_posix() for path in files}
    return bool(stamp.get("recipe") == recipe() and stamp["sources"].keys() == names)


def build(jobs: int, if_needed: bool) -> int:
    """Compile everything; return the exit code."""
    problem = compiler_problem()
    if problem:
        print(f"not compiled: {problem}", file=sys.stderr)
        return NO_COMPILER
    files = sources()
    if not files:
        print("nothing to compile", file=sys.stderr)
        return 1
    if if_needed and is_current(files):
        print(f"{len(files)} modules are compiled already")
        return 0
    start = time.perf_counter()
    clean()
    stamp = _engine.make_stamp(
        files, recipe()
    )  # taken first: a source changed meanwhile makes the result stale, not trusted
    with step(f"translating {len(files)} modules to C"):
        extensions = generate(files)
    with step("compiling C"):
        compile_all(extensions, jobs)
    _engine.STAMP.write_text(stamp)
    print(f"compiled {len(files)} modules in {time.perf_counter() - start:.0f} s")
    return 0


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="./menagerie build", description="Compile the engine with mypyc.")
    parser.add_argument("--clean", action="store_true", help="remove everything that a build made, and stop")
    parser.add_argument("--if-needed", action="store_true", help="do nothing if the last build is still true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="files compiled at a time")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    if arguments.clean:
        print(f"removed {clean()} compiled files")
        return 0
    return build(max(1, arguments.jobs), arguments.if_needed)


if __name__ == "__main__":
    sys.exit(main())
