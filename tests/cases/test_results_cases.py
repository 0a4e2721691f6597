"""Result slips, cards, amendments, byes and the set left for counting.

Cases R4-R9, R11, R18, Y83-Y85; traps T1-19, T4-29, TW-07, TX-14, TX-16.
"""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.endings.requests import CountUnplayed, VoidGame
from ledger.game.going_on import offers
from ledger.game.results.amending import AmendResult, AskAmendment, ReopenResult
from ledger.game.results.facts import RecordsSettled, ResultAmended, SetGathered
from ledger.game.results.signing import (
    GatherSet,
    HandIn,
    ProposeResult,
    RefuseAmendment,
    ReportPapersDiffer,
    SettlePapers,
    SignTallySheet,
    open_items,
)
from ledger.game.results.slips import TypeSlip
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.sheet.outcome import outcome_of
from ledger.hall import open_hall
from ledger.hall.rows import result_of
from ledger.matters.in_game import matters_in
from ledger.record.events import tournament_id
from ledger.rulebook.limits import signing
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from migrations.hall_db import prepare
from tests.desks import DIRECTOR, ORGANISER, a_desk, a_table, agreement, signature
from tests.officials import Organiser
from tests.tabletop import FIVE, WESPA, A, B, Tabletop

BOTH = ("first", "second")


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield desk


def over(book, scores=(400, 390), **options):
    table = Tabletop(book, bag=84, scores=scores, **options)
    table.passes(A, B, A, B, A, B)
    table.enter(CountUnplayed(racks=("?", "?")))
    return table


def signed(book, scores=(400, 390)):
    table = over(book, scores)
    table.enter(ProposeResult())
    for seat in (A, B):
        table.enter(signature(table.sheet, seat))
    return table


def handed_in(book, scores=(400, 390)):
    table = signed(book, scores)
    table.enter(HandIn(seat=A))
    return table


def change(now, **what):
    return AmendResult(now=now, reason="added up wrongly", **what)


def agreed(table, now, seats=(A, B)):
    """``seats`` sign for ``now``, as A asks for it."""
    table.enter(AskAmendment(seat=A, reason="added up wrongly", now=now))
    for seat in seats:
        table.enter(agreement(table.sheet, seat))
    return table


@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize("at", [signed, handed_in])
def test_only_a_director_says_that_the_director_asks(book, at):
    table = at(book)
    request = AskAmendment(seat=None, reason="the wrong way round", now=(390, 400))

    refusal = table.refused(request)

    assert (refusal.code, "Only a director" in refusal.what) == ("needs-ruling", True)
    table.enter(request, role=Role.DIRECTOR)
    assert table.sheet.amendment_asked


def items(table):
    return [item.name for item in open_items(table.sheet, table.rules)]


# Amendments


@pytest.mark.clause("wespa-1.0 5.4.1(b)")
@pytest.mark.clause("wespa-4.0 5.4.1(a)")
@pytest.mark.parametrize("book", WESPA)
def test_R4_Y83_before_the_slip_is_handed_in_both_may_agree_to_correct_it(book):
    table = agreed(signed(book), (390, 390), seats=(A,))
    assert table.sheet.final == (400, 390)

    table.enter(agreement(table.sheet, B))

    amended = table.fact(ResultAmended)
    assert (amended.kind, amended.agreed_by) == ("agreed-before-hand-in", BOTH)
    assert amended.clause == str(table.rules.amendment.before_hand_in)
    assert (table.sheet.final, table.sheet.state) == ((390, 390), "amended")


@pytest.mark.clause("wespa-1.0 5.4.1(c)")
def test_R5_under_v1_once_handed_in_both_petition_and_the_director_permits():
    table = agreed(handed_in("wespa-1.0"), (390, 390))
    assert table.sheet.final == (400, 390)

    table.enter(change((390, 390)), role=Role.DIRECTOR)

    assert table.fact(ResultAmended).kind == "agreed-with-director"
    assert table.sheet.is_signed


