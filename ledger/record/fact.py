"""What every fact is: something that happened, in the past tense, and nothing else.

A fact says what happened. Who wrote it down, when, and under which request is on the
envelope (``ledger.record.events.Event``). A fact is never changed: a mistake is put right by a
later fact that points at it. To add one, see "How to add an event" in ``ledger/README.md``.

Nothing in a fact, an event or a sheet can be changed, so none of them can hold itself: Python's
collector of cycles need not look through them (``gc=False``), which took it as long as the fold.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from ledger.record.shown_as import CASE, ShownAs


class Fact(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False, tag_field="topic"):
    """Something that happened. Each kind has a topic, which is for ever; a class may be renamed.

    Attributes:
      shown_as: what it is about, by which ``ledger.shown_to`` knows who is shown what of it. Where
        a kind does not say, it is a case, and shown to directors and organisers alone.
    """

    shown_as: ClassVar[ShownAs] = CASE

    @classmethod
    def topic(cls) -> str:
        """The stable name under which this kind of fact is stored."""
        return str(cls.__struct_config__.tag)
