"""A signed result is amended only as the book allows, or set aside by ruling."""

from __future__ import annotations

from ledger import remarks
from ledger.decisions.entry import Asked, Decide, Decision, Entry
from ledger.decisions.signing import must_be_signed
from ledger.facts.results import AmendmentAsked, ResultAmended, ResultReopened
from ledger.lists import AmendedUnder
from ledger.refusals import Refusal
from ledger.rules.amendments import may_amend
from ledger.sheet.sheet import Sheet
from ledger.traps.touched import touching
from ledger.vocabulary import Role, Seat, Totals


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
    under: AmendedUnder = ""


class ReopenResult(Asked, frozen=True, tag="reopen-result", kw_only=True):
    """The signatures are set aside by ruling; both sign again."""

    reason: str


def ask_amendment(sheet: Sheet, asked: AskAmendment, entry: Entry) -> Decision:
    """Write a petition for amendment down.

    Raises:
      Refusal: ``not-signed``.
    """
    must_be_signed(sheet, entry)
    return Decision((AmendmentAsked(seat=asked.seat, reason=asked.reason),))


def amend_result(sheet: Sheet, asked: AmendResult, entry: Entry) -> Decision:
    """Amend a signed result as far as the rulebook allows; past that only by ruling (Q-04).

    Raises:
      Refusal: ``not-signed`` or ``amendment-not-allowed``.
    """
    must_be_signed(sheet, entry)
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
    must_be_signed(sheet, entry)
    entry.unless_ruled(
        Refusal(
            "needs-ruling",
            "A signed result is reopened only by a director's ruling.",
            "Call the director.",
            clause=str(entry.rules.signing.scores_correctable_until),
        )
    )
    return Decision((ResultReopened(reason=asked.reason),))


DECISIONS: dict[type[Asked], Decide] = {
    AskAmendment: ask_amendment,
    AmendResult: amend_result,
    ReopenResult: reopen_result,
}
