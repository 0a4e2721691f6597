"""An act taken back on its page: three taps at most, seen before it is written, read ever after."""

from __future__ import annotations

import html
import re
from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.endings.forfeits import Forfeit
from ledger.game.exchanges.requests import ExchangeTiles
from ledger.game.scores.requests import ApplyPenalty
from ledger.incidents.case_file import case_in, case_numbered
from ledger.incidents.facts import AppealLodged, RulingTold
from ledger.incidents.hearing import TakeStatement
from ledger.incidents.penalties import Penalise
from ledger.proof.paper_requests import DeskToPrint
from ledger.record.events import tournament_id
from ledger.rulebook import rules_of
from ledger.tournament.conduct import WarnPlayer
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import CONSOLE, Role, Seat
from printing.cases import notices
from printing.cases.filled_cases import incident_record_of, ruling_notices_of, warning_notices_of
from printing.filling.case_papers import case_at_hand
from printing.filling.desk_papers import desk_at_hand
from printing.lists.from_desk import day_log_of, warning_papers
from tests.officials import Director
from tests.web.law.reading import below, read
from tests.web.previewed import asks
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall

pytestmark = pytest.mark.found("DI-3")

FROM_A_PAGE = {**FROM_HERE, "Accept": "text/html"}
CASES = f"/t/{SLUG}/cases/"
RULING = {"finding": "it rang", "citation": "wespa-5.1 2.1"}


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path / "data") as hall:
        yield hall


def number():
    return {"request": str(uuid4()), "salt": "ab" * 16}


def page(hall, address, who="director"):
    return html.unescape(hall.ask(who, address, headers=FROM_A_PAGE).text)


def post(hall, address, by="director", **form):
    return asks(hall, address, by, **number() | form)


def opened(hall, **form):
    data = {"category": "conduct", "game": hall.games[0]} | form
    return int(post(hall, CASES, **data).headers["Location"].rsplit("/", 1)[1])


def door(text, words):
    """Where the link of these words leads."""
    found = re.search(rf'href="([^"]+)"[^>]*>{re.escape(words)}', text)
    assert found, f"no door “{words}”"
    return found[1]


def papers(hall, case):
    """The case as its papers have it."""
    return case_at_hand(hall.here, *case_numbered(hall.desk.log, SLUG, case))


def file_of(hall, case):
    return case_in(hall.desk.log, tournament_named(SLUG, hall.desk.log).cases[case - 1])


def test_a_ruling_is_taken_back_from_the_page_of_its_case(hall):
    case = opened(hall)
    before = hall.desk.sheet(hall.games[0]).totals
    ruled = post(
        hall, f"{CASES}{case}/rule", points_amount="-10", points_seat="second", **RULING,
    )  # fmt: skip
    assert ruled.status_code == 303, ruled.text

    back = door(page(hall, f"{CASES}{case}"), "Take back the ruling")
    seen = page(hall, back)
    position = hall.desk.log.last_position()
    assert "Ruled: it rang" in seen
    assert "Result afterwards" in seen
    assert hall.desk.log.last_position() == position
    lacking = post(hall, back, seen=str(file_of(hall, case).version))
    assert "needs a reason" in html.unescape(lacking.text)
    done = post(hall, back, seen=str(file_of(hall, case).version), reason="it was player 1")

    assert (done.status_code, done.headers["Location"]) == (303, f"{CASES}{case}")
    assert hall.desk.sheet(hall.games[0]).totals == before
    now = page(hall, f"{CASES}{case}")
    assert "<s><b>it rang</b></s>" in now
    assert "by D1: it was player 1" in now
    struck = [one.text for one in read(now).all("s")]
    assert sum("Penalty of 10 points" in one for one in struck) == 2, "what followed, what was done"
    assert sum("Ruled: it rang" in one for one in struck) == 1
    assert "Reinstate it" in now
    register = page(hall, f"/t/{SLUG}/rulings")
    assert "<s>it rang</s>" in register
    assert "<s>Penalty of 10 points" in register
    assert "taken back: it was player 1" in register
    assert "Rule again" not in now
    notice, _ = ruling_notices_of(papers(hall, case))
    assert notice.ruled == "No ruling stands. it rang (taken back: it was player 1)"


