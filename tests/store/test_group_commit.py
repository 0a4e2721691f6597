"""Callers that arrive while the disk is busy share the next flush, and only the flush."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread
from time import perf_counter, sleep
from uuid import uuid4

import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError

from ledger.record.group_commit import GroupCommit


class Disk:
    """Stands in for the store: flushes as slowly as told, and remembers the batches."""

    def __init__(self, seconds=0.0):
        self.seconds, self.batches, self.trouble = seconds, [], None
        self.busy, self.go_on = Event(), Event()
        self.go_on.set()

    def __call__(self, batch):
        self.busy.set()
        self.go_on.wait()
        sleep(self.seconds)
        self.batches.append([entry.beside["caller"] for entry in batch])
        if self.trouble:
            raise self.trouble
        for entry in batch:
            if entry.beside["caller"] in {"blamed", "blamed too"}:
                entry.error = IntegrityError(entry.beside["caller"])
            else:
                entry.positions = (len(self.batches),)


def held(disk, together, callers):
    """Let all ``callers`` queue up behind a first one that is being written."""
    disk.go_on.clear()
    outcomes = {}

    def write(caller):
        try:
            outcomes[caller] = together.write([], {"caller": caller})
        except Exception as trouble:
            outcomes[caller] = trouble

    first = Thread(target=write, args=("first",))
    first.start()
    disk.busy.wait()
    rest = [Thread(target=write, args=(caller,)) for caller in callers]
    for thread in rest:
        thread.start()
    patience = perf_counter() + 30
    while len(together._queue) < len(callers) and perf_counter() < patience:
        sleep(0.001)
    disk.go_on.set()
    for thread in (first, *rest):
        thread.join()
    return outcomes


def test_one_caller_alone_is_written_by_itself_in_its_own_thread():
    disk = Disk()
    together = GroupCommit(disk)

    for _ in range(3):
        together.write([], {"caller": "alone"})

    assert disk.batches == [["alone"]] * 3


def test_those_who_wait_are_written_together():
    disk = Disk()

    outcomes = held(disk, GroupCommit(disk), ["a", "b", "c"])

    assert [sorted(batch) for batch in disk.batches] == [["first"], ["a", "b", "c"]]
    assert outcomes == {"first": (1,), "a": (2,), "b": (2,), "c": (2,)}


def test_an_error_hits_only_its_own_caller():
    disk = Disk()

    outcomes = held(disk, GroupCommit(disk), ["a", "blamed", "b", "blamed too"])

    assert outcomes["a"] == outcomes["b"] == (2,)
    assert [str(outcomes[who]) for who in ("blamed", "blamed too")] == ["blamed", "blamed too"]


def test_when_the_flush_fails_nobody_is_told_it_was_written():
    disk = Disk()
    disk.trouble = OperationalError("disk I/O error")

    outcomes = held(disk, GroupCommit(disk), ["a", "b"])

    assert all(isinstance(outcome, OperationalError) for outcome in outcomes.values())
    assert len({id(outcome) for outcome in outcomes.values()}) == 3


def test_a_mistake_of_our_own_is_told_to_everybody_and_blocks_nobody():
    disk = Disk()
    disk.trouble = ZeroDivisionError("ours")
    together = GroupCommit(disk)

    with pytest.raises(PersistenceError, match="ours"):
        together.write([], {"caller": "a"})

    disk.trouble = None
    assert together.write([], {"caller": "b"}) == (2,)


def test_an_interrupted_leader_leaves_the_lead_to_the_next():
    disk = Disk()
    disk.trouble = KeyboardInterrupt()
    together = GroupCommit(disk)

    with pytest.raises(KeyboardInterrupt):
        together.write([], {"caller": "a"})

    disk.trouble = None
    assert together.write([], {"caller": "b"}) == (2,)


def test_sixteen_share_the_flush_of_a_slow_disk():
    """How much faster that is `make bench` says; here, that a flush is for several of them."""
    disk = Disk(seconds=0.008)
    together = GroupCommit(disk)

    for _ in range(20):
        together.write([], {"caller": "alone"})
    assert [len(batch) for batch in disk.batches] == [1] * 20
    disk.batches.clear()
    with ThreadPoolExecutor(16) as callers:
        list(callers.map(lambda n: together.write([], {"caller": n}), range(320)))

    assert sorted(n for batch in disk.batches for n in batch) == list(range(320))
    assert len(disk.batches) <= 320 / 4


def test_a_failed_flush_stops_the_store_and_says_so(sqlite_venue, turn):
    """After a disk error nobody knows what is on the disk; the service must be restarted."""
    from ledger.vocabulary.refusals import Refusal

    log, stream = sqlite_venue.open(), uuid4()
    log.append([turn(stream, 1)])
    failing = FailingPen(log.store._pen, on="COMMIT")
    log.store._pen = failing

    with pytest.raises(Refusal) as first:
        log.append([turn(stream, 2)])
    failing.on = "nothing any more"
    with pytest.raises(Refusal) as second:
        log.append([turn(stream, 2)])

    assert first.value.code == second.value.code == "disk-failed"
    assert "Keep score on paper" in first.value.next_step
    assert log.version_of(stream) == 1


class FailingPen:
    """The store's cursor, with a disk that fails at one statement."""

    def __init__(self, pen, on):
        self.pen, self.on = pen, on

    def execute(self, statement, *values):
        if statement == self.on:
            import sqlite3

            trouble = sqlite3.OperationalError("disk I/O error")
            trouble.sqlite_errorname = "SQLITE_IOERR_FSYNC"
            raise trouble
        return self.pen.execute(statement, *values)

    def __getattr__(self, name):
        return getattr(self.pen, name)
