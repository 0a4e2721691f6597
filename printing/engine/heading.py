"""Head and foot of every sheet, how a form is drawn (`Drawing`), what other games say of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from reportlab.lib.units import mm

from ledger.vocabulary.bounds import halves
from ledger.vocabulary.signs import score, true_minus
from printing.engine.fitting import OURS, SMALLEST, width_of
from printing.engine.labels import LABEL, LEAST, WRITE, both_wide
from printing.engine.page import FRAME, HAIR, Paper, plain, printable, whole
from printing.engine.pen import Box, Pen, signed_side
from printing.fonts import BODY, BOLD, MONO
from printing.languages import is_english_alone, say, second_of

if TYPE_CHECKING:
    from ledger.proof.signed_paper import Paper as Says


def provisional_mark() -> str:
    """What stands on a small sheet of which something may change still."""
    return say("paper_forms.provisional")


PROVISIONAL_SIZE = 9.0  # points
SMALLER = 9.0  # points: the name of a form in two languages, where the game's needs its room
BAND = 5.2  # millimetres: height of the band that says so, black on the one tint
FOOT_LINE = 3.4  # millimetres from line to line of a foot
CHECK_SIZE = 10.0  # points of the check code, which is read out and typed in
DATED = 22.0  # millimetres: width of the box for the day
CODE = 24.4  # millimetres: side of the square code, its quiet zone included, and height of a head


APART = 1.6
"""Millimetres of white between the boxes of a head and those below it; else they share a line."""


class Form(Struct, frozen=True):
    """A form: its code, and which edition of it, so that it can be typed back in.

    ``where`` are the boxes in its head: a form about more than one table asks for no table, and
    a slip that asks nowhere else for the day asks for it there.
    """

    code: str
    edition: int = 1
    where: tuple[str, ...] = ("division", "round", "table")

    @property
    def name(self) -> str:
        """What it is called, as it is said now."""
        return say(f"paper_forms.name-{self.code}")

    @property
    def several(self) -> str:
        """What a file of them is called."""
        return say("paper_forms.several", name=self.name)

    def __str__(self) -> str:
        return say("paper_forms.form-edition", name=self.name, edition=self.edition)


Filled = TypeVar("Filled")


class Drawing(Struct, Generic[Filled], frozen=True):
    """How a form is drawn and what it says, whatever is filled in.

    Attributes:
      empty: what is filled in, with nothing in it, or no more than its head.
      lines: the words on one, top to bottom, which its code binds.
      draw: a PDF of some of them, one after the other, on a ``paper``; A4 if none is named.
      a_page: how many of them fill a page.
      on_a_roll: what draws it on a receipt, as ``printing.forms.named_by`` has it; empty: it is too
        wide for one.
    """

    form: Form
    empty: Callable[..., Filled]
    lines: Callable[[Filled], list[str]]
    draw: Callable[..., bytes]
    a_page: int = 1
    on_a_roll: str = ""

    def blank(self, paper: Paper) -> bytes:
        """A page of it to fill in by hand."""
        return self.draw(*[self.empty()] * self.a_page, paper=paper)


class SignedCode(NamedTuple):
    """What a square code says that proves its sheet; ``key``: the public one that signed it.

    ``checker``: SHA-256 of the file that checks it without the hall, in hex, for a round's sheet.
    """

    address: str
    key: bytes
    checker: str = ""


class Heading(Struct, frozen=True, kw_only=True):
    """Where a sheet belongs. What is not known is left for the hand.

    Attributes:
      tournament: its full name; ``venue``: where it is held, if that is known.
      undivided: that there is none, where nothing else tells it.
      day: the day of the game, ``2026-11-25``, on a form that asks for it.
      replay: 2 for a game played again at the same table of the same round, and so on.
      game: the game's name in commands, ``autumn-open/A/R3/T14``; empty where a form is not
        about one game.
      event_number: version of the last event of the game that this sheet holds.
      record_to: the last entry of the whole record that a form about many games holds.
      shown: in place of that entry, the second in which a list was printed for a visitor, as
        ``20261125T143207Z``.
      state: what the sheet is about and in which state, as its square code names it:
        ``31/autumn-open/A/R3/T14``, or ``e812/autumn-open`` for a form about many games; empty
        where no square code is printed.
      place: which of a tournament's lists it is, which the square code adds where there is room.
      check: the code of what the sheet says, in halves (``ledger.proof.paper_codes``).
      address: what the square code says (``printing.engine.pen.paper_address``); empty for none.
      says: what the sheet says, for the hall's key to sign; ``None``: it is of no such kind, or
        there is no key.
      signed: the same, signed, which the square code then says in place of ``address``.
      provisional: that what the sheet says may change still, and why; empty where it may not.
      rule_line: one line of the organiser's that every sheet carries, such as which counts if
        paper and record differ.
    """

    tournament: str = ""
    venue: str = ""
    division: str = ""
    undivided: bool = False
    round_number: int | None = None
    table: int | None = None
    day: str = ""
    replay: int = 1
    game: str = ""
    event_number: int | None = None
    record_to: int | None = None
    shown: str = ""
    state: str = ""
    place: str = ""
    check: str = ""
    address: str = ""
    says: Says | None = None
    signed: SignedCode | None = None
    provisional: str = ""
    rule_line: str = ""

    @property
    def held(self) -> str:
        return ", ".join(part for part in (self.tournament, self.venue) if part)

    @property
    def stands_for(self) -> str:
        """What it is, in which state, and which of the lists: as its square code says it."""
        return f"{self.state}/{self.place}" if self.place else self.state


def marked(heading: Heading, *, provisional: bool) -> Heading:
    """The head of a list, marked where some result on it may change still."""
    return replace(heading, provisional=provisional_mark() if provisional else "")


def heading_lines(heading: Heading, form: Form) -> list[str]:
    return [
        form.name,
        *([plain(heading.provisional)] if heading.provisional else []),
        *([plain(heading.game)] if heading.game else []),
        plain(heading.held, 240) or say("paper.tournament"),
        *(spoken(one.label, one.value) for one in places(heading, form)),
    ]


class Place(NamedTuple):
    """A box in the head of a form: its code, what it asks for, and what is known of it."""

    code: str
    label: str
    value: str


def places(heading: Heading, form: Form) -> list[Place]:
    """The boxes in the head of a form: what they ask for, and what is known of it.

    A tournament without divisions has no box for one on what is filled from its record.
    """
    known = {
        "division": heading.division,
        "round": whole(heading.round_number),
        "table": table_words(heading),
        "date": heading.day,
    }
    undivided = heading.undivided or (not heading.division and known_from_the_record(heading))
    return [
        Place(code, say(f"paper_forms.in-head-{code}"), known[code])
        for code in form.where
        if not (undivided and code == "division")
    ]


def known_from_the_record(heading: Heading) -> bool:
    """Whether it is known where a sheet belongs, so that nothing of it is left for the hand."""
    about = (heading.round_number, heading.record_to, heading.game or None)
    return bool(heading.tournament) and any(each is not None for each in about)


def footing(heading: Heading, form: Form, page: int = 1, pages: int = 1) -> str:
    """The words at the foot of a sheet: form, page, and the state of the record it shows.

    A roll and a slip have no ``pages``.
    """
    parts = [str(form), *([say("paper.page-page-pages", page=page, pages=pages)] if pages else [])]
    if heading.event_number is not None:
        parts.append(say("paper_forms.event", number=heading.event_number))
    if heading.record_to is not None:
        parts.append(say("paper.record-entry-record", record_to=heading.record_to))
    if heading.shown:
        parts.append(say("paper.as-shown-shown", shown=heading.shown))
    if heading.signed:
        parts.append(signed_words(heading.signed))
    if heading.check:
        parts.append(f"{check_label(heading)} {plain(heading.check)}")
    return " · ".join(parts)


def signed_words(signed: SignedCode) -> str:
    """That a sheet proves itself, and by which key: as the round sheet begins with it."""
    from ledger.proof.signed_paper import fingerprint_lines

    return say("paper_forms.signed-by-key", key=fingerprint_lines(signed.key)[0][:KEY_SHOWN])


KEY_SHOWN = 9  # signs of a fingerprint at the foot, in fours: which key it is, and no proof


def check_label(heading: Heading) -> str:
    """What stands before the check code: where it is looked up, if that is known.

    >>> check_label(Heading(address="https://hall.example/v/TJ7K2M9QXX/31/spring-open/R3/T14"))
    'check at hall.example/verify'
    >>> check_label(Heading(address="tilescribe:/v/TJ7K2M9QXX/31/spring-open/R3/T14"))
    'check'
    """
    _, _, host = heading.address.partition("/v/")[0].partition("://")
    return say("paper.check-at-host-verify", host=plain(host)) if host else say("paper_forms.check")


def footing_lines(heading: Heading, form: Form, page: int = 1, pages: int = 1) -> list[str]:
    line = plain(heading.rule_line, 120)
    return [footing(heading, form, page, pages), *([line] if line else [])]


class Unfilled(str):
    """A line of a form that says nothing yet: its label alone, or a box that nobody marked.

    It stands on the paper and counts for the code. Read out by itself it would be a statement.
    """

    __slots__ = ()


def spoken(label: str, value: str) -> str:
    """A labelled value as one line of words; only the label where the hand is to fill it in.

    >>> spoken("Round", "3"), spoken("Round", "")
    ('Round 3', 'Round')
    """
    text = plain(value, 120)
    return f"{label} {text}".rstrip() if text.strip() else Unfilled(label)


def ticked(words: str, *, marked: bool) -> str:
    """A box to mark as one line of words: ``X`` where it is marked.

    >>> ticked("void", marked=True), ticked("void", marked=False)
    ('void X', 'void')
    """
    return f"{words} X" if marked else Unfilled(words)


def filled_in(lines: Iterable[str]) -> tuple[str, ...]:
    """What a filled form says: neither labels that nothing stands at, nor boxes nobody marked.

    >>> filled_in([spoken("Round", "3"), spoken("Director", ""), ticked("void", marked=False)])
    ('Round 3',)
    """
    return tuple(true_minus(line) for line in lines if not isinstance(line, Unfilled))


def table_words(heading: Heading) -> str:
    """The table, and which replay of the game if it was played again there."""
    table = whole(heading.table)
    return (
        say("paper_forms.table-replay", table=table, replay=heading.replay)
        if heading.replay != 1
        else table
    )


def head_high(heading: Heading, least: float, *, in_corner: bool = False) -> float:
    """Millimetres that the head of a sheet takes: more where its square code proves it.

    In the corner of a page its margins are the white above and to the right of the code.
    """
    if heading.signed is None:
        return least
    side, quiet = signed_side(heading.signed.address)
    line: float = FRAME / 2 / mm  # of the box below
    return max(least, side + (quiet if in_corner else 2 * quiet) + line)


def draw_heading(
    pen: Pen,
    width: float,
    heading: Heading,
    form: Form,
    *,
    code_side: float = CODE,
    title_size: float = 12.0,
    name_size: float = 10.0,
    in_corner: bool = False,
) -> None:
    """Draw the head of a sheet, ``code_side`` high: title, tournament, where it belongs.

    A code that proves the sheet has its quiet zone in it too where ``head_high`` was asked.

    Without a square code its room is left empty, so that all forms of a kind look alike.

    Args:
      width: of the sheet, in millimetres.
      code_side: side of the square code, quiet zone included.
      title_size: points of the form's name.
      name_size: points of the tournament's name.
      in_corner: whether the margins of a page lie above and to the right of its code.
    """
    code_wide, quiet = code_side, 0.0
    if heading.signed:
        side, quiet = signed_side(heading.signed.address)
        code_wide = side + quiet
    room = width - code_wide - 1.5
    title = title_size * 0.3528
    used = room
    if second_of(form.name):  # it leaves the game its room, as far as it is whole then
        game_wide = width_of(printable(heading.game), MONO, LEAST) / mm
        least = both_wide(form.name, min(title_size, SMALLER), BOLD, least=True)
        used = min(room, max(room - game_wide - 3.1, least))
    with pen.tags.part("H1"):
        used = pen.write_both(0, title * 0.8, form.name, title_size, BOLD, width=used)
    smallest = SMALLEST if is_english_alone() else LEAST
    pen.write(
        room, title * 0.8, heading.game, LABEL, MONO, width=room - used - 3, align="right",
        smallest=smallest,
    )  # fmt: skip
    boxes = WRITE
    under = code_side - boxes
    if heading.tournament:
        left = room - draw_provisional(pen, room, under - 1.7, heading)
        pen.write_name(
            0, under - 1.7, heading.held, name_size, width=left, upwards=True,
            high=under - 1.7 - 1.1 * title, foot=under - 0.6, runs=OURS,
        )  # fmt: skip
    else:
        share = 0.5 if is_english_alone() else 0.7
        used = pen.write_both(0, under - 1.7, say("paper.tournament"), LABEL, width=room * share)
        begins = max(20.0, used + 1.5)
        pen.rule(begins, under - 1.7, room - begins)
    draw_places(pen, (0, under, room, boxes), places(heading, form))
    if heading.signed:
        high = code_side - (quiet if in_corner else 0.0)
        pen.signed_code(width, 0.0, high, heading.address, heading.signed.address)
    elif heading.address:
        corner = (width - code_side, 0.0, code_side)
        pen.square_code(*corner, heading.address, in_corner=in_corner)


def draw_places(pen: Pen, row: Box, request: list[Place]) -> None:
    """The boxes of a head: the division takes what the others leave; those alone stand left."""
    left, down, room, high = row
    number = 15.0 if room < 90 else 17.0
    numbers = [each for each in request if each.code not in ("division", "date")]
    dated = DATED if any(each.code == "date" for each in request) else 0.0
    for each in request[: len(request) - len(numbers)]:
        wide = DATED if each.code == "date" else room - len(numbers) * number - dated
        pen.field((left, down, wide, high), each.label, each.value)
        left += wide
    for place, each in enumerate(numbers):
        box = (left + place * number, down, number, high)
        pen.field(box, each.label, each.value, size=13, font=BOLD, align="middle")


def draw_provisional(pen: Pen, right: float, down: float, heading: Heading) -> float:
    """Say on a band that a sheet is provisional, in one word if need be; the millimetres taken."""
    words = plain(heading.provisional)
    if not words:
        return 0.0
    if width_of(printable(words), BOLD, PROVISIONAL_SIZE) > right / 2 * mm:
        words = provisional_mark()
    wide: float = width_of(printable(words), BOLD, PROVISIONAL_SIZE) / mm + 4.0
    pen.box(right - wide, down - BAND + 1.5, wide, BAND, weight=HAIR, tint=True)
    pen.write(right - 2.0, down, words, PROVISIONAL_SIZE, BOLD, align="right")
    return wide + 3.0


def draw_footing(
    pen: Pen,
    down: float,
    width: float,
    heading: Heading,
    form: Form,
    page: int = 1,
    pages: int = 1,
    *,
    lines: int = 2,
) -> None:
    """Draw the foot of a sheet: its last line's baseline is ``down`` from the top.

    The check code stands apart, in the mono font, to be compared letter by letter.
    """
    code, rule = plain(heading.check), plain(heading.rule_line, 120)
    label = check_label(heading)
    words = footing(heading, form, page, pages).removesuffix(f" · {label} {code}" if code else "")
    first = down - FOOT_LINE * (lines - 1)
    code_wide = width_of(code, MONO, CHECK_SIZE) / mm + 1.0 if code else 0.0

    def wide(text: str) -> float:
        return float(width_of(printable(text), BODY, LABEL) / mm)

    # On a narrow sheet the code stands on the line below, where there is one.
    if lines == 1 and rule:
        words = f"{words} · {rule}"
    least = SMALLEST / LABEL if lines == 1 else 1.0
    room = width - code_wide - wide(words) * least - 4
    at = down if lines > 1 and room < wide(say("paper_forms.check")) else first
    if wide(label) > (room if at == first else width - code_wide - 2):
        label = say("paper_forms.check")
    used = 0.0
    with pen.tags.saying(f"{label} {code}" if code else ""):
        if code:
            used = pen.write(width, at, code, CHECK_SIZE, MONO, align="right") + 1.0
            used += pen.write(width - used, at, label, LABEL, align="right")
    room = width - (used + 2 if used and at == first else 0.0)
    smallest = SMALLEST if is_english_alone() else LEAST
    pen.write(0, first, words, LABEL, width=room, smallest=smallest)
    if lines > 1:
        left = width - (used + 2 if used and at == down else 0.0)
        pen.write(0, down, rule, LABEL, width=left)


# What other games say of this one: how both stood before it, and who is to start by the starts.


class SoFar(NamedTuple):
    """What a player had brought together; ``wins`` and ``losses`` in halves."""

    wins: int
    losses: int
    spread: int

    @property
    def won_lost(self) -> str:
        """Wins and losses as players say them: ``3–1``, ``2½–½``."""
        return score(halves(self.wins), halves(self.losses))


WORD = (
    r"so-far:(?:(?P<w1>\d{1,4})/(?P<l1>\d{1,4})/(?P<s1>-?\d{1,6}))?"
    r":(?:(?P<w2>\d{1,4})/(?P<l2>\d{1,4})/(?P<s2>-?\d{1,6}))?"
    r"(?::starts-(?P<starts>[12]))?(?P<whole>:whole)?"
)
"""What a file keeps of it. Read back only: who prints does not wait for it to be compiled."""

Both = tuple[SoFar | None, SoFar | None]


class Beside(NamedTuple):
    """What other games say of a game, and what else stands on its paper and no code binds.

    Attributes:
      so_far: what both players had before it.
      starts: who of the two is to start by the starts so far, 1 or 2; 0: they don't say.
      whole: that long remarks stand whole, of which codes bind the beginning: all that was
        printed of them once.
    """

    so_far: Both = (None, None)
    starts: int = 0
    whole: bool = False


def as_word(beside: Beside) -> str:
    """All that as one word that a file keeps; empty where nothing is known.

    >>> as_word(Beside((SoFar(6, 2, -40), None))), as_word(Beside())
    ('so-far:6/2/-40:', '')
    >>> as_word(Beside(starts=2))
    'so-far:::starts-2'
    >>> as_word(Beside(whole=True))
    'so-far:::whole'
    """
    both = ["/".join(map(str, one)) if one is not None else "" for one in beside.so_far]
    starts = f":starts-{beside.starts}" if beside.starts else ""
    whole = ":whole" if beside.whole else ""
    return f"so-far:{':'.join(both)}{starts}{whole}" if any(both) or starts or whole else ""


def from_word(word: str) -> Beside:
    """What a file kept; nothing of what can't be read.

    >>> from_word("so-far:6/2/-40:")
    Beside(so_far=(SoFar(wins=6, losses=2, spread=-40), None), starts=0, whole=False)
    >>> from_word("so-far:::starts-2").starts
    2
    """
    shape = re.fullmatch(WORD, word)
    if shape is None:
        return Beside()
    first, second = (
        SoFar(*(int(shape[f"{name}{nth}"]) for name in "wls")) if shape[f"w{nth}"] else None
        for nth in (1, 2)
    )
    return Beside((first, second), int(shape["starts"] or 0), bool(shape["whole"]))
