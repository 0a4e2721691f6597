"""A penalty on the page of a case: only after a ruling, begun with what the book names."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest

from ledger.incidents.case_file import case_in
from ledger.incidents.ruling import Finding
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Seat
from tests.desks import A
from tests.officials import Director
from tests.web.a_tablet import let_in
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.previewed import previewed

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
ACT = "cumulative-not-recorded"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("penalty"), book="nsa-1998", options=(), tables=6) as hall:
        hall.free = iter(range(1, 7))
        yield hall


@pytest.fixture
def director(hall):
    return Director(hall.desk)


@pytest.fixture
def case(hall, director):
    """A case about a player who was warned of the same act before; both were heard."""
    game = hall.games[next(hall.free) - 1]
    number = hall.desk.sheet(game).numbers[0]
    director.warn(SLUG, number, ACT, by="D1", game=game)
    case = director.open_case(game, "conduct", by="D1", seat=A, offence=ACT)
    for seat in Seat:
        director.take_statement(case, seat.value, "player", None, by="D1", seat=seat)
    return case


def ruled(director, case):
    file = director.case_file(case)
    director.rule(
        case, file.opened.game, "drew before writing the score down", "nsa-1998 VI.C", by="D1",
        conduct=Finding(seat=A, offence=ACT, level=0, state_of_mind="careless"),
        alone="at the table",
    )  # fmt: skip
    return file.opened.number


def client(hall, badge="D1"):
    visitor = hall.app.test_client()
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def penalised(visitor, number, **form):
    data = {"request": str(uuid4()), "salt": "ab" * 16, **form}
    address = f"/t/{SLUG}/cases/{number}/penalise"
    headers = {**FROM_HERE, **FOR_PEOPLE}
    return previewed(lambda form: visitor.post(address, data=form, headers=headers), **data)


def test_R07_nothing_is_offered_before_a_ruling(hall, director, case):
    number = director.case_file(case).opened.number

    assert "penalty-title" not in client(hall).get(f"/t/{SLUG}/cases/{number}").text
    answer = penalised(client(hall), number, seat="first", kind="reduced-margin", amount="50",
                       reason="x")  # fmt: skip
    assert answer.status_code == 422
    assert case_in(hall.desk.log, case).penalties == ()


@pytest.mark.found("DI-2")
def test_H03_the_form_names_what_the_book_does_for_the_second_time_and_chooses_nothing(
    hall, director, case
):
    number = ruled(director, case)

    shown = client(hall).get(f"/t/{SLUG}/cases/{number}").text

    section = shown[shown.index("penalty-title") :]
    assert "nsa-1998 VI.C" in section
    named = re.search(r"For this act the rulebook names: <b>(.*?)</b>", section)
    assert named is not None
    assert named[1].endswith(", 50 points")
    assert " checked" not in section[: section.index("</form>")]
    assert 'name="amount" size="7" placeholder="points, or m:ss" value="50"' in section
    assert "warned of it before: 1" in section


def test_R07_the_organiser_reads_a_penalty_and_gives_none(hall, director, case):
    number = ruled(director, case)

    assert penalised(client(hall, "K1"), number, seat="first").status_code == 403
    assert case_in(hall.desk.log, case).penalties == ()


def test_R07_a_form_that_is_handed_in_twice_is_one_penalty(hall, director, case):
    number, visitor = ruled(director, case), client(hall)
    form = {"seat": "first", "kind": "reduced-margin", "amount": "50", "reason": "drew too soon"}
    form["request"] = str(uuid4())

    assert [penalised(visitor, number, **form).status_code for _ in range(2)] == [303, 303]

    assert len(case_in(hall.desk.log, case).penalties) == 1


@pytest.mark.journey("penalty")
@pytest.mark.browser
def test_H03_a_penalty_takes_three_taps_and_is_seen_before(hall, director, case, browser):
    number = ruled(director, case)
    player = hall.desk.sheet(director.case_file(case).opened.game).numbers[0]
    context = browser.new_context()
    let_in(context, hall, "D1")
    page = context.new_page()
    page.goto(f"{hall.address}/t/{SLUG}/cases/{number}")
    page.click("section:has(#penalty-title) label:has([name=seat][value=first])")
    page.click("section:has(#penalty-title) label:has([name=kind][value=reduced-margin])")
    page.wait_for_selector("section:has(#penalty-title) .now-after")
    page.click("button:has-text('Carry out the penalty')")
    page.wait_for_selector("section:has(#penalty-title) li")
    context.close()

    [decided] = case_in(hall.desk.log, case).penalties
    assert (decided.kind, decided.amount, decided.clause) == ("reduced-margin", 50, "nsa-1998 VI.C")
    assert (player, -50) in tournament_named(SLUG, hall.desk.log).conduct.spread
