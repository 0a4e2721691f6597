"""An act in a case taken back, and what one ruling reverses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from msgspec.structs import replace

from ledger.game.sheet.sheet import Sheet
from ledger.game.turns.taking_back import must_have_a_reason, struck, without
from ledger.incidents import facts as cases
from ledger.incidents.case_file import CaseFile, decisions_in, out_of_turn
from ledger.incidents.facts import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
    CaseActTakenBack,
    DraftSeconded,
    PenaltyDecided,
    RulingGiven,
    RulingTold,
    StatementConfirmed,
)
from ledger.incidents.reports import consequences_of, written_words
from ledger.incidents.requests import (
    CaseContext,
    CaseRequest,
    decides,
    must_be_as_seen,
    must_be_open,
)
from ledger.incidents.wording import NameOf, case_wording
from ledger.record.events import Event
from ledger.record.fact import Fact, TakenBack
from ledger.record.standing import only_took_back, standing_of, taken_back, versions_of
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, Decision, StreamWrite
from ledger.tournament.conduct import conduct_back
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Telling

# What one act in a case wrote, and what takes it back: in the case, at the table, in the event.
#
# A ruling is taken back with all that followed from it. A ruling that replaces one, and one that
# carries out an appeal, do the same first, in the same request (``reversal``).


TAKEN_BACK = (
    cases.RuleCited, cases.RulingGiven, cases.DraftDropped, cases.DraftSeconded,
    cases.FactsBookmarked, cases.RulingTold, cases.PenaltyDecided, cases.CaseReported,
    cases.StatementTaken, cases.StatementConfirmed, cases.EvidenceTakenBack,
    cases.AppealLodged, cases.AppealHeard, cases.AppealDecided, cases.NothingCarriedOut,
    CaseActTakenBack,
)  # fmt: skip
"""What can be taken back of what stands on the stream of a case.

A draft is dropped, evidence has a taking back of its own, a case is closed and taken up again.
"""


class Act(NamedTuple):
    own: tuple[Event, ...]
    table: tuple[Event, ...]
    conduct: tuple[Event, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        return (*self.own, *self.table, *self.conduct)


class Reversal(NamedTuple):
    """What is written to take an act back.

    Attributes:
      changes_a_signed_result: whether the scores of a game that both players signed for become
        others.
    """

    fact: CaseActTakenBack
    parts: tuple[StreamWrite, ...]
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
      others: numbers of more requests that are looked at together with it.
    """
    table = under_the_case(sheet.events if sheet else (), file.id)
    conduct = under_the_case(tournament.conduct.under_cases if tournament else (), file.id)
    named = {act, *others}
    own = [
        event
        for event in _not_taken_back(file.events)
        if event.envelope.command_id in named and isinstance(event.envelope.fact, TAKEN_BACK)
    ]
    acts = named | _followed(file, own, sheet, tournament)
    versions = set(versions_of(own))
    own += [
        event
        for event in file.stands
        if event.originator_version not in versions
        and (event.envelope.command_id in acts or _is_about(event.envelope.fact, versions))
        and isinstance(event.envelope.fact, TAKEN_BACK)
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
    context: CaseContext,
    reason: str,
    others: Sequence[UUID] = (),
    *,
    whole: bool = True,
) -> Reversal:
    """What takes an act of this case back, with all that followed from it.

    Args:
      others: numbers of more that are taken back together with it.
      whole: whether what it had taken back itself stands again.
    """
    sheet = context.sheet(file.opened.game) if file.opened.game else None
    tournament = context.tournament(_slug(file, sheet))
    found = act_of(file, act, sheet, tournament, others)
    if not whole:
        found = Act(*(_less_takings_back(events) for events in found))
    if not found.events:
        raise refusal("no-such-act/in-the-case")
    parts: list[StreamWrite] = []
    changes = False
    if found.table and sheet is not None:
        fact: Fact = struck(sheet, found.table, reason)
        parts.append(StreamWrite(sheet.id, sheet.version, (fact,), file.id))
        changes = changes_what_was_signed(sheet, without(sheet, found.table))
    if found.conduct and tournament is not None:
        fact = conduct_back(found.conduct, reason)
        parts.append(StreamWrite(tournament.id, tournament.version, (fact,), file.id))
    what = tuple(dict.fromkeys(event.envelope.fact.topic() for event in found.own))
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


