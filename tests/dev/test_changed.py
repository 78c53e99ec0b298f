"""What `./menagerie test --changed` chooses: the tests that a change can break."""

from __future__ import annotations

import pytest
from dev.check import changed


def chosen(*files: str) -> set[str]:
    return set(changed.tests_of(list(files)))


def folders(paths: set[str]) -> set[str]:
    return {path.rpartition("/")[0] for path in paths}


def test_a_title_is_tested_by_its_own_tests_and_by_those_of_every_title() -> None:
    paths = chosen("src/menagerie/games/zoo_escape/title.toml")
    assert {"tests/games/zoo_escape/test_team.py", "tests/conformance/test_titles.py"} <= paths
    assert not folders(paths) & {"tests/games/new_york_zoo", "tests/games/eighteen_zoo", "tests/web", "tests/dev"}


def test_what_everything_imports_is_tested_by_nearly_everything() -> None:
    paths = chosen("src/menagerie/core/rng.py")
    assert {"tests/core", "tests/games/zoo_escape", "tests/bots", "tests/server/table"} <= folders(paths)


def test_data_belongs_to_the_modules_beside_it() -> None:
    paths = chosen("src/menagerie/games/zoo_escape/display/style.css")
    assert "tests/games/zoo_escape/test_drawing.py" in paths
    assert "tests/games/new_york_zoo" not in folders(paths)
    # A folder without modules belongs to the one it lies in.
    assert "tests/games/zoo_escape/test_team.py" in chosen("src/menagerie/games/zoo_escape/new/deep.toml")


def test_a_test_is_its_own_and_a_helper_belongs_to_those_that_import_it() -> None:
    assert chosen("tests/core/test_rng.py") == {"tests/core/test_rng.py"}
    paths = chosen("tests/games/zoo_escape/position.py")
    assert "tests/games/zoo_escape/test_team.py" in paths
    assert not folders(paths) & {"tests/games/new_york_zoo", "tests/core", "tests/dev"}


def test_a_program_for_developers_is_tested_by_what_imports_it_or_names_its_file() -> None:
    paths = chosen("dev/check/sessions.py")
    assert "tests/dev/test_check.py" in paths
    assert folders(paths) <= {"tests/dev"}
    assert "tests/dev/test_background.py" in chosen("dev/background.py")


def test_who_calls_the_command_line_belongs_to_its_changes_alone() -> None:
    assert "tests/terminal/test_commands.py" in chosen("src/menagerie/cli/arguments.py")
    assert "tests/server/store/test_backups.py" not in chosen("src/menagerie/lab/arena.py")


def test_what_takes_minutes_is_chosen_by_its_name_alone() -> None:
    assert "tests/packaging" not in folders(chosen("src/menagerie/core/rng.py"))
    assert chosen("tests/packaging/test_wheel.py") == {"tests/packaging/test_wheel.py"}


def test_browser_tests_run_in_a_process_of_their_own() -> None:
    others, in_browser = changed.sessions_of(
        ["src/menagerie/server/show/hub.py", "src/menagerie/web/static/table/state/connection.js"]
    )
    assert {path.split("/")[1] for path in in_browser} == {"web"}
    assert "server" in {path.split("/")[1] for path in others}
    assert not set(others) & set(in_browser)


def test_a_document_is_tested_by_what_names_it() -> None:
    assert chosen("CITATION.cff") <= chosen("CITATION.cff", "README.md")
    assert "tests/docs/test_citation.py" in chosen("CITATION.cff")


@pytest.mark.parametrize("file", ["src/menagerie/web/static/table/choosing/steps.js", "tests/web/person.py"])
def test_the_browser_is_started_for_the_client_alone(file: str) -> None:
    assert any(path.startswith("tests/web/") for path in chosen(file))
    assert not any(path.startswith("tests/web/") for path in chosen("src/menagerie/core/rng.py"))


def test_a_file_that_no_longer_exists_is_no_error() -> None:
    assert chosen("src/menagerie/core/gone.py", "tests/core/test_gone.py") == set()
