"""Screens of the hall: what they show, read from the back; taken in and set from the desk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple, cast, get_args
from uuid import uuid5

import segno
from flask import Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from msgspec.structs import replace

from ledger.accounts.devices import CODE_LASTS, SCREEN
from ledger.accounts.facts import LONGEST_PAGE, DeviceEnrolled, ScreenSet
from ledger.accounts.requests import SetScreen
from ledger.hall import GameRow
from ledger.hall.standings_view import Course, Paired
from ledger.messages import say
from ledger.record.events import device_id
from ledger.tournament.divisions import divisions_of
from ledger.tournament.local_time import zone_named
from ledger.tournament.opening import AnnounceStart
from ledger.tournament.tournament import Tournament
from ledger.visibility import Viewer
from ledger.vocabulary import Boards
from ledger.vocabulary.closed_lists import ScreenKind, ScreenLook, choices
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS, EVERYBODY
from web.access.visitors import accounts, signed_in, the_screen
from web.asgi.telling import the_mark
from web.frame.addresses import course_at, tournament_at
from web.frame.bodies import sent_by_form
from web.frame.headers import alike_for_visitors, zone_name
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.wording import PLAYING
from web.live import tell_screen, watching_screens
from web.organiser.forms import Form, number
from web.organiser.players import ask, the_tournament
from web.public.standings import StandingsQuery
from web.public.tournaments import by_name
from web.replay import PositionView, shown_position
from web.site import the_site

# What hangs on the wall, on a projector: large type, page after page, and nobody touches it.


pages = Pages("screens", manual="organiser")

KINDS: tuple[str, ...] = get_args(ScreenKind)
"""What there is to be shown, by the word in its address; empty: what is needed now."""

SHOWN = frozenset({*filter(None, KINDS), "wall-chart"})
"""The same with the wall chart, which is not offered: nobody reads one from the back of a hall."""

LOOKS: tuple[str, ...] = get_args(ScreenLook)

ROUNDS_SHOWN = 5  # rounds of a wall chart that can be read from the back of a hall: the last ones

STANDS = 12  # seconds that a page stands
STANDS_LONGER = {"tables": 15, "boards": 30}
"""A table has two names to be read, a board a game."""

SECONDS = range(5, LONGEST_PAGE + 1)  # that may be chosen
CHOSEN = ("division", "seconds", "look", "announcement")  # what the panel asks for beside the kind

MOST_BOARDS = 6  # games of which boards are shown: those at the first tables
AGAIN = 5  # seconds after which boards are asked for again

NOW_HERE = "Tilescribe-Now"
"""The header that says what time it is in the hall: a screen's own clock may be wrong."""


@dataclass(frozen=True)
class Shown:
    """What a screen was told to show.

    Attributes:
      kind: one of ``SHOWN``; empty: what is looked for at the moment.
      name: of a screen that was taken in, which is set from the desk alone; else empty.
    """

    kind: str
    division: str | None
    seconds: int
    look: str
    announced: bool
    name: str = ""


class Board(NamedTuple):
    """A game that is played, as visitors are shown it."""

    game: GameRow
    size: int
    position: PositionView


@pages.get("/t/<slug>/screen", who=EVERYBODY)
def turning(slug: str) -> ResponseReturnValue:
    """What this screen was set to; else what is looked for at this moment; ``?what=`` one."""
    if (what := request.args.get("what")) in SHOWN:
        where = {name: request.args[name] for name in CHOSEN if request.args.get(name)}
        return redirect(url_for("screens.page", slug=slug, what=what, **where))  # type: ignore[arg-type]
    if (screen := the_screen(slug)) is not None:
        return _at_this_time(_drawn(slug, _as_set(screen)))
    return _at_this_time(_by_address(slug=slug, what=""))


@pages.get("/t/<slug>/screen/<what>", who=EVERYBODY)
def page(slug: str, what: str) -> ResponseReturnValue:
    """One of ``SHOWN``, of the round that was paired last.

    ``?division=`` of one division only; ``?seconds=`` that a page stands; ``?announcement=off``.
    """
    if what not in SHOWN:
        abort(404)
    if what == "boards":  # which follow from more than a cache knows of
        return _at_this_time(_as_asked(slug, what))
    return _at_this_time(_by_address(slug=slug, what=what))


def _at_this_time(answer: ResponseReturnValue) -> Response:
    response = make_response(answer)
    response.headers[NOW_HERE] = the_site().now().astimezone(UTC).isoformat(timespec="milliseconds")
    return response


@alike_for_visitors()
def _by_address(slug: str, what: str) -> str:
    return _as_asked(slug, what)


def _as_asked(slug: str, what: str) -> str:
    """What the address asks for."""
    seconds = request.args.get("seconds", 0, type=int)
    look = request.args.get("look", "")
    return _drawn(
        slug,
        Shown(
            kind=what,
            division=request.args.get("division") or None,
            seconds=seconds if seconds in SECONDS else 0,
            look=look if look in LOOKS else "",
            announced=request.args.get("announcement") != "off",
        ),
    )


