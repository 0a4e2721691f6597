"""Checking what witnesses signed: each line below a checkpoint, with the key it was kept with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec
from msgspec import Struct

from ledger.proof.cosigned import checked, disagreed_in_words
from ledger.proof.facts import (
    CheckpointCosigned,
    CheckpointMade,
    WitnessDisagreed,
    WitnessSettled,
)
from ledger.proof.note import Verifier
from ledger.record.fact import Fact
from ledger.record.faults import Fault, Witnessed
from ledger.record.verify_tree import Proofs

TABLE = "checkpoint"

_Kind = TypeVar("_Kind", bound=Fact)


class WitnessesFound(Struct, frozen=True):
    """What was found of witnesses.

    Attributes:
      witnessed: who signed rightly, the name first in the alphabet first.
      unchecked: lines kept without a key, so that nothing can be said of them.
      disagreed: what witnesses found against the record and did not settle since, in words.
      faults: lines that are not right.
    """

    witnessed: tuple[Witnessed, ...] = ()
    unchecked: int = 0
    disagreed: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


def witnesses_in(proofs: Proofs, trusted: Iterable[Verifier] = ()) -> WitnessesFound:
    """What the witnesses of a record signed, each line checked.

    Args:
      proofs: what the log holds about checkpoints.
      trusted: the keys of witnesses that the settings name.
    """
    names = {str(key) for key in trusted}
    signed: dict[str, set[tuple[str, int]]] = {}
    said: dict[str, str] = {}
    unchecked = 0
    faults: list[Fault] = []
    made = {(fact.origin, fact.size): fact for _, fact in _facts(proofs, CheckpointMade, faults)}
    origin = next((one for one, _ in reversed(made)), "")
    for position, fact in _facts(proofs, CheckpointCosigned, faults):
        if (fact.origin, fact.size) not in made:
            what = f"a witness signed {fact.size} events, and there is no such checkpoint"
            faults.append(Fault(TABLE, "cosignature", what, position))
            continue
        one = checked(fact, made[fact.origin, fact.size])
        if one.good:
            signed.setdefault(one.key, set()).add((fact.origin, fact.size))
            said.setdefault(one.key, one.name)
        elif one.good is None:
            unchecked += 1
        else:
            what = f"the signature of {one.name} is not right over these {one.size} events"
            if one.at is None:
                what += ": it is of no time that could be"
            faults.append(Fault(TABLE, "cosignature", what, position))
    settled = {
        (fact.origin, fact.key, fact.knows) for _, fact in _facts(proofs, WitnessSettled, faults)
    }
    disagreed = tuple(
        disagreed_in_words(fact)
        for _, fact in _facts(proofs, WitnessDisagreed, faults)
        if fact.origin == origin
        and (origin, fact.key, fact.knows) not in settled
        and not _signed_on(fact, signed.get(fact.key, set()))
    )
    witnessed = [
        Witnessed(
            said[key], key, len(of), max(size for _, size in of), key in names if names else None
        )
        for key, of in signed.items()
    ]
    witnessed.sort(key=lambda one: (one.name, one.key))
    return WitnessesFound(tuple(witnessed), unchecked, disagreed, tuple(faults))


def _signed_on(fact: WitnessDisagreed, of: set[tuple[str, int]]) -> bool:
    """Whether a witness signed a later checkpoint of the log that it had found wrong."""
    return any(origin == fact.origin and size > fact.size for origin, size in of)


def _facts(proofs: Proofs, kind: type[_Kind], faults: list[Fault]) -> Iterator[tuple[int, _Kind]]:
    """The facts of a kind with their positions; what can't be read is a fault."""
    for position, fields in proofs.of(kind):
        try:
            yield position, msgspec.convert(fields, kind)
        except msgspec.MsgspecError:
            if kind is not CheckpointMade:  # which is said of the checkpoint itself
                faults.append(Fault(TABLE, "cosignature", "can't be read", position))
