"""Every command, and every kind of bad input: one clear line and exit code 2."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from urllib.request import urlopen
from xml.etree import ElementTree

import pytest

import menagerie
from menagerie import Record, cli
from menagerie.core import rules_page
from menagerie.core.display import figures, learning
from menagerie.core.playout import play_randomly
from menagerie.terminal.match import Match, Player, Thinking
from tests.tiers import COMPLETE

from .run import COMMAND, PATIENCE, TITLE, OnTerminal, environment, plain, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With `game.zoo`, a finished game of bots, and things that are no records."""
    folder = tmp_path_factory.mktemp("games")
    done = run("watch", TITLE, "--players", "3", "--bots", "random", "--seed", "7", "--save", "game", folder=folder)
    assert done.returncode == 0, done.stderr
    text = (folder / "game.zoo").read_text()
    (folder / "edited.zoo").write_text(text.replace("scores: ", "scores: 9"))
    (folder / "illegal.zoo").write_text(re.sub(r"^3 (.) .* @ ", r"3 \1 draw 99 @ ", text, flags=re.MULTILINE))
    (folder / "cut.zoo").write_text(text[:300])
    (folder / "picture.zoo").write_bytes(b"\x89PNG\xff")
    (folder / "bench.json").write_text("[1, 2]")
    return folder


def test_watch_tells_the_story_and_shows_the_end(folder: Path) -> None:
    done = run("watch", TITLE, "--bots", "montecarlo,random", "--seed", "7", "--playouts", "4", folder=folder)
    assert done.returncode == 0
    assert "   1  " in done.stdout
    assert "A Montecarlo | B Random" in done.stdout
    lines = done.stdout.splitlines()
    assert any(" wins with " in line or "share the win" in line for line in lines[-8:])
    assert lines[-1].startswith("together "), "the table of points"


def test_each_bot_can_have_a_limit_of_its_own(folder: Path) -> None:
    for_all = run("watch", TITLE, "--bots", "montecarlo,random", "--seed", "7", "--playouts", "4", folder=folder)
    own = run("watch", TITLE, "--bots", "montecarlo:4,random", "--seed", "7", folder=folder)
    assert own.returncode == 0, own.stderr
    assert "A Montecarlo:4 | B Random" in own.stdout
    story = [line.replace(":4", "") for line in own.stdout.splitlines() if line[:5].strip().isdigit()]
    assert story == [line for line in for_all.stdout.splitlines() if line[:5].strip().isdigit()] != []
    wrong = run("watch", TITLE, "--bots", "montecarlo:-1,random", folder=folder)
    assert "a limit is playouts (montecarlo:400) or seconds (keeper:0.2s)" in wrong.stderr


def test_replay(folder: Path) -> None:
    record = Record.load(folder / "game.zoo")
    done = run("replay", "game.zoo", folder=folder)
    assert str(record.final()) in done.stdout
    assert record.result in done.stdout
    done = run("replay", "game.zoo", "--to", "5", "--log", folder=folder)
    assert str(record.at(5)) in done.stdout
    assert f"After 5 of {len(record.decisions)} decisions." in done.stdout
    assert "   5  Random " in done.stdout
    assert "   6  " not in done.stdout


def test_replay_shows_remarks(folder: Path) -> None:
    record = Record.load(folder / "game.zoo")
    record.comments = {0: ["on a rainy day"], 2: ["bold"]}
    record.save(folder / "remarks.zoo")
    done = run("replay", "remarks.zoo", "--log", folder=folder)
    assert done.stdout.startswith("      ; on a rainy day\n   1  ")
    assert "      ; bold\n" in done.stdout


def test_draw(folder: Path) -> None:
    done = run("draw", "game.zoo", "--at", "9", "--seat", "b", "--theme", "dark", "-o", "table.svg", folder=folder)
    assert (done.returncode, done.stdout) == (0, "Drawn as table.svg.\n")
    root = ElementTree.parse(folder / "table.svg").getroot()
    assert root.get("class") == "scene composed dark"
    assert run("draw", "game.zoo", folder=folder).stdout == "Drawn as game.svg.\n"
    written = run("draw", "game.zoo", "-o", "-", folder=folder).stdout
    assert written == (folder / "game.svg").read_text()


