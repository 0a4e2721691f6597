"""The result as a table has it: how it came about, and the words that players see and sign."""

from __future__ import annotations

from msgspec import Struct

from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.result_lines import adjustments
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.shown_result import shown_amendment, shown_result
from ledger.vocabulary import Seat, Totals


class ResultAtTable(Struct, frozen=True, kw_only=True):
    """The result as it stands, and how it came about.

    Attributes:
      winner: who is ahead; ``None``: nobody.
      lines: how the totals came about: a label, the first seat's value, the second's.
      shown: once the game is over, what each player sees when signing. The signature carries
        the SHA-256 of this text.
    """

    totals: Totals
    winner: Seat | None
    spread: int
    lines: tuple[tuple[str, str, str], ...]
    shown: dict[Seat, str]


class AmendingTold(Struct, frozen=True, kw_only=True):
    """The amendment asked for, with the words that both players see before they sign for it.

    Attributes:
      seat: who asks; ``None``: the director.
      now: what the scores should be, if that was said.
      signed_by: the players who agree to exactly these scores, in order of signing.
      shown: what each player sees when agreeing; empty while nobody said what they should be.
    """

    seat: Seat | None
    reason: str
    now: Totals | None
    signed_by: tuple[Seat, ...]
    shown: dict[Seat, str]


def result_at_table(sheet: Sheet) -> ResultAtTable:
    """The result as the sheet has it; see ``ledger.game.sheet.shown_result``."""
    outcome = outcome_of(sheet)
    return ResultAtTable(
        totals=sheet.stands,
        winner=outcome.winner,
        spread=outcome.spread,
        lines=tuple(adjustments(sheet)),
        shown={seat: shown_result(sheet, seat) for seat in Seat} if sheet.ended else {},
    )


def amending_told(sheet: Sheet) -> AmendingTold | None:
    """The amendment that nobody has decided yet, if there is one."""
    asked = sheet.result.amending
    if asked is None:
        return None
    now = asked.now
    return AmendingTold(
        seat=asked.seat,
        reason=asked.reason,
        now=now,
        signed_by=tuple(one.seat for one in asked.signatures),
        shown=(
            {}
            if now is None
            else {seat: shown_amendment(sheet, seat, now, asked.reason) for seat in Seat}
        ),
    )
