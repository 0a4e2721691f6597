"""An amendment of a signed result, decided on its page: as signed, as asked, as counted."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest

from ledger.game.endings.requests import CountUnplayed
from ledger.game.results.amending import AskAmendment
from ledger.game.results.facts import AmendmentRefused, ResultAmended
from ledger.game.results.signing import ProposeResult
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from tests.desks import A, B, Table, agreement, signature
from tests.web.a_tablet import let_in
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("amending"), tables=8) as hall:
        hall.free = iter(range(1, 9))
        yield hall


@pytest.fixture
def table(hall):
    """A game that both signed, its second play announced wrong by ten; and asked to be amended."""
    table = Table(hall.desk, hall.games[next(hall.free) - 1])
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    table.play(A, "8D", "WINDY", announced=32)
    table.play(B, "9C", "HOT", announced=27)
    for seat in (A, B, A, B, A, B):
        table.passes(seat)
    table.enter(CountUnplayed(racks=("EGN", "?AQ")))
    table.enter(ProposeResult())
    for seat in (A, B):
        table.enter(signature(table.sheet, seat))
    first, second = table.sheet.stands
    table.now = (first, second - 10)
    table.enter(AskAmendment(seat=A, reason="HOT was added wrong", now=table.now))
    table.address = f"/t/{SLUG}/r1/t{table.sheet.scheduled.table}/amend"
    return table


def client(hall, badge="D1"):
    visitor = hall.app.test_client()
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def sent(visitor, table, **form):
    data = {"request": str(uuid4()), **form}
    return visitor.post(table.address, data=data, headers={**FROM_HERE, **FOR_PEOPLE})


def both_agree(table):
    for seat in (A, B):
        table.enter(agreement(table.sheet, seat))


def the_scores(table):
    return {"first": str(table.now[0]), "second": str(table.now[1])}


def test_the_page_has_the_slip_as_signed_what_is_asked_and_the_turn_that_differs(hall, table):
    page = client(hall).get(table.address, headers=FOR_PEOPLE).text

    assert "HOT was added wrong" in page
    assert page.count('class="differing"') == 1
    assert "9C HOT" in page[page.index("differing") :].partition("</tr>")[0]
    assert "wespa-5.1 5.4.1(a)" in page


@pytest.mark.found("DI-17")
def test_DI17_beside_the_totals_as_announced_stand_those_that_the_turns_count(hall, table):
    page = " ".join(client(hall).get(table.address, headers=FOR_PEOPLE).text.split())
    first, second = table.sheet.totals

    assert "By the score sheet" not in page
    assert f"As announced</th><td>{first}</td><td>{second}</td>" in page
    assert f"As the turns count</th><td><b>{first}</b></td><td><b>{second - 10}</b></td>" in page


@pytest.mark.found("DE3")
def test_a_result_that_both_agree_to_is_amended_by_one_form(hall, table):
    both_agree(table)
    if isinstance(table.sheet.events[-1].fact, ResultAmended):
        assert table.sheet.stands == table.now
        return

    answer = sent(client(hall), table, what="amend", reason="added wrong", **the_scores(table))

    assert answer.status_code == 303
    assert table.sheet.stands == table.now


def test_what_the_book_leaves_to_a_ruling_leads_to_it_and_nothing_is_chosen_there(hall, table):
    visitor = client(hall)
    answer = sent(visitor, table, what="amend", reason="added wrong", **the_scores(table))

    assert answer.status_code == 303
    assert "cases/new?entry=" in answer.location
    page = visitor.get(answer.location, headers=FOR_PEOPLE).text
    assert "Enter it" in page
    assert not re.search(r'name="decides"[^>]* checked', page)
    assert table.sheet.stands != table.now


@pytest.mark.found("DE3")
def test_it_is_refused_with_a_reason_and_no_longer_waits(hall, table):
    desk = client(hall)

    assert sent(desk, table, what="refuse", reason="the sheets agree").status_code == 303

    assert isinstance(table.sheet.events[-1].fact, AmendmentRefused)
    others = desk.get("/desk/now.json").json["others"]
    assert all(one["where"]["game"] != str(table.game) for one in others)


def test_scores_that_are_no_numbers_are_said_on_the_page(hall, table):
    answer = sent(client(hall), table, what="amend", reason="x", first="many", second="3")

    assert answer.status_code == 422
    assert "is not a number" in answer.text


def test_a_scorekeeper_reads_and_decides_nothing_here(hall, table):
    keeper = client(hall, "K1")

    assert keeper.get(table.address, headers=FOR_PEOPLE).status_code == 403
    assert sent(keeper, table, what="refuse", reason="no").status_code == 403


@pytest.mark.journey("amendment")
@pytest.mark.browser
def test_from_the_desk_an_amendment_is_refused_in_four_taps(browser, hall, table):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    let_in(context, hall, "D1")
    page = context.new_page()
    page.goto(f"{hall.address}/desk")
    page.get_by_role("link", name="Scores and entries").click()
    row = page.locator(f'#round .matter[data-game="{table.game}"]')

    row.get_by_role("link", name="Amend or refuse").click()
    page.get_by_text("Refuse it").click()
    page.get_by_label("Why not").fill("the sheets agree")
    page.get_by_role("button", name="Refuse").click()

    page.get_by_text("No amendment is requested.").wait_for()
    context.close()
