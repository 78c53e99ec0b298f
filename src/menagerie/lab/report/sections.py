"""What a report says: sentences made of figures, pictures, and the tables behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from menagerie.core.seats import counted
from menagerie.lab import curve
from menagerie.lab.estimates import Estimate, difference, rounded
from menagerie.lab.match_stats import ERROR, wilson
from menagerie.lab.report.plots import Pictures
from menagerie.lab.report.study import Study, name_of
from menagerie.lab.report.words import above, amount, bot_words, less, of_players, percent, short_names
from menagerie.lab.summary import Cell, cells, comparisons, facts, pieces

PLACES: Final = ("first", "second", "third", "fourth", "fifth")
MANY: Final = 24
"""Pieces that one picture can show; the table has all."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture, and the table behind it."""

    name: str
    svg: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Section:
    """One question, and what the games say about it."""

    heading: str
    words: list[str]
    figures: list[Figure] = field(default_factory=list)


def sections(study: Study, pictures: Pictures) -> Iterator[Section]:
    """All of a study, in reading order; what it has no figures for is left out."""
    found = cells(study.table)
    own = [cell for cell in found if cell.content == "own"]
    about = study.table.about
    contests = [cell for cell in own if cell.has_first]
    if contests:
        yield first_player(contests, pictures)
    together = [cell for cell in own if not cell.is_contest]
    if together:
        yield winning(together, pictures)
    for name, fact in about["facts"].items():
        yield setup(own, name, fact, pictures)
    yield pace(own, pictures)
    yield choosing(own, pictures)
    if any(_has_points(cell) for cell in own):
        yield points([cell for cell in own if _has_points(cell)], pictures)
    for name, words in about["counts"].items():
        yield matters(own, name, words, pictures)
    if study.points:
        yield strength(study, pictures)
    if study.chances is not None:
        yield calibration(study.chances, pictures)
    if comparisons(found):
        yield variants(found, pictures)


def _has_points(cell: Cell) -> bool:
    """Whether points say more than who has won: a team's do not."""
    return cell.is_contest or cell.players == 1


# Balance.


def first_player(contests: Sequence[Cell], pictures: Pictures) -> Section:
    """Whether it is good to be first."""
    words = ["All seats are played by the same bot, so a seat that wins more often is the better place at the table."]
    rows: list[tuple[str, Estimate]] = []
    table: list[tuple[str, ...]] = []
    for name, cell in zip(short_names(contests), contests, strict=True):
        words.append(first_words(cell))
        ahead = cell.ahead()
        for place, won in cell.places().items():
            rows.append((f"{name}, {PLACES[place - 1]}", less(won, 1 / cell.players)))
            fair = f"{1 / cell.players:.1%}".replace("%", " %")
            table.append((cell.name, PLACES[place - 1], percent(won), fair, amount(ahead[place], True)))
    if len(contests) > 1:
        words.append(
            f"These are {2 * len(contests)} comparisons, each with an interval for it alone: of 20 such comparisons "
            "one looks clear by chance."
        )
    picture = pictures.dots(
        rows, "wins above a fair share, percentage points", "Wins by place in turn order", 0.0, percent=True
    )
    columns = ("games", "place in turn order", "won", "fair", "points ahead of the others' mean")
    return Section("Is it good to be first?", words, [Figure("wins by place in turn order", picture, columns, table)])


def first_share(cell: Cell) -> str:
    """How often who is first wins, in a sentence."""
    fair = f"{1 / cell.players:.1%}".replace("%", " %")
    return f"{of_players(cell)} who is first wins {percent(cell.places()[1])}; a fair share is {fair}."


def first_words(cell: Cell) -> str:
    """What the games of a cell say about who is first: of the wins, and of the points."""
    won, ahead = less(cell.places()[1], 1 / cell.players), cell.ahead()[1]
    return f"{first_share(cell)} {first_verdict(won, ahead)}"


def first_verdict(won: Estimate, ahead: Estimate) -> str:
    """What follows from the wins above a fair share and the points ahead of the others."""
    wins, points = _direction(won), _direction(ahead)
    by_wins = f"{above(won)} percentage points against a fair share"
    by_points = f"{amount(ahead, True)} points against the mean of the others"
    if wins and points:
        agree = "and also" if wins == points else "but"
        return f"Being first is {wins} in wins, {agree} {points} in points: {by_points}."
    if wins:
        return f"Being first is {wins} in wins. Points show no clear difference: {by_points}."
    if points:
        return f"Being first is {points} in points: {by_points}. Wins show no clear difference: {by_wins}."
    return f"Neither wins nor points show a clear difference: {by_wins}, and {by_points}."


