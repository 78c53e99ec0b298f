"""The command line: one thin function a command.

What a command needs is imported when it runs, so that the command line starts at once.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import menagerie
from menagerie import _engine
from menagerie.core.errors import BadRecord, BadSetup, MenagerieError

if TYPE_CHECKING:
    from menagerie.core.game import Game
    from menagerie.core.record import Record
    from menagerie.terminal.match import Player, Thinking

BAD_ARGUMENTS: Final = 2
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # names may not fit the terminal's letters
    try:
        chosen = _parser().parse_args(arguments)
        _say_engine()
        code: int = chosen.run(chosen)
        sys.stdout.flush()
        return code
    except MenagerieError as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output went away; nothing more can be written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except Exception:
        return _confess()


def _say_engine() -> None:
    """The start line; away from the output where that may be read by a program."""
    place = sys.stdout if sys.stdout.isatty() else sys.stderr
    print(f"Menagerie {menagerie.__version__}, {_engine.describe()}", file=place)


def _complain(problem: str) -> int:
    print(f"menagerie: {problem}", file=sys.stderr)
    return BAD_ARGUMENTS


def _confess() -> int:
    """An error of ours: one line for the user, the details for who mends it."""
    with tempfile.NamedTemporaryFile("w", prefix="menagerie-", suffix=".log", delete=False, encoding="utf-8") as file:
        file.write(f"Menagerie {menagerie.__version__}, {_engine.describe()}\n{sys.argv}\n\n{traceback.format_exc()}")
    problem = str(sys.exc_info()[1]) or type(sys.exc_info()[1]).__name__
    print(f"menagerie: unexpected error: {problem.splitlines()[0]} (details in {file.name})", file=sys.stderr)
    return 1


# The commands.


def serve(chosen: argparse.Namespace) -> int:
    """The table in the browser; also what `menagerie` does without a command."""
    from menagerie.server import run

    at_home = chosen.host in ("127.0.0.1", "localhost", "::1")
    run(chosen.host, chosen.port, chosen.database, open_browser=at_home and not chosen.no_browser and _has_desktop())
    return 0


def _has_desktop() -> bool:
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def terminal(chosen: argparse.Namespace) -> int:
    """The menu of titles."""
    from menagerie.terminal.menu import menu
    from menagerie.terminal.screen import choose_screen

    return menu(choose_screen())


def play(chosen: argparse.Namespace) -> int:
    """A game at this terminal."""
    from menagerie.terminal.match import Match
    from menagerie.terminal.play import Play
    from menagerie.terminal.screen import choose_screen

    thinking = _thinking(chosen)
    if chosen.record:
        record = _record(chosen)
        match = Match.of(record, chosen.at, _players_of(record, chosen), thinking)
        file = Path(chosen.record) if chosen.at is None else None
        return Play(match, choose_screen(), file).run()
    if chosen.at is not None:
        raise BadSetup("--at needs --from: a record to go on with.")
    game = _game(chosen)
    players, names, bots = _seats(chosen, game)
    state = game.new(players=players, seed=chosen.seed, **_options(chosen))
    return Play(Match(state, _seated(players, names, bots), thinking), choose_screen()).run()


def watch(chosen: argparse.Namespace) -> int:
    """Bots among themselves."""
    from menagerie.terminal import show
    from menagerie.terminal.match import Match
    from menagerie.terminal.screen import choose_screen

    game = _game(chosen)
    bots = _list(chosen.bots) or ["montecarlo"]
    players = max(game.players[0], len(bots)) if chosen.players is None else chosen.players
    if len(bots) > players:
        raise BadSetup(f"There are {len(bots)} bots for {players} seats.")
    bots = [bots[seat % len(bots)] for seat in range(players)]
    state = game.new(players=players, seed=chosen.seed, **_options(chosen))
    match = Match(state, _seated(players, [], bots), _thinking(chosen))
    screen = choose_screen()
    show.watch(match, screen, chosen.pause)
    if chosen.save:
        screen.say(f"Saved as {match.save(Path(chosen.save))}.")
    return 0


def replay(chosen: argparse.Namespace) -> int:
    """A recorded game, shown."""
    from menagerie.terminal import show
    from menagerie.terminal.screen import choose_screen

    show.replay(_record(chosen), chosen.to, chosen.log, choose_screen())
    return 0


def draw(chosen: argparse.Namespace) -> int:
    """A recorded game as a picture."""
    record = _record(chosen)
    state = record.at(len(record.decisions) if chosen.at is None else chosen.at)
    picture = state.game.scene(state, _seat(chosen.seat, record.players)).svg(chosen.theme)
    if chosen.output == "-":
        print(picture, end="")
        return 0
    target = Path(chosen.output or Path(chosen.record).with_suffix(".svg").name)
    try:
        target.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise MenagerieError(f"{target} cannot be written: {error.strerror}.") from None
    print(f"Drawn as {target}.")
    return 0


def titles(chosen: argparse.Namespace) -> int:
    """What can be played."""
    from menagerie.core.registry import shelf
    from menagerie.terminal.menu import describe_players

    for game in shelf():
        print(f"{game.id}: {game.name}, {describe_players(game)}")
        print(f"    {game.title.values.get('line', '')}")
        for option in game.options:
            usual = option.write(option.default)
            print(f"    --option {option.name}=...  {option.help}")
            print(f"        {', '.join(option.choices)}{f' (by default {usual})' if usual else ''}")
    return 0


def rules(chosen: argparse.Namespace) -> int:
    """A title's rules, or a part of them."""
    from menagerie.terminal import rules_page
    from menagerie.terminal.screen import choose_screen

    page = rules_page.read(menagerie.load(chosen.title))
    choose_screen().page(rules_page.section(page, chosen.section) if chosen.section else page)
    return 0


