"""Short ways to take files in at a desk, for tests."""

from __future__ import annotations

from uuid import uuid4

from ledger.desk.requests import Sent
from ledger.interchange.exporting import exported_as
from ledger.interchange.from_record import told_here
from ledger.interchange.importing import Given, previewed
from ledger.record.events import tournament_id
from ledger.tournament.opening import Particulars
from ledger.tournament.tournament import tournament_named
from tests.desks import ORGANISER
from tests.officials import Organiser

SLUG = "cup"


class Files:
    """A tournament at a desk, and files that go into it and come out of it."""

    def __init__(self, desk, book="nsa-1998", slug=SLUG, first_day="2026-03-14", **more):
        self.desk = desk
        self.slug = slug
        more["particulars"] = Particulars(first_day=first_day)
        Organiser(desk).open_tournament(slug, "Cup", book, by=ORGANISER, **more)

    @property
    def tournament(self):
        return tournament_named(self.slug, self.desk.log)

    def preview(self, text, name="", **how):
        data = text.encode() if isinstance(text, str) else text
        given = data if isinstance(data, list) else [Given(name, data)]
        return previewed(self.tournament, given, self.desk.shelf.sheet, **how)

    def take_in(self, text, name="", *, by=ORGANISER, **how):
        """Take a file in, where there is anything to take in; what was previewed."""
        preview = self.preview(text, name, **how)
        if preview.is_news:
            self.enter(preview.asked, by=by)
        return preview

    def enter(self, request, *, by=ORGANISER):
        sent = Sent(by=by, command_id=uuid4())
        return self.desk.must_write(tournament_id(self.slug), request, sent)

    def export(self, kind, **more):
        return exported_as(kind, self.tournament, self.desk.shelf.sheet, **more)

    @property
    def told(self):
        return told_here(self.tournament, self.desk.shelf.sheet).told


def verdicts(preview):
    """What becomes of what, in short: (verdict, words)."""
    return [(change.verdict, change.said) for change in preview.changes]


def said(preview, *weights):
    """Lines of a report in short: (number, code)."""
    return [(line.number, line.code) for line in preview.lines if line.weight in weights]
