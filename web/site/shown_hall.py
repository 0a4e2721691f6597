"""The hall as somebody is shown it: the same questions, answered by ``ledger.shown_to``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cache, partial
from uuid import UUID

from ledger.game.sheet import Sheet
from ledger.hall import GameRow, Hall, StandingRow, TournamentRow
from ledger.hall.course import Course
from ledger.hall.course_in_file import Supposed
from ledger.shown_to import Viewer, held_back, live_boards, row_shown_to
from ledger.tournament.facts.tournaments import LiveBoardsChosen
from ledger.vocabulary import Boards
from ledger.vocabulary.names import sought


class ShownHall:
    """Answers what ``web.site.site.Hall`` asks, for one viewer.

    Args:
      hall: the hall as it is.
      sheet_of: gives a game's sheet, where its row alone does not do.
      viewer: who looks.
      now: the time.
    """

    def __init__(
        self,
        hall: Hall,
        sheet_of: Callable[[UUID], Sheet],
        viewer: Viewer,
        now: Callable[[], datetime],
    ) -> None:
        self._hall = hall
        self._sheet_of = sheet_of
        self._viewer = viewer
        self._now = now

    def tournaments(self) -> Sequence[TournamentRow]:
        """Every tournament of this record."""
        return self._hall.tournaments()

    def tournament(self, slug: str) -> TournamentRow | None:
        """One tournament, or ``None``."""
        return self._hall.tournament(slug)

    def games(
        self, slug: str, round_number: int | None = None, division: str | None = None
    ) -> Sequence[GameRow]:
        """Games by division, round, table, replay."""
        return self._shown(self._hall.games(slug, round_number, division))

    def game(self, game: UUID, /) -> GameRow | None:
        """One game, or ``None``."""
        row = self._hall.game(game)
        return self.shown(row) if row is not None else None

    def find(
        self, slug: str, round_number: int, table: int, division: str = "", replay: int = 1
    ) -> GameRow | None:
        """The game played there, or ``None``."""
        row = self._hall.find(slug, round_number, table, division, replay)
        return self.shown(row) if row is not None else None

    def standings(self, slug: str) -> Sequence[StandingRow]:
        """The standings, leader first, of results whose boards are shown as they are now."""
        course = self.course(slug)
        return course.standings if course else ()

    def course(self, slug: str, after: int = 0) -> Course | None:
        """A tournament as everybody looks at it; nothing of games shown late but the pairing."""
        tournament = self._hall.tournament(slug)
        if tournament is None:
            return None
        return self._hall.course(slug, after, self._held_back(tournament))

    def standings_with(self, slug: str, supposed: Supposed) -> Sequence[StandingRow]:
        """The standings, were something written that is only looked at."""
        tournament = self._hall.tournament(slug)
        if tournament is None:
            return ()
        return self._hall.standings_with(slug, supposed, self._held_back(tournament))

    def _held_back(self, tournament: TournamentRow) -> frozenset[UUID]:
        """The games of which nothing but the pairing is told."""
        live = live_boards(tournament)
        rows = () if live.how == "on" else self._hall.games(tournament.slug)
        return held_back(self._viewer, rows, live)

    def stamp(self, slug: str) -> tuple[int, ...]:
        """What changes whenever the course of a tournament does, and not with each turn."""
        return self._hall.stamp(slug)

    def search(self, text: str, limit: int = 20) -> Sequence[GameRow]:
        """Games whose names match, and words played on boards that are shown as they are now."""
        return [
            row
            for row in self._shown(self._hall.search(text, limit))
            if row.boards == Boards.NOW or _named(row, text)
        ]

    def shown(self, row: GameRow) -> GameRow:
        """A row as the hall has it, as this viewer is shown it."""
        return self._shown([row])[0]

    def _shown(self, rows: Iterable[GameRow]) -> list[GameRow]:
        now, chosen = self._now(), cache(self._chosen)
        return [
            row_shown_to(
                self._viewer, row, chosen(row.tournament), partial(self._sheet_of, row.id), now
            )
            for row in rows
        ]

    def _chosen(self, slug: str) -> LiveBoardsChosen:
        """What the organiser chose; nothing is shown of a tournament that nobody knows."""
        found = self._hall.tournament(slug)
        return live_boards(found) if found else LiveBoardsChosen(how="off")


def _named(row: GameRow, text: str) -> bool:
    """Whether every word asked for begins a name of the row's players or its tournament."""
    names = sought(" ".join((*row.names, row.tournament))).split()
    return all(any(name.startswith(word) for name in names) for word in sought(text).split())
