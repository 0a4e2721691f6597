"""The challenge slip: the words, a box a letter, and one verdict for the whole play. Two a sheet.

Nothing on it says which word was wrong: whoever looks a slip up answers with one mark.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct, field
from reportlab.lib.units import mm

from printing.engine.cut_slips import Cells, draw_sheets
from printing.engine.fitting import broken
from printing.engine.heading import (
    APART,
    CODE,
    Drawing,
    Form,
    Heading,
    Unfilled,
    draw_footing,
    draw_heading,
    footing_lines,
    heading_lines,
    spoken,
    ticked,
)
from printing.engine.labels import FIRST_LINE, LABEL, UNDER, WRITE
from printing.engine.page import A4, FRAME, HAIR, RULE, Paper, plain, time_words, whole
from printing.engine.pen import Box, Pen
from printing.fonts import BODY, BOLD, MONO_BOLD
from printing.languages import say, second_of

FORM = Form("challenge-slip", 4, ("division", "date", "round", "table"))

CELLS = Cells(across=1, down=2, width=190.0, height=129.7)

LETTERS = 15  # boxes for one word
BOX = 9.0  # millimetres: width of a letter's box
ROWS = 4  # rows of words. A hand writes one in each; printed, as many as there are stand in them.
MOST = 16  # words on one slip: no play makes half as many, but somebody may type them


def verdict_wordings() -> tuple[str, str]:
    return (say("paper.acceptable"), say("paper.unacceptable"))


def opinion_titles() -> tuple[str, str, str]:
    return (
        say("paper.verdict-on-whole-play"),
        say("paper.second-opinion"),
        say("paper.third-opinion"),
    )


def returned_wording() -> str:
    return say("paper.returned-not-words-on-board")


def authority_label() -> str:
    return say("paper.authority-for-word-if-wanted")


def unsaid_wording() -> str:
    """Beside the words where only the verdict is known, as in a file of a game."""
    return say("paper.all-words-play-which-were")


def by_the_players() -> str:
    """What stands for a judge where there was none: the players look the words up themselves."""
    return say("paper.looked-up-by-both-players")


WORD = 9.3  # millimetres from word to word; the boxes of each leave eight of white
LOW = 9.3  # millimetres: height of a row in which one writes beside the label


class Verdict(Struct, frozen=True, kw_only=True):
    """One verdict on the whole play; ``acceptable`` is ``None`` until it is given."""

    acceptable: bool | None = None
    judge: str = ""
    at: datetime | None = None


class ChallengeSlip(Struct, frozen=True, kw_only=True):
    """What one slip says.

    Attributes:
      unsaid: that nobody noted which were challenged: these are all the words of the play.
      checked: who compared the words with the board, by name; on paper, by initials.
      authority: where a word is to be looked up, if the challenger names a place.
      returned: whether the judge gave the slip back, for it did not match the board.
      verdicts: on the whole play: the first, and those of further opinions asked for.
    """

    heading: Heading = field(default_factory=Heading)
    challenger: str = ""
    player: str = ""
    turn: int | None = None
    words: tuple[str, ...] = ()
    unsaid: bool = False
    checked: str = ""
    authority: str = ""
    returned: bool = False
    verdicts: tuple[Verdict, Verdict, Verdict] = field(
        default_factory=lambda: (Verdict(), Verdict(), Verdict())
    )


def lines(slip: ChallengeSlip) -> list[str]:
    return [
        *heading_lines(slip.heading, FORM),
        spoken(say("paper.turn"), whole(slip.turn)),
        spoken(say("paper.challenger"), slip.challenger),
        spoken(say("paper.player-challenged"), slip.player),
        *(f"{number} {plain(word)}" for number, word in enumerate(slip.words, start=1)),
        *([unsaid_wording()] if slip.unsaid else []),
        spoken(checked_label(slip), slip.checked),
        ticked(returned_wording(), marked=slip.returned),
        spoken(authority_label(), slip.authority),
        *(
            line
            for title, verdict in zip(opinion_titles(), slip.verdicts, strict=True)
            for line in (
                title if verdict != Verdict() else Unfilled(title),
                *verdict_lines(verdict),
            )
        ),
        *footing_lines(slip.heading, FORM, 1, paged(slip)),
    ]


def verdict_lines(verdict: Verdict) -> list[str]:
    """The words of a verdict, ``X`` at the box that is marked."""
    return [
        *(
            ticked(words, marked=marked)
            for words, marked in zip(verdict_wordings(), marks_of(verdict), strict=True)
        ),
        spoken(judge_label(verdict), verdict.judge),
        spoken(say("paper_lists.time"), time_words(verdict.at)),
    ]


def judge_label(verdict: Verdict) -> str:
    """Who gave the verdict: a judge, or, where nobody is named for one, the players themselves."""
    return (
        by_the_players()
        if verdict.acceptable is not None and not verdict.judge
        else say("paper.judge")
    )


def marks_of(verdict: Verdict) -> tuple[bool, bool]:
    return verdict.acceptable is True, verdict.acceptable is False


def pages(slip: ChallengeSlip) -> int:
    return max(1, -(-len(slip.words) // MOST))


def paged(slip: ChallengeSlip) -> int:
    """Of how many pages its foot speaks: a slip alone has none."""
    return pages(slip) if pages(slip) > 1 else 0


def columns(words: tuple[str, ...]) -> int:
    """How many words stand in a row: one, unless the rows do not hold them all."""
    return max(1, -(-len(words) // ROWS))


def draw(*slips: ChallengeSlip, paper: Paper = A4) -> bytes:
    """A PDF of the slips, two a sheet, cut-and-stack."""
    parts = [(slip, page) for slip in slips for page in range(1, pages(slip) + 1)]
    return draw_sheets(parts, CELLS, paper, say("paper.challenge-slips"), draw_part)


def draw_part(pen: Pen, part: tuple[ChallengeSlip, int]) -> None:
    slip, page = part
    wide = CELLS.width
    draw_heading(pen, wide, slip.heading, FORM)
    row, turn = CODE + APART, 22.0
    half = (wide - turn) / 2
    pen.field(
        (2 * half, row, turn, WRITE), say("paper.turn"), whole(slip.turn), size=13, align="middle"
    )
    pen.field(
        (0, row, half, WRITE),
        say("paper.challenger"),
        slip.challenger,
        size=12,
        font=BOLD,
        name=True,
    )
    pen.field(
        (half, row, half, WRITE),
        say("paper.player-challenged"),
        slip.player,
        size=12,
        font=BOLD,
        name=True,
    )
    row += WRITE + 0.6
    first = (page - 1) * MOST
    words = slip.words[first : first + MOST]
    each = columns(words)
    for place in range(ROWS * each):
        line, column = divmod(place, each)
        word = words[place] if place < len(words) else ""
        at = (column * (7.0 + LETTERS * BOX) / each, row + line * WORD)
        if each == 1:
            draw_word(pen, at[1], first + place + 1, word)
        elif word:
            draw_short(pen, at, (7.0 + LETTERS * BOX) / each, first + place + 1, word)
    checked = 7.0 + LETTERS * BOX + 2.0
    box = (checked, row, wide - checked, ROWS * WORD - 0.6)
    draw_checked(pen, box, slip)
    row += ROWS * WORD
    pen.box(0, row, 86.0, LOW, weight=RULE)
    pen.tick_box(
        1.6, row + 1.7, returned_wording(), marked=slip.returned, side=5.8, size=9.0, width=84
    )
    pen.field((86.0, row, wide - 86.0, LOW), authority_label(), slip.authority)
    row += LOW
    opinions = zip(opinion_titles(), slip.verdicts, strict=True)
    for place, (title, verdict) in enumerate(opinions):
        draw_verdict(pen, row + place * WRITE, title, verdict)
    pen.box(0, row, wide, WRITE, weight=FRAME)
    draw_footing(pen, CELLS.height - 0.4, wide, slip.heading, FORM, page, paged(slip), lines=1)


def checked_label(slip: ChallengeSlip) -> str:
    """What stands above who checked: the record knows a name, a hand writes initials."""
    return say("paper.checked-by") if slip.checked else say("paper.checked-initials")


def draw_checked(pen: Pen, box: Box, slip: ChallengeSlip) -> None:
    """Who compared the words with the board, or that nobody noted which they were."""
    left, down, wide, high = box
    if slip.unsaid:
        rows = broken(unsaid_wording(), BODY, LABEL, (wide - 2.4) * mm, 3)
        with pen.tags.together():
            for row, words in enumerate(rows):
                pen.write(left + 1.3, down + 3.4 + row * 3.6, words, LABEL)
        down += 3.6 * len(rows) + 2.0
        high -= 3.6 * len(rows) + 2.0
    pen.field((left, down, wide, high), checked_label(slip), slip.checked, size=11, name=True)


def draw_word(pen: Pen, down: float, number: int, word: str) -> None:
    """One word: a box a letter, or one long box for a word with more letters than boxes."""
    letters, high = plain(word), WORD - 0.6
    with pen.tags.together():
        pen.write(3.2, down + 6.0, str(number), 10, align="middle")
        if len(letters) <= LETTERS:
            pen.cells(7.0, down, BOX, high, LETTERS, letters, size=15)
        else:
            pen.box(7.0, down, LETTERS * BOX, high)
            pen.write(9.0, down + 6.2, word, 13, BOLD, width=LETTERS * BOX - 4)


def draw_short(pen: Pen, at: tuple[float, float], width: float, number: int, word: str) -> None:
    """One word of several in a row, in a box without letters of its own: no hand writes there."""
    across, down = at
    with pen.tags.together():
        pen.write(across + 3.2, down + 6.0, str(number), 10, align="middle")
        pen.box(across + 7.0, down, width - 7.0, WORD - 0.6)
        pen.write(across + 8.6, down + 6.2, word, 13, MONO_BOLD, width=width - 10.2)


def draw_verdict(pen: Pen, down: float, title: str, verdict: Verdict) -> None:
    """One verdict: two boxes of which one is marked, by whom, and when."""
    wide, judge, time = CELLS.width, 104.0, 30.0
    pen.box(0, down, wide, WRITE, weight=HAIR)
    rows = broken(title, BOLD, 9.0, 29.0 * mm, 2)
    with pen.tags.together():
        if second_of(title) or any(row.endswith("…") for row in rows):
            pen.draw_label(1.4, down, title, 30.0, 1, WRITE - FIRST_LINE - UNDER)
            rows = []
        for row, words in enumerate(rows):
            middle = down + WRITE / 2 + 1.0
            pen.write(1.4, middle + 3.8 * (row - (len(rows) - 1) / 2), words, 9.0, BOLD)
    for across, words, marked in zip(
        (34.0, 67.0), verdict_wordings(), marks_of(verdict), strict=True
    ):
        pen.tick_box(across, down + 2.7, words, marked=marked, side=7.0, size=9.5, width=32.0)
    left = wide - time
    pen.field((judge, down, left - judge, WRITE), judge_label(verdict), verdict.judge, weight=HAIR)
    text = time_words(verdict.at)
    pen.field((left, down, time, WRITE), say("paper_lists.time"), text, size=9.5, weight=HAIR)


CHALLENGE_SLIP = Drawing(
    FORM, ChallengeSlip, lines, draw, CELLS.count, on_a_roll="slips.receipts:draw_challenges"
)
