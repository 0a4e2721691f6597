"""The director's desk: who calls, what waits for a person, and silence where nothing does."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from ledger.game.calls.facts import DirectorLeft, DirectorSetOut
from ledger.game.calls.requests import CallDirector, DirectorComes
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.requests import NeutraliseClock
from ledger.game.endings.requests import CountUnplayed
from ledger.game.judging.requests import AskAgain, Readjudicate
from ledger.game.results.signing import HandIn, ProposeResult
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.proof.note import Verifier
from ledger.vocabulary import CONSOLE, Role
from tests.desks import A, B, Table, signature
from tests.proof.a_witness import AWitness
from tests.web.a_tablet import Tablet
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.waiting import until

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("desk"), tables=14) as hall:
        for badge, role in (("J1", Role.WORD_JUDGE), ("O1", Role.ORGANISER)):
            hall.office.issue(badge, f"Bearer of {badge}", role, by=CONSOLE)
            hall.office.pins.set(badge, PIN)
        hall.app.config["HEARTBEAT_SECONDS"] = 0.1
        hall.free = iter(range(2, 15))
        yield hall


@pytest.fixture
def table(hall):
    """A table of this test's own, a play made."""
    table = Table(hall.desk, hall.games[next(hall.free) - 1])
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    table.play(A, "8D", "WINDY")
    return table


def client(hall, badge="D1"):
    visitor = hall.app.test_client()
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def at(table, what, visitor):
    found = visitor.get("/desk/now.json").json[what]
    return [one for one in found if one["where"]["game"] == str(table.game)]


def test_a_call_tells_where_who_and_why_until_it_is_settled(hall, table):
    desk = client(hall)
    table.enter(CallDirector(reason="A tile on the floor", raised_by="opponent", seat=A))

    [one] = at(table, "calls", desk)
    call, number = one["call"], table.sheet.scheduled.table
    assert (call["reason"], call["raised_by"]) == ("A tile on the floor", "opponent")
    assert (call["about"], call["by"], call["arrived"]) == (table.sheet.name(A), "K1", "")
    assert one["where"]["entry"] == f"/t/{SLUG}/r1/t{number}/enter"
    assert one["rule"].startswith("/rules/wespa-5.1")
    assert desk.get(one["where"]["entry"], headers=FOR_PEOPLE).status_code == 200
    assert desk.get(one["at_the_call"], headers=FOR_PEOPLE).status_code == 200

    table.enter(DirectorComes())
    [one] = at(table, "calls", desk)
    assert one["call"]["arrived"] >= one["since"]
    answer = desk.post(
        "/api/entries",
        json=[
            {
                "command_id": str(uuid4()),
                "game": str(table.game),
                "asked": {"ask": "director-goes", "outcome": "It was an E"},
            }
        ],
        headers=FROM_HERE,
    )
    assert answer.json["answers"][0]["kind"] == "written"
    assert table.sheet.events[-1].fact == DirectorLeft(outcome="It was an E")
    assert table.sheet.events[-1].envelope.written_by == "D1"
    assert at(table, "calls", desk) == []


def test_the_record_at_the_call_shows_nothing_that_came_later(hall, table):
    desk = client(hall)
    table.enter(CallDirector(reason="The clock"))
    [one] = at(table, "calls", desk)
    table.play(B, "9C", "HOT")

    known = desk.get(one["at_the_call"].replace("?", "replay.json?")).json

    assert [ply["move"] for ply in known["plies"]] == ["8D WINDY"]
    assert known["game"]["version"] == one["call"]["version"]


def test_two_calls_from_one_table_are_one_row_and_the_earlier_one_is_not_forgotten(hall, table):
    table.enter(CallDirector(reason="The clock"))
    table.enter(CallDirector(reason="And the bag"))

    [one] = at(table, "calls", client(hall))

    assert (one["call"]["reason"], one["call"]["earlier"]) == ("And the bag", ["The clock"])


