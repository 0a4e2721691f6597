"""What a player sees when signing, as text: the page shows these words and hashes them.

A signature carries the SHA-256 of this text. The desk works it out itself and takes no other.
Whoever holds the record can write the text again and see whether it is what was on the screen.
A tablet is told the text and shows it line by line; only without a network does it write it
itself (``web/static/js/entry/results/result_shown.js``).

The words may be bettered: whether an old signature still counts is seen from the result it was
given for, folded again (``ledger/game/sheet/signed.py``), and never from its words or their digest.
"""

from __future__ import annotations

import re
from hashlib import sha256

from msgspec.structs import replace

from ledger.game.sheet import Line, LineKind, Sheet
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.result_lines import adjustments
from ledger.game.sheet.signed import IN_THE_RESULT
from ledger.vocabulary import Seat, Totals

BY_CHALLENGE = (LineKind.BONUS, LineKind.COST)
FAILED = "challenge failed"
"""What a failed challenge brought or cost, in a player's words."""
TILE = re.compile(r"\[[^\]]+\]|[^-]")
"""A tile of a rack as it is kept, ``-`` for an empty one: "E", "?", "[CH]"."""
NAMED = {"?": "blank"}


def shown_result(sheet: Sheet, signer: Seat) -> str:
    """The result as it stands before ``signer`` signs it, a line each."""
    return "\n".join((*_lines(sheet), _signs(sheet, signer)))


def shown_amendment(sheet: Sheet, signer: Seat, now: Totals, reason: str) -> str:
    """The result as it would stand amended to ``now``, before ``signer`` agrees to that."""
    was, amended = sheet.stands, replace(sheet, result=replace(sheet.result, amended=now))
    return "\n".join(
        (
            *_lines(amended),
            f"Instead of: {was[0]} | {was[1]}",
            f"Because: {reason}",
            _signs(sheet, signer),
        )
    )


def digest_shown(sheet: Sheet, signer: Seat) -> str:
    """SHA-256, in hex, of what ``signer`` sees; as ``ResultSigned.shown`` has it."""
    return digest(shown_result(sheet, signer))


def digest(text: str) -> str:
    """SHA-256, in hex, of what was shown."""
    return sha256(text.encode()).hexdigest()


def _lines(sheet: Sheet) -> tuple[str, ...]:
    game, totals, outcome = sheet.scheduled, sheet.stands, outcome_of(sheet)
    division = f", division {game.division}" if game.division else ""
    again = f", replay {game.replay}" if game.replay != 1 else ""
    winner = sheet.name(outcome.winner) if outcome.winner else "nobody"
    return (
        "Result",
        f"{game.tournament}{division}, round {game.round_number}, table {game.table}{again}",
        *(f"{seat.value}: {_named(sheet, seat)}" for seat in Seat),
        *(f"{label}: {one} | {two}" for label, one, two in adjustments(sheet)),
        *explained(sheet),
        f"Scores: {totals[0]} | {totals[1]}",
        f"Spread: {outcome.spread}, winner: {winner}",
    )


def _signs(sheet: Sheet, signer: Seat) -> str:
    return f"Signs: {_named(sheet, signer)}, {signer.value}"


def explained(sheet: Sheet) -> tuple[str, ...]:
    """How each point beside the turns came about, a line each."""
    return tuple(_explained(sheet, line) for line in sheet.lines if line.kind in IN_THE_RESULT)


def _named(sheet: Sheet, seat: Seat) -> str:
    number = "" if sheet.numbers is None else f" ({sheet.numbers[seat.place]})"
    return f"{sheet.name(seat)}{number}"


def _explained(sheet: Sheet, line: Line) -> str:
    if line.kind is LineKind.UNPLAYED:
        return f"{sheet.name(line.seat)} {line.score:+d}, {_left(sheet, line)}"
    about = ", ".join(str(part) for part in (line.tiles, line.note) if part)
    words = f": {about}" if about else ""
    what = FAILED if line.kind in BY_CHALLENGE else line.kind.value
    return f"{sheet.name(line.seat)} {line.score:+d}, {what}{words}"


def _left(sheet: Sheet, line: Line) -> str:
    """Whose tiles left a line is for, and which: "twice Ben's tiles left: C D E T U"."""
    whose = {
        ("double", True): f"twice {sheet.name(line.seat.opponent)}'s tiles left",
        ("single", True): f"{sheet.name(line.seat.opponent)}'s tiles left",
        ("single", False): "own tiles left",
        ("own", False): "own tiles left",
    }.get((line.note, line.score > 0), "tiles left, as ruled")
    tiles = " ".join(NAMED.get(tile, tile.strip("[]")) for tile in TILE.findall(line.tiles))
    return f"{whose}: {tiles}" if tiles else whose
