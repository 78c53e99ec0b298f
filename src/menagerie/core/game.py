"""A title: what it is called, who can play it, which options it has, and how a game of it begins."""

from __future__ import annotations

import importlib
import importlib.util
import warnings
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, cast, final

from mypy_extensions import mypyc_attr

from menagerie.core.action import Action, parts
from menagerie.core.advice import Advice, Weights
from menagerie.core.content import Content, Entry
from menagerie.core.errors import BadContent, BadRecord, BadSetup, IllegalAction
from menagerie.core.option import Option
from menagerie.core.rng import checked_seed, fresh_seed

if TYPE_CHECKING:
    from menagerie.core.display.choosing import Choice, Placements, Pointing, Sketch, Sketching
    from menagerie.core.display.consequences import Foretelling
    from menagerie.core.display.overlays import Overlay, Overlaying
    from menagerie.core.display.scene import Drawing, Scene
    from menagerie.core.display.sheet import Sheet
    from menagerie.core.encoding import Encoding, Layout
    from menagerie.core.event import Event
    from menagerie.core.orders import Order
    from menagerie.core.position import Form
    from menagerie.core.record import Record
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
        """After which ply, and the seed."""

    def without_seed(self) -> Setup:
        """The same for a state that somebody imagines, or that was laid out: no decisions lead to it from a seed."""
        return Setup(self.players, -1, self.options, self.rules_version)

    def as_begun(self) -> Setup:
        """The same without the later deals."""
        return Setup(self.players, self.seed, self.options, self.rules_version)

    def dealt_anew(self, ply: int, seed: int) -> Setup:
        """The same for a state that was dealt anew from this seed after so many decisions. An earlier deal at the same
        moment leaves no trace: the new one begins from what everybody knows."""
        earlier = [deal for deal in self.anew if deal[0] != ply]
        return Setup(self.players, self.seed, self.options, self.rules_version, (*earlier, (ply, seed)))

    def _all(self) -> tuple[Any, ...]:
        return self.players, self.seed, self.options, self.rules_version, self.anew

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self._all() == other._all()

    def __hash__(self) -> int:
        return hash((self.players, self.seed, self.rules_version, self.anew))

    def __reduce__(self) -> tuple[Any, ...]:
        return Setup, self._all()