def test_a_statement_has_its_way_back_and_may_be_taken_anew(hall):
    case = opened(hall)
    hear = {"who": "Player 1", "role": "player", "seat": "first"}
    post(hall, f"{CASES}{case}/hear", words="I sad it.", **hear)

    back = door(page(hall, f"{CASES}{case}"), "Take back the statement")
    post(hall, back, reason="a slip of the pen")

    now = page(hall, f"{CASES}{case}")
    assert "<s>I sad it.</s>" in now
    assert "Hear Player 1" in now
    assert file_of(hall, case).heard == ()
    [heard] = incident_record_of(papers(hall, case)).heard
    assert heard.words == "I sad it. (taken back: a slip of the pen)"
    post(hall, f"{CASES}{case}/hear", words="I said it.", **hear)
    assert file_of(hall, case).heard == (Seat.FIRST,)


def test_a_warning_is_taken_back_from_the_page_of_conduct(hall):
    warned = WarnPlayer(player=1, offence="other", words="loud")
    hall.desk.must_write(tournament_id(SLUG), warned, Sent(by="D1", command_id=uuid4()))

    back = door(page(hall, f"/t/{SLUG}/conduct"), "Take the warning back")
    assert "loud" in page(hall, back)
    assert post(hall, back, by="organiser", reason="so").status_code == 403
    post(hall, back, reason="it was player 2")

    assert tournament_named(SLUG, hall.desk.log).conduct.warnings == ()
    now = page(hall, f"/t/{SLUG}/conduct")
    assert "it was player 2" in now
    assert re.search(r"<s>[^<]*loud", now)
    post(hall, door(now, "Reinstate it"), reason="it was player 1")
    assert len(tournament_named(SLUG, hall.desk.log).conduct.warnings) == 1
    assert "Reinstate it" not in page(hall, f"/t/{SLUG}/conduct")


def test_a_warning_that_is_taken_back_is_struck_in_the_log_and_on_its_notice(hall):
    """In the words of the book, the same on every page and paper."""
    offence = "third-party-steps-in"
    book = rules_of(hall.desk.sheet(hall.games[0]).scheduled).offences[offence].words
    warned = WarnPlayer(player=1, offence=offence, words="twice")
    hall.desk.must_write(tournament_id(SLUG), warned, Sent(by="D1", command_id=uuid4()))
    notice = door(page(hall, f"/t/{SLUG}/conduct"), "Warning notice")
    back = door(page(hall, f"/t/{SLUG}/conduct"), "Take the warning back")
    assert f"{book}; twice" in page(hall, back)

    post(hall, back, reason="it was player 2")

    conduct = page(hall, f"/t/{SLUG}/conduct")
    assert door(conduct, "Warning notice") == notice
    [struck] = [one.text for one in read(conduct).all("s")]
    assert struck.endswith(f"official warning, {book}; twice")
    log = page(hall, f"/t/{SLUG}/log")
    assert struck in [one.text for one in read(log).all("s")]
    assert "third party steps in" not in log
    version = int(notice.split("/")[-2])
    at_desk = desk_at_hand(hall.here, DeskToPrint(SLUG))
    assert any(
        f"{struck} (taken back: it was player 2)" in words for _, words in day_log_of(at_desk).acts
    )
    paper = warning_papers(at_desk, version)
    assert "(taken back: it was player 2)" in " ".join(
        notices.WARNING_NOTICE.lines(paper.filled[0][0])
    )
    assert hall.ask("director", notice).mimetype == "application/pdf"


def test_a_warning_of_a_case_that_is_taken_back_says_so_on_its_notice(hall):
    case = opened(hall)
    post(hall, f"{CASES}{case}/rule", warn_seat="first", **RULING)
    [given] = warning_notices_of(papers(hall, case))
    assert given.player
    assert "taken back" not in given.what
    back = door(page(hall, f"{CASES}{case}"), "Take back the ruling")

    post(hall, back, reason="it was player 2", alone="nobody else is here")

    [struck] = warning_notices_of(papers(hall, case))
    assert struck.player == given.player
    assert struck.what == f"{given.what} (taken back: it was player 2)"


