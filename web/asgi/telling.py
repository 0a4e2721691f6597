"""What an audience is told of a change, what a stream is still to be told, marks of how far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import NamedTuple, Protocol
from uuid import UUID

import msgspec
from flask import current_app, request
from msgspec import Struct

from ledger.hall import ChangeRow, GameRow
from ledger.hall.phases import marks_of
from ledger.record.events import FACT_TYPES
from ledger.visibility import Extent, Viewer, extent, viewer_of
from ledger.vocabulary import Boards
from ledger.vocabulary.refusals import RecordAway
from web.public.rows import game_view
from web.site import Site, the_site

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
      audience: what its visitor may be told; see ``web.asgi.telling``.
      news: only that something changed which pages of the tournament show, in a few bytes: a
        phone in the hall is not told of every turn.
      screen: of a screen of the hall: by what it is told that it is to show something else.
    """

    audience: Viewer
    tournament: str = ""
    game: UUID | None = None
    news: bool = False
    screen: UUID | None = None

    def shows(self, tournament: str, game: UUID | None) -> bool:
        return self.tournament in ("", tournament) and self.game in (None, game)


class Teller(Protocol):
    """Says what an audience is told; ``web.asgi.telling`` does."""

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
    """Changes as an audience is told them: several of one game once, as it stands now.

    So are several of a tournament, but check-ins: each is news to another player.
    """
    latest: dict[object, Block] = {}
    for change in reversed(tuple(changes)):
        about = change.game or (change.tournament, change.players)
        known = latest.get(about)
        if known is not None and (known.news or change.topic != BEGINS):
            continue  # of a game that is told, nothing older is; so it is not looked at
        row = site.hall.game(change.game) if change.game else None
        if known is not None:  # its first turn came at once, which is no news: that it began is
            news = tell.news_of(site, audience, change, row)
            if news:
                mark = marked(site.era, known.position)
                latest[about] = replace(known, news=in_a_stream("news", mark, news))
            continue
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


BEGINS = "game-started"
"""The topic of what is news to the two who play: their game has begun."""


def in_a_stream(kind: str, mark: str, data: bytes) -> bytes:
    """One server-sent event; without a mark whoever hears it stands where it stood before."""
    where = b"id: %b\n" % mark.encode() if mark else b""
    return b"event: %b\n%bdata: %b\n\n" % (kind.encode(), where, data)


# What screens that are watching are told of a change, and how far each audience was told: the
# seam of the stream.
#
# A transport asks three things and decides nothing itself:
#
# - ``audience_of(role)``: the audience a stream belongs to, small and hashable. All streams of one
#   audience are told the same bytes, so a change is encoded once for each. ``Viewer.KEEPER`` is
#   one that no role gives: the tablets at their own tables.
# - ``told_to(site, audience, change, row)``: the data of a change for an audience, or ``None``
#   where it is told nothing of it now. Several changes of one game may be joined, but only those
#   that an audience is told of: ask for each of them first, then keep the last answer.
# - ``fell_due(site, audience, slug, since, until)``: what an audience is told because time has
#   passed: boards of a tournament that are shown late. To be asked every few seconds, from the
#   moment of the last answer on; it holds no state, so nothing is lost with a process.


LATE_EVERY = 5.0  # seconds between two looks at what has become due

_SAME_AS = {Viewer.JUDGE: Viewer.OTHER_KEEPER, Viewer.ORGANISER: Viewer.DIRECTOR}
"""Viewers whose lists of games are alike: these hold nothing that only one of the two sees."""

_WITHOUT_A_BOARD = frozenset({"game-scheduled", "starter-determined", "game-started"})
"""What is told of a game whose board is not shown, until its result is final."""


_NO_RESULT = frozenset({"scheduled", "playing", "on hold", "challenge", "played out"})
"""States of a game that has no result."""


class Hint(Struct, frozen=True):
    """What a tablet at its own table is told: that there is something new, and no word of it.

    It asks for the state of the table then, at the door where that is told. So its stream gives
    nothing away that was opened before a badge was taken back.

    Attributes:
      position: of the change in the log.
      version: of the game's last event, as far as this is about it.
    """

    position: int
    version: int


class News(Struct, frozen=True, omit_defaults=True):
    """What a phone in the hall is told: that pages of a tournament show something else now.

    Attributes:
      position: of the change in the log.
      names: whose game has another result or begins, or who was checked in; ``null``: it may
        concern everybody.
      phases: how far each division is by now (``ledger.hall.phases``).
      theirs: whether nobody else is shown anything else, unless their phase is another.
    """

    position: int
    names: tuple[str, ...] | None
    phases: dict[str, str] = {}
    theirs: bool = False


class ChangeTold(Struct, frozen=True, kw_only=True):
    """Something that was written, as screens that are watching are told it.

    Attributes:
      position: its place in the log; 0: it is told because time has passed.
      tournament: short name of the tournament, empty if about none.
      version: of the game's last event, or the place of what was written in its own stream.
      topic: what kind of fact; empty: it is told because time has passed.
      game: the game it is about as it stands now; ``None``: about none.
    """

    position: int
    tournament: str
    version: int
    topic: str
    game: GameRow | None


def audience_of(role: str) -> Viewer:
    viewer = viewer_of(role)
    return _SAME_AS.get(viewer, viewer)


