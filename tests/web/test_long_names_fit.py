"""The longest name somebody goes by makes no page wider than a phone."""

from __future__ import annotations

import pytest

from ledger.record.streams import tournament_id
from ledger.tournament.facts.tournaments import Pairing
from ledger.tournament.rounds import PairRound
from ledger.vocabulary import Role
from tests.officials import Organiser
from tests.web import boxes
from tests.web.a_tablet import let_in
from tests.web.entry_hall import SLUG, a_hall
from web.command_line.data_folder import CONSOLE

pytestmark = pytest.mark.browser

NAME = "Wilhelmina Featherstonehaugh-Cholmondeley"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("long"), tables=1, names=(NAME, "Bo Li")) as hall:
        hall.office.issue("O1", "Ines", Role.ORGANISER, by=CONSOLE)
        yield hall


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
