"""The properties together, and how one is checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from menagerie.core.record import Record
from menagerie.testing import (
    encoding,
    invariants,
    judging,
    knowledge,
    legality,
    ordering,
    pointing,
    positions,
    text_checks,
)
from menagerie.testing.cases import Case
from menagerie.testing.walks import Way

Property = Callable[[Case, Way], None]
"""What must hold for a title along a way; it raises if it does not."""

PROPERTIES: tuple[Property, ...] = (
    invariants.the_same_seed_and_decisions_lead_to_the_same_state,
    invariants.copies_are_independent,
    invariants.a_state_can_be_saved,
    invariants.records_replay_to_the_same_state,
    invariants.every_game_ends,
    invariants.pieces_are_conserved,
    invariants.scores_agree_with_a_naive_count,
    invariants.points_are_told_by_what_they_are_for,
    legality.legal_means_playable,
    legality.whatever_is_said_is_played_or_refused,
    legality.an_interrupted_decision_leaves_no_trace,
    legality.notation_is_exact_both_ways,
    legality.nothing_is_asked_that_is_not_a_choice,
    knowledge.nobody_is_shown_what_is_hidden,
    knowledge.imagining_depends_on_nothing_hidden,
    knowledge.a_new_deal_is_a_game_of_its_own,
    judging.advice_is_honest_and_adds_up,
    encoding.codes_are_exact_both_ways,
    encoding.observations_hide_what_is_hidden,
    encoding.observations_tell_what_can_be_seen,
    pointing.every_decision_can_be_pointed_at,
    pointing.every_decision_has_words,
    pointing.what_is_foretold_comes_true,
    pointing.pointing_at_anything_is_answered,
    pointing.what_can_be_tried_lies_on_the_table,
    text_checks.every_decision_is_told,
    text_checks.every_moment_can_be_shown,
    text_checks.prompts_and_refusals_have_names,
    text_checks.results_tell_names_and_tie_breaks,
    text_checks.the_table_can_be_read_as_text,
    text_checks.every_picture_is_a_whole_document,
    text_checks.a_part_is_drawn_again_when_it_changes,
    text_checks.what_lies_over_the_table_is_whole_and_honest,
    ordering.standing_orders_know_what_their_seat_knows,
    ordering.standing_orders_decide_what_is_legal,
    encoding.rows_are_kept_up_to_date,
    positions.a_position_as_text_is_exact,
    positions.a_position_for_a_seat_hides_what_is_hidden,
)

PICTURES: tuple[Property, ...] = (
    pointing.every_decision_can_be_pointed_at,
    pointing.every_decision_has_words,
    pointing.what_is_foretold_comes_true,
    pointing.pointing_at_anything_is_answered,
    pointing.what_can_be_tried_lies_on_the_table,
    text_checks.every_picture_is_a_whole_document,
    text_checks.a_part_is_drawn_again_when_it_changes,
    text_checks.what_lies_over_the_table_is_whole_and_honest,
)
"""Those that only a title with pictures can have."""


def check(case: Case, way: Way, holds: Property) -> None:
    """Check one property; a failure carries the record of a game that is as short as could be found."""
    try:
        holds(case, way)
    except Exception:
        way = shortest(case, way, holds)
    else:
        return
    try:
        holds(case, way)
    except Exception as error:
        error.add_note(f"{case}, {holds.__name__}; the game:\n{_record(way)}")
        raise
    raise AssertionError(f"{holds.__name__} fails now and then: it depends on chance that is not in the state")


def shortest(case: Case, way: Way, holds: Property) -> Way:
    """The way that fails with the fewest decisions: it is tried with 0, 1, 2, 3, 5, 8... of them."""
    length, longer = 0, 1
    while length < len(way.picks):
        attempt = replace(way, picks=way.picks[:length])
        try:
            holds(case, attempt)
        except Exception:
            return attempt
        length, longer = longer, length + longer
    return way


def _record(way: Way) -> str:
    if way.by_hand:
        return f"{way.start}\nand then {[str(action) for _, action in way.end().history[way.start.ply :]]}"
    record = "(it cannot be set up)"
    try:
        for state in way.positions():
            record = str(Record.of(state))
    except Exception as error:
        record += f"; then {type(error).__name__}: {error}"
    return record
