"""Too many tiles drawn: how many are turned up, by whom, and how many go back.

Which of a book's cases applies depends on whether a new tile was mixed with the old ones, in
that book's own sense, and in some books on who noticed. Here are the numbers only; who does
what is in ``ledger.game.play.drawing.overdraw_procedure``.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from ledger.refusals.saying import refusal
from ledger.rulebook import Clause, Rulebook
from ledger.rulebook.gaps import call_the_director
from ledger.vocabulary import RACK_SIZE, Seconds
from ledger.vocabulary.closed_lists import NoticedBy, SeenBy

Group = Literal["new", "new-and-old", "open-rack"]
"""Which tiles it is about: the new ones alone, face down; all the player's tiles, face down;
all of them, shown to the opponent."""


class Counts(Struct, frozen=True, kw_only=True):
    """The numbers of one correction.

    Attributes:
      over: tiles too many, the X of the books; so many go back.
      group: which tiles are put down or shown.
      size: how many those are.
      revealed: how many of them are turned up or looked at.
      returned: how many go back into the bag, always ``over``.
      left: tiles on the rack afterwards.
      by_choice: False where those that go back are taken at random.
      seen_by: who sees the tiles turned up: ``both``, ``opponent``, ``nobody``, or
        ``returned-by-both`` (the opponent those taken, both those that go back).
      again: how many are turned up the second time if too many were; ``None`` where the
        book does not say.
      free_seconds: for choosing, before the opponent's clock runs; ``None``: not stated.
      clause: the rule for the number turned up, as ``wespa-4.0 3.9.5(b)``.
      traps: ids of the gaps this was worked out across, with our reading.
    """

    over: int
    group: Group
    size: int
    revealed: int
    returned: int
    left: int
    by_choice: bool
    seen_by: SeenBy
    again: int | None
    free_seconds: Seconds | None
    clause: str
    traps: tuple[str, ...] = ()


class TooMany(Struct, frozen=True, kw_only=True):
    """What was drawn, as far as the numbers of the correction depend on it.

    Attributes:
      held: tiles on the rack before drawing.
      drawn: tiles drawn.
      due: tiles that were to be drawn; 0 where all those drawn have to go back.
      touched: a new tile has been on the rack.
      mixed: a new tile was mixed with old ones, so that nobody can tell it any more.
      noticed_by: who noticed. Where a rule says that its opponent-notices procedure is to be
        followed, whoever noticed, it is the opponent.
      concealed: the player knew and said nothing; it then counts as noticed by the opponent.
      apart: new tiles that still lie apart although others were mixed.
    """

    held: int
    drawn: int
    due: int
    touched: bool
    mixed: bool
    noticed_by: NoticedBy
    concealed: bool = False
    apart: int = 0


def overdraw_counts(drew: TooMany, rules: Rulebook, *, ruled: bool = False) -> Counts:
    """The numbers of the correction, by the book in force.

    >>> from ledger.rulebook import load
    >>> drew = TooMany(
    ...     held=4, drawn=5, due=3, touched=False, mixed=False, noticed_by="player"
    ... )
    >>> [overdraw_counts(drew, load(book)).revealed
    ...  for book in ("wespa-4.0", "wsc-2003", "wespa-1.0", "nsa-1998")]
    [4, 0, 3, 4]

    Args:
      drew: what was drawn.
      rules: the rulebook in force.
      ruled: a director has ruled that our reading is to be used where the book has a gap.
    """
    held, drawn, due = drew.held, drew.drawn, drew.due
    over = drawn - due
    if over <= 0:
        raise refusal("not-overdrawn", drawn=drawn, due=due)
    inside = has_mixed(drew.touched, drew.mixed, rules)
    shown = _shown(inside, drew.noticed_by == "player" and not drew.concealed, rules)
    if drew.noticed_by not in ("player", "opponent") and _differs(inside, rules):
        _settled(rules.overdraw.found_by_others, rules, ruled)
    kind, clause = shown.known(), str(shown)
    traps = [shown.trap, _seen_by_clause(inside, rules).trap if kind != "none" else ""]
    if not inside and held >= RACK_SIZE:
        traps += _settled(rules.overdraw.full_rack_untouched, rules, ruled)
    if inside and drew.apart:
        traps += _settled(rules.overdraw.partly_touched, rules, ruled)
    all_new = rules.drawing.all_new_shown_if
    if not inside and all_new.is_known and _all_new(all_new.known(), held, due):
        kind, clause = "all-new", str(all_new)
    group: Group = "open-rack" if kind == "whole-rack" else "new-and-old" if inside else "new"
    size = drawn if group == "new" else held + drawn
    revealed = to_turn_up(kind, over, size)
    if revealed > size:
        traps += _settled(rules.overdraw.beyond_the_group, rules, ruled)
        revealed = size
    again = rules.drawing.after_too_many_shown.value
    return Counts(
        over=over,
        group=group,
        size=size,
        revealed=revealed,
        returned=over,
        left=held + due,
        by_choice=revealed > 0,
        seen_by=_seen_by(kind, inside, rules),
        again=None if again is None else to_turn_up(again, over, size),
        free_seconds=rules.drawing.overdraw_free_seconds.value,
        clause=clause,
        traps=tuple(dict.fromkeys(filter(None, traps))),
    )


def has_mixed(touched: bool, mixed: bool, rules: Rulebook) -> bool:
    """Whether the new tiles count as mixed with the old ones, in this book's sense (TX-02)."""
    return {"on-rack": touched, "mixed": mixed}[rules.drawing.touched_means.known()]


