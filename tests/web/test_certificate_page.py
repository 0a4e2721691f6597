"""The certificate of bundles is public, named in the log, and vouched for by the one before it."""

from __future__ import annotations

import base64
import re
import subprocess

import pytest
from cryptography import x509
from msgspec.structs import replace

from ledger.proof.facts import CertificateMade
from ledger.proof.keys import (
    CERTIFICATE_FILE,
    certified_in,
    fingerprint_of,
    in_der,
    is_vouched_for,
    keep_certified,
    new_certified,
    published_in,
)
from ledger.record.events import Event, record_id
from ledger.record.verify import verify
from tests.web.whole_hall import SLUG, a_whole_hall


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        yield hall


def sign(hall):
    return hall.here.checkpoints.certified(now=hall.desk.now(), by="D1")


def renew(hall):
    return hall.here.checkpoints.new_certificate(now=hall.desk.now(), by="D1")


def shown(hall):
    page = hall.ask("nobody", "/certificate/").text
    groups = re.findall(r"<code>((?:[0-9a-f]{4} ){3}[0-9a-f]{4})</code>", page)
    told = ["".join(groups[at : at + 4]).replace(" ", "") for at in range(0, len(groups), 4)]
    return page, told


def test_before_the_first_bundle_there_is_none_and_that_is_said(hall):
    assert "There is none yet" in shown(hall)[0]
    assert shown(hall)[1] == []


def test_anybody_reads_its_fingerprint_in_groups_and_takes_it_away(hall):
    held = sign(hall)
    page, told = shown(hall)
    where = f"/certificate/{held.fingerprint}"
    pem, der = (hall.ask("nobody", f"{where}.{kind}").data for kind in ("pem", "der"))

    assert told == [held.fingerprint]
    assert f"{where}.pem" in page
    assert b"PRIVATE" not in pem
    assert x509.load_pem_x509_certificate(pem) == x509.load_der_x509_certificate(der)
    assert fingerprint_of(pem) == held.fingerprint
    assert hall.ask("nobody", f"{where}.sig").json["refused"] == "no-such-certificate"
    assert hall.ask("nobody", f"/certificate/{'0' * 64}.pem").status_code == 404
    for page in ("/verify", "/checkpoints/"):
        assert 'href="/certificate/"' in hall.ask("nobody", page).text


def test_it_is_named_in_the_log_under_a_signed_checkpoint(hall):
    held = sign(hall)
    [one] = hall.here.checkpoints.certificates
    events = hall.here.log.events_of(record_id())
    [event] = [e for e in events if isinstance(e.fact, CertificateMade)]
    place = next(p for p, e in hall.here.log.placed_events_of(record_id()) if e == event)

    assert one.under >= place
    assert fingerprint_of(event.fact.certificate.encode()) == held.fingerprint
    assert verify(hall.here.log.store).sound
    assert f"checkpoint of {one.under} events" in shown(hall)[0]
    assert sign(hall).fingerprint == held.fingerprint  # and is published once
    assert len(hall.here.checkpoints.certificates) == 1


def test_one_of_an_earlier_release_is_published_when_it_signs_next(hall):
    held = new_certified(hall.desk.now())
    keep_certified(hall.here.folder, held)
    assert shown(hall)[1] == []
    sign(hall)
    assert shown(hall)[1] == [held.fingerprint]


def test_the_key_of_the_one_before_signs_the_new_one(hall, tmp_path):
    old = sign(hall)
    new = renew(hall)
    page, told = shown(hall)
    for kind, name in (("pem", old), ("der", new), ("sig", new)):
        body = hall.ask("nobody", f"/certificate/{name.fingerprint}.{kind}").data
        (tmp_path / f"it.{kind}").write_bytes(body)

    assert told == [new.fingerprint, old.fingerprint]
    assert certified_in(hall.here.folder) == new
    assert "replaced" in page
    commands = (
        "openssl x509 -in it.pem -pubkey -noout > it.pub",
        "openssl dgst -sha256 -verify it.pub -signature it.sig it.der",
    )
    for command in commands:
        done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done
    assert "Verified OK" in done.stdout


def test_where_the_key_is_gone_nobody_vouches_and_the_page_says_so(hall):
    sign(hall)
    (hall.here.folder / CERTIFICATE_FILE).unlink()
    new = sign(hall)
    page, told = shown(hall)

    assert told[0] == new.fingerprint
    assert "no: its key was not available" in page


@pytest.mark.parametrize("signed", ["", "AAAA", "not base64", "by another", "of another"])
def test_one_that_the_one_before_did_not_sign_is_not_published(hall, signed):
    """Whoever can write to the record but has no key of ours can't hand it over to their own."""
    old, mine = sign(hall), new_certified(hall.desk.now())
    if signed == "by another":
        signed = base64.b64encode(mine.vouching_for(mine.alone)).decode()
    if signed == "of another":
        signed = base64.b64encode(old.vouching_for(old.alone)).decode()
    fact = CertificateMade(certificate=mine.alone.decode(), replaces=old.fingerprint, signed=signed)
    events = hall.here.log.events_of(record_id())
    last = events[-1]
    forged = Event(record_id(), last.originator_version + 1, replace(last.envelope, fact=fact))

    assert [one.fingerprint for one in published_in((*events, forged))] == [old.fingerprint]


def test_a_signature_is_of_one_certificate_by_one_key(hall):
    one, other = new_certified(hall.desk.now()), new_certified(hall.desk.now())
    signature = one.vouching_for(other.alone)

    assert is_vouched_for(other.alone, signature, one.alone)
    assert not is_vouched_for(one.alone, signature, one.alone)
    assert not is_vouched_for(other.alone, signature, other.alone)
    assert not is_vouched_for(other.alone, signature[:-1], one.alone)
    assert in_der(one.certificate) == in_der(one.alone)


@pytest.mark.parametrize("path", ["/tournaments", f"/t/{SLUG}/", f"/t/{SLUG}/me"])
def test_whoever_holds_paper_finds_where_to_look_it_up(hall, path):
    assert 'href="/verify"' in hall.ask("nobody", path, headers={"Accept": "text/html"}).text
