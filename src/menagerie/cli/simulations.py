"""Commands for studies of titles: simulations and reports."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from menagerie import _extras
from menagerie.cli.arguments import (
    INTERRUPTED,
    Add,
    add_hands,
    add_variants,
    count,
    game_of,
    listed,
    numbers,
    options_of,
    progress,
    write,
)
from menagerie.core.errors import BadSetup
from menagerie.core.seats import counted


def simulate(chosen: argparse.Namespace) -> int:
    """Play many games over a grid, into a table."""
    _extras.need("lab", "simulations")
    from menagerie.lab import grid, summary
    from menagerie.lab.parallel import hands
    from menagerie.lab.simulate import Table, simulate, write_csv
    from menagerie.lab.variants import variants

    chosen.content, folders = None, chosen.content
    game = game_of(chosen)
    wanted = grid.Grid(
        game.id,
        tuple([tuple([grid.entrant(name, game) for name in listed(lineup)]) for lineup in chosen.bots]),
        numbers(chosen.players) if chosen.players else (max(2, game.players[0]),),
        _tried(chosen),
        variants(folders),
        chosen.games,
        chosen.seed,
    )
    wanted.check()
    if wanted.depends_on_time:
        print(
            "A bot plays by the clock, so another run will have other games. keeper:1000 counts positions instead.",
            file=sys.stderr,
        )
    out, file = _table_files(Path(chosen.out or f"{game.id}.parquet"))
    try:
        with hands(chosen.jobs, chosen.cluster) as executor, games_told(len(wanted.cells()) * wanted.games) as tell:
            is_new = simulate(wanted, file, executor, tell)
    except KeyboardInterrupt:
        print(f"Stopped; the same command continues with what is in {file}.part.", file=sys.stderr)
        return INTERRUPTED
    if out != file and not out.exists():
        write_csv(file, out)
    table = Table.read(file)
    if chosen.json:
        print(json.dumps(summary.figures(table)))
    else:
        print(f"{game.name}: {'written to' if is_new else 'all of it was there already, in'} {out}")
        if out != file:
            print(f"Reports read {file}, which has the same rows.")
        print(summary.text(table))
    return 0


def _table_files(out: Path) -> tuple[Path, Path]:
    """Return the requested file and the Parquet file to play into. CSV is made from a Parquet file beside it.
    Raises BadSetup."""
    if out.suffix not in (".parquet", ".csv"):
        raise BadSetup(f"A table is a .parquet or a .csv file; {out} is neither.")
    file = out.with_suffix(".parquet")
    if out != file and out.exists() and not file.exists():
        raise BadSetup(f"{out} already exists, without {file} beside it. Give another file, or remove it.")
    return out, file


def report(chosen: argparse.Namespace) -> int:
    """Make reports of titles, or of tables written before."""
    _extras.need("lab", "reports")
    import menagerie
    from menagerie.lab.parallel import hands
    from menagerie.lab.report.page import page
    from menagerie.lab.report.study import Study, carry_out, plan
    from menagerie.lab.variants import variants

    titles = list(menagerie.titles()) if chosen.all else [name for name in chosen.what if _is_title(name)]
    tables = [Path(name) for name in chosen.what if not _is_title(name)]
    if not titles and not tables:
        raise BadSetup("Name titles, tables written by lab simulate, or --all for all titles.")
    if chosen.all and chosen.what:
        raise BadSetup("--all takes no names. It makes a report of every title.")
    plans = {name: plan(menagerie.load(name), chosen.games, variants(chosen.content)) for name in titles}
    for wanted in plans.values():
        wanted.grid.check()
    try:
        total = sum([wanted.games for wanted in plans.values()])
        with hands(chosen.jobs, chosen.cluster) as executor, progress(total) as advance:
            tables += [carry_out(wanted, Path(chosen.data), executor, advance) for wanted in plans.values()]
    except KeyboardInterrupt:
        print(f"Stopped; the same command continues with what is in {chosen.data}.", file=sys.stderr)
        return INTERRUPTED
    studies = [Study.read(file) for file in tables]
    if chosen.all:
        folder = Path(chosen.out or "reports")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadSetup(f"{folder} cannot be used: {error.strerror}.") from None
        pages = {folder / f"{study.title}.html": [study] for study in studies}
    else:
        pages = {Path(chosen.out or "report.html"): studies}
    for file, told in pages.items():
        write(file, page(told, chosen.date))
        print(f"{file}: {', '.join([study.title for study in told])}")
    return 0


def _is_title(name: str) -> bool:
    import menagerie

    return name in menagerie.titles()


def _tried(chosen: argparse.Namespace) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what `--option name=value` says, given once or several times. Raises BadSetup."""
    tried: dict[str, list[str]] = {}
    for text in chosen.option:
        for name, value in options_of(argparse.Namespace(option=[text])).items():
            if value in tried.setdefault(name, []):
                raise BadSetup(f"--option {text} is given twice.")
            tried[name].append(value)
    return tuple([(name, tuple(values)) for name, values in tried.items()])


