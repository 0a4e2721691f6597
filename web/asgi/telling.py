"""What each stream is still to be told, and the marks by which it says how far it was told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from ledger.hall import ChangeRow, GameRow
from ledger.visibility import Viewer
from web.site.site import Site

# Where a stream stands: a position of the log, with the era it is of where that is not the first.
#
# After a restore, positions of the era before mean something else; so a browser that comes back
# with one of them is told to begin again.


ANOTHER_ERA = 2**62
"""A position beyond all others: what lies behind it can't be told any more, as of a mark that was
never given out."""


def marked(era: str, position: int) -> str:
    """The mark of a position, as it stands in a stream's id.

    >>> marked("", 1200), marked("3f2a90c1", 1200)
    ('1200', '3f2a90c1.1200')
    """
    return f"{era}.{position}" if era else str(position)


def position_of(mark: str, era: str) -> int:
    """The position that a mark stands for; beyond all others where it can't be read.

    Zero is the beginning in every era.

    >>> position_of("1200", ""), position_of("12oo", "") == 2**62
    (1200, True)
    >>> position_of("1200", "3f2a90c1") == 2**62
    True
    """
    of, _, number = mark.rpartition(".")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return ANOTHER_ERA
    return int(number) if of == era or not int(number) else ANOTHER_ERA


@dataclass(frozen=True)
class Watched:
    """What a stream shows.

    Attributes:
      audience: what its visitor may be told; see ``web.live.told_upto``.
      news: only that something changed which pages of the tournament show, in a few bytes: a
        phone in the hall is not told of every turn.
    """

    audience: Viewer
    tournament: str = ""
    game: UUID | None = None
    news: bool = False

    def shows(self, tournament: str, game: UUID | None) -> bool:
        return self.tournament in ("", tournament) and self.game in (None, game)


class Teller(Protocol):
    """Says what an audience is told; ``web.live.told_upto`` does."""

    def told_to(
        self,
        site: Site,
        audience: Viewer,
        change: ChangeRow,
        row: GameRow | None,
        /,
    ) -> bytes | None:
        """A change as this audience is told it, as JSON in one line; ``None``: not, or not now."""

    def news_of(
        self,
        site: Site,
        audience: Viewer,
        change: ChangeRow,
        row: GameRow | None,
        /,
    ) -> bytes | None:
        """The same for who is told of news alone; ``None``: it is none."""

    def fell_due(
        self,
        site: Site,
        audience: Viewer,
        slug: str,
        since: datetime,
        until: datetime,
        /,
    ) -> Iterable[tuple[UUID, bytes]]:
        """What this audience is told because it is later now, by game."""


@dataclass(frozen=True)
class Block:
    """One event of a stream, ready to be sent; ``news``: to who is told of news alone."""

    tournament: str
    game: UUID | None
    position: int
    whole: bytes
    news: bytes = b""

    def told(self, watched: Watched) -> bytes:
        if not watched.shows(self.tournament, self.game):
            return b""
        return self.news if watched.news else self.whole


def blocks(
    site: Site, tell: Teller, audience: Viewer, changes: Iterable[ChangeRow]
) -> tuple[Block, ...]:
    """Changes as an audience is told them: several of one game once, as it stands now."""
    latest: dict[object, Block] = {}
    for change in reversed(tuple(changes)):
        about = change.game or change.tournament
        if about in latest:  # of a game that is told, nothing older is; so it is not looked at
            continue
        row = site.hall.game(change.game) if change.game else None
        data = tell.told_to(site, audience, change, row)
        if data is not None:
            mark = marked(site.era, change.position)
            body = in_a_stream("game" if row else "tournament", mark, data)
            news = tell.news_of(site, audience, change, row)
            latest[about] = Block(
                change.tournament,
                change.game,
                change.position,
                body,
                in_a_stream("news", mark, news) if news else b"",
            )
    return tuple(reversed(latest.values()))


def in_a_stream(kind: str, mark: str, data: bytes) -> bytes:
    """One server-sent event; without a mark whoever hears it stands where it stood before."""
    where = b"id: %b\n" % mark.encode() if mark else b""
    return b"event: %b\n%bdata: %b\n\n" % (kind.encode(), where, data)
