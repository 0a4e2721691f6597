"""The desk: put off and waived, the wall of tables, one in short, keys, and a round closed."""

from __future__ import annotations

import html
import json
import re
from datetime import timedelta
from uuid import UUID, uuid4

import msgspec
import pytest

from ledger.desk.requests import Sent
from ledger.game.calls.requests import (
    CallDirector,
    DirectorComes,
    DirectorGoes,
    DirectorSetsOut,
)
from ledger.game.clock.requests import NeutraliseClock, ReadClocks
from ledger.game.results.slips import ReportResult, TypeSlip
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.matters.in_game import last_without_turns
from ledger.record.events import tournament_id
from ledger.tournament.conduct import WarnPlayer
from ledger.tournament.facts import MatterPutOff
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import CONSOLE, Role
from ledger.vocabulary.desk_matters import AT_A_TABLE, NEVER_WAIVED
from tests.desks import DIRECTOR, A, B, Table
from tests.officials import Organiser
from tests.web.a_tablet import let_in
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.previewed import previewed
from web.frame.languages import CHOSEN

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("inbox"), tables=30) as hall:
        hall.office.issue("O1", "Bearer of O1", Role.ORGANISER, by=CONSOLE)
        hall.office.pins.set("O1", PIN)
        hall.free = iter(range(1, 31))
        yield hall


@pytest.fixture
def table(hall):
    """A table of this test's own, a play made."""
    table = Table(hall.desk, hall.games[next(hall.free) - 1])
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    table.play(A, "8D", "WINDY")
    table.number = table.sheet.scheduled.table
    return table


def client(hall, badge="D1"):
    visitor = hall.app.test_client()
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def at(table, what, visitor):
    found = visitor.get("/desk/now.json").json[what]
    return [one for one in found if one["where"] and one["where"]["game"] == str(table.game)]


def aside(visitor, matter, number=None, **how):
    request = {**matter, "reason": "other table first", **how}
    told = {"command_id": str(number or uuid4()), "tournament": SLUG, "asked": request}
    return visitor.post("/desk/matters", json=told, headers=FROM_HERE)


LATER = {"ask": "put-off-matter", "until": "next-stop"}
WAIVE = {"ask": "waive-matter"}


def test_what_is_put_off_lies_among_what_comes_later_and_comes_back_by_itself(hall, table):
    desk = client(hall)
    table.enter(CallDirector(reason="noise"))
    [call] = at(table, "calls", desk)

    assert aside(desk, call["matter"], **LATER).json == {"written": True, "again": False}

    assert at(table, "calls", desk) == []
    [later] = at(table, "later", desk)
    assert (later["words"], later["reason"], later["by"]) == ("noise", "other table first", "D1")
    table.enter(NeutraliseClock(reason="director-called", seat=B))
    assert len(at(table, "calls", desk)) == 1
    assert at(table, "later", desk) == []


@pytest.mark.parametrize(
    ("of", "words", "kept"),
    [
        ("en", "other table first", "other table first"),
        ("es", "otra mesa primero", "other table first"),
        ("de", "Anderer Tisch zuerst", "other table first"),
        ("fr", "une idée", "une idée"),
    ],
)
def test_why_it_is_put_off_is_kept_alike_in_every_language_and_said_in_the_readers(
    hall, table, of, words, kept
):
    desk = client(hall)
    desk.set_cookie(CHOSEN, of)
    assert words == "une idée" or words.casefold() in desk.get("/desk").text.casefold()
    table.enter(CallDirector(reason="noise"))
    [call] = at(table, "calls", desk)
    assert aside(desk, call["matter"], reason=words, **LATER).status_code == 200

    [put] = [
        one.fact
        for named, one in tournament_named(SLUG, hall.desk.log).set_aside.put_off.items()
        if named.subject == table.game
    ]
    as_in_english = MatterPutOff(
        kind="call", subject=table.game, which=put.which, until="next-stop", reason=kept
    )
    assert msgspec.json.encode(put) == msgspec.json.encode(as_in_english)
    [later] = at(table, "later", desk)
    assert later["reason"].casefold() == words.casefold()
    told = desk.get(f"/api/games/{table.game}/table.json").json["open"]
    assert words.casefold() in told[0]["title"].casefold()
    [later] = at(table, "later", client(hall))
    assert later["reason"] == kept


