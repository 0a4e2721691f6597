"""Undo on the tablet: offered where it works, with words where not; the play comes back."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.challenges.requests import IssueChallenge
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.vocabulary import Seat
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall
from tests.web.held_still import tell_nothing
from web.frame.modules import release

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("hall"), tables=6) as hall:
        hall.free = iter(range(1, 7))
        for game in hall.games:
            for request in (DetermineStarter(starter=1, method="draw"), StartGame()):
                hall.desk.record(game, request, Sent(by="K1", command_id=uuid4()))
        yield hall


@pytest.fixture
def tablet(browser, hall):
    tablet = Tablet(browser, hall, next(hall.free))
    yield tablet
    tablet.close()


def undo(tablet, lines):
    tablet.page.click("[data-do=undo]")
    tablet.says("#panel[open]", "Take back")  # not what it asked before
    words = tablet.page.text_content("#panel")
    tablet.page.click("#panel .go")
    tablet.until(f"tilescribe.game.now.lines.length === {lines}")
    tablet.until("!tilescribe.panel.dialog.open && !tilescribe.play.draft.empty")
    return words


@pytest.mark.found("TA3", "TB7")
def test_TA3_TB7_a_play_with_its_blank_circled_and_the_one_before_are_taken_back(tablet, hall):
    tablet.play("8D", "WiNDY")
    tablet.play("D8", ".ON")
    tablet.sent()
    tablet.until("tilescribe.game.state.undo?.version === tilescribe.game.now.lines.at(-1).version")

    assert "D8 (W)ON" in undo(tablet, 1)
    assert tablet.page.evaluate("[tilescribe.play.draft.tiles, tilescribe.game.now.on_move]") == [
        ["O", "N"], "second",
    ]  # fmt: skip
    tablet.says("#commit", "D8 (W)ON")
    tablet.says("#said", "Taken back")

    assert "the letter circled for its blank" in undo(tablet, 0)
    tablet.says("#commit", "8D WiNDY")
    sheet = hall.sheet(tablet.table)
    assert (sheet.lines, sheet.board.blanks) == ((), ())

    tablet.tap(".key.back")  # mended, and entered again
    tablet.tap(*tablet.keys("S"))
    tablet.commit(0, blanks=1)
    tablet.sent()
    assert [line.move for line in hall.sheet(tablet.table).lines] == ["8D WiNDS"]


@pytest.mark.journey("taking back")
@pytest.mark.found("TA3", "TB7")
def test_TA3_without_a_network_the_play_goes_with_its_blank_and_comes_back(tablet):
    tablet.page.click("[data-do=blanks]")  # no worker: what is needed is fetched before
    tablet.page.click("#panel >> text=Back to the board")
    tablet.page.evaluate(f"import('/static/{release()}/js/entry/turns/undo.js').then(() => 0)")
    tablet.context.set_offline(True)
    tablet.says("#state", "No network")  # else the first entry may have left this tablet
    tablet.play("8D", "WiNDY")
    tablet.until("tilescribe.outbox.waiting === 2")
    undo(tablet, 0)
    assert tablet.page.evaluate("tilescribe.outbox.waiting") == 0
    tablet.says("#commit", "8D WiNDY")


@pytest.mark.found("TB-11")
def test_TB11_a_play_that_has_not_left_the_tablet_is_called_as_on_its_button(tablet):
    tablet.page.click("[data-do=blanks]")
    tablet.page.click("#panel >> text=Back to the board")
    tablet.page.evaluate(f"import('/static/{release()}/js/entry/turns/undo.js').then(() => 0)")
    tablet.context.set_offline(True)
    tablet.says("#state", "No network")
    tablet.play("8D", "WINDY")
    tablet.type("D8", ".ON")
    tablet.says("#commit", "D8 (W)ON")
    tablet.page.click("#commit")
    tablet.says(".player.second .wrote", "D8 (W)ON")
    assert "“D8 (W)ON”? It has not been sent yet." in undo(tablet, 1)


@pytest.mark.found("TA3")
def test_TA3_what_cannot_be_taken_back_is_not_offered_and_says_why(tablet, hall):
    tablet.play("8D", "WINDY")
    tablet.sent()
    tablet.until("tilescribe.game.state.undo?.version === tilescribe.game.now.lines.at(-1).version")
    game = hall.games[tablet.table - 1]
    request = IssueChallenge(seat=Seat.SECOND, words=("WINDY",))
    tell_nothing(tablet.page)
    hall.desk.record(game, request, Sent(by="D1", command_id=uuid4()))
    # Somebody who had not seen it yet is told at once, and hears nothing of an entry.
    tablet.page.click("[data-do=undo]")
    tablet.says("#panel[open]", "Take back")  # not what it asked before
    tablet.page.click("#panel .go")
    tablet.says("#panel", "in the meantime")
    tablet.page.click("#panel .go")
    tablet.page.evaluate("tilescribe.entries.reload().then(() => 0)")

    button = tablet.page.locator("[data-do=undo]")
    assert button.is_disabled()
    assert "challenged WINDY" in button.get_attribute("aria-label")
    assert "Taken back" not in tablet.page.text_content("#said")
    assert "last turn" not in tablet.page.text_content("#said")


@pytest.mark.journey("hold")
@pytest.mark.found("TA3")
def test_TA3_a_play_on_hold_is_taken_back_with_the_hold(tablet, hall):
    tablet.play("8D", "WINDY")
    tablet.page.click("[data-do=hold]")
    tablet.until("tilescribe.game.now.hold === 'second'")
    tablet.sent()
    tablet.until("tilescribe.game.state.undo?.goes.includes('hold')")
    assert "the hold" in undo(tablet, 0)
    assert hall.sheet(tablet.table).challenges.hold is None


@pytest.mark.found("AE-12")
def test_a_tile_typed_wrong_goes_at_once_though_what_undoes_turns_has_not_come(tablet):
    page, held = tablet.page, []

    def does_not_come(route):
        held.append(route)

    page.route("**/turns/undo.js", does_not_come)
    tablet.open(tablet.table)
    page.keyboard.type("8dwinx")
    page.keyboard.press("Control+z")

    assert page.evaluate("tilescribe.play.draft.tiles.join('')") == "WIN"

    page.unroute("**/turns/undo.js")
    for route in held:
        route.abort()
    page.keyboard.press("Escape")
