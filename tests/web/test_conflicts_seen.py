"""Two tablets that differ: both entries are kept, and both people and the director see both."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations
from uuid import UUID, uuid4

import pytest

from ledger.accounts.badges import Badges
from ledger.accounts.local_store import open_local_store
from ledger.accounts.sessions import Cost
from ledger.desk.answering import unsettled
from ledger.desk.matters import refused_for_a_ruling
from ledger.messages import say, speaking
from ledger.record.verify import verify
from ledger.vocabulary import Role
from tests.desks import DIRECTOR, JUDGE, SCOREKEEPER, A, B, a_desk, a_table
from tests.web.a_tablet import Tablet as BrowserTablet
from tests.web.entry_hall import a_hall
from tests.web.fake_site import a_site
from tests.web.turns_asked import a_pass, a_play
from web.application import create_app
from web.frame.languages import CHOSEN

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
PIN = "a good pin"
SECOND = "K2"
DROPS = "button:text-is('Drop it')"


class Hall:
    """A game at one table, and everybody who may sit down at it."""

    def __init__(self, desk, local_store):
        self.desk = desk
        self.game = a_table(desk).game
        self.office = Badges(desk, local_store, Cost(2, 1, 1))
        self.office.issue(SECOND, "Second", Role.SCOREKEEPER, by=DIRECTOR)
        for badge in (DIRECTOR, SCOREKEEPER, JUDGE, SECOND):
            self.office.pins.set(badge, PIN)
        self.app = create_app(a_site(), badges=self.office, TESTING=True)

    def last(self):
        return str(self.desk.sheet(self.game).events[-1].envelope.command_id)

    def state(self, tablet):
        return tablet.client.get(f"/api/games/{self.game}/table.json").json


class Tablet:
    """One at the table: its cookies, its count, what it made."""

    def __init__(self, hall, badge, table="spring-open/T1", enrolled=True):
        self.hall, self.seq = hall, 0
        self.client = hall.app.test_client()
        if enrolled:
            code = hall.office.tablets.invite(table, by=DIRECTOR)
            self.client.post("/enrol", data={"code": code}, headers=FROM_HERE)
        self.client.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)

    def entry(self, request, after=None, **what):
        self.seq += 1
        return {
            "command_id": str(uuid4()), "device_seq": self.seq, "game": str(self.hall.game),
            "asked": request, **({"after": after} if after else {}), **what,
        }  # fmt: skip

    def send(self, *entries):
        answer = self.client.post("/api/entries", json=list(entries), headers=FROM_HERE)
        return answer.json["answers"]

    def waiting(self):
        return self.hall.state(self)["unsettled"]

    def settle(self, entry, **how):
        return self.client.post(
            f"/api/games/{self.hall.game}/unsettled/{entry}", json=how, headers=FROM_HERE
        )


@pytest.fixture
def hall(tmp_path):
    with a_desk(tmp_path) as desk:
        local_store = open_local_store(tmp_path, {})
        yield Hall(desk, local_store)
        local_store.close()


def the_play(square="8D", letters="WINDY", seat=A):
    return a_play(seat, square, letters, announced=32)


def in_conflict(hall):
    """Two tablets that saw the same sheet; the second one's play is the one that came late."""
    here, there = Tablet(hall, SCOREKEEPER), Tablet(hall, SECOND)
    seen = hall.last()
    [first] = here.send(here.entry(a_pass(A), seen))
    late = there.entry(the_play(), seen, occurred_at="2026-11-21T14:32:07Z")
    [second] = there.send(late)
    assert (first["kind"], second["kind"]) == ("written", "stale")
    return here, there, late["command_id"]


def test_C5_both_tablets_the_director_and_the_judge_see_both_entries(hall):
    here, there, late = in_conflict(hall)
    director = Tablet(hall, DIRECTOR, enrolled=False)

    for who in (here, there, director):
        [one] = who.waiting()
        assert one["entry"] == late
        assert one["told"] == "Player 1: 8D WINDY +32"
        assert (one["by"], one["occurred_at"]) == (SECOND, "2026-11-21T14:32:07Z")
        assert one["device"] in {device.device for device in hall.office.tablets.enrolled()}
        assert [event["told"] for event in one["meanwhile"]] == ["Player 1: pass"]
        assert one["meanwhile"][0]["written_by"] == SCOREKEEPER
    [one] = unsettled(hall.desk.log)
    assert one.wanted.asked["placement"] == {"square": "8D", "letters": "WINDY"}


