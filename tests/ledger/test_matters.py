"""What waits for an official: found once, put off, waived, and what it keeps from being closed."""

from __future__ import annotations

import re
from datetime import timedelta
from operator import attrgetter
from typing import get_args

import pytest

from ledger.desk.matters import is_set_aside, matters_of_round
from ledger.game.calls.requests import (
    CallDirector,
    DirectorComes,
    DirectorGoes,
    DirectorSetsOut,
)
from ledger.game.clock.requests import NeutraliseClock
from ledger.game.results.amending import AmendResult, AskAmendment
from ledger.game.results.signing import ProposeResult
from ledger.game.sheet.folding import wording
from ledger.game.sheet.left_open import OTHERWISE, POINTS
from ledger.game.sheet.rescoring import ABOUT, FLAG_OF, FindingCode
from ledger.game.turns.facts import PlayRecorded
from ledger.game.turns.requests import CorrectEntry
from ledger.hall.rows import FLAGS, disagreements, flags_of
from ledger.matters.in_game import matters_in
from ledger.messages import family, known
from ledger.record.events import tournament_id
from ledger.rulebook import NAMES, Clause, load
from ledger.tournament.matters import PutOffMatter, WaiveMatter
from ledger.tournament.rounds import CloseRound, ReopenRound
from ledger.vocabulary import Placement, Points
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, JUDGE, ORGANISER, A, B, a_desk, a_table, signature
from tests.ledger.irregular_tables import TABLES
from tests.officials import Director, Organiser
from tests.tabletop import FIVE

SLUG = "spring-open"
STREAM = tournament_id(SLUG)


@pytest.fixture
def table(tmp_path):
    with a_desk(tmp_path) as desk:
        yield a_table(desk, "wespa-5.1")


def in_round(table):
    desk = table.desk
    tournament = Organiser(desk).tournament(SLUG)
    return matters_of_round(desk.log, lambda game: matters_in(desk.sheet(game)), tournament, "", 1)


def kinds(table):
    return sorted(one.kind for one in in_round(table))


def of_kind(table, kind):
    [found] = [one for one in in_round(table) if one.kind == kind]
    return found


def asks(table, request, by=DIRECTOR):
    return Organiser(table.desk).asks(STREAM, request, by)


def put_off(table, matter, until="next-stop", **more):
    kind, subject, which = matter.named
    request = PutOffMatter(
        kind=kind, subject=subject, which=which, until=until, reason="later", **more
    )
    asks(table, request)


def waive(table, matter, reason="seen to"):
    kind, subject, which = matter.named
    asks(table, WaiveMatter(kind=kind, subject=subject, which=which, reason=reason))


def lies_aside(table, matter, now=None):
    desk = table.desk
    games = {table.game: matters_in(desk.sheet(table.game))}
    tournament = Organiser(desk).tournament(SLUG)
    return is_set_aside(tournament, matter, games, now or desk.now())


def refused(table, request, by=DIRECTOR):
    with pytest.raises(Refusal) as refusal:
        asks(table, request, by)
    return refusal.value


# What waits


def test_a_call_waits_until_it_is_settled(table):
    assert kinds(table) == ["unfinished"]

    table.enter(CallDirector(reason="a tile lies under the table"))
    assert of_kind(table, "call").words == "a tile lies under the table"

    table.enter(DirectorGoes(outcome="back into the bag"), by=DIRECTOR)
    assert kinds(table) == ["unfinished"]


def test_an_amendment_that_is_asked_for_waits_for_the_director(table):
    table.signed()
    totals = table.sheet.totals
    assert "amendment" not in kinds(table)

    table.enter(AskAmendment(seat=A, reason="added wrong", now=(totals[0] + 1, totals[1])))

    assert of_kind(table, "amendment").keeps_open


def test_a_case_waits_for_what_comes_next_in_it_and_once_each(table):
    director = Director(table.desk)
    case = director.open_case(table.game, "other", by=DIRECTOR)
    assert of_kind(table, "case").named.which == "ruling"

    director.rule(case, table.game, "nothing in it", "wespa-5.1 Preamble", by=DIRECTOR)
    assert of_kind(table, "case").named.which == "telling"

    director.close_case(case, by=DIRECTOR)
    assert kinds(table) == ["unfinished"]


def test_a_score_announced_wrong_is_for_the_players_and_keeps_no_round_open(table):
    table.play(A, "8D", "WINDY", announced=99)
    table.exchange(B)
    for seat in (A, B, A, B, A):
        table.passes(seat)

    told = of_kind(table, "arithmetic")

    assert not told.keeps_open


def test_every_finding_for_a_director_says_what_somebody_would_do_about_it():
    assert set(ABOUT) == set(get_args(FindingCode)) - {"announced-differs"}
    assert set(ABOUT.values()) == set(family("game_sheet.to-do.")) == set(FLAG_OF)
    for flag in FLAG_OF.values():
        assert flag in FLAGS
        assert known(f"frame.flag.{flag}")


