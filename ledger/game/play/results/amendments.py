"""A signed result is amended only as the book allows, or set aside by ruling.

Who agrees is never a word in somebody else's request: a player agrees by signing for the amended
scores, seen as they would stand. Whatever the players don't both sign for is the director's.
"""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS, STAFF
from ledger.game.facts.results import AmendmentAsked, ResultAmended, ResultReopened, ResultSigned
from ledger.game.play.entry import (
    Entry,
    decides,
)
from ledger.game.play.results.amendment_rule import Permission, may_amend
from ledger.game.play.results.signing import (
    must_be_a_signature,
    must_be_signed,
    must_be_what_stands,
)
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.shown_result import digest, shown_amendment
from ledger.game.sheet.signed import Amending
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Role, Seat, Totals, remarks
from ledger.vocabulary.closed_lists import AmendedUnder, SignedHow
from ledger.vocabulary.refusals import Refusal


class AskAmendment(Asked, frozen=True, tag="ask-amendment", kw_only=True):
    """``seat`` (``None``: the director) asks for a signed result to be amended.

    Attributes:
      now: what the scores should be; without it nobody can sign for them.
    """

    reason: str
    seat: Seat | None = None
    now: Totals | None = None


class SignAmendment(Asked, frozen=True, tag="sign-amendment", kw_only=True):
    """``seat`` agrees to the amendment asked for, by signing for its scores.

    Attributes:
      how: ``stroke`` or ``witness``. Paper is seen by one person only: the official
        who has it before them witnesses instead.
      words: digest of the strokes.
    """

    seat: Seat
    totals: Totals
    how: SignedHow
    shown: str
    witness: str = ""
    words: str = ""


class AmendResult(Asked, frozen=True, tag="amend-result", kw_only=True):
    """A director makes the scores of a signed result ``now``.

    Who agreed to it is on record already: the players who signed for these scores.

    Attributes:
      last_round_over: whether the last round has ended, for a record that can't tell itself.
      told: seats that were told of it.
      under: for a ruling: ``level-one-award`` or ``appeal-outcome`` where it carries one out.
    """

    now: Totals
    reason: str
    last_round_over: bool | None = None
    told: tuple[str, ...] = ()
    under: AmendedUnder = ""


class ReopenResult(Asked, frozen=True, tag="reopen-result", kw_only=True):
    """The signatures are set aside by ruling; both sign again."""

    reason: str


@decides(AskAmendment, may=STAFF)
def ask_amendment(sheet: Sheet, asked: AskAmendment, entry: Entry) -> Decision:
    """Write a petition for amendment down; it takes the place of the one before."""
    must_be_signed(sheet, entry)
    handed_in, rules = sheet.result.handed_in is not None, entry.rules.amendment
    if asked.seat is None and entry.role is not Role.DIRECTOR:
        entry.must_be_ruled(
            "needs-ruling/director-asks",
            clause=rules.after_hand_in if handed_in else rules.before_hand_in,
        )
    entry.must(asked.now != sheet.stands, "unreadable-request/same-scores")
    return Decision((AmendmentAsked(seat=asked.seat, reason=asked.reason, now=asked.now),))


@decides(SignAmendment, may=STAFF)
def sign_amendment(sheet: Sheet, asked: SignAmendment, entry: Entry) -> Decision:
    """Write down that a player agrees; where the book asks no more than both, it is amended."""
    petition = sheet.result.amending
    if petition is None or petition.now is None:
        raise entry.refusal("nothing-to-agree-to")
    must_be_signed(sheet, entry)
    permission = _permission(
        sheet, petition.now, entry, agreed=True, director=True, last_round_over=False
    )
    if not permission.allowed or permission.kind == "swapped":
        entry.unless_ruled(_not_allowed(permission, entry))
    _must_be_their_own(asked, petition, sheet, entry)
    text = shown_amendment(sheet, asked.seat, petition.now, petition.reason)
    must_be_what_stands((asked.totals, asked.shown), (petition.now, digest(text)))
    signed = ResultSigned(
        seat=asked.seat,
        totals=asked.totals,
        how=asked.how,
        shown=asked.shown,
        witness=asked.witness,
        words=asked.words,
        covers=sheet.version,
        amendment=petition.version,
    )
    if not any(one.seat is asked.seat.opponent for one in petition.signatures):
        return Decision((signed,))
    alone = _permission(
        sheet, petition.now, entry, agreed=True, director=False, last_round_over=False
    )
    if not alone.allowed:  # the director permits it, as the book wants
        return Decision((signed,))
    amended = ResultAmended(
        was=sheet.stands,
        now=petition.now,
        kind=alone.kind,
        reason=petition.reason,
        agreed_by=tuple(seat.value for seat in Seat),
        told=tuple(seat.value for seat in Seat),
        clause=alone.clause,
    )
    return Decision((signed, amended))


