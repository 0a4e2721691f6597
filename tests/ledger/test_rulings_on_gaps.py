"""A ruling on a gap says how it reads it; what is entered under it shows the gap."""

from __future__ import annotations

import msgspec
import pytest

from ledger.game.drawing.overdraws import ReportOverdraw
from ledger.game.scores.requests import ApplyPenalty
from ledger.incidents.facts import RulingGiven
from ledger.rulebook.ambiguities import trap
from ledger.vocabulary import remarks
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, A, a_desk, a_table
from tests.officials import Director

FULL_RACK = ReportOverdraw(seat=A, drawn=1, held=7, due=0)
"""A tile drawn with seven on the rack, which the book does not cover (T4-03)."""


@pytest.fixture
def table(tmp_path):
    with a_desk(tmp_path) as desk:
        table = a_table(desk, "wespa-4.0")
        table.play(A, "8D", "WINDY")
        yield table


def remarked(table):
    """What was remarked on the last request."""
    events = table.desk.sheet(table.game).events
    last = events[-1].envelope.command_id
    first = next(event for event in events if event.envelope.command_id == last)
    return first.envelope.remarks


def rule(table, **how):
    director = Director(table.desk)
    case = director.open_case(table.game, "drawing", by=DIRECTOR)
    director.rule(case, table.game, "it goes back", "wespa-4.0 3.9.5(a)", by=DIRECTOR, **how)
    return case, director.case_file(case).ruling


def test_a_refusal_over_a_gap_offers_the_readings_and_the_ruling_names_one(table):
    refusal = table.ask(FULL_RACK).refusal
    offered = [reading.words for reading in trap(refusal.trap).readings]
    assert all(words in refusal.next_step for words in offered)

    case, ruling = rule(table, trap=refusal.trap, reading=offered[1])

    assert (ruling.trap, ruling.reading, ruling.another) == (refusal.trap, offered[1], False)
    table.enter(FULL_RACK, by=DIRECTOR, case=case)
    assert refusal.trap in remarked(table)
    assert remarks.READING_NOT_NAMED not in remarked(table)


def test_a_reading_may_be_named_by_its_number(table):
    _, ruling = rule(table, trap="T4-03", reading=" 1 ")

    assert ruling.reading == trap("T4-03").readings[0].words


def test_a_director_may_read_it_otherwise_in_own_words(table):
    _, ruling = rule(table, trap="T4-03", another="the bag is shuffled and the tile drawn again")

    assert (ruling.another, ruling.reading[:7]) == (True, "the bag")


@pytest.mark.parametrize(
    "how",
    [
        {"trap": "T4-03"},
        {"trap": "T4-03", "reading": "whatever seems fair"},
        {"trap": "T4-03", "reading": "0"},
        {"trap": "T4-03", "reading": "9"},
        {"trap": "T4-03", "reading": "1", "another": "and something else"},
        {"trap": "T4-03", "another": "  "},
    ],
)
def test_a_ruling_on_a_gap_that_does_not_say_how_it_is_read_is_refused(table, how):
    with pytest.raises(Refusal) as refusal:
        rule(table, **how)

    assert refusal.value.code == "no-such-reading"
    assert all(reading.words in refusal.value.what for reading in trap("T4-03").readings)


@pytest.mark.parametrize("how", [{"reading": "1"}, {"another": "otherwise"}, {"trap": "T9-01"}])
def test_a_reading_is_always_one_of_a_gap_we_know(table, how):
    with pytest.raises(Refusal) as refusal:
        rule(table, **how)

    assert refusal.value.code == "unreadable-request"


def test_a_trap_with_nothing_to_rule_on_needs_no_reading(table):
    _, ruling = rule(table, trap="T5-02")

    assert (ruling.trap, ruling.reading) == ("T5-02", "")


@pytest.mark.parametrize("how", [{}, {"trap": "T4-20", "reading": "1"}])
def test_what_is_entered_past_a_gap_shows_that_the_ruling_says_nothing_of_it(table, how):
    case, _ = rule(table, **how)

    table.enter(FULL_RACK, by=DIRECTOR, case=case)

    assert {"T4-03", remarks.READING_NOT_NAMED} <= set(remarked(table))


def test_a_ruling_that_overrules_no_gap_adds_nothing(table):
    case, _ = rule(table)

    table.enter(
        ApplyPenalty(seat=A, unit="points", amount=5, reason="late"), by=DIRECTOR, case=case
    )

    assert remarked(table) == ()


def test_a_ruling_written_before_readings_were_named_is_read_as_it_was():
    old = (
        b'{"topic":"ruling-given","game":"00000000-0000-0004-0000-000000000000",'
        b'"finding":"so","citation":"wespa-4.0 Preamble","trap":"T4-03","reading":"as is fair"}'
    )

    fact = msgspec.json.decode(old, type=RulingGiven)

    assert (fact.reading, fact.another) == ("as is fair", False)
    assert msgspec.json.encode(fact) == old
