"""A case with all that its papers need, and what a redacted copy leaves out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from msgspec import Struct, field, structs, to_builtins
from msgspec.structs import replace
from msgspec.structs import replace as replace_structs

from ledger.game.absences.facts import (
    EmergencyAssessed,
    EmergencyDeclared,
    EmergencyOver,
    PlayerLeft,
    PlayerReturned,
)
from ledger.game.clock.facts import ClockNeutralised, ClockRestarted
from ledger.game.sheet.line import TURNS
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile, appeal_wording, went_back
from ledger.incidents.facts import (
    AppealHeard,
    AppealLodged,
    BundleIssued,
    EvidenceAttached,
    RulingGiven,
    StatementConfirmed,
    StatementTaken,
)
from ledger.incidents.reports import as_it_stands, consequences_of
from ledger.incidents.wording import number_wording, title_wording
from ledger.messages import known
from ledger.messages.written import day_written
from ledger.proof.left_out import texts_in
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.standing import removed_on
from ledger.rulebook import Rulebook, rules_of
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from printing.engine.heading import Heading
from printing.engine.page import when_words
from printing.languages import say
from printing.source import NOTHING_ELSE, Played, Source, facts_of, name_of_game, state_of_record

# What a redacted copy leaves out: people's words, names of the uninvolved, matters of health.


MOST_INITIALS = 2
"""Letters of a part of a name that may be initials, and is not looked for by itself."""

SHORTEST = 8  # characters of a statement that are looked for elsewhere; fewer could be anybody's


OF_HEALTH = (EmergencyDeclared, EmergencyAssessed, EmergencyOver)


class Redaction(Struct, frozen=True):
    """What is to be left out wherever it stands.

    Attributes:
      names: of people who are not part of the case, and of witnesses.
      parts: of the names of people heard, written as they write them.
      words: what people said in this case and in the others, and what pictures show.
    """

    names: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def of(self, text: str) -> str:
        for said in sorted(self.words, key=len, reverse=True):
            text = _without(text, said, say("paper_cases.words-left-out"))
        for name in sorted(self.names, key=len, reverse=True):
            text = _without(text, name, say("paper_cases.name-left-out"))
        for part in self.parts:
            text = _without(text, part, say("paper_cases.name-left-out"), re.NOFLAG)
        return text

    def each(self, texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(self.of(text) for text in texts)


def _without(text: str, what: str, instead: str, flags: re.RegexFlag = re.IGNORECASE) -> str:
    pattern = r"\s+".join(map(re.escape, what.split()))
    if not pattern:
        return text
    return re.sub(rf"(?<!\w){pattern}(?!\w)", instead, text, flags=flags)


def sentences(said: str) -> tuple[str, ...]:
    """A statement whole and sentence by sentence, as it may be quoted elsewhere."""
    parts = (said, *re.split(r"(?<=[.!?;])\s+|\n+", said))
    bare = (part.strip(" .!?;\n") for part in parts)
    return tuple(dict.fromkeys(part for part in bare if len(part) >= SHORTEST))


def of_health(events: Iterable[Event]) -> frozenset[int]:
    """Which events of a game tell of somebody's health, by their versions.

    Not the emergency alone: what was written with it, the stop it led to, and the return of who was
    away for it say as much of whose it was.
    """
    events = tuple(events)
    requests = {e.envelope.command_id for e in events if _is_of_health(e.fact)}
    away: set[Seat] = set()
    stopped = False
    found = set()
    for event in events:
        fact = event.fact
        if event.envelope.command_id in requests:
            found.add(event.originator_version)
        match fact:
            case PlayerLeft(permission="emergency", seat=seat):
                away.add(seat)
            case PlayerReturned(seat=seat) if seat in away:
                away.discard(seat)
                found.add(event.originator_version)
            case ClockNeutralised(reason="emergency"):
                stopped = True
                found.add(event.originator_version)
            case ClockRestarted() if stopped or fact.reason == "emergency":
                stopped = False
                found.add(event.originator_version)
    return frozenset(found)


def _is_of_health(fact: Fact) -> bool:
    away = isinstance(fact, PlayerLeft) and fact.permission == "emergency"
    return away or isinstance(fact, OF_HEALTH)


def is_hidden(fact: Fact, redaction: Redaction, written_by: str = "", device: str = "") -> bool:
    """Whether a redacted copy has no more of an event than its hash, for what it says."""
    if anonymous(fact) != fact:
        return True
    text = APART.join((written_by, device, *texts_in(to_builtins(fact))))
    return redaction.of(text) != text


APART = " \0 "
"""Between texts, so that no name is found that begins in one and ends in the next."""


def anonymous(fact: Fact) -> Fact:
    """A fact of a case without the names of those who are not part of it."""
    changed: dict[str, Any] = {}
    if isinstance(fact, StatementTaken):
        changed = {"interpreter": "", **({} if fact.seat else {"who": f"A {fact.role}"})}
    elif isinstance(fact, StatementConfirmed) and fact.witness:
        changed = {"witness": "somebody"}
    elif isinstance(fact, EvidenceAttached):
        changed = {"what": ""}
    elif isinstance(fact, AppealLodged) and not fact.seat:
        changed = {"who": say("paper_cases.somebody-affected")}
    elif isinstance(fact, AppealHeard):
        changed = {"committee": (), "executive": (), "declared": (), "although": ""}
    elif isinstance(fact, BundleIssued):
        changed = {"to": "somebody"}
    elif isinstance(fact, PlayerLeft):
        changed = {"supervisor": ""}
    return replace_structs(fact, **changed) if changed else fact


# Who kept score of a game, judged its challenges and ruled on it, by name.


def officials_of(sheet: Sheet, source: Source) -> tuple[str, ...]:
    """The officials of a game in a line of words; none of them whom the reader is not shown.

    Badges are left out of a copy for those who are not to know them (``ledger.visibility``), and
    then nothing is said of them here.
    """
    entered = {line.version for line in sheet.lines if line.kind in TURNS}
    kept = (sheet.event(version).envelope.written_by for version in sorted(entered))
    facts = [(entry.event.envelope, entry.fact) for entry in facts_of(sheet)]
    judged = (getattr(fact, "adjudicator", "") for _, fact in facts)
    ruled = (envelope.written_by for envelope, _ in facts if envelope.case is not None)
    lists = (
        (say("paper_cases.score-kept-by"), kept),
        (say("paper_cases.judged-by"), judged),
        (say("paper_cases.ruled-on-by"), ruled),
    )
    words = [f"{label} {some}" for label, who in lists if (some := _names(who, source))]
    return (f"{'. '.join(words)}.",) if words else ()


def left_out_of(events: Iterable[Event], of_the_case: Iterable[Event], source: Source) -> list[str]:
    """What a redacted copy leaves out of the officials of a game who have no part in the case.

    Their names, and a badge by which anybody reads whose it is: ``ann``, of Ann Lee. Other badges
    stay, as they stand in the events that the copy proves.
    """
    in_it = {badge for event in of_the_case for badge in badges_in(event)}
    found: dict[str, None] = {}
    for badge in dict.fromkeys(badge for event in events for badge in badges_in(event)):
        name = source.official(badge).removeprefix(badge).strip()
        if badge in in_it or not name:
            continue
        found[name] = None
        if says_whose(badge, name):
            found[badge] = None
    return list(found)


def badges_in(event: Event) -> Iterator[str]:
    """The badges of officials that an event names: who wrote it, judged, witnessed, agreed."""
    fields = (getattr(event.fact, field, "") for field in ("adjudicator", "witness", "seconded"))
    yield from (badge for badge in (event.envelope.written_by, *fields) if badge)


def says_whose(badge: str, name: str) -> bool:
    """Whether a badge has a part of the name of its bearer in it; initials are none.

    >>> says_whose("ann-2", "Ann Lee"), says_whose("K1", "Nora K"), says_whose("J3", "Ann Lee")
    (True, False, False)
    """
    read, parts = badge.casefold(), name.casefold().split()
    return any(part in read for part in parts if len(part) > MOST_INITIALS)


def _names(badges: Iterable[str], source: Source) -> str:
    return ", ".join(source.official(badge) for badge in dict.fromkeys(badges) if badge)


# What a redacted copy of a case has to leave out, as this case, the others and its game have it.
#
# Other cases count as well: a penalty given in one quotes its witnesses in the game that both are
# about.


def redaction_of(
    file: CaseFile,
    others: Sequence[CaseFile],
    sheet: Sheet | None,
    source: Source,
    *,
    players: Iterable[str],
    entered: Iterable[str],
    said: Callable[[str], str | None],
) -> Redaction:
    """What is left out wherever it stands.

    Args:
      players: whose case it is: they stay.
      entered: everybody who was entered there.
    """
    files = (file, *others)
    events = sheet.events if sheet else ()
    party = {name.casefold() for name in players if name}
    people = _not_of(party, (name for one in files for name in _people_in(one)))
    people += _not_of(party, _supervisors(events, source))
    named = [*entered, *left_out_of(events, file.events, source)]
    words = (part for one in files for text in _told_in(one, said) for part in sentences(text))
    return Redaction(
        names=tuple(dict.fromkeys([*people, *_not_of(party, named)])),
        parts=tuple(dict.fromkeys(_parts_of(people, party))),
        words=tuple(dict.fromkeys(words)),
    )


def _people_in(file: CaseFile) -> Iterator[str]:
    """Who had a part in a case beside its players: heard, interpreted, witnessed, sat on it."""
    for heard in file.each(StatementTaken):
        yield from (heard.interpreter, "" if heard.seat else heard.who)
    yield from (one.witness for one in file.each(StatementConfirmed))
    yield from (one.who for one in file.each(AppealLodged) if one.seat is None)
    for sat in file.each(AppealHeard):
        yield from sat.committee


def _supervisors(events: Iterable[Event], source: Source) -> Iterator[str]:
    """Who saw to a player that was away, where a name was written and no badge."""
    for event in events:
        if isinstance(event.fact, PlayerLeft):
            named = event.fact.supervisor
            if source.official(named) == named:
                yield named


def _told_in(file: CaseFile, said: Callable[[str], str | None]) -> Iterator[str]:
    yield from (said(one.words) or "" for one in file.each(StatementTaken))
    yield from (said(one.grounds) or "" for one in file.each(AppealLodged))
    yield from (one.what for one in file.each(EvidenceAttached))


def _not_of(party: set[str], names: Iterable[str]) -> list[str]:
    return [name for name in names if name and name.casefold() not in party]


def _parts_of(people: Iterable[str], party: set[str]) -> Iterator[str]:
    of_parties = {part for name in party for part in name.split()}
    for name in people:
        for part in name.split():
            if len(part) > MOST_INITIALS and part.casefold() not in of_parties:
                yield part


def mark_of(state: str) -> str:
    """What stands in the head of a notice, by the state of its case; empty for most."""
    code = state.replace(" ", "-")
    return say(f"paper_cases.mark-{code}") if known(f"paper_cases.mark-{code}") else ""


class CaseAtHand(Struct, frozen=True, kw_only=True, dict=True):
    """A case, as its papers need it.

    Attributes:
      file: the case; ``tournament``: where it is.
      sheet: of the game it is about, as it stands; ``None`` where it is about none.
      game: what the paper of the game needs; ``source``: what that of the tournament does, with
        the link of the last entry of the record, whose number is ``record_to``.
      last: position and event of the last of the case; ``None``: no key signs its papers here.
      words: what lies beside the log under a digest; ``None`` where it was removed.
      others: the other cases of the tournament, of which a redacted copy tells nothing either.
    """

    file: CaseFile
    tournament: Tournament
    sheet: Sheet | None = None
    game: Source = NOTHING_ELSE
    source: Source = NOTHING_ELSE
    record_to: int | None = None
    last: tuple[int, Event] | None = None
    words: Callable[[str], bytes | None] = field(default=lambda _digest: None)
    others: Callable[[], tuple[CaseFile, ...]] = tuple

    @property
    def called(self) -> str:
        return number_wording(self.file.opened.number)

    @property
    def title(self) -> str:
        return title_wording(self.file.opened)

    @property
    def rules(self) -> Rulebook:
        if self.sheet is None:
            return self.tournament.rules
        return rules_of(self.sheet.scheduled)

    @property
    def players(self) -> tuple[str, str]:
        """Both players of the game; else the one it is about, and nobody."""
        if self.sheet is not None:
            return self.sheet.names
        player = self.tournament.player(self.file.opened.player)
        return (player.name if player else "", "")

    def heading_of(self, *, redacted: bool) -> Heading:
        return (
            replace(self.heading, provisional=say("paper_cases.redacted-copy-2"))
            if redacted
            else self.heading
        )

    @property
    def heading_of_notice(self) -> Heading:
        """The same for what a player is handed: under appeal, or taken back."""
        went = went_back(self.file) is not None and self.file.ruling is None
        mark = mark_of(self.file.state) or (say("paper_cases.ruling-taken-back") if went else "")
        return replace(self.heading, provisional=mark)

    def appeal(self, *, redacted: bool) -> str:
        """How its last appeal stands; of a redacted copy without the name of who appealed."""
        text = appeal_wording(map(_anonymously, self.file.stands) if redacted else self.file.stands)
        return self.redaction.of(text) if redacted else text

    @property
    def heading(self) -> Heading:
        played = Played(slug=self.tournament.slug, source=self.source, record_to=self.record_to)
        state = state_of_record(self.record_to, f"{self.tournament.slug}/{self.called}")
        if self.sheet is None:
            return replace(played.heading(""), state=state)
        game = self.sheet.scheduled
        return replace(
            played.heading(game.division, game.round_number),
            state=state,
            table=game.table,
            replay=game.replay,
            game=name_of_game(self.sheet),
        )

    @property
    def ruled(self) -> Event | None:
        found = self.file.last(RulingGiven)
        return self.event(found[0]) if found else None

    def ruled_before(self, version: int) -> Event | None:
        """The ruling of this version, or the last one before what has it: a penalty, as a rule."""
        found = [e for e in self.each(RulingGiven) if e.originator_version <= version]
        return found[-1] if found else None

    def followed(self, *, redacted: bool) -> tuple[str, ...]:
        """What followed from the rulings, in words; of somebody's health nothing if redacted."""
        return tuple(
            as_it_stands(one)
            for one in consequences_of(self.file, self.sheet, self.tournament)
            if not (redacted and one.event and self.is_of_health(one.event))
        )

    @cached_property
    def redaction(self) -> Redaction:
        return redaction_of(
            self.file,
            self.others(),
            self.sheet,
            self.source,
            players=self.players,
            entered=(player.name for player in self.tournament.players),
            said=self.said,
        )

    @cached_property
    def of_health(self) -> frozenset[int]:
        return of_health(self.sheet.events if self.sheet else ())

    def is_of_health(self, event: Event) -> bool:
        return event.originator_id != self.file.id and event.originator_version in self.of_health

    def name(self, seat: Seat) -> str:
        return self.sheet.name(seat) if self.sheet else self.players[0] or seat.value

    def event(self, version: int) -> Event:
        return next(e for e in self.file.events if e.originator_version == version)

    def each(self, kind: type[Fact]) -> list[Event]:
        return [event for event in self.file.events if isinstance(event.fact, kind)]

    def said(self, digest: str) -> str | None:
        """The words kept under a digest; ``None`` where they were removed."""
        if not digest:
            return ""
        kept = None if digest in self.removed else self.words(digest)
        return None if kept is None else kept.decode(errors="replace")

    @cached_property
    def removed(self) -> dict[str, datetime]:
        return removed_on(self.file.events)

    def wording(self, digest: str) -> str:
        """The words under a digest, or that they were removed, and when if that is known here.

        Of an older state nothing was removed, and yet its words are gone.
        """
        said = self.said(digest)
        if said is not None:
            return said
        at = self.removed.get(digest)
        if not at:
            return say("paper_cases.words-were-removed")
        return say("paper_cases.words-were-removed-on", day=day_written(self.local(at)))

    @property
    def bound(self) -> CaseAtHand:
        """The same with digests in the place of words, as the codes of its papers bind them.

        So a paper is known for ours after the words on it were removed: the digest stays.
        """
        return replace(self, words=str.encode)

    def official(self, event: Event) -> str:
        return self.source.official(event.envelope.written_by)

    def local(self, moment: datetime) -> datetime:
        return moment.astimezone(self.source.zone)

    def when(self, event: Event) -> str:
        return when_words(self.local(event.envelope.written_at))


def _anonymously(event: Event) -> Event:
    envelope = structs.replace(event.envelope, fact=anonymous(event.fact))
    return structs.replace(event, envelope=envelope)
