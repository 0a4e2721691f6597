"""Paper in a language, or in two: all of it said, nothing cut, and its code the same in each."""

import re
from io import BytesIO
from itertools import chain

import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from ledger.messages import ENGLISH, PSEUDO, longer, speaking
from printing.engine.signature import Signature
from printing.forms import FORMS, blank
from printing.languages import InTwo, Spoken, from_word, printed_in
from printing.languages import speaking as speaking_on_paper
from printing.sheets.closing_block import Adjustment
from tests.printing.conftest import AT, KINDS, RESULT, pages_of
from tests.printing.test_forms_drawn import MM
from tests.printing.test_nothing_touches import DOTS, touching
from tests.tiers import first_fast
from web.command_line.games import simulate
from web.command_line.papers import print_, verify_paper

SLUG = "nsa-1998-5-1"
EVERY_FORM = [*((form, False) for form in FORMS), ("score-sheet", True)]
SLIPS = ("result-slip", "challenge-slip", "blank-slip")
IN = [(PSEUDO, ""), (ENGLISH, PSEUDO), (PSEUDO, ENGLISH)]
ENGLISH_FIRST = [("en", "de"), ("en", "es"), ("en", "fr"), ("en", "pl")]
AND_IN = first_fast([*IN, ENGLISH_FIRST[0], ("es", "fr"), ("de", "pl"), *ENGLISH_FIRST[1:]], 4)
NAMED = ["alone", "second", "first", "en+de", "es+fr", "de+pl", "en+es", "en+fr", "en+pl"]

UNSAID = re.compile(r"[a-z]{2,}")
"""Part of a word in plain letters, which no catalogue said in the pseudo-language."""


def empty(form, languages, paper="a4", *, own=False):
    with printed_in(*languages):
        return blank(form, paper, of_a_player=own)


def words_on(pdf):
    document = pypdfium2.PdfDocument(BytesIO(pdf))
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def cut_on(pdf):
    """What is cut: as it is drawn, whatever a reader is told in its place, and as it is read."""
    said = [line for line in words_on(pdf).splitlines() if "…" in line]
    return said + [one for page in pages_of(pdf) for one in words_drawn(page) if "…" in one]


def words_drawn(page):
    return [one["text"] for one in page.extract_words()]


def ink_above_marks(pdf):
    """How many boxes to mark have ink of others right above their upper line."""
    document = pypdfium2.PdfDocument(BytesIO(pdf))
    for nth, page in enumerate(pages_of(pdf)):
        ink = np.asarray(document[nth].render(scale=DOTS).to_pil().convert("L")) < 110
        for box in page.rects:
            if box["stroke"] and 3 * MM < box["width"] < 5 * MM:
                row = ink[round((box["top"] - box["linewidth"] / 2 - 0.1 * MM) * DOTS), :]
                inked = row[round((box["x0"] + 1) * DOTS) : round((box["x1"] - 1) * DOTS)]
                if inked.any():
                    yield f"page {nth + 1}: at {box['x0'] / MM:.1f}, {box['top'] / MM:.1f} mm"


