"""What can be reported about a game on a platform: who watches, and connections that fail."""

from __future__ import annotations

from ledger.game.play.procedure import Offer, Question
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook


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
