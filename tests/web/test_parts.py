"""Every title on three screens: what is asked can be read and reached, nothing sticks out, nothing jumps, nothing is a
barrier; and a move touches no more of the page than what it changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import menagerie
from menagerie.core.display.arranging import COMMON, MINE
from menagerie.games.eighteen_zoo.phases.cleanup import CLEAN_UP
from menagerie.games.eighteen_zoo.phases.operating import DIVIDEND, RUN_STEP, STATION_STEP, TRACK_STEP
from menagerie.games.eighteen_zoo.phases.squirrel_step import SQUIRRELS
from menagerie.games.eighteen_zoo.phases.stock import STOCK_TURN
from menagerie.testing.pointing import ID
from tests.web.ending import SIZES
from tests.web.person import FADED, OFFER, OVER, Person
from tests.web.pictures import keep_picture
from tests.web.test_access import problems
from tests.web.test_advice import shown
from tests.web.test_choosing import READ, until
from tests.web.variety import crossed, one_of

TOUCH = {"has_touch": True}
SCREENS: dict[str, dict[str, Any]] = {
    "1440": {"viewport": {"width": 1440, "height": 900}},
    "768": {"viewport": {"width": 768, "height": 1024}, **TOUCH},
    "390": {"viewport": {"width": 390, "height": 844}, **TOUCH, "is_mobile": True, "device_scale_factor": 2},
}
LEAST = 10.9
"""In CSS pixels: 11, but for rounding."""

each_title = pytest.mark.parametrize("title", menagerie.titles())
each_screen = one_of("screen", SCREENS, "390")

TEXTS = """([...document.querySelectorAll('svg[data-part=scene] [data-piece] text')]
    .filter(text => text.textContent.trim())
    .map(text => {
        const piece = text.closest('[data-piece]'), {c, d} = text.getScreenCTM();
        const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(c, d);
        return [piece.dataset.piece, piece.dataset.on, size, text.textContent];
    }))"""
"""Every text on the table: its piece, its part, how high it is in pixels."""
COVERED = """[...document.querySelectorAll('[data-piece^=hex-]')].filter(hex => {
    const boxes = [...hex.querySelectorAll('.beside')].map(text => text.getBoundingClientRect());
    return boxes.some((one, n) => boxes.slice(n + 1).some(two =>
        Math.abs(one.top - two.top) < one.height / 2 && one.left < two.right - 1 && two.left < one.right - 1));
}).map(hex => hex.dataset.piece)"""
"""Hexes on which the letters of a station cover those of its neighbour."""
OUTSIDE = """(() => {
    const stage = document.querySelector('.stage').getBoundingClientRect();
    return [...document.querySelectorAll('[data-piece]')].filter(piece => {
        const box = piece.getBoundingClientRect();
        return box.left < stage.left - 4 || box.top < stage.top - 4 || box.right > stage.right + 4
            || box.bottom > stage.bottom + 4;
    }).map(piece => piece.dataset.piece);
})()"""
TARGETS = "[...document.querySelectorAll('.overlay [data-target]')].map(target => target.dataset.target)"
ASKED = "[...new Set([...document.querySelectorAll('.asked[data-piece]')].map(piece => piece.dataset.on))]"
"""The parts that are asked about."""
ARRANGED = "!document.querySelector('.scene.waits')"
"""Whether it is known where the parts lie; a busy machine takes a while."""
CUT = """[...document.querySelectorAll('.choices button > span')]
    .filter(words => words.scrollHeight > words.clientHeight + 2).map(words => words.textContent)"""
"""Consequences that do not fit into their buttons."""
PALE = """[...document.querySelectorAll('.on-marker')].map(words => getComputedStyle(words).stroke)
    .filter(stroke => !['none', 'rgb(107, 63, 38)'].includes(stroke))"""
"""White letters of markers with another seam than the marker's brown."""
STAGE = "['.stage', '.bar'].map(one => document.querySelector(one).getBoundingClientRect().height)"
SCORES = """[...document.querySelectorAll('.player .score')].filter(score => {
    const box = score.getBoundingClientRect();
    return box.width && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
}).length"""
WIDE = """document.documentElement.scrollWidth > innerWidth ? ['the page'] :
    [...document.querySelectorAll('header *, .bar *, .players *')].filter(e => {
        const box = e.getBoundingClientRect();
        const scrolled = e.parentElement.closest('.choices, .tools, .ask, .players');
        return box.width && !scrolled && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
    }).map(e => e.outerHTML.slice(0, 100))"""
