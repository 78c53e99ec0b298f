"""Switches for places where the rulebook and 18xx.games differ, or our reading of the rulebook has changed
(docs/rules/18zoo.md, sections 11 and 13)."""

from typing import Final, final


@final
class Switches:
    """The switches of one game: they follow the rulebook as this version of our rules reads it, or the site."""

    __slots__ = (
        "asks_again_for_tickets",
        "asks_for_powers",
        "barrels_then_double",
        "bundles_protected",
        "buyer_keeps_last_run",
        "buys_after_patch",
        "consent",
        "dead_mine_stays",
        "diet_keeps_station_step",
        "dividend_counts_income",
        "explicit_passes",
        "first_card_back",
        "forced_is_strict",
        "greek_for_all",
        "homes_stay_open",
        "launch_lays_unmarked",
        "loops_count_as_places",
        "loops_count_as_reach",
        "maps_stay",
        "may_stay_above_limit",
        "one_last_run",
        "own_pass_only",
        "patch_counts_at_once",
        "patch_saves_once",
        "pools_are_two",
        "reveals_after_stock_round",
        "site",
        "squeeze_pays_late",
        "stay_goes_under",
        "stock_24_ends",
        "swap_lifts_limit",
        "tickets_any_time",
        "whatsup_any",
    )

    def __init__(self, site: bool, version: int) -> None:
        self.site: Final = site
        self.stay_goes_under: Final = not site
        """11.3: a token that stays in its cell during an operating round goes under the others."""
        self.swap_lifts_limit: Final = not site
        """11.4: the card limit allows a purchase that wins the parents."""
        self.may_stay_above_limit: Final = site
        """11.5: above the card limit a player may do other things than sell."""
        self.bundles_protected: Final = site
        """11.6: the exact set of cards is protected against a second fall, not each card."""
        self.tickets_any_time: Final = not site
        """11.7: tickets may be cashed in the draft, in answers, and wholly into the pocket in operating rounds."""
        self.forced_is_strict: Final = not site
        """11.8: a forced purchase, once begun, allows neither tickets nor powers."""
        self.buyer_keeps_last_run: Final = site
        """11.9: a family that gets the first J with WHATSUP keeps its own 4S and 3S Long for one more run."""
        self.whatsup_any: Final = site
        """11.10: WHATSUP may also buy from the kitchen."""
        self.barrels_then_double: Final = not site
        """11.11: TWO BARRELS make an O worth 40 to a J squirrel, not 30."""
        self.pools_are_two: Final = site
        """11.12: the two O's of a green tile on an O area may both be visited by one run."""
        self.dividend_counts_income: Final = site
        """11.13: the dividend per card is looked up with the O income added to the nuts."""
        self.launch_lays_unmarked: Final = site
        """11.15: tiles laid at a launch set no marker and leave their O twin in the supply."""
        self.maps_stay: Final = site
        """11.16: ANCIENT MAPS stay with the family when the second tile is declined."""
        self.dead_mine_stays: Final = site
        """11.17: THAT'S MINE stays when its space is filled by an ordinary station."""
        self.stock_24_ends: Final = site
        """11.19: 24 reached in a stock round ends the game after the next operating round."""
        self.greek_for_all: Final = site
        """11.20: IT'S ALL GREEK TO ME without sale or purchase once a family was launched in this stock round."""
        self.consent: Final = not site
        """11.21: other owners are asked before a squirrel or a power is bought from them."""
        self.explicit_passes: Final = site
        """11.22: steps are passed by a decision even if nothing else is possible."""
        self.own_pass_only: Final = site
        """11.23: acting cancels only the player's own pass, not all passes."""
        self.first_card_back: Final = site
        """11.24: a player who sells half of the parents gets the card that has been in the kitchen longest."""
        # Changed in version 2 of our rules; games of version 1 continue as they were.
        changed = version >= 2 and not site
        self.reveals_after_stock_round: Final = changed
        """13.1: the powers of the day after the next are shown when a stock round is over."""
        self.asks_for_powers: Final = changed
        """13.2: station and run are asked for where a power or ticket could make them possible."""
        self.buys_after_patch: Final = changed
        """13.3: a family that takes PATCH off at the end of its turn may still buy squirrels."""
        self.one_last_run: Final = changed
        """13.4: of squirrels on their last run only the card that ran as a 1S stays, and none has a second last run."""
        self.patch_counts_at_once: Final = changed
        """13.5: PATCH on a squirrel on its last run may put the family above the limit."""
        # Changed in version 3.
        third = version >= 3
        self.loops_count_as_reach: Final = not third
        """13.6: a new path that no run could use is enough for an upgrade."""
        self.homes_stay_open: Final = third and not site
        """13.7: WORK IN PROGRESS can't be on any space of the HOME of a family not launched."""
        self.asks_again_for_tickets: Final = third
        """13.8: after a ticket for the turn order the others are asked again."""
        self.patch_saves_once: Final = changed or (third and site)
        """13.9: a squirrel that PATCH saved from leaving leaves when PATCH is taken off."""
        self.diet_keeps_station_step: Final = third and site
        """11.27: ON A DIET keeps the station step open for a family that cannot pay for a station."""
        self.squeeze_pays_late: Final = third and site
        """11.28: A SQUEEZE acquired between run and dividend pays with that dividend."""
        self.loops_count_as_places: Final = not third
        """11.29: a loop back to the family's only station is enough to ask for a run."""


VERSIONS: Final = (1, 2, 3)
_RULEBOOK: Final = tuple([Switches(False, version) for version in VERSIONS])
_SITE: Final = tuple([Switches(True, version) for version in VERSIONS])


def switches(site: bool, version: int) -> Switches:
    """Return the switches of a game under that version of our rules."""
    return (_SITE if site else _RULEBOOK)[version - 1]