@pytest.mark.clause("wespa-1.0 5.4.1(d)")
def test_R6_under_v1_the_director_may_override_a_player_who_refuses_unfairly():
    table = agreed(handed_in("wespa-1.0"), (390, 390), seats=(A,))

    table.enter(change((390, 390)), role=Role.DIRECTOR)

    amended = table.fact(ResultAmended)
    assert (amended.kind, amended.agreed_by) == ("ruling", ("first", "K1"))
    assert amended.clause == "wespa-1.0 5.4.1(d)"
    assert table.sheet.is_final
    assert not table.sheet.is_signed


def a_signed_game(desk, book):
    table = a_table(desk, book)
    table.signed()
    return table, Organiser(desk)


@pytest.mark.clause("nsa-1998 VII.H*")
def test_R7_under_nsa_the_director_may_change_it_while_rounds_are_to_come(desk):
    table, organiser = a_signed_game(desk, "nsa-1998")
    organiser.close_round("spring-open", 6, by=ORGANISER)
    first, second = table.sheet.totals
    agreed(table, (first - 10, second))

    sheet = table.enter(change((first - 10, second)), by=DIRECTOR)

    assert sheet.final == (first - 10, second)


@pytest.mark.clause("nsa-1998 VII.H*")
def test_R8_under_nsa_it_is_too_late_once_the_last_round_was_closed(desk):
    table, organiser = a_signed_game(desk, "nsa-1998")
    first, second = table.sheet.totals
    agreed(table, (first - 10, second))
    organiser.close_round("spring-open", 8, by=ORGANISER, last=True)

    with pytest.raises(Refusal) as refusal:
        # What the request says of the rounds does not count where the record knows.
        table.enter(change((first - 10, second), last_round_over=False), by=DIRECTOR)

    assert (refusal.value.code, refusal.value.clause) == (
        "amendment-not-allowed",
        "nsa-1998 VII.H*",
    )
    assert "too late" in refusal.value.what


def test_R8_the_last_round_of_another_division_closes_nothing_here(desk):
    table, organiser = a_signed_game(desk, "nsa-1998")
    organiser.close_round("spring-open", 8, by=ORGANISER, division="B", last=True)
    first, second = table.sheet.totals
    agreed(table, (first - 10, second))

    assert table.enter(change((first - 10, second)), by=DIRECTOR).final == (first - 10, second)


def test_R8_a_record_without_the_tournament_goes_by_what_the_director_says():
    table = agreed(signed("nsa-1998"), (390, 390))

    unknown = table.refused(change((390, 390)), role=Role.DIRECTOR)
    assert unknown.code == "amendment-not-allowed"
    late = table.refused(change((390, 390), last_round_over=True), role=Role.DIRECTOR)
    assert "too late" in late.what
    table.enter(change((390, 390), last_round_over=False), role=Role.DIRECTOR)
    assert table.sheet.final == (390, 390)


@pytest.mark.clause("wespa-4.0 5.4.1(b)")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
def test_Y84_T4_29_once_handed_in_a_forgotten_penalty_stays_even_if_both_agree(book):
    table = handed_in(book)
    table.enter(AskAmendment(seat=A, reason="added up wrongly", now=(390, 390)))
    assert table.refused(agreement(table.sheet, A)).code == "amendment-not-allowed"

    refusal = table.refused(change((390, 390)), role=Role.DIRECTOR)

    assert (refusal.code, refusal.clause) == ("amendment-not-allowed", f"{book} 5.4.1(b)")
    assert refusal.trap == "T4-29"


@pytest.mark.clause("wespa-4.0 5.4.1(b)")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
def test_Y85_scores_written_the_wrong_way_round_are_swapped_on_one_players_petition(book):
    table = handed_in(book)
    swap = AmendResult(now=(390, 400), reason="wrong way round")
    table.enter(AskAmendment(seat=B, reason="I won"))
    assert table.refused(swap, role=Role.SCOREKEEPER).code == "not-allowed"

    table.enter(swap, role=Role.DIRECTOR)

    assert table.fact(ResultAmended).kind == "swapped"
    assert table.remarks == ("tell-both-players",)
    assert outcome_of(table.sheet).winner is B
    unasked = handed_in(book)
    unasked.enter(AmendResult(now=(390, 400), reason="x", told=BOTH), role=Role.DIRECTOR)
    assert unasked.remarks == ("no-petition",)


