"""``tilescribe paper print``: score cards and tally sheets, blank and of a made-up tournament."""

from io import BytesIO

import pypdfium2
import pytest
from click.testing import CliRunner

from web.command_line.games import simulate
from web.command_line.papers import print_

SLUG = "nsa-1998-5-1"


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A tournament of two games, kept."""
    folder = tmp_path_factory.mktemp("simulated") / "data"
    words = ["--book", "nsa-1998", "--seed", "5", "--games", "2", "--data", str(folder)]
    assert CliRunner().invoke(simulate, words).exit_code == 0
    return folder


def printed(*words):
    done = CliRunner().invoke(print_, [str(word) for word in words])
    return done.exit_code, done.output, done.exception


@pytest.mark.one_in(2, "form", "paper")
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("form", "subject", "says"),
    [
        ("scorecard", "", "Score card"),
        ("tally-sheet", "", "Tally sheet"),
        ("scorecard", SLUG, "Score card"),
        ("scorecard", f"{SLUG}/P1", "Opponent’s signature"),
        ("tally-sheet", f"{SLUG}/R1", "Tally sheet"),
        ("result-slip", f"{SLUG}/R1", "Result slip"),
    ],
)
def test_the_form_is_printed(record, tmp_path, form, subject, says, paper):
    pdf = tmp_path / "form.pdf"
    subjects = [subject] if subject else []

    code, _, wrong = printed(form, *subjects, "--paper", paper, "-o", pdf, "--data", record)

    assert (code, wrong) == (0, None)
    pages = pypdfium2.PdfDocument(BytesIO(pdf.read_bytes()))
    assert says in pages[0].get_textpage().get_text_range()


@pytest.mark.parametrize(
    ("form", "subject", "code"),
    [
        ("scorecard", f"{SLUG}/P99", "no-such-player"),
        ("scorecard", "nowhere", "no-such-tournament"),
        ("scorecard", f"{SLUG}/R1/T1", "unreadable-name"),
        ("tally-sheet", f"{SLUG}/R9", "no-such-round"),
        ("tally-sheet", f"{SLUG}/R1/T1", "unreadable-name"),
    ],
)
def test_what_is_not_there_is_refused_and_nothing_is_written(record, tmp_path, form, subject, code):
    pdf = tmp_path / "form.pdf"

    _, _, wrong = printed(form, subject, "-o", pdf, "--data", record)

    assert getattr(wrong, "code", None) == code
    assert not pdf.exists()
