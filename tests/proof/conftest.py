"""A demonstration, what others hold of it, and the same record as an insider forged it."""

from __future__ import annotations

import shutil

import pypdfium2
import pytest

from tests.proof.rewritten import CASE, SLIP, WAYS, rewritten, signed_anew
from tests.web.made_once import the_demonstration
from tests.web.test_command_line_cases import tilescribe


@pytest.fixture(scope="session")
def evidence(tmp_path_factory):
    """The demonstration, and what people elsewhere hold of it."""
    folder = tmp_path_factory.mktemp("evidence")
    data = folder / "demo"
    the_demonstration(data)
    (folder / "paper.txt").write_text(tilescribe("record", "checkpoint", "--data", data), "utf-8")
    tilescribe("game", "prove", SLIP, "-o", folder / "proof.json", "--data", data)
    given = ("--to", "the body", "--badge", "D1", "-o", folder / "bundle.pdf")
    tilescribe("case", "bundle", CASE, *given, "--data", data)
    tilescribe("paper", "print", "result-slip", SLIP, "-o", folder / "slip.pdf", "--data", data)
    round_sheet = ("round-close", "harbour-open/R2", "-o", folder / "sheet.pdf")
    tilescribe("paper", "print", *round_sheet, "--data", data)
    return folder


@pytest.fixture(scope="session")
def forged(evidence, tmp_path_factory):
    """The record rewritten: checkpoints left as they were, dropped, or signed anew with the key."""
    folder = tmp_path_factory.mktemp("forged")
    for way, how in WAYS.items():
        rewritten(evidence / "demo", folder / way, **how)
    signed_anew(folder / "signed anew")
    for way in WAYS:
        tilescribe("record", "rebuild", "--data", folder / way)
    return folder


@pytest.fixture(scope="session")
def kept(evidence, tmp_path_factory):
    """A folder as a club keeps it: paper, a scan, a backup, a game as a file, what is no use."""
    folder = tmp_path_factory.mktemp("kept")
    for name in ("paper.txt", "proof.json", "bundle.pdf", "sheet.pdf", "slip.pdf"):
        shutil.copy(evidence / name, folder)
    data = ("--data", evidence / "demo")
    tilescribe("record", "backup", folder / "sunday.tilescribe", *data)
    tilescribe("game", "export", SLIP, "-o", folder / "game.gcg", *data)
    scanned(folder / "slip.pdf", folder / "photo.png")
    (folder / "shopping.txt").write_text("tea, two lists of words\n", "utf-8")
    return folder


def scanned(pdf, into):
    page = next(iter(pypdfium2.PdfDocument(pdf)))
    page.render(scale=200 / 72).to_pil().convert("L").save(into)
