"""Tournaments and cases kept at hand, brought up to date; requests about a case: ``games.py``."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from ledger.incidents.case_file import CaseFile, all_there, case_file, numbered_in
from ledger.record.events import Event, tournament_id
from ledger.record.log import Log
from ledger.refusals.saying import refusal
from ledger.tournament.tournament import Tournament, tournament_after, tournament_of


class KeptTournament(NamedTuple):
    """A tournament as it was last read: its events, and what they add up to."""

    events: tuple[Event, ...]
    state: Tournament


class CaseIndex:
    """Tournaments and cases as far as they were read, each with the version it has got to.

    Whoever asks gets them as they stand: the log is asked once, for all of them together, what
    was written past those versions, and nothing is read twice. So nothing here can be stale, and
    what was thrown away is read again. Neither tournaments nor cases change: any thread may hold
    one.
    """

    def __init__(self, log: Log, tournaments: int = 40, cases: int = 2000) -> None:
        self._log = log
        self._room = tournaments, cases
        self._tournaments: OrderedDict[UUID, KeptTournament] = OrderedDict()
        self._cases: OrderedDict[UUID, CaseFile] = OrderedDict()
        self._lock = Lock()

    def read(self, stream: UUID) -> KeptTournament | None:
        """The tournament of this stream with its events; ``None``: nobody opened it."""
        kept = self._tournaments.get(stream)
        events = self._log.events_of(stream, after=len(kept.events) if kept else 0)
        return self._read(stream, kept, events)

    def find(self, slug: str) -> Tournament | None:
        """The tournament known as ``slug``; ``None``: nobody opened it."""
        found = self.read(tournament_id(slug))
        return found.state if found else None

    def tournament(self, slug: str) -> Tournament:
        """The tournament known as ``slug``."""
        return _must_be_there(self.read(tournament_id(slug)), slug)

    def with_cases(self, slug: str) -> tuple[Tournament, tuple[CaseFile, ...]]:
        """The tournament known as ``slug`` and its cases, of one moment and by their numbers."""
        stream = tournament_id(slug)
        kept = self._tournaments.get(stream)
        files = self._at_hand(kept.state.cases if kept else ())
        versions = {stream: len(kept.events) if kept else 0} | _versions(files)
        new = self._log.events_past(versions)
        tournament = _must_be_there(self._read(stream, kept, new.pop(stream, ())), slug)
        self._put_on(files, new)
        if len(tournament.cases) > len(files):
            return tournament, self.cases_of(tournament)
        return tournament, all_there(files)

    def cases_of(self, tournament: Tournament) -> tuple[CaseFile, ...]:
        """The cases of a tournament, in the order of their numbers."""
        files = self._at_hand(tournament.cases)
        self._put_on(files, self._log.events_past(_versions(files)))
        return all_there(files)

    def find_case(self, stream: UUID) -> CaseFile | None:
        """A case as it stands; ``None``: nobody opened it."""
        kept = self._cases.get(stream)
        events = self._log.events_of(stream, after=kept.version if kept else 0)
        files = {stream: kept}
        if events:
            self._put_on(files, {stream: events})
        return files[stream]

    def case(self, stream: UUID) -> CaseFile:
        """A case as it stands."""
        return all_there({stream: self.find_case(stream)})[0]

    def numbered(self, slug: str, number: int) -> tuple[Tournament, CaseFile]:
        """The tournament, and the case that people call ``C-`` and this number there."""
        stream = tournament_id(slug)
        kept = self._tournaments.get(stream)
        if kept is None or not 1 <= number <= len(kept.state.cases):
            tournament = self.tournament(slug)
            return tournament, self.case(numbered_in(tournament, number))
        files = self._at_hand([kept.state.cases[number - 1]])
        new = self._log.events_past({stream: len(kept.events)} | _versions(files))
        tournament = _must_be_there(self._read(stream, kept, new.pop(stream, ())), slug)
        self._put_on(files, new)
        return tournament, all_there(files)[0]

    def _at_hand(self, streams: Iterable[UUID]) -> dict[UUID, CaseFile | None]:
        return {stream: self._cases.get(stream) for stream in streams}

    def _put_on(
        self, files: dict[UUID, CaseFile | None], new: Mapping[UUID, tuple[Event, ...]]
    ) -> None:
        """Put what was written since on the cases, and keep those."""
        for stream, events in new.items():
            kept = files[stream]
            file = case_file((*kept.events, *events) if kept else events)
            if file is not None:
                files[stream] = file
                self._keep(file)

    def _keep(self, file: CaseFile) -> None:
        with self._lock:
            there = self._cases.get(file.id)
            if there is None or there.version < file.version:
                self._cases[file.id] = file
            self._cases.move_to_end(file.id)
            while len(self._cases) > self._room[1]:
                self._cases.popitem(last=False)

    def _read(
        self, stream: UUID, kept: KeptTournament | None, events: tuple[Event, ...]
    ) -> KeptTournament | None:
        if kept is not None and not events:
            return kept
        if kept is not None:
            state = tournament_after(kept.state, kept.events, events)
            found = KeptTournament((*kept.events, *events), state)
        else:
            opened = tournament_of(events)
            if opened is None:
                return None
            found = KeptTournament(events, opened)
        with self._lock:
            there = self._tournaments.get(stream)
            if there is None or len(there.events) < len(found.events):
                self._tournaments[stream] = found
            self._tournaments.move_to_end(stream)
            while len(self._tournaments) > self._room[0]:
                self._tournaments.popitem(last=False)
        return found


def _versions(files: Mapping[UUID, CaseFile | None]) -> dict[UUID, int]:
    return {stream: file.version if file else 0 for stream, file in files.items()}


def _must_be_there(found: KeptTournament | None, slug: str) -> Tournament:
    if found is None:
        raise refusal("no-such-tournament/by-name", slug=slug)
    return found.state
