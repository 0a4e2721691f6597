"""What a waiver and a putting-off leave at the table, and how each is taken back.

DI-12: of every kind of matter it is settled whether somebody waits for it at a table; where
somebody does, the table is told what became of it, and has it again when that is taken back.
DI-4: what a closing waived waits again once its round is opened again.
"""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import asdict

from ledger.desk.matters import matters_of_round
from ledger.desk.registers import acts_of
from ledger.game.calls.facts import MatterSetAside
from ledger.game.calls.requests import CallDirector, DirectorSetsOut, at_table, last_view
from ledger.game.clock.facts import ClockNeutralised
from ledger.game.going_on import procedure_of
from ledger.game.results.amending import AskAmendment
from ledger.matters.in_game import matters_in
from ledger.messages import family, known
from ledger.record.events import tournament_id
from ledger.rulebook import load
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.matters import (
    PutOffMatter,
    TakeBackMatter,
    WaiveMatter,
    by_kind,
    counted,
    open_in,
    some_of,
)
from ledger.tournament.rounds import CloseRound, ReopenRound, Waives
from ledger.vocabulary.desk_matters import (
    AT_A_TABLE,
    ENDS_WHEN_WAIVED,
    NEVER_WAIVED,
    MatterKind,
    at_table_told,
)
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, ORGANISER, A, a_desk, a_table, a_tournament
from tests.ledger.irregular_tables import TABLES
from tests.officials import Director, Organiser
from tests.tabletop import FIVE

SLUG = "spring-open"
STREAM = tournament_id(SLUG)

LEFT_BY_A_WAIVER: dict[MatterKind, str] = {
    "call": "it ends at the table, which is told why",
    "turns-since": "it ends at the table, which is told why",
    "step": "it ends at the table, which is told why",
    "amendment": "it ends at the table, which is told why",
    "petition": "it ends at the table, which is told why",
    "for-a-ruling": "the table is told why; nothing was open there",
    "verdicts-differ": "never waived: table and judge wait for a verdict",
    "slip": "never waived: table and judge wait for a verdict",
    "unwritten": "never waived: the tablet waits until it is entered or dropped",
    "finding": "nothing: no table waits for it",
    "to-confirm": "nothing: no table waits for it",
    "decision": "nothing: no table waits for it",
    "case": "nothing: no table waits for it",
    "appeal": "nothing: no table waits for it",
    "silent": "nothing: no table waits for it",
    "not-started": "nothing: no table waits for it",
    "clock": "nothing: no table waits for it",
    "unfinished": "nothing: the players play on, or are gone",
    "papers-differ": "nothing: no table waits for it",
    "under-protest": "nothing: no table waits for it",
    "telling": "nothing: no table waits for it",
    "result": "nothing: no table waits for it",
    "arithmetic": "nothing: no table waits for it",
}
"""What is left of each kind on tablet and judge's screen once a director waived it."""


@pytest.fixture
def table(tmp_path):
    with a_desk(tmp_path) as desk:
        yield a_table(desk, "wespa-5.1")


def official(table):
    return Organiser(table.desk)


def aside(table):
    return official(table).tournament(SLUG).set_aside


def in_round(table, division="", number=1):
    desk, tournament = table.desk, official(table).tournament(SLUG)
    found = matters_of_round(
        desk.log, lambda game: matters_in(desk.sheet(game)), tournament, division, number
    )
    return open_in(tournament, found)


def of_kind(table, kind):
    [found] = [one for one in in_round(table) if one.kind == kind]
    return found


def asks(table, request, by=DIRECTOR):
    return official(table).asks(STREAM, request, by)


def about(matter):
    return {"kind": matter.kind, "subject": matter.named.subject, "which": matter.named.which}


def waive(table, matter, reason="seen to"):
    asks(table, WaiveMatter(**about(matter), reason=reason))


def refused(table, request, by=DIRECTOR):
    with pytest.raises(Refusal) as refusal:
        asks(table, request, by)
    return refusal.value


def log_of_the_day(table):
    tournament = official(table).tournament(SLUG)
    return [act.words for act in acts_of(table.desk, tournament, ())]


# Of every kind


