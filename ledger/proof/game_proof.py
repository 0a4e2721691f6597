"""One game proved by itself: its stored events, and the way of each to the root of a checkpoint.

It proves that these events are in the log up to the checkpoint, and that of this game none is left
out between its first and its last one here. It does not prove that nothing followed; it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from uuid import UUID

import msgspec
from msgspec import Struct

from ledger.proof.facts import CheckpointMade
from ledger.proof.kept_tree import KeptTree
from ledger.record.store import LogRow, Store
from ledger.refusals.saying import refusal

KIND = "tilescribe-proof-1"
CHECKER = Path(__file__).with_name("check_proof.py")
"""The program that checks it: Python and its standard library, nothing of ours."""


class ProvedEvent(Struct, frozen=True, omit_defaults=True):
    """A stored event, and its way to the root.

    Attributes:
      index: which leaf of the tree it is, from 0.
      stream: of which game, 32 hexadecimal digits; ``version``: its place in it, from 1.
      topic: what kind of fact; ``state``: as it is stored, text in UTF-8.
      path: hashes in hex, the leaf's side first.
      leaf: of an event that is left out of a redacted copy, its hash in hex in the place of topic
        and state. An event holds the random number of its request: nobody can guess it who does
        not know that number, so whoever leaves one out leaves out all that tell it.
    """

    index: int
    stream: str
    version: int
    topic: str
    state: str
    path: tuple[str, ...]
    leaf: str = ""


class GameProof(Struct, frozen=True, kw_only=True):
    """The proof of one game. Which game it is, its events say: nothing stands here that they don't.

    Attributes:
      kind: which form of proof this is.
      checkpoint: the signed note.
      keys: keys it may be signed with, for whoever has a library that checks them.
    """

    kind: str = KIND
    checkpoint: str
    keys: tuple[str, ...]
    events: tuple[ProvedEvent, ...]


def proof_of(
    game: UUID,
    about: str,
    store: Store,
    tree: KeptTree,
    made: CheckpointMade,
    *,
    note: str,
    keys: Sequence[str],
    leaving_out: Callable[[LogRow], bool] = lambda _row: False,
    until: int | None = None,
) -> GameProof:
    """The proof of a game under a checkpoint: its events up to there.

    Args:
      game: which game.
      about: where it was played, for who is refused.
      store: the log's store.
      tree: the tree over it, caught up with the checkpoint.
      made: the checkpoint.
      note: the checkpoint as it travels, with every signature.
      keys: those the signatures may be of.
      leaving_out: whether of an event only its hash is to be there.
      until: the position of the last event wanted; all of them under the checkpoint if ``None``.

    Raises:
      Refusal: ``nothing-under-it``: the game began after the checkpoint.
    """
    events = []
    for row in store.placed_rows_of(game):
        position, stream, version, topic, state = row
        index = tree.place_of(position)
        if index >= made.size or (until is not None and position > until):
            break
        path = tuple(each.hex() for each in tree.inclusion(index, made.size))
        if leaving_out(row):
            leaf = tree.complete(0, index).hex()
            events.append(ProvedEvent(index, stream, version, "", "", path, leaf))
        else:
            events.append(ProvedEvent(index, stream, version, topic, state.decode(), path))
    if not events:
        raise refusal("nothing-under-it", about=about)
    return GameProof(checkpoint=note, keys=tuple(keys), events=tuple(events))


def as_file(proof: GameProof) -> bytes:
    """The proof as it is handed on."""
    return msgspec.json.format(msgspec.json.encode(proof), indent=1) + b"\n"
