"""What one person gave, piece by piece: whose it is, and whether it is still needed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple, get_args
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger.accounts.facts import BadgeIssued
from ledger.desk.sheet_cache import SheetCache
from ledger.game.results.facts import ResultSigned, SlipTyped
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.appeals import appeal_standing
from ledger.incidents.case_file import CaseFile, case_in
from ledger.incidents.facts import (
    AppealLodged,
    BundleIssued,
    EvidenceAttached,
    RulingDrafted,
    RulingGiven,
    StatementConfirmed,
    StatementTaken,
)
from ledger.incidents.wording import number_wording
from ledger.messages import say
from ledger.messages.written import moment_written
from ledger.record.events import Event
from ledger.record.log import Log
from ledger.record.standing import removed_on
from ledger.rulebook import Rulebook
from ledger.tournament.tournament import Tournament, is_over
from ledger.visibility import is_final
from ledger.vocabulary import Moment, Seat

PieceKind = Literal[
    "signature", "slip-photo", "statement", "read-back", "evidence", "grounds", "draft", "bundle"
]

Kept = Callable[[str], int | None]
"""How many bytes lie under a digest: 0 where they were removed, ``None`` where it is not ours."""


class Piece(Struct, frozen=True, kw_only=True):
    """One thing under one digest.

    Attributes:
      digest: under which it lies, as its event has it.
      stream: the game's or the case's whose event names it, ``event`` its version there, and
        ``version`` that of the last event there is.
      where: ``R3 T14`` or ``C-2``; ``is_case``: which of the two.
      of: whose it is, as ``Person.key`` has it; of several where both signed one slip; empty where
        nobody can say.
      concerns: whom the case is about or in which they were heard.
      removed_at: when it was removed; ``None``: it is there.
      needed: why it can't be removed yet, as part of a sentence; empty: it can.
    """

    digest: str
    kind: PieceKind
    stream: UUID
    event: int
    version: int
    where: str
    is_case: bool
    at: Moment
    of: tuple[str, ...]
    concerns: tuple[str, ...] = ()
    size: int = 0
    removed_at: Moment | None = None
    needed: str = ""

    @property
    def is_shared(self) -> bool:
        return len(self.of) > 1


class Person(Struct, frozen=True, kw_only=True):
    """Somebody who gave something.

    Attributes:
      key: ``player-7``, ``badge-D1``, or ``named-`` and the name of somebody heard.
      beside: photos of nobody's in cases that concern them, which may go too.
    """

    key: str
    name: str
    pieces: tuple[Piece, ...] = ()
    beside: tuple[Piece, ...] = ()

    @property
    def kept(self) -> tuple[Piece, ...]:
        return tuple(one for one in self.pieces if one.removed_at is None)

    @property
    def needed(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.needed for one in self.kept if one.needed))


class Gathered(Struct, frozen=True, kw_only=True):
    position: int
    at: Moment
    people: tuple[Person, ...]


def counted(pieces: tuple[Piece, ...]) -> str:
    """How many of each kind, in words; empty for none.

    >>> counted(())
    ''
    """
    found = []
    for kind in get_args(PieceKind):
        many = len({piece.digest for piece in pieces if piece.kind == kind})
        if many:
            found.append(say(f"erasure.count.{kind}", n=many))
    return ", ".join(found)


def kind_wording(kind: PieceKind) -> str:
    return say(f"erasure.kind.{kind}")


def plain_name(name: str) -> str:
    """A name as two spellings of it are compared.

    >>> plain_name("  Ann   LEE ")
    'ann lee'
    """
    return " ".join(name.casefold().split())


# Whose a piece is: a player of the tournament, an official, or somebody with a name.


class Known(Struct, frozen=True):
    """Who is known by which key.

    Attributes:
      keys: by plain name, where only one person has it; two of one name are not told apart.
      spelled: names of others as they were first written, by key.
    """

    names: Mapping[str, str]
    keys: Mapping[str, str]
    spelled: dict[str, str]

    @classmethod
    def of(cls, tournament: Tournament, badges: Mapping[str, str]) -> Known:
        names = {f"player-{one.number}": one.name for one in tournament.players}
        names |= {f"badge-{badge}": name for badge, name in badges.items()}
        often = Counter(map(plain_name, names.values()))
        keys = {
            plain_name(name): key for key, name in names.items() if often[plain_name(name)] == 1
        }
        return cls(names, keys, {})

    def player(self, number: int, name: str) -> str:
        """The key of a player by number; by name for who has none, or was taken out again."""
        key = f"player-{number}"
        return key if key in self.names else self.named(name)

    def badge(self, badge: str) -> str:
        """The key of an official; of a player who is one, by the name, the player's."""
        name = self.names.get(f"badge-{badge}", badge)
        return self.keys.get(plain_name(name), f"badge-{badge}")

    def named(self, name: str) -> str:
        plain = plain_name(name)
        key = self.keys.get(plain) or f"named-{plain}"
        self.spelled.setdefault(key, name.strip())
        return key

    def name_of(self, key: str) -> str:
        return self.names.get(key) or self.spelled.get(key) or key.partition("-")[2]


