"""The hall's certificate: what it can vouch for, how long, and that its key stays where it is."""

from __future__ import annotations

import shutil
import ssl
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from ipaddress import IPv4Address, IPv4Network

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from ledger.vocabulary.refusals import Refusal
from web import hall_certificate as authorities
from web.hall_certificate import (
    FOLDER,
    RANGES,
    fingerprint,
    hall_certificate,
    make_authority,
    make_leaf,
)
from web.hall_certificate import LASTS_LEAF as LASTS

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
HERE = (IPv4Address("192.168.1.20"),)
ELSEWHERE = (IPv4Address("10.4.0.7"),)


def made(folder, name=None, addresses=HERE, now=NOW):
    return hall_certificate(folder, name, addresses, now)


@pytest.fixture(scope="module")
def first_made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hall")
    return folder, made(folder)


@pytest.fixture
def folder(first_made, tmp_path):
    """A data folder whose hall has its certificate already."""
    shutil.copytree(first_made[0] / FOLDER, tmp_path / FOLDER)
    return tmp_path


def leaf_of(hall):
    return x509.load_pem_x509_certificate(hall.chain.read_bytes())


def subject(text):
    try:
        return x509.IPAddress(IPv4Address(text))
    except ValueError:
        return x509.DNSName(text)


def vouched_for(authority, leaf, text, now=NOW):
    """Whether a browser that trusts the authority takes the leaf for that site."""
    verifier = PolicyBuilder().store(Store([authority])).time(now)
    try:
        verifier.build_server_verifier(subject(text)).verify(leaf, [])
    except VerificationError:
        return False
    return True


@pytest.mark.parametrize("site", ["sheet.local", "localhost", "127.0.0.1", "192.168.1.20"])
def test_a_browser_takes_the_servers_certificate_for_the_halls_name_and_addresses(first_made, site):
    _, hall = first_made

    assert vouched_for(hall.authority, leaf_of(hall), site)


class AsIf:
    """A leaf for other sites, signed with the stolen key of an authority."""

    def __init__(self, hall, folder):
        self.hall = hall
        path = folder / FOLDER / "authority.key"
        self.key = load_pem_private_key(path.read_bytes(), password=None)

    def leaf(self, monkeypatch, site):
        names = x509.SubjectAlternativeName([subject(site)])
        monkeypatch.setattr("web.hall_certificate._for", lambda name, numbers: names)
        leaf, _ = make_leaf(self.hall.authority, self.key, (), NOW)
        return leaf


@pytest.mark.parametrize(
    "site", ["bank.example", "local", "sheet.local.example", "8.8.8.8", "172.32.0.1", "192.169.0.1"]
)
def test_with_a_stolen_key_nobody_can_pose_as_another_site(first_made, monkeypatch, site):
    folder, hall = first_made
    leaf = AsIf(hall, folder).leaf(monkeypatch, site)

    assert not vouched_for(hall.authority, leaf, site)


def test_it_is_the_constraints_that_keep_other_sites_out(first_made, monkeypatch):
    """The same leaf passes under the same key where there are none: the test above has teeth."""
    folder, hall = first_made
    thief = AsIf(hall, folder)
    builder = x509.CertificateBuilder(
        hall.authority.issuer, hall.authority.subject, hall.authority.public_key(), 1,
        hall.authority.not_valid_before_utc, hall.authority.not_valid_after_utc,
    )  # fmt: skip
    for each in hall.authority.extensions:
        if not isinstance(each.value, x509.NameConstraints):
            builder = builder.add_extension(each.value, each.critical)
    boundless = builder.sign(thief.key, hashes.SHA256())
    leaf = thief.leaf(monkeypatch, "bank.example")

    assert vouched_for(boundless, leaf, "bank.example")
    assert not vouched_for(hall.authority, leaf, "bank.example")


def test_the_authority_makes_certificates_of_servers_and_nothing_else(first_made):
    _, hall = first_made
    extensions = hall.authority.extensions
    constraints = extensions.get_extension_for_class(x509.NameConstraints)
    basic = extensions.get_extension_for_class(x509.BasicConstraints)
    usage = extensions.get_extension_for_class(x509.KeyUsage)
    permitted = [each.value for each in constraints.value.permitted_subtrees]

    assert constraints.critical
    assert permitted == ["sheet.local", "localhost", *RANGES, IPv4Network("127.0.0.1/32")]
    assert all(network.is_private for network in RANGES)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)
    assert usage.critical
    assert usage.value == authorities.may_only(key_cert_sign=True)
    assert isinstance(hall.authority.public_key().curve, ec.SECP256R1)
    assert hall.authority.not_valid_after_utc - NOW <= timedelta(days=730)


def test_the_servers_certificate_is_short_lived_and_for_servers(first_made):
    leaf = leaf_of(first_made[1])
    usage = leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value

    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc == LASTS <= timedelta(days=397)
    assert list(usage) == [x509.ExtendedKeyUsageOID.SERVER_AUTH]


def test_started_again_nothing_changes(folder):
    before = {path.name: path.read_bytes() for path in (folder / FOLDER).iterdir()}
    hall = made(folder, now=NOW + timedelta(days=200))

    assert {path.name: path.read_bytes() for path in (folder / FOLDER).iterdir()} == before
    assert not hall.is_new


