"""Exchanging with too few tiles in the bag: it may have happened, so it is only remarked on."""

from __future__ import annotations

from ledger.rulebook import Rulebook
from ledger.vocabulary.remarks import BAG_BELOW_MINIMUM


def exchange_remark(bag: int | None, rules: Rulebook) -> str | None:
    """The remark on an exchange made with ``bag`` tiles in the bag; ``None`` for none.

    >>> from ledger.rulebook import load
    >>> [exchange_remark(bag, load("nsa-1998")) for bag in (7, 6, None)]
    [None, 'bag-below-minimum', None]

    Args:
      bag: tiles in the bag when the exchange was announced; ``None`` if not known.
      rules: the rulebook in force.
    """
    if bag is None or bag >= rules.exchange.minimum_in_bag.known():
        return None
    return BAG_BELOW_MINIMUM
