"""The application as a server's worker makes it; backups meanwhile, paper looked up."""

from __future__ import annotations

import gc
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import cast

from flask import Flask, request

from ledger.apart.reading import NoTurn, Turns
from ledger.backup import ring
from ledger.desk.automatic_draws import AutomaticDraws
from ledger.desk.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.hall import Hall
from ledger.hall.rows import TournamentRow
from ledger.proof.paper_codes import ANYBODY, OFFICIALS
from ledger.proof.paper_requests import (
    ByHandToPrint,
    CaseToPrint,
    CourseToPrint,
    DeskToPrint,
    EvidenceToPrint,
    GameToPrint,
    SignedBundle,
)
from ledger.proof.paper_verdicts import PaperVerdict, PdfVerdict, SignedVerdict
from ledger.record.opening import alone_or_not
from ledger.visibility import Viewer
from ledger.vocabulary.refusals import Refusal
from printing.checking.bundles import bundle_again, sign_bundle
from printing.checking.codes import check_paper
from printing.checking.files import check_pdf
from printing.checking.lists import within
from printing.checking.signed import check_signed
from printing.filling.case_papers import case_paper, evidence_paper
from printing.filling.course_papers import by_hand_paper, course_paper
from printing.filling.desk_papers import desk_paper
from printing.filling.table_papers import languages_of, noted, source_of, standing_before
from printing.forms import of_a_game
from printing.languages import asked_for, printed_in
from printing.papers import Papers
from web.access import permissions
from web.access.visitors import the_session
from web.application import create_app
from web.asgi.asgi import Front
from web.asgi.server import PARENT, end_with_parent
from web.asgi.workers import keep_to_one_core
from web.command_line.configuration import BackupSettings, backup_settings, ring_trouble
from web.command_line.data_folder import DATA, base_asked, put_up_own_books
from web.command_line.opened import opened
from web.command_line.rulebooks import keep_sharing
from web.monitoring.checks import Place
from web.monitoring.metrics import to_stderr, wrote
from web.proofs.sending import sending_to
from web.settings import known
from web.settings.in_force import number, subscribers_named, value_of, witnesses_named
from web.site import Printer, RecordSite

# Backups made while the service runs: every few minutes, into a ring, by a program of their own.
#
# A program of its own takes no share of the interpreter that answers tablets, and whatever becomes
# of it, the service goes on. What it said last is kept for who looks whether all is well.


LONGEST = 600.0  # seconds after which one that does not end is ended
AGAIN_WITHIN = 60.0  # seconds, at most, until one that failed is tried again

LOOKED_FOR_EVERY = 5.0
"""Seconds, at most, from one look whether the disk of the ring is there to the next."""

MAKING_LOCK = "backup-lock"
"""The file in the data folder by which one process at a time makes backups of it."""

_COMMAND = "from web.command_line import main; main()"
_WITH_ME = f"from web.asgi.server import end_with_parent; end_with_parent(); {_COMMAND}"

logger = logging.getLogger(__name__)


class BackingUp:
    """Makes backups of one data folder on a thread, until the service ends.

    Attributes:
      missing: why none could be made now, since the ring's disk is not there; empty: it is.
      unmade: why the last one could not be made, in words; empty: it was made, or none was due.
    """

    def __init__(self, data: Path, folder: Path, minutes: float) -> None:
        self.data, self.folder, self.minutes = data, folder, minutes
        self.missing = self.unmade = ""
        self._tried: datetime | None = None
        self._ended = Event()

    @property
    def trouble(self) -> str:
        """What somebody should see to, in words; empty: nothing."""
        return self.missing or self.unmade

    def start(self) -> None:
        Thread(target=self._go_on, name="backups", daemon=True).start()

    def stop(self) -> None:
        self._ended.set()

    def _go_on(self) -> None:
        while not self._ended.wait(min(LOOKED_FOR_EVERY, self._wait())):
            if self.look() and self._wait() <= 0:
                self._make_one_alone()

    def _make_one_alone(self) -> None:
        """Make one that is due, unless another process that serves this folder makes it."""
        with alone_or_not(self.data / MAKING_LOCK) as ours:
            if ours and self._wait() <= 0:  # else another has just made it
                self.make_one()
        if not ours:
            self._ended.wait(LOOKED_FOR_EVERY)

    def look(self) -> bool:
        """Whether the ring is there, on its own disk; what is missing stands in ``missing``."""
        missing = ring_trouble(str(self.folder), self.data)
        if missing and missing != self.missing:
            logger.error("backups are not made: %s", missing)
        elif self.missing and not missing:
            logger.warning("the ring of backups is there again")
        self.missing = missing
        return not missing

    def _wait(self) -> float:
        """Seconds until the next one is due."""
        seconds = 60 * self.minutes
        if self.missing:
            return LOOKED_FOR_EVERY
        if self.unmade and self._tried is not None:
            again = self._tried + timedelta(seconds=min(seconds, AGAIN_WITHIN))
            return min(seconds, max(0.0, (again - datetime.now(UTC)).total_seconds()))
        made = max(ring.in_ring(self.folder), default=None)
        if made is None:
            return 0.0
        due = made + timedelta(seconds=seconds) - datetime.now(UTC)
        return min(seconds, max(0.0, due.total_seconds()))  # the clock may have jumped

    def make_one(self) -> None:
        """Make one now; why it could not be made stands in ``unmade``."""
        self._tried = datetime.now(UTC)
        gently = ("nice", "-n", "10") if shutil.which("nice") else ()
        words = ("record", "backup", "--ring", str(self.folder), "--data", str(self.data))
        try:
            done = subprocess.run(  # noqa: S603 (our own command)
                [*gently, sys.executable, "-c", _COMMAND, *words],
                capture_output=True, text=True, timeout=LONGEST, check=False, env=os.environ,
            )  # fmt: skip
            said = done.stderr.strip().splitlines()
            trouble = "" if done.returncode == 0 else (said[-1] if said else "it ended unasked")
        except (OSError, subprocess.TimeoutExpired) as unmade:
            trouble = str(unmade)
        trouble = trouble.removeprefix("tilescribe: ")
        if trouble and trouble != self.unmade:
            logger.error("no backup could be made: %s", trouble)
        elif self.unmade and not trouble:
            logger.warning("backups are made again")
        self.unmade = trouble


