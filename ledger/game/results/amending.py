"""Amending a result that is final: who may, asked for, signed, decided, opened again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from msgspec import Struct

from ledger.game.context import GameContext, decides
from ledger.game.procedure import Procedure, Question, Step, in_order, opened_by
from ledger.game.results.facts import AmendmentAsked, ResultAmended, ResultReopened, ResultSigned
from ledger.game.results.signatures import digest_of_amendment, text_signed
from ledger.game.results.signing import must_be_a_signature, must_be_signed, must_be_what_stands
from ledger.game.sheet.sheet import Amending, Opened, Sheet
from ledger.messages import say
from ledger.requests import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook import Clause, Rulebook
from ledger.rulebook.ambiguities.ruled import touching
from ledger.vocabulary import Role, Seat, Totals, remarks
from ledger.vocabulary.closed_lists import AmendedUnder, SignedHow
from ledger.vocabulary.refusals import Refusal

# Changing a result that both players have signed.


Kind = Literal["agreed-before-hand-in", "swapped", "agreed-with-director", "ruling"]


class Permission(Struct, frozen=True):
    """Whether a signed result may be changed so.

    Attributes:
      kind: as in ``ResultAmended``; where it is not allowed, the kind it would be, and
        ``ruling`` where only a director's ruling could do it.
    """

    allowed: bool
    kind: Kind
    clause: str
    why: str


class _Wish(Struct, frozen=True):
    """The change asked for: see ``may_amend``."""

    now: Totals
    was: Totals
    handed_in: bool
    agreed: bool
    director: bool
    last_round_over: bool | None


def may_amend(
    now: Totals,
    was: Totals,
    handed_in: bool,
    agreed: bool,
    director: bool,
    last_round_over: bool | None,
    rules: Rulebook,
) -> Permission:
    """Whether the signed scores ``was`` may become ``now``.

    >>> from ledger.rulebook import load
    >>> def asked(now, handed_in, agreed, director, name):
    ...     answer = may_amend(now, (400, 390), handed_in, agreed, director, False, load(name))
    ...     return answer.allowed, answer.kind, answer.clause
    >>> asked((410, 390), False, True, False, "wespa-4.0")
    (True, 'agreed-before-hand-in', 'wespa-4.0 5.4.1(a)')
    >>> asked((410, 390), True, True, True, "wespa-4.0")
    (False, 'ruling', 'wespa-4.0 5.4.1(b)')
    >>> asked((390, 400), True, False, True, "wespa-4.0")
    (True, 'swapped', 'wespa-4.0 5.4.1(b)')

    Args:
      agreed: whether both players agree to exactly this change.
      director: whether the director permits it.
      last_round_over: whether the last round of the event is over; ``None``: not known.
    """
    clause: (
        Clause[Literal["both-agree", "director-and-both"]]
        | Clause[Literal["swap-only", "director-and-both"]]
    )
    clause = rules.amendment.after_hand_in if handed_in else rules.amendment.before_hand_in
    if now == was:
        return Permission(False, "ruling", str(clause), say("game_results.changes-nothing"))
    if clause.value is None:
        return Permission(
            False, "ruling", str(clause), say("game_results.rulebook-does-not-say-director-rules")
        )
    wish = _Wish(now, was, handed_in, agreed, director, last_round_over)
    return WAYS[clause.value](wish, str(clause), rules)


def _both_agree(wish: _Wish, clause: str, rules: Rulebook) -> Permission:
    del rules
    why = (
        say("game_results.both-players-agree-before-slip-handed")
        if wish.agreed
        else say("game_results.both-players-must-agree-wrong")
    )
    return Permission(wish.agreed, "agreed-before-hand-in", clause, why)


def _swap_only(wish: _Wish, clause: str, rules: Rulebook) -> Permission:
    del rules
    if wish.now != wish.was[::-1]:
        return Permission(
            False, "ruling", clause,
            say("game_results.once-slip-handed-in-only-scores"),
        )  # fmt: skip
    why = (
        say("game_results.scores-written-wrong-way-round-both")
        if wish.director
        else say("game_results.player-must-ask-director-who-must")
    )
    return Permission(wish.director, "swapped", clause, why)


def _director_and_both(wish: _Wish, clause: str, rules: Rulebook) -> Permission:
    amendment = rules.amendment
    closes = amendment.closes_with_last_round
    if closes.value and wish.last_round_over is not False:
        return Permission(
            False, "ruling", clause,
            say("game_results.too-late-once-last-round-over")
            if wish.last_round_over
            else say("game_results.must-known-last-round-not-over"),
        )  # fmt: skip
    if wish.agreed:
        why = (
            say("game_results.both-players-agree-director-permits")
            if wish.director
            else say("game_results.director-must-permit")
        )
        return Permission(wish.director, "agreed-with-director", clause, why)
    if wish.director and amendment.director_overrides.value:
        return Permission(
            True, "ruling", str(amendment.director_overrides),
            say("game_results.director-overrides-player-who-refuses-unfairly"),
        )  # fmt: skip
    return Permission(
        False, "agreed-with-director", clause, say("game_results.both-players-must-agree-wrong")
    )


WAYS: dict[str, Callable[[_Wish, str, Rulebook], Permission]] = {
    "both-agree": _both_agree,
    "swap-only": _swap_only,
    "director-and-both": _director_and_both,
}


# A signed result is amended only as the book allows, or set aside by ruling.
#
# Who agrees is never a word in somebody else's request: a player agrees by signing for the amended
# scores, seen as they would stand. Whatever the players don't both sign for is the director's.


class AskAmendment(Request, frozen=True, tag="ask-amendment", kw_only=True):
    """``seat`` (``None``: the director) asks for a signed result to be amended.

    Attributes:
      now: what the scores should be; without it nobody can sign for them.
    """

    reason: str
    seat: Seat | None = None
    now: Totals | None = None


class SignAmendment(Request, frozen=True, tag="sign-amendment", kw_only=True):
    """``seat`` agrees to the amendment asked for, by signing for its scores.

    Attributes:
      how: ``stroke`` or ``witness``. Paper is seen by one person only: the official
        who has it before them witnesses instead.
    """

    seat: Seat
    totals: Totals
    how: SignedHow
    shown: str
    witness: str = ""
    words: str = ""


class AmendResult(Request, frozen=True, tag="amend-result", kw_only=True):
    """A director makes the scores of a signed result ``now``.

    Who agreed to it is on record already: the players who signed for these scores.

    Attributes:
      last_round_over: whether the last round has ended, for a record that can't tell itself.
      under: for a ruling: ``level-one-award`` or ``appeal-outcome`` where it carries one out.
    """

    now: Totals
    reason: str
    last_round_over: bool | None = None
    told: tuple[str, ...] = ()
    under: AmendedUnder = ""


class ReopenResult(Request, frozen=True, tag="reopen-result", kw_only=True):
    """The signatures are set aside by ruling; both sign again."""

    reason: str


@decides(AskAmendment, may=STAFF)
def ask_amendment(sheet: Sheet, request: AskAmendment, context: GameContext) -> Decision:
    """Write a petition for amendment down; it takes the place of the one before."""
    must_be_signed(sheet, context)
    handed_in, rules = sheet.result.handed_in is not None, context.rules.amendment
    if request.seat is None and context.role is not Role.DIRECTOR:
        context.must_be_ruled(
            "needs-ruling/director-asks",
            clause=rules.after_hand_in if handed_in else rules.before_hand_in,
        )
    context.must(request.now != sheet.stands, "unreadable-request/same-scores")
    return Decision((AmendmentAsked(seat=request.seat, reason=request.reason, now=request.now),))


@decides(SignAmendment, may=STAFF)
def sign_amendment(sheet: Sheet, request: SignAmendment, context: GameContext) -> Decision:
    """Write down that a player agrees; where the book asks no more than both, it is amended."""
    petition = sheet.result.amending
    if petition is None or petition.now is None:
        raise context.refusal("nothing-to-agree-to")
    must_be_signed(sheet, context)
    permission = _permission(
        sheet, petition.now, context, agreed=True, director=True, last_round_over=False
    )
    if not permission.allowed or permission.kind == "swapped":
        context.unless_ruled(_not_allowed(permission, context))
    _must_be_their_own(request, petition, sheet, context)
    shown = partial(digest_of_amendment, sheet, request.seat, petition.now, petition.reason)
    text = text_signed(request.shown, shown)
    must_be_what_stands(request.totals == petition.now, text)
    signed = ResultSigned.from_request(
        request, covers=sheet.version, amendment=petition.version, text=text or ""
    )
    if not any(one.seat is request.seat.opponent for one in petition.signatures):
        return Decision((signed,))
    alone = _permission(
        sheet, petition.now, context, agreed=True, director=False, last_round_over=False
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
    request: SignAmendment, petition: Amending, sheet: Sheet, context: GameContext
) -> None:
    """Refuse an agreement that rests on the word of whoever entered the petition alone."""
    must_be_a_signature(request, context)
    asker = sheet.event(petition.version).envelope.written_by
    if request.how == "paper" or (request.how == "witness" and request.witness == asker):
        context.must_be_ruled("no-witness/amendment")
    context.must_unless_ruled(
        all(one.seat is not request.seat for one in petition.signatures),
        "already-signed/amended",
        player=sheet.name(request.seat),
    )


@decides(AmendResult, may=DIRECTORS)
def amend_result(sheet: Sheet, request: AmendResult, context: GameContext) -> Decision:
    """Amend a signed result as far as the rulebook allows; past that only by ruling (Q-04)."""
    must_be_signed(sheet, context)
    signed = _signed_for(sheet, request.now)
    permission = _permission(
        sheet,
        request.now,
        context,
        agreed=len(signed) == len(Seat),
        director=context.role is Role.DIRECTOR,
        last_round_over=request.last_round_over,
    )
    if not permission.allowed:
        context.unless_ruled(_not_allowed(permission, context))
    kind = permission.kind if permission.allowed else (request.under or "ruling")
    return Decision(
        (
            ResultAmended(
                was=sheet.stands,
                now=request.now,
                kind=kind,
                reason=request.reason,
                agreed_by=(*signed, context.by),
                told=request.told,
                clause=permission.clause if permission.allowed else "",
                citation=context.citation,
            ),
        ),
        _of_a_swap(sheet, request) if kind == "swapped" else (),
    )


def _signed_for(sheet: Sheet, now: Totals) -> tuple[str, ...]:
    if sheet.result.amending is None or sheet.result.amending.now != now:
        return ()
    return tuple(one.seat.value for one in sheet.result.amending.signatures)


def _permission(
    sheet: Sheet,
    now: Totals,
    context: GameContext,
    *,
    agreed: bool,
    director: bool,
    last_round_over: bool | None = None,
) -> Permission:
    """What the book says of amending this result to ``now``; the record knows the rounds best."""
    over = context.last_round_over()
    return may_amend(
        now=now,
        was=sheet.stands,
        handed_in=sheet.result.handed_in is not None,
        agreed=agreed,
        director=director,
        last_round_over=last_round_over if over is None else over,
        rules=context.rules,
    )


def _not_allowed(permission: Permission, context: GameContext) -> Refusal:
    return context.refusal(
        "amendment-not-allowed",
        why=permission.why,
        clause=permission.clause,
        trap=next(iter(touching(context.rules, "T4-29", "TW-07")), ""),
    )


def _of_a_swap(sheet: Sheet, request: AmendResult) -> tuple[str, ...]:
    """A swap is made on a player's petition, and both players must be told of it."""
    both_told = all(seat.value in request.told for seat in Seat)
    return (
        *(() if sheet.result.amending is not None else (remarks.NO_PETITION,)),
        *(() if both_told else (remarks.TELL_BOTH_PLAYERS,)),
    )


