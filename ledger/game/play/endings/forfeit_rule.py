"""Games lost without being played to their end: by overtime, lateness, leaving."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.play.clock.overtime_rule import over_limit, overtime_penalty
from ledger.game.play.endings.resignation_rule import resignation_margin
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.vocabulary import Points, Seat, Seconds, Totals
from ledger.vocabulary.clock_time import minutes


class ForfeitOutcome(Struct, frozen=True, kw_only=True):
    """What to record for a game lost so, and by which rule.

    Attributes:
      scores: the scores to record, first seat then second, where the book defines them.
      margin: points the winner wins by; ``None`` where a director must say.
      loser_spread: points the loser's spread falls by, where the book sets them apart from
        the margin; else ``None``.
      rated: whether the game counts for ratings; ``None`` where the book is silent.
      needs_ruling: what a director has to settle or confirm; empty if nothing.
      traps: ids of the traps that touch it.
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
      loser: whose clock ran out.
      over: seconds the loser has used beyond the limit.
      rules: the rulebook in force.
      opponent_over: whether the opponent used too much time too, which the rules forget.
    """
    limit = rules.overtime.forfeit_after.known()
    if not over_limit(over, rules):
        raise refusal("not-over-the-limit", rules, over=minutes(limit))
    outcome = OVERTIME_OUTCOMES[rules.overtime.forfeit_outcome.known()]
    boundary = f"Exactly {minutes(limit)} over is undecided." if over == limit else ""
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
    ahead = "The loser is ahead even so; the rule does not say what then." if lead < 0 else ""
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
      loser: who forfeits.
      rules: the rulebook in force.
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
    level = " Nor what a leaver loses at level scores." if behind == 0 else ""
    return ForfeitOutcome(
        loser_spread=loss,
        rated=rules.leaving.rated.value,
        clause=str(rules.leaving.outcome),
        needs_ruling=f"The rule does not say what spread the opponent gains.{level}",
        traps=(rules.leaving.outcome.trap,),
    )


LEAVING: dict[str, Callable[[Totals, Seat, Rulebook], ForfeitOutcome]] = {
    "resignation": _as_resigned,
    "leavers-spread": _leavers_spread,
}
