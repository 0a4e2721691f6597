"""Holds and the courtesy rule: what may be asked, and the procedures for them."""

from __future__ import annotations

from ledger.game.calls.facts import WarningDue
from ledger.game.calls.requests import warning_due
from ledger.game.challenges.facts import (
    ChallengeIssued,
    CourtesyDraw,
    CourtesyTilesMixed,
    FlashDraw,
    HoldCalled,
    HoldReleased,
    TurnEndedIrregularly,
    WindowClosed,
    WindowReopened,
)
from ledger.game.challenges.in_time import (
    AskedInTime,
    answer_refused,
    courtesy_draw_allowed,
    is_open,
    last_play,
    moment_of,
    must_be_in_time,
    play_to_answer,
    situation_of,
    window_in,
)
from ledger.game.clock.facts import ClockNeutralised, ClockRestarted
from ledger.game.clock.requests import rule_for_stopping
from ledger.game.context import GameContext, awaits_verdict, decides, must_not_be_final
from ledger.game.endings.facts import GameEnded, PlayedOut
from ledger.game.procedure import Procedure, Question, Step, in_order, opened_by, recorded_since
from ledger.game.sheet.sheet import Opened, Sheet
from ledger.game.sheet.standing import tiles
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import touching
from ledger.vocabulary import Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import FlashGround, HowIrregular

# Holds, and the courtesy rule that a hold opens.


# Holds, and how long a play may be answered.


HOW_MET = {"timer-forgotten": ("T1-02", "TN-15"), "change-announced": ("TW-04",)}
"""Traps that a turn ended in this way meets, in the books that have them."""


class CallHold(AskedInTime, frozen=True, tag="call-hold", kw_only=True):
    """``seat`` wants time to think about the play just made."""


class ReleaseHold(Request, frozen=True, tag="release-hold", kw_only=True):
    """``seat`` accepts the play on hold."""

    seat: Seat


class ReportIrregularTurn(Request, frozen=True, tag="report-irregular-turn", kw_only=True):
    """The turn of ``seat`` was made out of order; fields as in ``TurnEndedIrregularly``."""

    seat: Seat
    how: HowIrregular
    pressed_after: Seconds | None = None


class CloseWindow(AskedInTime, frozen=True, tag="close-window", kw_only=True):
    """``seat`` gave no answer to the play, and the time for it is over."""


class ReopenWindow(Request, frozen=True, tag="reopen-window", kw_only=True):
    """The director finds that ``seat`` may still answer the play, for ``reason``."""

    seat: Seat
    reason: str


@decides(CallHold, may=STAFF)
def call_hold(sheet: Sheet, request: CallHold, context: GameContext) -> Decision:
    """Write a hold down (K-09); on a play-out it means what the book says (O-02)."""
    play = play_to_answer(sheet, request.seat, "hold", context)
    rules = context.rules
    if not rules.windows.hold_lasts.is_known:
        context.unless_ruled(rules.windows.hold_lasts.refusal())
    context.must_unless_ruled(
        sheet.challenges.hold is not request.seat, "hold-called", player=sheet.name(request.seat)
    )
    noticed = must_be_in_time(sheet, play, request, "hold", context)
    if sheet.out is not None and rules.answers.play_out_hold.trap:
        noticed += touching(rules, rules.answers.play_out_hold.trap)
    held = HoldCalled.from_request(request)
    return Decision((held,), noticed)


@decides(ReleaseHold, may=STAFF)
def release_hold(sheet: Sheet, request: ReleaseHold, context: GameContext) -> Decision:
    """Write the end of a hold down (K-11)."""
    context.must_unless_ruled(
        sheet.challenges.hold is request.seat, "no-hold/not-called", player=sheet.name(request.seat)
    )
    return Decision((HoldReleased(seat=request.seat),))


