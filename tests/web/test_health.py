"""Is it running, and can it work."""

from __future__ import annotations

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
