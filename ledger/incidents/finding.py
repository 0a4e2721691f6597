"""A finding about somebody's conduct, as a director states it, and what a book asks of one."""

from __future__ import annotations

from msgspec import Struct

from ledger.incidents.case_file import CaseFile
from ledger.incidents.offences import offence_of
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.closed_lists import StateOfMind
from ledger.vocabulary.refusals import Refusal

INTENT = frozenset({"deliberate", "knowing"})


class Finding(Struct, frozen=True, kw_only=True):
    """What the director finds that a player did.

    Attributes:
      seat: who.
      offence: the act, by its name in the rulebook's table; ``other`` for one it does not name.
      level: ``None`` to take the level the book names for the act.
      minor: whether abuse was of the minor kind.
    """

    seat: Seat
    offence: str = "other"
    level: int | None = None
    state_of_mind: StateOfMind = ""
    minor: bool = False


def must_be_heard(file: CaseFile, rules: Rulebook, although: str) -> None:
    """Refuse a finding about conduct before each player was heard (R-12; Y94)."""
    asked = rules.hearing.both_heard
    if asked.value and not file.both_heard and not although:
        raise refusal("not-both-heard", clause=asked)


def must_have_a_minor_case(conduct: Finding, level: int, rules: Rulebook, although: str) -> None:
    """Refuse a minor kind of anything but abuse of the gravest level (T4-31)."""
    if not conduct.minor or although:
        return
    act, minor = offence_of(conduct.offence, rules), rules.hearing.minor_abuse
    if level == 1 and minor.is_known and (act is None or act.abuse):
        return
    raise Refusal(
        "no-minor-case",
        "The book knows a minor kind of abuse only, and not of anything else."
        if minor.is_known
        else "The book knows no minor kind of this.",
        "Leave it out, or write down why you find it all the same.",
        clause=str(minor),
        trap="T4-31" if minor.is_known else "",
    )


def about_intent(conduct: Finding, level: int, rules: Rulebook) -> tuple[str, ...]:
    """Remarks where the act is one done on purpose and no such state of mind is found."""
    act = offence_of(conduct.offence, rules)
    noticed: tuple[str, ...] = ()
    if act is not None and act.intent and level and conduct.state_of_mind not in INTENT:
        noticed += (remarks.INTENT_NOT_FOUND,)
    if act is not None and act.trap and (noticed or not act.certain):
        noticed += (act.trap,)
    return noticed
