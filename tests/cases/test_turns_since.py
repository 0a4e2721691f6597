"""Verdicts that differ once turns were made since: who decides, on what rule, and what follows."""

from __future__ import annotations

import pytest

from ledger.game.blanks.requests import DesignateBlank
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.exchanges.requests import ExchangeTiles, PassTurn
from ledger.game.judging.facts import MisadjudicationFound, TurnsSinceSettled, VerdictOvertaken
from ledger.game.judging.requests import AskAgain, Readjudicate, ReportMisadjudication
from ledger.game.judging.turns_since import SettleTurnsSince
from ledger.game.placement.requests import ChallengePlacement, JudgePlacement
from ledger.game.sheet.folding import replay
from ledger.game.sheet.rescoring import findings
from ledger.game.turns.facts import PlayRecorded, ScoreCorrected
from ledger.matters.in_game import matters_in
from ledger.replay.what_if import what_if
from ledger.vocabulary import Role
from tests.recount.compared import compared
from tests.tabletop import FIVE, WESPA, A, B, Tabletop

JUDGE = Role.WORD_JUDGE
V1, V4, V51, WSC, NSA = "wespa-1.0", "wespa-4.0", "wespa-5.1", "wsc-2003", "nsa-1998"


def played_on(book, first=True, **options):
    """WINDY judged, two turns made, and the verdict that holds is the other one."""
    table = Tabletop(book, **options)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=first, adjudicator="J1"), role=JUDGE)
    table.judged = table.sheet
    table.mover = table.sheet.on_move
    table.play(table.mover, "14A", "AT")
    table.passes(table.sheet.on_move)
    table.before = table.sheet
    table.enter(AskAgain(seat=B))
    table.enter(Readjudicate(acceptable=not first, adjudicator="J2"), role=JUDGE)
    if book in WESPA:
        table.enter(Readjudicate(acceptable=not first, adjudicator="D1"), role=Role.DIRECTOR)
    return table


def settle(table, how, **kwargs):
    table.enter(SettleTurnsSince(how=how), **{"ruled": True, **kwargs})
    again = replay(table.sheet.events)
    assert (again.totals, again.stock, again.board.squares) == (
        table.totals, table.sheet.stock, table.sheet.board.squares,
    )  # fmt: skip
    return table


def matter(table):
    return [one for one in matters_in(table.sheet).matters if one.kind == "turns-since"]


@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize("first", [True, False])
def test_L_17_nothing_changes_until_the_director_says_what_becomes_of_the_turns(book, first):
    table = played_on(book, first)

    assert table.totals == table.before.totals
    assert table.sheet.board.squares == table.before.board.squares
    assert table.fact(VerdictOvertaken).acceptable is not first
    waits = table.procedure("turns-since")
    [step] = waits.steps
    assert (waits.count("turns-since"), step.asks) == (2, "settle-turns-since")
    assert (step.who, step.clock) == ("director", "neutral")
    assert waits.title == "The verdict changed after 2 turns"
    assert table.refused(PassTurn(seat=table.sheet.on_move)).code == "turns-since-undecided"
    [one] = matter(table)
    assert one.keeps_open


CITED = {
    (V51, True): ("wespa-5.1 3.10.11(a)", ""),
    (V51, False): ("wespa-5.1 3.10.11", "T5-05"),
    (V4, True): ("wespa-4.0 3.10.11", "T4-15"),
    (V4, False): ("wespa-4.0 3.10.11", "T4-15"),
    (V1, True): ("wespa-1.0 3.10.12", "T1-03"),
    (V1, False): ("wespa-1.0 3.10.12", "T1-03"),
}


@pytest.mark.parametrize(("book", "first"), CITED)
def test_3_10_11_3_10_12_what_the_book_leaves_open_takes_a_ruling_that_cites_it(book, first):
    table = played_on(book, first)

    refusal = table.refused(SettleTurnsSince(how="stand"))

    assert refusal.code == "turns-since-ruled"
    assert (refusal.clause, refusal.trap) == CITED[book, first]


@pytest.mark.parametrize("book", [WSC, NSA])
@pytest.mark.parametrize("how", ["as-it-is", "stand", "come-off", "replay"])
def test_12_4_X_G_where_the_book_is_silent_every_way_on_is_the_directors_ruling(book, how):
    table = played_on(book)

    refusal = table.refused(SettleTurnsSince(how=how))

    assert refusal.code == "turns-since-ruled"
    assert refusal.clause == str(table.rules.fallback.decides)
    settle(table, how)
    assert matter(table) == []


