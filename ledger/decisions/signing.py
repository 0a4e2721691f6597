"""The result slip: proposed, signed, handed in."""

from __future__ import annotations

from ledger import remarks
from ledger.decisions.entry import Asked, Decide, Decision, Entry, awaits_verdict, must_not_be_final
from ledger.facts.results import ResultHandedIn, ResultProposed, ResultSigned
from ledger.lists import SignedHow
from ledger.refusals import Refusal
from ledger.sheet.outcome import outcome_of
from ledger.sheet.sheet import Sheet
from ledger.traps.touched import touching
from ledger.vocabulary import Role, Seat, Totals


class ProposeResult(Asked, frozen=True, tag="propose-result", kw_only=True):
    """Put the final scores before both players."""


class SignResult(Asked, frozen=True, tag="sign-result", kw_only=True):
    """``seat`` signs for ``totals``; fields as in ``ResultSigned``."""

    seat: Seat
    totals: Totals
    how: SignedHow
    shown: str
    witness: str = ""
    words: str = ""


class HandIn(Asked, frozen=True, tag="hand-in", kw_only=True):
    """``seat`` hands in the signed slip."""

    seat: Seat


def propose_result(sheet: Sheet, asked: ProposeResult, entry: Entry) -> Decision:
    """Put the scores as they stand before the players.

    Raises:
      Refusal: ``not-over``, ``challenge-pending`` or ``result-final``.
    """
    must_not_be_final(sheet, entry)
    _must_be_over(sheet, entry)
    noticed = (remarks.SET_IRREGULAR,) if sheet.set_irregular else ()
    return Decision((ResultProposed(totals=result_of(sheet)),), noticed)


def result_of(sheet: Sheet) -> Totals:
    """The scores a result slip of this game says: amended, forfeited, or as they add up."""
    if sheet.amended is not None:
        return sheet.amended
    if sheet.forfeit is not None and sheet.forfeit.scores is not None:
        return sheet.forfeit.scores
    return sheet.totals


def _must_be_a_signature(asked: SignResult, entry: Entry) -> None:
    """Refuse a way of signing nobody knows, and a witness who is not the one entering it."""
    if asked.how == "witness" and not (entry.role is Role.DIRECTOR and asked.witness == entry.by):
        entry.unless_ruled(
            Refusal(
                "no-witness",
                "Only a director can witness a signature, under the own badge.",
                "Call the director, who enters badge and PIN.",
            )
        )


def sign_result(sheet: Sheet, asked: SignResult, entry: Entry) -> Decision:
    """Write a signature down, under the digest of what was on screen.

    Raises:
      Refusal: ``not-over``, ``already-signed``, ``other-totals``, ``result-final`` or
        ``unreadable-request``.
    """
    must_not_be_final(sheet, entry)
    _must_be_over(sheet, entry)
    if len(asked.shown) != 64 or any(digit not in "0123456789abcdef" for digit in asked.shown):
        raise Refusal(
            "unreadable-request",
            "The signature names no digest of what was on the screen.",
            "Show the result again and sign that.",
        )
    _must_be_a_signature(asked, entry)
    if asked.seat in sheet.signed_by:
        entry.unless_ruled(
            Refusal(
                "already-signed",
                f"{sheet.name(asked.seat)} has signed this result.",
                "Let the other player sign.",
            )
        )
    if asked.totals != result_of(sheet):
        entry.unless_ruled(
            Refusal(
                "other-totals",
                "The scores signed for are not the scores on the record.",
                "Agree on the scores, correct the record, and show the result again.",
            )
        )
    return Decision(
        (
            ResultSigned(
                seat=asked.seat,
                totals=asked.totals,
                how=asked.how,
                shown=asked.shown,
                witness=asked.witness,
                words=asked.words,
            ),
        )
    )


def hand_in(sheet: Sheet, asked: HandIn, entry: Entry) -> Decision:
    """Write down that the slip was handed in (Q-05).

    Raises:
      Refusal: ``not-signed`` or ``handed-in``.
    """
    must_be_signed(sheet, entry)
    if sheet.handed_in is not None:
        entry.unless_ruled(
            Refusal(
                "handed-in",
                "This slip has been handed in.",
                "Nothing more is to be done.",
            )
        )
    return Decision((ResultHandedIn(seat=asked.seat),), _not_the_winner(sheet, asked.seat, entry))


def _not_the_winner(sheet: Sheet, seat: Seat, entry: Entry) -> tuple[str, ...]:
    """What is noticed about who hands in; where nobody won, staff say who is to (TX-14)."""
    if not entry.rules.signing.handed_in_by.is_known:
        return ()
    winner = outcome_of(sheet).winner
    if winner is None:
        return touching(entry.rules, "TX-14")
    return () if seat is winner else (remarks.NOT_HANDED_IN_BY_WINNER,)


def _must_be_over(sheet: Sheet, entry: Entry) -> None:
    if awaits_verdict(sheet):
        entry.unless_ruled(
            Refusal(
                "challenge-pending",
                "A challenge is being adjudicated; the result waits for the verdict.",
                "Enter the verdict first.",
            )
        )
    if not sheet.ended:
        entry.unless_ruled(
            Refusal(
                "not-over",
                "The game is not over; there is no result to sign.",
                "Enter how the game ended first.",
            )
        )
    elif not sheet.unplayed_counted and sheet.ended in ("played-out", "six-zeros", "round-ended"):
        entry.unless_ruled(
            Refusal(
                "unplayed-not-counted",
                "The unplayed tiles have not been counted.",
                "Enter the tiles left on both racks.",
            )
        )


def must_be_signed(sheet: Sheet, entry: Entry) -> None:
    """Refuse what only a slip both players have signed allows.

    Raises:
      Refusal: ``not-signed``.
    """
    if not sheet.is_signed:
        entry.unless_ruled(
            Refusal(
                "not-signed",
                "Both players have not signed this result yet.",
                "Let both players sign first.",
            )
        )


DECISIONS: dict[type[Asked], Decide] = {
    ProposeResult: propose_result,
    SignResult: sign_result,
    HandIn: hand_in,
}
