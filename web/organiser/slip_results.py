"""Results from slips: the tables of a round, what is typed for each, photographs of slips."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote
from uuid import UUID

from flask import Response, abort, make_response, redirect, render_template, request, url_for
from msgspec import Struct
from msgspec.json import encode

from ledger.game.absences.facts import GameAdjourned, GamePostponed
from ledger.game.results.slips import (
    USUAL,
    USUAL_MARGIN,
    TakeBackSlip,
    TypeSlip,
    rests_on,
    told_by_players,
    typed_slips,
)
from ledger.game.sheet.outcome import ends_on_paper
from ledger.game.sheet.sheet import Sheet, find
from ledger.hall import GameRow
from ledger.hall.rows import Lacks, at_the_tables, lacks, lacks_wording, open_rounds, slips_wording
from ledger.messages import listed, say
from ledger.record.kept_words import KeptWords
from ledger.record.standing import removed_on
from ledger.requests import Request
from ledger.tournament.rounds import LeavePaperElsewhere, unsigned_from_files
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import IsoTime, Role, Seat
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import AT_THE_RESULTS, DIRECTORS, OFFICIALS
from web.access.visitors import accounts, signed_in, the_asker, the_device
from web.cases.photos import photo_of
from web.frame.addresses import of_game, tournament_at
from web.frame.bodies import as_json, salt_of_form, sent_by_form
from web.frame.pages import JPEG, PHOTO, Pages
from web.frame.refused import asked_by_a_person, must_be_for_a_page, status_of
from web.frame.wording import at_table
from web.organiser.overview import strip_to_results
from web.organiser.players import ask, the_tournament
from web.replay import in_a_page
from web.site import the_site

# The tables of a round as the page of results tells them, and which table is meant.


class SlipView(Struct, frozen=True, kw_only=True):
    """The slip typed last for a table.

    Attributes:
      version: of its event, by which it is taken back.
      scores: what it says, in the order of the pairing.
      mine: whether who is signed in may take it back, and nothing rests on it.
    """

    version: int
    by: str
    at: IsoTime
    scores: tuple[int, int]
    mine: bool
    photos: tuple[str, ...] = ()


class TableView(Struct, frozen=True, kw_only=True):
    """One table of a round. Players and scores are in the order of the pairing.

    Attributes:
      starter: who started, 1 or 2; 0: nobody knows.
      scores: as they stand; ``None``: there is no result.
      lacks: what of its slip is missing; empty: nothing.
      differs: two papers of it say different scores, and the director finds what holds.
      turns: how many a tablet recorded.
      put_off: whether it was put off to be played, or finished, later.
      since: when something was last written about it.
      reported: what the first and the second player told on their own phones.
      slip: the slip typed last; ``None``: none was.
      shown: the address of the game; of its slips, where one was typed.
    """

    game: UUID
    division: str
    round: int
    table: int
    replay: int
    players: tuple[str, str]
    numbers: tuple[int, int] | None
    starter: int
    scores: tuple[int, int] | None
    state: str
    lacks: Lacks
    differs: bool
    turns: int
    put_off: bool
    since: IsoTime
    reported: tuple[tuple[int, int] | None, tuple[int, int] | None]
    slip: SlipView | None
    shown: str


class ResultsNow(Struct, frozen=True, kw_only=True):
    tables: tuple[TableView, ...]


def rows_of(slug: str, round_number: int | None, division: str | None) -> list[GameRow]:
    """The games of a round, or of the open round of each division, the last of each table."""
    rows = the_site().hall.games(slug, round_number, division)
    if round_number is None:
        rounds = open_rounds(rows)
        rows = [row for row in rows if rounds[row.division] == row.round_number]
    return at_the_tables(rows)


def as_it_is(game: GameRow) -> GameRow:
    """The row of a game after what was just written about it."""
    rows = rows_of(game.tournament, game.round_number, game.division)
    return next(row for row in rows if row.id == game.id)


def tables_view(rows: Sequence[GameRow]) -> tuple[TableView, ...]:
    return tuple(table_view(row) for row in rows)


def table_view(row: GameRow) -> TableView:
    """One table, from its sheet; of one where nothing was written the row says all."""
    if row.version == 1:
        return _view(row, None)
    return _view(row, accounts().desk.sheet(row.id))


def _view(row: GameRow, sheet: Sheet | None) -> TableView:
    swapped = sheet is not None and sheet.starter == 1
    return TableView(
        game=row.id,
        division=row.division,
        round=row.round_number,
        table=row.table,
        replay=row.replay,
        players=sheet.scheduled.players if sheet else row.names,
        numbers=sheet.scheduled.numbers if sheet else None,
        starter=sheet.starter + 1 if sheet and sheet.started else 0,
        scores=_swapped(sheet.stands, swapped=swapped) if sheet and has_result(sheet) else None,
        state=row.state,
        lacks=lacks(row),
        differs=sheet is not None and sheet.result.records_differ is not None,
        turns=row.turns,
        put_off=sheet is not None and find(sheet.open, (GamePostponed, GameAdjourned)) is not None,
        since=row.written_at,
        reported=told_by_players(sheet) if sheet else (None, None),
        slip=_slip_view(row, sheet) if sheet else None,
        shown=url_for("two_slips.page", slug=row.tournament, game=row.id)
        if sheet is not None and (sheet.result.records_differ or typed_slips(sheet))
        else of_game(row),
    )


def has_result(sheet: Sheet) -> bool:
    """Whether there are scores to tell: not of a game that was lost without play, or is void."""
    forfeit = sheet.ending.forfeit
    lost = forfeit is not None and forfeit.scores is None and sheet.result.amended is None
    return bool(sheet.ended) and not sheet.ending.voided and not lost


def _slip_view(row: GameRow, sheet: Sheet) -> SlipView | None:
    typed = typed_slips(sheet)
    if not typed:
        return None
    version = max(typed)
    written = sheet.event(version).envelope
    removed = removed_on(sheet.events)
    photos = tuple(
        dict.fromkeys(one.photo for one in typed.values() if one.photo and one.photo not in removed)
    )
    return SlipView(
        version=version,
        by=written.written_by,
        at=written.written_at.isoformat(timespec="seconds"),
        scores=_swapped(typed[version].totals, swapped=sheet.starter == 1),
        mine=may_take_back(sheet, version),
        photos=tuple(
            url_for("slip_photos.photo", slug=row.tournament, game=row.id, digest=digest)
            for digest in photos
        ),
    )


def may_take_back(sheet: Sheet, version: int) -> bool:
    """Whether who is signed in typed this slip, or directs, and nothing rests on it."""
    session = signed_in()
    own = sheet.event(version).envelope.written_by == session.badge
    return (own or session.role is Role.DIRECTOR) and rests_on(sheet, version) is None


def _swapped(pair: tuple[int, int], *, swapped: bool) -> tuple[int, int]:
    return (pair[1], pair[0]) if swapped else pair


# Which table is meant: by its number, with its division where there are two, or by a QR.


ADDRESS = re.compile(
    r"/(?:t|v/[0-9A-Z]{10}/\d{1,6})/(?P<slug>[^/]+)/(?:(?P<division>[^/]+)/)?"
    r"r(?P<round>\d{1,4})/t(?P<table>\d{1,5})(?=[/?#]|$)",
    re.IGNORECASE,
)
"""The address of a game, and that of a slip's code as its QR has it."""

