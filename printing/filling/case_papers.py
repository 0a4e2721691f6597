"""The papers of a case filled from the record: incident record, notices, appeal form, bundle."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from ledger.desk.opened import Opened, case_named
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import case_in, case_numbered
from ledger.proof.paper_requests import CaseToPrint
from ledger.record.log import Log
from ledger.tournament.tournament import Tournament
from printing.cases.case_at_hand import CaseAtHand
from printing.filling.sources import official, source_in, zone_for
from printing.forms import filler
from printing.papers import Papers
from printing.source import NOTHING_ELSE, Source


def case_to_print(subject: str, tournament: str | None, *, redacted: bool = False) -> CaseToPrint:
    """The case that a person calls ``C-12``, of a tournament; or ``TOURNAMENT/C-12``."""
    slug, number = case_named(subject, tournament)
    return CaseToPrint(slug, number, redacted)


def case_paper(here: Opened, form: str, which: CaseToPrint) -> Papers:
    """A form about a case, filled as far as the case has got."""
    tournament, stream = case_numbered(here.log, which.tournament, which.number)
    case = case_at_hand(here, tournament, stream)
    return filler(form, "case")(case, redacted=which.redacted)


def case_at_hand(here: Opened, tournament: Tournament, stream: UUID) -> CaseAtHand:
    file = case_in(here.log, stream)
    game = file.opened.game
    sheet = here.shelf.sheet(game) if game else None
    position, link = here.log.head()
    return CaseAtHand(
        file=file,
        tournament=tournament,
        sheet=sheet,
        game=source_in(here.log, sheet, _link_of(here.log, sheet)) if sheet else NOTHING_ELSE,
        source=Source(
            tournament=tournament.name,
            link=link,
            zone=zone_for(here.log, tournament.slug),
            official=partial(official, here.log),
        ),
        record_to=position,
        words=here.log.words_of,
        others=lambda: tuple(
            case_in(here.log, other) for other in tournament.cases if other != stream
        ),
    )


def _link_of(log: Log, sheet: Sheet) -> bytes:
    """The link of a game's last event, in whatever state of the record is read."""
    return log.link_at(log.placed_events_of(sheet.id)[sheet.version - 1][0])
