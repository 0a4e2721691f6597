"""What follows from a ruling: entries at the table and penalties, written together with it.

Each is decided on what the ones before it have made of the streams, as it would be if they were
entered one after another; and all of them are written in one transaction, or nothing is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from msgspec.structs import replace

from ledger.asking.asked import Asked, Decision, Part
from ledger.game.play.deciding import AnyAsked
from ledger.game.sheet import after
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.asking import GO_ON, Ruled, Under, game_of
from ledger.incidents.case_file import CaseFile, case_file
from ledger.incidents.facts.cases import RulingGiven
from ledger.incidents.penalties import ApplyLevelOne, Penalise
from ledger.incidents.reversing import Reversal, changes_what_was_signed
from ledger.record.events import Envelope, Event
from ledger.record.fact import Fact

if TYPE_CHECKING:
    Follows = Asked
else:
    Follows: Any = Penalise | ApplyLevelOne | AnyAsked
    """What can follow from a ruling: a penalty, or any entry at the table a director may make."""


class CarriedOut(NamedTuple):
    """What is written with a ruling.

    Attributes:
      facts: of the case, after the ruling itself.
      parts: for other streams.
      remarks: what was noticed.
      changes_a_signed_result: whether scores that both players signed are others afterwards.
    """

    facts: tuple[Fact, ...]
    parts: tuple[Part, ...]
    remarks: tuple[str, ...]
    changes_a_signed_result: bool


def carried_out(
    file: CaseFile,
    ruling: RulingGiven,
    follows: Sequence[Follows],
    under: Under,
    back: Reversal | None = None,
) -> CarriedOut:
    """Decide what follows, one after the other.

    Args:
      file: the case.
      ruling: the ruling that is being given.
      follows: what is asked to follow.
      under: what it is asked under.
      back: what takes back the ruling that this one replaces; it is written first.

    Raises:
      Refusal: of the first that can't be carried out; nothing is.
    """
    if not follows and back is None:
        return CarriedOut((), (), (), changes_a_signed_result=False)
    return _Following(file, ruling, under, back).all(follows)


class _Following:
    """The streams as they become while what follows is decided."""

    def __init__(
        self, file: CaseFile, ruling: RulingGiven, under: Under, back: Reversal | None
    ) -> None:
        self._under = replace(under, sheet=self._sheet)
        self._before = under.sheet
        first = () if back is None else (back.fact,)
        self._file = _with(file, (*first, ruling), under.by)
        self._ruled = Ruled(
            file.id, ruling.citation, frozenset({ruling.trap}) if ruling.trap else frozenset()
        )
        self._sheets: dict[UUID, Sheet] = {}
        self._parts: list[Part] = []
        self._ends: dict[UUID, int] = {}
        for part in () if back is None else back.parts:
            self._take(part)
        self._taken_back = dict(self._sheets)

    def all(self, follows: Sequence[Follows]) -> CarriedOut:
        facts: tuple[Fact, ...] = ()
        remarks: tuple[str, ...] = ()
        for one in follows:
            decision = self._decided(one)
            facts += decision.facts
            remarks += decision.remarks
            for part in decision.also:
                self._take(part)
        changed = any(
            changes_what_was_signed(was, now)
            for game, now in self._sheets.items()
            for was in (self._before(game), self._taken_back.get(game, now))
        )
        return CarriedOut(facts, tuple(self._parts), remarks, changed)

    def _decided(self, one: Follows) -> Decision:
        """What one of them writes on the case; what it writes at the table stands beside it."""
        if isinstance(one, Penalise | ApplyLevelOne):
            decision = GO_ON.decisions[type(one)](self._file, one, self._under)
            self._file = _with(self._file, decision.facts, self._under.by)
            return decision
        sheet = self._sheet(game_of(self._file))
        decision = self._under.decide(sheet, one, self._ruled)
        part = Part(sheet.id, sheet.version, decision.facts, self._file.id, decision.remarks)
        return Decision((), (), (part, *decision.also))

    def _sheet(self, game: UUID) -> Sheet:
        return self._sheets.get(game) or self._before(game)

    def _take(self, part: Part) -> None:
        """Keep what is for another stream, behind what is there for it already."""
        end = self._ends.get(part.stream, part.version)
        self._ends[part.stream] = end + len(part.facts)
        self._parts.append(part._replace(version=end))
        if part.stream == self._file.opened.game:
            sheet = self._sheet(part.stream)
            events = _as_events(sheet.events[-1], part.facts, self._under.by, self._file.id)
            self._sheets[part.stream] = after(sheet, events)


def _with(file: CaseFile, facts: Sequence[Fact], by: str) -> CaseFile:
    """The case with facts that are about to be written."""
    more = case_file((*file.events, *_as_events(file.events[-1], facts, by, None)))
    assert more is not None
    return more


def _as_events(last: Event, facts: Sequence[Fact], by: str, case: UUID | None) -> tuple[Event, ...]:
    """Facts as if they were written behind the last event, at the same moment."""
    return tuple(
        Event(
            last.originator_id,
            last.originator_version + place,
            Envelope(
                written_at=last.envelope.written_at,
                written_by=by,
                command_id=last.envelope.command_id,
                case=case,
                fact=fact,
            ),
        )
        for place, fact in enumerate(facts, 1)
    )
