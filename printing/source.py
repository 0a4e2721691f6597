"""What paper needs from the record besides a game's sheet: result, kind, rating, who signed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING, Self
from uuid import UUID

from msgspec import Struct, field

from ledger.game.endings.facts import GameEnded, GameForfeited, GameResigned, UnplayedTilesCounted
from ledger.game.results.facts import ResultSigned
from ledger.game.results.signatures import SignatureTold, signatures_view
from ledger.game.setting_up.facts import GameScheduled, GameStarted
from ledger.game.sheet.folding import wording
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.outcome import kept_on_paper, outcome_of
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing, as_papers_have, if_shown, standing
from ledger.game.turns.facts import PlayRecorded, TilesExchanged, TurnPassed
from ledger.hall.standings_view import Card, Course
from ledger.messages import known, say
from ledger.messages.written import day_written
from ledger.rulebook.limits import Starts
from ledger.rulebook.reading import called
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat, Totals
from printing.engine.heading import Heading, SoFar
from printing.engine.page import kind_wording, time_words
from printing.engine.signature import Signature, Strokes
from printing.languages import having

if TYPE_CHECKING:
    from printing.signed_codes import Signs

# What a game came to, for paper: scores to sign for or a margin, and how it came to that.


Pair = tuple[int | None, int | None]
"""A number for each player, where it is known."""

KINDS = ("played", "resigned", "forfeit", "forfeit_overtime", "ended_by_upset", "bye", "void")
"""How a game came to its result (``ledger.game.sheet.outcome``), as far as paper tells it."""


def incomplete_wording() -> str:
    return say("paper.record-incomplete")


def provisional_mark() -> str:
    """What is said on a list of a result that is not signed for by both."""
    return say("paper.provisional")


IN_PLAY = ("playing", "on hold", "challenge", "played out")
"""States of a game that goes on (``Sheet.state``)."""


def ending_of(sheet: Sheet) -> str:
    """Why the game ended, in words; empty while it goes on."""
    cause = "forfeited" if sheet.ending.forfeit is not None else sheet.ended
    return say(f"paper.ended-{cause}") if known(f"paper.ended-{cause}") else as_papers_have(cause)


def result_of(sheet: Sheet) -> Pair:
    """The scores to sign for; not known before the game is over, or where a margin is all."""
    if (
        sheet.result.amended is None
        and sheet.ending.forfeit is not None
        and sheet.ending.forfeit.scores is None
    ):
        return None, None
    if sheet.final is not None:
        return sheet.final
    return sheet.totals if sheet.ended else (None, None)


def is_over(sheet: Sheet) -> bool:
    """Whether there is a result at all."""
    return bool(sheet.ended or sheet.ending.voided or sheet.result.amended is not None)


def provisional_words(sheet: Sheet) -> str:
    """That a game that has begun has no final result yet, and why; else nothing."""
    if sheet.state in IN_PLAY:
        return say(f"paper.in-play-{sheet.state.replace(' ', '-')}")
    if sheet.state == "over":
        return say("paper.provisional-until-both-have-signed")
    if sheet.state == "incomplete":
        return say("paper.provisional-record-ends-before-game")
    if sheet.state == "signed by one":
        return say("paper.provisional-signed-by-name-alone", name=sheet.name(sheet.signed_by[0]))
    return ""


def is_provisional(sheet: Sheet) -> bool:
    """Whether a result on a list may change still: it waits for a signature, or for its end.

    Nobody signs a game whose players were never entered, as an older file was taken in.
    """
    waits = any(sheet.numbers or ()) or sheet.state == "incomplete"
    return waits and is_over(sheet) and bool(provisional_words(sheet))


def kind_of_result(sheet: Sheet) -> str:
    """Which of ``KINDS`` its result is; empty while it goes on or was left off."""
    kind = outcome_of(sheet).kind
    return kind if is_over(sheet) and kind in KINDS else ""


def is_rated(sheet: Sheet) -> bool | None:
    """Whether the result counts for ratings; ``None`` where nobody has settled it yet."""
    return outcome_of(sheet).rated if is_over(sheet) else None


def by_margin(sheet: Sheet) -> bool:
    """Whether the result is a margin, and the scores on the sheet say nothing about it."""
    if sheet.result.amended is not None or sheet.ending.voided:
        return False
    if sheet.ending.forfeit is not None:
        return sheet.ending.forfeit.scores is None
    return sheet.ending.resigned is not None


def margin_of(sheet: Sheet) -> int | None:
    """By how much the game was won where the result is a margin; ``None`` until it is set."""
    if not by_margin(sheet):
        return None
    forfeit = sheet.ending.forfeit
    if forfeit is None:
        return sheet.ending.margin
    return forfeit.margin if forfeit.loser_spread is None else forfeit.loser_spread


def ending_words(sheet: Sheet) -> str:
    """Why the game ended and what that makes of the result, on one line of the score sheet."""
    ending, kind = ending_of(sheet), kind_of_result(sheet)
    words = ending if kind in ("", "played", "forfeit") else kind_wording(kind)
    rated = is_rated(sheet)
    if words and kind and rated is not True:
        if rated is False:
            return say("paper.and-not-rated", words=words)
        return say("paper.and-rating-open", words=words)
    return words


def cause_of(sheet: Sheet) -> str:
    """Why a game was forfeited, in a word or two; empty where that is not shown."""
    cause = "" if sheet.ending.forfeit is None else if_shown(sheet.ending.forfeit.cause)
    return say(f"paper.cause.{cause}") if known(f"paper.cause.{cause}") else cause


def notes_of(sheet: Sheet) -> tuple[str, str]:
    """Below each name how the game came to its result, where it was not played out."""
    kind = kind_of_result(sheet)
    rated = outcome_of(sheet).rated
    if sheet.ended == "incomplete":
        return incomplete_wording(), ""
    if kind in ("", "played"):
        return "", ""
    loser = sheet.ending.resigned if sheet.ending.forfeit is None else sheet.ending.forfeit.loser
    if kind in ("void", "ended_by_upset"):
        return _with_rating(kind_wording(kind), rated), ""
    words = kind_wording(kind)
    if sheet.ending.forfeit is not None:
        words = say("paper.forfeits", cause=cause_of(sheet))
    said = _with_rating(words, rated)
    return said if loser is not Seat.SECOND else "", said if loser is not Seat.FIRST else ""


def _with_rating(words: str, rated: bool | None) -> str:
    if rated:
        return words
    if rated is False:
        return say("paper.with-not-rated", words=words)
    return say("paper.with-rating-open", words=words)


class Source(Struct, frozen=True, kw_only=True):
    """What paper needs to know besides the sheet.

    Attributes:
      tournament: the tournament's full name; its short one is printed where this is empty.
      link: the chain's link of the last event on the sheet; empty where it is not at hand, and
        then no code is printed.
      rule_line: one line of the organiser's for every sheet.
      strokes: signatures by the digest that stands in the event (``ResultSigned.words``).
      zone: whose time of day is printed.
      official: how somebody with a badge is written; by the badge alone where no name is at hand.
      so_far: by number, how players stood before the game, as far as it is known and shown.
      before: what both did in the rounds before, where that is settled: starts are balanced by it.
      called: how people call a case, ``C-12``; empty where it is not known.
      signs: what the hall signs paper with; ``None``: with nothing, for it has no key here.
    """

    tournament: str = ""
    venue: str = ""
    link: bytes = b""
    rule_line: str = ""
    strokes: Mapping[str, Strokes] = field(default_factory=dict)
    zone: tzinfo = UTC
    official: Callable[[str], str] = str
    so_far: Mapping[int, SoFar] = field(default_factory=dict)
    before: Starts | None = None
    called: Callable[[UUID], str] = field(default=lambda _case: "")
    signs: Signs | None = None


NOTHING_ELSE = Source()

BEGINS = (GameStarted, PlayRecorded, TilesExchanged, TurnPassed)
"""What shows that a game was begun."""


def heading_of(sheet: Sheet, source: Source) -> Heading:
    """Where the paper of this game belongs, and which state of the record it shows."""
    game = sheet.scheduled
    return Heading(
        tournament=source.tournament or game.tournament,
        venue=source.venue,
        division=game.division,
        round_number=game.round_number,
        table=game.table,
        day=day_of(sheet, source),
        replay=game.replay,
        game=name_of_game(sheet),
        event_number=sheet.version,
        state=f"{sheet.version}/{name_of_game(sheet)}",
        rule_line=source.rule_line,
    )


def day_of(sheet: Sheet, source: Source) -> str:
    """The day of the first turn, or of the start, in the time of the hall; empty before both.

    A file of a game says no day: what was imported was not played on the day it came in.
    """
    if sheet.scheduled.source or not (sheet.started or sheet.turn_count):
        return ""
    begun = next((one for one in facts_of(sheet) if isinstance(one.fact, BEGINS)), None)
    return "" if begun is None else day_written(moment(begun, source))


class Called(str):
    """What people call something, on a form whose code binds what it was called before.

    >>> words = Called("WESPA Game Rules 5.1", bound="Rulebook wespa-5.1")
    >>> words, words.bound
    ('WESPA Game Rules 5.1', 'Rulebook wespa-5.1')
    """

    __slots__ = ("bound",)
    bound: str

    def __new__(cls, words: str, bound: str) -> Self:
        made = super().__new__(cls, words)
        made.bound = bound
        return made


def book_of(game: GameScheduled, bound: str = "") -> Called:
    """The rulebook a game follows; of an organiser's own its edition too, for a file may change.

    Codes bind its id, with the word ``bound`` before it.
    """
    book, was = called(game.rulebook), f"{bound}{game.rulebook}"
    if digest := game.rulebook_digest[:8]:
        return Called(
            say("paper.book-edition", book=book, digest=digest),
            bound=say("paper.book-edition", book=was, digest=digest),
        )
    return Called(book, bound=was)


def name_of_game(sheet: Sheet) -> str:
    """How the game is named in commands: ``autumn-open/A/R3/T14``, with ``/2`` for a replay."""
    game = sheet.scheduled
    parts = [game.tournament, game.division, f"R{game.round_number}", f"T{game.table}"]
    if game.replay != 1:
        parts.append(str(game.replay))
    return "/".join(part for part in parts if part)


def facts_of(sheet: Sheet) -> list[Standing]:
    """What stands of the game's events, corrections taken in, oldest first."""
    return [entry for entry in standing(sheet.events) if entry.fact is not None]


