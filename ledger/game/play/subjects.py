"""What an act, a call or a refused request at a table is about, as the subject of a case has it."""

from __future__ import annotations

from ledger.game.play.procedure import PROCEDURES
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook
from ledger.rulebook.help.finder import meanings
from ledger.vocabulary.closed_lists import CaseAbout

OF_A_ROOM: dict[str, CaseAbout] = {
    "arrivals": "late",
    "blanks": "blank",
    "challenges": "challenge",
    "clock": "time",
    "drawing": "drawing",
    "endings": "procedure",
    "exchanges": "drawing",
    "holds": "challenge",
    "judging": "challenge",
    "keeping": "correction",
    "leaving": "procedure",
    "loose_tiles": "drawing",
    "placement": "challenge",
    "results": "score",
    "scores": "score",
    "setting_up": "equipment",
    "turns": "correction",
    "upsets": "equipment",
    "virtual_play": "procedure",
}
"""By the chapter of the game, what a case about it is about."""

OF_A_WORD: dict[str, CaseAbout] = {
    "=phone": "conduct",
    "=cheat": "conduct",
    "=abuse": "conduct",
    "=talk": "conduct",
    "conduct": "conduct",
    "=undeclared": "blank",
    "=blank": "blank",
    "=until-when": "challenge",
    "=hold": "challenge",
    "=courtesy": "drawing",
    "=flash": "drawing",
    "=failed-challenge": "challenge",
    "=withdraw-challenge": "challenge",
    "=wrong-verdict": "challenge",
    "=second-verdict": "challenge",
    "=verdict": "challenge",
    "=challenge": "challenge",
    "=placement": "challenge",
    "=not-pressed": "time",
    "=overtime": "time",
    "=timer": "time",
    "=press": "time",
    "=overdraw": "drawing",
    "=underdraw": "drawing",
    "=spill": "drawing",
    "=found-tile": "drawing",
    "=missing-tile": "equipment",
    "=exchange": "drawing",
    "=out-of-order": "drawing",
    "=upset": "equipment",
    "=recount": "score",
    "=score": "score",
    "=slip": "score",
    "=late": "late",
}
"""By what the words of a call speak of, what it is about: the first that is there."""


def subject_of(kind: type) -> CaseAbout:
    """What a request, or the procedure that a fact opens, is about: that of its chapter."""
    about = PROCEDURES[kind] if issubclass(kind, Fact) and kind in PROCEDURES else kind
    return next(
        (OF_A_ROOM[room] for room in about.__module__.split(".") if room in OF_A_ROOM), "procedure"
    )


def subject_of_words(words: str) -> CaseAbout:
    """What a few words are about; ``other`` where they tell nothing.

    >>> subject_of_words("Dispute: was the challenge in time?"), subject_of_words("phone rang")
    ('challenge', 'conduct')
    """
    said = meanings(words)
    return next((OF_A_WORD[word] for word in said if word in OF_A_WORD), "other")


def procedure_about(sheet: Sheet, subject: CaseAbout, besides: type[Fact]) -> Opened | None:
    """The latest open procedure that is about a subject, or about any where none is known."""
    return next(
        (
            opened
            for opened in reversed(sheet.open)
            if not isinstance(opened.fact, besides)
            and subject in ("other", "procedure", subject_of(type(opened.fact)))
        ),
        None,
    )


def rule_of_procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> str:
    """The rule an open procedure rests on."""
    return PROCEDURES[type(opened.fact)](sheet, opened, rules).clause
