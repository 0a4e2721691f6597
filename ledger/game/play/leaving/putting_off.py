"""Games put off to a later time: postponed before they start, or broken off."""

from __future__ import annotations

from typing import get_args

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS
from ledger.game.facts.arrivals import GamePostponed
from ledger.game.facts.leaving import GameAdjourned, GameResumed
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.vocabulary import remarks
from ledger.vocabulary.closed_lists import Consent


class PostponeGame(Asked, frozen=True, tag="postpone-game", kw_only=True):
    """The game is put off; ``consents``: who agreed, ``opponent`` and ``director``."""

    reason: str
    until: str = ""
    consents: tuple[Consent, ...] = ()


class AdjournGame(Asked, frozen=True, tag="adjourn-game", kw_only=True):
    """The game is broken off to be finished ``until``; the clock readings travel along."""

    reason: str
    until: str
    racks_sealed: bool = True


class ResumeGame(Asked, frozen=True, tag="resume-game", kw_only=True):
    """An adjourned game goes on."""


@decides(PostponeGame, may=DIRECTORS)
def postpone_game(sheet: Sheet, asked: PostponeGame, entry: Entry) -> Decision:
    """Put a game off instead of forfeiting it; a favour that two must grant (C-13)."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(not sheet.started, "already-started/postponed")
    rule = entry.rules.lateness.postponing
    if not rule.is_known:
        entry.unless_ruled(rule.refusal())
    elif set(get_args(Consent)) - set(asked.consents):
        entry.must_be_ruled("needs-consent")
    fact: Fact = GamePostponed(reason=asked.reason, until=asked.until, consents=asked.consents)
    return Decision((fact,))


@decides(AdjournGame, may=DIRECTORS)
def adjourn_game(sheet: Sheet, asked: AdjournGame, entry: Entry) -> Decision:
    """Break a game off to be finished later, where the book knows that (C-15)."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(not sheet.ended and sheet.started, "not-under-way/broken-off")
    entry.must_unless_ruled(find(sheet.open, GameAdjourned) is None, "adjourned/already")
    if not entry.rules.absence.adjourned.is_known:
        entry.unless_ruled(entry.rules.absence.adjourned.refusal())
    noticed = [] if entry.clocks else [remarks.CLOCKS_NOT_READ]
    noticed += [] if asked.racks_sealed else [remarks.RACKS_NOT_SEALED]
    fact = GameAdjourned(reason=asked.reason, until=asked.until, racks_sealed=asked.racks_sealed)
    return Decision((fact,), tuple(noticed))


@decides(ResumeGame, may=DIRECTORS)
def resume_game(sheet: Sheet, asked: ResumeGame, entry: Entry) -> Decision:
    """Go on with an adjourned game."""
    entry.must_unless_ruled(find(sheet.open, GameAdjourned) is not None, "not-adjourned")
    return Decision((GameResumed(),))
