"""Words that a blank's new letter forms: challenged, or let stand (G-08, T1-12)."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.blanks import (
    BlankRedesignated,
    RedesignationAccepted,
    RedesignationChallenged,
)
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Seat, remarks


class ChallengeRedesignation(Asked, frozen=True, tag="challenge-redesignation", kw_only=True):
    """``seat`` challenged ``words`` formed by a blank's new letter, with this verdict."""

    seat: Seat
    words: tuple[str, ...]
    acceptable: bool


class AcceptRedesignation(Asked, frozen=True, tag="accept-redesignation", kw_only=True):
    """Nobody challenged the words of a blank's new letter in time."""


@decides(ChallengeRedesignation, may=STAFF)
def challenge_redesignation(sheet: Sheet, asked: ChallengeRedesignation, entry: Entry) -> Decision:
    """Write down a challenge of words a new letter forms; what follows is for the director."""
    must_not_be_final(sheet, entry)
    redesignated = _redesignated(sheet, entry)
    waits = entry.rules.blank_declaring.words_reopened.value == "after-next-turn"
    if redesignated is not None and waits and not _has_moved_since(sheet, redesignated):
        entry.must_be_ruled("nothing-to-challenge/next-turn")
    strange = redesignated is not None and not set(asked.words) <= set(redesignated.words)
    noticed = (remarks.WORDS_NOT_FORMED,) if strange else ()
    return Decision(
        (RedesignationChallenged(seat=asked.seat, words=asked.words, acceptable=asked.acceptable),),
        (*noticed, remarks.DIRECTOR_TO_CONFIRM, *touching(entry.rules, "T1-12")),
    )


@decides(AcceptRedesignation, may=STAFF)
def accept_redesignation(sheet: Sheet, asked: AcceptRedesignation, entry: Entry) -> Decision:
    """Write down that the time to challenge those words is over."""
    must_not_be_final(sheet, entry)
    _redesignated(sheet, entry)
    return Decision((RedesignationAccepted(),))


def _redesignated(sheet: Sheet, entry: Entry) -> BlankRedesignated | None:
    opened = find(sheet.open, BlankRedesignated)
    if opened is None:
        entry.must_be_ruled("no-new-letter")
        return None
    return opened.fact if isinstance(opened.fact, BlankRedesignated) else None


def _has_moved_since(sheet: Sheet, redesignated: BlankRedesignated) -> bool:
    opened = find(sheet.open, BlankRedesignated)
    version = opened.version if opened else 0
    return any(
        line.place > version and line.is_turn and line.seat is redesignated.seat
        for line in sheet.lines
    )
