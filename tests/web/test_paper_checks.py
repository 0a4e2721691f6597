"""Codes on paper: every form of a record is found again, and what became of it is said."""

from __future__ import annotations

import zlib
from concurrent.futures import ThreadPoolExecutor, as_completed
from io import BytesIO
from itertools import islice
from threading import Barrier, Event
from uuid import uuid4

import pikepdf
import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from pikepdf import StreamDecodeLevel

from ledger.desk.opened import game_named
from ledger.desk.requests import Sent
from ledger.game.clock.requests import ReadClocks
from ledger.game.sheet.folding import sheet_as_known
from ledger.game.turns.requests import PlaceTiles
from ledger.proof.paper_codes import as_read, check_sign
from ledger.proof.paper_requests import (
    CaseToPrint,
    CourseToPrint,
    DeskToPrint,
    EvidenceToPrint,
)
from ledger.proof.paper_verdicts import MISTYPED, UNTOLD, Found
from ledger.record.events import tournament_id
from ledger.tournament.conduct import WarnPlayer
from ledger.visibility import Viewer
from ledger.vocabulary import CONSOLE, Placement, Seat
from ledger.vocabulary.refusals import Refusal
from printing.checking.codes import check_paper
from printing.checking.files import check_pdf
from printing.checking.lists import within
from printing.engine.pdf_apart import UNPACKED
from printing.filling.case_papers import case_paper, evidence_paper
from printing.filling.course_papers import course_paper
from printing.filling.desk_papers import desk_paper
from printing.filling.table_papers import filled, source_in, source_of
from printing.forms import FORMS, filler
from tests.officials import Organiser
from tests.printing.test_case_papers import text_of
from tests.tiers import each_once
from tests.web.previewed import asks
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall
from web.access.rate_limit import RateLimit
from web.command_line import worker
from web.command_line.backups import backup, restore
from web.command_line.opened import looked_at, opened
from web.command_line.papers import verify_paper
from web.demonstration.building import build

