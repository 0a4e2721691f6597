"""The certificates that bundles are signed by, for whoever holds one and wants to be sure."""

from __future__ import annotations

from flask import Response, render_template

from ledger.proof.certificate import Published, in_der, published_in
from ledger.proof.note import in_fours
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import EVERYBODY
from web.frame.pages import Pages
from web.proofs.checkpoints import events_of_the_record

pages = Pages("certificate", manual="operator")


@pages.get("/certificate/", who=EVERYBODY)
def page() -> str:
    published = published_in(events_of_the_record())
    replaced = {one.replaces: one.fingerprint for one in published if one.replaces}
    rows = [
        {"one": one, "lines": lines_of(one.fingerprint), "then": replaced.get(one.fingerprint, "")}
        for one in reversed(published)
    ]
    return render_template("proofs/certificate.html", rows=rows, short=short)


@pages.get("/certificate/<fingerprint>.pem", who=EVERYBODY, answers="application/x-pem-file")
def pem(fingerprint: str) -> Response:
    one = _named(fingerprint)
    return _file(one.certificate, "application/x-pem-file", f"{_name(one)}.pem")


@pages.get("/certificate/<fingerprint>.der", who=EVERYBODY, answers="application/pkix-cert")
def der(fingerprint: str) -> Response:
    """The same as bytes: those that its fingerprint and the signature of the one before are of."""
    one = _named(fingerprint)
    return _file(in_der(one.certificate), "application/pkix-cert", f"{_name(one)}.der")


@pages.get("/certificate/<fingerprint>.sig", who=EVERYBODY, answers="application/octet-stream")
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
    return Refusal(
        "no-such-certificate",
        "No bundle of this hall is signed by such a certificate.",
        "Look at /certificate/, which has them all.",
    )


def _name(one: Published) -> str:
    return f"tilescribe-{one.fingerprint[:16]}"


def _file(body: bytes, kind: str, name: str) -> Response:
    answer = Response(body, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
