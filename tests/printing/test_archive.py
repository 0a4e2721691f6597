"""Every file is as archives want it, as far as we can check: tagged, described, with its fonts."""

import re
from functools import cache
from io import BytesIO

import pikepdf
import pytest
from msgspec.structs import replace
from pdfua import validate

from ledger.vocabulary.signs import true_minus
from printing.engine.archive import colour_profile, xmp
from printing.engine.page import A4, LETTER
from printing.forms import draw_on_a_roll
from printing.sheets import cards, player_sheet, score_sheet
from printing.slips import result_slip
from tests.printing.archive_checks import faults
from tests.printing.conftest import HEADING, RESULT
from tests.printing.heard import heard, said


@cache
def pdf_of(kind, paper=A4):
    """A filled and a blank form of a kind, in one file."""
    return kind.draw(kind.filled, kind.blank, paper=paper)


@cache
def told_of(kind):
    """What is told of a filled form, part by part."""
    return list(heard(kind.draw(kind.filled)))


@pytest.mark.found("PA13")
@pytest.mark.parametrize("roll", [False, True], ids=["page", "receipt"])
def test_PA13_a_struck_score_is_told_as_struck_behind_the_one_that_stands(roll):
    sides = (replace(RESULT.sides[0], signed_score=435), RESULT.sides[1])
    slip = replace(RESULT, sides=sides)
    told = said(draw_on_a_roll(result_slip.RESULT_SLIP, slip) if roll else result_slip.draw(slip))

    assert "435 struck" in told
    assert told.index("435 struck") > next(n for n, one in enumerate(told) if "Score" in one)
    assert not [one for one in told if one.strip() == "435"]


@pytest.mark.one_in(3, "kind")
def test_our_own_checks_find_nothing_wrong(kind):
    assert faults(pdf_of(kind)) == []


@pytest.mark.torture
def test_nor_on_other_paper_and_in_files_of_many(kind):
    assert faults(pdf_of(kind, LETTER)) == []
    assert faults(kind.draw(*[kind.filled, kind.blank] * 20)) == []


@pytest.mark.one_in(3, "kind")
def test_nor_does_pdfua(kind, tmp_path):
    """A checker of PDF/UA that pip can get. One thing it asks for we leave out: the claim."""
    path = tmp_path / "forms.pdf"
    path.write_bytes(pdf_of(kind))

    assert [found.rule_id for found in validate(path).findings] == ["UA-28-004"]


def spoilt(data, spoil):
    """A file with something taken from it, or done to it."""
    with pikepdf.open(BytesIO(data)) as pdf:
        spoil(pdf)
        out = BytesIO()
        pdf.save(out)
    return out.getvalue()


def _no_words_for_the_picture(pdf):
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/S") == "/Figure":
            del thing["/Alt"]


def _drawn_on(pdf):
    pdf.pages[0].contents_add(b"0 0 m 9 9 l S")


def _font_left_out(pdf):
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and "/FontFile2" in thing:
            del thing["/FontFile2"]


