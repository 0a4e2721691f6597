"""Judging: the terminal, a screen kept to it, the runner's list."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any, Literal, TypeVar
from uuid import UUID

import msgspec
from flask import Response, current_app, make_response, redirect, render_template, request, url_for
from msgspec import UNSET, Struct, UnsetType
from werkzeug.wrappers import Response as AnyResponse

from ledger import rulebook
from ledger.desk.requests import Outcome, Refused, Sent, Stale
from ledger.game.going_on import BY_PLAYERS, GoesBack, Slip, pending_slips
from ledger.game.judging.requests import (
    must_be_who_looks_up,
    must_wait,
    verdict_on,
    verdict_written,
)
from ledger.game.judging.slips import ReissueChallenge
from ledger.game.judging.turns_since import the_overtaken
from ledger.game.sheet.sheet import Sheet
from ledger.hall import GameRow
from ledger.lexicon.lexicon import Installed, Lexicon, installed, open_lexicon
from ledger.messages import say
from ledger.vocabulary import IsoTime, Moment, Role, bounds
from ledger.vocabulary.refusals import RecordAway, Refusal
from web.access.door_log import noted
from web.access.permissions import EVERYBODY, JUDGES, OFFICIALS, opens_at_the_kiosk
from web.access.visitors import (
    accounts,
    keep_to_judging,
    kept_to_judging,
    let_go,
    let_in,
    let_out,
    signed_in,
    the_device,
    the_origin,
    the_session,
)
from web.asgi.telling import the_mark
from web.director.desk_view import AtTable
from web.director.inbox import running, waiting_in
from web.frame.addresses import of_game
from web.frame.bodies import as_json, decoded
from web.frame.headers import tell_times_of
from web.frame.pages import Limit, Pages, is_too_large
from web.site import the_site, word_lists

# The judge's terminal kept to judging: nobody leaves it, but by a badge with its PIN.
#
# The session itself is kept to the terminal's doors, so that nothing else opens, whatever is typed
# or tapped. A mark in the browser outlasts the session: the day after, the screen is still the
# terminal's, and asks for a badge.


kiosk_pages = Pages("kiosk", manual="judge")

ENDS = frozenset({Role.WORD_JUDGE, Role.DIRECTOR})
"""Whose badge ends it, or opens the terminal again."""


def must_stay() -> AnyResponse | None:
    """Lead whoever asks for anything else back to the terminal."""
    if not kept_to_judging() or request.endpoint is None:
        return None
    if request.endpoint == "kiosk.begin":  # tapped twice
        return redirect(url_for("judging.page"), 303)
    if request.endpoint == "judging.page" and the_session() is None:
        return redirect(url_for("kiosk.page"), 303)
    if opens_at_the_kiosk():
        return None
    if request.method == "GET" and request.accept_mimetypes.accept_html:
        return redirect(url_for("judging.page"), 303)
    raise Refusal(
        "kept-to-judging",
        say("judge.this-screen-is-kept-to-judging"),
        say("judge.ask-a-word-judge"),
    )


@kiosk_pages.post("/judge/kiosk/begin", who=JUDGES)
def begin() -> Response:
    """Keep this browser to the terminal, under the badge that is signed in.

    The session it had goes out of the browser and is not ended: where the answer is lost, or the
    button tapped twice, the same request comes again under it.
    """
    session = signed_in()
    token = accounts().keep_at_the_terminal(session)
    slug = request.form.get("tournament", "")
    response = make_response(redirect(url_for("judging.page", tournament=slug or None), 303))
    noted("kiosk-begun", badge=session.badge)
    return keep_to_judging(let_in(response, token), slug)


@kiosk_pages.get("/judge/kiosk", who=EVERYBODY, at_kiosk=True, name="page")
def kiosk_page() -> AnyResponse | str:
    """Where a badge and its PIN end it; on a screen that is not kept to judging, the terminal."""
    if not kept_to_judging():
        return redirect(url_for("judging.page"), 303)
    return _asked("", "")


@kiosk_pages.post("/judge/kiosk/end", who=EVERYBODY, at_kiosk=True, checks_pin=True)
def end() -> Response:
    """Let the browser go (``what=end``), or open the terminal again (``what=again``).

    Sent twice, it is ended once, and leads to the same page.
    """
    office, badge = accounts(), request.form.get("badge", "").strip()
    try:
        found = office.sign_in(
            badge, request.form.get("pin", ""), device=the_device(), origin=the_origin()
        )
        if found.session.role not in ENDS or found.session.must_change:
            office.sessions.end(found.token)
            raise Refusal(
                "not-allowed",
                say("judge.this-badge-does-not-end"),
                say("judge.it-takes-a-word-judge"),
            )
    except Refusal as refusal:
        if isinstance(refusal, RecordAway) or refusal.code == "too-many-signing-in":
            raise
        noted("kiosk-kept", code=refusal.code, badge=badge[:40])
        text = f"{refusal.what} {refusal.next_step}"
        return make_response(_asked(text, badge[:40]), 403)
    noted("kiosk-ended" if request.form.get("what") != "again" else "kiosk-begun", badge=badge[:40])
    response = let_out(make_response(redirect(url_for("judging.page"), 303)))
    if request.form.get("what") == "again":
        token = office.keep_at_the_terminal(found.session)
        office.sessions.end(found.token)
        return let_in(response, token)
    return let_go(let_in(response, found.token))


def _asked(wrong: str, badge: str) -> str:
    return render_template(
        "judge/kiosk.html", wrong=wrong, badge=badge, locked=the_session() is None
    )


# The judge's terminal and the runner's list: slips that wait, verdicts, word lists.


# What a word judge is told of slips, and what is handed in about them, as types.


class SlipView(AtTable, frozen=True, kw_only=True):
    """A waiting slip, with where it belongs.

    Attributes:
      listed: whether an installed word list can judge it.
    """

    slip: Slip
    listed: bool
    paper: str


class SlipAnswer(Struct, frozen=True, kw_only=True):
    """What became of it; ``stale``: something was entered in between, and nothing was written."""

    kind: Literal["written", "stale"]


class VerdictAnswer(SlipAnswer, frozen=True, kw_only=True):
    """The same of a verdict, with the verdict that was written.

    Attributes:
      onwards: address where a director decides what becomes of turns made since.
    """

    again: bool | UnsetType = UNSET
    acceptable: bool | UnsetType = UNSET
    onwards: str | UnsetType = UNSET


class VerdictGiven(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A verdict on a slip.

    Attributes:
      after: ``command_id`` of the last event on the sheet the slip was read from.
      acceptable: the verdict; ``None``: the word list of the tournament is to give it.
      by_players: both players had the list asked at the judge's screen.
    """

    command_id: UUID
    after: UUID
    acceptable: bool | None = None
    by_players: bool = False
    occurred_at: Moment | None = None
    sent_at: Moment | None = None


