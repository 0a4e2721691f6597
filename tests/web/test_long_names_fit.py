"""The longest name somebody goes by makes no page wider than a phone."""

from __future__ import annotations

import pytest

from ledger.vocabulary import Role
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


@pytest.mark.parametrize("page", ["organise/players/1", "p/1", "r1/", "standings"])
def test_a_page_with_a_long_name_is_read_on_a_phone_without_scrolling_sideways(hall, context, page):
    let_in(context, hall, "O1")
    shown = context.new_page()
    shown.goto(f"{hall.address}/t/{SLUG}/{page}")

    assert shown.locator("main").get_by_text(NAME).count()
    assert shown.evaluate(boxes.SIDEWAYS) <= 0
