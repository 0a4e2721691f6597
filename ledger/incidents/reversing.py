"""What one act in a case wrote, and what takes it back: in the case, at the table, in the event.

A ruling is taken back with all that followed from it. A ruling that replaces one, and one that
carries out an appeal, do the same first, in the same request (``reversal``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from ledger.asking.asked import Part
from ledger.game.play.taking_back import struck, without
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.asking import Under
from ledger.incidents.case_file import CaseFile
from ledger.incidents.consequences import consequences_of
from ledger.incidents.facts import appeals, cases, evidence
from ledger.incidents.facts.taking_back import CaseActTakenBack
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.standing import taken_back, versions_of
from ledger.record.taken_back import TakenBack
from ledger.refusals.saying import refusal
from ledger.tournament.taking_back import conduct_back
from ledger.tournament.tournament import Tournament

TAKEN_BACK = (
    cases.RuleCited, cases.RulingGiven, cases.DraftDropped, cases.DraftSeconded,
    cases.FactsBookmarked, cases.RulingTold, cases.PenaltyDecided, cases.CaseReported,
    evidence.StatementTaken, evidence.StatementConfirmed, evidence.EvidenceTakenBack,
    appeals.AppealLodged, appeals.AppealHeard, appeals.AppealDecided, appeals.NothingCarriedOut,
    CaseActTakenBack,
)  # fmt: skip
"""What can be taken back of what stands on the stream of a case.

