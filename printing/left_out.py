"""What a redacted copy leaves out: people's words, names of the uninvolved, matters of health."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from ledger.game.facts.clock import ClockNeutralised, ClockRestarted
from ledger.game.facts.leaving import (
    EmergencyAssessed,
    EmergencyDeclared,
    EmergencyOver,
    PlayerLeft,
    PlayerReturned,
)
from ledger.incidents.facts.appeals import AppealHeard, AppealLodged, BundleIssued
from ledger.incidents.facts.evidence import EvidenceAttached, StatementConfirmed, StatementTaken
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.vocabulary import Seat

COPY = "Redacted copy"

NAME = "[name left out]"
WORDS = "[words left out]"
HEALTH = "[a matter of health, left out]"

MOST_INITIALS = 2
"""Letters of a part of a name that may be initials, and is not looked for by itself."""

SHORTEST = 8
"""Characters of a statement that are looked for elsewhere; fewer could be anybody's."""

NOTICE = (
    "Left out of this copy: what people said, the names of witnesses and of people who are "
    "not part of the case, and matters of health. Officials of the game stand in it by their "
    "badges, unless these say whose they are."
)

OF_HEALTH = (EmergencyDeclared, EmergencyAssessed, EmergencyOver)


@dataclass(frozen=True)
class Redaction:
    """What is to be left out wherever it stands.

    Attributes:
      names: of people who are not part of the case, and of witnesses.
      parts: of the names of people heard, written as they write them.
      words: what people said in this case and in the others, and what pictures show.
    """

    names: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def of(self, text: str) -> str:
        """A text without those names and words."""
        for said in sorted(self.words, key=len, reverse=True):
            text = _without(text, said, WORDS)
        for name in sorted(self.names, key=len, reverse=True):
            text = _without(text, name, NAME)
        for part in self.parts:
            text = _without(text, part, NAME, re.NOFLAG)
        return text

    def each(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Texts without them."""
        return tuple(self.of(text) for text in texts)


def _without(text: str, what: str, instead: str, flags: re.RegexFlag = re.IGNORECASE) -> str:
    pattern = r"\s+".join(map(re.escape, what.split()))
    if not pattern:
        return text
    return re.sub(rf"(?<!\w){pattern}(?!\w)", instead, text, flags=flags)


def sentences(said: str) -> tuple[str, ...]:
    """A statement whole and sentence by sentence, as it may be quoted elsewhere."""
    parts = (said, *re.split(r"(?<=[.!?;])\s+|\n+", said))
    bare = (part.strip(" .!?;\n") for part in parts)
    return tuple(dict.fromkeys(part for part in bare if len(part) >= SHORTEST))


def of_health(events: Iterable[Event]) -> frozenset[int]:
    """Which events of a game tell of somebody's health, by their versions.

    Not the emergency alone: what was written with it, the stop it led to, and the return of who was
    away for it say as much of whose it was.
    """
    events = tuple(events)
    requests = {e.envelope.command_id for e in events if _is_of_health(e.fact)}
    away: set[Seat] = set()
    stopped = False
    found = set()
    for event in events:
        fact = event.fact
        if event.envelope.command_id in requests:
            found.add(event.originator_version)
        match fact:
            case PlayerLeft(permission="emergency", seat=seat):
                away.add(seat)
            case PlayerReturned(seat=seat) if seat in away:
                away.discard(seat)
                found.add(event.originator_version)
            case ClockNeutralised(reason="emergency"):
                stopped = True
                found.add(event.originator_version)
            case ClockRestarted() if stopped or fact.reason == "emergency":
                stopped = False
                found.add(event.originator_version)
    return frozenset(found)


def _is_of_health(fact: Fact) -> bool:
    away = isinstance(fact, PlayerLeft) and fact.permission == "emergency"
    return away or isinstance(fact, OF_HEALTH)


def is_hidden(fact: Fact, redaction: Redaction, written_by: str = "", device: str = "") -> bool:
    """Whether a redacted copy has no more of an event than its hash, for what it says."""
    if anonymous(fact) != fact:
        return True
    told = APART.join((written_by, device, *texts_in(to_builtins(fact))))
    return redaction.of(told) != told


APART = " \0 "
"""Between texts, so that no name is found that begins in one and ends in the next."""


def texts_in(told: object) -> Iterator[str]:
    """Every text in what a fact or an envelope is made of."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        for part in told.values():
            yield from texts_in(part)
    elif isinstance(told, list | tuple):
        for part in told:
            yield from texts_in(part)


def anonymous(fact: Fact) -> Fact:
    """A fact of a case without the names of those who are not part of it."""
    changed: dict[str, Any] = {}
    if isinstance(fact, StatementTaken):
        changed = {"interpreter": "", **({} if fact.seat else {"who": f"A {fact.role}"})}
    elif isinstance(fact, StatementConfirmed) and fact.witness:
        changed = {"witness": "somebody"}
    elif isinstance(fact, EvidenceAttached):
        changed = {"what": ""}
    elif isinstance(fact, AppealLodged) and not fact.seat:
        changed = {"who": "Somebody affected"}
    elif isinstance(fact, AppealHeard):
        changed = {"committee": (), "executive": (), "declared": (), "although": ""}
    elif isinstance(fact, BundleIssued):
        changed = {"to": "somebody"}
    elif isinstance(fact, PlayerLeft):
        changed = {"supervisor": ""}
    return replace(fact, **changed) if changed else fact
