"""What happens in 18ZOO, as values that tell themselves in a sentence."""

from collections.abc import Sequence
from typing import Final, final

from menagerie.core.event import Event, SeatEvent
from menagerie.games.eighteen_zoo.pieces import WEEKDAYS, Family


def nuts(amount: int) -> str:
    """Money: `7 $N`."""
    return f"{amount} $N"


def ended(words: str) -> str:
    """A sentence with its full stop; THAT'S MINE! needs none."""
    return words if words.endswith("!") else f"{words}."


@final
class RoundBegan(Event):
    """The locomotive moved on. `number` counts the operating rounds of a day; 0 is the stock round."""

    def __init__(self, day: int, number: int, ticket: int) -> None:
        self.day: Final = day
        self.number: Final = number
        self.ticket: Final = ticket

    def tell(self, names: Sequence[str]) -> str:
        what = f"operating round {self.number}" if self.number else "stock round"
        return f"{WEEKDAYS[self.day]}, {what}: a ticket is worth {nuts(self.ticket)} now."


@final
class Passed(SeatEvent):
    """Somebody passed."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} passes."


@final
class Finished(SeatEvent):
    """Somebody who has bought or sold ended the turn."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is done."


@final
class BoughtPower(Event):
    """A power went from the bank to a player."""

    def __init__(self, seat: int, power: str, price: int) -> None:
        self.seat: Final = seat
        self.power: Final = power
        self.price: Final = price

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} buys {self.power} for {nuts(self.price)}."


@final
class Earned(Event):
    """A power paid its owner."""

    def __init__(self, seat: int, power: str, amount: int) -> None:
        self.seat: Final = seat
        self.power: Final = power
        self.amount: Final = amount

    def tell(self, names: Sequence[str]) -> str:
        return f"{self.power} pays {names[self.seat]} {nuts(self.amount)}."


@final
class CashedTicket(Event):
    """A ticket was turned into money."""

    def __init__(self, seat: int, value: int) -> None:
        self.seat: Final = seat
        self.value: Final = value

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} cashes a ticket for {nuts(self.value)}."


@final
class SplitTicket(Event):
    """The money for a ticket went to its owner and to the operating family."""

    def __init__(self, seat: int, family: Family, given: int, kept: int) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.given: Final = given
        self.kept: Final = kept

    def tell(self, names: Sequence[str]) -> str:
        if not self.given:
            return f"{names[self.seat]} keeps all of it."
        rest = f" and keeps {nuts(self.kept)}" if self.kept else ""
        return f"{names[self.seat]} gives {nuts(self.given)} to the {self.family.name}{rest}."


@final
class KeptTickets(Event):
    """Somebody cashed no ticket for the turn order."""

    def __init__(self, seat: int, tickets: int) -> None:
        self.seat: Final = seat
        self.tickets: Final = tickets

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} keeps {'1 ticket' if self.tickets == 1 else f'{self.tickets} tickets'}."


@final
class Launched(Event):
    """A family was launched."""

    def __init__(self, seat: int, family: Family, value: int, bonus: int) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.value: Final = value
        self.bonus: Final = bonus

    def tell(self, names: Sequence[str]) -> str:
        bonus = f" The family gets {nuts(self.bonus)} on top." if self.bonus else ""
        return f"{names[self.seat]} launches the {self.family.name} at {self.value} for {nuts(2 * self.value)}.{bonus}"


@final
class BoughtCard(Event):
    """A card went to a player."""

    def __init__(self, seat: int, family: Family, card: str, kitchen: bool, price: int) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.card: Final = card
        self.kitchen: Final = kitchen
        self.price: Final = price

    def tell(self, names: Sequence[str]) -> str:
        place = "kitchen" if self.kitchen else "lounge"
        return f"{names[self.seat]} buys {self.card} of the {self.family.name} from the {place} for {nuts(self.price)}."


@final
class SoldCards(Event):
    """Cards went into the kitchen."""

    def __init__(self, seat: int, family: Family, units: int, gain: int, protected: bool) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.units: Final = units
        self.gain: Final = gain
        self.protected: Final = protected

    def tell(self, names: Sequence[str]) -> str:
        calm = " They were sold before in this round, so the reputation stays." if self.protected else ""
        animals = "1 animal" if self.units == 1 else f"{self.units} animals"
        return f"{names[self.seat]} sells {animals} of the {self.family.name} for {nuts(self.gain)}.{calm}"


