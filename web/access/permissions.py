"""Who may come through which door. A route that is not listed here is locked."""

from __future__ import annotations

from flask import current_app, request

from ledger.visibility.sheets import FOR_THE_TABLE, Paper
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal

ANYONE = "anyone"
"""The role of a visitor who has shown no badge."""

EVERYBODY: frozenset[str] = frozenset({ANYONE, *Role})
ALLOWED_WITH_PIN: frozenset[str] = EVERYBODY - {Role.PLAYER}
"""A player at signing goes by the badge of who let them in, and has no PIN to change."""
AT_THE_TABLE: frozenset[str] = frozenset({Role.SCOREKEEPER, Role.WORD_JUDGE, Role.DIRECTOR})
OFFICIALS: frozenset[str] = AT_THE_TABLE | {Role.ORGANISER}
JUDGES: frozenset[str] = frozenset({Role.WORD_JUDGE, Role.DIRECTOR})
DIRECTORS: frozenset[str] = frozenset({Role.DIRECTOR, Role.ORGANISER})
AT_THE_RESULTS: frozenset[str] = DIRECTORS | {Role.SCOREKEEPER}

DOORS: dict[str, frozenset[str]] = {
    "tournaments.all_of_them": EVERYBODY,
    "tournaments.one": EVERYBODY,
    "tournaments.games_json": EVERYBODY,
    "tournaments.standings_json": EVERYBODY,
    "tournaments.one_round": EVERYBODY,
    "why_paired.page": EVERYBODY,
    "why_paired.one": EVERYBODY,
    "standings.page": EVERYBODY,
    "standings.wall_chart": EVERYBODY,
    "standings.missing": EVERYBODY,
    "standings.prize_list": EVERYBODY,
    "cards.one": EVERYBODY,
    "cards.mine": EVERYBODY,
    "cards.chosen": EVERYBODY,
    "screens.page": EVERYBODY,
    "course_papers.standings": EVERYBODY,
    "course_papers.wall_chart": EVERYBODY,
    "course_papers.missing_slips": EVERYBODY,
    "course_papers.prizes": EVERYBODY,
    "course_papers.poster": EVERYBODY,
    "course_papers.player_cards": EVERYBODY,
    "course_papers.pairings": EVERYBODY,
    "live_boards.page": DIRECTORS,
    "live_boards.choose": DIRECTORS,
    "games.page": EVERYBODY,
    "games.replay_json": EVERYBODY,
    "evidence.page": DIRECTORS,
    "games.permanent": EVERYBODY,
    **{
        f"downloads.{form.replace('-', '_')}": OFFICIALS if form in FOR_THE_TABLE else EVERYBODY
        for form in Paper
    },
    "downloads.case_paper": DIRECTORS,
    "downloads.day_log": DIRECTORS,
    "downloads.evidence_sheet": DIRECTORS,
    "downloads.warning": DIRECTORS,
    "downloads.rulings": DIRECTORS,
    "downloads.round_close": DIRECTORS,
    "downloads.gcg": EVERYBODY,
    "downloads.game_json": EVERYBODY,
    "rules.all_of_them": EVERYBODY,
    "rules.one": EVERYBODY,
    "rules.look": EVERYBODY,
    "refusals.all_of_them": EVERYBODY,
    "stream.events": EVERYBODY,
    "health.alive": EVERYBODY,
    "metrics.scrape": EVERYBODY,  # goes by where it is asked from, and by a token; not by badges
    "health.ready": EVERYBODY,
    "health.description": EVERYBODY,
    "assets.file": EVERYBODY,
    "assets.icon": EVERYBODY,
    "signing_in.sign_in": EVERYBODY,
    "signing_in.signed": EVERYBODY,
    "signing_in.sign_out": EVERYBODY,
    "signing_in.pin": ALLOWED_WITH_PIN,
    "signing_in.changed": ALLOWED_WITH_PIN,
    "signing_in.enrol": EVERYBODY,
    "signing_in.enrolled": EVERYBODY,
    "entering.page": AT_THE_TABLE,
    "entries.hand_in": AT_THE_TABLE,
    "handover.page": EVERYBODY,
    "handover.hand_in": frozenset({Role.DIRECTOR}),
    "by_director.enter": AT_THE_TABLE,
    "offline.worker": EVERYBODY,
    "offline.files": EVERYBODY,
    "offline.manifest": EVERYBODY,
    "table_state.table": AT_THE_TABLE,
    "table_state.form_catalogue": AT_THE_TABLE,
    "unsettled.settled": AT_THE_TABLE,
    "judging.page": JUDGES,
    "judging.slips": JUDGES,
    "judging.give": JUDGES,
    "judging.return_slip": JUDGES,
    "runner.page": OFFICIALS,
    "runner.now": OFFICIALS,
    "kiosk.begin": JUDGES,
    "kiosk.page": EVERYBODY,
    "kiosk.end": EVERYBODY,
    "slip_results.page": AT_THE_RESULTS,
    "slip_results.now": AT_THE_RESULTS,
    "slip_results.typed": AT_THE_RESULTS,
    "slip_results.taken_back": AT_THE_RESULTS,
    "slip_results.paper_elsewhere": DIRECTORS,
    "reporting.page": EVERYBODY,
    "reporting.printed": EVERYBODY,
    "reporting.tell": EVERYBODY,
    "qr_cards.page": DIRECTORS,
    "qr_cards.let": DIRECTORS,
    "two_slips.page": AT_THE_RESULTS,
    "two_slips.do": AT_THE_RESULTS,
    "lost_games.page": AT_THE_RESULTS,
    "lost_games.do": AT_THE_RESULTS,
    "slip_photos.attach": AT_THE_RESULTS,
    "slip_photos.photo": OFFICIALS,
    "desk.page": DIRECTORS,
    "desk.now": DIRECTORS,
    "wall.wall": DIRECTORS,
    "wall.peek": DIRECTORS,
    "setting_aside.set_aside": frozenset({Role.DIRECTOR}),
    "taking_back.page": DIRECTORS,
    "taking_back.do": DIRECTORS,
    "turns_since.page": DIRECTORS,
    "turns_since.do": DIRECTORS,
    "confirming.page": DIRECTORS,
    "confirming.do": DIRECTORS,
    "amending.page": DIRECTORS,
    "amending.do": DIRECTORS,
    "warning.page": DIRECTORS,
    "warning.do": DIRECTORS,
    "closing.page": DIRECTORS,
    "closing.do": DIRECTORS,
    "cases.register": DIRECTORS,
    "cases.new": DIRECTORS,
    "cases.open_one": DIRECTORS,
    "cases.one": DIRECTORS,
    "cases.do": DIRECTORS,
    "cases.attach": frozenset({Role.DIRECTOR}),
    "cases.photo": DIRECTORS,
    "cases.issued": DIRECTORS,
    "registers.rulings": DIRECTORS,
    "registers.conduct": DIRECTORS,
    "registers.log": DIRECTORS,
    "organising.overview": DIRECTORS,
    "setting_up.page": DIRECTORS,
    "setting_up.do": DIRECTORS,
    "players.page": DIRECTORS,
    "players.add": DIRECTORS,
    "players.one": DIRECTORS,
    "players.change": DIRECTORS,
    "drawing_rounds.page": DIRECTORS,
    "drawing_rounds.preview": DIRECTORS,
    "drawing_rounds.do": DIRECTORS,
    "round_repairs.page": DIRECTORS,
    "round_repairs.do": DIRECTORS,
    "round_repairs.why": DIRECTORS,
    "round_papers.page": DIRECTORS,
    "round_papers.by_hand": DIRECTORS,
    "prizes.page": DIRECTORS,
    "prizes.do": DIRECTORS,
    "ending.page": DIRECTORS,
    "ending.do": DIRECTORS,
    "forgetting.page": DIRECTORS,
    "forgetting.do": DIRECTORS,
    "check_in.page": DIRECTORS,
    "check_in.do": DIRECTORS,
    "transfers.page": DIRECTORS,
    "transfers.preview": DIRECTORS,
    "transfers.take_in": DIRECTORS,
    "transfers.export": DIRECTORS,
    "downloads.games_zip": EVERYBODY,
    "new_tournament.page": DIRECTORS,
    "new_tournament.do": DIRECTORS,
    "badges.desk": DIRECTORS,
    "badges.issue": DIRECTORS,
    "badges.new_pin": DIRECTORS,
    "badges.revoke": DIRECTORS,
    "badges.invite": DIRECTORS,
    "badges.revoke_device": DIRECTORS,
    "tokens.desk": DIRECTORS,
    "tokens.make": DIRECTORS,
    "tokens.revoke": DIRECTORS,
    "manual.contents": EVERYBODY,
    "manual.one": EVERYBODY,
    "manual.picture": EVERYBODY,
    "manual.overlay": EVERYBODY,
    "checkpoints.newest": EVERYBODY,
    "checkpoints.all_of_them": EVERYBODY,
    "checkpoints.one": EVERYBODY,
    "checkpoints.feed": EVERYBODY,
    "checkpoints.make": DIRECTORS,
    "checkpoints.settle": DIRECTORS,
    "certificate.page": EVERYBODY,
    "certificate.pem": EVERYBODY,
    "certificate.der": EVERYBODY,
    "certificate.signature": EVERYBODY,
    "paper.verify": EVERYBODY,
    "paper.scanned": EVERYBODY,
    "paper.alone": EVERYBODY,
    "paper.file": EVERYBODY,
    "browsing.interface": EVERYBODY,
    "browsing.description": EVERYBODY,
    "api.tournaments": EVERYBODY,
    "api.tournament": EVERYBODY,
    "api.players": EVERYBODY,
    "api.standings": EVERYBODY,
    "api.rounds": EVERYBODY,
    "api.games": EVERYBODY,
    "api.table_now": EVERYBODY,
    "api.game": EVERYBODY,
    "api.plies": EVERYBODY,
    "api.gcg": EVERYBODY,
    "api.events": EVERYBODY,
    "api.type_result": EVERYBODY,  # whoever shows a token with the scope of the door: see SCOPES
    "api.enter_players": EVERYBODY,
    "api.pair_round": EVERYBODY,
    "api.take_round_back": EVERYBODY,
}
"""Endpoint to the roles it opens for. Tests try every door with every role."""


