"""How `./menagerie test` counts: what fails, hangs or crashes is told apart, and a crash is never forgiven."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from dev.check import __main__ as command_line
from dev.check import report, schedule, sessions
from dev.check.outcome import Asked, Outcome, Result, Step, failed, not_run, ok
from dev.check.schedule import Run, Schedule

ROOT = Path(__file__).resolve().parents[2]
Check = Callable[..., Outcome]

SHAKY = """
def test_shaky():
    from pathlib import Path
    mark = Path(__file__).with_name("mark")
    was_here = mark.exists()
    mark.touch()
    assert was_here
"""
CRASHES_ONCE = """
def test_crashes():
    import os, signal
    from pathlib import Path
    mark = Path(__file__).with_name("mark")
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGSEGV)
"""
HANGS = "def test_hangs():\n    import time\n    time.sleep(600)\n"
FINE = "def test_fine():\n    pass\n"
WRONG = "def test_wrong():\n    assert 1 == 2\n"
SETTINGS = "[pytest]\nmarkers = slow: takes long\n"


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """A session of pytest with these tests, in a folder of its own."""
    monkeypatch.setattr(schedule, "ROOT", tmp_path)
    monkeypatch.setattr(sessions, "REPORTS", tmp_path / "reports")
    (tmp_path / "reports").mkdir()

    def check(
        *tests: str, settings: str = "", workers: int = 1, again: bool = False, asked: Asked | None = None
    ) -> Outcome:
        (tmp_path / "pytest.ini").write_text(SETTINGS + settings)
        (tmp_path / "test_some.py").write_text("\n\n".join(tests))
        arguments, run = ["test_some.py"], Run(asked or Asked())
        env = {
            "PYTHONPATH": str(ROOT),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTEST_PLUGINS": "xdist.plugin,pytest_timeout",
        }
        return sessions.session(run, "some", arguments, workers=workers, has_second_try=again, env=env)

    return check


def ends(outcome: Outcome) -> dict[str, str]:
    """How each test ended."""
    return {test.name.rpartition("::")[2]: test.outcome for test in outcome.tests}


# ---- what became of the tests ---------------------------------------------------------------------------------------


def test_what_failed_is_named_with_what_it_printed(check: Check) -> None:
    outcome = check(FINE, WRONG)
    assert (outcome.status, ends(outcome)) == ("failed", {"test_fine": "passed", "test_wrong": "failed"})
    assert outcome.note == "1 passed, 1 failed, 0 skipped: test_some.py::test_wrong (failed)"
    assert "assert 1 == 2" in outcome.output


def test_what_passes_only_when_run_again_is_named(check: Check) -> None:
    outcome = check(FINE, SHAKY, again=True)
    assert (outcome.status, ends(outcome)) == ("ok", {"test_fine": "passed", "test_shaky": "passed"})
    assert outcome.note.endswith("passed only when run again: test_some.py::test_shaky (failed)")
    assert "assert was_here" in outcome.output  # the first failure is not lost


def test_what_fails_twice_has_failed(check: Check) -> None:
    outcome = check(WRONG, SHAKY, again=True)
    assert (outcome.status, ends(outcome)["test_wrong"]) == ("failed", "failed")


def test_tests_of_rules_have_one_try(check: Check) -> None:
    assert check(SHAKY).status == "failed"


@pytest.mark.parametrize("workers", [1, 2])
def test_a_crashed_interpreter_fails_the_run_though_the_test_would_pass_when_run_again(
    check: Check, workers: int
) -> None:
    outcome = check(CRASHES_ONCE, workers=workers, again=True)
    assert (outcome.status, ends(outcome)) == ("failed", {"test_crashes": "crashed"})
    assert "test_some.py::test_crashes (crashed)" in outcome.note


def test_a_test_that_takes_too_long_has_timed_out_and_the_next_still_runs(check: Check) -> None:
    outcome = check(f"import pytest\n\n@pytest.mark.timeout(1)\n{HANGS}", FINE)
    assert (outcome.status, ends(outcome)) == ("failed", {"test_hangs": "timed out", "test_fine": "passed"})


def test_a_time_limit_that_ends_the_process_looks_like_a_crash_and_says_where_it_was(check: Check) -> None:
    """So did three tests of the laboratory end on a loaded machine, in the days of a limit of 400 s."""
    settings = "faulthandler_timeout = 1\nfaulthandler_exit_on_timeout = true\n"
    outcome = check(HANGS, settings=settings, workers=2, again=True)
    assert (outcome.status, ends(outcome)) == ("failed", {"test_hangs": "crashed"})
    assert "Timeout (0:00:01)!" in outcome.output
    assert "in test_hangs" in outcome.output


def test_a_session_that_cannot_begin_has_failed(check: Check) -> None:
    outcome = check("import no_such_module")
    assert (outcome.status, "no_such_module" in outcome.output) == ("failed", True)


def test_fast_leaves_out_what_is_slow(check: Check) -> None:
    slow = "import pytest\n\n@pytest.mark.slow\ndef test_slow():\n    pass\n"
    assert ends(check(FINE, slow)) == {"test_fine": "passed", "test_slow": "passed"}
    assert ends(check(FINE, slow, asked=Asked(fast=True))) == {"test_fine": "passed"}


def test_where_no_test_is_chosen_the_step_was_not_run(check: Check) -> None:
    assert check(FINE, asked=Asked(expression="nothing_like_it")).status == "not run"


# ---- steps ----------------------------------------------------------------------------------------------------------


def run_steps(*steps: Step, lanes: int = 2) -> Run:
    run = Run(Asked())
    schedule = Schedule(run, steps, lanes)
    schedule.start()
    while not schedule.is_over:
        schedule.next_ended(60)
    return run


def test_a_step_waits_for_what_it_needs_and_not_for_others() -> None:
    is_built, order = threading.Event(), []

    def build(run: Run) -> Outcome:
        assert is_built.wait(60)
        order.append("build")
        return ok()

    def checks(run: Run) -> Outcome:
        order.append("checks")
        is_built.set()
        return ok()

    def tests(run: Run) -> Outcome:
        order.append(f"tests after {run.outcome_of('build').status}")
        return ok()

    run_steps(Step("build", build), Step("tests", tests, ("build",)), Step("checks", checks))
    assert order == ["checks", "build", "tests after ok"]


def test_a_fault_of_the_checks_fails_its_step_and_no_other() -> None:
    def broken(run: Run) -> Outcome:
        raise OSError("no space left")

    run = run_steps(Step("broken", broken), Step("fine", lambda run: ok()), lanes=1)
    assert run.has_failed
    assert {name: outcome.status for name, (outcome, _) in run.done.items()} == {"broken": "failed", "fine": "ok"}
    assert run.done["broken"][0].note == "OSError: no space left"


BUSY = "import time\nwhile time.process_time() < 0.4: pass"


def test_how_long_a_step_kept_cores_busy_is_known_with_what_its_commands_started() -> None:
    started = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {BUSY!r}])"
    works = Step("works", lambda run: run.judge(sys.executable, "-c", started))
    waits = Step("waits", lambda run: run.judge(sys.executable, "-S", "-c", "import time; time.sleep(0.4)"))
    run = run_steps(works, waits)
    assert run.busy["works"] >= 0.3
    assert run.busy["waits"] < run.busy["works"]


def test_a_command_that_does_not_end_is_stopped_and_what_it_printed_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "PATIENCE", 0.5)
    code, output = Run(Asked()).call("sh", "-c", "echo begun; exec sleep 600")
    assert (code, output) == (1, "begun\n\nstopped after 0.0 minutes")


def test_every_step_waits_only_for_steps_there_are() -> None:
    from dev.check.steps import CHANGED_STEPS, LONG_STEPS, STEPS

    for steps in (STEPS, (*STEPS, *LONG_STEPS), CHANGED_STEPS):
        names = [step.name for step in steps]
        assert len(set(names)) == len(names)
        assert all(name in names[:number] for number, step in enumerate(steps) for name in step.after)


# ---- what is printed ------------------------------------------------------------------------------------------------


def summary_of(**outcomes: Outcome) -> str:
    run = Run(Asked(), done={name: (outcome, 1.5) for name, outcome in outcomes.items()})
    return report.summary(run, [Step(name, lambda run: ok()) for name in outcomes])


def test_the_last_line_counts_the_tests() -> None:
    tests = (Result("a", "passed", 1), Result("b", "skipped", 1), Result("c", "failed", 1))
    text = summary_of(rules=Outcome("failed", tests=tests), style=ok(), wheel=not_run("no network"))
    assert text.splitlines()[-1] == "1 passed, 1 failed, 1 skipped"
    assert re.search(r"wheel +not run +1\.5 s +0\.0 s +no network", text)


def test_what_crashed_or_timed_out_is_told_apart_and_counts_as_failed() -> None:
    tests = (Result("a", "crashed", 1), Result("b", "timed out", 1), Result("c", "failed", 1))
    lines = summary_of(rules=Outcome("failed", tests=tests)).splitlines()
    assert lines[-3:] == ["Of the failed tests 1 crashed and 1 timed out.", "", "0 passed, 3 failed, 0 skipped"]


def test_the_ten_slowest_tests_are_named_and_those_not_marked_as_slow_told() -> None:
    tests = tuple(Result(f"t{number}", "passed", number, number / 4, number == 13) for number in range(14))
    lines = summary_of(rules=Outcome("ok", tests=tests)).splitlines()
    first = lines.index("Slowest tests, and how long they kept a core busy") + 1
    assert lines[first] == "   13.0 s    3.2 s  t13 (rules)"
    assert lines[first + 1] == "   12.0 s    3.0 s  t12 (rules): over 5 s and not marked as slow"
    assert len([line for line in lines if " s  t" in line]) == 10


def test_what_a_test_starts_keeps_cores_busy_on_its_account(check: Check) -> None:
    works = f"def test_works():\n    import subprocess, sys\n    subprocess.run([sys.executable, '-c', {BUSY!r}])\n"
    waits = "def test_waits():\n    import time\n    time.sleep(0.5)\n"
    busy_for = {test.name.split("::")[1]: test.processor for test in check(works, waits).tests}
    assert busy_for["test_works"] >= 0.3
    assert busy_for["test_waits"] < busy_for["test_works"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what living processes have used")
def test_a_process_that_lives_on_is_counted_for_the_test_that_uses_it(check: Check) -> None:
    serves = f"import sys\nsys.stdin.read(1)\n{BUSY}\nprint(flush=True)\nsys.stdin.read()"
    uses = f"""
