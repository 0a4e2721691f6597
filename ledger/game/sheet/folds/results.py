"""What the life of the result slip does to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.results import (
    AmendmentAsked,
    AmendmentRefused,
    PaperElsewhere,
    RecordsDiffer,
    RecordsSettled,
    ResultAmended,
    ResultHandedIn,
    ResultProposed,
    ResultReopened,
    ResultReported,
    ResultSigned,
    ResultTakenOver,
    SetGathered,
    SlipTyped,
    TallySheetSigned,
)
from ledger.game.sheet.closing import open_after_giving_up
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.folds.turns import added
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.on_paper import ends_on_paper
from ledger.game.sheet.opened import with_opened, without
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.signed import Amending, Signed
from ledger.game.sheet.standing import Standing
from ledger.vocabulary import Points, Seat, Totals

BY_PLAYERS = ("agreed-before-hand-in", "agreed-with-director")
"""Kinds of amendment that rest on both players' signatures; a director makes all others."""


def _proposed(sheet: Sheet, fact: ResultProposed, entry: Standing) -> Sheet:
    return replace(sheet, result=replace(sheet.result, proposed=fact.totals))


def _slip_typed(sheet: Sheet, fact: SlipTyped, entry: Standing) -> Sheet:
    """The first slip says how the game ended; the second only whether it says the same.

    What was going on at the table when the record stopped, a challenge too, was settled on paper.
    """
    if not ends_on_paper(sheet):
        return sheet
    told = _ended_as_told(sheet, fact.totals, LineKind.SLIP, "on-paper", entry)
    return replace(told, result=replace(told.result, records_differ=None))


def _reported(sheet: Sheet, fact: ResultReported, entry: Standing) -> Sheet:
    """What players tell makes no result; once both tell the same, nothing differs any more."""
    reported = (*(one for one in sheet.result.reported if one.seat is not fact.seat), fact)
    agree = len(reported) == len(Seat) and len({one.totals for one in reported}) == 1
    differ = None if agree and not sheet.ended else sheet.result.records_differ
    return replace(sheet, result=replace(sheet.result, reported=reported, records_differ=differ))


def _taken_over(sheet: Sheet, fact: ResultTakenOver, entry: Standing) -> Sheet:
    """The file taken over last says it, until somebody signs."""
    told = _ended_as_told(sheet, fact.totals, LineKind.FILE, "from-a-file", entry)
    from_file = entry.event.originator_version
    return replace(told, result=replace(told.result, from_file=from_file, proposed=fact.totals))


def _elsewhere(sheet: Sheet, fact: PaperElsewhere, entry: Standing) -> Sheet:
    """The result stands without signatures here, until another file says otherwise."""
    at = entry.event.originator_version
    return replace(sheet, result=replace(sheet.result, elsewhere=at))


def _ended_as_told(
    sheet: Sheet, told: Totals, kind: LineKind, ended: str, entry: Standing
) -> Sheet:
    """The game over, each player's total as told, with a line for what brings it there."""
    lines, totals = sheet.lines, sheet.totals
    for seat in Seat:
        more = Points(told[seat.place] - totals[seat.place])
        totals = added(totals, seat, more)
        line = Line(
            version=entry.event.originator_version,
            kind=kind,
            seat=seat,
            score=more,
            totals=totals,
            corrections=entry.corrections,
        )
        lines = (*lines, line)
    return replace(
        sheet,
        lines=lines,
        totals=totals,
        ended=ended,
        on_move=None,
        challenges=replace(sheet.challenges, hold=None, pending=None, verdict=None),
        open=open_after_giving_up(sheet.open),
        result=replace(sheet.result, proposed=told),
    )


def _signed(sheet: Sheet, fact: ResultSigned, entry: Standing) -> Sheet:
    signed, asked = Signed(fact, entry.event.originator_version), sheet.result.amending
    if fact.amendment is None:
        given = _with(sheet.result.given, signed)
        return replace(sheet, result=replace(sheet.result, given=given, proposed=fact.totals))
    if asked is None or asked.version != fact.amendment or asked.now != fact.totals:
        return sheet
    agreed = replace(asked, signatures=_with(asked.signatures, signed))
    return replace(sheet, result=replace(sheet.result, amending=agreed))


