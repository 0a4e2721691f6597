"""Word sources: the lists an organiser installed, and the one verdict they give on a play."""