@pytest.mark.parametrize(
    ("days", "addresses", "renewed"),
    [(365, HERE, False), (367, HERE, True), (1, ELSEWHERE, True), (1, (*HERE, *ELSEWHERE), True)],
)
def test_the_server_gets_a_new_certificate_before_it_runs_out_or_for_a_new_address(
    folder, first_made, days, addresses, renewed
):
    _, before = first_made
    later = NOW + timedelta(days=days)
    hall = made(folder, addresses=addresses, now=later)

    assert hall.authority == before.authority  # tablets notice nothing
    assert (leaf_of(hall) != leaf_of(before)) is renewed
    assert (hall.key.read_bytes() != before.key.read_bytes()) is renewed
    for address in addresses:
        assert vouched_for(hall.authority, leaf_of(hall), str(address), later)


@pytest.mark.parametrize("file", ["server.key", "server.crt"])
@pytest.mark.parametrize("damage", [b"", b"no key", None])
def test_a_damaged_certificate_of_the_server_is_made_anew(folder, file, damage):
    path = folder / FOLDER / file
    path.unlink() if damage is None else path.write_bytes(damage)
    hall = made(folder)

    assert vouched_for(hall.authority, leaf_of(hall), "sheet.local")
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(hall.chain, hall.key)


def test_keys_are_readable_by_their_owner_only_even_if_somebody_opened_them(folder):
    for name in ("authority.key", "server.key"):
        (folder / FOLDER / name).chmod(0o644)
    made(folder)

    modes = {path.name: path.stat().st_mode & 0o777 for path in (folder / FOLDER).iterdir()}
    assert modes == dict.fromkeys(
        ("authority.crt", "authority.key", "server.crt", "server.key"), 0o600
    )


def test_the_folder_of_a_new_certificate_is_closed_to_others(first_made):
    assert (first_made[0] / FOLDER).stat().st_mode & 0o777 == 0o700


def damaged(folder):
    (folder / FOLDER / "authority.key").write_bytes(b"-----BEGIN PRIVATE KEY-----\nAAAA\n")


def without_its_key(folder):
    (folder / FOLDER / "authority.key").unlink()


def with_another_key(folder):
    shutil.copy(folder / FOLDER / "server.key", folder / FOLDER / "authority.key")


@pytest.mark.parametrize("trouble", [damaged, without_its_key, with_another_key])
def test_a_damaged_key_of_the_authority_is_said_and_nothing_is_made_in_its_place(folder, trouble):
    trouble(folder)
    before = (folder / FOLDER / "authority.crt").read_bytes()
    with pytest.raises(Refusal) as refusal:
        made(folder)

    assert refusal.value.code == "damaged-certificate"
    assert "delete" in refusal.value.next_step
    assert (folder / FOLDER / "authority.crt").read_bytes() == before


@pytest.mark.parametrize(
    ("now", "name", "code"),
    [
        (NOW - timedelta(days=2), None, "clock-behind"),
        (NOW + timedelta(days=731), None, "certificate-ran-out"),
        (NOW, "other.local", "another-hall-name"),
        (NOW, "bank.example", "not-a-hall-name"),
        (NOW, "local", "not-a-hall-name"),
        (NOW, "*.local", "not-a-hall-name"),
    ],
)
def test_what_keeps_a_hall_from_its_certificate_is_one_line(folder, now, name, code):
    with pytest.raises(Refusal) as refusal:
        made(folder, name, now=now)

    assert refusal.value.code == code
    assert "\n" not in str(refusal.value)


def test_a_folder_that_can_not_be_written_is_said_so(tmp_path, monkeypatch):
    (tmp_path / FOLDER).write_text("in the way")
    with pytest.raises(Refusal) as refusal:
        made(tmp_path)

    assert refusal.value.code == "no-way-to-the-certificate"


def test_stopped_half_way_the_next_start_makes_it_whole(tmp_path, monkeypatch):
    with monkeypatch.context() as cut:
        cut.setattr("web.hall_certificate.make_leaf", stopped)
        with pytest.raises(KeyboardInterrupt):
            made(tmp_path)
    (tmp_path / f"{FOLDER}.begun").mkdir()

    hall = made(tmp_path)
    assert vouched_for(hall.authority, leaf_of(hall), "sheet.local")


def stopped(*_):
    raise KeyboardInterrupt


def test_a_hall_may_have_another_name(tmp_path):
    hall = made(tmp_path, "Board.Lan.")

    assert hall.name == "board.lan"
    assert vouched_for(hall.authority, leaf_of(hall), "board.lan")
    assert not vouched_for(hall.authority, leaf_of(hall), "sheet.local")


def test_the_fingerprint_is_the_one_that_devices_show(first_made):
    _, hall = first_made
    digest = sha256(hall.authority.public_bytes(Encoding.DER)).hexdigest().upper()

    assert "".join(fingerprint(hall.authority)).replace(" ", "") == digest
    assert [len(line.split()) for line in fingerprint(hall.authority)] == [8, 8, 8, 8]


def test_authorities_of_two_halls_have_different_keys():
    one, two = (make_authority("sheet.local", NOW)[0] for _ in range(2))

    assert one.public_key() != two.public_key()
