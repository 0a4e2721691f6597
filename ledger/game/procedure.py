"""What a procedure is: its steps, questions and offers, who opens it, what it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.sheet.sheet import Opened, Sheet
from ledger.messages import language, say
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat, Seconds
from ledger.vocabulary.closed_lists import choices

Actor = Literal["player", "opponent", "both", "director", "scorekeeper", "word judge", "staff"]
"""Who acts: ``player`` is the one whose play, draw or slip is at issue; ``opponent`` the other."""

Running = Literal["", "neutral", "player", "opponent", "on-move"]
"""Whose clock runs during a step; empty: as it was."""


Value = str | int | tuple[str | int, ...] | None
"""What a field of a request may hold, where it is worked out beforehand."""

Answers = tuple[tuple[str, Value], ...]
"""Fields of a request, by name, with what they hold."""

Room = Literal["table", "director"]
"""Where a step is recorded: at the table, or at the director's desk, with the case."""


UNDER_A_RULING = frozenset({
    "adjust-time", "apply-credit", "apply-penalty", "end-after-upset", "nullify-press",
    "redesignate-blank", "replay-move", "set-times", "settle-drawing",
})  # fmt: skip
"""Requests that record a director's step and carry out a ruling: without a case each is refused."""


class Question(Struct, frozen=True):
    """What must be known before the procedure can be worked out.

    It is declared once, with the id of its words, and told in the language of who is asked.

    Attributes:
      says: which sentence of the catalogue ``questions`` asks it; ``values`` are its names.
      kind: what sort of answer; for ``choice``, one of ``choices`` (value, words), or some of
        them where the field takes several.
      of: the closed list that is chosen from; ``listed``: what is chosen from, where it is none.
    """

    field: str
    says: str
    kind: Literal[
        "yes-no", "number", "choice", "text", "seat", "seconds", "tiles",
        "words", "pair", "pair-seconds", "turns", "placement",
    ]  # fmt: skip
    listed: tuple[tuple[str, str], ...] = ()
    of: Any = None
    values: tuple[tuple[str, str | int], ...] = ()

    @property
    def words(self) -> str:
        return say(f"questions.{self.says}", **dict(self.values))

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        return self.listed if self.of is None else choices(self.of)


class Step(Struct, frozen=True):
    """One thing one person does.

    What its request holds is known from ``answers`` and ``questions`` together.

    Attributes:
      does: one sentence for people, the counts worked out and the players named.
      clause: the rule, as ``wespa-4.0 3.9.5(a)(iii)``.
      seconds: how long it may take before ``clock`` or the rule changes; ``None``: no limit.
      asks: tag of the request that records it; empty where nothing is recorded, or not yet.
      if_wrong: what follows when the step is done wrong, one sentence; empty if nothing.
      optional: it need not happen, or is one of several ways out; nobody waits for it.
      answers: fields of the request that are worked out already.
      room: where it is recorded; with the director, ``asks`` is a matter of the case.
      calls_director: the book has the director called or told with this step. Until it is done
        the procedure is on the director's desk, whatever else is still to be done before it.
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
    optional: bool = False
    answers: Answers = ()
    questions: tuple[Question, ...] = ()
    room: Room = "table"
    calls_director: bool = False


class Procedure(Struct, frozen=True, kw_only=True):
    """What a rulebook wants done about one irregularity.

    Attributes:
      counts: numbers worked out, by the code of what they count: ``("too-many", 2)``. Where it is
        shown, the words of ``game_counts`` stand in its place.
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
        """The first step that must be recorded at the table and is not yet; ``None``: none.

        A step in the director's room is the director's, who does it under a case; nobody at
        the table is led there.
        """
        waited_for = (
            step
            for step in self.steps
            if step.asks and not step.optional and step.room != "director"
        )
        return next((step for step in waited_for if not step.done), None)

    @property
    def waits_for_director(self) -> bool:
        """Whether it is on the director's desk: a ruling, a call, or the next step is wanted."""
        if self.needs_ruling or any(one.calls_director and not one.done for one in self.steps):
            return True
        undone = (one for one in self.steps if one.asks and not one.done and not one.optional)
        step = next(undone, None)
        return step is not None and (step.who == "director" or step.room == "director")

    def count(self, what: str) -> int:
        return dict(self.counts)[what]


class Offer(Struct, frozen=True):
    """Something irregular that can be reported at this moment, under this rulebook.

    Attributes:
      title: what it is called in the language in which it was asked for (``offers.po``).
    """

    name: str
    title: str
    asks: str
    clause: str
    questions: tuple[Question, ...] = ()


def in_order(*steps: Step | Iterable[Step] | Literal[False] | None) -> tuple[Step, ...]:
    """The steps of a procedure as they are listed; those whose condition is false are left out."""
    listed: list[Step] = []
    for step in steps:
        if isinstance(step, Step):
            listed.append(step)
        elif step:
            listed += step
    return tuple(listed)


# What can be reported, as a table a chapter: one row an offer, read for each sheet.


OfSheet = Callable[[Sheet, Rulebook], bool]
OfBook = Callable[[Rulebook], bool]
Asked = Question | Callable[[Rulebook], tuple[Question, ...]]
"""A question, or those that depend on the rulebook."""
Rule = str | Callable[[Rulebook], str]
"""The place of a rule in a rulebook's file, as ``timer.fault``; or how this one is cited."""
RuledNow = Callable[[Sheet, Rulebook], tuple[str, tuple[Question, ...]]]
"""How the rule of this moment is cited, and what is asked first under it."""
Held = dict[OfSheet, bool]
"""What was found to hold of one sheet, or not to: several offers stand on one condition."""


