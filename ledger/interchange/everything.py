"""JSON of everything about a tournament, versioned, and what of it is read back."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from ledger.game.facts.setting_up import OptionValue
from ledger.hall.rows import StandingRow
from ledger.interchange.described import Told
from ledger.interchange.remarked import Report
from ledger.interchange.telling import told_of
from ledger.interchange.text import MOST_PLAYERS, MOST_ROUNDS
from ledger.replay.replayed import Replayed
from ledger.tournament.facts.set_up import TieBreak

VERSION = 1
"""Of the format. A reader refuses a later one; fields may come without a new one."""


class SetUpTold(Struct, frozen=True, kw_only=True):
    """How a tournament is set up.

    Attributes:
      options: what the organiser settled, as (name, value).
      first_day, last_day: as ``2026-11-21``; empty: not said.
      time_zone: of the hall, by its IANA name; empty: nobody named it.
      lexicon: name of the word source.
      ties: in which order ties in the standings are broken.
    """

    slug: str
    name: str
    place: str = ""
    rulebook: str = ""
    options: tuple[tuple[str, OptionValue], ...] = ()
    first_day: str = ""
    last_day: str = ""
    time_zone: str = ""
    lexicon: str = ""
    ties: tuple[TieBreak, ...] = ()


class Everything(Struct, frozen=True, kw_only=True):
    """A tournament as one object.

    Attributes:
      tilescribe: version of this format.
      tournament: how it is set up.
      told: players, pairings, starts, byes and results, as all files tell them; what is read back.
      standings: as they stand.
      games: every game turn by turn, as its page has it.
      remarks: what does not count for ratings, and why.
    """

    tilescribe: int
    tournament: SetUpTold
    told: Told
    standings: tuple[StandingRow, ...] = ()
    games: tuple[Replayed, ...] = ()
    remarks: tuple[str, ...] = ()


class _ReadBack(Struct, frozen=True, kw_only=True):
    """What of it is taken in again."""

    tilescribe: int
    told: Told


def read_everything(data: bytes, report: Report) -> Told:
    """A tournament as such a file tells it."""
    try:
        read = msgspec.json.decode(data, type=_ReadBack)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        report.unusable(0, "not-understood", f"It is no tournament of ours in JSON: {wrong}.")
        return Told()
    if read.tilescribe != VERSION:
        said = f"It is in version {read.tilescribe} of the format; {VERSION} is read here."
        report.unusable(0, "not-understood", said)
        return Told()
    if not _makes_sense(read.told):
        report.unusable(0, "not-understood", "Its players are not numbered from 1.")
        return Told()
    for division in read.told.divisions:
        for entrant in division.entrants:
            report.understood(0, told_of(entrant, division.name))
    return read.told


def _makes_sense(told: Told) -> bool:
    """Whether numbers are what they are said to be, and nothing is without bounds."""
    players = [each for division in told.divisions for each in division.entrants]
    names = [division.name for division in told.divisions]
    return (
        len(players) <= MOST_PLAYERS
        and len(set(names)) == len(names)
        and all(
            each.number == place
            for division in told.divisions
            for place, each in enumerate(division.entrants, 1)
        )
        and all(len(each.outings) <= MOST_ROUNDS and 0 <= each.rating <= 9999 for each in players)
    )
