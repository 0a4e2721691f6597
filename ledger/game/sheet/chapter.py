"""What a chapter says of each of its facts: what it does to the sheet, and its words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.record.fact import Fact
from ledger.vocabulary import Clocks, Totals
from ledger.vocabulary.bounds import minutes, some

# The shape of a fold: the sheet before, what happened, where it stands; the sheet after.


Fold = Callable[[Sheet, Any, Standing], Sheet]

FoldOf = TypeVar("FoldOf", bound=Fold)

FOLDS: dict[type[Fact], Fold] = {}
"""What each kind of fact does to the sheet; ``folding`` has read every chapter of them. A fact of
a game that is not in it fails a test."""


def folds(*kinds: type[Fact]) -> Callable[[FoldOf], FoldOf]:
    """Register the function below as what facts of these kinds do to the sheet."""

    def register(fold: FoldOf) -> FoldOf:
        for kind in kinds:
            assert kind not in FOLDS, f"{kind.__name__} is folded twice"
            FOLDS[kind] = fold
        return fold

    return register


def unchanged(sheet: Sheet, _fact: Fact, _entry: Standing) -> Sheet:
    return sheet


def leaves_unchanged(*kinds: type[Fact]) -> None:
    """Say that facts of these kinds are on the record, and do nothing to the sheet."""
    folds(*kinds)(unchanged)


# What had happened since a turn, as it stands in a transcript after a hold or a challenge.


SINCE = (
    "[; after {after}][; {hand_in_bag|hand in the bag|no hand in the bag}]"
    "[; {tile_out|tile out|no tile out}][; {tile_racked|tile racked|no tile racked}]"
    "[; {score_written|score written|score not written}]"
    "[; {accepted_aloud|accepted aloud|not accepted aloud}][; {away|was away|was there}]"
    "[; turn {out_of_order}]"
)


# Tiles, points and times in words, as they stand in what is told.


def tiles(count: int) -> str:
    """A number of tiles in words.

    >>> tiles(1), tiles(2)
    ('1 tile', '2 tiles')
    """
    return some(count, "tile")


def amount_of(amount: int, unit: str) -> str:
    """What a penalty takes or a credit gives, in words.

    >>> [amount_of(1, unit) for unit in ("points", "spread", "time", "turn")]
    ['1 point', '1 point of spread', '0:01 on the clock', '1 turn']
    >>> [amount_of(90, unit) for unit in ("points", "time")]
    ['90 points', '1:30 on the clock']
    """
    if unit == "time":
        return f"{minutes(amount)} on the clock"
    what = some(amount, "turn" if unit == "turn" else "point")
    return f"{what} of spread" if unit == "spread" else what


def pair(totals: Totals) -> str:
    return f"{totals[0]} to {totals[1]}"


def signed(totals: Totals) -> str:
    return f"{totals[0]:+d} and {totals[1]:+d}"


def both_clocks(clocks: Clocks) -> str:
    return " and ".join(minutes(seconds) for seconds in clocks)


def on_racks(racks: tuple[int, int]) -> str:
    return f"{racks[0]} and {tiles(racks[1])}"


F = TypeVar("F", bound=Fact)

TELLS: dict[type[Fact], Callable[[Any, Sheet], str]] = {}
"""By kind of fact, what tells it. A fact of a game that is not in it fails a test."""

LINES: dict[type[Fact], str] = {}
"""By kind of fact, its line in a transcript, from which it is written and read."""


def tells(
    kind: type[F], line: str = ""
) -> Callable[[Callable[[F, Sheet], str]], Callable[[F, Sheet], str]]:
    """Register the function below as what tells this kind of fact to people.

    Args:
      line: its wording in a transcript, with its fields in braces (``ledger.transcript.wording``);
        empty for turns, which are rows of the score sheet there.
    """

    def register(tell: Callable[[F, Sheet], str]) -> Callable[[F, Sheet], str]:
        assert kind not in TELLS, f"{kind.__name__} is told twice"
        TELLS[kind] = tell
        if line:
            LINES[kind] = line
        return tell

    return register
