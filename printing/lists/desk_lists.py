"""Papers of the director's desk: log of the day, register of rulings, sheet of a closed round."""

from __future__ import annotations

from msgspec import Struct, field

from printing.engine.flowing import Box, BoxRow, Section, in_sections, row_of
from printing.engine.heading import Form, Heading, SignedCode
from printing.fonts import MONO
from printing.languages import say

# The director's log of a day: every official act in order, to be signed.


LINES_BY_HAND = 20


class DayLog(Struct, frozen=True, kw_only=True):
    """What officials did on one day.

    Attributes:
      day: which day, in words, and in whose time; empty for the hand.
      acts: when and by whom, and what was done where; oldest first. What followed from an act
        stands below it.
    """

    heading: Heading = field(default_factory=Heading)
    day: str = ""
    acts: tuple[tuple[str, str], ...] = ()
    entries: int = 0


def sections_of_log(log: DayLog) -> tuple[Section, ...]:
    by_hand = log == DayLog(heading=log.heading)
    line = row_of(
        (say("paper_lists.time"), "", 0.2),
        (say("paper_cases.by"), "", 0.25),
        (say("paper_lists.table"), "", 0.2),
        (say("paper.what-was-done"), ""),
    )
    done = (
        Section(say("paper.what-was-done"), (), (line,) * LINES_BY_HAND)
        if by_hand
        else Section(
            say("paper.what-was-done"), log.acts or (("", say("paper.no-official-did-anything")),)
        )
    )
    about = row_of(
        (say("paper_lists.day"), log.day),
        (say("paper_lists.entries"), str(log.entries) if not by_hand else "", 0.3),
    )
    return (
        Section("", (), (about,)),
        done,
        Section(say("paper_cases.signatures"), (), signed_rows()),
    )


def signed_rows() -> tuple[BoxRow, ...]:
    return (
        row_of((say("paper_cases.director"), ""), (say("paper.date-and-time"), "", 0.5), high=19.4),
        row_of(
            (say("paper_lists.organiser"), ""), (say("paper.date-and-time"), "", 0.5), high=19.4
        ),
    )


DAY_LOG = in_sections(Form("day-log", where=("division",)), DayLog, sections_of_log)


# The register of rulings of a tournament, whole or for publication, without names.


RULINGS_BY_HAND = 6


class RulingEntry(Struct, frozen=True, kw_only=True):
    """One case with its rulings.

    Attributes:
      called: the case, ``C-12``, or the running number in an edition without names.
      found: the facts found; ``ruled``: the finding and the rule it rests on.
      where: at which table, and who met there; empty in an edition without names.
      appeal: how an appeal stands; empty: nobody appealed.
      struck: rulings of the case that were taken back, each with why.
      act: what it finds that a player did; empty: nothing.
    """

    called: str
    at: str
    title: str
    found: str
    ruled: str
    follows: tuple[str, ...] = ()
    where: str = ""
    appeal: str = ""
    struck: tuple[str, ...] = ()
    act: str = ""


class RulingsRegister(Struct, frozen=True, kw_only=True):
    """What the register says.

    Attributes:
      edition: whole, or without names; ``chosen``: which rulings of all, in words.
      rulings: the latest first.
    """

    heading: Heading = field(default_factory=Heading)
    edition: str = ""
    chosen: str = ""
    rulings: tuple[RulingEntry, ...] = ()


def sections_of_register(register: RulingsRegister) -> tuple[Section, ...]:
    by_hand = register == RulingsRegister(heading=register.heading)
    count = "" if by_hand else str(len(register.rulings))
    about = Section(
        "",
        (),
        (
            row_of(
                (say("paper_lists.edition"), register.edition),
                (say("paper.which-rulings"), register.chosen),
                (say("paper_lists.rulings"), count, 0.25),
                high=12.4,
            ),
        ),
    )
    if by_hand:
        case = (
            row_of(
                (say("paper_cases.case"), "", 0.2),
                (say("paper.what-was-about"), ""),
                (say("paper_cases.rule"), "", 0.4),
            ),
            row_of(
                (say("paper.found-and-ruled"), ""), (say("paper.what-followed"), "", 0.6), high=20.0
            ),
        )
        return (about, *(Section("", (), case) for _ in range(RULINGS_BY_HAND)))
    none = Section("", (("", say("paper.nothing-was-ruled")),))
    return (about, *(_ruling(one) for one in register.rulings)) if register.rulings else (
        about, none,
    )  # fmt: skip