def moment(entry: Standing, source: Source) -> datetime:
    """When something was written down, in the time of the hall."""
    return entry.event.envelope.written_at.astimezone(source.zone)


def signatures_of(
    sheet: Sheet, source: Source, *, turned: bool = False
) -> tuple[Signature, Signature]:
    """Both players' signatures, as far as they stand.

    ``turned``: on a form that names the second player first, so that scores stand in its order.
    """
    signatures = signatures_view(sheet)
    first, second = (
        signature_of(sheet, source, [one for one in signatures if one.seat is seat], turned=turned)
        for seat in Seat
    )
    return first, second


def in_order(scores: Totals, *, turned: bool) -> Totals:
    return (scores[1], scores[0]) if turned else scores


def signature_of(
    sheet: Sheet, source: Source, signatures: list[SignatureTold], *, turned: bool = False
) -> Signature:
    """A player's signature for what stands, and beside it the last one that no longer counts."""
    stands = next((one for one in reversed(signatures) if one.stands), None)
    void = next((one for one in reversed(signatures) if not one.stands), None)
    now = _scores(sheet.stands, turned=turned)
    if stands is None and void is not None and not sheet.result.carried:
        return Signature(
            wanted=say("paper.signs-for-scores", scores=now),
            before=say("paper.signed-before", how=_given(void, source, turned=turned)),
        )
    shown = stands or void
    if shown is None:
        return Signature()
    fact = sheet.event(shown.event).fact
    words = fact.words if isinstance(fact, ResultSigned) else ""
    removed_at = shown.removed_at and shown.removed_at.astimezone(source.zone)
    before = (
        "" if void is None else say("paper.signed-before", how=_given(void, source, turned=turned))
    )
    return Signature(
        how=shown.how,
        strokes=source.strokes.get(words, ()),
        by_hand=bool(words),
        removed_at=removed_at,
        witness=source.official(shown.witness),
        at=shown.at.astimezone(source.zone),
        totals=in_order(shown.totals, turned=turned),
        under_protest=shown.under_protest,
        before=before if stands is not None else say("paper.now-stands-by-ruling", now=now),
    )