def test_a_verdict_that_is_waited_for_is_shown_without_its_words(hall, table):
    desk = client(hall)
    table.enter(IssueChallenge(seat=B, words=("VELDY",), method="runner"))

    [one] = at(table, "slips", desk)
    assert (one["method"], one["opinion"], one["handed_over"]) == ("runner", 1, False)
    assert "VELDY" not in desk.get("/desk/now.json").text

    table.enter(Adjudicate(acceptable=True))
    assert at(table, "slips", desk) == []


def test_a_result_is_waited_for_from_the_first_signature_until_it_is_handed_in(hall, table):
    desk = client(hall)
    for seat in (B, A, B, A, B, A):
        table.passes(seat)
    table.enter(CountUnplayed(racks=("EGN", "?AQ")))
    table.enter(ProposeResult())
    assert at(table, "results", desk) == []

    lacks = []
    for seat in (A, B):
        table.enter(signature(table.sheet, seat))
        lacks += [(one["lacks"], one["words"]) for one in at(table, "results", desk)]
    table.enter(HandIn(seat=A))

    one, two = (table.sheet.name(seat) for seat in (A, B))
    assert lacks == [
        ("signature", f"{two} has not signed the result slip."),
        ("hand-in", f"{one}, the winner, has not handed in the result."),
    ]
    assert at(table, "results", desk) == []


@pytest.mark.parametrize("how", [("stroke", "stroke"), ("stroke", "paper")])
def test_both_signatures_drawn_on_one_tablet_are_told_to_officials_as_a_fact(hall, table, how):
    desk = client(hall)
    for seat in (B, A, B, A, B, A):
        table.passes(seat)
    table.enter(CountUnplayed(racks=("EGN", "?AQ")))
    table.enter(ProposeResult())
    for seat, one in zip((A, B), how, strict=True):
        table.enter(signature(table.sheet, seat, one))

    [waits] = at(table, "results", desk)

    assert waits["strokes"] == (["desk", "K1"] if how == ("stroke", "stroke") else None)


def differed(table):
    """Two verdicts on Ann's play that differ."""
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"))
    table.enter(AskAgain(seat=B))
    table.enter(Readjudicate(acceptable=False, adjudicator="J2"))


@pytest.mark.found("DE4")
def test_DE4_two_verdicts_that_differ_wait_for_the_director(hall, table):
    desk = client(hall)
    differed(table)

    [one] = at(table, "slips", desk)
    assert (one["opinion"], one["by_director"]) == (3, True)
    assert one["version"] == table.sheet.version
    table.enter(Readjudicate(acceptable=True, adjudicator="D1"), by="D1")
    assert at(table, "slips", desk) == []


class Taken:
    """A tablet of one table that hands entries in by the interface."""

    def __init__(self, hall, table):
        self.client = hall.app.test_client()
        self.table, self.seq = table, 0
        scope = f"{SLUG}/T{table.sheet.scheduled.table}"
        code = hall.office.tablets.invite(scope, by=CONSOLE)
        self.client.post("/enrol", data={"code": code}, headers=FROM_HERE)
        self.client.post("/sign-in", data={"badge": "K1", "pin": PIN}, headers=FROM_HERE)

    def passes(self, seat, after):
        return self.hands_in(after, ask="pass-turn", seat=seat)

    def hands_in(self, after, **request):
        self.seq += 1
        entry = {
            "command_id": str(uuid4()), "device_seq": self.seq, "game": str(self.table.game),
            "asked": request, "after": after,
        }  # fmt: skip
        told = self.client.post("/api/entries", json=[entry], headers=FROM_HERE).json
        return told["answers"][0]["kind"]


