"""What made-up games follow: steps that are open, and what is offered."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from dataclasses import replace as replace_dataclasses
from random import Random
from uuid import UUID

from msgspec.structs import replace

from ledger.game.deciding import MAY_ASK, REQUESTS, decide
from ledger.game.entry import GameContext
from ledger.game.going_on import Offer, Procedure, Step, offers, open_procedures
from ledger.requests.request import Request
from ledger.simulation.answers import Unanswerable, filled
from ledger.simulation.clerk import Table
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal

# The law that what is offered can be taken: some answer to its questions is written down.
#
# A refusal after an offer is no defect by itself: who answers that a tile was racked already is
# told that it is too late. An offer that is refused whatever is answered is one. The decisions are
# pure, so that answers are tried on the sheet as it stands and nothing is written.


TRIED = 200  # so many answers are tried before an offer counts as one that nobody can take

TRIED_IN_NUMBERS = 5_000
"""So many where all that is wrong may be that the numbers made up do not fit each other."""

NUMBERS_DO_NOT_FIT = frozenset({"unreadable-request", "more-than-there-are"})

A_RULING = UUID(int=1)
DIRECTOR = Role.DIRECTOR
ENTERING = (Role.SCOREKEEPER, Role.WORD_JUDGE, DIRECTOR)

WITH_THE_DIRECTOR = frozenset(
    {
        "call-the-director", "clause-not-in-our-copy", "director-adjudicates", "director-judges",
        "needs-ruling", "option-not-chosen", "rulebook-silent",
    }
)  # fmt: skip
"""Refusals that say no more than who must rule; the offer leads there."""


def refused_whatever(
    table: Table, fill: Callable[[Table], Request], *, by_director: bool = False
) -> str:
    """Why nobody can take what is offered; empty where some answer is written down.

    Args:
      fill: makes the request with other answers each time, on the table it is given.
    """
    random = Random(f"{table.sheet.id} {table.sheet.version}")  # noqa: S311 (games of chance)
    hands = copy.copy(table.hands)
    hands.random = random
    beside = replace_dataclasses(table, random=random, hands=hands)
    met: Counter[str] = Counter()
    for tried in range(TRIED_IN_NUMBERS):
        if tried >= TRIED and not NUMBERS_DO_NOT_FIT & met.keys():
            break
        try:
            request = fill(beside)
        except Unanswerable:
            return ""  # counted elsewhere
        for role in roles_for(request, by_director):
            refusal = _refusal(table, request, role, ruled=by_director)
            if refusal is None or refusal.code in WITH_THE_DIRECTOR:
                return ""
            met[refusal.code] += 1
    return ", ".join(sorted(met))


def roles_for(request: Request, by_director: bool) -> tuple[Role, ...]:
    """Who may enter it: a director, where it is the director's, or anybody who may."""
    may = MAY_ASK.get(type(request), frozenset())
    return tuple(role for role in ENTERING if role in may and (role is DIRECTOR or not by_director))


def _refusal(table: Table, request: Request, role: Role, *, ruled: bool) -> Refusal | None:
    clerk = table.clerk
    entry = GameContext(
        rules=table.rules,
        by=clerk.staff.badge(request),
        role=role,
        device=clerk.device,
        clocks=clerk.clocks,
        case=A_RULING if ruled else None,
    )
    try:
        decide(table.sheet, request, entry)
    except Refusal as refused:
        return refused
    return None


"""Every request by its tag."""

ENDERS = {
    "adjourn-game", "elect-forfeit", "end-after-last-plays", "end-after-upset", "end-game",
    "end-round", "forfeit", "hand-in", "postpone-game", "propose-result", "reopen-result",
    "resign", "sign-result", "take-back-slip", "type-slip", "void-game",
}  # fmt: skip
"""Requests that end a game or its result; chance alone should not make most games so short."""

HARMLESS = sorted(REQUESTS.keys() - ENDERS)

TRIES = 3  # so often is one step tried, the last time under a ruling
OUT_OF_ORDER = 0.2  # so often people do not keep to the order of the steps
INSISTING = 0.4  # so often the director rules where a step is refused
TAKEN_IF_OPTIONAL = 0.25  # so often is a step taken that need not be
MISCOUNTED = 0.04  # so often people do one tile more than the step says
OFTEN = 6  # so often may one step be recorded; more, and it does not bring the procedure to its end


def report_something(table: Table) -> bool:
    """Report one of the irregularities that can be reported now: whether it was written.

    What was reported seldom so far is reported sooner.
    """
    offered = offers(table.sheet, table.rules)
    if not offered:
        return False
    so_far = table.tally.irregularities
    seldom = [1 / (1 + so_far[offer.name]) for offer in offered]
    return report(table, table.random.choices(offered, seldom)[0])


def report_one_of(table: Table, *names: str) -> bool:
    """Report one of these, if it can be reported now: whether it was written."""
    offered = [offer for offer in offers(table.sheet, table.rules) if offer.name in names]
    return bool(offered) and report(table, table.random.choice(offered))


