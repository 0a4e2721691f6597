"""Forfeits: asked for, and what a book makes of each reason."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.absences.requests import must_be_forfeited, must_not_be_both
from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.endings.facts import GameForfeited
from ledger.game.endings.requests import resignation_margin
from ledger.game.results.slips import now_differs, told_otherwise
from ledger.game.sheet.folding import after
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.still_open import player_in
from ledger.messages import say
from ledger.record.events import Event
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.rulebook.limits import over_limit, overtime_penalty
from ledger.vocabulary import Points, Seat, Seconds, Totals, remarks
from ledger.vocabulary.bounds import minutes
from ledger.vocabulary.closed_lists import ForfeitCause
from ledger.vocabulary.refusals import Refusal

# Games lost without being played to their end: by overtime, lateness, leaving.


class ForfeitOutcome(Struct, frozen=True, kw_only=True):
    """What to record for a game lost so, and by which rule.

    Attributes:
      scores: the scores to record, first seat then second, where the book defines them.
      margin: points the winner wins by; ``None`` where a director must say.
      loser_spread: points the loser's spread falls by, where the book sets them apart from
        the margin; else ``None``.
      rated: whether the game counts for ratings; ``None`` where the book is silent.
      needs_ruling: what a director has to settle or confirm; empty if nothing.
    """

    scores: Totals | None = None
    margin: Points | None = None
    loser_spread: Points | None = None
    rated: bool | None = None
    clause: str
    needs_ruling: str = ""
    traps: tuple[str, ...] = ()


def overtime_forfeit(
    totals_before_penalty: Totals,
    loser: Seat,
    over: Seconds,
    rules: Rulebook,
    *,
    opponent_over: bool = False,
) -> ForfeitOutcome:
    """What to record when ``loser`` has used so much overtime that the game is lost.

    >>> from ledger.rulebook import load
    >>> overtime_forfeit((380, 300), Seat.FIRST, 600, load("wespa-4.0")).scores
    (200, 300)
    >>> overtime_forfeit((380, 300), Seat.FIRST, 600, load("wespa-1.0")).margin
    100

    Args:
      totals_before_penalty: game scores with no overtime taken off the loser's. The loser's
        penalty is worked out here; the opponent's own overtime is for a ruling.
      over: seconds the loser has used beyond the limit.
      opponent_over: whether the opponent used too much time too, which the rules forget.
    """
    limit = rules.overtime.forfeit_after.known()
    if not over_limit(over, rules):
        raise refusal("not-over-the-limit", rules, over=minutes(limit))
    outcome = OVERTIME_OUTCOMES[rules.overtime.forfeit_outcome.known()]
    boundary = (
        say("game_endings.exactly-over-undecided", minutes=minutes(limit)) if over == limit else ""
    )
    found = outcome(totals_before_penalty, loser, limit, boundary, rules)
    extra = (
        rules.overtime.forfeit_after.trap if boundary else "",
        rules.overtime.forfeit_deduction.trap if opponent_over else "",
    )
    return replace(found, traps=tuple(filter(None, (*extra, *found.traps))))


def _scores_at_least_apart(
    totals: Totals, loser: Seat, limit: Seconds, boundary: str, rules: Rulebook
) -> ForfeitOutcome:
    """The book defines both scores: the loser's is cut, at least so far below the winner's."""
    del limit
    apart = rules.overtime.forfeit_least_margin.known()
    deduction = rules.overtime.forfeit_deduction.known()
    winners = totals[loser.opponent.place]
    losers = Points(min(totals[loser.place] - deduction, winners - apart))
    lifted = rules.overtime.forfeit_lift_if_negative
    if losers < 0:
        lift = lifted.known()
        losers, winners = Points(losers + lift), Points(winners + lift)
    pair = (losers, winners) if loser is Seat.FIRST else (winners, losers)
    return ForfeitOutcome(
        scores=pair,
        margin=Points(winners - losers),
        rated=rules.overtime.forfeit_rated.value,
        clause=str(rules.overtime.forfeit_outcome),
        needs_ruling=boundary,
        traps=(lifted.trap,) if winners != totals[loser.opponent.place] else (),
    )


def _margin_at_least(
    totals: Totals, loser: Seat, limit: Seconds, boundary: str, rules: Rulebook
) -> ForfeitOutcome:
    """The book defines the margin: the winner's lead, the penalty counted, or a least one."""
    penalty = overtime_penalty(limit, rules)
    lead = totals[loser.opponent.place] - (totals[loser.place] - penalty)
    ahead = say("game_endings.loser-ahead-even-so-rule-does") if lead < 0 else ""
    return ForfeitOutcome(
        margin=Points(max(lead, rules.overtime.forfeit_least_margin.known())),
        rated=rules.overtime.forfeit_rated.value,
        clause=str(rules.overtime.forfeit_outcome),
        needs_ruling=" ".join(filter(None, (boundary, ahead))),
        traps=(rules.overtime.forfeit_least_margin.trap,) if ahead else (),
    )