def replaced(file: CaseFile, context: CaseContext) -> Reversal | None:
    """What takes the rulings back that a new one replaces; ``None``: none stands.

    Refused while an appeal against one waits for its decision, or where something came later at the
    table that makes no sense without one.
    """
    acts = dict.fromkeys(
        event.envelope.command_id
        for event in file.stands
        if isinstance(event.envelope.fact, cases.RulingGiven)
    )
    if not acts:
        return None
    if file.state == "under appeal":
        raise refusal("act-stands/under-appeal")
    first, *others = acts
    return reversal(file, first, context, REPLACED, others, whole=False)


def _less_takings_back(events: Iterable[Event]) -> tuple[Event, ...]:
    return tuple(event for event in events if not isinstance(event.envelope.fact, TakenBack))


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
        case cases.StatementConfirmed(statement=version):
            return version in versions
    return False


def _slug(file: CaseFile, sheet: Sheet | None) -> str:
    return file.opened.tournament or (sheet.scheduled.tournament if sheet else "")


# What was done in a case and would hang in the air once a ruling goes, or stands again.
#
# A ruling that was given beside another one stands without it, unless it carries out what was
# decided on an appeal against that other one. A penalty rests on the finding of its time. What was
# entered at the table by itself rests on a ruling, and on the gaps that were settled by then.


class Hanging(NamedTuple):
    """Something that would rest on nothing; ``stands``: it stands now, and not only afterwards."""

    event: Event
    stands: bool


def hanging(file: CaseFile, back: Reversal, sheet: Sheet | None) -> Hanging | None:
    """The first thing that would stand, and rest on what does not; ``None``: there is none."""
    afterwards = _afterwards(file.events, [back.fact])
    found = [*_carrying_out_an_appeal(file, afterwards), *_penalties(file, afterwards)]
    found += _out_of_turn(file, afterwards)
    stands = set(file.stands)
    if sheet is not None:
        facts = [fact for part in back.parts if part.stream == sheet.id for fact in part.facts]
        found += _entries(file, afterwards, _afterwards(sheet.events, facts))
        stands |= set(standing_of(sheet.events))
    first = min(found, key=lambda event: event.envelope.written_at, default=None)
    return None if first is None else Hanging(first, first in stands)


def _afterwards(events: Sequence[Event], facts: Iterable[Fact]) -> tuple[Event, ...]:
    """What of a stream stands once these takings back are written."""
    last = events[-1]
    more = (
        Event(
            last.originator_id,
            last.originator_version + place,
            replace(last.envelope, fact=fact),
        )
        for place, fact in enumerate(facts, 1)
    )
    return standing_of([*events, *more])


def _carrying_out_an_appeal(file: CaseFile, afterwards: Sequence[Event]) -> Iterator[Event]:
    """Rulings that carry out what was decided on an appeal against one that goes."""
    left = {event.originator_version for event in afterwards}
    for one in decisions_in(file.stands):
        if one.against and one.against not in left:
            yield from (event for event in afterwards if event.originator_version == one.ruling)


def _out_of_turn(file: CaseFile, afterwards: Sequence[Event]) -> Iterator[Event]:
    """What of an appeal would come before or beside what it follows; not what does so already."""
    already = set(out_of_turn(file.stands))
    yield from (event for event in out_of_turn(afterwards) if event not in already)


def _penalties(file: CaseFile, afterwards: Sequence[Event]) -> Iterator[Event]:
    """Penalties that were decided on another finding about conduct than would stand before them."""
    for event in afterwards:
        if isinstance(event.envelope.fact, PenaltyDecided):
            version = event.originator_version
            then = standing_of(one for one in file.events if one.originator_version < version)
            left = (one for one in afterwards if one.originator_version < version)
            if _finding(then) != _finding(left):
                yield event


def _entries(
    file: CaseFile, afterwards: Sequence[Event], at_the_table: Iterable[Event]
) -> Iterator[Event]:
    """What was entered by itself, without a ruling for it, or in a gap that none would settle."""
    of_case = {event.envelope.command_id for event in file.events}
    for event in at_the_table:
        envelope = event.envelope
        if envelope.case == file.id and envelope.command_id not in of_case:
            at = envelope.written_at
            then = standing_of(one for one in file.events if one.envelope.written_at <= at)
            left = [one for one in afterwards if one.envelope.written_at <= at]
            if not _rulings(file, left) or _gaps(file, then) - _gaps(file, left):
                yield event


def _finding(events: Iterable[Event]) -> int:
    """The version of the last ruling with a finding about conduct; 0: there is none."""
    return max(
        (
            event.originator_version
            for event in events
            if isinstance(event.envelope.fact, RulingGiven) and event.envelope.fact.offence
        ),
        default=0,
    )


