"""The page of a bundle that tells anybody how to check it without us, and the program for that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.lib.units import mm

from ledger.proof.note import in_fours
from printing.flowing import TOP, Section
from printing.fonts import MONO, MONO_ADVANCE
from printing.long_forms import foot_of
from printing.page import Paper, parted_as_bound
from printing.pen import Pen

TITLE = "How to check this without us"
LEFT_OUT = "Left out of this copy, by its digest"
PROGRAM = "The program that checks it"

SIZE = 8.5
"""Points of a line of the program: a hundred signs fill the width of the page."""

LINE = 4.0
"""Millimetres from line to line of it."""


@dataclass(frozen=True, kw_only=True)
class HowToCheck:
    """What somebody needs who has nothing but the file.

    Attributes:
      origin: what the log is called; ``size`` and ``root``: of the checkpoint it is proved under.
      certificate: SHA-256 of the certificate, in hex.
      files: the files inside: name, what it is, SHA-256 in hex.
      proofs: the names of those of them that the program checks.
      left_out: what a redacted copy has a digest for: where it is, what, and the digest.
      program: the program, as it lies inside.
    """

    origin: str
    size: int
    root: str
    certificate: str
    files: tuple[tuple[str, str, str], ...]
    proofs: tuple[str, ...]
    left_out: tuple[tuple[str, str, str], ...] = ()
    program: str = ""


def sections(how: HowToCheck) -> tuple[Section, ...]:
    """The page in words: what to do, in order, and what each step shows."""
    half = len(how.root) // 2
    checked = " and ".join(f"python3 check_proof.py {name}" for name in how.proofs)
    steps = (
        (
            "1 Nothing changed",
            (
                "Open the file in a reader that shows signatures, or run: pdfsig FILE. It says "
                "that the signature is valid and that the whole document is signed. It calls the "
                "issuer unknown, as the hall vouches for itself; compare the SHA-256 of the "
                "certificate with the one that the hall publishes (its page /certificate/, or "
                "tilescribe key show), which was this:"
            ),
        ),
        (" ", in_fours(how.certificate)),
        (
            "2 Take it apart",
            (
                "The files named below lie inside. A reader lists them as attachments; or run: "
                "pdfdetach -saveall FILE. Their SHA-256 are printed here: sha256sum says the same. "
                "That of the certificate itself, as above, is told by: openssl x509 -in "
                "certificate.pem -noout -fingerprint -sha256."
            ),
        ),
        (
            "3 Is it in the log",
            (
                f"With Python 3 and nothing else: {checked}. "
                "It works the root of the log out from the events alone and prints it."
            ),
        ),
        (
            "4 Compare on paper",
            (
                "Compare that root with the one below, and with a sheet of a round that people "
                "signed or a checkpoint kept elsewhere: a later one with the help of the hall, "
                "which can show that the smaller log is the beginning of the larger."
            ),
        ),
        (
            "What it shows",
            (
                "These events stood in the log at that size, none between the first and the last "
                "of them is missing, and the file is as it was handed out. It does not show what "
                "was written later, nor that what people entered was true."
            ),
        ),
    )
    checkpoint = (
        ("Log", how.origin),
        ("Size", f"{how.size} events"),
        ("Root", in_fours(how.root[:half])),
        (" ", in_fours(how.root[half:])),
        ("Witnesses", WITNESSES.format(how.size)),
    )
    files = tuple(
        row for name, what, digest in how.files for row in ((name, what), (" ", in_fours(digest)))
    )
    hidden = (
        (Section(LEFT_OUT, (("", HOW_LEFT_OUT), *_with_digests(how.left_out))),)
        if how.left_out
        else ()
    )
    return (
        Section(TITLE, steps),
        Section("The checkpoint", checkpoint),
        Section("Files inside", files),
        *hidden,
    )


WITNESSES = (
    "It was made when this was handed out, so nobody but the hall had signed it yet, and none of "
    "their lines is inside. Whoever signed it since, this very size and root, stands on the page "
    "/checkpoints/{} of the hall, and in the note it gives out there."
)

HOW_LEFT_OUT = (
    "Who holds the whole bundle can show that it has the same: the SHA-256 of the salt and the "
    "content in its words.json is the digest here; the hash of an event follows from its "
    "proof, by leaf() of the program."
)


def _with_digests(left_out: Sequence[tuple[str, str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(
        row for where, what, digest in left_out for row in ((where, what), (" ", in_fours(digest)))
    )


def program_pages(how: HowToCheck, paper: Paper) -> list[tuple[str, ...]]:
    """The lines of the program on each page."""
    rows = how.program.splitlines()
    most = int((foot_of(paper) - 10.0 - TOP) // LINE)
    return [tuple(rows[start : start + most]) for start in range(0, len(rows), most)]


def draw_program(pen: Pen, rows: Sequence[str]) -> None:
    """Draw lines of the program, as deep in as in the file, sign by sign the same."""
    sign = MONO_ADVANCE * SIZE / mm
    for place, row in enumerate(rows):
        for word in re.finditer(r"\S+", row):
            across, down = word.start() * sign, TOP + 4.0 + place * LINE
            pen.set(pen.x(across), pen.y(down), parted_as_bound(word[0]), MONO, SIZE)
