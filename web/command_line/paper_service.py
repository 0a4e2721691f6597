"""Codes looked up and bundles signed in the service: one at a time, so no crowd takes a core.

Officials go before visitors, and nobody waits behind all that one address has sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import request

from ledger.apart.turns import NoTurn, Turns
from ledger.proof.paper_verdicts import PaperVerdict, PdfVerdict
from ledger.shown_to import Viewer
from ledger.vocabulary.refusals import Refusal
from web.command_line.issued_bundles import bundle_again, sign_bundle
from web.command_line.opened import Opened
from web.command_line.paper_checks import check_paper
from web.command_line.patience import within
from web.command_line.pdf_checks import check_pdf
from web.command_line.served_at import base_asked
from web.site.site import SignedBundle
from web.site.to_print import CaseToPrint

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
    """What ``web.site.site.PaperChecker`` and ``Bundler`` ask, of an opened record."""

    def __init__(self, here: Opened) -> None:
        self._here = here
        self.turns = Turns(ROOM)

    def code(self, code: str, state: str, viewer: Viewer, asker: str = "") -> PaperVerdict:
        """What a code is."""
        with self._turn(asker, viewer):
            return check_paper(self._here, code, state, viewer, within(GIVEN_UP), SEARCHED_FOR)

    def pdf(self, data: bytes, viewer: Viewer, asker: str = "") -> PdfVerdict:
        """What a PDF is."""
        with self._turn(asker, viewer):
            return check_pdf(self._here, data, viewer, GIVEN_UP)

    def sign(self, which: CaseToPrint, paper: str, by: str) -> SignedBundle:
        """The bundle of a case as it stands, signed (``web.site.site.Bundler``)."""
        with self._turn(by, Viewer.DIRECTOR):
            base = base_asked(self._here.folder, request.host_url)
            return sign_bundle(self._here, which, paper, base, by)

    def again(self, which: CaseToPrint, number: int) -> bytes:
        """A bundle that was handed out, byte for byte."""
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
