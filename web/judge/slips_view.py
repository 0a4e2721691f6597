"""What a word judge is told of slips, and what is handed in about them, as types."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import UNSET, Struct, UnsetType

from ledger.game.play.pending_slips import Slip
from ledger.vocabulary import IsoTime, Moment
from web.director.desk_view import AtTable


class SlipView(AtTable, frozen=True, kw_only=True):
    """A waiting slip, with where it belongs.

    Attributes:
      listed: whether an installed word list can judge it.
    """

    slip: Slip
    listed: bool
    paper: str


class SlipAnswer(Struct, frozen=True, kw_only=True):
    """What became of it; ``stale``: something was entered in between, and nothing was written."""

    kind: Literal["written", "stale"]


class VerdictAnswer(SlipAnswer, frozen=True, kw_only=True):
    """The same of a verdict, with the verdict that was written.

    Attributes:
      onwards: address where a director decides what becomes of turns made since.
    """

    again: bool | UnsetType = UNSET
    acceptable: bool | UnsetType = UNSET
    onwards: str | UnsetType = UNSET


class VerdictGiven(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A verdict on a slip.

    Attributes:
      after: ``command_id`` of the last event on the sheet the slip was read from.
      acceptable: the verdict; ``None``: the word list of the tournament is to give it.
      by_players: both players had the list asked at the judge's screen.
    """

    command_id: UUID
    after: UUID
    acceptable: bool | None = None
    by_players: bool = False
    occurred_at: Moment | None = None
    sent_at: Moment | None = None


class SlipReturned(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The slip did not match the board: the words as they lie there. Not a verdict."""

    command_id: UUID
    after: UUID
    words: tuple[str, ...]
    occurred_at: Moment | None = None
    sent_at: Moment | None = None


class Carried(AtTable, frozen=True, kw_only=True):
    """A slip or a verdict that is carried on foot; ``opinion``: 1, or which further one."""

    names: tuple[str, str]
    method: str
    opinion: int
    since: IsoTime


class SlipFetched(Carried, frozen=True, kw_only=True):
    """A slip that waits at its table or with the judge; never its words.

    Attributes:
      handed_over: it is with whoever judges.
      ready: the other player confirmed what stands on it.
      by_director: the director judges it.
    """

    handed_over: bool
    ready: bool
    by_director: bool


class VerdictCarried(Carried, frozen=True, kw_only=True):
    """A verdict that goes back to its table."""

    acceptable: bool


class RunnersList(Struct, frozen=True, kw_only=True):
    """What a runner carries, by table."""

    now: IsoTime
    fetch: tuple[SlipFetched, ...]
    back: tuple[VerdictCarried, ...]


class SlipsWaiting(Struct, frozen=True, kw_only=True):
    """The slips that wait for a verdict, the one that waits longest first."""

    now: IsoTime
    slips: tuple[SlipView, ...]
