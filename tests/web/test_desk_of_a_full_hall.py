"""Two directors at the desk of a full hall: each matter once for both, and each to its end."""

from __future__ import annotations

from collections import Counter
from uuid import uuid4

import pytest

from ledger.vocabulary.desk_matters import URGENCY
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import SLUG
from tests.web.every_matter import FROM_HERE, HARBOUR, KINDS, a_while_later, every_matter
from tests.web.test_desk_verbs import (
    BY_HAND,
    ENDS,
    OPEN_THERE,
    PARTS,
    at_the_desk,
    table_of,
    waiting,
)

pytestmark = pytest.mark.found("DI-7", "DI-9")

TABLES, MATTERS = 200, 80


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """A hall of two tournaments a quarter of an hour after their rounds began."""
    with every_matter(tmp_path, TABLES, MATTERS) as hall:
        a_while_later(hall, monkeypatch)
        hall.both = [at_the_desk(hall, badge) for badge in ("D1", "D2")]
        yield hall


def key(told):
    return told["where"]["game"], told["matter"]["kind"]


def of_planted(hall, visitor):
    """What this director reads of each matter planted, by game and kind."""
    return {key(told): told for told in waiting(visitor) if key(told) in hall.planted}


def test_both_directors_read_each_matter_once_and_none_where_nothing_waits(hall):
    one, two = (waiting(visitor) for visitor in hall.both)

    assert one == two
    assert len(hall.planted) == MATTERS
    assert {kind for _, kind in hall.planted} == set(KINDS)
    assert set(Counter(tuple(told["matter"].values()) for told in one).values()) == {1}
    often = Counter(key(told) for told in one)
    assert [often[planted] for planted in hall.planted] == [1] * MATTERS
    assert {told["where"]["game"] for told in one} == {game for game, _ in hall.planted}


def test_calls_are_told_with_whoever_waits_longest_first(hall):
    calls = [told for told in waiting(hall.both[0]) if told["matter"]["kind"] == "call"]

    tables = [(told["tournament"], told["where"]["table"]) for told in calls]
    again = len(KINDS) + 1  # where the kinds begin anew
    assert tables == [(HARBOUR, 1), (SLUG, 1), (HARBOUR, again), (SLUG, again)]
    assert {URGENCY[told["matter"]["kind"]] for told in calls} == {"now"}


@pytest.mark.wide("a whole hall")
def test_each_first_verb_leads_both_directors_to_the_part_where_it_ends(hall):
    for visitor in hall.both:
        for (game, kind), told in of_planted(hall, visitor).items():
            address, _, part = told["first"]["at"].partition("#")
            if kind in BY_HAND:
                assert told["first"]["does"], kind
                continue
            page = visitor.get(address, headers=FOR_PEOPLE)
            shown = told["called"] if told["matter"]["subject"] != game else OPEN_THERE[kind]
            assert page.status_code == 200, (kind, address)
            assert shown.format(game=game) in page.text, (kind, address)
            assert part.rstrip("0123456789") == PARTS.get(kind, ""), kind


def sent_by(visitor, game, request):
    entry = {"command_id": str(uuid4()), "game": game, "asked": request}
    return visitor.post("/api/entries", json=[entry], headers=FROM_HERE).json["answers"][0]


def test_of_two_directors_who_take_the_same_call_the_second_is_told_of_the_first(hall):
    first, second = hall.both
    called = [told for told in waiting(second) if told["matter"]["kind"] == "call"][-1]
    game, sets_out = called["where"]["game"], {"ask": "director-sets-out"}

    assert sent_by(first, game, sets_out)["kind"] == "written"
    answer = sent_by(second, game, sets_out)

    assert answer["kind"] != "written"
    assert answer["refused"] == "director-on-the-way"
    for visitor in hall.both:
        [told] = [one for one in waiting(visitor) if one["matter"] == called["matter"]]
        assert told["call"]["coming"] == "D1"


def test_of_two_directors_who_confirm_the_same_entry_the_second_is_told_that_it_is_gone(hall):
    first, second = hall.both
    told = [one for one in waiting(second) if one["matter"]["kind"] == "to-confirm"][-1]
    request = {"ask": "waive-matter", **told["matter"], "reason": "confirmed as entered"}

    def confirmed(visitor):
        sent = {"command_id": str(uuid4()), "tournament": told["tournament"], "asked": request}
        return visitor.post("/desk/matters", json=sent, headers=FROM_HERE)

    assert confirmed(first).json["written"]
    answer = confirmed(second)

    assert answer.status_code >= 400
    assert answer.json["refused"] == "no-such-matter"
    for visitor in hall.both:
        assert told["matter"] not in [one["matter"] for one in waiting(visitor)]


@pytest.mark.wide("a whole hall")
def test_each_matter_is_ended_by_its_verb_and_is_gone_for_both(hall):
    for (_, kind), told in of_planted(hall, hall.both[0]).items():
        ENDS[kind](hall, table_of(hall, told), told)
        for visitor in hall.both:
            assert told["matter"] not in [one["matter"] for one in waiting(visitor)], kind

    for visitor in hall.both:
        assert of_planted(hall, visitor) == {}
