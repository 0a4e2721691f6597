"""Recounts: asked for, done, stopped; and who looked at whose score sheet (F-07 to F-10)."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS, STAFF
from ledger.game.facts.scores import (
    Counted,
    RecountAsked,
    RecountDone,
    RecountFavourBarred,
    RecountStopped,
    ScoreSheetSeen,
)
from ledger.game.play.entry import (
    Entry,
    decides,
)
from ledger.game.play.scores.counting import (
    changes_of,
    counted_turns,
    must_be_correctable,
    must_not_favour,
    scores_changed,
)
from ledger.game.play.scores.recount_rule import Request, may_be_partial, right_to_recount
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook.gaps import call_the_director
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Points, Role, Seat
from ledger.vocabulary.closed_lists import RecountBy, SheetReader

AFTER_PLAY = (LineKind.UNPLAYED, LineKind.OVERTIME)


class AskRecount(Asked, frozen=True, tag="ask-recount", kw_only=True):
    """``seat`` wants the game counted again.

    Attributes:
      last_turns: only so many turns from the end; 0 for the whole game.
      consents: seats that consent to a partial recount.
      tallies_differ: whether the players' own tallies differ; ``None`` where what they have
        written down is to tell.
      director_agrees: whether the director agrees; it counts where a director enters it.
    """

    seat: Seat
    last_turns: int = 0
    consents: tuple[Seat, ...] = ()
    tallies_differ: bool | None = None
    director_agrees: bool = False


class SeeScoreSheet(Asked, frozen=True, tag="see-score-sheet", kw_only=True):
    """The score sheet ``of`` a player is given to the opponent, or to the director."""

    of: Seat
    by: SheetReader = "opponent"
    objected: bool = False
    on_request: bool = True


class BarRecountFavour(Asked, frozen=True, tag="bar-recount-favour", kw_only=True):
    """The director rules out changes in favour of ``seat``; the recount may go on."""

    seat: Seat
    reason: str


class FinishRecount(Asked, frozen=True, tag="finish-recount", kw_only=True):
    """The recount is finished.

    Attributes:
      scores: turns that were found to be worth something else: version of the turn's event,
        and its points. All other turns were found right.
      by: who counted: ``first``, ``second`` or ``both``.
    """

    scores: Counted = ()
    by: RecountBy = "both"


class StopRecount(Asked, frozen=True, tag="stop-recount", kw_only=True):
    """The director stops the recount; fields as in ``RecountStopped``."""

    reason: str
    no_change_in_favour_of: Seat | None = None


def margins(sheet: Sheet) -> tuple[Points, Points]:
    """The margin as it stands, and before unplayed tiles and overtime."""
    first, second = sheet.totals
    before = [first, second]
    for line in sheet.lines:
        if line.kind in AFTER_PLAY:
            before[line.seat.place] = Points(before[line.seat.place] - line.score)
    return Points(abs(first - second)), Points(abs(before[0] - before[1]))


def tallies_differ(sheet: Sheet) -> bool | None:
    """Whether the totals both players last wrote down differ; ``None`` until both did."""
    last = {fact.seat: fact.totals for fact in sheet.result.written if fact.totals is not None}
    return last[Seat.FIRST] != last[Seat.SECOND] if len(last) == len(Seat) else None


@decides(AskRecount, may=STAFF)
def ask_recount(sheet: Sheet, asked: AskRecount, entry: Entry) -> Decision:
    """Open a recount, where the rulebook gives the player one."""
    must_be_correctable(sheet, entry)
    entry.must_unless_ruled(sheet.ended, "not-over/recount")
    entry.must_unless_ruled(find(sheet.open, RecountAsked) is None, "recount-open")
    entry.must(
        0 <= asked.last_turns <= len(counted_turns(sheet)),
        "unreadable-request/turns-to-count",
        turns=asked.last_turns,
        most=len(counted_turns(sheet)),
    )
    margin, of_play = margins(sheet)
    differ = tallies_differ(sheet) if asked.tallies_differ is None else asked.tallies_differ
    agrees = asked.director_agrees and entry.role is Role.DIRECTOR
    right = right_to_recount(
        Request(
            margin=margin, margin_of_play=of_play, tallies_differ=differ, director_agrees=agrees
        ),
        entry.rules,
    )
    if right.trap:
        entry.unless_ruled(call_the_director(right.trap, entry.rules))
    elif not right.allowed:
        entry.must_be_ruled("no-right-to-recount", why=right.why, clause=right.clause)
    if asked.last_turns:
        _must_be_allowed_in_part(asked, entry)
    fact = RecountAsked(
        seat=asked.seat,
        last_turns=asked.last_turns,
        margin=margin,
        margin_of_play=of_play,
        right=right.kind,
        agreed_by=entry.by if agrees else "",
        consents=asked.consents,
    )
    return Decision((fact,), touching(entry.rules, "T4-18") if agrees else ())


def _must_be_allowed_in_part(asked: AskRecount, entry: Entry) -> None:
    """Refuse a partial recount the book does not know, or not without both players."""
    clause = entry.rules.recount.partial
    if not clause.is_known:
        entry.unless_ruled(clause.refusal())
        return
    entry.must_unless_ruled(
        may_be_partial(all(seat.value in asked.consents for seat in Seat), entry.rules),
        "recount-whole-only",
    )


@decides(SeeScoreSheet, may=STAFF)
def see_score_sheet(sheet: Sheet, asked: SeeScoreSheet, entry: Entry) -> Decision:
    """Write down who saw whose score sheet (F-09).

    Where its owner objects, a book may send the sheet by way of the director.
    """
    access = entry.rules.recount.sheet_access
    if asked.objected and asked.by == "opponent" and access.value != "direct":
        entry.must_be_ruled("sheet-through-director", player=sheet.name(asked.of))
    return Decision(
        (
            ScoreSheetSeen(
                of=asked.of, by=asked.by, objected=asked.objected, on_request=asked.on_request
            ),
        )
    )


@decides(BarRecountFavour, may=DIRECTORS)
def bar_recount_favour(sheet: Sheet, asked: BarRecountFavour, entry: Entry) -> Decision:
    """Write down whom nothing that is found may favour (F-10)."""
    _open_recount(sheet, entry)
    _must_bar(entry)
    return Decision((RecountFavourBarred(seat=asked.seat, reason=asked.reason),))


@decides(FinishRecount, may=STAFF)
def finish_recount(sheet: Sheet, asked: FinishRecount, entry: Entry) -> Decision:
    """Write down every turn as counted, and correct those that were wrong."""
    must_be_correctable(sheet, entry)
    recount = _open_recount(sheet, entry)
    turns = counted_turns(sheet)
    opening = recount.fact if recount is not None else None
    if isinstance(opening, RecountAsked) and opening.last_turns:
        turns = turns[-opening.last_turns :]
    changes = changes_of(turns, asked.scores)
    for change in changes:
        must_not_favour(sheet, change, entry)
    corrections, now = scores_changed(sheet, changes, "recount", asked.by)
    found = {change.version: change.now for change in changes}
    done = RecountDone(
        turns=tuple((turn.version, found.get(turn.version, turn.score)) for turn in turns),
        was=sheet.totals,
        now=now,
        by=asked.by,
    )
    return Decision((done, *corrections))


@decides(StopRecount, may=DIRECTORS)
def stop_recount(sheet: Sheet, asked: StopRecount, entry: Entry) -> Decision:
    """Stop a recount, for a reason the book allows, or by ruling."""
    _open_recount(sheet, entry)
    reasons = entry.rules.recount.stopped_for
    if not reasons.is_known:
        entry.unless_ruled(reasons.refusal())
    elif asked.reason not in reasons.known():
        entry.must_be_ruled("recount-goes-on", reasons=", ".join(reasons.known()))
    if asked.no_change_in_favour_of is not None:
        _must_bar(entry)
    return Decision(
        (RecountStopped(reason=asked.reason, no_change_in_favour_of=asked.no_change_in_favour_of),)
    )


def _must_bar(entry: Entry) -> None:
    bars = entry.rules.recount.bars_abuser
    if not bars.is_known:
        entry.unless_ruled(bars.refusal())


def _open_recount(sheet: Sheet, entry: Entry) -> Opened | None:
    recount = find(sheet.open, RecountAsked)
    entry.must_unless_ruled(recount is not None, "no-recount")
    return recount