@pytest.mark.found("DI-12")
@pytest.mark.parametrize("kind", get_args(MatterKind))
def test_of_every_kind_it_is_settled_what_a_waiver_leaves_at_the_table(kind):
    left = LEFT_BY_A_WAIVER[kind]

    assert (kind in AT_A_TABLE) == (not left.startswith("nothing"))
    assert (kind in ENDS_WHEN_WAIVED) == left.startswith("it ends")
    assert (kind in NEVER_WAIVED) == left.startswith("never")
    assert known(f"matters.at-the-table.{kind}") == (kind in AT_A_TABLE)
    assert set(LEFT_BY_A_WAIVER) <= family("matters.").keys()
    assert some_of(kind, 1) != some_of(kind, 2).replace("2", "1")


def as_it_was(sheet):
    """A sheet without what was written to get there and back."""
    left = {name: one for name, one in asdict(sheet).items() if name not in ("version", "events")}
    clock = asdict(sheet.clock)
    return left | {"clock": {name: one for name, one in clock.items() if name != "read"}}


@pytest.mark.found("DI-12")
@pytest.mark.parametrize("book", FIVE)
def test_whatever_a_table_waits_for_ends_when_waived_and_is_there_again_when_taken_back(book):
    seen = set()
    for name, opened in TABLES.items():
        table = opened(book)
        for matter in matters_in(table.sheet).matters:
            if matter.kind not in ENDS_WHEN_WAIVED:
                continue
            seen.add(matter.kind)
            before, which = table.sheet, matter.named.which
            waived = MatterSetAside(kind=matter.kind, which=which, how="waived", reason="at tea")
            table.write(*at_table(before, waived))

            assert matter.named not in {m.named for m in matters_in(table.sheet).matters}, name
            assert which not in {str(one.version) for one in table.procedures()}
            [told] = last_view(table.sheet)
            assert told.title == f"The director waived {at_table_told(matter.kind)}: at tea"

            back = MatterSetAside(kind=matter.kind, which=which, how="taken-back", reason="no")
            table.write(*at_table(table.sheet, back))

            assert as_it_was(table.sheet) == as_it_was(before), (name, matter)
            assert last_view(table.sheet) == ()
            assert matter in matters_in(table.sheet).matters
    assert seen >= {"step", "amendment", "petition"}


# A call


@pytest.mark.found("DI-12")
def test_a_call_that_is_waived_ends_at_the_table_and_the_clocks_run_again(table):
    table.enter(CallDirector(reason="a tile lies under the table", stopped=True))
    table.enter(DirectorSetsOut(), by=DIRECTOR)
    before = table.sheet
    call = of_kind(table, "call")

    waive(table, call, "the players found it")

    assert table.sheet.open == ()
    assert (before.clock.neutral, table.sheet.clock.neutral) == ("director-called", "")
    [told] = last_view(table.sheet)
    assert told.title == "The director waived the call: the players found it"

    asks(table, TakeBackMatter(**about(call), reason="it was another tile"))

    assert table.sheet.open == before.open
    assert isinstance(table.sheet.events[-1].fact, ClockNeutralised)
    assert of_kind(table, "call") == call
    assert last_view(table.sheet) == ()


@pytest.mark.found("DI-12")
def test_of_two_calls_only_the_one_that_is_waived_ends(table):
    table.enter(CallDirector(reason="noise"))
    table.enter(CallDirector(reason="a drink was spilled", stopped=True))

    waive(table, of_kind(table, "call"), "it is dry")

    assert of_kind(table, "call").words == "noise"
    assert [one.fact.reason for one in table.sheet.open] == ["noise"]


@pytest.mark.found("DI-12")
def test_a_call_that_is_put_off_tells_the_table_when_the_director_comes(table):
    table.enter(CallDirector(reason="noise"))
    call = of_kind(table, "call")
    later = PutOffMatter(**about(call), until="end-of-game", reason="other table first")

    asks(table, later)

    [procedure] = [one for one in table.sheet.open if str(one.version) == call.named.which]
    title = procedure_of(table.sheet, procedure, load("wespa-5.1")).title
    assert title == "The director comes when the game is over: other table first"

    asks(table, TakeBackMatter(**about(call), reason="it is loud"))

    assert aside(table).put_off == {}
    [opened] = table.sheet.open
    assert procedure_of(table.sheet, opened, load("wespa-5.1")).title == (
        "The director has been called"
    )


# Taken back