"""What sticks out of the page."""
REACHABLE = """[...document.querySelectorAll('.overlay .can, .overlay .ghost')].some(thing => {
    const box = (thing.querySelector('.reach, .ring') ?? thing).getBoundingClientRect();
    const stage = document.querySelector('.stage').getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    return x > stage.left && x < stage.right && y > stage.top && y < stage.bottom;
}) || document.querySelectorAll('.palette:not([hidden]) button, .choices button').length > 0"""
"""Whether something that is asked about can be pointed at without moving the view."""
REST = """(() => {
    const view = document.querySelector('svg[data-part=scene]').getAttribute('viewBox');
    const now = view + document.querySelector('[data-part=prompt]').textContent;
    const same = window.rested === now;
    window.rested = now;
    return same;
})()"""
"""Whether the view has come to rest since this was asked last."""
WATCH = """(() => {
    const touched = new Set(), pieceOf = node => node.closest?.('[data-piece]')?.dataset.piece;
    const seen = records => {
        for (const {target, addedNodes, removedNodes} of records) {
            const inside = pieceOf(target.nodeType === 1 ? target : target.parentElement);
            const pieces = inside ? [inside] : [...addedNodes, ...removedNodes].map(pieceOf);
            for (const piece of pieces) piece && touched.add(piece);
        }
    };
    const observer = new MutationObserver(seen);
    for (const layer of document.querySelectorAll('[data-layer]'))
        observer.observe(layer, {subtree: true, childList: true, attributes: true, characterData: true});
    window.touched = () => (seen(observer.takeRecords()), [...touched]);
})()"""
"""Notes which pieces on the table are touched from now on."""
WHOLE = "document.querySelector('svg[data-part=scene]').classList.contains('whole')"


def begin(person: Any, title: str, screen: str) -> Person:
    """A table with as many as can play."""
    lisa: Person = person("Lisa", **SCREENS[screen])
    lisa.start(title, *["bot:random"] * (menagerie.load(title).players[-1] - 1))
    lisa.wait(f"document.querySelector({OFFER!r})")
    lisa.wait(ARRANGED)
    lisa.come_to_rest()
    return lisa


@crossed("title,screen", menagerie.titles(), SCREENS)
def test_what_is_asked_can_be_read_and_everything_is_in_sight(person: Any, title: str, screen: str) -> None:
    lisa = begin(person, title, screen)
    page, players = lisa.page, menagerie.load(title).players[-1]
    game = menagerie.load(title)
    parts = game.scene(game.new(players=players, seed=1), 0).parts
    needed = {name for name, part in parts.items() if part.purpose in (MINE, COMMON)}
    if (title, screen) == ("18zoo", "390"):  # there is no room for all; what is asked comes first
        needed = {name for name, part in parts.items() if part.purpose == MINE} | set(page.evaluate(ASKED))
    assert page.evaluate(WHOLE)
    assert page.evaluate(OUTSIDE) == []
    assert [text for text in page.evaluate(TEXTS) if text[1] in needed and text[2] < LEAST] == []
    before = page.evaluate(STAGE)
    for number in range(8):
        lisa.wait(f"{OVER} || document.querySelector({OFFER!r})")
        if lisa.is_over():
            break
        lisa.wait(f"{ARRANGED} && {REST}")
        # Both at one moment: the others may go on while we look.
        targets, is_in_sight = page.evaluate(f"[{TARGETS}, {REACHABLE}]")
        # Of 18ZOO all that is written on a part that is asked about; elsewhere what cannot be chosen may be small.
        asked = set(page.evaluate(ASKED)) if title == "18zoo" else set()
        small = [text for text in page.evaluate(TEXTS) if (text[0] in targets or text[1] in asked) and text[2] < LEAST]
        assert small == [], lisa.prompt()
        assert not targets or is_in_sight, f"nothing in sight for: {lisa.prompt()}"
        assert page.evaluate(STAGE) == before, "the table keeps its size, whatever the bar says"
        assert page.evaluate(SCORES) == players
        assert page.evaluate(WIDE) == []
        assert [words for words in page.evaluate(READ) if ID.search(words)] == [], "no codes for people"
        lisa.decide(5 * number)
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        keep_picture(page, f"parts-{title}-{screen}-{theme}")
    lisa.wait(FADED)
    assert problems(page) == []


