"""Checking a long record in parts: a while at a time, going on where the last run stopped.

What is checked is what ``verify`` checks. First comes the log, link by link; then the tables beside
it, one question after the other. How far it has come is noted beside the record. That note is for
whoever goes on, and proves nothing: but what lay before it can't be written anew unnoticed, for the
link there is in the note and would be another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from os import getpid
from pathlib import Path
from time import monotonic

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.proof.note import Growing, Verifier
from ledger.record.chain import START_OF_CHAIN
from ledger.record.faults import MOST_FAULTS, Fault, Verdict
from ledger.record.store import Store
from ledger.record.verify import Walk, check_answers, seen_outside, strays
from ledger.record.verify_tree import (
    Expected,
    RootsOnTheWay,
    check_words,
    claims_in,
    proofs_in,
    witnesses_in,
)
from ledger.vocabulary.refusals import Refusal

MARK_FILE = "verified.json"
"""Name of the note in a data folder."""

NOTED_EVERY = 2.0  # seconds of work that a kill costs, about

ANSWERS, WORDS = "answers", "words"


class Mark(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far a round through the record has come.

    Attributes:
      began: when this round did, UTC.
      link: of the event at ``position``, in hex.
      edge: the tree over what was walked: the hash of each complete subtree along its right side.
      expected: what a link should have been that was found wrong last (``Walk.expected``).
      walked: whether the log's end was reached.
      done: questions about the tables beside it that were answered.
      rounds: how many were finished before; ``last``: when the last of them was.
    """

    began: datetime
    position: int = 0
    link: str = START_OF_CHAIN.hex()
    events: int = 0
    edge: dict[int, str] = {}
    expected: str = ""
    walked: bool = False
    done: tuple[str, ...] = ()
    answers: int = 0
    words: int = 0
    faults: tuple[Fault, ...] = ()
    rounds: int = 0
    last: datetime | None = None


class Part(Struct, frozen=True):
    """What one run came to.

    Attributes:
      before: the mark it went on from.
      mark: how far it came.
      questions: how many there are in all about the tables beside the log.
      verdict: on the whole, where the round was finished; else ``None``.
    """

    before: Mark
    mark: Mark
    questions: int
    verdict: Verdict | None = None


def read_mark(folder: Path) -> Mark | None:
    """The note of the last run; ``None``: there was none, or its round was finished.

    Raises:
      Refusal: ``mark-unreadable``.
    """
    path = folder / MARK_FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Mark)
    except FileNotFoundError:
        return None
    except (msgspec.MsgspecError, UnicodeDecodeError, OSError) as trouble:
        raise Refusal(
            "mark-unreadable",
            f"{path} can't be read ({trouble}).",
            "Delete it: the next run then begins with the first event.",
        ) from trouble


def verify_part(
    store: Store,
    folder: Path,
    seconds: float,
    *,
    now: datetime,
    progress: Callable[[int], None] = lambda _checked: None,
    witnesses: Iterable[Verifier] = (),
    key_lies_there: bool = False,
    copied: bool = False,
) -> Part:
    """Check for a while, from where the last run stopped; at the end, begin again next time.

    Args:
      copied: of a copy that may have been made between a round's end and its checkpoint, none is
        asked for.
      folder: where the mark lies; it must be possible to write there.
      seconds: how long; what is being asked then is finished first.
    """
    end = monotonic() + seconds
    before = read_mark(folder) or Mark(began=now)
    if before.walked and len(before.done) == len(_questions(store)):
        before = Mark(began=now, rounds=before.rounds, last=before.last)
    mark, came_on = _goes_on(store, before, now), False
    if not mark.walked:
        for further in _walked(store, mark, lambda: monotonic() >= end, progress):
            mark, came_on = further, True
            _keep(folder, mark)
    if mark.walked:
        for question in _questions(store):
            # Every run comes on, however short its time is.
            if question not in mark.done and (monotonic() < end or not came_on):
                mark, came_on = _answered(store, mark, question), True
                _keep(folder, mark)
    if not mark.walked or len(mark.done) < len(_questions(store)):
        return Part(before, mark, len(_questions(store)))
    asked = None if copied else Expected(proofs_in(store), now, key_lies_there=key_lies_there)
    verdict = _verdict(store, mark, tuple(witnesses), asked)
    mark = replace(mark, rounds=mark.rounds + 1, last=now)
    _keep(folder, mark)
    return Part(before, mark, len(_questions(store)), verdict)


