"""What was done about a case, read from its file: heard, prepared, appealed, ruled before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from ledger.desk.desk import Desk
from ledger.game.sheet import Sheet
from ledger.hall import GameRow
from ledger.incidents.case_file import CaseFile, case_in
from ledger.incidents.facts.appeals import AppealDecided, AppealHeard, AppealLodged
from ledger.incidents.facts.cases import (
    DraftSeconded,
    EvidenceAttached,
    EvidenceTakenBack,
    RulingDrafted,
    RulingGiven,
    StatementConfirmed,
    StatementTaken,
)
from ledger.incidents.in_words import case_told
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat

JPEG = b"\xff\xd8\xff"
"""With what a picture begins that we wrote."""


@dataclass(frozen=True)
class Statement:
    """Somebody who was heard; ``words`` is ``None`` where they were removed."""

    version: int
    who: str
    role: str
    words: str | None
    declined: bool
    confirmed: bool
    at: datetime


@dataclass(frozen=True)
class Attached:
    """Something that was put with the case.

    Attributes:
      is_shown: whether the picture lies beside the log; else it lies elsewhere, or was removed.
      taken_back: why it was; empty where it was not.
    """

    version: int
    kind: str
    what: str
    digest: str
    is_shown: bool
    taken_back: str
    at: datetime
    by: str


@dataclass(frozen=True)
class Line:
    """Something that was done about the case."""

    at: datetime
    by: str
    words: str


@dataclass(frozen=True)
class Draft:
    """A ruling that was prepared and is not given."""

    digest: str
    says: str
    by: str
    seconded: str


@dataclass(frozen=True)
class Earlier:
    """An earlier ruling on the same matter."""

    number: int
    finding: str
    citation: str
    round: int
    table: int


@dataclass(frozen=True)
class Appeal:
    """How far an appeal has come.

    Attributes:
      grounds: the appellant's words; ``None`` where they were removed.
      body: who decides it.
      heard: who sat; empty: not heard yet.
      outcome: as the body decided; empty: not decided yet.
    """

    lodged: AppealLodged
    at: datetime
    grounds: str | None
    body: str
    heard: tuple[str, ...]
    outcome: str
    reasons: str
    effect: str


def statements_of(desk: Desk, file: CaseFile) -> tuple[Statement, ...]:
    """Who was heard, oldest first."""
    confirmed = {fact.statement for fact in file.each(StatementConfirmed)}
    found = []
    for event in file.events:
        fact = event.fact
        if isinstance(fact, StatementTaken):
            kept = desk.log.words_of(fact.words) if fact.words else b""
            found.append(
                Statement(
                    version=event.originator_version,
                    who=fact.who,
                    role=fact.role,
                    words=None if kept is None else kept.decode(errors="replace"),
                    declined=fact.declined,
                    confirmed=event.originator_version in confirmed,
                    at=event.envelope.occurred_at or event.envelope.written_at,
                )
            )
    return tuple(found)


def attached_to(desk: Desk, file: CaseFile) -> tuple[Attached, ...]:
    """What was put with the case, oldest first, what was taken back as well."""
    back = {fact.evidence: fact.reason for fact in file.each(EvidenceTakenBack)}
    found = []
    for event in file.events:
        fact = event.fact
        if isinstance(fact, EvidenceAttached):
            kept = desk.log.words_of(fact.digest)
            found.append(
                Attached(
                    version=event.originator_version,
                    kind=fact.kind,
                    what=fact.what,
                    digest=fact.digest,
                    is_shown=kept is not None and kept.startswith(JPEG),
                    taken_back=back.get(event.originator_version, ""),
                    at=event.envelope.written_at,
                    by=event.envelope.written_by,
                )
            )
    return tuple(found)


def draft_of(file: CaseFile) -> Draft | None:
    """What was prepared last and not given since."""
    last = file.last(RulingDrafted)
    if last is None or any(v > last[0] for v, _ in [file.last(RulingGiven) or (0, None)]):
        return None
    version, fact = last
    seconded = next(
        (
            event.envelope.written_by
            for event in reversed(file.events)
            if isinstance(event.fact, DraftSeconded) and event.fact.draft == version
        ),
        "",
    )
    by = next(e.envelope.written_by for e in file.events if e.originator_version == version)
    return Draft(fact.digest, fact.says, by, seconded)


def appeals_of(desk: Desk, file: CaseFile) -> tuple[Appeal, ...]:
    """The appeals, oldest first, each as far as it has come."""
    found: list[Appeal] = []
    for event in file.events:
        fact = event.fact
        if isinstance(fact, AppealLodged):
            kept = desk.log.words_of(fact.grounds) if fact.grounds else b""
            words = None if kept is None else kept.decode(errors="replace")
            at = event.envelope.written_at
            found.append(Appeal(fact, at, words, fact.to, (), "", "", ""))
        elif found and isinstance(fact, AppealHeard):
            found[-1] = replace(found[-1], heard=fact.committee or (fact.by,))
        elif found and isinstance(fact, AppealDecided):
            found[-1] = replace(
                found[-1], outcome=fact.outcome, reasons=fact.reasons, effect=fact.effect
            )
    return tuple(found)


def earlier_rulings(
    desk: Desk, tournament: Tournament, file: CaseFile, citation: str, row_of: dict[UUID, GameRow]
) -> tuple[Earlier, ...]:
    """Rulings of this tournament under the same rule, or in a case about the same thing."""
    found = []
    for number, stream in enumerate(tournament.cases, 1):
        if stream == file.id:
            break
        other = case_in(desk.log, stream)
        ruling = other.ruling
        if ruling is None:
            continue
        alike = other.opened.category == file.opened.category and file.opened.category != "other"
        if alike or ruling.citation == citation:
            row = row_of.get(other.opened.game) if other.opened.game else None
            where = (row.round_number, row.table) if row else (0, 0)
            found.append(Earlier(number, ruling.finding, ruling.citation, *where))
    return tuple(reversed(found))


def lines_of(file: CaseFile, sheet: Sheet | None) -> tuple[Line, ...]:
    """Everything that was done about the case, oldest first."""

    def name(seat: Seat) -> str:
        return sheet.name(seat) if sheet else seat.value

    return tuple(
        Line(e.envelope.written_at, e.envelope.written_by, case_told(e.fact, name))
        for e in file.events
    )
