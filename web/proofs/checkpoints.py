"""The checkpoints of the record, as a page and as a feed; paper looked up by its code."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, cast
from uuid import UUID, uuid5
from xml.etree.ElementTree import Element, SubElement, register_namespace, tostring

from flask import Response, current_app, redirect, render_template, request, url_for

from ledger.messages import say
from ledger.proof.checkpoints import Checkpoints
from ledger.proof.checkpoints_made import (
    Listed,
    Quorum,
    Reached,
    disagreed_wording,
    findings,
    latest_in,
    listed_in,
    made_in,
    reached,
    signed_up_to,
    whole_note,
)
from ledger.proof.facts import CheckpointMade
from ledger.proof.keys import Published, in_der, keys_in, published_in
from ledger.proof.note import in_fours
from ledger.proof.paper_codes import as_read, in_halves, is_code
from ledger.proof.paper_verdicts import MISTYPED
from ledger.proof.signed_paper import (
    CHECK_PAGE,
    checker_digest,
    fingerprint_lines,
    is_signed_address,
)
from ledger.record.events import Event, record_id
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS, EVERYBODY
from web.access.rate_limit import network_of
from web.access.visitors import accounts, signed_in, the_asker, the_session, the_viewer
from web.frame.bodies import sent_by_form
from web.frame.headers import tell_times_of
from web.frame.pages import LARGEST_QUEUE, PLAIN, Limit, Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.proofs.sending import Sending
from web.settings.in_force import quorum_named, witnesses_named
from web.site import the_paper_checker, the_site

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
        raise Refusal.of("no-checkpoint/yet")
    return Response(whole_note(made, events), mimetype="text/plain")


@pages.get("/checkpoints/<int:size>", who=EVERYBODY, answers=PLAIN, alike=True)
def one(size: int) -> Response:
    """A checkpoint of so many events as it travels, to keep as a file; ``?log=`` of which log.

    Left out, it is that of the latest log: a record that was restored has had another before.
    """
    events, log = events_of_the_record(), request.args.get("log", "")
    found = [made for made in made_in(events) if made.size == size and log in ("", made.origin)]
    if not found:
        raise Refusal.of("no-checkpoint/of-a-size", size=size)
    response = Response(whole_note(found[-1], events), mimetype="text/plain")
    response.headers.set("Content-Disposition", "attachment", filename=f"checkpoint-{size}.txt")
    return response


@pages.get("/checkpoints/check.html", who=EVERYBODY, answers="application/octet-stream", alike=True)
def checker() -> Response:
    """The file that checks paper without us: to keep, and never opened at our own address."""
    response = Response(CHECK_PAGE.read_bytes(), mimetype="application/octet-stream")
    response.headers.set("Content-Disposition", "attachment", filename=CHECK_PAGE.name)
    return response


@pages.get("/checkpoints/<int:size>/since/<int:old>", who=EVERYBODY, answers=PLAIN, alike=True)
def since(size: int, old: int) -> Response:
    """What proves that one checkpoint continues another, a hash a line in base64 (RFC 6962, 2.1.2).

    For witnesses that compare what each has signed; ``?log=`` of which log, as of a checkpoint.
    """
    checkpoints = _the_checkpoints()
    origin = checkpoints.origin
    known = {made.size for made in made_in(events_of_the_record()) if made.origin == origin}
    if request.args.get("log", origin) != origin or not 0 < old <= size or {old, size} - known:
        raise Refusal.of("no-checkpoint/of-two-sizes", old=old, size=size)
    steps = checkpoints.tree.consistency(old, size)
    lines = "".join(f"{base64.b64encode(step).decode()}\n" for step in steps)
    return Response(lines, mimetype="text/plain")


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
    now, quorum = the_site().now(), quorum_named()
    return render_template(
        "proofs/checkpoints.html",
        rows=[_row(row, origin, now, quorum) for row in rows],
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
        fingerprints=_fingerprints(events),
        refusal=refusal,
        checker=lines_of(checker_digest()),
    )


def _fingerprints(events: tuple[Event, ...]) -> list[tuple[str, str]]:
    """Of every key that signed checkpoints and paper, the one in use first, in two lines each."""
    publics = dict.fromkeys(key.public for key in reversed(keys_in(events)))
    return [fingerprint_lines(public) for public in publics]


def _listed(events: tuple[Event, ...]) -> tuple[Listed, ...]:
    """The newest checkpoints, newest first. Their signatures are checked once, not for each reader.

    The stream only grows, so its length says whether anything came.
    """
    kept: tuple[int, tuple[Listed, ...]] | None = current_app.extensions.get("checkpoints_listed")
    if kept is None or kept[0] != len(events):
        kept = len(events), listed_in(events, NEWEST)[::-1]
        current_app.extensions["checkpoints_listed"] = kept
    return kept[1]


def _row(row: Listed, origin: str, now: datetime, quorum: Quorum | None) -> dict[str, Any]:
    """A checkpoint as the page has it; of a log before a restore its address names the log."""
    made, half = row.made, len(row.made.root) // 2
    log = None if made.origin == origin else made.origin
    stands = reached(row, quorum) if quorum else None
    return {
        "made": made,
        "quorum": stands.words(now) if stands else "",
        "quorum_kind": _tone(stands, now) if stands else "",
        "late": stands.late if stands else (),
        "about": _about(made.about),
        "at": row.at,
        "root": (in_fours(made.root[:half]), in_fours(made.root[half:])),
        "witnesses": row.witnesses,
        "note": url_for("checkpoints.one", size=made.size, log=log),
    }


def _tone(stands: Reached, now: datetime) -> str:
    if stands.at is None:
        return "now" if now > stands.due else "warn"
    return "good" if stands.in_time else "warn"


def _about(about: str) -> str:
    """What a checkpoint was made about, as people say it: ``Spring Open, A, round 3``."""
    slug, _, rest = about.partition("/")
    names = {row.slug: row.name for row in the_site().hall.tournaments()}
    if slug not in names:
        return about or say("proofs.about.asked")
    division, _, number = rest.rpartition("/")
    which = number.replace("R", "", 1)
    if division:
        return say(
            "proofs.about.round-of-division",
            tournament=names[slug],
            division=division,
            number=which,
        )
    return say("proofs.about.round", tournament=names[slug], number=which) if which else names[slug]


def _the_checkpoints() -> Checkpoints:
    make: Callable[[], Checkpoints] | None = current_app.config.get("CHECKPOINTS")
    if make is None:
        raise Refusal.of("no-signing-here")
    return make()


def _sending() -> Sending | None:
    return cast("Sending | None", current_app.config.get("SENDING"))


def events_of_the_record() -> tuple[Event, ...]:
    """What happened to the record as a whole; nothing in a service without one."""
    office = current_app.extensions["badges"]
    return office.desk.log.events_of(record_id()) if office is not None else ()


# Paper looked up by its code, and the certificate of signed bundles.


# The certificates that bundles are signed by, for whoever holds one and wants to be sure.


certificate_pages = Pages("certificate", manual="trust")


@certificate_pages.get("/certificate/", who=EVERYBODY)
def page() -> str:
    published = published_in(events_of_the_record())
    replaced = {one.replaces: one.fingerprint for one in published if one.replaces}
    rows = [
        {"one": one, "lines": lines_of(one.fingerprint), "then": replaced.get(one.fingerprint, "")}
        for one in reversed(published)
    ]
    return render_template("proofs/certificate.html", rows=rows, short=short)


@certificate_pages.get(
    "/certificate/<fingerprint>.pem", who=EVERYBODY, answers="application/x-pem-file"
)
def pem(fingerprint: str) -> Response:
    one = _named(fingerprint)
    return _file(one.certificate, "application/x-pem-file", f"{_name(one)}.pem")


@certificate_pages.get(
    "/certificate/<fingerprint>.der", who=EVERYBODY, answers="application/pkix-cert"
)
def der(fingerprint: str) -> Response:
    """The same as bytes: those that its fingerprint and the signature of the one before are of."""
    one = _named(fingerprint)
    return _file(in_der(one.certificate), "application/pkix-cert", f"{_name(one)}.der")


@certificate_pages.get(
    "/certificate/<fingerprint>.sig", who=EVERYBODY, answers="application/octet-stream"
)
def signature(fingerprint: str) -> Response:
    """What the one before signed it with, as ``openssl dgst -verify`` takes it."""
    one = _named(fingerprint)
    if not one.signature:
        raise _no_such()
    return _file(one.signature, "application/octet-stream", f"{_name(one)}.sig")


def lines_of(fingerprint: str) -> tuple[str, ...]:
    groups = in_fours(fingerprint).split()
    return tuple(" ".join(groups[at : at + 4]) for at in range(0, len(groups), 4))


def short(fingerprint: str) -> str:
    return lines_of(fingerprint)[0]


def _named(fingerprint: str) -> Published:
    found = published_in(events_of_the_record())
    for one in found:
        if one.fingerprint == fingerprint.lower():
            return one
    raise _no_such()


def _no_such() -> Refusal:
    return Refusal.of("no-such-certificate")


def _name(one: Published) -> str:
    return f"tilescribe-{one.fingerprint[:16]}"


def _file(body: bytes, kind: str, name: str) -> Response:
    answer = Response(body, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


A_PDF = Limit(
    LARGEST_QUEUE,
    "pdf",
    strangers=True,  # whom the page is for: a committee, players, other federations
)

paper_pages = Pages("paper", manual="players")

CHECKS_A_MINUTE = 30
"""Of one address: a pile of slips is looked up by scanner, codes are not guessed."""

LONGEST_CODE, LONGEST_STATE, LONGEST_SIGNED = 24, 200, 600


@paper_pages.get("/verify", who=EVERYBODY)
def verify() -> str:
    """Where a code is typed; ``?code=``, ``?of=`` and ``?event=`` look one up."""
    query = {name: request.args.get(name, "").strip() for name in ("code", "of", "event")}
    if not query["code"]:
        return _paper_page(query)
    if is_signed_address(query["code"]):
        return _signed(query["code"])
    return _looked_up(query["code"], _state(query["of"], query["event"]), query)


@paper_pages.get("/v/<code>", who=EVERYBODY)
def alone(code: str) -> str:
    """A code without the place it belongs to."""
    return _looked_up(code, "", {"code": _as_printed(code)})


@paper_pages.get("/v/<code>/<path:state>", who=EVERYBODY)
def scanned(code: str, state: str) -> str:
    event, _, of = state.partition("/")
    desk_request = {"code": _as_printed(code), "of": of, "event": event.lstrip("es")}
    return _looked_up(code, state[:LONGEST_STATE], desk_request)


@paper_pages.get("/S/<letters>", "/s/<letters>", who=EVERYBODY)
def signed(letters: str) -> str:
    """A code that says its sheet and a signature: what it says, and what the record says today."""
    return _signed(letters)


@paper_pages.post("/verify", who=EVERYBODY, reads=A_PDF, writes=False)
def file() -> str:
    _must_not_ask_too_often()
    chosen = request.files.get("pdf")
    if chosen is None or not chosen.filename:
        raise Refusal.of("unreadable-pdf/none-chosen")
    found = the_paper_checker().pdf(chosen.read(), the_viewer(), the_asker())
    return _paper_page({}, verdicts=found.sheets, file=found, named=chosen.filename[:120])


def _as_printed(code: str) -> str:
    signs = as_read(code)
    return in_halves(signs) if is_code(signs) else code[:LONGEST_CODE]


def _state(of: str, event: str) -> str:
    """Where a sheet belongs and which event it holds, as its square code would say it."""
    if not of or not event:
        return ""
    of, number = of[:LONGEST_STATE].strip("/"), "".join(event.split())
    digits = number.lstrip("eEsS")
    if "T" in digits.upper():
        return f"s{digits.upper()}/{of}"
    place = of.upper().split("/")
    is_a_game = any(part[:1] == "T" and part[1:].isdigit() for part in place[1:])
    return f"{digits if is_a_game else 'e' + digits}/{of}"


def _looked_up(code: str, state: str, query: dict[str, str]) -> str:
    if not is_code(as_read(code)):
        return _paper_page(query, mistyped=MISTYPED)
    _must_not_ask_too_often()
    verdict = the_paper_checker().code(code, state, the_viewer(), the_asker())
    return _paper_page(query, verdicts=(verdict,))


def _signed(text: str) -> str:
    _must_not_ask_too_often()
    found = the_paper_checker().signed(text[:LONGEST_SIGNED], the_viewer(), the_asker())
    sheets = (found.sheet,) if found.sheet is not None else ()
    return _paper_page({}, signed=found, key=in_fours(found.key[:32]), verdicts=sheets)


def _must_not_ask_too_often() -> None:
    if not current_app.extensions["paper_checks"].may(network_of(request.remote_addr or "")):
        raise Refusal.of("too-many-checks", n=CHECKS_A_MINUTE)


def _paper_page(query: dict[str, str], **told: object) -> str:
    return render_template("proofs/paper.html", asked=query, **told)
