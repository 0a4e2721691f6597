"""Checking the whole record: every link, every column, every answer, all words.

It says whether anything was changed since it was written, and where: the log by its links and its
checkpoints, and what lies beside it by what the tables say of each other. That nothing is missing
from the end, where events, links and answers were cut off together, only a checkpoint in hand says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from hashlib import sha256
from struct import Struct as Layout
from typing import Any
from zlib import crc32

from eventsourcing.persistence import PersistenceError

from ledger.proof.note import EMPTY, Checkpoint, Verifier
from ledger.record.chain import EVENT_COLUMNS, START_OF_CHAIN, behind_its_length
from ledger.record.faults import MOST_FAULTS, Fault, Verdict, Witnessed
from ledger.record.store import ANSWER_COLUMNS, ChainedRow, Found, Store, StrayRow
from ledger.record.verify_tree import (
    Expected,
    RootsOnTheWay,
    check_words,
    claims_in,
    claims_of,
    proofs_in,
    witnesses_in,
)

AT_ONCE = 2_000  # events read at a time, and between two calls of ``progress``

_SUMS = Layout(">4I").pack
_LENGTH = Layout(">I").pack

OUT_OF_ORDER = "rows are out of order; what lies behind them was not checked"


def verify(
    store: Store,
    progress: Callable[[int], None] | None = None,
    against: Iterable[Checkpoint] = (),
    witnesses: Iterable[Verifier] = (),
    *,
    now: datetime | None = None,
    key_lies_there: bool = False,
) -> Verdict:
    """Check the whole record. Writes nothing; writers may go on meanwhile.

    Args:
      against: checkpoints in hand, besides those in the log.
      witnesses: keys of witnesses that somebody trusts; all that signed are told in any case.
      now: the time, UTC, by which it is known which checkpoints must be there; ``None``: of a copy
        that may have been made between a round's end and its checkpoint, none is asked for.
      key_lies_there: whether a key that signs checkpoints lies beside the record.
    """
    against = tuple(against)
    proofs = proofs_in(store)
    claims, checkpoint_faults = claims_in(proofs)
    roots = RootsOnTheWay([*claims, *claims_of(against)])
    walk = Walk(store, progress or (lambda _checked: None), roots)
    with ThreadPoolExecutor(1) as beside:
        stray_rows = beside.submit(lambda: list(strays(store)))
        walk.go()
        answers, answer_faults = check_answers(store)
        words, word_faults = check_words(store)
        witnessed = witnesses_in(proofs, witnesses)
        expected = Expected(proofs, now, key_lies_there=key_lies_there) if now else None
        # What was changed comes first, and then what no longer agrees, which may follow from it.
        faults = [
            *walk.faults,
            *proofs.faults,
            *checkpoint_faults,
            *roots.faults(),
            *witnessed.faults,
            *(expected.faults if expected else ()),
        ]
        faults += [*answer_faults, *word_faults, *stray_rows.result()]
    return Verdict(
        walk.checked, answers, words, walk.position, walk.previous, tuple(faults[:MOST_FAULTS]),
        warnings=tuple(expected.warnings) if expected else (),
        checkpoints=len(claims), witnessed=witnessed.witnessed, unchecked=witnessed.unchecked,
        disagreed=witnessed.disagreed, outside=seen_outside(against, witnessed.witnessed),
    )  # fmt: skip


def seen_outside(against: Iterable[Checkpoint], witnessed: Iterable[Witnessed]) -> int:
    """How many events the largest checkpoint has that came from outside; 0: none did.

    What a witness signed counts with a key that the settings name: any other may be the forger's.
    """
    sizes = [one.size for one in against]
    return max([*sizes, *(one.size for one in witnessed if one.trusted)], default=0)


class Walk:
    """One way through the log, link by link.

    Attributes:
      previous: the link stored last.
      expected: what it should have been, where it was not; the next link tells which of the
        two the chain went on from.
    """

    def __init__(self, store: Store, progress: Callable[[int], None], roots: RootsOnTheWay) -> None:
        self.store = store
        self.roots = roots
        self.progress = progress
        self.checked = 0
        self.position = 0
        self.previous = START_OF_CHAIN
        self.expected = b""
        self.faults: list[Fault] = []
        self._sums: dict[bytes, int] = {}

    def go(self, is_over: Callable[[], bool] = lambda: False) -> bool:
        """Walk to the end; whether it was reached before ``is_over``, asked after each batch."""
        limit = AT_ONCE
        while True:
            try:
                rows = self.store.chained_after(self.position, limit)
            except PersistenceError as trouble:
                if limit > 1:
                    limit = max(1, limit // 8)
                    continue
                if not self._step_over(trouble):
                    return True
                limit = AT_ONCE
                continue
            if not rows:
                return True
            before = self.position
            self._check(rows)
            if self.position <= before:  # a changed position put rows out of order: no way on
                self._fault("row", OUT_OF_ORDER, position=before, table="file")
                return True
            limit = min(AT_ONCE, limit * 8)
            self.progress(self.checked)
            if is_over():
                return False

    def _step_over(self, trouble: PersistenceError) -> bool:
        """Note a row that can't be read; False where there is nothing beyond it."""
        self.position += 1
        self._fault("row", f"can't be read ({trouble})", position=self.position, table="file")
        try:
            self.previous = self.store.link_at(self.position) or START_OF_CHAIN
            end = self.store.last_position()
        except PersistenceError:
            return False
        return self.position < end and len(self.faults) < MOST_FAULTS

    def _check(self, rows: Sequence[Any]) -> None:
        # Any: an empty column is met as the TypeError it causes, which costs sound rows nothing.
        previous, sums = self.previous, self._sums
        leaves: list[bytes] = []
        leaf = leaves.append
        for row in rows:
            _, stream, version, topic, state, found, checks = row
            try:
                fields = (
                    _LENGTH(len(stream))
                    + stream
                    + _LENGTH(len(version))
                    + version
                    + _LENGTH(len(topic))
                    + topic
                    + _LENGTH(len(state))
                    + state
                )
                leaf(sha256(b"\0" + fields).digest())
                expected = sha256(previous + fields).digest()
                if expected == found and checks == _SUMS(
                    sums.get(stream) or sums.setdefault(stream, crc32(stream)),
                    sums.get(version) or sums.setdefault(version, crc32(version)),
                    sums.get(topic) or sums.setdefault(topic, crc32(topic)),
                    crc32(state),
                ):
                    previous = found
                    continue
            except TypeError:
                leaf(EMPTY)
            previous = self._look_closer(previous, row)
        if len(sums) > 100_000:
            sums.clear()
        self.roots.take(leaves)
        self.previous, self.position = previous, max(rows[-1][0], rows[0][0])
        self.checked += len(rows)

    def _look_closer(self, previous: bytes, row: ChainedRow) -> bytes:
        _, *columns, found, checks = row
        if None in columns:
            self._fault_in(row, "row", "the event is missing, or a column of it is empty")
            return found or previous
        fields = b"".join(behind_its_length(column) for column in columns if column is not None)
        expected = sha256(previous + fields).digest()
        damaged = _damaged_columns(columns, checks)
        if self.expected and sha256(self.expected + fields).digest() == found:
            expected = found  # it was the link before this one that had changed
        self.expected = b""
        if expected == found:
            if damaged:
                self._fault_in(row, "checks", "the check sums have changed, the event has not")
            return expected
        for column in damaged:
            self._fault_in(row, column, "has changed since it was written")
        if not damaged:
            self.expected = expected
            self._fault_in(row, "link", "does not follow from the events before it")
        return found or expected

    def _fault_in(self, row: ChainedRow, column: str, what: str) -> None:
        table = "stored_events" if column in (*EVENT_COLUMNS, "row") else "chain"
        position, stream, version = row[0], _text(row[1]), _text(row[2])
        self._fault(column, what, position=position, stream=stream, version=version, table=table)

    def _fault(
        self,
        column: str,
        what: str,
        *,
        position: int,
        stream: str = "",
        version: str = "",
        table: str,
    ) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(table, column, what, position, stream, version))


