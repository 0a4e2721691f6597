"""Calls for the director, warnings at the table, free challenges; what a call is about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from uuid import UUID

from ledger import rulebook
from ledger.game.absences.facts import LateClockStarted
from ledger.game.calls.facts import (
    ChallengeCreditGranted,
    ChallengeCreditUsed,
    ClaimMade,
    DirectorArrived,
    DirectorCalled,
    DirectorLeft,
    DirectorSetOut,
    MatterSetAside,
    WarningDue,
    WarningSettled,
)
from ledger.game.calls.folds import reason_told
from ledger.game.challenges.facts import ChallengeFailed
from ledger.game.clock.facts import ClockNeutralised, ClockRestarted
from ledger.game.clock.requests import CALLED, rule_for_stopping
from ledger.game.context import GameContext, decides, is_held_up, must_not_be_final
from ledger.game.placement.facts import BoardUpset
from ledger.game.procedure import (
    PROCEDURES,
    Offers,
    Procedure,
    Question,
    Step,
    always,
    in_order,
    offer,
    opened_by,
)
from ledger.game.sheet.folding import wording
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.game.sheet.standing import with_reason
from ledger.incidents.hearing import look_into
from ledger.messages import ENGLISH, LANGUAGES, known, say, speaking
from ledger.record.fact import Fact
from ledger.requests import DIRECTORS, JUDGES, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.help.finder import meanings, named_by_reader
from ledger.rulebook.model.endings import Offence
from ledger.rulebook.reading import offence_wording, offences_worded
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.closed_lists import CaseAbout, ClaimOf, RaisedBy
from ledger.vocabulary.desk_matters import later_told

# Calling the director to a table, and the free challenge a director may give.


FREE = "free-challenge"
NOT_DEFINED = "TN-28"
"""No book says what a free challenge is: taken as one that fails without loss of turn."""


class CallDirector(Request, frozen=True, tag="call-director", kw_only=True):
    """Somebody calls the director; fields as in ``DirectorCalled``.

    Attributes:
      stopped: both clocks were stopped for it, which is written down where the rulebook lists a
        call among the reasons for it and a clock still ran (M-08).
    """

    reason: str
    raised_by: RaisedBy = "player"
    seat: Seat | None = None
    offence: str = ""
    stopped: bool = False


class DirectorSetsOut(Request, frozen=True, tag="director-sets-out", kw_only=True):
    """The director who enters this is on the way to the table; no other need go."""


class DirectorComes(Request, frozen=True, tag="director-comes", kw_only=True):
    """The director is at the table.

    Attributes:
      director: badge of who came, where somebody else says so; empty: who asks, if a director, or
        who was on the way.
    """

    director: str = ""


class DirectorGoes(Request, frozen=True, tag="director-goes", kw_only=True):
    """The director is done at the table, with ``outcome``."""

    outcome: str = ""


class GrantFreeChallenge(Request, frozen=True, tag="grant-free-challenge", kw_only=True):
    """Give ``seat`` a challenge that costs nothing if it fails, for ``reason``."""

    seat: Seat
    reason: str


class WriteClaim(Request, frozen=True, tag="write-claim", kw_only=True):
    """What a player says was done and the book bars, for whoever rules on it; as ``ClaimMade``."""

    seat: Seat
    of: ClaimOf
    turn: int = 0
    refused: UUID | None = None
    words: str = ""


@decides(CallDirector, may=JUDGES)
def call_director(sheet: Sheet, request: CallDirector, context: GameContext) -> Decision:
    """Write the call down, whatever the state of the game (R-04)."""
    context.must(request.reason.strip(), "unreadable-request/call-without-reason")
    if request.offence and request.offence not in context.rules.offences:
        raise context.refusal(
            "unreadable-request/no-such-act", book=context.rules.id, offence=request.offence
        )
    called = DirectorCalled.from_request(request)
    return Decision((called, *(clocks_stopped(sheet, context.rules) if request.stopped else ())))


@decides(DirectorSetsOut, may=DIRECTORS)
def director_sets_out(sheet: Sheet, request: DirectorSetsOut, context: GameContext) -> Decision:
    """Write down that a director is on the way, once a call."""
    _must_be_called(sheet, context)
    call = find(sheet.open, DirectorCalled)
    if call is not None and (call.has(DirectorSetOut) or call.has(DirectorArrived)):
        context.must_be_ruled("director-on-the-way")
    return Decision((DirectorSetOut(),))


@decides(DirectorComes, may=STAFF)
def director_comes(sheet: Sheet, request: DirectorComes, context: GameContext) -> Decision:
    _must_be_called(sheet, context)
    by_name = request.director.strip() or _who_came(sheet, context)
    return Decision((DirectorArrived(director=by_name),))


@decides(DirectorGoes, may=DIRECTORS)
def director_goes(sheet: Sheet, request: DirectorGoes, context: GameContext) -> Decision:
    """Write down that the director is done, which ends the call.

    The clocks that were stopped for the call run again, unless something else holds them.
    """
    _must_be_called(sheet, context)
    others = [one for one in sheet.open if not isinstance(one.fact, DirectorCalled)]
    left = DirectorLeft(outcome=request.outcome)
    return Decision((left, *clocks_started(sheet, others, context.rules)))


@decides(WriteClaim, may=STAFF)
def write_claim(sheet: Sheet, request: WriteClaim, context: GameContext) -> Decision:
    """Write a claim down, whatever the state of the game: nothing follows from it (DE15)."""
    turns = sheet.turn_count
    context.must(
        0 <= request.turn <= turns,
        "unreadable-request/turn-not-made",
        turn=request.turn,
        turns=turns,
    )
    claim = ClaimMade.from_request(request, words=request.words.strip())
    return Decision((claim,))


@decides(GrantFreeChallenge, may=DIRECTORS)
def grant_free_challenge(
    sheet: Sheet, request: GrantFreeChallenge, context: GameContext
) -> Decision:
    """Give a free challenge, which takes a ruling (L-26; nsa-1998 VI.C)."""
    must_not_be_final(sheet, context)
    named = context.rules.penalties.get(FREE)
    context.must_be_ruled(
        "needs-ruling/free-challenge", clause=str(named) if named else "", trap=NOT_DEFINED
    )
    fact = ChallengeCreditGranted(
        seat=request.seat, reason=request.reason, clause=str(named) if named else ""
    )
    return Decision((fact,), (NOT_DEFINED,))


def free_of_charge(seat: Seat) -> tuple[Fact, ...]:
    """What is written instead of the price of a failed challenge, where it was a free one."""
    return ChallengeFailed(seat=seat, mode=FREE), ChallengeCreditUsed(seat=seat)


def clocks_stopped(sheet: Sheet, rules: Rulebook) -> tuple[Fact, ...]:
    """That both clocks were stopped for a call, where the book has that and one of them ran."""
    runs = sheet.started and not sheet.ended and not sheet.clock.neutral
    if not runs or not rule_for_stopping(CALLED, rules):
        return ()
    return (ClockNeutralised(reason=CALLED),)


def clocks_started(sheet: Sheet, left: Sequence[Opened], rules: Rulebook) -> tuple[Fact, ...]:
    """That a clock runs again that stood still for a call alone; ``left``: what is open still."""
    held = left or sheet.challenges.pending is not None or is_held_up(sheet, rules)
    if sheet.clock.neutral != CALLED or sheet.ended or sheet.on_move is None or held:
        return ()
    return (ClockRestarted(seat=sheet.on_move, reason=CALLED),)


def _who_came(sheet: Sheet, context: GameContext) -> str:
    """The badge of the director who enters it, or who said to be on the way; empty: not known."""
    if context.role is Role.DIRECTOR:
        return context.by
    call = find(sheet.open, DirectorCalled)
    since = sheet.events[call.version :] if call is not None else ()
    coming = [event for event in since if isinstance(event.fact, DirectorSetOut)]
    return coming[-1].envelope.written_by if coming else ""


def _must_be_called(sheet: Sheet, context: GameContext) -> None:
    context.must_unless_ruled(find(sheet.open, DirectorCalled) is not None, "director-not-called")


# What a table is told of a matter that was put off, waived or taken back, and what that does.


def at_table(sheet: Sheet, aside: MatterSetAside) -> tuple[Fact, ...]:
    """What is written at the table about a matter that is set aside, or is so no more.

    A call that is waived lets the clocks run that were stopped for it; taken back, they stand
    still again where that let them run.
    """
    if aside.kind != "call" or aside.how == "put-off":
        return (aside,)
    rules = rulebook.rules_of(sheet.scheduled)
    if aside.how == "waived":
        left = [one for one in sheet.open if str(one.version) != aside.which]
        is_open = len(left) < len(sheet.open)
        return (aside, *(clocks_started(sheet, left, rules) if is_open else ()))
    return (aside, *(clocks_stopped(sheet, rules) if _ran_again(sheet, aside.which) else ()))


def _ran_again(sheet: Sheet, call: str) -> bool:
    """Whether waiving this call is what let the clocks run that run now."""
    if all(
        str(one.version) != call or not isinstance(one.fact, DirectorCalled) for one in sheet.waived
    ):
        return False
    waived = [
        event
        for event in sheet.events
        if isinstance(event.fact, MatterSetAside)
        and (event.fact.kind, event.fact.which, event.fact.how) == ("call", call, "waived")
    ]
    since = sheet.events[sheet.events.index(waived[-1]) + 1 :]
    return bool(since) and getattr(since[0].fact, "reason", "") == CALLED


def last_view(sheet: Sheet) -> tuple[Procedure, ...]:
    """What the table is told of what was set aside since the last turn, as things going on.

    What was taken back, or is a call that was put off, shows by the procedure itself.
    """
    turn: Line | None = sheet.last_turn
    told_of: dict[tuple[str, str], Procedure] = {}
    for event in reversed(sheet.events):
        if turn is not None and event.originator_version <= turn.version:
            break
        fact = event.fact
        if isinstance(fact, MatterSetAside) and (fact.kind, fact.which) not in told_of:
            told_of[fact.kind, fact.which] = Procedure(
                name=f"aside-{fact.how}", title=wording(fact, sheet), clause="", steps=(),
                version=event.originator_version,
            )  # fmt: skip
    open_calls = {str(one.version) for one in sheet.open if isinstance(one.fact, DirectorCalled)}
    return tuple(
        procedure
        for (kind, which), procedure in reversed(told_of.items())
        if not (kind == "call" and which in open_calls) and procedure.name != "aside-taken-back"
    )


WARNING = "official-warning"
"""What a book's table of acts calls a warning where it comes first."""


