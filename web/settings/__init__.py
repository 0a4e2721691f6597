"""What a service can be told: a table, a file, the environment; refusals; on which disk data is."""
