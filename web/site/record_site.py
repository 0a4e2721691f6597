"""The real ``Site``: what the pages read, answered by the ledger's desk, hall and log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from ledger.accounts.badges import Badges
from ledger.backup.era import era_of
from ledger.desk.desk import Desk
from ledger.desk.matters import files_of
from ledger.game.sheet import Sheet
from ledger.gcg.exporting import exported
from ledger.hall import GameRow, Hall, TournamentRow
from ledger.hall.summary import in_utc
from ledger.incidents.case_file import CaseFile
from ledger.record.failures import store_away
from ledger.record.log import Log
from ledger.record.measured import Appends
from ledger.record.streams import tournament_id
from ledger.replay.game_told import replay_of
from ledger.replay.lane import lane_shown_to, sees_the_whole_lane
from ledger.replay.replayed import Replayed
from ledger.shown_to import (
    GameShown,
    Paper,
    Viewer,
    game_shown_to,
    is_over,
    live_boards,
    paper_shown_to,
    row_shown_to,
)
from ledger.tournament.facts.tournaments import LiveBoardsChosen
from ledger.tournament.local_time import zone_of_this_service
from ledger.tournament.tournament import Tournament, tournament_of
from ledger.vocabulary import Boards
from ledger.vocabulary.refusals import RecordAway
from web.frame.readiness import Readiness
from web.site.shown_hall import ShownHall
from web.site.site import Change
from web.watching.checks import Check
from web.watching.looking import Looking, Place


class RecordSite:
    """A data folder, as the pages see it.

    Args:
      log: the record.
      hall: the lists made from it.
      desk: where requests are decided.
      office: who is signed in; without that the service is not ready either.
      place: where the record lies, for whoever watches over it.
    """

    def __init__(
        self,
        log: Log,
        hall: Hall,
        desk: Desk,
        office: Badges | None = None,
        place: Place | None = None,
    ) -> None:
        log.hurry()
        self.log = log
        self.era = era_of(log)
        self.hall = hall
        self.desk = desk
        self._readiness = Readiness(Looking(log, hall, desk.now, office, place), str(store_away()))

    @property
    def appends(self) -> Appends:
        """What this process appended, for its figures."""
        return self.log.appends

    def hall_shown_to(self, viewer: Viewer) -> ShownHall:
        """The read models as this viewer is shown them."""
        return ShownHall(self.hall, self.desk.sheet, viewer, self.desk.now)

    def shown(self, viewer: Viewer, row: GameRow) -> GameRow:
        """A row of the hall as this viewer is shown it."""
        return self.hall_shown_to(viewer).shown(row)

    def replay(self, game: UUID, asof: datetime | None, viewer: Viewer) -> Replayed:
        """A game told ply by ply as this viewer is shown it, as known at ``asof`` or now."""
        now = self._shown(game, None, viewer)
        shown = now.sheet if asof is None else self._shown(game, asof, viewer).sheet
        files = self._files_about(now.sheet) if sees_the_whole_lane(viewer) else ()
        return replay_of(
            shown,
            incidents=lane_shown_to(viewer, shown, files, over=is_over(now.sheet), until=asof),
            tournament_name=self._name_of(now.sheet.scheduled.tournament),
            moments=now.sheet.events,
            asof=asof,
            boards=now.boards,
        )

    def _files_about(self, sheet: Sheet) -> tuple[CaseFile, ...]:
        """The cases about a game; none where nobody opened its tournament."""
        tournament = self._tournament(sheet.scheduled.tournament)
        files = files_of(self.log, tournament) if tournament else ()
        return tuple(file for file in files if file.opened.game == sheet.id)

    def _tournament(self, slug: str) -> Tournament | None:
        return tournament_of(self.log.events_of(tournament_id(slug)))

    def time_zone(self, slug: str) -> str:
        """The IANA name of the zone of a tournament's hall; empty: nobody named it.

        A tournament that names none is told in ``TILESCRIBE_ZONE``, as its paper is.
        """
        named = self.hall.time_zone(slug)  # every page asks it, with the record away as well
        return named or zone_of_this_service()

    def sheet(
        self, game: UUID, asof: datetime | None, viewer: Viewer, paper: Paper = Paper.SCORE_SHEET
    ) -> Sheet:
        """The sheet of a game as this viewer is shown it on a form of paper.

        Raises:
          Refusal: ``board-not-shown`` or ``slip-not-shown``.
        """
        return paper_shown_to(viewer, paper, self._shown(game, asof, viewer))

    def gcg(self, game: UUID, viewer: Viewer) -> bytes:
        """The game as a GCG file, UTF-8, as this viewer is shown it.

        Raises:
          Refusal: ``board-not-shown``.
        """
        sheet = self.sheet(game, None, viewer)
        return exported(sheet, self._name_of(sheet.scheduled.tournament))

    def fell_due(
        self, viewer: Viewer, slug: str, since: datetime, until: datetime
    ) -> Sequence[GameRow]:
        """Rows of games shown late of which something became known to the viewer lately."""
        rows = [self.hall.tournament(slug)] if slug else self.hall.tournaments()
        return [
            shown
            for row in rows
            if row is not None and row.live_boards == "delayed"
            for shown in self._late(viewer, row, since, until)
        ]

    def _late(
        self, viewer: Viewer, tournament: TournamentRow, since: datetime, until: datetime
    ) -> Iterator[GameRow]:
        live = live_boards(tournament)
        first = in_utc(since - timedelta(minutes=live.minutes))
        for row in self.hall.games(tournament.slug):
            if row.written_at < first:
                continue
            sheet = partial(self.desk.sheet, row.id)
            before, now = (row_shown_to(viewer, row, live, sheet, at) for at in (since, until))
            if now.boards == Boards.LATE and now != before:
                yield now

    def _shown(self, game: UUID, asof: datetime | None, viewer: Viewer) -> GameShown:
        sheet = self.desk.sheet(game)
        tournament = self.hall.tournament(sheet.scheduled.tournament)
        live = live_boards(tournament) if tournament else LiveBoardsChosen(how="off")
        return game_shown_to(viewer, sheet, live, self.desk.now(), asof)

    def now(self) -> datetime:
        """The time by which boards are late, UTC: the desk's."""
        return self.desk.now()

    def last_position(self) -> int:
        """Where the log ends, 0 for an empty log; while it is away, how far the hall followed."""
        try:
            return self.log.last_position()
        except RecordAway:
            return self.hall.position()

    def follows_to(self) -> int:
        """Up to which position the hall knows the record."""
        return self.hall.position()

    def changes(self, after: int, limit: int) -> Sequence[Change]:
        """Events past ``after``, oldest first, and only such as the hall already shows."""
        self.hall.catch_up()
        return self.hall.changes(after, limit)

    def wait_past(self, position: int, timeout: float) -> bool:
        """Wait until the log goes on past ``position``, at most ``timeout`` seconds."""
        return self.log.wait_past(position, timeout)

    def tell_other_nodes(self, game: UUID) -> None:
        """Let the other nodes tell this table's tablets that something is new there."""
        self.log.call_out(f"table {game.hex}")

    def on_table_told(self, tell: Callable[[UUID], None]) -> None:
        """Call ``tell`` with each table that another node has told something."""

        def heard(words: str) -> None:
            what, _, game = words.partition(" ")
            if what == "table":
                tell(UUID(game))

        self.log.on_call(heard)

    def checks(self) -> Sequence[Check]:
        """Whether the record can be read and written, and what else somebody should know of it."""
        return self._readiness.checks()

    def _name_of(self, slug: str) -> str:
        tournament = self.hall.tournament(slug)
        return tournament.name if tournament else ""
