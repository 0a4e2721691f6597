"""The ten disputes under all five books, without a browser.

What a book has done by itself, what it leaves to a ruling and what it refuses, against the table
of ``tests/web/disputes/by_book.py``; then everything is done by a ruling, taken back, let stand
again, and reversed on appeal.
"""

from __future__ import annotations

import pytest

from ledger.game.blanks.requests import DesignateBlank
from ledger.game.calls.requests import SettleWarning
from ledger.game.clock.requests import SetTimes
from ledger.game.drawing.overdraws import CorrectOverdraw, ExposeOverdraw
from ledger.game.drawing.requests import SettleDrawing
from ledger.game.exchanges.objections import JudgeExchange
from ledger.game.going_on import open_procedures
from ledger.game.judging.turns_since import SettleTurnsSince
from ledger.game.loose_tiles.requests import CheckFoundTile, NameEntitled, RestoreRacks
from ledger.game.placement.upset import EndAfterUpset
from ledger.game.results.amending import AmendResult
from ledger.incidents.appeals import DecideAppeal, HearAppeal, LodgeAppeal
from ledger.incidents.facts import PenaltyDecided, RulingGiven
from ledger.incidents.penalties import Penalise
from ledger.incidents.ruling import Finding, GiveRuling
from ledger.incidents.taking_back import TakeCaseActBack
from ledger.tournament.conduct import WarnPlayer
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, A, B
from tests.web.disputes.by_book import (
    ARISES,
    BOOKS,
    COMES,
    NSA,
    SIX,
    V1,
    V4,
    V51,
    WSC,
    differing,
)
from tests.web.law.acts import body

RACKS, DUE = RestoreRacks(racks=(0, 2)), NameEntitled(seat=B)
KEPT = SettleDrawing(what="found-tiles", finding="it stays out")
AN_I = DesignateBlank(seat=A, blank=1, letter="I", square="8E")
WARNED = SettleWarning(seat=A, offence="blank-undesignated", given=True)
NOT_LEGAL = JudgeExchange(legal=False)


def turned_up(comes):
    """As many as the book has turned up; the opponent took 40 seconds to choose."""
    if len(comes.tiles) < 2:
        return ()
    shown, back = comes.tiles
    return ExposeOverdraw(revealed=shown), CorrectOverdraw(returned=back, used=40)


def acts(at, dispute):
    """What is done about it at the table under this book, in order, if anything is."""
    book, comes = at.book, COMES[dispute][at.book]
    amended = AmendResult(now=comes.totals, reason="HOT was added wrong", told=("first", "second"))
    return {
        "G-05": (AN_I, WARNED) if book == NSA else (AN_I,),
        "H-09": turned_up(comes),
        "I-08": (SIX, NOT_LEGAL) if book == V1 else (NOT_LEGAL,),
        "H-15": {V1: (RACKS, DUE), WSC: (KEPT,), NSA: ()}.get(
            book, (CheckFoundTile(from_board=False), RACKS, DUE)
        ),
        "H-23": (EndAfterUpset(),),
        "Q-04": (amended,),
        "M-12": (SetTimes(times=(1130, 1170)),),
        "L-17": (SettleTurnsSince(how="as-it-is" if book == V51 else "stand"),),
    }.get(dispute, ())  # fmt: skip


def by_itself(at, dispute):
    """What a director is told who enters these without a ruling, as ``Comes.alone`` has it."""
    ruled = any(one.needs_ruling for one in open_procedures(at.sheet, at.rules))
    for request in acts(at, dispute):
        try:
            at.table.enter(request, by=DIRECTOR)
        except Refusal as refused:
            assert at.table.ask(request, by=DIRECTOR).ruling, "no door to a ruling"
            return refused.code
    return "ruled" if ruled else ""


def arisen(at, dispute):
    at.started()
    ARISES[dispute](at)


def rule_of(at, dispute):
    """The rule that the record cites for it."""
    comes = COMES[dispute][at.book]
    opened = open_procedures(at.sheet, at.rules)
    if comes.act in at.rules.offences:
        return str(at.rules.offences[comes.act])
    if opened:
        return opened[0].clause
    if dispute == "H-09":
        return str(at.rules.drawing.overdraw_found_after_next_play)
    if dispute == "H-15":
        return str(at.rules.drawing.late_found_after_play_out)
    if dispute == "I-08":
        return at.table.ask(SIX, by=DIRECTOR).refusal.clause
    return str(at.rules.fallback.decides)


def penalised(at, comes):
    """What is found of conduct, the warning and the penalty, by the requests of the case's page."""
    seat = B if comes.warned[1] else A
    level = comes.level if comes.act in at.rules.offences else 0
    found = Finding(seat=seat, offence=comes.act, level=level)
    warns = WarnPlayer(player=1 + seat.place, offence=comes.act, words="again", game=at.game)
    at.rule(conduct=found if comes.level or comes.act == "other" else None, follows=())
    if any(comes.warned):
        at.director.asks(at.stream, warns, DIRECTOR, case=at.case)
    kind, amount = comes.penalty
    if kind:
        request = Penalise(seat=seat, kind=kind, amount=amount, reason="it rang again")
        at.director.asks(at.case, request, DIRECTOR)
        [decided] = at.file.each(PenaltyDecided)
        assert (decided.kind, decided.amount) == comes.penalty


