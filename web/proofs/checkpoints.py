"""The checkpoints of the record, for whoever wants to hold us to them."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template

from ledger.proof.facts import CheckpointMade
from ledger.proof.made import cosignatures_of, latest_in, whole_note
from ledger.proof.note import in_fours
from ledger.record.events import Event
from ledger.record.streams import record_id
from ledger.vocabulary.refusals import Refusal

bp = Blueprint("checkpoints", __name__)

NEWEST = 50
"""How many the page lists; all of them are in the record."""


@bp.get("/checkpoint")
def newest() -> Response:
    """The newest checkpoint as it travels, a C2SP note, for a witness or a program to keep.

    Raises:
      Refusal: ``no-checkpoint``.
    """
    events = events_of_the_record()
    made = latest_in(events)
    if made is None:
        raise Refusal(
            "no-checkpoint",
            "No checkpoint has been made yet.",
            "One is made when a round is closed; come back then.",
        )
    return Response(whole_note(made, events), mimetype="text/plain")


@bp.get("/checkpoints/")
def all_of_them() -> str:
    """Every checkpoint with its root, to be compared with paper."""
    events = events_of_the_record()
    made = [event for event in events if isinstance(event.fact, CheckpointMade)]
    rows = [_row(event, events) for event in reversed(made[-NEWEST:])]
    return render_template("proofs/checkpoints.html", rows=rows, more=len(made) - len(rows))


def _row(event: Event, events: tuple[Event, ...]) -> dict[str, object]:
    made = event.fact
    assert isinstance(made, CheckpointMade)
    half = len(made.root) // 2
    return {
        "made": made,
        "at": event.envelope.written_at,
        "root": (in_fours(made.root[:half]), in_fours(made.root[half:])),
        "witnesses": [line.split()[1] for line in cosignatures_of(made, events)],
    }


def events_of_the_record() -> tuple[Event, ...]:
    """What happened to the record as a whole; nothing in a service without one."""
    office = current_app.extensions["badges"]
    return office.desk.log.events_of(record_id()) if office is not None else ()