def signed_scores(sheet: Sheet) -> Pair:
    """The scores last signed for that are others than those that stand, by seat."""
    void = next((one for one in reversed(signatures_view(sheet)) if not one.stands), None)
    if void is None or void.totals == sheet.stands:
        return None, None
    first, second = (
        was if was != now else None for was, now in zip(void.totals, sheet.stands, strict=True)
    )
    return first, second


def _scores(scores: Totals, *, turned: bool) -> str:
    one, other = in_order(scores, turned=turned)
    return f"{one} : {other}"


def _given(void: SignatureTold, source: Source, *, turned: bool) -> str:
    """How a signature was given that is for something else than what stands."""
    scores = _scores(void.totals, turned=turned)
    at = time_words(void.at.astimezone(source.zone))
    # In two words: there is little room for a signature that no longer counts.
    how = say(f"paper.briefly-{void.how}") if known(f"paper.briefly-{void.how}") else void.how
    # Who saw it last, for there may be no room for all of a name; strangers aren't told at all.
    given = {"by": source.official(void.witness) if void.witness else ""}
    return say(f"paper.briefly-signed{having(given)}", scores=scores, how=how, at=at, **given)


def finished_at(sheet: Sheet, source: Source) -> datetime | None:
    """When the game was over, or ``None``: a record without an end does not know it."""
    if sheet.ended == "incomplete":
        return None
    ends = (GameEnded, GameResigned, GameForfeited)
    return next(
        (moment(entry, source) for entry in facts_of(sheet)[::-1] if isinstance(entry.fact, ends)),
        None,
    )