def _ruling(one: RulingEntry) -> Section:
    follows = tuple(
        (say("paper.what-followed") if nth == 0 else " ", words)
        for nth, words in enumerate(one.follows)
    )
    known = (
        (say("paper_lists.when"), one.at),
        (say("paper_lists.where"), one.where),
        (say("paper_cases.found"), one.found),
        (say("paper_cases.ruled"), one.ruled),
        (say("paper.act-found"), one.act),
        *follows,
        (say("paper_cases.appeal"), one.appeal),
        *((say("paper_cases.before"), words) for words in one.struck),
    )
    entries = tuple((label, words) for label, words in known if words)
    return Section(f"{one.called}  {one.title}", entries)


RULINGS_REGISTER = in_sections(
    Form("rulings", where=("division",)), RulingsRegister, sections_of_register
)


# The sheet of a round that was closed: its results, what was waived and why, what was reopened.


RESULTS_BY_HAND = 14

Entries = tuple[tuple[str, str], ...]


class RoundClose(Struct, frozen=True, kw_only=True):
    """What is known of the end of a round.

    One that the hall's key signed says by which key, for director and witness to sign; the code of
    a sheet does not bind that, for it is no matter of the record.

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


def sections_of_close(close: RoundClose) -> tuple[Section, ...]:
    by_hand = close == RoundClose(heading=close.heading)
    about = Section(
        "",
        (),
        (
            row_of(
                (say("paper_lists.state"), close.state, 0.4), (say("paper.closed-by-at"), close.by)
            ),
        ),
    )
    code = close.heading.signed
    signed = Section(
        say("paper_cases.signatures"),
        (),
        (by_director(), by_witness()) if code else (by_director(),),
    )
    if by_hand:
        table = row_of(
            (say("paper_lists.table"), "", 0.15),
            (say("paper.first-player"), ""), (say("paper_cases.score"), "", 0.2),
            (say("paper.second-player"), ""), (say("paper_cases.score"), "", 0.2),
            (say("paper_lists.kind"), "", 0.3), high=12.4,
        )  # fmt: skip
        waived = row_of(
            (say("paper_lists.table"), "", 0.15),
            (say("paper.what-was-waived-and-why"), ""),
            (say("paper_cases.by"), "", 0.3),
            high=12.4,
        )
        return (
            about,
            Section(say("paper_lists.results"), (), (table,) * RESULTS_BY_HAND),
            Section(say("paper_lists.waived"), (), (waived,) * 4),
            signed,
        )
    return (
        about,
        Section(
            say("paper_lists.results"), close.results or (("", say("paper.no-game-was-paired")),)
        ),
        *([Section(say("paper.count-otherwise"), close.otherwise)] if close.otherwise else []),
        *([Section(say("paper.still-open"), close.open)] if close.open else []),
        Section(say("paper_lists.waived"), close.waived or (("", say("paper.nothing-was")),)),
        *([Section(say("paper.waived-and-waits-again"), close.no_more)] if close.no_more else []),
        *([Section(say("paper.opened-again"), close.reopened)] if close.reopened else []),
        *([Section(say("paper.checkpoint-record"), close.checkpoint)] if close.checkpoint else []),
        *(_of_the_key(code) if code else ()),
        signed,
    )


def by_director() -> BoxRow:
    return row_of(
        (say("paper_cases.director"), ""), (say("paper.date-and-time"), "", 0.5), high=19.4
    )


def by_witness() -> BoxRow:
    return row_of(
        (say("paper_lists.witness"), ""), (say("paper.date-and-time"), "", 0.5), high=19.4
    )


def _of_the_key(code: SignedCode) -> tuple[Section, ...]:
    """The fingerprint of the key that signs the hall's papers, and what it is for."""
    from ledger.proof.note import in_fours
    from ledger.proof.signed_paper import fingerprint_lines

    large, rest = fingerprint_lines(code.key)
    half = len(code.checker) // 2
    box = Box(say("paper.fingerprint-sha-256"), large, size=13.0, font=MONO)
    return (
        Section(say("paper.key-hall"), (), (BoxRow((box,), 12.4),)),
        Section(
            "",
            (
                (say("paper.goes-on"), rest),
                ("", for_what_wording()),
                (say("paper.check-html-sha-256"), in_fours(code.checker[:half])),
                (say("paper.goes-on"), in_fours(code.checker[half:])),
            ),
        ),
    )


def for_what_wording() -> str:
    return say("paper_lists.key-signs-square-codes-result")


ROUND_CLOSE = in_sections(
    Form("round-close", where=("division", "round")), RoundClose, sections_of_close
)
