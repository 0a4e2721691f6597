"""The result slip: each player's half, the words that both sign, and how it is drawn."""

from __future__ import annotations

import string
from datetime import datetime
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace
from reportlab.lib.units import mm

from printing.engine.cut_slips import Cells, draw_sheets, rows_for
from printing.engine.fitting import broken, in_rows
from printing.engine.heading import (
    CODE,
    Beside,
    Drawing,
    Form,
    Heading,
    SoFar,
    Unfilled,
    as_word,
    draw_footing,
    draw_heading,
    footing_lines,
    heading_lines,
    spoken,
    ticked,
)
from printing.engine.labels import (
    FIRST_LINE,
    LABEL,
    LEAST,
    SIGN,
    UNDER,
    WRITE,
    below_label,
    more_of,
    needed,
    shared_out,
)
from printing.engine.page import (
    A4,
    FRAME,
    HAIR,
    Paper,
    kind_wording,
    plain,
    signed,
    when_label,
    when_words,
    whole,
)
from printing.engine.pen import Box, Pen
from printing.engine.signature import Signature, draw_signature, label_that_fits, signature_lines
from printing.fonts import BODY, BOLD
from printing.languages import is_english_alone, is_in_two, say, second_of
from printing.slips.blank_slip import LETTER, draw_letters

# One player's half of a result slip: who, the score, and what it includes.


WIDTH = 190.0  # millimetres: width of a result slip

HALF = WIDTH / 2
HIGH = 3 * WRITE  # millimetres: height of one player's half


def so_far_labels() -> tuple[str, str]:
    """What players like to note of themselves before they sign."""
    return (say("paper.won-lost-so-far"), say("paper.spread-so-far"))


class Side(Struct, frozen=True, kw_only=True):
    """One player's half of a slip. What is not known is left for the hand.

    Attributes:
      score: final, everything below included.
      overtime: points taken off for overtime, as a negative number.
      penalties: points taken off by the director, as a negative number.
      signed_score: the score that was signed for, where it was amended since.
      so_far: how the player stood before this game, where that is known.
    """

    name: str = ""
    number: int | None = None
    started: bool | None = None
    score: int | None = None
    provisional: bool = False
    unplayed: int | None = None
    overtime: int | None = None
    challenges: int | None = None
    penalties: int | None = None
    credits: int | None = None
    signature: Signature = field(default_factory=Signature)
    signed_score: int | None = None
    so_far: SoFar | None = None


def side_lines(side: Side, title: str, mode: str) -> list[str]:
    return [
        spoken(title, side.name),
        spoken(say("paper.no"), whole(side.number)),
        spoken(say("paper.started"), "X" if side.started else ""),
        *(spoken(label, value) for label, value in so_far_asked(side)),
        spoken(score_label(side), whole(side.score)),
        *(
            [say("paper.tally-signed-for", scores=whole(side.signed_score))]
            if side.signed_score is not None
            else []
        ),
        spoken(unplayed_label(mode), signed(side.unplayed)),
        spoken(say("paper.overtime"), signed(side.overtime)),
        spoken(say("paper.challenges"), signed(side.challenges)),
        spoken(say("paper.penalties"), signed(side.penalties)),
        spoken(say("paper.credits"), signed(side.credits)),
    ]


def so_far_asked(side: Side) -> tuple[tuple[str, str], ...]:
    """Won and lost and spread before this game, each with its label; blank where not known."""
    if side.so_far is None:
        return tuple((label, "") for label in so_far_labels())
    return tuple(
        zip(so_far_labels(), (side.so_far.won_lost, signed(side.so_far.spread)), strict=True)
    )


def score_label(side: Side) -> str:
    """What the score is called; one that is not known yet is for the hand."""
    return (
        say("paper.provisional-score")
        if side.provisional and side.score is not None
        else say("paper_cases.score")
    )


def unplayed_label(mode: str) -> str:
    return say("paper.unplayed-mode", mode=plain(mode)) if mode else say("paper.unplayed")


