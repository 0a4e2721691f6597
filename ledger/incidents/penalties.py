"""A case opened and closed; penalties: what follows from a finding, as the director decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple, cast
from uuid import UUID

from ledger.desk.sheet_cache import SheetCache
from ledger.game.calls.facts import DirectorCalled, WarningDue, WarningSettled
from ledger.game.calls.requests import (
    FREE,
    GrantFreeChallenge,
    procedure_about,
    rule_of_procedure,
    subject_of,
    subject_of_words,
)
from ledger.game.deciding import MAY_ASK, decide
from ledger.game.endings.forfeits import Forfeit
from ledger.game.entry import GameContext
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.sheet.folding import sheet_as_known
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import Sheet
from ledger.hall.rows import COUNTED
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts import (
    CaseClosed,
    CaseOpened,
    CaseReopened,
    FactsBookmarked,
    PenaltyDecided,
    RulingGiven,
    Situation,
)
from ledger.incidents.offences import (
    OTHER,
    PlayersGame,
    heavier_than_usual,
    level_one,
    offence_of,
    penalty_of,
)
from ledger.incidents.requests import (
    BEGIN,
    CaseContext,
    CaseRequest,
    decides,
    game_of,
    must_be_as_seen,
    must_be_open,
    must_still_be,
)
from ledger.record.fact import Fact
from ledger.record.log import Log
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, Decision, Request, StreamWrite
from ledger.rulebook import Rulebook
from ledger.rulebook.help.finder import cited
from ledger.rulebook.model.endings import Penalty
from ledger.tournament.facts import (
    CaseListed,
    GamesAwarded,
    GamesVoided,
    PlayerWithdrawn,
    SpreadAdjusted,
    WarningGiven,
)
from ledger.tournament.pairing import games_of_pairing
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Points, Role, Seat, Tiles, remarks
from ledger.vocabulary.closed_lists import CaseAbout, CaseRaisedBy, PenaltyUnit

# A case opened, closed and taken up again; its subject, and states of the game beside it.


# What a case that is about to be opened is about, as far as the record knows: subject and rule.


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


# A state of the game put with the facts of a case, beside those frozen at the call.


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


# Penalties: what follows from a finding, as the director decides.


# What carries a penalty out: facts for the streams it touches.


class Wanted(NamedTuple):
    """A penalty about to be carried out: for whom, how much, why, under which case.

    ``tournament`` is asked only where the penalty touches it: a game may have none.
    """

    sheet: Sheet
    rules: Rulebook
    tournament: Callable[[], Tournament]
    case: UUID
    by: str
    seat: Seat
    kind: str
    amount: int
    reason: str
    clause: str
    notice: str
    offence: str


def number_of(sheet: Sheet, seat: Seat) -> int:
    if sheet.numbers is None:
        raise refusal("no-number")
    return sheet.numbers[seat.place]


def _on_tournament(wanted: Wanted, make: Callable[[int], Fact]) -> StreamWrite:
    fact = make(number_of(wanted.sheet, wanted.seat))
    tournament = wanted.tournament()
    return StreamWrite(tournament.id, tournament.version, (fact,), wanted.case)


def _on_game(wanted: Wanted, request: Request) -> StreamWrite:
    """What the game's own decisions write for ``request`` under this case."""
    entry = GameContext(rules=wanted.rules, by=wanted.by, role=Role.DIRECTOR, case=wanted.case)
    facts = decide(wanted.sheet, request, entry).facts
    return StreamWrite(wanted.sheet.id, wanted.sheet.version, facts, wanted.case)


def settles_due(
    sheet: Sheet, seat: Seat, offence: str, words: str, case: UUID | None = None
) -> tuple[StreamWrite, ...]:
    """The warning that is due to a player at the table, given with this one (nsa-1998 IV.I.3).

    Args:
      offence: of what; empty: no act was named, which gives what is due of any.
      case: the case whose ruling gives it.
    """
    due = [one.fact for one in sheet.open if isinstance(one.fact, WarningDue)]
    acts = [one.offence for one in due if one.seat is seat and offence in ("", one.offence)]
    if not acts:
        return ()
    given = WarningSettled(seat=seat, offence=acts[-1], given=True, reason=words)
    return (StreamWrite(sheet.id, sheet.version, (given,), case),)


