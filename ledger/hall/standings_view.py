"""Standings as people read them, and their words: provisional, after which round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from msgspec import Struct

from ledger.hall.rows import Lacks, StandingRow, Tie, TournamentRow
from ledger.rulebook.limits import Start, StartRecord, Starts
from ledger.tournament.facts import Prize, TieBreak
from ledger.vocabulary import Points
from ledger.vocabulary.bounds import halves
from ledger.vocabulary.signs import score, signed, table_name


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
    def scores(self) -> str:
        """``392–299``, the player's own first; empty where they are not told."""
        if self.score is None or self.against is None:
            return ""
        return score(self.score, self.against)

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

        Starts are balanced by it (``ledger.rulebook.limits``).
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
        for line in self.lines:
            if line.round_number == round_number:
                return line
        return None


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
        return tuple(dict.fromkeys([card.player.division for card in self.cards]))

    @property
    def unsigned(self) -> tuple[Paired, ...]:
        """Games that have a result which is not signed for by both: it may change still."""
        return tuple(one for one in self.slips if one.is_settled)

    def byes_worth_nothing(self, division: str | None = None) -> tuple[tuple[str, int], ...]:
        """Who has a bye in which round that counts for nobody: what it is worth is not settled."""
        cards = [card for card in self.cards if division in (None, card.player.division)]
        return tuple(
            [
                (card.player.name, line.round_number)
                for card in cards
                for line in card.lines
                if line.how == "bye" and line.half_wins is None and not line.is_next
            ]
        )

    def card(self, number: int) -> Card | None:
        for one in self.cards:
            if one.player.number == number:
                return one
        return None

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
            [
                one
                for one in self.pairings
                if one.round_number == round_number and division in (None, one.division)
            ]
        )


# Standings and rounds in words, for pages, paper and terminal alike.


BREAKS: dict[TieBreak, str] = {
    "spread": "spread",
    "head-to-head": "games among those who are level",
    "opponents-wins": "wins of the opponents",
}
"""What breaks a tie, as people say it."""

HOW: dict[str, str] = {
    "bye": "bye",
    "missed": "missed",
    "awarded": "awarded",
    "void": "void",
    "forfeited": "forfeit",
    "incomplete": "not finished",
}
"""What is said of a round that was not played to its end."""

MOST_LISTED = 12  # tables that are listed before the rest is only counted


def order_wording(ties: Sequence[str], cap: int = 0) -> str:
    """By what players are ranked, in a sentence.

    >>> order_wording(("head-to-head", "spread"))
    'Ranked by wins, then losses, then games among those who are level, then spread.'
    >>> order_wording(("spread",), 150)
    'Ranked by wins, then losses, then spread. A game counts for 150 of spread at most.'
    """
    known = {str(name): words for name, words in BREAKS.items()}
    steps = ", then ".join(("wins", "losses", *(known[one] for one in ties if one in known)))
    limit = f" A game counts for {cap} of spread at most." if cap else ""
    return f"Ranked by {steps}.{limit}"


def tie_wording(tie: Tie) -> str:
    """Why a player stands below the one above, who has as many wins and losses.

    >>> tie_wording(Tie(name="Ben Ode", by="spread", own=120, above=155))
    'below Ben Ode by spread, +120 to +155'
    >>> tie_wording(Tie(name="Ben Ode", by="head-to-head", own=1, above=3))
    'below Ben Ode by games among those who are level, ½ to 1½'
    >>> tie_wording(Tie(name="Ben Ode"))
    'level with Ben Ode: they share the place'
    """
    if not tie.by:
        return f"level with {tie.name}: they share the place"
    worth = signed if tie.by == "spread" else halves
    return f"below {tie.name} by {BREAKS[tie.by]}, {worth(tie.own)} to {worth(tie.above)}"


def tie_worth_saying(tie: Tie | None, ties: Sequence[str]) -> str:
    """The same, but for spread where nothing comes before it: its column says that.

    >>> tie_worth_saying(Tie(name="Ben Ode", by="spread", own=120, above=155), ["spread"])
    ''
    """
    if tie is None or (tie.by == "spread" and list(ties[:1]) == ["spread"]):
        return ""
    return tie_wording(tie)


def provisional_wording(missing: Sequence[Paired], *, division_first: bool = False) -> str:
    """Which games are missing from the standings; empty where none is."""
    if not missing:
        return ""
    words = _listed(missing, division_first)
    lacking = "1 game is missing" if len(missing) == 1 else f"{len(missing)} games are missing"
    return f"Provisional: {lacking} ({words})."


def byes_wording(byes: Sequence[tuple[str, int]]) -> str:
    """Which byes count for nothing, and why; empty where none does.

    >>> byes_wording([("Ann Lee", 2)])
    'A bye counts for nothing until the organiser settles its spread (Ann Lee, round 2).'
    """
    if not byes:
        return ""
    listed = [f"{name}, round {number}" for name, number in byes[:MOST_LISTED]]
    more = [f"and {len(byes) - MOST_LISTED} more"] * (len(byes) > MOST_LISTED)
    words = "; ".join((*listed, *more))
    return f"A bye counts for nothing until the organiser settles its spread ({words})."


