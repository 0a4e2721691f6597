"""A redacted copy tells nothing it leaves out: names, words, health, and no number to guess by."""

from __future__ import annotations

import json
from base64 import b64decode
from io import BytesIO
from uuid import UUID, uuid4, uuid5

import pytest
from PIL import Image

from ledger.desk.requests import Sent
from ledger.game.absences.facts import PlayerReturned
from ledger.game.absences.requests import (
    AssessEmergency,
    DeclareEmergency,
    EndEmergency,
    LeaveTable,
    ReturnToTable,
)
from ledger.game.clock.facts import ClockNeutralised, ClockRestarted
from ledger.incidents.case_file import case_in, case_numbered
from ledger.proof.paper_requests import CaseToPrint
from ledger.vocabulary import Seat
from printing.checking.bundles import sign_bundle
from printing.filling.case_papers import case_at_hand
from tests.printing.archive_checks import attachments_in
from tests.printing.test_case_papers import CASES, sends, text_of
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall

AWAY_AND_ILL = (
    LeaveTable(seat=Seat.FIRST, permission="director", supervisor="Olga Steward"),
    ReturnToTable(seat=Seat.FIRST),
    DeclareEmergency(seat=Seat.SECOND, what="an epileptic seizure"),
    AssessEmergency(finding="conscious again, insulin given"),
    EndEmergency(fit=True),
    LeaveTable(seat=Seat.SECOND, permission="emergency"),
    ReturnToTable(seat=Seat.SECOND),
)

