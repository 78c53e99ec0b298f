"""The reasons shown for pointing at something that can't be chosen."""

from __future__ import annotations

from menagerie.core.display.choosing import Choice, why_not
from menagerie.games.eighteen_zoo.state import Position

from ..position import GAME, deck_from, drafting, family, hire, lay, legal, monday, number, operate, play, power
from ..test_operating_round import penguins
from ..test_powers import holding, retiring


def told(state: Position, *path: str) -> tuple[str, str]:
    """The reason and its rule; empty if pointing there is a decision."""
    state.changed_by_hand()
    owned = {one for powers in (*state.hands, *state.mats) for one in powers}
    state.power_deck = tuple(one for one in state.power_deck if one not in owned)
    pieces = GAME.scene(state, state.to_act[0]).pieces
    assert [target for target in path if target not in pieces and not target.startswith("button:")] == []
    answer = why_not(state, state.to_act[0], path)
    return ("", "") if answer is None else (answer.reason, answer.rule)


def choices(state: Position) -> dict[str, Choice]:
    found = GAME.choices(state, state.to_act[0])
    return {choice.notation: choice for choice in found if isinstance(choice, Choice)}


FINE = ("", "")


# The draft.


def test_5_the_draft_is_about_the_powers_for_sale() -> None:
    state = drafting()
    for_sale, later = [state.pieces.powers[one] for one in (state.on_offer[0], state.future[0])]
    assert told(state, f"power-{for_sale.id}") == FINE
    reason = f"{later.name.upper()} goes on sale in a later stock round."
    assert told(state, f"power-{later.id}") == (reason, "6.5")
    state.cash[2] = 0
    assert told(state, f"power-{for_sale.id}") == (
        f"{for_sale.name.upper()} costs {for_sale.cost} $N. You have 0.",
        "6.5",
    )
    launch = ("Families are launched from Monday on. Buy a power or pass.", "5.1")
    assert told(state, "mat-PE") == launch
    assert told(state, "hex-K17") == launch
    state.hands[0] = (later.index,)
    assert told(state, f"power-{later.id}")[0].startswith("Powers are used from Monday on")
    assert told(state, "player-A") == ("Buy one power or pass.", "")


# The stock round.


def test_6_3_a_family_is_launched_at_a_cell() -> None:
    state = monday()
    assert told(state, "mat-PE") == FINE
    values = {cell.value: f"cell-{cell.index}" for cell in state.pieces.cells if cell.launch}
    assert told(state, "mat-PE", values[7]) == FINE
    reason = "You can't launch at 9 in this phase. Choose 5, 6 or 7."
    assert told(state, "mat-PE", values[9]) == (reason, "6.3")
    last = f"cell-{len(state.pieces.cells) - 1}"
    assert told(state, "mat-PE", last) == ("That isn't a launch value. Choose 5, 6 or 7.", "6.3")
    assert told(state, values[9]) == (reason, "6.3")
    assert told(state, values[7])[1] == "", "which family is not said"
    assert told(state, "hex-K17")[1] == "", "their HOME; launching begins at the mat"
    state.cash[0] = 9
    assert told(state, "mat-PE") == ("The parents cost 10 $N. You have 9.", "6.3")
    assert told(state, "hex-K17") == told(state, "mat-PE")


def test_6_3_1_families_come_one_after_the_other() -> None:
    state = monday()
    family(state, "PE")
    reason = "The Tigers can't be launched yet. Next in line: Lions or Polar bears."
    assert told(state, "mat-TI") == (reason, "6.3.1")


def test_6_4_a_card_of_a_launched_family() -> None:
    state = monday()
    family(state, "PE", at=(1, 1), A="parents", B="child 1")
    assert told(state, "mat-PE") == FINE
    assert told(state, "reputation-PE")[1] == "", "it is bought at the mat"
    state.cash[0] = 1
    assert told(state, "mat-PE")[0].endswith("You have 1.")
    assert told(state, "reputation-PE") == told(state, "mat-PE")
    state.cash[0] = 50
    state.sold[0] = 1 << number(state, "PE")
    assert told(state, "mat-PE")[1] == "6.4.3"
    state.sold[0] = 0
    state.card_limit = 1
    assert told(state, "mat-PE") == ("You've reached the limit of 1 cards.", "6.4.2")


