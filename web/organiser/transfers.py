"""Files in and results out, previewed line by line; papers of a round, to fill in by hand."""

from __future__ import annotations

import hashlib
import zlib
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from flask import (
    Response,
    abort,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from msgspec import Struct

from ledger.desk.desk import Desk
from ledger.interchange import aupair, tsh_division
from ledger.interchange.exporting import KINDS, Everything, Kind, exported_as
from ledger.interchange.from_record import told_here
from ledger.interchange.importing import Given, Preview, previewed
from ledger.interchange.parsed import MOST_BYTES, Change, Line
from ledger.interchange.taking_in import TakeInFile
from ledger.messages import say
from ledger.proof.paper_requests import ByHandToPrint
from ledger.record.events import tournament_id
from ledger.tournament.divisions import divisions_of
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.downloads import asked_paper, forms_of_each_table, named_plainly, to_take_away
from web.frame.addresses import tournament_at
from web.frame.bodies import sent_by_form
from web.frame.pages import LARGEST_QUEUE, PDF, Limit, Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.organiser.forms import Form, number
from web.organiser.players import the_tournament
from web.settings.known import is_here_alone
from web.site import the_printer, the_site

# A file that was previewed, carried within the page until it is confirmed.
#
# Nothing of it lies on the server meanwhile, so any node can take the confirmation, and a preview
# that nobody confirms leaves nothing behind.


MOST_CARRIED = 400_000
"""Letters of a file as it is carried: what a form may hold beside its other fields."""


def files_sent() -> list[Given]:
    """The files that came with the form, and what was pasted into it."""
    encoding = request.form.get("encoding", "").strip()[:40]
    given = [
        Given(one.filename or "", one.read(), encoding)
        for one in request.files.getlist("file")
        if one.filename
    ]
    pasted = request.form.get("pasted", "")
    if pasted.strip():
        given.append(Given("", pasted.encode("utf-8", "replace")))
    return given


def carried(given: Sequence[Given]) -> str:
    packed = b64encode(zlib.compress(msgspec.msgpack.encode([tuple(one) for one in given]), 9))
    if len(packed) > MOST_CARRIED:
        raise Refusal(
            "too-large",
            say("files.packed-too-large"),
            say("frame.too-much-next.file"),
        )
    return packed.decode()


def brought_back(field: str) -> list[Given]:
    """The files again; none where the field was tampered with, or unpacks to more than it may."""
    try:
        unpacking = zlib.decompressobj()
        packed = unpacking.decompress(b64decode(field, validate=True), 2 * MOST_BYTES)
        if unpacking.unconsumed_tail:
            return []
        files = msgspec.msgpack.decode(packed, type=list[tuple[str, bytes, str]])
    except (ValueError, zlib.error, msgspec.MsgspecError):
        return []
    return [Given(*one) for one in files]


# A preview as its page shows it: a row a line of the file, with what becomes of it.


MOST_SHOWN = 400  # rows of a page; what is not taken comes before all else

COUNTED = ("new", "changed", "same", "refused", "said")
SIGNS = {"new": "+", "changed": "→", "same": "=", "refused": "!", "said": "·"}
WEIGHTS = ("unusable", "left-out", "remark")


class RowView(Struct, frozen=True):
    """One line of a file.

    Attributes:
      where: file and number, as people say them.
      said: what was understood of it; empty where nothing was.
      notes: (kind, words) of what else there is to say of the line.
      verdicts: (verdict, sign, its word, words) of what becomes of it.
    """

    where: str
    said: str
    notes: tuple[tuple[str, str, str], ...]
    verdicts: tuple[tuple[str, str, str, str], ...]
    is_bad: bool


class PreviewView(Struct, frozen=True):
    """A preview as its page shows it.

    Attributes:
      bad: rows of which something is not taken; ``rows``: all others.
      unsaid: how many rows are not shown.
      counts: how many of which verdict, in words.
    """

    bad: tuple[RowView, ...]
    rows: tuple[RowView, ...]
    unsaid: int
    counts: tuple[str, ...]


def preview_shown(preview: Preview) -> PreviewView:
    rows = list(_rows(preview))
    bad = [row for row in rows if row.is_bad][:MOST_SHOWN]
    good = [row for row in rows if not row.is_bad][: MOST_SHOWN - len(bad)]
    counts: Counter[str] = Counter(change.verdict for change in preview.changes)
    lines = tuple(say(f"files.counted.{one}", n=counts[one]) for one in COUNTED if counts[one])
    return PreviewView(tuple(bad), tuple(good), len(rows) - len(bad) - len(good), lines)


def _rows(preview: Preview) -> Iterator[RowView]:
    lines: dict[tuple[str, int], list[Line]] = {}
    for line in preview.lines:
        lines.setdefault((line.file, line.number), []).append(line)
    changes: dict[tuple[str, int], list[Change]] = {}
    for change in preview.changes:
        changes.setdefault((change.file, change.line), []).append(change)
    several = len({file for file, _ in lines} | {file for file, _ in changes}) > 1
    files = {file: at for at, (file, _) in enumerate(reversed([*lines, *changes]))}
    for key in sorted({*lines, *changes}, key=lambda key: (-files[key[0]], key[1])):
        yield _row(key, lines.get(key, []), changes.get(key, []), several=several)


def _row(
    key: tuple[str, int], lines: list[Line], changes: list[Change], *, several: bool
) -> RowView:
    file, number = key
    notes = tuple(
        (line.weight, say(f"files.weight.{line.weight}"), line.said)
        for line in lines
        if line.weight in WEIGHTS
    )
    return RowView(
        where=_where(file if several else "", number),
        said=" · ".join(line.said for line in lines if line.weight == "understood"),
        notes=notes,
        verdicts=tuple(
            (one.verdict, SIGNS[one.verdict], say(f"files.verdict.{one.verdict}"), one.said)
            for one in changes
        ),
        is_bad=any(weight in ("unusable", "left-out") for weight, _, _ in notes)
        or any(one.verdict == "refused" for one in changes),
    )


def _where(file: str, number: int) -> str:
    if not number:
        return file or say("files.the-file")
    if file:
        return say("files.line-of-file", line=number, file=file)
    return say("files.line-number", line=number)


OTHER_PROGRAMS_FILE = Limit(LARGEST_QUEUE, "file", in_memory=True)

pages = Pages("transfers", manual="organiser", area="organise", tab="papers-and-files")

EXPORTS: tuple[Kind, ...] = ("tou", "tsh", "csv", "gcg", "json")
"""What can be taken away, as pages list it."""


def exports() -> tuple[tuple[Kind, str, str], ...]:
    """What can be taken away: its kind, its name, what it holds."""
    return tuple(
        (kind, say(f"files.export.{kind}"), say(f"files.export-holds.{kind}")) for kind in EXPORTS
    )


LOOKED_AT_ONCE = 600
"""Games of which the page says by itself what is not rated; of more, once it is asked to: each is
a millisecond."""


@pages.get("/t/<slug>/organise/files", who=DIRECTORS)
def page(slug: str) -> str:
    return _page(slug)


def _page(slug: str, refused: Refusal | None = None) -> str:
    row = tournament_at(slug)
    desk = accounts().desk
    tournament = desk.cases.tournament(row.slug)
    games = sum(len(paired.pairings) for paired in tournament.rounds)
    looked = games <= LOOKED_AT_ONCE or "remarks" in request.args
    here_now = told_here(tournament, desk.shelf.sheet) if looked else None
    return render_template(
        "organiser/files.html",
        tournament=row,
        divisions=_divisions(tournament),
        looked=looked,
        remarks=here_now.remarks if here_now else (),
        as_aupair=aupair.names_otherwise(here_now.told) if here_now else (),
        as_tsh=tsh_division.names_otherwise(here_now.told) if here_now else (),
        tsh_in_utf8=tsh_division.is_utf8(here_now.told) if here_now else False,
        exports=exports(),
        taken=request.args.get("taken", ""),
        refusal=refused,
        pasted=request.form.get("pasted", ""),
    )


@pages.post("/t/<slug>/organise/files", who=DIRECTORS, reads=OTHER_PROGRAMS_FILE, writes=False)
def preview(slug: str) -> Response:
    """What a file says, line by line, and what would become of it; nothing is written."""
    given = files_sent()
    try:
        if not given:
            raise _no_file()
        return _previewed(slug, given, request.form.get("division") or None)
    except Refusal as refused:
        must_be_for_a_page(refused)
        return make_response(_page(slug, refused), status_of(refused))


@pages.post("/t/<slug>/organise/files/take-in", who=DIRECTORS, reads=OTHER_PROGRAMS_FILE)
def take_in(slug: str) -> Response:
    """Write what was previewed; where it would be something else by now, show that first."""
    row = tournament_at(slug)
    desk, sent = accounts().desk, sent_by_form(signed_in().badge)
    done = redirect(url_for("transfers.page", slug=row.slug, taken="1"), 303)
    answer = desk.log.answer_to(sent.command_id)
    if answer is not None and answer.kind == "written":
        return make_response(done)  # a second tap on the button
    given = brought_back(request.form.get("carried", ""))
    into = request.form.get("division") or None
    try:
        if not given:
            raise _no_file()
        desk_request = _of(desk, row.slug, given, into).asked
        if _digest(desk_request) != request.form.get("shown", ""):
            return _previewed(slug, given, into, changed=True)
        desk.must_write(tournament_id(row.slug), desk_request, sent)
    except Refusal as refused:
        must_be_for_a_page(refused)
        return make_response(_page(slug, refused), status_of(refused))
    return make_response(done)


@pages.get("/t/<slug>/organise/export/<kind>", who=DIRECTORS, answers=Everything)
def export(slug: str, kind: str) -> Response:
    row = tournament_at(slug)
    known = next((one for one in KINDS if one == kind), None)
    if known is None:
        abort(404)
    desk, hall = accounts().desk, the_site().hall
    tournament = desk.cases.tournament(row.slug)
    exported = exported_as(
        known,
        tournament,
        desk.shelf.sheet,
        standings=hall.standings(row.slug),
        games=(desk.shelf.sheet(game.id) for game in hall.games(row.slug)),
    )
    return to_take_away(exported.body, exported.media, exported.name)


def _no_file() -> Refusal:
    return Refusal(
        "unreadable-request",
        say("files.no-file"),
        say("files.choose-or-paste"),
    )


def _of(desk: Desk, slug: str, given: Sequence[Given], into: str | None) -> Preview:
    tournament = desk.cases.tournament(slug)
    return previewed(tournament, given, desk.shelf.sheet, into=into, unprintable=desk.unprintable)


def _previewed(
    slug: str, given: Sequence[Given], into: str | None, *, changed: bool = False
) -> Response:
    row = tournament_at(slug)
    found = _of(accounts().desk, row.slug, given, into)
    body = render_template(
        "organiser/files_preview.html",
        tournament=row,
        named=" + ".join(one.name for one in given if one.name) or say("files.what-was-pasted"),
        usable=found.usable,
        is_news=found.is_news,
        shown=preview_shown(found),
        digest=_digest(found.asked),
        carried=carried(given) if found.is_news else "",
        division=into or "",
        changed=changed,
    )
    return make_response(body, 200 if found.usable else 422)


def _digest(desk_request: TakeInFile) -> str:
    """What tells one plan from another."""
    return hashlib.sha256(msgspec.json.encode(desk_request)).hexdigest()


def _divisions(tournament: Tournament) -> list[str]:
    """The divisions a file of one division can go into, where there are several."""
    names = {one.name for one in tournament.planned} | {one.division for one in tournament.players}
    return sorted(names) if len(names) > 1 else []


# Papers: a form for every table of a round, to fill in by hand, and where the others are.


paper_pages = Pages("round_papers", manual="organiser", area="organise", tab="papers-and-files")


FIELDS = ("form", "round", "upto", "each", "division", "tables", "paper")

MOST_ROUNDS = 999
MOST_TABLES = 500
MOST_EACH = 4  # forms for one table


@paper_pages.get("/t/<slug>/organise/papers", who=DIRECTORS, name="page")
def papers_page(slug: str) -> str:
    """Every paper of the tournament in its own size of paper; ``?size=`` in the other one."""
    paired = [one.round_number for one in the_tournament(slug).rounds]
    return _papers_page(slug, Form({"form": "result-slip", "round": str(max(paired, default=1))}))


@paper_pages.get("/t/<slug>/organise/papers/by-hand.pdf", who=DIRECTORS, answers=PDF)
def by_hand(slug: str) -> Response:
    """A form for every table: ``?form=``, ``?round=``, ``?division=``, ``?tables=``, ``?paper=``.

    ``?upto=``: a stack for each round up to that one; ``?each=``: so many for every table.
    What can't be printed is said at the form that asked for it.
    """
    form = Form({name: request.args.get(name, "").strip() for name in FIELDS})
    round_number = number(form, "round", MOST_ROUNDS)
    tables = number(form, "tables", MOST_TABLES)
    upto, each = number(form, "upto", MOST_ROUNDS), number(form, "each", MOST_EACH, 1)
    if upto and upto < round_number and "upto" not in form.wrong:
        form.wrong["upto"] = say("organise.number-from-on", least=round_number)
    if form.wrong:
        return make_response(_papers_page(slug, form), 422)
    which = ByHandToPrint(slug, round_number, form.value("division") or None, tables, upto, each)
    kind = form.value("form")
    try:
        body = the_printer()(kind, which, asked_paper())
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_papers_page(slug, form, refusal), status_of(refusal))
    of = f"{slug}-{which.division}" if which.division else slug
    at = f"-r{round_number}" if round_number else ""
    at += f"-to-r{upto}" if upto > round_number else ""
    return to_take_away(body, "application/pdf", f"{named_plainly(of)}{at}-{kind}-by-hand.pdf")


def _papers_page(slug: str, form: Form, refusal: Refusal | None = None) -> str:
    tournament = the_tournament(slug)
    divisions = divisions_of(tournament)
    base = current_app.config["PAPER_BASE"]()
    paired = sorted({one.round_number for one in tournament.rounds})[-1:]
    size = request.args.get("size", "")
    return render_template(
        "organiser/papers.html",
        tournament=tournament_at(slug),
        form=form,
        forms=forms_of_each_table(),
        divisions=[(name, name) for name in divisions] if len(divisions) > 1 else [],
        papers=(
            ("a4", "A4"),
            ("letter", say("organise.letter")),
            ("receipt", say("organise.receipt")),
        ),
        size=size if size in ("a4", "letter") else tournament.paper,
        exports=exports(),
        paired=paired,
        latest=max(paired, default=1),
        refusal=refusal,
        leads_to=base + url_for("tournaments.one", slug=slug),
        here_alone=is_here_alone(base),
    )