@decides(ReportIrregularTurn, may=STAFF)
def report_irregular_turn(
    sheet: Sheet, request: ReportIrregularTurn, context: GameContext
) -> Decision:
    """Write down that the turn just made was out of order (D-02, D-04 to D-07)."""
    must_not_be_final(sheet, context)
    last = sheet.last_turn
    context.must_unless_ruled(
        last is not None and last.seat is request.seat,
        "no-such-turn",
        player=sheet.name(request.seat),
    )
    ended = TurnEndedIrregularly(
        seat=request.seat, how=request.how, pressed_after=request.pressed_after
    )
    # The end of the turn and the press of the timer are two moments then.
    met = HOW_MET.get(request.how, ())
    if request.how == "change-announced" and not request.pressed_after:
        met = ()
    return Decision((ended, *_warned(sheet, request, context)), touching(context.rules, *met))


def _warned(
    sheet: Sheet, request: ReportIrregularTurn, context: GameContext
) -> tuple[WarningDue, ...]:
    """The warning for a score written too early or too late; none once the bag is empty (D-08)."""
    offence = WARNED_OF.get(request.how, "")
    late = offence == "cumulative-not-recorded"
    if not offence or (late and not sheet.stock.bag):
        return ()
    return warning_due(sheet, request.seat, offence, context.rules)


WARNED_OF = {
    "drew-before-recording": "cumulative-not-recorded",
    "wrote-before-playing": "score-before-play",
}
"""Turns out of order for which a book may want a warning, and what its table calls them."""


@decides(CloseWindow, may=STAFF)
def close_window(sheet: Sheet, request: CloseWindow, context: GameContext) -> Decision:
    """Write down that nobody answered the play in time; a play-out then stands (K-13, O-02)."""
    play = play_to_answer(sheet, request.seat, "answer", context)
    if play is not None:
        # Of the two rights a challenge may last longer; both are gone when it is.
        window = window_in(situation_of(sheet, play, request, context.rules), context.rules)
        held = sheet.challenges.hold is request.seat
        context.must_unless_ruled(
            not held and not is_open(window, moment_of(sheet, request, context)),
            "window-open",
            player=sheet.name(request.seat),
            clause=str(context.rules.windows.hold_lasts) if held else window.clause,
        )
    facts: tuple[Fact, ...] = (WindowClosed(seat=request.seat, after=request.after),)
    if sheet.out is not None and not sheet.ended:
        facts = (*facts, GameEnded(cause="played-out"))
    return Decision(facts)


@decides(ReopenWindow, may=DIRECTORS)
def reopen_window(sheet: Sheet, request: ReopenWindow, context: GameContext) -> Decision:
    """Write down a director's finding that the right to challenge was not lost (K-07)."""
    must_not_be_final(sheet, context)
    context.must_be_ruled("needs-ruling/quick-draw")
    context.must(request.reason.strip(), "unreadable-request/finding")
    return Decision((WindowReopened(seat=request.seat, reason=request.reason),))


class DrawCourteously(Request, frozen=True, tag="draw-courteously", kw_only=True):
    """``seat``, whose play is on hold, draws tiles; fields as in ``CourtesyDraw``."""

    seat: Seat
    drawn: int
    after: Seconds | None = None
    held_for: Seconds | None = None
    looked: bool | None = None
    racked: bool | None = None
    mixed: bool | None = None


class MixCourtesyTiles(Request, frozen=True, tag="mix-courtesy-tiles", kw_only=True):
    """Courtesy tiles of ``seat`` touched the rack; ``mixed``: with the old ones."""

    seat: Seat
    mixed: bool


class ReportFlashDraw(Request, frozen=True, tag="report-flash-draw", kw_only=True):
    """``seat`` drew before the play could fairly be answered; fields as in ``FlashDraw``."""

    seat: Seat
    ground: FlashGround
    drawn: int = 0
    racked: bool | None = None
    mixed: bool | None = None
    deliberate: bool | None = None


@decides(DrawCourteously, may=STAFF)
def draw_courteously(sheet: Sheet, request: DrawCourteously, context: GameContext) -> Decision:
    """Write a draw during a hold down (H-20, H-21); none while a challenge is judged (H-19)."""
    must_not_be_final(sheet, context)
    must_be_a_number(request.drawn)
    held = sheet.challenges.hold is request.seat.opponent
    if sheet.challenges.pending is not None and sheet.challenges.pending.seat is not request.seat:
        during = context.rules.drawing.during_adjudication
        if not during.is_known:
            context.unless_ruled(during.refusal())
        elif not during.value:
            context.must_be_ruled("no-drawing-now")
    elif not held:
        context.must_be_ruled("no-hold/drawing", player=sheet.name(request.seat))
    _must_not_be_early(sheet, request, context)
    drawn = CourtesyDraw.from_request(request)
    wrong = request.racked or request.mixed
    return Decision((drawn,), (remarks.COURTESY_TILES_MIXED,) if wrong else ())