def test_what_is_waived_is_in_no_list(hall, table):
    desk = client(hall)
    table.enter(CallDirector(reason="noise"))
    [call] = at(table, "calls", desk)

    assert aside(desk, call["matter"], **WAIVE).status_code == 200

    assert (at(table, "calls", desk), at(table, "later", desk)) == ([], [])


def taken_back(desk, address, reason):
    """Take it back on its page, as it was looked at there."""
    form = {"request": str(uuid4()), "reason": reason}
    headers = {**FROM_HERE, **FOR_PEOPLE}
    return previewed(lambda data: desk.post(address, data=data, headers=headers), **form)


@pytest.mark.found("DI-12")
def test_a_waiver_and_a_putting_off_are_listed_with_the_way_back(hall, table):
    desk = client(hall)
    table.enter(CallDirector(reason="noise"))
    [call] = at(table, "calls", desk)
    aside(desk, call["matter"], **WAIVE)
    [waived] = at(table, "waived", desk)
    assert (waived["words"], waived["reason"]) == ("the director is called", "other table first")
    assert (waived["by"], waived["gone"]) == ("D1", "")
    told = desk.get(f"/api/games/{table.game}/table.json").json["open"]
    assert told[0]["title"] == "The director waived the call: other table first"

    page = html.unescape(desk.get(waived["back"], headers=FOR_PEOPLE).text)
    assert "The director is called" in page
    assert "<td>waived</td><td>waiting on the desk" in page
    assert "The director has been called" in page
    assert "the log of the day" in page
    assert taken_back(desk, waived["back"], "noise again").status_code == 303

    [waived] = at(table, "waived", desk)
    assert waived["gone"] == "Taken back: noise again"
    assert [one["matter"] for one in at(table, "calls", desk)] == [call["matter"]]
    told = desk.get(f"/api/games/{table.game}/table.json").json["open"]
    assert [one["title"] for one in told] == ["The director has been called"]
    assert waived["back"] == ""

    aside(desk, call["matter"], **LATER)
    told = desk.get(f"/api/games/{table.game}/table.json").json["open"]
    assert told[0]["title"] == "The director comes when the clocks stop next: other table first"
    [later] = at(table, "later", desk)
    assert "put off until the clocks stop next" in desk.get(later["back"], headers=FOR_PEOPLE).text
    assert taken_back(desk, later["back"], "it is quiet").status_code == 303
    assert at(table, "later", desk) == []
    assert len(at(table, "calls", desk)) == 1


@pytest.mark.found("DI-12")
def test_what_is_never_waived_and_what_the_table_reads_the_page_knows_as_the_record_does(hall):
    page = client(hall).get("/desk", headers=FOR_PEOPLE).text
    [told] = re.findall(r'id="kinds">(.*?)</script>', page)
    kinds = json.loads(told)
    assert {kind for kind, *_, read, _ in kinds if read} == AT_A_TABLE
    assert {kind for kind, *_, never in kinds if never} == NEVER_WAIVED


@pytest.mark.browser
@pytest.mark.found("DI-12")
def test_a_call_is_waived_and_taken_back_on_the_desk_by_hand(hall, table, desk):
    table.enter(CallDirector(reason="noise"))
    page = desk
    row = page.locator(f"#inbox section .matter[data-game='{table.game}']")
    row.wait_for()
    row.click()
    page.locator("#peek").get_by_role("button", name="Put off…").first.click()
    page.fill("#aside-reason", "it is quiet")
    page.locator("#aside-read", has_text="the table reads it").wait_for()
    page.click("#aside [value=waive]")
    folded = page.locator(f"#waived .matter[data-game='{table.game}']")
    page.get_by_role("link", name="Put off").click()
    folded.get_by_role("link", name="Take back…").click()
    page.locator("#seen-title").wait_for()
    page.fill("[name=reason]", "it is loud again")
    page.get_by_role("button", name="Take it back").click()
    row.wait_for()
    page.get_by_role("link", name="Put off").click()
    folded.locator("s", has_text="The director is called: it is quiet").wait_for()


