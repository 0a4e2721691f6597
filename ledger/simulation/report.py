"""What came of a simulation: counts, speed, and every defect with what led to it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from ledger.record.events import Event
from ledger.vocabulary import Seat

SHOWN = 12
"""Kinds of defects a person is shown; the rest are counted."""


class Defect(Struct, frozen=True, kw_only=True):
    """Something that must not happen: an exception, a game nobody can end, a law broken.

    Attributes:
      game: number of the game in the simulation, from 1; with book and seed it says which.
      place: where the game lies in the record.
      kind: what sort of defect.
      what: the exception or the law, in one line.
      asked: the request that led to it.
      trace: where in the code, innermost last.
    """

    game: int
    place: str
    kind: Literal["exception", "stuck", "law"]
    what: str
    asked: str = ""
    trace: tuple[str, ...] = ()

    def __str__(self) -> str:
        after = f" after {self.asked}" if self.asked else ""
        return f"game {self.game} ({self.place}): {self.kind}: {self.what}{after}"


@dataclass
class Tally:
    """What is counted while games are played."""

    requests: int = 0
    rulings: int = 0
    events: int = 0
    turns: int = 0
    games: int = 0
    points: int = 0
    topics: Counter[str] = field(default_factory=Counter)
    remarks: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    irregularities: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    wrong_answers: int = 0
    closed: Counter[str] = field(default_factory=Counter)
    left_open: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    met: set[tuple[str, str]] = field(default_factory=set)
    defects: list[Defect] = field(default_factory=list)

    def written(self, event: Event) -> None:
        """Count an event of a game."""
        self.events += 1
        self.topics[str(type(event.fact).__struct_config__.tag)] += 1
        for code in event.envelope.remarks:
            self.remarks[code] += 1

    def refused(self, code: str, asked: str) -> None:
        """Count a refusal, and which request met it."""
        self.refusals[code] += 1
        self.met.add((asked, code))


class Report(Struct, frozen=True, kw_only=True):
    """The whole simulation in numbers; ``facts`` is a digest of all facts of all games.

    ``wrong_answers``: how often something offered was refused for what was answered. Were it
    refused whatever is answered, a law would be broken.
    """

    book: str
    seed: int
    games: int
    turns: int
    events: int
    requests: int
    rulings: int
    average_score: float
    seconds: float
    games_a_second: float
    facts: str
    ends: dict[str, int]
    irregularities: dict[str, int]
    topics: dict[str, int]
    remarks: dict[str, int]
    refusals: dict[str, int]
    steps: dict[str, int]
    skipped: dict[str, int]
    wrong_answers: int
    closed: dict[str, int]
    left_open: dict[str, int]
    exceptions: int
    stuck: int
    laws_broken: int
    defects: tuple[Defect, ...]

    @property
    def sound(self) -> bool:
        """Whether every game came to its end, and nothing broke on the way."""
        return not self.defects


def reported(tally: Tally, *, book: str, seed: int, seconds: float, facts: str) -> Report:
    """The report of what was counted."""
    kinds = Counter(defect.kind for defect in tally.defects)
    return Report(
        book=book,
        seed=seed,
        games=tally.games,
        turns=tally.turns,
        events=tally.events,
        requests=tally.requests,
        rulings=tally.rulings,
        average_score=round(tally.points / max(1, tally.games * len(Seat)), 1),
        seconds=round(seconds, 2),
        games_a_second=round(tally.games / seconds, 1) if seconds else 0.0,
        facts=facts,
        ends=_most_first(tally.ends),
        irregularities=_most_first(tally.irregularities),
        topics=_most_first(tally.topics),
        remarks=_most_first(tally.remarks),
        refusals=_most_first(tally.refusals),
        steps=_most_first(tally.steps),
        skipped=_most_first(tally.skipped),
        wrong_answers=tally.wrong_answers,
        closed=_most_first(tally.closed),
        left_open=_most_first(tally.left_open),
        exceptions=kinds["exception"],
        stuck=kinds["stuck"],
        laws_broken=kinds["law"],
        defects=tuple(tally.defects),
    )


def in_sentences(report: Report) -> str:
    """The report for people."""
    rows = [
        (
            f"{report.book}, seed {report.seed}: {report.games} games, {report.turns} turns, "
            f"{report.events} events; {report.average_score} points a player on average."
        ),
        f"Ended: {_told(report.ends)}.",
        f"Irregularities: {_told(report.irregularities)}.",
        f"Refused: {_told(report.refusals)}; {report.rulings} rulings.",
    ]
    closed, left = sum(report.closed.values()), sum(report.left_open.values())
    rows.append(f"Procedures: {closed} closed, {left} open at the end ({_told(report.left_open)}).")
    rows.append(f"Offered, and refused for what was answered: {report.wrong_answers}.")
    if report.skipped:
        rows.append(f"Not followed to its end: {_told(report.skipped)}.")
    alike: dict[tuple[str, str, tuple[str, ...]], list[Defect]] = {}
    for defect in report.defects:
        alike.setdefault((defect.kind, defect.what, defect.trace[-1:]), []).append(defect)
    for first, *others in list(alike.values())[:SHOWN]:
        rows.append(f"{first}; {len(others)} more like it" if others else str(first))
        rows += [f"  {frame}" for frame in first.trace]
    if (unsaid := len(alike) - SHOWN) > 0:
        rows.append(f"and {unsaid} more kinds; `--json` lists them all")
    rows.append(
        f"{report.exceptions} exceptions, {report.stuck} games stuck, "
        f"{report.laws_broken} laws broken."
    )
    rows.append(f"{report.seconds} s, {report.games_a_second} games a second.")
    return "\n".join(rows)


def _told(counted: dict[str, int]) -> str:
    return ", ".join(f"{what} {number}" for what, number in counted.items()) or "nothing"


def _most_first(counter: Counter[str]) -> dict[str, int]:
    return dict(sorted(counter.items(), key=lambda pair: (-pair[1], pair[0])))
