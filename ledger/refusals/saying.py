"""From the code of a refusal to what is said."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from ledger.vocabulary.counted import filled
from ledger.vocabulary.refusals import Refusal


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
