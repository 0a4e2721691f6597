"""The page on which a director or an organiser chooses how visitors see games being played."""

from __future__ import annotations

from typing import cast

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger.record.events import tournament_id
from ledger.tournament.facts import LATEST_MINUTES, LiveBoards
from ledger.tournament.opening import ChooseLiveBoards
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.frame.addresses import tournament_at
from web.frame.bodies import sent_by_form
from web.frame.pages import Pages
from web.frame.wording import LATE

pages = Pages("live_boards", manual="organiser")


@pages.get("/t/<slug>/live-boards", who=DIRECTORS)
def page(slug: str) -> str:
    return render_template(
        "tournaments/live_boards.html",
        tournament=tournament_at(slug),
        late=LATE,
        latest=LATEST_MINUTES,
    )


@pages.post("/t/<slug>/live-boards", who=DIRECTORS)
def choose(slug: str) -> Response:
    minutes = request.form.get("minutes", "", type=str).strip()
    desk_request = ChooseLiveBoards(
        how=cast("LiveBoards", request.form.get("how", "")),  # the desk looks which it is
        minutes=int(minutes) if minutes.isascii() and minutes.isdigit() and len(minutes) < 6 else 0,
    )
    stream = tournament_id(tournament_at(slug).slug)
    accounts().desk.must_write(stream, desk_request, sent_by_form(signed_in().badge))
    return make_response(redirect(url_for("tournaments.one", slug=slug), 303))
