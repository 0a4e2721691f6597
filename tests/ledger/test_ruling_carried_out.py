"""A ruling with all that follows, in one transaction; cases with numbers and frozen facts."""

from __future__ import annotations

from uuid import uuid4

import pytest
from msgspec.structs import replace

from ledger.desk.requests import Sent, Written
from ledger.game.calls.requests import CallDirector
from ledger.game.exchanges.requests import ExchangeTiles
from ledger.game.results.amending import AmendResult
from ledger.game.scores.facts import PenaltyApplied
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.turns.facts import TilesExchanged
from ledger.hall import open_hall
from ledger.incidents.facts import (
    DraftSeconded,
    RulingGiven,
    RulingTold,
    StatementConfirmed,
    StatementTaken,
)
from ledger.incidents.hearing import ConfirmStatement, TakeStatement
from ledger.incidents.opening import OpenCase
from ledger.incidents.penalties import Penalise
from ledger.incidents.ruling import (
    DraftRuling,
    GiveRuling,
    SecondRuling,
    TellRuling,
    digest_of_ruling,
)
from ledger.record.events import case_id, tournament_id
from ledger.tournament.conduct import WarnPlayer
from ledger.tournament.facts import WarningGiven
from ledger.vocabulary.refusals import Refusal
from migrations.hall_db import prepare
from tests.an_event import SLUG, AnEvent, said
from tests.desks import DIRECTOR, ORGANISER, A, B, a_desk
from tests.officials import Director
from tests.reliability.test_one_request_once import all_together


