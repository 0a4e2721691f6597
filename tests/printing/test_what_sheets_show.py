"""What score sheets show: heads, what is provisional, strokes in their own size, officials."""

from io import BytesIO

import pdfplumber
import pytest
from msgspec.structs import replace
from msgspec.structs import replace as replace_fact

from ledger.game.challenges.facts import ChallengeAdjudicated
from ledger.visibility import Viewer, sheet_visible_to
from printing.engine import heading
from printing.engine.heading import Form, Heading
from printing.engine.page import A4, TINT
from printing.engine.signature import DOT, Signature
from printing.sheets import player_sheet, score_sheet
from printing.sheets.filled_sheets import player_sheet_of, score_sheet_of
from printing.source import Source
from tests.printing.test_from_record import BEN, END, TURNS, told

MM = 72 / 25.4
FORM = Form("score-sheet")


def a_page(sheet):
    """The first page of a score sheet on A4."""
    return pdfplumber.open(BytesIO(score_sheet.draw(sheet, paper=A4))).pages[0]


@pytest.mark.found("PA14")
@pytest.mark.parametrize(
    ("known", "desk_request"),
    [
        (Heading(), ["Division", "Round", "Table"]),
        (Heading(tournament="Autumn Open"), ["Division", "Round", "Table"]),
        (Heading(tournament="Autumn Open", round_number=3), ["Round", "Table"]),
        (Heading(tournament="Autumn Open", game="autumn-open/R3/T14"), ["Round", "Table"]),
        (Heading(tournament="Autumn Open", division="A", round_number=3),
         ["Division", "Round", "Table"]),
        (Heading(tournament="Autumn Open", undivided=True), ["Round", "Table"]),
    ],
    ids=["blank", "only the tournament", "a round", "a game", "a division", "told so"],
)  # fmt: skip
def test_a_tournament_without_divisions_has_no_empty_box_for_one(known, desk_request):
    assert [place.label for place in heading.places(known, FORM)] == desk_request


@pytest.mark.found("PA14")
def test_what_stands_on_a_sheet_without_divisions_begins_at_the_left(scores):
    undivided = replace(scores, heading=replace(scores.heading, division=""))
    words = a_page(undivided).extract_words()
    left = min(word["x0"] for word in words)
    [at] = [word for word in words if word["text"] == "Round"]

    assert "Division" not in [word["text"] for word in words]
    assert at["x0"] - left < 2 * MM


@pytest.mark.found("PA8")
def test_what_is_provisional_stands_on_a_band_and_its_score_too(scores):
    def tinted(sheet):
        rects = [r for r in a_page(sheet).rects if r["fill"] and r["width"] > 20 * MM]
        return [r for r in rects if r["non_stroking_color"] in ((TINT,), TINT)]

    may_change = replace(
        scores,
        heading=replace(scores.heading, provisional="Provisional: on hold"),
        closing=replace(scores.closing, provisional=True),
    )
    bands = tinted(may_change)
    words = [word for word in a_page(may_change).extract_words() if "Provisional" in word["text"]]

    assert (len(tinted(scores)), len(bands)) == (0, 2)
    assert len(words) == 2
    assert any(
        r["x0"] < words[0]["x0"] and r["top"] < words[0]["top"] and words[0]["bottom"] < r["bottom"]
        for r in bands
    )


@pytest.mark.found("PA14")
@pytest.mark.parametrize(
    ("across", "drawn"), [(40, 40 * DOT), (120, 120 * DOT), (2000, None)],
    ids=["small", "usual", "larger than its box"],
)  # fmt: skip
def test_a_signature_is_drawn_in_the_size_it_was_made(scores, across, drawn):
    line = (((0.0, 30.0, 0.0), (float(across), 30.0, 50.0)),)
    signed = (Signature(how="stroke", strokes=line), Signature())
    page = a_page(replace(scores, closing=replace(scores.closing, signatures=signed)))
    [stroke] = [c for c in page.curves if c["linewidth"] == 1 and c["height"] < 0.1]

    width = stroke["width"] / MM
    assert width == pytest.approx(drawn, abs=0.1) if drawn else 30 < width < 48


def test_a_players_sheet_has_the_letters_of_the_blanks_and_what_challenges_came_to():
    sheet = told(*TURNS, *END)
    own = player_sheet_of(sheet, BEN)
    said = player_sheet.lines(own)

    assert own.blanks == score_sheet_of(sheet).closing.blanks != ("", "")
    assert f"1st blank {own.blanks[0]}" in said
    assert any(line.startswith("Challenges +") for line in said)


@pytest.mark.found("PA12")
def test_the_officials_of_a_game_are_named_as_far_as_the_reader_may_know_them():
    facts = [
        replace_adjudicator(fact) if isinstance(fact, ChallengeAdjudicated) else fact
        for fact in (*TURNS, *END)
    ]
    sheet = told(*facts)
    names = {"K1": "K1 Kim Ito", "W7": "W7 Wes Oh"}
    source = Source(official=lambda badge: names.get(badge, badge))
    stranger = sheet_visible_to(Viewer.VISITOR, sheet, over=True)

    said = score_sheet_of(sheet, source).closing.remarks
    assert "Score kept by K1 Kim Ito. Judged by W7 Wes Oh." in said
    told_strangers = " ".join(score_sheet_of(stranger, source).closing.remarks)
    assert not [name for name in names.values() if name in told_strangers]
    assert "kept by" not in told_strangers


def replace_adjudicator(fact):
    """The same verdict, given by somebody with a badge."""
    return replace_fact(fact, adjudicator="W7")