def to_turn_up(kind: str, over: int, size: int) -> int:
    """How many tiles a kind of ``Drawing``'s clauses comes to.

    >>> [to_turn_up(kind, 2, 9) for kind in ("none", "x", "x+2", "whole-rack")]
    [0, 2, 4, 9]
    """
    if kind in WHOLE_GROUP:
        return size
    return over + MORE_THAN_OVER[kind] if kind in MORE_THAN_OVER else 0


def seconds_charged(used: Seconds | None, free: Seconds | None) -> Seconds:
    """Seconds on the clock of who chooses: those beyond the free ones; none where none are set.

    >>> [seconds_charged(used, 15) for used in (40, 12, None)]
    [25, 0, 0]
    """
    if used is None or free is None:
        return Seconds(0)
    return Seconds(max(0, used - free))


MORE_THAN_OVER = {"x": 0, "x+1": 1, "x+2": 2, "x+3": 3}
WHOLE_GROUP = frozenset({"all-new", "whole-rack"})


def _all_new(kind: str, held: int, due: int) -> bool:
    """Whether all the new tiles are turned up, by a kind of ``drawing.all_new_shown_if``."""
    return {"six-on-rack": held == RACK_SIZE - 1, "one-due": due == 1}[kind]


def _shown(inside: bool, disclosed: bool, rules: Rulebook) -> Clause[Any]:
    drawing = rules.drawing
    if inside:
        return drawing.touched_found_by_drawer if disclosed else drawing.touched_found_by_opponent
    return drawing.untouched_found_by_drawer if disclosed else drawing.untouched_found_by_opponent


def _differs(inside: bool, rules: Rulebook) -> bool:
    """Whether it matters in this book who noticed."""
    return _shown(inside, True, rules).value != _shown(inside, False, rules).value


def _seen_by(kind: str, inside: bool, rules: Rulebook) -> SeenBy:
    if kind == "none":
        return "nobody"
    seen_by: SeenBy = _seen_by_clause(inside, rules).known()
    return seen_by


def _seen_by_clause(inside: bool, rules: Rulebook) -> Clause[Any]:
    return rules.overdraw.touched_seen_by if inside else rules.overdraw.untouched_seen_by


def _settled(clause: Clause[Any], rules: Rulebook, ruled: bool) -> tuple[str, ...]:
    """The trap we read across here, if any."""
    if not clause.is_known and not ruled:
        raise call_the_director(clause.trap, rules) if clause.trap else clause.refusal()
    return (clause.trap,) if clause.trap else ()
