"""Made-up tournaments, played at the real desk: games with all that goes wrong in a hall.

Everything follows from a seed: the same seed plays the same games. What happens at a table is
told to the desk as a scorekeeper would, irregularities and all; afterwards each game must obey
the laws of ``game.py``. It finds out what no worked case thought of.
"""

from ledger.simulation.tournament import simulated

__all__ = ["simulated"]
