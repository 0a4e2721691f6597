"""Cards of a player's games, each signed for by the opponent, and tally sheets of a round's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct, field
from reportlab.lib.units import mm

from printing.engine.fitting import in_rows
from printing.engine.flowing import HEAD, WIDTH, draw_long
from printing.engine.heading import Drawing, Form, Heading, footing_lines, heading_lines, spoken
from printing.engine.labels import LABEL, WRITE
from printing.engine.page import A4, FRAME, MARGIN, RULE, Paper, plain, signed, whole
from printing.engine.pen import Pen
from printing.engine.signature import (
    LEAD,
    LINES_HIGH,
    Signature,
    draw_noted_name,
    draw_signed,
    first_rows,
    laid,
    on_page,
    signature_words,
    signed_high,
)
from printing.fonts import BODY, BOLD
from printing.languages import say

ROW = LINES_HIGH


# A contestant's score card.


CARD = Form("score-card", where=("division",))

CARD_FROM = 42.8  # millimetres from the top: where the rows begin, below their heads

CARD_FOOT = 22.0


def in_card() -> tuple[tuple[str, float], ...]:
    """What a row asks for, and the millimetres there are for it."""
    return (
        (say("paper_lists.rd"), 9.0),
        (say("paper_lists.start"), 15.0),
        (say("paper_lists.table"), 11.0),
        (say("paper.opponent"), 49.0),
        (say("paper_lists.w-l"), 10.0),
        (say("paper.for"), 14.0),
        (say("paper.against"), 14.0),
        (say("paper.spread"), 15.0),
        (say("paper_lists.sum"), 16.0),
        (say("paper.opponents-signature"), 37.0),
    )


class CardRow(Struct, frozen=True, kw_only=True):
    """One round of a player. What is not known is left for the hand.

    Attributes:
      started: whether the player made the first play.
      opponent: number and name; ``bye`` where there is none.
      note: how the game came to its result, where it was not played out, in a few words.
      half_wins: 2 for a win, 1 for a tie, 0 for a loss.
      spread: change of the player's spread.
      total: the player's spread after this round.
    """

    round_number: int | None = None
    started: bool | None = None
    table: str = ""
    opponent: str = ""
    note: str = ""
    half_wins: int | None = None
    score: int | None = None
    against: int | None = None
    spread: int | None = None
    total: int | None = None
    signature: Signature = field(default_factory=Signature)


class ScoreCard(Struct, frozen=True, kw_only=True):
    """What one card says; ``ruled``: what rulings add to the spread, 0 where there is none."""

    heading: Heading = field(default_factory=Heading)
    player: str = ""
    number: int | None = None
    rows: tuple[CardRow, ...] = ()
    ruled: int = 0


def card_lines(card: ScoreCard) -> list[str]:
    return [
        *heading_lines(card.heading, CARD),
        spoken(say("paper_cases.player"), card.player),
        spoken(say("paper.no"), whole(card.number)),
        *(row_words(row) for row in card.rows),
        *(spoken(label, value) for label, value in sums(card)),
        *footing_lines(card.heading, CARD, 1, len(card_pages(card, A4))),
    ]


def row_words(row: CardRow) -> str:
    start = {True: say("paper.first-short"), False: say("paper.second-short"), None: ""}[
        row.started
    ]
    parts = (
        whole(row.round_number), start, plain(row.table), plain(row.opponent), plain(row.note),
        won_words(row.half_wins), whole(row.score), whole(row.against), signed(row.spread),
        signed(row.total), signature_words(row.signature),
    )  # fmt: skip
    return " ".join(part for part in parts if part)


def won_words(half_wins: int | None) -> str:
    """Won, lost or tied, as a letter.

    >>> [won_words(half) for half in (2, 1, 0, None)]
    ['W', 'T', 'L', '']
    """
    return "" if half_wins is None else "LTW"[half_wins]


def sums(card: ScoreCard) -> list[tuple[str, str]]:
    """What the foot of a card sums up; empty until there is a result."""
    known = [row for row in card.rows if row.half_wins is not None]
    labels = (
        say("paper.firsts"),
        say("paper.seconds"),
        say("paper.won"),
        say("paper.lost"),
        say("paper.rulings-on-spread"),
        say("paper.total-spread"),
    )
    if not known:
        return [(label, "") for label in labels]
    halves = sum(row.half_wins or 0 for row in known)
    lost = 2 * len(known) - halves
    spread = sum(row.spread or 0 for row in known) + card.ruled
    starts = [row.started for row in known]
    values = (
        str(starts.count(True)), str(starts.count(False)), games(halves), games(lost),
        signed(card.ruled) if card.ruled else "", signed(spread),
    )  # fmt: skip
    return list(zip(labels, values, strict=True))


def games(halves: int) -> str:
    """Games counted in halves, as people write them.

    >>> [games(halves) for halves in (0, 1, 6, 7)]
    ['0', '½', '3', '3½']
    """
    return f"{halves // 2 or ''}{'½' if halves % 2 else ''}" or "0"


def card_room(paper: Paper) -> float:
    """Millimetres there are for rows on a page."""
    return paper.height - 2 * MARGIN - CARD_FROM - CARD_FOOT


def card_heights(card: ScoreCard) -> list[float]:
    """Millimetres that each round takes: more than a row where a name is long, or has a note."""
    named, signs = in_card()[3][1], in_card()[9][1]
    return [
        max(laid(row.opponent, row.note, named).needs, signed_high(signs, row.signature))
        for row in card.rows
    ]


def card_pages(card: ScoreCard, paper: Paper) -> list[int]:
    return first_rows(card_heights(card), card_room(paper))


def draw_cards(*cards: ScoreCard, paper: Paper = A4) -> bytes:
    return draw_long(CARD, cards, paper, pages_of=card_pages, draw_page=draw_card)


def draw_card(pen: Pen, card: ScoreCard, first: int, paper: Paper) -> None:
    rows = on_page(card_heights(card), first, card_room(paper))
    draw_player(pen, card)
    draw_card_rows(pen, card, first, rows)
    draw_sums(pen, CARD_FROM + sum(rows) + 1.6, card)


def draw_player(pen: Pen, card: ScoreCard) -> None:
    number = 18.0
    pen.field(
        (0, HEAD + 1.6, WIDTH - number, 10.0),
        say("paper_cases.player"),
        card.player,
        size=15,
        font=BOLD,
    )
    value = whole(card.number)
    pen.field(
        (WIDTH - number, HEAD + 1.6, number, 10.0),
        say("paper.no"),
        value,
        size=15,
        font=BOLD,
        align="middle",
    )


def draw_card_rows(pen: Pen, card: ScoreCard, first: int, rows: Sequence[float]) -> None:
    """Draw the rounds from row ``first`` on, so high; those to come are left for the hand."""
    pen.grid(0, CARD_FROM, [wide for _, wide in in_card()], rows)
    pen.box(0, CARD_FROM, WIDTH, sum(rows), weight=FRAME)
    with pen.tags.part("Table"):
        pen.heads(0, CARD_FROM - 1.5, in_card())
        down = CARD_FROM
        for at, high in enumerate(rows, start=first):
            row = card.rows[at] if at < len(card.rows) else CardRow()
            with pen.tags.part("TR"):
                draw_card_row(pen, down, high, row)
            down += high


def draw_card_row(pen: Pen, down: float, high: float, row: CardRow) -> None:
    wide = [each for _, each in in_card()]
    left = [sum(wide[:place]) for place in range(len(wide))]
    base = down + high / 2 + 1.4
    cell = partial(pen.tags.part, "TD")
    with cell():
        pen.write(left[0] + wide[0] / 2, base, whole(row.round_number), 11, BOLD, align="middle")
    with cell():
        draw_who_started(pen, left[1], base, wide[1], row)
    with cell():
        pen.write(left[2] + wide[2] / 2, base, row.table, 10, width=wide[2] - 1, align="middle")
    with cell():
        draw_noted_name(pen, (left[3], down, wide[3], high), row.opponent, row.note)
    with cell():
        pen.write(left[4] + wide[4] / 2, base, won_words(row.half_wins), 11, BOLD, align="middle")
    for place, words in enumerate(
        (whole(row.score), whole(row.against), signed(row.spread), signed(row.total)), start=5
    ):
        edge = left[place] + wide[place] - 1.6
        with cell():
            pen.write(edge, base, words, 10.5, width=wide[place] - 2, align="right")
    with cell():
        draw_signed(pen, (left[9], down, wide[9], high), row.signature)


def draw_who_started(pen: Pen, left: float, base: float, wide: float, row: CardRow) -> None:
    """Draw both words to circle, the one that was with its ring."""
    first, second = say("paper.first-short"), say("paper.second-short")
    known = "" if row.started is None else (first if row.started else second)
    with pen.tags.saying(known):
        for place, (word, circled) in enumerate(((first, True), (second, False))):
            middle, was = left + (place + 0.5) * wide / 2, row.started is circled
            pen.write(middle, base, word, LABEL, BOLD if was else BODY, align="middle")
            if was:
                pen.ring(middle, base - 1.0, 3.0, weight=1.2)


def draw_sums(pen: Pen, down: float, card: ScoreCard) -> None:
    across = 0.0
    for (label, value), wide in zip(sums(card), (24.0, 24.0, 24.0, 24.0, 47.0, 47.0), strict=True):
        last = label == say("paper.total-spread")
        size, weight = (14.0, FRAME) if last else (11.0, RULE)
        font = BOLD if last else BODY
        pen.field(
            (across, down, wide, WRITE), label, value, size=size, font=font, align="middle",
            weight=weight,
        )  # fmt: skip
        across += wide


SCORE_CARD = Drawing(CARD, ScoreCard, card_lines, draw_cards)


# The tally sheet of a round: one line a game, signed or initialled by both players.


TALLY = Form("tally-sheet", where=("division", "round"))

TALLY_FROM = 32.0  # millimetres from the top: where the lines begin, below their heads

TALLY_FOOT = 21.0


def in_tally() -> tuple[tuple[str, float], ...]:
    """What a line asks for, and the millimetres there are for it."""
    return (
        (say("paper_lists.table"), 12.0),
        (say("paper.first-player"), 42.0),
        (say("paper_cases.score"), 14.0),
        (say("paper.second-player"), 42.0),
        (say("paper_cases.score"), 14.0),
        (say("paper.won-by"), 16.0),
        (say("paper.first-signs"), 25.0),
        (say("paper.second-signs"), 25.0),
    )


def checked_labels() -> tuple[str, str, str]:
    """Who saw to it that no signature is missing: left for the hand."""
    return (
        say("paper.all-signatures-here-or-cards"),
        say("paper.date-and-time"),
        say("paper_cases.director"),
    )


class TallyLine(Struct, frozen=True, kw_only=True):
    """One game. What is not known is left for the hand.

    Attributes:
      players: number and name of both, the one who starts first where that is known.
      notes: below each name how the game came to its result, where it was not played out; and
        who starts, where it is not always the first.
      signed: how each signed the tally sheet, in a few words.
    """

    table: str = ""
    players: tuple[str, str] = ("", "")
    scores: tuple[int | None, int | None] = (None, None)
    spread: int | None = None
    notes: tuple[str, str] = ("", "")
    signed: tuple[str, str] = ("", "")


class TallySheet(Struct, frozen=True, kw_only=True):
    """What one sheet says: the games of a round of a division, table by table.

    ``starters_first``: whether of every game it is known who starts, and that one named first.
    """

    heading: Heading = field(default_factory=Heading)
    starters_first: bool = True
    games: tuple[TallyLine, ...] = ()


def tally_lines(sheet: TallySheet) -> list[str]:
    return [
        *heading_lines(sheet.heading, TALLY),
        *(game_words(game) for game in sheet.games),
        *checked_labels(),
        *footing_lines(sheet.heading, TALLY, 1, len(tally_pages(sheet, A4))),
    ]


def heads_of(sheet: TallySheet) -> tuple[tuple[str, float], ...]:
    """The heads of its columns: players are called by who starts only where that is so."""
    if sheet.starters_first:
        return in_tally()
    player = say("paper_cases.player")
    return tuple(
        (player if at in (1, 3) else label, wide) for at, (label, wide) in enumerate(in_tally())
    )


def game_words(game: TallyLine) -> str:
    sides = (
        part
        for name, note, score in zip(game.players, game.notes, game.scores, strict=True)
        for part in (plain(name), plain(note), whole(score))
    )
    parts = (plain(game.table), *sides, whole(game.spread), *map(plain, game.signed))
    return " ".join(part for part in parts if part)


def tally_room(paper: Paper) -> float:
    """Millimetres there are for rows on a page."""
    return paper.height - 2 * MARGIN - TALLY_FROM - TALLY_FOOT


def tally_heights(sheet: TallySheet) -> list[float]:
    """Millimetres that each game takes: more than a line where a name is long, or has a note."""
    return [
        max(
            laid(name, note, in_tally()[at][1]).needs
            for at, name, note in zip((1, 3), game.players, game.notes, strict=True)
        )
        for game in sheet.games
    ]


def tally_pages(sheet: TallySheet, paper: Paper) -> list[int]:
    return first_rows(tally_heights(sheet), tally_room(paper))


def draw_tallies(*sheets: TallySheet, paper: Paper = A4) -> bytes:
    return draw_long(TALLY, sheets, paper, pages_of=tally_pages, draw_page=draw_tally)


def draw_tally(pen: Pen, sheet: TallySheet, first: int, paper: Paper) -> None:
    rows = on_page(tally_heights(sheet), first, tally_room(paper))
    draw_games(pen, sheet, first, rows)
    for place, label in enumerate(checked_labels()):
        down = TALLY_FROM + sum(rows) + 1.6
        pen.field((place * WIDTH / 3, down, WIDTH / 3, WRITE), label)


def draw_games(pen: Pen, sheet: TallySheet, first: int, rows: Sequence[float]) -> None:
    """Draw the games from line ``first`` on, so high; lines without one are left for the hand."""
    pen.grid(0, TALLY_FROM, [wide for _, wide in in_tally()], rows)
    pen.box(0, TALLY_FROM, WIDTH, sum(rows), weight=FRAME)
    with pen.tags.part("Table"):
        pen.heads(0, TALLY_FROM - 1.5, heads_of(sheet), in_two=7.0)
        down = TALLY_FROM
        for high, game in zip(rows, sheet.games[first:], strict=False):
            with pen.tags.part("TR"):
                draw_game(pen, down, high, game)
            down += high


def draw_game(pen: Pen, down: float, high: float, game: TallyLine) -> None:
    wide = [each for _, each in in_tally()]
    left = [sum(wide[:place]) for place in range(len(wide))]
    base = down + high / 2 + 1.4
    cell = partial(pen.tags.part, "TD")
    with cell():
        rows, size = in_rows(game.table, BOLD, 11, (wide[0] - 1) * mm, 2)  # a replay: 2 replay 2
        for nth, row in enumerate(rows):
            line = base + (nth - (len(rows) - 1) / 2) * LEAD
            pen.write(wide[0] / 2, line, row, size, BOLD, align="middle")
    for place, at in enumerate((1, 3)):
        with cell():
            box = (left[at], down, wide[at], high)
            draw_noted_name(pen, box, game.players[place], game.notes[place])
        score = whole(game.scores[place])
        edge = left[at + 1] + wide[at + 1] - 1.8
        with cell():
            pen.write(edge, base, score, 11, BOLD, width=wide[at + 1] - 2, align="right")
    edge = left[5] + wide[5] - 1.8
    with cell():
        pen.write(edge, base, whole(game.spread), 10.5, width=wide[5] - 2, align="right")
    for place, words in enumerate(game.signed, start=6):
        middle = left[place] + wide[place] / 2
        with cell():
            rows, size = in_rows(words, BODY, LABEL, (wide[place] - 2) * mm, 2)
            for nth, row in enumerate(rows):
                line = base + (nth - (len(rows) - 1) / 2) * LEAD
                pen.write(middle, line, row, size, align="middle")


TALLY_SHEET = Drawing(TALLY, TallySheet, tally_lines, draw_tallies)
