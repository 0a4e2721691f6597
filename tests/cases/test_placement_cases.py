"""Tiles that lie where or as they may not. Cases H30, H33, H34, Y42, Y43, W13."""

from __future__ import annotations

import pytest

from ledger.game.challenges.facts import PhoneyWithdrawn
from ledger.game.challenges.requests import IssueChallenge
from ledger.game.clock.requests import NeutraliseClock, RestartClock
from ledger.game.endings.requests import AcceptPlayOut
from ledger.game.placement.requests import (
    ChallengePlacement,
    CorrectOrientation,
    JudgePlacement,
    ReportMisplacedTiles,
    SetOrientation,
    StraightenTiles,
)
from ledger.game.results.signing import ProposeResult
from ledger.vocabulary import Role, remarks
from tests.tabletop import FIVE, WESPA, A, B, Tabletop

every_book = pytest.mark.parametrize("book", FIVE)
four_and_five = pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])

# Where tiles lie


def challenged_placement(table, ground, legal, seat=B, **how):
    table.enter(ChallengePlacement(seat=seat, ground=ground, **how))
    procedure = table.procedure("placement-challenge")
    noticed = table.remarks
    table.enter(JudgePlacement(legal=legal), role=Role.DIRECTOR)
    return procedure, (*noticed, *table.remarks)


@pytest.mark.parametrize("book", WESPA)
@pytest.mark.clause("wespa-4.0 3.13.1(c)")
def test_H30_a_wrong_challenge_of_a_placement_costs_nothing(book):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")

    procedure, noticed = challenged_placement(table, "misses-centre", legal=True)

    assert "costs nothing" in procedure.steps[1].if_wrong
    assert noticed == ()
    assert table.totals == (32, 0)
    assert table.sheet.on_move is B
    assert table.sheet.challenges.failed == (0, 0)
    assert table.sheet.open == ()


@pytest.mark.parametrize("book", WESPA)
def test_Y42_a_first_play_off_the_centre_comes_off_and_the_turn_is_lost(book):
    table = Tabletop(book)
    table.play(A, "7G", "CAT")
    table.enter(ChallengePlacement(seat=B, ground="misses-centre"))
    assert table.refused(JudgePlacement(legal=False), role=Role.SCOREKEEPER).code == (
        "director-judges"
    )
    assert table.procedure("placement-challenge").steps[0].clock == "neutral"

    sheet = table.enter(JudgePlacement(legal=False), role=Role.DIRECTOR)

    assert table.fact(PhoneyWithdrawn).seat is A
    assert sheet.totals == (0, 0)
    assert sheet.zero_turns == 1
    assert sheet.on_move is B
    table.play(B, "8D", "WINDY")
    assert table.facts[0].computed == 32  # the centre is there still


@every_book
def test_L_21_nothing_else_is_challenged_accepted_or_signed_before_the_verdict(book):
    table = Tabletop(book, bag=0, scores=(100, 90))
    table.play(A, "1A", "RETINAS", announced=60)
    table.enter(ChallengePlacement(seat=B, ground="other"))

    for request in (
        IssueChallenge(seat=B, words=("RETINAS",)),
        AcceptPlayOut(seat=B),
        ProposeResult(),
    ):
        assert table.refused(request).code == "challenge-pending"

    sheet = table.enter(JudgePlacement(legal=False), role=Role.DIRECTOR)
    assert (sheet.ended, sheet.out, sheet.on_move) == ("", None, B)
    assert table.racks == (7, 7)


def test_L_21_TN_36_nsa_what_a_wrong_challenge_costs_is_for_the_director():
    table = Tabletop("nsa-1998")
    table.play(A, "8D", "WINDY")

    procedure, noticed = challenged_placement(table, "disconnected", legal=True)

    assert "TN-36" in procedure.traps
    assert "TN-36" in noticed
    assert table.sheet.on_move is B  # no turn is lost by itself


def test_E_12_TN_16_nsa_a_missed_centre_challenged_after_drawing():
    table = Tabletop("nsa-1998")
    table.play(A, "7G", "CAT")

    _, noticed = challenged_placement(table, "misses-centre", legal=False, drawn=True)

    assert "TN-16" in noticed
    assert remarks.NEW_TILES_DRAWN in noticed
    assert "drawn-then-challenged-off" in table.offered()


def test_L_21_wsc_knows_no_such_challenge():
    table = Tabletop("wsc-2003")
    table.play(A, "7G", "CAT")

    procedure, noticed = challenged_placement(table, "misses-centre", legal=True)

    assert procedure.needs_ruling
    assert remarks.DIRECTOR_TO_CONFIRM in noticed


@every_book
def test_L_21_a_sixth_scoreless_turn_may_come_of_it(book):
    table = Tabletop(book, bag=80, scores=(10, 12))
    table.passes(A, B, A, B, A)
    table.play(B, "1A", "CAT")
    table.enter(ChallengePlacement(seat=A, ground="disconnected"))

    sheet = table.enter(JudgePlacement(legal=False), role=Role.DIRECTOR)

    assert sheet.ended == "six-zeros"