def _direction(more: Estimate) -> str:
    """Whether this clearly helps or hurts; empty if neither is clear."""
    if not more.is_apart(0):
        return ""
    return "an advantage" if more.value > 0 else "a disadvantage"


def won_words(cell: Cell) -> str:
    """How many games of a cell were won, in a sentence."""
    return f"{of_players(cell)} {percent(cell.won())} of the games were won."


def winning(together: Sequence[Cell], pictures: Pictures) -> Section:
    """Return how often a team, or a solo player, wins."""
    rows = [(name, cell.won()) for name, cell in zip(short_names(together), together, strict=True)]
    words = [won_words(cell) for cell in together]
    words.append("How hard a game is depends on who plays: others would win more or fewer of the same games.")
    table = [(name, str(won.count), percent(won)) for name, won in rows]
    picture = pictures.dots(rows, "games won, %", "Games won", percent=True)
    return Section("How often is it won?", words, [Figure("games won", picture, ("games", "number", "won"), table)])


def setup(own: Sequence[Cell], name: str, fact: dict[str, Any], pictures: Pictures) -> Section:
    """Whether what a game begins with is balanced."""
    found = facts(own, name, fact["own"])
    against = (
        "the other seats of the same game" if fact["own"] and own[-1].is_contest else "all games with as many players"
    )
    words = [f"{fact['words']} Each is compared with {against}."]
    figures: list[Figure] = []
    has_wins = [value for value, known in found.items() if "wins" in known]
    if has_wins and not all(found[value]["wins"].low == found[value]["wins"].high for value in has_wins):
        shares = [(value, found[value]["wins"]) for value in has_wins]
        words.append(spread_words(name, shares, "wins", 100, "percentage points"))
        picture = pictures.dots(
            shares, "wins above the usual share, percentage points", f"Wins by {name}", 0.0, percent=True
        )
        table = [(value, str(one.count), above(one)) for value, one in shares]
        columns = (name, "cases", "wins above the usual share, percentage points")
        figures.append(Figure(f"wins by {name}", picture, columns, table))
    ahead = [(value, known["points"]) for value, known in found.items()]
    if any(_has_points(cell) for cell in own):
        words.append(spread_words(name, ahead, "points", 1, "points"))
        picture = pictures.dots(ahead, "points above the others", f"Points by {name}", 0.0)
        table = [(value, str(one.count), amount(one, True)) for value, one in ahead]
        figures.append(Figure(f"points by {name}", picture, (name, "games", "points above the others"), table))
    return Section(f"Balance: {name}", words, figures)


def spread_words(name: str, rows: Sequence[tuple[str, Estimate]], what: str, scale: int, unit: str) -> str:
    """How far apart values are, and how many of them clearly differ."""
    ordered = sorted(rows, key=lambda row: row[1].value)
    (worst, low), (best, high) = ordered[0], ordered[-1]
    clear = [value for value, one in ordered if one.is_apart(0, len(rows))]
    unclear = sum([one.is_apart(0) for _, one in ordered]) - len(clear)
    said = (
        f"In {what} {best} does best here ({rounded(scale * high.value, signed=True)} {unit}) and {worst} worst "
        f"({rounded(scale * low.value, signed=True)}). Taking all {len(rows)} together, "
    )
    said += f"these stand out clearly: {', '.join(clear)}." if clear else "none stands out clearly."
    if unclear:
        more = "more interval leaves" if unclear == 1 else "more intervals leave"
        said += f" {unclear} {more} out 0, as chance alone does with about {ERROR * len(rows):.1f} of {len(rows)}."
    return said


# Pace, choices, points.


def pace(own: Sequence[Cell], pictures: Pictures) -> Section:
    """How long games are."""
    words = ["A decision is one small choice (draw, load, place); a turn is all that a seat decides before another's."]
    table: list[tuple[str, ...]] = []
    for cell in own:
        short, usual, long = cell.lengths()
        words.append(
            f"{of_players(cell)} a game takes {amount(cell.decisions())} decisions in {amount(cell.turns())} turns; "
            f"of 20 games one is shorter than {short:.0f} decisions and one longer than {long:.0f}."
        )
        table.append(
            (cell.name, amount(cell.decisions()), f"{short:.0f} / {usual:.0f} / {long:.0f}", amount(cell.turns()))
        )
    first = own[0]
    decisions = [float(sum([row["decisions"] for row in game])) for game in first.games]
    picture = pictures.histogram(decisions, f"decisions of a game, {first.name}", "How many games are how long")
    columns = ("games", "decisions", "short / usual / long", "turns")
    return Section("How long does it take?", words, [Figure("length of games", picture, columns, table)])


