"""Compile the engine in the background: the launcher asks for it at every start.

    background.py              start a build if one is wanted, and say so in one line
    background.py --run FILE   that build: `./menagerie build`, which installs its tools first

The next start reports a failed build once, and retries it only after something in it has changed. A lock (`take_lock`
in dev/build.py) allows one build at a time. It is the open file FILE, which every process of the build has, so a
killed build doesn't block the next one.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "background"
FAILED = FOLDER / "failed.json"
LOG = FOLDER / "log.txt"


def say(text: str) -> None:
    print(f"menagerie: {text}", file=sys.stderr)


def is_compiled() -> bool:
    """Whether there is an engine that fits the sources; asked at every start, so without what else a build needs."""
    path = ROOT / "src" / "menagerie" / "_engine.py"
    spec = importlib.util.spec_from_file_location("_engine", path)
    assert spec is not None
    assert spec.loader is not None
    engine = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(engine)
    return not engine.reason_not_compiled()


def is_unwanted() -> bool:
    """Return whether background builds are switched off, or left to the caller (`CI`)."""
    return bool(
        os.environ.get("CI") or os.environ.get("MENAGERIE_ENGINE") == "interpreted" or (FOLDER / "off").exists()
    )


def has_compiler() -> bool:
    command = shlex.split(os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc"))
    return shutil.which(command[0]) is not None


def start_if_wanted() -> None:
    """Start a build that outlives this process, unless there is a reason not to."""
    if is_unwanted() or is_compiled() or not has_compiler():
        return
    from dev import build

    lock = build.take_lock(wait=False)
    if lock < 0 or is_compiled() or has_failed(build.fingerprint()):
        return
    say(
        "compiling the engine in the background at low priority (it installs mypy and setuptools first); "
        "bots and tables use it from the next start"
    )
    os.nice(19)
    with LOG.open("w") as log:
        run = subprocess.Popen(
            [sys.executable, __file__, "--run", str(lock)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=[lock],
            start_new_session=True,  # neither Ctrl-C nor the end of the terminal is meant for it
        )
    build.sign_lock(lock, run.pid)


def has_failed(fingerprint: str) -> bool:
    """Whether the very same build was tried before; says so the first time."""
    try:
        failed = json.loads(FAILED.read_bytes())
        known, problem, said = failed["build"], failed["problem"], failed["said"]
    except (OSError, ValueError, KeyError, TypeError):
        return False
    if known != fingerprint:
        return False
    if not said:
        say(f"the engine could not be compiled, so it runs interpreted: {problem} ({LOG.relative_to(ROOT)} has it all)")
        FAILED.write_text(json.dumps({**failed, "said": True}))
    return True


def run(lock: int) -> None:
    """Build, and record a failure. A killed build hasn't failed: the next start tries again."""
    from dev import build

    fingerprint = build.fingerprint()
    command = [str(ROOT / "menagerie"), "build", "--background"]
    code = subprocess.run(command, pass_fds=[lock], stdin=subprocess.DEVNULL, check=False).returncode
    if code > 0:
        lines = [line for line in LOG.read_text(errors="replace").splitlines() if line.strip()]
        problem = lines[-1].removeprefix("menagerie: ") if lines else f"exit code {code}"
        FAILED.write_text(json.dumps({"build": fingerprint, "problem": problem, "said": False}))


def main() -> int:
    """Do what the command line says; a start must not fail because of this."""
    sys.path.insert(0, str(ROOT))
    if sys.argv[1:2] == ["--run"]:
        run(int(sys.argv[2]))
        return 0
    with contextlib.suppress(OSError):  # a checkout that cannot be written: then there is no build
        start_if_wanted()
    return 0


if __name__ == "__main__":
    sys.exit(main())
