"""Broken inputs for every parser, and requests to a running server: python -m tests.fuzz --help."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.fuzz.parsers import PARSERS
from tests.fuzz.requests import ask
from tests.fuzz.running import Report, run

REQUESTS = "requests"


def main() -> int:
    """Run what is asked for; 1 if anything came out that should not have."""
    chosen = _arguments()
    reports = []
    with tempfile.TemporaryDirectory(prefix="menagerie-fuzz-") as folder:
        for parser in PARSERS:
            if chosen.what in ("all", parser.name):
                whole = chosen.count if chosen.what != "all" else chosen.count * parser.share // 100_000
                reports.append(tell(run(parser, whole, chosen.seed, Path(folder), chosen.only)))
        if chosen.what in ("all", REQUESTS):
            reports.append(tell(ask(chosen.requests, chosen.seed, Path(folder))))
    tried, problems = sum([report.tried for report in reports]), sum([len(report.problems) for report in reports])
    print(f"{tried} in all, {problems} problems")
    return 1 if problems else 0


def tell(report: Report) -> Report:
    """Print how it went."""
    print(report.line(), flush=True)
    for problem, where in report.problems.items():
        print(f"  {where}: {problem}", flush=True)
    return report


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    names = ["all", *[one.name for one in PARSERS], REQUESTS]
    parser.add_argument("what", nargs="?", default="all", choices=names, help="by default all")
    parser.add_argument("--count", type=int, default=200_000, help="broken inputs for parsers, in all")
    parser.add_argument("--requests", type=int, default=20_000, help="requests to a running server")
    parser.add_argument("--seed", type=int, default=1, help="the same seed breaks the same things in the same way")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="that input of a parser alone, with the traceback")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
