"""What happens in 18ZOO: each event is a value that says itself in whole sentences."""

from collections.abc import Sequence
from typing import Final, final

from menagerie.core.event import Event, SeatEvent
from menagerie.core.seats import counted
from menagerie.games.eighteen_zoo.pieces import WEEKDAYS, Family

NO_TILE: Final = "The {} lay no tile."
NO_SECOND_TILE: Final = "The {} lay no second tile."
NO_FURTHER_TILE: Final = "The {} lay no more tiles."
NO_HOME_TILE: Final = "The {} keep their HOME as it is."
NO_SECOND_MAP_TILE: Final = "The {} lay no second tile with ANCIENT MAPS."


@final
class RoundBegan(Event):
    """A round began. `number` counts the operating rounds of a day; 0 is the stock round."""

    def __init__(self, day: int, number: int, ticket: int) -> None:
        self.day: Final = day
        self.number: Final = number
        self.ticket: Final = ticket

    def tell(self, names: Sequence[str]) -> str:
        day = WEEKDAYS[self.day]
        if self.number:
            return f"{day}'s operating round {self.number} begins. A ticket is worth {self.ticket} $N."
        return f"{day}'s stock round begins. A ticket is worth {self.ticket} $N."


@final
class Passed(SeatEvent):
    """A player passed."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} passes."


@final
class Finished(SeatEvent):
    """A player who had bought or sold ended the turn."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} ends the turn."


@final
class BoughtPower(Event):
    """A power went from the bank to a player."""

    def __init__(self, seat: int, power: str, price: int) -> None:
        self.seat: Final = seat
        self.power: Final = power
        self.price: Final = price

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} buys {self.power} for {self.price} $N."


@final
class Earned(Event):
    """A power paid its owner."""

    def __init__(self, seat: int, power: str, amount: int) -> None:
        self.seat: Final = seat
        self.power: Final = power
        self.amount: Final = amount

    def tell(self, names: Sequence[str]) -> str:
        return f"{self.power} pays {names[self.seat]} {self.amount} $N."


@final
class CashedTicket(Event):
    """A player cashed a ticket."""

    def __init__(self, seat: int, value: int) -> None:
        self.seat: Final = seat
        self.value: Final = value

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} cashes a ticket for {self.value} $N."


@final
class SplitTicket(Event):
    """The money for a ticket was split between its owner and the operating family."""

    def __init__(self, seat: int, family: Family, given: int, kept: int) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.given: Final = given
        self.kept: Final = kept

    def tell(self, names: Sequence[str]) -> str:
        name = names[self.seat]
        if not self.given:
            return f"{name} keeps all {self.kept} $N."
        if not self.kept:
            return f"{name} gives all {self.given} $N to the {self.family.name}."
        return f"{name} gives {self.given} $N to the {self.family.name} and keeps {self.kept} $N."


@final
class KeptTickets(Event):
    """A player kept the tickets that could have changed the turn order."""

    def __init__(self, seat: int, tickets: int) -> None:
        self.seat: Final = seat
        self.tickets: Final = tickets

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} keeps {counted(self.tickets, 'ticket', 'tickets')}."


@final
class Launched(Event):
    """A family was launched."""

    def __init__(self, seat: int, family: Family, value: int, bonus: int) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.value: Final = value
        self.bonus: Final = bonus

    def tell(self, names: Sequence[str]) -> str:
        name, family, paid = names[self.seat], self.family.name, 2 * self.value
        if self.bonus:
            return f"{name} launches the {family} at {self.value} for {paid} $N. The bank adds {self.bonus} $N."
        return f"{name} launches the {family} at {self.value} for {paid} $N."


@final
class BoughtCard(Event):
    """A player bought a card."""

    def __init__(self, seat: int, family: Family, card: str, kitchen: bool, price: int) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.card: Final = card
        self.kitchen: Final = kitchen
        self.price: Final = price

    def tell(self, names: Sequence[str]) -> str:
        name, family = names[self.seat], self.family.name
        if self.kitchen:
            return f"{name} buys the {family}' {self.card} from the kitchen for {self.price} $N."
        return f"{name} buys the {family}' {self.card} from the lounge for {self.price} $N."


@final
class SoldCards(Event):
    """A player sold cards to the kitchen."""

    def __init__(self, seat: int, family: Family, units: int, gain: int, protected: bool) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.units: Final = units
        self.gain: Final = gain
        self.protected: Final = protected

    def tell(self, names: Sequence[str]) -> str:
        name, family = names[self.seat], self.family.name
        animals = counted(self.units, "animal", "animals")
        if self.protected:
            return (
                f"{name} sells {animals} of the {family} for {self.gain} $N. The reputation stays, as these cards were "
                "already sold this round."
            )
        return f"{name} sells {animals} of the {family} for {self.gain} $N."


