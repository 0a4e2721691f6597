"""A table goes from one scorekeeper to another, and a second pair of eyes looks over the turns."""

from __future__ import annotations

from uuid import UUID

import pytest

from ledger.desk.requests import Sent, Stale, Written
from ledger.game.calls.requests import CallDirector
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.exchanges.requests import PassTurn
from ledger.game.keeping.facts import TableHandedOver, TurnsVerified
from ledger.game.keeping.requests import HandOverTable, TakeOverTable, VerifyTurns
from ledger.game.turns.requests import CorrectScore, PlaceTiles
from ledger.replay.replayed import replay_of
from ledger.vocabulary import Placement, Role
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, JUDGE, ORGANISER, SCOREKEEPER, A, B, a_desk, a_table
from tests.officials import Organiser

SECOND = "K2"


@pytest.fixture
def table(tmp_path):
    with a_desk(tmp_path) as desk:
        Organiser(desk).issue_badge(SECOND, "Kit", Role.SCOREKEEPER, by=ORGANISER)
        yield a_table(desk)


def on(device, **what):
    return {"device": device, **what}


def put(square, letters, seat=A):
    return PlaceTiles(seat=seat, placement=Placement(square, letters))


def refused(table, request, code, **what):
    version = table.sheet.version
    with pytest.raises(Refusal) as refusal:
        table.enter(request, **what)
    assert refusal.value.code == code
    assert table.sheet.version == version
    return refusal.value


def test_until_somebody_hands_a_table_over_every_scorekeeper_may_write_at_it(table):
    table.play(A, "8D", "WINDY", **on("t1"))
    table.play(B, "7C", "GALE", by=SECOND, **on("t2"))

    assert table.sheet.turn_count == 2
    assert table.sheet.table.keeper is None


def test_who_takes_a_table_over_keeps_it_and_the_other_tablet_is_refused_in_words(table):
    table.play(A, "8D", "WINDY", **on("t1"))

    sheet = table.enter(TakeOverTable(reason="Shift ends"), by=SECOND, **on("t2"))

    assert sheet.table.keeper == TableHandedOver(
        badge=SECOND, device="t2", former_badge=SCOREKEEPER, former_device="t1", reason="Shift ends"
    )
    told = refused(table, put("7C", "GALE", B), "table-handed-over", **on("t1"))
    assert "badge K2 on t2" in told.what
    # Nor under the new badge on the old tablet, nor under the old badge on the new one.
    refused(table, PassTurn(seat=B), "table-handed-over", by=SECOND, **on("t1"))
    refused(table, PassTurn(seat=B), "table-handed-over", **on("t2"))
    assert table.play(B, "7C", "GALE", by=SECOND, **on("t2")).turn_count == 2


def test_a_table_handed_over_waits_for_whoever_takes_it(table):
    table.play(A, "8D", "WINDY", **on("t1"))
    table.enter(HandOverTable(reason="Called away"), **on("t1"))

    refused(table, PassTurn(seat=B), "table-handed-over", **on("t1"))
    refused(table, PassTurn(seat=B), "table-handed-over", by=SECOND, **on("t2"))
    sheet = table.enter(TakeOverTable(), by=SECOND, **on("t2"))

    assert (sheet.table.keeper.badge, sheet.table.keeper.former_badge) == (SECOND, SCOREKEEPER)
    refused(table, HandOverTable(), "not-yours-to-hand-over", **on("t1"))
    assert table.enter(TakeOverTable(), **on("t1")).table.keeper.former_badge == SECOND


def test_a_director_writes_at_any_table_and_verdicts_and_calls_come_from_anywhere(table):
    table.play(A, "8D", "WINDY", **on("t1"))
    table.enter(TakeOverTable(), by=SECOND, **on("t2"))
    table.enter(IssueChallenge(seat=B, words=("WINDY",)), by=SECOND, **on("t2"))

    table.enter(Adjudicate(acceptable=True), by=JUDGE, **on("words"))
    table.enter(CallDirector(reason="noise"), **on("t1"))

    assert table.play(B, "7C", "GALE", by=DIRECTOR, **on("d")).turn_count == 2


