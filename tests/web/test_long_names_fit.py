"""The longest name somebody goes by makes no page wider than a phone."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.record.events import tournament_id
from ledger.tournament.facts import Pairing
from ledger.tournament.rounds import PairRound
from ledger.vocabulary import CONSOLE, Role
from tests.officials import Organiser
from tests.web import boxes
from tests.web.a_tablet import let_in
from tests.web.entry_hall import SLUG, a_hall

pytestmark = pytest.mark.browser

STARTED = (DetermineStarter(starter=1, method="draw", draws=(("A", "E"),)), StartGame())

NAME = "Wilhelmina Featherstonehaugh-Cholmondeley"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("long"), tables=1, names=(NAME, "Bo Li")) as hall:
        hall.office.issue("O1", "Ines", Role.ORGANISER, by=CONSOLE)
        yield hall


def started(hall):
    """Everybody plays."""
    for game in hall.games:
        for request in STARTED:
            hall.desk.record(game, request, Sent(by="D1", command_id=uuid4()))


@pytest.fixture
def context(browser):
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context
    context.close()


def test_a_wall_chart_of_many_rounds_scrolls_in_its_own_frame_and_not_with_the_page(hall, context):
    for number in range(2, 10):
        paired = PairRound(round_number=number, pairings=(Pairing(1, 1, 2),))
        Organiser(hall.desk).asks(tournament_id(SLUG), paired, CONSOLE)
    shown = context.new_page()
    shown.goto(f"{hall.address}/t/{SLUG}/wall-chart")

    assert shown.locator(".table-card").evaluate("one => one.scrollWidth > one.clientWidth")
    assert shown.evaluate(boxes.SIDEWAYS) <= 0


@pytest.mark.parametrize("page", ["organise/players/1", "p/1", "r1/", "standings"])
def test_a_page_with_a_long_name_is_read_on_a_phone_without_scrolling_sideways(hall, context, page):
    let_in(context, hall, "O1")
    shown = context.new_page()
    shown.goto(f"{hall.address}/t/{SLUG}/{page}")

    assert shown.locator("main").get_by_text(NAME).count()
    assert shown.evaluate(boxes.SIDEWAYS) <= 0


TOP_OF_WORDS = """heading => {
  const words = document.createRange();
  words.selectNodeContents(heading);
  return words.getBoundingClientRect().top + words.getBoundingClientRect().height / 2;
}"""
"""The middle of the words themselves: what a link around them adds to a heading is not seen."""

CUT = "one => one.scrollWidth > one.clientWidth"


@pytest.mark.journey("names")
@pytest.mark.found("TB-17")
def test_the_overview_of_a_tablet_has_names_whole_and_its_headings_in_one_line(browser, tmp_path):
    names = ("Adébáyọ̀ Ṣólá Oyèdélé", "Cora Vandermeer-Castellanos")
    with a_hall(tmp_path, tables=2, names=names) as hall:
        started(hall)
        context = browser.new_context(viewport={"width": 1180, "height": 820})
        shown = context.new_page()
        shown.goto(f"{hall.address}/t/{SLUG}/")
        ours = shown.locator(".games .name.one-line")

        assert not any(ours.nth(n).evaluate(CUT) for n in range(ours.count()))
        moves = shown.locator(".on-move .to-move").first
        assert moves.evaluate("one => one.getClientRects().length") == 1
        [boards, standings] = (
            shown.locator("h2", has_text=words).first.evaluate(TOP_OF_WORDS)
            for words in ("On the boards now", "Standings")
        )
        assert abs(boards - standings) <= 2
        context.close()


@pytest.mark.journey("names")
@pytest.mark.found("TB-17")
def test_on_a_phone_round_and_table_are_named_whole(hall, context):
    shown = context.new_page()
    shown.goto(f"{hall.address}/t/{SLUG}/r1/t1/")
    crumbs = shown.locator(".back > *")

    assert [crumbs.nth(n).inner_text() for n in range(2)] == ["Round 1", "Table 1"]
    assert not any(crumbs.nth(n).evaluate(CUT) for n in range(2))
