"""Options: what they take, what they refuse, and that text goes both ways."""

import re
from typing import Any

import pytest

import menagerie
from menagerie import BadContent, BadSetup
from menagerie.core.content import Entry
from menagerie.core.option import Option

SHORT = Option("short", "flag", False, ("no", "yes"), "a shorter game")
RULES = Option("rules", "choice", "rulebook", ("rulebook", "site"), "whose rules")
KINDS = Option("kinds", "names", (), ("llama", "rhino", "wolf"), "which kinds")


@pytest.mark.parametrize(
    ("option", "given", "read"),
    [
        (SHORT, None, False),
        (SHORT, True, True),
        (SHORT, "yes", True),
        (SHORT, "TRUE", True),
        (SHORT, 1, True),
        (SHORT, "no", False),
        (SHORT, "0", False),
        (RULES, None, "rulebook"),
        (RULES, "site", "site"),
        (KINDS, None, ()),
        (KINDS, "", ()),
        (KINDS, "wolf, llama", ("llama", "wolf")),
        (KINDS, ["wolf"], ("wolf",)),
        (KINDS, ("rhino", "llama"), ("llama", "rhino")),
    ],
)
def test_what_is_read(option: Option, given: Any, read: Any) -> None:
    assert option.read(given) == read
    assert option.read(option.write(read)) == read


@pytest.mark.parametrize(
    ("option", "given", "problem"),
    [
        (SHORT, "perhaps", "The option short takes yes or no, not 'perhaps'."),
        (SHORT, 2, "The option short takes yes or no, not 2."),
        (RULES, "house", "The option rules takes one of rulebook, site, not 'house'."),
        (RULES, True, "The option rules takes one of rulebook, site, not True."),
        (KINDS, "wolf,bear", "The option kinds takes names from llama, rhino, wolf; 'bear' isn't one of them."),
        (KINDS, "wolf,wolf", "The option kinds names something twice: wolf, wolf."),
        (KINDS, 3, "The option kinds takes names from llama, rhino, wolf, not 3."),
    ],
)
def test_what_is_refused(option: Option, given: Any, problem: str) -> None:
    with pytest.raises(BadSetup) as caught:
        option.read(given)
    assert str(caught.value) == problem


def test_options_come_from_a_title_file() -> None:
    flag = {"name": "short", "type": "flag", "default": True, "help": "a shorter game"}
    choice = {"name": "rules", "type": "choice", "default": "b", "choices": ["a", "b"], "help": "whose"}
    names = {"name": "kinds", "type": "names", "choices": ["a", "b"], "help": "which"}
    found = [Option.from_content(Entry(values, "title.toml")) for values in (flag, choice, names)]
    assert [(option.name, option.type, option.default) for option in found] == [
        ("short", "flag", True),
        ("rules", "choice", "b"),
        ("kinds", "names", ()),
    ]
    assert found[1].choices == ("a", "b")
    assert found[1].help == "whose"


@pytest.mark.parametrize("change", [{"type": "colour"}, {"default": "yes"}, {"help": ""}, {"name": 3}])
def test_a_wrong_entry_is_named(change: dict[str, object]) -> None:
    values = {"name": "short", "type": "flag", "default": True, "help": "a shorter game", **change}
    with pytest.raises(BadContent, match=r"^title.toml, \[\[option\]\] number 1: .* must be"):
        Option.from_content(Entry({"option": [values]}, "title.toml").entries("option")[0])


def test_a_form_shows_words_where_the_title_has_some() -> None:
    written = {"name": "board_size", "type": "choice", "choices": ["3h", "4h"], "default": "3h", "help": "How large."}
    plain = Option.from_content(Entry(written, "title.toml"))
    assert (plain.heading, plain.words) == ("Board size", ("3h", "4h"))
    told = Option.from_content(Entry({**written, "heading": "Board", "words": ["3 houses", "4 houses"]}, "title.toml"))
    assert (told.heading, told.words, told.read("4h")) == ("Board", ("3 houses", "4 houses"), "4h")
    with pytest.raises(BadContent, match="it must be a list of 2 texts, one for each of the choices"):
        Option.from_content(Entry({**written, "words": ["3 houses"]}, "title.toml"))


@pytest.mark.parametrize("title", menagerie.titles())
def test_the_options_of_the_titles_are_told_in_words(title: str) -> None:
    for option in menagerie.load(title).options:
        assert option.heading[0].isupper()
        assert option.help[0].isupper()
        assert option.help.endswith(".")
        assert not [words for words in option.words if re.search(r"[-_]\d|^\d[a-z]$", words)]