def test_when_a_body_is_to_decide_is_asked_about_where_it_is_past(hall):
    case = opened(hall)
    post(hall, f"{CASES}{case}/rule", points_amount="-10", points_seat="second", **RULING)
    past = {"who": "Ann", "seat": "second", "although": "at once", "to": "the panel"}
    past |= {"decide_by": "2020-01-01T10:00"}

    request = post(hall, f"{CASES}{case}/appeal", **past)

    assert request.status_code == 422
    assert "The deadline for the body’s decision is already past" in html.unescape(request.text)
    assert file_of(hall, case).each(AppealLodged) == ()
    assert read(request.text).all("input", name="past")
    assert post(hall, f"{CASES}{case}/appeal", past="2020-01-01T10:00", **past).status_code == 303
    assert len(file_of(hall, case).each(AppealLodged)) == 1


def test_until_when_they_may_appeal_is_asked_about_where_it_is_past(hall):
    case = opened(hall)
    post(hall, f"{CASES}{case}/rule", points_amount="-10", points_seat="second", **RULING)
    past = {"both": "right", "appeal_until": "2020-01-01T10:00"}

    request = post(hall, f"{CASES}{case}/tell", **past)

    assert request.status_code == 422
    assert "is already past" in html.unescape(request.text)
    assert file_of(hall, case).each(RulingTold) == ()
    assert post(hall, f"{CASES}{case}/tell", past="2020-01-01T10:00", **past).status_code == 303
    [told] = file_of(hall, case).each(RulingTold)
    assert told.appeal_until.year in (2019, 2020)


def test_what_stands_in_the_way_is_said_before_anything_is_typed(hall):
    case = opened(hall)
    post(hall, f"{CASES}{case}/rule", turn_seat="first", **RULING)
    turn = ExchangeTiles(seat=Seat.SECOND, count=2)
    assert hall.desk.sheet(hall.games[0]).on_move is Seat.SECOND
    hall.desk.must_write(hall.games[0], turn, Sent(by="K1", command_id=uuid4()))

    seen = page(hall, door(page(hall, f"{CASES}{case}"), "Take back the ruling"))

    assert "xchange" in seen
    assert "Take that back first" in seen
    assert "Take it back</button>" not in seen


def test_a_forfeit_without_a_case_is_taken_back_from_the_evidence(hall):
    lost = Sent(by="D1", command_id=uuid4())
    hall.desk.must_write(hall.games[0], Forfeit(loser=Seat.FIRST, cause="left"), lost)

    back = door(page(hall, f"/t/{SLUG}/r1/t1/evidence"), "Take back")
    assert str(lost.command_id) in back
    post(hall, back, reason="she came back")

    assert hall.desk.sheet(hall.games[0]).state == "playing"
    now = page(hall, f"/t/{SLUG}/r1/t1/evidence")
    assert "Taken back" in now
    assert [one for one in read(now).all("s") if "orfeit" in one.text]

    [waits] = hall.ask("director", "/desk/now.json").json["others"]
    assert waits["first"]["words"] == "Tell the players"
    address = waits["first"]["at"].partition("#")[0]
    assert (
        "this was taken back; nobody was told"
        in below(read(page(hall, address)), "tell-title").text
    )
    assert post(hall, address, told="1").status_code == 303
    assert hall.ask("director", "/desk/now.json").json["others"] == []
    assert "The players were told" not in page(hall, address)
    assert post(hall, address, told="1").status_code != 303


def rows(text):
    """What stands then, by what it is called: now and after, where it changes."""
    seen = below(read(text), "seen-title")
    return {
        row.one("th").text: tuple(
            one.text.removesuffix(", changed").strip() for one in row.all("td")
        )
        for row in seen.all("tr", class_="changes")
    }


