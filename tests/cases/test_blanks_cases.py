"""Blanks: declared, disputed, and none at all. Cases B1 to B13."""

from __future__ import annotations

import pytest

from ledger.game.blanks.facts import (
    BlankDesignated,
    BlankDisputed,
    BlankRedesignated,
    BlankUndeclared,
    FalseBlankFound,
)
from ledger.game.blanks.requests import (
    AcceptRedesignation,
    ChallengeRedesignation,
    ConfirmBlank,
    DesignateBlank,
    DisputeBlank,
    RedesignateBlank,
    ReplayMove,
    ReportFalseBlank,
    ReportUndeclaredBlank,
    SettleFalseBlank,
)
from ledger.game.calls.facts import WarningDue
from ledger.game.calls.requests import SettleWarning
from ledger.game.challenges.holds import ReportIrregularTurn
from ledger.game.challenges.requests import IssueChallenge, VoidChallenge
from ledger.game.clock.requests import RestartClock
from ledger.game.drawing.requests import ReportManner
from ledger.game.placement.requests import ReportMisplacedTiles
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.sheet.folding import replay
from ledger.game.sheet.laying import square_index
from ledger.game.sheet.rescoring import findings
from ledger.matters.in_game import matters_in
from ledger.vocabulary import remarks
from tests.tabletop import FIVE, WESPA, A, B, Tabletop

every_book = pytest.mark.parametrize("book", FIVE)
four_and_five = pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
PROPER = {"wsc-2003": "score-sheet"}


def with_a_blank(book, how=None, later=("7C", "GALE"), options=()):
    """A played WiNDY with a blank I at 8E; perhaps declared; B played on."""
    table = Tabletop(book, **dict(options))
    table.play(A, "8D", "WiNDY")
    if how:
        table.enter(DesignateBlank(seat=A, blank=1, letter="I", square="8E", how=how))
    if later:
        table.play(B, *later)
    return table


def tile_at(table, square):
    return table.sheet.board.squares[square_index(square, 15)]


def disputed(table, seat, claimed="E", on_paper=()):
    request = DisputeBlank(seat=seat, square="8E", claimed=claimed, on_paper=on_paper)
    table.enter(request)
    return table.procedure("blank-dispute")


# How it is declared


@pytest.mark.found("RL-1")
@every_book
def test_RL_1_a_blank_confirmed_without_a_word_is_recorded_as_the_book_wants_it(book):
    table = with_a_blank(book, later=None)
    table.enter(DesignateBlank(seat=A, blank=1, letter="I", square="8E"))

    [blank] = table.sheet.board.blanks
    assert blank.how in table.rules.blank_declaring.media.known()
    assert table.remarks == ()
    table.play(B, "7C", "GALE")
    procedure = disputed(table, A)
    assert table.fact(BlankDisputed).declared
    assert procedure.next_step.asks == "confirm-blank"
    assert not procedure.needs_ruling


@pytest.mark.found("RL-1")
@every_book
def test_RL_1_how_it_is_recorded_is_asked_only_where_the_book_has_several_ways(book):
    table = with_a_blank(book, later=None)
    table.enter(ReportUndeclaredBlank(square="8E"))
    [step] = [s for s in table.procedure("undeclared-blank").steps if s.asks == "designate-blank"]

    media = table.rules.blank_declaring.media.known()
    request = [
        c for question in step.questions if question.field == "how" for c in question.choices
    ]
    assert {value for value, _ in request} == (set(media) if len(media) > 1 else set())
    assert dict(step.answers).get("how", media[0]) == media[0]


@pytest.mark.found("RL-5")
@every_book
def test_RL_5_whose_blank_it_is_stands_on_the_record_and_is_not_asked(book):
    table = with_a_blank(book, later=None)
    [offer] = [one for one in table.offers() if one.name == "undeclared-blank"]
    assert [question.field for question in offer.questions] == ["square"]

    other = table.refused(ReportUndeclaredBlank(seat=B, square="8E"))
    assert (other.code, "Ann" in other.what) == ("not-your-blank", True)
    wrong = table.refused(DesignateBlank(seat=B, blank=1, letter="I", square="8E"))
    assert wrong.code == "not-your-blank"
    table.enter(ReportUndeclaredBlank(square="8E"))
    assert table.fact(BlankUndeclared).seat is A


