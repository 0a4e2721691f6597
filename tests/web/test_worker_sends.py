"""The service as it is started sends checkpoints to whom the settings name: one way through all."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from ledger.proof.checkpoints_made import listed_in
from ledger.record.events import record_id
from ledger.vocabulary import CONSOLE
from tests.proof.a_witness import AWitness, served
from tests.web.test_command_line import tilescribe
from tests.web.test_sending import until
from web.access.visitors import SESSION
from web.command_line import worker
from web.command_line.opened import opened


@pytest.fixture
def open_for(monkeypatch):
    """The worker leaves the record open for good; a test does not."""
    with ExitStack() as stack:
        monkeypatch.setattr(worker, "_open_for_good", stack)
        monkeypatch.setattr(worker, "end_with_parent", lambda: None)
        monkeypatch.setattr(worker, "to_stderr", lambda *_how: None)
        yield stack


def test_what_a_director_makes_on_the_page_is_signed_and_delivered(tmp_path, monkeypatch, open_for):
    folder, subscriber = tmp_path / "data", AWitness("subscriber.example")
    with opened(folder, make=True):
        pass
    tilescribe("record", "checkpoint", "--data", folder)
    with served(AWitness(), subscriber) as (witness, _):
        witness.knows(tilescribe("key", "show", "--data", folder).out.split("\n")[0])
        subscriber.lies = lambda *_told: (200, "text/plain", "")
        monkeypatch.setenv("TILESCRIBE_WITNESSES", f"{witness.vkey} {witness.address}")
        monkeypatch.setenv("TILESCRIBE_SUBSCRIBERS", f"{subscriber.address}/hook?key=secret")
        monkeypatch.setenv(worker.DATA_VARIABLE, str(folder))
        app = worker.the_app()
        try:
            office = app.extensions["badges"]
            office.issue("D1", "Dora", "director", by=CONSOLE)
            office.pins.set("D1", "a good pin")
            client = app.test_client()
            client.set_cookie(SESSION, office.sessions.begin("D1"))
            made = client.post(
                "/checkpoints/make", data={}, headers={"Sec-Fetch-Site": "same-origin"}
            )
            assert made.status_code == 303

            def signed():
                rows = listed_in(office.desk.log.events_of(record_id()))
                return [len(row.witnesses) for row in rows] == [1, 1]

            until(signed)
            until(lambda: any(b"witness.example" in body for body in subscriber.asked))
            told = client.get("/checkpoints/").text
            assert f"by {witness.name}" in told
            assert "secret" not in told
        finally:
            app.config["SENDING"].stop()
