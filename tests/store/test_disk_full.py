"""D4: a full disk. Read on, write nothing, recover without a restart."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.record.kept_words import KeptWords
from ledger.record.verify import verify
from ledger.vocabulary.refusals import Refusal


def fill_up(log, turn, pages):
    """Write turns until the file has ``pages`` pages; returns stream and what was written."""
    stream, written = uuid4(), []
    log.append([turn(uuid4(), 1)])
    log.store._pen.execute(f"PRAGMA max_page_count = {pages}")
    for version in range(1, 10_000):
        event = turn(stream, version)
        try:
            log.append([event], words=[KeptWords(event.envelope.command_id.bytes, b"x" * 900)])
        except Refusal as refusal:
            return stream, written, refusal
        written.append(event)
    pytest.fail("the disk never filled up")


@pytest.mark.parametrize("extra", range(0, 64, 8))
def test_a_full_disk_is_said_in_words_and_loses_nothing(sqlite_venue, turn, extra, request):
    log = sqlite_venue.open()

    stream, written, refusal = fill_up(log, turn, 24 + extra)

    assert refusal.code == "disk-full"
    assert "make room" in refusal.next_step
    assert log.events_of(stream) == tuple(written)
    assert verify(log.store).sound


def test_after_room_was_made_the_next_write_succeeds_without_a_restart(sqlite_venue, turn):
    log = sqlite_venue.open()
    stream, written, _ = fill_up(log, turn, 40)

    log.store._pen.execute("PRAGMA max_page_count = 10000")
    log.append([turn(stream, len(written) + 1)])

    assert log.version_of(stream) == len(written) + 1
    assert verify(log.store).sound


@pytest.mark.torture
@pytest.mark.parametrize("extra", range(64))
def test_d4_at_each_of_64_sizes(sqlite_venue, turn, extra):
    log = sqlite_venue.open()

    stream, written, refusal = fill_up(log, turn, 20 + extra)

    assert refusal.code == "disk-full"
    assert log.events_of(stream) == tuple(written)
    log.store._pen.execute("PRAGMA max_page_count = 10000")
    log.append([turn(stream, len(written) + 1)])
    assert verify(log.store).sound