pytestmark = pytest.mark.found("PA2")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A hall with a ruling, a closed round, and a warning without a case."""
    with a_whole_hall(tmp_path_factory.mktemp("codes") / "data") as hall:
        form = {"finding": "in time", "citation": "wespa-5.1 3.10", "alone": "-"}
        data = {"request": str(uuid4()), "salt": "ab" * 16, **form}
        there = f"/t/{SLUG}/cases/1/rule"
        answer = asks(hall, there, **data)
        assert answer.status_code == 303, answer.text
        why = "the hall closes at ten"
        organiser = Organiser(hall.desk)
        organiser.close_round(SLUG, 1, by="D1", waiving=why)
        warned = WarnPlayer(player=1, offence="other", words="spoke to a neighbour")
        hall.desk.must_write(tournament_id(SLUG), warned, Sent(by="D1", command_id=uuid4()))
        yield hall


def of_games(hall):
    sheet = hall.desk.sheet(hall.games[0])
    source = source_of(hall.here, sheet)
    for form, made in FORMS.items():
        if "game" in made.filled:
            yield form, filler(form, "game")(sheet, source)
    for seat in Seat:
        yield f"sheet of {seat}", filled(hall.here, "score-sheet", f"{SLUG}/R1/T1", seat)
    which = EvidenceToPrint(hall.games[0], (2, 3))
    yield "evidence-sheet", evidence_paper(hall.here, which)


def of_lists(hall):
    here = hall.here
    for form, made in FORMS.items():
        if "case" in made.filled:
            for redacted in (False, True):
                yield form, case_paper(here, form, CaseToPrint(SLUG, 1, redacted))
        if "desk" in made.filled:
            yield form, desk_paper(here, form, of_the_desk(here, form))
        if "course" in made.filled:
            which = CourseToPrint(here.hall.course(SLUG), round_number=1, officially=True)
            yield form, course_paper(here, form, which)
            if form == "pairings":
                yield form, course_paper(here, form, which._replace(order="name"))
    yield "scorecard", filled(here, "scorecard", SLUG, None)
    yield "tally-sheet", filled(here, "tally-sheet", f"{SLUG}/R1", None)


def of_the_desk(here, form):
    match form:
        case "round-close":
            return DeskToPrint(SLUG, 1)
        case "warning-notice":
            [given] = Organiser(here.desk).tournament(SLUG).conduct.warnings
            return DeskToPrint(SLUG, warning=given.version)
    return DeskToPrint(SLUG)


def looked_up(hall, form, viewer=Viewer.DIRECTOR):
    return check_paper(hall.here, form.heading.check, form.heading.state, viewer)


def read_clocks(hall, first):
    sent = Sent(by="K1", command_id=uuid4(), clocks=(first, 1400))
    hall.desk.record(hall.games[0], ReadClocks(), sent)


WITHOUT_A_CODE = {"poster"}
"""Nothing on it comes from play."""


@pytest.mark.wide("all drawn")
def test_every_form_that_is_filled_is_genuine_and_later_superseded_by_what_it_says(hall):
    printed = [
        (name, form)
        for name, papers in (*of_games(hall), *of_lists(hall))
        for form in papers.forms
        if name not in WITHOUT_A_CODE
    ]
    coded = {name for name, _ in printed}

    assert {name for name in FORMS if FORMS[name].filled} - WITHOUT_A_CODE <= coded
    for name, form in printed:
        found = looked_up(hall, form)
        assert found.found is Found.LATEST, (name, found)
        assert found.said, name
    read_clocks(hall, 1300)
    for name, form in printed:
        found = looked_up(hall, form)
        expected = Found.SUPERSEDED if found.changed else Found.UNCHANGED
        assert found.found is expected, (name, found)
        assert found.event < found.now, name


def test_what_changed_since_is_said_line_by_line_and_a_later_event_alone_is_no_change(hall):
    sheet = hall.desk.sheet(hall.games[0])
    [score_sheet, *_] = filler("score-sheet", "game")(sheet, source_of(hall.here, sheet)).forms
    before = sheet.version
    read_clocks(hall, 1250)
    unchanged = looked_up(hall, score_sheet)
    placed = PlaceTiles(seat=sheet.on_move, placement=Placement("8D", "WINDY"))
    hall.desk.record(hall.games[0], placed, Sent(by="K1", command_id=uuid4()))
    changed = looked_up(hall, score_sheet)

    assert (unchanged.event, unchanged.now, unchanged.changed) == (before, before + 1, ())
    assert "event" in " ".join(unchanged.said)
    assert unchanged.wording.startswith("Genuine, unchanged")
    assert (unchanged.found, changed.found) == (Found.UNCHANGED, Found.SUPERSEDED)
    assert changed.wording.startswith("Genuine, but superseded")
    assert [sign for sign, line in changed.changed if "WINDY" in line] == ["+"]


@pytest.mark.parametrize("seat", Seat)
def test_a_players_own_sheet_is_compared_with_that_players_sheet(hall, seat):
    [sheet] = filled(hall.here, "score-sheet", f"{SLUG}/R1/T2", seat).forms
    sent = Sent(by="K1", command_id=uuid4(), clocks=(1300, 1400))
    hall.desk.record(hall.games[1], ReadClocks(), sent)
    found = looked_up(hall, sheet)

    assert (found.found, found.changed) == (Found.UNCHANGED, ())


def test_a_list_is_told_by_the_entry_at_its_foot_and_a_game_by_its_event(hall):
    which = CourseToPrint(hall.here.hall.course(SLUG), round_number=1, officially=True)
    [standings] = course_paper(hall.here, "standings", which).forms
    [slip] = filled(hall.here, "result-slip", f"{SLUG}/R1/T2", None).forms
    for form, word in ((standings, "entry"), (slip, "event")):
        found = looked_up(hall, form)
        assert f"to {word} {found.event}." in found.wording
    assert f"record to entry {standings.heading.record_to}" in " ".join(
        looked_up(hall, standings).said
    )


def test_a_visitor_reads_the_verdict_of_a_game_in_progress_and_not_what_the_sheet_says(hall):
    [slip, *_] = filler("score-sheet", "game")(
        hall.desk.sheet(hall.games[0]), source_of(hall.here, hall.desk.sheet(hall.games[0]))
    ).forms
    found = looked_up(hall, slip, Viewer.VISITOR)

    assert found.genuine
    assert found.for_officials
    assert (found.said, found.says_now) == ((), ())
    read_clocks(hall, 1240)
    since = looked_up(hall, slip, Viewer.VISITOR).wording
    assert since.startswith("Genuine, but the record has more entries")
    assert since.endswith("Only officials can see whether that changed the sheet.")
    assert "superseded" not in since


def test_a_code_alone_is_found_among_the_games_as_they_stand(hall):
    sheet = hall.desk.sheet(hall.games[1])
    [slip] = filler("result-slip", "game")(sheet, source_of(hall.here, sheet)).forms
    typed = slip.heading.check.lower().replace("0", "o").replace("1", "l")
    found = check_paper(hall.here, typed, "")

    assert found.found is Found.LATEST
    assert found.about == f"{SLUG}/R1/T2"


def test_a_wrong_sign_is_told_from_a_code_that_is_not_ours(hall):
    sheet = hall.desk.sheet(hall.games[1])
    [slip] = filler("result-slip", "game")(sheet, source_of(hall.here, sheet)).forms
    code = as_read(slip.heading.check)
    other = "0" if code[0] != "0" else "1"
    forged = other + code[1:9] + check_sign(other + code[1:9])

    assert check_paper(hall.here, other + code[1:], slip.heading.state).found is Found.MISTYPED
    assert check_paper(hall.here, forged, slip.heading.state).found is Found.NOT_OURS
    assert check_paper(hall.here, forged, "").found is Found.NOT_OURS
    assert (
        "This computer did not note the code as printed"
        in check_paper(hall.here, forged, "").wording
    )
    for state in (f"99/{SLUG}/R1/T2", f"0/{SLUG}/R1/T2", f"e99999/{SLUG}", f"e1/{SLUG}"):
        assert check_paper(hall.here, code, state).found is Found.NOT_OURS, state


def test_a_place_that_is_none_is_refused_in_words(hall):
    for state in ("nonsense", "1/nowhere/R1/T1", "e1/nowhere", "s20261125T101530Z/nowhere"):
        with pytest.raises(Refusal):
            check_paper(hall.here, "TJ7K2M9QXX", state)


def test_how_many_cases_there_are_is_told_to_nobody_who_tries_their_numbers(hall):
    for case in ("C-1", "C-99"):
        found = check_paper(hall.here, "TJ7K2M9QXX", f"e30/{SLUG}/{case}", Viewer.VISITOR)
        assert found.found is Found.NOT_OURS


def test_a_sheet_with_other_words_has_another_code(hall):
    sheet = hall.desk.sheet(hall.games[1])
    papers = filler("result-slip", "game")(sheet, source_of(hall.here, sheet))
    [(slip, source)] = papers.filled
    forged = replace(papers, filled=((replace(slip, director="J. Doe"), source),))

    [one], [other] = papers.forms, forged.forms
    assert one.heading.check != other.heading.check
    assert looked_up(hall, other).found is Found.NOT_OURS


def test_what_a_restore_may_have_lost_is_told_from_what_it_can_not_have(tmp_path):
    folder, copy = tmp_path / "data", tmp_path / "copy"
    with a_whole_hall(folder) as hall:
        data = ["--data", str(folder)]
        assert CliRunner().invoke(backup, [str(copy), *data]).exit_code == 0
        kept = hall.desk.sheet(hall.games[0]).version
        read_clocks(hall, 1300)
        sheet = hall.desk.sheet(hall.games[0])
        [slip] = filler("result-slip", "game")(sheet, source_of(hall.here, sheet)).forms
        [listed] = course_paper(hall.here, "standings", of_the_course(hall.here)).forms
    assert CliRunner().invoke(restore, [str(copy), "--set-aside", *data]).exit_code == 0
    with looked_at(folder) as here:
        found = check_paper(here, slip.heading.check, slip.heading.state)
        never = [f"{event}/{SLUG}/R1/T1" for event in (kept, kept + 2)]
        last = int(listed.heading.state.partition("/")[0][1:])
        list_found = check_paper(here, listed.heading.check, f"e{last}/{SLUG}").found
        never_listed = [f"e{event}/{SLUG}" for event in (last - 1, last + 1)]

        assert (slip.heading.state, found.found) == (f"{kept + 1}/{SLUG}/R1/T1", Found.LOST)
        assert "Its code can't show it." in found.wording
        assert not found.genuine
        assert list_found is Found.LOST
        for state in (*never, *never_listed):
            assert check_paper(here, slip.heading.check, state).found is Found.NOT_OURS, state


# Games that are over


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The demonstration tournament, of which every result but a few is final."""
    folder = tmp_path_factory.mktemp("played") / "data"
    with opened(folder, make=True) as here:
        build(here.desk, folder, by=CONSOLE)
    with looked_at(folder) as here:
        yield here


