"""Which paper is asked for, a value each: `GameToPrint`, `CaseToPrint`, `CourseToPrint`."""

from __future__ import annotations

from typing import Literal, NamedTuple
from uuid import UUID

from ledger.hall.standings_view import Course


class GameToPrint(NamedTuple):
    """A game that is to become paper on which it says how both players stood before.

    Attributes:
      before: the tournament after the round before, as whoever prints is shown that; ``None``:
        it is the first round.
    """

    sheet: object
    before: Course | None


class CaseToPrint(NamedTuple):
    """A case that is to become paper.

    Attributes:
      redacted: whether people's words and the names of the uninvolved are to be left out.
    """

    tournament: str
    number: int
    redacted: bool = False


class DeskToPrint(NamedTuple):
    """What of a tournament's desk is to become paper.

    Attributes:
      round_number: of which round, for the sheet of a round; ``division`` of which.
      day: of which day, as ``2026-11-21``, for a log; empty for the last one.
      text: words that stand in the rulings wanted, and ``clause``: of their rule.
      anonymous: whether the register is to be published, without names.
      warning: which warning a notice is of: the version of its event.
    """

    tournament: str
    round_number: int = 0
    division: str = ""
    day: str = ""
    text: str = ""
    clause: str = ""
    anonymous: bool = False
    warning: int = 0


class EvidenceToPrint(NamedTuple):
    """Two states of a game that are to become an evidence sheet.

    Attributes:
      states: after which events, each as it was known then; 0 for as it stands.
    """

    game: UUID
    states: tuple[int, int] = (0, 0)


class CourseToPrint(NamedTuple):
    """A tournament as whoever prints is shown it, and what of it is to become paper.

    Attributes:
      round_number: of which round, for pairings; ``order``: by ``table`` or by ``name``.
      division: of one only; ``None``: all.
      number: of which player a card is; 0: everybody's.
      officially: whether the place of the record is printed too, which tells how much is entered.
    """

    course: Course
    round_number: int = 0
    order: Literal["table", "name"] = "table"
    division: str | None = None
    number: int = 0
    officially: bool = False


class ByHandToPrint(NamedTuple):
    """Forms of a whole round, or of several, that are to be filled in by hand.

    Attributes:
      round_number: which round; 0: it is left white.
      upto: the last of several rounds, each with its own stack; 0: that round alone.
      each: forms for every table, one on the other, as one for each player.
      division: of one only; ``None``: all.
      tables: how many; 0: as many as there are, or as its players need.
    """

    tournament: str
    round_number: int = 0
    division: str | None = None
    tables: int = 0
    upto: int = 0
    each: int = 1


class SignedBundle(NamedTuple):
    """The papers of a case as one signed file.

    Attributes:
      content: the file.
      core: SHA-256 of it before it was signed, in hex.
      kept: the certificate and what the signature appended: with the record the file again.
      certificate: SHA-256 of the certificate, in hex.
      position: and the rest: what it was made from, as ``BundleIssued`` has it.
    """

    content: bytes
    core: str
    kept: bytes
    certificate: str
    position: int
    version: int
    under: int
    paper: str
    base: str
    printed_with: str
