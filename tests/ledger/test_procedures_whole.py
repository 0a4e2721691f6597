"""Procedures are whole: every step can be recorded as it stands, and in the end each is closed.

What a step's request holds is worked out (``answers``) or asked (``questions``), and nothing
else; whoever records step after step comes to the end, at no table and under no book to a
step that is refused, or that is never done.
"""

from __future__ import annotations

from typing import get_type_hints

import msgspec
import pytest
from msgspec.structs import fields

from ledger.game.deciding import REQUESTS
from ledger.game.endings.requests import EndGame
from ledger.game.exchanges.requests import PassTurn
from ledger.game.going_on import PROCEDURES, Question, Step
from ledger.game.setting_up.requests import StartGame
from ledger.vocabulary import Placement, Role, Seat
from ledger.vocabulary.refusals import Refusal
from tests.desks import agreement
from tests.ledger.irregular_tables import BY_METHOD, CLOCKS, TABLES, insist, table_at
from tests.tabletop import FIVE, A, Tabletop
from tests.tiers import all_at_once

AT_THE_DESK = {"open-case", "take-statement", "attach", "cite", "rule", "penalise", "report"}
"""What a director does with a case (``ledger.incidents``): no request of a game."""

SAMPLE = {
    "yes-no": True, "number": 1, "text": "x", "seat": "first", "seconds": 5, "tiles": "E",
    "words": ("AB",), "pair": (3, 4), "pair-seconds": (60, 70), "turns": ((4, 12),),
    "placement": {"square": "8D", "letters": "AB"},
}  # fmt: skip
"""One answer of each kind."""

MUST_BE_SO = {"told", "seated", "tiles_back", "shown"}
"""What has to be answered by yes before a step may be done."""

SEEN = {"sign-amendment": {"shown"}}
"""What the page works out from what it shows to whoever signs."""

PLACES = (("15M", "EAI"), ("1M", "TEA"), ("2A", "ET"), ("14M", "NE"))


def step_is_whole(step):
    """Every claim about one step; raises AssertionError where one does not hold."""
    if step.room == "director":
        assert step.asks in AT_THE_DESK
        return
    if not step.asks:
        assert step.answers == step.questions == () or not step.asks
        return
    request = REQUESTS[step.asks]
    known = {name for name, _ in step.answers}
    desk_request = {question.field for question in step.questions}
    names = {field.name for field in fields(request)}
    assert known | desk_request <= names, f"{step.asks} has no {(known | desk_request) - names}"
    assert not known & desk_request, f"{step.asks}: worked out, and asked all the same"
    needed = {field.name for field in fields(request) if field.required}
    needed -= SEEN.get(step.asks, set())
    assert needed <= known | desk_request, (
        f"{step.asks}: who knows {needed - known - desk_request}?"
    )
    hints = get_type_hints(request)
    for name, value in step.answers:
        msgspec.convert(value, hints[name], strict=False)
    for question in step.questions:
        question_fits(question, hints[question.field])


def question_fits(question, hint):
    """The kind of a question, or each of its choices, is what its field takes."""
    assert question.words.endswith(("?", ".")), question.words
    assert (question.kind == "choice") is bool(question.choices), question.field
    several = str(hint).startswith("tuple[") and str(hint).endswith("...]")
    for value, words in question.choices:
        assert words
        msgspec.convert((value,) if several else value, hint, strict=False)
    if question.kind != "choice":
        msgspec.convert(SAMPLE[question.kind], hint)


def answer(question, table, step, *, yes):
    """What somebody at this table might answer."""
    racks = table.sheet.stock.racks
    if question.choices:
        several = question.field in ("words", "consents")
        values = tuple(value for value, _ in question.choices)
        return values if several else values[0 if yes else -1]
    return {
        "yes-no": (yes or question.field in MUST_BE_SO) and question.field != "objected",
        "number": step.tiles or 1,
        "text": "E" if question.field == "letter" else "8E" if question.field == "square" else "so",
        "seat": "second" if yes else "first",
        "seconds": 300,
        "words": ("EAI",),
        "pair": racks,
        "pair-seconds": CLOCKS,
        "turns": (),
        "placement": _next_place(table),
    }[question.kind]


def _next_place(table):
    square, letters = PLACES[table.sheet.turn_count % len(PLACES)]
    return msgspec.to_builtins(Placement(square, letters))


def request_of(step, table, *, yes):
    """The request that records ``step``, from its answers and questions alone."""
    told = dict(step.answers)
    told |= {q.field: answer(q, table, step, yes=yes) for q in step.questions}
    if step.asks == "sign-amendment":
        return agreement(table.sheet, Seat(told["seat"]), "stroke")
    return msgspec.convert(told, REQUESTS[step.asks], strict=False)


