"""The promise about the seed: what a verifier finds in a record, and what it does not accept."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

import menagerie
from menagerie import BadRecord, Record
from menagerie.core import seed_commitment
from menagerie.core.playout import play_randomly

SALT = "5a" * 16


@pytest.fixture
def record():
    state = menagerie.load("zooloretto-mini").new(seed=7)
    play_randomly(state, Random(7))
    made = Record.of(state, {0: "Lisa", 1: "Ben"})
    made.salt, made.commitment = SALT, seed_commitment.commitment(7, SALT)
    return made


def test_the_commitment_is_what_the_protocol_says():
    assert seed_commitment.commitment(7, SALT) == sha256(f"7:{SALT}".encode()).hexdigest()
    assert len(seed_commitment.new_salt()) == 32
    assert seed_commitment.new_salt() != seed_commitment.new_salt()


def test_what_holds_is_said_with_the_players_names(record):
    replays, result, promise = seed_commitment.verify(record, record.commitment)
    assert replays == f"{len(record.decisions)} decisions of zooloretto-mini replay."
    assert record.final().result(["Lisa", "Ben"]) in result
    assert promise == "the seed matches the commitment published before the game."


def test_a_record_without_a_promise_says_nothing_of_one(record):
    record.commitment = ""
    assert len(list(seed_commitment.verify(record))) == 2


@pytest.mark.parametrize(
    ("change", "promised", "problem"),
    [
        ({"seed": 8}, "", "cannot be played|this is not the seed|has the scores"),
        ({"salt": "00" * 16}, "", "This isn't the seed"),
        ({"salt": ""}, "", "no salt"),
        ({}, "5f70", "None of the record's seeds"),
        ({"commitment": ""}, "5f70", "None of the record's seeds"),
        ({"scores": (99, 1)}, "", "has the scores"),
    ],
)
def test_what_does_not_hold_is_refused(record, change, promised, problem):
    for name, value in change.items():
        setattr(record, name, value)
    with pytest.raises(BadRecord, match=problem):
        list(seed_commitment.verify(record, promised))