@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
def test_Y85_the_director_may_refuse_for_the_draws_sake_and_both_are_told(book):
    table = handed_in(book)
    assert table.refused(RefuseAmendment(reason="x")).code == "nothing-petitioned"
    table.enter(AskAmendment(seat=B, reason="I won"))
    assert "petition" in items(table)

    table.enter(RefuseAmendment(reason="the next round is paired and under way"))

    assert "tell-both-players" in table.remarks
    assert "petition" not in items(table)
    assert table.sheet.final == (400, 390)


@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
def test_T4_29_an_award_and_the_outcome_of_an_appeal_are_kinds_of_their_own(book):
    for under in ("level-one-award", "appeal-outcome"):
        table = handed_in(book)
        table.enter(change((300, 450), under=under), ruled=True)
        assert table.fact(ResultAmended).kind == under
    assert table.refused(change((1, 2), under="whim")).code == "unreadable-request"


@pytest.mark.clause("wsc-2003 3.2")
def test_TW_07_under_wsc_nothing_is_said_of_amending_a_signed_slip():
    table = signed("wsc-2003")

    refusal = table.refused(change((390, 390)), role=Role.DIRECTOR)

    assert (refusal.code, refusal.trap) == ("amendment-not-allowed", "TW-07")
    table.enter(change((390, 390)), ruled=True)
    assert table.fact(ResultAmended).kind == "ruling"


@pytest.mark.parametrize("book", FIVE)
def test_T1_19_a_signed_result_is_reopened_by_ruling_and_signed_again(book):
    table = handed_in(book)
    assert table.refused(ReopenResult(reason="wrong table")).code == "needs-ruling"

    table.enter(ReopenResult(reason="wrong table"), ruled=True)
    assert (table.sheet.state, table.sheet.result.handed_in) == ("over", None)

    again = handed_in(book)
    again.enter(VoidGame(reason="6.1.3(b)"), ruled=True)
    assert again.sheet.state == "void"
    assert result_of(again.sheet) is None


# Signing and handing in


@pytest.mark.parametrize("book", FIVE)
def test_Q_02_who_signs_what_follows_the_book(book):
    table = over(book)
    table.enter(ProposeResult())
    cards = book == "nsa-1998"

    assert ("other player's score card" in signing(table.rules).words) is cards
    whats = [i.what for i in open_items(table.sheet, table.rules) if i.name == "signature"]

    assert whats == (
        ["Ann has not signed the card of Bob.", "Bob has not signed the card of Ann."]
        if cards
        else ["Ann has not signed the result slip.", "Bob has not signed the result slip."]
    )


@pytest.mark.clause("nsa-1998 G12")
def test_Q_07_a_missing_signature_on_the_tally_sheet_is_an_open_item():
    table = over("nsa-1998")
    assert "tally-sheet" not in items(table)
    table.enter(SignTallySheet(seat=A, totals=(400, 390)))
    [item] = [i for i in open_items(table.sheet, table.rules) if i.name == "tally-sheet"]
    assert (item.seat, item.clause) == (B, "nsa-1998 G12")
    [on_the_desk] = [one for one in matters_in(table.sheet).matters if one.kind == "result"]
    assert (on_the_desk.named.which, on_the_desk.clause) == ("tally-sheet", "nsa-1998 G12")
    assert on_the_desk.words == item.what

    table.enter(SignTallySheet(seat=B, totals=(400, 390), how="initials"))

    assert "tally-sheet" not in items(table)


@pytest.mark.clause("nsa-1998 G12")
def test_R9_a_tally_sheet_both_signed_stands_against_a_card_without_further_evidence():
    table = over("nsa-1998", (390, 380))
    for seat in (A, B):
        table.enter(SignTallySheet(seat=seat, totals=(400, 380)))
        assert "tally-differs" in table.remarks
    table.enter(ReportPapersDiffer(of_first=(400, 380), of_second=(390, 380)))
    assert "papers-differ" in items(table)

    table.enter(SettlePapers(basis="tally-sheet"))

    assert table.fact(RecordsSettled).totals == (400, 380)
    assert table.sheet.final == (400, 380)
    assert "papers-differ" not in items(table)


