"""What followed from a ruling: previewed, written, listed, printed and found are one list.

The words come from the events that carry the case, on the page, in the preview, on both notices,
the incident record, the register, the report and the command line.
"""

from __future__ import annotations

import html
from uuid import uuid4

import pytest

from ledger.desk.desk import preview
from ledger.desk.registers import rulings_of
from ledger.desk.requests import Sent
from ledger.game.clock.requests import AdjustTime
from ledger.game.endings.forfeits import Forfeit
from ledger.game.scores.requests import ApplyPenalty
from ledger.incidents.case_file import case_numbered
from ledger.incidents.facts import RulingGiven
from ledger.incidents.penalties import Penalise
from ledger.incidents.reports import consequences_of, told_once
from ledger.incidents.ruling import GiveRuling
from ledger.vocabulary import Seat
from printing.cases.filled_cases import follows_of, ruling_notices_of
from printing.filling.case_papers import case_at_hand
from tests.web.conftest import FOR_PEOPLE
from tests.web.whole_hall import SLUG, a_whole_hall
from web.command_line.cases import row_of

NOTHING = "Nothing follows."
A = Seat.FIRST
WAYS = {
    "points off": ApplyPenalty(seat=A, unit="points", amount=10, reason="it rang"),
    "a turn lost": ApplyPenalty(seat=A, unit="turn", amount=1, reason="drew first"),
    "time given": AdjustTime(seat=A, seconds=60, reason="the clock ran on"),
    "a forfeit": Forfeit(loser=A, cause="ruling"),
    "a warning": Penalise(seat=A, kind="official-warning", reason="spoke to a neighbour"),
    "spread": Penalise(seat=A, kind="other", scope="spread", amount=50, reason="again"),
}


@pytest.fixture(params=["nothing", *WAYS, "all of them"])
def follows(request):
    if request.param == "all of them":
        return tuple(WAYS[way] for way in WAYS if way != "a forfeit")
    return (WAYS[request.param],) if request.param in WAYS else ()


@pytest.mark.one_in(2, "follows")
@pytest.mark.found("DI-1")
def test_what_followed_is_told_alike_wherever_it_is_told(tmp_path, follows):
    with a_whole_hall(tmp_path) as hall:
        desk, game = hall.desk, hall.games[0]
        request = GiveRuling(
            game=game, finding="So it was.", citation="wespa-5.1 5.2", although="a test",
            consequences=("The players shake hands.",), follows=follows,
        )  # fmt: skip
        case = hall.case
        seen = preview(desk, case, game, request, Sent(by="D1", command_id=uuid4()))
        desk.must_write(case, request, Sent(by="D1", command_id=uuid4()))

        tournament, stream = case_numbered(desk.log, SLUG, 1)
        file = case_at_hand(hall.here, tournament, stream).file
        listed = consequences_of(file, desk.sheet(game), tournament)
        words = tuple(one.words for one in listed)

        assert words[0] == "The players shake hands."
        assert len(words) == 1 + len(follows)  # a penalty is one, though two streams have it
        foreseen = told_once(seen.events, desk.sheet(game), tournament)
        assert [(one.event.fact, one.words) for one in listed[1:]] == [
            (event.fact, said)
            for event, said in foreseen
            if not isinstance(event.fact, RulingGiven)
        ]
        paper = case_at_hand(hall.here, tournament, stream)
        assert tuple(line for _, line in follows_of(paper)) == words
        assert [notice.follows for notice in ruling_notices_of(paper)] == [words, words]
        [ruled] = rulings_of(desk, tournament)
        assert ruled.follows == words
        assert row_of(hall.here, tournament, file).ruling.follows == words
        for address in (f"/t/{SLUG}/cases/1", f"/t/{SLUG}/rulings"):
            page = html.unescape(hall.ask("director", address, headers=FOR_PEOPLE).text)
            assert [line for line in words if line not in page] == []
        searched = rulings_of(desk, tournament, text=words[-1])
        assert [one.number for one in searched] == [1]


@pytest.mark.found("DI-1")
def test_where_nothing_followed_paper_says_so_and_says_it_only_there(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        ruling = GiveRuling(
            game=hall.games[0], finding="Play goes on.", citation="wespa-5.1 5.2", although="so"
        )
        hall.desk.must_write(hall.case, ruling, Sent(by="D1", command_id=uuid4()))
        paper = case_at_hand(hall.here, *case_numbered(hall.desk.log, SLUG, 1))

        assert [notice.follows for notice in ruling_notices_of(paper)] == [(NOTHING,)] * 2
        page = hall.ask("director", f"/t/{SLUG}/cases/1", headers=FOR_PEOPLE).text
        assert "No consequences." in page
