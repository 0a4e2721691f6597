"""Who on the panel of an appeal has a part in the case: it is asked about, by name (R-17)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.appeals import AppealLodged
from ledger.incidents.facts.cases import CaseOpened, RulingGiven
from ledger.incidents.facts.evidence import StatementTaken


class Concerned(NamedTuple):
    """A member of a panel with a part in the case: the name as it was written, and which part."""

    name: str
    part: str

    @property
    def words(self) -> str:
        """Both, as in ``Xia Zorn plays in the game``."""
        return f"{self.name} {self.part}"


def concerned(
    committee: Iterable[str],
    file: CaseFile,
    *,
    sheet: Sheet | None,
    about: str,
    official: Callable[[str], str],
) -> tuple[Concerned, ...]:
    """Those of a panel who have a part in the case, each with the first part found.

    Args:
      committee: names of those who sat.
      file: the case.
      sheet: of the game it is about; ``None``: of none.
      about: name of the player it is about, in a case about no game.
      official: the name that belongs to a badge.
    """
    parts = tuple(_parts(file, sheet, about, official))
    found = []
    for name in committee:
        part = next((part for who, part in parts if _alike(name, who)), "")
        if part:
            found.append(Concerned(name, part))
    return tuple(found)


def _parts(
    file: CaseFile, sheet: Sheet | None, about: str, official: Callable[[str], str]
) -> Iterator[tuple[str, str]]:
    """Everybody with a part in the case, the gravest part first."""
    for name in sheet.names if sheet else ():
        yield name, "played in this game"
    yield about, "is the player this case is about"
    for event in file.events:
        if isinstance(event.fact, RulingGiven):
            for badge in filter(None, (event.envelope.written_by, event.fact.seconded)):
                part = "ruled in this case" if badge == event.envelope.written_by else (
                    "agreed to a ruling in this case"
                )  # fmt: skip
                yield official(badge), part
                yield badge, part
    for lodged in file.each(AppealLodged):
        yield lodged.who, "lodged the appeal"
    for heard in file.each(StatementTaken):
        yield heard.who, "was heard in this case"
        yield heard.interpreter, "interpreted in this case"
    for event in file.events:
        if isinstance(event.fact, CaseOpened):
            yield official(event.envelope.written_by), "opened this case"
            yield event.envelope.written_by, "opened this case"


def _alike(one: str, other: str) -> bool:
    """Whether two names are the same but for case, order and punctuation."""
    return bool(other) and _words(one) == _words(other)


def _words(name: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", name).casefold()
    return sorted(re.findall(r"\w+", plain))
