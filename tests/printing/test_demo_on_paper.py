"""Every form of the demonstration's tournament, filled: nothing on it is cut short by the form."""

from __future__ import annotations

import re
import subprocess
from functools import cache

import pytest
from click.testing import CliRunner

from tests.raw_codes import raw_codes
from tests.tiers import first_fast
from tests.web.made_once import the_demonstration
from web.command_line.papers import print_

SLUG = "harbour-open"
GAMES = [f"{SLUG}/R{number}/T{table}" for number in range(1, 8) for table in range(1, 5)]
CASES = [f"{SLUG}/C-{number}" for number in (1, 2, 3)]
OF_A_GAME = ("score-sheet", "result-slip", "blank-slip", "challenge-slip")
OF_A_CASE = ("incident-record", "ruling-notice", "warning-notice", "appeal-form", "bundle")
OF_ALL = (
    "scorecard", "day-log", "rulings", "standings", "wall-chart", "player-card", "missing-slips",
    "prizes", "poster",
)  # fmt: skip
OF_A_ROUND = ("tally-sheet", "pairings", "round-close")
FORMS = [
    *((form, game) for form in OF_A_GAME for game in GAMES),
    *(("score-sheet", game, "--seat", seat) for game in GAMES[::5] for seat in ("first", "second")),
    *((form, case) for form in OF_A_CASE for case in CASES),
    *((form, SLUG) for form in OF_ALL),
    *((form, f"{SLUG}/R{number}") for form in OF_A_ROUND for number in (1, 7)),
    ("pairings", f"{SLUG}/R7", "--by", "name"),
    *(("evidence-sheet", game, "--at", "20") for game in GAMES[::6]),
]


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demonstration") / "data"
    return the_demonstration(folder)


@pytest.fixture(scope="module")
def printed(hall):
    """The PDF of a form of the demonstration; ``None``: there is none of it."""

    @cache
    def make(*desk_request):
        file = hall.parent / "form.pdf"
        done = CliRunner().invoke(print_, [*desk_request, "--data", str(hall), "-o", str(file)])
        assert done.exit_code in (0, 1), done.output
        return None if done.exit_code else file.read_bytes()

    return make


@cache
def text_of(pdf):
    return subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True
    ).stdout.decode()


@pytest.mark.wide("all drawn")
@pytest.mark.parametrize("paper", first_fast(["a4", "letter"]))
def test_no_text_is_cut_on_any_form_of_the_demonstration(printed, paper):
    asked_for = FORMS if paper == "a4" else FORMS[::3]
    papers = {request: printed(*request, "--paper", paper) for request in asked_for}
    made = {request: text_of(pdf) for request, pdf in papers.items() if pdf}

    assert len(made) > len(asked_for) - 12
    cut = [
        (request, line)
        for request, text in made.items()
        for line in text.splitlines()
        if "…" in line
    ]
    assert cut == []


@pytest.mark.wide("all drawn")
def test_no_text_is_cut_on_any_receipt_of_the_demonstration(printed):
    slips = [(form, game) for form in OF_A_GAME[1:] for game in GAMES[::3]]
    texts = [text_of(printed(*request, "--paper", "receipt")) for request in slips]

    assert [line for text in texts for line in text.splitlines() if "…" in line] == []


@pytest.mark.found("PA8")
@pytest.mark.parametrize(
    ("form", "of", "times"),
    [
        ("tally-sheet", f"{SLUG}/R7", 1), ("round-close", f"{SLUG}/R7", 1),
        ("scorecard", SLUG, 2), ("player-card", SLUG, 2), ("wall-chart", SLUG, 2),
        ("standings", SLUG, 0), ("prizes", SLUG, 0),
    ],
)  # fmt: skip
def test_PA8_a_result_that_one_alone_has_signed_is_marked_on_every_list(printed, form, of, times):
    text = text_of(printed(form, of, "--paper", "a4"))

    assert text.count("provisional") == times
    if form != "round-close":
        assert "Provisional" in text
    if form in ("standings", "prizes", "wall-chart"):
        assert "Provisional: not signed for by both yet (round 7, table 2)." in text


@pytest.mark.parametrize("form", ["tally-sheet", "round-close"])
def test_a_round_that_all_have_signed_is_marked_nowhere(printed, form):
    assert "rovisional" not in text_of(printed(form, f"{SLUG}/R1", "--paper", "a4"))


@pytest.mark.found("PP-11")
@pytest.mark.parametrize("form", ["incident-record", "bundle"])
def test_PP11_papers_of_a_case_name_the_turn_and_the_play_and_no_event_of_the_game(printed, form):
    """The score sheet in the same bundle numbers turns."""
    text = text_of(printed(form, f"{SLUG}/C-3", "--paper", "a4"))
    assert re.search(r"Reported +.* UTC, turn 9: .*4F REI\(S\)TING", text)
    assert re.search(r"Disputed +Turn 9: ", text)
    assert "at event" not in text
    if form == "bundle":
        assert "Before turn 9, as known then" in text
        assert not re.search(r"(Before|After) event", text)


@pytest.mark.found("PP-14")
def test_PP14_the_notice_of_a_ruling_agrees_with_the_appeal_that_was_taken(printed):
    """It named the next body as the first, and was silent on an appeal taken before its time."""
    notice = " ".join(text_of(printed("ruling-notice", f"{SLUG}/C-3", "--paper", "a4")).split())
    assert "first to:" not in notice
    assert "next to: national body" in notice
    assert "One was taken sooner; the record" in notice
    record = " ".join(text_of(printed("incident-record", f"{SLUG}/C-3", "--paper", "a4")).split())
    assert "appealed to local body, taken although the book bars it: Both players" in record


DASH_FOR_A_MINUS = re.compile(r"(?:^|(?<=[\s(|:]))[-–](?=\d)", re.MULTILINE)
DOTS_IN_A_PLAY = re.compile(r"\b(?:\d{1,2}[A-O]|[A-O]\d{1,2}) [A-Za-z.]*\.[A-Za-z.]*[A-Za-z]")


RAW_CODES = raw_codes()


@pytest.mark.found("TB-11")
@pytest.mark.found("DI-17")
def test_TB11_every_paper_has_one_minus_and_one_way_to_write_a_play(printed):
    """A dash stood for a minus, and a remark wrote E7 J.B where the turn had E7 J(I)B.

    Nor has any a raw code (DI-17): it said "Rulebook wespa-5.1". A game's name in commands stays.
    """
    minus, brackets = 0, 0
    for request in FORMS:
        pdf = printed(*request, "--paper", "a4")
        text = text_of(pdf) if pdf else ""
        for pattern in (DASH_FOR_A_MINUS, DOTS_IN_A_PLAY, RAW_CODES):
            found = pattern.search(text)
            assert not found, (request, text[max(0, found.start() - 60) : found.end() + 20])
        minus += len(re.findall(r"\u2212\d", text))
        brackets += len(re.findall(r"[A-Z]?\([A-Za-z]+\)[A-Za-z]* \+\d", text))
    assert minus > 100
    assert brackets
