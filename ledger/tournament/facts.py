"""What can have happened to a tournament: set-up, players, rounds, conduct, matters put off.

On the stream of the tournament: what an official does about the list of what waits makes no
tablet's entry stale.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from ledger.equipment.board import USUAL_BOARD
from ledger.equipment.tile_set import USUAL_TILES
from ledger.game.setting_up.facts import OptionValue
from ledger.record.fact import CASE, CONDUCT, EVENT, Fact, TakenBack
from ledger.tournament.draw.inputs import MOST_SEED, Drawn, GibsonMeets, Inputs, Method, SystemName
from ledger.vocabulary import Moment, Points, Totals
from ledger.vocabulary.closed_lists import ForgottenBecause, RoundPhase
from ledger.vocabulary.desk_matters import MatterKind, PutOffUntil, WasSetAside

# One tournament: its rulebook, options, word source, players, rounds and draws.


# Which cases a tournament had: their numbers, by which people call them.


class CaseListed(Fact, frozen=True, kw_only=True, tag="case-listed"):
    """The tournament gave a case its number, the next one: it is called ``C-12``."""

    visibility = CASE

    case: UUID
    number: int


# What one person gave was removed from beside the log.


class PersonForgotten(Fact, frozen=True, kw_only=True, tag="person-forgotten"):
    """All that one person gave, and that lay beside the log, was removed at once.

    Each piece has its ``WordsRemoved`` on the stream of its game or case, in the same transaction.

    Attributes:
      player: the number in the tournament; 0: it was no player.
      badge: the official's; empty: it was none. Where both are empty it was somebody heard, whose
        name is not said again here.
      pieces: how many were removed; ``games`` and ``cases``: in how many of those.
    """

    visibility = CASE

    player: int = 0
    badge: str = ""
    because: ForgottenBecause
    pieces: int
    games: int = 0
    cases: int = 0


# Who is there, who comes back, and who is not to meet whom: what a draw has to know of players.


class PairForbidden(Fact, frozen=True, kw_only=True, tag="pair-forbidden"):
    """Two players, by number, are not to be drawn against one another: a family, a club."""

    visibility = CASE  # who must not meet whom may be a matter of safety

    one: int
    other: int
    reason: str = ""


class PairAllowed(Fact, frozen=True, kw_only=True, tag="pair-allowed"):
    """Two players who were not to meet may meet after all."""

    visibility = CASE

    one: int
    other: int


class PlayersCheckedIn(Fact, frozen=True, kw_only=True, tag="players-checked-in"):
    """Players said that they are there. From the first on, who has not is not drawn.

    Attributes:
      by_phone: somebody with the code of the door did it on a phone, and no official.
    """

    visibility = EVENT

    players: tuple[int, ...]
    by_phone: bool = False


class CheckInTakenBack(Fact, frozen=True, kw_only=True, tag="check-in-taken-back"):
    """Players who had been checked in are not there after all.

    Attributes:
      by_phone: the phone that checked the player in took it back. Else an official did, and from
        then on only officials check that player in.
    """

    visibility = EVENT

    players: tuple[int, ...]
    by_phone: bool = False


class PlayerRemoved(Fact, frozen=True, kw_only=True, tag="player-removed"):
    """A player was entered by mistake, and never paired: there is no such player."""

    visibility = EVENT

    player: int


class PlayerCameBack(Fact, frozen=True, kw_only=True, tag="player-came-back"):
    """A player who had withdrawn takes part again."""

    visibility = EVENT.less("reason")

    player: int
    reason: str = ""


LiveBoards = Literal["off", "delayed", "on"]
"""How live the boards of a tournament are for visitors."""

LATEST_MINUTES = 24 * 60  # the most that boards can be late: a day


class TournamentOpened(Fact, frozen=True, kw_only=True, tag="tournament-opened"):
    """The first event of a tournament. ``slug`` is its short name in addresses and commands."""

    visibility = EVENT

    slug: str
    name: str
    place: str = ""


class RulebookChosen(Fact, frozen=True, kw_only=True, tag="rulebook-chosen"):
    """The one rulebook that every game of the tournament follows.

    Attributes:
      digest: its edition, where it is one of the organiser's own; empty for one of ours.
    """

    visibility = EVENT

    rulebook: str
    digest: str = ""


class OptionSet(Fact, frozen=True, kw_only=True, tag="option-set"):
    """The organiser settled a point the rulebook leaves open. ``source``: on whose word."""

    visibility = EVENT.less("source")

    name: str
    value: OptionValue
    source: str


class WordSourceChosen(Fact, frozen=True, kw_only=True, tag="word-source-chosen"):
    """The word list that decides challenges, by name and SHA-256 (empty: not installed here)."""

    visibility = EVENT

    name: str
    digest: str = ""


class EquipmentChosen(Fact, frozen=True, kw_only=True, tag="equipment-chosen"):
    """The tiles and the board that every game paired from now on is played with.

    Attributes:
      tile_set: the name of a set that ships, or all of a set that somebody gave.
    """

    visibility = EVENT

    tile_set: str = USUAL_TILES
    board: str = USUAL_BOARD


class LanguageChosen(Fact, frozen=True, kw_only=True, tag="language-chosen"):
    """In which language the tournament speaks to whoever chose none.

    Attributes:
      language: by its code, as ``es``; empty: as each browser asks, and paper in English.
      beside: a second language on its paper; empty: paper in one.
    """

    visibility = EVENT

    language: str = ""
    beside: str = ""


class LiveBoardsChosen(Fact, frozen=True, kw_only=True, tag="live-boards-chosen"):
    """How visitors without a badge see the boards of games that are being played.

    Attributes:
      how: ``off``: that a game is in progress, and its result when it is final; ``delayed``: as
        the game was known some minutes ago; ``on``: as it is known now. Never with racks.
      minutes: how late, where it is ``delayed``; else 0.
    """

    visibility = EVENT

    how: LiveBoards
    minutes: Annotated[int, Meta(ge=0, le=LATEST_MINUTES)] = 0


class TimeZoneChosen(Fact, frozen=True, kw_only=True, tag="time-zone-chosen"):
    """The time zone of the hall, by its IANA name: ``Europe/Lisbon``. What people read is in it."""

    visibility = EVENT

    zone: str


class PlayersHandIn(Fact, frozen=True, kw_only=True, tag="players-hand-in"):
    """Whether players may tell results on their own phones, by the QR of their game and seat.

    Attributes:
      by: under whose badge they are written; empty: they may not.
      key: digest of the key that the secrets in the QRs are made with, which lies beside the log.
    """

    visibility = EVENT.less("by", "key")

    by: str = ""
    key: str = ""


class PhonesCheckIn(Fact, frozen=True, kw_only=True, tag="phones-check-in"):
    """Whether players may check in on phones, with the code that hangs at the door.

    Attributes:
      by: under whose badge they are checked in; empty: they may not.
      key: digest of the key that the code is made from, which lies beside the log.
    """

    visibility = EVENT.less("by", "key")

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

    visibility = EVENT.less("table", "member")  # why a table is kept is the player's own affair

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
      results: how many results were taken over, which nobody has signed here.
    """

    visibility = EVENT.less("file", "digest")

    file: str
    digest: str
    players: int = 0
    games: int = 0
    results: int = 0


