"""A tournament's course as it is read (`Course`, `Card`, `Paired`); standings in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Literal
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger.hall.rows import Lacks, StandingRow, Tie, TournamentRow
from ledger.messages import ENGLISH, language, listed, say, speaking
from ledger.messages.written import by_name
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
      here: whether the player was checked in.
      first_round: the first that the player is there for; more than 1 for a late entry.
    """

    number: int
    name: str
    division: str = ""
    rating: int = 0
    team: str = ""
    classes: tuple[str, ...] = ()
    withdrawn: bool = False
    here: bool = False
    first_round: int = 1


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


TIE_BREAKS: tuple[TieBreak, ...] = ("spread", "head-to-head", "opponents-wins")
"""What can break a tie."""

NOT_PLAYED_OUT = frozenset({"bye", "missed", "awarded", "void", "forfeited", "incomplete"})
"""How a round went that was not played to its end, as a card's line has it."""


def break_wording(tie_break: TieBreak) -> str:
    """What breaks a tie, as people say it.

    >>> break_wording("opponents-wins")
    'wins of the opponents'
    """
    return say(f"hall.tie-break.{tie_break}")


def how_wording(how: str) -> str:
    """What is said of a round that was not played to its end; empty of all others.

    >>> how_wording("incomplete"), how_wording("")
    ('not finished', '')
    """
    return say(f"hall.how.{how}") if how in NOT_PLAYED_OUT else ""


MOST_LISTED = 12  # tables that are listed before the rest is only counted


def order_wording(ties: Sequence[str], cap: int = 0) -> str:
    """By what players are ranked, in a sentence.

    >>> order_wording(("head-to-head", "spread"))
    'Ranked by wins, then losses, then games among those who are level, then spread.'
    >>> order_wording(("spread",), 150)
    'Ranked by wins, then losses, then spread. A game counts for 150 of spread at most.'
    """
    steps = say("hall.ranked-first")
    for one in ties:
        if one in TIE_BREAKS:
            steps = say("hall.ranked-then", order=steps, next=say(f"hall.tie-break.{one}"))
    if cap:
        return say("hall.ranked-by-with-cap", order=steps, cap=cap)
    return say("hall.ranked-by", order=steps)


def level_by_name(standings: Iterable[StandingRow]) -> list[StandingRow]:
    """Standings in which those who share a place stand by name, as the reader's language sorts.

    Nobody's place is another; the record, files and the interface keep the order they have.
    """
    found: list[StandingRow] = []
    for _, level in groupby(standings, key=lambda row: (row.division, row.place)):
        rows = list(level)
        why_below = [row.tie for row in rows]
        for row, tie in zip(by_name(rows), why_below, strict=True):
            found.append(replace(row, tie=tie and replace(tie, name=found[-1].name)))
    return found


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
        return say("hall.level-with", name=tie.name)
    worth, by = signed if tie.by == "spread" else halves, break_wording(tie.by)
    own, above = worth(tie.own), worth(tie.above)
    return say("hall.below", name=tie.name, by=by, own=own, above=above)


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
    with _as_bound(division_first):
        tables = _listed(missing, division_first)
        return say("hall.provisional-missing", n=len(missing), tables=tables)


@contextmanager
def _as_bound(is_bound: bool) -> Iterator[None]:
    """What a code on paper binds is always in English, whatever language the paper is in."""
    with speaking(ENGLISH if is_bound else language()):
        yield


def byes_wording(byes: Sequence[tuple[str, int]]) -> str:
    """Which byes count for nothing, and why; empty where none does.

    >>> byes_wording([("Ann Lee", 2)])
    'A bye counts for nothing until the organiser settles its spread (Ann Lee, round 2).'
    """
    if not byes:
        return ""
    found = [say("hall.bye-of", name=name, round=number) for name, number in byes[:MOST_LISTED]]
    rest = len(byes) - MOST_LISTED
    words = "; ".join((*found, *([say("hall.and-more", more=rest)] if rest > 0 else [])))
    return say("hall.byes-worth-nothing", byes=words)


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
    with _as_bound(division_first):
        unsigned_at, differ_at = _listed(others, division_first), _listed(differ, division_first)
        if others and differ:
            return say("hall.provisional-both", unsigned=unsigned_at, differ=differ_at)
        if others:
            return say("hall.provisional-unsigned", tables=unsigned_at)
        return say("hall.provisional-differ", tables=differ_at) if differ else ""


