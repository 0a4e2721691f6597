"""How a device finds the hall: addresses, the install page, and what the director is told."""

from __future__ import annotations

import http.client
import plistlib
from datetime import UTC, datetime
from ipaddress import IPv4Address

import click
import pytest
import zxingcpp
from cryptography import x509
from PIL import Image

from ledger.vocabulary.refusals import Refusal
from web.command_line.serving import HallDoors, hall_wording, terminal_qr
from web.hall_certificate import (
    CERTIFICATE,
    HEADERS,
    PROFILE,
    InstallServer,
    addresses_for,
    fingerprint,
    hall_certificate,
    handouts,
    install_pages,
    lan_addresses,
    private,
)

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
HERE = (IPv4Address("192.168.1.20"),)
ELSEWHERE = (IPv4Address("10.4.0.7"),)


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    return hall_certificate(tmp_path_factory.mktemp("hall"), None, HERE, NOW)


def test_addresses_are_those_of_private_networks():
    assert private(["8.8.8.8", "172.31.0.1", "127.0.0.1", "172.31.0.1", "100.64.0.1"]) == (
        IPv4Address("172.31.0.1"),
    )
    assert addresses_for("10.1.2.3") == (IPv4Address("10.1.2.3"),)
    assert private(map(str, lan_addresses())) == lan_addresses()


@pytest.mark.parametrize("host", ["8.8.8.8", "::1", "hall.example"])
def test_an_address_outside_the_hall_is_refused(host):
    with pytest.raises(Refusal) as refusal:
        addresses_for(host)

    assert refusal.value.code == "not-a-hall-address"


def test_a_computer_without_a_network_is_told_to_join_one(monkeypatch):
    monkeypatch.setattr("web.hall_certificate.lan_addresses", tuple)
    with pytest.raises(Refusal) as refusal:
        addresses_for(None)

    assert refusal.value.code == "no-hall-network"


@pytest.fixture(scope="module")
def installing(hall):
    server = InstallServer("127.0.0.1", 0, handouts(hall), install_pages(hall, HERE, 8421, 8480))
    server.start()
    yield server
    server.shutdown()
    server.server_close()


def ask(server, path="/", method="GET", **headers):
    line = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    line.request(method, path, headers=headers)
    answer = line.getresponse()
    contents = answer.read()
    line.close()
    return answer, contents


def test_the_install_page_hands_out_the_certificate_as_file_and_as_profile(hall, installing):
    _, page = ask(installing)
    plain, certificate = ask(installing, CERTIFICATE)
    wrapped, profile = ask(installing, PROFILE)
    [payload] = plistlib.loads(profile)["PayloadContent"]

    assert CERTIFICATE in page.decode()
    assert PROFILE in page.decode()
    for line in fingerprint(hall.authority):
        assert line in page.decode()
    assert x509.load_der_x509_certificate(certificate) == hall.authority
    assert plain.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert x509.load_der_x509_certificate(payload["PayloadContent"]) == hall.authority
    assert payload["PayloadType"] == "com.apple.security.root"
    assert wrapped.headers["Content-Type"] == "application/x-apple-aspen-config"


def test_an_ipad_reads_what_the_profile_is_for_in_its_language(installing):
    english, spanish = (
        plistlib.loads(ask(installing, PROFILE, **{"Accept-Language": spoken})[1])
        for spoken in ("en", "es-MX, en;q=0.5")
    )

    assert "write scores" in english["PayloadDescription"]
    assert "anotar" in spanish["PayloadDescription"]
    assert english["PayloadUUID"] == spanish["PayloadUUID"]
    away = ask(installing, "/nowhere", **{"Accept-Language": "fr"})[1].decode()
    assert away == "Not Found. Ouvrez / pour la page d’installation.\n"


def test_whoever_came_by_name_goes_on_by_name_and_no_strange_host_is_put_on_the_page(installing):
    pages = {
        host: ask(installing, Host=host)[1].decode()
        for host in ("192.168.1.20:8480", "sheet.local:8480", 'evil.example"><script>')
    }

    assert 'href="https://192.168.1.20:8421/"' in pages["192.168.1.20:8480"]
    assert 'href="https://sheet.local:8421/"' in pages["sheet.local:8480"]
    assert pages['evil.example"><script>'] == pages["192.168.1.20:8480"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/authority.key", 404), ("GET", "/../authority.key", 404), ("GET", "/sign-in", 404),
        ("GET", "/readyz", 404), ("POST", "/", 501), ("HEAD", "/", 200), ("GET", "/?a=b", 200),
    ],
)  # fmt: skip
def test_nothing_else_is_served_and_every_answer_has_the_headers(installing, method, path, status):
    answer, contents = ask(installing, path, method, Cookie="__Host-tilescribe-session=x")

    assert answer.status == status
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert answer.headers["Set-Cookie"] is None
    assert answer.headers["Strict-Transport-Security"] is None
    assert answer.headers["Server"] == "Tilescribe"
    assert b"PRIVATE KEY" not in contents


def test_the_director_is_told_where_what_and_which_fingerprint(hall):
    doors = HallDoors("0.0.0.0", 8421, 8480, (*HERE, *ELSEWHERE), hall, None)
    told = hall_wording(doors, "3 games in here")

    for said in (
        "https://192.168.1.20:8421/", "https://10.4.0.7:8421/", "https://sheet.local:8421/",
        "http://192.168.1.20:8480/", *fingerprint(hall.authority), "no device knows it yet",
    ):  # fmt: skip
        assert said in told


def test_the_terminal_shows_a_code_that_a_camera_reads():
    rows = click.unstyle(terminal_qr("http://192.168.1.20:8480/")).splitlines()
    light = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
    picture = Image.new("L", (len(rows[0]), 2 * len(rows)))
    for y, row in enumerate(rows):
        for x, drawn in enumerate(row):
            for half in (0, 1):
                picture.putpixel((x, 2 * y + half), light[drawn][half])
    large = picture.resize((8 * picture.width, 8 * picture.height), Image.Resampling.NEAREST)
    [found] = zxingcpp.read_barcodes(large)

    assert found.text == "http://192.168.1.20:8480/"
