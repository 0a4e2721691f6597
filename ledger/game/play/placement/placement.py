"""Tiles that lie where they may not: challenged and judged (L-21)."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.challenges import PhoneyWithdrawn
from ledger.game.facts.placement import PlacementChallenged, PlacementJudged
from ledger.game.play.challenges.in_time import play_out_accepted
from ledger.game.play.drawing.numbers import clock_again
from ledger.game.play.endings.zero_turns import end_of, scoreless_row
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.folds.turns import added
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Role, Seat, remarks
from ledger.vocabulary.closed_lists import PlacementGround


class ChallengePlacement(Asked, frozen=True, tag="challenge-placement", kw_only=True):
    """``seat`` challenges how the tiles of the play just made lie; as ``PlacementChallenged``."""

    seat: Seat
    ground: PlacementGround
    drawn: bool = False


class JudgePlacement(Asked, frozen=True, tag="judge-placement", kw_only=True):
    """It is settled whether the placement was legal."""

    legal: bool
    adjudicator: str = ""


@decides(ChallengePlacement, may=STAFF)
def challenge_placement(sheet: Sheet, asked: ChallengePlacement, entry: Entry) -> Decision:
    """Write a challenge of the placement down; no word of it goes to a judge (L-21)."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(
        sheet.challenges.pending is None and find(sheet.open, PlacementChallenged) is None,
        "challenge-pending/this-play",
    )
    play = _play(sheet)
    over = sheet.ending.unplayed_counted or sheet.ended not in ("", "played-out")
    entry.must_unless_ruled(
        play is not None and play.seat is not asked.seat and not over,
        "nothing-to-challenge/no-placement",
        player=sheet.name(asked.seat),
    )
    accepted = play_out_accepted(sheet, asked.seat, entry.rules)
    if accepted is not None:
        entry.unless_ruled(accepted)
    grounds = entry.rules.placing.grounds
    noticed: list[str] = []
    if not grounds.is_known:
        noticed.append(remarks.DIRECTOR_TO_CONFIRM)
    elif asked.ground not in grounds.known():
        noticed.append(remarks.GROUND_NOT_LISTED)
    noticed += ["TN-23"] * (asked.ground == "moved-tiles")
    noticed += ["TN-16"] * (asked.ground == "misses-centre" and asked.drawn)
    challenged = PlacementChallenged(seat=asked.seat, ground=asked.ground, drawn=asked.drawn)
    known = [n for n in noticed if n in remarks.WORDS]
    return Decision(
        (challenged,), (*known, *touching(entry.rules, *(n for n in noticed if n not in known)))
    )


@decides(JudgePlacement, may=STAFF)
def judge_placement(sheet: Sheet, asked: JudgePlacement, entry: Entry) -> Decision:
    """Write the verdict down: the play comes off as after any challenge, or stays at no cost.

    Where the book does not say what a wrong challenge costs, nothing is taken and the
    director is to confirm that.
    """
    must_not_be_final(sheet, entry)
    opened = find(sheet.open, PlacementChallenged)
    entry.must_unless_ruled(opened is not None, "no-challenge/no-placement")
    entry.must_unless_ruled(entry.role is Role.DIRECTOR, "director-judges/placement")
    verdict = PlacementJudged(legal=asked.legal, adjudicator=asked.adjudicator)
    if asked.legal:
        costs = entry.rules.placing.wrong_challenge
        open_point = (remarks.DIRECTOR_TO_CONFIRM, *touching(entry.rules, "TN-36"))
        facts = (verdict, *clock_again(sheet, PlacementChallenged))
        return Decision(facts, () if costs.is_known else open_point)
    play = _play(sheet)
    if play is None:
        entry.must_be_ruled("challenged-play-gone/stands")
        return Decision((verdict,))
    row = scoreless_row(sheet.lines[: sheet.lines.index(play)], entry.rules).one_more()
    before = added(sheet.totals, play.seat, -play.score)
    end, noticed = end_of(row, before, entry.rules)
    if opened is not None and isinstance(opened.fact, PlacementChallenged) and opened.fact.drawn:
        noticed += (remarks.NEW_TILES_DRAWN,)
    off = PhoneyWithdrawn(seat=play.seat, lost=play.score)
    after = end or clock_again(sheet, PlacementChallenged)
    return Decision((verdict, off, *after), noticed)


def _play(sheet: Sheet) -> Line | None:
    last = sheet.last_turn
    playable = last is not None and last.kind in (LineKind.PLAY, LineKind.MISSED)
    return last if last is not None and playable and not last.withdrawn else None
