"""What a stream shows, and a change in the words of those who may be told it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from ledger.hall import ChangeRow, GameRow
from ledger.visibility import Viewer
from web.live.marks import marked
from web.site.site import Site


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
            told = in_a_stream("game" if row else "tournament", mark, data)
            news = tell.news_of(site, audience, change, row)
            latest[about] = Block(
                change.tournament,
                change.game,
                change.position,
                told,
                in_a_stream("news", mark, news) if news else b"",
            )
    return tuple(reversed(latest.values()))


def in_a_stream(kind: str, mark: str, data: bytes) -> bytes:
    """One server-sent event; without a mark whoever hears it stands where it stood before."""
    where = b"id: %b\n" % mark.encode() if mark else b""
    return b"event: %b\n%bdata: %b\n\n" % (kind.encode(), where, data)