def _warning(wanted: Wanted) -> StreamWrite | None:
    return _on_tournament(
        wanted,
        lambda player: WarningGiven(
            player=player,
            kind=wanted.kind,
            offence=wanted.offence,
            clause=wanted.clause,
            notice=wanted.notice,
            words=wanted.reason,
            game=wanted.sheet.id,
            turn=wanted.sheet.turn_count,
            totals=wanted.sheet.stands,
        ),
    )


def _spread(wanted: Wanted) -> StreamWrite | None:
    """Off the standings only: no score and no winner changes (TX-16)."""
    return _on_tournament(
        wanted,
        lambda player: SpreadAdjusted(
            player=player,
            points=Points(-wanted.amount),
            reason=wanted.reason,
            clause=wanted.clause,
        ),
    )


def _put_out(wanted: Wanted) -> StreamWrite | None:
    return _on_tournament(
        wanted, lambda player: PlayerWithdrawn(player=player, reason=wanted.reason, ejected=True)
    )


def _taken(unit: PenaltyUnit) -> Callable[[Wanted], StreamWrite | None]:
    """Points, time or a turn taken in the game itself."""

    def carry_out(wanted: Wanted) -> StreamWrite | None:
        request = ApplyPenalty(
            seat=wanted.seat,
            unit=unit,
            amount=wanted.amount or 1,
            reason=wanted.reason,
            clause=wanted.clause,
        )
        return _on_game(wanted, request)

    return carry_out


def _forfeit(wanted: Wanted) -> StreamWrite | None:
    margin = Points(wanted.amount) if wanted.amount else None
    return _on_game(wanted, Forfeit(loser=wanted.seat, cause="misconduct", margin=margin))


def _credit(wanted: Wanted) -> StreamWrite | None:
    """A free challenge for the opponent; of any other credit the decision is the record."""
    if wanted.kind != FREE:
        return None
    return _on_game(wanted, GrantFreeChallenge(seat=wanted.seat.opponent, reason=wanted.reason))


def _nothing(wanted: Wanted) -> StreamWrite | None:
    """Somebody else gives it."""
    del wanted
    return None


SCOPES: dict[str, Callable[[Wanted], StreamWrite | None]] = {
    "person": _warning,
    "credit": _credit,
    "time": _taken("time"),
    "turn": _taken("turn"),
    "points": _taken("points"),
    "spread": _spread,
    "game": _forfeit,
    "tournament": _put_out,
    "committee": _nothing,
}
"""What carries a penalty out, by what it touches."""


class Penalise(CaseRequest, frozen=True, tag="penalise", kw_only=True):
    """Decide on a penalty and carry it out: warning, spread, clock, turn, score, game, place.

    Attributes:
      amount: points or seconds, where the penalty has any; for a forfeit, the margin.
      notice: what the player is told would follow.
      game_seen: version of the game on which it was looked at what it does; 0: not said.
    """

    needs: ClassVar[tuple[str, ...]] = ("reason",)

    seat: Seat
    kind: str
    reason: str
    amount: int = 0
    scope: str = ""
    notice: str = ""
    although: str = ""
    game_seen: int = 0


class ApplyLevelOne(CaseRequest, frozen=True, tag="apply-level-one", kw_only=True):
    """Void or award the games of who was found guilty of the gravest offence (R-03).

    Attributes:
      round_robin: whether everybody meets everybody; ``None`` to take the organiser's option.
      although: why it follows, where no such finding stands.
    """

    round_robin: bool | None = None
    although: str = ""


@decides(Penalise, may=DIRECTORS)
def penalise(file: CaseFile, request: Penalise, context: CaseContext) -> Decision:
    game = game_of(file)
    must_be_open(file)
    must_be_ruled(file)
    must_still_be(file, request, lambda case: case.last(RulingGiven))
    if request.game_seen:
        must_be_as_seen(context.sheet(game), request.game_seen)
    rules = context.rules_of(game)
    named = penalty_of(request.kind, rules)
    scope = named.scope if named else request.scope
    _must_be_a_penalty(request, named, scope, rules)
    noticed: tuple[str, ...] = () if named else (remarks.PENALTY_NOT_LISTED,)
    if file.finding and heavier_than_usual(request.kind, file.finding.level, rules):
        noticed += (remarks.HEAVIER_THAN_USUAL,)
    offence = (file.finding.offence if file.finding else "") or file.opened.offence or OTHER
    clause = _rule_of(request.kind, named, offence, rules)
    wanted = Wanted(
        sheet=context.sheet(game),
        rules=rules,
        tournament=lambda: context.tournament_of(game),
        case=file.id,
        by=context.by,
        seat=request.seat,
        kind=request.kind,
        amount=request.amount,
        reason=request.reason,
        clause=clause,
        notice=request.notice,
        offence=offence,
    )
    fact = PenaltyDecided.from_request(request, scope=scope, clause=clause)
    carried_out = SCOPES[scope](wanted)
    parts: tuple[StreamWrite, ...] = (carried_out,) if carried_out else ()
    if scope == "person":
        of = "" if offence == OTHER else offence
        parts += settles_due(wanted.sheet, request.seat, of, request.reason, file.id)
    return Decision((fact,), noticed, parts)


