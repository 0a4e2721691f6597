"""The checkpoints of the record, as a page and as an Atom feed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, cast
from uuid import UUID, uuid5
from xml.etree.ElementTree import Element, SubElement, register_namespace, tostring

from flask import Response, current_app, redirect, render_template, request, url_for

from ledger.proof.checkpoints import Checkpoints
from ledger.proof.facts import CheckpointMade
from ledger.proof.keys import keys_in
from ledger.proof.made import (
    Listed,
    disagreed_wording,
    findings,
    latest_in,
    listed_in,
    made_in,
    signed_up_to,
    whole_note,
)
from ledger.proof.note import in_fours
from ledger.record.events import Event, record_id
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS, EVERYBODY
from web.access.visitors import accounts, signed_in, the_session
from web.frame.bodies import sent_by_form
from web.frame.page_text import tell_times_of
from web.frame.pages import PLAIN, Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.proofs.sending import Sending
from web.settings.in_force import witnesses_named
from web.site.site import the_site

# Checkpoints as an Atom feed (RFC 4287): whoever reads it keeps them, without asking anybody.


ATOM = "http://www.w3.org/2005/Atom"
MIME = "application/atom+xml"

_OURS = UUID("6f6b1a52-6f0e-4c1e-9d55-3d0e7d1f1c2e")
"""From which the numbers of feeds and entries follow, so that they are the same for ever."""

register_namespace("", ATOM)


def feed_of(rows: Sequence[Listed], note_of: Callable[[CheckpointMade], str]) -> bytes:
    origin = rows[0].made.origin if rows else "tilescribe"
    feed = Element(_("feed"))
    _text(feed, "id", uuid5(_OURS, origin).urn)
    _text(feed, "title", "Checkpoints of the record")
    _text(feed, "updated", _moment(max((_changed(row) for row in rows), default=_NEVER)))
    author = SubElement(feed, _("author"))
    _text(author, "name", origin)
    _link(feed, "self", url_for("checkpoints.feed", _external=True), MIME)
    _link(feed, "alternate", url_for("checkpoints.all_of_them", _external=True), "text/html")
    for row in rows:
        feed.append(_entry(row, note_of(row.made)))
    return bytes(tostring(feed, "utf-8", xml_declaration=True))


_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


def _entry(row: Listed, note: str) -> Element:
    made = row.made
    entry = Element(_("entry"))
    _text(entry, "id", uuid5(_OURS, f"{made.origin}\n{made.size}\n{made.about}").urn)
    about = f" ({made.about})" if made.about else ""
    signed = f", signed by {', '.join(one.name for one in row.witnesses)}" if row.witnesses else ""
    _text(entry, "title", f"{made.size} events{about}{signed}")
    _text(entry, "published", _moment(row.at))
    _text(entry, "updated", _moment(_changed(row)))
    where = url_for("checkpoints.one", size=made.size, log=made.origin, _external=True)
    _link(entry, "alternate", where, "text/plain")
    _text(entry, "content", note, type="text")
    return entry


def _changed(row: Listed) -> datetime:
    """When it came, or when a witness says that it signed it, within a day of that."""
    times = [one.at for one in row.witnesses if one.at is not None]
    return max((at for at in times if abs((at - row.at).days) < 1), default=row.at)


def _(name: str) -> str:
    return f"{{{ATOM}}}{name}"


def _text(parent: Element, name: str, text: str, **attributes: str) -> None:
    SubElement(parent, _(name), attributes).text = _as_xml(text)


def _link(parent: Element, rel: str, where: str, kind: str) -> None:
    SubElement(parent, _("link"), {"rel": rel, "type": kind, "href": where})


def _as_xml(text: str) -> str:
    """Without the signs that no XML may hold; a checkpoint can be made about anything."""
    return "".join(
        c
        for c in text
        if c in "\t\n" or " " <= c < "\ud800" or "\ue000" <= c < "\ufffe" or c > "\uffff"
    )


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


pages = Pages("checkpoints", manual="operator")

NEWEST = 50  # how many the page and the feed list; all of them are in the record


@pages.get("/checkpoint", who=EVERYBODY, answers=PLAIN, alike=True)
def newest() -> Response:
    """The newest checkpoint as it travels, a C2SP note, for a witness or a program to keep."""
    events = events_of_the_record()
    made = latest_in(events)
    if made is None:
        raise Refusal(
            "no-checkpoint",
            "No checkpoint has been made yet.",
            "One is made when a round is closed; come back then.",
        )
    return Response(whole_note(made, events), mimetype="text/plain")


@pages.get("/checkpoints/<int:size>", who=EVERYBODY, answers=PLAIN, alike=True)
def one(size: int) -> Response:
    """A checkpoint of so many events as it travels, to keep as a file; ``?log=`` of which log.

    Left out, it is that of the latest log: a record that was restored has had another before.
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


