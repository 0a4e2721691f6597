"""Codes looked up and bundles signed in the service: one at a time, so no crowd takes a core."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from flask import request

from ledger.proof.paper_verdicts import PaperVerdict, PdfVerdict
from ledger.shown_to import Viewer
from ledger.vocabulary.refusals import Refusal
from web.command_line.issued_bundles import bundle_again, sign_bundle
from web.command_line.opened import Opened
from web.command_line.paper_checks import check_paper
from web.command_line.patience import within
from web.command_line.pdf_checks import check_pdf
from web.command_line.sources import paper_base
from web.site.site import SignedBundle
from web.site.to_print import CaseToPrint

PATIENCE = 3.0
"""Seconds to wait for who is being answered; with ``GIVEN_UP`` less than the ten within which a
request must be over."""

ROOM = 3
"""Who is answered and who waits for it: each holds a thread that a tablet may want."""

GIVEN_UP = 6.0
"""Seconds of work on one list: the record is read again up to its entry, about 3,000 events a
second, and whoever is next has waited as long."""


SEARCHED_FOR = 2.0
"""Seconds of work on a code that is on nothing printed here: some 50 games as they stand."""


class PaperChecks:
    """What ``web.site.site.PaperChecker`` and ``Bundler`` ask, of an opened record."""

    def __init__(self, here: Opened) -> None:
        self._here = here
        self._turn = Lock()
        self._room = BoundedSemaphore(ROOM)

    def code(self, code: str, state: str, viewer: Viewer) -> PaperVerdict:
        """What a code is."""
        with self._few():
            return check_paper(self._here, code, state, viewer, within(GIVEN_UP), SEARCHED_FOR)

    def pdf(self, data: bytes, viewer: Viewer) -> PdfVerdict:
        """What a PDF is."""
        with self._few():
            return check_pdf(self._here, data, viewer, GIVEN_UP)

    def sign(self, which: CaseToPrint, paper: str, by: str) -> SignedBundle:
        """The bundle of a case as it stands, signed (``web.site.site.Bundler``)."""
        with self._alone():
            return sign_bundle(self._here, which, paper, paper_base(request.host_url), by)

    def again(self, which: CaseToPrint, number: int) -> bytes:
        """A bundle that was handed out, byte for byte."""
        with self._alone():
            return bundle_again(self._here, which, number)

    @contextmanager
    def _few(self) -> Iterator[None]:
        """Of those whom nobody knows, few wait; officials are never turned away for them."""
        if not self._room.acquire(blocking=False):
            raise _busy()
        try:
            with self._alone():
                yield
        finally:
            self._room.release()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._turn.acquire(timeout=PATIENCE):
            raise _busy()
        try:
            yield
        finally:
            self._turn.release()


def _busy() -> Refusal:
    return Refusal(
        "too-many-checks",
        "Many papers are being looked up just now.",
        "Try again in a minute.",
    )
