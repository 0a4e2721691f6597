"""Who starts: the draw and the balance of starts say it, and the entry is held to them."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.equipment.tile_set import load_tile_set
from ledger.game.play.entry import Entry
from ledger.game.sheet.absent import not_here_yet, player_name
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook.computing.starts import StartRecord, balanced, drawn
from ledger.vocabulary import remarks
from ledger.vocabulary.refusals import Refusal

Pair = tuple[int, int]


def must_both_be_here(sheet: Sheet, entry: Entry) -> None:
    """Refuse tiles drawn while a player is still missing, where the book forbids it (C-06)."""
    missing = not_here_yet(sheet)
    drawing = entry.rules.lateness.drawing_before_both_are_here
    if missing and drawing.value is False:
        entry.must_be_ruled("player-not-here", player=player_name(sheet, missing[0]))


def what_the_draw_says(
    sheet: Sheet, starter: int, draws: Sequence[tuple[str, str]], entry: Entry
) -> tuple[str, ...]:
    """Hold ``starter`` to the tiles shown; what to remark on (B-03, B-04)."""
    start = entry.rules.start
    order = tuple(load_tile_set(sheet.scheduled.tile_set).values)
    try:
        outcomes = [drawn(shown, order) for shown in draws]
    except ValueError:
        raise entry.refusal("unreadable-request/starting-draw") from None
    if not outcomes:
        return ()
    decided = next((outcome for outcome in outcomes if outcome), 0)
    stay_out = start.tiles_stay_out
    if not decided and stay_out.value:
        entry.must_be_ruled("draw-again/tiles-stay-out")
    elif not decided:
        clause = stay_out if stay_out.is_known else start.drawn
        entry.must_be_ruled("draw-again/all-tiles", clause=clause)
    elif decided != starter:
        entry.must_be_ruled("draw-says-otherwise", player=player_name(sheet, decided))
    return (remarks.DRAWN_ON,) if any(outcomes[:-1]) else ()


def told_starts(
    firsts: Pair | None, seconds: Pair | None, unplayed: Pair | None
) -> tuple[StartRecord, StartRecord] | None:
    """The starts so far as the request tells them; ``None`` if it does not."""
    if firsts is None:
        return None
    seconds, unplayed = seconds or (0, 0), unplayed or (0, 0)
    one, two = (
        StartRecord(firsts=firsts[at], seconds=seconds[at], unplayed=unplayed[at]) for at in (0, 1)
    )
    return one, two


def drawn_although_balanced(
    starter: int, counts: tuple[StartRecord, StartRecord], entry: Entry
) -> bool:
    """Whether the starts so far settle it otherwise than as it was settled (B-02)."""
    try:
        balance = balanced(*counts, entry.rules)
    except Refusal:  # The book leaves it to a ruling; a draw settles nothing wrongly.
        return False
    return balance.starter not in (0, starter)


def what_the_balance_says(
    sheet: Sheet,
    starter: int,
    counts: tuple[StartRecord, StartRecord],
    may_have_drawn: bool,
    entry: Entry,
) -> None:
    """Hold ``starter`` to how often both have started (B-02, B-06).

    Level players draw: who told us their counts tells us the tiles as well; where the record
    counted for itself, nobody may have noted them.
    """
    try:
        balance = balanced(*counts, entry.rules)
    except Refusal as open_point:
        entry.unless_ruled(open_point)
        return
    entry.must_unless_ruled(balance.starter or may_have_drawn, "draw-needed", clause=balance.clause)
    if balance.starter and balance.starter != starter:
        entry.must_be_ruled(
            "balance-says-otherwise",
            player=player_name(sheet, balance.starter),
            clause=balance.clause,
        )
