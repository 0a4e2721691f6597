"""Setting a game up, a start put right, and games on a platform."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.procedure import Offers, Question, offer, playing
from ledger.game.scores.requests import must_be_correctable
from ledger.game.setting_up.facts import (
    ConnectionLost,
    GameStarted,
    MonitorNamed,
    SetChecked,
    StarterDetermined,
    TimeAssigned,
    TimerChosen,
)
from ledger.game.setting_up.starting import (
    about_the_timer,
    drawn_although_balanced,
    must_both_be_here,
    told_starts,
    what_the_balance_says,
    what_the_draw_says,
)
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing, standing
from ledger.game.sheet.still_open import out_of_time, player_name
from ledger.game.turns.facts import EntryCorrected, Settled
from ledger.game.turns.requests import must_have_reason
from ledger.record.fact import Fact
from ledger.requests import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import touching
from ledger.rulebook.limits import StartRecord
from ledger.vocabulary import Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import NamedTimer, SetCountedBy, StartMethod, StartMoment

# Setting a game up, and a start put right.


# Before the first tile: the set, the starter, the time, the start.


BALANCED = "self-balancing"
NO_TIMER = ("", "none")


class CheckSet(Request, frozen=True, tag="check-set", kw_only=True):
    """The tiles were counted, by ``both`` players, ``one`` of them or ``staff``."""

    complete: bool = True
    note: str = ""
    counted_by: SetCountedBy = ""


class DetermineStarter(Request, frozen=True, tag="determine-starter", kw_only=True):
    """Player 1 or 2 of the pairing starts, by ``method``, after ``draws`` in pairing order.

    ``firsts``, ``seconds`` and ``unplayed`` (byes and forfeits) are those of both players so
    far; ``None``: the record counts them where starts are balanced
    (``ledger.tournament.rounds``).
    """

    starter: int
    method: StartMethod
    draws: tuple[tuple[str, str], ...] = ()
    firsts: tuple[int, int] | None = None
    seconds: tuple[int, int] | None = None
    unplayed: tuple[int, int] | None = None


class AssignTime(Request, frozen=True, tag="assign-time", kw_only=True):
    """``seat`` has ``seconds`` for the game, for a reason other than the standard."""

    seat: Seat
    seconds: Seconds
    reason: str


class StartGame(Request, frozen=True, tag="start-game", kw_only=True):
    """The starter's clock was started; fields as in ``GameStarted``."""

    cause: StartMoment = ""
    timer: NamedTimer = ""


@decides(CheckSet, may=STAFF)
def check_set(sheet: Sheet, request: CheckSet, context: GameContext) -> Decision:
    """Write down that the set was counted (A-03)."""
    fact = SetChecked(complete=request.complete, note=request.note, counted_by=request.counted_by)
    return Decision((fact,))


@decides(DetermineStarter, may=STAFF)
def determine_starter(sheet: Sheet, request: DetermineStarter, context: GameContext) -> Decision:
    """Write down who starts; once the game runs only a ruling may change it.

    The tiles shown and the starts so far must say the same (B-01 to B-06).
    """
    context.must(request.starter in (1, 2), "unreadable-request/starter", player=request.starter)
    context.must_unless_ruled(not sheet.started, "already-started/starter")
    _must_not_be_over(sheet, context)
    if request.draws:
        must_both_be_here(sheet, context)
    fact, noticed = settled(sheet, request, context)
    return Decision((fact,), noticed)


def settled(
    sheet: Sheet, request: DetermineStarter, context: GameContext
) -> tuple[StarterDetermined, tuple[str, ...]]:
    """Who starts as it was settled, held to the tiles shown and the starts so far; and remarks."""
    noticed = what_the_draw_says(sheet, request.starter, request.draws, context)
    configured = context.rules.start.method.value
    counts = told_starts(request.firsts, request.seconds, request.unplayed)
    if counts is None and BALANCED in (request.method, configured):
        counts = context.starts_before()
    if counts is not None and (request.method == BALANCED or request.firsts is not None):
        shown = bool(request.draws) or request.firsts is None
        what_the_balance_says(sheet, request.starter, counts, shown, context)
    otherwise = counts is not None and drawn_although_balanced(request.starter, counts, context)
    if {request.method, configured} == {"draw", "assigned"} or (
        otherwise and request.method != BALANCED
    ):
        noticed = (*noticed, remarks.START_METHOD_DIFFERS)
    return _determined(request, counts), noticed


