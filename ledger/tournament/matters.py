"""What waits for an official, put off or let go; a round closed, and opened again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from ledger.asking.asked import Decision
from ledger.asking.permission import DIRECTORS, ORGANISERS
from ledger.matters.matter import DeskMatter
from ledger.refusals.saying import refusal
from ledger.tournament.asking import AskedOfTournament, Under, decides
from ledger.tournament.facts.matters import MatterPutOff, MatterWaived, RoundReopened
from ledger.tournament.facts.tournaments import RoundClosed
from ledger.tournament.set_aside import Named
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.desk_matters import MatterKind, PutOffUntil

SEEN_BY_THE_WEB = frozenset({"silent"})
"""Kinds of which the record knows nothing: whether a tablet was heard from is not in it."""

AT_MOST_NAMED = 3
"""Matters named in a refusal; the page of the round lists them all."""


class PutOffMatter(AskedOfTournament, frozen=True, tag="put-off-matter", kw_only=True):
    """See to a matter later. The fields are those of ``MatterPutOff``."""

    kind: MatterKind
    subject: UUID
    which: str
    until: PutOffUntil
    reason: str
    at: datetime | None = None


class WaiveMatter(AskedOfTournament, frozen=True, tag="waive-matter", kw_only=True):
    """Do nothing about a matter, and say why. The fields are those of ``MatterWaived``."""

    kind: MatterKind
    subject: UUID
    which: str
    reason: str


class CloseRound(AskedOfTournament, frozen=True, tag="close-round", kw_only=True):
    """Every result of the round is in; ``last``: no round follows.

    Attributes:
      waiving: why whatever is still open is let go; empty: nothing is open.
    """

    round_number: int
    division: str = ""
    last: bool = False
    waiving: str = ""


class ReopenRound(AskedOfTournament, frozen=True, tag="reopen-round", kw_only=True):
    """Open a closed round again, for ``reason``."""

    round_number: int
    division: str = ""
    reason: str


@decides(PutOffMatter, may=DIRECTORS)
def put_off_matter(tournament: Tournament, asked: PutOffMatter, under: Under) -> Decision:
    """Write down that somebody will see to it later."""
    named = Named(asked.kind, asked.subject, asked.which)
    _must_wait(tournament, named, under)
    if not asked.reason.strip():
        raise refusal("no-reason/to-put-off")
    if asked.until == "time" and (asked.at is None or asked.at <= under.now()):
        raise refusal("unreadable-request/put-off-until")
    return Decision(
        (
            MatterPutOff(
                kind=asked.kind,
                subject=asked.subject,
                which=asked.which,
                until=asked.until,
                reason=asked.reason.strip(),
                at=asked.at if asked.until == "time" else None,
            ),
        )
    )


@decides(WaiveMatter, may=DIRECTORS)
def waive_matter(tournament: Tournament, asked: WaiveMatter, under: Under) -> Decision:
    """Write down that nothing is to be done about it, and why."""
    named = Named(asked.kind, asked.subject, asked.which)
    _must_wait(tournament, named, under)
    if not asked.reason.strip():
        raise refusal("no-reason/to-waive")
    return Decision((_waived(named, asked.reason.strip()),))


@decides(CloseRound, may=ORGANISERS)
def close_round(tournament: Tournament, asked: CloseRound, under: Under) -> Decision:
    """Write down that a round is done with, once nothing of it waits for anybody."""
    which = (asked.division, asked.round_number)
    ends = asked.last and asked.division not in tournament.over
    if which in tournament.closed and not ends:
        raise refusal("round-closed", number=asked.round_number)
    waiting = open_in(tournament, under.matters_of_round(tournament, *which))
    reason = asked.waiving.strip()
    if waiting and not reason:
        named = "; ".join(_told(one, under) for one in waiting[:AT_MOST_NAMED])
        more = f"; and {len(waiting) - AT_MOST_NAMED} more" * (len(waiting) > AT_MOST_NAMED)
        raise refusal("matters-open", number=asked.round_number, named=named + more)
    closed = RoundClosed(round_number=asked.round_number, division=asked.division, last=asked.last)
    return Decision((*(_waived(one.named, reason) for one in waiting), closed))


@decides(ReopenRound, may=ORGANISERS)
def reopen_round(tournament: Tournament, asked: ReopenRound, under: Under) -> Decision:
    """Write down that a round that was closed goes on."""
    del under
    if (asked.division, asked.round_number) not in tournament.closed:
        raise refusal("round-not-closed", number=asked.round_number)
    if not asked.reason.strip():
        raise refusal("no-reason/to-reopen")
    return Decision(
        (
            RoundReopened(
                round_number=asked.round_number, division=asked.division,
                reason=asked.reason.strip(),
            ),
        )
    )  # fmt: skip


def open_in(tournament: Tournament, matters: Sequence[DeskMatter]) -> list[DeskMatter]:
    """Those of these matters that keep a round open and that nobody waived."""
    waived = tournament.set_aside.waived
    return [one for one in matters if one.keeps_open and one.named not in waived]


def _must_wait(tournament: Tournament, named: Named, under: Under) -> None:
    """Refuse to put off or waive what does not wait, or what was waived already."""
    waits = named.kind in SEEN_BY_THE_WEB or under.waits(tournament, named)
    if not waits or named in tournament.set_aside.waived:
        raise refusal("no-such-matter")


def _waived(named: Named, reason: str) -> MatterWaived:
    return MatterWaived(kind=named.kind, subject=named.subject, which=named.which, reason=reason)


def _told(matter: DeskMatter, under: Under) -> str:
    where = f"table {under.sheet(matter.game).scheduled.table}: " if matter.game else ""
    return f"{where}{matter.told} ({matter.words})"
