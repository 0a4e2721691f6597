"""A tournament as everybody looks at it: each player's rounds, what is missing, who stands where.

Wall chart, pairings, players' cards and standings, on screens and on paper, are made from this,
so that they say the same. It holds nothing of a game whose board is not shown as it is now.
"""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import Struct

from ledger.hall.rows import Lacks, StandingRow, TournamentRow
from ledger.rulebook.computing.limits import Start, StartRecord, Starts
from ledger.tournament.facts import Prize
from ledger.vocabulary import Points


class Entrant(Struct, frozen=True, kw_only=True):
    """A player as everybody may know of one.

    Attributes:
      number: in the tournament; 0 for who never entered it, as in games taken in from files.
      rating: at the start; 0: unrated.
      withdrawn: whether the player takes no further part.
    """

    number: int
    name: str
    division: str = ""
    rating: int = 0
    team: str = ""
    classes: tuple[str, ...] = ()
    withdrawn: bool = False


class CardLine(Struct, frozen=True, kw_only=True):
    """One round of a player.

    Attributes:
      game: its id; ``None`` for a bye.
      table: 0 for a bye.
      replay: 2 for a game played again, and so on; only the last of them is here.
      opponent: number; ``name``: of the opponent, empty for a bye.
      seat: 1: the player starts, or started; 2: the opponent; 0: that is not known, or not yet.
      start: how that is known; its two are the first of the pairing and the second.
      brings: what it adds to the starts so far; ``None``: the game is still to come.
      is_next: nothing was done at the table yet; a bye counts once its round has a result.
      score, against: points of the player and of the opponent; ``None`` where they are not
        known, are not shown, or stand for nothing, as in a game that was awarded.
      half_wins: 2 for a win, 1 for a tie, 0 for a loss; ``None`` while nothing counts.
      games, wins, total: games, half wins and spread after this round; without what was ruled.
      how: what is to be said of it: ``bye``, ``missed``, ``awarded``, ``void``, ``forfeited``,
        ``incomplete`` or nothing.
    """

    round_number: int
    division: str = ""
    table: int = 0
    replay: int = 1
    game: UUID | None = None
    opponent: int = 0
    name: str = ""
    seat: int = 0
    start: Start = Start()
    brings: StartRecord | None = StartRecord()
    began: bool = False
    recorded: bool = False
    is_next: bool = False
    score: Points | None = None
    against: Points | None = None
    half_wins: int | None = None
    spread: int | None = None
    games: int = 0
    wins: int = 0
    total: int = 0
    provisional: bool = False
    how: str = ""
    kept: bool = False

    @property
    def starts(self) -> Literal["you", "opponent", "open"]:
        """Who starts, or started, as a player is told it."""
        return ("open", "you", "opponent")[self.seat]

    @property
    def counts(self) -> bool:
        return self.half_wins is not None

    @property
    def sat_out(self) -> bool:
        """Whether there was no opponent: a bye, or a round that was missed."""
        return self.game is None

    @property
    def losses(self) -> int:
        return 2 * self.games - self.wins


class Card(Struct, frozen=True, kw_only=True):
    """A player with all rounds.

    Attributes:
      lines: by round.
      ruled: what rulings add to the spread; 0 where there is none.
    """

    player: Entrant
    lines: tuple[CardLine, ...] = ()
    ruled: int = 0

    @property
    def starts(self) -> tuple[int, int]:
        """How often the player started, and how often the opponent did."""
        begun = [line.seat for line in self.lines if line.began]
        return begun.count(1), begun.count(2)

    def before(self, round_number: int) -> StartRecord | None:
        """What the player did in the rounds before one; ``None`` while that is not settled.

        Starts are balanced by it (``ledger.rulebook.computing.limits``).
        """
        made = [line.brings for line in self.lines if line.round_number < round_number]
        done = [one for one in made if one is not None]
        if len(done) < len(made):
            return None
        return StartRecord(
            firsts=sum(one.firsts for one in done),
            seconds=sum(one.seconds for one in done),
            unplayed=sum(one.unplayed for one in done),
        )

    @property
    def next_line(self) -> CardLine | None:
        """The first round in which nothing was done yet, behind all that were begun."""
        after = max((line.round_number for line in self.lines if not line.is_next), default=0)
        return next((one for one in self.lines if one.is_next and one.round_number > after), None)

    @property
    def line_in_play(self) -> CardLine | None:
        """The last round that was begun, where no result of it is in."""
        begun = [line for line in self.lines if line.game and not line.is_next]
        return begun[-1] if begun and not begun[-1].counts and not begun[-1].how else None

    def line(self, round_number: int) -> CardLine | None:
        return next((line for line in self.lines if line.round_number == round_number), None)


class Paired(Struct, frozen=True, kw_only=True):
    """Who sits at a table of a round, or has a bye.

    Attributes:
      table: 0 for a bye; ``kept``: whether it is kept for somebody who needs it.
      numbers, names: the first of the pairing, then the second; of a bye one.
      is_settled: whether the game has a result, or will have none.
      lacks: what is missing of its slip.
    """

    division: str
    round_number: int
    table: int
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    replay: int = 1
    game: UUID | None = None
    kept: bool = False
    is_settled: bool = False
    lacks: Lacks = ""


class Course(Struct, frozen=True, kw_only=True):
    """A tournament as it stands, or as it stood after a round.

    Attributes:
      cards: by division, then by number and name.
      pairings: by division, round and table; byes last.
      missing: games without a result of rounds that were begun; while there is one, the standings
        are provisional.
      slips: games of the same rounds whose slips are not in, or not signed.
      after: round after which this is how things stood; 0: now.
    """

    tournament: TournamentRow
    cards: tuple[Card, ...] = ()
    pairings: tuple[Paired, ...] = ()
    standings: tuple[StandingRow, ...] = ()
    missing: tuple[Paired, ...] = ()
    slips: tuple[Paired, ...] = ()
    prizes: tuple[Prize, ...] = ()
    after: int = 0
    rounds: int = 0

    @property
    def divisions(self) -> tuple[str, ...]:
        """The names of its divisions; one of no name where there is only one."""
        return tuple(dict.fromkeys(card.player.division for card in self.cards))

    @property
    def unsigned(self) -> tuple[Paired, ...]:
        """Games that have a result which is not signed for by both: it may change still."""
        return tuple(one for one in self.slips if one.is_settled)

    def byes_worth_nothing(self, division: str | None = None) -> tuple[tuple[str, int], ...]:
        """Who has a bye in which round that counts for nobody: what it is worth is not settled."""
        return tuple(
            (card.player.name, line.round_number)
            for card in self.cards
            if division in (None, card.player.division)
            for line in card.lines
            if line.how == "bye" and line.half_wins is None and not line.is_next
        )

    def card(self, number: int) -> Card | None:
        return next((one for one in self.cards if one.player.number == number), None)

    def line(self, number: int, round_number: int) -> CardLine | None:
        card = self.card(number) if number else None
        return card.line(round_number) if card else None

    def before(self, numbers: tuple[int, int], round_number: int) -> Starts | None:
        """What both of a pairing did in the rounds before theirs; ``None``: it is not settled."""
        cards = [self.card(number) for number in numbers]
        one, two = (card.before(round_number) if card else None for card in cards)
        return None if one is None or two is None else (one, two)

    def of_round(self, round_number: int, division: str | None = None) -> tuple[Paired, ...]:
        """Who sits where in a round: by division and table, byes last."""
        return tuple(
            one
            for one in self.pairings
            if one.round_number == round_number and division in (None, one.division)
        )