@each_title
def test_a_move_touches_only_what_it_changes(person: Any, title: str) -> None:
    """What the browser has to do for a move is bounded by what the server says, not by what lies on the table."""
    lisa: Person = person("Lisa", **SCREENS["1440"])
    told: set[str] = set()
    anew: list[bool] = []

    def hear(frame: Any) -> None:
        message = json.loads(frame)
        for scene in [message.get("scene"), *[step.get("scene") for step in message.get("film", [])]]:
            if scene:
                told.update(scene["set"], scene["del"])
                anew.append("parts" in scene)

    lisa.page.on("websocket", lambda socket: socket.on("framereceived", hear))
    lisa.start(title, *["hotseat"] * (menagerie.load(title).players[-1] - 1))
    lisa.wait(f"document.querySelector({OFFER!r})")
    lisa.page.evaluate(WATCH)
    told.clear()
    anew.clear()
    for number in range(12):
        lisa.wait(f"{OVER} || document.querySelector({OFFER!r})")
        if lisa.is_over():
            break
        lisa.decide(5 * number)
        lisa.page.wait_for_timeout(40)
    lisa.wait(f"{OVER} || document.querySelector({OFFER!r})")
    lisa.wait(REST)
    touched = set(lisa.page.evaluate("window.touched()"))
    if not any(anew):  # where the parts lie elsewhere all pieces do
        assert touched <= told


EIGHTEEN_ZOO: dict[str, Callable[[Any], bool]] = {
    "stock": lambda state: state.stack[-1] is STOCK_TURN and state.ply > 60,
    "track": lambda state: state.stack[-1] is TRACK_STEP and state.ply > 60,
    "station": lambda state: state.stack[-1] is STATION_STEP,
    "run": lambda state: state.stack[-1] is RUN_STEP,
    "dividend": lambda state: state.stack[-1] is DIVIDEND,
    "squirrels": lambda state: state.stack[-1] is SQUIRRELS and len(state.legal()) > 3,
    "clean-up": lambda state: state.stack[-1] is CLEAN_UP,
}
"""Steps of 18ZOO."""


@each_screen
def test_at_every_step_of_18zoo_what_is_asked_can_be_read_without_panning(person: Any, screen: str) -> None:
    lisa = person("Lisa", **SCREENS[screen])
    for step, wanted in EIGHTEEN_ZOO.items():
        page = shown(lisa, until(wanted), play_on=True)
        lisa.wait(f"document.querySelector({OFFER!r})")
        lisa.wait(f"({ASKED}).length")
        lisa.wait(ARRANGED)
        lisa.come_to_rest()
        needed = {text[1] for text in page.evaluate(TEXTS) if text[1] in page.evaluate(ASKED)}
        small = [text for text in page.evaluate(TEXTS) if text[1] in needed and text[2] < LEAST]
        assert small == [], step
        assert page.evaluate(OUTSIDE) == [], step
        assert page.evaluate(SCORES) == 2, step
        assert page.evaluate(CUT) == [], step
        assert page.evaluate(PALE) == [], step
        assert page.evaluate(COVERED) == [], step
        keep_picture(page, f"18zoo-{step}-{screen}")


LINES = """(() => {
    const ask = document.querySelector('.ask'), words = document.querySelector('.note.hint span');
    return [ask.scrollHeight <= ask.clientHeight, words.clientHeight / parseFloat(getComputedStyle(words).lineHeight)];
})()"""
"""Of the hint in the bar: whether all of it is in sight, and how many lines."""


