"""What a player sees when signing, as text: the page shows these words and hashes them.

A signature carries the SHA-256 of this text. Whoever holds the record can write the text again
and see whether it is what was on the screen. ``web/static/js/entry/shown.js`` writes the same.
"""

from __future__ import annotations

from hashlib import sha256

from ledger.decisions.signing import result_of
from ledger.result_lines import adjustments
from ledger.sheet import Line, LineKind, Sheet
from ledger.sheet.outcome import outcome_of
from ledger.vocabulary import Seat

EXPLAINED = (
    LineKind.BONUS, LineKind.COST, LineKind.PENALTY, LineKind.CREDIT, LineKind.UNPLAYED,
    LineKind.OVERTIME, LineKind.RESIGNED, LineKind.FORFEITED,
)  # fmt: skip
"""Lines that are no turn of play: each is told with what it is for."""

BY_CHALLENGE = (LineKind.BONUS, LineKind.COST)
FAILED = "challenge failed"
"""What a failed challenge brought or cost, in a player's words."""


def shown_result(sheet: Sheet, signer: Seat) -> str:
    """The result as it stands before ``signer`` signs it, a line each."""
    game, totals, outcome = sheet.scheduled, result_of(sheet), outcome_of(sheet)
    division = f", division {game.division}" if game.division else ""
    again = f", replay {game.replay}" if game.replay != 1 else ""
    winner = sheet.name(outcome.winner) if outcome.winner else "nobody"
    return "\n".join(
        (
            "Result",
            f"{game.tournament}{division}, round {game.round_number}, table {game.table}{again}",
            *(f"{seat.value}: {_named(sheet, seat)}" for seat in Seat),
            *(f"{label}: {one} | {two}" for label, one, two in adjustments(sheet)),
            *explained(sheet),
            f"Scores: {totals[0]} | {totals[1]}",
            f"Spread: {outcome.spread}, winner: {winner}",
            f"Signs: {_named(sheet, signer)}, {signer.value}",
        )
    )


def explained(sheet: Sheet) -> tuple[str, ...]:
    """How each point beside the turns came about, a line each."""
    return tuple(_explained(sheet, line) for line in sheet.lines if line.kind in EXPLAINED)


def digest_shown(sheet: Sheet, signer: Seat) -> str:
    """SHA-256, in hex, of what ``signer`` sees; as ``ResultSigned.shown`` has it."""
    return sha256(shown_result(sheet, signer).encode()).hexdigest()


def _named(sheet: Sheet, seat: Seat) -> str:
    number = "" if sheet.numbers is None else f" ({sheet.numbers[seat.place]})"
    return f"{sheet.name(seat)}{number}"


def _explained(sheet: Sheet, line: Line) -> str:
    about = ", ".join(str(part) for part in (line.tiles, line.note) if part)
    words = f": {about}" if about else ""
    what = FAILED if line.kind in BY_CHALLENGE else line.kind.value
    return f"{sheet.name(line.seat)} {line.score:+d}, {what}{words}"
