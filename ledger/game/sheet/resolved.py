"""Whether a matter that was remarked on has been put right since: by a correction, an amendment."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ledger.game.facts.results import RecordsSettled, ResultAmended
from ledger.game.facts.scores import CumulativeAgreed, DiscrepancyFound, EntryCorrected, RecountDone
from ledger.game.sheet.effective import standing
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.vocabulary import remarks

DISCREPANCY = "discrepancy"
"""A player has other totals (``DiscrepancyFound``): a matter as good as a remark."""

CORRECTED, AMENDED, AGREED, SETTLED, CAME_OFF = (
    "corrected", "amended", "agreed", "settled", "came-off",
)  # fmt: skip
"""How a matter was put right: the values of ``Resolved.how``."""

WORDS = {
    CORRECTED: "corrected since",
    AMENDED: "the result was amended since",
    AGREED: "both players agreed on the totals since",
    SETTLED: "settled since",
    CAME_OFF: "the play came off the board since",
}
"""The same in words, for the end of a sentence."""


class Resolved(Struct, frozen=True):
    """What put a matter right.

    Attributes:
      version: the event that did it.
      how: ``corrected``, ``amended``, ``agreed``, ``settled`` or ``came-off``.
    """

    version: int
    how: str

    @property
    def words(self) -> str:
        """How it was put right, for the end of a sentence."""
        return WORDS[self.how]


def resolved(sheet: Sheet, version: int, code: str) -> Resolved | None:
    """What has put right since what was remarked on at an event; ``None``: it stands.

    Args:
      sheet: the game.
      version: of the event that the remark or the finding is about.
      code: of the remark or the finding; ``DISCREPANCY`` for totals that differed.
    """
    if code == DISCREPANCY:
        return _agreed_since(sheet, version)
    if code == remarks.ANNOUNCED_DIFFERS:
        return _score_put_right(sheet, version)
    if code == remarks.TALLY_DIFFERS:
        return _result_put_right(sheet, version)
    entry = next((x for x in standing(sheet.events) if x.event.originator_version == version), None)
    for correction in entry.corrections if entry is not None else ():
        # A score put right leaves the entry as it is, with all else that was remarked on.
        if isinstance(sheet.event(correction.version).fact, EntryCorrected):
            return Resolved(correction.version, CORRECTED)
    return None


def _score_put_right(sheet: Sheet, version: int) -> Resolved | None:
    """A score announced wrong: it counts as computed now, counts nothing, or is in the result."""
    line = next((line for line in sheet.lines if line.version == version), None)
    if line is None:
        return None
    if line.corrections and line.announced == line.computed:
        return Resolved(line.corrections[-1].version, CORRECTED)
    if line.withdrawn:
        after = (x.version for x in sheet.lines if x.place > line.place and x.seat is line.seat)
        return Resolved(next(after, line.version), CAME_OFF)
    change = _amended_by(sheet, line)
    others = sum(map(_differs_by, _wrong(sheet, line)))
    if change and change in (_differs_by(line), others):
        return next(
            Resolved(at, AMENDED) for at, fact in _facts_after(sheet, version, newest_first=True)
            if isinstance(fact, ResultAmended | RecordsSettled)
        )  # fmt: skip
    return None


def _amended_by(sheet: Sheet, line: Line) -> int:
    """What an amendment put on the total of whose turn it was, beyond what the lines add up to."""
    if sheet.result.amended is None:
        return 0
    place = line.seat.place
    return sheet.result.amended[place] - sheet.totals[place]


def _differs_by(line: Line) -> int:
    """Points by which our count is more than the score that stands."""
    if line.computed is None or line.announced is None:
        return 0
    return line.computed - line.announced


def _wrong(sheet: Sheet, line: Line) -> list[Line]:
    """The plays of the same player that lie on the board with another score than they count."""
    return [play for play in sheet.plays if play.seat is line.seat and _differs_by(play)]


def _agreed_since(sheet: Sheet, version: int) -> Resolved | None:
    """Totals that differed: the lines before add up to them now, or both agreed on some since."""
    fact = sheet.event(version).fact
    if not isinstance(fact, DiscrepancyFound):
        return None
    before = [line for line in sheet.lines if line.place < version]
    if before and before[-1].totals == fact.written:
        changes = (x.version for line in before for x in line.corrections if x.version > version)
        return Resolved(max(changes, default=version), CORRECTED)
    agreements = (
        Resolved(at, AGREED if isinstance(later, CumulativeAgreed) else SETTLED)
        for at, later in _facts_after(sheet, version)
        if isinstance(later, CumulativeAgreed | RecountDone)
    )
    return next(agreements, None) or _result_put_right(sheet, version)


def _result_put_right(sheet: Sheet, version: int) -> Resolved | None:
    """Papers that differed: it was found which holds, or the result was amended."""
    return next(
        (
            Resolved(at, AMENDED if isinstance(fact, ResultAmended) else SETTLED)
            for at, fact in _facts_after(sheet, version)
            if isinstance(fact, ResultAmended | RecordsSettled)
        ),
        None,
    )


def _facts_after(
    sheet: Sheet, version: int, *, newest_first: bool = False
) -> Iterator[tuple[int, Fact]]:
    """What stands and was written later, with the versions of its events."""
    found = (
        (entry.event.originator_version, entry.fact)
        for entry in standing(sheet.events)[:: -1 if newest_first else 1]
    )
    return ((at, fact) for at, fact in found if at > version and fact is not None)