class OfferRow(Struct, frozen=True):
    """One row of a chapter's table of offers.

    Attributes:
      rule: by which it is offered, unless ``now`` says another at this moment.
      book: under which rulebooks it is offered; ``None``: under all.
      when: at which moments: all of it holds; empty: whenever the table is read.
      of_sheet: its first questions, where they hold what is on the sheet; ``questions`` follow.
    """

    name: str
    asks: str
    rule: Rule
    questions: tuple[Asked, ...]
    book: OfBook | None
    when: tuple[OfSheet, ...]
    of_sheet: Callable[[Sheet, Rulebook], tuple[Question, ...]] | None
    now: RuledNow | None

    def by_book(self, rules: Rulebook) -> Offer:
        """What the row says under this rulebook, whatever is on the sheet."""
        of_book = attrgetter(self.rule) if isinstance(self.rule, str) else self.rule
        questions: list[Question] = []
        for question in self.questions:
            questions += (question,) if isinstance(question, Question) else question(rules)
        title = say(f"offers.{self.name}")
        return Offer(self.name, title, self.asks, str(of_book(rules)), tuple(questions))

    def at(self, sheet: Sheet, rules: Rulebook, under: Offer) -> Offer:
        """What it says at this moment of a game."""
        if self.of_sheet is not None:
            return replace(under, questions=(*self.of_sheet(sheet, rules), *under.questions))
        if self.now is not None:
            clause, first = self.now(sheet, rules)
            return replace(under, clause=clause, questions=(*first, *under.questions))
        return under


def offer(
    name: str,
    asks: str,
    rule: Rule,
    *questions: Asked,
    book: OfBook | None = None,
    when: OfSheet | tuple[OfSheet, ...] = (),
    of_sheet: Callable[[Sheet, Rulebook], tuple[Question, ...]] | None = None,
    now: RuledNow | None = None,
) -> OfferRow:
    """A row of a table of offers."""
    conditions = when if isinstance(when, tuple) else (when,)
    return OfferRow(name, asks, rule, questions, book, conditions, of_sheet, now)


class Offers:
    """A chapter's table of offers; it is asked with a sheet and its rulebook.

    What does not depend on the sheet is worked out once a rulebook and language.
    """

    def __init__(self, when: OfSheet, rows: Sequence[OfferRow]) -> None:
        self.when, self.rows = when, tuple(rows)
        self._under: dict[tuple[int, str], tuple[Rulebook, Kept]] = {}

    def __call__(self, sheet: Sheet, rules: Rulebook, held: Held) -> tuple[Offer, ...]:
        if self.when not in held:
            held[self.when] = self.when(sheet, rules)
        if not held[self.when]:
            return ()
        kept = self._under.get((id(rules), language()))
        found = []
        for row, made in kept[1] if kept and kept[0] is rules else self._of(rules):
            for condition in row.when:
                if condition not in held:
                    held[condition] = condition(sheet, rules)
                if not held[condition]:
                    break
            else:
                if not made:
                    made.append(row.by_book(rules))
                plain = row.of_sheet is None and row.now is None
                found.append(made[0] if plain else row.at(sheet, rules, made[0]))
        return tuple(found)

    def _of(self, rules: Rulebook) -> Kept:
        """The rows there are under a rulebook, each with its offer once it was made."""
        if len(self._under) >= MOST_BOOKS:
            self._under.clear()
        rows: Kept = [(row, []) for row in self.rows if row.book is None or row.book(rules)]
        self._under[id(rules), language()] = (rules, rows)
        return rows


Kept = list[tuple[OfferRow, list[Offer]]]
"""Rows, each with its offer once it was made."""

MOST_BOOKS = 64  # rulebooks, each with an organiser's choices, told in a language


def knows(rule: str) -> OfBook:
    """Whether a rulebook has a value there."""
    return lambda rules: attrgetter(rule)(rules).is_known is True


def always(_sheet: Sheet, _rules: Rulebook) -> bool:
    return True


def not_begun(sheet: Sheet, _rules: Rulebook) -> bool:
    return not sheet.started and not sheet.ended


def playing(sheet: Sheet, _rules: Rulebook) -> bool:
    return sheet.started and not sheet.ended


def begun(sheet: Sheet, _rules: Rulebook) -> bool:
    """Whether the game has begun; once its result is final, only tables for that are read."""
    return sheet.started


# Which fact opens which procedure, registered where the procedure is written.


Steps = Callable[[Sheet, Opened, Rulebook], Procedure]
"""From the sheet, what was opened and the rulebook to the steps."""

PROCEDURES: dict[type[Fact], Steps] = {}
"""By the fact that opens it."""


def opened_by(*kinds: type[Fact]) -> Callable[[Steps], Steps]:
    def register(steps: Steps) -> Steps:
        for kind in kinds:
            assert kind not in PROCEDURES, f"{kind.__name__} opens two procedures"
            PROCEDURES[kind] = steps
        return steps

    return register


# Whether something was written since a procedure was opened, by whatever way it was entered.


def recorded_since(sheet: Sheet, opened: Opened, kind: type[Fact] | tuple[type[Fact], ...]) -> bool:
    """Whether a fact of this kind came after the one that opened the procedure."""
    for event in reversed(sheet.events):
        if event.originator_version <= opened.version:
            return False
        if isinstance(event.fact, kind):
            return True
    return False