def choosing(own: Sequence[Cell], pictures: Pictures) -> Section:
    """How many choices there are."""
    words: list[str] = []
    table: list[tuple[str, ...]] = []
    for cell in own:
        words.append(
            f"{of_players(cell)} a decision has {amount(cell.choices())} choices on average and {cell.most_choices()} "
            f"at most; {percent(cell.free())} of the decisions leave a choice at all."
        )
        table.append((cell.name, amount(cell.choices()), str(cell.most_choices()), percent(cell.free())))
    rows = [(name, cell.choices()) for name, cell in zip(short_names(own), own, strict=True)]
    picture = pictures.dots(rows, "choices of a decision", "Choices of a decision")
    columns = ("games", "choices of a decision", "at most", "decisions with a choice")
    return Section("How much is there to choose?", words, [Figure("choices", picture, columns, table)])


def points(own: Sequence[Cell], pictures: Pictures) -> Section:
    """Where points come from."""
    words: list[str] = []
    table: list[tuple[str, ...]] = []
    for cell in own:
        if cell.is_contest:
            words.append(
                f"{of_players(cell)} a seat has {amount(cell.score())} points, the best of a game "
                f"{amount(cell.winning_score())}, {amount(cell.winning_margin())} ahead of the second."
            )
        else:
            words.append(f"{of_players(cell)} the score is {amount(cell.score())}.")
        for name, (every, best) in cell.sources().items():
            table.append((cell.name, name, amount(every), "" if best is None else amount(best)))
    first = own[0]
    rows = [(name, every) for name, (every, _) in first.sources().items()]
    picture = pictures.dots(rows, f"points of a seat, {first.name}", "Points by what they are for", 0.0)
    columns = ("games", "what for", "points of a seat", "of a winner")
    return Section("Where do points come from?", words, [Figure("sources of points", picture, columns, table)])


def matters(own: Sequence[Cell], name: str, meaning: str, pictures: Pictures) -> Section:
    """How often each piece matters."""
    games = [game for cell in own for game in cell.games]
    found = pieces(games, name)
    if not found:
        return Section(f"What matters: {name}", [meaning, "It has not happened in any of these games."])
    ordered = sorted(found.items(), key=lambda item: (-item[1]["times"].value, item[0]))
    most, seldom = ordered[0], ordered[-1]
    words = [
        f"{meaning} That is counted here, over {counted(len(games), 'game', 'games')}.",
        f"Most often it is {most[0]}, {amount(most[1]['times'])} times a game; least often {seldom[0]}, "
        f"{seldom[1]['times'].value:.2f} times, in {percent(seldom[1]['games'])} of the games.",
    ]
    if any("ahead" in known for known in found.values()):
        words.append(
            "The last column of the table compares, within a game, the seats that had most of a piece with the others. "
            "That it goes with more points does not prove that it brings them: who is ahead may simply get more of "
            "everything."
        )
    rows = [(piece, known["times"]) for piece, known in ordered[:MANY]]
    picture = pictures.dots(rows, "times in a game", f"{name}, by piece")
    table = [
        (
            piece,
            f"{known['times'].value:.2f} ({known['times'].low:.2f} to {known['times'].high:.2f})",
            percent(known["games"]),
            amount(known["ahead"], True) if "ahead" in known else "",
        )
        for piece, known in ordered
    ]
    columns = ("piece", "times in a game", "games", "points ahead of who has most of it")
    return Section(f"What matters: {name}", words, [Figure(name, picture, columns, table)])


# Bots.


def strength(study: Study, pictures: Pictures) -> Section:
    """How much stronger a bot is with more time."""
    first, last = study.points[0], study.points[-1]
    rows = [(1000 * point.seconds, Estimate(point.share, *point.interval, point.games)) for point in study.points]
    against = f" against {', '.join(first.others)}" if first.others else ""
    more = difference(rows[-1][1], rows[0][1])
    if more.is_above(0):
        verdict = f"Thinking longer wins clearly more, by {above(more)} percentage points."
    elif more.is_below(0):
        verdict = f"Thinking longer wins clearly less, by {above(more)} percentage points."
    else:
        verdict = f"The difference, {above(more)} percentage points, is not clear."
    words = [
        f"The same bot with more and less time{against}. With {1000 * first.seconds:.1f} thousandths of a second "
        f"a turn it wins {percent(rows[0][1])}, with {1000 * last.seconds:.1f} it wins {percent(rows[-1][1])}.",
        verdict,
    ]
    table = [
        (point.name, f"{1000 * point.seconds:.1f} ms", str(point.games), percent(one))
        for point, (_, one) in zip(study.points, rows, strict=True)
    ]
    picture = pictures.line(rows, "CPU time of a turn, ms", curve.heading(study.points))
    columns = ("bot", "CPU time of a turn", "games", "won")
    return Section("Does thinking longer help?", words, [Figure("strength against time", picture, columns, table)])


