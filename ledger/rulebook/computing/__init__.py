"""Small pure functions over the values of a rulebook that more than one room asks."""