def _with(signatures: tuple[Signed, ...], one: Signed) -> tuple[Signed, ...]:
    """The signatures with this one in the place of that player's earlier one."""
    return (*(other for other in signatures if other.seat is not one.seat), one)


def _handed_in(sheet: Sheet, fact: ResultHandedIn, entry: Standing) -> Sheet:
    return replace(sheet, result=replace(sheet.result, handed_in=fact.seat))


def _asked(sheet: Sheet, fact: AmendmentAsked, entry: Standing) -> Sheet:
    """A petition takes the place of the one before: whoever signed for that signs anew."""
    version = entry.event.originator_version
    others = without(sheet.open, AmendmentAsked)
    return replace(
        sheet,
        result=replace(sheet.result, amending=Amending(version, fact.seat, fact.reason, fact.now)),
        open=with_opened(others, version, fact),
    )


def _decided(sheet: Sheet) -> Sheet:
    decided = replace(sheet.result, amending=None)
    return replace(sheet, result=decided, open=without(sheet.open, AmendmentAsked))


def _amended(sheet: Sheet, fact: ResultAmended, entry: Standing) -> Sheet:
    """Earlier signatures were for other scores; where players agreed, theirs are on record.

    Of older records they are not: the scores stand amended, and nobody has signed for them.
    What two papers said otherwise is settled by it.
    """
    by_players, asked = fact.kind in BY_PLAYERS, sheet.result.amending
    agreed = asked.signatures if by_players and asked is not None else ()
    decided = _decided(sheet)
    return replace(
        decided,
        result=replace(
            decided.result,
            amended=fact.now,
            records_differ=None,
            given=tuple(one for one in agreed if one.fact.totals == fact.now),
            ruled_at=0 if by_players else entry.event.originator_version,
        ),
    )


def _reopened(sheet: Sheet, fact: ResultReopened, entry: Standing) -> Sheet:
    decided = _decided(sheet)
    open_again = replace(
        decided.result, given=(), ruled_at=0, proposed=None, amended=None, handed_in=None
    )
    return replace(decided, result=open_again)


def _amendment_refused(sheet: Sheet, fact: AmendmentRefused, entry: Standing) -> Sheet:
    return _decided(sheet)


def _tally_signed(sheet: Sheet, fact: TallySheetSigned, entry: Standing) -> Sheet:
    others = tuple(one for one in sheet.result.tally if one.seat is not fact.seat)
    return replace(sheet, result=replace(sheet.result, tally=(*others, fact)))


def _papers_differ(sheet: Sheet, fact: RecordsDiffer, entry: Standing) -> Sheet:
    return replace(sheet, result=replace(sheet.result, records_differ=fact))


def _papers_settled(sheet: Sheet, fact: RecordsSettled, entry: Standing) -> Sheet:
    """What was found holds where it is not what the record adds up to.

    Where both had signed for something else, it is the director's finding that stands.
    """
    was = sheet.result
    amended = was.amended if fact.totals == sheet.stands else fact.totals
    settled = replace(was, records_differ=None, amended=amended)
    if amended != was.amended and len(was.given) == len(Seat):
        settled = replace(settled, ruled_at=entry.event.originator_version)
    return replace(sheet, result=settled)


def _gathered(sheet: Sheet, fact: SetGathered, entry: Standing) -> Sheet:
    return replace(sheet, ending=replace(sheet.ending, gathered=fact))


FOLDS: Folds = {
    AmendmentRefused: _amendment_refused,
    PaperElsewhere: _elsewhere,
    TallySheetSigned: _tally_signed,
    RecordsDiffer: _papers_differ,
    RecordsSettled: _papers_settled,
    SetGathered: _gathered,
    SlipTyped: _slip_typed,
    ResultTakenOver: _taken_over,
    ResultProposed: _proposed,
    ResultReported: _reported,
    ResultSigned: _signed,
    ResultHandedIn: _handed_in,
    AmendmentAsked: _asked,
    ResultAmended: _amended,
    ResultReopened: _reopened,
}
