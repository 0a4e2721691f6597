"""Too few tiles drawn: reported, and made good where the book allows it."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.drawing import UnderdrawMended, Underdrawn
from ledger.game.play.drawing.numbers import latest_draw, must_be_counts, must_be_there, pair
from ledger.game.play.drawing.underdraw_rule import underdraw_remedy
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.vocabulary import RACK_SIZE, Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import NoticedBy


class ReportUnderdraw(Asked, frozen=True, tag="report-underdraw", kw_only=True):
    """``seat`` has drawn too few tiles.

    Attributes:
      short: how many are missing.
      after: version of the turn after which they were not drawn; ``None``: the player's last.
      racks: tiles really on both racks; ``None`` where the record is to work them out.
    """

    seat: Seat
    short: int
    noticed_by: NoticedBy = "player"
    after: int | None = None
    racks: tuple[int, int] | None = None
    concealed: bool = False


class MendUnderdraw(Asked, frozen=True, tag="mend-underdraw", kw_only=True):
    """The missing tiles were drawn, or given by the opponent in ``used`` seconds."""

    count: int
    used: Seconds | None = None


@decides(ReportUnderdraw, may=STAFF)
def report_underdraw(sheet: Sheet, asked: ReportUnderdraw, entry: Entry) -> Decision:
    """Write an underdraw down, with what the book does about it at this moment (H-11, H-12)."""
    must_not_be_final(sheet, entry)
    entry.must(1 <= asked.short <= RACK_SIZE, "unreadable-request/rack-short", short=asked.short)
    own, opponents = _turns_since(sheet, asked)
    racks = asked.racks or _as_they_are(sheet, asked.seat, asked.short, opponents)
    must_be_there(sheet, racks)
    remedy = underdraw_remedy(sheet.stock.with_racks(racks).bag, own, opponents, entry.rules)
    noticed: tuple[str, ...] = (remedy.trap,) if remedy.trap else ()
    disclosed = entry.rules.drawing.underdraw_disclosed
    if asked.concealed and disclosed.is_known:
        noticed += (remarks.UNDERDRAW_CONCEALED,)
    if remedy.kind == "none":
        noticed += (remarks.TOO_LATE_TO_MEND,)
    elif remedy.kind == "director":
        noticed += (remarks.DIRECTOR_TO_CONFIRM,)
    fact = Underdrawn(
        seat=asked.seat,
        short=asked.short,
        noticed_by=asked.noticed_by,
        remedy=remedy.kind,
        racks=racks,
        concealed=asked.concealed,
    )
    return Decision((fact,), tuple(dict.fromkeys(noticed)))


def _turns_since(sheet: Sheet, asked: ReportUnderdraw) -> tuple[int, int]:
    """Turns both players completed since too few were drawn: the one who is short, the other."""
    line = latest_draw(sheet, asked.seat)
    if asked.after is not None:
        line = next((x for x in sheet.lines if x.version == asked.after and x.is_turn), None)
        if line is None or line.seat is not asked.seat:
            raise refusal(
                "no-such-entry/underdrawn-after", version=asked.after, player=sheet.name(asked.seat)
            )
    since = [x for x in sheet.lines if x.is_turn and (line is None or x.place > line.place)]
    own = sum(x.seat is asked.seat for x in since)
    return own, len(since) - own


def _as_they_are(sheet: Sheet, seat: Seat, short: int, opponents: int) -> tuple[int, int]:
    """Both racks: the missing tiles stayed in the bag, for the opponent's next draw."""
    own = sheet.stock.racks[seat.place] - short
    other = sheet.stock.racks[seat.opponent.place]
    if opponents and other < RACK_SIZE:
        other += min(RACK_SIZE - other, sheet.stock.bag + short)
    return pair(seat, own, other)


def to_be_made_good(sheet: Sheet, fact: Underdrawn) -> int:
    """Tiles missing, as far as they are there: in the bag, or on the opponent's rack."""
    other = sheet.stock.racks[fact.seat.opponent.place]
    return min(fact.short, other if fact.remedy == "opponent" else sheet.stock.bag)


@decides(MendUnderdraw, may=STAFF)
def mend_underdraw(sheet: Sheet, asked: MendUnderdraw, entry: Entry) -> Decision:
    """Close it: the player has the missing tiles, from the bag or from the other rack."""
    must_be_counts(asked.count, asked.used or 0)
    opened = find(sheet.open, Underdrawn)
    if opened is None or not isinstance(opened.fact, Underdrawn):
        raise entry.refusal("nothing-to-put-right/underdraw")
    fact = opened.fact
    entry.must_unless_ruled(fact.remedy != "director", "needs-ruling/underdraw")
    source = "opponent" if fact.remedy == "opponent" else "bag"
    wanted = to_be_made_good(sheet, fact)
    entry.must_unless_ruled(
        asked.count == wanted, "wrong-number-given", wanted=wanted, count=asked.count
    )
    own = sheet.stock.racks[fact.seat.place] + asked.count
    other = sheet.stock.racks[fact.seat.opponent.place]
    racks = pair(fact.seat, own, other - asked.count if source == "opponent" else other)
    must_be_there(sheet, racks)
    limit = entry.rules.drawing.underdraw_choose_within.value
    slow = asked.used is not None and limit is not None and asked.used > limit
    return Decision(
        (
            UnderdrawMended(
                seat=fact.seat, count=asked.count, source=source, racks=racks, used=asked.used
            ),
        ),
        (remarks.CHOSE_TOO_SLOWLY,) if slow else (),
    )