def test_6_4_where_nothing_is_left_to_buy() -> None:
    state = monday()
    family(state, "PE", A="parents, child 1", B="child 2, child 3")
    assert told(state, "mat-PE") == ("The Penguins' cousin goes on sale on Wednesday.", "2.2")
    family(state, "LI", A="parents, child 1", B="child 2, child 3, cousin")
    assert told(state, "mat-LI") == ("No Lions cards are left. Players hold them all.", "6.4")


def test_6_2_cards_are_sold_by_their_owner_before_a_purchase() -> None:
    state = monday()
    family(state, "PE", A="parents, child 1", B="child 2")
    family(state, "LI", A="parents", B="child 2")
    assert told(state, "cards-A-PE") == FINE
    assert told(state, "cards-B-PE") == ("B holds the Penguins' child 2. Sell only your own cards.", "6.2")
    reason = "You can't sell the Lions' parents. No one else has two single cards to swap for them."
    assert told(state, "cards-A-LI") == (reason, "6.2.2")
    state.bought = True
    assert told(state, "cards-A-PE") == ("You can't sell after buying. Sell first in your next turn.", "6")
    assert told(state, "mat-PE") == ("You already bought something this turn. One purchase per turn.", "6")


def test_4_3_powers_in_a_stock_round() -> None:
    state = holding(holding(monday(), 0, "DAYS_OFF", "LEPRECHAUN_POT_OF_GOLD", "RABBITS"), 1, "MIDAS")
    reason = "The Giraffes aren't launched yet. Use DAYS OFF on a launched family."
    assert told(state, "power-DAYS_OFF", "mat-GI") == (reason, "10.1")
    assert told(state, "power-DAYS_OFF")[1] == "10.1"
    family(state, "PE", powers=("WINGS",))
    assert told(state, "power-DAYS_OFF", "mat-PE") == FINE
    assert told(state, "power-DAYS_OFF") == FINE
    assert told(state, "power-MIDAS") == ("MIDAS is in B's hand. You can only use your own powers.", "4.3")
    assert told(state, "power-LEPRECHAUN_POT_OF_GOLD")[1] == "10.4"
    green = "RABBITS is a green power. A family can acquire and use it in its operating turn."
    assert told(state, "power-RABBITS") == (green, "4.3")
    assert told(state, "power-WINGS")[0].startswith("WINGS belongs to the Penguins.")


def test_10_6_whatsup_is_for_an_own_family_with_money() -> None:
    state = holding(monday(), 0, "WHATSUP")
    family(state, "PE", A="parents", treasury=7)
    family(state, "LI", B="parents")
    assert told(state, "power-WHATSUP", "mat-PE") == FINE
    assert told(state, "power-WHATSUP", "mat-LI")[0].startswith("You don't lead the")
    state.treasury[number(state, "PE")] = 6
    assert told(state, "power-WHATSUP") == ("The squirrel costs 7 $N. The treasury has 6.", "10.6")
    assert told(state, "deck") == told(state, "power-WHATSUP")


def test_7_1_what_families_do_waits_for_the_operating_round() -> None:
    state = monday()
    family(state, "PE", squirrels="2S")
    building = ("Build tiles and stations in operating rounds, in a family's turn.", "7.1")
    assert told(state, "hex-K15") == building
    hiring = ("Buy squirrels in operating rounds, in a family's turn.", "7.6")
    assert told(state, "deck") == hiring
    assert told(state, "squirrel-2S-0") == hiring
    assert told(state, "turn-track") == ("Buy one card or pass.", "")
    assert told(state, "powers")[1] == told(state, "kitchen")[1] == told(state, "player-B")[1] == ""


def test_6_3_after_a_launch_the_home_tile_comes_first() -> None:
    state = monday()
    play(state, "launch GI at 7")
    assert told(state, "hex-K9") == FINE
    assert told(state, "hex-K11") == ("First lay the HOME tile on hex K9.", "6.3")
    assert told(state, "mat-PE") == ("Lay the Giraffes' HOME tile.", "6.3")


