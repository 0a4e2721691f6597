"""Turns: plays, passes, corrections, and their order put right."""

from __future__ import annotations

from collections import Counter
from typing import get_args

from msgspec.structs import replace

from ledger.asking.asked import STAFF, Asked, Decision
from ledger.equipment.board import load_board
from ledger.equipment.scoring import ScoredPlay, Unplaceable, place, score_play, unseen_tiles
from ledger.equipment.tile_set import TileSet, load_tile_set
from ledger.game.facts.blanks import BlankDesignated
from ledger.game.facts.endings import (
    GameEnded,
    OvertimeRecorded,
    PlayedOut,
    PlayOutAccepted,
    UnplayedTilesCounted,
)
from ledger.game.facts.holds import HoldCalled, HoldReleased
from ledger.game.facts.scores import EntryCorrected, Replacement, ScoreCorrected
from ledger.game.facts.setting_up import GameScheduled
from ledger.game.facts.turns import (
    TURNS,
    PlayRecorded,
    SeatsExchanged,
    TilesExchanged,
    Turn,
    TurnInserted,
    TurnMissed,
)
from ledger.game.play.blanks.requests import designated_letter
from ledger.game.play.clock.overtime import must_be_overtime
from ledger.game.play.clock.overtime_rule import overtime_penalty
from ledger.game.play.endings.requests import counted, unnamed
from ledger.game.play.entry import Entry, decides, must_be_on_move, must_be_playing, played_on
from ledger.game.play.exchanges.requests import must_be_exchangeable
from ledger.game.play.placement import requests
from ledger.game.play.placement.requests import Beside
from ledger.game.play.scores.requests import Change, must_be_correctable, must_not_favour
from ledger.game.play.turns.retractions import goes_with
from ledger.game.sheet.effective import standing
from ledger.game.sheet.laying import with_real_letters
from ledger.game.sheet.rescoring import rescored
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing, words_of
from ledger.game.sheet.turn_order import from_here
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.vocabulary import NO_TILES, RACK_SIZE, Placement, Points, Seat, Tiles, remarks

# Placing tiles for a score, and the turn a scorekeeper could not follow.


FLAWS = {
    "misses-centre": remarks.MISSES_CENTRE,
    "one-tile-first": remarks.ONE_TILE_FIRST,
    "disconnected": remarks.DISCONNECTED,
}


class PlaceTiles(Asked, frozen=True, tag="place-tiles", kw_only=True):
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


class MissTurn(Asked, frozen=True, tag="miss-turn", kw_only=True):
    """``seat`` made a play nobody could follow: the score now, the tiles later."""

    seat: Seat
    announced: Points


@decides(PlaceTiles, may=STAFF)
def place_tiles(sheet: Sheet, asked: PlaceTiles, entry: Entry) -> Decision:
    """Write a play down, phoney or not: that is for the judge to say."""
    must_be_playing(sheet, entry)
    must_be_on_move(sheet, asked.seat, "play", entry)
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    board = load_board(sheet.scheduled.board)
    try:
        scored = score_play(sheet.board.squares, asked.placement, board, tile_set)
    except Unplaceable as wrong:
        entry.must_be_ruled(f"{wrong.code}/placed", wrong=wrong)
        return _as_ruled(asked)
    beside = requests.must_lie_there(sheet.board.squares, asked.beside, scored, board, tile_set)
    scored, unscored = requests.counted_as_it_lies(
        sheet, asked.placement, scored, beside, board, entry
    )
    computed = scored.score if unscored or not beside else None
    if computed is None and asked.announced is None:
        raise entry.refusal("unreadable-request/score-not-stated")
    announced = scored.score if asked.announced is None else asked.announced
    play = PlayRecorded(
        seat=asked.seat,
        placement=asked.placement,
        announced=announced,
        computed=computed,
        words=scored.words,
        rack=asked.rack,
    )
    noticed = [*played_on(sheet, entry), *(FLAWS[flaw] for flaw in scored.flaws)]
    noticed += requests.noticed(asked.beside, scored, unscored, entry)
    if asked.misoriented:
        noticed.append(remarks.MISORIENTED)
    if computed is not None and announced != computed:
        noticed.append(remarks.ANNOUNCED_DIFFERS)
    if not (announced or scored.score):
        noticed += unnamed(sheet, "no-points", entry)
    strays = tuple(zip(beside, (tile for _, tile in asked.beside), strict=True))
    known = with_real_letters(sheet.board.squares, sheet.board.false_blanks, board.size)
    squares = place(known, (*scored.placed, *strays))
    if any(left < 0 for left in unseen_tiles(tile_set, squares).values()):
        noticed.append(remarks.TOO_MANY_OF_A_TILE)
    if not _held(tile_set, asked.rack, scored):
        noticed.append(remarks.NOT_ON_RACK)
    tiles = len(scored.placed) + len(beside)
    return Decision(
        (
            play,
            *requests.noted(asked.seat, asked.beside, unscored, board),
            *_play_out(sheet, asked.seat, tiles),
        ),
        tuple(noticed),
    )