@pytest.fixture
def desk(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield desk


@pytest.fixture
def director(desk):
    return Director(desk)


@pytest.fixture
def event(desk):
    """An event whose only game is running."""
    return AnEvent(desk, "wespa-5.1", margins=(None,))


@pytest.fixture
def game(event):
    return event.last_game


@pytest.fixture
def case(director, game):
    return director.open_case(game, "procedure", by=DIRECTOR)


def asks(desk, stream, request, by=DIRECTOR, words=(), **more):
    return desk.must_write(stream, request, Sent(by=by, command_id=uuid4(), **more), words)


def refused(desk, stream, request, by=DIRECTOR):
    with pytest.raises(Refusal) as refusal:
        asks(desk, stream, request, by)
    return refusal.value


def opened(director, case):
    return director.case_file(case).opened


# Numbers


def test_DE14_cases_of_a_tournament_are_numbered_and_no_number_is_given_twice(
    desk, director, event, game
):

    def open_one(_):
        stream = case_id(uuid4())
        request = OpenCase(game=game, category="drawing")
        desk.must_write(stream, request, Sent(by=DIRECTOR, command_id=uuid4()))
        return stream

    cases = all_together(open_one)

    numbers = sorted(opened(director, case).number for case in cases)
    assert numbers == list(range(1, len(cases) + 1))
    listed = event.tournament.cases
    assert [opened(director, case).number for case in listed] == numbers


# The facts


def test_the_facts_are_those_of_the_call_and_stay_as_they_were(desk, director):
    event = AnEvent(desk, "wespa-4.0", margins=(None,))
    game = event.last_game
    call = asks(desk, game, CallDirector(reason="dispute"), by="K1", clocks=(1130, 1172))
    version = call.events[-1].originator_version
    asks(desk, game, ExchangeTiles(seat=A, count=3), by="K1", clocks=(900, 1172))

    case = director.open_case(game, "time", by=DIRECTOR, call=version, title="in time or not")

    frozen = opened(director, case).situation
    assert (frozen.version, frozen.clocks, frozen.on_move) == (version, (1130, 1172), A)
    assert (frozen.bag, frozen.racks, frozen.totals) == (86, (7, 7), (0, 0))
    assert desk.sheet(game).clock.times == (900, 1172)


def test_a_case_about_an_entry_that_is_not_there_is_refused(desk, director):
    event = AnEvent(desk, "wespa-4.0", margins=(None,))
    request = OpenCase(game=event.last_game, category="time", call=99)
    assert refused(desk, case_id(uuid4()), request).code == "no-such-event"


def test_a_case_without_a_game_is_ruled_by_the_book_of_its_tournament(desk, director):
    AnEvent(desk, "wespa-5.1", margins=(None,))
    case = case_id(uuid4())
    asks(desk, case, OpenCase(tournament=SLUG, player=2, category="conduct", title="in the hall"))

    asks(desk, case, TakeStatement(who="Wim", role="witness", words=""))
    asks(desk, case, GiveRuling(finding="abuse", citation="wespa-5.1 6.2"))

    file = director.case_file(case)
    assert (file.opened.number, file.opened.player, file.state) == (1, 2, "ruled")
    assert file.ruling.game is None
    no_game = refused(desk, case, Penalise(seat=A, kind="official-warning", reason="abuse"))
    assert no_game.code == "no-game"
    nowhere = refused(desk, case_id(uuid4()), OpenCase(category="conduct"))
    assert nowhere.code == "nothing-to-go-by"


def test_what_is_about_no_game_is_told_to_screens_as_about_none(desk, game, tmp_path):
    hall = open_hall(tmp_path / "data", desk.log, desk.shelf, prepare=prepare)
    case, position = case_id(uuid4()), desk.log.last_position()
    asks(desk, case, OpenCase(tournament=SLUG, category="conduct"))
    asks(desk, case, GiveRuling(finding="abuse", citation="wespa-5.1 6.2"))
    warned = WarnPlayer(player=1, offence="other", game=game)
    asks(desk, tournament_id(SLUG), warned)

    rows = hall.changes(position)

    assert [(row.topic, row.game) for row in rows] == [
        ("case-opened", None), ("case-listed", None), ("ruling-given", None),
        ("warning-given", None),
    ]  # fmt: skip
    hall.close()


# Rule and enter


@pytest.mark.parametrize("book", ["wespa-5.1", "wespa-4.0"])
def test_a_ruling_and_the_refused_request_are_written_together(desk, director, book):
    event = AnEvent(desk, book, margins=(None,))
    game = event.last_game
    refusal = refused(desk, game, ExchangeTiles(seat=B, count=3), by="K1")
    assert refusal.code == "not-your-turn"
    case = director.open_case(game, "procedure", by=DIRECTOR)

    ruling = GiveRuling(
        game=game, finding="the turn was B's", citation=f"{book} 1",
        follows=(ExchangeTiles(seat=B, count=3),),
    )  # fmt: skip
    written = asks(desk, case, ruling)

    [entry] = [e for e in desk.log.events_of(game) if isinstance(e.fact, TilesExchanged)]
    assert entry.envelope.case == case
    assert entry.envelope.command_id == written.events[0].envelope.command_id
    assert desk.sheet(game).lines[-1].seat is B


def test_what_follows_is_decided_one_after_another_on_what_came_before(desk, director, game, case):

    follows = (
        ExchangeTiles(seat=B, count=3),
        ApplyPenalty(seat=B, unit="points", amount=10, reason="late"),
        Penalise(seat=B, kind="other", scope="points", amount=5, reason="again"),
        ExchangeTiles(seat=A, count=2),
        Penalise(seat=B, kind="official-warning", reason="spoke"),
        Penalise(seat=A, kind="official-warning", reason="answered"),
    )
    asks(desk, case, GiveRuling(game=game, finding="so", citation="wespa-5.1 1", follows=follows))

    sheet = desk.sheet(game)
    assert [line.seat for line in sheet.lines if line.is_turn] == [B, A]
    assert [p.amount for p in facts(desk, game, PenaltyApplied)] == [10, 5]
    assert sheet.total(B) == -15
    assert len(director.case_file(case).penalties) == 3
    warned = facts(desk, tournament_id(SLUG), WarningGiven)
    assert [(one.player, one.words, one.game) for one in warned] == [
        (2, "spoke", game), (1, "answered", game),
    ]  # fmt: skip


def facts(desk, stream, kind):
    return [e.fact for e in desk.log.events_of(stream) if isinstance(e.fact, kind)]


def test_where_one_thing_can_not_follow_nothing_is_written_and_no_ruling_given(desk, game, case):
    position = desk.log.last_position()

    follows = (ExchangeTiles(seat=A, count=3), Penalise(seat=A, kind="no-such", reason="x"))
    ruling = GiveRuling(game=game, finding="so", citation="wespa-5.1 1", follows=follows)

    assert refused(desk, case, ruling).code == "unreadable-request"
    assert desk.log.last_position() == position


def test_DE14_a_ruling_sent_twice_is_carried_out_once(desk, game, case):
    ruling = GiveRuling(
        game=game, finding="so", citation="wespa-5.1 1",
        follows=(ApplyPenalty(seat=A, unit="points", amount=10, reason="late"),),
    )  # fmt: skip
    sent = Sent(by=DIRECTOR, command_id=uuid4())

    answers = all_together(lambda _: desk.enter(case, ruling, sent))

    assert all(isinstance(answer, Written) for answer in answers)
    assert len(facts(desk, game, PenaltyApplied)) == 1
    assert len(facts(desk, case, RulingGiven)) == 1


def test_what_a_ruling_would_do_is_seen_before_and_nothing_is_written(desk, game, case):
    position = desk.log.last_position()
    ruling = GiveRuling(
        game=game, finding="so", citation="wespa-5.1 1",
        follows=(ApplyPenalty(seat=A, unit="points", amount=10, reason="late"),),
    )  # fmt: skip

    events = desk.would_write(case, ruling, Sent(by=DIRECTOR, command_id=uuid4()))

    assert [type(e.fact) for e in events] == [RulingGiven, PenaltyApplied]
    assert desk.log.last_position() == position
    assert desk.sheet(game).total(A) == 0


# A second official


def an_amendment(game):
    return GiveRuling(
        game=game, finding="turn 1 was 10 more", citation="wespa-5.1 5.4.1",
        follows=(AmendResult(now=(340, 300), reason="turn 1"),),
    )  # fmt: skip


def test_a_result_that_both_signed_takes_two_officials_or_the_reason_why_not(desk, director):
    event = AnEvent(desk, "wespa-5.1", margins=(30,))
    game = event.last_game
    case = director.open_case(game, "score", raised_by="player", by=DIRECTOR)
    ruling = an_amendment(game)

    alone = refused(desk, case, ruling)
    assert alone.code == "second-official"

    draft = said("the request")
    digest = digest_of_ruling(ruling)
    asks(desk, case, DraftRuling(digest=digest, words=draft.digest, says="340:300"), words=[draft])
    assert refused(desk, case, SecondRuling(digest=digest)).what.startswith(
        "You can't second a ruling that you prepared."
    )
    assert refused(desk, case, SecondRuling(digest="0"), by=ORGANISER).code == "no-such-draft"
    asks(desk, case, SecondRuling(digest=digest), by=ORGANISER)
    asks(desk, case, ruling)

    assert director.case_file(case).ruling.seconded == ORGANISER
    assert desk.sheet(game).stands == (340, 300)
    assert len(director.case_file(case).each(DraftSeconded)) == 1


def test_who_is_alone_says_why_and_it_stays(desk, director):
    event = AnEvent(desk, "wespa-5.1", margins=(30,))
    case = director.open_case(event.last_game, "score", raised_by="player", by=DIRECTOR)
    ruling = an_amendment(event.last_game)

    asks(desk, case, replace(ruling, alone="nobody else is an official here"))

    given = director.case_file(case).ruling
    assert (given.seconded, given.alone) == ("", "nobody else is an official here")


def test_another_ruling_than_the_one_seconded_is_not_seconded(desk, director):
    event = AnEvent(desk, "wespa-5.1", margins=(30,))
    case = director.open_case(event.last_game, "score", raised_by="player", by=DIRECTOR)
    seconded = an_amendment(event.last_game)
    draft = said()
    asks(
        desk, case, DraftRuling(digest=digest_of_ruling(seconded), words=draft.digest, says="x"),
        words=[draft],
    )  # fmt: skip
    asks(desk, case, SecondRuling(digest=digest_of_ruling(seconded)), by=ORGANISER)

    another = replace(seconded, follows=(AmendResult(now=(390, 300), reason="turn 1"),))

    assert refused(desk, case, another).code == "second-official"


# Heard, confirmed, told


def test_a_statement_is_read_back_and_confirmed_by_hand_or_before_a_witness(desk, director, game):
    case = director.open_case(game, "time", by=DIRECTOR)
    director.take_statement(case, "Player 1", "player", said(), seat=A, by=DIRECTOR)
    director.take_statement(case, "Player 2", "player", None, seat=B, by=DIRECTOR)
    strokes = said("strokes")

    unsigned = refused(desk, case, ConfirmStatement(statement=2, how="stroke"))
    asks(
        desk, case, ConfirmStatement(statement=2, how="stroke", strokes=strokes.digest),
        words=[strokes],
    )  # fmt: skip

    assert unsigned.code == "unreadable-request"
    assert refused(desk, case, ConfirmStatement(statement=1, how="witness", witness="W")).code == (
        "no-such-statement"
    )
    silent = ConfirmStatement(statement=3, how="witness", witness="W")
    assert refused(desk, case, silent).code == "nothing-said"
    [confirmed] = director.case_file(case).each(StatementConfirmed)
    assert director.case_file(case).fact(confirmed.statement, StatementTaken).seat is A


def test_players_are_told_of_the_ruling_that_stands(desk, director, game):
    case = director.open_case(game, "time", by=DIRECTOR)
    assert refused(desk, case, TellRuling(seats=(A,))).code == "case-not-ruled"
    director.rule(case, game, "first", "wespa-5.1 1", by=DIRECTOR)
    director.rule(case, game, "second", "wespa-5.1 1", by=DIRECTOR)
    assert refused(desk, case, TellRuling()).code == "nobody-told"

    asks(desk, case, TellRuling(seats=(A, B, A), right_told=True))

    [told] = director.case_file(case).each(RulingTold)
    assert (told.ruling, told.seats, told.right_told) == (4, (A, B), True)  # 3 took the first back


def test_a_warning_says_at_which_table_and_turn(desk, event, game):
    asks(desk, game, ExchangeTiles(seat=A, count=3), by="K1")

    request = WarnPlayer(player=1, offence="other", words="hummed", game=game)
    asks(desk, tournament_id(SLUG), request)

    [warned] = event.tournament.conduct.warnings_of(1)
    assert (warned.words, warned.game, warned.turn) == ("hummed", game, 1)
    other = WarnPlayer(player=2, offence="other", game=game)
    asks(desk, tournament_id(SLUG), other)
    stranger = WarnPlayer(player=9, offence="other", game=game)
    assert refused(desk, tournament_id(SLUG), stranger).code == "no-such-player"
