"""What a tablet hands in: once, in order, from its own table; or an answer that says why."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

import msgspec
import pytest

from ledger.accounts.badges import Badges
from ledger.accounts.local_store import open_local_store
from ledger.accounts.sessions import Cost
from ledger.game.turns.facts import PlayRecorded
from ledger.record.events import badge_id
from tests.desks import DIRECTOR, JUDGE, SCOREKEEPER, A, B, a_desk, a_table
from tests.web.fake_site import a_site
from tests.web.turns_asked import a_pass, a_play
from web.application import create_app

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
PIN = "a good pin"


class Tablet:
    """A tablet with its cookies and its count."""

    def __init__(self, hall, table="spring-open/T1", badge=SCOREKEEPER):
        self.hall = hall
        self.client = hall.app.test_client()
        self.seq = 0
        code = hall.office.tablets.invite(table, by=DIRECTOR)
        self.client.post("/enrol", data={"code": code}, headers=FROM_HERE)
        self.client.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)

    def entry(self, request, after=None, **what):
        self.seq += 1
        return {
            "command_id": str(UUID(int=(id(self) << 32) + self.seq)),
            "device_seq": self.seq,
            "game": str(self.hall.game),
            "asked": request,
            **({"after": after} if after else {}),
            **what,
        }

    def send(self, *entries):
        answer = self.client.post("/api/entries", json=list(entries), headers=FROM_HERE)
        return answer.json["answers"]


class Hall:
    def __init__(self, desk, office, game):
        self.desk, self.office, self.game = desk, office, game
        self.app = create_app(a_site(), badges=office, TESTING=True)

    @property
    def last(self):
        return str(self.desk.sheet(self.game).events[-1].envelope.command_id)


@pytest.fixture
def hall(tmp_path):
    with a_desk(tmp_path) as desk:
        table = a_table(desk)
        local_store = open_local_store(tmp_path, {})
        office = Badges(desk, local_store, Cost(2, 1, 1))
        for badge in (DIRECTOR, SCOREKEEPER, JUDGE):
            office.pins.set(badge, PIN)
        yield Hall(desk, office, table.game)
        local_store.close()


def test_a_play_is_written_with_the_badge_and_the_device_of_the_cookies(hall):
    tablet = Tablet(hall)

    [answer] = tablet.send(tablet.entry(a_play(), hall.last, clocks=[1490, 1500]))

    assert answer["kind"] == "written"
    event = hall.desk.sheet(hall.game).events[-1]
    assert isinstance(event.fact, PlayRecorded)
    assert event.envelope.written_by == SCOREKEEPER
    assert event.envelope.device == hall.office.tablets.enrolled()[0].device
    assert event.envelope.clocks == (1490, 1500)
    assert answer["events"][0]["told"] == "Player 1: 8D WINDY +32"


def test_C1_the_same_entry_sent_again_is_answered_the_same_and_written_once(hall):
    tablet = Tablet(hall)
    entry = tablet.entry(a_play(), hall.last)
    [first] = tablet.send(entry)
    version = hall.desk.sheet(hall.game).version

    [again] = tablet.send(entry)

    assert again == {**first, "again": True}
    assert hall.desk.sheet(hall.game).version == version


def test_the_same_entry_with_other_contents_is_refused_with_422(hall):
    tablet = Tablet(hall)
    entry = tablet.entry(a_play(), hall.last)
    tablet.send(entry)

    answer = tablet.client.post(
        "/api/entries", json=[{**entry, "asked": a_pass(A)}], headers=FROM_HERE
    )

    assert answer.status_code == 422
    assert answer.json["answers"][0]["refused"] == "changed-request"


def test_C4_a_gap_is_told_and_nothing_behind_it_is_looked_at(hall):
    tablet = Tablet(hall)
    one, two, three = (tablet.entry(a_pass(seat)) for seat in (A, B, A))
    tablet.send(one)

    answers = tablet.send(three)
    assert [(a["kind"], a["expected"]) for a in answers] == [("gap", 2)]
    assert [a["kind"] for a in tablet.send(two, three)] == ["written", "written"]


def test_queued_turns_follow_each_other_and_what_is_behind_a_stale_one_is_stale_too(hall):
    here, there = Tablet(hall), Tablet(hall)
    seen = hall.last
    first = here.entry(a_play(), seen)
    second = here.entry(a_pass(B), first["command_id"])
    [meanwhile] = there.send(there.entry(a_pass(A), seen))
    assert meanwhile["kind"] == "written"

    answers = here.send(first, second)

    assert [answer["kind"] for answer in answers] == ["stale", "stale"]
    assert answers[0]["events"][0]["told"] == "Player 1: pass"
    assert hall.desk.sheet(hall.game).turn_count == 1


def test_a_refused_entry_uses_up_its_number_and_blocks_nothing(hall):
    tablet = Tablet(hall)
    bad = tablet.entry(a_play(B))
    unreadable = tablet.entry({"ask": "fly-to-the-moon"})
    good = tablet.entry(a_play(A), hall.last)

    answers = tablet.send(bad, unreadable, good)

    assert [a.get("refused") or a["kind"] for a in answers] == [
        "not-your-turn",
        "unreadable-request",
        "written",
    ]
    assert tablet.send(unreadable)[0]["again"]


A_RACK_OF_SEVEN = {"ask": "report-overdraw", "seat": "first", "drawn": 1, "held": 7, "due": 0}
"""A tile drawn with seven on the rack: a gap of the book, which a director rules on."""


def test_an_answer_says_whether_a_ruling_could_overcome_the_refusal(hall):
    tablet = Tablet(hall)
    wrong = {"ask": "correct-score", "version": 99, "now": 1, "reason": "r", "approved_by": "b"}

    gap, nothing = tablet.send(tablet.entry(A_RACK_OF_SEVEN), tablet.entry(wrong))

    assert (gap["kind"], gap["ruling"]) == ("refused", True)
    assert nothing["kind"] == "refused"
    assert "ruling" not in nothing
    [again] = tablet.send(
        {**tablet.entry(A_RACK_OF_SEVEN), "command_id": gap["command_id"], "device_seq": 1}
    )
    assert again["ruling"]


def test_a_director_is_led_to_where_it_is_ruled_on_and_a_scorekeeper_is_not(hall):
    keeper, director = Tablet(hall), Tablet(hall, badge=DIRECTOR)
    [answer] = director.send(director.entry(A_RACK_OF_SEVEN))
    assert answer["rule_on"] == f"/t/spring-open/cases/new?entry={answer['command_id']}"
    [answer] = keeper.send(keeper.entry(A_RACK_OF_SEVEN))
    assert answer["ruling"]
    assert "rule_on" not in answer


def test_S1_a_tablet_writes_for_its_own_table_only(hall):
    other = Tablet(hall, table="spring-open/T2")
    director = Tablet(hall, table="spring-open/T2", badge=DIRECTOR)
    any_table = Tablet(hall, table="")

    assert other.send(other.entry(a_pass(A)))[0]["refused"] == "another-table"
    assert director.send(director.entry(a_pass(A)))[0]["kind"] == "written"
    assert any_table.send(any_table.entry(a_pass(B)))[0]["kind"] == "written"


def test_S1_a_word_judge_may_not_write_a_turn(hall):
    judge = Tablet(hall, badge=JUDGE)

    assert judge.send(judge.entry(a_play()))[0]["refused"] == "not-allowed"


def test_a_tablet_that_was_not_taken_in_hands_nothing_in(hall):
    client = hall.app.test_client()
    client.post("/sign-in", data={"badge": SCOREKEEPER, "pin": PIN}, headers=FROM_HERE)

    answer = client.post("/api/entries", json=[], headers=FROM_HERE)

    assert (answer.status_code, answer.json["refused"]) == (403, "no-device")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
def test_S3_entries_are_json_and_say_so(hall, kind):
    tablet = Tablet(hall)
    body = msgspec.json.encode([tablet.entry(a_play(), hall.last)])
    before = hall.desk.sheet(hall.game).version

    answer = tablet.client.post("/api/entries", data=body, content_type=kind, headers=FROM_HERE)

    assert answer.json["refused"] == "unreadable-request"
    assert hall.desk.sheet(hall.game).version == before


@pytest.mark.found("RU13")
def test_RU13_a_word_that_no_list_knows_is_refused_in_the_halls_words(hall):
    tablet = Tablet(hall)
    telepathy = {
        "ask": "designate-blank", "seat": "first", "blank": 1, "letter": "E", "square": "8E",
        "how": "by telepathy",
    }  # fmt: skip

    [answer] = tablet.send(tablet.entry(telepathy, hall.last))

    assert (answer["kind"], answer["refused"]) == ("refused", "unreadable-request")
    assert answer["what"] == "'by telepathy' is not a way to record a blank."
    assert "slip-circled (circled on the slip)" in answer["next_step"]


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[{}]", b"[1]", b'[{"command_id": "x"}]', b"\xff", b"[" * 10_000]
)
def test_what_cannot_be_read_is_said_in_words(hall, body):
    tablet = Tablet(hall)

    answer = tablet.client.post(
        "/api/entries", data=body, content_type="application/json", headers=FROM_HERE
    )

    assert answer.json["refused"] == "unreadable-request"


def test_the_state_of_a_table_is_all_a_tablet_needs(hall):
    tablet = Tablet(hall)
    tablet.send(tablet.entry(a_play(), hall.last))

    state = tablet.client.get(f"/api/games/{hall.game}/table.json").json

    assert state["totals"] == [32, 0]
    assert state["on_move"] == "second"
    assert state["game"]["last"] == hall.last
    assert [tile for tile in state["squares"] if tile] == list("WINDY")
    assert state["bag"] == 81
    assert state["lines"][0]["move"] == "8D WINDY"


@pytest.fixture
def reads(hall, monkeypatch):
    """How often each stream of the log was read."""
    found, read = Counter(), hall.desk.log.events_of

    def events_of(stream, **how):
        found[stream] += 1
        return read(stream, **how)

    monkeypatch.setattr(hall.desk.log, "events_of", events_of)
    return found


@pytest.mark.parametrize("many", [1, 3])
def test_a_badge_is_read_once_a_request_however_many_entries_it_brings(hall, reads, many):
    tablet = Tablet(hall)
    entries = [tablet.entry(a_pass((A, B)[at % 2])) for at in range(many)]
    reads.clear()

    answers = tablet.send(*entries)

    assert [answer["kind"] for answer in answers] == ["written"] * many
    assert reads[badge_id(SCOREKEEPER)] == 1
    assert reads[hall.game] == many


def test_to_look_at_a_table_its_game_and_the_badge_are_read_once(hall, reads):
    tablet = Tablet(hall)
    tablet.client.get(f"/api/games/{hall.game}/table.json")
    reads.clear()

    tablet.client.get(f"/api/games/{hall.game}/table.json")

    assert reads == {badge_id(SCOREKEEPER): 1, hall.game: 1}


def test_a_badge_that_was_taken_back_writes_nothing_with_the_next_request(hall):
    tablet = Tablet(hall)
    tablet.send(tablet.entry(a_play(), hall.last))
    version = hall.desk.sheet(hall.game).version
    hall.office.revoke(SCOREKEEPER, "lost", by=DIRECTOR)

    answer = tablet.client.post(
        "/api/entries", json=[tablet.entry(a_pass(B), hall.last)], headers=FROM_HERE
    )

    assert answer.status_code == 403
    assert hall.desk.sheet(hall.game).version == version
