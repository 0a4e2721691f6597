"""The replay in a dispute: its lane of incidents, its keys and addresses, and who sees what."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest

from ledger.game.calls.requests import CallDirector
from ledger.game.challenges.holds import CallHold
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.requests import NeutraliseClock
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.requests import CorrectScore
from ledger.record.events import tournament_id
from ledger.tournament.opening import ChooseTimeZone
from ledger.vocabulary import CONSOLE, Role
from tests.desks import DIRECTOR, A, B, Table
from tests.officials import Director
from tests.web.a_tablet import let_in
from tests.web.axe import violations
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.waiting import until

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
FINDING = "thirty-six it is"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("lane"), tables=40) as hall:
        for badge, role in (("J1", Role.WORD_JUDGE), ("O1", Role.ORGANISER)):
            hall.office.issue(badge, f"Bearer of {badge}", role, by=CONSOLE)
            hall.office.pins.set(badge, PIN)
        hall.free = iter(range(1, 41))
        yield hall


@pytest.fixture
def table(hall):
    """Two plays with a hold, a challenge in vain, a call, a stop and a ruled correction."""
    table = Table(hall.desk, hall.games[next(hall.free) - 1])
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    table.play(A, "8D", "WINDY", announced=32)
    table.enter(CallHold(seat=B), occurred_at=hall.desk.now() - timedelta(minutes=4, seconds=2))
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True))
    table.play(B, "9C", "HOT", announced=17)
    table.enter(CallDirector(reason="he is unwell"))
    table.enter(NeutraliseClock(reason="director-called"), clocks=(1300, 1310))
    director = Director(hall.desk)
    table.case = director.open_case(table.game, "score", by=DIRECTOR)
    director.rule(table.case, table.game, FINDING, "wespa-5.1 Preamble", by=DIRECTOR)
    version = version_of(table, "play-recorded")
    table.enter(
        CorrectScore(version=version, now=36, reason="counted again", approved_by="D1"),
        by=DIRECTOR, case=table.case,
    )  # fmt: skip
    table.number = table.sheet.scheduled.table
    table.address = f"/t/{SLUG}/r1/t{table.number}/"
    return table


def version_of(table, topic):
    return next(e.originator_version for e in table.sheet.events if e.fact.topic() == topic)


def client(hall, badge=""):
    visitor = hall.app.test_client()
    if badge:
        visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def lane(hall, table, badge="", asof=""):
    request = {"asof": asof} if asof else {}
    address = f"{table.address}replay.json"
    return client(hall, badge).get(address, query_string=request).json["incidents"]


@pytest.fixture
def page(browser, hall):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    let_in(context, hall, "D1")
    yield context.new_page()
    context.close()


# What is told, and to whom


@pytest.mark.found("RE2")
@pytest.mark.parametrize("badge", ["D1", "O1"])
def test_RE2_every_incident_is_a_mark_at_the_turn_it_followed(hall, table, badge):
    found = [(one["about"], one["ply"]) for one in lane(hall, table, badge)]

    assert found[:1] == [("hold", 1)]
    assert ("call", 3) in found
    assert ("clock", 3) in found
    assert found[-1] == ("ruling", 3)


def test_a_ruling_is_told_with_citation_case_and_director_at_its_event(hall, table):
    ruled = lane(hall, table, "D1")[-1]

    assert ruled["version"] == table.sheet.version
    assert ruled["ruling"]["finding"] == FINDING
    assert ruled["ruling"]["citation"] == "wespa-5.1 Preamble"
    assert (ruled["ruling"]["called"][:2], ruled["ruling"]["by"]) == ("C-", DIRECTOR)


def test_a_ruling_that_entered_nothing_at_the_table_stands_where_it_was_given(hall, table):
    director = Director(hall.desk)
    case = director.open_case(table.game, "other", by=DIRECTOR)
    director.rule(case, table.game, "the entry stands", "wespa-5.1 Preamble", by=DIRECTOR)
    table.play(A, "10B", "IT")

    last = lane(hall, table, "D1")[-1]

    assert (last["about"], last["words"]) == ("ruling", "Ruled: the entry stands")
    assert last["ply"] == 3


def test_occurred_is_told_beside_written_where_they_differ(hall, table):
    hold = lane(hall, table, "D1")[0]

    assert hold["late"] >= 240
    assert hold["occurred_at"] < hold["written_at"]
    assert lane(hall, table, "D1")[1]["late"] == 0


def test_as_known_at_a_moment_the_lane_tells_no_later_ruling(hall, table):
    before = table.sheet.event(table.sheet.version - 1).envelope.written_at

    told = lane(hall, table, "D1", asof=before.isoformat())

    assert FINDING not in json.dumps(told)
    assert [one["about"] for one in told][-1] == "clock"


@pytest.mark.found("PR2")
@pytest.mark.parametrize("badge", ["", "K1", "J1"])
def test_PR2_nobody_else_reads_calls_reasons_or_rulings_in_the_lane(hall, table, badge):
    found = lane(hall, table, badge)

    assert {one["about"] for one in found} <= {"hold", "challenge", "clock", "ruling"}
    assert "hold" in {one["about"] for one in found}
    assert all(one["ruling"] is None and one["by"] == one["device"] == "" for one in found)
    assert "unwell" not in json.dumps(found)
    assert FINDING not in json.dumps(found)


@pytest.mark.found("PR2")
@pytest.mark.parametrize("badge", ["", "K1", "J1"])
def test_PR2_nobody_else_is_offered_evidence_what_if_or_bookmarks(hall, table, badge):
    said = client(hall, badge).get(table.address, headers=FOR_PEOPLE).text

    assert "data-evidence" not in said
    assert 'id="bookmark"' not in said
    assert "/evidence" not in said


def test_an_organiser_sees_the_evidence_and_can_bookmark_nothing(hall, table):
    said = client(hall, "O1").get(table.address, headers=FOR_PEOPLE).text

    assert "data-evidence" in said
    assert 'id="bookmark"' not in said


# Addresses and times


@pytest.mark.found("RE6")
@pytest.mark.parametrize(("desk_request", "says"), [
    ("-4", "There is no turn −4. This is the empty board."),
    ("99", "There is no turn 99. This is the last one, 3."),
])  # fmt: skip
def test_RE6_a_turn_that_is_not_there_is_said(hall, table, desk_request, says):
    told = client(hall).get(f"{table.address}?ply={desk_request}", headers=FOR_PEOPLE).text
    assert says in told

    fine = client(hall).get(f"{table.address}?ply=2", headers=FOR_PEOPLE).text
    assert "There is no turn" not in fine


@pytest.mark.browser
def test_times_are_those_of_the_hall_once_it_names_its_zone(hall, table, page):
    moment = table.sheet.event(table.sheet.version).envelope.written_at
    hall.desk.must_write(
        tournament_id(SLUG), ChooseTimeZone(zone="Asia/Kolkata"), table.sent(by="D1")
    )
    here = (moment + timedelta(hours=5, minutes=30)).strftime("%H:%M:%S")
    try:
        visitor = client(hall, "D1")
        for path in (table.address, f"{table.address}evidence", f"/t/{SLUG}/log"):
            said = visitor.get(path, headers=FOR_PEOPLE).text
            assert here in said, path
            assert "Kolkata" in said, path
        page.goto(f"{hall.address}{table.address}?incident={table.sheet.version}")
        page.locator("#incident-said").get_by_text(here).wait_for()
        page.locator(".provenance", has_text="Kolkata").wait_for()
    finally:
        hall.desk.must_write(tournament_id(SLUG), ChooseTimeZone(zone="UTC"), table.sent(by="D1"))


# In a browser


HEAD = "document.querySelector('#incident-said .incident-head')"


@pytest.mark.found("RE2")
@pytest.mark.browser
def test_RE2_I_goes_through_every_incident_and_back_and_asks_the_server_nothing(hall, table, page):
    page.goto(f"{hall.address}{table.address}?ply=0")
    page.locator("html.ready").wait_for()
    desk_request = []
    page.on("request", lambda request: desk_request.append((request.resource_type, request.url)))

    said = []
    for _ in lane(hall, table, "D1"):
        page.keyboard.press("i")
        before = json.dumps(said[-1] if said else "")
        until(page, f"{HEAD} && {HEAD}.textContent !== {before}")
        said.append(page.locator("#incident-said .incident-head").text_content())
    page.keyboard.press("Shift+I")
    until(page, f"{HEAD}.textContent === {json.dumps(said[-2])}")
    for key in ("Home", "ArrowRight", "ArrowRight", "End"):
        page.keyboard.press(key)

    assert said[0].startswith("hold: ")
    assert said[-1].startswith("ruling: ")
    of_the_page = ("eventsource", "image", "manifest", "other")  # its stream, its icon
    assert [one for one in desk_request if one[0] not in of_the_page] == []


@pytest.mark.browser
def test_a_tap_on_a_mark_goes_there_and_the_address_leads_there_again(hall, table, page):
    page.goto(f"{hall.address}{table.address}?ply=0")
    page.locator("#lane .lane-mark.hold").click()

    page.locator("#lane .lane-mark.hold.chosen").wait_for()
    assert re.fullmatch(r"Hold, \d\d:\d\d", page.locator("#lane .lane-name").inner_text())
    version = version_of(table, "hold-called")
    page.wait_for_url(re.compile(rf"incident={version}$"))
    assert page.locator("#counter").inner_text() == "1 / 3"
    page.goto(f"{hall.address}{table.address}?incident={version}")
    page.locator("#lane .lane-mark.hold.chosen").wait_for()
    assert "4 min 2 s later" in page.locator("#incident-said").inner_text()


@pytest.mark.browser
def test_marks_lie_in_one_lane_and_the_arrows_on_it_go_from_one_to_the_next(hall, table, page):
    page.goto(f"{hall.address}{table.address}?ply=0")
    marks = page.locator("#lane .lane-mark")
    marks.first.wait_for()
    assert len({mark.bounding_box()["y"] for mark in marks.all()}) == 1

    page.locator("#lane").focus()
    first = marks.first.get_attribute("aria-label")
    assert first.startswith(page.locator("#lane .lane-name").inner_text())
    said = []
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        said.append(page.locator("#lane .lane-name").inner_text())
    assert "" not in said
    chosen = page.locator("#lane [aria-selected=true]")
    assert page.get_attribute("#lane", "aria-activedescendant") == chosen.get_attribute("id")
    assert chosen.get_attribute("aria-label").startswith(said[1])


@pytest.mark.browser
def test_marks_are_told_apart_by_their_shape_and_named_in_the_help(hall, table, page):
    page.goto(f"{hall.address}{table.address}")
    page.locator(".lane-mark").first.wait_for()

    shapes = page.eval_on_selector_all(
        "#lane .lane-mark", "marks => marks.map(m => [m.getAttribute('class'),"
        " m.querySelector('use').getAttribute('href')])"
    )  # fmt: skip
    kinds = {look.split()[-1]: drawn for look, drawn in shapes}
    assert len(set(kinds.values())) == len(kinds) >= 4
    page.keyboard.press("?")
    legend = page.locator("#lane-legend").inner_text()
    for words in ("hold", "challenge", "call for the director", "ruling"):
        assert words in legend


@pytest.mark.browser
def test_the_ruling_stands_at_its_turn_with_a_link_to_its_case(hall, table, page):
    page.goto(f"{hall.address}{table.address}?ply=3")

    ruling = page.locator(".incident-ruling")
    ruling.wait_for()
    assert FINDING in ruling.inner_text()
    assert DIRECTOR in ruling.inner_text()
    ruling.get_by_role("link", name=re.compile("^C-")).click()
    page.wait_for_url(re.compile(r"/cases/\d+$"))


@pytest.mark.browser
def test_d_compares_as_entered_with_as_corrected_and_back_leads_back(hall, table, page):
    page.goto(f"{hall.address}{table.address}?ply=1")
    page.locator("html.ready").wait_for()
    page.keyboard.press("d")

    page.wait_for_url(re.compile("/evidence"))
    corrected = table.sheet.version
    assert f"at={corrected - 1}&with={corrected}" in page.url
    rows = page.locator("#states .differs").inner_text()
    assert re.search(r"Score of .*\s37\s+41", rows)
    page.go_back()
    page.wait_for_url(re.compile(r"\?ply=1$"))


@pytest.mark.browser
def test_w_supposes_from_this_turn(hall, table, page):
    page.goto(f"{hall.address}{table.address}?ply=1")
    page.locator("html.ready").wait_for()
    page.keyboard.press("w")

    page.wait_for_url(re.compile("/evidence.*#what-if$"))
    turn = version_of(table, "play-recorded")
    assert page.locator("#what-if select[name=turn]").input_value() == str(turn)


@pytest.mark.browser
def test_another_state_of_the_record_is_a_place_to_go_back_from(hall, table, page):
    page.goto(f"{hall.address}{table.address}")
    page.locator("html.ready").wait_for()
    moments = page.locator("#asof option")
    page.locator("#asof").select_option(index=moments.count() - 4)
    page.wait_for_url(re.compile("asof="))
    page.go_back()

    page.locator("#asof-note").wait_for(state="hidden")
    assert page.locator("#asof").input_value() == ""


@pytest.mark.browser
def test_b_puts_the_state_seen_with_a_case_in_two_keys_or_taps(hall, table, page):
    page.goto(f"{hall.address}{table.address}?ply=1")
    page.locator("html.ready").wait_for()
    page.keyboard.press("b")
    assert violations(page, "#bookmark") == []
    page.locator("#bookmark .bookmark-form button").first.click()

    page.wait_for_url(re.compile(r"/cases/\d+$"))
    version = version_of(table, "play-recorded")
    assert f"After event {version}" in page.locator("main").inner_text()


@pytest.mark.browser
def test_on_a_touch_screen_the_same_is_a_tap(hall, table, page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{hall.address}{table.address}?ply=1")
    ways = page.locator(".dispute-ways button")
    ways.first.wait_for()

    assert ways.all_inner_texts() == ["What differs", "What if", "Bookmark"]
    assert all(way.bounding_box()["height"] >= 44 for way in ways.all())
    ways.nth(2).click()
    page.locator("#bookmark[open]").wait_for()
    page.keyboard.press("Escape")
    ways.nth(1).click()
    page.wait_for_url(re.compile("/evidence.*#what-if$"))


@pytest.mark.browser
def test_on_paper_the_page_says_which_turn_and_event_of_which_game_it_is(hall, table, page):
    page.goto(f"{hall.address}{table.address}?ply=1")
    page.locator("html.ready").wait_for()
    page.locator("#this-play .sentence").wait_for()
    page.emulate_media(media="print")

    said = page.locator(".for-print").inner_text()

    version = version_of(table, "play-recorded")
    for words in (
        "Spring Open",
        f"Round 1, table {table.number}",
        f"After turn 1 of 3, event {version}",
    ):
        assert words in said
    assert "UTC" in said


SIZES = ((1280, 800), (1920, 1080), (820, 1180), (390, 844), (360, 740))


@pytest.mark.browser
@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        pytest.param(size, scheme, marks=() if nth % 2 == dark else pytest.mark.torture)
        for nth, size in enumerate(SIZES)
        for dark, scheme in enumerate(("light", "dark"))
    ],
)
def test_the_lane_is_accessible_and_sticks_out_nowhere(hall, table, page, size, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{hall.address}{table.address}?incident={table.sheet.version}")
    page.locator("#incident-said .incident-head").wait_for()

    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.locator("#lane").bounding_box()
    assert box["height"] >= 44
    for mark in page.locator("#lane .lane-mark").all():
        inner = mark.bounding_box()
        assert inner["x"] >= box["x"] - 1
        assert inner["x"] + inner["width"] <= box["x"] + box["width"] + 1
