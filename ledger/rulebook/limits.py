"""Limits a book sets, worked out: starts, zeros, time limits, overtime, ratings, and who signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from ledger.messages import say
from ledger.rulebook.ambiguities import call_the_director
from ledger.rulebook.model.book import Rulebook
from ledger.rulebook.model.endings import ZeroTurnKind
from ledger.rulebook.reading import load
from ledger.vocabulary import Points, Seconds, Totals
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.remarks import ZERO_NOT_NAMED

# Time limits and ratings: what the book says; the organiser and the ratings people decide.


class LimitRating(Struct, frozen=True):
    """Whether games with the time limit in force may be rated.

    Attributes:
      kind: ``standard``; ``may-be-rated`` (inside the limits the book names); ``outside``;
        ``not-said``.
      trap: what the book leaves open about it (T5-17); empty if nothing.
    """

    kind: Literal["standard", "may-be-rated", "outside", "not-said"]
    clause: str
    note: str
    trap: str = ""


def limit_rating(standard: int, rules: Rulebook) -> LimitRating:
    """What the book says about rating games at the time limit in force.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-5.1").with_options([("time-limit", "22:00")])
    >>> limit_rating(1500, rules).kind
    'may-be-rated'

    Args:
      standard: the limit the book itself names, in seconds.
    """
    limit, band = rules.time.limit.known(), rules.time.rated_limits
    if limit == standard:
        return LimitRating("standard", str(rules.time.limit), "")
    if band.value is None:
        return LimitRating("not-said", str(band), band.note)
    inside = band.value[0] <= limit <= band.value[1]
    kind: Literal["may-be-rated", "outside"] = "may-be-rated" if inside else "outside"
    return LimitRating(kind, str(band), band.note, band.trap if inside else "")


def rating_of(rules: Rulebook) -> LimitRating:
    """The same for a book with its options, beside the limit that the book itself names.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-5.1").with_options([("time-limit", "22:00")])
    >>> [(found.kind, found.trap) for found in (rating_of(rules), rating_of(load("wespa-5.1")))]
    [('may-be-rated', 'T5-17'), ('standard', '')]
    """
    return limit_rating(load(rules.id).time.limit.known(), rules)


# Who plays first: by drawing tiles, or by how often each has started so far; and how we know.


Decided = Literal["player 1", "player 2", "again"]

Known = Literal["assigned", "drawn", "balanced", "played", "not-known"]
"""How it is known who starts: the pairing, a slip or an official says so; it was drawn at the
table; the starts so far say so; whose turn or clock was first; or it is not known."""

Said = Literal["", "assigned", "drawn", "balanced", "played", "not-known"]
"""What the record of the game alone says of it; empty: nobody has written anything yet."""

METHODS: dict[str, Known] = {
    "draw": "drawn", "assigned": "assigned", "self-balancing": "balanced", "other": "assigned",
    "not-known": "not-known",
}  # fmt: skip
"""How it is known, by how it was settled (``StartMethod``)."""

WAYS: dict[str, str] = {"drawn": "draw", "assigned": "assigned", "balanced": "self-balancing"}


class StartRecord(Struct, frozen=True, kw_only=True):
    """What a player did in the games of the tournament so far.

    Attributes:
      unplayed: byes and forfeits, which are neither.
    """

    firsts: int = 0
    seconds: int = 0
    unplayed: int = 0


Starts = tuple[StartRecord, StartRecord]
"""What both players did, in the order of their pairing."""


class Start(Struct, frozen=True):
    """Who starts a game, or started it.

    Attributes:
      who: 1 or 2 of the two as they are named; 0: not known.
      clause: the rule on it; where it is not known, the rule on how it is found.
    """

    who: int = 0
    known: Known = "not-known"
    clause: str = ""

    def by(self, place: int) -> bool | None:
        """Whether who is named first (0), or second (1), starts; ``None``: that is not known."""
        return self.who == place + 1 if self.who else None


class Balance(Struct, frozen=True):
    """What the starts so far say; ``starter``: 1 or 2, or 0 where the players draw for it."""

    starter: int
    clause: str


def drawn(shown: tuple[str, str], order: Sequence[str]) -> int:
    """Who starts after one round of the draw: 1 or 2, or 0 to draw again.

    The tile nearer the beginning of the alphabet starts, a blank before all.

    >>> order = ("?", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    >>> drawn(("E", "C"), order), drawn(("?", "A"), order), drawn(("?", "?"), order)
    (2, 1, 0)

    Args:
      order: the tiles of the set, blank first.
    """
    one, two = (order.index(tile) for tile in shown)
    return 0 if one == two else 1 if one < two else 2


def balanced(one: StartRecord, two: StartRecord, rules: Rulebook) -> Balance:
    """Who starts where starts are balanced.

    >>> from ledger.rulebook import load
    >>> balanced(StartRecord(firsts=3), StartRecord(firsts=2), load("wsc-2003")).starter
    2
    >>> level = StartRecord(firsts=3, seconds=3)
    >>> balanced(level, StartRecord(firsts=3, seconds=4), load("wespa-4.0")).starter
    0
    """
    if one.firsts != two.firsts:
        return Balance(1 if one.firsts < two.firsts else 2, str(rules.start.equal_starts))
    after_bye = rules.start.equal_after_bye
    if after_bye.is_known and (one.unplayed or two.unplayed):
        if one.seconds == two.seconds:
            raise call_the_director(after_bye.trap, rules)
        return Balance(1 if one.seconds > two.seconds else 2, str(after_bye))
    return Balance(0, str(rules.start.equal_starts))


def who_starts(said: Said, rules: Rulebook | None, before: Starts | None = None) -> Start:
    """Who starts a game, as every form of paper and every page has it.

    >>> from ledger.rulebook import in_force
    >>> by_starts = in_force("wespa-4.0", (("start-method", "self-balancing"),))
    >>> fewer, more = StartRecord(firsts=1), StartRecord(firsts=2)
    >>> who_starts("", by_starts, (more, fewer))
    Start(who=2, known='balanced', clause='wespa-4.0 2.1(b)(ii)')
    >>> who_starts("", by_starts, (more, more)).known
    'not-known'
    >>> who_starts("drawn", by_starts, (more, fewer)).who
    1

    Args:
      said: what the game's own record says; who starts by that is named first.
      rules: those of the game; ``None``: its pairing is another program's, in any order.
      before: what both did in the rounds before; ``None``: it is not at hand, or not settled,
        because a game of those rounds is still to come.
    """
    method = (rules.start.method.value if rules else "") or ""
    if said and said != "not-known":
        return Start(1, said, start_rule(WAYS.get(said, method or "other"), rules) if rules else "")
    if rules is None:
        return Start()
    if method == "assigned":
        return Start(1, "assigned", start_rule(method, rules))
    if method == "self-balancing" and said:  # it was played as paired: fewer starts named first
        return Start(1, "assigned", start_rule(method, rules))
    if method == "self-balancing":
        return _by_starts(rules, before)
    return Start(clause=start_rule(method or "other", rules))


def _by_starts(rules: Rulebook, before: Starts | None) -> Start:
    """Who starts a game to come by the starts so far."""
    rule = start_rule("self-balancing", rules)
    if before is None:
        return Start(clause=rule)
    try:
        found = balanced(*before, rules)
    except Refusal:  # The book leaves it to the director.
        return Start(clause=str(rules.start.equal_after_bye))
    return Start(found.starter, "balanced" if found.starter else "not-known", found.clause)


def start_rule(method: str, rules: Rulebook) -> str:
    """The rule on this way to settle who starts; where the book has none for it, on any way.

    >>> from ledger.rulebook import load
    >>> [start_rule(way, load("wsc-2003")) for way in ("draw", "self-balancing", "other")]
    ['wsc-2003 1.4', 'wsc-2003 1.3', 'wsc-2003 1.2']
    """
    choice = rules.choices.get("start-method")
    number = choice.values.get(method, "") if choice is not None else ""
    if not number and method == "draw" and rules.start.drawn.is_known:
        return str(rules.start.drawn)
    return f"{rules.id} {number}" if number else str(rules.start.method)


class ZeroTurn(Struct, frozen=True):
    """Whether a scoreless turn counts towards the end of the game.

    Attributes:
      counts: True if the book names the kind. A kind it does not name is not counted, and
        does not break the row either: with one in the row only a director ends the game.
      remark: ``ZERO_NOT_NAMED`` where a director has to settle it, else empty.
    """

    counts: bool
    remark: str
    clause: str


def zero_turn(kind: ZeroTurnKind, rules: Rulebook) -> ZeroTurn:
    """Whether a turn that scored nothing counts, by how it came to score nothing.

    >>> from ledger.rulebook import load
    >>> zero_turn("lost-to-challenge", load("nsa-1998")).counts
    True
    >>> zero_turn("lost-to-challenge", load("wespa-4.0"))
    ZeroTurn(counts=False, remark='zero-not-named', clause='wespa-4.0 5.2')
    """
    counted = rules.zeros.counted
    named = kind in counted.known()
    return ZeroTurn(named, "" if named else ZERO_NOT_NAMED, str(counted))


def ends_by_zeros(zero_turns: int, totals: Totals, rules: Rulebook) -> bool:
    """Whether so many counted scoreless turns in a row end the game at these scores.

    >>> from ledger.rulebook import load
    >>> [ends_by_zeros(6, (0, 0), load(name)) for name in ("wespa-1.0", "nsa-1998")]
    [True, False]
    >>> ends_by_zeros(5, (310, 295), load("nsa-1998"))
    False
    """
    if rules.zeros.goes_on_at_nil_all.known() and totals == (0, 0):
        return False
    return zero_turns >= rules.zeros.turns.known()


# Overtime: what it costs, and when it loses the game.


MINUTE = 60


def overtime_penalty(over: Seconds, rules: Rulebook) -> Points:
    """Points off one's own score: a full charge for each minute of overtime started.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-1.0")
    >>> [overtime_penalty(Seconds(over), rules) for over in (-5, 0, 1, 60, 61)]
    [0, 0, 10, 10, 20]

    Args:
      over: seconds used beyond the player's own limit, a lateness deduction included; a
        clock that shows time left gives a negative number.
    """
    if over < rules.overtime.first_second.known():
        return Points(0)
    minutes_started = -(-over // MINUTE)
    return Points(minutes_started * rules.overtime.points_per_started_minute.known())


def over_limit(over: Seconds, rules: Rulebook) -> bool:
    """Whether so much overtime loses the game; never where the book has no such rule.

    The books that have one don't say which side of the last second the limit is on: it is
    proposed as soon as it is reached, and the director confirms.

    >>> from ledger.rulebook import load
    >>> [over_limit(Seconds(over), load("wespa-4.0")) for over in (599, 600)]
    [False, True]
    >>> over_limit(Seconds(100_000), load("nsa-1998"))
    False
    """
    limit = rules.overtime.forfeit_after.value
    return limit is not None and over >= limit


# Who signs what when a game is over.


class Signing(Struct, frozen=True):
    who: str
    clause: str

    @property
    def words(self) -> str:
        return say(f"game_results.signs.{self.who}")


def signing(rules: Rulebook) -> Signing:
    """Who signs what under this rulebook.

    >>> from ledger.rulebook import load
    >>> signing(load("nsa-1998")).words
    "Each player signs the other player's score card."
    """
    who = rules.signing.who
    return Signing(who.known(), str(who))


def scores_are_closed(signatures: int, rules: Rulebook) -> bool:
    """Whether scores can no longer be corrected once so many players have signed.

    >>> from ledger.rulebook import load
    >>> [scores_are_closed(1, load(name)) for name in ("wespa-4.0", "nsa-1998")]
    [False, True]
    """
    return signatures >= CLOSED_BY[rules.signing.scores_correctable_until.known()]


CLOSED_BY = {"both-signed": 2, "own-signature": 1}
"""How many signatures end corrections. Who signs the other's card attests both scores, so
the first signature does, where the book lets each sign for the own part."""
