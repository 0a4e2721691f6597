"""The papers of a case, filled from a record: what they hold, and what a redacted one lacks."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from uuid import uuid4

import msgspec
import pypdfium2
import pytest
from click.testing import CliRunner

from ledger.incidents.case_file import case_in
from ledger.incidents.facts import RulingGiven
from ledger.proof.paper_requests import CaseToPrint
from ledger.tournament.tournament import tournament_named
from printing.cases.case_at_hand import CaseAtHand, is_hidden
from printing.cases.filled_bundles import bundle_of
from printing.cases.filled_cases import moment_words
from printing.cases.signed_bundles import events_of, hidden_in
from printing.filling.case_papers import case_paper
from printing.forms import FORMS, filler
from tests.web.previewed import asks
from tests.web.whole_hall import SLUG, a_whole_hall
from web.command_line.papers import print_

CASES = f"/t/{SLUG}/cases/"
OF_A_CASE = [form for form, how in FORMS.items() if "case" in how.filled]
SAID = {
    "first": "I said hold when the second tile came out.",
    "second": "Nobody spoke before I had drawn.",
    "witness": "It was loud at the next table.",
}
WITNESS = "Cleo Marsh"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A hall in which case 2 was heard, ruled, told and appealed against."""
    with a_whole_hall(tmp_path_factory.mktemp("papers") / "data") as hall:
        sends(hall, CASES, category="challenge", title="in time?", game=hall.games[0], about=3)
        for seat in ("first", "second"):
            name = hall.desk.sheet(hall.games[0]).names[seat == "second"]
            step(hall, "hear", seat=seat, who=name, role="player", words=SAID[seat])
        step(hall, "hear", who=WITNESS, role="witness", words=SAID["witness"])
        step(
            hall, "rule", finding="in time", citation="wespa-5.1 6.2", warn_seat="second",
            found=f"as {WITNESS} said and Marsh repeated: it was loud at the next table",
            consequences="A word a table.", although="-", alone="-",
        )  # fmt: skip
        step(hall, "tell", told_first="1", told_second="1", right_told="1")
        yield hall


def sends(hall, where, **form):
    data = {"request": str(uuid4()), "salt": "ab" * 16, **form}
    answer = asks(hall, where, **data)
    assert answer.status_code == 303, answer.text


def step(hall, name, **form):
    sends(hall, f"{CASES}2/{name}", **form)


def printed(hall, form, **how):
    return case_paper(hall.here, form, CaseToPrint(SLUG, 2, **how)).pdf("a4")


def text_of(pdf):
    document = pypdfium2.PdfDocument(BytesIO(pdf))
    pages = (page.get_textpage().get_text_range() for page in document)
    return " ".join(" ".join(pages).split())


@pytest.mark.found("PA5")
def test_a_bundle_holds_statements_ruling_citation_and_bookmarks(hall):
    pdf = printed(hall, "bundle")
    said = text_of(pdf)

    assert all(words in said for words in SAID.values())
    assert WITNESS in said
    assert "in time" in said
    assert "wespa-5.1 6.2" in said
    assert "A word a table." in said
    outline = [mark.get_title() for mark in pypdfium2.PdfDocument(BytesIO(pdf)).get_toc()]
    assert outline == [
        "Cover and contents", "The case", "What happened, in order", "Score sheet of the game",
        "The board before and after", "Extract of the log",
    ]  # fmt: skip
    assert pdf == printed(hall, "bundle")


@pytest.mark.parametrize("form", OF_A_CASE)
def test_a_redacted_copy_holds_no_word_of_a_statement_and_no_witness(hall, form):
    said = text_of(printed(hall, form, redacted=True)).casefold()

    assert not [words for words in SAID.values() if words.rstrip(".").casefold() in said]
    assert WITNESS.casefold() not in said
    assert "marsh" not in said
    assert ("redacted copy" in said) == (not form.endswith("-notice"))
    assert "Player 3".casefold() not in said
    assert "Player 1".casefold() in said or form in {"warning-notice", "appeal-form"}


