"""The page that closes a round: a line a matter with its verb, a tick, and what was waived.

DI-4: one tap dropped 245 open matters for ever, calls and games in play among them.
"""

from __future__ import annotations

import html
import re
from uuid import uuid4

import pytest

from ledger.desk.registers import acts_of
from ledger.desk.requests import Sent
from ledger.game.calls.requests import CallDirector
from ledger.proof.paper_requests import DeskToPrint
from ledger.record.events import tournament_id
from ledger.tournament.matters import counted
from ledger.tournament.rounds import CloseRound, Waives
from ledger.tournament.tournament import tournament_named
from printing.filling.desk_papers import of_a_round
from printing.lists.from_desk import round_close_of
from printing.papers import as_bound
from tests.officials import Director, Organiser
from tests.web.a_tablet import let_in
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import a_hall
from tests.web.previewed import asks
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall
from web.director.closing import key_of, named_by

STREAM = tournament_id(SLUG)
ADDRESS = f"/t/{SLUG}/r1/close"


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        yield hall


def waiting(hall):
    return Organiser(hall.desk).waiting_in_round(SLUG, 1)


def aside(hall):
    return tournament_named(SLUG, hall.desk.log).set_aside


def read(hall, who="director", **request):
    answer = hall.ask(who, ADDRESS, headers=FOR_PEOPLE, query_string=request)
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def sent(hall, who="director", request=None, **form):
    data = {"request": str(request or uuid4()), **form}
    return hall.ask(who, ADDRESS, "POST", headers={**FROM_HERE, **FOR_PEOPLE}, data=data)


def alone(hall):
    """What waits at a table, waived by itself, so that the rest can be waived together."""
    Organiser(hall.desk).leave_no_table_waiting(SLUG, 1, reason="went home")


def keys(page):
    return re.findall(r'name="waive" value="([^"]+)"', page)


def listed(page):
    [found] = re.findall(r'name="listed" value="([^"]+)"', page)
    return found


@pytest.mark.found("DI-4")
def test_each_matter_has_a_line_with_the_desks_verb_and_nothing_is_ticked(hall):
    hall.desk.enter(hall.games[1], CallDirector(reason="noise"), Sent(by="D1", command_id=uuid4()))
    page = read(hall)
    open_now = waiting(hall)

    missing = [one for one in open_now if one.kind == "unfinished"]
    tasks = len(open_now) - len(missing)
    assert f"{len(missing)} results missing, {tasks} tasks open" in page
    for one in open_now:
        assert one.words[1:] in page
    lines = page.partition('aria-label="What is open"')[2].partition("</table>")[0]
    assert lines.count("<tr>") == len(open_now) + 1
    assert keys(page) == [key_of(one.named) for one in open_now if not one.at_a_table]
    assert "checked" not in page
    words = re.findall(r'class="button"[^>]*>([^<]+)<', page)
    assert {"I’m on my way", "Rule on the case", "Type the result"} <= set(words)
    assert 'name="sets-out"' in page
    assert "Waive only this" in page


@pytest.mark.parametrize(("of", "about"), [("en", "Dispute"), ("es", "Una disputa")])
def test_what_a_call_is_about_is_said_in_the_readers_language(hall, of, about):
    request = CallDirector(reason="dispute")
    hall.desk.enter(hall.games[1], request, Sent(by="D1", command_id=uuid4()))
    page = hall.ask("director", ADDRESS, headers={**FOR_PEOPLE, "Accept-Language": of}).text

    assert f"<b>{about}</b>" in page
    assert ("<b>Dispute</b>" in page) is (of == "en")


@pytest.mark.found("DI-4")
def test_what_is_ticked_is_waived_with_one_reason_and_the_round_is_closed(hall):
    alone(hall)
    Director(hall.desk).open_case(hall.games[1], "other", by="D1")
    both = keys(read(hall))
    assert len(both) == 2

    answer = sent(hall, what="close", reason="the hall closes", waive=both)

    assert answer.status_code == 303, answer.text
    kept = aside(hall).waived
    assert [key_of(name) for name, one in kept.items() if one.closing] == both
    page = read(hall)
    assert page.count("with the closing") == 2
    assert "Everything waived at its closing is open again." in page


