"""Compiling in the background: the real launcher, lock and build, on an engine of one small module."""

import contextlib
import fcntl
import json
import os
import shlex
import shutil
import signal
import subprocess
import sysconfig
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from tests.dev.launching import LAUNCHER, PATIENCE, environment, program, real_python, start

from dev import build
from menagerie import _engine

PROBLEM = build.compiler_problem()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(PROBLEM), reason=f"nothing can be compiled here: {PROBLEM}")]

ROOT = LAUNCHER.parent
MAIN = """
from menagerie import _engine
from menagerie.core import thing
print(thing.value(), "compiled" if thing.__file__.endswith(".so") else "interpreted", _engine.describe(), sep="; ")
"""
STARTS = "menagerie: compiling the engine in the background at low priority"


class Checkout:
    """A checkout with everything that compiles, and nothing to download: the tools are those of these tests."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.root = folder / "checkout"
        self.cache = cache
        self.path = folder / "bin"
        self.lock = self.root / "build" / "background" / "lock"
        self.thing = self.root / "src" / "menagerie" / "core" / "thing.py"
        for name in ("src/menagerie/core", "requirements", "dev"):
            (self.root / name).mkdir(parents=True)
        for name in ("run", "research", "build", "dev"):
            (self.root / "requirements" / f"{name}.txt").write_text(f"# {name}: nothing\n")
        scripts = ("dev/background.py", "dev/build.py", "dev/compile_cache.py")
        for name in ("menagerie", *scripts, "src/menagerie/_engine.py"):
            shutil.copy(ROOT / name, self.root / name)
        (self.root / "dev" / "check.py").write_text("print('checked')\n")
        package = self.root / "src" / "menagerie"
        (package / "__init__.py").write_text("from menagerie import _engine\n_engine.install()\n")
        (package / "__main__.py").write_text(MAIN)
        (package / "core" / "__init__.py").touch()
        self.write(1)
        self.path.mkdir()
        real_python(self.path)
        site = sysconfig.get_path("purelib")
        program(self.path / "uv", f'case "$*" in *build.txt) echo "{site}" >"{self.site}/tools.pth" ;; esac')

    @property
    def site(self) -> Path:
        return self.root / ".venv" / Path(sysconfig.get_path("purelib")).relative_to(Path(sysconfig.get_path("data")))

    def write(self, value: int) -> None:
        self.thing.write_text(f"def value() -> int:\n    return {value}\n")

    def replace_in_build(self, code: str) -> None:
        """Let the build do something else in place of compiling."""
        script = self.root / "dev" / "build.py"
        begins = '\n\nif __name__ == "__main__":'
        script.write_text((ROOT / "dev" / "build.py").read_text().replace(begins, f"\n{code}\n{begins}"))

    @property
    def whole_path(self) -> str:
        return f"{self.path}:{os.environ['PATH']}"

    def start(self, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
        env = {"CI": "", "XDG_CACHE_HOME": str(self.cache), **env}
        return start(self.root / "menagerie", self.whole_path, *arguments, cwd=None, **env)

    def start_beside(self, *arguments: str) -> subprocess.Popen[str]:
        """Without waiting for its end."""
        return subprocess.Popen(
            [self.root / "menagerie", *arguments],
            env=environment(self.whole_path, CI="", XDG_CACHE_HOME=str(self.cache)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def said(self, *arguments: str, **env: str) -> str:
        """What a start says beside what it prints."""
        return self.start(*arguments, **env).stderr

    def kept(self) -> list[Path]:
        """What the cache holds."""
        return list((self.cache / "menagerie" / "compiled").iterdir())

    def builds(self) -> int:
        """How many builds wrote a line, where they were told to."""
        file = self.root / "builds"
        return len(file.read_text().splitlines()) if file.exists() else 0

    def wait(self) -> None:
        """Until no build is under way."""
        wait_until(lambda: not self.is_building(), "the build does not end")

    def is_building(self) -> bool:
        if not self.lock.exists():
            return False
        with self.lock.open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    def kill(self) -> None:
        """End a build as the machine does when it goes down: all of it, at once."""
        if self.is_building():  # else it has ended, and its number may be somebody else's by now
            with contextlib.suppress(ProcessLookupError):  # it has ended just now
                os.killpg(int(self.lock.read_text()), signal.SIGKILL)
        self.wait()


def wait_until(holds: Callable[[], bool], otherwise: str) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, otherwise
        time.sleep(0.05)


COUNTING = """
def build(jobs, if_needed):
    with (ROOT / "builds").open("a") as file:
        print("built", file=file)
    while not (ROOT / "go on").exists():
        time.sleep(0.05)
    print((ROOT / "go on").read_text())
    return 1
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Iterator[Checkout]:
    made = Checkout(tmp_path, tmp_path / "cache")
    made.start(CI="true")  # makes .venv
    yield made
    (made.root / "go on").touch()
    made.kill()