def test_no_event_stays_that_tells_the_number_which_keeps_a_hash_from_being_guessed(hall):
    """The words of a ruling could be tried out with the number that its penalty showed."""
    case = at_hand(hall)
    hidden = hidden_in(case)
    by_itself, kept = [], []
    for _, event in events_of(case):
        envelope = event.envelope
        if is_hidden(event.fact, case.redaction, envelope.written_by, envelope.device):
            by_itself.append(event)
        if (event.originator_id.hex, event.originator_version) not in hidden:
            kept.append(event)

    request = [str(event.envelope.command_id) for event in by_itself]
    ruling = next(e for e in by_itself if isinstance(e.fact, RulingGiven))
    siblings = [
        event for _, event in events_of(case)
        if event.envelope.command_id == ruling.envelope.command_id and event is not ruling
    ]  # fmt: skip
    assert siblings
    assert kept
    told = b"".join(msgspec.json.encode(event.envelope) for event in kept).decode()
    assert [number for number in request if number in told] == []


def at_hand(hall):
    tournament = tournament_named(SLUG, hall.desk.log)
    file = case_in(hall.desk.log, tournament.cases[1])
    sheet = hall.desk.sheet(hall.games[0])
    return CaseAtHand(file=file, tournament=tournament, sheet=sheet)


def test_words_that_were_removed_are_said_to_be(hall):
    record = bundle_of(at_hand(hall)).record  # which has no words at hand

    assert {one.words for one in record.heard} == {"The words were removed from the record."}
    assert filler("bundle", "case")(at_hand(hall)).pdf("letter").startswith(b"%PDF")


def test_a_case_about_no_game_has_all_its_papers(hall):
    count = len(tournament_named(SLUG, hall.desk.log).cases) + 1
    sends(hall, CASES, category="conduct", title="in the corridor", player="3")

    for form in OF_A_CASE:
        for redacted in (False, True):
            which = CaseToPrint(SLUG, count, redacted)
            assert case_paper(hall.here, form, which).pdf("letter").startswith(b"%PDF")


def test_each_player_has_a_notice_and_the_warned_one_a_warning(hall):
    notice, warning = (
        text_of(printed(hall, "ruling-notice")),
        text_of(printed(hall, "warning-notice")),
    )

    assert "Player 1" in notice
    assert "Player 2" in notice
    assert not [words for words in SAID.values() if words in notice]
    assert "Player 2" in warning


@pytest.mark.parametrize("who", ["nobody", "keeper", "judge", "player", "display"])
@pytest.mark.parametrize("form", OF_A_CASE)
def test_nobody_but_directors_and_organisers_gets_a_paper_of_a_case(hall, who, form):
    address = f"{CASES}2/{form}.pdf"

    assert hall.ask(who, address).status_code in (401, 403)
    assert hall.ask("director", address).status_code == 200
    assert hall.ask("organiser", f"{address}?redacted=1&paper=letter").status_code == 200


def test_a_scorekeeper_is_told_no(hall):
    assert hall.ask("keeper", f"{CASES}2/bundle.pdf").status_code == 403


def test_the_page_of_a_case_has_a_link_to_each_paper(hall):
    page = hall.ask("director", f"{CASES}2").text

    assert all(f"{CASES}2/{form}.pdf" in page for form in OF_A_CASE)
    assert hall.ask("director", f"{CASES}99/bundle.pdf").status_code == 404
    assert hall.ask("director", f"{CASES}2/novel.pdf").status_code == 404


@pytest.mark.parametrize("form", OF_A_CASE)
def test_the_command_prints_each_paper(hall, tmp_path, form):
    pdf = tmp_path / "paper.pdf"
    words = [form, "C-2", "--tournament", SLUG, "--redacted", "-o", str(pdf)]

    done = CliRunner().invoke(print_, [*words, "--data", str(hall.here.folder)])

    assert (done.exit_code, done.exception) == (0, None)
    assert pdf.read_bytes().startswith(b"%PDF")


def test_what_was_done_on_another_day_has_its_day_on_paper(hall):
    case = at_hand(hall)
    first, last = case.file.events[0], case.file.events[-1]
    from msgspec.structs import replace

    later = replace(last.envelope, written_at=first.envelope.written_at + timedelta(days=9))
    moved = type(last)(last.originator_id, last.originator_version, later)

    assert moment_words(case, first) == f"{first.envelope.written_at:%H:%M} UTC"
    assert str(later.written_at.year) in moment_words(case, moved)
