"""The application: every room, and what is asked of each visitor before a door opens.

It is a module of its own so that ``import web`` brings nothing: the command line lies beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Request, request

from ledger.accounts.badges import Badges
from ledger.backup.ring import Held
from ledger.vocabulary.bounds import days_wording
from web.access import badge_desk, signing_in, token_desk
from web.access import override_pin as by_director
from web.access.door_log import Meter
from web.access.forgery import must_come_from_here
from web.access.hosts import must_be_asked_by_our_name, own_names
from web.access.permissions import ANYONE, authorize
from web.access.rate_limit import Often
from web.access.visitors import role_by_session, the_device
from web.api import browsing, cors, operations
from web.asgi.places import Places
from web.asgi.sse import Hub
from web.cases import fields, registers
from web.cases import opening as cases
from web.director import (
    amending,
    closing,
    confirming,
    desk,
    live_boards,
    setting_aside,
    taking_back,
    turns_since,
    wall,
    warning,
)
from web.downloads import course_papers, files
from web.entry import conflicts, entries, handover, offline, table_page, table_state
from web.frame import (
    addresses,
    health,
    local_time,
    modules,
    right_to_left,
    sent_forms,
    wording,
)
from web.frame.headers import with_headers
from web.frame.numbers import FewDigits, OneWord
from web.frame.refused import answer_refusals, next_step_of
from web.frame.sizes import must_not_be_too_large
from web.help import manual
from web.judge import kiosk, runner, terminal
from web.live import stream
from web.live import told_upto as changes_told
from web.monitoring import metrics
from web.monitoring.metrics import Figures, Skews, looked_up
from web.monitoring.requests import answered, arrived
from web.organiser import (
    check_in,
    drawing_rounds,
    ending,
    forgetting,
    lost_games,
    new_tournament,
    overview,
    players,
    prizes,
    qr_cards,
    reporting,
    round_papers,
    round_repairs,
    sections,
    setting_up,
    slip_photos,
    slip_results,
    transfers,
    two_slips,
)
from web.proofs import certificate, checkpoints, paper
from web.public import cards, refusals, rules, screens, standings, tournaments, why_paired
from web.replay import evidence, game_page
from web.site.site import (
    Bundler,
    PaperChecker,
    Printer,
    Site,
)

BLUEPRINTS = (
    drawing_rounds, round_repairs, why_paired,
    standings, cards, screens, course_papers,
    reporting,
    tournaments, live_boards, game_page, evidence, files, stream, health, metrics, modules,
    signing_in, badge_desk, table_page, entries, handover, by_director, table_state, offline, rules,
    refusals, terminal, kiosk, runner, desk, wall, setting_aside, closing, amending, turns_since,
    warning, conflicts, cases, registers, overview, new_tournament, token_desk, operations,
    setting_up, players, check_in, ending, prizes, round_papers, forgetting,
    slip_results, slip_photos, transfers, checkpoints, certificate, paper, manual,
    lost_games, two_slips, qr_cards, taking_back, confirming,
)  # fmt: skip


class App(Flask):
    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """``func`` as it is: nothing here is asynchronous, so it is not asked at every turn."""
        return func


def a_visitor(_request: Request) -> str:
    return ANYONE


def create_app(
    site: Site,
    role_of: Callable[[Request], str] | None = None,
    printer: Printer | None = None,
    badges: Badges | None = None,
    paper_checker: PaperChecker | None = None,
    bundler: Bundler | None = None,
    **config: Any,  # noqa: ANN401 (Flask's own settings)
) -> Flask:
    """The application.

    Args:
      site: what the pages read; see ``web.site.site``.
      role_of: tells who is asking, as a role of ``web.access.permissions``; by the session if left
        out.
      printer: how paper is made; without one the PDF downloads are refused in words.
      paper_checker: who looks codes on paper up; without one that is refused in words.
      bundler: who signs appeal bundles; without one that is refused in words.
      badges: the badge office; without one nobody can sign in.
      config: Flask's settings, and ours: ``STREAMS`` (live streams at once, without a badge: all,
        and of one address), ``STREAMS_KEPT`` (more of them for badges: all, and of one tablet or,
        on no tablet, of one badge),
        ``HEARTBEAT_SECONDS``, ``EMBED_ORIGINS`` (sites that may show a replay in a frame),
        ``HOSTS`` (names under which it may be asked; see ``web.access.hosts``),
        ``CORS_ORIGINS`` (sites whose pages may read the interface; ``*``: all),
        ``WORD_LISTS`` (the data folder in which the judge's word lists lie), ``BACKUPS`` (what
        makes them while the service runs; see ``web.monitoring.metrics``), ``CHECKPOINTS`` (opens
        what signs them), ``SENDING`` (who is sent them; see ``web.proofs.sending``),
        ``PAPER_BASE`` (tells what square codes begin with, for who is asking), and
        ``PROXIES``, ``LOG_ACCESS``, ``METRICS_TOKEN``, ``METRICS_FROM`` (see
        ``web.settings.known``).
    """
    app = App(__name__, static_folder=None)
    app.config.update(STREAMS=(800, 200), STREAMS_KEPT=(600, 16), HEARTBEAT_SECONDS=15.0)
    app.config.update(EMBED_ORIGINS=("'self'",))
    app.config.update(HOSTS=own_names(), CORS_ORIGINS=(), PROXIES=(), LOG_ACCESS=False)
    app.config.update(METRICS_TOKEN="", METRICS_FROM=())
    app.config.update(PAPER_BASE=lambda: request.host_url.rstrip("/"))
    app.config.update(config)
    app.url_map.converters.update(int=FewDigits, word=OneWord)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["site"] = site
    app.extensions["role_of"] = role_of or (role_by_session if badges else a_visitor)
    app.extensions["device_of"] = the_device
    app.extensions["badges"] = badges
    app.extensions["held"] = Held(badges.cabinet) if badges else None
    app.extensions["door_meter"] = Meter()
    app.extensions["printer"] = printer
    app.extensions["paper_checker"] = paper_checker
    app.extensions["bundler"] = bundler
    app.extensions["paper_checks"] = Often(paper.CHECKS_A_MINUTE, 60.0)
    app.extensions["figures"] = figures = Figures()
    app.extensions["skews"] = Skews()
    app.extensions["hub"] = Hub(
        site,
        changes_told,
        lambda: float(app.config["HEARTBEAT_SECONDS"]),
        public=Places(*app.config["STREAMS"]),
        kept=Places(*app.config["STREAMS_KEPT"]),
    )
    app.extensions["told_upto"] = app.extensions["hub"].told
    looked_up(figures, app)
    app.before_request(arrived)
    app.before_request(must_be_asked_by_our_name)
    app.before_request(kiosk.must_stay)
    app.before_request(cors.asked_beforehand)
    app.before_request(authorize)
    app.before_request(must_come_from_here)
    app.before_request(must_not_be_too_large)
    app.after_request(cors.with_sites)
    app.after_request(with_headers)
    app.after_request(answered)
    app.after_request(right_to_left.as_it_reads)  # the first of them: what is last here
    answer_refusals(app)
    for room in BLUEPRINTS:
        app.register_blueprint(room.bp)
    app.register_blueprint(browsing.browse)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset=modules.asset,
        days_in_words=days_wording,
        live_boards_in_words=wording.live_boards_wording,
        **sent_forms.FOR_TEMPLATES,
        **addresses.FOR_TEMPLATES,
        **manual.FOR_TEMPLATES,
        **standings.FOR_TEMPLATES,
        **why_paired.FOR_TEMPLATES,
        **sections.FOR_TEMPLATES,
        **fields.FOR_TEMPLATES,
        next_step_of=next_step_of,
    )
    app.jinja_env.filters.update(wording.FILTERS)
    app.jinja_env.filters.update(local_time.FILTERS)
    app.jinja_env.globals.update(local_time.GLOBALS)
    app.context_processor(signing_in.who_is_here)
    if badges is not None:
        badges.desk.get_ready()
    return app