def over_each_other(page):
    """Pairs of letters of which one lies on the other."""
    drawn = [one for one in page.chars if one["text"].strip()]
    rows = {}
    for one in drawn:
        for row in range(int(one["top"]) // 12, int(one["bottom"]) // 12 + 1):
            rows.setdefault(row, []).append(one)
    found = set()
    for one, other in chain.from_iterable(
        ((one, other) for n, one in enumerate(row) for other in row[n + 1 :])
        for row in rows.values()
    ):
        wide = min(one["x1"], other["x1"]) - max(one["x0"], other["x0"])
        high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
        least = min(one["size"], other["size"])
        if wide > 0.25 * least and high > 0.5 * least:
            found.add((one["text"] + other["text"], round(one["x0"]), round(one["top"])))
    return found


def off_the_page(page):
    return [
        one["text"] for one in page.chars
        if one["text"].strip() and not (one["x0"] > 8 and one["x1"] < page.width - 8)
    ]  # fmt: skip


@pytest.mark.one_in(3, "form", "languages")
@pytest.mark.parametrize("languages", AND_IN, ids=NAMED)
@pytest.mark.parametrize(("form", "own"), EVERY_FORM)
def test_nothing_is_cut_nor_over_anything(form, own, languages):
    pdf = empty(form, languages, own=own)

    assert cut_on(pdf) == []
    for page in pages_of(pdf):
        assert over_each_other(page) == set()
        assert off_the_page(page) == []


@pytest.mark.one_in(3, "form", "languages")
@pytest.mark.parametrize("languages", IN, ids=["alone", "second", "first"])
@pytest.mark.parametrize("form", SLIPS)
def test_nothing_is_cut_on_a_receipt(form, languages):
    pdf = empty(form, languages, "receipt")

    assert cut_on(pdf) == []
    for page in pages_of(pdf):
        assert over_each_other(page) == set()
        assert off_the_page(page) == []


@pytest.mark.parametrize(("form", "own"), EVERY_FORM)
def test_nothing_is_left_in_plain_english(form, own):
    said = words_on(empty(form, (PSEUDO, ""), own=own))

    assert UNSAID.findall(said) == []


@pytest.mark.one_in(2, "form")
@pytest.mark.parametrize(("form", "own"), EVERY_FORM)
def test_every_label_is_there_in_both_languages(form, own):
    """What a form asks for in one language alone stands on it in two, but for whole sentences."""
    alone, both = (
        "".join(one["text"] for page in pages_of(pdf) for one in page.chars)
        for pdf in (empty(form, (PSEUDO, ""), own=own), empty(form, (ENGLISH, PSEUDO), own=own))
    )
    labels = {label.strip(" ,.:") for label in re.split(r"[·\d]|[A-Z]+", alone)}
    there = re.sub(r"\s", "", both)

    missing = {one for one in labels if len(one) > 3 and re.sub(r"\s", "", one) not in there}
    assert missing <= {longer(one).rstrip(" ·") for one in ONCE}


ONCE = (
    "form",
    "page",
    "of",
    "First",
    "Second",
    "Poster",
    "Square code",
    "Continued on page",
    "Continued from page",
    (
        "Underlined letters are blanks, those in brackets lay there. Wrote: players’ own scores "
        "that differ"
    ),
)
"""What stands on paper in its first language alone: the foot, sentences, who is whose column."""


def test_english_paper_keeps_no_language():
    assert Spoken().word == ""
    assert b"in:" not in empty("result-slip", (ENGLISH, ""))


def test_a_file_keeps_only_languages_that_are_said_here():
    assert from_word("in:qps") == (PSEUDO, "")
    assert from_word("in:qps+nowhere") == from_word("anything") == (ENGLISH, "")


# Codes.


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    folder = tmp_path_factory.mktemp("simulated") / "data"
    words = ["--book", "nsa-1998", "--seed", "5", "--games", "2", "--data", str(folder)]
    assert CliRunner().invoke(simulate, words).exit_code == 0
    return folder


def printed(record, output, form, subject, *more):
    words = [form, subject, *more, "-o", str(output), "--data", str(record)]
    done = CliRunner().invoke(print_, words)
    assert (done.exit_code, done.exception) == (0, None), done.output
    return output.read_bytes()


CODE = re.compile(r"[0-9A-Z]{5}-[0-9A-Z]{5}")


@pytest.mark.one_in(3, "form")
@pytest.mark.parametrize(
    ("form", "subject"),
    [
        ("result-slip", f"{SLUG}/R1/T1"), ("score-sheet", f"{SLUG}/R1/T1"),
        ("blank-slip", f"{SLUG}/R1/T1"), ("challenge-slip", f"{SLUG}/R1/T1"),
        ("scorecard", SLUG), ("tally-sheet", f"{SLUG}/R1"), ("standings", SLUG),
        ("pairings", f"{SLUG}/R1"), ("prizes", SLUG), ("missing-slips", SLUG),
        ("wall-chart", SLUG), ("player-card", SLUG),
    ],
)  # fmt: skip
def test_codes_are_the_same_in_each_language(record, tmp_path, form, subject):
    english = printed(record, tmp_path / "en.pdf", form, subject)
    other = printed(record, tmp_path / "qps.pdf", form, subject, "--language", "qps")
    both = printed(record, tmp_path / "both.pdf", form, subject, "--language", "en+qps")

    codes = [CODE.findall(words_on(pdf)) for pdf in (english, other, both)]
    assert codes[0]
    once = [list(dict.fromkeys(found)) for found in codes]  # two languages may take a page more
    assert once[0] == once[1] == once[2]
    assert len({english, other, both}) == 3


@pytest.mark.one_in(2, "form", "language")
@pytest.mark.parametrize("language", first_fast(["qps", "en+qps", "es+fr", "de+pl"], 3))
@pytest.mark.parametrize(
    ("form", "subject"),
    [
        ("result-slip", f"{SLUG}/R1/T1"), ("score-sheet", f"{SLUG}/R1/T1"),
        ("challenge-slip", f"{SLUG}/R1/T1"), ("blank-slip", f"{SLUG}/R1/T1"),
        ("player-card", SLUG), ("scorecard", SLUG), ("tally-sheet", f"{SLUG}/R1"),
        ("standings", SLUG), ("pairings", f"{SLUG}/R1"), ("wall-chart", SLUG), ("prizes", SLUG),
    ],
)  # fmt: skip
def test_nothing_is_over_anything_on_a_filled_form(record, tmp_path, form, subject, language):
    pdf = printed(record, tmp_path / "a.pdf", form, subject, "--language", language)

    for page in pages_of(pdf):
        assert over_each_other(page) == set()
        assert off_the_page(page) == []


PAIRS = first_fast(
    [
        "en+de", "de+pl", "es+fr", "en+es", "en+fr", "en+pl",
        "pl+fr", "pl+es", "de+fr", "de+es", "pl+de", "es+pl", "es+de",
    ], 3
)  # fmt: skip


@pytest.mark.parametrize("language", PAIRS)
def test_a_filled_slip_in_two_languages_is_whole(record, tmp_path, language):
    pdf = printed(
        record, tmp_path / "a.pdf", "result-slip", f"{SLUG}/R1/T1", "--language", language
    )

    assert cut_on(pdf) == []
    assert list(ink_above_marks(pdf)) == []
    for page in pages_of(pdf):
        assert over_each_other(page) == set()
        assert off_the_page(page) == []


def drawn(name, languages, **changed):
    """The filled form of that name in these languages, with something changed."""
    [kind] = [kind for kind in KINDS if kind.name == name]
    with printed_in(*languages), speaking_on_paper(Spoken(*languages)):
        return kind.drawn_anew(replace(kind.filled, **changed))


@pytest.mark.parametrize("languages", first_fast(ENGLISH_FIRST, 2), ids="+".join)
def test_game_and_seats_of_a_designation_slip_stand_whole_beside_both_labels(languages):
    names = ("Jürgen Vößmann von Altenburg", "Inés Ibáñez Quiñones")
    pdf = drawn("blank_slip", languages, names=names)

    assert cut_on(pdf) == []
    assert over_each_other(pages_of(pdf)[0]) == set()


@pytest.mark.parametrize("languages", first_fast(ENGLISH_FIRST, 2), ids="+".join)
def test_words_of_two_signatures_go_round_the_box_of_a_protest(languages):
    who = "D1 Petra Vandenbrouck"
    before = f"before: 435 : 387 witnessed, 09:12 UTC, by {who}"
    signed = Signature(how="witness", witness=who, totals=(437, 387), at=AT, before=before)
    pdf = drawn("result_slip", languages, sides=(replace(RESULT.sides[0], signature=signed),) * 2)

    assert over_each_other(pages_of(pdf)[0]) == set()
    assert list(ink_above_marks(pdf)) == []


@pytest.mark.parametrize("languages", first_fast(ENGLISH_FIRST, 2), ids="+".join)
@pytest.mark.parametrize("rows", [2, 6])
def test_sums_of_a_score_sheet_stand_apart_in_low_rows(languages, rows):
    sums = (Adjustment(InTwo("Unplayed tiles, double", "Fichas sin jugar, doble"), (5, 0)),) * rows
    [kind] = [kind for kind in KINDS if kind.name == "score_sheet"]
    turns = kind.filled.turns * 6  # which leave the board, and so the sums, the least height
    pdf = drawn(
        "score_sheet", languages, turns=turns,
        closing=replace(kind.filled.closing, adjustments=sums),
    )  # fmt: skip

    assert cut_on(pdf) == []
    for page in pages_of(pdf):
        assert over_each_other(page) == set()


@pytest.mark.parametrize("language", first_fast(["de", "es", "fr", "pl"]))
@pytest.mark.parametrize("form", ["result-slip", "score-sheet"])
def test_nothing_is_cut_in_another_language(record, tmp_path, form, language):
    """On the sheet of this table a turn is lost by a challenge that failed."""
    pdf = printed(record, tmp_path / "a.pdf", form, f"{SLUG}/R1/T2", "--language", language)

    assert cut_on(pdf) == []
    if form == "score-sheet":  # whose rows grow with their words
        assert list(touching(pdf)) == []


def test_how_often_a_player_started_stands_below_both_labels_of_it(record, tmp_path):
    pdf = printed(record, tmp_path / "a.pdf", "player-card", SLUG, "--language", "es+fr")
    words = pages_of(pdf)[0].extract_words()
    under = [one for one in words if one["text"] == "Débuts,"]
    values = [one for one in words if one["text"] == "y"]

    assert len(under) == len(values) > 0
    for label, value in zip(under, values, strict=True):
        assert value["top"] >= label["bottom"] - 2


def test_whoever_reads_pages_in_another_language_prints_the_same(record, tmp_path):
    english = printed(record, tmp_path / "en.pdf", "result-slip", f"{SLUG}/R1/T1")
    with speaking(PSEUDO):
        again = printed(record, tmp_path / "again.pdf", "result-slip", f"{SLUG}/R1/T1")

    assert english == again


@pytest.mark.one_in(3, "language")
@pytest.mark.parametrize("language", ["en", "qps", "en+qps"])
def test_a_file_in_any_language_is_known_byte_for_byte(record, tmp_path, language):
    pdf = tmp_path / "slip.pdf"
    printed(record, pdf, "result-slip", f"{SLUG}/R1/T1", "--language", language)

    done = CliRunner().invoke(verify_paper, [str(pdf), "--data", str(record)])
    assert done.exit_code == 0, done.output
    assert "byte" in done.output


def test_no_language_that_nothing_is_said_in(tmp_path):
    done = CliRunner().invoke(print_, ["prizes", "--language", "xx", "-o", str(tmp_path / "a.pdf")])

    assert done.exception.code == "no-such-language"
