"""Turns made since a verdict that no longer holds: which way on the book itself decides."""

from __future__ import annotations

from msgspec import Struct

from ledger.game.play.judging.misadjudication_rule import Found, must_be_correctable
from ledger.rulebook import Rulebook
from ledger.vocabulary.closed_lists import TurnsSince
from ledger.vocabulary.refusals import Refusal

WAYS: tuple[TurnsSince, ...] = ("as-it-is", "stand", "come-off", "replay")
"""Every way on, the one that changes least first."""


class BookSays(Struct, frozen=True, kw_only=True):
    """What a rulebook says of them.

    Attributes:
      how: the one way on that needs no ruling; empty: the book leaves all of them to a ruling.
      clause: the rule it says so in, or the one nearest to it.
      trap: id of the gap or contradiction that a ruling settles; empty: none.
      inferred: whether ``clause`` speaks of wrong verdicts and not of turns made since: that it
        holds for these too is our reading.
    """

    how: TurnsSince | None
    clause: str
    trap: str = ""
    inferred: bool = False


def book_says(found: Found, rules: Rulebook) -> BookSays:
    """What the book says where another verdict holds and turns were made since (L-17, L-19).

    Only one book settles one of the cases by itself: a bad play that was called good stays once a
    new tile is on the rack (wespa-5.1 3.10.11(a)). The rule says it of any wrong verdict, and not
    of a second opinion; that it holds for both is our reading.

    >>> from ledger.rulebook import load
    >>> good = Found(was_acceptable=True, next_turn_done=True)
    >>> [book_says(good, load(book)).how for book in ("wespa-5.1", "wespa-4.0", "nsa-1998")]
    ['as-it-is', None, None]

    Args:
      found: what is known of the verdict that no longer holds.
      rules: the rulebook in force.
    """
    try:
        must_be_correctable(found, rules)
    except Refusal as refused:
        if refused.code == "verdict-stands":
            return BookSays(how="as-it-is", clause=refused.clause, inferred=True)
        silent = refused.code != "call-the-director"
        clause = str(rules.fallback.decides) if silent else refused.clause
        return BookSays(how=None, clause=clause, trap=refused.trap)
    return BookSays(how=None, clause=str(rules.challenge.misadjudication), inferred=True)
