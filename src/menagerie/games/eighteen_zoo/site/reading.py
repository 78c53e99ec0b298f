"""Games recorded on 18xx.games, read (docs/rules/18zoo.md, section 12).

Such a file holds the actions taken there. Each is one or two decisions here. `rules="site"` skips steps as the site
does.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, final

from menagerie.core.errors import BadRecord, MenagerieError
from menagerie.core.record import Record
from menagerie.core.seats import LETTERS
from menagerie.games.eighteen_zoo import actions as decisions
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.phases.deals import NAME_PRICE
from menagerie.games.eighteen_zoo.phases.operating import RUN_STEP
from menagerie.games.eighteen_zoo.pieces import CARDS, PARENTS, UNITS
from menagerie.games.eighteen_zoo.site import figures, routes
from menagerie.games.eighteen_zoo.state import Position

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.title import EighteenZoo

TITLE: Final = "18ZOO - Map "
UNIT_PERCENT: Final = 20
NO_EFFECT: Final = ("message", "log", "program_share_pass", "program_buy_shares", "program_disable")
CENTRES: Final = {"base_2": "BASE-2", "base_3": "BASE-3"}
DAMAGE: Final = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, OSError, RecursionError)
"""What comes of a file in which something is missing, or of another kind than the site writes."""
MOST_PASSES: Final = 4
"""A forgiving reader passes this many optional steps to reach the one that an action belongs to."""


def is_ours(data: Any) -> bool:
    """Return whether this looks like a game of 18ZOO from that site."""
    return isinstance(data, dict) and str(data.get("title", "")).startswith(TITLE) and "actions" in data


def from_18xx(game: EighteenZoo, data: dict[str, Any]) -> Record:
    """Return the record of such a game; raises BadRecord with the number of the action that cannot be applied."""
    try:
        reader = Reader(game, data)
        for _ in reader.steps():
            pass
        return reader.record()
    except DAMAGE as error:
        raise BadRecord(f"The file isn't as 18xx.games writes it: {type(error).__name__}, {error}.") from None


@final
class Reader:
    """Reads a game of that site action by action."""

    def __init__(self, game: EighteenZoo, data: dict[str, Any]) -> None:
        self.game = game
        self.data = data
        if not is_ours(data):
            raise BadRecord("This isn't a game of 18ZOO exported by 18xx.games.")
        self.seats: dict[str, int] = {}
        self.names: dict[int, str] = {}
        self._read_players()
        self.actions: list[dict[str, Any]] = kept_actions(data["actions"])
        self.times: list[float] = []
        self.stopped = False
        """Whether the players ended the game by hand."""
        self.state: Position = self._begin()

    def _read_players(self) -> None:
        players = self.data.get("players")
        if not isinstance(players, list) or not players:
            raise BadRecord("The file doesn't name any players.")
        for seat, player in enumerate(players):
            name = str(player.get("name", LETTERS[seat % len(LETTERS)]))
            self.seats[str(player.get("id", name))] = seat
            self.names[seat] = name

    def _begin(self) -> Position:
        letter = str(self.data["title"])[len(TITLE) :].strip()
        settings = self.data.get("settings") or {}
        rules = [str(rule) for rule in settings.get("optional_rules") or []]
        options = {"map": letter, "rules": "site"}
        for rule in rules:
            if rule in CENTRES and options.get("centre") != "BASE-3":
                options["centre"] = CENTRES[rule]
        if "power_visible" in rules:
            options["powers"] = "open"
        try:
            state = self.game.begin(
                self.game.setup(len(self.names), self._seed(settings), self.game.rules_version, dict(options))
            )
        except MenagerieError as error:
            raise BadRecord(f"The game can't be set up: {error}") from None
        assert isinstance(state, Position)
        return state

    def _seed(self, settings: dict[str, Any]) -> int:
        """Return the number from which the powers were shuffled."""
        seed = settings.get("seed")
        if isinstance(seed, int) and not isinstance(seed, bool):
            return seed % 2**31
        if isinstance(seed, str) and seed.strip().isdigit():
            return int(seed) % 2**31
        digits = ""
        for letter in str(self.data.get("id", "")):
            if letter.isdigit():
                digits += letter
            elif digits:
                break
        return int(digits or "0") % 2**31

    # Replaying.

    def steps(self) -> Iterator[dict[str, Any]]:
        """Play action after action; each is given back once it has been played, with what it brought along."""
        for action in self.actions:
            if action.get("type") == "end_game":
                self.stopped = True
            if self.stopped:
                yield action
                continue
            self._apply(action, action)
            for extra in action.get("auto_actions") or []:
                self._apply(extra, action)
            yield action

    def _apply(self, action: dict[str, Any], numbered: dict[str, Any]) -> None:
        if action.get("type") in NO_EFFECT:
            return
        try:
            before = self.state.ply
            self._play(action)
        except (MenagerieError, *DAMAGE) as error:
            number = numbered.get("id", "?")
            problem = str(error) if isinstance(error, MenagerieError) else f"it is not complete ({error!r})"
            raise BadRecord(f"Action {number}, {action.get('type')} by {action.get('entity')}: {problem}") from None
        moment = float(numbered.get("created_at") or 0) if _is_number(numbered.get("created_at")) else 0.0
        self.times += [moment] * (self.state.ply - before)

    def _play(self, action: dict[str, Any]) -> None:
        state = self.state
        texts = Translation(self, state, action).decisions()
        problem: MenagerieError | None = None
        for _ in range(MOST_PASSES):
            try:
                state.replay(texts[0])
                problem = None
                break
            except MenagerieError as error:
                problem = problem or error
                if not self._pass_on():
                    break
        if problem is not None:
            raise problem
        for text in texts[1:]:
            # A price or share that was the only possible one has been named already.
            if not text.startswith("offer") or (state.stack and state.stack[-1] is NAME_PRICE):
                state.replay(text)

    def _pass_on(self) -> bool:
        """Pass an optional step that the record does not mention."""
        state = self.state
        if not state.operating or not state.stack:
            return False
        try:
            state.replay("run nothing" if state.stack[-1] is RUN_STEP else "pass")
        except MenagerieError:
            return False
        return True

    def record(self) -> Record:
        """Return the game so far as a record of ours."""
        record = Record.of(self.state, self.names)
        record.source = f"18xx.games {str(self.data.get('id', ''))[:60]}".strip()
        if len(self.times) == len(record.decisions) and self.times:
            start = min(self.times)
            record.seconds = [moment - start for moment in self.times]
            record.started = datetime.fromtimestamp(start, UTC).isoformat()
        if self.stopped:
            record.comments[len(record.decisions)] = ["The players ended the game here."]
        return record


@final
class Translation:
    """One action of the site in our notation."""

    def __init__(self, reader: Reader, state: Position, action: dict[str, Any]) -> None:
        self.reader = reader
        self.state = state
        self.action = action
        self.entity = str(action.get("entity"))

    def decisions(self) -> list[str]:
        """Return the decisions of ours that it stands for."""
        kind = str(self.action.get("type"))
        state, action = self.state, self.action
        if kind == "pass":
            return ["run nothing" if state.stack and state.stack[-1] is RUN_STEP else "pass"]
        if kind == "bid" or (kind == "buy_company" and not state.operating):
            return [self.bought_power()]
        if kind == "buy_company":
            name = self.power_name(str(action["company"]))
            return [f"acquire {name}", f"offer {int(action['price'])}"]
        if kind == "par":
            return [f"launch {action['corporation']} at {str(action['share_price']).split(',')[0]}"]
        if kind == "buy_shares":
            return [self.bought_card()]
        if kind == "sell_shares":
            return [self.sold_cards()]
        if kind in ("lay_tile", "place_token", "assign"):
            return [self.placed(kind)]
        if kind == "run_routes":
            return [self.runs()]
        if kind == "dividend":
            return ["distribute" if action["kind"] == "payout" else "keep"]
        if kind == "buy_train":
            return self.bought_squirrel()
        if kind == "discard_train":
            return [f"discard {action['train']}"]
        if kind == "choose":
            return [f"patch {action['choice']}"]
        if kind == "choose_ability":
            return self.ability(action["choice"])
        raise BadRecord(f"actions of the kind {kind!r} are unknown.")

    def power_name(self, code: str) -> str:
        """Return the name of a power by its id there."""
        for power in self.state.pieces.powers:
            if power.id == code:
                return power.name.upper()
        raise BadRecord(f"there is no power {code!r}.")

    def bought_power(self) -> str:
        """Return a power from the bank; a few old records pay another price than the printed one."""
        code = str(self.action["company"])
        for power in self.state.pieces.powers:
            if power.id == code:
                price = int(self.action["price"])
                return f"buy power {power.name.upper()}" + ("" if price == power.cost else f" for {price}")
        raise BadRecord(f"there is no power {code!r}.")

    def card(self, code: str) -> tuple[int, int]:
        """Family and card."""
        family, _, number = code.partition("_")
        for one in self.state.pieces.families:
            if one.id == family and number.isdigit() and int(number) < len(CARDS):
                return one.index, int(number)
        raise BadRecord(f"there is no card {code!r}.")

    def bought_card(self) -> str:
        """Return a single card."""
        shares = self.action["shares"]
        family, card = self.card(str(shares[0]))
        kitchen = card in self.state.holdings[family].in_kitchen
        name = self.state.pieces.families[family].id
        return f"buy {name} {CARDS[card]} from {'kitchen' if kitchen else 'lounge'}"

    def sold_cards(self) -> str:
        """Return cards of one family; percents tell whether only half of PARENTS is sold."""
        cards = [self.card(str(share)) for share in self.action["shares"]]
        family = cards[0][0]
        singles = sorted([card for _, card in cards if card != PARENTS])
        names = [CARDS[card] for card in singles]
        if len(singles) < len(cards):
            units = int(self.action["percent"]) // UNIT_PERCENT
            names.append("half of parents" if units == len(singles) + UNITS[PARENTS] - 1 else "parents")
        return f"sell {self.state.pieces.families[family].id} {' and '.join(names)}"

    def placed(self, kind: str) -> str:
        """Tiles, stations and marks."""
        if kind == "assign":
            return f"{self.power_name(self.entity)} at {self.action['target']}"
        if kind == "place_token":
            place = self.hex_of_tile(str(self.action["city"]).rsplit("-", 1)[0])
            if self.entity == self.state.pieces.powers[box.ON_A_DIET].id:
                return f"{self.power_name(self.entity)} at {place}"
            reserved = self.entity == self.state.pieces.powers[box.THAT_S_MINE].id
            return f"{'reserved ' if reserved else ''}station at {place}"
        tile, _, copy = str(self.action["tile"]).rpartition("-")
        text = f"lay {tile} r{int(self.action['rotation'])} at {self.action['hex']} copy {int(copy)}"
        by_power = self.action.get("entity_type") == "company"
        return f"{self.power_name(self.entity)}: {text}" if by_power else text

    def hex_of_tile(self, tile: str) -> str:
        """Return where a tile lies."""
        for at, spot in enumerate(self.state.board.spots):
            if spot.tile is not None and spot.tile_id() == tile:
                return self.state.board.ground.hexes[at].name
        raise BadRecord(f"tile {tile} isn't on the map.")

    def runs(self) -> str:
        """Runs of several squirrels, with the figures of the site where ours are others (11.26)."""
        ground = self.state.board.ground
        legs: list[tuple[str, tuple[str, ...]]] = []
        stored: list[tuple[int, int]] = []
        for route in self.action.get("routes") or []:
            chain = routes.chain_of(ground, route["connections"], self.state.board)
            if chain is None:
                raise BadRecord(f"the run of {route.get('train')} isn't connected.")
            legs.append((str(route["train"]), tuple([ground.hexes[at].name for at in chain])))
            stored.append(routes.figures_of(route))
        ours = figures.of(self.state, decisions.Run(tuple(legs)))
        if ours is None:
            return str(decisions.Run(tuple(legs)))
        counted = [theirs if theirs != our else figures.NONE for theirs, our in zip(stored, ours, strict=True)]
        return str(decisions.Run(tuple(legs), tuple(counted)))

    def bought_squirrel(self) -> list[str]:
        """From deck, kitchen or another family."""
        train = str(self.action["train"])
        state = self.state
        top = state.next_squirrel()
        if train == top.id:
            return [f"buy {self.face(self.action)} from deck"]
        for card in state.kitchen:
            if card.id == train:
                return [f"buy {train} from kitchen"]
        for family in state.families:
            for hired in state.squirrels[family]:
                if hired.card.id == train:
                    owner = state.pieces.families[family].id
                    return [f"ask {owner} for {train}", f"offer {int(self.action['price'])}"]
        raise BadRecord(f"squirrel {train} isn't for sale.")

    def face(self, data: dict[str, Any]) -> str:
        """Return the name of the top of the deck; of a J squirrel the side that was chosen."""
        kind = self.state.next_squirrel().kind
        if len(kind.faces) == 1:
            return kind.code
        variant = data.get("variant")
        for runner, price in zip(kind.faces, kind.prices, strict=True):
            if runner.name == variant or (variant is None and price == data.get("price")):
                return runner.name
        return kind.faces[0].name

    def ability(self, choice: dict[str, Any]) -> list[str]:
        """Tickets, and powers that are neither laid nor placed."""
        kind = str(choice["type"])
        if kind == "sell":
            return ["cash ticket", f"treasury {int(choice['price'])}"] if "price" in choice else ["cash ticket"]
        if kind == "patch":
            return [f"patch {choice['train_id']}"]
        if kind == "remove_bandage":
            return ["take off patch"]
        name = self.power_name(self.entity)
        if kind == "days_off":
            return [f"use {name} for {choice['corporation_id']}"]
        if kind == "whatsup":
            train = str(choice["train_id"])
            from_deck = train == self.state.next_squirrel().id
            what = f"{self.face(choice)} from deck" if from_deck else f"{train} from kitchen"
            return [f"use {name}: {choice['corporation_id']} buy {what}"]
        return [f"use {name}"]


def kept_actions(actions: Any) -> list[dict[str, Any]]:
    """Return the actions that count: without those undone by `undo`, with those that `redo` brought back."""
    if not isinstance(actions, list):
        raise BadRecord("The file has no list of actions.")
    kept: list[dict[str, Any]] = []
    batches: list[list[dict[str, Any]]] = []
    for action in actions:
        if not isinstance(action, dict) or "type" not in action:
            raise BadRecord(f"The file has an invalid action: {str(action)[:40]!r}.")
        kind = action["type"]
        if kind == "undo":
            batches.append(_undo(kept, action))
        elif kind == "redo":
            if batches:
                kept += batches.pop()
        else:
            kept.append(action)
            if kind != "message":
                batches = []
    return kept


def _undo(kept: list[dict[str, Any]], action: dict[str, Any]) -> list[dict[str, Any]]:
    """Take actions back: the last one, or all after a given one. Messages stay."""
    target = action.get("action_id")
    stop = -1
    if target is not None:
        # Chat that was cut out leaves gaps: then all after the last one before that number.
        for at, other in enumerate(kept):
            number = other.get("id")
            if number == target or (_is_number(number) and _is_number(target) and number < target):
                stop = at
    taken: list[dict[str, Any]] = []
    for at in range(len(kept) - 1, stop, -1):
        if kept[at]["type"] != "message":
            taken.insert(0, kept.pop(at))
            if target is None:
                break
    return taken


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
