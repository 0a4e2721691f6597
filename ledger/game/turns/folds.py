"""What turns, and turns that were missed, do to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.equipment.board import load_board
from ledger.equipment.tile_set import load_tile_set
from ledger.game.challenges.facts import (
    ChallengeFailed,
    ChallengeIssued,
    CourtesyDraw,
    FlashDraw,
    HoldCalled,
    PhoneyWithdrawn,
)
from ledger.game.endings.facts import PlayedOut
from ledger.game.judging.facts import ReadjudicationAsked
from ledger.game.placement.facts import OrientationSet
from ledger.game.sheet.laying import lay, with_tiles
from ledger.game.sheet.line import Line, LineKind, move_told
from ledger.game.sheet.sheet import Answering, Sheet, without_any
from ledger.game.sheet.standing import Standing, folds, tells, with_reason, words_of
from ledger.game.sheet.still_open import after_the_return
from ledger.game.turns.facts import (
    EntryCorrected,
    PlayRecorded,
    PlayRetracted,
    ScoreCorrected,
    SeatsExchanged,
    TilesExchanged,
    TurnInserted,
    TurnMissed,
    TurnPassed,
)
from ledger.messages import say
from ledger.vocabulary import Points, Seat, Totals

UNTIL_THE_NEXT_TURN = (
    HoldCalled, ChallengeIssued, ChallengeFailed, PhoneyWithdrawn, ReadjudicationAsked,
    CourtesyDraw, FlashDraw, PlayedOut,
)  # fmt: skip
"""Procedures that are over when the next turn is made, whether or not each step was noted."""

UNTIL_LATER_TURNS = (*UNTIL_THE_NEXT_TURN, OrientationSet)
"""The same from the second move on, which fixes the way the board lies (wespa 3.1.3(b))."""

NOTHING_SAID = Answering()


def added(totals: Totals, seat: Seat, points: int) -> Totals:
    first, second = totals
    if seat is Seat.FIRST:
        return (Points(first + points), second)
    return (first, Points(second + points))


@folds(PlayRecorded)
def _played(sheet: Sheet, fact: PlayRecorded, entry: Standing) -> Sheet:
    scheduled = sheet.scheduled
    placed, fits = lay(
        sheet.board.squares,
        fact.placement,
        load_board(scheduled.board).size,
        load_tile_set(scheduled.tile_set),
    )
    totals = added(sheet.totals, fact.seat, fact.announced)
    # A play worth nothing is named by no book: it neither counts nor breaks the row (O-04).
    zero_turns = 0 if fact.announced else sheet.zero_turns
    line = Line(
        version=entry.event.originator_version,
        kind=LineKind.PLAY,
        seat=fact.seat,
        score=fact.announced,
        totals=totals,
        zero_turns=sheet.zero_turns,
        placement=fact.placement,
        placed=placed,
        words=fact.words,
        announced=fact.announced,
        computed=fact.computed,
        rack=fact.rack,
        clocks=entry.event.envelope.clocks,
        fits=fits,
        before=sheet.stock,
        corrections=entry.corrections,
        before_version=entry.before,
    )
    return replace(
        _turn_over(sheet, fact.seat, entry),
        lines=(*sheet.lines, line),
        board=replace(sheet.board, squares=with_tiles(sheet.board.squares, placed)),
        stock=sheet.stock.after_playing(fact.seat, len(placed)),
        totals=totals,
        zero_turns=zero_turns,
    )


def _turn_over(sheet: Sheet, seat: Seat, entry: Standing) -> Sheet:
    """What the end of any turn changes besides its own line."""
    judged, opened = sheet.challenges.judged, sheet.open
    if judged is not None and _verdicts_differ(sheet):
        judged = replace(judged, asked=False)  # played on without the director's
    if opened:
        until = UNTIL_LATER_TURNS if sheet.turn_count else UNTIL_THE_NEXT_TURN
        opened = after_the_return(without_any(opened, until))
    return replace(
        sheet,
        on_move=None if sheet.ended else seat.opponent,
        out=None,
        open=opened,
        answering=NOTHING_SAID,
        challenges=replace(sheet.challenges, hold=None, pending=None, verdict=None, judged=judged),
        clock=sheet.clock.read(entry.event.envelope.clocks),
    )


def _verdicts_differ(sheet: Sheet) -> bool:
    return any(isinstance(one.fact, ReadjudicationAsked) and one.fact.differ for one in sheet.open)


def _scoreless(sheet: Sheet, line: Line, entry: Standing) -> Sheet:
    return replace(
        _turn_over(sheet, line.seat, entry),
        lines=(*sheet.lines, line),
        zero_turns=line.zero_turns,
    )


@folds(TilesExchanged)
def _exchanged(sheet: Sheet, fact: TilesExchanged, entry: Standing) -> Sheet:
    return _scoreless(
        sheet,
        Line(
            version=entry.event.originator_version,
            kind=LineKind.EXCHANGE,
            seat=fact.seat,
            score=Points(0),
            totals=sheet.totals,
            zero_turns=sheet.zero_turns + 1,
            count=fact.count,
            tiles=fact.tiles,
            rack=fact.rack,
            clocks=entry.event.envelope.clocks,
            before=sheet.stock,
            corrections=entry.corrections,
            before_version=entry.before,
        ),
        entry,
    )


@folds(TurnPassed)
def _passed(sheet: Sheet, fact: TurnPassed, entry: Standing) -> Sheet:
    return _scoreless(
        sheet,
        Line(
            version=entry.event.originator_version,
            kind=LineKind.PASS,
            seat=fact.seat,
            score=Points(0),
            totals=sheet.totals,
            zero_turns=sheet.zero_turns + 1,
            rack=fact.rack,
            clocks=entry.event.envelope.clocks,
            corrections=entry.corrections,
            before_version=entry.before,
        ),
        entry,
    )


@folds(TurnMissed)
def _missed(sheet: Sheet, fact: TurnMissed, entry: Standing) -> Sheet:
    totals = added(sheet.totals, fact.seat, fact.announced)
    line = Line(
        version=entry.event.originator_version,
        kind=LineKind.MISSED,
        seat=fact.seat,
        score=fact.announced,
        totals=totals,
        zero_turns=sheet.zero_turns,
        announced=fact.announced,
        clocks=entry.event.envelope.clocks,
        before=sheet.stock,
        corrections=entry.corrections,
        before_version=entry.before,
    )
    return replace(
        _turn_over(sheet, fact.seat, entry),
        lines=(*sheet.lines, line),
        totals=totals,
        zero_turns=0 if fact.announced else sheet.zero_turns,
    )


# Turns, told in a few words.


@tells(PlayRecorded)
def _play_recorded(fact: PlayRecorded, sheet: Sheet) -> str:
    return _turn(fact, sheet)


@tells(TilesExchanged)
def _tiles_exchanged(fact: TilesExchanged, sheet: Sheet) -> str:
    return _turn(fact, sheet)


@tells(TurnPassed)
def _turn_passed(fact: TurnPassed, sheet: Sheet) -> str:
    return _turn(fact, sheet)


@tells(TurnMissed)
def _turn_missed(fact: TurnMissed, sheet: Sheet) -> str:
    return _turn(fact, sheet)


def _turn(fact: PlayRecorded | TilesExchanged | TurnPassed | TurnMissed, sheet: Sheet) -> str:
    return say("game.whose", whose=sheet.name(fact.seat), what=move_told(words_of(fact)))


@tells(PlayRetracted, "taken back {supersedes:entry}")
def _play_retracted(fact: PlayRetracted, _sheet: Sheet) -> str:
    return say("game_turns.play-retracted", supersedes=fact.supersedes)


@tells(TurnInserted, "turn missed before {before:entry}: {reason} ({approved_by}) -> {turn:fact}")
def _turn_inserted(fact: TurnInserted, sheet: Sheet) -> str:
    whose = sheet.name(fact.turn.seat)
    turn = move_told(words_of(fact.turn))
    return say("game_turns.turn-inserted", player=whose, turn=turn, before=fact.before)


@tells(
    SeatsExchanged,
    "turns of the other player: {supersedes:entry}, {onwards|and all after it|it alone}: "
    "{reason} ({approved_by})",
)
def _seats_exchanged(fact: SeatsExchanged, _sheet: Sheet) -> str:
    if fact.onwards:
        told = say("game_turns.seats-exchanged-onwards", supersedes=fact.supersedes)
    else:
        told = say("game_turns.seats-exchanged", supersedes=fact.supersedes)
    return with_reason(told, fact.reason)


@tells(
    ScoreCorrected, "score of {supersedes:entry} corrected {was} -> {now}: {reason} ({approved_by})"
)
def _score_corrected(fact: ScoreCorrected, _sheet: Sheet) -> str:
    told = say(
        "game_scores.score-corrected", supersedes=fact.supersedes, was=fact.was, now=fact.now
    )
    return with_reason(told, fact.reason)


@tells(
    EntryCorrected,
    "entry of {supersedes:entry} corrected: {reason} ({approved_by}) -> {replacement:fact}",
)
def _entry_corrected(fact: EntryCorrected, _sheet: Sheet) -> str:
    if fact.replacement:
        now = move_told(words_of(fact.replacement))
        told = say("game_scores.entry-corrected", supersedes=fact.supersedes, now=now)
    else:
        told = say("game_scores.entry-struck-out", supersedes=fact.supersedes)
    return with_reason(told, fact.reason)
