"""Rows of the matrix whose tests showed less than they claimed (RU12)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ledger.game.absences.requests import LeaveTable
from ledger.game.calls.requests import GrantFreeChallenge
from ledger.game.challenges.holds import CallHold, CloseWindow, ReportIrregularTurn
from ledger.game.challenges.requests import IssueChallenge
from ledger.game.clock.facts import ClockRestarted
from ledger.game.clock.requests import NeutraliseClock, RestartClock
from ledger.game.endings.facts import GameEnded, PlayedOut
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed
from ledger.game.results.signing import ProposeResult, SignTallySheet, open_items
from ledger.rulebook.help.finder import situations
from ledger.vocabulary import Role
from tests.cases import coverage
from tests.desks import signature
from tests.tabletop import FIVE, WESPA, A, B, Tabletop

V51, V4, V1, WSC, NSA = FIVE


# K-04, K-13: how long, and until when


@pytest.mark.found("RU12")
@pytest.mark.clause("wsc-2003 12.1")
@pytest.mark.clause("nsa-1998 X.A")
@pytest.mark.parametrize(("book", "seconds", "rule"), [(WSC, 15, "12.1"), (NSA, 20, "X.A")])
def test_RU12_K_04_with_an_empty_bag_seconds_end_it_where_the_book_has_some(book, seconds, rule):
    def answered(after):
        table = Tabletop(book, bag=0)
        table.play(A, "1A", "AI")
        return table, IssueChallenge(seat=B, words=("AI",), after=after)

    table, late = answered(seconds + 1)
    refusal = table.refused(late)
    assert (refusal.code, refusal.clause) == ("too-late", f"{book} {rule}")
    table, in_time = answered(seconds)
    assert table.enter(in_time).challenges.pending.seat is B


@pytest.mark.found("RU12")
@pytest.mark.clause("nsa-1998 VI.D**")
@pytest.mark.clause("wsc-2003 12.2")
@pytest.mark.clause("wespa-1.0 3.1.2(b)")
@pytest.mark.clause("wespa-4.0 3.10.1(c)")
@pytest.mark.parametrize(
    ("book", "told"),
    [
        (V51, {"tile_out": True, "tile_racked": True}),
        (V4, {"tile_out": True, "tile_racked": True}),
        (V1, {"tile_out": True}),
        (WSC, {"after": 16}),
        (NSA, {"tile_out": True}),
    ],
)
def test_RU12_K_13_a_right_that_passed_unused_is_gone_whatever_is_told_afterwards(book, told):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    assert table.refused(CloseWindow(seat=B)).code == "window-open"

    table.enter(CloseWindow(seat=B, **told))

    for request in (CallHold(seat=B), IssueChallenge(seat=B, words=("WINDY",))):
        assert table.refused(request).code == "too-late"
    assert not {"hold", "challenge"} & table.offered()
    assert table.play(B, "14A", "AT").turn_count == 2


# D-07: the score recorded before the play


@pytest.mark.found("RU12")
@pytest.mark.clause("nsa-1998 VI.C")
def test_RU12_D_07_nsa_a_free_challenge_for_the_opponent_costs_no_turn_when_it_fails():
    table = Tabletop(NSA)
    table.play(A, "8D", "WINDY")
    table.enter(ReportIrregularTurn(seat=A, how="wrote-before-playing"))
    assert table.sheet.answering.irregular == "wrote-before-playing"
    request = GrantFreeChallenge(seat=B, reason="the score was written first")
    assert table.refused(request, role=Role.DIRECTOR).code == "needs-ruling"
    table.enter(request, ruled=True)
    assert table.rules.offences["score-before-play"].number == "VI.C"

    table.challenge(B, True, "WINDY")

    assert table.sheet.challenges.free == (0, 0)
    assert table.sheet.on_move is B, "the turn is not lost"


@pytest.mark.found("RU12")
@pytest.mark.clause("wespa-4.0 3.10.2(a)")
@pytest.mark.parametrize("book", [V51, V4])
def test_RU12_D_07_v4_a_score_written_first_keeps_the_play_open_after_the_draw(book):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    racked = {"tile_out": True, "tile_racked": True}
    late = IssueChallenge(seat=B, words=("WINDY",), **racked)
    assert table.refused(late).code == "too-late"

    table.enter(ReportIrregularTurn(seat=A, how="wrote-before-playing"))

    assert table.enter(late).challenges.pending.seat is B


@pytest.mark.found("RU12")
@pytest.mark.clause("wespa-1.0 3.10.7")
def test_RU12_D_07_v1_a_play_made_out_of_order_may_be_challenged_with_a_tile_out():
    table = Tabletop(V1)
    table.play(A, "8D", "WINDY")
    late = IssueChallenge(seat=B, words=("WINDY",), tile_out=True)
    assert table.refused(late).code == "too-late"

    table.enter(ReportIrregularTurn(seat=A, how="wrote-before-playing"))

    assert table.enter(late).challenges.pending.seat is B
    assert table.remarks == ("T1-22",)


# M-10: starting a clock again


@pytest.mark.found("RU12")
@pytest.mark.clause("nsa-1998 VIII.B")
@pytest.mark.parametrize("book", FIVE)
def test_RU12_M_10_a_start_is_offered_for_who_is_on_turn_and_told_with_who_did_it(book):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    table.enter(NeutraliseClock(reason="director-called", seat=B), clocks=(1400, 1390))
    assert table.sheet.clock.neutral

    table.enter(RestartClock(seat=B, by=A), clocks=(1400, 1390))

    assert not table.sheet.clock.neutral
    assert (table.fact(ClockRestarted).seat, table.fact(ClockRestarted).by) == (B, A)
    assert table.sheet.clock.times == (1400, 1390), "no time passed while they stood"
    assert table.sheet.on_move is B


@pytest.mark.found("RU12")
@pytest.mark.clause("wespa-1.0 3.10.1(c)")
@pytest.mark.parametrize("book", WESPA)
def test_RU12_M_10_a_start_under_a_challenge_without_its_verdict_is_remarked_on(book):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))

    table.enter(RestartClock(seat=B))

    assert "restart-not-confirmed" in table.remarks


# N-05: who sees to it


@pytest.mark.found("RU12")
@pytest.mark.clause("wespa-1.0 4.2(c)")
@pytest.mark.clause("wespa-4.0 4.2(b)")
@pytest.mark.clause("wsc-2003 14.5")
@pytest.mark.parametrize("book", FIVE)
def test_RU12_N_05_the_book_says_who_watches_and_who_did_is_shown(book):
    def watching(**what):
        table = Tabletop(book, bag=40, scores=(150, 140))
        table.exchange(A)
        table.enter(LeaveTable(seat=A, **what))
        supervised = str(table.rules.absence.supervised)
        return [
            s for s in table.procedure("away").steps if s.clause == supervised and "watch" in s.does
        ]

    if book == NSA:
        assert watching() == []
        return
    [unwatched] = watching()
    [watched] = watching(supervisor="D2")
    assert unwatched.who == ("staff" if book == V1 else "director")
    assert (unwatched.done, watched.done) == (False, True)
    assert watched.does.endswith("D2 did.")


# which paper a result is


@pytest.mark.found("RU12")
@pytest.mark.clause("nsa-1998 VII.F")
@pytest.mark.clause("wespa-1.0 5.4.1(a)")
@pytest.mark.parametrize("book", FIVE)
def test_RU12_Q_01_what_is_still_to_be_signed_is_the_paper_of_the_book(book):
    table = Tabletop(book, bag=0, scores=(300, 290))
    table.write(PlayedOut(seat=B), GameEnded(cause="played-out"))
    table.enter(CountUnplayed(racks=("K", "-")))
    table.enter(ProposeResult())

    def unsigned():
        return [
            item.what for item in open_items(table.sheet, table.rules) if item.name == "signature"
        ]

    whose = "the card of" if book == NSA else "the result slip."
    assert len(unsigned()) == 2
    assert all(whose in what for what in unsigned())
    table.enter(
        signature(table.sheet, A),
        role=Role.DIRECTOR,
    )
    assert [what.startswith("Bob") for what in unsigned()] == [True]


@pytest.mark.found("RU12")
@pytest.mark.clause("nsa-1998 G12")
def test_RU12_Q_01_nsa_a_tally_sheet_signed_by_one_wants_the_other():
    table = Tabletop(NSA, bag=0, scores=(300, 290))
    table.write(PlayedOut(seat=B))
    table.enter(AcceptPlayOut(seat=A))
    table.enter(CountUnplayed(racks=("K", "-")))

    table.enter(SignTallySheet(seat=A, totals=table.sheet.stands))

    [item] = [one for one in open_items(table.sheet, table.rules) if one.name == "tally-sheet"]
    assert (item.seat, item.clause) == (B, "nsa-1998 G12")


# The table itself


@pytest.mark.found("RU12")
def test_RU12_every_situation_that_something_is_done_about_has_a_test():
    without = [
        row
        for row, entry in coverage.rows().items()
        if entry["does"] not in ("not ours", "official decides") and not coverage.tests_of(row)
    ]

    assert without == []


@pytest.mark.found("RU12")
def test_RU12_the_readme_counts_the_situations_there_are():
    text = (Path(coverage.HOUSE) / "README.md").read_text("utf-8")
    [said] = re.findall(r"each of the (\d+) situations", text)

    assert int(said) == len(coverage.rows()) == len(situations())