def a_paper_of(here, form, *, of="harbour-open/R3/T4", before=0):
    """A form that the director printed some events before the last, as an address has it."""
    row = game_named(here.hall, of)
    version = row.version - before
    sheet = sheet_as_known(here.shelf.sheet(row.id), at=version)
    position = here.log.placed_events_of(row.id)[version - 1][0]
    source = source_in(here.log, sheet, here.log.link_at(position))
    form = filler(form, "game")(sheet, source).forms[0]
    return form.heading.check, form.heading.state


@pytest.mark.parametrize("form", ["result-slip", "score-sheet"])
@pytest.mark.parametrize("viewer", [Viewer.VISITOR, Viewer.PLAYER, Viewer.KEEPER])
def test_whoever_holds_a_slip_of_a_final_game_compares_what_is_public_of_it(played, form, viewer):
    code, state = a_paper_of(played, form)
    found = check_paper(played, code, state, viewer)
    all_of_it = check_paper(played, code, state, Viewer.DIRECTOR)

    assert found.found is Found.LATEST
    assert any("435" in line for line in found.said)
    assert (found.for_officials, all_of_it.for_officials) == (True, False)
    assert len(found.said) < len(all_of_it.said)


def test_a_visitor_reads_what_an_amendment_changed(played):
    code, state = a_paper_of(played, "result-slip", before=4)
    found = check_paper(played, code, state, Viewer.VISITOR)

    assert found.headline == "Genuine, but superseded"
    assert {("-", "Score 435"), ("+", "Score 437")} <= set(found.changed)


