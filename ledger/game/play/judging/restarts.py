"""The clock starts again after a verdict, once all that the book asks for is done."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.challenges import ChallengeFailed, PhoneyWithdrawn
from ledger.game.facts.judging import RestartConfirmed
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.play.judging.adjudication_rule import method_of, restart_conditions
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Seat


class ConfirmRestart(Asked, frozen=True, tag="confirm-restart", kw_only=True):
    """After a verdict: may the clock of ``seat`` be started?

    Attributes:
      seated: both players are seated.
      told: the score was said again, or the tiles were taken back.
      tiles_back: ``seat`` has the tiles back on the rack; ``writing``: or began to write.
    """

    seat: Seat
    seated: bool | None = None
    told: bool | None = None
    tiles_back: bool | None = None
    writing: bool | None = None


@decides(ConfirmRestart, may=STAFF)
def confirm_restart(sheet: Sheet, asked: ConfirmRestart, entry: Entry) -> Decision:
    """Write down that all is in order for the clock to be started after a verdict (L-15).

    Only what is said not to be so is held against the restart.
    """
    must_not_be_final(sheet, entry)
    opened = find(sheet.open, ChallengeFailed) or find(sheet.open, PhoneyWithdrawn)
    if opened is None:
        raise entry.refusal("nothing-judged")
    if sheet.on_move is not None and sheet.on_move is not asked.seat:
        entry.must_be_ruled("other-clock-runs", player=sheet.name(sheet.on_move))
    lacking = _lacking(sheet, asked, entry)
    if lacking is not None:
        words, clause = lacking
        entry.must_be_ruled("not-ready-to-restart", words=words, clause=clause)
    return Decision((RestartConfirmed(seat=asked.seat),))


def _lacking(sheet: Sheet, asked: ConfirmRestart, entry: Entry) -> tuple[str, str] | None:
    """The first condition that is said not to be met: in words, and the rule it is from."""
    method = (
        method_of(sheet.challenges.judged.challenge, entry.rules)
        if sheet.challenges.judged
        else None
    )
    off = find(sheet.open, PhoneyWithdrawn) is not None
    asked_for = dict(restart_conditions(off, method, entry.rules))
    ready = None if asked.tiles_back is None and asked.writing is None else (
        bool(asked.tiles_back) or bool(asked.writing)
    )  # fmt: skip
    met = {
        "seated": (asked.seated, "both players must be seated"),
        "told": (asked.told, "the score must be said again, or the tiles taken back"),
        "retracted": (asked.told, "the tiles must be taken back"),
        "tiles-back": (asked.tiles_back, "the tiles must be back on the racks"),
        "tiles-back-or-writing": (
            ready,
            f"{sheet.name(asked.seat)} must have the tiles back, or have begun to write",
        ),
    }
    return next(
        (
            (words, asked_for[name])
            for name, (so, words) in met.items()
            if name in asked_for and so is False
        ),
        None,
    )
