"""The application: every room, and what is asked of each visitor before a door opens.

It is a module of its own so that ``import web`` brings nothing: the command line lies beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from flask import Flask, Request, Response, request
from werkzeug.wrappers import Response as AnyResponse

from ledger.accounts.badges import Badges
from ledger.backup.ring import Held
from ledger.messages.written import days_written
from web import help as manual
from web import judge
from web.access import signing_in
from web.access.door_log import Meter
from web.access.permissions import (
    ANYONE,
    authorize,
    must_be_asked_by_our_name,
    must_come_from_here,
    own_names,
)
from web.access.rate_limit import RateLimit
from web.access.visitors import role_by_session, the_device
from web.api import operations
from web.asgi import telling
from web.asgi.sse import Hub, Places
from web.cases import form_fields
from web.frame import addresses, bodies, headers, languages, modules, navigation, wording
from web.frame.headers import with_headers
from web.frame.pages import PAGES, FewDigits, OneWord, must_not_be_too_large
from web.frame.refused import answer_refusals, next_step_of, told_in_full
from web.monitoring.metrics import Figures, Skews, answered, arrived, looked_up
from web.proofs import checkpoints
from web.public import own_page, standings
from web.site import Bundler, PaperChecker, Printer, Site

WITH_PAGES = (
    "access", "api", "cases", "director", "downloads", "entry", "frame", "help", "judge", "live",
    "monitoring", "organiser", "proofs", "public", "replay",
)  # fmt: skip
"""Rooms whose views declare pages. Every module of them is imported here, and none is listed."""

for _room in WITH_PAGES:
    _package = import_module(f"web.{_room}")
    for _module in iter_modules(getattr(_package, "__path__", ()), f"{_package.__name__}."):
        import_module(_module.name)


class App(Flask):
    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """``func`` as it is: nothing here is asynchronous, so it is not asked at every turn."""
        return func


def must_be_let_in() -> AnyResponse | None:
    """All that is asked of each visitor before a page opens, the first reason not to first."""
    arrived()
    languages.choose_language()
    must_be_asked_by_our_name()
    instead = judge.must_stay()
    if instead is None:
        instead = operations.asked_beforehand()
    if instead is None:
        authorize()
        must_come_from_here()
        must_not_be_too_large()
    return instead


def as_it_leaves(response: Response) -> Response:
    """The answer with all that every answer has; a page reads as people read it."""
    response = headers.as_it_reads(response)
    return operations.with_sites(with_headers(answered(response)))


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
      site: what the pages read; see ``web.site``.
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
        ``HOSTS`` (names under which it may be asked; see ``web.access.permissions``),
        ``CORS_ORIGINS`` (sites whose pages may read the interface; ``*``: all),
        ``WORD_LISTS`` (the data folder in which the judge's word lists lie), ``BACKUPS`` (what
        makes them while the service runs; see ``web.monitoring.metrics``), ``CHECKPOINTS`` (opens
        what signs them), ``SENDING`` (who is sent them; see ``web.proofs.sending``),
        ``PAPER_BASE`` (tells what square codes begin with, for who is asking), and
        ``PSEUDO_LANGUAGE`` (whether a cookie may choose it: in tests alone, for the record and the
        codes on paper are written in the language of who asks),
        ``PROXIES``, ``LOG_ACCESS``, ``METRICS_TOKEN``, ``METRICS_FROM`` (see
        ``web.settings.known``).
    """
    app = App(__name__, static_folder=None)
    app.config.update(STREAMS=(1_200, 200), STREAMS_KEPT=(1_500, 16), HEARTBEAT_SECONDS=15.0)
    app.config.update(EMBED_ORIGINS=("'self'",))
    app.config.update(HOSTS=own_names(), CORS_ORIGINS=(), PROXIES=(), LOG_ACCESS=False)
    app.config.update(METRICS_TOKEN="", METRICS_FROM=(), PSEUDO_LANGUAGE=False)
    app.config.update(PAPER_BASE=lambda: request.host_url.rstrip("/"))
    app.config.update(config)
    app.url_map.converters.update(int=FewDigits, word=OneWord)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["site"] = site
    app.extensions["role_of"] = role_of or (role_by_session if badges else a_visitor)
    app.extensions["device_of"] = the_device
    app.extensions["badges"] = badges
    app.extensions["held"] = Held(badges.local_store) if badges else None
    app.extensions["door_meter"] = Meter()
    app.extensions["printer"] = printer
    app.extensions["paper_checker"] = paper_checker
    app.extensions["bundler"] = bundler
    app.extensions["paper_checks"] = RateLimit(checkpoints.CHECKS_A_MINUTE, 60.0)
    app.extensions["figures"] = figures = Figures()
    app.extensions["skews"] = Skews()
    app.extensions["hub"] = Hub(
        site,
        telling,
        lambda: float(app.config["HEARTBEAT_SECONDS"]),
        public=Places(*app.config["STREAMS"]),
        kept=Places(*app.config["STREAMS_KEPT"]),
    )
    app.extensions["told_upto"] = app.extensions["hub"].told
    looked_up(figures, app)
    app.before_request(must_be_let_in)
    app.after_request(as_it_leaves)
    answer_refusals(app)
    for page in PAGES.values():
        for address in page.addresses:
            app.add_url_rule(address, page.endpoint, page.view, methods=[page.method])
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset=modules.asset,
        days_in_words=days_written,
        live_boards_in_words=wording.live_boards_wording,
        **bodies.FOR_TEMPLATES,
        **addresses.FOR_TEMPLATES,
        **manual.FOR_TEMPLATES,
        **standings.FOR_TEMPLATES,
        **own_page.FOR_TEMPLATES,
        **navigation.FOR_TEMPLATES,
        **form_fields.FOR_TEMPLATES,
        next_step_of=next_step_of,
        told_in_full=told_in_full,
    )
    app.jinja_env.filters.update(wording.FILTERS)
    app.jinja_env.filters.update(headers.FILTERS)
    app.jinja_env.filters.update(languages.FILTERS)
    app.jinja_env.globals.update(headers.GLOBALS)
    app.jinja_env.globals.update(wording.GLOBALS)
    app.jinja_env.globals.update(languages.GLOBALS)
    app.context_processor(signing_in.who_is_here)
    if badges is not None:
        badges.desk.get_ready()
    return app