def as_the_table_has_it(at, comes):
    conduct = at.tournament.conduct
    now = at.sheet
    assert (now.stands, now.stock.racks, now.ended) == (comes.totals, comes.racks, comes.ended)
    assert (len(conduct.warnings_of(1)), len(conduct.warnings_of(2))) == comes.warned
    if comes.clocks:
        assert now.clock.times == comes.clocks


def takes_back(at, act, why):
    """Take an act of the case back; the taking back is an act too."""
    at.director.asks(at.case, TakeCaseActBack(act=act, reason=why, alone="one"), DIRECTOR)
    return at.file.events[-1].envelope.command_id


EACH = [pytest.param(name, book, id=f"{name}-{book}") for name in COMES for book in BOOKS]


@pytest.mark.one_in(4, "dispute")
@pytest.mark.parametrize(("dispute", "book"), EACH)
def test_what_is_offered_and_which_rule_is_cited_is_the_books_own(halls, dispute, book):
    at, comes = halls(book).ground(), COMES[dispute][book]
    arisen(at, dispute)

    assert rule_of(at, dispute) == f"{book} {comes.rule}"
    steps = [one for opened in open_procedures(at.sheet, at.rules) for one in opened.steps]
    assert tuple(one.asks for one in steps if one.asks) == comes.offered
    assert tuple(one.tiles for one in steps if one.asks and one.tiles) == comes.tiles
    if comes.act in at.rules.offences:
        assert at.rules.offences[comes.act].level == comes.level
    if comes.penalty[0]:
        assert comes.penalty[0] in at.rules.penalties
    assert by_itself(at, dispute) == comes.alone


@pytest.mark.one_in(4, "dispute")
@pytest.mark.found("DI-3")
@pytest.mark.found("DI-5")
@pytest.mark.parametrize(("dispute", "book"), EACH)
def test_a_dispute_is_ruled_on_taken_back_and_reversed_on_appeal(halls, dispute, book):
    at, comes = halls(book).ground(), COMES[dispute][book]
    arisen(at, dispute)
    at.opened()
    before = at.stands()
    if comes.act:
        penalised(at, comes)
    else:
        at.rule(follows=acts(at, dispute), alone="one")
    as_the_table_has_it(at, comes)
    after = at.stands()

    [ruled] = [one for one in at.file.events if isinstance(one.fact, RulingGiven)]
    back = takes_back(at, ruled.envelope.command_id, "the wrong game")
    assert at.stands() == before
    takes_back(at, back, "it was right")
    assert at.stands() == after

    accepted = "whole" if at.rules.appeal.outcome.value == "recommends" else ""
    of_whom = body(at)
    for request in (
        LodgeAppeal(who="Player 1", seat=A, to=of_whom, although="heard at once"),
        HearAppeal(body=of_whom, committee=("Wim",), declared=("Wim",)),
        DecideAppeal(body=of_whom, outcome="upheld", accepted=accepted, effect="as it was"),
    ):
        at.director.asks(at.case, request, DIRECTOR)
    assert at.stands()["games"] == after["games"]  # a decision changes nothing until carried out
    decision = at.file.version
    reverses = GiveRuling(
        game=at.game, finding="as the committee has it", citation=at.cited, decision=decision,
        alone="one",
    )  # fmt: skip
    at.director.asks(at.case, reverses, DIRECTOR)

    now = at.stands()
    for what in ("games", "standings", "conduct", "rounds"):
        assert now[what] == before[what], f"{what} differ"


def test_the_books_that_differ_are_these():
    """Of books that agree in all one is played through the pages; the others come out so too."""
    of_their_own = {dispute: differing(dispute) for dispute in COMES}
    assert of_their_own.pop("L-17") == BOOKS
    assert set(of_their_own.values()) == {(V1, V4, WSC, NSA)}
    assert all(COMES[dispute][V51] == COMES[dispute][V4] for dispute in of_their_own)


def test_a_case_under_what_the_book_leaves_open_is_not_told_of_its_other_gaps(halls):
    """The clause that leaves the rest to the director bears on all of them."""
    at = halls(WSC).ground()
    arisen(at, "K-12")
    at.ruled()
    assert at.cited == f"{WSC} 14.7"

    page = at.hall.ask(f"/t/{at.slug}/cases/{at.number}").text

    assert "Common sense and courtesy" in page
    assert "The rule is unclear here" not in page


def test_the_page_of_an_amendment_knows_whether_the_last_round_is_over(halls):
    """It said that this must be known, where the book has results amended until then."""
    at = halls(NSA).ground()
    arisen(at, "Q-04")

    page = at.hall.ask(f"/t/{at.slug}/r1/t1/amend").text

    assert "Both players agree and the director permits it." in page
    assert "It must be known" not in page
