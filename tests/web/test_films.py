"""What happens is shown step by step: films, their pace, the log's lines, marks; in a real Chromium."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.person import Person, two_at_a_table

MOVING = {"reduced_motion": "no-preference"}
PLAYING = "[...document.querySelectorAll('.tools button')].some(one => one.textContent.startsWith('Skip'))"
WATCH = """() => {
    window.told = [];
    const prompt = document.querySelector('[data-part=prompt]');
    const note = () => {
        const skip = [...document.querySelectorAll('.tools button')].some(one => one.textContent.startsWith('Skip'));
        const keepers = [...document.querySelectorAll('[data-piece^=keeper-]')].map(one => one.outerHTML.length + ' ' +
            one.getAttribute('transform'));
        if (skip && window.told.at(-1)?.text !== prompt.textContent)
            window.told.push({text: prompt.textContent, table: keepers.join(),
                marks: document.querySelectorAll('.mark').length,
                ended: !document.querySelector('[data-part=history]').hidden,
                lines: document.querySelectorAll('[data-part=log] li:not(.head):not(.unsaid)').length});
    };
    const all = {subtree: true, childList: true, characterData: true};
    new MutationObserver(note).observe(document.querySelector('.bar'), all);
}"""
"""Notes every step of a film: its sentence, where the keepers stand, what is marked, whether the page looks as
after the end, how long the log is."""
END_TURN = """() => [...document.querySelectorAll('.choices button')]
    .find(one => /^end (the )?turn/i.test(one.textContent))?.click()"""


def keepers_set_off(person: Any, pace: str = "brisk", **context: Any) -> Person:
    """Lisa leads the only two Animals of a small game, and ends both turns: the keepers set off."""
    lisa = person("Lisa", **(MOVING | context))
    lisa.page.add_init_script(f"localStorage.setItem('menagerie.pace', '{pace}')")
    page = lisa.start("zoo-escape")
    page.evaluate(WATCH)
    for _ in range(40):
        if page.locator("[data-part=log] >> text=The Keepers set off").count():
            return lisa
        if lisa.page.evaluate(PLAYING):
            page.wait_for_timeout(50)
        elif page.locator(".choices button", has_text="End").count():
            page.evaluate(END_TURN)
        elif lisa.can_decide():
            lisa.decide()
        page.wait_for_timeout(60)
    raise AssertionError(f"no keepers' phase came: {lisa.prompt()}")


def over(lisa: Person) -> None:
    lisa.wait(f"!({PLAYING})", 60)


def test_the_keepers_phase_is_followed_step_by_step(person: Any) -> None:
    lisa = keepers_set_off(person)
    over(lisa)
    told = lisa.page.evaluate("window.told")
    texts = [one["text"] for one in told]
    first = next(i for i, text in enumerate(texts) if text == "The Keepers set off.")
    assert texts[first + 1].startswith("Keeper 1 draws a")
    assert any("enters the Zoo" in text for text in texts[first:])
    entered = next(i for i, text in enumerate(texts) if "Keeper 1 enters the Zoo" in text)
    assert told[entered]["table"] != told[first]["table"], "the table shows what is told"
    assert told[entered]["marks"] >= 1, "the keeper that moved is marked"
    lines = [one["lines"] for one in told[first:]]
    assert lines == sorted(lines), "the log grows with the film"
    assert lines[-1] > lines[0] + 2
    shown = lisa.page.locator("[data-part=log] li:not(.head) button:not(.again)").all_inner_texts()
    assert [one.strip() for one in shown][-len(texts[first:]) :] == texts[first:], "a line for every step"
    assert texts[-1].startswith("Lost"), "who stays at home is captured"
    assert not any(one["ended"] for one in told), "nobody learns of the end before its film has told it"
    lisa.wait("!document.querySelector('[data-part=history]').hidden")


@pytest.mark.parametrize("how", ["click", "key", "button"])
def test_a_film_is_skipped(person: Any, how: str) -> None:
    lisa = keepers_set_off(person, pace="relaxed")
    lisa.wait(PLAYING)
    n = lisa.page.evaluate(
        "fetch(location.pathname.replace('/table', '/api/tables')).then(a => a.json()).then(t => t.decisions)"
    )
    if how == "click":
        lisa.page.mouse.click(400, 400)
    elif how == "key":
        lisa.page.keyboard.press("Space")
    else:
        lisa.page.click(".tools >> text=Skip")
    assert not lisa.page.evaluate(PLAYING)
    assert not lisa.page.locator(".unsaid").count(), "the log is whole"
    again = lisa.page.evaluate(
        "fetch(location.pathname.replace('/table', '/api/tables')).then(a => a.json()).then(t => t.decisions)"
    )
    assert again == n, "skipping decides nothing"
    assert same_as_fresh(lisa)


def same_as_fresh(lisa: Person) -> bool:
    """Whether the page shows what somebody sees who comes now."""
    pieces = """[...document.querySelectorAll('[data-piece]')]
        .map(one => one.dataset.piece + one.getAttribute('transform')).sort()"""
    lisa.come_to_rest()
    shown = lisa.page.evaluate(pieces)
    lisa.page.reload()
    lisa.settled()
    return bool(shown == lisa.page.evaluate(pieces))


def test_all_at_once(person: Any) -> None:
    lisa = keepers_set_off(person, pace="instant")
    lisa.come_to_rest()
    assert lisa.page.evaluate("window.told") == [], "no step is shown"
    assert lisa.page.locator("[data-part=log] >> text=Keeper 1 draws").count() == 1
    assert "Keeper" in lisa.page.inner_text("[data-part=note]") + lisa.prompt() or lisa.is_over(), "it is told in words"


def test_reduced_motion_shows_the_last_with_marks_that_stay(person: Any) -> None:
    lisa = keepers_set_off(person, reduced_motion="reduce")
    assert lisa.page.evaluate("window.told") == []
    assert not lisa.page.evaluate(PLAYING)
    ben, eva = two_at_a_table(person)
    ben.decide()
    eva.page.wait_for_selector(".mark")
    eva.page.wait_for_timeout(2600)
    assert eva.page.locator(".mark").count(), "nothing fades"


def test_a_film_is_played_again_from_its_line(person: Any) -> None:
    lisa = keepers_set_off(person)
    over(lisa)
    page = lisa.page
    page.evaluate("window.told = []")
    line = page.locator("[data-part=log] li", has_text="The Keepers set off.")
    n = line.get_attribute("data-n")
    page.locator(f"[data-part=log] li[data-n='{n}'] .again").dispatch_event("click")
    lisa.wait(PLAYING)
    over(lisa)
    texts = [one["text"] for one in page.evaluate("window.told")]
    assert "The Keepers set off." in texts
    assert any(text.startswith("Keeper 1 draws") for text in texts)
    assert same_as_fresh(lisa)


def test_a_line_of_the_log_shows_its_moment(person: Any) -> None:
    lisa = keepers_set_off(person)
    over(lisa)
    page = lisa.page
    stands = "document.querySelector('[data-piece=keeper-1]').getAttribute('transform')"
    page.click("[data-part=log] li >> text=The Keepers set off.")
    # Until its own step is shown the bar tells the whole decision, which has these words in it, too.
    lisa.wait("document.querySelector('[data-part=prompt]').textContent === 'The Keepers set off.'")
    waiting = page.evaluate(stands)
    page.click("[data-part=log] li >> text=Keeper 1 enters the Zoo")
    lisa.wait("document.querySelector('[data-part=prompt]').textContent.startsWith('Keeper 1 enters the Zoo')")
    assert page.evaluate(stands) != waiting
    assert page.inner_text("[data-part=log] .here").startswith("Keeper 1 enters the Zoo")
    last = page.locator("[data-part=log] li[data-n] button:not(.again)").last.inner_text().strip()
    page.locator("[data-part=log] li[data-n] button:not(.again)").last.click()
    page.wait_for_selector(f"[data-part=prompt] >> text={last}")
    page.click("[data-part=history] >> text=Back to the")
    page.wait_for_selector("[data-part=history] >> text=Back to the", state="detached")


def test_marks_fade_and_are_no_rings(person: Any) -> None:
    first, second = two_at_a_table(person)
    second.page.emulate_media(reduced_motion="no-preference")
    first.decide()
    second.page.wait_for_selector(".mark.of-0, .mark.of-1", state="attached")
    looks = second.page.evaluate(
        "(mark => [getComputedStyle(mark).fill, getComputedStyle(mark).stroke])(document.querySelector('.mark .ring'))"
    )
    assert looks[0] == "none", "nothing lies over the piece"
    assert looks[1] in ("rgb(213, 94, 0)", "rgb(0, 114, 178)"), "the mover's colour"
    second.page.wait_for_selector(".mark", state="detached", timeout=6000)


def test_what_has_happened_since_my_last_turn(person: Any) -> None:
    first, second = two_at_a_table(person)
    address = second.page.url
    second.page.goto("about:blank")
    first.decide()
    first.page.click("[data-target=truck-1]")
    first.page.wait_for_selector("[data-part=log] >> text=onto truck 1")
    second.page.emulate_media(reduced_motion="no-preference")
    second.page.goto(address)
    second.settled()
    second.page.evaluate(WATCH)
    second.page.click("text=Show last moves")
    second.wait("window.told.length >= 2")
    assert [one["text"].split()[1] for one in second.page.evaluate("window.told")][:2] == ["draws", "loads"]
    over(second)
    assert not second.page.locator("text=Show last moves").count()
    assert second.can_decide()


def test_rounds_have_headings(person: Any) -> None:
    lisa = person("Lisa")
    lisa.start("zooloretto-mini", "bot:random")
    lisa.play_to_end()
    heads = lisa.page.locator("[data-part=log] .head").all_inner_texts()
    assert heads[0].lower() == "round 1"
    assert len(heads) == len(set(heads)) > 2


def test_sounds_are_off_until_wanted_and_then_made_here(person: Any) -> None:
    lisa = person("Lisa", **MOVING)
    lisa.page.add_init_script(
        """window.notes = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) { window.notes += 1; return start.apply(this, when); };
        localStorage.setItem('menagerie.pace', 'brisk');"""
    )
    page = lisa.start("zooloretto-mini", "bot:random")
    lisa.wait("document.querySelector('.overlay .can, .choices button')")
    lisa.decide()
    lisa.wait("document.querySelectorAll('[data-part=log] li').length > 2")
    assert page.evaluate("window.notes") == 0
    page.click("[data-part=menu]")
    page.check("text=Sounds")
    heard = page.evaluate("window.notes")
    assert heard > 0, "one hears at once what one has chosen"
    page.click("dialog >> text=Close")
    lisa.decide()
    lisa.wait(f"window.notes > {heard}")
    assert json.loads(page.evaluate("JSON.stringify(localStorage.getItem('menagerie.sound'))")) == "on"
