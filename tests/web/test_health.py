"""Is it running, can it work, and is its interface written down."""

from __future__ import annotations

import re

from web.access.doors import DOORS
from web.application import create_app


def test_it_is_alive_without_looking_at_anything(site):
    site.checks = lambda: 1 / 0

    assert create_app(site, TESTING=True).test_client().get("/healthz").json == {"alive": True}


def test_it_is_ready_or_says_in_words_why_not(client, site):
    ready = client.get("/readyz")
    site.trouble.append("The disk is full.")
    not_ready = client.get("/readyz")

    assert (ready.status_code, ready.json["ready"]) == (200, True)
    assert (not_ready.status_code, not_ready.json["troubles"]) == (503, ["The disk is full."])


def test_every_address_is_in_the_description_and_none_beside(client, site):
    description = client.get("/openapi.yaml").text
    app = create_app(site, TESTING=True)

    written = set(re.findall(r"(?m)^  (/\S*):$", description))
    there = {
        re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.endpoint in DOORS
    }

    assert written <= there
    # The interface for other programs is described by itself, from its own operations.
    assert all(path.startswith("/api/v1/") for path in there - written)
