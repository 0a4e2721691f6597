"""Every door with every method and everybody, from one table; and every check is missed.

``fixtures/who_may.txt`` is that table; ``python -m tests.web.test_doors`` writes the rows it lacks,
as it finds them: read whom they let in. It is held against a real record with real sessions, so
what the door lets through is seen by whatever checks behind it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ledger.accounts.devices import Tablets
from ledger.game.context import OF_GAMES
from ledger.vocabulary import Role
from tests.tiers import first_fast
from tests.web.conftest import FOR_PEOPLE
from tests.web.who_may import (
    EVERY_METHOD,
    NO_SUCH,
    NO_TOKEN,
    NOBODY,
    NOT_ASKED,
    SHUT,
    TABLE,
    cell,
    declared,
    row,
)
from tests.web.whole_hall import SLUG, VISITORS, WholeHall, a_whole_hall
from web import application
from web.access.permissions import ANYONE, EVERYBODY, PROGRAMS
from web.access.visitors import DEVICE
from web.application import create_app
from web.frame.pages import PAGES, Pages

HEAD = next(
    nth
    for nth, line in enumerate(TABLE.read_text("utf-8").splitlines())
    if line.startswith(("GET ", "POST "))
)
"""Lines above the table that say what its letters mean."""

ROLE_OF = {
    "nobody": ANYONE, "display": Role.DISPLAY, "player": Role.PLAYER, "keeper": Role.SCOREKEEPER,
    "other": Role.SCOREKEEPER, "bare": Role.SCOREKEEPER, "desk": Role.SCOREKEEPER,
    "judge": Role.WORD_JUDGE, "director": Role.DIRECTOR, "organiser": Role.ORGANISER,
}  # fmt: skip


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("doors")) as hall:
        yield hall


@cache
def routes(hall: WholeHall):
    return sorted(hall.doors(), key=lambda door: (door[0], len(door[2])))


def differences(hall, doors, visitors=VISITORS, methods=EVERY_METHOD, *, may_be_missing=False):
    """The cells in which somebody is answered otherwise than the table says.

    Where what an address names ``may_be_missing``, the desk is not reached to refuse anything.
    """
    found = []
    taken_at = {}
    for _, methods_here, path in routes(hall):
        taken_at[path] = taken_at.get(path, frozenset()) | methods_here
    for endpoint, takes, path in doors:
        for method in methods:
            if method not in takes and method in taken_at[path]:
                continue  # it is the door of another endpoint at the same address
            row = declared().get(("POST" if "POST" in takes else "GET", endpoint), {})
            for who in visitors:
                wanted = row.get(who, "not in the table") if method in takes else NO_SUCH
                sent = hall.body(endpoint, who) if method in ("GET", "POST") else {}
                answer = hall.ask(who, path, method, **sent)
                got = cell(answer)
                if method in ("HEAD", "OPTIONS"):  # these tell no more than that
                    shut = {SHUT, NOBODY} if method == "HEAD" else {SHUT}
                    wanted, got = wanted in shut, answer.status_code == 403
                if may_be_missing and (wanted, answer.status_code) == (NOT_ASKED, 404):
                    got = wanted
                if got != wanted or answer.status_code >= 500:
                    found.append((endpoint, method, who, wanted, got, answer.status_code))
    return found


def there_are(hall):
    """Method and name of every door, with one address of it."""
    found = {}
    for name, takes, path in routes(hall):
        found.setdefault(("POST" if "POST" in takes else "GET", name), path)
    return found


def as_found(hall, rows):
    """The table for the doors there are; a row it lacks is as answered, below its room's."""
    there = there_are(hall)
    kept = {door: letters for door, letters in rows.items() if door in there}
    order = [*kept]
    for method, name in sorted(there.keys() - kept.keys()):
        kept[method, name] = {
            who: cell(hall.ask(who, there[method, name], method, **hall.body(name, who)))
            for who in VISITORS
        }
        room = [door for door in order if door[1].split(".")[0] == name.split(".")[0]]
        order.insert(order.index(room[-1]) + 1 if room else len(order), (method, name))
    return [row(*door, kept[door].values()) for door in order]


