"""What had happened since a turn was completed, when its play was answered."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.vocabulary import Seconds
from ledger.vocabulary.closed_lists import HowIrregular, NotSaid


class SinceTheTurn(Fact, frozen=True, kw_only=True):
    """A hold or a challenge, with what had happened before it. ``None``: not known.

    Three moments that books tell apart: the hand in the bag, the first tile out of it, the
    first tile on the rack. What is not known is not held against anybody.

    Attributes:
      after: seconds since the turn was completed, or since an absent player was back.
      hand_in_bag: the hand that draws was in the bag.
      tile_out: a new tile was out of the bag.
      tile_racked: a new tile was on the rack.
      score_written: who answers had written the score of the play in full.
      accepted_aloud: who answers had said that the play is accepted.
      away: who answers was away from the table when the play was made.
      out_of_order: how the turn was made out of order, as ``TurnEndedIrregularly.how``.
    """

    after: Seconds | None = None
    hand_in_bag: bool | None = None
    tile_out: bool | None = None
    tile_racked: bool | None = None
    score_written: bool | None = None
    accepted_aloud: bool | None = None
    away: bool | None = None
    out_of_order: HowIrregular | NotSaid = ""


SINCE = SinceTheTurn.__struct_fields__
"""Said of the moment by who was there, and for officials alone."""
