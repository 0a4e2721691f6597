"""Checkpoints on their way while the service runs: beside every write, again where it failed."""

from __future__ import annotations

from threading import Event as Bell
from threading import Thread
from uuid import uuid4

import pytest

from ledger.proof.checkpoints_made import listed_in
from ledger.proof.facts import CheckpointCosigned
from ledger.proof.witnesses import Witness
from ledger.record.events import record_id
from ledger.vocabulary import Role
from tests.officials import Organiser
from tests.proof.a_witness import AWitness, served
from tests.proof.test_checkpoints import NOW
from tests.web.whole_hall import SLUG, a_whole_hall
from web.monitoring.metrics import all_checks
from web.proofs.exchange import Answered, Away
from web.proofs.sending import (
    FIRST_AGAIN,
    LAST_AGAIN,
    LOOKS,
    Courier,
    Delivering,
    Sending,
    Witnessing,
    latest_notes,
    sending_to,
)


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("sending")) as hall:
        hall.here.checkpoints.make("asked", now=NOW)
        yield hall


@pytest.fixture
def witness():
    with served(AWitness()) as (one,):
        yield one


class ARound:
    """A round that does as it is told, and counts."""

    name = "a receiver"

    def __init__(self, *troubles):
        self.troubles, self.went, self.gone = list(troubles), 0, Bell()

    def go(self):
        self.went += 1
        self.gone.set()
        trouble = self.troubles.pop(0) if self.troubles else ""
        if isinstance(trouble, Exception):
            raise trouble
        return trouble, "not the log" in trouble


def close(hall, number=1):
    Organiser(hall.desk).close_round(SLUG, number, by="D1", waiving="for the test")


def until(true):
    """Wait for another thread, ten seconds at most."""
    gone = Bell()
    for _ in range(500):
        if true():
            return
        gone.wait(0.02)
    pytest.fail("it never came true")


def listed(hall):
    return listed_in(hall.here.log.events_of(record_id()))


@pytest.fixture
def sending(hall, witness, monkeypatch):
    """What sends to a witness of this hall, begun and told of rounds that are closed."""
    witness.knows(str(hall.here.checkpoints.keys[0]))
    named = Witness.read(witness.vkey, witness.address)
    sending = sending_to([named], [], lambda: hall.here.checkpoints, hall.desk.now)
    monkeypatch.setattr(hall.here.automatic_checkpoints, "told", [sending.ring])
    sending.start()
    yield sending
    sending.stop()


def signed(hall, witness):
    """Whether the witness has signed the newest checkpoint."""
    return witness.vkey in [one.key for one in listed(hall)[-1].witnesses]


def test_a_round_that_is_closed_is_signed_by_the_witness_a_moment_later(hall, witness, sending):
    until(lambda: signed(hall, witness))
    close(hall)
    assert listed(hall)[-1].made.about == f"{SLUG}/R1"
    until(lambda: signed(hall, witness))


def test_a_write_waits_for_no_witness(hall, witness, sending):
    """It answers only once something was written: were it waited for, neither would ever end."""
    until(lambda: signed(hall, witness))
    written = Bell()
    witness.lies = lambda _handler, _body, told: told if written.wait(60) else (500, "", "")
    before = len(witness.asked)
    hall.here.checkpoints.make("asked", now=NOW, about=str(uuid4()))
    sending.ring()
    until(lambda: len(witness.asked) > before)
    hall.office.issue(f"X{uuid4().hex[:6]}", "While it waits", Role.SCOREKEEPER, by="O1")
    written.set()
    until(lambda: signed(hall, witness))


def test_nobody_is_named_nobody_is_sent_anything():
    assert sending_to([], [], list, list) is None


def test_one_that_failed_is_tried_again_later_each_time_and_never_for_news():
    failing = Courier(ARound(*["away"] * 20))
    assert failing.wait() == LOOKS
    waits = []
    for _ in range(10):
        failing.go()
        waits.append(failing.wait())

    assert waits[:4] == [FIRST_AGAIN, 2 * FIRST_AGAIN, 4 * FIRST_AGAIN, 8 * FIRST_AGAIN]
    assert waits[-1] == LAST_AGAIN
    assert failing.standing.trouble == "away"
    assert failing.standing.since is not None


