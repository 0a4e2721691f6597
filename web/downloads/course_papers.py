"""What hangs on the wall, to take away as PDF: made from what whoever asks is shown."""

from __future__ import annotations

from flask import Response, request

from ledger.proof.paper_requests import CourseToPrint
from ledger.vocabulary import Role
from web.access.permissions import EVERYBODY
from web.access.visitors import the_session
from web.downloads.files import asked_paper, below, named_plainly, to_take_away
from web.frame.addresses import course_at
from web.frame.pages import PDF, Pages
from web.public.standings import asked_of
from web.site.site import the_printer

pages = Pages("course_papers", manual=None)

OFFICIALLY = frozenset({Role.DIRECTOR, Role.ORGANISER})
"""Who may read from a paper how much was entered in the record."""


@pages.get(below("standings"), who=EVERYBODY, answers=PDF)
def standings(slug: str) -> Response:
    """Who stands where: ``?after=``, ``?division=``, ``?paper=`` as on the page."""
    return _of_the_course("standings", slug)


@pages.get(below("wall-chart"), who=EVERYBODY, answers=PDF)
def wall_chart(slug: str) -> Response:
    """Every round of every player: ``?after=``, ``?division=``, ``?paper=``."""
    return _of_the_course("wall-chart", slug)


@pages.get(below("missing-slips"), who=EVERYBODY, answers=PDF)
def missing_slips(slug: str) -> Response:
    """Tables from which no result is in: ``?division=``, ``?paper=``."""
    return _of_the_course("missing-slips", slug)


@pages.get(below("prizes"), who=EVERYBODY, answers=PDF)
def prizes(slug: str) -> Response:
    """What may be won, and by whom as things stand: ``?division=``, ``?paper=``."""
    return _of_the_course("prizes", slug)


@pages.get(below("poster"), who=EVERYBODY, answers=PDF)
def poster(slug: str) -> Response:
    """The poster whose square code leads phones to the tournament's page: ``?paper=``."""
    size = asked_paper()
    body = the_printer()("poster", CourseToPrint(course_at(slug)), size)
    return to_take_away(body, "application/pdf", f"{named_plainly(slug)}-poster.pdf")


@pages.get(below("player-card"), who=EVERYBODY, answers=PDF)
def player_cards(slug: str) -> Response:
    """Players' cards: ``?number=`` of one player, ``?division=``, ``?paper=``."""
    number = max(0, request.args.get("number", 0, type=int))
    return _of_the_course("player-card", slug, number=number)


@pages.get(below("pairings"), who=EVERYBODY, answers=PDF)
def pairings(slug: str, round_number: int) -> Response:
    """Who sits where in a round: ``?by=table`` or ``name``, ``?division=``, ``?paper=``."""
    size = asked_paper()
    which = CourseToPrint(
        course_at(slug),
        round_number,
        "name" if request.args.get("by") == "name" else "table",
        request.args.get("division"),
        officially=_officially(),
    )
    body = the_printer()("pairings", which, size)
    name = f"{named_plainly(slug)}-r{round_number}-pairings-by-{which.order}.pdf"
    return to_take_away(body, "application/pdf", name)


def _of_the_course(form: str, slug: str, number: int = 0) -> Response:
    size = asked_paper()
    desk_request = asked_of(slug)
    which = CourseToPrint(
        desk_request.course, division=desk_request.chosen, number=number, officially=_officially()
    )
    body = the_printer()(form, which, size)
    at = f"-after-r{desk_request.course.after}" if desk_request.course.after else ""
    who = f"-p{number}" if number else ""
    return to_take_away(body, "application/pdf", f"{named_plainly(slug)}{at}-{form}{who}.pdf")


def _officially() -> bool:
    session = the_session()
    return session is not None and session.role in OFFICIALLY