def test_S1_the_command_writes_a_row_that_the_table_lacks_as_it_was_declared(hall):
    lacking = ("POST", "amending.do")
    kept = {door: letters for door, letters in declared().items() if door != lacking}

    assert row(*lacking, declared()[lacking].values()) in as_found(hall, kept)
    assert as_found(hall, declared()) == TABLE.read_text("utf-8").splitlines()[HEAD:]


def test_S1_every_route_is_in_the_table_and_nothing_else_is(hall):
    there = set(there_are(hall))

    assert set(declared()) == there, "run python -m tests.web.test_doors, and read its rows"
    assert {name for _, name in there} == set(PAGES)


@pytest.mark.parametrize("every", first_fast([10, 1]), ids=["some addresses", "all addresses"])
@pytest.mark.parametrize("who", VISITORS)
def test_S1_every_door_and_method_answers_as_the_table_says(hall, who, every):
    """Each door for each visitor; the other addresses of a door, and methods, in turn or all."""
    turn, first = [*VISITORS].index(who), {}
    for endpoint, takes, path in routes(hall):
        first.setdefault((endpoint, takes), path)
    one_each = [(endpoint, takes, path) for (endpoint, takes), path in first.items()]
    others = [door for door in routes(hall) if door not in one_each]
    others = others[turn % every :: every]

    seldom = [method for method in EVERY_METHOD if method not in ("GET", "POST")]
    methods = ["GET", "POST", seldom[turn % len(seldom)]] if every > 1 else EVERY_METHOD
    assert differences(hall, one_each, [who], methods) == []
    assert (
        differences(hall, others, [who], ["GET", "POST", "PUT", "DELETE"], may_be_missing=True)
        == []
    )


# Taking one check away after the other: each time some cell of the table must be answered
# otherwise, or nobody would notice.


@cache
def a_door_of(hall, endpoint):
    return next(door for door in routes(hall) if door[0] == endpoint)


# At the doors for programs no session counts: their tokens are tried in test_api_v1.py.
@pytest.mark.parametrize(
    "endpoint", sorted(door for door in PAGES if not door.startswith(f"{PROGRAMS}."))
)
def test_S1_no_role_can_be_added_to_a_door_or_taken_off_it_unnoticed(hall, endpoint, monkeypatch):
    door = a_door_of(hall, endpoint)
    method = "POST" if "POST" in door[1] else "GET"
    for who in VISITORS:
        if who not in ("other", "bare", "desk"):  # of the same role as "keeper"
            page = PAGES[endpoint]
            changed = replace(page, who=page.who ^ {ROLE_OF[who]})
            monkeypatch.setitem(PAGES, endpoint, changed)
            assert differences(hall, [door], [who], [method]), (endpoint, who)
            monkeypatch.undo()


def no_check(*_what, **_how):
    return None


TAKEN_AWAY = {
    "the door": lambda _, patch: patch.setattr(application, "authorize", no_check),
    "the table a tablet is for": lambda _, patch: patch.setattr(Tablets, "must_serve", no_check),
    "what the desk lets a role ask": lambda _, patch: patch.setattr(
        OF_GAMES, "must_be_allowed", no_check
    ),
}


@pytest.mark.parametrize("check", TAKEN_AWAY)
def test_S1_a_check_taken_away_is_noticed(hall, check, monkeypatch):
    look = partial(
        differences, hall, [a_door_of(hall, name) for name in ("entries.hand_in", "badges.desk")],
        methods=["GET", "POST"],
    )  # fmt: skip
    assert look() == []

    TAKEN_AWAY[check](hall, monkeypatch)

    assert look() != []