def for_what_wording() -> str:
    """What a signature covers."""
    return say("paper.for-both-scores-and-all")


def covers_label() -> str:
    """The same where a name is too long to stand before it."""
    return say("paper.signature-for-both-scores")


def signature_label(side: Side) -> str:
    return say("paper.who-signs-for-what", who=signed_by(side), what=for_what_wording())


def signed_by(side: Side) -> str:
    return (
        say("paper.signature-name", name=plain(side.name)) if side.name else say("paper.signature")
    )


def draw_side(
    pen: Pen, at: tuple[float, float], side: Side, title: str, mode: str, first: float = WRITE
) -> None:
    """One player: who and the score, then how the player stood, then what the score includes.

    Args:
      at: how far across and down its corner is; it is ``HIGH`` high.
      title: ``Winner``, ``Loser``, or ``Player`` where nobody has won yet.
      first: height of the first row, less where the slip says who and the score.
    """
    across, down = at
    number, score, started = 13.0, 28.0, 18.0
    name = HALF - number - score
    box = (across + number, down, name, first)
    pen.field(box, title, side.name, size=13, font=BOLD, name=True)
    pen.field(
        (across, down, number, first), say("paper.no"), whole(side.number), size=12, align="middle"
    )
    draw_score(pen, (across + HALF - score, down, score, first), side)
    below = down + first
    draw_started(pen, (across, below, started), side)
    left = across + started
    for label, value in so_far_asked(side):
        box = (left, below, (HALF - started) / 2, WRITE)
        pen.field(box, label, value, size=13, align="middle")
        left += (HALF - started) / 2
    below += WRITE
    left = across
    included = (
        (unplayed_label(mode), side.unplayed, 26.6),
        (say("paper.overtime"), side.overtime, 16.5),
        (say("paper.challenges"), side.challenges, 19.0),
        (say("paper.penalties"), side.penalties, 17.5),
        (say("paper.credits"), side.credits, 15.4),
    )
    rooms = shared_out([label for label, _, _ in included], [room for _, _, room in included])
    for (label, points, _), room in zip(included, rooms, strict=True):
        value = signed(points)
        pen.field((left, below, room, WRITE), label, value, size=12, align="middle", weight=HAIR)
        left += room
    pen.box(across, down, HALF, HIGH - WRITE + first, weight=FRAME)


CROSS = 6.4  # millimetres a side: the cross of who started


def draw_started(pen: Pen, at: tuple[float, float, float], side: Side) -> None:
    """Whether the player started; ``at``: how far across and down the box is, and how wide."""
    across, down, wide = at
    started = {None: "", True: say("paper.started-yes"), False: say("paper.started-no")}[
        side.started
    ]
    with pen.tags.saying(started):
        label = say("paper.started")
        pen.field((across, down, wide, WRITE), label)
        if side.started:
            top, high = (4.8, CROSS) if is_english_alone() else below_label(label, wide)
            pen.cross(across + wide / 2 - high / 2, down + top, high)


def draw_struck(pen: Pen, right: float, down: float, side: Side, high: float = WRITE) -> None:
    """The score that was signed for, struck out, at the lower right of a box that ends there."""
    if side.signed_score is not None:
        edge = right - 1.4
        was = whole(side.signed_score)
        with pen.tags.saying(say("paper.was-struck", was=was)):
            long = pen.write(edge, down + high - 1.6, was, 8.5, align="right")
            pen.rule(edge - long - 0.4, down + high - 2.6, long + 0.8)


def draw_score(pen: Pen, box: Box, side: Side) -> None:
    """The score, and struck out beside it the one that was signed for, where that is another."""
    pen.field(
        box, score_label(side), whole(side.score), size=19, font=BOLD, align="middle", weight=FRAME
    )
    left, down, wide, high = box
    draw_struck(pen, left + wide, down, side, high)


FORM = Form("result-slip", 4)

