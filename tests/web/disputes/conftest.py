"""A hall for each rulebook, and one tablet and one director's browser that go from hall to hall."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from tests.desks import OPTIONS
from tests.web.a_tablet import Tablet, let_in
from tests.web.disputes.by_book import BOOKS
from tests.web.disputes.hearing import Dispute, Tapping
from tests.web.entry_hall import a_hall, taken_in
from web.command_line.worker import _printer

TABLES = 16
HOSTS = {book: f"127.0.0.{last}" for last, book in enumerate(BOOKS, 2)}
"""An address for each: to a browser that has the badge of one hall the next is another place."""


@pytest.fixture(scope="package")
def halls(browser, tmp_path_factory):
    """For a book: its hall, the tablet, the director's page, and the tables nobody has used.

    They close with the last dispute: open pages cost every later test of a run their share.
    """
    with ExitStack() as kept, ExitStack() as opened:
        known = {}
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        opened.callback(context.close)
        page = Tapping(context.new_page())
        tablets = []

        def tablet_in(hall):
            if not tablets:
                tablets.append(Tablet(browser, hall))
                opened.callback(tablets[0].close)
            else:
                taken = taken_in(hall.office, "")
                let_in(tablets[0].context, hall, "K1", taken.device, taken.key)
                tablets[0].been.add(hall.address)
            return tablets[0]

        def of(book):
            if book not in known:
                folder = tmp_path_factory.mktemp(book)
                options = OPTIONS.get(book, ())
                hall = kept.enter_context(
                    a_hall(folder, TABLES, book=book, options=options, host=HOSTS[book])
                )
                hall.app.extensions["printer"] = _printer(hall.here)
                let_in(context, hall, "D1")
                known[book] = hall, tablet_in(hall), page, iter(range(1, TABLES + 1))
            return known[book]

        yield of


@pytest.fixture
def whole():
    """Whether it is gone through to the very end, after the ruling and its paper."""
    return True


@pytest.fixture
def dispute(halls, whole):
    """A dispute that has arisen at a table of its own, under the book that is asked for."""

    def under(name, book, **how):
        hall, tablet, page, free = halls(book)
        return Dispute(hall, tablet, page, next(free), name, book, whole=whole, **how)

    return under
