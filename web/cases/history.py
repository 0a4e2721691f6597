"""What was done at a case, its way back, and earlier rulings like it, as its page lists them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from ledger.desk.desk import Desk
from ledger.game.sheet.sheet import Sheet
from ledger.game.turns.facts import ActTakenBack
from ledger.game.turns.taking_back import OF_PLAYERS, OFFICIAL
from ledger.hall import GameRow
from ledger.incidents.case_file import CaseFile, worked_out_once
from ledger.incidents.facts import (
    BundleIssued,
    CaseActTakenBack,
    EvidenceAttached,
    EvidenceTakenBack,
    FactsBookmarked,
    PenaltyDecided,
    RulingGiven,
    Situation,
    StatementConfirmed,
    StatementTaken,
)
from ledger.incidents.reports import (
    Consequence,
    Likeness,
    consequences_of,
    likeness,
    of_ruling,
    reason_of,
)
from ledger.incidents.taking_back import TAKEN_BACK
from ledger.incidents.wording import case_wording, finding_wording
from ledger.messages import listed, say
from ledger.record.events import Event
from ledger.record.standing import removed_on, taken_back
from ledger.rulebook import Rulebook
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from ledger.vocabulary.bounds import shown as time_shown
from ledger.vocabulary.signs import score

# The door by which each act on the page of a case is taken back, and what is said once it was.


class WayBack(NamedTuple):
    """A door: what it is called, verb and object, and the number of the act it takes back."""

    words: str
    act: UUID


class Struck(NamedTuple):
    at: datetime
    by: str
    reason: str


def way_back(file: CaseFile, event: Event) -> WayBack | None:
    """The door of an act on the line of its first event; ``None``: none leads from this line."""
    act = event.envelope.command_id
    of_case = [
        one
        for one in file.events
        if one.envelope.command_id == act and isinstance(one.fact, TAKEN_BACK)
    ]
    if event.originator_id != file.id:  # at the table, in the tournament
        if not of_case:
            return WayBack(say("cases.take-the-entry-back"), act)
        # A penalty has its one line where it was carried out.
        of_penalties = [one for one in of_case if isinstance(one.fact, PenaltyDecided)]
        return _taken(of_penalties[0]) if of_penalties == of_case else None
    if event not in of_case or event.originator_version in file.taken_back:
        return None
    named = [one for one in of_case if not isinstance(one.fact, CaseActTakenBack)] or of_case
    if event != named[0]:
        return None
    if isinstance(event.fact, CaseActTakenBack):
        return WayBack(say("cases.let-it-stand-after-all-x"), act)
    return _taken(event)


def _taken(event: Event) -> WayBack:
    return WayBack(say(f"incidents.take_back.{event.fact.topic()}"), event.envelope.command_id)


def struck(file: CaseFile, event: Event) -> Struck | None:
    return struck_by(file.taken_back.get(event.originator_version))


def struck_by(by: Event | None) -> Struck | None:
    if by is None:
        return None
    return Struck(by.envelope.written_at, by.envelope.written_by, reason_of(by))


def ways_back_at(sheet: Sheet) -> dict[int, WayBack]:
    """By version of a game's event, the door of an official's act without a case."""
    gone = taken_back(sheet.events)
    found: dict[UUID, Event] = {}
    for event in sheet.events:
        envelope = event.envelope
        if envelope.case is None and isinstance(event.fact, OFFICIAL):
            found.setdefault(envelope.command_id, event)
    return {
        event.originator_version: WayBack(
            say("cases.let-it-stand-after-all-x")
            if isinstance(event.fact, ActTakenBack)
            else say("cases.take-back-verb"),
            act,
        )
        for act, event in found.items()
        if event.originator_version not in gone and not _of_players(sheet, act)
    }


def struck_at(sheet: Sheet) -> dict[int, Struck]:
    """By version of a game's event, what took it back."""
    found = ((version, struck_by(by)) for version, by in taken_back(sheet.events).items())
    return {version: one for version, one in found if one}


def _of_players(sheet: Sheet, act: UUID) -> bool:
    return any(
        isinstance(event.fact, OF_PLAYERS)
        for event in sheet.events
        if event.envelope.command_id == act
    )


JPEG = b"\xff\xd8\xff"
"""With what a picture begins that we wrote."""


@dataclass(frozen=True)
class Statement:
    """Somebody who was heard; ``words`` is ``None`` where they were removed, at ``removed_at``."""

    version: int
    who: str
    role: str
    words: str | None
    declined: bool
    confirmed: bool
    at: datetime
    removed_at: datetime | None = None
    back: WayBack | None = None
    struck: Struck | None = None


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
    act: UUID
    removed_at: datetime | None = None


@dataclass(frozen=True)
class Line:
    """Something that was done about the case.

    Attributes:
      back: the door to take it back; ``None``: it has none, or stands no more.
    """

    at: datetime
    by: str
    words: str
    back: WayBack | None = None
    struck: Struck | None = None


@dataclass(frozen=True)
class Earlier:
    """An earlier ruling on the like.

    Attributes:
      like: in what it is like this case.
      appeal: how an appeal against it stands; empty: nobody appealed.
    """

    number: int
    finding: str
    citation: str
    round: int
    table: int
    like: Likeness
    followed: tuple[str, ...]
    appeal: str


