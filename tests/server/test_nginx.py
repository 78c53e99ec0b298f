"""The configuration for nginx that we ship, with a real nginx in front of two processes."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.server.people import PATIENCE, ROOT, Person, Screen, Server

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
OPENSSL = shutil.which("openssl")
SHIPPED = ROOT / "deploy" / "nginx.conf"
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

pytestmark = pytest.mark.skipif(NGINX is None, reason="needs nginx (Debian's package nginx)")


class Front(Server):
    """nginx, for people who come by it."""

    def __init__(self, folder: Path, site: str, port: int) -> None:
        super().__init__("")
        self.port = port
        (folder / "site.conf").write_text(site)
        (folder / "nginx.conf").write_text(HOUSE.format(folder=folder, site=folder / "site.conf"))
        self.nginx = subprocess.Popen(
            [str(NGINX), "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL
        )

    def stop(self) -> int:
        self.nginx.terminate()
        return self.nginx.wait(PATIENCE)


def plain(port: int, servers: list[Server]) -> str:
    """What we ship, at a port of its own, without a certificate, and with these processes."""
    text = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", SHIPPED.read_text(), flags=re.DOTALL)
    text = re.sub(r"\s+ssl_\w+ .*;", "", text).replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    line = re.search(r" +server 127.0.0.1:8461(.*)\n", text)
    assert line is not None
    lines = "".join([f"    server 127.0.0.1:{server.port}{line[1]}\n" for server in servers])
    return re.sub(r"( +server 127.0.0.1:846\d.*\n)+", lines, text)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@pytest.mark.skipif(OPENSSL is None, reason="needs openssl, to make a certificate")
def test_nginx_takes_what_we_ship_as_it_is(tmp_path):
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=zoo.example", "-keyout", key]
    subprocess.run([str(OPENSSL), *made, "-out", certificate], check=True, capture_output=True, timeout=PATIENCE)
    (tmp_path / "site.conf").write_text(SHIPPED.read_text().replace("/etc/letsencrypt/live/zoo.example", str(tmp_path)))
    (tmp_path / "nginx.conf").write_text(HOUSE.format(folder=tmp_path, site=tmp_path / "site.conf"))
    arguments = ["-t", "-p", tmp_path, "-c", tmp_path / "nginx.conf"]
    tried = subprocess.run([str(NGINX), *arguments], capture_output=True, text=True, timeout=PATIENCE)
    assert "syntax is ok" in tried.stderr, tried.stderr


def test_people_play_through_nginx_and_go_on_when_a_process_is_killed(postgres, tmp_path):
    url = postgres.new()
    servers = [Server(url, proxies=("127.0.0.1",)).start() for _ in range(2)]
    port = free_port()
    front = Front(tmp_path, plain(port, servers), port)
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
        lisa.close()
        ben.close()
    finally:
        front.stop()
        for server in servers:
            server.stop()


def look(person: Person, table: str) -> Screen:
    """A screen; as the browser does, it tries again if nginx finds nobody: for a second both may count as gone."""
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
            assert front.nginx.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
