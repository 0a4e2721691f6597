"""Nothing that writes is chosen beforehand, on any page of officials."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from ledger.incidents.ruling import Finding
from ledger.tournament.tournament import tournament_named
from tests.desks import A
from tests.officials import Director
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.every_page import DIRECTOR, PAGES, Page, a_busy_hall

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}

STANDS = "it shows what stands; left as it is, nothing changes"
USUAL = "the usual value of a new tournament, in sight; nothing is played yet"
CHOSEN_FOR_A_REASON = {
    ("cases.new", "category"): "the subject follows the matter; no result or clock hangs on it",
    ("warning.page", "kind"): "the warning that the book gives first; nobody and no act is chosen",
    ("players.one", "game"): "the game stays as it is; what changes it has to be chosen",
    ("cases.one", "against"): "it is the ruling above, in sight; the others are rare",
    ("cases.one", "offence"): "counts for whom somebody chooses, and that is nobody at first",
    ("cases.one", "paper"): "the size of the paper",
    ("badges.desk", "role"): "the least that a badge can do: keep score",
    ("badges.desk", "desk"): "the tournament that is on, where there is one",
    ("tokens.desk", "scope"): "the least that a token can do: read",
    ("live_boards.page", "how"): STANDS,
    **{
        ("setting_up.page", name): STANDS
        for name in (
            "board",
            "live_boards",
            "option-challenge-mode",
            "paper",
            "rules",
            "tie-1",
            "tile_set",
        )
    },
    **{
        ("new_tournament.page", name): USUAL
        for name in ("board", "live_boards", "paper", "rules", "tie-1", "tile_set")
    },
}
"""By endpoint and field, why a choice is set beforehand all the same."""


class Chosen(HTMLParser):
    """The fields of forms that write, with what is chosen in them: ticks, radios, lists."""

    def __init__(self, page):
        super().__init__()
        self.writes, self.select, self.found = False, None, set()
        self.first = None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        has = dict(attrs)
        if tag == "form":
            self.writes = has.get("method", "").lower() == "post"
        elif tag == "select":
            self.select, self.first = has.get("name", ""), None
        elif self.writes and tag == "option" and self.select is not None:
            value = has.get("value", "its words")
            self.first = value if self.first is None else self.first
            if value and (self.first == value or "selected" in has):
                self.found.add(self.select)
        elif self.writes and tag == "input" and "checked" in has and has.get("value"):
            self.found.add(has.get("name", ""))

    def handle_endtag(self, tag):
        if tag == "form":
            self.writes = False
        elif tag == "select":
            self.select = None


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("nothing-chosen"), tables=4) as hall:
        a_busy_hall(hall)
        director = Director(hall.desk)
        case = director.open_case(hall.games[0], "score", by="D1")
        found = Finding(seat=A, offence="scores-misstated", level=1, state_of_mind="careless")
        director.rule(
            case, hall.games[0], "it stands", "wespa-5.1 5.2", by="D1", although="-", conduct=found
        )
        appealed = director.open_case(hall.games[0], "score", by="D1")
        director.rule(appealed, hall.games[0], "it stands", "wespa-5.1 5.2", by="D1", although="-")
        director.lodge_appeal(appealed, "Player 1", by="D1", although="-")
        hall.cases = [
            Page("cases.one", f"/t/{SLUG}/cases/{number}", DIRECTOR)
            for number, _ in enumerate(tournament_named(SLUG, hall.desk.log).cases, 1)
        ]
        hall.director = hall.app.test_client()
        hall.director.post("/sign-in", data={"badge": "D1", "pin": PIN}, headers=FROM_HERE)
        yield hall


@pytest.mark.found("DI-2")
def test_no_tick_radio_or_list_that_writes_is_set_beforehand(hall):
    found = set()
    for page in (*PAGES, *hall.cases):
        if page.who == DIRECTOR:
            answer = hall.director.get(page.where, headers={"Accept": "text/html"})
            found |= {(page.endpoint, name) for name in Chosen(answer.text).found}

    assert found == CHOSEN_FOR_A_REASON.keys()
    assert all(CHOSEN_FOR_A_REASON.values())


def test_it_would_be_seen():
    page = '<form method="post"><input type="checkbox" name="told" value="1" checked></form>'
    assert Chosen(page).found == {"told"}
    form = '<form method="post"><select name="outcome">{}<option value="upheld"></select></form>'
    assert Chosen(form.format("")).found == {"outcome"}
    assert Chosen(form.format('<option value="">choose</option>')).found == set()
    assert SLUG not in Chosen("<form><input name=a value=1 checked></form>").found
