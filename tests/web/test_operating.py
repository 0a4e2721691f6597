"""What stands around a service: unit, container file, proxies, run as far as a machine can."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from http.client import HTTPSConnection
from pathlib import Path
from uuid import uuid4

import pytest
import tomli

from tests.reliability.test_record_away import START
from tests.web.a_server import a_free_port, served_on_loopback
from tests.web.entry_hall import PIN, SLUG, Hall
from tests.web.fake_site import a_site
from tests.web.test_command_line import tilescribe
from web.access.permissions import own_names
from web.application import create_app
from web.command_line.opened import opened
from web.hall_certificate import hall_certificate
from web.settings.known import FILES, OPERATING, SETTINGS
from web.site import RecordSite

HOUSE = Path(__file__).parents[2]
NAME = "scores.club.example"
FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
FORGED = {"X-Forwarded-For": "6.6.6.6", "X-Real-IP": "6.6.6.6"}


def needed(program):
    """Where a program of the system is; without it the test is skipped."""
    found = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    return found or pytest.skip(f"no {program}: apt-get install it")


@pytest.mark.parametrize(("name", "file"), FILES.items())
def test_every_example_is_written_by_the_command(name, file):
    assert tilescribe("config", "--example", name).out == (OPERATING / file).read_text("utf-8")


# systemd


@pytest.mark.parametrize("name", ["tilescribe.service", "tilescribe-witness.service"])
def test_systemd_reads_the_unit_and_finds_hardly_anything_it_may_do(tmp_path, name):
    unit = tmp_path / name
    text = (OPERATING / name).read_text("utf-8")
    unit.write_text(text.replace("/opt/tilescribe/bin/", f"{Path(sys.executable).parent}/"))
    analyze = needed("systemd-analyze")
    read = subprocess.run([analyze, "verify", "--man=no", unit], capture_output=True, text=True)
    exposed = subprocess.run(
        [analyze, "security", "--offline=true", "--no-pager", unit], capture_output=True, text=True
    )

    assert (read.returncode, read.stderr) == (0, "")
    level = re.search(rf"exposure level for {name}: ([0-9.]+)", exposed.stdout)
    assert float(level[1]) <= 1.5, exposed.stdout


def test_the_unit_names_settings_that_there_are():
    text = (OPERATING / "tilescribe.service").read_text("utf-8")
    named = set(re.findall(r"(?m)^Environment=(\w+)=", text))

    assert named <= {setting.variable for setting in SETTINGS} | {"TILESCRIBE_CONFIG"}


def test_the_witnesss_unit_starts_a_command_there_is():
    text = (OPERATING / "tilescribe-witness.service").read_text("utf-8").replace("\\\n", " ")
    [start] = re.findall(r"(?m)^ExecStart=\S+/tilescribe (.*)$", text)
    *words, name = shlex.split(start)
    assert words[:2] == ["witness", "serve"]
    assert name == "witness.example"
    told = tilescribe("witness", "serve", "--help").out
    assert all(word in told for word in words if word.startswith("--"))


# A container


def instructions():
    text = (OPERATING / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [line.split(None, 1) for line in lines]


def test_the_container_installs_the_extra_there_is_and_starts_a_command_there_is():
    project = tomli.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
    by_name = dict(instructions())
    settings = dict(shlex.split(by_name["ENV"])[n].split("=") for n in range(4))

    assert f'"{project["name"]}[postgres]"' in by_name["RUN"]
    assert "postgres" in project["optional-dependencies"]
    assert json.loads(by_name["ENTRYPOINT"]) == list(project["scripts"])
    assert settings.pop("PYTHONUNBUFFERED") == "1"
    assert set(settings) <= {setting.variable for setting in SETTINGS}
    assert settings["TILESCRIBE_DATA"] == by_name["VOLUME"]
    assert settings["TILESCRIBE_PORT"] == by_name["EXPOSE"]
    assert by_name["USER"] == "tilescribe"


def test_the_containers_first_lines_name_settings_and_commands_there_are():
    text = (OPERATING / "Containerfile").read_text("utf-8")
    head = "\n".join(re.findall(r"(?m)^#(.*)$", text)).replace("\\\n", " ")
    named = set(re.findall(r"TILESCRIBE_[A-Z_]+", head))
    commands = re.findall(r"podman exec tilescribe tilescribe (\w+ \w+)", head)

    assert named
    assert named <= {setting.variable for setting in SETTINGS}
    assert "podman build --format docker " in head  # podman's own format has no HEALTHCHECK
    assert commands
    for words in [*commands, *re.findall(r"podman run --rm .* tilescribe (\w+ \w+)", head)]:
        assert tilescribe(*words.split(), "--help").returncode == 0


def test_the_containers_look_at_its_health_is_well_and_then_is_not():
    command = dict(instructions())["HEALTHCHECK"].partition("CMD")[2]
    words = [sys.executable if word == "python" else word for word in shlex.split(command)]

    def looked(port):
        there = [word.replace(":8421/", f":{port}/") for word in words]
        return subprocess.run(there, capture_output=True).returncode

    with served_on_loopback(create_app(a_site())) as serving:
        assert looked(serving.port) == 0
    assert looked(a_free_port()) != 0


# Proxies


@pytest.fixture(scope="module")
def behind(tmp_path_factory):
    """A real hall whose service takes the word of a proxy on this computer."""
    folder = tmp_path_factory.mktemp("behind")
    with opened(folder / "data", make=True) as here:
        hall = Hall(here, 2)
        hall.server.stop()
        app = create_app(
            RecordSite(here.log, here.hall, here.desk, hall.office),
            badges=hall.office,
            HOSTS=own_names() | {NAME},
            PROXIES=("127.0.0.1",),
            HEARTBEAT_SECONDS=0.2,
        )
        certificate = hall_certificate(folder, None, (), datetime.now(UTC))
        with served_on_loopback(app) as serving:
            serving.hall, serving.certificate, serving.folder = hall, certificate, folder
            yield serving


@contextmanager
def running(*words, port):
    """A program that listens on ``port`` of loopback, until it has done its work."""
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        patience = time.monotonic() + 60
        while True:
            assert process.poll() is None, process.stdout.read()
            assert time.monotonic() < patience
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.communicate(timeout=60)


@contextmanager
def nginx(behind, port, folder):
    text = (OPERATING / "nginx.conf").read_text("utf-8")
    for old, new in (
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        ("listen 80;", f"listen 127.0.0.1:{a_free_port()};"),
        ("server 127.0.0.1:8421;", f"server 127.0.0.1:{behind.port};"),
        ("/etc/ssl/scores.club.example.pem", str(behind.certificate.chain)),
        ("/etc/ssl/scores.club.example.key", str(behind.certificate.key)),
        ("/var/log/nginx/tilescribe.log", f"{folder}/access.log"),
    ):
        assert old in text
        text = text.replace(old, new)
    (folder / "site.conf").write_text(text)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log stderr warn;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{places}include {folder}/site.conf;\n}}\n"
    )
    words = (needed("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"))
    with running(*words, port=port):
        yield


@contextmanager
def caddy(behind, port, folder):
    text = (OPERATING / "Caddyfile").read_text("utf-8")
    tls = f"\ttls {behind.certificate.chain} {behind.certificate.key}\n"
    for old, new in (
        (f"{NAME} {{\n", f"https://{NAME}:{port} {{\n\tbind 127.0.0.1\n{tls}"),
        ("127.0.0.1:8421", f"127.0.0.1:{behind.port}"),
        ("\tlog {\n", f"\tlog {{\n\t\toutput file {folder}/access.log\n"),
    ):
        assert old in text
        text = text.replace(old, new)
    options = "{\n\tadmin off\n\tauto_https off\n\tstorage file_system " + str(folder) + "\n}\n"
    (folder / "Caddyfile").write_text(options + text)
    with running(
        needed("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile"),
        port=port,
    ):  # fmt: skip
        yield


class Outside:
    """A browser at the proxy, with its cookies; it knows the service by its name."""

    def __init__(self, port):
        self.port, self.cookies, self.lines = port, {}, []
        self.trust = ssl.create_default_context()
        self.trust.check_hostname, self.trust.verify_mode = False, ssl.CERT_NONE

    def ask(self, path, body=None, kind="application/json", **headers):
        line = HTTPSConnection(NAME, self.port, context=self.trust, timeout=60)
        raw = socket.create_connection(("127.0.0.1", self.port), 20, ("127.0.0.2", 0))
        line.sock = self.trust.wrap_socket(raw, server_hostname=NAME)
        self.lines.append(line)
        kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        told = {"Host": NAME, "Accept": "application/json", **FORGED, **FROM_HERE, **headers}
        told |= {"Cookie": kept} if kept else {}
        told |= {"Content-Type": kind} if body is not None else {}
        line.request("GET" if body is None else "POST", path, body, told)
        answer = line.getresponse()
        self.lines.append(answer)
        for given in answer.headers.get_all("Set-Cookie") or ():
            assert "Secure" in given
            name, _, value = given.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def close(self):
        for line in self.lines:
            line.close()

    def form(self, path, **fields):
        body = urllib.parse.urlencode(fields)
        return self.ask(path, body, "application/x-www-form-urlencoded", Origin=f"https://{NAME}")


@pytest.mark.parametrize(("proxy", "table"), [(nginx, 1), (caddy, 2)])
def test_a_tablet_enters_and_watches_through_the_proxy_and_its_own_address_is_known(
    proxy, table, behind, tmp_path, caplog
):
    port, game = a_free_port(), str(behind.hall.games[table - 1])
    with (
        caplog.at_level("INFO", "tilescribe.door"),
        proxy(behind, port, tmp_path),
        closing(Outside(port)) as outside,
    ):
        code = behind.hall.office.tablets.invite(f"{SLUG}/T{table}", by="D1")
        assert outside.form("/enrol", code=code).status == 303
        assert outside.form("/sign-in", badge="K1", pin=PIN).status == 303
        watching = outside.ask(f"/events?game={game}")
        assert watching.headers["Content-Type"].startswith("text/event-stream")
        assert watching.readline().startswith(b"retry:")
        assert watching.headers.get_all("Strict-Transport-Security") == ["max-age=15552000"]

        entry = {"command_id": str(uuid4()), "device_seq": 1, "game": game, "asked": START}
        answer = json.loads(outside.ask("/api/entries", json.dumps([entry])).read())
        assert answer["answers"][0]["kind"] == "written"
        told = b""
        while game.encode() not in told:  # the connection's own time limit ends it otherwise
            told = watching.readline()
        metrics, ready = outside.ask("/metrics"), json.loads(outside.ask("/readyz").read())
        # With the port, or Caddy does not find the log of a site that is not at its usual one.
        here = {"Host": f"{NAME}:{port}"}
        assert outside.ask(f"/t/{SLUG}/tell/{game}/QSECRETQ?also=QSECRETQ", **here).status == 404
        if proxy is nginx:  # looks at the length; Caddy reads until it is too much
            assert outside.ask("/api/entries", b"x" * 1_100_000).status == 413

    logged = (tmp_path / "access.log").read_text("utf-8")
    assert f"/t/{SLUG}/tell/{game}/..." in logged
    assert "QSECRETQ" not in logged
    assert not [value for value in outside.cookies.values() if value in logged]

    assert {name.partition("tilescribe")[0] for name in outside.cookies} == {"__Host-"}
    assert metrics.status == 404
    # The address is the one the proxy saw, not the one that was written into the header.
    lines = [record.getMessage() for record in caplog.records]
    assert any("signed-in badge=K1 from=127.0.0.2 " in line for line in lines)
    assert "6.6.6.6" not in "\n".join(lines)
    assert ready["ready"] is True


@pytest.mark.found("OP7")
def test_OP7_a_record_in_postgres_without_what_speaks_to_it_is_one_clear_line(monkeypatch):
    from ledger.record import opening as settings

    monkeypatch.setattr(settings, "find_spec", lambda _name: None)
    monkeypatch.setattr(
        os, "environ", {**os.environ, "PERSISTENCE_MODULE": "eventsourcing.postgres"}
    )
    done = tilescribe("badge", "list")

    assert done.returncode == 1
    assert done.err.endswith("Install it with: pip install 'tilescribe[postgres]'.\n")
    assert done.err.count("\n") == 1
