"""The checkpoints of the record, for whoever wants to hold us to them; and making one now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for

from ledger.proof.checkpoints import Checkpoints
from ledger.proof.cosigned import (
    Listed,
    disagreed_in_words,
    findings,
    listed_in,
    signed_up_to,
)
from ledger.proof.keys_made import keys_in
from ledger.proof.made import latest_in, made_in, whole_note
from ledger.proof.note import in_fours
from ledger.record.events import Event
from ledger.record.streams import record_id
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import signed_in, the_badges, the_session
from web.frame.local_time import tell_times_of
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form
from web.proofs.feed import MIME, feed_of
from web.proofs.sending import Sending
from web.settings.of_proof import witnesses_named
from web.site.site import the_site

bp = Blueprint("checkpoints", __name__)

NEWEST = 50
"""How many the page and the feed list; all of them are in the record."""


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


@bp.get("/checkpoints/<int:size>")
def one(size: int) -> Response:
    """A checkpoint of so many events as it travels, to keep as a file; ``?log=`` of which log.

    Left out, it is that of the latest log: a record that was restored has had another before.

    Raises:
      Refusal: ``no-checkpoint``.
    """
    events, log = events_of_the_record(), request.args.get("log", "")
    found = [made for made in made_in(events) if made.size == size and log in ("", made.origin)]
    if not found:
        raise Refusal(
            "no-checkpoint",
            f"No checkpoint of {size} events was made here.",
            "Choose one from the list of checkpoints.",
        )
    response = Response(whole_note(found[-1], events), mimetype="text/plain")
    response.headers.set("Content-Disposition", "attachment", filename=f"checkpoint-{size}.txt")
    return response


@bp.get("/checkpoints/feed.atom")
def feed() -> Response:
    """The newest checkpoints as an Atom feed, for whoever keeps them elsewhere by themselves."""
    events = events_of_the_record()
    rows = _listed(events)
    return Response(feed_of(rows, lambda made: whole_note(made, events)), mimetype=MIME)


@bp.get("/checkpoints/")
def all_of_them() -> str:
    """The checkpoints with their roots, to be compared with paper; ``?made=`` which is new."""
    return _page()


@bp.post("/checkpoints/make")
def make() -> Response:
    """Make one now, once for each time the page was shown.

    Raises:
      Refusal: ``nobody-signs-in``, or ``no-signing-here``; what is refused of a checkpoint is said
        on the page.
    """
    checkpoints = _the_checkpoints()
    sent = sent_by_form(signed_in().badge)
    now = the_badges().desk.now()
    try:
        made = checkpoints.make("asked", now=now, by=sent.by, command_id=sent.command_id)
    except Refusal as refused:
        must_be_for_a_page(refused)
        return Response(_page(refused), status_of(refused))
    if sending := _sending():
        sending.ring()
    here = url_for("checkpoints.all_of_them", made=made.size)
    return cast("Response", redirect(here, 303))


@bp.post("/checkpoints/settle")
def settle() -> Response:
    """What came of a witness's finding (``witness``: its key, ``reason``).

    Raises:
      Refusal: ``nobody-signs-in``, or ``no-signing-here``; else it is said on the page.
    """
    checkpoints = _the_checkpoints()
    sent = sent_by_form(signed_in().badge)
    witness, reason = request.form.get("witness", ""), request.form.get("reason", "")
    now = the_badges().desk.now()
    try:
        checkpoints.settle(witness, reason, now=now, by=sent.by, command_id=sent.command_id)
    except Refusal as refused:
        must_be_for_a_page(refused)
        return Response(_page(refused), status_of(refused))
    return cast("Response", redirect(url_for("checkpoints.all_of_them"), 303))


def _page(refusal: Refusal | None = None) -> str:
    events = events_of_the_record()
    total = len(made_in(events))
    rows = _listed(events)
    tell_times_of([row.slug for row in the_site().hall.tournaments()])
    asked = request.args.get("made", "")
    session = the_session()
    is_director = session is not None and session.role in (Role.DIRECTOR, Role.ORGANISER)
    sending = _sending()
    standing = {one.name: one for one in sending.standing} if is_director and sending else {}
    origin = rows[0].made.origin if rows else ""
    return render_template(
        "proofs/checkpoints.html",
        rows=[_row(row, origin) for row in rows],
        more=total - len(rows),
        new=next((row.made for row in rows if str(row.made.size) == asked), None),
        may_make=is_director and current_app.config.get("CHECKPOINTS") is not None,
        findings=[(disagreed_in_words(one.fact), one) for one in findings(origin, events)],
        is_official=is_director,
        witnesses=[
            (
                each.key.name,
                signed_up_to(each.key, origin, events),
                standing.pop(each.key.name, None),
            )
            for each in witnesses_named()
        ],
        others=standing,
        keys=[str(key) for key in keys_in(events) if key.name == origin],
        refusal=refusal,
    )


def _listed(events: tuple[Event, ...]) -> tuple[Listed, ...]:
    """The newest checkpoints, newest first. Their signatures are checked once, not for each reader.

    The stream only grows, so its length says whether anything came.
    """
    kept: tuple[int, tuple[Listed, ...]] | None = current_app.extensions.get("checkpoints_listed")
    if kept is None or kept[0] != len(events):
        kept = len(events), listed_in(events, NEWEST)[::-1]
        current_app.extensions["checkpoints_listed"] = kept
    return kept[1]


def _row(row: Listed, origin: str) -> dict[str, Any]:
    """A checkpoint as the page has it; of a log before a restore its address names the log."""
    made, half = row.made, len(row.made.root) // 2
    log = None if made.origin == origin else made.origin
    return {
        "made": made,
        "at": row.at,
        "root": (in_fours(made.root[:half]), in_fours(made.root[half:])),
        "witnesses": row.witnesses,
        "note": url_for("checkpoints.one", size=made.size, log=log),
    }


def _the_checkpoints() -> Checkpoints:
    make: Callable[[], Checkpoints] | None = current_app.config.get("CHECKPOINTS")
    if make is None:
        raise Refusal(
            "no-signing-here",
            "This service was started without the key that signs checkpoints.",
            "Ask whoever runs it to use `tilescribe checkpoint`.",
        )
    return make()


def _sending() -> Sending | None:
    return cast("Sending | None", current_app.config.get("SENDING"))


def events_of_the_record() -> tuple[Event, ...]:
    """What happened to the record as a whole; nothing in a service without one."""
    office = current_app.extensions["badges"]
    return office.desk.log.events_of(record_id()) if office is not None else ()