@each_screen
def test_a_hint_in_the_bar_is_whole_lines_and_leads_to_the_rest(person: Any, screen: str) -> None:
    lisa = person("Lisa", **SCREENS[screen])
    page = shown(lisa, until(EIGHTEEN_ZOO["track"]), play_on=True)
    lisa.wait(f"document.querySelector({OFFER!r})")
    page.keyboard.press("h")
    lisa.wait("document.querySelector('.note.hint') && document.querySelector('.advice .steps')")
    in_sight, lines = page.evaluate(LINES)
    assert in_sight
    assert abs(lines - round(lines)) < 0.1
    if screen != "1440":
        page.locator(".note button:has-text('More')").tap()
    page.wait_for_selector(".advice .steps", state="visible")
    lisa.wait(
        f"document.querySelector('.advice').getBoundingClientRect().top < {SCREENS[screen]['viewport']['height']}"
    )


def test_a_board_that_is_too_small_opens_by_a_tap_and_closes_again(person: Any) -> None:
    lisa = begin(person, "zooloretto-mini", "390")
    page: Any = lisa.page
    box = page.locator("[data-piece=zoo-C]").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 5)
    lisa.wait(f"!({WHOLE})")
    lisa.come_to_rest()
    sizes = [text[2] for text in page.evaluate(TEXTS) if text[1] == "zoo of C"]
    assert min(sizes) >= LEAST
    page.keyboard.press("Escape")
    lisa.wait(WHOLE)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 5)
    lisa.wait(f"!({WHOLE})")
    lisa.come_to_rest()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 5)
    lisa.wait(WHOLE)


def test_another_screen_is_another_arrangement(person: Any) -> None:
    lisa = begin(person, "new-york-zoo", "1440")
    page: Any = lisa.page
    wide = page.locator("[data-piece=zoo-B]").bounding_box()
    assert wide["x"] > page.locator("[data-piece=zoo-A]").bounding_box()["x"]
    page.set_viewport_size({"width": 600, "height": 1000})
    lisa.wait(
        "document.querySelector('[data-piece=zoo-B]').getBoundingClientRect().bottom"
        " < document.querySelector('[data-piece=zoo-A]').getBoundingClientRect().top + 10"
    )
    assert page.evaluate(OUTSIDE) == []


def test_on_a_phone_names_and_the_last_event_are_whole_or_not_there(person: Any) -> None:
    lisa = person("Lisa", **SIZES["phone"])
    lisa.start("night-at-the-zoo", "bot:keeper", "bot:keeper", "bot:keeper")
    lisa.wait(f"document.querySelector({OFFER!r})")
    assert lisa.page.evaluate(
        "[...document.querySelectorAll('.who')].every((one) => one.scrollWidth <= one.clientWidth)"
    )
    lisa.decide()
    lisa.wait("document.querySelector('.choices button')")
    lisa.page.evaluate(
        "document.querySelector('.note').textContent = 'Keeper B does something that takes two lines. '.repeat(2)"
    )
    lower, edge, right, beside = lisa.page.evaluate("""(() => {
        const [note, ask] = ['.note', '.ask'].map((one) => document.querySelector(one).getBoundingClientRect());
        return [note.bottom, ask.bottom, note.left, ask.right];
    })()""")
    assert lower <= edge + 1 or right >= beside, "not cut in the middle of a line"


def test_after_a_launch_a_phone_shows_the_map_where_home_is_laid(person: Any) -> None:
    """Its only hex is picked by itself, and tiles are offered as pictures there."""
    lisa = person("Lisa", **SCREENS["390"])
    page = shown(lisa, until(lambda state: state.stack[-1] is STOCK_TURN), play_on=True)
    page.locator("[data-target^=mat-]").first.dispatch_event("click")
    page.locator(".choices button:has-text('Launch')").first.dispatch_event("click")
    page.wait_for_selector(".palette:not([hidden]) button")
    lisa.wait(f"({ASKED}).includes('map') && ({TEXTS}).every(text => text[1] !== 'map' || text[2] >= {LEAST})", 30)
    assert page.evaluate(WHOLE)
