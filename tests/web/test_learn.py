"""How to play, and the rules on a page of their own: at three sizes, by keys, by touch, and for everybody."""

from __future__ import annotations

import re
from typing import Any

import pytest

import menagerie
from menagerie.core import rules_page
from menagerie.core.display import figures, learning
from tests.tiers import COMPLETE
from tests.web.conftest import Server
from tests.web.ending import SIZES
from tests.web.person import Person
from tests.web.pictures import keep_picture
from tests.web.test_access import problems
from tests.web.variety import crossed, one_of

sizes = one_of("size", SIZES, "phone")
titles = pytest.mark.parametrize("title", COMPLETE)

OVERFLOW = "document.documentElement.scrollWidth > innerWidth"
IN_SIGHT = "Math.round(document.querySelector('.cards').scrollLeft / document.querySelector('.cards').clientWidth) + 1"
DRAWN = "[...document.querySelectorAll('.card img')].every(image => image.complete && image.naturalWidth)"


def open_cards(person: Person, title: str, hash: str = "") -> Any:
    person.page.goto(f"{person.server.address}/learn/{title}{hash}")
    person.page.wait_for_selector(".card")
    person.wait(DRAWN)
    return person.page


@crossed("title,size", COMPLETE, SIZES)
def test_the_cards_fit_every_screen(person: Any, title: str, size: str) -> None:
    lisa = person("Lisa", **SIZES[size])
    page = open_cards(lisa, title)
    cards = learning.cards(menagerie.load(title))
    assert page.locator(".card h2").all_inner_texts() == [card.heading for card in cards]
    assert page.locator(".card .words").all_inner_texts() == [card.words for card in cards]
    for number in range(1, len(cards) + 1):
        lisa.wait(f"{IN_SIGHT} === {number}")
        assert not page.evaluate(OVERFLOW)
        for part in (".words", "img"):  # what is in sight is wholly in sight
            box = page.locator(f"#card-{number} {part}").bounding_box()
            assert box["y"] >= 0 <= box["x"]
            assert box["x"] + box["width"] <= page.viewport_size["width"]
            assert box["y"] + box["height"] <= page.viewport_size["height"]
        keep_picture(page, f"learn-{title}-{size}-{number}")
        if number < len(cards):
            page.click("[data-part=next]")
    assert page.locator("[data-part=next]").is_disabled()


def test_keys_and_dots_go_from_card_to_card_and_the_address_remembers(person: Any) -> None:
    lisa = person("Lisa")
    page = open_cards(lisa, "zooloretto-mini")
    for key, number in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", 7), ("Home", 1)):
        page.keyboard.press(key)
        lisa.wait(f"{IN_SIGHT} === {number}")
        lisa.wait(f"document.querySelector('.dots [aria-current]').textContent === '{number}'")
    page.click(".dots button >> nth=3")
    lisa.wait("location.hash === '#card-4'")
    page.reload()
    page.wait_for_selector(".card")
    lisa.wait(f"{IN_SIGHT} === 4")


def test_a_swipe_goes_to_the_next_card(person: Any) -> None:
    lisa = person("Lisa", **SIZES["phone"])
    page = open_cards(lisa, "new-york-zoo")
    touch = lisa.page.context.new_cdp_session(page)
    touch.send("Input.synthesizeScrollGesture", {"x": 200, "y": 300, "xDistance": -220, "yDistance": 0, "speed": 1200})
    lisa.wait(f"{IN_SIGHT} === 2")


def test_pictures_are_light_or_dark_as_the_page_is(person: Any) -> None:
    lisa = person("Lisa", color_scheme="dark")
    page = open_cards(lisa, "18zoo")
    assert page.locator(".card img[src$='theme=dark']").count() == 7
    page.click("[data-do=theme]")
    lisa.wait("document.querySelectorAll(\".card img[src$='theme=light']\").length === 7")


def test_the_last_card_leads_to_a_game(person: Any) -> None:
    lisa = person("Lisa")
    page = open_cards(lisa, "zooloretto-mini", "#card-7")
    page.click("text=Play a bot now")
    lisa.say_name()
    page.wait_for_url("**/table/*")