def verify(chosen: argparse.Namespace) -> int:
    """Whether a record is what it says."""
    try:
        record = _record(chosen)
        for check in _CHECKS:
            print(f"ok: {check(record)}")
        if record.commitment or chosen.promised:
            from menagerie.server import fair

            print(f"ok: {fair.verify(record, chosen.promised)[0]}")
    except BadRecord as error:
        print(f"menagerie: {chosen.record}: {error}", file=sys.stderr)
        return 1
    return 0


def _check_decisions(record: Record) -> str:
    record.at(len(record.decisions))
    return f"{len(record.decisions)} decisions of {record.title} replay."


def _check_result(record: Record) -> str:
    state = record.final()
    if record.scores is None:
        return "the game goes on." if not state.is_over else "the game is over; the record gives no scores."
    return f"the scores are {', '.join(map(str, state.scores))}. {state.result()}"


_CHECKS: Final[tuple[Callable[[Record], str], ...]] = (_check_decisions, _check_result)
"""What `verify` looks into: each says what it found, or raises BadRecord."""


def import_(chosen: argparse.Namespace) -> int:
    """A game that another program recorded, as a record of ours."""
    record = menagerie.Record.from_18xx(chosen.file)
    target = Path(chosen.output or Path(chosen.file).with_suffix(".zoo").name)
    record.save(target)
    print(f"{len(record.decisions)} decisions of {record.title}, saved as {target}.")
    return 0


def export(chosen: argparse.Namespace) -> int:
    """A record of ours, as another program would have written it."""
    text = json.dumps(_record(chosen).to_18xx(), indent=1) + "\n"
    target = Path(chosen.output or Path(chosen.record).with_suffix(".json").name)
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise MenagerieError(f"{target} cannot be written: {error.strerror}.") from None
    print(f"Saved as {target}.")
    return 0


