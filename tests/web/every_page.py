"""Every page of the application, each as somebody meets it: what it is called, where, and who."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import NamedTuple
from uuid import UUID

from ledger.desk.requests import Sent, from_the_desk
from ledger.game.calls.requests import CallDirector
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.requests import ReadClocks
from ledger.game.drawing.requests import ReportUnderdraw
from ledger.game.judging.slips import ConfirmSlip
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.sheet.left_open import left_open
from ledger.hall.player_history import key_of
from ledger.record.events import game_id, tournament_id
from ledger.record.kept_words import KeptWords
from ledger.tournament.conduct import WarnPlayer
from ledger.tournament.draw.inputs import Settings
from ledger.tournament.drawing import DrawRound
from ledger.tournament.players import LetPhonesCheckIn
from ledger.tournament.round_plan import ChooseAutomaticDraws, PlanRounds, stretch
from ledger.vocabulary import CONSOLE, Role, Seat
from tests.an_event import said
from tests.desks import Table
from tests.officials import Director
from tests.web.a_tablet import Tablet, let_in
from tests.web.entry_hall import PIN, SLUG
from tests.web.whole_hall import SIGNED_PAPER
from web.access.permissions import ANYONE
from web.command_line.worker import PaperChecks
from web.frame.pages import HTML
from web.frame.pages import PAGES as DECLARED

NOBODY, SCOREKEEPER, DIRECTOR = "nobody", "K1", "D1"
PLAYER, WORD_JUDGE, ORGANISER = "player", "J1", "O1"
ROLES = {
    NOBODY: ANYONE, PLAYER: ANYONE, SCOREKEEPER: Role.SCOREKEEPER, WORD_JUDGE: Role.WORD_JUDGE,
    ORGANISER: Role.ORGANISER, DIRECTOR: Role.DIRECTOR,
}  # fmt: skip
"""Who meets pages, and their role. ``PLAYER`` is a visitor whose phone has kept a name."""

GAME = f"/t/{SLUG}/r1/t1/"
ACT = UUID(int=28)
"""What an official did and can take back."""
UNDERDRAWN = 10
"""Too few tiles were drawn at table 1; the book leaves to the director what is done so early."""
ROUNDS, DRAWN = f"/t/{SLUG}/organise/rounds", "round=3&method=swiss&seed=1"


class Page(NamedTuple):
    """One way a page can look: its endpoint, where it is, whose it is, and what to do there.

    ``act`` is a CSS selector to click first, or a form to send: ``{"name": "value"}``; ``then``
    says what is there when the page is complete, ``more_of_the_same``
    what of a long page is only looked at in the long runs.
    """

    endpoint: str
    where: str
    who: str = NOBODY
    act: str | dict = ""
    then: str = "h1"
    more_of_the_same: str = ""


IN_ANOTHER_WAY = (
    Page("tournaments.one_round", f"/t/{SLUG}/r1/"),
    Page("tournaments.one_round", f"/t/{SLUG}/r1/?by=name"),
    Page("screens.page", f"/t/{SLUG}/screen/names"),
    Page("screens.page", f"/t/{SLUG}/screen/standings"),
    Page("screens.page", f"/t/{SLUG}/screen/missing"),
    Page("screens.page", f"/t/{SLUG}/screen/boards"),
    Page("screens.page", f"/t/{SLUG}/screen/start"),
    *(
        Page("stream_screens.page", f"/t/{SLUG}/stream/{what}?table=1")
        for what in ("score", "board", "players", "standings", "leaders")
    ),
    Page("screen_control.page", f"/t/{SLUG}/organise/screens", DIRECTOR, act={"starts": "late"}),
    Page("phones.page", f"/t/{SLUG}/organise/phones", DIRECTOR, then=".qr"),
    Page("phone_check_in.page", f"/t/{SLUG}/check-in", then="#by-code"),
    Page("games.page", GAME),
    Page("games.page", f"{GAME}?ply=1", act="#help-open"),
    Page("evidence.page", f"{GAME}evidence?at=3&if=bad&turn=3", DIRECTOR),
    Page("games.page", f"/t/{SLUG}/r1/t2/", SCOREKEEPER, act=".account summary"),
    Page("rules.one", "/rules/wespa-5.1", more_of_the_same="ul.rows li ~ li"),
    Page("rules.one", "/rules/wespa-5.1?q=hold+tile", more_of_the_same="ul.rows li ~ li"),
    Page("rules.chapter", "/rules/wespa-5.1/3.9", more_of_the_same="li.rule ~ li.rule"),
    Page("refusals.all_of_them", "/refusals?q=table", more_of_the_same="ul.rows li ~ li"),
    Page("refusals.chapter", "/refusals/challenges", more_of_the_same="li.rule ~ li.rule"),
    Page("signing_in.sign_in", "/sign-in"),
    Page("signing_in.sign_in", "/sign-in", act={"badge": "K1", "pin": "no"}),
    Page("signing_in.pin", "/pin", SCOREKEEPER),
    Page("signing_in.enrol", "/enrol"),
    Page("signing_in.enrol", "/enrol", act={"code": "WRONGONE"}),
    Page("lost_games.page", f"/t/{SLUG}/organise/results/lost?table=1", DIRECTOR),
    Page("two_slips.page", f"/t/{SLUG}/organise/results/slips/{game_id(SLUG, 1, 3)}", DIRECTOR),
    Page("slip_results.page", f"/t/{SLUG}/organise/results", SCOREKEEPER, then="#typed"),
    Page("players.page", f"/t/{SLUG}/organise/players", DIRECTOR, act="[data-opens=add]"),
    Page("transfers.page", f"/t/{SLUG}/organise/files", DIRECTOR),
    Page(
        "transfers.page",
        f"/t/{SLUG}/organise/files",
        DIRECTOR,
        act={"pasted": "Zoe Zed   1500"},
        then=".lines-read",
    ),
    Page("drawing_rounds.page", ROUNDS, DIRECTOR, act=".fold summary"),
    Page("drawing_rounds.preview", f"{ROUNDS}/new?{DRAWN}", DIRECTOR, act=".fold summary"),
    Page("round_repairs.page", f"{ROUNDS}/2?again=1", DIRECTOR),
    Page("round_repairs.why", f"{ROUNDS}/why/1?{DRAWN}", DIRECTOR),
    Page("round_plans.page", f"/t/{SLUG}/organise/plan", DIRECTOR, act=".fold summary"),
    Page("round_plans.preview", f"/t/{SLUG}/organise/plan/rounds?first=3&last=5", DIRECTOR),
    Page("why_paired.page", f"/t/{SLUG}/r2/why/"),
    Page("why_paired.one", f"/t/{SLUG}/r2/why/1"),
    Page("registers.rulings", f"/t/{SLUG}/rulings?anonymous=1", DIRECTOR),
    Page("cases.one", f"/t/{SLUG}/cases/1", DIRECTOR),
    Page("cases.one", f"/t/{SLUG}/cases/2", DIRECTOR),
    Page("badges.desk", "/badges/", DIRECTOR, act=".table .menu summary"),
    Page("badges.desk", "/badges/", DIRECTOR, act={"badge": "J7", "name": "Jo"}),
    Page("badges.desk", "/badges/", DIRECTOR, act={"table": f"{SLUG}/T1"}),
    Page("tokens.desk", "/tokens/", DIRECTOR),
    Page("tokens.desk", "/tokens/", DIRECTOR, act={"name": "Scoreboard"}),
    Page("checkpoints.all_of_them", "/checkpoints/"),
    Page("trust.page", "/trust"),
    Page("checkpoints.all_of_them", "/checkpoints/", DIRECTOR, act=".page-head .button.primary"),
    Page("paper.scanned", "/v/TJ7K2M9QXX/1/spring-open/R1/T1"),
    Page("paper.signed", f"/S/{SIGNED_PAPER}"),
    Page("browsing.interface", "/api/v1/", more_of_the_same=".card ~ .card"),
    Page("desk.page", "/desk", DIRECTOR, then=".matters li"),
    Page("desk.page", "/desk", DIRECTOR, act=".matter .more", then=".peek-side"),
    Page("judging.page", "/judge", DIRECTOR, then="#slips li"),
    Page("judging.page", "/judge", DIRECTOR, act="#slips li button", then="#screen"),
    Page("runner.page", "/judge/runner", SCOREKEEPER, then="#fetch li"),
    Page("handover.page", "/handover", DIRECTOR),
    Page("refused", "/t/nowhere/"),
    Page("refused", "/badges/"),
    Page("refused", "/badges/", SCOREKEEPER),
)
"""Pages that are met at another address than their own, by somebody else, or with something done;
and what somebody reads who is not let in.
"""

NOT_MET = {
    "games.permanent",
    "health.description",
    "kiosk.page",
    "reporting.page",
    "reporting.printed",
    "stream_control.page",
}
"""What leads on at once, or is shown on a kept screen or to whom a code was given alone."""

STANDING_FOR = {
    "slug": SLUG, "round_number": 1, "table": 1, "number": 1, "version": UNDERDRAWN, "act": ACT,
    "code": "TJ7K2M9QXX", "chapter": "settings", "key": key_of("Player 1"),
}  # fmt: skip
"""What stands in an address for each of its parts."""


def as_it_is(page):
    """A page at its own address, as who may least of all meets it."""
    where = min(page.addresses, key=len)
    parts = re.findall(r"<(?:\w+:)?(\w+)>", where)
    missing = set(parts) - set(STANDING_FOR)
    assert not missing, f"say in tests/web/every_page.py what stands for {missing}"
    where = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: str(STANDING_FOR[part[1]]), where)
    meets = ((ANYONE, NOBODY), (Role.SCOREKEEPER, SCOREKEEPER), (Role.DIRECTOR, DIRECTOR))
    return Page(page.endpoint, where, next(badge for role, badge in meets if role in page.who))


PAGES = (
    *(
        as_it_is(page)
        for name, page in DECLARED.items()
        if (page.method, page.answers) == ("GET", HTML)
        and name not in NOT_MET | {one.endpoint for one in IN_ANOTHER_WAY}
    ),
    *IN_ANOTHER_WAY,
)
"""Every page there is, worked out from what the views declare."""


def met_by(who):
    """Every page that ``who`` may open; what is done there is done by whom it is meant for."""
    return [
        page._replace(who=who)
        for page in PAGES
        if page.who == who
        or (
            page.endpoint != "refused"
            and (page.endpoint, ROLES[who]) != ("signing_in.pin", ANYONE)  # asked to sign in
            and ROLES[who] in DECLARED[page.endpoint].who
            and (not page.act or (page.who, who) == (DIRECTOR, ORGANISER))
        )
    ]


def a_busy_hall(hall):
    """One game over with all that can be in it, one where a verdict is waited for."""
    for badge, name in ((WORD_JUDGE, "Jun"), (ORGANISER, "Olga")):
        hall.office.issue(badge, name, ROLES[badge], by=CONSOLE)
        hall.office.pins.set(badge, PIN)
    hall.app.extensions["paper_checker"] = PaperChecks(hall.here)
    over, waiting = (Table(hall.desk, game) for game in hall.games[:2])
    for nth, table in enumerate((over, waiting), 1):
        table.numbers = iter(range(nth * 10_000, nth * 10_000 + 1000))
        table.enter(DetermineStarter(starter=1, method="draw"))
        table.enter(StartGame())
        table.play(Seat.FIRST, "8D", "WINDY", announced=30)
    over.enter(IssueChallenge(seat=Seat.SECOND, words=("WINDY",)))
    over.enter(Adjudicate(acceptable=True), by="D1")
    over.play(Seat.SECOND, "D8", ".oN")
    over.enter(ReadClocks(), clocks=(1400, 1450))
    over.enter(ReportUnderdraw(seat=Seat.SECOND, short=1))
    assert left_open(over.sheet, over.sheet.event(UNDERDRAWN))
    waiting.enter(IssueChallenge(seat=Seat.SECOND, words=("WINDY",), method="runner"))
    waiting.enter(ConfirmSlip(seat=Seat.FIRST))
    waiting.enter(CallDirector(reason="dispute"))
    warned = WarnPlayer(player=1, offence="other", words="loud", game=hall.games[0])
    hall.desk.must_write(tournament_id(SLUG), warned, Sent(by="D1", command_id=ACT))
    drawn = DrawRound(round_number=2, settings=Settings(method="koth-1"), seed=1)
    hall.desk.must_write(tournament_id(SLUG), drawn, from_the_desk("D1"))
    planned = (
        *stretch(3, 5, "round-robin", "none"),
        *stretch(6, 8, "koth", "earlier", gibson=(250,)),
    )
    hall.desk.must_write(tournament_id(SLUG), PlanRounds(rounds=planned), from_the_desk("D1"))
    key = KeptWords(bytes(16), bytes(32))
    at_the_door = LetPhonesCheckIn(by="D1", key=key.digest)
    hall.desk.must_write(tournament_id(SLUG), at_the_door, from_the_desk("D1"), [key])
    chosen = ChooseAutomaticDraws(minutes=5)
    hall.desk.must_write(tournament_id(SLUG), chosen, from_the_desk("D1"))
    director = Director(hall.desk)
    case = director.open_case(over.game, "challenge", by="D1", title="in time?")
    heard = said("I had drawn before he said it.")
    director.take_statement(
        case, over.sheet.name(Seat.FIRST), "player", heard, by="D1", seat=Seat.FIRST
    )
    director.rule(case, over.game, "in time", "wespa-5.1 3.10.1(b)", by="D1")
    director.open_case(waiting.game, "blank", by="D1", title="Was the blank declared?")
    return over, waiting


def signed_in(context, hall, badge):
    """``badge`` on a page of ``context``."""
    let_in(context, hall, badge)
    return context.new_page()


@contextmanager
def each_at_a_page(browser, hall, *, has_touch=True):
    """A page for each of ``ROLES``; the scorekeeper's is a tablet, for a finger always."""
    tablet = Tablet(browser, hall, 4)
    others = [who for who in ROLES if who != SCOREKEEPER]
    contexts = {who: browser.new_context(has_touch=has_touch) for who in others}
    pages = {SCOREKEEPER: tablet.page}
    for who, context in contexts.items():
        named = ROLES[who] != ANYONE
        pages[who] = signed_in(context, hall, who) if named else context.new_page()
    pages[PLAYER].goto(f"{hall.address}/t/{SLUG}/me")
    pages[PLAYER].get_by_role("button", name="Player 3").click()
    pages[PLAYER].wait_for_url("**/p/3")
    yield pages
    tablet.close()
    for context in contexts.values():
        context.close()


def opened(page, hall, what):
    """Go to ``what`` on ``page`` and do what belongs to it."""
    answer = page.goto(f"{hall.address}{what.where}", wait_until="load")
    assert answer.ok == (what.endpoint != "refused"), f"{what.where}: {answer.status}"
    if isinstance(what.act, dict):
        first = next(iter(what.act))
        form = page.locator(f"form:has([name={first}]:visible)").last
        for name, value in what.act.items():
            form.locator(f"[name={name}]").fill(value)
        form.locator("button").last.click()
        page.wait_for_load_state("load")
    elif what.act:
        page.click(what.act)
    page.wait_for_selector(what.then, state="attached")