def _must_not_be_early(sheet: Sheet, request: DrawCourteously, context: GameContext) -> None:
    windows = context.rules.windows
    if not windows.courtesy_after.is_known:
        context.unless_ruled(windows.courtesy_after.refusal())
        return
    waited = request.after
    if windows.courtesy_from.value == "hold-call":
        waited = _held_for(sheet, request)
    if waited is None:
        return
    context.must_unless_ruled(
        courtesy_draw_allowed(waited, context.rules),
        "too-early-to-draw",
        seconds=windows.courtesy_after.value,
    )


def _held_for(sheet: Sheet, request: DrawCourteously) -> Seconds | None:
    """Seconds since hold was called, as told or from what was told; ``None``: not known."""
    if request.held_for is not None or request.after is None:
        return request.held_for
    return Seconds(request.after - (sheet.answering.hold_after or 0))


@decides(MixCourtesyTiles, may=STAFF)
def mix_courtesy_tiles(sheet: Sheet, request: MixCourtesyTiles, context: GameContext) -> Decision:
    """Write down that tiles drawn during a hold touched the rack (H-20)."""
    must_not_be_final(sheet, context)
    courtesy = sheet.answering.courtesy
    context.must_unless_ruled(
        courtesy is not None and courtesy.seat is request.seat,
        "no-courtesy-draw",
        player=sheet.name(request.seat),
    )
    mixed = CourtesyTilesMixed(seat=request.seat, mixed=request.mixed)
    return Decision((mixed,), (remarks.COURTESY_TILES_MIXED,))


@decides(ReportFlashDraw, may=STAFF)
def report_flash_draw(sheet: Sheet, request: ReportFlashDraw, context: GameContext) -> Decision:
    """Write a flash draw down: it keeps the play open, or is a petition to the director (K-07)."""
    must_not_be_final(sheet, context)
    must_be_a_number(request.drawn)
    play = last_play(sheet)
    context.must_unless_ruled(
        play is not None and play.seat is request.seat,
        "nothing-to-challenge/not-the-last",
        player=sheet.name(request.seat),
    )
    flash, grounds = context.rules.windows.flash_draw, context.rules.answers.flash_draw_grounds
    if not flash.is_known:
        context.unless_ruled(flash.refusal())
    elif request.ground not in (grounds.value or ()):
        context.must_be_ruled("not-a-flash-draw")
    drawn = FlashDraw.from_request(request)
    return Decision((drawn,))


def must_be_a_number(tiles: int) -> None:
    if tiles < 0:
        raise refusal("unreadable-request/tiles-drawn")


# Holds, and the answers to a play-out.


DRAWN = Question("drawn", "how-many-new-tiles-were-drawn", "number")
AFTER = Question("after", "how-many-seconds-after-end-of-turn", "seconds")
HELD_FOR = Question("held_for", "how-many-seconds-after-hold-was-called", "seconds")
WORDS = Question("words", "which-words-are-challenged", "words")