@pytest.mark.parametrize("form", ["challenge-slip", "blank-slip"])
def test_slips_of_the_table_stay_with_the_officials_when_the_game_is_over(played, form):
    for of in ("harbour-open/R3/T4", "harbour-open/R5/T3", "harbour-open/R1/T2"):
        papers = filler(form, "game")(
            sheet := played.shelf.sheet(game_named(played.hall, of).id), source_of(played, sheet)
        )
        for one in papers.forms:
            found = check_paper(played, one.heading.check, one.heading.state, Viewer.VISITOR)
            assert (found.genuine, found.for_officials, found.said) == (True, True, ()), of


def test_a_list_on_the_wall_is_compared_by_anybody_and_the_round_close_by_officials(played):
    [standings, *_] = course_paper(played, "standings", of_the_course(played, "harbour-open")).forms
    [close, *_] = desk_paper(played, "round-close", DeskToPrint("harbour-open", 1)).forms
    for one, said, as_it_stands in (
        (standings, True, Found.LATEST),
        (close, False, Found.GENUINE),
    ):
        found = check_paper(played, one.heading.check, one.heading.state, Viewer.VISITOR)
        assert (found.found, bool(found.said), found.now) == (as_it_stands, said, UNTOLD)


def of_the_course(here, slug=SLUG):
    return CourseToPrint(here.hall.course(slug), officially=True)


def test_games_that_a_code_alone_was_not_looked_for_at_are_counted(hall):
    found = check_paper(hall.here, "TJ7K2M9QXX", "", searched_for=-1.0)

    assert (found.looked_at, found.headline) == ((0, 2), "Not found by its code alone")
    assert "no sheet of 0 of 2 games" in found.wording


