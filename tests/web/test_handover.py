"""What a director hands in for a tablet, and the same entry by more than one way."""

from __future__ import annotations

import pytest

from tests.desks import DIRECTOR, SCOREKEEPER, A, B
from tests.web.conftest import FOR_PEOPLE
from tests.web.test_entries import FROM_HERE, PIN, Tablet, a_pass, a_play, hall  # noqa: F401


def device_of(hall):  # noqa: F811
    return hall.office.tablets.enrolled()[0].device


def a_director(hall):  # noqa: F811
    client = hall.app.test_client()
    client.post("/sign-in", data={"badge": DIRECTOR, "pin": PIN}, headers=FROM_HERE)
    return client


def handed(hall, *entries, device=None, client=None):  # noqa: F811
    return (client or a_director(hall)).post(
        "/api/handover",
        json={"device": device or device_of(hall), "entries": list(entries)},
        headers=FROM_HERE,
    )


def kinds(answer):
    return [(one["kind"], one.get("again", False)) for one in answer.json["answers"]]


@pytest.fixture
def tablet(hall):  # noqa: F811
    return Tablet(hall)


@pytest.fixture
def queue(hall, tablet):  # noqa: F811
    first = tablet.entry(a_play(), hall.last, by=SCOREKEEPER)
    second = tablet.entry(a_pass(B), first["command_id"], by=SCOREKEEPER)
    return [first, second]


def test_what_is_handed_in_is_the_tablets_and_is_written_by_the_director(hall, queue):  # noqa: F811
    answer = handed(hall, *queue)

    assert kinds(answer) == [("written", False), ("written", False)]
    envelope = hall.desk.sheet(hall.game).events[-1].envelope
    assert (envelope.written_by, envelope.device) == (DIRECTOR, device_of(hall))
    assert str(envelope.command_id) == queue[1]["command_id"]
    assert answer.json["expected"] == 3


def test_it_is_written_once_whichever_way_it_comes_first(hall, tablet, queue):  # noqa: F811
    first = tablet.send(queue[0])
    version = hall.desk.sheet(hall.game).version
    both = handed(hall, *queue)
    by_itself = tablet.send(*queue)
    once_more = handed(hall, *queue)

    assert [one["kind"] for one in first] == ["written"]
    assert kinds(both) == [("written", True), ("written", False)]
    assert [one["again"] for one in by_itself] == [True, True]
    assert kinds(once_more) == [("written", True), ("written", True)]
    assert hall.desk.sheet(hall.game).version == version + 1


def test_other_contents_under_a_number_handed_in_are_refused_as_ever(hall, tablet, queue):  # noqa: F811
    handed(hall, *queue)

    [answer] = tablet.send({**queue[1], "asked": a_pass(A)})

    assert answer["refused"] == "changed-request"


def test_an_entry_answered_under_another_device_leaves_its_number_free(hall, tablet, queue):  # noqa: F811
    tablet.send(*queue)
    anew = Tablet(hall)

    [answer] = anew.send({**queue[1], "device_seq": 1})
    [next_one] = anew.send(anew.entry(a_pass(A), queue[1]["command_id"]))

    assert (answer["kind"], answer["again"], answer["elsewhere"]) == ("written", True, True)
    assert next_one["kind"] == "written"


def test_a_stale_answer_is_found_again_by_the_other_way_too(hall, tablet, queue):  # noqa: F811
    here = device_of(hall)
    there = Tablet(hall)
    there.send(there.entry(a_pass(A), hall.last))

    by_hand = handed(hall, *queue, device=here)
    by_itself = tablet.send(*queue)

    assert kinds(by_hand) == [("stale", False), ("stale", False)]
    assert [(one["kind"], one["again"]) for one in by_itself] == [("stale", True)] * 2


def test_nobody_but_a_director_hands_in_for_a_tablet(hall, tablet, queue):  # noqa: F811
    answer = handed(hall, *queue, client=tablet.client)

    assert (answer.status_code, answer.json["refused"]) == (403, "not-allowed")


def test_a_device_nobody_took_in_is_named(hall, queue):  # noqa: F811
    answer = handed(hall, *queue, device="desk")

    assert answer.json["refused"] == "no-such-device"


@pytest.mark.parametrize("body", [[], {}, {"device": 1, "entries": []}, {"device": "x"}])
def test_what_cannot_be_read_is_said_in_words(hall, body):  # noqa: F811
    answer = a_director(hall).post("/api/handover", json=body, headers=FROM_HERE)

    assert answer.json["refused"] == "unreadable-request"


def test_the_page_is_there_for_whoever_opens_the_code(client):
    assert "Point the camera" in client.get("/handover", headers=FOR_PEOPLE).text


def test_entries_of_one_badge_are_not_sent_by_another_who_signed_in_since(hall, tablet, queue):  # noqa: F811
    judge = {**queue[0], "by": "J1"}

    answer = tablet.client.post("/api/entries", json=[judge], headers=FROM_HERE)

    assert (answer.status_code, answer.json["refused"]) == (403, "another-badge")
    director = Tablet(hall, badge=DIRECTOR)
    [taken] = director.send({**judge, "device_seq": 1})
    assert taken["kind"] == "written"


def test_after_a_number_used_before_nothing_is_looked_at(hall, tablet, queue):  # noqa: F811
    tablet.send(*queue)
    tablet.seq = 1
    late = tablet.entry(a_pass(A)), tablet.entry(a_pass(A))

    answers = tablet.send(*({**one, "command_id": f"{n:032x}"} for n, one in enumerate(late)))

    assert [one["refused"] for one in answers] == ["number-used"]
