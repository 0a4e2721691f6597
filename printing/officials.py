"""Who kept score of a game, judged its challenges and ruled on it, by name."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.game.sheet import Sheet
from ledger.game.sheet.line import TURNS
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


def _names(badges: Iterable[str], source: Source) -> str:
    """Each of them once, in the order they come first."""
    return ", ".join(source.official(badge) for badge in dict.fromkeys(badges) if badge)
