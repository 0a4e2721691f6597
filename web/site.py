"""What the web needs from outside, and the real one, on the record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Protocol, cast
from uuid import UUID

from flask import current_app

from ledger.accounts.badges import Badges
from ledger.backup.manifest import era_of
from ledger.desk.desk import Desk
from ledger.game.sheet.sheet import Sheet
from ledger.gcg.exporting import exported
from ledger.hall import ChangeRow, GameRow, StandingRow, TournamentName, TournamentRow
from ledger.hall import Hall as KeptHall
from ledger.hall.bests import FINISHED, Best
from ledger.hall.player_history import Called, OverAll
from ledger.hall.rows import FINAL, in_utc
from ledger.hall.standings_building import Supposed
from ledger.hall.standings_view import Course
from ledger.incidents.case_file import CaseFile
from ledger.proof.paper_requests import CaseToPrint, SignedBundle
from ledger.proof.paper_verdicts import PaperVerdict, PdfVerdict, SignedVerdict
from ledger.record.failures import store_away
from ledger.record.log import Appends, Log
from ledger.replay.replayed import Replayed, lane_visible_to, replay_of, sees_the_whole_lane
from ledger.tournament.facts import LiveBoardsChosen
from ledger.tournament.local_time import zone_of_this_service
from ledger.tournament.tournament import Tournament
from ledger.visibility import (
    GameView,
    Paper,
    Viewer,
    boards_for,
    game_visible_to,
    held_back,
    is_over,
    paper_visible_to,
    row_visible_to,
)
from ledger.vocabulary import Boards
from ledger.vocabulary.names import sought
from ledger.vocabulary.refusals import RecordAway, Refusal
from web.monitoring.checks import Check, Looking, Place, Readiness

# What the web needs from outside, and nothing more: reading the hall, a game, and the log.
#
# ``create_app`` is given a ``Site``. The real one stands on the ledger's desk and hall; the tests
# bring one made of fixtures. No page knows the difference.


Change = ChangeRow
"""One event of the log, as far as a screen that is watching needs to know it."""


class Hall(Protocol):
    """The hall's questions (``ledger.hall``)."""

    def tournaments(self) -> Sequence[TournamentRow]: ...

    def tournament_names(self) -> Sequence[TournamentName]:
        """Every tournament by its name, those that are over last; nothing that is counted."""

    def tournament(self, slug: str) -> TournamentRow | None: ...

    def games(
        self, slug: str, round_number: int | None = None, division: str | None = None
    ) -> Sequence[GameRow]:
        """Games by division, round, table, replay."""

    def game(self, game: UUID, /) -> GameRow | None: ...

    def find(
        self, slug: str, round_number: int, table: int, division: str = "", replay: int = 1
    ) -> GameRow | None: ...

    def standings(self, slug: str) -> Sequence[StandingRow]:
        """The standings, leader first."""

    def standings_with(self, slug: str, supposed: Supposed, /) -> Sequence[StandingRow]:
        """The standings, were something written that is only looked at."""

    def course(self, slug: str, after: int = 0) -> Course | None:
        """A tournament as everybody looks at it, now or after a round; ``None``: there is none."""

    def stamp(self, slug: str) -> tuple[int, ...]:
        """What changes whenever the course does, and not with each turn of a game."""

    def bests(self, slug: str, division: str = "", most: int = 1) -> Sequence[Best]:
        """The records of an event: so many of each kind, the highest first."""

    def search(self, text: str, limit: int = 20) -> Sequence[GameRow]:
        """Games whose names, words or incidents match."""

    def over_all(self, key: str, start: int, most: int, /) -> OverAll | None:
        """A player over all tournaments, as visitors are shown it whoever asks."""

    def called(self, text: str, most: int, /) -> Sequence[Called]:
        """Names of players, of all tournaments."""

    def elsewhere(self, slug: str, number: int, /) -> str:
        """The key of a player whose name is in another tournament as well; else empty."""