@opened_by(HoldCalled)
def hold(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What may be done while a play is on hold (K-09 to K-11, H-20)."""
    fact = opened.fact
    assert isinstance(fact, HoldCalled)
    player, holder = sheet.name(fact.seat.opponent), sheet.name(fact.seat)
    windows, on_play_out = rules.windows, rules.answers.play_out_hold
    return Procedure(
        name="hold",
        title=say("game_challenges.holds-play", holder=holder),
        clause=str(windows.hold_lasts),
        steps=in_order(
            sheet.out is not None
            and on_play_out.value == "opponents-clock-runs"
            and Step(
                "both",
                say("game_challenges.clock-started-until-challenge-or-until"),
                str(on_play_out),
                clock="opponent",
                asks="restart-clock",
                done=not sheet.clock.neutral,
                answers=(("seat", sheet.out.opponent.value),),
            ),
            Step(
                "opponent",
                say("game_challenges.play-accepted-or-challenged"),
                str(windows.hold_lasts),
                clock="neutral" if sheet.out is not None else "opponent",
                asks="release-hold",
                answers=(("seat", fact.seat.value),),
                if_wrong=say(
                    "game_challenges.hold-ends-when-clock-has-run",
                    seconds=windows.hold_until_over.value,
                )
                if windows.hold_until_over.is_known
                else "",
            ),
            sheet.challenges.pending is None
            and windows.courtesy_after.is_known
            and windows.courtesy_from.is_known
            and _draw(opened, fact.seat.opponent, player, rules),
        ),
        seat=fact.seat.opponent,
        version=opened.version,
        traps=_play_out_traps(sheet, rules),
    )


def _play_out_traps(sheet: Sheet, rules: Rulebook) -> tuple[str, ...]:
    trap = rules.answers.play_out_hold.trap
    return (trap,) if sheet.out is not None and trap else ()


def _draw(opened: Opened, seat: Seat, player: str, rules: Rulebook) -> Step:
    after, origin = rules.windows.courtesy_after, rules.windows.courtesy_from
    return Step(
        "player",
        say(
            f"game_challenges.may-draw-after.{origin.known()}",
            player=player,
            seconds=say("game.seconds", n=after.known()),
        ),
        str(after),
        seconds=after.value,
        asks="draw-courteously",
        optional=True,
        answers=(("seat", seat.value),),
        questions=(DRAWN, waited(rules)),
        if_wrong=say("game_challenges.tiles-mixed-with-rack-may-count")
        if rules.drawn_off.courtesy_mixed.is_known
        else say("game_challenges.what-becomes-tiles-mixed-with-rack"),
        done=opened.has(CourtesyDraw),
    )


def waited(rules: Rulebook) -> Question:
    """How long the player waited before the draw, from where the book counts it."""
    return HELD_FOR if rules.windows.courtesy_from.value == "hold-call" else AFTER


@opened_by(PlayedOut)
def play_out(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """How a play-out is answered (O-02, K-05)."""
    fact = opened.fact
    assert isinstance(fact, PlayedOut)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    windows = rules.windows
    held = rules.answers.play_out_hold
    waits, on_hold = awaits_verdict(sheet, rules), sheet.challenges.hold is not None
    traps = tuple(dict.fromkeys(t for t in (held.trap, windows.play_out_closes.trap) if t))
    return Procedure(
        name="play-out",
        title=say("game_challenges.out", player=player),
        clause=str(windows.play_out_closes),
        steps=in_order(
            Step(
                "player",
                say(
                    "game_challenges.stops-both-clocks-instead-starting",
                    player=player,
                    opponent=opponent,
                ),
                rule_for_stopping("play-out", rules) or str(held),
                clock="neutral",
                asks="neutralise-clock",
                done=recorded_since(sheet, opened, ClockNeutralised),
                answers=(("reason", "play-out"), ("seat", fact.seat.value)),
            ),
            Step(
                "opponent",
                _answers(opponent, rules),
                str(held),
                clock="neutral",
                seconds=windows.play_out_seconds.value,
                asks="" if waits else "accept-play-out",
                answers=(("seat", fact.seat.opponent.value),),
            ),
            windows.play_out_restart_after.is_known
            and Step(
                "player",
                say("game_challenges.with-no-answer-by-then-may", player=player, opponent=opponent),
                str(windows.play_out_restart_after),
                clock="opponent",
                seconds=windows.play_out_restart_after.value,
                asks="restart-clock",
                done=recorded_since(sheet, opened, ClockRestarted),
                optional=True,
                answers=(("seat", fact.seat.opponent.value), ("by", fact.seat.value)),
            ),
            windows.play_out_seconds.is_known
            and Step(
                "both",
                say(
                    "game_challenges.with-no-answer-within-seconds-playing",
                    seconds=windows.play_out_seconds.value,
                ),
                str(windows.play_out_seconds),
                seconds=windows.play_out_seconds.value,
                asks="" if waits or on_hold else "close-window",
                optional=True,
                answers=(("seat", fact.seat.opponent.value),),
                questions=(AFTER,),
            ),
        ),
        seat=fact.seat,
        version=opened.version,
        traps=traps,
    )


def _answers(opponent: str, rules: Rulebook) -> str:
    """What the opponent of a player who is out may do, by the book."""
    shown = rules.answers.play_out_accepted.value == "accepts"
    holds = rules.answers.play_out_hold.value != "no-effect"
    how = f"{'by-showing' if shown else 'aloud'}.{'or-hold' if holds else 'no-hold'}"
    return say(f"game_challenges.answers-play-out.{how}", opponent=opponent)


MIXED = Question("mixed", "were-they-mixed-with-old-tiles", "yes-no")
WHY = Question("reason", "why-was-right-not-lost", "text")


@opened_by(CourtesyDraw)
def courtesy(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What becomes of tiles drawn during a hold (H-20)."""
    fact = opened.fact
    assert isinstance(fact, CourtesyDraw)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    known = sheet.answering.courtesy
    latest = known is not None and known.seat is fact.seat
    seen = rules.windows.courtesy_seen
    back = {"player": player, "opponent": opponent, "tiles": tiles(fact.drawn)}
    mixed = rules.drawn_off.courtesy_mixed
    return Procedure(
        name="courtesy-draw",
        title=say("game_challenges.drew-during-hold", player=player, drawn=fact.drawn),
        clause=str(rules.windows.courtesy_after),
        steps=(
            Step(
                "player",
                say(
                    "game_challenges.keeps-new-tiles-apart-from-rack",
                    player=player,
                    drawn=fact.drawn,
                ),
                str(rules.windows.courtesy_after),
                tiles=fact.drawn,
                asks="mix-courtesy-tiles" if latest else "",
                done=opened.has(CourtesyTilesMixed),
                optional=True,
                answers=(("seat", fact.seat.value),),
                questions=(MIXED,),
                if_wrong=say("game_challenges.if-mixed-in-rules-of-overdraw")
                if mixed.is_known
                else say("game_challenges.if-mixed-in-director-rules"),
            ),
            Step(
                "player",
                say(f"game_challenges.new-tiles-go-back.{seen.known()}", **back)
                if seen.is_known
                else say("game_challenges.new-tiles-go-back", tiles=tiles(fact.drawn)),
                str(seen),
                tiles=fact.drawn,
            ),
        ),
        seat=fact.seat,
        version=opened.version,
        counts=(("drawn", fact.drawn),),
    )


def _judged(player: str, note: str) -> str:
    if not note:
        return say("game_challenges.director-judges-how-acted", player=player)
    return say("game_challenges.director-judges-how-acted-note", player=player, note=note)


@opened_by(FlashDraw)
def flash_draw(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What follows a draw that left no time to answer the play (K-07)."""
    fact = opened.fact
    assert isinstance(fact, FlashDraw)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    flash = rules.windows.flash_draw
    challenged = recorded_since(sheet, opened, ChallengeIssued)
    gone = None if challenged else answer_refused(sheet, fact.seat.opponent, rules)
    conduct, kept = rules.answers.flash_draw_conduct, flash.value == "stays-open"
    return Procedure(
        name="flash-draw",
        title=say("game_challenges.drew-too-soon", player=player),
        clause=str(flash),
        steps=in_order(
            not kept
            and Step(
                "director",
                say("game_challenges.director-hears-both-players-may-find", opponent=opponent),
                str(flash),
                clock="neutral",
                asks="reopen-window",
                optional=True,
                answers=(("seat", fact.seat.opponent.value),),
                questions=(WHY,),
                done=opened.has(WindowReopened),
            ),
            Step(
                "opponent",
                say("game_challenges.may-still-hold-or-challenge-play", opponent=opponent)
                if gone is None
                else gone.what,
                str(flash) if gone is None else gone.clause or str(flash),
                asks="issue-challenge" if gone is None else "",
                done=challenged,
                optional=True,
                answers=(("seat", fact.seat.opponent.value),),
                questions=(WORDS,),
                if_wrong="" if gone is None else gone.next_step,
            ),
            conduct.is_known and Step("director", _judged(player, conduct.note), str(conduct)),
        ),
        seat=fact.seat,
        version=opened.version,
        counts=(("drawn", fact.drawn),),
        needs_ruling=not kept,
    )