@pages.get("/checkpoints/feed.atom", who=EVERYBODY, answers="application/atom+xml", alike=True)
def feed() -> Response:
    events = events_of_the_record()
    rows = _listed(events)
    return Response(feed_of(rows, lambda made: whole_note(made, events)), mimetype=MIME)


@pages.get("/checkpoints/", who=EVERYBODY)
def all_of_them() -> str:
    """The checkpoints with their roots, to be compared with paper; ``?made=`` which is new."""
    return _page()


@pages.post("/checkpoints/make", who=DIRECTORS)
def make() -> Response:
    """Make one now, once for each time the page was shown."""
    checkpoints = _the_checkpoints()
    sent = sent_by_form(signed_in().badge)
    now = accounts().desk.now()
    try:
        made = checkpoints.make("asked", now=now, by=sent.by, command_id=sent.command_id)
    except Refusal as refused:
        must_be_for_a_page(refused)
        return Response(_page(refused), status_of(refused))
    if sending := _sending():
        sending.ring()
    here = url_for("checkpoints.all_of_them", made=made.size)
    return cast("Response", redirect(here, 303))


@pages.post("/checkpoints/settle", who=DIRECTORS)
def settle() -> Response:
    """What came of a witness's finding (``witness``: its key, ``reason``)."""
    checkpoints = _the_checkpoints()
    sent = sent_by_form(signed_in().badge)
    witness, reason = request.form.get("witness", ""), request.form.get("reason", "")
    now = accounts().desk.now()
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
    query = request.args.get("made", "")
    session = the_session()
    is_director = session is not None and session.role in (Role.DIRECTOR, Role.ORGANISER)
    sending = _sending()
    standing = {one.name: one for one in sending.standing} if is_director and sending else {}
    origin = rows[0].made.origin if rows else ""
    return render_template(
        "proofs/checkpoints.html",
        rows=[_row(row, origin) for row in rows],
        more=total - len(rows),
        new=next((row.made for row in rows if str(row.made.size) == query), None),
        may_make=is_director and current_app.config.get("CHECKPOINTS") is not None,
        findings=[(disagreed_wording(one.fact), one) for one in findings(origin, events)],
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
        "about": _about(made.about),
        "at": row.at,
        "root": (in_fours(made.root[:half]), in_fours(made.root[half:])),
        "witnesses": row.witnesses,
        "note": url_for("checkpoints.one", size=made.size, log=log),
    }


def _about(about: str) -> str:
    """What a checkpoint was made about, as people say it: ``Spring Open, A, round 3``."""
    slug, _, rest = about.partition("/")
    names = {row.slug: row.name for row in the_site().hall.tournaments()}
    if slug not in names:
        return about or "Asked for"
    division, _, number = rest.rpartition("/")
    where = [names[slug], division, number.replace("R", "round ", 1)]
    return ", ".join(part for part in where if part)


def _the_checkpoints() -> Checkpoints:
    make: Callable[[], Checkpoints] | None = current_app.config.get("CHECKPOINTS")
    if make is None:
        raise Refusal(
            "no-signing-here",
            "This service was started without the key that signs checkpoints.",
            "Ask whoever runs it to use `tilescribe record checkpoint`.",
        )
    return make()


def _sending() -> Sending | None:
    return cast("Sending | None", current_app.config.get("SENDING"))


def events_of_the_record() -> tuple[Event, ...]:
    """What happened to the record as a whole; nothing in a service without one."""
    office = current_app.extensions["badges"]
    return office.desk.log.events_of(record_id()) if office is not None else ()
