"""A bundle is the latest until something follows in its case or game; handing it out is no news."""

from __future__ import annotations

import io
import json
import re
from uuid import uuid4

import pytest
from click.testing import CliRunner

from ledger.desk.requests import Sent
from ledger.game.clock.requests import ReadClocks
from ledger.proof.paper_requests import CaseToPrint
from ledger.proof.paper_verdicts import Found
from ledger.visibility import Viewer
from printing.checking.codes import check_paper
from printing.filling.case_papers import case_paper
from tests.tiers import first_fast
from tests.web.previewed import asks
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall
from web.command_line.papers import verify_paper

pytestmark = [pytest.mark.found("PA2"), pytest.mark.usefixtures("read_here")]


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path / "data") as hall:
        does(hall, "rule", finding="in time", citation="wespa-5.1 3.10", alone="-")
        yield hall


def does(hall, step, **form):
    data = {"request": str(uuid4()), "salt": "ab" * 16, **form}
    address = f"/t/{SLUG}/cases/1/{step}"
    answer = asks(hall, address, **data)
    assert answer.status_code == 303, answer.text


def handed_out(hall, **form):
    """The file of the bundle handed out last."""
    does(hall, "issue", to="the appeals committee", **form)
    page = hall.ask("director", f"/t/{SLUG}/cases/1").text
    address = page.rpartition("/issued/")[2].partition(".pdf")[0]
    return hall.ask("director", f"/t/{SLUG}/cases/1/issued/{address}.pdf").data


def three_ways(hall, tmp_path, content):
    """What the page says to a director, and the command: its end, its words, its JSON."""
    sent = {"pdf": (io.BytesIO(content), "bundle.pdf")}
    page = hall.ask("director", "/verify", "POST", headers=FROM_HERE, data=sent).text
    file = tmp_path / "bundle.pdf"
    file.write_bytes(content)
    given = [str(file), "--data", str(hall.here.folder)]
    said, as_json = (CliRunner().invoke(verify_paper, [*given, *o]) for o in ((), ("--json",)))
    assert said.exit_code == as_json.exit_code
    return page, said.exit_code, said.output, json.loads(as_json.output)["sheets"]


@pytest.mark.parametrize("redacted", first_fast([{"redacted": "1"}, {}]))
def test_a_bundle_just_handed_out_is_genuine_and_the_latest(hall, tmp_path, redacted):
    content = handed_out(hall, **redacted)
    page, ended, said, sheets = three_ways(hall, tmp_path, content)

    assert ended == 0
    assert {one["found"] for one in sheets} == {"latest"}
    assert [one["changed"] for one in sheets] == [[]] * len(sheets)
    assert "Genuine, and the latest" in said
    assert "Papers handed to the appeals committee" in said
    assert "Genuine, and the latest" in page
    assert "superseded" not in page


@pytest.mark.found("PH-11")
def test_the_codes_in_a_bundle_that_was_changed_vouch_for_no_more_than_themselves(hall):
    content = bytearray(handed_out(hall))
    content[11] ^= 1  # in the comment of its second line, which the signature covers
    sent = {"pdf": (io.BytesIO(bytes(content)), "bundle.pdf")}
    page = hall.ask("director", "/verify", "POST", headers=FROM_HERE, data=sent).text
    assert "Incomplete: it was changed after it was signed" in page
    assert re.search(r"<h3>The code on a page:\s+Genuine, and the latest", page)
    assert not re.search(r"<h2>[^/]*✓", page)


def test_the_same_papers_for_two_parties_are_both_the_latest(hall, tmp_path):
    first = handed_out(hall)
    second = handed_out(hall, redacted="1")

    assert [three_ways(hall, tmp_path, one)[1] for one in (first, second)] == [0, 0]


def test_what_is_written_about_another_game_makes_no_bundle_older(hall, tmp_path):
    content = handed_out(hall)
    for game in hall.games[1:2]:
        sent = Sent(by="K1", command_id=uuid4(), clocks=(1300, 1400))
        hall.desk.record(game, ReadClocks(), sent)

    assert three_ways(hall, tmp_path, content)[1] == 0


def test_what_follows_in_the_case_supersedes_it_and_is_named_with_what_changed(hall, tmp_path):
    content = handed_out(hall)
    does(hall, "tell", told_first="1", told_second="1", right_told="1")
    page, ended, said, sheets = three_ways(hall, tmp_path, content)

    assert ended == 3
    assert {one["found"] for one in sheets} == {"superseded"}
    [bundle] = sheets
    assert ["of C-1" in one for one in bundle["followed"]] == [True]
    lines = [line for sign, line in bundle["changed"] if sign == "+"]
    assert any("told" in line for line in lines)
    assert not any("Papers handed" in line for line in lines)
    for one in (page, said):
        assert "Genuine, but superseded" in one
        assert f"Later events: {bundle['followed'][0]}" in one.replace("&#39;", "'")


def test_what_follows_in_its_game_supersedes_it(hall, tmp_path):
    content = handed_out(hall)
    sent = Sent(by="K1", command_id=uuid4(), clocks=(1300, 1400))
    hall.desk.record(hall.games[0], ReadClocks(), sent)
    _, ended, said, [bundle] = three_ways(hall, tmp_path, content)

    assert ended == 3
    assert "of the game, " in bundle["followed"][0]
    assert bundle["followed"][0] in said


def test_no_paper_of_a_case_is_made_older_by_its_papers_being_handed_out(hall):
    forms = ("incident-record", "ruling-notice", "warning-notice", "appeal-form", "bundle")
    which = CaseToPrint(SLUG, 1, redacted=False)
    printed = [form for name in forms for form in case_paper(hall.here, name, which).forms]
    handed_out(hall)

    for form in printed:
        found = check_paper(hall.here, form.heading.check, form.heading.state, Viewer.DIRECTOR)
        assert (found.found, found.changed) == (Found.LATEST, ())
        assert "Papers handed to the appeals committee" in found.wording