@pytest.mark.found("DI-4")
def test_all_are_waived_by_typing_how_many_and_only_what_the_page_listed(hall):
    alone(hall)
    for game in hall.games:
        Director(hall.desk).open_case(game, "other", by="D1")
    page = read(hall)
    together = [one for one in waiting(hall) if not one.at_a_table]
    assert f"To waive all {len(together)}, type {len(together)}" in page
    assert counted(together) in page
    form = {"what": "close", "reason": "the hall closes", "listed": listed(page)}

    for typed, code in (("all", 422), ("99", 422), ("0", 422)):
        assert sent(hall, **form, all=typed).status_code == code, typed
    assert tournament_named(SLUG, hall.desk.log).closed == ()
    Director(hall.desk).open_case(hall.games[0], "score", by="D1")
    came = sent(hall, **form, all=str(len(together)))
    assert came.status_code == 422
    assert "a case is not finished" in html.unescape(came.text)
    assert not any(one.closing for one in aside(hall).waived.values())

    page = read(hall)
    form["listed"] = listed(page)
    assert sent(hall, **form, all=str(len(together) + 1)).status_code == 303
    assert sum(one.closing is not None for one in aside(hall).waived.values()) == len(together) + 1


@pytest.mark.found("DI-4")
def test_no_form_and_no_request_waives_a_call_or_a_game_in_play_with_others(hall):
    hall.desk.enter(hall.games[1], CallDirector(reason="noise"), Sent(by="D1", command_id=uuid4()))
    every = [key_of(one.named) for one in waiting(hall)]

    forged = sent(hall, what="close", reason="x", waive=every)
    typed = sent(hall, what="close", reason="x", listed="\n".join(every), all=str(len(every)))

    for answer in (forged, typed):
        assert answer.status_code == 422
        assert "because a table is waiting or playing" in answer.text
    assert aside(hall).waived == {}
    assert tournament_named(SLUG, hall.desk.log).closed == ()


@pytest.mark.found("DI-12")
def test_one_matter_is_waived_by_itself_and_taken_back_and_stays_struck_through(hall):
    hall.desk.enter(hall.games[1], CallDirector(reason="noise"), Sent(by="D1", command_id=uuid4()))
    [call] = [one for one in waiting(hall) if one.kind == "call"]
    key = key_of(call.named)
    assert "Table 2 will see this reason." in read(hall, alone=key)

    assert sent(hall, what="waive", key=key, reason="it is quiet").status_code == 303

    page = read(hall)
    assert "The director is called: it is quiet" in page
    door = html.unescape(
        re.search(r'href="([^"]+)" aria-label="Take back… The dir', page, re.IGNORECASE)[1]
    )
    told = hall.ask("keeper", f"/api/games/{hall.games[1]}/table.json").json
    seen = hall.ask("director", f"/api/games/{hall.games[1]}/table.json").json
    assert seen["open"][0]["title"] == "The director waived the call: it is quiet"
    assert "open" not in told or told["open"] == []  # another table's tablet

    seen = hall.ask("director", door, headers=FOR_PEOPLE).text
    assert "waiting on the desk" in seen
    back = {"request": str(uuid4()), "closing": "1"}
    assert asks(hall, door, **back, reason="").status_code == 422
    done = asks(hall, door, **back, reason="it is loud again")
    assert (done.status_code, done.headers["Location"]) == (303, ADDRESS)

    page = read(hall)
    assert "<s>The director is called: it is quiet</s>" in page
    assert "Taken back: it is loud again" in page
    seen = hall.ask("director", f"/api/games/{hall.games[1]}/table.json").json
    assert [one["name"] for one in seen["open"]] == ["director-called"]


@pytest.mark.found("DI-4")
def test_page_record_round_sheet_and_log_of_the_day_tell_the_same_of_a_closing(hall):
    alone(hall)
    page = read(hall)
    [case] = keys(page)
    assert sent(hall, what="close", reason="the hall closes", waive=case).status_code == 303

    def told():
        close = round_close_of(of_a_round(hall.here, DeskToPrint(SLUG, 1)), 1)
        acts = acts_of(hall.desk, tournament_named(SLUG, hall.desk.log), hall.here.hall.games(SLUG))
        return close, [(act.where, act.words) for act in acts]

    close, acts = told()
    assert close.results[0][1].startswith("Player 1 0–0 Player 2, ")
    assert as_bound(close).results[0][1].startswith("Player 1 0 : 0 Player 2, "), "as codes have it"
    held = aside(hall).waived
    assert len(close.waived) == len(held)
    assert len([1 for _, words in acts if words.startswith("Waived: ")]) == len(held)
    assert ("C-1, R1 T1", "Waived: a case is not finished (the hall closes)") in acts
    assert any(
        "a case is not finished (C-1): the hall closes" in words for _, words in close.waived
    )
    assert read(hall).count("the hall closes") == 1

    assert sent(hall, what="reopen", reason="by mistake").status_code == 303

    close, acts = told()
    assert acts[-1][1] == "Round 1 opened again: by mistake. 1 waived matter waits again"
    assert [words for _, words in close.no_more if "opened again: by mistake" in words]
    page = read(hall)
    assert keys(page) == [case]
    assert "<s>A case is not finished (C-1): the hall closes</s>" in page


