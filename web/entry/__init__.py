"""The scorekeeper's page: what it shows, what it hands in, what it keeps without a network."""
