"""Placement: tiles laid astray, turned, or off the squares announced."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.asking.asked import STAFF, Asked, Decision
from ledger.equipment.board import Board, write_square
from ledger.equipment.scoring import ScoredPlay, without_unscored
from ledger.equipment.tile_set import TileSet
from ledger.game.facts.challenges import PhoneyWithdrawn
from ledger.game.facts.placement import (
    OrientationCorrected,
    OrientationSet,
    PlacementChallenged,
    PlacementJudged,
    StrayTilesPlaced,
    TilesMisplaced,
    TilesStraightened,
    WordsUnscored,
)
from ledger.game.play.calls.requests import warning_due
from ledger.game.play.challenges.in_time import play_out_accepted
from ledger.game.play.drawing.overdraws import clock_again
from ledger.game.play.endings.requests import end_of, scoreless_row
from ledger.game.play.entry import Entry, decides, must_not_be_final
from ledger.game.sheet.folds.turns import added
from ledger.game.sheet.laying import square_index
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.rulebook.gaps.ruled import touching
from ledger.vocabulary import Placement, Role, Seat, remarks
from ledger.vocabulary.closed_lists import Askew, PlacementGround

# Plays whose tiles do not all lie in one line, or touch nothing (E-13).


Beside = tuple[tuple[str, str], ...]
"""Squares and tiles that are not in line with the rest of a play."""


def must_lie_there(
    squares: Sequence[str], beside: Beside, scored: ScoredPlay, board: Board, tile_set: TileSet
) -> tuple[int, ...]:
    """The squares of the tiles beside a play."""
    taken = {at for at, _ in scored.placed}
    found = []
    for square, tile in beside:
        index = square_index(square, board.size)
        if index is None:
            raise refusal("no-such-square/beside", square=square)
        if squares[index] or index in taken:
            raise refusal("square-taken/beside", square=square)
        if not _is_a_tile(tile, tile_set):
            raise refusal("not-in-tile-set/beside", tile=tile)
        taken.add(index)
        found.append(index)
    return tuple(found)


def _is_a_tile(tile: str, tile_set: TileSet) -> bool:
    try:
        return tile != "." and tile_set.cut(tile) == (tile,)
    except ValueError:
        return False


def counted_as_it_lies(
    sheet: Sheet,
    placement: Placement,
    scored: ScoredPlay,
    beside: tuple[int, ...],
    board: Board,
    entry: Entry,
) -> tuple[ScoredPlay, tuple[int, ...]]:
    """The play with what counts nothing left out, and the squares that count nothing from now."""
    here: tuple[int, ...] = ()
    if entry.rules.placing.stray_words.value == "nothing":
        loose = "disconnected" in scored.flaws
        here = (*(at for at, _ in scored.placed if loose), *beside)
    unscored = (*sheet.board.unscored, *here)
    return without_unscored(scored, sheet.board.squares, placement, board, unscored), here


def noted(seat: Seat, beside: Beside, unscored: tuple[int, ...], board: Board) -> tuple[Fact, ...]:
    """The facts that go with such a play."""
    facts: list[Fact] = []
    if beside:
        facts.append(StrayTilesPlaced(seat=seat, tiles=beside))
    if unscored:
        squares = tuple(write_square(*divmod(at, board.size)) for at in unscored)
        facts.append(WordsUnscored(squares=squares))
    return tuple(facts)


def noticed(
    beside: Beside, scored: ScoredPlay, unscored: tuple[int, ...], entry: Entry
) -> tuple[str, ...]:
    """What there is to remark on about such a play."""
    if not (beside or unscored or "disconnected" in scored.flaws):
        return ()
    codes = [remarks.TILES_ASTRAY] * bool(beside) + [remarks.NOT_SCORED] * bool(unscored)
    # What it scores, or whether seven tiles earn their bonus, is then not stated.
    open_point = not unscored or len(beside) + len(scored.placed) >= 7
    return (*codes, *[remarks.DIRECTOR_TO_CONFIRM] * open_point)


# Which way plays run, and tiles that lie askew: noted, turned, straightened (D-13, D-14).


QUARTERS = (0, 90, 180, 270)
MOVES_THAT_LEAVE_IT_OPEN = 2
"""The first play can be turned until this many moves are over (wespa-4.0 3.1.3(b))."""


class SetOrientation(Asked, frozen=True, tag="set-orientation", kw_only=True):
    """The first play runs at ``degrees`` to the lettering of the board."""

    degrees: int


class CorrectOrientation(Asked, frozen=True, tag="correct-orientation", kw_only=True):
    """``seat`` put the first play right."""

    seat: Seat
    degrees: int = 0


class ReportMisplacedTiles(Asked, frozen=True, tag="report-misplaced-tiles", kw_only=True):
    """Tiles that ``seat`` placed lie askew; fields as in ``TilesMisplaced``."""

    seat: Seat
    how: Askew
    squares: tuple[str, ...] = ()


class StraightenTiles(Asked, frozen=True, tag="straighten-tiles", kw_only=True):
    """``seat`` straightens tiles."""

    seat: Seat


@decides(SetOrientation, may=STAFF)
def set_orientation(sheet: Sheet, asked: SetOrientation, entry: Entry) -> Decision:
    """Write down how the first play lies; coordinates are those the first play sets (D-13)."""
    must_not_be_final(sheet, entry)
    _must_be_quarters(asked.degrees)
    way = entry.rules.placing.orientation
    early = sheet.turn_count < MOVES_THAT_LEAVE_IT_OPEN
    wrong = bool(asked.degrees) and way.value == "lettering" and early
    silent = bool(asked.degrees) and not way.is_known
    return Decision(
        (OrientationSet(degrees=asked.degrees, to_correct=wrong),),
        (remarks.DIRECTOR_TO_CONFIRM,) if silent else (),
    )


@decides(CorrectOrientation, may=STAFF)
def correct_orientation(sheet: Sheet, asked: CorrectOrientation, entry: Entry) -> Decision:
    """Write down that the first play was turned, while it still may be."""
    must_not_be_final(sheet, entry)
    _must_be_quarters(asked.degrees)
    way = entry.rules.placing.orientation
    entry.must_unless_ruled(
        way.value == "lettering" and sheet.turn_count < MOVES_THAT_LEAVE_IT_OPEN,
        "orientation-fixed",
    )
    turned = OrientationCorrected(seat=asked.seat, degrees=asked.degrees)
    return Decision((turned, *clock_again(sheet, OrientationSet)))


def _must_be_quarters(degrees: int) -> None:
    if degrees not in QUARTERS:
        raise refusal("unreadable-request/degrees", degrees=degrees)


@decides(ReportMisplacedTiles, may=STAFF)
def report_misplaced_tiles(sheet: Sheet, asked: ReportMisplacedTiles, entry: Entry) -> Decision:
    """Write down that tiles lie askew: a matter of manners, nothing more (D-14)."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(
        any(line.seat is asked.seat and line.placed for line in sheet.plays),
        "no-such-entry/tiles-of",
        player=sheet.name(asked.seat),
    )
    times = 1 + sum(
        isinstance(event.fact, TilesMisplaced)
        and (event.fact.seat, event.fact.how) == (asked.seat, asked.how)
        for event in sheet.events
    )
    offence = "tiles-upside-down" if asked.how == "upside-down" else ""
    due = warning_due(sheet, asked.seat, offence, entry.rules, times=times, wanted_from=2)
    return Decision(
        (TilesMisplaced(seat=asked.seat, how=asked.how, squares=asked.squares), *due),
        touching(entry.rules, "TN-22"),
    )


@decides(StraightenTiles, may=STAFF)
def straighten_tiles(sheet: Sheet, asked: StraightenTiles, entry: Entry) -> Decision:
    """Write down that tiles were straightened, by who may do it (D-10, D-14, TX-03)."""
    must_not_be_final(sheet, entry)
    rule = entry.rules.placing.straightened_by
    opened = find(sheet.open, TilesMisplaced)
    owner = opened.fact.seat if opened and isinstance(opened.fact, TilesMisplaced) else None
    opponents = owner is not None and owner is not asked.seat
    exempt = rule.value == "on-turn-or-opponents-tiles" and opponents
    if rule.is_known and sheet.on_move not in (None, asked.seat) and not exempt:
        entry.must_be_ruled("not-on-turn")
    return Decision(
        (TilesStraightened(seat=asked.seat), *clock_again(sheet, TilesMisplaced)),
        () if rule.is_known else touching(entry.rules, "TN-22"),
    )


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