@pytest.mark.found("RL-5")
@every_book
def test_RL_5_a_blank_on_record_is_not_undeclared_and_one_of_an_earlier_turn_is_remarked_on(book):
    table = with_a_blank(book, later=None)
    table.enter(DesignateBlank(seat=A, blank=1, letter="I", square="8E"))
    assert table.refused(ReportUndeclaredBlank(square="8E")).code == "blank-declared"
    assert "undeclared-blank" not in table.offered()

    table = with_a_blank(book, "announced")
    table.enter(ReportUndeclaredBlank(square="8E"))
    assert remarks.BLANK_REPORTED_LATE in table.remarks


@every_book
def test_G_01_G_03_what_counts_as_recorded_follows_the_book(book):
    for how in ("slip-circled", "slip-written", "announced", "score-sheet"):
        table = with_a_blank(book, how, later=None)
        counts = how in {"wsc-2003": ("score-sheet",), "nsa-1998": ("slip-written",)}.get(
            book, ("slip-written", "slip-circled")
        )
        assert (remarks.BLANK_NOT_RECORDED in table.remarks) is not counts


@every_book
def test_G_01_a_letter_other_than_the_board_has_is_remarked_on_once_it_may_not_change(book):
    for letter, when, noticed in (("I", "later", False), ("E", "later", True), ("E", "now", False)):
        table = with_a_blank(book, later=None)
        request = DesignateBlank(
            seat=A, blank=1, letter=letter, square="8E", how="slip-written",
            before_timer=when == "now",
        )  # fmt: skip
        table.enter(request)
        assert (remarks.BLANK_OTHERWISE in table.remarks) is noticed, (letter, when)


@pytest.mark.clause("nsa-1998 IV.I.1")
def test_B13_nsa_the_letter_may_change_twice_before_the_timer_and_then_no_more():
    table = with_a_blank("nsa-1998", "slip-written", later=None)

    for letter in "OU":
        changed = DesignateBlank(
            seat=A, blank=1, letter=letter, square="8E", how="slip-written", before_timer=True
        )
        table.enter(changed)

    assert table.sheet.board.blanks[0].letter == "U"
    assert tile_at(table, "8E") == "u"
    assert findings(table.sheet) == ()
    too_late = DesignateBlank(seat=A, blank=1, letter="A", square="8E", how="slip-written")
    assert table.refused(too_late).code == "blank-designated"
    table.play(B, "E8", ".PON")
    assert table.facts[0].words[0].word == "uPON"
    too_late = DesignateBlank(
        seat=A, blank=1, letter="A", square="8E", how="slip-written", before_timer=True
    )
    assert table.refused(too_late).clause == "nsa-1998 IV.I.1"


@four_and_five
@pytest.mark.clause("wespa-4.0 3.4.1(e)")
def test_B5_an_undeclared_blank_is_asked_for_on_the_players_clock_and_nobody_passed(book):
    table = with_a_blank(book, later=None)
    before = table.sheet

    table.enter(ReportUndeclaredBlank(seat=A, square="8E"))

    procedure = table.procedure("undeclared-blank")
    assert procedure.steps[0].clock == "player"
    assert procedure.clause == f"{book} 3.8(b)"
    table.enter(RestartClock(seat=A))
    table.enter(DesignateBlank(seat=A, blank=1, letter="I", square="8E"))
    assert table.sheet.open == ()
    assert table.sheet.turn_count == before.turn_count == 1
    assert table.sheet.zero_turns == 0
    assert table.sheet.on_move is B


@pytest.mark.found("RL-4")
@pytest.mark.clause("nsa-1998 IV.I.3")
def test_RL_4_nsa_the_warning_stays_with_the_director_once_the_letter_is_known():
    table = Tabletop("nsa-1998")
    table.play(A, "8D", "WiNDY")
    table.enter(ReportUndeclaredBlank(square="8E"))
    table.enter(DesignateBlank(seat=A, blank=1, letter="I", square="8E"))

    [due] = table.procedures()
    assert due.title == (
        "A warning is due to Ann: a blank not designated before the timer was started"
    )
    assert any(one.words.startswith(due.title) for one in matters_in(table.sheet).matters)
    waived = SettleWarning(seat=A, offence="blank-undesignated", given=False)
    assert table.refused(waived).what == "Waiving a warning needs a reason."
    other = SettleWarning(seat=B, offence="blank-undesignated", given=True)
    assert table.refused(other).code == "no-such-entry"
    given = SettleWarning(seat=A, offence="blank-undesignated", given=True, reason="first time")
    assert table.enter(given).open == ()


