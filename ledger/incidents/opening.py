"""A case opened, closed, and taken up again."""

from __future__ import annotations

from uuid import UUID

from ledger.asking.asked import Decision
from ledger.asking.permission import DIRECTORS
from ledger.incidents.asking import BEGIN, AskedOfCase, Under, decides
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import CaseClosed, CaseOpened, CaseReopened
from ledger.incidents.offences import offence_of
from ledger.refusals.saying import refusal
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import CaseAbout, CaseRaisedBy

UNINVITED = frozenset({"director", "third-party", "observer", "monitor", "staff"})
"""Who raised it where no player did."""


class OpenCase(AskedOfCase, frozen=True, tag="open-case", kw_only=True):
    """Open a case about a game. The fields are those of ``CaseOpened``.

    Attributes:
      although: why it is opened where the book bars a director nobody called from a wrong sum.
    """

    game: UUID
    category: CaseAbout
    about_event: int | None = None
    rule: str = ""
    raised_by: CaseRaisedBy = ""
    seat: Seat | None = None
    offence: str = ""
    although: str = ""


class CloseCase(AskedOfCase, frozen=True, tag="close-case", kw_only=True):
    """Nothing more is to be decided here."""


class ReopenCase(AskedOfCase, frozen=True, tag="reopen-case", kw_only=True):
    """Take a closed case up again."""

    reason: str


@BEGIN.decides(OpenCase, may=DIRECTORS)
def open_case(begun: None, asked: OpenCase, under: Under) -> Decision:
    """Begin a case, where nobody steps in uninvited on arithmetic (R-10)."""
    del begun
    rules = under.rules_of(asked.game)
    if asked.offence:
        offence_of(asked.offence, rules)
    barred = rules.hearing.uninvited_arithmetic
    uninvited = asked.category == "score" and asked.raised_by in UNINVITED
    if uninvited and barred.value == "must-not" and not asked.although:
        raise refusal("uninvited-arithmetic", clause=barred, trap="T4-28")
    fact = CaseOpened(
        game=asked.game,
        about=asked.about_event,
        category=asked.category,
        rule=asked.rule,
        raised_by=asked.raised_by,
        seat=asked.seat,
        offence=asked.offence,
        although=asked.although,
    )
    return Decision((fact,))


@decides(CloseCase, may=DIRECTORS)
def close_case(file: CaseFile, asked: CloseCase, under: Under) -> Decision:
    """Close it; closed twice is closed."""
    del file, asked, under
    return Decision((CaseClosed(),))


@decides(ReopenCase, may=DIRECTORS)
def reopen_case(file: CaseFile, asked: ReopenCase, under: Under) -> Decision:
    """Open it again, with the reason."""
    del under
    if not file.is_closed:
        raise refusal("case-open")
    return Decision((CaseReopened(reason=asked.reason),))
