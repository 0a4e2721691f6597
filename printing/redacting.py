"""What a redacted copy of a case has to leave out, as this case, the others and its game have it.

Other cases count as well: a penalty given in one quotes its witnesses in the game that both are
about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ledger.game.facts.leaving import PlayerLeft
from ledger.game.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.appeals import AppealHeard, AppealLodged
from ledger.incidents.facts.evidence import EvidenceAttached, StatementConfirmed, StatementTaken
from ledger.record.events import Event
from printing.left_out import MOST_INITIALS, Redaction, sentences
from printing.officials import left_out_of
from printing.source import Source


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
      file: the case.
      others: the other cases of its tournament.
      sheet: of the game it is about, if it is about one.
      source: what papers of the tournament need.
      players: whose case it is: they stay.
      entered: everybody who was entered there.
      said: the words kept under a digest.
    """
    files = (file, *others)
    events = sheet.events if sheet else ()
    party = {name.casefold() for name in players if name}
    people = _not_of(party, (name for one in files for name in _people_in(one)))
    people += _not_of(party, _supervisors(events, source))
    named = [*entered, *left_out_of(events, file.events, source)]
    words = (part for one in files for told in _told_in(one, said) for part in sentences(told))
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