@pytest.mark.clause("wespa-5.1 3.10.11(a)")
def test_3_10_11_a_bad_play_called_good_stays_once_a_new_tile_is_racked_and_needs_no_ruling():
    table = played_on(V51)

    settle(table, "as-it-is", ruled=False, role=Role.DIRECTOR)

    assert table.totals == table.before.totals
    assert table.sheet.on_move is table.before.on_move
    assert table.fact(TurnsSinceSettled).how == "as-it-is"
    table.passes(table.sheet.on_move)


@pytest.mark.parametrize("book", [V1, V4])
def test_T1_03_T4_15_even_that_nothing_changes_takes_a_ruling_where_the_book_is_unclear(book):
    table = played_on(book)

    assert table.refused(SettleTurnsSince(how="as-it-is")).code == "turns-since-ruled"


@pytest.mark.parametrize("book", FIVE)
def test_L_17_the_turns_stand_and_the_challenged_play_comes_off(book):
    table = settle(played_on(book), "stand")

    windy, *since = [line for line in table.sheet.lines if line.is_turn]
    assert windy.withdrawn
    assert table.fact(MisadjudicationFound).supersedes == table.sheet.challenges.judged.version
    assert [line.kind for line in since] == ["play", "pass"]
    assert not any(line.corrections for line in since)
    assert table.totals[table.mover.place] == since[0].score
    assert table.totals[table.mover.opponent.place] == 0


@pytest.mark.parametrize("book", FIVE)
def test_L_17_the_plays_since_come_off_and_each_was_a_turn_worth_nothing(book):
    table = settle(played_on(book), "come-off")

    turns = [line for line in table.sheet.lines if line.is_turn]
    assert turns[0].withdrawn
    assert [line.score for line in turns[1:]] == [0, 0]
    assert [line.kind for line in turns[1:]] == ["pass", "pass"]
    assert not any(table.sheet.board.squares)
    assert table.sheet.on_move is table.before.on_move
    assert table.totals == (0, 0)


@pytest.mark.parametrize("book", FIVE)
def test_L_17_played_anew_the_game_goes_on_from_where_the_verdict_left_it(book):
    table = settle(played_on(book), "replay")

    assert len([line for line in table.sheet.lines if line.is_turn]) == 1
    assert table.totals == (0, 0)
    assert table.sheet.on_move is B
    assert {one.code for one in findings(table.sheet)} <= {"announced-differs"}
    table.play(B, "8D", "GALE")


@pytest.mark.parametrize("book", FIVE)
def test_L_17_a_good_play_called_bad_comes_back_and_play_begins_again_after_it(book):
    table = settle(played_on(book, first=False), "replay")

    assert not table.sheet.last_turn.withdrawn
    assert table.totals[0] >= table.sheet.last_turn.score > 0
    assert table.sheet.on_move is (A if book == NSA else B)  # under NSA the challenger lost a turn