class SettleWarning(Request, frozen=True, tag="settle-warning", kw_only=True):
    """A warning that was due to ``seat`` was given, or is waived; fields as in the fact."""

    seat: Seat
    offence: str
    given: bool
    reason: str = ""


def warning_due(
    sheet: Sheet, seat: Seat, offence: str, rules: Rulebook, *, times: int = 1, wanted_from: int = 1
) -> tuple[WarningDue, ...]:
    """The warning that is due for an act just reported, where the book in force wants one.

    Args:
      times: how often this player did it in this game, this time included.
      wanted_from: from which time on the book speaks of it.
    """
    act = rules.offences.get(offence)
    if act is None or act.first != WARNING or times < wanted_from:
        return ()
    before = sum(
        isinstance(event.fact, WarningDue)
        and (event.fact.seat, event.fact.offence) == (seat, offence)
        for event in sheet.events
    )
    return (WarningDue(seat=seat, offence=offence, before=before),)


@decides(SettleWarning, may=DIRECTORS)
def settle_warning(sheet: Sheet, request: SettleWarning, context: GameContext) -> Decision:
    """Write down that the warning was given, for the whole tournament too, or why it was not."""
    due = any(
        isinstance(one.fact, WarningDue)
        and (one.fact.seat, one.fact.offence) == (request.seat, request.offence)
        for one in sheet.open
    )
    context.must(due, "no-such-entry/warning", player=sheet.name(request.seat))
    context.must(request.given or request.reason.strip(), "unreadable-request/warning-waived")
    settled = WarningSettled.from_request(request)
    return Decision((settled,), other_writes=context.warned(settled) if request.given else ())


