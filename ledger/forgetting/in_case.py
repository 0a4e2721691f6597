"""What lies beside the log of one case: statements, signatures, photos, grounds, drafts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ledger.forgetting.pieces import Kept, Piece, PieceKind
from ledger.forgetting.whose import Known
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.appeals import AppealLodged, BundleIssued
from ledger.incidents.facts.cases import RulingDrafted
from ledger.incidents.facts.evidence import EvidenceAttached, StatementConfirmed, StatementTaken
from ledger.incidents.in_words import number_told
from ledger.record.events import Event
from ledger.record.words_removed import removed_on
from ledger.vocabulary import Seat


class _Named(NamedTuple):
    digest: str
    kind: PieceKind
    of: tuple[str, ...]


class _Case(NamedTuple):
    file: CaseFile
    sheet: Sheet | None
    known: Known

    def seated(self, seat: Seat | None, name: str) -> str:
        """Whose it is: of who sits there, or of somebody with that name."""
        if seat is None or self.sheet is None:
            return self.known.named(name)
        number = self.sheet.numbers[seat.place] if self.sheet.numbers else 0
        return self.known.player(number, self.sheet.name(seat))

    def party(self) -> tuple[str, ...]:
        """Everybody whom the case concerns."""
        opened, found = self.file.opened, []
        if self.sheet is not None:
            found = [self.seated(seat, "") for seat in Seat]
        elif opened.player:
            found = [self.known.player(opened.player, "")]
        return tuple(dict.fromkeys((*found, *self.heard())))

    def heard(self) -> tuple[str, ...]:
        """Everybody whose words are in it."""
        said = (self.seated(one.seat, one.who) for one in self.file.each(StatementTaken))
        asked = (self.seated(one.seat, one.who) for one in self.file.each(AppealLodged))
        return tuple(dict.fromkeys((*said, *asked)))

    def named_by(self, event: Event) -> _Named | None:
        """What an event of the case names that lies beside the log."""
        match event.fact:
            case StatementTaken(words=digest) as fact:
                return _Named(digest, "statement", (self.seated(fact.seat, fact.who),))
            case StatementConfirmed(strokes=digest, statement=version):
                said = self.file.fact(version, StatementTaken)
                of = (self.seated(said.seat, said.who),) if said else ()
                return _Named(digest, "read-back", of)
            case EvidenceAttached(digest=digest, seat=seat):
                of = () if seat is None or self.sheet is None else (self.seated(seat, ""),)
                return _Named(digest, "evidence", of)
            case AppealLodged(grounds=digest) as fact:
                return _Named(digest, "grounds", (self.seated(fact.seat, fact.who),))
            case RulingDrafted(words=digest):
                return _Named(digest, "draft", (self.known.badge(event.envelope.written_by),))
            case BundleIssued(words=digest):
                # Whole files of the days before bundles were signed have everybody's words in
                # them; what is kept of a later one is a signature, and says nothing of anybody.
                return _Named(digest, "bundle", self.heard())
            case _:
                return None


def in_case(file: CaseFile, sheet: Sheet | None, known: Known, kept: Kept) -> Iterator[Piece]:
    """The pieces of a case, each digest once."""
    case = _Case(file, sheet, known)
    removed, seen = removed_on(file.events), set()
    party = case.party()
    for event in file.events:
        named = case.named_by(event)
        if named is None or not named.digest or named.digest in seen:
            continue
        size = kept(named.digest)
        if size is None:
            continue  # it lies elsewhere
        seen.add(named.digest)
        yield Piece(
            digest=named.digest,
            kind=named.kind,
            stream=file.id,
            event=event.originator_version,
            version=file.version,
            where=number_told(file.opened.number),
            is_case=True,
            at=event.envelope.written_at,
            of=named.of,
            concerns=party,
            size=size,
            removed_at=removed.get(named.digest),
        )