TYPED = re.compile(r"(?P<division>.*?)\s*(?P<table>\d{1,5})", re.DOTALL)
"""``14``, or ``A14`` and ``Open 14`` where two divisions have a table 14."""


def table_meant(slug: str, form: Mapping[str, str]) -> GameRow:
    """The game of the table that ``table`` names, in ``round`` or in the round that is open.

    Raises:
      Refusal: ``no-such-table`` or ``two-tables``.
    """
    typed = form.get("table", "").strip()
    number = form.get("round", "")
    is_one = number.isascii() and number.isdigit() and len(number) < 5
    round_number = int(number) if is_one else None
    division = form.get("division")
    if scanned := ADDRESS.search(typed):
        if unquote(scanned["slug"]) != slug:
            raise no_such_table(
                say("results.slip-another-tournament-slug", slug=scanned["slug"]),
                say("results.scan-it-there"),
            )
        round_number, division = int(scanned["round"]), unquote(scanned["division"] or "")
        typed = scanned["table"]
    found = TYPED.fullmatch(typed)
    if found is None:
        raise no_such_table(
            say("results.slice-names-no-table", slice=typed[:40]),
            say("results.type-the-number"),
        )
    rows = rows_of(slug, round_number, None)
    table, named = int(found["table"]), found["division"] or division
    at = [row for row in rows if row.table == table]
    if named:
        others = _read_otherwise(rows, typed, found)
        called = _called(at, named)
        if called and others:
            raise _two_readings(typed, [*called, *others])
        at = called or others or _elsewhere_named(at, named)
    if not at:
        raise no_such_table(
            say("results.there-no-game-at-table-table", table=table),
            say("results.look-at-the-slip"),
        )
    if len(at) > 1:
        divisions = listed(sorted(row.division for row in at))
        raise Refusal(
            "two-tables",
            say("results.divisions-share-table", divisions=divisions, table=at[0].table),
            say("results.division-before-number"),
        )
    return at[0]


