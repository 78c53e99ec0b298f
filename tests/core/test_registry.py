"""Finding titles, and beginning games of them."""

import pytest

import menagerie
from menagerie import BadSetup, UnknownGame
from menagerie.core import registry
from menagerie.core.rng import SEED_BITS

TITLES = menagerie.titles()


def test_titles_are_known_by_their_id() -> None:
    assert "zooloretto-mini" in TITLES
    for id in TITLES:
        game = menagerie.load(id)
        assert (game.id, menagerie.load(id) is game) == (id, True)
        assert game.name in repr(game)


def test_the_catalog_describes_titles_without_their_pieces() -> None:
    described = registry.catalog()
    assert [game.id for game in described] == list(TITLES)
    for game in described:
        loaded = menagerie.load(game.id)
        assert (game.name, game.players, game.folder) == (loaded.name, loaded.players, loaded.folder)
        assert [option.name for option in game.options] == [option.name for option in loaded.options]


@pytest.mark.parametrize("id", TITLES)
def test_an_unknown_title_names_the_nearest(id: str) -> None:
    with pytest.raises(UnknownGame, match=f"did you mean '{id}'") as caught:
        menagerie.load(id[:-1] + "x")
    assert all(other in str(caught.value) for other in TITLES)


@pytest.mark.parametrize("id", ["", "chess", "../core", "zooloretto_mini"])
def test_what_is_no_title(id: str) -> None:
    with pytest.raises(UnknownGame):
        menagerie.load(id)


def test_a_title_from_elsewhere_can_be_registered() -> None:
    original = menagerie.load(TITLES[0])
    game = original.with_content(original.content_folder)
    game.id = "elsewhere"
    try:
        registry.register(game)
        assert menagerie.load("elsewhere") is game
        assert menagerie.titles()[-1] == "elsewhere"
    finally:
        registry._FOLDERS.pop("elsewhere", None)
        registry._LOADED.pop("elsewhere", None)
    assert menagerie.titles() == TITLES


@pytest.mark.parametrize("id", TITLES)
def test_bad_set_ups_say_what_is_allowed(id: str) -> None:
    game = menagerie.load(id)
    least, most = game.players[0], game.players[-1]
    for players in (least - 1, most + 1, -1, "3", 2.0, True):
        with pytest.raises(BadSetup, match=f"is for {least} to {most} players, not"):
            game.new(players=players)
    for seed in (-1, 1 << SEED_BITS, "7", 1.5, True):
        with pytest.raises(BadSetup, match="A seed is a whole number from 0 to"):
            game.new(seed=seed)
    with pytest.raises(BadSetup, match="has no option 'colour'; its options are: "):
        game.new(colour="red")
    with pytest.raises(BadSetup, match="has rules versions 1 to"):
        game.setup(least, 1, game.rules_version + 1, {})


@pytest.mark.parametrize("id", TITLES)
def test_without_a_number_of_players_the_smallest_and_without_a_seed_a_fresh_one(id: str) -> None:
    game = menagerie.load(id)
    first, second = game.new(), game.new()
    assert first.players == game.players[0]
    assert first.setup.seed != second.setup.seed


@pytest.mark.parametrize("id", TITLES)
def test_every_title_has_words_and_pictures(id: str) -> None:
    state = menagerie.load(id).new(seed=1)
    game, seat = state.game, state.to_act[0]
    action = state.legal(seat)[0]
    assert game.has_pictures
    assert game.words(state, seat, action) == game.pointing().words(state, seat, action) != str(action)
