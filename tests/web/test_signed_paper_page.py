"""The page that a signed square code leads to, and where the key's fingerprint stands."""

from __future__ import annotations

import pytest

from ledger.proof.keys import key_in
from ledger.proof.paper_codes import in_halves
from ledger.proof.signed_paper import Signer, fingerprint_lines, paper_in, read_signed
from printing.filling.table_papers import filled
from tests.proof.test_signed_codes import ALL, GAME, address_on
from tests.web.made_once import the_demonstration
from tests.web.whole_hall import SIGNED_PAPER
from web.access.rate_limit import RateLimit
from web.application import create_app
from web.command_line.opened import opened
from web.command_line.worker import PaperChecks
from web.site import RecordSite


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    data = the_demonstration(tmp_path_factory.mktemp("signed") / "data")
    with opened(data) as here:
        yield here


@pytest.fixture(scope="module")
def client(here):
    office = here.badges
    site = RecordSite(here.log, here.hall, here.desk, office.sessions)
    app = create_app(site, badges=office, paper_checker=PaperChecks(here), TESTING=True)
    app.extensions["paper_checks"] = RateLimit(1000, 60.0)
    return app.test_client()


@pytest.mark.parametrize("which", ALL)
def test_a_visitor_who_scans_it_reads_what_it_says_and_that_the_record_agrees(here, client, which):
    address = address_on(ALL[which](here))
    where = address.removeprefix("HTTPS://HALL.EXAMPLE")
    page = client.get(where)

    assert page.status_code == 200
    assert "Signed by this hall" in page.text
    says = paper_in(read_signed(address))
    assert in_halves(says.code) in page.text
    assert fingerprint_lines(Signer(key_in(here.folder)).public)[0] in page.text
    small = client.get(where.lower()).text
    assert small.replace(where.lower(), "") == page.text.replace(where, "")
    assert "Signed by this hall" in client.get("/verify", query_string={"code": address}).text


def test_a_slip_leads_on_to_what_its_ten_signs_are(here, client):
    address = address_on(ALL["slip"](here))
    [form] = filled(here, "result-slip", GAME, None).forms
    page = client.get(address.removeprefix("HTTPS://HALL.EXAMPLE")).text

    assert "Signed by this hall, and the record agrees" in page
    assert "The ten characters at its foot: Genuine, and the latest" in page
    assert form.sides[0].name in page


def test_another_halls_paper_and_nonsense_are_told_apart_and_nothing_is_looked_up(client):
    stranger, nonsense = client.get(f"/S/{SIGNED_PAPER}"), client.get("/S/AAAA")

    assert (stranger.status_code, nonsense.status_code) == (200, 200)
    assert "Not signed by this hall" in stranger.text
    assert "spring-open, A, round 1, table 1" in stranger.text
    assert "Signed by this hall" not in stranger.text
    assert "No signed code" in nonsense.text
    assert client.get(f"/S/{'A' * 5000}").status_code in (200, 414)


def test_words_in_a_strangers_paper_are_words(here, client):
    from msgspec.structs import replace

    from ledger.proof.signed_paper import in_capitals
    from tests.proof.test_signed_paper import SIGNER, SLIP

    letters = in_capitals(SIGNER.signed(replace(SLIP, tournament="<b>hall</b>", division="")))
    page = client.get(f"/S/{letters}").text

    assert "<b>hall" not in page
    assert "&lt;b&gt;hall&lt;/b&gt;" in page


def test_signed_codes_are_not_guessed_at_from_one_address(client):
    client.application.extensions["paper_checks"] = RateLimit(2, 60.0)
    try:
        answers = [client.get(f"/S/{SIGNED_PAPER}").status_code for _ in range(3)]
    finally:
        client.application.extensions["paper_checks"] = RateLimit(1000, 60.0)
    assert answers == [200, 200, 429]


def test_the_fingerprint_stands_where_visitors_find_what_is_signed(here, client):
    page = client.get("/checkpoints/").text
    large, rest = fingerprint_lines(Signer(key_in(here.folder)).public)

    assert 'id="key"' in page
    assert large in page
    assert rest in page
