"""A log of made-up leaves with a key: its checkpoints, its proofs, and a fork of it."""

from __future__ import annotations

from functools import cache

from ledger.proof.keys import signed
from ledger.proof.note import Checkpoint, consistency, joined, leaf_hash, root
from ledger.proof.witnesses import asked
from tests.proof.test_note import KEY, NAME, OURS

__all__ = ["KEY", "NAME", "OURS", "ALog"]


class ALog:
    """A log of ``size`` leaves; ``forked_at``: from which leaf on it is another one."""

    def __init__(self, size=40, *, forked_at=None, name=NAME, key=KEY):
        self.size, self.name, self.key = size, name, key
        ends = size if forked_at is None else forked_at
        self.leaves = [leaf_hash(b"%d" % n if n < ends else b"other %d" % n) for n in range(size)]
        self.complete = cache(self._complete)

    def _complete(self, level, place):
        if level == 0:
            return self.leaves[place]
        return joined(*(self.complete(level - 1, 2 * place + side) for side in (0, 1)))

    def root(self, size):
        return root(self.complete, size)

    def checkpoint(self, size):
        return Checkpoint(self.name, size, self.root(size))

    def note(self, size):
        return str(signed(self.checkpoint(size), self.name, self.key))

    def proof(self, old, size):
        return consistency(self.complete, old, size) if 0 < old <= size else []

    def body(self, old, size, path=None):
        """What a witness is asked from one size to another."""
        return asked(self.note(size), old, self.proof(old, size) if path is None else path)
