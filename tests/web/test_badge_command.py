"""``tilescribe badge``: the way back in at the machine itself (OP5)."""

from __future__ import annotations

import json
import re
import socket

import pytest

from ledger.accounts.facts import BadgeIssued, BadgeRevoked, PinSet
from ledger.record.events import badge_id
from ledger.vocabulary import CONSOLE, Role
from ledger.vocabulary.refusals import Refusal
from tests.web.test_command_line import tilescribe
from web.command_line.opened import opened

pytestmark = pytest.mark.found("OP5")
PIN = re.compile(r"PIN ([0-9A-Z]{8})\b")


@pytest.fixture
def folder(tmp_path):
    """A record whose only director has lost the PIN."""
    with opened(tmp_path / "data", make=True) as here:
        here.badges.first_start()
    return tmp_path / "data"


def badge(folder, *words):
    return tilescribe("badge", *words, "--data", folder)


def test_a_lost_pin_is_made_anew_at_the_machine_shown_once_and_the_record_says_so(folder):
    done = badge(folder, "pin", "D1")

    [pin] = PIN.findall(done.out)
    with opened(folder) as here:
        assert here.badges.sign_in("D1", pin).session.must_change
        last = here.log.events_of(badge_id("D1"))[-1]
    assert (last.fact, last.envelope.written_by) == (PinSet(badge="D1", made_up=True), CONSOLE)
    assert pin.encode() not in b"".join(
        path.read_bytes() for path in folder.rglob("*") if path.is_file()
    )


def test_who_was_locked_out_by_guessing_comes_in_with_the_new_pin_at_once(folder):
    with opened(folder) as here:
        for _ in range(10):
            here.badges.pins.guesses.count("D1", "address 10.0.0.3")
        with pytest.raises(Refusal) as locked:
            here.badges.sign_in("D1", "wrong one", origin="address 10.0.0.3")
    assert locked.value.code == "locked-out"

    [pin] = PIN.findall(badge(folder, "pin", "D1").out)

    with opened(folder) as here:
        assert here.badges.sign_in("D1", pin, origin="address 10.0.0.3")


def test_badges_are_given_listed_and_taken_back(folder):
    given = badge(folder, "new", "D2", "--name", "Dora", "--role", "director")
    listed = json.loads(badge(folder, "list", "--json").out)
    taken = badge(folder, "revoke", "D1", "--reason", "lost for good")

    assert PIN.search(given.out)
    assert [(row["badge"], row["role"]) for row in listed] == [
        ("D1", "director"),
        ("D2", "director"),
    ]
    assert all(row["pin_set_at"] for row in listed)
    assert "this machine" in taken.out
    assert [line.split()[0] for line in badge(folder, "list").out.splitlines()] == ["D2"]
    with opened(folder) as here:
        [issued, _] = here.log.events_of(badge_id("D2"))
        revoked = here.log.events_of(badge_id("D1"))[-1]
    assert issued.fact == BadgeIssued(badge="D2", name="Dora", role=Role.DIRECTOR)
    assert revoked.fact == BadgeRevoked(badge="D1", reason="lost for good")
    assert {issued.envelope.written_by, revoked.envelope.written_by} == {CONSOLE}


@pytest.mark.parametrize(("words", "said"), [
    (("pin", "D7"), "D7"),
    (("new", "D1", "--name", "Eve"), "D1"),
    (("revoke", "D1", "--reason", "why not"), "D1"),
], ids=" ".join)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line_and_shows_no_pin(folder, words, said):
    done = badge(folder, *words)

    assert (done.returncode, PIN.search(done.out)) == (1, None)
    assert said in done.err
    assert done.err.count("\n") == 1


def test_without_a_record_nothing_is_begun(tmp_path):
    assert badge(tmp_path / "nothing", "list").returncode == 1
    assert not (tmp_path / "nothing").exists()


def test_a_service_that_refuses_to_start_shows_no_pin_and_the_next_start_does(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = tilescribe("serve", "--port", port, "--data", tmp_path / "data")

    assert (done.returncode, "PIN" in done.out) == (1, False)
    with opened(tmp_path / "data") as here:
        assert here.badges.first_start() is not None
