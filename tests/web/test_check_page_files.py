"""check.html and files: proofs as `check_proof.py` checks them, bundles, checkpoints."""

from __future__ import annotations

import io
import json
import random
from contextlib import suppress
from datetime import UTC, datetime

import pikepdf
import pytest

from ledger.proof.check_proof import check, named, once
from ledger.proof.checkpoints import Checkpoints
from ledger.proof.game_proof import KeptTree, as_file, proof_of
from ledger.proof.keys import key_in, verifier_of
from ledger.proof.note import in_fours
from ledger.proof.signed_paper import CHECK_PAGE, fingerprint_of_key
from tests.desks import A, B, a_desk, a_table
from tests.long_runs import seed_of
from tests.printing.archive_checks import attachments_in
from tests.web.a_checker import WITHOUT_CIPHERS, Checker
from tests.web.made_once import the_demonstration
from tests.web.test_command_line_cases import tilescribe

NOW = datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC)


@pytest.fixture(scope="module")
def proved(tmp_path_factory):
    """A proof, its checkpoint, and the key that signed that."""
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
        tree.close()
        yield as_file(proof), made, verifier_of(key_in(folder), made.origin)


def trusting(one, verifier):
    """The page, once somebody typed the fingerprint of a key and pasted the key."""
    one.type_fingerprint(fingerprint_of_key(verifier.public))
    assert one.of(str(verifier)) == "keyKept"
    return one


@pytest.fixture(scope="module")
def checker(browser, proved):
    with Checker(browser) as one:
        yield trusting(one, proved[2])
        assert one.complaints == []


# Proofs


@pytest.mark.browser
def test_a_proof_is_good_by_the_key_and_tells_what_check_proof_tells(browser, proved):
    content, made, verifier = proved
    with Checker(browser) as one:
        assert one.of_proof(content) == "noKey"
        trusting(one, verifier)
        assert one.of_proof(content) == "good"

        about, _ = named(json.loads(content)["events"])
        assert about in one.words
        assert in_fours(made.root) in one.words
        assert one.complaints == []


@pytest.mark.browser
def test_a_root_copied_from_paper_does_as_well_and_another_one_is_told(browser, proved):
    content, made, _ = proved
    half = len(made.root) // 2
    sheet = f"Log {made.origin}\nEvents {made.size}\nRoot {in_fours(made.root[:half])}\n"
    with Checker(browser) as one:
        assert one.of(f"{sheet}Root, goes on {in_fours(made.root[half:])}") == "told"
        assert one.of_proof(content) == "good"
        assert "the root is the one you gave" in one.words
        assert one.of(f"{sheet}Root, goes on {'0' * 32}") == "told"
        assert one.of_proof(content) == "anotherLog"


@pytest.mark.browser
def test_a_checkpoint_is_read_as_a_file_and_as_text_and_its_edits_are_found(checker, proved):
    note = proved[1].note
    assert checker.of_file(note.encode(), "checkpoint.txt", "text/plain") == "good"
    assert checker.of(note) == "good"

    more = note.replace(f"\n{proved[1].size}\n", f"\n{proved[1].size + 1}\n")
    assert checker.of(more) == "changed"
    assert checker.of(note[:-8] + "AAAA" + note[-4:]) in ("changed", "unreadable")
    stranger = note.replace(f"\u2014 {proved[1].origin}", "\u2014 elsewhere")
    assert checker.of(stranger) == "otherKey"


def refused_by_hand(content):
    """Proofs that check_proof.py refuses, one for each of its refusals."""
    proof = json.loads(content)

    def otherwise(change):
        found = json.loads(content)
        change(found)
        return json.dumps(found).encode()

    events = proof["events"]
    yield "twice", content.replace(b"{\n", b'{"kind": "tilescribe-proof-1",\n', 1)
    yield "twice within", content.replace(b'"version": 2,', b'"version": 2, "version": 2,')
    yield "more", otherwise(lambda p: p.update(result="431-398"))
    yield "less", otherwise(lambda p: p.pop("keys"))
    yield "no events", otherwise(lambda p: p.update(events=[]))
    yield "one is missing", otherwise(lambda p: p["events"].pop(1))
    yield "out of order", otherwise(lambda p: p["events"].reverse())
    yield "another game", otherwise(lambda p: p["events"][-1].update(stream="0" * 32))
    yield "more in an event", otherwise(lambda p: p["events"][0].update(note="x"))
    yield "words beside a hash", otherwise(lambda p: p["events"][0].update(leaf="0" * 64))
    yield (
        "a hash alone",
        otherwise(lambda p: p["events"][0].update(leaf="0" * 64, topic="", state="")),
    )
    yield "a path too long", otherwise(lambda p: p["events"][0]["path"].append("0" * 64))
    yield "a path too short", otherwise(lambda p: p["events"][0]["path"].pop())
    yield (
        "a score",
        otherwise(lambda p: p["events"][-1].update(state=events[-1]["state"].replace("0", "1"))),
    )
    yield "half a letter", content.replace(b'"topic": "', b'"topic": "\\ud800', 1)
    yield "a place", otherwise(lambda p: p["events"][0].update(index=events[0]["index"] + 1))
    yield "cut", content[:-20]
    yield "no JSON", b"{" + content


