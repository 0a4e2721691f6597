"""``/metrics``: the figures, for a monitoring system that may read them."""

from __future__ import annotations

from typing import cast

from flask import Blueprint, Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from ledger.vocabulary.refusals import Refusal
from web.watching.figures import Figures
from web.watching.here import may_read_figures

bp = Blueprint("metrics", __name__)


@bp.get("/metrics")
def scrape() -> Response:
    """All figures in Prometheus's text format.

    Raises:
      Refusal: ``not-allowed``: asked from elsewhere, without the token.
    """
    if not may_read_figures():
        raise Refusal(
            "not-allowed",
            "The figures of this service are not open to you.",
            "Ask from its own computer, with the token of metrics.token, or from metrics.from.",
        )
    response = Response(generate_latest(the_figures().registry), content_type=CONTENT_TYPE_LATEST)
    response.headers["Cache-Control"] = "no-store"
    return response


def the_figures() -> Figures:
    """The figures of the application that is answering."""
    return cast("Figures", current_app.extensions["figures"])