OVERTIME_OUTCOMES: dict[str, Callable[[Totals, Seat, Seconds, str, Rulebook], ForfeitOutcome]] = {
    "scores": _scores_at_least_apart,
    "margin": _margin_at_least,
}


def late_forfeit(loser: Seat, rules: Rulebook, raised_to: Points | None = None) -> ForfeitOutcome:
    """What to record when ``loser`` came too late, or not at all. No scores are made up.

    >>> from ledger.rulebook import load
    >>> [late_forfeit(Seat.FIRST, load(name)).margin
    ...  for name in ("wespa-4.0", "wespa-1.0", "nsa-1998")]
    [100, 150, 50]

    Args:
      raised_to: the director's larger margin, where the book lets the director raise it.
    """
    del loser  # The margin is the same for either; the seat is for the record.
    lateness = rules.lateness
    margin = lateness.forfeit_margin.known()
    if raised_to is not None and raised_to != margin:
        if not lateness.margin_raisable.known():
            raise refusal("margin-not-raisable", rules, margin=margin)
        if raised_to < margin:
            raise refusal(
                "margin-below-the-rule/lateness", rules, margin=margin, raised_to=raised_to
            )
        margin = raised_to
    return ForfeitOutcome(
        margin=margin, rated=lateness.forfeit_rated.value, clause=str(lateness.forfeit_margin)
    )


def left_game(totals: Totals, leaver: Seat, rules: Rulebook) -> ForfeitOutcome:
    """What to record when ``leaver`` had to go and the game can't be finished.

    >>> from ledger.rulebook import load
    >>> left_game((173, 246), Seat.FIRST, load("nsa-1998")).loser_spread
    123
    >>> left_game((173, 246), Seat.FIRST, load("wespa-4.0")).margin
    123
    """
    return LEAVING[rules.leaving.outcome.known()](totals, leaver, rules)


def _as_resigned(totals: Totals, leaver: Seat, rules: Rulebook) -> ForfeitOutcome:
    return ForfeitOutcome(
        margin=resignation_margin(totals, leaver, proper=True, rules=rules),
        rated=rules.leaving.rated.value,
        clause=str(rules.leaving.outcome),
    )


def _leavers_spread(totals: Totals, leaver: Seat, rules: Rulebook) -> ForfeitOutcome:
    """The book charges the leaver; what the opponent gains it does not say."""
    behind = totals[leaver.opponent.place] - totals[leaver.place]
    loss = rules.leaving.least_loss.known()
    if behind > 0:
        loss = Points(rules.leaving.added_when_behind.known() + behind)
    return ForfeitOutcome(
        loser_spread=loss,
        rated=rules.leaving.rated.value,
        clause=str(rules.leaving.outcome),
        needs_ruling=say("game_endings.spread-not-said-at-level-scores")
        if behind == 0
        else say("game_endings.rule-does-not-say-what-spread"),
        traps=(rules.leaving.outcome.trap,),
    )


LEAVING: dict[str, Callable[[Totals, Seat, Rulebook], ForfeitOutcome]] = {
    "resignation": _as_resigned,
    "leavers-spread": _leavers_spread,
}


