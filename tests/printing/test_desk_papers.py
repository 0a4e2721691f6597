"""The papers of the desk, filled from a record: log of the day, rulings, a closed round."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import BytesIO
from uuid import uuid4

import pypdfium2
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from ledger.desk.registers import Act
from ledger.desk.requests import Sent
from ledger.game.calls.requests import CallDirector
from ledger.proof.paper_requests import DeskToPrint
from printing.filling.desk_papers import desk_at_hand, desk_paper
from printing.lists.desk_lists import DAY_LOG
from printing.lists.from_desk import day_log_of
from tests.officials import Organiser
from tests.web.previewed import asks
from tests.web.whole_hall import SLUG, a_whole_hall
from web.command_line.papers import print_
from web.director.closing import key_of

ADDRESSES = (f"/t/{SLUG}/log.pdf", f"/t/{SLUG}/rulings.pdf", f"/t/{SLUG}/r1/close.pdf")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A hall with a call, a ruling that names a player, and a round closed and opened again."""
    with a_whole_hall(tmp_path_factory.mktemp("desk") / "data") as hall:
        sent = Sent(by="K1", command_id=uuid4())
        hall.desk.record(hall.games[0], CallDirector(reason="dispute"), sent)
        rule = {"finding": "Player 1 was in time", "citation": "wespa-5.1 3.10.1", "alone": "-"}
        step(hall, f"/t/{SLUG}/cases/1/rule", **rule)
        official, why = Organiser(hall.desk), "the hall closes at ten"
        official.leave_no_table_waiting(SLUG, 1, reason="the players left")
        left = [key_of(one.named) for one in official.waiting_in_round(SLUG, 1)]
        step(hall, f"/t/{SLUG}/r1/close", what="close", reason=why, waive=left)
        step(hall, f"/t/{SLUG}/r1/close", what="reopen", reason="table 2 is back")
        yield hall


def step(hall, where, **form):
    data = {"request": str(uuid4()), "salt": "ab" * 16, **form}
    answer = asks(hall, where, **data)
    assert answer.status_code == 303, answer.text


def text_of(pdf):
    document = pypdfium2.PdfDocument(BytesIO(pdf))
    pages = [page.get_textpage().get_text_range() for page in document]
    return " ".join(" ".join(pages).split()), len(pages)


def printed(hall, form, **which):
    return text_of(desk_paper(hall.here, form, DeskToPrint(SLUG, **which)).pdf("a4"))[0]


def test_the_log_of_a_day_has_what_officials_did_in_order(hall):
    said = printed(hall, "day-log")

    in_order = ("Director called: a dispute", "Player 1 was in time", "Round 1 closed", "table 2")
    assert [said.index(words) for words in in_order] == sorted(said.index(w) for w in in_order)
    assert "R1 T1" in said
    assert "No official did anything." in printed(hall, "day-log", day="2001-01-01")


def test_a_log_of_four_hundred_acts_goes_over_numbered_pages_and_loses_none(hall):
    begun = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
    acts = [Act(begun + timedelta(seconds=n), "D1", "R1 T1", f"act{n:03}") for n in range(400)]
    at = desk_at_hand(hall.here, DeskToPrint(SLUG))

    said, pages = text_of(DAY_LOG.draw(day_log_of(replace(at, acts=acts))))

    assert pages > 5
    assert all(f"act{n:03}" in said for n in range(400))
    assert f"page {pages} of {pages}" in said


def test_the_register_names_players_and_the_published_edition_nobody(hall):
    whole, published = printed(hall, "rulings"), printed(hall, "rulings", anonymous=True)

    assert "Player 1 was in time (wespa-5.1 3.10.1)" in whole
    assert "Bearer of D1" in whole
    assert "A player was in time" in published
    assert not any(name in published for name in ("Player 1", "Bearer", "C-1"))
    assert "Nothing was ruled." in printed(hall, "rulings", text="no such words")


def test_the_sheet_of_a_round_says_what_was_let_go_and_that_it_was_opened_again(hall):
    said = printed(hall, "round-close", round_number=1)

    assert "State open" in said or "open" in said
    assert "Waived, and waits again" in said
    assert "the hall closes at ten" in said
    assert "The round was opened again: table 2 is back" in said
    assert "the director is called: the players left" in said
    assert "Table 1" in said


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("who", ["nobody", "display", "player", "keeper", "judge"])
def test_nobody_but_directors_and_organisers_gets_a_paper_of_the_desk(hall, who, address):
    assert hall.ask(who, address).status_code == 403


@pytest.mark.parametrize("page", ["log", "rulings?anonymous=1", "r1/close"])
def test_the_page_has_a_link_to_its_paper(hall, page):
    shown = hall.ask("director", f"/t/{SLUG}/{page}").text

    assert f"/t/{SLUG}/{page.partition('?')[0]}.pdf" in shown


@pytest.mark.parametrize(
    ("form", "subject", "more"),
    [
        ("day-log", SLUG, ("--day", "2026-11-21")),
        ("rulings", SLUG, ("--anonymous",)),
        ("round-close", f"{SLUG}/R1", ()),
    ],
)
def test_the_command_prints_each_and_the_same_twice(hall, tmp_path, form, subject, more):
    files = [tmp_path / "one.pdf", tmp_path / "two.pdf"]
    for file in files:
        request = [form, subject, *more, "--data", str(hall.here.folder), "-o", str(file)]
        done = CliRunner().invoke(print_, request, catch_exceptions=False)
        assert done.exit_code == 0, done.output

    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    ("form", "subject"), [("day-log", f"{SLUG}/R1"), ("round-close", SLUG), ("rulings", "a/b")]
)
def test_what_a_paper_is_not_about_is_refused_in_words(hall, tmp_path, form, subject):
    request = [form, subject, "--data", str(hall.here.folder), "-o", str(tmp_path / "x.pdf")]

    done = CliRunner().invoke(print_, request)

    assert done.exit_code != 0
