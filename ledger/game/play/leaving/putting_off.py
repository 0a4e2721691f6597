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
from ledger.vocabulary.refusals import Refusal


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
    """Put a game off instead of forfeiting it; a favour that two must grant (C-13).

    Raises:
      Refusal: ``already-started``, ``needs-consent``, or what the rulebook leaves open.
    """
    must_not_be_final(sheet, entry)
    if sheet.started:
        entry.unless_ruled(
            Refusal(
                "already-started",
                "The game has started; it can't be postponed.",
                "Adjourn it, if the rules allow that.",
            )
        )
    rule = entry.rules.lateness.postponing
    if not rule.is_known:
        entry.unless_ruled(rule.refusal())
    elif set(get_args(Consent)) - set(asked.consents):
        entry.unless_ruled(
            Refusal(
                "needs-consent",
                "A game is postponed only if the opponent and the director agree.",
                "Ask both, or let the game be forfeited.",
                clause=str(rule),
            )
        )
    fact: Fact = GamePostponed(reason=asked.reason, until=asked.until, consents=asked.consents)
    return Decision((fact,))


@decides(AdjournGame, may=DIRECTORS)
def adjourn_game(sheet: Sheet, asked: AdjournGame, entry: Entry) -> Decision:
    """Break a game off to be finished later, where the book knows that (C-15).

    Raises:
      Refusal: ``not-under-way``, ``adjourned``, or what the rulebook leaves open.
    """
    must_not_be_final(sheet, entry)
    if sheet.ended or not sheet.started:
        entry.unless_ruled(
            Refusal(
                "not-under-way",
                "Only a game that is under way can be broken off.",
                "Postpone a game that has not started.",
            )
        )
    elif find(sheet.open, GameAdjourned) is not None:
        entry.unless_ruled(
            Refusal(
                "adjourned",
                "This game has been broken off already.",
                "Resume the game first.",
                clause=str(entry.rules.absence.adjourned),
            )
        )
    if not entry.rules.absence.adjourned.is_known:
        entry.unless_ruled(entry.rules.absence.adjourned.refusal())
    noticed = [] if entry.clocks else [remarks.CLOCKS_NOT_READ]
    noticed += [] if asked.racks_sealed else [remarks.RACKS_NOT_SEALED]
    fact = GameAdjourned(reason=asked.reason, until=asked.until, racks_sealed=asked.racks_sealed)
    return Decision((fact,), tuple(noticed))


@decides(ResumeGame, may=DIRECTORS)
def resume_game(sheet: Sheet, asked: ResumeGame, entry: Entry) -> Decision:
    """Go on with an adjourned game.

    Raises:
      Refusal: ``not-adjourned``.
    """
    if find(sheet.open, GameAdjourned) is None:
        entry.unless_ruled(
            Refusal(
                "not-adjourned",
                "This game has not been broken off.",
                "Go on with the next turn.",
            )
        )
    return Decision((GameResumed(),))