class Site(Protocol):
    """Everything the pages read."""

    @property
    def hall(self) -> Hall:
        """The read models, whole: for what officials work with. Pages ask ``the_hall()``."""

    def hall_shown_to(self, viewer: Viewer) -> Hall:
        """The read models as this viewer is shown them."""

    def replay(self, game: UUID, asof: datetime | None, viewer: Viewer) -> Replayed:
        """A game told ply by ply as this viewer is shown it, as known at ``asof`` or now."""

    def sheet(self, game: UUID, asof: datetime | None, viewer: Viewer, paper: Paper) -> object:
        """The sheet this viewer may print; refuses ``board-not-shown`` or ``slip-not-shown``."""

    def gcg(self, game: UUID, viewer: Viewer) -> bytes:
        """The game as a GCG file, UTF-8, as this viewer is shown it."""

    def shown(self, viewer: Viewer, row: GameRow) -> GameRow: ...

    def fell_due(
        self, viewer: Viewer, slug: str, since: datetime, until: datetime
    ) -> Sequence[GameRow]:
        """Rows of games shown late of which this viewer came to know something since.

        They are as shown at ``until``. All tournaments: ``""``.
        """

    def time_zone(self, slug: str) -> str:
        """The IANA name of the zone of a tournament's hall; empty: nobody named it."""

    def language(self, slug: str) -> str:
        """In which language a tournament speaks; empty: nobody chose one."""

    def now(self) -> datetime:
        """The time by which boards are late, UTC."""

    @property
    def era(self) -> str:
        """Which era the record is in; empty: it never was restored from a backup."""

    def last_position(self) -> int:
        """Where the log ends, 0 for an empty log."""

    def follows_to(self) -> int:
        """Up to which position the lists know the record."""

    def changes(self, after: int, limit: int) -> Sequence[Change]:
        """Events past ``after``, oldest first, and only such as the hall already shows."""

    def wait_past(self, position: int, timeout: float) -> bool:
        """Wait until the log goes on past ``position``, at most ``timeout`` seconds.

        True when it does. Holds no database connection while waiting.
        """

    def tell_other_nodes(self, game: UUID) -> None:
        """Let the other nodes tell this table's tablets that something is new there."""

    def on_table_told(self, tell: Callable[[UUID], None]) -> None:
        """Call ``tell`` with each table that another node has told something."""

    def checks(self) -> Sequence[Check]:
        """Whether the record can be read and written, and what else somebody should know of it.

        Answers within two seconds, however stuck the record is.
        """


class Bundler(Protocol):
    """Who signs bundles and makes them again, as ``create_app`` is given it."""

    def sign(self, which: CaseToPrint, paper: str, by: str) -> SignedBundle:
        """The bundle of a case as it stands, signed."""

    def again(self, which: CaseToPrint, number: int) -> bytes:
        """A bundle that was handed out, byte for byte.

        Raises:
          Refusal: ``no-such-bundle``, ``bundle-differs``, ``section-lost``.
        """


def the_bundler() -> Bundler:
    bundler: Bundler | None = current_app.extensions["bundler"]
    if bundler is None:
        raise _no_printer()
    return bundler


Printer = Callable[[str, object, str], bytes]
"""How a sheet becomes paper, as ``create_app`` is given it: takes the name of the form, the sheet
or one of ``ledger.proof.paper_requests``, and ``a4`` or ``letter``; gives a PDF."""


class PaperChecker(Protocol):
    """Who looks codes on paper up, as ``create_app`` is given it."""

    def code(self, code: str, state: str, viewer: Viewer, asker: str) -> PaperVerdict:
        """What a code is.

        Args:
          code: as it was typed or scanned.
          state: as its square code says it, or empty.
          asker: who waits for it, as far as anybody knows: nobody waits behind all of another's.

        Raises:
          Refusal: there is no such game or tournament.
        """

    def signed(self, text: str, viewer: Viewer, asker: str) -> SignedVerdict:
        """What a signed code is, as its address or its letters; ``asker`` as above."""

    def pdf(self, data: bytes, viewer: Viewer, asker: str) -> PdfVerdict:
        """What a PDF is; ``asker`` as above; refuses ``unreadable-pdf``."""


def the_paper_checker() -> PaperChecker:
    checker: PaperChecker | None = current_app.extensions["paper_checker"]
    if checker is None:
        raise _no_printer()
    return checker


def the_site() -> Site:
    return cast("Site", current_app.extensions["site"])


def the_printer() -> Printer:
    """What draws the paper of this service; refuses ``no-printer``."""
    printer: Printer | None = current_app.extensions["printer"]
    if printer is None:
        raise _no_printer()
    return printer


def _no_printer() -> Refusal:
    return Refusal.of("no-printer")


def word_lists() -> Path | None:
    """The data folder in which the judge's word lists lie; ``None``: there are none."""
    folder: Path | None = current_app.config.get("WORD_LISTS")
    return folder


# The real site: what the pages read, answered by the ledger's desk and hall.


