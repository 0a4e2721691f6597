"""Who keeps the record of a table, and the words of a game file: what can have happened.

An import writes them behind the facts of the line they belong to, and ``GameFileTakenIn`` last of
all: what comes after that happened here. So a file can be written out again as it came.
"""

from __future__ import annotations

from typing import Literal

from ledger.record.fact import BOARD, KEEPING, Fact
from ledger.vocabulary import Points, Seat, Tiles

# Who keeps the record of a table, and who has looked over what another entered.


class TableHandedOver(Fact, frozen=True, kw_only=True, tag="table-handed-over"):
    """The record of this game went from one scorekeeper to another.

    Attributes:
      badge: who keeps it from here on; empty if it was handed over and nobody has taken it yet.
      former_badge: who kept it before; empty if nobody had written anything.
    """

    visibility = KEEPING

    badge: str = ""
    device: str = ""
    former_badge: str = ""
    former_device: str = ""
    reason: str = ""


class TurnsVerified(Fact, frozen=True, kw_only=True, tag="turns-verified"):
    """Somebody who had not entered them looked these turns over and found them right.

    A correction made later undoes this for the turn that it puts right.
    """

    visibility = KEEPING

    versions: tuple[int, ...]


class GameLineNoted(Fact, frozen=True, kw_only=True, tag="game-file-line-noted"):
    """A line of a game file says more than what happened.

    Attributes:
      back: how many events before this one the line's own event is.
      rack: tiles as written there, where the line's event does not hold them.
      total: the total as written, where it is not what the points add up to.
      form: how its points are written, where that is not as we should write them.
    """

    visibility = BOARD.sealing("rack").less("notes", "comment")

    seat: Seat
    back: int
    notes: tuple[str, ...] = ()
    comment: str = ""
    rack: Tiles = Tiles("")
    total: Points | None = None
    form: Literal["", "challenge", "time", "withdrawn"] = ""


class GameFileTakenIn(Fact, frozen=True, kw_only=True, tag="game-file-taken-in"):
    """A game file ends here; what it says of the game as a whole.

    Attributes:
      declared: title, word list and whatever else it declares, as (keyword, text).
      racks: what each seat holds where the record stops; empty where it is not said.
      stops: what follows the word that the record stops; ``None`` where it is not there.
      turned: whether its second player moves first.
    """

    visibility = BOARD.sealing("racks").less("notes", "stops")

    nicks: tuple[str, str]
    declared: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    racks: tuple[Tiles, Tiles] = (Tiles(""), Tiles(""))
    stops: str | None = None
    turned: bool = False