@pytest.mark.parametrize("order", sorted(set(permutations("AABB"))))
def test_C5_in_every_order_of_two_entries_each_both_are_kept_and_seen_by_both(hall, order):
    tablets = {"A": Tablet(hall, SCOREKEEPER), "B": Tablet(hall, SECOND)}
    plays = {"A": ("8D", "WINDY"), "B": ("8H", "WINDS")}
    seen, queues, made = hall.last(), {}, {}
    for letter, tablet in tablets.items():
        first = tablet.entry(the_play(*plays[letter]), seen)
        queues[letter] = [first, tablet.entry(a_pass(B), first["command_id"])]
        made[letter] = [entry["command_id"] for entry in queues[letter]]

    for letter in order:
        tablets[letter].send(queues[letter].pop(0))

    winner, loser = order[0], "B" if order[0] == "A" else "A"
    events = hall.desk.sheet(hall.game).events
    assert [str(event.envelope.command_id) for event in events[-2:]] == made[winner]
    for tablet in tablets.values():
        assert [one["entry"] for one in tablet.waiting()] == made[loser]
        told = [one["told"] for one in tablet.waiting()]
        assert told == [f"Player 1: {' '.join(plays[loser])} +32", "Player 2: pass"]
        for one in tablet.waiting():
            assert {event["command_id"] for event in one["meanwhile"]} <= set(made[winner])
            assert one["meanwhile"][0]["command_id"] == made[winner][0]


def test_C5_it_is_kept_when_the_hall_is_restarted_and_the_record_is_whole(hall):
    _, there, late = in_conflict(hall)
    hall.desk.shelf.__init__(hall.desk.log)

    assert [one["entry"] for one in there.waiting()] == [late]
    assert verify(hall.desk.log.store).faults == ()


def test_C5_dropped_with_a_reason_it_is_settled_for_everybody_and_only_once(hall):
    here, there, late = in_conflict(hall)

    assert there.settle(late).json["refused"] == "no-reason"
    assert there.settle(late, reason="x" * 501).json["refused"] == "no-reason"
    assert there.settle(late, reason="It was a pass").json == {"unsettled": []}
    assert here.waiting() == there.waiting() == []
    there.settle(late, reason="Something else")

    [kept] = hall.desk.log.answers_not_written("settled", hall.game)
    assert b"It was a pass" in kept.body


def test_C5_entered_anew_it_is_settled_when_the_new_entry_has_arrived(hall):
    here, there, late = in_conflict(hall)
    anew = there.entry(the_play(seat=B), hall.last())

    assert there.settle(late, became=anew["command_id"]).json["refused"] == "not-entered"
    assert there.settle(late, became=late).json["refused"] == "not-entered"
    assert there.send(anew)[0]["kind"] == "written"
    assert there.settle(late, became=anew["command_id"]).status_code == 200
    assert here.waiting() == []


def test_C5_entered_anew_and_late_again_it_is_the_new_entry_that_waits(hall):
    here, there, late = in_conflict(hall)
    anew = there.entry(the_play(seat=B), hall.last())
    here.send(here.entry(a_pass(B), hall.last()))
    there.send(anew)

    there.settle(late, became=anew["command_id"])

    assert [one["entry"] for one in here.waiting()] == [anew["command_id"]]


def test_C5_only_who_made_it_or_a_director_settles_it(hall):
    here, there, late = in_conflict(hall)
    hall.office.issue("K3", "Third", Role.SCOREKEEPER, by=DIRECTOR)
    hall.office.pins.set("K3", PIN)
    again = Tablet(hall, SECOND)  # the same person, on a tablet taken in anew
    elsewhere = Tablet(hall, SECOND, table="spring-open/T2")

    assert here.settle(late, reason="mine is right").json["refused"] == "another-tablets"
    assert elsewhere.settle(late, reason="?").json["refused"] == "another-table"
    assert len(here.waiting()) == 1
    assert again.settle(late, reason="It was a pass").status_code == 200
    here, there, late = in_conflict_at_the_end(hall, here, there)
    director = Tablet(hall, DIRECTOR, enrolled=False)
    assert director.settle(late, reason="Both agree").json == {"unsettled": []}


