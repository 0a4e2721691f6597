"""The start of a game on the tablet: how the starter was found, the timer, the first press."""

from __future__ import annotations

import pytest

from ledger.game.absences.facts import LateClockStarted
from ledger.game.setting_up.facts import GameStarted, StarterDetermined
from tests.web.a_tablet import Tablet, question
from tests.web.entry_hall import a_hall

pytestmark = pytest.mark.browser

LATE = "Start a late clock"
TAPS = 5
"""At most, for the usual start."""


@pytest.fixture(scope="module")
def at_the_tables(browser, tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("start"), tables=len(TESTS)) as hall:
        tablet = Tablet(browser, hall, service_workers="allow")
        yield tablet
        tablet.close()


@pytest.fixture
def tablet(at_the_tables, request):
    at_the_tables.open(TESTS.index(request.node.name) + 1)
    return at_the_tables


def tap(tablet, *names):
    """Each of these on the sheet, by its words; how many taps that took."""
    for name in names:
        tablet.page.click(f".starting :is(button, summary):has-text('{name}') >> nth=0")
    return len(names)


def drawn(tablet, *tiles):
    for tile in tiles:
        tablet.page.click(f".tiles button:text-is('{tile}')")
    return len(tiles)


def go(tablet):
    tablet.page.click(".starting .go")
    tablet.until("window.tilescribe.game.state.started")
    return 1


def begun(tablet):
    """The two facts of the start, and what was remarked on."""
    events = tablet.sheet().events[-2:]
    return [event.fact for event in events], sum((event.envelope.remarks for event in events), ())


@pytest.mark.journey("start")
def test_tiles_drawn_say_who_starts_in_no_more_than_five_taps(tablet):
    page = tablet.page
    page.click("#commit")
    taps = 1 + tap(tablet, "digital, counts down") + drawn(tablet, "E", "C")

    assert page.get_attribute(".starters button >> nth=1", "aria-checked") == "true"
    assert page.text_content(".starting .go") == "▶ Clock of Player 2 started"
    taps += go(tablet)

    (settled, started), remarks = begun(tablet)
    assert settled == StarterDetermined(starter=2, method="draw", draws=(("E", "C"),))
    assert started == GameStarted(cause="tile-out", timer="digital-down")
    assert remarks == ()
    assert taps <= TAPS
    tablet.says(".player.first .name", "Player 2")


def test_the_same_tile_is_drawn_again_and_nothing_can_be_started_before(tablet):
    tablet.page.click("#commit")
    tap(tablet, "smart device")
    drawn(tablet, "Q", "Q")

    assert tablet.page.is_disabled(".starting .go")
    assert "draw again, those tiles stay out" in tablet.page.text_content(".prompt")
    drawn(tablet, "Z", "X", "⌫", "blank")
    go(tablet)

    (settled, started), _ = begun(tablet)
    assert settled.starter == 2
    assert settled.draws == (("Q", "Q"), ("Z", "?"))
    assert started.timer == "smart-device"


def test_the_timer_is_remembered_and_a_start_without_noted_tiles_takes_three_taps(tablet):
    page = tablet.page
    page.evaluate("localStorage.setItem('tilescribe-timer', '\"digital-up\"')")
    page.click("#commit")

    taps = 1 + tap(tablet, "Player 6") + go(tablet)

    (settled, started), remarks = begun(tablet)
    assert settled == StarterDetermined(starter=2, method="draw")
    assert started.timer == "digital-up"
    assert (taps, remarks) == (3, ())


def test_whoever_is_late_is_reported_from_the_same_sheet(tablet):
    page = tablet.page
    page.click("#commit")
    tap(tablet, "Somebody is late", LATE)
    page.wait_for_selector(f".panel h2:has-text('{LATE}')")
    page.click(".panel button:has-text('Player 7')")
    page.click(".panel [data-field=by] button >> nth=0")
    page.fill(f"{question(page, 'after')} input", "0")
    page.click(".panel .go")
    tablet.until("window.tilescribe.game.state.open.some(({ name }) => name === 'late')")

    [late] = [e.fact for e in tablet.sheet().events if isinstance(e.fact, LateClockStarted)]
    assert late.player == 1


def test_a_game_starts_and_goes_on_without_a_network(tablet):
    page = tablet.page
    tablet.kept_for_offline()
    tablet.context.set_offline(True)
    page.click("#commit")
    tap(tablet, "The pairings say", "Player 10", "clock with hands")
    page.click(".starting .go")
    tablet.until("window.tilescribe.game.now.started")
    tablet.says(".player.first .name", "Player 10")
    tablet.play("8D", "WINDY")
    tablet.says("#state", "Saved here, 3 to send, offline")

    tablet.context.set_offline(False)
    tablet.page.evaluate("tilescribe.outbox.flush()")
    tablet.sent()

    sheet = tablet.sheet()
    assert sheet.names == ("Player 10", "Player 9")
    assert [line.move for line in sheet.lines] == ["8D WINDY"]


TESTS = [name for name in globals() if name.startswith("test_")]
