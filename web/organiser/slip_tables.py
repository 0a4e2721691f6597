"""Which table is meant: by its number, with its division where there are two, or by a QR."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import unquote

from ledger.hall import GameRow
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import signed_in, the_badges, the_device
from web.organiser.slips_told import rows_of

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
    """The refusal of a table that is not there."""
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
    """Turn away a scorekeeper who is not at the results desk of this tournament.

    Raises:
      Refusal: ``no-device`` or ``another-table``.
    """
    the_badges().tablets.must_be_the_desk(the_device(), signed_in().badge, slug)
