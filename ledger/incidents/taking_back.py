"""An act in a case taken back: a ruling given by mistake, a statement with a slip of the pen."""

from __future__ import annotations

from uuid import UUID

from msgspec.structs import replace

from ledger.asking.asked import Decision
from ledger.asking.permission import DIRECTORS
from ledger.game.play.taking_back import must_have_a_reason
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.asking import (
    AskedOfCase,
    Under,
    decides,
    must_be_as_seen,
    must_be_open,
)
from ledger.incidents.case_file import CaseFile
from ledger.incidents.consequences import written_words
from ledger.incidents.facts.appeals import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
)
from ledger.incidents.facts.cases import DraftSeconded, PenaltyDecided, RulingGiven, RulingTold
from ledger.incidents.facts.evidence import StatementConfirmed
from ledger.incidents.facts.taking_back import CaseActTakenBack
from ledger.incidents.in_words import NameOf, case_told
from ledger.incidents.resting import hanging
from ledger.incidents.reversing import Reversal, reversal
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.standing import only_took_back, standing_of, versions_of
from ledger.refusals.saying import refusal
from ledger.vocabulary import Seat

LATER: tuple[tuple[type[Fact], tuple[type[Fact], ...]], ...] = (
    (DraftSeconded, (RulingGiven,)),
    (AppealHeard, (AppealDecided,)),
    (AppealDecided, (RulingGiven,)),
    (CaseActTakenBack, (RulingGiven,)),
)
"""What rests on what in a case: which later acts are taken back before which.

Of what rests on a ruling, and of the order of appeals, see ``hanging``: a ruling that was given
beside another does not rest on it.
"""


OF_A_RULING = (PenaltyDecided, RulingTold)
"""What there is only while a ruling stands."""


class TakeCaseActBack(AskedOfCase, frozen=True, tag="take-case-act-back", kw_only=True):
    """What an official did in this case is taken back, with what followed from it.

    Attributes:
      act: number of the request that wrote it.
      alone: why no second official agreed, where a result that both signed changes.
      game_seen: version of the game on which it was looked at what stands then; 0: not said.
    """

    act: UUID
    reason: str
    alone: str = ""
    game_seen: int = 0


@decides(TakeCaseActBack, may=DIRECTORS)
def take_case_act_back(file: CaseFile, asked: TakeCaseActBack, under: Under) -> Decision:
    """Strike it in the case, at the table and in the ledger of conduct, in one transaction.

    Raises:
      Refusal: ``no-such-act``; ``act-stands``: what came later and is to be taken back first;
        ``second-official``; ``game-went-on``; or no reason is given.
    """
    must_be_open(file)
    reason = asked.reason.strip()
    again = only_took_back(e for e in file.events if e.envelope.command_id == asked.act)
    must_have_a_reason(reason, again=again)
    if asked.game_seen and file.opened.game:
        must_be_as_seen(under.sheet(file.opened.game), asked.game_seen)
    back = reversal(file, asked.act, under, reason)
    _must_be_the_last(file, back, under)
    if back.changes_a_signed_result and not asked.alone.strip():
        raise refusal("second-official/standing-again" if again else "second-official/taking-back")
    alone = asked.alone.strip() if back.changes_a_signed_result else ""
    return Decision((replace(back.fact, alone=alone),), also=back.parts)


def _must_be_the_last(file: CaseFile, back: Reversal, under: Under) -> None:
    """Refuse where a later act in the case rests on one of these, or an appeal is about it.

    Raises:
      Refusal: ``act-stands``.
    """
    versions = back.fact.versions
    sheet = under.sheet(file.opened.game) if file.opened.game else None
    if found := hanging(file, back, sheet):
        what = written_words(found.event.fact, sheet, None)
        raise refusal("act-stands/came-after" if found.stands else "act-stands/rests-on", what=what)
    for event in file.events:
        if event.originator_version not in versions:
            continue
        later = _rests_on(file, event, versions)
        if later is not None:
            what = case_told(later.fact, _names(file, under))
            raise refusal("act-stands/came-after", what=what)
        if isinstance(event.fact, RulingGiven | PenaltyDecided) and _is_appealed(file, event):
            raise refusal("act-stands/under-appeal")
        if isinstance(event.fact, CaseActTakenBack):
            _must_have_what_it_rests_on(file, event.fact.versions, under)


