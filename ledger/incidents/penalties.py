"""Penalties: what follows from a finding, as the director decides, and what carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple
from uuid import UUID

from ledger.desk.sheet_cache import SheetCache
from ledger.game.calls.facts import WarningDue, WarningSettled
from ledger.game.calls.requests import FREE, GrantFreeChallenge
from ledger.game.context import GameContext
from ledger.game.deciding import decide
from ledger.game.endings.forfeits import Forfeit
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import Sheet
from ledger.hall.rows import COUNTED
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts import PenaltyDecided, RulingGiven
from ledger.incidents.offences import OTHER, PlayersGame, heavier_than_usual, level_one, penalty_of
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
from ledger.record.log import Log
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, Decision, Request, StreamWrite
from ledger.rulebook import Rulebook
from ledger.rulebook.model.endings import Penalty
from ledger.tournament.facts import (
    GamesAwarded,
    GamesVoided,
    PlayerWithdrawn,
    SpreadAdjusted,
    WarningGiven,
)
from ledger.tournament.pairing import games_of_pairing
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Points, Role, Seat, remarks
from ledger.vocabulary.closed_lists import PenaltyUnit

# What carries a penalty out: facts for the streams it touches.


class Wanted(NamedTuple):
    """A penalty about to be carried out: for whom, how much, why, under which case.

    ``tournament`` is asked only where the penalty touches it: a game may have none.
    """

    sheet: Sheet
    rules: Rulebook
    tournament: Callable[[], Tournament]
    case: UUID
    by: str
    seat: Seat
    kind: str
    amount: int
    reason: str
    clause: str
    notice: str
    offence: str


def number_of(sheet: Sheet, seat: Seat) -> int:
    if sheet.numbers is None:
        raise refusal("no-number")
    return sheet.numbers[seat.place]


def _on_tournament(wanted: Wanted, make: Callable[[int], Fact]) -> StreamWrite:
    fact = make(number_of(wanted.sheet, wanted.seat))
    tournament = wanted.tournament()
    return StreamWrite(tournament.id, tournament.version, (fact,), wanted.case)


def _on_game(wanted: Wanted, request: Request) -> StreamWrite:
    """What the game's own decisions write for ``request`` under this case."""
    entry = GameContext(rules=wanted.rules, by=wanted.by, role=Role.DIRECTOR, case=wanted.case)
    facts = decide(wanted.sheet, request, entry).facts
    return StreamWrite(wanted.sheet.id, wanted.sheet.version, facts, wanted.case)


def settles_due(
    sheet: Sheet, seat: Seat, offence: str, words: str, case: UUID | None = None
) -> tuple[StreamWrite, ...]:
    """The warning that is due to a player at the table, given with this one (nsa-1998 IV.I.3).

    Args:
      offence: of what; empty: no act was named, which gives what is due of any.
      case: the case whose ruling gives it.
    """
    due = [one.fact for one in sheet.open if isinstance(one.fact, WarningDue)]
    acts = [one.offence for one in due if one.seat is seat and offence in ("", one.offence)]
    if not acts:
        return ()
    given = WarningSettled(seat=seat, offence=acts[-1], given=True, reason=words)
    return (StreamWrite(sheet.id, sheet.version, (given,), case),)


def _warning(wanted: Wanted) -> StreamWrite | None:
    return _on_tournament(
        wanted,
        lambda player: WarningGiven(
            player=player,
            kind=wanted.kind,
            offence=wanted.offence,
            clause=wanted.clause,
            notice=wanted.notice,
            words=wanted.reason,
            game=wanted.sheet.id,
            turn=wanted.sheet.turn_count,
            totals=wanted.sheet.stands,
        ),
    )


def _spread(wanted: Wanted) -> StreamWrite | None:
    """Off the standings only: no score and no winner changes (TX-16)."""
    return _on_tournament(
        wanted,
        lambda player: SpreadAdjusted(
            player=player,
            points=Points(-wanted.amount),
            reason=wanted.reason,
            clause=wanted.clause,
        ),
    )


def _put_out(wanted: Wanted) -> StreamWrite | None:
    return _on_tournament(
        wanted, lambda player: PlayerWithdrawn(player=player, reason=wanted.reason, ejected=True)
    )


def _taken(unit: PenaltyUnit) -> Callable[[Wanted], StreamWrite | None]:
    """Points, time or a turn taken in the game itself."""

    def carry_out(wanted: Wanted) -> StreamWrite | None:
        request = ApplyPenalty(
            seat=wanted.seat,
            unit=unit,
            amount=wanted.amount or 1,
            reason=wanted.reason,
            clause=wanted.clause,
        )
        return _on_game(wanted, request)

    return carry_out


def _forfeit(wanted: Wanted) -> StreamWrite | None:
    margin = Points(wanted.amount) if wanted.amount else None
    return _on_game(wanted, Forfeit(loser=wanted.seat, cause="misconduct", margin=margin))


def _credit(wanted: Wanted) -> StreamWrite | None:
    """A free challenge for the opponent; of any other credit the decision is the record."""
    if wanted.kind != FREE:
        return None
    return _on_game(wanted, GrantFreeChallenge(seat=wanted.seat.opponent, reason=wanted.reason))


def _nothing(wanted: Wanted) -> StreamWrite | None:
    """Somebody else gives it."""
    del wanted
    return None


SCOPES: dict[str, Callable[[Wanted], StreamWrite | None]] = {
    "person": _warning,
    "credit": _credit,
    "time": _taken("time"),
    "turn": _taken("turn"),
    "points": _taken("points"),
    "spread": _spread,
    "game": _forfeit,
    "tournament": _put_out,
    "committee": _nothing,
}
"""What carries a penalty out, by what it touches."""


class Penalise(CaseRequest, frozen=True, tag="penalise", kw_only=True):
    """Decide on a penalty and carry it out: warning, spread, clock, turn, score, game, place.

    Attributes:
      amount: points or seconds, where the penalty has any; for a forfeit, the margin.
      notice: what the player is told would follow.
      game_seen: version of the game on which it was looked at what it does; 0: not said.
    """

    needs: ClassVar[tuple[str, ...]] = ("reason",)

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
    fact = PenaltyDecided.from_request(request, scope=scope, clause=clause)
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
    if file.ruling is None or file.ruling.game != file.opened.game:
        raise refusal("needs-ruling/penalty")


# The games of one player of a tournament, as far as they were paired.


def games_of(
    log: Log, shelf: SheetCache, tournament: Tournament, player: int
) -> tuple[PlayersGame, ...]:
    """Every game of ``player`` in the rounds paired so far, oldest round first."""
    return tuple(
        _seen(game, shelf.sheet(game), player)
        for paired in tournament.rounds
        for pairing in paired.pairings
        if player in (pairing.first, pairing.second)
        for game in games_of_pairing(log, tournament.slug, paired, pairing)
    )


def _seen(game: UUID, sheet: Sheet, player: int) -> PlayersGame:
    place = (sheet.numbers or (0, 0)).index(player) if sheet.numbers else 0
    opponent = (sheet.numbers or (0, 0))[1 - place]
    if sheet.state in COUNTED:
        margin = outcome_of(sheet).spreads[1 - place]
        return PlayersGame(game=game, opponent=opponent, state="played", margin=margin)
    if sheet.started and not sheet.ended:
        return PlayersGame(game=game, opponent=opponent, state="running")
    return PlayersGame(game=game, opponent=opponent, state="to-come")
