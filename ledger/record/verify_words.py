"""Checking people's words, which lie beside the log: against their digests, and the events.

An event that names words promises that they are there, and an event that says they were removed
is the only reason why they may not be. The law may ask for that; nobody else may do it unseen.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec
from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from ledger.game.facts.results import ResultSigned, SlipTyped
from ledger.incidents.facts.appeals import AppealLodged, BundleIssued
from ledger.incidents.facts.cases import RulingDrafted
from ledger.incidents.facts.evidence import (
    CaseWordsRemoved,
    EvidenceAttached,
    StatementConfirmed,
    StatementTaken,
)
from ledger.record.faults import Fault
from ledger.record.store import Found, Store
from ledger.record.word_facts import WordsRemoved

NAMES: dict[str, tuple[str, ...]] = {
    ResultSigned.topic(): ("words",),
    SlipTyped.topic(): ("photo",),
    StatementTaken.topic(): ("words",),
    StatementConfirmed.topic(): ("strokes",),
    EvidenceAttached.topic(): ("digest",),
    RulingDrafted.topic(): ("words",),
    AppealLodged.topic(): ("grounds",),
    BundleIssued.topic(): ("words", "section"),
}
"""Where a fact names words that are kept with us; evidence, only where it says so itself."""

REMOVED = (WordsRemoved.topic(), CaseWordsRemoved.topic())
EVIDENCE = EvidenceAttached.topic()


class _Stored(Struct):
    fact: dict[str, Any]


_STORED = msgspec.json.Decoder(_Stored)


def check_words(store: Store) -> tuple[int, list[Fault]]:
    """How many pieces of words there are, removed ones included, and what is wrong with them."""
    kept: set[str] = set()
    emptied: set[str] = set()
    faults: list[Fault] = []
    try:
        for digest, salt, content in store.all_words():
            named = _text(digest)
            if salt is None and content is None:
                emptied.add(named)
                continue
            kept.add(named)
            if sha256((salt or b"") + (content or b"")).hexdigest() != named:
                what = "words and digest do not belong together"
                faults.append(Fault("words", "content", what, None, named))
        faults += _against_events(store, kept, emptied)
    except PersistenceError as trouble:
        faults.append(Fault("words", "row", f"can't be read ({trouble})"))
    return len(kept) + len(emptied), faults


def _against_events(store: Store, kept: set[str], emptied: set[str]) -> Iterator[Fault]:
    removed: set[str] = set()
    naming: list[tuple[str, int, str, str]] = []
    for position, stream, version, topic, state in store.naming_words((*NAMES, *REMOVED)):
        kind, fact = _text(topic), fact_in(state)
        if kind in REMOVED:
            removed.add(str(fact.get("digest", "")))
        elsewhere = kind == EVIDENCE and not fact.get("kept")
        names = () if elsewhere else NAMES.get(kind, ())
        digests = [str(fact.get(field, "")) for field in names]
        naming += [(one, position, _text(stream), _text(version)) for one in digests if one]
    for digest, position, game, place in naming:
        if digest in kept or digest in removed:
            continue
        emptied_so = digest in emptied
        column = "content" if emptied_so else "row"
        what = "were emptied" if emptied_so else "are missing"
        said = f"the words this event names {what}, and no event says that they were removed"
        yield Fault("words", column, said, position, game, place)
    for digest in sorted(kept & removed):
        said = "an event says that these words were removed, and they are here"
        yield Fault("words", "content", said, None, digest)
    for digest in sorted(emptied - removed - {name for name, *_ in naming}):
        said = "the words were emptied, and no event says that they were removed"
        yield Fault("words", "content", said, None, digest)


def fact_in(state: Found) -> dict[str, Any]:
    """The fields of a stored fact; none where it can't be read."""
    try:
        return _STORED.decode(state or b"").fact
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return {}  # the link says that the event has changed


def _text(column: Found) -> str:
    return "" if column is None else column.decode(errors="replace")
