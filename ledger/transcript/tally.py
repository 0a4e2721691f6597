"""The running totals of a transcript: what each fact adds to them. And names of seats."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec.structs import replace

from ledger.game.blanks.facts import FalseBlankFound
from ledger.game.challenges.facts import ChallengeFailed, PhoneyWithdrawn
from ledger.game.clock.facts import OvertimeRecorded, OvertimeWaived
from ledger.game.endings.facts import UnplayedTilesCounted
from ledger.game.judging.facts import MisadjudicationFound
from ledger.game.loose_tiles.facts import UnplayedTakenBack
from ledger.game.results.facts import (
    ResultAmended,
    ResultReopened,
    ResultSigned,
    ResultTakenOver,
    SlipTakenBack,
    SlipTyped,
)
from ledger.game.scores.facts import CreditApplied, PenaltyApplied
from ledger.game.setting_up.facts import GameScheduled, PlayersNamed, StarterDetermined
from ledger.game.sheet.standing import CORRECTIONS, OF_A_TURN
from ledger.game.turns.facts import (
    ActTakenBack,
    EntryCorrected,
    PlayRecorded,
    PlayRetracted,
    ScoreCorrected,
    SeatsExchanged,
    TilesExchanged,
    TurnInserted,
    TurnMissed,
    TurnPassed,
)
from ledger.record.fact import Fact
from ledger.vocabulary import Points, Seat

# Which name stands for which seat, in the head of a transcript and on its lines.


NOBODY_NAMED = ("First", "Second")
HEAD = re.compile(r"\s*(?P<first>[^\W\d_][^/]*) / (?P<second>[^\s/][^/]*)")
NUMBERED_LINE = re.compile(r"\s*(\d+)\s+(\S+)")
RESERVED_WORDS = frozenset({"both", "director", "nobody"})


@dataclass(frozen=True)
class Labels:
    """One word for each seat, as the lines of a transcript use it."""

    first: str
    second: str

    def of(self, seat: Seat) -> str:
        return self.first if seat is Seat.FIRST else self.second

    def seat(self, label: str) -> Seat:
        if label == self.first:
            return Seat.FIRST
        if label == self.second:
            return Seat.SECOND
        raise ValueError(
            f"nobody at this table is called {label}: it is {self.first} or {self.second}."
        )


def on_the_line(name: str) -> str:
    """A name as it can stand in the head: one line, nothing that parts two names."""
    kept = "".join(ch if ch.isprintable() and ch != "/" else " " for ch in name)
    return " ".join(kept.split())


def head(names: tuple[str, str]) -> str:
    """The line with both names, first seat first, that a transcript begins with.

    Names that could not be told from other lines are left out.

    >>> head(("Ann Lee", "Ben Ode")), head(("2 Fast", "Ben Ode"))
    ('Ann Lee / Ben Ode', 'First / Second')
    """
    line = " / ".join(map(on_the_line, names))
    return line if HEAD.fullmatch(line) else " / ".join(NOBODY_NAMED)


def labels_in(line: str) -> Labels | None:
    """The words for the seats that a head gives, or ``None`` if it is no head."""
    found = HEAD.fullmatch(line)
    return labels((found["first"], found["second"])) if found else None


def labels(names: tuple[str, str]) -> Labels:
    """The shortest words that tell two players apart: first names, or all names joined.

    >>> labels(("Ann Lee", "Ben Ode"))
    Labels(first='Ann', second='Ben')
    >>> labels(("Ann Lee", "Ann Ode"))
    Labels(first='Ann.Lee', second='Ann.Ode')
    >>> labels(("", "Ben Ode"))
    Labels(first='First', second='Second')
    """
    spelled = [[_bare(word) for word in on_the_line(name).split()] for name in names]
    for cut in (1, None):
        first, second = (".".join(words[:cut]) for words in spelled)
        if first != second and all(_is_label(label) for label in (first, second)):
            return Labels(first, second)
    return Labels(*NOBODY_NAMED)


def _bare(word: str) -> str:
    return "".join(ch for ch in word if unicodedata.category(ch)[0] in "LMN" or ch in "'’-")


def _is_label(label: str) -> bool:
    return label[:1].isalpha() and label.casefold() not in RESERVED_WORDS


def names_in(facts: Iterable[Fact]) -> tuple[str, str]:
    """The players' names, first seat first, as far as the facts tell them."""
    names, starter = NOBODY_NAMED, 1
    for fact in facts:
        if isinstance(fact, GameScheduled | PlayersNamed):
            names = fact.players
        elif isinstance(fact, StarterDetermined):
            starter = fact.starter
        elif isinstance(fact, EntryCorrected) and isinstance(fact.replacement, StarterDetermined):
            starter = fact.replacement.starter
    return names if starter == 1 else (names[1], names[0])


