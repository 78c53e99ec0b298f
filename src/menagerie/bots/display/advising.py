"""Hints for notebooks."""

from __future__ import annotations

from html import escape

from menagerie.bots.hints import Hint


def page(hint: Hint) -> str:
    """Return the turn step by step, the reason, the certainty, and alternatives, as HTML."""
    steps = [f"<li><b>{escape(step.decision)}</b> {escape(step.words)}</li>" for step in hint.best.steps]
    why = [f"<p>{escape(line)}</p>" for line in hint.lines()[len([step for step in hint.best.steps if step.words]) :]]
    return f"<p>Hint by {escape(hint.bot)}:</p><ol>{''.join(steps)}</ol>{''.join(why)}"