@pytest.mark.found("DI-12")
def test_a_waiver_is_taken_back_with_a_reason_and_stays_to_be_read(table):
    unfinished = of_kind(table, "unfinished")
    waive(table, unfinished, "both went home")

    asks(table, TakeBackMatter(**about(unfinished), reason="they came back"))

    kept = aside(table)
    assert (kept.waived, of_kind(table, "unfinished")) == ({}, unfinished)
    [gone] = kept.past
    assert (gone.was.fact.reason, gone.reason, gone.by, gone.reopened) == (
        "both went home", "they came back", DIRECTOR, False,
    )  # fmt: skip
    assert log_of_the_day(table)[-2:] == [
        "Waived: the game is not finished (both went home)",
        "Waiver taken back: the game is not finished (they came back)",
    ]


@pytest.mark.found("DI-12")
def test_what_is_taken_back_wants_a_reason_and_something_to_take_back(table):
    unfinished = of_kind(table, "unfinished")
    back = TakeBackMatter(**about(unfinished), reason="why not")
    assert refused(table, back).code == "not-set-aside"
    waive(table, unfinished)
    assert refused(table, TakeBackMatter(**about(unfinished), reason=" ")).code == "no-reason"
    for by in (ORGANISER, "K1", "J1"):
        assert refused(table, back, by).code == "not-allowed"

    asks(table, back)

    assert refused(table, back).code == "not-set-aside"


@pytest.mark.found("DI-12")
@pytest.mark.parametrize("alone", [True, False], ids=["by itself", "with the closing"])
def test_in_a_closed_round_no_waiver_is_taken_back_that_let_it_be_closed(table, alone):
    table.signed()
    [result] = in_round(table)
    if alone:
        waive(table, result)
        asks(table, CloseRound(round_number=1))
    else:
        asks(table, CloseRound(round_number=1, count=1, waiving="it lies on the desk"))
    back = TakeBackMatter(**about(result), reason="why not")

    refusal = refused(table, back)

    assert refusal.code == "waived-to-close"
    assert "Open round 1 again first" in refusal.next_step


# What a table waits for is never waived with others


@pytest.mark.found("DI-4")
def test_a_call_and_a_game_in_play_are_not_waived_with_others(table):
    table.enter(CallDirector(reason="noise"))
    waiting = in_round(table)
    assert [one.at_a_table for one in waiting] == [True, True]
    every = tuple(Waives(**about(one)) for one in waiting)

    refusal = refused(table, CloseRound(round_number=1, waives=every, waiving="hall closes"))

    assert refusal.code == "waited-for-at-a-table"
    assert "table 1: the director is called (noise)" in refusal.what
    assert refused(table, CloseRound(round_number=1, count=2, waiving="x")).code == "other-count"
    assert refused(table, CloseRound(round_number=1, waiving="x")).code == "matters-open"
    assert ("", 1) not in official(table).tournament(SLUG).closed
    assert aside(table).waived == {}


@pytest.mark.found("DI-12")
@pytest.mark.parametrize("kind", sorted(NEVER_WAIVED))
def test_what_a_table_goes_on_waiting_for_is_not_waived_at_all(table, kind, monkeypatch):
    monkeypatch.setattr("ledger.tournament.matters._must_wait", lambda *_: None)
    request = WaiveMatter(kind=kind, subject=table.game, which="1", reason="hall closes")

    assert refused(table, request).code == "waited-for-at-a-table"


# What was listed is what is waived


@pytest.fixture
def hall(tmp_path):
    """Two tables nobody began, with a case at the first."""
    with a_desk(tmp_path) as desk:
        games = a_tournament(desk, tables=2)
        Director(desk).open_case(games[0], "other", by=DIRECTOR)
        yield type("Hall", (), {"desk": desk, "games": games})


@pytest.mark.found("DI-4")
def test_a_closing_waives_what_it_names_or_so_many_and_nothing_else(hall):
    waiting = in_round(hall)
    assert counted(waiting) == "1 case not finished, 2 games without a result"
    assert list(by_kind(waiting)) == ["case", "unfinished"]
    two = tuple(Waives(**about(one)) for one in waiting[:2])

    left = refused(hall, CloseRound(round_number=1, waives=two, waiving="hall closes"))
    assert left.code == "matters-open"
    wrong = refused(hall, CloseRound(round_number=1, count=2, waiving="hall closes"))
    assert wrong.code == "other-count"
    assert "3 can be waived together: 1 case not finished, 2 games without" in wrong.what
    assert refused(hall, CloseRound(round_number=1, count=3)).code == "no-reason"
    assert aside(hall).waived == {}

    asks(hall, CloseRound(round_number=1, count=3, waiving="hall closes"))

    assert list(aside(hall).waived) == [one.named for one in waiting]
    assert {one.closing for one in aside(hall).waived.values()} == {("", 1)}


