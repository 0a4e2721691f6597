"""The tables of a round as the page of results tells them, and which table is meant."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import unquote
from uuid import UUID

from flask import url_for
from msgspec import Struct

from ledger.game.facts.arrivals import GamePostponed
from ledger.game.facts.leaving import GameAdjourned
from ledger.game.play.results.slips import rests_on, told_by_players, typed_slips
from ledger.game.sheet import Sheet
from ledger.game.sheet.opened import find
from ledger.hall import GameRow
from ledger.hall.rows import Lacks, at_the_tables, lacks, open_rounds
from ledger.record.standing import removed_on
from ledger.vocabulary import IsoTime, Role
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import accounts, signed_in, the_device
from web.frame.addresses import of_game
from web.site.site import the_site


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
        slip=_slip(row, sheet) if sheet else None,
        shown=url_for("two_slips.page", slug=row.tournament, game=row.id)
        if sheet is not None and (sheet.result.records_differ or typed_slips(sheet))
        else of_game(row),
    )


def has_result(sheet: Sheet) -> bool:
    """Whether there are scores to tell: not of a game that was lost without play, or is void."""
    forfeit = sheet.ending.forfeit
    lost = forfeit is not None and forfeit.scores is None and sheet.result.amended is None
    return bool(sheet.ended) and not sheet.ending.voided and not lost


def _slip(row: GameRow, sheet: Sheet) -> SlipView | None:
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
                f"This slip is of another tournament, {scanned['slug']}.",
                "Open the results of that tournament, and scan it there.",
            )
        round_number, division = int(scanned["round"]), unquote(scanned["division"] or "")
        typed = scanned["table"]
    found = TYPED.fullmatch(typed)
    if found is None:
        raise no_such_table(
            f"“{typed[:40]}” names no table.",
            "Type the number of a table, with its division before it where there are several.",
        )
    rows = rows_of(slug, round_number, None)
    table, named = int(found["table"]), found["division"] or division
    at = [row for row in rows if row.table == table]
    if named:
        others = _read_otherwise(rows, typed, found)
        called = _called(at, named)
        if called and others:
            raise _two_readings(typed, [*called, *others])
        at = called or others or _elsewhere(at, named)
    if not at:
        raise no_such_table(
            f"There is no game at table {table} in this round.",
            "Look at the number on the slip, and at its round.",
        )
    if len(at) > 1:
        divisions = " and ".join(sorted(row.division for row in at))
        raise Refusal(
            "two-tables",
            f"Divisions {divisions} both have a table {at[0].table}.",
            "Type the division before the number.",
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
    told = " and ".join(f"table {row.table} of division {row.division}" for row in rows)
    first = rows[0]
    return Refusal(
        "two-tables",
        f"“{typed[:40]}” is {told}.",
        f"Type a space before the number of the table: {first.division} {first.table}.",
    )


def no_such_table(what: str, next_step: str) -> Refusal:
    return Refusal("no-such-table", what, next_step)


def _called(rows: Sequence[GameRow], typed: str) -> list[GameRow]:
    """Those of the division that is called so, else of each whose name begins so."""
    typed = typed.casefold()
    just = [row for row in rows if row.division.casefold() == typed]
    return just or [row for row in rows if row.division.casefold().startswith(typed)]


def _elsewhere(at: list[GameRow], named: str) -> list[GameRow]:
    """Nothing, said with the division that has this table, if one has."""
    if at:
        divisions = " and ".join(sorted(row.division or "the other" for row in at))
        raise no_such_table(
            f"Table {at[0].table} is not in division {named[:40]}; it is in {divisions}.",
            "Type its division before it, or choose the other division.",
        )
    return []


def may_enter_here(slug: str) -> None:
    """Turn away a scorekeeper who is not at the results desk of this tournament."""
    accounts().tablets.must_be_the_desk(the_device(), signed_in().badge, slug)