class TakingIn:
    """Has older tournaments taken in that the hall leapt over, by a program of its own.

    It takes no share of the interpreter that answers tablets, and ends with the service: what it
    has taken in stays. One at a time does it, of all that serve one folder.
    """

    def __init__(self, data: Path, hall: Hall) -> None:
        self.data, self.hall = data, hall

    def start(self) -> None:
        Thread(target=self._go_on, name="taking-in", daemon=True).start()

    def _go_on(self) -> None:
        wait = LOOKED_FOR_EVERY  # until the service is there, which needs the time of this machine
        while True:
            sleep(wait)
            wait = LOOKED_FOR_EVERY
            with suppress(Refusal):  # the record is away, which others say
                if self.hall.owed() and not self._take_in():
                    wait = AGAIN_WITHIN

    def _take_in(self) -> bool:
        gently = ("nice", "-n", "10") if shutil.which("nice") else ()
        words = ("record", "rebuild", "--missing", "--data", str(self.data))
        done = subprocess.run(  # noqa: S603 (our own command)
            [*gently, sys.executable, "-c", _WITH_ME, *words],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False,
            env={**os.environ, PARENT: str(os.getpid())},
        )  # fmt: skip
        if done.returncode:
            why = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            logger.error("older tournaments could not be taken in: %s", *why or ("",))
        return not done.returncode


def backing_up(data: Path, settings: BackupSettings) -> BackingUp | None:
    """What makes the backups that are set, not yet begun; ``None`` where none are."""
    if settings.folder is None:
        return None
    return BackingUp(data, settings.folder, settings.minutes)


# Codes looked up and bundles signed in the service: one at a time, so no crowd takes a core.
#
# Officials go before visitors, and nobody waits behind all that one address has sent.


PATIENCE = 4.0
"""Seconds to wait for who is being answered; with ``GIVEN_UP`` less than the ten within which a
request must be over."""

ROOM = 4
"""Visitors who are answered and wait for it, and officials as many: each holds a thread that a
tablet may want."""

GIVEN_UP = 5.5
"""Seconds of work on one list: the record is read again up to its entry, about 3,000 events a
second, and whoever is next has waited as long."""


SEARCHED_FOR = 2.0
"""Seconds of work on a code that is on nothing printed here: some 50 games as they stand."""


class PaperChecks:
    """What ``web.site.PaperChecker`` and ``Bundler`` ask, of an opened record."""

    def __init__(self, here: Opened) -> None:
        self._here = here
        self.turns = Turns(ROOM)

    def code(self, code: str, state: str, viewer: Viewer, asker: str = "") -> PaperVerdict:
        with self._turn(asker, viewer):
            return check_paper(self._here, code, state, viewer, within(GIVEN_UP), SEARCHED_FOR)

    def signed(self, text: str, viewer: Viewer, asker: str = "") -> SignedVerdict:
        with self._turn(asker, viewer):
            return check_signed(self._here, text, viewer, within(GIVEN_UP), SEARCHED_FOR)

    def pdf(self, data: bytes, viewer: Viewer, asker: str = "") -> PdfVerdict:
        with self._turn(asker, viewer):
            return check_pdf(self._here, data, viewer, GIVEN_UP)

    def sign(self, which: CaseToPrint, paper: str, by: str) -> SignedBundle:
        with self._turn(by, Viewer.DIRECTOR):
            base = base_asked(self._here.folder, request.host_url)
            return sign_bundle(self._here, which, paper, base, by)

    def again(self, which: CaseToPrint, number: int) -> bytes:
        with self._turn("", Viewer.DIRECTOR):
            return bundle_again(self._here, which, number)

    @contextmanager
    def _turn(self, asker: str, viewer: Viewer) -> Iterator[None]:
        """A turn of whoever asks: a badge, or the address of somebody nobody knows."""
        official = viewer not in (Viewer.VISITOR, Viewer.PLAYER)
        try:
            with self.turns.mine(asker, official=official, patience=PATIENCE):
                yield
        except NoTurn as none:
            raise _busy() from none


