"""A title: what it is called, who can play it, which options it has, and how a game of it begins."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, final

from mypy_extensions import mypyc_attr

from menagerie.core.action import Action
from menagerie.core.content import Content
from menagerie.core.errors import BadContent, BadRecord, BadSetup, IllegalAction
from menagerie.core.option import Option
from menagerie.core.rng import checked_seed, fresh_seed

if TYPE_CHECKING:
    from menagerie.core.choosing import Choice, Placements, Pointing
    from menagerie.core.record import Record
    from menagerie.core.scene import Drawing, Scene
    from menagerie.core.state import State


@final
class Setup:
    """What a game was begun with, a record's headers; and from which seeds it was dealt anew since."""

    __slots__ = ("anew", "options", "players", "rules_version", "seed")

    def __init__(
        self,
        players: int,
        seed: int,
        options: dict[str, Any],
        rules_version: int,
        anew: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.players: Final = players
        self.seed: Final = seed
        self.options: Final = options
        self.rules_version: Final = rules_version
        self.anew: Final = anew
        """After how many decisions, and the seed."""

    def without_seed(self) -> Setup:
        """The same for a state that somebody imagines: no real seed is in it."""
        return Setup(self.players, -1, self.options, self.rules_version)

    def dealt_anew(self, decisions: int, seed: int) -> Setup:
        """The same for a state that was dealt anew from this seed after so many decisions."""
        anew = (*self.anew, (decisions, seed))
        return Setup(self.players, self.seed, self.options, self.rules_version, anew)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A title. A folder under `games` offers one as `GAME`, described by its `title.toml`."""

    def __init__(self, folder: Path, content: Path | None = None) -> None:
        title = Content(folder).read("title.toml")
        self.folder = folder
        self.content_folder = content or folder / "content"
        self.content = Content(self.content_folder)
        self.content_digest: str = "" if content is None else self.content.digest()
        """Names the content if it is not the title's own."""
        self.id: str = title.text("id")
        self.name: str = title.text("name")
        least, most = title.numbers("players", 2)
        self.players = range(least, most + 1)
        self.rules_version: int = title.number("rules_version")
        self.longest: int = title.number("longest")
        """No game has more decisions than this."""
        self.has_trials: bool = title.has("trials") and title.flag("trials")
        """Whether there is something to try out at the table (`trials`)."""
        self.title = title
        self.options: tuple[Option, ...] = tuple([Option.from_content(entry) for entry in title.entries("option")])

    # What a title adds.

    def deal(self, setup: Setup) -> State:
        """A new table for this set-up."""
        raise NotImplementedError

    def parse(self, text: str) -> Action:
        """The decision with this notation; raises IllegalAction if there is none."""
        raise NotImplementedError

    def drawing(self) -> Drawing:
        """The title's module of that name: how its table looks."""
        raise NotImplementedError

    def pointing(self) -> Pointing:
        """The title's module of that name: how its decisions are made by pointing at the scene."""
        raise NotImplementedError

    def import_record(self, data: dict[str, Any]) -> Record | None:
        """A game that another program recorded, as a record of ours; None if the file is not of this title.

        Raises BadRecord naming the action that cannot be applied.
        """
        return None

    def export_record(self, record: Record) -> dict[str, Any]:
        """A record as that other program would have written it; raises BadRecord if it cannot be."""
        raise BadRecord(f"No other program is known that reads games of {self.name}.")

    # What every title has.

    def new(self, players: Any = None, seed: Any = None, **options: Any) -> State:
        """A new game; without a number of players the smallest, without a seed a fresh one of 128 bits."""
        return self.begin(self.setup(players, seed, self.rules_version, options))

    def setup(self, players: Any, seed: Any, rules_version: int, options: dict[str, Any]) -> Setup:
        """What was asked for, checked and completed by defaults; raises BadSetup."""
        if players is None:
            players = self.players[0]
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            raise BadSetup(f"{self.name} is for {self.players[0]} to {self.players[-1]} players, not {players!r}.")
        if seed is None:
            seed = fresh_seed()
        seed = checked_seed(seed)
        if not 1 <= rules_version <= self.rules_version:
            raise BadSetup(f"{self.name} has rules versions 1 to {self.rules_version}, not {rules_version}.")
        return Setup(players, seed, self._read_options(options), rules_version)

    def _read_options(self, given: dict[str, Any]) -> dict[str, Any]:
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                offered = ", ".join(known) if known else "none"
                raise BadSetup(f"{self.name} has no option {name!r}; its options are: {offered}.")
        return {name: option.read(given.get(name)) for name, option in known.items()}

    def begin(self, setup: Setup) -> State:
        """A new game from a checked set-up."""
        state = self.deal(setup)
        state.settle()
        return state

    def unknown_notation(self, text: str, examples: str) -> IllegalAction:
        """The error for a text that is no decision of this title."""
        shown = text if len(text) <= 40 else text[:37] + "..."
        return IllegalAction(f"{shown!r} is not a decision in {self.name}; decisions look like: {examples}.")

    def scene(self, state: State, seat: int | None = None) -> Scene:
        """The table as a picture, as that seat may see it; None: as an onlooker may."""
        return self.drawing().scene(state, seat)

    def choices(self, state: State, seat: int) -> Sequence[Choice | Placements]:
        """How each legal decision of that seat is made by pointing at the scene."""
        return self.pointing().choices(state, seat)

    def meant(self, state: State, seat: int, path: Sequence[str]) -> Action | None:
        """The decision that somebody has in mind who points at these pieces, legal or not; None: none in particular."""
        return self.pointing().meant(state, seat, path)

    def trials(self, state: State, seat: int) -> Sequence[Choice | Placements]:
        """What that seat can try out on the table without playing it."""
        return self.pointing().trials(state, seat)

    def picture(self, state: State, seat: int | None = None) -> str:
        """The table as an SVG document."""
        return self.scene(state, seat).svg()

    def with_content(self, folder: Path) -> Game:
        """The same title with what is printed on its pieces read from another folder."""
        if not folder.is_dir():
            raise BadContent(f"{folder} is not a folder.")
        return type(self)(self.folder, folder)

    def __repr__(self) -> str:
        return f"<{self.name}, {self.players[0]} to {self.players[-1]} players>"
