"""The manual's commands are run as they stand, in order: what an organiser copies works."""

from __future__ import annotations

import re
import shlex
import shutil

import openpyxl
import pytest
from click.testing import CliRunner

from ledger.equipment.tile_set import own_tile_set
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary.refusals import Refusal
from tests.desks import a_desk, a_tournament
from tests.test_documents import HOUSE
from web.command_line import commands
from web.settings import known

NEEDS_A_SERVER = re.compile(
    r"(pipx?|curl|journalctl|tilescribe (serve|witness|key new --token|record migrate))\b"
)
"""Lines that ask a server, or another machine, for something."""


def lines_of(chapter):
    """The lines of a chapter's fences as a shell takes them, without their comments."""
    text = (HOUSE / "web" / "manual" / f"{chapter}.md").read_text("utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    whole = "".join(blocks).replace("\\\n", " ").splitlines()
    return [line.split(" #")[0].strip() for line in whole if not NEEDS_A_SERVER.match(line)]


def run(line, given=None):
    return CliRunner().invoke(commands, shlex.split(line)[1:], input=given, catch_exceptions=False)


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(known.DATA.variable, raising=False)
    monkeypatch.setattr("web.command_line.people._at_a_terminal", lambda: True)
    return tmp_path


def players(folder):
    """A spreadsheet of 28 players of A, who fill tables 1 to 14, and 8 of B."""
    book = openpyxl.Workbook()
    book.active.append(["Name", "Rating", "Division"])
    for number in range(1, 37):
        book.active.append([f"Player {number}", 2000 - number, "A" if number <= 28 else "B"])
    book.save(folder / "players.xlsx")


ASKED = {"player import": "y\n", "--because": "Player 17\n"}
"""What somebody answers to a command that asks."""

GAVE_NOTHING = "tilescribe record erase harbour-2027 17"
"""Player 17 signed nothing in a sequence that ends in the first round, and that is said."""


@pytest.mark.wide("a whole hall")
def test_an_organisers_commands_run_in_the_order_of_the_manual(scratch):
    players(scratch)
    page = (HOUSE / "web" / "manual" / "organiser.md").read_text("utf-8")
    (scratch / "rulebooks").mkdir()
    tiles, book = (part.split("```")[0] for part in page.split("```toml\n")[1:])
    assert own_tile_set(tiles, "esperanto.toml").size == 20
    (scratch / "rulebooks" / "our-club.toml").write_text(book, "utf-8")
    ran = []

    for line in lines_of("organiser"):
        answer = next((text for part, text in ASKED.items() if part in line), None)
        if line.startswith(GAVE_NOTHING):
            with pytest.raises(Refusal, match="No personal data of that name"):
                run(line, answer)
            continue
        done = run(line, answer)
        assert done.exit_code == 0, f"{line}\n{done.output}"
        ran.append(" ".join(line.split()[1:3]))

    assert ran.count("round pair") == 4
    assert (scratch / "harbour.zip").stat().st_size
    with a_desk(scratch / "tilescribe-data") as desk:
        found = tournament_named("harbour-2027", desk.log)
    assert [(one.division, len(one.pairings)) for one in found.rounds] == [("A", 14), ("B", 4)]
    assert {one.division for one in found.players} == {"A", "B"}


def test_an_operators_commands_run_in_the_order_of_the_manual(scratch):
    """Disks of the manual are folders here; the second computer is one where no record is yet."""
    for folder in ("hall", "stick", "ring"):
        (scratch / folder).mkdir()
    with a_desk(scratch / "hall") as desk:
        a_tournament(desk)
    ran = []

    for written in lines_of("operator"):
        line = written.replace("/media/stick", "stick").replace("/mnt/other/ring", "ring")
        if "restore newest" in line:
            shutil.copy(scratch / "stick" / "noon.tilescribe", scratch / "newest.tilescribe")
            (scratch / "hall").rename(scratch / "first-hall")
        if "restore ring/" in line:
            newest = max((scratch / "ring").glob("*.tilescribe"))
            line = re.sub(r"ring/\S+", str(newest), line)
        if "backup stick/" in line:  # each section has its own day
            (scratch / "stick" / "noon.tilescribe").unlink(missing_ok=True)
        done = run(line, "y\n")
        assert done.exit_code == 0, f"{line}\n{done.output}"
        ran.append(" ".join(line.split()[1:3]))

    assert {"config --example", "record backup", "record drill", "record restore"} <= set(ran)
    with a_desk(scratch / "hall") as desk:
        assert tournament_named("spring-open", desk.log).rounds
