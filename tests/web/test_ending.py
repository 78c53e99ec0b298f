"""The end of a game and everything around it, in a real Chromium at three sizes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import menagerie
from tests.web.conftest import Server
from tests.web.ending import SIZES, almost_over, end, finished, game, replay
from tests.web.person import Person
from tests.web.test_access import problems
from tests.web.variety import crossed, one_of

sizes = one_of("size", SIZES, "phone")
CARDS = {"zooloretto-mini": 5, "night-at-the-zoo": 2, "18zoo": 5}
"""Titles with cards of different kinds, and how many play."""

SUMS = """[...document.querySelectorAll('.sums tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent)))"""
OVERFLOW = "document.documentElement.scrollWidth > innerWidth"
OUTSIDE = """(() => {
    const card = document.querySelector('.result'), box = card.getBoundingClientRect();
    const beside = box.left < 0 || box.right > innerWidth || card.scrollWidth > card.clientWidth;
    return beside || box.top < 0 || box.bottom > innerHeight;
})()"""


@crossed("title,size", CARDS, SIZES)
def test_the_card_of_the_result_adds_up_and_fits(person: Any, size: str, title: str) -> None:
    players = CARDS[title]
    lisa = person("Lisa", **SIZES[size])
    record = finished(lisa, title, players)
    scores = record.final().scores
    *parts, total = lisa.page.evaluate(SUMS)
    assert [sum(column) for column in zip(*parts, strict=True)] == total
    assert sorted(total) == sorted(scores)
    assert lisa.page.locator(".ranking li").count() == players
    assert lisa.page.locator(".ranking .wins .icon").count() == len(record.final().winners)
    assert not lisa.page.evaluate(OUTSIDE)
    assert not lisa.page.evaluate(OVERFLOW)
    assert lisa.page.evaluate("(card => card.scrollHeight <= card.clientHeight)(document.querySelector('.result'))")


def test_what_counts_against_one_is_told_without_minus(person: Any) -> None:
    lisa = person("Lisa")
    record = finished(lisa, "new-york-zoo", 2)
    assert lisa.page.inner_text(".result figcaption") == "Left to cover, over time"
    assert lisa.page.inner_text(".sums .total th") == "Left to cover"
    open, total = lisa.page.evaluate(SUMS)
    assert sorted(open) == sorted(total) == sorted([-score for score in record.final().scores])
    assert all(int(figure) >= 0 for figure in lisa.page.locator(".course text").all_text_contents())


def test_a_lost_team_hears_why_and_in_which_round_it_turned(person: Any) -> None:
    lisa = person("Lisa", **SIZES["phone"])
    finished(lisa, "zoo-escape", 2)
    words = lisa.page.inner_text(".result")
    assert "You lose together" in words
    assert "Lost after" in words
    assert "Turning point: " in words
    assert not lisa.page.locator(".ranking").count()


def test_alone_the_rank_is_told(person: Any) -> None:
    lisa = person("Lisa")
    record = finished(lisa, "night-at-the-zoo", 1)
    assert lisa.page.inner_text(".result .sentence") == record.final().result(["Lisa"])


@crossed("size,theme", ["phone", "wide"], ["dark", "light"])
def test_the_card_and_the_sheet_have_no_barriers(chromium: Any, server: Server, size: str, theme: str) -> None:
    lisa = Person(chromium, server, "Lisa", color_scheme=theme, **SIZES[size])
    finished(lisa, "zooloretto-mini", 3)
    assert problems(lisa.page) == []
    lisa.page.click(".result >> text=Change seats")
    assert problems(lisa.page) == []
    lisa.page.click("dialog >> text=Cancel")
    lisa.page.click(".result .close")
    lisa.page.keyboard.press("i")
    lisa.page.wait_for_selector("[data-part=charts] table")
    lisa.come_to_rest()
    assert problems(lisa.page) == []
    lisa.leave()


def two_at_the_end(person: Any) -> tuple[Person, Person]:
    """Lisa and Ben at one table that is over."""
    lisa, ben = person("Lisa"), person("Ben", **SIZES["phone"])
    record = game("zooloretto-mini", 2)
    last = record.decisions[-1][0]
    seats = [{"kind": "open"}, {"kind": "open"}]
    seats[last] = {"kind": "me"}
    table = almost_over(lisa, record, seats)
    ben.come_by_link(lisa, table["link"])
    end(lisa, table["id"], record)
    for one in (lisa, ben):
        one.page.wait_for_selector(".result:not([hidden]) .course")
    return lisa, ben


def names(one: Person) -> list[str]:
    """Who sits where at the table that somebody looks at."""
    found: list[str] = one.page.locator("[data-part=players] .name").all_inner_texts()
    return found


def both_at_a_new_table(lisa: Person, ben: Person, old: str) -> None:
    for one in (lisa, ben):
        one.wait(f"location.pathname.startsWith('/table/') && location.href !== {old!r}")
        one.settled()
    assert lisa.page.url == ben.page.url


def test_a_rematch_asks_the_other_and_leads_to_one_table(person: Any) -> None:
    lisa, ben = two_at_the_end(person)
    before, old = names(lisa), lisa.page.url
    ben.page.tap(".result >> text=Rematch")
    lisa.page.click(".result button:has-text('Join')")
    both_at_a_new_table(lisa, ben, old)
    assert names(lisa) == before[::-1], "seats rotate"
    assert lisa.can_decide() or ben.can_decide()
    ben.page.goto(old)
    ben.settled()
    assert ben.page.get_attribute(".result .primary", "href") == lisa.page.url.removeprefix(lisa.server.address)


def test_seats_are_changed_for_the_next_game(person: Any) -> None:
    lisa, ben = two_at_the_end(person)
    before, old = names(lisa), lisa.page.url
    lisa.page.click(".result >> text=Change seats")
    lisa.page.click(f"dialog [aria-label='Move {before[1]} up']")
    lisa.page.click("dialog .primary")
    ben.page.tap(".result button:has-text('Join')")
    both_at_a_new_table(lisa, ben, old)
    assert names(lisa) == before[::-1]


def test_look_back_and_the_card_again(person: Any) -> None:
    lisa = person("Lisa")
    finished(lisa, "zooloretto-mini", 2)
    lisa.page.click(".result >> text=Look back")
    lisa.wait("document.querySelector('.result').hidden && document.querySelector('.moment').textContent")
    lisa.page.click("text=Back to the end")
    lisa.page.click("[data-part=choices] >> text=Result")
    lisa.page.wait_for_selector(".result:not([hidden])")


def test_the_result_is_a_picture_to_share(person: Any, tmp_path: Path) -> None:
    lisa = person("Lisa")
    finished(lisa, "zooloretto-mini", 2)
    lisa.page.click(".result >> text=Share")
    lisa.wait("document.querySelector('.share img')?.naturalWidth === 1200")
    with lisa.page.expect_download() as png:
        lisa.page.click("dialog >> text=PNG")
    png.value.save_as(tmp_path / "result.png")
    data = (tmp_path / "result.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20]) == 1200
    with lisa.page.expect_download() as svg:
        lisa.page.click("dialog >> text=SVG")
    svg.value.save_as(tmp_path / "result.svg")
    assert "Score" in (tmp_path / "result.svg").read_text(encoding="utf-8")


# The sheet, and the panel on small screens.


@crossed("title,size", ["18zoo", "new-york-zoo", "zoo-escape"], [*SIZES][::-1])
def test_the_sheet_is_beside_the_log_and_follows_the_game(person: Any, size: str, title: str) -> None:
    lisa = person("Lisa", **SIZES[size])
    record = game(title, 2)
    table = replay(lisa, record)
    lisa.page.goto(f"{lisa.server.address}/table/{table['id']}")
    lisa.settled()
    lisa.page.keyboard.press("i")
    lisa.page.wait_for_selector("[data-part=charts] table")
    state = record.final()
    titles = [chart.title for chart in state.game.sheet(state)]
    assert lisa.page.locator("[data-part=charts] h2").all_inner_texts() == titles
    before = lisa.page.inner_text("[data-part=charts]")
    lisa.page.evaluate("document.activeElement.blur()")
    lisa.page.keyboard.press("Home")
    lisa.wait(f"document.querySelector('[data-part=charts]').innerText !== {json.dumps(before)}")
    assert not lisa.page.evaluate(OVERFLOW)


@one_of("size", ["square", "phone"], "phone")
def test_the_panel_closes_by_its_cross_and_by_a_tap_beside_it(person: Any, size: str) -> None:
    lisa = person("Lisa", **SIZES[size])
    lisa.start("zooloretto-mini", "bot:random")
    for close in ("[data-part=close-panel]", None):
        lisa.page.tap("[data-part=sheet]")
        lisa.page.wait_for_selector(".panel", state="visible")
        lisa.come_to_rest()
        if close:
            lisa.page.tap(close)
        else:
            lisa.page.touchscreen.tap(60, 90)
        lisa.page.wait_for_selector(".panel", state="hidden")


def test_a_tapped_line_of_the_log_shows_its_moment_on_a_phone(person: Any) -> None:
    lisa = person("Lisa", **SIZES["phone"])
    table = replay(lisa, game("zooloretto-mini", 2))
    lisa.page.goto(f"{lisa.server.address}/table/{table['id']}")
    lisa.settled()
    lisa.page.tap("[data-part=sheet]")
    lisa.page.wait_for_selector(".panel", state="visible")
    lisa.page.tap("[data-part=log] button >> nth=-2")
    lisa.page.wait_for_selector(".panel", state="hidden")
    lisa.wait("document.querySelector('.moment').textContent.split(' of ')[0] !== ''")


@one_of("size", ["square", "phone"], "phone")
def test_somebody_can_chat_on_a_small_screen_and_sees_what_is_unread(person: Any, size: str) -> None:
    lisa, ben = two_at_the_end(person)
    ben.page.set_viewport_size(SIZES[size]["viewport"])
    ben.page.click(".result .close")
    lisa.page.keyboard.press("c")
    lisa.page.fill("[data-part=say]", "Well played")
    lisa.page.keyboard.press("Enter")
    ben.page.wait_for_selector("[data-part=sheet].news")
    ben.page.tap("[data-part=sheet]")
    ben.page.wait_for_selector("[data-part=chat] >> text=Well played")
    assert not ben.page.locator("[data-part=sheet].news").count()
    ben.come_to_rest()
    covered = """(() => {
        const box = document.querySelector('[data-part=say]').getBoundingClientRect();
        return document.elementFromPoint(box.x + 20, box.y + box.height / 2)?.dataset.part !== 'say';
    })()"""
    assert not ben.page.evaluate(covered)
    ben.page.fill("[data-part=say]", "Thank you")
    ben.page.tap("[data-part=chat-form] button")
    lisa.page.wait_for_selector("[data-part=chat] >> text=Thank you")
    assert not ben.page.locator("[data-part=sheet].news").count()


def test_the_clock_runs(person: Any) -> None:
    lisa = person("Lisa")
    lisa.start("zooloretto-mini", "hotseat")
    clock = "document.querySelector('[data-part=clock]').textContent"
    first = lisa.page.evaluate(clock)
    lisa.wait(f"{clock} !== {first!r}")


# The lobby.


def test_the_lobby_offers_my_turn_first_and_tells_how_games_ended(person: Any) -> None:
    lisa = person("Lisa")
    record = finished(lisa, "zooloretto-mini", 2)
    lisa.start("zooloretto-mini", "hotseat")
    lisa.page.goto(lisa.server.address)
    lisa.page.wait_for_selector("[data-part=turn] .turn")
    assert lisa.page.locator("main section:not([hidden]) h2").first.inner_text().startswith("Your turn")
    ended = lisa.page.inner_text("[data-part=over] >> nth=0")
    assert record.final().result(["Lisa", "Guest 1"]).split(" with ")[1].rstrip(".") in ended


@sizes
def test_one_tap_begins_a_game_with_a_bot(person: Any, size: str) -> None:
    lisa = person("Lisa", **SIZES[size])
    lisa.page.goto(lisa.server.address)
    lisa.page.click(".title:has(img[src*='new-york-zoo']) >> text=Play a bot now")
    lisa.say_name()
    lisa.page.wait_for_url("**/table/*")
    lisa.settled()
    assert len(names(lisa)) == 2
    lisa.page.goto(lisa.server.address)
    lisa.page.click(".title:has(img[src*='new-york-zoo']) >> text=How to play")
    lisa.page.wait_for_url("**/learn/new-york-zoo")
    lisa.page.wait_for_selector(".card")
    assert not lisa.page.evaluate(OVERFLOW)
    lisa.page.goto(lisa.server.address)
    lisa.page.click(".title:has(img[src*='new-york-zoo']) >> text=Rules")
    lisa.page.wait_for_url("**/rules/new-york-zoo")


def test_tables_are_for_two_unless_wished_otherwise_and_bots_have_levels(person: Any) -> None:
    lisa = person("Lisa")
    lisa.page.goto(lisa.server.address)
    lisa.page.click(".title:has(img[src*='night-at-the-zoo']) .primary")
    assert lisa.page.input_value("dialog select[aria-label=Players]") == "2"
    assert lisa.page.locator("dialog .seat-row").count() == 2
    options = lisa.page.locator("dialog [aria-label='Seat B'] optgroup option").all_inner_texts()
    assert [option.split(":")[0] for option in options] == ["1 · Visitor", "2 · Ranger", "3 · Director"]
    lisa.page.select_option("dialog select[aria-label=Players]", "1")
    assert "1 player" in lisa.page.inner_text("dialog")


# Replays.


def test_a_game_of_18xx_games_is_shown_when_its_file_is_chosen_or_dropped(person: Any, tmp_path: Path) -> None:
    golden = Path(__file__).parents[1] / "games" / "eighteen_zoo" / "golden" / "site-map-b-2-players.zoo"
    data = (
        json.dumps(menagerie.Record.load(golden).to_18xx(), indent=1) + " " * 65536
    )  # longer than other bodies may be
    (tmp_path / "game.json").write_text(data, encoding="utf-8")
    lisa = person("Lisa")
    lisa.page.goto(f"{lisa.server.address}/replay")
    lisa.page.set_input_files("[data-part=file]", tmp_path / "game.json")
    lisa.say_name()
    lisa.page.wait_for_url("**/table/*")
    lisa.settled()
    assert lisa.page.inner_text("[data-part=title]").startswith("18ZOO · ")
    lisa.page.goto(lisa.server.address)
    drop = """(text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'game.json', {type: 'application/json'}));
        dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
    }"""
    lisa.page.wait_for_selector(".title")
    lisa.page.evaluate(drop, data)
    lisa.page.wait_for_url("**/table/*")
    lisa.settled()


def test_a_replay_goes_by_rounds_and_speeds_and_plays_on_at_its_last_moment(person: Any) -> None:
    lisa = person("Lisa")
    table = replay(lisa, game("zooloretto-mini", 2))
    lisa.page.goto(f"{lisa.server.address}/table/{table['id']}")
    lisa.settled()
    lisa.page.wait_for_selector("select.rounds:not([hidden])")
    assert "free" not in lisa.page.inner_text("[data-part=players]")
    course = lisa.page.evaluate(f"fetch('/api/tables/{table['id']}/course').then(a => a.json())")
    third = course["chapters"][2]
    lisa.page.select_option("select.rounds", label=third["name"])
    lisa.wait(f"document.querySelector('.moment').textContent.startsWith('{third['n']} of')")
    lisa.page.evaluate("document.activeElement.blur()")
    lisa.page.keyboard.press("[")
    lisa.wait(f"document.querySelector('.moment').textContent.startsWith('{course['chapters'][1]['n']} of')")
    lisa.page.select_option("[aria-label=Speed]", "4")
    lisa.page.click("[data-part=history] >> text='Play'")
    lisa.wait(f"Number.parseInt(document.querySelector('.moment').textContent) > {course['chapters'][1]['n'] + 2}")
    lisa.page.click("[data-part=history] >> text='Pause'")
    lisa.page.click("[aria-label='Go to the end']")
    lisa.page.click("text=Play from here")
    lisa.page.click("dialog >> text=Start playing")
    lisa.wait(f"!location.href.includes('{table['id']}')")
    lisa.settled()
    made = lisa.page.evaluate("fetch('/api' + location.pathname.replace('table', 'tables')).then(a => a.json())")
    assert made["from"]["moment"] == len(course["scores"]) - 2


def test_keys_pressed_faster_than_moments_arrive_add_up(person: Any) -> None:
    lisa = person("Lisa")
    table = replay(lisa, game("zooloretto-mini", 2))
    lisa.page.goto(f"{lisa.server.address}/table/{table['id']}")
    lisa.settled()
    last = int(lisa.page.inner_text(".moment").split()[-1])
    for key in 20 * ",":
        lisa.page.keyboard.press(key)  # without waiting for the moment
    lisa.wait(f"document.querySelector('.moment').textContent === '{last - 20} of {last}'")
    for key in 5 * ".":
        lisa.page.keyboard.press(key)
    lisa.wait(f"document.querySelector('.moment').textContent === '{last - 15} of {last}'")
