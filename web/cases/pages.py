"""The page of a case (`CaseView`): how it reads, each act at it, photographs attached."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple
from uuid import UUID

from flask import Response, abort, make_response, redirect, render_template, request, url_for
from msgspec.structs import replace

from ledger import rulebook
from ledger.desk.desk import Desk
from ledger.desk.matters import RefusedRequest, refused_entry
from ledger.desk.requests import Sent
from ledger.desk.streams import looked_up
from ledger.game.procedure import Procedure
from ledger.game.procedure import Step as ProcedureStep
from ledger.game.sheet.sheet import Sheet
from ledger.hall import GameRow
from ledger.hall.rows import TAKEN_BACK
from ledger.incidents.case_file import CaseFile, ToTell, numbered_in, to_tell
from ledger.incidents.facts import BundleIssued, RuleCited, RulingGiven, RulingTold
from ledger.incidents.hearing import hearing, is_rule_named
from ledger.incidents.reports import (
    Consequence,
    DueReport,
    consequences_of,
    draft_of,
    due_reports,
    duty_wording,
    reason_of,
)
from ledger.incidents.requests import CaseRequest
from ledger.incidents.wording import act_found, number_wording
from ledger.messages import say
from ledger.proof.paper_requests import CaseToPrint
from ledger.record.events import tournament_id
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import Ambiguity, ambiguities
from ledger.rulebook.help.finder import ClauseHelp, as_cited, clause_help
from ledger.tournament.tournament import Player, Tournament, Warned, is_over
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import (
    AcceptedByExecutive,
    AppealedAgainst,
    AppealOutcome,
    StatementRole,
    StateOfMind,
    choices,
)
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS, THE_DIRECTOR
from web.access.visitors import accounts, signed_in
from web.cases.foreseen import (
    LIVE,
    Draft,
    Foreseen,
    drafted,
    drafts_of,
    foreseen,
    form_filled,
    given_as_seen,
    look,
    must_still_do_so,
    shown_alone,
    to_look_at,
)
from web.cases.form_fields import (
    PenaltyForm,
    is_looking,
    is_only_edited,
    penalty_form,
    whole_number,
)
from web.cases.forms import MEMBERS, AppealsView, appeals_shown, carrying_out, step_of, warning_in
from web.cases.history import (
    Attached,
    Bookmark,
    Earlier,
    Issued,
    Line,
    Statement,
    Struck,
    WayBack,
    attached_to,
    bookmarks_of,
    earlier_rulings,
    facts_view,
    issued_of,
    lines_of,
    statements_of,
    struck,
    way_back,
)
from web.cases.ruling_form import RulingView, on_a_game, over_a_refusal, why_of
from web.downloads import named_plainly
from web.entry.request_wording import RequestView, request_view
from web.frame.addresses import tournament_at
from web.frame.bodies import sent_by_form
from web.frame.headers import day_here, time_here, zone_here
from web.frame.pages import JPEG, PDF, PHOTO, Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.site import the_bundler, the_site

# What stands on the page of a case: facts, who was heard, the rule, the ruling, what follows.


class Due(NamedTuple):
    report: DueReport
    duty: str
    draft: str


class Given(NamedTuple):
    """A ruling that was given: its version, the door to take it back, what took it back.

    ``act``: what it finds that a player did, in words; empty: nothing.
    """

    version: int
    ruling: RulingGiven
    back: WayBack | None
    struck: Struck | None
    act: str


class Stage(NamedTuple):
    """A stage of a case: ``done``, ``current`` or ``later``, and its part of the page."""

    words: str
    state: str
    part: str


@dataclass(frozen=True)
class CaseView:
    """A case as its page shows it.

    Attributes:
      facts: from the record: what it is called, and what it was.
      refused: the refused request it began with, and ``wanted``: what that asks, whole.
      cited: the rules that were named, oldest first.
      traps: gaps and contradictions that touch it.
      earlier: how this tournament ruled on the like before, the nearest first.
      told: versions of the rulings, and of what took some back, that players know of.
      news: what players are told next, or were told last.
      bookmarks: states of the game put with the facts.
      warned: by seat, the earlier warnings of who sits there.
      penalty: what the form of a penalty begins with; ``None`` before a ruling.
    """

    number: int
    called: str
    file: CaseFile
    tournament: Tournament
    rules: Rulebook
    sheet: Sheet | None
    row: GameRow | None
    facts: tuple[tuple[str, str], ...]
    refused: RefusedRequest | None
    wanted: RequestView | None
    statements: tuple[Statement, ...]
    attached: tuple[Attached, ...]
    citation: str
    cited: tuple[RuleCited, ...]
    help: ClauseHelp | None
    traps: tuple[Ambiguity, ...]
    hearing: Procedure
    rulings: tuple[Given, ...]
    followed: tuple[Consequence, ...]
    told: tuple[int, ...]
    news: ToTell | None
    drafts: tuple[Draft, ...]
    bookmarks: tuple[Bookmark, ...]
    due: tuple[Due, ...]
    earlier: tuple[Earlier, ...]
    warned: dict[Seat, tuple[Warned, ...]]
    ruling: RulingView
    lines: tuple[Line, ...]
    penalty: PenaltyForm | None
    appeals: AppealsView
    issued: tuple[Issued, ...]

    @property
    def is_rule_named(self) -> bool:
        return is_rule_named(self.file)

    @property
    def over(self) -> bool:
        return is_over(self.tournament)

    @property
    def next_step(self) -> ProcedureStep | None:
        """What the book wants done next; ``None``: nothing more."""
        undone = (one for one in self.hearing.steps if not one.done and not one.optional)
        return next(undone, None)

    @property
    def now(self) -> str:
        """The part of the page at which the case stands; empty: it is closed."""
        return next((one.part for one in self.stages if one.state == "current"), "")

    @property
    def stages(self) -> tuple[Stage, ...]:
        """How far it has got: heard, ruled, told, papers sent, closed."""
        to_hear = len(Seat) if self.sheet else 1
        heard = {one.who for one in self.statements if not one.struck}
        who = len(self.file.heard) if self.sheet else min(len(heard), to_hear)
        ruled = any(not one.struck for one in self.rulings)
        told = ruled and (self.news is None or self.news.is_told)
        papers = "due" if self.due else "papers"
        each = (
            (say("cases.heard-of", heard=who, all=to_hear), who >= to_hear or ruled, "heard"),
            (say("cases.ruling"), ruled, "finding"),
            (say("cases.tell-the-players"), told, "ruled"),
            (say("cases.papers"), told and not self.due, papers),
            (say("cases.close-the-case"), self.file.is_closed, "close"),
        )
        found, before = [], not self.file.is_closed
        for words, is_done, part in each:
            state = "done" if is_done else "current" if before else "later"
            before &= is_done
            found.append(Stage(words, state, part))
        return tuple(found)

    @property
    def player(self) -> Player | None:
        """The player it is about, where it is about no game."""
        return self.tournament.player(self.file.opened.player) if self.sheet is None else None

    @property
    def warned_before(self) -> tuple[Warned, ...]:
        """The warnings of the player it is about, where it is about no game."""
        about = self.player
        return self.tournament.conduct.warnings_of(about.number) if about else ()

    def ruling_of(self, version: int) -> RulingGiven:
        return next(one.ruling for one in self.rulings if one.version == version)

    @property
    def ruled_by(self) -> int:
        """The version of the ruling that stands; 0: none does."""
        found = self.file.last(RulingGiven)
        return found[0] if found else 0

    def followed_from(self, ruling: int) -> tuple[Consequence, ...]:
        return tuple(one for one in self.followed if one.ruling == ruling)

    def name(self, seat: Seat) -> str:
        return self.sheet.name(seat) if self.sheet else seat.value


def case_shown(
    desk: Desk, slug: str, number: int, row_of: Callable[[UUID], GameRow | None]
) -> CaseView:
    tournament, files = desk.cases.with_cases(slug)
    file = files[tournament.cases.index(numbered_in(tournament, number))]
    game = file.opened.game
    sheet = desk.sheet(game) if game else None
    rules = rulebook.rules_of(sheet.scheduled) if sheet else tournament.rules
    news = to_tell(file)
    refused = refused_in(desk, file)
    citation = _citation(file, rules)
    helped = _help(citation)
    # What a book leaves to the director touches every gap it has, and none of them in particular.
    is_of_a_gap = citation == str(rules.fallback.decides)
    touching = _traps(file, None if is_of_a_gap else helped)
    followed = consequences_of(file, sheet, tournament)
    return CaseView(
        number=number,
        called=number_wording(number),
        file=file,
        tournament=tournament,
        rules=rules,
        sheet=sheet,
        row=row_of(game) if game else None,
        facts=_facts(file, sheet, tournament),
        refused=refused,
        wanted=request_view(refused.wanted, sheet) if refused and sheet else None,
        statements=statements_of(desk, file),
        attached=attached_to(desk, file),
        citation=citation,
        cited=tuple(file.each(RuleCited)),
        help=helped,
        traps=touching,
        hearing=hearing(file, sheet, rules),
        rulings=tuple(
            Given(
                event.originator_version,
                event.fact,
                way_back(file, event),
                struck(file, event),
                act_found(event.fact, sheet.name if sheet else lambda seat: seat.value),
            )
            for event in file.events
            if isinstance(event.fact, RulingGiven)
        ),
        followed=followed,
        told=tuple(
            fact.ruling
            for fact in file.each(RulingTold)
            if news is None or news.is_told or fact.ruling != news.version
        ),
        news=news,
        drafts=drafts_of(desk, file, tournament),
        bookmarks=bookmarks_of(file, sheet) if sheet else (),
        due=tuple(
            Due(one, duty_wording(one.rule.duty), draft_of(file, one, tournament, sheet))
            for one in due_reports(file, rules)
        ),
        earlier=earlier_rulings(desk, tournament, files, file, citation, rules, row_of),
        warned=_warned(tournament, sheet),
        ruling=_ruling(file, sheet, refused, citation, tournament, touching),
        lines=lines_of(file, sheet, followed),
        penalty=penalty_form(
            file, sheet, tournament, rules, why_of(file.ruling) if file.ruling else ""
        ),
        appeals=appeals_shown(desk, file, rules, tournament),
        issued=issued_of(desk, file),
    )


def _ruling(
    file: CaseFile,
    sheet: Sheet | None,
    refused: RefusedRequest | None,
    citation: str,
    tournament: Tournament,
    touching: tuple[Ambiguity, ...],
) -> RulingView:
    """The form of a ruling: on what was refused until that was ruled on, else on the case."""
    if refused is not None and sheet is not None and file.ruling is None:
        return over_a_refusal(refused, sheet, tournament)
    first = touching[0] if touching else None
    return on_a_game(sheet, citation, trap=first, category=file.opened.category)


def refused_in(desk: Desk, file: CaseFile) -> RefusedRequest | None:
    return refused_entry(desk.log, file.opened.entry) if file.opened.entry else None


def _facts(
    file: CaseFile, sheet: Sheet | None, tournament: Tournament
) -> tuple[tuple[str, str], ...]:
    found = file.opened.situation
    if sheet is None or found is None:
        player = tournament.player(file.opened.player)
        return ((say("cases.about-whom"), player.name if player else say("cases.no-game")),)
    when = f"{day_here(found.moment)} {time_here(found.moment)} {zone_here()}"
    reported = say("cases.at-entry", when=when, version=found.version)
    said = [(say("cases.reported-when"), reported), *facts_view(found, sheet)]
    if file.opened.seat is not None:
        said.append((say("cases.about-whom"), sheet.name(file.opened.seat)))
    return tuple(said)


def _citation(file: CaseFile, rules: Rulebook) -> str:
    """The rule to cite: of the ruling that stands, else what the case was opened under."""
    named = [fact.citation for fact in file.each(RuleCited)]
    if file.ruling is not None:
        return as_cited(file.ruling.citation, rules.id)
    if file.opened.rule or not named:
        return as_cited(file.opened.rule or str(rules.fallback.decides), rules.id)
    return as_cited(named[0], rules.id)


def _help(citation: str) -> ClauseHelp | None:
    book, _, number = citation.partition(" ")
    try:
        return clause_help(book, number) if number else None
    except Refusal:
        return None


def _traps(file: CaseFile, helped: ClauseHelp | None) -> tuple[Ambiguity, ...]:
    named = [fact.trap for fact in file.each(RulingGiven) if fact.trap]
    known = ambiguities()
    touching = {one.id: one for one in (helped.traps if helped else ()) if not one.settled}
    touching |= {one: known[one] for one in named if one in known}
    return tuple(touching.values())


def _warned(tournament: Tournament, sheet: Sheet | None) -> dict[Seat, tuple[Warned, ...]]:
    if sheet is None or sheet.numbers is None:
        return {}
    numbers = sheet.numbers
    return {seat: tournament.conduct.warnings_of(numbers[seat.place]) for seat in Seat}


pages = Pages("cases", manual="cases", area="cases")

WEIGHTY = frozenset(
    {"rule", "penalise", "tell", "appeal", "decide-appeal", "carry-nothing-out", "close"}
)
"""Forms that decide something: nobody does so on what another official has changed meanwhile."""

FILLED = frozenset({"rule", "draft"})
"""Forms that may have been filled from a prepared ruling."""

SEEN_FIRST = frozenset({"rule", "penalise"})
"""Forms that are given only once it was seen what they do."""


@pages.get("/t/<slug>/cases/<int:number>", who=DIRECTORS)
def one(slug: str, number: int) -> str:
    """The page of a case, its form of a ruling filled from what is prepared (``?draft=``).

    ``?carry=`` fills it from the decision on appeal that is to be carried out.
    """
    desk = accounts().desk
    version = request.args.get("draft", 0, type=int)
    filled = {}
    if version:
        draft = drafted(desk, desk.cases.numbered(slug, number)[1], version)
        filled = form_filled(draft, version) if draft else {}
    elif request.args.get("carry"):
        filled = carrying_out(desk.cases.numbered(slug, number)[1])
    return case_page(slug, number, filled=filled)


@pages.post("/t/<slug>/cases/<int:number>/attach", who=THE_DIRECTOR, reads=PHOTO)
def attach(slug: str, number: int) -> Response:
    return do(slug, number, "attach")


@pages.get("/t/<slug>/cases/<int:number>/<digest>.jpg", who=DIRECTORS, answers=JPEG)
def photo(slug: str, number: int, digest: str) -> Response:
    desk = accounts().desk
    _, file = desk.cases.numbered(slug, number)
    there = [one for one in attached_to(desk, file) if one.digest == digest]
    kept = desk.log.words_of(digest) if there and there[0].is_shown else None
    if kept is None or there[0].taken_back:
        abort(404)
    response = Response(kept, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, no-store"
    return response


@pages.get("/t/<slug>/cases/<int:number>/issued/<digest>.pdf", who=DIRECTORS, answers=PDF)
def issued(slug: str, number: int, digest: str) -> Response:
    """A bundle that was handed out, byte for byte as it was then, never signed again."""
    desk = accounts().desk
    _, file = desk.cases.numbered(slug, number)
    digests = [one.digest for one in file.each(BundleIssued)]
    if digest not in digests:
        abort(404)
    nth = digests.index(digest) + 1
    response = Response(
        the_bundler().again(CaseToPrint(slug, number), nth), mimetype="application/pdf"
    )
    name = f"{named_plainly(slug)}-{number_wording(number).lower()}-bundle-{nth}.pdf"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


@pages.post("/t/<slug>/cases/<int:number>/<word:step>", who=DIRECTORS)
def do(slug: str, number: int, step: str) -> Response:
    """One thing done about the case; ``preview`` with it only shows what it would do."""
    desk = accounts().desk
    tournament, file = desk.cases.numbered(slug, number)
    sent = sent_by_form(signed_in().badge)
    if is_looking():
        return make_response(case_page(slug, number))
    try:
        if step == "warn":
            desk.must_write(tournament_id(slug), warning_in(file), replace(sent, case=file.id))
            return make_response(redirect(url_for("cases.one", slug=slug, number=number), 303))
        if is_only_edited():
            return make_response(case_page(slug, number))
        with looked_up(sent.by, signed_in().role):
            seen = _done(desk, file, step, sent, tournament)
        if seen is not None:
            return _shown(slug, number, seen)
    except Refusal as refusal:
        if step == "issue" and was_written(desk.cases.case(file.id), sent):
            return _handed_out(slug, number)
        must_be_for_a_page(refusal)
        if request.form.get("preview") == LIVE:
            return make_response(shown_alone(None, refusal))
        return make_response(case_page(slug, number, refusal=refusal), status_of(refusal))
    if step == "issue":
        return _handed_out(slug, number)
    return make_response(redirect(url_for("cases.one", slug=slug, number=number), 303))


def _done(
    desk: Desk, file: CaseFile, step: str, sent: Sent, tournament: Tournament
) -> Foreseen | None:
    """Do what the form asks; what it would do, where that is still to be looked at."""
    named = whole_number(request.form.get("draft", "")) if step in FILLED else 0
    sheet = desk.sheet(file.opened.game) if file.opened.game else None
    draft = drafted(desk, file, named)
    desk_request, words = step_of(step, file, refused_in(desk, file), draft, sheet)
    if step in WEIGHTY:
        desk_request = replace(desk_request, seen=whole_number(request.form.get("seen", "")))
    if step == "second":
        must_still_do_so(desk, file, tournament, request.form)
    if step not in SEEN_FIRST:
        desk.must_write(file.id, desk_request, sent, words)
    elif not was_written(file, sent):
        return _given(desk, file, desk_request, sent, tournament)
    return None


def _given(
    desk: Desk, file: CaseFile, desk_request: CaseRequest, sent: Sent, tournament: Tournament
) -> Foreseen | None:
    """Give what was seen; what it would do, where that is still to be looked at."""

    def looking() -> Foreseen:
        return foreseen(look(desk, file, desk_request, sent), desk_request, tournament)

    def give(version: int, sent: Sent) -> None:
        desk.must_write(file.id, replace(desk_request, game_seen=version), sent)

    now = looking()
    if (first := to_look_at(now, desk, file.opened.game)) is not None:
        return first
    given_as_seen(give, sent, looking, request.form.get("previewed", ""), now)
    return None


def _shown(slug: str, number: int, seen: Foreseen) -> Response:
    """The preview: alone for a form that is being typed, else on its page."""
    if request.form.get("preview") == LIVE:
        return make_response(shown_alone(seen))
    return make_response(case_page(slug, number, seen=seen), 409 if seen.anew else 200)


def _handed_out(slug: str, number: int) -> Response:
    address = url_for("cases.one", slug=slug, number=number, handed=1, _anchor="papers-title")
    return make_response(redirect(address, 303))


def was_written(file: CaseFile, sent: Sent) -> bool:
    """Whether a form handed in twice was taken: a bundle signed, or a ruling given as it was seen.

    Two signatures of one file are never alike, and a ruling that was given does otherwise by now.
    """
    return sent.command_id in [event.envelope.command_id for event in file.events]


def case_page(
    slug: str,
    number: int,
    *,
    refusal: Refusal | None = None,
    seen: Foreseen | None = None,
    filled: dict[str, str] | None = None,
    step: str = "",
) -> str:
    """The page of a case.

    Args:
      seen: what it would do, where that was only asked.
      step: the form that was handed in; empty: the one that the address names.
    """
    case = case_shown(accounts().desk, slug, number, partial(_row_in, slug))
    return render_template(
        "cases/case.html",
        tournament=tournament_at(slug),
        case=case,
        refusal=refusal,
        seen=seen,
        form=request.form,
        filled=filled or {},
        looking=is_looking(),
        step="rule" if filled else step or (request.view_args or {}).get("step", ""),
        badge=signed_in().badge,
        role=signed_in().role,
        roles=choices(StatementRole),
        minds=choices(StateOfMind),
        ruling=case.ruling,
        against=choices(AppealedAgainst),
        outcomes=choices(AppealOutcome),
        answers=choices(AcceptedByExecutive),
        members=MEMBERS,
        seats=tuple(Seat),
        reason_of=reason_of,
    )


def _row_in(slug: str, game: UUID) -> GameRow | None:
    """The game as lists of its tournament have it; ``None`` where they have it no more."""
    row = the_site().hall.game(game)
    return row if row and row.tournament == slug and TAKEN_BACK not in row.flags else None


def rows_of(slug: str) -> dict[UUID, GameRow]:
    return {row.id: row for row in the_site().hall.games(slug)}
