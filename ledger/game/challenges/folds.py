"""What challenges, holds, and tiles drawn meanwhile do to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.equipment.board import Squares, load_board
from ledger.game.blanks.facts import BlankDisputed
from ledger.game.challenges.facts import (
    ChallengeAdjudicated,
    ChallengeFailed,
    ChallengeIssued,
    ChallengeSlipConfirmed,
    ChallengeVoided,
    CourtesyDraw,
    CourtesyTilesMixed,
    FlashDraw,
    HoldCalled,
    HoldReleased,
    PhoneyWithdrawn,
    TurnEndedIrregularly,
    WindowClosed,
    WindowReopened,
)
from ledger.game.drawing.facts import Overdrawn, TileDroppedBack, Underdrawn
from ledger.game.endings.facts import PlayedOut
from ledger.game.judging.facts import ReadjudicationAsked, VerdictOvertaken
from ledger.game.placement.facts import OrientationSet
from ledger.game.sheet.laying import square_index, without_tiles
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.sheet import Judged, Sheet, find, with_opened, with_step, without_any
from ledger.game.sheet.standing import SINCE, Standing, folds, tells, with_reason
from ledger.game.turns.folds import added
from ledger.messages import say
from ledger.vocabulary import Points, Seat

# What challenges and verdicts do to the sheet. And its words.


@folds(ChallengeIssued)
def _issued(sheet: Sheet, fact: ChallengeIssued, entry: Standing) -> Sheet:
    opened = without_any(sheet.open, (HoldCalled,))
    held = find(sheet.open, HoldCalled) if sheet.challenges.hold is fact.seat else None
    return replace(
        sheet,
        challenges=replace(sheet.challenges, pending=fact, verdict=None, hold=None),
        answering=replace(sheet.answering, held=held),
        open=with_opened(opened, entry.event.originator_version, fact),
    )


@folds(ChallengeSlipConfirmed)
def _confirmed(sheet: Sheet, fact: ChallengeSlipConfirmed, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, ChallengeIssued, fact))


@folds(ChallengeAdjudicated)
def _adjudicated(sheet: Sheet, fact: ChallengeAdjudicated, entry: Standing) -> Sheet:
    return replace(
        sheet,
        challenges=replace(sheet.challenges, verdict=fact.acceptable, judge=fact.adjudicator),
        open=with_step(sheet.open, ChallengeIssued, fact),
    )


SETTLED = (HoldCalled, ChallengeIssued, CourtesyDraw, FlashDraw, ReadjudicationAsked)
"""Procedures that a verdict ends."""


def _closed(sheet: Sheet, in_force: bool, entry: Standing) -> Sheet:
    """What the end of any challenge leaves: its verdict, to be asked for again, and the restart.

    A challenge whose verdict nobody entered, as in a game file, leaves no verdict.
    """
    challenge, verdict = sheet.challenges.pending, sheet.challenges.verdict
    version = entry.event.originator_version
    opened = without_any(sheet.open, SETTLED) if sheet.open else sheet.open
    none = replace(sheet.challenges, hold=None, pending=None, verdict=None)
    if challenge is None or verdict is None:
        return replace(sheet, challenges=none, open=opened)
    judged = Judged(
        version=version,
        play_seat=challenge.seat.opponent,
        challenge=challenge,
        verdicts=(verdict,),
        judges=(sheet.challenges.judge,),
        in_force=in_force,
    )
    fact = entry.fact
    # A game that stays over has no clock to start; a play-out that comes off goes on.
    over = sheet.ended and (in_force or sheet.ended != "played-out")
    return replace(
        sheet,
        challenges=replace(none, judged=judged),
        open=opened if fact is None or over else with_opened(opened, version, fact),
    )


@folds(PhoneyWithdrawn)
def _withdrawn(sheet: Sheet, fact: PhoneyWithdrawn, entry: Standing) -> Sheet:
    """The play comes off with its blanks; the rack is as it was; the turn was scoreless (G-11).

    It is the last turn's play, with the points it stands at. Where a correction left none
    there, nothing comes off and no points are lost.
    """
    lines, unscored = list(sheet.lines), sheet.board.unscored
    place = _play_just_made(lines, fact.seat)
    squares, stock, zero_turns = sheet.board.squares, sheet.stock, sheet.zero_turns
    blanks, lost, on_move = sheet.board.blanks, Points(0), sheet.on_move
    if place is not None:
        play = lines[place]
        lost = play.score
        lines[place] = replace(play, withdrawn=True)
        squares = without_tiles(squares, play.placed)
        size = load_board(sheet.scheduled.board).size
        gone = {index for index, _ in play.placed}
        blanks = tuple(b for b in blanks if square_index(b.square, size) not in gone)
        unscored = tuple(n for n in unscored if n not in gone)
        if play.before is not None:
            held = play.before.racks[fact.seat.place]
            stock = stock.after_taking_back(fact.seat, len(play.placed), held)
        zero_turns, on_move = play.zero_turns + 1, fact.seat.opponent
    totals = added(sheet.totals, fact.seat, -lost)
    # A play-out that comes off was no end; any other end stays one.
    ended = "" if sheet.ended == "played-out" else sheet.ended
    lines.append(
        Line(
            version=entry.event.originator_version,
            kind=LineKind.WITHDRAWN,
            seat=fact.seat,
            score=Points(-lost),
            totals=totals,
            zero_turns=zero_turns,
            clocks=entry.event.envelope.clocks,
            corrections=entry.corrections,
        )
    )
    after = _closed(_undone(sheet, fact.seat, squares), False, entry)
    return replace(
        after if place is None else _without_its_verdict(after, lines[place], entry),
        lines=tuple(lines),
        board=replace(sheet.board, squares=squares, blanks=blanks, unscored=unscored),
        stock=stock,
        totals=totals,
        zero_turns=zero_turns,
        on_move=None if ended else on_move,
        out=None,
        ended=ended,
    )


def _without_its_verdict(sheet: Sheet, play: Line, entry: Standing) -> Sheet:
    """A verdict on a play that came off for another reason is none any more.

    It is not asked for again, and turns made since it hang on nothing.
    """
    judged = sheet.challenges.judged
    if judged is None or not play.place < judged.version < entry.event.originator_version:
        return sheet
    return replace(
        sheet,
        challenges=replace(sheet.challenges, judged=None),
        open=without_any(sheet.open, (VerdictOvertaken,)),
    )


def _undone(sheet: Sheet, seat: Seat, squares: Squares) -> Sheet:
    """What needs no answer once a play is off the board, which then holds ``squares``.

    Neither a play-out that is undone does, nor a correction of the draw after the play, nor
    which letter a blank of it is.
    """
    if not sheet.open:
        return sheet
    size = load_board(sheet.scheduled.board).size
    left = []
    for one in without_any(sheet.open, (PlayedOut,)):
        match one.fact:
            case Overdrawn() | Underdrawn() | TileDroppedBack():
                over = one.fact.seat is seat
            case BlankDisputed(square=square):
                index = square_index(square, size)
                over = index is not None and not squares[index]
            case _:
                over = False
        if not over:
            left.append(one)
    return replace(sheet, open=tuple(left))


def _play_just_made(lines: list[Line], seat: Seat) -> int | None:
    """Where the last turn is, if it is a play of ``seat`` that still stands."""
    last = next((at for at in reversed(range(len(lines))) if lines[at].is_turn), None)
    if last is None or lines[last].seat is not seat or lines[last].withdrawn:
        return None
    return last if lines[last].kind in (LineKind.PLAY, LineKind.MISSED) else None


@folds(ChallengeFailed)
def _failed(sheet: Sheet, fact: ChallengeFailed, entry: Standing) -> Sheet:
    """The play stands; each consequence is a line of its own, never folded into a score."""
    totals, lines = sheet.totals, list(sheet.lines)
    zero_turns, on_move = sheet.zero_turns, sheet.on_move

    def line(kind: LineKind, seat: Seat, points: int) -> None:
        nonlocal totals
        totals = added(totals, seat, points)
        lines.append(
            Line(
                version=entry.event.originator_version,
                kind=kind,
                seat=seat,
                score=Points(points),
                totals=totals,
                zero_turns=zero_turns,
                note=fact.mode,
                clocks=entry.event.envelope.clocks,
                corrections=entry.corrections,
            )
        )

    if fact.credited:
        line(LineKind.BONUS, fact.seat.opponent, fact.credited)
    if fact.debited:
        line(LineKind.COST, fact.seat, -fact.debited)
    if fact.turn_lost:
        zero_turns += fact.counts_as_zero
        line(LineKind.TURN_LOST, fact.seat, 0)
        on_move = None if sheet.ended else fact.seat.opponent
    one, two = sheet.challenges.failed
    if fact.turn_lost:  # a second move, which fixes the way the board lies (wespa 3.1.3(b))
        sheet = replace(sheet, open=without_any(sheet.open, (OrientationSet,)))
    closed = _closed(sheet, True, entry)
    return replace(
        closed,
        lines=tuple(lines),
        totals=totals,
        zero_turns=zero_turns,
        on_move=on_move,
        challenges=replace(
            closed.challenges,
            failed=(one + 1, two) if fact.seat is Seat.FIRST else (one, two + 1),
            stood=sheet.last_turn.version if sheet.last_turn else 0,
        ),
        clock=sheet.clock.less(fact.seat, fact.time_lost),
    )


@folds(ChallengeVoided)
def _voided(sheet: Sheet, fact: ChallengeVoided, entry: Standing) -> Sheet:
    """What is undone left a hold as it was: who held the play goes on thinking.

    A play that was taken back instead is not there to be held.
    """
    if sheet.challenges.pending is None:
        return sheet
    opened = without_any(sheet.open, (ChallengeIssued,))
    held = sheet.answering.held if fact.reason != "conceded" else None
    hold = held.fact.seat if held is not None and isinstance(held.fact, HoldCalled) else None
    return replace(
        sheet,
        challenges=replace(sheet.challenges, pending=None, verdict=None, hold=hold),
        answering=replace(sheet.answering, held=None),
        open=opened if held is None else (*opened, held),
    )


# Challenges, told in a few words.


@tells(
    ChallengeIssued,
    (
        "challenge {seat}[: {words}][ ({method})]"
        "[; {voiced|said aloud|not said aloud}][; {neutral|clocks stopped|clocks running}]"
        "[; {agreed|method agreed|method not agreed}][; authority {authority}]"
    )
    + SINCE,
)
def _challenge_issued(fact: ChallengeIssued, sheet: Sheet) -> str:
    if fact.words:
        return say(
            "game_challenges.challenged-words",
            player=sheet.name(fact.seat),
            words=", ".join(fact.words),
        )
    return say("game_challenges.challenged", player=sheet.name(fact.seat))


@tells(ChallengeSlipConfirmed, "slip confirmed {seat}")
def _challenge_slip_confirmed(fact: ChallengeSlipConfirmed, sheet: Sheet) -> str:
    return say("game_challenges.challenge-slip-confirmed", player=sheet.name(fact.seat))


@tells(
    ChallengeAdjudicated,
    "verdict {acceptable|acceptable|unacceptable}[ ({adjudicator})][; list {lexicon}]",
)
def _challenge_adjudicated(fact: ChallengeAdjudicated, _sheet: Sheet) -> str:
    if fact.acceptable:
        return say("game_challenges.verdict-play-acceptable")
    return say("game_challenges.verdict-play-not-acceptable")


@tells(PhoneyWithdrawn)
def _phoney_withdrawn(fact: PhoneyWithdrawn, sheet: Sheet) -> str:
    return say("game_challenges.phoney-withdrawn", player=sheet.name(fact.seat))


@tells(
    ChallengeFailed,
    "challenge failed {seat} ({mode})[; credited {credited}][; debited {debited}]"
    "[; {turn_lost|turn lost|turn kept}][; {counts_as_zero|scoreless|no zero}]"
    "[; time lost {time_lost}]",
)
def _challenge_failed(fact: ChallengeFailed, sheet: Sheet) -> str:
    return say("game_challenges.challenge-failed", player=sheet.name(fact.seat))


@tells(ChallengeVoided, "no verdict: {reason}")
def _challenge_voided(fact: ChallengeVoided, _sheet: Sheet) -> str:
    return with_reason(say("game_challenges.challenge-voided"), fact.reason)


@folds(HoldCalled)
def _hold(sheet: Sheet, fact: HoldCalled, entry: Standing) -> Sheet:
    return replace(
        sheet,
        challenges=replace(sheet.challenges, hold=fact.seat),
        answering=replace(sheet.answering, hold_after=fact.after),
        open=with_opened(sheet.open, entry.event.originator_version, fact),
    )


@folds(HoldReleased)
def _released(sheet: Sheet, fact: HoldReleased, entry: Standing) -> Sheet:
    """What was drawn as a courtesy meanwhile joins the rack."""
    return replace(
        sheet,
        challenges=replace(sheet.challenges, hold=None),
        answering=replace(sheet.answering, released=True, courtesy=None),
        open=without_any(sheet.open, (HoldCalled, CourtesyDraw)),
    )


@folds(CourtesyDraw)
def _courtesy(sheet: Sheet, fact: CourtesyDraw, entry: Standing) -> Sheet:
    opened = with_step(sheet.open, HoldCalled, fact)
    return replace(
        sheet,
        answering=replace(sheet.answering, courtesy=fact),
        open=with_opened(opened, entry.event.originator_version, fact),
    )


@folds(CourtesyTilesMixed)
def _mixed(sheet: Sheet, fact: CourtesyTilesMixed, entry: Standing) -> Sheet:
    drawn = sheet.answering.courtesy
    if drawn is not None:
        drawn = replace(drawn, racked=True, mixed=fact.mixed)
    return replace(
        sheet,
        answering=replace(sheet.answering, courtesy=drawn),
        open=with_step(sheet.open, CourtesyDraw, fact),
    )


@folds(FlashDraw)
def _flash(sheet: Sheet, fact: FlashDraw, entry: Standing) -> Sheet:
    return replace(
        sheet,
        answering=replace(sheet.answering, flash=fact),
        open=with_opened(sheet.open, entry.event.originator_version, fact),
    )


# Holds and courtesy draws, told in a few words.


@tells(HoldCalled, "hold {seat}" + SINCE)
def _hold_called(fact: HoldCalled, sheet: Sheet) -> str:
    return say("game_challenges.hold-called", player=sheet.name(fact.seat))


@tells(HoldReleased, "released {seat}")
def _hold_released(fact: HoldReleased, sheet: Sheet) -> str:
    return say("game_challenges.hold-released", player=sheet.name(fact.seat))


@tells(
    CourtesyDraw,
    "courtesy draw {seat} {drawn}[; after {after}][; held for {held_for}]"
    "[; {looked|looked|not looked}][; {racked|on the rack|off the rack}][; {mixed|mixed|apart}]",
)
def _courtesy_draw(fact: CourtesyDraw, sheet: Sheet) -> str:
    return say("game_challenges.courtesy-draw", player=sheet.name(fact.seat), drawn=fact.drawn)


@tells(CourtesyTilesMixed, "courtesy tiles of {seat} on the rack: {mixed|mixed|apart}")
def _courtesy_tiles_mixed(fact: CourtesyTilesMixed, sheet: Sheet) -> str:
    who = sheet.name(fact.seat)
    if fact.mixed:
        return say("game_challenges.tiles-drew-during-hold-mixed", player=who)
    return say("game_challenges.tiles-drew-during-hold-touched", player=who)


@tells(
    FlashDraw,
    "flash draw {seat} {drawn} ({ground})[; {racked|on the rack|off the rack}]"
    "[; {mixed|mixed|apart}][; {deliberate|deliberate|not deliberate}]",
)
def _flash_draw(fact: FlashDraw, sheet: Sheet) -> str:
    player, drawn = sheet.name(fact.seat), fact.drawn
    return say(f"game_challenges.flash-{fact.ground}", player=player, drawn=drawn)


@folds(TurnEndedIrregularly)
def _irregular(sheet: Sheet, fact: TurnEndedIrregularly, entry: Standing) -> Sheet:
    return replace(sheet, answering=replace(sheet.answering, irregular=fact.how))


@folds(WindowReopened)
def _reopened(sheet: Sheet, fact: WindowReopened, entry: Standing) -> Sheet:
    answering = replace(sheet.answering, reopened=True, passed=False)
    return replace(sheet, answering=answering, open=with_step(sheet.open, FlashDraw, fact))


@folds(WindowClosed)
def _window_was_closed(sheet: Sheet, fact: WindowClosed, entry: Standing) -> Sheet:
    left = without_any(sheet.open, (HoldCalled, FlashDraw, PlayedOut))
    return replace(
        sheet,
        challenges=replace(sheet.challenges, hold=None),
        answering=replace(sheet.answering, passed=True),
        open=left,
    )


@tells(TurnEndedIrregularly, "turn of {seat} ended: {how}[; pressed after {pressed_after}]")
def _turn_ended_irregularly(fact: TurnEndedIrregularly, sheet: Sheet) -> str:
    return say(f"game_judging.irregular-{fact.how}", player=sheet.name(fact.seat))


@tells(WindowReopened, "{seat} may still answer: {reason}")
def _window_reopened(fact: WindowReopened, sheet: Sheet) -> str:
    return with_reason(
        say("game_judging.window-reopened", player=sheet.name(fact.seat)), fact.reason
    )


@tells(WindowClosed, "no answer from {seat}[; after {after}]")
def _window_closed(fact: WindowClosed, sheet: Sheet) -> str:
    return say("game_judging.window-closed", player=sheet.name(fact.seat))
