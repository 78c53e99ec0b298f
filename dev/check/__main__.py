"""The command line of `./menagerie test`."""

from __future__ import annotations

import argparse
import sys

from dev.check import changed, report
from dev.check.outcome import Asked, Step
from dev.check.schedule import LANES, Run, Schedule
from dev.check.sessions import REPORTS
from dev.check.steps import CHANGED_STEPS, LONG_STEPS, STEPS

EXAMPLES = """examples:
  ./menagerie test                     everything a change must pass before it is handed in
  ./menagerie test --changed           what your uncommitted changes can break
  ./menagerie test --changed main      what has changed since main can break
  ./menagerie test -k barn             tests whose name has "barn" in it
  ./menagerie test --long              before a release: larger walks, fuzzing, kills, training, mutants
"""


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./menagerie test",
        description="Run every check and every test.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--fast",
        action="store_true",
        help="leave out the compiled engine, wheel, browser, PostgreSQL and tests marked as slow",
    )
    size.add_argument("--long", action="store_true", help="add what is worth running before a release")
    size.add_argument(
        "--changed",
        nargs="?",
        const="",
        metavar="REV",
        help="run only what can break by your changes, or by all changes since REV",
    )
    parser.add_argument("-k", dest="expression", default="", metavar="EXPR", help="run only tests that match EXPR")
    parser.add_argument("-v", "--verbose", action="store_true", help="show what each step prints, one after another")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Run the checks that the command line asks for; return the exit code."""
    options = parse(arguments)
    asked = Asked(options.verbose, options.fast, options.long, options.expression)
    steps: tuple[Step, ...] = (*STEPS, *LONG_STEPS) if asked.long else STEPS
    if options.changed is not None:
        asked.changed = changed.files_since(options.changed)
        if not asked.changed:
            print("Nothing has changed.")
            return 0
        steps = CHANGED_STEPS
    REPORTS.mkdir(parents=True, exist_ok=True)
    run = Run(asked)
    schedule = Schedule(run, steps, 1 if asked.verbose else LANES)
    schedule.start()
    try:
        report.follow(run, schedule, steps)
    except KeyboardInterrupt:
        print("\nInterrupted.")
        return 130
    report.keep(run)
    print(report.summary(run, steps))
    return 1 if run.has_failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
