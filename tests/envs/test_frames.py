"""Frames: the table as pixels, for videos, for windows, and for programs that always ask for them."""

import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray
from pettingzoo.test import render_test

import menagerie
from menagerie import BadSetup, _extras, envs
from menagerie.core.display.scene import Scene, label, look, use
from menagerie.envs.single import environment_id

pytest.importorskip("resvg_py", reason="the extra render is not installed")

from tests.tiers import COMPLETE

from menagerie.envs.raster import HEIGHT, WIDTH, frame
from menagerie.envs.styles import SVG, inlined, known

pygame = pytest.importorskip("pygame")

IDS = {title: environment_id(menagerie.load(title)) for title in COMPLETE}


def shown() -> NDArray[Any]:
    """What the window shows."""
    return np.swapaxes(pygame.surfarray.array3d(pygame.display.get_surface()), 0, 1)


@pytest.mark.parametrize("title", COMPLETE)
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
def test_environments_are_drawn_as_pettingzoo_wants_it(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(lambda render_mode: envs.aec(title, 2, render_mode=render_mode))


@pytest.mark.parametrize("title", COMPLETE)
def test_a_game_is_recorded_as_a_video(title: str, tmp_path: Path) -> None:
    pytest.importorskip("moviepy", reason="Gymnasium records videos with it")
    env = gymnasium.make(IDS[title], players=2, longest=4, render_mode="rgb_array")
    env = gymnasium.wrappers.RecordVideo(
        env, str(tmp_path / "videos"), episode_trigger=lambda number: True, disable_logger=True
    )
    _, info = env.reset(seed=1)
    ended = truncated = False
    while not (ended or truncated):
        _, _, ended, truncated, info = env.step(np.flatnonzero(info["action_mask"])[0])
    env.close()
    assert (tmp_path / "videos" / "rl-video-episode-0.mp4").stat().st_size > 1000


def test_stable_baselines_makes_a_vector_of_environments() -> None:
    make_vec_env = pytest.importorskip("stable_baselines3.common.env_util").make_vec_env
    assert make_vec_env(IDS["zooloretto-mini"], n_envs=4).reset().shape[0] == 4


def test_a_window_shows_every_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = gymnasium.make(IDS["zooloretto-mini"], render_mode="human")
    _, info = env.reset(seed=1)
    before = shown()
    for _ in range(3):
        _, _, _, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    assert env.render() is None
    assert before.shape == (HEIGHT, WIDTH, 3)
    assert (shown() != before).any()
    env.close()
    assert not pygame.display.get_init()


def test_without_a_display_there_is_no_window_but_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(BadSetup, match=r'There is no display for a window .* Use render_mode="rgb_array"\.'):
        envs.aec("zooloretto-mini", 2, render_mode="human").reset()


@pytest.mark.parametrize("title", COMPLETE)
def test_a_frame_shows_the_table_in_its_colours(title: str) -> None:
    env = envs.aec(title, 2, render_mode="rgb_array")
    env.reset(seed=3)
    pixels = env.render()
    assert isinstance(pixels, np.ndarray)
    assert pixels.shape == (HEIGHT, WIDTH, 3)
    assert pixels.dtype == np.uint8
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 500, "drawn in many colours"
    assert (pixels.reshape(-1, 3) == 0).all(axis=1).mean() < 0.001, "nothing is black, as shapes without a colour are"
    assert env.render() is pixels, "the same table is not drawn again"


def test_a_frame_has_the_same_size_whatever_the_table() -> None:
    for width, height in ((300, 900), (900, 300)):
        assert frame(Scene(width, height).svg()).shape == (HEIGHT, WIDTH, 3)


def test_no_pixels_are_needed_until_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some programs make every environment with "rgb_array" and never draw it."""
    monkeypatch.setitem(_extras.EXTRAS, "render", ("no_such_package",))
    env = gymnasium.make(IDS["zooloretto-mini"], render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(ImportError, match="Packages for pictures as pixels are missing"):
        env.render()


def test_drawing_brings_no_pixels_along() -> None:
    seen = "import sys, menagerie.envs; assert not {'resvg_py', 'pygame', 'tinycss2'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", seen], check=True)


# Styles.


def drawn(style: str, body: str, drawing: str = '<path class="sil" d="M0 0h1"/>') -> ElementTree.Element:
    """A picture with one drawing, `owl`, after its styles were written on its elements."""
    scene = Scene(10, 10, style)
    scene.define("owl", f'<symbol id="owl">{drawing}</symbol>')
    scene.put("piece", body)
    return ElementTree.fromstring(inlined(scene.svg()))


def label_rule() -> str:
    """How labels on composed tables are declared."""
    return look().split(".scene.composed .label {")[1].split("}")[0]


def style_of(picture: ElementTree.Element, path: str) -> str:
    found = picture.find(path)
    assert found is not None
    return found.get("style", "")


def test_a_custom_property_is_written_out() -> None:
    picture = drawn(".scene .box { fill: var(--lamp); }", '<rect class="box"/>')
    assert style_of(picture, f".//{SVG}rect[@class='box']") == "fill:#ffcf5a"


def test_rounded_corners_are_an_attribute() -> None:
    picture = drawn(".scene .card { rx: 12px; }", '<rect class="card"/>')
    card = picture.find(f".//{SVG}rect[@class='card']")
    assert card is not None
    assert card.get("rx") == "12"
    assert "rx" not in card.get("style", "")


@pytest.mark.parametrize(("scale", "larger"), [("0.4", "2"), ("1", "1"), ("2.5", "0.5")])
def test_what_is_to_be_read_is_about_as_large_on_a_small_board_as_on_a_large_one(scale: str, larger: str) -> None:
    body = f'<g class="composed" style="--scale: {scale}">{label(1, 1, "<path/>")}</g>'
    picture = drawn(".scene .composed .label { " + label_rule() + " }", body)
    assert style_of(picture, f".//{SVG}g[@class='label']") == f"transform:scale({larger})"


def test_the_more_special_of_two_rules_wins() -> None:
    picture = drawn(".scene .box.done { fill: #111; } .scene .box { fill: var(--lamp); }", '<rect class="box done"/>')
    assert style_of(picture, f".//{SVG}rect[@class='box done']") == "fill:#111"


def test_a_drawing_takes_the_colours_of_where_it_is_used() -> None:
    body = use("owl", 0, 0, 40) + use("owl", 0, 0, 40, "lit") + use("owl", 9, 9, 40, "lit")
    picture = drawn(".scene .lit { --sil: #abcdef; }", body)
    usual, lit, again = [element.get("href") for element in picture.iter(f"{SVG}use")]
    assert (usual, lit) == ("#owl", again)
    assert "fill:#5b4a3a" in style_of(picture, f".//{SVG}symbol[@id='owl']/{SVG}path")
    assert "fill:#abcdef" in style_of(picture, f".//{SVG}symbol[@id='{str(lit)[1:]}']/{SVG}path")


def test_small_drawings_are_silhouettes() -> None:
    picture = drawn("", use("owl", 0, 0, 10), '<path class="coat hue-rust" d="M0 0h1"/>')
    small = str(next(picture.iter(f"{SVG}use")).get("href"))[1:]
    assert style_of(picture, f".//{SVG}symbol[@id='owl']/{SVG}path") == "fill:#b9683a"
    assert style_of(picture, f".//{SVG}symbol[@id='{small}']/{SVG}path") == "fill:#5b4a3a"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("var(--ink)", "#123456"),
        ("2px solid var( --ink , red)", "2px solid #123456"),
        ("var(--none, var(--ink))", "#123456"),
        ("var(--none, rgb(1 2 3))", "rgb(1 2 3)"),
        ("var(--none)", "var(--none)"),
        ("rgb(255 255 255 / 55%)", "rgba(255,255,255,0.55)"),
        ("scale(calc(clamp(0.8, var(--scale, 1), 1.25) / var(--scale, 1)))", "scale(1.6)"),
        ("calc(1 + 2 * 3 - 8 / 4)", "5"),
        ("max(min(2, 3), 1)", "2"),
        ("calc(100% - 2px)", "calc(100% - 2px)"),
    ],
)
def test_values_are_written_out(value: str, written: str) -> None:
    assert known(value, {"--ink": "#123456", "--scale": "0.5"}) == written
