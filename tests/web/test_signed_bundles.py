"""The bundle proves itself: signed once, checked without us, made again byte for byte (12)."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
import shutil
import stat
import subprocess
import sys
from datetime import UTC, datetime
from io import BytesIO

import pikepdf
import pytest
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key

from ledger.incidents.facts import BundleIssued
from ledger.proof.keys import (
    CERTIFICATE_FILE,
    KEY_FILE,
    USED_FOR,
    Certified,
    certified_in,
    fingerprint_of,
    new_certified,
    published_in,
)
from ledger.proof.note import in_fours
from ledger.proof.paper_requests import CaseToPrint
from ledger.record.events import record_id
from ledger.record.faults import CONSISTENT
from ledger.record.opening import LEDGER_FILE
from ledger.vocabulary.refusals import Refusal
from printing.checking import bundles
from printing.engine import sealing
from printing.engine.sealing import seal_of, section_of
from tests.printing.archive_checks import attachments_in, faults
from tests.web.made_once import the_demonstration
from tests.web.test_command_line_cases import tilescribe
from web.command_line import commands
from web.command_line.opened import looked_at

CASE = "harbour-open/C-3"
START = "from web.command_line import main; main()"
WHICH = CaseToPrint("harbour-open", 3)


@pytest.fixture(scope="module")
def handed(tmp_path_factory):
    """A record with two bundles of C-3 handed out: the whole one, then a redacted one."""
    folder = tmp_path_factory.mktemp("handed")
    data = folder / "data"
    the_demonstration(data)
    files = []
    for redacted in ((), ("--redacted",)):
        path = folder / f"{len(redacted)}.pdf"
        given = ("--to", "the body", "--badge", "D1", *redacted)
        said = tilescribe("case", "bundle", CASE, *given, "-o", path, "--data", data)
        assert "signed, handed to the body" in said, said
        files.append(path)
    return data, files


@pytest.fixture(scope="module")
def whole(handed):
    return handed[1][0].read_bytes()


@pytest.fixture(scope="module")
def redacted(handed):
    return handed[1][1].read_bytes()


def facts(data):
    with looked_at(data) as here:
        return [bundles.issued_in(here, WHICH, number) for number in (1, 2)]


# The signature


def test_pdfsig_says_valid_and_not_after_a_byte_or_more(handed, tmp_path):
    def said(content):
        (tmp_path / "it.pdf").write_bytes(content)
        done = subprocess.run(["pdfsig", "it.pdf"], cwd=tmp_path, capture_output=True, text=True)
        return done.stdout

    for file in handed[1]:
        content = file.read_bytes()
        assert "Signature is Valid" in said(content)
        assert "Total document signed" in said(content)
        assert "Signature is Valid" not in said(_flipped(content, 20_000))
        assert "Not total document signed" in said(content + b"% more\n")


def _flipped(content, at):
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


def test_a_byte_flipped_anywhere_or_appended_is_not_whole(whole):
    assert seal_of(whole).is_whole
    chosen = random.Random(12)
    core = whole.rindex(b"/ByteRange") - 4_000
    places = [
        0, len(whole) - 2, *(chosen.randrange(len(whole)) for _ in range(20)),
        *(chosen.randrange(core, len(whole)) for _ in range(30)),
    ]  # fmt: skip
    for at in places:
        assert (seal := seal_of(_flipped(whole, at))) is None or not seal.is_whole, at
    for more in (b"\n", b"% more\n", whole[-2000:]):
        assert not seal_of(whole + more).is_whole


@pytest.mark.torture
def test_every_byte_of_the_signature_and_a_thousand_of_the_rest_count(whole):
    chosen = random.Random(13)
    gap = whole.rindex(b"/Contents")
    for at in (*range(gap, len(whole)), *(chosen.randrange(gap) for _ in range(1000))):
        assert (seal := seal_of(_flipped(whole, at))) is None or not seal.is_whole, at


def test_an_unsigned_file_has_no_seal_and_another_hand_signs_by_another_certificate(
    handed, whole, tmp_path
):
    tilescribe("paper", "print", "bundle", CASE, "-o", tmp_path / "p.pdf", "--data", handed[0])
    assert seal_of((tmp_path / "p.pdf").read_bytes()) is None
    core, section = _parted(whole, facts(handed[0])[0])
    other = new_certified(datetime.now(UTC))
    forged = core + bundles.section_of(core, other)
    (tmp_path / "forged.pdf").write_bytes(forged)

    assert seal_of(forged).is_whole
    assert seal_of(forged).certificate != seal_of(core + section).certificate
    said, code = verified(tmp_path / "forged.pdf", handed[0])
    assert (code, "No such bundle is on record." in said) == (1, True)


def _parted(whole, fact):
    """Core and section: the core is the beginning whose digest is on record."""
    for at in range(len(whole) - 8_000, len(whole)):
        if whole[:at].endswith(b"%%EOF\n") and hashlib.sha256(whole[:at]).hexdigest() == fact.core:
            return whole[:at], whole[at:]
    raise AssertionError("no beginning of the file is the core")


def verified(path, data):
    done = CliRunner().invoke(commands, ["paper", "check", str(path), "--data", str(data)])
    return done.output, done.exit_code


def test_verify_paper_tells_which_bundle_it_is(handed, tmp_path):
    data, (first, second) = handed
    said, code = verified(first, data)
    assert code == 0
    assert "It is bundle 1 of harbour-open/C-3, as handed out on" in said
    assert "Its signature is valid for the whole file, by the certificate" in said
    assert "It is bundle 2 of" in verified(second, data)[0]

    (tmp_path / "more.pdf").write_bytes(first.read_bytes() + b"\n")
    said, code = verified(tmp_path / "more.pdf", data)
    assert (code, "something was appended" in said) == (1, True)


# Made again


@pytest.mark.wide("all drawn")
def test_any_copy_of_the_record_makes_it_again_without_the_key(handed, tmp_path):
    data, files = handed
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copyfile(data / LEDGER_FILE, copy / LEDGER_FILE)
    # The record went on since: a bundle handed out holds none of it.
    tilescribe("tournament", "live-boards", "harbour-open", "delayed", "--data", copy)

    for number, file in enumerate(files, 1):
        again = tmp_path / f"{number}.pdf"
        command = [sys.executable, "-c", START, "bundle", CASE, "--again", number]
        subprocess.run(
            [*map(str, command), "-o", str(again), "--data", str(copy)], check=True,
            capture_output=True,
        )  # fmt: skip
        assert again.read_bytes() == file.read_bytes()
    assert not (copy / CERTIFICATE_FILE).exists()
    assert not (copy / KEY_FILE).exists()


def test_other_libraries_are_named_where_they_make_other_bytes(handed, monkeypatch):
    draw = bundles.signed_bundle_core

    def other(*case, **how):
        return draw(*case, **how) + b" "

    newer = sealing.libraries().replace("reportlab 5", "reportlab 6")
    with looked_at(handed[0]) as here:
        monkeypatch.setattr(bundles, "libraries", lambda: newer)
        assert bundles.bundle_again(here, WHICH, 1) == handed[1][0].read_bytes()
        monkeypatch.setattr(bundles, "signed_bundle_core", lambda *a, **k: draw(*a, **k) + b" ")
        with pytest.raises(Refusal, match="printed with reportlab 5") as refused:
            bundles.bundle_again(here, WHICH, 1)
    assert "reportlab 6" in str(refused.value)
    with looked_at(handed[0]) as here, pytest.raises(Refusal, match="No bundle 3"):
        bundles.bundle_again(here, WHICH, 3)


def test_only_a_director_hands_out_and_nothing_is_signed_for_others(handed, tmp_path):
    data, _ = handed
    given = ("bundle", CASE, "--to", "x", "-o", tmp_path / "x.pdf", "--data", data)
    for badge in ("K1", "nobody"):
        with pytest.raises(Refusal) as refused:
            tilescribe(*given, "--badge", badge)
        assert refused.value.code == "not-a-director"
    assert "--badge" in tilescribe(*given)
    assert not (tmp_path / "x.pdf").exists()
    with pytest.raises(Refusal):
        facts_of_third(data)


def facts_of_third(data):
    with looked_at(data) as here:
        return bundles.issued_in(here, WHICH, 3)


# What is inside


def stranger(folder, content, name, *more):
    """What somebody sees who takes the file apart and has Python alone."""
    for each, held in attachments_in(content).items():
        (folder / each).write_bytes(held)
    return subprocess.run(
        [sys.executable, "-I", "check_proof.py", name, *more],
        cwd=folder, capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.parametrize("which", [0, 1])
def test_the_files_inside_prove_themselves_with_python_alone(handed, tmp_path, which):
    content = handed[1][which].read_bytes()
    root = _root_printed(content)
    for name in ("case.proof.json", "game.proof.json"):
        answer = stranger(tmp_path, content, name, root)
        assert (answer.returncode, answer.stderr) == (0, "")
        assert "That is the root you gave" in answer.stdout
    left_out = (
        "so that only their hashes are proved"
        in stranger(tmp_path, content, "case.proof.json").stdout
    )
    assert left_out is bool(which)


def text_of(content):
    done = subprocess.run(["pdftotext", "-layout", "-", "-"], input=content, capture_output=True)
    return done.stdout.decode()


def _root_printed(content):
    """As somebody reads it off the page."""
    text = text_of(content)
    lines = text.split("Root ", 1)[1].splitlines()
    return f"{lines[0].strip()} {lines[1].strip()}"


def test_the_page_names_each_file_with_its_digest_and_prints_the_program(whole, redacted):
    for content in (whole, redacted):
        inside = attachments_in(content)
        text = text_of(content)
        bare = "".join(text.split())
        assert "How to check this without us" in text
        proof = json.loads(inside["case.proof.json"])
        assert f"page /checkpoints/{proof['checkpoint'].splitlines()[1]} of the hall" in " ".join(
            text.split()
        )
        for name, held in inside.items():
            assert name in text
            assert hashlib.sha256(held).hexdigest() in bare
        for row in inside["check_proof.py"].decode().splitlines():
            assert "".join(row.split()) in bare
        certificate = seal_of(content).certificate
        assert certificate in bare
        with pikepdf.open(BytesIO(content)) as pdf:
            related = {str(one.UF): str(one.AFRelationship) for one in pdf.Root.AF}
        assert related.keys() == inside.keys()
        assert set(related.values()) == {"/Source", "/Supplement"}


def test_qpdf_finds_nothing(handed):
    for file in handed[1]:
        done = subprocess.run(["qpdf", "--check", file], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


def test_it_keeps_the_rules_of_archives_as_far_as_we_check_them(whole, redacted):
    for content in (whole, redacted):
        assert faults(content, "3") == []
        with pikepdf.open(BytesIO(content)) as pdf:
            assert [len(bytes(half)) for half in pdf.trailer.ID] == [16, 16]
            [field] = pdf.Root.AcroForm.Fields
            assert str(field.TU).startswith("Signature of the hall")
            numbers = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
            element = numbers[numbers.index(field.StructParent) + 1]
            assert (element.S, element.K.Obj.T) == ("/Form", "Hall")


@pytest.mark.found("PP-16")
def test_PP16_the_version_of_a_signed_file_is_the_one_its_metadata_claim(handed):
    """PDF/A-3 is a kind of PDF 1.7: neither the catalog nor an extension says otherwise."""
    for file in handed[1]:
        with pikepdf.open(file) as pdf:
            assert "/Version" not in pdf.Root
            assert "/Extensions" not in pdf.Root
            assert pdf.pdf_version == "1.7"
            assert "<pdfaid:part>3</pdfaid:part>" in pdf.Root.Metadata.read_bytes().decode()
        done = subprocess.run(["pdfinfo", file], capture_output=True, text=True)
        assert re.search(r"PDF version:\s+1\.7", done.stdout)


# The redacted copy


def test_what_is_left_out_has_a_digest_that_the_whole_bundle_bears_out(whole, redacted):
    full, part = attachments_in(whole), attachments_in(redacted)
    words = json.loads(full["words.json"])
    proof = json.loads(full["case.proof.json"])
    space = {"__name__": "checker"}
    exec(full["check_proof.py"].decode(), space)
    leaves = {space["leaf"](event).hex() for event in proof["events"]}
    said = [bytes.fromhex(one["salt"]) for one in words.values()]
    assert all(len(salt) >= 16 for salt in said)

    left_out = json.loads(part["left-out.json"])
    assert len(left_out) > 3
    # The whole bundle was handed out before: of that entry only this copy can know.
    since = f"C-3, event {proof['events'][-1]['version'] + 1}"
    assert [one["what"] for one in left_out if one["where"] == since] == ["bundle issued"]
    for one in (one for one in left_out if one["where"] != since):
        assert one["sha256"] in leaves or one["sha256"] in words, one
    for digest, one in words.items():
        kept = bytes.fromhex(one["salt"]) + base64.b64decode(one["content"])
        assert hashlib.sha256(kept).hexdigest() == digest


def test_nothing_that_people_said_is_in_the_redacted_copy(whole, redacted):
    words = json.loads(attachments_in(whole)["words.json"])
    said = [base64.b64decode(one["content"]).decode("utf-8", "ignore") for one in words.values()]
    inside = b"\n".join(attachments_in(redacted).values()).decode()
    assert "words.json" not in attachments_in(redacted)
    for text in said:
        assert text[:40] not in inside
    hidden = [
        e for e in json.loads(attachments_in(redacted)["case.proof.json"])["events"] if "leaf" in e
    ]
    assert hidden
    for event in hidden:
        assert (event["topic"], event["state"]) == ("", "")


# Key and record


def test_key_and_certificate_are_one_mans_to_read_and_come_back_from_their_copy(handed, tmp_path):
    data, _ = handed
    assert stat.S_IMODE((data / CERTIFICATE_FILE).stat().st_mode) == 0o600
    held = certified_in(data)
    assert held.fingerprint in tilescribe("key", "show", "--data", data)
    tilescribe("key", "copy", tmp_path / "away", "--password", "long enough", "--data", data)
    assert held.key not in (tmp_path / "away").read_bytes()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.copyfile(data / LEDGER_FILE, elsewhere / LEDGER_FILE)
    with pytest.raises(Refusal):
        tilescribe("key", "restore", tmp_path / "away", "--password", "other", "--data", elsewhere)
    assert not (elsewhere / CERTIFICATE_FILE).exists()
    tilescribe(
        "key", "restore", tmp_path / "away", "--password", "long enough", "--data", elsewhere
    )

    assert certified_in(elsewhere).fingerprint == held.fingerprint
    assert (elsewhere / KEY_FILE).exists()
    tilescribe("key", "new", "--of", "bundles", "--data", elsewhere)
    assert certified_in(elsewhere).fingerprint != held.fingerprint


@pytest.fixture(scope="module")
def renewed(handed, tmp_path_factory):
    """A copy of the record with a new certificate, and a bundle signed by it."""
    folder = tmp_path_factory.mktemp("renewed")
    data = shutil.copytree(handed[0], folder / "data")
    said = tilescribe("key", "new", "--of", "bundles", "--data", data)
    assert certified_in(data).fingerprint in said
    given = ("--to", "the body", "--badge", "D1", "-o", folder / "new.pdf")
    tilescribe("case", "bundle", CASE, *given, "--data", data)
    return data, folder / "new.pdf"


@pytest.mark.wide("all drawn")
def test_bundles_signed_by_the_old_certificate_stay_valid_when_there_is_a_new_one(handed, renewed):
    data, newer = renewed
    older = handed[1][0]
    for number, file in ((1, older), (3, newer)):
        said, code = verified(file, data)
        assert (code, f"It is bundle {number} of harbour-open/C-3" in said) == (0, True), said
        done = subprocess.run(["pdfsig", file], capture_output=True, text=True)
        assert "Signature is Valid" in done.stdout
    old, new = (seal_of(file.read_bytes()).certificate for file in (older, newer))
    assert old != new == certified_in(data).fingerprint
    told = tilescribe("key", "show", "--data", data)
    assert in_fours(old) in told
    assert f"signed by the one of SHA-256 {in_fours(old)[:19]}, SHA-256:\n  {in_fours(new)}" in told


def test_the_page_prints_the_fingerprint_that_the_hall_publishes(renewed):
    data, newer = renewed
    with looked_at(data) as here:
        newest = published_in(here.log.events_of(record_id()))[-1]
    inside = attachments_in(newer.read_bytes())["certificate.pem"]

    assert in_fours(newest.fingerprint) in " ".join(text_of(newer.read_bytes()).split())
    assert fingerprint_of(inside) == newest.fingerprint
    assert newest.certificate == inside


@pytest.mark.wide("all drawn")
def test_a_certificate_with_the_name_of_ours_is_told_from_ours(handed, whole, tmp_path):
    data = handed[0]
    mine, ours = new_certified(datetime.now(UTC)), certified_in(data)
    name = x509.load_pem_x509_certificate(ours.certificate).subject
    key = load_pem_private_key(mine.key, None)
    made = (
        x509.CertificateBuilder()
        .subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.load_pem_x509_certificate(ours.certificate).serial_number)
        .not_valid_before(datetime(2026, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(9999, 12, 31, tzinfo=UTC))
        .add_extension(x509.KeyUsage(**USED_FOR), critical=True)
        .sign(key, SHA256())
    )  # fmt: skip
    core, _ = _parted(whole, facts(data)[0])
    forger = Certified(mine.key, made.public_bytes(Encoding.PEM))
    (tmp_path / "forged.pdf").write_bytes(core + section_of(core, forger))
    seal = seal_of((tmp_path / "forged.pdf").read_bytes())
    said, code = verified(tmp_path / "forged.pdf", data)

    assert (seal.is_whole, seal.signer) == (True, seal_of(whole).signer)
    assert (code, "That is not one of this hall’s certificates, whatever name it has." in said) == (
        1,
        True,
    )


def test_what_is_kept_is_the_signature_alone(handed):
    with looked_at(handed[0]) as here:
        for number in (1, 2):
            fact = bundles.issued_in(here, WHICH, number)
            assert isinstance(fact, BundleIssued)
            assert fact.words == ""
            assert 2_000 < len(here.log.words_of(fact.section)) < 7_000
    assert CONSISTENT in tilescribe("record", "verify", "--data", handed[0])
