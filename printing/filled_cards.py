"""Score cards filled from the games of a tournament."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ledger.game.sheet import Sheet
from ledger.game.sheet.on_paper import start_of
from ledger.game.sheet.outcome import outcome_of
from ledger.vocabulary import Seat
from printing.amendments import amended_words
from printing.heading import marked, table_words
from printing.kinds_of_result import (
    INCOMPLETE,
    KINDS,
    PROVISIONAL,
    is_over,
    is_provisional,
    notes_of,
    result_of,
)
from printing.page import whole
from printing.played import Played
from printing.score_card import CardRow, ScoreCard
from printing.source import Source, heading_of, numbers_of, signatures_of

WON, LOST = 2, 0
AWARDED = "awarded by ruling"

Who = tuple[str, int | str]
"""A player: division, and number or, where there are no numbers, name."""


def score_cards_of(played: Played, number: int | None = None) -> tuple[ScoreCard, ...]:
    """The card of each player, by division and number, or of one."""
    cards = [
        score_card_of(played, who, name)
        for who, name in sorted(players_of(played).items(), key=_in_order)
        if number in (None, who[1])
    ]
    return tuple(cards)


def _in_order(player: tuple[Who, str]) -> tuple[str, bool, int, str]:
    (division, number), name = player
    known = isinstance(number, int)
    return division, not known, number if isinstance(number, int) else 0, name


def players_of(played: Played) -> dict[Who, str]:
    """Everybody who was entered or has a game, with their names."""
    entered = played.tournament.players if played.tournament else ()
    found: dict[Who, str] = {(one.division, one.number): one.name for one in entered}
    for sheet, _ in played.games:
        for seat in Seat:
            found.setdefault(who_sits(sheet, seat), sheet.name(seat))
    return found


def who_sits(sheet: Sheet, seat: Seat) -> Who:
    """Who sits there."""
    number = numbers_of(sheet)[seat.place]
    return sheet.scheduled.division, number or sheet.name(seat)


def score_card_of(played: Played, who: Who, name: str) -> ScoreCard:
    """One player's card: every game, signed for by the opponent, and every bye."""
    division, number = who
    rows = [
        card_row(sheet, seat, source, played)
        for sheet, source in played.games
        for seat in Seat
        if who_sits(sheet, seat) == who
    ]
    worth, _ = played.bye_worth
    rows += [
        CardRow(round_number=at, opponent=KINDS["bye"], half_wins=WON, spread=worth)
        for at, player in played.byes(division)
        if player == number
    ]
    rows.sort(key=lambda row: row.round_number or 0)
    known = number if isinstance(number, int) else None
    ruled = played.tournament.conduct.spread_of(known) if played.tournament and known else 0
    open_ = any(
        is_provisional(sheet)
        for sheet, _ in played.games
        for seat in Seat
        if who_sits(sheet, seat) == who
    )
    return ScoreCard(
        heading=marked(played.heading(division), provisional=open_),
        player=name,
        number=known,
        rows=tuple(summed(rows)),
        ruled=ruled,
    )


def summed(rows: Iterable[CardRow]) -> list[CardRow]:
    """The rows with the spread so far."""
    total = 0
    found = []
    for row in rows:
        total += row.spread or 0
        found.append(replace(row, total=total if row.spread is not None else None))
    return found


def card_row(sheet: Sheet, seat: Seat, source: Source, played: Played) -> CardRow:
    """One game on the card of who sits in ``seat``."""
    other, number = seat.opponent, numbers_of(sheet)[seat.opponent.place]
    row = CardRow(
        round_number=sheet.scheduled.round_number,
        started=start_of(sheet, source.before).by(seat.place),
        table=table_words(heading_of(sheet, source)),
        opponent=f"{whole(number)} {sheet.name(other)}".strip(),
    )
    if not is_over(sheet):
        return row
    scores = result_of(sheet)
    half_wins, spread, note = worth_of(sheet, seat, played)
    mark = PROVISIONAL if is_provisional(sheet) else ""
    note = ", ".join(part for part in (note, amended_words(sheet, seat), mark) if part)
    return replace(
        row,
        note=note,
        half_wins=half_wins,
        score=scores[seat.place],
        against=scores[other.place],
        spread=spread,
        signature=signatures_of(sheet, source)[other.place],
    )


def worth_of(sheet: Sheet, seat: Seat, played: Played) -> tuple[int | None, int | None, str]:
    """Half wins and spread a game brings the player in ``seat``, rulings included; and a note."""
    conduct = played.tournament.conduct if played.tournament else None
    if sheet.ending.voided or (conduct and any(game == sheet.id for _, game in conduct.voided)):
        return None, None, KINDS["void"]
    if sheet.ended == "incomplete":
        return None, None, INCOMPLETE
    for _, given in conduct.awarded if conduct else ():
        if given.game == sheet.id:
            won, margin = numbers_of(sheet)[seat.place] == given.opponent, int(given.margin)
            return (WON, margin, AWARDED) if won else (LOST, -margin, AWARDED)
    outcome = outcome_of(sheet)
    spread = outcome.spreads[seat.place] + sheet.result.spread_changes[seat.place]
    mine, theirs = notes_of(sheet)[seat.place], notes_of(sheet)[seat.opponent.place]
    return outcome.half_wins[seat.place], spread, mine or (f"opponent {theirs}" if theirs else "")
