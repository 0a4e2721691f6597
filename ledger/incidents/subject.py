"""What a case that is about to be opened is about, as far as the record knows: subject and rule."""

from __future__ import annotations

from typing import NamedTuple

from ledger.game.facts.calls import DirectorCalled
from ledger.game.play.deciding import MAY_ASK
from ledger.game.play.subjects import (
    procedure_about,
    rule_of_procedure,
    subject_of,
    subject_of_words,
)
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import CaseAbout


class About(NamedTuple):
    """What a case would be about.

    Attributes:
      subject: in a word.
      rule: the rule at issue; empty where none is known.
      seat: whose act it is; ``None`` for nobody's, or where nobody said.
      offence: the act, by its name in the rulebook's table; empty where none was named.
    """

    subject: CaseAbout
    rule: str
    seat: Seat | None = None
    offence: str = ""


def about_of(
    sheet: Sheet, rules: Rulebook, *, call: int = 0, asked: str = "", words: str = ""
) -> About:
    """The subject of a case about this game, and the rule at issue.

    Args:
      sheet: the game.
      rules: the rulebook in force.
      call: version of the call it answers; 0 for none.
      asked: tag of the refused request it begins with, if it begins with one.
      words: what waits, in a few words, where it is neither.
    """
    kind = next((kind for kind in MAY_ASK if kind.__struct_config__.tag == asked), None)
    if kind is not None:
        return About(subject_of(kind), "")
    fact = sheet.events[call - 1].fact if 1 <= call <= sheet.version else None
    called = fact if isinstance(fact, DirectorCalled) else None
    said = subject_of_words(called.reason if called is not None else words)
    seat = called.seat if called is not None else None
    if called is not None and (called.offence or said == "conduct"):
        act = rules.offences.get(called.offence)
        return About("conduct", str(act or ""), seat, called.offence)
    opened = procedure_about(sheet, said, DirectorCalled)
    if opened is None:
        return About(said, "", seat)
    subject = subject_of(type(opened.fact)) if said == "other" else said
    return About(subject, rule_of_procedure(sheet, opened, rules), seat)