# Why something that somebody gave can't be removed yet: a result or a case still rests on it.
#
# No rulebook of ours says how long papers are kept (looked for in wespa-1.0, wespa-4.0, wsc-2003
# and nsa-1998), so these are the house's own rules: what a decision may yet be made on stays until
# the decision is made and the time to appeal against it is over.


def game_needs(
    sheet: Sheet, cases: Sequence[CaseFile], tournament: Tournament, where: str, now: datetime
) -> str:
    """Why what was signed at a table is still needed; empty: it is not."""
    if not is_final(sheet):
        return say("erasure.result-not-final", where=where)
    if sheet.result.amending is not None:
        return say("erasure.amendment-asked-for", where=where)
    held = sheet.scheduled
    which = (held.division, held.round_number)
    paired = any((one.division, one.round_number) == which for one in tournament.rounds)
    if paired and which not in tournament.closed and not is_over(tournament):
        return say("erasure.round-not-closed", number=held.round_number)
    about = (file for file in cases if _is_about(file, sheet))
    return next((why for file in about if (why := case_needs(file, tournament, now))), "")


def case_needs(file: CaseFile, tournament: Tournament, now: datetime) -> str:
    """Why what was said in a case is still needed; empty: it is not."""
    called, state = number_wording(file.opened.number), file.state
    if state == "under appeal":
        return say("erasure.case-under-appeal", case=called)
    if state == "referred":
        return say("erasure.case-referred", case=called)
    if state == "to be carried out":
        return say("erasure.decision-to-be-carried-out", case=called)
    if not file.is_closed:
        return say("erasure.case-not-closed", case=called)
    if file.last(RulingGiven) is None or file.last(AppealLodged) is not None:
        return ""
    rules: Rulebook = tournament.rules
    stands = appeal_standing(file, rules, tournament, now)
    if stands.until is not None and stands.until > now:
        until = f"{moment_written(stands.until)} UTC"
        return say("erasure.appeal-until", case=called, until=until)
    after = rules.appeal.when.value == "after-the-event"
    if stands.until is None and stands.may and after and not is_over(tournament):
        return say("erasure.appeal-after-the-tournament", case=called)
    return ""


def _is_about(file: CaseFile, sheet: Sheet) -> bool:
    ruled = (one.game for one in file.each(RulingGiven))
    return sheet.id in (file.opened.game, *ruled)


# What lies beside the log of one case: statements, signatures, photos, grounds, drafts.


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
        opened, found = self.file.opened, []
        if self.sheet is not None:
            found = [self.seated(seat, "") for seat in Seat]
        elif opened.player:
            found = [self.known.player(opened.player, "")]
        return tuple(dict.fromkeys((*found, *self.heard())))

    def heard(self) -> tuple[str, ...]:
        said = (self.seated(one.seat, one.who) for one in self.file.each(StatementTaken))
        request = (self.seated(one.seat, one.who) for one in self.file.each(AppealLodged))
        return tuple(dict.fromkeys((*said, *request)))

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
            where=number_wording(file.opened.number),
            is_case=True,
            at=event.envelope.written_at,
            of=named.of,
            concerns=party,
            size=size,
            removed_at=removed.get(named.digest),
        )


