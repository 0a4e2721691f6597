"""Papers: a form for every table of a round, to fill in by hand, and where the others are."""

from __future__ import annotations

from flask import Response, current_app, make_response, render_template, request, url_for

from ledger.proof.paper_requests import ByHandToPrint
from ledger.tournament.divisions import divisions_of
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.downloads import OF_EACH_TABLE, asked_paper, named_plainly, to_take_away
from web.frame.addresses import tournament_at
from web.frame.pages import PDF, Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.organiser.forms import Form, number
from web.organiser.players import the_tournament
from web.organiser.transfers import EXPORTS
from web.settings.known import is_here_alone
from web.site import the_printer

pages = Pages("round_papers", manual="organiser", area="organise", tab="Papers and files")

FORMS = tuple(OF_EACH_TABLE.items())

PAPERS = (("a4", "A4"), ("letter", "Letter"), ("receipt", "Receipt, 80 mm: slips only"))

FIELDS = ("form", "round", "division", "tables", "paper")

MOST_ROUNDS = 999
MOST_TABLES = 500


@pages.get("/t/<slug>/organise/papers", who=DIRECTORS)
def page(slug: str) -> str:
    """Every paper of the tournament in its own size of paper; ``?size=`` in the other one."""
    paired = [one.round_number for one in the_tournament(slug).rounds]
    return _page(slug, Form({"form": "result-slip", "round": str(max(paired, default=1))}))


@pages.get("/t/<slug>/organise/papers/by-hand.pdf", who=DIRECTORS, answers=PDF)
def by_hand(slug: str) -> Response:
    """A form for every table: ``?form=``, ``?round=``, ``?division=``, ``?tables=``, ``?paper=``.

    What can't be printed is said at the form that asked for it.
    """
    form = Form({name: request.args.get(name, "").strip() for name in FIELDS})
    round_number = number(form, "round", MOST_ROUNDS)
    tables = number(form, "tables", MOST_TABLES)
    if form.wrong:
        return make_response(_page(slug, form), 422)
    which = ByHandToPrint(slug, round_number, form.value("division") or None, tables)
    kind = form.value("form")
    try:
        body = the_printer()(kind, which, asked_paper())
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_page(slug, form, refusal), status_of(refusal))
    of = f"{slug}-{which.division}" if which.division else slug
    at = f"-r{round_number}" if round_number else ""
    return to_take_away(body, "application/pdf", f"{named_plainly(of)}{at}-{kind}-by-hand.pdf")


def _page(slug: str, form: Form, refusal: Refusal | None = None) -> str:
    tournament = the_tournament(slug)
    divisions = divisions_of(tournament)
    base = current_app.config["PAPER_BASE"]()
    paired = sorted({one.round_number for one in tournament.rounds})[-1:]
    size = request.args.get("size", "")
    return render_template(
        "organiser/papers.html",
        tournament=tournament_at(slug),
        form=form,
        forms=FORMS,
        divisions=[(name, name) for name in divisions] if len(divisions) > 1 else [],
        papers=PAPERS,
        size=size if size in ("a4", "letter") else tournament.paper,
        exports=EXPORTS,
        paired=paired,
        latest=max(paired, default=1),
        refusal=refusal,
        leads_to=base + url_for("tournaments.one", slug=slug),
        here_alone=is_here_alone(base),
    )
