"""A result told: who won, by how much, and how both totals came about."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins as told

from ledger.game.sheet import LineKind, Sheet
from ledger.game.sheet.because import because
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.signatures import amendments_told, result_notes, signatures_told


def result_told(sheet: Sheet) -> dict[str, Any]:
    """The result as the replay page shows it; ``web/frame/openapi.yaml`` describes its JSON."""
    totals = sheet.stands
    outcome, over = outcome_of(sheet), bool(sheet.ended)
    return {
        "totals": totals,
        "spread": outcome.spread,
        "winner": outcome.winner.value if outcome.winner and over else None,
        "over": over,
        "ended": sheet.ended,
        "final": sheet.is_final,
        "signed": [seat.value for seat in sheet.signed_by],
        "handed_in": sheet.handed_in is not None,
        "amended": sheet.amended is not None,
        "signatures": [told(one) for one in signatures_told(sheet)],
        "amendments": [told(one) for one in amendments_told(sheet)],
        "by_ruling": sheet.carried,
        "notes": result_notes(sheet),
        "lines": [[label, str(first), str(second)] for label, first, second in adjustments(sheet)],
    }


def outcome_told(sheet: Sheet) -> str:
    """Who won, by how much, and how it came to that; empty before there is a result.

    What a resignation or a forfeit is worth is its margin, never the difference of the scores.
    """
    if not (sheet.ended or sheet.voided):
        return ""
    outcome = outcome_of(sheet)
    kind = outcome.kind.replace("_", " ")
    if outcome.kind == "incomplete":
        return "The record is incomplete"
    if sheet.voided:
        return f"Void, not rated{because(sheet.voided)}"
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
    )
    rows: list[tuple[str, str, str]] = []
    for label, wanted in kinds:
        sums = [0, 0]
        for line in sheet.lines:
            if line.kind in wanted:
                sums[line.seat.place] += line.score
        if label == "Turns":
            rows.append((label, str(sums[0]), str(sums[1])))
        elif any(sums):
            rows.append((label, f"{sums[0]:+d}", f"{sums[1]:+d}"))
    rows.append(("Total", str(sheet.totals[0]), str(sheet.totals[1])))
    if sheet.final is not None and sheet.final != sheet.totals:
        label = "Amended to" if sheet.amended is not None else "Recorded as"
        rows.append((label, str(sheet.final[0]), str(sheet.final[1])))
    return rows