# Files


def a_pdf(hall, form="result-slip", paper="a4"):
    sheet = hall.desk.sheet(hall.games[1])
    papers = filler(form, "game")(sheet, source_of(hall.here, sheet))
    return papers.pdf(paper, "https://hall.example")


@pytest.mark.parametrize(
    ("form", "paper"),
    each_once(
        {form: form for form in ("result-slip", "score-sheet", "blank-slip")},
        {paper: paper for paper in ("a4", "letter")},
    ),
)
def test_a_pdf_of_ours_is_byte_for_byte_as_it_is_printed(hall, form, paper):
    found = check_pdf(hall.here, a_pdf(hall, form, paper))

    assert [one.found for one in found.sheets] == [Found.LATEST]
    assert found.as_printed
    assert found.genuine


def test_the_slips_of_a_round_in_one_file_are_all_found(hall):
    pdf = filled(hall.here, "result-slip", f"{SLUG}/R1", None).pdf("a4")
    found = check_pdf(hall.here, pdf)

    assert [one.about for one in found.sheets] == [f"{SLUG}/R1/T1", f"{SLUG}/R1/T2"]
    assert found.genuine


def test_a_page_that_was_changed_is_named(hall):
    with pikepdf.open(BytesIO(a_pdf(hall))) as pdf:
        page = pdf.pages[0]
        page.contents_add(b"q 1 1 1 rg 100 700 80 20 re f Q", prepend=False)
        out = BytesIO()
        pdf.save(out)
    found = check_pdf(hall.here, out.getvalue())

    assert [one.found for one in found.sheets] == [Found.LATEST]
    assert (found.genuine, found.pages) == (False, (1,))
    assert "page 1 differs" in found.wording


def test_a_font_that_shows_other_digits_makes_the_file_none_of_ours(hall, tmp_path):
    """Two digits change places in the fonts: the page draws the same, and shows other scores."""
    with pikepdf.open(BytesIO(a_pdf(hall))) as pdf:
        fonts = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary)]
        for font in (one for one in fonts if "/FontFile2" in one):
            font.FontFile2.write(font.FontFile2.read_bytes()[::-1])
        pdf.save(tmp_path / "forged.pdf")
    found = check_pdf(hall.here, (tmp_path / "forged.pdf").read_bytes())
    said = CliRunner().invoke(
        verify_paper, [str(tmp_path / "forged.pdf"), "--data", str(hall.here.folder)]
    )

    assert (found.genuine, found.pages, found.as_printed) == (False, (), False)
    assert said.exit_code == 1
    assert said.output.startswith("The file is not as it was printed. Its fonts, pictures or")
    assert "By its code alone: Genuine" in said.output


def test_a_file_that_is_not_there_is_no_wrong_code(hall):
    said = CliRunner().invoke(verify_paper, ["gone.pdf", "--data", str(hall.here.folder)])

    assert said.exit_code == 2
    assert "there is no file gone.pdf" in said.output


NO_PAPER = {
    "codes.pdf": (b"TJ7K2-M9QXX\n", "is no PDF, whatever it is called"),
    "nothing.pdf": (b"", "is empty"),
    "nothing.txt": (b" \n", "is empty"),
    "cut.pdf": (b"%PDF-1.7\n1 0 obj\n<<", "is broken off, or not whole"),
    "picture.png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is neither a PDF nor a text"),
    "folder.pdf": (None, "is a folder"),
    "./gone.txt": (..., "there is no file"),
}


@pytest.mark.parametrize("name", NO_PAPER)
def test_what_is_no_paper_is_said_in_one_line_and_is_no_verdict(hall, tmp_path, name, monkeypatch):
    monkeypatch.chdir(tmp_path)
    content, why = NO_PAPER[name]
    if content is None:
        (tmp_path / name).mkdir()
    elif content is not ...:
        (tmp_path / name).write_bytes(content)
    said = CliRunner().invoke(verify_paper, [name, "--data", str(hall.here.folder)])

    assert said.exit_code == 2
    [line] = said.output.splitlines()
    assert why in line
    assert name in line