def forfeited_and_warned(hall):
    case = opened(hall)
    Director(hall.desk).rule(
        case_numbered(hall.desk.log, SLUG, case)[1], hall.games[0], "it rang", "wespa-5.1 2.1",
        by="D1", follows=(
            Forfeit(loser=Seat.FIRST, cause="ruling", scores=(0, 50)),
            Penalise(seat=Seat.FIRST, kind="official-warning", reason="loud"),
        ),
    )  # fmt: skip
    return case, door(page(hall, f"{CASES}{case}"), "Take back the ruling")


def test_the_preview_shows_standings_and_conduct_now_and_after(hall):
    standings = hall.here.hall.standings(SLUG)
    _, back = forfeited_and_warned(hall)
    now = {row.name: row for row in hall.here.hall.standings(SLUG)}

    seen = rows(page(hall, back))

    assert seen["Player 1: warnings"] == ("1: loud", "none")
    assert [words for words in seen if words.startswith("Standings")] == [], "they stand below"
    assert seen["Penalties decided in this case"] == ("Player 1: official warning: loud", "none")
    for was in standings:
        if was.name in ("Player 1", "Player 2"):
            told, after = seen[was.name]
            assert told.endswith(f"spread {now[was.name].spread:+d}".replace("-", "−"))
            assert told.startswith(f"place {now[was.name].place}")
            assert after == "no game counts"


def test_it_says_that_nothing_else_changes(hall):
    case = opened(hall)
    post(hall, f"{CASES}{case}/hear", words="So.", who="Player 1", role="player", seat="first")

    seen = page(hall, door(page(hall, f"{CASES}{case}"), "Take back the statement"))

    assert "No place changes." in seen
    assert "No warning and no penalty changes." in seen


def test_only_what_was_seen_is_taken_back(hall):
    case, back = forfeited_and_warned(hall)
    form = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page(hall, back)))
    form |= number() | {"reason": "the wrong player", "seen": str(file_of(hall, case).version)}
    Director(hall.desk).rule(
        case_numbered(hall.desk.log, SLUG, case)[1], hall.games[0], "late", "wespa-5.1 2.1",
        by="D1", beside=True, follows=(
            Penalise(seat=Seat.SECOND, kind="official-warning", reason="late"),
            ApplyPenalty(seat=Seat.SECOND, unit="points", amount=7, reason="late"),
        ),
    )  # fmt: skip
    position = hall.desk.log.last_position()

    lacking = hall.ask("director", back, "POST", headers=FROM_HERE, data=form | {"previewed": ""})
    other = hall.ask("director", back, "POST", headers=FROM_HERE, data=form)
    shown = hall.ask("director", back, "POST", headers=FROM_A_PAGE, data=form)

    assert (lacking.status_code, lacking.json["refused"]) == (422, "not-looked-at")
    assert (other.status_code, other.json["refused"]) == (422, "game-went-on")
    assert shown.status_code == 409
    assert "This is not what you looked at before" in shown.text
    assert 'value="the wrong player"' in shown.text
    assert hall.desk.log.last_position() == position
    assert post(hall, back, reason="the wrong player").status_code == 303


def turned(hall):
    """A turn is made at the table: another player is on move."""
    game = hall.games[0]
    turn = ExchangeTiles(seat=hall.desk.sheet(game).on_move, count=2)
    hall.desk.must_write(game, turn, Sent(by="K1", command_id=uuid4()))


def warned(hall):
    """The second player is warned once more, outside the case."""
    again = WarnPlayer(player=2, offence="other", words="loud")
    hall.desk.must_write(tournament_id(SLUG), again, Sent(by="D1", command_id=uuid4()))


