"""Every page of the application, each as somebody meets it: what it is called, where, and who."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from ledger.desk.requests import Sent, from_the_desk
from ledger.game.play.calls.requests import CallDirector
from ledger.game.play.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.play.clock.requests import ReadClocks
from ledger.game.play.drawing.requests import ReportUnderdraw
from ledger.game.play.judging.slips import ConfirmSlip
from ledger.game.play.setting_up.requests import DetermineStarter, StartGame
from ledger.game.sheet.left_open import left_open
from ledger.record.events import game_id, tournament_id
from ledger.tournament.conduct import WarnPlayer
from ledger.tournament.draw.inputs import Settings
from ledger.tournament.drawing import DrawRound
from ledger.vocabulary import Seat
from tests.an_event import said
from tests.desks import Table
from tests.officials import Director
from tests.web.a_tablet import let_in
from tests.web.entry_hall import SLUG
from web.access.permissions import DOORS, PROGRAMS
from web.command_line.worker import PaperChecks

NOBODY, SCOREKEEPER, DIRECTOR = "nobody", "K1", "D1"
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


PAGES = (
    Page("tournaments.all_of_them", "/"),
    Page("tournaments.one", f"/t/{SLUG}/"),
    Page("tournaments.one_round", f"/t/{SLUG}/r1/"),
    Page("standings.page", f"/t/{SLUG}/standings"),
    Page("standings.wall_chart", f"/t/{SLUG}/wall-chart"),
    Page("standings.missing", f"/t/{SLUG}/missing"),
    Page("standings.prize_list", f"/t/{SLUG}/prize-list"),
    Page("cards.one", f"/t/{SLUG}/p/1"),
    Page("cards.mine", f"/t/{SLUG}/me"),
    Page("tournaments.one_round", f"/t/{SLUG}/r1/?by=name"),
    Page("screens.page", f"/t/{SLUG}/screen/names"),
    Page("screens.page", f"/t/{SLUG}/screen/standings"),
    Page("games.page", GAME),
    Page("games.page", f"{GAME}?ply=1", act="#help-open"),
    Page("evidence.page", f"{GAME}evidence?at=3&if=bad&turn=3", DIRECTOR),
    Page("games.page", f"/t/{SLUG}/r1/t2/", SCOREKEEPER, act=".who summary"),
    Page("rules.all_of_them", "/rules/"),
    Page("rules.one", "/rules/wespa-5.1", more_of_the_same="li.rule ~ li.rule"),
    Page("refusals.all_of_them", "/refusals", more_of_the_same="li.rule ~ li.rule"),
    Page("signing_in.sign_in", "/sign-in"),
    Page("signing_in.sign_in", "/sign-in", act={"badge": "K1", "pin": "no"}),
    Page("signing_in.pin", "/pin", SCOREKEEPER),
    Page("signing_in.enrol", "/enrol"),
    Page("signing_in.enrol", "/enrol", act={"code": "WRONGONE"}),
    Page("live_boards.page", f"/t/{SLUG}/live-boards", DIRECTOR),
    Page("organising.overview", f"/t/{SLUG}/organise/", DIRECTOR),
    Page("qr_cards.page", f"/t/{SLUG}/organise/results/qr", DIRECTOR),
    Page("lost_games.page", f"/t/{SLUG}/organise/results/lost?table=1", DIRECTOR),
    Page("two_slips.page", f"/t/{SLUG}/organise/results/slips/{game_id(SLUG, 1, 3)}", DIRECTOR),
    Page("slip_results.page", f"/t/{SLUG}/organise/results", SCOREKEEPER, then="#typed"),
    Page("setting_up.page", f"/t/{SLUG}/organise/set-up", DIRECTOR),
    Page("players.page", f"/t/{SLUG}/organise/players", DIRECTOR, act=".adding summary"),
    Page("players.one", f"/t/{SLUG}/organise/players/1", DIRECTOR),
    Page("check_in.page", f"/t/{SLUG}/organise/check-in", DIRECTOR),
    Page("transfers.page", f"/t/{SLUG}/organise/files", DIRECTOR),
    Page(
        "transfers.page",
        f"/t/{SLUG}/organise/files",
        DIRECTOR,
        act={"pasted": "Zoe Zed   1500"},
        then=".lines-read",
    ),
    Page("drawing_rounds.page", ROUNDS, DIRECTOR, act=".more-choices summary"),
    Page("drawing_rounds.preview", f"{ROUNDS}/new?{DRAWN}", DIRECTOR, act=".more-choices summary"),
    Page("round_repairs.page", f"{ROUNDS}/2?again=1", DIRECTOR),
    Page("round_repairs.why", f"{ROUNDS}/why/1?{DRAWN}", DIRECTOR),
    Page("why_paired.page", f"/t/{SLUG}/r2/why/"),
    Page("why_paired.one", f"/t/{SLUG}/r2/why/1"),
    Page("prizes.page", f"/t/{SLUG}/organise/prizes", DIRECTOR),
    Page("round_papers.page", f"/t/{SLUG}/organise/papers", DIRECTOR),
    Page("ending.page", f"/t/{SLUG}/organise/close", DIRECTOR),
    Page("forgetting.page", f"/t/{SLUG}/organise/forget", DIRECTOR),
    Page("new_tournament.page", "/organise/new", DIRECTOR),
    Page("cases.register", f"/t/{SLUG}/cases/", DIRECTOR),
    Page("registers.rulings", f"/t/{SLUG}/rulings?anonymous=1", DIRECTOR),
    Page("registers.conduct", f"/t/{SLUG}/conduct", DIRECTOR),
    Page("registers.log", f"/t/{SLUG}/log", DIRECTOR),
    Page("cases.new", f"/t/{SLUG}/cases/new", DIRECTOR),
    Page("cases.one", f"/t/{SLUG}/cases/1", DIRECTOR),
    Page("badges.desk", "/badges/", DIRECTOR, act=".held summary"),
    Page("badges.desk", "/badges/", DIRECTOR, act={"badge": "J7", "name": "Jo"}),
    Page("badges.desk", "/badges/", DIRECTOR, act={"table": f"{SLUG}/T1"}),
    Page("tokens.desk", "/tokens/", DIRECTOR),
    Page("tokens.desk", "/tokens/", DIRECTOR, act={"name": "Scoreboard"}),
    Page("checkpoints.all_of_them", "/checkpoints/"),
    Page(
        "checkpoints.all_of_them", "/checkpoints/", DIRECTOR, act=".make button", then=".checkpoint"
    ),
    Page("certificate.page", "/certificate/"),
    Page("paper.verify", "/verify"),
    Page("paper.alone", "/v/TJ7K2M9QXX"),
    Page("paper.scanned", "/v/TJ7K2M9QXX/1/spring-open/R1/T1"),
    Page("manual.contents", "/manual/"),
    Page("manual.one", "/manual/settings"),
    Page("browsing.interface", "/api/v1/", more_of_the_same=".card ~ .card"),
    Page("desk.page", "/desk", DIRECTOR, then=".matters li"),
    Page("desk.page", "/desk", DIRECTOR, act=".matter .more", then=".peek-side"),
    Page("confirming.page", f"{GAME}confirm/{UNDERDRAWN}", DIRECTOR),
    Page("amending.page", f"{GAME}amend", DIRECTOR),
    Page("warning.page", f"{GAME}warn", DIRECTOR),
    Page("turns_since.page", f"{GAME}since", DIRECTOR),
    Page("taking_back.page", f"/t/{SLUG}/back/{ACT}", DIRECTOR),
    Page("closing.page", f"/t/{SLUG}/r1/close", DIRECTOR),
    Page("judging.page", "/judge", DIRECTOR, then=".slips li"),
    Page("judging.page", "/judge", DIRECTOR, act=".slips li button, .slips li a", then="#screen"),
    Page("runner.page", "/judge/runner", SCOREKEEPER, then="#fetch li"),
    Page("entering.page", f"{GAME}enter", SCOREKEEPER),
    Page("handover.page", "/handover", DIRECTOR),
    Page("refused", "/t/nowhere/"),
    Page("refused", "/badges/"),
    Page("refused", "/badges/", SCOREKEEPER),
)

NO_PAGES = {
    "assets.file", "assets.icon", "desk.now", "downloads.blank_slip", "downloads.case_paper",
    "cases.photo", "cases.issued", "downloads.day_log", "downloads.evidence_sheet",
    "downloads.round_close", "downloads.rulings", "downloads.warning",
    "downloads.challenge_slip", "downloads.game_json", "downloads.gcg", "downloads.result_slip",
    "downloads.score_sheet", "games.permanent", "games.replay_json",
    "health.alive", "health.description", "health.ready", "judging.slips",
    "kiosk.page", "offline.files", "offline.manifest", "offline.worker", "static",
    "round_papers.by_hand",
    "runner.now", "reporting.page", "reporting.printed", "slip_photos.photo",
    "slip_results.now", "stream.events",
    "table_state.form_catalogue", "table_state.table",
    "tournaments.games_json", "rules.look",
    "course_papers.standings", "course_papers.wall_chart", "course_papers.missing_slips",
    "course_papers.prizes", "course_papers.player_cards", "course_papers.pairings",
    "course_papers.poster",
    "tournaments.standings_json", "wall.peek", "wall.wall", "browsing.description",
    "checkpoints.newest", "checkpoints.one", "checkpoints.feed",
    "certificate.pem", "certificate.der", "certificate.signature",
    "manual.picture", "manual.overlay", "metrics.scrape", "transfers.export",
    "downloads.games_zip",
    *(endpoint for endpoint in DOORS if endpoint.startswith(f"{PROGRAMS}.")),
}  # fmt: skip
"""What is got and is no page: files, feeds, JSON, redirects; what only a kept screen shows."""


def a_busy_hall(hall):
    """One game over with all that can be in it, one where a verdict is waited for."""
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
    director = Director(hall.desk)
    case = director.open_case(over.game, "challenge", by="D1", title="in time?")
    heard = said("I had drawn before he said it.")
    director.take_statement(
        case, over.sheet.name(Seat.FIRST), "player", heard, by="D1", seat=Seat.FIRST
    )
    director.rule(case, over.game, "in time", "wespa-5.1 3.10.1(b)", by="D1")
    return over, waiting


def signed_in(context, hall, badge):
    """``badge`` on a page of ``context``."""
    let_in(context, hall, badge)
    return context.new_page()


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
