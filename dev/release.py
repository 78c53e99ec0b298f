"""The release checklist: `python -m dev.release` checks what can be checked and says what is left to do.

It changes nothing and uploads nothing. Exit code 1 while something is left.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MIGRATIONS = Path("src/menagerie/server/store/migrations")
BY_HAND = """by hand, when everything above is ok:
  git tag -s v{version} && git push origin v{version}
  python -m twine upload dist/menagerie-{version}*
  publish the section of CHANGELOG.md as the notes of the release
"""


def versions_agree(root: Path) -> str:
    """The version is the same in the package, pyproject.toml, CITATION.cff and CHANGELOG.md."""
    found = {
        "pyproject.toml": project(root)["version"],
        "versions.py": first(root, "src/menagerie/versions.py", r'^VERSION: Final = "(.+)"$'),
        "CITATION.cff": first(root, "CITATION.cff", r"^version: (.+)$"),
        "CHANGELOG.md": first(root, "CHANGELOG.md", r"^## ([\d.]+)"),
    }
    return "" if len(set(found.values())) == 1 else ", ".join(f"{name} has {found[name]}" for name in found)


def dates_agree(root: Path) -> str:
    """The newest section of CHANGELOG.md has a date, and CITATION.cff the same."""
    changed = first(root, "CHANGELOG.md", r"^## [\d.]+ \((\d{4}-\d\d-\d\d)\)$")
    cited = first(root, "CITATION.cff", r"^date-released: (.+)$")
    return "" if changed == cited else f"CHANGELOG.md has {changed}, CITATION.cff {cited}"


def changelog_is_cut(root: Path) -> str:
    """Nothing in CHANGELOG.md is unreleased."""
    return "give the section 'Unreleased' a version and a date" if "Unreleased" in read(root, "CHANGELOG.md") else ""


def migrations_are_frozen(root: Path) -> str:
    """Every migration is in released.toml, in its old place: people's databases know them by number."""
    released = [name for names in tomllib.loads(read(root, MIGRATIONS / "released.toml")).values() for name in names]
    there = sorted(path.stem for path in (root / MIGRATIONS / "versions").glob("[0-9]*.py"))
    lost = [name for number, name in enumerate(released) if there[number : number + 1] != [name]]
    if lost:
        return f"{lost[0]} was released and is not there under its number"
    added = there[len(released) :]
    return f"add {', '.join(added)} to released.toml" if added else ""


def licence_is_complete(root: Path) -> str:
    """Every file with a licence of its own is named in pyproject.toml, so that wheels bring it."""
    named = {path for pattern in project(root)["license-files"] for path in root.glob(pattern)}
    found = [path for path in (root / "src").rglob("OFL*") if path not in named]
    missing = [str(path.relative_to(root)) for path in found]
    return f"add {', '.join(missing)} to license-files" if missing else ""


def tree_is_clean(root: Path) -> str:
    """Everything is committed."""
    return "commit or discard your changes" if git(root, "status", "--porcelain") else ""


def tests_have_passed(root: Path) -> str:
    """`./menagerie test --long` has passed on this very commit."""
    try:
        last = json.loads((root / "build" / "reports" / "last.json").read_bytes())
    except (OSError, ValueError):
        last = {}
    if last.get("commit") != git(root, "rev-parse", "HEAD") or not last.get("clean") or last.get("mode") != "long":
        return "run ./menagerie test --long on this commit"
    return "" if last.get("ok") else "./menagerie test --long has failed"


def files_are_built(root: Path) -> str:
    """dist/ has the source distribution and a wheel for every Python that is promised."""
    name = f"menagerie-{project(root)['version']}"
    pattern = re.compile(r"Programming Language :: Python :: 3\.(\d+)$")
    minors = [found[1] for line in project(root)["classifiers"] if (found := pattern.match(line))]
    missing = [f"cp3{minor}" for minor in minors if not list((root / "dist").glob(f"{name}-cp3{minor}-*.whl"))]
    missing += [] if (root / "dist" / f"{name}.tar.gz").is_file() else ["the source distribution"]
    return f"build {', '.join(missing)} into dist/" if missing else ""


CHECKS: tuple[Callable[[Path], str], ...] = (
    versions_agree,
    dates_agree,
    changelog_is_cut,
    migrations_are_frozen,
    licence_is_complete,
    tree_is_clean,
    tests_have_passed,
    files_are_built,
)


def read(root: Path, name: str | Path) -> str:
    return (root / name).read_text(encoding="utf-8")


def first(root: Path, name: str, pattern: str) -> str:
    """Return what the pattern finds first in a file."""
    found = re.search(pattern, read(root, name), re.MULTILINE)
    return found[1] if found else "none"


def project(root: Path) -> dict[str, str]:
    table: dict[str, str] = tomllib.loads(read(root, "pyproject.toml"))["project"]
    return table


def git(root: Path, *arguments: str) -> str:
    return subprocess.run(("git", *arguments), cwd=root, capture_output=True, text=True, check=True).stdout.strip()


def main(root: Path = ROOT) -> int:
    """Print the checklist; return the exit code."""
    left = 0
    for check in CHECKS:
        problem = check(root)
        left += bool(problem)
        print(f"{'to do' if problem else 'ok':<6} {check.__doc__}" + (f"\n       {problem}" if problem else ""))
    print(f"\n{BY_HAND.format(version=project(root)['version'])}", end="")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
