"""What commands print is looked up where the hall is served; who prints is told where it is not."""

from __future__ import annotations

import signal
from io import BytesIO
from ipaddress import IPv4Address
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
import zxingcpp
from click.testing import CliRunner

from printing.checking.files import MARK
from tests.printing.test_case_papers import text_of
from tests.web.test_front_life import Service
from tests.web.whole_hall import SLUG, a_whole_hall
from web.command_line import serving
from web.command_line.cases import bundle
from web.command_line.data_folder import SERVED_AT_FILE, base_asked, keep_served_at
from web.command_line.papers import print_
from web.command_line.serving import HallDoors
from web.settings import known
from web.settings.in_force import settled

pytestmark = pytest.mark.found("PA2")

HALL = "https://192.168.1.20:8421"
SAYS_SO = "paper_address"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served") / "data"
    with a_whole_hall(folder):
        pass
    return folder


@pytest.fixture(autouse=True)
def never_served(folder, monkeypatch):
    (folder / SERVED_AT_FILE).unlink(missing_ok=True)
    monkeypatch.delenv(known.PAPER_ADDRESS.variable, raising=False)


def printed(folder, *what, **environment):
    """What ``tilescribe paper print`` makes, what its square codes begin with, and what is said."""
    file = folder.parent / "printed.pdf"
    request = [*what, "-o", str(file), "--data", str(folder)]
    done = CliRunner().invoke(print_, request, env=environment)
    assert done.exit_code == 0, done.output
    with pikepdf.open(BytesIO(file.read_bytes())) as pdf:
        words = str(pdf.docinfo.get("/Keywords", "")).split()
    return file.read_bytes(), {w.partition(MARK)[0] for w in words if MARK in w}, done.stderr


A_GAME, A_CASE = ("result-slip", f"{SLUG}/R1/T1"), ("incident", f"{SLUG}/C-1")
A_ROUND = ("result-slip", f"{SLUG}/R1", "--by-hand")


@pytest.mark.wide("processes")
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_a_service_leaves_its_address_and_it_stands_after_it_has_ended(folder):
    service = Service(folder)
    try:
        pdf, while_served, said = printed(folder, *A_GAME)
    finally:
        service.ended(signal.SIGTERM)
    _, afterwards, _ = printed(folder, *A_ROUND)

    assert while_served == afterwards == {service.address}
    assert f"check at {service.address.removeprefix('http://')}/verify" in text_of(pdf)
    assert "opens on this computer alone" in said


@pytest.mark.parametrize("what", [A_GAME, A_ROUND, ("standings", SLUG), A_CASE])
def test_of_a_hall_every_paper_says_where_it_is_looked_up(folder, what):
    keep_served_at(folder, HALL)
    pdf, begins, said = printed(folder, *what)

    assert begins == {HALL}
    assert "check at 192.168.1.20:8421/verify" in text_of(pdf)
    assert said == ""


@pytest.mark.parametrize("what", [A_GAME, A_ROUND])
def test_where_it_was_never_served_one_line_says_which_setting_helps(folder, what):
    _, begins, said = printed(folder, *what)

    assert begins == {"tilescribe:"}
    assert len(said.splitlines()) == 1
    assert SAYS_SO in said


def test_the_setting_goes_before_where_it_is_served(folder):
    keep_served_at(folder, HALL)
    named = {known.PAPER_ADDRESS.variable: "https://hall.example/"}
    _, begins, said = printed(folder, *A_GAME, **named)

    assert (begins, said) == ({"https://hall.example"}, "")


def test_what_has_no_code_says_nothing_of_codes(folder):
    unpaired = ("result-slip", f"{SLUG}/R9", "--by-hand", "--count", "2")
    assert printed(folder, *unpaired)[1:] == (set(), "")


A_POSTER = ("poster", SLUG)


def squares_of(pdf):
    """What a phone reads on the first page of a PDF."""
    page = pypdfium2.PdfDocument(BytesIO(pdf))[0].render(scale=2).to_pil()
    return [code.text for code in zxingcpp.read_barcodes(page)]


@pytest.mark.found("PH-13")
def test_a_poster_leads_phones_to_the_tournament_at_the_halls_address(folder):
    keep_served_at(folder, HALL)
    pdf, begins, said = printed(folder, *A_POSTER)

    assert squares_of(pdf) == [f"{HALL}/t/{SLUG}/"]
    assert (begins, said) == (set(), ""), "no code that is looked up"
    assert "Spring Open" in text_of(pdf)
    assert f"{HALL}/t/{SLUG}/" in text_of(pdf)


@pytest.mark.found("PH-13")
def test_a_poster_of_a_hall_never_served_leaves_the_address_to_the_hand_and_says_so(folder):
    pdf, _, said = printed(folder, *A_POSTER)

    assert squares_of(pdf) == []
    assert "Address of the tournament" in text_of(pdf)
    assert SAYS_SO in said