# The hall as somebody is shown it: the same questions, answered by ``ledger.visibility``.


class ShownHall:
    """Answers what ``web.site.Hall`` asks, for one viewer."""

    def __init__(
        self,
        hall: KeptHall,
        sheet_of: Callable[[UUID], Sheet],
        viewer: Viewer,
        now: Callable[[], datetime],
    ) -> None:
        self._hall = hall
        self._sheet_of = sheet_of
        self._viewer = viewer
        self._now = now

    def tournaments(self) -> Sequence[TournamentRow]:
        return self._hall.tournaments()

    def tournament_names(self) -> Sequence[TournamentName]:
        return self._hall.tournament_names()

    def tournament(self, slug: str) -> TournamentRow | None:
        return self._hall.tournament(slug)

    def games(
        self, slug: str, round_number: int | None = None, division: str | None = None
    ) -> Sequence[GameRow]:
        return self._shown(self._hall.games(slug, round_number, division))

    def game(self, game: UUID, /) -> GameRow | None:
        row = self._hall.game(game)
        return self.shown(row) if row is not None else None

    def find(
        self, slug: str, round_number: int, table: int, division: str = "", replay: int = 1
    ) -> GameRow | None:
        row = self._hall.find(slug, round_number, table, division, replay)
        return self.shown(row) if row is not None else None

    def standings(self, slug: str) -> Sequence[StandingRow]:
        """The standings, leader first, of results whose boards are shown as they are now."""
        course = self.course(slug)
        return course.standings if course else ()

    def course(self, slug: str, after: int = 0) -> Course | None:
        """A tournament as everybody looks at it; nothing of games shown late but the pairing."""
        live = self._hall.live_boards(slug)
        if live is None:
            return None
        return self._hall.course(slug, after, self._held_back(slug, live))

    def standings_with(self, slug: str, supposed: Supposed) -> Sequence[StandingRow]:
        live = self._hall.live_boards(slug)
        if live is None:
            return ()
        return self._hall.standings_with(slug, supposed, self._held_back(slug, live))

    def _held_back(self, slug: str, live: LiveBoardsChosen) -> frozenset[UUID]:
        """The games of which nothing but the pairing is told."""
        rows = () if live.how == "on" else self._hall.games(slug)
        return held_back(self._viewer, rows, live)

    def stamp(self, slug: str) -> tuple[int, ...]:
        return self._hall.stamp(slug)

    def bests(self, slug: str, division: str = "", most: int = 1) -> Sequence[Best]:
        """The records of games whose results are shown: while boards are not, of final ones."""
        now = boards_for(self._viewer, self._chosen(slug), final=False) is Boards.NOW
        return self._hall.bests(slug, division, most, FINISHED if now else FINISHED & FINAL)

    def over_all(self, key: str, start: int, most: int, /) -> OverAll | None:
        return self._hall.over_all(key, start, most)

    def called(self, text: str, most: int, /) -> Sequence[Called]:
        return self._hall.called(text, most)

    def elsewhere(self, slug: str, number: int, /) -> str:
        return self._hall.elsewhere(slug, number)

    def search(self, text: str, limit: int = 20) -> Sequence[GameRow]:
        """Games whose names match, and words played on boards that are shown as they are now."""
        return [
            row
            for row in self._shown(self._hall.search(text, limit))
            if row.boards == Boards.NOW or _named(row, text)
        ]

    def shown(self, row: GameRow) -> GameRow:
        return self._shown([row])[0]

    def _shown(self, rows: Iterable[GameRow]) -> list[GameRow]:
        now, chosen = self._now(), cache(self._chosen)
        return [
            row_visible_to(
                self._viewer, row, chosen(row.tournament), partial(self._sheet_of, row.id), now
            )
            for row in rows
        ]

    def _chosen(self, slug: str) -> LiveBoardsChosen:
        """What the organiser chose; nothing is shown of a tournament that nobody knows."""
        return self._hall.live_boards(slug) or LiveBoardsChosen(how="off")


def _named(row: GameRow, text: str) -> bool:
    """Whether every word asked for begins a name of the row's players or its tournament."""
    names = sought(" ".join((*row.names, row.tournament))).split()
    return all(any(name.startswith(word) for name in names) for word in sought(text).split())


