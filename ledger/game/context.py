"""The context of a request at a table: who enters it, by which rulebook; checks they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal
from uuid import UUID

from msgspec import Struct

from ledger.game.absences.facts import GameAdjourned
from ledger.game.calls.facts import WarningSettled
from ledger.game.exchanges.facts import ExchangeChallenged, ExchangeJudged
from ledger.game.judging.facts import VerdictOvertaken
from ledger.game.judging.rules import differ, must_be_given
from ledger.game.placement.facts import PlacementChallenged
from ledger.game.sheet.sheet import Sheet, find
from ledger.game.sheet.still_open import away, yet_to_play
from ledger.refusals.saying import refusal
from ledger.requests import RequestsOf, StreamWrite
from ledger.rulebook import Rulebook
from ledger.rulebook.limits import Starts
from ledger.vocabulary import Clocks, Role, Seat, remarks
from ledger.vocabulary.refusals import Refusal

HELD_UP_BY = (ExchangeChallenged, PlacementChallenged, VerdictOvertaken)
"""What must be settled before anybody makes the next turn: objections, and what becomes of the
turns made since a verdict that no longer holds."""


def awaits_verdict(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether a challenge, of words, a placement or an exchange, has not been judged to the end."""
    return (
        sheet.challenges.pending is not None
        or must_hear_the_director(sheet, rules)
        or any(
            isinstance(one.fact, HELD_UP_BY) and not one.has(ExchangeJudged) for one in sheet.open
        )
    )


def is_held_up(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether no turn is made: a challenge is judged, or what was found is being put right."""
    return (
        sheet.challenges.pending is not None
        or must_hear_the_director(sheet, rules)
        or find(sheet.open, HELD_UP_BY) is not None
    )


def waits_for_the_director(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether two verdicts differ and the director's, which is the final one, is not there yet."""
    judged = sheet.challenges.judged
    return judged is not None and judged.asked and differ(judged.verdicts, rules)


def must_hear_the_director(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether nothing goes on without that verdict, as the book has it (L-17)."""
    return waits_for_the_director(sheet, rules) and must_be_given(rules)


def played_on(sheet: Sheet, context: GameContext) -> tuple[str, ...]:
    """What is remarked on a turn that is made while two verdicts differ."""
    return (remarks.VERDICTS_DIFFER,) if waits_for_the_director(sheet, context.rules) else ()


def _nobody_knows() -> bool | None:
    return None


def _still_open() -> bool:
    return False


def _none_before(_: Seat) -> int:
    return 0


def _not_elsewhere(_act: UUID, _reason: str) -> tuple[StreamWrite, ...]:
    return ()


def _nowhere_else(_: WarningSettled) -> tuple[StreamWrite, ...]:
    return ()


def _no_starts() -> Starts | None:
    return None


class GameContext(Struct, frozen=True, kw_only=True):
    """The authority under which something is entered.

    Attributes:
      case: the case whose ruling is carried out. The desk sets it only after it has found a
        director's ``RulingGiven`` for this game there: a number sent proves nothing.
      citation: what the director cited in that ruling; empty where it is not known.
      last_round_over: asks the record whether the last round of the event is over; ``None``:
        it can't tell. Asked only where a rule depends on it.
      failed_before: how many challenges a player failed in earlier games that count here.
      warned: what a warning given at this table is for the ledger of its tournament.
      starts_before: what both players did in earlier rounds, in the order of the pairing;
        ``None`` where the record can't tell.
      starts_settled: the same; ``None`` as well while a game of those rounds is still to come.
      also_taken_back: what takes back, for a reason, what the same request wrote into the ledger
        of conduct.
    """

    rules: Rulebook
    by: str
    role: Role
    device: str = "desk"
    clocks: Clocks | None = None
    case: UUID | None = None
    citation: str = ""
    last_round_over: Callable[[], bool | None] = _nobody_knows
    round_closed: Callable[[], bool] = _still_open
    failed_before: Callable[[Seat], int] = _none_before
    warned: Callable[[WarningSettled], tuple[StreamWrite, ...]] = _nowhere_else
    starts_before: Callable[[], Starts | None] = _no_starts
    starts_settled: Callable[[], Starts | None] = _no_starts
    also_taken_back: Callable[[UUID, str], tuple[StreamWrite, ...]] = _not_elsewhere

    def refusal(self, code: str, /, **words: object) -> Refusal:
        return refusal(code, self.rules, **words)

    def must(self, holds: object, code: str, /, **words: object) -> None:
        if not holds:
            raise self.refusal(code, **words)

    def must_unless_ruled(self, holds: object, code: str, /, **words: object) -> None:
        if not holds:
            self.must_be_ruled(code, **words)

    def must_be_ruled(self, code: str, /, **words: object) -> None:
        self.unless_ruled(self.refusal(code, **words))

    def unless_ruled(self, refusal: Refusal) -> None:
        if self.case is None:
            raise refusal


OF_GAMES: RequestsOf[Sheet, GameContext] = RequestsOf()
"""What can be asked about a game."""

decides = OF_GAMES.decides


def must_be_playing(sheet: Sheet, context: GameContext) -> None:
    must_not_be_final(sheet, context)
    context.must_unless_ruled(not sheet.ended, "game-over/no-more-turns")
    context.must_unless_ruled(sheet.started, "not-started")
    if sheet.out is not None:
        context.must_be_ruled("played-out", player=sheet.name(sheet.out))
    context.must_unless_ruled(find(sheet.open, GameAdjourned) is None, "adjourned/not-resumed")


def must_be_under_way(sheet: Sheet, context: GameContext) -> None:
    """Refuse what happens only in a game that has started and is not over."""
    must_not_be_final(sheet, context)
    context.must_unless_ruled(not sheet.ended, "not-under-way/over")
    context.must_unless_ruled(sheet.started, "not-under-way/not-started")


def must_not_be_final(sheet: Sheet, context: GameContext) -> None:
    """Refuse to touch a result both players signed, or a ruling has settled."""
    if sheet.is_final:
        context.must_be_ruled("result-final/signed" if sheet.is_signed else "result-final/ruled")


def must_be_on_move(
    sheet: Sheet, seat: Seat, context: GameContext, what: Literal["turn", "warning"] = "turn"
) -> None:
    """Refuse a turn of who is not on move, is away, or has had the last play."""
    context.must_unless_ruled(not must_hear_the_director(sheet, context.rules), "verdicts-differ")
    context.must_unless_ruled(find(sheet.open, VerdictOvertaken) is None, "turns-since-undecided")
    context.must_unless_ruled(not is_held_up(sheet, context.rules), "challenge-pending/no-turn")
    if sheet.on_move is not None and seat is not sheet.on_move:
        context.must_be_ruled(
            {"turn": "not-your-turn/turn", "warning": "not-your-turn/warning"}[what],
            on_move=sheet.name(sheet.on_move),
            player=sheet.name(seat),
        )
    must_be_at_the_table(sheet, seat, context)
    last_plays = yet_to_play(sheet)
    if last_plays is not None and seat not in last_plays:
        context.must_be_ruled("time-called/one-more-play", player=sheet.name(seat))


def must_be_at_the_table(sheet: Sheet, seat: Seat, context: GameContext) -> None:
    """Refuse what a player who is away can't have done (N-02)."""
    context.must_unless_ruled(seat not in away(sheet), "player-away", player=sheet.name(seat))