def _determined(
    request: DetermineStarter, counts: tuple[StartRecord, StartRecord] | None
) -> StarterDetermined:
    """The fact: as told, with both players' counts where only the record knew them."""
    starter = StarterDetermined.from_request(request)
    if counts is None or request.firsts is not None:
        return starter
    one, two = counts
    return replace(
        starter,
        firsts=(one.firsts, two.firsts),
        seconds=(one.seconds, two.seconds),
        unplayed=(one.unplayed, two.unplayed),
    )


@decides(AssignTime, may=DIRECTORS)
def assign_time(sheet: Sheet, request: AssignTime, context: GameContext) -> Decision:
    """Write down another allowance than the standard one (C-03, A-17)."""
    must_not_be_final(sheet, context)
    context.must(request.seconds >= 0, "unreadable-request/allowance")
    return Decision(
        (TimeAssigned(seat=request.seat, seconds=request.seconds, reason=request.reason),)
    )


@decides(StartGame, may=STAFF)
def start_game(sheet: Sheet, request: StartGame, context: GameContext) -> Decision:
    """Write down that the first clock was started (A-12, B-08, C-06)."""
    context.must_unless_ruled(not sheet.started, "already-started/start")
    _must_not_be_over(sheet, context)
    must_both_be_here(sheet, context)
    _must_not_be_forfeited(sheet, context)
    rules = context.rules
    if request.timer == "none" and rules.timer.mandatory.value:
        context.must_be_ruled("no-timer")
    noticed = [*about_the_timer(request.timer, context)] if request.timer not in NO_TIMER else []
    if request.timer == "none" and not rules.timer.mandatory.is_known:
        noticed.append(remarks.DIRECTOR_TO_CONFIRM)
    if not (request.timer or sheet.clock.timer) and rules.virtual.play.value != "virtual":
        noticed.append(remarks.TIMER_NOT_NAMED)
    if request.cause == "tile-out" and rules.start.clock_starts.value == "tile-seen":
        noticed += [remarks.CLOCK_STARTED_EARLY, *touching(rules, "TN-10")]
    if (
        rules.virtual.play.value == "virtual"
        and rules.virtual.monitor.value
        and not sheet.table.monitor
    ):
        noticed.append(remarks.NO_MONITOR)
    return Decision((GameStarted(cause=request.cause, timer=request.timer),), tuple(noticed))


def _must_not_be_forfeited(sheet: Sheet, context: GameContext) -> None:
    """Refuse to start a game that a player lost by coming after the late clock ran out (C-09)."""
    late, compulsory = out_of_time(sheet), context.rules.lateness.compulsory
    if late and compulsory.value == "time-expired":
        context.must_be_ruled("forfeit-due", player=player_name(sheet, late[0]))


def _must_not_be_over(sheet: Sheet, context: GameContext) -> None:
    """Refuse to set up a game that has ended: who sits where decides who lost it."""
    context.must_unless_ruled(not sheet.ended, "game-over/start")


class CorrectStart(Request, frozen=True, tag="correct-start", kw_only=True):
    """What was settled before the first turn was entered wrong.

    Attributes:
      starter: player 1 or 2 of the pairing played first; 0: as it was entered.
      method: how that was settled; ``None``: as it was entered.
      draws: tiles shown in each round of the draw, where they were noted wrong too.
      timer: the kind on the table; empty: as it was entered.
      approved_by: who agreed: ``both players`` or a badge.
    """

    starter: int = 0
    method: StartMethod | None = None
    draws: tuple[tuple[str, str], ...] | None = None
    timer: NamedTimer = ""
    reason: str
    approved_by: str


@decides(CorrectStart, may=STAFF)
def correct_start(sheet: Sheet, request: CorrectStart, context: GameContext) -> Decision:
    """Put right what stands above the first turn; the turns stay with their seats (B-01).

    Whoever had the first seat has the second then: a player who was taken for the starter gets
    the turns of who replied. What was entered for a player by name is listed for the director.
    """
    must_be_correctable(sheet, context)
    must_have_reason(request.reason)
    context.must(request.starter in (0, 1, 2), "unreadable-request/starter", player=request.starter)
    context.must(sheet.started, "start-not-settled")
    facts: list[Fact] = []
    noticed: tuple[str, ...] = ()
    for wrong, now in _put_right(sheet, request):
        right = now
        context.must_unless_ruled(wrong.event.envelope.case is None, "needs-ruling/not-correctable")
        if isinstance(now, StarterDetermined):
            asked_start = DetermineStarter(starter=now.starter, method=now.method, draws=now.draws)
            right, noticed = settled(sheet, asked_start, context)
        facts.append(
            EntryCorrected(
                supersedes=wrong.event.originator_version,
                replacement=right,
                reason=request.reason,
                approved_by=request.approved_by,
            )
        )
    context.must(facts, "start-as-entered")
    if request.timer and request.timer not in NO_TIMER:
        noticed = (*noticed, *about_the_timer(request.timer, context))
    return Decision(tuple(facts), noticed)