@final
class ParentsPassed(Event):
    """The parents of a family went to another player, who now leads it."""

    def __init__(self, seat: int, family: Family) -> None:
        self.seat: Final = seat
        self.family: Final = family

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} swaps two single cards for the {self.family.name}' parents and now leads them."


@final
class Moved(Event):
    """A reputation moved."""

    def __init__(self, family: Family, before: int, after: int) -> None:
        self.family: Final = family
        self.before: Final = before
        self.after: Final = after

    def tell(self, names: Sequence[str]) -> str:
        if self.before == self.after:
            return f"The {self.family.name}' reputation moves to another cell with value {self.after}."
        if self.after > self.before:
            return f"The {self.family.name}' reputation rises from {self.before} to {self.after}."
        return f"The {self.family.name}' reputation falls from {self.before} to {self.after}."


@final
class Laid(Event):
    """A tile was laid. A negative price was earned."""

    def __init__(self, family: Family, tile: str, at: str, upgrade: bool, price: int, power: str) -> None:
        self.family: Final = family
        self.tile: Final = tile
        self.at: Final = at
        self.upgrade: Final = upgrade
        self.price: Final = price
        self.power: Final = power

    def tell(self, names: Sequence[str]) -> str:
        if self.price > 0:
            return f"{self._lay()} They pay {self.price} $N."
        return f"{self._lay()} They earn {-self.price} $N." if self.price else self._lay()

    def _lay(self) -> str:
        """Return the first sentence, without money."""
        name = self.family.name
        if self.power:
            if self.upgrade:
                return f"The {name} upgrade hex {self.at} to tile {self.tile} with {self.power}."
            return f"The {name} lay tile {self.tile} on hex {self.at} with {self.power}."
        if self.upgrade:
            return f"The {name} upgrade hex {self.at} to tile {self.tile}."
        return f"The {name} lay tile {self.tile} on hex {self.at}."


@final
class LaidNone(Event):
    """A family laid no tile. `sentence` is one of those above."""

    def __init__(self, family: Family, sentence: str) -> None:
        self.family: Final = family
        self.sentence: Final = sentence

    def tell(self, names: Sequence[str]) -> str:
        return self.sentence.format(self.family.name)


@final
class Built(Event):
    """A station was built."""

    def __init__(self, family: Family, at: str, price: int) -> None:
        self.family: Final = family
        self.at: Final = at
        self.price: Final = price

    def tell(self, names: Sequence[str]) -> str:
        if not self.price:
            return f"The {self.family.name} build a free station on hex {self.at}."
        return f"The {self.family.name} build a station on hex {self.at} for {self.price} $N."


@final
class BuiltNone(Event):
    """No station was built."""

    def __init__(self, family: Family) -> None:
        self.family: Final = family

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} build no station."


@final
class Ran(Event):
    """The squirrels of a family ran."""

    def __init__(self, family: Family, harvest: int, income: int, routes: tuple[str, ...] = ()) -> None:
        self.family: Final = family
        self.harvest: Final = harvest
        self.income: Final = income
        self.routes: Final = routes
        """Each squirrel's: `2S from hex H14 to hex K9 for 20`."""

    def tell(self, names: Sequence[str]) -> str:
        name, routes = self.family.name, ", ".join(self.routes)
        if self.income:
            return f"The {name}' squirrels harvest {self.harvest} nuts and {self.income} $N from water: {routes}."
        return f"The {name}' squirrels harvest {self.harvest} nuts: {routes}."


@final
class Distributed(Event):
    """A family distributed its harvest."""

    def __init__(self, family: Family, each: int, bonus: int, payments: tuple[tuple[int, int], ...]) -> None:
        self.family: Final = family
        self.each: Final = each
        self.bonus: Final = bonus
        self.payments: Final = payments

    def tell(self, names: Sequence[str]) -> str:
        name, paid = self.family.name, ", ".join([f"{names[seat]} {amount} $N" for seat, amount in self.payments])
        if not paid:
            return f"The {name} distribute their harvest, but their cell pays nothing."
        if self.bonus:
            return f"The {name} pay {self.each} $N per animal and {self.bonus} $N for the parents: {paid}."
        return f"The {name} pay {self.each} $N per animal: {paid}."


@final
class Kept(Event):
    """A family kept its harvest."""

    def __init__(self, family: Family, amount: int) -> None:
        self.family: Final = family
        self.amount: Final = amount

    def tell(self, names: Sequence[str]) -> str:
        if not self.amount:
            return f"The {self.family.name} have no harvest."
        return f"The {self.family.name} keep their harvest of {self.amount} $N."


@final
class Hiring(Event):
    """A family bought a squirrel."""

    def __init__(self, family: Family, squirrel: str, source: str, price: int) -> None:
        self.family: Final = family
        self.squirrel: Final = squirrel
        self.source: Final = source
        self.price: Final = price

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} buy a {self.squirrel} from the {self.source} for {self.price} $N."


@final
class HiringEnded(Event):
    """A family bought no more squirrels."""

    def __init__(self, family: Family) -> None:
        self.family: Final = family

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} buy no more squirrels."


