"""Drawing: too many tiles, too few, out of order, dropped back, drawn for a play that came off."""
