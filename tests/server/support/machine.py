"""Provide a machine for running the commands in the docs: files below a folder, and a script in place of systemd."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import uuid
from pathlib import Path

from tests.server.support.people import PATIENCE, ROOT

NAME = "zoo.test"
LEFT_OUT = ("apt ", "git ", "python3 -m venv ", "/opt/menagerie/bin/pip ", "docker ", "export MENAGERIE_PUBLIC_URL")
"""Not run here: packages, the installation from source (tests/packaging), and containers."""
OF_NGINX = ("certbot ", "nginx ", "cp deploy/nginx.conf", "sed -i s/zoo.example/YOUR.NAME/ /etc/nginx")
OF_CADDY = ("cp deploy/Caddyfile", "sed -i s/zoo.example/YOUR.NAME/ /etc/caddy")

SYSTEMCTL = """
import os, pathlib, shlex, signal, subprocess, sys, time
from configparser import RawConfigParser

ROOT = pathlib.Path({root!r})


def at(text):
    for place in ("/opt/", "/etc/", "/var/lib/"):
        text = text.replace(" " + place, f" {{ROOT}}{{place}}")
    return text


def stop(pid):
    if pid.exists():
        os.kill(int(pid.read_text()), signal.SIGTERM)
        while pathlib.Path("/proc", pid.read_text(), "exe").exists():
            time.sleep(0.05)
        pid.unlink()


def start(service, pid):
    environment = dict(os.environ)
    secrets = pathlib.Path(at(" " + service["EnvironmentFile"].lstrip("-")).strip())
    if secrets.exists():
        environment |= dict(line.split("=", 1) for line in secrets.read_text().splitlines())
    command = shlex.split(at(" " + service["ExecStart"]))
    journal = ROOT / "journal"
    told = journal.read_text().count('"started: ') if journal.exists() else 0
    with journal.open("a") as log:
        if service["Type"] == "oneshot":
            sys.exit(subprocess.run(command, env=environment, stdout=log, stderr=log).returncode)
        started = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)
    pid.write_text(str(started.pid))
    while journal.read_text().count('"started: ') == told:
        if started.poll() is not None:
            sys.exit(journal.read_text())
        time.sleep(0.05)


verb, *names = [word for word in sys.argv[1:] if not word.startswith("--")]
if (verb, names) == ("reload", ["caddy"]):
    how = ["--config", ROOT / "etc/caddy/Caddyfile", "--adapter", "caddyfile"]
    sys.exit(subprocess.run(["caddy", "validate", *how]).returncode)
for name in names:
    unit = ROOT / "etc/systemd/system" / (name if "." in name else f"{{name}}.service")
    if unit.suffix != ".service" or not unit.exists():
        continue
    read = RawConfigParser(strict=False)
    read.optionxform = str
    read.read(unit)
    pid = ROOT / f"{{unit.name}}.pid"
    if verb in ("stop", "restart"):
        stop(pid)
    if verb in ("start", "restart", "enable"):
        start(read["Service"], pid)
"""
NGINX_CONF = """
daemon off; pid {root}/nginx.pid; error_log {root}/nginx.log;
events {{ }}
http {{ access_log off; include {root}/etc/nginx/conf.d/*.conf; }}
"""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


class Machine:
    """The machine, with the source where the docs expect it."""

    def __init__(self, folder: Path, postgres: str) -> None:
        """`postgres`: the folder of the socket of a PostgreSQL server."""
        self.root = folder
        self.port = free_port()
        self.postgres = postgres
        self.role = f"operator_{uuid.uuid4().hex[:8]}"
        """The role and database named in the docs, renamed because other tests may share the server."""
        for place in ("opt/menagerie/bin", "etc/systemd/system", "etc/caddy", "etc/nginx/conf.d", "var/lib/menagerie"):
            (folder / place).mkdir(parents=True)
        for place in ("bin", "usr/local/bin"):
            (folder / place).mkdir(parents=True)
        source = folder / "opt/menagerie-source/deploy"
        shutil.copytree(ROOT / "deploy", source)
        settings = source / "server.toml"
        text = settings.read_text().replace("8460", str(self.port)).replace("metrics_port = 9460", "metrics_port = 0")
        settings.write_text(text.replace("/var/lib/", f"{folder}/var/lib/"))
        nginx = source / "nginx.conf"
        nginx.write_text(nginx.read_text().replace("/etc/letsencrypt", f"{folder}/etc/letsencrypt"))
        python = f"{sys.executable} -m menagerie"
        self._script("opt/menagerie/bin/menagerie", f'cd {ROOT} && exec {python} "$@"')
        self._script("bin/systemctl", f'exec {sys.executable} {folder}/systemctl.py "$@"')
        (folder / "systemctl.py").write_text(SYSTEMCTL.format(root=str(folder)))
        self._script("bin/runuser", 'shift 3; printf "PASSWORD\\nPASSWORD\\n" | "$@"')
        live = f"{folder}/etc/letsencrypt/live/{NAME}"
        request = f"openssl req -x509 -newkey rsa:2048 -nodes -subj /CN={NAME} -keyout {live}/privkey.pem"
        self._script("bin/certbot", f"mkdir -p {live} && {request} -out {live}/fullchain.pem")
        (folder / "nginx.conf").write_text(NGINX_CONF.format(root=folder))
        self._script("bin/nginx", f'exec /usr/sbin/nginx -p {folder} -c {folder}/nginx.conf "$@"')

    def _script(self, name: str, text: str) -> None:
        script = self.root / name
        script.write_text(f"#!/bin/sh\n{text}\n")
        script.chmod(0o755)

    def run(self, block: str) -> None:
        """Run a block's commands one after another; report the first that fails."""
        left_out: tuple[str, ...] = LEFT_OUT
        left_out += () if shutil.which("caddy") else OF_CADDY
        left_out += () if Path("/usr/sbin/nginx").exists() and shutil.which("openssl") else OF_NGINX
        lines = [line for line in block.splitlines() if not line.startswith(left_out)]
        text = "\n".join(lines).replace("YOUR.NAME", NAME).replace("127.0.0.1:8460", f"127.0.0.1:{self.port}")
        for place in ("/opt/", "/etc/", "/var/lib/menagerie", "/usr/local/bin"):
            text = re.sub(rf"(?<![\w/]){place}", f"{self.root}{place}", text)
        text = text.replace("--pwprompt menagerie", f"--pwprompt {self.role}")
        text = text.replace("--owner menagerie menagerie", f"--owner {self.role} {self.role}")
        address = f"postgresql://{self.role}:PASSWORD@/{self.role}?host={self.postgres}"
        text = text.replace("postgresql://menagerie:PASSWORD@127.0.0.1/menagerie", address)
        path = f"{self.root}/bin:{self.root}/usr/local/bin:{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-ec", text],
            cwd=self.root / "opt/menagerie-source",
            env=os.environ
            | {"PATH": path, "PYTHONPYCACHEPREFIX": str(ROOT / "build" / "bytecode")}
            | {"PGHOST": self.postgres, "PGUSER": "menagerie", "PGDATABASE": "postgres"},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, f"{text}\n{done.stdout}{done.stderr}{self.journal}"

    @property
    def journal(self) -> str:
        """Return the server's output."""
        file = self.root / "journal"
        return file.read_text() if file.exists() else ""

    def stop(self) -> None:
        """Stop the server, if it is running."""
        self.run("systemctl stop menagerie.service")
