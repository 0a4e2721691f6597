"""Games that end because nobody scores."""

from __future__ import annotations

from msgspec import Struct

from ledger.rulebook import Rulebook
from ledger.rulebook.model.endings import ZeroTurnKind
from ledger.vocabulary import Totals
from ledger.vocabulary.remarks import ZERO_NOT_NAMED


class ZeroTurn(Struct, frozen=True):
    """Whether a scoreless turn counts towards the end of the game.

    Attributes:
      counts: True if the book names the kind. A kind it does not name is not counted, and
        does not break the row either: with one in the row only a director ends the game.
      remark: ``ZERO_NOT_NAMED`` where a director has to settle it, else empty.
      clause: the rule.
    """

    counts: bool
    remark: str
    clause: str


def zero_turn(kind: ZeroTurnKind, rules: Rulebook) -> ZeroTurn:
    """Whether a turn that scored nothing counts, by how it came to score nothing.

    >>> from ledger.rulebook import load
    >>> zero_turn("lost-to-challenge", load("nsa-1998")).counts
    True
    >>> zero_turn("lost-to-challenge", load("wespa-4.0"))
    ZeroTurn(counts=False, remark='zero-not-named', clause='wespa-4.0 5.2')
    """
    counted = rules.zeros.counted
    named = kind in counted.known()
    return ZeroTurn(named, "" if named else ZERO_NOT_NAMED, str(counted))


def ends_by_zeros(zero_turns: int, totals: Totals, rules: Rulebook) -> bool:
    """Whether so many counted scoreless turns in a row end the game at these scores.

    >>> from ledger.rulebook import load
    >>> [ends_by_zeros(6, (0, 0), load(name)) for name in ("wespa-1.0", "nsa-1998")]
    [True, False]
    >>> ends_by_zeros(5, (310, 295), load("nsa-1998"))
    False
    """
    if rules.zeros.goes_on_at_nil_all.known() and totals == (0, 0):
        return False
    return zero_turns >= rules.zeros.turns.known()
