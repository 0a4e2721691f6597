"""What may be left out and added later: the rack, the tiles of a missed turn, a tile too many."""

from __future__ import annotations

import pytest

from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def tablet(browser, tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("racks")) as hall:
        tablet = Tablet(browser, hall)
        tablet.start()
        yield tablet
        tablet.close()


def more(tablet, what):
    tablet.page.click("[data-do=more]")
    tablet.page.click(f".panel .choices button:has-text('{what}')")


@pytest.mark.journey("rack")
def test_a_rack_is_written_down_by_tapping_only_what_was_left_over(tablet):
    tablet.type("8D", "WiNDY")
    more(tablet, "Write down the rack")
    tablet.page.click(".rack-keys button:has-text('Q')")
    assert tablet.page.is_disabled(".rack-keys button:has-text('Q')")  # there is only one
    tablet.page.click(".rack-keys button:has-text('blank')")
    assert tablet.page.is_disabled(".rack-keys button:has-text('A')")  # seven are a rack
    tablet.page.click(".panel .go")
    tablet.commit()
    tablet.sent()

    [line] = tablet.sheet().lines
    assert sorted(line.rack) == sorted("W?NDYQ?")


@pytest.mark.journey("rack")
def test_a_tile_more_than_the_set_holds_is_asked_about_once_and_entered_as_it_lies(tablet):
    page = tablet.page
    tablet.where = {}
    tablet.square("7C")
    for tile in "ZZZ":  # one Z and the second blank are left
        tablet.tile(tile)
    page.wait_for_selector("#panel h2:has-text('Another Z?')")
    assert page.evaluate("tilescribe.play.draft.tiles") == ["Z", "z"]
    page.click(".panel .go")
    tablet.until("tilescribe.play.draft.tiles.length === 3")
    tablet.tile("Z")
    tablet.until("tilescribe.play.draft.tiles.length === 4")
    page.keyboard.press("Escape")


@pytest.mark.journey("missed turn")
def test_a_missed_turn_is_scored_at_once_and_gets_its_tiles_later(tablet):
    page = tablet.page
    if not page.evaluate("tilescribe.game.now.lines.length"):  # asked for alone
        tablet.type("8D", "WiNDY")
        tablet.commit()
    more(tablet, "Missed it")
    for digit in "15":
        page.click(f".panel .pad button:text-is('{digit}')")
    page.click(".panel .pad .go")
    tablet.until("tilescribe.game.now.lines.length === 2")
    tablet.sent()
    page.evaluate("tilescribe.entries.reload()")
    tablet.until("tilescribe.game.state.lines.length === 2")

    more(tablet, "Score sheet")
    page.click(".sheet-lines button >> nth=0")
    page.click(".panel button:has-text('Enter its tiles')")
    tablet.until("tilescribe.game.correcting !== null")
    page.wait_for_selector(".going:visible")
    tablet.where = {}  # the board made room for what is being corrected
    tablet.type("7C", "GALE")
    tablet.tap("#commit")
    page.click(".panel .choices button:has-text('Heard wrong')")
    page.click(".panel .go:has-text('Both players')")
    tablet.until("tilescribe.game.state.lines[1].kind === 'play'")

    line = tablet.sheet().lines[1]
    assert (line.move, line.score) == ("7C GALE", 15)
