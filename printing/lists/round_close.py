"""The sheet of a round that was closed: its results, what was waived and why, what was reopened."""

from __future__ import annotations

from dataclasses import dataclass, field

from printing.engine.flowing import Section, row_of
from printing.engine.heading import Form, Heading
from printing.engine.listed import drawn, said
from printing.engine.page import A4, Paper

FORM = Form("Round close", where=("Division", "Round"))
RESULTS_BY_HAND = 14

Entries = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class RoundClose:
    """What is known of the end of a round.

    Attributes:
      state: closed or not, in a word; ``by``: who closed it last, and when.
      results: a line a table; ``otherwise``: those that count otherwise than played, and why.
      waived: what was waived, by whom and why; ``open``: what still waits.
      no_more: what was waived once and waits again, and why.
      checkpoint: what the log came to when it was closed, which this paper keeps.
    """

    heading: Heading = field(default_factory=Heading)
    state: str = ""
    by: str = ""
    results: Entries = ()
    otherwise: Entries = ()
    waived: Entries = ()
    no_more: Entries = ()
    open: Entries = ()
    reopened: Entries = ()
    checkpoint: Entries = ()


def sections(close: RoundClose) -> tuple[Section, ...]:
    by_hand = close == RoundClose(heading=close.heading)
    about = Section("", (), (row_of(("State", close.state, 0.4), ("Closed by, at", close.by)),))
    signed = Section(
        "Signatures", (), (row_of(("Director", ""), ("Date and time", "", 0.5), high=19.4),)
    )
    if by_hand:
        table = row_of(
            ("Table", "", 0.15), ("First player", ""), ("Score", "", 0.2),
            ("Second player", ""), ("Score", "", 0.2), ("Kind", "", 0.3), high=12.4,
        )  # fmt: skip
        waived = row_of(
            ("Table", "", 0.15), ("What was waived, and why", ""), ("By", "", 0.3), high=12.4
        )
        return (
            about,
            Section("Results", (), (table,) * RESULTS_BY_HAND),
            Section("Waived", (), (waived,) * 4),
            signed,
        )
    return (
        about,
        Section("Results", close.results or (("", "No game was paired."),)),
        *([Section("Count otherwise", close.otherwise)] if close.otherwise else []),
        *([Section("Still open", close.open)] if close.open else []),
        Section("Waived", close.waived or (("", "Nothing was."),)),
        *([Section("Waived, and waits again", close.no_more)] if close.no_more else []),
        *([Section("Opened again", close.reopened)] if close.reopened else []),
        *([Section("Checkpoint of the record", close.checkpoint)] if close.checkpoint else []),
        signed,
    )


def lines(close: RoundClose) -> list[str]:
    return said(FORM, close, sections)


def blank(paper: Paper = A4) -> bytes:
    return draw(RoundClose(), paper=paper)


def draw(*closes: RoundClose, paper: Paper = A4) -> bytes:
    return drawn(FORM, closes, paper, sections)
