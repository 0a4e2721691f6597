"""A step that is shown can be taken: counts that no tiles bear out come to none in the first place.

What a made-up game found (``tilescribe simulate``): numbers told at an objection which the
tiles off the board can't be, and two irregularities of one kind at a time.
"""

from __future__ import annotations

import re

import msgspec
import pytest
from msgspec.structs import fields

from ledger.game.blanks.requests import ConfirmBlank, DisputeBlank
from ledger.game.challenges.holds import CallHold, ReleaseHold
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.drawing.facts import UnderdrawMended
from ledger.game.drawing.requests import MendUnderdraw, ReportUnderdraw
from ledger.game.endings.requests import AcceptPlayOut
from ledger.game.exchanges.facts import ExchangePutRight
from ledger.game.exchanges.objections import ChallengeExchange, JudgeExchange, PutExchangeRight
from ledger.game.loose_tiles.requests import ReportExtra, ReportMissing
from ledger.game.turns.facts import PlayRecorded
from ledger.game.turns.requests import CorrectEntry
from ledger.rulebook.help.book import clauses
from ledger.rulebook.model.options import Section
from ledger.vocabulary import Placement, Role
from tests.ledger.irregular_tables import TABLES
from tests.tabletop import FIVE, A, B, Tabletop

V4, V51 = "wespa-4.0", "wespa-5.1"


def the_step(table, asks):
    [step] = [step for going in table.procedures() for step in going.steps if step.asks == asks]
    return step


def as_shown(table, request):
    """The request with what its step has worked out."""
    answers = dict(the_step(table, request.__struct_config__.tag).answers)
    return msgspec.convert(answers, request, strict=False)


def corrected(line, fact):
    return CorrectEntry(
        version=line.version, replacement=fact, reason="read again", approved_by="both"
    )


def three_on_the_rack(book=V4):
    """The bag is empty, Ann holds three tiles and exchanges two of them."""
    table = Tabletop(book, bag=0)
    table.play(A, "1A", "EAIO", 10)
    table.passes(B)
    table.exchange(A, 2, ruled=True)
    return table


@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize(
    ("rack", "bag"), [(7, 4), (7, 0), (8, None), (3, 4), (4, None)], ids=lambda told: f"{told}"
)
def test_an_objection_told_with_more_tiles_than_are_off_the_board_is_refused(book, rack, bag):
    table = three_on_the_rack(book)

    told = ChallengeExchange(seat=B, rack=rack, bag=bag, drawn=0 if bag is None else bag)

    assert table.refused(told).code in ("more-than-there-are", "unreadable-request")
    assert not table.sheet.open


def test_an_objection_that_the_tiles_bear_out_is_put_right_by_the_step_as_shown():
    table = three_on_the_rack()

    table.enter(ChallengeExchange(seat=B, rack=3, bag=0))
    table.enter(JudgeExchange(legal=False), ruled=True)
    table.enter(as_shown(table, PutExchangeRight))

    assert table.fact(ExchangePutRight).rack == 3
    assert not table.sheet.open


@pytest.mark.parametrize("book", [V4, V51])
def test_a_turn_on_which_the_exchanger_moved_was_accepted_whatever_is_told(book):
    table = Tabletop(book, bag=5)
    table.exchange(A, 3)
    table.passes(B)
    told = ChallengeExchange(seat=B, drawn=3, racked=True, returned=3, accepted=False)
    table.enter(told)
    assert the_step(table, "put-exchange-right").tiles

    late = Tabletop(book, bag=5)
    late.exchange(A, 3)
    late.passes(B, A)
    late.enter(told)
    late.enter(JudgeExchange(legal=False), ruled=True)

    assert late.totals == (-30, 0)
    assert not late.sheet.open


