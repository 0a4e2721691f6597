"""Screens of a stream: what lies over the picture of a camera, and the page that switches them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple, get_args
from uuid import uuid5

import segno
from flask import Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from msgspec.structs import replace

from ledger.accounts.devices import CODE_LASTS, MIXER, STREAM
from ledger.accounts.facts import HIGHEST_TABLE, DeviceEnrolled, StreamSet
from ledger.accounts.requests import SetStream
from ledger.hall import GameRow, StandingRow
from ledger.hall.bests import Best
from ledger.hall.standings_view import Card, CardLine, Course, Paired
from ledger.messages import say
from ledger.record.events import device_id
from ledger.visibility import Viewer
from ledger.vocabulary import Boards
from ledger.vocabulary.closed_lists import StreamKind, choices
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS, EVERYBODY
from web.access.visitors import (
    accounts,
    is_known_no_more,
    signed_in,
    the_device,
    the_scope,
    the_session,
)
from web.asgi.telling import the_mark
from web.frame.addresses import tournament_at
from web.frame.bodies import sent_by_form
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page
from web.frame.wording import PLAYING
from web.live import tell_screen, watching_screens
from web.replay import PositionView, shown_position
from web.site import Hall, the_site

# What is on air. All of it is what any visitor is shown, whoever is signed in where it is drawn.


pages = Pages("stream_screens", manual="stream")

KINDS: tuple[StreamKind, ...] = tuple(word for word in get_args(StreamKind) if word)
OF_A_TABLE = frozenset({"score", "board", "players"})

ROWS = 8  # standings on a page
LEADERS = 5
PLAYS = 3  # best plays that are listed


class Standing(NamedTuple):
    """A page of the standings of one division, ``number`` of ``pages``."""

    division: str
    number: int
    pages: int
    rows: Sequence[StandingRow]


class Rival(NamedTuple):
    """One of both players of a table, with what the event has of them so far.

    Attributes:
      average, best: of their scores; 0: there is none yet.
      met: their own earlier games against the other.
    """

    name: str
    card: Card | None
    standing: StandingRow | None
    average: int
    best: int
    met: tuple[CardLine, ...]


@dataclasses.dataclass(frozen=True)
class OnAir:
    """What a screen of a stream shows at this moment, and all that this takes.

    Attributes:
      said: what it was told to show.
      kind: what it shows: nothing, where the board is not shown, or there is no such game.
      why: a word for why it shows nothing though it was told to; empty: it shows it.
    """

    said: StreamSet
    course: Course
    kind: StreamKind
    why: str = ""
    paired: Paired | None = None
    game: GameRow | None = None
    size: int = 0
    position: PositionView | None = None
    rivals: tuple[Rival, ...] = ()
    standings: tuple[Standing, ...] = ()
    bests: tuple[Best, ...] = ()

    @property
    def is_late(self) -> bool:
        return self.game is not None and self.game.boards == Boards.LATE

    @property
    def first_round(self) -> int:
        return min((one.round_number for one in self.course.pairings), default=1)


def on_air_now(slug: str, said: StreamSet) -> OnAir:
    hall = the_site().hall_shown_to(Viewer.VISITOR)
    course = hall.course(slug)
    if course is None:
        abort(404)
    records = tuple(hall.bests(slug, said.division)) if said.notices else ()
    shown = OnAir(said=said, course=course, kind=said.shows, bests=records)
    if said.shows in OF_A_TABLE:
        return _of_a_table(hall, shown)
    # A division that was renamed since leaves the screen with all of them.
    division = said.division if said.division in course.divisions else None
    rows = [row for row in course.standings if division in (None, row.division)]
    if said.shows == "standings":
        pages = tuple(_pages_of(rows))
        why = "" if pages else "no-standings"
        return dataclasses.replace(
            shown, standings=pages, kind=said.shows if pages else "", why=why
        )
    if said.shows == "leaders":
        placed = [row for row in rows if row.place]
        each = max(1, LEADERS // max(1, len({row.division for row in placed})))
        leaders = [
            row
            for _, ours in groupby(placed, key=lambda row: row.division)
            for row in [*ours][:each]
        ]
        listed = tuple(hall.bests(slug, said.division if division else "", PLAYS))
        highest = [one for kind in _by_kind(listed) for one in kind]
        why = "" if leaders or highest else "no-results"
        page = Standing(division or "", 1, 1, leaders[:LEADERS])
        return dataclasses.replace(
            shown, standings=(page,), bests=tuple(highest), kind="" if why else said.shows, why=why
        )
    return shown


def _by_kind(listed: Sequence[Best]) -> list[list[Best]]:
    """Of plays several, of every other record the one that holds it."""
    kinds = [[*ours] for _, ours in groupby(listed, key=lambda one: one.kind)]
    return [ours if ours[0].kind == "play" else ours[:1] for ours in kinds]


def _pages_of(rows: Sequence[StandingRow]) -> list[Standing]:
    found = []
    for division, ours in groupby(rows, key=lambda row: row.division):
        all_rows = [*ours]
        count = -(-len(all_rows) // ROWS)
        found += [
            Standing(division, nth + 1, count, all_rows[nth * ROWS : (nth + 1) * ROWS])
            for nth in range(count)
        ]
    return found


def _of_a_table(hall: Hall, shown: OnAir) -> OnAir:
    """What a table shows: nothing of a board that visitors are not shown."""
    paired = paired_at(shown.course, shown.said.table, shown.said.division)
    game = hall.game(paired.game) if paired is not None and paired.game else None
    if paired is None or game is None:
        return dataclasses.replace(shown, kind="", why="no-game")
    if shown.said.shows == "players":
        rivals = tuple(_rival(shown.course, paired, seat) for seat in (0, 1))
        return dataclasses.replace(shown, paired=paired, rivals=rivals)
    if game.boards == Boards.HIDDEN or game.totals is None:
        return dataclasses.replace(shown, kind="", why="hidden")
    if shown.said.shows == "score":
        return dataclasses.replace(shown, paired=paired, game=game)
    replay = the_site().replay(game.id, None, Viewer.VISITOR)
    if replay.boards == Boards.HIDDEN:
        return dataclasses.replace(shown, kind="", why="hidden")
    if not replay.plies and game.state not in PLAYING:
        return dataclasses.replace(shown, kind="", why="no-board")
    return dataclasses.replace(
        shown, paired=paired, game=game, size=replay.board.size,
        position=shown_position(replay, None),
    )  # fmt: skip


def paired_at(course: Course, table: int, division: str) -> Paired | None:
    """Who sits at a table in the round that was paired last for it; ``None``: nobody."""
    there = [
        one
        for one in course.pairings
        if one.table == table and table and division in ("", one.division)
    ]
    return max(there, key=lambda one: one.round_number, default=None)


def _rival(course: Course, paired: Paired, seat: int) -> Rival:
    card = course.card(paired.numbers[seat])
    standing = next(
        (row for row in course.standings if row.number and row.number == paired.numbers[seat]), None
    )
    lines = card.lines if card else ()
    scores = [line.score for line in lines if line.score is not None and line.counts]
    other = paired.numbers[1 - seat]
    met = tuple(
        line
        for line in lines
        if line.opponent == other and line.counts and line.round_number != paired.round_number
    )
    average = round(sum(scores) / len(scores)) if scores else 0
    return Rival(paired.names[seat], card, standing, average, max(scores, default=0), met)


@pages.get("/t/<slug>/stream", who=EVERYBODY)
def on_air(slug: str) -> ResponseReturnValue:
    """What this screen was told to show: nothing, if nobody said.

    One that was never taken in asks for its code; one that was taken out shows nothing.
    """
    ours = the_scope(slug) == f"{slug}/{STREAM}"
    said = accounts().tablets.on_air(the_device()) if ours else StreamSet(device="")
    return _stage(slug, said, asks=not ours and not is_known_no_more())


@pages.get("/t/<slug>/stream/<what>", who=EVERYBODY)
def page(slug: str, what: str) -> ResponseReturnValue:
    """One of ``KINDS``, of ``?table=``, as ``A/3``, or ``?division=``; ``?notices=on``."""
    if what not in KINDS:
        abort(404)
    return _stage(slug, said_by(request.args.to_dict(), what))


def said_by(fields: dict[str, str], what: str, device: str = "") -> StreamSet:
    """What a form or an address asks for."""
    shows: StreamKind = next((kind for kind in KINDS if kind == what), "")
    division, _, number = fields.get("table", "").strip().rpartition("/")
    if shows not in OF_A_TABLE:
        division, number = fields.get("division", "").strip(), ""
    table = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 0
    return StreamSet(
        device=device, shows=shows, table=table if table <= HIGHEST_TABLE else 0,
        division=division, notices=fields.get("notices") == "on",
    )  # fmt: skip


def _stage(slug: str, said: StreamSet, *, asks: bool = False) -> Response:
    tournament = tournament_at(slug)
    after = the_mark()  # before the rows are read, so that no change is missed
    air = on_air_now(tournament.slug, said)
    return make_response(
        render_template(
            "tournaments/stream.html", tournament=tournament, air=air, after=after, asks=asks
        )
    )


# Switched from one page: what is on air, what comes next, and the act that puts it there.


control = Pages("stream_control", manual="stream")


class Screen(NamedTuple):
    """A screen of the stream that was taken in."""

    device: DeviceEnrolled
    said: StreamSet
    connected: bool


def _screens(slug: str) -> list[Screen]:
    watching, tablets = watching_screens(), accounts().tablets
    return [
        Screen(one, tablets.on_air(one.device), device_id(one.device) in watching)
        for one in tablets.taken_in_for(f"{slug}/{STREAM}")
    ]


def _by(slug: str) -> str:
    """Under which badge the stream is switched from here.

    A director's or organiser's own, or that of who handed out the code of this browser.

    Raises:
      Refusal: ``not-signed-in``.
    """
    session = the_session()
    if session is not None and session.role in DIRECTORS and not session.must_change:
        return session.badge
    by = accounts().tablets.may_switch(the_device(), slug)
    if not by:
        raise Refusal("not-signed-in", say("streams.not-yours"), say("streams.ask-for-a-code"))
    return by


@control.get("/t/<slug>/stream-control", name="page", who=EVERYBODY)
def control_page(slug: str) -> str:
    """``?screen=`` which one; what comes next is in the address, and is written by nobody."""
    tournament = tournament_at(slug)
    _by(tournament.slug)
    after = the_mark()
    screens = _screens(tournament.slug)
    chosen = _chosen(screens, request.args.get("screen", ""))
    fields = request.args.to_dict()
    device = chosen.device.device if chosen else ""
    following = said_by(fields, fields.get("shows", ""), device)
    if chosen and "shows" not in fields:
        following = replace(following, notices=chosen.said.notices)
    air = on_air_now(tournament.slug, chosen.said) if chosen else None
    course = the_site().hall_shown_to(Viewer.VISITOR).course(tournament.slug)
    return render_template(
        "organiser/stream_control.html",
        tournament=tournament,
        screens=screens,
        chosen=chosen,
        air=air,
        next=on_air_now(tournament.slug, following) if chosen else None,
        kinds=choices(StreamKind),
        tables=_tables(course) if course else (),
        divisions=[name for name in course.divisions if name] if course else (),
        after=after,
        is_director=the_session() is not None,
    )


def _chosen(screens: Sequence[Screen], device: str) -> Screen | None:
    named = [one for one in screens if one.device.device == device]
    return next(iter([*named, *screens]), None)


def _tables(course: Course) -> list[tuple[str, Paired]]:
    """The tables of each division's last round, as an address names them."""
    last: dict[str, int] = {}
    for one in course.pairings:
        last[one.division] = max(last.get(one.division, 0), one.round_number)
    return [
        (f"{one.division}/{one.table}" if one.division else str(one.table), one)
        for one in course.pairings
        if one.table and one.round_number == last[one.division]
    ]