def test_R9_evidence_against_the_tally_sheet_takes_a_ruling():
    table = over("nsa-1998")
    for seat in (A, B):
        table.enter(SignTallySheet(seat=seat, totals=(400, 380)))
    table.enter(ReportPapersDiffer(of_first=(400, 380), of_second=(390, 380)))
    found = SettlePapers(basis="evidence", totals=(390, 380), note="both score sheets")

    assert table.refused(found).code == "needs-ruling"
    table.enter(found, ruled=True)
    assert table.sheet.final == (390, 380)


@pytest.mark.parametrize("book", [book for book in FIVE if book != "nsa-1998"])
def test_Q_06_elsewhere_the_director_finds_what_holds(book):
    table = over(book)
    assert table.refused(SettlePapers(basis="ruling", totals=(1, 2))).code == "papers-agree"
    table.enter(ReportPapersDiffer(of_first=(400, 390), of_second=(390, 390)))
    for seat in (A, B):
        table.enter(SignTallySheet(seat=seat, totals=(400, 390)))

    assert table.refused(SettlePapers(basis="tally-sheet")).code == "needs-ruling"
    table.enter(SettlePapers(basis="ruling", totals=(400, 390)), ruled=True)
    assert table.sheet.result.amended is None
    same = ReportPapersDiffer(of_first=(1, 2), of_second=(1, 2))
    assert table.refused(same).code == "unreadable-request"


@pytest.mark.clause("wespa-1.0 5.4.2")
@pytest.mark.clause("wespa-1.0 5.6")
@pytest.mark.clause("wespa-4.0 5.4.2")
@pytest.mark.clause("wespa-4.0 5.6")
@pytest.mark.parametrize("book", WESPA)
def test_R18_before_they_leave_the_tiles_are_laid_out_and_the_winner_hands_in(book):
    table = signed(book)
    assert items(table) == ["hand-in", "tile-check"]
    [offer] = [o for o in _offers(table) if o.name == "tile-check"]
    assert [value for value, _ in offer.questions[1].choices] == ["four-5x5", "one-10x10"]

    table.enter(HandIn(seat=A))
    assert not table.remarks
    table.enter(GatherSet(complete=True, layout="one-10x10", tiles=100))

    assert table.fact(SetGathered).tiles == 100
    assert items(table) == []


def _offers(table):
    return offers(table.sheet, table.rules)


@pytest.mark.parametrize("book", FIVE)
def test_Q_08_a_set_that_is_not_whole_is_an_open_item_until_it_is(book):
    table = signed(book)
    table.enter(GatherSet(complete=False, tiles=99, note="an E"))
    assert "set-incomplete" in table.remarks
    assert ("set-incomplete" in items(table)) is (book != "wsc-2003")

    table.enter(GatherSet(complete=True))
    assert "set-incomplete" not in items(table)
    assert table.refused(GatherSet(complete=True, layout="heap")).code == "unreadable-request"


@pytest.mark.parametrize("book", FIVE)
def test_Q_05_who_hands_in_is_remarked_on_only_where_a_book_says_who(book):
    table = signed(book)

    table.enter(HandIn(seat=B))

    assert ("not-handed-in-by-winner" in table.remarks) is (book != "wsc-2003")


@pytest.mark.parametrize("book", [*WESPA, "nsa-1998"])
def test_TX_14_after_a_tie_staff_say_who_hands_in(book):
    table = signed(book, (390, 390))
    [item] = [i for i in open_items(table.sheet, table.rules) if i.name == "hand-in"]
    assert (item.who, item.seat) == ("staff", None)

    table.enter(HandIn(seat=B))

    assert table.remarks == ("TX-14",)


