"""The free word list as a graph: every word a path of letters, equal endings shared.

A minimal acyclic automaton, built from the sorted list one word at a time (J. Daciuk and
others, "Incremental construction of minimal acyclic finite-state automata", 2000).
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ledger.lexicon.lexicon import FREE_LIST

Node = dict[str, "Node"]
"""Where one can go from here, letter by letter; ``""`` among the letters: a word ends here."""

END = ""


class WordGraph:
    """A word list that a move generator can walk.

    Args:
      words: in alphabetical order, in capitals, each letter a tile of its own.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self.root: Node = {}
        self._hooks: dict[tuple[str, str], frozenset[str]] = {}
        final: Node = {}
        known: dict[tuple[tuple[str, int], ...], Node] = {}
        path = [self.root]
        before = ""

        def settled(down_to: int) -> None:
            """Let the nodes of the last word past ``down_to`` be shared with equal ones."""
            for depth in range(len(before), down_to, -1):
                node = path.pop()
                key = tuple([(letter, id(child)) for letter, child in node.items()])
                path[-1][before[depth - 1]] = known.setdefault(key, node)

        for word in words:
            shared = _shared(before, word)
            settled(shared)
            for letter in word[shared:]:
                node: Node = {}
                path[-1][letter] = node
                path.append(node)
            path[-1][END] = final
            before = word
        settled(0)

    def __contains__(self, word: str) -> bool:
        node = reached(self.root, word)
        return node is not None and END in node

    def hooks(self, before: str, after: str) -> frozenset[str]:
        """The letters that make a word between ``before`` and ``after``.

        >>> sorted(WordGraph(["CAT", "COT", "CUT"]).hooks("C", "T"))
        ['A', 'O', 'U']
        """
        found = self._hooks.get((before, after))
        if found is None:
            found = self._hooks[before, after] = self._looked_up(before, after)
        return found

    def _looked_up(self, before: str, after: str) -> frozenset[str]:
        node = reached(self.root, before) or {}
        ends = {letter: reached(child, after) for letter, child in node.items() if letter}
        return frozenset(letter for letter, end in ends.items() if end is not None and END in end)


def reached(node: Node, letters: str) -> Node | None:
    """Where ``letters`` lead from ``node``; ``None`` if no word goes that way."""
    here: Node | None = node
    for letter in letters:
        if here is None:
            return None
        here = here.get(letter)
    return here


def _shared(one: str, other: str) -> int:
    """How many letters both words begin with."""
    for at, (letter, its) in enumerate(zip(one, other, strict=False)):
        if letter != its:
            return at
    return min(len(one), len(other))


@cache
def free_words(file: Path = FREE_LIST) -> WordGraph:
    """The free list that ships with the product, built once and kept."""
    with gzip.open(file, "rt", encoding="utf-8") as words:
        return WordGraph(words.read().split())