def _read_otherwise(rows: Sequence[GameRow], typed: str, found: re.Match[str]) -> list[GameRow]:
    """Tables of a division whose name ends in a number, which ``A13`` means as well: A1, table 3.

    A gap says where the name ends, and a number alone is that of a table.
    """
    name, digits = found["division"], found["table"]
    if not name or typed != f"{name}{digits}":
        return []
    readings = {(f"{name}{digits[:n]}".casefold(), int(digits[n:])) for n in range(1, len(digits))}
    return [row for row in rows if (row.division.casefold(), row.table) in readings]


def _two_readings(typed: str, rows: Sequence[GameRow]) -> Refusal:
    text = listed(
        say("results.table-of-division", table=row.table, division=row.division) for row in rows
    )
    first = rows[0]
    return Refusal(
        "two-tables",
        say("results.means-two-tables", typed=typed[:40], tables=text),
        say("results.space-before-number", table=at_table(first)),
    )


def no_such_table(what: str, next_step: str) -> Refusal:
    return Refusal("no-such-table", what, next_step)


def _called(rows: Sequence[GameRow], typed: str) -> list[GameRow]:
    """Those of the division that is called so, else of each whose name begins so."""
    typed = typed.casefold()
    just = [row for row in rows if row.division.casefold() == typed]
    return just or [row for row in rows if row.division.casefold().startswith(typed)]


def _elsewhere_named(at: list[GameRow], named: str) -> list[GameRow]:
    """Nothing, said with the division that has this table, if one has."""
    if at:
        divisions = listed(sorted(row.division or say("results.the-other") for row in at))
        raise no_such_table(
            say(
                "results.table-not-in-division",
                table=at[0].table,
                division=named[:40],
                others=divisions,
            ),
            say("results.choose-the-other-division"),
        )
    return []


def may_enter_here(slug: str) -> None:
    """Turn away a scorekeeper who is not at the results desk of this tournament."""
    accounts().tablets.must_be_the_desk(the_device(), signed_in().badge, slug)


pages = Pages("slip_results", manual="organiser", area="results")

USUAL_HERE = encode(
    {
        "least": USUAL.start,
        "most": USUAL.stop - 1,
        "closest": USUAL_MARGIN.start,
        "widest": USUAL_MARGIN.stop - 1,
    }
).decode()
"""What nobody is asked about twice, for the line: it asks before anything is sent."""


@pages.get("/t/<slug>/organise/results", who=AT_THE_RESULTS, camera=True)
def page(slug: str) -> str:
    """The line and the tables: of the open rounds, or of ``?round=`` (and one ``?division=``).

    ``?missing=1`` shows only tables whose slip is missing.
    """
    return _page(slug)


