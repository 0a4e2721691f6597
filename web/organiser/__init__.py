"""The organiser's pages: a tournament set up, its players, rounds, results from slips."""