KINDS = (
    ("played", "resigned", "forfeit", "forfeit_overtime"),
    ("ended_by_upset", "void", "bye"),
)
"""How a game may have come to its result (``printing.source.KINDS``), each with a box to mark, in
two rows."""


def rated_label() -> str:
    return say("paper.rated")


def notes_label() -> str:
    return say("paper.amendments-and-rulings")


def result_titles() -> tuple[str, str]:
    return (say("paper.winner"), say("paper.loser"))


def blank_labels() -> tuple[str, str]:
    return (say("paper.1st-blank"), say("paper.2nd-blank"))


def protest_label() -> str:
    return say("paper.signed-under-protest")


NOTE = 8.5  # points: amendments

NOTES_AT, NOTES_HIGH = 42.0, 8.8
"""Millimetres: from the left to where they begin, and height of their box."""


class ResultSlip(Struct, frozen=True, kw_only=True):
    """What one slip says.

    Attributes:
      sides: both players, in the order of the record; the slip names the winner first.
      by_starts: whether who is to start follows from the starts so far, in other games.
      kind: how the game came to its result: one of ``KINDS``.
      by_margin: whether the result is a margin; the scores then say nothing about it.
      rated: whether the result counts for ratings; ``None`` until that is settled.
      unplayed_mode: how unplayed tiles were counted, in words: ``double`` and so on.
      blanks: the letters of the first and the second blank, upper case; empty if not played.
      director: initials.
      amendments: what was amended after signing, and what was ruled about the spread, one line
        each, the latest last.
    """

    heading: Heading = field(default_factory=Heading)
    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
    by_starts: bool = False
    kind: str = ""
    by_margin: bool = False
    margin: int | None = None
    rated: bool | None = None
    ending: str = ""
    unplayed_mode: str = ""
    blanks: tuple[str, str] = ("", "")
    alphabet: tuple[str, ...] = tuple(string.ascii_uppercase)
    challenged: tuple[str, ...] = ()
    finished_at: datetime | None = None
    handed_in_by: str = ""
    director: str = ""
    amendments: tuple[str, ...] = ()

    @property
    def binds(self) -> ResultSlip:
        """What its code binds: all of it but how both players stood before, and so who starts.

        A code is looked up by filling the slip again from its game as it was, whatever happened
        since to other games. Won and lost so far come from those: an amendment of another table a
        day later would make of every slip printed before it one that is not ours. So they stand on
        the slip for the players, and it is the standings that prove them.
        """
        return self.beside(Beside())

    def beside(self, kept: Beside) -> ResultSlip:
        """The same with what its file keeps beside its code, in the order of the record."""
        first, second = (
            replace(side, so_far=had, started=self._started(side, place, kept.starts))
            for place, (side, had) in enumerate(zip(self.sides, kept.so_far, strict=True))
        )
        return replace(self, sides=(first, second), by_starts=kept.starts > 0)

    def _started(self, side: Side, place: int, starts: int) -> bool | None:
        if starts:
            return starts == place + 1
        return None if self.by_starts else side.started

    @property
    def kept(self) -> str:
        """What its file keeps of what no code binds, so that it can be drawn again."""
        both = self.sides[0].so_far, self.sides[1].so_far
        starts = 1 + (self.sides[1].started is True) if self.by_starts else 0
        return as_word(Beside(both, starts)) if self.heading.address else ""

    @property
    def spread(self) -> int | None:
        """The winner's points minus the loser's; ``None`` until both are known, or by margin."""
        if self.by_margin or self.kind == "void" or not self.is_decided:
            return None
        first, second = (side.score for side in self.sides)
        return None if first is None or second is None else abs(first - second)

    @property
    def is_decided(self) -> bool:
        """Whether it is known how the game ended, so that one of the scores is the winner's."""
        return bool(self.kind) or not self.heading.provisional

    @property
    def in_order(self) -> tuple[tuple[str, Side], tuple[str, Side]]:
        """Both players under what they are called, the winner first once it is known who won."""
        first, second = self.sides
        if first.score is None or second.score is None or self.by_margin:
            known = bool(first.name or second.name)
            titles = (
                (say("paper_cases.player"), say("paper_cases.player")) if known else result_titles()
            )
            return (titles[0], first), (titles[1], second)
        if first.score == second.score or self.kind == "void" or not self.is_decided:
            return (say("paper_cases.player"), first), (say("paper_cases.player"), second)
        won, lost = (first, second) if first.score > second.score else (second, first)
        return (result_titles()[0], won), (result_titles()[1], lost)