@pytest.mark.found("RL-4")
@pytest.mark.parametrize("book", FIVE)
def test_RL_4_every_warning_a_book_wants_is_due_from_the_time_it_says(book):
    def warnings(*request):
        table = Tabletop(book)
        table.play(A, "8D", "WINDY")
        for one in request:
            table.enter(one)
        return [one.fact.offence for one in table.sheet.open if isinstance(one.fact, WarningDue)]

    late = ReportIrregularTurn(seat=A, how="drew-before-recording")
    early = ReportIrregularTurn(seat=A, how="wrote-before-playing")
    down = ReportMisplacedTiles(seat=A, how="upside-down")
    palm = ReportManner(seat=A, manner="palm-not-shown")
    nsa = book == "nsa-1998"
    assert warnings(late) == ["cumulative-not-recorded"] * nsa
    assert warnings(early) == ["score-before-play"] * nsa
    assert (warnings(down), warnings(down, down)) == ([], ["tiles-upside-down"] * nsa)
    assert (warnings(palm), warnings(palm, palm)) == ([], ["palm-not-shown"] * nsa)


@pytest.mark.found("RL-4")
@pytest.mark.clause("nsa-1998 VI.C")
def test_RL_4_nsa_once_the_bag_is_empty_no_warning_is_due_for_a_score_not_recorded():
    table = Tabletop("nsa-1998", bag=0)
    table.play(A, "1A", "EA")
    table.enter(ReportIrregularTurn(seat=A, how="drew-before-recording"))

    assert not any(isinstance(fact, WarningDue) for fact in table.facts)


@pytest.mark.clause("nsa-1998 IV.I.3")
def test_B10_nsa_a_warning_and_for_doing_it_again_fifty_off_the_spread():
    table = Tabletop("nsa-1998", bag=80, scores=(100, 90))
    table.play(A, "1A", "CaRE", announced=10)
    table.enter(ReportUndeclaredBlank(seat=A, square="1B"))
    first = table.procedure("undeclared-blank")
    assert first.steps[0].clock == "neutral"
    assert "warns Ann" in table.procedure("warning").next_step.does
    table.enter(DesignateBlank(seat=A, blank=1, letter="A", square="1B", how="slip-written"))
    table.passes(B)
    table.play(A, "A1", ".oT", announced=3)
    totals = table.totals

    table.enter(ReportUndeclaredBlank(seat=A, square="A2"))

    assert table.procedure("undeclared-blank").count("times-before") == 1
    again = table.procedures()[-1]
    assert (again.name, again.count("times-before")) == ("warning", 1)
    assert "suggests 50 off the spread" in again.steps[-1].does
    assert again.steps[-1].asks == "apply-penalty"
    table.enter(ApplyPenalty(seat=A, unit="spread", amount=50, reason="blanks"), ruled=True)
    assert table.sheet.result.spread_changes == (-50, 0)
    assert table.totals == totals


# Which letter it is


@pytest.mark.clause("wespa-1.0 3.8(d)")
def test_B1_v1_a_personal_sheet_decides_nothing_and_the_player_on_move_names_it():
    table = with_a_blank("wespa-1.0", "score-sheet")
    table.play(A, "G8", ".OE")

    procedure = disputed(table, A, "E", on_paper=("first",))
    assert not table.fact(BlankDisputed).declared
    assert procedure.steps[0].does == "Bob names the letter."

    by_a = RedesignateBlank(seat=A, square="8E", letter="E", basis="own sheet")
    assert table.refused(by_a).code == "not-your-turn"
    table.enter(RedesignateBlank(seat=B, square="8E", letter="A", basis="on move"))
    assert tile_at(table, "8E") == "a"
    assert table.fact(BlankRedesignated).words == ("WANDY", "LA")
    assert "T1-12" in table.remarks

    challenge = ChallengeRedesignation(seat=A, words=("WANDY",), acceptable=False)
    assert (
        table.refused(challenge).code == "nothing-to-challenge"
    )  # not before B's next turn is over
    table.play(B, "1A", "CAT")
    table.enter(challenge)
    assert "T1-12" in table.remarks
    assert table.sheet.open == ()
    table.enter(RedesignateBlank(seat=A, square="8E", letter="I", basis="fairness"), ruled=True)