@pages.get("/t/<slug>/organise/results.json", who=AT_THE_RESULTS, answers=ResultsNow)
def now(slug: str) -> Response:
    row = tournament_at(slug)
    return as_json(ResultsNow(tables=tables_view(rows_of(row.slug, *_round_asked()))))


@pages.post("/t/<slug>/organise/results", who=AT_THE_RESULTS, answers=TableView)
def typed(slug: str) -> Response:
    """Type a slip: ``table``, ``first``, ``second`` and what else it says."""
    return _enter(slug, _slip)


@pages.post("/t/<slug>/organise/results/taken-back", who=AT_THE_RESULTS, answers=TableView)
def taken_back(slug: str) -> Response:
    """Take back the slip just typed for ``table``, whose event is ``version``; ``why``."""
    return _enter(slug, _take_back)


@pages.post("/t/<slug>/organise/results/paper-elsewhere", who=DIRECTORS)
def paper_elsewhere(slug: str) -> Response:
    """Say once that the slips of results from files lie with the program they came from."""
    tournament_at(slug)
    tournament = the_tournament(slug)
    until = _number(request.form.get("until", ""))
    ask(tournament, LeavePaperElsewhere(until=until, division=request.form.get("division", "")))
    return make_response(redirect(url_for("slip_results.page", slug=slug, **_kept()), 303))


def _enter(slug: str, read: Any) -> Response:  # noqa: ANN401 (a function of the form)
    row = tournament_at(slug)
    try:
        may_enter_here(row.slug)
        game = table_meant(row.slug, request.form)
        desk_request: Request = read()
        accounts().desk.must_write(game.id, desk_request, sent_by_form(signed_in().badge))
    except Refusal as refused:
        must_be_for_a_page(refused)
        return make_response(_page(slug, refused), status_of(refused))
    if not asked_by_a_person():
        return as_json(table_view(as_it_is(game)))
    return make_response(redirect(url_for("slip_results.page", slug=slug, **_kept()), 303))


def _slip() -> TypeSlip:
    unsigned: Any = tuple(_number(one) for one in request.form.getlist("unsigned") if one)
    return TypeSlip(
        scores=(_number(request.form.get("first", "")), _number(request.form.get("second", ""))),
        starter=_number(request.form.get("starter") or "0"),
        whose=_number(request.form.get("whose") or "0"),
        unsigned=unsigned,
        sure=bool(request.form.get("sure")),
    )


def _take_back() -> TakeBackSlip:
    why: Any = request.form.get("why") or "typed-wrong"  # the desk looks which it is
    return TakeBackSlip(version=_number(request.form.get("version", "")), why=why)


