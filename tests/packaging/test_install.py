"""What a stranger does: clones the repository, installs it into an empty environment, and plays.

`pip` builds in isolation: what compiles is downloaded for the purpose, and nothing of this checkout is used but what
the user's cache holds of the very same sources (dev/compile_cache.py).
"""

import os
import re
import sys
from pathlib import Path

import pytest

from dev import build
from tests.packaging.strangers import SUPPORTED, Environment, call, clone, other_pythons, source_distribution, unpack

# Minutes on two quiet cores where nothing is in the cache yet, and an hour on a busy machine (dev/check/steps.py).
pytestmark = pytest.mark.timeout(3500)

IS_COMPILED = not build.compiler_problem()
THIS = ".".join(map(str, sys.version_info[:2]))
COMPILED = "import menagerie; print(menagerie.COMPILED)"
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return clone(tmp_path_factory.mktemp("sources"))


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory, sources: Path) -> Path:
    return source_distribution(sources, tmp_path_factory.mktemp("archive"))


def from_scratch(folder: Path) -> dict[str, str]:
    """What an installer is told that shall find nothing compiled; what it downloads may lie in its own cache."""
    pip = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pip"
    return {"XDG_CACHE_HOME": str(folder / "cache"), "PIP_CACHE_DIR": os.environ.get("PIP_CACHE_DIR", str(pip))}


def test_a_clone_installs_compiled_and_plays(sources: Path, tmp_path: Path) -> None:
    environment = Environment(tmp_path)
    environment.install(".", cwd=sources)
    assert environment.run(COMPILED) == str(IS_COMPILED)
    environment.plays()


def test_the_source_distribution_installs_compiled_and_plays(archive: Path, tmp_path: Path) -> None:
    environment = Environment(tmp_path)
    environment.install(archive)
    assert environment.run(COMPILED) == str(IS_COMPILED)
    environment.plays()


def test_the_source_distribution_has_everything_that_its_pages_link_to(archive: Path, tmp_path: Path) -> None:
    root = unpack(archive, tmp_path)
    assert not list(root.rglob("*.so"))
    missing = [
        f"{page.relative_to(root)}: {target}"
        for page in [root / "README.md", *root.glob("*.md"), *root.glob("docs/*.md")]
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if "://" not in target and not target.startswith("mailto:") and not (page.parent / target).exists()
    ]
    assert missing == []


@pytest.mark.long
def test_it_compiles_from_scratch(sources: Path, tmp_path: Path) -> None:
    environment = Environment(tmp_path)
    environment.install(".", cwd=sources, **from_scratch(tmp_path))
    assert environment.run(COMPILED) == str(IS_COMPILED)
    environment.plays()


@pytest.mark.long
@pytest.mark.parametrize("version", [version for version in SUPPORTED if version != THIS])
def test_it_compiles_on_every_other_python(version: str, sources: Path, tmp_path: Path) -> None:
    python = other_pythons().get(version)
    if python is None:
        pytest.skip(f"no other Python {version} was found on PATH, under pyenv or in MENAGERIE_PYTHONS")
    environment = Environment(tmp_path, python)
    environment.install(".", cwd=sources, **from_scratch(tmp_path))
    assert environment.run(COMPILED) == str(IS_COMPILED)
    environment.plays()


def commands_of(heading: str, page: str) -> list[str]:
    """Return the commands of the first block below a heading, without their comments."""
    block = page.partition(f"## {heading}\n")[2].partition("```sh\n")[2].partition("```")[0]
    return [line.partition("  #")[0].strip() for line in block.splitlines()]


@pytest.mark.long
def test_the_page_about_operating_installs_and_upgrades(sources: Path, tmp_path: Path) -> None:
    page = (sources / "docs" / "operating.md").read_text(encoding="utf-8")
    first = commands_of("From a bare machine to a public site", page)
    upgrade = commands_of("Restarts and upgrades", page)
    installs = [line for line in [*first, *upgrade] if re.match(r"git|cd|python3|/opt/menagerie/bin", line)]
    assert len([line for line in installs if "pip install --no-deps ." in line]) == 2
    opt = tmp_path / "opt"
    opt.mkdir()
    script = "\n".join(installs).replace("ADDRESS-OF-THE-REPOSITORY", str(sources)).replace("/opt", str(opt))
    done = call("sh", "-e", "-c", script, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    python = opt / "menagerie" / "bin" / "python"
    assert call(python, "-c", COMPILED, cwd=tmp_path).stdout.strip() == str(IS_COMPILED)
    settings = ("serve", "--config", opt / "menagerie-source" / "deploy" / "server.toml", "--settings")
    shown = call(python.parent / "menagerie", *settings, cwd=tmp_path)
    assert "public_url" in shown.stdout, shown.stderr
