"""A tablet at a real `tilescribe serve --hall`: over HTTPS everything that a hall needs works."""

from __future__ import annotations

import base64
import http.client
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from uuid import uuid4

import click
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ledger.desk.requests import Sent
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.vocabulary.refusals import Refusal
from tests.web.a_tablet import Tablet
from tests.web.chromium import launched
from tests.web.entry_hall import a_hall
from web.command_line.serving import serve
from web.hall_certificate import FOLDER

pytestmark = pytest.mark.browser


def free_ports(number):
    held = [socket.socket() for _ in range(number)]
    for each in held:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in held]
    for each in held:
        each.close()
    return ports


class Serving:
    """`tilescribe serve --hall` in a process of its own."""

    def __init__(self, folder, port, install_port):
        self.folder, self.port, self.install_port = folder, port, install_port
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from web.command_line import main; main()", "serve", "--hall",
             "--host", "127.0.0.1", "--data", str(folder), "--port", str(port),
             "--install-port", str(install_port)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip
        self.told = []
        for line in self.process.stdout:
            self.told.append(line)
            if "Ctrl+C stops" in line:
                break

    def wait(self):
        """Until it answers. It has told its addresses before its worker listens."""
        deadline = time.monotonic() + 60
        while True:
            assert self.process.poll() is None, "".join(self.told)
            with suppress(ConnectionRefusedError):
                return self.ask("/readyz")
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def ask(self, path):
        """As a client that trusts this hall alone."""
        trusting = ssl.create_default_context(cafile=self.folder / FOLDER / "authority.crt")
        line = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=60, context=trusting)
        with closing(line):
            line.request("GET", path)
            answer = line.getresponse()
            answer.read()
        return answer

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
        self.process.stdout.close()


def pinned(folder):
    """The digest of the server's key, as Chromium wants it."""
    leaf = x509.load_pem_x509_certificate((folder / FOLDER / "server.crt").read_bytes())
    key = leaf.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(sha256(key).digest()).decode()


@contextmanager
def a_trusting_browser(browser, folder):
    """Chromium that trusts this server's key, as a tablet with the certificate does.

    That the authority itself leads to trust is shown in `Serving.ask`, by OpenSSL.
    """
    trusting = launched(
        browser.browser_type, f"--ignore-certificate-errors-spki-list={pinned(folder)}"
    )
    try:
        yield trusting
    finally:
        trusting.close()


@pytest.fixture(scope="module")
def hall(tmp_path_factory, browser):
    folder = tmp_path_factory.mktemp("hall")
    with a_hall(folder) as hall:
        for request in (DetermineStarter(starter=1, method="draw"), StartGame()):
            hall.desk.record(hall.games[0], request, Sent(by="K1", command_id=uuid4()))
        hall.folder, hall.serving = folder, Serving(folder, *free_ports(2))
        hall.address = f"https://127.0.0.1:{hall.serving.port}"
        try:
            with a_trusting_browser(browser, folder) as hall.trusting:
                assert hall.serving.wait().status == 200
                yield hall
        finally:
            hall.serving.stop()


def test_a_tablet_enters_a_turn_offline_over_https_and_sends_it(hall):
    tablet = Tablet(hall.trusting, hall, by_hand=True, service_workers="allow")
    try:
        page = tablet.page
        assert page.evaluate("isSecureContext")

        cookies = {each["name"]: each for each in tablet.context.cookies()}
        assert set(cookies) == {"__Host-tilescribe-session", "__Host-tilescribe-device"}
        for cookie in cookies.values():
            assert cookie["secure"]
            assert cookie["httpOnly"]
            assert cookie["path"] == "/"

        tablet.until("navigator.serviceWorker.ready.then(({ active }) => active !== null)")
        tablet.kept_for_offline()
        manifest = page.evaluate(
            "fetch(document.querySelector('link[rel=manifest]').href).then(got => got.json())"
        )
        assert manifest["display"] == "standalone"

        tablet.context.set_offline(True)
        tablet.play("8D", "WINDY")
        page.reload()
        tablet.until("window.tilescribe?.game.now?.totals[0] === 32")
        tablet.says("#state", "Saved here, 1 to send, offline")

        tablet.context.set_offline(False)
        tablet.sent()
        assert [line.move for line in tablet.sheet().lines] == ["8D WINDY"]
    finally:
        tablet.close(spent=True)


def test_nobody_who_does_not_know_the_certificate_is_connected(hall):
    line = http.client.HTTPSConnection(
        "127.0.0.1", hall.serving.port, timeout=60, context=ssl.create_default_context()
    )
    with pytest.raises(ssl.SSLCertVerificationError):
        line.request("GET", "/readyz")


def test_over_https_nothing_is_pinned_for_the_next_hall(hall):
    assert hall.serving.ask("/").headers["Strict-Transport-Security"] is None


def test_browsers_take_a_connection_for_each_request(hall):
    """With HTTP/2 they have one for all: a wall waited five seconds after twenty without one."""
    trusting = ssl.create_default_context(cafile=hall.folder / FOLDER / "authority.crt")
    trusting.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", hall.serving.port), 60) as plain,
        trusting.wrap_socket(plain, server_hostname="sheet.local") as line,
    ):
        assert line.selected_alpn_protocol() == "http/1.1"


def test_the_install_page_is_there_over_plain_http_and_the_service_is_not(hall):
    line = http.client.HTTPConnection("127.0.0.1", hall.serving.install_port, timeout=60)
    with closing(line):
        line.request("GET", "/")
        page = line.getresponse().read().decode()
        line.request("GET", "/sign-in")
        assert line.getresponse().status == 404
    assert f'href="{hall.address}/"' in page
    told = "".join(hall.serving.told)
    assert f"http://127.0.0.1:{hall.serving.install_port}/" in told
    assert "█" in told


@pytest.mark.parametrize("which", ["--port", "--install-port"])
def test_a_port_that_is_taken_is_refused_before_anything_starts(hall, which):
    taken, free = hall.serving.install_port, free_ports(1)[0]
    other = "--install-port" if which == "--port" else "--port"
    words = ["--hall", "--host", "127.0.0.1", "--data", str(hall.folder)]
    with pytest.raises(Refusal) as refusal:
        serve.main([*words, which, str(taken), other, str(free)], standalone_mode=False)

    assert refusal.value.code == "port-taken"
    assert str(taken) in refusal.value.what
    assert refusal.value.next_step == f"Choose another with {which}."


def test_options_of_a_hall_without_a_hall_make_no_sense():
    for words in (["--name", "sheet.local"], ["--install-port", "1"], ["--hall", "--port", "8480"]):
        with pytest.raises(click.UsageError):
            serve.main(words, standalone_mode=False)


def test_an_address_of_another_computer_is_said_to_be_none_of_ours(hall):
    words = ["--hall", "--host", "10.255.255.254", "--data", str(hall.folder)]
    with pytest.raises(Refusal) as refusal:
        serve.main(words, standalone_mode=False)

    assert refusal.value.next_step.startswith("Leave --host out")