@pytest.fixture
def gate(checkout: Checkout) -> Path:
    """A file for which every compiler waits: until it is there, a build goes on and on."""
    gate = checkout.root / "gate"
    compiler = shlex.split(os.environ.get("CC") or str(sysconfig.get_config_var("CC")))[0]
    program(
        checkout.path / "waiting-cc",
        f'while [ ! -e "{gate}" ]; do sleep 0.05; done\nexec "{shutil.which(compiler)}" "$@"',
    )
    return gate


def test_the_first_start_compiles_the_next_uses_it_and_a_change_of_the_sources_is_noticed(
    checkout: Checkout, gate: Path
) -> None:
    in_the_meantime = "engine: interpreted (it is being compiled; the next start may be faster)"
    first = checkout.start("play", CC="waiting-cc")
    assert first.stderr.startswith(STARTS)
    assert len(first.stderr.splitlines()) == 1
    assert first.stdout == f"1; interpreted; {in_the_meantime}\n"
    gate.touch()
    checkout.wait()
    later = checkout.start("play")
    log = (checkout.root / "build" / "background" / "log.txt").read_text()
    assert (later.stdout, later.stderr) == ("1; compiled; engine: compiled\n", ""), log
    asked = checkout.start(MENAGERIE_ENGINE="interpreted").stdout
    assert asked == "1; interpreted; engine: interpreted (asked for by MENAGERIE_ENGINE)\n"

    checkout.write(2)
    gate.unlink()
    changed = checkout.start("play", CC="waiting-cc")
    assert changed.stderr.startswith(STARTS)
    assert changed.stdout == f"2; interpreted; {in_the_meantime}\n"


def test_starts_at_the_same_time_build_once(checkout: Checkout) -> None:
    checkout.replace_in_build(COUNTING)
    starts = [checkout.start_beside() for _ in range(4)]
    said = [one.communicate(timeout=PATIENCE)[1] for one in starts]
    assert sorted(bool(text) for text in said) == [False, False, False, True]
    assert checkout.said() == ""  # nor one more while it goes on
    (checkout.root / "go on").touch()
    checkout.wait()
    assert checkout.builds() == 1


def test_a_failed_build_is_said_once_and_not_tried_again_before_the_sources_change(checkout: Checkout) -> None:
    checkout.replace_in_build(COUNTING)
    (checkout.root / "go on").write_text("thing.py:1: error: no luck")
    assert checkout.said().startswith(STARTS)
    checkout.wait()
    told = checkout.start()
    assert told.stderr == (
        "menagerie: the engine could not be compiled, so it runs interpreted: "
        "thing.py:1: error: no luck (build/background/log.txt has it all)\n"
    )
    assert told.stdout.startswith("1; interpreted")
    assert checkout.said() == ""
    assert checkout.builds() == 1
    checkout.write(2)
    assert checkout.said().startswith(STARTS)
    checkout.wait()
    assert checkout.builds() == 2


def test_tools_that_cannot_be_downloaded_are_said_once(checkout: Checkout) -> None:
    program(checkout.path / "uv", "echo no network; exit 1")
    assert checkout.said().startswith(STARTS)
    checkout.wait()
    told = checkout.said()
    assert "so it runs interpreted: could not download the packages" in told
    assert len(told.splitlines()) == 1
    assert checkout.said() == ""


KILLED_WHILE_PLACING = """
def make(files, jobs):
    made = BUILD / "lib"
    first = f"menagerie/core/thing{_engine.python_tag()}"
    (made / "menagerie" / "core").mkdir(parents=True)
    (made / first).write_text("no library")
    return made, {**_engine.make_stamp(files, recipe()), "files": {first: 10, "hangs": 1}}

def hang(self, target):
    if self.name == "hangs":
        time.sleep(1000)
    os.replace(self, target)

Path.replace = hang
"""


def test_a_build_that_is_killed_leaves_nothing_that_is_used(checkout: Checkout, gate: Path) -> None:
    checkout.replace_in_build(KILLED_WHILE_PLACING)
    checkout.said()
    half = checkout.thing.with_suffix(_engine.python_tag())
    wait_until(half.exists, "nothing is put in its place")
    during = checkout.start()
    assert during.stdout.startswith("1; interpreted; engine: interpreted (it is being compiled"), during.stderr
    checkout.kill()
    assert half.exists()
    shutil.copy(ROOT / "dev" / "build.py", checkout.root / "dev" / "build.py")
    after = checkout.start(CC="waiting-cc")
    assert not gate.exists()
    assert after.stdout.startswith("1; interpreted"), after.stderr
    assert after.stderr.startswith(STARTS)


CHANGED_MEANWHILE = """
def generate(files, folder):
    return []

def compile_all(extensions, jobs, folder):
    file = folder / "lib" / "menagerie" / "core" / f"thing{_engine.python_tag()}"
    file.parent.mkdir(parents=True)
    file.write_text("of the old source")
    (SRC / "menagerie" / "core" / "thing.py").write_text("def value() -> int:\\n    return 7\\n")
    return folder / "lib"
"""


