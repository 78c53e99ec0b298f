"""Runs to choose from, with buttons that say what each is best for."""

from __future__ import annotations

from menagerie.core.action import Action
from menagerie.core.display.choosing import button
from menagerie.games.eighteen_zoo.actions import Run
from menagerie.games.eighteen_zoo.display.wording import harvest_words
from menagerie.games.eighteen_zoo.phases.operating import bags_of, harvest_of, income_of
from menagerie.games.eighteen_zoo.running.harvest import Harvest
from menagerie.games.eighteen_zoo.state import Position


def harvests(state: Position, actions: list[Action]) -> dict[Action, Harvest]:
    """Return what the runs among these decisions bring."""
    found: dict[Action, Harvest] = {}
    for action in actions:
        if isinstance(action, Run) and action.legs:
            harvest = harvest_of(state, action)
            if isinstance(harvest, Harvest):
                found[action] = harvest
    return found


def suggestions(state: Position, runs: dict[Action, Harvest]) -> dict[Action, tuple[str, ...]]:
    """Return the path to each run: a button that says what it brings and what it is best for."""
    if not runs:
        return {}
    money = {action: income_of(state, state.operator, harvest) for action, harvest in runs.items()}
    kept = {action: bags_of(harvest.nuts) + money[action] for action, harvest in runs.items()}
    most_nuts, most_kept = max([one.nuts for one in runs.values()]), max(kept.values())
    most_money = max(money.values())
    paths: dict[Action, tuple[str, ...]] = {}
    for action, harvest in runs.items():
        best = ["most nuts"] if harvest.nuts == most_nuts else []
        best += ["most $N"] if money[action] == most_money > 0 else []
        best += ["best for keeping"] if kept[action] == most_kept else []
        words = harvest_words(state, harvest)
        label = f"Run for {words} ({', '.join(best)})" if best and len(runs) > 1 else f"Run for {words}"
        paths[action] = (button(label),)
    return paths