def holds(content):
    """What check_proof.py says: what it proves, or ``None``."""
    with suppress(LookupError, TypeError, AttributeError, ValueError, RecursionError):
        proof = json.loads(content, object_pairs_hook=once)
        return check(proof), named(proof["events"])
    return None


@pytest.mark.browser
def test_whatever_check_proof_refuses_is_refused(checker, proved):
    for what, content in refused_by_hand(proved[0]):
        assert holds(content) is None, what
        assert checker.of_proof(content) == "notProved", what


@pytest.mark.browser
@pytest.mark.longer
def test_no_byte_of_a_proof_is_changed_unseen(checker, proved, request):
    """An edit that is good to the page proves the same as before: a gap, a key that nobody uses."""
    content = proved[0]
    chance = random.Random(seed_of(34))
    for _ in range(300 if request.config.getoption("--full") else 60):
        at = chance.randrange(len(content))
        edited = content[:at] + bytes([chance.randrange(32, 127)]) + content[at + 1 :]
        if checker.of_proof(edited) == "good":
            assert holds(edited) == holds(content), (at, edited[at - 20 : at + 20])


# Bundles


@pytest.fixture(scope="module")
def bundles(tmp_path_factory):
    """A whole bundle and a redacted one as they are handed out, and their checkpoint's key."""
    folder = tmp_path_factory.mktemp("bundles")
    data = the_demonstration(folder / "data")
    files = []
    for redacted in ((), ("--redacted",)):
        path = folder / f"{len(redacted)}.pdf"
        given = ("--to", "the body", "--badge", "D1", *redacted)
        tilescribe("case", "bundle", "harbour-open/C-3", *given, "-o", path, "--data", data)
        files.append(path.read_bytes())
    origin = attachments_in(files[0])["checkpoint.txt"].split(b"\n")[0].decode()
    return files, verifier_of(key_in(data), origin)


@pytest.mark.browser
@pytest.mark.parametrize("script", ["", WITHOUT_CIPHERS], ids=["", "nothing of its own"])
def test_a_bundle_is_good_by_the_proofs_in_it(browser, bundles, script):
    (whole, redacted), verifier = bundles
    with Checker(browser, script) as one:
        assert one.of_file(whole, "c3.pdf", "application/pdf") == "noKey"
        trusting(one, verifier)
        for content in (whole, redacted):
            assert one.of_file(content, "c3.pdf", "application/pdf") == "good"
            assert "harbour-open/C-3" in one.words
        assert "only their digests are proved" in one.words
        assert one.complaints == []


def repacked(bundle, name, change):
    """The bundle with one file in it changed, packed anew as its author would."""
    with pikepdf.open(io.BytesIO(bundle)) as pdf:
        content = pdf.attachments[name].get_file().read_bytes()
        pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, change(content), filename=name)
        out = io.BytesIO()
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


@pytest.mark.browser
def test_a_bundle_with_a_changed_proof_is_not(browser, bundles):
    (whole, _), verifier = bundles
    with Checker(browser) as one:
        trusting(one, verifier)
        same = repacked(whole, "case.proof.json", lambda content: content)
        assert one.of_file(same, "c3.pdf", "application/pdf") == "good"  # its proofs still hold

        def ruled_otherwise(content):
            return content.replace(b"harbour-open", b"harbour-0pen")

        changed = repacked(whole, "case.proof.json", ruled_otherwise)
        assert one.of_file(changed, "c3.pdf", "application/pdf") == "notProved"
        other = repacked(whole, "checkpoint.txt", lambda note: note.replace(b"\n", b"0\n", 2))
        assert one.of_file(other, "c3.pdf", "application/pdf") != "good"
        assert one.of_file(whole[:30_000], "c3.pdf", "application/pdf") == "unreadable"
        assert one.complaints == []


@pytest.mark.browser
def test_a_paper_without_proofs_says_what_to_show_instead(browser, demo_slip):
    with Checker(browser) as one:
        assert one.of_file(demo_slip, "slip.pdf", "application/pdf") == "unreadable"
        assert "square code" in one.words


@pytest.fixture(scope="module")
def demo_slip():
    from tests.printing.conftest import KINDS, RESULT

    [kind] = [kind for kind in KINDS if kind.name == "result_slip"]
    return kind.draw(RESULT)


# Handed out


def test_a_command_writes_the_file_and_names_its_digest(tmp_path):
    from ledger.proof.signed_paper import checker_digest

    said = tilescribe("record", "checker", "-o", tmp_path / "check.html")

    assert (tmp_path / "check.html").read_bytes() == CHECK_PAGE.read_bytes()
    assert in_fours(checker_digest()) in said


def test_a_page_of_ours_hands_it_out_as_a_file_and_never_opens_it(client):
    answer = client.get("/checkpoints/check.html")

    assert answer.data == CHECK_PAGE.read_bytes()
    assert answer.mimetype == "application/octet-stream"
    assert answer.headers["Content-Disposition"] == "attachment; filename=check.html"
