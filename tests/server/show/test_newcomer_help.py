"""Test help for newcomers: finished games are counted per guest, and help is shown to the player asked."""

from __future__ import annotations

import random

import pytest

from menagerie import Record, load, play_randomly
from menagerie.server.show.newcomer_help import FIRST_GAMES
from tests.server.support.people import SMALLEST

pytestmark = pytest.mark.one_store


def finish(someone, title=SMALLEST, kind="me"):
    """Continue a recorded game from before its last decision, to its end."""
    state = load(title).new(players=2, seed=5)
    play_randomly(state, random.Random(5))
    record = Record.of(state)
    seat, decision = record.decisions[-1]
    headers = {"content-type": "text/plain", "x-csrf-token": someone.csrf}
    replay = someone.http.post("/api/replays", content=str(record), headers=headers).json()
    kinds = [{"kind": "hotseat", "name": "Ben"}, {"kind": "hotseat", "name": "Mia"}]
    kinds[seat] = {"kind": kind} if kind == "me" else kinds[seat]
    wish = {"n": len(record.decisions) - 1, "seats": kinds, "anew": False}
    table = someone.post(f"/api/tables/{replay['id']}/play-on", wish)
    command = {
        "do": "play",
        "seat": seat,
        "decision": decision,
        "seq": table["seq"],
        "key": f"the end of {table['id']}",
    }
    assert someone.post(f"/api/tables/{table['id']}/do", command)["ok"]


def test_finished_games_are_counted_for_each_title_and_guest(person):
    lisa, ben = person("Lisa"), person("Ben")
    assert lisa.get(f"/api/titles/{SMALLEST}/experience") == {"title": SMALLEST, "finished": 0, "newcomer": True}
    for number in range(1, FIRST_GAMES + 1):
        finish(lisa)
        told = lisa.get(f"/api/titles/{SMALLEST}/experience")
        assert (told["finished"], told["newcomer"]) == (number, number < FIRST_GAMES)
    assert lisa.get("/api/titles/new-york-zoo/experience")["finished"] == 0
    assert ben.get(f"/api/titles/{SMALLEST}/experience")["finished"] == 0


def test_games_on_one_screen_and_games_begun(person):
    lisa = person("Lisa")
    lisa.table("me", "hotseat")
    assert lisa.get(f"/api/titles/{SMALLEST}/experience")["finished"] == 0, "a running game is not finished"
    finish(lisa, kind="hotseat")
    assert lisa.get(f"/api/titles/{SMALLEST}/experience")["finished"] == 1


def test_a_nameless_person_is_a_newcomer_and_there_are_no_other_titles(person):
    nobody = person()
    assert nobody.get(f"/api/titles/{SMALLEST}/experience")["newcomer"] is True
    assert nobody.http.get("/api/titles/chess/experience").status_code == 404


def test_help_is_shown_to_the_player_to_act(person):
    lisa, onlooker = person("Lisa"), person("Ben")
    table = lisa.table("me", "hotseat")["id"]
    (told,) = lisa.get(f"/api/tables/{table}/guide")["guides"]
    assert told["seat"] in (0, 1)
    assert told["words"].startswith("All trucks are empty, so draw a tile")
    assert told["rule"] == "2.4"
    assert {one["begins"] for one in told["decisions"]} == {"draw"}
    assert onlooker.get(f"/api/tables/{table}/guide") == {"n": 0, "guides": []}


def test_simultaneous_players_get_help_by_seat(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat", title="night-at-the-zoo")["id"]
    for _ in range(2):
        about = lisa.get(f"/api/tables/{table}")
        (seat,) = about["to_act"]
        command = {"do": "play", "seat": seat, "decision": f"draft {about['decisions'] + 1}", "seq": about["seq"]}
        assert lisa.post(f"/api/tables/{table}/do", command | {"key": f"draft {seat} of {table}"})["ok"]
    told = lisa.get(f"/api/tables/{table}/guide")
    assert told["n"] == 2
    assert [one["seat"] for one in told["guides"]] == [0, 1]
    assert {name for name, _ in told["guides"][0]["texts"]} & {
        "Wolf",
        "Snake",
        "Penguin",
        "Sloth",
        "Cheetah",
        "Butterfly",
    }


@pytest.mark.parametrize("number", [1, 5])
def test_figures_of_the_rules_are_pictures_for_light_and_dark(person, number):
    http = person().http
    html = http.get(f"/api/titles/{SMALLEST}/rules").json()["html"]
    address = f"/api/titles/{SMALLEST}/rules/{number}/picture.svg"
    assert f'<figure id="figure-{number}"><img data-picture="{address}"' in html
    light, dark = [http.get(f"{address}?theme={theme}") for theme in ("light", "dark")]
    assert light.headers["content-type"].startswith("image/svg+xml")
    assert light.text.startswith("<svg ")
    assert light.text != dark.text


@pytest.mark.parametrize(
    "path", ["chess/rules/1/picture.svg", "18zoo/rules/0/picture.svg", "18zoo/rules/99/picture.svg"]
)
def test_there_are_no_other_figures(person, path):
    answer = person().http.get(f"/api/titles/{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "missing")