AT_THE_KIOSK: frozenset[str] = frozenset(
    {
        "judging.page", "judging.slips", "judging.give", "judging.return_slip", "kiosk.page",
        "kiosk.end", "stream.events", "assets.file", "assets.icon", "offline.manifest",
    }
)  # fmt: skip
"""The doors of a terminal that is kept to judging."""


def opens_at_the_kiosk() -> bool:
    """Whether the door that is asked for is one of a terminal that is kept to judging."""
    return request.endpoint in AT_THE_KIOSK


PROGRAMS = "api"
"""The blueprint of the interface for other programs: at its doors tokens count, and no cookie."""


def is_for_programs() -> bool:
    """Whether the door that is asked for is one of the interface for other programs."""
    return request.blueprint == PROGRAMS


def scope_of() -> str:
    """What a token has to be allowed to do at the door that is asked for, there."""
    return SCOPES.get(request.endpoint or "", "read")


SCOPES: dict[str, str] = {
    "api.type_result": "results",
    "api.enter_players": "players",
    "api.pair_round": "rounds",
    "api.take_round_back": "rounds",
}
"""Doors of that interface that take more than reading; a test compares them with the operations."""


def opens_for_everybody() -> bool:
    """Whether the door that is asked for opens for every role, and without any."""
    return DOORS.get(request.endpoint or "", frozenset()) >= EVERYBODY


def authorize() -> None:
    """Turn away anyone whose role doesn't open the door they are at.

    On a tablet of ours that nobody is signed in on, the sign-in of the day before has ended.

    Raises:
      Refusal: ``not-allowed``.
    """
    if request.endpoint is None:  # no such door: Flask answers 404
        return
    if opens_for_everybody():
        return  # and nobody need be looked up, which the record being away would prevent
    role = current_app.extensions["role_of"](request)
    if role not in DOORS.get(request.endpoint, frozenset()):
        if role == ANYONE and current_app.extensions["device_of"]():
            raise Refusal(
                "not-allowed",
                "Nobody is signed in on this tablet. A sign-in ends after 16 hours.",
                "Sign in again with your badge and PIN: the tablet keeps what it has.",
            )
        raise Refusal(
            "not-allowed",
            "This is not open to you.",
            "Sign in with a badge that allows it, or ask the tournament director.",
        )
