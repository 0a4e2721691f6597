"""Turns: plays, missed turns, scores and entries corrected, and their order put right."""

from __future__ import annotations

from collections import Counter
from typing import get_args

from msgspec.structs import replace

from ledger.equipment.board import load_board
from ledger.equipment.scoring import ScoredPlay, Unplaceable, place, score_play, unseen_tiles
from ledger.equipment.tile_set import TileSet, load_tile_set
from ledger.game.blanks.facts import BlankDesignated
from ledger.game.blanks.requests import designated_letter
from ledger.game.challenges.facts import HoldCalled, HoldReleased
from ledger.game.clock.facts import OvertimeRecorded
from ledger.game.clock.requests import must_be_overtime
from ledger.game.context import GameContext, decides, must_be_on_move, must_be_playing, played_on
from ledger.game.endings.facts import GameEnded, PlayedOut, PlayOutAccepted, UnplayedTilesCounted
from ledger.game.endings.requests import counted, unnamed
from ledger.game.exchanges.requests import must_be_exchangeable
from ledger.game.placement import requests
from ledger.game.placement.requests import Beside
from ledger.game.scores.requests import Change, must_be_correctable, must_not_favour
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.folding import telling
from ledger.game.sheet.laying import with_real_letters
from ledger.game.sheet.line import move_told
from ledger.game.sheet.rescoring import rescored
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing, from_here, standing, words_of
from ledger.game.turns.facts import (
    TURNS,
    EntryCorrected,
    PlayRecorded,
    Replacement,
    ScoreCorrected,
    SeatsExchanged,
    TilesExchanged,
    Turn,
    TurnInserted,
    TurnMissed,
)
from ledger.game.turns.taking_back import goes_with
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import STAFF, Decision, Request
from ledger.rulebook.limits import overtime_penalty
from ledger.vocabulary import NO_TILES, RACK_SIZE, Placement, Points, Seat, Tiles, remarks
from ledger.vocabulary.refusals import Telling

# Placing tiles for a score, and the turn a scorekeeper could not follow.


FLAWS = {
    "misses-centre": remarks.MISSES_CENTRE,
    "one-tile-first": remarks.ONE_TILE_FIRST,
    "disconnected": remarks.DISCONNECTED,
}


class PlaceTiles(Request, frozen=True, tag="place-tiles", kw_only=True):
    """``seat`` places tiles.

    Attributes:
      announced: points the player said; ``None`` if the same as our count.
      rack: tiles held before the play, as far as known.
      beside: square and tile of each tile that is not in line with the rest.
      misoriented: the word runs against the way the first play set.
    """

    seat: Seat
    placement: Placement
    announced: Points | None = None
    rack: Tiles = Tiles("")
    beside: Beside = ()
    misoriented: bool = False


class MissTurn(Request, frozen=True, tag="miss-turn", kw_only=True):
    """``seat`` made a play nobody could follow: the score now, the tiles later."""

    seat: Seat
    announced: Points


@decides(PlaceTiles, may=STAFF)
def place_tiles(sheet: Sheet, request: PlaceTiles, context: GameContext) -> Decision:
    """Write a play down, phoney or not: that is for the judge to say."""
    must_be_playing(sheet, context)
    must_be_on_move(sheet, request.seat, context)
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    board = load_board(sheet.scheduled.board)
    try:
        scored = score_play(sheet.board.squares, request.placement, board, tile_set)
    except Unplaceable as wrong:
        context.must_be_ruled(f"{wrong.code}/placed", **wrong.values)
        return _as_ruled(request)
    beside = requests.must_lie_there(sheet.board.squares, request.beside, scored, board, tile_set)
    scored, unscored = requests.counted_as_it_lies(
        sheet, request.placement, scored, beside, board, context
    )
    computed = scored.score if unscored or not beside else None
    if computed is None and request.announced is None:
        raise context.refusal("unreadable-request/score-not-stated")
    announced = scored.score if request.announced is None else request.announced
    play = PlayRecorded(
        seat=request.seat,
        placement=request.placement,
        announced=announced,
        computed=computed,
        words=scored.words,
        rack=request.rack,
    )
    noticed = [*played_on(sheet, context), *(FLAWS[flaw] for flaw in scored.flaws)]
    noticed += requests.noticed(request.beside, scored, unscored, context)
    if request.misoriented:
        noticed.append(remarks.MISORIENTED)
    if computed is not None and announced != computed:
        noticed.append(remarks.ANNOUNCED_DIFFERS)
    if not (announced or scored.score):
        noticed += unnamed(sheet, "no-points", context)
    strays = tuple(zip(beside, (tile for _, tile in request.beside), strict=True))
    known = with_real_letters(sheet.board.squares, sheet.board.false_blanks, board.size)
    squares = place(known, (*scored.placed, *strays))
    if min(unseen_tiles(tile_set, squares).values(), default=0) < 0:
        noticed.append(remarks.TOO_MANY_OF_A_TILE)
    if not _held(tile_set, request.rack, scored):
        noticed.append(remarks.NOT_ON_RACK)
    tiles = len(scored.placed) + len(beside)
    return Decision(
        (
            play,
            *requests.noted(request.seat, request.beside, unscored, board),
            *_play_out(sheet, request.seat, tiles),
        ),
        tuple(noticed),
    )


