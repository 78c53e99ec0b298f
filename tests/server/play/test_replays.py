"""Test every moment of every game, record files, playing on, and pictures."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ElementTree

import pytest

import menagerie
from menagerie.core import seed_commitment
from menagerie.core.playout import play_randomly
from tests.server.support.people import ROOT, SMALLEST

GOLDEN = ROOT / "tests/games/eighteen_zoo/golden"

pytestmark = pytest.mark.one_store


def finished(title: str = SMALLEST, seed: int = 5):
    state = menagerie.load(title).new(seed=seed)
    play_randomly(state, random.Random(seed))
    return menagerie.Record.of(state, {0: "Lisa & <b>Ben</b>"})


def send(person, text: str):
    return person.http.post("/api/replays", content=text, headers={"x-csrf-token": person.csrf})


@pytest.mark.parametrize("title", menagerie.titles())
def test_a_record_becomes_a_replay_with_every_moment(person, title):
    lisa, onlooker = person("Lisa"), person()
    record = finished(title)
    answer = send(lisa, str(record))
    assert answer.status_code == 201, answer.text
    table = answer.json()
    assert table["status"] == "replay"
    assert table["seats"][0]["name"] == "Lisa & <b>Ben</b>"
    assert table["decisions"] == len(record.decisions)
    states = list(record.replay())
    for n in sorted(random.Random(1).sample(range(len(states)), min(12, len(states)))):
        moment = onlooker.get(f"/api/tables/{table['id']}/moment/{n}")
        scene = states[n].game.scene(states[n], None)
        assert moment["scene"]["set"] == scene_on_the_wire(scene)
        assert moment["scores"] == list(states[n].scores)
        assert n == 0 or moment["entry"]["decision"] == str(states[n].history[-1][1])
        other = random.Random(n).randrange(len(states))
        changes = onlooker.get(f"/api/tables/{table['id']}/moment/{n}?since={other}")["scene"]
        pieces = scene_on_the_wire(states[other].game.scene(states[other], None)) | changes["set"]
        assert {id: piece for id, piece in pieces.items() if id not in changes["del"]} == moment["scene"]["set"]
    assert onlooker.http.get(f"/api/tables/{table['id']}/moment/{len(states)}").status_code == 404
    picture = onlooker.http.get(f"/api/tables/{table['id']}/picture.svg?n=3&theme=dark")
    assert ElementTree.fromstring(picture.text).tag.endswith("svg")
    assert "script-src" not in picture.headers["content-security-policy"]
    downloaded = onlooker.http.get(f"/api/tables/{table['id']}/record").text
    assert menagerie.Record.parse(downloaded).decisions == record.decisions
    with onlooker.watch(table["id"]) as screen:
        assert screen.turn["over"]
        assert screen.turn["asks"] == []


def scene_on_the_wire(scene):
    return {
        id: [piece.layer, piece.x, piece.y, piece.turn, piece.body, piece.label, piece.part]
        for id, piece in scene.pieces.items()
    }


def test_an_imported_game_keeps_its_origin_and_promises_nothing(person):
    lisa, game = person("Lisa"), menagerie.Record.load(GOLDEN / "site-map-a-3-players.zoo").to_18xx()
    game["id"] = 153535
    for number, action in enumerate(game["actions"]):
        action["created_at"] = 1_600_000_000 + 60 * number
    table = send(lisa, json.dumps(game)).json()
    assert table["fair"] is None
    assert table["source"] == {"source": "18xx.games 153535", "started": "2020-09-13T12:26:40+00:00"}
    downloaded = menagerie.Record.parse(lisa.http.get(f"/api/tables/{table['id']}/record").text)
    record = menagerie.Record.from_18xx(game)
    assert (downloaded.source, downloaded.started) == (record.source, record.started)
    assert (downloaded.commitment, downloaded.salt) == ("", "")


def test_a_record_of_another_server_keeps_a_valid_promise(person):
    lisa, record = person("Lisa"), finished()
    record.started, record.salt = "2020-02-02T20:00:00+00:00", "5" * 32
    record.commitment = seed_commitment.commitment(record.seed, record.salt)
    table = send(lisa, str(record)).json()
    assert table["fair"] == {"commitment": record.commitment, "seed": str(record.seed), "salt": record.salt}
    downloaded = menagerie.Record.parse(lisa.http.get(f"/api/tables/{table['id']}/record").text)
    assert (downloaded.started, downloaded.salt) == (record.started, record.salt)
    record.commitment = "0" * 64
    assert send(lisa, str(record)).json()["fair"] is None


def test_play_on_from_a_moment_makes_a_new_table(person):
    lisa = person("Lisa")
    replay = send(lisa, str(finished())).json()
    body = {"n": 20, "seats": [{"kind": "me"}, {"kind": "hotseat"}]}
    table = lisa.post(f"/api/tables/{replay['id']}/play-on", body)
    assert table["from"] == {"table": replay["id"], "moment": 20, "anew": True}
    assert (table["status"], table["decisions"]) == ("playing", 20)
    assert table["fair"]["seed"] is None
    with lisa.watch(table["id"]) as screen:
        (seat,) = screen.turn["to_act"]
        assert screen.play(screen.choices(seat)[0], seat)["ok"]
        screen.until(lambda one: one.n == 21)
    assert lisa.refused(f"/api/tables/{replay['id']}/play-on", body | {"seats": [{"kind": "me"}]})["code"] == "bad"
    last = body | {"n": replay["decisions"]}
    assert lisa.refused(f"/api/tables/{replay['id']}/play-on", last)["code"] == "not-now"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not a record",
        "\x00\x01",
        "menagerie record 1\ntitle: zooloretto-mini\n",
        "menagerie record 1\ntitle: ../../etc/passwd\nrules: 1\nplayers: 2\nseed: 1\n\nend: 0\n",
        "menagerie record 1\ntitle: zooloretto-mini\nrules: 1\nplayers: 9\nseed: 1\n\nend: 0\n",
        "menagerie record 1\ntitle: zooloretto-mini\nrules: 9\nplayers: 2\nseed: 1\n\nend: 0\n",
        "menagerie record 1\ntitle: zooloretto-mini\nrules: 1\nplayers: 2\nseed: " + "9" * 119 + "\n\nend: 0\n",
        "menagerie record 1\ntitle: zooloretto-mini\nrules: 1\nplayers: 2\nseed: 1\n\n1 A fly\nend: 1\n",
        "menagerie record 1\ntitle: zooloretto-mini\nrules: 1\nplayers: 2\nseed: 1\nname A: <script>\n\nend: 7\n",
    ],
)
def test_bad_records_are_refused_with_one_sentence(person, text):
    answer = send(person("Lisa"), text)
    assert answer.status_code == 400, answer.text
    assert answer.json()["code"] == "record"
    assert "\n" not in answer.json()["error"]


def test_a_record_that_is_not_text_or_too_large(person):
    lisa = person("Lisa")
    headers = {"x-csrf-token": lisa.csrf}
    assert lisa.http.post("/api/replays", content=b"\xff\xfe", headers=headers).json()["code"] == "record"
    large = lisa.http.post("/api/replays", content=b"x" * (1024 * 1024 + 1), headers=headers)
    assert (large.status_code, large.json()["code"]) == (413, "large")


def test_titles_rules_styles_and_pictures(person):
    lisa = person()
    shelf = lisa.get("/api/titles")
    assert [card["id"] for card in shelf["titles"]] == list(menagerie.titles())
    assert {"random", "montecarlo"} <= {bot["kind"] for bot in shelf["bots"]}
    assert {card["id"]: card["first_game"] for card in shelf["titles"] if card["first_game"]} == {
        "zoo-escape": {"1": {"level": "easy"}, "2": {"level": "easy"}}
    }
    for card in shelf["titles"]:
        assert lisa.http.get(card["style"]).headers["content-type"].startswith("text/css")
        ElementTree.fromstring(lisa.http.get(card["picture"]).text)
    rules = lisa.get(f"/api/titles/{SMALLEST}/rules")
    assert 'id="rule-2.3"' in rules["html"]
    assert "<script" not in rules["html"]
    assert "--night" in lisa.http.get("/style/look.css").text
    for path in (
        "/style/nothing.css",
        "/api/titles/chess/rules",
        "/style/look",
        "/static/../server/app.py",
        "/static/x",
    ):
        assert lisa.http.get(path).status_code == 404, path


def test_a_game_of_18xx_games_becomes_a_replay(person):
    lisa = person("Lisa")
    golden = ROOT / "tests" / "games" / "eighteen_zoo" / "golden" / "site-map-b-2-players.zoo"
    record = menagerie.Record.load(golden)
    data = json.dumps(record.to_18xx(), indent=2)
    table = send(lisa, data + " " * 70_000).json()
    assert (table["title"], table["status"], table["decisions"]) == ("18zoo", "replay", len(record.decisions))
    assert "'1830', which isn't supported" in send(lisa, '{"title": "1830"}').json()["error"]
    assert "starts as JSON but isn't valid" in send(lisa, data[:-100]).json()["error"]


def test_the_list_of_replays_shows_results(person):
    lisa = person("Lisa")
    record = menagerie.Record.load(menagerie.load("zoo-escape").folder / "learn.zoo")
    table = send(lisa, str(record)).json()
    listed = {one["id"]: one for one in lisa.get("/api/tables")["mine"]}
    assert listed[table["id"]]["result"] == record.final().result()