@pytest.mark.clause("nsa-1998 G2")
def test_B2_TN_27_nsa_the_player_on_turn_defines_it_as_that_player_recorded_it():
    table = with_a_blank("nsa-1998")

    procedure = disputed(table, B, on_paper=("first",))

    assert procedure.steps[0].does == "Ann names the letter as that player recorded it."
    table.enter(RedesignateBlank(seat=A, square="8E", letter="E", basis="recorded"))
    assert tile_at(table, "8E") == "e"


def test_B2_TN_35_nsa_if_only_the_other_player_recorded_it_a_ruling_is_needed():
    table = with_a_blank("nsa-1998")

    procedure = disputed(table, B, on_paper=("second",))

    assert procedure.needs_ruling
    assert procedure.traps == ("TN-35",)
    request = RedesignateBlank(seat=A, square="8E", letter="E", basis="own view")
    assert table.refused(request).trap == "TN-35"
    table.enter(request, ruled=True)
    assert tile_at(table, "8E") == "e"


@pytest.mark.clause("nsa-1998 G2")
def test_B3_nsa_neither_recorded_it_the_player_on_turn_defines_it_and_words_are_open():
    table = with_a_blank("nsa-1998", later=("E7", "L.VE"))
    table.passes(A)

    disputed(table, A)
    table.enter(RedesignateBlank(seat=B, square="8E", letter="O", basis="neither recorded"))

    assert table.fact(BlankRedesignated).words == ("WONDY", "LOVE")
    procedure = table.procedure("new-letter")
    assert "Ann may challenge WONDY, LOVE" in procedure.steps[0].does
    assert procedure.steps[1].asks == "accept-redesignation"
    table.enter(ChallengeRedesignation(seat=A, words=("WONDY",), acceptable=False))
    assert remarks.DIRECTOR_TO_CONFIRM in table.remarks
    assert table.sheet.open == ()


@pytest.mark.clause("nsa-1998 G2")
def test_B3_nsa_other_words_of_that_play_are_open_as_well():
    table = Tabletop("nsa-1998")
    table.play(A, "8D", "WINDY")
    table.play(B, "9D", "Ox")
    table.passes(A)

    table.enter(DisputeBlank(seat=A, square="9E", claimed="E"))
    table.enter(RedesignateBlank(seat=B, square="9E", letter="F", basis="neither recorded"))

    assert table.fact(BlankRedesignated).words == ("OF", "IF", "WO")
    table.enter(AcceptRedesignation())
    assert table.sheet.open == ()


@pytest.mark.clause("wsc-2003 9.1")
def test_B4_wsc_what_both_sheets_say_stands_for_the_rest_of_the_game():
    table = with_a_blank("wsc-2003", "score-sheet")

    procedure = disputed(table, B)

    assert procedure.steps[0].does == "The letter is what stands on both score sheets."
    assert [step.asks for step in procedure.steps] == ["confirm-blank"]
    table.enter(ConfirmBlank(square="8E", reason="both sheets agree"))
    assert table.sheet.board.blank_dispute == ""
    assert table.sheet.open == ()
    request = RedesignateBlank(seat=B, square="8E", letter="E", basis="misread")
    assert table.refused(request).code == "needs-ruling"
    assert table.refused(ConfirmBlank(square="8E", reason="again")).code == "no-dispute"


@pytest.mark.parametrize("book", [*WESPA, "nsa-1998"])
def test_G_08_a_letter_nobody_names_anew_stays_as_it_was(book):
    table = with_a_blank(book)
    procedure = disputed(table, B)
    assert procedure.steps[-1].asks == "confirm-blank"

    table.enter(ConfirmBlank(square="8E", reason="not agreed"))

    assert tile_at(table, "8E") == "i"
    assert table.sheet.open == ()