def test_something_laid_over_a_page_is_seen(hall):
    with pikepdf.open(BytesIO(a_pdf(hall))) as pdf:
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.FreeText, Contents="431",
            Rect=[100, 100, 200, 120],
        )  # fmt: skip
        pdf.pages[0].obj.Annots = pdf.make_indirect(pikepdf.Array([note]))
        out = BytesIO()
        pdf.save(out)

    assert check_pdf(hall.here, out.getvalue()).pages == (1,)


def test_a_file_that_was_only_saved_anew_is_not_called_as_printed(hall):
    with pikepdf.open(BytesIO(a_pdf(hall))) as pdf:
        out = BytesIO()
        pdf.save(out)
    found = check_pdf(hall.here, out.getvalue())

    assert (found.as_printed, found.pages) == (False, ())


def test_the_foot_says_where_its_code_is_looked_up(hall):
    sheet = hall.desk.sheet(hall.games[1])
    papers = filler("result-slip", "game")(sheet, source_of(hall.here, sheet))
    [form] = papers.forms
    words = text_of(papers.pdf("a4", "https://hall.example"))

    assert f"check at hall.example/verify {form.heading.check}" in words
    assert "verify" not in text_of(papers.pdf("a4"))


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4", b"hello", bytes(2000), b"<<" * 900])
def test_what_is_no_pdf_is_refused_in_words(hall, data):
    with pytest.raises(Refusal) as refused:
        check_pdf(hall.here, data)
    assert refused.value.code == "unreadable-pdf"


def test_a_file_that_unpacks_to_far_more_than_it_has_is_refused(hall):
    packed = zlib.compress(zlib.compress(bytes(2 * UNPACKED), 9), 9)
    with pikepdf.open(BytesIO(a_pdf(hall))) as pdf:
        filters = pikepdf.Array([pikepdf.Name.FlateDecode] * 2)
        pdf.pages[0].obj.Contents = pdf.make_stream(b"")
        pdf.pages[0].obj.Contents.write(packed, filter=filters)
        out = BytesIO()
        pdf.save(out, compress_streams=False, stream_decode_level=StreamDecodeLevel.none)

    assert len(out.getvalue()) < 100_000
    with pytest.raises(Refusal) as refused:
        check_pdf(hall.here, out.getvalue())
    assert refused.value.code == "unreadable-pdf"
    with pikepdf.open(out) as pdf, pytest.raises(pikepdf.PdfError):  # and never is it all there
        pdf.pages[0].obj.Contents.read_bytes()


def test_a_file_of_many_codes_and_a_list_of_a_long_record_are_given_up_in_time(hall):
    address = "https://hall.example/v/TJ7K2M9QXX"
    with pikepdf.open(BytesIO(a_pdf(hall))) as pdf:
        pdf.docinfo["/Keywords"] = " ".join([address] * 600)
        out = BytesIO()
        pdf.save(out)
    request = (
        lambda: check_pdf(hall.here, out.getvalue(), patience=0),
        lambda: check_paper(hall.here, "TJ7K2M9QXX", f"e9/{SLUG}", still=within(-1)),
        lambda: check_paper(hall.here, "TJ7K2M9QXX", "", still=within(-1)),
    )
    for ask in request:
        with pytest.raises(Refusal) as refused:
            ask()
        assert refused.value.code == "too-long-to-check"


# The page


def test_anybody_reads_the_verdict_and_an_official_what_the_sheet_says(hall):
    sheet = hall.desk.sheet(hall.games[1])
    [slip] = filler("result-slip", "game")(sheet, source_of(hall.here, sheet)).forms
    where = f"/v/{as_read(slip.heading.check)}/{slip.heading.state}"
    visitor, director = (hall.ask(who, where).text for who in ("nobody", "director"))

    assert "Genuine, and the latest" in visitor
    assert "Player 3" not in visitor
    assert "Genuine, and the latest" in director
    assert "Player 3" in director


