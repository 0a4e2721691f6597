"""Papers of a case, and the bundle of all of them."""