@pytest.mark.found("DI-4")
def test_what_came_between_is_not_waived_unseen_and_what_went_is_looked_at_again(hall):
    waiting = in_round(hall)
    seen = tuple(Waives(**about(one)) for one in waiting)
    Director(hall.desk).open_case(hall.games[1], "other", by=DIRECTOR)

    came = refused(hall, CloseRound(round_number=1, waives=seen, waiving="hall closes"))

    assert came.code == "matters-open"
    assert "table 2: a case is not finished" in came.what
    waive(hall, waiting[0])
    went = refused(hall, CloseRound(round_number=1, waives=seen, waiving="hall closes"))
    assert (went.code, "1 of the items" in went.what) == ("matters-changed", True)


# Opened again


@pytest.mark.found("DI-4")
def test_opening_a_round_again_brings_back_what_its_closing_waived_and_no_more(hall):
    waiting = in_round(hall)
    alone, *others = waiting
    waive(hall, alone, "settled by hand")
    asks(hall, CloseRound(round_number=1, last=True, count=len(others), waiving="hall closes"))
    assert in_round(hall) == []

    asks(hall, ReopenRound(round_number=1, reason="by mistake"))

    assert in_round(hall) == others
    kept = aside(hall)
    assert list(kept.waived) == [alone.named]
    assert [(one.was.fact.reason, one.reason, one.reopened) for one in kept.past] == [
        ("hall closes", "by mistake", True)
    ] * len(others)
    assert log_of_the_day(hall)[-1] == (
        f"Round 1 opened again: by mistake. {len(others)} waived matters wait again"
    )
    asks(hall, CloseRound(round_number=1, count=len(others), waiving="now it does"))
    assert {one.fact.reason for one in aside(hall).waived.values()} == {
        "settled by hand", "now it does",
    }  # fmt: skip


@pytest.mark.found("DI-4")
def test_of_several_divisions_only_the_one_opened_again_has_its_matters_back(tmp_path):
    with a_desk(tmp_path) as desk:
        organiser = Organiser(desk)
        options = (("challenge-mode", "points-per-word-5"),)
        organiser.open_tournament(SLUG, "Cup", "wespa-5.1", by=ORGANISER, options=options)
        entered = [
            PlayerEntered(number=n, name=f"Player {n}", division="AB"[n > 2]) for n in (1, 2, 3, 4)
        ]
        organiser.enter_players(SLUG, entered, by=ORGANISER)
        organiser.pair_round(SLUG, 1, [Pairing(1, 1, 2)], by=ORGANISER, division="A")
        organiser.pair_round(SLUG, 1, [Pairing(1, 3, 4)], by=ORGANISER, division="B")
        hall = type("Hall", (), {"desk": desk})
        for division in "AB":
            close = CloseRound(round_number=1, division=division, last=True, count=1, waiving="x")
            asks(hall, close)

        asks(hall, ReopenRound(round_number=1, division="B", reason="by mistake"))

        assert in_round(hall, "A") == []
        assert [one.kind for one in in_round(hall, "B")] == ["unfinished"]
        assert official(hall).tournament(SLUG).over == ("A",)


@pytest.mark.found("DI-4")
def test_a_signed_result_stands_though_a_matter_of_it_is_waived_and_taken_back(table):
    table.signed()
    totals = table.sheet.totals
    table.enter(AskAmendment(seat=A, reason="added wrong", now=(totals[0] + 1, totals[1])))
    request = of_kind(table, "amendment")

    waive(table, request, "it was added right")
    assert (table.sheet.is_final, table.sheet.open) == (True, ())
    assert table.sheet.amendment_asked == ""

    asks(table, TakeBackMatter(**about(request), reason="it was not"))
    assert (table.sheet.is_final, table.sheet.amendment_asked) == (True, "added wrong")
    assert of_kind(table, "amendment") == request