def two_objections():
    """While one exchange is being put right, the director takes up another."""
    table = Tabletop(V4, bag=5)
    table.exchange(A, 3)
    table.enter(ChallengeExchange(seat=B, drawn=3, racked=True, returned=3))
    table.enter(JudgeExchange(legal=False), ruled=True)
    table.exchange(B, 2, ruled=True)
    table.enter(ChallengeExchange(seat=A), ruled=True)
    return table


def test_of_two_exchanges_under_objection_the_later_is_put_right_first():
    table = two_objections()

    first, second = table.procedures()

    assert first.next_step is None
    assert first.steps[0].does.endswith("put right first.")
    assert second.next_step.asks == "judge-exchange"
    table.enter(JudgeExchange(legal=False), role=Role.DIRECTOR)
    for _ in range(2):
        table.enter(as_shown(table, PutExchangeRight))
    assert not table.sheet.open


def test_of_two_underdraws_each_is_made_good_with_its_own_number():
    table = Tabletop("wsc-2003", bag=60)
    table.play(A, "1A", "EAION", 10)
    table.enter(ReportUnderdraw(seat=A, short=3))
    table.play(B, "1N", "AT", 0, ruled=True)
    table.enter(ReportUnderdraw(seat=B, short=1))
    assert len(table.procedures()) == 2

    for seat, short in ((B, 1), (A, 3)):
        table.enter(as_shown(table, MendUnderdraw), ruled=True)
        assert table.fact(UnderdrawMended).seat is seat
        assert table.fact(UnderdrawMended).count == short


def test_of_two_holds_on_one_play_the_later_is_released_and_both_are_over():
    table = Tabletop("wsc-2003", bag=60)
    table.play(A, "1A", "EAI", 10)
    table.enter(CallHold(seat=B))
    table.enter(CallHold(seat=A), ruled=True)

    table.enter(as_shown(table, ReleaseHold))

    assert table.sheet.challenges.hold is None
    assert not table.sheet.open


@pytest.mark.parametrize("book", FIVE)
def test_which_letter_a_blank_is_no_longer_matters_once_its_play_came_off(book):
    table = Tabletop(book, bag=60)
    table.play(A, "1A", "EaI", 10)
    table.enter(IssueChallenge(seat=B, words=("EAI",)))
    table.enter(DisputeBlank(seat=B, square="1B", claimed="O"))

    table.enter(Adjudicate(acceptable=False), role=Role.WORD_JUDGE)

    assert "blank-dispute" not in {going.name for going in table.procedures()}


def test_a_dispute_about_a_blank_that_a_correction_took_away_asks_for_nothing():
    table = Tabletop("nsa-1998", bag=60)
    table.play(A, "1A", "EaI", 10)
    table.enter(DisputeBlank(seat=B, square="1B", claimed="O"))
    assert table.procedure("blank-dispute").next_step

    elsewhere = PlayRecorded(seat=A, placement=Placement("1K", "EaI"), announced=10)
    table.enter(corrected(table.sheet.plays[-1], elsewhere), ruled=True)

    [step] = table.procedure("blank-dispute").steps
    assert step.does == "No blank lies at 1B any more; there is nothing to settle."
    assert step.asks == ""
    assert table.refused(ConfirmBlank(square="1B", reason="as it was")).code == "not-a-blank"


@pytest.mark.parametrize("book", [V4, V51])
def test_a_play_out_is_accepted_once_no_exchange_is_under_objection(book):
    table = Tabletop(book, bag=3)
    table.exchange(A, 3)
    table.play(B, "1A", "EAIONRT", 10)
    table.play(A, "1K", "EAI", 0)
    table.play(B, "2K", "EAI", 0)
    assert table.sheet.out is B
    assert the_step(table, "accept-play-out")

    table.enter(ChallengeExchange(seat=B, ground="number"), ruled=True)

    assert table.refused(AcceptPlayOut(seat=A)).code == "challenge-pending"
    assert "accept-play-out" not in {x.asks for x in table.procedure("play-out").steps}