def _as_ruled(request: PlaceTiles) -> Decision:
    """A play that does not fit the board, written down because a director ruled it so."""
    play = PlayRecorded(
        seat=request.seat,
        placement=request.placement,
        announced=request.announced or Points(0),
        rack=request.rack,
    )
    return Decision((play,), (remarks.DOES_NOT_FIT,))


def _held(tile_set: TileSet, rack: Tiles, scored: ScoredPlay) -> bool:
    """Whether the tiles played can have come from ``rack``; a partial rack proves nothing."""
    if not rack or rack == NO_TILES:
        return True
    try:
        held = Counter(tile_set.cut_rack(rack))
    except ValueError:
        return False
    used = Counter(
        tile if tile in tile_set.values and tile != "?" else "?" for _, tile in scored.placed
    )
    return sum(held.values()) < RACK_SIZE or not used - held


def _play_out(sheet: Sheet, seat: Seat, tiles: int) -> tuple[Fact, ...]:
    """The play-out, if the bag is empty and these were the last tiles on the rack."""
    if sheet.stock.bag == 0 and sheet.stock.racks[seat.place] <= tiles:
        return (PlayedOut(seat=seat),)
    return ()


@decides(MissTurn, may=STAFF)
def miss_turn(sheet: Sheet, request: MissTurn, context: GameContext) -> Decision:
    """Write down a score whose tiles follow later, so that the next turn can be entered."""
    must_be_playing(sheet, context)
    must_be_on_move(sheet, request.seat, context)
    missed = TurnMissed(seat=request.seat, announced=request.announced)
    return Decision((missed,), played_on(sheet, context))


# Putting right what was entered wrong.


CORRECTABLE = (
    *get_args(Replacement), HoldCalled, HoldReleased, PlayedOut, PlayOutAccepted, GameEnded,
)  # fmt: skip
"""What a scorekeeper may put right: turns, blanks, and how the game ended."""


class CorrectScore(Request, frozen=True, tag="correct-score", kw_only=True):
    """The score of the turn at ``version`` is ``now`` points; who approved it, and why."""

    version: int
    now: Points
    reason: str
    approved_by: str


class CorrectEntry(Request, frozen=True, tag="correct-entry", kw_only=True):
    """``replacement`` stands in the place of the entry at ``version``; ``None`` strikes it."""

    version: int
    replacement: Replacement | None
    reason: str
    approved_by: str


@decides(CorrectScore, may=STAFF)
def correct_score(sheet: Sheet, request: CorrectScore, context: GameContext) -> Decision:
    """Put the score of a turn right; the tiles stay (F-03)."""
    must_be_correctable(sheet, context)
    must_have_reason(request.reason)
    wrong = entry_at(sheet, request.version)
    fact = wrong.fact if wrong is not None else None
    if wrong is None or not isinstance(fact, PlayRecorded | TurnMissed):
        raise context.refusal("no-such-entry/turn-with-score", version=request.version)
    must_not_undo_the_director(wrong, context)
    must_not_favour(sheet, Change(request.version, fact.seat, fact.announced, request.now), context)
    return Decision(
        (
            ScoreCorrected(
                supersedes=request.version,
                was=fact.announced,
                now=request.now,
                reason=request.reason,
                approved_by=request.approved_by,
            ),
        )
    )


@decides(CorrectEntry, may=STAFF)
def correct_entry(sheet: Sheet, request: CorrectEntry, context: GameContext) -> Decision:
    """Put another entry in the place of a wrong one; later turns stay as entered."""
    must_be_correctable(sheet, context)
    must_have_reason(request.reason)
    wrong = entry_at(sheet, request.version)
    if wrong is None or isinstance(wrong.event.fact, GameScheduled):
        raise context.refusal("no-such-entry/correctable", version=request.version)
    must_not_undo_the_director(wrong, context)
    replacement = request.replacement
    if replacement is not None:
        _must_be_of_a_kind(wrong.made, replacement, sheet)
        place = request.version if wrong.before is None else wrong.before - 0.5
        replacement = worked_out(sheet, place, replacement, context)
    return Decision(
        (
            EntryCorrected(
                supersedes=request.version,
                replacement=replacement,
                reason=request.reason,
                approved_by=request.approved_by,
            ),
        ),
        goes_with(sheet, request.version) if replacement is None else (),
    )


def entry_at(sheet: Sheet, version: int) -> Standing | None:
    """What stands at ``version``, unless that is a correction itself."""
    return next((x for x in standing(sheet.events) if x.event.originator_version == version), None)