@pytest.mark.found("DI-3")
def test_a_director_who_is_not_on_the_way_after_all_takes_that_back_and_the_call_waits_again(
    hall, table
):
    """As before it: on the desk, at the table, and the next director can set out."""
    desk = client(hall)
    table.enter(CallDirector(reason="noise"))
    [before] = at(table, "calls", desk)
    waited = table.sheet.open
    assert before["back"] == ""
    for request, says in (
        (DirectorSetsOut(), "The director is on the way"),
        (DirectorComes(), "The director is at the table"),
    ):
        table.enter(request, by=DIRECTOR)
        [call] = at(table, "calls", desk)
        page = html.unescape(desk.get(call["back"], headers=FOR_PEOPLE).text)
        assert says in page
        assert "The director has been called" in page

        assert taken_back(desk, call["back"], "another table first").status_code == 303

        [call] = at(table, "calls", desk)
        assert {**call, "where": before["where"]} == before
        assert table.sheet.open == waited
        sheet = desk.get(call["where"]["evidence"], headers=FOR_PEOPLE).text
        assert "another table first" in sheet
        assert "Reinstate it" in sheet
    table.enter(DirectorSetsOut(), by=DIRECTOR)
    table.enter(DirectorGoes(outcome="quiet now"), by=DIRECTOR)
    assert at(table, "calls", desk) == []


def test_a_double_tap_waives_once(hall, table):
    desk, number = client(hall), uuid4()
    table.enter(CallDirector(reason="noise"))
    [call] = at(table, "calls", desk)
    before = hall.desk.log.last_position()

    answers = [aside(desk, call["matter"], number, **WAIVE).json for _ in range(2)]

    assert [one["again"] for one in answers] == [False, True]
    assert hall.desk.log.last_position() == before + 2  # on the desk, and at the table


def test_an_organiser_looks_and_puts_nothing_off(hall, table):
    table.enter(CallDirector(reason="noise"))
    organiser = client(hall, "O1")
    [call] = at(table, "calls", organiser)

    assert aside(organiser, call["matter"], **LATER).status_code == 403


@pytest.mark.parametrize("body", [b"", b"[]", b'{"asked": {"ask": "warn-player"}}', b"\xff"])
def test_what_can_t_be_read_is_refused_in_words(hall, body):
    answer = client(hall).post(
        "/desk/matters", data=body, headers={**FROM_HERE, "Content-Type": "application/json"}
    )

    assert (answer.status_code, answer.json["refused"]) == (422, "unreadable-request")


@pytest.fixture(scope="module")
def on_paper(tmp_path_factory):
    """Five tables of which the first alone has a tablet, a quarter of an hour after a slip."""
    with a_hall(tmp_path_factory.mktemp("paper"), tables=5) as hall:
        tablets = hall.office.tablets
        tablets.enrol(tablets.invite(f"{SLUG}/T1", by="D1"))
        slip = TypeSlip(scores=(412, 388))
        hall.desk.record(hall.games[4], slip, Sent(by="D1", command_id=uuid4()))
        report = ReportResult(player=1, scores=(400, 300))
        hall.desk.record(hall.games[3], report, Sent(by="D1", command_id=uuid4()))
        yield hall


def later_on(hall, monkeypatch):
    """The desk as a director sees it a quarter of an hour later."""
    now = hall.desk.now
    monkeypatch.setattr(hall.desk, "now", lambda: now() + timedelta(minutes=15))
    return client(hall).get("/desk/now.json").json


@pytest.mark.found("PH-2")
def test_only_a_table_with_a_tablet_is_said_not_to_have_begun(on_paper, monkeypatch):
    told = later_on(on_paper, monkeypatch)
    waiting = [one for one in told["others"] if one["matter"]["kind"] == "not-started"]
    assert [one["where"]["table"] for one in waiting] == [1]
    wall = client(on_paper).get("/desk/wall.json").json["tables"]
    assert {one["game"]["table"]: one["tablet"] for one in wall} == {
        1: True, 2: False, 3: False, 4: False, 5: False,
    }  # fmt: skip