def bench(chosen: argparse.Namespace) -> int:
    """How fast the engine is, or with `server` how much a server carries."""
    from menagerie.lab import bench

    if chosen.title == "server":
        from menagerie.lab import bench_server

        print("Whole games over loopback; this takes a few minutes.", file=sys.stderr)
        print("\n".join(bench_server.main()))
        return 0
    if chosen.replay:
        print(bench.replays({Path(name).name: _any_record(name) for name in chosen.replay}))
        return 0
    before = bench.read(Path(chosen.compare)) if chosen.compare else None
    games = [menagerie.load(id) for id in ([chosen.title] if chosen.title else menagerie.titles())]
    cases = bench.cases(games, chosen.players)
    with _progress(len(cases) * 100) as advance:
        figures = [bench.measure(case, chosen.seconds, advance) for case in cases]
    print(bench.table(figures))
    if before is not None:
        print()
        print(bench.comparison(figures, before))
    if chosen.json:
        bench.write(figures, Path(chosen.json))
    return 0


@contextmanager
def _progress(total: int) -> Iterator[Callable[[str, float], None]]:
    """A bar on a terminal, nothing elsewhere; called with what is done and how much more of it."""
    if not sys.stderr.isatty():
        yield lambda what, by: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda what, by: bar.update(task, description=what, advance=by)


# What arguments mean.


def _game(chosen: argparse.Namespace) -> Game:
    if not chosen.title:
        raise BadSetup(f"Which title? There are: {', '.join(menagerie.titles())}.")
    return menagerie.load(chosen.title, chosen.content)


def _record(chosen: argparse.Namespace) -> Record:
    record = menagerie.Record.load(chosen.record)
    if getattr(chosen, "content", None):
        record.use(menagerie.load(record.title, chosen.content))
    if getattr(chosen, "title", None) and chosen.title != record.title:
        raise BadSetup(f"{chosen.record} is a game of {record.title}, not of {chosen.title}.")
    return record


def _any_record(name: str) -> Record:
    """A record of ours or, by its ending, one that 18xx.games exported."""
    return menagerie.Record.from_18xx(name) if name.endswith(".json") else menagerie.Record.load(name)


def _options(chosen: argparse.Namespace) -> dict[str, str]:
    options = {}
    for text in chosen.option:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise BadSetup(f"An option looks like name=value, not {text!r}.")
        if name.strip() in ("players", "seed"):
            raise BadSetup(f"Use --{name.strip()} instead of --option {text}.")
        options[name.strip()] = value.strip()
    return options


def _list(text: str | None) -> list[str]:
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def _seats(chosen: argparse.Namespace, game: Game) -> tuple[int, list[str], list[str]]:
    """How many players, the names of people, and the bots; what is not said follows from what is."""
    from menagerie.terminal.menu import usual_players

    names = _list(chosen.names)
    people = max(1, len(names))
    bots = [] if chosen.bots in (None, "none") else _list(chosen.bots)
    if chosen.players is not None:
        players = chosen.players
    elif chosen.bots is None:
        players = max(usual_players(game), people)
    else:
        players = max(game.players[0], people + len(bots))
    if chosen.bots is None:
        bots = ["montecarlo"] * (players - people)
    return players, names, bots


def _seated(players: int, names: list[str], bots: list[str]) -> list[Player]:
    from menagerie.terminal.match import seat_players

    for name in names:
        if not name.isprintable():
            raise BadSetup(f"The name {name!r} cannot be printed.")
    return seat_players(players, names, bots)


def _players_of(record: Record, chosen: argparse.Namespace) -> list[Player]:
    """The players that the record names, unless others are asked for."""
    from menagerie.terminal.match import Player

    if chosen.players not in (None, record.players):
        raise BadSetup(f"{chosen.record} is a game of {record.players} players.")
    if chosen.seed is not None or chosen.option:
        raise BadSetup("A game that goes on has its seed and options from its record.")
    names, bots = _list(chosen.names), [] if chosen.bots == "none" else _list(chosen.bots)
    if chosen.bots is not None or names:
        return _seated(record.players, names, bots)
    return [Player.from_record(seat, record.names.get(seat, "")) for seat in range(record.players)]


def _thinking(chosen: argparse.Namespace) -> Thinking:
    from menagerie.terminal.match import Thinking

    if chosen.think is None and chosen.playouts is None:
        return Thinking()
    return Thinking(chosen.think, chosen.playouts)


