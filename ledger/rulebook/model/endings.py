"""What a rulebook lays down about the end: zeros, tiles left, resigning, the result slip."""

from typing import Literal

from ledger.rulebook.model.clause import Clause
from ledger.rulebook.model.section import Section
from ledger.vocabulary import Points

ZeroTurnKind = Literal["pass", "exchange", "challenged-off", "lost-to-challenge", "no-points"]
"""How a turn comes to score nothing: a pass; an exchange; a play challenged off; a turn lost
because one's own challenge failed; a play that is worth nothing by its tiles."""


class Zeros(Section, frozen=True):
    """Games that end because nobody scores.

    Attributes:
      turns: how many scoreless turns in a row end the game.
      counted: the kinds of scoreless turn the book names.
      goes_on_at_nil_all: whether the game goes on while neither player has any points.
      four_passes_end: whether two passes each in a row end the game.
    """

    turns: Clause[int]
    counted: Clause[tuple[ZeroTurnKind, ...]]
    goes_on_at_nil_all: Clause[bool]
    four_passes_end: Clause[bool]


class Unplayed(Section, frozen=True):
    """What the tiles left on the racks are worth.

    Attributes:
      when_out: one player is out: ``double`` (twice their value to that player) or
        ``single`` (their value to that player, and off the other).
      when_both_hold: ``own``: each player loses the value of the tiles on the own rack.
    """

    when_out: Clause[Literal["double", "single"]]
    when_both_hold: Clause[Literal["own"]]


class Resignation(Section, frozen=True):
    """Resigning a game.

    Attributes:
      allowed: ``emergency``: only in one.
      least_margin: smallest margin of a proper resignation.
      added_to_lead: points the opponent's lead is raised by.
      improper: who sets the margin otherwise: ``director`` freely, or
        ``director-from-proper-margin`` (not less than a proper resignation gives).
      rated: whether a resigned game is rated.
    """

    allowed: Clause[Literal["emergency"]]
    least_margin: Clause[Points]
    added_to_lead: Clause[Points]
    improper: Clause[Literal["director", "director-from-proper-margin"]]
    rated: Clause[bool]


class Leaving(Section, frozen=True):
    """A player who must leave a game that can't be finished.

    Attributes:
      outcome: ``resignation``: treated as one; ``leavers-spread``: the book sets what the
        leaver loses.
      least_loss: what a leaver who is ahead loses, in spread.
      added_when_behind: what a leaver who is behind loses beyond the points behind.
      rated: whether such a game is rated.
    """

    outcome: Clause[Literal["resignation", "leavers-spread"]]
    least_loss: Clause[Points]
    added_when_behind: Clause[Points]
    rated: Clause[bool]


class Recount(Section, frozen=True):
    """Adding the game up again.

    Attributes:
      right: when a player gets one.
      largest_margin: no recount beyond this margin, where the book sets one.
      partial: whether part of a game may be recounted.
      sheet_access: how a player gets at the opponent's score sheet: ``direct``, or
        ``through-director`` where the opponent objects.
      stopped_for: what a director may stop a recount for.
      bars_abuser: whether a director may rule out changes in the favour of who abuses it.
      clock: ``neutral`` meanwhile.
    """

    right: Clause[
        Literal[
            "director-agrees", "director-if-tallies-differ", "within-margin", "permitted",
            "as-of-right",
        ]
    ]  # fmt: skip
    largest_margin: Clause[Points]
    partial: Clause[Literal["if-both-consent", "no"]]
    sheet_access: Clause[Literal["through-director", "direct"]]
    stopped_for: Clause[tuple[Literal["frivolous", "too-long", "stalling", "time-shortage"], ...]]
    bars_abuser: Clause[bool]
    clock: Clause[Literal["neutral"]]


class Signing(Section, frozen=True):
    """The result slip.

    Attributes:
      who: ``both-on-one-slip``, or ``each-on-the-others-card``.
      handed_in_by: who brings it in.
      scores_correctable_until: ``both-signed``: until both have; ``own-signature``: until
        the player signs the opponent's card.
      tile_check: how the tiles are left: in ``grids``, or ``left-on-board``.
      records_differ: two records of one result differ: ``director`` finds what holds; in
        ``director-then-tally-sheet`` the sheet both signed stands where too little is found.
    """

    who: Clause[Literal["both-on-one-slip", "each-on-the-others-card"]]
    handed_in_by: Clause[Literal["winner"]]
    scores_correctable_until: Clause[Literal["both-signed", "own-signature"]]
    tile_check: Clause[Literal["grids", "left-on-board"]]
    records_differ: Clause[Literal["director", "director-then-tally-sheet"]]


class Amendment(Section, frozen=True):
    """Changing a result that was signed.

    Attributes:
      before_hand_in: ``both-agree`` or ``director-and-both``.
      after_hand_in: ``swap-only`` (the two scores, exchanged, by the director),
        or ``director-and-both``.
      director_overrides: whether the director may overrule a player who refuses unfairly.
      closes_with_last_round: whether nothing changes once the last round is over.
    """

    before_hand_in: Clause[Literal["both-agree", "director-and-both"]]
    after_hand_in: Clause[Literal["swap-only", "director-and-both"]]
    director_overrides: Clause[bool]
    closes_with_last_round: Clause[bool]
