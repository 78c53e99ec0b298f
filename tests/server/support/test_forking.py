"""Test forked servers, which behave like ordinary processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.server.support import forking
from tests.server.support.people import PATIENCE, ROOT

pytestmark = pytest.mark.one_store


@pytest.mark.parametrize(
    ("program", "code", "said"),
    [
        ("import os; print(os.environ['ZOO'])", 0, "open\n"),
        ("raise SystemExit(3)", 3, ""),
        ("import sys; sys.exit('No room.')", 1, "No room.\n"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL, ""),
    ],
)
def test_a_process_ends_with_its_own_code_and_output(program, code, said):
    process = forking.start(program, os.environ | {"ZOO": "open"})
    with process.stdout:
        assert process.stdout.read() == said
    assert process.wait(PATIENCE) == code
    assert process.poll() == code


def test_a_process_is_alive_until_it_is_stopped():
    process = forking.start("import signal; print('up', flush=True); signal.pause()", dict(os.environ))
    with process.stdout:
        assert process.stdout.readline() == "up\n"
        assert process.poll() is None
        process.terminate()
        assert process.wait(PATIENCE) == -signal.SIGTERM


def test_no_server_outlives_the_tests_that_started_it(tmp_path):
    held = tmp_path / "held"
    os.mkfifo(held)
    server = f"import signal; file = open({str(held)!r}, 'w'); signal.pause()"
    tests = f"import os, signal; from tests.server.support import forking; forking.start({server!r}, dict(os.environ))"
    process = subprocess.Popen([sys.executable, "-c", f"{tests}; signal.pause()"], cwd=ROOT)
    with process, held.open() as file:  # waits for the server
        process.kill()
        assert file.read() == ""  # waits for its end