def test_6_3_bonus_tiles_begin_at_home() -> None:
    state = monday()
    deck_from(state, "4S")
    state.cash[0] = 40
    play(state, "launch GI at 9", "lay 57 r0 at K9")
    assert told(state, "hex-K11") == FINE
    assert told(state, "hex-G11") == ("Hex G11 is out of the family's reach.", "7.2")
    assert told(state, "hex-K9")[0].startswith("Hex K9 already has a tile. Lay a yellow tile")
    assert told(state, "deck") == ("Lay a yellow tile within the new family's reach, or pass.", "6.3")


# Track.


def giraffes(**more: object) -> Position:
    """The Giraffes of A at K9, their track going south."""
    state = monday()
    family(state, "GI", **{"treasury": 10, **more})  # type: ignore[arg-type]
    for tile, rotation, at in (("57", 0, "K9"), ("9", 0, "K11")):
        lay(state, tile, rotation, at)
    return operate(state, "GI")


def test_7_2_a_tile_fits_here_or_there_is_a_reason() -> None:
    state = giraffes()
    assert told(state, "hex-K13") == FINE
    assert told(state, "hex-G11") == ("Hex G11 is out of the family's reach.", "7.2")
    assert told(state, "hex-K7") == ("Hex K7 is a grey area. You can't lay tiles there.", "7.2")
    assert told(state, "hex-M5") == ("Hex M5 is an R area. You can't lay tiles there.", "7.2")
    assert told(state, "hex-K11") == ("You can't lay green tiles yet. They come in a later phase.", "3")


def test_7_2_an_upgrade_and_why_not() -> None:
    state = giraffes()
    deck_from(state, "4S")
    assert told(state, "hex-K11") == FINE
    state.laid = (state.board.ground.by_name["K11"],)
    assert told(state, "hex-K11") == ("The tile at hex K11 was laid this turn. Upgrade it in a later one.", "7.2")
    state.upgraded = True
    assert told(state, "hex-K11") == ("The family already upgraded a tile this turn. Lay a yellow tile or pass.", "7.2")
    lay(state, "9", 0, "E11")
    state.upgraded = False
    assert told(state, "hex-E11") == (
        "Hex E11 has a marker. You can only change its tile with RABBITS or MOLES.",
        "7.2",
    )
    lay(state, "9", 0, "G13")
    assert told(state, "hex-G13") == ("Hex G13 is out of the family's reach.", "7.2")


def test_7_2_the_last_tile_of_a_hex() -> None:
    state = giraffes()
    deck_from(state, "4J")
    lay(state, "43", 0, "K11")
    lay(state, "611", 0, "N10")
    assert told(state, "hex-K11") == ("The brown tile at hex K11 has no upgrade.", "7.2")
    assert told(state, "hex-N10")[0].startswith("The brown tile at hex N10 has no upgrade")


def test_7_2_mountains_cost_money() -> None:
    state = monday()
    family(state, "LI", treasury=0)
    for tile, at in (("57", "E15"), ("9", "E13")):
        lay(state, tile, 0, at)
    operate(state, "LI")
    assert told(state, "hex-E11") == ("Building on hex E11 costs 2 $N. The treasury has 0.", "7.2")
    state.treasury[number(state, "LI")] = 2
    assert told(state, "hex-E11") == FINE


def test_7_2_the_supply_runs_out() -> None:
    state = giraffes()
    for stock in range(3):
        state.board.supply[stock] = 0
    assert told(state, "hex-K13")[0].endswith("is used up.")


def test_7_1_in_the_track_step_other_things_wait() -> None:
    state = giraffes(squirrels="2S")
    state.on_offer = (power(state, "WHEAT"),)
    trade = ("Buy and sell cards in stock rounds, not in a family's turn.", "6")
    assert told(state, "mat-PE") == trade
    assert told(state, "cards-A-GI") == trade
    assert told(state, "deck")[0] == "Squirrels are bought after the dividend."
    assert told(state, "power-WHEAT")[0].startswith("The bank sells powers in stock rounds")
    assert told(state, "mat-GI") == ("Lay up to two tiles for the Giraffes, or pass.", "")


