"""Papers of a case filled from the record, and the evidence sheet of a game, for officials."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple
from uuid import UUID

from ledger.desk.opened import Opened, case_named, game_named
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile, case_in, case_numbered, files_of
from ledger.incidents.facts import RulingGiven
from ledger.incidents.wording import case_wording, number_wording
from ledger.messages import say
from ledger.proof.paper_requests import CaseToPrint, EvidenceToPrint
from ledger.record.log import Log
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.visibility import Viewer
from ledger.vocabulary.refusals import Refusal
from printing.cases.case_at_hand import CaseAtHand
from printing.filling.table_papers import official, signs_of, source_in, source_of, zone_for
from printing.forms import filler
from printing.languages import in_its_languages
from printing.papers import Papers
from printing.source import NOTHING_ELSE, Source


def case_to_print(subject: str, tournament: str | None, *, redacted: bool = False) -> CaseToPrint:
    """The case that a person calls ``C-12``, of a tournament; or ``TOURNAMENT/C-12``."""
    slug, number = case_named(subject, tournament)
    return CaseToPrint(slug, number, redacted)


@in_its_languages
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
    signs = signs_of(here)
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
            signs=signs,
        ),
        record_to=position,
        last=here.log.placed_events_of(stream)[-1] if signs is not None else None,
        words=here.log.words_of,
        others=lambda: tuple(
            case_in(here.log, other) for other in tournament.cases if other != stream
        ),
    )


def _link_of(log: Log, sheet: Sheet) -> bytes:
    """The link of a game's last event, in whatever state of the record is read."""
    return log.link_at(log.placed_events_of(sheet.id)[sheet.version - 1][0])


# The evidence sheet of a game: two states of it side by side, for officials.


@in_its_languages
def evidence_paper(here: Opened, which: EvidenceToPrint) -> Papers:
    sheet = here.shelf.sheet(which.game)
    one, other = (version or sheet.version for version in which.states)
    return evidence_of_states(here.log, sheet, (one, other), source_of(here, sheet))


def evidence_of_states(log: Log, sheet: Sheet, states: tuple[int, int], source: Source) -> Papers:
    """The same of a game as it stood, after two of its events, with what ``log`` has of rulings."""
    from ledger.replay.replayed import lane_visible_to

    files = cases_about(log, sheet)
    incidents = lane_visible_to(Viewer.DIRECTOR, sheet, files, over=True)
    return filler("evidence-sheet", "evidence")(sheet, states, incidents, source)


def evidence_named(here: Opened, subject: str, states: tuple[int, int]) -> Papers:
    game = game_named(here.hall, subject).id
    return evidence_paper(here, EvidenceToPrint(game, states))


# What was ruled of a game: an evidence sheet tells it, and rulings are written beside the game.


class Ruled(NamedTuple):
    """A ruling of a game: the entry of the record that it is, and the ruling in words."""

    position: int
    words: str


def cases_about(log: Log, sheet: Sheet) -> list[CaseFile]:
    """The cases about a game; none where nobody opened its tournament."""
    try:
        tournament = tournament_named(sheet.scheduled.tournament, log)
    except Refusal:
        return []
    return [one for one in files_of(log, tournament) if one.opened.game == sheet.id]


def rulings_of(log: Log, sheet: Sheet) -> list[Ruled]:
    found = [
        Ruled(
            position,
            say(
                "paper.event-originator-version-number-fact",
                originator_version=event.originator_version,
                number=number_wording(file.opened.number),
                fact=case_wording(event.fact, sheet.name),
            ).rstrip("."),
        )
        for file in cases_about(log, sheet)
        for position, event in log.placed_events_of(file.id)
        if isinstance(event.fact, RulingGiven) and event.fact.game == sheet.id
    ]
    return sorted(found)
