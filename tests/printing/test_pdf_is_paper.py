"""A PDF of ours is paper: fonts inside, no scripts, no links, whole, the same every time."""

import hashlib
import os
import re
import shutil
import subprocess
import sys

import pytest

from printing.engine.page import A4, LETTER

NOT_PAPER = re.compile(
    rb"/(JavaScript|JS|URI|OpenAction|AA|Launch|EmbeddedFile|SubmitForm|GoToR|RichMedia|Annots?|AcroForm|XFA)\b"
)


def needs(tool):
    """Poppler and qpdf are there when CI looks; elsewhere a test without them is skipped."""
    found = shutil.which(tool)
    if not found and os.environ.get("CI") == "true":
        pytest.fail(f"{tool} is missing")
    return pytest.mark.skipif(not found, reason=f"{tool} is not installed")


@pytest.fixture
def all_of_it(kind, tmp_path):
    """A file with several forms of a kind."""
    path = tmp_path / "forms.pdf"
    path.write_bytes(kind.draw(*[kind.filled, kind.blank] * 3))
    return path


def without_streams(pdf):
    return re.sub(rb"stream\r?\n.*?endstream", b"", pdf, flags=re.DOTALL)


def test_there_is_nothing_in_it_that_acts(kind, form, paper):
    assert NOT_PAPER.findall(without_streams(kind.draw(form, paper=paper))) == []


@pytest.mark.one_in(3, "kind")
@needs("qpdf")
def test_qpdf_finds_nothing_wrong(all_of_it):
    checked = subprocess.run(["qpdf", "--check", all_of_it], capture_output=True, text=True)

    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.one_in(3, "kind")
@needs("pdffonts")
def test_every_font_is_embedded_and_is_ours(all_of_it):
    listed = subprocess.run(["pdffonts", all_of_it], capture_output=True, text=True).stdout
    rows = [line.split() for line in listed.splitlines()[2:]]

    assert rows
    assert all("+NotoSans" in row[0] for row in rows)
    assert all(row[-5] == row[-4] == "yes" for row in rows), listed  # embedded, subset


def test_no_helvetica_leaks_in(kind, form):
    assert b"Helvetica" not in kind.draw(form)


def test_the_same_form_is_the_same_bytes(kind, form, paper):
    assert kind.drawn_anew(form, paper=paper) == kind.draw(form, paper=paper)


@pytest.fixture(scope="module")
def elsewhere():
    """What another process draws, which began with other forms, a hash seed and a time zone."""
    source = (
        "import sys, hashlib, importlib.util as u\n"
        "spec = u.spec_from_file_location('conftest', sys.argv[1])\n"
        "c = u.module_from_spec(spec); sys.modules['conftest'] = c; spec.loader.exec_module(c)\n"
        "for kind in c.KINDS[::-1]:\n"
        "    drawn = kind.draw(kind.filled, kind.blank)\n"
        "    print(kind.name, hashlib.sha256(drawn).hexdigest())\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "TZ": "Asia/Kolkata"}
    return subprocess.run(
        [sys.executable, "-c", source, __file__.replace("test_pdf_is_paper", "conftest")],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    ).stdout.splitlines()


def test_the_same_bytes_come_out_of_another_process(kind, elsewhere):
    here = hashlib.sha256(kind.draw(kind.filled, kind.blank)).hexdigest()

    assert f"{kind.name} {here}" in elsewhere


def test_papers_differ(kind):
    assert kind.draw(kind.filled, paper=A4) != kind.draw(kind.filled, paper=LETTER)


def test_the_title_and_the_language_are_set_for_screen_readers(kind, form):
    pdf = kind.draw(form)

    assert b"/Lang (en)" in pdf
    assert b"/DisplayDocTitle true" in pdf
