"""Games lost without being played to their end."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS
from ledger.game.facts.setting_up import GameForfeited
from ledger.game.play.arrivals.lateness import must_be_forfeited, must_not_be_both
from ledger.game.play.endings.forfeit_rule import (
    ForfeitOutcome,
    late_forfeit,
    left_game,
    overtime_forfeit,
)
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.play.results.comparing import now_differs, told_otherwise
from ledger.game.sheet.absent import player_in
from ledger.game.sheet.folding import after
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.sheet import Sheet
from ledger.record.events import Event
from ledger.rulebook.gaps import call_the_director
from ledger.vocabulary import Points, Seat, Seconds, Totals, remarks
from ledger.vocabulary.closed_lists import ForfeitCause
from ledger.vocabulary.refusals import Refusal


class Forfeit(Asked, frozen=True, tag="forfeit", kw_only=True):
    """The director declares the game forfeited.

    Attributes:
      loser: ``None`` if both forfeit.
      cause: ``late``, ``no-show``, ``overtime``, ``left``, ``misconduct`` or ``ruling``.
      scores: set by ruling; ``None`` where the rulebook works them out.
      margin: for lateness, the director's larger margin; else set by ruling.
      over: seconds of overtime, for ``overtime``.
      sure: it is meant, though players told scores of this game on their phones.
    """

    loser: Seat | None
    cause: ForfeitCause
    scores: Totals | None = None
    margin: Points | None = None
    over: Seconds = Seconds(0)
    sure: bool = False


@decides(Forfeit, may=DIRECTORS)
def forfeit(sheet: Sheet, asked: Forfeit, entry: Entry) -> Decision:
    """Write down a forfeit, with the scores or margin of the rulebook or the ruling.

    Where players told scores of the game it is asked about. Where both did, the director finds
    what holds, unless a ruling found it already.
    """
    decision = _declared(sheet, asked, entry)
    if entry.case is not None:
        return decision
    lost = _lost(sheet, decision, entry)
    otherwise = told_otherwise(lost, lost.stands)
    if otherwise is not None and not asked.sure:
        raise entry.refusal("unlikely-slip/forfeit", told=otherwise.words)
    return replace(decision, facts=(*decision.facts, *now_differs(lost, lost.stands)))


def _lost(sheet: Sheet, decision: Decision, entry: Entry) -> Sheet:
    """The sheet as the forfeit leaves it."""
    [fact] = decision.facts
    envelope = replace(sheet.events[-1].envelope, written_by=entry.by, fact=fact)
    return after(sheet, [Event(sheet.id, sheet.version + 1, envelope)])


def _declared(sheet: Sheet, asked: Forfeit, entry: Entry) -> Decision:
    must_not_be_final(sheet, entry)
    if asked.loser is None and asked.cause in ("late", "no-show"):
        must_not_be_both(entry)
    if asked.loser is not None and asked.scores is None:
        loser = asked.loser
        if asked.cause == "overtime" and asked.margin is None:
            return forfeited_by_overtime(sheet, loser, asked.over, entry)
        if asked.cause in ("late", "no-show"):
            must_be_forfeited(sheet, player_in(sheet, loser), entry)
            return _worked_out(asked, entry, lambda: late_forfeit(loser, entry.rules, asked.margin))
        if asked.cause == "left" and asked.margin is None:
            return _worked_out(asked, entry, lambda: left_game(sheet.totals, loser, entry.rules))
    entry.must_be_ruled("needs-ruling/forfeit")
    return Decision((_as_ruled(asked.loser, asked.cause, asked.scores, asked.margin),))


def forfeited_by_overtime(sheet: Sheet, loser: Seat, over: Seconds, entry: Entry) -> Decision:
    """The forfeit of ``loser``, who used ``over`` seconds too many (2.M.1)."""
    worth = entry.rules.overtime.forfeit_outcome
    if not worth.is_known and worth.trap:
        entry.unless_ruled(call_the_director(worth.trap, entry.rules))
    return _worked_out(
        Forfeit(loser=loser, cause="overtime"),
        entry,
        lambda: overtime_forfeit(
            _before_overtime(sheet, loser, entry),
            loser,
            over,
            entry.rules,
            opponent_over=_opponent_over(sheet, loser),
        ),
    )


def _before_overtime(sheet: Sheet, loser: Seat, entry: Entry) -> Totals:
    """The scores that the forfeit starts from: what was taken off for overtime is put back.

    The loser's penalty is part of the forfeit and must not count twice. A book that defines
    the scores forgets the opponent's, which is for a ruling (2.M.1, T4-23); one that
    defines the margin takes it into account (wespa-1.0 5.3.3(b)(i)).
    """
    scores = entry.rules.overtime.forfeit_outcome.value == "scores"
    first, second = (
        Points(sheet.totals[seat.place] + overtime_taken(sheet, seat))
        if scores or seat is loser
        else sheet.totals[seat.place]
        for seat in Seat
    )
    return first, second


def overtime_taken(sheet: Sheet, seat: Seat) -> Points:
    """Points that stand against ``seat`` for overtime, those given back subtracted."""
    return Points(
        -sum(
            line.score
            for line in sheet.lines
            if line.kind is LineKind.OVERTIME and line.seat is seat
        )
    )


def _opponent_over(sheet: Sheet, loser: Seat) -> bool:
    """Whether the opponent used too much time as well, as far as it is recorded."""
    shown = sheet.clock.times[loser.opponent.place] if sheet.clock.times else 0
    return bool(sheet.clock.overtime[loser.opponent.place]) or shown < 0


def _worked_out(asked: Forfeit, entry: Entry, work_out: Callable[[], ForfeitOutcome]) -> Decision:
    """The forfeit as the rulebook works it out, or as ruled where it does not."""
    try:
        outcome = work_out()
    except Refusal as open_point:
        entry.unless_ruled(open_point)
        return Decision((_as_ruled(asked.loser, asked.cause, None, asked.margin),))
    fact = GameForfeited(
        loser=asked.loser,
        cause=asked.cause,
        scores=outcome.scores,
        margin=outcome.margin,
        loser_spread=outcome.loser_spread,
        rated=outcome.rated,
    )
    return Decision((fact,), _open_points(outcome, asked, entry))


def _open_points(outcome: ForfeitOutcome, asked: Forfeit, entry: Entry) -> tuple[str, ...]:
    """What the director confirms: the traps of the rules used, or a word that there is one."""
    raised = entry.rules.lateness.margin_raisable.trap if asked.margin is not None else ""
    traps = tuple(trap for trap in (*outcome.traps, raised) if trap)
    if traps:
        return tuple(dict.fromkeys(traps))
    return (remarks.DIRECTOR_TO_CONFIRM,) if outcome.needs_ruling else ()


def _as_ruled(
    loser: Seat | None, cause: ForfeitCause, scores: Totals | None, margin: Points | None
) -> GameForfeited:
    return GameForfeited(loser=loser, cause=cause, scores=scores, margin=margin)
