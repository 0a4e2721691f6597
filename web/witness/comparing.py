"""Witnesses asked at intervals what they signed of a log; a split view kept and told the hall."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from threading import Event, Thread
from typing import NamedTuple
from urllib.parse import quote

import msgspec

from ledger.proof.note import Unreadable, Verifier
from ledger.proof.witness_store import WitnessStore
from ledger.proof.witnessing import (
    Compared,
    NoProof,
    SeenLog,
    WitnessSees,
    compare,
    hashes_in,
    log_id,
    verdict_wording,
)
from web.proofs.exchange import Answered, Away, fetch

MOST_SHOWN = 4 * 1024 * 1024
"""Bytes of all that a witness shows: some hundred logs with what was found."""

HEADS = "heads.json"

logger = logging.getLogger("tilescribe.witness")

Fetch = Callable[[str], Answered]


def asking(address: str) -> Answered:
    return fetch(address, most=MOST_SHOWN)


class View(NamedTuple):
    """A witness as it is compared.

    Attributes:
      note_at: the checkpoint that it signed of a log (its name) and a size; empty: none.
    """

    name: str
    sees: WitnessSees
    note_at: Callable[[str, int], str]

    def seen(self, origin: str) -> SeenLog | None:
        return next((each for each in self.sees.logs if each.log == origin), None)


def view_of_ours(store: WitnessStore) -> View:
    return View(store.name, store.sees(datetime.now(UTC)), store.note_at)


def view_at(address: str, send: Fetch = asking) -> View:
    """The witness at an address; raises ``Away``: there is none that shows what it saw."""
    where = address.rstrip("/")
    answered = send(f"{where}/{HEADS}")
    if answered.status != 200:
        raise Away(f"it shows nothing to compare ({answered.status})")
    try:
        sees = msgspec.json.decode(answered.body, type=WitnessSees)
        name = Verifier.read(sees.witness).name
    except (msgspec.MsgspecError, Unreadable) as trouble:
        raise Away("what it shows can't be read") from trouble
    if not all(each.isprintable() for each in (name, *(log.log for log in sees.logs))):
        raise Away("what it shows has signs that no name has")
    return View(name, sees, partial(_note_at, where, send))


def _note_at(where: str, send: Fetch, origin: str, size: int) -> str:
    try:
        answered = send(f"{where}/heads/{log_id(origin)}/{size}")
    except Away as trouble:
        raise Unreadable(f"It can't be asked what it signed before: {trouble}") from trouble
    return answered.body.decode("utf-8", "replace") if answered.status == 200 else ""


def proof_from(
    hall: str, origin: str, send: Fetch, old: int, size: int
) -> tuple[bytes, ...] | None:
    """The log's own proof from one size to another; ``None`` where nobody said where it is."""
    if not hall:
        return None
    where = f"{hall.rstrip('/')}/checkpoints/{size}/since/{old}?log={quote(origin, safe='')}"
    try:
        answered = send(where)
    except Away as trouble:
        raise Unreadable(f"The log can't be asked for a proof: {trouble}") from trouble
    if answered.status != 200:
        raise NoProof(f"it answers {answered.status}")
    try:
        return hashes_in(answered.body.decode("ascii", "replace").splitlines())
    except Unreadable as trouble:
        raise NoProof(str(trouble)) from trouble


def compared(
    ours: View, theirs: View, halls: Callable[[str], str], now: datetime, send: Fetch = asking
) -> Iterator[tuple[str, Compared]]:
    """Of each log that both know, what came of it.

    A log's keys are those that both name, so that neither can make up a history for a log.

    Args:
      halls: where a log is asked for proofs; empty: nobody said.
    """
    for mine in ours.sees.logs:
        its = theirs.seen(mine.log)
        if its is None:
            continue
        keys = _keys(sorted({*mine.keys} & {*its.keys}))
        if not keys:
            why = "They know no key of that log in common."
            yield mine.log, Compared(by=theirs.name, verdict="not-compared", why=why, at=now)
            continue
        earlier = (partial(ours.note_at, mine.log), partial(theirs.note_at, mine.log))
        proof = partial(proof_from, halls(mine.log), mine.log, send)
        try:
            found = compare(mine, its, theirs.name, keys, earlier, proof, now)
        except Unreadable as trouble:
            found = Compared(by=theirs.name, verdict="not-compared", why=f"{trouble}.", at=now)
        yield mine.log, found


def _keys(written: Sequence[str]) -> tuple[Verifier, ...]:
    found = []
    for each in written:
        try:
            found.append(Verifier.read(each))
        except Unreadable:
            continue
    return tuple(found)


class Comparing:
    """Compares a witness with others every so often, on a thread, until the service ends.

    Attributes:
      away: which could not be asked the last time, and why.
    """

    def __init__(
        self, store: WitnessStore, others: Sequence[str], minutes: float, send: Fetch = asking
    ) -> None:
        self.away: dict[str, str] = {}
        self._store, self._others, self._seconds = store, tuple(others), 60 * minutes
        self._send = send
        self._ended = Event()

    def start(self) -> None:
        if self._others:
            Thread(target=self._go_on, name="comparing", daemon=True).start()

    def stop(self) -> None:
        self._ended.set()

    def _go_on(self) -> None:
        while True:
            try:
                self.go()
            except Exception:  # whatever it was, the thread goes on
                logger.exception("other witnesses could not be compared")
            if self._ended.wait(self._seconds):
                return

    def go(self) -> None:
        """Compare with each of the others now."""
        ours = view_of_ours(self._store)
        for address in self._others:
            try:
                theirs = view_at(address, self._send)
            except Away as trouble:
                if address not in self.away:
                    logger.warning("%s can't be compared with: %s", address, trouble)
                self.away[address] = str(trouble)
                continue
            self.away.pop(address, None)
            halls, now = self._store.address_of, datetime.now(UTC)
            for origin, found in compared(ours, theirs, halls, now, self._send):
                before = ours.seen(origin)
                known = before.compared if before else ()
                if self._store.keep_compared(origin, found):
                    logger.error("SPLIT VIEW of %s: %s", origin, in_words(found))
                elif found.verdict != "agrees" and found.verdict not in [
                    one.verdict for one in known if one.by == found.by
                ]:
                    logger.warning("%s: %s", origin, in_words(found))


def in_words(found: Compared) -> str:
    upto = f" up to {found.upto} events" if found.upto else ""
    return f"{verdict_wording(found.verdict, found.by)}{upto}. {found.why}".strip()