# Powers of families.


def test_4_3_whose_power_it_is() -> None:
    state = holding(giraffes(powers=("WINGS", "TWO_BARRELS")), 1, "WHEAT", "MIDAS")
    family(state, "PE", powers=("MOLES",))
    assert told(state, "power-WINGS") == ("WINGS works automatically. There is nothing to choose.", "10.19")
    assert told(state, "power-TWO_BARRELS") == ("Use TWO BARRELS just before the squirrels run.", "10.16")
    assert told(state, "power-WHEAT") == FINE, "it is acquired"
    reason = "WHEAT is in B's hand. The family must acquire it first."
    assert told(state, "power-WHEAT", "hex-K9") == (reason, "4.3")
    assert told(state, "power-MIDAS")[0].startswith("MIDAS is a blue power")
    assert told(state, "power-MOLES") == ("MOLES belongs to the Penguins, not to the Giraffes.", "4.3")
    state.declined = ((100 + power(state, "WHEAT"), 0), (100 + power(state, "WHEAT"), 1))
    assert told(state, "power-WHEAT") == (
        "Two offers for WHEAT were declined. You can't offer again this turn.",
        "7.6.2",
    )


def test_10_7_and_10_8_rabbits_and_moles_need_a_tile() -> None:
    state = giraffes(powers=("RABBITS", "MOLES"))
    assert told(state, "power-RABBITS", "hex-K11") == FINE
    assert told(state, "power-RABBITS", "hex-K13") == (
        "Hex K13 has no tile to replace. Choose a hex with one.",
        "7.2",
    )
    assert told(state, "power-MOLES", "hex-K11") == FINE
    lay(state, "20", 0, "K11")
    reason = "MOLES replace yellow tiles 7, 8 and 9 with tiles 80 to 83."
    assert told(state, "power-MOLES", "hex-K11") == (reason, "10.8")
    assert told(state, "power-MOLES") == ("There is nothing to use MOLES on now.", "10.8")


def test_10_10_hole_joins_two_r_areas() -> None:
    state = giraffes(powers=("HOLE",))
    assert told(state, "power-HOLE", "hex-M5") == FINE
    assert told(state, "power-HOLE", "hex-K9") == ("HOLE connects two R areas. Hex K9 isn't one.", "10.10")
    play(state, "HOLE at M5")
    assert told(state, "hex-M5") == ("Hex M5 is already one end of HOLE. Choose another R area.", "10.10")
    assert told(state, "hex-I19") == FINE
    assert told(state, "deck") == ("Choose the second R area for HOLE.", "10.10")
    assert choices(state)["HOLE at I19"].path == ("hex-I19",)


def test_10_10_but_not_the_one_in_the_middle() -> None:
    state = monday(centre="BASE-2")
    family(state, "GI", powers=("HOLE",), tile=True)
    operate(state, "GI")
    reason = "HOLE can't use hex H10, the R area in the middle of the map."
    assert told(state, "power-HOLE", "hex-H10") == (reason, "10.10")


def test_10_9_the_second_tile_of_ancient_maps() -> None:
    state = giraffes(powers=("ANCIENT_MAPS",))
    play(state, "ANCIENT MAPS: lay 9 r0 at K13")
    assert told(state, "hex-K11")[0].startswith("Hex K11 already has a tile")
    assert told(state, "hex-K15") == FINE
    assert told(state, "mat-PE") == ("Lay the second yellow tile of ANCIENT MAPS, or pass.", "10.9")


def test_10_11_to_10_15_stations_of_all_kinds() -> None:
    state = penguins(powers=("THAT_S_MINE", "ON_A_DIET", "WHEAT"))
    operate(state, "PE", "station")
    reason = "The family has no station at hex K15. Put WHEAT where it has one."
    assert told(state, "power-WHEAT", "hex-K15") == (reason, "10.15")
    assert told(state, "power-THAT_S_MINE", "hex-K15") == FINE
    assert told(state, "power-THAT_S_MINE", "hex-G11") == ("Hex G11 has no station tile.", "7.3")
    assert told(state, "power-ON_A_DIET", "hex-K17") == ("The family already has a station at hex K17.", "7.3")
    state.has_station = True
    built = ("The family already built a station this turn. One station per turn.", "7.3")
    assert told(state, "power-ON_A_DIET") == built
    state.has_station = False
    play(state, "THAT'S MINE! at K15")
    assert told(state, "power-THAT_S_MINE", "hex-K15") == FINE, "to build there"
    state.has_station = True
    assert told(state, "power-THAT_S_MINE") == built


