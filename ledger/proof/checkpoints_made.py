"""Checkpoints that were made, those of closed rounds by themselves; witnesses who signed them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger.messages import say
from ledger.messages.written import moment_written
from ledger.proof.facts import CheckpointCosigned, CheckpointMade, WitnessDisagreed, WitnessSettled
from ledger.proof.note import Note, Unreadable, Verifier, note_of, signatures_in, signed_at
from ledger.record.events import Event
from ledger.tournament.facts import RoundClosed
from ledger.vocabulary.closed_lists import WitnessFound, choices
from ledger.vocabulary.refusals import Refusal

if TYPE_CHECKING:
    from ledger.proof.checkpoints import Checkpoints


def made_in(events: Sequence[Event]) -> tuple[CheckpointMade, ...]:
    return tuple(event.fact for event in events if isinstance(event.fact, CheckpointMade))


def latest_in(events: Sequence[Event], about: str = "") -> CheckpointMade | None:
    found = [made for made in made_in(events) if about in ("", made.about)]
    return found[-1] if found else None


def cosignatures_of(made: CheckpointMade, events: Sequence[Event]) -> tuple[str, ...]:
    return tuple(
        fact.signature
        for event in events
        if isinstance(fact := event.fact, CheckpointCosigned)
        and (fact.origin, fact.size) == (made.origin, made.size)
    )


def whole_note(made: CheckpointMade, events: Sequence[Event]) -> str:
    return made.note + "".join(f"{line}\n" for line in cosignatures_of(made, events))


def named(slug: str, round_number: int, division: str = "") -> str:
    """What a checkpoint of a round is made about: ``spring-open/A/R3``."""
    return "/".join((slug, *([division] if division else []), f"R{round_number}"))


# Which witnesses signed which checkpoints, and how far: read from the record, each line checked.
#
# A line is checked with the key it was kept with. Whether that is a key somebody trusts, the
# settings say, or whoever holds the witness's key on paper.


class Cosigned(Struct, frozen=True):
    """One line of a witness that was kept.

    Attributes:
      key: the key it was checked with, as people hand it on; empty: none was kept, so that
        nothing can be said of it.
      at: when the witness says it signed, UTC.
      good: whether it is that key's, over that checkpoint; ``None``: it can't be said.
    """

    size: int
    name: str
    key: str
    at: datetime | None
    good: bool | None


def cosigned_in(made: CheckpointMade, events: Sequence[Event]) -> tuple[Cosigned, ...]:
    lines = _lines_by_size(events).get((made.origin, made.size), ())
    return tuple(checked(fact, made) for fact in lines)


def _lines_by_size(events: Sequence[Event]) -> dict[tuple[str, int], list[CheckpointCosigned]]:
    """The lines that were kept, by log and size of the checkpoint they stand below."""
    found: dict[tuple[str, int], list[CheckpointCosigned]] = {}
    for event in events:
        if isinstance(fact := event.fact, CheckpointCosigned):
            found.setdefault((fact.origin, fact.size), []).append(fact)
    return found


def checked(fact: CheckpointCosigned, made: CheckpointMade) -> Cosigned:
    """A line held against its checkpoint."""
    try:
        (line,) = signatures_in(fact.signature)
        note = Note(note_of(made.note).text, (line,))
    except (Unreadable, ValueError):
        return Cosigned(made.size, fact.signature[:60], fact.key, None, good=False)
    if not fact.key:
        return Cosigned(made.size, line[0], "", signed_at(line), good=None)
    try:
        key = Verifier.read(fact.key)
    except Unreadable:
        return Cosigned(made.size, line[0], fact.key, signed_at(line), good=False)
    at = signed_at(line)
    good = at is not None and bool(note.signed_by([key]))
    return Cosigned(made.size, line[0], fact.key, at, good=good)


def witnesses_of(made: CheckpointMade, events: Sequence[Event]) -> tuple[Cosigned, ...]:
    return _once_each(cosigned_in(made, events))


def _once_each(lines: Iterable[Cosigned]) -> tuple[Cosigned, ...]:
    named = {one.key: one for one in lines if one.good}
    return tuple(named.values())


class Listed(Struct, frozen=True):
    """A checkpoint, when it was made (UTC), and who signed it besides us."""

    made: CheckpointMade
    at: datetime
    witnesses: tuple[Cosigned, ...]


def listed_in(events: Sequence[Event], newest: int | None = None) -> tuple[Listed, ...]:
    """Checkpoints, oldest first, with what witnesses signed: all, or so many of the newest."""
    made = [event for event in events if isinstance(event.fact, CheckpointMade)]
    lines = _lines_by_size(events)
    found = []
    for event in made if newest is None else made[-newest:]:
        fact = event.fact
        assert isinstance(fact, CheckpointMade)
        under = (checked(one, fact) for one in lines.get((fact.origin, fact.size), ()))
        found.append(Listed(fact, event.envelope.written_at, _once_each(under)))
    return tuple(found)


def listed_of(made: CheckpointMade, events: Sequence[Event]) -> Listed | None:
    """One checkpoint of these events, with when it was made and who signed it."""
    at = next((event.envelope.written_at for event in events if event.fact == made), None)
    return Listed(made, at, witnesses_of(made, events)) if at is not None else None


# How many of the witnesses that a hall asks must sign, and within how long.


class Quorum(Struct, frozen=True):
    """Which witnesses are asked, how many of them must sign, within how long after it was made."""

    asked: tuple[Verifier, ...]
    needed: int
    within: timedelta


class Reached(Struct, frozen=True):
    """How a checkpoint stands with its witnesses.

    Attributes:
      signed: how many of those asked signed, by now; ``of``: how many are asked.
      at: when as many had as are needed, by their clocks; ``None``: not yet.
      due: until when they should have.
      late: the keys of those who signed after that.
    """

    signed: int
    of: int
    needed: int
    at: datetime | None
    due: datetime
    late: tuple[str, ...] = ()

    @property
    def in_time(self) -> bool:
        return self.at is not None and self.at <= self.due

    def words(self, now: datetime | None = None) -> str:
        """In words; without ``now`` it is not said whether there is still time.

        >>> due = datetime(2026, 11, 27, 15)
        >>> Reached(2, 3, 2, datetime(2026, 11, 27, 14), due).words()
        '2 of 3 witnesses signed: the quorum of 2 is reached'
        """
        witnesses = say("proofs.quorum.signed", signed=self.signed, n=self.of)
        if self.in_time:
            how = "reached"
        elif self.at is not None:
            how = "reached-late"
        else:
            how = "not-reached" if now is None else "not-in-time" if now > self.due else "not-yet"
        at = moment_written(self.at) if self.at is not None else ""
        return say(f"proofs.quorum.{how}", witnesses=witnesses, needed=self.needed, at=at)


def reached(row: Listed, quorum: Quorum) -> Reached:
    asked = {str(key) for key in quorum.asked}
    lines = sorted(
        (one.at, one.key) for one in row.witnesses if one.key in asked and one.at is not None
    )
    due = row.at + quorum.within
    return Reached(
        len(lines),
        len(asked),
        quorum.needed,
        lines[quorum.needed - 1][0] if len(lines) >= quorum.needed else None,
        due,
        tuple(key for at, key in lines if at > due),
    )


def signed_up_to(witness: Verifier, origin: str, events: Sequence[Event]) -> int:
    """How many events the largest checkpoint has that a witness signed; 0: none of this log."""
    sizes = {made.size: made for made in made_in(events) if made.origin == origin}
    lines = [
        fact
        for event in events
        if isinstance(fact := event.fact, CheckpointCosigned)
        and (fact.origin, fact.key) == (origin, str(witness))
        and fact.size in sizes
    ]
    lines.sort(key=lambda fact: fact.size, reverse=True)  # the first good one is the answer
    return next((fact.size for fact in lines if checked(fact, sizes[fact.size]).good), 0)


SPLIT_VIEW = "split-view"


class Finding(Struct, frozen=True):
    """What a witness found against a log.

    Attributes:
      settled: by which badge, when and with which words an official settled it; ``None``: nobody.
    """

    fact: WitnessDisagreed
    at: datetime
    settled: tuple[str, datetime, str] | None = None


def findings(origin: str, events: Sequence[Event]) -> tuple[Finding, ...]:
    """What witnesses found against this log and did not take back, settled or not.

    Taken back is what a witness found once it signed a later checkpoint of the same log.
    """
    found: dict[tuple[str, int], Finding] = {}
    for event in events:
        fact, envelope = event.fact, event.envelope
        if getattr(fact, "origin", "") != origin:
            continue
        if isinstance(fact, WitnessDisagreed):
            found[_which(fact)] = Finding(fact, envelope.written_at)
        elif isinstance(fact, CheckpointCosigned):
            before = found.get((fact.key, 0))
            if before is not None and fact.size > before.fact.size:
                del found[fact.key, 0]
        elif isinstance(fact, WitnessSettled):
            for which, before in found.items():
                if which[0] == fact.key and before.fact.knows == fact.knows:
                    by = envelope.written_by, envelope.written_at, fact.reason
                    found[which] = replace(before, settled=by)
    return tuple(found.values())


def _which(fact: WitnessDisagreed) -> tuple[str, int]:
    """By what a finding is replaced: a later one of the same witness, unless two histories stand.

    Those stay whatever that witness signs: it signs on for the one that it knows.
    """
    return fact.key, fact.knows if fact.found == SPLIT_VIEW else 0


def disagreements(origin: str, events: Sequence[Event]) -> tuple[Finding, ...]:
    return tuple(one for one in findings(origin, events) if one.settled is None)


def standing_disagreement(events: Sequence[Event]) -> str:
    """What a witness found against the log as it is called now, in words; empty: nothing stands."""
    latest = latest_in(events)
    found = disagreements(latest.origin, events) if latest is not None else ()
    return disagreed_wording(found[-1].fact) if found else ""


def disagreed_wording(fact: WitnessDisagreed) -> str:
    try:
        name = Verifier.read(fact.key).name
    except Unreadable:
        name = say("proofs.disagreed.a-witness")
    found = dict(choices(WitnessFound)).get(fact.found, fact.found)
    if fact.found == SPLIT_VIEW:
        return say("proofs.disagreed.split-view", name=name, knows=fact.knows, found=found)
    return say(
        "proofs.disagreed.not-signed", name=name, size=fact.size, found=found, knows=fact.knows
    )


logger = logging.getLogger(__name__)


class AutomaticCheckpoints:
    """Follows what a desk writes, and makes a checkpoint of each round that is closed.

    Attributes:
      told: what is done with each, as sending it to a witness; it must not wait.
    """

    def __init__(
        self,
        checkpoints: Callable[[], Checkpoints],
        slug_of: Callable[[UUID], str],
        now: Callable[[], datetime],
    ) -> None:
        self._checkpoints = checkpoints
        self._slug_of = slug_of
        self._now = now
        self.told: list[Callable[[CheckpointMade], None]] = []

    def at(self, now: Callable[[], datetime]) -> AutomaticCheckpoints:
        """The same for a record whose clock is set, as the demonstration's."""
        return AutomaticCheckpoints(self._checkpoints, self._slug_of, now)

    def catch_up(self, written: Sequence[tuple[int, Event]] = ()) -> None:
        """Look at what was written just now. A round is closed whether or not it can be signed."""
        for _, event in written:
            if not isinstance(event.fact, RoundClosed):
                continue
            about = named(
                self._slug_of(event.originator_id), event.fact.round_number, event.fact.division
            )
            by = event.envelope.written_by
            try:
                made = self._checkpoints().make("round-closed", now=self._now(), by=by, about=about)
            except (Refusal, OSError):
                logger.exception("no checkpoint was made for %s", about)
                continue
            for tell in self.told:
                tell(made)
