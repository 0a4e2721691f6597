"""What people in a hall look for on a sheet: tiles to cross off, letters, names, the last page."""

from io import BytesIO
from string import ascii_uppercase

import pdfplumber
import pypdfium2
import pytest
from msgspec.structs import replace
from msgspec.structs import replace as replace_fact

from ledger.equipment.tile_set import load_tile_set
from ledger.game.challenges.facts import HoldCalled
from ledger.game.results.facts import ResultAmended
from ledger.tournament.opening import ChooseTimeZone
from ledger.vocabulary import CONSOLE, Seat
from ledger.vocabulary.refusals import Refusal
from printing.cases import records
from printing.cases.records import IncidentRecord
from printing.engine import flowing
from printing.engine.fitting import named
from printing.engine.page import A4, LETTER, plain, time_words
from printing.engine.signature import Signature
from printing.filling.table_papers import official, zone_for, zone_of_the_hall
from printing.fonts import BOLD
from printing.papers import as_bound
from printing.sheets import cards, player_sheet, score_sheet
from printing.sheets.closing_block import LEAST_BOARD, Adjustment, Sanction
from printing.sheets.filled_sheets import player_sheet_of, score_sheet_of
from printing.sheets.player_sheet import tracking_of
from printing.sheets.turn_columns import OwnTurn, Turn
from printing.slips import challenge_slip, result_slip
from printing.slips.filled_slips import result_slip_of
from printing.source import Source
from tests.desks import DIRECTOR, a_desk
from tests.officials import Organiser
from tests.printing.test_from_record import ANN, BEN, END, NOON, TURNS, play, told
from tests.printing.test_print_command import printed
from tests.tiers import all_at_once
from web.command_line.opened import opened

MM = 72 / 25.4
SPANISH = (*"ABC", "CH", *"DEFGHIJL", "LL", *"MNÑOPQR", "RR", *"STUVXYZ")


def pages_of(pdf):
    """The words of each page."""
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


@pytest.mark.found("PA3")
def test_a_blank_players_sheet_has_all_its_tiles_to_cross_off_from_the_command_line(tmp_path):
    pdf = tmp_path / "mine.pdf"
    code, _, wrong = printed("score-sheet", "--seat", "first", "-o", pdf)

    assert (code, wrong) == (0, None)
    pages = pages_of(pdf.read_bytes())
    assert len(pages) == 2
    for words in pages:
        tiles = words.split("Tiles to cross off")[1].split("Player’s sheet")[0]
        tiles = tiles.replace("Continued on page 2", "")
        assert len("".join(tiles.split())) == 100
    assert player_sheet.PlayerSheet().tracking == tracking_of(load_tile_set("english"))


@pytest.mark.found("PA11")
def test_a_players_sheet_of_two_pages_has_its_final_score_on_the_last_one_only():
    turns = tuple(OwnTurn(word="8D WINDY", score=9, total=9) for _ in range(30))
    sheet = player_sheet.PlayerSheet(
        own=turns,
        theirs=turns,
        sums=(
            Adjustment("Plays", (386, 418)),
            Adjustment("Unplayed tiles", (45, 0)),
            Adjustment("Overtime", (0, -20)),
            Adjustment("Final score", (431, 398)),
        ),
    )
    first, *_, last = pages_of(player_sheet.draw(sheet))

    assert [("431" in page, "398" in page, "−20" in page) for page in (first, last)] == [
        (False, False, False), (True, True, True),
    ]  # fmt: skip
    assert "Continued on page 2" in first
    assert "Continued" not in last


@pytest.mark.found("PA19")
def test_PA19_a_players_sheet_to_write_in_has_as_many_rows_as_a_game_may_have_turns():
    for paper, front, least in ((A4, 25, 45), (LETTER, 22, 39)):
        pages = player_sheet.pages_of(player_sheet.PlayerSheet(), paper)
        assert [page.sums for page in pages] == [False, True]
        assert pages[0].rows == pages[1].first == front
        assert sum(page.rows for page in pages) >= least


@pytest.mark.found("PA19")
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_PA19_every_page_of_a_blank_sheet_has_its_date_and_boxes_for_both_names(paper):
    for drawing, labels in (
        (player_sheet.PLAYER_SHEET, ("Date", "Player", "Opponent")),
        (score_sheet.SCORE_SHEET, ("Date", "First player", "Second player")),
    ):
        for page in pdfplumber.open(BytesIO(drawing.blank(paper))).pages:
            boxes = [r for r in page.rects if r["stroke"] and 8 * MM < r["height"] < 14 * MM]
            ruled = [x for x in page.lines if x["width"] > 25 * MM and x["height"] < 1]
            words = page.extract_words(keep_blank_chars=True)
            for label in labels:
                word = next(word for word in words if word["text"].strip() == label)
                boxed = any(
                    box["x0"] < word["x0"] < box["x1"] and box["top"] < word["top"] < box["bottom"]
                    for box in boxes
                )
                beside = any(
                    0 < line["x0"] - word["x0"] < 12 * MM and abs(line["top"] - word["bottom"]) < 4
                    for line in ruled
                )
                assert boxed or beside, label