# Procedures for a call and for a warning, and what a call is about.


# What an act, a call or a refused request at a table is about, as the subject of a case has it.


OF_A_ROOM: dict[str, CaseAbout] = {
    "absences": "procedure",
    "blanks": "blank",
    "challenges": "challenge",
    "clock": "time",
    "drawing": "drawing",
    "endings": "procedure",
    "exchanges": "drawing",
    "judging": "challenge",
    "keeping": "correction",
    "loose_tiles": "drawing",
    "placement": "challenge",
    "results": "score",
    "scores": "score",
    "setting_up": "equipment",
    "turns": "correction",
}
"""By the chapter of the game, what a case about it is about."""

OF_A_FACT: dict[type, CaseAbout] = {BoardUpset: "equipment", LateClockStarted: "late"}
"""What a procedure is about that shares its chapter with others about something else."""

OF_A_REQUEST: dict[object, CaseAbout] = {
    **dict.fromkeys(
        ("start-late-clock", "report-arrival", "report-not-come", "elect-forfeit"), "late"
    ),
    **dict.fromkeys(
        ("report-upset", "find-upset", "rebuild-position", "end-after-upset"), "equipment"
    ),
    **dict.fromkeys(("name-monitor", "report-outage", "take-back-act"), "procedure"),
}
"""What a request is about, by its tag, that shares its chapter with others about something else."""

