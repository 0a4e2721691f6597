"""Two players of one name are told apart wherever people read them: pages, a draw, paper."""

from __future__ import annotations

import pytest

from ledger.accounts.badges import Badges
from tests.web.conftest import FOR_PEOPLE
from tests.web.test_command_line import tilescribe
from web.application import create_app
from web.command_line.opened import opened
from web.site import RecordSite

BOTH = ("Anna Smith (1)", "Anna Smith (3)")
LIST = "Name,Rating\nAnna Smith,1500\nBob Roy,1400\nAnna Smith,1200\nCy Marrow,1300\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A tournament with a round drawn."""
    folder = tmp_path_factory.mktemp("annas")
    (folder / "list.csv").write_text(LIST)
    data = "--data", folder / "data"
    tilescribe("tournament", "new", "cup", "--name", "Cup", "--rulebook", "nsa-1998", *data)
    assert (
        tilescribe("player", "import", "cup", folder / "list.csv", "--yes", *data).returncode == 0
    )
    assert (
        tilescribe("round", "pair", "cup", "1", "--method", "koth", "--seed", "3", *data).returncode
        == 0
    )
    return folder


@pytest.mark.parametrize(
    "path", ["?find=anna", "standings", "wall-chart", "r1/", "r1/?by=name", "r1/why/1", "r1/why/3"]
)
def test_a_page_has_both_and_neither_without_a_number(folder, path):
    with opened(folder / "data") as here:
        office = Badges(here.desk, here.local_store)
        site = RecordSite(here.log, here.hall, here.desk, office)
        page = (
            create_app(site, badges=office).test_client().get(f"/t/cup/{path}", headers=FOR_PEOPLE)
        )
    assert all(name in page.text for name in BOTH)
    assert "Anna Smith" not in page.text.replace(BOTH[0], "").replace(BOTH[1], "")


@pytest.mark.parametrize(
    "words",
    [
        ("pair", "cup", "2", "--method", "swiss", "--explain", "--dry-run"),
        ("standings", "cup"),
        ("players", "list", "cup"),
    ],
    ids=lambda words: words[0],
)
def test_a_command_has_both(folder, words):
    said = tilescribe(*words, "--data", folder / "data").out
    assert all(name in said for name in BOTH)
    assert "Anna Smith" not in said.replace(BOTH[0], "").replace(BOTH[1], "")


def test_a_name_that_two_have_names_nobody_and_their_numbers_are_said(folder):
    data = "--data", folder / "data"
    done = tilescribe("player", "withdraw", "cup", "anna smith", "--reason", "ill", *data)
    assert done.returncode == 1
    assert "2 players of Cup are called anna smith. Say which by number: 1, 3." in done.err