@control.post("/t/<slug>/stream-control", name="do", who=EVERYBODY)
def control_do(slug: str) -> Response:
    """``take`` what comes next, faded in, ``cut`` to it, or ``clear`` the screen.

    What was on air comes next then, so that the same act takes it back.
    """
    tournament = tournament_at(slug)
    by = _by(tournament.slug)
    fields, act = request.form.to_dict(), request.form.get("what", "")
    if act not in ("take", "cut", "clear"):
        abort(404)
    chosen = next(
        (one for one in _screens(tournament.slug) if one.device.device == fields.get("screen")),
        None,
    )
    if chosen is None:  # it was taken out meanwhile, and is not on the page any more
        return make_response(redirect(url_for("stream_control.page", slug=slug), 303))
    said = said_by(fields, "" if act == "clear" else fields.get("shows", ""), chosen.device.device)
    if act == "clear":
        said = replace(said, notices=False)
    _write(tournament.slug, said, by, cut=act == "cut")
    after = url_for("stream_control.page", slug=slug, **_named(chosen))  # type: ignore[arg-type]
    return make_response(redirect(after, 303))


def _named(chosen: Screen) -> dict[str, str]:
    """What was on air, as the address of what comes next."""
    said = chosen.said
    named = {
        "screen": chosen.device.device, "shows": said.shows, "division": said.division,
        "table": f"{said.division}/{said.table}".lstrip("/") if said.table else "",
        "notices": "on" if said.notices else "",
    }  # fmt: skip
    return {name: value for name, value in named.items() if value or name == "shows"}


