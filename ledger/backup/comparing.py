"""A restored record beside the one in use: what of it is the same, and what would be lost."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from ledger.backup.manifest import Manifest
from ledger.game.facts.setting_up import GameScheduled
from ledger.game.sheet import replay
from ledger.record.log import Log

AT_ONCE = 2_000
"""Events read at a time."""


class Compared(Struct, frozen=True, kw_only=True):
    """What comparing came to.

    Attributes:
      prefix: whether the record in use begins with all that the backup holds.
      sheets: games whose sheets were compared.
      differing: the games whose sheets are not the same, as far as the backup goes.
      lost: events written since, which a restore would lose.
      lost_games: how many games they are about.
      lost_kinds: how many there are of each kind, the most frequent first.
      lost_since: when the first of them was written; ``None``: there is none.
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
        """Whether the backup is what the record was."""
        return self.prefix and not self.differing


def compared(restored: Log, live: Log, manifest: Manifest) -> Compared:
    """Compare a record restored from a backup with the one in use: the log, and every sheet.

    Raises:
      Refusal: one of them can't be read.
    """
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