def _put_right(sheet: Sheet, request: CorrectStart) -> Iterator[tuple[Standing, Settled]]:
    """Each entry that another one takes the place of, and that one."""
    stands = standing(sheet.events)
    starts = [one for one in stands if isinstance(one.fact, StarterDetermined)]
    if starts and isinstance(was := starts[-1].fact, StarterDetermined):
        starter = request.starter or was.starter
        # Tiles that were noted for the other player's start say nothing for this one.
        kept = was.draws if starter == was.starter else ()
        now = replace(
            was,
            starter=starter,
            method=request.method or was.method,
            draws=kept if request.draws is None else request.draws,
        )
        if now != was:
            yield starts[-1], now
    if not request.timer:
        return
    timers = [one for one in stands if isinstance(one.fact, TimerChosen)]
    for one in (*timers[-1:], *(one for one in stands if isinstance(one.fact, GameStarted))):
        right = _with_timer(one.fact, request.timer)
        if right is not None and right != one.fact:
            yield one, right


def _with_timer(was: object, timer: NamedTimer) -> Settled | None:
    """The entry that named a timer, with this one; ``None`` where it can't name it."""
    if isinstance(was, GameStarted):
        return replace(was, timer=timer)
    if isinstance(was, TimerChosen) and timer != "none" and timer:
        return replace(was, kind=timer)
    return None


class NameMonitor(Request, frozen=True, tag="name-monitor", kw_only=True):
    """Who watches the game; fields as in ``MonitorNamed``."""

    monitor: str
    screens_shared: bool = True
    cameras: int = 1


class ReportOutage(Request, frozen=True, tag="report-outage", kw_only=True):
    """The connection of ``seat`` failed; fields as in ``ConnectionLost``."""

    seat: Seat
    seconds: Seconds | None = None
    note: str = ""


@decides(NameMonitor, may=STAFF)
def name_monitor(sheet: Sheet, request: NameMonitor, context: GameContext) -> Decision:
    """Write the monitor down, and what the monitor does not see."""
    must_not_be_final(sheet, context)
    _must_be_on_a_platform(context)
    virtual = context.rules.virtual
    little = request.cameras < (virtual.cameras.value or 0) or (
        virtual.screen_shared.value is True and not request.screens_shared
    )
    fact = MonitorNamed(
        monitor=request.monitor, screens_shared=request.screens_shared, cameras=request.cameras
    )
    return Decision((fact,), (remarks.MONITOR_SEES_TOO_LITTLE,) if little else ())


@decides(ReportOutage, may=STAFF)
def report_outage(sheet: Sheet, request: ReportOutage, context: GameContext) -> Decision:
    """Write an outage down; from the second on it is remarked on as frequent."""
    must_not_be_final(sheet, context)
    _must_be_on_a_platform(context)
    again = sheet.clock.outages[request.seat.place] > 0
    breach = again and context.rules.virtual.connection.value == "breach"
    fact = ConnectionLost(seat=request.seat, seconds=request.seconds, note=request.note)
    return Decision((fact,), (remarks.CONNECTION_FAILS,) if breach else ())


def _must_be_on_a_platform(context: GameContext) -> None:
    play = context.rules.virtual.play
    context.must_unless_ruled(play.value == "virtual", "not-on-a-platform")


# What can be reported about a game on a platform: who watches, and connections that fail.


def _on_a_platform(sheet: Sheet, rules: Rulebook) -> bool:
    return rules.virtual.play.value == "virtual" and not sheet.ended


OFFERS = Offers(_on_a_platform, (
    offer("monitor", "name-monitor", "virtual.monitor",
          Question("monitor", "who-watches", "text"),
          Question("screens_shared", "do-both-players-share-their-screen", "yes-no"),
          Question("cameras", "how-many-cameras-has-player-who-has", "number")),
    offer("outage", "report-outage", "virtual.connection",
          Question("seat", "whose-connection", "seat"),
          Question("seconds", "for-how-long", "seconds"), when=playing),
))  # fmt: skip
"""The monitor and an outage; nothing over the board (7.3)."""
