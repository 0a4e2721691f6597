"""The tree of RFC 6962 a second time, from its definitions alone: it shares nothing with ours.

Hashes are asked for by the range of leaves they stand for, as the definitions do, not by level and
place as the product keeps them; proofs are checked by the steps of RFC 9162, 2.1.3.2 and 2.1.4.2.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256


def sha(data):
    return sha256(data).digest()


def largest_power_below(count):
    return 1 << ((count - 1).bit_length() - 1)


class SecondTree:
    """MTH, PATH and PROOF over any beginning of these leaves."""

    def __init__(self, leaves):
        self.leaves = leaves
        self.hash_of = cache(self._hash_of)

    def _hash_of(self, first, end):
        if end == first:
            return sha(b"")
        if end - first == 1:
            return sha(b"\x00" + self.leaves[first])
        k = first + largest_power_below(end - first)
        return sha(b"\x01" + self.hash_of(first, k) + self.hash_of(k, end))

    def path(self, m, first, end):
        """PATH(m, D[first:end]), 2.1.1; ``m`` counts from ``first``."""
        if end - first == 1:
            return []
        k = largest_power_below(end - first)
        if m < k:
            return [*self.path(m, first, first + k), self.hash_of(first + k, end)]
        return [*self.path(m - k, first + k, end), self.hash_of(first, first + k)]

    def proof(self, m, first, end, whole=True):
        """SUBPROOF(m, D[first:end], whole), 2.1.2."""
        n = end - first
        if m == n:
            return [] if whole else [self.hash_of(first, end)]
        k = largest_power_below(n)
        if m <= k:
            return [*self.proof(m, first, first + k, whole), self.hash_of(first + k, end)]
        return [*self.proof(m - k, first + k, end, False), self.hash_of(first, first + k)]


def leads_to(leaf, index, size, path, root):
    """Whether a path leads from the hash of a leaf to the root (RFC 9162, 2.1.3.2)."""
    if index >= size:
        return False
    fn, sn, r = index, size - 1, leaf
    for p in path:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            r = sha(b"\x01" + p + r)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = sha(b"\x01" + r + p)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and r == root


def goes_on_from(first, first_root, second, second_root, path):
    """Whether one tree begins with another, both of a leaf or more (RFC 9162, 2.1.4.2)."""
    if not 0 < first <= second:
        return False
    if first == second:
        return not path and first_root == second_root
    if not path:
        return False
    if first & (first - 1) == 0:
        path = [first_root, *path]
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = sha(b"\x01" + c + fr), sha(b"\x01" + c + sr)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = sha(b"\x01" + sr + c)
        fn, sn = fn >> 1, sn >> 1
    return fr == first_root and sr == second_root and sn == 0