@pytest.mark.parametrize("book", FIVE)
def test_nothing_is_open_while_a_game_goes_on(book):
    table = Tabletop(book, bag=84, scores=(300, 280))

    assert items(table) == []
    assert not [o for o in _offers(table) if o.name in ("tile-check", "amendment")]


# Spread, byes, standings


@pytest.mark.clause("nsa-1998 VI.C")
@pytest.mark.parametrize("book", [*WESPA, "nsa-1998"])
def test_R11_TX_16_a_spread_penalty_changes_neither_winner_nor_score(book):
    table = over(book, (400, 395))
    penalty = ApplyPenalty(seat=A, unit="spread", amount=50, reason="drew before recording")

    table.enter(penalty, ruled=True)

    outcome = outcome_of(table.sheet)
    assert (table.totals, outcome.winner, outcome.spreads) == ((400, 395), A, (5, -5))
    assert table.sheet.result.spread_changes == (-50, 0)
    assert result_of(table.sheet).spreads == (-45, -5)
    assert result_of(table.sheet).half_wins == (2, 0)


def with_byes(desk, book, rounds=1, options=()):
    """Three players; number 3 has the bye in each round, which has its one result."""
    organiser = Organiser(desk)
    organiser.open_tournament("odd", "Odd Open", book, by=ORGANISER, options=options)
    organiser.enter_players(
        "odd", [PlayerEntered(number=n, name=f"P{n}") for n in (1, 2, 3)], by=ORGANISER
    )
    for number in range(1, rounds + 1):
        pairings = [Pairing(1, 1, 2), Pairing(2, 3, 0)]
        [game] = organiser.pair_round("odd", number, pairings, by=ORGANISER)
        sent = Sent(by=DIRECTOR, command_id=uuid4())
        desk.record(game, TypeSlip(scores=(400, 300)), sent)
    return [
        event.envelope.remarks
        for event in desk.log.events_of(tournament_id("odd"))
        if event.fact.topic() == "round-paired"
    ]


def standing(desk, tmp_path, number):
    hall = open_hall(tmp_path, desk.log, desk.shelf, prepare=prepare)
    try:
        return next(row for row in hall.standings("odd") if row.number == number)
    finally:
        hall.close()


@pytest.mark.clause("nsa-1998 VII.I.1")
def test_P_04_under_nsa_a_bye_is_a_win_with_fifty_and_a_second_one_is_warned_about(desk, tmp_path):
    remarked = with_byes(desk, "nsa-1998", rounds=2)

    row = standing(desk, tmp_path, 3)

    assert ["bye-again" in each for each in remarked] == [False, True]
    assert (row.wins, row.losses, row.spread, row.games, row.starts) == (2, 0, 100, 2, 0)


@pytest.mark.parametrize(
    ("book", "trap"), [("wespa-4.0", "T4-17"), ("wespa-5.1", "T4-17"), ("wsc-2003", "TW-08")]
)
def test_P_04_T4_17_TW_08_elsewhere_a_bye_counts_once_the_organiser_says_what_it_is_worth(
    desk, tmp_path, book, trap
):
    [remarked] = with_byes(desk, book)

    assert remarked == ("bye-not-defined", trap)
    assert standing(desk, tmp_path, 3).games == 0


@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-1.0", "wsc-2003"])
def test_P_04_a_bye_the_organiser_settled_is_a_win_with_that_spread(desk, tmp_path, book):
    options = (("bye-spread", 75), ("bye-rated", "no"))
    if book == "wespa-1.0":
        options = (*options, ("unplayed-tiles", "double"))
    [remarked] = with_byes(desk, book, options=options)
    row = standing(desk, tmp_path, 3)

    assert remarked == ()
    assert (row.wins, row.spread) == (1, 75)


def test_a_game_that_was_made_void_counts_for_nobody_in_the_standings(desk, tmp_path):
    table = a_table(desk, "nsa-1998", slug="odd")
    table.signed()
    assert standing(desk, tmp_path, 1).games == 1

    table.enter(VoidGame(reason="wrong opponents"), by=DIRECTOR, case=table.ruled())

    assert standing(desk, tmp_path, 1).games == 0
