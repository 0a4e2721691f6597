"""Before the first tile: the set, the starter, the time, the first acts at the table."""