def labels_on(rows: Iterable[str]) -> Labels:
    """Who sits where, in a transcript without a head: odd turns are the first seat's.

    Without a head, only those who made a turn can be named on other lines.
    """
    found: dict[str, Seat] = {}
    for row in rows:
        if turn := NUMBERED_LINE.match(row):
            number, label = int(turn[1]), turn[2]
            if label not in found:
                seat = Seat.FIRST if number % 2 else Seat.SECOND
                found[label] = seat.opponent if seat in found.values() else seat
    by_seat = {seat: label for label, seat in found.items()}
    return Labels(
        by_seat.get(Seat.FIRST, NOBODY_NAMED[0]), by_seat.get(Seat.SECOND, NOBODY_NAMED[1])
    )


Change = tuple[int, int]
"""Points added to the first seat's total and to the second's."""

NOTHING: Change = (0, 0)
TURNS = (PlayRecorded, TilesExchanged, TurnPassed, TurnMissed)
PLAYS = (PlayRecorded, TurnMissed)


def _for(seat: Seat, points: int) -> Change:
    return (points, 0) if seat is Seat.FIRST else (0, points)


def change(fact: Fact | None) -> Change:
    """What a fact by itself does to the totals.

    >>> change(TurnMissed(seat=Seat.SECOND, announced=24))
    (0, 24)
    """
    match fact:
        case PlayRecorded(seat=seat, announced=points) | TurnMissed(seat=seat, announced=points):
            return _for(seat, points)
        case ChallengeFailed(seat=challenger, credited=credited, debited=debited):
            gained, lost = _for(challenger.opponent, credited), _for(challenger, -debited)
            return gained[0] + lost[0], gained[1] + lost[1]
        case UnplayedTilesCounted(adjustments=adjustments):
            return adjustments[0], adjustments[1]
        case OvertimeRecorded(seat=seat, penalty=points):
            return _for(seat, -points)
        case PenaltyApplied(seat=seat, unit="points", amount=points):
            return _for(seat, -points)
        case (
            CreditApplied(seat=seat, unit="points", amount=points)
            | OvertimeWaived(seat=seat, points=points)
        ):
            return _for(seat, points)
        case _:
            return NOTHING


@dataclass
class _Entry:
    """One entry as it stands now.

    Attributes:
      turn: whether a turn was entered, though it may be struck since.
      worth: what it does to the totals, where that was settled as it was entered.
    """

    fact: Fact | None
    turn: bool
    struck: int | None = None
    worth: Change | None = None


@dataclass
class _Sum:
    """What the entries come to, taken in the order of the game.

    A play comes off once: who takes points off for it takes those of the play that was made
    last, if it still lies (``ledger/game/challenges/folds.py``). And without the play that
    stood it, a challenge in vain brought and cost nothing.
    """

    totals: Change = NOTHING
    turns: list[_Entry] = field(default_factory=list)
    off: list[_Entry] = field(default_factory=list)

    def take(self, version: int, entry: _Entry) -> None:
        one, two = entry.worth or self._worth(version, entry.fact)
        self.totals = self.totals[0] + one, self.totals[1] + two
        if entry.turn:
            self.turns.append(entry)

    def _worth(self, version: int, fact: Fact | None) -> Change:
        match fact:
            case PhoneyWithdrawn(seat=seat) | FalseBlankFound(player=seat, taken_back=True):
                return self._taken_off(seat)
            case ChallengeFailed():
                there = (e for e in reversed(self.turns) if e.struck is None or e.struck > version)
                met = next(there, None)
                return NOTHING if met is not None and met.struck is not None else change(fact)
            case _:
                return change(fact)

    def _taken_off(self, seat: Seat) -> Change:
        last = next((entry for entry in reversed(self.turns) if entry.fact is not None), None)
        if last is None or not isinstance(last.fact, PLAYS) or last.fact.seat is not seat:
            return NOTHING
        if any(entry is last for entry in self.off):
            return NOTHING
        self.off.append(last)
        one, two = change(last.fact)
        return -one, -two


