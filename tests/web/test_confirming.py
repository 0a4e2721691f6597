"""An entry that leaves a point to the director is confirmed on a page that names the point."""

from __future__ import annotations

import ast
import re
from html import unescape
from pathlib import Path
from uuid import uuid4

import pytest

from ledger.game.blanks.requests import ReportUndeclaredBlank
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.requests import PetitionDirector
from ledger.game.drawing.facts import TilesDrawn
from ledger.game.drawing.requests import RecordDraw, ReportUnderdraw
from ledger.game.exchanges.requests import ExchangeTiles
from ledger.game.loose_tiles.requests import ReportFound
from ledger.game.placement.requests import ChallengePlacement, SetOrientation
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.sheet.left_open import POINTS, left_open
from ledger.game.turns.requests import CorrectEntry
from ledger.replay.remarks import words_at
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary.remarks import DIRECTOR_TO_CONFIRM
from tests.desks import A, B, Table
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.previewed import previewed

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
NAMED = {kind.__name__ for kind in POINTS}
PLAYED = Path(__file__).resolve().parents[2] / "ledger" / "game"


def a_table(hall):
    table = Table(hall.desk, hall.games[0])
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    table.play(A, "8D", "WiNDY")
    return table


def client(hall, badge="D1"):
    visitor = hall.app.test_client()
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def waiting(visitor):
    others = visitor.get("/desk/now.json").json["others"]
    return [one for one in others if one["matter"]["kind"] == "to-confirm"]


def remarked(table):
    [*_, event] = [e for e in table.sheet.events if DIRECTOR_TO_CONFIRM in e.envelope.remarks]
    return event


def words(page):
    return " ".join(re.sub(r"<[^>]+>", " ", unescape(page.text)).split())


def challenged(table):
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))


def judged_good(table):
    challenged(table)
    table.enter(Adjudicate(acceptable=True), by="D1")


def drew_meanwhile(table):
    challenged(table)
    table.enter(RecordDraw(seat=A, moment="first-tile-out", count=1))


LEFT = [
    ("nsa-1998", drew_meanwhile, "whether a player may draw while a challenge is judged", "X.C"),
    ("wsc-2003", ReportUndeclaredBlank(seat=A, square="8E"), "a blank is not declared", "9.1"),
    ("wsc-2003", PetitionDirector(seat=B, what="extra-time", reason="-"), "more time", "14.7"),
    ("wsc-2003", SetOrientation(degrees=90), "which way the first play has to lie", "14.7"),
    ("wsc-2003", ChallengePlacement(seat=B, ground="misses-centre"), "for which reasons", "14.7"),
    (
        "wespa-5.1",
        ReportUnderdraw(seat=A, short=1),
        "what follows where too few tiles were drawn",
        "3.9.9",
    ),
    (
        "wsc-2003",
        ReportFound(where="outside", count=1, tiles="V", by="a player"),
        "what becomes of tiles that were found",
        "14.7",
    ),
    (
        "wespa-4.0",
        judged_good,
        "whose score the points of a failed challenge change",
        "3.10.13",
    ),
]