def test_a_source_that_changes_during_the_build_makes_it_stale(checkout: Checkout) -> None:
    checkout.replace_in_build(CHANGED_MEANWHILE)
    checkout.said()
    checkout.wait()
    assert checkout.thing.with_suffix(_engine.python_tag()).exists()
    done = checkout.start(CI="true")
    assert done.stdout.startswith("7; interpreted; engine: interpreted (the compiled files are older than the sources")


@pytest.mark.parametrize("env", [{"CI": "true"}, {"MENAGERIE_ENGINE": "interpreted"}, {"CC": "no-such-compiler"}])
def test_nothing_is_compiled_where_it_is_not_wanted_or_cannot_be(checkout: Checkout, env: dict[str, str]) -> None:
    assert checkout.said(**env) == ""
    assert not checkout.lock.exists()


def test_tests_and_builds_start_none(checkout: Checkout) -> None:
    assert checkout.start("test").stdout == "checked\n"
    assert not checkout.lock.exists()
    checkout.replace_in_build("def build(jobs, if_needed):\n    print('built here')\n    return 0\n")
    assert checkout.start("build").stdout == "built here\n"
    assert not (checkout.root / "build" / "background" / "log.txt").exists()


def with_locked_tools(checkout: Checkout) -> Checkout:
    """Let the lock name the very tools of these tests; what others make is not kept."""
    (checkout.root / "requirements" / "build.txt").write_text(f"mypy=={version('mypy')} \\\n")
    return checkout


def test_a_second_checkout_of_the_same_sources_compiles_nothing(checkout: Checkout, tmp_path: Path) -> None:
    first = with_locked_tools(checkout).start("build")
    assert "compiling C" in first.stdout, first.stderr

    second = with_locked_tools(Checkout(tmp_path / "second", checkout.cache))
    again = second.start("build")
    assert "taking 1 modules from the cache" in again.stdout, again.stderr
    assert "compiling" not in again.stdout
    assert second.start().stdout == "1; compiled; engine: compiled\n"


def test_a_change_of_one_module_compiles_no_other(checkout: Checkout) -> None:
    (checkout.root / "src" / "menagerie" / "core" / "other.py").write_text("def one() -> int:\n    return 1\n")
    checkout.start("build")
    before = {path.name for path in checkout.kept()}
    checkout.write(2)
    done = checkout.start("build")
    assert len({path.name for path in checkout.kept()} - before) == 1, done.stderr
    assert checkout.start().stdout.startswith("2; compiled")


def test_a_damaged_cache_is_compiled_afresh(checkout: Checkout) -> None:
    with_locked_tools(checkout).start("build")
    for path in checkout.kept():
        path.write_bytes(path.read_bytes()[:-1])
    assert "compiling C" in checkout.start("build").stdout
    assert checkout.start().stdout == "1; compiled; engine: compiled\n"


def test_a_setting_says_no_until_somebody_builds(checkout: Checkout) -> None:
    checkout.replace_in_build(COUNTING)
    (checkout.root / "go on").touch()
    assert checkout.start("build", "--off").stdout == "removed 0 compiled files\n"
    assert checkout.said() == ""
    checkout.start("build")
    checkout.said()
    checkout.wait()
    assert checkout.builds() == 2


def test_a_build_waits_for_the_one_in_the_background(checkout: Checkout) -> None:
    checkout.replace_in_build(COUNTING)
    checkout.said()
    asked = checkout.start_beside("build")
    assert asked.stdout is not None
    while not (line := asked.stdout.readline()).startswith("waiting"):
        assert line, "it did not wait"
    assert line == f"waiting for the build of process {checkout.lock.read_text()}"
    assert checkout.builds() <= 1
    (checkout.root / "go on").touch()
    asked.communicate(timeout=PATIENCE)
    assert checkout.builds() == 2


def test_a_build_that_waited_for_another_uses_what_that_made(checkout: Checkout, gate: Path) -> None:
    checkout.said(CC="waiting-cc")
    asked = checkout.start_beside("build")
    assert asked.stdout is not None
    assert asked.stdout.readline().startswith("waiting for the build")
    gate.touch()
    said, _ = asked.communicate(timeout=PATIENCE)
    assert said == "1 modules are compiled already\n"


def test_what_is_remembered_of_a_failure_may_be_damaged(checkout: Checkout) -> None:
    failed = checkout.root / "build" / "background" / "failed.json"
    failed.parent.mkdir(parents=True)
    failed.write_text(json.dumps(["nonsense"]))
    checkout.replace_in_build(COUNTING)
    assert checkout.said().startswith(STARTS)


def test_what_is_compiled_of_the_server_is_there() -> None:
    """A build leaves out what is missing, as in these small checkouts: a file that moves would be left out unseen."""
    assert [name for name in build.SERVED if not (build.PACKAGE / "server" / name).exists()] == []
