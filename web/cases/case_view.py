"""What stands on the page of a case: facts, who was heard, the rule, the ruling, what follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from ledger import rulebook
from ledger.desk.desk import Desk
from ledger.desk.matters import RefusedRequest, refused_entry
from ledger.game.procedure import Procedure
from ledger.game.procedure import Step as ProcedureStep
from ledger.game.sheet.sheet import Sheet
from ledger.hall import GameRow
from ledger.incidents.case_file import CaseFile, ToTell, numbered_in, to_tell
from ledger.incidents.facts import RuleCited, RulingGiven, RulingTold
from ledger.incidents.hearing import hearing, is_rule_named
from ledger.incidents.reports import (
    DUTIES,
    Consequence,
    DueReport,
    consequences_of,
    draft_of,
    due_reports,
)
from ledger.incidents.wording import act_found, number_wording
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import Ambiguity, ambiguities
from ledger.rulebook.help.citation import ClauseHelp, as_cited, clause_help
from ledger.tournament.conduct_ledger import Warned
from ledger.tournament.tournament import Player, Tournament, is_over
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from web.cases.appealed import AppealsView, appeals_shown
from web.cases.fields import PenaltyForm, penalty_form
from web.cases.foreseen import Draft, drafts_of
from web.cases.ruling_form import RulingView, on_a_game, over_a_refusal
from web.cases.told import (
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
from web.entry.wanted_in_words import RequestView, request_view
from web.frame.page_text import day_here, time_here, zone_here


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
            Due(one, DUTIES[one.rule.duty], draft_of(file, one, tournament, sheet))
            for one in due_reports(file, rules)
        ),
        earlier=earlier_rulings(desk, tournament, files, file, citation, rules, row_of),
        warned=_warned(tournament, sheet),
        ruling=_ruling(file, sheet, refused, citation, tournament, touching),
        lines=lines_of(file, sheet, followed),
        penalty=penalty_form(file, sheet, tournament, rules),
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
        return (("About", player.name if player else "no game"),)
    when = f"{day_here(found.moment)} {time_here(found.moment)} {zone_here()}"
    reported = f"{when}, at entry {found.version}"
    said = [("Reported", reported), *facts_view(found, sheet)]
    if file.opened.seat is not None:
        said.append(("About", sheet.name(file.opened.seat)))
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
