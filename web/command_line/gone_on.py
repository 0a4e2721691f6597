"""What followed about a case since one of its papers was printed.

That papers of it were handed out is written down, and is no news about the case: else a bundle
would be out of date from the moment it is handed over, by its own handing-out.
"""

from __future__ import annotations

from uuid import UUID

from ledger.game.sheet.telling.in_words import told
from ledger.incidents.case_file import case_in
from ledger.incidents.facts.appeals import BundleIssued
from ledger.incidents.in_words import case_told, number_told
from ledger.incidents.numbered import case_numbered
from ledger.record.events import Event
from ledger.record.log import Log
from ledger.record.streams import Streams
from web.command_line.opened import Opened


class NotHandedOut(Log):
    """A log in which the papers of a case were handed out no more since a version of it."""

    def __init__(self, log: Log, case: UUID, since: int) -> None:
        vars(self).update(vars(log))
        self._log, self._case, self._since = log, case, since

    def events_of(self, stream: UUID, *, after: int = 0) -> tuple[Event, ...]:
        """The events of ``stream`` past version ``after``, in order."""
        found = self._log.events_of(stream, after=after)
        if stream != self._case:
            return found
        return tuple(one for one in found if not _is_handing_out(one, self._since))

    def close(self) -> None:
        """Nothing: the log is somebody else's."""


def without_handing_out(log: Log, slug: str, number: int, then: Streams) -> Log:
    """The record as it is, but for papers of a case that were handed out since ``then``."""
    _, case = case_numbered(log, slug, number)
    return NotHandedOut(log, case, case_in(then, case).version)


def gone_on(here: Opened, slug: str, number: int, then: Streams) -> tuple[tuple[str, ...], str]:
    """What followed in a case and in the game it is about, in words; then, who was given papers.

    Args:
      here: the record.
      slug: the tournament.
      number: the case.
      then: the state of the record in which the paper was printed.
    """
    _, case = case_numbered(here.log, slug, number)
    now, before = case_in(here.log, case), case_in(then, case).version
    sheet = here.shelf.sheet(now.opened.game) if now.opened.game else None
    called = number_told(number)
    name = sheet.name if sheet else str
    followed: list[tuple[Event, str]] = []
    handed: list[str] = []
    for event in now.events[before:]:
        words = f"event {event.originator_version} of {called}, {case_told(event.fact, name)}"
        if _is_handing_out(event, before):
            handed.append(words)
        else:
            followed.append((event, words))
    if sheet is not None:
        for event in sheet.events[len(then.events_of(sheet.id)) :]:
            words = f"event {event.originator_version} of the game, {told(event.fact, sheet)}"
            followed.append((event, words))
    followed.sort(key=lambda one: one[0].envelope.written_at)
    return tuple(words.rstrip(".") for _, words in followed), "; ".join(handed)


def _is_handing_out(event: Event, since: int) -> bool:
    return isinstance(event.fact, BundleIssued) and event.originator_version > since