import subprocess, sys
server = subprocess.Popen([sys.executable, "-c", {serves!r}], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

def test_idles():
    assert server.poll() is None

def test_uses():
    server.stdin.write(b"x")
    server.stdin.flush()
    assert server.stdout.read(1)

def test_ends():
    server.communicate()
"""
    busy_for = {test.name.split("::")[1]: test.processor for test in check(uses).tests}
    assert busy_for["test_uses"] >= 0.3
    assert busy_for["test_idles"] < 0.3
    assert 0 <= busy_for["test_ends"] < 0.3


def test_progress_names_what_runs_how_far_it_is_and_how_long_it_will_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "REPORTS", tmp_path)
    (tmp_path / "rules.jsonl").write_text('{"total": 8}\n{"began": "a"}\n{"name": "a"}\n{"began": "b"}\n{"na')
    run = Run(Asked())
    run.under_way["rules"] = run.started
    steps = [Step("rules", lambda run: ok(), report="rules"), Step("wheel", lambda run: ok())]
    text = report.progress_line(run, steps, {"rules": 0.0, "wheel": 90.0})
    assert text.endswith("running: rules 1 of 8; about  1:30 left")
    assert report.progress_line(run, steps, {}).endswith("running: rules 1 of 8")


def test_the_times_of_the_last_run_of_the_same_kind_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "TIMES", tmp_path / "cache" / "times.json")
    monkeypatch.setattr(report, "REPORTS", tmp_path)
    for asked, seconds in ((Asked(), 60.0), (Asked(long=True), 3600.0)):
        report.keep(Run(asked, done={"rules": (ok(), seconds)}))
    assert report.last_times(Run(Asked())) == {"rules": 60.0}
    assert report.last_times(Run(Asked(long=True))) == {"rules": 3600.0}
    (tmp_path / "cache" / "times.json").write_text("damaged")
    assert report.last_times(Run(Asked())) == {}


@pytest.mark.parametrize(("outcome", "code"), [(ok(), 0), (failed("wrong", "what it printed"), 1)])
def test_the_exit_code_and_the_output_of_what_failed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    outcome: Outcome,
    code: int,
) -> None:
    monkeypatch.setattr(command_line, "STEPS", (Step("rules", lambda run: outcome),))
    monkeypatch.setattr(command_line, "REPORTS", tmp_path)
    monkeypatch.setattr(report, "REPORTS", tmp_path)
    monkeypatch.setattr(report, "TIMES", tmp_path / "times.json")
    assert command_line.main([]) == code
    printed = capsys.readouterr().out
    assert ("what it printed" in printed) == bool(code)
    assert printed.splitlines()[-1] == "0 passed, 0 failed, 0 skipped"
