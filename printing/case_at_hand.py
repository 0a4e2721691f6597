"""A case with all that its papers need besides: tournament, game, words, names of officials."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from msgspec import structs

from ledger.game.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.consequences import as_it_stands, consequences_of
from ledger.incidents.decided import appeal_told
from ledger.incidents.facts.cases import RulingGiven
from ledger.incidents.in_words import number_told
from ledger.incidents.to_tell import went_back
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.words_removed import removed_on
from ledger.rulebook import Rulebook, rules_of
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from printing.heading import Heading
from printing.left_out import COPY, Redaction, anonymous, of_health
from printing.page import when_words
from printing.played import Played, state_of_record
from printing.redacting import redaction_of
from printing.source import NOTHING_ELSE, Source, name_of_game

MARKS = {
    "under appeal": "under appeal",
    "referred": "referred, not decided",
    "to be carried out": "decided on appeal, not carried out",
    "decided on appeal": "decided on appeal",
}
"""What stands in the head of a notice, by the state of its case."""


@dataclass(frozen=True, kw_only=True)
class CaseAtHand:
    """A case, as its papers need it.

    Attributes:
      file: the case; ``tournament``: where it is.
      sheet: of the game it is about, as it stands; ``None`` where it is about none.
      game: what the paper of the game needs; ``source``: what that of the tournament does, with
        the link of the last entry of the record, whose number is ``record_to``.
      words: what lies beside the log under a digest; ``None`` where it was removed.
      others: the other cases of the tournament, of which a redacted copy tells nothing either.
    """

    file: CaseFile
    tournament: Tournament
    sheet: Sheet | None = None
    game: Source = NOTHING_ELSE
    source: Source = NOTHING_ELSE
    record_to: int | None = None
    words: Callable[[str], bytes | None] = field(default=lambda _digest: None)
    others: Callable[[], tuple[CaseFile, ...]] = tuple

    @property
    def called(self) -> str:
        """How people call the case: ``C-12``."""
        return number_told(self.file.opened.number)

    @property
    def title(self) -> str:
        """What it is about, in a line."""
        return self.file.opened.title or self.file.opened.category

    @property
    def rules(self) -> Rulebook:
        """The rulebook in force for the game, or in the tournament."""
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
        """Where the papers of the case belong, and whether something is left out of this copy."""
        return replace(self.heading, provisional=COPY) if redacted else self.heading

    @property
    def heading_of_notice(self) -> Heading:
        """The same for what a player is handed: under appeal, or taken back."""
        went = went_back(self.file) is not None and self.file.ruling is None
        mark = MARKS.get(self.file.state, "ruling taken back" if went else "")
        return replace(self.heading, provisional=mark)

    def appeal(self, *, redacted: bool) -> str:
        """How its last appeal stands; of a redacted copy without the name of who appealed."""
        told = appeal_told(map(_anonymously, self.file.stands) if redacted else self.file.stands)
        return self.redaction.of(told) if redacted else told

    @property
    def heading(self) -> Heading:
        """Where the papers of the case belong."""
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
        """The event of the ruling that stands."""
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
        """What a redacted copy leaves out wherever it stands."""
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
        """Which events of its game tell of somebody's health, by their versions."""
        return of_health(self.sheet.events if self.sheet else ())

    def is_of_health(self, event: Event) -> bool:
        """Whether an event of the case or of its game does."""
        return event.originator_id != self.file.id and event.originator_version in self.of_health

    def name(self, seat: Seat) -> str:
        """The name of who sits there."""
        return self.sheet.name(seat) if self.sheet else self.players[0] or seat.value

    def event(self, version: int) -> Event:
        """An event of the case."""
        return next(e for e in self.file.events if e.originator_version == version)

    def each(self, kind: type[Fact]) -> list[Event]:
        """The events of the case with a fact of this kind, oldest first."""
        return [event for event in self.file.events if isinstance(event.fact, kind)]

    def said(self, digest: str) -> str | None:
        """The words kept under a digest; ``None`` where they were removed."""
        if not digest:
            return ""
        kept = None if digest in self.removed else self.words(digest)
        return None if kept is None else kept.decode(errors="replace")

    @cached_property
    def removed(self) -> dict[str, datetime]:
        """What was removed from beside the log by now, with when."""
        return removed_on(self.file.events)

    def told(self, digest: str) -> str:
        """The words under a digest, or that they were removed, and when if that is known here.

        Of an older state nothing was removed, and yet its words are gone.
        """
        said = self.said(digest)
        if said is not None:
            return said
        at = self.removed.get(digest)
        on = f" on {self.local(at):%Y-%m-%d}" if at else ""
        return f"The words were removed from the record{on}."

    @property
    def bound(self) -> CaseAtHand:
        """The same with digests in the place of words, as the codes of its papers bind them.

        So a paper is known for ours after the words on it were removed: the digest stays.
        """
        return replace(self, words=str.encode)

    def official(self, event: Event) -> str:
        """Who wrote an event."""
        return self.source.official(event.envelope.written_by)

    def local(self, moment: datetime) -> datetime:
        """A moment in the time of the hall."""
        return moment.astimezone(self.source.zone)

    def when(self, event: Event) -> str:
        """When an event was written, for people."""
        return when_words(self.local(event.envelope.written_at))


def _anonymously(event: Event) -> Event:
    envelope = structs.replace(event.envelope, fact=anonymous(event.fact))
    return structs.replace(event, envelope=envelope)