def test_10_18_patch() -> None:
    state = penguins(powers=("PATCH",), squirrels="2S, 3S")
    family(state, "GI", squirrels="3S")
    operate(state, "PE")
    assert told(state, "power-PATCH", "squirrel-2S-0") == FINE
    reason = "Put PATCH on a squirrel of the operating family."
    assert told(state, "power-PATCH", "squirrel-3S-1") == (reason, "10.18")
    play(state, "patch 2S-0")
    already = ("This family already has PATCH on a squirrel.", "10.18")
    assert told(state, "power-PATCH", "squirrel-3S-0") == already
    state.squirrels[number(state, "PE")] = ()
    assert told(state, "power-PATCH") == ("The family has no squirrel for PATCH.", "10.18")


# The rest of a turn.


def test_7_3_a_station_and_why_not() -> None:
    state = operate(penguins(), "PE", "station")
    assert told(state, "hex-K15") == FINE
    assert told(state, "hex-K17") == ("The family already has a station at hex K17.", "7.3")
    assert told(state, "hex-K11") == ("Hex K11 has no station tile.", "7.3")
    state.treasury[number(state, "PE")] = 1
    assert told(state, "hex-K15") == ("The station costs 2 $N. The treasury has 1.", "7.3")
    assert told(state, "run-0" if state.harvest else "powers")[0] == "No station can be built. Pass."


def test_7_4_and_7_5_run_and_dividend_are_not_about_tiles() -> None:
    state = operate(penguins(squirrels="2S"), "PE", "run")
    track = ("Tiles are laid in the track step, first in a family's turn.", "7.1")
    assert told(state, "hex-K15") == track
    assert told(state, "player-A") == ("Run the Penguins' squirrels, or skip.", "")
    play(state, legal(state)[0])
    assert told(state, "hex-K15") == track
    assert told(state, "run-0")[0].startswith("Distribute or keep")


def test_7_6_squirrels_and_their_prices() -> None:
    state = penguins(treasury=6, squirrels="2S")
    family(state, "GI", B="parents", squirrels="3S, 3S")
    family(state, "LI", B="parents")
    hire(state, "GI", "2S", last_run=True)
    operate(state, "PE", "squirrels")
    assert told(state, "deck") == ("The squirrel costs 7 $N. The treasury has 6.", "7.6")
    assert told(state, "squirrel-3S-0") == FINE
    assert told(state, "squirrel-3S-1")[1] == "", "the same as the other one"
    assert told(state, "squirrel-2S-1") == ("You can't buy a squirrel with PATCH or on its last run.", "7.6")
    assert told(state, "squirrel-2S-0") == ("The Penguins already have this squirrel. Ask another family.", "7.6")
    assert told(state, "mat-LI") == ("The Lions have no squirrels to sell.", "7.6")
    state.declined = ((_card(state, "3S-0"), 6), (_card(state, "3S-1"), 6))
    reason = "An offer of 6 $N for the Giraffes' 3S was declined, and you can offer at most 6."
    assert told(state, "squirrel-3S-1") == (reason, "7.6.2")
    state.kitchen = (state.pieces.squirrels[_card(state, "3S-2")],)
    assert (
        told(state, "squirrel-3S-2")[0] == told(state, "kitchen")[0] == "The squirrel costs 12 $N. The treasury has 6."
    )
    state.phase_number = 4
    hire(state, "PE", "5S")
    assert told(state, "deck") == ("The Penguins already have 2 squirrels, the limit in this phase.", "3")


def _card(state: Position, id: str) -> int:
    return next(card.index for card in state.pieces.squirrels if card.id == id)


