"""One game proved by itself, checked by a program that shares nothing with ours (E3)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.endings.forfeits import Forfeit
from ledger.game.results.facts import SlipTyped
from ledger.game.results.slips import TypeSlip
from ledger.game.scores.requests import ApplyPenalty
from ledger.incidents.ruling import GiveRuling
from ledger.incidents.taking_back import TakeCaseActBack
from ledger.proof.checkpoints import Checkpoints
from ledger.proof.game_proof import CHECKER, KeptTree, as_file, proof_of
from ledger.vocabulary.refusals import Refusal
from printing.checking.checkpoints import checkpoint_of
from tests.desks import DIRECTOR, A, B, a_desk, a_table, a_tournament
from tests.officials import Director

NOW = datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC)


@pytest.fixture(scope="module")
def proved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("proved") / "data"
    with a_desk(folder) as desk:
        table = a_table(desk)
        table.play(A, "8D", "WINDY", 32)
        table.passes(B)
        tree = KeptTree(folder, desk.log.store)
        made = Checkpoints(folder, desk.log, tree).make("asked", now=NOW)
        proof = proof_of(
            table.game, "spring-open/R1/T1", desk.log.store, tree, made, note=made.note, keys=()
        )
        yield as_file(proof), made, desk.log.version_of(table.game)
        tree.close()


def checked(tmp_path, content, *more):
    """What a stranger sees: a fresh Python in an empty place, with the file and the program."""
    (tmp_path / "game.json").write_bytes(content)
    (tmp_path / "check_proof.py").write_bytes(CHECKER.read_bytes())
    return subprocess.run(
        [sys.executable, "-I", "check_proof.py", "game.json", *more],
        cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip


def test_it_is_checked_with_python_alone_in_under_a_hundred_lines(tmp_path, proved):
    content, made, version = proved
    answer = checked(tmp_path, content)

    assert answer.returncode == 0, answer.stderr
    assert f"{version} events, each of them in the log" in answer.stdout
    assert f"{made.size} events" in answer.stdout
    source = CHECKER.read_text("utf-8")
    assert len(source.splitlines()) < 100
    assert set(re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE)) == {
        "base64", "hashlib", "json", "sys",
    }  # fmt: skip


def test_the_root_on_paper_is_compared_where_it_is_given(tmp_path, proved):
    content, made, _ = proved
    printed = " ".join(made.root[at : at + 4] for at in range(0, 64, 4))

    assert checked(tmp_path, content, printed.upper()).returncode == 0
    assert printed[:39] in checked(tmp_path, content).stdout
    other = checked(tmp_path, content, printed[:-1] + ("0" if printed[-1] != "0" else "1"))
    assert (other.returncode, "NOT PROVED" in other.stdout) == (1, True)


CHANGES = {
    "an event changed": lambda p: p["events"][2].update(state=p["events"][2]["state"] + " "),
    "an event left out": lambda p: p["events"].pop(1),
    "the first left out": lambda p: p["events"].pop(0),
    "two swapped": lambda p: p["events"].reverse(),
    "another version": lambda p: p["events"][0].update(version=2),
    "another game's": lambda p: p["events"][1].update(stream="0" * 32),
    "another kind": lambda p: p["events"][1].update(topic="turn-passed"),
    "another place": lambda p: p["events"][1].update(index=0),
    "beyond the end": lambda p: p["events"][1].update(index=10**6),
    "a path too short": lambda p: p["events"][1]["path"].pop(),
    "a path too long": lambda p: p["events"][1]["path"].append("00" * 32),
    "another root": lambda p: p.update(checkpoint=p["checkpoint"].replace("=", "A=", 1)),
    "another size": lambda p: p.update(checkpoint=p["checkpoint"].replace("\n", "\n1", 1)),
    "no event": lambda p: p.update(events=[]),
    "no checkpoint": lambda p: p.pop("checkpoint"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_changed_in_it_it_proves_nothing(tmp_path, proved, change):
    proof = json.loads(proved[0])
    CHANGES[change](proof)

    answer = checked(tmp_path, json.dumps(proof).encode())

    assert answer.returncode == 1
    assert answer.stdout.startswith("NOT PROVED")


def hashed(proof, number):
    """An event left out, as a redacted copy has it: its leaf in the place of what it says."""
    space = {"__name__": "checker"}
    exec(CHECKER.read_text("utf-8"), space)
    event = proof["events"][number]
    event.update(leaf=space["leaf"](event).hex(), topic="", state="")
    return event


def test_an_event_left_out_is_proved_by_its_hash_and_by_no_other(tmp_path, proved):
    proof = json.loads(proved[0])
    event = hashed(proof, 2)
    answer = checked(tmp_path, json.dumps(proof).encode(), proved[1].root)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "Left out, so that only their hashes are proved: event 3\n" in answer.stdout

    event["leaf"] = event["leaf"][:-1] + ("0" if event["leaf"][-1] != "0" else "1")
    assert checked(tmp_path, json.dumps(proof).encode()).stdout.startswith("NOT PROVED")
    event["leaf"] = "no hash"
    assert checked(tmp_path, json.dumps(proof).encode()).stdout.startswith("NOT PROVED")


@pytest.mark.found("PP-1")
@pytest.mark.parametrize("beside", ["topic", "state"])
def test_PP1_a_hash_with_words_beside_it_proves_nothing(tmp_path, proved, beside):
    """The genuine hash of an event, and a forged score beside it: the root is the genuine one."""
    proof = json.loads(proved[0])
    event = dict(proof["events"][-1])
    hashed(proof, -1)[beside] = event[beside].replace("first", "second")

    answer = checked(tmp_path, json.dumps(proof).encode(), proved[1].root)

    assert (answer.returncode, answer.stderr) == (1, "")
    last = len(proof["events"])
    assert "NOT PROVED" in answer.stdout
    assert f"event {last} has words beside its hash" in answer.stdout


@pytest.mark.found("PP-1")
def test_PP1_what_an_event_says_beside_its_bytes_proves_nothing(tmp_path, proved):
    proof = json.loads(proved[0])
    proof["events"][2]["score"] = "443"
    answer = checked(tmp_path, json.dumps(proof).encode())
    assert answer.returncode == 1
    assert "event 3 has words beside its hash that nothing proves" in answer.stdout


@pytest.mark.found("PP-1")
def test_PP1_the_game_is_named_by_its_events_alone(tmp_path, proved):
    proof = json.loads(proved[0])
    said = checked(tmp_path, proved[0]).stdout
    assert said.startswith(f"spring-open/R1/T1: {len(proof['events'])} events, each of them")
    assert "result  none here\n" in said


@pytest.mark.found("PP-1")
@pytest.mark.parametrize("name", ["about", "result", "Events"])
def test_PP1_a_file_that_says_more_than_its_events_prove_is_refused(tmp_path, proved, name):
    """By the program, and where such a file is named as what somebody holds."""
    forged = {name: "harbour-open/R7/T1 FINAL", **json.loads(proved[0])}
    must_be_refused(tmp_path, json.dumps(forged).encode(), "which nothing proves")


@pytest.mark.found("PP-1")
@pytest.mark.parametrize("where", ["top", "event"])
def test_PP1_a_name_that_stands_twice_is_refused(tmp_path, proved, where):
    """Programs differ in which of the two they read: ours took the last, and proved the genuine."""
    content = proved[0].decode()
    twice = {
        "top": content.replace('"events"', '"events": [], "events"', 1),
        "event": content.replace('"state"', '"state": "443 to 6", "state"', 1),
    }
    assert json.loads(twice[where]) == json.loads(content)
    must_be_refused(tmp_path, twice[where].encode(), "a name stands twice in it")


def must_be_refused(tmp_path, content, why):
    answer = checked(tmp_path, content)
    assert (answer.returncode, answer.stderr) == (1, "")
    assert answer.stdout.startswith("NOT PROVED")
    assert why in answer.stdout
    file = tmp_path / "held.json"
    file.write_bytes(content)
    with pytest.raises(Refusal, match=why):
        checkpoint_of(file)


@pytest.mark.found("PP-1")
def test_PP1_the_result_and_who_it_is_of_come_from_the_events(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        table = a_table(desk)
        sheet = table.signed()
        tree = KeptTree(tmp_path / "data", desk.log.store)
        made = Checkpoints(tmp_path / "data", desk.log, tree).make("asked", now=NOW)
        proof = proof_of(table.game, "", desk.log.store, tree, made, note=made.note, keys=())
        tree.close()
    said = checked(tmp_path, as_file(proof)).stdout
    scores = ", ".join(f"{sheet.name(seat)} {sheet.stands[seat.place]}" for seat in (A, B))
    assert f"result  {scores} (event {len(proof.events)}, result-signed)\n" in said

    content = json.loads(as_file(proof))
    first, second = sheet.stands
    state = content["events"][-1]["state"]
    forged = state.replace(f"[{first},{second}]", f"[{first},{second + 20}]")
    assert forged != state
    leaf = hashed(content, -1)
    leaf["state"] = forged
    answer = checked(tmp_path, json.dumps(content).encode(), made.root)
    assert (answer.returncode, "NOT PROVED" in answer.stdout) == (1, True)


@pytest.mark.found("PP-1")
@pytest.mark.parametrize("starter", [0, 2])
def test_PP1_a_second_slip_that_says_otherwise_is_no_result(tmp_path, starter):
    """What it says is named beside the result; who it says started turns no scores round."""
    with a_desk(tmp_path / "data") as desk:
        table = a_table(desk)
        table.enter(TypeSlip(scores=(400, 300)), by=DIRECTOR)
        table.enter(TypeSlip(scores=(300, 401), starter=starter, sure=True), by=DIRECTOR)
        sheet = table.sheet
        tree = KeptTree(tmp_path / "data", desk.log.store)
        made = Checkpoints(tmp_path / "data", desk.log, tree).make("asked", now=NOW)
        proof = proof_of(table.game, "", desk.log.store, tree, made, note=made.note, keys=())
        tree.close()

    said = checked(tmp_path, as_file(proof)).stdout

    [slip] = [
        event.originator_version
        for event in sheet.events
        if isinstance(event.fact, SlipTyped) and 401 in event.fact.totals
    ]
    names = dict(zip(sheet.scheduled.players, (400, 300), strict=True))
    result = ", ".join(f"{sheet.name(seat)} {names[sheet.name(seat)]}" for seat in (A, B))
    assert f"result  {result} (event" in said
    other = dict(zip(sheet.scheduled.players, (300, 401), strict=True))
    later = ", ".join(f"{sheet.name(seat)} {other[sheet.name(seat)]}" for seat in (A, B))
    assert f"; a later slip: {later} (event {slip}, slip-typed)\n" in said


@pytest.mark.found("PP-1")
def test_PP1_a_forfeit_is_named(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        [game] = a_tournament(desk)
        sent = Sent(by=DIRECTOR, command_id=uuid4())
        desk.record(game, Forfeit(loser=A, cause="no-show"), sent)
        tree = KeptTree(tmp_path / "data", desk.log.store)
        made = Checkpoints(tmp_path / "data", desk.log, tree).make("asked", now=NOW)
        proof = proof_of(game, "", desk.log.store, tree, made, note=made.note, keys=())
        tree.close()

    last = len(proof.events)
    assert f"result  event {last}, game-forfeited\n" in checked(tmp_path, as_file(proof)).stdout


@pytest.mark.found("PP-1", "DI-3")
def test_what_follows_a_result_is_named_and_an_act_taken_back_is_as_if_it_had_never_been(tmp_path):
    """Also where that taking back was taken back itself."""
    told = []
    with a_desk(tmp_path / "data") as desk:
        table = a_table(desk)
        table.signed()
        case = Director(desk).open_case(table.game, "conduct", by=DIRECTOR)
        points = ApplyPenalty(seat=B, unit="points", amount=10, reason="it rang")
        ruling = GiveRuling(
            game=table.game, finding="so", citation="wespa-5.1 2.1", follows=(points,), alone="-"
        )
        tree = KeptTree(tmp_path / "data", desk.log.store)
        checkpoints = Checkpoints(tmp_path / "data", desk.log, tree)
        act, back, again = uuid4(), uuid4(), uuid4()
        for request, number in (
            (None, None),
            (ruling, act),
            (TakeCaseActBack(act=act, reason="the wrong player", alone="-"), back),
            (TakeCaseActBack(act=back, reason="the right one", alone="-"), again),
        ):
            if request:
                desk.must_write(case, request, Sent(by=DIRECTOR, command_id=number))
            made = checkpoints.make("asked", now=NOW)
            proof = proof_of(table.game, "", desk.log.store, tree, made, note=made.note, keys=())
            said = checked(tmp_path, as_file(proof)).stdout
            told.append(re.search("(?m)^result  (.*)$", said)[1])
        tree.close()

    signed, ruled, taken_back, stands = told
    assert re.fullmatch(re.escape(signed) + r", then event \d+, penalty-applied", ruled)
    assert (taken_back, stands) == (signed, ruled)


def test_a_game_that_began_after_the_checkpoint_is_not_proved_by_it(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        tree = KeptTree(tmp_path / "data", desk.log.store)
        made = Checkpoints(tmp_path / "data", desk.log, tree).make("asked", now=NOW)
        table = a_table(desk)
        tree.catch_up()

        with pytest.raises(Refusal) as refused:
            proof_of(table.game, "R1/T1", desk.log.store, tree, made, note=made.note, keys=())
        tree.close()

    assert refused.value.code == "nothing-under-it"


@pytest.mark.parametrize("content", [b"%PDF-1.7 \xe2\xe3", b"", b"[]", b"{}", b"3", b"null"])
def test_a_file_that_is_no_proof_is_said_in_words(tmp_path, content):
    answer = checked(tmp_path, content)

    assert (answer.returncode, answer.stderr) == (1, "")
    assert answer.stdout.startswith("NOT PROVED: ")
