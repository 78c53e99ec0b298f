"""Test the shipped configurations for nginx and Caddy, with real ones in front of two processes."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

import httpx
import pytest
import uvicorn
from websockets.exceptions import InvalidStatus

from tests.server.http.test_restart import wait_for as until
from tests.server.support.people import PATIENCE, ROOT, Person, Screen, Server

CADDY = shutil.which("caddy")
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
OPENSSL = shutil.which("openssl")
SHIPPED = ROOT / "deploy" / "nginx.conf"
CADDYFILE = ROOT / "deploy" / "Caddyfile"
HOUSE = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    include {site};
}}
"""

needs_nginx = pytest.mark.skipif(NGINX is None, reason="needs nginx (Debian's package nginx)")
needs_caddy = pytest.mark.skipif(CADDY is None, reason="needs Caddy (Debian's package caddy)")


class Front(Server):
    """A proxy, for people who come through it."""

    def __init__(self, port: int, command: list[str | Path], folder: Path) -> None:
        super().__init__("")
        self.port = port
        # Caddy stores its state below the home folder.
        environment = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        self.proxy = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)

    def stop(self) -> int:
        self.proxy.terminate()
        return self.proxy.wait(PATIENCE)


def nginx(folder: Path, port: int, servers: list[Server]) -> Front:
    (folder / "site.conf").write_text(plain(port, servers))
    (folder / "nginx.conf").write_text(HOUSE.format(folder=folder, site=folder / "site.conf"))
    return Front(port, [str(NGINX), "-p", folder, "-c", folder / "nginx.conf"], folder)


def caddy(folder: Path, port: int, servers: list[Server]) -> Front:
    """Return the shipped configuration with its own port, without a certificate, and for these processes."""
    text = CADDYFILE.read_text().replace("zoo.example {", f"{{\n\tadmin off\n}}\n\nhttp://127.0.0.1:{port} {{", 1)
    addresses = " ".join([f"127.0.0.1:{server.port}" for server in servers])
    (folder / "Caddyfile").write_text(text.replace("reverse_proxy 127.0.0.1:8460", f"reverse_proxy {addresses}"))
    return Front(port, [str(CADDY), "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"], folder)


def plain(port: int, servers: list[Server]) -> str:
    """Return the shipped nginx configuration with its own port, without a certificate, and for these processes."""
    text = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", SHIPPED.read_text(), flags=re.DOTALL)
    text = re.sub(r"\s+ssl_\w+ .*;", "", text).replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
    text = text.replace("    listen [::]:443 ssl http2;\n", "")
    line = re.search(r" +server 127.0.0.1:8460(.*)\n", text)
    assert line is not None
    lines = "".join([f"    server 127.0.0.1:{server.port}{line[1]}\n" for server in servers])
    return text.replace(line[0], lines)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@needs_caddy
@pytest.mark.parametrize(("file", "word"), [(SHIPPED, "keepalive_timeout"), (CADDYFILE, "keepalive")])
def test_proxies_close_idle_connections_before_the_server_does(file, word):
    found = re.search(rf"{word} (\d+)s", file.read_text(encoding="utf-8"))
    assert found is not None
    assert int(found[1]) < uvicorn.Config("").timeout_keep_alive


def test_caddy_accepts_the_shipped_configuration():
    arguments = ["adapt", "--config", str(CADDYFILE), "--adapter", "caddyfile", "--validate"]
    tried = subprocess.run([str(CADDY), *arguments], capture_output=True, text=True, timeout=PATIENCE)
    assert (tried.returncode, "zoo.example" in tried.stdout) == (0, True), tried.stderr


@needs_nginx
@pytest.mark.skipif(OPENSSL is None, reason="needs openssl, to make a certificate")
def test_nginx_accepts_the_shipped_configuration(tmp_path):
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=zoo.example", "-keyout", key]
    subprocess.run([str(OPENSSL), *made, "-out", certificate], check=True, capture_output=True, timeout=PATIENCE)
    (tmp_path / "site.conf").write_text(SHIPPED.read_text().replace("/etc/letsencrypt/live/zoo.example", str(tmp_path)))
    (tmp_path / "nginx.conf").write_text(HOUSE.format(folder=tmp_path, site=tmp_path / "site.conf"))
    arguments = ["-t", "-p", tmp_path, "-c", tmp_path / "nginx.conf"]
    tried = subprocess.run([str(NGINX), *arguments], capture_output=True, text=True, timeout=PATIENCE)
    assert "syntax is ok" in tried.stderr, tried.stderr


@pytest.mark.parametrize(
    "proxy", [pytest.param(nginx, marks=needs_nginx, id="nginx"), pytest.param(caddy, marks=needs_caddy, id="caddy")]
)
def test_people_play_through_a_proxy_and_continue_when_a_process_is_killed(postgres, tmp_path, proxy):
    url = postgres.new()
    servers = [Server(url, proxies=("127.0.0.1",)).start() for _ in range(2)]
    port = free_port()
    front = proxy(tmp_path, port, servers)
    try:
        wait_for(front)
        lisa, ben = Person(front, "Lisa"), Person(front, "Ben")
        table = lisa.table("me", "open")
        ben.join(table)
        for victim in (None, *servers):
            if victim is not None:
                victim.kill()
            with look(lisa, table["id"]) as a, look(ben, table["id"]) as b:
                for _ in range(4):
                    seat = a.turn["to_act"][0]
                    screen = (a, b)[seat]
                    answer = screen.play(screen.choices(seat)[0], seat)
                    assert answer["ok"], answer
                    a.reach(answer["seq"])
                    b.reach(answer["seq"])
                assert a.log == b.log
            if victim is not None:
                victim.start()
        assert len([line for line in lisa.get(f"/api/tables/{table['id']}/log")["log"] if line["decision"]]) == 12
        # A forged address is ignored.
        assert lisa.http.get("/api/tables/nothing", headers={"x-forwarded-for": "10.9.9.9"}).status_code == 404
        until(lambda: any("/api/tables/nothing" in server.log for server in servers))
        assert all("10.9.9.9" not in server.log for server in servers)
        lisa.close()
        ben.close()
    finally:
        front.stop()
        for server in servers:
            server.stop()


def look(person: Person, table: str) -> Screen:
    """Return a screen, retrying as the browser does: for a second the proxy may think both processes are down."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return person.watch(table)
        except InvalidStatus:
            assert time.monotonic() < end
            time.sleep(0.1)


def wait_for(front: Front) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            assert httpx.get(f"{front.base}/api/ready").status_code == 200
            return
        except httpx.TransportError:
            assert front.proxy.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