@pytest.mark.parametrize(("later", "put", "flag", "does"), [
    ("9D", ("9D", "WINDY"), "board-differs", "put it right"),
    ("7H", ("8D", "WINDS"), "score-differs", "count it again"),
])  # fmt: skip
def test_what_does_not_agree_says_at_the_desk_what_to_do_and_flags_that(
    table, later, put, flag, does
):
    table.play(A, "8D", "WINDY")
    table.play(B, later, "A")
    [first, _] = table.sheet.lines
    now = PlayRecorded(seat=A, placement=Placement(*put), announced=Points(15))
    table.enter(
        CorrectEntry(version=first.version, replacement=now, reason="x", approved_by="both"),
        by=DIRECTOR,
    )

    waits = [one for one in matters_in(table.sheet).matters if one.kind == "finding"]

    assert any(does in one.wording for one in waits)
    assert flag in flags_of(table.sheet, differs=disagreements(table.sheet))


# Put off


def test_what_is_put_off_comes_back_when_the_clocks_stop(table):
    table.enter(CallDirector(reason="noise"))
    call = of_kind(table, "call")
    put_off(table, call)
    assert lies_aside(table, call)

    table.play(A, "8D", "WINDY")
    assert lies_aside(table, call)
    table.enter(NeutraliseClock(reason="director-called", seat=B))
    assert not lies_aside(table, call)


def test_what_is_put_off_until_a_time_comes_back_then(table):
    table.enter(CallDirector(reason="noise"))
    call, now = of_kind(table, "call"), table.desk.now()
    put_off(table, call, until="time", at=now + timedelta(minutes=5))

    assert lies_aside(table, call, now + timedelta(minutes=4))
    assert not lies_aside(table, call, now + timedelta(minutes=5))


def test_what_is_put_off_until_the_end_of_the_game_comes_back_then(table):
    table.enter(CallDirector(reason="noise"))
    call = of_kind(table, "call")
    put_off(table, call, until="end-of-game")

    table.play(A, "8D", "WINDY")
    table.enter(NeutraliseClock(reason="director-called", seat=B))
    assert lies_aside(table, call)
    for seat in (B, A, B, A, B, A):
        table.passes(seat)
    assert not lies_aside(table, call)


def test_a_second_call_is_another_matter_and_was_never_put_off(table):
    table.enter(CallDirector(reason="noise"))
    put_off(table, of_kind(table, "call"), until="end-of-game")
    table.enter(DirectorGoes(outcome="quiet now"), by=DIRECTOR)

    table.enter(CallDirector(reason="noise again"))

    assert not lies_aside(table, of_kind(table, "call"))


def test_a_time_that_has_passed_and_no_reason_are_refused(table):
    table.enter(CallDirector(reason="noise"))
    kind, subject, which = of_kind(table, "call").named
    named = {"kind": kind, "subject": subject, "which": which}

    past = PutOffMatter(**named, until="time", reason="break", at=table.desk.now())
    assert refused(table, past).code == "unreadable-request"
    assert refused(table, PutOffMatter(**named, until="next-stop", reason=" ")).code == "no-reason"
    assert refused(table, WaiveMatter(**named, reason="")).code == "no-reason"


# Waived


def test_what_was_waived_is_gone_and_is_not_waived_again(table):
    table.enter(CallDirector(reason="noise"))
    call = of_kind(table, "call")
    waive(table, call)

    assert lies_aside(table, call)
    again = WaiveMatter(kind="call", subject=table.game, which=call.named.which, reason="twice")
    assert refused(table, again).code == "no-such-matter"


def test_what_does_not_wait_is_neither_put_off_nor_waived(table):
    nothing = {"kind": "call", "subject": table.game, "which": "99"}

    assert refused(table, WaiveMatter(**nothing, reason="why not")).code == "no-such-matter"
    later = PutOffMatter(**nothing, until="next-stop", reason="why not")
    assert refused(table, later).code == "no-such-matter"


@pytest.mark.parametrize("by", [ORGANISER, JUDGE, "K1"])
def test_nobody_but_a_director_puts_off_or_waives(table, by):
    table.enter(CallDirector(reason="noise"))
    kind, subject, which = of_kind(table, "call").named

    request = WaiveMatter(kind=kind, subject=subject, which=which, reason="quiet")

    assert refused(table, request, by).code == "not-allowed"


# A round closed, and opened again


@pytest.mark.found("DE6")
def test_DE6_a_round_is_not_closed_while_a_table_plays(table):
    refusal = refused(table, CloseRound(round_number=1))

    assert refusal.code == "matters-open"
    assert "the game is not finished" in refusal.what


def test_a_round_is_closed_with_a_reason_for_each_thing_that_is_let_go(table):
    table.enter(CallDirector(reason="noise"))

    Organiser(table.desk).close_round(SLUG, 1, by=DIRECTOR, waiving="the hall closes")

    tournament = Organiser(table.desk).tournament(SLUG)
    assert ("", 1) in tournament.closed
    waived = tournament.set_aside.waived
    assert sorted(named.kind for named in waived) == ["call", "unfinished"]
    assert {one.fact.reason for one in waived.values()} == {"the hall closes"}
    assert {one.by for one in waived.values()} == {DIRECTOR}


