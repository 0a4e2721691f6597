"""Requests of taking back that no page sends: each is refused in words, none is written."""

from __future__ import annotations

import html
from uuid import UUID, uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.endings.forfeits import Forfeit
from ledger.game.exchanges.requests import ExchangeTiles
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.turns.taking_back import TakeBackAct
from ledger.incidents.ruling import GiveRuling
from ledger.record.events import tournament_id
from ledger.tournament.conduct import WarnPlayer
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import Seat
from tests.officials import Director, Organiser
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall

pytestmark = pytest.mark.found("DI-3")

FROM_A_PAGE = {**FROM_HERE, "Accept": "text/html"}
OTHERS = ("nobody", "display", "player", "keeper", "other", "bare", "desk", "judge", "organiser")
ELSEWHERE = "winter-open"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("forged") / "data") as hall:
        yield hall


@pytest.fixture
def game(hall):
    return hall.games[0]


def does(hall, stream, request, by="D1"):
    """The number of an act that is done for this."""
    number = uuid4()
    hall.desk.must_write(stream, request, Sent(by=by, command_id=number))
    return number


@pytest.fixture
def forfeit(hall, game):
    """A forfeit that stands; it is lifted again for the next test."""
    number = does(hall, game, Forfeit(loser=Seat.FIRST, cause="left"))
    yield number
    if hall.desk.sheet(game).state == "forfeited":
        does(hall, game, TakeBackAct(act=number, reason="over"))


def kept(hall):
    return hall.desk.log.last_position()


def entry(hall, who, game, **request):
    """What ``POST /api/entries`` answers a request of taking back."""
    sent = {"command_id": str(uuid4()), "game": str(game), "asked": request}
    device = hall.devices.get(who, "")
    if device:
        sent["device_seq"] = hall.desk.log.last_seq(device) + 1
    return hall.ask(who, "/api/entries", "POST", json=[sent])


def in_words(answer):
    """Whether it says what is wrong and what to do, and shows no trouble of ours."""
    text = html.unescape(answer.text)
    assert answer.status_code < 500, text
    assert len(text) > 40, text
    return "Traceback" not in text and "something-broke" not in text


@pytest.mark.parametrize("who", OTHERS)
def test_nobody_but_a_director_takes_an_act_back(hall, game, forfeit, who):
    before = kept(hall)
    request = {"ask": "take-back-act", "act": str(forfeit), "reason": "so"}

    for answer in (
        entry(hall, who, game, **request),
        hall.ask(
            who, f"/t/{SLUG}/back/{forfeit}", "POST", headers=FROM_A_PAGE, data={"reason": "so"}
        ),
    ):
        assert in_words(answer)
    assert kept(hall) == before
    assert hall.desk.sheet(game).state == "forfeited"


def refused(answer, code):
    """The only entry that was sent is refused for this."""
    assert in_words(answer)
    assert answer.status_code in (200, 404, 409, 422), answer.text
    assert f'"{code}"' in answer.text, answer.text
    return True


def acts_of_no_use(hall, game):
    """Acts that this request can't take back, each with the reason it is refused for."""
    case = Director(hall.desk).open_case(game, "conduct", by="D1")
    points = ApplyPenalty(seat=Seat.SECOND, unit="points", amount=10, reason="it rang")
    ruling = GiveRuling(game=game, finding="so", citation="wespa-5.1 2.1", follows=(points,))
    warned = WarnPlayer(player=1, offence="other", words="loud")
    mover = hall.desk.sheet(game).on_move
    return {
        "nobody's": uuid4(),
        "no number": UUID(int=0),
        "of a player": does(hall, game, ExchangeTiles(seat=mover, count=2), "K1"),
        "of a case": does(hall, case, ruling),
        "about conduct": does(hall, tournament_id(SLUG), warned),
    }