def longer_than_marked(folder: Path) -> None:
    """Let the next run walk on from the mark, for more was written behind it since.

    What was asked about the tables beside the log is asked again.
    """
    mark = read_mark(folder)
    if mark is not None:
        _keep(folder, replace(mark, walked=False, done=(), answers=0, words=0))


def _questions(store: Store) -> tuple[str, ...]:
    return (ANSWERS, WORDS, *(f"strays {nth}" for nth in range(store.stray_questions)))


def _goes_on(store: Store, mark: Mark, now: datetime) -> Mark:
    """The mark, if the log before it is the one that was checked; else a fault, and a new round."""
    found = store.link_at(mark.position) if mark.position else START_OF_CHAIN
    if found is not None and found.hex() == mark.link:
        return mark
    what = (
        f"it was another when the events up to here were checked, on {mark.began:%Y-%m-%d}: "
        "they were written anew since, or cut off"
    )
    fault = Fault("chain", "link", what, mark.position)
    return Mark(began=now, faults=(fault,), rounds=mark.rounds, last=mark.last)


def _walked(
    store: Store, mark: Mark, is_over: Callable[[], bool], progress: Callable[[int], None]
) -> Iterator[Mark]:
    """Walk on from the mark; yields how far it came, now and then and at the end."""
    claims, _ = claims_in(proofs_in(store))
    tree = Growing(mark.events, {level: bytes.fromhex(one) for level, one in mark.edge.items()})
    roots = RootsOnTheWay(claims, tree)
    walk = Walk(store, progress, roots)
    walk.position, walk.previous = mark.position, bytes.fromhex(mark.link)
    walk.expected, walk.checked = bytes.fromhex(mark.expected), mark.events
    pause = 0.0

    def pauses() -> bool:
        return is_over() or monotonic() >= pause

    while True:
        pause = monotonic() + NOTED_EVERY
        ended = walk.go(pauses)
        wrong = roots.faults() if ended else roots.wrong()
        yield replace(
            mark,
            position=walk.position,
            link=walk.previous.hex(),
            events=walk.checked,
            edge={level: one.hex() for level, one in roots.tree.edge.items()},
            expected=walk.expected.hex(),
            walked=ended,
            faults=(*mark.faults, *walk.faults, *wrong)[:MOST_FAULTS],
        )
        if ended or is_over():
            return


def _answered(store: Store, mark: Mark, question: str) -> Mark:
    found: list[Fault] = []
    if question == ANSWERS:
        count, found = check_answers(store)
        mark = replace(mark, answers=count)
    elif question == WORDS:
        count, found = check_words(store)
        mark = replace(mark, words=count)
    else:
        found = list(strays(store, int(question.split()[1])))
    faults = (*mark.faults, *found)[:MOST_FAULTS]
    return replace(mark, done=(*mark.done, question), faults=faults)


def _verdict(
    store: Store, mark: Mark, trusted: tuple[Verifier, ...], expected: Expected | None
) -> Verdict:
    proofs = proofs_in(store)
    claims, checkpoint_faults = claims_in(proofs)
    witnessed = witnesses_in(proofs, trusted)
    faults = (
        *mark.faults, *proofs.faults, *checkpoint_faults, *witnessed.faults,
        *(expected.faults if expected else ()),
    )  # fmt: skip
    return Verdict(
        mark.events, mark.answers, mark.words, mark.position, bytes.fromhex(mark.link),
        faults[:MOST_FAULTS],
        warnings=tuple(expected.warnings) if expected else (),
        checkpoints=len(claims), witnessed=witnessed.witnessed,
        unchecked=witnessed.unchecked, disagreed=witnessed.disagreed,
        outside=seen_outside((), witnessed.witnessed),
    )  # fmt: skip


def _keep(folder: Path, mark: Mark) -> None:
    """Put the note in place of the one before, whole."""
    path = folder / MARK_FILE
    beside = path.with_name(f"{MARK_FILE}-{getpid()}")
    beside.touch(mode=0o600)
    beside.write_bytes(msgspec.json.encode(mark))
    beside.replace(path)
