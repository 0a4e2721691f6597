"""A phrase: words with a fact's fields between them, written and read by one pattern."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any

import msgspec

from ledger.record.fact import Fact
from ledger.transcript.spelling import Spelling, either, quoted, unless
from ledger.transcript.table import Table
from ledger.vocabulary import Seat

PART = re.compile(
    r"\{(?P<field>\w+)(?::(?P<word>[\w ]+)|\|(?P<yes>[\w ]+)\|(?P<no>[\w ]+))?\}"
    r"|\[(?P<aside>[^\]]+)\]"
    r"|(?P<words>[^\[\]{}]+)"
)


@dataclass(frozen=True)
class Words:
    """Words that are the same for every fact of a kind."""

    said: str


@dataclass(frozen=True)
class Gap:
    """A place where a field goes."""

    field: str
    spelling: Spelling


@dataclass(frozen=True)
class Aside:
    """Words around one field, left out where the field says ``nothing``."""

    before: str
    gap: Gap
    after: str
    nothing: Any


class Phrase:
    """How one kind of fact is put in words.

    Args:
      kind: the fact.
      wording: words, ``{fields}`` and ``[asides]``, as described in ``phrases``.
      spellings: how a field is spelled, by its type.
      special: spellings that a phrase may ask for by name.

    Attributes:
      unsaid: fields that the wording left out by mistake; a test wants none.
    """

    def __init__(
        self,
        kind: type[Fact],
        wording: str,
        spellings: Mapping[Any, Spelling],
        special: Mapping[str, Spelling],
    ) -> None:
        self.kind = kind
        hints = typing.get_type_hints(kind)
        self._types = {name: _spelled_as(hints[name]) for name in kind.__struct_fields__}
        self._spellings = spellings
        self._special = special
        self._parts = tuple(self._parts_of(wording))
        self._gaps = {gap.field: gap.spelling for gap in _gaps(self._parts)}
        self._pattern = re.compile("".join(map(_pattern, self._parts)))
        self.unsaid = self._types.keys() - self._gaps.keys()

    def write(self, fact: Fact, table: Table) -> str:
        """The fact in words; a text that reads like an aside left out before it is in quotes."""
        told: list[str] = []
        left_out: list[Aside] = []
        for part in self._parts:
            said = _written(part, fact, table)
            if isinstance(part, Aside) and not said:
                left_out.append(part)
            elif isinstance(part, Aside) and any(re.fullmatch(_pattern(x), said) for x in left_out):
                value = getattr(fact, part.gap.field)
                if isinstance(value, str) and not said.startswith(f'{part.before}"'):
                    said = part.before + quoted(value) + part.after
            told.append(said)
        return "".join(told)

    def read(self, words: str, table: Table) -> Fact | None:
        """The fact these words tell, or ``None`` if they are some other phrase.

        Raises:
          ValueError: the words fit, and a value among them can't be.
        """
        found = self._pattern.fullmatch(words)
        if found is None:
            return None
        values = {part.gap.field: part.nothing for part in self._parts if isinstance(part, Aside)}
        for field, spelled in found.groupdict().items():
            if spelled is not None:
                values[field] = self._gaps[field].read(spelled, table)
        return self.kind(**values)

    def _parts_of(self, wording: str) -> Iterator[Words | Gap | Aside]:
        for part in PART.finditer(wording):
            if part["field"]:
                yield Gap(part["field"], self._spelling(part))
            elif part["aside"]:
                yield self._aside(part["aside"])
            else:
                yield Words(part["words"])

    def _aside(self, wording: str) -> Aside:
        inner = PART.search(wording)
        while inner and not inner["field"]:
            inner = PART.search(wording, inner.end())
        if inner is None:
            raise ValueError(f"The aside {wording} of {self.kind.topic()} holds no field.")
        default = next(
            field.default
            for field in msgspec.structs.fields(self.kind)
            if field.name == inner["field"]
        )
        nothing = "" if default is msgspec.NODEFAULT else default
        known = self._known_type(inner["field"]) if nothing is None else None
        spelling = self._spellings[known] if known and not inner["yes"] else self._spelling(inner)
        return Aside(
            wording[: inner.start()],
            Gap(inner["field"], spelling),
            wording[inner.end() :],
            nothing,
        )

    def _spelling(self, part: re.Match[str]) -> Spelling:
        if part["yes"]:
            return either(part["yes"], part["no"])
        asked = part["word"]
        if asked in self._special:
            return self._special[asked]
        if asked:
            return unless(asked, self._spellings[self._known_type(part["field"])])
        return self._spellings[self._types[part["field"]]]

    def _known_type(self, field: str) -> object:
        """The type of a field where it isn't ``None``."""
        return next(kind for kind in typing.get_args(self._types[field]) if kind is not NoneType)


def _spelled_as(hint: object) -> object:
    """The type of which a field is spelled: words of a closed list are words like others."""
    parts = typing.get_args(hint)
    if typing.get_origin(hint) is tuple and parts == (Seat, Ellipsis):
        return tuple[str, ...]
    if typing.get_origin(hint) is typing.Literal:
        return str if all(isinstance(part, str) for part in parts) else hint
    either_of = typing.get_origin(hint) in (typing.Union, UnionType)
    if either_of and all(_spelled_as(part) is str for part in parts):
        return str
    if typing.get_origin(hint) is tuple and _spelled_as(parts[0]) is str and parts[1] is Ellipsis:
        return tuple[str, ...]
    return hint


def _gaps(parts: Iterable[Words | Gap | Aside]) -> Iterator[Gap]:
    for part in parts:
        if isinstance(part, Gap):
            yield part
        elif isinstance(part, Aside):
            yield part.gap


def _pattern(part: Words | Gap | Aside) -> str:
    if isinstance(part, Words):
        return re.escape(part.said)
    if isinstance(part, Gap):
        return f"(?P<{part.field}>{part.spelling.pattern})"
    return f"(?:{re.escape(part.before)}{_pattern(part.gap)}{re.escape(part.after)})?"


def _written(part: Words | Gap | Aside, fact: Fact, table: Table) -> str:
    if isinstance(part, Words):
        return part.said
    if isinstance(part, Gap):
        return part.spelling.write(getattr(fact, part.field), table)
    value = getattr(fact, part.gap.field)
    if value == part.nothing and type(value) is type(part.nothing):
        return ""
    return part.before + part.gap.spelling.write(value, table) + part.after
