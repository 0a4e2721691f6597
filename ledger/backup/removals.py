"""Words that were removed since a backup was made stay removed when the backup is put back.

A backup from before holds them still. Where the record that it takes the place of can be read, what
that one says was removed is removed again, by events of the new era; nobody has to remember whom.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from uuid import UUID, uuid4

from ledger.incidents.facts.evidence import CaseWordsRemoved
from ledger.record.answers import Answer
from ledger.record.events import Envelope, Event
from ledger.record.fact import Fact
from ledger.record.log import Log
from ledger.record.removed import Removed
from ledger.record.word_facts import WordsRemoved
from ledger.tournament.facts.forgetting import PersonForgotten

Removal = tuple[UUID, Fact]
"""A fact that says what was removed, and the stream it stands on."""


def removals_in(log: Log) -> tuple[Removal, ...]:
    """Everything that a record says was removed, oldest first."""
    kinds = (WordsRemoved, CaseWordsRemoved, PersonForgotten)
    found = [event for kind in kinds for event in log.about(kind)]
    return tuple(
        (event.originator_id, event.fact) for _, event in sorted(found, key=lambda one: one[0])
    )


def removed_again(restored: Log, removals: Sequence[Removal], *, by: str, now: datetime) -> int:
    """Remove from a restored record what the one before it had removed; how many pieces.

    Args:
      restored: the record that was put back.
      removals: what the record before it says was removed.
      by: badge of who restored it.
      now: the time, UTC.

    Raises:
      Refusal: it could not be written; nothing is removed then.
    """
    done = {(stream, fact) for stream, fact in removals_in(restored)}
    streams: dict[UUID, list[Fact]] = defaultdict(list)
    pieces = 0
    for stream, fact in removals:
        is_words = isinstance(fact, Removed)
        gone = isinstance(fact, Removed) and restored.words_of(fact.digest) is None
        if (stream, fact) not in done and not gone and restored.version_of(stream):
            streams[stream].append(fact)
            pieces += is_words
    if not pieces:
        return 0
    command, last = uuid4(), dict[UUID, int]()
    events = []
    for stream, facts in streams.items():
        last[stream] = restored.version_of(stream)
        for fact in facts:
            last[stream] += 1
            envelope = Envelope(written_at=now, written_by=by, command_id=command, fact=fact)
            events.append(Event(stream, last[stream], envelope))
    first = next(iter(streams))
    # Every event of a game or a case has the answer to who asked for it: here, whoever restored.
    answer = Answer(
        command_id=command,
        device="desk",
        device_seq=None,
        payload=sha256(b"removed again after a restore").digest(),
        kind="written",
        stream=first,
        version=last[first],
        at=now,
    )
    restored.append(events, answer=answer)
    restored.overwrite_removed(waiting=False)
    return pieces
