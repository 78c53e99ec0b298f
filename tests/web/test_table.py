"""People at tables, in a real Chromium against a real server process."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

import menagerie
from tests.budget import budget
from tests.web.conftest import Server
from tests.web.person import OFFER, OVER, PHONE, Person, two_at_a_table
from tests.web.variety import one_of


@one_of("title", menagerie.titles(), "zooloretto-mini")
def test_whole_game_against_a_bot_from_lobby_to_final_score(person: Any, title: str) -> None:
    lisa = person("Lisa")
    fewest = menagerie.load(title).players[0]
    page = lisa.start_in_the_lobby(title, *["bot:visitor"] * (fewest - 1))
    lisa.play_to_end(decisions=6000)
    page.wait_for_selector(".result >> text=Rematch")
    assert lisa.prompt().endswith(".")
    assert page.locator(".player .score").count() == fewest
    assert page.locator("[data-part=log] li").count() > 3


def test_two_browsers_on_one_table_see_moves_and_chat_at_once(person: Any) -> None:
    first, second = two_at_a_table(person)
    first.page.wait_for_selector("text=Your turn")
    second.page.wait_for_selector(f"[data-part=status] >> text={first.name} to move")
    watcher = person("nobody")
    watcher.page.goto(first.page.url)
    watcher.settled()
    assert not watcher.can_decide()
    first.decide()
    second.page.wait_for_selector(f"[data-part=log] >> text={first.name} draws")
    watcher.page.wait_for_selector(f"[data-part=log] >> text={first.name} draws")
    for one, other, words in ((first, second, "Hello <b>you</b>"), (second, first, "Good evening")):
        one.page.click("[data-tab=chat]")
        one.page.fill("[data-part=say]", words)
        one.page.keyboard.press("Enter")
        other.page.click("[data-tab=chat]")
        other.page.wait_for_selector(f"[data-part=chat] >> text={words}")


def test_a_bot_goes_on_for_somebody_who_is_away_until_they_are_back(person: Any) -> None:
    first, second = two_at_a_table(person)
    address = second.page.url
    second.page.goto("about:blank")
    first.decide()
    first.page.click("[data-target=truck-1]")
    first.page.click(f"text=Replace {second.name} with a bot")
    first.page.wait_for_selector(f"[data-part=log] >> text=takes over for {second.name}, who is away")
    first.page.wait_for_selector(f".players .state >> text=for {second.name}")
    first.page.wait_for_selector("text=Your turn")
    second.page.goto(address)
    second.page.click("text=Return to my seat")
    first.page.wait_for_selector(f"[data-part=log] >> text={second.name} is back")
    for _ in range(40):
        if second.can_decide():
            return
        first.decide()
        first.page.wait_for_timeout(100)
    raise AssertionError(f"{second.name} is not asked any more")


def test_undo_is_free_or_asked_for(person: Any) -> None:
    first, second = two_at_a_table(person)
    page = first.page
    page.wait_for_selector(".can")
    first.decide()  # draws: a tile is turned over
    page.wait_for_selector(f"[data-part=log] >> text={first.name} draws")
    page.click("text=Ask to undo")
    page.click(".choices >> text='Ask'")  # once it has said how much that is
    second.page.click("text=Agree")
    page.wait_for_selector("[data-part=prompt] >> text=Draw a tile")
    first.decide()
    page.click("[data-target=truck-1]")  # nothing hidden: free, until the other acts
    page.wait_for_selector("[data-part=log] >> text=onto truck 1")
    page.click(".tools >> text=Undo")
    page.wait_for_selector("[data-target=truck-1]")


def test_hotseat_with_a_piece_that_is_turned_and_laid(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("paddocks", "hotseat")
    page.wait_for_selector("text=Your turn, Lisa")
    page.click("[data-target=piece-L]")
    board = page.locator("[data-piece=board-0]").bounding_box()
    x, y = board["x"] + board["width"] * 0.4, board["y"] + board["height"] * 0.5
    page.mouse.move(x, y)
    before = page.get_attribute(".ghost", "aria-label")
    page.keyboard.press("r")
    page.keyboard.press("f")
    assert page.get_attribute(".ghost", "aria-label") != before or page.inner_text("[data-part=note]")
    page.mouse.move(board["x"] - 5, board["y"] - 5)
    assert "misfit" in (page.get_attribute(".ghost", "class") or "") or "fits" in page.inner_text("[data-part=note]")
    page.mouse.click(x, y)
    page.wait_for_selector("text=Your turn, Guest B")
    assert page.locator("[data-piece=laid-0-0]").count() == 1
    lisa.play_to_end()
    assert lisa.prompt().startswith(("Lisa wins", "Guest B wins", "Lisa and Guest B share"))


def test_a_piece_that_does_not_fit_is_refused_with_the_reason(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("paddocks", "hotseat")
    page.click("[data-target=piece-L]")
    for _ in range(8):
        page.keyboard.press("ArrowDown")
    assert "doesn't fit" in page.inner_text("[data-part=note]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-part=note] >> text=free cells")


def test_confirm_as_preferred_and_escape_walks_back(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("paddocks", "hotseat")
    page.click("[data-part=menu]")
    page.check("dialog >> text=Confirm every move")
    page.click("dialog >> text=Close")
    page.click("[data-target=piece-I]")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Confirm")
    page.keyboard.press("Escape")
    page.wait_for_selector(".ghost")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-target=piece-I]")
    page.click(".choices >> text=Pass")
    page.click("text=Confirm")
    page.wait_for_selector("text=Your turn, Guest B")


def test_reconnects_by_itself_after_the_server_was_killed(chromium: Any, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    lisa = Person(chromium, server, "Lisa")
    try:
        page = lisa.start("zooloretto-mini", "bot:random")
        page.wait_for_selector(".can")
        lisa.decide()
        page.wait_for_selector("[data-part=log] >> text=Lisa")
        page.wait_for_selector(".can")
        told = page.locator("[data-part=log] li").count()
        server.stop(signal.SIGKILL)
        page.wait_for_selector("text=Connection lost")
        server.start()
        page.wait_for_selector("text=Connection lost", state="hidden")
        assert page.locator("[data-part=log] li").count() >= told
        lisa.play_to_end()
    finally:
        server.stop()
    lisa.leave()


def test_who_is_sent_away_for_haste_comes_back(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("zooloretto-mini", "hotseat")
    page.evaluate(
        """async () => {
            const table = location.pathname.split('/')[2], live = `ws://${location.host}/api/tables/${table}/live`;
            for (let number = 0; number < 7; number++) new WebSocket(live);
            await new Promise(resolve => setTimeout(resolve, 500));
        }"""
    )
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("[data-part=word] >> text=close a tab")
    page.goto("about:blank")  # and with it the seven others
    other.wait_for_selector("[data-part=word]", state="hidden")
    other.wait_for_selector(".can")


def test_keyboard_only(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("paddocks", "hotseat")
    page.wait_for_selector(".can")
    for _ in range(30):  # the way there by Tab alone
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('data-target')") == "piece-L":
            break
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('data-target')") == "piece-I"
    page.keyboard.press("Enter")
    page.wait_for_selector(".ghost")
    before = page.get_attribute(".ghost", "transform")
    page.keyboard.press("n")
    assert page.get_attribute(".ghost", "transform") != before
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Your turn, Guest B")
    page.keyboard.press("1")  # the first button: pass
    page.wait_for_selector("text=Your turn, Lisa")
    page.keyboard.press("u")
    page.wait_for_selector("text=Your turn, Guest B")
    page.keyboard.press("1")
    page.wait_for_selector("text=Your turn, Lisa")
    page.keyboard.press("1")
    page.wait_for_selector(".result >> text=Rematch")


def test_replay_by_slider_keys_and_play_on(person: Any, tmp_path: Path) -> None:
    lisa = person("Lisa")
    page = lisa.start("zooloretto-mini", "bot:random")
    lisa.play_to_end()
    page.wait_for_selector("[data-part=history] input")
    last = int(page.get_attribute("[data-part=history] input", "max") or 0)
    page.keyboard.press(",")
    page.wait_for_selector(f"text={last - 1} of {last}")
    page.keyboard.press("Home")
    page.wait_for_selector(f"text=0 of {last}")
    page.click("[data-part=history] >> text=Play")
    page.wait_for_selector(f"text=2 of {last}")
    page.click("text=Pause")
    page.click("[data-part=log] li:nth-child(4) button")
    page.wait_for_selector("[data-part=log] li.here")

    page.click("[data-part=menu]")
    with page.expect_download() as download:
        page.click("text=Download the record")
    record = tmp_path / "game.zoo"
    download.value.save_as(record)
    assert menagerie.Record.load(record).final().is_over
    assert page.locator("dialog .mono").count() == 2  # the promise, and the seed with its salt
    page.click("dialog >> text=Close")

    page.goto(f"{lisa.server.address}/replay")
    page.set_input_files("[data-part=file]", record)
    page.wait_for_url("**/table/*")
    page.wait_for_selector("text=Replay")
    page.keyboard.press("Home")
    page.wait_for_selector(f"text=0 of {last}")
    page.keyboard.press(".")
    page.wait_for_selector(f"text=1 of {last}")
    here = page.url
    page.click("text=Play from here")
    page.click("dialog >> text=Start playing")
    page.wait_for_url(lambda address: address != here)
    page.wait_for_selector(".can")


def test_play_on_from_a_game_that_is_still_played(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("zooloretto-mini", "hotseat")
    for number in range(6):
        lisa.wait("document.querySelector('.can')")
        lisa.decide(number)
        page.wait_for_timeout(60)
    page.click("[data-part=menu]")
    page.click("text=Look back")
    page.wait_for_selector("text=Back to the game")
    page.keyboard.press(",")
    here = page.url
    page.click("text=Play from here")
    page.wait_for_selector("dialog >> text=reveals nothing about it")
    page.click("dialog >> text=Start playing")
    page.wait_for_url(lambda address: address != here)
    page.wait_for_selector("[data-part=log] >> text=Hidden information is redealt.")
    page.wait_for_selector(".can, .choices button")


def test_a_record_dropped_onto_the_lobby_is_shown(person: Any) -> None:
    state = menagerie.load("zooloretto-mini").new(players=2, seed=5)
    while not state.is_over:
        state.play(state.legal()[0])
    lisa = person("Lisa")
    lisa.page.goto(lisa.server.address)
    lisa.page.wait_for_selector(".title")
    lisa.page.evaluate(
        """text => {
            const files = new DataTransfer();
            files.items.add(new File([text], "game.zoo"));
            document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));
        }""",
        str(menagerie.Record.of(state)),
    )
    lisa.say_name()
    lisa.page.wait_for_url("**/table/*")
    lisa.page.wait_for_selector("text=Replay")


def test_the_lobby_shows_its_covers_in_light_and_dark(person: Any) -> None:
    page = person("Lisa").page
    page.goto(person("Ben").server.address)
    page.wait_for_selector(".cover img[src$='theme=light']")
    page.click("[data-do=theme]")
    page.wait_for_selector(".cover img[src$='theme=dark']")
    assert page.locator(".cover img[src$='theme=light']").count() == 0


def test_a_listed_game_is_found_and_watched(person: Any) -> None:
    lisa, ben = person("Lisa"), person("Ben")
    page = lisa.page
    page.goto(lisa.server.address)
    page.click(".title .primary")
    page.click("dialog summary")
    research = page.locator("dialog label:has-text('research') input")
    assert research.is_disabled()
    page.check("dialog >> text=Public: anyone")
    assert not research.is_checked()
    research.check()
    page.uncheck("dialog >> text=Public: anyone")
    assert not research.is_checked()
    page.check("dialog >> text=Public: anyone")
    research.check()
    page.click("dialog .primary")
    lisa.say_name()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("[data-part=log] :text('may be used for research')", state="attached")
    ben.page.goto(ben.server.address)
    ben.page.click("[data-part=watch] .table-line:has-text('Lisa'):has-text('for research') a.go")
    ben.page.wait_for_url(page.url)
    ben.settled()
    assert not ben.can_decide()


def test_an_invitation_says_that_the_game_may_be_used_for_research(person: Any) -> None:
    lisa, ben = person("Lisa"), person("Ben")
    page = lisa.page
    page.goto(lisa.server.address)
    page.click(".title .primary")
    page.click("dialog summary")
    page.select_option("dialog select[aria-label='Seat B']", "open")
    page.check("dialog >> text=Public: anyone")
    page.check("dialog >> text=Share the finished game for research")
    page.click("dialog .primary")
    lisa.say_name()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("text=this game may be used for research")
    ben.page.goto(ben.server.address)
    ben.page.click("[data-part=open] .table-line:has-text('Lisa') a.go")
    ben.page.wait_for_url("**/join/*")
    ben.page.wait_for_selector("[data-part=invitation] >> text=this game may be used for research")


def test_looking_around(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("zooloretto-mini", "bot:random")
    page.wait_for_selector(".can")
    whole = page.get_attribute("svg[data-part=scene]", "viewBox")
    page.mouse.move(400, 300)
    page.mouse.wheel(0, -400)
    lisa.wait(f"document.querySelector('[data-part=scene]').getAttribute('viewBox') !== {whole!r}")
    near = page.get_attribute("svg[data-part=scene]", "viewBox")
    page.mouse.down()
    page.mouse.move(300, 250, steps=4)
    page.mouse.up()
    assert page.get_attribute("svg[data-part=scene]", "viewBox") != near
    page.keyboard.press("0")
    assert page.get_attribute("svg[data-part=scene]", "viewBox") == whole
    page.click("[data-tab=rules]")
    page.wait_for_selector("[data-part=rules] h1, [data-part=rules] h2")
    page.click(".tools button:has-text('Hint')")
    page.wait_for_selector(".advice .steps .next")
    assert page.text_content("[data-part=note]")


def test_phone_shows_the_own_board_and_everything_within_reach(person: Any) -> None:
    lisa = person("Lisa", **PHONE)
    page = lisa.start("zooloretto-mini", "bot:random")
    page.wait_for_selector(".can")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    bar = page.locator(".bar").bounding_box()
    assert bar["y"] + bar["height"] == 740
    for target in page.locator(".can").all():
        box = target.bounding_box()
        assert box["x"] >= -2
        assert box["x"] + box["width"] <= 362
        assert box["y"] + box["height"] <= bar["y"] + 2
    page.tap(".can >> nth=0")
    page.tap("[data-part=sheet]")
    page.wait_for_selector("[data-part=log] >> text=Lisa")
    small = page.evaluate(
        """[...document.querySelectorAll('body *')].filter(e => e.childNodes.length && [...e.childNodes].some(
        n => n.nodeType === 3 && n.textContent.trim()) && !e.closest('svg') && e.getClientRects().length
        && parseFloat(getComputedStyle(e).fontSize) < 12).map(e => e.outerHTML.slice(0, 80))"""
    )
    assert small == []
    page.tap("[data-part=sheet]")
    lisa.play_to_end()


def test_a_table_that_there_is_not_offers_the_others(person: Any) -> None:
    lisa = person("Lisa")
    lisa.page.goto(f"{lisa.server.address}/table/NOTHING")
    lisa.page.wait_for_selector("[data-part=word] >> text=This table doesn't exist.")
    assert lisa.page.inner_text("[data-part=prompt]") == "Reload the page, or go to the lobby."
    lisa.page.click("[data-part=choices] >> text=Go to the lobby")
    lisa.page.wait_for_url(f"{lisa.server.address}/")
    lisa.problems = [problem for problem in lisa.problems if "status of 404" not in problem]


def test_a_link_that_leads_nowhere_and_a_record_that_is_none(person: Any, tmp_path: Path) -> None:
    lisa = person("Lisa")
    lisa.page.goto(f"{lisa.server.address}/join/nonsense")
    lisa.page.wait_for_selector("text=doesn't work")
    broken = tmp_path / "broken.zoo"
    broken.write_text("this is <script>no</script> record\n")
    lisa.page.goto(f"{lisa.server.address}/replay")
    lisa.page.set_input_files("[data-part=file]", broken)
    lisa.say_name()
    lisa.page.wait_for_selector(".says p")
    lisa.problems = [problem for problem in lisa.problems if "status of 40" not in problem]


def test_pieces_move_and_nothing_is_left_over(person: Any) -> None:
    lisa = person("Lisa", reduced_motion="no-preference")
    page = lisa.start("zooloretto-mini", "bot:random")
    for number in range(budget(8, 200)):
        lisa.wait(f"document.querySelector({OFFER!r}) || {OVER}")
        lisa.decide(7 * number)
    lisa.wait(f"document.querySelector({OFFER!r}) || {OVER}")
    lisa.come_to_rest()
    shown = page.evaluate(
        "[...document.querySelectorAll('[data-piece]')].map(e => [e.dataset.piece, e.getAttribute('transform')])"
    )
    page.reload()
    lisa.settled()
    again = page.evaluate(
        "[...document.querySelectorAll('[data-piece]')].map(e => [e.dataset.piece, e.getAttribute('transform')])"
    )
    assert sorted(shown) == sorted(again)


def test_turning_a_piece_around_brings_it_back(person: Any) -> None:
    page = person("Lisa").start("paddocks", "hotseat")
    page.click("[data-target=piece-L]")
    before = page.get_attribute(".ghost", "transform")
    for key in "rrrrffrfrfrrrr":
        page.keyboard.press(key)
    assert page.get_attribute(".ghost", "transform") == before


UNAVAILABLE = """[...document.querySelectorAll('[data-piece][aria-label]')].map(piece => {
    const box = piece.getBoundingClientRect(), at = [box.x + box.width / 2, box.y + box.height / 2];
    return [piece.dataset.piece, ...at];
}).filter(([id, x, y]) => {
    const top = document.elementFromPoint(x, y);
    return top?.closest('[data-piece]')?.dataset.piece === id;
})"""
"""Pieces that can be seen and not chosen, and where."""


@pytest.mark.parametrize("title", menagerie.titles())
def test_resting_on_any_piece_tells_why_it_cannot_be_chosen(person: Any, title: str) -> None:
    lisa = person("Lisa")
    page = lisa.start(title, *(["hotseat"] if 2 in menagerie.load(title).players else []))
    page.wait_for_selector(".can, .choices button")
    lisa.come_to_rest()
    pieces = page.evaluate(UNAVAILABLE)
    for piece, x, y in pieces[:: max(1, len(pieces) // 3)][:4]:
        page.mouse.move(2, 2)
        page.mouse.move(x, y)
        page.wait_for_selector(".tip b")
        assert page.inner_text(".tip b").endswith((".", "?")), piece


def test_a_click_on_what_cannot_be_chosen_leads_to_the_rule(person: Any) -> None:
    page = person("Lisa").start("zooloretto-mini", "hotseat")
    page.wait_for_selector("[data-target=pile]")
    page.click("[data-piece=truck-2]", position={"x": 20, "y": 30})
    page.wait_for_selector("[data-part=note] >> text=Truck 2 is empty")
    page.click("text=See the rule")
    page.wait_for_selector("[data-part=rules] .asked >> text=2.4")


def test_a_long_press_tells_why_on_a_phone(person: Any) -> None:
    page = person("Lisa", **PHONE).start("zooloretto-mini", "hotseat")
    page.wait_for_selector("[data-target=pile]")
    box = page.locator("[data-piece=truck-2]").bounding_box()
    page.context.new_cdp_session(page).send(
        "Input.dispatchTouchEvent",
        {"type": "touchStart", "touchPoints": [{"x": box["x"] + 20, "y": box["y"] + 20}]},
    )
    page.wait_for_selector(".tip b >> text=Truck 2 is empty")


def test_off_turn_a_placement_can_be_tried_and_is_not_played(person: Any) -> None:
    first, second = two_at_a_table(person, "paddocks")
    page = second.page
    page.click("text=Try out")
    page.click("[data-target=piece-L]")
    page.wait_for_selector(".ghost")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-part=note] >> text=Tried out, not played: Lay it")
    assert page.locator("[data-piece^=laid]").count() == 0
    first.decide()
    first.page.keyboard.press("Enter")
    first.page.wait_for_selector("[data-piece^=laid]")
    page.wait_for_selector("text=Your turn")
    assert page.locator("text=Stop trying out").count() == 0
    second.decide()
    page.wait_for_selector(".ghost")


def test_a_tile_on_a_truck_is_shown_where_it_would_go(person: Any) -> None:
    first, second = two_at_a_table(person)
    first.decide()
    first.page.click("[data-target=truck-1]")
    page = second.page
    page.wait_for_selector("text=Your turn")
    page.keyboard.press("t")
    page.click("[data-target^=tile-]")
    page.hover("[data-target^=barn-]")
    page.wait_for_selector(".shadow use", state="attached")
    page.click("[data-target^=barn-]")
    page.wait_for_selector("[data-part=note] >> text=Tried out")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-target^=barn-]")
    page.keyboard.press("t")
    page.wait_for_selector("[data-target^=tile-]", state="detached")


def test_resting_on_a_piece_tells_what_it_is_and_why_it_cannot_be_chosen(person: Any) -> None:
    page = person("Lisa").start("zooloretto-mini", "hotseat")
    page.wait_for_selector("[data-target=pile]")
    page.click("[data-target=pile]")
    page.click("[data-target=truck-1]")
    page.wait_for_selector("[data-target=pile]")
    page.click("[data-target=pile]")
    page.wait_for_selector("[data-target=truck-2]")
    assert page.locator("[data-target=truck-1]").count() == 0  # its only space is taken
    page.hover("[data-piece=truck-1]", position={"x": 20, "y": 82})
    page.wait_for_selector(".tip b >> text=full")


@pytest.mark.parametrize(
    ("others", "said"),
    [
        (("bot:random",), "Leave this game? No one else plays here, so it ends and isn't kept."),
        (("open",), "Leave your seat? The game hasn't started yet."),
    ],
    ids=["alone", "not started"],
)
def test_leaving_says_what_it_does_in_this_kind_of_game(person: Any, others: tuple[str, ...], said: str) -> None:
    lisa = person("Lisa")
    lisa.start("zooloretto-mini", *others)
    lisa.page.click("[data-part=menu]")
    with lisa.page.expect_event("dialog") as asked:
        lisa.page.click("dialog >> text=Leave my seat", no_wait_after=True)
    assert asked.value.message == said
    asked.value.dismiss()