OF_A_WORD: dict[str, CaseAbout] = {
    "=phone": "conduct",
    "=cheat": "conduct",
    "=abuse": "conduct",
    "=talk": "conduct",
    "conduct": "conduct",
    "=undeclared": "blank",
    "=blank": "blank",
    "=until-when": "challenge",
    "=hold": "challenge",
    "=courtesy": "drawing",
    "=flash": "drawing",
    "=failed-challenge": "challenge",
    "=withdraw-challenge": "challenge",
    "=wrong-verdict": "challenge",
    "=second-verdict": "challenge",
    "=verdict": "challenge",
    "=challenge": "challenge",
    "=placement": "challenge",
    "=not-pressed": "time",
    "=overtime": "time",
    "=timer": "time",
    "=press": "time",
    "=overdraw": "drawing",
    "=underdraw": "drawing",
    "=spill": "drawing",
    "=found-tile": "drawing",
    "=missing-tile": "equipment",
    "=exchange": "drawing",
    "=out-of-order": "drawing",
    "=upset": "equipment",
    "=recount": "score",
    "=score": "score",
    "=slip": "score",
    "=late": "late",
}
"""By what the words of a call speak of, what it is about: the first that is there."""


def subject_of(kind: type) -> CaseAbout:
    """What a request, or the procedure that a fact opens, is about: that of its chapter."""
    if kind in OF_A_FACT:
        return OF_A_FACT[kind]
    tag = getattr(kind, "__struct_config__").tag  # noqa: B009 (of every request and fact)
    if tag in OF_A_REQUEST:
        return OF_A_REQUEST[tag]
    about = PROCEDURES[kind] if issubclass(kind, Fact) and kind in PROCEDURES else kind
    return next(
        (OF_A_ROOM[room] for room in about.__module__.split(".") if room in OF_A_ROOM), "procedure"
    )


@lru_cache(maxsize=512)
def subject_of_words(words: str) -> CaseAbout:
    """What a few words are about; ``other`` where they tell nothing.

    They are a code of the tablet's, or somebody's words in any of our languages: whoever reads
    them, they are about the same.

    >>> subject_of_words("Dispute: was the challenge in time?"), subject_of_words("phone rang")
    ('challenge', 'conduct')
    >>> subject_of_words("sonó el teléfono"), subject_of_words("das Handy klingelt")
    ('conduct', 'conduct')
    """
    is_code = known(f"game_calls.reason-{words}")
    for of in (ENGLISH,) if is_code else LANGUAGES:
        with speaking(of):
            named, rest = named_by_reader(words)
        for word in (*named, *meanings(rest)):
            if word in OF_A_WORD:
                return OF_A_WORD[word]
    return "other"


def procedure_about(sheet: Sheet, subject: CaseAbout, besides: type[Fact]) -> Opened | None:
    """The latest open procedure that is about a subject, or about any where none is known."""
    return next(
        (
            opened
            for opened in reversed(sheet.open)
            if not isinstance(opened.fact, besides)
            and subject in ("other", "procedure", subject_of(type(opened.fact)))
        ),
        None,
    )


def rule_of_procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> str:
    return PROCEDURES[type(opened.fact)](sheet, opened, rules).clause


# A call for the director: what can be reported at a table, and what the call asks for.


CONDUCT = "conduct"
"""The reason of a call about how somebody behaves, as the tablet gives it."""


