"""The command that makes datasets."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from menagerie import _extras
from menagerie.cli.arguments import INTERRUPTED, Add, add_hands, count, game_of, options_of, progress
from menagerie.cli.simulations import games_told
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.core.seats import counted

if TYPE_CHECKING:
    from menagerie.lab.dataset.sources import Source


def dataset(chosen: argparse.Namespace) -> int:
    """Write decisions, with what the seat saw, could do and achieved, as Parquet."""
    _extras.need("lab", "datasets")
    from menagerie.lab.dataset import datasheet
    from menagerie.lab.dataset.making import Dataset
    from menagerie.lab.parallel import hands

    game = game_of(chosen)
    making = Dataset(game, _source(chosen, game), Path(chosen.folder))
    try:
        with hands(chosen.jobs, chosen.cluster) as executor, games_told(len(making.source.tasks)) as tell:
            counts = making.make(executor, tell)
    except KeyboardInterrupt:
        print(f"Stopped; the same command continues with what is in {making.folder}.", file=sys.stderr)
        return INTERRUPTED
    sheet = datasheet.write(making, counts, chosen.by, chosen.licence, _command(chosen))
    print(f"{counts.told()} in {making.folder}.")
    for reason, number in sorted(counts.left_out.items()):
        print(f"{counted(number, 'game was', 'games were')} left out: {reason}.")
    print(f"{sheet} describes them.")
    return 0


def _source(chosen: argparse.Namespace, game: Game) -> Source:
    """Return where the games come from: one of three places. Raises BadSetup."""
    from menagerie.lab.dataset import sources

    if [bool(chosen.bots), bool(chosen.records), bool(chosen.tables)].count(True) != 1:
        raise BadSetup("Say where the games come from: --bots BOT ..., --records FOLDER, or --tables DATABASE.")
    if chosen.records:
        return sources.in_folder(Path(chosen.records))
    if chosen.tables:
        return _of_people(chosen.tables, game)
    from menagerie.lab import grid
    from menagerie.lab.match import Match

    entrants = tuple([grid.entrant(text, game) for text in chosen.bots])
    usual = max(game.players[0], 2, len(entrants)) if len(game.players) > 1 else game.players[0]
    players = usual if chosen.players is None else chosen.players
    return sources.by_bots(Match(game.id, players, entrants, chosen.games, chosen.seed, options_of(chosen)))


def _of_people(database: str, game: Game) -> Source:
    """Return the games in a server's database that were offered for research."""
    _extras.need("table", "a server's database")
    from menagerie.lab.dataset import sources
    from menagerie.server.features import research_export
    from menagerie.server.store import engines
    from menagerie.server.store.events import Damaged

    engine = engines.reading_engine(engines.url_of(database))
    games = []
    try:
        offered = research_export.offered(engine, game.id)
        with progress(len(offered)) as advance:
            for table in offered:
                advance("Tables", 1)
                try:
                    found = research_export.game(engine, table)
                except Damaged as error:
                    print(f"menagerie: {error}; left out.", file=sys.stderr)
                else:
                    games.append(sources.GivenGame(found.id, str(found.record), tuple(found.players)))
    finally:
        engine.dispose()
    return sources.of_people(games)


def _command(chosen: argparse.Namespace) -> str:
    """Return the command for the datasheet, without this machine's paths."""
    words = ["menagerie", "lab", "dataset", chosen.title, Path(chosen.folder).name]
    if chosen.bots:
        words += ["--bots", *chosen.bots, "--games", str(chosen.games), "--seed", str(chosen.seed)]
        words += [] if chosen.players is None else ["--players", str(chosen.players)]
        words += [word for option in chosen.option for word in ("--option", option)]
    elif chosen.records:
        words += ["--records", Path(chosen.records).name]
    else:
        words += ["--tables", "DATABASE"]
    return shlex.join(words)


def add_command(add: Add) -> None:
    """Add the command to the lab's parser."""
    command = add(
        dataset,
        "make a dataset for learning: positions, legal decisions, choices and outcomes, with a datasheet",
        "dataset {0} mini --bots keeper:50 greedy --games 200\n"
        "dataset 18zoo site --records exported --by 'Lisa' --licence CC-BY-4.0\n"
        "dataset new-york-zoo people --tables tables.db",
    )
    command.add_argument("title", metavar="TITLE", help="menagerie titles lists them")
    command.add_argument(
        "folder", metavar="FOLDER", help="where to write it; the same command continues an interrupted one"
    )
    command.add_argument(
        "--bots", nargs="+", metavar="BOT", help="let these play: greedy, keeper:50 (positions per turn)"
    )
    command.add_argument("--records", metavar="DIR", help="use the .zoo files and 18xx.games exports in this folder")
    command.add_argument(
        "--tables",
        metavar="DATABASE",
        help="use games that people finished at a server's listed tables and offered for research",
    )
    command.add_argument("--games", type=count, default=100, metavar="N", help="with --bots: how many; by default 100")
    command.add_argument(
        "--players", type=count, metavar="P", help="with --bots: how many players; by default two, or one per bot"
    )
    command.add_argument(
        "--seed", type=count, default=0, metavar="N", help="with --bots: the same seed makes the same games"
    )
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="with --bots; may be repeated"
    )
    command.add_argument("--by", default="", metavar="NAME", help="its author, for the datasheet")
    command.add_argument("--licence", default="", metavar="NAME", help="its licence, for the datasheet")
    add_hands(command)
    command.set_defaults(content=None)