def unsigned_wording(unsigned: Sequence[Paired], *, division_first: bool = False) -> str:
    """Which games have a result that may change: not signed for by both, or two slips of it differ.

    >>> one = Paired(division="", round_number=7, table=2, numbers=(8, 3), names=("Ann", "Ben"))
    >>> unsigned_wording([one])
    'Provisional: not signed for by both yet (round 7, table 2).'
    >>> from msgspec.structs import replace
    >>> unsigned_wording([one, replace(one, table=5), replace(one, round_number=8)])
    'Provisional: not signed for by both yet (round 7, tables 2 and 5; round 8, table 2).'
    """
    differ = [one for one in unsigned if one.lacks == "one-that-holds"]
    others = [one for one in unsigned if one.lacks != "one-that-holds"]
    why = (("not signed for by both yet", others), ("two slips differ", differ))
    text = "; ".join(
        f"{words} ({_listed(tables, division_first)})" for words, tables in why if tables
    )
    return f"Provisional: {text}." if text else ""


def _listed(tables: Sequence[Paired], division_first: bool) -> str:
    """Where games are, each round named once: ``round 1, tables A 2 and A 3; round 2, table B 1``.

    Of many the first ``MOST_LISTED``, and how many more. With the division first, as codes on paper
    bind it: ``A, round 1, tables 2 and 3``.
    """
    by_round: dict[tuple[str, int], list[str]] = {}
    for one in tables[:MOST_LISTED]:
        name = table_name("" if division_first else one.division, one.table)
        by_round.setdefault((one.division, one.round_number), []).append(name)
    listed = [
        f"{f'{division}, ' if division and division_first else ''}round {number}, {_tables(found)}"
        for (division, number), found in by_round.items()
    ]
    rest = len(tables) - MOST_LISTED
    return "; ".join((*listed, *([f"and {rest} more"] if rest > 0 else [])))


def _tables(numbers: Sequence[str]) -> str:
    if len(numbers) == 1:
        return f"table {numbers[0]}"
    return f"tables {', '.join(numbers[:-1])} and {numbers[-1]}"


def place_wording(one: Paired) -> str:
    """Where two players sit: ``round 3, table A 4``."""
    return f"round {one.round_number}, table {table_name(one.division, one.table)}"


def result_wording(line: CardLine) -> str:
    """What came of a round for a player, as a letter or a word.

    >>> [result_wording(CardLine(round_number=1, half_wins=half)) for half in (2, 1, 0, None)]
    ['won', 'tied', 'lost', '']
    """
    return "" if line.half_wins is None else ("lost", "tied", "won")[line.half_wins]


STARTS_BY = {
    "assigned": "Who is named first starts.",
    "draw": "Who starts is drawn at the table.",
    "self-balancing": "Who has started less often starts; of equals it is drawn at the table.",
}
"""What a list of pairings says of starts, by how they are found (``Start.method``)."""


def state_wording(course: Course, division: str | None = None) -> str:
    """As of when standings are: ``after round 3, with what is in of round 4``."""
    counted = rounds_counted(course, division)
    if not counted:
        return "before the first result"
    done, latest = last_whole_round(course, division), max(counted)
    part = f"with what is in of round {latest}" if latest > done else ""
    return ", ".join(words for words in (f"after round {done}" if done else "", part) if words)


def last_round_wording(course: Course, division: str) -> str:
    """That nothing follows the last round of a division; empty while more may be paired."""
    planned = course.tournament.planned.get(division, 0)
    mine = [one for one in course.pairings if one.division == division]
    paired = max((one.round_number for one in mine), default=0)
    if not planned or paired < planned:
        return ""
    if all(one.is_settled for one in mine):
        return "The only round is over." if planned == 1 else f"All {planned} rounds are over."
    return f"Round {paired} is the last one."


def next_round_wording(course: Course, division: str) -> str:
    """What follows the rounds of a division that are paired.

    Where nobody said how many are planned, it is not known whether one is to come.
    """
    paired = [one.round_number for one in course.pairings if one.division == division]
    if paired and not course.tournament.planned.get(division):
        return "No further round is paired."
    last = last_round_wording(course, division)
    return last or f"Round {max(paired, default=0) + 1} is not paired yet."


def rounds_counted(course: Course, division: str | None = None) -> frozenset[int]:
    cards = [card for card in course.cards if division in (None, card.player.division)]
    return frozenset(
        [line.round_number for card in cards for line in card.lines if line.half_wins is not None]
    )


def last_whole_round(course: Course, division: str | None = None) -> int:
    """The last round of which, as of all before it, no game is missing; 0: none."""
    missing = (one for one in course.missing if division in (None, one.division))
    lacking = min((one.round_number for one in missing), default=None)
    whole = [
        number for number in rounds_counted(course, division) if lacking is None or number < lacking
    ]
    return max(whole, default=0)