@final
class ParentsPassed(Event):
    """Somebody else controls a family."""

    def __init__(self, seat: int, family: Family) -> None:
        self.seat: Final = seat
        self.family: Final = family

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} takes the parents of the {self.family.name} for two single cards."


@final
class Moved(Event):
    """A reputation moved."""

    def __init__(self, family: Family, before: int, after: int) -> None:
        self.family: Final = family
        self.before: Final = before
        self.after: Final = after

    def tell(self, names: Sequence[str]) -> str:
        if self.before == self.after:
            return f"The reputation of the {self.family.name} moves to another cell of {self.after}."
        verb = "rises" if self.after > self.before else "falls"
        return f"The reputation of the {self.family.name} {verb} from {self.before} to {self.after}."


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
        verb = "upgrade" if self.upgrade else "lay tile"
        what = f"hex {self.at} to tile {self.tile}" if self.upgrade else f"{self.tile} on hex {self.at}"
        means = f" with {self.power}" if self.power else ""
        money = f" for {nuts(self.price)}" if self.price > 0 else f" and earn {nuts(-self.price)}" if self.price else ""
        return f"The {self.family.name} {verb} {what}{means}{money}."


@final
class LaidNone(Event):
    """A family laid no tile, or not this one: `second tile`."""

    def __init__(self, family: Family, tile: str) -> None:
        self.family: Final = family
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} lay no {self.tile}."


@final
class Built(Event):
    """A station was built."""

    def __init__(self, family: Family, at: str, price: int) -> None:
        self.family: Final = family
        self.at: Final = at
        self.price: Final = price

    def tell(self, names: Sequence[str]) -> str:
        money = f"for {nuts(self.price)}" if self.price else "for free"
        return f"The {self.family.name} build a station on hex {self.at} {money}."


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
        """Each squirrel's: `2S from H14 to K9 for 20`."""

    def tell(self, names: Sequence[str]) -> str:
        income = f" and {nuts(self.income)} from water" if self.income else ""
        routes = f": {', '.join(self.routes)}" if self.routes else ""
        return f"The squirrels of the {self.family.name} bring {self.harvest} nuts{income}{routes}."


@final
class Distributed(Event):
    """A harvest was paid out."""

    def __init__(self, family: Family, each: int, bonus: int, payments: tuple[tuple[int, int], ...]) -> None:
        self.family: Final = family
        self.each: Final = each
        self.bonus: Final = bonus
        self.payments: Final = payments

    def tell(self, names: Sequence[str]) -> str:
        paid = ", ".join([f"{names[seat]} {nuts(amount)}" for seat, amount in self.payments])
        bonus = f" and {nuts(self.bonus)} for the parents" if self.bonus else ""
        return f"The {self.family.name} pay {nuts(self.each)} for each animal{bonus}: {paid or 'nobody'}."


@final
class Kept(Event):
    """A harvest went into the treasury."""

    def __init__(self, family: Family, amount: int) -> None:
        self.family: Final = family
        self.amount: Final = amount

    def tell(self, names: Sequence[str]) -> str:
        if not self.amount:
            return f"The {self.family.name} harvest nothing."
        return f"The {self.family.name} keep their harvest: {nuts(self.amount)}."


@final
class Hiring(Event):
    """A squirrel was bought."""

    def __init__(self, family: Family, squirrel: str, source: str, price: int) -> None:
        self.family: Final = family
        self.squirrel: Final = squirrel
        self.source: Final = source
        self.price: Final = price

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} buy a {self.squirrel} from the {self.source} for {nuts(self.price)}."


@final
class HiringEnded(Event):
    """A family has squirrels enough."""

    def __init__(self, family: Family) -> None:
        self.family: Final = family

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} buy no more squirrels."


@final
class TurnEnded(Event):
    """A family used its last moment for nothing more."""

    def __init__(self, family: Family) -> None:
        self.family: Final = family

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} end their turn."


@final
class Short(Event):
    """A forced purchase began for which treasury and owner have too little."""

    def __init__(self, seat: int, family: Family, squirrel: str, missing: int) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.squirrel: Final = squirrel
        self.missing: Final = missing

    def tell(self, names: Sequence[str]) -> str:
        lack = nuts(self.missing)
        return f"The {self.family.name} have to buy a {self.squirrel}, and {names[self.seat]} is {lack} short."


