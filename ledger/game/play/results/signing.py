"""The result slip: proposed, signed, handed in."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.results import ResultHandedIn, ResultProposed, ResultSigned
from ledger.game.play.entry import (
    Entry,
    awaits_verdict,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.shown_result import digest_shown
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Role, Seat, Totals, remarks
from ledger.vocabulary.closed_lists import SignedHow
from ledger.vocabulary.refusals import Refusal


class ProposeResult(Asked, frozen=True, tag="propose-result", kw_only=True):
    """Put the final scores before both players."""


class SignResult(Asked, frozen=True, tag="sign-result", kw_only=True):
    """``seat`` signs for ``totals``; fields as in ``ResultSigned``.

    Attributes:
      shown: digest of what the player saw. The desk works it out again and takes no other.
    """

    seat: Seat
    totals: Totals
    how: SignedHow
    shown: str
    witness: str = ""
    words: str = ""


class HandIn(Asked, frozen=True, tag="hand-in", kw_only=True):
    """``seat`` hands in the signed slip."""

    seat: Seat


@decides(ProposeResult, may=STAFF)
def propose_result(sheet: Sheet, asked: ProposeResult, entry: Entry) -> Decision:
    """Put the scores as they stand before the players.

    Raises:
      Refusal: ``not-over``, ``challenge-pending`` or ``result-final``.
    """
    must_not_be_final(sheet, entry)
    _must_be_over(sheet, entry)
    noticed = (remarks.SET_IRREGULAR,) if sheet.set_irregular else ()
    return Decision((ResultProposed(totals=sheet.stands),), noticed)


def must_be_a_signature(how: str, witness: str, entry: Entry) -> None:
    """Refuse a way of signing nobody knows, and a witness who is not the one entering it.

    Raises:
      Refusal: ``no-witness``.
    """
    if how == "witness" and not (entry.role is Role.DIRECTOR and witness == entry.by):
        entry.unless_ruled(
            Refusal(
                "no-witness",
                "Only a director can witness a signature, under the own badge.",
                "Call the director, who enters badge and PIN.",
            )
        )


def must_be_what_stands(asked: tuple[Totals, str], stands: tuple[Totals, str]) -> None:
    """Refuse a signature for something else than what its player would be shown now.

    No ruling helps: nobody has signed for what nobody saw.

    Args:
      asked: the scores signed for, and the digest of what was shown.
      stands: the same as the record has them.

    Raises:
      Refusal: ``result-changed``.
    """
    if asked != stands:
        raise Refusal(
            "result-changed",
            "The result changed since it was shown to the player.",
            "Look at it again together, and sign what stands now.",
        )


@decides(SignResult, may=STAFF)
def sign_result(sheet: Sheet, asked: SignResult, entry: Entry) -> Decision:
    """Write a signature down, with what it covers: the result as the player saw it.

    Raises:
      Refusal: ``not-over``, ``already-signed``, ``result-changed``, ``result-final``,
        ``no-witness`` or ``unreadable-request``.
    """
    must_not_be_final(sheet, entry)
    _must_be_over(sheet, entry)
    must_be_a_signature(asked.how, asked.witness, entry)
    if asked.seat in sheet.signed_by:
        entry.unless_ruled(
            Refusal(
                "already-signed",
                f"{sheet.name(asked.seat)} has signed this result.",
                "Let the other player sign.",
            )
        )
    stands = (sheet.stands, digest_shown(sheet, asked.seat))
    must_be_what_stands((asked.totals, asked.shown), stands)
    return Decision(
        (
            ResultSigned(
                seat=asked.seat,
                totals=asked.totals,
                how=asked.how,
                shown=asked.shown,
                witness=asked.witness,
                words=asked.words,
                covers=sheet.version,
            ),
        )
    )


@decides(HandIn, may=STAFF)
def hand_in(sheet: Sheet, asked: HandIn, entry: Entry) -> Decision:
    """Write down that the slip was handed in (Q-05).

    Raises:
      Refusal: ``not-signed``, ``amendment-under-way`` or ``handed-in``.
    """
    must_be_signed(sheet, entry)
    if sheet.amending is not None and sheet.amending.signatures:
        entry.unless_ruled(
            Refusal(
                "amendment-under-way",
                f"{sheet.name(sheet.amending.signatures[-1].seat)} has signed for other scores.",
                "Let the other player sign for them too, or call the director.",
            )
        )
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
    if awaits_verdict(sheet, entry.rules):
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
    """Refuse what only a result that both players have signed as it stands allows.

    Raises:
      Refusal: ``not-signed``.
    """
    if not sheet.is_final:
        void = len(sheet.given) > len(sheet.signatures) or sheet.amended is not None
        entry.unless_ruled(
            Refusal(
                "not-signed",
                "What was signed is not what stands: the result changed since."
                if void
                else "Both players have not signed this result yet.",
                "Let both players sign the result as it stands first.",
            )
        )
