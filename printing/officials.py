"""Who kept score of a game, judged its challenges and ruled on it, by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ledger.game.sheet import Sheet
from ledger.game.sheet.line import TURNS
from ledger.record.events import Event
from printing.left_out import MOST_INITIALS
from printing.source import Source, facts_of


def officials_of(sheet: Sheet, source: Source) -> tuple[str, ...]:
    """The officials of a game in a line of words; none of them whom the reader is not shown.

    Badges are left out of a copy for those who are not to know them (``ledger.shown_to``), and
    then nothing is said of them here.
    """
    entered = {line.version for line in sheet.lines if line.kind in TURNS}
    kept = (sheet.event(version).envelope.written_by for version in sorted(entered))
    facts = [(entry.event.envelope, entry.fact) for entry in facts_of(sheet)]
    judged = (getattr(fact, "adjudicator", "") for _, fact in facts)
    ruled = (envelope.written_by for envelope, _ in facts if envelope.case is not None)
    told = (("Score kept by", kept), ("Judged by", judged), ("Ruled on by", ruled))
    words = [f"{label} {some}" for label, who in told if (some := _names(who, source))]
    return (f"{'. '.join(words)}.",) if words else ()


def left_out_of(events: Iterable[Event], of_the_case: Iterable[Event], source: Source) -> list[str]:
    """What a redacted copy leaves out of the officials of a game who have no part in the case.

    Their names, and a badge by which anybody reads whose it is: ``ann``, of Ann Lee. Other badges
    stay, as they stand in the events that the copy proves.
    """
    in_it = {badge for event in of_the_case for badge in badges_in(event)}
    found: dict[str, None] = {}
    for badge in dict.fromkeys(badge for event in events for badge in badges_in(event)):
        name = source.official(badge).removeprefix(badge).strip()
        if badge in in_it or not name:
            continue
        found[name] = None
        if says_whose(badge, name):
            found[badge] = None
    return list(found)


def badges_in(event: Event) -> Iterator[str]:
    """The badges of officials that an event names: who wrote it, judged, witnessed, agreed."""
    fields = (getattr(event.fact, field, "") for field in ("adjudicator", "witness", "seconded"))
    yield from (badge for badge in (event.envelope.written_by, *fields) if badge)


def says_whose(badge: str, name: str) -> bool:
    """Whether a badge has a part of the name of its bearer in it; initials are none.

    >>> says_whose("ann-2", "Ann Lee"), says_whose("K1", "Nora K"), says_whose("J3", "Ann Lee")
    (True, False, False)
    """
    read, parts = badge.casefold(), name.casefold().split()
    return any(part in read for part in parts if len(part) > MOST_INITIALS)


def _names(badges: Iterable[str], source: Source) -> str:
    """Each of them once, in the order they come first."""
    return ", ".join(source.official(badge) for badge in dict.fromkeys(badges) if badge)
