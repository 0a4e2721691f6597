"""Two witnesses compare what they signed: whoever shows each another history is found."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from ledger.proof.checkpoints_made import disagreements
from ledger.proof.keys import key_in
from ledger.proof.note import Verifier
from ledger.proof.witnesses import Witness
from ledger.proof.witnessing import log_id
from ledger.record.events import record_id
from tests.desks import A, a_desk, a_table
from tests.proof.a_log import NAME, OURS, ALog
from tests.proof.test_witness_decides import FORK, LOG, NOW
from tests.web.a_server import served_on_loopback
from tests.web.test_command_line import tilescribe
from tests.web.test_witness_service import a_witness
from tests.web.whole_hall import a_whole_hall
from web.proofs.exchange import Answered, Away, fetch
from web.proofs.sending import Witnessing
from web.witness.comparing import Comparing, asking, compared, view_at, view_of_ours


@pytest.fixture
def two(tmp_path):
    """Two witnesses of one log, as two pairs of address and store."""
    with (
        a_witness(tmp_path / "one", "w1.example") as one,
        a_witness(tmp_path / "two", "w2.example") as two,
    ):
        yield one, two


def sign(store, log, *sizes):
    for old, size in zip((0, *sizes), sizes, strict=False):
        assert store.sign(log.body(old, size), NOW).status == 200


def found_by(one, two, send=asking):
    """What the first finds of the second."""
    Comparing(one[1], [two[0]], 10, send).go()
    [found] = one[1].seen(NAME).compared
    return found


@pytest.mark.parametrize(
    ("mine", "its"),
    [((7, 20), (7, 20)), ((7, 20, 30), (7, 20)), ((20,), (7, 20, 30)), ((), (7,)), ((7,), ())],
    ids=str,
)
def test_those_that_saw_one_history_agree_as_far_as_both_saw_it(two, mine, its):
    one, other = two
    sign(one[1], LOG, *mine)
    sign(other[1], LOG, *its)
    found = found_by(one, other)

    upto = min(max(mine, default=0), max(its, default=0))
    assert (found.by, found.verdict, found.upto) == ("w2.example", "agrees", upto)
    assert one[1].seen(NAME).found == ()


@pytest.mark.parametrize(
    ("mine", "its"), [((20,), (20,)), ((20, 30), (20,)), ((20,), (13, 20, 30))], ids=str
)
def test_a_split_view_is_found_named_and_kept(two, mine, its, caplog):
    one, other = two
    sign(one[1], LOG, *mine)
    sign(other[1], FORK, *its)

    with caplog.at_level(logging.WARNING, "tilescribe.witness"):
        found = found_by(one, other)
        found_by(one, other)

    assert found.verdict == "split"
    [evidence] = one[1].seen(NAME).found
    assert (evidence.found, evidence.by, evidence.size) == ("split", "w2.example", 20)
    assert (evidence.root, evidence.against_root) == (FORK.root(20).hex(), LOG.root(20).hex())
    loud = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(loud) == 1  # once, however often it is compared
    assert "SPLIT VIEW" in loud[0].getMessage()
    page = fetch(f"{one[0]}/").body.decode()
    assert f"Two histories of {NAME}" in page
    assert "w2.example was shown another history" in page


def test_it_stays_found_when_the_other_is_made_to_agree_again(two, tmp_path):
    one, other = two
    sign(one[1], LOG, 20)
    sign(other[1], FORK, 20)
    found_by(one, other)
    with a_witness(tmp_path / "three", "w2.example") as third:
        sign(third[1], LOG, 20)
        assert found_by(one, third).verdict == "agrees"
    assert [each.found for each in one[1].seen(NAME).found] == ["split"]


class AHall:
    """Proves what its log has, as the page of a hall does; others are asked themselves."""

    def __init__(self, log):
        self.log, self.asked = log, []

    def __call__(self, address):
        if "hall.example" not in address:
            return asking(address)
        self.asked.append(address)
        path = address.removeprefix("https://hall.example/checkpoints/").partition("?")[0]
        size, _, old = path.split("/")
        if self.log is None:
            raise Away("nobody is there")
        lines = self.log.body(int(old), int(size)).split(b"\n\n")[0].split(b"\n")[1:]
        return Answered(200, "text/plain", b"\n".join(lines))


@pytest.mark.parametrize(
    ("prover", "signed", "verdict"),
    [(LOG, LOG, "agrees"), (LOG, FORK, "unproved"), (FORK, FORK, "unproved"),
     (None, LOG, "not-compared")],
)  # fmt: skip
def test_at_sizes_that_neither_had_before_the_hall_must_prove_it(two, prover, signed, verdict):
    one, other = two
    one[1].add(str(OURS), "https://hall.example/", NOW)
    sign(one[1], LOG, 20)
    sign(other[1], signed, 30)
    hall = AHall(prover)

    found = found_by(one, other, hall)

    assert found.verdict == verdict, found.why
    assert hall.asked == [
        f"https://hall.example/checkpoints/30/since/20?log={NAME.replace('/', '%2F')}"
    ]
    assert one[1].seen(NAME).found == ()  # it is no proof of two histories


def test_where_nobody_knows_the_hall_it_is_said(two):
    one, other = two
    sign(one[1], LOG, 20)
    sign(other[1], LOG, 30)
    found = found_by(one, other)
    assert found.verdict == "not-compared"
    assert "where the log can be asked" in found.why


def test_a_history_made_up_by_the_other_witness_is_believed_by_nobody(two):
    """Its keeper may name any key it likes: one that ours does not know signs nothing."""
    one, other = two
    sign(one[1], LOG, 20)
    key = Ed25519PrivateKey.generate()
    forged = ALog(20, forked_at=3, key=key)
    other[1].remove(NAME)
    other[1].add(str(Verifier(NAME, key.public_key().public_bytes_raw())), "", NOW)
    sign(other[1], forged, 20)
    assert found_by(one, other).verdict == "not-compared"

    other[1].add(str(OURS), "", NOW)  # now they have one in common, and it did not sign that
    found = found_by(one, other)
    assert (found.verdict, "not signed with a key" in found.why) == ("not-compared", True)
    assert one[1].seen(NAME).found == ()


@pytest.mark.parametrize(
    "answer",
    [Answered(404, "", b""), Answered(200, "", b"{}"), Answered(200, "", b"[" * 10_000),
     Answered(200, "", b'{"witness":"x","now":"2026-11-27T00:00:00Z","logs":[]}')],
)  # fmt: skip
def test_what_shows_nothing_to_compare_is_no_witness(answer):
    with pytest.raises(Away):
        view_at("http://w.example", lambda _address: answer)


def test_names_that_would_play_with_a_terminal_are_not_read(two):
    sees = two[1][1].sees(NOW)
    bad = replace(sees, logs=(replace(sees.logs[0], log="a\x1b[31mb"),))
    with pytest.raises(Away):
        view_at("http://w.example", lambda _a: Answered(200, "", msgspec.json.encode(bad)))


def test_one_that_is_away_is_said_on_the_page_until_it_is_back(two, caplog):
    one, _ = two
    comparing = Comparing(one[1], ["http://127.0.0.1:1"], 10)
    comparing.go()
    comparing.go()
    assert len(caplog.records) == 1
    assert "http://127.0.0.1:1" in comparing.away
    assert one[1].seen(NAME).compared == ()


# By command: anybody may compare any two


def test_the_command_compares_any_two_and_ends_with_1_where_they_differ(two, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one, other = two
    sign(one[1], LOG, 20)
    sign(other[1], LOG, 20)
    agreed = tilescribe("witness", "compare", one[0], other[0])
    assert agreed.returncode == 0
    assert f"{NAME}: beside w1.example, w2.example agrees up to 20 events." in agreed.out

    assert one[1].sign(LOG.body(20, 30), NOW).status == 200
    unknown = tilescribe("witness", "compare", one[0], other[0], "http://127.0.0.1:1")
    assert unknown.returncode == 1
    assert "can't be compared with" in unknown.err


def test_the_command_names_both_roots_of_a_split_view(two, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one, other = two
    sign(one[1], LOG, 20)
    sign(other[1], FORK, 20)

    split = tilescribe("witness", "compare", one[0], other[0])
    assert split.returncode == 1
    assert "w2.example was shown another history" in split.out
    assert LOG.root(20).hex() in split.out
    assert FORK.root(20).hex() in split.out

    mine = tilescribe("witness", "compare", other[0], "--folder", tmp_path / "one")
    assert mine.returncode == 1
    assert [each.found for each in one[1].seen(NAME).found] == ["split"]


def test_the_command_wants_two(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert tilescribe("witness", "compare", "http://127.0.0.1:1").returncode == 2
    assert tilescribe("witness", "compare", "ftp://x", "http://y").returncode == 2


def test_two_that_know_no_log_in_common_are_no_agreement(two, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one, other = two
    other[1].remove(NAME)
    told = tilescribe("witness", "compare", one[0], other[0])
    assert (told.returncode, "in common" in told.err) == (1, True)


# With a hall of ours, from its own page to its own desk


def test_the_hall_proves_what_lies_between_and_reads_of_a_split_view(two, tmp_path):
    one, other = two
    moments = [datetime.now(UTC)]
    with a_whole_hall(tmp_path / "hall") as hall, served_on_loopback(hall.app) as serving:
        first = hall.here.checkpoints.make("asked", now=NOW)
        key = str(hall.here.checkpoints.keys[0])
        for _, store in two:
            store.add(key, serving.address, NOW)
        going = [going_to(hall, each, moments) for each in two]
        assert going[0].go() == ("", False)
        hall.office.issue("X9", "In between", "scorekeeper", by="O1")
        second = hall.here.checkpoints.make("asked", now=NOW)
        assert going[1].go() == ("", False)
        # The second one is asked for all that it missed, so both know the first: it is taken away.
        with other[1]._alone() as db:
            db.execute("DELETE FROM signed WHERE size = ?", (first.size,))
        both = compared(view_of_ours(one[1]), view_at(other[0]), one[1].address_of, moments[0])
        found = dict(both)[first.origin]
        assert (found.verdict, found.upto) == ("agrees", first.size), found.why

        fork = ALog(second.size, forked_at=2, name=first.origin, key=key_in(hall.here.folder))
        with a_witness(tmp_path / "three", "w3.example") as third:
            third[1].add(key, "", NOW)
            assert third[1].sign(fork.body(0, second.size), NOW).status == 200
            assert going[0].go() == ("", False)
            Comparing(one[1], [third[0]], 10).go()
        moments[0] = moments[0].replace(year=2027)
        assert going[0].go() == ("", False)

        [told] = disagreements(first.origin, hall.here.log.events_of(record_id()))
        assert (told.fact.found, told.fact.knows) == ("split-view", second.size)
        assert "shown to a witness" in hall.ask("director", "/desk").text
        assert "shown to a witness" in hall.ask("nobody", "/checkpoints/").text
        shown = json.loads(fetch(f"{one[0]}/heads/{log_id(first.origin)}.json").body)
        assert [each["by"] for each in shown["found"]] == ["w3.example"]


def going_to(hall, witness, moments):
    named = Witness.read(str(witness[1].verifier), witness[0])
    return Witnessing(named, lambda: hall.here.checkpoints, lambda: moments[0])


def test_the_hall_proves_only_between_its_own_checkpoints(tmp_path):
    with a_whole_hall(tmp_path / "hall") as hall:
        first = hall.here.checkpoints.make("asked", now=NOW)
        hall.office.issue("X9", "In between", "scorekeeper", by="O1")
        second = hall.here.checkpoints.make("asked", now=NOW)
        there = hall.ask("nobody", f"/checkpoints/{second.size}/since/{first.size}")
        assert there.status_code == 200
        assert len(there.text.splitlines()) == len(
            hall.here.checkpoints.tree.consistency(first.size, second.size)
        )
        for old, size in ((first.size - 1, second.size), (second.size, first.size), (0, first.size),
                          (first.size, second.size + 1)):  # fmt: skip
            assert hall.ask("nobody", f"/checkpoints/{size}/since/{old}").status_code == 404
        other = f"/checkpoints/{second.size}/since/{first.size}?log=other"
        assert hall.ask("nobody", other).json["refused"] == "no-checkpoint"


def test_the_command_of_a_hall_tells_what_a_witness_shows(two, tmp_path, monkeypatch):
    one, _ = two
    folder = tmp_path / "data"
    with a_desk(folder) as desk:
        a_table(desk).play(A, "8D", "WINDY")
    origin, size = tilescribe("record", "checkpoint", "--data", folder).out.split("\n")[:2]
    one[1].add(tilescribe("key", "show", "--data", folder).out.split("\n")[0], "", NOW)
    monkeypatch.setenv("TILESCRIBE_WITNESSES", f"{one[1].verifier} {one[0]}")
    assert tilescribe("record", "checkpoint", "--send", "--data", folder).returncode == 0
    fork = ALog(int(size), forked_at=1, name=origin, key=key_in(folder))
    one[1].sign(fork.body(0, int(size)), NOW)

    told = tilescribe("record", "checkpoint", "--send", "--data", folder)
    assert told.returncode == 1
    assert "another record was signed with this one's key" in told.err
    assert tilescribe("record", "verify", "--data", folder).returncode == 1
    rows = json.loads(tilescribe("record", "checkpoints", "--json", "--data", folder).out)
    assert rows[0]["quorum"]["signed"] == 1