def _as_set(screen: ScreenSet) -> Shown:
    """What the desk said."""
    name = accounts().tablets.name_of(screen.device)
    return Shown(
        screen.shows, screen.division or None, screen.seconds, screen.look, screen.announced, name
    )


def _drawn(slug: str, shown: Shown) -> str:
    after = the_mark()  # before the rows are read, so that no change is missed
    course = course_at(slug)
    # A division that was renamed since leaves the screen with all of them, and not without any.
    division = shown.division if shown.division in course.divisions else None
    asked = StandingsQuery(course, division, after)
    what = shown.kind or looked_for(course)
    latest = course.rounds
    last = max(latest, 1)
    in_order = all(first_starts(course, one) for one in course.of_round(latest, division))
    return render_template(
        "tournaments/screen.html",
        tournament=course.tournament,
        course=course,
        asked=asked,
        shown=shown,
        what=what,
        seconds=shown.seconds or STANDS_LONGER.get(what, STANDS),
        again=AGAIN if what == "boards" else 0,
        round_number=latest,
        sits=by_name(course, latest, division) if what == "names" else [],
        names_start=in_order and course.tournament.starts_by == "assigned",
        boards=boards_of(course, division) if what == "boards" else [],
        rounds=range(max(1, last - ROUNDS_SHOWN + 1), last + 1),
        kinds=dict(choices(ScreenKind)),
        looks=dict(choices(ScreenLook)),
        after=after,
    )


def first_starts(course: Course, one: Paired) -> bool:
    """Whether who is named first in a pairing starts; of a bye, that nobody is to."""
    line = course.line(one.numbers[0], one.round_number) if one.table else None
    return not one.table or (line is not None and line.seat == 1)


def boards_of(course: Course, division: str | None) -> list[Board]:
    """Boards of games that are played: as any visitor is shown them, whoever is signed in here."""
    hall = the_site().hall_shown_to(Viewer.VISITOR)
    rows = hall.games(course.tournament.slug, course.rounds or None, division)
    found: list[Board] = []
    for row in rows:
        if row.state in PLAYING and row.boards != Boards.HIDDEN and len(found) < MOST_BOARDS:
            replay = the_site().replay(row.id, None, Viewer.VISITOR)
            if replay.boards != Boards.HIDDEN:
                found.append(Board(row, replay.board.size, shown_position(replay, None)))
    return found