def in_conflict_at_the_end(hall, here, there):
    seen = hall.last()
    here.send(here.entry(a_pass(B), seen))
    late = there.entry(the_play(seat=B), seen)
    assert there.send(late)[0]["kind"] == "stale"
    return here, there, late["command_id"]


def test_C5_what_was_written_or_no_ruling_overcomes_or_is_unknown_cannot_be_settled(hall):
    here = Tablet(hall, SCOREKEEPER)
    no_such_turn = {
        "ask": "correct-score", "version": 99, "now": 3, "reason": "miscounted",
        "approved_by": "both",
    }  # fmt: skip
    written, refused = here.entry(a_pass(A)), here.entry(no_such_turn)
    assert [one["kind"] for one in here.send(written, refused)] == ["written", "refused"]

    for entry in (written["command_id"], refused["command_id"], UUID(int=9)):
        assert here.settle(entry, reason="no").json["refused"] == "no-such-entry"
    assert here.waiting() == []


def test_C5_what_a_director_was_told_at_once_does_not_wait(hall):
    here, _, _ = in_conflict(hall)
    entry = {"command_id": str(uuid4()), "game": str(hall.game), "asked": a_pass(B),
             "after": str(UUID(int=7))}  # fmt: skip

    told = here.client.post(
        f"/api/games/{hall.game}/by-director",
        json={"badge": DIRECTOR, "pin": PIN, "entry": entry}, headers=FROM_HERE,
    ).json  # fmt: skip

    assert told["kind"] == "stale"
    assert len(here.waiting()) == 1


def test_the_oldest_conflict_stands_first_and_those_of_all_games_are_found(hall):
    here, there, first = in_conflict(hall)
    here, there, second = in_conflict_at_the_end(hall, here, there)

    assert [str(one.entry) for one in unsettled(hall.desk.log)] == [first, second]
    assert unsettled(hall.desk.log, UUID(int=5)) == ()
    assert unsettled(hall.desk.log)[0].answered_at > datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.browser
def test_C5_on_the_page_the_other_tablet_shows_it_until_it_is_dropped(browser, tmp_path):
    with a_hall(tmp_path) as hall:
        hall.office.issue("K2", "Kay", Role.SCOREKEEPER, by="D1")
        hall.office.pins.set("K2", PIN)
        here = BrowserTablet(browser, hall)
        here.start()
        there = BrowserTablet(browser, hall)
        there.context.set_offline(True)
        there.play("8D", "WINDY")
        here.passes()
        here.sent()
        there.context.set_offline(False)
        there.page.evaluate("window.tilescribe.outbox.flush()")
        there.until("window.tilescribe.outbox.troubles.length === 1")
        here.page.evaluate("window.tilescribe.entries.reload()")
        here.until("document.getElementById('state').textContent.startsWith('Other tablet')")
        strip = here.page.inner_text("#going")
        assert "The other tablet has an unwritten entry" in strip
        assert "8D WINDY" in strip
        assert "K1" in strip
        here.page.click("#going button")
        sides = here.page.inner_text(".sides")
        assert "Player 1: pass" in sides
        assert "Player 1: 8D WINDY" in sides
        here.page.click("text=Close")

        there.page.click("#state")
        there.page.click("text=Drop it")
        with there.page.expect_response("**/unsettled/*") as told:
            there.page.click("text=What is on the sheet is right")
        assert told.value.ok
        here.page.evaluate("window.tilescribe.entries.reload()")
        here.until("document.getElementById('state').textContent === 'Sent'")
        assert here.page.is_hidden("#going")
        [kept] = hall.desk.log.answers_not_written("settled")
        assert b"What is on the sheet is right" in kept.body
        here.close()
        there.close()