def test_titles_lists_all_with_their_options(folder: Path) -> None:
    done = run("titles", folder=folder)
    for id in menagerie.titles():
        game = menagerie.load(id)
        assert f"{id}: {game.name}, for " in done.stdout
        for option in game.options:
            assert f"--option {option.name}=" in done.stdout
    assert "for a first game with 2 players: --option level=easy" in done.stdout


@pytest.mark.parametrize("title", menagerie.titles())
def test_rules(title: str, folder: Path) -> None:
    page = run("rules", title, folder=folder).stdout
    assert page.startswith("# ")
    part = run("rules", title, "1", folder=folder).stdout
    assert part.strip() in page
    assert part.startswith("## 1")


@pytest.mark.slow
def test_review(folder: Path) -> None:
    """A curve, players, mistakes, and the command that plays on; kept, so that the second time it is there at once."""
    done = run("review", "game.zoo", "--seconds", "0.01", "--svg", "chances.svg", folder=folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Chances to win\n 100% ")
    assert "C random C  accuracy " in done.stdout
    assert ElementTree.parse(folder / "chances.svg").getroot().tag.endswith("svg")
    kept = json.loads((folder / "game.review.json").read_text())
    again = run("review", "game.zoo", "--json", folder=folder)
    assert json.loads(again.stdout) == kept
    mistakes = [choice for choice in kept["choices"] if choice["mistake"]]
    for choice in mistakes:
        assert (
            f"{choice['ply'] + 1:>4}  {kept['names'][choice['seat']]}: {', '.join(choice['decisions'])}" in done.stdout
        )
    if mistakes:
        worst = max(mistakes, key=lambda choice: choice["loss"])
        assert f"menagerie play --from game.zoo --at {worst['ply']}" in done.stdout


@pytest.mark.slow
def test_a_review_of_somebody_alone_speaks_of_no_others(tmp_path: Path) -> None:
    run("watch", "new-york-zoo", "--players", "1", "--bots", "random", "--save", "game.zoo", folder=tmp_path)
    done = run("review", "game.zoo", "--seconds", "0.001", folder=tmp_path)
    assert "A random  accuracy " in done.stdout
    assert "others'" not in done.stdout


def test_verify(folder: Path) -> None:
    done = run("verify", "game.zoo", folder=folder)
    assert (done.returncode, done.stdout.count("ok: ")) == (0, 2)
    unfinished = Record.of(Record.load(folder / "game.zoo").at(4))
    unfinished.save(folder / "unfinished.zoo")
    assert "ok: the game isn't over yet." in run("verify", "unfinished.zoo", folder=folder).stdout
    without = Record.load(folder / "game.zoo")
    without.scores = None
    without.save(folder / "without.zoo")
    assert "the record has no scores" in run("verify", "without.zoo", folder=folder).stdout


def test_records_of_games_that_were_dealt_anew(folder: Path) -> None:
    state = Record.load(folder / "game.zoo").at(10)
    state.deal_anew(9)
    play_randomly(state, Random(1))
    record = Record.of(state)
    record.salt = "00" * 16
    record.commitment = sha256(f"9:{record.salt}".encode()).hexdigest()
    record.save(folder / "anew.zoo")
    done = run("verify", "anew.zoo", folder=folder)
    assert (done.returncode, done.stdout.count("ok: ")) == (0, 3)
    assert "the seed of the last new deal matches the commitment published before it." in done.stdout
    done = run("replay", "anew.zoo", "--log", folder=folder)
    assert str(record.final()) in done.stdout
    assert "      - hidden things are redealt\n  11  " in done.stdout
    assert run("bench", "--replay", "anew.zoo", folder=folder).returncode == 0
    assert run("draw", "anew.zoo", "--at", "12", "-o", "-", folder=folder).stdout == record.at(12).game.picture(
        record.at(12)
    )
    match = Match.of(record, 12, [Player(seat) for seat in range(3)], Thinking())
    assert match.state.secrets() == record.at(12).secrets()
    assert match.record().anew == [(10, 9)]
    (folder / "anew.zoo").write_text(str(record).replace("dealt anew from 9", "dealt anew from 8"))
    assert run("verify", "anew.zoo", folder=folder).returncode == 1


def test_verify_checks_what_was_promised(folder: Path) -> None:
    record = Record.load(folder / "game.zoo")
    record.salt = "00" * 16
    record.commitment = sha256(f"{record.seed}:{record.salt}".encode()).hexdigest()
    record.save(folder / "promised.zoo")
    done = run("verify", "promised.zoo", folder=folder)
    assert (done.returncode, "ok: the seed matches the commitment published before the game." in done.stdout) == (
        0,
        True,
    )
    done = run("verify", "promised.zoo", "--promised", "5f70", folder=folder)
    assert (done.returncode, "None of the record's seeds matches the commitment you wrote down." in done.stderr) == (
        1,
        True,
    )


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ("edited.zoo", "The record has the scores"),
        ("cut.zoo", "cut.zoo: line "),
        ("picture.zoo", "is not a text file"),
    ],
)
def test_verify_notices_what_is_wrong(file: str, problem: str, folder: Path) -> None:
    done = run("verify", file, folder=folder)
    assert (done.returncode, problem in done.stderr) == (1, True)
    assert "Traceback" not in done.stderr


