"""What follows from a verdict: the play comes off, or the challenge has its price."""

from __future__ import annotations

from ledger.asking.asked import Decision
from ledger.game.facts.challenges import ChallengeFailed, ChallengeIssued, PhoneyWithdrawn
from ledger.game.facts.endings import GameEnded
from ledger.game.play.calls import calling
from ledger.game.play.challenges.failed_challenge_rule import Consequence, failed_challenge
from ledger.game.play.challenges.in_time import last_play
from ledger.game.play.drawing.drawn_off import drawn_meanwhile
from ledger.game.play.endings.zero_turns import end_of, scoreless_row, unnamed, with_the_end
from ledger.game.play.entry import Entry
from ledger.game.sheet.folds.turns import added
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import remarks
from ledger.vocabulary.refusals import Refusal


def what_follows(sheet: Sheet, acceptable: bool, entry: Entry) -> Decision:
    """The facts beside the verdict itself, the one that ends the challenge first (L-11, L-12).

    Args:
      sheet: as it stands while the challenge is pending.
      acceptable: the verdict on the whole play.
      entry: under which rules.
    """
    play = last_play(sheet)
    if not acceptable and play is not None:
        return _comes_off(sheet, play, entry)
    if acceptable and sheet.challenges.pending is not None:
        return _stands(sheet, sheet.challenges.pending, entry)
    return Decision(())


def _comes_off(sheet: Sheet, play: Line, entry: Entry) -> Decision:
    off = PhoneyWithdrawn(seat=play.seat, lost=play.score)
    drawn, unknown = drawn_meanwhile(sheet, play, entry.rules)
    row = scoreless_row(sheet.lines[: sheet.lines.index(play)], entry.rules).one_more()
    before = added(sheet.totals, play.seat, -play.score)
    end, noticed = end_of(row, before, entry.rules)
    return Decision((off, *drawn, *end), noticed + unknown)


def _stands(sheet: Sheet, challenge: ChallengeIssued, entry: Entry) -> Decision:
    if sheet.challenges.free[challenge.seat.place]:
        return Decision(calling.free_of_charge(challenge.seat), (calling.NOT_DEFINED,))
    earlier = sheet.challenges.failed[challenge.seat.place] + entry.failed_before(challenge.seat)
    ordinal = earlier + 1
    try:
        consequence = failed_challenge(len(challenge.words), ordinal, entry.rules)
    except Refusal as open_point:
        # What it costs is then for the director to enter, under the same case.
        entry.unless_ruled(open_point)
        return Decision((ChallengeFailed(seat=challenge.seat, mode="ruling"),))
    failed = ChallengeFailed(
        seat=challenge.seat,
        mode=consequence.mode,
        credited=consequence.credited,
        debited=consequence.debited,
        turn_lost=consequence.turn_lost,
        time_lost=consequence.time_lost,
        counts_as_zero=bool(consequence.counts_as_zero),
    )
    noticed = _open_points(consequence, entry)
    # A play-out that stands ends the game; there is no turn left to lose.
    if sheet.out is not None:
        end = () if sheet.ended else (GameEnded(cause="played-out"),)
        return Decision((failed, *end), noticed)
    if failed.counts_as_zero:
        return with_the_end(sheet, failed, entry, noticed)
    noticed += unnamed(sheet, "lost-to-challenge", entry) if failed.turn_lost else ()
    return Decision((failed,), noticed)


def _open_points(consequence: Consequence, entry: Entry) -> tuple[str, ...]:
    """What the book leaves open about the cost: whose score it touches, what is counted."""
    challenge = entry.rules.challenge
    found: tuple[str, ...] = ()
    if consequence.needs_ruling:
        found += (remarks.DIRECTOR_TO_CONFIRM, challenge.points_go_to.trap or "TX-05")
    if consequence.counted and not challenge.counted_per.is_known:
        found += ("TX-17",)
    return found
