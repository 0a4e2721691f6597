"""The cheapest way to pair everybody, found by rustworkx, the same whatever came first."""

from __future__ import annotations

from collections.abc import Iterable

Edge = tuple[int, int, int]
"""Two places in a list, the smaller first, and what it costs to pair them."""

MOST_COST = 2**110
"""What one pair may cost at most: the matching reckons in 128 bits, with sums of a few costs."""


def cheapest(size: int, edges: Iterable[Edge]) -> list[tuple[int, int]] | None:
    """Pairs of places at the least total cost; ``None`` where not all can be paired.

    >>> cheapest(4, [(0, 1, 5), (2, 3, 5), (0, 2, 1), (1, 3, 1)])
    [(0, 2), (1, 3)]
    >>> cheapest(4, [(0, 1, 5), (0, 2, 1), (0, 3, 1)]) is None
    True

    Raises:
      ValueError: a cost below nothing, or beyond ``MOST_COST``.
    """
    import rustworkx  # here, so that a desk that draws nothing need not wait for numpy

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(range(size)))
    in_order = sorted(edges)  # of equal matchings the first met is taken
    costs = [cost for _, _, cost in in_order]
    if costs and not 0 <= min(costs) <= max(costs) <= MOST_COST:
        msg = "a pair costs less than nothing, or more than can be reckoned with"
        raise ValueError(msg)
    graph.add_edges_from([(one, two, -cost) for one, two, cost in in_order])
    # The largest matching is not always one of all: that is looked at here.
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if len(found) * 2 != size:
        return None
    return sorted((min(pair), max(pair)) for pair in found)
