"""The order of the turns put right: one that was missed, and turns written to the wrong player."""

from __future__ import annotations

from ledger.game.facts.turns import PlayRecorded, TilesExchanged, TurnMissed, TurnPassed
from ledger.record.fact import Fact

Turn = PlayRecorded | TilesExchanged | TurnPassed | TurnMissed


class TurnInserted(Fact, frozen=True, kw_only=True, tag="turn-inserted"):
    """A turn that nobody had entered was put in where it was made.

    Attributes:
      before: version of the turn it was made before; that and what follows stay as entered.
      turn: the turn itself. The version of this fact is that of its line.
      reason: what was wrong, in a few words.
      approved_by: who agreed: ``both players`` or a badge.
    """

    before: int
    turn: Turn
    reason: str
    approved_by: str


class SeatsExchanged(Fact, frozen=True, kw_only=True, tag="seats-exchanged"):
    """Turns were written to the wrong player; each goes to the other one.

    What was said of such a turn goes with it: the letter of its blank, a hold, a challenge, the
    play-out. Anything else stays as entered, and is listed for the director.

    Attributes:
      supersedes: version of the first turn that was the other player's.
      onwards: so were all that follow it, up to this correction; else it alone.
      reason: what was wrong, in a few words.
      approved_by: who agreed: ``both players`` or a badge.
    """

    supersedes: int
    onwards: bool
    reason: str
    approved_by: str
