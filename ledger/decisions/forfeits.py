"""Games lost without being played to their end."""

from __future__ import annotations

from ledger.decisions.entry import Asked, Decide, Decision, Entry, must_not_be_final
from ledger.facts.setting_up import GameForfeited
from ledger.refusals import Refusal
from ledger.rules.forfeits import ForfeitOutcome, late_forfeit, overtime_forfeit
from ledger.sheet.sheet import Sheet
from ledger.vocabulary import Points, Seat, Seconds, Totals


class Forfeit(Asked, frozen=True, tag="forfeit", kw_only=True):
    """The director declares the game forfeited.

    Attributes:
      loser: ``None`` if both forfeit.
      cause: ``late``, ``no-show``, ``overtime``, ``left``, ``misconduct`` or ``ruling``.
      scores: set by ruling; ``None`` where the rulebook works them out.
      margin: for lateness, the director's larger margin; else set by ruling.
      over: seconds of overtime, for ``overtime``.
    """

    loser: Seat | None
    cause: str
    scores: Totals | None = None
    margin: Points | None = None
    over: Seconds = Seconds(0)


def forfeit(sheet: Sheet, asked: Forfeit, entry: Entry) -> Decision:
    """Write down a forfeit, with the scores or margin of the rulebook or the ruling.

    Raises:
      Refusal: ``result-final``, ``needs-ruling``, or what the rulebook leaves to a ruling.
    """
    must_not_be_final(sheet, entry)
    if asked.loser is not None and asked.scores is None:
        if asked.cause == "overtime" and asked.margin is None:
            return Decision((forfeited_by_overtime(sheet, asked.loser, asked.over, entry),))
        if asked.cause in ("late", "no-show"):
            return Decision((_forfeited_by_lateness(asked, asked.loser, entry),))
    entry.unless_ruled(
        Refusal(
            "needs-ruling",
            "The rulebook does not work out what this forfeit is worth.",
            "Rule with a citation, and enter the margin or the scores under that case.",
        )
    )
    return Decision((_as_ruled(asked.loser, asked.cause, asked.scores, asked.margin),))


def forfeited_by_overtime(sheet: Sheet, loser: Seat, over: Seconds, entry: Entry) -> GameForfeited:
    """The forfeit of ``loser``, who used ``over`` seconds too many (2.M.1).

    Raises:
      Refusal: what the rulebook does not settle.
    """
    try:
        outcome = overtime_forfeit(sheet.totals, loser, over, entry.rules)
    except Refusal as open_point:
        entry.unless_ruled(open_point)
        return _as_ruled(loser, "overtime", None, None)
    return _recorded(outcome, loser, "overtime")


def _forfeited_by_lateness(asked: Forfeit, loser: Seat, entry: Entry) -> GameForfeited:
    try:
        outcome = late_forfeit(loser, entry.rules, asked.margin)
    except Refusal as open_point:
        entry.unless_ruled(open_point)
        return _as_ruled(loser, asked.cause, None, asked.margin)
    return _recorded(outcome, loser, asked.cause)


def _recorded(outcome: ForfeitOutcome, loser: Seat, cause: str) -> GameForfeited:
    return GameForfeited(
        loser=loser,
        cause=cause,
        scores=outcome.scores,
        margin=outcome.margin,
        rated=outcome.rated,
    )


def _as_ruled(
    loser: Seat | None, cause: str, scores: Totals | None, margin: Points | None
) -> GameForfeited:
    return GameForfeited(loser=loser, cause=cause, scores=scores, margin=margin)


DECISIONS: dict[type[Asked], Decide] = {Forfeit: forfeit}
