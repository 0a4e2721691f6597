"""Who signs what when a game is over."""

from __future__ import annotations

from msgspec import Struct

from ledger.rulebook import Rulebook


class Signing(Struct, frozen=True):
    """What the players put their names to.

    Attributes:
      who: ``both-on-one-slip`` or ``each-on-the-others-card``.
      words: what to tell the players, one sentence.
      clause: the rule.
    """

    who: str
    words: str
    clause: str


WORDS = {
    "both-on-one-slip": "Both players sign one result slip.",
    "each-on-the-others-card": "Each player signs the other player's score card.",
}


def signing(rules: Rulebook) -> Signing:
    """Who signs what under this rulebook.

    >>> from ledger.rulebook import load
    >>> signing(load("nsa-1998")).words
    "Each player signs the other player's score card."
    """
    who = rules.signing.who
    return Signing(who.known(), WORDS[who.known()], str(who))