def _damaged_columns(columns: list[Found], checks: Found) -> list[str]:
    sums = [crc32(column or b"").to_bytes(4, "big") for column in columns]
    kept = checks or b""
    return [
        name
        for place, name in enumerate(EVENT_COLUMNS)
        if kept[4 * place : 4 * place + 4] != sums[place]
    ]


def check_answers(store: Store) -> tuple[int, list[Fault]]:
    count, faults = 0, []
    try:
        for *columns, checks in store.all_answers():
            count += 1
            sums = b"".join(crc32(column or b"").to_bytes(4, "big") for column in columns)
            sums += crc32(sums).to_bytes(4, "big")
            if sums != checks:
                what = f"answer {_text(columns[0])} has changed since it was given"
                stream, version = _text(columns[5]), _text(columns[6])
                faults += [
                    Fault("answers", name, what, None, stream, version)
                    for name in _damaged_in_answer(sums, checks or b"")
                ]
    except PersistenceError as trouble:
        faults.append(Fault("answers", "row", f"can't be read ({trouble})"))
    return count, faults


def _damaged_in_answer(sums: bytes, kept: bytes) -> list[str]:
    if crc32(kept[:-4]).to_bytes(4, "big") != kept[-4:]:
        return ["checks"]
    return [
        name
        for place, name in enumerate(ANSWER_COLUMNS)
        if kept[4 * place : 4 * place + 4] != sums[4 * place : 4 * place + 4]
    ]


def strays(store: Store, which: int | None = None) -> Iterator[Fault]:
    """Rows found one way and not the other, by all questions or by one of them."""
    try:
        for stray in store.stray_rows(which):
            yield _stray(stray)
    except PersistenceError as trouble:
        yield Fault("file", "row", f"table and index can't be compared ({trouble})")


def _stray(stray: StrayRow) -> Fault:
    stream = _text(stray.stream) if isinstance(stray.stream, bytes) else stray.stream or ""
    version = "" if stray.version is None else str(stray.version)
    return Fault(stray.table, stray.column, stray.what, stray.position, str(stream), version)


def _text(column: Found) -> str:
    return "" if column is None else column.decode(errors="replace")
