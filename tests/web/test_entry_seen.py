"""What is handed in answers what was seen when it was begun, however long it took."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.calls.requests import CallDirector
from ledger.game.exchanges.requests import PassTurn
from ledger.game.turns.facts import PlayRecorded, TilesExchanged
from ledger.vocabulary import Seat
from tests.tiers import first_fast
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall

pytestmark = pytest.mark.browser

TYPED = "[tilescribe.play.draft.start, tilescribe.play.draft.tiles.length]"


@pytest.fixture
def tablet(browser, tmp_path):
    with a_hall(tmp_path) as hall:
        tablet = Tablet(browser, hall)
        tablet.start()
        tablet.sent()
        yield tablet
        tablet.close()


def meanwhile(tablet, request, by="K1"):
    """Somebody else enters this, and the tablet hears of it."""
    tablet.hall.desk.record(tablet.hall.games[0], request, Sent(by=by, command_id=uuid4()))
    tablet.page.evaluate("tilescribe.entries.reload().then(() => 0)")
    version = tablet.hall.sheet().version
    tablet.until(f"tilescribe.game.state.game.version === {version}")


def turns(tablet):
    return [(line.seat.value, line.kind.value) for line in tablet.hall.sheet().lines]


def pass_(tablet):
    tablet.page.click("[data-do=pass]")
    return lambda: tablet.page.click(".panel .go")


def exchange(tablet):
    tablet.page.click("[data-do=exchange]")
    return lambda: tablet.page.click(".numbers button >> nth=2")


def play(tablet):
    tablet.type("8D", "WINDY")
    return lambda: tablet.tap("#commit")


@pytest.mark.parametrize("passed", first_fast([[Seat.FIRST], [Seat.FIRST, Seat.SECOND]]))
@pytest.mark.parametrize("begin", [exchange, play])
def test_a_turn_begun_before_another_tablet_entered_some_is_for_a_person(tablet, begin, passed):
    finish = begin(tablet)
    for seat in passed:
        meanwhile(tablet, PassTurn(seat=seat))
    finish()
    tablet.until("tilescribe.outbox.troubles.length === 1")
    [trouble] = tablet.page.evaluate("tilescribe.outbox.troubles")
    assert (trouble["asked"]["seat"], trouble["answer"]["kind"]) == ("first", "stale")
    assert turns(tablet) == [(seat.value, "pass") for seat in passed]


@pytest.mark.found("TB11")
@pytest.mark.parametrize("passed", [[Seat.FIRST], [Seat.FIRST, Seat.SECOND]])
def test_TB11_a_pass_begun_before_another_tablet_entered_it_is_that_pass(tablet, passed):
    finish = pass_(tablet)
    for seat in passed:
        meanwhile(tablet, PassTurn(seat=seat))
    finish()
    tablet.until("tilescribe.outbox.same === 1 && tilescribe.outbox.waiting === 0")
    assert turns(tablet) == [(seat.value, "pass") for seat in passed]


@pytest.mark.parametrize(("begin", "fact"), [(exchange, TilesExchanged), (play, PlayRecorded)])
def test_what_changes_no_board_and_no_turn_is_no_reason_to_ask(tablet, begin, fact):
    finish = begin(tablet)
    meanwhile(tablet, CallDirector(reason="dispute"), by="D1")
    finish()
    tablet.until("tilescribe.game.now?.lines.length === 1")
    tablet.sent()
    assert any(isinstance(event.fact, fact) for event in tablet.hall.sheet().events)


@pytest.mark.found("TB5")
def test_nothing_can_be_entered_as_a_play_where_no_turn_is_possible(browser, tmp_path):
    with a_hall(tmp_path) as hall:
        tablet = Tablet(browser, hall)
        tablet.tap(tablet.at("8D"), *tablet.keys("WINDY"))
        assert tablet.page.evaluate(TYPED) == [None, 0]
        tablet.start()
        for _ in range(6):
            tablet.passes()
        tablet.tap(tablet.at("8D"), *tablet.keys("WINDY"))
        tablet.says("#commit", "Enter the tiles left")
        assert tablet.page.evaluate(TYPED) == [None, 0]
        tablet.sent()
        assert [kind for _, kind in turns(tablet)] == ["pass"] * 6
        tablet.close()


@pytest.mark.found("TB-17")
def test_a_play_half_typed_is_there_after_the_page_was_loaded_again(tablet):
    tablet.type("8D", "WIN")
    tablet.page.reload()
    tablet.until("tilescribe.play.draft.tiles.length === 3")

    tablet.tap(*tablet.keys("DY"))
    tablet.tap("#commit")
    tablet.until("tilescribe.game.now?.lines.length === 1")
    tablet.sent()

    assert [line.move for line in tablet.hall.sheet().lines] == ["8D WINDY"]
    tablet.page.reload()
    tablet.until("tilescribe.game.now?.lines.length === 1")
    assert tablet.page.evaluate("tilescribe.play.draft.empty")


@pytest.mark.found("TB-17")
def test_a_play_half_typed_is_gone_where_the_sheet_went_on_meanwhile(tablet):
    tablet.type("8D", "WIN")
    passed = PassTurn(seat=Seat.FIRST)
    tablet.hall.desk.record(tablet.hall.games[0], passed, Sent(by="K1", command_id=uuid4()))

    tablet.page.reload()
    tablet.until("tilescribe.game.now?.lines.length === 1")

    assert tablet.page.evaluate("tilescribe.play.draft.empty")
