"""The last move is marked on the pieces that caused it, and on nothing that was only drawn anew; in a real Chromium."""

from __future__ import annotations

from typing import Any

import pytest

import menagerie
from tests.web.ending import finished
from tests.web.person import OFFER

MARKED = """async () => {
    const n = Number(document.querySelector('.history input').max); // what the page knows of
    const pieces = [...document.querySelectorAll('[data-piece]')];
    const marks = [...document.querySelectorAll('.marks .mark:not(.arrow)')].map((mark) => pieces
        .filter((piece) => piece.getAttribute('transform') === mark.getAttribute('transform'))
        .map((piece) => piece.dataset.piece));
    if (!n) return {n, about: [], marks};
    const answer = await fetch(`${location.pathname.replace('/table', '/api/tables')}/moment/${n}`);
    return {n, about: (await answer.json()).about ?? [], marks};
}"""
"""What the last decision was about, and for every outline the pieces that lie just there."""


def is_meant(id: str, about: list[str]) -> bool:
    """Whether a piece is one of those that are spoken of."""
    names = [name.rpartition(">")[2] for name in about]
    return any(id.startswith(name[:-1]) if name.endswith("*") else id == name for name in names)


@pytest.mark.parametrize("title", menagerie.titles())
def test_only_what_a_move_is_about_is_marked(person: Any, title: str) -> None:
    lisa = person("Lisa")
    lisa.start(title, "hotseat")
    seen = 0
    for number in range(40):
        lisa.wait(f"document.querySelector({OFFER!r})")
        lisa.decide(5 * number)
        lisa.page.wait_for_timeout(120)
        found = lisa.page.evaluate(MARKED)
        for pieces in found["marks"]:
            assert any(is_meant(id, found["about"]) for id in pieces), found
        seen += bool(found["marks"])
        if seen >= 4 or lisa.is_over():
            break
    assert seen, "nothing was marked"


def test_who_looks_back_sees_no_piece_come_from_where_it_lies_later(person: Any) -> None:
    lisa = person("Lisa")
    record = finished(lisa, "zooloretto-mini", 2)
    loaded = max(n for n, (_, decision) in enumerate(record.decisions, 1) if decision.startswith("load"))
    lisa.page.click(".result >> text=Look back")
    lisa.page.evaluate(f'document.querySelector(\'.log [data-n="{loaded}"][data-line="0"] button\').click()')
    lisa.wait(f"document.querySelector('.history input').value === '{loaded}' && document.querySelector('.mark')")
    assert not lisa.page.locator(".marks .arrow").count()