def _rule_of(kind: str, named: Penalty | None, offence: str, rules: Rulebook) -> str:
    """The rule that gives this penalty: of the act, where it names the penalty itself.

    A book may name one penalty in several rules; its table has the first of them.
    """
    act = rules.offences.get(offence)
    if act is not None and kind in (act.first, act.then):
        return str(act)
    return str(named) if named else ""


def _must_be_a_penalty(
    request: Penalise, named: Penalty | None, scope: str, rules: Rulebook
) -> None:
    """Refuse a penalty that is not the director's to give, touches nothing, or has no amount."""
    if scope == "committee" and not request.although:
        raise refusal("not-the-directors", clause=str(named or ""))
    if scope not in SCOPES:
        raise refusal(
            "unreadable-request/penalty-not-named",
            book=rules.id,
            kind=request.kind,
            penalties=", ".join(rules.penalties),
            scopes=", ".join(SCOPES),
        )
    least = 1 if scope in ("points", "time", "spread") else 0
    if request.amount < least:
        raise refusal("unreadable-request/penalty-of-nothing", amount=request.amount)


@decides(ApplyLevelOne, may=DIRECTORS)
def apply_level_one(file: CaseFile, request: ApplyLevelOne, context: CaseContext) -> Decision:
    """The offender takes no further part and stands last.

    Of a game in progress a book may say nothing; it is then left to a ruling, with a remark
    (T4-31).
    """
    game, found = game_of(file), file.finding
    must_be_open(file)
    must_be_ruled(file)
    rules = context.rules_of(game)
    if (found is None or found.level != 1 or found.minor) and not request.although:
        raise refusal("no-level-one", rules)
    seat = (found.seat if found else None) or file.opened.seat
    if seat is None:
        raise refusal("unreadable-request/nobody-found-against")
    tournament = context.tournament_of(game)
    player = number_of(context.sheet(game), seat)
    games = context.games_of(tournament, player)
    follows = level_one(games, rules, round_robin=request.round_robin)
    facts: list[Fact] = []
    if follows.voided:
        facts.append(GamesVoided(player=player, games=follows.voided, clause=follows.clause))
    if follows.awarded:
        facts.append(GamesAwarded(player=player, games=follows.awarded, clause=follows.clause))
    facts.append(PlayerWithdrawn(player=player, reason="ejected", ejected=True))
    decided = PenaltyDecided(
        seat=seat,
        kind="ejection",
        scope="tournament",
        reason=found.finding if found else request.although,
        clause=follows.clause,
        although=request.although,
    )
    return Decision(
        (decided,),
        ("T4-31",) if follows.running else (),
        (StreamWrite(tournament.id, tournament.version, tuple(facts), file.id),),
    )


def must_be_ruled(file: CaseFile) -> None:
    if file.ruling is None or file.ruling.game != file.opened.game:
        raise refusal("needs-ruling/penalty")


# The games of one player of a tournament, as far as they were paired.


def games_of(
    log: Log, shelf: SheetCache, tournament: Tournament, player: int
) -> tuple[PlayersGame, ...]:
    """Every game of ``player`` in the rounds paired so far, oldest round first."""
    return tuple(
        _seen(game, shelf.sheet(game), player)
        for paired in tournament.rounds
        for pairing in paired.pairings
        if player in (pairing.first, pairing.second)
        for game in games_of_pairing(log, tournament.slug, paired, pairing)
    )


def _seen(game: UUID, sheet: Sheet, player: int) -> PlayersGame:
    place = (sheet.numbers or (0, 0)).index(player) if sheet.numbers else 0
    opponent = (sheet.numbers or (0, 0))[1 - place]
    if sheet.state in COUNTED:
        margin = outcome_of(sheet).spreads[1 - place]
        return PlayersGame(game=game, opponent=opponent, state="played", margin=margin)
    if sheet.started and not sheet.ended:
        return PlayersGame(game=game, opponent=opponent, state="running")
    return PlayersGame(game=game, opponent=opponent, state="to-come")
