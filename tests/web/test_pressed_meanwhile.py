"""What is pressed on a tablet, at the desk or by a judge is pressed, whatever is told meanwhile.

A press takes a tenth of a second; in a hall of a hundred tables something is written all the time.
"""

from __future__ import annotations

from contextlib import contextmanager
from uuid import uuid4

import pytest

from ledger.game.calls.facts import DirectorCalled, DirectorSetOut
from ledger.game.calls.requests import CallDirector
from ledger.game.challenges.facts import HoldReleased
from ledger.game.challenges.holds import CallHold
from tests.desks import DIRECTOR, A, B, Table
from tests.web.a_tablet import Tablet, let_in
from tests.web.entry_hall import SLUG
from tests.web.held_still import hold_back, send_again
from tests.web.judged_hall import a_judged_hall, begun, with_a_slip
from tests.web.waiting import on_record, until

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_judged_hall(tmp_path_factory.mktemp("pressed"), tables=19) as hall:
        hall.free = iter(hall.games)
        yield hall


@pytest.fixture
def tables(hall):
    """Two tables of this test's own at which a play was made."""
    return [begun(hall, next(hall.free)) for _ in range(2)]


@pytest.fixture
def page_of(browser, hall):
    context = browser.new_context(viewport={"width": 1440, "height": 900})

    def opened(badge, path):
        let_in(context, hall, badge)
        page = context.new_page()
        page.goto(f"{hall.address}{path}")
        return page

    yield opened
    context.close()


@contextmanager
def pressing(page, control, by):
    """A key or a finger goes down on it, and up again once all of this was told."""
    control.scroll_into_view_if_needed()
    control.hover()
    control.focus()
    if by == "key":
        page.keyboard.down("Space")
        yield
        page.keyboard.up("Space")
    else:
        page.mouse.down()
        yield
        page.mouse.up()


@pytest.mark.parametrize("by", ["key", "finger"])
def test_a_call_is_answered_while_another_comes(hall, tables, page_of, by):
    called, other = tables
    called.enter(CallDirector(reason="noise"))
    desk = page_of("D1", "/desk")
    row = desk.locator(f'#now .matter[data-game="{called.game}"]')

    with pressing(desk, row.get_by_role("button", name="I’m on my way"), by):
        other.enter(CallDirector(reason="dispute"))
        desk.locator(f'#now .matter[data-game="{other.game}"]').wait_for()

    on_record(lambda: isinstance(called.sheet.events[-1].fact, DirectorSetOut))
    assert isinstance(other.sheet.events[-1].fact, DirectorCalled)
    row.get_by_text("You are on the way").wait_for()


ROWS_DRAWN = """() => {
  window.drawn = [];
  const look = () => {
    for (const { dataset, told } of document.querySelectorAll("#now .matter"))
      if (!window.drawn.some(([, said]) => said === told)) window.drawn.push([dataset.key, told]);
    setTimeout(look, 4);
  };
  look();
}"""


@pytest.mark.found("AE-12")
def test_a_row_stays_the_row_it_is_while_the_page_comes_to_know_the_hall(tables, hall, page_of):
    """What was pressed then was lost: rows were drawn anew once the wall had told of the others."""
    called, _ = tables
    called.enter(CallDirector(reason="noise"))
    desk = page_of("D1", "/desk")
    desk.add_init_script(f"({ROWS_DRAWN})()")

    with desk.expect_response("**/desk/wall.json*"):
        desk.goto(f"{hall.address}/desk")
    desk.locator(".table-tile").first.wait_for(state="attached")
    desk.locator(f'#now .matter[data-game="{called.game}"]').wait_for()
    desk.evaluate("new Promise((on) => requestAnimationFrame(() => setTimeout(on)))")

    drawn = [told for key, told in desk.evaluate("window.drawn") if key == str(called.game)]
    assert len(drawn) == 1, drawn


@pytest.mark.parametrize("by", ["key", "finger"])
def test_a_table_in_short_is_closed_while_a_turn_is_written_at_it(tables, page_of, by):
    table, _ = tables
    desk = page_of("D1", "/desk")
    desk.locator(f'.table-tile[data-game="{table.game}"]').click()
    desk.locator("#peek-body", has_text="WINDY").wait_for()

    with pressing(desk, desk.locator("#peek-head").get_by_role("button", name="Close"), by):
        table.play(B, "9C", "HOT", announced=17)
        desk.locator("#peek-body", has_text="HOT").wait_for()

    desk.locator("#peek").wait_for(state="hidden")


@pytest.mark.parametrize("by", ["key", "finger"])
def test_a_slip_is_opened_while_another_comes(hall, page_of, by):
    nth = {"key": 0, "finger": 2}[by]
    first = with_a_slip(hall, hall.second[nth], handed_over=True)
    judge = page_of("J1", "/judge")
    card = judge.locator(f'.slip-card[data-game="{first.game}"]')

    with pressing(judge, card, by):
        second = with_a_slip(hall, hall.second[nth + 1], handed_over=True)
        judge.locator(f'.slip-card[data-game="{second.game}"]').wait_for()

    until(judge, "document.querySelector('#screen')?.hidden === false")
    assert f"Table {first.sheet.scheduled.table}" in judge.locator("#screen").inner_text()


def test_a_table_of_the_results_page_is_chosen_while_another_begins_to_play(hall, page_of):
    meant, other = (next(hall.free) for _ in range(2))
    page = page_of("K1", "/")
    page.clock.install()
    page.goto(f"{hall.address}/t/{SLUG}/organise/results")
    first, second = (
        page.locator(f"#grid .slip-table >> nth={hall.games.index(game)}")
        for game in (meant, other)
    )

    with pressing(page, first.locator(".slip-names"), "finger"):
        begun(hall, other)
        page.clock.fast_forward("01:00")
        second.get_by_role("img", name="turns are entered").wait_for()

    until(page, "document.querySelector('.slip-table.chosen')")
    assert first.locator("a").get_attribute("aria-current") == "true"