class RecordSite:
    """A data folder, as the pages see it."""

    def __init__(
        self,
        log: Log,
        hall: KeptHall,
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
        return self.log.appends

    def hall_shown_to(self, viewer: Viewer) -> ShownHall:
        return ShownHall(self.hall, self.desk.sheet, viewer, self.desk.now)

    def shown(self, viewer: Viewer, row: GameRow) -> GameRow:
        return self.hall_shown_to(viewer).shown(row)

    def replay(self, game: UUID, asof: datetime | None, viewer: Viewer) -> Replayed:
        now = self._shown(game, None, viewer)
        shown = now.sheet if asof is None else self._shown(game, asof, viewer).sheet
        files = self._files_about(now.sheet) if sees_the_whole_lane(viewer) else ()
        return replay_of(
            shown,
            incidents=lane_visible_to(viewer, shown, files, over=is_over(now.sheet), until=asof),
            tournament_name=self._name_of(now.sheet.scheduled.tournament),
            moments=now.sheet.events,
            asof=asof,
            boards=now.boards,
        )

    def _files_about(self, sheet: Sheet) -> tuple[CaseFile, ...]:
        """The cases about a game; none where nobody opened its tournament."""
        tournament = self._tournament(sheet.scheduled.tournament)
        files = self.desk.cases.cases_of(tournament) if tournament else ()
        return tuple(file for file in files if file.opened.game == sheet.id)

    def _tournament(self, slug: str) -> Tournament | None:
        return self.desk.cases.find(slug)

    def time_zone(self, slug: str) -> str:
        """The IANA name of the zone of a tournament's hall; empty: nobody named it.

        A tournament that names none is told in ``TILESCRIBE_ZONE``, as its paper is.
        """
        named = self.hall.time_zone(slug)  # every page asks it, with the record away as well
        return named or zone_of_this_service()

    def language(self, slug: str) -> str:
        return self.hall.language(slug)

    def sheet(
        self, game: UUID, asof: datetime | None, viewer: Viewer, paper: Paper = Paper.SCORE_SHEET
    ) -> Sheet:
        return paper_visible_to(viewer, paper, self._shown(game, asof, viewer))

    def gcg(self, game: UUID, viewer: Viewer) -> bytes:
        sheet = self.sheet(game, None, viewer)
        return exported(sheet, self._name_of(sheet.scheduled.tournament))

    def fell_due(
        self, viewer: Viewer, slug: str, since: datetime, until: datetime
    ) -> Sequence[GameRow]:
        return [
            shown
            for late, live in self.hall.boards_late(slug).items()
            for shown in self._late(viewer, late, live, since, until)
        ]

    def _late(
        self, viewer: Viewer, slug: str, live: LiveBoardsChosen, since: datetime, until: datetime
    ) -> Iterator[GameRow]:
        first = in_utc(since - timedelta(minutes=live.minutes))
        for row in self.hall.games(slug):
            if row.written_at < first:
                continue
            sheet = partial(self.desk.sheet, row.id)
            before, now = (row_visible_to(viewer, row, live, sheet, at) for at in (since, until))
            if now.boards == Boards.LATE and now != before:
                yield now

    def _shown(self, game: UUID, asof: datetime | None, viewer: Viewer) -> GameView:
        sheet = self.desk.sheet(game)
        chosen = self.hall.live_boards(sheet.scheduled.tournament)
        live = chosen or LiveBoardsChosen(how="off")
        return game_visible_to(viewer, sheet, live, self.desk.now(), asof)

    def now(self) -> datetime:
        return self.desk.now()

    def last_position(self) -> int:
        """Where the log ends, 0 for an empty log; while it is away, how far the hall followed."""
        try:
            return self.log.last_position()
        except RecordAway:
            return self.hall.position()

    def follows_to(self) -> int:
        return self.hall.position()

    def changes(self, after: int, limit: int) -> Sequence[Change]:
        self.hall.catch_up()
        return self.hall.changes(after, limit)

    def wait_past(self, position: int, timeout: float) -> bool:
        return self.log.wait_past(position, timeout)

    def tell_other_nodes(self, game: UUID) -> None:
        self.log.call_out(f"table {game.hex}")

    def on_table_told(self, tell: Callable[[UUID], None]) -> None:
        def heard(words: str) -> None:
            what, _, game = words.partition(" ")
            if what == "table":
                tell(UUID(game))

        self.log.on_call(heard)

    def checks(self) -> Sequence[Check]:
        return self._readiness.checks()

    def _name_of(self, slug: str) -> str:
        tournament = self.hall.tournament(slug)
        return tournament.name if tournament else ""