def test_entries_that_met_another_state_wait_for_a_person_with_both_sides(hall, table):
    desk, tablet = client(hall), Taken(hall, table)
    seen = str(table.sheet.events[-1].envelope.command_id)
    table.passes(B)

    exchanged = tablet.hands_in(seen, ask="exchange-tiles", seat="second", count=3)
    assert [exchanged, tablet.passes("first", seen)] == ["stale", "stale"]
    first, second = at(table, "unwritten", desk)
    assert [one["entry"]["by"] for one in (first, second)] == ["K1", "K1"]
    [written] = first["entry"]["meanwhile"]
    assert "exchange" in first["entry"]["told"]
    assert "pass" in written["told"]

    now = str(table.sheet.events[-1].envelope.command_id)
    assert tablet.passes("first", now) == "written"
    assert len(at(table, "unwritten", desk)) == 2, "until somebody says what became of each"
    for one in (first, second):
        address = f"/api/games/{table.game}/unsettled/{one['entry']['entry']}"
        dropped = {"reason": "It is on the sheet already"}
        assert tablet.client.post(address, json=dropped, headers=FROM_HERE).status_code == 200
    assert at(table, "unwritten", desk) == []


def test_a_tablet_of_a_game_in_play_that_falls_silent_is_named(hall, table, monkeypatch):
    desk = client(hall)
    Taken(hall, table)
    assert at(table, "silent", desk) == []
    now = hall.desk.now

    monkeypatch.setattr(hall.desk, "now", lambda: now() + timedelta(minutes=5))
    [one] = at(table, "silent", desk)

    assert one["device"].startswith(f"t{table.sheet.scheduled.table}-")
    assert one["badges"] == ["K1"]


def test_an_organiser_reads_the_desk_and_nobody_else_comes_in(hall):
    organiser = client(hall, "O1")
    assert "Director’s desk" in organiser.get("/desk", headers=FOR_PEOPLE).text
    assert organiser.get("/desk/now.json").status_code == 200

    for badge in ("K1", "J1"):
        visitor = client(hall, badge)
        assert visitor.get("/desk").status_code == 403
        assert visitor.get("/desk/now.json").status_code == 403


@pytest.mark.browser
@pytest.mark.found("DE4")
def test_DE4_verdicts_that_differ_ring_on_the_desk_and_the_tablet_says_so(browser, hall, table):
    number = table.sheet.scheduled.table
    differed(table)
    tablet = Tablet(browser, hall, number)
    tablet.page.wait_for_selector(
        "#going >> text=The verdicts differ; the director gives the final one"
    )
    desk = at_the_desk(browser, hall)
    row = f"#now .ringing[data-game='{table.game}']"
    desk.wait_for_selector(f"{row} >> text=Verdicts differ")
    until(desk, "document.title.includes('call')")

    desk.click(f"{row} .more")
    desk.click("#peek >> text=Do not ring here")
    desk.wait_for_selector(f".matter:not(.ringing)[data-game='{table.game}']")
    table.enter(Readjudicate(acceptable=True, adjudicator="D1"), by="D1")
    differ = f".matter[data-game='{table.game}'][data-kinds~='verdicts-differ']"
    desk.wait_for_selector(differ, state="detached")
    tablet.page.evaluate("tilescribe.entries.reload().then(() => 0)")
    tablet.page.wait_for_selector("#going >> text=The play stands")
    desk.context.close()
    tablet.close()


@pytest.mark.browser
@pytest.mark.found("RE5", "DE11")
def test_RE5_DE11_on_a_phone_the_ways_on_leave_room_and_nothing_is_said_to_be_stopped(
    browser, hall, table
):
    table.enter(CallDirector(reason="The clock"))
    number = table.sheet.scheduled.table
    tablet = Tablet(browser, hall, number, size=(390, 844))
    assert "should be stopped" in tablet.page.text_content("#going")
    table.enter(NeutraliseClock(reason="director", seat=B))
    tablet.page.evaluate("tilescribe.entries.reload().then(() => 0)")
    tablet.page.wait_for_selector("#going >> text=/clocks stopped/")

    tablet.page.goto(f"{hall.address}/t/{SLUG}/r1/t{number}/")
    enter = tablet.page.get_by_role("link", name="Enter turns").bounding_box()
    assert enter["width"] >= 44
    assert enter["x"] + enter["width"] <= 390
    assert tablet.page.evaluate("document.documentElement.scrollWidth") <= 390
    tablet.close()