def test_the_code_is_typed_with_the_game_and_the_event(hall):
    sheet = hall.desk.sheet(hall.games[0])
    [slip] = filler("result-slip", "game")(sheet, source_of(hall.here, sheet)).forms
    read_clocks(hall, 1100)
    request = f"/verify?code={slip.heading.check}&of={SLUG}/r1/t1&event={sheet.version}"
    page = hall.ask("director", request).text

    assert "Genuine, unchanged" in page
    assert f"event {sheet.version + 1}" in page


def test_a_pdf_is_compared_on_the_page(hall):
    data = {"pdf": (BytesIO(a_pdf(hall)), "slip.pdf")}
    answer = hall.ask("nobody", "/verify", "POST", headers=FROM_HERE, data=data)
    assert "The file is identical to the printed one, byte for byte." in answer.text
    data = {"pdf": (BytesIO(b"no"), "<b>.pdf")}
    answer = hall.ask("nobody", "/verify", "POST", headers=FROM_HERE, data=data)
    assert answer.status_code == 422


def test_codes_are_not_guessed_at_from_one_address(hall):
    hall.app.extensions["paper_checks"] = RateLimit(3, 60.0)
    try:
        answers = [hall.ask("nobody", "/v/TJ7K2M9QXX").status_code for _ in range(5)]
        mistyped = hall.ask("nobody", "/v/AAAA").status_code
    finally:
        hall.app.extensions["paper_checks"] = RateLimit(1000, 60.0)
    assert answers == [200, 200, 200, 429, 429]
    assert mistyped == 200


def test_a_crowd_that_looks_codes_up_holds_few_threads_and_the_rest_are_answered(hall, monkeypatch):
    begun, go_on = Barrier(2), Event()

    def slow(*_asked):
        begun.wait(60)
        assert go_on.wait(60)
        return MISTYPED

    monkeypatch.setattr(worker, "check_paper", slow)
    checks = worker.PaperChecks(hall.here)

    def ask():
        try:
            return checks.code("TJ7K2M9QXX", "", Viewer.VISITOR).found
        except Refusal as refused:
            return refused.code

    with ThreadPoolExecutor(worker.ROOM + 5) as crowd:
        monkeypatch.setattr(worker, "PATIENCE", 60.0)
        request = [crowd.submit(ask) for _ in range(worker.ROOM + 5)]
        begun.wait(60)
        turned_away = [one.result(60) for one in islice(as_completed(request, 60), 5)]
        go_on.set()
        for _ in range(worker.ROOM - 1):
            begun.wait(60)

    assert turned_away == ["too-many-checks"] * 5
    assert sum(one.result() is Found.MISTYPED for one in request) == worker.ROOM


# The command


def test_the_command_says_it_and_ends_with_it(hall, tmp_path):
    sheet = hall.desk.sheet(hall.games[1])
    [slip] = filler("result-slip", "game")(sheet, source_of(hall.here, sheet)).forms
    pdf, codes = tmp_path / "slip.pdf", tmp_path / "codes.txt"
    pdf.write_bytes(a_pdf(hall))
    codes.write_text(f"{slip.heading.address}\n\n{slip.heading.check} {slip.heading.state}\n")

    for what, words, ends in (
        ([slip.heading.check], "Genuine, and the latest", 0),
        ([slip.heading.check, "--of", slip.heading.state], "Genuine, and the latest", 0),
        ([slip.heading.address], "Genuine, and the latest", 0),
        ([str(codes)], "Genuine, and the latest", 0),
        ([str(pdf)], "byte for byte", 0),
        (["TJ7K2-M9QXX"], "Not found by its code alone", 1),
        (["TJ7K2-M9QXX", "--of", slip.heading.state], "Not ours", 1),
        (["TJ7K2-M9QXA"], "No code", 1),
        ([slip.heading.check, "--json"], '"found":"latest"', 0),
    ):
        done = CliRunner().invoke(verify_paper, [*what, "--data", str(hall.here.folder)])
        assert (words in done.output, done.exit_code) == (True, ends), (what, done.output)
