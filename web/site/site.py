"""What the web needs from outside, and nothing more: reading the hall, a game, and the log.

``create_app`` is given a ``Site``. The real one stands on the ledger's desk and hall; the tests
bring one made of fixtures. No page knows the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol, cast
from uuid import UUID

from flask import current_app

from ledger.hall import ChangeRow, GameRow, StandingRow, TournamentName, TournamentRow
from ledger.hall.standings_building import Supposed
from ledger.hall.standings_view import Course
from ledger.proof.paper_requests import CaseToPrint, SignedBundle
from ledger.proof.paper_verdicts import PaperVerdict, PdfVerdict
from ledger.replay.replayed import Replayed
from ledger.visibility import Paper, Viewer
from ledger.vocabulary.refusals import Refusal
from web.monitoring.checks import Check

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

    def search(self, text: str, limit: int = 20) -> Sequence[GameRow]:
        """Games whose names, words or incidents match."""


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
    return Refusal(
        "no-printer",
        "This service was started without the forms it prints.",
        "Ask the organiser to use the tilescribe command.",
    )


def word_lists() -> Path | None:
    """The data folder in which the judge's word lists lie; ``None``: there are none."""
    folder: Path | None = current_app.config.get("WORD_LISTS")
    return folder
