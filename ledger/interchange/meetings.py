"""Rounds put together from what each player's line says, where both lines say the same."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ledger.game.play.results.slips import LEAST, MOST
from ledger.interchange.described import DivisionTold, Entrant, Outing
from ledger.interchange.remarked import Report


class Met(Struct, frozen=True):
    """Two players of a round, or one who had nobody to play.

    Attributes:
      one, two: their numbers within the division, who started first where that is known; ``two``
        is 0 for nobody.
      scores: in that order; ``None``: none yet. Without an opponent the first is the
        spread, where the file has it.
      started: whether it is known that ``one`` went first.
      half_wins: without an opponent: 2, 1, 0, or ``None`` where it counts for nothing.
      table: 0: not told.
      line: where the file tells of it.
    """

    one: int
    two: int = 0
    scores: tuple[int, int] | None = None
    started: bool = False
    half_wins: int | None = None
    table: int = 0
    line: int = 0


def rounds_of(division: DivisionTold, report: Report) -> tuple[tuple[Met, ...], ...]:
    """The rounds of a division, the first one first; what does not agree is said and left out."""
    report.file = division.file
    players = {each.number: each for each in division.entrants}
    return tuple(tuple(_round(players, number, report)) for number in range(1, division.rounds + 1))


def _round(players: dict[int, Entrant], at: int, report: Report) -> Iterator[Met]:
    for number, player in players.items():
        outing = player.outing(at)
        if outing.opponent is None:
            continue
        if outing.opponent == 0:
            if outing.half_wins is None and not outing.score:
                continue  # counts for nothing: the player was not there
            spread = outing.score or 0
            scores = None if outing.score is None else (spread, 0)
            if _possible(spread, player, at, report):
                yield Met(number, scores=scores, half_wins=outing.half_wins, line=player.line)
            continue
        other = players.get(outing.opponent)
        if other is None or other is player:
            code = "own-opponent" if other is player else "no-such-opponent"
            said = "the own number" if other is player else f"{outing.opponent}, who is nobody"
            report.left_out(player.line, code, f"Round {at}: paired with {said}.")
            continue
        back = other.outing(at)
        if back.opponent != number:
            has = {None: "says nothing", 0: "has nobody"}.get(back.opponent, f"has {back.opponent}")
            said = f"Round {at}: paired with {other.number}, who {has}."
            report.left_out(player.line, "not-mutual", said)
        elif number < other.number:
            yield _game((player, outing), (other, back), at, report)


def _game(one: tuple[Entrant, Outing], two: tuple[Entrant, Outing], at: int, report: Report) -> Met:
    """A game that both lines tell of, who started first."""
    (player, mine), (other, others) = one, two
    line = player.line
    if mine.table and others.table and mine.table != others.table:
        said = (
            f"Round {at}: at table {mine.table}, the opponent at {others.table}; the first holds."
        )
        report.remark(line, "tables-differ", said)
    starts = (mine.started, others.started)
    known = starts in {(True, False), (False, True), (True, None), (None, True)} or (
        starts in {(False, None), (None, False)}
    )
    if starts in {(True, True), (False, False)}:
        report.remark(line, "starts-differ", f"Round {at}: who went first is not clear; not taken.")
    scores = _scores(mine, others, player, at, report)
    first = mine.started is True or others.started is False
    if known and not first:
        player, other = other, player
        scores = (scores[1], scores[0]) if scores else None
    return Met(
        player.number,
        other.number,
        scores,
        started=known,
        table=mine.table or others.table,
        line=line,
    )


def _scores(
    mine: Outing, others: Outing, player: Entrant, at: int, report: Report
) -> tuple[int, int] | None:
    """Both scores; where one is nothing and the other is none, the game was not played yet."""
    told = (mine.score, others.score)
    if told[0] is None or told[1] is None:
        if told != (None, None) and any(told):
            said = f"Round {at}: only one of the two scores is there; taken as none yet."
            report.remark(player.line, "one-score", said)
        return None
    if told == (0, 0):
        return None
    if all(_possible(score, player, at, report) for score in told if score is not None):
        return told[0], told[1]
    return None


def _possible(score: int, player: Entrant, at: int, report: Report) -> bool:
    if LEAST <= score <= MOST:
        return True
    said = f"Round {at}: {score} is no score of a game; left out."
    report.left_out(player.line, "score-impossible", said)
    return False
