"""The evidence of a dispute: every incident, two states side by side, and what if."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest

from ledger.game.absences import facts as absences
from ledger.game.calls.requests import CallDirector, subject_of
from ledger.game.challenges import facts as challenges
from ledger.game.challenges.holds import CallHold
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.requests import NeutraliseClock, ReadClocks
from ledger.game.placement import facts as placement
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.sheet.folding import sheet_as_known
from ledger.game.turns import facts as turns
from ledger.game.turns.requests import CorrectScore
from ledger.replay.replayed import incidents_of, sign_of
from ledger.replay.what_if import difference
from tests.desks import DIRECTOR, A, B, Table
from tests.officials import Director
from tests.web.a_tablet import let_in
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("evidence"), tables=24) as hall:
        hall.free = iter(range(1, 25))
        yield hall


@pytest.fixture
def table(hall):
    """A table with two plays, a hold, a challenge in vain and a call."""
    table = Table(hall.desk, hall.games[next(hall.free) - 1])
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    table.play(A, "8D", "WINDY", announced=32)
    table.enter(ReadClocks(), clocks=(1400, 1450))
    table.enter(CallHold(seat=B))
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True))
    table.play(B, "9C", "HOT", announced=17)
    table.enter(CallDirector(reason="noise"))
    table.number = table.sheet.scheduled.table
    return table


def shown(hall, table, badge="D1", **request):
    visitor = hall.app.test_client()
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    address = f"/t/{SLUG}/r1/t{table.number}/evidence"
    return visitor.get(address, query_string=request, headers=FOR_PEOPLE)


def text_of(answer):
    """What a page says, without its marks."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)).replace("&#39;", "'")


def version_of(table, kind):
    return next(e.originator_version for e in table.sheet.events if e.fact.topic() == kind)


# In the ledger


def test_every_incident_stands_in_the_lane_and_no_ordinary_turn_does(table):
    about = [one.about for one in incidents_of(table.sheet, lambda _: None)]

    assert about[:2] == ["hold", "challenge"]
    assert about[-1] == "call"
    words = " ".join(one.words for one in incidents_of(table.sheet, lambda _: None))
    assert "HOT" not in words


def test_two_states_differ_in_what_was_entered_between_and_in_nothing_else(table):
    before = sheet_as_known(table.sheet, at=version_of(table, "play-recorded"))
    table.enter(NeutraliseClock(reason="director-called"), clocks=(1300, 1310))

    found = {one.what: (one.one, one.other) for one in difference(before, table.sheet)}

    second = table.sheet.name(B)
    assert found[f"Score of {second}"] == ("0", "17")
    assert found["Square 9C"] == ("", "H")
    assert "Square 8D" not in found
    assert difference(table.sheet, table.sheet) == ()


# On the page


def test_a_ruling_stands_in_words_with_citation_case_and_director(hall, table):
    director = Director(hall.desk)
    case = director.open_case(table.game, "score", by=DIRECTOR)
    director.rule(case, table.game, "thirty-six it is", "wespa-5.1 Preamble", by=DIRECTOR)
    version = version_of(table, "play-recorded")
    table.enter(
        CorrectScore(version=version, now=36, reason="counted again", approved_by="D1"),
        by=DIRECTOR, case=case,
    )  # fmt: skip

    said = text_of(shown(hall, table))

    assert "Ruled: thirty-six it is wespa-5.1 Preamble · C-" in said
    assert f", {DIRECTOR}" in said


def test_then_and_now_stand_side_by_side_with_what_differs(hall, table):
    at = version_of(table, "play-recorded")

    said = text_of(shown(hall, table, at=at))

    assert f"What differs After event {at} After event {table.sheet.version}" in said
    assert "Square 9C empty H" in said


@pytest.mark.parametrize(("way", "more", "totals"), [
    ("off", {}, "0 17"), ("bad", {}, "0 17"), ("score", {"points": "36"}, None),
])  # fmt: skip
def test_w_what_is_supposed_is_shown_beside_what_was(hall, table, way, more, totals):
    turn, before = version_of(table, "play-recorded"), hall.desk.log.last_position()

    said = text_of(shown(hall, table, **{"if": way, "turn": turn}, **more))

    _, _, rest = said.partition("Now, as supposed ")
    if totals is not None:
        assert rest.startswith(totals)
    else:
        first, second = table.sheet.totals
        assert rest.startswith(f"{first + 4} {second}")
    assert hall.desk.log.last_position() == before


@pytest.mark.parametrize("desk_request", [
    {"if": "off", "turn": "1"}, {"if": "score", "turn": "x"},
    {"if": "score", "turn": "4", "points": "much"}, {"if": "bad", "turn": "9999"},
])  # fmt: skip
def test_what_can_t_be_supposed_is_said_on_the_page(hall, table, desk_request):
    answer = shown(hall, table, **desk_request)

    assert answer.status_code == 200
    assert 'role="alert"' in answer.text


def test_a_state_that_never_was_is_said(hall, table):
    assert shown(hall, table, at=9999).status_code == 422


def test_nobody_without_a_director_s_badge_reads_it(hall, table):
    assert shown(hall, table, badge="K1").status_code == 403
    visitor = hall.app.test_client()
    address = f"/t/{SLUG}/r1/t{table.number}/evidence"
    assert visitor.get(address, headers=FOR_PEOPLE).status_code == 403


@pytest.mark.journey("case")
@pytest.mark.browser
def test_from_a_call_the_evidence_is_one_tap_and_I_goes_from_incident_to_incident(
    browser, hall, table
):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    let_in(context, hall, "D1")
    page = context.new_page()
    page.goto(f"{hall.address}/desk")
    call = page.locator(f'#now .matter[data-game="{table.game}"]')
    call.focus()
    page.locator("#peek").get_by_role("link", name="Evidence").first.click()

    page.locator(".incident[aria-current]").wait_for()
    page.wait_for_load_state()  # its keys come with its script
    assert "noise" in page.locator(".incident[aria-current]").inner_text()
    page.keyboard.press("Shift+I")
    focused = "document.activeElement.closest('.incident').querySelector('.chip').textContent"
    assert "challenge" in page.evaluate(focused)
    context.close()


@pytest.mark.parametrize(
    ("fact", "sign", "subject"),
    [
        (challenges.HoldCalled, "hold", "challenge"),
        (challenges.ChallengeIssued, "challenge", "challenge"),
        (placement.BoardUpset, "upset", "equipment"),
        (absences.LateClockStarted, "away", "late"),
        (turns.ActTakenBack, "record", "correction"),
    ],
)
def test_a_fact_is_about_what_it_is_about_whoever_shares_its_chapter(fact, sign, subject):
    assert (sign_of(fact), subject_of(fact)) == (sign, subject)
