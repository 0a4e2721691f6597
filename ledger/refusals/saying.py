"""What is said when something is not written down, from its code, and what to do next."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from msgspec import Struct

from ledger.messages import known, say
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal

# What the catalogue of refusals knows of each besides its sentences.


class Message(Struct, frozen=True):
    """What belongs to one refusal; its sentences are in ``ledger/messages``.

    Attributes:
      clause: where the rulebook in force has the rule that stands in the way, as
        ``challenge.again``; ``""`` where no rule does, or where it depends on the moment and is
        handed in.
      gap: whether a trap that touches this clause is named too.
      field: the field of the request that is at issue, where it is always the same.
      n: which of the names is the number that its plural goes by; ``""`` where none does.
      example: a value for each of the names, as it could be at a table.
    """

    clause: str = ""
    gap: bool = False
    field: str = ""
    n: str = ""
    example: dict[str, Any] = {}


# From the code of a refusal to what is said, and what to do next, for whoever is asking.


BESIDE = frozenset({"clause", "trap", "field"})
"""What is handed in beside the values of the sentences."""


def refusal(code: str, rules: object = None, /, **words: object) -> Refusal:
    """The refusal of that code. It is said in the language of who reads it.

    Args:
      code: as in ``ledger.refusals.catalogue``.
      rules: the rulebook in force, for a refusal that cites a rule of it.
      words: what the moment knows, by the names in the sentences. Besides them ``clause`` and
        ``trap``, where the catalogue can't know which rule stands in the way, and ``field``, where
        it can't know which field of the request is at issue.
    """
    # Most commands and requests refuse nothing: the catalogue is read when something is refused.
    from ledger.refusals.catalogue import CATALOGUE

    message = CATALOGUE[code]
    clause: Any = attrgetter(message.clause)(rules) if message.clause else words.get("clause", "")
    trap = clause.trap if message.gap else words.get("trap", "")
    values = {name: value for name, value in words.items() if name not in BESIDE}
    if message.n:
        values["n"] = values[message.n]
    return Refusal(
        code_of(code),
        clause=str(clause),
        trap=str(trap),
        field=message.field or str(words.get("field", "")),
        message=f"refusals.{code.replace('/', '.')}",
        values=values,
    )


def code_of(code: str) -> str:
    """What tablets see of it, without the name of the wording."""
    return code.partition("/")[0]


def next_step_for(role: Role | None, refusal: Refusal) -> str:
    """What to do next, as this role is told: a director is not told to call the director.

    >>> next_step_for(Role.DIRECTOR, refusal("tiles-do-not-add-up/exchange", shown=5, back=2))
    'Count again, or rule on it in a case.'
    >>> next_step_for(Role.SCOREKEEPER, refusal("tiles-do-not-add-up/exchange", shown=5, back=2))
    'Count again, or call the director.'
    """
    return say(next_id(role, refusal), **refusal.values) if refusal.message else refusal.next_step


def next_id(role: Role | None, refusal: Refusal) -> str:
    """The sentence of what to do next, for this role; of a refusal without own words."""
    for_director = f"{refusal.message}.next-for-director"
    is_told = role is Role.DIRECTOR and known(for_director)
    return for_director if is_told else f"{refusal.message}.next"
