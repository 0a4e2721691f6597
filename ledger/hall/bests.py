"""The records of an event: highest game, highest play, highest combined score, largest win."""

from __future__ import annotations

import sqlite3
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from ledger.hall.rows import COUNTED, NOT_PLAYED, PAPERS_DIFFER
from ledger.vocabulary.signs import score

BestKind = Literal["game", "play", "combined", "win", "losing"]
"""What of games there is a highest of; ``losing``: the highest score that did not win."""

KINDS: tuple[BestKind, ...] = get_args(BestKind)

FINISHED = COUNTED - {"forfeited"}


class Best(Struct, frozen=True, kw_only=True):
    """One of the highest of an event.

    Attributes:
      points: what it is one of the highest by; of ``win``, the difference.
      names: whose it is first, then the opponent.
      scores: of both, in the same order, as ``612–344``.
      play: of ``play``, the move, as ``8D WINDY``; else empty.
    """

    kind: BestKind
    points: int
    names: tuple[str, str]
    scores: str
    play: str
    division: str
    round_number: int
    table: int


_WORTH: dict[BestKind, str] = {
    "game": "max(first_total, second_total)",
    "play": "best",
    "combined": "first_total + second_total",
    "win": "abs(first_total - second_total)",
    "losing": "CASE WHEN first_total <> second_total THEN min(first_total, second_total) END",
}
"""What a game is worth by each kind, in SQL; nothing, or null: it is none."""

_OURS_IS_FIRST: dict[BestKind, str] = {
    "play": "best_by = 0",
    "losing": "first_total < second_total",
}
"""Whether the first of a game is whose it is; of the others, whoever has more points is."""

PLAYED_OUT = """
    WHERE tournament = :slug AND counted AND begun <> :not_played AND state IN (
            SELECT value FROM json_each(:states))
        AND instr(flags, 'taken-back') = 0 AND instr(flags, :differ) = 0
        AND (:division = '' OR division = :division) AND NOT EXISTS (
            SELECT 1 FROM games AS again WHERE again.tournament = games.tournament
            AND again.division = games.division AND again.round_number = games.round_number
            AND again.table_number = games.table_number AND again.replay > games.replay)
"""
"""Which games there is a highest of, with what ``asked_of`` gives."""

_QUESTION = f"""
    SELECT {{worth}} AS worth, {{ours}} AS ours, first, second, first_total, second_total,
        best_play, division, round_number, table_number
    FROM games {PLAYED_OUT} AND worth > 0
    ORDER BY worth DESC, round_number, position LIMIT :most
"""  # noqa: S608 (our own words)


def asked_of(slug: str, division: str, states: frozenset[str]) -> dict[str, str | int]:
    """What ``PLAYED_OUT`` has to know; of ``states``, those in which a game was played out."""
    found = msgspec.json.encode(sorted(states & FINISHED)).decode()
    return {
        "slug": slug, "division": division, "states": found, "not_played": NOT_PLAYED,
        "differ": PAPERS_DIFFER,
    }  # fmt: skip


def bests(
    db: sqlite3.Connection, slug: str, division: str, most: int, states: frozenset[str]
) -> tuple[Best, ...]:
    """The highest of an event, by kind, the first of equals first.

    A game counts that was played and has a result; a score that two slips tell differently is
    none, and neither is a result that was awarded.

    Args:
      division: of this one only; empty: of all.
      most: so many of each kind.
      states: of ``FINISHED``, those of games that are looked at.
    """
    asked = asked_of(slug, division, states) | {"most": most}
    found: list[Best] = []
    for kind in KINDS:
        ours = _OURS_IS_FIRST.get(kind, "first_total >= second_total")
        question = _QUESTION.format(worth=_WORTH[kind], ours=ours)
        found += [_best(kind, row) for row in db.execute(question, asked)]
    return tuple(found)


def _best(kind: BestKind, row: tuple[Any, ...]) -> Best:
    worth, ours, first, second, first_total, second_total, play, *place = row
    names, totals = (first, second), (first_total, second_total)
    if not ours:
        names, totals = names[::-1], totals[::-1]
    return Best(
        kind=kind, points=worth, names=names, scores=score(*totals),
        play=play if kind == "play" else "", division=place[0], round_number=place[1],
        table=place[2],
    )  # fmt: skip