@pytest.mark.found("DI-4")
def test_a_game_that_was_let_go_with_its_round_is_not_said_to_be_late(tmp_path, monkeypatch):
    with a_hall(tmp_path, tables=2) as hall:
        hall.office.tablets.enrol(hall.office.tablets.invite(f"{SLUG}/T1", by="D1"))
        slip = TypeSlip(scores=(412, 388))
        hall.desk.record(hall.games[1], slip, Sent(by="D1", command_id=uuid4()))
        assert kinds_of(later_on(hall, monkeypatch)["others"]) == {"not-started"}
        Organiser(hall.desk).close_round(SLUG, 1, by="D1", waiving="the hall closes")

        assert kinds_of(later_on(hall, monkeypatch)["others"]) == set()


def kinds_of(waiting):
    return {one["matter"]["kind"] for one in waiting}


@pytest.mark.found("PH-2")
def test_tables_on_paper_are_not_missing_since_they_were_paired(on_paper):
    [missing] = client(on_paper).get("/desk/now.json").json["missing"]
    assert (missing["missing"], missing["since"]) == (4, None)


@pytest.mark.found("PH-2")
def test_the_last_table_without_a_turn_is_missed_without_a_tablet_too():
    one, two, three = (UUID(int=number) for number in (1, 2, 3))
    assert last_without_turns({one: 4, two: 0, three: 9}) == {two}
    assert last_without_turns({one: 4, two: 0, three: 0}) == frozenset()
    assert last_without_turns({one: 0}) == frozenset()


def test_the_wall_has_every_table_of_the_round(hall, table):
    table.enter(ReadClocks(), clocks=(1400, 1450))

    told = client(hall).get("/desk/wall.json").json

    assert [one["game"]["table"] for one in told["tables"]] == list(range(1, 31))
    [mine] = [one for one in told["tables"] if one["game"]["id"] == str(table.game)]
    assert mine["game"]["clocks"] == [1400, 1450]
    assert told["after"] == str(hall.desk.log.last_position())  # a mark of the stream


def test_a_table_in_short_tells_board_moves_and_earlier_warnings(hall, table):
    [one, _] = table.sheet.numbers
    warned = WarnPlayer(player=one, kind="official-warning", offence="other", words="phone rang")
    Organiser(hall.desk).asks(tournament_id(SLUG), warned, DIRECTOR)

    told = client(hall).get(f"/desk/peek/{table.game}.json").json

    assert "".join(letter for _, letter in told["squares"][7] if letter) == "WINDY"
    assert told["moves"][0]["word"] == "WINDY"
    assert [side["warned"] for side in told["sides"]] == [["phone rang"], []]


def test_a_table_nobody_knows_has_no_page(hall):
    assert client(hall).get(f"/desk/peek/{uuid4()}.json").status_code == 404


# In a browser


@pytest.fixture
def context(browser):
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture
def desk(hall, context):
    let_in(context, hall, "D1")
    page = context.new_page()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{hall.address}/desk")
    page.locator("#nothing, .matters li").first.wait_for(state="attached")
    page.locator(".table-tile").first.wait_for()
    return page


def tile(page, table):
    return page.locator(f'.table-tile[data-game="{table.game}"]')


@pytest.mark.browser
def test_a_tile_shows_a_turn_and_a_call_as_they_happen(hall, table, desk):
    table.play(B, "9C", "HOT", announced=17)
    desk.locator(f'.table-tile[data-game="{table.game}"] .tile-score', has_text="–17").wait_for()
    assert tile(desk, table).get_attribute("data-sign") == ""

    table.enter(CallDirector(reason="noise"))

    desk.locator(f'.table-tile[data-game="{table.game}"][data-sign="loud"]').wait_for()
    assert "Call" in tile(desk, table).text_content()


