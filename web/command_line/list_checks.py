"""Codes of lists, papers of cases and of the desk: the record is read again up to their entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from math import inf
from time import monotonic
from typing import Literal, NamedTuple

from ledger.accounts.cabinet import NO_CABINET
from ledger.backup.era import restores
from ledger.desk.sheet_cache import Shelf
from ledger.hall import open_hall
from ledger.proof.paper_codes import as_read
from ledger.proof.paper_verdicts import UNTOLD, Found, PaperVerdict
from ledger.record.log_at import LogAt
from ledger.record.streams import tournament_id
from ledger.shown_to import Viewer
from ledger.tournament.tournament import Tournament, tournament_named, tournament_of
from ledger.vocabulary.refusals import Refusal
from migrations.hall_db import prepare
from printing.forms import FORMS, filler
from printing.papers import Papers
from web.command_line.case_papers import case_paper
from web.command_line.course_papers import course_paper
from web.command_line.desk_papers import desk_at_hand, desk_paper
from web.command_line.filled import played_in
from web.command_line.in_its_place import private_folder
from web.command_line.opened import Opened
from web.command_line.removed_since import removed_of_case
from web.site.site import CaseToPrint, CourseToPrint, DeskToPrint

OF_A_CASE = re.compile(r"(?P<slug>[^/]+)/[Cc]-(?P<number>\d{1,5})")

ORDERS: tuple[Literal["table", "name"], ...] = ("table", "name")


class Listed(NamedTuple):
    """What a code is, and of a genuine one the forms filled again and which of them it is on."""

    verdict: PaperVerdict
    papers: Papers | None = None
    nth: int = 0


def lists_at(
    here: Opened, code: str, event: int, name: str, viewer: Viewer, patience: float = inf
) -> Listed:
    """What a code is on a form about many games, or about a case, at an entry of the record.

    Raises:
      Refusal: there is no such tournament; ``too-long-to-check`` after so many seconds.
    """
    still = partial(in_time, monotonic() + patience)
    about = PaperVerdict(
        found=Found.NOT_OURS, about=name, event=event, now=here.log.last_position()
    )
    case = OF_A_CASE.fullmatch(name)
    slug = case["slug"] if case else name
    tournament_named(slug, here.log)
    if 1 <= event <= about.now:
        with _as_it_stood(here, event, still) as then:
            ways = list(_of_case(slug, int(case["number"])) if case else _of_lists(then, slug))
            for way in ways:
                still()
                for nth, form in enumerate(way(then).forms):
                    if as_read(form.heading.check) == code:
                        if case:
                            number = int(case["number"])
                            gone = removed_of_case(slug, number, then.log, here.log)
                            about = replace(about, removed=gone)
                        verdict = _told(here, way, nth, then, about, viewer)
                        return Listed(verdict, way(then), nth)
    for restored in restores(here.log):
        if restored.may_have_lost(event, kept=restored.position):
            return Listed(replace(about, found=Found.LOST, restored=restored.when))
    return Listed(about)


def in_time(until: float, *_how_far: int) -> None:
    """Called now and then by work that must not go on for ever.

    Raises:
      Refusal: ``too-long-to-check``: it is past the moment ``until``.
    """
    if monotonic() > until:
        raise Refusal(
            "too-long-to-check",
            "This takes too long to be looked up between other pages: the record is long.",
            "Look it up on the machine itself, with tilescribe verify-paper.",
        )


@contextmanager
def _as_it_stood(here: Opened, position: int, progress: Callable[..., None]) -> Iterator[Opened]:
    """The record up to a position, with a hall of its own that was fed no further."""
    log = LogAt(here.log, position)
    shelf = Shelf(log)
    with private_folder() as folder:
        hall = open_hall(folder, log, shelf, prepare=prepare, progress=progress)
        try:
            yield Opened(here.folder, log, hall, shelf, NO_CABINET)
        finally:
            hall.close()


Way = partial[Papers]
"""How a form is filled from a record, all but the record settled."""


def _of_case(slug: str, number: int) -> Iterator[Way]:
    for form, made in FORMS.items():
        if "case" in made.filled:
            for redacted in (False, True):
                yield partial(_case, form, CaseToPrint(slug, number, redacted))


def _case(form: str, which: CaseToPrint, here: Opened) -> Papers:
    return case_paper(here, form, which)


def _of_lists(here: Opened, slug: str) -> Iterator[Way]:
    """Every list of a tournament and every paper of its desk, those asked for most first."""
    tournament = tournament_of(here.log.events_of(tournament_id(slug)))
    course = here.hall.course(slug)
    divisions: tuple[str | None, ...] = (None, *(course.divisions if course else ()))
    rounds = range(1, (course.rounds if course else 0) + 1)
    for form in ("standings", "wall-chart", "missing-slips", "prizes", "player-card"):
        for division in divisions:
            yield partial(_course, form, slug, 0, division, "table")
    for round_number in rounds:
        for division in divisions:
            for form in ("standings", "wall-chart"):
                yield partial(_course, form, slug, round_number, division, "table")
            for order in ORDERS:
                yield partial(_course, "pairings", slug, round_number, division, order)
        yield partial(_tally, slug, round_number)
    yield partial(_cards, slug)
    if tournament is not None:
        yield from _of_the_desk(here, tournament, rounds)


def _of_the_desk(here: Opened, tournament: Tournament, rounds: Iterable[int]) -> Iterator[Way]:
    slug = tournament.slug
    for round_number in rounds:
        for division in sorted({one.division for one in tournament.rounds}):
            which = DeskToPrint(slug, round_number, division)
            yield partial(_desk, "round-close", which)
    yield partial(_desk, "rulings", DeskToPrint(slug))
    yield partial(_desk, "rulings", DeskToPrint(slug, anonymous=True))
    at_hand = desk_at_hand(here, DeskToPrint(slug))
    for day in sorted({at_hand.local(act.at).date() for act in at_hand.acts}):
        yield partial(_desk, "day-log", DeskToPrint(slug, day=day.isoformat()))


def _course(
    form: str,
    slug: str,
    round_number: int,
    division: str | None,
    order: Literal["table", "name"],
    here: Opened,
) -> Papers:
    course = here.hall.course(slug, after=0 if form == "pairings" else round_number)
    if course is None:
        return NONE
    which = CourseToPrint(course, round_number, order, division, officially=True)
    return _if_any(partial(course_paper, here, form, which))


def _tally(slug: str, round_number: int, here: Opened) -> Papers:
    return _if_any(
        lambda: filler("tally-sheet", "round")(played_in(here, slug, round_number), round_number)
    )


def _cards(slug: str, here: Opened) -> Papers:
    return _if_any(lambda: filler("scorecard", "tournament")(played_in(here, slug)))


def _desk(form: str, which: DeskToPrint, here: Opened) -> Papers:
    return _if_any(partial(desk_paper, here, form, which))


PUBLIC = frozenset(made.room for made in FORMS.values() if "course" in made.filled)
"""Lists that anybody is given: who plays whom, who stands where. Only how much of the record they
hold is for officials, and so is how much there is now."""

NONE = Papers(None, ())  # type: ignore[arg-type]
"""No form at all: there was nothing to fill one from."""


def _if_any(fill: Callable[[], Papers]) -> Papers:
    try:
        return fill()
    except Refusal:  # no such round, nobody of that number: nothing was printed then
        return NONE


def _told(
    here: Opened, way: Way, nth: int, then: Opened, about: PaperVerdict, viewer: Viewer
) -> PaperVerdict:
    """The verdict on a list that is genuine, and what it says, if whoever asks is shown it."""
    papers = way(then)
    form, latest = str(papers.room.FORM), about.event == about.now
    found = Found.LATEST if latest else Found.SUPERSEDED
    if viewer not in (Viewer.DIRECTOR, Viewer.ORGANISER):
        about = replace(about, now=UNTOLD)
        if papers.room.__name__.rpartition(".")[2] not in PUBLIC:
            return replace(about, found=found, form=form, for_officials=True)
    said = tuple(papers.room.lines(papers.filled[nth][0]))
    again = way(here).filled if not latest else ()
    says_now = tuple(papers.room.lines(again[min(nth, len(again) - 1)][0])) if again else said
    return replace(about, found=found, form=form, said=said, says_now=says_now)
