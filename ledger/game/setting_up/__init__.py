"""Before the first tile: the set, the starter, the time, the first acts; games on a platform."""