def _seat(letter: str | None, players: int) -> int | None:
    from menagerie.core.seats import LETTERS

    if letter is None:
        return None
    if letter.upper() not in LETTERS[:players]:
        raise BadSetup(f"There is no seat {letter!r}; the seats are {', '.join(LETTERS[:players])}.")
    return LETTERS.index(letter.upper())


# The parser.


class _Parser(argparse.ArgumentParser):
    """Complains in one line."""

    def error(self, message: str) -> NoReturn:
        name = self.prog.removeprefix("menagerie").strip()
        shows = f"menagerie {name} --help" if name else "menagerie --help"
        self.exit(BAD_ARGUMENTS, f"menagerie: {message} ({shows} shows how)\n")


def _positive(text: str) -> float:
    number = float(text)
    if not 0 < number < 1e6:
        raise ValueError
    return number


def _not_negative(text: str) -> float:
    return 0.0 if float(text) == 0 else _positive(text)


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number


_positive.__name__ = "number above 0"
_not_negative.__name__ = "number"
_count.__name__ = "whole number"

_Add = Callable[..., argparse.ArgumentParser]


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="menagerie",
        description="Five zoo board games with exact rules. Without a command: the table.",
        epilog="menagerie COMMAND --help says more about a command, with examples.",
    )
    parser.add_argument("--version", action="version", version=f"Menagerie {menagerie.__version__}")
    parser.set_defaults(run=serve, host="127.0.0.1", port=None, database=None, no_browser=False)
    some = menagerie.titles()[0]
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", dest="command")

    def add(
        run: Callable[[argparse.Namespace], int], help: str, examples: str, name: str = ""
    ) -> argparse.ArgumentParser:
        command: argparse.ArgumentParser = commands.add_parser(
            name or run.__name__,
            help=help,
            description=f"{help[0].upper()}{help[1:]}.",
            epilog="examples:\n" + "\n".join(f"  menagerie {line}" for line in examples.format(some).splitlines()),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=run)
        return command

    _add_serve(add)
    add(terminal, "choose a title from a menu and play it here", "terminal")
    _add_play(add)
    _add_watch(add)
    _add_records(add)
    add(titles, "list what can be played, with players and options", "titles")
    command = add(rules, "show the rules of a title", "rules {0}\nrules {0} 3.2")
    command.add_argument("title", metavar="TITLE")
    command.add_argument("section", metavar="SECTION", nargs="?", help="a chapter (3) or a rule (3.2)")
    _add_bench(add)
    return parser


def _add_setup(command: argparse.ArgumentParser) -> None:
    """What a new game is made of."""
    from menagerie.bots import kinds

    command.add_argument("title", metavar="TITLE", nargs="?", help="menagerie titles lists them")
    command.add_argument("--players", type=_count, metavar="N", help="how many; by default two")
    command.add_argument("--bots", metavar="KIND,...", help=f"the bots, for the last seats: {', '.join(kinds())}")
    command.add_argument("--seed", type=_count, metavar="N", help="the same seed deals the same game")
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
    command.add_argument("--content", metavar="DIR", help="read what is printed on the pieces from this folder")
    command.add_argument("--think", type=_positive, metavar="SECONDS", help="for each decision of a bot; by default 2")
    command.add_argument("--playouts", type=_count, metavar="N", help="instead of time: the same play every time")


def _add_serve(add: _Add) -> None:
    command = add(
        serve,
        "start the table for the browser, here or for others",
        "serve\nserve --port 8000\nserve --host 0.0.0.0 --port 8000 --database tables.db",
    )
    command.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="by default 127.0.0.1: this machine only"
    )
    command.add_argument("--port", type=_count, metavar="N", help="by default the first free one from 8460 on")
    command.add_argument("--database", metavar="FILE", help="where tables are kept; by default in your home folder")
    command.add_argument("--no-browser", action="store_true", help="only print the address")


