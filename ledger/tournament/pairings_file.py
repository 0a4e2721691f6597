"""Pairings from a file of columns: table, first, second. A line that makes no sense is said."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from ledger.refusals.saying import refusal
from ledger.tournament.facts.tournaments import Pairing
from ledger.tournament.names import called
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary.refusals import Refusal

LONGEST_FILE = 1_000_000
"""Characters; a thousand games are a hundredth of it."""

BYE = frozenset({"", "0", "bye", "-"})
"""How nobody is written in the third column."""

NAMES = ("table", "first", "second")


def pairings_in(text: str, tournament: Tournament, division: str) -> tuple[Pairing, ...]:
    """The pairings a file holds, in its order. Players by number, or by name as entered.

    Columns are parted by commas, semicolons or tabs; a first line that names them is passed over.

    Raises:
      Refusal: ``unreadable-pairings``, with every line that can't be read.
    """
    if len(text) > LONGEST_FILE:
        raise _refused(["the file is larger than any round"])
    troubles: list[str] = []
    pairings: list[Pairing] = []
    for number, cells in _rows(text):
        try:
            pairings.append(_pairing(cells, tournament, division))
        except ValueError as trouble:
            troubles.append(f"line {number}: {trouble}")
    if not pairings and not troubles:
        troubles.append("there is no line in it")
    if troubles:
        raise _refused(troubles)
    return tuple(pairings)


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    text = text.lstrip("\ufeff")
    parted_by = next((sign for sign in ("\t", ";") if sign in text), ",")
    for number, row in enumerate(csv.reader(io.StringIO(text), delimiter=parted_by), 1):
        cells = [cell.strip() for cell in row]
        is_head = number == 1 and tuple(cell.lower() for cell in cells[:3]) == NAMES
        if any(cells) and not is_head:
            yield number, cells


def _pairing(cells: list[str], tournament: Tournament, division: str) -> Pairing:
    table, first, second, *_ = (*cells, "", "", "")
    if len(cells) < 2:
        msg = "table, first and second are wanted"
        raise ValueError(msg)
    one = _player(first, tournament, division)
    if second.lower() in BYE:
        return Pairing(0, one, 0)
    if not (table.isascii() and table.isdigit() and 1 <= int(table[:5]) <= 9999):
        msg = f"{table[:20]!r} is no table"
        raise ValueError(msg)
    return Pairing(int(table), one, _player(second, tournament, division))


def _player(written: str, tournament: Tournament, division: str) -> int:
    among = [one for one in tournament.players if one.division == division]
    if written.isascii() and written.isdigit():
        found = [one for one in among if str(one.number) == written.lstrip("0")]
    else:
        found = list(called(among, written))
    if not found and (elsewhere := _in_another_division(written, tournament)):
        msg = f"{elsewhere.name} ({elsewhere.number}) plays in division {elsewhere.division}"
        raise ValueError(msg)
    if len(found) != 1:
        numbers = ", ".join(str(one.number) for one in found)
        which = f"; write which number: {numbers}" if found else ""
        several = "several players are called" if found else "nobody here is"
        msg = f"{several} {written[:60]!r}{which}"
        raise ValueError(msg)
    return found[0].number


def _in_another_division(written: str, tournament: Tournament) -> Player | None:
    """Who is meant, where nobody of the division is."""
    if written.isascii() and written.isdigit():
        return tournament.player(int(written[:6]))
    named = called(tournament.players, written)
    return named[0] if len(named) == 1 else None


def _refused(troubles: list[str]) -> Refusal:
    shown = "; ".join(troubles[:10])
    more = f"; and {len(troubles) - 10} more" if len(troubles) > 10 else ""
    return refusal("unreadable-pairings", troubles=shown + more)
