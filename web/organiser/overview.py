"""The organiser's first page of a tournament: what comes next, and what is missing at set-up."""

from __future__ import annotations

from flask import Blueprint, render_template

from ledger.tournament.checklist import checklist, missing
from ledger.tournament.tournament import Tournament, is_over, tournament_named
from web.access.viewers import the_hall
from web.access.visitors import the_badges
from web.frame.addresses import tournament_at
from web.judge.word_lists import word_lists
from web.organiser.around import around
from web.organiser.next_steps import next_steps
from web.organiser.sections import where_to

bp = Blueprint("organising", __name__)

MOST_NAMED = 2
"""Open rounds that are named; more are counted."""

SEEN_TO_AT = {
    "days": "setting_up.page",
    "time-zone": "setting_up.page",
    "options": "setting_up.page",
    "word-list": "setting_up.page",
    "live-boards": "setting_up.page",
    "players": "players.page",
    "bye": "setting_up.page",
    "check-in": "check_in.page",
    "badges": "badges.desk",
    "tablets": "badges.desk",
    "paper": "",  # a name of anything
    "ratings-names": "players.page",
    "round": "drawing_rounds.page",
    "backup": "",
    "rulebook": "",
}
"""On which page a line of the check-list is seen to, by its code; empty: on none."""


@bp.get("/t/<slug>/organise/")
def overview(slug: str) -> str:
    """How the tournament stands, what comes next, and the check-list.

    Raises:
      Refusal: ``no-such-tournament``.
    """
    row = tournament_at(slug)
    office = the_badges()
    tournament = tournament_named(row.slug, office.desk.log)
    items = checklist(tournament, around(tournament, office, word_lists()))
    return render_template(
        "organiser/overview.html",
        tournament=row,
        state=state_in_words(tournament),
        steps=next_steps(tournament, the_hall().games(slug)),
        items=items,
        missing=missing(items),
        where={item.code: where_to(SEEN_TO_AT[item.code], slug) for item in items},
    )


def state_in_words(tournament: Tournament) -> str:
    """How far it is, in a few words."""
    if is_over(tournament):
        return "over"
    paired = {(one.division, one.round_number) for one in tournament.rounds}
    if not paired:
        return "being set up"
    open_rounds = sorted({number for _, number in paired - set(tournament.closed)})
    if not open_rounds:
        return f"round {max(number for _, number in paired)} is closed"
    if len(open_rounds) > MOST_NAMED:
        return f"{len(open_rounds)} rounds are open"
    numbers = " and ".join(str(number) for number in open_rounds)
    return f"round {numbers} is open" if len(open_rounds) == 1 else f"rounds {numbers} are open"
