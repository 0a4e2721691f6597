"""The hash tree over the log, as RFC 6962 has it, and what its paths prove.

A leaf is an event's stored fields. Hashes of complete subtrees never change once they are there;
the ragged right edge is worked out anew. Nothing here reads a record: whoever asks says where the
hash of a complete subtree is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

from ledger.record.chain import behind_its_length

EMPTY = sha256(b"").digest()
"""The root of a tree without leaves."""

HASH_BYTES = 32

Complete = Callable[[int, int], bytes]
"""Where hashes are found: level (0: leaves) and place in it to the complete subtree's hash."""


def leaf_data(stream: bytes, version: bytes, topic: bytes, state: bytes) -> bytes:
    """An event's stored fields, each behind its length, and no link: it follows from the event."""
    return b"".join(behind_its_length(field) for field in (stream, version, topic, state))


def leaf_hash(data: bytes) -> bytes:
    return sha256(b"\0" + data).digest()


def joined(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def level_above(hashes: Sequence[bytes]) -> list[bytes]:
    """The hashes of the pairs of a level; an odd one at its end has none yet."""
    pairs = zip(hashes[::2], hashes[1::2], strict=False)
    return [sha256(b"\1" + left + right).digest() for left, right in pairs]


def span(complete: Complete, first: int, end: int) -> bytes:
    """The hash over leaves ``first`` up to ``end``, where ``first`` begins a subtree.

    The split is at the greatest power of two below their number; no odd node is ever copied.
    """
    if first == end:
        return EMPTY
    level = (end - first - 1).bit_length()
    if end - first == 1 << level:
        return complete(level, first >> level)
    middle = first + (1 << level - 1)
    return joined(span(complete, first, middle), span(complete, middle, end))


def root(complete: Complete, size: int) -> bytes:
    return span(complete, 0, size)


def inclusion(complete: Complete, index: int, size: int) -> list[bytes]:
    """The path from a leaf to the root, the leaf's side first."""
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    return _inclusion(complete, index, size, 0)


def _inclusion(complete: Complete, index: int, end: int, first: int) -> list[bytes]:
    if end - first == 1:
        return []
    middle = first + (1 << (end - first - 1).bit_length() - 1)
    if index < middle:
        return [*_inclusion(complete, index, middle, first), span(complete, middle, end)]
    return [*_inclusion(complete, index, end, middle), span(complete, first, middle)]


def consistency(complete: Complete, old: int, size: int) -> list[bytes]:
    """What proves that the tree of ``old`` leaves is the beginning of the one of ``size``."""
    if not 0 < old <= size:
        raise ValueError(f"a tree of {old} leaves is no beginning of one of {size}")
    return _consistency(complete, old, size, 0, whole=True)


def _consistency(complete: Complete, old: int, end: int, first: int, *, whole: bool) -> list[bytes]:
    """``whole``: whoever checks it has the hash of this subtree already."""
    if old == end:
        return [] if whole else [span(complete, first, end)]
    middle = first + (1 << (end - first - 1).bit_length() - 1)
    if old <= middle:
        path = _consistency(complete, old, middle, first, whole=whole)
        return [*path, span(complete, middle, end)]
    path = _consistency(complete, old, end, middle, whole=False)
    return [*path, span(complete, first, middle)]


def root_by_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """The root that a leaf and its path come to."""
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    place, last, found = index, size - 1, leaf
    for each in path:
        if not last:
            raise ValueError("the path is too long")
        if place & 1 or place == last:
            found = joined(each, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = joined(found, each)
        place, last = place >> 1, last >> 1
    if last:
        raise ValueError("the path is too short")
    return found


def is_beginning(
    old: int, old_root: bytes, size: int, new_root: bytes, path: Sequence[bytes]
) -> bool:
    """Whether the path proves that one tree is the beginning of the other."""
    if not 0 < old <= size or (old == size and (path or old_root != new_root)):
        return False
    if old == size:
        return True
    # A complete old tree is a node of the new one, and its hash is not told again.
    steps = [old_root, *path] if old & (old - 1) == 0 else list(path)
    if not steps:
        return False
    place, last = old - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    first, second = steps[0], steps[0]
    for each in steps[1:]:
        if not last:
            return False
        if place & 1 or place == last:
            first, second = joined(each, first), joined(each, second)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            second = joined(second, each)
        place, last = place >> 1, last >> 1
    return not last and first == old_root and second == new_root


class Growing:
    """A tree that leaves are added to: its complete subtrees as they come, and its root.

    Attributes:
      edge: the complete subtrees along its right side, the hash of each by its level.
    """

    def __init__(self, size: int = 0, edge: dict[int, bytes] | None = None) -> None:
        self.size = size
        self.edge = dict(edge or {})

    def add(self, leaves: Sequence[bytes]) -> list[tuple[int, int, Sequence[bytes]]]:
        """Add leaf hashes; the complete subtrees that came of it: level, first place, hashes."""
        made: list[tuple[int, int, Sequence[bytes]]] = []
        level, first, hashes = 0, self.size, list(leaves)
        while hashes:
            made.append((level, first, tuple(hashes)))
            if first & 1:  # the one on the edge is the left half of the first pair
                hashes.insert(0, self.edge.pop(level))
                first -= 1
            if len(hashes) & 1:
                self.edge[level] = hashes[-1]
            level, first, hashes = level + 1, first >> 1, level_above(hashes)
        self.size += len(leaves)
        return made

    def root(self) -> bytes:
        found = b""
        for level in sorted(self.edge):
            found = joined(self.edge[level], found) if found else self.edge[level]
        return found or EMPTY
