"""What a redacted copy of a case has to leave out, as this case, the others and its game have it.

Other cases count as well: a penalty given in one quotes its witnesses in the game that both are
about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ledger.game.facts.leaving import PlayerLeft
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.appeals import AppealHeard, AppealLodged
from ledger.incidents.facts.evidence import EvidenceAttached, StatementConfirmed, StatementTaken
from printing.left_out import MOST_INITIALS, Redaction, sentences
from printing.officials import left_out_of

if TYPE_CHECKING:
    from printing.case_at_hand import CaseAtHand


def redaction_of(case: CaseAtHand) -> Redaction:
    """What is left out wherever it stands."""
    files = (case.file, *case.others())
    events = case.sheet.events if case.sheet else ()
    party = {name.casefold() for name in case.players if name}
    people = _not_of(party, (name for file in files for name in _people_in(file)))
    people += _not_of(party, _supervisors(case))
    others = [
        *(player.name for player in case.tournament.players),
        *left_out_of(events, case.file.events, case.source),
    ]
    said = (part for file in files for told in _told_in(case, file) for part in sentences(told))
    return Redaction(
        names=tuple(dict.fromkeys([*people, *_not_of(party, others)])),
        parts=tuple(dict.fromkeys(_parts_of(people, party))),
        words=tuple(dict.fromkeys(said)),
    )


def _people_in(file: CaseFile) -> Iterator[str]:
    """Who had a part in a case beside its players: heard, interpreted, witnessed, sat on it."""
    for heard in file.each(StatementTaken):
        yield from (heard.interpreter, "" if heard.seat else heard.who)
    yield from (one.witness for one in file.each(StatementConfirmed))
    yield from (one.who for one in file.each(AppealLodged) if one.seat is None)
    for sat in file.each(AppealHeard):
        yield from sat.committee


def _supervisors(case: CaseAtHand) -> Iterator[str]:
    """Who saw to a player that was away, where a name was written and no badge."""
    for event in case.sheet.events if case.sheet else ():
        if isinstance(event.fact, PlayerLeft):
            named = event.fact.supervisor
            if case.source.official(named) == named:
                yield named


def _told_in(case: CaseAtHand, file: CaseFile) -> Iterator[str]:
    yield from (case.said(one.words) or "" for one in file.each(StatementTaken))
    yield from (case.said(one.grounds) or "" for one in file.each(AppealLodged))
    yield from (one.what for one in file.each(EvidenceAttached))


def _not_of(party: set[str], names: Iterable[str]) -> list[str]:
    return [name for name in names if name and name.casefold() not in party]


def _parts_of(people: Iterable[str], party: set[str]) -> Iterator[str]:
    of_parties = {part for name in party for part in name.split()}
    for name in people:
        for part in name.split():
            if len(part) > MOST_INITIALS and part.casefold() not in of_parties:
                yield part
