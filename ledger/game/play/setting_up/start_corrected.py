"""What was settled before the first turn, put right: who started, how, by which timer."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.scores import EntryCorrected, Settled
from ledger.game.facts.setting_up import GameStarted, StarterDetermined, TimerChosen
from ledger.game.play.entry import (
    Entry,
    decides,
)
from ledger.game.play.scores.counting import must_be_correctable
from ledger.game.play.setting_up.first_acts import about_the_timer
from ledger.game.play.setting_up.set_up import NO_TIMER, DetermineStarter, settled
from ledger.game.play.turns.corrections import must_have_reason
from ledger.game.sheet.effective import standing
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.record.fact import Fact
from ledger.vocabulary.closed_lists import NamedTimer, StartMethod


class CorrectStart(Asked, frozen=True, tag="correct-start", kw_only=True):
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
def correct_start(sheet: Sheet, asked: CorrectStart, entry: Entry) -> Decision:
    """Put right what stands above the first turn; the turns stay with their seats (B-01).

    Whoever had the first seat has the second then: a player who was taken for the starter gets
    the turns of who replied. What was entered for a player by name is listed for the director.
    """
    must_be_correctable(sheet, entry)
    must_have_reason(asked.reason)
    entry.must(asked.starter in (0, 1, 2), "unreadable-request/starter", player=asked.starter)
    entry.must(sheet.started, "start-not-settled")
    facts: list[Fact] = []
    noticed: tuple[str, ...] = ()
    for wrong, now in _put_right(sheet, asked):
        right = now
        entry.must_unless_ruled(wrong.event.envelope.case is None, "needs-ruling/not-correctable")
        if isinstance(now, StarterDetermined):
            told = DetermineStarter(starter=now.starter, method=now.method, draws=now.draws)
            right, noticed = settled(sheet, told, entry)
        facts.append(
            EntryCorrected(
                supersedes=wrong.event.originator_version,
                replacement=right,
                reason=asked.reason,
                approved_by=asked.approved_by,
            )
        )
    entry.must(facts, "start-as-entered")
    if asked.timer and asked.timer not in NO_TIMER:
        noticed = (*noticed, *about_the_timer(asked.timer, entry))
    return Decision(tuple(facts), noticed)


def _put_right(sheet: Sheet, asked: CorrectStart) -> Iterator[tuple[Standing, Settled]]:
    """Each entry that another one takes the place of, and that one."""
    stands = standing(sheet.events)
    starts = [one for one in stands if isinstance(one.fact, StarterDetermined)]
    if starts and isinstance(was := starts[-1].fact, StarterDetermined):
        starter = asked.starter or was.starter
        # Tiles that were noted for the other player's start say nothing for this one.
        kept = was.draws if starter == was.starter else ()
        now = replace(
            was,
            starter=starter,
            method=asked.method or was.method,
            draws=kept if asked.draws is None else asked.draws,
        )
        if now != was:
            yield starts[-1], now
    if not asked.timer:
        return
    timers = [one for one in stands if isinstance(one.fact, TimerChosen)]
    for one in (*timers[-1:], *(one for one in stands if isinstance(one.fact, GameStarted))):
        right = _with_timer(one.fact, asked.timer)
        if right is not None and right != one.fact:
            yield one, right


def _with_timer(was: object, timer: NamedTimer) -> Settled | None:
    """The entry that named a timer, with this one; ``None`` where it can't name it."""
    if isinstance(was, GameStarted):
        return replace(was, timer=timer)
    if isinstance(was, TimerChosen) and timer != "none" and timer:
        return replace(was, kind=timer)
    return None
