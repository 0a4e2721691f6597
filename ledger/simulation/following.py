"""What made-up games follow: open steps, what is offered, and how questions are answered."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from dataclasses import replace as replace_dataclasses
from functools import cache
from random import Random
from typing import Any, get_args, get_origin, get_type_hints
from uuid import UUID

import msgspec
from msgspec.structs import FieldInfo, fields, replace

from ledger.equipment.board import load_board, write_square
from ledger.game.context import GameContext
from ledger.game.deciding import MAY_ASK, REQUESTS, decide
from ledger.game.going_on import Offer, Procedure, Question, Step, offers, open_procedures
from ledger.game.sheet.line import LineKind
from ledger.record.mapper import listed_fields
from ledger.requests import Request
from ledger.simulation.clerk import Table, seen_by_signer
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.refusals import Refusal

# Made-up answers: what people at a table could say, where nobody really saw what happened.


# Words people say in answer to a step: where a request takes only some, which.
#
# What a question of an offer or of a step may be answered is in its choices. This is for requests
# that somebody makes out of the blue: a field that is not here is filled with any word of its
# closed list, or by its type.


SAID: dict[str, tuple[object, ...]] = {
    "challenge-placement.ground": ("misses-centre", "disconnected", "moved-tiles", "other"),
    "correct-orientation.degrees": (0, 90, 180, 270),
    "designate-blank.blank": (1, 2),
    "designate-blank.how": ("slip-circled", "announced"),
    "determine-starter.method": ("draw", "assigned"),
    "determine-starter.starter": (1, 2),
    "end-game.cause": ("round-ended", "incomplete", "six-zeros"),
    "find-upset.how": ("accidental", "accidental", "intentional"),
    "forfeit.cause": ("late", "left", "misconduct", "ruling"),
    "issue-challenge.method": ("runner", "self-run", "self-adjudicated"),
    "report-papers-differ.of_first": ((301, 290), (310, 300)),
    "set-orientation.degrees": (0, 90, 180, 270),
    "sign-result.how": ("stroke", "stroke", "stroke"),
    "void-challenge.reason": ("withdrawn", "misunderstood-blank", "ruling"),
}
"""By tag and field: a word for each row of chance."""


# What people at a table could say about what goes on there, right as a rule.


class Onlooker:
    def __init__(self, table: Table, procedure: Procedure | None, step: Step | None) -> None:
        self.table = table
        self.procedure = procedure
        self.step = step
        self.random = table.random

    def seat(self) -> str:
        """Whose step it is; where nobody knows, anybody's."""
        owner = self.procedure.seat if self.procedure else None
        who = self.step.who if self.step else ""
        if owner is not None:
            return (owner.opponent if who == "opponent" else owner).value
        return self.random.choice(list(Seat)).value

    def number(self) -> int:
        if self.step is not None and self.step.tiles is not None:
            return self.step.tiles
        return self.random.choice((1, 1, 1, 2, 2, 3, 4, 7))

    def drawn(self) -> int:
        last = self.table.sheet.last_turn
        return 0 if last is None else len(last.placed) or last.count

    def bag_before(self) -> int:
        """Tiles in the bag before the last exchange, as counted; now and then miscounted."""
        lines = [line for line in self.table.sheet.lines if line.kind is LineKind.EXCHANGE]
        stock = lines[-1].before if lines else None
        bag = self.table.sheet.stock.bag if stock is None else stock.bag
        return max(0, bag + self.random.choice((0, 0, 0, 0, 1, -1)))

    def rack_before(self) -> int:
        """Tiles on the rack before the last exchange, as counted; never more than there were."""
        counted = self.random.choice((5, 6, 7, 7, 7, 8))
        lines = [line for line in self.table.sheet.lines if line.kind is LineKind.EXCHANGE]
        stock = lines[-1].before if lines else None
        if stock is None:
            return counted
        own = stock.racks[lines[-1].seat.place]
        return min(own if self.table.chance(0.5) else counted, own + stock.bag)

    def tiles(self) -> str:
        owner = self.procedure.seat if self.procedure else None
        seat = owner or self.random.choice(list(Seat))
        return str(self.table.hands.some(seat, self.number())) or self.table.hands.any_tile()

    def version(self) -> int:
        turns = [line.version for line in self.table.sheet.lines if line.is_turn]
        if not turns:
            return self.table.sheet.version
        return turns[-1] if self.table.chance(0.7) else self.random.choice(turns)

    def square(self) -> str:
        sheet = self.table.sheet
        size = load_board(sheet.scheduled.board).size
        taken = [at for at, tile in enumerate(sheet.board.squares) if tile]
        blanks = [at for at in taken if sheet.board.squares[at] != sheet.board.squares[at].upper()]
        at = self.random.choice(blanks or taken or [size * size // 2])
        return write_square(*divmod(at, size))

    def player(self) -> int:
        return self.random.choice((1, 2))

    def what(self) -> str:
        """The procedure it is about; where there is none, what happened."""
        return self.procedure.name if self.procedure else "as told: what"

    def words(self) -> tuple[str, ...]:
        """Words of the play just made; people at the table read those the record does not know."""
        play = self.table.last_play()
        formed = tuple(word.word.upper() for word in play.words) if play else ()
        return formed or ("ASTRAY",)

    def result(self) -> tuple[int, int]:
        return self.table.sheet.stands

    def amended(self) -> tuple[int, int]:
        """Other scores than those that stand, by a little."""
        first, second = self.result()
        return first, second + self.random.choice((-5, 1, 12))

    def racks(self) -> tuple[int, int]:
        """The tiles both hold, as the record has them; nobody counts fewer than none."""
        first, second = self.table.sheet.stock.racks
        return max(0, first), max(0, second)

    def clocks(self) -> tuple[int, int]:
        return self.table.clerk.clocks or self.table.sheet.clock.limits

    def some_of(self, choices: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
        """All of the choices, as a rule, or one of them."""
        named = tuple(value for value, _ in choices)
        return named if self.random.random() < 0.7 else (self.random.choice(named),)

    def acceptable(self) -> bool:
        """The right verdict on the play just made, but for a slip."""
        play = self.table.last_play()
        return (play is None or not self.table.is_phoney(play)) != self.table.chance(0.05)

    def letter(self) -> str:
        return self.random.choice(self.table.hands.letters)


MOST_TILES = 9  # numbers of tiles that people speak of are smaller

_fields = cache(fields)
"""The fields of a request: reading their types anew costs more than filling them."""


class Unanswerable(Exception):
    """A field of a request that nothing here knows how to fill."""


def filled(
    request: type[Request],
    table: Table,
    *,
    questions: tuple[Question, ...] = (),
    procedure: Procedure | None = None,
    step: Step | None = None,
    as_asked: bool = False,
) -> Request:
    """A request of this kind with every field it needs.

    A step knows its answers and its questions; nothing is made up beyond them.

    Args:
      questions: what the rulebook wants to know, for a report.
      as_asked: whether nothing is told that was not asked, as on a tablet; a number may then
        be any small one.
    """
    who = Onlooker(table, procedure, step)
    hints = _hints(request)
    answers: dict[str, Any] = dict(step.answers) if step is not None else {}
    for question in step.questions if step is not None else questions:
        any_number = as_asked and question.kind == "number" and table.chance(0.5)
        answers[question.field] = (
            table.random.randrange(MOST_TILES)
            if any_number
            else _answered(question, hints.get(question.field), who)
        )
    made_up = [x for x in _fields(request) if step is None and (x.required or not as_asked)]
    for field in made_up:
        said = _said(request, field.name)
        if field.name in answers:
            continue
        if said is not None:
            answers[field.name] = table.random.choice(said)
        elif field.name in KNOWN and (field.required or field.name != "seat"):
            answers[field.name] = KNOWN[field.name](who)
        elif field.required:
            answers[field.name] = _by_type(hints[field.name], field, who)
        elif table.chance(0.3) and hints[field.name] is bool:
            answers[field.name] = table.chance(0.5)
    answers |= seen_by_signer(request, answers, table)
    needed = {field.name for field in _fields(request) if field.required}
    values = {
        name: answer for name, answer in answers.items() if answer is not None or name in needed
    }
    try:
        return msgspec.convert(values, request, strict=False)
    except msgspec.ValidationError as wrong:
        raise Unanswerable(f"{request.__struct_config__.tag}: {wrong}") from None


@cache
def _said(request: type[Request], name: str) -> tuple[object, ...] | None:
    """What people say for this field: some words, or any of its closed list."""
    said = SAID.get(f"{request.__struct_config__.tag}.{name}")
    listed = listed_fields(request).get(name)
    is_one_word = listed and not str(_hints(request)[name]).startswith("tuple")
    return said or (tuple(sorted(listed)) if listed and is_one_word else None)


@cache
def _hints(request: type[Request]) -> dict[str, Any]:
    return get_type_hints(request)


Answer = Callable[[Onlooker, Question], Any]

USUALLY = {"from_board": 0.15, "shown": 0.9, "seated": 0.95, "told": 0.95, "tiles_back": 0.95}
"""How often a question is answered by yes, where not half of the time."""

COUNTED: dict[str, Callable[[Onlooker], int]] = {
    "bag": lambda who: who.bag_before(),
    "rack": lambda who: who.rack_before(),
    "returned": lambda who: who.random.choice((0, 0, 0, 1, 2)),
    "drawn": lambda who: who.drawn() + who.random.choice((0, 0, 1, 1, 2)),
    "last_turns": lambda who: who.random.choice((0, 0, 3)),
    "margin": lambda who: who.random.choice((50, 100, 150)),
    "amount": lambda who: who.random.choice((5, 10, 30)),
}
"""Numbers of which only some make sense; others are small numbers."""

PAIRS: dict[str, Callable[[Onlooker], tuple[int, int]]] = {
    "now": Onlooker.amended,
    "of_first": Onlooker.amended,
    "of_second": Onlooker.result,
    "totals": Onlooker.result,
    "written": Onlooker.amended,
}
"""Pairs that are scores; others are tiles on both racks."""

ANSWERS: dict[str, Answer] = {
    "yes-no": lambda who, asked: who.random.random() < USUALLY.get(asked.field, 0.5),
    "number": lambda who, asked: COUNTED.get(asked.field, Onlooker.number)(who),
    "choice": lambda who, asked: who.random.choice(asked.choices)[0] if asked.choices else "other",
    "text": lambda _, asked: f"as told: {asked.field}",
    "seat": lambda who, _: who.seat(),
    "seconds": lambda who, _: who.random.choice((5, 20, 45, 61, 180, 700, 3300)),
    "tiles": lambda who, _: who.tiles(),
    "words": lambda who, _: who.words(),
    "pair": lambda who, asked: PAIRS.get(asked.field, Onlooker.racks)(who),
    "pair-seconds": lambda who, _: who.clocks(),
    "turns": lambda _who, _: (),
    "placement": lambda _who, _: None,
}
"""How each kind of question is answered; a play is made on the board, not in a form."""

KNOWN: dict[str, Callable[[Onlooker], Any]] = {
    "seat": Onlooker.seat,
    "version": Onlooker.version,
    "square": Onlooker.square,
    "letter": Onlooker.letter,
    "claimed": Onlooker.letter,
    "real": Onlooker.letter,
    "loser": Onlooker.seat,
    "acceptable": Onlooker.acceptable,
    "player": Onlooker.player,
    "what": Onlooker.what,
    "words": Onlooker.words,
    "totals": Onlooker.result,
}
"""How fields are filled that mean the same wherever they stand."""


def _answered(question: Question, hint: object, who: Onlooker) -> object:
    """The answer to one question; a field that takes several words gets several."""
    several = get_origin(hint) is tuple and get_args(hint)[-1] is Ellipsis
    if question.choices and several:
        return who.some_of(question.choices)
    if question.kind in ("text", "yes-no") and question.field in KNOWN:
        return KNOWN[question.field](who)
    answer = ANSWERS[question.kind](who, question)
    return (answer,) if several and isinstance(answer, str) else answer


def _by_type(hint: object, field: FieldInfo, who: Onlooker) -> object:
    text = str(hint)
    if hint is bool:
        return who.random.random() < 0.5
    if hint is Seat:
        return who.seat()
    if "Tiles" in text and "tuple" not in text:
        return who.tiles()
    if hint is int or "Points" in text or "Seconds" in text:
        return who.result() if "tuple" in text else who.number()
    if hint is str:
        return f"as told: {field.name}"
    if text.startswith("tuple") and text.endswith("...]"):
        return ()
    if "None" in text:
        return None
    raise Unanswerable(f"{field.name}: {text}")


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
