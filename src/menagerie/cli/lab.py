"""Commands for research: which bot is stronger, what bots know, how fast the engine is."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import menagerie
from menagerie import _extras
from menagerie.cli import datasets, simulations
from menagerie.cli.arguments import (
    INTERRUPTED,
    Add,
    add_hands,
    add_variants,
    adder,
    any_record,
    count,
    game_of,
    numbers,
    options_of,
    part,
    positive,
    progress,
    share,
    write,
)
from menagerie.core.errors import BadSetup
from menagerie.core.seats import counted

if TYPE_CHECKING:
    from menagerie.lab.match import Match
    from menagerie.lab.match_stats import Result


def bench(chosen: argparse.Namespace) -> int:
    """Measure how fast the engine is, `envs` how fast environments are, or `server` how much a server can carry."""
    from menagerie.lab import bench

    if chosen.title == "server":
        _extras.need("table", "the browser table")
        from menagerie.lab import bench_server

        print("Whole games over loopback. This takes a few minutes.", file=sys.stderr)
        for line in bench_server.main():
            print(line, flush=True)
        return 0
    if chosen.title == "envs":
        _extras.need("envs", "environments")
        from menagerie.envs import bench as bench_envs

        _environments(bench_envs, chosen.seconds)
        return 0
    if chosen.replay:
        print(bench.replays({Path(name).name: any_record(name) for name in chosen.replay}))
        return 0
    before = bench.read(Path(chosen.compare)) if chosen.compare else None
    games = [menagerie.load(id) for id in ([chosen.title] if chosen.title else menagerie.titles())]
    cases = bench.cases(games, chosen.players)
    figures = []
    print(bench.heading(cases), flush=True)
    with progress(len(cases) * 100) as advance:
        for case in cases:
            figures.append(bench.measure(case, chosen.seconds, advance))
            print(bench.row(cases, figures[-1]), flush=True)
    print(bench.NOTE)
    if before is not None:
        print()
        print(bench.comparison(figures, before))
    if chosen.json:
        bench.write(figures, Path(chosen.json))
    return 0


def _environments(bench: ModuleType, seconds: float) -> None:
    """Print how fast environments are, ours and others, each row as soon as it's known."""
    bench.install_peers()
    subjects = bench.subjects()
    print(bench.row("environment", "steps/s", "to connect_four"), flush=True)
    with progress(len(subjects) * bench.ROUNDS) as advance:
        for figure in bench.measure(subjects, seconds, advance):
            print(figure.row(), flush=True)


