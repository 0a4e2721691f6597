"""One tournament: its rulebook, options, word source, players and rounds."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ledger.game.facts.setting_up import OptionValue
from ledger.record.fact import Fact
from ledger.record.shown_as import EVENT

LiveBoards = Literal["off", "delayed", "on"]
"""How live the boards of a tournament are for visitors."""

LATEST_MINUTES = 24 * 60
"""The most that boards can be late: a day."""


class TournamentOpened(Fact, frozen=True, kw_only=True, tag="tournament-opened"):
    """The first event of a tournament. ``slug`` is its short name in addresses and commands."""

    shown_as = EVENT

    slug: str
    name: str
    place: str = ""


class RulebookChosen(Fact, frozen=True, kw_only=True, tag="rulebook-chosen"):
    """The one rulebook that every game of the tournament follows.

    Attributes:
      digest: its edition, where it is one of the organiser's own; empty for one of ours.
    """

    shown_as = EVENT

    rulebook: str
    digest: str = ""


class OptionSet(Fact, frozen=True, kw_only=True, tag="option-set"):
    """The organiser settled a point the rulebook leaves open. ``source``: on whose word."""

    shown_as = EVENT.less("source")

    name: str
    value: OptionValue
    source: str


class WordSourceChosen(Fact, frozen=True, kw_only=True, tag="word-source-chosen"):
    """The word list that decides challenges, by name and SHA-256 (empty: not installed here)."""

    shown_as = EVENT

    name: str
    digest: str = ""


class LiveBoardsChosen(Fact, frozen=True, kw_only=True, tag="live-boards-chosen"):
    """How visitors without a badge see the boards of games that are being played.

    Attributes:
      how: ``off``: that a game is in progress, and its result when it is final; ``delayed``: as
        the game was known some minutes ago; ``on``: as it is known now. Never with racks.
      minutes: how late, where it is ``delayed``; else 0.
    """

    shown_as = EVENT

    how: LiveBoards
    minutes: Annotated[int, Meta(ge=0, le=LATEST_MINUTES)] = 0


class TimeZoneChosen(Fact, frozen=True, kw_only=True, tag="time-zone-chosen"):
    """The time zone of the hall, by its IANA name: ``Europe/Lisbon``. What people read is in it."""

    shown_as = EVENT

    zone: str


class PlayersHandIn(Fact, frozen=True, kw_only=True, tag="players-hand-in"):
    """Whether players may tell results on their own phones, by the QR of their game and seat.

    Attributes:
      by: under whose badge they are written; empty: they may not.
      key: digest of the key that the secrets in the QRs are made with, which lies beside the log.
    """

    shown_as = EVENT.less("by", "key")

    by: str = ""
    key: str = ""


class PlayerEntered(Fact, frozen=True, kw_only=True, tag="player-entered"):
    """A player joined the tournament under ``number``, or what was known of one is told anew.

    Attributes:
      rating: at the start; 0: unrated. Seeds the draw, and is copied to what ratings officers get.
      team: the team or club; empty for none.
      classes: the prize classes the player is in, as ``A`` or ``under-18``.
      table: the table kept for a player who needs one; 0: any.
      member: the number under which a federation knows the player, as ``AA000123``.
      first_round: the first round the player is there for; more than 1 for a late entry.
      missed_spread: what each round before that changes the spread by, as a loss; ``None``: they
        count for nothing.
    """

    shown_as = EVENT.less("table", "member")  # why a table is kept is the player's own affair

    number: int
    name: str
    division: str = ""
    rating: Annotated[int, Meta(ge=0, le=9999)] = 0
    team: str = ""
    classes: tuple[str, ...] = ()
    table: Annotated[int, Meta(ge=0, le=9999)] = 0
    member: str = ""
    first_round: Annotated[int, Meta(ge=1, le=999)] = 1
    missed_spread: Annotated[int, Meta(ge=-999, le=0)] | None = None


class Pairing(Struct, frozen=True, omit_defaults=True):
    """Player numbers paired at a table; ``second`` is 0 for a bye.

    Attributes:
      replay: the number of their first game at this table; more than 1 where games before it
        were called off, because others had been paired here.
    """

    table: int
    first: int
    second: int
    replay: int = 1


class FileTakenIn(Fact, frozen=True, kw_only=True, tag="file-taken-in"):
    """A file was taken in by whoever's badge is on the envelope; what it changed came with it.

    Attributes:
      file: its name, as it was given; empty where its text was pasted.
      digest: SHA-256, in hex, of all that was given.
      players: how many players were entered or told anew.
      games: how many games were paired.
      results: how many results were taken over, which nobody has signed here.
    """

    shown_as = EVENT.less("file", "digest")

    file: str
    digest: str
    players: int = 0
    games: int = 0
    results: int = 0


class PaperLiesElsewhere(Fact, frozen=True, kw_only=True, tag="paper-lies-elsewhere"):
    """The slips of rounds that came in files lie with the program they came from.

    Attributes:
      until: the last of these rounds.
      games: of how many results it was said.
    """

    shown_as = EVENT

    until: int
    division: str = ""
    games: int = 0


class SatOut(Fact, frozen=True, kw_only=True, tag="sat-out"):
    """A player had nobody to play in a round, and what that is worth was said for itself.

    It takes the place of what the rulebook says of a bye: a round that was lost, half a win, or
    another spread.

    Attributes:
      half_wins: 2, 1 or 0.
      source: on whose word: the name of a file that was taken over, or of who said it.
    """

    shown_as = EVENT.less("source")

    round_number: int
    division: str = ""
    player: int
    half_wins: int
    spread: int
    source: str = ""


class RoundPaired(Fact, frozen=True, kw_only=True, tag="round-paired"):
    """Who meets whom, at which table."""

    shown_as = EVENT

    round_number: int
    division: str = ""
    pairings: tuple[Pairing, ...]


class RoundClosed(Fact, frozen=True, kw_only=True, tag="round-closed"):
    """Every result of the round is in. ``last``: no round of this division follows."""

    shown_as = EVENT

    round_number: int
    division: str = ""
    last: bool = False
