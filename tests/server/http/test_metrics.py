"""Test metrics for Prometheus: people's actions are counted, on a separate port."""

from __future__ import annotations

import re
import socket

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.http.test_restart import wait_for
from tests.server.http.test_start import start
from tests.server.support.people import PATIENCE, ROOT, Person, Server, key

pytestmark = pytest.mark.one_store


@pytest.fixture
def measured(tmp_path):
    """A server that counts."""
    server = Server(tmp_path / "tables.db", metrics_port=0).start()
    wait_for(lambda: "Metrics are at " in server.log)
    yield server
    assert server.stop() == 0
    assert "Traceback" not in server.log


def figures(server: Server) -> dict[str, float]:
    """Return all current metrics, by name and labels."""
    found = re.search("Metrics are at (\\S+)", server.log)
    assert found is not None
    text = httpx.get(found[1], timeout=PATIENCE).text
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_what_people_do_is_counted(measured):
    lisa = Person(measured, "Lisa")
    before = figures(measured)
    assert before["menagerie_decisions_total"] == before["menagerie_sockets"] == 0
    assert before["menagerie_log_lines_total error"] == 0
    table = lisa.table("me", "hotseat")["id"]
    with lisa.watch(table) as screen:
        seat = 0
        for _ in range(3):
            (seat,) = screen.turn["to_act"]
            screen.reach(screen.play(screen.choices(seat)[0], seat)["seq"])
        assert not screen.play("fly", seat)["ok"]
        lisa.do(table, do="chat", text="Hello", key=key())
        after = figures(measured)
    assert after["menagerie_decisions_total"] == 3
    # including the start of the game
    assert after["menagerie_events_total"] == after["menagerie_store_batch_events_sum"] > 3
    assert after["menagerie_store_batch_seconds_count"] > 3
    assert after["menagerie_command_seconds_count play"] == 4
    assert after["menagerie_command_seconds_count chat"] == 1
    assert after["menagerie_refused_total illegal"] == 1
    assert (after["menagerie_sockets"], after["menagerie_connections"]) == (1, 2)
    assert after["menagerie_tables_loaded"] == after["menagerie_tables_watched"] == 1
    assert after["menagerie_bots_waiting played"] == after["menagerie_bots_thinking"] == 0
    assert after["menagerie_log_lines_total info"] > 0
    assert after["menagerie_http_answers_total 201"] == 1
    assert after["process_cpu_seconds_total"] > 0
    wait_for(lambda: figures(measured)["menagerie_loop_late_seconds_count"] > 0)
    lisa.close()


def test_requests_waiting_in_the_shared_queue_are_counted(postgres):
    server = Server(postgres.new(), metrics_port=0, bot_seconds=2.0).start()
    wait_for(lambda: "Metrics are at " in server.log)
    lisa = Person(server, "Lisa")
    bots = [{"kind": "bot", "bot": "montecarlo"}] * 2
    tables = [lisa.table(*bots)["id"] for _ in range(3)]
    assert figures(server)["menagerie_bots_waiting watched"] == 0
    with lisa.watch(tables[0]), lisa.watch(tables[1]), lisa.watch(tables[2]):
        wait_for(lambda: figures(server)["menagerie_bots_waiting watched"] == 2)
    lisa.close()
    server.stop()


def test_the_docs_mention_every_metric(measured):
    told = (ROOT / "docs" / "monitoring.md").read_text(encoding="utf-8")
    names = {name.split()[0] for name in figures(measured) if name.startswith("menagerie_")}
    plain = {re.sub(r"_(bucket|sum|count|created)$", "", name) for name in names}
    assert [name for name in sorted(plain) if f"`{name}`" not in told and f"`{name}_total`" not in told] == []


def test_nothing_is_offered_by_default(server):
    assert "Metrics" not in server.log


def test_a_port_in_use_is_reported_in_one_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, out, errors = start(tmp_path / "tables.db", "--metrics-port", str(port))
    assert (code, out) == (2, "")
    assert errors.startswith(f"menagerie: Metrics cannot be served on 127.0.0.1 port {port}: ")
    assert errors.count("\n") == 1