def _number(text: str) -> int:
    text = text.strip().replace("−", "-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 5):
        raise Refusal(
            "unreadable-request",
            say("results.is-no-score", typed=text[:20]),
            say("results.type-table-and-scores"),
        )
    return int(text)


def _round_asked() -> tuple[int | None, str | None]:
    text = request.args.get("round", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None
    return number, request.args.get("division")


def _kept() -> dict[str, Any]:
    """The round that was looked at, for the address gone back to."""
    return {name: request.args[name] for name in ("round", "division") if request.args.get(name)}


def _page(slug: str, refused: Refusal | None = None) -> str:
    row = tournament_at(slug)
    tournament = accounts().desk.cases.tournament(row.slug)
    rows = rows_of(row.slug, *_round_asked())
    tables = tables_view(rows)
    asked = _round_asked()
    open_now = {one.round for one in tables}
    lacking = [one.lacks for one in tables if one.lacks]
    return render_template(
        "organiser/results.html",
        tournament=row,
        strip=strip_to_results(
            row.slug, asked[0] or (min(open_now) if len(open_now) == 1 else None)
        ),
        asked=asked,
        only_missing=request.args.get("missing") == "1",
        in_order=sorted(tables, key=lambda one: not one.lacks),
        kept=_kept(),
        tables=tables,
        told=in_a_page(encode(ResultsNow(tables=tables))),
        usual=USUAL_HERE,
        missing=slips_wording(lacking) if lacking else "",
        lacks_told=lacks_wording,
        to_close=_to_close(tournament, tables),
        elsewhere=list(_elsewhere(tournament, tables)),
        refusal=refused or _not_the_desk(row.slug),
        form=request.form,
    )


def _not_the_desk(slug: str) -> Refusal | None:
    """Why nothing that is typed here would be taken; ``None``: it would."""
    try:
        may_enter_here(slug)
    except Refusal as refused:
        return refused
    return None


class ToClose(NamedTuple):
    """A round among the tables that is not closed; it may be once no slip is ``missing``."""

    division: str
    round: int
    missing: int


def _to_close(tournament: Tournament, tables: Sequence[TableView]) -> list[ToClose]:
    missing: dict[tuple[str, int], int] = {}
    for one in tables:
        which = (one.division, one.round)
        missing[which] = missing.get(which, 0) + bool(one.lacks)
    return [
        ToClose(*which, count) for which, count in missing.items() if which not in tournament.closed
    ]


class Elsewhere(NamedTuple):
    """Results of a division up to a round that came in files and are signed by nobody."""

    division: str
    until: int
    results: int


def _elsewhere(tournament: Tournament, tables: Sequence[TableView]) -> Iterator[Elsewhere]:
    desk = accounts().desk
    at_hand = RecordAtHand(desk.log.version_of, desk.sheet)
    for division in dict.fromkeys(one.division for one in tables if one.lacks == "signatures"):
        found = list(unsigned_from_files(tournament, division, LAST_ROUND, at_hand))
        if found:
            until = max(sheet.scheduled.round_number for sheet in found)
            yield Elsewhere(division, until, len(found))


LAST_ROUND = 999  # no tournament has more rounds


class RecordAtHand(NamedTuple):
    """The record around a tournament, to be read."""

    version_of: Any
    sheet: Any


# A photo of a slip: kept beside the log, and shown to officials only.


slip_photos_pages = Pages("slip_photos", manual="organiser", area="results")


@slip_photos_pages.post(
    "/t/<slug>/organise/results/photo", who=AT_THE_RESULTS, answers=TableView, reads=PHOTO
)
def attach(slug: str) -> Response:
    """Put a photo with the slip of ``table``; nobody signs by it."""
    row = tournament_at(slug)
    may_enter_here(row.slug)
    game = table_meant(row.slug, request.form)
    desk = accounts().desk
    sheet = desk.sheet(game.id)
    if not has_result(sheet) or ends_on_paper(sheet):
        raise Refusal(
            "no-slip-yet",
            say("results.no-result-in-yet"),
            say("results.type-its-slip-first"),
        )
    sent = request.files.get("photo")
    kept = KeptWords(salt_of_form(), photo_of(sent.read() if sent else b"", the_asker()).content)
    desk.must_write(game.id, _with_photo(sheet, kept), sent_by_form(signed_in().badge), [kept])
    if not asked_by_a_person():
        return as_json(table_view(as_it_is(game)))
    return make_response(redirect(url_for("slip_results.page", slug=slug), 303))


def _with_photo(sheet: Sheet, kept: KeptWords) -> TypeSlip:
    one, two = sheet.stands if sheet.starter == 0 else sheet.stands[::-1]
    both = tuple(range(1, len(Seat) + 1))
    return TypeSlip(scores=(one, two), unsigned=both, sure=True, photo=kept.digest)


@slip_photos_pages.get(
    "/t/<slug>/organise/results/photo/<uuid:game>/<digest>.jpg", who=OFFICIALS, answers=JPEG
)
def photo(slug: str, game: UUID, digest: str) -> Response:
    desk = accounts().desk
    sheet = desk.sheet(game)
    known = {one.photo for one in typed_slips(sheet).values()}
    kept = desk.log.words_of(digest) if digest in known else None
    if kept is None or sheet.scheduled.tournament != slug:
        abort(404)
    response = Response(kept, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, no-store"
    return response
