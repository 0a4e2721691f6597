"""Results that players tell on their own phones: never a result by themselves."""

from __future__ import annotations

from uuid import UUID

import pytest

from ledger.game.endings.forfeits import Forfeit
from ledger.game.results.facts import ResultReported
from ledger.game.results.signing import ProposeResult
from ledger.game.results.slips import (
    MOST_REPORTS,
    ReportResult,
    TakeBackSlip,
    TypeSlip,
    told_by_players,
    typed_slips,
)
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.sheet.outcome import outcome_of
from ledger.matters.in_game import matters_in
from ledger.rulebook import NAMES
from ledger.tournament.players import player_by, secret_of
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, A, Table, a_desk, a_table, a_tournament, signature


@pytest.fixture
def table(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        [game] = a_tournament(desk)
        yield Table(desk, game)


def tells(table, player, one, two):
    return table.enter(ReportResult(player=player, scores=(one, two)))


def refused(table, request):
    with pytest.raises(Refusal) as refusal:
        table.enter(request)
    return refusal.value.code


@pytest.mark.parametrize("book", NAMES)
def test_what_both_tell_alike_is_no_result_under_any_book_until_an_official_types_it(
    book, tmp_path
):
    with a_desk(tmp_path / "more") as desk:
        [game] = a_tournament(desk, book)
        table = Table(desk, game)
        tells(table, 1, 412, 388)
        sheet = tells(table, 2, 412, 388)
        assert (sheet.state, sheet.stands, sheet.signed_by) == ("scheduled", (0, 0), ())
        assert not matters_in(sheet).matters

        sheet = table.enter(TypeSlip(scores=(412, 388), unsigned=(1, 2)))
        assert (sheet.state, sheet.signed_by) == ("over", ())
        assert outcome_of(sheet).winner is A
        assert table.enter(TypeSlip(scores=(412, 388))).state == "final"


def test_what_they_tell_otherwise_goes_to_the_director_until_one_tells_it_right(table):
    tells(table, 1, 412, 388)
    sheet = tells(table, 2, 412, 398)
    assert [one.named.kind for one in matters_in(sheet).matters] == ["papers-differ"]
    assert sheet.result.records_differ.of_second == (412, 398)

    sheet = tells(table, 2, 412, 388)
    assert not matters_in(sheet).matters
    tells(table, 1, 402, 388)
    sheet = table.enter(TypeSlip(scores=(402, 388)), by=DIRECTOR)
    assert (sheet.state, matters_in(sheet).matters) == ("final", ())


def test_nobody_tells_what_is_in_what_can_t_be_or_for_ever(table, tmp_path):
    assert refused(table, ReportResult(player=1, scores=(41200, 388))) == "impossible-scores"
    for number in range(MOST_REPORTS):
        tells(table, 1, 400 + number, 388)
    assert refused(table, ReportResult(player=1, scores=(412, 388))) == "told-often"
    told = [e for e in table.sheet.events if isinstance(e.fact, ResultReported)]
    assert len(told) == MOST_REPORTS
    table.enter(TypeSlip(scores=(412, 388), sure=True))
    assert refused(table, ReportResult(player=2, scores=(412, 388))) == "result-is-in"
    with a_desk(tmp_path / "more") as desk:
        recorded = a_table(desk)
        recorded.play(A, "8D", "WINDY", 32)
        assert refused(recorded, ReportResult(player=1, scores=(412, 388))) == "result-is-in"


@pytest.mark.found("PH-1")
@pytest.mark.parametrize("typed", [(301, 400), (400, 401)])
def test_a_slip_that_contradicts_both_players_is_asked_about_and_waits_on_the_desk(table, typed):
    tells(table, 1, 401, 400)
    tells(table, 2, 401, 400)
    with pytest.raises(Refusal, match="Player 1 and Player 2 told 401–400 by phone") as refusal:
        table.enter(TypeSlip(scores=typed))
    assert refusal.value.code == "unlikely-slip"
    assert not table.sheet.ended

    sheet = table.enter(TypeSlip(scores=typed, sure=True))
    assert (sheet.stands, sheet.is_signed) == (typed, True)
    [matter] = matters_in(sheet).matters
    assert (matter.named.kind, matter.keeps_open) == ("papers-differ", True)
    assert "Player 1 and Player 2 told 401–400 by phone" in matter.words


@pytest.mark.found("PH-1")
def test_one_phone_alone_only_makes_somebody_look_again(table):
    tells(table, 2, 500, 300)
    assert refused(table, TypeSlip(scores=(500, 301))) == "unlikely-slip"
    sheet = table.enter(TypeSlip(scores=(500, 301), sure=True))
    assert (sheet.state, matters_in(sheet).matters) == ("final", ())


@pytest.mark.found("PH-1")
def test_a_slip_that_agrees_with_neither_of_two_reports_leaves_the_matter_on_the_desk(table):
    tells(table, 1, 400, 300)
    tells(table, 2, 300, 400)
    with pytest.raises(Refusal, match="Player 1 told 400–300, Player 2 told 300–400 by phone"):
        table.enter(TypeSlip(scores=(420, 380)))
    sheet = table.enter(TypeSlip(scores=(420, 380), sure=True))
    assert [one.named.kind for one in matters_in(sheet).matters] == ["papers-differ"]
    [typed] = typed_slips(sheet)
    sheet = table.enter(TakeBackSlip(version=typed))
    assert sheet.result.records_differ.of_second == (300, 400), "as it was before"
    sheet = table.enter(TypeSlip(scores=(420, 380), sure=True))
    assert sheet.result.records_differ.of_first == (420, 380), "the same mistake once more"


@pytest.mark.found("PH-1")
def test_what_was_told_before_it_was_known_who_started_stays_with_its_players(table):
    tells(table, 1, 388, 412)
    tells(table, 2, 388, 412)
    sheet = table.enter(TypeSlip(scores=(388, 412), starter=2))
    assert sheet.stands == (412, 388), "the second player's scores come first"
    assert told_by_players(sheet) == ((388, 412), (388, 412))
    assert matters_in(sheet).matters == ()


@pytest.mark.found("PH-1")
def test_totals_of_a_tablet_are_compared_with_what_both_told_before_it_was_taken_in(tmp_path):
    with a_desk(tmp_path / "more") as desk:
        [game] = a_tournament(desk)
        table = Table(desk, game)
        tells(table, 1, 401, 400)
        tells(table, 2, 401, 400)
        table.enter(DetermineStarter(starter=1, method="draw"))
        table.enter(StartGame())
        table.over_and_counted()
        sheet = table.enter(ProposeResult())
        assert "papers-differ" in [one.named.kind for one in matters_in(sheet).matters]
        written = sheet.version
        sheet = table.enter(signature(sheet, A))
        assert sheet.version == written + 1, "the matter is there once"


@pytest.mark.found("PH-8")
@pytest.mark.parametrize("scores", [(0, 0), (400, 400)])
def test_scores_that_hardly_ever_happen_are_asked_about_on_a_phone(table, scores):
    assert refused(table, ReportResult(player=1, scores=scores)) == "unlikely-slip"
    assert table.enter(ReportResult(player=1, scores=scores, sure=True)).result.reported


def test_a_secret_is_good_for_one_game_and_one_player():
    key, game, other = b"k" * 32, UUID(int=1), UUID(int=2)
    for player in (1, 2):
        assert player_by(key, game, secret_of(key, game, player)) == player
        assert player_by(key, other, secret_of(key, game, player)) == 0
        assert player_by(b"j" * 32, game, secret_of(key, game, player)) == 0
    assert player_by(key, game, "") == player_by(key, game, "é" * 20) == 0


def no_show(*, sure=False):
    return Forfeit(loser=A, cause="no-show", sure=sure)


@pytest.mark.found("PH-1")
def test_a_no_show_of_a_game_whose_players_told_a_result_is_asked_about_and_waits(table):
    tells(table, 1, 401, 400)
    tells(table, 2, 401, 400)
    with pytest.raises(Refusal, match="Player 1 and Player 2 told 401–400 by phone") as refusal:
        table.enter(no_show(), by=DIRECTOR)
    assert refusal.value.code == "unlikely-slip"
    assert not table.sheet.ended, "nothing was written"

    sheet = table.enter(no_show(sure=True), by=DIRECTOR)
    assert sheet.ended == "forfeited"
    [matter] = [one for one in matters_in(sheet).matters if one.named.kind == "papers-differ"]
    assert matter.words == "Player 1 and Player 2 told 401–400 by phone, and a forfeit is in"
    assert matter.keeps_open


@pytest.mark.found("PH-1")
def test_a_no_show_against_one_phone_alone_is_asked_about_and_then_stands(table):
    tells(table, 2, 401, 400)
    with pytest.raises(Refusal, match="Player 2 told 401–400 by phone"):
        table.enter(no_show(), by=DIRECTOR)
    sheet = table.enter(no_show(sure=True), by=DIRECTOR)
    assert (sheet.ended, sheet.result.records_differ) == ("forfeited", None)


def test_a_no_show_of_whom_nobody_told_anything_needs_no_second_word(table):
    assert table.enter(no_show(), by=DIRECTOR).ended == "forfeited"