def unplayed_mode(sheet: Sheet) -> str:
    counted = [e.fact for e in facts_of(sheet) if isinstance(e.fact, UnplayedTilesCounted)]
    return counted[-1].mode if counted else ""


def blank_letters(sheet: Sheet) -> tuple[str, str]:
    """The letters of the first and the second blank, designated or as they lie on the board."""
    lying = [
        tile.upper() for line in sheet.plays for _, tile in line.placed if tile != tile.upper()
    ]
    letters = [*lying, "", ""][:2]
    for blank in sheet.board.blanks:
        if blank.blank in (1, 2):
            letters[blank.blank - 1] = blank.letter
    return letters[0], letters[1]


def sums(sheet: Sheet, *kinds: LineKind) -> Pair:
    """Points of the lines of these kinds, by seat; not known of a game that was kept on paper."""
    if kept_on_paper(sheet) and not any(line.kind in kinds for line in sheet.lines):
        return None, None
    points = [0, 0]
    for line in sheet.lines:
        if line.kind in kinds:
            points[line.seat.place] += line.score
    return points[0], points[1]


def challenge_points(sheet: Sheet) -> Pair:
    return sums(sheet, LineKind.BONUS, LineKind.COST)


def penalty_points(sheet: Sheet) -> Pair:
    return sums(sheet, LineKind.PENALTY)


def credit_points(sheet: Sheet) -> Pair:
    return sums(sheet, LineKind.CREDIT)


def overtime_points(sheet: Sheet) -> Pair:
    """What overtime cost, less what was waived; not known before somebody wrote it or signed."""
    cost = sums(sheet, LineKind.OVERTIME)
    if None in cost:
        return cost
    first, second = (
        points if taken is not None or points else (0 if sheet.is_final else None)
        for taken, points in zip(sheet.clock.overtime, cost, strict=True)
    )
    return first, second


def unplayed_points(sheet: Sheet) -> Pair:
    """What unplayed tiles brought and cost; not known before they were counted."""
    return sums(sheet, LineKind.UNPLAYED) if sheet.ending.unplayed_counted else (None, None)


def numbers_of(sheet: Sheet) -> Pair:
    return sheet.numbers or (None, None)


def names_by_seat(sheet: Sheet, seat: Seat | None) -> str:
    return "" if seat is None else sheet.name(seat)


# The games of a tournament, or of a round of it, as forms about many games need them.


class Played(Struct, frozen=True, kw_only=True):
    """The games of a tournament, as far as they are to be printed.

    Attributes:
      tournament: its own record; ``None`` where nobody opened it, as for imported games.
      source: the full name and so on; its ``link`` is the one of the record's last entry.
      record_to: the number of that entry.
      shown: in its place, the second in which a visitor printed it.
    """

    slug: str
    games: tuple[tuple[Sheet, Source], ...] = ()
    tournament: Tournament | None = None
    source: Source = field(default_factory=lambda: NOTHING_ELSE)
    record_to: int | None = None
    shown: str = ""

    @property
    def bye_worth(self) -> tuple[int | None, bool | None]:
        """The spread that a bye brings and whether it is rated, as far as that is settled."""
        if self.tournament is None or not self.tournament.rulebook:
            return None, None
        worth = self.tournament.rules.standings
        return worth.bye_spread.value, worth.bye_rated.value

    def byes(self, division: str, round_number: int | None = None) -> list[tuple[int, int]]:
        """Byes of a division, of one round or of all: (round, player's number)."""
        return [
            (paired.round_number, pairing.first)
            for paired in (self.tournament.rounds if self.tournament else ())
            if paired.division == division and round_number in (None, paired.round_number)
            for pairing in paired.pairings
            if not pairing.second
        ]

    def named(self, number: int) -> str:
        player = self.tournament.player(number) if self.tournament else None
        return player.name if player else ""

    def heading(self, division: str, round_number: int | None = None) -> Heading:
        return Heading(
            tournament=self.source.tournament or self.slug,
            division=division,
            round_number=round_number,
            record_to=self.record_to,
            shown=self.shown,
            state=state_of_record(self.record_to, self.slug, self.shown),
            rule_line=self.source.rule_line,
        )