def fewer_than_none():
    """A correction took seven tiles out of a turn of one, so that Ann holds fewer than none."""
    table = Tabletop("wsc-2003", bag=0)
    table.play(A, "1A", "EAIO", 10)
    table.play(B, "1N", "AT", 0)
    table.play(A, "2N", "AT", 0)
    longer = PlayRecorded(seat=A, placement=Placement("1A", "EAIONRT"), announced=10)
    table.enter(corrected(table.sheet.plays[-3], longer), ruled=True)
    assert table.racks[0] < 0
    return table


def test_a_set_with_a_tile_too_many_is_reported_even_where_a_rack_holds_fewer_than_none():
    table = fewer_than_none()
    racks = table.racks

    table.enter(ReportExtra(count=2), ruled=True)

    assert (table.bag, table.racks) == (2, racks)
    assert table.refused(ReportExtra(count=1, racks=(-1, 5)), ruled=True).code
    assert table.refused(ReportMissing(count=3, searched=True), ruled=True).code


# No sentence of one book under another's clause

SAID_WHERE = {
    r"With seven": lambda r: r.tiles_found.outside.value == "restore-and-draw",
    r"only one player then has tiles": lambda r: r.tiles_found.in_bag.is_known,
    r"goes on without it": lambda r: r.tiles_found.whose_unknown.value == "play-without",
    r"Clocks stopped again": lambda r: r.drawing.overdraw_free_seconds.is_known,
    r"Stop both clocks": lambda r: r.overdraw.timer.is_known,
    r"press of the timer is no pass": lambda r: (
        r.blank_declaring.undeclared.value == "players-clock"
    ),
    r"free challenge for the": lambda r: r.offences["score-before-play"].then == "free-challenge",
    r"off the spread": lambda r: r.blank_declaring.undeclared_again.is_known,
    r"remembered, at once": lambda r: r.timer.fault.value == "recollections",
    r"edges and corners": lambda r: r.tiles_found.off_the_board.value is True,
    r"may warn who goes on": lambda r: not r.placing.straightened_by.is_known,
}
"""Sentences that only some books have, by what in a book's values says so."""


def values_of(rules):
    """Every whole number among the values of a book, also those inside lists."""
    found = set()
    for section in fields(rules):
        part = getattr(rules, section.name)
        clauses = (
            [getattr(part, one.name) for one in fields(part)] if isinstance(part, Section) else []
        )
        for clause in clauses:
            value = getattr(clause, "value", None)
            several = value if isinstance(value, tuple) else (value,)
            found |= {one for one in several if isinstance(one, int)}
    return found


def everything_said(book):
    """Each step and offer at every table of a book: what it says, its clause, and the book."""
    for name, opened in TABLES.items():
        table = opened(book)
        for procedure in table.procedures():
            yield name, procedure.title, procedure.clause, table.rules
            for step in procedure.steps:
                yield name, f"{step.does} {step.if_wrong}", step.clause, table.rules
        for offer in table.offers():
            request = " ".join(question.words for question in offer.questions)
            yield name, f"{offer.title} {request}", offer.clause, table.rules


@pytest.mark.found("RL-8")
@pytest.mark.parametrize("book", FIVE)
def test_RL_8_every_step_stands_under_a_clause_of_the_tournaments_own_book(book):
    own = clauses(book)
    said = list(everything_said(book))

    assert len(said) > 500
    strange = {
        (name, words, clause)
        for name, words, clause, _ in said
        if not clause.startswith(f"{book} ") or clause.removeprefix(f"{book} ") not in own
    }
    assert strange == set()


@pytest.mark.found("RL-8")
@pytest.mark.parametrize("book", FIVE)
def test_RL_8_no_sentence_of_one_book_stands_under_another(book):
    for name, words, _clause, rules in everything_said(book):
        for pattern, has in SAID_WHERE.items():
            assert not re.search(pattern, words) or has(rules), (name, words)
        for seconds in re.findall(r"(\d+) seconds", words):
            assert int(seconds) in values_of(rules), (name, words)