SOUNDS: Final = ("draw", "place", "take", "run", "capture", "win")
"""What events may sound like at a table."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A title. A folder under `games` offers one as `GAME`, described by its `title.toml`."""

    def __init__(self, folder: Path, content: Path | None = None) -> None:
        about = Content(folder).read("title.toml")
        self.folder = folder
        self.content_folder = content or folder / "content"
        self.content = Content(self.content_folder)
        self.content_digest: str = "" if content is None else self.content.digest()
        """Names the content if it is not the title's own."""
        self.id: str = about.text("id")
        self.name: str = about.text("name")
        least, most = about.numbers("players", 2)
        self.players = range(least, most + 1)
        self.rules_version: int = about.number("rules_version")
        self.examples: str = about.text("examples") if about.has("examples") else ""
        """What decisions look like, for who typed something else."""
        self.longest: int = about.number("longest")
        """No game has more decisions than this."""
        self.is_complete: bool = about.has("complete") and about.flag("complete")
        """Whether the title says that it has all that a complete one has (`menagerie.testing.missing`)."""
        self.has_trials: bool = about.has("trials") and about.flag("trials")
        """Whether there is something to try out at the table (`trials`)."""
        self.has_discussion: bool = about.has("discussion") and about.flag("discussion")
        """Whether a team plays that talks before it hands on to what is not its own (`closes_discussion`)."""
        self.about = about
        """What `title.toml` says."""
        self.options: tuple[Option, ...] = tuple([Option.from_content(entry) for entry in about.entries("option")])
        self.sounds: dict[str, str] = self._read_sounds(about)
        """By the name of an event's class, what it sounds like: one of `SOUNDS`."""
        self.first_game: dict[int, dict[str, Any]] = self._read_first_game(about)
        """By number of players the options that suit a first game, where the usual ones do not."""
        self._orders: tuple[Order[Any], ...] | None = None
        self._encoding: Encoding | None = None
        self._modules: dict[str, ModuleType | None] = {}
        """The title's modules that were asked for, by name; None: it has no such module."""

    # What a title adds.

    def deal(self, setup: Setup) -> State:
        """The title's `Position` as this set-up begins, dealt."""
        raise NotImplementedError

    def read(self, text: str) -> Action | None:
        """The decision with this notation; None if there is none."""
        raise NotImplementedError

    def closes_discussion(self, state: State, seat: int, action: Action) -> bool:
        """Whether a legal decision ends, or may end, what a team can talk over. The answer tells nothing hidden."""
        return False

    def import_record(self, data: dict[str, Any]) -> Record | None:
        """A game that another program recorded, as a record of ours; None if the file is not of this title.

        Raises BadRecord naming the action that cannot be applied.
        """
        return None

    def export_record(self, record: Record) -> dict[str, Any]:
        """A record as that other program would have written it; raises BadRecord if it cannot be."""
        raise BadRecord(f"No other program is known that reads games of {self.name}.")

    def remarks(self, record: Record) -> list[str]:
        """What is worth saying about a record that replays, one sentence each: `menagerie verify` tells it."""
        return []

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

    def _read_first_game(self, about: Entry) -> dict[int, dict[str, Any]]:
        """`[first_game]` of `title.toml`: under a number of players some options."""
        if not about.has("first_game"):
            return {}
        suggested = about.entry("first_game")
        found: dict[int, dict[str, Any]] = {}
        for players in self.players:
            if suggested.has(str(players)):
                given = suggested.entry(str(players)).values
                checked = self._read_options(given)
                found[players] = {name: checked[name] for name in given}
        return found

    def _read_sounds(self, about: Entry) -> dict[str, str]:
        """`[sounds]` of `title.toml`: for a sound the events that make it."""
        if not about.has("sounds"):
            return {}
        given = about.entry("sounds")
        for name in given.values:
            if name not in SOUNDS:
                raise given.wrong(name, f"left out: there are the sounds {', '.join(SOUNDS)}")
        return {event: sound for sound in given.values for event in given.texts(sound)}

    def begin(self, setup: Setup) -> State:
        """A new game from a checked set-up."""
        state = self.deal(setup)
        state.settle()
        return state

    @property
    def has_positions(self) -> bool:
        """Whether the title's positions can be written as text, and read again."""
        return hasattr(self._module_if_any("position"), "exchange")

    def from_position(self, text: str, seed: Any = None) -> State:
        """Return the state that a position describes, as `State.position` has written it or a person has.

        What the text leaves out is as in a new game. What is hidden, and chance to come, is dealt from the seed (by
        default a fresh one) where the text does not tell it. Raises BadSetup naming the line and what is allowed.
        """
        from menagerie.core import position

        return position.read(self, text, fresh_seed() if seed is None else checked_seed(seed))

    def exchange_position(self, form: Form, state: State) -> None:
        """Let the title's module `position` fill in a form from a state, or lay out a state as a form says."""
        if not self.has_positions:
            raise BadSetup(f"{self.name} has no positions as text.")
        self._module("position").exchange(form, state)

    def parse(self, text: str) -> Action:
        """Return the decision with this notation, or with this `repr`; raises IllegalAction if there is none.

        >>> import menagerie
        >>> game = menagerie.load("zooloretto-mini")
        >>> game.parse("load 2"), game.parse("<load 2>")
        (<load 2>, <load 2>)
        """
        plain = text.strip()
        action = self.read(plain[1:-1] if plain[:1] == "<" and plain[-1:] == ">" else text)
        if action is None:
            shown = text if len(text) <= 40 else text[:37] + "..."
            raise IllegalAction(f"{shown!r} is not a decision in {self.name}; decisions look like: {self.examples}.")
        return action

    def genuine(self, action: Action) -> Action:
        """The decision that this one's notation says; raises IllegalAction if there is none, or if its parts say
        something else, as they can where a program has put it together."""
        try:
            known = self.parse(str(action))
        except IllegalAction:
            raise
        except Exception as error:
            raise IllegalAction(f"This decision cannot be written: {error}.") from None
        if known is not action and (type(known) is not type(action) or parts(known) != parts(action)):
            raise IllegalAction(f"The parts of this decision do not say what its notation says, {str(action)!r}.")
        return known

    def drawing(self) -> Drawing:
        """The title's module of that name: how its table looks."""
        return cast("Drawing", self._module("display.drawing"))

    def pointing(self) -> Pointing:
        """The title's module of that name: how its decisions are made by pointing at the scene."""
        return cast("Pointing", self._module("display.pointing"))

    def wording(self) -> Foretelling:
        """The title's module of that name: what comes of its decisions, in words."""
        return cast("Foretelling", self._module("display.wording"))

    @property
    def gives_advice(self) -> bool:
        """Whether the title knows something about playing it well, so that bots can plan."""
        return (self.folder / "advice.toml").is_file()

    def advice(self, overlooking: Sequence[str] = ()) -> Advice:
        """What the title knows about playing it well; raises BadSetup if it knows nothing. Features that are overlooked
        count for nothing."""
        if not self.gives_advice:
            raise BadSetup(f"{self.name} gives no advice, so that only bots can play it that need none.")
        made: type[Advice] = self._module("advice").TitleAdvice
        weights = Weights.read(Content(self.folder).read("advice.toml"))
        return made(self, weights.overlooking(overlooking))

    @property
    def has_encoding(self) -> bool:
        """Whether the title's decisions and observations exist as numbers."""
        return self._module_if_any("encoding") is not None

    def encoding(self) -> Encoding:
        """The title's decisions and observations as numbers; raises BadSetup if it has no such module."""
        if self._encoding is None:
            if not self.has_encoding:
                raise BadSetup(f"{self.name} has no encoding, so that no program can learn it from numbers.")
            made: Encoding = self._module("encoding").TitleEncoding(self)
            self._encoding = made
        return self._encoding

    @property
    def observation(self) -> Layout:
        """How to read what `encoding().encode` writes."""
        return self.encoding().layout

    def orders(self) -> Sequence[Order[Any]]:
        """The standing orders that can be given in this title: those of its module of that name, if it has one."""
        if self._orders is None:
            package = type(self).__module__.rpartition(".")[0]
            has_some = bool(package) and importlib.util.find_spec(f"{package}.orders") is not None
            self._orders = tuple(self._module("orders").orders(self)) if has_some else ()
        return self._orders

    def order(self, id: str) -> Order[Any] | None:
        """The standing order with this id, if the title has it."""
        return next((order for order in self.orders() if order.id == id), None)

    def _module(self, name: str) -> ModuleType:
        """A module beside the title's own, loaded when it is first needed: simulations need no pictures."""
        found = self._modules.get(name)
        if found is None:
            found = self._modules[name] = importlib.import_module(f"{type(self).__module__.rpartition('.')[0]}.{name}")
        return found

    def _module_if_any(self, name: str) -> ModuleType | None:
        """The same, of which a title need not have one."""
        if name not in self._modules:
            place = self.folder / name.replace(".", "/")  # a module or, in a large title, a package
            has_one = place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()
            self._modules[name] = self._module(name) if has_one else None
        return self._modules[name]

    @property
    def has_pictures(self) -> bool:
        """Whether the title can be drawn, and its decisions told in words."""
        return self._module_if_any("display.pointing") is not None

    def scene(self, state: State, seat: int | None = None) -> Scene:
        """The table as a picture, as that seat may see it; None: as an onlooker may."""
        return self.drawing().scene(state, seat)

    def choices(self, state: State, seat: int) -> Sequence[Choice | Placements]:
        """How each legal decision of that seat is made by pointing at the scene."""
        return self.pointing().choices(state, seat)

    def meant(self, state: State, seat: int, path: Sequence[str]) -> Action | None:
        """The decision that somebody has in mind who points at these pieces, legal or not; None: none in particular."""
        return self.pointing().meant(state, seat, path)

    def sketch(self, state: State, seat: int, path: Sequence[str]) -> Sketch | None:
        """How a decision of that seat goes on that is made step by step, after these targets; None: none begins so."""
        pointing = self.pointing()
        return cast("Sketching", pointing).sketch(state, seat, path) if hasattr(pointing, "sketch") else None

    def trials(self, state: State, seat: int) -> Sequence[Choice | Placements]:
        """What that seat can try out on the table without playing it."""
        return self.pointing().trials(state, seat)

    def can_try(self, state: State, seat: int) -> bool:
        """Whether that seat has something to try out on the table now."""
        if not self.has_trials or not self.has_pictures:
            return self.has_trials
        return self.pointing().can_try(state, seat)

    def words(self, state: State, seat: int, action: Action) -> str:
        """A decision of that seat for a person, without codes; of a title that has no pictures its notation."""
        if not self.has_pictures:
            return str(action)
        return self.pointing().words(state, seat, action)

    def sheet(self, state: State, seat: int | None = None) -> Sheet:
        """What is too long to be drawn, as tables of words and numbers, as that seat may know it; None: as an onlooker
        may. A title that has no such module shows the points."""
        from menagerie.core.display import sheet

        module = self._module_if_any("display.sheet")
        if module is None:
            return sheet.Sheet((sheet.points(state),))
        made: Sheet = module.sheet(state, seat)
        return made

    def owned_animals(self, state: State, seat: int) -> dict[str, int]:
        """The animals that a seat has, by their names in the plural: the favourites on profiles. What counts as having
        one is up to the title's `display.owned_animals`; {} where it has no such module."""
        module = self._module_if_any("display.owned_animals") or self._module_if_any("display.keeping")
        if module is None:
            return {}
        if module.__name__.endswith(".keeping"):
            warnings.warn(f"{module.__name__} is now to be called owned_animals.", DeprecationWarning, stacklevel=1)
        found: dict[str, int] = module.animals(state, seat)
        return {name: count for name, count in found.items() if count > 0}

    def about_event(self, event: Event) -> tuple[str, ...] | None:
        """The pieces of the scene that an event is about, to be marked at the table; none: nothing is.

        `tile-7` is that piece; `animal-E7-*` those of the pieces that lie or look otherwise now whose ids begin so;
        `pile>tile-7` tells where it came from. None: the title does not say, and what lies otherwise is marked.
        """
        module = self._module_if_any("display.marking")
        if module is None:
            return None
        found: tuple[str, ...] | None = module.pieces_of(event)
        return found

    @property
    def overlay_names(self) -> tuple[str, ...]:
        """What can be laid over the table on request, by name."""
        return () if self._module_if_any("display.overlays") is None else self._overlaying().NAMES

    def overlays(self, state: State, seat: int | None = None) -> Sequence[Overlay]:
        """What can be laid over the table, drawn and in words, as that seat may know it; None: as an onlooker may."""
        return self._overlaying().overlays(state, seat) if self.overlay_names else ()

    def _overlaying(self) -> Overlaying:
        return cast("Overlaying", self._module("display.overlays"))

    def picture(self, state: State, seat: int | None = None) -> str:
        """The table as an SVG document."""
        return self.scene(state, seat).svg()

    def write_options(self, options: dict[str, Any]) -> dict[str, str]:
        """The options that differ from their defaults, as text: what a record says of them."""
        return {
            option.name: option.write(options[option.name])
            for option in self.options
            if options[option.name] != option.default
        }

    def with_content(self, folder: Path) -> Game:
        """The same title with what is printed on its pieces read from another folder."""
        if not folder.is_dir():
            raise BadContent(f"{folder} is not a folder.")
        return type(self)(self.folder, folder)

    def __repr__(self) -> str:
        return f"<{self.name}, {self.players[0]} to {self.players[-1]} players>"
