"""Writing a game as 18xx.games exports it, so that it can be loaded there (docs/rules/18zoo.md, section 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from menagerie.core.action import Action
from menagerie.core.errors import BadRecord
from menagerie.core.record import Record
from menagerie.games.eighteen_zoo import actions as decisions
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo import squirrels
from menagerie.games.eighteen_zoo.phases import building, cards, operating
from menagerie.games.eighteen_zoo.phases.cleanup import CLEAN_UP
from menagerie.games.eighteen_zoo.phases.deals import NAME_PRICE
from menagerie.games.eighteen_zoo.phases.second_steps import ANCIENT_MAPS
from menagerie.games.eighteen_zoo.running.harvest import Harvest
from menagerie.games.eighteen_zoo.site import routes
from menagerie.games.eighteen_zoo.site.reading import CENTRES, TITLE, UNIT_PERCENT
from menagerie.games.eighteen_zoo.state import Position

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.title import EighteenZoo


def to_18xx(game: EighteenZoo, record: Record) -> dict[str, Any]:
    """Return the game as the site writes it; only games under its own rules can be loaded there."""
    if record.options.get("rules") != "site":
        raise BadRecord("Only games played with rules=site can be loaded at 18xx.games, because its rules differ.")
    return Writer(game, _dealt_once(game, record) if record.anew else record).data()


def _dealt_once(game: EighteenZoo, record: Record) -> Record:
    """Return the same game without its new deals, for the site deals the powers once: the same if they changed
    none that was ever turned up."""
    once = Record.parse(str(record))
    once.use(game)
    once.anew = []
    first, last = once.begin(), record.final()
    assert isinstance(first, Position)
    assert isinstance(last, Position)
    seen = last.powers_seen
    if first.power_deck[:seen] != last.power_deck[:seen]:
        raise BadRecord("A game whose powers were redealt can't be loaded at 18xx.games, which deals them once.")
    return once


@final
class Writer:
    """Replays a record and writes down each action as the site would."""

    def __init__(self, game: EighteenZoo, record: Record) -> None:
        self.game = game
        self.record = record
        state = record.begin()
        assert isinstance(state, Position)
        self.state: Position = state
        self.names = self._names()
        self.written: list[dict[str, Any]] = []
        self.asked: Action | None = None
        self.money = 0

    def _names(self) -> list[str]:
        """Different names for all players."""
        names = [self.record.names.get(seat, f"Player {seat + 1}") for seat in range(self.record.players)]
        return names if len(set(names)) == len(names) else [f"Player {seat + 1}" for seat in range(len(names))]

    def data(self) -> dict[str, Any]:
        """Return the whole file."""
        for number in range(len(self.record.decisions)):
            self._decide(number)
        state = self.state
        options = state.setup.options
        rules = [rule for rule, centre in CENTRES.items() if options["centre"] == centre]
        if options["powers"] == "open":
            rules.append("power_visible")
        data: dict[str, Any] = {
            "id": f"hs_menagerie_{self.record.seed}",
            "title": TITLE + state.board.ground.key[0],
            "description": "",
            "players": [{"name": name} for name in self.names],
            "max_players": len(self.names),
            "settings": {"seed": self.record.seed, "optional_rules": rules},
            "mode": "hotseat",
            "loaded": True,
            "status": "finished" if state.is_over else "active",
            "actions": self.written,
        }
        if state.is_over:
            data["result"] = {self.names[seat]: score for seat, score in enumerate(state.scores)}
            data["game_end_reason"] = "stock_market" if state.ending else "fixed_round"
        return data

    def _decide(self, number: int) -> None:
        seat, text = self.record.decisions[number]
        action = self.game.parse(text)
        before = self.before(seat, action)
        self.state.replay(action, seat)
        entry = self.after(seat, action) if before is None else before
        if entry is not None:
            entry["id"] = len(self.written) + 1
            if len(self.record.seconds) > number:
                entry["created_at"] = int(self.record.seconds[number])
            self.written.append(entry)

    # Entities.

    def player(self, seat: int, kind: str) -> dict[str, Any]:
        """Return an action of a player."""
        return {"type": kind, "entity": self.names[seat], "entity_type": "player"}

    def family(self, kind: str) -> dict[str, Any]:
        """Return an action of the family that operates or was just launched."""
        state = self.state
        family = state.operator if state.operating else state.newcomer
        return {"type": kind, "entity": state.pieces.families[family].id, "entity_type": "corporation"}

    def power(self, power: int, kind: str) -> dict[str, Any]:
        """Return an action of a power."""
        return {"type": kind, "entity": self.state.pieces.powers[power].id, "entity_type": "company"}

    # What is known before it is played.

    def before(self, seat: int, action: Action) -> dict[str, Any] | None:
        """Return the entry of an action, where the position before it tells all."""
        state, pieces = self.state, self.state.pieces
        if action is decisions.PASS:
            return self.passed(seat)
        if isinstance(action, decisions.BuyPower):
            price = pieces.powers[action.power].cost if action.price < 0 else action.price
            kind = "bid" if state.slot == 0 else "buy_company"
            return {**self.player(seat, kind), "company": pieces.powers[action.power].id, "price": price}
        if isinstance(action, decisions.Launch):
            cell = pieces.cells[pieces.launches[action.option].cell]
            return {**self.player(seat, "par"), "corporation": action.family_id, "share_price": cell.name}
        if isinstance(action, decisions.BuyCard):
            share = f"{pieces.families[action.family].id}_{action.card}"
            return {**self.player(seat, "buy_shares"), "shares": [share], "percent": UNIT_PERCENT}
        if isinstance(action, decisions.Sell):
            name = pieces.families[action.family].id
            shares = [f"{name}_{card}" for card in action.cards]
            percent = UNIT_PERCENT * cards.units_of(action)
            return {**self.player(seat, "sell_shares"), "shares": shares, "percent": percent}
        if isinstance(action, decisions.Run):
            return {**self.family("run_routes"), "routes": self.routes(action), "extra_revenue": 0}
        if action is decisions.DISTRIBUTE or action is decisions.KEEP:
            return {**self.family("dividend"), "kind": "payout" if action is decisions.DISTRIBUTE else "withhold"}
        if isinstance(action, decisions.BuySquirrel):
            return self.hired(action)
        if isinstance(action, decisions.Discard):
            family = squirrels.employer(state, action.card)
            entity = {"entity": pieces.families[family].id, "entity_type": "corporation"}
            return {"type": "discard_train", **entity, "train": action.card_id}
        return self.used(seat, action)

    def passed(self, seat: int) -> dict[str, Any]:
        """Return who presses the button."""
        state = self.state
        if state.stack[-1] is ANCIENT_MAPS:
            return self.power(box.ANCIENT_MAPS, "pass")
        if state.stack[-1] is CLEAN_UP:
            return self.holder_of_patch(seat, "pass")
        return self.family("pass") if state.operating or state.newcomer >= 0 else self.player(seat, "pass")

    def holder_of_patch(self, seat: int, kind: str) -> dict[str, Any]:
        """Return the player or the family that PATCH belongs to."""
        family = squirrels.employer(self.state, self.state.retiring[0])
        if box.PATCH not in self.state.mats[family]:
            return self.player(seat, kind)
        return {"type": kind, "entity": self.state.pieces.families[family].id, "entity_type": "corporation"}

    def hired(self, action: decisions.BuySquirrel) -> dict[str, Any]:
        """Return a squirrel of the bank."""
        state = self.state
        card = state.next_squirrel() if action.card < 0 else state.pieces.squirrels[action.card]
        face = card.kind.faces[action.face].name if len(card.kind.faces) > 1 else card.kind.code
        price = squirrels.price_of(card, action.face)
        return {**self.family("buy_train"), "train": card.id, "price": price, "variant": face}

    def routes(self, action: decisions.Run) -> list[dict[str, Any]]:
        """Runs with their figures."""
        state = self.state
        if not action.legs:
            return []
        harvest = operating.harvest_of(state, action)
        assert isinstance(harvest, Harvest)
        ids = [operating.run_id(state, one) for one in operating.awake(state, state.operator)]
        found: list[dict[str, Any]] = []
        for train, _ in action.legs:
            at = ids.index(train)
            chain = harvest.chains[at]
            places = routes.places_of(state.board, chain)
            found.append(
                {
                    "train": train,
                    "connections": routes.connections_of(state.board, chain),
                    "hexes": [place.rpartition("-")[0] for place in places],
                    "revenue": harvest.nuts_by_run[at],
                    "revenue_str": "-".join([place.rpartition("-")[0] for place in places]),
                    "subsidy": harvest.pools_by_run[at],
                    "nodes": places,
                }
            )
        return found

    def used(self, seat: int, action: Action) -> dict[str, Any] | None:
        """Return powers and marks."""
        state = self.state
        if isinstance(action, decisions.UsePower):
            names = {box.MIDAS: "midas", box.IT_S_ALL_GREEK_TO_ME: "greek", box.TWO_BARRELS: "two_barrels"}
            return {**self.power(action.power, "choose_ability"), "choice": {"type": names[action.power]}}
        if isinstance(action, decisions.DaysOff):
            choice: dict[str, Any] = {"type": "days_off", "corporation_id": action.family_id}
            return {**self.power(box.DAYS_OFF, "choose_ability"), "choice": choice}
        if isinstance(action, decisions.Whatsup):
            card = state.next_squirrel() if action.card < 0 else state.pieces.squirrels[action.card]
            face = card.kind.faces[action.face].name if len(card.kind.faces) > 1 else card.kind.code
            family = state.pieces.families[action.family].id
            choice = {"type": "whatsup", "corporation_id": family, "train_id": card.id, "variant": face}
            choice["price"] = squirrels.price_of(card, action.face)
            return {**self.power(box.WHATSUP, "choose_ability"), "choice": choice}
        if isinstance(action, decisions.Patch):
            if state.stack[-1] is CLEAN_UP:
                return {**self.holder_of_patch(seat, "choose"), "choice": action.card_id}
            choice = {"type": "patch", "train_id": action.card_id}
            return {**self.power(box.PATCH, "choose_ability"), "choice": choice}
        if action is decisions.TAKE_OFF_PATCH:
            family = state.pieces.families[state.operator].id
            return {
                **self.power(box.PATCH, "choose_ability"),
                "choice": {"type": "remove_bandage", "corporation": family},
            }
        if isinstance(action, decisions.PowerAt) and action.power != box.ON_A_DIET:
            return {**self.power(action.power, "assign"), "target": action.at, "target_type": "hex"}
        if isinstance(action, (decisions.Station, decisions.PowerAt)):
            return self.station(action)
        if isinstance(action, decisions.LayTile):
            at = self.family("lay_tile") if action.power < 0 else self.power(action.power, "lay_tile")
            return self.laid(at, action)
        return self.money_matters(seat, action)

    def station(self, action: decisions.Station | decisions.PowerAt) -> dict[str, Any]:
        """Return a station, perhaps by a power."""
        state = self.state
        entry = self.family("place_token")
        if isinstance(action, decisions.PowerAt):
            entry = self.power(action.power, "place_token")
        elif action.reserved:
            entry = self.power(box.THAT_S_MINE, "place_token")
        tile = state.board.spots[building.hex_of(state, action.at)].tile_id()
        tokener = state.pieces.families[state.operator].id
        return {**entry, "city": f"{tile}-0", "slot": 0, "tokener": tokener}

    def laid(self, entry: dict[str, Any], action: decisions.LayTile) -> dict[str, Any]:
        """Return a tile; which one of its number is known from a trial."""
        trial = self.state.copy()
        trial.replay(action)
        tile = trial.board.spots[building.hex_of(trial, action.at)].tile_id()
        return {**entry, "hex": action.at, "tile": tile, "rotation": action.rotation}

    def money_matters(self, seat: int, action: Action) -> dict[str, Any] | None:
        """Decisions that are one action there and two here."""
        state = self.state
        if action is decisions.CASH_TICKET and not state.operating:
            return {**self.ticket(seat), "choice": {"type": "sell"}}
        if isinstance(action, decisions.Share):
            family = state.pieces.families[state.operator].id
            return {**self.ticket(seat), "choice": {"type": "sell", "price": action.amount, "corporation": family}}
        if isinstance(action, decisions.Offer):
            return self.bought(action.price)
        self.money = state.treasury[state.operator]
        self.asked = action
        return None

    def ticket(self, seat: int) -> dict[str, Any]:
        """Return the first ticket that a player has left."""
        used = self.state.pieces.tickets(self.state.players) - self.state.tickets[seat] + 1
        entity = f"ZOOTicket {used} - {self.names[seat]}"
        return {"type": "choose_ability", "entity": entity, "entity_type": "company"}

    def bought(self, price: int) -> dict[str, Any]:
        """Return a squirrel of another family, or a power of a player."""
        state, asked = self.state, self.asked
        if isinstance(asked, decisions.AskFor):
            card = state.pieces.squirrels[asked.card]
            return {**self.family("buy_train"), "train": card.id, "price": price}
        assert isinstance(asked, decisions.Acquire)
        power = state.pieces.powers[asked.power].id
        return {**self.family("buy_company"), "company": power, "price": price}

    def after(self, seat: int, action: Action) -> dict[str, Any] | None:
        """Asking for something ends at once where only one price was possible."""
        if isinstance(action, (decisions.AskFor, decisions.Acquire)) and self.state.stack[-1] is not NAME_PRICE:
            return self.bought(self.money - self.state.treasury[self.state.operator])
        return None
