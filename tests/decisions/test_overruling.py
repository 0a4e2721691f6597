"""Every rule refusal can be overruled by a director's ruling for this game, and by nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from uuid import uuid4

import pytest

from ledger.game.blanks.requests import DesignateBlank, RedesignateBlank
from ledger.game.challenges.holds import CallHold, ReleaseHold
from ledger.game.challenges.requests import Adjudicate, IssueChallenge, VoidChallenge
from ledger.game.clock.requests import AdjustTime, RecordOvertime
from ledger.game.drawing.dropped_back import ReportDroppedBack
from ledger.game.drawing.overdraws import CorrectOverdraw, ReportOverdraw
from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed, EndGame, Resign
from ledger.game.exchanges.requests import PassTurn
from ledger.game.judging.requests import AskAgain, ConfirmRestart
from ledger.game.judging.slips import ConfirmSlip
from ledger.game.judging.turns_since import SettleTurnsSince
from ledger.game.results.amending import (
    AmendResult,
    AskAmendment,
    ReopenResult,
    SignAmendment,
)
from ledger.game.results.signing import HandIn, ProposeResult, SignResult
from ledger.game.scores.requests import ApplyCredit, ApplyPenalty
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.facts import PlayRecorded, TurnPassed
from ledger.game.turns.requests import (
    CorrectEntry,
    CorrectScore,
    ExchangeSeats,
    InsertTurn,
    PlaceTiles,
)
from ledger.game.turns.taking_back import RetractTurn
from ledger.vocabulary import Placement, Seat
from ledger.vocabulary.refusals import Refusal
from tests.decisions import (
    situations_challenges,
    situations_clock,
    situations_conduct,
    situations_drawing,
    situations_endings,
    situations_exchanges,
    situations_keeping,
)
from tests.decisions.a_real_game import play_to_the_end
from tests.decisions.situations import a_play, two_plays
from tests.desks import DIRECTOR, A, B, Table, a_table, a_tournament, agreement, signature
from tests.officials import Director

LEDGER = Path(__file__).resolve().parents[2] / "ledger"


def put(square, letters, seat=A):
    return PlaceTiles(seat=seat, placement=Placement(square, letters))


def nothing(table):
    return None


def a_challenge(table):
    a_play(table)
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))


def a_failed_challenge(table):
    a_play(table)
    table.challenge(B, True, "WINDY")


def a_challenge_without_words(table):
    a_play(table)
    table.enter(IssueChallenge(seat=B))


def a_blank_written_down(table):
    table.play(A, "8D", "WiNDY")
    table.enter(DesignateBlank(seat=A, blank=1, letter="I", square="8E"))


def a_challenged_play_struck(table):
    two_plays(table)
    table.enter(IssueChallenge(seat=A, words=("GALE",)))
    table.enter(
        CorrectEntry(version=5, replacement=None, reason="other game", approved_by="both players")
    )


def a_penalty(table):
    request = ApplyPenalty(seat=A, unit="points", amount=50, reason="noise")
    table.enter(request, by=DIRECTOR, case=table.ruled())


def a_play_out(table):
    play_to_the_end(table)


def a_play_out_counted(table):
    play_to_the_end(table)
    table.enter(AcceptPlayOut(seat=A))
    table.enter(CountUnplayed())


def a_challenged_play_out(table):
    play_to_the_end(table)
    table.enter(IssueChallenge(seat=A, words=("AEROBIA",)))


def signed(table):
    table.signed()


def handed_in(table):
    table.signed()
    table.enter(HandIn(seat=A))


def counted_and_proposed(table):
    table.over_and_counted()
    table.enter(ProposeResult())


def signed_by_one(table):
    table.over_and_counted()
    table.enter(signature(table.sheet, A))


def an_amendment_asked(table):
    table.signed()
    table.enter(AskAmendment(seat=A, reason="added up wrongly", now=(30, -11)))


def an_amendment_signed(table):
    an_amendment_asked(table)
    table.enter(agreement(table.sheet, A))


def forfeited(table):
    table.enter(CorrectEntry(version=3, replacement=None, reason="x", approved_by="both"),
                case=table.ruled())  # fmt: skip
    table.enter(Forfeit(loser=A, cause="no-show"), by=DIRECTOR)


def over(table):
    table.six_zeros()


def counted(table):
    table.over_and_counted()


def overtime(table):
    table.enter(RecordOvertime(seat=A, over=61))


SITUATIONS = {
    "not-your-turn": (nothing, put("8D", "WINDY", B)),
    "challenge-pending": (a_challenge, PassTurn(seat=B)),
    "challenge-pending, held": (a_challenge, CallHold(seat=B)),
    "challenge-pending, played out": (a_challenged_play_out, AcceptPlayOut(seat=A)),
    "challenge-pending, result": (a_challenge, ProposeResult()),
    "game-over": (over, PassTurn(seat=B)),
    "game-over, started": (over, Resign(seat=B)),
    "game-over, starter": (forfeited, DetermineStarter(starter=2, method="draw")),
    "played-out": (a_play_out, PassTurn(seat=A)),
    "result-final": (signed, PassTurn(seat=A)),
    "off-the-board": (nothing, put("8L", "WINDY")),
    "square-taken": (a_play, put("8D", "BREEZE", B)),
    "no-new-tile": (a_play, put("8D", ".....", B)),
    "no-such-square": (nothing, put("8Z9", "WINDY")),
    "not-in-tile-set": (nothing, put("8D", "WÏNDY")),
    "nothing-to-play-through": (nothing, put("8D", "W.NDY")),
    "retraction-too-late": (two_plays, RetractTurn(version=4)),
    "already-started": (nothing, StartGame()),
    "already-started, starter": (nothing, DetermineStarter(starter=2, method="draw")),
    "blank-designated": (
        a_blank_written_down,
        DesignateBlank(seat=A, blank=1, letter="L", square="8E"),
    ),
    "not-a-blank": (a_play, DesignateBlank(seat=A, blank=1, letter="I", square="8E")),
    "needs-ruling": (
        a_blank_written_down,
        RedesignateBlank(seat=B, square="8E", letter="L", basis="misread"),
    ),
    "needs-ruling, time": (nothing, AdjustTime(seat=A, seconds=60, reason="bag withheld")),
    "needs-ruling, end": (nothing, EndGame(cause="round-ended")),
    "needs-ruling, penalty": (nothing, ApplyPenalty(seat=A, unit="spread", amount=50, reason="x")),
    "needs-ruling, credit": (nothing, ApplyCredit(seat=A, unit="points", amount=5, reason="x")),
    "needs-ruling, forfeit": (nothing, Forfeit(loser=A, cause="misconduct", margin=100)),
    "needs-ruling, overtime": (nothing, RecordOvertime(seat=A, over=600)),
    "needs-ruling, the director's entry": (
        a_penalty,
        CorrectEntry(version=4, replacement=None, reason="x", approved_by="both players"),
    ),
    "needs-ruling, who started": (
        nothing,
        CorrectEntry(version=2, replacement=None, reason="x", approved_by="both players"),
    ),
    "square-taken, corrected": (
        two_plays,
        CorrectEntry(
            version=5,
            reason="x",
            approved_by="both players",
            replacement=PlayRecorded(seat=B, placement=Placement("8D", "GALE"), announced=16),
        ),
    ),
    "needs-ruling, reopened": (signed, ReopenResult(reason="wrong table")),
    "nothing-to-challenge": (nothing, IssueChallenge(seat=B)),
    "nothing-to-challenge, counted": (a_play_out_counted, IssueChallenge(seat=A)),
    "challenged-play-gone": (a_challenged_play_struck, Adjudicate(acceptable=False)),
    "challenged-already": (a_failed_challenge, IssueChallenge(seat=B, words=("WINDY",))),
    "no-challenge": (a_play, Adjudicate(acceptable=True)),
    "no-challenge, slip": (a_play, ConfirmSlip(seat=A)),
    "no-hold": (a_play, ReleaseHold(seat=B)),
    "challenge-binding": (a_challenge, VoidChallenge(reason="withdrawn")),
    "challenged-words-not-known": (a_challenge_without_words, Adjudicate(acceptable=True)),
    "not-played-out": (a_play, AcceptPlayOut(seat=B)),
    "not-over": (a_play, CountUnplayed(racks=("A", "E"))),
    "not-over, result": (a_play, ProposeResult()),
    "unplayed-counted": (counted, CountUnplayed(racks=("A", "E"))),
    "unplayed-not-counted": (over, ProposeResult()),
    "overtime-recorded": (overtime, RecordOvertime(seat=A, over=10)),
    "no-witness": (
        counted_and_proposed,
        lambda table: signature(table.sheet, A, "witness", witness=DIRECTOR),
    ),
    "already-signed": (
        signed_by_one,
        lambda table: signature(table.sheet, A),
    ),
    "already-signed, amendment": (
        an_amendment_signed,
        lambda table: agreement(table.sheet, A),
    ),
    "no-witness, amendment on paper": (
        an_amendment_asked,
        lambda table: agreement(table.sheet, A, "paper"),
    ),
    "amendment-under-way": (an_amendment_signed, HandIn(seat=A)),
    "not-signed": (counted, HandIn(seat=A)),
    "not-signed, amended": (
        counted,
        AmendResult(now=(1, 2), reason="x"),
    ),
    "handed-in": (handed_in, HandIn(seat=B)),
    "amendment-not-allowed": (
        handed_in,
        AmendResult(now=(1, 2), reason="forgotten overtime"),
    ),
    **situations_challenges.SITUATIONS,
    **situations_clock.SITUATIONS,
    **situations_conduct.SITUATIONS,
    **situations_drawing.SITUATIONS,
    **situations_endings.SITUATIONS,
    **situations_exchanges.SITUATIONS,
    **situations_keeping.SITUATIONS,
}
"""What is refused, after what, asked for how. A word after a comma tells two cases apart."""

BY = {
    **situations_challenges.BY,
    **situations_clock.BY,
    **situations_conduct.BY,
    **situations_drawing.BY,
    **situations_endings.BY,
    Resign: DIRECTOR,
    Forfeit: DIRECTOR,
    ReopenResult: DIRECTOR,
    AmendResult: DIRECTOR,
}

NEVER_WRITTEN = {
    *situations_drawing.NEVER_WRITTEN,
    "no-such-entry",  # there is nothing there to correct
    "unreadable-request",  # what was asked can't be understood
    "unplayed-not-known",  # the tiles are to be entered, not made up
    "result-changed",  # nobody has signed for what nobody saw
    "no-turns-since",  # nothing was made since a verdict, so nothing can become of it
    "nothing-judged",  # no verdict was given, so none can be looked at again
    "nothing-to-agree-to",  # nobody signs for scores that nobody has asked for
}
"""Refusals that no ruling can turn into an event: there is nothing that could be written."""


STILL_REFUSED = {
    "result-changed": (
        counted,
        SignResult(seat=A, totals=(28, -11), how="paper", shown="0" * 64),
    ),
    "result-changed, other scores": (
        counted,
        SignResult(seat=A, totals=(1, 2), how="paper", shown="0" * 64),
    ),
    "more-than-there-are": (a_play, ReportOverdraw(seat=A, drawn=99, touched=True)),
    "not-overdrawn": (a_play, ReportOverdraw(seat=A, drawn=1, touched=True)),
    "no-turns-since": (a_play, SettleTurnsSince(how="stand")),
    "nothing-judged": (a_play, ConfirmRestart(seat=B)),
    "nothing-to-agree-to": (
        counted,
        SignAmendment(seat=B, totals=(0, 0), how="stroke", shown="0" * 64, words="5" * 64),
    ),
    "nothing-judged, again": (a_play, AskAgain(seat=A)),
    "nothing-to-put-right": (a_play, CorrectOverdraw(returned=1)),
    "tiles-back-not-known": (a_play, ReportDroppedBack(seat=A)),
    "no-such-entry": (
        nothing,
        CorrectEntry(version=99, replacement=None, reason="x", approved_by="x"),
    ),
}
"""Some of them: what is asked for would be written about nothing."""


def by(request):
    return BY.get(type(request), "K1")


def prepared(table, situation):
    before, request = SITUATIONS[situation]
    before(table)
    request = request(table) if callable(request) else request
    return request, situation.split(",")[0]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_it_is_refused_in_words_with_a_next_step(table, situation):
    request, code = prepared(table, situation)
    version = table.sheet.version

    with pytest.raises(Refusal) as refusal:
        table.enter(request, by=by(request))

    assert refusal.value.code == code
    assert refusal.value.what[-1] in ".?"
    assert refusal.value.next_step[0].isupper()
    assert table.sheet.version == version


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_directors_ruling_for_this_game_overrules_it_and_the_event_points_at_the_case(
    table, situation
):
    request, _ = prepared(table, situation)
    version, case = table.sheet.version, table.ruled()
    who = DIRECTOR if table.sheet.is_final else by(request)

    sheet = table.enter(request, by=who, case=case)

    assert sheet.version > version
    assert {event.envelope.case for event in sheet.events[version:]} == {case}


@pytest.mark.found("SE5")
@pytest.mark.parametrize("desk_request", [
    ApplyCredit(seat=A, unit="points", amount=7, reason="x", clause="1"),
    CorrectScore(version=4, now=5, reason="x", approved_by="both"),
    InsertTurn(before=6, turn=TurnPassed(seat=A), reason="x", approved_by="both"),
    ExchangeSeats(version=4, reason="x", approved_by="both", onwards=False),
    HandIn(seat=B),
])  # fmt: skip
def test_no_ruling_lets_a_scorekeeper_touch_a_result_that_stands(table, desk_request):
    earlier = table.ruled("a penalty for noise")
    version = table.signed().version

    for case in (earlier, table.ruled("The result can be amended under the rulebook.")):
        with pytest.raises(Refusal) as refusal:
            table.enter(desk_request, case=case)
        assert refusal.value.code == "result-final"

    assert table.sheet.version == version
    assert table.enter(desk_request, by=DIRECTOR, case=earlier).version > version


@pytest.mark.parametrize("situation", STILL_REFUSED)
def test_where_nothing_could_be_written_a_ruling_changes_nothing(table, situation):
    before, request = STILL_REFUSED[situation]
    before(table)
    version, case = table.sheet.version, table.ruled()

    with pytest.raises(Refusal) as refusal:
        table.enter(request, by=by(request), case=case)

    assert refusal.value.code == situation.split(",")[0]
    assert refusal.value.code in NEVER_WRITTEN
    assert table.sheet.version == version


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_made_up_or_foreign_case_overrules_nothing(desk, table, situation):
    request, _ = prepared(table, situation)
    version = table.sheet.version
    [elsewhere] = a_tournament(desk, slug="other-open")
    foreign = Table(desk, elsewhere).ruled()
    opened_only = Director(desk).open_case(table.game, "other", by=DIRECTOR)

    for case in (uuid4(), foreign, opened_only):
        with pytest.raises(Refusal) as refusal:
            table.enter(request, by=by(request), case=case)
        assert refusal.value.code == "no-such-ruling"

    assert table.sheet.version == version


def test_a_ruling_is_given_only_by_a_director_and_only_with_a_citation(desk, table):
    director = Director(desk)
    case = director.open_case(table.game, "score", by=DIRECTOR)

    with pytest.raises(Refusal) as refusal:
        director.rule(case, table.game, "the play stands", "wespa-5.1 3.5(d)", by="K1")
    assert refusal.value.code == "not-allowed"
    with pytest.raises(Refusal) as refusal:
        director.rule(case, table.game, "the play stands", " ", by=DIRECTOR)
    assert refusal.value.code == "unreadable-request"
    with pytest.raises(Refusal) as refusal:
        director.rule(uuid4(), table.game, "the play stands", "wespa-5.1 3.5(d)", by=DIRECTOR)
    assert refusal.value.code == "no-such-case"


def test_no_refusal_of_the_decisions_was_left_out():
    written = {
        code
        for path in (LEDGER / "decisions").glob("*.py")
        for code in re.findall(r'Refusal\(\s*"([a-z-]+)"', path.read_text("utf-8"))
    }
    met = {situation.split(",")[0] for situation in SITUATIONS}

    elsewhere = situations_clock.ONLY_IN_OTHER_BOOKS | {"not-started"}
    assert written - met - NEVER_WRITTEN - elsewhere == set()


def test_not_started_is_refused_and_overruled_as_well(desk):
    [game] = a_tournament(desk)
    table = Table(desk, game)

    with pytest.raises(Refusal) as refusal:
        table.passes(A)
    assert refusal.value.code == "not-started"

    assert table.enter(PassTurn(seat=A), case=table.ruled()).turn_count == 1


@pytest.mark.clause("nsa-1998 X.D")
def test_B9_under_nsa_a_challenge_of_a_misheard_blank_may_be_withdrawn(desk):
    table = a_table(desk, "nsa-1998")
    a_challenge(table)

    sheet = table.enter(VoidChallenge(reason="misunderstood-blank"))

    assert sheet.challenges.pending is None
    assert sheet.on_move is Seat.SECOND