class SlipReturned(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The slip did not match the board: the words as they lie there. Not a verdict."""

    command_id: UUID
    after: UUID
    words: tuple[str, ...]
    occurred_at: Moment | None = None
    sent_at: Moment | None = None


class Carried(AtTable, frozen=True, kw_only=True):
    """A slip or a verdict that is carried on foot; ``opinion``: 1, or which further one."""

    names: tuple[str, str]
    method: str
    opinion: int
    since: IsoTime


class SlipFetched(Carried, frozen=True, kw_only=True):
    """A slip that waits at its table or with the judge; never its words.

    Attributes:
      handed_over: it is with whoever judges.
      ready: the other player confirmed what stands on it.
      by_director: the director judges it.
    """

    handed_over: bool
    ready: bool
    by_director: bool


class VerdictCarried(Carried, frozen=True, kw_only=True):
    """A verdict that goes back to its table."""

    acceptable: bool


class RunnersList(Struct, frozen=True, kw_only=True):
    """What a runner carries, by table."""

    now: IsoTime
    fetch: tuple[SlipFetched, ...]
    back: tuple[VerdictCarried, ...]


class SlipsWaiting(Struct, frozen=True, kw_only=True):
    """The slips that wait for a verdict, the one that waits longest first."""

    now: IsoTime
    slips: tuple[SlipView, ...]


# The word lists installed on this machine, for the judge's terminal alone.
#
# No list, and no answer about a single word, ever leaves the server.


def installed_names() -> set[str]:
    folder = word_lists()
    return {about.name.casefold() for about in installed(folder)} if folder else set()


def installed_lists() -> tuple[Installed, ...]:
    folder = word_lists()
    return installed(folder) if folder else ()


def digest_of(name: str) -> str:
    """The digest of an installed list; empty where no such list is installed."""
    folder = word_lists()
    lists = installed(folder) if folder else ()
    wanted = name.casefold()
    return next((about.digest for about in lists if about.name.casefold() == wanted), "")


def lexicon_of(slip: Slip) -> Lexicon:
    folder = word_lists()
    if not slip.words:
        raise Refusal(
            "nothing-on-the-slip",
            say("judge.nobody-noted-which-words"),
            say("judge.let-the-scorekeeper-enter"),
        )
    if folder is None:
        raise Refusal(
            "no-such-lexicon",
            say("judge.no-word-list-is-installed"),
            say("judge.judge-by-the-book"),
        )
    return open_lexicon(folder, slip.lexicon)


pages = Pages("judging", manual="judge", area="judge")

Body = TypeVar("Body")

SHOWN_AFTER = 1.0
"""Seconds from the question to the word list's answer, whatever it is (design, section 9)."""

STAYS = 8.0  # seconds a verdict stays on the judge's screen; ``VERDICT_STAYS`` of the application


_GIVEN = msgspec.json.Decoder(VerdictGiven)
_RETURNED = msgspec.json.Decoder(SlipReturned)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


@pages.get("/judge", who=JUDGES, at_kiosk=True)
def page() -> str:
    session = signed_in()
    after = the_mark()  # before the slips are read, so that none is missed
    kept = kept_to_judging() if session.kiosk else ""
    slug = request.args.get("tournament", "" if kept == "all" else kept)
    return render_template(
        "judge/page.html",
        session=session,
        after=after,
        slug=slug if slug in running() else "",
        running=running(),
        asked_for=request.args.get("slip", ""),
        stays=current_app.config.get("VERDICT_STAYS", STAYS),
        names={row.slug: row.name for row in the_site().hall.tournaments()},
    )


@pages.get("/judge/slips.json", who=JUDGES, answers=SlipsWaiting, at_kiosk=True)
def slips() -> Response:
    waiting = slips_waiting(request.args.get("tournament", ""))
    if signed_in().role is not Role.DIRECTOR:
        waiting = [one for one in waiting if not one.slip.by_director]
    now = accounts().desk.now().isoformat()
    return as_json(SlipsWaiting(now=now, slips=tuple(waiting)))


def slips_waiting(slug: str = "") -> list[SlipView]:
    """Every waiting slip of a tournament, or of those that are being played; oldest first."""
    names = installed_names()
    found = []
    for one in running(slug):
        rows = the_site().hall.games(one)
        waits = waiting_in(rows)
        found += [told_slip(row, waits[row.id].slip, names) for row in rows if row.id in waits]
    return sorted((one for one in found if one), key=lambda each_slip: each_slip.slip.since)


def told_slip(row: GameRow, slip: Slip | None, names: set[str]) -> SlipView | None:
    if slip is None:
        return None
    return SlipView(
        game=row.id, tournament=row.tournament, division=row.division, round=row.round_number,
        table=row.table, slip=slip, listed=bool(slip.words) and slip.lexicon.casefold() in names,
        paper=of_game(row, "downloads.challenge_slip"),
    )  # fmt: skip


@pages.post(
    "/api/games/<uuid:game>/verdict",
    who=JUDGES,
    answers=VerdictAnswer,
    reads=Limit(8 * 1024),
    at_kiosk=True,
)
def give(game: UUID) -> Response:
    """Record a verdict on the whole play.

    Answers with what was recorded, once, however often it arrives; ``stale`` where something
    was entered at the table in between.
    """
    began, session = time.monotonic(), signed_in()
    given = _read(_GIVEN)
    # The sheet first, then the answer: a copy of this request written in between leaves the
    # sheet old and the answer there, never the reverse.
    sheet = accounts().desk.sheet(game)
    slip = pending_slips(sheet).slip
    before = _recorded(game, given.command_id)
    if before is not None:
        return as_json(_written(game, before, again=True))
    slip = must_wait(slip)
    _must_be_who_looks_up(sheet, slip, by_players=given.by_players)
    acceptable, digest = given.acceptable, ""
    if acceptable is None:
        lexicon = lexicon_of(slip)
        acceptable, digest = lexicon.acceptable(slip.words), lexicon.digest
        after = current_app.config.get("VERDICT_SHOWN_AFTER", SHOWN_AFTER)
        time.sleep(max(0.0, began + after - time.monotonic()))
    elif given.by_players:
        raise _unreadable(say("judge.players-have-a-word-list"))
    desk_request = verdict_on(
        slip, acceptable, judge=session.badge, by_players=given.by_players, lexicon=digest
    )
    outcome = _entered(game, desk_request, given)
    if isinstance(outcome, Stale):
        return as_json(VerdictAnswer(kind="stale"))
    return as_json(_written(game, acceptable, again=False))


def _written(game: UUID, acceptable: bool, *, again: bool) -> VerdictAnswer:
    """The verdict that was written; a director is led on where turns were made meanwhile."""
    onwards: str | UnsetType = UNSET
    if signed_in().role is Role.DIRECTOR and the_overtaken(accounts().desk.sheet(game)):
        row = the_site().hall.game(game)
        onwards = of_game(row, "turns_since.page") if row else UNSET
    return VerdictAnswer(kind="written", again=again, acceptable=acceptable, onwards=onwards)


@pages.post(
    "/api/games/<uuid:game>/slip-returned",
    who=JUDGES,
    answers=SlipAnswer,
    reads=Limit(8 * 1024),
    at_kiosk=True,
)
def return_slip(game: UUID) -> Response:
    """Write the slip anew with the words as they lie on the board; that is no verdict."""
    returned = _read(_RETURNED)
    if signed_in().kiosk:
        sheet = accounts().desk.sheet(game)
        slip = pending_slips(sheet).slip
        if slip is not None:
            _must_be_who_looks_up(sheet, slip)
    outcome = _entered(game, ReissueChallenge(words=returned.words), returned)
    return as_json(SlipAnswer(kind="stale" if isinstance(outcome, Stale) else "written"))


def _must_be_who_looks_up(sheet: Sheet, slip: Slip, *, by_players: bool = False) -> None:
    """Refuse players where only staff judge, and at the kiosk whoever is not the players."""
    rules = rulebook.rules_of(sheet.scheduled)
    listed = bool(slip.words) and slip.lexicon.casefold() in installed_names()
    by_list_alone = signed_in().kiosk and listed
    must_be_who_looks_up(slip, rules, by_players=by_players, by_list_alone=by_list_alone)


def _entered(game: UUID, desk_request: Any, sent: VerdictGiven | SlipReturned) -> Outcome:  # noqa: ANN401
    """Enter it under the badge that is signed in, past the count of the device it comes from."""
    office, session, device = accounts(), signed_in(), the_device()
    office.tablets.must_serve(device, session.badge, game)
    outcome = office.desk.enter(
        game,
        desk_request,
        Sent(
            by=session.badge,
            command_id=sent.command_id,
            device=device or "desk",
            after=sent.after,
            occurred_at=sent.occurred_at,
            sent_at=sent.sent_at,
        ),
    )
    if isinstance(outcome, Refused):
        raise outcome.refusal
    return outcome


def _recorded(game: UUID, command_id: UUID) -> bool | None:
    """The verdict that this very request wrote before; ``None`` if it is new."""
    log = accounts().desk.log
    answer = log.answer_to(command_id)
    if answer is None or answer.stream != game or answer.kind != "written":
        return None
    return verdict_written(log.events_of(game), command_id)


def _read(what: msgspec.json.Decoder[Body]) -> Body:
    if request.mimetype != "application/json" or is_too_large():
        raise _unreadable(say("judge.a-verdict-is-handed"))
    try:
        return decoded(what, request.get_data())
    except msgspec.MsgspecError as trouble:
        raise _unreadable(say("judge.the-verdict-cant-be-read", trouble=trouble)) from trouble


def _unreadable(what: str) -> Refusal:
    return Refusal("unreadable-request", what, say("judge.reload-the-page-and-enter"))


# The runner's list: slips to fetch and verdicts to bring back, in the order of the tables.
#
# No word of a slip is in it: a runner knows no more than the hall does.


runner_pages = Pages("runner", manual="judge", area="runner")


@runner_pages.get("/judge/runner", name="page", who=OFFICIALS)
def runner_page() -> str:
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


@runner_pages.get("/judge/runner.json", who=OFFICIALS, answers=RunnersList)
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