def test_S1_a_pin_that_must_be_changed_opens_no_more_than_nobody_may(hall):
    hall.office.issue("K8", "Kai", Role.SCOREKEEPER, by="D1")
    token = hall.office.sessions.begin("K8", "", "must-change")
    for endpoint, takes, path in routes(hall):
        row = declared()["POST" if "POST" in takes else "GET", endpoint]
        if row["nobody"] == SHUT:
            method = "POST" if "POST" in takes else "GET"
            answer = hall.app.test_client(use_cookies=False).open(
                path,
                method=method,
                headers={"Cookie": f"tilescribe-session={token}", "Sec-Fetch-Site": "same-origin"},
            )
            assert cell(answer) == SHUT, endpoint


def test_S1_a_display_and_a_player_who_signs_change_nothing(hall):
    doorways = {
        "signing_in.signed", "signing_in.sign_out", "signing_in.enrolled", "kiosk.end",
        "phone_check_in.do",  # with the code at the door, which a cookie of the phone holds
        "reporting.tell",  # whose QR it is says the code in a cookie of its page
        "stream_control.do",  # by a device, or by the badge that is asked for behind the door
        *(name for name, page in PAGES.items() if not page.writes),
    }  # fmt: skip
    for (method, endpoint), letters in declared().items():
        if method == "POST" and endpoint not in doorways:
            assert letters["player"] in (SHUT, NO_TOKEN), endpoint
            assert letters["display"] in (SHUT, NO_TOKEN) or endpoint == "signing_in.changed"


def test_S1_a_route_nobody_listed_is_locked(hall, site):
    app = create_app(site, TESTING=True)
    app.add_url_rule("/secret", view_func=lambda: "secret", endpoint="secret")

    answer = app.test_client().get("/secret", headers=FOR_PEOPLE)

    assert answer.status_code == 403
    assert "This is for nobody" in answer.text


def test_S1_a_view_that_does_not_say_who_may_is_no_page_at_all():
    before, pages = dict(PAGES), Pages("nowhere", manual=None)

    for declared_as in (pages.get, pages.post):
        with pytest.raises(TypeError, match="who"):
            declared_as("/nowhere")
        with pytest.raises(ValueError, match="Nobody may"):
            declared_as("/nowhere", who=frozenset())(lambda: "")
    with pytest.raises(ValueError, match=r"Two views are called desk\.page"):
        Pages("desk", manual=None).get("/nowhere", who=EVERYBODY, name="page")(lambda: "")
    assert before == PAGES


def test_what_is_only_read_says_so(hall):
    for _, takes, path in routes(hall):
        if "POST" not in takes:
            answer = hall.ask("nobody", path, "DELETE")
            assert answer.json["refused"] == "not-this-way"
            assert "GET" in answer.headers["Allow"]


@pytest.mark.found("PH-12")
def test_a_tablet_whose_sign_in_of_the_day_before_has_ended_says_so(hall):
    tablets = hall.office.tablets
    tablet = tablets.enrol(tablets.invite(f"{SLUG}/T1", by="D1"))
    visitor = hall.app.test_client()
    visitor.set_cookie(DEVICE, tablet.key)
    answer = visitor.get(f"/t/{SLUG}/r1/t1/enter", headers=FOR_PEOPLE)
    assert answer.status_code == 403
    assert "Nobody is signed in on this tablet. A sign-in ends after 16 hours." in answer.text
    assert "Sign in" in answer.text


@pytest.mark.found("PH-13")
def test_the_home_screen_opens_the_page_it_was_added_from(hall):
    page = f"/t/{SLUG}/standings"
    visitor = hall.app.test_client()
    shown = visitor.get(page, headers=FOR_PEOPLE).text
    [link] = re.findall(r'rel="manifest" href="([^"]+)"', shown)
    assert visitor.get(link).json["start_url"] == page
    for other in ("", "//elsewhere.example", "https://elsewhere.example", "/\\elsewhere"):
        told = visitor.get("/manifest.webmanifest", query_string={"at": other}).json
        assert told["start_url"] == "/"