def lines(slip: ResultSlip) -> list[str]:
    """The words on the slip, top to bottom. Tests read these, not the PDF."""
    return [
        *heading_lines(slip.heading, FORM),
        *(
            line
            for title, side in slip.in_order
            for line in side_lines(side, title, slip.unplayed_mode)
        ),
        spoken(*won_by(slip)),
        rated_label() if slip.rated is not None else Unfilled(rated_label()),
        *(ticked(words, marked=marked) for words, marked in rated_marks(slip)),
        spoken(say("paper.game-ended"), slip.ending),
        say("paper.result") if slip.kind else Unfilled(say("paper.result")),
        *(ticked(kind_wording(kind), marked=kind == slip.kind) for row in KINDS for kind in row),
        *(spoken(label, letter) for label, letter in zip(blank_labels(), slip.blanks, strict=True)),
        *(
            line
            for _, side in slip.in_order
            for line in (*signature_lines(signature_label(side), side.signature), protest(side))
        ),
        spoken(when_label(slip.finished_at), when_words(slip.finished_at)),
        spoken(say("paper.handed-in-by"), slip.handed_in_by),
        spoken(say("paper_cases.director"), slip.director),
        spoken(say("paper.words-challenged"), words_challenged(slip)),
        notes_label() if slip.amendments else Unfilled(notes_label()),
        *note_rows(slip),
        *footing_lines(slip.heading, FORM, pages=0),
    ]


def won_by(slip: ResultSlip) -> tuple[str, str]:
    """By how much the game was won: spread or margin, whichever it is, and how many points."""
    if slip.by_margin:
        return say("paper.margin"), whole(slip.margin)
    known = slip.spread is not None or slip.kind == "void"
    return say("paper.spread") if known else say("paper.spread-or-margin"), whole(slip.spread)


def rated_marks(slip: ResultSlip) -> tuple[tuple[str, bool], tuple[str, bool]]:
    return (say("paper.yes"), slip.rated is True), (say("paper.no-not"), slip.rated is False)


def note_rows(slip: ResultSlip) -> list[str]:
    """What was amended, over two lines; of more than they hold, the latest, and how many more."""
    width = (WIDTH - NOTES_AT - 1.0) * mm
    for left_out in range(len(slip.amendments)):
        kept = [plain(line, 240) for line in slip.amendments[left_out:]]
        before = f"{say('paper.earlier-see-the-record', count=left_out)}; " if left_out else ""
        rows = broken(before + "; ".join(kept), BODY, NOTE, width, 2)
        if left_out == len(slip.amendments) - 1 or not rows[-1].endswith("…"):
            return rows
    return []


def protest(side: Side) -> str:
    """The box for who signs and does not agree with a ruling, marked or not."""
    return ticked(protest_label(), marked=side.signature.under_protest)


def words_challenged(slip: ResultSlip) -> str:
    return ", ".join(plain(word) for word in slip.challenged)


# How it is drawn: two a sheet, winner first.


CELLS = Cells(across=1, down=2, width=WIDTH, height=129.7)

CLEAR = 0.3
"""Millimetres that the foot stands lower, into the gutter, so that its code is clear of the box."""

KINDS_ELSE = (
    ("played", "resigned", "forfeit", "void"),
    ("forfeit_overtime", "ended_by_upset", "bye"),
)
"""The same rows in other languages: what takes many words stands with few others."""

