"""What was waived and put off, told alike on the desk, the page of a round and its sheet."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from ledger.incidents.case_file import CaseFile
from ledger.tournament.set_aside import Named, NoMore, PutOff, SetAside, Waived, named
from ledger.vocabulary.desk_matters import MATTERS_TOLD, UNTIL_TOLD

Cases = Mapping[UUID, tuple[int, UUID | None]]
"""Number and game of each case."""


class AsideTold(NamedTuple):
    """A waiver or a putting-off.

    Attributes:
      game: where it is about one; ``case``: number of the case it is about, 0 for none.
      words: what was waived or put off, and until when.
      reason: why; ``by`` and ``at`` by which badge and when.
      closing: it was waived with a closing.
      gone: how and why it does not hold any more; empty: it holds.
      gone_by, gone_at: which badge ended it, and when.
    """

    named: Named
    game: UUID | None
    case: int
    words: str
    reason: str
    by: str
    at: datetime
    closing: bool = False
    gone: str = ""
    gone_by: str = ""
    gone_at: datetime | None = None


def numbers_of(files: Iterable[CaseFile]) -> Cases:
    """Number and game of these cases."""
    return {file.id: (file.opened.number, file.opened.game) for file in files}


def waived_of(kept: SetAside, cases: Cases, games: Container[UUID | None]) -> list[AsideTold]:
    """What was waived in some games and the cases about them; what holds first, the latest first.

    Args:
      kept: what was set aside in the tournament.
      cases: its cases.
      games: the games.
    """
    holds = [_told(one, cases) for one in kept.waived.values()]
    gone = [_gone(one, cases) for one in kept.past if isinstance(one.was, Waived)]
    return _sorted([*holds, *gone], games)


def put_off_of(
    kept: SetAside, cases: Cases, games: Container[UUID | None], off: Container[Named]
) -> list[AsideTold]:
    """The same of what was put off; of what holds, only ``off``: the rest came back by itself."""
    holds = [_told(one, cases) for name, one in kept.put_off.items() if name in off]
    gone = [_gone(one, cases) for one in kept.past if isinstance(one.was, PutOff)]
    return _sorted([*holds, *gone], games)


def _sorted(lines: Iterable[AsideTold], games: Container[UUID | None]) -> list[AsideTold]:
    here = [line for line in lines if line.game in games]
    return sorted(here, key=lambda line: (bool(line.gone), -line.at.timestamp()))


def _told(one: PutOff | Waived, cases: Cases) -> AsideTold:
    fact = one.fact
    number, game = cases.get(fact.subject, (0, fact.subject))
    case = f" (C-{number})" if number else ""
    until = f", put off {UNTIL_TOLD[one.fact.until]}" if isinstance(one, PutOff) else ""
    return AsideTold(
        named=named(fact), game=game, case=number,
        words=f"{MATTERS_TOLD[fact.kind]}{case}{until}", reason=fact.reason, by=one.by, at=one.at,
        closing=isinstance(one, Waived) and one.closing is not None,
    )  # fmt: skip


def _gone(one: NoMore, cases: Cases) -> AsideTold:
    how = "The round was opened again" if one.reopened else "Taken back"
    told = _told(one.was, cases)
    return told._replace(gone=f"{how}: {one.reason}", gone_by=one.by, gone_at=one.at)