def test_of_many_reasons_not_to_let_in_the_first_is_told(hall):
    """By its name, by the terminal, by who may, by where it comes from, by its size."""
    where = f"/t/{SLUG}/cases/1/attach"
    judge, director = (f"tilescribe-session={hall.token_of(who)}" for who in ("judge", "director"))
    faults = (
        ("another-name", {"Host": "evil.example"}, ""),
        ("kept-to-judging", {}, "tilescribe-kiosk=all"),
        ("not-allowed", {}, judge),
        ("forged", {"Sec-Fetch-Site": "cross-site"}, director),
        ("too-large", {"Sec-Fetch-Site": "same-origin"}, director),
    )
    told = []
    for nth, (_, _, session) in enumerate(faults):
        headers, cookies = {}, [session]
        for _, more, cookie in reversed(faults[nth:]):
            headers |= more
            cookies += [cookie] if "kiosk" in cookie else []
        client = hall.app.test_client(use_cookies=False)
        headers["Cookie"] = "; ".join(filter(None, cookies))
        answer = client.post(where, headers=headers, data=b"x" * 600_000)
        told.append(answer.json["refused"])

    assert told == [code for code, _, _ in faults]


# A form that is handed in twice writes once: it holds a number, new with each page.


TEMPLATES = Path(application.__file__).parent / "templates"
TWICE_IS_ONCE = {
    "badges.invite": "a code nobody uses lapses",
    "badges.new_pin": "the second takes the place of the first, and is told",
    "badges.revoke": "who is out already is out",
    "badges.revoke_device": "what is out already is out",
    "cards.chosen": "a choice in a cookie",
    "drawing_rounds.preview": "it shows, and writes nothing",
    "kiosk.begin": "a session, none is on record",
    "kiosk.end": "a session, none is on record",
    "paper.file": "it looks, and writes nothing",
    "phone_check_in.do": "who is here is here; a page made once for all has no number of its own",
    "reporting.tell": "by a code it opens the page; what is told there has a number",
    "signing_in.changed": "the old PIN is none any more",
    "signing_in.enrolled": "a code opens once",
    "signing_in.sign_out": "a session, none is on record",
    "signing_in.signed": "a session, none is on record",
    "tokens.revoke": "what is out already is out",
    "transfers.preview": "it shows, and writes nothing",
}
"""Forms without a number, by where they are sent, and why they need none."""


def forms_without_a_number(text):
    """Where the forms are sent that would write twice, handed in twice."""
    for form in re.findall(r"<form\b[^>]*\bmethod=.post.*?</form>", text, re.DOTALL):
        [sent_to] = re.findall(r"\baction=.\{\{ *url_for\('([\w.]+)'", form) or ["?"]
        if "new_number()" not in form and sent_to not in TWICE_IS_ONCE:
            yield sent_to


def test_each_form_has_a_number_by_which_it_writes_once():
    texts = {path.name: path.read_text("utf-8") for path in TEMPLATES.rglob("*.html")}

    assert {
        name: lack for name, text in texts.items() if (lack := [*forms_without_a_number(text)])
    } == {}
    assert sum(text.count("new_number()") for text in texts.values()) > 20


def test_a_form_without_one_is_found():
    form = """<form class="x" method="post" action="{{ url_for('prizes.enter', slug=slug) }}">
      <input name="of"><button>Enter</button></form>"""
    held = form.replace(
        "<input", '<input type="hidden" name="request" value="{{ new_number() }}"><input'
    )

    assert [*forms_without_a_number(form)] == ["prizes.enter"]
    assert [*forms_without_a_number(held)] == []


if __name__ == "__main__":
    with TemporaryDirectory() as folder, a_whole_hall(Path(folder)) as whole_hall:
        written = [*TABLE.read_text("utf-8").splitlines()[:HEAD], *as_found(whole_hall, declared())]
    TABLE.write_text("\n".join(written) + "\n", "utf-8")
