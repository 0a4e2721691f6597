"""How much may be sent: as each page says, through the front, by a stranger and by a badge."""

from __future__ import annotations

from http.client import HTTPConnection

import pytest

from tests.web.a_server import Serving
from tests.web.who_may import SHUT, declared
from tests.web.whole_hall import a_whole_hall
from web.frame.pages import FORM, LARGEST, LARGEST_QUEUE, PAGES, limit_of, most_read

VISITORS = ("nobody", "director")
LIMITS = [name for name, page in PAGES.items() if page.reads != FORM]
ENDPOINTS = (*LIMITS, "players.add", "signing_in.signed")
"""Each that says how much it takes, and two that take a form, one of them from strangers."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("sizes") / "data") as hall:
        hall.server = Serving(hall.app)
        hall.at = {name: path for name, takes, path in hall.doors() if "POST" in takes}
        yield hall
        hall.server.stop()


def sent(hall, who, endpoint, size):
    """What is answered, through the front, to a body of so many bytes: a file, or JSON."""
    if limit_of(endpoint).too_much:
        kind = "multipart/form-data; boundary=part"
        head = b'--part\r\nContent-Disposition: form-data; name="%b"; filename="a.pdf"\r\n\r\n'
        head %= b"pdf" if endpoint == "paper.file" else b"photo"
        body = head + bytes(size - len(head) - 12) + b"\r\n--part--\r\n"
    else:
        kind, body = "application/json", b"[" + b" " * (size - 2) + b"]"
    assert len(body) == size
    address = hall.server.address.removeprefix("http://")
    headers = {
        "Origin": hall.server.address, "Content-Type": kind, "Accept": "application/json",
        "Cookie": f"tilescribe-session={hall.token_of(who)}",
    }  # fmt: skip
    line = HTTPConnection(address, timeout=60)
    try:
        # What is too large is answered before it is read, and the line is closed: who goes on
        # sending may never hear it. So of that nothing is sent but how much it would be.
        is_read = size <= most_read(endpoint, known=who != "nobody")
        headers["Content-Length"] = str(size)
        line.request("POST", hall.at[endpoint], body if is_read else None, headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()


def is_shut(who, endpoint):
    return declared()["POST", endpoint][who] == SHUT


@pytest.mark.found("SR-4", "PP-17")
@pytest.mark.parametrize("who", VISITORS)
@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_SR4_as_much_as_a_route_promises_gets_in_and_what_is_more_is_told_so(hall, who, endpoint):
    limit = limit_of(endpoint)

    status, fits = sent(hall, who, endpoint, limit.bytes)
    more_status, more = sent(hall, who, endpoint, limit.bytes + 1)

    if is_shut(who, endpoint):
        assert (status, more_status) == (403, 403)
        return
    assert status in (200, 303, 403, 404, 422), fits
    assert "could not be understood" not in fits
    assert "at most" not in fits
    assert limit.too_much not in fits or not limit.too_much
    if limit.too_much:
        assert more_status == 413
        assert limit.too_much in more
        assert limit.instead in more
    else:
        assert more_status == 422
        assert "at most" in more


@pytest.mark.found("SR-4", "PP-17")
def test_SR4_a_stranger_hands_in_a_bundle_to_be_looked_at_and_reads_what_it_is(hall):
    for size in (LARGEST + 1, 174_000, LARGEST_QUEUE):
        status, told = sent(hall, "nobody", "paper.file", size)
        assert status == 422
        assert "can't be read as a PDF" in told


@pytest.mark.found("SR-4")
def test_SR4_the_front_reads_of_nobody_more_than_the_table_says():
    for endpoint in (*ENDPOINTS, "", None, "no.such"):
        for known in (False, True):
            assert most_read(endpoint, known=known) <= limit_of(endpoint).bytes
    strangers = {name for name in LIMITS if most_read(name, known=False) > FORM.bytes}
    assert strangers == {"paper.file"}
