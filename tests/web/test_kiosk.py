"""The judge's terminal kept to judging: nobody leaves it, but by a badge with its PIN."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.web.a_tablet import let_in
from tests.web.axe import violations
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG
from tests.web.judged_hall import (
    FROM_HERE,
    OTHER,
    VERDICT_SEEN,
    a_judged_hall,
    client,
    given,
    with_a_slip,
)
from tests.web.waiting import until


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_judged_hall(tmp_path_factory.mktemp("kiosk")) as hall:
        yield hall


@pytest.fixture
def kiosk(hall):
    """A browser that J1 has set to be kept to judging."""
    visitor = client(hall)
    assert visitor.post("/judge/kiosk/begin", headers=FROM_HERE).status_code == 303
    return visitor


def ended(visitor, badge="J1", pin=PIN, what="end"):
    form = {"badge": badge, "pin": pin, "what": what}
    return visitor.post("/judge/kiosk/end", data=form, headers={**FROM_HERE, **FOR_PEOPLE})


ELSEWHERE = ("/", "/badges/", "/pin", "/sign-in", "/enrol", "/desk", "/rules/", f"/t/{SLUG}/",
             f"/t/{SLUG}/r2/t1/", "/judge/runner", "/handover")  # fmt: skip


@pytest.mark.parametrize("address", ELSEWHERE)
def test_5_4_every_other_address_leads_back_to_the_slips(kiosk, address):
    answer = kiosk.get(address, headers=FOR_PEOPLE)

    assert (answer.status_code, answer.headers["Location"]) == (303, "/judge")


def test_5_4_a_program_is_told_so_and_nothing_else_is_done(hall, kiosk):
    out = kiosk.post("/sign-out", headers=FROM_HERE)

    assert out.status_code == 403
    assert out.json["refused"] == "kept-to-judging"
    assert kiosk.get("/judge/slips.json").status_code == 200
    assert kiosk.get("/desk/now.json").status_code == 403


def test_5_4_the_page_has_no_crumbs_no_link_and_no_menu(hall, kiosk):
    page = kiosk.get("/judge", headers=FOR_PEOPLE).text

    assert page.count("<a ") == 1, "the way past the header, for a keyboard"
    assert 'href="#main"' in page
    assert "<details" not in page
    assert "Use for judging only" not in page


def test_5_4_without_the_mark_of_the_browser_the_session_still_opens_nothing_else(hall):
    visitor = client(hall)
    visitor.post("/judge/kiosk/begin", headers=FROM_HERE)
    visitor.delete_cookie("tilescribe-kiosk")

    assert visitor.get("/judge/slips.json").status_code == 200
    assert visitor.get("/pin").status_code == 403
    assert "Sign out" not in visitor.get("/", headers=FOR_PEOPLE).text


def test_5_4_once_its_session_is_over_the_screen_still_asks_for_a_badge(hall, kiosk):
    hall.office.sessions.end_all_of("J1")

    answer = kiosk.get(f"/t/{SLUG}/", headers=FOR_PEOPLE, follow_redirects=True)

    assert answer.request.path == "/judge/kiosk"
    assert "Nobody is signed in here any more." in answer.text
    assert ended(kiosk, "J2", what="again").headers["Location"] == "/judge"
    assert kiosk.get("/judge").status_code == 200
    assert kiosk.get("/pin", headers=FOR_PEOPLE).headers["Location"] == "/judge"


@pytest.mark.parametrize(("badge", "pin"), [("J1", "not this"), ("K1", PIN), ("O1", PIN), ("", "")])
def test_5_4_no_wrong_pin_and_no_other_badge_ends_it(hall, kiosk, badge, pin):
    answer = ended(kiosk, badge, pin)

    assert answer.status_code == 403
    assert "<title>Problem: Badge and PIN" in answer.text
    summary = answer.text.index('<section class="problems" role="alert" tabindex="-1" autofocus')
    assert summary < answer.text.index("<h1")
    assert '<a href="#f-badge">' in answer.text
    assert 'aria-describedby="f-badge-wrong" aria-invalid="true"' in answer.text
    assert kiosk.get("/pin", headers=FOR_PEOPLE).headers["Location"] == "/judge"


@pytest.mark.parametrize("badge", ["J2", "D1"])
def test_5_4_a_judge_or_a_director_ends_it_with_badge_and_pin(hall, kiosk, badge):
    assert ended(kiosk, badge).status_code == 303

    assert badge in kiosk.get("/", headers=FOR_PEOPLE).text
    assert kiosk.get("/pin").status_code == 200
    assert ended(kiosk, badge).status_code == 303, "a second tap leads to the same page"


def test_5_4_nobody_but_a_judge_or_a_director_begins_it(hall):
    for badge in ("K1", "O1"):
        visitor = client(hall, badge)
        assert visitor.post("/judge/kiosk/begin", headers=FROM_HERE).status_code == 403
        assert visitor.get("/", headers=FOR_PEOPLE).status_code == 200


def test_3_11_1_at_the_kiosk_players_have_the_words_looked_up_and_nobody_says_the_verdict(
    hall, kiosk
):
    table = with_a_slip(hall, next(hall.free))

    for told in ({"acceptable": True}, {}):
        refused = given(kiosk, table, **told)
        assert (refused.status_code, refused.json["refused"]) == (422, "players-look-up")
    body = {"command_id": str(uuid4()), "after": str(uuid4()), "words": ["OX"]}
    anew = kiosk.post(f"/api/games/{table.game}/slip-returned", json=body, headers=FROM_HERE)
    assert anew.json["refused"] == "players-look-up"
    assert given(kiosk, table, by_players=True).json["acceptable"] is True


def test_X_J_where_only_staff_judge_players_look_nothing_up(hall, kiosk):
    table = with_a_slip(hall, next(hall.free_others))

    refused = given(kiosk, table, by_players=True)

    assert refused.json["refused"] == "players-look-up"
    assert refused.json["what"].startswith(
        "Under this rulebook players do not look words up themselves."
    )
    assert given(kiosk, table, acceptable=True).json["kind"] == "written"


def test_5_4_it_is_kept_to_the_queue_it_was_set_for(hall):
    visitor = client(hall)
    visitor.post("/judge/kiosk/begin", data={"tournament": OTHER}, headers=FROM_HERE)

    page = visitor.get("/judge", headers=FOR_PEOPLE).text

    assert f'data-tournament="{OTHER}"' in page


def test_5_4_tapped_twice_or_with_its_answer_lost_it_is_begun_all_the_same(hall):
    visitor = client(hall)
    before = visitor.get_cookie("tilescribe-session").value
    visitor.post("/judge/kiosk/begin", headers=FROM_HERE)
    again = visitor.post("/judge/kiosk/begin", headers=FROM_HERE)
    assert (again.status_code, again.headers["Location"]) == (303, "/judge")

    lost = hall.app.test_client()
    lost.set_cookie("tilescribe-session", before)
    assert lost.post("/judge/kiosk/begin", headers=FROM_HERE).status_code == 303
    assert lost.get("/desk", headers=FOR_PEOPLE).headers["Location"] == "/judge"


@pytest.mark.browser
@pytest.mark.journey("kiosk")
@pytest.mark.parametrize("delay", [0.0, pytest.param(0.4, marks=pytest.mark.torture)])
def test_5_4_in_a_browser_nothing_a_player_does_leaves_it(browser, hall, delay):
    table = with_a_slip(hall, next(hall.free))
    context = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True)
    let_in(context, hall, "J1")
    page = context.new_page()
    page.goto(f"{hall.address}/desk")
    page.goto(f"{hall.address}/judge")
    page.get_by_role("button", name="Use for judging only").click()
    page.wait_for_selector("body.kiosk .slip-card")
    hall.delay = delay

    card = page.locator(f'.slip-card[data-game="{table.game}"]')
    card.click()
    page.wait_for_selector(".verdict.plain")
    page.keyboard.press("Escape")
    assert page.locator("#screen").is_visible()
    assert page.locator("#screen .verdict").all_text_contents() == ["Players type it…"]
    page.evaluate("location.hash = 'elsewhere'")
    page.evaluate("history.back()")
    page.evaluate("history.go(-3)")
    page.wait_for_selector("body.kiosk .slip-card", state="attached")
    for address in ("/desk", f"/t/{SLUG}/", "/sign-in"):
        page.goto(f"{hall.address}{address}")
        page.wait_for_selector("body.kiosk .slip-card")
    page.reload()
    page.wait_for_selector("body.kiosk .slip-card")
    kept = context.storage_state()
    assert violations(page) == []
    context.close()

    context = browser.new_context(storage_state=kept, viewport={"width": 1024, "height": 768})
    page = context.new_page()
    page.goto(f"{hall.address}/")
    page.locator(f'.slip-card[data-game="{table.game}"]').click()
    page.get_by_role("button", name="Players type it…").click()
    page.get_by_label("The challenged word").fill("windy")
    page.get_by_role("button", name="Show it to").click()
    page.evaluate(VERDICT_SEEN, ".recorded.good")
    page.locator(".verdict.record:enabled").click()
    until(page, "window.seen !== undefined")
    page.wait_for_selector("#screen[hidden]", state="attached")

    page.get_by_role("button", name="Unlock with badge and PIN").click()
    page.get_by_label("Badge").fill("D1")
    page.get_by_label("PIN").fill("wrong")
    page.get_by_role("button", name="End judging-only mode").click()
    page.wait_for_selector("[role=alert]")
    assert violations(page) == []
    page.get_by_label("PIN").fill(PIN)
    page.get_by_role("button", name="End judging-only mode").click()
    page.wait_for_selector("body:not(.kiosk) #judge")
    hall.delay = 0.0
    context.close()
