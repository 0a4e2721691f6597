"""What was written down, and whether it is all there: a log of events, chained and checked."""
