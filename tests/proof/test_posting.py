"""Sending something to an address: over TLS only under a good certificate, and never for ever."""

from __future__ import annotations

import socket
import ssl
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from http.server import ThreadingHTTPServer
from ipaddress import IPv4Address
from threading import Thread

import pytest

from tests.proof.a_witness import AWitness, _handler
from web.hall_certificate import hall_certificate
from web.proofs.exchange import Away, post


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    where = [IPv4Address("127.0.0.1")]
    folder = tmp_path_factory.mktemp("certificate")
    return hall_certificate(folder, "witness.local", where, datetime.now(UTC))


@contextmanager
def over_tls(certificate):
    """A witness that shows this certificate; its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(AWitness()))
    server.daemon_threads = True
    shown = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    shown.load_cert_chain(certificate.chain, certificate.key)
    server.socket = shown.wrap_socket(server.socket, server_side=True)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield f"https://127.0.0.1:{server.server_port}/sub/add-checkpoint"
    finally:
        server.shutdown()
        server.server_close()


def test_a_certificate_that_nobody_trusts_is_refused_in_words(certificate):
    with (
        over_tls(certificate) as address,
        pytest.raises(Away, match="its certificate is not trusted here"),
    ):
        post(address, b"old 0\n\n")


def test_one_that_this_computer_trusts_will_do(certificate, monkeypatch):
    authority = certificate.chain.with_name("authority.crt")
    monkeypatch.setenv("SSL_CERT_FILE", str(authority))
    with over_tls(certificate) as address:
        assert post(address, b"old 0\n\n").status == 400


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_one_that_takes_the_connection_and_says_nothing_is_left(scheme):
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as silent,
        pytest.raises(Away, match="in time"),
    ):
        post(f"{scheme}://127.0.0.1:{silent.getsockname()[1]}/", b"x", longest=0.2)


def test_a_name_that_is_not_there_is_said():
    with pytest.raises(Away, match="no such name"):
        post("http://witness.invalid/", b"x")


def test_headers_without_end_are_left():
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def answer_for_ever():
            with closing(server.accept()[0]) as one:
                one.sendall(b"HTTP/1.1 200 OK\r\n")
                try:
                    while True:
                        one.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
                except OSError:
                    return

        Thread(target=answer_for_ever, daemon=True).start()
        with pytest.raises(Away):
            post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"x", longest=2)