def _as_ruled(asked: PlaceTiles) -> Decision:
    """A play that does not fit the board, written down because a director ruled it so."""
    play = PlayRecorded(
        seat=asked.seat,
        placement=asked.placement,
        announced=asked.announced or Points(0),
        rack=asked.rack,
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
def miss_turn(sheet: Sheet, asked: MissTurn, entry: Entry) -> Decision:
    """Write down a score whose tiles follow later, so that the next turn can be entered."""
    must_be_playing(sheet, entry)
    must_be_on_move(sheet, asked.seat, "turn", entry)
    missed = TurnMissed(seat=asked.seat, announced=asked.announced)
    return Decision((missed,), played_on(sheet, entry))


# Putting right what was entered wrong.


CORRECTABLE = (
    *get_args(Replacement), HoldCalled, HoldReleased, PlayedOut, PlayOutAccepted, GameEnded,
)  # fmt: skip
"""What a scorekeeper may put right: turns, blanks, and how the game ended."""


class CorrectScore(Asked, frozen=True, tag="correct-score", kw_only=True):
    """The score of the turn at ``version`` is ``now`` points; who approved it, and why."""

    version: int
    now: Points
    reason: str
    approved_by: str


class CorrectEntry(Asked, frozen=True, tag="correct-entry", kw_only=True):
    """``replacement`` stands in the place of the entry at ``version``; ``None`` strikes it."""

    version: int
    replacement: Replacement | None
    reason: str
    approved_by: str


@decides(CorrectScore, may=STAFF)
def correct_score(sheet: Sheet, asked: CorrectScore, entry: Entry) -> Decision:
    """Put the score of a turn right; the tiles stay (F-03)."""
    must_be_correctable(sheet, entry)
    must_have_reason(asked.reason)
    wrong = entry_at(sheet, asked.version)
    fact = wrong.fact if wrong is not None else None
    if wrong is None or not isinstance(fact, PlayRecorded | TurnMissed):
        raise entry.refusal("no-such-entry/turn-with-score", version=asked.version)
    must_not_undo_the_director(wrong, entry)
    must_not_favour(sheet, Change(asked.version, fact.seat, fact.announced, asked.now), entry)
    return Decision(
        (
            ScoreCorrected(
                supersedes=asked.version,
                was=fact.announced,
                now=asked.now,
                reason=asked.reason,
                approved_by=asked.approved_by,
            ),
        )
    )


@decides(CorrectEntry, may=STAFF)
def correct_entry(sheet: Sheet, asked: CorrectEntry, entry: Entry) -> Decision:
    """Put another entry in the place of a wrong one; later turns stay as entered."""
    must_be_correctable(sheet, entry)
    must_have_reason(asked.reason)
    wrong = entry_at(sheet, asked.version)
    if wrong is None or isinstance(wrong.event.fact, GameScheduled):
        raise entry.refusal("no-such-entry/correctable", version=asked.version)
    must_not_undo_the_director(wrong, entry)
    replacement = asked.replacement
    if replacement is not None:
        _must_be_of_a_kind(wrong.made, replacement)
        place = asked.version if wrong.before is None else wrong.before - 0.5
        replacement = worked_out(sheet, place, replacement, entry)
    return Decision(
        (
            EntryCorrected(
                supersedes=asked.version,
                replacement=replacement,
                reason=asked.reason,
                approved_by=asked.approved_by,
            ),
        ),
        goes_with(sheet, asked.version) if replacement is None else (),
    )


def entry_at(sheet: Sheet, version: int) -> Standing | None:
    """What stands at ``version``, unless that is a correction itself."""
    return next((x for x in standing(sheet.events) if x.event.originator_version == version), None)


def must_not_undo_the_director(wrong: Standing, entry: Entry) -> None:
    """Refuse to correct what a ruling, a director or a player's hand put there."""
    entry.must_unless_ruled(
        wrong.event.envelope.case is None and isinstance(wrong.made, CORRECTABLE),
        "needs-ruling/not-correctable",
    )


def _must_be_of_a_kind(wrong: Fact, replacement: Replacement) -> None:
    """Refuse to put a turn in the place of something that is none, and the like."""
    kinds = TURNS if isinstance(wrong, TURNS) else (type(wrong),)
    if not isinstance(replacement, kinds):
        raise refusal(
            "unreadable-request/replacement", put=words_of(replacement), there=words_of(wrong)
        )


def worked_out(sheet: Sheet, place: float, replacement: Replacement, entry: Entry) -> Replacement:
    """``replacement`` with what follows from it worked out here, as for a new entry.

    A ruling may say otherwise: then points stand as they were entered.
    """
    match replacement:
        case PlayRecorded():
            try:
                return rescored(sheet, place, replacement)
            except Unplaceable as wrong:
                entry.must_be_ruled(f"{wrong.code}/corrected", wrong=wrong)
                return replace(replacement, computed=None, words=())
        case TilesExchanged():
            must_be_exchangeable(replacement.count)
        case BlankDesignated():
            return replace(replacement, letter=designated_letter(sheet, replacement, entry))
        case UnplayedTilesCounted() if entry.case is None:
            return counted(replacement.racks, sheet, entry)
        case OvertimeRecorded(over=over) if over is not None:
            must_be_overtime(over)
            if entry.case is None:
                return replace(replacement, penalty=overtime_penalty(over, entry.rules))
    return replacement


def must_have_reason(reason: str) -> None:
    """Refuse a correction that does not say what was wrong."""
    if not reason.strip():
        raise refusal("unreadable-request/correction-without-reason")


class InsertTurn(Asked, frozen=True, tag="insert-turn", kw_only=True):
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


class ExchangeSeats(Asked, frozen=True, tag="exchange-seats", kw_only=True):
    """The turn at ``version`` was the other player's; ``onwards``: and all that follow it."""

    version: int
    reason: str
    approved_by: str
    onwards: bool = True


@decides(InsertTurn, may=STAFF)
def insert_turn(sheet: Sheet, asked: InsertTurn, entry: Entry) -> Decision:
    """Put a turn in where it was made; later turns stay as entered, but for whose they are.

    What does not agree afterwards is listed for the director (``sheet/rescoring.py``).
    """
    must_be_correctable(sheet, entry)
    must_have_reason(asked.reason)
    _turn_at(sheet, asked.before)
    turn = worked_out(sheet, asked.before, asked.turn, entry)
    assert isinstance(turn, TURNS)
    facts: tuple[Fact, ...] = (
        TurnInserted(
            before=asked.before, turn=turn, reason=asked.reason, approved_by=asked.approved_by
        ),
    )
    if asked.others:
        _must_be_ours(sheet, asked.before, entry, onwards=True)
        facts += (_exchanged(asked.before, asked.reason, asked.approved_by, onwards=True),)
    return Decision(facts)


@decides(ExchangeSeats, may=STAFF)
def exchange_seats(sheet: Sheet, asked: ExchangeSeats, entry: Entry) -> Decision:
    """Give a turn, or all from there on, to the other player."""
    must_be_correctable(sheet, entry)
    must_have_reason(asked.reason)
    _turn_at(sheet, asked.version)
    _must_be_ours(sheet, asked.version, entry, onwards=asked.onwards)
    return Decision(
        (_exchanged(asked.version, asked.reason, asked.approved_by, onwards=asked.onwards),)
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


def _must_be_ours(sheet: Sheet, version: int, entry: Entry, *, onwards: bool) -> None:
    """Refuse to give away a turn that a ruling put there."""
    stands = {one.event.originator_version: one for one in standing(sheet.events)}
    for each, one in from_here(stands, version):
        if not isinstance(one.made, TURNS) or one.fact is None:
            continue
        if each != version and not onwards:
            return
        must_not_undo_the_director(one, entry)
