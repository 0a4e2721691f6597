"""One tournament: its players, rounds and standings, as they follow from what was written down."""
