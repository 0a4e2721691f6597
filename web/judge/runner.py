"""The runner's list: slips to fetch and verdicts to bring back, in the order of the tables.

No word of a slip is in it: a runner knows no more than the hall does.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Response, render_template, request

from ledger.game.play.pending_slips import BY_PLAYERS, GoesBack, Slip
from ledger.hall import GameRow
from ledger.vocabulary import bounds
from web.access.permissions import OFFICIALS
from web.access.visitors import accounts, signed_in
from web.director.inbox import running, waiting_in
from web.frame.json_io import as_json
from web.frame.local_time import tell_times_of
from web.frame.pages import Pages
from web.judge.slips_view import RunnersList, SlipFetched, VerdictCarried
from web.live.told_upto import the_mark
from web.site.site import the_site

pages = Pages("runner", manual="judge")


@pages.get("/judge/runner", who=OFFICIALS)
def page() -> str:
    """The list: ``?tournament=`` for one tournament. It is there without scripts too."""
    signed_in()
    after = the_mark()
    slug = request.args.get("tournament", "")
    tell_times_of(running(), slug if slug in running() else "")
    carried = runners_list(slug)
    return render_template(
        "judge/runner.html",
        after=after,
        slug=slug if slug in running() else "",
        running=running(),
        names={row.slug: row.name for row in the_site().hall.tournaments()},
        carried=carried,
        waits=_waits,
        now=accounts().desk.now(),
    )


@pages.get("/judge/runner.json", who=OFFICIALS, answers=RunnersList)
def now() -> Response:
    signed_in()
    return as_json(runners_list(request.args.get("tournament", "")))


def runners_list(slug: str = "") -> RunnersList:
    """What a runner carries in one tournament, or in all that are being played.

    Tables are the rows of the hall: they are walked along in the order of their numbers.
    """
    fetch: list[SlipFetched] = []
    back: list[VerdictCarried] = []
    for one in running(slug):
        rows = the_site().hall.games(one)
        waits = waiting_in(rows)
        for row in rows:
            waited = waits.get(row.id)
            slip, verdict = (waited.slip, waited.back) if waited else (None, None)
            if slip is not None and _is_carried(slip):
                fetch.append(
                    SlipFetched(
                        **_at(row), method=slip.method, opinion=slip.opinion, since=slip.since,
                        handed_over=slip.handed_over, ready=slip.confirmed,
                        by_director=slip.by_director,
                    )
                )  # fmt: skip
            if verdict is not None and _is_carried(verdict):
                back.append(
                    VerdictCarried(
                        **_at(row), method=verdict.method, opinion=verdict.opinion,
                        since=verdict.since, acceptable=verdict.acceptable,
                    )
                )  # fmt: skip
    return RunnersList(
        now=accounts().desk.now().isoformat(),
        fetch=tuple(sorted(fetch, key=_by_row)),
        back=tuple(sorted(back, key=_by_row)),
    )


def _is_carried(one: Slip | GoesBack) -> bool:
    """Whether anybody walks with it: what both players look up themselves stays with them."""
    return one.method not in BY_PLAYERS or one.opinion > 1


def _at(row: GameRow) -> dict[str, Any]:
    return {
        "game": row.id, "tournament": row.tournament, "division": row.division,
        "round": row.round_number, "table": row.table, "names": row.names,
    }  # fmt: skip


def _by_row(one: SlipFetched | VerdictCarried) -> tuple[int, str, str]:
    return one.table, one.tournament, one.division


def _waits(now: datetime, since: str) -> str:
    return bounds.minutes(max(0, int((now - datetime.fromisoformat(since)).total_seconds())))
