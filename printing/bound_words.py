"""What a form said of plays and of signs when its first codes were made, for its code now.

A code is a digest of a form's words, and has to come out for a sheet of the record as it did when
that was printed first. Words of the record had dots then for tiles that lay there already, and a
hyphen for a minus. Both are told from what people wrote: ``ledger.vocabulary.plays``, ``signs``.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from ledger.vocabulary.plays import JOINED, with_dots
from ledger.vocabulary.signs import UNSEEN, with_hyphens


def as_bound(part: Any) -> Any:  # noqa: ANN401 (a form, or whatever stands in one)
    """A form, or a part of one, in the words that its code binds; itself if the same."""
    if isinstance(part, str):
        marked = JOINED in part or UNSEEN in part
        return _kind(part, with_hyphens(with_dots(part))) if marked else part
    if isinstance(part, tuple):
        inner = [as_bound(one) for one in part]
        if all(new is old for new, old in zip(inner, part, strict=True)):
            return part
        return type(part)(*inner) if hasattr(part, "_fields") else tuple(inner)
    if is_dataclass(part) and not isinstance(part, type):
        changed = {}
        for field in fields(part):
            if field.init:
                old = getattr(part, field.name)
                new = as_bound(old)
                if new is not old:
                    changed[field.name] = new
        return replace(part, **changed) if changed else part
    return part


def _kind(was: str, words: str) -> str:
    """The same kind of words: a label that nothing stands at stays one."""
    return words if type(was) is str else type(was)(words)
