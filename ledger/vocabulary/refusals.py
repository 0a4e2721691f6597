"""Every reason the ledger can give for not writing something down is a ``Refusal``.

A refusal changes nothing: no event is written. It says what was asked, what stands in the
way, and what the person at the table can do next. Refuse only what can't have happened or
what this person may not enter; what did happen against a rule is written, with a remark
(``ledger.vocabulary.remarks``). A rule refusal can be overruled by a director's ruling.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Self

from ledger.messages import say


class Saying:
    """A value of a refusal that is a sentence by its id: it is said when the refusal is.

    >>> str(Saying("game.points", n=2))
    '2 points'
    """

    __slots__ = ("message", "values")

    def __init__(self, message: str, /, **values: str | int | None) -> None:
        self.message = message
        self.values = values

    def __str__(self) -> str:
        return say(self.message, **self.values)


class Telling:
    """A value of a refusal that ``tell`` puts into words when the refusal is said."""

    __slots__ = ("_tell",)

    def __init__(self, tell: Callable[[], str]) -> None:
        self._tell = tell

    def __str__(self) -> str:
        return self._tell()


class Refusal(Exception):
    """Something the ledger will not write down.

    Attributes:
      code: stable name, for tablets and tests; never shown to people.
      what: what can't be done and why, in the words people use in the hall.
      next_step: what they can do now. Starts with a verb.
      clause: the rule that stands in the way, as ``wespa-1.0 3.2.1(a)``, or ``""``.
      trap: id of the gap or contradiction that only a director can settle, or ``""``.
      field: the field of the request that has to be filled in otherwise, or ``""``; a form says
        the refusal there.
      message: what its two sentences in ``ledger.messages`` begin with: they end in ``.what`` and
        ``.next`` and are said when they are read, in the language of who reads them. ``""`` for a
        refusal that brings its own words.
      values: what these sentences name.
    """

    __hash__ = None  # type: ignore[assignment]  # as of a dataclass: equal by what it says

    def __init__(
        self,
        code: str,
        what: str = "",
        next_step: str = "",
        clause: str = "",
        trap: str = "",
        field: str = "",
        *,
        message: str = "",
        values: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.clause = clause
        self.trap = trap
        self.field = field
        self.message = message
        self.values = values or {}
        self._own = (what, next_step)

    @classmethod
    def of(
        cls, code: str, /, *, clause: str = "", trap: str = "", field: str = "", **values: object
    ) -> Self:
        """One that stands in no chapter of ``ledger.refusals``, by its code and wording.

        What can be refused before there is a table, a desk or a record: by a command, by a store.
        """
        return cls(
            code.partition("/")[0],
            clause=clause,
            trap=trap,
            field=field,
            message=f"refusals.{code.replace('/', '.')}",
            values=values,
        )

    @property
    def what(self) -> str:
        return say(f"{self.message}.what", **self.values) if self.message else self._own[0]

    @property
    def next_step(self) -> str:
        return say(f"{self.message}.next", **self.values) if self.message else self._own[1]

    def _told(self) -> tuple[str, ...]:
        return self.code, self.what, self.next_step, self.clause, self.trap, self.field

    def __eq__(self, other: object) -> bool:
        return (
            type(self) is type(other)
            and isinstance(other, Refusal)
            and (self._told() == other._told())
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._told()}"

    def __str__(self) -> str:
        clause = f" ({self.clause})" if self.clause else ""
        return f"{self.what}{clause} {self.next_step}"


class RecordAway(Refusal):
    """The record can't be read or written at the moment, whoever asks and whatever for.

    The one way in which that is said, made where the store meets the disk or the server
    (``ledger.record.failures``). It says nothing about the request, so it is never kept as the
    answer to one: the same request, sent again later, is a new try.
    """
