"""Writes ``stored/<topic>.json`` for each kind of fact that has none yet.

    python tests/store/make_stored.py

Each file holds three lines: the stored bytes of an event with every field given, those of one
with only what must be given, and what the second means, its defaults written out. A file that
is there is never written again: it is what an older release has left in people's records.
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import EnumMeta
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from msgspec import inspect

from ledger.record.events import FACT_TYPES, Envelope

STORED = Path(__file__).with_name("stored")
NOW = datetime(2026, 11, 21, 14, 32, 7, 250000, tzinfo=UTC)
HEADER = {"written_at": NOW, "written_by": "K1", "command_id": UUID(int=7 << 64)}
WHOLE_HEADER = {
    **HEADER,
    "device": "T3",
    "occurred_at": NOW.replace(minute=30),
    "skew": -2,
    "clocks": (1490, 1377),
    "case": UUID(int=9 << 64),
    "remarks": ("bag-below-minimum",),
}


def an_example(kind: Any, name: str, every_field: bool) -> Any:
    """A value of a field's type, the same each time."""
    match kind:
        case inspect.UnionType():
            some = [k for k in kind.types if not isinstance(k, inspect.NoneType)]
            return an_example(some[0], name, every_field)
        case inspect.EnumType(cls=cls):
            assert isinstance(cls, EnumMeta)
            return list(cls)[-1]
        case inspect.TupleType(item_types=kinds):
            return tuple(an_example(k, name, every_field) for k in kinds)
        case inspect.VarTupleType(item_type=item):
            return (an_example(item, name, every_field),)
        case inspect.LiteralType(values=values):
            return min(values)
        case inspect.StructType(cls=cls):
            return a_struct(cls, every_field)
    return {
        inspect.BoolType: True,
        inspect.IntType: len(name) + 1,
        inspect.StrType: f"{name} Zoë",
        inspect.UUIDType: UUID(int=len(name) << 64),
        inspect.DateTimeType: NOW,
    }[type(kind)]


def a_struct(cls: type[msgspec.Struct], every_field: bool) -> Any:
    """A fact or a part of one, with every field given or only what must be."""
    fields = inspect.type_info(cls).fields
    return cls(
        **{
            field.name: an_example(field.type, field.name, every_field)
            for field in fields
            if every_field or field.required
        }
    )


def meaning(fact: Any) -> dict[str, Any]:
    """Every field of a fact with its value, as plain data, defaults included."""
    return {name: msgspec.to_builtins(getattr(fact, name)) for name in fact.__struct_fields__}


def main() -> None:
    STORED.mkdir(exist_ok=True)
    for topic, kind in FACT_TYPES.items():
        path = STORED / f"{topic}.json"
        if path.exists():
            continue
        whole = Envelope(fact=a_struct(kind, every_field=True), **WHOLE_HEADER)
        bare = Envelope(fact=a_struct(kind, every_field=False), **HEADER)
        lines = [msgspec.json.encode(what) for what in (whole, bare, meaning(bare.fact))]
        path.write_bytes(b"\n".join(lines) + b"\n")


if __name__ == "__main__":
    main()