def arena(chosen: argparse.Namespace) -> int:
    """Play many games between bots, with rule variants on the same deals."""
    from menagerie.lab import side_by_side
    from menagerie.lab.entrants import Entrant
    from menagerie.lab.match import Match
    from menagerie.lab.variants import variants

    chosen.content, folders = None, chosen.content
    game = game_of(chosen)
    entrants = tuple([Entrant.parse(text, chosen.seconds) for text in chosen.bots])
    usual = max(game.players[0], 2) if len(entrants) > 1 else game.players[0]
    players = max(usual, len(entrants)) if chosen.players is None else chosen.players
    if chosen.records and not chosen.keep:
        raise BadSetup("--records needs --keep: a folder for the records.")
    if folders and chosen.stop is not None:
        raise BadSetup("--stop ends a match early, but variants need all games. Use one or the other.")
    contents = variants(folders)
    matches = [
        Match(game.id, players, entrants, chosen.games, chosen.seed, options_of(chosen), content)
        for content in contents
    ]
    for match in matches:
        match.check()
    results: list[Result] = []
    was_stopped = _play(chosen, matches, results)
    if not results:  # before the first game ended
        raise KeyboardInterrupt
    if chosen.json:
        print(json.dumps(side_by_side.figures(results) if folders else results[0].figures()))
    else:
        for result in results:
            content = f", content {result.match.content.name}" if folders else ""
            print(f"{game.name}, {_players(players)}, {counted(len(result.played), 'game', 'games')}{content}")
            print(result.table())
        for variant in results[1:]:
            print(side_by_side.told(variant, results[0]))
        if chosen.stop is not None:
            print(results[0].verdict())
    if was_stopped:
        goes_on = "; the same command continues" if chosen.keep else ""
        done = sum([len(result.played) for result in results])
        print(f"Stopped after {done} of {len(matches) * chosen.games} games{goes_on}.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _play(chosen: argparse.Namespace, matches: list[Match], results: list[Result]) -> bool:
    """Play matches one after the other and add their results. Return whether they were interrupted."""
    from menagerie.lab import arena
    from menagerie.lab.parallel import hands

    done = 0
    so_far: Result | None = None

    def tell(result: Result) -> None:
        nonlocal done, so_far
        advance(result.standing(), len(result.played) - done)
        so_far, done = result, len(result.played)

    try:
        with hands(chosen.jobs, chosen.cluster) as executor, progress(len(matches) * chosen.games) as advance:
            for match in matches:
                folder = Path(chosen.keep) if chosen.keep else None
                if folder is not None and match.content.files:
                    folder /= match.content.name
                done, so_far = 0, None
                results.append(arena.run(match, executor, tell, folder, chosen.records, chosen.stop))
                so_far = None
    except KeyboardInterrupt:
        if so_far is not None:
            results.append(so_far)
        return True
    return False


def lab(chosen: argparse.Namespace) -> int:
    """Never run: one of its subcommands is required."""
    raise NotImplementedError


def learn(chosen: argparse.Namespace) -> int:
    """Learn the weights of a title's advice by self-play."""
    _extras.need("learn", "learning weights")
    from menagerie.lab import advice_file, learn, training
    from menagerie.lab.parallel import hands

    game = game_of(chosen)
    target = advice_file.target(game, chosen.out)
    lesson = training.Lesson(
        game.id,
        numbers(chosen.players),
        chosen.rounds,
        chosen.games,
        chosen.match,
        chosen.seed,
        chosen.afresh,
        chosen.explore,
        chosen.patience,
        chosen.ridge,
        chosen.fade,
    )
    with hands(chosen.jobs, chosen.cluster) as executor, progress(training.games_of(lesson)) as advance:
        outcome = learn.learn(lesson, executor, advance)
    file = learn.keep(lesson, outcome, game.folder, target)
    print(f"{outcome.tell()} Saved in {file}.")
    return 0


def calibrate(chosen: argparse.Namespace) -> int:
    """Check whether the chances that a title's advice gives are what happens."""
    from menagerie.lab import advice_file, calibrate
    from menagerie.lab.parallel import hands

    game = game_of(chosen)
    target = advice_file.target(game, chosen.out) if chosen.keep or chosen.out else None
    players = max(2, game.players[0]) if chosen.players is None else chosen.players
    records = calibrate.kept_games(Path(chosen.records)) if chosen.records else ()
    survey = calibrate.Survey(game.id, players, chosen.bot, chosen.positions, chosen.seed, chosen.each, records)
    with hands(chosen.jobs, chosen.cluster) as executor, progress(survey.games) as advance:
        findings = calibrate.calibrate(survey, executor, advance)
    print(f"{game.name}, {survey.about}")
    print(findings.table())
    if chosen.chart:
        write(Path(chosen.chart), calibrate.chart(survey, findings))
    if target is not None:
        begin, end, even = findings.scale
        kept = advice_file.rewrite(game.folder, {"chances": {"begin": begin, "end": end, "even": even}}, target)
        print(f"Kept in {kept}.")
    return 0


def curve(chosen: argparse.Namespace) -> int:
    """Draw strength against time, from matches of the arena."""
    from menagerie.lab import curve

    points = curve.curve([Path(name) for name in chosen.files])
    print(curve.table(points))
    if chosen.chart:
        write(Path(chosen.chart), curve.chart(points))
    return 0


def _players(number: int) -> str:
    return counted(number, "player", "players")


# Their arguments.


def add_commands(add: Add, some: str) -> None:
    """Add the commands to the parser."""
    _add_arena(add)
    _add_lab(add, some)
    _add_bench(add)


def _add_arena(add: Add) -> None:
    command = add(
        arena,
        "play many games between bots and say which is stronger",
        "arena {0} keeper visitor\n"
        "arena {0} director montecarlo:400 --games 200 --seconds 1 --players 4\n"
        "arena {0} my_bot.py:MyBot keeper --keep results --records\n"
        "arena zoo-escape director --players 2 --option level=easy\n"
        "arena {0} keeper greedy --content my-variant",
    )
    command.add_argument("title", metavar="TITLE", help="menagerie titles lists them")
    command.add_argument(
        "bots",
        metavar="BOT",
        nargs="+",
        help="a kind (keeper), with playouts (montecarlo:400) or seconds (keeper:0.2s), or a class in a file "
        "(my_bot.py:MyBot); the last one fills the remaining seats",
    )
    command.add_argument("--games", type=count, default=100, metavar="N", help="by default 100")
    command.add_argument("--seconds", type=positive, metavar="S", help="CPU time per turn; by default the level's")
    command.add_argument("--players", type=count, metavar="P", help="by default two, or as many as there are bots")
    command.add_argument("--seed", type=count, default=0, metavar="N", help="the same seed deals the same games")
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
    add_variants(command)
    add_hands(command)
    command.add_argument(
        "--keep", metavar="DIR", help="keep results in this folder; the same command continues a stopped match"
    )
    command.add_argument("--records", action="store_true", help="keep the games too")
    command.add_argument(
        "--stop",
        type=share,
        metavar="SHARE",
        help="stop as soon as it's decided whether the first bot wins more than this share",
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")


def _add_lab(add: Add, some: str) -> None:
    examples = (
        "lab simulate {0} keeper --games 1000 --out games.parquet\nlab report {0}\n"
        "lab dataset {0} mini --bots greedy\nlab learn {0} --help"
    )
    group = add(lab, "study a title: simulations, reports, datasets, and what bots know about it", examples)
    commands = group.add_subparsers(metavar="COMMAND", title="commands", required=True)
    add = adder(commands, some, "lab ")
    simulations.add_commands(add)
    datasets.add_command(add)
    command = add(
        learn,
        "learn the weights of a title's advice by self-play and keep them if they clearly win",
        "learn {0}\nlearn {0} --players 2,3,4,5 --rounds 4 --games 2000 --afresh --seed 1",
    )
    _add_lab_usual(command)
    command.add_argument("--players", default="2", metavar="N,...", help="numbers of players, in turn; by default 2")
    command.add_argument("--rounds", type=count, default=12, metavar="N", help="by default 12")
    command.add_argument("--games", type=count, default=400, metavar="N", help="games games in a round; by default 400")
    command.add_argument(
        "--match", type=count, default=400, metavar="N", help="games of new against old weights; by default 400"
    )
    command.add_argument(
        "--explore", type=share, default=0.04, metavar="SHARE", help="share of random decisions; by default 0.04"
    )
    command.add_argument(
        "--patience",
        type=part,
        default=0.95,
        metavar="SHARE",
        help="how much results count against judgements; by default 0.95",
    )
    command.add_argument(
        "--ridge",
        type=positive,
        default=30.0,
        metavar="N",
        help="how strongly weights stay near the old ones; by default 30",
    )
    command.add_argument(
        "--fade", type=part, default=0.5, metavar="SHARE", help="how much a round counts in the next; by default 0.5"
    )
    command.add_argument("--afresh", action="store_true", help="start without what was learned before")
    command = add(
        calibrate,
        "compare the chances that a title's advice gives with what happens",
        "calibrate {0}\ncalibrate {0} --players 3 --bot keeper:0.1s --chart chances.svg\ncalibrate {0} --keep",
    )
    _add_lab_usual(command)
    command.add_argument("--players", type=count, metavar="N", help="by default two")
    command.add_argument("--bot", default="greedy", metavar="BOT", help="the bot that plays; by default greedy")
    command.add_argument("--positions", type=count, default=2000, metavar="N", help="by default 2000")
    command.add_argument("--each", type=count, default=4, metavar="N", help="positions per game; by default 4")
    command.add_argument("--records", metavar="DIR", help="use games that the arena kept in this folder instead")
    command.add_argument("--chart", metavar="FILE", help="draw a chart to this SVG file")
    command.add_argument("--keep", action="store_true", help="save the best scale in the title's advice.toml")
    command = add(
        curve,
        "show how much stronger a bot gets with more time, from results of arena --json",
        "curve quick.json usual.json slow.json --chart curve.svg",
    )
    command.add_argument("files", metavar="FILE", nargs="+", help="matches of one title that differ in the bot's time")
    command.add_argument("--chart", metavar="FILE", help="draw a chart to this SVG file")


def _add_lab_usual(command: argparse.ArgumentParser) -> None:
    command.add_argument("title", metavar="TITLE", help="menagerie titles lists them")
    command.add_argument("--seed", type=count, default=0, metavar="N", help="the same seed gives the same result")
    command.add_argument("--out", metavar="FILE", help="write a new advice.toml here and leave the title's alone")
    add_hands(command)
    command.set_defaults(content=None)


def _add_bench(add: Add) -> None:
    command = add(
        bench,
        "measure how fast the engine plays at random",
        "bench\nbench {0} --seconds 10\nbench --json now.json\nbench --compare before.json\n"
        "bench --replay game.zoo\nbench envs\nbench server",
    )
    command.add_argument(
        "title",
        metavar="TITLE",
        nargs="?",
        help="by default all; envs: environments, ours and others; server: the server",
    )
    command.add_argument("--players", type=count, metavar="N", help="by default two and the most possible")
    command.add_argument("--seconds", type=positive, default=3.0, metavar="N", help="per row; by default 3")
    command.add_argument("--replay", nargs="+", metavar="FILE", help="measure recorded games (.zoo, .json) instead")
    command.add_argument("--json", metavar="FILE", help="save the figures to this file")
    command.add_argument("--compare", metavar="FILE", help="compare with figures saved by --json")
