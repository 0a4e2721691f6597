"""Forms are made once a book, fetched once a tablet, and named by every state after that."""

from __future__ import annotations

import pytest
from msgspec.structs import fields

from ledger import rulebook
from ledger.game.deciding import REQUESTS
from ledger.game.going_on import offers, open_procedures
from ledger.game.loose_tiles.requests import CheckFoundTile, ReportFound
from tests.bench.telling import BYTES, CALLS, a_game_under_way
from tests.ledger.irregular_tables import TABLES
from tests.tabletop import FIVE, Tabletop
from tests.web.a_tablet import Tablet as RealTablet
from tests.web.entry_hall import a_hall
from tests.web.test_entries import FROM_HERE, A, B, Tablet, a_play, hall
from web.entry.request_forms import form_of

FORMS = "**/api/games/*/forms.json"


def state_and_forms(hall, tablet):
    told = tablet.client.get(f"/api/games/{hall.game}/table.json", headers=FROM_HERE).json
    return told, tablet.client.get(f"/api/games/{hall.game}/forms.json", headers=FROM_HERE)


def test_a_state_names_the_catalogue_and_holds_no_form_that_is_in_it(hall):
    tablet = Tablet(hall)
    tablet.send(tablet.entry(a_play(), hall.last))

    state, answer = state_and_forms(hall, tablet)

    assert state["catalogue"] == answer.json["digest"]
    assert state["forms"]["report-overdraw"] == {}
    [first, *_] = answer.json["forms"]["report-overdraw"]
    assert [field["name"] for field in first["fields"]][:2] == ["seat", "drawn"]
    assert all("fields" not in told for told in state["forms"].values())


def test_what_there_is_to_choose_from_in_this_game_comes_with_the_state(hall):
    tablet = Tablet(hall)
    tablet.send(tablet.entry(a_play(), hall.last))
    tablet.send(tablet.entry(a_play(B, "7C", "GALE"), hall.last))

    state, _ = state_and_forms(hall, tablet)

    changed = state["forms"]["report-underdraw"]["changes"]
    words = [words for _, words in changed["after"]["choices"]]
    assert words == ["Player 2: 7C GALE", "Player 1: 8D WINDY"]


def test_who_has_the_catalogue_is_told_that_it_is_the_same_and_nothing_else(hall):
    tablet = Tablet(hall)
    _, answer = state_and_forms(hall, tablet)

    again = tablet.client.get(
        f"/api/games/{hall.game}/forms.json", headers={"If-None-Match": answer.headers["ETag"]}
    )

    assert answer.get_etag() == (answer.json["digest"], False)
    assert (again.status_code, again.data) == (304, b"")


def test_to_tell_a_state_takes_few_calls_and_few_bytes():
    _, calls, told, _ = a_game_under_way()

    assert calls <= CALLS
    assert told.plain <= BYTES


@pytest.fixture(scope="module")
def at_the_table(browser, tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("forms")) as halls:
        tablet = RealTablet(browser, halls)
        tablet.start()
        tablet.play("8D", "WINDY")
        tablet.sent()
        yield tablet
        tablet.close()


def asked(tablet):
    """The form for too many tiles, opened; what it asks first."""
    tablet.page.click("[data-do=more]")
    tablet.page.click(".panel button:has-text('Too many tiles drawn')")
    return tablet.page.text_content("[data-field=drawn] legend")


@pytest.mark.browser
def test_a_tablet_fetches_the_catalogue_once_and_opens_forms_without_it_from_then_on(at_the_table):
    tablet, fetched = at_the_table, []
    tablet.until("tilescribe.store.get('meta', 'forms').then((kept) => kept?.length === 1)")

    def nobody_there(route):
        fetched.append(route.request.url)
        route.abort()

    tablet.page.route(FORMS, nobody_there)
    tablet.open(1)
    words = asked(tablet)
    tablet.page.click(".panel .record button >> nth=-1")
    tablet.page.unroute(FORMS)

    assert words == "How many tiles were drawn?"
    assert fetched == []


@pytest.mark.browser
def test_a_tablet_with_an_older_catalogue_fetches_the_one_its_state_names(at_the_table):
    tablet = at_the_table
    tablet.until("tilescribe.store.get('meta', 'forms').then((kept) => kept?.length === 1)")
    older = "[{ digest: 'of-before', forms: {} }]"
    tablet.page.evaluate(f"tilescribe.store.put('meta', {older}, 'forms')")

    with tablet.page.expect_response(FORMS):
        tablet.open(1)
    tablet.until("Boolean(tilescribe.forms.catalogue)")

    assert asked(tablet) == "How many tiles were drawn?"
    tablet.page.click(".panel .record button >> nth=-1")


@pytest.mark.browser
def test_a_catalogue_that_never_came_is_said_and_not_passed_over(at_the_table):
    tablet = at_the_table
    tablet.page.route(FORMS, lambda route: route.abort())
    tablet.page.evaluate("tilescribe.store.put('meta', [], 'forms')")
    tablet.open(1)
    tablet.until("tilescribe.entries.fresh")

    tablet.page.click("[data-do=more]")
    tablet.page.click(".panel button:has-text('Too many tiles drawn')")
    tablet.says(".panel", "Not on this tablet yet")

    tablet.page.unroute(FORMS)
    tablet.page.click(".panel button")


__all__ = ["A", "hall"]


def test_H_15_a_tile_that_came_off_no_board_is_recorded_without_a_square():
    rules = rulebook.load("wespa-4.0")
    table = Tabletop("wespa-4.0")
    table.enter(ReportFound(where="outside", count=1, tiles="V", by="a player"))
    [step] = [one for one in table.procedure("found-tiles").steps if one.asks == "check-found-tile"]

    form = form_of(CheckFoundTile, rules, step.questions)

    assert {field.name: field.needed for field in form.fields} == {
        "from_board": True, "square": False,
    }  # fmt: skip


@pytest.mark.found("RL-7")
@pytest.mark.parametrize("book", FIVE)
def test_RL_7_what_a_request_cannot_be_made_without_is_asked_as_needed(book):
    seen = set()
    for opened in TABLES.values():
        table = opened(book)
        asking = [
            *offers(table.sheet, table.rules),
            *(s for p in open_procedures(table.sheet, table.rules) for s in p.steps),
        ]
        for one in asking:
            if one.asks not in REQUESTS or one in seen:
                continue
            seen.add(one)
            kind = REQUESTS[one.asks]
            required = {field.name for field in fields(kind) if field.required}
            for field in form_of(kind, table.rules, one.questions).fields:
                assert field.needed or field.name not in required, (one.asks, field.name)
    assert len(seen) > 60


@pytest.mark.found("RL-7")
def test_RL_7_an_answer_that_is_missing_is_asked_for_in_words(hall):
    tablet = Tablet(hall)

    [answer] = tablet.send(tablet.entry({"ask": "declare-emergency", "seat": "first"}, hall.last))

    assert answer["refused"] == "unreadable-request"
    assert answer["what"] == "Not answered: “What happened?”"
    assert answer["next_step"] == "Answer that too, then enter it again."