def _write(slug: str, said: StreamSet, by: str, *, cut: bool) -> None:
    asked = SetStream(
        device=said.device, shows=said.shows, table=said.table, division=said.division,
        notices=said.notices, cut=cut,
    )  # fmt: skip
    sent = sent_by_form(by)
    tablets, here = accounts().tablets, the_device()
    own = replace(
        sent,
        command_id=uuid5(sent.command_id, said.device),
        device=here if tablets.may_switch(here, slug) else sent.device,
    )
    try:
        tablets.set_screen(asked, own)
    except Refusal as refusal:
        if refusal.code != "nothing-changed":
            raise
    tell_screen(said.device)
    for one in tablets.taken_in_for(f"{slug}/{MIXER}"):
        tell_screen(one.device)


# Set up by the organiser: codes for screens, and for the browser that switches them.


setup = Pages("stream_setup", manual="stream", area="organise", tab="papers-and-files")


@setup.get("/t/<slug>/organise/stream", name="page", who=DIRECTORS)
def setup_page(slug: str) -> str:
    return _setup_page(slug)


@setup.post("/t/<slug>/organise/stream", name="do", who=DIRECTORS)
def setup_do(slug: str) -> Response:
    """One of ``ACTS``, by ``what=``."""
    act = ACTS.get(request.form.get("what", ""))
    if act is None:
        abort(404)
    page = act(tournament_at(slug).slug)
    if page:  # which holds a code: kept by no browser
        response = make_response(page)
        response.headers["Cache-Control"] = "no-store"
        return response
    return make_response(redirect(url_for("stream_setup.page", slug=slug, written=1), 303))


