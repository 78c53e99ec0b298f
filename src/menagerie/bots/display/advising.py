"""Hints as a page of a notebook shows them."""

from __future__ import annotations

from html import escape

from menagerie.bots.hints import Hint


def page(hint: Hint) -> str:
    """The turn step by step, why, how sure that is, and what else could be done."""
    steps = [f"<li><b>{escape(step.decision)}</b> {escape(step.words)}</li>" for step in hint.best.steps]
    why = [f"<p>{escape(line)}</p>" for line in hint.lines()[len([step for step in hint.best.steps if step.words]) :]]
    return f"<p>Hint, as the {escape(hint.bot)} sees it:</p><ol>{''.join(steps)}</ol>{''.join(why)}"
