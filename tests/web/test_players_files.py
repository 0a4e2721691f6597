"""Games to take home: what is in the file, what it proves, and what it tells nobody (33.6)."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from uuid import UUID
from zipfile import ZipFile

import msgspec
import pytest
from click.testing import CliRunner
from eventsourcing.persistence import JSONTranscoder
from msgspec.structs import replace

from ledger.desk.requests import from_the_desk
from ledger.game.results.signing import ProposeResult
from ledger.messages import say
from ledger.proof.check_proof import check
from ledger.proof.left_out import hidden_from, is_shown_whole, left_out_with
from ledger.proof.note import in_fours
from ledger.proof.signed_paper import CHECK_PAGE, fingerprint_of_key, paper_in, read_signed
from ledger.record.events import FACT_TYPES, Event, tournament_id
from ledger.record.kept_words import kept_strokes
from ledger.record.mapper import EventMapper
from ledger.tournament.opening import ChooseLiveBoards
from ledger.visibility import Viewer, visible_to
from ledger.vocabulary import Seat
from printing.filling.table_papers import filled
from tests.desks import Table, signature
from tests.gave import Gave
from tests.proof.test_signed_codes import address_on
from tests.web.a_checker import Checker
from tests.web.test_shown_to_visitors import lines_drawn
from tests.web.whole_hall import SLUG, a_whole_hall
from web.command_line.record import verify
from web.command_line.worker import _printer
from web.proofs import players_files

OF_A_PLAYER, OF_ONE = f"/t/{SLUG}/p/1/games.zip", f"/t/{SLUG}/r1/t1/game.zip"
STORED = Path(__file__).parents[1] / "store" / "stored"


class Taken:
    """A hall with games that are played to the end, and what is handed out of it."""

    def __init__(self, hall):
        self.hall, self.here, self.desk = hall, hall.here, hall.desk
        hall.app.extensions["printer"] = _printer(hall.here)

    def play(self, nth=0):
        table = Table(self.desk, self.hall.games[nth], entered=900 + 100 * nth)
        table.over_and_counted()
        table.enter(ProposeResult())
        for seat in Seat:
            drawn = kept_strokes(STROKES, bytes([seat is Seat.FIRST] * 16))
            request = signature(table.sheet, seat, words=drawn.digest)
            self.desk.record(table.game, request, table.sent(), [drawn])
        return table

    def checkpoint(self):
        return self.here.checkpoints.make("asked", now=self.desk.now())

    def zip(self, who="nobody", path=OF_A_PLAYER):
        answer = self.hall.ask(who, path)
        assert answer.status_code == 200, answer.text
        with ZipFile(BytesIO(answer.data)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def forgotten(self):
        """With nothing kept of what was made before."""
        self.hall.app.extensions.pop("players_zips", None)
        self.hall.app.extensions.pop("kept", None)
        return self


@pytest.fixture
def new(tmp_path):
    with a_whole_hall(tmp_path / "data") as hall:
        yield Taken(hall)


@pytest.fixture(scope="module")
def over(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("over") / "data") as hall:
        taken = Taken(hall)
        taken.play()
        taken.checkpoint()
        yield taken


def unpacked(files, folder):
    folder.mkdir(exist_ok=True)
    for name, body in files.items():
        (folder / name).write_bytes(body)
    return folder


def checked(folder, *what):
    """What a stranger sees, who has the folder, Python and nothing else."""
    return subprocess.run(
        [sys.executable, "-I", "check_proof.py", *what],
        cwd=folder, capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.parametrize("who", ["nobody", "director"])
def test_the_proof_in_the_file_is_checked_with_python_alone_by_what_lies_beside_it(
    over, tmp_path, who
):
    files = over.zip(who)
    folder = unpacked(files, tmp_path / "home")
    [checkpoint] = [name for name in files if name.startswith("checkpoint-")]
    _, size, root = files[checkpoint].decode().split("\n")[:3]
    in_hex = base64.b64decode(root).hex()

    answer = checked(folder, "r01-t01.proof.json", in_hex)

    assert (answer.returncode, answer.stderr) == (0, "")
    version = over.desk.log.version_of(over.hall.games[0])
    assert f"{version} events, each of them in the log" in answer.stdout
    assert f"size    {size} events" in answer.stdout
    assert "That is the root you gave" in answer.stdout
    says = " ".join(files["README.txt"].decode().split())
    assert f"{size} events and the root {in_fours(in_hex)}" in says
    assert ("Player 1" in answer.stdout) is (who == "director")
    assert files["check.html"] == CHECK_PAGE.read_bytes()
    for key in over.here.checkpoints.keys:
        assert str(key) in files["keys.txt"].decode()


@pytest.mark.parametrize("who", ["nobody", "director"])
def test_an_event_that_was_altered_is_refused(over, tmp_path, who):
    files = over.zip(who)
    proof = json.loads(files["r01-t01.proof.json"])
    for event in proof["events"]:
        altered = json.loads(files["r01-t01.proof.json"])
        place = altered["events"][event["version"] - 1]
        if event.get("leaf"):
            place["leaf"] = place["leaf"][::-1]
        else:
            place["state"] = place["state"].replace("2", "3", 1)
        folder = unpacked(files, tmp_path / "home")
        (folder / "altered.json").write_text(json.dumps(altered))
        if event["version"] in (1, len(proof["events"])):  # the rest by the same code, here
            assert checked(folder, "altered.json").returncode == 1
        with pytest.raises(ValueError, match="is not in that log, or was changed"):
            check(altered)


def test_a_slip_and_the_proof_name_the_same_event(over):
    slip = filled(over.here, "result-slip", f"{SLUG}/R1/T1", None)
    says = paper_in(read_signed(address_on(slip)))
    events = json.loads(over.zip()["r01-t01.proof.json"])["events"]

    assert [one["version"] for one in events if one["index"] == says.size - 1] == [says.version]


def test_the_record_is_compared_with_the_folder_and_agrees(over, tmp_path):
    folder = unpacked(over.zip(), tmp_path / "home")
    done = CliRunner().invoke(verify, ["--against", str(folder), "--data", str(over.here.folder)])
    assert done.exit_code == 0, done.output
    for name in ("r01-t01.proof.json", "r01-t01-result-slip.pdf"):
        assert any(name in line and "agrees" in line for line in done.output.splitlines()), (
            done.output
        )


@pytest.mark.browser
def test_check_html_reads_all_of_it_by_the_fingerprint_and_the_keys_beside_it(browser, over):
    files = over.zip()
    [checkpoint] = [name for name in files if name.startswith("checkpoint-")]
    [key] = over.here.checkpoints.keys
    assert in_fours(fingerprint_of_key(key.public)) in files["keys.txt"].decode()
    with Checker(browser) as one:
        assert one.of_proof(files["r01-t01.proof.json"]) == "noKey"
        one.type_fingerprint(fingerprint_of_key(key.public))
        assert one.of(files["keys.txt"].decode().splitlines()[3]) == "keyKept"
        assert one.of_proof(files["r01-t01.proof.json"]) == "good"
        assert one.of_file(files[checkpoint], checkpoint, "text/plain") == "good"
        assert one.complaints == []


# What a visitor is not shown is in no byte of it.


def test_a_visitor_reads_in_a_proof_no_badge_no_device_and_no_words(over):
    files = over.zip()
    events = json.loads(files["r01-t01.proof.json"])["events"]

    assert all(event["leaf"] and not event["state"] for event in events)
    for name, body in files.items():
        if name not in PROGRAMS:
            assert b"Bearer of" not in body, name
    for badge in ("K1", "J1", "D1", "written_by", over.hall.devices["keeper"]):
        assert badge not in json.dumps(events)  # whose hashes are in small letters
    whole = json.loads(over.zip("director")["r01-t01.proof.json"])
    assert all(event["state"] and not event.get("leaf") for event in whole["events"])
    assert '"written_by":"K1"' in whole["events"][-1]["state"]


STROKES = (((0.0, 0.0, 0.0), (31.0, 17.0, 9.0), (64.0, 5.0, 20.0)),)
"""How both sign."""

PROGRAMS = ("check.html", "check_proof.py")


def stored_kinds():
    """Every kind of fact as it was stored, with a badge, a device and all there is around it."""
    mapper = EventMapper(JSONTranscoder())
    for topic in FACT_TYPES:
        for state in (STORED / f"{topic}.json").read_bytes().splitlines()[:2]:
            yield topic, mapper.event(UUID(int=5), 1, topic, state), state


@pytest.mark.parametrize("over_now", [False, True])
def test_of_each_kind_of_fact_a_visitor_gets_whole_what_a_visitor_is_shown_whole(over_now):
    kinds = set()
    for kind, event, state in stored_kinds():
        kinds.add(kind)
        assert not is_shown_whole(Viewer.VISITOR, event, state, over=over_now), kind
        envelope = replace(event.envelope, written_by="", device="", skew=None, remarks=())
        plain = Event(event.originator_id, event.originator_version, envelope)
        shown = visible_to(Viewer.VISITOR, event.fact, over=over_now)
        whole = is_shown_whole(Viewer.VISITOR, plain, msgspec.json.encode(envelope), over=over_now)
        assert whole is (shown == event.fact), kind
    assert kinds == set(FACT_TYPES)


def test_a_director_gets_each_kind_of_fact_as_it_is_stored():
    for kind, event, state in stored_kinds():
        assert is_shown_whole(Viewer.DIRECTOR, event, state, over=True), kind


def test_with_what_is_left_out_goes_whatever_tells_its_number(over):
    events = over.desk.log.events_of(over.hall.games[0])
    one = events[3]
    twin = replace(events[5].envelope, command_id=one.envelope.command_id)
    twin = Event(one.originator_id, 900, twin)

    gone = left_out_with([*events, twin], lambda event: event is one)

    assert twin in gone
    assert one in gone
    assert len(gone) < len(events)


def test_what_is_hidden_from_a_keeper_is_what_is_no_keeper_s(over):
    game = over.hall.games[0]
    rows = over.desk.log.store.placed_rows_of(game)
    events = over.desk.log.events_of(game)
    states = {row[2]: row[4] for row in rows}

    assert hidden_from(Viewer.DIRECTOR, events, states, over=True) == set()
    assert hidden_from(Viewer.VISITOR, events, states, over=True) == {row[2] for row in rows}


def test_a_game_whose_board_is_not_shown_yet_is_in_no_file(new):
    table = new.play()
    new.checkpoint()
    for how in ("off", "delayed"):
        choose(new, how)
        assert "r01-t01.gcg" in new.forgotten().zip()  # its result is final, so it is shown
    other = Table(new.desk, new.hall.games[1], entered=2000)
    other.six_zeros()
    new.checkpoint()
    for how in ("off", "delayed"):
        choose(new, how)
        answer = new.hall.ask("nobody", f"/t/{SLUG}/p/3/games.zip")
        assert (answer.status_code, b"has no finished game yet" in answer.data) == (409, True)
        assert new.hall.ask("nobody", f"/t/{SLUG}/r1/t2/game.zip").status_code == 409
    choose(new, "on")
    files = new.zip("nobody", f"/t/{SLUG}/p/3/games.zip")
    assert "r01-t02-result-slip.pdf" not in files
    assert "No slip: " in files["README.txt"].decode()
    assert table.sheet.result


def choose(taken, how):
    request = ChooseLiveBoards(how=how, minutes=10)
    taken.desk.must_write(tournament_id(SLUG), request, from_the_desk("O1"))


# The record, the page, and a crowd.


def test_nothing_is_written_for_it_and_it_says_what_waits_for_a_checkpoint(new):
    new.play()
    before = new.hall.what_is_kept()
    files = new.zip()
    page = new.hall.ask("nobody", f"/t/{SLUG}/p/1").text

    assert new.hall.what_is_kept() == before
    assert not [name for name in files if name.endswith(".proof.json") or "checkpoint-" in name]
    says = " ".join(files["README.txt"].decode().split())
    assert (
        "No proof yet: no checkpoint covers it. Download this file again after the next one."
        in says
    )
    assert "1 of 1 game is proved after the next checkpoint." in page

    new.checkpoint()

    assert "r01-t01.proof.json" in new.zip()
    page = new.hall.ask("nobody", f"/t/{SLUG}/p/1").text
    assert "next checkpoint" not in page
    assert OF_A_PLAYER in page
    assert OF_ONE in page


def test_before_a_game_is_over_there_is_nothing_to_take_home(new):
    page = new.hall.ask("nobody", f"/t/{SLUG}/p/1").text
    assert "My games and their proofs" not in page
    for path, status in (
        (OF_A_PLAYER, 409), (OF_ONE, 409), (f"/t/{SLUG}/p/77/games.zip", 404),
        ("/t/nowhere/p/1/games.zip", 404), (f"/t/{SLUG}/r9/t1/game.zip", 404),
    ):  # fmt: skip
        answer = new.hall.ask("nobody", path, headers={"Accept": "text/html"})
        assert answer.status_code == status, path
        assert "<h1" in answer.text


def test_the_same_record_is_the_same_bytes_kept_or_made_anew(over):
    first = over.hall.ask("nobody", OF_A_PLAYER).data
    assert over.hall.ask("nobody", OF_A_PLAYER).data == first
    assert over.forgotten().hall.ask("nobody", OF_A_PLAYER).data == first
    one = over.hall.ask("nobody", OF_ONE).data
    assert over.forgotten().hall.ask("nobody", OF_ONE).data == one != first


def test_what_is_kept_for_visitors_is_not_what_a_director_is_given(over):
    visitors = over.zip()["r01-t01.proof.json"]
    assert over.zip("director")["r01-t01.proof.json"] != visitors
    assert over.zip()["r01-t01.proof.json"] == visitors


def test_what_is_kept_is_bounded_and_the_oldest_goes(monkeypatch):
    monkeypatch.setattr(players_files, "KEPT_BYTES", 10)
    zips = players_files._Zips()
    zips.put("one", 1, b"1" * 6)
    zips.put("two", 1, b"2" * 6)

    assert zips.get("one", 1) is None
    assert zips.get("two", 1) == b"2" * 6
    assert zips.get("two", 2) is None


def test_whoever_would_wait_long_is_told_to_come_back(over, monkeypatch):
    over.forgotten()
    monkeypatch.setattr(players_files, "ROOM", 0)
    answer = over.hall.ask("nobody", OF_A_PLAYER)
    assert answer.status_code == 503
    assert "Ask for it again in a minute" in answer.text
    over.forgotten()


# What somebody gave and had removed.


def test_once_a_person_is_forgotten_no_file_has_what_was_removed(tmp_path):
    with a_whole_hall(tmp_path / "data") as hall:
        gave = Gave(hall.desk, slug="gift-open").given().over()
        taken = Taken(hall)
        taken.checkpoint()
        where = "/t/gift-open/p/4/games.zip"
        before = taken.zip("director", where)
        assert PROOF in taken.zip("nobody", where)

        gave.forget("player-4")

        assert not gave.is_kept("stroke of Player 4")
        after = taken.zip("director", where)
        drawn = [lines_drawn(files["r01-t02-result-slip.pdf"]) for files in (before, after)]
        assert drawn[0] > drawn[1]
        visitors = taken.zip("nobody", where)
        assert PROOF not in visitors
        assert say("proofs.home.no-proof-yet") in " ".join(visitors["README.txt"].decode().split())
        taken.checkpoint()
        assert PROOF in taken.zip("nobody", where)


PROOF = "r01-t02.proof.json"
