"""Procedures for a call and for a warning, and what a call is about."""

from __future__ import annotations

from ledger.game.absences.facts import LateClockStarted
from ledger.game.calls.facts import (
    DirectorArrived,
    DirectorCalled,
    DirectorSetOut,
    MatterSetAside,
    WarningDue,
)
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
from ledger.game.sheet.sheet import Opened, Sheet
from ledger.game.sheet.standing import because
from ledger.incidents.hearing import look_into
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook
from ledger.rulebook.help.finder import meanings
from ledger.rulebook.model.endings import Offence
from ledger.vocabulary.closed_lists import CaseAbout, RaisedBy, choices
from ledger.vocabulary.desk_matters import LATER_TOLD

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


def subject_of_words(words: str) -> CaseAbout:
    """What a few words are about; ``other`` where they tell nothing.

    >>> subject_of_words("Dispute: was the challenge in time?"), subject_of_words("phone rang")
    ('challenge', 'conduct')
    """
    said = meanings(words)
    return next((OF_A_WORD[word] for word in said if word in OF_A_WORD), "other")


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


RAISED_BY = choices(RaisedBy)
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
    whom = f" about {sheet.name(seat)}" if seat else ""
    said = Question("outcome", "What was settled?", "text")
    return Procedure(
        name="director-called",
        title=_how_far(opened),
        clause=rule,
        steps=in_order(
            Step(
                "director",
                f"Come to the table: {getattr(fact, 'reason', '')}{whom}.",
                rule,
                clock="neutral",
                asks="director-comes",
                done=opened.has(DirectorArrived),
            ),
            act is not None and look_into(rules, act),
            Step(
                "director",
                "Say what was settled, and let play go on.",
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
        return "The director is at the table"
    put_off = next((step for step in opened.done if isinstance(step, MatterSetAside)), None)
    if put_off is not None:
        when = LATER_TOLD[put_off.until]
        return f"The director comes {when}{because(put_off.reason)}"
    if opened.has(DirectorSetOut):
        return "The director is on the way"
    return "The director has been called"


def _acts(rules: Rulebook) -> tuple[Question, ...]:
    acts = [(code, act.words) for code, act in rules.offences.items()]
    listed = (("", "none of these"), *acts)
    return (Question("offence", "Which act of the rulebook, if any?", "choice", listed),)


OFFERS = Offers(always, (
    offer("director-called", "Call the director", "call-director", "fallback.decides",
          Question("reason", "What is it about?", "text"),
          Question("raised_by", "Who asks?", "choice", RAISED_BY),
          Question("seat", "Whose act is it about?", "seat"),
          _acts),
))  # fmt: skip
"""What can be reported at any moment: that the director is wanted, and for what."""


WHY = Question("reason", "What was said, or why was no warning given?", "text")


@opened_by(WarningDue)
def warning(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """It stays open, also when what it is about is put right, until a director settles it.

    Further steps are what the book names for doing it again. The director enters it, or does not.
    """
    fact = opened.fact
    assert isinstance(fact, WarningDue)
    player, act = sheet.name(fact.seat), rules.offences.get(fact.offence)
    clause, what = (str(act), act.words) if act else (str(rules.fallback.decides), fact.offence)
    again = act.then if act is not None and fact.before else ""
    lost = {"seat": fact.seat.value, "unit": "spread", "amount": int(act.amount) if act else 0}
    given = Question("given", f"Was {player} warned?", "yes-no")
    return Procedure(
        name="warning",
        title=f"A warning is due to {player}: {what}",
        clause=clause,
        steps=in_order(
            Step(
                "director",
                f"The director warns {player}, or waives it and says why.",
                clause,
                asks="settle-warning",
                answers=(("seat", fact.seat.value), ("offence", fact.offence)),
                questions=(given, WHY),
                calls_director=True,
            ),
            again == "free-challenge"
            and Step(
                "director",
                f"{player} has done it before: the book suggests a free challenge for the "
                "opponent.",
                clause,
                asks="grant-free-challenge",
                optional=True,
                answers=(("seat", fact.seat.opponent.value), ("reason", what)),
            ),
            again == "reduced-margin"
            and Step(
                "director",
                f"{player} has done it before: the book suggests {act and act.amount} off the "
                "spread.",
                clause,
                asks="apply-penalty",
                optional=True,
                answers=(*lost.items(), ("reason", f"{what}, again"), ("clause", clause)),
            ),
        ),
        seat=fact.seat,
        version=opened.version,
        counts=(("times before", fact.before),),
    )
