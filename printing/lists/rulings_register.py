"""The register of rulings of a tournament, whole or for publication, without names."""

from __future__ import annotations

from dataclasses import dataclass, field

from printing.engine.flowing import Section, row_of
from printing.engine.heading import Form, Heading
from printing.engine.listed import drawn, said
from printing.engine.page import A4, Paper

FORM = Form("Register of rulings", where=("Division",))
RULINGS_BY_HAND = 6


@dataclass(frozen=True, kw_only=True)
class RulingEntry:
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


@dataclass(frozen=True, kw_only=True)
class RulingsRegister:
    """What the register says.

    Attributes:
      edition: whole, or without names; ``chosen``: which rulings of all, in words.
      rulings: the latest first.
    """

    heading: Heading = field(default_factory=Heading)
    edition: str = ""
    chosen: str = ""
    rulings: tuple[RulingEntry, ...] = ()


def sections(register: RulingsRegister) -> tuple[Section, ...]:
    by_hand = register == RulingsRegister(heading=register.heading)
    count = "" if by_hand else str(len(register.rulings))
    about = Section(
        "",
        (),
        (
            row_of(
                ("Edition", register.edition),
                ("Which rulings", register.chosen),
                ("Rulings", count, 0.25),
                high=12.4,
            ),
        ),
    )
    if by_hand:
        case = (
            row_of(("Case", "", 0.2), ("What it was about", ""), ("Rule", "", 0.4)),
            row_of(("Found, and ruled", ""), ("What followed", "", 0.6), high=20.0),
        )
        return (about, *(Section("", (), case) for _ in range(RULINGS_BY_HAND)))
    none = Section("", (("", "Nothing was ruled."),))
    return (about, *(_ruling(one) for one in register.rulings)) if register.rulings else (
        about, none,
    )  # fmt: skip


def _ruling(one: RulingEntry) -> Section:
    follows = tuple(
        ("What followed" if nth == 0 else " ", words) for nth, words in enumerate(one.follows)
    )
    known = (
        ("When", one.at),
        ("Where", one.where),
        ("Found", one.found),
        ("Ruled", one.ruled),
        ("Act found", one.act),
        *follows,
        ("Appeal", one.appeal),
        *(("Before", words) for words in one.struck),
    )
    entries = tuple((label, words) for label, words in known if words)
    return Section(f"{one.called}  {one.title}", entries)


def lines(register: RulingsRegister) -> list[str]:
    return said(FORM, register, sections)


def blank(paper: Paper = A4) -> bytes:
    return draw(RulingsRegister(), paper=paper)


def draw(*registers: RulingsRegister, paper: Paper = A4) -> bytes:
    return drawn(FORM, registers, paper, sections)
