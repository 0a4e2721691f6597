"""The register of a tournament's cases, and a case opened."""

from __future__ import annotations

from typing import Any, NamedTuple, cast
from uuid import UUID

from flask import Response, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from ledger.desk.refused import RefusedRequest, refused_entry
from ledger.desk.sheet_cache import no_such_game
from ledger.incidents.case_file import CaseFile, case_file, case_in
from ledger.incidents.opening import OpenCase
from ledger.incidents.subject import About, about_of
from ledger.record.streams import case_id
from ledger.refusals.saying import refusal as refusal_of
from ledger.rulebook import Rulebook, in_force
from ledger.rulebook.gaps import traps
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import CaseAbout, CaseRaisedBy, choices
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import signed_in, the_badges
from web.cases import pages
from web.cases.fields import whole_number
from web.cases.forms import step_of
from web.cases.pages import rows_of
from web.cases.rule_field import is_looking, rule_in
from web.entry.wanted_in_words import words_of
from web.frame.addresses import tournament_at
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form

bp = pages.bp


@bp.get("/t/<slug>/cases/")
def register(slug: str) -> str:
    """Every case of a tournament, the latest first; ``?q=`` those that have all of its words."""
    tournament = tournament_named(slug, the_badges().desk.log)
    rows = rows_of(slug)
    log = the_badges().desk.log
    files = [(number, case_in(log, case)) for number, case in enumerate(tournament.cases, 1)]
    asked = request.args.get("q", "").lower().split()[:12]
    found = [
        (number, file, rows.get(file.opened.game) if file.opened.game else None)
        for number, file in reversed(files)
        if all(word in _searched(file) for word in asked)
    ]
    return render_template(
        "cases/register.html",
        tournament=tournament_at(slug),
        found=found,
        known=len(files),
        text=request.args.get("q", ""),
    )


@bp.get("/t/<slug>/cases/new")
def new(slug: str) -> str:
    """A case to be opened: about a table (``?game=``), a call (``?call=``), or neither."""
    return _new(slug, request.args)


@bp.post("/t/<slug>/cases/")
def open_one(slug: str) -> Response:
    """Open a case, and show it; with a finding it is ruled on at once, and then shown.

    The form once handed in twice opens one case, and rules once.
    """
    if is_looking():
        return make_response(_new(slug, request.form))
    try:
        return shown_case(slug, opened_from_form(slug))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        status = 404 if refusal.code == "no-such-game" else status_of(refusal)
        unread = refusal.code in ("no-such-game", "no-such-entry")
        said: MultiDict[str, str] = MultiDict() if unread else request.form
        return make_response(_new(slug, said, refusal), status)


def shown_case(slug: str, number: int) -> Response:
    """The way to a case that was opened."""
    return make_response(redirect(url_for("cases.one", slug=slug, number=number), 303))


def opened_from_form(slug: str) -> int:
    """Open the case that the form asks for, rule on it where it has a finding; its number.

    A ruling that would be refused opens no case: the form is put right and sent again.

    Raises:
      Refusal: why nothing was written.
    """
    form = request.form
    seat = form.get("seat", "")
    sent = sent_by_form(signed_in().badge)
    refused = _refused(form)
    game = refused.game if refused else _game(form)
    if game is not None and game not in rows_of(slug):
        raise no_such_game(game)
    asked = OpenCase(
        game=game,
        entry=refused.entry if refused else None,
        tournament="" if game else slug,
        category=cast("Any", form.get("category", "")),  # the desk looks which it is
        raised_by=cast("Any", form.get("raised_by", "")),
        seat=Seat(seat) if seat in set(Seat) else None,
        title=form.get("title", "").strip(),
        rule=rule_in("rule"),
        offence=form.get("offence", ""),
        although=form.get("although", "").strip(),
        player=whole_number(form.get("player", "")),
        call=whole_number(form.get("call", "")),
        about_event=whole_number(form.get("about", "")) or None,
    )
    desk, stream = the_badges().desk, case_id(sent.command_id)
    rules_at_once = form.get("finding", "").strip() and not form.get("only")
    if rules_at_once and not desk.log.version_of(stream):
        begun = tuple(
            one for one in desk.would_write(stream, asked, sent) if one.originator_id == stream
        )
        as_opened = case_file(begun)
        assert as_opened is not None, "a case was opened"
        ruling = step_of("rule", as_opened, refused).asked
        desk.would_write(stream, ruling, sent.followed_by("ruling"), begun=begun)
    desk.must_write(stream, asked, sent)
    file = case_in(desk.log, stream)
    if rules_at_once:
        ruling = step_of("rule", file, refused).asked
        desk.must_write(stream, ruling, sent.followed_by("ruling"))
    return file.opened.number