def test_7_6_1_the_squirrel_first_then_the_cards() -> None:
    state = penguins(treasury=0)
    family(state, "LI", A="parents", B="child 1")
    family(state, "GI", A="child 1, child 2", B="parents")
    state.cash[0] = 0
    operate(state, "PE", "squirrels")
    reason = "Choose the squirrel first. Then you sell cards if you need to."
    assert told(state, "cards-A-GI") == (reason, "7.6.1")
    assert told(state, "deck") == FINE
    play(state, "force 2S from deck")
    assert told(state, "cards-A-GI") == FINE
    assert told(state, "cards-B-GI")[1] == "6.2"
    assert told(state, "cards-A-LI")[1] == "6.2.2"
    assert told(state, "deck") == ("Sell a card. You still need 7 $N.", "7.6.1")


def test_7_6_2_price_and_consent() -> None:
    state = penguins(treasury=6, squirrels="2S")
    family(state, "GI", B="parents", squirrels="3S")
    operate(state, "PE", "squirrels")
    play(state, "ask GI for 3S-0")
    assert told(state, "deck") == ("Offer 1 to 6 $N for the Giraffes' 3S.", "7.6.2")
    play(state, "offer 5")
    assert told(state, "hex-K9") == ("First accept or decline 5 $N for the Giraffes' 3S.", "7.6.2")
    assert told(state, "player-B")[0].startswith("Accept or decline")


def test_7_1_at_the_end_of_a_turn_nothing_more_is_bought() -> None:
    state = operate(penguins(squirrels="2S", powers=("WHEAT",)), "PE", "closing")
    assert told(state, "deck")[1] == told(state, "hex-K15")[1] == "7.1"
    assert told(state, "mat-GI")[1] == "6"
    assert told(state, "powers")[0].endswith("end the Penguins' turn.")


def test_4_4_how_a_ticket_is_split() -> None:
    state = operate(penguins(squirrels="2S"), "PE")
    state.tickets[0] = 1
    play(state, "cash ticket")
    assert told(state, "mat-PE")[0].startswith("Choose how much of the 5 $N")
    assert told(state, "deck") == ("First put 0 to 5 $N of the ticket in the treasury.", "4.4")


def test_3_1_squirrels_above_the_limit() -> None:
    state = penguins(squirrels="3S, 3S, 3S, 4S Perm")
    family(state, "GI", B="parents")
    deck_from(state, "4S")
    hire(state, "PE", "2S", last_run=True)
    operate(state, "GI", "squirrels")
    play(state, "buy 4S from deck")
    assert told(state, "squirrel-3S-0") == FINE
    assert told(state, "squirrel-4S-0") == ("The Penguins have too many squirrels. Give up one of theirs.", "3.1")
    assert told(state, "deck")[1] == "3.1"


def test_10_18_only_squirrels_that_retire_can_be_saved() -> None:
    state = retiring(hand=1)
    play(state, "buy 4S from deck")
    assert told(state, "power-PATCH") == told(state, "power-PATCH", "squirrel-2S-0") == FINE
    reason = "This squirrel isn't about to retire. Put PATCH on one that is, or pass."
    assert told(state, "power-PATCH", "squirrel-3S-0") == told(state, "squirrel-3S-0") == (reason, "10.18")
    assert told(state, "deck") == ("Put PATCH on a squirrel that is about to retire, or pass.", "10.18")


def test_6_7_the_last_call_is_about_tickets() -> None:
    state = monday()
    family(state, "PE")
    state.tickets = [0, 1, 0]
    play(state, "pass", "pass", "pass")
    assert told(state, "mat-PE")[0].startswith("The stock round is over")


def test_what_does_not_go_with_what_was_picked_stands_alone() -> None:
    state = giraffes(powers=("RABBITS",))
    assert told(state, "power-RABBITS", "deck") == told(state, "deck")
    assert told(state, "hex-K13", "hex-G11") == told(state, "hex-G11")
    assert told(state, "hex-K13", "button:9 yellow, straight") == FINE
    assert told(state, "button:Pass")[1] == ""
    assert why_not(state, 0, ()) is not None
    answer = why_not(state, 1, ("hex-K13",))
    assert answer is not None
    assert answer.reason == "It isn't B's turn. A may act now."
