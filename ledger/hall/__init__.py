"""What screens show about every table: a file that is fed from the log and can be thrown away.

``Hall`` follows the log, in batches and within the request that writes, and answers pages.
How the search keeps up is its one slower part: a game is indexed when it is over, and one
that is being played when somebody searches.
"""

from ledger.hall.file import HALL_FILE, Prepare
from ledger.hall.rebuilding import Hall, Progress, open_hall
from ledger.hall.rows import ChangeRow, GameRow, StandingRow, TournamentName, TournamentRow

__all__ = [
    "HALL_FILE",
    "ChangeRow",
    "GameRow",
    "Hall",
    "Prepare",
    "Progress",
    "StandingRow",
    "TournamentName",
    "TournamentRow",
    "open_hall",
]