# The strip of what is going on, on a tablet


@pytest.fixture
def tablet(browser, hall):
    tablet = Tablet(browser, hall)
    tablet.open(hall.games.index(next(hall.free)) + 1)
    tablet.start()
    tablet.sent()
    yield tablet
    tablet.close()


@pytest.mark.parametrize("by", ["key", "finger"])
def test_a_step_is_recorded_while_the_words_beside_its_button_change(tablet, by):
    """The clocks are said to be stopped once the call is written, and not before."""
    page = tablet.page
    hold_back(page)
    page.click("[data-do=director]")
    page.click("dialog .choices button >> nth=0")
    page.wait_for_selector("#going .go:text('Director is here')")
    assert "clocks stopped" not in page.inner_text("#going")

    with pressing(page, page.locator("#going .go"), by):
        send_again(page)
        tablet.until("document.getElementById('going').textContent.includes('clocks stopped')")

    tablet.until("tilescribe.game.now.open.every(({ name }) => name !== 'director-called')")
    tablet.sent()


def test_what_waits_for_the_server_says_so_and_a_second_press_begins_nothing(hall, tablet):
    page, held = tablet.page, []
    director = page.locator("[data-do=director]")
    box = director.bounding_box()

    def hold(route):
        held.append(route)

    page.route("**/api/entries", hold)

    director.click()
    with page.expect_request("**/api/entries"):
        page.click("dialog .choices button >> nth=0")
    page.wait_for_selector("[data-do=director][aria-busy=true]")
    assert director.bounding_box() == box
    assert director.evaluate("(one) => getComputedStyle(one, '::after').width") == "20px"
    director.click()

    held[0].continue_()
    page.unroute("**/api/entries")
    page.wait_for_selector("[data-do=director]:not([aria-busy])")
    tablet.sent()
    assert not page.evaluate("tilescribe.panel.dialog.open")
    events = hall.sheet(tablet.table).events
    assert len([one for one in events if isinstance(one.fact, DirectorCalled)]) == 1


def test_what_a_button_does_now_waits_for_nothing_that_it_did_before(hall, tablet):
    """Hold, then Release, on a network that says nothing."""
    page, table = tablet.page, Table(hall.desk, hall.games[tablet.table - 1])
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    table.play(A, "8D", "WINDY")
    tablet.says("#lines", "8D WINDY")
    page.evaluate("void (tilescribe.acts.ways.hold = () => new Promise(() => {}))")  # silent

    page.click("[data-do=hold]")
    page.wait_for_selector("[data-do=hold][aria-busy=true]")
    page.evaluate("void (tilescribe.acts.ways.hold = () => { window.pressed = true })")
    page.click("[data-do=hold]")
    assert not page.evaluate("window.pressed"), "a second press of the same did it again"
    page.evaluate("document.querySelector('[data-do=hold]').textContent = 'Release'")
    page.click("[data-do=hold]")

    tablet.until("window.pressed === true")


def test_a_step_that_waits_for_the_server_keeps_no_other_step_from_being_recorded(hall, tablet):
    page, table = tablet.page, Table(hall.desk, hall.games[tablet.table - 1])
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    table.play(A, "8D", "WINDY")
    table.enter(CallHold(seat=B))
    tablet.says("#going", f"{table.sheet.name(B)} holds the play")
    page.click("[data-do=director]")
    page.click("dialog .choices button >> nth=0")
    tablet.says("#going", "Director is here")
    tablet.sent()
    held = []

    def hold(route):
        held.append(route)

    page.route("**/api/entries", hold)

    with page.expect_request("**/api/entries"):
        page.click("#going .go")
    tablet.says("#going", "Accept")
    page.click("#going .go")
    tablet.until("tilescribe.game.now.hold == null")

    held[0].continue_()
    page.unroute("**/api/entries")
    tablet.sent()
    on_record(lambda: table.sheet.challenges.hold is None)


COUNTED = """() => {
  const { procedures } = tilescribe;
  const { take } = procedures;
  window.taken = [];
  procedures.take = function (procedure, step) {
    window.taken.push(Object.fromEntries(step.answers).seat);
    return take.call(this, procedure, step);
  };
}"""
"""Keeps for whom each step was recorded."""


@pytest.mark.found("AE-12")
@pytest.mark.parametrize("by", ["key", "finger"])
def test_no_step_of_one_player_is_recorded_by_a_press_meant_for_the_others(hall, tablet, by):
    """A hold is called, then by a ruling one of the other player: both are released alike."""
    page, table = tablet.page, Table(hall.desk, hall.games[tablet.table - 1])
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    first, second = (table.sheet.name(seat) for seat in (A, B))
    table.play(A, "8D", "WINDY")
    table.enter(CallHold(seat=B))
    tablet.says("#going", f"{second} holds the play")
    page.evaluate(COUNTED)

    with pressing(page, page.locator("#going .go"), by):
        table.enter(CallHold(seat=A), by=DIRECTOR, case=table.ruled())
        tablet.says("#going", f"{first} holds the play")
    page.evaluate("new Promise((drawn) => requestAnimationFrame(drawn))")
    assert page.evaluate("window.taken") == []

    with pressing(page, page.locator("#going .go"), by):
        pass
    tablet.until("window.taken.join() === 'first'")
    on_record(lambda: table.sheet.challenges.hold is None)
    released = [one.fact.seat for one in table.sheet.events if isinstance(one.fact, HoldReleased)]
    assert released == [A]