def _add_play(add: _Add) -> None:
    command = add(
        play,
        "play here against bots, or several people at one terminal",
        "play {0}\n"
        "play {0} --players 3 --bots montecarlo,random --seed 7\n"
        "play {0} --names Lisa,Ben --bots none\n"
        "play --from game.zoo\n"
        "play --from game.zoo --at 20",
    )
    _add_setup(command)
    command.add_argument("--names", metavar="NAME,...", help="the people, for the first seats")
    command.add_argument("--from", dest="record", metavar="FILE", help="go on with a recorded game")
    command.add_argument("--at", type=_count, metavar="N", help="after that many of its decisions")


def _add_watch(add: _Add) -> None:
    command = add(
        watch,
        "watch bots play each other",
        "watch {0} --players 4 --bots montecarlo,random\n"
        "watch {0} --pause 1\n"
        "watch {0} --seed 7 --playouts 50 --save game.zoo",
    )
    _add_setup(command)
    command.add_argument(
        "--pause", type=_not_negative, default=0.0, metavar="SECONDS", help="show the table after every decision"
    )
    command.add_argument("--save", metavar="FILE", help="save the record")


def _add_records(add: _Add) -> None:
    command = add(replay, "show a recorded game", "replay game.zoo\nreplay game.zoo --to 20\nreplay game.zoo --log")
    command.add_argument("record", metavar="FILE")
    command.add_argument("--to", type=_count, metavar="N", help="after that many decisions; by default the last")
    command.add_argument("--log", action="store_true", help="tell the whole story")
    command.add_argument("--content", metavar="DIR", help="what is printed on the pieces")
    command = add(draw, "draw a recorded game as a picture", "draw game.zoo\ndraw game.zoo --at 20 --seat A -o a.svg")
    command.add_argument("record", metavar="FILE")
    command.add_argument("--at", type=_count, metavar="N", help="after that many decisions; by default the last")
    command.add_argument("--seat", metavar="A", help="as that seat sees it; by default as an onlooker does")
    command.add_argument("--theme", choices=("light", "dark"), default="light")
    command.add_argument("-o", "--output", metavar="FILE", help="the picture, an SVG file; - writes it out")
    command.add_argument("--content", metavar="DIR", help="what is printed on the pieces")
    command = add(
        verify,
        "check that a record replays to the result it gives, with the seed that was promised",
        "verify game.zoo\nverify game.zoo --promised 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
    )
    command.add_argument("record", metavar="FILE")
    command.add_argument(
        "--promised", default="", metavar="HEX", help="the commitment that was shown before the game, if you noted it"
    )
    command.add_argument("--content", metavar="DIR", help="what is printed on the pieces")
    command = add(import_, "read a game that 18xx.games exported", "import game.json -o game.zoo", "import")
    command.add_argument("file", metavar="FILE", help="the exported JSON file")
    command.add_argument("-o", "--output", metavar="FILE", help="the record; by default the same name with .zoo")
    command = add(export, "write a record as 18xx.games does", "export game.zoo -o game.json")
    command.add_argument("record", metavar="FILE")
    command.add_argument("-o", "--output", metavar="FILE", help="by default the same name with .json")


def _add_bench(add: _Add) -> None:
    command = add(
        bench,
        "measure how fast the engine plays at random",
        "bench\nbench {0} --seconds 10\nbench --json now.json\nbench --compare before.json\n"
        "bench --replay game.zoo\nbench server",
    )
    command.add_argument("title", metavar="TITLE", nargs="?", help="by default all; server measures the server")
    command.add_argument("--players", type=_count, metavar="N", help="by default two, and as many as can be")
    command.add_argument("--seconds", type=_positive, default=3.0, metavar="N", help="for each line; by default 3")
    command.add_argument("--replay", nargs="+", metavar="FILE", help="measure recorded games (.zoo, .json) instead")
    command.add_argument("--json", metavar="FILE", help="write the figures")
    command.add_argument("--compare", metavar="FILE", help="compare with figures that were written before")
