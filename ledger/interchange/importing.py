"""Files taken in from the first byte to what is asked of the desk, for pages and commands alike."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from msgspec import Struct

from ledger.interchange.change import Change
from ledger.interchange.last_sheet import SheetOf
from ledger.interchange.plan import Plan, Source, planned
from ledger.interchange.reading import Format, Given, Read, read_files
from ledger.interchange.remarked import Line, in_order
from ledger.interchange.taking_in import TakeInFile
from ledger.tournament.on_paper import Unprintable
from ledger.tournament.tournament import Tournament

LONGEST_NAME = 200
"""Characters of a file's name that are kept."""


class Preview(Struct, frozen=True):
    """What a file says and what would become of it, before anything is written.

    Attributes:
      asked: what confirming would ask of the desk.
      lines: what was understood and what not, line by line.
      changes: what taking in would change, and what not.
    """

    asked: TakeInFile
    lines: tuple[Line, ...]
    changes: tuple[Change, ...]
    usable: bool

    @property
    def is_news(self) -> bool:
        """Whether there is anything to write."""
        return self.usable and not self.asked.is_empty

    @property
    def refused(self) -> bool:
        """Whether the file, a line of it, or something it says was not taken."""
        return any(line.weight in ("unusable", "left-out") for line in self.lines) or any(
            change.verdict == "refused" for change in self.changes
        )


def previewed(
    tournament: Tournament,
    given: Sequence[Given],
    sheet: SheetOf,
    *,
    of: Format | None = None,
    into: str | None = None,
    unprintable: Unprintable = lambda _name: (),
) -> Preview:
    """What files say of a tournament, and what taking them in would change.

    Args:
      tournament: as it stands.
      given: the files, which belong together.
      sheet: gives the sheet of a game.
      of: their format; ``None``: as name and contents say.
      into: our division, for a file of one division.
      unprintable: which characters of a name our paper can't print.
    """
    read: Read = read_files(given, of)
    source = source_of(given)
    if not read.usable:
        return Preview(
            TakeInFile(file=source.file, digest=source.digest), read.lines, (), usable=False
        )
    plan: Plan = planned(tournament, read.told, source, sheet, into=into, unprintable=unprintable)
    return Preview(plan.asked, in_order((*read.lines, *plan.lines)), plan.changes, usable=True)


def source_of(given: Sequence[Given]) -> Source:
    """What files are called together, and the digest of all of them."""
    digest = hashlib.sha256()
    for name, data, _ in given:
        digest.update(hashlib.sha256(name.encode("utf-8", "replace") + b"\0" + data).digest())
    if len(given) == 1:
        digest = hashlib.sha256(given[0].data)
    names = " + ".join(_shown(name) for name, _, _ in given if name)
    return Source(names[:LONGEST_NAME], digest.hexdigest())


def _shown(name: str) -> str:
    """A file's name with nothing in it that a screen could not show."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in name)