def test_bench(folder: Path) -> None:
    arguments = ("bench", TITLE, "--seconds", "0.1", "--players", "4")
    done = run(*arguments, "--json", "now.json", folder=folder)
    assert done.returncode == 0, done.stderr
    heading, line, about = done.stdout.splitlines()
    assert "decisions/s" in heading
    assert "plain loop/s: legal() and play() called from Python" in about
    assert "bytes/state" in heading
    assert line.split()[:2] == [TITLE, "4"]
    (figures,) = json.loads((folder / "now.json").read_text())
    assert figures["decisions_per_second"] > 1000
    done = run(*arguments, "--compare", "now.json", folder=folder)
    assert "%" in done.stdout.splitlines()[-2]


def test_bench_of_recorded_games(folder: Path) -> None:
    done = run("bench", "--replay", "game.zoo", folder=folder)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^game\.zoo +\d+ +\d+\.\d\d ms +\d+\.\d\d ms$", done.stdout, re.MULTILINE)


def test_bench_shows_how_far_it_is(folder: Path) -> None:
    with OnTerminal("bench", TITLE, "--seconds", "0.5", folder=folder) as table:
        assert table.end() == 0
    assert f"{TITLE}, 2 players" in plain(table.raw)
    assert "decisions/s" in plain(table.raw)


def test_help_has_examples(folder: Path) -> None:
    done = run("--help", folder=folder)
    assert done.returncode == 0
    commands = ("terminal", "play", "watch", "replay", "draw", "verify", "titles", "learn", "rules", "bench")
    for command in commands:
        assert command in done.stdout
        shown = run(command, "--help", folder=folder)
        assert (shown.returncode, f"  menagerie {command}" in shown.stdout) == (0, True)


