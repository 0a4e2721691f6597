"""Every reason the ledger can give for not writing something down is a ``Refusal``.

A refusal changes nothing: no event is written. It says what was asked, what stands in the
way, and what the person at the table can do next. Refuse only what can't have happened or
what this person may not enter; what did happen against a rule is written, with a remark
(``ledger.vocabulary.remarks``). A rule refusal can be overruled by a director's ruling.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Refusal(Exception):
    """Something the ledger will not write down.

    Attributes:
      code: stable name, for tablets and tests; never shown to people.
      what: what can't be done and why, in the words people use in the hall.
      next_step: what they can do now. Starts with a verb.
      clause: the rule that stands in the way, as ``wespa-1.0 3.2.1(a)``, or ``""``.
      trap: id of the gap or contradiction that only a director can settle, or ``""``.
      field: the field of the request that has to be filled in otherwise, or ``""``; a form says
        the refusal there.
    """

    code: str
    what: str
    next_step: str
    clause: str = ""
    trap: str = ""
    field: str = ""

    def __str__(self) -> str:
        clause = f" ({self.clause})" if self.clause else ""
        return f"{self.what}{clause} {self.next_step}"


class RecordAway(Refusal):
    """The record can't be read or written at the moment, whoever asks and whatever for.

    The one way in which that is said, made where the store meets the disk or the server
    (``ledger.record.failures``). It says nothing about the request, so it is never kept as the
    answer to one: the same request, sent again later, is a new try.
    """