def test_a_round_in_which_everything_was_waived_is_closed_without_more_words(table):
    waive(table, of_kind(table, "unfinished"), "both went home")

    asks(table, CloseRound(round_number=1))

    assert ("", 1) in Organiser(table.desk).tournament(SLUG).closed


def test_a_closed_round_is_opened_again_by_an_event_with_its_reason(table):
    assert refused(table, ReopenRound(round_number=1, reason="?")).code == "round-not-closed"
    Organiser(table.desk).close_round(SLUG, 1, by=DIRECTOR, last=True, waiving="the hall closes")
    assert refused(table, CloseRound(round_number=1)).code == "round-closed"
    assert refused(table, ReopenRound(round_number=1, reason="")).code == "no-reason"

    asks(table, ReopenRound(round_number=1, reason="a result was entered wrong"))

    tournament = Organiser(table.desk).tournament(SLUG)
    assert (tournament.closed, tournament.over) == ((), ())


# Who came


def test_a_director_who_comes_is_named_and_so_is_the_one_a_scorekeeper_saw_coming(table):
    table.enter(CallDirector(reason="noise"))
    table.enter(DirectorSetsOut(), by=DIRECTOR)
    table.enter(DirectorComes())
    assert table.sheet.events[-1].fact.director == DIRECTOR
    table.enter(DirectorGoes(), by=DIRECTOR)

    table.enter(CallDirector(reason="noise again"))
    table.enter(DirectorComes())
    assert table.sheet.events[-1].fact.director == ""
    table.enter(DirectorComes(), by=DIRECTOR)
    assert matters_in(table.sheet).waits.call.there in ("", DIRECTOR)


# A signature under protest


def under_protest(table):
    table.over_and_counted()
    table.enter(ProposeResult())
    table.enter(signature(table.sheet, A, "paper", under_protest=True))
    table.enter(signature(table.sheet, B))
    return next(one for one in in_round(table) if one.kind == "under-protest")


def test_a_signature_under_protest_lets_the_result_stand_and_tells_the_director(table):
    found = under_protest(table)
    name = table.sheet.name(A)
    assert found.words == f"{name} signed under protest"
    assert found.keeps_open
    assert table.sheet.is_final
    signed = table.sheet.event(int(found.named.which)).fact
    assert wording(signed, table.sheet).endswith(", on paper, under protest")


def test_a_protest_is_settled_by_a_ruling_or_waived_with_a_reason(table):
    found = under_protest(table)
    waive(table, found, reason="the player takes it back")
    assert lies_aside(table, found)


def test_a_protest_goes_when_the_result_is_amended_by_a_ruling(table):
    under_protest(table)
    case = table.ruled("one score was read wrong")
    table.enter(AskAmendment(seat=None, reason="by ruling"), by=DIRECTOR)
    stands = table.sheet.stands
    now = (stands[0] + 1, stands[1])
    table.enter(AmendResult(now=now, reason="C-1"), by=DIRECTOR, case=case)
    assert "under-protest" not in kinds(table)


CALLS = re.compile(r"(call|calls|tells) the director\b|director is called")
"""A step in whose words the director is called or told."""

CALLED_FOR = {
    "timer-fault": FIVE,
    "blank-dispute": ("wespa-5.1", "wespa-4.0", "wsc-2003"),
    "blank-dispute, declared": ("wespa-5.1", "wespa-4.0"),
    "away": ("wespa-5.1", "wespa-4.0", "wespa-1.0"),
    "undeclared-blank": ("wsc-2003", "nsa-1998"),
    "spill, not-drawing, 6": ("wespa-5.1", "wespa-4.0", "wsc-2003"),
}
"""Tables at which a book has the director called, and those books; nobody rings at the others."""


@pytest.mark.found("RL-3")
@pytest.mark.parametrize("book", FIVE)
def test_RL_3_whatever_calls_the_director_is_on_the_desk_at_once(book):
    for name, opened in TABLES.items():
        table = opened(book)
        on_desk = matters_in(table.sheet).matters
        for procedure in table.procedures():
            wanted = [one for one in procedure.steps if one.calls_director and not one.done]
            if wanted and not table.sheet.is_final:
                told = [one for one in on_desk if one.words.startswith(procedure.title)]
                assert told, (name, procedure.name)
            for step in procedure.steps:
                assert step.calls_director or not CALLS.search(step.does), (name, step.does)


@pytest.mark.found("RL-3")
@pytest.mark.parametrize(("name", "books"), CALLED_FOR.items())
def test_RL_3_a_duty_to_call_stands_in_data_and_not_in_a_sentence(name, books):
    def rings(book):
        table = TABLES[name](book)
        return any(one.kind == "step" for one in matters_in(table.sheet).matters)

    assert [book for book in FIVE if rings(book)] == [book for book in FIVE if book in books]


@pytest.mark.parametrize("book", NAMES)
def test_every_point_that_is_left_open_names_a_rule_of_every_rulebook(book):
    named = [of for _, of in (*POINTS.values(), OTHERWISE) if isinstance(of, str)]

    assert len(named) > 10
    assert [path for path in named if not isinstance(attrgetter(path)(load(book)), Clause)] == []
