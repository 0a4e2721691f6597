"""What waits for an official: put off, waived, taken back; and counted in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import get_args
from uuid import UUID

from ledger.game.calls.facts import MatterSetAside
from ledger.game.calls.requests import at_table
from ledger.matters.matter import KEEPS_NO_ROUND_OPEN, DeskMatter
from ledger.messages import say
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, Decision, StreamWrite
from ledger.tournament.facts import MatterPutOff, MatterTakenBack, MatterWaived
from ledger.tournament.opening import TournamentContext, TournamentRequest, decides
from ledger.tournament.tournament import Named, Tournament, Waived
from ledger.vocabulary.desk_matters import (
    AT_A_TABLE,
    NEVER_WAIVED,
    ComesBack,
    MatterKind,
    PutOffUntil,
    SetAsideHow,
)

KINDS: tuple[MatterKind, ...] = get_args(MatterKind)
"""Kinds of matters, the most pressing first."""

SEEN_BY_THE_WEB = frozenset({"silent"})
"""Kinds of which the record knows nothing: whether a tablet was heard from is not in it."""

AT_MOST_NAMED = 3  # matters named in a refusal; the page of the round lists them all


class PutOffMatter(TournamentRequest, frozen=True, tag="put-off-matter", kw_only=True):
    """See to a matter later. The fields are those of ``MatterPutOff``."""

    kind: MatterKind
    subject: UUID
    which: str
    until: PutOffUntil
    reason: str
    at: datetime | None = None


class WaiveMatter(TournamentRequest, frozen=True, tag="waive-matter", kw_only=True):
    """Do nothing about a matter, and say why. The fields are those of ``MatterWaived``."""

    kind: MatterKind
    subject: UUID
    which: str
    reason: str


class TakeBackMatter(TournamentRequest, frozen=True, tag="take-back-matter", kw_only=True):
    """A matter that was waived or put off waits again, for ``reason``."""

    kind: MatterKind
    subject: UUID
    which: str
    reason: str


@decides(PutOffMatter, may=DIRECTORS)
def put_off_matter(
    tournament: Tournament, request: PutOffMatter, context: TournamentContext
) -> Decision:
    named = Named(request.kind, request.subject, request.which)
    _must_wait(tournament, named, context)
    if not request.reason.strip():
        raise refusal("no-reason/to-put-off")
    if request.until == "time" and (request.at is None or request.at <= context.now()):
        raise refusal("unreadable-request/put-off-until")
    until, reason = request.until, request.reason.strip()
    put_off = MatterPutOff(
        kind=request.kind, subject=request.subject, which=request.which, until=until, reason=reason,
        at=request.at if until == "time" else None,
    )  # fmt: skip
    return Decision((put_off,), other_writes=_at_table(context, named, "put-off", reason, until))


@decides(WaiveMatter, may=DIRECTORS)
def waive_matter(
    tournament: Tournament, request: WaiveMatter, context: TournamentContext
) -> Decision:
    named = Named(request.kind, request.subject, request.which)
    _must_wait(tournament, named, context)
    if named.kind in NEVER_WAIVED:
        raise refusal("waited-for-at-a-table/never-waived")
    reason = request.reason.strip()
    if not reason:
        raise refusal("no-reason/to-waive")
    return Decision(
        (waived_fact(named, reason),), other_writes=_at_table(context, named, "waived", reason)
    )


@decides(TakeBackMatter, may=DIRECTORS)
def take_back_matter(
    tournament: Tournament, request: TakeBackMatter, context: TournamentContext
) -> Decision:
    named = Named(request.kind, request.subject, request.which)
    waived = tournament.set_aside.waived.get(named)
    if waived is None and named not in tournament.set_aside.put_off:
        raise refusal("not-set-aside")
    if waived is not None:
        closed = _closed_round_of(tournament, waived, context)
        if closed is not None:
            raise refusal("waived-to-close", number=closed)
    reason = request.reason.strip()
    if not reason:
        raise refusal("no-reason/to-take-back-a-waiver")
    back = MatterTakenBack(
        kind=named.kind, subject=named.subject, which=named.which,
        was="put-off" if waived is None else "waived", reason=reason,
    )  # fmt: skip
    return Decision((back,), other_writes=_at_table(context, named, "taken-back", reason))


def open_in(tournament: Tournament, matters: Sequence[DeskMatter]) -> list[DeskMatter]:
    waived = tournament.set_aside.waived
    return [one for one in matters if one.keeps_open and one.named not in waived]


def by_kind(matters: Iterable[DeskMatter]) -> dict[MatterKind, list[DeskMatter]]:
    """Matters by their kind, the most pressing kind first."""
    found: dict[MatterKind, list[DeskMatter]] = {}
    for matter in sorted(matters, key=lambda one: KINDS.index(one.kind)):
        found.setdefault(matter.kind, []).append(matter)
    return found


def counted(matters: Iterable[DeskMatter]) -> str:
    return ", ".join(some_of(kind, len(found)) for kind, found in by_kind(matters).items())


def some_of(kind: MatterKind, number: int) -> str:
    """So many matters of a kind, in words.

    >>> some_of("call", 1), some_of("unfinished", 2)
    ('1 call for the director', '2 games without a result')
    """
    return say(f"matters.{kind}", n=number)


def _at_table(
    context: TournamentContext, named: Named, how: SetAsideHow, reason: str, until: ComesBack = ""
) -> tuple[StreamWrite, ...]:
    """What is written at the table where somebody waits for a matter."""
    if named.kind not in AT_A_TABLE:
        return ()
    sheet = context.sheet(named.subject)
    aside = MatterSetAside(kind=named.kind, which=named.which, how=how, reason=reason, until=until)
    return (StreamWrite(sheet.id, sheet.version, at_table(sheet, aside)),)


def _must_wait(tournament: Tournament, named: Named, context: TournamentContext) -> None:
    waits = named.kind in SEEN_BY_THE_WEB or context.waits(tournament, named)
    if not waits or named in tournament.set_aside.waived:
        raise refusal("no-such-matter")


def waived_fact(named: Named, reason: str) -> MatterWaived:
    return MatterWaived(kind=named.kind, subject=named.subject, which=named.which, reason=reason)


def matters_wording(matters: Sequence[DeskMatter], context: TournamentContext) -> str:
    """The first of some matters, and how many of each kind there are besides."""
    more = counted(matters[AT_MOST_NAMED:])
    named = "; ".join(_wording(one, context) for one in matters[:AT_MOST_NAMED])
    return say("desk.matters-and-more", named=named, more=more) if more else named


def _wording(matter: DeskMatter, context: TournamentContext) -> str:
    text = f"{matter.wording} ({matter.words})"
    if not matter.game:
        return text
    table = context.sheet(matter.game).scheduled.table
    return say("desk.matter-at-table", table=table, what=text)


def _closed_round_of(
    tournament: Tournament, waived: Waived, context: TournamentContext
) -> int | None:
    """The closed round that a waiver let be closed; ``None``: none is, or it kept none open."""
    if waived.closing in tournament.closed:
        return waived.closing[1] if waived.closing else None
    beside_games = (*tournament.cases, tournament.id)
    if waived.fact.kind in KEEPS_NO_ROUND_OPEN or waived.fact.subject in beside_games:
        return None
    scheduled = context.sheet(waived.fact.subject).scheduled
    closed = (scheduled.division, scheduled.round_number) in tournament.closed
    return scheduled.round_number if closed else None