def _invite(slug: str) -> str:
    """Make a code: for a screen, or for control."""
    kind = MIXER if request.form.get("for") == MIXER else STREAM
    code = accounts().tablets.invite(f"{slug}/{kind}", by=signed_in().badge)
    address = url_for("signing_in.enrol", code=code, _external=True)
    drawn = segno.make(address, error="m").svg_inline(scale=6, border=3, dark="#000", light="#fff")
    picture = Markup(drawn)  # noqa: S704 (drawn by us, from our own address)
    return _setup_page(slug, code=code, kind=kind, picture=picture)


def _take_out(slug: str) -> str:
    """Take back a screen, which shows nothing from then on, or control."""
    device, tablets = request.form.get("device", ""), accounts().tablets
    known = [
        one.device for kind in (STREAM, MIXER) for one in tablets.taken_in_for(f"{slug}/{kind}")
    ]
    if device in known:
        try:
            tablets.revoke(device, say("streams.taken-back"), by=signed_in().badge)
        except Refusal as refusal:
            must_be_for_a_page(refusal)
        tell_screen(device)
    return ""


ACTS: dict[str, Callable[[str], str]] = {"invite": _invite, "out": _take_out}


def _setup_page(slug: str, **more: object) -> str:
    tournament = tournament_at(slug)
    return render_template(
        "organiser/stream_setup.html",
        tournament=tournament,
        screens=_screens(tournament.slug),
        controls=accounts().tablets.taken_in_for(f"{tournament.slug}/{MIXER}"),
        name_of=accounts().desk.name_of,
        minutes=int(CODE_LASTS.total_seconds()) // 60,
        written=request.method == "GET" and "written" in request.args,
        **{"code": "", "kind": "", "picture": ""} | more,
    )
