"""Result slips filled in by hand: typed, compared with what is there, amended by the book."""

from __future__ import annotations

import pytest
from msgspec import structs

from ledger.game.absences.requests import PostponeGame
from ledger.game.challenges.requests import IssueChallenge
from ledger.game.endings.forfeits import Forfeit
from ledger.game.results.amending import AmendResult
from ledger.game.results.facts import RecordsDiffer, ResultHandedIn, ResultSigned, SlipTyped
from ledger.game.results.signatures import adjustments, digest_shown
from ledger.game.results.signing import ProposeResult, SettlePapers, SignResult
from ledger.game.results.slips import TakeBackSlip, TypeSlip
from ledger.game.setting_up.requests import DetermineStarter
from ledger.game.sheet.outcome import outcome_of
from ledger.gcg.exporting import exported
from ledger.matters.in_game import matters_in
from ledger.replay.replayed import replay_of
from ledger.rulebook import NAMES
from ledger.tournament.rounds import start_records
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, A, B, Table, a_desk, a_table, a_tournament
from tests.officials import Organiser


@pytest.fixture
def table(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        [game] = a_tournament(desk)
        yield Table(desk, game)


def typed(table, one, two, **more):
    table.enter(TypeSlip(scores=(one, two), **more))
    return table.sheet


def every(table, kind):
    return [event.fact for event in table.sheet.events if isinstance(event.fact, kind)]


def test_a_slip_signed_by_both_is_the_final_result_of_a_game_nobody_recorded(table):
    sheet = typed(table, 412, 388)

    assert (sheet.state, sheet.stands, sheet.ended) == ("final", (412, 388), "on-paper")
    assert [one.fact.how for one in sheet.result.signatures] == ["paper", "paper"]
    assert outcome_of(sheet).spread == 24
    assert every(table, ResultHandedIn)[-1].seat is Seat.FIRST
    assert adjustments(sheet) == [("As on the slip", "+412", "+388"), ("Total", "412", "388")]


def test_the_scores_go_with_the_players_as_paired_whoever_started(table):
    sheet = typed(table, 388, 412, starter=2)

    assert sheet.names == ("Player 2", "Player 1")
    assert sheet.stands == (412, 388)


def test_a_start_that_was_written_down_holds_where_the_slip_says_none(table):
    table.enter(DetermineStarter(starter=2, method="assigned"))

    assert typed(table, 300, 400).stands == (400, 300)


def test_who_has_not_signed_the_paper_is_waited_for(table):
    sheet = typed(table, 412, 388, unsigned=(2,))

    assert sheet.state == "signed by one"
    assert "signature" in str(matters_in(sheet))
    assert typed(table, 412, 388, whose=2).state == "final"


def test_the_other_slip_says_the_same_and_nothing_changes(table):
    typed(table, 412, 388, whose=1, unsigned=(2,))
    sheet = typed(table, 412, 388, whose=2)

    assert (sheet.stands, sheet.state) == ((412, 388), "final")
    assert [fact.whose for fact in every(table, SlipTyped)] == [Seat.FIRST, Seat.SECOND]
    assert len(every(table, ResultSigned)) == 2
    with pytest.raises(Refusal) as refused:
        typed(table, 412, 388, whose=2)
    assert refused.value.code == "slip-known"


def test_the_other_slip_says_something_else_and_the_director_finds_what_holds(table):
    typed(table, 412, 388, whose=1)
    sheet = typed(table, 402, 388, whose=2)

    assert every(table, RecordsDiffer)[-1].of_second == (402, 388)
    assert sheet.stands == (412, 388)
    assert [one.named.kind for one in matters_in(sheet).matters] == ["papers-differ"]
    table.enter(SettlePapers(basis="ruling", totals=(402, 388)), by=DIRECTOR, case=table.ruled())
    assert (table.sheet.stands, table.sheet.result.records_differ) == ((402, 388), None)
    assert not matters_in(table.sheet).matters


def test_slips_that_differed_are_settled_by_whatever_amends_the_result(table):
    typed(table, 412, 388, whose=1)
    typed(table, 402, 388, whose=2)

    neither = AmendResult(now=(407, 388), reason="Both sheets say so.")
    table.enter(neither, by=DIRECTOR, case=table.ruled())

    assert (table.sheet.stands, table.sheet.result.records_differ) == ((407, 388), None)
    assert not matters_in(table.sheet).matters


def test_after_hand_in_it_is_amended_as_any_other(table):
    typed(table, 412, 388)

    with pytest.raises(Refusal):
        table.enter(AmendResult(now=(411, 388), reason="Added wrongly."))
    table.enter(
        AmendResult(now=(411, 388), reason="Added wrongly."), by=DIRECTOR, case=table.ruled()
    )
    assert table.sheet.stands == (411, 388)


@pytest.mark.parametrize("scores", [(412, 41), (41, 412), (812, 300), (90, 90), (790, 110)])
def test_a_result_that_hardly_happens_has_to_be_meant(table, scores):
    with pytest.raises(Refusal) as refused:
        typed(table, *scores)
    assert refused.value.code == "unlikely-slip"
    assert table.sheet.state == "scheduled"

    assert typed(table, *scores, sure=True).stands == scores


def test_a_tie_is_a_result_like_another(table):
    assert typed(table, 350, 350).stands == (350, 350)


def test_a_result_that_can_t_be_is_refused_sure_or_not(table):
    with pytest.raises(Refusal):
        typed(table, 41200, 388, sure=True)


def test_the_record_stopped_early_and_the_slip_goes_on_from_there(tmp_path):
    with a_desk(tmp_path / "more") as desk:
        table = a_table(desk)
        table.play(A, "8D", "WINDY", 32)
        assert (
            asked_once(table, 412, 388) == "A tablet is recording this game turn by turn: 1 so far."
        )
        sheet = typed(table, 412, 388, sure=True)

        assert sheet.stands == (412, 388)
        assert adjustments(sheet)[-2:] == [("As on the slip", "+380", "+388"),
                                           ("Total", "412", "388")]  # fmt: skip
        assert any("turns-are-missing" in event.envelope.remarks for event in sheet.events)


def asked_once(table, *scores, **more):
    """What is asked before such a slip is written; nothing is, so far."""
    before = table.sheet.version
    with pytest.raises(Refusal) as refused:
        typed(table, *scores, **more)
    assert refused.value.code == "unlikely-slip"
    assert table.sheet.version == before
    return refused.value.what


def test_a_challenge_that_was_judged_on_paper_holds_nothing_up(tmp_path):
    with a_desk(tmp_path / "more") as desk:
        table = a_table(desk)
        table.play(A, "8D", "WINDY", 32)
        table.enter(IssueChallenge(seat=B, words=("WINDY",)))

        sheet = typed(table, 412, 388, sure=True)
        assert (sheet.state, sheet.challenges.pending) == ("final", None)
        assert not matters_in(sheet).waits.slip


def test_played_out_before_the_racks_were_counted_is_what_the_slip_says(tmp_path):
    with a_desk(tmp_path / "more") as desk:
        table = a_table(desk)
        table.six_zeros()
        assert typed(table, 350, 300, sure=True).stands == (350, 300)
        assert table.sheet.state == "final"


def test_a_recorded_game_is_compared_and_its_scores_stand(tmp_path):
    with a_desk(tmp_path / "more") as desk:
        table = a_table(desk)
        stands = table.over_and_counted().stands
        assert "The record has" in asked_once(table, 350, 300)
        sheet = typed(table, 350, 300, sure=True)
        assert (sheet.stands, sheet.result.signatures) == (stands, ())
        assert [one.named.kind for one in matters_in(sheet).matters][-1] == "papers-differ"
        with pytest.raises(Refusal) as refused:
            typed(table, 350, 300, sure=True)
        assert refused.value.code == "slip-known"


def test_a_game_put_off_is_asked_about_and_taken(tmp_path):
    with a_desk(tmp_path / "more") as desk:
        [game] = a_tournament(desk, "nsa-1998")
        table = Table(desk, game)
        table.enter(PostponeGame(reason="late", consents=("opponent", "director")), by=DIRECTOR)
        assert "put off" in asked_once(table, 412, 388)
        sheet = typed(table, 412, 388, sure=True)
        assert (sheet.state, sheet.open) == ("final", ())


def test_a_game_lost_without_play_takes_no_slip(table):
    table.enter(Forfeit(loser=A, cause="no-show"), by=DIRECTOR)

    with pytest.raises(Refusal) as refused:
        typed(table, 412, 388, sure=True)
    assert refused.value.code == "game-has-no-result"


def test_a_round_that_was_closed_takes_no_slip(table):
    typed(table, 412, 388)
    Organiser(table.desk).close_round("spring-open", 1, by=DIRECTOR)

    for request in (TypeSlip(scores=(411, 388), sure=True), TakeBackSlip(version=slip_of(table))):
        with pytest.raises(Refusal) as refused:
            table.enter(request, by=DIRECTOR)
        assert refused.value.code == "round-is-closed"


def test_a_start_nobody_knows_is_nobodys_start(table):
    sheet = typed(table, 412, 388)
    tournament = tournament_named("spring-open", table.desk.log)

    assert start_records(tournament, [sheet], 2)[1].firsts == 0
    table.enter(TakeBackSlip(version=slip_of(table)))
    sheet = typed(table, 412, 388, starter=2)
    assert start_records(tournament, [sheet], 2)[2].firsts == 1


@pytest.mark.parametrize("book", NAMES)
def test_by_every_book_a_slip_is_signed_handed_in_and_then_amended_by_the_director_alone(
    book, tmp_path
):
    with a_desk(tmp_path / "more") as desk:
        [game] = a_tournament(desk, book)
        table = Table(desk, game)
        assert typed(table, 412, 388).state == "final"
        with pytest.raises(Refusal):
            table.enter(AmendResult(now=(411, 388), reason="Added wrongly."))
        case = table.ruled()
        amend = AmendResult(now=(411, 388), reason="Added wrongly.")
        assert table.enter(amend, by=DIRECTOR, case=case).state == "amended"


class TestTakenBack:
    def test_a_slip_of_another_table_leaves_the_game_as_it_was(self, table):
        before = table.sheet
        typed(table, 412, 388)
        sheet = table.enter(TakeBackSlip(version=slip_of(table), why="wrong-table"))

        assert (sheet.state, sheet.stands, sheet.lines) == ("scheduled", (0, 0), ())
        assert (sheet.result, sheet.starter, sheet.open) == (before.result, 0, ())
        assert [type(e.fact).topic() for e in sheet.events][-2:] == [
            "result-handed-in", "slip-taken-back",
        ]  # fmt: skip
        assert typed(table, 300, 402).stands == (300, 402)

    def test_turns_recorded_before_stay(self, tmp_path):
        with a_desk(tmp_path / "more") as desk:
            table = a_table(desk)
            table.play(A, "8D", "WINDY", 32)
            typed(table, 412, 388, sure=True)
            sheet = table.enter(TakeBackSlip(version=slip_of(table), why="wrong-table"))
            assert (sheet.state, sheet.totals, sheet.on_move) == ("playing", (32, 0), B)
            table.play(B, "9C", "AX", 5)

    def test_a_slip_that_differs_is_taken_off_the_desk(self, table):
        typed(table, 412, 388, whose=1)
        typed(table, 402, 388, whose=2)
        table.enter(TakeBackSlip(version=slip_of(table), why="wrong-table"))
        assert not matters_in(table.sheet).matters
        assert table.sheet.state == "final"

    @pytest.mark.found("OG-2")
    @pytest.mark.parametrize("starter", [0, 2])
    def test_of_two_slips_the_first_is_taken_back_and_the_other_is_the_result(self, table, starter):
        typed(table, 412, 388)
        first = slip_of(table)
        typed(table, 402, 388, starter=starter, sure=True)
        sheet = table.enter(TakeBackSlip(version=first))

        assert (sheet.state, sheet.result.records_differ) == ("final", None)
        assert sheet.stands == ((388, 402) if starter else (402, 388))
        assert sheet.starter == (1 if starter else 0)
        assert not matters_in(sheet).matters
        table.enter(TakeBackSlip(version=slip_of(table)))
        assert (table.sheet.state, table.sheet.stands) == ("scheduled", (0, 0))

    @pytest.mark.found("OG-2")
    def test_who_has_not_signed_the_second_slip_is_waited_for_once_it_is_the_result(self, table):
        typed(table, 412, 388)
        first = slip_of(table)
        typed(table, 402, 388, sure=True, unsigned=(2,))
        sheet = table.enter(TakeBackSlip(version=first))

        assert (sheet.stands, sheet.state) == ((402, 388), "signed by one")

    @pytest.mark.found("OG-2")
    def test_two_that_agree_and_one_of_them_taken_back_is_a_result_still(self, table):
        typed(table, 412, 388, whose=1)
        first = slip_of(table)
        typed(table, 412, 388, whose=2)
        sheet = table.enter(TakeBackSlip(version=first))

        assert (sheet.state, sheet.stands) == ("final", (412, 388))
        assert every(table, ResultHandedIn)[-1].seat is Seat.SECOND

    def test_not_once_something_rests_on_it(self, table):
        typed(table, 412, 388, unsigned=(1, 2))
        first = slip_of(table)
        sheet = table.enter(ProposeResult())
        shown = digest_shown(sheet, A)
        sign = SignResult(seat=A, totals=sheet.stands, how="paper", shown=shown)
        table.enter(sign)
        with pytest.raises(Refusal) as refused:
            table.enter(TakeBackSlip(version=first))
        assert refused.value.code == "slip-stands"
        assert "signed the result on a screen" in refused.value.what

    def test_nobody_takes_back_what_another_typed_but_the_director(self, table):
        table.enter(TypeSlip(scores=(412, 388)), by=DIRECTOR)
        with pytest.raises(Refusal) as refused:
            table.enter(TakeBackSlip(version=slip_of(table)))
        assert refused.value.code == "slip-stands"
        table.enter(TakeBackSlip(version=slip_of(table)), by=DIRECTOR)

    def test_only_once_and_nothing_else(self, table):
        typed(table, 412, 388)
        version = slip_of(table)
        table.enter(TakeBackSlip(version=version))
        for gone in (version, 1, 99):
            with pytest.raises(Refusal) as refused:
                table.enter(TakeBackSlip(version=gone))
            assert refused.value.code == "no-such-entry"


def slip_of(table):
    return max(e.originator_version for e in table.sheet.events if isinstance(e.fact, SlipTyped))


def test_it_is_shown_and_exported_as_a_game_kept_on_paper(table):
    typed(table, 412, 388, starter=2)
    sheet = table.sheet

    assert [ply.move for ply in replay_of(sheet).plies] == ["as on the slip"] * 2
    file = exported(sheet).decode()
    assert "as on the slip, +412" in file
    assert "#incomplete" in file, "the turns are not in it"


@pytest.mark.found("PH-10")
def test_a_photo_is_put_with_a_slip_after_its_round_was_closed_and_nothing_else_is(table):
    typed(table, 412, 388)
    Organiser(table.desk).close_round("spring-open", 1, by=DIRECTOR, waiving="for the test")
    with_photo = TypeSlip(scores=(412, 388), unsigned=(1, 2), sure=True, photo="ab" * 32)
    assert table.enter(with_photo).stands == (412, 388)
    assert every(table, SlipTyped)[-1].photo == "ab" * 32
    for changed in ({"scores": (402, 388)}, {"unsigned": ()}, {"photo": ""}):
        request = structs.replace(with_photo, **changed)
        with pytest.raises(Refusal) as refusal:
            table.enter(request)
        assert refusal.value.code == "round-is-closed"
