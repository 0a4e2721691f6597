"""A backup put back, checked, compared, and with removed words still removed."""

from __future__ import annotations

import shutil
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from uuid import UUID, uuid4

from msgspec import Struct

from ledger.backup.facts import LogRestored
from ledger.backup.manifest import (
    Manifest,
    contents_of,
    damaged,
    is_in_order,
    lists_in,
    read_manifest,
    sealed,
    without_manifest,
)
from ledger.backup.taking import CopyRead
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.folding import replay
from ledger.incidents.facts import CaseWordsRemoved
from ledger.record.events import Envelope, Event, record_id
from ledger.record.fact import Fact, Removed
from ledger.record.failures import said_wording
from ledger.record.kept_words import WordsRemoved
from ledger.record.log import Log
from ledger.record.opening import LEDGER_FILE
from ledger.record.store import Answer
from ledger.record.verify import verify
from ledger.tournament.facts import PersonForgotten
from ledger.vocabulary.refusals import RecordAway

# Words that were removed since a backup was made stay removed when the backup is put back.
#
# A backup from before holds them still. Where the record that it takes the place of can be read,
# what that one says was removed is removed again, by events of the new era; nobody has to remember
# whom.


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
    """Remove from a restored record what the one before it had removed; how many pieces."""
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


# A restored record beside the one in use: what of it is the same, and what would be lost.


AT_ONCE = 2_000  # events read at a time


class Compared(Struct, frozen=True, kw_only=True):
    """What comparing came to.

    Attributes:
      prefix: whether the record in use begins with all that the backup holds.
      differing: the games whose sheets are not the same, as far as the backup goes.
      lost: events written since, which a restore would lose.
    """

    prefix: bool
    sheets: int
    differing: tuple[UUID, ...]
    lost: int
    lost_games: int
    lost_kinds: dict[str, int]
    lost_since: datetime | None

    @property
    def same(self) -> bool:
        return self.prefix and not self.differing


def compared(restored: Log, live: Log, manifest: Manifest) -> Compared:
    """Compare a record restored from a backup with the one in use: the log, and every sheet."""
    try:
        prefix = manifest.position == 0 or live.link_at(manifest.position).hex() == manifest.head
    except LookupError:
        prefix = False
    games = [event.originator_id for _, event in restored.about(GameScheduled)]
    differing = tuple(game for game in games if not _same_sheet(game, restored, live))
    lost: Counter[str] = Counter()
    since: datetime | None = None
    of_games = set()
    after, known = manifest.position, set(games)
    while events := live.read(after, AT_ONCE):
        after = events[-1][0]
        since = since or events[0][1].envelope.written_at
        for _, event in events:
            lost[type(event.fact).topic()] += 1
            if event.originator_id in known or isinstance(event.fact, GameScheduled):
                of_games.add(event.originator_id)
    return Compared(
        prefix=prefix,
        sheets=len(games),
        differing=differing,
        lost=lost.total(),
        lost_games=len(of_games),
        lost_kinds=dict(lost.most_common()),
        lost_since=since,
    )


def _same_sheet(game: UUID, restored: Log, live: Log) -> bool:
    events = restored.events_of(game)
    return replay(events) == replay(live.events_of(game)[: len(events)])


def checked_copy(
    file: Path,
    place: Path,
    *,
    read: CopyRead,
    progress: Callable[[int], None] = lambda _checked: None,
) -> tuple[Manifest, dict[str, bytes]]:
    """Copy a backup into the folder ``place`` as a record, and prove that it is what was kept.

    Args:
      place: a folder that is nobody else's.

    Returns:
      What it holds, and the word lists in it by the names of their files.
    """
    manifest = read_manifest(file)
    copy = place / LEDGER_FILE
    with said_wording():
        copy.touch(0o600)
        shutil.copyfile(file, copy)
    lists = lists_in(copy)
    without_manifest(copy)
    if manifest.contents and not _is_as_it_was_taken(copy, manifest):
        raise damaged(file, "a table in it has changed since it was taken")
    with read(place) as log:
        verdict = verify(log.store, progress)
    if not verdict.sound:
        raise damaged(file, str(verdict.faults[0]))
    found = (verdict.events, verdict.position, verdict.head.hex(), verdict.answers, verdict.words)
    said = (
        manifest.events, manifest.position, manifest.head, manifest.answers, manifest.words,
    )  # fmt: skip
    if found != said:
        raise damaged(file, f"it says {manifest.events} events and holds {verdict.events}")
    return manifest, lists


def _is_as_it_was_taken(copy: Path, manifest: Manifest) -> bool:
    try:
        return sealed(manifest, contents_of(copy)) == manifest and is_in_order(copy)
    except (RecordAway, UnicodeDecodeError):  # a page, or a table's own text, that can't be read
        return False


def begin_era(log: Log, manifest: Manifest, *, known_to: int | None, by: str, now: datetime) -> int:
    """Write into the record that was put back that it was; its position.

    Args:
      known_to: position of the last event known of the record before.
    """
    fact = LogRestored(
        position=manifest.position,
        events=manifest.events,
        head=manifest.head,
        made_at=manifest.made_at,
        known_to=known_to,
    )
    envelope = Envelope(written_at=now, written_by=by, command_id=uuid4(), fact=fact)
    version = log.version_of(record_id()) + 1
    return log.append([Event(record_id(), version, envelope)])[0]
