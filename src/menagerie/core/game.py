"""A title: its name, players and options, and how its games start."""

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
    from menagerie.core.display.layout import Layout as TableLayout
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
    """What a game started with (a record's headers), and the seeds of its later deals."""

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
        """The ply and seed of each later deal."""

    def without_seed(self) -> Setup:
        """Return the setup for an imagined or manually set up state, to which no decisions lead from a seed."""
        return Setup(self.players, -1, self.options, self.rules_version)

    def as_begun(self) -> Setup:
        """Return the setup without later deals."""
        return Setup(self.players, self.seed, self.options, self.rules_version)

    def dealt_anew(self, ply: int, seed: int) -> Setup:
        """Return the setup for a state redealt from this seed after this number of decisions. An earlier deal at the
        same moment leaves no trace, because the new one starts from open information."""
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
"""The sounds that events may have at a table."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A title. A folder under `games` offers it as `GAME`, described by its `title.toml`."""

    def __init__(self, folder: Path, content: Path | None = None) -> None:
        about = Content(folder).read("title.toml")
        self.folder = folder
        self.content_folder = content or folder / "content"
        self.content = Content(self.content_folder)
        self.content_digest: str = "" if content is None else self.content.digest()
        """The digest of the content if it isn't the title's own."""
        self.id: str = about.text("id")
        self.name: str = about.text("name")
        least, most = about.numbers("players", 2)
        self.players = range(least, most + 1)
        self.rules_version: int = about.number("rules_version")
        self.examples: str = about.text("examples") if about.has("examples") else ""
        """Examples of decisions, for error messages."""
        self.longest: int = about.number("longest")
        """The greatest number of decisions in a game."""
        self.is_complete: bool = about.has("complete") and about.flag("complete")
        """Whether the title claims to be complete (`menagerie.testing.missing`)."""
        self.has_trials: bool = about.has("trials") and about.flag("trials")
        """Whether players can try out pieces at the table (`trials`)."""
        self.has_discussion: bool = about.has("discussion") and about.flag("discussion")
        """Whether a team plays that may talk before its turn ends (`closes_discussion`)."""
        self.about = about
        """The content of `title.toml`."""
        self.options: tuple[Option, ...] = tuple([Option.from_content(entry) for entry in about.entries("option")])
        self.sounds: dict[str, str] = self._read_sounds(about)
        """The sound of each event, by the name of its class: one of `SOUNDS`."""
        self.first_game: dict[int, dict[str, Any]] = self._read_first_game(about)
        """Options recommended for a first game, by number of players, where they differ from the defaults."""
        self._orders: tuple[Order[Any], ...] | None = None
        self._encoding: Encoding | None = None
        self._layout: TableLayout | None = None
        self._has_read_layout = False
        self._modules: dict[str, ModuleType | None] = {}
        """The title's modules used so far, by name; None if it has no such module."""

    # For a title to add.

    def deal(self, setup: Setup) -> State:
        """Return the title's `Position` at the start of a game with this setup."""
        raise NotImplementedError

    def read(self, text: str) -> Action | None:
        """Return the decision with this notation, or None."""
        raise NotImplementedError

    def closes_discussion(self, state: State, seat: int, action: Action) -> bool:
        """Return whether a legal decision ends, or may end, what a team can discuss. The answer reveals nothing
        hidden."""
        return False

    def import_record(self, data: dict[str, Any]) -> Record | None:
        """Return a record of a game that another program saved, or None if the file isn't of this title.

        Raises BadRecord naming the action that cannot be applied.
        """
        return None

    def export_record(self, record: Record) -> dict[str, Any]:
        """Return the record in the other program's format; raises BadRecord if that is impossible."""
        raise BadRecord(f"No other program is known to read games of {self.name}.")

    def remarks(self, record: Record) -> list[str]:
        """Return remarks about a record that replays, one sentence each, for `menagerie verify`."""
        return []

    # For every title.

    def new(self, players: Any = None, seed: Any = None, **options: Any) -> State:
        """Start a new game, by default with the fewest players and a fresh seed of 128 bits."""
        return self.begin(self.setup(players, seed, self.rules_version, options))

    def setup(self, players: Any, seed: Any, rules_version: int, options: dict[str, Any]) -> Setup:
        """Return the setup, checked and completed with defaults; raises BadSetup."""
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
        """Read `[first_game]` of `title.toml`: options by number of players."""
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
        """Read `[sounds]` of `title.toml`: the events for each sound."""
        if not about.has("sounds"):
            return {}
        given = about.entry("sounds")
        for name in given.values:
            if name not in SOUNDS:
                raise given.wrong(name, f"left out, because the sounds are {', '.join(SOUNDS)}")
        return {event: sound for sound in given.values for event in given.texts(sound)}

    def begin(self, setup: Setup) -> State:
        """Start a new game from a checked setup."""
        state = self.deal(setup)
        state.settle()
        return state

    @property
    def has_positions(self) -> bool:
        """Whether the title's positions can be written and read as text."""
        return hasattr(self._module_if_any("position"), "exchange")

    def from_position(self, text: str, seed: Any = None) -> State:
        """Return the state that a position describes, as `State.position` has written it or a person has.

        What the text leaves out is as in a new game. Hidden information and future chance that the text doesn't give
        are dealt from the seed (by default a fresh one). Raises BadSetup naming the line and what is allowed.
        """
        from menagerie.core import position

        return position.read(self, text, fresh_seed() if seed is None else checked_seed(seed))

    def exchange_position(self, form: Form, state: State) -> None:
        """Call the title's module `position` to fill in a form from a state, or to set up a state from a form."""
        if not self.has_positions:
            raise BadSetup(f"{self.name} doesn't support positions as text.")
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
        """Return the decision with this one's notation; raises IllegalAction if there is none, or if its parts
        contradict the notation, which can happen in decisions built by a program."""
        try:
            known = self.parse(str(action))
        except IllegalAction:
            raise
        except Exception as error:
            raise IllegalAction(f"This decision cannot be written: {error}.") from None
        if known is not action and (type(known) is not type(action) or parts(known) != parts(action)):
            raise IllegalAction(f"The parts of this decision contradict its notation, {str(action)!r}.")
        return known

    def drawing(self) -> Drawing:
        """Return the title's module of that name: how its table looks."""
        return cast("Drawing", self._module("display.drawing"))

    def pointing(self) -> Pointing:
        """Return the title's module of that name: how decisions are made by pointing at the scene."""
        return cast("Pointing", self._module("display.pointing"))

    def wording(self) -> Foretelling:
        """Return the title's module of that name: what its decisions lead to, in words."""
        return cast("Foretelling", self._module("display.wording"))

    @property
    def gives_advice(self) -> bool:
        """Whether the title has advice on good play, so that bots can plan."""
        return (self.folder / "advice.toml").is_file()

    def advice(self, overlooking: Sequence[str] = ()) -> Advice:
        """Return the title's advice on good play; raises BadSetup if it has none. Overlooked features don't count."""
        if not self.gives_advice:
            raise BadSetup(f"{self.name} has no advice on good play, so only bots that need none can play it.")
        made: type[Advice] = self._module("advice").TitleAdvice
        weights = Weights.read(Content(self.folder).read("advice.toml"))
        return made(self, weights.overlooking(overlooking))

    @property
    def has_encoding(self) -> bool:
        """Whether the title's decisions and observations are available as numbers."""
        return self._module_if_any("encoding") is not None

    def encoding(self) -> Encoding:
        """Return the title's decisions and observations as numbers; raises BadSetup if it has no such module."""
        if self._encoding is None:
            if not self.has_encoding:
                raise BadSetup(f"{self.name} has no encoding, so programs can't learn it from numbers.")
            made: Encoding = self._module("encoding").TitleEncoding(self)
            self._encoding = made
        return self._encoding

    @property
    def observation(self) -> Layout:
        """Return how to read what `encoding().encode` writes."""
        return self.encoding().layout

    def orders(self) -> Sequence[Order[Any]]:
        """Return the title's standing orders, from its module of that name if it has one."""
        if self._orders is None:
            package = type(self).__module__.rpartition(".")[0]
            has_some = bool(package) and importlib.util.find_spec(f"{package}.orders") is not None
            self._orders = tuple(self._module("orders").orders(self)) if has_some else ()
        return self._orders

    def order(self, id: str) -> Order[Any] | None:
        """Return the standing order with this id, if the title has it."""
        return next((order for order in self.orders() if order.id == id), None)

    def _module(self, name: str) -> ModuleType:
        """Return a module beside the title's own, loaded when first needed, because simulations need no pictures."""
        found = self._modules.get(name)
        if found is None:
            found = self._modules[name] = importlib.import_module(f"{type(self).__module__.rpartition('.')[0]}.{name}")
        return found

    def _module_if_any(self, name: str) -> ModuleType | None:
        """Return an optional module of the title, or None."""
        if name not in self._modules:
            place = self.folder / name.replace(".", "/")  # a module or, in a large title, a package
            has_one = place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()
            self._modules[name] = self._module(name) if has_one else None
        return self._modules[name]

    @property
    def has_pictures(self) -> bool:
        """Whether the title can be drawn, and its decisions described in words."""
        return self._module_if_any("display.pointing") is not None

    def scene(self, state: State, seat: int | None = None) -> Scene:
        """Return the table as a picture, as that seat may see it; None for a spectator."""
        scene = self.drawing().scene(state, seat)
        scene.layout = self.layout()
        return scene

    def layout(self) -> TableLayout | None:
        """Return how the title composes its table (`display/layout.toml`); None if it has no such file."""
        if not self._has_read_layout:
            from menagerie.core.display import layout

            self._layout, self._has_read_layout = layout.read(self.folder), True
        return self._layout

    def choices(self, state: State, seat: int) -> Sequence[Choice | Placements]:
        """Return how each of that seat's legal decisions is made by pointing at the scene."""
        return self.pointing().choices(state, seat)

    def meant(self, state: State, seat: int, path: Sequence[str]) -> Action | None:
        """Return the decision, legal or not, that pointing at these pieces means, or None."""
        return self.pointing().meant(state, seat, path)

    def sketch(self, state: State, seat: int, path: Sequence[str]) -> Sketch | None:
        """Return how a decision made step by step can continue after these targets, or None if none starts so."""
        pointing = self.pointing()
        return cast("Sketching", pointing).sketch(state, seat, path) if hasattr(pointing, "sketch") else None

    def trials(self, state: State, seat: int) -> Sequence[Choice | Placements]:
        """Return what that seat can try out on the table without playing it."""
        return self.pointing().trials(state, seat)

    def can_try(self, state: State, seat: int) -> bool:
        """Return whether that seat has something to try out on the table now."""
        if not self.has_trials or not self.has_pictures:
            return self.has_trials
        return self.pointing().can_try(state, seat)

    def words(self, state: State, seat: int, action: Action) -> str:
        """Return a decision in words without codes, or its notation in a title without pictures."""
        if not self.has_pictures:
            return str(action)
        return self.pointing().words(state, seat, action)

    def sheet(self, state: State, seat: int | None = None) -> Sheet:
        """Return the details too long to draw, as tables, as that seat may know them; None for a spectator. A title
        without such a module shows the points."""
        from menagerie.core.display import sheet

        module = self._module_if_any("display.sheet")
        if module is None:
            return sheet.Sheet((sheet.points(state),))
        made: Sheet = module.sheet(state, seat)
        return made

    def owned_animals(self, state: State, seat: int) -> dict[str, int]:
        """Return a seat's animals by their plural names, for the favourites on profiles. The title's
        `display.owned_animals` says what counts; {} if it has no such module."""
        module = self._module_if_any("display.owned_animals") or self._module_if_any("display.keeping")
        if module is None:
            return {}
        if module.__name__.endswith(".keeping"):
            warnings.warn(f"{module.__name__} must now be called owned_animals.", DeprecationWarning, stacklevel=1)
        found: dict[str, int] = module.animals(state, seat)
        return {name: count for name, count in found.items() if count > 0}

    def about_event(self, event: Event) -> tuple[str, ...] | None:
        """Return the scene's pieces that an event is about, to be marked at the table; empty for none.

        `tile-7` is that piece; `animal-E7-*` are those of the changed pieces whose ids begin so; `pile>tile-7` says
        where it came from. None means that the title doesn't say, so that all changed pieces are marked.
        """
        module = self._module_if_any("display.marking")
        if module is None:
            return None
        found: tuple[str, ...] | None = module.pieces_of(event)
        return found

    @property
    def overlay_names(self) -> tuple[str, ...]:
        """Return the names of the table's overlays."""
        return () if self._module_if_any("display.overlays") is None else self._overlaying().NAMES

    def overlays(self, state: State, seat: int | None = None) -> Sequence[Overlay]:
        """Return the table's overlays, drawn and in words, as that seat may know them; None for a spectator."""
        return self._overlaying().overlays(state, seat) if self.overlay_names else ()

    def _overlaying(self) -> Overlaying:
        return cast("Overlaying", self._module("display.overlays"))

    def picture(self, state: State, seat: int | None = None) -> str:
        """Return the table as an SVG document."""
        return self.scene(state, seat).svg()

    def write_options(self, options: dict[str, Any]) -> dict[str, str]:
        """Return the options that differ from their defaults as text, for records."""
        return {
            option.name: option.write(options[option.name])
            for option in self.options
            if options[option.name] != option.default
        }

    def with_content(self, folder: Path) -> Game:
        """Return the title with its pieces' content from another folder."""
        if not folder.is_dir():
            raise BadContent(f"{folder} is not a folder.")
        return type(self)(self.folder, folder)

    def __repr__(self) -> str:
        return f"<{self.name}, {self.players[0]} to {self.players[-1]} players>"