def state_of_record(record_to: int | None, of: str, shown: str = "") -> str:
    """What a form about many games, or a case, is about and in which state of the record."""
    if record_to is not None:
        return f"e{record_to}/{of}"
    return f"s{shown}/{of}" if shown else ""


def a_game(sheet: object) -> Sheet:
    """``sheet``, which ``web`` hands on without looking inside."""
    if not isinstance(sheet, Sheet):
        raise TypeError(f"a game's sheet is wanted, not {type(sheet).__name__}")
    return sheet


# How the players of a tournament stood before a round, from its course.


def so_far_in(course: Course | None, round_number: int) -> dict[int, SoFar]:
    """By number, how each player stood before a round, as far as it is known.

    It is not known of whoever has a game without a result in an earlier round, nor before the
    first round, when there was nothing.
    """
    cards = course.cards if course is not None and round_number > 1 else ()
    found = ((card.player.number, _of(card, round_number)) for card in cards)
    return {number: so_far for number, so_far in found if number and so_far is not None}


def _of(card: Card, round_number: int) -> SoFar | None:
    earlier = [line for line in card.lines if line.round_number < round_number]
    if not earlier or not all(line.counts or line.how for line in earlier):
        return None
    last = earlier[-1]
    return SoFar(last.wins, last.losses, last.total + card.ruled)


# Where on a score sheet something belongs: by the numbers of turns, which the sheet carries.


def turn_numbers(sheet: Sheet) -> dict[int, int]:
    """The number of each turn, from 1, by the version of its event."""
    turns = [line for line in sheet.lines if line.is_turn or line.kind is LineKind.TURN_LOST]
    return {line.version: number for number, line in enumerate(turns, start=1)}


def place_of(sheet: Sheet, version: int, *, within: bool = False) -> str:
    """Where an event belongs that is told at the foot: at a turn, after one, or after the end.

    Args:
      within: not where a sentence begins.
    """
    numbers = turn_numbers(sheet)
    if version in numbers:
        turn = numbers[version]
        if within:
            return say("paper.within.turn", turn=turn)
        return say("paper.turn-numbers", numbers=turn)
    over = (event.originator_version for event in sheet.events if isinstance(event.fact, GameEnded))
    if version > next(over, version):
        return say("paper.within.after-the-end") if within else say("paper.after-the-end")
    before = [
        numbers[line.version]
        for line in sheet.lines
        if line.version in numbers and line.place < version
    ]
    if not before:
        return say("paper.within.before-turn-1") if within else say("paper.before-turn-1")
    if within:
        return say("paper.within.after-turn", turn=before[-1])
    return say("paper.after-turn", turn=before[-1])


def place_words(sheet: Sheet, version: int, *, says: bool = True) -> str:
    """Where an event belongs, by turns, and what it was: ``turn 7, Ann Lee 8D WINDY 32``.

    ``says``: whether what happened may be told beside it.
    """
    where = place_of(sheet, version, within=True)
    if not says or not 1 <= version <= sheet.version:
        return where
    what = wording(sheet.event(version).fact, sheet)
    return say("paper.place-and-what", place=where, what=what)


def places_words(places: Iterable[str]) -> str:
    """Some places in words, turns of one kind told together.

    >>> places_words(["Turn 7", "Turn 9", "After turn 9"]), places_words(["After the end"])
    ('Turns 7, 9; after turn 9', 'After the end')
    """
    inside = {
        say("paper.after-the-end"): say("paper.within.after-the-end"),
        say("paper.before-turn-1"): say("paper.within.before-turn-1"),
    }
    found: dict[str, list[str]] = {}
    for place in dict.fromkeys(places):
        number = "".join(filter(str.isdigit, place))
        at, after = say("paper.turn-numbers", numbers=number), say("paper.after-turn", turn=number)
        kind = {at: "at", after: "after"}.get(place, place)
        found.setdefault(kind, []).append(number)
    said: list[str] = []
    for kind, some in found.items():
        turns = {"n": len(some), "turns": ", ".join(some)}
        if kind not in ("at", "after"):
            said.append(inside[kind] if said else kind)
        elif said:
            said.append(say(f"paper.within.turns-{kind}", **turns))
        else:
            said.append(say(f"paper.turns-{kind}", **turns))
    return "; ".join(said)


def taken_back_words(words: str, reason: str) -> str:
    """Words, and that what they tell was taken back, and why, as far as that is shown."""
    given = {"why": if_shown(reason)}
    return say(f"paper.words-taken-back{having(given)}", words=words, **given)
