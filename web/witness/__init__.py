"""A witness of checkpoints: a service of its own, for halls of others, with no record."""
