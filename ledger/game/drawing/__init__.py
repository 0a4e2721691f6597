"""Drawing: too many tiles, too few, out of order, dropped, for a play that came off."""
