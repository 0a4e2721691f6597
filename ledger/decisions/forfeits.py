"""Games lost without being played to their end."""

from __future__ import annotations

from collections.abc import Callable

from ledger import remarks
from ledger.decisions.entry import Asked, Decide, Decision, Entry, must_not_be_final
from ledger.facts.setting_up import GameForfeited
from ledger.refusals import Refusal
from ledger.rules.forfeits import ForfeitOutcome, late_forfeit, left_game, overtime_forfeit
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
        loser = asked.loser
        if asked.cause == "overtime" and asked.margin is None:
            return forfeited_by_overtime(sheet, loser, asked.over, entry)
        if asked.cause in ("late", "no-show"):
            return _worked_out(asked, entry, lambda: late_forfeit(loser, entry.rules, asked.margin))
        if asked.cause == "left" and asked.margin is None:
            return _worked_out(asked, entry, lambda: left_game(sheet.totals, loser, entry.rules))
    entry.unless_ruled(
        Refusal(
            "needs-ruling",
            "The rulebook does not work out what this forfeit is worth.",
            "Rule with a citation, and enter the margin or the scores under that case.",
        )
    )
    return Decision((_as_ruled(asked.loser, asked.cause, asked.scores, asked.margin),))


def forfeited_by_overtime(sheet: Sheet, loser: Seat, over: Seconds, entry: Entry) -> Decision:
    """The forfeit of ``loser``, who used ``over`` seconds too many (2.M.1).

    Raises:
      Refusal: what the rulebook does not settle.
    """
    return _worked_out(
        Forfeit(loser=loser, cause="overtime"),
        entry,
        lambda: overtime_forfeit(sheet.totals, loser, over, entry.rules),
    )


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
    return Decision((fact,), (remarks.DIRECTOR_TO_CONFIRM,) if outcome.needs_ruling else ())


def _as_ruled(
    loser: Seat | None, cause: str, scores: Totals | None, margin: Points | None
) -> GameForfeited:
    return GameForfeited(loser=loser, cause=cause, scores=scores, margin=margin)


DECISIONS: dict[type[Asked], Decide] = {Forfeit: forfeit}
