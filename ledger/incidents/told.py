"""Telling players what was ruled, and that they may appeal (R-15)."""

from __future__ import annotations

from ledger.asking.asked import Decision
from ledger.asking.permission import DIRECTORS
from ledger.incidents.asking import AskedOfCase, Under, decides, must_still_be
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import RulingTold
from ledger.incidents.to_tell import to_tell
from ledger.refusals.saying import refusal
from ledger.vocabulary import Moment, Seat


class TellRuling(AskedOfCase, frozen=True, tag="tell-ruling", kw_only=True):
    """Players were told of the ruling that stands, or that one was taken back: what is new.

    Attributes:
      seats: who was told; none in a case about no game, where the one concerned was.
      right_told: whether they were told of the right to appeal.
      appeal_until: until when they may, where a time was set.
    """

    seats: tuple[Seat, ...] = ()
    right_told: bool = False
    appeal_until: Moment | None = None


@decides(TellRuling, may=DIRECTORS)
def tell_ruling(file: CaseFile, asked: TellRuling, under: Under) -> Decision:
    """Write down who was told."""
    del under
    news = to_tell(file)
    if news is None:
        raise refusal("case-not-ruled")
    must_still_be(file, asked, _news)
    if file.opened.game is not None and not asked.seats:
        raise refusal("nobody-told")
    fact = RulingTold(
        ruling=news.version,
        of=news.of,
        seats=tuple(dict.fromkeys(asked.seats)),
        right_told=asked.right_told,
        appeal_until=asked.appeal_until,
    )
    return Decision((fact,))


def _news(file: CaseFile) -> tuple[int, str]:
    """What players are told of: the version of it, and what it is."""
    news = to_tell(file)
    return (news.version, news.of) if news else (0, "")
