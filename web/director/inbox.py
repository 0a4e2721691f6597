"""Everything of a tournament that waits for a person, and what was set aside of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import groupby
from uuid import UUID

from msgspec import Struct

from ledger.desk.desk import Desk
from ledger.desk.matters import conduct_to_tell, is_set_aside, matters_of_games
from ledger.hall import GameRow
from ledger.hall.missing import at_the_tables
from ledger.incidents.case_file import CaseFile
from ledger.matters.in_case import matter_of_case
from ledger.matters.in_game import GameMatters
from ledger.matters.in_round import last_without_turns, not_started
from ledger.matters.matter import DeskMatter
from ledger.tournament.set_aside import Named, PutOff
from ledger.tournament.tournament import Tournament
from web.access.visitors import the_badges
from web.cases.waiting import files_of
from web.director.tablets_at import with_a_tablet
from web.director.waited_for import matters_of
from web.site.site import the_site


class OfTournament(Struct, frozen=True, kw_only=True):
    """What waits in one tournament.

    Attributes:
      slug: its short name.
      tournament: ``None`` where nobody opened it, so that nothing of it can be set aside.
      rows: its games.
      games: those in which anything may wait.
      matters: what waits and is due, set aside or not.
    """

    slug: str
    tournament: Tournament | None
    files: tuple[CaseFile, ...]
    rows: Mapping[UUID, GameRow]
    games: Mapping[UUID, GameMatters]
    matters: tuple[DeskMatter, ...]
    now: datetime

    def is_aside(self, matter: DeskMatter) -> bool:
        """Whether it was waived, or put off and has not come back."""
        if self.tournament is None:
            return False
        return is_set_aside(self.tournament, matter, self.games, self.now)

    def is_waived(self, matter: DeskMatter) -> bool:
        """Whether a director let it go for good."""
        return self.tournament is not None and matter.named in self.tournament.set_aside.waived

    def put_off(self, named: Named) -> PutOff | None:
        """What was said when it was put off; ``None``: it was waived, or neither."""
        if self.tournament is None or named in self.tournament.set_aside.waived:
            return None
        return self.tournament.set_aside.put_off.get(named)


def inbox_of(slug: str) -> OfTournament:
    """What waits in a tournament."""
    desk = the_badges().desk
    rows = {row.id: row for row in the_site().hall.games(slug)}
    tournament, files = files_of(desk, slug)
    games = matters_of(list(rows.values()), _closed(tournament))
    now = desk.now()
    return OfTournament(
        slug=slug,
        tournament=tournament,
        files=files,
        rows=rows,
        games=games,
        matters=tuple(
            matter for matter in _all(desk, tournament, files, rows, games) if matter.is_due(now)
        ),
        now=now,
    )


def _all(
    desk: Desk,
    tournament: Tournament | None,
    files: tuple[CaseFile, ...],
    rows: Mapping[UUID, GameRow],
    games: Mapping[UUID, GameMatters],
) -> Iterator[DeskMatter]:
    if tournament is None:
        yield from (matter for one in games.values() for matter in one.matters)
        return
    yield from matters_of_games(desk.log, tournament, games, files)
    yield from (one for one in conduct_to_tell(desk.log, tournament) if one.game not in games)
    for file in files:
        if file.opened.game not in games:
            matter = matter_of_case(tournament, file)
            if matter is not None:
                yield matter
    tablets = with_a_tablet(rows.values())
    in_order = sorted(rows, key=lambda game: _round_of(rows[game]))
    for _, of_round in groupby(in_order, key=lambda game: _round_of(rows[game])):
        here = list(of_round)
        tables = at_the_tables(rows[game] for game in here)
        awaited = tablets | last_without_turns({row.id: row.turns for row in tables})
        yield from not_started({game: games[game] for game in here if game in games}, awaited)


def _closed(tournament: Tournament | None) -> frozenset[tuple[str, int]]:
    """The rounds of a tournament that was closed in which all was settled or let go."""
    if tournament is None or not tournament.conduct.closed:
        return frozenset()
    return frozenset(tournament.closed)


def _round_of(row: GameRow) -> tuple[str, int]:
    return row.division, row.round_number
