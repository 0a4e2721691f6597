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


def scores_are_closed(signatures: int, rules: Rulebook) -> bool:
    """Whether scores can no longer be corrected once so many players have signed.

    >>> from ledger.rulebook import load
    >>> [scores_are_closed(1, load(name)) for name in ("wespa-4.0", "nsa-1998")]
    [False, True]
    """
    return signatures >= CLOSED_BY[rules.signing.scores_correctable_until.known()]


CLOSED_BY = {"both-signed": 2, "own-signature": 1}
"""How many signatures end corrections. Who signs the other's card attests both scores, so
the first signature does, where the book lets each sign for the own part."""