@pytest.mark.found("DI-11")
@pytest.mark.parametrize(("book", "enters", "point", "clause"), LEFT)
def test_DI11_row_page_and_replay_name_the_point_and_the_preview_is_what_is_written(
    tmp_path, book, enters, point, clause
):
    options = (("challenge-mode", "points-per-word-5"),) if enters is judged_good else ()
    with a_hall(tmp_path, tables=1, book=book, options=options) as hall:
        table = a_table(hall)
        if callable(enters):
            enters(table)
        else:
            table.enter(enters)
        event, director = remarked(table), client(hall)

        [row] = waiting(director)
        assert point in f"{row['says'][:1].lower()}{row['says'][1:]}"
        assert f"{book} {clause}" in row["clause"]
        assert point in words_at(table.sheet, event, DIRECTOR_TO_CONFIRM)

        address = row["first"]["at"]
        page = words(director.get(address, headers=FOR_PEOPLE))
        assert point in page or f"{point[:1].upper()}{point[1:]}" in page
        assert f"{book} {clause}" in page
        assert "What confirming does" in page
        assert "Scores, clocks and turn do not change." in page
        assert waiting(director) == [row], "looking confirms nothing"

        before = table.sheet
        form = {"request": str(uuid4()), "what": "confirm"}
        headers = {**FROM_HERE, **FOR_PEOPLE}
        assert [
            director.post(address, data=form, headers=headers).status_code for _ in range(2)
        ] == [303, 303]
        assert table.sheet == before
        assert waiting(director) == []
        assert "Confirmed by D1" in words(director.get(address, headers=FOR_PEOPLE))

        back = {"request": str(uuid4()), "reason": "looked at the wrong table"}
        door = re.search(r'href="([^"]+)">Take back…', director.get(address, headers=headers).text)
        assert "waiting on the desk" in director.get(door[1], headers=headers).text
        done = previewed(lambda sent: director.post(door[1], data=sent, headers=headers), **back)
        assert (done.status_code, done.headers["Location"]) == (303, address)
        assert waiting(director) == [row]


def names_in(node):
    """The names and attributes that a piece of code uses."""
    for one in ast.walk(node):
        if isinstance(one, ast.Name | ast.Attribute):
            yield one.id if isinstance(one, ast.Name) else one.attr


@pytest.mark.found("DI-11")
def test_DI11_whatever_leaves_a_point_to_the_director_has_words_for_it():
    """Each function that remarks so, or one of its file that calls it, names such a fact."""
    unnamed = []
    for path in PLAYED.rglob("*.py"):
        functions = [
            one for one in ast.parse(path.read_text()).body if isinstance(one, ast.FunctionDef)
        ]
        said = {one.name: set(names_in(one)) for one in functions}
        for name, names in said.items():
            with_callers = names.union(*(other for other in said.values() if name in other))
            if "DIRECTOR_TO_CONFIRM" in names and not with_callers & NAMED:
                unnamed.append(name)
    # What was struck is not to be confirmed; the other one reads the remark.
    assert sorted(unnamed) == ["left_open", "settle_turns_since"]


@pytest.mark.found("DI-11")
def test_DI11_what_was_struck_is_not_to_be_confirmed(tmp_path):
    with a_hall(tmp_path, tables=1, book="nsa-1998", options=()) as hall:
        table = a_table(hall)
        table.enter(ExchangeTiles(seat=B, count=5, announced=4))
        event, director = remarked(table), client(hall)
        [row] = waiting(director)
        assert "how many tiles are exchanged" in row["says"].lower()

        struck = CorrectEntry(
            version=event.originator_version,
            replacement=None,
            reason="entered at the wrong table",
            approved_by="both",
        )
        table.enter(struck, by="D1")

        assert waiting(director) == []
        shown = words(director.get(row["first"]["at"], headers=FOR_PEOPLE))
        assert "There is nothing to confirm." in shown
        assert "Confirm: it stands" not in shown


@pytest.mark.found("DI-11")
def test_DI11_an_organiser_looks_and_an_entry_that_leaves_nothing_open_is_none(tmp_path):
    with a_hall(tmp_path, tables=1, book="nsa-1998", options=()) as hall:
        table = a_table(hall)
        drew_meanwhile(table)
        event, director = remarked(table), client(hall)
        assert isinstance(left_open(table.sheet, event).fact, TilesDrawn)
        [row] = waiting(director)
        address = row["first"]["at"]

        assert client(hall, "K1").get(address, headers=FOR_PEOPLE).status_code == 403
        elsewhere = address.replace(f"confirm/{event.originator_version}", "confirm/1")
        assert director.get(elsewhere, headers=FOR_PEOPLE).status_code in (404, 422)
        strange = director.post(address, data={"what": "x"}, headers={**FROM_HERE, **FOR_PEOPLE})
        assert strange.status_code == 422
        kept = tournament_named(SLUG, hall.desk.log).set_aside.waived
        assert kept == {}