def _must_be_their_own(
    asked: SignAmendment, petition: Amending, sheet: Sheet, entry: Entry
) -> None:
    """Refuse an agreement that rests on the word of whoever entered the petition alone."""
    must_be_a_signature(asked, entry)
    asker = sheet.event(petition.version).envelope.written_by
    if asked.how == "paper" or (asked.how == "witness" and asked.witness == asker):
        entry.must_be_ruled("no-witness/amendment")
    entry.must_unless_ruled(
        all(one.seat is not asked.seat for one in petition.signatures),
        "already-signed/amended",
        player=sheet.name(asked.seat),
    )


@decides(AmendResult, may=DIRECTORS)
def amend_result(sheet: Sheet, asked: AmendResult, entry: Entry) -> Decision:
    """Amend a signed result as far as the rulebook allows; past that only by ruling (Q-04)."""
    must_be_signed(sheet, entry)
    signed = _signed_for(sheet, asked.now)
    permission = _permission(
        sheet,
        asked.now,
        entry,
        agreed=len(signed) == len(Seat),
        director=entry.role is Role.DIRECTOR,
        last_round_over=asked.last_round_over,
    )
    if not permission.allowed:
        entry.unless_ruled(_not_allowed(permission, entry))
    kind = permission.kind if permission.allowed else (asked.under or "ruling")
    return Decision(
        (
            ResultAmended(
                was=sheet.stands,
                now=asked.now,
                kind=kind,
                reason=asked.reason,
                agreed_by=(*signed, entry.by),
                told=asked.told,
                clause=permission.clause if permission.allowed else "",
                citation=entry.citation,
            ),
        ),
        _of_a_swap(sheet, asked) if kind == "swapped" else (),
    )


def _signed_for(sheet: Sheet, now: Totals) -> tuple[str, ...]:
    """The seats that have signed for exactly these scores."""
    if sheet.result.amending is None or sheet.result.amending.now != now:
        return ()
    return tuple(one.seat.value for one in sheet.result.amending.signatures)


def _permission(
    sheet: Sheet,
    now: Totals,
    entry: Entry,
    *,
    agreed: bool,
    director: bool,
    last_round_over: bool | None = None,
) -> Permission:
    """What the book says of amending this result to ``now``; the record knows the rounds best."""
    over = entry.last_round_over()
    return may_amend(
        now=now,
        was=sheet.stands,
        handed_in=sheet.result.handed_in is not None,
        agreed=agreed,
        director=director,
        last_round_over=last_round_over if over is None else over,
        rules=entry.rules,
    )


def _not_allowed(permission: Permission, entry: Entry) -> Refusal:
    return entry.refusal(
        "amendment-not-allowed",
        why=permission.why,
        clause=permission.clause,
        trap=next(iter(touching(entry.rules, "T4-29", "TW-07")), ""),
    )


def _of_a_swap(sheet: Sheet, asked: AmendResult) -> tuple[str, ...]:
    """A swap is made on a player's petition, and both players must be told of it."""
    told = all(seat.value in asked.told for seat in Seat)
    return (
        *(() if sheet.result.amending is not None else (remarks.NO_PETITION,)),
        *(() if told else (remarks.TELL_BOTH_PLAYERS,)),
    )


@decides(ReopenResult, may=DIRECTORS)
def reopen_result(sheet: Sheet, asked: ReopenResult, entry: Entry) -> Decision:
    """Set the signatures aside, which takes a director's ruling."""
    must_be_signed(sheet, entry)
    entry.must_be_ruled("needs-ruling/reopened")
    return Decision((ResultReopened(reason=asked.reason),))
