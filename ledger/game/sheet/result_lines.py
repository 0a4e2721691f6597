"""A result told: who won, by how much, and how both totals came about."""

from __future__ import annotations

from msgspec import Struct

from ledger.game.sheet import LineKind, Sheet
from ledger.game.sheet.because import because
from ledger.game.sheet.line import NOT_RECORDED
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.signatures import (
    AmendmentTold,
    SignatureTold,
    amendments_told,
    result_notes,
    signatures_told,
)
from ledger.vocabulary import Seat, Totals
from ledger.vocabulary.signs import as_read


class ResultTold(Struct, frozen=True, kw_only=True):
    """How a game stands.

    Attributes:
      winner: whose result it is, once the game is over; ``None`` for a tie, and before.
      ended: cause of the end, or empty.
      handed_in: whether a player took the slip to the director's table.
      by_ruling: version of the event under a ruling that makes it stand; 0: none.
      notes: a sentence for each signature and amendment: for which scores, how, when, and
        whether it is for what stands.
      lines: how the totals came about: a label, the first seat's value, the second's.
    """

    totals: Totals
    spread: int
    winner: Seat | None = None
    over: bool
    ended: str = ""
    final: bool = False
    signed: tuple[Seat, ...] = ()
    handed_in: bool = False
    amended: bool = False
    signatures: tuple[SignatureTold, ...] = ()
    amendments: tuple[AmendmentTold, ...] = ()
    by_ruling: int = 0
    notes: tuple[str, ...] = ()
    lines: tuple[tuple[str, str, str], ...] = ()


def result_told(sheet: Sheet) -> ResultTold:
    """The result as the sheet has it."""
    outcome, over = outcome_of(sheet), bool(sheet.ended)
    return ResultTold(
        totals=sheet.stands,
        spread=outcome.spread,
        winner=outcome.winner if over else None,
        over=over,
        ended=sheet.ended,
        final=sheet.is_final,
        signed=sheet.signed_by,
        handed_in=sheet.result.handed_in is not None,
        amended=sheet.result.amended is not None,
        signatures=tuple(signatures_told(sheet)),
        amendments=tuple(amendments_told(sheet)),
        by_ruling=sheet.result.carried,
        notes=tuple(map(as_read, result_notes(sheet))),
        lines=tuple(adjustments(sheet)),
    )


def outcome_told(sheet: Sheet) -> str:
    """Who won, by how much, and how it came to that; empty before there is a result.

    What a resignation or a forfeit is worth is its margin, never the difference of the scores.
    """
    if not (sheet.ended or sheet.ending.voided):
        return ""
    outcome = outcome_of(sheet)
    kind = outcome.kind.replace("_", " ")
    if outcome.kind == "incomplete":
        return "The record is incomplete"
    if sheet.ending.voided:
        return f"Void, not rated{because(sheet.ending.voided)}"
    rated = {True: "", False: ", not rated", None: ", rating not settled"}[outcome.rated]
    how = "" if outcome.kind == "played" and not rated else f" ({kind}{rated})"
    if outcome.winner is None:
        return f"{'A tie' if any(outcome.half_wins) else 'Both lose'}{how}"
    by = f" by {outcome.spread}" if outcome.spread else ", the margin is not set"
    return f"{sheet.name(outcome.winner)} wins{by}{how}"


def adjustments(sheet: Sheet) -> list[tuple[str, str, str]]:
    """How the totals came about, line by line: a label, then each seat's points."""
    kinds = (
        ("Turns", (LineKind.PLAY, LineKind.MISSED, LineKind.WITHDRAWN)),
        ("Challenges", (LineKind.BONUS, LineKind.COST)),
        ("Penalties", (LineKind.PENALTY,)),
        ("Credits", (LineKind.CREDIT,)),
        ("Unplayed tiles", (LineKind.UNPLAYED,)),
        ("Overtime", (LineKind.OVERTIME,)),
        ("As on the slip", (LineKind.SLIP,)),
        ("As in the file", (LineKind.FILE,)),
    )
    rows: list[tuple[str, str, str]] = []
    for label, wanted in kinds:
        sums = [0, 0]
        for line in sheet.lines:
            if line.kind in wanted:
                sums[line.seat.place] += line.score
        if label == "Turns" and not any(line.kind in NOT_RECORDED for line in sheet.lines):
            rows.append((label, str(sums[0]), str(sums[1])))
        elif any(sums):
            rows.append((label, f"{sums[0]:+d}", f"{sums[1]:+d}"))
    rows.append(("Total", str(sheet.totals[0]), str(sheet.totals[1])))
    if sheet.final is not None and sheet.final != sheet.totals:
        label = "Amended to" if sheet.result.amended is not None else "Recorded as"
        rows.append((label, str(sheet.final[0]), str(sheet.final[1])))
    return rows
