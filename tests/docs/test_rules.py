"""Every rule on a title's page is tested, and every rule that its code or its tests cite is on the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import menagerie
from menagerie.core import rules_page

TESTS = Path(__file__).resolve().parents[1] / "games"
TITLES = menagerie.titles()

NUMBER = r"\d+(?:\.\d+)*"
LONG = r"\d+(?:\.\d+)+"
IN_WORDS = re.compile(rf"\b[Rr]ules? ({NUMBER}(?:(?:, | and | or | to ){NUMBER}\b)*)")
"""In docstrings, comments and helps: `rule 3.1`, `rules 7.3 to 7.5`."""
IN_BRACKETS = re.compile(rf"(?<=\s)\(({LONG}(?:, {LONG})*)\)")
"""In docstrings: `the end of the game in sight (7.1)`."""
IN_QUOTES = re.compile(rf'"({LONG})"')
"""The number that a refusal gives: `Refusal("...", "2.4")`."""


def rules(title: str) -> list[str]:
    """The numbers of chapters and rules on a title's page."""
    return rules_page.numbers(rules_page.read(menagerie.load(title)))


def steps(title: str) -> set[str]:
    """The points of numbered lists: the second one below rule 7.3 may be cited as 7.3.2."""
    page, found = rules_page.read(menagerie.load(title)), set()
    for rule in rules(title):
        if "." in rule:
            found |= {f"{rule}.{n}" for n in re.findall(r"^(\d+)\. ", rules_page.section(page, rule), re.MULTILINE)}
    return found


def cited_in(source: str) -> set[str]:
    """The numbers of rules that a source cites."""
    groups = [*IN_WORDS.findall(source), *IN_BRACKETS.findall(source), *IN_QUOTES.findall(source)]
    return {number for group in groups for number in re.findall(NUMBER, group)}


def names_of_tests(title: str) -> list[str]:
    """The names of a title's tests."""
    files = sorted((TESTS / menagerie.load(title).folder.name).rglob("test_*.py"))
    return re.findall(r"def (test_\w+)", "\n".join(file.read_text(encoding="utf-8") for file in files))


def has_number(test: str, number: str) -> bool:
    """Whether a test's name has this number."""
    return re.search(rf"(?<!\d_)(?<!\d){number.replace('.', '_')}(?!\d)", test) is not None


def named_in(test: str) -> list[str]:
    """The chapters and rules that a test's name has: `test_rule_1_1_and_8_1_kinds`."""
    return [
        f"{chapter}.{rule}" for chapter, rule in re.findall(r"(?:rule|switch|and)_(\d+)_(\d+)(?![a-zA-Z0-9])", test)
    ]


@pytest.mark.parametrize("title", TITLES)
def test_every_rule_has_a_test_with_its_number(title: str) -> None:
    tests = names_of_tests(title)
    numbers = [number for number in rules(title) if "." in number]
    assert numbers, "the page has no numbered rules"
    untested = [number for number in numbers if not any(has_number(test, number) for test in tests)]
    assert untested == []


@pytest.mark.parametrize("title", TITLES)
def test_every_rule_that_a_test_names_is_on_the_page(title: str) -> None:
    named = {number: test for test in names_of_tests(title) for number in named_in(test)}
    assert named
    assert {number: test for number, test in named.items() if number not in rules(title)} == {}


@pytest.mark.parametrize("title", TITLES)
def test_every_rule_that_the_code_cites_is_on_the_page(title: str) -> None:
    folder = menagerie.load(title).folder
    known, unknown, cited = {*rules(title), *steps(title)}, [], set()
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
        if "display" in path.parts:
            continue  # full of other numbers
        here = cited_in(path.read_text(encoding="utf-8"))
        unknown += [f"{path.relative_to(folder)}: {number}" for number in sorted(here - known)]
        cited |= here
    assert unknown == []
    assert len(cited) > len(known) / 3, "the code hardly says which rules it follows"


@pytest.mark.parametrize("title", TITLES)
def test_rule_numbers_stand_once_and_rise(title: str) -> None:
    numbers = [tuple(map(int, number.split("."))) for number in rules(title)]
    assert len(set(numbers)) == len(numbers)
    assert numbers == sorted(numbers)


@pytest.mark.parametrize(
    ("test", "number", "found"),
    [
        ("test_rule_1_1_and_8_1_kinds", "8.1", True),
        ("test_rule_1_10_kinds", "1.1", False),
        ("test_rule_11_1_kinds", "1.1", False),
        ("test_rule_2_1_1_deep", "1.1", False),
        ("test_rule_2_1_1_deep", "2.1", True),
    ],
)
def test_numbers_in_names(test: str, number: str, found: bool) -> None:
    assert has_number(test, number) is found


def test_the_numbers_that_names_have() -> None:
    assert named_in("test_rule_1_1_and_8_10_kinds") == ["1.1", "8.10"]
    assert named_in("test_rule_2_1_1_deep") == ["2.1"]


@pytest.mark.parametrize(
    ("source", "cited"),
    [
        ('return Refusal("Truck 1 is empty.", "2.4")', {"2.4"}),
        ('    "10.18",', {"10.18"}),
        ('"""Rules 6.1, 6.3 and 7.2: the trucks are back."""', {"6.1", "6.3", "7.2"}),
        ("# two steps more (rule 3), and the end in sight (7.1)", {"3", "7.1"}),
        ('help = "Rule 5.4 is left out."', {"5.4"}),
        ("rulebook 7.4", set()),
        ("scale(1.5)", set()),
    ],
)
def test_citations(source: str, cited: set[str]) -> None:
    assert cited_in(source) == cited
