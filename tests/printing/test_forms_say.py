"""What each form says, and that its PDF says the same to whoever reads it."""

import os
from pathlib import Path

import pytest

from ledger.vocabulary.signs import true_minus
from tests.printing.conftest import pages_of

GOLDEN = Path(__file__).parent / "golden"


def words_on(pdf):
    """The text of each page, in the order it was drawn, without any spaces."""
    return ["".join(char["text"] for char in page.chars).replace(" ", "") for page in pages_of(pdf)]


@pytest.mark.parametrize("which", ["filled", "blank"])
def test_a_form_says_what_the_golden_one_says(kind, which):
    said = "\n".join(kind.lines(getattr(kind, which))) + "\n"
    golden = GOLDEN / f"{kind.name}_{which}.txt"
    if os.environ.get("TILESCRIBE_NEW_GOLDEN"):
        golden.write_text(said, "utf-8")

    assert said == golden.read_text("utf-8")


@pytest.mark.one_in(3, "kind", "form")
def test_every_word_a_form_says_is_on_the_page(kind, form, paper):
    pages = "".join(words_on(kind.draw(form, paper=paper)))

    missing = [
        word
        for line in kind.lines(form)
        for word in true_minus(line).split()
        if word.rstrip(",") not in pages
    ]

    assert missing == []


def test_words_of_a_filled_form_stand_in_reading_order_on_the_slip(result):
    from printing.slips import result_slip

    [page] = words_on(result_slip.draw(result))

    assert page.index("AnnLee") < page.index("431") < page.index("BenOde") < page.index("398")


def test_a_challenge_slip_holds_one_verdict_and_none_for_a_word(challenge):
    from printing.slips import challenge_slip

    said = challenge_slip.lines(challenge)

    assert said.count("Verdict on the whole play") == 1
    assert [line for line in said if "QUIXOTRY" in line] == ["1 QUIXOTRY"]


def test_nothing_is_printed_as_known_on_a_blank_form(kind):
    said = kind.lines(kind.blank)

    assert not any("None" in line for line in said)
    assert not set(said) & {"Started X", "Acceptable X", "Unacceptable X"}


def test_no_form_no_paper(kind):
    with pytest.raises(ValueError, match="to print"):
        kind.draw()
