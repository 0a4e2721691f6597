"""An amendment that was asked for: who signs for it, and what is left to the director."""

from __future__ import annotations

from ledger.game.facts.results import AmendmentAsked
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Procedure, Question, Step
from ledger.game.play.results.amendment_rule import may_amend
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat, Totals

WAYS = (("stroke", "by hand"), ("witness", "before a second official"))
"""How a player agrees; paper is seen by one person only."""

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
        steps=(
            *(_signs(sheet, seat, fact.now, clause) for seat in seats if fact.now),
            *(() if players_alone else (_decides(fact.now, clause),)),
            _refuses(clause),
        ),
        seat=fact.seat,
        version=opened.version,
        needs_ruling=not permission.allowed,
    )


def _title(now: Totals | None) -> str:
    return "Amendment asked" if now is None else f"Amendment to {now[0]} : {now[1]} asked"


def _signs(sheet: Sheet, seat: Seat, now: Totals, clause: str) -> Step:
    signed = sheet.result.amending.signatures if sheet.result.amending is not None else ()
    return Step(
        who="both",
        does=f"{sheet.name(seat)} looks at the result as it would stand, and signs for it.",
        clause=clause,
        asks="sign-amendment",
        done=any(one.seat is seat for one in signed),
        answers=(("seat", seat.value), ("totals", now)),
        questions=(Question(field="how", words="How?", kind="choice", choices=WAYS),),
    )


def _decides(now: Totals | None, clause: str) -> Step:
    to = "" if now is None else f" to {now[0]} : {now[1]}"
    scores = Question(field="now", words="What are the final scores?", kind="pair")
    why = Question(field="reason", words="What was wrong?", kind="text")
    return Step(
        who="director",
        does=f"The director amends the result{to}, and tells both players.",
        clause=clause,
        asks="amend-result",
        answers=() if now is None else (("now", now),),
        questions=(why,) if now is not None else (scores, why),
    )


def _refuses(clause: str) -> Step:
    return Step(
        who="director",
        does="The director refuses it, and tells both players why.",
        clause=clause,
        asks="refuse-amendment",
        optional=True,
        questions=(Question(field="reason", words="Why not?", kind="text"),),
    )