def at_the_desk(browser, hall):
    desk = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
    desk.goto(f"{hall.address}/sign-in?then=/desk?tournament={SLUG}")
    desk.fill("[name=badge]", "D1")
    desk.fill("[name=pin]", PIN)
    desk.click("button:has-text('Sign in')")
    desk.wait_for_selector("[data-look=live]")
    return desk


@pytest.mark.journey("call")
@pytest.mark.found("PH-14")
@pytest.mark.browser
def test_a_call_from_a_tablet_rings_on_the_desk_until_it_is_settled(browser, hall):
    tablet = Tablet(browser, hall, 1)
    desk, errors = at_the_desk(browser, hall), []
    desk.on("pageerror", lambda error: errors.append(str(error)))
    desk.click("#sound")
    desk.wait_for_selector("#sound[aria-checked=true]")

    tablet.start()
    tablet.page.click("[data-do=director]")
    tablet.page.click(".panel .choices button >> nth=0")
    row = f".matter.ringing[data-game='{hall.games[0]}']"
    desk.wait_for_selector(row)
    reason = hall.sheet(1).open[-1].fact.reason
    assert (
        desk.locator(f"{row} .task-what b").text_content() == f"A {reason}"
    )  # the tablet's own words
    until(desk, "document.title.includes('call')")
    assert desk.locator("#sound").get_attribute("aria-checked") == "true"

    desk.click(f"{row} >> text=I’m on my way")
    desk.wait_for_selector(f".matter:not(.ringing)[data-game='{hall.games[0]}']")
    assert isinstance(hall.sheet(1).events[-1].fact, DirectorSetOut)
    desk.reload()  # a browser turns the sound off with it
    desk.get_by_text("Tap once to hear calls").wait_for()
    assert desk.locator("#sound").get_attribute("aria-checked") == "true", "it remembers"
    desk.wait_for_selector(f".matter[data-game='{hall.games[0]}'] >> text=You are on the way")
    tablet.page.evaluate("window.tilescribe.entries.reload().then(() => 0)")
    tablet.page.wait_for_selector("#going >> text=The director is on the way")
    desk.click(f".matter[data-game='{hall.games[0]}'] >> text=I’m at the table")
    there = f".matter[data-game='{hall.games[0]}'] .chip"
    desk.wait_for_selector(f"{there}:has-text('You are at the table')")
    desk.click(f".matter[data-game='{hall.games[0]}'] >> text=Settled…")
    desk.fill("#outcome", "Play goes on")
    desk.click("#settle >> text=Record it")
    desk.wait_for_selector(f".matter[data-game='{hall.games[0]}']", state="detached")

    left, again = hall.sheet(1).events[-2:]
    assert left.fact == DirectorLeft(outcome="Play goes on")
    assert again.fact.seat is hall.sheet(1).on_move  # the clocks that the call stopped
    tablet.page.evaluate("tilescribe.entries.reload()")
    tablet.until("!document.querySelector('[data-do=director]').classList.contains('called')")
    assert errors == []
    desk.context.close()
    tablet.close()


@pytest.mark.browser
def test_a_witness_that_disagrees_is_said_on_a_desk_that_is_open(browser, hall):
    desk = at_the_desk(browser, hall)
    alarm = desk.locator("#witness")
    assert not alarm.is_visible()
    checkpoints = hall.app.config["CHECKPOINTS"]()
    key, now = Verifier.read(AWitness("<i>w</i>.example").vkey), hall.desk.now()
    made = checkpoints.make("asked", now=now)
    checkpoints.disagreed(made, key, 9_999, "not-in-the-record", now=now)

    desk.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    alarm.wait_for(state="visible")
    assert "<i>w</i>.example refused to sign" in alarm.text_content()

    checkpoints.settle(str(key), "it errs", now=now, by="D1", command_id=uuid4())
    desk.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    alarm.wait_for(state="hidden")
    desk.context.close()
