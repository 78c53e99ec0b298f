"""A record in a notebook: a page of its own in which one can step through the game."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import menagerie
from menagerie import Record
from menagerie.core.display import replaying


def played(title: str, decisions: int = 40) -> Record:
    game = menagerie.load(title)
    state = game.new(players=max(2, game.players[0]), seed=5)
    menagerie.play_randomly(state, Random(1))
    record = Record.of(state)
    return Record.of(record.at(min(decisions, len(record.decisions))), names={0: "Li</script>sa"})


def data(page: str) -> Any:
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def stepped_through(page: str) -> list[str]:
    """The pictures, put together as the page does it."""
    told = data(page)
    shown: list[int] = []
    pictures: list[str] = []
    for splices in told["moments"]:
        for first, gone, come in splices:
            shown[first : first + gone] = come
        pictures.append("\n".join([told["lines"][number] for number in shown]))
    return pictures


@pytest.mark.parametrize("title", menagerie.titles())
def test_every_moment_is_the_picture_that_an_onlooker_sees(title: str) -> None:
    record = played(title)
    pictures = stepped_through(replaying.page(record))
    states = list(record.replay())
    assert len(pictures) == len(states) == len(record.decisions) + 1
    for picture, state in zip(pictures, states, strict=True):
        state.names = ("Li</script>sa", *state.names[1:])
        assert picture == state.game.scene(state).svg()


def test_what_happened_is_told_with_names_that_cannot_end_the_page() -> None:
    page = replaying.page(played("zooloretto-mini"))
    told = data(page)["told"]
    assert told[0] == "Start of the game."
    assert any("Li</script>sa" in sentences for sentences in told)
    assert page.count("</script>") == 2


def test_a_notebook_shows_the_page_in_a_frame_and_asks_nobody_else_for_anything() -> None:
    record = played("zooloretto-mini")
    shown = record._repr_html_()
    found = re.fullmatch(r'<iframe srcdoc="([^"]*)" style="[^"]*"></iframe>', shown)
    assert found
    page = html.unescape(found[1])
    assert page == replaying.page(record)
    assert set(re.findall(r"https?://[\w./]*", page)) == {"http://www.w3.org/2000/svg"}


def test_a_record_that_does_not_replay_says_why() -> None:
    record = played("zooloretto-mini")
    record.decisions[3] = (1, "take 3 <b>")
    assert record._repr_html_().startswith("<p>The record cannot be shown: decision 4, B &#x27;take 3 &lt;b&gt;&#x27;")


def test_without_a_page_a_record_is_told_in_a_line() -> None:
    record = played("zooloretto-mini")
    assert repr(record) == "<record of zooloretto-mini, 2 players, 40 decisions>"
    final = Record.load(Path(__file__).parents[2] / "docs/pictures/zooloretto-mini.zoo")
    assert repr(final).endswith(f" decisions, scores {' '.join(map(str, final.scores or ()))}>")
