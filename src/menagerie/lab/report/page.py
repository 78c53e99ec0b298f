"""A report as one HTML file: readable by day, by night and on a phone, with all data inside."""

from __future__ import annotations

import base64
import csv
import io
import platform
from collections.abc import Sequence
from html import escape
from typing import Final

from menagerie.lab.report.plots import Pictures
from menagerie.lab.report.sections import Figure, Section, in_short, sections
from menagerie.lab.report.study import Study, name_of

STYLE: Final = """
:root { --ground: #e7efe6; --sheet: #f4ecd8; --edge: #c9b98f; --ink: #1d2a24; --soft: #47574e; --line: #b9b08f;
  --dot: #0072b2; --fair: #d55e00; --link: #1f5f8f; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --ground: #12201b; --sheet: #1d3129; --edge: #3c5447; --ink: #efe8d6;
  --soft: #bfc9bd; --line: #4c6356; --dot: #6cb8ea; --fair: #f0a04b; --link: #9fd0f0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.4rem; margin: 3rem 0 .5rem; }
h3 { font-size: 1.12rem; margin: 0 0 .5rem; }
section { background: var(--sheet); border: 1px solid var(--edge); border-radius: .6rem; padding: 1rem; }
section { margin: 1rem 0; }
p { margin: .5rem 0; }
.soft, summary, figcaption { color: var(--soft); }
a { color: var(--link); }
figure { margin: 1rem 0 0; }
svg { width: 100%; max-width: 32rem; height: auto; display: block; }
svg text { font-family: system-ui, sans-serif !important; }
summary { cursor: pointer; min-height: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; margin: .5rem 0; }
th, td { text-align: left; padding: .25rem .7rem .25rem 0; border-bottom: 1px solid var(--edge); vertical-align: top; }
code { font-size: .85rem; overflow-wrap: anywhere; }
@media print { section { break-inside: avoid; } }
"""
INTRODUCTION: Final = (
    "Games that bots played, counted. Brackets are 95 % confidence intervals: made this way for many figures, about 19 "
    "of 20 contain the true one. A page shows many, so some of them miss; what is said to stand out does so also when "
    "all that is compared with it is counted in (Bonferroni). What bots do is not what people do; what they do to each "
    "other from different seats says something about the game."
)


def page(studies: Sequence[Study], date: str = "") -> str:
    """One page of these studies; with a date only if one is given, so that the same studies make the same page."""
    pictures = Pictures()
    names = list(dict.fromkeys([name_of(study.title) for study in studies]))
    title = f"{', '.join(names)}: what the games say"
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style></head><body><main>",
        f"<h1>{escape(title)}</h1>",
        f'<p class="soft">{INTRODUCTION}</p>',
    ]
    if date:
        parts.append(f'<p class="soft">{escape(date)}</p>')
    for study in studies:
        parts += _chapter(study, pictures, len(studies) > 1)
    return "\n".join([*parts, "</main></body></html>", ""])


def _chapter(study: Study, pictures: Pictures, has_heading: bool) -> list[str]:
    parts = [f"<h2>{escape(name_of(study.title))}</h2>"] if has_heading else []
    parts.append("<section><h3>In short</h3>")
    parts += [f"<p>{escape(words)}</p>" for words in in_short(study)]
    parts.append("</section>")
    for section in sections(study, pictures):
        parts += _section(section)
    return [*parts, *_made(study)]


def _section(section: Section) -> list[str]:
    parts = [f"<section><h3>{escape(_capital(section.heading))}</h3>"]
    parts += [f"<p>{escape(words)}</p>" for words in section.words]
    for figure in section.figures:
        parts += ["<figure>", figure.svg, *_table(figure), "</figure>"]
    return [*parts, "</section>"]


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _table(figure: Figure) -> list[str]:
    """The figures behind a picture, to be read and to be taken along."""
    parts = [f"<details><summary>The figures: {escape(figure.name)}</summary>", '<div class="wide"><table><thead><tr>']
    parts += [f'<th scope="col">{escape(column)}</th>' for column in figure.columns]
    parts.append("</tr></thead><tbody>")
    for row in figure.rows:
        cells = "".join([f"<td>{escape(cell)}</td>" for cell in row])
        parts.append(f"<tr>{cells}</tr>")
    file = f"{figure.name.replace(' ', '-').replace(',', '').lower()}.csv"
    parts.append(
        f'</tbody></table></div><p><a download="{escape(file)}" href="data:text/csv;base64,{_csv(figure)}">'
        "Take them along (CSV)</a></p></details>"
    )
    return parts


def _csv(figure: Figure) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(figure.columns)
    writer.writerows(figure.rows)
    return base64.b64encode(out.getvalue().encode()).decode()


def _made(study: Study) -> list[str]:
    about = study.table.about
    warning = " A bot played by the clock, so another run has other games." if about["depends_on_time"] else ""
    return [
        "<section><h3>How this was made</h3>",
        f"<p><code>{escape(about['command'])}</code></p>",
        f'<p class="soft">Menagerie {escape(about["version"])}, rules version {about["rules_version"]}, page made with '
        f"Python {platform.python_version()}. Every seat is played by the same bot unless a lineup has several; deals "
        f"are made from the seed, and the same command makes the same games.{warning}</p>",
        "</section>",
    ]
