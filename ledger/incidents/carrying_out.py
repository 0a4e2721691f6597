"""What carries a penalty out: facts for the streams it touches."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from ledger.game.facts.calls import WarningDue, WarningSettled
from ledger.game.play.calls.requests import FREE, GrantFreeChallenge
from ledger.game.play.deciding import decide
from ledger.game.play.endings.forfeits import Forfeit
from ledger.game.play.entry import GameContext
from ledger.game.play.scores.requests import ApplyPenalty
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests.request import Request, StreamWrite
from ledger.rulebook import Rulebook
from ledger.tournament.facts.conduct import PlayerWithdrawn, SpreadAdjusted, WarningGiven
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Points, Role, Seat
from ledger.vocabulary.closed_lists import PenaltyUnit


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
    """The number of a player in the tournament.

    Raises:
      Refusal: ``no-number``.
    """
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
      sheet: of the game at which they were warned.
      seat: who was.
      offence: of what; empty: no act was named, which gives what is due of any.
      words: what was said.
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