A draft is dropped, evidence has a taking back of its own, a case is closed and taken up again.
"""


class Act(NamedTuple):
    """What one act wrote, with what followed from it or is about it alone, as far as it stands.

    Attributes:
      own: events of the case.
      table: events of the game.
      conduct: events of the tournament.
    """

    own: tuple[Event, ...]
    table: tuple[Event, ...]
    conduct: tuple[Event, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """All of it."""
        return (*self.own, *self.table, *self.conduct)


class Reversal(NamedTuple):
    """What is written to take an act back.

    Attributes:
      fact: for the case.
      parts: for the game and the tournament.
      changes_a_signed_result: whether the scores of a game that both players signed for become
        others.
    """

    fact: CaseActTakenBack
    parts: tuple[Part, ...]
    changes_a_signed_result: bool


def act_of(
    file: CaseFile,
    act: UUID,
    sheet: Sheet | None,
    tournament: Tournament | None,
    others: Sequence[UUID] = (),
) -> Act:
    """What the request of this number did in a case.

    Args:
      file: the case.
      act: number of the request.
      sheet: of the game it is about.
      tournament: its tournament; ``None``: it was never opened.
      others: numbers of more requests that are looked at together with it.
    """
    table = under_the_case(sheet.events if sheet else (), file.id)
    conduct = under_the_case(tournament.conduct.under_cases if tournament else (), file.id)
    named = {act, *others}
    own = [
        event
        for event in _not_taken_back(file.events)
        if event.envelope.command_id in named and isinstance(event.fact, TAKEN_BACK)
    ]
    acts = named | _followed(file, own, sheet, tournament)
    versions = set(versions_of(own))
    own += [
        event
        for event in file.stands
        if event.originator_version not in versions
        and (event.envelope.command_id in acts or _is_about(event.fact, versions))
        and isinstance(event.fact, TAKEN_BACK)
    ]
    return Act(
        tuple(
            sorted(
                own, key=lambda event: (event.envelope.command_id != act, event.originator_version)
            )
        ),
        tuple(event for event in table if event.envelope.command_id in acts),
        tuple(event for event in conduct if event.envelope.command_id in acts),
    )


def under_the_case(events: Iterable[Event], case: UUID) -> tuple[Event, ...]:
    """What was written under a case and stands, takings back included."""
    return tuple(e for e in _not_taken_back(events) if e.envelope.case == case)


def reversal(
    file: CaseFile,
    act: UUID,
    under: Under,
    reason: str,
    others: Sequence[UUID] = (),
    *,
    whole: bool = True,
) -> Reversal:
    """What takes an act of this case back, with all that followed from it.

    Args:
      file: the case.
      act: number of the request.
      under: what it is asked under.
      reason: why.
      others: numbers of more that are taken back together with it.
      whole: whether what it had taken back itself stands again.

    Raises:
      Refusal: ``no-such-act``, or ``act-stands``: something came later at the table that makes no
        sense without it.
    """
    sheet = under.sheet(file.opened.game) if file.opened.game else None
    tournament = under.tournament(_slug(file, sheet))
    found = act_of(file, act, sheet, tournament, others)
    if not whole:
        found = Act(*(_less_takings_back(events) for events in found))
    if not found.events:
        raise refusal("no-such-act/in-the-case")
    parts: list[Part] = []
    changes = False
    if found.table and sheet is not None:
        fact: Fact = struck(sheet, found.table, reason)
        parts.append(Part(sheet.id, sheet.version, (fact,), file.id))
        changes = changes_what_was_signed(sheet, without(sheet, found.table))
    if found.conduct and tournament is not None:
        fact = conduct_back(found.conduct, reason)
        parts.append(Part(tournament.id, tournament.version, (fact,), file.id))
    what = tuple(dict.fromkeys(event.fact.topic() for event in found.own))
    back = CaseActTakenBack(versions=versions_of(found.own), reason=reason, what=what)
    return Reversal(back, tuple(parts), changes)


def changes_what_was_signed(was: Sheet, now: Sheet) -> bool:
    """Whether the scores of a game that both players signed for become others.

    Whether they signed for those or for these does not matter, so that what asks for a second
    official asks for one on the way back as well.
    """
    return (was.was_signed or now.was_signed) and was.stands != now.stands


REPLACED = "another ruling stands in its place"
"""Why a ruling was taken back that a later one replaces."""


def replaced(file: CaseFile, under: Under) -> Reversal | None:
    """What takes the rulings back that a new one replaces; ``None``: none stands.

    Raises:
      Refusal: ``act-stands``: an appeal against it waits for its decision, or something came later
        at the table that makes no sense without one.
    """
    acts = dict.fromkeys(
        event.envelope.command_id
        for event in file.stands
        if isinstance(event.fact, cases.RulingGiven)
    )
    if not acts:
        return None
    if file.state == "under appeal":
        raise refusal("act-stands/under-appeal")
    first, *others = acts
    return reversal(file, first, under, REPLACED, others, whole=False)


def _less_takings_back(events: Iterable[Event]) -> tuple[Event, ...]:
    return tuple(event for event in events if not isinstance(event.fact, TakenBack))


def _not_taken_back(events: Iterable[Event]) -> list[Event]:
    """What stands, and the takings back that stand: those can be taken back as well."""
    kept = tuple(events)
    gone = taken_back(kept)
    return [event for event in kept if event.originator_version not in gone]


def _followed(
    file: CaseFile, own: Iterable[Event], sheet: Sheet | None, tournament: Tournament | None
) -> set[UUID]:
    """The requests that carried out the rulings among ``own``."""
    rulings = {e.originator_version for e in own if isinstance(e.fact, cases.RulingGiven)}
    if not rulings:
        return set()
    return {
        one.event.envelope.command_id
        for one in consequences_of(file, sheet, tournament)
        if one.ruling in rulings and one.event is not None and one.taken_back is None
    }


def _is_about(fact: Fact, versions: set[int]) -> bool:
    """Whether it says only something of one of these: that players were told, or confirmed it."""
    match fact:
        case cases.RulingTold(ruling=version):
            return version in versions
        case evidence.StatementConfirmed(statement=version):
            return version in versions
    return False


def _slug(file: CaseFile, sheet: Sheet | None) -> str:
    return file.opened.tournament or (sheet.scheduled.tournament if sheet else "")