def test_a_queued_turn_of_the_former_tablet_comes_back_and_is_never_written_beside(table):
    """The queue left behind, sent after the take-over: stale, with what was written meanwhile."""
    table.play(A, "8D", "WINDY", **on("t1", device_seq=1))
    seen = table.sheet.events[-1].envelope.command_id
    table.enter(TakeOverTable(), by=SECOND, **on("t2", device_seq=1))
    table.play(B, "7C", "GALE", by=SECOND, **on("t2", device_seq=2))

    queued = Sent(by=SCOREKEEPER, command_id=UUID(int=5), device="t1", device_seq=2, after=seen)
    outcome = table.desk.enter(table.game, put("7C", "GALE", B), queued)

    assert isinstance(outcome, Stale)
    topics = [event.fact.topic() for event in outcome.lacking]
    assert topics == ["table-handed-over", "play-recorded"]
    assert table.sheet.turn_count == 2


def test_turns_are_verified_by_another_badge_and_never_by_the_own(table):
    table.play(A, "8D", "WINDY")
    sheet = table.play(B, "7C", "GALE", by=SECOND)
    one, two = (line.version for line in sheet.lines)

    told = refused(table, VerifyTurns(versions=(one, two), seen=sheet.version), "own-entry")
    assert "8D WINDY" in told.what
    sheet = table.enter(VerifyTurns(versions=(one,), seen=sheet.version), by=SECOND)
    sheet = table.enter(VerifyTurns(versions=(two, one), seen=sheet.version), by=DIRECTOR)

    assert [line.verified for line in sheet.lines] == [(SECOND, DIRECTOR), (DIRECTOR,)]
    assert sheet.events[-1].fact == TurnsVerified(versions=(one, two))
    assert [ply.verified for ply in replay_of(sheet).plies] == [(SECOND, DIRECTOR), (DIRECTOR,)]
    assert [ply.notes for ply in replay_of(sheet).plies] == [(), ()]


def test_who_put_a_turn_right_does_not_verify_it_either(table):
    [line] = table.play(A, "8D", "WINDY").lines
    put_right = CorrectScore(version=line.version, now=30, reason="x", approved_by="both players")
    sheet = table.enter(put_right, by=SECOND)

    verify = VerifyTurns(versions=(line.version,), seen=sheet.version)
    refused(table, verify, "own-entry", by=SECOND)
    assert table.enter(verify, by=DIRECTOR).lines[0].verified == (DIRECTOR,)


def test_a_correction_clears_the_tick_of_its_turn_and_of_no_other(table):
    table.play(A, "8D", "WINDY")
    sheet = table.play(B, "7C", "GALE")
    one, two = (line.version for line in sheet.lines)
    table.enter(VerifyTurns(versions=(one, two), seen=sheet.version), by=SECOND)

    put_right = CorrectScore(version=one, now=30, reason="x", approved_by="both players")
    sheet = table.enter(put_right)
    assert [line.verified for line in sheet.lines] == [(), (SECOND,)]

    late = VerifyTurns(versions=(one,), seen=sheet.version - 1)
    refused(table, late, "corrected-since", by=SECOND)
    sheet = table.enter(VerifyTurns(versions=(one,), seen=sheet.version), by=SECOND)
    assert [line.verified for line in sheet.lines] == [(SECOND,), (SECOND,)]


@pytest.mark.parametrize("versions", [(), (99,), (2,)])
def test_only_lines_of_the_sheet_are_verified(table, versions):
    sheet = table.play(A, "8D", "WINDY")

    refused(table, VerifyTurns(versions=versions, seen=sheet.version), "no-such-entry", by=SECOND)


def test_a_second_pair_of_eyes_never_holds_the_first_ones_entries_up(table):
    """What is entered after the last turn seen is still in order when that turn got its tick."""
    sheet = table.play(A, "8D", "WINDY", **on("t1"))
    seen = sheet.events[-1].envelope.command_id
    verify = VerifyTurns(versions=(sheet.lines[0].version,), seen=sheet.version)
    table.enter(verify, by=SECOND, **on("t2"))

    queued = Sent(by=SCOREKEEPER, command_id=UUID(int=5), device="t1", after=seen)
    assert isinstance(table.desk.enter(table.game, put("7C", "GALE", B), queued), Written)
    again = Sent(by=SCOREKEEPER, command_id=UUID(int=6), device="t1", after=seen)
    assert isinstance(table.desk.enter(table.game, PassTurn(seat=A), again), Stale)
