"""Test the files in deploy/: whatever they name exists, and systemd understands its own."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess

import httpx
import pytest
import yaml

from menagerie.cli import _parser
from menagerie.server.base.settings import Settings
from menagerie.server.http import configuration
from menagerie.server.http.metrics import Figures
from tests.server.support.people import PATIENCE, ROOT, Server

pytestmark = pytest.mark.one_store

DEPLOY = ROOT / "deploy"
UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.socket"), *DEPLOY.glob("*.timer")])
PROGRAM = "/opt/menagerie/bin/menagerie"


def unit(name: str) -> dict[str, dict[str, str]]:
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(DEPLOY / name, encoding="utf-8")
    return {part: dict(parser[part]) for part in parser.sections()}


def compose() -> dict[str, dict[str, object]]:
    services: dict[str, dict[str, object]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    return services


def container() -> list[tuple[str, str]]:
    """Return the instructions of the Containerfile."""
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def settings() -> Settings:
    return configuration.settings_of(configuration.choose({"config": str(DEPLOY / "server.toml")}, {}))


@pytest.mark.parametrize("name", [path.name for path in UNITS if path.suffix == ".service"])
def test_what_a_unit_starts_is_a_command_of_ours(name):
    program, *arguments = shlex.split(unit(name)["Service"]["ExecStart"])
    assert program == PROGRAM
    assert _parser().parse_args(arguments).command == arguments[0]


def test_units_and_settings_agree():
    service, door = unit("menagerie.service")["Service"], unit("menagerie.socket")["Socket"]
    assert service["ExecStart"].endswith("serve --config /etc/menagerie/server.toml")
    assert door["ListenStream"] == f"{settings().host}:{settings().port}"
    assert str(settings().database) == f"/var/lib/{service['StateDirectory']}/tables.db"
    backup = unit("menagerie-backup.service")["Service"]
    assert "--config /etc/menagerie/server.toml" in backup["ExecStart"]
    assert backup["EnvironmentFile"] == service["EnvironmentFile"]
    assert settings().is_secure
    assert settings().metrics_port is not None


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path):
    for path in UNITS:
        (tmp_path / path.name).write_text(path.read_text().replace(PROGRAM, "/bin/true"))
    names = [str(tmp_path / path.name) for path in UNITS]
    found = subprocess.run(["systemd-analyze", "verify", *names], capture_output=True, text=True)
    assert (found.returncode, found.stdout + found.stderr) == (0, "")


def test_the_server_starts_with_the_settings_that_are_shipped(tmp_path):
    shipped = settings()
    server = Server(
        tmp_path / "tables.db",
        public_url=shipped.public_url,
        proxies=shipped.proxies,
        log=shipped.log,
        metrics_port=0,
    ).start()
    headers = {"host": "zoo.example", "x-forwarded-for": "10.0.0.1", "x-forwarded-proto": "https"}
    answer = httpx.get(f"{server.base}/api/me", headers=headers, timeout=PATIENCE)
    assert (answer.status_code, "Secure" in answer.headers["set-cookie"]) == (200, True)
    assert server.stop() == 0


def test_variables_for_containers_are_settings():
    variables = {entry.variable for entry in configuration.entries().values()}
    environment = compose()["tables"]["environment"]
    assert isinstance(environment, dict)
    given = {name: str(value) for name, value in environment.items()}
    image = dict(re.findall(r"(\w+)=(\S+)", dict(container())["ENV"]))
    assert set(given) | set(image) <= variables
    given["MENAGERIE_SERVE_PUBLIC_URL"] = "https://zoo.example"
    found = configuration.settings_of(configuration.choose({}, image | given))
    ports = compose()["tables"]["ports"]
    assert ports == [f"127.0.0.1:{port}:{port}" for port in (found.port, found.metrics_port)]
    assert (found.host, found.metrics_host) == ("0.0.0.0", "0.0.0.0")


def test_the_sources_of_an_image_exist():
    build = compose()["tables"]["build"]
    assert isinstance(build, dict)
    assert (DEPLOY / build["context"]).resolve() == ROOT
    assert (ROOT / build["dockerfile"]).is_file()
    steps = container()
    copied = [what.split()[0] for step, what in steps if step == "COPY" and not what.startswith("--from")]
    assert all((ROOT / name).exists() for name in copied)
    assert all((ROOT / name).is_file() for _, step in steps for name in re.findall(r"-r (\S+)", step))
    (entry,) = [what for step, what in steps if step == "ENTRYPOINT"]
    (command,) = [what for step, what in steps if step == "CMD"]
    assert yaml.safe_load(entry) == [PROGRAM]
    assert _parser().parse_args(yaml.safe_load(command)).command == "serve"


def test_alarms_are_about_existing_metrics():
    text = (DEPLOY / "alarms.yaml").read_text()
    rules = yaml.safe_load(text)["groups"][0]["rules"]
    offered = {sample.name for family in Figures().registry.collect() for sample in family.samples}
    offered |= {f"{family.name}_bucket" for family in Figures().registry.collect() if family.type == "histogram"}
    offered |= {"menagerie_refused_total", "menagerie_bots_waiting", "menagerie_bots_lost"}  # with labels, or looked up
    used = {name for rule in rules for name in re.findall(r"\b(?:menagerie|process)_\w+", rule["expr"])}
    assert used
    assert used <= offered
    told = (ROOT / "docs" / "monitoring.md").read_text(encoding="utf-8")
    assert [rule["alert"] for rule in rules if f"`{rule['alert']}`" not in told] == []
