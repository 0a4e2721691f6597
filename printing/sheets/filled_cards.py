"""Score cards and tally sheets filled from the games of a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ledger.game.results.facts import TallySheetSigned
from ledger.game.sheet.outcome import outcome_of, start_of
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from printing.engine.heading import marked, table_words
from printing.engine.page import kind_wording, whole
from printing.languages import say
from printing.papers import Papers
from printing.sheets.cards import SCORE_CARD, TALLY_SHEET, CardRow, ScoreCard, TallyLine, TallySheet
from printing.slips.filled_slips import amended_words, bye_slips_of
from printing.slips.result_slip import ResultSlip
from printing.source import (
    Played,
    Source,
    by_margin,
    heading_of,
    incomplete_wording,
    is_over,
    is_provisional,
    margin_of,
    notes_of,
    numbers_of,
    provisional_mark,
    result_of,
    signatures_of,
)


def tally_sheets_of(played: Played, round_number: int) -> tuple[TallySheet, ...]:
    games = [each for each in played.games if each[0].scheduled.round_number == round_number]
    divisions = sorted({sheet.scheduled.division for sheet, _ in games})
    unsaid = {
        sheet.scheduled.division
        for sheet, source in games
        if start_of(sheet, source.before).who != 1
    }
    return tuple(
        TallySheet(
            starters_first=division not in unsaid,
            heading=marked(
                played.heading(division, round_number),
                provisional=any(
                    is_provisional(sheet)
                    for sheet, _ in games
                    if sheet.scheduled.division == division
                ),
            ),
            games=(
                *(
                    tally_line(sheet, source, marked=division in unsaid)
                    for sheet, source in in_table_order(games)
                    if sheet.scheduled.division == division
                ),
                *(bye_line(slip) for slip in bye_slips_of(played, division, round_number)),
            ),
        )
        for division in divisions
    )


def in_table_order(games: Sequence[tuple[Sheet, Source]]) -> list[tuple[Sheet, Source]]:
    """Games by table, a replay after the game it replaces."""
    return sorted(games, key=lambda each: (each[0].scheduled.table, each[0].scheduled.replay))


def tally_line(sheet: Sheet, source: Source, *, marked: bool) -> TallyLine:
    """One game on the tally sheet; ``marked``: it is said below the name who starts."""
    names = [f"{whole(numbers_of(sheet)[seat.place])} {sheet.name(seat)}".strip() for seat in Seat]
    scores = result_of(sheet)
    counts = is_over(sheet) and not sheet.ending.voided and sheet.ended != "incomplete"
    won_by = margin_of(sheet) if by_margin(sheet) else outcome_of(sheet).spread
    first, second = (tally_words(sheet, seat, scores) for seat in Seat)
    start = start_of(sheet, source.before)
    notes = [
        ", ".join(
            part
            for part in (say("paper.starts-below") if marked and start.by(place) else "", note)
            if part
        )
        for place, note in enumerate(amended_notes(sheet))
    ]
    return TallyLine(
        table=table_words(heading_of(sheet, source)),
        players=(names[0], names[1]),
        scores=scores,
        spread=won_by if counts else None,
        notes=(notes[0], notes[1]),
        signed=(first, second),
    )


def amended_notes(sheet: Sheet) -> tuple[str, str]:
    """Below each name how the game came to its result, what was amended, and what may change."""
    first, second = notes_of(sheet)
    amended = amended_words(sheet, Seat.FIRST)
    first = ", ".join(part for part in (first, amended) if part)
    if not is_provisional(sheet):
        return first, second
    if first and not second:  # there is more room below the other name
        return first, provisional_mark()
    return ", ".join(part for part in (first, provisional_mark()) if part), second


def tally_words(sheet: Sheet, seat: Seat, scores: tuple[int | None, int | None]) -> str:
    """How a player signed the tally sheet, and for which scores if those are others."""
    found: TallySheetSigned | None = next((x for x in sheet.result.tally if x.seat is seat), None)
    if found is None:
        return ""
    initials = found.how == "initials"
    if tuple(found.totals) == scores or None in scores:
        return say("paper.tally-initials") if initials else say("paper.tally-signed")
    scores_for = say("paper.one-to-other", one=found.totals[0], other=found.totals[1])
    return (
        say("paper.tally-initials-for", scores=scores_for)
        if initials
        else say("paper.tally-signed-for", scores=scores_for)
    )


def bye_line(slip: ResultSlip) -> TallyLine:
    player = slip.sides[0]
    name = f"{whole(player.number)} {player.name}".strip()
    return TallyLine(players=(name, kind_wording("bye")), spread=slip.margin)


# Score cards filled from the games of a tournament.


WON, LOST = 2, 0


def awarded_wording() -> str:
    return say("paper.awarded-by-ruling")


Who = tuple[str, int | str]
"""A player: division, and number or, where there are no numbers, name."""


def score_cards_of(played: Played, number: int | None = None) -> tuple[ScoreCard, ...]:
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
    entered = played.tournament.players if played.tournament else ()
    found: dict[Who, str] = {(one.division, one.number): one.name for one in entered}
    for sheet, _ in played.games:
        for seat in Seat:
            found.setdefault(who_sits(sheet, seat), sheet.name(seat))
    return found


def who_sits(sheet: Sheet, seat: Seat) -> Who:
    number = numbers_of(sheet)[seat.place]
    return sheet.scheduled.division, number or sheet.name(seat)


def score_card_of(played: Played, who: Who, name: str) -> ScoreCard:
    division, number = who
    rows = [
        card_row(sheet, seat, source, played)
        for sheet, source in played.games
        for seat in Seat
        if who_sits(sheet, seat) == who
    ]
    worth, _ = played.bye_worth
    rows += [
        CardRow(round_number=at, opponent=kind_wording("bye"), half_wins=WON, spread=worth)
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
    total = 0
    found = []
    for row in rows:
        total += row.spread or 0
        found.append(replace(row, total=total if row.spread is not None else None))
    return found


def card_row(sheet: Sheet, seat: Seat, source: Source, played: Played) -> CardRow:
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
    mark = provisional_mark() if is_provisional(sheet) else ""
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
        return None, None, kind_wording("void")
    if sheet.ended == "incomplete":
        return None, None, incomplete_wording()
    for _, given in conduct.awarded if conduct else ():
        if given.game == sheet.id:
            won, margin = numbers_of(sheet)[seat.place] == given.opponent, int(given.margin)
            return (WON, margin, awarded_wording()) if won else (LOST, -margin, awarded_wording())
    outcome = outcome_of(sheet)
    spread = outcome.spreads[seat.place] + sheet.result.spread_changes[seat.place]
    mine, theirs = notes_of(sheet)[seat.place], notes_of(sheet)[seat.opponent.place]
    return (
        outcome.half_wins[seat.place],
        spread,
        mine or (theirs and say("paper.opponent-note", note=theirs)),
    )


def score_cards_papers(played: Played, number: int | None = None) -> Papers:
    cards = score_cards_of(played, number)
    if not cards:
        raise Refusal(
            "no-such-player",
            say("paper.nobody-is-entered", slug=played.slug)
            if number is None
            else say("paper.no-player-of-number", number=number, slug=played.slug),
            say("paper.look-up-numbers-in-standings-without"),
        )
    return Papers.of(SCORE_CARD, played.source, *cards)


def tally_sheets_papers(played: Played, round_number: int) -> Papers:
    return Papers.of(TALLY_SHEET, played.source, *tally_sheets_of(played, round_number))