@pytest.mark.found("PH-13")
@pytest.mark.parametrize(
    ("served", "desk_request", "leads"),
    [
        (HALL, "http://localhost:8421", HALL),
        (HALL, "http://127.0.0.1:8421", HALL),
        (HALL, "https://10.0.0.7:8421", "https://10.0.0.7:8421"),
        ("", "http://localhost:8421", "http://localhost:8421"),
        ("http://[::1]:8421", "http://localhost:8421", "http://localhost:8421"),
    ],
)
def test_what_localhost_prints_leads_to_where_the_hall_is_served(
    folder, served, desk_request, leads
):
    if served:
        keep_served_at(folder, served)

    assert base_asked(folder, f"{desk_request}/") == leads


@pytest.mark.found("PH-13")
def test_the_organisers_page_has_the_poster_and_says_beforehand_where_it_leads(tmp_path):
    with a_whole_hall(tmp_path / "data", PAPER_BASE=lambda: HALL) as hall:
        page = hall.ask("organiser", f"/t/{SLUG}/organise/papers").text
        other = hall.ask("organiser", f"/t/{SLUG}/organise/papers?size=letter").text
        poster = hall.ask("nobody", f"/t/{SLUG}/poster.pdf?paper=letter")
    with a_whole_hall(tmp_path / "alone") as hall:
        alone = hall.ask("organiser", f"/t/{SLUG}/organise/papers").text

    assert f"/t/{SLUG}/poster.pdf?paper=a4" in page
    assert f"/t/{SLUG}/poster.pdf?paper=letter" in other
    assert f"{HALL}/t/{SLUG}/" in page
    assert "opens only on this computer" not in page
    assert "opens only on this computer" in alone
    assert (poster.status_code, poster.mimetype) == (200, "application/pdf")


def test_a_signed_bundle_begins_its_code_with_it_too(folder):
    file = folder.parent / "c1.pdf"
    request = [f"{SLUG}/C-1", "--to", "the committee", "--badge", "D1", "-o", str(file)]
    said = CliRunner().invoke(bundle, [*request, "--data", str(folder)]).stderr
    keep_served_at(folder, HALL)
    CliRunner().invoke(bundle, [*request, "--data", str(folder)])

    assert SAYS_SO in said
    assert "check at 192.168.1.20:8421/verify" in text_of(file.read_bytes())


NO_ADDRESSES = (
    "no address", "ftp://hall.example", "http://a\nhttp://b", "http://a\thttp://b", "http://a\0b",
    "http://hall example", "http://hall\u3000example", "http://user:word@hall.example",
    "http://hall.example:99999", "http://hall.example:0", "http://hall.example:",
    "http://hall.example:eighty", "http://", "http://[::1", "https://hall.example/path",
    "https://hall.example?a=b", "https://hall.example#here", "https://hall.example/v/TJ7K2M9QXX",
    f"https://{'a' * 293}", f"https://{'a' * 100_000}",
)  # fmt: skip


@pytest.mark.parametrize("kept", ["", "\x00\xff", *NO_ADDRESSES])
def test_a_file_that_says_nothing_serve_writes_is_none_and_it_is_said(folder, kept):
    (folder / SERVED_AT_FILE).write_text(kept, "utf-8")
    _, begins, said = printed(folder, *A_GAME)

    assert begins == {"tilescribe:"}
    assert len(said.splitlines()) == 1
    assert SAYS_SO in said


@pytest.mark.parametrize("given", NO_ADDRESSES)
def test_the_setting_takes_no_other(given):
    said = settled({known.PAPER_ADDRESS.variable: given}).wrong
    assert "must be an address without a path" in str(said[0])


@pytest.mark.parametrize(
    "told",
    [
        HALL, "http://localhost:8421", "http://[::1]:8421", "https://hall.example/",
        "http://[fe80::1%eth0]:8421", "https://halle-süd.example", f"https://{'a' * 92}",
    ],
)  # fmt: skip
def test_what_serve_tells_is_read_again_and_the_setting_takes_it(folder, told):
    keep_served_at(folder, told)
    _, begins, _ = printed(folder, *A_GAME)

    assert begins == {told.rstrip("/")} == {known.PAPER_ADDRESS.kind.read(told)}


def test_nothing_is_in_the_way_of_serving_where_it_cant_be_kept(tmp_path):
    keep_served_at(tmp_path / "nowhere", HALL)
    (tmp_path / SERVED_AT_FILE).mkdir()
    keep_served_at(tmp_path, HALL)

    assert (tmp_path / SERVED_AT_FILE).is_dir()
    assert list(tmp_path.iterdir()) == [tmp_path / SERVED_AT_FILE]


def test_what_people_are_told_is_an_address_that_opens(monkeypatch):
    addresses = (IPv4Address("192.168.1.20"), IPv4Address("10.0.0.7"))
    monkeypatch.setattr("web.hall_certificate.lan_addresses", lambda: addresses)
    doors = HallDoors("0.0.0.0", 8421, 8480, addresses, None, None)

    assert doors.wording[0] == HALL
    assert [serving._reached_at(host) for host in ("0.0.0.0", "::", "::1", "hall.example")] == [
        "192.168.1.20", "192.168.1.20", "[::1]", "hall.example",
    ]  # fmt: skip