def test_bells_while_it_failed_ask_nobody_more_often():
    round_ = ARound("away")
    courier = Courier(round_, looks=60, first=60)
    courier.start()
    assert round_.gone.wait(60)
    until(lambda: courier.standing.trouble)
    for _ in range(50):
        courier.ring()
    assert not Bell().wait(0.05)
    courier.stop()
    assert round_.went == 1


def test_what_goes_wrong_inside_is_told_and_the_thread_goes_on():
    round_ = ARound(RuntimeError("a defect"), "", "")
    courier = Courier(round_, looks=0.01, first=0.01)
    courier.start()
    until(lambda: round_.went > 2)
    courier.stop()
    assert courier.standing.trouble == ""


def test_a_slow_one_keeps_no_other():
    slow, quick = ARound(), ARound()
    let_go = Bell()
    slow.go = lambda: (str(let_go.wait(180)), False)
    sending = Sending([Courier(slow), Courier(quick)])
    sending.start()
    assert quick.gone.wait(60)
    let_go.set()
    sending.stop()


def test_an_alarm_stands_until_it_signs_again():
    courier = Courier(ARound("w says it is not the log it signed", "w says it is not the log", ""))
    courier.go()
    first = courier.standing
    assert first.alarm
    courier.go()
    assert courier.standing.since == first.since
    courier.go()
    assert (courier.standing.alarm, courier.standing.since) == (False, None)


def test_whoever_watches_over_the_service_is_told_who_lacks_some(hall, monkeypatch):
    def told():
        return [one for one in all_checks(hall.app) if one.name == "witnesses"]

    assert told() == []
    courier = Courier(ARound("w.example can't be reached: no answer in time.", ""))
    monkeypatch.setitem(hall.app.config, "SENDING", Sending([courier]))
    courier.go()
    assert [(one.state, one.told) for one in told()] == [
        ("warning", "w.example can't be reached: no answer in time.")
    ]
    courier.go()
    assert [one.state for one in told()] == ["ok"]


class Receiver:
    """A subscriber: what it was sent, and how it answers."""

    def __init__(self):
        self.got, self.status = [], 204

    def __call__(self, _address, body):
        if self.status == 0:
            raise Away("no answer in time")
        self.got.append(body.decode())
        return Answered(self.status, "", b"")


def test_a_subscriber_gets_each_checkpoint_once_and_again_with_a_witness(hall, witness):
    def one_more():
        return hall.here.checkpoints.make("asked", now=NOW, about=str(uuid4())).note

    newest, receiver = [one_more(), one_more()][-1], Receiver()
    address = "https://club.example/hook?key=secret"
    delivering = Delivering(address, lambda: latest_notes(hall.here.checkpoints), receiver)
    assert delivering.go() == ("", False)
    assert receiver.got == [newest]  # which covers all before it
    delivering.go()
    assert len(receiver.got) == 1

    receiver.status = 0
    newest = one_more()
    assert delivering.go() == ("club.example can't be reached: no answer in time.", False)
    receiver.status = 500
    assert delivering.go() == ("club.example did not accept a checkpoint (500).", False)
    receiver.status = 200
    assert delivering.go() == ("", False)
    assert receiver.got[-1] == newest

    witness.knows(str(hall.here.checkpoints.keys[0]))
    named = Witness.read(witness.vkey, witness.address)
    Witnessing(named, lambda: hall.here.checkpoints, hall.desk.now).go()
    delivering.go()
    assert receiver.got[-1].startswith(newest)
    assert receiver.got[-1].count("— witness.example") == 1


def test_two_nodes_that_ask_the_same_witness_keep_its_line_once(hall, witness):
    made = hall.here.checkpoints.make("asked", now=NOW, about=str(uuid4()))
    witness.knows(str(hall.here.checkpoints.keys[0]))
    named = Witness.read(witness.vkey, witness.address)
    nodes = [Witnessing(named, lambda: hall.here.checkpoints, hall.desk.now) for _ in range(4)]
    threads = [Thread(target=each.go) for each in nodes]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    lines = [
        event.fact
        for event in hall.here.log.events_of(record_id())
        if isinstance(event.fact, CheckpointCosigned) and event.fact.key == witness.vkey
    ]
    assert [line.size for line in lines].count(made.size) == 1
    assert len({line.size for line in lines}) == len(lines)