class PaperLiesElsewhere(Fact, frozen=True, kw_only=True, tag="paper-lies-elsewhere"):
    """The slips of rounds that came in files lie with the program they came from."""

    visibility = EVENT

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

    visibility = EVENT.less("source")

    round_number: int
    division: str = ""
    player: int
    half_wins: int
    spread: int
    source: str = ""


class RoundPaired(Fact, frozen=True, kw_only=True, tag="round-paired"):
    """Who meets whom, at which table."""

    visibility = EVENT

    round_number: int
    division: str = ""
    pairings: tuple[Pairing, ...]


class RoundClosed(Fact, frozen=True, kw_only=True, tag="round-closed"):
    """Every result of the round is in. ``last``: no round of this division follows."""

    visibility = EVENT

    round_number: int
    division: str = ""
    last: bool = False


# Rounds that were drawn, with all that they were drawn from, and rounds put right afterwards.


class RoundDrawn(Fact, frozen=True, kw_only=True, tag="round-drawn"):
    """A round was drawn: by which method, with which seed, from what, and what came out.

    ``RoundPaired``, written with it, is what holds: somebody may have changed the draw by hand.

    Attributes:
      method: the system with its version, which draws the same for ever.
      digest: SHA-256 of the inputs in order.
      drawn: pairings as they were drawn, and which rules gave way.
      inputs: everything it was drawn from; with the tables kept for players, so for officials.
    """

    visibility = EVENT.less("inputs", "drawn")  # they name pairs that must not meet, kept tables

    round_number: int
    division: str = ""
    method: Method
    seed: int
    digest: str
    drawn: Drawn
    inputs: Inputs | None = None


