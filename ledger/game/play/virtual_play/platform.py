"""Games on a platform: the entry, and when it is offered."""

from __future__ import annotations

from ledger.game.facts.virtual_play import ConnectionLost, MonitorNamed
from ledger.game.play.entry import GameContext, decides, must_not_be_final
from ledger.game.play.procedure import Offer, Question
from ledger.game.sheet.sheet import Sheet
from ledger.requests.request import STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat, Seconds, remarks


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


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """The monitor and an outage; nothing over the board (7.3)."""
    virtual = rules.virtual
    if virtual.play.value != "virtual" or sheet.ended:
        return ()
    monitor = Offer(
        name="monitor",
        title="Name the monitor",
        asks="name-monitor",
        clause=str(virtual.monitor),
        questions=(
            Question(field="monitor", words="Who watches?", kind="text"),
            Question(
                field="screens_shared", words="Do both players share their screen?", kind="yes-no"
            ),
            Question(
                field="cameras",
                words="How many cameras has the player who has the fewest?",
                kind="number",
            ),
        ),
    )
    outage = Offer(
        name="outage",
        title="A connection failed",
        asks="report-outage",
        clause=str(virtual.connection),
        questions=(
            Question(field="seat", words="Whose connection?", kind="seat"),
            Question(field="seconds", words="For how long?", kind="seconds"),
        ),
    )
    return (monitor, outage) if sheet.started else (monitor,)
