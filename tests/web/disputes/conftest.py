"""A hall for each rulebook with its tablet, and the director's browser, which counts taps."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from tests.desks import OPTIONS
from tests.web.a_tablet import Tablet, let_in
from tests.web.disputes.hearing import Dispute, Tapping
from tests.web.entry_hall import a_hall
from web.command_line.worker import _printer

TABLES = 12


@pytest.fixture(scope="package")
def halls(browser, tmp_path_factory):
    """For a book: its hall, a tablet, the director's page, and the tables nobody has used.

    They close with the last dispute: open pages cost every later test of a run their share.
    """
    with ExitStack() as kept:
        known = {}

        def of(book):
            if book not in known:
                folder = tmp_path_factory.mktemp(book)
                options = OPTIONS.get(book, ())
                hall = kept.enter_context(a_hall(folder, TABLES, book=book, options=options))
                hall.app.extensions["printer"] = _printer(hall.here)
                tablet = Tablet(browser, hall)
                kept.callback(tablet.close)
                context = browser.new_context(viewport={"width": 1280, "height": 800})
                kept.callback(context.close)
                let_in(context, hall, "D1")
                page = Tapping(context.new_page())
                known[book] = hall, tablet, page, iter(range(1, TABLES + 1))
            return known[book]

        yield of


@pytest.fixture
def dispute(halls):
    """A game begun at a table of its own, under the book that is asked for."""

    def under(book):
        hall, tablet, page, free = halls(book)
        return Dispute(hall, tablet, page, next(free))

    return under