@pytest.mark.browser
@pytest.mark.parametrize("size", [(1280, 800), (1180, 820), (820, 1180), (1920, 1080)])
def test_the_wall_alone_has_two_hundred_tables_on_one_screen_each_word_whole(desk, size):
    desk.set_viewport_size({"width": size[0], "height": size[1]})
    desk.keyboard.press("v")
    bottom, cut = desk.evaluate("""() => {
      const tiles = document.getElementById('tiles');
      const [tile] = tiles.children;
      tile.querySelector('b').textContent = '200';
      tile.querySelector('.tile-score').textContent = '412–388';
      while (tiles.children.length < 200) tiles.append(tile.cloneNode(true));
      dispatchEvent(new Event('resize'));
      const words = [...tiles.lastChild.querySelectorAll('.tile-score')];
      return [tiles.getBoundingClientRect().bottom + scrollY,
              words.filter((each) => each.scrollWidth > each.clientWidth).length];
    }""")

    assert bottom <= size[1]
    assert cut == 0


@pytest.mark.browser
def test_a_table_in_short_is_seen_whole_and_closed_by_Escape(hall, table, desk):
    desk.set_viewport_size({"width": 820, "height": 1180})
    desk.get_by_role("link", name="Tables").click()
    tile(desk, table).click()
    heading = desk.locator("#peek-title", has_text=f"Table {table.number}")
    heading.wait_for()
    assert heading.evaluate("""(heading) => {
      const { x, y, width, height } = heading.getBoundingClientRect();
      return heading.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }"""), "nothing lies over it, the bar neither"

    desk.keyboard.press("Escape")

    heading.wait_for(state="hidden")


@pytest.mark.browser
def test_what_the_signs_on_the_wall_say_stands_with_the_keys(desk):
    desk.keyboard.press("?")

    said = desk.locator("#sign-list").inner_text()
    assert desk.locator("#sign-list .sign").count() >= 8
    assert "Ruling" in said


@pytest.mark.journey("desk")
@pytest.mark.browser
def test_a_number_and_Enter_open_a_table_in_short(hall, table, desk):
    for digit in str(table.number):
        desk.keyboard.press(digit)
    desk.keyboard.press("Enter")

    desk.locator("#peek-title", has_text=f"Table {table.number}").wait_for()
    assert desk.locator(".peek-moves li").first.inner_text().startswith("1 8D WINDY")
    assert tile(desk, table).get_attribute("aria-current") == "true"


@pytest.mark.browser
def test_a_number_that_is_no_table_is_said(hall, table, desk):
    for key in ("9", "9", "9", "Enter"):
        desk.keyboard.press(key)

    desk.locator("#said", has_text="There is no table 999").wait_for()
    assert "999" not in desk.locator("#peek-title").inner_text()


@pytest.mark.browser
def test_the_list_is_walked_by_keys_and_a_matter_put_off_in_three_taps(hall, table, desk):
    table.enter(CallDirector(reason="noise"))
    row = desk.locator(f'#now .matter[data-game="{table.game}"]')
    row.wait_for()
    while not row.evaluate("row => row === document.activeElement"):
        desk.keyboard.press("j")

    desk.keyboard.press("l")
    desk.locator("#aside[open]").wait_for()
    desk.get_by_role("button", name="Next stop of the clocks").click()
    assert desk.locator("#aside-wants").inner_text().startswith("Give the reason")
    desk.locator("#aside-reason").fill("break")
    desk.get_by_role("button", name="Next stop of the clocks").click()

    row.wait_for(state="detached")
    desk.get_by_role("link", name="Put off").click()
    later = desk.locator(f'#later .matter[data-game="{table.game}"]')
    assert "until the clocks stop next · break · D1" in later.inner_text()


@pytest.mark.browser
def test_the_wall_is_ordered_and_filtered_by_what_waits(hall, table, desk):
    table.enter(CallDirector(reason="noise"))
    desk.locator(f'.table-tile[data-game="{table.game}"][data-sign="loud"]').wait_for()

    desk.locator("#filter").select_option("sign")
    signs = desk.locator(".table-tile").evaluate_all(
        "tiles => tiles.map((one) => one.dataset.sign)"
    )
    assert "loud" in signs
    assert "" not in signs
    desk.locator("#filter").select_option("")
    desk.locator("#sort").select_option("sign")
    assert desk.locator(".table-tile").first.get_attribute("data-sign") == "loud"
    desk.locator("#find").fill(table.sheet.names[0])
    assert table.sheet.names[0] in desk.locator(".table-tile").first.get_attribute("title")


