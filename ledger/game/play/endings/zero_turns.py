"""Scoreless turns, and the game that ends with the last of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ledger.asking.asked import Decision
from ledger.game.facts.endings import GameEnded
from ledger.game.play.entry import Entry
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook
from ledger.rulebook.computing.zeros import ends_by_zeros
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Totals, remarks

KINDS: dict[LineKind, str] = {
    LineKind.PASS: "pass",
    LineKind.SAND: "pass",  # counted like one; whether it should be is trap TN-12
    LineKind.EXCHANGE: "exchange",
    LineKind.WITHDRAWN: "challenged-off",
    LineKind.TURN_LOST: "lost-to-challenge",
    LineKind.PLAY: "no-points",
    LineKind.MISSED: "no-points",
    LineKind.PENALTY: "taken-away",
}
UNNAMED_NOTES = frozenset({"false-blank", "void-exchange"})
"""Notes on lines of turns that score nothing in a way no book names as such."""

TRAPS = {
    "false-blank": ("TN-12",),
    "void-exchange": ("TN-12", "T4-14"),
    "lost-to-challenge": ("TX-10", "T4-14"),
    "no-points": ("TX-11", "T4-14"),
}
"""Why a kind of scoreless turn may or may not count, where the book does not name it."""


class Row(Struct, frozen=True):
    """The scoreless turns in a row.

    Attributes:
      named: those of a kind the book names.
      others: kinds of those it does not name, oldest first.
      since: those of a kind the book names since the last of the others; ``named`` where
        there are no others.
    """

    named: int = 0
    others: tuple[str, ...] = ()
    since: int = 0

    def one_more(self) -> Row:
        """The row with one more turn of a kind the book names, made after all of them."""
        return Row(self.named + 1, self.others, self.since + 1)

    def then(self, kind: str, rules: Rulebook) -> Row:
        """The row with one more turn of this kind, made after all of them."""
        if kind in rules.zeros.counted.known():
            return self.one_more()
        return Row(self.named, (*self.others, kind))

    def traps(self, rules: Rulebook) -> tuple[str, ...]:
        """Why it is open whether this row ends the game."""
        ids = dict.fromkeys(i for kind in self.others for i in TRAPS.get(kind, ("T4-14",)))
        return touching(rules, *ids)


def with_the_end(
    sheet: Sheet, scoreless: Fact, entry: Entry, noticed: tuple[str, ...] = ()
) -> Decision:
    """``scoreless`` turn, of a kind the book names, and the end of the game with it (O-04)."""
    row = scoreless_row(sheet.lines, entry.rules).one_more()
    end, why = end_of(row, sheet.totals, entry.rules)
    return Decision((scoreless, *end), noticed + why)


def end_of(
    row: Row, totals: Totals, rules: Rulebook
) -> tuple[tuple[GameEnded, ...], tuple[str, ...]]:
    """The end of the game by this row, or the remarks that ask for a ruling about it.

    A turn of a kind the book does not name may count, may be passed over, or may break the row.
    The turns made since it end the game on every reading once they are enough by themselves;
    where it takes the others as well a director rules, and until then the game goes on.
    """
    if ends_by_zeros(row.since, totals, rules):
        return (GameEnded(cause="six-zeros"),), ()
    if row.others and ends_by_zeros(row.named + len(row.others), totals, rules):
        return (), (remarks.ZEROS_NEED_RULING, *row.traps(rules))
    return (), ()


def unnamed(
    sheet: Sheet, kind: str, entry: Entry, instead_of: Line | None = None
) -> tuple[str, ...]:
    """What is noticed about a scoreless turn just made that the book does not name.

    ``instead_of``: the line that it takes the place of, where that turn was entered already.
    """
    lines = sheet.lines if instead_of is None else sheet.lines[: sheet.lines.index(instead_of)]
    row = scoreless_row(lines, entry.rules).then(kind, entry.rules)
    _, why = end_of(row, sheet.totals, entry.rules)
    return tuple(dict.fromkeys((remarks.ZERO_NOT_NAMED, *row.traps(entry.rules), *why)))


def scoreless_row(lines: Sequence[Line], rules: Rulebook) -> Row:
    """The scoreless turns in a row at the end of ``lines``."""
    row = Row()
    for kind in reversed(tuple(_backwards(lines))):
        row = row.then(kind, rules)
    return row


def _backwards(lines: Sequence[Line]) -> Iterator[str]:
    """Kinds of scoreless turns, the latest first, up to the last turn that scored.

    A play announced as nothing that our own count finds worth something is a wrong score,
    not a scoreless turn; a penalty that costs points is no turn.
    """
    for line in reversed(lines):
        if line.kind not in KINDS or line.withdrawn:
            continue
        if line.kind is LineKind.PENALTY and line.score:
            continue
        if line.kind in PLAYS and (line.score or line.computed):
            return
        yield line.note if line.note in UNNAMED_NOTES else KINDS[line.kind]


PLAYS = (LineKind.PLAY, LineKind.MISSED)
