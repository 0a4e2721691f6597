"""What a file says beside its turns, taken in with them: notes, declarations, words after totals.

All of it can be written out again as it came. Where it is more than a record should hold of one
game, the rest is left out, and the import says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from ledger.game.facts.files import GameFileTakenIn, GameLineNoted
from ledger.game.facts.scores import CreditApplied, PenaltyApplied
from ledger.game.facts.turns import PlayRecorded, TilesExchanged, TurnPassed
from ledger.gcg.following import Followed, FollowedEvent
from ledger.gcg.importing import STOPPED, announced, facts_by_event, first_mover
from ledger.gcg.record import GcgEvent, GcgRecord, Kind
from ledger.gcg.writing import event_line
from ledger.record.fact import Fact
from ledger.vocabulary import Points, Seat, Tiles, Totals

MOST_SAID = 60_000
"""Characters that are kept of one file beside its turns; a book on one game has fewer."""


FORMS: dict[Kind | None, Literal["challenge", "time", "withdrawn"]] = {
    Kind.CHALLENGE: "challenge",
    Kind.TIME: "time",
    Kind.WITHDRAWN: "withdrawn",
}
"""The lines that may hold points which are not what such a line tells."""

NO_TILES_THERE = frozenset({"end-not-tiles", "exchange-not-tiles"})
"""Oddities of lines whose tiles no event can hold; racks and plays are kept as they are written."""


class TakenIn(Struct, frozen=True):
    """The facts of a whole file, oldest first, after the game was scheduled and started.

    Attributes:
      totals: what the facts add up to, first seat then second.
      left_out: what was not taken in, a sentence each.
    """

    facts: tuple[Fact, ...]
    totals: Totals
    left_out: tuple[str, ...]


def all_facts_of(record: GcgRecord, followed: Followed) -> TakenIn:
    """Everything a file says, as facts; the first seat is the player who moves first in it.

    Raises:
      Refusal: ``gcg-unreadable``: this is not a game of two players.
    """
    taking = _TakingIn(record, followed)
    for event, facts in zip(followed.events, facts_by_event(record, followed), strict=True):
        taking.take(event, facts)
    return taking.done()


@dataclass
class _Noted:
    """What is said beside a line, until all of it is known."""

    event: GcgEvent
    at: int
    notes: list[str]
    rack: str = ""
    total: int | None = None
    form: Kind | None = None


@dataclass
class _TakingIn:
    record: GcgRecord
    followed: Followed
    facts: list[Fact | _Noted] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    totals: list[int] = field(default_factory=lambda: [0, 0])
    counted_at: int = -1
    latest: _Noted | None = None
    room: int = MOST_SAID
    dropped: int = 0
    dropped_from: int = 0

    def __post_init__(self) -> None:
        self.first = first_mover(self.record)
        self.notes += self.record.notes

    def seat(self, player: int) -> Seat:
        return Seat.FIRST if player == self.first else Seat.SECOND

    def take(self, followed: FollowedEvent, facts: tuple[Fact, ...]) -> None:
        """One event with what it became, and what it says beyond that."""
        event = followed.event
        at = len(self.facts)
        self.facts += facts
        self.totals[self.seat(event.player).place] += self._points(followed)
        if event.kind is Kind.LEFT:
            if facts:
                self.counted_at = len(self.facts) - 1
            own = self.counted_at
        elif not facts or (event.kind is Kind.CHALLENGE and not event.score):
            self._only_a_note(event)
            return
        else:
            own = at if event.kind is Kind.PLAY else len(self.facts) - 1
        noted = _Noted(event, own, list(event.notes))
        noted.rack = self._rack_beyond(followed, facts)
        running = self.totals[self.seat(event.player).place]
        if event.total is not None and event.total != running:
            noted.total = event.total
        if facts and isinstance(facts[-1], CreditApplied | PenaltyApplied):
            noted.form = event.kind
        self.latest = noted
        self.facts.append(noted)

    def done(self) -> TakenIn:
        """All of it, with what the file declares at its end."""
        if not self.followed.complete:
            self.facts.append(STOPPED)
        record = self.record
        declared = tuple(
            (pragma.keyword, pragma.text)
            for pragma in record.pragmas
            if self._has_room((pragma.keyword, pragma.text), pragma.line)
        )
        notes = tuple(self._kept(self.notes, 1))
        facts = self._numbered()
        racks = {self.seat(held.player): held.tiles for held in record.held}
        first, second = record.players[self.first], record.players[1 - self.first]
        facts.append(
            GameFileTakenIn(
                nicks=(first.nick, second.nick),
                declared=declared,
                notes=notes,
                racks=(Tiles(racks.get(Seat.FIRST, "")), Tiles(racks.get(Seat.SECOND, ""))),
                stops=record.incomplete,
                turned=self.first == 1,
            )
        )
        one, two = self.totals
        return TakenIn(tuple(facts), (Points(one), Points(two)), self._left_out())

    def _numbered(self) -> list[Fact]:
        """The facts, each note pointing back to the event of its line; empty ones left out."""
        facts: list[Fact] = []
        place: dict[int, int] = {}
        for at, fact in enumerate(self.facts):
            if not isinstance(fact, _Noted):
                place[at] = len(facts)
                facts.append(fact)
                continue
            event = fact.event
            said = GameLineNoted(
                seat=self.seat(event.player),
                back=len(facts) - place[fact.at],
                notes=tuple(self._kept(fact.notes, event.line)),
                comment=next(iter(self._kept([event.comment], event.line)), ""),
                rack=Tiles(fact.rack),
                total=None if fact.total is None else Points(fact.total),
                form=FORMS.get(fact.form, ""),
            )
            if said != GameLineNoted(seat=said.seat, back=said.back):
                facts.append(said)
        return facts

    def _points(self, followed: FollowedEvent) -> int:
        """What the facts of a line add to its player's total."""
        event = followed.event
        match event.kind:
            case Kind.PLAY:
                return announced(followed)
            case Kind.WITHDRAWN:
                about = followed.answers
                return followed.counted if about is None else -announced(self._played(about))
            case Kind.EXCHANGE:
                return 0
            case Kind.LEFT:
                return followed.counted
            case _:
                return event.score or 0

    def _played(self, at: int) -> FollowedEvent:
        return self.followed.events[at]

    def _rack_beyond(self, followed: FollowedEvent, facts: tuple[Fact, ...]) -> str:
        """The rack as written, where the event of the line holds none or another."""
        event = followed.event
        if event.kind is Kind.WITHDRAWN and followed.answers is not None:
            held = self._played(followed.answers).event.rack
        elif event.kind is Kind.LEFT:
            held = event.letters
        else:
            told = facts[0] if facts else None
            held = ""
            if isinstance(told, PlayRecorded | TilesExchanged | TurnPassed):
                held = told.rack
        return "" if event.rack == held else event.rack

    def _only_a_note(self, event: GcgEvent) -> None:
        """Keep a line that changes nothing as words, with its notes, on the line before."""
        notes = self.latest.notes if self.latest else self.notes
        notes += [event_line(event, self.record.players[event.player].nick), *event.notes]

    def _kept(self, texts: Sequence[str], line: int) -> list[str]:
        return [text for text in texts if self._has_room((text,), line)]

    def _has_room(self, texts: Sequence[str], line: int) -> bool:
        size = sum(map(len, texts))
        if size > self.room:
            self.dropped += 1
            self.dropped_from = self.dropped_from or line
            return False
        self.room -= size
        return True

    def _left_out(self) -> tuple[str, ...]:
        left_out = [
            f"Line {odd.line}: {odd.what} What is written there as tiles is left out."
            for odd in self.followed.oddities
            if odd.code in NO_TILES_THERE
        ]
        if self.dropped:
            one = self.dropped == 1
            many = "1 note or line" if one else f"{self.dropped} notes or lines"
            left_out.append(
                f"{many} beside the turns, from line {self.dropped_from} on, "
                f"{'was' if one else 'were'} left out: the "
                f"record keeps {MOST_SAID:,} characters of one file."
            )
        return tuple(left_out)
