"""Environments with their own extra alone, and without it."""

import subprocess
import sys

import pytest

from menagerie import _extras

OTHERS = sorted({*_extras.EXTRAS["research"]} - {*_extras.EXTRAS["envs"]})

# None in sys.modules is what Python takes for a module that is not there.
ALONE = f"""
import sys
sys.modules.update(dict.fromkeys({OTHERS!r}))
import menagerie.envs
env = menagerie.envs.aec("zooloretto-mini", players=2)
env.reset(seed=1)
env.step(int(env.last()[0]["action_mask"].argmax()))
try:
    import menagerie.envs.spiel
except ImportError as error:
    print(error)
"""


def test_with_their_own_extra_alone_they_play() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Packages for OpenSpiel are missing. Install them with "), done.stderr


def test_without_it_importing_them_is_an_import_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_extras.EXTRAS, "envs", ("no_such_package",))
    for module in [name for name in sys.modules if name.startswith("menagerie.envs")]:
        monkeypatch.delitem(sys.modules, module)
    with pytest.raises(pytest.skip.Exception):
        pytest.importorskip("menagerie.envs")
    with pytest.raises(ImportError, match=r"^Packages for environments are missing\."):
        import menagerie.envs  # noqa: F401
