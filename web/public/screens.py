"""What hangs on the wall, on a projector: large type, page after page, and nobody touches it."""

from __future__ import annotations

from flask import abort, render_template
from flask.typing import ResponseReturnValue

from web.access.permissions import EVERYBODY
from web.frame.addresses import course_at
from web.frame.pages import Pages
from web.live.told_upto import the_mark
from web.public.kept import alike_for_visitors
from web.public.tournaments import by_name

pages = Pages("screens", manual="organiser")

TITLES = {
    "tables": "Pairings",
    "names": "Pairings by name",
    "standings": "Standings",
    "wall-chart": "Wall chart",
    "missing": "Missing slips",
    "announcements": "Announcements and prizes",
}
"""By the word in their address, what there is to be shown."""

ROUNDS_SHOWN = 5
"""Rounds of a wall chart that can be read from the back of a hall: the last ones."""


@pages.get("/t/<slug>/screen/<what>", who=EVERYBODY)
@alike_for_visitors
def page(slug: str, what: str) -> ResponseReturnValue:
    """One of ``TITLES``, of the round that was paired last."""
    if what not in TITLES:
        abort(404)
    after = the_mark()
    course = course_at(slug)
    latest = course.rounds
    last = max(latest, 1)
    return render_template(
        "tournaments/screen.html",
        tournament=course.tournament,
        course=course,
        what=what,
        title=TITLES[what],
        round_number=latest,
        sits=by_name(course, latest) if what == "names" else [],
        paired=course.of_round(latest) if what == "tables" else (),
        rounds=range(max(1, last - ROUNDS_SHOWN + 1), last + 1),
        others=TITLES,
        after=after,
    )
