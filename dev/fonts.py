"""Make the fonts that the pages and pictures use: `python dev/fonts.py`, only when they are to change.

They are Inter (SIL Open Font License), cut down to the letters and weights that the product uses. Needs npm, which
fetches the package, and fonttools with brotli in the Python that runs this.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

PACKAGE: Final = "inter-ui@4.1.1"
FOLDER: Final = Path(__file__).parents[1] / "src" / "menagerie" / "web" / "static" / "fonts"
FRAMES: Final = Path(__file__).parents[1] / "src" / "menagerie" / "envs" / "fonts"
"""What draws frames reads no woff2."""
MARKS: Final = "U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039-203A,U+20AC"
SHAPES: Final = "U+2190-2193,U+2196-2199,U+2212,U+221E,U+25BA,U+25CB,U+25CF,U+2605-2606,U+2713"
PICTURES: Final = "U+0020-007E,U+221E"
"""What is written on tables, in English."""
PAGES: Final = f"U+0020-007E,U+00A0-017F,{MARKS},{SHAPES}"
"""The pages show players' names, too, in more languages. shared/app.css repeats these as `unicode-range`."""


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        package = fetched(Path(scratch))
        made(package, "inter", PAGES, "kern,tnum,ccmp,locl,mark,mkmk")
        made(package, "inter-pictures", PICTURES, "tnum")
        shutil.copy(package / "inter-pictures.bold.ttf", FRAMES / "inter-pictures.ttf")
        for folder in (FOLDER, FRAMES):
            shutil.copy(package / "LICENSE.txt", folder / "OFL.txt")


def fetched(scratch: Path) -> Path:
    """Download the package; return its folder."""
    packed = subprocess.run(
        ["npm", "pack", "--silent", PACKAGE], cwd=scratch, check=True, capture_output=True, text=True
    ).stdout.split()[-1]
    with tarfile.open(scratch / packed) as archive:
        archive.extractall(scratch, filter="data")
    return scratch / "package"


def made(package: Path, name: str, letters: str, features: str) -> None:
    """Write a variable font from regular to bold that has only these letters and OpenType features."""
    whole, few = package / "variable" / "InterVariable.woff2", package / f"{name}.ttf"
    run("fontTools.subset", whole, f"--unicodes={letters}", f"--layout-features={features}", f"--output-file={few}")
    bold = few.with_suffix(".bold.ttf")
    run("fontTools.varLib.instancer", few, "opsz=14", "wght=400:700", f"--output={bold}")
    run("fontTools.ttLib.woff2", "compress", "-o", FOLDER / f"{name}.woff2", bold)


def run(module: str, *arguments: object) -> None:
    subprocess.run([sys.executable, "-m", module, *map(str, arguments)], check=True)


if __name__ == "__main__":
    main()
