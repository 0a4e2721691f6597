"""The page on which a tournament's set-up is shown and changed; its close, and its reopening."""

from __future__ import annotations

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger.record.events import tournament_id
from ledger.tournament.opening import SetUp
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in, the_hall
from web.frame.addresses import tournament_at
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form
from web.organiser.forms import Form, as_shown, merged
from web.organiser.set_up_form import filled, form_shown, read

pages = Pages("setting_up", manual="organiser", section="Set-up")


@pages.get("/t/<slug>/organise/set-up", who=DIRECTORS, leads=True)
def page(slug: str) -> str:
    """The set-up as it stands; ``?rules=`` shows what another rulebook leaves open."""
    tournament = _tournament(slug)
    stands = filled(tournament)
    return _page(tournament, Form({**stands, **request.args}), stands)


@pages.post("/t/<slug>/organise/set-up", who=DIRECTORS)
def do(slug: str) -> Response:
    tournament = _tournament(slug)
    stands = filled(tournament)
    sent = {name: value.strip() for name, value in request.form.items()}
    was, reason = sent.pop("was", ""), sent.pop("reason", "")
    sent.pop("request", None)
    form = Form(merged(was, sent, stands))
    try:
        told = read(form)
        if form.wrong:
            return make_response(_page(tournament, form, stands, reason=reason), 422)
        desk_request = SetUp(
            name=told.name,
            rules=told.rules,
            place=told.place,
            options=told.options,
            particulars=told.particulars,
            reason=reason,
        )
        desk = accounts().desk
        desk.must_write(
            tournament_id(tournament.slug), desk_request, sent_by_form(signed_in().badge)
        )
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if refusal.code == "nothing-changed":
            return make_response(redirect(url_for("setting_up.page", slug=slug), 303))
        if refusal.code == "options-locked":
            form.wrong["reason"] = f"{refusal.what} {refusal.next_step}"
        page = _page(tournament, form, stands, refusal, reason)
        return make_response(page, status_of(refusal))
    return make_response(redirect(url_for("setting_up.page", slug=slug, written=1), 303))


def _tournament(slug: str) -> Tournament:
    return accounts().desk.cases.tournament(tournament_at(slug).slug)


def _page(
    tournament: Tournament,
    form: Form,
    stands: dict[str, str],
    refusal: Refusal | None = None,
    reason: str = "",
) -> str:
    games = the_hall().games(tournament.slug)
    return render_template(
        "organiser/set_up.html",
        tournament=tournament_at(tournament.slug),
        form=form,
        shown=form_shown(form),
        was=as_shown(stands),
        begun=any(row.state != "scheduled" for row in games),
        is_paired=bool(tournament.rounds),
        reason=reason,
        refusal=refusal,
        written=request.method == "GET" and "written" in request.args,
    )