@final
class TurnEnded(Event):
    """A family ended its turn without using another power."""

    def __init__(self, family: Family) -> None:
        self.family: Final = family

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} end their turn."


@final
class Short(Event):
    """A forced purchase began that treasury and leader can't pay for."""

    def __init__(self, seat: int, family: Family, squirrel: str, missing: int) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.squirrel: Final = squirrel
        self.missing: Final = missing

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} must buy a {self.squirrel}. {names[self.seat]} is {self.missing} $N short."


@final
class Helped(Event):
    """The leader paid for a forced purchase, and perhaps the bank too."""

    def __init__(self, seat: int, family: Family, paid: int, missing: int) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.paid: Final = paid
        self.missing: Final = missing

    def tell(self, names: Sequence[str]) -> str:
        name, family, debt = names[self.seat], self.family.name, 2 * self.missing
        if not self.missing:
            return f"{name} adds {self.paid} $N for the {family}."
        if not self.paid:
            return f"The bank adds {self.missing} $N for the {family}. {name} owes {debt} $N."
        return f"{name} adds {self.paid} $N for the {family} and the bank {self.missing} $N. {name} owes {debt} $N."


@final
class PhaseBegan(Event):
    """A new phase of the game."""

    def __init__(self, name: str, limit: int) -> None:
        self.name: Final = name
        self.limit: Final = limit

    def tell(self, names: Sequence[str]) -> str:
        return f"Phase {self.name} begins. A family may have {self.limit} squirrels."


@final
class Retired(Event):
    """A squirrel left the game."""

    def __init__(self, family: Family | None, squirrel: str) -> None:
        self.family: Final = family
        self.squirrel: Final = squirrel

    def tell(self, names: Sequence[str]) -> str:
        if self.family is None:
            return f"The {self.squirrel} in the kitchen retires."
        return f"The {self.family.name}' {self.squirrel} retires."


@final
class Discarded(Event):
    """A squirrel above the limit went into the kitchen."""

    def __init__(self, family: Family, squirrel: str) -> None:
        self.family: Final = family
        self.squirrel: Final = squirrel

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} give up a {self.squirrel}. It goes to the kitchen."


@final
class Patched(Event):
    """A squirrel got or lost PATCH."""

    def __init__(self, family: Family, squirrel: str, on: bool) -> None:
        self.family: Final = family
        self.squirrel: Final = squirrel
        self.on: Final = on

    def tell(self, names: Sequence[str]) -> str:
        if self.on:
            return f"The {self.family.name}' {self.squirrel} gets PATCH and runs as a 1S."
        return f"The {self.family.name} take PATCH off their {self.squirrel}."


@final
class UsedPower(Event):
    """A player used a power, perhaps on a family, or a family used one, perhaps at a hex."""

    def __init__(
        self, seat: int, family: Family | None, power: str, target: Family | None = None, at: str = ""
    ) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.power: Final = power
        self.target: Final = target
        self.at: Final = at

    def tell(self, names: Sequence[str]) -> str:
        if self.family is not None:
            if self.at:
                return f"The {self.family.name} use {self.power} at hex {self.at}."
            return f"The {self.family.name} use {self.power}."
        if self.target is not None:
            return f"{names[self.seat]} uses {self.power} for the {self.target.name}."
        return f"{names[self.seat]} uses {self.power}."


@final
class PowerSold(Event):
    """A family acquired a power from a player."""

    def __init__(self, seat: int, family: Family, power: str, price: int) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.power: Final = power
        self.price: Final = price

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} buy {self.power} from {names[self.seat]} for {self.price} $N."


@final
class Wanted(Event):
    """A family asked for something; it names a price next."""

    def __init__(self, family: Family, thing: str) -> None:
        self.family: Final = family
        self.thing: Final = thing

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} want {self.thing} and will name a price."


@final
class Offered(Event):
    """A family made an offer. The thing is empty if the log has just named it."""

    def __init__(self, family: Family, seat: int, thing: str, price: int) -> None:
        self.family: Final = family
        self.seat: Final = seat
        self.thing: Final = thing
        self.price: Final = price

    def tell(self, names: Sequence[str]) -> str:
        name, family = names[self.seat], self.family.name
        if not self.thing:
            return f"The {family} offer {name} {self.price} $N."
        return f"For {self.thing}, the {family} offer {name} {self.price} $N."


@final
class Declined(SeatEvent):
    """An owner declined an offer."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} declines."


@final
class KitchenIncome(Event):
    """Cards in the kitchen paid their family."""

    def __init__(self, family: Family, amount: int) -> None:
        self.family: Final = family
        self.amount: Final = amount

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} get {self.amount} $N for their cards in the kitchen."


@final
class TurnOrder(Event):
    """A new turn order was set."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order: Final = order

    def tell(self, names: Sequence[str]) -> str:
        return f"The turn order is now {', '.join([names[seat] for seat in self.order])}."
