"""D1: a turn that showed "written" survives the server being killed."""

from __future__ import annotations

import os
import random
import signal
from time import sleep
from uuid import UUID

import migrations
from ledger.record.engine import open_log
from ledger.record.verify import verify
from tests.long_runs import in_shares, seed_of
from tests.reliability.nursery import CHILDREN, write

KILLS, KILLS_IN_FULL = 50, 1_000


MOST = 60
"""Entries that are waited for at most before a kill: some files of the record have grown by then,
and how many there are doesn't depend on how busy the machine is."""
A_MOMENT = 0.02
"""Seconds, at most, from there to the kill: a turn takes a few thousandths."""


def killed_writer(folder, dice):
    """What a writer at the desk acknowledged before it was killed at a random moment."""
    arguments = [str(folder), "--through", "desk", "--at-once", str(dice.choice([1, 4]))]
    reading, writing = CHILDREN.Pipe(duplex=False)
    writer = CHILDREN.Process(target=write, args=(arguments, writing))
    writer.start()
    writing.close()
    with reading, os.fdopen(os.dup(reading.fileno()), "rb") as printed:
        lines = [printed.readline() for _ in range(dice.randint(1, MOST))]
        assert lines[-1].startswith(b"ACK"), "the writer gave up by itself"
        sleep(dice.random() * A_MOMENT)
        writer.kill()
        lines += printed.read().splitlines(keepends=True)
    writer.join()
    assert writer.exitcode == -signal.SIGKILL
    writer.close()
    whole = [line.split()[1:] for line in lines if line.endswith(b"\n")]
    return [(UUID(s.decode()), int(v), UUID(c.decode())) for s, v, c in whole]


def kill_again_and_again(folder, kills, seed):
    """Kill writers on one record; returns how many entries were acknowledged, and those lost."""
    dice, acknowledged, lost = random.Random(seed), 0, []
    migrations.bring_up_to_date(folder, {})
    for _ in range(kills):
        entries = killed_writer(folder, dice)
        log = open_log(folder, {})
        kept = {stream: log.events_of(stream) for stream, _, _ in entries}
        for stream, version, command in entries:
            events = kept[stream]
            there = len(events) >= version and events[version - 1].envelope.command_id == command
            answer = log.answer_to(command)
            if not there or answer is None or answer.version != version:
                lost.append((stream, version))
        for events in kept.values():
            commands = [event.envelope.command_id for event in events]
            assert len(set(commands)) == len(commands), "written twice"
            assert [e.originator_version for e in events] == list(range(1, len(events) + 1))
        acknowledged += len(entries)
        log.close()
    log = open_log(folder, {})
    verdict = verify(log.store)
    log.close()
    assert verdict.sound, verdict.faults[:3]
    assert verdict.events >= verdict.answers >= acknowledged
    return acknowledged, lost


@in_shares(2, 8)
def test_d1_killed_at_random_moments_nothing_acknowledged_is_lost(tmp_path, request, share):
    full = request.config.getoption("--full")
    kills = KILLS_IN_FULL // 8 if full else KILLS // 2

    acknowledged, lost = kill_again_and_again(tmp_path / "record", kills, seed_of(share))

    print(f"{kills} kills, {acknowledged} acknowledged")
    assert lost == []
    assert acknowledged >= 10 * kills