@pytest.mark.clause("wespa-5.1 3.13.1(a)(vi)")
def test_W13_tiles_of_an_earlier_turn_moved_and_not_put_back():
    for legal, totals in ((False, (32, 16)), (True, (44, 16))):
        table = Tabletop("wespa-5.1")
        table.play(A, "8D", "WINDY")
        table.play(B, "7C", "GALE", announced=16)
        table.play(A, "H8", ".ES", announced=12)

        procedure, noticed = challenged_placement(table, "moved-tiles", legal)

        assert noticed == ()
        assert not procedure.needs_ruling
        assert "the record has them" in procedure.steps[2].does
        assert table.totals == totals
        assert table.sheet.on_move is B


@pytest.mark.parametrize(
    ("book", "trap"), [("wespa-4.0", ()), ("wespa-1.0", ()), ("nsa-1998", ("TN-23",))]
)
def test_D_19_moved_tiles_elsewhere_take_a_ruling(book, trap):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")

    procedure, noticed = challenged_placement(table, "moved-tiles", legal=True)

    assert procedure.needs_ruling
    assert {remarks.GROUND_NOT_LISTED, *trap} <= {*noticed}


# Which way they face


@four_and_five
@pytest.mark.clause("wespa-4.0 3.1.3(a)(ii)")
def test_H33_a_first_play_against_the_lettering_is_turned_by_the_second_player(book):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")

    table.enter(SetOrientation(degrees=180))

    procedure = table.procedure("orientation")
    assert [step.clock for step in procedure.steps] == ["neutral", "opponent"]
    assert procedure.steps[0].clause == f"{book} 3.1.3(a)(ii)"
    table.enter(NeutraliseClock(reason="orientation"))
    table.enter(CorrectOrientation(seat=B))
    table.enter(RestartClock(seat=B))
    assert table.sheet.board.orientation == 0
    assert table.sheet.open == ()
    assert table.sheet.on_move is B


@four_and_five
def test_D_13_before_the_turn_ends_the_starter_corrects_on_the_own_clock(book):
    table = Tabletop(book)

    table.enter(SetOrientation(degrees=90))

    [step] = table.procedure("orientation").steps
    assert (step.who, step.clock) == ("player", "player")


@four_and_five
@pytest.mark.clause("wespa-4.0 3.1.3(b)")
def test_H34_after_the_second_move_the_first_play_sets_the_way(book):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    table.enter(SetOrientation(degrees=180))
    table.play(B, "7C", "GALE")
    assert table.sheet.open == ()
    assert table.refused(CorrectOrientation(seat=B)).code == "orientation-fixed"

    table.play(A, "H8", ".ES", announced=12)
    _, noticed = challenged_placement(table, "misoriented", legal=False)

    assert noticed == ()
    assert table.sheet.board.orientation == 180
    assert table.totals[0] == 32


@pytest.mark.parametrize(
    ("book", "noticed"),
    [("nsa-1998", ()), ("wespa-1.0", "confirm"), ("wsc-2003", "confirm")],
)
def test_D_13_elsewhere_the_lettering_does_not_matter_or_is_not_mentioned(book, noticed):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")

    table.enter(SetOrientation(degrees=180))

    assert table.sheet.open == ()
    assert bool(table.remarks) is bool(noticed)
    assert table.refused(CorrectOrientation(seat=B)).code == "orientation-fixed"
    assert table.refused(SetOrientation(degrees=45)).code == "unreadable-request"


@four_and_five
@pytest.mark.clause("wespa-4.0 3.12(b)")
def test_Y43_an_upside_down_tile_is_turned_once_the_turn_is_over(book):
    table = Tabletop(book)
    table.play(A, "8D", "WINDS", announced=20)

    table.enter(ReportMisplacedTiles(seat=A, how="upside-down", squares=("8H",)))

    procedure = table.procedure("misplaced-tiles")
    assert [step.clock for step in procedure.steps] == ["neutral", "opponent"]
    table.enter(StraightenTiles(seat=B))
    table.enter(RestartClock(seat=B))
    assert table.totals == (20, 0)
    assert table.sheet.on_move is B
    assert table.sheet.open == ()


def test_D_14_TX_03_while_the_offender_is_on_turn_books_differ():
    for book in FIVE:
        table = Tabletop(book)
        table.play(A, "8D", "WINDS", announced=20)
        table.play(B, "7C", "GALE")
        table.enter(ReportMisplacedTiles(seat=A, how="sideways"))
        straighten = StraightenTiles(seat=B)
        if book in ("wespa-1.0", "nsa-1998"):
            table.enter(straighten)
            assert table.remarks == (("TN-22",) if book == "nsa-1998" else ())
        else:
            assert "only point it out" in table.procedure().steps[0].does
            assert table.refused(straighten).code == "not-on-turn"
