"""Standings and rounds in words, for pages, paper and terminal alike."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.hall.rows import Tie
from ledger.hall.standings_view import CardLine, Course, Paired
from ledger.tournament.facts import TieBreak
from ledger.vocabulary.bounds import halves
from ledger.vocabulary.signs import signed

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


def provisional_wording(missing: Sequence[Paired]) -> str:
    """Which games are missing from the standings; empty where none is."""
    if not missing:
        return ""
    words = _listed(missing)
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


def unsigned_wording(unsigned: Sequence[Paired]) -> str:
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
    text = "; ".join(f"{words} ({_listed(tables)})" for words, tables in why if tables)
    return f"Provisional: {text}." if text else ""


def _listed(tables: Sequence[Paired]) -> str:
    """Where games are, each round named once: ``round 1, tables 2 and 3; round 2, table 1``.

    Of many the first ``MOST_LISTED``, and how many more.
    """
    by_round: dict[tuple[str, int], list[str]] = {}
    for one in tables[:MOST_LISTED]:
        by_round.setdefault((one.division, one.round_number), []).append(str(one.table))
    listed = [
        f"{f'{division}, ' if division else ''}round {number}, {_tables(found)}"
        for (division, number), found in by_round.items()
    ]
    rest = len(tables) - MOST_LISTED
    return "; ".join((*listed, *([f"and {rest} more"] if rest > 0 else [])))


def _tables(numbers: Sequence[str]) -> str:
    if len(numbers) == 1:
        return f"table {numbers[0]}"
    return f"tables {', '.join(numbers[:-1])} and {numbers[-1]}"


def place_wording(one: Paired) -> str:
    """Where two players sit: ``A, round 3, table 4``."""
    division = f"{one.division}, " if one.division else ""
    return f"{division}round {one.round_number}, table {one.table}"


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


def rounds_counted(course: Course, division: str | None = None) -> frozenset[int]:
    return frozenset(
        line.round_number
        for card in course.cards
        if division in (None, card.player.division)
        for line in card.lines
        if line.counts
    )


def last_whole_round(course: Course, division: str | None = None) -> int:
    """The last round of which, as of all before it, no game is missing; 0: none."""
    missing = (one for one in course.missing if division in (None, one.division))
    lacking = min((one.round_number for one in missing), default=None)
    whole = [
        number for number in rounds_counted(course, division) if lacking is None or number < lacking
    ]
    return max(whole, default=0)