def report(table: Table, offer: Offer) -> bool:
    desk_request = REQUESTS.get(offer.asks)
    if desk_request is None:
        table.tally.skipped[f"offer {offer.name}: no request {offer.asks!r}"] += 1
        return False
    try:
        request = filled(desk_request, table, questions=offer.questions)
    except Unanswerable as what:
        table.tally.skipped[f"offer {offer.name}: {what}"] += 1
        return False
    insists = table.chance(0.5)
    written = table.clerk.ask(request)
    if not written:
        _note_if_hopeless(
            table,
            f"{offer.name} is offered",
            lambda beside: filled(desk_request, beside, questions=offer.questions, as_asked=True),
        )
        written = insists and table.clerk.ask(request, ruled="it happened so")
    if written:
        table.irregular(offer.name)
    return written


def _note_if_hopeless(
    table: Table, what: str, fill: Callable[[Table], Request], *, by_director: bool = False
) -> None:
    why = refused_whatever(table, fill, by_director=by_director)
    if not why:
        table.tally.wrong_answers += 1
    else:
        table.hopeless.append(f"{what} and refused whatever is answered: {why}")


def anything(table: Table) -> bool:
    """Make some request that somebody might make now, sense or none: whether it was written."""
    tag = table.random.choice(HARMLESS)
    return out_of_the_blue(table, tag, insisting=0.2)


def out_of_the_blue(table: Table, tag: str, *, insisting: float) -> bool:
    """Make one request, filled as well as may be: whether it was written."""
    try:
        request = filled(REQUESTS[tag], table)
    except Unanswerable:
        return False
    insists = table.chance(insisting)
    if table.clerk.insist(request, "so be it") if insists else table.clerk.ask(request):
        table.irregular(tag)
        return True
    return False


def go_on(table: Table) -> bool:
    """Take the next step of an open procedure: whether anything was written.

    Where the next step is refused, another may be the way out: a board is rebuilt, or the
    game ends. A procedure that nobody can go on with waits for the next turn.
    """
    for procedure in watched(table):
        name, now = (procedure.name, procedure.version), table.moment
        if table.given_up.get(name) == now:
            continue
        coming = [step for step in procedure.steps if _is_coming(table, step)]
        if table.chance(OUT_OF_ORDER):
            table.random.shuffle(coming)
        for step in coming:
            if table.taken[*name, step.asks] < OFTEN and _taken(table, procedure, step):
                table.taken[*name, step.asks] += 1
                table.tally.steps[f"{procedure.name}: {step.asks}"] += 1
                return True
        if coming and name not in table.given_up:
            table.tally.skipped[f"{procedure.name}: {coming[0].asks}{_why(table, name)}"] += 1
        if coming:
            table.given_up[name] = now
    return False


def watched(table: Table) -> tuple[Procedure, ...]:
    """The procedures that are open; those that no longer are, are counted as closed."""
    going = open_procedures(table.sheet, table.rules)
    names = {(procedure.name, procedure.version) for procedure in going}
    for name, _ in table.watched - names:
        table.tally.closed[name] += 1
    table.watched = names
    return going


def _is_coming(table: Table, step: Step) -> bool:
    """Whether a step is to be recorded now; a turn is made on the board, in its time."""
    if not step.asks or step.done or step.room != "table" or step.asks == "place-tiles":
        return False
    return not step.optional or table.chance(TAKEN_IF_OPTIONAL)


def _why(table: Table, name: tuple[str, int]) -> str:
    """Why a procedure was given up: what refused its last step, or that no step ends it."""
    if any(often >= OFTEN and taken[:2] == name for taken, often in table.taken.items()):
        return " (recorded again and again)"
    return f" ({table.clerk.refusal.code})" if table.clerk.refusal else ""


def _taken(table: Table, procedure: Procedure, step: Step) -> bool:
    """Record one step: whether something was written that a player could see."""
    desk_request = REQUESTS.get(step.asks)
    if desk_request is None:
        return False
    rules = procedure.needs_ruling or step.who == "director"
    for nth in range(1, TRIES + 1):
        try:
            request = filled(desk_request, table, procedure=procedure, step=step)
        except Unanswerable:
            return False
        if table.chance(MISCOUNTED):
            request = _miscounted(request, step)
        refusal = nth > 1 and table.clerk.refusal and table.clerk.refusal.code == "needs-ruling"
        insists = rules or refusal or (nth == TRIES and table.chance(INSISTING))
        finding = "as the procedure has it"
        if table.clerk.insist(request, finding) if insists else table.clerk.ask(request):
            return True
    if step is not procedure.next_step and not step.optional:
        return False  # an earlier one comes first
    _note_if_hopeless(
        table,
        f"the step {step.asks} of {procedure.name} is offered",
        lambda beside: filled(desk_request, beside, procedure=procedure, step=step, as_asked=True),
        by_director=rules,
    )
    return False


def _miscounted(request: Request, step: Step) -> Request:
    """The request with one of the numbers that were worked out one too high."""
    numbers = [name for name, value in step.answers if type(value) is int]
    if not numbers:
        return request
    return replace(request, **{numbers[0]: getattr(request, numbers[0]) + 1})