def looked_for(course: Course) -> str:
    """What a hall looks for now: before the round its tables, in play the standings, then slips."""
    paired = [one for one in course.of_round(course.rounds) if one.table]
    settled = sum(one.is_settled for one in paired)
    lacking = [one for one in course.slips if one.round_number == course.rounds]
    if paired and not settled and not lacking:
        return "names"
    if lacking and len(lacking) <= max(1, len(paired) // LAST_PART):
        return "missing"
    return "standings" if any(row.place for row in course.standings) else "names"


LAST_PART = 4
"""A round is at its end when no more than a quarter of its slips are missing."""


# Set from the desk: which screen shows what, codes that take screens in, the next round's start.


control = Pages("screen_control", manual="organiser", area="organise", tab="papers-and-files")


class Screen(NamedTuple):
    """A screen that was taken in, what it shows, and whether it is connected to this node."""

    device: DeviceEnrolled
    shows: ScreenSet
    connected: bool


@control.get("/t/<slug>/organise/screens", name="page", who=DIRECTORS)
def control_page(slug: str) -> str:
    return _control_page(the_tournament(slug))


@control.post("/t/<slug>/organise/screens", name="do", who=DIRECTORS)
def control_do(slug: str) -> Response:
    """One of ``ACTS``, by ``what=``."""
    tournament = the_tournament(slug)
    form = Form({name: value.strip() for name, value in request.form.items()})
    act = ACTS.get(form.value("what"))
    if act is None:
        abort(404)
    try:
        page = act(tournament, form)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if refusal.code != "nothing-changed":
            page = _control_page(tournament, form, refusal)
            return make_response(page, status_of(refusal))
        page = ""
    if form.wrong:
        return make_response(_control_page(tournament, form), 422)
    if page:  # which holds a code: kept by no browser
        response = make_response(page)
        response.headers["Cache-Control"] = "no-store"
        return response
    return make_response(redirect(url_for("screen_control.page", slug=slug, written=1), 303))


def _invite(tournament: Tournament, form: Form) -> str:
    """Make a code that takes one screen in."""
    code = accounts().tablets.invite(f"{tournament.slug}/{SCREEN}", by=signed_in().badge)
    address = url_for("signing_in.enrol", code=code, _external=True)
    drawn = segno.make(address, error="m").svg_inline(scale=6, border=3, dark="#000", light="#fff")
    return _control_page(
        tournament,
        form,
        code=code,
        picture=Markup(drawn),  # noqa: S704 (drawn by us, from our own address)
        minutes=int(CODE_LASTS.total_seconds()) // 60,
    )


def _set(tournament: Tournament, form: Form) -> str:
    """Say what one screen shows."""
    shown = {one.device.device: one for one in screens_of(tournament.slug)}
    one = shown.get(form.value("device"))
    if one is None:
        return ""  # it was taken out meanwhile, and is not on the page any more
    seconds = number(form, "seconds", LONGEST_PAGE)
    if seconds and seconds not in SECONDS:
        form.wrong["seconds"] = say("organise.number-from-to", least=SECONDS[0], most=LONGEST_PAGE)
    if not form.wrong:
        _tell(
            SetScreen(
                device=one.device.device,
                shows=_kind(form),
                division=form.value("division"),
                seconds=seconds,
                look=cast("ScreenLook", form.value("look") if form.value("look") in LOOKS else ""),
                announced=form.value("announced") != "off",
            )
        )
    return ""


def _set_all(tournament: Tournament, form: Form) -> str:
    """Show the same on every screen; what else was said of each stays."""
    shows = _kind(form)
    for one in screens_of(tournament.slug):
        was = one.shows
        if was.shows != shows:
            _tell(
                SetScreen(
                    device=was.device, shows=shows, division=was.division, seconds=was.seconds,
                    look=was.look, announced=was.announced,
                )
            )  # fmt: skip
    return ""


def _tell(desk_request: SetScreen) -> None:
    sent = sent_by_form(signed_in().badge)
    # One form may set several screens, each by a request of its own, and each once if sent again.
    own = uuid5(sent.command_id, desk_request.device)
    accounts().tablets.set_screen(desk_request, replace(sent, command_id=own))
    tell_screen(desk_request.device)


def _kind(form: Form) -> ScreenKind:
    said = form.value("shows")
    return cast("ScreenKind", said if said in KINDS else "")


def _start(tournament: Tournament, form: Form) -> str:
    """Announce when the next round starts."""
    moment = moment_meant(form.value("starts"), the_site().now(), zone_name())
    if moment is None:
        form.wrong["starts"] = say("screens.write-the-time")
    else:
        ask(tournament, AnnounceStart(starts_at=moment))
    return ""


def _no_start(tournament: Tournament, form: Form) -> str:
    del form
    ask(tournament, AnnounceStart(starts_at=None))
    return ""


def _take_out(tournament: Tournament, form: Form) -> str:
    """Take a screen out: from then on it shows what its address asks for."""
    if form.value("device") in {one.device.device for one in screens_of(tournament.slug)}:
        reason = form.value("reason") or "no reason given"
        accounts().tablets.revoke(form.value("device"), reason, by=signed_in().badge)
        tell_screen(form.value("device"))
    return ""


ACTS: dict[str, Callable[[Tournament, Form], str]] = {
    "invite": _invite, "set": _set, "all": _set_all, "start": _start, "no-start": _no_start,
    "out": _take_out,
}  # fmt: skip
"""What can be done there; each answers with a page, or with nothing: then the page as it stands."""


def moment_meant(typed: str, now: datetime, zone: str) -> datetime | None:
    """The moment that a time of day means in the hall: the next such, or one just gone by.

    Args:
      typed: as ``14:30``.
      zone: the hall's, by its IANA name.

    >>> at = datetime(2026, 7, 1, 13, 0, tzinfo=UTC)
    >>> moment_meant("14:30", at, "Europe/Lisbon").isoformat()
    '2026-07-01T13:30:00+00:00'
    >>> moment_meant("9:15", at, "Europe/Lisbon").isoformat(), moment_meant("late", at, "")
    ('2026-07-02T08:15:00+00:00', None)
    """
    try:
        of_day = datetime.strptime(typed, "%H:%M").time()
    except ValueError:
        return None
    today = now.astimezone(zone_named(zone)).date()
    at = _at(today, of_day, zone)
    return at if at > now - JUST_GONE else _at(today + timedelta(1), of_day, zone)


def _at(day: date, of_day: time, zone: str) -> datetime:
    return datetime.combine(day, of_day, zone_named(zone)).astimezone(UTC)


JUST_GONE = timedelta(hours=1)
"""A time of day that is no longer past than this means today: the round starts late."""


def screens_of(slug: str) -> list[Screen]:
    watching = watching_screens()
    return [
        Screen(device, shows, device_id(device.device) in watching)
        for device, shows in accounts().tablets.screens(slug)
    ]


def _control_page(
    tournament: Tournament, form: Form | None = None, refusal: Refusal | None = None, **more: object
) -> str:
    return render_template(
        "organiser/screens.html",
        tournament=tournament_at(tournament.slug),
        record=tournament,
        form=form or Form({}),
        refusal=refusal,
        screens=screens_of(tournament.slug),
        divisions=[name for name in divisions_of(tournament) if name],
        kinds=choices(ScreenKind),
        looks=choices(ScreenLook),
        longest=LONGEST_PAGE,
        shortest=SECONDS[0],
        written=request.method == "GET" and "written" in request.args,
        **more,
    )