def calibration(chances: dict[str, Any], pictures: Pictures) -> Section:
    """Whether predicted chances are what happens."""
    kept = [one for one in chances["bins"] if one["count"]]
    rows = [
        (one["predicted"], Estimate(one["won"] / one["count"], *wilson(one["won"], one["count"]), one["count"]))
        for one in kept
    ]
    off = [one for predicted, one in rows if one.is_above(predicted) or one.is_below(predicted)]
    words = [
        "In the middle of a game the title's own judgement gives each seat a chance of winning. On "
        f"{chances['positions']} positions ({chances['about']}) these chances were compared with what happened. Dots "
        "on the line mean that 70 % is what happens seven times out of ten.",
        f"In {len(rows) - len(off)} of {len(rows)} groups of positions the interval of what happened contains the "
        "prediction. Intervals are somewhat too narrow here, because positions of the same game share its end. The "
        "Brier score, the "
        f"mean square of what was missed, is {chances['brier']:.3f} (0 would be all-knowing; equal chances for all "
        f"have {chances['brier_ignorant']:.3f}).",
    ]
    table = [
        (
            f"{100 * one['low']:.0f} to {100 * one['high']:.0f} %",
            f"{one['predicted']:.1%}".replace("%", " %"),
            str(one["count"]),
            percent(known),
        )
        for one, (_, known) in zip(kept, rows, strict=True)
    ]
    picture = pictures.chances(rows, "Predicted chances and what happened")
    columns = ("chance", "mean prediction", "positions", "won")
    return Section("Can one tell who will win?", words, [Figure("chances", picture, columns, table)])


def variants(found: Sequence[Cell], pictures: Pictures) -> Section:
    """Contents side by side."""
    words = [
        "Each variant was played on the same deals as the title's own content, and compared game by game: what is "
        "shown is how much more the variant has. Differences are named here if they stand out among all that are "
        "compared; an interval in the tables that leaves out 0 is weaker evidence."
    ]
    figures: list[Figure] = []
    compared = comparisons(found)
    count = sum([len(one.differences) for one in compared])
    for one in compared:
        clear = [name for name, diff in one.differences.items() if diff.is_apart(0, count)]
        told = ", ".join([f"{name} {amount(one.differences[name], True)}" for name in clear]) or "nothing clearly"
        words.append(f"{one.cell.name}: differs in {told}.")
        rows = list(one.differences.items())
        table = [
            (
                name,
                rounded(diff.value, 2, signed=True),
                f"{rounded(diff.low, 2, signed=True)} to {rounded(diff.high, 2, signed=True)}",
                str(diff.count),
            )
            for name, diff in rows
        ]
        picture = pictures.dots(rows, "more than with the title's own content", f"{one.cell.name}, differences", 0.0)
        figures.append(
            Figure(f"differences, {one.cell.name}", picture, ("figure", "difference", "95 %", "pairs"), table)
        )
    return Section("The variants, side by side", words, figures)


def in_short(study: Study) -> list[str]:
    """The most important sentences."""
    found = [cell for cell in cells(study.table) if cell.content == "own"]
    games = sum([len(cell.games) for cell in found])
    first = found[0]
    said = [f"{counted(games, 'game', 'games')} of {name_of(study.title)} were played by {bot_words(first.lineup)}."]
    said += [first_share(cell) for cell in found if cell.has_first]
    said += [
        f"{of_players(cell)} {percent(cell.won())} of the games were won." for cell in found if not cell.is_contest
    ]
    lengths = [cell.decisions().value for cell in found]
    choices = [cell.choices().value for cell in found]
    said.append(f"A game takes {_between(lengths, 0)} decisions, each with {_between(choices, 1)} choices on average.")
    return said


def _between(values: Sequence[float], digits: int) -> str:
    low, high = f"{min(values):.{digits}f}", f"{max(values):.{digits}f}"
    return low if low == high else f"{low} to {high}"
