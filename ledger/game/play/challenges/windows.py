"""How long a play may be challenged or put on hold, and when tiles may be drawn meanwhile.

Only the arithmetic: ``ledger.game.play.challenges.in_time`` says what is known about the moment,
and what follows when the window is closed. What is not known is not held against anybody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from ledger.rulebook import Clause, Rulebook
from ledger.rulebook.model.turns import Closing
from ledger.vocabulary import Seconds

Situation = Literal["orderly", "out-of-order", "empty-bag", "play-out", "was-away", "kept-open"]

Answer = Literal["challenge", "hold"]
"""The two rights that a play gives the opponent; after an orderly turn they may end apart."""


class Window(Struct, frozen=True):
    """What ends the right to challenge, or to call hold.

    Attributes:
      closes: the kind of ending, as ``ledger.rulebook.model.turns.Closing``; empty where the
        book gives none, so that nothing but the opponent's next turn closes it.
      seconds: how many, where seconds end it; else ``None``.
      clause: the rule.
      trap: the gap or contradiction that touches it, or empty.
      inferred: whether the ending is our reading.
    """

    closes: str
    seconds: Seconds | None
    clause: str
    trap: str = ""
    inferred: bool = False


class Moment(Struct, frozen=True, kw_only=True):
    """What has happened since the turn was completed.

    Attributes:
      after: seconds since then; ``None``: not known.
      tile_out: a replacement tile is out of the bag.
      tile_racked: a replacement tile is on the rack.
      next_turn_done: the opponent has completed, or submitted, a turn of their own.
      accepted: the opponent has accepted the play-out.
      forfeited: the opponent has lost by overtime.
    """

    after: Seconds | None = None
    tile_out: bool = False
    tile_racked: bool = False
    next_turn_done: bool = False
    accepted: bool = False
    forfeited: bool = False


def window_in(situation: Situation, rules: Rulebook, answer: Answer = "challenge") -> Window:
    """What ends the right to challenge a play made in this situation, or to call hold.

    >>> from ledger.rulebook import load
    >>> [window_in("orderly", load("nsa-1998"), answer).clause for answer in ("challenge", "hold")]
    ['nsa-1998 VI.D**', 'nsa-1998 X.B']
    """
    if situation == "was-away" and not rules.windows.returning_player_seconds.is_known:
        situation = "orderly"
    if situation == "was-away":
        seconds = rules.windows.returning_player_seconds
        return Window("seconds", seconds.value, str(seconds), seconds.trap)
    if situation == "kept-open":
        flash = rules.windows.flash_draw
        return Window("next-turn", None, str(flash), flash.trap)
    closes, seconds = _closing(situation, answer, rules)
    return Window(closes.value or "", seconds.value, str(closes), closes.trap, closes.inferred)


def _closing(
    situation: Situation, answer: Answer, rules: Rulebook
) -> tuple[Clause[Closing], Clause[Seconds]]:
    windows = rules.windows
    if situation == "orderly" and answer == "hold":
        return windows.hold_closes, windows.hold_seconds
    return {
        "orderly": (windows.closes, windows.seconds),
        "out-of-order": (windows.irregular_closes, windows.irregular_seconds),
        "empty-bag": (windows.empty_bag_closes, windows.empty_bag_seconds),
        "play-out": (windows.play_out_closes, windows.play_out_seconds),
    }[situation]


def is_open(window: Window, moment: Moment) -> bool:
    """Whether the play may still be challenged, or put on hold, at this moment.

    >>> from ledger.rulebook import load
    >>> window = window_in("orderly", load("wsc-2003"))
    >>> [is_open(window, Moment(after=Seconds(after), tile_racked=True)) for after in (15, 16)]
    [True, False]
    """
    return OPEN[window.closes](window, moment)


def _in_seconds(window: Window, moment: Moment) -> bool:
    return moment.after is None or moment.after <= (window.seconds or 0)


OPEN: dict[str, Callable[[Window, Moment], bool]] = {
    "tile-on-rack": lambda _, moment: not moment.tile_racked,
    "first-tile-out": lambda _, moment: not moment.tile_out,
    "seconds": _in_seconds,
    "seconds-or-first-tile-out": lambda window, moment: (
        _in_seconds(window, moment) and not moment.tile_out
    ),
    "": lambda _, moment: not moment.next_turn_done,
    "next-turn": lambda _, moment: not moment.next_turn_done,
    "next-submission": lambda _, moment: not moment.next_turn_done,
    "overtime-forfeit": lambda _, moment: not moment.forfeited,
    "acceptance": lambda _, moment: not moment.accepted,
}


def courtesy_draw_allowed(after: Seconds, rules: Rulebook) -> bool:
    """Whether tiles may be drawn during a hold, to be kept apart.

    >>> from ledger.rulebook import load
    >>> [courtesy_draw_allowed(Seconds(after), load("wespa-4.0")) for after in (29, 30)]
    [False, True]

    Args:
      after: seconds since the moment the book counts from, ``windows.courtesy_from``.
      rules: the rulebook in force.
    """
    return after >= rules.windows.courtesy_after.known()
