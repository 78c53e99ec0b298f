"""Commands for recorded games."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import menagerie
from menagerie.cli.arguments import (
    Add,
    count,
    is_position,
    positive,
    progress,
    record_of,
    seat_of,
    state_of_position,
    write,
)
from menagerie.core.errors import BadRecord, BadSetup
from menagerie.core.seats import LETTERS
from menagerie.core.state import State


def replay(chosen: argparse.Namespace) -> int:
    """Show a recorded game."""
    from menagerie.terminal import show
    from menagerie.terminal.screen import choose_screen

    show.replay(record_of(chosen), chosen.to, chosen.log, choose_screen())
    return 0


def sheet(chosen: argparse.Namespace) -> int:
    """Show a moment of a recorded game as tables."""
    from menagerie.terminal.screen import choose_screen

    state = _moment_of(chosen, named=True)
    made, screen = state.game.sheet(state, seat_of(chosen.seat, state.players)), choose_screen()
    if chosen.json:
        print(json.dumps(made.data()))
        return 0
    for number, chart in enumerate(made):
        if number:
            screen.say()
        screen.chart(chart)
    return 0


def draw(chosen: argparse.Namespace) -> int:
    """Draw a recorded game as a picture, or all our drawings."""
    if chosen.symbols:
        return _draw_symbols(chosen.output or "symbols.svg")
    if chosen.record is None:
        raise BadRecord("Name a recorded game to draw, or use --symbols.")
    state = _moment_of(chosen)
    picture = state.game.scene(state, seat_of(chosen.seat, state.players)).svg(chosen.theme)
    return _put_out(picture, chosen.output or Path(chosen.record).with_suffix(".svg").name)


def position(chosen: argparse.Namespace) -> int:
    """Write a moment of a recorded game as a position: text to read, change and play."""
    state = _moment_of(chosen)
    text = state.position(seat_of(chosen.seat, state.players))
    if chosen.output is None:
        print(text, end="")
        return 0
    write(Path(chosen.output), text)
    print(f"Written to {chosen.output}.")
    return 0


def _moment_of(chosen: argparse.Namespace, named: bool = False) -> State:
    """Return the named moment of a record, perhaps with the players' names, or the position in the file."""
    if is_position(chosen.record):
        if chosen.at is not None:
            raise BadSetup(f"{chosen.record} is a position, not a record: it has no --at.")
        return state_of_position(chosen.record, chosen.content)
    record = record_of(chosen)
    state = record.at(len(record.decisions) if chosen.at is None else chosen.at)
    if named:
        state.names = tuple([record.names.get(seat, letter) for seat, letter in enumerate(LETTERS)])
    return state


def _draw_symbols(output: str) -> int:
    from menagerie.core.display.contact_sheet import contact_sheet

    return _put_out(contact_sheet(), output)


def _put_out(picture: str, output: str) -> int:
    if output == "-":
        print(picture, end="")
        return 0
    write(Path(output), picture)
    print(f"Drawn as {output}.")
    return 0


def review(chosen: argparse.Namespace) -> int:
    """Review a recorded game: chances, mistakes, luck and skill."""
    from menagerie.bots.display import chances
    from menagerie.lab import reviews
    from menagerie.terminal import review
    from menagerie.terminal.screen import choose_screen

    record, file = record_of(chosen), Path(chosen.record)
    done = 0

    with progress(100) as advance:

        def tell(judged: int, total: int) -> None:
            nonlocal done
            advance(f"choice {judged} of {total}", 100 * (judged - done) / max(1, total))
            done = judged

        made = reviews.of_file(record, file, chosen.seconds, tell)
    if chosen.svg:
        write(Path(chosen.svg), chances.chart(made))
    if chosen.json:
        print(json.dumps(made.data()))
    else:
        review.show(made, file, choose_screen())
    return 0


def verify(chosen: argparse.Namespace) -> int:
    """Check that a record is what it says."""
    from menagerie.core import seed_commitment

    try:
        for finding in seed_commitment.verify(record_of(chosen), chosen.promised):
            print(f"ok: {finding}")
    except BadRecord as error:
        print(f"menagerie: {chosen.record}: {error}", file=sys.stderr)
        return 1
    return 0


def import_(chosen: argparse.Namespace) -> int:
    """Turn another program's recorded game into a record of ours."""
    record = menagerie.Record.from_18xx(chosen.file)
    target = Path(chosen.output or Path(chosen.file).with_suffix(".zoo").name)
    record.save(target)
    print(f"{len(record.decisions)} decisions of {record.title}, saved as {target}.")
    return 0