@pytest.mark.browser
def test_what_was_refused_and_then_dropped_waits_for_no_ruling(browser, tmp_path):
    with a_hall(tmp_path) as hall:
        here = BrowserTablet(browser, hall)
        here.start()
        here.passes()
        here.sent()
        onto_a_full_rack = {"ask": "report-overdraw", "seat": A, "drawn": 1, "touched": False}
        here.page.evaluate("asked => window.tilescribe.entries.enter(asked)", onto_a_full_rack)
        here.until("window.tilescribe.outbox.troubles.length === 1")
        [waits] = refused_for_a_ruling(hall.desk.log)
        assert waits.asks_for_a_ruling

        here.page.click("#state")
        here.page.click(DROPS)
        here.context.set_offline(True)
        here.page.click("text=It was entered by mistake")
        here.page.wait_for_selector("text=Nothing was dropped.")
        here.context.set_offline(False)
        assert refused_for_a_ruling(hall.desk.log) == (waits,)
        here.page.click("dialog[open] button:text-is('Close')")
        here.page.click(DROPS)
        here.page.click("text=It was entered by mistake")
        here.until("window.tilescribe.outbox.troubles.length === 0")

        assert refused_for_a_ruling(hall.desk.log) == ()
        here.close()


@pytest.mark.browser
def test_why_it_was_dropped_is_kept_alike_whichever_language_the_tablet_speaks(browser, tmp_path):
    with a_hall(tmp_path) as hall:
        here = BrowserTablet(browser, hall)
        here.start()
        here.passes()
        here.sent()
        cookie = {"name": CHOSEN, "value": "es", "url": hall.address}
        here.context.add_cookies([cookie])
        here.open(1)
        onto_a_full_rack = {"ask": "report-overdraw", "seat": A, "drawn": 1, "touched": False}
        here.page.evaluate("asked => window.tilescribe.entries.enter(asked)", onto_a_full_rack)
        here.until("window.tilescribe.outbox.troubles.length === 1")
        here.page.click("#state")
        with speaking("es"):
            here.page.click(f"dialog[open] button:text-is('{say('entry.drop')}')")
            here.page.click(f"text={say('lines.reason-it-was-entered-by-mistake')}")
        here.until("window.tilescribe.outbox.troubles.length === 0")

        [kept] = hall.desk.log.answers_not_written("settled")
        assert b"It was entered by mistake" in kept.body
        here.context.clear_cookies(name=CHOSEN)
        here.close()


@pytest.mark.found("TB11")
def test_TB11_the_same_turns_entered_on_two_tablets_differ_about_nothing(hall):
    here, there = Tablet(hall, SCOREKEEPER), Tablet(hall, SECOND)
    seen = hall.last()
    one, other = here.entry(the_play(), seen), there.entry(the_play(), seen)
    two = here.entry(a_pass(B), one["command_id"])
    same = there.entry(a_pass(B), other["command_id"])
    more = there.entry(the_play("D8", ".ON", A), same["command_id"])
    here.send(one, two)
    version = hall.desk.sheet(hall.game).version

    first, second, third = there.send(other, same, more)

    assert [first["same_as"], second["same_as"]] == [one["command_id"], two["command_id"]]
    assert third["kind"] == "written"
    assert hall.desk.sheet(hall.game).version == version + 1
    assert unsettled(hall.desk.log) == ()
    assert there.send(other)[0] == {**first, "again": True}


@pytest.mark.browser
@pytest.mark.found("TB11")
def test_TB11_on_the_tablet_it_is_told_and_takes_no_tap(browser, tmp_path):
    with a_hall(tmp_path) as hall:
        here, there = BrowserTablet(browser, hall), BrowserTablet(browser, hall)
        here.start()
        here.sent()
        there.page.evaluate("tilescribe.entries.reload().then(() => 0)")
        there.context.set_offline(True)
        there.play("8D", "WINDY")
        here.play("8D", "WINDY")
        here.sent()
        there.context.set_offline(False)
        there.says("#said", "the same")
        there.sent()
        assert there.page.evaluate("tilescribe.outbox.troubles.length") == 0
        assert there.turns() == 1
        there.play("D8", ".ON")
        there.sent()
        assert [line.move for line in hall.sheet().lines] == ["8D WINDY", "D8 .ON"]
        here.close()
        there.close()