@decides(ReopenResult, may=DIRECTORS)
def reopen_result(sheet: Sheet, request: ReopenResult, context: GameContext) -> Decision:
    """Set the signatures aside, which takes a director's ruling."""
    must_be_signed(sheet, context)
    context.must_be_ruled("needs-ruling/reopened")
    return Decision((ResultReopened(reason=request.reason),))


BY_SIGNING = ("agreed-before-hand-in", "agreed-with-director")
"""Kinds of amendment that rest on both players' signatures."""


@opened_by(AmendmentAsked)
def procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What the book wants done about a petition, as far as the slip was handed in or not."""
    fact = opened.fact
    if not isinstance(fact, AmendmentAsked):
        raise TypeError(f"{type(fact).__name__} asks for no amendment")
    permission = may_amend(
        now=fact.now or sheet.stands[::-1],
        was=sheet.stands,
        handed_in=sheet.result.handed_in is not None,
        agreed=True,
        director=True,
        last_round_over=False,
        rules=rules,
    )
    clause = permission.clause
    signed = fact.now is not None and permission.allowed and permission.kind in BY_SIGNING
    signed = signed and sheet.is_final  # where the result changed since, both sign that first
    seats = Seat if signed else ()
    players_alone = signed and permission.kind == "agreed-before-hand-in"
    return Procedure(
        name="amendment",
        title=_title(fact.now),
        clause=clause,
        steps=in_order(
            (_signs(sheet, seat, fact.now, clause) for seat in seats if fact.now),
            not players_alone and _decides(fact.now, clause),
            _refuses(clause),
        ),
        seat=fact.seat,
        version=opened.version,
        needs_ruling=not permission.allowed,
    )


def _title(now: Totals | None) -> str:
    return (
        say("game_results.amendment-asked")
        if now is None
        else say("game_results.amendment-to-asked", first=now[0], second=now[1])
    )


def _signs(sheet: Sheet, seat: Seat, now: Totals, clause: str) -> Step:
    signed = sheet.result.amending.signatures if sheet.result.amending is not None else ()
    return Step(
        "both",
        say("game_results.looks-at-result-as-would-stand", name=sheet.name(seat)),
        clause,
        asks="sign-amendment",
        done=any(one.seat is seat for one in signed),
        answers=(("seat", seat.value), ("totals", now)),
        # Paper is no way to agree: it is seen by one person only.
        questions=(
            Question(
                "how",
                "how",
                "choice",
                tuple((way, say(f"game_results.agreed-{way}")) for way in ("stroke", "witness")),
            ),
        ),
    )


def _decides(now: Totals | None, clause: str) -> Step:
    scores = Question("now", "what-are-final-scores", "pair")
    why = Question("reason", "what-was-wrong", "text")
    return Step(
        "director",
        say("game_results.director-amends")
        if now is None
        else say("game_results.director-amends-to", first=now[0], second=now[1]),
        clause,
        asks="amend-result",
        answers=() if now is None else (("now", now),),
        questions=(why,) if now is not None else (scores, why),
    )


def _refuses(clause: str) -> Step:
    return Step(
        "director",
        say("game_results.director-refuses-tells-both-players-why"),
        clause,
        asks="refuse-amendment",
        optional=True,
        questions=(Question("reason", "why-not", "text"),),
    )
