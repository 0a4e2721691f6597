"""Every shipped rulebook as it is decoded, a line for each value: for the golden list.

Make it anew with ``.venv/bin/python -m tests.rules.decoded_books`` where a value was changed on
purpose. How the files say the values, whole or as another book does, changes nothing in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import fields

from ledger.rulebook import NAMES, Rulebook, load

GOLDEN = Path(__file__).with_name("decoded_books.txt")


def _said(entry: dict[str, Any], book: str) -> dict[str, Any]:
    """An entry without the name of its book, and without what is empty and not its value."""
    return {
        key: value
        for key, value in entry.items()
        if key == "value"
        or (value not in (None, "", False, "stated") and (key, value) != ("book", book))
    }


def _lines(book: str, at: str, value: Any) -> Iterator[str]:
    """A line for a leaf, and for each entry of a book: what has a clause, or is about a chapter."""
    entry = isinstance(value, dict) and not value.keys().isdisjoint({"clause", "chapter"})
    if isinstance(value, dict) and value and not entry:
        for key, inner in value.items():
            yield from _lines(book, f"{at}.{key}" if at else key, inner)
    elif at == "coverage":
        for chapter in value:
            yield f"{at} {json.dumps(_said(chapter, book), ensure_ascii=False)}"
    else:
        value = _said(value, book) if entry else value
        yield f"{at} {json.dumps(value, ensure_ascii=False)}"


def decoded(book: Rulebook) -> list[str]:
    """Every value of a book with all that stands beside it, in the order it is held."""
    tables = {
        field.name: msgspec.to_builtins(getattr(book, field.name))
        for field in fields(book)
        if field.name not in ("profiles", "modes_elsewhere")
    }
    return list(_lines(book.id, "", tables))


def listed() -> str:
    """All books; of a profile of one, the lines that are not the book's own."""
    parts = []
    for name in NAMES:
        book = load(name)
        own = decoded(book)
        parts += [f"# {name}", *own]
        for profile, varied in book.profiles.items():
            parts += [f"# {name} {profile}", *(e for e in decoded(varied) if e not in own)]
            gone = {line.split(" ", 1)[0] for line in own} - {
                line.split(" ", 1)[0] for line in decoded(varied)
            }
            parts += [f"without {key}" for key in sorted(gone)]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(listed(), "utf-8")
