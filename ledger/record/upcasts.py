"""How an event stored by an older release is read as today's.

A stored event is never changed. When a kind of fact must change by more than a new optional
field, it gets a new topic, its old topic comes into ``UPCASTS``, and the old bytes stay in
``tests/store/stored/``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ledger.record.topics import FACT_TYPES

Stored = dict[str, Any]
"""An envelope as plain JSON data, the fact under ``fact``, its topic under ``fact.topic``."""

Upcast = Callable[[Stored], Stored]
"""Takes an envelope with an old topic, gives one with a newer topic."""

UPCASTS: Mapping[str, Upcast] = {}
"""Old topic to what makes a newer one of it. Empty as long as no topic has been retired."""


def as_today(topic: str, state: bytes, upcasts: Mapping[str, Upcast] = UPCASTS) -> Stored:
    """What an envelope stored under an old ``topic`` is in today's terms.

    Raises:
      KeyError: the topic is neither one of today's nor one we know how to read.
      msgspec.DecodeError: the bytes are not JSON.
    """
    envelope: Stored = msgspec.json.decode(state)
    while topic not in FACT_TYPES:
        envelope = upcasts[topic](envelope)
        topic = envelope["fact"]["topic"]
    return envelope
