"""Penalties: what follows from a finding, as the director decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ledger.incidents.carrying_out import SCOPES, Wanted, number_of, settles_due
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import PenaltyDecided, RulingGiven
from ledger.incidents.level_one import level_one
from ledger.incidents.offences import OTHER, heavier_than_usual, penalty_of
from ledger.incidents.requests import (
    CaseContext,
    CaseRequest,
    decides,
    game_of,
    must_be_as_seen,
    must_be_open,
    must_still_be,
)
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests.request import DIRECTORS, Decision, StreamWrite
from ledger.rulebook import Rulebook
from ledger.rulebook.model.conduct import Penalty
from ledger.tournament.facts.conduct import GamesAwarded, GamesVoided, PlayerWithdrawn
from ledger.vocabulary import Seat, remarks


class Penalise(CaseRequest, frozen=True, tag="penalise", kw_only=True):
    """Decide on a penalty and carry it out: warning, spread, clock, turn, score, game, place.

    Attributes:
      seat: who is penalised.
      kind: its name in the book's table, or the director's own.
      reason: in a few words.
      amount: points or seconds, where the penalty has any; for a forfeit, the margin.
      scope: what it touches, of a kind the book does not name.
      notice: what the player is told would follow.
      although: why, where the penalty is not the director's to give.
      game_seen: version of the game on which it was looked at what it does; 0: not said.
    """

    needs: ClassVar[Mapping[str, str]] = {"reason": "What the penalty is for"}

    seat: Seat
    kind: str
    reason: str
    amount: int = 0
    scope: str = ""
    notice: str = ""
    although: str = ""
    game_seen: int = 0


class ApplyLevelOne(CaseRequest, frozen=True, tag="apply-level-one", kw_only=True):
    """Void or award the games of who was found guilty of the gravest offence (R-03).

    Attributes:
      round_robin: whether everybody meets everybody; ``None`` to take the organiser's option.
      although: why it follows, where no such finding stands.
    """

    round_robin: bool | None = None
    although: str = ""


@decides(Penalise, may=DIRECTORS)
def penalise(file: CaseFile, request: Penalise, context: CaseContext) -> Decision:
    """Write a penalty down together with what carries it out."""
    game = game_of(file)
    must_be_open(file)
    must_be_ruled(file)
    must_still_be(file, request, lambda case: case.last(RulingGiven))
    if request.game_seen:
        must_be_as_seen(context.sheet(game), request.game_seen)
    rules = context.rules_of(game)
    named = penalty_of(request.kind, rules)
    scope = named.scope if named else request.scope
    _must_be_a_penalty(request, named, scope, rules)
    noticed: tuple[str, ...] = () if named else (remarks.PENALTY_NOT_LISTED,)
    if file.finding and heavier_than_usual(request.kind, file.finding.level, rules):
        noticed += (remarks.HEAVIER_THAN_USUAL,)
    offence = (file.finding.offence if file.finding else "") or file.opened.offence or OTHER
    clause = _rule_of(request.kind, named, offence, rules)
    wanted = Wanted(
        sheet=context.sheet(game),
        rules=rules,
        tournament=lambda: context.tournament_of(game),
        case=file.id,
        by=context.by,
        seat=request.seat,
        kind=request.kind,
        amount=request.amount,
        reason=request.reason,
        clause=clause,
        notice=request.notice,
        offence=offence,
    )
    fact = PenaltyDecided(
        seat=request.seat,
        kind=request.kind,
        scope=scope,
        amount=request.amount,
        reason=request.reason,
        clause=clause,
        although=request.although,
    )
    carried_out = SCOPES[scope](wanted)
    parts: tuple[StreamWrite, ...] = (carried_out,) if carried_out else ()
    if scope == "person":
        of = "" if offence == OTHER else offence
        parts += settles_due(wanted.sheet, request.seat, of, request.reason, file.id)
    return Decision((fact,), noticed, parts)


def _rule_of(kind: str, named: Penalty | None, offence: str, rules: Rulebook) -> str:
    """The rule that gives this penalty: of the act, where it names the penalty itself.

    A book may name one penalty in several rules; its table has the first of them.
    """
    act = rules.offences.get(offence)
    if act is not None and kind in (act.first, act.then):
        return str(act)
    return str(named) if named else ""


def _must_be_a_penalty(
    request: Penalise, named: Penalty | None, scope: str, rules: Rulebook
) -> None:
    """Refuse a penalty that is not the director's to give, touches nothing, or has no amount."""
    if scope == "committee" and not request.although:
        raise refusal("not-the-directors", clause=str(named or ""))
    if scope not in SCOPES:
        raise refusal(
            "unreadable-request/penalty-not-named",
            book=rules.id,
            kind=request.kind,
            penalties=", ".join(rules.penalties),
            scopes=", ".join(SCOPES),
        )
    least = 1 if scope in ("points", "time", "spread") else 0
    if request.amount < least:
        raise refusal("unreadable-request/penalty-of-nothing", amount=request.amount)


@decides(ApplyLevelOne, may=DIRECTORS)
def apply_level_one(file: CaseFile, request: ApplyLevelOne, context: CaseContext) -> Decision:
    """The offender takes no further part and stands last.

    Of a game in progress a book may say nothing; it is then left to a ruling, with a remark
    (T4-31).
    """
    game, found = game_of(file), file.finding
    must_be_open(file)
    must_be_ruled(file)
    rules = context.rules_of(game)
    if (found is None or found.level != 1 or found.minor) and not request.although:
        raise refusal("no-level-one", rules)
    seat = (found.seat if found else None) or file.opened.seat
    if seat is None:
        raise refusal("unreadable-request/nobody-found-against")
    tournament = context.tournament_of(game)
    player = number_of(context.sheet(game), seat)
    games = context.games_of(tournament, player)
    follows = level_one(games, rules, round_robin=request.round_robin)
    facts: list[Fact] = []
    if follows.voided:
        facts.append(GamesVoided(player=player, games=follows.voided, clause=follows.clause))
    if follows.awarded:
        facts.append(GamesAwarded(player=player, games=follows.awarded, clause=follows.clause))
    facts.append(PlayerWithdrawn(player=player, reason="ejected", ejected=True))
    decided = PenaltyDecided(
        seat=seat,
        kind="ejection",
        scope="tournament",
        reason=found.finding if found else request.although,
        clause=follows.clause,
        although=request.although,
    )
    return Decision(
        (decided,),
        ("T4-31",) if follows.running else (),
        (StreamWrite(tournament.id, tournament.version, tuple(facts), file.id),),
    )


def must_be_ruled(file: CaseFile) -> None:
    """Refuse what follows from a ruling where the case holds none for its game."""
    if file.ruling is None or file.ruling.game != file.opened.game:
        raise refusal("needs-ruling/penalty")