@opened_by(DirectorCalled)
def called(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """A call for the director: who comes, what the director must or may not do about it."""
    fact = opened.fact
    offence = getattr(fact, "offence", "")
    act = rules.offences.get(offence)
    rule = _rule(sheet, getattr(fact, "reason", ""), act, rules)
    seat = getattr(fact, "seat", None)
    reason = reason_told(getattr(fact, "reason", ""))
    if seat:
        come = say("game_calls.come-table-reason-about", reason=reason, player=sheet.name(seat))
    else:
        come = say("game_calls.come-table-reason", reason=reason)
    said = Question("outcome", "what-was-settled", "text")
    return Procedure(
        name="director-called",
        title=_how_far(opened),
        clause=rule,
        steps=in_order(
            Step(
                "director",
                come,
                rule,
                clock="neutral",
                asks="director-comes",
                done=opened.has(DirectorArrived),
            ),
            act is not None and look_into(rules, act),
            Step(
                "director",
                say("game_calls.say-what-settled-and-let-play"),
                rule,
                asks="director-goes",
                questions=(said,),
            ),
        ),
        seat=seat,
        version=opened.version,
        traps=(act.trap,) if act and act.trap else (),
    )


def _rule(sheet: Sheet, reason: str, act: Offence | None, rules: Rulebook) -> str:
    """The rule a call is looked at under: of the act, of what is going on there, or of gaps."""
    about = subject_of_words(reason)
    if act is None and reason == CONDUCT and rules.hearing.standard.is_known:
        return str(rules.hearing.standard)
    going_on = None if act or about == "conduct" else procedure_about(sheet, about, DirectorCalled)
    if going_on is not None:
        return rule_of_procedure(sheet, going_on, rules)
    return str(act or rules.fallback.decides)


def _how_far(opened: Opened) -> str:
    if opened.has(DirectorArrived):
        return say("game_calls.at-the-table")
    put_off = next((step for step in opened.done if isinstance(step, MatterSetAside)), None)
    if put_off is not None:
        comes = say("game_calls.comes-later", later=later_told(put_off.until))
        return with_reason(comes, put_off.reason)
    if opened.has(DirectorSetOut):
        return say("game_calls.on-the-way")
    return say("game_calls.has-been-called")


def _acts(rules: Rulebook) -> tuple[Question, ...]:
    listed = (("", say("questions.none-of-these")), *offences_worded(rules.offences))
    return (Question("offence", "which-act-of-rulebook-if-any", "choice", listed),)


OFFERS = Offers(always, (
    offer("director-called", "call-director", "fallback.decides",
          Question("reason", "what-is-it-about", "text"),
          Question("raised_by", "who-asks", "choice", of=RaisedBy),
          Question("seat", "whose-act-is-it-about", "seat"),
          _acts),
))  # fmt: skip
"""What can be reported at any moment: that the director is wanted, and for what."""


WHY = Question("reason", "what-was-said-or-why-was-no", "text")


@opened_by(WarningDue)
def warning(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """It stays open, also when what it is about is put right, until a director settles it.

    Further steps are what the book names for doing it again. The director enters it, or does not.
    """
    fact = opened.fact
    assert isinstance(fact, WarningDue)
    player, act = sheet.name(fact.seat), rules.offences.get(fact.offence)
    clause = str(act or rules.fallback.decides)
    what = offence_wording(act.words) if act else fact.offence
    again = act.then if act is not None and fact.before else ""
    lost = {"seat": fact.seat.value, "unit": "spread", "amount": int(act.amount) if act else 0}
    given = Question("given", "was-warned", "yes-no", values=(("player", player),))
    return Procedure(
        name="warning",
        title=say("game_calls.warning-due-what", player=player, what=what),
        clause=clause,
        steps=in_order(
            Step(
                "director",
                say("game_calls.director-warns-or-waives-and-says", player=player),
                clause,
                asks="settle-warning",
                answers=(("seat", fact.seat.value), ("offence", fact.offence)),
                questions=(given, WHY),
                calls_director=True,
            ),
            again == "free-challenge"
            and Step(
                "director",
                say("game_calls.has-done-before-book-suggests-free", player=player),
                clause,
                asks="grant-free-challenge",
                optional=True,
                answers=(("seat", fact.seat.opponent.value), ("reason", what)),
            ),
            again == "reduced-margin"
            and Step(
                "director",
                say(
                    "game_calls.has-done-before-book-suggests-points-off",
                    player=player,
                    amount=act and act.amount,
                ),
                clause,
                asks="apply-penalty",
                optional=True,
                answers=(*lost.items(), ("reason", f"{what}, again"), ("clause", clause)),
            ),
        ),
        seat=fact.seat,
        version=opened.version,
        counts=(("times-before", fact.before),),
    )
