"""Test settings: one list, four sources, one order of precedence."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import httpx
import pytest

from menagerie.cli import main
from menagerie.core.errors import BadSetup
from menagerie.server.base.settings import Limits, Settings
from menagerie.server.http import configuration
from tests.server.support.people import PATIENCE, ROOT, Server

pytestmark = pytest.mark.one_store


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a settings file."""

    def write(text: str) -> str:
        path = tmp_path / "server.toml"
        path.write_text(text)
        return str(path)

    return write


def settings(environment: dict[str, str] | None = None, /, **flags: Any) -> Settings:
    return configuration.settings_of(configuration.choose(flags, environment or {}))


def refused(environment: dict[str, str] | None = None, /, **flags: str) -> str:
    with pytest.raises(BadSetup) as error:
        settings(environment, **flags)
    return str(error.value)


def test_flags_override_the_environment_which_overrides_the_file_which_overrides_defaults(file):
    said = file("workers = 5\n[limits]\nbody = 5000")
    variable = {"MENAGERIE_SERVE_WORKERS": "6", "MENAGERIE_SERVE_LIMITS_BODY": "6000"}
    assert settings().workers == Settings().workers
    assert settings(config=said).workers == 5
    assert settings(variable, config=said).workers == 6
    assert settings(variable, config=said, workers="7").workers == 7
    assert settings(config=said).limits == Limits(body=5000)
    assert settings(variable, config=said, **{"limits.body": "7000"}).limits == Limits(body=7000)
    assert settings(variable | {"MENAGERIE_SERVE_CONFIG": file("bot_pause = 1")}).bot_pause == 1.0


def test_every_setting_works_in_every_source(file):
    for name, entry in configuration.entries().items():
        wish, text = {
            bool: ("true", "true"),
            int: ("4000", "4000"),
            float: ("2.5", "2.5"),
            tuple: ('["https://a.example"]', "https://a.example"),
            str: ('"https://a.example"', "https://a.example"),
        }[entry.kind]
        if entry.one_of:
            wish, text = f'"{entry.one_of[-1]}"', entry.one_of[-1]
        if entry.is_network:
            wish, text = '["10.0.0.7"]', "10.0.0.7"
        part, _, key = name.rpartition(".")
        written = settings(config=file(f"[{part}]\n{key} = {wish}" if part else f"{name} = {wish}"))
        assert written == settings({entry.variable: text}) == settings(**{name: True if entry.kind is bool else text})
        assert written != Settings()


def test_the_listing_is_an_equivalent_settings_file(file, capsys, monkeypatch):
    monkeypatch.setenv("MENAGERIE_SERVE_NAMES", "zoo.example, zoo.test")
    path = file("workers = 3\nbrowser = false\n[limits]\nbacklog = 7")
    assert main(["serve", "--settings", "--config", path, "--bot-pause", "0"]) == 0
    shown = capsys.readouterr().out
    assert f"# processes for bots\nworkers = 3  # {path}\n" in shown
    assert 'names = ["zoo.example", "zoo.test"]  # MENAGERIE_SERVE_NAMES\n' in shown
    assert "bot_pause = 0.0  # --bot-pause\n" in shown
    assert "# bot_seconds = 2.0  # default\n" in shown
    assert {name.rpartition(".")[2] for name in configuration.entries()} == set(
        re.findall(r"^#? ?(\w+) =", shown, re.M)
    )
    assert tomllib.loads(shown)["limits"] == {"backlog": 7}
    monkeypatch.delenv("MENAGERIE_SERVE_NAMES")
    assert settings(config=file(shown)) == Settings(
        workers=3,
        browser=False,
        names=("zoo.example", "zoo.test"),
        bot_pause=0.0,
        limits=Limits(backlog=7),
        database=configuration.entries()["database"].default,
    )


@pytest.mark.parametrize("address", ["postgresql://lisa:hunter2@db/zoo", "postgresql://db/zoo?password=hunter2"])
def test_a_password_is_not_shown(address, capsys):
    assert main(["serve", "--settings", "--database", address]) == 0
    shown = capsys.readouterr().out
    assert "hunter2" not in shown
    assert re.search(r'^# database = "postgresql://(lisa:\*\*\*@)?db/zoo"  # --database$', shown, re.M)


