"""What is said when something is not written down, from its code, and what to do next."""

from __future__ import annotations

import re
from operator import attrgetter
from typing import Any

from msgspec import Struct

from ledger.vocabulary import Role
from ledger.vocabulary.bounds import filled
from ledger.vocabulary.refusals import Refusal

# What is said when something is not written down.


class Message(Struct, frozen=True):
    """The words of one refusal, with ``{names}`` for what only the moment knows.

    Attributes:
      what: what can't be done and why, in the words people use in the hall.
      next_step: what they can do now. Starts with a verb.
      clause: where the rulebook in force has the rule that stands in the way, as
        ``challenge.again``; ``""`` where no rule does, or where it depends on the moment and is
        handed in.
      gap: whether a trap that touches this clause is named too.
      field: the field of the request that is at issue, where it is always the same.
      example: a value for each of the names, as it could be at a table.
    """

    what: str
    next_step: str
    clause: str = ""
    gap: bool = False
    field: str = ""
    example: dict[str, Any] = {}


# From the code of a refusal to what is said, and what to do next, for whoever is asking.


def refusal(code: str, rules: object = None, /, **words: object) -> Refusal:
    """The refusal of that code, its words filled in.

    Args:
      code: as in ``ledger.refusals.catalogue``.
      rules: the rulebook in force, for a refusal that cites a rule of it.
      words: what the moment knows, by the names in the catalogue. Besides them ``clause`` and
        ``trap``, where the catalogue can't know which rule stands in the way, and ``field``, where
        it can't know which field of the request is at issue.
    """
    # Most commands and requests refuse nothing: the words are read when first something is refused.
    from ledger.refusals.catalogue import CATALOGUE

    said = CATALOGUE[code]
    clause: Any = attrgetter(said.clause)(rules) if said.clause else words.get("clause", "")
    trap = clause.trap if said.gap else words.get("trap", "")
    return Refusal(
        code_of(code),
        filled(said.what, words),
        filled(said.next_step, words),
        clause=str(clause),
        trap=str(trap),
        field=said.field or str(words.get("field", "")),
    )


def code_of(code: str) -> str:
    """What tablets see of it, without the name of the wording."""
    return code.partition("/")[0]


# What to do next, said to who is asking: a director is not told to call the director.


CALL = re.compile(r"\b(?P<first>[Cc])all the director(?:, who [^.;]+)?(?=[ .,;:]|$)")
ASK = re.compile(r"\b(?P<first>[Aa])sk the director (?P<then>whether|for the ruling)")


def next_step_for(role: Role | None, next_step: str) -> str:
    """The next step of a refusal, as this role is told it.

    >>> next_step_for(Role.DIRECTOR, "Count again, or call the director.")
    'Count again, or rule on it in a case.'
    >>> next_step_for(Role.DIRECTOR, "Call the director, who rules. Readings: one; two.")
    'Rule on it in a case. Readings: one; two.'
    >>> next_step_for(Role.SCOREKEEPER, "Call the director.")
    'Call the director.'
    """
    if role is not Role.DIRECTOR:
        return next_step
    said = CALL.sub(lambda found: f"{_like(found['first'], 'r')}ule on it in a case", next_step)
    return ASK.sub(_decides, said)


def _decides(found: re.Match[str]) -> str:
    if found["then"] == "whether":
        return f"{_like(found['first'], 'd')}ecide whether"
    return f"{_like(found['first'], 'g')}ive the ruling"


def _like(first: str, letter: str) -> str:
    return letter.upper() if first.isupper() else letter