@final
class Helped(Event):
    """A forced purchase: the holder of PARENTS pays, perhaps the bank too."""

    def __init__(self, seat: int, family: Family, paid: int, missing: int) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.paid: Final = paid
        self.missing: Final = missing

    def tell(self, names: Sequence[str]) -> str:
        if not self.missing:
            return f"{names[self.seat]} has to add {nuts(self.paid)} for the {self.family.name}."
        return (
            f"{names[self.seat]} has to add {nuts(self.paid)} for the {self.family.name}, the bank adds "
            f"{nuts(self.missing)}: a debt of {nuts(2 * self.missing)}."
        )


@final
class PhaseBegan(Event):
    """A new phase of the game."""

    def __init__(self, name: str, limit: int) -> None:
        self.name: Final = name
        self.limit: Final = limit

    def tell(self, names: Sequence[str]) -> str:
        return f"Phase {self.name} begins: a family may have {self.limit} squirrels."


@final
class Retired(Event):
    """A squirrel left the game."""

    def __init__(self, family: Family | None, squirrel: str) -> None:
        self.family: Final = family
        self.squirrel: Final = squirrel

    def tell(self, names: Sequence[str]) -> str:
        whose = "in the kitchen" if self.family is None else f"of the {self.family.name}"
        return f"The {self.squirrel} {whose} retires."


@final
class Discarded(Event):
    """A squirrel above the limit went into the kitchen."""

    def __init__(self, family: Family, squirrel: str) -> None:
        self.family: Final = family
        self.squirrel: Final = squirrel

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} give up a {self.squirrel}; it waits in the kitchen."


@final
class Patched(Event):
    """A squirrel got or lost the PATCH."""

    def __init__(self, family: Family, squirrel: str, on: bool) -> None:
        self.family: Final = family
        self.squirrel: Final = squirrel
        self.on: Final = on

    def tell(self, names: Sequence[str]) -> str:
        if self.on:
            return f"The {self.squirrel} of the {self.family.name} gets a patch and runs as 1S."
        return f"The {self.family.name} take the patch off; their {self.squirrel} is itself again."


@final
class UsedPower(Event):
    """A player or a family used a power."""

    def __init__(self, seat: int, family: Family | None, power: str, where: str) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.power: Final = power
        self.where: Final = where

    def tell(self, names: Sequence[str]) -> str:
        who = f"{names[self.seat]} uses" if self.family is None else f"The {self.family.name} use"
        return f"{who} {self.power}{f' {self.where}' if self.where else ''}."


@final
class PowerSold(Event):
    """A power went from a player to a family."""

    def __init__(self, seat: int, family: Family, power: str, price: int) -> None:
        self.seat: Final = seat
        self.family: Final = family
        self.power: Final = power
        self.price: Final = price

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} buy {self.power} from {names[self.seat]} for {nuts(self.price)}."


@final
class Wanted(Event):
    """A family wants something and has yet to name its price."""

    def __init__(self, family: Family, thing: str) -> None:
        self.family: Final = family
        self.thing: Final = thing

    def tell(self, names: Sequence[str]) -> str:
        return ended(f"The {self.family.name} want {self.thing}")


@final
class Offered(Event):
    """An owner is asked. The thing is `it` where it has just been told."""

    def __init__(self, family: Family, seat: int, thing: str, price: int) -> None:
        self.family: Final = family
        self.seat: Final = seat
        self.thing: Final = thing
        self.price: Final = price

    def tell(self, names: Sequence[str]) -> str:
        return ended(f"The {self.family.name} offer {names[self.seat]} {nuts(self.price)} for {self.thing}")


@final
class Declined(SeatEvent):
    """An offer was refused."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} declines."


@final
class KitchenIncome(Event):
    """Cards in the kitchen paid their family."""

    def __init__(self, family: Family, amount: int) -> None:
        self.family: Final = family
        self.amount: Final = amount

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.family.name} get {nuts(self.amount)} for their cards in the kitchen."


@final
class TurnOrder(Event):
    """The turn markers were dealt anew."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order: Final = order

    def tell(self, names: Sequence[str]) -> str:
        return f"The new turn order: {', '.join([names[seat] for seat in self.order])}."