def test_acts_that_can_not_be_taken_back_here_are_refused(hall, game):
    acts = acts_of_no_use(hall, game)
    before = kept(hall)

    for act in acts.values():
        request = {"ask": "take-back-act", "act": str(act), "reason": "so"}
        assert refused(entry(hall, "director", game, **request), "no-such-act")
    forms = {"not a number": "so", "half": str(uuid4())[:18], "list": [1], "none": None}
    for act in forms.values():
        answer = entry(hall, "director", game, ask="take-back-act", act=act, reason="so")
        assert refused(answer, "unreadable-request")
    assert kept(hall) == before


def test_requests_about_cases_and_conduct_have_no_door_among_entries(hall, game):
    before = kept(hall)

    for ask in ("take-case-act-back", "take-conduct-back"):
        answer = entry(hall, "director", game, ask=ask, act=str(uuid4()), reason="so")
        assert refused(answer, "unreadable-request")
    assert kept(hall) == before


def test_an_act_is_taken_back_once_and_never_without_a_reason(hall, game, forfeit):
    request = {"ask": "take-back-act", "act": str(forfeit)}
    for reason in ("", "   "):
        answer = entry(hall, "director", game, reason=reason, **request)
        assert refused(answer, "unreadable-request")
    assert refused(entry(hall, "director", game, **request), "unreadable-request")
    old = entry(hall, "director", game, reason="so", game_seen=1, **request)
    assert refused(old, "game-went-on")

    assert entry(hall, "director", game, reason="so", **request).status_code == 200
    before = kept(hall)

    assert hall.desk.sheet(game).state != "forfeited"
    assert refused(entry(hall, "director", game, reason="so", **request), "no-such-act")
    assert refused(entry(hall, "director", hall.games[1], reason="so", **request), "no-such-act")
    again = hall.ask(
        "director", f"/t/{SLUG}/back/{forfeit}", "POST", headers=FROM_A_PAGE, data={"reason": "so"}
    )
    assert (again.status_code, "may have been taken back" in html.unescape(again.text)) == (
        422,
        True,
    )
    assert kept(hall) == before


def test_an_act_of_another_tournament_is_none_of_this_one(hall, game, forfeit):
    organiser = Organiser(hall.desk)
    organiser.open_tournament(ELSEWHERE, "Winter Open", "wespa-5.1", by="O1")
    players = [PlayerEntered(number=n, name=f"Other {n}") for n in (1, 2)]
    organiser.enter_players(ELSEWHERE, players, by="O1")
    [there] = organiser.pair_round(ELSEWHERE, 1, [Pairing(1, 1, 2)], by="O1")
    case = Director(hall.desk).open_case(there, "conduct", by="D1")
    ruled = does(
        hall, case, GiveRuling(game=there, finding="so", citation="wespa-5.1 2.1"),
    )  # fmt: skip
    warned = does(
        hall, tournament_id(ELSEWHERE), WarnPlayer(player=1, offence="other", words="loud")
    )
    before = kept(hall)

    for slug, act in ((SLUG, ruled), (SLUG, warned), (ELSEWHERE, forfeit), ("nowhere", forfeit)):
        for method, form in (("GET", None), ("POST", {"reason": "so", "previewed": "0" * 64})):
            answer = hall.ask(
                "director", f"/t/{slug}/back/{act}", method, headers=FROM_A_PAGE, data=form
            )
            assert in_words(answer)
            assert answer.status_code in (404, 422), answer.text
    request = {"ask": "take-back-act", "act": str(forfeit), "reason": "so"}
    assert refused(entry(hall, "director", there, **request), "no-such-act")
    assert kept(hall) == before


def test_a_program_that_did_not_look_is_refused(hall, game, forfeit):
    before = kept(hall)
    for seen, code in (("", "not-looked-at"), ("0" * 64, "game-went-on"), ("x", "game-went-on")):
        form = {"reason": "so", "previewed": seen}
        answer = hall.ask(
            "director", f"/t/{SLUG}/back/{forfeit}", "POST", headers=FROM_HERE, data=form
        )
        assert (answer.status_code, answer.json["refused"]) == (422, code)
    assert kept(hall) == before
