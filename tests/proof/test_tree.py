"""The tree over the log, against RFC 6962's own definition and published vectors (E3)."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.proof.note import (
    EMPTY,
    Growing,
    consistency,
    inclusion,
    leaf_hash,
    root,
)
from tests.proof.a_second_tree import SecondTree, goes_on_from, leads_to

VECTORS = {
    1: "1bb97dcc21635d47e2663efdfd0a174686d98dd701352dd2cd06e8b43fd3d305",
    3: "d4f92c8fbb89720eb3b55677c7d7efaddfeb10d11a1a84a0ba8f1a23337faa95",
    7: "5a61fc2b54f9cfa71774f2432143dd40c6cb2b11947faf65a7d3da5cb65199c8",
    100: "13f88915c560dc911a1da0fb209d84a20971051f294ebeb428fb3fc293af2743",
}
"""Roots over the leaves ``leaf 0``, ``leaf 1`` …; the reference worked them out another way."""

PUBLISHED = [b"", b"\x00", b"\x10", b"\x20\x21", b"\x30\x31", b"\x40\x41\x42\x43",
             bytes(range(0x50, 0x58)), bytes(range(0x60, 0x70))]  # fmt: skip
"""The eight leaves that implementations of RFC 6962 are tried with."""


class Tree:
    """A tree in memory, with every complete subtree, as a file of them holds it."""

    def __init__(self, leaves, by=None):
        self.growing, self.nodes = Growing(), {}
        for batch in by or [leaves]:
            for level, first, hashes in self.growing.add([leaf_hash(one) for one in batch]):
                for place, each in enumerate(hashes, first):
                    self.nodes[level, place] = each

    def complete(self, level, place):
        return self.nodes[level, place]


def leaves_of(size):
    return [b"leaf %d" % n for n in range(size)]


def by_the_definition(leaves):
    """MTH of RFC 6962, 2.1, word for word."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\0" + leaves[0]).digest()
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    left, right = by_the_definition(leaves[:k]), by_the_definition(leaves[k:])
    return sha256(b"\1" + left + right).digest()


@pytest.mark.parametrize("size", VECTORS)
def test_the_root_is_the_one_of_the_vectors(size):
    tree = Tree(leaves_of(size))

    assert tree.growing.root().hex() == VECTORS[size]
    assert root(tree.complete, size).hex() == VECTORS[size]


def test_the_published_tree_of_eight():
    assert Tree(PUBLISHED).growing.root().hex() == (
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
    )


def test_a_tree_without_leaves_has_a_root_too():
    assert Growing().root() == EMPTY == by_the_definition([])


@given(st.lists(st.integers(0, 40), max_size=12))
def test_however_the_leaves_come_the_tree_is_the_same(counts):
    leaves, batches = leaves_of(sum(counts)), []
    for count in counts:
        batches.append(leaves[sum(map(len, batches)) :][:count])
    one, many = Tree(leaves), Tree(leaves, by=batches)

    assert many.growing.root() == one.growing.root() == by_the_definition(leaves)
    assert many.nodes == one.nodes


@pytest.mark.longer
def test_E3_every_leaf_of_every_size_is_proved_as_the_definition_has_it_and_no_other(request):
    largest = 1000 if request.config.getoption("--full") else 90
    tree, second = Tree(leaves_of(largest)), SecondTree(leaves_of(largest))
    for size in range(1, largest + 1):
        whole = root(tree.complete, size)
        assert whole == second.hash_of(0, size)
        for index in range(size):
            path = inclusion(tree.complete, index, size)
            assert path == second.path(index, 0, size), (index, size)
            leaf = leaf_hash(b"leaf %d" % index)
            assert leads_to(leaf, index, size, path, whole)
            assert not leads_to(leaf_hash(b"other"), index, size, path, whole)


@pytest.mark.longer
def test_E3_every_beginning_of_every_size_is_proved_as_the_definition_has_it_and_no_other(request):
    full = request.config.getoption("--full")
    sizes = range(1, 1001) if full else (*range(1, 66), 100)
    largest, second = Tree(leaves_of(max(sizes))), SecondTree(leaves_of(max(sizes)))
    roots = {size: root(largest.complete, size) for size in sizes}
    for size in sizes:
        for old in (one for one in sizes if one <= size):
            path = consistency(largest.complete, old, size)
            assert path == second.proof(old, 0, size), (old, size)
            assert goes_on_from(old, roots[old], size, roots[size], path), (old, size)
            assert not goes_on_from(old, sha256(b"x").digest(), size, roots[size], path)
            if old < size:
                assert not goes_on_from(old, roots[old], size, roots[old], path)


@pytest.mark.parametrize(("index", "size"), [(0, 1), (4, 7), (6, 7), (0, 8), (99, 100)])
def test_a_path_too_short_or_too_long_is_refused(index, size):
    tree = Tree(leaves_of(size))
    path, leaf = inclusion(tree.complete, index, size), leaf_hash(b"leaf %d" % index)

    for wrong in (path[:-1], [*path, path[-1] if path else bytes(32)]):
        if wrong != path:
            assert not leads_to(leaf, index, size, wrong, root(tree.complete, size))
    assert not leads_to(leaf, size, size, path, root(tree.complete, size))


def test_a_proof_of_a_beginning_that_is_too_short_or_too_long_proves_nothing():
    tree = Tree(leaves_of(7))
    path = consistency(tree.complete, 3, 7)
    three, seven = root(tree.complete, 3), root(tree.complete, 7)

    assert [each.hex()[:8] for each in path] == ["ab37ba34", "58bd1496", "fc5f6b88", "01571b55"]
    assert goes_on_from(3, three, 7, seven, path)
    for wrong in (path[:-1], path[1:], [*path, path[0]], []):
        assert not goes_on_from(3, three, 7, seven, wrong)
    assert not goes_on_from(7, seven, 3, three, path)
    assert not goes_on_from(0, EMPTY, 7, seven, path)