@pytest.mark.journey("wall")
@pytest.mark.browser
def test_two_hundred_tables_fit_on_one_screen(hall, desk):
    desk.keyboard.press("v")
    few = desk.locator(".table-tile b").first.evaluate(
        "one => parseFloat(getComputedStyle(one).fontSize)"
    )
    end, size = desk.evaluate(
        """() => {
          const tiles = document.getElementById('tiles');
          while (tiles.children.length < 200) tiles.append(tiles.children[0].cloneNode(true));
          dispatchEvent(new Event('resize'));
          const number = getComputedStyle(tiles.lastChild.querySelector('b'));
          return [tiles.getBoundingClientRect().bottom, parseFloat(number.fontSize)];
        }"""
    )
    assert end <= 900, f"200 tables end at {end:.0f} of 900 pixels"
    assert few >= 1.6 * size, "thirty tables fill the screen with larger letters"


@pytest.mark.browser
def test_on_a_phone_a_table_is_found_by_the_pad_and_nothing_is_wider(hall, table, context):
    let_in(context, hall, "D1")
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{hall.address}/desk")
    page.locator("#table-number").fill(str(table.number))
    page.get_by_role("button", name="Look").click()

    page.locator("#peek-title", has_text=f"Table {table.number}").wait_for()
    assert page.locator("#wall").is_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.locator("#peek").evaluate("peek => peek.getBoundingClientRect().top") < 600


@pytest.mark.browser
def test_a_number_typed_before_the_tables_came_is_looked_for_once_they_are_there(
    hall, table, context
):
    let_in(context, hall, "D1")
    page = context.new_page()
    waiting = []

    def held_back(route):
        waiting.append(route)

    def held(number):
        while len(waiting) < number:  # the request is told of before the route is
            page.wait_for_timeout(20)
        return waiting[number - 1]

    page.route("**/desk/wall.json*", held_back)
    page.set_viewport_size({"width": 390, "height": 844})
    with page.expect_request("**/desk/wall.json*"):
        page.goto(f"{hall.address}/desk")
    page.locator("#table-number").fill(str(table.number))
    page.get_by_role("button", name="Look").click()
    assert page.locator("#said").text_content() == ""
    held(1).continue_()

    page.locator("#peek-title", has_text=f"Table {table.number}").wait_for()
    with page.expect_request("**/desk/wall.json*"):
        page.goto(f"{hall.address}/desk?table={table.number}")
    held(2).continue_()
    page.locator("#peek-title", has_text=f"Table {table.number}").wait_for()


# A round closed


def the_page(visitor, **request):
    return visitor.get(f"/t/{SLUG}/r1/close", headers=FOR_PEOPLE, query_string=request)


def sent(visitor, **form):
    return visitor.post(
        f"/t/{SLUG}/r1/close", data={"request": str(uuid4()), **form},
        headers={**FROM_HERE, **FOR_PEOPLE},
    )  # fmt: skip


@pytest.mark.found("DE6")
def test_DE6_a_round_is_closed_on_its_page_with_the_reason_and_opened_again(tmp_path):
    with a_hall(tmp_path, tables=2) as hall:
        desk = client(hall)
        assert "2 results missing" in the_page(desk).text

        answer = sent(desk, what="close")
        assert answer.status_code in (409, 422)
        assert "Round 1 can’t be closed" in answer.text or "can&#39;t be closed" in answer.text

        key = f"unfinished|{hall.games[0].hex}|result"
        assert sent(desk, what="waive", reason="went home", key=key).status_code == 303
        page = the_page(desk).text
        assert "1 result missing" in page
        assert "went home" in page

        key = f"unfinished|{hall.games[1].hex}|result"
        assert sent(desk, what="close", reason="closes", waive=key).status_code == 303
        assert "Open round 1 again" in the_page(desk).text
        assert sent(desk, what="reopen", reason="a slip turned up").status_code == 303
        assert "1 result missing" in the_page(desk).text
        tournament = Organiser(hall.desk).tournament(SLUG)
        assert tournament.closed == ()


def test_a_round_nobody_paired_has_no_such_page(hall):
    assert client(hall).get(f"/t/{SLUG}/r9/close", headers=FOR_PEOPLE).status_code == 404