@pytest.mark.found("DI-4")
def test_a_double_tap_closes_once_and_a_page_that_is_stale_is_told(hall):
    alone(hall)
    number, [case] = uuid4(), keys(read(hall))
    form = {"what": "close", "reason": "x", "waive": case}

    first, second = (sent(hall, request=number, **form) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    stale = sent(hall, **form)
    assert stale.status_code == 422
    assert "Round 1 is closed." in stale.text
    assert len([one for one in aside(hall).waived.values() if one.closing]) == 1


@pytest.mark.found("DI-4")
@pytest.mark.parametrize("who", ["nobody", "keeper", "player", "judge", "display"])
def test_nobody_but_officials_reads_or_sends_it(hall, who):
    assert hall.ask(who, ADDRESS, headers=FOR_PEOPLE).status_code in (302, 303, 401, 403)
    for what in ("close", "waive", "reopen"):
        answer = sent(hall, who, what=what, reason="x", key="call|0|1", all="1")
        assert answer.status_code in (302, 303, 401, 403)
    assert aside(hall).waived == {}


@pytest.mark.found("DI-12")
def test_an_organiser_closes_and_neither_waives_alone_nor_takes_back(hall):
    key = key_of(next(one for one in waiting(hall) if one.at_a_table).named)

    assert sent(hall, "organiser", what="waive", key=key, reason="x").status_code == 403
    alone(hall)
    page = read(hall, "organiser")
    assert "Take back" not in page
    [case] = keys(page)
    assert sent(hall, "organiser", what="close", reason="x", waive=case).status_code == 303


@pytest.mark.found("DI-4")
def test_two_who_close_at_once_write_each_waiver_once(hall):
    alone(hall)
    waives = tuple(
        Waives(kind=one.kind, subject=one.named.subject, which=one.named.which)
        for one in waiting(hall)
    )
    request = CloseRound(round_number=1, waives=waives, waiving="x")
    before = hall.desk.log.version_of(STREAM)

    hall.desk.must_write(STREAM, request, Sent(by="D1", command_id=uuid4()))
    again = hall.desk.enter(STREAM, request, Sent(by="O1", command_id=uuid4()))

    assert again.refusal.code == "round-closed"
    assert hall.desk.log.version_of(STREAM) == before + len(waives) + 1


def test_what_no_form_of_ours_names_is_refused_in_words(hall):
    for key in ("", "call", "call|x|1", f"call|{uuid4().hex}|1"):
        assert sent(hall, what="waive", key=key, reason="x").status_code in (404, 422)
    assert sent(hall, what="nothing").status_code == 422
    assert named_by("call|no|1")[1].int == 0


@pytest.mark.journey("closing")
@pytest.mark.browser
def test_by_hand_all_are_waived_by_their_number_and_the_round_is_closed(browser, tmp_path):
    with a_hall(tmp_path, tables=2) as hall:
        alone(hall)
        for game in hall.games:
            Director(hall.desk).open_case(game, "other", by="D1")
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        let_in(context, hall, "D1")
        page = context.new_page()
        page.goto(f"{hall.address}{ADDRESS}")
        page.get_by_role("button", name="Close round 1").click()
        page.locator("h1:has-text('Close round 1')").wait_for()
        assert tournament_named(SLUG, hall.desk.log).closed == ()

        reason = page.get_by_label("Reason for waiving")
        assert not reason.is_visible()
        boxes = page.get_by_role("checkbox", name=re.compile("^Waive"))
        for nth in (0, 1):
            boxes.nth(nth).check()
        page.get_by_role("button", name="Close round 1 and waive 2").wait_for()
        assert reason.is_visible()
        assert reason.count() == 1
        for nth in (0, 1):
            boxes.nth(nth).uncheck()

        together = len([one for one in waiting(hall) if not one.at_a_table])
        page.locator("input[name=all]").fill(str(together))
        page.locator("#close-it input[name=reason]").fill("the hall closes")
        page.locator("#closes").click()
        page.get_by_role("button", name="Open round 1 again").wait_for()

        assert page.locator(".waived tbody tr").count() >= together
        assert len(tournament_named(SLUG, hall.desk.log).closed) == 1
        context.close()
