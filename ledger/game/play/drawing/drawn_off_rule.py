"""Where new tiles go when the play they were drawn for comes off the board."""

from __future__ import annotations

from ledger.game.facts.holds import DrawnThenChallengedOff
from ledger.game.play.drawing.overdraw_rule import Counts, overdraw_counts
from ledger.rulebook import Clause, Rulebook
from ledger.rulebook.model.challenges import WhereTilesGo


def returned_as(drawn: DrawnThenChallengedOff, rules: Rulebook) -> Clause[WhereTilesGo]:
    """What the book wants done, by how the tiles were drawn and whether they were mixed in.

    >>> from ledger.rulebook import load
    >>> from ledger.vocabulary import Seat
    >>> mixed = DrawnThenChallengedOff(seat=Seat.FIRST, how="courtesy", drawn=2, mixed=True)
    >>> [str(returned_as(mixed, load(book)).value) for book in ("wespa-4.0", "wespa-1.0")]
    ['overdraw', 'overdraw-noticed']
    """
    off = rules.drawn_off
    touched = {
        "courtesy": (off.courtesy_apart, off.courtesy_mixed),
        "flash": (off.flash_unracked, off.flash_racked),
        "irregular": (off.irregular_apart, off.irregular_mixed),
        "ordinary": (off.ordinary_apart, off.ordinary_mixed),
    }[drawn.how]
    return touched[bool(drawn.racked or drawn.mixed)]


def contested(drawn: DrawnThenChallengedOff, rules: Rulebook) -> tuple[str, ...]:
    """The trap that touches where these tiles go, if one does.

    Courtesy tiles that are clearly mixed in are what the rule speaks of; those that only
    touched the rack are not (T4-21).
    """
    trap = returned_as(drawn, rules).trap
    return (trap,) if trap and (drawn.how != "courtesy" or drawn.mixed is not True) else ()


def as_overdraw(drawn: DrawnThenChallengedOff, held: int, rules: Rulebook) -> Counts:
    """The numbers where all the new tiles are treated as drawn too many.

    Args:
      drawn: the new tiles.
      held: tiles on the rack with the play taken back.
      rules: the rulebook in force.
    """
    return overdraw_counts(
        held,
        drawn.drawn,
        0,
        bool(drawn.racked or drawn.mixed),
        bool(drawn.mixed),
        "opponent",
        rules,
    )


def both_see(drawn: DrawnThenChallengedOff, rules: Rulebook) -> bool | None:
    """Whether the opponent sees the tiles as they go back; ``None``: the book does not say.

    >>> from ledger.rulebook import load
    >>> from ledger.vocabulary import Seat
    >>> looked = DrawnThenChallengedOff(seat=Seat.FIRST, how="courtesy", drawn=2, looked=True)
    >>> [both_see(looked, load(book)) for book in ("wespa-4.0", "wespa-1.0", "wsc-2003")]
    [True, False, True]
    """
    goes = returned_as(drawn, rules)
    if goes.value == "shown-and-returned":
        return True
    if drawn.how != "courtesy":
        return None
    seen = rules.windows.courtesy_seen.value
    return {"yes": True, "no": False, "if-drawer-looked": bool(drawn.looked)}.get(seen or "")
