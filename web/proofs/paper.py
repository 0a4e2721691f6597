"""Paper looked up by its code, and the certificate of signed bundles."""

from __future__ import annotations

from flask import Response, current_app, render_template, request

from ledger.proof.keys import Published, in_der, published_in
from ledger.proof.note import in_fours
from ledger.proof.paper_codes import as_read, in_halves, is_code
from ledger.proof.paper_verdicts import MISTYPED
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import EVERYBODY
from web.access.visitors import network_of, the_asker, the_viewer
from web.frame.pages import LARGEST_QUEUE, Limit, Pages
from web.proofs.checkpoints import events_of_the_record
from web.site.site import the_paper_checker

# The certificates that bundles are signed by, for whoever holds one and wants to be sure.


certificate_pages = Pages("certificate", manual="operator")


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


A_PDF = Limit(
    LARGEST_QUEUE,
    "A PDF may have 500 KB here; this one has more.",
    "Type the code at its foot, or use tilescribe paper check on the machine itself.",
    strangers=True,  # whom the page is for: a committee, players, other federations
)

pages = Pages("paper", manual="players")

CHECKS_A_MINUTE = 30
"""Of one address: a pile of slips is looked up by scanner, codes are not guessed."""

LONGEST_CODE, LONGEST_STATE = 24, 200


@pages.get("/verify", who=EVERYBODY)
def verify() -> str:
    """Where a code is typed; ``?code=``, ``?of=`` and ``?event=`` look one up."""
    query = {name: request.args.get(name, "").strip() for name in ("code", "of", "event")}
    if not query["code"]:
        return _page(query)
    return _looked_up(query["code"], _state(query["of"], query["event"]), query)


@pages.get("/v/<code>", who=EVERYBODY)
def alone(code: str) -> str:
    """A code without the place it belongs to."""
    return _looked_up(code, "", {"code": _as_printed(code)})


@pages.get("/v/<code>/<path:state>", who=EVERYBODY)
def scanned(code: str, state: str) -> str:
    event, _, of = state.partition("/")
    desk_request = {"code": _as_printed(code), "of": of, "event": event.lstrip("es")}
    return _looked_up(code, state[:LONGEST_STATE], desk_request)


@pages.post("/verify", who=EVERYBODY, reads=A_PDF, writes=False)
def file() -> str:
    _must_not_ask_too_often()
    chosen = request.files.get("pdf")
    if chosen is None or not chosen.filename:
        raise Refusal("unreadable-pdf", "No file was chosen.", "Choose a PDF that we printed.")
    found = the_paper_checker().pdf(chosen.read(), the_viewer(), the_asker())
    return _page({}, verdicts=found.sheets, file=found, named=chosen.filename[:120])


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
        return _page(query, mistyped=MISTYPED)
    _must_not_ask_too_often()
    verdict = the_paper_checker().code(code, state, the_viewer(), the_asker())
    return _page(query, verdicts=(verdict,))


def _must_not_ask_too_often() -> None:
    if not current_app.extensions["paper_checks"].may(network_of(request.remote_addr or "")):
        raise Refusal(
            "too-many-checks",
            f"That were {CHECKS_A_MINUTE} codes within a minute.",
            "Wait a minute; on the machine itself, tilescribe paper check takes a whole file.",
        )


def _page(query: dict[str, str], **told: object) -> str:
    return render_template("proofs/paper.html", asked=query, **told)
