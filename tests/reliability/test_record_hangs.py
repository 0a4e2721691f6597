"""A database that hangs: it keeps its connections, its system acknowledges, and nobody answers.

So does a machine that is frozen, or one whose disk stands still. ``kill -STOP`` is the same to
whoever waits for an answer.
"""

from __future__ import annotations

import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle
from threading import Event, Thread, Timer
from time import monotonic, sleep

import psutil
import pytest

from ledger.record.verify import verify
from ledger.vocabulary.refusals import Refusal
from tests.reliability.test_record_away import (
    ENTER,
    OF_THE_HALL,
    ON_PAPER,
    READ,
    START,
    Visitors,
    database,
    refused_as_away,
    until,
)
from tests.web.entry_hall import Hall
from web.command_line.opened import opened

__all__ = ["database"]

FOR_GOOD = 60
"""Seconds after which a server goes on by itself, so that no test waits for ever."""


@contextmanager
def hanging(database):
    """The server and all that belongs to it stand still; tells whether they still do."""
    server = psutil.Process(database.get_pid())
    all_of_it = [server, *server.children(recursive=True)]
    going_on = Event()

    def go_on():
        going_on.set()
        for one in all_of_it:
            one.send_signal(signal.SIGCONT)

    by_itself = Timer(FOR_GOOD, go_on)
    by_itself.start()
    try:
        for one in all_of_it:
            one.send_signal(signal.SIGSTOP)
        yield lambda: not going_on.is_set()
    finally:
        by_itself.cancel()
        go_on()


def timed(question, *what):
    began = monotonic()
    told = question(*what)
    return told, monotonic() - began


@pytest.fixture
def visitors(tmp_path, database):
    with opened(tmp_path / "data", make=True) as here:
        hall = Hall(here, 1)
        yield Visitors(hall)
        hall.server.stop()


@pytest.mark.found("OP2")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_database_that_hangs_is_said_in_words_while_it_does_and_all_goes_on_when_it_goes_on(
    visitors, database
):
    assert visitors.send(visitors.entry(START)).json["answers"][0]["kind"] == "written"
    log = visitors.hall.here.log
    log.wait_past(log.last_position(), 0)  # somebody watches
    second = visitors.entry({"ask": "start-game"})

    with hanging(database) as still_hangs:
        with ThreadPoolExecutor(24) as crowd:
            sent = crowd.submit(timed, visitors.send, second)
            pages = list(crowd.map(lambda page: timed(visitors.page, page), [*READ, ENTER] * 8))
            answer, took = sent.result()
        status, _ = visitors.ready()
        assert still_hangs()
        longest = max(seconds for _, seconds in pages)
        print(f"pages within {longest:.2f} s, the turn within {took:.2f} s")
        assert answer.status_code == 503
        assert answer.json["refused"] in {"store-away", "commit-unknown"}
        assert {status for (page, status, _), _ in pages if page in OF_THE_HALL} == {200}
        assert {status for (_, status, _), _ in pages} == {200, 503}
        assert all(ON_PAPER in text for (_, status, text), _ in pages if status == 503)
        assert status == 503
        assert refused_as_away(visitors.send(second), "store-away")

    _, took = timed(until, lambda: visitors.ready() == (200, []))
    print(f"ready {took:.2f} s after it went on")
    assert visitors.send(second).json["answers"][0]["kind"] == "written"
    assert {visitors.page(page)[1] for page in (*READ, ENTER)} == {200}
    assert verify(log.store).sound


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_nobody_is_told_that_nothing_was_kept_of_what_a_hanging_database_may_keep_yet(
    visitors, database
):
    local_store = visitors.hall.here.local_store
    kept = "UPDATE sessions SET seen = seen WHERE badge = ?"

    with hanging(database) as still_hangs:
        with pytest.raises(Refusal) as refused:
            local_store.change(kept, "K1")
        with pytest.raises(Refusal) as turned_away:
            local_store.change(kept, "K1")
        assert still_hangs()

    assert refused.value.code == "commit-unknown"
    assert turned_away.value.code == "store-away"


@pytest.mark.longer
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_turns_sent_while_the_database_hangs_now_and_then_are_written_once_each(
    visitors, database, request
):
    game, desk = visitors.hall.games[0], visitors.hall.desk
    for desk_request in (START, {"ask": "start-game"}):
        assert visitors.send(visitors.entry(desk_request)).json["answers"][0]["kind"] == "written"
    begun, stop = desk.sheet(game).version, Event()

    def now_and_then():
        for gap in cycle((0.05, 0.13, 0.31, 0.02)):
            if stop.wait(gap):
                return
            with hanging(database):
                sleep(1.9)

    nemesis = Thread(target=now_and_then)
    nemesis.start()
    lasts = 20 if request.config.getoption("--full") else 7
    refused, until_then, wrote = [], monotonic() + lasts, 0
    try:
        for seat in cycle(("first", "second")):
            if monotonic() > until_then:
                break
            entry = visitors.entry({"ask": "miss-turn", "seat": seat, "announced": 20})
            while (answer := visitors.send(entry)).status_code == 503:
                refused.append(answer.json["refused"])
                sleep(0.05)
            assert [told["kind"] for told in answer.json["answers"]] == ["written"], answer.json
            wrote += 1
    finally:
        stop.set()
        nemesis.join()

    print(f"{wrote} written, {len(refused)} refused meanwhile")
    until(lambda: visitors.ready() == (200, []))
    assert "commit-unknown" in refused or "store-away" in refused
    assert desk.sheet(game).version == begun + wrote
    events = desk.log.events_of(game)
    commands = [event.envelope.command_id for event in events[begun:]]
    assert len(set(commands)) == len(commands) == wrote
    assert verify(desk.log.store).sound