def test_version(folder: Path) -> None:
    program, stable, rules = run("--version", folder=folder).stdout.splitlines()
    assert program == f"Menagerie {menagerie.__version__}"
    assert stable == "stable: contract 1, authors 1, record 1, protocol 1"
    assert rules == "rules: " + ", ".join(f"{id} {menagerie.load(id).rules_version}" for id in menagerie.titles())


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("sing", "invalid choice: 'sing'"),
        ("review", "the following arguments are required: FILE"),
        ("review nothing.zoo", "nothing.zoo cannot be read: No such file or directory."),
        ("review picture.zoo", "picture.zoo is not a text file."),
        ("review edited.zoo", "The record has the scores"),
        ("review illegal.zoo", "cannot be played"),
        ("review game.zoo --seconds 0", "argument --seconds: invalid number above 0 value: '0'"),
        ("--sing", "unrecognized arguments: --sing"),
        ("play", "Name a title: zooloretto-mini"),
        ("play chess", "There is no title 'chess'; did you mean"),
        ("play zooloretto-mini --players many", "argument --players: invalid whole number value: 'many'"),
        ("play zooloretto-mini --players 9", "Zooloretto Mini is for 2 to 5 players, not 9."),
        ("play zooloretto-mini --players 0 --bots none", "for 2 to 5 players"),
        ("play zooloretto-mini --players -2", "argument --players: invalid whole number value: '-2'"),
        ("play zooloretto-mini --seed x", "argument --seed"),
        ("play zooloretto-mini --seed " + "9" * 200, "A seed is a whole number from 0 to 2**376 - 1"),
        (
            "play zooloretto-mini --bots deep-blue",
            "There is no bot 'deep-blue'. Choose one of visitor, keeper, director, greedy, random, montecarlo.",
        ),
        ("play zooloretto-mini --players 2 --bots random,random,random", "There are 3 bots for 2 seats."),
        ("play zooloretto-mini --players 2 --bots random --names Lisa,Ben", "There are 2 names, but 1 of the 2 seats"),
        ("play zooloretto-mini --option removed", "An option looks like name=value, not 'removed'."),
        ("play zooloretto-mini --option =x", "An option looks like name=value"),
        ("play zooloretto-mini --option colour=red", "Zooloretto Mini has no option 'colour'"),
        ("play zooloretto-mini --option seed=3", "Use --seed instead of --option seed=3."),
        ("play zooloretto-mini --option removed=bear", "takes names from"),
        ("play zooloretto-mini --players 3 --option removed=wolf", "With 3 players 2 kinds are removed, not 1"),
        ("play zooloretto-mini --content nowhere", "nowhere is not a folder."),
        ("play zooloretto-mini --content .", "there is no such file in"),
        ("play zooloretto-mini --think 0", "argument --think: invalid number above 0 value: '0'"),
        ("play zooloretto-mini --think nan", "argument --think"),
        ("play zooloretto-mini --at 3", "--at needs --from"),
        ("play --from none.zoo", "none.zoo cannot be read: No such file or directory."),
        ("play --from picture.zoo", "picture.zoo is not a text file."),
        ("play --from cut.zoo", "line "),
        ("play --from game.zoo --at 9999", "decisions. There is no number 9999."),
        ("play --from illegal.zoo", "line 13: decision 3, "),
        ("play --from game.zoo --players 2", "game.zoo is a game of 3 players."),
        ("play --from game.zoo --seed 4", "A continued game takes its seed and options from its record."),
        ("play chess --from game.zoo", "game.zoo is a game of zooloretto-mini, not of chess."),
        ("watch", "Name a title: "),
        ("watch zooloretto-mini --pause x", "argument --pause: invalid number value: 'x'"),
        ("watch zooloretto-mini --players 2 --bots random,random,random", "There are 3 bots for 2 seats."),
        ("watch zooloretto-mini --bots random --save nowhere/game.zoo", "cannot be written"),
        ("replay", "the following arguments are required: FILE"),
        ("replay none.zoo", "cannot be read"),
        ("replay game.zoo --to 9999", "decisions. There is no number 9999."),
        ("replay .", "cannot be read: Is a directory."),
        ("draw game.zoo --seat Z", "There is no seat 'Z'; the seats are A, B, C."),
        ("draw game.zoo --theme pink", "argument --theme: invalid choice: 'pink'"),
        ("draw game.zoo -o nowhere/x.svg", "cannot be written: No such file or directory."),
        ("rules chess", "There is no title 'chess'"),
        ("rules zooloretto-mini 99.1", "There is no rule '99.1'"),
        ("rules zooloretto-mini dragon", "The rules don't mention 'dragon'"),
        ("learn chess", "There is no title 'chess'"),
        ("rules", "the following arguments are required: TITLE (try menagerie rules"),
        ("learn zooloretto-mini 12", "There is no card 12; the cards are 1 to 7."),
        ("learn zooloretto-mini x", "argument CARD: invalid whole number value: 'x'"),
        ("learn zooloretto-mini --lesson x", "argument --lesson: invalid whole number value: 'x'"),
        ("learn zooloretto-mini --lesson 0", "There is no lesson 0; Zooloretto Mini has lessons 1 to 3."),
        ("bench chess", "There is no title 'chess'"),
        ("bench --players 9", "is for "),
        ("bench --compare none.json", "none.json cannot be read"),
        ("bench --compare bench.json", "bench.json does not hold figures of menagerie bench --json."),
        ("bench --compare game.zoo", "does not hold figures"),
        ("bench zooloretto-mini --seconds 0", "argument --seconds"),
        ("bench zooloretto-mini --seconds 0.05 --players 2 --json nowhere/x.json", "cannot be written"),
    ],
)
def test_bad_arguments(arguments: str, problem: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        try:
            code = cli.main(arguments.split())
        except SystemExit as left:
            code = int(str(left.code))
    lines = capsys.readouterr().err.splitlines()
    lines = [line for line in lines if "engine: " not in line]
    assert (code, len(lines)) == (2, 1), lines
    assert lines[0].startswith("menagerie: ")
    assert problem in lines[0]


def test_bad_arguments_of_a_real_process(folder: Path) -> None:
    for arguments in (["play", "chess"], ["play", TITLE, "--players", "x"], ["fly"]):
        done = run(*arguments, folder=folder)
        assert (done.returncode, done.stdout) == (2, "")
        assert "Traceback" not in done.stderr


def test_an_error_of_ours_is_one_line_and_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def titles(_: object) -> int:
        raise RuntimeError("the llama ate it\nand more")

    monkeypatch.setattr(cli.titles, "titles", titles)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert cli.main(["titles"]) == 1
    line = capsys.readouterr().err.splitlines()[-1]
    (file,) = tmp_path.iterdir()
    assert line == f"menagerie: unexpected error: the llama ate it (details in {file})"
    assert "RuntimeError: the llama ate it" in file.read_text()


def test_ctrl_c_elsewhere_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def titles(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.titles, "titles", titles)
    assert cli.main(["titles"]) == 130
    assert capsys.readouterr().err.count("\n") == 1


def test_a_reader_that_goes_away_is_no_error(folder: Path) -> None:
    line = f"'{sys.executable}' -m menagerie rules {TITLE} | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_the_command_line_starts_light(folder: Path) -> None:
    """What takes long to import is imported when it is needed."""
    code = "import sys, menagerie.cli as c; c._parser(); print([m for m in ('rich', 'litestar') if m in sys.modules])"
    done = subprocess.run(
        [COMMAND[0], "-c", code], cwd=folder, env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_without_a_command_the_table_is_served_until_ctrl_c(folder: Path) -> None:
    here = environment(XDG_DATA_HOME=str(folder))
    with subprocess.Popen(COMMAND, cwd=folder, env=here, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert address, said
        with urlopen(f"{address[0]}api/health", timeout=PATIENCE) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 0
    assert (folder / "menagerie" / "tables.db").exists()


def test_serve_on_a_port_that_is_taken(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("serve", "--port", str(port), "--database", "t.db", folder=folder)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"menagerie: Cannot listen on 127.0.0.1 port {port}: ")


def test_export_and_import_again(folder: Path) -> None:
    golden = Path(__file__).parent.parent / "games" / "eighteen_zoo" / "golden" / "site-map-a-3-players.zoo"
    assert run("export", str(golden), "-o", "game.json", folder=folder).returncode == 0
    done = run("import", "game.json", "-o", "again.zoo", folder=folder)
    assert done.returncode == 0, done.stderr
    again, before = menagerie.Record.load(folder / "again.zoo"), menagerie.Record.load(golden)
    assert again.final().scores == before.final().scores


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "is not a JSON file"),
        ("[]", "a JSON object was expected"),
        ('{"title": "1830", "actions": []}', "'1830'"),
        ('{"title": "18ZOO", "players": 3}', ""),
    ],
)
def test_import_of_something_else_writes_nothing(text: str, problem: str, folder: Path) -> None:
    (folder / "game.json").write_text(text)
    done = run("import", "game.json", "-o", "nothing.zoo", folder=folder)
    assert done.returncode == 2
    assert problem in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert not (folder / "nothing.zoo").exists()