def test_G_08_wsc_is_silent_about_a_blank_not_declared():
    assert disputed(with_a_blank("wsc-2003"), B).needs_ruling


@four_and_five
@pytest.mark.clause("wespa-4.0 3.8(c)")
def test_B6_an_undeclared_blank_is_named_by_the_opponent_if_the_director_agrees(book):
    table = with_a_blank(book)

    procedure = disputed(table, B, "E")

    assert procedure.steps[0].calls_director
    assert procedure.next_step.does == "Bob names the letter, if the director agrees."
    assert procedure.next_step.clause == f"{book} 3.8(c)"
    request = RedesignateBlank(seat=B, square="8E", letter="E", basis="fairly read so")
    assert table.refused(request).code == "needs-ruling"
    table.enter(request, ruled=True)
    assert tile_at(table, "8E") == "e"
    assert table.fact(BlankRedesignated).words == ("WENDY", "LE")
    table.enter(ChallengeRedesignation(seat=A, words=("WENDY",), acceptable=True))
    assert table.sheet.open == ()


@pytest.mark.parametrize("book", WESPA)
@pytest.mark.clause("wespa-1.0 3.8(e)")
def test_B7_a_move_on_a_declared_blank_misread_may_be_made_again(book):
    table = with_a_blank(book, "slip-written", later=("E8", ".LAND"))
    replay_it = ReplayMove(seat=B, reason="read I as E")

    procedure = disputed(table, B)
    assert procedure.steps[-1].asks == "replay-move"
    assert table.refused(replay_it).code == "needs-ruling"  # the director may, need not

    sheet = table.enter(replay_it, ruled=True)
    assert sheet.on_move is B
    assert sheet.turn_count == 1
    assert sheet.totals[1] == 0
    assert not tile_at(table, "E9")
    assert sheet.open == ()
    table.play(B, "7C", "GALE")


@pytest.mark.clause("wespa-1.0 3.8(e)")
def test_B8_v1_no_replay_where_nothing_was_recorded_but_redesignation():
    table = with_a_blank("wespa-1.0", later=("E8", ".LAND"))

    procedure = disputed(table, A)

    assert table.refused(ReplayMove(seat=B, reason="heard E")).code == "replay-not-available"
    assert procedure.steps[0].asks == "redesignate-blank"
    table.enter(RedesignateBlank(seat=A, square="8E", letter="E", basis="on move"))
    assert table.fact(BlankRedesignated).words == ("WENDY", "ELAND")


@pytest.mark.parametrize("book", ["wsc-2003", "nsa-1998"])
def test_G_07_elsewhere_neither_letter_nor_move_changes(book):
    table = with_a_blank(book, PROPER.get(book, "slip-written"), later=("E8", ".LAND"))
    disputed(table, B)

    refusal = table.refused(ReplayMove(seat=B, reason="misread"))

    assert refusal.code == "replay-not-available"


@pytest.mark.clause("nsa-1998 IV.I.2")
def test_B9_nsa_a_challenge_of_a_misheard_blank_is_withdrawn_at_no_cost():
    table = with_a_blank("nsa-1998", "slip-written", later=None)
    table.enter(IssueChallenge(seat=B, words=("WENDY",)))

    sheet = table.enter(VoidChallenge(reason="misunderstood-blank"))

    assert sheet.challenges.pending is None
    assert sheet.on_move is B
    assert sheet.challenges.failed == (0, 0)


@pytest.mark.parametrize("book", [*WESPA, "wsc-2003"])
def test_G_09_elsewhere_it_is_binding(book):
    table = with_a_blank(book, PROPER.get(book, "slip-written"), later=None)
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))

    assert table.refused(VoidChallenge(reason="misunderstood-blank")).code == "challenge-binding"


@every_book
def test_G_11_a_play_that_comes_off_takes_its_blank_with_it(book):
    table = with_a_blank(book, PROPER.get(book, "slip-written"), later=None)

    table.challenge(B, False, "WINDY")

    assert table.sheet.board.blanks == ()
    table.passes(B)
    table.play(A, "8D", "WaNDS")
    table.enter(
        DesignateBlank(
            seat=A, blank=1, letter="A", square="8E", how=PROPER.get(book, "slip-written")
        )
    )
    assert table.fact(BlankDesignated).letter == "A"