@dataclass(frozen=True)
class Issued:
    """A bundle handed out.

    Attributes:
      number: which of the case's, from 1.
      digest: SHA-256 of the file, in hex.
      certificate: SHA-256 of the certificate it is signed with, in hex; empty: it is not signed.
      is_kept: whether the file can be fetched still.
    """

    number: int
    to: str
    by: str
    at: datetime
    redacted: bool
    digest: str
    certificate: str
    is_kept: bool


def issued_of(desk: Desk, file: CaseFile) -> tuple[Issued, ...]:
    given = [event for event in file.events if isinstance(event.fact, BundleIssued)]
    return tuple(
        Issued(
            number=number,
            to=event.fact.to,
            by=event.envelope.written_by,
            at=event.envelope.written_at,
            redacted=event.fact.redacted,
            digest=event.fact.digest,
            certificate=event.fact.certificate,
            is_kept=_is_kept(desk, event.fact.section or event.fact.words),
        )
        for number, event in enumerate(given, 1)
        if isinstance(event.fact, BundleIssued)
    )


def _is_kept(desk: Desk, digest: str) -> bool:
    return bool(digest) and desk.log.words_of(digest) is not None


def statements_of(desk: Desk, file: CaseFile) -> tuple[Statement, ...]:
    confirmed = {fact.statement for fact in file.each(StatementConfirmed)}
    removed = removed_on(file.events)
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
                    removed_at=removed.get(fact.words),
                    back=way_back(file, event),
                    struck=struck(file, event),
                )
            )
    return tuple(found)


def attached_to(desk: Desk, file: CaseFile) -> tuple[Attached, ...]:
    """What was put with the case, oldest first, what was taken back as well."""
    back = {fact.evidence: fact.reason for fact in file.each(EvidenceTakenBack)}
    removed = removed_on(file.events)
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
                    act=event.envelope.command_id,
                    removed_at=removed.get(fact.digest),
                )
            )
    return tuple(found)


@dataclass(frozen=True)
class Bookmark:
    """A state of the game that was put with the facts."""

    version: int
    note: str
    by: str
    facts: tuple[tuple[str, str], ...]


def bookmarks_of(file: CaseFile, sheet: Sheet) -> tuple[Bookmark, ...]:
    return tuple(
        Bookmark(
            event.fact.situation.version,
            event.fact.note,
            event.envelope.written_by,
            facts_view(event.fact.situation, sheet),
        )
        for event in file.stands
        if isinstance(event.fact, FactsBookmarked)
    )


def facts_view(found: Situation, sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """A table as it stood, as pairs of what it is called and what it was."""
    first, second = sheet.names
    clocks = (
        listed(time_shown(one) for one in found.clocks) if found.clocks else say("cases.not-read")
    )
    said = [
        (say("cases.score"), f"{first} {score(*found.totals)} {second}"),
        (say("cases.clocks"), clocks),
        (
            say("cases.bag"),
            say("cases.on-racks-and", bag=found.bag, racks=found.racks[0], racks2=found.racks[1]),
        ),
    ]
    if found.on_move is not None:
        said.append((say("cases.to-move"), sheet.name(found.on_move)))
    if found.held:
        said.append((say("cases.rack-before-the-last-turn"), found.held))
    return tuple(said)


def earlier_rulings(
    desk: Desk,
    tournament: Tournament,
    files: Sequence[CaseFile],
    file: CaseFile,
    citation: str,
    rules: Rulebook,
    row_of: Callable[[UUID], GameRow | None],
) -> tuple[Earlier, ...]:
    """Rulings that stand in earlier cases like this one, the nearest first, then the latest."""
    found = []
    for number, other in enumerate(files, 1):
        if other.id == file.id:
            break
        ruling = other.ruling
        like = likeness(file, citation, other, rules) if ruling else None
        if ruling is None or like is None:
            continue
        row = row_of(other.opened.game) if other.opened.game else None
        sheet = desk.sheet(other.opened.game) if other.opened.game else None
        last = other.last(RulingGiven)
        followed = of_ruling(consequences_of(other, sheet, tournament), last[0] if last else 0)
        found.append(
            Earlier(
                number=number,
                finding=finding_wording(ruling),
                citation=ruling.citation,
                round=row.round_number if row else 0,
                table=row.table if row else 0,
                like=like,
                followed=followed,
                appeal=other.appeal_told,
            )
        )
    return tuple(sorted(found, key=lambda one: (one.like.distance, -one.number)))


@worked_out_once
def lines_of(
    file: CaseFile, sheet: Sheet | None, followed: tuple[Consequence, ...]
) -> tuple[Line, ...]:
    """Everything that was done about the case, at its table and elsewhere too, oldest first."""

    def name(seat: Seat) -> str:
        return sheet.name(seat) if sheet else seat.value

    said = [
        (event, case_wording(event.fact, name), file.taken_back.get(event.originator_version))
        for event in file.events
        if not isinstance(event.fact, PenaltyDecided)
    ]
    said += [(one.event, one.words, one.taken_back) for one in followed if one.event]
    said.sort(key=lambda one: one[0].envelope.written_at)
    found, doors = [], set[UUID]()
    for event, words, by in said:
        back = None if by else way_back(file, event)
        if back is not None and back.act in doors:
            back = None  # one act is taken back by one door, however much followed from it
        elif back is not None:
            doors.add(back.act)
        envelope = event.envelope
        line = Line(envelope.written_at, envelope.written_by, words, back, struck_by(by))
        found.append(line)
    return tuple(found)