@contextmanager
def games_told(total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar with the number of games, the rate and the time left."""
    begun = time.monotonic()
    done, before = 0, -1

    def tell(games: int) -> None:
        nonlocal done, before
        done += games
        before = done if before < 0 else before  # what an earlier run has played
        rate = (done - before) / max(0.001, time.monotonic() - begun)
        advance(f"{done} of {counted(total, 'game', 'games')}, {rate:.1f} a second", games)

    with progress(total) as advance:
        yield tell


# Their arguments.


def add_commands(add: Add) -> None:
    """Add the commands to the parser."""
    command = add(
        simulate,
        "play many games over a grid of players, options, bots and contents, and write them as a table",
        "simulate {0} greedy --players 2,3,4 --games 1000 --out games.parquet\n"
        "simulate zoo-escape keeper --players 2,3 --option level=easy --option level=hard\n"
        "simulate {0} keeper:500 director,keeper:500 --players 3 --json\n"
        "simulate {0} greedy --content my-variant --games 500 --jobs 2\n"
        "simulate {0} greedy --games 100000 --cluster tcp://10.0.0.1:8786",
    )
    command.add_argument("title", metavar="TITLE", help="menagerie titles lists them")
    command.add_argument(
        "bots",
        metavar="BOTS",
        nargs="+",
        help="a lineup: greedy, keeper:500 (positions per turn; by default 1000), or several with commas, the last in "
        "all remaining seats; several lineups are played in turn",
    )
    command.add_argument("--players", default="", metavar="N,...", help="numbers of players; by default two")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="may be repeated, and with several values",
    )
    add_variants(command)
    command.add_argument("--games", type=count, default=100, metavar="N", help="games per combination; by default 100")
    command.add_argument("--seed", type=count, default=0, metavar="N", help="the same seed makes the same file")
    command.add_argument("--out", metavar="FILE", help="the table, .parquet or .csv; by default TITLE.parquet")
    add_hands(command)
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command = add(
        report,
        "make an HTML report of a title, or of tables written by simulate: balance, pace, choices, points",
        "report {0} --games 50 --out report.html\n"
        "report games.parquet --out report.html\n"
        "report {0} --content my-variant\n"
        "report --all --data measured --out docs/reports",
    )
    command.add_argument(
        "what", metavar="TITLE or FILE", nargs="*", help="titles, or tables written by menagerie lab simulate"
    )
    command.add_argument("--all", action="store_true", help="all titles, one page each; --out is then a folder")
    command.add_argument("--games", type=count, metavar="N", help="games per combination; by default the title's own")
    add_variants(command)
    command.add_argument(
        "--data",
        default="report-data",
        metavar="DIR",
        help="keep measurements here and don't repeat them; by default report-data",
    )
    command.add_argument("--out", metavar="FILE", help="the page; by default report.html")
    command.add_argument("--date", default="", metavar="TEXT", help="a date line for the page; by default none")
    add_hands(command)
