"""What was found wrong of slips and calls on the screens, held shut: by id."""

from __future__ import annotations

import pytest

from ledger.game.challenges.requests import IssueChallenge
from ledger.game.drawing.requests import RecordDraw
from ledger.game.endings.requests import CountUnplayed
from ledger.game.judging.slips import ConfirmSlip
from ledger.game.results.signing import ProposeResult
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Seat
from tests.desks import A, B, Table, signature
from tests.web.a_tablet import Tablet, let_in
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.every_sheet import a_table

SIX = ("ABANDONED", "BEWILDERS", "CARTWHEEL", "DUSKINESS", "EMBARKING", "FLOUNDERS")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("found"), tables=3) as hall:
        yield hall


@pytest.fixture(scope="module")
def tablet(browser, hall):
    tablet = Tablet(browser, hall, size=(1180, 820))
    yield tablet
    tablet.close()


@pytest.mark.browser
@pytest.mark.found("DE8")
@pytest.mark.parametrize("size", [(1180, 820), (1024, 768), (820, 1180), (390, 844)])
def test_DE8_six_words_on_a_slip_leave_its_buttons_in_sight(tablet, size):
    table = a_table(tablet, 1) if tablet.hall.sheet(1).version < 2 else None
    if table is not None:
        table.play(A, "8D", "WINDY")
        table.enter(IssueChallenge(seat=B, words=SIX))
    page = tablet.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    tablet.open(1)
    page.click("#commit")
    page.click("#panel button:has-text('The slip')")
    go = page.locator("#panel .go:has-text('confirms')")
    go.wait_for()

    box = go.bounding_box()
    assert box["y"] + box["height"] <= size[1]
    assert page.evaluate("document.getElementById('panel').scrollTop") == 0
    page.keyboard.press("Escape")


@pytest.mark.browser
@pytest.mark.found("DE16")
def test_DE16_the_director_can_be_called_to_a_game_that_is_final(tablet):
    table = a_table(tablet, 2)
    for seat in (A, B, A, B, A, B):
        table.passes(seat)
    table.enter(CountUnplayed(racks=("EGN", "?AQ")))
    table.enter(ProposeResult())
    for seat in Seat:
        table.enter(signature(table.sheet, seat))
    assert table.sheet.is_final
    tablet.open(2)

    tablet.page.click("[data-do=director]:enabled")
    tablet.page.click(".panel .choices button:has-text('Conduct')")
    tablet.page.click(".panel .choices button:has-text('Somebody else')")
    tablet.until("document.getElementById('going').textContent.includes('has been called')")

    assert not table.sheet.clock.neutral  # no clock runs any more


@pytest.mark.browser
@pytest.mark.found("DE13")
def test_DE13_what_a_director_is_to_confirm_is_looked_at_and_confirmed(browser, tmp_path):
    with a_hall(tmp_path, tables=1, book="nsa-1998", options=()) as hall:
        table = Table(hall.desk, hall.games[0])
        table.enter(DetermineStarter(starter=1, method="draw"))
        table.enter(StartGame())
        table.play(A, "8D", "WINDY")
        table.enter(IssueChallenge(seat=B, words=("WINDY",)))
        table.enter(RecordDraw(seat=A, moment="first-tile-out", count=1))
        context = browser.new_context()
        let_in(context, hall, "D1")
        desk = context.new_page()
        desk.goto(f"{hall.address}/desk")
        row = desk.locator(".matter[data-kinds~=to-confirm]")

        row.get_by_role("link", name="Confirm or rule").click()
        desk.get_by_text("Whether a player may draw while a challenge is judged").wait_for()
        desk.get_by_role("button", name="Confirm as entered").click()
        desk.get_by_role("link", name="Put off").click()
        desk.locator("#waived:visible").wait_for()
        desk.get_by_role("link", name="Everything").click()
        desk.locator("#waived").wait_for(state="hidden")
        assert row.count() == 0
        context.close()

        [waived] = tournament_named(SLUG, hall.desk.log).set_aside.waived.values()
        assert (waived.fact.reason, waived.by) == ("confirmed as entered", "D1")


@pytest.mark.browser
@pytest.mark.found("DE16")
def test_DE16_a_slip_whose_words_were_confirmed_is_not_being_written(hall, tablet):
    table = a_table(tablet, 3)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    visitor = hall.app.test_client()
    visitor.post(
        "/sign-in", data={"badge": "D1", "pin": PIN}, headers={"Sec-Fetch-Site": "same-origin"}
    )

    def slip():
        told = visitor.get("/desk/now.json").json["slips"]
        return next(one for one in told if one["where"]["game"] == str(table.game))

    assert not slip()["confirmed"]
    table.enter(ConfirmSlip(seat=A))
    assert slip()["confirmed"]
