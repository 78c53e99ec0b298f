"""Games of 18xx.games: reading, refusing, writing (docs/rules/18zoo.md, section 12)."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import menagerie
from menagerie import BadRecord, Record
from menagerie.core.playout import play_randomly
from menagerie.games.eighteen_zoo.site.reading import kept_actions
from tests.yardsticks import eighteen_zoo as yardstick

GOLDEN = Path(__file__).parents[1] / "golden"


def exported(name: str = "site-map-a-3-players") -> dict[str, Any]:
    """A golden game as the site would export it."""
    data = Record.load(GOLDEN / f"{name}.zoo").to_18xx()
    result: dict[str, Any] = json.loads(json.dumps(data))
    return result


@pytest.mark.parametrize("name", ["site-map-a-3-players", "site-map-b-2-players"])
def test_what_is_written_is_read_back(name: str) -> None:
    record = Record.load(GOLDEN / f"{name}.zoo")
    again = Record.from_18xx(exported(name))
    assert again.decisions == record.decisions
    assert again.scores == record.scores == again.final().scores
    assert exported(name)["result"] == dict(
        zip([record.names[seat] for seat in range(record.players)], record.scores or (), strict=True)
    )


def test_a_record_is_made_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(exported()), encoding="utf-8")
    record = Record.from_18xx(path)
    record.save(tmp_path / "game.zoo")
    assert Record.load(tmp_path / "game.zoo").final().is_over
    assert record.names == {0: "Lisa", 1: "Ben", 2: "Cleo"}
    assert record.options == {"map": "A", "rules": "site"}


JUNK: list[Any] = [None, "", -1, 10**30, [], {}, True, "x" * 200, float("nan"), [[]], {"a": {}}]


def damage(data: dict[str, Any], random: Random) -> None:
    """Take something out of a file, or put something else in its place; most often near its top."""
    where: Any = data
    while True:
        key = random.choice(list(where)) if isinstance(where, dict) else random.randrange(len(where))
        below = where[key]
        if not isinstance(below, dict | list) or not below or random.random() < 0.3:
            break
        where = below
    if random.random() < 0.4:
        del where[key]
    else:
        where[key] = random.choice(JUNK)


def test_a_damaged_file_is_read_or_refused_in_a_sentence() -> None:
    whole = json.dumps(exported("site-map-b-2-players") | {"actions": exported("site-map-b-2-players")["actions"][:25]})
    random, refused = Random(18), 0
    for _ in range(400):
        data = json.loads(whole)
        for _ in range(random.choice([1, 1, 3])):
            damage(data, random)
        try:
            Record.from_18xx(data)
        except BadRecord:
            refused += 1
    assert 100 < refused < 400


def action(number: int, kind: str = "pass", **more: Any) -> dict[str, Any]:
    return {"type": kind, "id": number, "entity": "Lisa", "entity_type": "player", **more}


def ids(*actions: dict[str, Any]) -> list[int]:
    return [one["id"] for one in kept_actions(list(actions))]


def test_undo_takes_back_the_last_action() -> None:
    assert ids(action(1), action(2), action(3, "undo")) == [1]
    assert ids(action(1), action(2), action(3, "message"), action(4, "undo")) == [1, 3]


def test_undo_to_an_action() -> None:
    assert ids(action(1), action(2), action(3), action(4, "undo", action_id=1)) == [1]
    assert ids(action(1), action(2), action(4, "undo", action_id=0)) == []
    assert ids(action(1), action(4), action(5), action(6, "undo", action_id=3)) == [1], "chat that was cut out"


def test_redo_brings_back_the_last_batch() -> None:
    back = [action(1), action(2), action(3), action(4, "undo", action_id=1), action(5, "redo")]
    assert ids(*back) == [1, 2, 3]
    assert ids(action(1), action(2), action(3, "undo"), action(4), action(5, "redo")) == [1, 4]
    assert ids(action(1), action(2, "redo")) == [1]


def test_automatic_actions_belong_to_their_action() -> None:
    data = exported()
    at = next(
        i for i, one in enumerate(data["actions"]) if one["type"] == "pass" and data["actions"][i + 1]["type"] == "pass"
    )
    follower = data["actions"].pop(at + 1)
    data["actions"][at]["auto_actions"] = [{key: value for key, value in follower.items() if key != "id"}]
    assert Record.from_18xx(data).decisions == Record.from_18xx(exported()).decisions


def test_standing_orders_and_chat_have_no_effect() -> None:
    data = exported()
    data["actions"].insert(5, action(900, "program_share_pass"))
    data["actions"].insert(9, action(901, "message", message="hello"))
    assert Record.from_18xx(data).decisions == Record.from_18xx(exported()).decisions


def test_a_game_ended_by_hand_is_read_up_to_there() -> None:
    data = exported()
    data["actions"] = [*data["actions"][:30], action(31, "end_game")]
    record = Record.from_18xx(data)
    assert record.scores is None
    assert "ended" in record.comments[len(record.decisions)][0]


def test_a_new_deal_is_written_if_it_changed_nothing_that_was_seen() -> None:
    record = Record.load(GOLDEN / "site-map-a-3-players.zoo")
    record.anew = [(len(record.decisions), 5)]
    assert record.to_18xx() == exported()
    assert record.anew == [(len(record.decisions), 5)]
    state = Record.load(GOLDEN / "site-map-a-3-players.zoo").begin()
    state.deal_anew(5)
    play_randomly(state, Random(1))
    with pytest.raises(BadRecord, match="powers were redealt"):
        Record.of(state).to_18xx()


def test_missing_fields_are_forgiven() -> None:
    data = exported()
    for one in data["actions"]:
        one.pop("created_at", None)
        one.pop("variant", None)
        for route in one.get("routes", []):
            for key in ("revenue", "revenue_str", "subsidy", "nodes"):
                del route[key]
    assert Record.from_18xx(data).decisions == Record.from_18xx(exported()).decisions


def test_the_seed_may_hide_in_the_id() -> None:
    data = exported()
    data["id"] = f"hs_abc_{data['settings'].pop('seed')}"
    assert Record.from_18xx(data).seed == Record.from_18xx(exported()).seed


def test_an_action_that_cannot_be_applied_is_named() -> None:
    data = exported()
    data["actions"][40] = action(41, "par", corporation="XX", share_price="7,1,1")
    with pytest.raises(BadRecord, match=r"Action 41, par by Lisa: "):
        Record.from_18xx(data)
    data = exported()
    del data["actions"][3]["company" if "company" in data["actions"][3] else "entity"]
    data["actions"][10] = action(11, "lay_tile")
    with pytest.raises(BadRecord, match=r"Action \d+"):
        Record.from_18xx(data)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"title": "1889", "actions": []}, "1889"),
        ({"title": "18ZOO - Map A", "actions": [], "players": []}, "players"),
        ({"title": "18ZOO - Map A", "actions": [], "players": [{"name": "Lisa"}]}, "2 to 5"),
        ({"title": "18ZOO - Map Q", "actions": [], "players": [{"name": "Lisa"}, {"name": "Ben"}]}, "map"),
        ({"title": "18ZOO - Map A", "actions": 7, "players": [{"name": "Lisa"}, {"name": "Ben"}]}, "actions"),
        ({"title": "18ZOO - Map A", "actions": [3], "players": [{"name": "Lisa"}, {"name": "Ben"}]}, "action"),
        ({}, "no title"),
    ],
)
def test_a_file_that_is_no_game_of_ours_is_refused(data: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadRecord, match=problem):
        Record.from_18xx(data)


def test_broken_files(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read"):
        Record.from_18xx(tmp_path / "none.json")
    path = tmp_path / "broken.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(BadRecord, match="not a JSON file"):
        Record.from_18xx(path)
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(BadRecord, match="no game"):
        Record.from_18xx(path)


def test_a_game_by_the_rulebook_cannot_be_written_for_the_site() -> None:
    with pytest.raises(BadRecord, match="rules=site"):
        Record.load(GOLDEN / "3-players-map-a.zoo").to_18xx()
    with pytest.raises(BadRecord, match="No other program"):
        menagerie.load("zooloretto-mini").export_record(Record("zooloretto-mini", 2, 1))


def test_playing_on_from_an_imported_position() -> None:
    state = Record.from_18xx(exported()).at(120)
    assert state.legal()
    state.play(state.legal()[0])
    assert Record.of(state).final().ply == 121


@pytest.mark.parametrize("seed", range(6))
def test_random_games_of_the_site_are_written_and_read(seed: int) -> None:
    """Every kind of decision that chance finds, powers included."""
    game = menagerie.load("18zoo")
    state = game.new(players=2 + seed % 3, seed=seed, map="ABCDEF"[seed], rules="site", centre="BASE-1")
    chance = Random(seed)
    while not state.is_over:
        actions = state.legal()
        state.play(chance.choices(actions, [yardstick.weight(state, action) for action in actions])[0])  # type: ignore[arg-type]
    record = Record.of(state)
    again = Record.from_18xx(json.loads(json.dumps(record.to_18xx())))
    assert [text.partition(" copy ")[0] for _, text in again.decisions] == [text for _, text in record.decisions]
    assert again.scores == record.scores


# What the site counted (11.26).


def run_of_water(data: dict[str, Any]) -> dict[str, Any]:
    """The first run of a game that touches an O."""
    for one in data["actions"]:
        for route in one.get("routes") or []:
            if route["subsidy"]:
                found: dict[str, Any] = route
                return found
    raise AssertionError("no run touches an O")


def test_switch_11_26_the_figures_of_the_site_stand() -> None:
    """It counted both O's of one pass: 10 nuts and 1 $N more."""
    data = exported()
    route = run_of_water(data)
    ours = (route["revenue"], route["subsidy"])
    cut = next(at for at, one in enumerate(data["actions"]) if route in (one.get("routes") or []))
    data["actions"] = data["actions"][: cut + 1]
    plain = Record.from_18xx(data).final()
    route["revenue"] += 10
    route["subsidy"] += 1
    record = Record.from_18xx(data)
    state = record.final()
    assert (state.nuts, state.income) == (plain.nuts + 10, plain.income + 1)  # type: ignore[attr-defined]
    assert f" for {ours[0] + 10} nuts and {ours[1] + 1} $N" in record.decisions[-1][1]
    again = Record.parse(str(record))
    assert again.final().view(None) == state.view(None)
    assert run_of_water(again.to_18xx())["revenue"] == ours[0] + 10
    assert record.game.remarks(again) == [
        f"decision {len(record.decisions)}: the site counted {ours[0] + 10} nuts and {ours[1] + 1} $N "
        f"for the {route['train']}, we count {ours[0]} and {ours[1]}."
    ]
    assert record.game.remarks(Record.from_18xx(exported())) == []


@pytest.mark.parametrize("stored", [{"revenue": None}, {"subsidy": "2"}, {"revenue": -10}])
def test_switch_11_26_a_route_without_figures_brings_what_we_count(stored: dict[str, Any]) -> None:
    data = exported()
    run_of_water(data).update(stored)
    assert Record.from_18xx(data).decisions == Record.load(GOLDEN / "site-map-a-3-players.zoo").decisions