class Forfeit(Request, frozen=True, tag="forfeit", kw_only=True):
    """The director declares the game forfeited.

    Attributes:
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
def forfeit(sheet: Sheet, request: Forfeit, context: GameContext) -> Decision:
    """Write down a forfeit, with the scores or margin of the rulebook or the ruling.

    Where players told scores of the game it is asked about. Where both did, the director finds
    what holds, unless a ruling found it already.
    """
    decision = _declared(sheet, request, context)
    if context.case is not None:
        return decision
    lost = _lost(sheet, decision, context)
    otherwise = told_otherwise(lost, lost.stands)
    if otherwise is not None and not request.sure:
        raise context.refusal("unlikely-slip/forfeit", told=otherwise.words)
    return replace(decision, facts=(*decision.facts, *now_differs(lost, lost.stands)))


def _lost(sheet: Sheet, decision: Decision, context: GameContext) -> Sheet:
    [fact] = decision.facts
    envelope = replace(sheet.events[-1].envelope, written_by=context.by, fact=fact)
    return after(sheet, [Event(sheet.id, sheet.version + 1, envelope)])


def _declared(sheet: Sheet, request: Forfeit, context: GameContext) -> Decision:
    must_not_be_final(sheet, context)
    if request.loser is None and request.cause in ("late", "no-show"):
        must_not_be_both(context)
    if request.loser is not None and request.scores is None:
        loser = request.loser
        if request.cause == "overtime" and request.margin is None:
            return forfeited_by_overtime(sheet, loser, request.over, context)
        if request.cause in ("late", "no-show"):
            must_be_forfeited(sheet, player_in(sheet, loser), context)
            return _worked_out(
                request, context, lambda: late_forfeit(loser, context.rules, request.margin)
            )
        if request.cause == "left" and request.margin is None:
            return _worked_out(
                request, context, lambda: left_game(sheet.totals, loser, context.rules)
            )
    context.must_be_ruled("needs-ruling/forfeit")
    return Decision((_as_ruled(request.loser, request.cause, request.scores, request.margin),))


def forfeited_by_overtime(
    sheet: Sheet, loser: Seat, over: Seconds, context: GameContext
) -> Decision:
    """The forfeit of ``loser``, who used ``over`` seconds too many (2.M.1)."""
    worth = context.rules.overtime.forfeit_outcome
    if not worth.is_known and worth.trap:
        context.unless_ruled(call_the_director(worth.trap, context.rules))
    return _worked_out(
        Forfeit(loser=loser, cause="overtime"),
        context,
        lambda: overtime_forfeit(
            _before_overtime(sheet, loser, context),
            loser,
            over,
            context.rules,
            opponent_over=_opponent_over(sheet, loser),
        ),
    )


def _before_overtime(sheet: Sheet, loser: Seat, context: GameContext) -> Totals:
    """The scores that the forfeit starts from: what was taken off for overtime is put back.

    The loser's penalty is part of the forfeit and must not count twice. A book that defines
    the scores forgets the opponent's, which is for a ruling (2.M.1, T4-23); one that
    defines the margin takes it into account (wespa-1.0 5.3.3(b)(i)).
    """
    scores = context.rules.overtime.forfeit_outcome.value == "scores"
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


def _worked_out(
    request: Forfeit, context: GameContext, work_out: Callable[[], ForfeitOutcome]
) -> Decision:
    """The forfeit as the rulebook works it out, or as ruled where it does not."""
    try:
        outcome = work_out()
    except Refusal as open_point:
        context.unless_ruled(open_point)
        return Decision((_as_ruled(request.loser, request.cause, None, request.margin),))
    fact = GameForfeited(
        loser=request.loser,
        cause=request.cause,
        scores=outcome.scores,
        margin=outcome.margin,
        loser_spread=outcome.loser_spread,
        rated=outcome.rated,
    )
    return Decision((fact,), _open_points(outcome, request, context))


def _open_points(
    outcome: ForfeitOutcome, request: Forfeit, context: GameContext
) -> tuple[str, ...]:
    """What the director confirms: the traps of the rules used, or a word that there is one."""
    raised = context.rules.lateness.margin_raisable.trap if request.margin is not None else ""
    traps = tuple(trap for trap in (*outcome.traps, raised) if trap)
    if traps:
        return tuple(dict.fromkeys(traps))
    return (remarks.DIRECTOR_TO_CONFIRM,) if outcome.needs_ruling else ()


def _as_ruled(
    loser: Seat | None, cause: ForfeitCause, scores: Totals | None, margin: Points | None
) -> GameForfeited:
    return GameForfeited(loser=loser, cause=cause, scores=scores, margin=margin)
