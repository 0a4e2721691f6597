"""The result slip: proposed, signed, final, amended only as the book allows."""

from __future__ import annotations

from ledger import remarks
from ledger.decisions.entry import (
    Asked,
    Decide,
    Decision,
    Entry,
    awaits_verdict,
    must_not_be_final,
)
from ledger.decisions.touched import touching
from ledger.facts.results import (
    AmendmentAsked,
    ResultAmended,
    ResultHandedIn,
    ResultProposed,
    ResultReopened,
    ResultSigned,
)
from ledger.refusals import Refusal
from ledger.rules.amendments import may_amend
from ledger.sheet.outcome import outcome_of
from ledger.sheet.sheet import Sheet
from ledger.vocabulary import Role, Seat, Totals


class ProposeResult(Asked, frozen=True, tag="propose-result", kw_only=True):
    """Put the final scores before both players."""


SIGNED_BY = ("stroke", "pin", "witness", "paper")
"""How a player signs: by hand on the screen, with a code, before a director, on paper."""


class SignResult(Asked, frozen=True, tag="sign-result", kw_only=True):
    """``seat`` signs for ``totals``; fields as in ``ResultSigned``."""

    seat: Seat
    totals: Totals
    how: str
    shown: str
    witness: str = ""
    words: str = ""


class HandIn(Asked, frozen=True, tag="hand-in", kw_only=True):
    """``seat`` hands in the signed slip."""

    seat: Seat


class AskAmendment(Asked, frozen=True, tag="ask-amendment", kw_only=True):
    """``seat`` (``None``: the director) asks for a signed result to be amended."""

    seat: Seat | None
    reason: str


class AmendResult(Asked, frozen=True, tag="amend-result", kw_only=True):
    """The scores of a signed result become ``now``.

    Attributes:
      agreed_by: the seats that agree, and badges of officials.
      last_round_over: whether the last round has ended, for a record that can't tell itself.
      told: seats that were told of it.
      under: for a ruling: ``level-one-award`` or ``appeal-outcome`` where it carries one out.
    """

    now: Totals
    reason: str
    agreed_by: tuple[str, ...]
    last_round_over: bool | None = None
    told: tuple[str, ...] = ()
    under: str = ""


class ReopenResult(Asked, frozen=True, tag="reopen-result", kw_only=True):
    """The signatures are set aside by ruling; both sign again."""

    reason: str


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
    if asked.how not in SIGNED_BY:
        raise Refusal(
            "unreadable-request",
            f"{asked.how!r} is no way to sign.",
            f"Enter {', '.join(SIGNED_BY)}.",
        )
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
    _must_be_signed(sheet, entry)
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


def ask_amendment(sheet: Sheet, asked: AskAmendment, entry: Entry) -> Decision:
    """Write a petition for amendment down.

    Raises:
      Refusal: ``not-signed``.
    """
    _must_be_signed(sheet, entry)
    return Decision((AmendmentAsked(seat=asked.seat, reason=asked.reason),))


def amend_result(sheet: Sheet, asked: AmendResult, entry: Entry) -> Decision:
    """Amend a signed result as far as the rulebook allows; past that only by ruling (Q-04).

    Raises:
      Refusal: ``not-signed`` or ``amendment-not-allowed``.
    """
    _must_be_signed(sheet, entry)
    if asked.under not in ("", "level-one-award", "appeal-outcome"):
        raise Refusal(
            "unreadable-request",
            f"{asked.under!r} is no reason for which a ruling amends a result.",
            "Enter level-one-award or appeal-outcome, or leave it out.",
        )
    was = sheet.final or sheet.totals
    over = entry.last_round_over()
    permission = may_amend(
        now=asked.now,
        was=was,
        handed_in=sheet.handed_in is not None,
        agreed=all(seat.value in asked.agreed_by for seat in Seat),
        director=entry.role is Role.DIRECTOR,
        last_round_over=asked.last_round_over if over is None else over,
        rules=entry.rules,
    )
    if not permission.allowed:
        entry.unless_ruled(
            Refusal(
                "amendment-not-allowed",
                permission.why,
                "Call the director.",
                clause=permission.clause,
                trap=next(iter(touching(entry.rules, "T4-29", "TW-07")), ""),
            )
        )
    kind = permission.kind if permission.allowed else (asked.under or "ruling")
    return Decision(
        (
            ResultAmended(
                was=was,
                now=asked.now,
                kind=kind,
                reason=asked.reason,
                agreed_by=asked.agreed_by,
                told=asked.told,
            ),
        ),
        _of_a_swap(sheet, asked) if kind == "swapped" else (),
    )


def _of_a_swap(sheet: Sheet, asked: AmendResult) -> tuple[str, ...]:
    """A swap is made on a player's petition, and both players must be told of it."""
    petition = sheet.amendment_asked or any(seat.value in asked.agreed_by for seat in Seat)
    told = all(seat.value in asked.told for seat in Seat)
    return (
        *(() if petition else (remarks.NO_PETITION,)),
        *(() if told else (remarks.TELL_BOTH_PLAYERS,)),
    )


def reopen_result(sheet: Sheet, asked: ReopenResult, entry: Entry) -> Decision:
    """Set the signatures aside, which takes a director's ruling.

    Raises:
      Refusal: ``not-signed`` or ``needs-ruling``.
    """
    _must_be_signed(sheet, entry)
    entry.unless_ruled(
        Refusal(
            "needs-ruling",
            "A signed result is reopened only by a director's ruling.",
            "Call the director.",
            clause=str(entry.rules.signing.scores_correctable_until),
        )
    )
    return Decision((ResultReopened(reason=asked.reason),))


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


def _must_be_signed(sheet: Sheet, entry: Entry) -> None:
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
    AskAmendment: ask_amendment,
    AmendResult: amend_result,
    ReopenResult: reopen_result,
}