def _listed(tables: Sequence[Paired], division_first: bool) -> str:
    """Where games are, each round named once: ``round 1, tables A 2 and A 3; round 2, table B 1``.

    Of many the first ``MOST_LISTED``, and how many more. With the division first, as codes on paper
    bind it: ``A, round 1, tables 2 and 3``.
    """
    by_round: dict[tuple[str, int], list[str]] = {}
    for one in tables[:MOST_LISTED]:
        name = table_name("" if division_first else one.division, one.table)
        by_round.setdefault((one.division, one.round_number), []).append(name)
    rounds = [
        _round_and_tables(division if division_first else "", number, found)
        for (division, number), found in by_round.items()
    ]
    rest = len(tables) - MOST_LISTED
    return "; ".join((*rounds, *([say("hall.and-more", more=rest)] if rest > 0 else [])))


def _round_and_tables(division: str, number: int, tables: Sequence[str]) -> str:
    there, n = listed(tables), len(tables)
    if division:
        return say("hall.tables-of-round-of", division=division, round=number, tables=there, n=n)
    return say("hall.tables-of-round", round=number, tables=there, n=n)


def place_wording(one: Paired) -> str:
    """Where two players sit: ``round 3, table A 4``."""
    table = table_name(one.division, one.table)
    return say("hall.place", round=one.round_number, table=table)


def result_wording(line: CardLine) -> str:
    """What came of a round for a player, as a letter or a word.

    >>> [result_wording(CardLine(round_number=1, half_wins=half)) for half in (2, 1, 0, None)]
    ['won', 'tied', 'lost', '']
    """
    return "" if line.half_wins is None else say(f"hall.result.{line.half_wins}")


STARTS = frozenset({"assigned", "draw", "self-balancing"})
"""How starts are found (``Start.method``)."""


def start_method_wording(method: str) -> str:
    """What a list of pairings says of starts, by how they are found; empty: nobody said.

    >>> start_method_wording("assigned"), start_method_wording("")
    ('Who is named first starts.', '')
    """
    return say(f"hall.starts.{method}") if method in STARTS else ""


def state_wording(course: Course, division: str | None = None) -> str:
    """As of when standings are: ``after round 3, with what is in of round 4``."""
    counted = rounds_counted(course, division)
    if not counted:
        return say("hall.before-the-first-result")
    done, latest = last_whole_round(course, division), max(counted)
    if latest <= done:
        return say("hall.after-round", round=done)
    if not done:
        return say("hall.with-part-of-round", round=latest)
    return say("hall.after-round-with-part", round=done, latest=latest)


def last_round_wording(course: Course, division: str) -> str:
    """That nothing follows the last round of a division; empty while more may be paired."""
    planned = course.tournament.planned.get(division, 0)
    mine = [one for one in course.pairings if one.division == division]
    paired = max((one.round_number for one in mine), default=0)
    if not planned or paired < planned:
        return ""
    if all(one.is_settled for one in mine):
        return say("hall.rounds-over", n=planned)
    return say("hall.last-round", round=paired)


def next_round_wording(course: Course, division: str) -> str:
    """What follows the rounds of a division that are paired.

    Where nobody said how many are planned, it is not known whether one is to come.
    """
    paired = [one.round_number for one in course.pairings if one.division == division]
    if paired and not course.tournament.planned.get(division):
        return say("hall.no-further-round")
    last = last_round_wording(course, division)
    return last or say("hall.not-paired-yet", round=max(paired, default=0) + 1)


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