@pytest.mark.found("PA15")
def test_letters_played_through_stand_in_brackets_as_players_write_them():
    sheet = told(
        play(ANN, "8D WiNDY", 32, "WiNDY"),
        play(BEN, "E7 L.T", 3, "LiT"),
        play(ANN, "8C T.....S", 30, "TWiNDYS"),
    )
    form = score_sheet_of(sheet)

    assert [turn.move for turn in form.turns] == ["8D WiNDY", "E7 L(i)T", "8C T(WiNDY)S"]
    assert [turn.words for turn in form.turns] == [(), (), ()]
    assert [turn.word for turn in player_sheet_of(sheet, Seat.SECOND).own] == ["E7 L(i)T"]
    assert "brackets" in score_sheet.details(form)
    assert sheet.lines[1].move == "E7 L.T"


@pytest.mark.found("PA15")
def test_a_square_that_is_empty_by_now_is_read_from_the_word_that_was_formed():
    """Its code binds the dot that stood there at first (``printing.papers``)."""
    sheet = told(play(ANN, "G7 L.T", 3, "LIT"))
    form = score_sheet_of(sheet)

    assert plain(form.turns[-1].move) == "G7 L(I)T"
    assert as_bound(form).turns[-1].move == "G7 L.T"


@pytest.mark.found("PA16")
@pytest.mark.parametrize("alphabet", [SPANISH, tuple(ascii_uppercase)], ids=["spanish", "english"])
def test_every_letter_that_a_blank_can_be_stands_in_the_row_to_circle(result, alphabet):
    slip = replace(result, alphabet=alphabet, blanks=("", ""))
    [words] = pages_of(result_slip.draw(slip, paper=A4))
    told = "".join(words.split())
    half = -(-len(alphabet) // 2)

    for row in (alphabet[:half], alphabet[half:]):
        assert told.count("".join(row)) == 2


@pytest.mark.found("PA17")
def test_PA17_words_that_the_players_looked_up_themselves_leave_no_box_for_a_judge(result):
    verdict = challenge_slip.Verdict(acceptable=False)
    slip = challenge_slip.ChallengeSlip(verdicts=(verdict, *[challenge_slip.Verdict()] * 2))
    said = challenge_slip.lines(slip)

    assert said.count(challenge_slip.by_the_players()) == 1
    assert said.count("Judge") == 2


@pytest.mark.found("PA18")
def test_PA18_where_it_was_signed_on_paper_there_is_a_line_for_the_same_hand(result):
    def lines_in(signature):
        sides = tuple(replace(side, signature=signature) for side in result.sides)
        [page] = pdfplumber.open(BytesIO(result_slip.draw(replace(result, sides=sides)))).pages
        return [x for x in page.lines if x["height"] < 1 and 40 * MM < x["width"] < 60 * MM]

    assert len(lines_in(Signature(how="paper", totals=(431, 398)))) == 2
    assert len(lines_in(Signature(how="pin", totals=(431, 398)))) == 0


PROPOSED = (*TURNS, *END[:-3])
SIGNED = (*TURNS, *END[:-2])


@pytest.mark.found("PA8")
@pytest.mark.parametrize(
    ("facts", "words", "foot", "score"),
    [
        (
            (*TURNS, HoldCalled(seat=BEN)), "Provisional: printed in play, on hold",
            "Score so far 32 33", "Score",
        ),
        (PROPOSED, "Provisional until both have signed", "Provisional score 72 10",
         "Provisional score 72"),
        (
            SIGNED, "Provisional: signed by Ann Lee alone", "Provisional score 72 10",
            "Provisional score 72",
        ),
        ((*TURNS, *END), "", "Final score 72 10", "Score 72"),
    ],
    ids=["on hold", "over", "signed by one", "final"],
)  # fmt: skip
def test_a_game_that_is_not_final_says_so_in_the_head_and_at_the_score(facts, words, foot, score):
    sheet = told(*facts)
    form, slip = score_sheet_of(sheet), result_slip_of(sheet)
    said, on_slip = score_sheet.lines(form), result_slip.lines(slip)

    assert foot in said
    assert score in on_slip
    assert [line for line in said[:4] if "Provisional" in line] == ([words] if words else [])
    for drawn in (score_sheet.draw(form), result_slip.draw(slip)):
        assert ("Provisional" in "".join(pages_of(drawn))) is bool(words)
    if words:
        assert words in pages_of(score_sheet.draw(form))[-1]
        assert words in " ".join(pages_of(result_slip.draw(slip))[0].split())


LONG = ("Inés Ibáñez Quiñones", "Inés Ibáñez Quiñones de la Villa", "Ann-Kathrin " + "Lee" * 20)


@pytest.mark.found("PA10")
@pytest.mark.parametrize("room", [15, 25, 45, 90])
@pytest.mark.parametrize("rows", [1, 2])
def test_two_of_one_family_never_become_one_on_paper(room, rows):
    for name in LONG:
        for relative in (f"Zoë{name}", f"{name}-Ødegård"):
            shown = [named(one, BOLD, 10, room * MM, rows)[0] for one in (name, relative)]
            assert shown[0] != shown[1]


@pytest.mark.found("PA10")
def test_a_name_that_fits_over_two_lines_is_whole_in_the_sums_and_the_columns(scores):
    names = ("Inés Ibáñez Quiñones de la Villa", "Karolína Nováková-Szczepańska")
    [words] = pages_of(score_sheet.draw(replace(scores, names=names)))

    # Where a box has no room for the whole name it says which player, as the columns do.
    assert "…" not in words
    assert " ".join(words.split()).count("Szczepańska") == 2
    assert "Signature of the second player" in words


@pytest.mark.found("PA9")
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_the_signatures_never_stand_alone_and_a_page_of_remarks_names_the_players(scores, paper):
    remarks = tuple(f"After turn {k}: something was ruled on." for k in range(49))
    for count in range(18, 60):
        turns = tuple(
            Turn(seat=(ANN, BEN)[k % 2], number=k + 1, move="8D WINDY") for k in range(count)
        )
        sheet = replace(scores, turns=turns, closing=replace(scores.closing, remarks=remarks))
        pages = score_sheet.pages_of(sheet, paper)
        [closing] = [page for page in pages if page.closing]

        assert len(closing.rows) >= min(score_sheet.GO_ALONG, count // 2)
        assert sum(len(page.rows) for page in pages) == (count + 1) // 2
        assert closing.board >= LEAST_BOARD
    *_, last = pages_of(score_sheet.draw(sheet, paper=paper))
    assert "Remarks, continued" in last
    assert "7 Ann Lee" in last
    assert "12 Ben Ode" in last


@pytest.mark.found("PP-9")
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_PP9_a_page_is_filled_up_before_the_next_is_begun(scores, paper):
    """No page stops at half its height for the closing block, and none is for one line alone."""
    closing = replace(scores.closing, remarks=("Score kept by console Command line.",))
    for count in range(2, 74):
        turns = tuple(
            Turn(seat=(ANN, BEN)[k % 2], number=k + 1, move="8D WINDY") for k in range(count)
        )
        sheet = replace(scores, turns=turns, closing=closing)
        *before, last = score_sheet.pages_of(sheet, paper)
        for page in before:
            high = score_sheet.height_of(list(page.rows))
            is_full = high > 0.9 * (score_sheet.room(sheet, paper) - score_sheet.GOES_ON)
            assert is_full or len(last.rows) <= 2, count
        assert last.closing, count


@pytest.mark.found("PA12")
def test_paper_has_the_time_of_the_hall_with_its_zone_and_says_utc_where_none_is_told(monkeypatch):
    monkeypatch.delenv("TILESCRIBE_ZONE", raising=False)
    assert time_words(NOON.astimezone(zone_of_the_hall())) == "12:00 UTC"

    monkeypatch.setenv("TILESCRIBE_ZONE", "Europe/Berlin")
    assert time_words(NOON.astimezone(zone_of_the_hall())) == "13:00 CET"

    monkeypatch.setenv("TILESCRIBE_ZONE", "Atlantis/../Harbour")
    with pytest.raises(Refusal, match="is no time zone"):
        zone_of_the_hall()


def test_paper_of_a_tournament_that_names_its_zone_is_in_that_one(tmp_path, monkeypatch):
    monkeypatch.setenv("TILESCRIBE_ZONE", "Europe/Berlin")
    with opened(tmp_path, make=True) as here:
        organiser = Organiser(here.desk)
        organiser.open_tournament("spring-open", "Spring Open", "wespa-5.1", by=CONSOLE)
        assert time_words(NOON.astimezone(zone_for(here.log, "spring-open"))) == "13:00 CET"

        here.organise("spring-open", ChooseTimeZone(zone="Asia/Tokyo"))

        assert time_words(NOON.astimezone(zone_for(here.log, "spring-open"))) == "21:00 JST"


@pytest.mark.found("PA12")
def test_officials_are_on_paper_by_name_and_badge(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        named = {badge: official(desk.log, badge) for badge in (DIRECTOR, "nobody's", "")}
    assert named == {DIRECTOR: f"{DIRECTOR} Bearer of {DIRECTOR}", "nobody's": "nobody's", "": ""}

    amended = ResultAmended(
        was=(72, 10), now=(70, 10), kind="agreed-with-director", reason="",
        agreed_by=("first", DIRECTOR), told=("second",),
    )  # fmt: skip
    slip = result_slip_of(told(*TURNS, *END, amended), Source(official=lambda _: "D1 Dora"))
    said = " ".join(result_slip.lines(slip))

    assert "before: 72 : 10 witnessed, 12:25 UTC, by D1 Dora" in said
    assert "agreed: Ann Lee, D1 Dora; told: Ben Ode" in said


def test_where_it_is_not_told_who_saw_a_signature_no_by_is_left_over():
    *before, seen, handed_in = END
    amended = ResultAmended(
        was=(72, 10), now=(70, 10), kind="agreed-with-director", reason="", agreed_by=()
    )
    facts = (*TURNS, *before, replace_fact(seen, witness=""), handed_in, amended)

    assert "before: 72 : 10 witnessed, 12:25 UTC" in result_slip.lines(
        result_slip_of(told(*facts), Source())
    )


def test_a_game_not_begun_leaves_its_sums_to_the_hand():
    """A sheet for a round to come lies on the table: a printed nought would stand in the way."""
    sheet = told()
    closing = score_sheet_of(sheet).closing
    mine = player_sheet_of(sheet, Seat.FIRST)

    assert closing.plays == (None, None)
    assert {each.points for each in (*closing.adjustments, *mine.sums)} == {(None, None)}
    assert score_sheet_of(told(*TURNS)).closing.plays != (None, None)


@pytest.mark.parametrize("how", ["paper", "pin", "stroke"])
def test_the_scores_that_somebody_signed_for_are_never_parted_between_lines(how):
    signed = Signature(how=how, by_hand=how == "stroke", totals=(431, 423))
    row = cards.CardRow(round_number=1, opponent="2 Ben", half_wins=2, signature=signed)
    pdf = cards.SCORE_CARD.draw(cards.ScoreCard(player="Ann", number=1, rows=(row,)))
    [page] = pdfplumber.open(BytesIO(pdf)).pages
    rows = {}
    for char in page.chars:
        if char["x0"] > 160 * MM:
            rows.setdefault(round(char["top"]), []).append(char["text"])

    assert any("431 : 423" in "".join(row) for row in rows.values())


@pytest.mark.found("PP-9")
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_PP9_a_blank_sheet_is_one_sheet_whose_front_a_usual_game_is_signed_on(paper):
    """It took three pages, the third for sanctions; each game was signed overleaf."""
    front, back = score_sheet.pages_of(score_sheet.ScoreSheet(), paper)
    assert front.closing
    assert len(front.rows) >= (14 if paper is A4 else 12)
    assert len(front.rows) + len(back.rows) >= score_sheet.BY_HAND
    assert len(back.sanctions) >= 10
    used = score_sheet.height_of(list(back.rows)) + 10.0 + 8.0 * len(back.sanctions)
    assert used <= score_sheet.room(score_sheet.ScoreSheet(), paper)


@pytest.mark.found("PP-9")
def test_PP9_sanctions_of_a_game_stand_in_what_its_last_page_leaves_free(scores):
    given = (Sanction(turn=3, totals=(40, 20), player="Ann Lee", kind="Warning"),)
    turns = tuple(Turn(seat=(ANN, BEN)[k % 2], number=k + 1, move="8D WINDY") for k in range(10))
    [page] = score_sheet.pages_of(replace(scores, turns=turns, sanctions=given), A4)
    assert page.sanctions == given
    [drawn] = pages_of(score_sheet.draw(replace(scores, turns=turns, sanctions=given)))
    assert drawn.index("Remarks") < drawn.index("Sanctions")


@all_at_once
@pytest.mark.found("PP-9")
@pytest.mark.parametrize("lines", range(1, 45))
def test_PP9_signatures_never_stand_on_a_page_with_the_appeals_alone(lines):
    """They are for the ruling: on its page, or with the section that stands before them."""
    follows = tuple((str(n), "points") for n in range(lines))
    record = IncidentRecord(follows=follows, appeals=(("20:11", "Ann appealed"),) * 5)
    pages = flowing.pages_of(records.record_sections(record), A4)
    for page in pages:
        titles = [row.label for row in page if row.kind == "title"]
        if "Signatures" in titles:
            assert titles.index("Signatures") < [*titles, "Appeals"].index("Appeals")
            assert page[0].label != "Signatures"
    assert not flowing.is_a_rest(pages[-1])