NEVER = {
    "an interpreter": ("Greta", "Dolmetsch"),
    "who a statement was read back before": ("Wanda", "Earwitness"),
    "a witness": ("Cleo", "Marsh"),
    "who sat on the appeal": ("Karl", "Panelist"),
    "who saw to a player that was away": ("Olga Steward",),
    "a player of another table": ("Player 3",),
    "what a picture shows": ("red scarf",),
    "what was said": ("loud at the next", "halt beim", "ask my neighbour"),
    "a witness of another case": ("Xaver", "Zeuge"),
    "what was said in another case": ("heard it twice",),
    "health": ("epileptic", "insulin", "emergency"),
}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Case 2, opened with its ruling at once, and case 3 about the same game."""
    with a_whole_hall(tmp_path_factory.mktemp("redacted") / "data") as hall:
        game = hall.games[0]
        for request in AWAY_AND_ILL:
            hall.desk.record(game, request, Sent(by="D1", command_id=uuid4(), clocks=(1400, 1400)))
        first, second = hall.desk.sheet(game).names
        sends(
            hall, CASES, category="challenge", title="what Wanda Earwitness heard", game=game,
            about=3, finding="Player 3 was too loud", citation="wespa-5.1 6.2", although="-",
            alone="-", found="as seen", consequences="none",
        )  # fmt: skip
        in_case(hall, 2, "hear", seat="first", who=first, role="player",
                words="Ich sagte halt beim zweiten Stein.", language="German",
                interpreter="Greta Dolmetsch")  # fmt: skip
        statement = case_in(hall.desk.log, case_numbered(hall.desk.log, SLUG, 2)[1]).version
        in_case(hall, 2, "confirm", statement=statement, witness="Wanda Earwitness")
        in_case(hall, 2, "hear", who="Cleo Marsh", role="witness",
                words="It was loud at the next table.")  # fmt: skip
        attach(hall, 2, "the red scarf of Cleo")
        in_case(
            hall, 2, "rule", finding="in time after all", citation="wespa-5.1 6.2",
            found="Earwitness heard it, Ms Dolmetsch put it into English; the red scarf of Cleo "
            "is on the photograph", consequences="A word a table.", although="-", alone="-",
        )  # fmt: skip
        in_case(hall, 2, "tell", told_first="1", told_second="1", right_told="1")
        in_case(hall, 2, "appeal", seat="first", who=first, although="-",
                grounds="The director did not ask my neighbour.")  # fmt: skip
        in_case(hall, 2, "hear-appeal", member_1="Karl Panelist", declared_1="1", how="in person")
        in_case(hall, 2, "bookmark", version=3, note="Wanda Earwitness stood here")

        sends(hall, CASES, category="conduct", title="what was shouted", game=game, about=3,
              seat="second")  # fmt: skip
        in_case(hall, 3, "hear", who="Xaver Zeuge", role="witness",
                words="He cheats, I heard it twice.")  # fmt: skip
        in_case(
            hall, 3, "hear", seat="second", who=second, role="player", words="Nothing was said."
        )
        in_case(hall, 3, "rule", finding="he shouted", citation="wespa-5.1 6.2", found="as seen",
                although="-", alone="-", consequences="none")  # fmt: skip
        in_case(
            hall, 3, "penalise", seat="second", kind="points", scope="points", amount="10",
            reason="Xaver Zeuge heard it: He cheats, I heard it twice", although="-",
        )  # fmt: skip
        yield hall


def in_case(hall, number, name, **form):
    sends(hall, f"{CASES}{number}/{name}", **{key: str(value) for key, value in form.items()})


def attach(hall, number, what):
    picture = BytesIO()
    Image.new("RGB", (60, 40), "red").save(picture, "JPEG")
    data = {
        "request": str(uuid4()), "salt": "cd" * 16, "kind": "photo", "what": what,
        "photo": (BytesIO(picture.getvalue()), "home.jpg"),
    }  # fmt: skip
    path = f"{CASES}{number}/attach"
    assert hall.ask("director", path, "POST", headers=FROM_HERE, data=data).status_code == 303


def signed(hall, number, *, redacted):
    which = CaseToPrint(SLUG, number, redacted)
    return sign_bundle(hall.here, which, "a4", "", by="D1").content


@pytest.fixture(scope="module")
def redacted(hall):
    return signed(hall, 2, redacted=True)


@pytest.fixture(scope="module")
def whole(hall):
    return signed(hall, 2, redacted=False)


@pytest.mark.parametrize("what", NEVER)
def test_it_stands_on_no_page_and_in_no_file_of_the_copy(redacted, what):
    inside = attachments_in(redacted) | {"the pages": text_of(redacted).encode()}
    found = {
        name: word
        for name, held in inside.items() if name != "check_proof.py"
        for word in NEVER[what] if word.casefold() in held.decode().casefold()
    }  # fmt: skip
    assert found == {}


@pytest.mark.parametrize("what", NEVER)
def test_it_stands_in_the_whole_bundle_so_that_it_would_be_found(whole, what):
    inside = b"".join(attachments_in(whole).values()).decode() + text_of(whole)
    words = json.loads(attachments_in(whole)["words.json"])
    said = "".join(_said(one["content"]) for one in words.values())
    assert [word for word in NEVER[what] if word in inside + said]


def _said(content):
    return b64decode(content).decode(errors="ignore")


def test_what_a_player_left_for_with_leave_stays_and_what_was_of_health_goes(hall, redacted):
    case = case_at_hand(hall.here, *case_numbered(hall.here.log, SLUG, 2))
    events = {e.originator_version: e.fact for e in case.sheet.events}
    gone = [type(events[version]) for version in sorted(case.of_health)]

    assert gone.count(PlayerReturned) == 1
    assert ClockNeutralised in gone
    assert ClockRestarted in gone
    assert sum(isinstance(fact, PlayerReturned) for fact in events.values()) == 2
    assert "a matter of health" in text_of(redacted)


def test_no_number_is_told_by_which_a_hash_could_be_guessed(redacted, whole):
    """A ruling made with the case had a number that followed from the case's."""
    told = b"".join(attachments_in(redacted).values()).decode()
    left, numbers, kept = [], [], set()
    for name in ("case.proof.json", "game.proof.json"):
        full = _events_in(whole, name)
        for shown, event in zip(_events_in(redacted, name), full, strict=True):
            number = json.loads(event["state"])["command_id"]
            if shown.get("leaf"):
                left.append(event["topic"])
                numbers.append(number)
            else:
                kept.add(number)

    assert "ruling-given" in left
    assert kept
    assert [number for number in numbers if number in told] == []
    after = {str(uuid5(UUID(one), what)) for one in kept for what in ("ruling",)}
    assert after.isdisjoint(numbers)


def _events_in(bundle, name):
    return json.loads(attachments_in(bundle)[name])["events"]