def _busy() -> Refusal:
    return Refusal(
        "too-many-checks",
        "Many papers are being looked up just now.",
        "Try again in a minute.",
    )


DATA_VARIABLE = known.DATA.variable

SELDOM = (10_000, 20, 50)
"""Objects more than before, until the collector looks through the newest, and how many such looks
until it looks through those that outlived one, and through all."""

_open_for_good = ExitStack()
"""Keeps the record open for as long as the worker lives."""


def application() -> Front:
    front = Front(the_app())
    keep_to_one_core()
    _collect_seldom()
    return front


def _collect_seldom() -> None:
    """Let Python's collector of cycles leave alone what is there from the start, for good.

    To look through all of it took 60 ms, in which no tablet was answered, and the sheets kept at
    hand made it longer; events and sheets have no cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def the_app() -> Flask:
    """Open the record named in ``TILESCRIBE_DATA`` and make the application on it."""
    end_with_parent()
    folder = Path(os.environ.get(DATA_VARIABLE, str(DATA)))
    put_up_own_books(folder)
    here = _open_for_good.enter_context(opened(folder, make=True, serves=True))
    keep_sharing(folder, here.local_store)
    to_stderr(str(value_of(known.LOG_FORMAT)), str(value_of(known.LOG_LEVEL)))
    here.log.appends.tell = wrote
    backups = backup_settings()
    every = backups.minutes if backups.folder is not None else None
    place = Place(folder, number(known.ROOM), every)
    site = RecordSite(here.log, here.hall, here.desk, here.badges, place)
    names = permissions.names_in(os.environ)
    makes_backups = backing_up(folder, backups)
    if makes_backups is not None:
        makes_backups.start()  # before this process is kept to one core, so it may use them all
    TakingIn(folder, here.hall).start()
    sending = sending_to(
        witnesses_named(), subscribers_named(), lambda: here.checkpoints, here.desk.now
    )
    if sending is not None:
        here.automatic_checkpoints.told.append(sending.ring)
        sending.start()
    names_going = here.hall.tournament_names
    draws = AutomaticDraws(here.desk, lambda: [x.slug for x in names_going() if not x.over])
    draws.start()
    papers = PaperChecks(here)
    return create_app(
        site,
        printer=_printer(here),
        badges=here.badges,
        paper_checker=papers,
        bundler=papers,
        WORD_LISTS=folder,
        BACKUPS=makes_backups,
        PAPER_BASE=lambda: base_asked(folder, request.host_url),
        CHECKPOINTS=lambda: here.checkpoints,
        SENDING=sending,
        HOSTS=names,
        EMBED_ORIGINS=value_of(known.EMBED),
        CORS_ORIGINS=value_of(known.CORS),
        PROXIES=value_of(known.PROXIES),
        LOG_ACCESS=value_of(known.LOG_ACCESS),
        METRICS_TOKEN=value_of(known.METRICS_TOKEN),
        METRICS_FROM=value_of(known.METRICS_FROM),
    )


def _printer(here: Opened) -> Printer:
    def of_a_sheet(form: str, sheet: object, paper: str) -> bytes:
        by = ANYBODY if the_session() is None else OFFICIALS
        base = base_asked(here.folder, request.host_url)
        asked = request.args.get("language", "")
        with printed_in(
            *(asked_for(asked) if asked else languages_of(_tournament_of(here, sheet)))
        ):
            papers = filled(form, sheet)
        return papers.pdf(paper, base, noted(here, by))

    def filled(form: str, sheet: object) -> Papers:
        if isinstance(sheet, CaseToPrint):
            return case_paper(here, form, sheet)
        if isinstance(sheet, DeskToPrint):
            return desk_paper(here, form, sheet)
        if isinstance(sheet, CourseToPrint):
            return course_paper(here, form, sheet)
        if isinstance(sheet, ByHandToPrint):
            return by_hand_paper(here, form, sheet)
        if isinstance(sheet, EvidenceToPrint):
            return evidence_paper(here, sheet)
        before = None
        if isinstance(sheet, GameToPrint):
            sheet, before = sheet
        game = cast("Sheet", sheet)
        source = source_of(here, game)
        return of_a_game(form, game, standing_before(source, before, game))

    return of_a_sheet


def _tournament_of(here: Opened, sheet: object) -> TournamentRow | None:
    if isinstance(sheet, CourseToPrint):
        return sheet.course.tournament
    if isinstance(sheet, CaseToPrint | DeskToPrint | ByHandToPrint):
        return here.hall.tournament(sheet.tournament)
    if isinstance(sheet, EvidenceToPrint):
        return here.hall.tournament(here.shelf.sheet(sheet.game).scheduled.tournament)
    game = cast("Sheet", sheet.sheet if isinstance(sheet, GameToPrint) else sheet)
    return here.hall.tournament(game.scheduled.tournament)
