"""The checkpoints that were made, as the record tells them: read without a tree or a key."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.proof.facts import CheckpointCosigned, CheckpointMade
from ledger.record.events import Event


def made_in(events: Sequence[Event]) -> tuple[CheckpointMade, ...]:
    """Every checkpoint, oldest first."""
    return tuple(event.fact for event in events if isinstance(event.fact, CheckpointMade))


def latest_in(events: Sequence[Event], about: str = "") -> CheckpointMade | None:
    """The newest, or the newest made about something; ``None`` where there is none."""
    found = [made for made in made_in(events) if about in ("", made.about)]
    return found[-1] if found else None


def cosignatures_of(made: CheckpointMade, events: Sequence[Event]) -> tuple[str, ...]:
    """The lines witnesses added to a checkpoint."""
    return tuple(
        fact.signature
        for event in events
        if isinstance(fact := event.fact, CheckpointCosigned)
        and (fact.origin, fact.size) == (made.origin, made.size)
    )


def whole_note(made: CheckpointMade, events: Sequence[Event]) -> str:
    """A checkpoint with every signature on it, as it travels."""
    return made.note + "".join(f"{line}\n" for line in cosignatures_of(made, events))


def named(slug: str, round_number: int, division: str = "") -> str:
    """What a checkpoint of a round is made about: ``spring-open/A/R3``."""
    return "/".join((slug, *([division] if division else []), f"R{round_number}"))
