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
    shown.set_viewport_size({"width": 820, "height": 1180})
    shown.goto(f"{hall.address}/t/{SLUG}/wall-chart")

    frame = shown.get_by_role("region", name="Rounds", exact=True)
    assert frame.evaluate("one => one.scrollWidth > one.clientWidth")
    assert shown.evaluate(boxes.SIDEWAYS) <= 0


def test_on_a_phone_the_wall_chart_shows_one_player_and_turns_to_the_next(hall, context):
    shown = context.new_page()
    shown.goto(f"{hall.address}/t/{SLUG}/wall-chart")

    assert not shown.get_by_role("region", name="Rounds", exact=True).is_visible()
    assert shown.get_by_role("region", name=f"Rounds of {NAME}").is_visible()
    shown.get_by_role("link", name="The next player: Bo Li").click()
    assert shown.get_by_role("region", name="Rounds of Bo Li").is_visible()
    assert shown.evaluate(boxes.SIDEWAYS) <= 0


@pytest.mark.parametrize("page", ["organise/players/1", "p/1", "r1/", "standings"])
def test_a_page_with_a_long_name_is_read_on_a_phone_without_scrolling_sideways(hall, context, page):
    let_in(context, hall, "O1")
    shown = context.new_page()
    shown.goto(f"{hall.address}/t/{SLUG}/{page}")

    assert shown.locator("main").get_by_text(NAME).count()
    assert shown.evaluate(boxes.SIDEWAYS) <= 0


TOP = "one => one.getBoundingClientRect().top"
CUT = "one => one.scrollWidth > one.clientWidth"


@pytest.mark.journey("names")
@pytest.mark.found("TB-17")
def test_the_overview_of_a_tablet_has_names_whole_and_its_columns_in_one_line(browser, tmp_path):
    names = ("Adébáyọ̀ Ṣólá Oyèdélé", "Cora Vandermeer-Castellanos")
    with a_hall(tmp_path, tables=2, names=names) as hall:
        started(hall)
        context = browser.new_context(viewport={"width": 1180, "height": 820})
        shown = context.new_page()
        shown.goto(f"{hall.address}/t/{SLUG}/")
        ours = shown.get_by_role("region", name="On the boards").locator(".row-words")
        assert ours.count()

        assert not any(ours.nth(n).evaluate(CUT) for n in range(ours.count()))
        moves = shown.locator('[data-field="moves"]').first
        assert moves.evaluate("one => one.getClientRects().length") == 1
        [now, standings] = (
            shown.locator(".card", has_text=words).first.evaluate(TOP)
            for words in ("Round 1 is in progress", "Standings")
        )
        assert abs(now - standings) <= 2
        context.close()


@pytest.mark.found("TB-17")
def test_on_a_phone_round_and_table_are_named_whole(hall, context):
    shown = context.new_page()
    shown.goto(f"{hall.address}/t/{SLUG}/r1/t1/")
    crumbs = shown.locator(".back > *")

    assert [crumbs.nth(n).inner_text() for n in range(2)] == ["Round 1", "Table 1"]
    assert not any(crumbs.nth(n).evaluate(CUT) for n in range(2))
