"""A procedure as a value: what is done at the table, by whom, with how many tiles.

The tablet and the director's desk show these steps as they are. Which steps there are, and
the numbers in them, follow from the rulebook in force and from what was recorded.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ledger.vocabulary import Seat, Seconds

Actor = Literal["player", "opponent", "both", "director", "scorekeeper", "word judge", "staff"]
"""Who acts: ``player`` is the one whose play, draw or slip is at issue; ``opponent`` the other."""

Running = Literal["", "neutral", "player", "opponent", "on-move"]
"""Whose clock runs during a step; empty: as it was."""


class Step(Struct, frozen=True, kw_only=True):
    """One thing one person does.

    Attributes:
      who: who acts.
      does: one sentence for people, the counts worked out and the players named.
      clause: the rule, as ``wespa-4.0 3.9.5(a)(iii)``.
      tiles: how many tiles it is about; ``None`` where it is about none.
      clock: whose clock runs meanwhile.
      seconds: how long it may take before ``clock`` or the rule changes; ``None``: no limit.
      asks: tag of the request that records it; empty where nothing is recorded.
      if_wrong: what follows when the step is done wrong, one sentence; empty if nothing.
      done: whether it is recorded already.
    """

    who: Actor
    does: str
    clause: str
    tiles: int | None = None
    clock: Running = ""
    seconds: Seconds | None = None
    asks: str = ""
    if_wrong: str = ""
    done: bool = False


class Procedure(Struct, frozen=True, kw_only=True):
    """What a rulebook wants done about one irregularity.

    Attributes:
      name: stable, as ``overdraw``.
      title: what people call it.
      clause: the rule it rests on.
      steps: in order.
      seat: whose irregularity it is; ``None`` where it is nobody's.
      version: event that opened it.
      counts: numbers worked out, by what they count: ``("too many", 2)``, ``("turned up", 4)``.
      traps: ids of the traps that touch it; the director is called and offered the readings.
      needs_ruling: True where the book gives no steps, so that the director decides.
    """

    name: str
    title: str
    clause: str
    steps: tuple[Step, ...]
    seat: Seat | None = None
    version: int = 0
    counts: tuple[tuple[str, int], ...] = ()
    traps: tuple[str, ...] = ()
    needs_ruling: bool = False

    @property
    def next_step(self) -> Step | None:
        """The first step that is recorded and not done yet; ``None`` when all are."""
        return next((step for step in self.steps if step.asks and not step.done), None)

    def count(self, what: str) -> int:
        """One of the numbers worked out.

        Raises:
          KeyError: it is not one of ``counts``.
        """
        return dict(self.counts)[what]


class Question(Struct, frozen=True, kw_only=True):
    """What must be known before the procedure can be worked out.

    Attributes:
      field: name of the request's field.
      words: the question, in the words of the book in force.
      kind: what sort of answer; for ``choice``, one of ``choices`` (value, words).
    """

    field: str
    words: str
    kind: Literal["yes-no", "number", "choice", "text", "seat", "seconds", "tiles"]
    choices: tuple[tuple[str, str], ...] = ()


class Offer(Struct, frozen=True, kw_only=True):
    """Something irregular that can be reported at this moment, under this rulebook.

    Attributes:
      name: of the procedure it opens.
      title: what the button says.
      asks: tag of the request that reports it.
      clause: the rule.
      questions: what the request must hold.
    """

    name: str
    title: str
    asks: str
    clause: str
    questions: tuple[Question, ...] = ()
