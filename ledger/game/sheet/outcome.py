"""Who wins a game and by how much, how it ended, and what paper says beside the record."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from ledger import rulebook
from ledger.game.setting_up.facts import StarterDetermined
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import standing
from ledger.rulebook import Rulebook, rules_of
from ledger.rulebook.limits import METHODS, Said, Start, Starts, who_starts
from ledger.vocabulary import Points, Seat
from ledger.vocabulary.refusals import Refusal

WIN, TIE, LOSS = 2, 1, 0

ResultKind = Literal[
    "played", "forfeit", "forfeit_overtime", "resigned", "void", "ended_by_upset", "incomplete"
]
"""How a game came to its result; a ``bye`` is a result without a game."""


class Outcome(Struct, frozen=True):
    """What a game comes to; while it is being played, what it would come to now.

    Attributes:
      half_wins: 2 for a win, 1 for a tie, 0 for a loss, by seat.
      spreads: what each player's spread changes by. They differ in size only where a
        rulebook charges who left and leaves the other's gain to the director.
      rated: whether it counts for ratings; ``None`` where nobody has settled it.
    """

    half_wins: tuple[int, int]
    spreads: tuple[int, int]
    kind: ResultKind = "played"
    rated: bool | None = True

    @property
    def winner(self) -> Seat | None:
        """Who wins; ``None`` for a tie, and where both lose."""
        return tuple(Seat)[self.half_wins.index(WIN)] if WIN in self.half_wins else None

    @property
    def spread(self) -> int:
        return max(map(abs, self.spreads))


def outcome_of(sheet: Sheet) -> Outcome:
    """What the game comes to.

    Who forfeits or resigns loses, whatever the scores; the spread is then what the forfeit's
    scores or the margin say. An amended result stands above both.
    """
    if sheet.ending.voided:
        return Outcome((LOSS, LOSS), (0, 0), "void", rated=False)
    kind, rated = kind_of(sheet)
    return replace(_by_the_scores(sheet), kind=kind, rated=rated)


def _by_the_scores(sheet: Sheet) -> Outcome:
    first, second = sheet.stands
    spread = first - second
    if sheet.result.amended is None and sheet.ending.forfeit is not None:
        return _forfeited(sheet, spread)
    if sheet.result.amended is None and sheet.ending.resigned is not None:
        return _lost(sheet.ending.resigned, sheet.ending.margin, spread)
    if spread:
        return Outcome((WIN, LOSS) if spread > 0 else (LOSS, WIN), (spread, -spread))
    half = _half_wins_of_a_tie(sheet)
    return Outcome((half, half), (0, 0))


def kind_of(sheet: Sheet) -> tuple[ResultKind, bool | None]:
    """How the game came to its result, and whether that is rated as far as anybody knows."""
    if sheet.ending.forfeit is not None:
        overtime = sheet.ending.forfeit.cause == "overtime"
        return "forfeit_overtime" if overtime else "forfeit", sheet.ending.forfeit.rated
    if sheet.ending.resigned is not None:
        return (
            "resigned",
            None if sheet.ending.resignation is None else sheet.ending.resignation.rated,
        )
    if sheet.ended == "board-upset":
        return "ended_by_upset", None
    return ("incomplete", None) if sheet.ended == "incomplete" else ("played", True)


def _half_wins_of_a_tie(sheet: Sheet) -> int:
    """What the rulebook or the organiser says; half a win each where neither does."""
    rules = rules_of(sheet.scheduled)
    value = rules.standings.tie_half_wins.value
    return TIE if value is None else value


def _forfeited(sheet: Sheet, spread: int) -> Outcome:
    """Scores at the table say nothing here unless the forfeit defines them."""
    forfeit = sheet.ending.forfeit
    if forfeit is None or forfeit.loser is None:
        return Outcome((LOSS, LOSS), (0, 0))
    if forfeit.scores is not None:
        return Outcome(_half_wins(forfeit.loser), (spread, -spread))
    if forfeit.loser_spread is not None:
        charged = -forfeit.loser_spread
        spreads = (charged, 0) if forfeit.loser is Seat.FIRST else (0, charged)
        return Outcome(_half_wins(forfeit.loser), spreads)
    return _lost(forfeit.loser, forfeit.margin, 0)


def _lost(loser: Seat, margin: Points | None, spread: int) -> Outcome:
    """``loser`` loses by ``margin``; where nobody set one, by the scores if they say so."""
    if margin is not None:
        spread = -margin if loser is Seat.FIRST else margin
    else:
        spread = min(spread, 0) if loser is Seat.FIRST else max(spread, 0)
    return Outcome(_half_wins(loser), (spread, -spread))


def _half_wins(loser: Seat) -> tuple[int, int]:
    return (LOSS, WIN) if loser is Seat.FIRST else (WIN, LOSS)


# What paper says beside the record: how a game ended that went on on it; and who starts.


RACKS_COUNT = ("played-out", "six-zeros", "round-ended")
"""Ends after which the tiles left on the racks change the scores."""


def ends_on_paper(sheet: Sheet) -> bool:
    """Whether a slip filled in by hand says how this game ended, since the record does not.

    The record stopped before the end, or before the tiles left on the racks were counted, and
    nobody has signed anything since.
    """
    if sheet.result.given or sheet.result.carried or sheet.result.amended is not None:
        return False
    if sheet.ended in RACKS_COUNT:
        return not sheet.ending.unplayed_counted
    return sheet.ended in ("", "incomplete")


def kept_on_paper(sheet: Sheet) -> bool:
    """Whether a slip, or a file, says how it went on: what it adds up from, nobody recorded."""
    return any(line.kind in (LineKind.SLIP, LineKind.FILE) for line in sheet.lines)


def start_of(sheet: Sheet, before: Starts | None = None) -> Start:
    """Who starts the game, or started it: 1 sits in the first seat of the sheet, 2 in the second.

    Everything that says who starts, or counts starts, asks here, or ``who_starts`` where there is
    no sheet at hand. Unless the players draw at the table, the pairing says who started a game of
    which nobody wrote it down: who is named first. A slip that says otherwise wins.

    Args:
      sheet: the game.
      before: what both did in the rounds before, in the order of the pairing.
    """
    return who_starts(said_of_start(sheet), _rules(sheet), before)


def start_method(sheet: Sheet) -> str:
    """How the starter is found (``Start.method``); empty of a file's pairing, or left open."""
    rules = _rules(sheet)
    return (rules.start.method.value if rules else "") or ""


def _rules(sheet: Sheet) -> Rulebook | None:
    """The game's rules; ``None`` of a file's pairing, which is another program's, in any order."""
    scheduled = sheet.scheduled
    if not scheduled.rulebook or not scheduled.numbers or sheet.result.from_file:
        return None
    try:
        return rulebook.rules_of(scheduled)
    except Refusal:  # a book of the organiser's own of which the file is gone
        return None


def said_of_start(sheet: Sheet) -> Said:
    """What the game's own record says of who starts."""
    said = [one.fact for one in standing(sheet.events) if isinstance(one.fact, StarterDetermined)]
    if said and said[-1].method != "not-known":
        return METHODS[said[-1].method]
    if sheet.turn_count or (sheet.started and not said):  # whose turn, or clock, was first
        return "played"
    return "not-known" if said or kept_on_paper(sheet) else ""
