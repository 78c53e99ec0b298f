"""Games on a pseudo terminal: colours, sizes, keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from menagerie import Record

from .run import TITLE, OnTerminal, plain, run, saved_games

GAME = ("play", TITLE, "--players", "3", "--bots", "random,random", "--seed", "7")
PROMPT = r"\n> $"


@pytest.mark.parametrize(("width", "height"), [(100, 35), (80, 24)])
def test_a_whole_game(width: int, height: int, tmp_path: Path) -> None:
    with OnTerminal(*GAME, folder=tmp_path, width=width, height=height) as table:
        shown = table.wait_for(PROMPT)
        assert "engine: " in shown
        for _ in range(200):
            if "The game is over." in shown:
                break
            lines = shown.rpartition("Zooloretto Mini - ")[2].splitlines()
            assert max(len(line) for line in lines) <= width
            table.type("1")
            shown = table.wait_for(PROMPT)
        assert "1. " in shown
        table.type("quit")
        assert table.end() == 0
    assert "\x1b[" in table.raw
    (file,) = saved_games(tmp_path)
    assert Record.load(file).final().is_over


def test_a_small_terminal_shows_the_whole_table_and_the_choices(tmp_path: Path) -> None:
    with OnTerminal(*GAME, folder=tmp_path, width=80, height=24) as table:
        table.wait_for(PROMPT)
        table.type("1")
        shown = table.wait_for(PROMPT)
        picture = shown[shown.rindex("Zooloretto Mini - ") :]
        assert picture.count("\n") < 24
        for part in ("Trucks", "> A: ", "  B: ", "  C: ", "Drawn: meerkat", "3  load 3"):
            assert part in picture


def test_ctrl_c_saves_and_the_game_goes_on(tmp_path: Path) -> None:
    with OnTerminal(*GAME, folder=tmp_path) as table:
        table.wait_for(PROMPT)
        table.type("1")
        table.wait_for("load 3")
        table.wait_for(PROMPT)
        table.interrupt()
        table.wait_for(r"menagerie play --from \S+\.zoo")
        assert table.end() == 130
    (file,) = saved_games(tmp_path)
    with OnTerminal("play", "--from", file.name, folder=tmp_path) as table:
        table.wait_for("Choose a truck for the meerkat")
        table.wait_for(PROMPT)
        table.press(b"\x04")  # Ctrl-D, the end of the input
        table.wait_for("Goodbye")
        assert table.end() == 0


def test_ctrl_c_while_a_bot_thinks(tmp_path: Path) -> None:
    arguments = ("--bots", "montecarlo", "--think", "50", "--seed", "7")
    with OnTerminal("play", TITLE, *arguments, folder=tmp_path) as table:
        shown = table.wait_for(r"\n> $|is thinking")
        while "thinking" not in shown:
            table.type("1")
            shown = table.wait_for(r"\n> $|is thinking")
        table.interrupt()
        table.wait_for(r"menagerie play --from \S+\.zoo|Goodbye")
        assert table.end() == 130


def test_the_menu_leads_to_a_game(tmp_path: Path) -> None:
    with OnTerminal("terminal", folder=tmp_path) as table:
        table.wait_for("What do you want to play")
        table.wait_for(PROMPT)
        table.type("nothing")
        table.wait_for("Type a number from 1 to")
        table.type("zooloretto")
        table.wait_for("How many players, 2 to 5")
        table.type("7")
        table.wait_for("for 2 to 5 players")
        table.type("")
        table.wait_for("Against which bots")
        table.type("x")
        table.wait_for("One of visitor, keeper, director, greedy, random, montecarlo")
        table.type("ran")
        table.wait_for("Zooloretto Mini - .*A you  .*B Random")
        table.wait_for(PROMPT)
        table.type("quit")
        table.end()


def test_the_menu_in_a_pipe(tmp_path: Path) -> None:
    done = run("terminal", folder=tmp_path, typed="1\n3\n\nquit\n")
    assert (done.returncode, "A you | B Ranger | C Ranger" in done.stdout) == (0, True)
    for typed in ("", "quit\n", "1\n"):
        done = run("terminal", folder=tmp_path, typed=typed)
        assert (done.returncode, "What do you want to play?" in done.stdout) == (0, True)


def test_the_menu_suggests_options_for_a_first_game(tmp_path: Path) -> None:
    shown = run("terminal", folder=tmp_path, typed="potamus\n2\nwhy\nyes\nrandom\nquit\n").stdout
    assert "Your first game? We suggest level=easy. Use it: yes or no?" in shown
    assert "Type yes or no." in shown
    assert "level easy" in shown
    shown = run("terminal", folder=tmp_path, typed="potamus\n2\n\nrandom\nquit\n").stdout
    assert "level standard" in shown
    assert "Your first game" not in run("terminal", folder=tmp_path, typed="potamus\n3\nrandom\nquit\n").stdout


def test_watching_with_a_pause_shows_the_table_again_and_again(tmp_path: Path) -> None:
    arguments = ("--bots", "random", "--seed", "7", "--pause", "0.001")
    with OnTerminal("watch", TITLE, *arguments, folder=tmp_path) as table:
        assert table.end() == 0
    assert plain(table.raw).count("Trucks") > 20


def test_rules_are_set_as_a_page(tmp_path: Path) -> None:
    with OnTerminal("rules", TITLE, "3.3", folder=tmp_path) as table:
        assert table.end() == 0
    assert "3.3 One kind." in plain(table.raw)
    assert "**" not in plain(table.raw)


def test_long_lists_on_the_table_are_broken_between_words(tmp_path: Path) -> None:
    with OnTerminal("play", "18zoo", "--bots", "random", "--seed", "3", folder=tmp_path, width=80, height=24) as table:
        shown = table.wait_for(PROMPT)
        picture = shown[shown.rindex("Families in operating order") :]
        assert "\n    4J/2J without end" in picture or "\n    5S-1, 4J/2J" in picture
        assert max(len(line) for line in picture.splitlines()) <= 80
        table.type("-1")
        shown = table.wait_for(PROMPT)
        assert "There is no choice -1; the choices are 1 to " in shown[-80:]
        table.type("quit")
        assert table.end() == 0
