"""The director called to a table, and a free challenge given to a player."""

from __future__ import annotations

from uuid import UUID

from ledger.record.fact import TALK, Fact
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import ClaimOf, RaisedBy
from ledger.vocabulary.desk_matters import ComesBack, MatterKind, SetAsideHow


class DirectorCalled(Fact, frozen=True, kw_only=True, tag="director-called"):
    """Somebody called the director to the table.

    Attributes:
      raised_by: ``player``, ``opponent``, ``third-party``, ``observer``, ``monitor``, ``staff``.
      seat: whose act it is about; ``None`` for nobody's.
      offence: the act reported, by its name in the rulebook's table; empty if none.
    """

    visibility = TALK

    reason: str
    raised_by: RaisedBy = "player"
    seat: Seat | None = None
    offence: str = ""


class DirectorSetOut(Fact, frozen=True, kw_only=True, tag="director-set-out"):
    """A director is on the way to the table: who, the event's badge says."""

    visibility = TALK


class DirectorArrived(Fact, frozen=True, kw_only=True, tag="director-arrived"):
    """The director came to the table.

    Attributes:
      director: badge of who came; empty in records from before it was asked, or where a
        scorekeeper did not know.
    """

    visibility = TALK

    director: str = ""


class DirectorLeft(Fact, frozen=True, kw_only=True, tag="director-left"):
    """The director is done at the table; ``outcome``: what was settled there."""

    visibility = TALK

    outcome: str = ""


class MatterSetAside(Fact, frozen=True, kw_only=True, tag="matter-set-aside"):
    """What this table waited for was waived or put off, or either was taken back.

    The same stands on the tournament; here it is so that the table knows what became of it.

    Attributes:
      which: the version of the event that opened it, or the id of an entry.
      reason: why, as the director said it; the table reads it.
      until: what brings it back where it was put off.
    """

    visibility = TALK

    kind: MatterKind
    which: str
    how: SetAsideHow
    reason: str
    until: ComesBack = ""


class ClaimMade(Fact, frozen=True, kw_only=True, tag="claim-made"):
    """A player says to have done what the rulebook bars, as a challenge that is too late.

    It changes nothing at the table; whoever rules on it later finds that it was said, and when.

    Attributes:
      turn: number of the turn it answers, counted from 1; 0 where it answers none.
      refused: the entry that was refused, if there was one.
    """

    visibility = TALK

    seat: Seat
    of: ClaimOf
    turn: int = 0
    refused: UUID | None = None
    words: str = ""


class WarningDue(Fact, frozen=True, kw_only=True, tag="warning-due"):
    """The book wants ``seat`` warned of what was just reported; a director gives or waives it.

    Attributes:
      offence: the act, by its name in the rulebook's table.
      before: how often a warning for the same was due to this player in this game.
    """

    visibility = TALK

    seat: Seat
    offence: str
    before: int = 0


class WarningSettled(Fact, frozen=True, kw_only=True, tag="warning-settled"):
    """The director gave ``seat`` the warning that was due, or waived it."""

    visibility = TALK

    seat: Seat
    offence: str
    given: bool
    reason: str = ""


class ChallengeCreditGranted(Fact, frozen=True, kw_only=True, tag="challenge-credit-granted"):
    """``seat`` may lose one challenge of this game without losing a turn for it."""

    visibility = TALK

    seat: Seat
    reason: str
    clause: str = ""


class ChallengeCreditUsed(Fact, frozen=True, kw_only=True, tag="challenge-credit-used"):
    """The challenge of ``seat`` that just failed cost nothing: it was the free one."""

    visibility = TALK

    seat: Seat