def must_not_undo_the_director(wrong: Standing, context: GameContext) -> None:
    """Refuse to correct what a ruling, a director or a player's hand put there."""
    context.must_unless_ruled(
        wrong.event.envelope.case is None and isinstance(wrong.made, CORRECTABLE),
        "needs-ruling/not-correctable",
    )


def _must_be_of_a_kind(wrong: Fact, replacement: Replacement, sheet: Sheet) -> None:
    """Refuse to put a turn in the place of something that is none, and the like."""
    kinds = TURNS if isinstance(wrong, TURNS) else (type(wrong),)
    if not isinstance(replacement, kinds):
        raise refusal(
            "unreadable-request/replacement",
            put=Telling(lambda: move_told(words_of(replacement))),
            there=telling(wrong, sheet),
        )


def worked_out(
    sheet: Sheet, place: float, replacement: Replacement, context: GameContext
) -> Replacement:
    """``replacement`` with what follows from it worked out here, as for a new entry.

    A ruling may say otherwise: then points stand as they were entered.
    """
    match replacement:
        case PlayRecorded():
            try:
                return rescored(sheet, place, replacement)
            except Unplaceable as wrong:
                context.must_be_ruled(f"{wrong.code}/corrected", **wrong.values)
                return replace(replacement, computed=None, words=())
        case TilesExchanged():
            must_be_exchangeable(replacement.count)
        case BlankDesignated():
            return replace(replacement, letter=designated_letter(sheet, replacement, context))
        case UnplayedTilesCounted() if context.case is None:
            return counted(replacement.racks, sheet, context)
        case OvertimeRecorded(over=over) if over is not None:
            must_be_overtime(over)
            if context.case is None:
                return replace(replacement, penalty=overtime_penalty(over, context.rules))
    return replacement


def must_have_reason(reason: str) -> None:
    if not reason.strip():
        raise refusal("unreadable-request/correction-without-reason")


class InsertTurn(Request, frozen=True, tag="insert-turn", kw_only=True):
    """A turn is missing before the one at ``before``: ``turn`` was made there.

    Attributes:
      others: the turns from there on were written to the wrong player for it, and go to the
        other one. So it is wherever players took turns, for the page asks for the next one's.
    """

    before: int
    turn: Turn
    reason: str
    approved_by: str
    others: bool = True


class ExchangeSeats(Request, frozen=True, tag="exchange-seats", kw_only=True):
    """The turn at ``version`` was the other player's; ``onwards``: and all that follow it."""

    version: int
    reason: str
    approved_by: str
    onwards: bool = True


@decides(InsertTurn, may=STAFF)
def insert_turn(sheet: Sheet, request: InsertTurn, context: GameContext) -> Decision:
    """Put a turn in where it was made; later turns stay as entered, but for whose they are.

    What does not agree afterwards is listed for the director (``sheet/rescoring.py``).
    """
    must_be_correctable(sheet, context)
    must_have_reason(request.reason)
    _turn_at(sheet, request.before)
    turn = worked_out(sheet, request.before, request.turn, context)
    assert isinstance(turn, TURNS)
    facts: tuple[Fact, ...] = (
        TurnInserted(
            before=request.before, turn=turn, reason=request.reason, approved_by=request.approved_by
        ),
    )
    if request.others:
        _must_be_ours(sheet, request.before, context, onwards=True)
        facts += (_exchanged(request.before, request.reason, request.approved_by, onwards=True),)
    return Decision(facts)


@decides(ExchangeSeats, may=STAFF)
def exchange_seats(sheet: Sheet, request: ExchangeSeats, context: GameContext) -> Decision:
    """Give a turn, or all from there on, to the other player."""
    must_be_correctable(sheet, context)
    must_have_reason(request.reason)
    _turn_at(sheet, request.version)
    _must_be_ours(sheet, request.version, context, onwards=request.onwards)
    return Decision(
        (_exchanged(request.version, request.reason, request.approved_by, onwards=request.onwards),)
    )


def _exchanged(version: int, reason: str, approved_by: str, *, onwards: bool) -> SeatsExchanged:
    return SeatsExchanged(
        supersedes=version, onwards=onwards, reason=reason, approved_by=approved_by
    )


def _turn_at(sheet: Sheet, version: int) -> Standing:
    found = entry_at(sheet, version)
    if found is None or not isinstance(found.fact, TURNS):
        raise refusal("no-such-entry/turn", version=version)
    return found


def _must_be_ours(sheet: Sheet, version: int, context: GameContext, *, onwards: bool) -> None:
    """Refuse to give away a turn that a ruling put there."""
    stands = {one.event.originator_version: one for one in standing(sheet.events)}
    for each, one in from_here(stands, version):
        if not isinstance(one.made, TURNS) or one.fact is None:
            continue
        if each != version and not onwards:
            return
        must_not_undo_the_director(one, context)