def _must_have_what_it_rests_on(file: CaseFile, versions: tuple[int, ...], under: Under) -> None:
    """Refuse to let something stand again whose ruling, or statement, does not stand.

    Raises:
      Refusal: ``act-stands/rests-on``.
    """
    gone = file.taken_back
    stands = {version for version in map(_version, file.events) if version not in gone}
    stands |= set(versions)
    again = [event for event in file.events if event.originator_version in versions]
    for event in again:
        match event.fact:
            case (
                RulingTold(ruling=version)
                | StatementConfirmed(statement=version)
                | AppealLodged(version=version)
            ):
                there = version in stands
            case PenaltyDecided():
                there = _ruling_then(file, event) in stands
            case _:
                there = True
        if not there:
            raise refusal("act-stands/rests-on", what=case_told(event.fact, _names(file, under)))


def _version(event: Event) -> int:
    return event.originator_version


def _ruling_then(file: CaseFile, event: Event) -> int:
    """The version of the ruling that stood when this was written, and that it follows from."""
    before = [one for one in file.events if one.originator_version < event.originator_version]
    then = (e for e in standing_of(before) if isinstance(e.fact, RulingGiven))
    return max(versions_of(then), default=0)


def _rests_on(file: CaseFile, event: Event, versions: tuple[int, ...]) -> Event | None:
    kinds = next((kinds for kind, kinds in LATER if isinstance(event.fact, kind)), ())
    if _replaced_by_one_of(file, event, versions):
        kinds = ()  # who ruled since let both stand: what was replaced takes the other's place
    gone = file.taken_back
    ruled_again = isinstance(event.fact, CaseActTakenBack) and any(
        isinstance(one.fact, RulingGiven) and one.originator_version in event.fact.versions
        for one in file.events
    )
    if _let_stand_again(file, event.fact):
        kinds += OF_A_RULING
    return next(
        (
            later
            for later in file.events
            if later.originator_version > event.originator_version
            and later.originator_version not in versions
            and later.originator_version not in gone
            and (
                isinstance(later.fact, kinds)
                or (ruled_again and not _let_stand_again(file, later.fact) <= set(versions))
            )
        ),
        None,
    )


def _replaced_by_one_of(file: CaseFile, event: Event, versions: tuple[int, ...]) -> bool:
    """Whether it took something back for a ruling among ``versions``, which was given with it."""
    return isinstance(event.fact, CaseActTakenBack) and any(
        isinstance(one.fact, RulingGiven)
        and one.originator_version in versions
        and one.envelope.command_id == event.envelope.command_id
        for one in file.events
    )


def _let_stand_again(file: CaseFile, fact: Fact) -> frozenset[int]:
    """What stands by an act that took a taking back back, and would not without it: versions."""
    if not isinstance(fact, CaseActTakenBack):
        return frozenset()
    undone = (one.fact for one in file.events if one.originator_version in fact.versions)
    return frozenset(
        version for one in undone if isinstance(one, CaseActTakenBack) for version in one.versions
    )


def _is_appealed(file: CaseFile, event: Event) -> bool:
    """Whether an appeal against it waits for its decision."""
    lodged = file.last(AppealLodged)
    return (
        file.state == "under appeal"
        and lodged is not None
        and lodged[1].version == event.originator_version
    )


def _names(file: CaseFile, under: Under) -> NameOf:
    sheet: Sheet | None = under.sheet(file.opened.game) if file.opened.game else None

    def name(seat: Seat) -> str:
        return sheet.name(seat) if sheet else seat.value

    return name