def _new(slug: str, said: MultiDict[str, str], refusal: Refusal | None = None) -> str:
    rows = rows_of(slug)
    refused = None
    if refusal is None:
        refused = _refused(said)
    game = refused.game if refused else _game(said)
    row = rows.get(game) if game else None
    desk = the_badges().desk
    tournament = tournament_named(slug, the_badges().desk.log)
    return render_template(
        "cases/new.html",
        tournament=tournament_at(slug),
        players=tournament.players,
        row=row,
        rows=sorted(
            (row for row in rows.values() if row.state != "scheduled"),
            key=lambda row: (-row.round_number, row.division, row.table),
        ),
        said=said,
        refusal=refusal,
        looking=is_looking(),
        about=_about(said, game if row else None, refused, tournament.rules),
        refused=refused,
        wanted=words_of(refused.wanted, desk.sheet(refused.game)) if refused else "",
        trap=traps().get(refused.refusal.trap) if refused else None,
        signed=desk.sheet(refused.game).is_signed if refused else False,
        categories=choices(CaseAbout),
        raised=choices(CaseRaisedBy),
        seats=tuple(Seat),
    )


class AboutNew(NamedTuple):
    """What the form begins with: what the case is about, and the rule for what no other settles."""

    known: About
    rule: str
    fallback: str


def _about(
    said: MultiDict[str, str], game: UUID | None, refused: RefusedRequest | None, rules: Rulebook
) -> AboutNew:
    """What the record knows of what the case would be about, and what the address says of it.

    A rule in the address that only leaves a matter to the director gives way to the rule of the
    procedure that is open at the table.
    """
    fallback, named = str(rules.fallback.decides), said.get("rule", "")
    if game is None:
        return AboutNew(About("other", ""), named, fallback)
    sheet = the_badges().desk.sheet(game)
    known = about_of(
        sheet,
        in_force(sheet.scheduled.rulebook, sheet.scheduled.options),
        call=whole_number(said.get("call", "")),
        asked=str(refused.wanted.asked.get("ask", "")) if refused else "",
        words=said.get("title", ""),
    )
    if refused is not None:
        return AboutNew(known, named or refused.refusal.clause, fallback)
    is_general = request.method == "GET" and named in ("", fallback)
    return AboutNew(known, (known.rule or named) if is_general else named, fallback)


def _refused(said: MultiDict[str, str]) -> RefusedRequest | None:
    """The refused request that the case begins with; ``None`` for none.

    Raises:
      Refusal: ``no-such-entry``.
    """
    entry = said.get("entry", "")
    if not entry:
        return None
    try:
        return refused_entry(the_badges().desk.log, UUID(entry))
    except ValueError:
        raise refusal_of("no-such-entry/to-rule-on") from None


def _game(said: MultiDict[str, str]) -> UUID | None:
    """The game that is named; ``None`` for none, or what is no name of one."""
    try:
        return UUID(said.get("game", ""))
    except ValueError:
        return None


def _searched(file: CaseFile) -> str:
    ruling = file.ruling
    said = [file.opened.title, file.opened.category, file.opened.rule, file.state]
    if ruling is not None:
        said += [ruling.finding, ruling.citation, ruling.found, *ruling.consequences]
    return " ".join(said).lower()