def test_an_engine_that_is_not_there(folder: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "titles"], env=environment(MENAGERIE_ENGINE="steam"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "menagerie: MENAGERIE_ENGINE is 'steam'; it may be 'interpreted' or 'compiled'\n"


# How to play, and looking things up.


@pytest.mark.parametrize("title", COMPLETE)
def test_learn_shows_all_cards_or_one(title: str, folder: Path) -> None:
    cards = learning.cards(menagerie.load(title))
    everything = run("learn", title, folder=folder).stdout
    for number, card in enumerate(cards, start=1):
        told = f", {number} of {len(cards)}\n{card.heading}\n\n{card.words}\n\n{card.text()}\n"
        assert told in everything
    one = run("learn", title, "2", folder=folder).stdout
    assert cards[1].words in one
    assert cards[0].words not in one


def test_cards_are_turned_over_on_a_terminal(folder: Path) -> None:
    cards = learning.cards(menagerie.load(TITLE))
    with OnTerminal("learn", TITLE, folder=folder, width=80, height=24) as terminal:
        terminal.wait_for("1 of 7")
        for typed, number in (("", 2), ("back", 1), ("6", 6), ("", 7)):
            terminal.wait_for(r"\n> $")
            terminal.type(typed)
            terminal.wait_for(f"{number} of 7")
            terminal.wait_for(re.escape(cards[number - 1].heading))
        terminal.wait_for(r"\n> $")
        terminal.type("88")
        terminal.wait_for("a number from 1 to 7")
        terminal.type("")
        assert terminal.end() == 0


def test_the_menu_shows_how_a_title_is_played(folder: Path) -> None:
    done = run("terminal", folder=folder, typed="learn night\nlearn nothing\nquit\n")
    assert done.returncode == 0
    assert "How to play Night at the Zoo, 1 of 7" in done.stdout
    assert "Type a number from 1 to 5, or part of one title's name." in done.stdout


def test_learn_at_the_table(folder: Path) -> None:
    done = run("play", TITLE, "--seed", "7", "--bots", "random", folder=folder, typed="learn\nhelp\nquit\n")
    assert "How to play Zooloretto Mini, 7 of 7" in done.stdout
    assert "  learn         how to play, in a few cards" in done.stdout


@pytest.mark.parametrize("title", menagerie.titles())
def test_figures_of_the_rules_are_the_table_as_text(title: str, folder: Path) -> None:
    game = menagerie.load(title)
    drawn = figures.figures(game, rules_page.read(game))
    page = run("rules", title, folder=folder).stdout
    assert "```position" not in page
    for figure in drawn:
        assert f"```\n\n*{figure.words}*\n" in page
        assert figure.text().splitlines()[0].strip()[:60] in page  # longer lines are folded


def test_figures_are_shown_on_a_terminal(folder: Path) -> None:
    with OnTerminal("rules", TITLE, "3.5", folder=folder, width=80, height=30) as terminal:
        terminal.wait_for("barn: rhino")
        terminal.wait_for("so it is in the barn")
        assert terminal.end() == 0


def test_words_are_not_found_in_what_makes_the_figures(folder: Path) -> None:
    done = run("rules", TITLE, "learn.zoo", folder=folder)
    assert "The rules don't mention 'learn.zoo'" in done.stderr


def test_rules_are_found_by_words(folder: Path) -> None:
    found = run("rules", TITLE, "End", "Pile", folder=folder).stdout
    assert found.startswith("**1.2 Piles.** ")
    assert "\n\n**7.1 Trigger.** " in found
    assert "3.2" not in found
    apart = run("rules", TITLE, "pile", "tile", "end", folder=folder).stdout
    assert apart.startswith("**"), "words that stand nowhere side by side"
    assert all(word in rule.lower() for rule in apart.strip().split("\n\n**") for word in ("pile", "tile", "end"))
    done = run("play", TITLE, "--seed", "7", "--bots", "random", folder=folder, typed="help end pile\nhelp xyz\nquit\n")
    assert "> help end pile\n**1.2 Piles.** " in done.stdout
    assert "The rules don't mention 'xyz'" in done.stdout