def test_the_mail_servers_password_is_not_shown(capsys, monkeypatch):
    monkeypatch.setenv("MENAGERIE_SERVE_SMTP_PASSWORD", "hunter2")
    assert main(["serve", "--settings"]) == 0
    shown = capsys.readouterr().out
    assert "hunter2" not in shown
    assert '# smtp_password = "***"  # MENAGERIE_SERVE_SMTP_PASSWORD\n' in shown


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("port = '80'", "port in FILE must be a whole number from 0 to 65535, not '80'."),
        ("port = true", "port in FILE must be a whole number from 0 to 65535, not 'True'."),
        ("port = 70000", "port in FILE must be a whole number from 0 to 65535, not '70000'."),
        ("workers = 0", "workers in FILE must be a whole number, at least 1, not '0'."),
        ("bot_seconds = nan", "bot_seconds in FILE must be a number, at least 0.01, not 'nan'."),
        ("browser = 1", "browser in FILE must be true or false, not '1'."),
        ("names = 'zoo'", "names in FILE must be a list of texts, not 'zoo'."),
        ("names = [1]", "names in FILE must be a list of texts, not '(1,)'."),
        ("database = 5", "database in FILE must be a text."),
        (
            "public_url = 'zoo.example'",
            "public_url in FILE must be the address of a whole site, such as https://zoo.example, not 'zoo.example'.",
        ),
        (
            "public_url = 'https://zoo.example/table'",
            "public_url in FILE must be the address of a whole site, such as https://zoo.example, not "
            "'https://zoo.example/table'.",
        ),
        (
            "proxies = ['10.0.0.0/8', '10.0.0.1/8']",
            "proxies in FILE must be a list of addresses, such as 10.0.0.7, or networks, such as 10.0.0.0/8, not "
            "\"('10.0.0.0/8', '10.0.0.1/8')\".",
        ),
        (
            "prot = 80",
            "There is no setting 'prot' (in FILE). Did you mean port? List all settings with",
        ),
        (
            "[limits]\nbodi = 80",
            "There is no setting 'limits.bodi' (in FILE). Did you mean limits.body? List all settings with",
        ),
        ("limits = 5", "limits in FILE must be a section. Write [limits] on its own line and the limits below it."),
        ("port", "The settings file FILE is not valid TOML: "),
    ],
)
def test_invalid_settings_are_reported_in_one_sentence(file, written, sentence):
    path = file(written)
    assert refused(config=path).startswith(sentence.replace("FILE", path))


def test_invalid_settings_are_reported_by_the_name_that_was_used(tmp_path, capsys):
    least = "must be a whole number, at least 1, not 'many'."
    assert refused({"MENAGERIE_SERVE_WORKERS": "many"}) == f"MENAGERIE_SERVE_WORKERS {least}"
    assert main(["serve", "--workers", "many"]) == 2
    assert f"menagerie: --workers {least}\n" in capsys.readouterr().err
    assert "There is no setting 'MENAGERIE_SERVE_WORKER' (in the environment). Did you mean" in refused(
        {"MENAGERIE_SERVE_WORKER": "1"}
    )
    missing = tmp_path / "none.toml"
    assert refused(config=str(missing)) == f"The settings file {missing} cannot be read: No such file or directory."


def test_every_setting_is_in_the_docs():
    told = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    names = [name for name in configuration.entries() if not name.startswith("limits.")]
    assert [name for name in names if f"`{name}`" not in told] == []


def test_one_public_address_allows_its_name_and_origin_and_asks_for_https(tmp_path):
    server = Server(tmp_path / "tables.db", public_url="https://zoo.example:8443").start()
    with httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        me = http.get("/api/me", headers={"host": "zoo.example:8443"})
        assert "Secure" in me.headers["set-cookie"]
        assert http.get("/api/me", headers={"host": "other.example"}).status_code == 421
        for path in ("/", "/api/titles", "/nothing"):
            assert http.get(path).headers["strict-transport-security"] == "max-age=31536000"
        csrf = me.json()["csrf"]
        headers = {"cookie": f"menagerie_csrf={csrf}", "x-csrf-token": csrf}
        for origin, status in (
            ("https://zoo.example:8443", 200),
            ("https://zoo.example", 403),
            ("http://zoo.example:8443", 403),
            ("http://a.example", 403),
        ):
            answer = http.post("/api/me", json={"name": "Lisa"}, headers=headers | {"origin": origin})
            assert answer.status_code == status
    server.stop()


def test_without_one_plain_http_is_enough(person):
    answer = person().http.get("/api/me", headers={"cookie": ""})
    assert "Secure" not in answer.headers["set-cookie"]
    assert "strict-transport-security" not in answer.headers
