"""The first of two rulings that stand side by side is taken back, where nothing rests on it."""

from __future__ import annotations

import pytest

from ledger.game.results.amending import AmendResult
from ledger.game.scores.requests import ApplyPenalty
from ledger.incidents.appeals import DecideAppeal
from ledger.incidents.facts import RulingGiven
from ledger.incidents.penalties import Penalise
from ledger.incidents.ruling import Finding, GiveRuling
from ledger.incidents.taking_back import TakeCaseActBack
from tests.an_event import AnEvent
from tests.desks import DIRECTOR, A, B, a_desk, a_table
from tests.ledger.test_acts_taken_back import POINTS, act, as_it_adds_up, asks, refused, ruling
from tests.officials import Director

pytestmark = pytest.mark.found("DI-3")

ON_THE_OTHER = ApplyPenalty(seat=A, unit="points", amount=3, reason="late")


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield desk


@pytest.fixture
def director(desk):
    return Director(desk)


@pytest.fixture
def table(desk):
    return a_table(desk)


@pytest.fixture
def case(director, table):
    return director.open_case(table.game, "conduct", by=DIRECTOR)


def back(written, **more):
    return TakeCaseActBack(act=act(written), reason="the wrong player", **more)


def test_the_first_goes_and_the_second_stays(desk, director, table, case):
    first = asks(desk, case, ruling(table.game, POINTS))
    asks(desk, case, ruling(table.game, ON_THE_OTHER, beside=True))

    gone = asks(desk, case, back(first))

    assert table.sheet.totals == (-3, 0)
    assert len(director.case_file(case).each(RulingGiven)) == 1
    asks(desk, case, back(gone))
    assert table.sheet.totals == (-3, -10)


def test_what_the_first_replaced_stands_again_beside_the_second(desk, table, case):
    asks(desk, case, ruling(table.game, POINTS))
    replacing = asks(desk, case, ruling(table.game))
    asks(desk, case, ruling(table.game, ON_THE_OTHER, beside=True))

    asks(desk, case, back(replacing))

    assert table.sheet.totals == (-3, -10)


def test_a_penalty_that_rests_on_the_finding_of_the_first_is_named(desk, table, case):
    found = Finding(seat=B, offence="other", level=3, state_of_mind="deliberate")
    first = asks(desk, case, ruling(table.game, conduct=found, although="she left"))
    asks(desk, case, ruling(table.game, beside=True))
    warned = asks(desk, case, Penalise(seat=B, kind="official-warning", reason="loud"))

    refusal = refused(desk, case, back(first))

    assert refusal.code == "act-stands"
    assert "official warning: loud" in refusal.what
    asks(desk, case, back(warned))
    asks(desk, case, back(first))


def test_no_finding_stands_again_before_a_penalty_that_was_decided_without_it(desk, table, case):
    found = Finding(seat=B, offence="other", level=3, state_of_mind="deliberate")
    first = asks(desk, case, ruling(table.game, conduct=found, although="she left"))
    asks(desk, case, ruling(table.game, beside=True))
    gone = asks(desk, case, back(first))
    asks(desk, case, Penalise(seat=B, kind="official-warning", reason="loud"))

    refusal = refused(desk, case, back(gone))

    assert "official warning: loud" in refusal.what


def test_scores_amended_from_those_of_the_first_are_named(desk, table, case):
    first = asks(desk, case, ruling(table.game, AmendResult(now=(300, 200), reason="a"), alone="-"))
    asks(
        desk, case,
        ruling(table.game, AmendResult(now=(310, 200), reason="b"), alone="-", beside=True),
    )  # fmt: skip

    refusal = refused(desk, case, back(first, alone="-"))

    assert refusal.code == "act-stands"
    assert "310" in refusal.what


def test_a_ruling_that_carries_out_an_appeal_against_the_first_is_named(desk, director):
    event = AnEvent(desk, "wespa-5.1", margins=(None,))
    game = event.last_game
    case = director.open_case(game, "conduct", by=DIRECTOR)
    first = asks(desk, case, ruling(game, POINTS))
    director.lodge_appeal(case, "Player 2", by=DIRECTOR, seat=B, although="asked for at once")
    director.hear_appeal(case, "local body", by=DIRECTOR, committee=("Wim",), declared=("Wim",))
    upheld = DecideAppeal(
        body="local body", outcome="upheld", accepted="whole", effect="given back"
    )
    decided = asks(desk, case, upheld).events[0].originator_version
    carrying = asks(desk, case, ruling(game, decision=decided, beside=True))

    refusal = refused(desk, case, back(first))

    assert refusal.code == "act-stands"
    assert "Ruled: so" in refusal.what
    before = as_it_adds_up(desk.sheet(game))
    asks(desk, case, back(carrying))
    assert as_it_adds_up(desk.sheet(game)) == before


def test_an_entry_in_a_gap_that_the_first_settled_is_named(desk, table, case):
    settled = GiveRuling(
        game=table.game, finding="so", citation="wespa-5.1 2.1", trap="T4-01", another="as we say"
    )
    first = asks(desk, case, settled)
    asks(desk, case, ruling(table.game, beside=True))
    asks(desk, table.game, POINTS, case=case)

    refusal = refused(desk, case, back(first))

    assert refusal.code == "act-stands"
    assert "10" in refusal.what
