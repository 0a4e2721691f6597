"""A case opened, closed and taken up again; its subject, and states of the game beside it."""

from __future__ import annotations

from typing import ClassVar, NamedTuple, cast
from uuid import UUID

from ledger.game.calls.facts import DirectorCalled
from ledger.game.calls.requests import (
    procedure_about,
    rule_of_procedure,
    subject_of,
    subject_of_words,
)
from ledger.game.deciding import MAY_ASK
from ledger.game.sheet.folding import sheet_as_known
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts import CaseClosed, CaseOpened, CaseReopened, FactsBookmarked, Situation
from ledger.incidents.offences import offence_of
from ledger.incidents.requests import (
    BEGIN,
    CaseContext,
    CaseRequest,
    decides,
    game_of,
    must_be_open,
)
from ledger.incidents.wording import LONGEST_TITLE
from ledger.messages.coded import Kept, where_alike
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, Decision, StreamWrite
from ledger.rulebook import Rulebook
from ledger.rulebook.help.finder import cited
from ledger.tournament.facts import CaseListed
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat, Tiles
from ledger.vocabulary.closed_lists import CaseAbout, CaseRaisedBy


class About(NamedTuple):
    """What a case would be about.

    Attributes:
      seat: whose act it is; ``None`` for nobody's, or where nobody said.
      offence: the act, by its name in the rulebook's table; empty where none was named.
    """

    subject: CaseAbout
    rule: str
    seat: Seat | None = None
    offence: str = ""


def about_of(
    sheet: Sheet, rules: Rulebook, *, call: int = 0, request: str = "", words: str = ""
) -> About:
    """The subject of a case about this game, and the rule at issue.

    Args:
      request: tag of the refused request it begins with, if it begins with one.
      words: what waits, in a few words, where it is neither.
    """
    kind = next((kind for kind in MAY_ASK if kind.__struct_config__.tag == request), None)
    if kind is not None:
        return About(subject_of(kind), "")
    fact = sheet.events[call - 1].fact if 1 <= call <= sheet.version else None
    called = fact if isinstance(fact, DirectorCalled) else None
    said = subject_of_words(called.reason if called is not None else words)
    seat = called.seat if called is not None else None
    if called is not None and (called.offence or said == "conduct"):
        act = rules.offences.get(called.offence)
        return About("conduct", str(act or ""), seat, called.offence)
    opened = procedure_about(sheet, said, DirectorCalled)
    if opened is None:
        return About(said, "", seat)
    subject = subject_of(type(opened.fact)) if said == "other" else said
    return About(subject, rule_of_procedure(sheet, opened, rules), seat)


UNINVITED = frozenset({"director", "third-party", "observer", "monitor", "staff"})


"""Who raised it where no player did."""


class OpenCase(CaseRequest, frozen=True, tag="open-case", kw_only=True):
    """Open a case, about a game or about none. The fields are those of ``CaseOpened``.

    Attributes:
      although: why it is opened where the book bars a director nobody called from a wrong sum.
      title_coded: the title as code and arguments; left out where it says something else.
    """

    game: UUID | None = None
    category: CaseAbout
    about_event: int | None = None
    rule: str = ""
    raised_by: CaseRaisedBy = ""
    seat: Seat | None = None
    offence: str = ""
    although: str = ""
    tournament: str = ""
    title: str = ""
    player: int = 0
    call: int = 0
    entry: UUID | None = None
    title_coded: Kept = ""


class CloseCase(CaseRequest, frozen=True, tag="close-case", kw_only=True):
    """Nothing more is to be decided here."""


class ReopenCase(CaseRequest, frozen=True, tag="reopen-case", kw_only=True):
    needs: ClassVar[tuple[str, ...]] = ("reason",)

    reason: str


@BEGIN.decides(OpenCase, may=DIRECTORS)
def open_case(begun: None, request: OpenCase, context: CaseContext) -> Decision:
    """Begin a case, where nobody steps in uninvited on arithmetic (R-10).

    Its tournament gives it the next number, in the same transaction: no number is given twice.
    """
    del begun
    sheet = context.sheet(request.game) if request.game else None
    slug = sheet.scheduled.tournament if sheet else request.tournament
    tournament = context.tournament(slug)
    if sheet is None and tournament is None:
        raise refusal("nothing-to-go-by")
    rules = context.rules_of(sheet.id) if sheet else cast("Tournament", tournament).rules
    _must_be_the_directors(request, rules)
    number = len(tournament.cases) + 1 if tournament else 0
    fact = CaseOpened.from_request(
        request,
        about=request.about_event,
        rule=cited(request.rule, rules),
        title_coded=request.title_coded
        and where_alike(request.title_coded, request.title, LONGEST_TITLE),
        number=number,
        tournament=slug if number or sheet is None else "",
        situation=situation(sheet, request.call or request.about_event) if sheet else None,
    )
    if tournament is None:
        return Decision((fact,))
    listed = CaseListed(case=context.stream, number=number)
    return Decision(
        (fact,), other_writes=(StreamWrite(tournament.id, tournament.version, (listed,)),)
    )


def _must_be_the_directors(request: OpenCase, rules: Rulebook) -> None:
    """Refuse an act the book does not name, and a wrong sum that nobody asked about (R-10)."""
    if request.offence:
        offence_of(request.offence, rules)
    barred = rules.hearing.uninvited_arithmetic
    uninvited = request.category == "score" and request.raised_by in UNINVITED
    if uninvited and barred.value == "must-not" and not request.although:
        raise refusal("uninvited-arithmetic", clause=barred, trap="T4-28")


def situation(sheet: Sheet, version: int | None) -> Situation:
    """The table as it was once this event was written; ``None``: as it stands."""
    if version is not None and not 1 <= version <= sheet.version:
        raise refusal("no-such-event", version=version)
    then = sheet_as_known(sheet, at=version)
    envelope = then.events[-1].envelope
    return Situation(
        version=then.version,
        moment=envelope.occurred_at or envelope.written_at,
        totals=then.stands,
        clocks=envelope.clocks or then.clock.times,
        bag=then.stock.bag,
        racks=then.stock.racks,
        on_move=then.on_move,
        state=then.state,
        held=Tiles(then.last_turn.rack) if then.last_turn else Tiles(""),
    )


@decides(CloseCase, may=DIRECTORS)
def close_case(file: CaseFile, request: CloseCase, context: CaseContext) -> Decision:
    """Close it, once no decision on appeal waits to be carried out; closed twice is closed."""
    del request, context
    if file.to_carry_out:
        raise refusal("decision-not-carried-out/in-the-case")
    return Decision((CaseClosed(),))


@decides(ReopenCase, may=DIRECTORS)
def reopen_case(file: CaseFile, request: ReopenCase, context: CaseContext) -> Decision:
    del context
    if not file.is_closed:
        raise refusal("case-open")
    return Decision((CaseReopened(reason=request.reason),))


class BookmarkFacts(CaseRequest, frozen=True, tag="bookmark-facts", kw_only=True):
    """Put the table as it was after one event with the facts of the case."""

    version: int
    note: str = ""


@decides(BookmarkFacts, may=DIRECTORS)
def bookmark_facts(file: CaseFile, request: BookmarkFacts, context: CaseContext) -> Decision:
    """Freeze a state into the case. The facts it was opened with stay as they are."""
    must_be_open(file)
    found = situation(context.sheet(game_of(file)), request.version)
    bookmarked = FactsBookmarked(situation=found, note=request.note)
    if bookmarked in file.each(FactsBookmarked):
        raise refusal("already-bookmarked")
    return Decision((bookmarked,))