def told_to(site: Site, audience: Viewer, change: ChangeRow, row: GameRow | None) -> bytes | None:
    """A change as this audience is told it, as JSON in one line; ``None``: not, or not now."""
    kind = FACT_TYPES.get(change.topic)
    if audience is Viewer.KEEPER:
        found_extent = kind is not None and extent(audience, kind.visibility.matter, over=False)
        return msgspec.json.encode(Hint(change.position, change.version)) if found_extent else None
    row = site.shown(audience, row) if row else None
    over = row is not None and row.boards == Boards.NOW and row.on_move is None
    if kind is None or extent(audience, kind.visibility.matter, over=over) is Extent.NOTHING:
        return None
    if row is not None and row.boards == Boards.LATE:
        return None
    if row is not None and row.boards == Boards.HIDDEN and change.topic not in _WITHOUT_A_BOARD:
        return None
    return _encoded(change, row)


def news_of(site: Site, audience: Viewer, change: ChangeRow, row: GameRow | None) -> bytes | None:
    """A change that is told, for who is told of news alone: a turn at a table is none.

    News are what changes standings, rounds or announcements (``Hall.stamp``), that a game begins,
    which its two players are shown, and that a player was checked in.
    """
    if row is None and not change.players:
        return _news(site, audience, change, None)
    if row is None:
        course = site.hall.course(change.tournament)
        cards = course.cards if course else ()
        names = [one.player.name for one in cards if one.player.number in change.players]
        return _news(site, audience, change, tuple(names), theirs=True)
    if row.state in _NO_RESULT:
        begins = change.topic == BEGINS
        return _news(site, audience, change, row.names, theirs=True) if begins else None
    row = site.shown(audience, row)  # a result that is not shown yet is no news either
    if row.boards != Boards.NOW or row.state in _NO_RESULT:
        return None
    return _news(site, audience, change, row.names)


def _news(
    site: Site,
    audience: Viewer,
    change: ChangeRow,
    names: tuple[str, ...] | None,
    *,
    theirs: bool = False,
) -> bytes:
    course = site.hall_shown_to(audience).course(change.tournament) if change.tournament else None
    phases = marks_of(course) if course else {}
    return msgspec.json.encode(News(change.position, names, phases, theirs))


def fell_due(
    site: Site, audience: Viewer, slug: str, since: datetime, until: datetime
) -> Iterator[tuple[UUID, bytes]]:
    """What this audience is told because it is later now, by game. All tournaments: ``""``."""
    if audience is Viewer.KEEPER:  # who sees the own table as it is, always
        return
    for row in site.fell_due(audience, slug, since, until):
        change = ChangeRow(
            position=0, game=row.id, tournament=row.tournament, version=row.version,
            topic="",
        )  # fmt: skip
        yield row.id, _encoded(change, row)


def _encoded(change: ChangeRow, row: GameRow | None) -> bytes:
    found_change = ChangeTold(
        position=change.position,
        tournament=change.tournament,
        version=row.version if row else change.version,
        topic=change.topic,
        game=game_view(row) if row else None,
    )
    return msgspec.json.encode(found_change)


AT_ONCE = 200  # changes read from the log in one go

TOO_FAR = 5000
"""Changes past which nobody looks back: of so many, one was told, or it is too long ago."""


class Upto(NamedTuple):
    """Positions in the log: of the last change that was told, and up to which it was looked for."""

    told: int
    seen: int


class ToldUpto:
    """How far each audience was told, looked up as the log goes on."""

    def __init__(self, site: Site, tell: Teller) -> None:
        self._site, self._tell = site, tell
        self._lock = Lock()
        self._known: dict[Viewer, Upto] = {}

    def of(self, audience: Viewer) -> Upto:
        """How far this audience was told by now; while the record is away, as far as is known."""
        with self._lock:
            end = self._site.last_position()
            try:
                known = self._known.get(audience) or self._looked_back(audience, end)
                while known.seen < end and (
                    changes := self._site.changes(known.seen, min(AT_ONCE, end - known.seen))
                ):
                    known = Upto(
                        self._last_told(audience, changes) or known.told, changes[-1].position
                    )
            except RecordAway:
                return self._known.get(audience, Upto(0, 0))
            self._known[audience] = known
            return known

    def _looked_back(self, audience: Viewer, end: int) -> Upto:
        """The last that was told, looked for from the end of the log backwards."""
        begin = end
        while begin > max(0, end - TOO_FAR):
            upto, begin = begin, max(0, begin - AT_ONCE)
            changes = self._site.changes(begin, AT_ONCE)
            within = [change for change in changes if change.position <= upto]
            if position := self._last_told(audience, within):
                return Upto(position, end)
        return Upto(begin // TOO_FAR * TOO_FAR, end)

    def _last_told(self, audience: Viewer, changes: Sequence[ChangeRow]) -> int:
        """The position of the last of these that this audience is told; 0: of none."""
        for change in reversed(changes):
            row = self._site.hall.game(change.game) if change.game else None
            if self._tell.told_to(self._site, audience, change, row) is not None:
                return change.position
        return 0


def the_mark() -> str:
    """Where a screen that is shown now to whoever is asking begins to watch."""
    upto: ToldUpto = current_app.extensions["told_upto"]
    audience = audience_of(current_app.extensions["role_of"](request))
    return marked(the_site().era, upto.of(audience).told)
