"""What hangs on the wall of a tournament: pairings, standings, wall chart, cards, prizes."""

from __future__ import annotations

import re
from typing import Literal

from ledger.proof.paper_states import Place
from ledger.record.streams import tournament_id
from ledger.tournament.tournament import tournament_of
from ledger.vocabulary.refusals import Refusal
from printing.course_at_hand import CourseAtHand
from printing.forms import filler
from printing.papers import Papers
from printing.source import Source
from web.command_line.list_states import PrintedOf, as_shown, officially
from web.command_line.opened import Opened
from web.command_line.sources import zone_for
from web.site.to_print import CourseToPrint

NAMED = re.compile(
    r"(?P<tournament>[^/]+)(?:/(?P<division>(?![RrPp]\d+$)[^/]+))?"
    r"(?:/(?:[Rr](?P<round>\d{1,4})|[Pp](?P<number>\d{1,5})))?"
)

OF_A_ROUND = frozenset({"standings", "wall-chart", "pairings"})


def course_named(here: Opened, form: str, subject: str, *, order: str | None) -> CourseToPrint:
    """What a person calls ``TOURNAMENT``, ``TOURNAMENT/DIVISION/R3`` or ``TOURNAMENT/P7``.

    It is the whole record that is printed, as officials see it.

    Raises:
      Refusal: ``unreadable-name``, ``no-such-tournament``.
    """
    shape = NAMED.fullmatch(subject)
    number = int(shape["round"] or 0) if shape else 0
    wrong = shape is None or (form == "pairings" and not number)
    wrong = wrong or bool(shape and shape["number"] and form != "player-card")
    wrong = wrong or bool(shape and shape["division"] and form == "poster")
    if wrong or shape is None or (number and form not in OF_A_ROUND):
        raise Refusal(
            "unreadable-name",
            f"{subject!r} is not what this paper is about.",
            "Write TOURNAMENT/R3 for pairings, TOURNAMENT/P7 for a card, TOURNAMENT for the rest.",
        )
    course = here.hall.course(shape["tournament"], after=0 if form == "pairings" else number)
    if course is None:
        raise Refusal(
            "no-such-tournament",
            f"This record has no tournament called {shape['tournament']!r}.",
            "`tilescribe serve` lists them all.",
        )
    return CourseToPrint(
        course,
        round_number=number,
        order=_order(order),
        division=shape["division"],
        number=int(shape["number"] or 0),
        officially=True,
    )


def course_paper(here: Opened, form: str, which: CourseToPrint) -> Papers:
    """A list of a tournament.

    Raises:
      Refusal: ``no-such-round``, ``no-such-player``, ``no-such-division``.
    """
    row = which.course.tournament
    if which.division is not None and which.division not in which.course.divisions:
        raise Refusal(
            "no-such-division",
            f"{row.name} has no division {which.division!r}.",
            "Leave the division out for all of them.",
        )
    if which.officially:
        course, state = officially(here, which.course)
        return filled_course(here, form, which._replace(course=course), state)
    return filled_course(here, form, which, as_shown(here.log, here.desk.now()))


def filled_course(here: Opened, form: str, which: CourseToPrint, state: PrintedOf) -> Papers:
    """The same of a state of the record."""
    row = which.course.tournament
    zone = zone_for(here.log, row.slug)
    at_hand = CourseAtHand(
        course=which.course,
        moment=state.moment.astimezone(zone),
        source=Source(tournament=row.name, link=state.link, zone=zone),
        record_to=state.record_to,
        shown=state.shown,
        division=which.division,
        round_number=which.round_number,
        order=which.order,
        number=which.number,
        planned=_planned(here, row.slug),
    )
    number = which.round_number or which.course.after or None
    place = Place(form, number if form in OF_A_ROUND else None, which.division)
    return filler(form, "course")(at_hand).placed(str(place))


def _planned(here: Opened, slug: str) -> dict[str, int]:
    tournament = tournament_of(here.log.events_of(tournament_id(slug)))
    return {one.name: one.rounds for one in tournament.planned} if tournament else {}


def _order(told: str | None) -> Literal["table", "name"]:
    return "name" if told == "name" else "table"