def test_the_invitation_tells_how_to_play(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("night-at-the-zoo", "open")
    link = page.evaluate("fetch('/api/tables').then(a => a.json()).then(lists => lists.mine[0].link)")
    ben = person("Ben", **SIZES["phone"])
    ben.page.goto(ben.server.address + link)
    ben.page.wait_for_selector(".sitters")
    assert ben.page.get_attribute("text=How to play", "href") == "/learn/night-at-the-zoo"
    assert ben.page.get_attribute("a:text-is('Rules')", "href") == "/rules/night-at-the-zoo"
    assert not ben.page.evaluate(OVERFLOW)
    words = ben.page.inner_text("[data-part=invitation]")
    assert "research" not in words  # nobody has offered it
    assert "null" not in words


@pytest.mark.parametrize(("theme", "size"), [("light", "wide"), ("dark", "phone")])
def test_the_pages_have_no_barriers(chromium: Any, server: Server, theme: str, size: str) -> None:
    lisa = Person(chromium, server, "Lisa", color_scheme=theme, **SIZES[size])
    page = open_cards(lisa, "zoo-escape")
    assert problems(page) == []
    page.goto(f"{server.address}/rules/zoo-escape#rule-4.2")
    page.wait_for_selector(".asked")
    assert problems(page) == []
    page.fill("[type=search]", "keeper")
    page.wait_for_selector("mark.here")
    assert problems(page) == []
    lisa.leave()


# Rules.


@titles
def test_every_rule_has_an_address(person: Any, title: str) -> None:
    lisa = person("Lisa")
    lisa.page.goto(f"{lisa.server.address}/rules/{title}")
    lisa.page.wait_for_selector(".rules h1")
    page = rules_page.read(menagerie.load(title))
    anchors = lisa.page.locator(".rules .anchor").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert [number for number in rules_page.numbers(page) if f"#rule-{number}" not in anchors] == []
    contents = lisa.page.locator("[data-part=chapters] a").all_inner_texts()
    assert [chapter for chapter in rules_page.chapters(page) if chapter.replace("`", "") not in contents] == []


@sizes
def test_a_link_to_a_rule_shows_it(person: Any, size: str) -> None:
    lisa = person("Lisa", **SIZES[size])
    page = lisa.page
    page.goto(f"{lisa.server.address}/rules/zooloretto-mini#rule-7.3")
    page.wait_for_selector(".asked")
    lisa.wait("document.getElementById('rule-7.3').getBoundingClientRect().top < innerHeight / 2")
    assert page.inner_text(".asked").startswith("7.3 Enclosures")
    assert not page.evaluate(OVERFLOW)


def test_search_finds_words_and_numbers(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.page
    page.goto(f"{lisa.server.address}/rules/zooloretto-mini")
    page.wait_for_selector(".rules .anchor")
    page.keyboard.press("/")
    page.keyboard.type("end pile")
    lisa.wait("document.querySelectorAll('mark').length > 2")
    count = page.locator("mark").count()
    assert {words.lower() for words in page.locator("mark").all_inner_texts()} == {"end pile"}
    assert page.inner_text("[data-part=found]") == f"1 of {count} matches"
    page.keyboard.press("Enter")
    assert page.inner_text("[data-part=found]") == f"2 of {count} matches"
    page.keyboard.press("Shift+Enter")
    assert page.inner_text("[data-part=found]") == f"1 of {count} matches"
    page.fill("[type=search]", "5.3")
    lisa.wait("document.querySelector('#rule-5\\\\.3.here')")
    assert page.locator("mark").count() == 0
    page.fill("[type=search]", "dragon")
    lisa.wait("document.querySelector('[data-part=found]').textContent === '0 matches'")
    page.fill("[type=search]", "")
    assert page.inner_text("[data-part=found]") == ""
    assert page.locator("mark").count() == 0


@pytest.mark.parametrize("page", ["learn", "rules"])
def test_there_is_nothing_to_press_where_there_is_no_such_title(chromium: Any, server: Any, page: str) -> None:
    opened = chromium.new_page()
    opened.goto(f"{server.address}/{page}/chess")
    opened.wait_for_selector("main >> text=This title doesn't exist.")
    opened.wait_for_selector("text=Go to the lobby")
    assert opened.locator("main button, aside button, .steps, details, :is(main, aside) a[href*=chess]").count() == 0
    opened.close()


def open_rules(person: Person, title: str, hash: str = "") -> Any:
    person.page.goto(f"{person.server.address}/rules/{title}{hash}")
    person.page.wait_for_selector(".rules .anchor")
    return person.page


def test_the_contents_name_every_rule_and_follow_the_reader(person: Any) -> None:
    lisa = person("Lisa", **SIZES["wide"])
    page = open_rules(lisa, "zooloretto-mini")
    links = page.locator("[data-part=chapters] a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    numbers = rules_page.numbers(rules_page.read(menagerie.load("zooloretto-mini")))
    assert links == [f"#rule-{number}" for number in numbers]
    assert page.inner_text("[data-part=chapters] [aria-current]") == "1. Setting up"
    page.click("[data-part=chapters] >> text=3. Placing the tiles")
    lisa.wait("document.querySelector('[data-part=chapters] [aria-current]').textContent.startsWith('3.')")
    page.click("[data-part=chapters] >> text=3.5 Barn")  # the rules of the chapter in sight are listed
    page.wait_for_selector(".asked >> text=3.5 Barn.")
    assert page.is_hidden("[data-part=chapters] >> text=7.4 Landscapes")
    box = page.locator("[data-part=contents]").bounding_box()
    text = page.locator(".rules").bounding_box()
    assert box["x"] + box["width"] <= text["x"], "beside the text"


@titles
def test_rules_without_a_name_are_listed_by_how_they_begin(person: Any, title: str) -> None:
    lisa = person("Lisa")
    page = open_rules(lisa, title)
    names = page.locator("[data-part=chapters] li li a").evaluate_all("links => links.map(link => link.textContent)")
    assert names
    assert [name for name in names if re.fullmatch(r"[\d.]+", name)] == []


@pytest.mark.parametrize("size", ["square", "phone"])
def test_on_a_small_screen_the_contents_open_over_the_rules(person: Any, size: str) -> None:
    lisa = person("Lisa", **SIZES[size])
    page = open_rules(lisa, "new-york-zoo", "#rule-7.3")
    lisa.wait("document.getElementById('rule-7.3').getBoundingClientRect().top < 200")
    assert page.is_hidden("[data-part=chapters]")
    page.click("summary")  # in sight, however far one has read
    page.wait_for_selector("[data-part=chapters] [aria-current]")
    for part in ("nav", "summary", "[type=search]"):
        box = page.locator(f"aside {part}").bounding_box()
        assert box["x"] >= 0 <= box["y"]
        assert box["x"] + box["width"] <= page.viewport_size["width"]
        assert box["y"] + box["height"] <= page.viewport_size["height"]
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-part=chapters]", state="hidden")
    page.click("summary")
    page.click("[data-part=chapters] >> text=8. The end")
    page.wait_for_selector("[data-part=chapters]", state="hidden")
    lisa.wait("document.getElementById('rule-8').getBoundingClientRect().top < innerHeight / 2")
    assert not page.evaluate(OVERFLOW)


def test_the_link_to_a_rule_is_copied(person: Any) -> None:
    lisa = person("Lisa")
    lisa.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = open_rules(lisa, "18zoo")
    page.click("[aria-label='Link to 7.4']")
    page.wait_for_selector("text=Link to 7.4 copied.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{lisa.server.address}/rules/18zoo#rule-7.4"
    page.wait_for_selector(".asked >> text=7.4 Runs.")


@crossed("title,size", COMPLETE, SIZES)
def test_figures_stand_at_their_rules_and_fit(person: Any, title: str, size: str) -> None:
    lisa = person("Lisa", **SIZES[size], color_scheme="dark" if size == "square" else "light")
    page = open_rules(lisa, title)
    game = menagerie.load(title)
    drawn = figures.figures(game, rules_page.read(game))
    assert page.locator(".rules figcaption").all_inner_texts() == [figure.words for figure in drawn]
    for number, figure in enumerate(drawn, start=1):
        image = page.locator(f"#figure-{number} img")
        image.scroll_into_view_if_needed()
        lisa.wait(f"document.querySelector('#figure-{number} img').naturalWidth > 0")
        assert image.get_attribute("alt") == f"Lit: {figure.shows}."
        box = image.bounding_box()
        _, _, width, height = figure.box
        assert box["width"] / box["height"] == pytest.approx(width / height, rel=0.02)
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= page.viewport_size["width"]
    keep_picture(page, f"rules-{title}-{size}")
    assert not page.evaluate(OVERFLOW)


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_rule_of_a_refusal_opens_beside_the_table_and_on_the_page(person: Any, size: str) -> None:
    lisa = person("Lisa", **SIZES[size])
    page = lisa.start("zooloretto-mini", "hotseat")
    page.wait_for_selector("[data-target=pile]")
    page.click("[data-piece=truck-2]", position={"x": 20, "y": 30})
    page.click("text=See the rule")
    page.wait_for_selector("[data-part=rules] .asked >> text=2.4")
    lisa.wait("document.querySelector('[data-part=rules] figure img').naturalWidth > 0")
    with page.context.expect_page() as opened:
        page.click("text=Open rule 2.4 on the rules page")
    opened.value.wait_for_selector(".asked >> text=2.4 Take.")
    assert opened.value.url == f"{lisa.server.address}/rules/zooloretto-mini#rule-2.4"


def test_every_card_of_the_lobby_leads_to_how_to_play_and_to_the_rules(person: Any) -> None:
    lisa = person("Lisa", **SIZES["phone"])
    lisa.page.goto(lisa.server.address)
    lisa.page.wait_for_selector(".title")
    links = lisa.page.locator(".title a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    for title in COMPLETE:
        assert {f"/learn/{title}", f"/rules/{title}"} <= set(links)