LOW_TICK = 4.3  # millimetres: a box to mark below a label of two lines
TICK = 6.2  # millimetres that a box to mark takes with the white around it
BETWEEN_KINDS = 1.0  # millimetres from the words of one to the next

KINDS_AT = ((13.0, 32.0, 53.0, 71.0), (13.0, 38.0, 53.0))
"""Millimetres from the left of each of those boxes."""

ASIDE = 39.0  # millimetres: room for the box of a protest, at the lower right of a signature
BESIDE = 50.0  # millimetres: room for words beside a signature, above that box


def draw(*slips: ResultSlip, paper: Paper = A4) -> bytes:
    """A PDF of the slips, two a sheet, cut-and-stack."""
    draw_one = partial(draw_slip, above=CELLS.above(paper))
    return draw_sheets(slips, CELLS, paper, say("paper.result-slips"), draw_one)


MAY_GIVE = (1.1, 0.7)
"""Millimetres that the row of names and scores, and that of the result, give to a code that proves
the slip: it is of a game that is over, so nobody writes in them."""

MAY_GIVE_IN_TWO = (1.8, 0.0)
"""The same in two languages, whose words take all that the row of the result has."""


def draw_slip(pen: Pen, slip: ResultSlip, above: float = 0.0) -> None:
    wide = CELLS.width
    rows = rows_for(slip.heading, CODE, above, MAY_GIVE_IN_TWO if is_in_two() else MAY_GIVE)
    pen = pen.higher(rows.up)
    draw_heading(pen, wide, slip.heading, FORM, code_side=rows.head)
    row, first, result = rows.head, WRITE - rows.given[0], WRITE - rows.given[1]
    for place, (title, side) in enumerate(slip.in_order):
        draw_side(pen, (place * HALF, row), side, title, slip.unplayed_mode, first)
    row += HIGH - rows.given[0]
    draw_result(pen, row, slip, result)
    row += result
    draw_letters(pen, (0.0, row + 0.1, wide), blank_labels(), slip.blanks, slip.alphabet)
    row += 2 * LETTER + 0.2
    for place, (_, side) in enumerate(slip.in_order):
        draw_signed_box(pen, place * HALF, row, side)
    row += SIGN
    words = words_challenged(slip)
    pen.field((0, row, 48, WRITE), when_label(slip.finished_at), when_words(slip.finished_at))
    pen.field((48, row, 46, WRITE), say("paper.handed-in-by"), slip.handed_in_by, name=True)
    pen.field((94, row, 28, WRITE), say("paper_cases.director"), slip.director)
    draw_challenged(pen, (122, row, wide - 122, WRITE), words)
    row += WRITE
    pen.field((0, row, wide, NOTES_HIGH), notes_label(), label_wide=NOTES_AT)
    foot = CELLS.height + rows.head - CODE - sum(rows.given)
    for number, line in enumerate(note_rows(slip), start=1):
        pen.write(NOTES_AT, row + number * 3.6, line, NOTE, width=wide - NOTES_AT - 1.0)
    draw_footing(pen, foot + CLEAR, wide, slip.heading, FORM, pages=0, lines=1)
    pen.note(slip.kept)


def draw_challenged(pen: Pen, box: Box, words: str) -> None:
    """The words challenged, over three small lines where one does not hold them all."""
    across, down, width, _ = box
    rows, size = in_rows(words, BODY, 10.0, (width - 2.4) * mm, 3)
    if len(rows) > 1:
        rows, size = in_rows(words, BODY, LABEL, (width - 2.4) * mm, 3)
    lead = 8.6 / max(3, len(rows))
    first = down + (8.2 if len(rows) == 1 else 6.3)
    with pen.tags.together():
        pen.field(box, say("paper.words-challenged"))
        for nth, line in enumerate(rows):
            pen.write(across + 1.4, first + nth * lead, line, size)


