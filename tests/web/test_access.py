"""Who comes in, under which name, from which table; and what is left in the log of the door."""

from __future__ import annotations

import logging
import re

import pytest

from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, ORGANISER, SCOREKEEPER
from tests.officials import Organiser
from tests.web.conftest import FOR_PEOPLE
from tests.web.fake_site import a_site
from tests.web.test_signing_in import FROM_HERE, PIN, app, office, sign_in, signed_in  # noqa: F401
from web.access import door_log
from web.access.permissions import VARIABLE, names_in
from web.application import create_app
from web.command_line import serving
from web.settings import known


@pytest.mark.found("SE12")
@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:8421", "a b", "[::1", ""])
@pytest.mark.parametrize("how", [FOR_PEOPLE, {}])
def test_under_a_name_it_does_not_have_nothing_is_answered_but_that(app, host, how):  # noqa: F811
    for path in ("/", "/sign-in", "/healthz", "/t/kestrel-bay-2026/", "/nowhere"):
        answer = app.test_client().get(path, headers={**how, "Host": host})

        assert answer.status_code == 421
        assert "does not have that name" in answer.text
        assert "evil" not in answer.text


@pytest.mark.found("SE12")
@pytest.mark.parametrize("host", ["localhost:8421", "127.0.0.1", "[::1]:8421", "192.168.1.20:8421"])
def test_its_own_names_and_addresses_are_answered(app, host):  # noqa: F811
    assert app.test_client().get("/", headers={"Host": host}).status_code == 200


@pytest.mark.found("SE12")
def test_the_halls_name_and_an_organisers_own_are_names_of_it(office):  # noqa: F811
    names = names_in({VARIABLE: "Scores.club.example"}, ["sheet.local"])
    client = create_app(a_site(), badges=office, HOSTS=names).test_client()

    for host in ("sheet.local", "SHEET.local:443", "scores.club.example", "sheet.local."):
        assert client.get("/", headers={"Host": host}).status_code == 200
    assert client.get("/", headers={"Host": "club.example"}).status_code == 421


@pytest.mark.found("SE12")
def test_the_service_tells_its_worker_the_name_of_the_hall(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, "scores.club.example")
    monkeypatch.setenv(known.DATA.variable, "put back after this")

    serving._the_server(tmp_path, "0.0.0.0", 8421, name="sheet.local")

    assert {"sheet.local", "scores.club.example"} <= names_in(serving.os.environ)


@pytest.mark.found("SE12")
def test_what_was_made_for_a_badge_stays_on_no_disk(app):  # noqa: F811
    stranger = app.test_client()
    with signed_in(app, DIRECTOR) as director:
        for path in ("/", "/badges/", "/pin", "/t/kestrel-bay-2026/"):
            answer = director.get(path, headers=FOR_PEOPLE)
            assert answer.headers["Cache-Control"] == "no-store", path
            assert "ETag" not in answer.headers
        told = director.get("/t/kestrel-bay-2026/games.json").headers["Cache-Control"]
        assert "public" not in told
    assert "no-store" not in stranger.get("/", headers=FOR_PEOPLE).headers["Cache-Control"]


# The log of the door


@pytest.fixture
def lines(caplog):
    caplog.set_level(logging.INFO, "tilescribe.door")
    return lambda: [
        re.sub(r" request=[0-9a-f]{6}-[0-9a-f]+", "", record.getMessage())
        for record in caplog.records
        if record.name == "tilescribe.door"
    ]


@pytest.mark.found("SE8")
def test_who_comes_in_and_who_does_not_leaves_a_line_each(app, lines):  # noqa: F811
    client = app.test_client()
    client.get("/badges/")
    sign_in(client, DIRECTOR, "not the pin")
    sign_in(client, "774418secret", "not the pin")
    sign_in(client, DIRECTOR)
    client.post("/badges/new-pin", data={"badge": "X"}, headers={"Sec-Fetch-Site": "cross-site"})
    client.post("/enrol", data={"code": "AAAA-AAAA"}, headers=FROM_HERE)
    client.post("/sign-out", headers=FROM_HERE)

    assert lines() == [
        'refused code=not-allowed from=127.0.0.1 door="GET /badges/"',
        f'sign-in-refused code=wrong-pin badge={DIRECTOR} from=127.0.0.1 door="POST /sign-in"',
        'sign-in-refused code=wrong-pin badge=unknown from=127.0.0.1 door="POST /sign-in"',
        f'signed-in badge={DIRECTOR} from=127.0.0.1 door="POST /sign-in"',
        f'refused code=forged badge={DIRECTOR} from=127.0.0.1 door="POST /badges/new-pin"',
        'tablet-refused code=no-such-invitation from=127.0.0.1 door="POST /enrol"',
        f'signed-out badge={DIRECTOR} from=127.0.0.1 door="POST /sign-out"',
    ]


@pytest.mark.found("SE8")
def test_a_lock_is_written_as_a_warning_and_no_pin_or_token_ever(app, lines, caplog):  # noqa: F811
    client = app.test_client()
    for _ in range(11):
        sign_in(client, SCOREKEEPER, "not the pin")
    with signed_in(app, DIRECTOR) as director:
        token = director.get_cookie("tilescribe-session").value
        director.get("/nowhere")

    assert "code=locked-out" in lines()[10]
    assert [record.levelname for record in caplog.records].count("WARNING") == 1
    whole = "\n".join(lines())
    assert not re.search(f"{re.escape(PIN)}|not the pin|{token}", whole)


@pytest.mark.found("SE8")
def test_a_flood_leaves_few_lines_and_how_many_were_left_out(app, lines, monkeypatch):  # noqa: F811
    monkeypatch.setattr(door_log.time, "time", lambda: 60.0)
    for _ in range(100):
        app.test_client().get("/nowhere\nfrom=10.0.0.1")
    monkeypatch.setattr(door_log.time, "time", lambda: 121.0)
    app.test_client().get("/nowhere")

    assert len(lines()) == door_log.OF_AN_ADDRESS + 1
    assert "left-out=70" in lines()[-1]
    assert all("\n" not in line for line in lines())


# Tables


def two_divisions(desk):
    organiser = Organiser(desk)
    options = (("challenge-mode", "points-per-word-5"),)
    organiser.open_tournament("open", "Open", "wespa-5.1", by=ORGANISER, options=options)
    players = [
        PlayerEntered(number=n, name=f"Player {n}", division="ab"[n > 2]) for n in range(1, 5)
    ]
    organiser.enter_players("open", players, by=ORGANISER)
    one = organiser.pair_round("open", 1, [Pairing(1, 1, 2)], by=ORGANISER, division="a")
    other = organiser.pair_round("open", 1, [Pairing(1, 3, 4)], by=ORGANISER, division="b")
    return one[0], other[0]


@pytest.mark.found("SE12")
def test_a_tablet_of_table_1_of_one_division_does_not_write_at_table_1_of_another(office):  # noqa: F811
    first, second = two_divisions(office.desk)
    tablet = office.tablets.enrol(office.tablets.invite("open/b/T1", by=DIRECTOR))

    office.tablets.must_serve(tablet.device, SCOREKEEPER, second)
    office.tablets.must_serve(tablet.device, DIRECTOR, first)
    with pytest.raises(
        Refusal, match="writes for table 1 of division b, Open, not for table 1 of division a"
    ):
        office.tablets.must_serve(tablet.device, SCOREKEEPER, first)


@pytest.mark.found("SE12")
def test_a_tablet_is_taken_in_for_a_table_of_which_there_is_one(office):  # noqa: F811
    code = office.tablets.invite("open/T1", by=DIRECTOR)  # Before anybody was paired.
    first, second = two_divisions(office.desk)
    early = office.tablets.enrol(code)

    for game in (first, second):
        with pytest.raises(Refusal, match="writes for table 1, Open, not for table 1"):
            office.tablets.must_serve(early.device, SCOREKEEPER, game)
    with pytest.raises(Refusal, match="has the divisions a, b") as refused:
        office.tablets.invite("open/T1", by=DIRECTOR)
    assert refused.value.next_step == "Write it as open/b/T1, with the division of that table."


def test_where_there_is_one_division_its_name_may_be_left_out(office):  # noqa: F811
    organiser = Organiser(office.desk)
    options = (("challenge-mode", "points-per-word-5"),)
    organiser.open_tournament("solo", "Solo", "wespa-5.1", by=ORGANISER, options=options)
    players = [PlayerEntered(number=n, name=f"Player {n}", division="a") for n in (1, 2)]
    organiser.enter_players("solo", players, by=ORGANISER)
    [game] = organiser.pair_round("solo", 1, [Pairing(1, 1, 2)], by=ORGANISER, division="a")
    tablet = office.tablets.enrol(office.tablets.invite("solo/t1", by=DIRECTOR))

    office.tablets.must_serve(tablet.device, SCOREKEEPER, game)


# Badges nobody can sign in with


@pytest.mark.found("DE10")
def test_badges_without_a_pin_are_listed_and_can_be_given_one(app, office):  # noqa: F811
    Organiser(office.desk).issue_badge("K8", "Kai", Role.SCOREKEEPER, by=ORGANISER)
    Organiser(office.desk).issue_badge("K9", "Kim", Role.SCOREKEEPER, by=ORGANISER)
    Organiser(office.desk).revoke_badge("K9", "lost", by=ORGANISER)
    with signed_in(app, DIRECTOR) as director:
        page = director.get("/badges/", headers=FOR_PEOPLE).text

        [row] = re.findall(r"<tr><td>K8</td>.*?</tr>", page, re.DOTALL)
        assert ">no PIN</td>" in row
        assert "Give it a PIN" in row
        assert page.count(">no PIN</td>") == 3, "K8, the judge and the organiser"
        assert "K9" not in page

        director.post("/badges/new-pin", data={"badge": "K8"}, headers=FROM_HERE)
        page = director.get("/badges/", headers=FOR_PEOPLE).text
        assert page.count(">no PIN</td>") == 2
