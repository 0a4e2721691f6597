"""A bundle handed out after the backup that was put back: lost, and never called forged."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from ledger.proof.keys import CERTIFICATE_FILE
from ledger.visibility import Viewer
from tests.web.test_printed_here import go_on
from tests.web.whole_hall import SLUG, a_whole_hall
from web.command_line.backups import backup, restore
from web.command_line.cases import bundle
from web.command_line.opened import looked_at
from web.command_line.papers import verify_paper
from web.command_line.worker import PaperChecks

pytestmark = [pytest.mark.found("PA2"), pytest.mark.usefixtures("read_here")]

LOST = "No such bundle is on record. A restore may have lost it"
NOT_OURS = "That is not one of this hall’s certificates, whatever name it has."


def run(command, *given):
    done = CliRunner().invoke(command, [str(one) for one in given])
    assert done.exit_code == 0, done.output


def handed_out(data, file):
    run(bundle, f"{SLUG}/C-1", "--to", "the body", "--badge", "D1", "-o", file, "--data", data)
    return file


@pytest.fixture(scope="module")
def restored(tmp_path_factory):
    """A record put back, a bundle that this lost, and one of another hall at the same entry."""
    folder = tmp_path_factory.mktemp("restored")
    made = []
    for name in ("ours", "theirs"):
        data = folder / name
        with a_whole_hall(data) as hall:
            run(backup, folder / f"{name}.copy", "--data", data)
            go_on(hall)
        made.append(handed_out(data, folder / f"{name}.pdf"))
    run(restore, folder / "ours.copy", "--set-aside", "--data", folder / "ours")
    return folder / "ours", *made


@pytest.fixture(params=["its key is there", "its key is gone"])
def data(request, restored):
    """The record without the certificate of that bundle, and on the computer that has its key."""
    data = restored[0]
    file = data / CERTIFICATE_FILE
    if request.param == "its key is there":
        assert file.exists()
        yield data
        return
    aside = file.rename(data.parent / "aside.key")
    yield data
    aside.rename(file)


def said_of(file, data, *how):
    done = CliRunner().invoke(verify_paper, [str(file), *how, "--data", str(data)])
    return done.exit_code, done.output


def test_a_bundle_handed_out_after_the_backup_is_perhaps_lost(restored, data):
    _, ours, _ = restored
    ended, words = said_of(ours, data)
    _, as_json = said_of(ours, data, "--json")
    told = json.loads(as_json)

    assert ended == 1
    assert words.startswith(LOST)
    assert NOT_OURS not in words
    assert told["file"].startswith(LOST)
    assert {one["found"] for one in told["sheets"]} == {"lost"}
    assert told["sheets"][0]["restored"] in told["file"]


def test_the_page_says_the_same(restored):
    data, ours, _ = restored
    with looked_at(data) as here:
        file = PaperChecks(here).pdf(ours.read_bytes(), Viewer.VISITOR)
    _, words = said_of(ours, data)

    assert words.startswith(file.wording)


def test_a_bundle_of_another_hall_is_not_ours_though_its_entry_fits(restored, data):
    _, _, theirs = restored
    ended, words = said_of(theirs, data)

    assert (ended, NOT_OURS in words, LOST in words) == (1, True, False)


def test_what_the_hall_hands_out_after_it_is_bundle_1_and_says_so(restored):
    data, _, _ = restored
    file = handed_out(data, data.parent / "after.pdf")

    assert said_of(file, data)[0] == 0
