"""What things cost."""

from __future__ import annotations


class Shop:
    """Sells apples."""

    def __init__(self) -> None:
        self.sold = 0

    def price(self, apples: int) -> int:
        """Ten are cheaper."""
        return apples * 2 if apples >= 10 else apples * 3

    def sell(self, apples: int) -> int:
        """How many there were altogether."""
        self.sold += apples
        return self.sold


def change(paid: int, price: int) -> list[int]:
    """In coins of 5 and 1."""
    left, coins = paid - price, []
    while left > 0:
        coin = 5 if left >= 5 else 1
        coins.append(coin)
        left -= coin
    return coins


def table(most: int) -> list[int]:
    """What pears cost, made once."""
    return [4 * pears for pears in range(most)]


PEARS = table(4)


def greeting(hour: int) -> str:
    """Nothing tests this."""
    return "Good morning" if hour < 12 else "Hello"