def export(chosen: argparse.Namespace) -> int:
    """Write a record of ours in another program's format."""
    text = json.dumps(record_of(chosen).to_18xx(), indent=1) + "\n"
    target = Path(chosen.output or Path(chosen.record).with_suffix(".json").name)
    write(target, text)
    print(f"Saved as {target}.")
    return 0


# Their arguments.


def add_commands(add: Add) -> None:
    """Add the commands to the parser."""
    command = add(replay, "show a recorded game", "replay game.zoo\nreplay game.zoo --to 20\nreplay game.zoo --log")
    command.add_argument("record", metavar="FILE")
    command.add_argument("--to", type=count, metavar="N", help="the moment after N decisions; by default the last")
    command.add_argument("--log", action="store_true", help="print the whole log")
    command.add_argument("--content", metavar="DIR", help="a folder with the title's content")
    command = add(
        sheet, "show a moment of a recorded game as tables", "sheet game.zoo\nsheet game.zoo --at 20 --seat A --json"
    )
    command.add_argument("record", metavar="FILE")
    command.add_argument("--at", type=count, metavar="N", help="the moment after N decisions; by default the last")
    command.add_argument("--seat", metavar="A", help="as that seat sees it; by default as a spectator does")
    command.add_argument("--json", action="store_true", help="print one JSON list")
    command.add_argument("--content", metavar="DIR", help="a folder with the title's content")
    command = add(
        draw,
        "draw a recorded game as a picture",
        "draw game.zoo\ndraw game.zoo --at 20 --seat A -o a.svg\ndraw --symbols",
    )
    command.add_argument("record", metavar="FILE", nargs="?")
    command.add_argument(
        "--symbols", action="store_true", help="draw all our symbols instead, in three sizes, light and dark"
    )
    command.add_argument("--at", type=count, metavar="N", help="the moment after N decisions; by default the last")
    command.add_argument("--seat", metavar="A", help="as that seat sees it; by default as a spectator does")
    command.add_argument("--theme", choices=("light", "dark"), default="light")
    command.add_argument("-o", "--output", metavar="FILE", help="the SVG file; - writes to standard output")
    command.add_argument("--content", metavar="DIR", help="a folder with the title's content")
    command = add(
        position,
        "write a moment of a recorded game as a position: text to read, change and play",
        "position game.zoo --at 30\nposition game.zoo --at 30 --seat A\nposition game.zoo --at 30 -o table.txt",
    )
    command.add_argument("record", metavar="FILE")
    command.add_argument("--at", type=count, metavar="N", help="the moment after N decisions; by default the last")
    command.add_argument("--seat", metavar="A", help="leave out what that seat can't see; by default write everything")
    command.add_argument("-o", "--output", metavar="FILE", help="write it to a file")
    command.add_argument("--content", metavar="DIR", help="a folder with the title's content")
    command = add(
        review,
        "review a recorded game: chances, turning points, mistakes, luck and skill",
        "review game.zoo\nreview game.zoo --seconds 2\nreview game.zoo --svg game.svg",
    )
    command.add_argument("record", metavar="FILE")
    command.add_argument("--seconds", type=positive, metavar="S", help="seconds of thought per choice; by default 0.5")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.add_argument("--svg", metavar="FILE", help="draw the chances as a chart to this file to this file")
    command.add_argument("--content", metavar="DIR", help="a folder with the title's content")
    command = add(
        verify,
        "check that a record replays to its result, from the promised seed",
        "verify game.zoo\nverify game.zoo --promised 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
    )
    command.add_argument("record", metavar="FILE")
    command.add_argument(
        "--promised", default="", metavar="HEX", help="the commitment shown before the game, if you noted it"
    )
    command.add_argument("--content", metavar="DIR", help="a folder with the title's content")
    command = add(import_, "import a game exported by 18xx.games", "import game.json -o game.zoo", "import")
    command.add_argument("file", metavar="FILE", help="the exported JSON file")
    command.add_argument("-o", "--output", metavar="FILE", help="the record; by default the same name with .zoo")
    command = add(export, "export a record in the format of 18xx.games", "export game.zoo -o game.json")
    command.add_argument("record", metavar="FILE")
    command.add_argument("-o", "--output", metavar="FILE", help="by default the same name with .json")