def _rulings(file: CaseFile, events: Iterable[Event]) -> list[RulingGiven]:
    facts = (event.envelope.fact for event in events)
    game = file.opened.game
    return [fact for fact in facts if isinstance(fact, RulingGiven) and fact.game == game]


def _gaps(file: CaseFile, events: Iterable[Event]) -> frozenset[str]:
    return frozenset(filter(None, (ruling.trap for ruling in _rulings(file, events))))


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


class TakeCaseActBack(CaseRequest, frozen=True, tag="take-case-act-back", kw_only=True):
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
def take_case_act_back(file: CaseFile, request: TakeCaseActBack, context: CaseContext) -> Decision:
    """Strike it in the case, at the table and in the ledger of conduct, in one transaction."""
    must_be_open(file)
    reason = request.reason.strip()
    again = only_took_back(e for e in file.events if e.envelope.command_id == request.act)
    must_have_a_reason(reason, again=again)
    if request.game_seen and file.opened.game:
        must_be_as_seen(context.sheet(file.opened.game), request.game_seen)
    back = reversal(file, request.act, context, reason)
    _must_be_the_last(file, back, context)
    if back.changes_a_signed_result and not request.alone.strip():
        raise refusal("second-official/standing-again" if again else "second-official/taking-back")
    alone = request.alone.strip() if back.changes_a_signed_result else ""
    return Decision((replace(back.fact, alone=alone),), other_writes=back.parts)


def _must_be_the_last(file: CaseFile, back: Reversal, context: CaseContext) -> None:
    """Refuse where a later act in the case rests on one of these, or an appeal is about it."""
    versions = back.fact.versions
    sheet = context.sheet(file.opened.game) if file.opened.game else None
    if found := hanging(file, back, sheet):
        what = Telling(lambda: written_words(found.event.envelope.fact, sheet, None))
        raise refusal("act-stands/came-after" if found.stands else "act-stands/rests-on", what=what)
    for event in file.events:
        if event.originator_version not in versions:
            continue
        later = _rests_on(file, event, versions)
        if later is not None:
            raise refusal("act-stands/came-after", what=_telling(later.fact, file, context))
        if isinstance(event.envelope.fact, RulingGiven | PenaltyDecided) and _is_appealed(
            file, event
        ):
            raise refusal("act-stands/under-appeal")
        if isinstance(event.envelope.fact, CaseActTakenBack):
            _must_have_what_it_rests_on(file, event.envelope.fact.versions, context)


def _must_have_what_it_rests_on(
    file: CaseFile, versions: tuple[int, ...], context: CaseContext
) -> None:
    """Refuse to let something stand again whose ruling, or statement, does not stand."""
    gone = file.taken_back
    stands = {version for version in map(_version, file.events) if version not in gone}
    stands |= set(versions)
    again = [event for event in file.events if event.originator_version in versions]
    for event in again:
        match event.envelope.fact:
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
            raise refusal("act-stands/rests-on", what=_telling(event.envelope.fact, file, context))


def _telling(fact: Fact, file: CaseFile, context: CaseContext) -> Telling:
    return Telling(lambda: case_wording(fact, _names(file, context)))


def _version(event: Event) -> int:
    return event.originator_version


def _ruling_then(file: CaseFile, event: Event) -> int:
    """The version of the ruling that stood when this was written, and that it follows from."""
    before = [one for one in file.events if one.originator_version < event.originator_version]
    then = (e for e in standing_of(before) if isinstance(e.fact, RulingGiven))
    return max(versions_of(then), default=0)


def _rests_on(file: CaseFile, event: Event, versions: tuple[int, ...]) -> Event | None:
    kinds = next((kinds for kind, kinds in LATER if isinstance(event.envelope.fact, kind)), ())
    if _replaced_by_one_of(file, event, versions):
        kinds = ()  # who ruled since let both stand: what was replaced takes the other's place
    gone = file.taken_back
    ruled_again = isinstance(event.envelope.fact, CaseActTakenBack) and any(
        isinstance(one.fact, RulingGiven) and one.originator_version in event.envelope.fact.versions
        for one in file.events
    )
    if _let_stand_again(file, event.envelope.fact):
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
    return isinstance(event.envelope.fact, CaseActTakenBack) and any(
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


def _names(file: CaseFile, context: CaseContext) -> NameOf:
    sheet: Sheet | None = context.sheet(file.opened.game) if file.opened.game else None

    def name(seat: Seat) -> str:
        return sheet.name(seat) if sheet else seat.value

    return name