@pytest.mark.parametrize("since", [turned, warned])
def test_what_is_another_at_the_table_or_in_conduct_alone_is_looked_at_again(hall, since):
    case = opened(hall)
    Director(hall.desk).rule(
        case_numbered(hall.desk.log, SLUG, case)[1], hall.games[0], "late", "wespa-5.1 2.1",
        by="D1", follows=(
            Penalise(seat=Seat.SECOND, kind="official-warning", reason="late"),
            ApplyPenalty(seat=Seat.SECOND, unit="points", amount=7, reason="late"),
        ),
    )  # fmt: skip
    back = door(page(hall, f"{CASES}{case}"), "Take back the ruling")
    form = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page(hall, back)))
    form |= {"reason": "it was player 1"}
    since(hall)
    position = hall.desk.log.last_position()

    shown = hall.ask("director", back, "POST", headers=FROM_A_PAGE, data=form)

    assert shown.status_code == 409
    assert "This is not what you looked at before" in shown.text
    assert hall.desk.log.last_position() == position


def test_what_another_official_did_in_the_case_is_looked_at_first(hall):
    case = opened(hall)
    post(hall, f"{CASES}{case}/rule", **RULING)
    back = door(page(hall, f"{CASES}{case}"), "Take back the ruling")
    form = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page(hall, back)))
    hall.office.issue("D2", "Bearer of D2", Role.DIRECTOR, by=CONSOLE)
    another = TakeStatement(who="Wim", role="witness")
    stream = file_of(hall, case).id
    hall.desk.must_write(stream, another, Sent(by="D2", command_id=uuid4()))
    position = hall.desk.log.last_position()

    form |= {"reason": "it was player 1"}
    refused = hall.ask("director", back, "POST", headers=FROM_A_PAGE, data=form)

    assert refused.status_code == 422
    assert "Another official changed this case after you opened it." in refused.text
    assert hall.desk.log.last_position() == position


def test_who_lets_it_stand_reads_of_standing(hall):
    case, back = forfeited_and_warned(hall)
    post(hall, back, reason="the wrong player")

    text = page(hall, door(page(hall, f"{CASES}{case}"), "Reinstate it"))

    assert rows(text)["Player 1: warnings"] == ("none", "1: loud")
    assert "Reinstate it</button>" in text
    assert "Reason for reinstating it" in text
    assert "Take it back" not in text


def test_the_desk_reminds_until_the_players_are_told(hall):
    case, back = forfeited_and_warned(hall)
    post(hall, f"{CASES}{case}/tell", both="right")
    post(hall, back, reason="the wrong player")

    now = hall.ask("director", "/desk/now.json").json
    [waits] = [one for one in now["cases"] if f"C-{case}" in str(one)]
    assert "a ruling was taken back; nobody was told" in str(waits)
    assert waits["first"]["words"] == "Tell the players"
    there = page(hall, waits["first"]["at"])
    assert "Tell the players that the ruling was taken back." in there
    notice, _ = ruling_notices_of(papers(hall, case))
    assert notice.heading.provisional == "ruling taken back"
    assert notice.ruled == "No ruling stands. it rang (taken back: the wrong player)"
    assert "Player 1 forfeited: ruling (taken back: the wrong player)" in notice.follows
    assert (notice.director, notice.at is None) == ("D1 Bearer of D1", False)

    assert post(hall, f"{CASES}{case}/tell", both="ruling").status_code == 303

    there = page(hall, waits["first"]["at"])
    assert "players told that it is taken back" in there
    assert "are to be told" not in there
    now = hall.ask("director", "/desk/now.json").json
    assert "nobody was told" not in str(now["cases"])
    told = incident_record_of(papers(hall, case)).told
    assert [words for _, words in told][-1] == (
        "Player 1 and Player 2 told that the ruling was taken back"
    )


def test_the_notice_of_a_ruling_names_what_was_taken_back_beside_it(hall):
    case, back = forfeited_and_warned(hall)
    Director(hall.desk).rule(
        case_numbered(hall.desk.log, SLUG, case)[1], hall.games[0], "late", "wespa-5.1 2.1",
        by="D1", beside=True,
    )  # fmt: skip
    post(hall, back, reason="the wrong player")

    notice, _ = ruling_notices_of(papers(hall, case))

    assert notice.ruled == "late; no longer: it rang (taken back: the wrong player)"


def test_nobody_is_told_of_an_act_that_nobody_did(hall):
    assert hall.ask("director", f"/t/{SLUG}/back/{uuid4()}").status_code in (404, 422)
