"""Games through a pipe: scripted, without colours or cursor tricks."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

import menagerie
from menagerie import Record

from .run import COMMAND, PATIENCE, TITLE, environment, run, saved_games

GAME = ("play", TITLE, "--players", "3", "--bots", "montecarlo,random", "--seed", "7", "--playouts", "12")


@pytest.mark.parametrize("title", menagerie.titles())
def test_a_whole_game_of_every_title(title: str, tmp_path: Path) -> None:
    """Always the first choice (or the first of a group), until nothing is left to choose."""
    longest = menagerie.load(title).longest
    done = run("play", title, "--bots", "random", "--seed", "3", folder=tmp_path, typed="1\n" * longest * 2)
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr[-2000:]
    assert "\x1b" not in done.stdout
    (file,) = saved_games(tmp_path)
    record = Record.load(file)
    assert record.final().is_over
    assert record.result in done.stdout
    assert f"menagerie replay {file.name}" in done.stdout


def test_the_output_reads_like_a_conversation(tmp_path: Path) -> None:
    done = run(*GAME, folder=tmp_path, typed="draw\nload 2\n")
    assert "Draw a tile.\n  1  draw   Draw a tile\n" in done.stdout
    assert "> draw\n" in done.stdout
    assert "Player A draws a meerkat.\n\nChoose a truck for the meerkat.\n" in done.stdout
    assert "  2  load 2   Load the meerkat onto truck 2\n  3  load 3   Load the meerkat onto truck 3\n" in done.stdout
    assert "Montecarlo B " in done.stdout
    assert "Random C " in done.stdout
    assert done.stderr.startswith("Menagerie ")
    assert "engine: " in done.stderr


def test_the_same_seed_and_playouts_make_the_same_game(tmp_path: Path) -> None:
    first, second = [run(*GAME, folder=tmp_path, typed="1\n" * 12 + "log\n").stdout for _ in range(2)]
    assert first.split("The game is saved")[0] == second.split("The game is saved")[0]


def test_the_end_of_the_input_saves_and_the_game_goes_on(tmp_path: Path) -> None:
    done = run(*GAME, folder=tmp_path, typed="1\n" * 6)
    (file,) = saved_games(tmp_path)
    assert (done.returncode, f"menagerie play --from {file.name}" in done.stdout) == (0, True)
    before = Record.load(file)
    assert before.names == {1: "montecarlo (bot)", 2: "random (bot)"}
    assert len(before.seconds) == len(before.decisions)
    done = run("play", "--from", file.name, "--playouts", "12", folder=tmp_path, typed="log\n1\n1\n")
    assert done.returncode == 0
    assert "A you | B Montecarlo | C Random" in done.stdout
    assert "   1  Player A draws a meerkat." in done.stdout
    after = Record.load(file)
    assert after.decisions[: len(before.decisions)] == before.decisions
    assert len(after.decisions) > len(before.decisions)
    assert (saved_games(tmp_path), after.started) == ([file], before.started)


def test_a_game_that_was_interrupted_ends_like_one_that_was_not(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    run(*GAME, folder=whole, typed="1\n" * 14)
    run(*GAME, folder=parts, typed="1\n" * 7)
    (file,) = saved_games(parts)
    run("play", "--from", file.name, "--playouts", "12", folder=parts, typed="1\n" * 7)
    assert Record.load(file).decisions == Record.load(saved_games(whole)[0]).decisions


def test_going_on_from_an_earlier_moment_keeps_the_file(tmp_path: Path) -> None:
    run(*GAME, folder=tmp_path, typed="1\n" * 6 + "save game.zoo\nquit\n")
    text = (tmp_path / "game.zoo").read_text()
    done = run("play", "--from", "game.zoo", "--at", "2", "--playouts", "5", folder=tmp_path, typed="1\n1\n1\n")
    assert done.returncode == 0
    assert (tmp_path / "game.zoo").read_text() == text
    (other,) = [file for file in saved_games(tmp_path) if file.name != "game.zoo"]
    assert Record.load(other).decisions[:2] == Record.load(tmp_path / "game.zoo").decisions[:2]


def test_several_people_at_one_terminal(tmp_path: Path) -> None:
    done = run("play", TITLE, "--names", "Lisa,Ben", "--bots", "none", "--seed", "7", folder=tmp_path, typed="1\n" * 5)
    assert "A Lisa | B Ben" in done.stdout
    assert "A Lisa: Draw a tile." in done.stdout
    assert "B Ben: " in done.stdout
    assert "Lisa draws " in done.stdout
    assert Record.load(saved_games(tmp_path)[0]).names == {0: "Lisa", 1: "Ben"}


def test_without_bots_being_named_all_others_are_bots(tmp_path: Path) -> None:
    done = run("play", TITLE, "--players", "3", "--seed", "7", folder=tmp_path)
    assert "A you | B Ranger | C Ranger" in done.stdout
    assert saved_games(tmp_path) == []
    assert "Goodbye." in done.stdout


def test_options_reach_the_game(tmp_path: Path) -> None:
    typed = "save game\nquit\n"
    arguments = ("--players", "4", "--option", "removed=wolf", "--bots", "random,random,random")
    run("play", TITLE, *arguments, folder=tmp_path, typed=typed)
    assert Record.load(tmp_path / "game.zoo").options == {"removed": "wolf"}


def conversation(folder: Path, *lines: str) -> str:
    done = run(*GAME, folder=folder, typed="\n".join([*lines, ""]))
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr
    return done.stdout


def test_undo_takes_back_the_last_own_decision(tmp_path: Path) -> None:
    output = conversation(tmp_path, "undo", "draw", "load 1", "undo", "log", "load 1", "log")
    assert "There is nothing to undo." in output
    logs = output.split("> log\n")
    assert logs[1].startswith("   1  Player A draws a meerkat.\n> load 1")
    assert "   2  Player A loads the meerkat onto truck 1.\n   3  Montecarlo B " in logs[2]


def test_hint_explains_itself(tmp_path: Path) -> None:
    output = conversation(tmp_path, "draw", "hint")
    assert "\nHint: load " in output
    assert "\n  About as good." in output
    assert "Win chance: " in output
    assert output.count("\n  Or load ") == 2


def test_help_and_rules(tmp_path: Path) -> None:
    output = conversation(tmp_path, "help", "help 3.3", "help 3", "help 99", "?")
    assert "  save FILE     save the game" in output
    assert "The rules: 1. Setting up; 2. A turn; " in output
    assert "> help 3.3\n**3.3 One kind.** " in output
    assert "> help 3\n## 3. Placing the tiles" in output
    assert "There is no rule '99'; the page has 1 to " in output


def test_a_rule_is_shown_with_its_figure(tmp_path: Path) -> None:
    output = conversation(tmp_path, "take 1", "help 2.4")
    assert "(Type help 2.4 for the rule.)" in output
    shown = output.partition("> help 2.4\n")[2]
    assert shown.startswith("**2.4 Take.** ")
    assert "```text\nTrucks\n  1  [rhino] [meerkat] [rhino]" in shown
    assert "*B may take the full truck or the one with the shrub." in shown
    assert "record =" not in output


def test_a_step_is_explained_once_or_at_every_question(tmp_path: Path) -> None:
    output = conversation(tmp_path, "explain", "draw", "explain on", "load 2", "explain off", "explain often")
    words = "All trucks are empty, so draw a tile"
    assert f"> explain\n{words}" in output
    assert "(Type help 2.4 for the rule.)" in output
    before, _, after = output.partition("> explain on\n")
    assert "Any truck with a free space will do." not in before
    during, _, rest = after.partition("> explain off\n")
    assert "Choose a truck for the meerkat.\nAny truck with a free space will do." in during
    assert "Type explain, explain on or explain off, not explain often." in rest
    assert words not in rest


def test_powers_are_explained_with_their_texts(tmp_path: Path) -> None:
    done = run("play", "18zoo", "--seed", "5", folder=tmp_path, typed="explain\n")
    words = " ".join(done.stdout.split())
    assert "Days off: The reputation of a launched family of your choice moves one column right." in words


def test_wrong_input_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    output = conversation(tmp_path, "", "9", "0", "sing", "take 1", "-1", "load 1", "\x00\x07", "1" * 5000, "\u00b2")
    assert "There is no choice 9; the only one is 1." in output
    assert "'sing' is not a decision in Zooloretto Mini" in output
    assert "(Type help 2.4 for the rule.)" in output
    assert saved_games(tmp_path) == []


def test_the_beginning_of_a_decision_is_enough_if_it_is_clear(tmp_path: Path) -> None:
    output = conversation(tmp_path, "DR", "load", "back", "lo", "2", "log")
    assert "> load\n  1  load 1   Load the meerkat onto truck 1\n" in output
    assert "  3  load 3   Load the meerkat onto truck 3\n  (back: all choices)\n" in output
    assert "Player A loads the meerkat onto truck 2." in output


def test_the_words_of_the_buttons_are_taken_as_well(tmp_path: Path) -> None:
    done = run(*GAME, folder=tmp_path, typed="Draw a tile\nload the meerkat onto truck 2\n")
    assert "Player A loads the meerkat onto truck 2." in done.stdout


def test_saving_where_one_likes(tmp_path: Path) -> None:
    output = conversation(tmp_path, "draw", "save nowhere/game.zoo", "save mine", "table", "more", "quit")
    assert "nowhere/game.zoo cannot be written: No such file or directory." in output
    assert "Saved as mine.zoo." in output
    assert "Goodbye." in output
    assert [file.name for file in saved_games(tmp_path)] == ["mine.zoo"]


def test_a_finished_game_can_be_looked_at_and_undone(tmp_path: Path) -> None:
    run("watch", TITLE, "--bots", "random", "--seed", "1", "--save", "game.zoo", folder=tmp_path)
    typed = "1\nhint\nundo\ntable\n"
    done = run("play", "--from", "game.zoo", "--bots", "random", folder=tmp_path, typed=typed)
    assert done.stdout.count("The game is over. Type undo to reverse your last decision.") == 2
    assert "(review, log, undo, save FILE, quit)" in done.stdout
    assert "  1. " in done.stdout


@pytest.mark.slow
def test_a_finished_game_is_reviewed(tmp_path: Path) -> None:
    """With the review that is kept beside it, if there is one."""
    run("watch", TITLE, "--bots", "random", "--seed", "1", "--save", "game.zoo", folder=tmp_path)
    first = run("review", "game.zoo", "--seconds", "0.01", folder=tmp_path).stdout
    done = run("play", "--from", "game.zoo", folder=tmp_path, typed="review\n")
    assert first in done.stdout
    assert "You can review the game once it is over." in conversation(tmp_path, "review")


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    """Leaving saves into the folder for temporary files then."""
    here = tmp_path / "here"
    here.mkdir()
    process = subprocess.Popen(
        [*COMMAND, *GAME],
        cwd=here,
        env=environment(TMPDIR=str(tmp_path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    while "(A number or words" not in process.stdout.readline():
        pass
    here.rmdir()
    output, _ = process.communicate("draw\n", timeout=PATIENCE)
    (file,) = saved_games(tmp_path)
    assert f"menagerie play --from {file}" in output


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_game_that_is_stopped_is_saved_and_goes_on(stop: signal.Signals, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, *GAME],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("draw\n")
    process.stdin.flush()
    while "Choose a truck" not in process.stdout.readline():
        pass
    process.send_signal(stop)
    output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors.count("\n")) == (130, 1)
    (file,) = saved_games(tmp_path)
    assert f"menagerie play --from {file.name}" in output
    done = run("play", "--from", file.name, "--playouts", "5", folder=tmp_path, typed="load 2\n")
    assert "Player A loads the meerkat onto truck 2." in done.stdout


def test_other_content_is_named_when_the_game_goes_on(tmp_path: Path) -> None:
    pieces = tmp_path / "my pieces"
    pieces.mkdir()
    for file in menagerie.load(TITLE).content_folder.iterdir():
        (pieces / file.name).write_text(file.read_text().replace("end_pile = 15", "end_pile = 20"))
    done = run(*GAME, "--content", "my pieces", folder=tmp_path, typed="draw\n")
    assert "then 20 in the end pile" in done.stdout
    (file,) = saved_games(tmp_path)
    assert f"menagerie play --from {file.name} --content 'my pieces'" in done.stdout
    done = run("play", "--from", file.name, folder=tmp_path)
    assert (done.returncode, "was played with different pieces" in done.stderr) == (2, True)
    done = run("replay", file.name, "--content", "my pieces", folder=tmp_path)
    assert "then 20 in the end pile" in done.stdout