# A blank that is none


@pytest.mark.clause("nsa-1998 IV.I.4")
def test_B11_TN_12_nsa_a_false_blank_noticed_in_time_the_whole_play_comes_off():
    table = with_a_blank("nsa-1998", later=None)

    sheet = table.enter(ReportFalseBlank(seat=B, square="8E", real="T"))

    assert sheet.totals == (0, 0)
    assert not tile_at(table, "8D")
    assert sheet.stock.racks == (7, 7)
    assert sheet.on_move is B
    assert sheet.open == ()
    assert "TN-12" in table.remarks
    assert remarks.ZERO_NOT_NAMED in table.remarks


@pytest.mark.clause("nsa-1998 IV.I.4")
@pytest.mark.parametrize(("mixed", "shown"), [(False, 5), (True, 7)])
def test_B11_TN_07_nsa_tiles_drawn_by_then_go_back_as_an_overdraw(mixed, shown):
    table = with_a_blank("nsa-1998", later=None)

    table.enter(ReportFalseBlank(seat=B, square="8E", real="T", drawn=5, mixed=mixed))

    procedure = table.procedure("false-blank")
    assert procedure.count("shown") == shown
    assert procedure.count("back-to-the-bag") == 5
    assert "TN-07" in procedure.traps
    assert table.refused(SettleFalseBlank(shown=1, returned=1)).code == "tiles-do-not-add-up"
    table.enter(SettleFalseBlank(shown=shown, returned=5))
    assert table.sheet.open == ()


def test_B11_TN_12_nsa_as_the_sixth_scoreless_turn_it_takes_a_ruling_to_end_the_game():
    table = Tabletop("nsa-1998", bag=80, scores=(100, 90))
    table.passes(A, B, A, B, A)
    table.play(B, "1A", "CaRE")

    sheet = table.enter(ReportFalseBlank(seat=A, square="1B", real="T"))

    assert sheet.ended == ""
    assert {remarks.ZERO_NOT_NAMED, remarks.ZEROS_NEED_RULING} <= {*table.remarks}


@pytest.mark.clause("nsa-1998 IV.I.4")
def test_B12_nsa_the_opponent_has_to_notice_it():
    table = with_a_blank("nsa-1998", later=None)
    before = table.totals

    table.enter(ReportFalseBlank(seat=A, square="8E", real="I"))

    assert not table.fact(FalseBlankFound).taken_back
    assert table.totals == before


@pytest.mark.clause("nsa-1998 IV.I.4")
def test_B12_TN_31_nsa_noticed_later_it_stays_a_blank_and_the_count_allows_for_three():
    table = with_a_blank("nsa-1998")

    sheet = table.enter(ReportFalseBlank(seat=B, square="8E", real="I"))

    assert not table.fact(FalseBlankFound).taken_back
    assert {remarks.NO_BLANK, "TN-31"} <= {*table.remarks}
    assert sheet.totals == table.totals
    assert tile_at(table, "8E") == "i"
    table.play(A, "9A", "a", announced=0)
    table.play(B, "10A", "e", announced=0)  # the third blank on the board
    assert remarks.TOO_MANY_OF_A_TILE not in table.remarks
    assert replay(table.sheet.events) == table.sheet


@pytest.mark.parametrize("book", [*WESPA, "wsc-2003"])
def test_G_10_elsewhere_a_false_blank_takes_a_ruling(book):
    table = with_a_blank(book, later=None)
    request = ReportFalseBlank(seat=B, square="8E", real="T")

    assert table.refused(request).code == "rulebook-silent"

    table.enter(request, ruled=True)
    assert not table.fact(FalseBlankFound).taken_back


@every_book
def test_L_21_everything_that_can_be_objected_to_is_offered(book):
    table = with_a_blank(book, later=None)

    assert {
        "placement-challenge", "orientation", "misplaced-tiles",
        "undeclared-blank", "blank-dispute", "false-blank",
    } <= table.offered()  # fmt: skip