# What lies beside the log of one game: signatures by hand, and photos of its slips.


def in_game(sheet: Sheet, known: Known, kept: Kept) -> Iterator[Piece]:
    """The pieces of a game, each digest once."""
    removed = removed_on(sheet.events)
    held = sheet.scheduled
    division = f" {held.division}" if held.division else ""
    replayed = f", game {held.replay}" if held.replay != 1 else ""
    seen: set[str] = set()
    seats: tuple[Seat, ...]
    for event in sheet.events:
        kind: PieceKind
        match event.fact:
            case ResultSigned(words=digest, seat=seat):
                kind, seats = "signature", (seat,)
            case SlipTyped(photo=digest, whose=whose):
                kind, seats = "slip-photo", tuple(Seat) if whose is None else (whose,)
            case _:
                continue
        size = kept(digest) if digest and digest not in seen else None
        if size is None:
            continue
        seen.add(digest)
        yield Piece(
            digest=digest,
            kind=kind,
            stream=sheet.id,
            event=event.originator_version,
            version=sheet.version,
            where=f"R{held.round_number}{division} T{held.table}{replayed}",
            is_case=False,
            at=event.envelope.written_at,
            of=tuple(dict.fromkeys(_who(sheet, seat, known) for seat in seats)),
            size=size,
            removed_at=removed.get(digest),
        )


def _who(sheet: Sheet, seat: Seat, known: Known) -> str:
    number = sheet.numbers[seat.place] if sheet.numbers else 0
    return known.player(number, sheet.name(seat))


# Everything that lies beside the log and was given in one tournament, piece by piece.


def given_in(
    log: Log, shelf: SheetCache, tournament: Tournament, now: datetime
) -> tuple[Person, ...]:
    """Everybody who gave something in a tournament: players by number, then others by name.

    Slow in a long log, which has no index of kinds: for an act that is rare.
    """
    badges = {
        event.fact.badge: event.fact.name
        for _, event in log.about(BadgeIssued)
        if isinstance(event.fact, BadgeIssued)
    }
    known = Known.of(tournament, badges)
    pieces = tuple(_pieces(log, shelf, tournament, known, now))
    return _by_person(pieces, known)


def _pieces(
    log: Log, shelf: SheetCache, tournament: Tournament, known: Known, now: datetime
) -> Iterator[Piece]:
    def kept(digest: str) -> int | None:
        found = log.store.kept_words(digest)
        return None if found is None else len(found[1] or b"")

    files = [case_in(log, case) for case in tournament.cases]
    for _, event in log.about(GameScheduled):
        fact = event.fact
        if isinstance(fact, GameScheduled) and fact.tournament == tournament.slug:
            sheet = shelf.sheet(event.originator_id)
            given = [*in_game(sheet, known, kept)]
            if given:
                needed = game_needs(sheet, files, tournament, given[0].where, now)
                yield from (_needed(piece, needed) for piece in given)
    for file in files:
        needed = case_needs(file, tournament, now)
        sheet_of = shelf.sheet(file.opened.game) if file.opened.game else None
        yield from (_needed(piece, needed) for piece in in_case(file, sheet_of, known, kept))


def _needed(piece: Piece, why: str) -> Piece:
    return replace(piece, needed=why)


def _by_person(pieces: tuple[Piece, ...], known: Known) -> tuple[Person, ...]:
    own: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        for key in piece.of:
            own[key].append(piece)
    nobodys = [one for one in pieces if not one.of and one.removed_at is None]
    people = (
        Person(
            key=key,
            name=known.name_of(key),
            pieces=tuple(sorted(given, key=lambda one: one.at)),
            beside=tuple(one for one in nobodys if key in one.concerns),
        )
        for key, given in own.items()
    )
    return tuple(sorted(people, key=_in_order))


def _in_order(person: Person) -> tuple[bool, int, str]:
    kind, _, rest = person.key.partition("-")
    return kind != "player", int(rest) if kind == "player" else 0, plain_name(person.name)