def recorded(table, procedure, step, *, yes):
    """Enter it: as anybody may, or under a ruling where the step is a director's."""
    request = request_of(step, table, yes=yes)
    directors = step.who == "director" or procedure.needs_ruling
    try:
        table.enter(request, clocks=CLOCKS, role=Role.DIRECTOR if directors else None)
    except Refusal as refusal:
        if not directors and refusal.code not in ("needs-ruling", "call-the-director"):
            pytest.fail(f"{procedure.name}: {request}: {refusal.code}: {refusal.what}")
        table.enter(request, clocks=CLOCKS, ruled=True)


def still_open(table, name):
    """The procedure of that name and version as it stands now; ``None`` once it is closed."""
    return next((p for p in table.procedures() if (p.name, p.version) == name), None)


def follow(table, *, yes, most=25):
    """Record what is to be recorded next, whatever is going on, until nothing is."""
    for _ in range(most):
        coming = [(p, p.next_step) for p in table.procedures() if p.next_step is not None]
        if not coming:
            return
        procedure, step = coming[-1]
        for each in procedure.steps:
            step_is_whole(each)
        recorded(table, procedure, step, yes=yes)
        now = still_open(table, (procedure.name, procedure.version))
        again = now is not None and now.next_step == step
        assert not again, f"{procedure.name}: {step.asks} was recorded, and is not done"
    raise AssertionError(f"no end: {[p.name for p in table.procedures()]}")


def game_goes_on(table):
    """The game is started, the next turns are made, it comes to its end."""
    if not table.sheet.started and not table.sheet.ended:
        insist(table, StartGame())
    for _ in range(2):
        if table.sheet.on_move is not None:
            insist(table, PassTurn(seat=table.sheet.on_move))
    if not table.sheet.ended:
        insist(table, EndGame(cause="ruling"))


EVERYTHING = [(book, name) for book in FIVE for name in TABLES] + [
    (book, (book, method)) for book, method in BY_METHOD
]
WHERE = pytest.mark.parametrize(
    ("book", "name"), EVERYTHING, ids=[f"{book}-{name}" for book, name in EVERYTHING]
)


@all_at_once
@pytest.mark.parametrize("yes", [True, False])
@WHERE
def test_whoever_records_step_after_step_comes_to_the_end(book, name, yes):
    table = table_at(book, name)

    follow(table, yes=yes)

    assert all(p.next_step is None for p in table.procedures())
    game_goes_on(table)
    assert [p.name for p in table.procedures()] == []


@all_at_once
@WHERE
def test_a_step_that_need_not_be_taken_can_be_taken(book, name):
    steps = [
        (p.name, p.version, nth)
        for p in table_at(book, name).procedures()
        for nth, step in enumerate(p.steps)
        if step.optional and step.asks and not step.done
    ]
    for procedure_name, version, nth in steps:
        table = table_at(book, name)
        procedure = still_open(table, (procedure_name, version))
        step = procedure.steps[nth]
        step_is_whole(step)
        before = table.sheet.version
        recorded(table, procedure, step, yes=True)
        assert table.sheet.version > before
        now = still_open(table, (procedure_name, version))
        done = now is None or len(now.steps) != len(procedure.steps) or now.steps[nth].done
        assert done or step.asks in REPEATED


REPEATED = {"apply-penalty", "write-recollection"}
"""What may well be done more than once."""


@pytest.mark.parametrize("book", FIVE)
def test_what_must_be_asked_by_an_offer_is_of_the_right_kind(book):
    for name in TABLES:
        for offer in table_at(book, name).offers():
            hints = get_type_hints(REQUESTS[offer.asks])
            for question in offer.questions:
                question_fits(question, hints[question.field])


def test_every_kind_of_procedure_is_opened_by_one_of_these_tables():
    opened = {
        type(one.fact)
        for book in FIVE
        for name in TABLES
        for one in table_at(book, name).sheet.open
    }

    assert set(PROCEDURES) - opened == set()


def test_a_step_that_need_not_happen_is_never_the_next():
    may = Step(who="both", does="It may be.", clause="1", asks="read-clocks", optional=True)
    must = Step(who="both", does="It must be.", clause="1", asks="propose-result")
    table = Tabletop("wespa-4.0")
    procedure = msgspec.structs.replace(
        insist(table, REQUESTS["call-director"](reason="x")) and table.procedure(),
        steps=(may, must),
    )

    assert procedure.next_step == must


@pytest.mark.parametrize("changed", [
    {"answers": (("sett", "first"),)},
    {"answers": (("seat", "third"),)},
    {"answers": ()},
    {"questions": (Question(field="seat", says="which-player", kind="seat"),)},
    {"answers": (), "questions": (Question(field="seat", says="which-player", kind="number"),)},
    {"asks": "no-such-request"},
    {"room": "director"},
])  # fmt: skip
def test_a_step_that_is_not_whole_is_found(changed):
    step = Step(
        who="player", does="Hold.", clause="1", asks="release-hold", answers=(("seat", A.value),)
    )
    step_is_whole(step)

    with pytest.raises((AssertionError, KeyError, msgspec.ValidationError)):
        step_is_whole(msgspec.structs.replace(step, **changed))
