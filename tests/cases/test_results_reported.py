"""Results that players tell on their own phones: never a result by themselves."""

from __future__ import annotations

from uuid import UUID

import pytest

from ledger.game.facts.results import ResultReported
from ledger.game.play.results.reports import MOST_REPORTS, ReportResult
from ledger.game.play.results.slips import TypeSlip
from ledger.game.sheet.outcome import outcome_of
from ledger.matters.in_game import matters_in
from ledger.rulebook import NAMES
from ledger.tournament.players_hand_in import player_by, secret_of
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, A, Table, a_desk, a_table, a_tournament


@pytest.fixture
def table(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        [game] = a_tournament(desk)
        yield Table(desk, game)


def tells(table, player, one, two):
    return table.enter(ReportResult(player=player, scores=(one, two)))


def refused(table, asked):
    with pytest.raises(Refusal) as refusal:
        table.enter(asked)
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
    table.enter(TypeSlip(scores=(412, 388)))
    assert refused(table, ReportResult(player=2, scores=(412, 388))) == "result-is-in"
    with a_desk(tmp_path / "more") as desk:
        recorded = a_table(desk)
        recorded.play(A, "8D", "WINDY", 32)
        assert refused(recorded, ReportResult(player=1, scores=(412, 388))) == "result-is-in"


def test_a_secret_is_good_for_one_game_and_one_player():
    key, game, other = b"k" * 32, UUID(int=1), UUID(int=2)
    for player in (1, 2):
        assert player_by(key, game, secret_of(key, game, player)) == player
        assert player_by(key, other, secret_of(key, game, player)) == 0
        assert player_by(b"j" * 32, game, secret_of(key, game, player)) == 0
    assert player_by(key, game, "") == player_by(key, game, "é" * 20) == 0