def draw_signed_box(pen: Pen, across: float, down: float, side: Side) -> None:
    """Room for one hand, and a box for who signs and does not agree with a ruling."""
    box, labels = (across, down, HALF, SIGN), labels_of(side)
    draw_signature(pen, box, labels, side.signature, beside=BESIDE, mark=ASIDE)
    marked, below = side.signature.under_protest, down + SIGN - 5.6
    pen.tick_box(
        across + HALF - ASIDE,
        below,
        protest_label(),
        marked=marked,
        side=4.6,
        size=8.5,
        width=ASIDE - 0.6,
    )


def labels_of(side: Side) -> tuple[str, ...]:
    """Who signs and, always, for what: on one line, on two, or without a name that has no room.

    The name stands at the head of this half as well, and what an earlier signature was for here.
    """
    whole_label, named_alone = signature_label(side), signed_by(side)
    label = label_that_fits(HALF, whole_label, named_alone, covers_label())
    if label != named_alone:
        return (label,)
    return (covers_label(),) if side.signature.before else (named_alone, for_what_wording())


def draw_result(pen: Pen, down: float, slip: ResultSlip, high: float = WRITE) -> None:
    left, middle, kinds_wide = 27.0, 31.0, 101.0
    label, points = won_by(slip)
    pen.field((0, down, left, high), label, points, size=15, font=BOLD, align="middle")
    pen.field((left, down, middle, high), rated_label())
    more = more_of(rated_label(), middle, 1) if is_in_two() else 0.0
    top, side, size = (6.2, 4.6, 9.0)
    if more:
        top, side, size = FIRST_LINE + more + UNDER, LOW_TICK, LEAST + 0.1
    for place, (words, marked) in enumerate(rated_marks(slip)):
        at = left + 1.6 + place * 14.5
        pen.tick_box(at, down + top, words, marked=marked, side=side, size=size, width=14.0)
    rest = left + middle
    ended = rest + kinds_wide
    pen.field(
        (ended, down, CELLS.width - ended, high), say("paper.game-ended"), slip.ending, size=9
    )
    pen.field((rest, down, kinds_wide, high), say("paper.result"), label_wide=KINDS_AT[0][0])
    rows, size = laid_kinds(kinds_wide)
    for row, kinds in enumerate(rows):
        for nth, (across, kind) in enumerate(kinds):
            at = down + 1.0 + row * 5.6
            marked = slip.kind == kind
            ends = kinds[nth + 1][0] if nth + 1 < len(kinds) else kinds_wide
            pen.tick_box(
                rest + across, at, kind_wording(kind), marked=marked, side=4.6, size=size,
                width=ends - across - 0.4,
            )  # fmt: skip


def laid_kinds(wide: float) -> tuple[list[list[tuple[float, str]]], float]:
    """The boxes of ``KINDS`` in two rows, how far from the left each is, and the type of all.

    In other languages they stand so far apart as their words ask for, the longest with the fewest.
    """
    if is_english_alone():
        return [list(zip(*row, strict=True)) for row in zip(KINDS_AT, KINDS, strict=True)], LABEL
    begin = KINDS_AT[0][0]
    for half in range(int(2 * LABEL), int(2 * LEAST) - 1, -1):
        size = half / 2
        rows = []
        for kinds in KINDS_ELSE:
            needs = [TICK + needed(kind_wording(kind), size, 2) for kind in kinds]
            if not second_of(kind_wording(kinds[0])):
                needs = [TICK + needed(kind_wording(kind), size, 1) for kind in kinds]
            apart = (wide - begin - 0.5 - sum(needs)) / len(kinds)
            starts = [begin + sum(needs[:nth]) + nth * apart for nth in range(len(kinds))]
            rows.append((apart, list(zip(starts, kinds, strict=True))))
        if all(apart >= BETWEEN_KINDS for apart, _ in rows):
            break
    return [row for _, row in rows], size


RESULT_SLIP = Drawing(
    FORM, ResultSlip, lines, draw, CELLS.count, on_a_roll="slips.receipts:draw_results"
)