def test_L_17_of_two_judged_plays_it_is_the_last_that_is_judged_again():
    table = Tabletop(WSC)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"), role=JUDGE)
    table.play(B, "14A", "AT")
    table.enter(IssueChallenge(seat=A, words=("AT",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"), role=JUDGE)
    table.enter(AskAgain(seat=A))
    table.enter(Readjudicate(acceptable=False, adjudicator="J2"), role=JUDGE)

    assert table.sheet.last_turn.withdrawn
    assert "turns-since" not in [one.name for one in table.procedures()]


@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize("how", ["as-it-is", "stand", "come-off", "replay"])
def test_5_3_each_way_on_can_be_seen_before_it_is_chosen(book, how):
    table = played_on(book)

    seen = what_if(
        table.sheet, table.rules, at=table.sheet.version, request=(SettleTurnsSince(how=how),)
    ).would_end

    settle(table, how)
    assert seen.totals == table.totals
    assert seen.on_move is table.sheet.on_move


def test_L_17_what_is_settled_once_is_settled():
    table = settle(played_on(V4), "stand")

    assert table.refused(SettleTurnsSince(how="replay")).code == "no-turns-since"


@pytest.mark.parametrize("book", FIVE)
def test_L_17_without_a_turn_since_the_verdict_is_carried_out_at_once(book):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"), role=JUDGE)
    table.enter(AskAgain(seat=B))
    table.enter(Readjudicate(acceptable=False, adjudicator="J2"), role=JUDGE)
    if book in WESPA:
        table.enter(Readjudicate(acceptable=False, adjudicator="D1"), role=Role.DIRECTOR)

    assert table.sheet.last_turn.withdrawn
    assert "turns-since" not in [one.name for one in table.procedures()]


def test_5_3_verdicts_that_differ_are_one_matter_at_the_desk_and_no_second():
    table = Tabletop(V51)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"), role=JUDGE)
    table.enter(AskAgain(seat=B))
    table.enter(Readjudicate(acceptable=False, adjudicator="J2"), role=JUDGE)

    kinds = [one.kind for one in matters_in(table.sheet).matters]
    assert kinds == ["verdicts-differ"]


AGAIN = {V51: True, V4: True, V1: True, NSA: True, WSC: False}


@pytest.mark.parametrize(("book", "refuses"), AGAIN.items())
def test_3_10_9_3_10_10_b_G11_g_who_judged_it_does_not_judge_it_again(book, refuses):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="K1"), role=JUDGE)
    table.enter(AskAgain(seat=B))
    request = Readjudicate(acceptable=False, adjudicator="K1")

    if refuses:
        refusal = table.refused(request, role=JUDGE)
        assert (refusal.code, refusal.clause) == (
            "same-judge", str(table.rules.judging.again_by_another),
        )  # fmt: skip
        table.enter(request, ruled=True)
    else:
        table.enter(request, role=JUDGE)
    assert table.sheet.challenges.judged.verdicts == (True, False)


@pytest.mark.parametrize("book", WESPA)
def test_3_10_9_c_3_10_10_c_the_strip_says_that_play_waits_where_the_book_wants_it(book):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"), role=JUDGE)
    table.passes(B)
    table.enter(AskAgain(seat=B))
    table.enter(Readjudicate(acceptable=False, adjudicator="J2"), role=JUDGE)

    waits = table.procedure("readjudication")
    assert ("play waits until then" in waits.next_step.does) is (book != V1)
    assert waits.title.startswith("The verdicts differ")
    assert waits.steps[-1].does.startswith("Where another verdict holds then")


def much_since(book):
    """Since WINDY: a good play challenged in vain, a play that came off, an exchange, a blank."""
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"), role=JUDGE)
    judged = table.sheet.challenges.judged
    mover = table.sheet.on_move
    table.play(mover, "7C", "GALE")
    table.enter(IssueChallenge(seat=mover.opponent, words=("GALE",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"), role=JUDGE)
    mover = table.sheet.on_move
    table.play(mover, "9F", "OX")
    table.enter(IssueChallenge(seat=mover.opponent, words=("OX",)))
    table.enter(Adjudicate(acceptable=False, adjudicator="J1"), role=JUDGE)
    table.enter(ExchangeTiles(seat=table.sheet.on_move, count=3))
    mover = table.sheet.on_move
    table.play(mover, "6C", "aT")
    table.enter(DesignateBlank(seat=mover, blank=1, letter="A", square="6C"))
    overtaken = VerdictOvertaken(seat=A, acceptable=False, since=judged.version)
    table.write(overtaken)
    return table


@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize("how", ["as-it-is", "stand", "come-off", "replay"])
def test_L_17_whatever_happened_since_tiles_and_points_still_add_up(book, how):
    table = much_since(book)
    assert len(table.sheet.board.blanks) == 1

    settle(table, how)

    stock = table.sheet.stock
    on_board = sum(map(bool, table.sheet.board.squares))
    assert on_board + stock.bag + sum(stock.racks) == 100
    turns = [line for line in table.sheet.lines if line.is_turn]
    assert sum(table.totals) == sum(line.score for line in table.sheet.lines)
    expected = {"as-it-is": (5, 1), "stand": (5, 1), "come-off": (5, 0), "replay": (1, 0)}[how]
    assert (len(turns), len(table.sheet.board.blanks)) == expected
    if how in ("come-off", "replay"):
        assert on_board == 0
        assert not any(line.kind == "bonus" for line in table.sheet.lines)


ENDED = {"as-it-is": "six-zeros", "stand": "six-zeros", "come-off": "six-zeros", "replay": ""}


@pytest.mark.parametrize("book", [WSC, NSA])
@pytest.mark.parametrize(("how", "ended"), ENDED.items())
def test_L_17_an_end_that_came_of_turns_since_goes_only_with_those_turns(book, how, ended):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"), role=JUDGE)
    while not table.sheet.ended:
        table.passes(table.sheet.on_move)
    table.enter(AskAgain(seat=B))
    table.enter(Readjudicate(acceptable=False, adjudicator="J2"), role=JUDGE)

    settle(table, how)

    assert table.sheet.ended == ended


# A verdict on a play that came off for another reason


@pytest.mark.found("AE-11")
@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize("asked_before", [False, True])
def test_L_17_of_a_play_that_is_off_the_board_no_verdict_is_overtaken(book, asked_before):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"), role=JUDGE)
    if asked_before:
        table.enter(AskAgain(seat=B))
    table.enter(ChallengePlacement(seat=B, ground="diagonal"), ruled=True)
    table.enter(JudgePlacement(legal=False), ruled=True)
    table.passes(table.sheet.on_move)
    totals = table.totals

    wrong = ReportMisadjudication(reason="found in the list")
    for request, role in (
        (AskAgain(seat=B), Role.SCOREKEEPER),
        (Readjudicate(acceptable=False, adjudicator="J2"), JUDGE),
        (wrong, Role.DIRECTOR),
    ):
        assert table.refused(request, role=role).code == "nothing-judged"
    assert not {"readjudication", "misadjudication"} & table.offered()
    assert "readjudication" not in {one.name for one in table.procedures()}
    assert table.totals == totals
    assert compared(table.sheet)[1] == []


@pytest.mark.found("AE-11")
def test_L_17_an_older_record_that_overtakes_one_loses_no_turn_and_no_point_for_it():
    table = Tabletop(V1)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"), role=JUDGE)
    since = table.sheet.challenges.judged.version
    table.enter(ChallengePlacement(seat=B, ground="diagonal"), ruled=True)
    table.enter(JudgePlacement(legal=False), ruled=True)
    table.passes(table.sheet.on_move)

    table.write(VerdictOvertaken(seat=A, acceptable=False, since=since))

    assert (
        table.refused(SettleTurnsSince(how="replay"), role=Role.DIRECTOR).code == "no-turns-since"
    )
    assert matter(table) == []


# A verdict reported as wrong, once turns were made since


def reported(book, first=True, *, ruled=True, **kwargs):
    """WINDY judged, two turns made, and an official reports that the verdict was wrong."""
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=first, adjudicator="J1"), role=JUDGE)
    table.play(table.sheet.on_move, "14A", "AT")
    table.passes(table.sheet.on_move)
    table.before = table.sheet
    table.asked = ReportMisadjudication(reason="misread", found_by="J2", **kwargs)
    table.enter(table.asked, role=JUDGE, ruled=ruled)
    return table


@pytest.mark.parametrize("book", WESPA)
@pytest.mark.parametrize("first", [True, False])
def test_L_19_a_wrong_verdict_reported_after_later_turns_changes_nothing_until_they_are_settled(
    book, first
):
    table = reported(book, first)

    assert table.totals == table.before.totals
    assert table.sheet.board.squares == table.before.board.squares
    assert len(matter(table)) == 1
    assert table.refused(PassTurn(seat=table.sheet.on_move)).code == "turns-since-undecided"
    assert table.refused(table.asked, ruled=True).code == "turns-since-undecided"


@pytest.mark.parametrize("how", ["as-it-is", "stand", "come-off", "replay"])
def test_L_19_every_way_on_is_there_and_keeps_who_found_it_and_how(how):
    table = settle(reported(V4, new_tile_racked=True), how)

    stands = how == "as-it-is"
    assert (table.totals == table.before.totals) is stands
    if not stands:
        found = table.fact(MisadjudicationFound)
        assert (found.reason, found.approved_by) == ("misread", "J2")
        assert (found.new_tile_racked, found.next_turn_done) == (True, True)
    table.passes(table.sheet.on_move)


@pytest.mark.clause("wespa-5.1 3.10.11(a)")
def test_3_10_11_a_what_was_said_of_the_tiles_decides_what_the_book_says_of_the_turns():
    racked, not_racked = reported(V51), reported(V51, ruled=False, new_tile_racked=False)

    assert not racked.procedure("turns-since").needs_ruling
    assert not_racked.procedure("turns-since").needs_ruling
    assert not_racked.refused(SettleTurnsSince(how="as-it-is")).code == "turns-since-ruled"


def test_with_no_turn_made_since_a_reported_verdict_is_put_right_at_once():
    table = Tabletop(V4)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"), role=JUDGE)
    table.enter(ReportMisadjudication(reason="misread", new_tile_racked=False), role=JUDGE)

    assert table.sheet.lines[0].withdrawn
    assert matter(table) == []


@pytest.mark.parametrize("book", FIVE)
def test_L_17_what_comes_off_is_the_score_as_it_was_corrected_since(book):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"), role=JUDGE)
    turn = next(e.originator_version for e in table.sheet.events if type(e.fact) is PlayRecorded)
    now = {"was": 32, "now": 30, "reason": "miscounted", "approved_by": "both"}
    table.write(ScoreCorrected(supersedes=turn, **now))

    table.enter(ReportMisadjudication(reason="wrong list"), ruled=True)

    assert table.fact(MisadjudicationFound).replacement.lost == 30
    assert table.totals == (0, 0)
