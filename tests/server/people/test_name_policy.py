"""Test names: any language, in visible letters; nothing that imitates or disturbs."""

from __future__ import annotations

import pytest

from menagerie import bots
from menagerie.server.base.errors import Refused
from menagerie.server.people.accounts.name_policy import proper
from menagerie.server.store.seats import Seat, names

pytestmark = pytest.mark.one_store


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Lisa",
            "Ana María",
            "O'Neill",
            "Jean-Luc",
            "Владимир",
            "Ελένη",
            "李小龍",
            "さくら子",
            "서연",
            "محمد",
            "अनुष्का",
            "สมชาย",
        ),
        *(
            "Nguyễn Thị",
            "Ťažký",
            "Иван Smith",
            "player 1",
            "tom_42",
            "Badminton 7",
            "דוד",
            "Zoë",
            "👩‍🔬 Ada",
            "🦒",
            "می‌خواهم",
        ),
    ],
)
def test_names_of_all_languages_stay_as_they_are(name: str) -> None:
    assert proper(name) == name


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Lisa   B ", "Lisa B"),
        ("Zoe\u0308", "Zoë"),
        ("Li\u200dsa", "Lisa"),
        ("Li\u200csa", "Lisa"),
        ("Lisa\u200d", "Lisa"),
    ],
)
def test_a_name_is_normalized(given: str, kept: str) -> None:
    assert proper(given) == kept


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("", "1 to 40"),
        ("x" * 41, "1 to 40"),
        ("Li\u202esa", "control characters"),
        ("Li\u2066sa", "control characters"),
        ("Li\u200bsa", "control characters"),
        ("Li\u00adsa", "control characters"),
        ("\u3164", "invisible characters"),
        ("Lisa\u2800", "invisible characters"),
        ("Li\ufe01sa", "invisible characters"),
        ("...", "at least one letter or digit"),
        ("Lx\u0301\u0302\u0303isa", "too many marks on one letter"),
        ("\u0301Lisa", "too many marks on one letter"),
        ("Lis\u0430", "Cyrillic and Latin"),
        ("\u0391lice", "Greek and Latin"),
        ("\U0001d40bisa", "decorative letters"),
        ("\uff2cisa", "decorative letters"),
        ("Menagerie", "is reserved"),
        ("M0derator", "is reserved"),
        ("Somebody", "is reserved"),
        ("Lisa (moderator)", "words like moderator or admin"),
        ("Lisa, M0der\u0430tor", "Cyrillic and Latin"),
        ("ADMlN Lisa", "words like moderator or admin"),
        ("Lisa_admin", "words like moderator or admin"),
        ("Admin1 Lisa", "words like moderator or admin"),
        ("LisaModerator", "words like moderator or admin"),
        ("Lisa m o d e r a t o r", "words like moderator or admin"),
        *[(kind.capitalize(), "is reserved") for kind in bots.kinds()],
    ],
)
def test_what_imitates_or_disturbs_is_refused_with_a_reason(name: str, wrong: str) -> None:
    with pytest.raises(Refused, match=wrong):
        proper(name)


def test_names_that_look_alike_are_told_apart_at_a_table() -> None:
    alike = ("Lisa", "Iisa", "Ben", "\u0412\u0435\u043f")
    told = names([Seat(number, "person", f"g{number}", name) for number, name in enumerate(alike)])
    assert told == ("Lisa A", "Iisa B", "Ben C", "\u0412\u0435\u043f D")
