"""Games on a platform: the entry, and when it is offered."""

from __future__ import annotations

from ledger.asking.asked import STAFF, Asked, Decision
from ledger.game.facts.virtual_play import ConnectionLost, MonitorNamed
from ledger.game.play.entry import Entry, decides, must_not_be_final
from ledger.game.play.procedure import Offer, Question
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat, Seconds, remarks


class NameMonitor(Asked, frozen=True, tag="name-monitor", kw_only=True):
    """Who watches the game; fields as in ``MonitorNamed``."""

    monitor: str
    screens_shared: bool = True
    cameras: int = 1


class ReportOutage(Asked, frozen=True, tag="report-outage", kw_only=True):
    """The connection of ``seat`` failed; fields as in ``ConnectionLost``."""

    seat: Seat
    seconds: Seconds | None = None
    note: str = ""


@decides(NameMonitor, may=STAFF)
def name_monitor(sheet: Sheet, asked: NameMonitor, entry: Entry) -> Decision:
    """Write the monitor down, and what the monitor does not see."""
    must_not_be_final(sheet, entry)
    _must_be_on_a_platform(entry)
    virtual = entry.rules.virtual
    little = asked.cameras < (virtual.cameras.value or 0) or (
        virtual.screen_shared.value is True and not asked.screens_shared
    )
    fact = MonitorNamed(
        monitor=asked.monitor, screens_shared=asked.screens_shared, cameras=asked.cameras
    )
    return Decision((fact,), (remarks.MONITOR_SEES_TOO_LITTLE,) if little else ())


@decides(ReportOutage, may=STAFF)
def report_outage(sheet: Sheet, asked: ReportOutage, entry: Entry) -> Decision:
    """Write an outage down; from the second on it is remarked on as frequent."""
    must_not_be_final(sheet, entry)
    _must_be_on_a_platform(entry)
    again = sheet.clock.outages[asked.seat.place] > 0
    breach = again and entry.rules.virtual.connection.value == "breach"
    fact = ConnectionLost(seat=asked.seat, seconds=asked.seconds, note=asked.note)
    return Decision((fact,), (remarks.CONNECTION_FAILS,) if breach else ())


def _must_be_on_a_platform(entry: Entry) -> None:
    play = entry.rules.virtual.play
    entry.must_unless_ruled(play.value == "virtual", "not-on-a-platform")


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