class RoundRepaired(Fact, frozen=True, kw_only=True, tag="round-repaired"):
    """Players of a round were moved after it was paired; games stay what they are.

    Games that nobody had begun are called off, and new ones scheduled at their tables; a game
    that was under way stays with its players, or was voided as the director said.

    Attributes:
      called_off: games that were not begun and are not played.
      voided: games that were, and count for nobody.
    """

    visibility = EVENT.less("reason")

    round_number: int
    division: str = ""
    pairings: tuple[Pairing, ...]
    reason: str
    called_off: tuple[UUID, ...] = ()
    voided: tuple[UUID, ...] = ()


class RoundUnpaired(Fact, frozen=True, kw_only=True, tag="round-unpaired"):
    """A round that nobody had begun was taken back, as if it had never been paired."""

    visibility = EVENT.less("reason")

    round_number: int
    division: str = ""
    reason: str = ""
    called_off: tuple[UUID, ...] = ()


# A plan of rounds: how each round of a division is to be drawn, and which draw themselves.


class PlannedRound(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How one round is to be drawn; what is not listed here is as in ``Settings``.

    Attributes:
      based_on: the round after which the standings are taken that it is drawn from; 0: none, so
        players are ranked by rating.
      after: the round whose results must be in before it draws itself.
      since: the first round of its schedule, for a round robin and an Initial Fontes; else 0.
    """

    round_number: Annotated[int, Meta(ge=1, le=999)]
    system: SystemName
    based_on: Annotated[int, Meta(ge=0, le=998)] = 0
    after: Annotated[int, Meta(ge=0, le=998)] = 0
    since: Annotated[int, Meta(ge=0, le=999)] = 0
    meetings: Annotated[int, Meta(ge=0, le=99)] = 1
    factor: Annotated[int, Meta(ge=1, le=999)] = 2
    fontes_rounds: Annotated[int, Meta(ge=1, le=99)] = 3
    in_a_row: Annotated[int, Meta(ge=1, le=99)] = 1
    by_starts: bool = True
    reset: Annotated[int, Meta(ge=1, le=999)] = 1
    byes: Literal["lowest", "highest", "lot"] = "lowest"
    gibson: tuple[Annotated[int, Meta(ge=0, le=9999)], ...] = ()
    level_places: tuple[Annotated[int, Meta(ge=1, le=9999)], ...] = ()
    gibson_class: str = ""
    gibson_meets: GibsonMeets = "lowest"


class RoundsPlanned(Fact, frozen=True, kw_only=True, tag="rounds-planned"):
    """How the rounds of a division are to be drawn: the whole plan, in place of any before.

    Attributes:
      rounds: by number; a round that is not among them is paired as its organiser likes.
      seed: every planned draw of the division is made with it.
    """

    visibility = EVENT.less("seed")  # who knew it beforehand could work the pairings out

    division: str = ""
    rounds: tuple[PlannedRound, ...] = ()
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED)] = 1


class AutomaticDrawsChosen(Fact, frozen=True, kw_only=True, tag="automatic-draws-chosen"):
    """Whether planned rounds of a division draw themselves once the results are in.

    Attributes:
      minutes: from the announcement to the draw; 0: they don't draw themselves.
      by: under whose badge they are announced and drawn.
    """

    visibility = EVENT.less("by")

    division: str = ""
    minutes: Annotated[int, Meta(ge=0, le=120)] = 0
    by: str = ""


class DrawAnnounced(Fact, frozen=True, kw_only=True, tag="draw-announced"):
    """Rounds are going to draw themselves at a time, unless somebody stops it."""

    visibility = EVENT

    round_number: int
    last: int
    division: str = ""
    at: Moment


class DrawCalledOff(Fact, frozen=True, kw_only=True, tag="draw-called-off"):
    """A draw that was announced is not made.

    Attributes:
      because: somebody ``stopped`` it, so it is not announced again by itself; or
        ``results-out``: a result it rests on was taken back.
    """

    visibility = EVENT.less("reason")

    round_number: int
    division: str = ""
    because: Literal["stopped", "results-out"] = "stopped"
    reason: str = ""


# How a tournament is set up: its days, paper and divisions, what it gives away and announces.


Paper = Literal["a4", "letter"]
"""The paper that the forms of a tournament are printed on."""

TieBreak = Literal["spread", "head-to-head", "opponents-wins"]
"""What settles who stands higher of players with as many wins."""

USUAL_TIES: tuple[TieBreak, ...] = ("spread",)
"""Where nothing else was announced."""


class Division(Struct, frozen=True):
    """A division that is planned.

    Attributes:
      name: empty where the tournament has only one.
      rounds: how many are planned; 0: not said.
      first_table: the number of its first table.
    """

    name: str = ""
    rounds: Annotated[int, Meta(ge=0, le=999)] = 0
    first_table: Annotated[int, Meta(ge=1, le=9999)] = 1


class Prize(Struct, frozen=True):
    """A prize for a place: in a division, or among the players of one class of it.

    Attributes:
      wins: what the winner gets, as ``120 euros``.
      class_name: empty: everybody of the division.
    """

    place: Annotated[int, Meta(ge=1, le=999)]
    wins: str
    division: str = ""
    class_name: str = ""


class TournamentDescribed(Fact, frozen=True, kw_only=True, tag="tournament-described"):
    """What a tournament is called, where and when it is held, and on what paper it prints.

    Attributes:
      first_day, last_day: as ``2026-11-21``; empty: not said.
    """

    visibility = EVENT

    name: str
    place: str = ""
    first_day: str = ""
    last_day: str = ""
    paper: Paper = "a4"


class DivisionsPlanned(Fact, frozen=True, kw_only=True, tag="divisions-planned"):
    """Which divisions are held, over how many rounds, from which table on."""

    visibility = EVENT

    divisions: tuple[Division, ...]


class OptionLeft(Fact, frozen=True, kw_only=True, tag="option-left"):
    """A point the organiser had settled is left as the rulebook has it. ``source``: why."""

    visibility = EVENT.less("source")

    name: str
    source: str


class TieBreaksAnnounced(Fact, frozen=True, kw_only=True, tag="tie-breaks-announced"):
    """In which order ties in the standings are broken; wins come before all of them."""

    visibility = EVENT

    order: tuple[TieBreak, ...]


class PrizesAnnounced(Fact, frozen=True, kw_only=True, tag="prizes-announced"):
    """What may be won: the whole list, in place of any list before."""

    visibility = EVENT

    prizes: tuple[Prize, ...]


class AnnouncementMade(Fact, frozen=True, kw_only=True, tag="announcement-made"):
    """Something everybody in the hall should know; empty: what was announced holds no longer."""

    visibility = EVENT

    announced: str


class NextStartAnnounced(Fact, frozen=True, kw_only=True, tag="next-start-announced"):
    """When the next round starts, as screens count down to it; ``None``: that is taken down."""

    visibility = EVENT

    starts_at: datetime | None


class RoundPhaseSet(Fact, frozen=True, kw_only=True, tag="round-phase-set"):
    """How far a round is, as players' phones show it; empty: as far as its events say."""

    visibility = EVENT

    round_number: int
    phase: RoundPhase
    division: str = ""


# What decisions about conduct do to a tournament: warnings, spread, games, places.
#
# On the stream of the tournament, so that its standings follow from it alone. The case they
# carry out is on the envelope.


class WarningGiven(Fact, frozen=True, kw_only=True, tag="warning-given"):
    """A player was warned.

    Attributes:
      player: number in the tournament.
      kind: ``official-warning``, ``unofficial-warning`` or another of the book's table.
      offence: the act, by its name in the rulebook's table, or ``other``.
      game: at which game, if at one; ``turn``: after how many turns; ``totals``: the scores then.
    """

    visibility = CASE

    player: int
    kind: str
    offence: str
    clause: str = ""
    notice: str = ""
    words: str = ""
    game: UUID | None = None
    turn: int = 0
    totals: Totals | None = None


class SpreadAdjusted(Fact, frozen=True, kw_only=True, tag="spread-adjusted"):
    """Points were taken off (negative) or added to a player's spread in the standings.

    No score, and no winner of any game, changes with it.
    """

    visibility = CONDUCT.less("reason", "clause")

    player: int
    points: Points
    reason: str
    clause: str = ""


class GamesVoided(Fact, frozen=True, kw_only=True, tag="games-voided"):
    """Games of a player found cheating count for nobody, neither those still to come."""

    visibility = CONDUCT.less("clause")

    player: int
    games: tuple[UUID, ...]
    clause: str = ""
    rated: bool = False


class Awarded(Struct, frozen=True, omit_defaults=True):
    """A game given to the ``opponent`` (a number), who wins it by ``margin``: no scores."""

    game: UUID
    opponent: int
    margin: Points


class GamesAwarded(Fact, frozen=True, kw_only=True, tag="games-awarded"):
    """Games of a player found cheating were given to the opponents."""

    visibility = CONDUCT.less("clause")

    player: int
    games: tuple[Awarded, ...]
    clause: str = ""
    rated: bool = False


class PlayerWithdrawn(Fact, frozen=True, kw_only=True, tag="player-withdrawn"):
    """A player takes no further part; who would meet the player from here on has a bye.

    Attributes:
      ejected: whether the player was put out, and so stands last.
    """

    visibility = CONDUCT.less("reason", "ejected")

    player: int
    reason: str
    ejected: bool = False


class LevelOneLifted(Fact, frozen=True, kw_only=True, tag="level-one-lifted"):
    """On appeal the player's games count again as played, and the player stands with them."""

    visibility = CASE

    player: int
    reason: str


class ConductTakenBack(TakenBack, frozen=True, kw_only=True, tag="conduct-taken-back"):
    """What was decided about conduct no longer stands; fields as in ``TakenBack``.

    Attributes:
      what: the kinds of the events that are struck, by topic.
      player: number of who they are about; 0: not said.
    """

    visibility = CONDUCT.less("reason", "what")

    what: tuple[str, ...] = ()
    player: int = 0


class TournamentClosed(Fact, frozen=True, kw_only=True, tag="tournament-closed"):
    """The tournament is over. From here on appeals may be lodged."""

    visibility = EVENT


class TournamentReopened(Fact, frozen=True, kw_only=True, tag="tournament-reopened"):
    """The tournament had been closed, and goes on after all."""

    visibility = EVENT.less("reason")

    reason: str


class MatterPutOff(Fact, frozen=True, kw_only=True, tag="matter-put-off"):
    """An official will see to it later; it comes back by itself.

    Attributes:
      which: what tells it from others of its kind there: the version of an event, or the id of
        an entry.
      until: what brings it back; ``at`` where that is a time.
    """

    visibility = CASE

    kind: MatterKind
    subject: UUID
    which: str
    until: PutOffUntil
    reason: str
    at: datetime | None = None


class MatterWaived(Fact, frozen=True, kw_only=True, tag="matter-waived"):
    """An official decided that nothing is to be done about it, and said why."""

    visibility = CASE

    kind: MatterKind
    subject: UUID
    which: str
    reason: str


class MatterTakenBack(Fact, frozen=True, kw_only=True, tag="matter-taken-back"):
    """A waiver, or a putting-off, does not hold any more: the matter waits again.

    Attributes:
      was: which of the two; the earlier event says why that was.
    """

    visibility = CASE

    kind: MatterKind
    subject: UUID
    which: str
    was: WasSetAside
    reason: str


class RoundReopened(Fact, frozen=True, kw_only=True, tag="round-reopened"):
    """A round that was closed is open again; if it was the last one, the division goes on.

    What its closing waived waits again: that was waived so that it could be closed.
    """

    visibility = EVENT.less("reason")

    round_number: int
    division: str = ""
    reason: str
