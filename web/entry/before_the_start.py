"""What a tablet asks before the first clock: how the starter is found, and which timer it is.

Everything it may ask is what the rulebook in force knows; what the record has counted of earlier
rounds comes with it, so that a balanced start needs no arithmetic at the table.
"""

from __future__ import annotations

from msgspec import Struct

from ledger.game.play.setting_up.starting_procedure import HOW_TO_START, TIMERS
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.rulebook.computing.starts import balanced, start_rule
from ledger.rulebook.model.table import TimerKind
from ledger.tournament.balancing import starts_before
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import the_badges

METHODS = {
    "draw": "Both drew a tile",
    "assigned": "The pairings say",
    "self-balancing": "By starts so far",
}
"""Ways to settle who starts, in a word or two. A book that leaves it open may use any."""

BALANCED = "self-balancing"


class BalanceTold(Struct, frozen=True, kw_only=True):
    """Who starts by the starts so far.

    Attributes:
      starter: 1 or 2 of the pairing, or 0 to draw.
      firsts: games of the tournament each player has started.
      open: why the book does not settle it, or empty.
    """

    starter: int
    firsts: tuple[int, int]
    open: str


class StartTold(Struct, frozen=True, kw_only=True):
    """What the start panel shows: ways, timers, the order of tiles, and the balance of starts.

    Attributes:
      method: how the book settles who starts; empty: it leaves that open.
      methods: every way: its name, in a word or two, in a sentence, and the rule for it.
      clause: the rule on how it is settled.
      cause: the moment at which the book has the first clock started, or empty.
      stay_out: no tile that was drawn goes back before the draw is decided.
      timers: kinds of timer, each with its words, best first.
      mandatory: a game needs one.
      timer: the kind that stands on the table, or empty.
      balance: where the starts of earlier rounds decide; ``None``: the record can't tell.
    """

    method: str
    methods: tuple[tuple[str, str, str, str], ...]
    clause: str
    cause: str
    stay_out: bool
    timers: tuple[tuple[TimerKind, str], ...]
    mandatory: bool
    timer: str
    balance: BalanceTold | None


def start_of(sheet: Sheet, rules: Rulebook) -> StartTold:
    """What is asked at this table before the first clock."""
    method = rules.start.method.value or ""
    kinds = rules.timer.kinds.value or tuple(TIMERS)
    return StartTold(
        method=method if method in METHODS else "",
        methods=ways_to_start(rules),
        clause=str(rules.start.method),
        cause=rules.start.clock_starts.value or "",
        stay_out=bool(rules.start.tiles_stay_out.value),
        timers=tuple((kind, TIMERS[kind]) for kind in kinds),
        mandatory=bool(rules.timer.mandatory.value),
        timer=sheet.clock.timer,
        balance=_balance(sheet, rules) if method == BALANCED else None,
    )


def ways_to_start(rules: Rulebook) -> tuple[tuple[str, str, str, str], ...]:
    """Every way to settle who starts: its name, in a word or two, in a sentence, and its rule."""
    return tuple(
        (one, words, HOW_TO_START[one], start_rule(one, rules)) for one, words in METHODS.items()
    )


def _balance(sheet: Sheet, rules: Rulebook) -> BalanceTold | None:
    desk = the_badges().desk
    counts = starts_before(desk.log, desk.shelf, sheet.scheduled)
    if counts is None:
        return None
    first, second = counts
    firsts = (first.firsts, second.firsts)
    try:
        starter = balanced(first, second, rules).starter
    except Refusal as open_point:
        return BalanceTold(starter=0, firsts=firsts, open=open_point.what)
    return BalanceTold(starter=starter, firsts=firsts, open="")