class Tally:
    def __init__(self, before: int = 0) -> None:
        self.version = before
        self.totals: Change = NOTHING
        self.turn = 0
        self._entries: dict[int, _Entry] = {}
        self._sum = _Sum()
        self._first_entry: dict[int, int] = {}
        self._entry_of_turn: dict[int, int] = {}
        self._turn_of_entry: dict[int, int] = {}
        self._unplayed: int | None = None
        self._slip: int | None = None
        self._signed = False
        self._before = before
        self._added: list[tuple[Fact, bool]] = []

    def add(self, fact: Fact, *, amended_stays: bool = False) -> None:
        """Count one more fact.

        Args:
          amended_stays: a result that is opened again counts as it was amended, as in
            transcripts of before November 26, 2026.
        """
        self._added.append((fact, amended_stays))
        if isinstance(fact, ActTakenBack):
            self._add_up_without_acts()
            return
        self.version += 1
        if self._counts_no_longer(fact, amended_stays) or self._reaches_back(fact):
            self._sum = _Sum()
            for version, entry in self._entries.items():
                self._sum.take(version, entry)
        else:
            entry = _Entry(fact, isinstance(fact, TURNS), worth=self._settled(fact))
            self._entries[self.version] = entry
            self._sum.take(self.version, entry)
        self.totals = self._sum.totals
        self._signed |= isinstance(fact, ResultAmended | ResultSigned)
        if isinstance(fact, UnplayedTilesCounted):
            self._unplayed = self.version
        if isinstance(fact, TURNS):
            self.turn += 1
            self._entry_of_turn[self.turn] = self.version
            self._turn_of_entry[self.version] = self.turn

    def _add_up_without_acts(self) -> None:
        """All that was added, from the first, as if what was taken back had never been entered."""
        added, gone = self._added, set[int]()
        numbered = list(enumerate(added, self._before + 1))
        for version, (fact, _) in reversed(numbered):
            if isinstance(fact, ActTakenBack) and version not in gone:
                gone.update(fact.versions)
        anew = Tally(self._before)
        for version, (fact, amended_stays) in numbered:
            if version in gone or isinstance(fact, ActTakenBack):
                anew.version = version
            else:
                anew.add(fact, amended_stays=amended_stays)
        vars(self).update(vars(anew), _added=added)

    def total(self, seat: Seat) -> int:
        return self.totals[seat.place]

    def turn_of(self, version: int) -> int | None:
        """The number of the turn entered at ``version``, if that number leads back to it."""
        turn = self._turn_of_entry.get(version)
        return turn if turn and self._entry_of_turn[turn] == version else None

    def entry_of(self, turn: int) -> int | None:
        return self._entry_of_turn.get(turn)

    def _settled(self, fact: Fact) -> Change | None:
        """What a fact that says how it ended does to the totals as they are."""
        match fact:
            case ResultAmended(now=now) | ResultTakenOver(totals=now):
                return self._up_to(now)
            case SlipTyped(totals=now) if self._ends_on_paper():
                self._slip = self.version
                return self._up_to(now)
            case _:
                return None

    def _up_to(self, totals: Change) -> Change:
        return totals[0] - self.totals[0], totals[1] - self.totals[1]

    def _ends_on_paper(self) -> bool:
        """Whether a slip says how it ended: nothing was signed, counted at the end, or typed."""
        return not (self._signed or self._unplayed is not None or self._slip is not None)

    def _counts_no_longer(self, fact: Fact, amended_stays: bool) -> bool:
        """Strike what was said of the end before; whether a fact is one that does so."""
        match fact:
            case UnplayedTakenBack() if self._unplayed is not None:
                self._strike(self._unplayed)
                self._unplayed = None
            case ResultReopened() if not amended_stays:
                for version in self._entries:
                    if isinstance(self._entries[version].fact, ResultAmended):
                        self._strike(version)
            case _:
                return False
        return True

    def _reaches_back(self, fact: Fact) -> bool:
        """Mend what a correction changes of the entries before it; whether a fact is one."""
        match fact:
            case ScoreCorrected(supersedes=version, now=now):
                self._rescore(self._entry(version), now)
            case (
                EntryCorrected(supersedes=version, replacement=replacement)
                | MisadjudicationFound(supersedes=version, replacement=replacement)
            ):
                self._first_entry[self.version] = self._entry(version)
                self._replace(self._entry(version), replacement)
            case PlayRetracted(supersedes=version):
                self._take_back(self._entry(version))
            case SlipTakenBack(supersedes=version):
                self._take_back(version)
            case TurnInserted(before=before, turn=turn):
                self._insert(before, turn)
            case SeatsExchanged(supersedes=version, onwards=onwards):
                self._exchange(self._entry(version), onwards=onwards)
        return isinstance(fact, CORRECTIONS)

    def _rescore(self, version: int, now: Points) -> None:
        entry = self._entries.get(version)
        if entry is not None and isinstance(entry.fact, PLAYS):
            entry.fact = replace(entry.fact, announced=now)

    def _replace(self, version: int, fact: Fact | None) -> None:
        entry = self._entries.get(version)
        if entry is None:
            return
        if fact is None:
            self._strike(version)
        else:
            entry.fact, entry.struck, entry.worth = fact, None, None

    def _strike(self, version: int) -> None:
        entry = self._entries[version]
        entry.fact, entry.worth = None, None
        entry.struck = entry.struck or self.version

    def _take_back(self, version: int) -> None:
        """A turn, or the slip that said how the game ended, counts no longer."""
        entry = self._entries.get(version)
        if entry is not None and (entry.turn or version == self._slip):
            self._strike(version)
        if version == self._slip:
            self._slip = None
        if self._turn_of_entry.get(version) == self.turn:
            self.turn -= 1

    def _insert(self, before: int, turn: Fact) -> None:
        entries = list(self._entries.items())
        at = next((nth for nth, (version, _) in enumerate(entries) if version == before), None)
        entries.insert(len(entries) if at is None else at, (self.version, _Entry(turn, turn=True)))
        self._entries = dict(entries)

    def _exchange(self, first: int, *, onwards: bool) -> None:
        """Give a turn and those after it, with what was said of them, to the other seat."""
        there = met = False
        for version, entry in self._entries.items():
            there = there or version == first
            if not there:
                continue
            if entry.turn and met and not onwards:
                return
            met = True
            if isinstance(entry.fact, (*TURNS, *OF_A_TURN)):
                entry.fact = replace(entry.fact, seat=entry.fact.seat.opponent)

    def _entry(self, version: int) -> int:
        return self._first_entry.get(version, version)
