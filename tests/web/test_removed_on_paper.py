"""Paper after somebody was forgotten: *removed on*, and sheets printed before are ours."""

from __future__ import annotations

import json
import shutil

import pikepdf
import pytest
from click.testing import CliRunner

from ledger.visibility import Viewer
from ledger.vocabulary import CONSOLE, Role
from tests.desks import ORGANISER
from tests.gave import gave_at
from tests.tiers import first_fast
from tests.web.test_command_line_cases import tilescribe
from web.command_line import commands
from web.command_line.opened import looked_at
from web.command_line.worker import PaperChecks

pytestmark = pytest.mark.usefixtures("read_here")

GAME, CASE = "spring-open/R1/T1", "spring-open/C-1"


def run(*arguments, code=0, typed=None):
    done = CliRunner().invoke(commands, [str(one) for one in arguments], input=typed)
    assert done.exit_code == code, done.output
    return done.output


def forget(data, who, **more):
    return run("forget", "spring-open", who, "--because", "asked", "--data", data, **more)


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """A record with everything given and closed, and papers printed from it."""
    folder = tmp_path_factory.mktemp("printed")
    data = folder / "data"
    with gave_at(data) as gave:
        gave.over().organiser.issue_badge(CONSOLE, "Commands", Role.ORGANISER, by=ORGANISER)
    for form, of in PAPERS.items():
        run("print", form, of, "-o", folder / f"{form}.pdf", "--data", data)
    for form in ("incident-record", "bundle"):
        of = ("--redacted", "-o", folder / f"{form}-redacted.pdf")
        run("print", form, CASE, *of, "--data", data)
    return folder


PAPERS = {
    "result-slip": GAME, "score-sheet": GAME, "incident-record": CASE, "appeal-form": CASE,
    "bundle": CASE,
}  # fmt: skip


@pytest.fixture
def forgotten(printed, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(printed, folder)
    said = forget(folder / "data", "1", typed="Player 1\n")
    assert "This can't be undone" in said
    return folder


def sheets(path, data, code):
    return json.loads(run("verify-paper", path, "--json", "--data", data, code=code))


SHOWS_NONE = ("appeal-form", "incident-record-redacted")
"""Papers on which nothing stood that was removed: those can be drawn again as they were."""

LONGER = pytest.mark.torture


@pytest.mark.parametrize(
    "form",
    [
        *first_fast(["result-slip", "incident-record-redacted", "incident-record"], 2),
        *(pytest.param(form, marks=LONGER)
          for form in ("score-sheet", "appeal-form", "bundle", "bundle-redacted")),
    ],
)  # fmt: skip
def test_a_sheet_printed_before_is_ours_and_says_that_something_was_removed_since(
    printed, forgotten, form
):
    path = forgotten / f"{form}.pdf"
    before = sheets(path, printed / "data", 0)
    after = sheets(path, forgotten / "data", 3)

    assert {one["found"] for one in before["sheets"]} == {"latest"}
    for one in after["sheets"]:
        assert one["found"] == "superseded"
        assert "personal data was removed from it:" in one["words"]
    if form in SHOWS_NONE:
        assert after["file"] == "The file is identical to the printed one, byte for byte."
    else:
        assert after["file"].startswith("Superseded by a removal: ")
        assert "can't be drawn again as it was" in after["file"]


@pytest.mark.parametrize(
    "form",
    [
        "result-slip", "incident-record",
        *(pytest.param(form, marks=LONGER) for form in ("score-sheet", "bundle")),
    ],
)  # fmt: skip
def test_a_sheet_printed_after_says_removed_on_and_is_the_latest(forgotten, form, tmp_path):
    path = tmp_path / "new.pdf"
    run("print", form, PAPERS[form], "-o", path, "--data", forgotten / "data")

    found = sheets(path, forgotten / "data", 0)

    assert found["file"] == "The file is identical to the printed one, byte for byte."
    said = [line for one in found["sheets"] for line in one["said"]]
    if form in ("incident-record", "bundle"):
        assert [line for line in said if "words were removed from the record on 20" in line]
    if form in ("result-slip", "bundle"):
        assert [line for line in said if "handwriting removed on 20" in line]


def test_what_changed_on_the_slip_is_the_hand_and_nothing_else(forgotten):
    [slip] = sheets(forgotten / "result-slip.pdf", forgotten / "data", 3)["sheets"]

    lines = [line for sign, line in slip["changed"] if sign == "+"]

    assert len(lines) == 1
    assert "handwriting removed on" in lines[0]


@pytest.mark.parametrize("form", first_fast(["incident-record", "result-slip"]))
def test_by_its_code_by_its_file_and_on_the_page_it_is_superseded_alike(forgotten, form):
    path, data = forgotten / f"{form}.pdf", forgotten / "data"
    with pikepdf.open(path) as pdf:
        address = str(pdf.docinfo["/Keywords"]).split()[0]
    by_code = run("verify-paper", address, "--data", data, code=3)
    by_file = run("verify-paper", path, "--data", data, code=3)
    with looked_at(data) as here:
        page = PaperChecks(here).pdf(path.read_bytes(), Viewer.DIRECTOR)

    assert by_code.startswith("Genuine, but superseded")
    assert by_file.startswith("Superseded by a removal")
    assert (page.superseded, page.genuine) == (True, False)
    assert by_file.startswith(page.wording)


def test_a_file_that_was_changed_and_of_which_nothing_was_removed_is_not_genuine(printed):
    path = printed / "changed.pdf"
    path.write_bytes((printed / "result-slip.pdf").read_bytes() + b"% more\n")

    assert "By its code alone" in run("verify-paper", path, "--data", printed / "data", code=1)


def test_a_bundle_with_the_words_in_it_cannot_be_made_again_and_the_file_is_known(
    printed, tmp_path
):
    shutil.copytree(printed / "data", tmp_path / "data")
    file, data = tmp_path / "issued.pdf", tmp_path / "data"
    tilescribe(
        "case", "bundle", CASE, "--to", "the body", "--badge", "D1", "-o", file, "--data", data
    )
    forget(data, "2", typed="Player 2\n")

    said = run("verify-paper", file, "--data", data, code=3)
    again = ["bundle", CASE, "--again", "1", "-o", str(tmp_path / "x.pdf"), "--data", str(data)]
    refused = CliRunner().invoke(commands, again)

    assert "It is bundle 1 of spring-open/C-1" in said
    assert "Later events: event 16 of the game, Handwriting of Player 2 removed" in said
    assert "some of its data has been removed from the record, or this" in str(refused.exception)