SPOILT = {
    "no language": lambda pdf: pdf.Root.__delitem__("/Lang"),
    "not marked as tagged": lambda pdf: pdf.Root.__delitem__("/MarkInfo"),
    "no output intent": lambda pdf: pdf.Root.__delitem__("/OutputIntents"),
    "/Title is another in Info than in the metadata": lambda pdf: pdf.docinfo.__setitem__(
        "/Title", "Another"
    ),
    "/OpenAction in it": lambda pdf: pdf.Root.__setitem__("/OpenAction", pikepdf.Dictionary()),
    "not tied to the tree": lambda pdf: pdf.pages[0].obj.__delitem__("/Tabs"),
    "a picture without words": _no_words_for_the_picture,
    "S draws what no mark holds": _drawn_on,
    "is not embedded": _font_left_out,
    "marks": lambda pdf: pdf.Root.StructTreeRoot.ParentTree.Nums[1].append(
        pdf.Root.StructTreeRoot.K[0]
    ),
    "no tree of parts": lambda pdf: pdf.Root.__delitem__("/StructTreeRoot"),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_the_checks_find_what_is_spoilt(result, fault):
    found = faults(spoilt(result_slip.draw(result), SPOILT[fault]))

    assert any(fault in one for one in found), found


@pytest.mark.found("PA13")
def test_circles_and_ticks_are_words_to_whoever_does_not_see_them(result):
    told = said(result_slip.draw(result))

    for words in (
        "1st blank: R circled",
        "2nd blank: E circled",
        "played: marked",
        "yes: marked",
        "Started: yes",
    ):
        assert words in told


@pytest.mark.found("PA13")
def test_programs_that_search_for_words_find_them_too(result):
    import pypdfium2

    text = pypdfium2.PdfDocument(result_slip.draw(result))[0].get_textpage().get_text_range()

    assert "R circled" in text
    assert "played: marked" in text


READ_OTHERWISE = {"score_sheet": 0.5, "player_sheet": 0.5, "bundle": 0.4}
"""Parts of their lines that are read as they stand; turns in two columns are read by player."""


ELSEWHERE = {"bundle": 0.5, "evidence_sheet": 0.25}
"""Parts of their lines that stand elsewhere on paper than in ``lines``: boards and the log."""


def test_a_form_is_read_in_the_order_of_its_lines(kind):
    told = squeezed("".join(part.said for part in told_of(kind) if part.said))
    read, later, at = 0, [], 0
    # A board is read as words in the order of its rows; a page's foot is not read at all.
    lines = [line for line in kind.lines(kind.filled) if line.strip() and not BOARD.search(line)]
    for line in (squeezed(true_minus(line)) for line in lines):
        found = told.find(line, at)
        if found >= 0:
            at, read = found + 1, read + 1
        elif line in told:
            later.append(line)

    assert len(later) <= len(lines) * ELSEWHERE.get(kind.name, 0.1), later
    assert read >= len(lines) * READ_OTHERWISE.get(kind.name, 0.6), (read, len(lines))


BOARD = re.compile(r"( [.A-Za-z]){15}")


def squeezed(line):
    """Without blanks, and with the mark of a box as it is read."""
    return "".join((f"{line[:-2]}: marked" if line.endswith(" X") else line).split())


def test_rows_are_rows_of_a_table_with_labels(kind):
    tables = [part for part in told_of(kind) if part.kind == "Table"]

    for table in tables:
        labels, *rows = table.parts
        assert rows
        assert sum(cell.kind == "TH" for cell in labels.parts) >= len(labels.parts) - 1
    assert tables or kind.name not in WITH_ROWS


WITH_ROWS = {
    "score_sheet", "score_card", "tally_sheet", "player_sheet", "bundle", "pairings", "standings",
    "wall_chart", "player_card", "missing_slips", "prizes",
}  # fmt: skip


def test_a_ring_on_a_score_card_says_who_started():
    from tests.printing.conftest import CARD

    card = heard(cards.SCORE_CARD.draw(CARD))
    rows = [part.parts for part in card if part.kind == "TR"]

    assert [row[1].said for row in rows[1:4]] == ["1st", "2nd", "1st 2nd"]


def test_tiles_crossed_off_are_told_by_kind():
    from tests.printing.conftest import PLAYER

    assert "W, 1 of 2 crossed off" in said(player_sheet.draw(PLAYER))


def test_the_check_code_of_a_slip_is_read_after_its_word(result):
    assert f"check {HEADING.check}" in said(result_slip.draw(result))


def test_a_label_and_its_value_are_one_paragraph_of_two_words(result):
    assert "Round 3" in said(result_slip.draw(result))


def test_each_form_has_its_name_for_a_heading(kind):
    titles = [part.said for part in told_of(kind) if part.kind == "H1"]
    of_itself = kind.filled.heading.tournament if kind.name == "poster" else kind.drawing.form.name
    assert titles[0] == of_itself


def test_pictures_say_what_they_show(scores):
    told = [part.said for part in heard(score_sheet.draw(scores)) if part.kind == "Figure"]

    assert any(words.startswith("Square code: tilescribe:/v/TJ7K2M9QXX/") for words in told)
    assert any("row 8:" in words and "WINDY at D" in words for words in told)
    assert "Signature by hand" in told


def test_head_and_foot_of_further_pages_are_not_read_again(scores):
    from msgspec.structs import replace

    long = replace(scores, turns=scores.turns * 12)
    pdf = score_sheet.draw(long)
    with pikepdf.open(BytesIO(pdf)) as file:
        assert len(file.pages) > 1

    assert said(pdf).count("Autumn Open, Lakeside 2026") == 1


def test_the_metadata_hold_any_title():
    assert b'<rdf:li xml:lang="x-default">A &lt;b&gt; &amp; C</rdf:li>' in xmp("A <b> & C", "", 2)


def test_a_file_for_attachments_says_part_3(result):
    from printing.engine.page import new_page
    from printing.engine.pen import Pen

    buffer = BytesIO()
    canvas = new_page("Bundle", buffer, A4, part=3)
    result_slip.draw_slip(Pen(canvas, 100, 700), result)
    canvas.showPage()
    canvas.save()

    assert faults(buffer.getvalue(), part="3") == []


def test_the_profile_of_colours_has_no_date_of_today():
    profile = colour_profile()

    assert len(profile) == 588
    assert re.search(b"a\0c\0s\0p|acsp", profile)
    assert profile[24:26] == (2026).to_bytes(2, "big")
